//! The order language: wishes and policies, each declared once, and what silence says.
//!
//! Not here: what a line comes to when its owner is asked (`decide`).

use super::data::{Building, Good, Level, Tables};
use super::names::{KINDS, building_or_any, floors, found, good_or_auto, goods, victims};
use super::steps::{Route, Step};
use super::{facts::AtHome, view::View};
use packetboat_core::engine::attributes::Orders;
use packetboat_core::lang::form::{
    choice, counted, either, list, maybe, name, number, refused, word,
};
use packetboat_core::lang::said::{Is, Value, find, items};
use packetboat_core::prelude::*;
use packetboat_kit::{amounts::is_none, words::commas};

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

/// As many cards as there are of a good.
const SALES_MAX: i64 = 15;

/// How many cards a line sells, each of which is a wish: more than inhabitants buy in a batch.
const LINE_SALES_MAX: u32 = 40;

/// What comes after every plan (4.2, 4.5). What it says of bridges, losses, buildings, discards and
/// whom to upgrade no line need say: `remains`.
pub const SILENCE: &str = "\
    DEVELOP MERCHANT\nDEVELOP CITIZEN\nDEVELOP SETTLER\nPIONEER\n\
    SHIP IF SHIPS IS 0 AND BRANCHES UNDER 4\nSAIL 1 HUNT\nSAIL 2 HUNT\n\
    PRODUCE AUTO, tobacco, spice, cloth, stone, tool, wood\n\
    TAKE AGREEMENT, TREASURE, tobacco, spice";

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View [.covers(covers)] {
        /// Places a pioneer on the next space, from space 4 on with the first of these public
        /// buildings that you can take. FILL buys up to that many of the cards it lacks.
        Pioneer = "PIONEER" [.tried(Tried::Wish).group("wish").acts().replaces("wish")] {
            ? buildings: Vec<String> =
                Clause(After(&["BUILDING"], List(Marks::Alternatives, Canonical(building_or_any)))),
            ? fill: u32 = Clause(After(&["FILL"], Within(0, COUNT_MAX))),
        }
        /// Promotes an inhabitant by one step: the lowest that can rise, or the one on a space.
        Develop = "DEVELOP" [.tried(Tried::Wish).group("wish").acts().replaces("wish")] {
            level: Rise = Plain,
            ? space: u32 = Clause(After(&["AT"], Within(1, 7))),
            ? fill: u32 = Clause(After(&["FILL"], Within(0, COUNT_MAX))),
        }
        /// Builds a ship.
        Ship = "SHIP" [.tried(Tried::Wish).group("wish").acts().replaces("wish")] {
            ? fill: u32 = Clause(After(&["FILL"], Within(0, COUNT_MAX))),
        }
        /// Sells cards to your inhabitants, one to each on each go: the cards you name; or MAX, all
        /// that KEEP does not hold back; or SPARE, all that your orders do not need; or UNTIL you
        /// have that much gold.
        Sell = "SELL"
            [.tried(Tried::Wish).group("wish").acts().replaces("wish").splits(cards).checks(few)]
        {
            what: Selling = Plain,
            ? keep: Vec<Amount> =
                After(&["KEEP"], List(Marks::All, Counted(floors, 0, COUNT_MAX, Count::Printed))),
        }
        /// Buys one or two cards of a good.
        Buy = "BUY" [.tried(Tried::Wish).group("wish").acts().replaces("wish").splits(cards)] {
            what: Amount = Counted(goods, 1, 2, Count::Optional),
            ? also: Vec<Amount> =
                After(&[","], List(Marks::All, Counted(goods, 1, 2, Count::Optional))),
        }
        /// Sails a ship, step by step, as far as its action points allow.
        Sail = "SAIL"
            [.tried(Tried::Wish).group("wish").acts().replaces("wish").head(3).key(Some(3))]
        {
            ship: u32 = Perhaps(&["SHIP"], Within(1, 2)),
            steps: Vec<Step> = Route,
        }
        /// Draws a random card from another player, if you own the Big Branch Office.
        Draw = "DRAW" [.tried(Tried::Wish).group("wish").acts().replaces("wish").checks(others)] {
            from: String = Behind(&["FROM"], Named(victims)),
        }
        /// Keeps the program from playing your go by itself; your other orders count as usual.
        Pass = "PASS" [.group("wish").modifies().replaces_if(without_if)] {}
        /// What you take when you may take any good, best first; AUTO is the good that you lack for
        /// your orders.
        Produce = "PRODUCE" [.group("policy")] {
            goods: Vec<String> = List(Marks::Ranking, Canonical(good_or_auto)),
        }
        /// What you take at a number where you have a branch office: the home good or its own.
        Bridge = "BRIDGE" [.group("policy").key(Some(2))] {
            number: Die = Plain,
            side: Side = Plain,
        }
        /// Which tile you lose to the Pirate, the first to go first.
        Lose = "LOSE" [.group("policy")] {
            items: Vec<Loss> = List(Marks::Ranking, Plain),
        }
        /// How many of a good your sales must leave you, and how much gold your purchases must.
        Keep = "KEEP" [.group("policy").modifies()] {
            floors: Vec<Amount> = List(Marks::All, Counted(floors, 0, COUNT_MAX, Count::Printed)),
        }
        /// Which tiles your ships use, a branch office at the first of these numbers that is free.
        Take = "TAKE" [.group("policy").replaces_if(without_if)] {
            picks: Vec<Pick> = List(Marks::All, Plain),
        }
        /// Which tiles your ships put back.
        Skip = "SKIP" [.group("policy")] {
            kinds: Vec<String> = List(Marks::All, Canonical(found)),
        }
        /// Whom a treasure develops, best first.
        Upgrade = "UPGRADE" [.group("policy").modifies()] {
            whom: Vec<Who> = List(Marks::Ranking, Plain),
        }
        /// What goes first when you hold too many cards at the end of your go.
        Discard = "DISCARD" [.group("policy")] {
            goods: Vec<Good> = List(Marks::Ranking, Named(goods)),
        }
        /// Whether cards that would be discarded are sold, where an inhabitant still buys them.
        Autosell = "AUTOSELL" [.group("policy").modifies().first_counts()] {
            on: Switch = Plain,
        }
    }
}

shapes! {
    /// What a SELL line sells.
    pub enum Selling, "selling", for Tables {
        /// All above the floors.
        Max = "MAX" {}
        /// The same, without what wishes need.
        Spare = "SPARE" {}
        /// As MAX, until so much gold is there.
        Until = "UNTIL" {
            gold: u32 = Coins,
        }
        /// The goods that are named.
        Some {
            sales: Vec<Sale> = List(Marks::All, Plain),
        }
    }
}

shapes! {
    /// What is lost to the Pirate.
    pub enum Loss, "loss", for Tables {
        /// A trade agreement.
        Agreement = "AGREEMENT" {}
        /// The branch office at a number.
        Branch = "BRANCH" {
            number: u32 = Within(1, 5),
        }
    }
}

words! {
    /// What an inhabitant becomes.
    pub enum Rise: keywords "level" {
        /// Of a pioneer.
        Settler = "SETTLER",
        /// Of a settler.
        Citizen = "CITIZEN",
        /// Of a citizen.
        Merchant = "MERCHANT",
    }
}

impl Rise {
    /// The level.
    pub fn level(self) -> Level {
        Level::of(self.word()).expect("each is a level")
    }
}

words! {
    /// What is taken at a bridge.
    pub enum Side: keywords "side" {
        /// The home good.
        Home = "HOME",
        /// The good of the branch office.
        Branch = "BRANCH",
        /// What wishes lack.
        Auto = "AUTO",
    }
}

words! {
    /// On or off.
    pub enum Switch: keywords "on" {
        /// From now on.
        On = "ON",
        /// No longer.
        Off = "OFF",
    }
}

/// A number followed by GOLD.
struct Coins;

impl Reads<Tables, u32> for Coins {
    fn slots(&self, _with: &Tables, name: &'static str) -> Vec<Slot> {
        vec![number(name, 0, COUNT_MAX), word(&["GOLD"])]
    }
    fn read(&self, _: &Tables, values: &[Value], name: &'static str) -> Result<u32, Diagnostic> {
        Ok(count(values, name).expect("the form has a number"))
    }
}

fn count(values: &[Value], name: &str) -> Option<u32> {
    find(values, name).and_then(Value::as_count)
}

/// Cards of a good to be sold, and to whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sale {
    /// Of what.
    pub good: Good,
    /// How many.
    pub count: u32,
    /// To the inhabitant of this space; 0: to the lowest that buys it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub to: u32,
}

impl OrderPart<Tables> for Sale {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        vec![either(vec![
            vec![
                name("good", goods(with)),
                word(&["TO"]),
                number("space", 1, 7),
            ],
            vec![counted("sale", goods(with), 1, SALES_MAX, Count::Optional)],
        ])]
    }
    fn read(_with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let good = |it: &str| Good::of(it).expect("the form lists the goods");
        if let Some(Is::Counted { count, name }) = find(values, "sale").map(|it| &it.is) {
            let count = u32::try_from(count.unwrap_or(1)).expect("within bounds");
            return Ok(Sale {
                good: good(name),
                count,
                to: 0,
            });
        }
        let named = find(values, "good").and_then(Value::as_name);
        Ok(Sale {
            good: good(named.expect("the form has a good")),
            count: 1,
            to: count(values, "space").unwrap_or(0),
        })
    }
}

/// A number of the die; 0: all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Die(pub u32);

impl OrderPart<Tables> for Die {
    fn slots(_with: &Tables, name: &'static str) -> Vec<Slot> {
        let all = choice(name, &[&["ALL"]]);
        vec![either(vec![vec![number(name, 1, 5)], vec![all]])]
    }
    fn read(_with: &Tables, values: &[Value], name: &'static str) -> Result<Self, Diagnostic> {
        Ok(Die(count(values, name).unwrap_or(0)))
    }
}

/// A tile to be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// A kind of tile, or a good.
    pub kind: String,
    /// The bridges for a branch office, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<u32>,
}

impl OrderPart<Tables> for Pick {
    fn slots(with: &Tables, _name: &'static str) -> Vec<Slot> {
        let numbers = list("at", Marks::First, vec![number("number", 1, 5)]);
        vec![either(vec![
            vec![choice("kind", &KINDS)],
            vec![
                name("good", goods(with)),
                maybe(vec![word(&["AT", "@"]), numbers]),
            ],
        ])]
    }
    fn read(_with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let kind = find(values, "kind").and_then(Value::as_word);
        let good = find(values, "good").and_then(Value::as_name);
        let at = items(values, "at").iter();
        let at = at.filter_map(|it| count(it, "number")).collect();
        let kind = kind.or(good).expect("the form has one of them").to_owned();
        Ok(Pick { kind, at })
    }
}

/// Whom a treasure develops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its words say")]
pub enum Who {
    Level(Level),
    At(u32),
}

impl OrderPart<Tables> for Who {
    fn slots(_with: &Tables, _name: &'static str) -> Vec<Slot> {
        vec![either(vec![
            vec![choice("who", &[&["CITIZEN"], &["SETTLER"], &["PIONEER"]])],
            vec![word(&["AT"]), number("space", 1, 7)],
            vec![refused(
                vec![word(&["MERCHANT"])],
                "UPGRADE names the level that the inhabitant has now, and a merchant is at the top",
                "write UPGRADE CITIZEN to make a merchant",
            )],
        ])]
    }
    fn read(_with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        let who = find(values, "who")
            .and_then(Value::as_word)
            .and_then(Level::of);
        Ok(match who {
            Some(level) => Who::Level(level),
            None => Who::At(count(values, "space").expect("the form has a space")),
        })
    }
}

/// The order language.
pub fn grammar(tables: &Tables, facts: &Facts<AtHome>) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts.forms(),
        hints: include_str!("hints.toml"),
        each: true,
        legs: false,
        dashes: None,
    }
}

/// Each card that it sells or buys, if there are several: a wish by itself, with its words.
fn cards(order: &Order) -> Vec<(Order, String)> {
    match order {
        Order::Buy { what, also } => {
            let cards = |amount: &Amount| {
                let (mut what, also) = (amount.clone(), Vec::new());
                what.count = 1;
                let words = format!("BUY {}", what.of);
                vec![(Order::Buy { what, also }, words); amount.count as usize]
            };
            [what].into_iter().chain(also).flat_map(cards).collect()
        }
        Order::Sell {
            what: Selling::Some { sales },
            keep,
        } => {
            let kept = if keep.is_empty() { "" } else { " KEEP " };
            let floors = commas(keep.iter().map(|it| format!("{} {}", it.count, it.of)));
            let card = |sale: &Sale| {
                let to = match sale.to {
                    0 => String::new(),
                    to => format!(" TO {to}"),
                };
                let words = format!("SELL {}{to}{kept}{floors}", sale.good);
                let what = Selling::Some {
                    sales: vec![Sale { count: 1, ..*sale }],
                };
                let keep = keep.clone();
                vec![(Order::Sell { what, keep }, words); sale.count as usize]
            };
            sales.iter().flat_map(card).collect()
        }
        _ => Vec::new(),
    }
}

/// That nobody draws from themselves.
///
/// # Errors
/// Where it is said.
fn others(_: &Tables, view: &View, order: &Order, said: &Said) -> Result<(), Diagnostic> {
    match order {
        Order::Draw { from } if view.me.is_some_and(|it| it.as_str() == from) => {
            let span = said.get("from").map_or(said.span, |it| it.span);
            let hint = "expected here: another player, MOSTCARDS or LEADER";
            Err(Diagnostic::new(span, "you cannot draw from yourself", hint))
        }
        _ => Ok(()),
    }
}

/// That a line sells no more than it may.
///
/// # Errors
/// It does.
fn few(_: &Tables, _: &View, order: &Order, said: &Said) -> Result<(), Diagnostic> {
    match order {
        Order::Sell {
            what: Selling::Some { sales },
            ..
        } if sales.iter().map(|it| it.count).sum::<u32>() > LINE_SALES_MAX => {
            let reason = format!("an order sells at most {LINE_SALES_MAX} cards");
            let hint = "expected here: fewer, or MAX";
            Err(Diagnostic::new(said.span, reason, hint))
        }
        _ => Ok(()),
    }
}

/// Whether an order is a wish, or keeps silence from wishing.
pub fn wishes(order: &Order) -> bool {
    order.group() == "wish"
}

/// Without IF, PASS keeps silence from wishing, and TAKE from taking.
fn without_if(_: &Tables, own: &Order, always: bool, silent: &Order) -> bool {
    let takes = |it: &Order| matches!(it, Order::Take { .. });
    always && (takes(own) && takes(silent) || wishes(own) && wishes(silent))
}

/// Whether the first order, without IF, leaves the second nothing to do.
fn covers(_: &Tables, _: &View, first: &Order, then: &Order) -> bool {
    let all = |picks: &[Pick]| picks.iter().any(|it| it.kind == "ALL");
    match (first, then) {
        (Order::Bridge { number, .. }, Order::Bridge { number: then, .. }) => {
            number.0 == 0 || number == then
        }
        (Order::Keep { floors }, Order::Keep { floors: then }) => {
            let named = |it: &Amount| floors.iter().any(|first| first.of == it.of);
            then.iter().all(named)
        }
        (Order::Take { picks }, Order::Take { .. } | Order::Skip { .. }) => all(picks),
        (Order::Skip { kinds }, Order::Take { .. } | Order::Skip { .. }) => {
            kinds.iter().any(|it| it == "ALL")
        }
        _ => false,
    }
}

/// The buildings that a list names, the preferred ones for ANY (D5).
pub fn buildings_named(tables: &Tables, named: &[String]) -> Vec<Building> {
    let any = || tables.liked().collect::<Vec<_>>();
    if named.is_empty() {
        return any();
    }
    let each = named.iter().map(|it| Building::of(it));
    each.flat_map(|it| it.map_or_else(any, |it| vec![it]))
        .collect()
}
