//! What nearly every file of a game names, in one line: `use packetboat_core::prelude::*;`.
//!
//! It is the vocabulary of [`engine`](crate::engine): the four traits and what their methods are
//! given and give back, seats, dice and events, the macros that declare orders and views, and what
//! all stored types derive. Sets and maps are those with an order of their own, the only ones that
//! games may use.
//!
//! Not here: what draws pictures (`engine::scene`), slots and what was read of them (`lang::form`,
//! `lang::said`), and whatever one file of a game needs.

pub use super::{files, templates};
pub use crate::engine::advice::{Advice, TableLine, Trial, Weighed};
pub use crate::engine::chronicle::{Audience, Cx, Input};
pub use crate::engine::commentary::Commentary;
pub use crate::engine::data::{DataError, DataPack, Founding, GameCard, SeatCard};
pub use crate::engine::decide::{Answer, Decision, Lines, Live, Verdict};
pub use crate::engine::declare::{
    After, Amount, Behind, Canonical, Clause, Counted, Flag, List, Named, Optional, OrderPart,
    Perhaps, Plain, Reads, Within, orders, passing, shapes, shown, words,
};
pub use crate::engine::dice::{Bowl, Dice};
pub use crate::engine::ends::How;
pub use crate::engine::facts::{Asked, Facts, Scene, Whose, facts};
pub use crate::engine::game::Game;
pub use crate::engine::keeping::Keeping;
pub use crate::engine::language::{AtOf, Language, SheetText};
pub use crate::engine::note::{Note, Weight};
pub use crate::engine::now::Now;
pub use crate::engine::orders::{Guard, OrderRef};
pub use crate::engine::pages::{Pages, Standing};
pub use crate::engine::plain::tagged;
pub use crate::engine::reason::Reason;
pub use crate::engine::reread::{FileKind, Migration};
pub use crate::engine::rules::{
    Broken, CxOf, InputOf, LinesOf, Measure, Outcome, Patience, Pending, PendingOf, PlayOf, Prompt,
    PromptOf, Rules, Texts,
};
pub use crate::engine::scene::{Ground, Picture};
pub use crate::engine::seat::{Seat, Viewer};
pub use crate::engine::secrets::Look;
pub use crate::engine::stored::Checked;
pub use crate::engine::table::Erased;
pub use crate::gather::Gather;
pub use crate::lang::diagnostic::{Diagnostic, Span};
pub use crate::lang::form::{Count, Grammar, Marks, Slot, Tried};
pub use crate::lang::names::{Names, Noun};
pub use crate::lang::said::Said;
pub use crate::lang::sheet::SheetNo;
pub use schemars::JsonSchema;
pub use serde::{Deserialize, Serialize};
pub use std::collections::{BTreeMap, BTreeSet};
