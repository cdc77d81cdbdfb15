//! Looking without touching: `status`, `show`, `check`, `games`.
//!
//! Not here: anything that writes.

use super::campaign::{Campaign, Stuck};
use super::found::known_game;
use super::intake::{self, Taken};
use super::open::Club;
use super::referee::{fault, seated};
use super::route::{Arrival, Wish};
use super::work::Work;
use crate::builtin;
use crate::clock::Moment;
use crate::engine::data::{DataPack, Founding};
use crate::engine::dice::{Dice, Keys};
use crate::engine::game::{Gate, Table, card};
use crate::engine::seat::{Seat, Viewer};
use crate::fault::Fault;
use crate::games as registry;
use crate::report::{GameLine, GamePage, Kind, Templates, rulings};
use crate::store::entry::{Letter, Stop};
use crate::store::fault::{StoreFault, Stored};
use crate::store::log::CampaignLog;
use serde::Serialize;
use std::collections::BTreeMap;

/// Where one campaign stands.
#[derive(Debug, Serialize)]
pub struct Status {
    /// Its name.
    pub campaign: String,
    /// Its game.
    pub game: String,
    /// The sheet called for; empty if it is over.
    pub sheet: String,
    /// `waits for sheets`, `asks a question`, `over`, `held`, `halted`.
    pub stands: &'static str,
    /// Why it is held or halted.
    pub why: String,
    /// The deadline, in the club's zone.
    pub deadline: Option<String>,
    /// What each called seat has done: `in`, `waits`, `missing`.
    pub seats: BTreeMap<String, &'static str>,
    /// How many mails wait to be sent, and how many of them for review.
    pub unsent: u32,
    /// Of these, reports that wait until they are released.
    pub for_review: u32,
    /// The last entry.
    pub entry: u32,
    /// Absences players have told.
    pub away: BTreeMap<String, Vec<String>>,
}

/// Where campaigns stand.
///
/// # Errors
/// A campaign that does not exist.
pub fn status(club: &Club, named: Option<&str>, now: Moment) -> anyhow::Result<Vec<Status>> {
    let ids = match named {
        Some(name) => vec![club.campaign(name)?.0],
        None => club.campaign_ids()?,
    };
    let mut all = Vec::new();
    for id in ids {
        let dir = club.campaign(id.as_str())?.1;
        let archived = dir.root() != club.layout.campaign(&id).root();
        let opened = match archived {
            true => Campaign::open_at(club.source(), &dir, &id, None),
            false => Campaign::open(club, &id),
        };
        all.push(match opened {
            Ok(campaign) => match one_status(club, &campaign, now) {
                Ok(status) => status,
                Err(StoreFault::File(fault)) => halted(id.as_str(), fault.to_string()),
                Err(disk @ StoreFault::Disk { .. }) => return Err(disk.into()),
            },
            Err(Stuck::Disk(fault)) => return Err(fault.into()),
            Err(Stuck::Halted(why)) => halted(id.as_str(), why),
            Err(Stuck::Broken { what, .. }) => halted(id.as_str(), what),
        });
    }
    Ok(all)
}

fn halted(id: &str, why: String) -> Status {
    Status {
        campaign: id.to_owned(),
        game: String::new(),
        sheet: String::new(),
        stands: "halted",
        why,
        deadline: None,
        seats: BTreeMap::new(),
        unsent: 0,
        for_review: 0,
        entry: 0,
        away: BTreeMap::new(),
    }
}

fn one_status(club: &Club, campaign: &Campaign, now: Moment) -> Stored<Status> {
    let note = campaign.note();
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let unsent = log.unsent(note.desk.delivered)?;
    let waits = |entry: u32| note.desk.released.is_none_or(|it| it < entry);
    let for_review = unsent
        .iter()
        .filter(|it| it.note.what == Letter::ReportForReview && waits(it.entry));
    let for_review = for_review.count();
    let seats = note.desk.called.iter().map(|seat| {
        let has = match campaign.table.gate(*seat) {
            Gate::Ready | Gate::NotCalled => "in",
            Gate::Waits | Gate::Earlier => "in, waits for the deadline",
            Gate::NoSheet => "missing",
        };
        (seat.to_string(), has)
    });
    let over = note.desk.stop == Stop::Over;
    let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    Ok(Status {
        campaign: campaign.id.to_string(),
        game: campaign.card.title.clone(),
        sheet: match over {
            true => String::new(),
            false => campaign.table.sheet().to_string(),
        },
        stands: match (note.desk.stop, &note.desk.held) {
            (Stop::Over, _) => "over",
            (_, Some(_)) => "held",
            (Stop::Gate, None) => "waits for sheets",
            (Stop::Interrupt, None) => "asks a question",
        },
        why: note.desk.held.clone().unwrap_or_default(),
        deadline: note
            .desk
            .deadline
            .map(|it| it.for_people(club.config.club.zone, now)),
        seats: seats.collect(),
        unsent: count(unsent.len()),
        for_review: count(for_review),
        entry: note.number,
        away: note
            .desk
            .away
            .iter()
            .map(|(seat, dates)| (seat.to_string(), dates.clone()))
            .collect(),
    })
}

/// The status as people read it.
pub fn status_text(all: &[Status]) -> String {
    let mut text = String::new();
    for one in all {
        let mut line = format!("{}: ", one.campaign);
        match one.stands {
            "halted" => line.push_str("HALTED"),
            "over" => line.push_str(&format!("{}, over", one.game)),
            stands => line.push_str(&format!("{}, turn {}, {stands}", one.game, one.sheet)),
        }
        if let Some(deadline) = &one.deadline {
            line.push_str(&format!(", deadline {deadline}"));
        }
        text.push_str(&line);
        text.push('\n');
        for why in one.why.lines().take(3).filter(|it| !it.is_empty()) {
            text.push_str(&format!("  {why}\n"));
        }
        for (seat, has) in &one.seats {
            text.push_str(&format!("  {seat}: {has}\n"));
        }
        for (seat, dates) in &one.away {
            text.push_str(&format!("  {seat} is away {}\n", dates.join(", ")));
        }
        if one.unsent > 0 {
            text.push_str(&format!("  {} mails wait to be sent", one.unsent));
            match one.for_review {
                0 => text.push('\n'),
                some => text.push_str(&format!(
                    ", {some} of them for your review (packetboat release {})\n",
                    one.campaign
                )),
            }
        }
    }
    if all.is_empty() {
        text.push_str("There are no campaigns yet. Start one with `packetboat new`.\n");
    }
    text
}

/// A page, both ways.
pub struct Shown {
    /// As in a mail.
    pub text: String,
    /// As data.
    pub json: String,
}

/// A page of any time: what that viewer saw after that entry.
///
/// # Errors
/// A campaign, entry or viewer that does not exist.
pub fn show(
    club: &Club,
    name: &str,
    entry: Option<u32>,
    viewer: Viewer,
    now: Moment,
) -> anyhow::Result<Shown> {
    let (id, dir) = club.campaign(name)?;
    let last = CampaignLog::new(&*club.fs, &dir).entries()?.last().copied();
    if let (Some(entry), Some(last)) = (entry, last)
        && entry > last
    {
        return Err(Fault::usage(format!("{id} has no entry {entry}; the last is {last}")).into());
    }
    let mut campaign =
        Campaign::open_at(club.source(), &dir, &id, entry).map_err(|it| fault(&id, it))?;
    let seat = match viewer {
        Viewer::Seat(seat) => {
            seated(&campaign, seat)?;
            Some(seat)
        }
        Viewer::Public | Viewer::Referee => None,
    };
    let number = campaign.note().number;
    let journals = campaign
        .journals_after(&*club.fs, number.checked_sub(1))
        .map_err(|it| fault(&id, it))?;
    let page = campaign.table.page(viewer, &journals);
    let page = page.map_err(|it| Fault::halted(it.to_string()))?;
    let json = serde_json::to_string_pretty(&page)?;
    let templates = club.templates()?;
    let written = campaign.note().written.min(now);
    let work = Work::begin(club, &templates, &mut campaign, written);
    let kind = match (viewer, work.desk.stop) {
        (Viewer::Seat(_), Stop::Over) => Kind::Final,
        (Viewer::Seat(seat), Stop::Interrupt) if work.desk.called.contains(&seat) => Kind::Question,
        (Viewer::Seat(_), _) => Kind::Usual,
        (Viewer::Public, _) => Kind::Public,
        (Viewer::Referee, _) => Kind::Referee,
    };
    let text = templates.report(&work.frame(seat), kind, &page);
    let text = text.map_err(Fault::halted)?;
    Ok(Shown { text, json })
}

/// Reads and explains orders; files nothing and writes nothing.
///
/// # Errors
/// A campaign or seat that does not exist, or one that stands still.
pub fn check(
    club: &Club,
    name: &str,
    seat: Seat,
    text: &str,
    now: Moment,
) -> anyhow::Result<Taken> {
    let (id, dir) = club.campaign(name)?;
    let mut campaign =
        Campaign::open_at(club.source(), &dir, &id, None).map_err(|it| fault(&id, it))?;
    seated(&campaign, seat)?;
    let templates = club.templates()?;
    let arrival = Arrival::by_command(seat, text, Wish::Check, now);
    let mut work = Work::begin(club, &templates, &mut campaign, now);
    intake::check(&mut work, &arrival).map_err(|it| fault(&id, it))
}

/// The list of games.
///
/// # Errors
/// A game whose card does not fit: a mistake of ours.
pub fn games() -> anyhow::Result<String> {
    let mut lines = Vec::new();
    for game in registry::games() {
        let card = card(&builtin::game(game.id())).map_err(|it| Fault::usage(it.to_string()))?;
        lines.push(GameLine {
            id: game.id().to_owned(),
            card,
        });
    }
    let templates = Templates::load(builtin::templates()).map_err(Fault::usage)?;
    Ok(templates.games(&lines).map_err(Fault::usage)?)
}

/// One game: seats, scenarios, options, orders, what silence means, rulings.
///
/// # Errors
/// A game that does not exist.
pub fn game(id: &str) -> anyhow::Result<String> {
    let game = known_game(id)?;
    let pack = builtin::game(game.id());
    let wrong = |it: crate::engine::data::DataError| Fault::usage(it.to_string());
    let card = card(&pack).map_err(wrong)?;
    let table = sample_table(game.id(), &pack)?;
    let seat = *table
        .seats()
        .first()
        .ok_or_else(|| Fault::usage(format!("{id} has no seats")))?;
    let page = table.page(Viewer::Seat(seat), &[]).map_err(wrong)?;
    let page = GamePage {
        id: game.id().to_owned(),
        card,
        orders: table.help(seat, None),
        silence: page.order_sheet.silence,
        rulings: rulings(&pack).map_err(wrong)?,
        handbook: match pack.files.contains_key("handbook.md") {
            true => format!("packetboat games {id} --handbook"),
            false => String::new(),
        },
    };
    let templates = Templates::load(builtin::templates()).map_err(Fault::usage)?;
    Ok(templates.game(&page).map_err(Fault::usage)?)
}

/// A campaign in memory, to ask for its grammar.
fn sample_table(id: &str, pack: &DataPack) -> anyhow::Result<Box<dyn Table>> {
    let game = known_game(id)?;
    let wrong = |it: crate::engine::data::DataError| Fault::usage(it.to_string());
    let card = card(pack).map_err(wrong)?;
    let founding = Founding::new(&card, None, &[], &BTreeMap::new()).map_err(wrong)?;
    let mut dice = Dice::keyed(Keys::new(&[0; 32], 1, 0).map_err(Fault::usage)?);
    let mut table = game
        .found(pack, "sample", &founding, &mut dice)
        .map_err(wrong)?;
    let mut dice = Dice::keyed(Keys::new(&[0; 32], 2, 0).map_err(Fault::usage)?);
    table
        .play(&mut dice, false)
        .map_err(|it| Fault::usage(it.to_string()))?;
    Ok(table)
}

/// The handbook of a game.
///
/// # Errors
/// A game that does not exist, or has none.
pub fn handbook(id: &str) -> anyhow::Result<String> {
    let game = known_game(id)?;
    let mut pack = builtin::game(game.id());
    let handbook = pack.files.remove("handbook.md");
    Ok(handbook.ok_or_else(|| Fault::usage(format!("{id} has no handbook")))?)
}
