//! What only pages print, made of what a viewer may know: the map in letters, the standing of all.

use super::data::{Card, Region, Tables};
use super::{names::areas_of, view::View, world::Colony};
use packetboat_core::prelude::*;
use packetboat_kit::{chart::letter, words::commas};
use serde_json::{Value, json};

shown! {
    /// What only pages print.
    pub struct Drawn of (tables: &Tables, view: &View) {
        /// The viewer's cards in a sentence.
        own_cards: Option<String> = view.me.map(|_| tables.own_cards(&view.hand)),
        /// The viewer's cards, each once, with what it does.
        own_faces: Vec<FaceView> = {
            let mut hand = tables.sorted(&view.hand);
            hand.dedup();
            hand.into_iter().map(|it| FaceView::of(tables, it)).collect()
        },
        /// The year on the turn track.
        year: String = tables.label(view.turn, view.ways.turns).to_owned(),
        /// The map, a line a row.
        chart: Vec<String> = chart(tables, view),
        /// The regions under an Isolation, with who laid it.
        isolated: Vec<String> = {
            let all = view.world.isolations.iter();
            let name = |it: Region| &tables.map.region(it).name;
            all.map(|it| format!("{} by {}", name(it.region), tables.title(it.seat))).collect()
        },
        /// The players, in seat order.
        players: Vec<Player> = {
            let order = view.world.order.iter();
            order.map(|it| Player::of(tables, view, *it)).collect()
        },
        /// The discards, sorted, with how many of each.
        pile_up: String = discards(view),
    }
}

shown! {
    /// A card as printed.
    pub struct FaceView of (tables: &Tables, card: Card) {
        /// What orders call it.
        code: Card = card,
        /// As the rulebook prints it.
        name: String = tables.card(card).name.clone(),
        /// What its TEXT does.
        says: String = tables.card(card).says(),
    }
}

shown! {
    /// A player as printed.
    pub struct Player of (tables: &Tables, view: &View, who: Seat) {
        /// The player's seat.
        seat: Seat = who,
        /// How the player is printed.
        title: String = tables.title(who).to_owned(),
        /// His letter on the map.
        letter: String = letter(tables.title(who)),
        /// Victory points.
        vp: u32 = view.world.crown(who).vp,
        /// The square of Royal Support.
        square: u32 = view.world.crown(who).square,
        /// The number on it.
        limit: u32 = view.limits[&who],
        /// Cards in hand.
        cards: u32 = view.held.get(&who).copied().unwrap_or(0),
        /// Successful colonies.
        successful: u32 = view.world.count(who, Colony::thrives),
        /// Struggling ones.
        struggling: u32 = view.world.count(who, |it| !it.thrives()),
        /// Monopolies.
        monopolies: String = monopolies(tables, view, who),
        /// Whether their player turn of this game turn is over.
        past: bool = view.acted.contains(&who),
    }
}

/// The map with what is in each area: `B+` a Successful colony of Blue, `b-` a Struggling one.
fn chart(tables: &Tables, view: &View) -> Vec<String> {
    let fill = |line: &String| {
        let mut line = line.clone();
        for area in tables.map.codes() {
            let there = match view.world.colonies.get(&area) {
                None => ".".to_owned(),
                Some(colony) if colony.thrives() => {
                    format!("{}+", letter(tables.title(colony.seat)))
                }
                Some(colony) => format!("{}-", letter(tables.title(colony.seat)).to_lowercase()),
            };
            line = line.replace(&format!("{area}___"), &format!("{area} {there:<2}"));
        }
        line.trim_end().to_owned()
    };
    tables.map.drawing.lines.iter().map(fill).collect()
}

/// Monopolies by name: regions, then exports.
pub(super) fn monopolies(tables: &Tables, view: &View, who: Seat) -> String {
    let held = view.world.monopolies(tables, who);
    commas(held.iter().map(|areas| match tables.map.region_of(areas) {
        Some(region) => tables.map.region(region).name.clone(),
        None => tables.map.area(areas[0]).export.to_string(),
    }))
}

fn discards(view: &View) -> String {
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    for card in &view.discards {
        *numbers.entry(card.as_str()).or_default() += 1;
    }
    commas(numbers.into_iter().map(|(code, number)| match number {
        1 => code.to_owned(),
        _ => format!("{number} {code}"),
    }))
}

/// The map on request: all of it, or what is known of an area, a region or an export.
///
/// # Errors
/// A name that is none.
pub fn map(tables: &Tables, view: &View, around: Option<&str>) -> Result<Value, String> {
    let wanted = match around {
        Some(word) => areas_of(tables, word),
        None => tables.map.codes().collect(),
    };
    let places = wanted.into_iter().map(|code| {
        let area = tables.map.area(code);
        json!({
            "code": code,
            "name": area.name,
            "region": tables.map.region(area.region).name,
            "export": area.export,
            "colony": view.world.colonies.get(&code),
            "isolated": view.world.isolated(area.region),
            "beside": area.beside,
        })
    });
    let places: Vec<Value> = places.collect();
    match (places.is_empty(), around) {
        (true, Some(word)) => Err(format!("no area, region or export is called {word}")),
        _ => Ok(json!({ "chart": chart(tables, view), "places": places })),
    }
}
