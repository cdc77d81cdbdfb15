//! `games/<game>/demo.toml`: who sits where in a game's part of the demo, and what they write.

use crate::engine::data::{DataError, DataPack};
use crate::engine::seat::Seat;
use crate::lang::sheet::SheetNo;
use serde::Deserialize;

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    #[serde(rename = "format")]
    _format: u32,
    /// The campaign that is played to its end.
    pub campaign: CampaignScript,
    /// The one that is left open, for the reader.
    pub yours: YoursScript,
    /// What the players mail in, in the order of their sheets.
    #[serde(rename = "mail")]
    pub mails: Vec<MailScript>,
}

/// A campaign that is played.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignScript {
    /// The campaign's name.
    pub name: String,
    /// The scenario; the game's first if left out.
    #[serde(default)]
    pub scenario: Option<String>,
    /// As after `--player`.
    pub players: Vec<String>,
    /// Seats that the program plays.
    #[serde(default)]
    pub robots: Vec<String>,
    /// As after `--option`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Whose report is shown in part on the screen.
    pub shown: Seat,
    /// When play has come to this sheet.
    pub shown_at: SheetNo,
    /// The chapter of it: the first whose heading holds one of these words, the words in order of
    /// preference.
    pub chapters: Vec<String>,
}

/// The campaign that the reader may play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct YoursScript {
    /// The campaign's name.
    pub name: String,
    /// The scenario; the game's first if left out.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The reader's seat.
    pub seat: Seat,
    /// The others.
    pub robots: Vec<String>,
    /// A sheet to begin with.
    pub orders: String,
}

/// A mail of a player's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailScript {
    /// The sheet it is for: `1`, `1a`.
    pub sheet: SheetNo,
    /// The seat that writes.
    pub seat: Seat,
    /// As what it comes.
    pub shape: Shape,
    /// In words, for those who watch: `Ben makes two mistakes`.
    pub says: String,
    /// Whether the answer is shown on the screen.
    #[serde(default)]
    pub show: bool,
    /// The lines between `#orders` and `#end`.
    #[serde(default)]
    pub orders: String,
}

/// As what a mail comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Plain text.
    Plain,
    /// Above the quoted report.
    AboveQuote,
    /// Text and HTML, in base64.
    Alternative,
    /// From an answering machine.
    Vacation,
    /// Without the reply address, from elsewhere.
    Stranger,
    /// HTML and nothing else.
    HtmlOnly,
    /// Delivered twice.
    Twice,
}

/// The part of the demo that a game brings; `None`: it brings none.
///
/// # Errors
/// A file that does not fit: a mistake of ours.
pub fn of(pack: &DataPack) -> Result<Option<Script>, DataError> {
    if pack.files.contains_key("demo.toml") {
        pack.read("demo.toml").map(Some)
    } else {
        Ok(None)
    }
}
