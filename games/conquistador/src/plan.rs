//! What a power can be asked, and what it may choose: by the part of the rules that asks.

use super::{council, land, sea};
use packetboat_core::prelude::*;

/// A question to one power. It carries nothing that the power may not know.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "part")]
pub enum Question {
    /// Royal Council and Maintenance.
    Council(council::plan::Ask),
    /// The naval phases.
    Sea(sea::plan::Ask),
    /// The land phase.
    Land(land::plan::Ask),
}

tagged!(Question, "part");

impl Question {
    /// Whether it asks for the next line of a power that is carried out.
    pub fn goes_by_lines(&self) -> bool {
        use {council::plan::Ask as Council, land::plan::Ask as Land, sea::plan::Ask as Sea};
        matches!(
            self,
            Question::Council(Council::Line)
                | Question::Sea(Sea::Line)
                | Question::Land(Land::Line)
        )
    }
}

/// A decision, fully spelled out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Choice {
    /// Royal Council and Maintenance.
    Council(council::plan::Deed),
    /// The naval phases.
    Sea(sea::plan::Deed),
    /// The land phase.
    Land(land::plan::Deed),
}

tagged!(Choice, "part");
