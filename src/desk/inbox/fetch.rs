//! Emptying the mailbox that packetboat.toml names into the Maildir, before a tick looks there.
//!
//! Not here: how a mailbox is read (`mail::imap`), and what mails say.

use crate::clock::Moment;
use crate::config::club::Imap;
use crate::desk::club::desk_file;
use crate::desk::club::open::Club;
use crate::desk::outbox::logins;
use crate::mail::imap::{self, Mailbox, Remembered};
use crate::mail::line::Limits;
use crate::store::fs::Access;
use crate::store::maildir::Maildir;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Mailbox, 1);

/// After how many mails it is written down how far a mailbox was read, in case the run is cut.
const REMEMBERED_EVERY: u32 = 50;

/// How far which mailbox was read. A hint: without it mails are fetched again, and known again.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    host: String,
    user: String,
    folder: String,
    read: Remembered,
}

/// What a mailbox had to say beside its mails.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetched {
    /// Why it was not read to its end.
    pub trouble: Option<String>,
    /// What it lists and does not give; all else was fetched.
    pub withheld: Option<String>,
}

/// Fetches what is new, if a mailbox is named; what was fetched before trouble stays fetched.
///
/// # Errors
/// A setting that cannot be used; the disk, if it cannot be said how far the mailbox was read.
pub fn fetch(club: &Club, now: Moment) -> anyhow::Result<Fetched> {
    let Some(imap) = &club.config.mail_in.imap else {
        return Ok(Fetched::default());
    };
    let mailbox = mailbox(club, imap)?;
    let before = remembered(club, imap);
    let maildir = Maildir::new(&*club.fs, club.layout.path(&club.config.mail_in.maildir));
    let mut kept = 0;
    let mut keep = |bytes: &[u8], arrived: i64, read: &Remembered| {
        // By the server's clock, but never later than ours says that it is.
        let arrived = Moment::from_seconds(arrived.min(now.seconds()));
        let delivered = maildir.deliver(bytes, arrived);
        delivered.map_err(|it| it.to_string())?;
        kept += 1;
        if kept % REMEMBERED_EVERY == 0 {
            remember(club, imap, read.clone()).map_err(|it| it.to_string())?;
        }
        Ok(())
    };
    match imap::fetch(&mailbox, before.clone(), &mut keep) {
        Err(why) => Ok(Fetched {
            trouble: Some(why),
            withheld: None,
        }),
        Ok(fetched) => {
            if before.as_ref() != Some(&fetched.remembered) {
                remember(club, imap, fetched.remembered)?;
            }
            Ok(Fetched {
                trouble: fetched.trouble,
                withheld: fetched.withheld,
            })
        }
    }
}

/// The mailbox that packetboat.toml names, with its password and certificates.
///
/// # Errors
/// A file that cannot be read.
pub fn mailbox(club: &Club, imap: &Imap) -> anyhow::Result<Mailbox> {
    let setting = "[mail.in] imap";
    Ok(Mailbox {
        host: imap.host.clone(),
        port: imap.port,
        user: imap.user.clone(),
        secret: logins::secret(club, setting, imap.login(), imap.auth)?,
        folder: imap.folder.clone(),
        processed: imap.processed.clone(),
        authorities: logins::authorities(club, setting, imap.ca_file.as_deref())?,
        limits: Limits::default(),
    })
}

fn remembered(club: &Club, imap: &Imap) -> Option<Remembered> {
    let place: Option<Place> = desk_file::read(club, &club.layout.mailbox(), SHAPE).ok()?;
    let place = place?;
    let same = place.host == imap.host && place.user == imap.user && place.folder == imap.folder;
    same.then_some(place.read)
}

fn remember(club: &Club, imap: &Imap, read: Remembered) -> anyhow::Result<()> {
    let place = Place {
        host: imap.host.clone(),
        user: imap.user.clone(),
        folder: imap.folder.clone(),
        read,
    };
    desk_file::write(club, &club.layout.mailbox(), SHAPE, &place, Access::Shared)?;
    Ok(())
}
