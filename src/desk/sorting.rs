//! The mail of one tick, sorted: to the campaign it belongs to, or to whoever is to hear of it.
//!
//! Not here: where a mail belongs (`route`), and what a campaign makes of it (`rounds`).

use super::addresses::Addresses;
use super::arrival::{Arrival, Source};
use super::astray::{self, Desk, Stray};
use super::bounces;
use super::closing;
use super::ledger;
use super::open::Club;
use super::plan::Plan;
use super::rounds::Job;
use super::route::{Routed, for_none};
use super::seen::{self, Known, Newest};
use super::summary::Summary;
use super::watch;
use crate::clock::Moment;
use crate::mail::{Class, Incoming};
use crate::store::fault::Stored;
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts all mail that waits by campaign. What is for none goes to the ledger, and what has been
/// taken before is tidied away.
pub fn sort_mail(
    club: &Club,
    plan: &mut Plan,
    routed: Vec<Routed>,
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let mut strays = Vec::new();
    let mut newest: BTreeMap<CampaignId, Newest> = BTreeMap::new();
    let mut sorted: BTreeSet<(CampaignId, String)> = BTreeSet::new();
    let mut addresses = Addresses::new(club, Vec::from_iter(plan.ids.iter().cloned()));
    let mut requests = watch::Requests::default();
    for routed in routed {
        let (from, noted) = match routed {
            Routed::Ledger(from, line) => (from, Ok((line, None))),
            Routed::Astray(from, line, mail) => (from, Ok((line, Some(mail)))),
            Routed::Late(from, line, mail, (id, seat)) => {
                let answered = closing::answer(club, &id, seat, now);
                (from, answered.map(|it| (line, (!it).then_some(mail))))
            }
            Routed::Watch(from, line, asked) => {
                let said = requests.take(club, (&line, &asked), now, &mut addresses);
                (from, said.map(|it| (it, None)))
            }
            Routed::Bounce(from, line, whose, bounced) => {
                let noted = bounces::note(club, line, (&whose, &bounced), now);
                (from, noted.map(|it| (it, None)))
            }
            Routed::Campaign(id, arrival) => {
                let Some(job) = plan.job(&id) else {
                    strays.push(stray(arrival.from, gone(&arrival), Some(arrival.mail)));
                    continue;
                };
                if job.stuck.is_some() {
                    job.mail.push(*arrival);
                    continue;
                }
                if !sorted.insert((id, arrival.mail.id.0.clone())) {
                    strays.push(stray(arrival.from, again(&arrival), None));
                    continue;
                }
                match known(club, job, &arrival, &mut newest) {
                    Ok(Known::No) => job.mail.push(*arrival),
                    Ok(Known::ThisFile) => seen::tidy(club, &arrival, now)?,
                    Ok(Known::OtherFile) => {
                        strays.push(stray(arrival.from, again(&arrival), None));
                    }
                    Err(fault) => {
                        job.stuck = Some(fault.into());
                        job.mail.push(*arrival);
                    }
                }
                continue;
            }
        };
        match noted {
            Ok((line, mail)) => strays.push(Stray { from, line, mail }),
            // It lies where it lay, and keeps nothing else waiting.
            Err(error) => summary.wait("desk", format!("{error:#}")),
        }
    }
    let desk = Desk {
        club,
        addresses: &mut addresses,
        strangers: &mut requests.strangers,
        now,
        open: BTreeMap::new(),
    };
    astray::put_away(desk, not_taken(club, strays, now)?, summary)
}

/// Of these, those that no campaign took: one may have been archived since, and the power cut
/// before the file was tidied away for good.
fn not_taken(club: &Club, strays: Vec<Stray>, now: Moment) -> Stored<Vec<Stray>> {
    let mut left = Vec::new();
    for stray in strays {
        let line = &stray.line;
        match Newest::default().knows(club, &line.id, &line.file)? {
            Known::ThisFile => seen::put_away(club, stray.from, &line.file, now)?,
            Known::No | Known::OtherFile => left.push(stray),
        }
    }
    Ok(left)
}

/// Whether a mail has been taken by an earlier run.
fn known(
    club: &Club,
    job: &mut Job,
    arrival: &Arrival,
    newest: &mut BTreeMap<CampaignId, Newest>,
) -> Stored<Known> {
    if !newest.contains_key(&job.id) {
        let dir = club.layout.campaign(&job.id);
        let log = match job.known {
            Some(known) => CampaignLog::knowing(&*club.fs, &dir, known),
            None => CampaignLog::new(&*club.fs, &dir),
        };
        job.last = match job.last.take() {
            Some(last) => Some(last),
            None => log.last()?,
        };
        newest.insert(job.id.clone(), Newest::of(&log, job.last.as_ref())?);
    }
    newest[&job.id].knows(club, &arrival.mail.id.0, &arrival.file)
}

/// A mail that no campaign takes; a machine's is heard by nobody.
fn stray(from: Source, line: ledger::Line, mail: Option<Incoming>) -> Stray {
    let by_person = mail.filter(|it| it.class == Class::Orders);
    let mail = by_person.map(Box::new);
    Stray { from, line, mail }
}

fn again(arrival: &Arrival) -> ledger::Line {
    let why = "the same mail came in before".to_owned();
    line(arrival, "again", why)
}

fn gone(arrival: &Arrival) -> ledger::Line {
    let (class, why) = for_none(&arrival.mail, "its campaign does not run".to_owned());
    line(arrival, &class, why)
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
