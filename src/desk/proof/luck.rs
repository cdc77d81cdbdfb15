//! The dice of a campaign that is over: whose throws showed what, counted over its journals.
//!
//! What counts is dice thrown in the open: draws of the open bowl of which each number stands for
//! a face. Not counted are hidden draws (cards, hands, what a table marks as hidden) and orders
//! drawn by shuffling. What the referee has undone by going back counts apart: it was thrown, but
//! did not happen.
//!
//! Not here: how likely it was (`engine::luck`), and how it is shown (`report`).

use super::verify::dice::items;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::CampaignError;
use crate::engine::dice::{Bowl, Roll};
use crate::engine::luck::Throws;
use crate::engine::plain;
use crate::engine::seat::Seat;
use crate::store::entry::{Cause, StateFile, Stop};
use crate::store::fs::Fs;
use serde_json::Value;
use std::collections::BTreeMap;

/// What was thrown in a campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Luck {
    /// By whom; `None`: the throw was nobody's, as that of a monster.
    pub throws: BTreeMap<Option<Seat>, Throws>,
    /// How many dice were thrown in turns that the referee has taken back.
    pub undone: u32,
}

/// What was thrown in a campaign; `None`: it is not over, and nothing is shown.
///
/// # Errors
/// An entry that is gone or altered.
pub fn of(fs: &dyn Fs, campaign: &Campaign) -> Result<Option<Luck>, CampaignError> {
    if campaign.note().desk.stop != Stop::Over {
        return Ok(None);
    }
    let seats = campaign.table.seats();
    let log = campaign.log(fs);
    // The throws of each entry that still counts, by its number.
    let mut counted: Vec<(u32, Vec<Throw>)> = Vec::new();
    let mut luck = Luck::default();
    for number in 0..campaign.next_number() {
        if let Cause::RolledBack { to, .. } = log.known(number)?.note.cause {
            let undone = counted.iter().position(|it| it.0 > to);
            let undone = counted.split_off(undone.unwrap_or(counted.len()));
            let dice = undone.iter().map(|it| it.1.len()).sum::<usize>();
            luck.undone += u32::try_from(dice).unwrap_or(u32::MAX);
        }
        if let Some(journal) = log.own_part(number, StateFile::Journal)? {
            let throws = throws(&journal, &seats);
            let throws = throws.map_err(|it| CampaignError::broken(it, &["put the file back"]))?;
            counted.push((number, throws));
        }
    }
    for throw in counted.into_iter().flat_map(|it| it.1) {
        let own = luck.throws.entry(throw.seat).or_default();
        own.add(throw.sides, throw.face);
    }
    Ok(Some(luck))
}

/// One die.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throw {
    /// Whose; `None`: nobody's.
    pub seat: Option<Seat>,
    /// Its faces.
    pub sides: u32,
    /// The one it showed, from 1.
    pub face: u32,
}

/// The dice that a journal records, in their order, whatever the game.
///
/// # Errors
/// Text that is not a journal.
pub fn throws(journal: &str, seats: &[Seat]) -> Result<Vec<Throw>, String> {
    let mut throws = Vec::new();
    for item in items(journal)? {
        let list = |key: &str| {
            item.get(key)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
        };
        let rolls: Result<Vec<Roll>, _> =
            list("rolls").map(|it| plain::typed(it.clone())).collect();
        let rolls = rolls.map_err(|it| format!("journal.toml: {it}"))?;
        let open: Vec<Roll> = rolls
            .into_iter()
            .filter(|it| it.bowl == Bowl::Open)
            .collect();
        let told: Vec<&Value> = list("events").collect();
        for (roll, event) in open.iter().zip(telling(&told, open.len())) {
            if roll.shuffle || roll.bound < 2 {
                continue;
            }
            let faces = roll.got.iter().enumerate();
            throws.extend(faces.map(|(at, face)| Throw {
                seat: whose(roll, at, event, seats),
                sides: roll.bound,
                face: face + 1,
            }));
        }
    }
    Ok(throws)
}

/// The event that reports each of this many open draws: those made since the event before it. Where
/// not all are reported, nobody knows which is whose, unless all that was reported is of one seat.
fn telling<'a>(told: &[&'a Value], draws: usize) -> Vec<&'a Value> {
    let of = |it: &Value| it.get("draws").and_then(Value::as_u64).unwrap_or(0);
    let each = told.iter().flat_map(|it| (0..of(it)).map(|_| &it["event"]));
    let each: Vec<&Value> = each.collect();
    if each.len() == draws {
        return each;
    }
    let seat = |value: &&Value| {
        value["event"]
            .get("seat")
            .or_else(|| value["event"].get("power"))
            .cloned()
    };
    let alike = told.windows(2).all(|it| seat(&it[0]) == seat(&it[1]));
    let event = told
        .first()
        .filter(|_| alike)
        .map_or(&Value::Null, |it| &it["event"]);
    vec![event; draws]
}

/// Whose a die is. A reason that ends in a name after a colon says it: a seat, `the other` for
/// the rival in the event that reports it, or somebody who sits nowhere. Else an event with a die
/// for each of several (`first_die`, `second_die`) says whose each is, and any other event by its
/// seat.
fn whose(roll: &Roll, at: usize, event: &Value, seats: &[Seat]) -> Option<Seat> {
    let seat = |name: &str| seats.iter().copied().find(|it| it.as_str() == name);
    let field = |name: &str| event.get(name).and_then(Value::as_str).and_then(seat);
    match roll.why.rsplit_once(": ") {
        Some((_, "the other")) => return field("rival"),
        Some((_, name)) => return seat(name),
        None => {}
    }
    let each = ["first", "second"];
    let shared = each.map(|it| event.get(format!("{it}_die")).is_some());
    if shared == [true, true] && roll.got.len() == each.len() {
        field(each[at])
    } else {
        field("seat").or_else(|| field("power"))
    }
}
