//! Reports, receipts and all other mails as text: the only place that turns views, events and
//! receipts into prose.
//!
//! The wording is in `templates/`, which a club may overlay with files of its own; what a game
//! says of itself is in `templates/<game>/` (`report.txt`, and the macros of `events.txt` and
//! `questions.txt`). Every mail is complete by itself, at most 72 columns wide, and says only
//! what its reader may know: what goes in was already built for one viewer. The HTML part of a mail
//! is its text, taken apart (`doc`) and laid out (`html`).
//!
//! Not here: what is true (`engine`), who gets which mail and when (`desk`), headers and
//! addresses (`mail`), and moments: they come in as printed for the reader.

mod accounts;
mod album;
mod book;
pub mod builtin;
mod buttons;
mod data;
mod desk_mail;
mod doc;
mod draws;
mod filters;
mod foreign;
mod frame;
mod games;
mod glossary;
mod headlines;
mod help;
mod html;
mod joining;
mod kind;
mod laid_out;
mod letters;
mod luck;
mod meter;
mod metered;
mod newspaper;
mod own;
mod page;
mod picture;
mod reasons;
mod receipt;
mod receipt_page;
mod replay;
mod room;
mod shared_seat;
mod sheet;
mod site;
mod stories;
mod subject;
mod templates;
mod text;
mod vector;
mod why;

pub use album::{Album, GroundAt, ground};
pub use book::{Chapter, chapters, laid_out, titled};
pub use buttons::{Buttons, LINK_CHARS_MAX};
pub use data::schema;
pub use desk_mail::{DeskFrame, DeskMail, DigestNotice, SetAside, Unanswered, Watching};
pub use filters::ordinal;
pub use foreign::{Cleaned, Refused, clean};
pub use frame::{
    AwayAt, Closing, DiceShown, Frame, Moved, NewsAt, OptionAt, Place, PressAt, SaltAt, SeatAt,
    Stop,
};
pub use games::{GameLine, GamePage, Ruling, rulings};
pub use glossary::{Glossary, Term};
pub use headlines::Headline;
pub use help::{Explained, HelpSource, LINES_MAX as HELP_LINES_MAX};
pub use html::{HTML_BYTES_MAX, Plan};
pub use joining::{Joining, OfferedSeat, OpenSeat, OpenTable, TimeKept};
pub use letters::{Missing, Notice, PlayerLetter, RefereeMail, SubstituteSays, Writer};
pub use newspaper::{Issue, Sent};
pub use own::{Boxed, Own, printed_note, without_own};
pub use page::{DicePage, ReportKind};
pub use picture::{Painter, Shelf};
pub use reasons::{Tense, with_turns};
pub use receipt_page::{
    AbsenceNotice, Advice, Answer, Doubt, Due, Finding, Gate, LetterSent, ReceiptPage, SheetRead,
    Source, VoteFor,
};
pub use replay::{Replay, Scene, whole};
pub use room::RECEIPT_BYTES_MAX;
pub use shared_seat::sent_by;
pub use sheet::{
    LAST_LINE, corrected_sheet, is_last_line, is_ours, opener, order_sheet, own_comments,
    own_pieces, suggestions,
};
pub use site::{
    BarePage, BookPage, CampaignLine, CampaignPage, ClubPage, Feed, FeedItem, GameShown, Head,
    Link, Opened, PartPage, PictureAt, Played, PlayerLine, PlayersPage, ReportWords, Section,
    SitePage, SitePart, Standing, State, TurnLine, TurnPage, handbook,
};
pub use subject::{OFFERED, Subject, WITHDRAWN, subject};
pub use templates::{Failures, Templates};
pub use text::{WIDTH, counted, one_line, tidy};
pub use why::{Happened, LineMet, WhyPage};
