//! Turns in rounds: in each round all have a turn, one after another, and sheets are called for
//! before a batch of rounds.
//!
//! Not here: what happens in a turn, and where the gates of a game are (its phases).

use packetboat_core::engine::chronicle::Cx;
use packetboat_core::engine::dice::Bowl;
use packetboat_core::engine::rules::Broken;
use packetboat_core::engine::seat::Seat;
use packetboat_core::gather::Gather;
use std::collections::BTreeSet;

/// So often is rolled for who begins; then the first of those who are equal does.
const ROLLS_MAX: u32 = 100;

/// How far play has come: a look at what the state of a game stores of it.
#[derive(Debug, Clone, Copy)]
pub struct Turns<'a> {
    order: &'a [Seat],
    round: u32,
    acted: u32,
    rounds: u32,
    batch: u32,
}

impl<'a> Turns<'a> {
    /// Of the order of play in this round; of the round, from 1, and how many have had their turn
    /// in it; of the last round, and how many rounds sheets are asked for at a time.
    pub fn new(order: &'a [Seat], (round, acted): (u32, u32), (rounds, batch): (u32, u32)) -> Self {
        Turns {
            order,
            round,
            acted,
            rounds,
            batch,
        }
    }

    /// Whose turn it is, or is next.
    pub fn active(&self) -> Seat {
        self.order[self.acted as usize]
    }

    /// Who has had a turn in this round.
    pub fn acted(&self) -> &'a [Seat] {
        &self.order[..self.acted as usize]
    }

    /// The first round of the batch now played or called for.
    pub fn batch_from(&self) -> u32 {
        self.round - (self.round - 1) % self.batch
    }

    /// Its last round.
    pub fn batch_until(&self) -> u32 {
        (self.batch_from() + self.batch - 1).min(self.rounds)
    }

    /// Whether a batch begins with this turn.
    pub fn begins_batch(&self) -> bool {
        self.acted == 0 && self.round == self.batch_from()
    }

    /// The round, and how many have had their turn in it, once this turn is over; none: it is the
    /// last of the game.
    ///
    /// ```
    /// use packetboat_kit::turns::Turns;
    /// let order = ["red".parse().unwrap(), "blue".parse().unwrap()];
    /// let after = |round, acted| Turns::new(&order, (round, acted), (3, 2)).after();
    /// assert_eq!(after(1, 0), Some((1, 1)));
    /// assert_eq!(after(1, 1), Some((2, 0)));
    /// assert_eq!(after(3, 1), None);
    /// ```
    pub fn after(&self) -> Option<(u32, u32)> {
        if self.acted as usize + 1 < self.order.len() {
            Some((self.round, self.acted + 1))
        } else {
            (self.round < self.rounds).then_some((self.round + 1, 0))
        }
    }

    /// These seats as a set, if each of them has one place in the order of play.
    ///
    /// # Errors
    /// A seat twice or without a place, a round that is none of the game, and one in which all
    /// have had their turn.
    pub fn check(&self, seats: impl Iterator<Item = Seat>) -> Result<BTreeSet<Seat>, Broken> {
        let listed: Vec<Seat> = seats.collect();
        let seats = listed.iter().copied().into_set();
        let once = [listed.len(), self.order.len()] == [seats.len(); 2];
        Broken::unless(
            once && self.order.iter().copied().into_set() == seats,
            || "each seat has one place in the order of play",
        )?;
        let in_game = (1..=self.rounds).contains(&self.round) && self.batch > 0;
        Broken::unless(in_game && (self.acted as usize) < self.order.len(), || {
            let round = self.round;
            format!("round {round} is none of the game, or all have acted in it")
        })?;
        Ok(seats)
    }
}

/// Who rolls highest is put first in the order of play, the others after them as they are; those
/// who are equal roll again. `lot` makes an event of a roll.
pub fn first_by_die<E>(order: &mut [Seat], cx: &mut Cx<'_, E>, lot: impl Fn(Seat, u32) -> E) {
    let mut left: Vec<usize> = (0..order.len()).collect();
    for _ in 0..ROLLS_MAX {
        let roll = |at: &usize| {
            let seat = order[*at];
            let die = cx.dice.one(Bowl::Open, &format!("who begins: {seat}"), 6);
            cx.announce(lot(seat, die));
            (die, *at)
        };
        let rolls: Vec<(u32, usize)> = left.iter().map(roll).collect();
        let most = rolls.iter().map(|it| it.0).max();
        let best = rolls.into_iter().filter(|it| Some(it.0) == most);
        left = best.map(|it| it.1).collect();
        if left.len() == 1 {
            break;
        }
    }
    order.rotate_left(left[0]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(names: &[&str]) -> Vec<Seat> {
        names.iter().map(|it| it.parse().expect("a seat")).collect()
    }

    #[test]
    fn batches_end_with_the_game() {
        let order = seats(&["red", "blue"]);
        for (round, acted, batch) in [
            (1, 0, (1, 3, true)),
            (1, 1, (1, 3, false)),
            (3, 0, (1, 3, false)),
            (4, 0, (4, 5, true)),
            (5, 1, (4, 5, false)),
        ] {
            let turns = Turns::new(&order, (round, acted), (5, 3));
            let got = (
                turns.batch_from(),
                turns.batch_until(),
                turns.begins_batch(),
            );
            assert_eq!(got, batch, "round {round}, {acted} have acted");
        }
    }

    #[test]
    fn every_seat_has_one_place_and_somebody_is_to_act() {
        let order = seats(&["red", "blue"]);
        let check = |round, acted, names: &[&str]| {
            let turns = Turns::new(&order, (round, acted), (5, 1));
            turns.check(seats(names).into_iter()).is_ok()
        };
        assert!(check(5, 1, &["blue", "red"]));
        for names in [&["red"][..], &["red", "red"], &["red", "green"]] {
            assert!(!check(5, 1, names), "{names:?}");
        }
        for (round, acted) in [(0, 0), (6, 0), (5, 2)] {
            assert!(!check(round, acted, &["blue", "red"]), "{round}, {acted}");
        }
    }
}
