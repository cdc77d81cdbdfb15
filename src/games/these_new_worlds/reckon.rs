//! What can be reckoned from open things: legal cards, tokens a card gives, pairs of prices.
//!
//! Not here: whose turn it is, and what anybody decides.

use super::data::{Action, Colour, Family, Kind, Tables, Tally, Wild};

/// How a card may be played now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// Its position value is higher than the top's.
    Ladder,
    /// By its special text only.
    Special,
    /// It is wild.
    Wild,
}

/// How a card may be played on this top by the owner of these planets; `None`: not now.
///
/// Any card opens a pile (R1); an equal value is not higher (R2); a wild top has value 0 and no
/// colour (R3). Neither Homeworld nor prize counts as an owned planet (R26).
pub fn how(card: &Action, top: Option<&Action>, owned: &Tally) -> Option<How> {
    let Kind::Coloured { colour, family } = card.kind else {
        return Some(How::Wild);
    };
    let value = top.map_or(0, |it| it.pv);
    if card.pv > value {
        return Some(How::Ladder);
    }
    let special = match family {
        Family::Scout => owned.of(colour) > 0,
        Family::Chain => top.and_then(Action::colour) == Some(colour),
        Family::Levy | Family::Surge => false,
    };
    special.then_some(How::Special)
}

/// The planets and tokens that say what a card gives.
#[derive(Debug, Clone, Copy)]
pub struct Sources {
    /// Planets in the own empire, without the Homeworld.
    pub owned: Tally,
    /// Planets in the Collective.
    pub collective: Tally,
    /// Tokens of the opponent.
    pub theirs: Tally,
}

/// How many tokens of `colour` a card gives (of a coloured card its own colour, whatever is
/// asked). The Homeworld counts for levies (R16) and for nothing else (R5, R28).
pub fn gives(tables: &Tables, card: &Action, colour: Colour, from: &Sources) -> u8 {
    let gives = &tables.gives;
    match card.kind {
        Kind::Coloured { colour, family } => match family {
            Family::Scout => gives.scout,
            Family::Chain => gives.chain,
            Family::Levy => gives.levy * (1 + from.owned.of(colour)),
            Family::Surge => gives.surge,
        },
        Kind::Wild(Wild::Collective) => gives.collective * from.collective.of(colour),
        Kind::Wild(Wild::Raid) => gives.raid.min(from.theirs.of(colour)),
    }
}

/// The most a card can give, if nobody ever owns more than so many planets of one colour.
pub fn gain_max(tables: &Tables, same: u8) -> u8 {
    let gives = &tables.gives;
    let wild = (gives.collective * same).max(gives.raid);
    let levy = gives.levy * (1 + same);
    let all = [gives.scout, gives.chain, gives.surge, levy, wild];
    all.into_iter().max().unwrap_or(0)
}

/// Two different dice of the four (R8), the one of the earlier colour first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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

    /// The pair of these two; `None` if they are one.
    pub fn new(one: Colour, other: Colour) -> Option<Pair> {
        (one != other).then(|| Pair {
            first: one.min(other),
            second: one.max(other),
        })
    }

    /// Whether these tokens pay these prices.
    pub fn affordable(self, prices: &Tally, tokens: &Tally) -> bool {
        [self.first, self.second]
            .into_iter()
            .all(|it| tokens.of(it) >= prices.of(it))
    }

    /// The sum of its numbers here.
    pub fn sum(self, of: &Tally) -> u8 {
        of.of(self.first) + of.of(self.second)
    }

    /// Whether it has this colour.
    pub fn has(self, colour: Colour) -> bool {
        self.first == colour || self.second == colour
    }
}

/// The cheapest pair that can be paid without the colours to keep (D4): fewest tokens in all,
/// then more tokens of the two colours left over, then the order of the colours.
pub fn cheapest(prices: &Tally, tokens: &Tally, keep: &[Colour]) -> Option<Pair> {
    Pair::all()
        .filter(|it| it.affordable(prices, tokens))
        .filter(|it| !keep.iter().any(|colour| it.has(*colour)))
        .min_by_key(|it| {
            let left = it.sum(tokens) - it.sum(prices);
            (it.sum(prices), u8::MAX - left)
        })
}

/// Whether any pair can be paid.
pub fn can_pay(prices: &Tally, tokens: &Tally) -> bool {
    Pair::all().any(|it| it.affordable(prices, tokens))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(pv: u8, colour: Colour, family: Family) -> Action {
        Action {
            code: "X".parse().expect("a code"),
            name: String::new(),
            pv,
            kind: Kind::Coloured { colour, family },
        }
    }

    fn wild() -> Action {
        Action {
            kind: Kind::Wild(Wild::Raid),
            ..card(0, Colour::Red, Family::Surge)
        }
    }

    #[test]
    fn a_ladder_is_climbed_or_gone_round() {
        let none = Tally::default();
        let chain = card(6, Colour::Green, Family::Chain);
        let scout = card(4, Colour::Blue, Family::Scout);
        let green = card(13, Colour::Green, Family::Surge);
        let red = card(16, Colour::Red, Family::Surge);
        assert_eq!(how(&chain, None, &none), Some(How::Ladder));
        assert_eq!(how(&chain, Some(&red), &none), None);
        assert_eq!(how(&chain, Some(&green), &none), Some(How::Special));
        assert_eq!(how(&chain, Some(&wild()), &none), Some(How::Ladder));
        assert_eq!(how(&scout, Some(&red), &none), None);
        assert_eq!(
            how(&scout, Some(&red), &none.plus(Colour::Blue, 1)),
            Some(How::Special)
        );
        assert_eq!(how(&wild(), Some(&wild()), &none), Some(How::Wild));
        assert_eq!(how(&green, Some(&green), &none), None);
    }

    #[test]
    fn the_cheapest_pair_and_its_ties() {
        let prices = Tally {
            red: 2,
            yellow: 1,
            green: 2,
            blue: 1,
        };
        let pair = |one, other| Pair::new(one, other);
        let tokens = Tally {
            red: 2,
            yellow: 1,
            green: 3,
            blue: 0,
        };
        // red+yellow and yellow+green cost 3; green leaves one token over.
        assert_eq!(
            cheapest(&prices, &tokens, &[]),
            pair(Colour::Green, Colour::Yellow)
        );
        let even = Tally {
            red: 2,
            yellow: 1,
            green: 2,
            blue: 0,
        };
        assert_eq!(
            cheapest(&prices, &even, &[]),
            pair(Colour::Red, Colour::Yellow)
        );
        assert_eq!(
            cheapest(&prices, &even, &[Colour::Red]),
            pair(Colour::Yellow, Colour::Green)
        );
        assert_eq!(
            cheapest(&prices, &even, &[Colour::Red, Colour::Yellow]),
            None
        );
        assert!(!can_pay(
            &prices,
            &Tally {
                red: 9,
                ..Tally::default()
            }
        ));
    }
}
