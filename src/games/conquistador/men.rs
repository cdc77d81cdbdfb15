//! Land units by kind, and the kinds of ships: plain numbers, since denominations are only change
//! (game file 0.2).

use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, SubAssign};

/// A kind of land unit that is bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A Colonist.
    Colonist,
    /// A Soldier Detachment.
    Soldier,
    /// A Missionary.
    Missionary,
}

impl Kind {
    /// All, in the order in which they are dealt out to ships (3.12).
    pub const ALL: [Kind; 3] = [Kind::Colonist, Kind::Soldier, Kind::Missionary];

    /// The word orders use.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Colonist => "colonist",
            Kind::Soldier => "soldier",
            Kind::Missionary => "missionary",
        }
    }

    /// The kind of that word.
    pub fn of(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|it| it.word() == word)
    }

    /// So many of them in words: `1 Colonist`, `3 Soldiers`.
    pub fn counted(self, number: u32) -> String {
        let name = match (self, number) {
            (Kind::Colonist, 1) => "Colonist",
            (Kind::Colonist, _) => "Colonists",
            (Kind::Soldier, 1) => "Soldier",
            (Kind::Soldier, _) => "Soldiers",
            (Kind::Missionary, 1) => "Missionary",
            (Kind::Missionary, _) => "Missionaries",
        };
        format!("{number} {name}")
    }
}

/// How many of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Men {
    /// Colonists.
    #[serde(default, skip_serializing_if = "is_none")]
    pub colonists: u32,
    /// Soldier Detachments.
    #[serde(default, skip_serializing_if = "is_none")]
    pub soldiers: u32,
    /// Missionaries.
    #[serde(default, skip_serializing_if = "is_none")]
    pub missionaries: u32,
}

fn is_none(it: &u32) -> bool {
    *it == 0
}

impl Men {
    /// Nobody.
    pub const NONE: Men = Men {
        colonists: 0,
        soldiers: 0,
        missionaries: 0,
    };

    /// So many of one kind.
    pub fn of(kind: Kind, number: u32) -> Men {
        let mut men = Men::NONE;
        *men.slot(kind) = number;
        men
    }

    /// How many of a kind.
    pub fn get(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Colonist => self.colonists,
            Kind::Soldier => self.soldiers,
            Kind::Missionary => self.missionaries,
        }
    }

    /// The number of a kind, to be changed.
    pub fn slot(&mut self, kind: Kind) -> &mut u32 {
        match kind {
            Kind::Colonist => &mut self.colonists,
            Kind::Soldier => &mut self.soldiers,
            Kind::Missionary => &mut self.missionaries,
        }
    }

    /// All of them together: also the room they take (2.5).
    pub fn total(&self) -> u32 {
        self.colonists + self.soldiers + self.missionaries
    }

    /// Whether there is nobody.
    pub fn is_empty(&self) -> bool {
        *self == Men::NONE
    }

    /// Whether as many of each kind are here.
    pub fn has(&self, wanted: &Men) -> bool {
        Kind::ALL.iter().all(|it| self.get(*it) >= wanted.get(*it))
    }

    /// Of each kind what both have.
    #[must_use]
    pub fn at_most(&self, other: &Men) -> Men {
        Men {
            colonists: self.colonists.min(other.colonists),
            soldiers: self.soldiers.min(other.soldiers),
            missionaries: self.missionaries.min(other.missionaries),
        }
    }

    /// Takes so many of a kind away, as far as there are; returns how many.
    pub fn take(&mut self, kind: Kind, number: u32) -> u32 {
        let slot = self.slot(kind);
        let taken = number.min(*slot);
        *slot -= taken;
        taken
    }

    /// In words: `2 Colonists, 1 Soldier`; empty if nobody.
    pub fn words(&self) -> String {
        let kinds = Kind::ALL.into_iter().filter(|it| self.get(*it) > 0);
        let parts: Vec<String> = kinds.map(|it| it.counted(self.get(it))).collect();
        parts.join(", ")
    }
}

impl AddAssign for Men {
    fn add_assign(&mut self, other: Men) {
        self.colonists += other.colonists;
        self.soldiers += other.soldiers;
        self.missionaries += other.missionaries;
    }
}

impl SubAssign for Men {
    /// # Panics
    /// If there are not so many: callers have looked.
    fn sub_assign(&mut self, other: Men) {
        for kind in Kind::ALL {
            let slot = self.slot(kind);
            *slot = slot
                .checked_sub(other.get(kind))
                .expect("there are as many men as are taken");
        }
    }
}

/// A kind of ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hull {
    /// A Caravel: small, seaworthy, goes up rivers.
    Caravel,
    /// A Carrack: large, slow.
    Carrack,
    /// A Galleon Fleet.
    Galleon,
}

impl Hull {
    /// All.
    pub const ALL: [Hull; 3] = [Hull::Caravel, Hull::Carrack, Hull::Galleon];

    /// The word orders use.
    pub fn word(self) -> &'static str {
        match self {
            Hull::Caravel => "caravel",
            Hull::Carrack => "carrack",
            Hull::Galleon => "galleon",
        }
    }

    /// The kind of that word.
    pub fn of(word: &str) -> Option<Hull> {
        Hull::ALL.into_iter().find(|it| it.word() == word)
    }

    /// So many of them in words.
    pub fn counted(self, number: u32) -> String {
        let name = match (self, number) {
            (Hull::Caravel, 1) => "Caravel",
            (Hull::Caravel, _) => "Caravels",
            (Hull::Carrack, 1) => "Carrack",
            (Hull::Carrack, _) => "Carracks",
            (Hull::Galleon, 1) => "Galleon Fleet",
            (Hull::Galleon, _) => "Galleon Fleets",
        };
        format!("{number} {name}")
    }
}

/// How many ships of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ships {
    /// Caravels.
    #[serde(default, skip_serializing_if = "is_none")]
    pub caravels: u32,
    /// Carracks.
    #[serde(default, skip_serializing_if = "is_none")]
    pub carracks: u32,
    /// Galleon Fleets.
    #[serde(default, skip_serializing_if = "is_none")]
    pub galleons: u32,
}

impl Ships {
    /// No ship.
    pub const NONE: Ships = Ships {
        caravels: 0,
        carracks: 0,
        galleons: 0,
    };

    /// So many of one kind.
    pub fn of(hull: Hull, number: u32) -> Ships {
        let mut ships = Ships::NONE;
        *ships.slot(hull) = number;
        ships
    }

    /// How many of a kind.
    pub fn get(&self, hull: Hull) -> u32 {
        match hull {
            Hull::Caravel => self.caravels,
            Hull::Carrack => self.carracks,
            Hull::Galleon => self.galleons,
        }
    }

    /// The number of a kind, to be changed.
    pub fn slot(&mut self, hull: Hull) -> &mut u32 {
        match hull {
            Hull::Caravel => &mut self.caravels,
            Hull::Carrack => &mut self.carracks,
            Hull::Galleon => &mut self.galleons,
        }
    }

    /// All of them together.
    pub fn total(&self) -> u32 {
        self.caravels + self.carracks + self.galleons
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Ships::NONE
    }

    /// In words: `2 Carracks, 1 Caravel`; empty if none.
    pub fn words(&self) -> String {
        let hulls = [Hull::Galleon, Hull::Carrack, Hull::Caravel];
        let parts: Vec<String> = hulls
            .into_iter()
            .filter(|it| self.get(*it) > 0)
            .map(|it| it.counted(self.get(it)))
            .collect();
        parts.join(", ")
    }
}

impl AddAssign for Ships {
    fn add_assign(&mut self, other: Ships) {
        self.caravels += other.caravels;
        self.carracks += other.carracks;
        self.galleons += other.galleons;
    }
}
