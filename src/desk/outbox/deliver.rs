//! Handing over the mails that wait, oldest first; nothing here changes a campaign.
//!
//! Not here: making mails (`builder`), the ways they leave (`transports`, `mail::transport`), and
//! how long one waits that could not leave (`retry`).

use super::bounces::Bounces;
use super::desk_letters;
use super::digests::{self, Digests, Of};
use super::painting::Easel;
use super::reply_addresses::Returns;
use super::retry;
use super::undeliverable;
use super::watchers::{self, is_to_observer};
use crate::clock::Moment;
use crate::desk::club::open::Club;
use crate::mail::fit;
use crate::mail::transport::{Envelope, Handed, SendError, Transport};
use crate::progress;
use crate::report::{DeskMail, counted};
use crate::store::entry::{Committed, OutNote};
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{Access, Fs, Unsafe, exists, make_dir, parent, replace};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::outbox::{Tried, Unsent, that_leave};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many mails one tick hands over at most: a queue that has piled up does not keep the post's
/// lock for an hour.
pub const MAILS_A_TICK_MAX: u32 = 2_000;

/// How long one tick begins to hand over mails: the rest waits for the next one, as if it were
/// new. Shorter than a line may be open, which so ends between two mails.
pub const TIME_A_TICK_MAX: Duration = Duration::from_secs(8 * 60);

/// How many mails of a campaign are painted side by side.
const PAINTED_MAX: usize = 8;

/// How many mails may be spooled before they are made safe together.
const SPOOLED_MAX: usize = 256;

/// What delivering came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Delivered {
    /// Handed over.
    pub sent: u32,
    /// Still waiting because something went wrong now; those that went wrong before and whose
    /// time has not come again are not counted.
    pub unsent: u32,
    /// What went wrong with the first of these.
    pub why: Option<String>,
    /// Refused permanently.
    pub refused: u32,
    /// Why nothing at all can be sent, if so.
    pub down: Option<String>,
}

impl Delivered {
    fn failed(&mut self, why: &str) {
        self.unsent += 1;
        self.why.get_or_insert_with(|| why.to_owned());
    }
}

/// The mails of many campaigns on their way out, in the order of the campaigns.
pub struct Round<'a> {
    club: &'a Club,
    post: &'a mut dyn Transport,
    now: Moment,
    easel: Easel<'a>,
    /// Handed over, or to a transport that has not made them safe yet.
    spooled: Vec<InHand>,
    /// Why nothing can be sent in this run any more.
    down: Option<String>,
    /// When no mail is begun any more.
    until: Instant,
    /// What has come back of late.
    bounces: Bounces,
    digests: Digests<'a>,
    ended: Ended,
}

/// What a round of deliveries came to.
#[derive(Debug)]
pub struct Ended {
    /// How many mails left.
    pub delivered: Delivered,
    /// Campaigns whose mails cannot be read or marked.
    pub stuck: Vec<(CampaignId, StoreFault)>,
    /// Campaigns that still have mails to be sent.
    pub waits: BTreeSet<CampaignId>,
    /// When no mail is begun any more.
    pub until: Instant,
}

/// A mail that is being handed over.
struct InHand {
    id: CampaignId,
    dir: CampaignDir,
    unsent: Unsent,
}

/// Mails of one campaign that were handed over.
struct Marked<'m> {
    id: &'m CampaignId,
    dir: &'m CampaignDir,
    log: CampaignLog<'m>,
    mails: Vec<(u32, &'m OutNote)>,
}

impl<'m> Marked<'m> {
    /// These, of which there is one at least.
    fn of(fs: &'m dyn Fs, mails: &'m [InHand]) -> Self {
        let (id, dir) = (&mails[0].id, &mails[0].dir);
        let each = mails.iter();
        let each = each.map(|it| (it.unsent.entry, &it.unsent.note));
        Marked {
            id,
            dir,
            log: CampaignLog::new(fs, dir),
            mails: each.collect(),
        }
    }
}

impl<'a> Round<'a> {
    /// Begins a round.
    pub fn new(club: &'a Club, post: &'a mut dyn Transport, now: Moment) -> Self {
        let until = Instant::now() + TIME_A_TICK_MAX;
        Round {
            club,
            post,
            now,
            easel: Easel::new(club),
            spooled: Vec::new(),
            down: None,
            // One that cannot be read keeps nobody from their mail.
            bounces: Bounces::read(club).unwrap_or_default(),
            digests: Digests::new(club, now),
            until,
            ended: Ended {
                delivered: Delivered::default(),
                stuck: Vec::new(),
                waits: BTreeSet::new(),
                until,
            },
        }
    }

    /// The same with another limit than [`TIME_A_TICK_MAX`].
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        self.until = Instant::now() + time;
        self.ended.until = self.until;
        self
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
        let due = self.due((id, dir, last), &log)?;
        if due.is_empty() {
            return Ok(());
        }
        let returns = Returns::of(self.club, id, dir);
        for some in due.chunks(PAINTED_MAX) {
            let mut ready = self
                .ready(&log, &returns, (dir, &last.note.game, some))
                .into_iter();
            for unsent in some {
                let bytes = ready.next();
                if let Some(why) = &self.down {
                    self.ended.delivered.failed(why);
                    self.ended.waits.insert(id.clone());
                    continue;
                }
                let so_far = &self.ended.delivered;
                progress::step(|| format!("{} sent", counted(so_far.sent, "mail", "mails")));
                if self.is_enough() || goes_on(&*fs, dir, last) {
                    self.ended.waits.insert(id.clone());
                    return Ok(());
                }
                let (entry, note) = (unsent.entry, &unsent.note);
                let mail = InHand {
                    id: id.clone(),
                    dir: dir.clone(),
                    unsent: unsent.clone(),
                };
                if let Some(why) = stopped(&self.bounces, note, self.now) {
                    self.refused(&mail, &why)?;
                    continue;
                }
                let Some(bytes) = bytes.transpose()?.flatten() else {
                    self.ended.waits.insert(id.clone());
                    continue;
                };
                // Room for the mark first: on a full disk the same mail would go out with every
                // tick.
                log.about_to_send(entry, &note.key, self.now)?;
                let envelope = Envelope {
                    from: &returns.address_of(note),
                    to: &note.to,
                };
                let handed = self.post.send(&envelope, &bytes, note.key.as_str());
                self.handed(mail, handed)?;
            }
        }
        Ok(())
    }

    /// The mails of a campaign that leave now.
    fn due(
        &mut self,
        (id, dir, last): (&CampaignId, &CampaignDir, &Committed),
        log: &CampaignLog<'_>,
    ) -> Stored<Vec<Unsent>> {
        let (desk, now) = (&last.note.desk, self.now);
        let mut due = self.replaced(log, log.unsent_up_to(last)?)?;
        due.retain(|it| desk.lets_out(it.entry, it.note.what));
        let all = due.len();
        let is_due = |it: &Unsent| it.tried.as_ref().is_none_or(|it| retry::is_due(it, now));
        due.retain(is_due);
        if due.len() < all {
            self.ended.waits.insert(id.clone());
        }
        if due.is_empty() {
            return Ok(due);
        }
        if goes_on(&*self.club.fs, dir, last) {
            self.ended.waits.insert(id.clone());
            return Ok(Vec::new());
        }
        let is_stopped = |it: &OutNote| stopped(&self.bounces, it, now).is_some();
        self.digests
            .put_aside(Of { id, last, log }, due, &is_stopped)
    }

    /// Marks the mails whose place a newer one takes; those that are left.
    fn replaced(&self, log: &CampaignLog<'_>, due: Vec<Unsent>) -> Stored<Vec<Unsent>> {
        let mut marked = BTreeSet::new();
        for newer in &due {
            for earlier in &newer.note.instead_of {
                // First of all: the older one may not come after the newer. Once, though several
                // newer ones name it.
                if marked.insert(&earlier.key) {
                    log.mark_replaced(earlier, &newer.note.key, self.now)?;
                }
            }
        }
        Ok(that_leave(due))
    }

    /// Whether this run hands over no more mails.
    fn is_enough(&self) -> bool {
        let so_far = &self.ended.delivered;
        let in_hand = u32::try_from(self.spooled.len()).unwrap_or(u32::MAX);
        let begun = so_far.sent + so_far.unsent + so_far.refused + in_hand;
        begun >= MAILS_A_TICK_MAX || Instant::now() >= self.until
    }

    /// Mails as they are handed over, with the tokens of their readers, and pictures painted side
    /// by side; `None`: that cannot be made now. None at all while nothing can be sent.
    fn ready(
        &self,
        log: &CampaignLog<'_>,
        returns: &Returns<'_>,
        (dir, game, some): (&CampaignDir, &str, &[Unsent]),
    ) -> Vec<Stored<Option<Vec<u8>>>> {
        if self.down.is_some() {
            return Vec::new();
        }
        let read = |unsent: &Unsent| {
            let bytes = log.whole(unsent.entry, &unsent.note)?;
            Ok(returns.ready(&unsent.note, bytes))
        };
        let mails: Vec<Stored<Option<Vec<u8>>>> = some.iter().map(read).collect();
        if !self.post.is_looked_at() {
            return mails;
        }
        let easel = &self.easel;
        let shows = |stored: &&Stored<Option<Vec<u8>>>| {
            let bytes = stored.as_ref().ok().and_then(Option::as_ref);
            bytes.is_some_and(|it| fit::has_pictures(it))
        };
        let paint = |mail: Stored<Option<Vec<u8>>>| {
            let mail = mail?;
            Ok(mail.map(|bytes| easel.put_together((dir, game), bytes)))
        };
        // Threads cost more than a single mail, or any without pictures.
        if mails.iter().filter(shows).count() < 2 {
            return mails.into_iter().map(paint).collect();
        }
        let painted = mails.into_par_iter().map(paint);
        painted.collect()
    }

    fn handed(&mut self, mail: InHand, handed: Result<Handed, SendError>) -> Stored<()> {
        let fs = Arc::clone(&self.club.fs);
        let log = CampaignLog::new(&*fs, &mail.dir);
        let (entry, key) = (mail.unsent.entry, &mail.unsent.note.key);
        match handed {
            Ok(Handed::Over) => {
                self.mark(&[mail]);
            }
            Ok(Handed::Spooled) => {
                self.spooled.push(mail);
                if self.spooled.len() >= SPOOLED_MAX {
                    self.flush();
                }
            }
            Err(SendError::Down(why)) => {
                self.ended.delivered.failed(&why);
                self.ended.waits.insert(mail.id);
                self.down = Some(why);
                // Nothing took it: it has not begun to leave.
                log.not_sent(entry, key)?;
            }
            Err(SendError::Temporary(why)) => {
                let tried = again(mail.unsent.tried.as_ref(), self.now, why);
                if retry::is_over(&tried) {
                    return self.refused(&mail, &given_up(&tried));
                }
                self.ended.delivered.failed(&tried.why);
                self.ended.waits.insert(mail.id);
                log.mark_tried(entry, key, &tried)?;
            }
            Err(SendError::Permanent(why)) => self.refused(&mail, &why)?,
        }
        Ok(())
    }

    fn refused(&mut self, mail: &InHand, why: &str) -> Stored<()> {
        let fs = Arc::clone(&self.club.fs);
        let log = CampaignLog::new(&*fs, &mail.dir);
        let (entry, key) = (mail.unsent.entry, &mail.unsent.note.key);
        self.ended.delivered.refused += 1;
        // The referee first: a mark without a word would never be looked at.
        let bytes = log.whole(entry, &mail.unsent.note)?;
        let about = (&mail.id, &mail.dir);
        let told = if is_to_observer(key) {
            watchers::unreachable(self.club, &mail.id, &mail.unsent.note.to)
        } else {
            undeliverable::tell(self.club, about, &mail.unsent, &bytes, why, self.now)
        };
        told.map_err(|error| {
            let outbox = self.club.layout.desk_outbox();
            StoreFault::disk(&outbox, io::Error::other(format!("{error:#}")))
        })?;
        log.mark_failed(entry, key, self.now, why)
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

    /// Marks mails as sent: those of each campaign at once, all made safe together. Then
    /// they are taken away.
    fn mark(&mut self, mails: &[InHand]) {
        let fs = Arc::clone(&self.club.fs);
        let mut written = Unsafe::default();
        let mut marked = Vec::new();
        for some in mails.chunk_by(|one, other| one.id == other.id) {
            let of = Marked::of(&*fs, some);
            match of.log.mark_sent(&of.mails, self.now) {
                Ok(lines) => {
                    written.extend(lines);
                    marked.push(of);
                }
                Err(fault) => self.ended.stuck.push((some[0].id.clone(), fault)),
            }
        }
        match written.sync(&*fs) {
            Ok(()) => {
                for of in marked {
                    of.log.take_away(&of.mails);
                    self.ended.delivered.sent += u32::try_from(of.mails.len()).unwrap_or(u32::MAX);
                }
            }
            Err(why) => {
                for of in marked {
                    let why = io::Error::new(why.kind(), why.to_string());
                    let fault = StoreFault::disk(&of.dir.root().join("sent"), why);
                    self.ended.stuck.push((of.id.clone(), fault));
                }
            }
        }
    }

    /// Ends the round: what was spooled is safe and marked.
    pub fn end(mut self) -> Ended {
        if !self.spooled.is_empty() {
            self.flush();
        }
        self.ended.delivered.down = self.down;
        self.ended
    }
}

/// Whether a campaign has moved on since this entry, or is halted: the referee may do so while
/// mails are sent. What the new entry says of them counts at the next tick.
fn goes_on(fs: &dyn Fs, dir: &CampaignDir, last: &Committed) -> bool {
    let next = dir.entry(last.note.number + 1);
    [next, dir.halted()].iter().any(|it| exists(fs, it))
}

/// Why nothing is sent to an address any more, if so. The referee is always written to.
fn stopped(bounces: &Bounces, note: &OutNote, now: Moment) -> Option<String> {
    if note.seat.is_none() && !is_to_observer(&note.key) {
        return None;
    }
    let standing = bounces.standing(&note.to, now)?;
    let why = &standing.why;
    standing
        .is_stopped()
        .then(|| format!("mails to this address come back: {why}"))
}

/// Hands over what waits in the desk's own outbox, beginning none after the second moment.
///
/// # Errors
/// The disk's.
pub fn desk(
    club: &Club,
    post: &mut dyn Transport,
    (now, until): (Moment, Instant),
    so_far: &mut Delivered,
) -> anyhow::Result<()> {
    for waiting in desk_letters::unsent(club)? {
        if Instant::now() >= until {
            break;
        }
        let tried = waiting.tried.as_ref();
        if tried.is_some_and(|it| !retry::is_due(it, now)) {
            continue;
        }
        desk_letters::about_to_send(club, &waiting.key, now)?;
        let envelope = Envelope {
            from: &club.house.address(),
            to: &waiting.to,
        };
        let handed = post.send(&envelope, &waiting.bytes, &waiting.key);
        let safe = handed.and_then(|handed| match handed {
            Handed::Over => Ok(()),
            Handed::Spooled => post.flush(),
        });
        let refused = match safe {
            Ok(()) => {
                desk_letters::mark_sent(club, &waiting.key)?;
                so_far.sent += 1;
                continue;
            }
            Err(SendError::Down(why)) => {
                so_far.failed(&why);
                so_far.down = Some(why);
                continue;
            }
            Err(SendError::Temporary(why)) => {
                let tried = again(tried, now, why);
                if !retry::is_over(&tried) {
                    so_far.failed(&tried.why);
                    desk_letters::mark_tried(club, &waiting.key, &tried)?;
                    continue;
                }
                given_up(&tried)
            }
            Err(SendError::Permanent(why)) => why,
        };
        so_far.refused += 1;
        // The referee first, as above.
        if digests::is_digest(&waiting.key) {
            let about = DeskMail::Undeliverable {
                to: waiting.to.clone(),
                seat: String::new(),
                subject: "a digest".to_owned(),
                key: waiting.key.clone(),
                entry: 0,
                why: refused.clone(),
            };
            let key = format!("undelivered.{}", waiting.key);
            desk_letters::notify_referee(club, None, &key, &about, now)?;
        }
        desk_letters::mark_failed(club, &waiting.key, now, &refused)?;
    }
    Ok(())
}

/// Keeps for `status` why nothing can be sent, and since when; or that something was sent again.
///
/// # Errors
/// The disk's.
pub fn note_down(club: &Club, delivered: &Delivered, now: Moment) -> io::Result<()> {
    let path = club.layout.down();
    let known = exists(&*club.fs, &path);
    match &delivered.down {
        Some(why) if !known => {
            let since = now.for_people(club.config.club.zone, now);
            make_dir(&*club.fs, parent(&path))?;
            let text = format!("since {since}: {why}\n");
            replace(&*club.fs, &path, text.as_bytes(), Access::Shared)
        }
        None if known && delivered.sent > 0 => club.fs.remove_file(&path),
        _ => Ok(()),
    }
}

/// One more try that was not final.
fn again(before: Option<&Tried>, now: Moment, why: String) -> Tried {
    Tried {
        count: before.map_or(0, |it| it.count) + 1,
        last: now,
        why,
    }
}

/// What is written on a mail that was tried often enough.
fn given_up(tried: &Tried) -> String {
    format!(
        "tried {} times without success; the last time: {}",
        tried.count, tried.why
    )
}
