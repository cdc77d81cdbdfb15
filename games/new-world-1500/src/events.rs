//! What happens in the game, as the chronicle reports it. A list is one word: `CHJ,CHG`.
//!
//! Not here: the words for it (`templates/new-world-1500/events.txt`). All is reported to everybody
//! but [`Event::Dealt`] and [`Event::Shown`]; which cards somebody [`Event::Drew`], to them alone.

use super::data::{Act, Area, Card, Region, Tables, Way};
use super::deed::{Change, Deed};
use super::world::{Hit, World};
use packetboat_core::prelude::*;
use std::fmt::Display;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "event")]
#[allow(missing_docs, reason = "`seat` has the turn, if not named")]
pub enum Event {
    /// A place in the order of play.
    Placed { seat: Seat, place: u32 },
    /// Cards were dealt to everybody, to each as many as their number.
    Deal { turn: u32 },
    /// To one player: which.
    Dealt { seat: Seat, cards: String },
    /// The discards have become the pile.
    Reshuffled,
    /// Cards above the limit are given up.
    Discarded { seat: Seat, cards: String },
    /// A player shows cards, to those who get this; to whom, the player alone hears.
    Shown {
        seat: Seat,
        cards: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// A player turn begins.
    Begins { seat: Seat },
    /// An Isolation leaves the map.
    Opened { seat: Seat, region: Region },
    /// Points for Struggling colonies are lost.
    Struggles { seat: Seat, vp: u32, total: u32 },
    /// A player takes colonies of their own off the map.
    Abandoned { seat: Seat, areas: String },
    /// A card is announced.
    Played {
        seat: Seat,
        card: Card,
        #[serde(rename = "use")]
        way: Way,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        areas: String,
        /// Those of them that are Reduced, by a card that builds too.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reduced: String,
        /// Those of them where colonies of its own player suffer.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        own: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        region: Option<Region>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<Seat>,
    },
    /// A Reaction card answers another; `to` is the player answered, without a card in their tally.
    Answered {
        seat: Seat,
        card: Card,
        to: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<Card>,
    },
    /// A card is cancelled.
    Cancelled { seat: Seat, card: Card },
    /// The owner's colonies stay as they are.
    Spared { seat: Seat },
    /// A token does not move.
    Halted { seat: Seat },
    /// Areas change: `owner` is whose colonies were there.
    Changed {
        seat: Seat,
        does: Act,
        areas: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<Seat>,
    },
    /// Points at once, for colonies struck.
    Struck { seat: Seat, vp: u32, total: u32 },
    /// A token moves; the number it shows then, and showed before. Older journals do not say the
    /// latter.
    Moved {
        seat: Seat,
        by: i32,
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<u32>,
    },
    /// An Isolation is laid.
    Isolated { seat: Seat, region: Region },
    /// A player loses points by a card.
    Humbled { seat: Seat, vp: u32, total: u32 },
    /// How many cards a player drew; which, that player hears.
    Drew {
        seat: Seat,
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cards: Option<String>,
    },
    /// Iron Grip is played in a tally.
    Gripped { seat: Seat, card: Card },
    /// A player tallies.
    Tallied {
        seat: Seat,
        colonies: u32,
        monopolies: u32,
        each: u32,
        vp: u32,
        total: u32,
    },
    /// Plague Ship Reduces a colony, or removes it.
    Plague {
        seat: Seat,
        area: Area,
        owner: Seat,
        pass: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        removed: bool,
    },
    /// A player takes no further part in it.
    Declined { seat: Seat, pass: u32 },
    /// A player pays to end it.
    Paid { seat: Seat, vp: u32, total: u32 },
    /// It ends.
    PlagueOver,
    /// The marker moves on.
    Turn { turn: u32, label: String },
    /// The final check: points for Struggling colonies are lost.
    Checked { seat: Seat, vp: u32, total: u32 },
    /// The game is over; `winners` in seat order.
    GameOver { winners: String },
}

tagged!(Event, "event");

/// Things as one word.
pub fn joined<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    let things: Vec<String> = things.into_iter().map(|it| it.to_string()).collect();
    things.join(",")
}

/// That a card is announced.
pub fn played(world: &World, seat: Seat, card: Card, deed: &Deed) -> Event {
    let hits = || deed.hits.iter();
    let of = |such: &dyn Fn(&&Hit) -> bool| joined(hits().filter(such).map(|it| it.area));
    let builds = hits().any(|it| it.does == Act::Build);
    let mine = |hit: &Hit| world.owner(hit.area) == Some(seat);
    Event::Played {
        reduced: of(&|it| builds && it.does == Act::Reduce),
        own: of(&|it| !matches!(it.does, Act::Build | Act::Repair) && mine(it)),
        seat,
        card,
        way: deed.way,
        areas: joined(deed.hits.iter().map(|it| it.area)),
        region: deed.region,
        whom: deed.whom,
    }
}

/// What changed on the map: what was done alike to colonies of one owner is reported at once.
pub fn changed(seat: Seat, changes: &[Change]) -> Vec<Event> {
    let mut told: Vec<(Act, Option<Seat>, Vec<Area>)> = Vec::new();
    for change in changes {
        let owner = change.before.map(|it| it.seat);
        let does = match (change.hit.does, change.before) {
            (Act::Reduce, Some(colony)) if colony.thrives() => Act::Struggle,
            (Act::Reduce, _) => Act::Remove,
            (does, _) => does,
        };
        match told.iter_mut().find(|it| (it.0, it.1) == (does, owner)) {
            Some(same) => same.2.push(change.hit.area),
            None => told.push((does, owner, vec![change.hit.area])),
        }
    }
    let each = told.into_iter();
    each.map(|(does, owner, areas)| Event::Changed {
        seat,
        does,
        areas: joined(areas),
        owner,
    })
    .collect()
}

/// Cards in the order of the file, as one word.
pub fn cards(tables: &Tables, cards: &[Card]) -> String {
    joined(tables.sorted(cards))
}
