//! Who wants the notices and reminders of all their campaigns in one mail a day
//! (`desk/digests.toml`).
//!
//! Not here: what people write (`intake::digest`), and making digests (`outbox::digests`).

use super::desk_file;
use super::open::Club;
use crate::clock::civil::{Date, TimeOfDay};
use crate::clock::length::Length;
use crate::clock::{Moment, Zone, in_zone};
use crate::store::fs::Access;
use crate::store::seat_desk::DigestWish;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Digests, 1);

/// The hour from which a day's digest is made, in the club's zone.
const HOUR: u32 = 6;

/// The list of a club.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigestList {
    /// Everybody who has ever said anything of it.
    #[serde(default, rename = "reader", skip_serializing_if = "Vec::is_empty")]
    pub readers: Vec<DigestReader>,
}

/// What somebody has said last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DigestReader {
    /// Their address, in small letters.
    pub address: String,
    /// When their mail came.
    pub at: Moment,
    /// Whether they want notices once a day.
    pub daily: bool,
}

impl DigestList {
    /// Reads it; empty if it is not there.
    ///
    /// # Errors
    /// The disk's; a file that is damaged.
    pub fn read(club: &Club) -> anyhow::Result<Self> {
        desk_file::read(club, &club.layout.digests(), SHAPE)
    }

    /// Keeps it.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep(&self, club: &Club) -> anyhow::Result<()> {
        let path = club.layout.digests();
        Ok(desk_file::write(club, &path, SHAPE, self, Access::Private)?)
    }

    /// Whether the mails to an address wait for a digest.
    pub fn wants(&self, address: &str) -> bool {
        let mut readers = self.readers.iter();
        readers.any(|it| it.daily && it.address.eq_ignore_ascii_case(address))
    }

    /// Takes what somebody has said, if it is newer than what is known; whether it was.
    fn take(&mut self, wish: &DigestWish) -> bool {
        let address = wish.address.to_ascii_lowercase();
        let known = self.readers.iter().position(|it| it.address == address);
        if known.is_some_and(|at| self.readers[at].at >= wish.at) {
            return false;
        }
        if let Some(at) = known {
            self.readers.remove(at);
        }
        self.readers.push(DigestReader {
            address,
            at: wish.at,
            daily: wish.daily,
        });
        true
    }
}

/// Takes what people have said in campaigns; nothing is written if none of it is new.
///
/// # Errors
/// The disk's; a file that is damaged.
pub fn take<'w>(club: &Club, wishes: impl Iterator<Item = &'w DigestWish>) -> anyhow::Result<()> {
    let mut wishes = wishes.peekable();
    if wishes.peek().is_none() {
        return Ok(());
    }
    let mut list = DigestList::read(club)?;
    let mut new = false;
    for wish in wishes {
        new |= list.take(wish);
    }
    if new { list.keep(club) } else { Ok(()) }
}

/// When a day's digest is made, as printed: `06:00 (Warsaw)`.
pub fn time_of_day(zone: Zone) -> String {
    format!("{HOUR:02}:00 ({})", zone.place())
}

/// The first time of day at which digests are made after a moment.
pub fn next(zone: Zone, after: Moment) -> Moment {
    let date = after.date(zone);
    let today = on(zone, date, HOUR);
    if today > after {
        today
    } else {
        on(zone, date.plus_days(1), HOUR)
    }
}

fn on(zone: Zone, date: Date, hour: u32) -> Moment {
    let time = TimeOfDay::new(hour, 0).expect("an hour of the day");
    in_zone(zone, date, time)
}

/// The key of the digest to an address that may be made now: there is one a day.
pub fn key(zone: Zone, address: &str, now: Moment) -> String {
    let today = now.date(zone);
    let day = if on(zone, today, HOUR) <= now {
        today
    } else {
        // It began with that time of day of yesterday.
        on(zone, today, 0).minus(Length::hours(1)).date(zone)
    };
    format!("digest.{day}.{}", name(address))
}

/// What stands for an address in names of files: who reads their names learns no address.
pub fn name(address: &str) -> String {
    let hash = blake3::hash(address.to_ascii_lowercase().as_bytes());
    hash.to_hex().as_str()[..12].to_owned()
}
