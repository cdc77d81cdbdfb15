//! Who may take a seat that is open: `join`, `allowed` and `banned` under `[club]`.
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

impl Join {
    /// What the file says of it, and of who may and who may not; nothing, if it is as usual.
    pub(super) fn lines(self, allowed: &[String], banned: &[String]) -> String {
        let mut lines = String::new();
        if self == Join::Referee {
            lines += "join    = \"referee\"\n";
        }
        for (key, list) in [("allowed", allowed), ("banned", banned)] {
            if !list.is_empty() {
                lines += &format!("{key} = {}\n", quoted_list(list.iter().cloned()));
            }
        }
        lines
    }
}

/// Whether somebody who writes from there may take a seat: of lists of addresses, and of domains as
/// `@example.org`, they are in the first, unless it is empty, and not in the second.
pub fn may_join(allowed: &[String], banned: &[String], address: &str) -> bool {
    let address = address.to_lowercase();
    let fits = |it: &str| it == address || (it.starts_with('@') && address.ends_with(it));
    let is_in = |list: &[String]| list.iter().any(|it| fits(&it.to_lowercase()));
    !is_in(banned) && (allowed.is_empty() || is_in(allowed))
}
