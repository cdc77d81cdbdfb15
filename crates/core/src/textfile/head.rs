//! The head of every file that we write: what it is, whose, and in which shape.
//!
//! A head is the first keys of a TOML file, under a line of comment. Not here: files that people
//! write (`config`), which have `format` alone.

use super::migrate::{self, FORMAT_KEY, Migration};
use super::plain::{self, Table};
use super::{FileFault, canon, complaint};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How the line of comment begins.
const COMMENT: &str = "# Written by";

/// The keys of a head, in order; no body may have a key of one of these names.
const KEYS: [&str; 5] = ["kind", "campaign", "game", FORMAT_KEY, "revision"];

/// What a file says of itself first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// What it is.
    pub kind: FileKind,
    /// Whose it is, if a campaign's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<String>,
    /// By which game's rules, if any's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Version of the shape of the rest of this file.
    pub format: u32,
    /// Version of the rules that wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
}

/// The kinds of files that we write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// The whole truth of a campaign.
    State,
    /// Orders in force.
    Book,
    /// What happened in one entry.
    Journal,
    /// Why an entry exists and what it rests on.
    Entry,
    /// What of an entry nobody outside may read.
    Private,
    /// Hashes, stored packed, of what mails say.
    Texts,
    /// Seals and hashes of what a campaign was founded on.
    Foundation,
    /// What an export says of itself.
    Export,
    /// The last entry of each campaign.
    Register,
    /// What the desk remembers between ticks.
    Due,
    /// When ticks worked.
    Clock,
    /// Mails that belong to no campaign.
    Ledger,
    /// Mails of ours that came back.
    Bounces,
    /// What other mail servers have against ours.
    Refusals,
    /// Who watches a campaign by their own wish.
    Watchers,
    /// Who wants to play in a campaign that waits for players.
    Wishes,
    /// Who stands by for seats.
    Standbys,
    /// Who wants notices once a day.
    Digests,
    /// The notices that wait for a reader's digest.
    HeldNotices,
    /// What people were answered who play nowhere.
    Strangers,
    /// Mails that nothing answers, and the referee has not read yet.
    Unheard,
    /// The mail that was taken last.
    Taken,
    /// What went wrong at the last tick, and when that was reported.
    Faults,
    /// Mails that were set aside.
    Aside,
    /// How far a mailbox was read.
    Mailbox,
    /// What the club's web archive was made of.
    Site,
    /// What a seat was before it was given away.
    Before,
    /// A campaign that is over, in short.
    Summary,
    /// The list of them.
    Index,
}

impl FileKind {
    /// The word in the file.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::State => "state",
            FileKind::Book => "book",
            FileKind::Journal => "journal",
            FileKind::Entry => "entry",
            FileKind::Private => "private",
            FileKind::Foundation => "foundation",
            FileKind::Texts => "texts",
            FileKind::Export => "export",
            FileKind::Register => "register",
            FileKind::Due => "due",
            FileKind::Clock => "clock",
            FileKind::Ledger => "ledger",
            FileKind::Bounces => "bounces",
            FileKind::Refusals => "refusals",
            FileKind::Watchers => "watchers",
            FileKind::Wishes => "wishes",
            FileKind::Standbys => "standbys",
            FileKind::Digests => "digests",
            FileKind::HeldNotices => "held-notices",
            FileKind::Strangers => "strangers",
            FileKind::Unheard => "unheard",
            FileKind::Taken => "taken",
            FileKind::Faults => "faults",
            FileKind::Aside => "aside",
            FileKind::Mailbox => "mailbox",
            FileKind::Site => "site",
            FileKind::Before => "before",
            FileKind::Summary => "summary",
            FileKind::Index => "index",
        }
    }
}

/// The program as files and mails name it: `packetboat 0.1.0`.
pub fn program() -> String {
    format!("packetboat {}", env!("CARGO_PKG_VERSION"))
}

/// The line of comment on top of a file, line end included.
pub fn comment(campaign: Option<&str>) -> String {
    let after = match campaign {
        Some(id) => format!(" Never changed; to correct something: `packetboat edit {id}`."),
        None => String::new(),
    };
    format!("{COMMENT} {}.{after}\n", program())
}

/// A file without the line of comment on top, if there is one.
pub fn without_comment(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(COMMENT) => rest,
        _ => text,
    }
}

/// A file of a value that is a table and has no key of a head.
pub fn write<T: Serialize>(head: &Head, body: &T) -> String {
    let comment = comment(head.campaign.as_deref());
    format!("{comment}{}", bare(head, body))
}

/// The same without the line of comment.
pub fn bare<T: Serialize>(head: &Head, body: &T) -> String {
    format!("{}\n{}", canon::text(head), canon::text(body))
}

/// Reads a file: its head, and its body as a table in today's shape.
///
/// # Errors
/// Text that is not TOML (names the line), another kind of file, a version that is newer or that
/// the chain does not know.
pub fn open(
    file: &str,
    text: &str,
    kind: FileKind,
    chain: &[Migration],
    format: u32,
) -> Result<(Head, Table), FileFault> {
    let mut table = super::table(file, text).map_err(damaged)?;
    let found = table.get("kind").and_then(Value::as_str).unwrap_or("none");
    if found != kind.name() {
        let problem = format!("it is not a file of kind `{}` but `{found}`", kind.name());
        return Err(FileFault::new(
            file,
            problem,
            "restore the file from a backup",
        ));
    }
    migrate::upgrade(file, &mut table, chain, format)?;
    let head = KEYS
        .iter()
        .filter_map(|it| table.shift_remove_entry(*it))
        .collect::<Table>();
    Ok((typed(file, head)?, table))
}

/// Reads a file: its head, and its body as a value. In today's shape a complaint names the line
/// even where only a value does not fit.
///
/// # Errors
/// As for [`open`], and a body that does not fit the type.
pub fn read<T: DeserializeOwned>(
    file: &str,
    text: &str,
    kind: FileKind,
    chain: &[Migration],
    format: u32,
) -> Result<(Head, T), FileFault> {
    let (head, body) = open(file, text, kind, chain, format)?;
    let body = typed(file, body).map_err(|fault| {
        if head.format == format {
            damaged(fault.found_in(text))
        } else {
            fault
        }
    })?;
    Ok((head, body))
}

fn damaged(fault: FileFault) -> FileFault {
    FileFault {
        hint: "it is cut short or was edited; restore it from a backup".to_owned(),
        ..fault
    }
}

/// A table as a value.
///
/// # Errors
/// A value that does not fit; the table has forgotten its lines.
pub fn typed<T: DeserializeOwned>(file: &str, table: Table) -> Result<T, FileFault> {
    plain::typed(Value::Object(table)).map_err(|error| {
        let fault = complaint(file, &error.to_string());
        FileFault {
            hint: "restore the file from a backup".to_owned(),
            ..fault
        }
    })
}
