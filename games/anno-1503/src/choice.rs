//! What a seat can be asked, and what it can answer.

use super::data::{Building, Good, Goods, Tables, Tile};
use super::{board::Cell, orders::Loss, state::World, steps::Step, view::View};
use packetboat_core::prelude::*;
use packetboat_kit::amounts::is_none;

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "question")]
pub enum Question {
    /// Which good to take.
    Produce {
        /// The number of the die; 0: Golden Times.
        number: u32,
    },
    /// Which tile to lose.
    Lose,
    /// What to do next.
    Wish,
    /// Where to go next.
    Sail {
        /// With which ship.
        ship: u32,
    },
    /// Whether to use a tile.
    Tile {
        /// With which ship.
        ship: u32,
        /// Where it is.
        cell: Cell,
        /// Its face.
        tile: Tile,
    },
    /// Which card to give up.
    Discard,
}

tagged!(Question, "question");

/// A card sold to the inhabitant of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Which good.
    pub good: Good,
    /// To whom.
    pub space: u32,
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(
    missing_docs,
    reason = "each says what its order says; `fill` is bought for it"
)]
pub enum Choice {
    /// Takes a good, of a branch office if `branch`.
    Take {
        good: Good,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        branch: bool,
    },
    /// There is nothing to take.
    Nothing,
    /// Loses a tile.
    Lose { loss: Loss },
    /// Places a pioneer.
    Pioneer {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        building: Option<Building>,
        #[serde(default, skip_serializing_if = "Goods::is_empty")]
        fill: Goods,
    },
    /// Develops the inhabitant of a space.
    Develop {
        space: u32,
        #[serde(default, skip_serializing_if = "Goods::is_empty")]
        fill: Goods,
    },
    /// Builds a ship.
    Ship {
        #[serde(default, skip_serializing_if = "Goods::is_empty")]
        fill: Goods,
    },
    /// Sells cards.
    Sell { deals: Vec<Deal> },
    /// Buys a card.
    Buy { good: Good },
    /// Gives a ship its route.
    Sail {
        ship: u32,
        steps: Vec<Step>,
        lasting: bool,
        #[serde(default, skip_serializing_if = "is_none")]
        of: u32,
    },
    /// Draws a card.
    Draw { from: Seat },
    /// Nothing more in this turn.
    Rest,
    /// Sails one space; what is left of the route.
    Go { to: Cell, rest: Vec<Step> },
    /// Looks at a tile; the same.
    Look { cell: Cell, rest: Vec<Step> },
    /// Goes no farther in this turn; the same.
    Halt { rest: Vec<Step> },
    /// Uses the tile: at a bridge, for the inhabitant of a space, or 0.
    Use { at: u32 },
    /// Puts it back.
    PutBack,
    /// Discards a card.
    Drop { good: Good },
}

tagged!(Choice, "choice");

impl Choice {
    /// The cards that it buys.
    pub fn bought(&self) -> Goods {
        match self {
            Choice::Pioneer { fill, .. } | Choice::Develop { fill, .. } | Choice::Ship { fill } => {
                *fill
            }
            Choice::Buy { good } => Goods::of(*good, 1),
            _ => Goods::NONE,
        }
    }

    /// The same with these cards bought for it.
    #[must_use]
    pub fn filled(mut self, cards: Goods) -> Choice {
        if let Choice::Pioneer { fill, .. } | Choice::Develop { fill, .. } | Choice::Ship { fill } =
            &mut self
        {
            *fill = cards;
        }
        self
    }

    /// Takes a good, of a branch office or not.
    pub fn take(good: Good, branch: bool) -> Choice {
        Choice::Take { good, branch }
    }
}

/// All there is to choose from, where it can be listed: the last is what remains.
pub fn choices(tables: &Tables, view: &View, question: &Question) -> Vec<Choice> {
    match question {
        Question::Produce { number } => goods(tables, view, *number),
        Question::Lose => losses(&view.world, view.mine()),
        Question::Tile { tile, .. } => {
            let at = view.own().uses(tables, *tile).into_iter();
            let all = at.map(|at| Choice::Use { at });
            all.chain([Choice::PutBack]).collect()
        }
        Question::Discard => discards(tables, view),
        Question::Wish | Question::Sail { .. } => Vec::new(),
    }
}

/// What can be taken on a number (R16, R30); 0: any good. Who can take one may not do without
/// (R29).
fn goods(tables: &Tables, view: &View, number: u32) -> Vec<Choice> {
    let there = |it: &Good| view.stock.get(*it) > 0;
    let home = match number {
        0 => None,
        number => view.own().island(tables).at(number),
    };
    let goods: Vec<(Good, bool)> = match home {
        None => Good::ALL.map(|it| (it, false)).to_vec(),
        Some(good) => {
            let branch = view.own().branch(number).map(|it| (it, true));
            [(good, false)].into_iter().chain(branch).collect()
        }
    };
    let goods = goods.into_iter().filter(|it| there(&it.0));
    let mut all: Vec<Choice> = goods.map(|it| Choice::take(it.0, it.1)).collect();
    if all.is_empty() {
        all.push(Choice::Nothing);
    }
    all
}

fn losses(world: &World, me: Seat) -> Vec<Choice> {
    let own = world.isle(me);
    let agreement = (own.agreements > 0).then_some(Loss::Agreement {});
    let branches = own
        .branches
        .iter()
        .map(|it| Loss::Branch { number: it.number });
    let all = agreement.into_iter().chain(branches);
    all.map(|loss| Choice::Lose { loss }).collect()
}

fn discards(tables: &Tables, view: &View) -> Vec<Choice> {
    let (own, turn) = (view.own(), view.own_turn());
    let held = view.hand.each().map(|it| it.0);
    let each = held.flat_map(|good| {
        let buyer = own.buyer(tables, &turn, good);
        let sold = buyer.map(|space| Choice::Sell {
            deals: vec![Deal { good, space }],
        });
        sold.into_iter().chain([Choice::Drop { good }])
    });
    each.collect()
}
