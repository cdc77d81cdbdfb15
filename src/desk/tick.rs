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
use super::seen;
use super::turn_over::turn_over;
use crate::clock::Moment;
use crate::fault::{HALTED, RETRY};
use crate::mail::transport::Transport;
use crate::report::Templates;
use crate::store::fs::exists;
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::store::maildir::Maildir;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
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
    /// Campaigns that stand still because something is broken.
    pub halted: Vec<String>,
    /// Campaigns whose files the disk would not give this time.
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
}

impl fmt::Display for Summary {
    /// A line for each campaign where something changed; nothing at all if nothing did.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, what) in &self.changed {
            writeln!(f, "{id}: {}", what.join("; "))?;
        }
        if self.unsent > 0 {
            writeln!(f, "{} mails wait to be sent", self.unsent)?;
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
    let ids = club.campaign_ids()?;
    for id in &ids {
        let dir = club.layout.campaign(id);
        CampaignLog::new(&*club.fs, &dir).recover()?;
    }
    let mut mail = sorted_mail(club, &ids, now, &mut summary)?;
    for id in &ids {
        let arrivals = mail.remove(id).unwrap_or_default();
        one_campaign(club, &templates, id, arrivals, now, &mut summary)?;
    }
    sync_mail(club)?;
    let mut delivered = Delivered::default();
    for id in &ids {
        let dir = club.layout.campaign(id);
        if !exists(&*club.fs, &dir.halted()) {
            deliver::campaign(club, &dir, post, now, &mut delivered)?;
        }
    }
    deliver::desk(club, post, now, &mut delivered)?;
    summary.sent = delivered.sent;
    summary.unsent = delivered.unsent;
    Ok(summary)
}

/// All mail that waits, by campaign; what is for none goes to the ledger, and what has been taken
/// before is tidied away.
fn sorted_mail(
    club: &Club,
    ids: &[CampaignId],
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<BTreeMap<CampaignId, Vec<Arrival>>> {
    let mut mail: BTreeMap<CampaignId, Vec<Arrival>> = BTreeMap::new();
    let mut astray = Vec::new();
    let mut taken: BTreeMap<CampaignId, BTreeSet<String>> = BTreeMap::new();
    for routed in waiting(club, now)? {
        match routed {
            Routed::Ledger(from, line) => astray.push((from, line)),
            Routed::Campaign(id, arrival) if ids.contains(&id) => {
                let known = match taken.get_mut(&id) {
                    Some(known) => known,
                    None => {
                        let dir = club.layout.campaign(&id);
                        // A campaign whose entries cannot be read is halted soon.
                        let known = seen::of_last_run(club, &dir).unwrap_or_default();
                        taken.entry(id.clone()).or_insert(known)
                    }
                };
                let mail_id = &arrival.mail.id.0;
                if known.contains(mail_id) || seen::knows(club, mail_id) {
                    astray.push((arrival.from, again(&arrival)));
                } else {
                    known.insert(mail_id.clone());
                    mail.entry(id).or_default().push(*arrival);
                }
            }
            Routed::Campaign(_, arrival) => astray.push((arrival.from, gone(&arrival))),
        }
    }
    summary.mails += u32::try_from(astray.len()).unwrap_or(u32::MAX);
    for (from, line) in &astray {
        astray::tell(club, ids, line, now)?;
        if *from == Source::Drop {
            // Whoever drops a file looks here, not into a mailbox.
            let file = format!("drop/{}", line.file);
            summary
                .changed
                .entry(file)
                .or_default()
                .push(line.why.clone());
        }
    }
    ledger::add(club, astray.iter().map(|it| it.1.clone()).collect())?;
    for (from, line) in astray {
        seen::tidy(club, &line.id, from, &line.file, now)?;
    }
    Ok(mail)
}

fn again(arrival: &Arrival) -> ledger::Line {
    let why = "the same mail has been taken before".to_owned();
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

/// Turns one campaign over until there is nothing to do. Its failure touches no other.
fn one_campaign(
    club: &Club,
    templates: &Templates,
    id: &CampaignId,
    mail: Vec<Arrival>,
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let waiting = mail.clone();
    match work_off(club, templates, id, mail, now, summary) {
        Ok(()) => Ok(()),
        Err(Stuck::Disk(fault)) => {
            summary.retry.push(id.to_string());
            summary.say(id, format!("the disk: {fault}"));
            Ok(())
        }
        Err(Stuck::Halted(text)) => {
            summary.halted.push(id.to_string());
            tell_players(club, id, &waiting, &text, now)
        }
        Err(Stuck::Broken { what, steps }) => {
            summary.halted.push(id.to_string());
            summary.say(id, format!("HALTED: {what}"));
            halt::halt(club, id, &what, &steps, now)?;
            tell_players(club, id, &waiting, &what, now)
        }
    }
}

fn work_off(
    club: &Club,
    templates: &Templates,
    id: &CampaignId,
    mut mail: Vec<Arrival>,
    now: Moment,
    summary: &mut Summary,
) -> Result<(), Stuck> {
    let mut campaign = Campaign::open(club, id)?;
    // Nobody called can be ready for ever: each round takes mail, resolves, or ends.
    while let Some(turned) = turn_over(club, templates, &mut campaign, &mail, now)? {
        campaign = commit(club, campaign, turned.draft)?;
        summary.entries += 1;
        summary.say(id, turned.said);
        for taken in mail.drain(..turned.taken) {
            summary.mails += 1;
            tidy(club, &taken, now)?;
        }
    }
    Ok(())
}

fn tidy(club: &Club, taken: &Arrival, now: Moment) -> Result<(), Stuck> {
    let done = seen::tidy(club, &taken.mail.id.0, taken.from, &taken.file, now);
    done.map_err(|it| {
        let source = std::io::Error::other(it.to_string());
        Stuck::Disk(crate::store::fault::StoreFault::disk(
            club.layout.root(),
            source,
        ))
    })
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
