//! What a player may write, understood: orders, conditions, and how they come of what was read.
//!
//! Not here: the forms (`grammar`), when a condition holds (`plan`), what is decided (`decide`).

use super::data::{CardCode, Colour, Tables};
use super::reckon::Pair;
use crate::engine::orders::Guard;
use crate::engine::plain::tagged;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::said::{Compare, Is, Said, Value};
use serde::{Deserialize, Serialize};

/// An order of the plan language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Order {
    /// The first of these that can be played.
    Play {
        /// Alternatives, best first; at least one.
        picks: Vec<Pick>,
        /// For a wild card: alternatives, best first; empty if not written.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        colours: Vec<Colour>,
    },
    /// Descriptions and FALLBACK take these only when nothing else can be played.
    Later {
        /// None of them wild.
        cards: Vec<CardCode>,
    },
    /// The default lines of this wild card are off.
    Hold {
        /// The wild card.
        wild: CardCode,
        /// Until this holds; absent: for good.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Guard<Condition>>,
    },
    /// What is played when no PLAY line fits.
    Fallback {
        /// Which card.
        rule: Rule,
    },
    /// When to pay which pair.
    Dome {
        /// Which pair, or none.
        how: DomeHow,
        /// Whether not before the end of the card phase.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        last: bool,
    },
    /// Which colour a wild card takes where its line does not say.
    Prefer {
        /// Best first; colours not named come behind them.
        colours: Vec<Colour>,
    },
}

tagged!(Order, "order");

/// What a PLAY line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Pick {
    /// That card.
    Card {
        /// Which.
        card: CardCode,
    },
    /// The lowest of a colour.
    Colour {
        /// Which.
        colour: Colour,
    },
    /// The lowest.
    Lowest,
    /// The highest.
    Highest,
    /// The one that gives most now.
    Reward,
    /// The lowest chain card.
    Chain,
    /// The lowest that is legal only by its special text.
    Special,
}

tagged!(Pick, "pick");

/// What FALLBACK plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The lowest card, as silence does.
    Low,
    /// The highest.
    High,
    /// The one that gives most now.
    Reward,
}

/// What a DOME line says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum DomeHow {
    /// None; the list of DOME lines ends here.
    Never,
    /// Exactly this pair.
    Pair {
        /// Which.
        pair: Pair,
    },
    /// The cheapest that can be paid without these colours.
    Cheapest {
        /// The colours to keep.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        keep: Vec<Colour>,
    },
}

tagged!(DomeHow, "how");

/// What a line may be made to depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Condition {
    /// A number compared.
    Number {
        /// Which number.
        of: Measure,
        /// How it is compared.
        is: Compare,
        /// With what.
        number: i64,
    },
    /// The colour on the pile compared.
    TopColour {
        /// `is` or `is-not`.
        is: Compare,
        /// With what.
        what: TopColour,
    },
    /// The colour of the prize compared.
    Prize {
        /// `is` or `is-not`.
        is: Compare,
        /// With what.
        colour: Colour,
    },
    /// The card was played in this round.
    Seen {
        /// Which.
        card: CardCode,
    },
    /// The card is in the own hand.
    Have {
        /// Which.
        card: CardCode,
    },
    /// Something that is so or not.
    Flag {
        /// What.
        flag: Flag,
    },
}

tagged!(Condition, "test");

/// A number a test asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Measure {
    /// The value on the pile.
    Top,
    /// Cards in the own hand.
    MyHand,
    /// Cards in the other hand.
    OppHand,
    /// Cards played this round.
    Step,
    /// Tokens the card of this line would give now.
    Gain,
    /// Own tokens.
    My {
        /// Of which colour.
        colour: Colour,
    },
    /// The opponent's tokens.
    Opp {
        /// Of which colour.
        colour: Colour,
    },
    /// A die of the prize.
    Price {
        /// Which.
        colour: Colour,
    },
    /// Planets of the Collective.
    Collective {
        /// Of which colour; absent: of all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
}

tagged!(Measure, "measure");

/// What may lie on top of the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TopColour {
    /// Nothing.
    None,
    /// A wild card.
    Wild,
    /// A red card.
    Red,
    /// A yellow card.
    Yellow,
    /// A green card.
    Green,
    /// A blue card.
    Blue,
}

impl From<Colour> for TopColour {
    fn from(it: Colour) -> Self {
        match it {
            Colour::Red => TopColour::Red,
            Colour::Yellow => TopColour::Yellow,
            Colour::Green => TopColour::Green,
            Colour::Blue => TopColour::Blue,
        }
    }
}

/// Something that is so or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// The own dome is placed.
    MyDome,
    /// The opponent's is.
    OppDome,
    /// I could pay a pair now and have not placed the dome.
    CanDome,
    /// The opponent could.
    OppCanDome,
    /// The opponent's last action was a pass.
    OppPassed,
    /// No card that is not wild can be played.
    Blocked,
    /// I cannot pay a dome, and could after the card of this line.
    Unlocks,
}

/// Makes an order of a line that was read; `until` is what stands behind the UNTIL of a HOLD.
///
/// # Errors
/// A pair of one colour, and a wild card behind LATER.
pub fn build(
    tables: &Tables,
    said: &Said,
    until: Option<Guard<Condition>>,
) -> Result<Order, Diagnostic> {
    match said.form {
        "PLAY" => Ok(Order::Play {
            picks: items(said, "picks", pick),
            colours: colours(said, "colours"),
        }),
        "LATER" => later(tables, said),
        "HOLD" => Ok(Order::Hold {
            wild: card(said.get("wild").expect("HOLD names a card")),
            until,
        }),
        "FALLBACK" => Ok(Order::Fallback {
            rule: match said.word("rule") {
                Some("HIGH") => Rule::High,
                Some("REWARD") => Rule::Reward,
                _ => Rule::Low,
            },
        }),
        "DOME" => dome(said),
        "PREFER" => Ok(Order::Prefer {
            colours: colours(said, "colours"),
        }),
        other => unreachable!("the grammar has no order {other}"),
    }
}

/// Makes a condition of a test that was read. What can never hold is no fault but worth advice,
/// since it may stand behind OR or NOT.
pub fn condition(said: &Said) -> Condition {
    let colour = || said.get("colour").map(colour);
    let needed = || colour().expect("the form names a colour");
    let is = || said.compare("is").expect("the form compares");
    let number = |of| Condition::Number {
        of,
        is: is(),
        number: said.number("number").expect("the form has a number"),
    };
    let of_card = || card(said.get("card").expect("the form names a card"));
    let flag = |flag| Condition::Flag { flag };
    match said.form {
        "TOP" => number(Measure::Top),
        "MYHAND" => number(Measure::MyHand),
        "OPPHAND" => number(Measure::OppHand),
        "STEP" => number(Measure::Step),
        "GAIN" => number(Measure::Gain),
        "MY" => number(Measure::My { colour: needed() }),
        "OPP" => number(Measure::Opp { colour: needed() }),
        "PRICE" => number(Measure::Price { colour: needed() }),
        "COLLECTIVE" => number(Measure::Collective { colour: colour() }),
        "TOPCOLOUR" => Condition::TopColour {
            is: is(),
            what: match said.word("word") {
                Some("WILD") => TopColour::Wild,
                Some(_) => TopColour::None,
                None => needed().into(),
            },
        },
        "PRIZE" => Condition::Prize {
            is: is(),
            colour: needed(),
        },
        "SEEN" => Condition::Seen { card: of_card() },
        "HAVE" => Condition::Have { card: of_card() },
        "MYDOME" => flag(Flag::MyDome),
        "OPPDOME" => flag(Flag::OppDome),
        "CANDOME" => flag(Flag::CanDome),
        "OPPCANDOME" => flag(Flag::OppCanDome),
        "OPPPASSED" => flag(Flag::OppPassed),
        "BLOCKED" => flag(Flag::Blocked),
        "UNLOCKS" => flag(Flag::Unlocks),
        other => unreachable!("the grammar has no test {other}"),
    }
}

fn pick(value: &Value) -> Pick {
    match &value.is {
        Is::Word("HIGHEST") => Pick::Highest,
        Is::Word("REWARD") => Pick::Reward,
        Is::Word("CHAIN") => Pick::Chain,
        Is::Word("SPECIAL") => Pick::Special,
        Is::Name(name) => match Colour::of(name) {
            Some(colour) => Pick::Colour { colour },
            None => Pick::Card { card: card(value) },
        },
        _ => Pick::Lowest,
    }
}

fn later(tables: &Tables, said: &Said) -> Result<Order, Diagnostic> {
    let named = said.items("cards").iter().flatten();
    if let Some(wild) = named.clone().find(|it| tables.action(card(it)).is_wild()) {
        let code = card(wild);
        return Err(Diagnostic::new(
            wild.span,
            format!("{code} is wild, and no description takes a wild card"),
            format!("HOLD {code} keeps it back"),
        ));
    }
    Ok(Order::Later {
        cards: named.map(card).collect(),
    })
}

fn dome(said: &Said) -> Result<Order, Diagnostic> {
    let last = said.has("last");
    if said.has("never") {
        let how = DomeHow::Never;
        return Ok(Order::Dome { how, last: false });
    }
    if said.has("cheapest") {
        let keep = colours(said, "keep");
        let how = DomeHow::Cheapest { keep };
        return Ok(Order::Dome { how, last });
    }
    let named = |slot| said.get(slot).expect("a pair names two colours");
    let (first, second) = (named("first"), named("second"));
    match Pair::new(colour(first), colour(second)) {
        Some(pair) => {
            let how = DomeHow::Pair { pair };
            Ok(Order::Dome { how, last })
        }
        None => Err(Diagnostic::new(
            second.span,
            "a pair is of two different colours",
            "two of the four dice are paid, never one twice",
        )),
    }
}

fn items<T>(said: &Said, slot: &str, make: impl Fn(&Value) -> T) -> Vec<T> {
    said.items(slot).iter().flatten().map(make).collect()
}

fn colours(said: &Said, slot: &str) -> Vec<Colour> {
    items(said, slot, colour)
}

fn colour(value: &Value) -> Colour {
    let colour = value.as_name().and_then(Colour::of);
    colour.expect("the grammar lists colours here")
}

fn card(value: &Value) -> CardCode {
    let card = value.as_name().and_then(|it| it.parse().ok());
    card.expect("the grammar lists cards here")
}
