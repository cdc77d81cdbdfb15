//! Land units by kind, and the kinds of ships: plain numbers, since denominations are only change
//! (game file 0.2).

use packetboat_core::prelude::*;
use packetboat_kit::amounts::amounts;
use packetboat_kit::words::{commas, counted};

/// A kind of land unit that is bought.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
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
        let name = match self {
            Kind::Colonist => "Colonist",
            Kind::Soldier => "Soldier",
            Kind::Missionary => "Missionary",
        };
        counted(number, name)
    }
}

amounts! {
    /// How many of each kind; all together they are also the room they take (2.5).
    pub struct Men of Kind {
        /// Colonists.
        colonists: Colonist,
        /// Soldier Detachments.
        soldiers: Soldier,
        /// Missionaries.
        missionaries: Missionary,
    }
}

impl Men {
    /// In words: `2 Colonists, 1 Soldier`; empty if nobody.
    pub fn words(&self) -> String {
        commas(self.each().map(|(kind, number)| kind.counted(number)))
    }
}

/// A kind of ship.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
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
        let name = match self {
            Hull::Caravel => "Caravel",
            Hull::Carrack => "Carrack",
            Hull::Galleon => "Galleon Fleet",
        };
        counted(number, name)
    }
}

amounts! {
    /// How many ships of each kind.
    pub struct Ships of Hull {
        /// Caravels.
        caravels: Caravel,
        /// Carracks.
        carracks: Carrack,
        /// Galleon Fleets.
        galleons: Galleon,
    }
}

impl Ships {
    /// In words: `2 Carracks, 1 Caravel`; empty if none.
    pub fn words(&self) -> String {
        let largest_first = self.each().rev();
        commas(largest_first.map(|(hull, number)| hull.counted(number)))
    }
}
