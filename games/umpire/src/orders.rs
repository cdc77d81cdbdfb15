//! The order language: what players write, and what the umpire does.
//!
//! Not here: what the umpire's lines come to (`lines`).

use super::data::{Change, Mark, Tables};
use super::view::View;
use packetboat_core::engine::dice_roll::DiceRoll;
use packetboat_core::engine::fields::{Days, SeatsOrAll};
use packetboat_core::engine::texts::{Attached, Below, Rest};
use packetboat_core::lang::form::{choice, either, name, number};
use packetboat_core::lang::said::{Value, find};
use packetboat_core::prelude::*;

/// The game as it is loaded: hardly any rules, and what the campaign brings.
pub struct Umpire {
    /// What it brings.
    pub tables: Tables,
}

/// Days that a turn may take at most.
const DAYS_MAX: i64 = 90;

/// What somebody is told by, below `TO`.
const RULING: &str = "ruling";

/// Whom something is for; none: for all.
const SEATS: SeatsOrAll<Tables> = SeatsOrAll(Tables::seat_names);

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View {
        /// Says what you do: any text, on the lines below, down to END.
        Orders = "ORDERS" [.part(1).key(None).bare().tried(Tried::Once).acts()] {
            text: String = Below,
        }
        /// Rolls dice at once, and tells those seats, or ALL, what they show. FOR umpire: you alone
        /// learn of it until the end.
        Roll = "ROLL" [.part(2).adds(&["all", "dice", "seat", "why"]).group(RULING)
                .tried(Tried::Once)] {
            dice: DiceRoll = Plain,
            to: Vec<Seat> = Behind(&["FOR"], SEATS),
            why: String = Rest,
        }
        /// Tells those seats, or ALL, the text on the lines below, down to END.
        To = "TO" [.part(2).adds(&["all", "seat"]).group(RULING).tried(Tried::Once)] {
            to: Vec<Seat> = SEATS,
            text: String = Below,
        }
        /// Says that these seats are told nothing in this turn.
        Nothing = "NOTHING" [.part(2).adds(&["all", "seat"]).group(RULING).tried(Tried::Once)] {
            to: Vec<Seat> = Behind(&["TO"], SEATS),
        }
        /// Sends those seats, or ALL, a file that you attach to your mail: a PNG, JPEG or PDF.
        Picture = "PICTURE" [.part(2).adds(&["all", "file", "seat"]).group(RULING)
                   .tried(Tried::Once)] {
            file: String = Attached,
            to: Vec<Seat> = Behind(&["TO"], SEATS),
        }
        /// Sets a track of a seat: to a number or a word, or up or down by a number (+3, -2). With
        /// SECRET fewer learn of it.
        Set = "SET" [.part(2).adds(&["seat", "track"]).group(RULING).tried(Tried::Once)] {
            seat: Seat = Named(Tables::player_names),
            track: String = Named(Tables::track_names),
            change: Change = Plain,
            ? secret: bool = Flag(&["SECRET"]),
        }
        /// Puts a seat out of the game: it is not called any more.
        Out = "OUT" [.part(2).adds(&["seat"]).group(RULING).tried(Tried::Once)] {
            seat: Seat = Named(Tables::player_names),
        }
        /// Says how many days the next turn may take.
        Deadline = "DEADLINE" [.part(2).adds(&[]).group(RULING).tried(Tried::Once)] {
            days: u32 = Days(DAYS_MAX),
        }
        /// Ends the game, and names the places; seats that are not named share the next one.
        Finish = "FINISH" [.part(2).adds(&[]).group(RULING).tried(Tried::Once)] {
            ? places: Vec<Placed> = After(&["WITH"], List(Marks::All, Plain)),
        }
    }
}

impl OrderPart<Tables> for Change {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        let amount = || number("number", -1_000_000, 1_000_000);
        let after = |word: Slot| vec![word, amount()];
        let mut ways = vec![
            after(choice("added", &[&["+"]])),
            after(choice("exactly", &[&["="]])),
            vec![amount()],
        ];
        let words = with.track_words();
        if !words.of.is_empty() {
            ways.push(vec![name("word", words)]);
        }
        vec![either(ways)]
    }
    fn read(with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let track = find(values, "track").and_then(Value::as_name);
        let track = with.track(track.unwrap_or_default());
        let has = |name: &str| find(values, name).is_some();
        let said = find(values, "number").or_else(|| find(values, "word"));
        let said = said.expect("the form has one of them");
        let change = match (said.as_number(), said.as_name()) {
            (Some(number), _) if has("added") || (number < 0 && !has("exactly")) => {
                Change::By(number)
            }
            (Some(number), _) => Change::To(Mark::Number(number)),
            (None, word) => Change::To(Mark::Word(word.unwrap_or_default().to_owned())),
        };
        let wrong = |reason: String, hint: String| Err(Diagnostic::new(said.span, reason, hint));
        match &change {
            Change::To(mark) if !track.allows(mark) => {
                wrong(format!("{} cannot be that", track.name), track.wanted())
            }
            Change::By(_) if !track.words.is_empty() => {
                wrong(format!("{} is a word", track.name), track.wanted())
            }
            _ => Ok(change),
        }
    }
}

/// A seat and its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The seat.
    pub seat: Seat,
    /// Its place, from 1.
    pub place: u8,
}

/// The words for places.
const PLACES: [&str; 8] = [
    "FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH",
];

impl OrderPart<Tables> for Placed {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        vec![
            name("seat", with.player_names()),
            name("place", Names::new("place", PLACES)),
        ]
    }
    fn read(_with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let seat = find(values, "seat").and_then(Value::as_name);
        let word = find(values, "place").and_then(Value::as_name);
        let place = PLACES.iter().zip(1..).find(|it| Some(*it.0) == word);
        Ok(Placed {
            seat: seat
                .and_then(|it| it.parse().ok())
                .expect("the form lists seats"),
            place: place.expect("the form lists places").1,
        })
    }
}

/// The language of a seat: a player's, or the umpire's.
pub fn grammar(tables: &Tables, view: &View) -> Grammar {
    let mut orders = Order::forms(tables);
    // Whoever has no seat reads the help of both.
    if view.seat.is_some() {
        orders.retain(|it| (it.name == "ORDERS") != view.referees());
    }
    Grammar {
        orders,
        tests: Vec::new(),
        hints: "",
        each: false,
        legs: false,
        dashes: None,
    }
}

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "question")]
pub enum Question {
    /// A player: what they do.
    Orders,
    /// The umpire: what happens.
    Ruling {
        /// How many rolls have been made in this turn.
        rolled: usize,
    },
}

tagged!(Question, "question");

/// Its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Choice {
    /// U1: empty: nothing.
    Orders { text: String },
    /// U3: these rolls are made, and the umpire is asked again.
    Roll { rolls: Vec<Order> },
    /// What happens, in the order in which it is said; and to whom nothing is.
    Rule {
        acts: Vec<Order>,
        forgotten: Vec<Seat>,
    },
}

tagged!(Choice, "choice");

impl Choice {
    /// That this happens, and these are told nothing.
    pub fn rule(acts: Vec<Order>, forgotten: Vec<Seat>) -> Self {
        Choice::Rule { acts, forgotten }
    }
}
