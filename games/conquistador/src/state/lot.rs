//! Gold of one origin, wherever it lies.

use super::super::ids::PlaceId;
use packetboat_core::prelude::*;

/// Gold of one origin (4.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lot {
    /// The gold site or treasure city it came from.
    pub origin: PlaceId,
    /// How much.
    pub ducats: u32,
    /// Whether it has been aboard a ship.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shipped: bool,
    /// Whose it is; of gold aboard, the power of the ship.
    pub owner: Seat,
}
