//! One cron run: lock, recover, take mail, turn over, commit, tidy, deliver.
//!
//! If it stops at any point, the next run carries on: before a commit nothing happened for that
//! campaign, after it only tidying and sending are left, and they may be done twice.

use super::astray;
use super::campaign::{Campaign, Roster, Stuck};
use super::commit::commit;
use super::deliver::{self, Delivered};
use super::halt;
use super::ledger;
use super::open::Club;
use super::route::{ASTRAY, Arrival, Routed, Source, waiting};
use super::seen::{self, Known, Newest};
use super::turn_over::turn_over;
use crate::clock::Moment;
use crate::fault::{HALTED, RETRY};
use crate::mail::transport::Transport;
use crate::report::Templates;
use crate::store::fault::Stored;
use crate::store::fs::exists;
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::store::maildir::Maildir;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What one run did.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// For each campaign in which something changed, what.
    pub changed: BTreeMap<String, Vec<String>>,
    /// Mails taken or refused.
    pub mails: u32,
    /// Entries committed.
    pub entries: u32,
    /// Mails handed over.
    pub sent: u32,
    /// Mails that could not be handed over this time.
    pub unsent: u32,
    /// What went wrong with the first of these.
    pub unsent_why: Option<String>,
    /// Campaigns that stand still because something is broken.
    pub halted: Vec<String>,
    /// What the disk would not give or take this time: campaigns, `mail`, `desk`.
    pub retry: Vec<String>,
}

impl Summary {
    /// 70 if a campaign is halted, 75 if something must be tried again, else 0.
    pub fn exit_code(&self) -> u8 {
        match (self.halted.is_empty(), self.unsent, self.retry.is_empty()) {
            (false, _, _) => HALTED,
            (true, 0, true) => 0,
            _ => RETRY,
        }
    }

    fn say(&mut self, id: &CampaignId, what: impl Into<String>) {
        self.changed
            .entry(id.to_string())
            .or_default()
            .push(what.into());
    }

    /// Something of that name must be tried again.
    fn wait(&mut self, name: &str, why: String) {
        self.retry.push(name.to_owned());
        self.changed.entry(name.to_owned()).or_default().push(why);
    }
}

impl fmt::Display for Summary {
    /// A line for each campaign where something changed; nothing at all if nothing did.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, what) in &self.changed {
            writeln!(f, "{id}: {}", what.join("; "))?;
        }
        if self.unsent > 0 {
            let why = self.unsent_why.as_deref().unwrap_or_default();
            writeln!(f, "{} mails wait to be sent: {why}", self.unsent)?;
        }
        Ok(())
    }
}

/// One run with the transport that packetboat.toml names.
///
/// # Errors
/// Configuration that cannot be used; the disk.
pub fn run(club: &Club, now: Moment) -> anyhow::Result<Summary> {
    let mut post = deliver::transport(club)?;
    tick(club, &mut *post, now)
}

/// One run.
///
/// # Errors
/// Configuration that cannot be used; the disk. Whatever was committed before stays.
pub fn tick(club: &Club, post: &mut dyn Transport, now: Moment) -> anyhow::Result<Summary> {
    let templates = club.templates()?;
    let mut summary = Summary::default();
    let mut todo = Todo::default();
    let ids = club.campaign_ids()?;
    for id in &ids {
        let dir = club.layout.campaign(id);
        if let Err(fault) = CampaignLog::new(&*club.fs, &dir).recover() {
            todo.stuck.insert(id.clone(), fault.into());
        }
    }
    sort_mail(club, &ids, now, &mut todo, &mut summary)?;
    for id in &ids {
        let mut mail = todo.mail.remove(id).unwrap_or_default();
        let done = match todo.stuck.remove(id) {
            Some(stuck) => Err(stuck),
            None => work_off(club, &templates, id, &mut mail, now, &mut summary),
        };
        if let Err(stuck) = done {
            stand_still(club, id, stuck, &mail, now, &mut summary)?;
        }
    }
    sync_mail(club)?;
    let mut delivered = Delivered::default();
    for id in &ids {
        let dir = club.layout.campaign(id);
        // What is stuck half-way is carried on as a whole by the next run.
        let stuck = summary.retry.iter().any(|it| it == id.as_str());
        if stuck || exists(&*club.fs, &dir.halted()) {
            continue;
        }
        if let Err(fault) = deliver::campaign(club, &dir, post, now, &mut delivered) {
            stand_still(club, id, fault.into(), &[], now, &mut summary)?;
        }
    }
    deliver::desk(club, post, now, &mut delivered)?;
    summary.sent = delivered.sent;
    summary.unsent = delivered.unsent;
    summary.unsent_why = delivered.why;
    Ok(summary)
}

/// What one run has to do.
#[derive(Default)]
struct Todo {
    /// Mail to be taken.
    mail: BTreeMap<CampaignId, Vec<Arrival>>,
    /// Campaigns that cannot go on, found out before their turn came.
    stuck: BTreeMap<CampaignId, Stuck>,
}

/// Sorts all mail that waits by campaign. What is for none goes to the ledger, and what has been
/// taken before is tidied away.
fn sort_mail(
    club: &Club,
    ids: &[CampaignId],
    now: Moment,
    todo: &mut Todo,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let mut astray = Vec::new();
    let mut newest: BTreeMap<CampaignId, Newest> = BTreeMap::new();
    let (routed, unread) = waiting(club, now)?;
    for fault in unread {
        summary.wait("mail", fault.to_string());
    }
    for routed in routed {
        match routed {
            Routed::Ledger(from, line) => astray.push((from, line)),
            Routed::Campaign(id, arrival) if ids.contains(&id) => {
                if todo.stuck.contains_key(&id) {
                    todo.mail.entry(id).or_default().push(*arrival);
                    continue;
                }
                match known(club, &id, &arrival, todo, &mut newest) {
                    Ok(Known::No) => todo.mail.entry(id).or_default().push(*arrival),
                    Ok(Known::ThisFile) => {
                        seen::tidy(club, &arrival.mail.id.0, arrival.from, &arrival.file, now)?;
                    }
                    Ok(Known::OtherFile) => astray.push((arrival.from, again(&arrival))),
                    Err(fault) => {
                        todo.stuck.insert(id.clone(), fault.into());
                        todo.mail.entry(id).or_default().push(*arrival);
                    }
                }
            }
            Routed::Campaign(_, arrival) => astray.push((arrival.from, gone(&arrival))),
        }
    }
    for (from, line) in &astray {
        astray::tell(club, ids, line, now)?;
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

/// Whether a mail has been taken, by an earlier run or, in another copy, by this one.
fn known(
    club: &Club,
    id: &CampaignId,
    arrival: &Arrival,
    todo: &Todo,
    newest: &mut BTreeMap<CampaignId, Newest>,
) -> Stored<Known> {
    let same = |it: &Arrival| it.mail.id == arrival.mail.id;
    if todo.mail.get(id).is_some_and(|it| it.iter().any(same)) {
        return Ok(Known::OtherFile);
    }
    if !newest.contains_key(id) {
        let found = Newest::of(club, &club.layout.campaign(id))?;
        newest.insert(id.clone(), found);
    }
    newest[id].knows(club, &arrival.mail.id.0, &arrival.file)
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

/// A campaign that cannot go on in this run; its failure touches no other.
fn stand_still(
    club: &Club,
    id: &CampaignId,
    stuck: Stuck,
    waiting: &[Arrival],
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let halted = match stuck {
        Stuck::Disk(fault) => {
            summary.wait(id.as_str(), fault.to_string());
            return Ok(());
        }
        Stuck::Halted(halted) => {
            halt::tell_referee(club, id, &halted, now)?;
            halted
        }
        Stuck::Broken { what, steps } => {
            summary.say(id, format!("HALTED: {what}"));
            halt::halt(club, id, &what, &steps, now)?
        }
    };
    summary.halted.push(id.to_string());
    tell_players(club, id, waiting, &halted, now)
}

/// Turns one campaign over until there is nothing to do. Of the mail, what it has not taken is
/// left.
fn work_off(
    club: &Club,
    templates: &Templates,
    id: &CampaignId,
    mail: &mut Vec<Arrival>,
    now: Moment,
    summary: &mut Summary,
) -> Result<(), Stuck> {
    let mut campaign = Campaign::open(club, id)?;
    // Nobody called can be ready for ever: each round takes mail, resolves, or ends.
    while let Some(turned) = turn_over(club, templates, &mut campaign, mail, now)? {
        campaign = commit(club, campaign, turned.draft)?;
        summary.entries += 1;
        summary.say(id, turned.said);
        for taken in mail.drain(..turned.taken) {
            summary.mails += 1;
            seen::tidy(club, &taken.mail.id.0, taken.from, &taken.file, now)?;
        }
    }
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
