//! `players`: how those who play in the club keep time.
//!
//! Not here: finding it out (`club::record`).

use crate::config::address::Address;
use crate::desk::club::open::Club;
use crate::desk::club::record::{self, Record};
use crate::fault::Fault;
use crate::report::TimeKept;
use serde::Serialize;
use std::fmt::Write;

/// How somebody keeps time.
#[derive(Debug, Serialize)]
pub struct PlayerRecord {
    /// Their name, as their newest seat has it.
    pub name: String,
    /// Their address.
    pub address: String,
    /// In how many seats anybody has waited for them.
    pub seats: u32,
    /// Their sheets, and the seats they left before the game was over.
    #[serde(flatten)]
    pub kept: TimeKept,
    /// How many of a hundred sheets came by the deadline; none: they owed none yet.
    pub percent_on_time: Option<u32>,
}

/// Who has played in the club and how they kept time, by name; and what could not be read.
#[derive(Debug, Serialize)]
pub struct Records {
    /// A line for each.
    pub players: Vec<PlayerRecord>,
    /// Campaigns that could not be read, and why.
    pub unread: Vec<String>,
}

/// The records of all, or of whoever has an address.
///
/// # Errors
/// Text that is no address; nobody has it who has ever been waited for; the disk.
pub fn records(club: &Club, who: Option<&str>) -> anyhow::Result<Records> {
    let wanted = who.map(str::parse::<Address>).transpose();
    let wanted = wanted.map_err(Fault::usage)?;
    let (mut all, unread) = record::all(club)?;
    if let Some(address) = &wanted {
        all.retain(|it| it.who.address.same_as(address.as_str()));
        if all.is_empty() {
            let what = format!("nobody has waited for a sheet of {address} yet");
            return Err(Fault::usage(what).into());
        }
    }
    all.sort_by(|a, b| a.who.name.cmp(&b.who.name));
    let unread = unread.iter().map(|(id, why)| format!("{id}: {why}"));
    Ok(Records {
        players: all.iter().map(line).collect(),
        unread: unread.collect(),
    })
}

fn line(record: &Record) -> PlayerRecord {
    let kept = record.kept;
    PlayerRecord {
        name: record.who.name.clone(),
        address: record.who.address.to_string(),
        seats: record.seats,
        kept,
        percent_on_time: (kept.on_time * 100).checked_div(kept.owed()),
    }
}

impl Records {
    /// As it is printed.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for player in &self.players {
            let kept = player.kept.said();
            let _ = writeln!(text, "{} <{}>: {kept}.", player.name, player.address);
        }
        if self.players.is_empty() {
            text += "Nobody has been waited for yet: no turn of a campaign is closed.\n";
        }
        for why in &self.unread {
            let _ = writeln!(text, "Not counted, since it does not read: {why}");
        }
        text
    }
}
