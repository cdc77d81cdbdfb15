//! `entry.toml`: why an entry of a campaign's log exists, what it rests on, and what it causes.
//!
//! Not here: entries in the making (`draft`), how they are read and committed (`log`), and what
//! became of their mails (`outbox`).

pub use super::desk_state::{DeskState, Silence, Stop};
use super::digest::Digest;
use super::layout::{CampaignId, ENTRY_FILE, mail_file};
pub use super::letter::{Letter, Newer, Topic};
use super::news::News;
use super::private::{self, PRIVATE_FILE};
use super::seat_desk::{self, ONE_RECORD_A_SEAT};
use packetboat_core::clock::Moment;
use packetboat_core::engine::rules::Agreed;
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::canon;
use packetboat_core::textfile::head::{self, FileKind, Head};
use packetboat_core::textfile::migrate::Migration;
use packetboat_core::textfile::plain::{self, Table, is_default};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Version of the shape of `entry.toml`.
pub const FORMAT: u32 = 5;

/// The last line of it. No hash covers the newest note, and one that is cut between two mails would
/// read well.
const END: &str = "# end\n";

/// How older shapes of it become today's.
const MIGRATIONS: &[Migration] = &[
    Migration::unchanged(
        1,
        "2026-11-26: what is private lies in `private.toml`; before, it stood in the note itself",
    ),
    Migration::unchanged(
        2,
        "2026-11-27: looks are noted, and mails whose place others take; before, there were none",
    ),
    Migration::unchanged(
        3,
        "2026-11-28: an entry is one file, and keeps what its mails say; before, it was a folder \
         with the mails",
    ),
    Migration {
        from: 4,
        why: ONE_RECORD_A_SEAT,
        apply: seat_desk::gather,
    },
];

/// One committed move forward of a campaign: its note, and its other files by path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// `entry.toml`.
    pub note: Note,
    /// `private.toml`; `state.toml`, `book.toml`, `journal.toml`, `orders/17.txt`,
    /// `letters/1.txt`, `files/map.png`, `texts.gz`: those that are new in this entry.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The mails it causes, whole, until they have left.
    pub mails: Vec<(MailKey, Vec<u8>)>,
}

/// What `entry.toml` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    // The first three are in the head of the file.
    /// Whose it is.
    #[serde(skip_serializing)]
    pub campaign: CampaignId,
    /// By which game's rules.
    #[serde(skip_serializing)]
    pub game: String,
    /// The version of these rules that played it.
    #[serde(skip_serializing)]
    pub revision: u32,
    /// From 0, without gaps.
    pub number: u32,
    /// The version of what is recorded of the results of orders.
    #[serde(default, skip_serializing_if = "is_default")]
    pub told: u32,
    /// The hash of the `entry.toml` before, so that history cannot change unnoticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Digest>,
    /// The `now` of the command that wrote it.
    pub written: Moment,
    /// `packetboat 0.1.0`.
    pub program: String,
    /// Why it exists.
    pub cause: Cause,
    /// What the desk knows of the campaign after it.
    pub desk: DeskState,
    /// How its dice were keyed.
    pub dice: DiceNote,
    /// 32 hex digits made from the seed, which keep its [`witness`](super::witness) from revealing
    /// what the note says; `None`: it is older than witnesses are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The hash of its `private.toml`; `None`: it is of format 1, and all is in the note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<Digest>,
    /// In an export: the hash of the note of format 1 that this one stands for, which nobody
    /// outside may read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<Digest>,
    /// Where state, book and journal are; a journal may be in an older entry, for those after it
    /// in which nothing was played.
    pub files: BTreeMap<StateFile, FileRef>,
    /// The mails it answers, in the order taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mail: Vec<MailNote>,
    /// The submissions it keeps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<OrderNote>,
    /// What players wrote each other with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<LetterNote>,
    /// Files that came with orders which name them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brought: Vec<BroughtNote>,
    /// The mails it causes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<OutNote>,
    /// What players have written for the newspaper of the turn that it publishes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub news: Vec<News>,
}

/// The files that carry a campaign forward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StateFile {
    /// The whole truth.
    State,
    /// Orders in force.
    Book,
    /// What happened.
    Journal,
    /// Seals and hashes of what the campaign was founded on. It is in entry 0, or in the first
    /// one that was written when foundations were known.
    Foundation,
    /// What of `campaign.toml` play rests on ([`CampaignConfig::played`]). It is in entry 0, and
    /// again in each in which it has changed; those of before have none.
    ///
    /// [`CampaignConfig::played`]: super::config::campaign::CampaignConfig::played
    Settings,
    /// Hashes of what the mails of entries of before say, which are packed since.
    Texts,
}

impl StateFile {
    /// Its file, in the folder of the entry.
    pub fn file(self) -> &'static str {
        match self {
            StateFile::State => "state.toml",
            StateFile::Book => "book.toml",
            StateFile::Journal => "journal.toml",
            StateFile::Foundation => "foundation.toml",
            StateFile::Settings => "settings.toml",
            StateFile::Texts => "texts.toml",
        }
    }
}

/// A file of this entry or an older one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRef {
    /// The entry it is in.
    pub entry: u32,
    /// Its hash.
    pub blake3: Digest,
}

/// Why an entry exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Cause {
    /// The campaign began.
    Founded {},
    /// Mails came in.
    Mail {},
    /// A gate or a question was closed, and the game played on.
    Resolved {
        /// What closed it.
        because: Because,
        /// Why, in the referee's words; empty if it was not the referee.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Seats were reminded.
    Reminded {
        /// The seats that were reminded.
        seats: Vec<Seat>,
        /// Why, in the referee's words; empty if it was not the referee.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// It stands still until it is released.
    Held {
        /// The referee's reason.
        #[serde(default)]
        why: String,
    },
    /// It goes on, or its reports may go out.
    Released {
        /// Why, in the referee's words; may be empty.
        #[serde(default)]
        why: String,
    },
    /// The referee has looked at what closing the turn would bring.
    Looked {},
    /// It has another deadline.
    Extended {
        /// Which; `None`: no deadline.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Moment>,
        /// The referee's reason.
        #[serde(default)]
        why: String,
    },
    /// It has another deadline, as orders of these seats were missing and more time is given for
    /// that.
    Waited {
        /// The seats, in table order.
        seats: Vec<Seat>,
        /// The deadline.
        to: Moment,
    },
    /// It has another deadline, as the players have voted for more time.
    VotedTime {
        /// The deadline.
        to: Moment,
    },
    /// It is over, as the players have agreed on it.
    VotedEnd {
        /// What end.
        how: Agreed,
    },
    /// The referee changed files by hand and confirms them.
    Adopted {
        /// The referee's reason.
        #[serde(default)]
        why: String,
    },
    /// The position of an older entry counts again.
    RolledBack {
        /// The entry that the campaign goes on from.
        to: u32,
        /// The referee's reason.
        #[serde(default)]
        why: String,
    },
    /// A seat has another player.
    Replaced {
        /// The seat that has a new player.
        seat: Seat,
        /// The referee's reason.
        #[serde(default)]
        why: String,
        /// Whether the new player stood by for the seat and took it; else the referee gave it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standby: bool,
    },
    /// Somebody has been found who plays a seat for its player, for some days.
    Booked {
        /// The seat.
        seat: Seat,
    },
    /// Substitutes begin to play, or stop, as their days have come, or are over.
    Substituted {
        /// The seats of those who begin, in table order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        begun: Vec<Seat>,
        /// The seats of those who stop, in table order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over: Vec<Seat>,
    },
    /// A player gets mail at another address.
    Moved {
        /// The player's seat.
        seat: Seat,
        /// The referee's reason.
        #[serde(default)]
        why: String,
    },
    /// A seat has another token: what its mails of before carry is worth nothing.
    Renewed {
        /// The seat that has new secrets.
        seat: Seat,
        /// The referee's reason.
        #[serde(default)]
        why: String,
    },
    /// The program wrote the sheets of seats that it plays, though play did not go on: one was
    /// given to it by hand, or an older position counts again.
    Robots {
        /// The seats whose sheets it wrote.
        seats: Vec<Seat>,
    },
    /// The referee wrote to players; the letters are the mails of the entry, unless they wait for
    /// reports.
    Told {
        /// To whom.
        seats: Vec<Seat>,
        /// What is said in their next reports, or is withdrawn; `None`: it was mailed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_report: Option<InReport>,
    },
    /// Seats were informed of what became of their mails beyond the answers of a day.
    Summed {
        /// The seats that were sent a summary.
        seats: Vec<Seat>,
    },
    /// Letters without the names of their writers went out.
    Unsigned {},
    /// Mails that were refused permanently go out again.
    Resent {
        /// The mails that were sent again.
        mails: Vec<MailKey>,
        /// Why, in the referee's words; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
    /// Entries of before became one file each, and their mails what they say.
    Packed {},
    /// The referee ended it before its rules did.
    Ended {
        /// Why, in the referee's words; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
}

impl Cause {
    /// What the journal says of an entry whose position the referee has put in place; `None`: its
    /// position was played.
    pub fn placed(&self) -> Option<String> {
        match self {
            Cause::RolledBack { to, .. } => Some(format!("rolled back to entry {to}")),
            Cause::Adopted { .. } => Some("adopted".to_owned()),
            _ => None,
        }
    }
}

/// What closed a gate or a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Because {
    /// Every called seat was ready.
    AllIn,
    /// The deadline passed.
    Deadline,
    /// The referee said so.
    Referee,
}

/// How the dice of an entry were keyed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceNote {
    /// Rises by one at a rollback, which therefore draws again, and only there.
    pub timeline: u32,
    /// The last link used: by this entry if it resolved, else by an older one. 0: none yet.
    pub link: u32,
    /// Whether this entry played on, and so used the link.
    pub resolved: bool,
    /// The link itself, in hex, once this entry's report has shown it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// One mail, and what became of it: its receipt, as the record has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailNote {
    /// The mail's name for ever.
    pub id: String,
    /// Its file in the Maildir, without the flags after `:`.
    pub file: String,
    /// When it reached us.
    pub arrived: Moment,
    /// Whose it is, if it has proved to be anybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What became of it.
    pub verdict: Verdict,
    /// The submission it was filed as, or is kept as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<u32>,
    /// Why it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl MailNote {
    /// The file of orders that came by the command line.
    pub const BY_COMMAND: &str = "command line";
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It was read and filed, and answered with a receipt unless the note says why not.
    Accepted,
    /// It held no orders, but what else it asked or said was answered: a report again, help, a
    /// check, a letter, an absence.
    Answered,
    /// It proved nothing, or a machine may have written it; its orders are kept, and the registered
    /// address is asked about them.
    Held,
    /// It could not be used, and the player was given the reason unless the note says why not.
    Refused,
    /// It is not for us, or from a machine; nobody was answered.
    Ignored,
}

/// A submission that an entry keeps, as `orders/<submission>.txt`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderNote {
    /// Its number in the campaign.
    pub submission: u32,
    /// The seat that sent the sheet.
    pub seat: Seat,
    /// The sheet of its opener; `None`: its orders wait for a yes, or it is of format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<SheetNo>,
    /// What of it counts, each line with its number there, without comments. All else that was
    /// written is in its file alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(u32, String)>,
    /// The hash of its file.
    pub blake3: Digest,
}

impl OrderNote {
    /// The lines that count as the body of a block, each with its number; all others are empty.
    pub fn body(&self) -> String {
        let mut lines: Vec<&str> = Vec::new();
        for (number, line) in &self.lines {
            let number = usize::try_from(*number).unwrap_or(usize::MAX);
            while lines.len() + 1 < number {
                lines.push("");
            }
            lines.push(line);
        }
        lines.join("\n")
    }
}

/// A letter between players, as `letters/<number>.txt`, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LetterNote {
    /// The hash of its file.
    pub blake3: Digest,
}

/// A file that came with orders, as `files/<name>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BroughtNote {
    /// The name under which it is kept.
    pub name: String,
    /// Its hash.
    pub blake3: Digest,
}

/// A mail that an entry causes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutNote {
    /// Names its file and begins its Message-ID.
    pub key: MailKey,
    /// The address it is handed over for; empty where `private.toml` was left out.
    #[serde(default)]
    pub to: String,
    /// Whose that is; `None`: the referee's or a stranger's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What it is.
    pub what: Letter,
    /// What the token in the address to answer is made for, which is in the file as
    /// `mail::token::Token::held_back` and is put in as the mail is handed over; `None`: there is
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<Reply>,
    /// The seat whose letter it passes on; `None`: it passes none on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writer: Option<Seat>,
    /// The hash of the whole mail, without the token; until format 3 that of its file, which may
    /// be packed.
    pub blake3: Digest,
    /// The hash of what it says, which its entry keeps; `None` until format 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Digest>,
    /// Until format 3: whether its file is packed, as `outbox/<key>.eml.gz`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub packed: bool,
    /// On what a newer mail may take its place, as long as it has not left; `None`: none may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<Topic>,
    /// Mails of before that need not leave any more, for this one says what they say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead_of: Vec<Earlier>,
}

impl OutNote {
    /// Its file in the folder of an entry of before.
    pub fn file(&self) -> String {
        mail_file(self.key.as_str(), self.packed)
    }
}

/// A mail of an entry, by which a newer one names the mail that it takes the place of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    /// The entry.
    pub entry: u32,
    /// The mail.
    pub key: MailKey,
}

/// What became of words of the referee's for reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InReport {
    /// They wait for the next report of each seat.
    Waits,
    /// They are withdrawn, where they waited still.
    Withdrawn,
}

/// What the token in a mail is made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The sheet then open, as printed.
    pub sheet: String,
    /// The generation of the seat's tokens.
    pub generation: u32,
    /// The timeline of the campaign.
    #[serde(default, skip_serializing_if = "is_default")]
    pub timeline: u32,
    /// Whether it is for somebody who writes for the seat beside its player: they have tokens of
    /// their own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub partner: bool,
}

/// The name of a mail of ours: 1 to 100 small letters, digits, hyphens and dots, no dot first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct MailKey(String);

impl MailKey {
    /// In a key, the reader: who has no seat any more.
    pub const FORMER: &str = "former";

    /// In a key, the reader: anyone who watches.
    pub const OBSERVER: &str = "observer";

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MailKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for MailKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || b"-.".contains(&it);
        let fits = (1..=100).contains(&text.len()) && text.bytes().all(plain);
        if fits && !text.starts_with('.') {
            Ok(MailKey(text.to_owned()))
        } else {
            Err(format!("`{text}` is not a key of a mail"))
        }
    }
}

packetboat_core::text_value!(MailKey);

/// A note that is in the log, with the hash of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// What it says.
    pub note: Note,
    /// The hash of its `entry.toml`, which the next entry names.
    pub digest: Digest,
}

impl Note {
    /// What the referee said with it, which its mails report; `None`: nothing.
    pub fn words(&self) -> Option<&str> {
        let why = match &self.cause {
            // The program holds when nobody wrote, and says so to the referee.
            Cause::Held { .. } if self.out.iter().any(|it| it.seat.is_none()) => return None,
            Cause::Held { why }
            | Cause::Extended { why, .. }
            | Cause::Released { why }
            | Cause::Reminded { why, .. } => why.trim(),
            _ => return None,
        };
        (!why.is_empty()).then_some(why)
    }

    /// `entry.toml`: what the chain covers.
    pub fn to_text(&self) -> String {
        head::write(&self.head(), &Value::Object(self.parts().0)) + END
    }

    /// What its witness covers, in its one spelling: all that the chain does but its mails, which
    /// hold the witness themselves.
    pub(super) fn witnessed(&self) -> String {
        let mut table = self.parts().0;
        table.shift_remove("out");
        canon::text(&self.head()) + &canon::text(&Value::Object(table))
    }

    /// What the chain covers, and what is private.
    pub(super) fn parts(&self) -> (Table, Table) {
        match plain::of(self) {
            Ok(Value::Object(whole)) => private::part(whole),
            _ => panic!("a note that cannot be stored"),
        }
    }

    /// What `entry.toml` says of itself first.
    pub fn head(&self) -> Head {
        Head {
            kind: FileKind::Entry,
            campaign: Some(self.campaign.as_str().to_owned()),
            game: Some(self.game.clone()),
            format: FORMAT,
            revision: Some(self.revision),
        }
    }

    /// Reads `entry.toml`; the text of its `private.toml` is asked for by its hash, and is `None`
    /// where it was left out.
    ///
    /// # Errors
    /// Text that is cut short or does not fit, and a newer shape; what `private` says.
    pub fn parse<E: From<FileFault>>(
        file: &str,
        text: &str,
        private: impl FnOnce(Digest) -> Result<Option<String>, E>,
    ) -> Result<Self, E> {
        let (head, mut body) = head::open(file, text, FileKind::Entry, MIGRATIONS, FORMAT)?;
        if !text.trim_end().ends_with(END.trim_end()) {
            let problem = "it is cut short: its last line, `# end`, is missing";
            return Err(FileFault::new(file, problem, "restore it from a backup").into());
        }
        for (key, value) in [
            ("campaign", head.campaign.map(Value::from)),
            ("game", head.game.map(Value::from)),
            ("revision", head.revision.map(Value::from)),
        ] {
            if let Some(value) = value {
                body.insert(key.to_owned(), value);
            }
        }
        if let Some(digest) = body.get("private").cloned() {
            let digest = plain::typed(digest).map_err(|_| {
                FileFault::new(file, "`private` is not a hash", "restore it from a backup")
            })?;
            if let Some(text) = private(digest)? {
                private::join(&mut body, &file.replace(ENTRY_FILE, PRIVATE_FILE), &text)?;
            }
        }
        Ok(head::typed(file, body)?)
    }
}
