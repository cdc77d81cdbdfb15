//! What can be computed from open things: legal cards, what a card is worth, pairs of prices.
//!
//! Not here: whose turn it is, and what anybody decides.

use super::data::{Action, Colour, Family, Tables, Tally};
use packetboat_core::prelude::{Deserialize, JsonSchema, Serialize};
use std::cmp::{Ordering, Reverse};

/// How a card may be played now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// Its position value is higher than the top's.
    Ladder,
    /// By its special text only.
    Special,
    /// It is wild.
    Wild,
}

/// All that says what a card is worth to a seat; open to everybody.
#[derive(Debug, Clone, Copy)]
pub struct Position<'t> {
    /// The tables.
    pub tables: &'t Tables,
    /// The card on top of the pile.
    pub top: Option<&'t Action>,
    /// The four dice of the prize.
    pub prices: Tally,
    /// Planets in the Collective.
    pub collective: Tally,
    /// Planets in the own empire, without the Homeworld.
    pub owned: Tally,
    /// Tokens of its own.
    pub tokens: Tally,
    /// Tokens of the opponent.
    pub theirs: Tally,
    /// Whether its dome is placed.
    pub dome: bool,
}

impl Position<'_> {
    /// How a card may be played; `None`: not now.
    ///
    /// Any card opens a pile (R1); an equal value is not higher (R2); a wild top has value 0 and no
    /// colour (R3). Neither Homeworld nor prize counts as an owned planet (R26).
    pub fn how(&self, card: &Action) -> Option<How> {
        let Some(colour) = card.colour else {
            return Some(How::Wild);
        };
        if card.pv > self.top.map_or(0, |it| it.pv) {
            return Some(How::Ladder);
        }
        let special = match card.family {
            Family::Scout => self.owned.get(colour) > 0,
            Family::Chain => self.top.and_then(|it| it.colour) == Some(colour),
            Family::Levy | Family::Surge | Family::Collective | Family::Raid => false,
        };
        special.then_some(How::Special)
    }

    /// How many tokens a card gives: of its own colour, or of the one chosen. The Homeworld counts
    /// for levies (R16) and for nothing else (R5, R28). A Raid gives no more than the opponent has
    /// of the colour; what was paid for a dome is not there any more (R6).
    pub fn gives(&self, card: &Action, chosen: Option<Colour>) -> u32 {
        let of = |tally: &Tally| card.colour.or(chosen).map_or(0, |it| tally.get(it));
        let number = self.tables.gives.get(card.family);
        match card.family {
            Family::Scout | Family::Chain | Family::Surge => number,
            Family::Levy => number * (1 + of(&self.owned)),
            Family::Collective => number * of(&self.collective),
            Family::Raid => number.min(of(&self.theirs)),
        }
    }

    /// The same, and whether these tokens would make a dome affordable that is not placed and not
    /// affordable now.
    pub fn worth(&self, card: &Action, chosen: Option<Colour>) -> (u32, bool) {
        let gain = self.gives(card, chosen);
        let colour = card.colour.or(chosen);
        let more = colour.map_or(Tally::NONE, |it| Tally::of(it, gain));
        let can_pay = |tokens: Tally| can_pay(&self.prices, &tokens);
        let unlocks = !self.dome && !can_pay(self.tokens) && can_pay(self.tokens + more);
        (gain, unlocks)
    }

    /// The colour of most use with a wild card (D3): the one that makes the dome affordable, else
    /// the one of most tokens.
    pub fn best_colour(&self, wild: &Action) -> Colour {
        let best = Colour::ALL.into_iter().min_by_key(|colour| {
            let (gain, unlocks) = self.worth(wild, Some(*colour));
            (!unlocks, Reverse(gain))
        });
        best.expect("there are four colours")
    }
}

/// The most a card can give, if nobody ever owns more than this many planets of one colour.
pub fn gain_max(tables: &Tables, same: u32) -> u32 {
    let gives = &tables.gives;
    let (levy, collective) = (gives.levy * (1 + same), gives.collective * same);
    let others = gives.scout.max(gives.chain).max(gives.surge);
    others.max(gives.raid).max(levy).max(collective)
}

/// Two different dice of the four (R8), the one of the earlier colour first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The earlier colour.
    pub first: Colour,
    /// The later one.
    pub second: Colour,
}

impl Pair {
    /// All six, in the order in which ties are broken.
    pub fn all() -> impl Iterator<Item = Pair> {
        Colour::ALL.into_iter().flat_map(|first| {
            let behind = Colour::ALL.into_iter().filter(move |it| *it > first);
            behind.map(move |second| Pair { first, second })
        })
    }

    /// So much of these amounts as is of its two colours: of prices, what the pair costs.
    pub fn of(self, amounts: &Tally) -> Tally {
        let Pair { first, second } = self;
        Tally::of(first, amounts.get(first)) + Tally::of(second, amounts.get(second))
    }

    /// Whether these tokens pay these prices. A die shows 1 at least, so nobody can pay before the
    /// first gain of a round (R23).
    pub fn affordable(self, prices: &Tally, tokens: &Tally) -> bool {
        let pays = |it| tokens.get(it) >= prices.get(it);
        pays(self.first) && pays(self.second)
    }

    /// Whether it has this colour.
    pub fn has(self, colour: Colour) -> bool {
        self.first == colour || self.second == colour
    }
}

/// The cheapest pair that can be paid without the colours to keep (D4): fewest tokens in all,
/// then more tokens of the two colours left over, then the order of the colours.
pub fn cheapest(prices: &Tally, tokens: &Tally, keep: &[Colour]) -> Option<Pair> {
    let pairs = Pair::all().filter(|it| it.affordable(prices, tokens));
    let free = pairs.filter(|it| !keep.iter().any(|colour| it.has(*colour)));
    free.min_by_key(|pair| {
        let price = pair.of(prices).total();
        (price, Reverse(pair.of(tokens).total() - price))
    })
}

/// Whether any pair can be paid.
pub fn can_pay(prices: &Tally, tokens: &Tally) -> bool {
    Pair::all().any(|it| it.affordable(prices, tokens))
}

/// One of three: what counts if something is less than something else, equal to it, or more.
pub fn by_order<T>(order: Ordering, [less, equal, more]: [T; 3]) -> T {
    match order {
        Ordering::Less => less,
        Ordering::Equal => equal,
        Ordering::Greater => more,
    }
}
