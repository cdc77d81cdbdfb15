//! The order language: seven orders and twenty tests, each declared once, and what silence says;
//! and the game as it is loaded, which is its tables and this language made of them.
//!
//! Not here: what a line comes to when its owner is asked (`decide`).

use super::data::{Action, CardCode, Colour, Tables};
use super::reckon::{self, Pair, Position};
use super::view::View;
use packetboat_core::lang::form::{either, implied, maybe, name, refused, word};
use packetboat_core::lang::said::{Value, find};
use packetboat_core::prelude::*;
use packetboat_kit::{checks::unless, words::few};

/// Orders that decide nothing alone but change what others do; `ELSE` may join them.
const MODIFIERS: &str = "modifiers";

/// What comes after every plan (4.2, D1 to D4). A wild card is played if it is worth it, and
/// Infiltration is tried before Raid (D2). FALLBACK comes before the first line, HOLD takes out
/// those of its card, PREFER and LATER count as everywhere.
pub const SILENCE: &str = "\
    PLAY LOWEST\n\
    PLAY WC IF GAIN>=2\nPLAY WC IF UNLOCKS\nPLAY WC IF OPPPASSED AND GAIN>=1\n\
    PLAY WR IF GAIN>=2\nPLAY WR IF UNLOCKS\n\
    DOME CHEAPEST";

orders! {
    /// An order of the plan language.
    pub enum Order, "order", for Tables, View [.covers(covers)] {
        /// On your turn the first PLAY order that fits is played: the card is in your hand, can be
        /// played now, and its IF is true.
        Play = "PLAY" [.alternatives(alternatives)] {
            picks: Vec<Pick> = List(Marks::Alternatives, Plain),
            ? colours: Vec<Colour> = After(&["COLOUR", "COLOR"], List(Marks::Alternatives, Plain)),
        }
        /// PLAY LOWEST and the like, and FALLBACK, use these cards only when you can play no other
        /// coloured card.
        Later = "LATER" [.group(MODIFIERS).modifies()] {
            cards: Vec<Tame> = List(Marks::All, Plain),
        }
        /// By default the program does not play this wild card until the UNTIL part is true; your
        /// own PLAY orders still do.
        Hold = "HOLD" [.group(MODIFIERS).key(Some(2)).modifies().replaces_if(holds_back)] {
            wild: CardCode = Named(wild_cards),
            until: Option<Guard<Asked>> = After(&["UNTIL"], Plain),
        }
        /// What is played when no PLAY order fits: the lowest card (the default), the highest, or
        /// the one that gives most.
        Fallback = "FALLBACK" [.group(MODIFIERS).first_counts().replaces_if(falls_back)] {
            rule: Rule = Plain,
        }
        /// When to pay which two prices; LAST means not before the end of the card phase, NEVER
        /// ends the list of DOME orders.
        Dome = "DOME" {
            pay: Pay = Plain,
        }
        /// Which colour a wild card takes where its order does not say.
        Prefer = "PREFER" [.group(MODIFIERS).modifies().first_counts()] {
            colours: Vec<Colour> = List(Marks::Ranking, Plain),
        }
    }
}

words! {
    /// What FALLBACK plays.
    pub enum Rule: keywords "rule" {
        /// The lowest card, as silence does.
        Low = "LOW",
        /// The highest.
        High = "HIGH",
        /// The one that gives most now.
        Reward = "REWARD",
    }
}

shapes! {
    /// What a DOME line says.
    pub enum Pay, "pay", for Tables {
        /// None; the list of DOME lines ends here.
        Never = "NEVER" {}
        /// The cheapest that can be paid without the colours to keep.
        Cheapest = "CHEAPEST" {
            ? keep: Vec<Colour> = Clause(After(&["KEEP"], List(Marks::Ranking, Plain))),
            ? last: bool = Clause(Flag(&["LAST"])),
        }
        /// Exactly this pair.
        Pair {
            pair: Pair = Plain,
            ? last: bool = Flag(&["LAST"]),
        }
    }
}

/// What a PLAY line names: a word, a colour (the lowest of it), or a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Pick {
    Card { card: CardCode },
    Colour { colour: Colour },
    Word { word: Describes },
}

tagged!(Pick, "pick");

words! {
    /// A description of a card.
    pub enum Describes: keywords "word" {
        /// The lowest.
        Lowest = "LOWEST",
        /// The highest.
        Highest = "HIGHEST",
        /// The one that gives most now.
        Reward = "REWARD",
        /// The lowest chain card.
        Chain = "CHAIN",
        /// The lowest that is legal only by its special text.
        Special = "SPECIAL",
    }
}

impl Pick {
    /// Whether it is a wild card.
    pub fn is_wild(&self, tables: &Tables) -> bool {
        matches!(self, Pick::Card { card } if tables.action(*card).is_wild())
    }
}

impl OrderPart<Tables> for Pick {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        let colours = Colour::ALL.map(|it| Noun::new(it.word()));
        let either_kind = with.actions.iter().map(noun).chain(colours);
        let names = Names::of("card or colour", either_kind);
        let words = <Describes as OrderPart<Tables>>::slots(with, "word");
        vec![either(vec![words, vec![name("name", names)]])]
    }
    fn read(with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let Some(said) = find(values, "name").and_then(Value::as_name) else {
            let word = Describes::read(with, values, "word")?;
            return Ok(Pick::Word { word });
        };
        Ok(match Colour::of(said) {
            Some(colour) => Pick::Colour { colour },
            None => Pick::Card { card: card(said) },
        })
    }
}

/// What a PLAY line with alternatives stands for: each card, and a wild one once for each of its
/// colours, with those written after it. So the first colour that gives a token is asked about
/// first, as without an IF, and the IF may still be true of a later one (`IF GAIN AT LEAST 2`).
fn alternatives(tables: &Tables, order: &Order) -> Vec<Order> {
    let Order::Play { picks, colours } = order else {
        return Vec::new();
    };
    let any_wild = picks.iter().any(|it| it.is_wild(tables));
    let each = picks.iter().flat_map(|pick| {
        let one = |colours: &[Colour]| Order::Play {
            picks: vec![*pick],
            colours: colours.to_vec(),
        };
        match (any_wild, pick.is_wild(tables)) {
            (true, true) if !colours.is_empty() => {
                let from = 0..colours.len();
                from.map(|at| one(&colours[at..])).collect()
            }
            // COLOUR is said of the wild ones.
            (true, _) => vec![one(&[])],
            (false, _) => vec![one(colours)],
        }
    });
    each.collect()
}

/// Whether the first order, without IF, leaves the second nothing to do.
fn covers(tables: &Tables, _: &View, first: &Order, then: &Order) -> bool {
    match (first, then) {
        (Order::Play { picks: first, .. }, Order::Play { picks: then, .. }) => {
            let taken = |it: &Pick| first.iter().any(|by| takes(tables, *by, *it));
            then.iter().all(taken)
        }
        (Order::Dome { pay: first }, Order::Dome { pay: then }) => pay_covers(first, then),
        (Order::Hold { wild, .. }, Order::Hold { wild: other, .. }) => wild == other,
        _ => false,
    }
}

/// Whether whenever `then` can be played, `by` plays something before it.
fn takes(tables: &Tables, by: Pick, then: Pick) -> bool {
    use Describes::{Highest, Lowest, Reward};
    match by {
        Pick::Word {
            word: Lowest | Highest | Reward,
        } => !then.is_wild(tables),
        by => by == then,
    }
}

fn pay_covers(first: &Pay, then: &Pay) -> bool {
    let in_time = |at_last: bool, last: bool| !at_last || last;
    match (first, then) {
        (Pay::Never {}, _) => true,
        (Pay::Cheapest { keep, last: false }, _) if keep.is_empty() => true,
        (Pay::Cheapest { keep, last: at }, Pay::Cheapest { keep: other, last }) => {
            in_time(*at, *last) && keep.iter().all(|it| other.contains(it))
        }
        (Pay::Cheapest { keep, last: at }, Pay::Pair { pair, last }) => {
            in_time(*at, *last) && !keep.iter().any(|it| pair.has(*it))
        }
        (Pay::Pair { pair, last: at }, Pay::Pair { pair: other, last }) => {
            in_time(*at, *last) && pair == other
        }
        _ => false,
    }
}

/// FALLBACK, without IF, comes before the descriptions that silence plays.
fn falls_back(_: &Tables, _: &Order, always: bool, silent: &Order) -> bool {
    let word = |it: &Pick| matches!(it, Pick::Word { .. });
    always && matches!(silent, Order::Play { picks, .. } if picks.iter().all(word))
}

/// HOLD, without IF and UNTIL, keeps silence from playing that card.
fn holds_back(_: &Tables, own: &Order, always: bool, silent: &Order) -> bool {
    let (Order::Hold { wild, until: None }, Order::Play { picks, .. }) = (own, silent) else {
        return false;
    };
    let held = |it: &Pick| matches!(it, Pick::Card { card } if card == wild);
    always && picks.iter().all(held)
}

/// A card that is not wild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tame(pub CardCode);

impl OrderPart<Tables> for Tame {
    fn slots(with: &Tables, slot: &'static str) -> Vec<Slot> {
        vec![name(slot, cards(with))]
    }
    fn read(with: &Tables, values: &[Value], slot: &'static str) -> Result<Self, Diagnostic> {
        let said = find(values, slot).expect("a card is named");
        let code = card(said.as_name().unwrap_or_default());
        unless(!with.action(code).is_wild(), || {
            let reason = format!("{code} is wild, and no description takes a wild card");
            Diagnostic::new(said.span, reason, format!("HOLD {code} keeps it back"))
        })?;
        Ok(Tame(code))
    }
}

impl OrderPart<Tables> for Pair {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        let colour = |slot| <Colour as OrderPart<Tables>>::slots(with, slot);
        let last = vec![word(&["LAST"])];
        let last = refused(last, "LAST goes last", "write DOME red+blue LAST");
        let joined = vec![implied(&["+", "AND", "FOR", ","])];
        let pair = [colour("first"), joined, colour("second")].concat();
        [vec![maybe(vec![last])], pair].concat()
    }
    fn read(with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let colour = |slot| Colour::read(with, values, slot);
        let second = find(values, "second").expect("a pair names two colours");
        let (reason, hint) = (
            "a pair must be two different colours",
            "you pay two of the four prices, never the same one twice",
        );
        let (one, other) = (colour("first")?, colour("second")?);
        let pair = Pair::all().find(|it| it.has(one) && it.has(other) && one != other);
        pair.ok_or_else(|| Diagnostic::new(second.span, reason, hint))
    }
}

/// The whole language; it is the same at any moment and for both seats.
pub fn grammar(tables: &Tables, facts: &Facts<AtTable>) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts.forms(),
        hints: include_str!("hints.toml"),
        each: false,
        legs: false,
        dashes: None,
    }
}

/// These New Worlds.
pub struct TheseNewWorlds {
    /// The tables it was loaded with.
    pub tables: Tables,
    /// The tests.
    pub facts: Facts<AtTable>,
}

/// The game in a step.
pub type Play<'a> = PlayOf<'a, TheseNewWorlds>;

/// What the tests look at.
pub struct AtTable;

/// The view of the seat, and what the card of the line itself would bring.
pub struct At<'a> {
    /// The view.
    pub view: &'a View,
    /// What its cards are worth.
    pub position: Position<'a>,
    /// Tokens gained, and whether they unlock the dome; none if the line plays nothing.
    pub worth: Option<(u32, bool)>,
}

impl Scene for AtTable {
    type At<'a> = At<'a>;
}

/// The tests, in the order of the handbook.
pub fn facts(tables: &Tables) -> Facts<AtTable> {
    let (hand, tokens) = (tables.deal.hand, tables.tokens_max);
    let all: Vec<_> = tables.planets.iter().map(|it| it.code).collect();
    let planets = tables.tally(&all);
    let same = planets.each().map(|it| it.1).max().unwrap_or(0);
    let value = tables.actions.iter().map(|it| it.pv).max().unwrap_or(0);
    let colours = || Names::new("colour", Colour::ALL.map(Colour::word));
    let cards = || cards(tables);
    facts! {
        AtTable, |at, of|
        /// The position value on the pile; 0 if it is empty or wild.
        ["TOP"] number(0, value) => at.position.top.map_or(0, |it| it.pv);
        /// Cards in your hand.
        ["MYHAND"] number(0, hand) => at.view.mine().hand;
        /// Cards in your opponent's hand.
        ["OPPHAND"] number(0, hand) => at.view.theirs().hand;
        /// Cards played so far in this round.
        ["STEP"] number(0, hand * 2) => few(&at.view.pile);
        /// How many tokens this card would give now.
        ["GAIN"] number(0, reckon::gain_max(tables, same)), in "PLAY" => at.worth.map(|it| it.0);
        /// Your tokens of a colour.
        ["MY"] number(0, tokens), of colours() => at.position.tokens.get(colour(of));
        /// The opponent's tokens of a colour.
        ["OPP"] number(0, tokens), of colours() => at.position.theirs.get(colour(of));
        /// The die of a colour.
        ["PRICE"] number(1, tables.sides), of colours() => at.position.prices.get(colour(of));
        /// Planets in the Collective, of a colour or of all.
        ["COLLECTIVE"] number(0, same), of colours(), alone planets.total() => {
            let tally = &at.position.collective;
            Colour::of(of).map_or(tally.total(), |it| tally.get(it))
        };
        /// The colour on the pile; WILD on a wild card, NONE on an empty pile.
        ["TOPCOLOUR" "TOPCOLOR"] name(colours(), &[&["WILD"], &["NONE"]]) => {
            at.position.top.map_or("NONE", |it| it.colour.map_or("WILD", Colour::word))
        };
        /// The colour of the planet to be won.
        ["PRIZE"] name(colours(), &[]) => at.view.prize.as_ref().map(|it| it.colour.word());
        /// This card was played in this round.
        ["SEEN"] flag, of cards() => at.view.pile.contains(&card(of));
        /// This card is in your hand.
        ["HAVE"] flag, of cards() => at.view.hand.contains(&card(of));
        /// Your dome is placed.
        ["MYDOME"] flag => at.view.mine().dome;
        /// The opponent's dome is placed.
        ["OPPDOME"] flag => at.view.theirs().dome;
        /// You could pay a dome now and have not placed it.
        ["CANDOME"] flag => at.view.can_dome(at.view.mine());
        /// The opponent could pay a dome now and has not placed it.
        ["OPPCANDOME"] flag => at.view.can_dome(at.view.theirs());
        /// The opponent has just passed, so your pass would end the card phase.
        ["OPPPASSED"] flag => at.view.after_pass || at.view.passed == Some(at.view.theirs().seat);
        /// You can play no card that is not wild.
        ["BLOCKED"] flag => at.view.ladder(at.position.tables).is_empty();
        /// You have no dome and cannot yet pay for one, but could after playing this card.
        ["UNLOCKS"] flag, in "PLAY" => at.worth.is_some_and(|it| it.1);
    }
}

fn cards(tables: &Tables) -> Names {
    Names::of("card", tables.actions.iter().map(noun))
}

fn wild_cards(tables: &Tables) -> Names {
    let wild = tables.actions.iter().filter(|it| it.is_wild());
    Names::of("wild card", wild.map(noun))
}

/// A card is its code; its name, or the beginning of it, is read as well.
fn noun(card: &Action) -> Noun {
    Noun::new(card.code.as_str()).or(card.name.as_str())
}

fn card(code: &str) -> CardCode {
    code.parse().expect("the grammar lists cards here")
}

fn colour(word: &str) -> Colour {
    Colour::of(word).expect("the grammar lists colours here")
}
