//! What the game's files and orders name: areas, sea zones, leaders, discoveries, labels, and
//! where a ship may be.

use packetboat_core::prelude::*;
use packetboat_kit::code::code;
use packetboat_kit::hex::Hex;
use std::fmt;
use std::str::FromStr;

code! {
    /// An Area: `AZT`.
    AreaId, 3
}
code! {
    /// A sea zone: `wcar`.
    ZoneId, 4
}
code! {
    /// A named place: `azt_veracruz`.
    PlaceId, 18
}
code! {
    /// A named leader: `cortes`.
    LeaderId, 14
}
code! {
    /// A discovery: `N02`, `L08`.
    DiscoveryId, 3
}
code! {
    /// A player's name for an expedition or a party: a capital letter and one or two digits.
    Label, 3
}

impl Label {
    /// How the engine knows what its EXPEDITION block has begun.
    pub fn begun(self) -> String {
        format!("expedition {self}")
    }
}

/// Where ships or men are: in Europe or in a hex. Written `europe` or `2413`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub enum At {
    /// Off the map.
    Europe,
    /// In this hex.
    Hex(Hex),
}

impl At {
    /// The hex, unless it is Europe.
    pub fn hex(self) -> Option<Hex> {
        match self {
            At::Europe => None,
            At::Hex(hex) => Some(hex),
        }
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "europe" => Ok(At::Europe),
            hex => hex.parse().map(At::Hex),
        }
    }
}

packetboat_core::text_value!(At);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Europe => f.write_str("europe"),
            At::Hex(hex) => fmt::Display::fmt(hex, f),
        }
    }
}

impl fmt::Debug for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
