//! What must hold after every tick, by the numbers of the list of invariants:
//!
//! - 2: the same disk, mails and moment leave the same bytes (sampled, by a twin).
//! - 5: a deadline opens one stop, and none is opened before its time.
//! - 12: what was played can be derived again from orders and seed (sampled, and at the end).
//! - 15: one rename makes an entry; entries never change; each names the one before.
//! - 16: a mail leaves if and only if its entry is safe, with the same bytes; twice only where
//!   there is a reason; none is forgotten; what the folder has is safe before it counts as sent.
//! - 17: every mail has exactly one verdict, and those that are answered one receipt.
//! - 18: every line is reported back, and accounted for at the end.
//! - 19: no line is in force after its sheet.
//! - 20: what came after a resolution, or could not be used, changes nothing of it.
//! - 21: no secret in any mail or file of the log.
//! - 25: a campaign that stands still touches no other.
//! - 26: the club's site is whole after every cut, and the bytes of one that was never cut.
//! - 27: no seat is free for longer than its rules say while somebody waits for one, and nobody is
//!   counted as missing whose orders had come; a deadline moves for missing orders only where they
//!   are missing, and by votes only where they are counted.
//!
//! The others are seen to by types, at run time, or by tests of single games.

use super::delivery::entry_of;
use super::entries::is_halted;
use super::places::{REFEREE, layout};
use super::secrets::Secrets;
use super::world::{Met, World};
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::errors::CampaignError;
use packetboat::desk::club::open::Club;
use packetboat::desk::club::summary::Summary;
use packetboat::desk::inbox::route::{Routed, unread};
use packetboat::desk::proof::verify;
use packetboat::store::entry::{Cause, Verdict};
use packetboat::store::fs::Fs;
use packetboat::store::layout::CampaignId;
use packetboat::store::log::CampaignLog;
use packetboat_core::engine::game::Block;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::lang::block;
use std::collections::{BTreeMap, BTreeSet};

/// After about one tick in this many a campaign is derived again.
const DERIVED_EVERY: u32 = 60;

/// A line that was filed: whose, of which submission, which one.
type Filed = (Seat, u32, u32);

/// What one tick came to.
pub(super) struct Ticked {
    /// What it says of itself; `None` if it ended with an error.
    pub(super) summary: Option<Summary>,
    /// What it met.
    pub(super) met: Met,
    /// Whether every mail that was handed over was taken.
    pub(super) all_taken: bool,
}

impl Ticked {
    /// Whether nothing went wrong with it.
    pub(super) fn is_smooth(&self) -> bool {
        let summary = self.summary.as_ref();
        summary.is_some_and(|it| it.retry.is_empty()) && self.met == Met::Nothing
    }
}

impl World {
    /// Everything that can be seen after a tick.
    pub(super) fn checked(&mut self, ticked: &Ticked) -> Result<(), String> {
        self.moved()?;
        let ids: Vec<CampaignId> = self.running.keys().cloned().collect();
        let mut changed = Vec::new();
        for id in &ids {
            if self.running[id].damage.is_some() {
                self.untouched(id)?;
            } else if self.new_entries(id)? {
                changed.push(id.clone());
            }
        }
        self.mails.of_ledgers(&self.disk)?;
        self.mails.nothing_lost(&self.disk)?;
        self.tally.mails = self
            .tally
            .mails
            .max(u32::try_from(self.mails.count()).unwrap_or(0));
        for id in &changed {
            self.in_force(id)?;
            self.same_as_ever(id)?;
        }
        for mail in std::mem::take(&mut self.handed) {
            self.of_an_entry(&mail.key)?;
            self.secrets.look_through(&mail, &self.house)?;
            if self.hides_players(&mail.key) {
                Secrets::look_for_names(&mail, REFEREE)?;
            }
        }
        if let Some(id) = self.one_of(&ids) {
            self.same_as_ever(&id)?;
            if self.chance.one_in(DERIVED_EVERY) {
                self.derived(&id)?;
            }
        }
        self.others_go_on(ticked)?;
        if ticked.is_smooth() {
            self.nothing_left_lying()?;
            if ticked.all_taken {
                self.nothing_forgotten()?;
            }
        }
        Ok(())
    }

    /// Whether a mail is of a campaign in which nobody may learn who plays.
    fn hides_players(&self, key: &str) -> bool {
        let played = entry_of(key).and_then(|it| self.running.get(&it.0));
        played.is_some_and(|it| it.anonymous && !it.over)
    }

    /// Invariant 16: the entry of a mail that left is there, whatever happened since.
    fn of_an_entry(&self, key: &str) -> Result<(), String> {
        let Some((id, number)) = entry_of(key) else {
            return Ok(());
        };
        match self.running.get(&id) {
            Some(campaign) if campaign.damage.is_none() && campaign.entries.count() <= number => {
                Err(format!("16: {key} left, and its entry is not there"))
            }
            _ => Ok(()),
        }
    }

    /// Nothing is committed on top of damage.
    fn untouched(&self, id: &CampaignId) -> Result<(), String> {
        let dir = layout().campaign(id);
        let entries = self.disk.list(&dir.log()).map_or(0, |it| it.len());
        match self.running[id].damage.as_ref() {
            // A folder that is being written is swept away by the next tick.
            Some(damage) if entries > damage.entries + 1 => {
                let file = damage.file.display();
                Err(format!("25: {id} is damaged and goes on: {file}"))
            }
            _ => Ok(()),
        }
    }

    /// Invariant 25: only what was damaged stands still.
    fn others_go_on(&self, ticked: &Ticked) -> Result<(), String> {
        let damaged = self.damaged();
        let said = ticked.summary.iter().flat_map(|it| &it.halted);
        if let Some(id) = said.clone().find(|it| !damaged.contains(*it)) {
            let why = self.why_halted(id);
            return Err(format!(
                "25: {id} is halted, and nothing was done to it: {why}"
            ));
        }
        let still = self
            .running
            .keys()
            .find(|it| !damaged.contains(it.as_str()) && is_halted(&self.disk, it));
        match still {
            None => Ok(()),
            Some(id) => {
                let why = self.why_halted(id.as_str());
                Err(format!(
                    "25: {id} is halted, and nothing was done to it: {why}"
                ))
            }
        }
    }

    fn why_halted(&self, id: &str) -> String {
        let id: Result<CampaignId, _> = id.parse();
        let file = id.map(|it| layout().campaign(&it).halted());
        let bytes = file.ok().and_then(|it| self.disk.bytes(&it));
        bytes.map_or_else(String::new, |it| String::from_utf8_lossy(&it).into_owned())
    }

    /// Invariant 17: mail waits only for campaigns that stand still, or whose reports wait for
    /// review.
    fn nothing_left_lying(&self) -> Result<(), String> {
        let club = self.club()?;
        let damaged = self.damaged();
        let queue = unread(&club, self.now, true).map_err(|it| it.to_string())?;
        if let Some(fault) = queue.odd.first() {
            return Err(format!("17: {fault}"));
        }
        let mut under_review: BTreeMap<CampaignId, bool> = BTreeMap::new();
        for unread in queue.mails {
            let routed = unread.read(&club).map_err(|it| format!("17: {it}"))?;
            let routed = routed.ok_or("17: a mail is gone")?;
            match routed {
                Routed::Campaign(id, _) if damaged.contains(id.as_str()) => {}
                Routed::Campaign(id, arrival) => {
                    // Much mail may wait for one campaign, so each is opened once.
                    let waits = under_review.entry(id.clone()).or_insert_with(|| {
                        let campaign = Campaign::open(&club, &id);
                        campaign.is_ok_and(|it| it.note().desk.is_under_review())
                    });
                    if !*waits {
                        return Err(format!("17: {} for {id} was left lying", arrival.file));
                    }
                }
                Routed::Join(_, line, ..)
                | Routed::Ledger(_, line)
                | Routed::Astray(_, line, _)
                | Routed::Watch(_, line, _)
                | Routed::Bounce(_, line, _, _)
                | Routed::Late(_, line, _, _) => {
                    return Err(format!("17: {} was left lying", line.file));
                }
            }
        }
        Ok(())
    }

    /// Invariant 12: decisions and dice of all entries, again.
    pub(super) fn derived(&mut self, id: &CampaignId) -> Result<(), String> {
        if self.running.get(id).is_none_or(|it| it.damage.is_some()) {
            return Ok(());
        }
        let club = self.club()?;
        let how = verify::How { strict: true };
        let found = verify::club(&club, Some(id.as_str()), how).map_err(|it| format!("{it:#}"))?;
        let text = found.to_string();
        let whole = found.outcome() <= verify::Outcome::OkWithTheRefereesHand;
        if !whole || text.contains("not checked") {
            return Err(format!("12: {text}"));
        }
        self.tally.derived += 1;
        Ok(())
    }

    /// Invariant 18, second half: over the whole campaign, every line that was filed by mail has
    /// an account. Not where the referee undid or changed the position: what was undone is reported
    /// to nobody.
    pub(super) fn accounted(&self, id: &CampaignId) -> Result<(), String> {
        let played = &self.running[id];
        if played.scarred || played.damage.is_some() {
            return Ok(());
        }
        let club = self.club()?;
        let stuck = |it: CampaignError| format!("18: {it:?}");
        let campaign = Campaign::open(&club, id).map_err(stuck)?;
        let journals = campaign.journals_after(&*club.fs, None).map_err(stuck)?;
        let mut filed = self.filed(&club, id)?;
        for seat in campaign.table.seats() {
            let page = campaign.table.page(Viewer::Seat(seat), &journals);
            let page = page.map_err(|it| format!("18: {it}"))?;
            let told = page.accounts.iter().map(|it| (it.submission, it.line));
            let replaced = page.replaced.iter().map(|it| (it.submission, it.line));
            for (submission, line) in told.chain(replaced) {
                filed.remove(&(seat, submission, line));
            }
        }
        match filed.first() {
            None => Ok(()),
            Some((seat, submission, line)) => Err(format!(
                "18: line {submission}:{line} of {seat} in {id} is accounted for nowhere"
            )),
        }
    }

    /// All lines that were filed by mail, read once more where they were read.
    fn filed(&self, club: &Club, id: &CampaignId) -> Result<BTreeSet<Filed>, String> {
        let dir = club.layout.campaign(id);
        let log = CampaignLog::new(&*club.fs, &dir);
        let mut filed = BTreeSet::new();
        for number in 1..self.running[id].entries.count() {
            let note = log.note(number).map_err(|it| it.to_string())?.note;
            if note.orders.is_empty() || !matches!(note.cause, Cause::Mail {}) {
                continue;
            }
            let before = Campaign::open_at(club.source(), &dir, id, Some(number - 1));
            let mut table = before.map_err(|it| format!("18: {it:?}"))?.table;
            let held = note.mail.iter().filter(|it| it.verdict == Verdict::Held);
            let held: BTreeSet<u32> = held.filter_map(|it| it.submission).collect();
            for order in note
                .orders
                .iter()
                .filter(|it| !held.contains(&it.submission))
            {
                let text = log.orders(number, order.submission);
                let text = text.map_err(|it| format!("15: orders are gone: {it}"))?;
                let lines: Vec<&str> = text.lines().collect();
                let found = block::find(&lines).into_iter().next();
                let found = found.ok_or("18: a submission without a block")?;
                let sheet = found
                    .opener
                    .split_whitespace()
                    .find_map(|it| it.parse().ok());
                let sheet = sheet.ok_or("18: a submission without a sheet")?;
                let body = found.text();
                let block = Block { sheet, body: &body };
                let read = table.file(order.seat, order.submission, &block);
                let numbers = read.lines.iter().map(|it| it.number);
                filed.extend(numbers.map(|it| (order.seat, order.submission, it)));
            }
        }
        Ok(filed)
    }
}
