//! A round played in the head: how a plan would do against silence, over hands that may be.
//!
//! Plain numbers, no lines and no views, so that a robot can afford thousands of rounds. The
//! rules of the table come from `reckon`; what silence does is said here once more in small, and
//! a test plays rounds both ways to keep the two the same. Combat is not rolled but reckoned.
//!
//! Not here: which plans are tried (`robot`).

use super::data::{Action, CardCode, Colour, Kind, Tables, Tally, Wild};
use super::reckon::{self, Sources};
use std::cmp::Ordering;

/// When a wild card is played before it is the last resort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WildRule {
    /// As silence does: when nothing else can be played, and it pays.
    Silent,
    /// As soon as it makes the dome affordable; else as silence does.
    Unlocks,
    /// As soon as it gives so much; else as silence does.
    Gains(u8),
    /// Never.
    Held,
}

/// A plan that can be written as order lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The cards that are not wild: the first of these that can be played is.
    pub order: Vec<CardCode>,
    /// For each wild card held.
    pub wilds: Vec<(CardCode, WildRule)>,
    /// The colours a dome is not paid with before the end of the card phase.
    pub keep: Vec<Colour>,
}

impl Plan {
    /// What silence plays: `hand` is sorted by position value, wild cards last.
    pub fn silence(tables: &Tables, hand: &[CardCode]) -> Plan {
        let (wilds, order): (Vec<CardCode>, Vec<CardCode>) =
            hand.iter().partition(|it| tables.action(**it).is_wild());
        Plan {
            order,
            wilds: wilds.into_iter().map(|it| (it, WildRule::Silent)).collect(),
            keep: Vec::new(),
        }
    }
}

/// One player of a rehearsed round.
#[derive(Debug, Clone)]
pub struct Player<'a> {
    /// The cards still in hand that are not wild, in the order in which they are tried.
    pub order: Vec<&'a Action>,
    /// The wild ones, in the order in which they are tried.
    pub wilds: Vec<(&'a Action, WildRule)>,
    /// Colours a dome is not paid with before the end of the card phase.
    pub keep: Vec<Colour>,
    /// Tokens.
    pub tokens: Tally,
    /// Planets.
    pub owned: Tally,
    /// Whether the dome is placed.
    pub dome: bool,
}

impl<'a> Player<'a> {
    /// The same player with the hand and the ways of this plan.
    #[must_use]
    pub fn with(mut self, tables: &'a Tables, plan: &Plan) -> Self {
        self.order = plan.order.iter().map(|it| tables.action(*it)).collect();
        self.wilds = plan
            .wilds
            .iter()
            .map(|(card, rule)| (tables.action(*card), *rule))
            .collect();
        self.keep.clone_from(&plan.keep);
        self
    }

    fn cards(&self) -> usize {
        self.order.len() + self.wilds.len()
    }
}

/// A round in the middle of its card phase.
#[derive(Debug, Clone)]
pub struct Round<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// The four dice.
    pub prices: Tally,
    /// The colour of the prize.
    pub prize: Colour,
    /// Planets of the Collective.
    pub collective: Tally,
    /// The card on top of the pile.
    pub top: Option<&'a Action>,
    /// Both players.
    pub players: [Player<'a>; 2],
    /// Whose turn it is.
    pub turn: usize,
    /// Who plays first in the round.
    pub leads: usize,
    /// Whose pass the last action was.
    pub passed: Option<usize>,
}

/// What a prize is worth in [`Round::play`]: chances are counted in parts of this.
pub const WHOLE: i64 = 1_000_000;

impl Round<'_> {
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
        while self.players.iter().any(|it| it.cards() > 0) {
            let me = self.turn;
            let acted = match self.choose(me) {
                Some((card, colour)) => {
                    self.book(me, card, colour);
                    None
                }
                None => Some(me),
            };
            let over = acted.is_some() && self.passed == Some(1 - me);
            self.passed = acted;
            if self.players[me].keep.is_empty() {
                self.place(me);
            } else {
                self.place_but(me);
            }
            if over {
                break;
            }
            self.turn = 1 - me;
        }
        for seat in [self.leads, 1 - self.leads, self.leads] {
            self.place(seat);
        }
    }

    fn choose(&self, me: usize) -> Option<(usize, Option<Colour>)> {
        let player = &self.players[me];
        for (at, (card, rule)) in player.wilds.iter().enumerate() {
            let colour = self.best_colour(me, card);
            let (gain, unlocks) = self.worth(me, card, colour);
            let now = match rule {
                WildRule::Silent | WildRule::Held => false,
                WildRule::Unlocks => unlocks,
                WildRule::Gains(least) => gain >= *least,
            };
            if now {
                return Some((player.order.len() + at, Some(colour)));
            }
        }
        let legal = |it: &&Action| reckon::how(it, self.top, &player.owned).is_some();
        if let Some(at) = player.order.iter().position(legal) {
            return Some((at, None));
        }
        let resort = player
            .wilds
            .iter()
            .enumerate()
            .find_map(|(at, (card, rule))| {
                let colour = self.best_colour(me, card);
                let (gain, unlocks) = self.worth(me, card, colour);
                let closing = self.passed == Some(1 - me)
                    && card.kind == Kind::Wild(Wild::Collective)
                    && gain >= 1;
                let plays = *rule != WildRule::Held && (gain >= 2 || unlocks || closing);
                plays.then_some((at, colour))
            });
        resort.map(|(at, colour)| (player.order.len() + at, Some(colour)))
    }

    fn book(&mut self, me: usize, at: usize, colour: Option<Colour>) {
        let player = &mut self.players[me];
        let card = match at.checked_sub(player.order.len()) {
            None => player.order.remove(at),
            Some(wild) => player.wilds.remove(wild).0,
        };
        let colour = card.colour().or(colour).unwrap_or(Colour::Red);
        let gain = self.gives(me, card, colour);
        if card.kind == Kind::Wild(Wild::Raid) {
            *self.players[1 - me].tokens.at(colour) -= gain;
        }
        *self.players[me].tokens.at(colour) += gain;
        self.top = Some(card);
    }

    /// The cheapest pair at once.
    fn place(&mut self, me: usize) {
        self.pay(me, &[]);
    }

    /// The cheapest pair without the colours to keep.
    fn place_but(&mut self, me: usize) {
        let keep = self.players[me].keep.clone();
        self.pay(me, &keep);
    }

    fn pay(&mut self, me: usize, keep: &[Colour]) {
        let player = &mut self.players[me];
        if player.dome {
            return;
        }
        if let Some(pair) = reckon::cheapest(&self.prices, &player.tokens, keep) {
            *player.tokens.at(pair.first) -= self.prices.of(pair.first);
            *player.tokens.at(pair.second) -= self.prices.of(pair.second);
            player.dome = true;
        }
    }

    fn gives(&self, me: usize, card: &Action, colour: Colour) -> u8 {
        let from = Sources {
            owned: self.players[me].owned,
            collective: self.collective,
            theirs: self.players[1 - me].tokens,
        };
        reckon::gives(self.tables, card, colour, &from)
    }

    fn worth(&self, me: usize, card: &Action, colour: Colour) -> (u8, bool) {
        let gain = self.gives(me, card, colour);
        (gain, self.unlocks(me, colour, gain))
    }

    fn unlocks(&self, me: usize, colour: Colour, gain: u8) -> bool {
        let player = &self.players[me];
        let then = player.tokens.plus(colour, gain);
        !player.dome
            && !reckon::can_pay(&self.prices, &player.tokens)
            && reckon::can_pay(&self.prices, &then)
    }

    fn best_colour(&self, me: usize, card: &Action) -> Colour {
        let key = |colour: &Colour| {
            let (gain, unlocks) = self.worth(me, card, *colour);
            (!unlocks, u8::MAX - gain)
        };
        let best = Colour::ALL.into_iter().min_by_key(key);
        best.expect("there are four colours")
    }

    /// The chances of a combat, over all falls of the eight dice.
    fn combat(&self) -> i64 {
        let [mine, theirs] = [0, 1].map(|it: usize| &self.players[it].tokens);
        let sides = i64::from(self.tables.sides);
        // By dice won more than lost, from -4 to 4: in how many falls of the dice so far.
        let mut falls = [0i64; 9];
        falls[4] = 1;
        for colour in Colour::ALL {
            let ahead = i64::from(mine.of(colour)) - i64::from(theirs.of(colour));
            let [win, tie, lose] = one_die(sides, ahead);
            let before = falls;
            for (at, fall) in falls.iter_mut().enumerate() {
                let near = |step: Option<usize>| step.and_then(|it| before.get(it)).unwrap_or(&0);
                *fall =
                    tie * before[at] + win * near(at.checked_sub(1)) + lose * near(Some(at + 1));
            }
        }
        let [ours, evens, others] =
            [&falls[5..], &falls[4..5], &falls[..4]].map(|it| it.iter().sum::<i64>());
        let owned = [0, 1].map(|it: usize| self.players[it].owned.of(self.prize));
        let tie = match owned[0].cmp(&owned[1]) {
            Ordering::Greater => evens,
            Ordering::Less => -evens,
            Ordering::Equal => 0,
        };
        (ours - others + tie) * WHOLE / (ours + evens + others)
    }
}

/// In how many falls of two dice the first wins, ties and loses, being ahead by so many tokens.
fn one_die(sides: i64, ahead: i64) -> [i64; 3] {
    let mut falls = [0; 3];
    for first in 1..=sides {
        for second in 1..=sides {
            match (first + ahead).cmp(&second) {
                Ordering::Greater => falls[0] += 1,
                Ordering::Equal => falls[1] += 1,
                Ordering::Less => falls[2] += 1,
            }
        }
    }
    falls
}
