//! Where the hidden things of a game are, and who sees them: said once, used three times.
//!
//! A game goes through its places in `Keeping::secrets`: it names each *pool* (all action cards,
//! all planets) with the places its things are in, and each value that only its owner knows. Of
//! that the engine makes the check that nothing is lost or there twice, a position that a viewer
//! could not tell from the true one, and the phrases that no mail to them may hold.
//!
//! One declaration feeds three nets, so what is forgotten in it is missed by all three; what a
//! viewer is shown is listed by the view all the same. A place forgotten shows at once: its pool
//! no longer adds up.
//!
//! ```
//! use packetboat_core::engine::secrets::Hidden;
//! use packetboat_core::engine::seat::{Seat, Viewer};
//! use packetboat_core::engine::secrets::Look;
//! use std::collections::BTreeMap;
//!
//! let (red, blue): (Seat, Seat) = ("red".parse().unwrap(), "blue".parse().unwrap());
//! let mut hands = BTreeMap::from([(red, vec!["ace", "ten"]), (blue, vec!["king", "two"])]);
//! let (mut deck, pile) = (vec!["six"], vec!["nine"]);
//! let mut secrets = |look: &mut Look<'_>| {
//!     look.pool("card", ["ace", "king", "ten", "nine", "six", "two"])
//!         .hands(&mut hands)
//!         .unseen(&mut deck)
//!         .open(&pile)
//!         .told(|hand| [format!("You hold {}.", hand.join(" and "))])
//!         .done();
//! };
//! assert!(Look::check(&mut secrets).is_ok());
//! let hidden = Look::phrases(Viewer::Seat(red), &mut secrets);
//! assert_eq!(hidden, [Hidden::Phrase("You hold king and two.".to_owned())]);
//! ```

use super::broken::Broken;
use super::dice::{Bowl, Dice};
use super::seat::{Seat, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// What no mail to a viewer may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hidden {
    /// This phrase.
    Phrase(String),
    /// Some of these phrases and not the others. All of them together show nothing: they are what
    /// the viewer has not seen, which they can work out.
    Among(Vec<String>),
}

/// A walk through the places of a state, for one of three ends.
pub struct Look<'a> {
    viewer: Viewer,
    wanted: Wanted<'a>,
}

/// To what end.
enum Wanted<'a> {
    Check(Result<(), Broken>),
    Redeal(&'a mut Dice),
    Phrases(Phrases),
}

#[derive(Default)]
struct Phrases {
    /// What is said to the viewer: as true of them, it betrays nobody.
    own: BTreeSet<String>,
    others: BTreeSet<String>,
    lots: Vec<Hidden>,
}

impl<'a> Look<'a> {
    /// Checks that everything is in one place, and every sealed value one that might be.
    ///
    /// # Errors
    /// The first pool or value of which that is not so.
    pub fn check(go: impl FnOnce(&mut Look<'_>)) -> Result<(), Broken> {
        let mut look = Look {
            viewer: Viewer::Referee,
            wanted: Wanted::Check(Ok(())),
        };
        go(&mut look);
        match look.wanted {
            Wanted::Check(found) => found,
            Wanted::Redeal(_) | Wanted::Phrases(_) => Ok(()),
        }
    }

    /// Deals again what the viewer does not see.
    pub fn redeal(viewer: Viewer, dice: &mut Dice, go: impl FnOnce(&mut Look<'_>)) {
        let wanted = Wanted::Redeal(dice);
        go(&mut Look { viewer, wanted });
    }

    /// What no mail to the viewer may hold.
    pub fn phrases(viewer: Viewer, go: impl FnOnce(&mut Look<'_>)) -> Vec<Hidden> {
        let wanted = Wanted::Phrases(Phrases::default());
        let mut look = Look { viewer, wanted };
        go(&mut look);
        match look.wanted {
            Wanted::Phrases(found) => {
                let single = found.others.difference(&found.own).cloned();
                found
                    .lots
                    .into_iter()
                    .chain(single.map(Hidden::Phrase))
                    .collect()
            }
            Wanted::Check(_) | Wanted::Redeal(_) => Vec::new(),
        }
    }

    /// A pool: all things of a kind there are, each as often as it is there. `what` names one of
    /// them. Its places are named next, and [`Pool::done`] ends it.
    pub fn pool<'s, T>(
        &mut self,
        what: &'static str,
        all: impl IntoIterator<Item = T>,
    ) -> Pool<'_, 'a, 's, T> {
        Pool {
            look: self,
            what,
            all: all.into_iter().collect(),
            open: Vec::new(),
            unseen: Vec::new(),
            seen: Vec::new(),
        }
    }

    /// A value that only its owner knows, and that might as well be any of these; `told` is how
    /// their page reports it to them.
    pub fn sealed<T: Clone + PartialEq + Debug>(
        &mut self,
        owner: Seat,
        value: &mut T,
        might_be: &[T],
        told: impl Fn(&T) -> String,
    ) {
        let is_own = self.viewer == Viewer::Seat(owner);
        match &mut self.wanted {
            Wanted::Check(found) => {
                if found.is_ok() && !might_be.contains(value) {
                    *found = Err(Broken(format!("{value:?} of {owner} cannot be")));
                }
            }
            Wanted::Redeal(_) if is_own => {}
            Wanted::Redeal(dice) => {
                let sides = u32::try_from(might_be.len()).expect("few");
                let at = dice.one(Bowl::Hidden, "what is sealed", sides) - 1;
                *value = might_be[usize::try_from(at).expect("few")].clone();
            }
            Wanted::Phrases(found) => found.add(is_own, [told(value)]),
        }
    }

    /// What neither pools nor sealed values can say, for a game that puts its positions otherwise
    /// by rules of its own: another state that the viewer could not tell from this one, and the
    /// phrases that no mail to them may hold.
    pub fn by_hand<S>(
        &mut self,
        state: &mut S,
        otherwise: impl FnOnce(&S, Viewer, &mut Dice) -> S,
        phrases: impl FnOnce(&S, Viewer) -> Vec<Hidden>,
    ) {
        match &mut self.wanted {
            Wanted::Check(_) => {}
            Wanted::Redeal(dice) => *state = otherwise(state, self.viewer, dice),
            Wanted::Phrases(found) => found.lots.extend(phrases(state, self.viewer)),
        }
    }
}

impl Phrases {
    fn add(&mut self, is_own: bool, phrases: impl IntoIterator<Item = String>) {
        if is_own {
            self.own.extend(phrases);
        } else {
            self.others.extend(phrases);
        }
    }
}

/// The places of one pool.
#[must_use]
pub struct Pool<'l, 'a, 's, T> {
    look: &'l mut Look<'a>,
    what: &'static str,
    all: Vec<T>,
    open: Vec<T>,
    /// Places the viewer does not see, with whose they are, if anybody's.
    unseen: Vec<(Option<Seat>, &'s mut [T])>,
    /// The viewer's own places.
    seen: Vec<Vec<T>>,
}

impl<'s, T: Clone + Ord + Debug> Pool<'_, '_, 's, T> {
    /// Things that everybody sees, or that are not to be dealt again.
    pub fn open<'t>(mut self, things: impl IntoIterator<Item = &'t T>) -> Self
    where
        T: 't,
    {
        self.open.extend(things.into_iter().cloned());
        self
    }

    /// Things that their owner sees.
    pub fn held(mut self, owner: Seat, things: &'s mut [T]) -> Self {
        if self.look.viewer == Viewer::Seat(owner) {
            self.seen.push(things.to_vec());
        } else {
            self.unseen.push((Some(owner), things));
        }
        self
    }

    /// The hands of all seats, each seen by its owner.
    pub fn hands(self, hands: &'s mut BTreeMap<Seat, Vec<T>>) -> Self {
        let each = hands.iter_mut();
        each.fold(self, |pool, (owner, hand)| pool.held(*owner, hand))
    }

    /// Things that these seats see, and nobody else.
    pub fn known(mut self, to: &[Seat], things: &'s mut [T]) -> Self {
        match self.look.viewer {
            Viewer::Seat(viewer) if to.contains(&viewer) => self.seen.push(things.to_vec()),
            _ => self.unseen.push((None, things)),
        }
        self
    }

    /// Things that nobody sees.
    pub fn unseen(mut self, things: &'s mut [T]) -> Self {
        self.unseen.push((None, things));
        self
    }

    /// Where a page lists such things one by one, each is printed so: all that the viewer has not
    /// seen may be in a mail to them, some of them and not the others may not.
    pub fn listed(self, face: impl Fn(&T) -> String) -> Self {
        if let Wanted::Phrases(found) = &mut self.look.wanted {
            let unseen = self.unseen.iter().flat_map(|it| it.1.iter());
            found.lots.push(Hidden::Among(unseen.map(face).collect()));
        }
        self
    }

    /// The phrases by which a page shows an owner what they hold. None of another's may be in a
    /// mail to the viewer, unless it is as true of what the viewer holds.
    pub fn told<P: IntoIterator<Item = String>>(self, hand: impl Fn(&[T]) -> P) -> Self {
        if let Wanted::Phrases(found) = &mut self.look.wanted {
            for own in &self.seen {
                found.add(true, hand(own));
            }
            for (_, others) in self.unseen.iter().filter(|it| it.0.is_some()) {
                found.add(false, hand(others));
            }
        }
        self
    }

    /// All places have been named.
    pub fn done(self) {
        match &mut self.look.wanted {
            Wanted::Check(checked) => {
                let mut found = self.open;
                found.extend(self.seen.into_iter().flatten());
                found.extend(self.unseen.iter().flat_map(|it| it.1.iter().cloned()));
                found.sort();
                let mut all = self.all;
                all.sort();
                if checked.is_ok() && found != all {
                    let what = self.what;
                    let problem = format!("each {what} must be in one place: {found:?}");
                    *checked = Err(Broken(problem));
                }
            }
            Wanted::Redeal(dice) => {
                let unseen = self.unseen.iter().flat_map(|it| it.1.iter().cloned());
                let mut things: Vec<T> = unseen.collect();
                dice.shuffle(Bowl::Hidden, "what is unseen", &mut things);
                let places = self.unseen.into_iter().flat_map(|it| it.1);
                for (place, thing) in places.zip(things) {
                    *place = thing;
                }
            }
            Wanted::Phrases(_) => {}
        }
    }
}
