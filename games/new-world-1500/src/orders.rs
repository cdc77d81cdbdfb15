//! The order language: acts, plays and policies, each declared once, and what silence says.
//!
//! Not here: what is written after a card (`what`), and what a line comes to when its owner is
//! asked (`decide`).

use super::data::{Card, Tables, Way};
use super::names::{area_or_group, cards, players, reactions, seats, target};
use super::{group::Target, view::View, what::What};
use packetboat_core::engine::understand::guard;
use packetboat_core::lang::form::{choice, compare, either, list, maybe, name, number, word};
use packetboat_core::lang::said::{Compare, Is, Value, find, items};
use packetboat_core::prelude::*;

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

/// The tests that may be without IF in REACT and COUNTER lines.
const SHORT: &[&str] = &[
    "HITS", "MAKES", "BREAKS", "GAIN", "LOSS", "VPLOSS", "SPARE", "MONO", "USE", "AHEAD",
];

/// The answers that nobody need write, card by card (4.6).
const ANSWERS: &str = "\
    REACT LOYALTY IF HITS AT LEAST 2\nREACT FATE IF HITS AT LEAST 3\n\
    REACT EMBARGO IF LOSS AT LEAST 1\nREACT MARAUDERS IF MONO AT LEAST 2 AND AHEAD\n\
    REACT REVOLT";

/// When Iron Grip is played unasked; in the last turns also for one monopoly (D7).
pub const GRIP: &str = "TALLY IRONGRIP IF MONO AT LEAST 2";

/// What comes after every plan (4.2, 4.6).
pub fn silence(tables: &Tables) -> String {
    let keep: Vec<&str> = tables.deck.keep.iter().map(Card::as_str).collect();
    let mut lines = vec![format!("KEEP {}", keep.join(", "))];
    lines.extend(tables.deck.plays());
    lines.extend([ANSWERS, GRIP, "PLAGUE ROUNDS 1"].map(str::to_owned));
    lines.join("\n")
}

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View [.covers(covers).checks(check)] {
        /// Plays a card for one use: its TEXT, or BUILD, REDUCE, REPAIR one colony, or SUPPORT.
        /// MIN: only if it affects that many colonies.
        Play = "PLAY"
            [.tried(Tried::Once).key(None).head(2).acts().is_over(turn_over).replaces("PLAY")]
        {
            card: Card = Named(cards),
            what: What = Plain,
            ? min: u32 = After(&["MIN"], Within(1, 15)),
        }
        /// Gives these cards up first, when you hold too many before a game turn.
        Discard = "DISCARD" [.tried(Tried::Once).key(None).is_over(prepared)] {
            cards: Vec<Card> = List(Marks::All, Named(cards)),
        }
        /// Takes colonies of yours off the map as your turn begins: these, or all of a group.
        Abandon = "ABANDON" [.tried(Tried::Once).key(None).is_over(turn_over)] {
            colonies: Vec<Target> = List(Marks::All, Plain),
        }
        /// Shows cards of your hand to players, in the next report.
        Show = "SHOW" [.tried(Tried::Once).key(None)] {
            cards: Shown = Plain,
            to: Viewers = Plain,
        }
        /// Plays no further card, and keeps the program from playing for you.
        Pass = "PASS"
            [.tried(Tried::Once).key(None).group("PLAY").is_over(turn_over).replaces("PLAY")]
        {}
        /// Which cards you keep when you hold too many, best first.
        Keep = "KEEP" [.is_over(prepared).first_counts()] {
            cards: Vec<Card> = List(Marks::All, Named(cards)),
        }
        /// Whether you play Iron Grip when you tally.
        Tally = "TALLY" [.is_over(turn_over).first_counts().replaces("TALLY")] {
            what: Grip = Plain,
        }
        /// Answers cards of others with a Reaction card: VS these, FROM these players, at most MAX
        /// times by this order. HOLD keeps that card back where the order fits; NONE answers
        /// nothing; DEFAULTS brings the answers of the game back after your own.
        React = "REACT" [.subject(&["rcard"]).modifies_if(switches).replaces_if(same_card)] {
            with: React = Plain,
        }
        /// Plays Fate against an answer to one of your cards, or, with TALLY, against Marauders in
        /// your tally.
        Counter = "COUNTER" [.group("REACT")] {
            to: Countered = Plain,
            ? when: Option<Guard<Asked>> = Clause(Short),
            ? max: u32 = Clause(After(&["MAX"], Within(1, COUNT_MAX))),
        }
        /// What you do when a Plague Ship comes: whom you REDUCE, best first; in how many ROUNDS
        /// you take part; how many points you PLEDGE to end it: at once, or AFTER so many
        /// reductions, or when so many hit you.
        Plague = "PLAGUE" [.subject(&["Reduce", "Rounds", "Pledge"])] {
            say: Plague = Plain,
        }
    }
}

shapes! {
    /// What a SHOW line shows.
    pub enum Shown, "shown", for Tables {
        /// All cards.
        Hand = "HAND" {}
        /// The cards that are named.
        Cards {
            list: Vec<Card> = List(Marks::All, Named(cards)),
        }
    }
}

words! {
    /// Iron Grip, or not.
    pub enum Grip: keywords "what" {
        /// The Iron Grip is not used.
        None = "NONE",
        /// The Iron Grip is used.
        Irongrip = "IRONGRIP",
    }
}

shapes! {
    /// What a REACT line says.
    pub enum React, "react", for Tables {
        /// No answers.
        None = "NONE" {}
        /// The answers of the game.
        Defaults = "DEFAULTS" {}
        /// An answer.
        With {
            ? hold: bool = Flag(&["HOLD"]),
            rcard: Card = Named(reactions),
            ? vs: Vec<Card> = Clause(Any(&["VS"], Named(cards))),
            ? from: Vec<String> = Clause(Any(&["FROM"], Named(players))),
            ? when: Option<Guard<Asked>> = Clause(Short),
            ? max: u32 = Clause(After(&["MAX"], Within(1, COUNT_MAX))),
        }
    }
}

shapes! {
    /// What a PLAGUE line says.
    pub enum Plague, "plague", for Tables {
        /// Whom to hit, best first.
        Reduce = "REDUCE" {
            targets: Vec<Target> = List(Marks::All, Plain),
        }
        /// In how many passes to take part.
        Rounds = "ROUNDS" {
            rounds: u32 = Within(0, COUNT_MAX),
        }
        /// How many points to offer.
        Pledge = "PLEDGE" {
            pledge: u32 = Within(0, COUNT_MAX),
            when: When = Plain,
        }
    }
}

/// When a pledge counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// From the first reduction on.
    Now,
    /// After this many reductions.
    After(u32),
    /// When this many hit the player's own colonies.
    Hits(Compare, u32),
}

impl OrderPart<Tables> for When {
    fn slots(_with: &Tables, _name: &'static str) -> Vec<Slot> {
        let hits = vec![
            choice("when", &[&["MYHITS"]]),
            compare("sign"),
            number("hits", 0, COUNT_MAX),
        ];
        vec![maybe(vec![either(vec![
            vec![choice("when", &[&["NOW"]])],
            vec![choice("when", &[&["AFTER"]]), number("after", 0, COUNT_MAX)],
            hits,
        ])])]
    }
    fn read(_: &Tables, values: &[Value], _: &'static str) -> Result<Self, Diagnostic> {
        let number = |name| find(values, name).and_then(Value::as_count);
        let sign = find(values, "sign").and_then(Value::as_compare);
        Ok(match (number("after"), sign.zip(number("hits"))) {
            (Some(after), _) => When::After(after),
            (_, Some((sign, hits))) => When::Hits(sign, hits),
            _ => When::Now,
        })
    }
}

/// Cards or players after a word; ANY, or none: all.
struct Any<S>(&'static [&'static str], S);

impl<T, S: Reads<Tables, T>> Reads<Tables, Vec<T>> for Any<S> {
    fn slots(&self, with: &Tables, name: &'static str) -> Vec<Slot> {
        let any = any_of(name, self.1.slots(with, "item"));
        vec![maybe(vec![word(self.0), any])]
    }
    fn read(
        &self,
        with: &Tables,
        values: &[Value],
        name: &'static str,
    ) -> Result<Vec<T>, Diagnostic> {
        let each = items(values, name).iter();
        each.map(|it| self.1.read(with, it, "item")).collect()
    }
}

fn any_of(name: &'static str, item: Vec<Slot>) -> Slot {
    either(vec![
        vec![choice(name, &[&["ANY"]])],
        vec![list(name, Marks::All, item)],
    ])
}

/// One test without IF.
struct Short;

impl Reads<Tables, Option<Guard<Asked>>> for Short {
    fn slots(&self, _with: &Tables, name: &'static str) -> Vec<Slot> {
        vec![maybe(vec![Slot::Test { name, of: SHORT }])]
    }
    fn read(
        &self,
        _: &Tables,
        values: &[Value],
        name: &'static str,
    ) -> Result<Option<Guard<Asked>>, Diagnostic> {
        match find(values, name).map(|it| &it.is) {
            Some(Is::Condition(test)) => guard(test, |it| Ok(Asked::of(it))).map(Some),
            _ => Ok(None),
        }
    }
}

/// The card of one's own that was answered: one of these, or any; or one's tally.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Countered {
    /// One's tally.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tally: bool,
    /// These cards; none: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Card>,
}

impl OrderPart<Tables> for Countered {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        let card = vec![name("item", cards(with))];
        vec![
            word(&["FATE"]),
            word(&["FOR"]),
            either(vec![
                vec![choice("tally", &[&["TALLY"]])],
                vec![any_of("cards", card)],
            ]),
        ]
    }
    fn read(with: &Tables, values: &[Value], _: &'static str) -> Result<Self, Diagnostic> {
        Ok(Countered {
            tally: find(values, "tally").is_some(),
            cards: Any(&["FOR"], Named(cards)).read(with, values, "cards")?,
        })
    }
}

/// To whom cards are shown; none named: to all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Viewers(pub Vec<Seat>);

impl OrderPart<Tables> for Viewers {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        let all = vec![choice("all", &[&["ALL"]])];
        let some = list("seats", Marks::All, vec![name("item", seats(with))]);
        vec![word(&["TO"]), either(vec![all, vec![some]])]
    }
    fn read(with: &Tables, values: &[Value], _: &'static str) -> Result<Self, Diagnostic> {
        let seats = Any(&["TO"], Named(seats)).read(with, values, "seats");
        seats.map(Viewers)
    }
}

impl OrderPart<Tables> for Target {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        area_or_group(with)
    }
    fn read(_: &Tables, values: &[Value], _: &'static str) -> Result<Self, Diagnostic> {
        Ok(target(values))
    }
}

/// That the parts of an order fit each other and the table.
///
/// # Errors
/// A number that does not fit the use, a token that is not named with the card, a seat that nobody
/// has.
fn check(tables: &Tables, view: &View, order: &Order, said: &Said) -> Result<(), Diagnostic> {
    let at = |name: &str| said.get(name).map_or(said.span, |it| it.span);
    seated(view, order, &at)?;
    if let Order::Play { card, what, min } = order {
        let face = tables.card(*card);
        let touches = face.touches(what.way);
        if *min > 0 && !touches {
            let reason = format!(
                "MIN counts colonies, and {card} {} is not asked for any",
                what.way
            );
            return Err(Diagnostic::new(at("min"), reason, "leave MIN out"));
        }
        if what.way == Way::Support && face.support > 0 && !what.whom.is_empty() {
            let reason = format!("{card} moves your own token: it counts {:+}", face.support);
            return Err(Diagnostic::new(at("whom"), reason, "write SUPPORT alone"));
        }
    }
    Ok(())
}

/// Those of these words that are seats.
fn seats_of(words: &[String]) -> Vec<Seat> {
    words.iter().filter_map(|it| it.parse().ok()).collect()
}

/// That anyone named plays here.
fn seated(view: &View, order: &Order, at: &dyn Fn(&str) -> Span) -> Result<(), Diagnostic> {
    let (place, named) = match order {
        Order::Show { to, .. } => ("seats", to.0.clone()),
        Order::Play { what, .. } => {
            let place = if what.steps.is_empty() { "whom" } else { "of" };
            (place, seats_of(&what.whom))
        }
        order => match order.react() {
            Some(React::With { from, .. }) => ("from", seats_of(from)),
            _ => return Ok(()),
        },
    };
    let all = &view.world.order;
    let nobody = named.iter().find(|it| !all.contains(it));
    nobody.map_or(Ok(()), |seat| {
        let why = format!("nobody plays {seat} here");
        let hint = "expected here: a player";
        Err(Diagnostic::new(at(place), why, hint))
    })
}

/// Orders that only change what answers others give.
pub fn switches(order: &Order) -> bool {
    matches!(
        order.react(),
        Some(React::None {} | React::Defaults {} | React::With { hold: true, .. })
    )
}

/// The seat's own turn is over.
fn turn_over(view: &View, _: &Order) -> bool {
    view.is_past()
}

/// Nobody holds too many cards any more.
fn prepared(view: &View, _: &Order) -> bool {
    view.prepared
}

/// A line of one's own for a card, with or without IF, switches the answers of the game with it
/// off.
fn same_card(_: &Tables, own: &Order, _always: bool, silent: &Order) -> bool {
    own.answers_with().is_some() && own.answers_with() == silent.answers_with()
}

/// Whether an order is REACT NONE.
pub fn answers_none(order: &Order) -> bool {
    matches!(order.react(), Some(React::None {}))
}

/// Whether the first order, without IF, leaves the second nothing to do.
fn covers(_: &Tables, _: &View, first: &Order, then: &Order) -> bool {
    match (first, then) {
        (Order::Pass {}, Order::Play { .. } | Order::Pass {}) => true,
        (first, Order::React { .. }) if answers_none(first) => true,
        (Order::React { with }, then) => {
            with.is_open()
                && then
                    .answers_with()
                    .is_some_and(|it| first.answers_with() == Some(it))
        }
        (Order::Plague { say: first }, Order::Plague { say: then }) => matches!(
            (first, then),
            (Plague::Rounds { .. }, Plague::Rounds { .. })
                | (Plague::Reduce { .. }, Plague::Reduce { .. })
        ),
        _ => false,
    }
}

impl React {
    /// Whether it answers whatever its card may answer, and as often.
    fn is_open(&self) -> bool {
        match self {
            React::With {
                vs,
                from,
                when: None,
                max: 0,
                ..
            } => vs.is_empty() && from.is_empty(),
            _ => false,
        }
    }
}

impl Order {
    /// Whether it belongs to a turn of one's own: its cards, or that none is played.
    pub fn plays(&self) -> bool {
        matches!(self, Order::Play { .. } | Order::Pass {})
    }

    /// What a REACT line says.
    pub fn react(&self) -> Option<&React> {
        match self {
            Order::React { with } => Some(with),
            _ => None,
        }
    }

    /// What a PLAGUE line says.
    pub fn plague(&self) -> Option<&Plague> {
        match self {
            Order::Plague { say } => Some(say),
            _ => None,
        }
    }

    /// The Reaction card of a REACT line.
    pub fn answers_with(&self) -> Option<Card> {
        match self.react()? {
            React::With { rcard, .. } => Some(*rcard),
            React::None {} | React::Defaults {} => None,
        }
    }
}
