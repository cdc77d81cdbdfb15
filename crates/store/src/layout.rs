//! Where everything is in a club's folder: the only place that names paths.

use super::fs::{Fs, exists};
use packetboat_core::clock::Moment;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file that makes a folder a club.
const CLUB_FILE: &str = "packetboat.toml";

/// The file of a campaign that nobody may read.
pub const SECRET_FILE: &str = "secret.toml";

/// Put after the name of what is being written and does not count yet.
pub const UNFINISHED: &str = ".tmp";

/// What the name of a campaign's file in the archive ends with: not `.tar`, though it is one, for
/// an export is called so, and has nothing secret in it.
pub const ARCHIVED_ENDING: &str = ".campaign";

/// A running match, by the name of its folder: 1 to 24 small letters, digits and hyphens, the
/// first one no hyphen, so that it is never taken for an option.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CampaignId(String);

impl CampaignId {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CampaignId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for CampaignId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let letter = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
        let fits = (1..=24).contains(&text.len()) && text.bytes().all(letter);
        if fits && !text.starts_with('-') {
            Ok(CampaignId(text.to_owned()))
        } else {
            Err(format!(
                "`{text}` is not a name for a campaign: 1 to 24 small letters, digits and hyphens"
            ))
        }
    }
}

packetboat_core::text_value!(CampaignId);

/// A club's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Club {
    root: PathBuf,
}

/// The folders in a club's that are its own.
const KEPT: [&str; 8] = [
    "archive",
    "campaigns",
    "desk",
    "drop",
    "games",
    "mail",
    "open",
    "templates",
];

impl Club {
    /// The club in this folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Club { root: root.into() }
    }

    /// The nearest folder upward, `from` itself first, that holds `packetboat.toml`.
    pub fn find(fs: &dyn Fs, from: &Path) -> Option<Self> {
        let root = from
            .ancestors()
            .find(|it| exists(fs, &it.join(CLUB_FILE)))?;
        Some(Club::new(root))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path of the configuration: from the club's folder, unless it begins with `/`.
    pub fn path(&self, configured: &str) -> PathBuf {
        self.root.join(configured)
    }

    /// Whether a path is in a folder that the club keeps for itself, or is the club's folder.
    pub fn keeps(&self, path: &Path) -> bool {
        let Ok(inner) = path.strip_prefix(&self.root) else {
            return self.root.starts_with(path);
        };
        let first = inner.components().next();
        first.is_none_or(|it| KEPT.iter().any(|kept| it.as_os_str() == *kept))
    }

    /// `packetboat.toml`.
    pub fn config(&self) -> PathBuf {
        self.root.join(CLUB_FILE)
    }

    /// The lock; never deleted.
    pub fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }

    /// The lock of the process that fetches or sends mail; never deleted.
    pub fn post_lock(&self) -> PathBuf {
        self.root.join("post.lock")
    }

    /// Orders by file.
    pub fn drop_box(&self) -> PathBuf {
        self.root.join("drop")
    }

    /// Where they go when they have been read.
    pub fn drop_done(&self) -> PathBuf {
        self.root.join("drop/done")
    }

    /// What the desk remembers between ticks; may be deleted at the cost of one slow tick.
    pub fn due(&self) -> PathBuf {
        self.root.join("desk/due.toml")
    }

    /// The last entry of each campaign, and its hash.
    pub fn register(&self) -> PathBuf {
        self.root.join("desk/register.toml")
    }

    /// When ticks worked, and which clock the referee has accepted.
    pub fn clock(&self) -> PathBuf {
        self.root.join("desk/clock.toml")
    }

    /// The marks of mails that have been taken.
    pub fn seen(&self) -> PathBuf {
        self.root.join("desk/seen")
    }

    /// The ledger of mails that belong to no campaign, of the month (in UTC) of this moment.
    pub fn ledger(&self, at: Moment) -> PathBuf {
        let month = at.to_string()[.."yyyy-mm".len()].to_owned();
        self.ledgers().join(format!("{month}.toml"))
    }

    /// All ledgers.
    pub fn ledgers(&self) -> PathBuf {
        self.root.join("desk/ledger")
    }

    /// Present while no mail can be sent; says since when and why.
    pub fn down(&self) -> PathBuf {
        self.root.join("desk/DOWN")
    }

    /// Who stands by for seats, and to whom which seat is offered.
    pub fn standbys(&self) -> PathBuf {
        self.root.join("desk/standbys.toml")
    }

    /// Who wants notices once a day.
    pub fn digests(&self) -> PathBuf {
        self.root.join("desk/digests.toml")
    }

    /// The notices that wait for digests, a file for each reader.
    pub fn held_notices(&self) -> PathBuf {
        self.root.join("desk/digests")
    }

    /// What people were answered who play nowhere in the club.
    pub fn strangers(&self) -> PathBuf {
        self.root.join("desk/strangers.toml")
    }

    /// What went wrong at the last tick, and when that was reported.
    pub fn faults(&self) -> PathBuf {
        self.root.join("desk/faults.toml")
    }

    /// Present while mail cannot be read; says why.
    pub fn shut(&self) -> PathBuf {
        self.root.join("desk/SHUT")
    }

    /// Mails that nothing answers, and the referee has not read yet.
    pub fn unheard(&self) -> PathBuf {
        self.root.join("desk/unheard.toml")
    }

    /// Mails that were set aside.
    pub fn aside(&self) -> PathBuf {
        self.root.join("desk/aside.toml")
    }

    /// Mails of ours that came back in the last month.
    pub fn bounces(&self) -> PathBuf {
        self.root.join("desk/bounces.toml")
    }

    /// What other mail servers had against ours in the last week.
    pub fn refusals(&self) -> PathBuf {
        self.root.join("desk/refusals.toml")
    }

    /// Who watches a campaign by their own wish, or no longer.
    pub fn watchers(&self, id: &CampaignId) -> PathBuf {
        self.all_watchers().join(format!("{id}.toml"))
    }

    /// The same of all campaigns.
    pub fn all_watchers(&self) -> PathBuf {
        self.root.join("desk/watchers")
    }

    /// How far the mailbox on a server was read; may be deleted.
    pub fn mailbox(&self) -> PathBuf {
        self.root.join("desk/mailbox.toml")
    }

    /// What the club's web archive was made of; may be deleted at the cost of making it again.
    pub fn site_hint(&self) -> PathBuf {
        self.root.join("desk/site.toml")
    }

    /// Where the club's web archive is being made: the path of a folder beside it.
    pub fn site_making(&self) -> PathBuf {
        self.root.join("desk/site-making")
    }

    /// Painted grounds of pictures; may be deleted at the cost of painting them again.
    pub fn grounds(&self) -> PathBuf {
        self.root.join("desk/grounds")
    }

    /// Mails that belong to no campaign and wait to be sent.
    pub fn desk_outbox(&self) -> PathBuf {
        self.root.join("desk/outbox")
    }

    /// All campaigns that are being played.
    pub fn campaigns(&self) -> PathBuf {
        self.root.join("campaigns")
    }

    /// One of them.
    pub fn campaign(&self, id: &CampaignId) -> CampaignDir {
        CampaignDir::new(self.campaigns().join(id.as_str()))
    }

    /// Where one is put together before it is renamed to its place.
    pub fn campaign_unfinished(&self, id: &CampaignId) -> CampaignDir {
        CampaignDir::new(self.campaigns().join(format!("{id}{UNFINISHED}")))
    }

    /// All campaigns that wait for players.
    pub fn open(&self) -> PathBuf {
        self.root.join("open")
    }

    /// One of them: its `campaign.toml`, its secrets, and who wants to play in it.
    pub fn waiting(&self, id: &CampaignId) -> CampaignDir {
        CampaignDir::new(self.open().join(id.as_str()))
    }

    /// All campaigns that are over.
    pub fn archive(&self) -> PathBuf {
        self.root.join("archive")
    }

    /// One of them: its folder, which on the disk is a file as a rule ([`super::archive`]).
    pub fn archived(&self, id: &CampaignId) -> CampaignDir {
        CampaignDir::new(self.archive().join(id.as_str()))
    }

    /// That file.
    pub fn archived_file(&self, id: &CampaignId) -> PathBuf {
        self.archived(id).file()
    }

    /// The club's own data of a game, in place of the built-in files of the same names.
    pub fn games(&self) -> PathBuf {
        self.root.join("games")
    }

    /// The club's own templates, in place of the built-in files of the same names.
    pub fn templates(&self) -> PathBuf {
        self.root.join("templates")
    }

    /// A path as the referee knows it: from the club's folder.
    pub fn shown(&self, path: &Path) -> String {
        let inner = path.strip_prefix(&self.root).unwrap_or(path);
        inner.display().to_string()
    }
}

/// A campaign's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignDir {
    root: PathBuf,
}

impl CampaignDir {
    /// The campaign in this folder.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        CampaignDir { root: root.into() }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Who wants to play in a campaign that waits for players.
    pub fn wishes(&self) -> PathBuf {
        self.root.join("wishes.toml")
    }

    /// The folder's own name, which is the campaign's.
    pub fn name(&self) -> String {
        let name = self.root.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The file of it that is in the folder's place, if it is in an archive.
    pub fn file(&self) -> PathBuf {
        self.root.with_added_extension(&ARCHIVED_ENDING[1..])
    }

    /// `campaign.toml`, which the referee edits.
    pub fn config(&self) -> PathBuf {
        self.root.join("campaign.toml")
    }

    /// `secret.toml`, of mode 0600.
    pub fn secret(&self) -> PathBuf {
        self.root.join(SECRET_FILE)
    }

    /// The game's data, frozen when the campaign began.
    pub fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// Copies that the referee edits.
    pub fn edits(&self) -> PathBuf {
        self.root.join("edit")
    }

    /// The copy of what counted after this entry.
    pub fn edit(&self, entry: u32) -> PathBuf {
        self.edits().join(entry_name(entry))
    }

    /// All entries.
    pub fn log(&self) -> PathBuf {
        self.root.join("log")
    }

    /// One entry: its files as one.
    pub fn entry(&self, number: u32) -> PathBuf {
        self.log().join(entry_name(number) + ENTRY_ENDING)
    }

    /// Where it is written before it is renamed to its place, which is the commit.
    pub fn entry_unfinished(&self, number: u32) -> PathBuf {
        self.log().join(entry_name(number) + UNFINISHED)
    }

    /// The folder of an entry that was committed before entries were one file, or that is in an
    /// export.
    pub fn entry_folder(&self, number: u32) -> PathBuf {
        self.log().join(entry_name(number))
    }

    /// The mails of an entry that wait to be handed over, whole.
    pub fn waiting(&self, number: u32) -> PathBuf {
        self.root.join("outbox").join(entry_name(number))
    }

    /// What became of the mails of a hundred entries, of which this is one.
    pub fn handed(&self, number: u32) -> PathBuf {
        let hundred = entry_name(number / HANDED * HANDED);
        self.root.join("sent").join(hundred + ".txt")
    }

    /// `export.toml`: present if this is what was exported of a campaign, to be read and checked.
    pub fn export(&self) -> PathBuf {
        self.root.join(EXPORT_FILE)
    }

    /// Whether it is one.
    pub fn is_export(&self, fs: &dyn Fs) -> bool {
        exists(fs, &self.export())
    }

    /// Present when a human must look; says why.
    pub fn halted(&self) -> PathBuf {
        self.root.join("HALTED")
    }

    /// Which act of the referee's others have seen, on a page or in an export, before its mails
    /// left: the number of its entry.
    pub fn seen_outside(&self) -> PathBuf {
        self.root.join("SHOWN")
    }

    /// What a seat was before it was given away last.
    pub fn before(&self) -> PathBuf {
        self.root.join("before.toml")
    }

    /// A path as the referee knows it: from the campaign's folder.
    pub fn shown(&self, path: &Path) -> String {
        let inner = path.strip_prefix(&self.root).unwrap_or(path);
        inner.display().to_string()
    }
}

/// The name of an entry: six digits, more if need be.
pub fn entry_name(number: u32) -> String {
    format!("{number:06}")
}

/// The number in the name of an entry's file or folder; `None` for any other name.
pub fn entry_number(name: &str) -> Option<u32> {
    let name = name.strip_suffix(ENTRY_ENDING).unwrap_or(name);
    let number = name.parse().ok()?;
    (entry_name(number) == name).then_some(number)
}

/// What the name of an entry's file ends with.
const ENTRY_ENDING: &str = ".entry";

/// This many entries have a file together for what became of their mails.
const HANDED: u32 = 100;

/// What the mails of an entry say, packed, in its file.
pub const TEXTS_FILE: &str = "texts.gz";

/// What an export says of itself, in its folder.
pub const EXPORT_FILE: &str = "export.toml";

/// The note of an entry, in its folder.
pub const ENTRY_FILE: &str = "entry.toml";

/// The folders in the folder of an entry.
pub const ENTRY_FOLDERS: [&str; 3] = ["orders", "letters", "outbox"];

/// The text of a submission as read, in the folder of its entry.
pub fn orders_file(submission: u32) -> String {
    format!("orders/{submission}.txt")
}

/// A letter between players, in the folder of the entry it came with; counted from 1.
pub fn letters_file(number: usize) -> String {
    format!("letters/{number}.txt")
}

/// A file that came with orders, in its entry.
pub fn brought_file(name: &str) -> String {
    format!("files/{name}")
}

/// A mail that an entry causes, in the folder of an entry of before.
pub fn mail_file(key: &str, packed: bool) -> String {
    let ending = if packed { ".eml.gz" } else { ".eml" };
    format!("outbox/{key}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::{Access, Fs};
    use crate::memfs::MemFs;

    #[test]
    fn names_of_campaigns() {
        for text in ["a", "new-spain", "4x4", "abcdefghijklmnopqrstuvwx"] {
            assert_eq!(text.parse::<CampaignId>().unwrap().as_str(), text);
        }
        for text in [
            "",
            "-x",
            "New",
            "a.b",
            "a/b",
            "..",
            "a b",
            "abcdefghijklmnopqrstuvwxy",
            "ü",
        ] {
            assert!(text.parse::<CampaignId>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_of_entries() {
        assert_eq!(entry_name(124), "000124");
        for (name, number) in [
            ("000000", Some(0)),
            ("000124", Some(124)),
            ("000124.entry", Some(124)),
            ("000124.entry.entry", None),
            ("1000000", Some(1_000_000)),
            ("124", None),
            ("000124.tmp", None),
            ("+00124", None),
            ("notes", None),
        ] {
            assert_eq!(entry_number(name), number, "{name}");
        }
    }

    #[test]
    fn the_nearest_club_upward_is_ours() {
        let fs = MemFs::new();
        fs.create_dir_all(Path::new("/home/club/campaigns/x/log"))
            .unwrap();
        let from = Path::new("/home/club/campaigns/x");
        assert_eq!(Club::find(&fs, from), None);
        let file = Path::new("/home/club/packetboat.toml");
        fs.create(file, b"", Access::Shared).unwrap();
        let club = Club::find(&fs, from).unwrap();
        assert_eq!(club.root(), Path::new("/home/club"));
        assert_eq!(club.shown(&club.lock()), "lock");
        assert_eq!(club.path("/var/mail"), Path::new("/var/mail"));
        let ledger = club.ledger("2026-11-20T12:00:00Z".parse().unwrap());
        assert_eq!(club.shown(&ledger), "desk/ledger/2026-11.toml");
    }
}
