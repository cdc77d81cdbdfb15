//! Who may take a seat that is open: `join`, `allowed`, `banned` and `min_on_time`
//! under `[club]`.
//!
//! Not here: what people write (`desk::inbox::join`).

use super::quoted_list;
use serde::{Deserialize, Serialize};

/// Who may take a seat that is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Join {
    /// Whom the club's own mail server vouches for, once a code is confirmed; where it vouches for
    /// nobody, whom the referee admits besides.
    #[default]
    Vouched,
    /// Whom the referee admits.
    Referee,
}

/// A share from 1 to 100 percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Percent(u8);

impl Percent {
    /// The number.
    pub fn get(self) -> u8 {
        self.0
    }

    /// Whether somebody may take a seat who has sent so many sheets by the deadline, of so many
    /// that they owed: a newcomer may.
    pub fn admits(self, (on_time, owed): (u32, u32)) -> bool {
        owed < OWED_MIN || on_time * 100 >= owed * u32::from(self.0)
    }
}

impl TryFrom<u8> for Percent {
    type Error = String;
    fn try_from(percent: u8) -> Result<Self, String> {
        match percent {
            1..=100 => Ok(Percent(percent)),
            _ => Err(format!("a percentage must be from 1 to 100, not {percent}")),
        }
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

/// How many sheets somebody must have owed before `min_on_time` asks how they kept time.
pub const OWED_MIN: u32 = 10;

/// What the file says of who may take a seat; nothing, if it is as usual.
pub(super) fn lines(
    join: Join,
    (allowed, banned): (&[String], &[String]),
    min_on_time: Option<Percent>,
) -> String {
    let mut lines = String::new();
    if join == Join::Referee {
        lines += "join    = \"referee\"\n";
    }
    for (key, list) in [("allowed", allowed), ("banned", banned)] {
        if !list.is_empty() {
            lines += &format!("{key} = {}\n", quoted_list(list.iter().cloned()));
        }
    }
    if let Some(percent) = min_on_time {
        lines += &format!("min_on_time = {}\n", percent.get());
    }
    lines
}

/// Whether somebody who writes from there may take a seat: of lists of addresses, and of domains as
/// `@example.org`, they are in the first, unless it is empty, and not in the second.
pub fn may_join(allowed: &[String], banned: &[String], address: &str) -> bool {
    let address = address.to_lowercase();
    let fits = |it: &str| it == address || (it.starts_with('@') && address.ends_with(it));
    let is_in = |list: &[String]| list.iter().any(|it| fits(&it.to_lowercase()));
    !is_in(banned) && (allowed.is_empty() || is_in(allowed))
}
