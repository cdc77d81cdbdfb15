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
use crate::mail::transport::{Folder, Handed, SendError, Spool, Transport};
use crate::store::entry::Committed;
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{Access, Fs, make_dir, parent, remove_if_there};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::outbox::{Tried, Unsent};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many mails one tick hands over at most: a queue that has piled up does not keep the lock
/// for an hour.
pub const MAILS_A_TICK_MAX: u32 = 2_000;

/// How many mails may be spooled before they are made safe together.
const SPOOLED_MAX: usize = 256;

/// What delivering came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Handed over.
    pub sent: u32,
    /// Still waiting because something went wrong.
    pub unsent: u32,
    /// What went wrong with the first of these.
    pub why: Option<String>,
    /// Refused for good.
    pub refused: u32,
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
        remove_if_there(&*self.0, path)?;
        self.0.create(path, bytes, Access::Private)
    }

    fn place(&mut self, drafts: &[(PathBuf, PathBuf)]) -> io::Result<()> {
        let files: Vec<PathBuf> = drafts.iter().map(|it| it.0.clone()).collect();
        self.0.sync_many(&files, &[])?;
        for (from, to) in drafts {
            self.0.rename(from, to)?;
        }
        let dirs = BTreeSet::from_iter(drafts.iter().map(|it| parent(&it.1).to_owned()));
        self.0.sync_many(&[], &Vec::from_iter(dirs))
    }
}

/// The mails of many campaigns on their way out, in the order of the campaigns.
pub struct Round<'a> {
    club: &'a Club,
    post: &'a mut dyn Transport,
    now: Moment,
    /// Handed to a transport that has not made them safe yet.
    spooled: Vec<InHand>,
    ended: Ended,
}

/// What a round of deliveries came to.
#[derive(Debug, Default)]
pub struct Ended {
    /// How many mails left.
    pub delivered: Delivered,
    /// Campaigns whose mails cannot be read or marked.
    pub stuck: Vec<(CampaignId, StoreFault)>,
    /// Campaigns that still have mails to be sent.
    pub waits: BTreeSet<CampaignId>,
}

/// A mail that is being handed over.
struct InHand {
    id: CampaignId,
    dir: CampaignDir,
    unsent: Unsent,
}

impl<'a> Round<'a> {
    /// Begins a round.
    pub fn new(club: &'a Club, post: &'a mut dyn Transport, now: Moment) -> Self {
        Round {
            club,
            post,
            now,
            spooled: Vec::new(),
            ended: Ended::default(),
        }
    }

    /// Hands over what waits in a campaign's entries, of which this is the newest.
    pub fn campaign(&mut self, id: &CampaignId, dir: &CampaignDir, last: &Committed) {
        if let Err(fault) = self.try_campaign(id, dir, last) {
            self.ended.stuck.push((id.clone(), fault));
        }
    }

    fn try_campaign(&mut self, id: &CampaignId, dir: &CampaignDir, last: &Committed) -> Stored<()> {
        let fs = Arc::clone(&self.club.fs);
        let log = CampaignLog::new(&*fs, dir);
        let desk = &last.note.desk;
        for unsent in log.unsent_up_to(last)? {
            if !desk.lets_out(unsent.entry, unsent.note.what) {
                continue;
            }
            let so_far = &self.ended.delivered;
            let in_hand = u32::try_from(self.spooled.len()).unwrap_or(u32::MAX);
            if so_far.sent + so_far.unsent + so_far.refused + in_hand >= MAILS_A_TICK_MAX {
                self.ended.waits.insert(id.clone());
                return Ok(());
            }
            let bytes = log.mail(unsent.entry, &unsent.note)?;
            // Room for the mark first: on a full disk the same mail would go out with every tick.
            log.about_to_send(unsent.entry, &unsent.note.key, self.now)?;
            let (to, key) = (&unsent.note.to, unsent.note.key.as_str());
            let handed = self.post.send(to, &bytes, key);
            let mail = InHand {
                id: id.clone(),
                dir: dir.clone(),
                unsent,
            };
            self.handed(mail, handed)?;
        }
        Ok(())
    }

    fn handed(&mut self, mail: InHand, handed: Result<Handed, SendError>) -> Stored<()> {
        let fs = Arc::clone(&self.club.fs);
        let log = CampaignLog::new(&*fs, &mail.dir);
        let (entry, key) = (mail.unsent.entry, &mail.unsent.note.key);
        match handed {
            Ok(Handed::Over) => {
                log.mark_sent(entry, key, self.now)?;
                self.ended.delivered.sent += 1;
            }
            Ok(Handed::Spooled) => {
                self.spooled.push(mail);
                if self.spooled.len() >= SPOOLED_MAX {
                    self.flush();
                }
            }
            Err(SendError::Temporary(why)) => {
                self.ended.delivered.failed(&why);
                self.ended.waits.insert(mail.id);
                let count = mail.unsent.tried.as_ref().map_or(0, |it| it.count) + 1;
                let tried = Tried {
                    count,
                    last: self.now,
                    why,
                };
                log.mark_tried(entry, key, &tried)?;
            }
            Err(SendError::Permanent(why)) => {
                self.ended.delivered.refused += 1;
                // The referee first: a mark without a word would never be looked at.
                let bytes = log.mail(entry, &mail.unsent.note)?;
                let about = (&mail.id, &mail.dir);
                undeliverable::tell(self.club, about, &mail.unsent, &bytes, &why, self.now)
                    .map_err(|it| {
                        let outbox = self.club.layout.desk_outbox();
                        StoreFault::disk(&outbox, io::Error::other(format!("{it:#}")))
                    })?;
                log.mark_failed(entry, key, self.now, &why)?;
            }
        }
        Ok(())
    }

    /// Lets the transport make safe what it has spooled, and marks all of it as sent.
    fn flush(&mut self) {
        let safe = self.post.flush();
        let mails = std::mem::take(&mut self.spooled);
        let Err(why) = safe else {
            return self.mark(&mails);
        };
        for mail in mails {
            let id = mail.id.clone();
            if let Err(fault) = self.handed(mail, Err(why.clone())) {
                self.ended.stuck.push((id, fault));
            }
        }
    }

    fn mark(&mut self, mails: &[InHand]) {
        let fs = Arc::clone(&self.club.fs);
        let mut marked = Vec::new();
        for mail in mails {
            let log = CampaignLog::new(&*fs, &mail.dir);
            match log.name_sent(mail.unsent.entry, &mail.unsent.note.key) {
                Ok(folder) => marked.push((&mail.id, folder)),
                Err(fault) => self.ended.stuck.push((mail.id.clone(), fault)),
            }
        }
        let folders = BTreeSet::from_iter(marked.iter().map(|it| it.1.clone()));
        match fs.sync_many(&[], &Vec::from_iter(folders)) {
            Ok(()) => self.ended.delivered.sent += u32::try_from(marked.len()).unwrap_or(u32::MAX),
            Err(why) => {
                for (id, folder) in marked {
                    let why = io::Error::new(why.kind(), why.to_string());
                    let fault = StoreFault::disk(&folder, why);
                    self.ended.stuck.push((id.clone(), fault));
                }
            }
        }
    }

    /// Ends the round: what was spooled is safe and marked.
    pub fn end(mut self) -> Ended {
        if !self.spooled.is_empty() {
            self.flush();
        }
        self.ended
    }
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
        let handed = post.send(&waiting.to, &waiting.bytes, &waiting.key);
        let safe = handed.and_then(|handed| match handed {
            Handed::Over => Ok(()),
            Handed::Spooled => post.flush(),
        });
        match safe {
            Ok(()) => {
                post_box::mark_sent(club, &waiting.key)?;
                so_far.sent += 1;
            }
            Err(SendError::Temporary(why)) => so_far.failed(&why),
            Err(SendError::Permanent(why)) => {
                so_far.refused += 1;
                post_box::mark_failed(club, &waiting.key, now, &why)?;
            }
        }
    }
    Ok(())
}
