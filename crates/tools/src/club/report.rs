//! What is simulated, and what it came to.

use packetboat::report::counted;
use std::fmt;

/// How much is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How many ticks.
    pub ticks: u32,
    /// How many campaigns run side by side; one that is over is followed by another.
    pub campaigns: u32,
    /// Where the chances begin.
    pub seed: u64,
    /// Whether there is a tick every half hour, but for outages; else hours or days lie between.
    pub steady: bool,
    /// The only game that is played; `None`: all are.
    pub game: Option<&'static str>,
}

/// Ticks in a day of a steady club.
pub const TICKS_A_DAY: u32 = 48;

/// What happened, in numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Ticks run, those after power cuts included.
    pub ticks: u32,
    /// Campaigns begun.
    pub begun: u32,
    /// Of these, campaigns whose players came by mail.
    pub joined: u32,
    /// Times a seat got another player, or a substitute, or its player back.
    pub changed: u32,
    /// Deadlines that moved since orders were missing, or by a vote.
    pub extended: u32,
    /// Games that ended by a vote.
    pub voted: u32,
    /// Times that no tick came for hours or days.
    pub outages: u32,
    /// Campaigns that came to their end.
    pub over: u32,
    /// Files put into the Maildir and the drop box.
    pub mails: u32,
    /// Entries committed.
    pub entries: u32,
    /// Stops resolved.
    pub resolved: u32,
    /// Mails that reached somebody.
    pub sent: u32,
    /// Power cuts.
    pub cuts: u32,
    /// Disks that were full, read-only or stumbled.
    pub troubles: u32,
    /// Sendings that failed or whose answer was lost.
    pub failures: u32,
    /// Acts of the referee.
    pub acts: u32,
    /// Campaigns damaged on purpose.
    pub damaged: u32,
    /// Ticks played a second time on a copy of the disk.
    pub twins: u32,
    /// Campaigns derived again from orders and seed.
    pub derived: u32,
    /// Sites compared with one that was made from nothing.
    pub sites: u32,
}

/// An invariant that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The tick after which it was found.
    pub tick: u32,
    /// What, with the number of the invariant.
    pub what: String,
    /// What repeats it.
    pub command: String,
}

/// What a simulation came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What was asked for.
    pub options: Options,
    /// What happened.
    pub tally: Tally,
    /// The first invariant that did not hold: there the simulation ends.
    pub finding: Option<Finding>,
    /// A hash of the disk at the end: two runs with the same options have the same.
    pub hash: String,
}

impl Finding {
    pub(super) fn new(options: &Options, tick: u32, what: String) -> Self {
        // The end of a run is checked too, so a shorter one repeats what was found on the way.
        let (campaigns, seed) = (options.campaigns, options.seed);
        let long = if options.steady {
            format!("--days {}", tick.div_ceil(TICKS_A_DAY).max(1))
        } else {
            format!("--ticks {}", tick.max(1))
        };
        let game = options.game.map_or_else(String::new, |it| format!("{it} "));
        let command = format!(
            "packetboat-tools simulate {game}--club {long} --campaigns {campaigns} --seed {seed}"
        );
        Finding {
            tick,
            what,
            command,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options {
            ticks,
            campaigns,
            seed,
            ..
        } = self.options;
        let tally = &self.tally;
        let campaigns = counted(campaigns, "campaign", "campaigns");
        let ticks = counted(ticks, "tick", "ticks");
        let run = tally.ticks;
        writeln!(
            f,
            "A club of {campaigns}, seed {seed}: {ticks} wanted, {run} run."
        )?;
        let begun = counted(tally.begun, "campaign", "campaigns");
        let entries = counted(tally.entries, "entry", "entries");
        let stops = counted(tally.resolved, "stop", "stops");
        let over = tally.over;
        writeln!(
            f,
            "{begun} begun, {over} over; {entries}, {stops} resolved."
        )?;
        if self.options.steady {
            let changes = counted(tally.changed, "change", "changes");
            let moved = counted(tally.extended, "deadline", "deadlines");
            let games = counted(tally.voted, "game", "games");
            let outages = counted(tally.outages, "outage", "outages");
            writeln!(
                f,
                "{} filled by mail, {changes} of players; {moved} moved, {games} ended by their \
                 votes; {outages}.",
                tally.joined
            )?;
        }
        let mails = counted(tally.mails, "mail", "mails");
        let failures = counted(tally.failures, "sending", "sendings");
        let acts = counted(tally.acts, "act", "acts");
        let damaged = counted(tally.damaged, "campaign", "campaigns");
        let sent = tally.sent;
        writeln!(
            f,
            "{mails} in, {sent} out; {failures} failed; {acts} of the referee, {damaged} damaged."
        )?;
        let cuts = counted(tally.cuts, "power cut", "power cuts");
        let troubles = counted(tally.troubles, "other trouble", "other troubles");
        writeln!(f, "{cuts}, {troubles} of the disk.")?;
        let twins = counted(tally.twins, "tick", "ticks");
        let derived = counted(tally.derived, "campaign", "campaigns");
        let sites = counted(tally.sites, "site", "sites");
        writeln!(
            f,
            "{twins} played twice, {derived} derived again, {sites} made again."
        )?;
        match &self.finding {
            None => writeln!(f, "No invariant was broken. Disk {}.", self.hash),
            Some(finding) => writeln!(
                f,
                "BROKEN at tick {}: {}\nTo repeat it: {}",
                finding.tick, finding.what, finding.command
            ),
        }
    }
}
