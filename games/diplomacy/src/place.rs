//! Places and the pieces on them, as they are written in files and orders.

use packetboat_core::prelude::*;
use packetboat_core::text_value;
use packetboat_kit::code::code;
use std::fmt;
use std::str::FromStr;

code! {
    /// A province by its three letters, in small ones: `par`.
    Province, 3
}

words! {
    /// One of two coasts of a province.
    pub enum Coast: keywords "coast" {
        /// The northern one.
        Nc = "nc",
        /// The southern one.
        Sc = "sc",
        /// The eastern one.
        Ec = "ec",
    }
}

/// Where a unit is: a province and, for a fleet in one with two coasts, which. Written `spa/nc`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
pub struct Place {
    /// The province.
    pub province: Province,
    /// The coast, where it matters.
    pub coast: Option<Coast>,
}

impl Place {
    /// The province, whatever its coast.
    pub fn inland(province: Province) -> Self {
        Place {
            province,
            coast: None,
        }
    }

    /// Whether an order that names this place may mean that one: a coast left out is any.
    pub fn may_be(self, other: Place) -> bool {
        self.province == other.province && (self.coast.is_none() || self.coast == other.coast)
    }

    /// As orders print it: `SPA/NC`.
    pub fn printed(self) -> String {
        self.to_string().to_uppercase()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.coast {
            None => self.province.fmt(f),
            Some(coast) => write!(f, "{}/{coast}", self.province),
        }
    }
}

impl FromStr for Place {
    type Err = String;

    /// Reads `spa/nc`, capitals or not.
    fn from_str(text: &str) -> Result<Self, String> {
        let small = text.to_lowercase();
        let parts = small.split_once('/');
        let (province, coast) = parts.map_or((&*small, None), |it| (it.0, Some(it.1)));
        Ok(Place {
            province: province.parse()?,
            coast: coast.map(str::parse).transpose()?,
        })
    }
}

text_value!(Place);

words! {
    /// What a unit is.
    pub enum Kind: keywords "unit" {
        /// An army.
        Army = "A" / "ARMY",
        /// A fleet.
        Fleet = "F" / "FLEET",
    }
}

/// An army or a fleet, and where it is. Written `F spa/nc`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
pub struct Unit {
    /// What it is.
    pub kind: Kind,
    /// Where it is.
    pub at: Place,
}

impl Unit {
    /// The province it is in.
    pub fn province(self) -> Province {
        self.at.province
    }

    /// Whether it is an army.
    pub fn is_army(self) -> bool {
        self.kind == Kind::Army
    }

    /// As orders print it: `F SPA/NC`.
    pub fn printed(self) -> String {
        format!("{} {}", self.kind, self.at.printed())
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.at)
    }
}

impl FromStr for Unit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once(' ');
        let (kind, at) = parts.ok_or_else(|| format!("`{text}` is not a unit such as A par"))?;
        Ok(Unit {
            kind: kind.parse()?,
            at: at.parse()?,
        })
    }
}

text_value!(Unit);
