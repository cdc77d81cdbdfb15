//! A round played in the head: how a plan would do against silence, over hands that may be.
//!
//! Plain numbers, no lines and no views, so that a robot can afford thousands of rounds. The
//! rules of the table come from `reckon`; what silence does is said here once more in small, and
//! a test plays rounds both ways to keep the two the same. Combat is not rolled but computed.
//!
//! Not here: which plans are tried (`robot`).

use super::data::{Action, CardCode, Colour, Family, Tables, Tally};
use super::reckon::{self, Position};
use std::cmp::Ordering;

/// When a wild card is played before it is the last resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WildRule {
    /// As silence does: when nothing else can be played, and it pays.
    Silent,
    /// As soon as it makes the dome affordable; else as silence does.
    Unlocks,
    /// As soon as it gives so much; else as silence does.
    Gains(u32),
    /// A wild card is not spent.
    Held,
}

/// A plan that can be written as order lines, and the cards still in hand for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan<'t> {
    /// The cards that are not wild: the first of these that can be played is.
    pub order: Vec<&'t Action>,
    /// The wild ones, in the order in which they are tried.
    pub wilds: Vec<(&'t Action, WildRule)>,
    /// The colours a dome is not paid with before the end of the card phase.
    pub keep: Vec<Colour>,
}

impl<'t> Plan<'t> {
    /// What silence plays: `hand` is sorted by position value, wild cards last.
    pub fn silence(tables: &'t Tables, hand: &[CardCode]) -> Self {
        let hand = hand.iter().map(|it| tables.action(*it));
        let (wilds, order): (Vec<&Action>, Vec<&Action>) = hand.partition(|it| it.is_wild());
        Plan {
            order,
            wilds: wilds.into_iter().map(|it| (it, WildRule::Silent)).collect(),
            keep: Vec::new(),
        }
    }

    fn has_cards(&self) -> bool {
        !self.order.is_empty() || !self.wilds.is_empty()
    }
}

/// One player of a rehearsed round.
#[derive(Debug, Clone)]
pub struct Player<'t> {
    /// The hand, and what is made of it.
    pub plan: Plan<'t>,
    /// Tokens.
    pub tokens: Tally,
    /// Planets.
    pub owned: Tally,
    /// Whether the dome is placed.
    pub dome: bool,
}

/// A round in the middle of its card phase.
#[derive(Debug, Clone)]
pub struct Round<'t> {
    /// The tables.
    pub tables: &'t Tables,
    /// The four dice.
    pub prices: Tally,
    /// The colour of the prize.
    pub prize: Colour,
    /// Planets of the Collective.
    pub collective: Tally,
    /// The card on top of the pile.
    pub top: Option<&'t Action>,
    /// Both players.
    pub players: [Player<'t>; 2],
    /// Whose turn it is.
    pub turn: usize,
    /// Who plays first in the round.
    pub leads: usize,
    /// Whose pass the last action was.
    pub passed: Option<usize>,
}

/// What a prize is worth in [`Round::play`]: chances are counted in parts of this.
pub const WHOLE: i64 = 1_000_000;

impl<'t> Round<'t> {
    /// Plays the card phase to its end; returns how much likelier player 0 is to take the prize
    /// than player 1, from -[`WHOLE`] to [`WHOLE`].
    pub fn play(&mut self) -> i64 {
        self.card_phase();
        match [self.players[0].dome, self.players[1].dome] {
            [true, false] => WHOLE,
            [false, true] => -WHOLE,
            [false, false] => 0,
            [true, true] => self.combat(),
        }
    }

    /// Plays on until the card phase and its last domes are done.
    pub fn card_phase(&mut self) {
        while self.players.iter().any(|it| it.plan.has_cards()) {
            let me = self.turn;
            let card = self.choose(me);
            if let Some((card, colour)) = card {
                self.book(me, card, colour);
            }
            let over = card.is_none() && self.passed == Some(1 - me);
            self.passed = card.is_none().then_some(me);
            self.place(me, false);
            if over {
                break;
            }
            self.turn = 1 - me;
        }
        for seat in [self.leads, 1 - self.leads, self.leads] {
            self.place(seat, true);
        }
    }

    /// The card played now, of a wild one with its colour; `None`: a pass.
    fn choose(&self, me: usize) -> Option<(&'t Action, Option<Colour>)> {
        let at = self.position(me);
        let plan = &self.players[me].plan;
        let wilds = plan.wilds.iter().map(|(card, rule)| {
            let colour = Some(at.best_colour(card));
            (*rule, (*card, colour), at.worth(card, colour))
        });
        let wilds: Vec<_> = wilds.collect();
        let at_once = wilds.iter().find(|(rule, _, (gain, unlocks))| match rule {
            WildRule::Silent | WildRule::Held => false,
            WildRule::Unlocks => *unlocks,
            WildRule::Gains(least) => gain >= least,
        });
        let legal = || plan.order.iter().find(|it| at.how(it).is_some());
        let closing = self.passed == Some(1 - me);
        let last_resort = || {
            wilds.iter().find(|(rule, (card, _), (gain, unlocks))| {
                let closes = closing && card.family == Family::Collective && *gain >= 1;
                *rule != WildRule::Held && (*gain >= 2 || *unlocks || closes)
            })
        };
        let played = at_once.map(|it| it.1);
        let played = played.or_else(|| legal().map(|it| (*it, None)));
        played.or_else(|| last_resort().map(|it| it.1))
    }

    fn book(&mut self, me: usize, card: &'t Action, colour: Option<Colour>) {
        let gain = self.position(me).gives(card, colour);
        let gain = Tally::of(card.colour.or(colour).unwrap_or(Colour::Red), gain);
        if card.family == Family::Raid {
            self.players[1 - me].tokens -= gain;
        }
        let player = &mut self.players[me];
        player.tokens += gain;
        player.plan.order.retain(|it| it.code != card.code);
        player.plan.wilds.retain(|it| it.0.code != card.code);
        self.top = Some(card);
    }

    /// Pays the cheapest pair, until the last chance without the colours to keep.
    fn place(&mut self, me: usize, last: bool) {
        let player = &mut self.players[me];
        let keep = if last { &[][..] } else { &player.plan.keep };
        let free = !player.dome;
        let pair = free.then(|| reckon::cheapest(&self.prices, &player.tokens, keep));
        if let Some(pair) = pair.flatten() {
            player.tokens -= pair.of(&self.prices);
            player.dome = true;
        }
    }

    fn position(&self, me: usize) -> Position<'t> {
        let player = &self.players[me];
        Position {
            tables: self.tables,
            top: self.top,
            prices: self.prices,
            collective: self.collective,
            owned: player.owned,
            tokens: player.tokens,
            theirs: self.players[1 - me].tokens,
            dome: player.dome,
        }
    }

    /// The chances of a combat, over all falls of the eight dice.
    fn combat(&self) -> i64 {
        let [mine, theirs] = &self.players;
        // By dice won more than lost, from -5 to 5: in how many falls of the dice so far.
        let mut falls = [0; 11];
        falls[5] = 1;
        for colour in Colour::ALL {
            let tokens = |it: &Player<'_>| i64::from(it.tokens.get(colour));
            let die = one_die(i64::from(self.tables.sides), tokens(mine) - tokens(theirs));
            let before = std::mem::take(&mut falls);
            for (at, number) in before.into_iter().enumerate().filter(|it| it.1 > 0) {
                for (step, ways) in die.into_iter().enumerate() {
                    falls[at + step - 1] += ways * number;
                }
            }
        }
        let sum = |falls: &[i64]| falls.iter().sum::<i64>();
        let (others, evens, ours) = (sum(&falls[..5]), falls[5], sum(&falls[6..]));
        let tie = match mine
            .owned
            .get(self.prize)
            .cmp(&theirs.owned.get(self.prize))
        {
            Ordering::Less => -evens,
            Ordering::Equal => 0,
            Ordering::Greater => evens,
        };
        (ours - others + tie) * WHOLE / (ours + evens + others)
    }
}

/// In how many falls of two dice the first loses, ties and wins, being ahead by this many tokens.
fn one_die(sides: i64, ahead: i64) -> [i64; 3] {
    let mut falls = [0; 3];
    for (first, second) in (1..=sides).flat_map(|it| (1..=sides).map(move |other| (it, other))) {
        let at = match (first + ahead).cmp(&second) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        falls[at] += 1;
    }
    falls
}
