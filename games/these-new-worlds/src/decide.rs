//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3); and what
//! there is to decide.

use super::data::{Action, CardCode, Colour, Family, Tables};
use super::orders::{At, Describes, Order, Pay, Pick, Rule, TheseNewWorlds};
use super::reckon::{self, How, Pair, Position};
use super::refusal::{Refusal, missing};
use super::view::View;
use packetboat_core::engine::attributes::modifies;
use packetboat_core::prelude::*;
use std::cell::Cell;
use std::cmp::Reverse;

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "question")]
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
        /// The card that is played.
        card: CardCode,
        /// The colour chosen; of wild cards only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// Play none.
    Pass,
    /// Pay this pair and place the dome.
    Place {
        /// The pair that is placed.
        pair: Pair,
    },
    /// Place no dome now.
    NoDome,
}

tagged!(Choice, "choice");

/// All there is to choose from.
///
/// A seat may pass only if its ladder is empty (R4); the ladder has the cards that only their
/// special text allows, so these must be played too (R21). A wild card may always be played,
/// whatever it gains (R25), and never must be (R19).
pub fn choices(tables: &Tables, view: &View, question: &Question) -> Vec<Choice> {
    match question {
        Question::Card => {
            let ladder = view.ladder(tables);
            let plays = ladder.iter().map(|it| (it.code, None));
            let pass = ladder.is_empty().then_some(Choice::Pass);
            let wild = view.cards(tables).filter(|it| it.is_wild());
            let wild = wild.flat_map(|it| Colour::ALL.map(|colour| (it.code, Some(colour))));
            let plays = plays.chain(wild);
            let plays = plays.map(|(card, colour)| Choice::Play { card, colour });
            plays.chain(pass).collect()
        }
        Question::Dome { .. } => {
            let me = view.mine();
            let pairs = Pair::all().filter(|it| it.affordable(&view.prices, &me.tokens));
            let places = pairs.map(|pair| Choice::Place { pair });
            places.chain([Choice::NoDome]).collect()
        }
    }
}

/// A card that is played, and of a wild one the colour.
type Card<'a> = (&'a Action, Option<Colour>);

/// What the lines that decide nothing alone come to: LATER, HOLD and PREFER. Of PREFER and HOLD
/// (per wild card) the first in force counts; LATER adds up.
struct Manner<'a> {
    view: &'a View,
    at: Position<'a>,
    later: Vec<CardCode>,
    /// Each wild card with whether it is held back still.
    holds: BTreeMap<CardCode, bool>,
    prefer: Vec<Colour>,
}

impl<'a> Manner<'a> {
    /// Of these orders.
    fn of<'o>(
        game: &'a TheseNewWorlds,
        view: &'a View,
        orders: impl Iterator<Item = &'o Order>,
    ) -> Self {
        let mut manner = Manner {
            view,
            at: view.position(&game.tables),
            later: Vec::new(),
            holds: BTreeMap::new(),
            prefer: Vec::new(),
        };
        for order in orders {
            match order {
                Order::Later { cards } => manner.later.extend(cards.iter().map(|it| it.0)),
                Order::Hold { wild, until } => {
                    let at = at(game, view, None);
                    let ends = |it| game.facts.all_hold(&at, it);
                    let held = !until.as_ref().is_some_and(ends);
                    manner.holds.entry(*wild).or_insert(held);
                }
                Order::Prefer { colours } if manner.prefer.is_empty() => {
                    manner.prefer.clone_from(colours);
                }
                _ => {}
            }
        }
        manner
    }

    fn card(&self, line: &Live<'_, Order>) -> Said {
        let holds = |card: &CardCode| self.holds.get(card) == Some(&true);
        let held = |it: &Pick| matches!(it, Pick::Card { card } if holds(card));
        let found = match line.order {
            Order::Play { picks, .. } if line.silent() && picks.iter().any(held) => {
                return Verdict::NotMine;
            }
            Order::Play { picks, colours } => self.resolve(picks, colours),
            Order::Fallback { rule } if self.view.ladder(self.at.tables).len() > 1 => {
                let word = match rule {
                    Rule::Low => Describes::Lowest,
                    Rule::High => Describes::Highest,
                    Rule::Reward => Describes::Reward,
                };
                self.resolve(&[Pick::Word { word }], &[])
            }
            _ => return Verdict::NotMine,
        };
        found.map_or_else(Verdict::RefuseEach, |(card, colour)| {
            let card = card.code;
            Verdict::Always(Choice::Play { card, colour })
        })
    }

    /// What a PLAY line would play now: the first of its alternatives that works.
    ///
    /// # Errors
    /// Why it plays nothing, for its owner.
    fn resolve(&self, picks: &[Pick], colours: &[Colour]) -> Result<Card<'a>, Vec<Refusal>> {
        let mut why = Vec::new();
        for pick in picks {
            match self.one_pick(*pick) {
                Ok(card) => {
                    let wild = card.is_wild();
                    return Ok((card, wild.then(|| self.wild_colour(card, colours))));
                }
                Err(reason) => why.push(reason),
            }
        }
        Err(why)
    }

    /// The card that one alternative means now: a code or name that card, LATER or not; a colour or
    /// a word the one of those legal that it describes.
    fn one_pick(&self, pick: Pick) -> Result<&'a Action, Refusal> {
        let at = &self.at;
        // No LATER card as long as another is legal; lowest first.
        let legal = || {
            let all = self.view.ladder(at.tables).into_iter();
            let (later, first): (Vec<_>, Vec<_>) =
                all.partition(|it| self.later.contains(&it.code));
            if first.is_empty() { later } else { first }.into_iter()
        };
        if let Some(missing) = missing(self.view, &pick) {
            return Err(missing);
        }
        match pick {
            Pick::Card { card } => {
                let action = at.tables.action(card);
                let fits = at.how(action).map(|_| action);
                fits.ok_or(Refusal::Unplayable { card })
            }
            Pick::Colour { colour } => {
                let found = legal().find(|it| it.colour == Some(colour));
                found.ok_or(Refusal::NoColour { colour })
            }
            Pick::Word { word } => {
                let mut lowest_first = legal();
                let most = |it: &&Action| Reverse(at.gives(it, None));
                let is_chain = |it: &&Action| it.family == Family::Chain;
                let is_special = |it: &&Action| at.how(it) == Some(How::Special);
                let (found, kind) = match word {
                    Describes::Chain => (lowest_first.find(is_chain), "chain"),
                    Describes::Special => (lowest_first.find(is_special), "special"),
                    Describes::Lowest => (lowest_first.next(), "coloured"),
                    Describes::Highest => (lowest_first.next_back(), "coloured"),
                    Describes::Reward => (lowest_first.min_by_key(most), "coloured"),
                };
                found.ok_or(Refusal::NoKind { kind })
            }
        }
    }

    /// The colour a wild card takes: the first written after COLOUR that gives anything, else the
    /// first written; PREFER ranks in the same way where COLOUR is missing; else D3.
    fn wild_colour(&self, wild: &Action, written: &[Colour]) -> Colour {
        let ranked = match written {
            [] => self.prefer.as_slice(),
            written => written,
        };
        let gives = |it: &&Colour| self.at.gives(wild, Some(**it)) > 0;
        let best = ranked.iter().find(gives).or(ranked.first());
        best.copied().unwrap_or_else(|| self.at.best_colour(wild))
    }
}

/// What tests look at when a line of this order is at hand: `lines` are those of its seat.
pub fn scene<'a>(
    game: &'a TheseNewWorlds,
    view: &'a View,
    lines: &[&TableLine<Order>],
    order: &Order,
) -> At<'a> {
    let Order::Play { picks, colours } = order else {
        return at(game, view, None);
    };
    let alone = at(game, view, None);
    let leaning = lines.iter().filter_map(|line| {
        let holds = |it: &Guard<Asked>| game.facts.all_hold(&alone, it);
        let mut branches = line.branches.iter();
        let live = branches.find(|it| modifies(&it.order) && holds(&it.when));
        live.map(|it| &it.order)
    });
    let manner = Manner::of(game, view, leaning);
    let play = manner.resolve(picks, colours);
    at(game, view, play.ok())
}

fn at<'a>(game: &'a TheseNewWorlds, view: &'a View, play: Option<Card<'a>>) -> At<'a> {
    let position = view.position(&game.tables);
    At {
        view,
        position,
        worth: play.map(|(card, colour)| position.worth(card, colour)),
    }
}

/// What one line says to a question.
type Said = Verdict<Choice, Refusal>;

/// Decides a question; the lines of silence come after those of the seat.
pub fn decide(
    game: &TheseNewWorlds,
    view: &View,
    question: &Question,
    lines: &Lines<'_, Order>,
) -> Decision<Choice> {
    match question {
        Question::Card => {
            let manner = Manner::of(game, view, lines.of_each(modifies));
            let last = |it: &Live<'_, Order>| matches!(it.order, Order::Fallback { .. });
            let lines = lines.ranked(|it| (it.silent(), last(it)));
            lines.first(|it| manner.card(it), |_| Ok(()))
        }
        Question::Dome { last } => {
            let closed = Cell::new(false);
            let mut own = lines.written();
            let own = own.any(|it| matches!(it.order, Order::Dome { .. }));
            let dome = |line: &Live<'_, Order>| match line.order {
                Order::Dome { pay } if !closed.get() && (*last || !(line.silent() && own)) => {
                    closed.set(*pay == Pay::Never {});
                    self::dome(view, *last, pay)
                }
                _ => Verdict::NotMine,
            };
            lines.first(dome, |_| Ok(()))
        }
    }
}

fn dome(view: &View, now_last: bool, pay: &Pay) -> Said {
    let tokens = &view.mine().tokens;
    let held = now_last.then_some(*tokens);
    let found = match pay {
        Pay::Never {} if reckon::can_pay(&view.prices, tokens) => {
            return Verdict::Always(Choice::NoDome);
        }
        Pay::Never {} => return Verdict::NotMine,
        Pay::Pair { last: true, .. } | Pay::Cheapest { last: true, .. } if !now_last => {
            return Verdict::NotMine;
        }
        Pay::Pair { pair, .. } => {
            let affordable = pair.affordable(&view.prices, tokens).then_some(*pair);
            let Pair { first, second } = *pair;
            affordable.ok_or(Refusal::CannotPay {
                first,
                second,
                held,
            })
        }
        Pay::Cheapest { keep, .. } => {
            let keep = keep.clone();
            let cheapest = reckon::cheapest(&view.prices, tokens, &keep);
            cheapest.ok_or(Refusal::NoPair { keep, held })
        }
    };
    let place = |pair| Verdict::Always(Choice::Place { pair });
    found.map_or_else(Verdict::Refuse, place)
}
