//! A supply: all the cards or tiles of a kind that there are, each as often as the game's tables
//! say. What is in the deck is stored nowhere: it is what is in no other place, and one of it is
//! drawn by chance. So nothing is stored twice, no order of a deck can leak, and whether something
//! was lost or made out of nothing can be checked.
//!
//! Who sees what is said where a game lists its secrets: what is [`Supply::left`] is a pool's
//! unseen place like another.
//!
//! Not here: amounts of a few kinds (`amounts`), whose bank is what nobody holds.

use packetboat_core::engine::dice::{Bowl, Dice};
use packetboat_core::engine::rules::Broken;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Everything of a kind that there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supply<T> {
    /// In the order of the tables.
    all: Vec<T>,
}

impl<T: Clone + Ord + Debug> Supply<T> {
    /// Things with how many there are of each, in the order of the tables: draws count in it.
    pub fn of(copies: impl IntoIterator<Item = (T, u32)>) -> Self {
        let copies = copies.into_iter();
        let all = copies.flat_map(|(thing, number)| (0..number).map(move |_| thing.clone()));
        Supply { all: all.collect() }
    }

    /// All of it, each thing as often as it is there.
    pub fn all(&self) -> &[T] {
        &self.all
    }

    /// What is in none of the places named, in the order of the tables: the deck, the reserve, the
    /// stock. `lying` is all that is anywhere else: hands, discards, the board, what is out of the
    /// game.
    ///
    /// ```
    /// use packetboat_kit::supply::Supply;
    /// let cards = Supply::of([("CHAIN", 2), ("GRAPE", 1), ("KRAKEN", 1)]);
    /// let (hand, board) = (vec!["CHAIN"], vec!["KRAKEN"]);
    /// assert_eq!(cards.left(hand.iter().chain(&board)), ["CHAIN", "GRAPE"]);
    /// ```
    pub fn left<'t>(&self, lying: impl IntoIterator<Item = &'t T>) -> Vec<T>
    where
        T: 't,
    {
        let mut lying = counts(lying);
        let mut left = self.all.clone();
        left.retain(|thing| match lying.get_mut(thing) {
            Some(number) if *number > 0 => {
                *number -= 1;
                false
            }
            _ => true,
        });
        left
    }

    /// How many of one thing are in none of the places named.
    pub fn left_of<'t>(&self, thing: &T, lying: impl IntoIterator<Item = &'t T>) -> u32
    where
        T: 't,
    {
        let left = self.left(lying);
        let alike = left.iter().filter(|it| *it == thing);
        u32::try_from(alike.count()).expect("things are few")
    }

    /// Draws one of what is left by chance, from the hidden bowl: a die with a face for each, in
    /// the order of the tables. `why` is what the record says of it. `None`: nothing is left, and
    /// no die was thrown.
    ///
    /// ```
    /// use packetboat_core::engine::dice::Dice;
    /// use packetboat_kit::supply::Supply;
    /// let tiles = Supply::of([("agreement", 1), ("spice", 2)]);
    /// let mut dice = Dice::scripted([2]);
    /// let laid = vec!["spice"];
    /// assert_eq!(tiles.draw(&laid, &mut dice, "a tile"), Some("spice"));
    /// let laid = vec!["spice", "agreement", "spice"];
    /// assert_eq!(tiles.draw(&laid, &mut dice, "a tile"), None);
    /// ```
    pub fn draw<'t>(
        &self,
        lying: impl IntoIterator<Item = &'t T>,
        dice: &mut Dice,
        why: &str,
    ) -> Option<T>
    where
        T: 't,
    {
        let mut left = self.left(lying);
        let sides = u32::try_from(left.len()).expect("things are few");
        let face = (sides > 0).then(|| dice.one(Bowl::Hidden, why, sides))?;
        let at = usize::try_from(face - 1).expect("things are few");
        Some(left.swap_remove(at))
    }

    /// The same from a deck with discards: where nothing is left they become the deck, and one of
    /// them is drawn. `held` is all that is neither there nor in the deck.
    ///
    /// ```
    /// use packetboat_core::engine::dice::Dice;
    /// use packetboat_kit::supply::Supply;
    /// let cards = Supply::of([("FATE", 1), ("WAR", 2)]);
    /// let hand = vec!["WAR"];
    /// let mut discards = vec!["WAR", "FATE"];
    /// let drawn = cards.draw_again(&hand, &mut discards, &mut Dice::scripted([1]), "a card");
    /// assert_eq!(drawn, Some("FATE"));
    /// assert!(discards.is_empty());
    /// ```
    pub fn draw_again<'t>(
        &self,
        held: impl IntoIterator<Item = &'t T>,
        discards: &mut Vec<T>,
        dice: &mut Dice,
        why: &str,
    ) -> Option<T>
    where
        T: 't,
    {
        let held: Vec<&T> = held.into_iter().collect();
        let lying = held.iter().copied().chain(discards.iter());
        if self.left(lying).is_empty() {
            discards.clear();
        }
        self.draw(held.into_iter().chain(discards.iter()), dice, why)
    }

    /// That nothing is anywhere that is none of it, or more often than it is there. `what` is one
    /// of these things: `action card`.
    ///
    /// ```
    /// use packetboat_kit::supply::Supply;
    /// let cards = Supply::of([("FATE", 1), ("WAR", 2)]);
    /// assert!(cards.check("card", &["WAR", "WAR"]).is_ok());
    /// assert!(cards.check("card", &["FATE", "FATE"]).is_err());
    /// assert!(cards.check("card", &["PEACE"]).is_err());
    /// ```
    ///
    /// # Errors
    /// The first thing that does.
    pub fn check<'t>(
        &self,
        what: &str,
        lying: impl IntoIterator<Item = &'t T>,
    ) -> Result<(), Broken>
    where
        T: 't,
    {
        let there = counts(&self.all);
        counts(lying).into_iter().try_for_each(|(thing, number)| {
            let most = there.get(thing).copied().unwrap_or(0);
            Broken::unless(number <= most, || {
                format!("the {what} {thing:?} lies in {number} places, and there are {most}")
            })
        })
    }
}

/// How often each thing is there.
fn counts<'t, T: Ord>(things: impl IntoIterator<Item = &'t T>) -> BTreeMap<&'t T, u32> {
    let mut counts = BTreeMap::new();
    for thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    counts
}

/// Takes one such thing out of a place, the first of them; whether it was there.
///
/// ```
/// use packetboat_kit::supply::take;
/// let mut hand = vec!["WAR", "FATE", "WAR"];
/// assert!(take(&mut hand, &"WAR"));
/// assert_eq!(hand, ["FATE", "WAR"]);
/// assert!(!take(&mut hand, &"BLIGHT"));
/// ```
pub fn take<T: PartialEq>(place: &mut Vec<T>, thing: &T) -> bool {
    let found = place.iter().position(|it| it == thing);
    found.map(|at| place.remove(at)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::dice::Keys;

    /// Wherever things go, deck and places together are all there is, and a draw adds one to the
    /// place it goes to.
    #[test]
    fn nothing_is_lost_over_many_draws() {
        let cards = Supply::of([("a", 3), ("b", 1), ("c", 4)]);
        let mut dice = Dice::keyed(Keys::new(&[1; 32], 1, 0).expect("the first link"));
        let (mut hand, mut discards) = (Vec::new(), Vec::new());
        for turn in 0..20 {
            let drawn = cards.draw_again(&hand, &mut discards, &mut dice, "a card");
            hand.push(drawn.expect("the hand never holds them all"));
            if hand.len() > 4 {
                discards.push(hand.remove(turn % 5));
            }
            let lying = || hand.iter().chain(&discards);
            cards.check("card", lying()).expect("no card twice");
            assert_eq!(cards.left(lying()).len() + lying().count(), 8);
        }
    }

    #[test]
    fn a_deck_and_discards_that_are_empty_give_nothing() {
        let cards = Supply::of([("a", 1)]);
        let mut dice = Dice::scripted([]);
        let drawn = cards.draw_again(&["a"], &mut Vec::new(), &mut dice, "a card");
        assert_eq!(drawn, None);
        assert!(dice.take_rolls().is_empty(), "no die for nothing");
    }

    #[test]
    fn stock_is_counted_by_kind() {
        let buildings = Supply::of([("church", 1), ("school", 2)]);
        let built = ["school", "church"];
        assert_eq!(buildings.left_of(&"school", &built), 1);
        assert_eq!(buildings.left_of(&"church", &built), 0);
    }
}
