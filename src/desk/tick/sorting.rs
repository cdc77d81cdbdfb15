//! The mail of one tick, sorted: to the campaign it belongs to, or to the one who is to hear of it.
//!
//! Not here: where a mail belongs (`route`), and what a campaign makes of it (`jobs`).

use super::closing;
use super::jobs::Job;
use super::open_seats;
use super::plan::Plan;
use crate::clock::Moment;
use crate::desk::club::addresses::Addresses;
use crate::desk::club::ledger;
use crate::desk::club::open::Club;
use crate::desk::club::summary::Summary;
use crate::desk::inbox::arrival::{Arrival, Source};
use crate::desk::inbox::marks::{self, Known, Newest};
use crate::desk::inbox::opened::OpenedMail;
use crate::desk::inbox::route::{HELD_MAX, NO_CAMPAIGN, Routed, Unread, for_none};
use crate::desk::inbox::unmatched::{self, Desk, Stray};
use crate::desk::inbox::watch;
use crate::desk::outbox::bounces;
use crate::mail::Class;
use crate::store::fault::Stored;
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts all mail that waits by campaign. What is for none goes to the ledger, and what has been
/// taken before is tidied away.
pub fn sort_mail(
    club: &Club,
    plan: &mut Plan,
    unread: Vec<Unread>,
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let mut sorter = Sorter {
        club,
        now,
        holds: unread.len() <= HELD_MAX,
        strays: Vec::new(),
        newest: BTreeMap::new(),
        sorted: BTreeSet::new(),
        addresses: Addresses::new(club, Vec::from_iter(plan.ids.iter().cloned())),
        requests: watch::Requests::default(),
    };
    for unread in unread {
        match unread.read(club) {
            Ok(Some(Routed::Campaign(id, arrival))) => {
                sorter.for_campaign(plan, id, (*arrival, unread))?;
            }
            Ok(Some(routed)) => sorter.for_none(routed, summary),
            Ok(None) => {}
            Err(fault) => summary.wait("mail", fault.to_string()),
        }
        if sorter.strays.len() >= HELD_MAX {
            sorter.put_away(summary)?;
        }
    }
    sorter.put_away(summary)
}

/// The mail of one tick on its way.
struct Sorter<'c> {
    club: &'c Club,
    now: Moment,
    /// Whether mails of campaigns are held until these take them.
    holds: bool,
    strays: Vec<Stray>,
    newest: BTreeMap<CampaignId, Newest>,
    sorted: BTreeSet<(CampaignId, String)>,
    addresses: Addresses<'c>,
    requests: watch::Requests,
}

impl Sorter<'_> {
    fn for_campaign(
        &mut self,
        plan: &mut Plan,
        id: CampaignId,
        (arrival, unread): (Arrival, Unread),
    ) -> anyhow::Result<()> {
        let (club, now) = (self.club, self.now);
        let Some(job) = plan.job(&id) else {
            let line = gone(&arrival);
            self.strays
                .push(stray(arrival.from, line, Some(arrival.mail)));
            return Ok(());
        };
        if job.stuck.is_none() && !self.sorted.insert((id, arrival.mail.id.0.clone())) {
            self.strays.push(stray(arrival.from, again(&arrival), None));
            return Ok(());
        }
        let known = match job.stuck {
            Some(_) => Ok(Known::No),
            None => known(club, job, &arrival, &mut self.newest),
        };
        match known {
            Ok(Known::ThisFile) => return Ok(marks::tidy(club, &arrival, now)?),
            Ok(Known::OtherFile) => {
                self.strays.push(stray(arrival.from, again(&arrival), None));
                return Ok(());
            }
            Ok(Known::No) => {}
            Err(fault) => job.stuck = Some(fault.into()),
        }
        if self.holds {
            job.mail.push(arrival);
        } else {
            job.queue.push_back((arrival.seat, unread));
        }
        Ok(())
    }

    fn for_none(&mut self, routed: Routed, summary: &mut Summary) {
        let (club, now) = (self.club, self.now);
        let (from, noted) = match routed {
            Routed::Campaign(..) => return,
            Routed::Ledger(from, line) => (from, Ok((line, None))),
            Routed::Astray(from, line, mail) => (from, Ok((line, Some(mail)))),
            Routed::Late(from, line, mail, (id, seat)) => {
                let answered = closing::answer(club, &id, seat, now);
                (from, answered.map(|it| (line, (!it).then_some(mail))))
            }
            Routed::Watch(from, line, asked) => {
                let asked = (&line, &asked);
                let said = self.requests.take(club, asked, now, &mut self.addresses);
                (from, said.map(|it| (it, None)))
            }
            Routed::Join(from, line, mail, wanted) => {
                let asked = (&line, &wanted, &*mail);
                let desk = (&mut self.requests.strangers, &mut self.addresses);
                let said = open_seats::take(club, asked, now, desk);
                let for_nobody = (line.clone(), mail);
                (
                    from,
                    said.map(|said| match said {
                        Some(line) => (line, None),
                        // A mail like any other.
                        None => {
                            let (class, why) = for_none(&for_nobody.1, NO_CAMPAIGN.to_owned());
                            let line = ledger::LedgerLine {
                                class,
                                why,
                                ..for_nobody.0
                            };
                            (line, Some(for_nobody.1))
                        }
                    }),
                )
            }
            Routed::Bounce(from, line, whose, bounced) => {
                let noted = bounces::note(club, line, (&whose, &bounced), now);
                (from, noted.map(|it| (it, None)))
            }
        };
        match noted {
            Ok((line, mail)) => self.strays.push(Stray { from, line, mail }),
            // It stays where it was, and keeps nothing else waiting.
            Err(error) => summary.wait_for("desk", &error),
        }
    }

    fn put_away(&mut self, summary: &mut Summary) -> anyhow::Result<()> {
        let strays = not_taken(self.club, std::mem::take(&mut self.strays), self.now)?;
        let desk = Desk {
            club: self.club,
            addresses: &mut self.addresses,
            strangers: &mut self.requests.strangers,
            now: self.now,
            open: BTreeMap::new(),
        };
        unmatched::put_away(desk, strays, summary)
    }
}

/// Of these, those that no campaign took: one may have been archived since, and the power cut
/// before the file was tidied away permanently.
fn not_taken(club: &Club, strays: Vec<Stray>, now: Moment) -> Stored<Vec<Stray>> {
    let mut left = Vec::new();
    for stray in strays {
        let line = &stray.line;
        match Newest::default().knows(club, &line.id, &line.file)? {
            Known::ThisFile => marks::put_away(club, stray.from, &line.file, now)?,
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
fn stray(from: Source, line: ledger::LedgerLine, mail: Option<OpenedMail>) -> Stray {
    let by_person = mail.filter(|it| it.class == Class::Orders);
    let mail = by_person.map(Box::new);
    Stray { from, line, mail }
}

fn again(arrival: &Arrival) -> ledger::LedgerLine {
    let why = "the same mail came in before".to_owned();
    line(arrival, "again", why)
}

fn gone(arrival: &Arrival) -> ledger::LedgerLine {
    let (class, why) = for_none(&arrival.mail, "its campaign is not running".to_owned());
    line(arrival, &class, why)
}

fn line(arrival: &Arrival, class: &str, why: String) -> ledger::LedgerLine {
    ledger::LedgerLine {
        id: arrival.mail.id.0.clone(),
        file: arrival.file.clone(),
        arrived: arrival.arrived,
        class: class.to_owned(),
        from: arrival.mail.from.clone().unwrap_or_default(),
        why,
    }
}
