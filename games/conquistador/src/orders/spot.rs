//! A point of the map, as orders and conditions name it.

use super::super::ids::{AreaId, At, ZoneId};
use packetboat_core::prelude::*;

/// A point that a way leads through, or that a test asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Spot {
    /// A hex or Europe.
    Place {
        /// Which.
        at: At,
    },
    /// Any hex of a sea zone.
    Zone {
        /// Which.
        zone: ZoneId,
    },
    /// Any hex of an Area.
    Area {
        /// Which.
        area: AreaId,
    },
}

tagged!(Spot, "spot");
