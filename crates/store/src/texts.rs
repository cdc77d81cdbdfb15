//! What is kept of mails that left: their subjects and texts, those of an entry packed together.
//!
//! Each begins with a salt, as all that is private does, and has a hash of its own. HTML, pictures
//! and calendars are made of the text and the page, and made again if somebody wants to see them.
//! Not here: mails that wait, which are kept whole (`outbox`).

use super::digest::Digest;
use super::entry::MailKey;
use super::joined::{Joined, join};
use super::packed::{pack, unpack};
use super::private::{salted, without_salt};
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::head::{self, FileKind, Head};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What above the text is its subject,
const SUBJECT: &str = "Subject: ";
/// and which mail it answers.
const ANSWERS: &str = "In-Reply-To: ";

/// A mail as it is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SentText {
    /// Its subject.
    pub subject: String,
    /// The Message-ID of the mail that it answers; empty: it answers none.
    pub answers: String,
    /// Its text, as its reader saw it.
    pub text: String,
}

impl SentText {
    fn written(&self) -> String {
        let answers = match self.answers.as_str() {
            "" => String::new(),
            text => format!("{ANSWERS}{text}\n"),
        };
        format!("{SUBJECT}{}\n{answers}\n{}", self.subject, self.text)
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let (head, text) = without_salt(text).split_once("\n\n")?;
        let mut lines = head.lines();
        let subject = lines.next()?.strip_prefix(SUBJECT)?;
        let answers = lines.next().and_then(|it| it.strip_prefix(ANSWERS));
        Some(SentText {
            subject: subject.to_owned(),
            answers: answers.unwrap_or_default().to_owned(),
            text: text.to_owned(),
        })
    }
}

/// The texts of an entry in the making.
pub struct Texts {
    salt: String,
    all: BTreeMap<String, String>,
}

impl Texts {
    /// None yet; the salt of the entry, which nobody can guess.
    pub fn new(salt: impl Into<String>) -> Self {
        Texts {
            salt: salt.into(),
            all: BTreeMap::new(),
        }
    }

    /// Adds one; its hash.
    pub fn add(&mut self, key: &MailKey, text: &SentText) -> Digest {
        let one_line = |it: &str| it.replace(['\r', '\n'], " ");
        let text = SentText {
            subject: one_line(&text.subject),
            answers: one_line(&text.answers),
            text: text.text.clone(),
        };
        let salted = salted(&self.salt, &format!("texts/{key}"), &text.written());
        let digest = Digest::of(salted.as_bytes());
        self.all.insert(key.to_string(), salted);
        digest
    }

    /// The file of all; `None`: there are none.
    pub fn packed(&self) -> Option<Vec<u8>> {
        let all = self.all.iter().map(|it| (it.0.as_str(), it.1.as_bytes()));
        (!self.all.is_empty()).then(|| pack(&join(all)))
    }
}

/// The texts of an entry, read.
pub struct Kept(Joined);

impl Kept {
    /// Reads them; `None`: the file is damaged.
    pub fn read(packed: &[u8]) -> Option<Self> {
        Joined::read(unpack(packed).ok()?).map(Kept)
    }

    /// The text of a mail, if it is there and has this hash.
    pub fn text(&self, key: &MailKey, wanted: Digest) -> Option<SentText> {
        let bytes = self.0.file(key.as_str())?;
        (Digest::of(bytes) == wanted).then(|| SentText::read(bytes))?
    }

    /// The keys of all.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }
}

/// What a file of hashes is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Texts, 1);

/// The hashes of what mails of entries of before say: their entries know only those of the whole
/// mails.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hashes(BTreeMap<(u32, MailKey), Digest>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    /// A line for each mail: its entry, its key, the hash.
    mails: String,
}

impl Hashes {
    /// That of a mail; `None`: it is unknown.
    pub fn of(&self, entry: u32, key: &MailKey) -> Option<Digest> {
        self.0.get(&(entry, key.clone())).copied()
    }

    /// Adds one.
    pub fn add(&mut self, entry: u32, key: &MailKey, hash: Digest) {
        self.0.insert((entry, key.clone()), hash);
    }

    /// Its text, of this campaign.
    pub fn to_text(&self, campaign: &str) -> String {
        let mut mails = String::new();
        for ((entry, key), hash) in &self.0 {
            writeln!(mails, "{entry} {key} {hash}").expect("memory");
        }
        let head = Head {
            kind: SHAPE.0,
            campaign: Some(campaign.to_owned()),
            game: None,
            format: SHAPE.1,
            revision: None,
        };
        let body = serde_json::to_value(Body { mails }).unwrap_or(Value::Null);
        head::write(&head, &body)
    }

    /// Reads it.
    ///
    /// # Errors
    /// Text that does not fit, and a newer shape.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileFault> {
        let (_, body): (_, Body) = head::read(file, text, SHAPE.0, &[], SHAPE.1)?;
        let line = |text: &str| {
            let mut words = text.split(' ');
            let (entry, key) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let hash: Digest = words.next()?.parse().ok()?;
            Some(((entry, key), hash))
        };
        let all: Option<BTreeMap<_, _>> = body.mails.lines().map(line).collect();
        let wrong = || {
            FileFault::new(
                file,
                "one of its lines cannot be read",
                "restore it from a backup",
            )
        };
        all.map(Hashes).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_read_and_checked() {
        let key = |it: &str| -> MailKey { it.parse().unwrap() };
        let report = SentText {
            subject: "New Spain: turn 3".to_owned(),
            answers: "<a@b.example>".to_owned(),
            text: "Salt: none\n\nSubject: is in the text too\n".to_owned(),
        };
        let odd = SentText {
            subject: "two\nlines".to_owned(),
            answers: String::new(),
            text: String::new(),
        };
        let mut texts = Texts::new("salt");
        let (one, two) = (
            texts.add(&key("a.1"), &report),
            texts.add(&key("a.2"), &odd),
        );
        let packed = texts.packed().unwrap();
        let kept = Kept::read(&packed).unwrap();
        assert_eq!(kept.text(&key("a.1"), one), Some(report.clone()));
        assert_eq!(kept.text(&key("a.2"), two).unwrap().subject, "two lines");
        assert_eq!(kept.text(&key("a.1"), two), None);
        assert_eq!(kept.text(&key("a.3"), one), None);
        assert_eq!(kept.keys().collect::<Vec<_>>(), ["a.1", "a.2"]);
        // Nobody can try out what was written.
        let other = Texts::new("pepper").add(&key("a.1"), &report);
        assert!(other != one && Texts::new("salt").add(&key("a.2"), &report) != one);
        assert!(Texts::new("salt").packed().is_none());
        for at in 0..packed.len() {
            assert!(Kept::read(&packed[..at]).is_none(), "{at}");
        }
    }
}
