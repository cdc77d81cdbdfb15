//! The state of campaigns: who is missing, what is held or halted, what waits to be sent or to be
//! released, who cannot be reached, and who is away.
//!
//! Not here: how that is said in words (`standing`), pages (`show`), and anything that writes.

use super::pause::check_again;
use crate::clock::Moment;
use crate::config::schedule::WhenAllIn;
use crate::desk::calendar::schedule::resolves_at;
use crate::desk::calendar::stop::standing_of;
use crate::desk::calendar::substitute;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::Club;
use crate::desk::club::register::Register;
use crate::desk::club::{clock_check, file_modes, roster, shut};
use crate::desk::inbox::{aside, retake, strangers, unanswered};
use crate::desk::outbox::bounces::Bounces;
use crate::desk::outbox::refusals;
use crate::desk::outbox::watchers::Watchers;
use crate::engine::game::{Gate, Halted};
use crate::engine::seat::Seat;
use crate::store::entry::Stop;
use crate::store::fault::{StoreFault, Stored};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::outbox::{Became, Unsent, that_leave};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a called seat has done: nothing.
pub const MISSING: &str = "missing";

/// Its player has left, and nothing is in.
pub const HAS_LEFT: &str = "has left";

/// Its player stays away, and a robot writes for it.
pub const ROBOT_WRITES: &str = "a robot writes";

/// It has said WAIT.
pub const WAITS: &str = "received, waits for the deadline";

/// A sheet of before it was called is in.
pub const WANTS_GOAHEAD: &str = "received, waits for GOAHEAD or the deadline";

/// The state of a campaign whose campaign.toml does not read: nothing is played till it does.
pub const UNREAD: &str = "waits for its campaign.toml";

/// How far back it is looked whether mails to a seat could be delivered, in entries: looking must
/// not cost more as a campaign grows old.
const ENTRIES_BACK: u32 = 30;

/// The state of one campaign.
#[derive(Debug, Default, Serialize)]
pub struct Status {
    /// The campaign's name.
    pub campaign: String,
    /// Its game.
    pub game: String,
    /// The sheet called for; empty if it is over.
    pub sheet: String,
    /// What the game calls it; empty: nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sheet_name: String,
    /// `waits for sheets`, `asks a question`, `over`, `held`, `waits for your review`, `waits for
    /// its campaign.toml`, `halted`.
    pub stands: &'static str,
    /// Why it is held or halted: of a halt, what is wrong with its files now, or that they read
    /// well again.
    pub why: String,
    /// What lets it go on, if it is paused: a command.
    pub next: String,
    /// The deadline, in the campaign's zone; none while reports wait for review.
    pub deadline: Option<String>,
    /// The deadline as a moment in UTC.
    pub deadline_at: Option<Moment>,
    /// When the turn really closes if no more mail comes, in the campaign's zone, and why then:
    /// grace, time to think again, or at once; none if only the referee closes it.
    pub closes: Option<String>,
    /// The same as a moment in UTC, without the reason.
    pub closes_at: Option<Moment>,
    /// What each called seat has done: `in`, `received, waits for the deadline` (WAIT was
    /// written), `received, waits for GOAHEAD or the deadline`, `missing`; that its player `has
    /// left`, or that `a robot
    /// writes`.
    pub seats: BTreeMap<String, &'static str>,
    /// Who plays each seat: a name, or `a robot`.
    pub players: BTreeMap<String, String>,
    /// Seats whose player has left, and that wait for another one.
    pub free: Vec<String>,
    /// How it ended, if it is over: the place of each seat; empty if the referee ended it.
    pub places: BTreeMap<String, u8>,
    /// Whether it is in the archive.
    pub archived: bool,
    /// How many mails wait to be sent.
    pub unsent: u32,
    /// Of these, reports that wait until they are released.
    pub for_review: u32,
    /// Of these, mails that were tried and could not be sent yet.
    pub tried: u32,
    /// What went wrong with the last of those.
    pub tried_why: String,
    /// Since when and why nothing at all can be sent, if mails wait for that; else empty.
    pub down: String,
    /// Readers to whom delivery of the last mail failed permanently, and why.
    pub unreachable: BTreeMap<String, String>,
    /// Players whose mails have come back of late, the state of their address, and why.
    pub bounced: BTreeMap<String, String>,
    /// How many get its public reports by mail.
    pub observers: u32,
    /// How many of these have asked for them by mail.
    pub observers_by_mail: u32,
    /// How many have asked for them, and wait until the referee names them in campaign.toml.
    pub observers_waiting: u32,
    /// How many mails were set aside in the last month.
    pub aside: u32,
    /// The last entry.
    pub entry: u32,
    /// Absences that players have announced and that are not over.
    pub away: BTreeMap<String, Vec<String>>,
    /// What to do about secrets of its that others on this machine may read; empty if none may.
    pub exposed: String,
    /// What concerns the whole club, the same for each campaign: that mail cannot be read, what
    /// strangers wrote, and the like.
    pub club: Vec<String>,
}

/// The state of campaigns.
///
/// # Errors
/// A campaign that does not exist.
pub fn status(club: &Club, named: Option<&str>, now: Moment) -> anyhow::Result<Vec<Status>> {
    let ids = match named {
        Some(name) => vec![club.campaign(name)?.0],
        None => club.campaign_ids()?,
    };
    let aside = aside::counts(club, now);
    let about_club = of_club(club, now);
    let mut all = Vec::new();
    for id in ids {
        let dir = club.campaign(id.as_str())?.1;
        let exposed = file_modes::of_campaign(club, &dir).unwrap_or_default();
        let archived = dir.root() != club.layout.campaign(&id).root();
        let opened = if archived {
            Campaign::open_at(club.source(), &dir, &id, None)
        } else {
            Campaign::open(club, &id)
        };
        let status = match opened {
            Ok(campaign) => match one(club, &campaign, now) {
                Ok(status) => status,
                Err(StoreFault::File(fault)) => unread(&id, fault.to_string()),
                Err(disk @ StoreFault::Disk { .. }) => return Err(disk.into()),
            },
            Err(CampaignError::Disk(fault)) => return Err(fault.into()),
            Err(CampaignError::Halted(text)) => halted(club, &id, &dir, &text)?,
            Err(CampaignError::Unsettled(what)) => unread(&id, what),
            Err(CampaignError::Broken { what, steps }) => {
                if roster::is_about_config(&dir, &what) {
                    // The next tick that reads it well goes on by itself.
                    Status {
                        stands: UNREAD,
                        next: "correct it; each tick reads it again".to_owned(),
                        ..broken(&id, what)
                    }
                } else {
                    unread(&id, with_steps(what, &steps))
                }
            }
        };
        all.push(Status {
            exposed,
            archived,
            club: about_club.clone(),
            aside: aside.get(&id).copied().unwrap_or(0),
            ..status
        });
    }
    Ok(all)
}

/// What concerns the whole club, a line each.
pub fn of_club(club: &Club, now: Moment) -> Vec<String> {
    let lines = retake::told(club, now).into_iter();
    let lines = lines.chain(shut::told(club));
    let lines = lines.chain(clock_check::told(club, now));
    let lines = lines.chain(file_modes::of_club(club));
    let lines = lines.chain(refusals::told(club, now));
    let lines = lines.chain(strangers::told(club, now));
    lines.chain(unanswered::told(club, now)).collect()
}

/// A campaign whose files cannot be read: the next tick looks again, and halts it.
fn unread(id: &CampaignId, why: String) -> Status {
    Status {
        next: "correct it before the next tick".to_owned(),
        ..broken(id, why)
    }
}

/// A campaign that is halted because its files cannot be read.
fn broken(id: &CampaignId, why: String) -> Status {
    Status {
        campaign: id.to_string(),
        stands: "halted",
        why,
        next: format!("correct it, then: packetboat release {id}"),
        ..Status::default()
    }
}

/// A campaign that is halted, looked through once more: what `HALTED` says may have been mended.
fn halted(club: &Club, id: &CampaignId, dir: &CampaignDir, text: &str) -> anyhow::Result<Status> {
    let registered = Register::read(club)?.row(id);
    Ok(match check_again(club, dir, id, registered) {
        Ok(()) => Status {
            why: format!("{}; its files can be read now", reason(text)),
            next: format!("packetboat release {id}"),
            ..broken(id, String::new())
        },
        Err(CampaignError::Disk(fault)) => return Err(fault.into()),
        Err(CampaignError::Halted(what) | CampaignError::Unsettled(what)) => broken(id, what),
        Err(CampaignError::Broken { what, steps }) => broken(id, with_steps(what, &steps)),
    })
}

/// What is broken, and what to do about it: `unknown key `zoen`; did you mean `zone`?`.
fn with_steps(what: String, steps: &[String]) -> String {
    std::iter::once(what)
        .chain(steps.iter().cloned())
        .collect::<Vec<_>>()
        .join("; ")
}

/// What went wrong, as `HALTED` says it, in one line; all of it if it was written by hand.
fn reason(halted: &str) -> String {
    let wrong = halted
        .split_once("What went wrong:")
        .map_or(halted, |it| it.1);
    let wrong = wrong.split("What to do:").next().unwrap_or(wrong);
    let words: Vec<&str> = wrong.split_whitespace().collect();
    words.join(" ")
}

fn one(club: &Club, campaign: &Campaign, now: Moment) -> Stored<Status> {
    let note = campaign.note();
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let last = campaign.last.as_ref().expect("it was opened");
    let unsent = that_leave(log.unsent_up_to(last)?);
    let under_review = note.desk.is_under_review();
    let watchers = Watchers::read(club, &campaign.id).unwrap_or_default();
    let for_review = unsent
        .iter()
        .filter(|it| !note.desk.lets_out(it.entry, it.note.what));
    let tried: Vec<_> = unsent.iter().filter_map(|it| it.tried.as_ref()).collect();
    let last_tried = tried.iter().max_by_key(|it| it.last);
    let closes = closes(campaign, now).filter(|_| !under_review);
    let over = note.desk.stop == Stop::Over;
    // While reports wait, the one they name is not counted down.
    let deadline = note.desk.deadline.filter(|_| !under_review);
    let today = now.date(campaign.config.schedule.zone);
    let open = (!over).then(|| campaign.sheet_open());
    let (sheet, sheet_name) = open.unwrap_or_default();
    let away = note.desk.seats.iter().filter_map(|(seat, state)| {
        let to_come = state.away.iter().filter(|it| it.last() >= today);
        let shown: Vec<String> = to_come.map(|it| it.for_people(today)).collect();
        (!shown.is_empty()).then(|| (seat.to_string(), shown))
    });
    let free = || note.desk.seats.that(|it| it.left).map(|it| it.to_string());
    Ok(Status {
        campaign: campaign.id.to_string(),
        game: campaign.card.title.clone(),
        sheet,
        sheet_name,
        stands: match (note.desk.stop, &note.desk.held) {
            (Stop::Over, _) => "over",
            (_, Some(_)) => "held",
            _ if under_review => "waits for your review",
            (Stop::Gate, None) => "waits for sheets",
            (Stop::Interrupt, None) => "asks a question",
        },
        why: note.desk.held.clone().unwrap_or_default(),
        next: match (over, note.desk.held.is_some(), under_review) {
            (true, ..) => String::new(),
            (_, true, _) | (_, _, true) => format!("packetboat release {}", campaign.id),
            _ => String::new(),
        },
        deadline: deadline.map(|it| it.for_people(campaign.config.schedule.zone, now)),
        deadline_at: deadline,
        closes_at: closes.as_ref().map(|it| it.0),
        closes: closes.map(|it| it.1),
        players: players(campaign),
        free: free().filter(|_| !over).collect(),
        places: places(campaign),
        seats: called(campaign),
        unsent: count(unsent.len()),
        for_review: count(for_review.count()),
        tried: count(tried.len()),
        tried_why: last_tried.map(|it| it.why.clone()).unwrap_or_default(),
        down: down_for(club, &unsent),
        unreachable: unreachable(club, campaign)?,
        bounced: bounced(club, campaign, now),
        observers: count(watchers.all(&campaign.config).len()),
        observers_by_mail: count(watchers.by_mail(&campaign.config)),
        observers_waiting: count(watchers.waiting(&campaign.config)),
        entry: note.number,
        away: away.collect(),
        ..Status::default()
    })
}

/// Why no mail can be sent, where some wait.
fn down_for(club: &Club, unsent: &[Unsent]) -> String {
    if unsent.is_empty() {
        String::new()
    } else {
        down(club)
    }
}

/// What each called seat has done.
fn called(campaign: &Campaign) -> BTreeMap<String, &'static str> {
    let desk = &campaign.note().desk;
    let stood_in_for = substitute::stood_in_for(&*campaign.table, &campaign.config, desk);
    let seats = desk.called.iter().map(|seat| {
        let has = match campaign.table.gate(*seat) {
            Gate::NoSheet if desk.seats.get(*seat).left => HAS_LEFT,
            Gate::NoSheet if stood_in_for.contains(seat) => ROBOT_WRITES,
            Gate::NoSheet => MISSING,
            Gate::Ready | Gate::NotCalled => "in",
            Gate::Waits => WAITS,
            Gate::Earlier => WANTS_GOAHEAD,
        };
        (seat.to_string(), has)
    });
    seats.collect()
}

/// When the stop closes if no more mail comes, and why then, in words.
fn closes(campaign: &Campaign, now: Moment) -> Option<(Moment, String)> {
    let (config, desk) = (&campaign.config, &campaign.note().desk);
    let standing = standing_of(&*campaign.table, config, desk);
    if desk.held.is_some() {
        return None;
    }
    let (at, _) = resolves_at(&config.schedule, &standing)?;
    let shown = at.for_people(config.schedule.zone, now);
    let why = match (standing.deadline, config.schedule.when_all_in) {
        _ if at <= now => "with the next tick".to_owned(),
        (Some(deadline), _) if at == deadline => shown,
        (Some(deadline), _) if at > deadline => {
            format!("{shown}, with the grace of {}", config.schedule.grace)
        }
        (_, WhenAllIn::ResolveAfter(length)) => {
            format!("{shown}, after {length} to think again")
        }
        _ => shown,
    };
    Some((at, why))
}

/// Who plays each seat.
fn players(campaign: &Campaign) -> BTreeMap<String, String> {
    let (desk, seats) = (&campaign.note().desk, campaign.table.seats());
    let stood_in_for = substitute::stood_in_for(&*campaign.table, &campaign.config, desk);
    let seats = seats.into_iter().map(|seat| {
        let robot = || "a robot".to_owned();
        let player = campaign.player(seat).map(|it| it.name.clone());
        let who = match player {
            Some(name) if stood_in_for.contains(&seat) => {
                format!("{name}; a robot writes the sheets")
            }
            other => other.unwrap_or_else(robot),
        };
        (seat.to_string(), who)
    });
    seats.collect()
}

/// How it ended, as the game says it.
fn places(campaign: &Campaign) -> BTreeMap<String, u8> {
    let Halted::Over(outcome) = campaign.table.halt() else {
        return BTreeMap::new();
    };
    let placings = outcome.placings.into_iter();
    placings
        .map(|(seat, place)| (seat.to_string(), place))
        .collect()
}

fn down(club: &Club) -> String {
    let bytes = club.fs.read(&club.layout.down()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).trim().to_owned()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Whose mails have come back; what cannot be read is shown by the next tick.
fn bounced(club: &Club, campaign: &Campaign, now: Moment) -> BTreeMap<String, String> {
    let bounces = Bounces::read(club).unwrap_or_default();
    let seats = campaign.table.seats();
    let standing = |seat: &Seat| {
        let address = &campaign.player(*seat)?.address;
        let standing = bounces.standing(address.as_str(), now)?;
        let stopped = if standing.is_stopped() {
            ", nothing more is sent"
        } else {
            ""
        };
        let shown = format!("{}{stopped}: {}", standing.shown(), standing.why);
        Some((seat.to_string(), shown))
    };
    seats.iter().filter_map(standing).collect()
}

/// The readers whose last mail that left or failed has failed, and why: as the marks alone say.
fn unreachable(club: &Club, campaign: &Campaign) -> Stored<BTreeMap<String, String>> {
    let mut readers: Vec<String> = campaign.table.seats().iter().map(Seat::to_string).collect();
    readers.push("referee".to_owned());
    let mut failed = BTreeMap::new();
    let log = campaign.log(&*club.fs);
    let last = campaign.next_number();
    for number in (last.saturating_sub(ENTRIES_BACK)..last).rev() {
        // The newest of several mails of one entry first, as the walk is.
        for (key, became) in log.marks(number)?.iter().rev() {
            let reader = key.as_str().split('.').nth(2).unwrap_or_default();
            let Some(at) = readers.iter().position(|it| it == reader) else {
                continue;
            };
            match became {
                Became::Failed => {
                    let why = log.why_failed(number, key)?;
                    failed.insert(readers.remove(at), format!("{why} ({key})"));
                }
                Became::Sent => drop(readers.remove(at)),
                Became::Waits
                | Became::Tried
                | Became::Sending
                | Became::Replaced
                | Became::Digest => {}
            }
        }
    }
    Ok(failed)
}
