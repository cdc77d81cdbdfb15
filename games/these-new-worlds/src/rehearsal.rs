//! A round played in the head: how a plan would do against silence, over hands that may be.
//!
//! Cards are bits and tokens are bytes of a word, so that a robot can afford thousands of rounds.
//! What a card may and gives is asked of `reckon` once, for every top there can be; what silence
//! does is said here once more in small, and a test plays rounds both ways to keep the two the
//! same. Combat is not rolled but computed.
//!
//! Not here: which plans are tried (`robot`), and what a prize is worth (`outlook`).

use super::data::{CardCode, Colour, Family, Tables, Tally};
use super::outlook::Outlook;
use super::reckon::{Pair, Position, by_order};
use std::cmp::Reverse;
use std::iter::once;

/// A set of cards, one bit each: the lowest position value is the first bit, wild cards the last.
pub type Cards = u32;

/// Tokens or prices, a byte for each colour in the order of [`Colour::ALL`].
pub type Purse = u32;

/// The upper bit of each colour, which no number of tokens reaches.
const TOPS: Purse = 0x8080_8080;

/// The byte of each colour.
const COLOURS: [Purse; 4] = [0xff, 0xff00, 0xff_0000, 0xff00_0000];

/// A card of a plan, and the colour it takes if it is wild; `None`: the one of most use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Which bit it is.
    pub card: usize,
    /// The colour.
    pub colour: Option<Colour>,
}

/// A plan that can be written as order lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The cards of a hand.
    pub steps: Vec<Step>,
    /// So many of these are listed: the first that can be played is. Then silence plays.
    pub listed: usize,
    /// The wild cards that silence does not play.
    pub held: Cards,
}

impl Plan {
    /// All cards of a hand as silence plays them.
    pub fn all(round: &Round, hand: Cards) -> Plan {
        let cards = (0..round.cards.len()).filter(|it| hand >> it & 1 == 1);
        let mut plan = Plan {
            steps: cards.map(|card| Step { card, colour: None }).collect(),
            ..Plan::default()
        };
        plan.end(round);
        plan
    }

    /// Wild cards after the last that is not are for silence.
    pub fn end(&mut self, round: &Round) {
        let last = self.steps.iter().rposition(|it| !round.is_wild(it.card));
        self.listed = last.map_or(0, |it| it + 1);
    }
}

/// A moment of a round: what changes while it is played. Player 0 is the one who rehearses.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    /// Both hands.
    pub hands: [Cards; 2],
    /// Both players' tokens.
    pub tokens: [Purse; 2],
    /// Whose dome is placed.
    pub domes: [bool; 2],
    /// The card on top of the pile, counted from 1; 0: none.
    pub top: usize,
    /// Whose turn it is.
    pub turn: usize,
    /// Whether the last action was a pass.
    pub passed: bool,
}

/// A card that is played, with the tokens it gives; `None`: a pass.
type Act = Option<(usize, Purse)>;

/// A round that was played.
#[derive(Debug, Clone, Default)]
pub struct Played {
    /// What player 0 did in each turn in which it could play a card.
    turns: Vec<(Moment, Act)>,
    /// What it leads to for player 0, in the units of the outlook times all falls of the dice.
    pub worth: i64,
}

/// What stays the same while a round is played.
#[derive(Debug, Clone)]
pub struct Round {
    /// The cards, as their bits count.
    pub cards: Vec<CardCode>,
    /// The wild ones.
    pub wild: Cards,
    raids: Cards,
    /// Of each player, by the top: the cards that may be played.
    fits: [Vec<Cards>; 2],
    /// Of each player, by card: the tokens it gives; a wild one of each colour, at most.
    gives: [Vec<Purse>; 2],
    prices: Purse,
    leads: usize,
    /// By how many tokens one is ahead, from the least that counts: the falls of two dice in which
    /// the other wins, nobody, and the one.
    dice: Vec<[i64; 3]>,
    outlook: Outlook,
}

impl Round {
    /// The round of these two players, of whom `leads` plays first.
    pub fn new(tables: &Tables, sides: [Position<'_>; 2], leads: usize, outlook: Outlook) -> Self {
        let codes: Vec<CardCode> = tables.actions.iter().map(|it| it.code).collect();
        let cards = tables.sorted(&codes);
        let actions: Vec<_> = cards.iter().map(|it| tables.action(*it)).collect();
        let set = |of: &dyn Fn(usize) -> bool| -> Cards {
            (0..actions.len()).map(|it| u32::from(of(it)) << it).sum()
        };
        let fits = |at: Position<'_>| {
            let tops = once(None).chain(actions.iter().copied().map(Some));
            let fits = |top| set(&|it| Position { top, ..at }.how(actions[it]).is_some());
            tops.map(fits).collect()
        };
        let gives = |at: Position<'_>| {
            let theirs = Tally::of_each(tables.tokens_max);
            let at = Position { theirs, ..at };
            let one = |card: usize, colour: Colour| match actions[card].colour {
                Some(own) if own != colour => Tally::NONE,
                _ => Tally::of(colour, at.gives(actions[card], Some(colour))),
            };
            let gives = |card| packed(&Colour::ALL.map(|it| one(card, it)).into_iter().sum());
            (0..actions.len()).map(gives).collect()
        };
        let most = i64::from(tables.sides);
        Round {
            wild: set(&|it| actions[it].is_wild()),
            raids: set(&|it| actions[it].family == Family::Raid),
            fits: sides.map(fits),
            gives: sides.map(gives),
            prices: packed(&sides[0].prices),
            leads,
            dice: (-most..=most).map(|it| one_die(most, it)).collect(),
            outlook,
            cards,
        }
    }

    /// The cards of a hand.
    pub fn set(&self, hand: &[CardCode]) -> Cards {
        let cards = (0..).zip(&self.cards);
        let bits = cards.map(|(at, it)| u32::from(hand.contains(it)) << at);
        bits.sum()
    }

    /// Whether a card is wild.
    pub fn is_wild(&self, card: usize) -> bool {
        self.wild >> card & 1 == 1
    }

    /// How much more it is to win the prize than to lose it.
    pub fn span(&self) -> i64 {
        self.falls() * (self.outlook.won - self.outlook.lost)
    }

    /// In how many ways the dice of a combat can fall.
    fn falls(&self) -> i64 {
        self.dice[0].iter().sum::<i64>().pow(4)
    }

    /// Plays on from this moment to the end.
    pub fn play(&self, mut at: Moment, plan: &Plan, played: &mut Played) {
        self.card_phase(&mut at, plan, &mut played.turns);
        played.worth = match at.domes {
            [true, false] => self.falls() * self.outlook.won,
            [false, true] => self.falls() * self.outlook.lost,
            [false, false] => self.falls() * self.outlook.nobody,
            [true, true] => self.combat(at.tokens),
        };
    }

    /// Plays it by another plan, in which no more than the place of these cards differs, from the
    /// first turn in which that does something else; `false`: it does the same in all.
    pub fn again(&self, before: &Played, plan: &Plan, differ: Cards, to: &mut Played) -> bool {
        let other = |(at, act): &(Moment, Act)| {
            at.hands[0] & self.fits[0][at.top] & differ != 0 && self.choose(at, plan) != *act
        };
        let from = before.turns.iter().position(other);
        if let Some(from) = from {
            to.turns.clear();
            to.turns.extend_from_slice(&before.turns[..from]);
            self.play(before.turns[from].0, plan, to);
        }
        from.is_some()
    }

    /// Plays on until the card phase and its last domes are done.
    pub fn card_phase(&self, at: &mut Moment, plan: &Plan, turns: &mut Vec<(Moment, Act)>) {
        let mut over = false;
        while !over && at.hands != [0, 0] {
            let me = at.turn;
            let act = self.choose(at, plan);
            if me == 0 && at.hands[0] & self.fits[0][at.top] != 0 {
                turns.push((*at, act));
            }
            over = act.is_none() && at.passed;
            at.passed = act.is_none();
            if let Some((card, gain)) = act {
                at.hands[me] &= !(1 << card);
                at.tokens[me] += gain;
                at.tokens[1 - me] -= gain * (self.raids >> card & 1);
                at.top = card + 1;
                self.place(at, me);
            }
            at.turn = 1 - me;
        }
        for seat in [self.leads, 1 - self.leads, self.leads] {
            self.place(at, seat);
        }
    }

    /// What is done now: by the plan if it is player 0's turn.
    fn choose(&self, at: &Moment, plan: &Plan) -> Act {
        let me = at.turn;
        let fits = at.hands[me] & self.fits[me][at.top];
        if fits == 0 {
            return None;
        }
        let (listed, held) = match me {
            0 => (&plan.steps[..plan.listed], plan.held),
            _ => (&[][..], 0),
        };
        if let Some(step) = listed.iter().find(|it| fits >> it.card & 1 == 1) {
            let gain = match step.colour {
                _ if !self.is_wild(step.card) => self.gives[me][step.card],
                None => self.best(at, step.card).1,
                Some(colour) => self.wild_gives(at, step.card) & COLOURS[colour as usize],
            };
            return Some((step.card, gain));
        }
        let tame = fits & !self.wild;
        if tame != 0 {
            let lowest = tame.trailing_zeros() as usize;
            return Some((lowest, self.gives[me][lowest]));
        }
        let mut left = fits & !held;
        while left != 0 {
            let card = left.trailing_zeros() as usize;
            left &= left - 1;
            let (unlocks, gain) = self.best(at, card);
            let closes = at.passed && gain != 0 && self.raids >> card & 1 == 0;
            if unlocks || total(gain) >= 2 || closes {
                return Some((card, gain));
            }
        }
        None
    }

    /// The tokens a wild card gives of each colour, if it takes that one.
    fn wild_gives(&self, at: &Moment, card: usize) -> Purse {
        let most = self.gives[at.turn][card];
        if self.raids >> card & 1 == 0 {
            return most;
        }
        let theirs = at.tokens[1 - at.turn];
        let bytes = COLOURS.iter().map(|it| (most & it).min(theirs & it));
        bytes.sum()
    }

    /// Of a wild card with the colour of most use (D3): whether it makes the dome affordable, and
    /// the tokens it gives.
    fn best(&self, at: &Moment, card: usize) -> (bool, Purse) {
        let tokens = at.tokens[at.turn];
        let gives = self.wild_gives(at, card);
        let paid = self.paid(tokens);
        let unlocks = if paid == 0 || two(paid) || at.domes[at.turn] {
            0
        } else {
            (self.paid(tokens + gives) & !paid) >> 7
        };
        let mut best = 0;
        for colour in COLOURS {
            let gain = gives & colour;
            if (unlocks == 0 || unlocks & colour != 0) && total(gain) > total(best) {
                best = gain;
            }
        }
        (unlocks != 0, best)
    }

    /// The upper bits of the colours whose prices these tokens pay.
    fn paid(&self, tokens: Purse) -> Purse {
        ((tokens | TOPS) - self.prices) & TOPS
    }

    /// Pays the cheapest pair (D4), if any can be paid and the dome is not placed.
    fn place(&self, at: &mut Moment, me: usize) {
        let tokens = at.tokens[me];
        let paid = self.paid(tokens);
        if at.domes[me] || !two(paid) {
            return;
        }
        let pairs = Pair::all().map(|it| COLOURS[it.first as usize] | COLOURS[it.second as usize]);
        let pays = pairs.filter(|it| it & TOPS & !paid == 0);
        let best = pays.min_by_key(|it| (total(it & self.prices), Reverse(total(it & tokens))));
        at.tokens[me] -= self.prices & best.expect("two prices can be paid");
        at.domes[me] = true;
    }

    /// What a combat leads to, over all falls of the eight dice.
    fn combat(&self, tokens: [Purse; 2]) -> i64 {
        let most = i64::try_from(self.dice.len() / 2).expect("a die is small");
        let die = |colour: usize| {
            let [mine, theirs] = tokens.map(|it| i64::from(it >> (8 * colour) & 0xff));
            let at = (mine - theirs).clamp(-most, most) + most;
            self.dice[usize::try_from(at).expect("from 0")]
        };
        // The falls by dice won more than lost: at 5 as many, at 1 four less, at 9 four more.
        let mut falls = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
        for colour in 0..Colour::ALL.len() {
            let ([less, none, more], before) = (die(colour), falls);
            for at in 1..falls.len() - 1 {
                falls[at] = before[at + 1] * less + before[at] * none + before[at - 1] * more;
            }
        }
        let sum = |part: &[i64]| part.iter().sum::<i64>();
        let Outlook {
            won, lost, tied, ..
        } = self.outlook;
        sum(&falls[..5]) * lost + falls[5] * tied + sum(&falls[6..]) * won
    }
}

/// These amounts as bytes.
pub fn packed(amounts: &Tally) -> Purse {
    let bytes = Colour::ALL.into_iter().enumerate();
    bytes.map(|(at, it)| amounts.get(it) << (8 * at)).sum()
}

/// How much there is of all colours.
fn total(purse: Purse) -> u32 {
    purse.wrapping_mul(0x0101_0101) >> 24
}

/// Whether two bits are set at least.
fn two(bits: u32) -> bool {
    bits & bits.wrapping_sub(1) != 0
}

/// In how many falls of two dice the first loses, ties and wins, being ahead by this many tokens.
fn one_die(sides: i64, ahead: i64) -> [i64; 3] {
    let mut falls = [0; 3];
    for (first, second) in (1..=sides).flat_map(|it| (1..=sides).map(move |other| (it, other))) {
        falls[by_order((first + ahead).cmp(&second), [0, 1, 2])] += 1;
    }
    falls
}
