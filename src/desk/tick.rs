//! One cron run: lock, recover, take mail, turn over, commit, tidy, deliver.
//!
//! If it stops at any point, the next run carries on: before a commit nothing happened for that
//! campaign, after it only tidying and sending are left, and they may be done twice.
//! Campaigns that wait for nothing are not opened (`due`); the others are worked off in rounds
//! (`rounds`).

use super::astray::Addresses;
use super::bounces;
use super::campaign::{Roster, Stuck};
use super::deliver::{self, Ended, Round};
use super::due::{Found, Hints, Looks, Row};
use super::fetch;
use super::halt;
use super::ledger;
use super::open::Club;
use super::players;
use super::rounds::{Job, recover, work_off};
use super::route::{ASTRAY, Arrival, Routed, Source, waiting};
use super::seen::{self, Known, Newest};
use super::summary::Summary;
use super::ways_out;
use crate::clock::Moment;
use crate::fault::Fault;
use crate::mail::transport::Transport;
use crate::store::entry::Stop;
use crate::store::fault::Stored;
use crate::store::fs::exists;
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::store::maildir::Maildir;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;

/// One run with the transport that packetboat.toml names.
///
/// # Errors
/// Configuration that cannot be used; the disk.
pub fn run(club: &Club, now: Moment) -> anyhow::Result<Summary> {
    let mut post = ways_out::transport(club)?;
    if let Some(why) = fetch::fetch(club, now)? {
        // Whoever resolved now would resolve without orders that lie in the mailbox in time.
        let mut summary = Summary::default();
        let why = format!("{why}; nothing is resolved before the mailbox is read");
        summary.wait("mail", why);
        return Ok(summary);
    }
    tick(club, &mut *post, now)
}

/// One run.
///
/// # Errors
/// Configuration that cannot be used; the disk. Whatever was committed before stays.
pub fn tick(club: &Club, post: &mut dyn Transport, now: Moment) -> anyhow::Result<Summary> {
    check_maildir(club)?;
    let mut summary = Summary::default();
    let hints = Hints::read(club);
    let mut plan = Plan::of(club, &hints, now)?;
    for id in hints.names().filter(|it| is_gone(club, it)) {
        summary.say(
            id,
            "its folder is gone; put it back from a copy of the club",
        );
    }
    let (routed, unread) = waiting(club, now)?;
    for fault in unread {
        summary.wait("mail", fault.to_string());
    }
    if !plan.jobs.is_empty() || !routed.is_empty() {
        // Before anything is done: what cannot be used ends the run here.
        let templates = club.templates()?;
        // And before anything rests on the last entries.
        recover(club, plan.jobs.values_mut());
        sort_mail(club, &mut plan, routed, now, &mut summary)?;
        let mut jobs = Vec::from_iter(std::mem::take(&mut plan.jobs).into_values());
        work_off(club, &templates, &mut jobs, now);
        if summary.mails > 0 || jobs.iter().any(|it| it.mails > 0) {
            sync_mail(club)?;
        }
        let mut unsent = Vec::new();
        for job in &mut jobs {
            move_players(club, job, now, &mut summary);
            note(club, job, now, &mut summary)?;
            if job.stuck.is_none() {
                unsent.push(job);
            }
        }
        deliver_all(club, &mut unsent, post, now, &mut summary)?;
        plan.rests
            .extend(jobs.iter().filter_map(|it| row(club, it)));
    } else {
        deliver_all(club, &mut [], post, now, &mut summary)?;
    }
    // Only speed hangs on it.
    let _ = hints.keep(club, &plan.rests);
    Ok(summary)
}

/// A Maildir that is not there would stay unread for ever, and look like one without mail.
fn check_maildir(club: &Club) -> anyhow::Result<()> {
    let path = club.layout.path(&club.config.mail_in.maildir);
    match club.fs.stat(&path) {
        Err(it) if it.kind() == ErrorKind::NotFound => {
            let path = path.display();
            let what = format!("packetboat.toml: [mail.in] maildir: there is no folder {path}");
            Err(Fault::usage(what)
                .hint(format!("Mend its name, or make it: mkdir -p {path}/new"))
                .into())
        }
        _ => Ok(()),
    }
}

/// Whether a campaign neither runs nor lies in the archive.
fn is_gone(club: &Club, id: &CampaignId) -> bool {
    let dirs = [club.layout.campaign(id), club.layout.archived(id)];
    dirs.iter().all(|it| !exists(&*club.fs, it.root()))
}

/// What one run has to do.
struct Plan {
    /// All campaigns.
    ids: BTreeSet<CampaignId>,
    /// Those that may have something to do.
    jobs: BTreeMap<CampaignId, Job>,
    /// Those that have not, as their rows say.
    rests: BTreeMap<CampaignId, Row>,
}

impl Plan {
    fn of(club: &Club, hints: &Hints, now: Moment) -> anyhow::Result<Self> {
        let ids = club.campaign_names()?;
        let found = hints.find(club, &ids, now);
        let mut plan = Plan {
            ids: BTreeSet::new(),
            jobs: BTreeMap::new(),
            rests: BTreeMap::new(),
        };
        for (id, found) in ids.into_iter().zip(found) {
            match found {
                Found::NoCampaign => continue,
                Found::Known { row, due: false } => {
                    plan.rests.insert(id.clone(), row);
                }
                Found::Known { row, due: true } => plan.wake(&id, row),
                Found::Unknown { config, had } => {
                    let mut job = Job::new(id.clone(), None, config);
                    job.had = had;
                    plan.jobs.insert(id.clone(), job);
                }
            }
            plan.ids.insert(id);
        }
        Ok(plan)
    }

    fn wake(&mut self, id: &CampaignId, row: Row) {
        let job = Job::new(id.clone(), Some(row.last), Some(row.config));
        self.jobs.insert(id.clone(), job);
    }

    /// The campaign has something to do in any case; `None` if there is none of that name.
    fn job(&mut self, id: &CampaignId) -> Option<&mut Job> {
        if !self.ids.contains(id) {
            return None;
        }
        if let Some(row) = self.rests.remove(id) {
            self.wake(id, row);
        }
        self.jobs.get_mut(id)
    }
}

/// The row of a campaign that has nothing to do and nothing to send.
fn row(club: &Club, job: &Job) -> Option<(CampaignId, Row)> {
    let rests = job.rests.as_ref().filter(|_| job.stuck.is_none())?;
    if rests.again {
        return None;
    }
    let dir = club.layout.campaign(&job.id);
    let row = Row {
        config: job.config?,
        log: Looks::at(&*club.fs, &dir.log())?,
        last: rests.last.note.number,
        next: rests.next,
    };
    Some((job.id.clone(), row))
}

/// Sorts all mail that waits by campaign. What is for none goes to the ledger, and what has been
/// taken before is tidied away.
fn sort_mail(
    club: &Club,
    plan: &mut Plan,
    routed: Vec<Routed>,
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let mut astray = Vec::new();
    let mut newest: BTreeMap<CampaignId, Newest> = BTreeMap::new();
    let mut sorted: BTreeSet<(CampaignId, String)> = BTreeSet::new();
    for routed in routed {
        match routed {
            Routed::Ledger(from, line) => astray.push((from, line)),
            Routed::Bounce(from, line, whose, bounced) => {
                match bounces::note(club, line, (&whose, &bounced), now) {
                    Ok(line) => astray.push((from, line)),
                    // It lies where it lay, and keeps nothing else waiting.
                    Err(error) => summary.wait("desk", format!("{error:#}")),
                }
            }
            Routed::Campaign(id, arrival) => {
                let Some(job) = plan.job(&id) else {
                    astray.push((arrival.from, gone(&arrival)));
                    continue;
                };
                if job.stuck.is_some() {
                    job.mail.push(*arrival);
                    continue;
                }
                if !sorted.insert((id, arrival.mail.id.0.clone())) {
                    astray.push((arrival.from, again(&arrival)));
                    continue;
                }
                match known(club, job, &arrival, &mut newest) {
                    Ok(Known::No) => job.mail.push(*arrival),
                    Ok(Known::ThisFile) => seen::tidy(club, &arrival, now)?,
                    Ok(Known::OtherFile) => astray.push((arrival.from, again(&arrival))),
                    Err(fault) => {
                        job.stuck = Some(fault.into());
                        job.mail.push(*arrival);
                    }
                }
            }
        }
    }
    let astray = not_taken(club, astray, now)?;
    let mut addresses = Addresses::new(club, Vec::from_iter(plan.ids.iter().cloned()));
    for (from, line) in &astray {
        addresses.tell(line, now)?;
        if *from == Source::Drop {
            // Whoever drops a file looks here, not into a mailbox.
            let file = format!("drop/{}", line.file);
            let said = summary.changed.entry(file).or_default();
            said.push(line.why.clone());
        }
    }
    let lines: Vec<ledger::Line> = astray.iter().map(|it| it.1.clone()).collect();
    // A ledger that cannot be written keeps its own mails waiting, and nothing else.
    if let Err(error) = ledger::add(club, lines) {
        summary.wait("desk", format!("{error:#}"));
        return Ok(());
    }
    for (from, line) in astray {
        summary.mails += 1;
        seen::put_away(club, from, &line.file, now)?;
    }
    Ok(())
}

/// Of these, those that no campaign took: one may have been archived since, and the power cut
/// before the file was tidied away for good.
fn not_taken(
    club: &Club,
    astray: Vec<(Source, ledger::Line)>,
    now: Moment,
) -> Stored<Vec<(Source, ledger::Line)>> {
    let mut left = Vec::new();
    for (from, line) in astray {
        match Newest::default().knows(club, &line.id, &line.file)? {
            Known::ThisFile => seen::put_away(club, from, &line.file, now)?,
            Known::No | Known::OtherFile => left.push((from, line)),
        }
    }
    Ok(left)
}

/// Whether a mail has been taken by an earlier run.
fn known(
    club: &Club,
    job: &Job,
    arrival: &Arrival,
    newest: &mut BTreeMap<CampaignId, Newest>,
) -> Stored<Known> {
    if !newest.contains_key(&job.id) {
        let dir = club.layout.campaign(&job.id);
        let log = match job.known {
            Some(known) => CampaignLog::knowing(&*club.fs, &dir, known),
            None => CampaignLog::new(&*club.fs, &dir),
        };
        newest.insert(job.id.clone(), Newest::of(&log)?);
    }
    newest[&job.id].knows(club, &arrival.mail.id.0, &arrival.file)
}

fn again(arrival: &Arrival) -> ledger::Line {
    let why = "the same mail came in before".to_owned();
    line(arrival, "again", why)
}

fn gone(arrival: &Arrival) -> ledger::Line {
    line(arrival, ASTRAY, "its campaign does not run".to_owned())
}

fn line(arrival: &Arrival, class: &str, why: String) -> ledger::Line {
    ledger::Line {
        id: arrival.mail.id.0.clone(),
        file: arrival.file.clone(),
        arrived: arrival.arrived,
        class: class.to_owned(),
        from: arrival.mail.from.clone().unwrap_or_default(),
        why,
    }
}

/// Puts addresses that players have confirmed into the roster, each with an entry of its own. One
/// that cannot be is tried again at the next tick, and keeps no mail waiting.
fn move_players(club: &Club, job: &mut Job, now: Moment, summary: &mut Summary) {
    let Some(rests) = job.rests.as_mut() else {
        return;
    };
    // When the game is over there is nothing left to be mailed elsewhere.
    if rests.last.note.desk.stop == Stop::Over {
        return;
    }
    for (seat, address) in rests.last.note.desk.moving.clone() {
        match players::move_to(club, &job.id, seat, &address, now) {
            Ok(last) => {
                rests.last = last;
                job.entries += 1;
                job.did.push(format!("{seat} gets mail at another address"));
            }
            Err(error) => {
                summary.wait(job.id.as_str(), format!("{seat}: {error:#}"));
                rests.again = true;
            }
        }
    }
}

/// Says what became of a campaign. One that cannot go on in this run touches no other.
fn note(club: &Club, job: &mut Job, now: Moment, summary: &mut Summary) -> anyhow::Result<()> {
    summary.mails += job.mails;
    summary.entries += job.entries;
    for did in job.did.drain(..) {
        summary.say(&job.id, did);
    }
    let halted = match &job.stuck {
        None => return Ok(()),
        Some(Stuck::Disk(fault)) => {
            summary.wait(job.id.as_str(), fault.to_string());
            return Ok(());
        }
        Some(Stuck::Halted(halted)) => {
            halt::tell_referee(club, &job.id, halted, now)?;
            halted.clone()
        }
        Some(Stuck::Broken { what, steps }) => {
            summary.say(&job.id, format!("HALTED: {what}"));
            halt::halt(club, &job.id, what, steps, now)?
        }
    };
    summary.halted.push(job.id.to_string());
    tell_players(club, &job.id, &job.mail, &halted, now)
}

/// Hands over what waits to be sent: in these campaigns, and at the desk.
fn deliver_all(
    club: &Club,
    jobs: &mut [&mut Job],
    post: &mut dyn Transport,
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let mut round = Round::new(club, post, now);
    for job in jobs.iter_mut() {
        let dir = club.layout.campaign(&job.id);
        // Halted meanwhile by hand: nothing leaves.
        if exists(&*club.fs, &dir.halted()) {
            job.rests = None;
            continue;
        }
        if let Some(rests) = &job.rests {
            round.campaign(&job.id, &dir, &rests.last);
        }
    }
    let Ended {
        mut delivered,
        stuck,
        waits,
    } = round.end();
    for job in jobs.iter_mut() {
        if waits.contains(&job.id) {
            job.rests = None;
        }
    }
    for (id, fault) in stuck {
        let mut job = jobs.iter_mut().filter(|it| it.id == id);
        if let Some(job) = job.next() {
            job.stuck = Some(fault.into());
            note(club, job, now, summary)?;
        }
    }
    deliver::desk(club, post, now, &mut delivered)?;
    // `status` alone hangs on it.
    let _ = deliver::note_down(club, &delivered, now);
    summary.sent = delivered.sent;
    summary.unsent = delivered.unsent;
    summary.unsent_why = delivered.why;
    summary.refused = delivered.refused;
    Ok(())
}

/// Tells those whose mail waits that the campaign stands still, once for each halt.
fn tell_players(
    club: &Club,
    id: &CampaignId,
    waiting: &[Arrival],
    why: &str,
    now: Moment,
) -> anyhow::Result<()> {
    let Ok(roster) = Roster::open(&*club.fs, &club.layout.campaign(id)) else {
        return Ok(());
    };
    for arrival in waiting {
        if let Some(player) = roster.player(arrival.seat) {
            halt::tell_player(club, id, arrival.seat, player, why, now)?;
        }
    }
    Ok(())
}

/// After this, nothing that was tidied away can come back through a power cut.
fn sync_mail(club: &Club) -> anyhow::Result<()> {
    let root = club.layout.path(&club.config.mail_in.maildir);
    Maildir::new(&*club.fs, &root).make()?;
    for folder in ["new", "cur"] {
        club.fs.sync_dir(&root.join(folder))?;
    }
    Ok(())
}
