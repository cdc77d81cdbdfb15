//! `[votes]`: what players may decide together, and how many must agree.
//!
//! Not here: counting (`desk::calendar::votes`).

use super::quoted;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};

/// What players may decide together, and how many must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Votes {
    /// More time for the orders of a turn. Default: `majority`.
    #[serde(skip_serializing_if = "is_majority")]
    pub extend: Needs,
    /// An end in a draw. Default: `all`.
    #[serde(skip_serializing_if = "is_default")]
    pub draw: Needs,
    /// An end with a win of one seat; that seat itself need not vote. Default: `all`.
    #[serde(skip_serializing_if = "is_default")]
    pub concede: Needs,
    /// An end with all placed as they are. Default: `all`.
    #[serde(skip_serializing_if = "is_default")]
    pub end: Needs,
}

/// How many must agree of those who may vote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    /// More than half.
    Majority,
    /// Everybody.
    #[default]
    All,
    /// It is not voted on.
    Never,
}

impl Needs {
    /// How many of so many voters; `None`: it is not voted on, or nobody may.
    pub fn of(self, voters: usize) -> Option<usize> {
        match self {
            Needs::Never => None,
            _ if voters == 0 => None,
            Needs::Majority => Some(voters / 2 + 1),
            Needs::All => Some(voters),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Needs::Majority => "majority",
            Needs::All => "all",
            Needs::Never => "never",
        }
    }
}

fn is_majority(needs: &Needs) -> bool {
    *needs == Needs::Majority
}

impl Default for Votes {
    fn default() -> Self {
        Votes {
            extend: Needs::Majority,
            draw: Needs::All,
            concede: Needs::All,
            end: Needs::All,
        }
    }
}

impl Votes {
    /// The table with comments, for `campaign.toml`.
    pub(super) fn to_text(self) -> String {
        format!(
            "\
[votes]
# How many players must agree, by VOTE in their mails, on more time for a turn, on an end in a draw,
# on an end with a win of one seat, and on an end with all placed as they are: \"majority\", \"all\"
# or \"never\". Votes are secret, and are counted once a day and at the deadline.
extend  = {}
draw    = {}
concede = {}
end     = {}
",
            quoted(self.extend.name()),
            quoted(self.draw.name()),
            quoted(self.concede.name()),
            quoted(self.end.name()),
        )
    }
}
