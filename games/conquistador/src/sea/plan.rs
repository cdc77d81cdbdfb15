//! The naval phases: what a power is asked, and what it may choose.

use super::super::ids::{At, Label, LeaderId};
use super::super::men::Men;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// What a power is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "ask", rename = "SeaQuestion")]
pub enum Ask {
    /// B2: what its next line does.
    Line,
    /// Its ships are attacked: whether they flee (3.8).
    Stance {
        /// By whom.
        attacker: Seat,
        /// Where.
        at: Hex,
    },
    /// It has lost an invasion: where it retreats to (4.5).
    Retreat {
        /// From where.
        hex: Hex,
    },
    /// D1: where an expedition sails.
    Sail {
        /// Which.
        label: Label,
    },
}

tagged!(Ask, "ask");

/// What it chooses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Deed {
    /// B2: a line is carried out.
    Line {
        /// What it does.
        act: Act,
    },
    /// B2: it has no line left; these go ashore where their expeditions lie.
    Done {
        /// Who, by expedition.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        ashore: Vec<Landing>,
    },
    /// Whether its attacked ships flee.
    Stance {
        /// Whether they do; else they fight.
        flee: bool,
    },
    /// Where its beaten men go.
    Retreat {
        /// The hex; absent: the game chooses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Hex>,
    },
    /// Where an expedition sails in D1.
    Sail {
        /// How.
        voyage: Voyage,
    },
}

tagged!(Deed, "deed");

/// What one line does in B2, spelled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Act {
    /// The expedition sails along a way.
    Hemi {
        /// Which.
        label: Label,
        /// Hexes entered, in order.
        way: Vec<Hex>,
        /// Where it was sent.
        to: Hex,
        /// By how much the line lets it exceed its Bounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// It goes after ships.
    Attack {
        /// Which.
        label: Label,
        /// Whose ships.
        power: Seat,
        /// Hexes entered, in order; the last is where they are.
        way: Vec<Hex>,
        /// Where they are.
        at: Hex,
        /// Whether prizes are sunk.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sink: bool,
        /// By how much the line lets it exceed its Bounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// It invades a hex.
    Invade {
        /// Which.
        label: Label,
        /// Hexes entered, in order.
        way: Vec<Hex>,
        /// The hex.
        hex: Hex,
        /// With so many Soldiers.
        soldiers: u32,
        /// Whether it only raids.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        raid: bool,
        /// By how much the line lets it exceed its Bounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// Men go aboard.
    Embark {
        /// Which expedition.
        label: Label,
        /// Who.
        #[serde(default)]
        men: Men,
        /// Leaders.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        leaders: Vec<LeaderId>,
        /// Who was named and finds no room, or is not there.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        left_out: String,
    },
    /// Men go ashore.
    Debark {
        /// Who.
        landing: Landing,
        /// Who was named and finds no room, or is not aboard.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        left_out: String,
    },
    /// Gold goes ashore.
    DebarkGold {
        /// Which expedition's.
        label: Label,
        /// So many Ducats.
        ducats: u32,
    },
}

tagged!(Act, "act");

/// Who goes ashore from an expedition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// The expedition.
    pub label: Label,
    /// Who.
    #[serde(default)]
    pub men: Men,
    /// Leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderId>,
}

/// What an expedition does in D1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Voyage {
    /// It stays.
    Stay,
    /// It crosses to or from Europe.
    Cross {
        /// Where to.
        to: At,
        /// By how much a line lets it exceed its Bounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
    /// It sails round the world (N20).
    Circumnavigate {
        /// By how much a line lets it exceed its Bounds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceed: Option<u32>,
    },
}

tagged!(Voyage, "voyage");
