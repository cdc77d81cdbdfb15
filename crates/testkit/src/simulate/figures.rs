//! What else is counted over simulated games: figures that a game declares in its
//! `figures.toml`, as patterns of its events.

use packetboat_core::engine::data::{DataError, DataPack};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The file, where a game has one.
const FILE: &str = "figures.toml";

/// All figures of a game.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cards {
    #[serde(rename = "figure")]
    list: Vec<Card>,
}

/// A figure as it is declared.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Card {
    /// What it says.
    words: String,
    /// What is counted.
    count: Vec<Pattern>,
    /// Out of what; empty: out of all games those in which something of it happens.
    #[serde(default)]
    of: Vec<Pattern>,
    /// Fields that are added up, instead of events being counted: of each event the first of
    /// them that it has.
    #[serde(default)]
    sum: Vec<String>,
}

/// Fields and the values that they may have. `turn` is the turn that was played.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
struct Pattern(BTreeMap<String, OneOrMore>);

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    More(Vec<Value>),
    One(Value),
}

/// What one game comes to, for each figure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    count: i64,
    of: i64,
}

/// A figure over all games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What it says.
    pub words: String,
    /// What was counted: events, sums of a field, or games.
    pub count: i64,
    /// Out of how much.
    pub of: i64,
    /// Whether games were counted.
    pub games: bool,
}

impl Cards {
    /// Those of a game; none if it declares none.
    pub(super) fn of(pack: &DataPack) -> Result<Self, DataError> {
        if pack.files.contains_key(FILE) {
            pack.read(FILE)
        } else {
            Ok(Cards::default())
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Before anything has happened.
    pub(super) fn tallies(&self) -> Vec<Tally> {
        vec![Tally::default(); self.list.len()]
    }

    /// Counts what was reported.
    pub(super) fn heard(&self, tallies: &mut [Tally], turn: u32, told: &[Value]) {
        for (card, tally) in self.list.iter().zip(tallies) {
            for event in told {
                let worth = || {
                    if card.sum.is_empty() {
                        1
                    } else {
                        let mut fields = card.sum.iter().filter_map(|it| event.get(it));
                        fields.find_map(Value::as_i64).unwrap_or(0)
                    }
                };
                let fits = |patterns: &[Pattern]| patterns.iter().any(|it| it.fits(event, turn));
                if fits(&card.count) {
                    tally.count += worth();
                }
                if fits(&card.of) {
                    tally.of += worth();
                }
            }
        }
    }

    /// The figures before the first game.
    pub(super) fn figures(&self) -> Vec<Figure> {
        let cards = self.list.iter().map(|card| Figure {
            words: card.words.clone(),
            count: 0,
            of: 0,
            games: card.of.is_empty(),
        });
        cards.collect()
    }
}

impl Pattern {
    fn fits(&self, event: &Value, turn: u32) -> bool {
        self.0.iter().all(|(field, wanted)| match field.as_str() {
            "turn" => wanted.has(&Value::from(turn)),
            field => event.get(field).is_some_and(|it| wanted.has(it)),
        })
    }
}

impl OneOrMore {
    fn has(&self, value: &Value) -> bool {
        match self {
            OneOrMore::One(one) => one == value,
            OneOrMore::More(some) => some.contains(value),
        }
    }
}

impl Figure {
    /// Adds one game.
    pub(super) fn add(&mut self, game: Tally) {
        if self.games {
            self.count += i64::from(game.count != 0);
            self.of += 1;
        } else {
            self.count += game.count;
            self.of += game.of;
        }
    }

    /// Tenths of a percent.
    pub fn permille(&self) -> i64 {
        match self.of {
            0 => 0,
            of => self.count * 1000 / of,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn cards(text: &str) -> Cards {
        toml::from_str(text).expect("figures that can be read")
    }

    /// Two games, the second without anything that fits: the figures over both.
    fn counted(text: &str, told: &[Value], turn: u32) -> Figure {
        let cards = cards(text);
        let mut figure = cards.figures().remove(0);
        let mut tallies = cards.tallies();
        cards.heard(&mut tallies, turn, told);
        figure.add(tallies[0]);
        figure.add(cards.tallies()[0]);
        figure
    }

    #[test]
    fn a_share_adds_up_the_first_field_that_an_event_has() {
        let text = r#"
            [[figure]]
            words = "gold"
            count = [{ event = "ducats", why = "gold" }]
            of = [{ event = "ducats", why = ["gold", "taxes"] }, { event = "harvest" }]
            sum = ["change", "ducats"]
        "#;
        let told = [
            json!({ "event": "ducats", "why": "gold", "change": 10 }),
            json!({ "event": "ducats", "why": "taxes", "change": 20 }),
            json!({ "event": "ducats", "why": "upkeep", "change": -7 }),
            json!({ "event": "harvest", "ducats": 50 }),
        ];
        let figure = counted(text, &told, 1);
        assert_eq!((figure.count, figure.of, figure.games), (10, 80, false));
        assert_eq!(figure.permille(), 125);
    }

    #[test]
    fn a_game_counts_once_however_often_it_happens() {
        let text = r#"
            [[figure]]
            words = "looted on turn 3"
            count = [{ event = "looted", turn = 3, place = ["Cuzco", "Mexico"] }]
        "#;
        let told = [
            json!({ "event": "looted", "place": "Cuzco" }),
            json!({ "event": "looted", "place": "Mexico" }),
        ];
        let figure = counted(text, &told, 3);
        assert_eq!((figure.count, figure.of, figure.games), (1, 2, true));
        assert_eq!(counted(text, &told, 4).count, 0);
    }
}
