//! Royal Council and Maintenance: what a power is asked, and what it may choose.

use crate::engine::orders::OrderRef;
use serde::{Deserialize, Serialize};

/// What a power is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Ask {
    /// What its next line does.
    Line {
        /// Lines reached before.
        tried: Vec<OrderRef>,
    },
}

/// What it chooses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "kebab-case")]
pub enum Deed {
    /// It has no line left.
    Done,
}
