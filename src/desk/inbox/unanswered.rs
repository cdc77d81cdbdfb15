//! Mails of people that nothing here answers: no campaign, no seat, no request. The referee gets
//! them in one mail a day at most (`desk/unheard.toml` keeps what was not reported yet), with what
//! became of each.
//!
//! Anyone who floods the club drowns nobody: what has room is chosen by how much is known of its
//! sender, and of senders who are alike each has one mail before one has two. Not here: who is
//! answered (`unmatched`), and letters that go to the referee at once (`unmatched` too).

use super::opened::OpenedMail;
use crate::clock::length::Length;
use crate::clock::{Moment, Zone};
use crate::desk::club::ledger::{self, ASTRAY, LedgerLine};
use crate::desk::club::open::Club;
use crate::desk::club::{desk_file, stars};
use crate::desk::outbox::desk_letters;
use crate::mail::MailLine;
use crate::mail::domain::{is_great_house, registered};
use crate::report::{DeskMail, Unanswered, counted};
use crate::store::fs::{Access, exists, remove_if_there};
use crate::store::maildir::bare;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Unheard, 1);

/// How much of the words of all mails fits into one mail to the referee, in bytes.
const TEXT_MAX: usize = 64 << 10;

/// How much of that one mail may take.
const TEXT_OF_ONE_MAX: usize = 8 << 10;

/// How many lines of one are looked at.
const LINES_MAX: usize = 400;

/// How many mails are named in one mail to the referee.
const MAILS_MAX: usize = 200;

/// How long such mails are counted.
const COUNTED: Length = Length::hours(30 * 24);

/// The words of a mail, as the referee reads them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The name in `From`; may be empty.
    pub name: String,
    /// The subject; may be empty.
    pub subject: String,
    /// What its writer has typed; where that is nothing, what is below. Never order sheets: who
    /// referees may play, and sees nobody's orders.
    pub text: String,
    /// How many bytes of that are left out at its end.
    pub cut: u32,
    /// How many files came with it.
    pub files: u32,
    /// How many lines are left out because they read as orders: who referees may play.
    #[serde(default)]
    pub orders: u32,
}

impl Words {
    /// Those of a mail, with tokens and passwords starred out, and without lines that are orders.
    pub fn of(mail: &OpenedMail, mut is_order: impl FnMut(&str) -> bool) -> Self {
        let typed = mail.above().any(|it| !it.raw.trim().is_empty());
        let lines: Vec<&MailLine> = if typed {
            mail.above().collect()
        } else {
            mail.below().collect()
        };
        let (orders, lines): (Vec<&str>, Vec<&str>) = lines
            .iter()
            .take(LINES_MAX)
            .map(|it| it.raw.as_str())
            .partition(|it| is_order(it));
        let harmless = stars::for_referee;
        let text = harmless(lines.join("\n").trim());
        let end = text.floor_char_boundary(TEXT_OF_ONE_MAX.min(text.len()));
        Words {
            name: harmless(&mail.from_name),
            subject: harmless(&mail.subject),
            cut: count(text.len() - end),
            text: text[..end].to_owned(),
            files: count(mail.unread.len()),
            orders: count(orders.len()),
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What is known of a sender. Who is known better has room before others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// The club's mail server vouches for a player.
    Player,
    /// It vouches for somebody else.
    Vouched,
    /// A player's address, which proves nothing.
    Claimed,
    /// An address, which proves nothing.
    Nothing,
}

/// A mail that nothing answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnansweredRow {
    id: String,
    file: String,
    arrived: Moment,
    from: String,
    known: Known,
    became: String,
    #[serde(flatten)]
    words: Words,
}

impl UnansweredRow {
    /// The mail of this line.
    pub fn new(line: &LedgerLine, known: Known, words: Words, became: String) -> Self {
        UnansweredRow {
            id: line.id.clone(),
            file: bare(&line.file).to_owned(),
            arrived: line.arrived,
            from: line.from.clone(),
            known,
            became,
            words,
        }
    }

    /// Who counts as one sender: an address, or all of a domain that one person may own.
    fn sender(&self) -> String {
        match registered(&self.from) {
            domain if is_great_house(&domain) => self.from.to_ascii_lowercase(),
            domain => domain,
        }
    }
}

/// What was not reported to the referee yet.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unheard {
    /// The day whose mail it is reported in, once that is settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    told_on: Option<String>,
    /// How many more there are.
    #[serde(default)]
    more: u32,
    #[serde(default, rename = "mail")]
    rows: Vec<UnansweredRow>,
    #[serde(skip)]
    is_changed: bool,
}

impl Unheard {
    /// Reads it. What a run that was cut was about to report is reported first.
    ///
    /// # Errors
    /// The disk's, or a file that cannot be read.
    pub fn read(club: &Club, now: Moment) -> anyhow::Result<Self> {
        let read: Self = desk_file::read(club, &club.layout.unheard(), SHAPE)?;
        if read.told_on.is_none() {
            return Ok(read);
        }
        read.tell(club, now)?;
        Ok(Unheard::default())
    }

    /// Puts the mail of its day into the post, and forgets what is in it.
    fn tell(self, club: &Club, now: Moment) -> anyhow::Result<()> {
        let zone = club.config.club.zone;
        let key = key(self.told_on.as_deref().unwrap_or_default());
        let mails = self.rows.into_iter().map(|row| Unanswered {
            at: row.arrived.for_people(zone, now),
            from: stars::for_referee(&row.from),
            vouched: matches!(row.known, Known::Player | Known::Vouched),
            name: row.words.name,
            subject: row.words.subject,
            became: row.became,
            lines: row.words.text.lines().map(str::to_owned).collect(),
            cut: row.words.cut,
            files: row.words.files,
            orders: row.words.orders,
            file: row.file,
        });
        let mail = DeskMail::Unheard {
            mails: mails.collect(),
            more: self.more,
            maildir: club.config.mail_in.maildir.clone(),
        };
        desk_letters::notify_referee(club, None, &key, &mail, now)?;
        remove_if_there(&*club.fs, &club.layout.unheard())?;
        Ok(())
    }

    /// Adds a mail; one that is there already is not added again.
    pub fn add(&mut self, row: UnansweredRow) {
        let same = |it: &UnansweredRow| it.id == row.id && it.file == row.file;
        if !self.rows.iter().any(same) {
            self.rows.push(row);
            self.is_changed = true;
        }
    }

    /// Keeps what has room, if there is something new.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep(&mut self, club: &Club) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_changed) {
            self.fit();
            desk_file::write(club, &club.layout.unheard(), SHAPE, self, Access::Private)?;
        }
        Ok(())
    }

    /// Leaves out what has no room.
    fn fit(&mut self) {
        self.rows
            .sort_by(|a, b| (a.arrived, &a.id).cmp(&(b.arrived, &b.id)));
        let mut nth: BTreeMap<String, u32> = BTreeMap::new();
        let mut ranked: Vec<((Known, u32), UnansweredRow)> = Vec::new();
        for row in self.rows.drain(..) {
            let nth = nth.entry(row.sender()).or_default();
            *nth += 1;
            ranked.push(((row.known, *nth), row));
        }
        // Stable: of equals the one that came first.
        ranked.sort_by_key(|it| it.0);
        let mut room = TEXT_MAX;
        for (_, row) in ranked {
            let Some(left) = room.checked_sub(size(&row)) else {
                self.more += 1;
                continue;
            };
            if self.rows.len() >= MAILS_MAX {
                self.more += 1;
                continue;
            }
            room = left;
            self.rows.push(row);
        }
        self.rows
            .sort_by(|a, b| (a.arrived, &a.id).cmp(&(b.arrived, &b.id)));
    }
}

/// How much a mail takes of the room for all, with the mark before each line.
fn size(row: &UnansweredRow) -> usize {
    let words = &row.words;
    let marks = 4 * words.text.lines().count();
    words.text.len() + marks + words.name.len() + words.subject.len() + row.from.len()
}

/// Reports to the referee what was not reported yet, in one mail a day at most.
///
/// # Errors
/// The disk's.
pub fn notify_referee(club: &Club, now: Moment) -> anyhow::Result<()> {
    if !exists(&*club.fs, &club.layout.unheard()) {
        return Ok(());
    }
    let mut unheard = Unheard::read(club, now)?;
    let today = now.date(Zone::UTC).to_string();
    if unheard.rows.is_empty() || desk_letters::is_there(club, &key(&today)) {
        return Ok(());
    }
    // First for which day: a mail that has left is not made again with others in it.
    unheard.told_on = Some(today);
    desk_file::write(
        club,
        &club.layout.unheard(),
        SHAPE,
        &unheard,
        Access::Private,
    )?;
    unheard.tell(club, now)
}

/// The files of the mails that wait to be reported.
///
/// # Errors
/// The disk's, or a list that cannot be read.
pub fn files(club: &Club) -> anyhow::Result<Vec<String>> {
    let waiting: Unheard = desk_file::read(club, &club.layout.unheard(), SHAPE)?;
    Ok(waiting.rows.into_iter().map(|it| it.file).collect())
}

fn key(day: &str) -> String {
    format!("unheard.referee.{day}")
}

/// The state of such mails, in a line for the referee; `None`: there were none of late.
pub fn told(club: &Club, now: Moment) -> Option<String> {
    let waiting: Unheard = desk_file::read(club, &club.layout.unheard(), SHAPE).unwrap_or_default();
    let waiting = waiting.rows.len() + waiting.more as usize;
    let all = ledger::count(club, ASTRAY, COUNTED, now);
    let plural = |it: usize| counted(it, "mail", "mails");
    let all = all.max(waiting);
    (all > 0).then(|| match waiting {
        0 => format!(
            "letters: {} of the last 30 days belonged to no campaign; none is waiting for the \
             daily mail to you",
            plural(all)
        ),
        _ => format!(
            "letters: {} of the last 30 days belonged to no campaign; {} for the next daily mail \
             to you",
            plural(all),
            match waiting {
                1 => "1 waits".to_owned(),
                several => format!("{several} wait"),
            }
        ),
    })
}
