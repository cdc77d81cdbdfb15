//! Whose mail is it? From files in the Maildir and the drop box to arrivals at campaigns.
//!
//! Not here: whether the sender has proved to be who the address says (`intake`), and what the
//! mail says.

use super::arrival::{Arrival, Source, Wish, by_file};
use super::join::{self, JOIN, Wanted};
use super::may_count;
use super::opened::OpenedMail;
use super::watch::{self, Asked, WATCH};
use crate::clock::Moment;
use crate::desk::club::ledger::{ASTRAY, LedgerLine};
use crate::desk::club::open::Club;
use crate::engine::seat::Seat;
use crate::mail::address::SeatAddress;
use crate::mail::compose::sent_by_us;
use crate::mail::parse::MAIL_BYTES_MAX;
use crate::mail::slim::slimmed;
use crate::mail::token::Token;
use crate::mail::{Bounced, Class, Incoming, parse};
use crate::store::fault::{StoreFault, Stored};
use crate::store::layout::CampaignId;
use crate::store::maildir::{DropBox, Maildir, Waiting};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// How much of a file is read, files in a mail left aside: one byte more than counts of a mail, so
/// that a longer one is known for what it is.
const MAIL_READ_MAX: usize = MAIL_BYTES_MAX + 1;

/// Why a mail belongs to none.
pub const NO_CAMPAIGN: &str = "it names no campaign and came to no seat's address";

/// How many mails are held at a time: of more, what a campaign takes is read once more when it is
/// its turn, so that a long queue needs no more memory than a short one.
pub const HELD_MAX: usize = 300;

/// The class of one to a campaign that is in the archive.
pub const LATE: &str = "late";

/// A mail, and where it belongs.
#[derive(Debug, Clone)]
pub enum Routed {
    /// To a campaign.
    Campaign(CampaignId, Box<Arrival>),
    /// To the ledger: a machine's, which changes nothing and is not answered.
    Ledger(Source, LedgerLine),
    /// To the ledger too, and somebody hears of it: a person's.
    Astray(Source, LedgerLine, Box<OpenedMail>),
    /// The same, and its seat's player is notified how the campaign ended.
    Late(Source, LedgerLine, Box<OpenedMail>, (CampaignId, Seat)),
    /// To the ledger too, and it says that its sender wants to watch a campaign, or no longer.
    Watch(Source, LedgerLine, Asked),
    /// To the ledger too, and its sender looks for a seat.
    Join(Source, LedgerLine, Box<OpenedMail>, Wanted),
    /// To the ledger too, and a mail of ours to this seat came back with it.
    Bounce(Source, LedgerLine, SeatAddress, Bounced),
}

/// A mail that waits to be read.
#[derive(Debug, Clone)]
pub struct Unread {
    file: Waiting,
    from: Source,
}

/// All mail that waits.
#[derive(Debug)]
pub struct Queue {
    /// The mails, oldest first.
    pub mails: Vec<Unread>,
    /// What is not a file at all, and why not. It is left where it is, and the others are not kept
    /// waiting for it.
    pub odd: Vec<StoreFault>,
    /// Whether nothing in `cur` of the Maildir is to be looked at again, as long as that folder
    /// does not change.
    pub cur_rests: bool,
}

/// Looks for all mail that waits; into `cur` only if that is wanted.
///
/// # Errors
/// The disk's, if it cannot even list the folders.
pub fn unread(club: &Club, now: Moment, into_cur: bool) -> Stored<Queue> {
    let maildir = Maildir::new(&*club.fs, club.layout.path(&club.config.mail_in.maildir));
    let drop_box = DropBox::new(&*club.fs, club.layout.drop_box());
    let (posted, dropped) = (maildir.look(now, into_cur)?, drop_box.look(now)?);
    let (mut odd, cur_rests) = (posted.odd, posted.cur_rests);
    odd.extend(dropped.odd);
    let from = |from| move |file| Unread { file, from };
    let posted = posted.waiting.into_iter().map(from(Source::Maildir));
    let dropped = dropped.waiting.into_iter().map(from(Source::Drop));
    let mut mails: Vec<Unread> = posted.chain(dropped).collect();
    mails.sort_by_cached_key(|it| (it.file.arrived, it.file.name.clone()));
    Ok(Queue {
        mails,
        odd,
        cur_rests,
    })
}

impl Unread {
    /// Reads it and finds its place; `None`: another program took it meanwhile. What cannot be read
    /// now is left where it is.
    ///
    /// # Errors
    /// The disk's.
    pub fn read(&self, club: &Club) -> Stored<Option<Routed>> {
        let (name, from) = (&self.file.name, self.from);
        let bytes = match from {
            Source::Maildir => {
                let root = club.layout.path(&club.config.mail_in.maildir);
                read_mail(&Maildir::new(&*club.fs, root), name)
            }
            Source::Drop | Source::Command => {
                let drop_box = DropBox::new(&*club.fs, club.layout.drop_box());
                let start = drop_box.read(name, MAIL_READ_MAX);
                if is_by_file(name, from) {
                    start
                } else {
                    counting(name, start, || drop_box.open(name))
                }
            }
        };
        match bytes {
            Ok(bytes) => Ok(Some(route(club, self.file.clone(), from, &bytes))),
            Err(StoreFault::Disk { source, .. }) if source.kind() == ErrorKind::NotFound => {
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }
}

/// A mail in the Maildir, as far as it counts.
///
/// # Errors
/// The disk's.
pub fn read_mail(maildir: &Maildir<'_>, name: &str) -> Stored<Vec<u8>> {
    counting(name, maildir.read(name, MAIL_READ_MAX), || {
        maildir.open(name)
    })
}

/// What counts of a mail that begins so. A longer one is read to its end, but for the files in it.
fn counting(
    name: &str,
    start: Stored<Vec<u8>>,
    open: impl FnOnce() -> Stored<Box<dyn Read>>,
) -> Stored<Vec<u8>> {
    let start = start?;
    if start.len() < MAIL_READ_MAX {
        return Ok(start);
    }
    let slim = slimmed(&mut open()?, MAIL_READ_MAX);
    slim.map_err(|it| StoreFault::disk(Path::new(name), it))
}

/// Whether a file is not a mail, but orders by somebody who may write here.
fn is_by_file(name: &str, from: Source) -> bool {
    from == Source::Drop && name.ends_with(".txt")
}

fn route(club: &Club, waiting: Waiting, from: Source, bytes: &[u8]) -> Routed {
    let trusted = is_by_file(&waiting.name, from);
    let mail = OpenedMail::open(if trusted {
        by_file(&String::from_utf8_lossy(bytes), &waiting)
    } else {
        parse(bytes, &club.house)
    });
    let line = |class: &str, why: String| LedgerLine {
        id: mail.id.0.clone(),
        file: waiting.name.clone(),
        arrived: waiting.arrived,
        class: class.to_owned(),
        from: mail.from.clone().unwrap_or_default(),
        why,
    };
    let for_none = |why: String| {
        let (class, why) = for_none(&mail, why);
        match mail.class {
            Class::Orders => Routed::Astray(from, line(&class, why), Box::new(mail.clone())),
            _ => Routed::Ledger(from, line(&class, why)),
        }
    };
    if mail.class != Class::Orders {
        let whose = club.house.bounced_among(&mail.to);
        if let (Some(whose), Some(bounced)) = (whose, mail.bounced.clone()) {
            let (class, why) = self::for_none(&mail, String::new());
            return Routed::Bounce(from, line(&class, why), whose, bounced);
        }
    }
    if let Some(asked) = watch::asked(&mail).filter(|_| is_for_nobody(club, &mail)) {
        return if asked.is_proved() {
            Routed::Watch(from, line(WATCH, String::new()), asked)
        } else {
            let line = line(WATCH, watch::UNVOUCHED.to_owned());
            Routed::Astray(from, line, Box::new(mail))
        };
    }
    if is_for_nobody(club, &mail)
        && let Some(wanted) = join::wanted(club, &mail)
    {
        let line = line(JOIN, String::new());
        return Routed::Join(from, line, Box::new(mail), wanted);
    }
    let (campaign, seat, token) = match destination(club, &mail) {
        Ok(found) if may_count::may_count(&mail, found.2.as_ref()) => found,
        Ok(_) => return for_none(String::new()),
        Err(why) => return for_none(why),
    };
    match campaign.parse::<CampaignId>() {
        Ok(id) if club.fs.stat(club.layout.campaign(&id).root()).is_ok() => Routed::Campaign(
            id,
            Box::new(Arrival {
                from,
                file: waiting.name,
                arrived: waiting.arrived,
                seat,
                token,
                trusted,
                wish: Wish::Orders,
                mail,
            }),
        ),
        Ok(id) if mail.class == Class::Orders && is_archived(club, &id) => {
            let why = "its campaign is over and archived".to_owned();
            let line = line(LATE, why);
            Routed::Late(from, line, Box::new(mail), (id, seat))
        }
        // Not which: this is mailed to anyone who is registered with the address in From.
        _ => for_none("no running campaign has the name in it".to_owned()),
    }
}

fn is_archived(club: &Club, id: &CampaignId) -> bool {
    club.fs.stat(club.layout.archived(id).root()).is_ok()
}

/// The class, in the ledger, of a mail that belongs to no campaign, and why: for a machine's it is
/// enough that it is one.
pub fn for_none(mail: &Incoming, why: String) -> (String, String) {
    match mail.class {
        Class::Orders => (ASTRAY.to_owned(), why),
        class => (format!("{class:?}").to_lowercase(), mail.because.clone()),
    }
}

/// Whether a mail is about no seat, as far as its addresses and what is written in it say.
fn is_for_nobody(club: &Club, mail: &OpenedMail) -> bool {
    club.house.seats_among(&mail.to).is_empty() && opener_names(mail).is_none()
}

/// The seat a mail is about: by the address it came to, else by its opener, else by the mail of
/// ours that it answers.
fn destination(club: &Club, mail: &OpenedMail) -> Result<(String, Seat, Option<Token>), String> {
    let mut seats = club.house.seats_among(&mail.to);
    if seats.len() > 1 {
        let why =
            "it came to the addresses of several seats, but orders are for one; send it to one";
        return Err(why.to_owned());
    }
    if let Some(at) = seats.pop() {
        return Ok((at.campaign, at.seat, Some(at.token)));
    }
    if let Some((campaign, seat)) = opener_names(mail) {
        return Ok((campaign, seat, None));
    }
    let answers = mail.references.iter().rev();
    let mut ours = answers.filter_map(|it| sent_by_us(it, &club.house));
    match ours.find_map(|(campaign, seat)| Some((campaign, seat?))) {
        Some((campaign, seat)) => Ok((campaign, seat, None)),
        None => Err(NO_CAMPAIGN.to_owned()),
    }
}

/// The first two words after `#orders` in what the player wrote.
fn opener_names(mail: &OpenedMail) -> Option<(String, Seat)> {
    let block = mail.blocks.first()?;
    let mut words = block.opener.split_whitespace();
    words.find(|it| it.to_lowercase().contains("orders"))?;
    let campaign = words.next()?.to_lowercase();
    let seat = words.next()?.to_lowercase().parse().ok()?;
    Some((campaign, seat))
}
