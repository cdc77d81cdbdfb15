//! The journal of an entry: what was filed and what was played, in order; enough to replay.

use super::chronicle::{Announced, Input, Step};
use super::dice::Roll;
use super::orders::Left;
use super::rules::Rules;
use super::seat::Seat;
use crate::lang::sheet::SheetNo;
use crate::textfile::plain::tagged;
use serde::{Deserialize, Serialize};

/// Everything one entry did to a campaign, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Journal<C, E> {
    /// Whether it is from before 2026-11-28, when reasons became data: what is said of its lines
    /// and beside its events is kept as it was, and not derived again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub older: bool,
    /// Oldest first.
    #[serde(default = "Vec::new", rename = "item")]
    pub items: Vec<Item<C, E>>,
}

/// The journal of this game.
pub type JournalOf<R> = Journal<<R as Rules>::Choice, <R as Rules>::Event>;
/// An item of this game's journal.
pub type ItemOf<R> = Item<<R as Rules>::Choice, <R as Rules>::Event>;

impl<C, E> Default for Journal<C, E> {
    fn default() -> Self {
        Journal {
            older: false,
            items: Vec::new(),
        }
    }
}

/// One thing done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Item<C, E> {
    /// The campaign was set up.
    SetUp {
        /// The draws it made.
        rolls: Vec<Roll>,
        /// What it announced.
        events: Vec<Announced<E>>,
    },
    /// A submission was filed; its text is in the entry as `orders/<submission>.txt`.
    Filed {
        /// The seat that sent the sheet.
        seat: Seat,
        /// The number of the sheet among all that were filed.
        submission: u32,
        /// The sheet of its opener.
        sheet: SheetNo,
        /// Lines it took out of the book.
        #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
        left: Vec<Left>,
    },
    /// One step of the game.
    Step(Step<C, E>),
    /// State and book were put in place by the referee (`adopt`, `rollback`): nothing leads there.
    Placed {
        /// What was done: `adopted`, `rolled back to entry 3`. Journals are for everybody, so the
        /// referee's reason is in the entry's private part; until 2026-11-27 it was here as well.
        why: String,
    },
}

tagged!(Item<C, E>, "item");

impl<C, E> Item<C, E> {
    /// What this item announced.
    pub fn events(&self) -> &[Announced<E>] {
        match self {
            Item::SetUp { events, .. } => events,
            Item::Step(step) => &step.events,
            Item::Filed { .. } | Item::Placed { .. } => &[],
        }
    }

    /// The draws it made.
    pub fn rolls(&self) -> &[Roll] {
        match self {
            Item::SetUp { rolls, .. } => rolls,
            Item::Step(step) => &step.rolls,
            Item::Filed { .. } | Item::Placed { .. } => &[],
        }
    }

    /// Whether it closed a gate that called this seat, and nothing had come from it.
    pub fn missed_by(&self, seat: Seat) -> bool {
        let Item::Step(step) = self else {
            return false;
        };
        matches!(&step.input, Input::Gathered { silent } if silent.contains(&seat))
    }

    /// Lines that left the book with it.
    pub fn left(&self) -> &[Left] {
        match self {
            Item::Filed { left, .. } => left,
            Item::Step(step) => &step.left,
            Item::SetUp { .. } | Item::Placed { .. } => &[],
        }
    }
}
