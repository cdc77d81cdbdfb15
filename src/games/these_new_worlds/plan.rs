//! The plan engine's smaller parts: which card a PLAY line means, which colour a wild card takes,
//! and when a condition holds.
//!
//! Not here: the order in which lines are tried (`decide`), and what silence does (`autopilot`).

use super::data::{Action, CardCode, Colour, Family, Kind, Tables};
use super::orders::{Condition, Flag, Measure, Order, Pick, Rule, TopColour};
use super::reckon::{self, How};
use super::view::View;
use crate::engine::decide::Lines;
use crate::engine::orders::{Guard, Instruction, OrderRef};
use crate::engine::plain::tagged;
use serde::{Deserialize, Serialize};

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Question {
    /// Which card (and which colour, if it is wild), or a pass.
    Card,
    /// Which pair to pay for the dome, or none yet.
    Dome {
        /// Whether this is the end of the card phase.
        last: bool,
    },
}

tagged!(Question, "question");

/// A decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Choice {
    /// Play this card.
    Play {
        /// Which.
        card: CardCode,
        /// The colour chosen; of wild cards only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// Play none.
    Pass,
    /// Pay this pair and place the dome.
    Place {
        /// Which.
        pair: reckon::Pair,
    },
    /// Place no dome now.
    NoDome,
}

tagged!(Choice, "choice");

/// What the lines that decide nothing alone come to: LATER, HOLD, FALLBACK and PREFER.
///
/// Of FALLBACK, PREFER and HOLD (per wild card) the first in force counts; LATER adds up.
#[derive(Debug, Clone, Default)]
pub struct Manner {
    later: Vec<(CardCode, OrderRef)>,
    holds: Vec<(CardCode, OrderRef, Held)>,
    fallback: Option<(Rule, OrderRef)>,
    prefer: Option<(Vec<Colour>, OrderRef)>,
}

/// Whether a HOLD line still holds its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    Back,
    Free,
}

impl Manner {
    /// Of lines that are in force and whose conditions hold.
    pub fn of(tables: &Tables, view: &View, lines: &Lines<'_, Order>) -> Manner {
        let mut manner = Manner::default();
        let mut counted = None;
        for line in &lines.lines {
            // ELSE: of one line the first branch that does something, and these always do.
            if counted != Some(line.at) && manner.add(tables, view, line.at, line.order) {
                counted = Some(line.at);
            }
        }
        manner
    }

    /// Of all lines in force, their own conditions not yet looked at.
    pub fn of_all(
        tables: &Tables,
        view: &View,
        lines: &[&Instruction<Order, Condition>],
    ) -> Manner {
        let mut manner = Manner::default();
        for line in lines {
            let live = line.branches.iter().find(|it| {
                !matches!(it.order, Order::Play { .. } | Order::Dome { .. })
                    && guard_holds(tables, view, &it.when)
            });
            if let Some(branch) = live {
                manner.add(tables, view, line.at, &branch.order);
            }
        }
        manner
    }

    /// The lines it was made of.
    pub fn lines(&self) -> Vec<OrderRef> {
        let later = self.later.iter().map(|it| it.1);
        let holds = self.holds.iter().map(|it| it.1);
        let prefer = self.prefer.iter().map(|it| it.1);
        let mut lines: Vec<OrderRef> = later.chain(holds).chain(prefer).collect();
        lines.sort();
        lines.dedup();
        lines
    }

    /// The same without what one line adds, to see whether it changes anything.
    #[must_use]
    pub fn without(&self, line: OrderRef) -> Manner {
        let mut rest = self.clone();
        rest.later.retain(|it| it.1 != line);
        rest.holds.retain(|it| it.1 != line);
        rest.prefer = rest.prefer.filter(|it| it.1 != line);
        rest
    }

    /// What FALLBACK says, and its line.
    pub fn fallback(&self) -> Option<(Rule, OrderRef)> {
        self.fallback
    }

    /// Whether the default lines of this wild card are off.
    pub fn holds(&self, wild: CardCode) -> bool {
        self.holds
            .iter()
            .any(|it| it.0 == wild && it.2 == Held::Back)
    }

    fn is_later(&self, card: CardCode) -> bool {
        self.later.iter().any(|it| it.0 == card)
    }

    fn add(&mut self, tables: &Tables, view: &View, at: OrderRef, order: &Order) -> bool {
        match order {
            Order::Play { .. } | Order::Dome { .. } => return false,
            Order::Later { cards } => self.later.extend(cards.iter().map(|it| (*it, at))),
            Order::Hold { wild, until } => {
                if !self.holds.iter().any(|it| it.0 == *wild) {
                    let until = until.as_ref();
                    let free = until.is_some_and(|it| guard_holds(tables, view, it));
                    let held = if free { Held::Free } else { Held::Back };
                    self.holds.push((*wild, at, held));
                }
            }
            Order::Fallback { rule } => self.fallback = self.fallback.or(Some((*rule, at))),
            Order::Prefer { colours } => {
                self.prefer.get_or_insert_with(|| (colours.clone(), at));
            }
        }
        true
    }
}

/// The cards that descriptions and FALLBACK may take: no LATER card as long as another is legal.
pub fn takeable(tables: &Tables, view: &View, manner: &Manner) -> Vec<CardCode> {
    let all = view.ladder(tables);
    let first: Vec<CardCode> = all
        .iter()
        .copied()
        .filter(|it| !manner.is_later(*it))
        .collect();
    if first.is_empty() { all } else { first }
}

/// The card of these that gives most now, ties to the lower value (they are sorted by it).
pub fn most_giving(tables: &Tables, view: &View, cards: &[CardCode]) -> Option<CardCode> {
    let gain = |card: CardCode| {
        let colour = tables.action(card).colour().unwrap_or(Colour::Red);
        view.gives(tables, card, colour)
    };
    cards.iter().copied().min_by_key(|it| u8::MAX - gain(*it))
}

/// What a PLAY line would play now.
///
/// # Errors
/// Why it plays nothing, for its owner.
pub fn resolve(
    tables: &Tables,
    view: &View,
    picks: &[Pick],
    colours: &[Colour],
    manner: &Manner,
) -> Result<Choice, String> {
    let mut why = Vec::new();
    for pick in picks {
        match one_pick(tables, view, *pick, manner) {
            Ok(card) => {
                let wild = tables.action(card).is_wild();
                let colour = wild.then(|| wild_colour(tables, view, card, colours, manner));
                return Ok(Choice::Play { card, colour });
            }
            Err(reason) => why.push(reason),
        }
    }
    Err(why.join("; "))
}

fn one_pick(tables: &Tables, view: &View, pick: Pick, manner: &Manner) -> Result<CardCode, String> {
    if let Pick::Card { card } = pick {
        if !view.holds(card) {
            return Err(format!("you did not hold {card} then"));
        }
        return match view.how(tables, card) {
            Some(_) => Ok(card),
            None => Err(format!("{card} could not be played on the pile as it was")),
        };
    }
    let cards = takeable(tables, view, manner);
    let kind = |it: &CardCode| tables.action(*it).kind;
    let mut lowest_first = cards.iter().copied();
    let found = match pick {
        Pick::Card { .. } | Pick::Lowest => lowest_first.next(),
        Pick::Highest => lowest_first.next_back(),
        Pick::Reward => most_giving(tables, view, &cards),
        Pick::Colour { colour } => {
            lowest_first.find(|it| tables.action(*it).colour() == Some(colour))
        }
        Pick::Chain => lowest_first.find(|it| {
            let chain = Family::Chain;
            matches!(kind(it), Kind::Coloured { family, .. } if family == chain)
        }),
        Pick::Special => lowest_first.find(|it| view.how(tables, *it) == Some(How::Special)),
    };
    found.ok_or_else(|| match pick {
        Pick::Colour { colour } => format!("you had no {colour} card to play then"),
        Pick::Chain => "you had no chain card to play then".to_owned(),
        Pick::Special => "you had no card to play by its special text then".to_owned(),
        Pick::Card { .. } | Pick::Lowest | Pick::Highest | Pick::Reward => {
            "you had no card to play then that is not wild".to_owned()
        }
    })
}

/// The colour a wild card takes: the first written behind COLOUR that gives anything, else the
/// first written; PREFER ranks in the same way where COLOUR is missing; else D3.
pub fn wild_colour(
    tables: &Tables,
    view: &View,
    wild: CardCode,
    written: &[Colour],
    manner: &Manner,
) -> Colour {
    let gain = |colour: &Colour| view.gives(tables, wild, *colour);
    let preferred = manner.prefer.as_ref().map_or(&[][..], |it| it.0.as_slice());
    let ranked = if written.is_empty() {
        preferred
    } else {
        written
    };
    let gives = ranked.iter().find(|it| gain(it) > 0);
    match gives.or(ranked.first()) {
        Some(colour) => *colour,
        None => best_colour(tables, view, wild),
    }
}

/// D3: the colour that makes the dome affordable, else the one of most tokens; ties in order.
fn best_colour(tables: &Tables, view: &View, wild: CardCode) -> Colour {
    let gain = |colour: Colour| view.gives(tables, wild, colour);
    let key = |colour: &Colour| {
        (
            !unlocks(view, *colour, gain(*colour)),
            u8::MAX - gain(*colour),
        )
    };
    Colour::ALL
        .into_iter()
        .min_by_key(key)
        .expect("there are four colours")
}

/// Whether so many tokens would make a dome affordable that is not placed and not affordable now.
fn unlocks(view: &View, colour: Colour, gain: u8) -> bool {
    let me = view.mine();
    let then = me.tokens.plus(colour, gain);
    !me.dome && !reckon::can_pay(&view.prices, &me.tokens) && reckon::can_pay(&view.prices, &then)
}

/// The tokens a play would give now, and whether it would unlock the dome.
pub fn worth(tables: &Tables, view: &View, play: &Choice) -> (u8, bool) {
    let Choice::Play { card, colour } = play else {
        return (0, false);
    };
    let colour = tables
        .action(*card)
        .colour()
        .or(*colour)
        .unwrap_or(Colour::Red);
    let gain = view.gives(tables, *card, colour);
    (gain, unlocks(view, colour, gain))
}

/// Whether a condition holds in the line of this order.
pub fn holds(
    tables: &Tables,
    view: &View,
    manner: &Manner,
    order: &Order,
    condition: &Condition,
) -> bool {
    let play = match order {
        Order::Play { picks, colours } => resolve(tables, view, picks, colours, manner).ok(),
        _ => None,
    };
    test(tables, view, play.as_ref(), condition)
}

fn guard_holds(tables: &Tables, view: &View, guard: &Guard<Condition>) -> bool {
    guard.holds(|it| test(tables, view, None, it))
}

/// `play` is what the line would play. GAIN and UNLOCKS of a line that plays nothing are false.
fn test(tables: &Tables, view: &View, play: Option<&Choice>, condition: &Condition) -> bool {
    let worth = play.map(|it| worth(tables, view, it));
    match condition {
        Condition::Number { of, is, number } => {
            let gain = worth.map(|it| it.0);
            let found = measure(tables, view, gain, *of);
            found.is_some_and(|it| is.holds(&i64::from(it), number))
        }
        Condition::TopColour { is, what } => {
            let top = view.top(tables);
            let found = match top.map(Action::colour) {
                None => TopColour::None,
                Some(None) => TopColour::Wild,
                Some(Some(colour)) => colour.into(),
            };
            is.holds(&(found as u8), &(*what as u8))
        }
        Condition::Prize { is, colour } => {
            let prize = view.prize.as_ref();
            prize.is_some_and(|it| is.holds(&it.colour, colour))
        }
        Condition::Seen { card } => view.seen(*card),
        Condition::Have { card } => view.holds(*card),
        Condition::Flag { flag } => {
            let (me, them) = (view.mine(), view.theirs());
            match flag {
                Flag::MyDome => me.dome,
                Flag::OppDome => them.dome,
                Flag::CanDome => view.can_dome(me),
                Flag::OppCanDome => view.can_dome(them),
                Flag::OppPassed => view.passed == Some(them.seat),
                Flag::Blocked => view.ladder(tables).is_empty(),
                Flag::Unlocks => worth.is_some_and(|it| it.1),
            }
        }
    }
}

fn measure(tables: &Tables, view: &View, gain: Option<u8>, of: Measure) -> Option<u8> {
    let (me, them) = (view.mine(), view.theirs());
    match of {
        // A wild card has the value 0, as an empty pile has.
        Measure::Top => Some(view.top(tables).map_or(0, |it| it.pv)),
        Measure::MyHand => Some(me.hand),
        Measure::OppHand => Some(them.hand),
        Measure::Step => Some(view.steps()),
        Measure::Gain => gain,
        Measure::My { colour } => Some(me.tokens.of(colour)),
        Measure::Opp { colour } => Some(them.tokens.of(colour)),
        Measure::Price { colour } => Some(view.prices.of(colour)),
        Measure::Collective { colour: None } => Some(view.collective_tally.total()),
        Measure::Collective { colour: Some(it) } => Some(view.collective_tally.of(it)),
    }
}
