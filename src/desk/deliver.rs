//! Handing over the mails that wait, oldest first; nothing here changes a campaign.
//!
//! Not here: making mails (`work`), and the ways they leave (`mail::transport`).

use super::open::Club;
use super::post_box;
use super::undeliverable;
use crate::clock::Moment;
use crate::config::club::MailOut;
use crate::fault::Fault;
use crate::mail::sendmail::Sendmail;
use crate::mail::transport::{Folder, SendError, Spool, Transport};
use crate::store::entry::Letter;
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{Access, Fs, make_dir, parent, replace};
use crate::store::layout::CampaignDir;
use crate::store::log::CampaignLog;
use crate::store::outbox::{Tried, Unsent};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// How many mails one tick hands over at most: a queue that has piled up does not keep the lock
/// for an hour.
pub const MAILS_A_TICK_MAX: u32 = 2_000;

/// What delivering came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Handed over.
    pub sent: u32,
    /// Still waiting because something went wrong.
    pub unsent: u32,
    /// What went wrong with the first of these.
    pub why: Option<String>,
}

impl Delivered {
    fn failed(&mut self, why: &str) {
        self.unsent += 1;
        self.why.get_or_insert_with(|| why.to_owned());
    }
}

/// The transport that packetboat.toml names.
///
/// # Errors
/// One that this packetboat does not have.
pub fn transport(club: &Club) -> anyhow::Result<Box<dyn Transport>> {
    if club.config.mail_in.imap.is_some() {
        let what = "packetboat.toml: [mail.in] imap: this packetboat cannot fetch mail that way";
        return Err(Fault::usage(what)
            .hint("Take the line away, and let a mail program fill the Maildir.")
            .into());
    }
    match &club.config.mail_out {
        MailOut::Folder(folder) => {
            let spool = OnDisk(Arc::clone(&club.fs));
            Ok(Box::new(Folder::new(club.layout.path(folder), spool)))
        }
        MailOut::Sendmail(program) => {
            let bounces = club.config.club.address.as_str();
            Ok(Box::new(Sendmail::new(program, bounces)))
        }
        MailOut::Smtp(_) => Err(not_yet("smtp")),
    }
}

fn not_yet(way: &str) -> anyhow::Error {
    let what = format!("packetboat.toml: [mail.out] {way}: this packetboat cannot send that way");
    Fault::usage(what)
        .hint("Write `folder = \"mail/out\"` under [mail.out], and let a mail program send it.")
        .into()
}

/// The folder transport's view of the disk.
struct OnDisk(Arc<dyn Fs>);

impl Spool for OnDisk {
    fn create(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        make_dir(&*self.0, parent(path))?;
        replace(&*self.0, path, bytes, Access::Private)
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.rename(from, to)?;
        self.0.sync_dir(parent(to))
    }
}

/// Hands over what waits in a campaign's entries.
///
/// # Errors
/// The disk's, or a mail that is gone or altered.
pub fn campaign(
    club: &Club,
    dir: &CampaignDir,
    post: &mut dyn Transport,
    now: Moment,
    so_far: &mut Delivered,
) -> Stored<()> {
    let log = CampaignLog::new(&*club.fs, dir);
    let Some(last) = log.last()? else {
        return Ok(());
    };
    let desk = &last.note.desk;
    for unsent in log.unsent(desk.delivered)? {
        let released = desk.released.is_some_and(|it| it >= unsent.entry);
        if unsent.note.what == Letter::ReportForReview && !released {
            continue;
        }
        if so_far.sent + so_far.unsent >= MAILS_A_TICK_MAX {
            return Ok(());
        }
        let refused = one(&log, &unsent, post, now, so_far)?;
        if let Some(Refused { bytes, why }) = refused {
            // The referee first: a mark without a word would never be looked at.
            let about = (&last.note.campaign, dir);
            undeliverable::tell(club, about, &unsent, &bytes, &why, now).map_err(|it| {
                let outbox = club.layout.desk_outbox();
                StoreFault::disk(&outbox, io::Error::other(format!("{it:#}")))
            })?;
            log.mark_failed(unsent.entry, &unsent.note.key, now, &why)?;
        }
    }
    Ok(())
}

/// A mail that can never be handed over.
struct Refused {
    bytes: Vec<u8>,
    why: String,
}

fn one(
    log: &CampaignLog<'_>,
    unsent: &Unsent,
    post: &mut dyn Transport,
    now: Moment,
    so_far: &mut Delivered,
) -> Stored<Option<Refused>> {
    let key = &unsent.note.key;
    let bytes = log.mail(unsent.entry, key)?;
    // Room for the mark first: on a full disk the same mail would go out with every tick.
    log.about_to_send(unsent.entry, key, now)?;
    match post.send(&unsent.note.to, &bytes, key.as_str()) {
        Ok(()) => {
            log.mark_sent(unsent.entry, key, now)?;
            so_far.sent += 1;
        }
        Err(SendError::Temporary(why)) => {
            so_far.failed(&why);
            let count = unsent.tried.as_ref().map_or(0, |it| it.count) + 1;
            let tried = Tried {
                count,
                last: now,
                why,
            };
            log.mark_tried(unsent.entry, key, &tried)?;
        }
        Err(SendError::Permanent(why)) => {
            so_far.failed(&why);
            return Ok(Some(Refused { bytes, why }));
        }
    }
    Ok(None)
}

/// Hands over what waits in the desk's own outbox.
///
/// # Errors
/// The disk's.
pub fn desk(
    club: &Club,
    post: &mut dyn Transport,
    now: Moment,
    so_far: &mut Delivered,
) -> anyhow::Result<()> {
    for waiting in post_box::unsent(club)? {
        post_box::about_to_send(club, &waiting.key, now)?;
        match post.send(&waiting.to, &waiting.bytes, &waiting.key) {
            Ok(()) => {
                post_box::mark_sent(club, &waiting.key)?;
                so_far.sent += 1;
            }
            Err(SendError::Temporary(why)) => so_far.failed(&why),
            Err(SendError::Permanent(why)) => {
                so_far.failed(&why);
                post_box::mark_failed(club, &waiting.key, now, &why)?;
            }
        }
    }
    Ok(())
}
