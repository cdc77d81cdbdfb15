//! Prices, upkeep, room and movement (`units.toml`; game file 2.5, 4.1).

use super::super::men::{Hull, Kind};
use super::super::orders::Ware;
use packetboat_core::prelude::*;

/// `units.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Units {
    /// Ducats a land unit carries overland.
    pub overland_ducats: u32,
    /// Ducats that take one cargo point.
    pub ducats_per_point: u32,
    /// Own Colonists a Port hex needs to build a ship.
    pub shipyard_colonists: u32,
    /// Missionaries that may be bought in a turn.
    pub missionaries_per_turn: u32,
    /// Movement points of a naval combat or an invasion (3.4).
    pub fight_mp: u32,
    /// Colonists, Soldiers per power and hex (4.2).
    pub stack_colonists: u32,
    /// Soldiers per power and hex.
    pub stack_soldiers: u32,
    /// Soldiers that exert a zone of control (4.3).
    pub control_soldiers: u32,
    /// Movement points a leader adds to those who march with him (4.1).
    pub leader_bonus_mp: u32,
    /// Movement points of a leader alone.
    pub leader_mp: u32,
    /// Land units.
    pub colonist: LandUnit,
    /// Soldier Detachments.
    pub soldier: LandUnit,
    /// Missionaries.
    pub missionary: LandUnit,
    /// Ships.
    pub caravel: ShipUnit,
    /// Carracks.
    pub carrack: ShipUnit,
    /// Galleon Fleets.
    pub galleon: ShipUnit,
    /// Who may buy a Galleon Fleet (3.1).
    pub galleons: GalleonRule,
}

/// A kind of land unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandUnit {
    /// Ducats.
    pub buy: u32,
    /// Ducats a turn.
    pub upkeep: u32,
    /// Cargo points it takes.
    pub cargo: u32,
    /// Movement points a turn.
    pub land_mp: u32,
}

/// A kind of ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipUnit {
    /// Ducats in Europe.
    pub buy: u32,
    /// Ducats in a Port overseas; absent: not built there.
    #[serde(default)]
    pub build: Option<u32>,
    /// Ducats a turn.
    pub upkeep: u32,
    /// Cargo points it carries.
    pub holds: u32,
    /// Naval strength.
    pub strength: u32,
    /// Ducats a Bound.
    pub bound: u32,
    /// What it adds to an invasion (attacker) from aboard, and in port (defender) (3.9).
    pub invasion: u32,
    /// The same in defence.
    pub defence: u32,
}

/// Who may buy a Galleon Fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GalleonRule {
    /// Spain from this turn.
    pub spain_from: u32,
    /// The others from this turn.
    pub others_from: u32,
    /// Gold credited in the last two turns together.
    pub gold_needed: u32,
}

impl Units {
    /// Numbers of a kind of land unit.
    pub fn land(&self, kind: Kind) -> &LandUnit {
        match kind {
            Kind::Colonist => &self.colonist,
            Kind::Soldier => &self.soldier,
            Kind::Missionary => &self.missionary,
        }
    }

    /// Numbers of a kind of ship.
    pub fn ship(&self, hull: Hull) -> &ShipUnit {
        match hull {
            Hull::Caravel => &self.caravel,
            Hull::Carrack => &self.carrack,
            Hull::Galleon => &self.galleon,
        }
    }

    /// What a ware costs in Europe.
    pub fn price(&self, ware: Ware) -> u32 {
        match (ware.kind(), ware.hull()) {
            (Some(kind), _) => self.land(kind).buy,
            (None, Some(hull)) => self.ship(hull).buy,
            (None, None) => unreachable!("a ware is a ship or a land unit"),
        }
    }

    /// What it costs a turn.
    pub fn upkeep(&self, ware: Ware) -> u32 {
        match (ware.kind(), ware.hull()) {
            (Some(kind), _) => self.land(kind).upkeep,
            (None, Some(hull)) => self.ship(hull).upkeep,
            (None, None) => unreachable!("a ware is a ship or a land unit"),
        }
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let positive = [
            self.overland_ducats,
            self.ducats_per_point,
            self.caravel.holds,
            self.carrack.holds,
            self.galleon.holds,
        ];
        if positive.contains(&0) {
            Err(DataError::new("units.toml", "room and loads are above 0"))
        } else {
            Ok(())
        }
    }
}
