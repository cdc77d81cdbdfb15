//! Which report a page is for.

use schemars::JsonSchema;
use serde::Serialize;

/// Which report it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "ReportKind")]
pub enum ReportKind {
    /// The first one of a campaign: welcome, how to answer, the seals of the dice.
    First,
    /// The first one of a player who takes over a seat: welcome, and all that the seat has heard.
    Takeover,
    /// To a player's new address: all that the seat has heard, since mail to the old one may never
    /// have been read.
    NewAddress,
    /// To a player who has the seat back from a substitute: all that it has heard.
    Back,
    /// To a player whose mails of before open nothing any more.
    Renewed,
    /// After a resolution.
    Usual,
    /// A question to this seat in the middle of a sheet.
    Question,
    /// The game is over: placings, the seed, no order sheet.
    Final,
    /// For everybody: no lines, no questions, no order sheet.
    Public,
    /// For the referee: as for everybody, but hidden events are shown too.
    Referee,
}
