//! The desk's own outbox: mails that belong to no entry, because their campaign is halted.
//!
//! The same key twice is one mail. Not here: mails of entries (`store::outbox`).

use crate::clock::{Moment, Zone};
use crate::config::campaign::Player;
use crate::desk::club::open::Club;
use crate::fault::Fault;
use crate::mail::compose::{LetterKind, Outgoing, compose};
use crate::report::{DeskFrame, DeskMail, Templates};
use crate::store::fs::{Access, exists, list_if_there, make_dir, replace};
use crate::store::layout::CampaignId;
use crate::store::outbox::{Tried, tried};
use crate::textfile::canon;
use anyhow::Context;
use std::path::PathBuf;

/// A mail of the desk.
pub struct DeskLetter<'a> {
    /// Its name; a second mail of the same name is the same mail.
    pub key: &'a str,
    /// The campaign it is about, if it is about one.
    pub about: Option<&'a CampaignId>,
    /// Whose it is.
    pub to: Reader<'a>,
    /// What it says.
    pub mail: &'a DeskMail,
}

/// Who reads a mail of the desk.
#[derive(Debug, Clone, Copy)]
pub enum Reader<'a> {
    /// The referee.
    Referee,
    /// A player.
    Player(&'a Player),
    /// The person who has this address.
    Address(&'a str),
}

/// The text of a mail about a campaign that cannot be opened. Templates of the club's that cannot
/// be read must not keep the referee from hearing of it.
///
/// # Errors
/// A mistake in the template compiled in.
pub fn render(club: &Club, letter: &DeskLetter<'_>) -> anyhow::Result<String> {
    let ours = || Templates::of(club.shelf.games.templates());
    let templates = club.templates().unwrap_or_else(|_| ours());
    let text = templates.desk_mail(&letter.frame(club), letter.mail);
    Ok(text.map_err(Fault::halted)?)
}

impl DeskLetter<'_> {
    fn frame(&self, club: &Club) -> DeskFrame {
        DeskFrame {
            club: club.config.club.name.clone(),
            campaign: self.about.map(ToString::to_string).unwrap_or_default(),
            player: match self.to {
                Reader::Player(player) => player.name.clone(),
                Reader::Referee | Reader::Address(_) => String::new(),
            },
        }
    }
}

/// Whether a mail of that name has been put there.
pub fn is_there(club: &Club, key: &str) -> bool {
    exists(&*club.fs, &file(club, key))
}

fn file(club: &Club, key: &str) -> PathBuf {
    club.layout.desk_outbox().join(format!("{key}.eml"))
}

/// Puts a mail into the desk's outbox, unless it has been there before; either way it is safe.
///
/// # Errors
/// The disk's, or an address that no mail can carry.
pub fn put(club: &Club, letter: &DeskLetter<'_>, now: Moment) -> anyhow::Result<()> {
    if is_safe(club, letter.key)? {
        Ok(())
    } else {
        write(club, letter, &render(club, letter)?, now)
    }
}

/// The same with a text that was made before.
///
/// # Errors
/// As for [`put`].
pub fn put_text(
    club: &Club,
    letter: &DeskLetter<'_>,
    text: &str,
    now: Moment,
) -> anyhow::Result<()> {
    if is_safe(club, letter.key)? {
        Ok(())
    } else {
        write(club, letter, text, now)
    }
}

/// Whether a mail of that name is there; if so, it stays there.
fn is_safe(club: &Club, key: &str) -> anyhow::Result<bool> {
    if !is_there(club, key) {
        return Ok(false);
    }
    // A tick that could not make the folder safe has left the name all the same, and what is
    // noted now (that the mail was answered) must not outlive the answer.
    club.fs.sync_dir(&club.layout.desk_outbox())?;
    Ok(true)
}

fn write(club: &Club, letter: &DeskLetter<'_>, text: &str, now: Moment) -> anyhow::Result<()> {
    let (to, name) = match letter.to {
        Reader::Referee => (club.config.club.referee.as_str(), "Referee"),
        Reader::Player(player) => (player.address.as_str(), player.name.as_str()),
        Reader::Address(address) => (address, ""),
    };
    let folder = club.layout.desk_outbox();
    let path = file(club, letter.key);
    let mail = Outgoing {
        key: letter.key.to_owned(),
        campaign: letter.about.map_or("desk", CampaignId::as_str).to_owned(),
        kind: LetterKind::Report,
        to: to.to_owned(),
        to_name: name.to_owned(),
        reply_address: club.house.address(),
        answer_to: letter.mail.answer_to().map(str::to_owned),
        from_name: club.config.club.name.clone(),
        subject: letter.mail.subject(&letter.frame(club)),
        in_reply_to: None,
        references: Vec::new(),
        leave: None,
        date: now.seconds(),
        text: text.to_owned(),
        html: String::new(),
        pictures: Vec::new(),
        calendar: String::new(),
        data: None,
        files: Vec::new(),
    };
    let bytes = compose(&mail, &club.house)?;
    // The address comes first, for the envelope; the mail follows.
    let stored = format!("{to}\n").into_bytes();
    let stored = [stored, bytes].concat();
    let made = make_dir(&*club.fs, &folder);
    made.with_context(|| format!("making {}", folder.display()))?;
    // All at once: half a mail under its name would be taken for the whole one.
    let written = replace(&*club.fs, &path, &stored, Access::Private);
    written.with_context(|| format!("writing {}", path.display()))
}

/// What ends the key of a mail that goes out once a day for each address at most.
pub fn today(address: &str, now: Moment) -> String {
    let hash = blake3::hash(address.to_lowercase().as_bytes());
    format!("{}.{}", now.date(Zone::UTC), &hash.to_hex().as_str()[..12])
}

/// Puts a mail to the referee into the desk's outbox, about a campaign or about none.
///
/// # Errors
/// As for [`put`].
pub fn notify_referee(
    club: &Club,
    about: Option<&CampaignId>,
    key: &str,
    mail: &DeskMail,
    now: Moment,
) -> anyhow::Result<()> {
    let letter = DeskLetter {
        key,
        about,
        to: Reader::Referee,
        mail,
    };
    put(club, &letter, now)
}

/// A mail that waits in the desk's outbox.
pub struct Waiting {
    /// The mail's key.
    pub key: String,
    /// The address it is for.
    pub to: String,
    /// The whole mail.
    pub bytes: Vec<u8>,
    /// What attempts there were.
    pub tried: Option<Tried>,
}

/// The mails that wait, by name.
///
/// # Errors
/// The disk's.
pub fn unsent(club: &Club) -> anyhow::Result<Vec<Waiting>> {
    let folder = club.layout.desk_outbox();
    let names = list_if_there(&*club.fs, &folder);
    let names = names.with_context(|| format!("listing {}", folder.display()))?;
    let mut waiting = Vec::new();
    for name in &names {
        let Some(key) = name.strip_suffix(".eml") else {
            continue;
        };
        let done = [".sent", ".failed"].map(|it| format!("{key}{it}"));
        if names.iter().any(|it| done.contains(it)) {
            continue;
        }
        let stored = club.fs.read(&folder.join(name))?;
        let Some(end) = stored.iter().position(|it| *it == b'\n') else {
            continue;
        };
        waiting.push(Waiting {
            key: key.to_owned(),
            to: String::from_utf8_lossy(&stored[..end]).into_owned(),
            bytes: stored[end + 1..].to_vec(),
            // A count for people and clocks: one that cannot be read is as good as none.
            tried: if names.contains(&format!("{key}.try")) {
                tried(&club.fs.read(&folder.join(format!("{key}.try")))?)
            } else {
                None
            },
        });
    }
    // As in `put`: to send what a power cut may take away again would be to send it twice.
    if !waiting.is_empty() {
        club.fs.sync_dir(&folder)?;
    }
    Ok(waiting)
}

/// Makes room for the mark that [`mark_sent`] sets, before a mail is handed over: a mail that
/// cannot be noted as sent must not be sent.
///
/// # Errors
/// The disk's.
pub fn about_to_send(club: &Club, key: &str, now: Moment) -> anyhow::Result<()> {
    let path = beside(club, key, "sending");
    if !exists(&*club.fs, &path) {
        club.fs
            .create(&path, format!("{now}\n").as_bytes(), Access::Shared)?;
    }
    Ok(())
}

/// Notes that a mail was sent.
///
/// # Errors
/// The disk's; then it may be sent again.
pub fn mark_sent(club: &Club, key: &str) -> anyhow::Result<()> {
    club.fs
        .rename(&beside(club, key, "sending"), &beside(club, key, "sent"))?;
    club.fs.sync_dir(&club.layout.desk_outbox())?;
    Ok(())
}

/// Notes an attempt that was not final, in place of the one noted before.
///
/// # Errors
/// The disk's.
pub fn mark_tried(club: &Club, key: &str, tried: &Tried) -> anyhow::Result<()> {
    let text = canon::text(tried);
    let path = beside(club, key, "try");
    replace(&*club.fs, &path, text.as_bytes(), Access::Shared)?;
    Ok(())
}

/// Notes that a mail can never be sent, and why.
///
/// # Errors
/// The disk's; then it is tried again.
pub fn mark_failed(club: &Club, key: &str, now: Moment, why: &str) -> anyhow::Result<()> {
    let text = format!("{now} {why}\n");
    replace(
        &*club.fs,
        &beside(club, key, "failed"),
        text.as_bytes(),
        Access::Shared,
    )?;
    Ok(())
}

fn beside(club: &Club, key: &str, became: &str) -> PathBuf {
    club.layout.desk_outbox().join(format!("{key}.{became}"))
}
