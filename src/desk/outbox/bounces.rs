//! Mails of ours that came back: the state of each address, and when nothing more is sent
//! there (`desk/bounces.toml`).
//!
//! A bounce never touches orders. Only one that came to the bounce address of a seat counts, for
//! nobody else knows that address. Not here: what a bounce says (`mail::bounce`), what is wrong
//! with our own server (`refusals`), and sending.

use super::desk_letters;
use super::refusals;
use super::reply_addresses::Returns;
use super::watchers::{self, Watchers};
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::config::address::Address;
use crate::config::campaign::Partner;
use crate::desk::club::campaign::Roster;
use crate::desk::club::desk_file;
use crate::desk::club::ledger::LedgerLine;
use crate::desk::club::open::Club;
use crate::mail::Bounced;
use crate::mail::address::SeatAddress;
use crate::mail::bounce::Weight;
use crate::report::DeskMail;
use crate::store::fs::{Access, parent};
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Bounces, 1);
/// At this many points nothing more is sent to an address.
pub const POINTS_MAX: u32 = 5;
/// After so long without a mail that came back, what came before is forgotten.
const FORGOTTEN: Length = Length::hours(30 * 24);

/// All mails that came back and count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounces {
    #[serde(default, rename = "bounce")]
    rows: Vec<BounceRow>,
}

/// One mail that came back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BounceRow {
    /// The name of the mail that reported it: a second copy reports nothing new.
    id: String,
    /// The address, in small letters.
    address: String,
    /// When it was reported.
    at: Moment,
    /// How much it says.
    weight: Weight,
    /// What the server said.
    why: String,
}

/// The state of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Points, of [`POINTS_MAX`]; may be more.
    pub points: u32,
    /// What the server said last.
    pub why: String,
}

impl Standing {
    /// Whether nothing more is sent there.
    pub fn is_stopped(&self) -> bool {
        self.points >= POINTS_MAX
    }

    /// `2 of 5 points`.
    pub fn shown(&self) -> String {
        format!("{} of {POINTS_MAX} points", self.points.min(POINTS_MAX))
    }
}

/// Soft and hard scores as mailing lists keep them; one complaint is enough.
fn points(weight: Weight) -> u32 {
    match weight {
        Weight::Nothing | Weight::Mail => 0,
        Weight::Soft => 1,
        Weight::Hard => 2,
        Weight::Complaint => POINTS_MAX,
    }
}

impl Bounces {
    /// Reads them; none if nothing ever came back.
    ///
    /// # Errors
    /// The disk's, or a file that cannot be read.
    pub fn read(club: &Club) -> anyhow::Result<Self> {
        desk_file::read(club, &club.layout.bounces(), SHAPE)
    }

    /// The state of an address; `None`: nothing has come back of late.
    pub fn standing(&self, address: &str, now: Moment) -> Option<Standing> {
        let rows = self.rows.iter();
        let rows: Vec<&BounceRow> = rows
            .filter(|it| it.address.eq_ignore_ascii_case(address))
            .collect();
        let last = rows.iter().max_by_key(|it| it.at)?;
        (now < last.at.plus(FORGOTTEN)).then(|| Standing {
            points: rows.iter().map(|it| points(it.weight)).sum(),
            why: last.why.clone(),
        })
    }

    /// Forgets what came back from these addresses.
    ///
    /// # Errors
    /// The disk's.
    pub fn forgive(mut self, club: &Club, addresses: &[&str]) -> anyhow::Result<()> {
        let before = self.rows.len();
        let named = |row: &BounceRow| {
            addresses
                .iter()
                .any(|it| row.address.eq_ignore_ascii_case(it))
        };
        self.rows.retain(|it| !named(it));
        if self.rows.len() == before {
            Ok(())
        } else {
            self.keep(club)
        }
    }

    fn keep(&self, club: &Club) -> anyhow::Result<()> {
        desk_file::write(club, &club.layout.bounces(), SHAPE, self, Access::Private)?;
        Ok(())
    }

    fn forget_old(&mut self, now: Moment) {
        let mut last: BTreeMap<String, Moment> = BTreeMap::new();
        for row in &self.rows {
            let at = last.entry(row.address.clone()).or_insert(row.at);
            *at = row.at.max(*at);
        }
        self.rows
            .retain(|it| now < last[&it.address].plus(FORGOTTEN));
    }
}

/// Notes that a mail to a seat came back, notifies the referee, and returns what the ledger says of
/// it. Twice is as good as once.
///
/// # Errors
/// The disk's.
pub fn note(
    club: &Club,
    line: LedgerLine,
    (whose, bounced): (&SeatAddress, &Bounced),
    now: Moment,
) -> anyhow::Result<LedgerLine> {
    if watchers::seat() == Some(whose.seat) {
        return note_of_observer(club, line, (whose, bounced), now);
    }
    let Some((id, player)) = registered(club, whose) else {
        let why = format!("{}; it names a seat that sends no mails", line.why);
        return Ok(LedgerLine { why, ..line });
    };
    let said = |why: String| LedgerLine {
        why: format!("{} of {id}: {why}", whose.seat),
        ..line.clone()
    };
    if let Some(fault) = bounced.fault {
        let to = (&player.address, line.arrived);
        refusals::note(club, to, (bounced, fault), now)?;
        return Ok(said(format!("{} (of our mail server)", bounced.why)));
    }
    if bounced.weight == Weight::Nothing {
        return Ok(said(bounced.why.clone()));
    }
    let Some(standing) = weigh(club, &line, (&player.address, bounced), now)? else {
        return Ok(said(bounced.why.clone()));
    };
    tell(club, &id, whose, (&player, bounced, &standing), now)?;
    Ok(said(format!("{} ({})", bounced.why, standing.shown())))
}

/// The same for a mail to an observer. Anyone who has asked by mail to watch is taken off where
/// nothing more is sent; nobody is notified.
fn note_of_observer(
    club: &Club,
    line: LedgerLine,
    (whose, bounced): (&SeatAddress, &Bounced),
    now: Moment,
) -> anyhow::Result<LedgerLine> {
    let Some((id, address)) = observer(club, whose) else {
        let why = format!("{}; it names an observer whom nobody knows", line.why);
        return Ok(LedgerLine { why, ..line });
    };
    // What is wrong with our server is not a fault of theirs, and players' mails report it: what a
    // stranger's server says need not reach the referee.
    if bounced.weight != Weight::Nothing && bounced.fault.is_none() {
        let standing = weigh(club, &line, (&address, bounced), now)?;
        if standing.is_some_and(|it| it.is_stopped()) {
            watchers::unreachable(club, &id, address.as_str())?;
        }
    }
    let why = format!("an observer of {id}: {}", bounced.why);
    Ok(LedgerLine { why, ..line })
}

/// The observer whose mail came back, if the address is one that we gave to them.
fn observer(club: &Club, whose: &SeatAddress) -> Option<(CampaignId, Address)> {
    let (id, dir) = club.campaign(&whose.campaign).ok()?;
    let roster = Roster::open(&*club.fs, &dir).ok()?;
    let all = Watchers::read(club, &id).ok()?.all(roster.config());
    let returns = Returns::of(club, &id, &dir);
    let known = |it: &Address| returns.code(it.as_str()).as_ref() == Some(&whose.token);
    let address = all.into_iter().find(known)?;
    Some((id, address))
}

/// Notes what a mail says that came back from an address; the state of that address now.
fn weigh(
    club: &Club,
    line: &LedgerLine,
    (address, bounced): (&Address, &Bounced),
    now: Moment,
) -> anyhow::Result<Option<Standing>> {
    let mut bounces = Bounces::read(club)?;
    bounces.forget_old(now);
    let address = address.as_str().to_ascii_lowercase();
    if bounces.rows.iter().all(|it| it.id != line.id) {
        bounces.rows.push(BounceRow {
            id: line.id.clone(),
            address: address.clone(),
            at: line.arrived.min(now),
            weight: bounced.weight,
            why: bounced.why.clone(),
        });
        bounces.keep(club)?;
    } else {
        // A run whose last sync failed has written it: now it must be safe.
        club.fs.sync_dir(parent(&club.layout.bounces()))?;
    }
    Ok(bounces.standing(&address, now))
}

/// Who writes for the seat whose mail came back, if the address is one that we gave to them: its
/// player, or somebody beside them.
fn registered(club: &Club, whose: &SeatAddress) -> Option<(CampaignId, Partner)> {
    let (id, dir) = club.campaign(&whose.campaign).ok()?;
    let returns = Returns::of(club, &id, &dir);
    let roster = Roster::open(&*club.fs, &dir).ok()?;
    let player = roster.player(whose.seat)?;
    let who = if returns.is_ours(whose) {
        Partner {
            name: player.name.clone(),
            address: player.address.clone(),
        }
    } else {
        let last = CampaignLog::new(&*club.fs, &dir).last().ok().flatten();
        let substitute = last.and_then(|it| it.note.desk.seats.get(whose.seat).substitute.clone());
        let all = player.also.iter().cloned();
        let mut all = all.chain(substitute.map(|it| it.who));
        all.find(|it| returns.is_partners(whose, it.address.as_str()))?
    };
    Some((id, who))
}

/// Once a day for each address, and once when nothing more is sent.
fn tell(
    club: &Club,
    id: &CampaignId,
    whose: &SeatAddress,
    (player, bounced, standing): (&Partner, &Bounced, &Standing),
    now: Moment,
) -> anyhow::Result<()> {
    let stopped = standing.is_stopped();
    let kind = if stopped { "stopped" } else { "bounced" };
    let mail = DeskMail::Bounced {
        to: format!("{}, {}", player.name, player.address),
        seat: whose.seat.to_string(),
        why: bounced.why.clone(),
        points: standing.shown(),
        stopped,
    };
    let key = format!(
        "{id}.{kind}.{}",
        desk_letters::today(player.address.as_str(), now)
    );
    desk_letters::notify_referee(club, Some(id), &key, &mail, now)
}
