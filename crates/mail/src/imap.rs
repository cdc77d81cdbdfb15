//! Fetching mails from a mailbox on a server, always over a private line.
//!
//! A mail is marked there only after it was kept here, by a keyword of our own or by moving it:
//! that somebody has read it on their phone says nothing. What is fetched twice is one mail for the
//! desk, so whenever in doubt it is fetched again.
//!
//! Not here: how one mail is fetched (`imap_mail`), where mails are kept and what is remembered
//! (`desk`), and settings (`config`).

use super::imap_mail;
use super::imap_talk::{Folder, Talk, Trouble};
use super::line::{self, Limits};
use super::secret::{Auth, Secret};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// How many mails that the server lists and does not give are asked for again.
const WITHHELD_MAX: usize = 1_000;

/// How long its good-bye is waited for.
const LOGOUT_MAX: Duration = Duration::from_secs(2);

/// The keyword on mails that were taken.
const KEYWORD: &str = "$Packetboat";

/// A mailbox on a server.
#[derive(Clone)]
pub struct Mailbox {
    /// The server, and the name its certificate must have.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The account.
    pub user: String,
    /// What logs in to it.
    pub secret: Secret,
    /// The folder that mails come into.
    pub folder: String,
    /// The folder that mails are moved to when they were taken; `None`: they stay, with a keyword.
    pub processed: Option<String>,
    /// Certificates (PEM) to trust besides those of this machine.
    pub authorities: Option<Vec<u8>>,
    /// How long a line to it may take.
    pub limits: Limits,
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Mailbox({} at {}, {} not shown)",
            self.user, self.host, self.secret
        )
    }
}

/// How far a mailbox was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remembered {
    /// The server's name for its numbering; another one means that all numbers are new.
    pub uid_validity: u32,
    /// The number of the last mail that was kept.
    pub last_uid: u32,
    /// The numbers before it that the server listed, but whose mails it did not give.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub withheld: BTreeSet<u32>,
}

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// How many mails were kept.
    pub mails: u32,
    /// How far the mailbox is read now.
    pub remembered: Remembered,
    /// Why not all were fetched, or could not be marked: the line is of no use any more.
    pub trouble: Option<String>,
    /// What the server lists and does not give, if so. All others were fetched.
    pub withheld: Option<String>,
}

/// Keeps a mail, given with the moment at which it reached the server, in seconds since 1970;
/// returns when it is safe. The last argument says how far the mailbox is read then.
pub type Keep<'k> = dyn FnMut(&[u8], i64, &Remembered) -> Result<(), String> + 'k;

/// Fetches what is new.
///
/// # Errors
/// Why the mailbox cannot be opened, and what to do.
pub fn fetch(
    mailbox: &Mailbox,
    remembered: Option<Remembered>,
    keep: &mut Keep<'_>,
) -> Result<Fetched, String> {
    let with_name = |why: String| format!("{}:{}: {why}", mailbox.host, mailbox.port);
    let (session, folder) = open(mailbox).map_err(with_name)?;
    let uid_validity = folder.uid_validity;
    let same = remembered.filter(|it| it.uid_validity == uid_validity);
    let mut reader = Reader {
        mailbox,
        keyword: takes_keywords(&folder),
        session,
        mails: 0,
        remembered: same.unwrap_or(Remembered {
            uid_validity,
            ..Remembered::default()
        }),
    };
    let trouble = reader.read(keep).err().map(with_name);
    reader.session.log_out(LOGOUT_MAX);
    let withheld = match reader.remembered.withheld.len() {
        0 => None,
        count => Some(with_name(format!(
            "it lists {count} mails that it does not deliver; they stay there, and every tick \
             asks for them again"
        ))),
    };
    Ok(Fetched {
        mails: reader.mails,
        remembered: reader.remembered,
        trouble,
        withheld,
    })
}

/// Opens the mailbox and closes it again: how many mails are there.
///
/// # Errors
/// Why it cannot be opened, and what to do.
pub fn look(mailbox: &Mailbox) -> Result<u32, String> {
    let (session, folder) = open(mailbox)?;
    session.log_out(LOGOUT_MAX);
    Ok(folder.exists)
}

struct Reader<'a> {
    mailbox: &'a Mailbox,
    session: Talk,
    keyword: bool,
    mails: u32,
    remembered: Remembered,
}

impl Reader<'_> {
    fn read(&mut self, keep: &mut Keep<'_>) -> Result<(), String> {
        let unread = self.unread()?;
        // What is not listed any more has been taken by another program.
        self.remembered.withheld.retain(|it| unread.contains(it));
        for uid in unread {
            if uid > self.remembered.last_uid || self.remembered.withheld.contains(&uid) {
                match imap_mail::fetch(&mut self.session, uid) {
                    Ok(Some(mail)) => {
                        let mut after = self.remembered.clone();
                        after.last_uid = after.last_uid.max(uid);
                        after.withheld.remove(&uid);
                        keep(&mail.bytes, mail.arrived.unwrap_or(i64::MAX), &after)?;
                        self.remembered = after;
                        self.mails += 1;
                    }
                    Ok(None) | Err(Trouble::No(_)) => {
                        // Nothing is marked that was not kept.
                        self.withhold(uid)?;
                        continue;
                    }
                    Err(why @ Trouble::Broken(_)) => return Err(why.to_string()),
                }
            }
            self.mark(uid)?;
        }
        Ok(())
    }

    /// Notes that a mail was not given, unless it is gone.
    fn withhold(&mut self, uid: u32) -> Result<(), String> {
        let there = self.session.search(&format!("UID {uid} UNDELETED"));
        let there = there.map_err(|it| it.to_string())?.contains(&uid);
        if !there {
            self.remembered.withheld.remove(&uid);
        } else if self.remembered.withheld.len() >= WITHHELD_MAX {
            return Err(format!(
                "it lists over {WITHHELD_MAX} mails that it does not deliver"
            ));
        } else {
            self.remembered.withheld.insert(uid);
        }
        self.remembered.last_uid = self.remembered.last_uid.max(uid);
        Ok(())
    }

    /// The numbers of mails that are not marked, in the order they came.
    fn unread(&mut self) -> Result<BTreeSet<u32>, String> {
        let withheld = self.remembered.withheld.first().copied();
        let next = self.remembered.last_uid.saturating_add(1);
        let next = withheld.map_or(next, |it| it.min(next));
        let query = match (&self.mailbox.processed, self.keyword) {
            (Some(_), _) => "UNDELETED".to_owned(),
            (None, true) => format!("UNKEYWORD {KEYWORD} UNDELETED"),
            // Without a keyword only the numbers show what is new.
            (None, false) => format!("UID {next}:* UNDELETED"),
        };
        let found = self.session.search(&query).map_err(|it| it.to_string())?;
        let is_new = |it: &u32| self.keyword || self.mailbox.processed.is_some() || *it >= next;
        Ok(found.into_iter().filter(is_new).collect())
    }

    fn mark(&mut self, uid: u32) -> Result<(), String> {
        let marked = match &self.mailbox.processed {
            Some(folder) => return self.put_away(uid, folder),
            None if self.keyword => self.session.flag(uid, KEYWORD),
            None => Ok(()),
        };
        marked.map_err(|it| format!("a mail cannot be marked: {it}"))
    }

    fn put_away(&mut self, uid: u32, folder: &str) -> Result<(), String> {
        let session = &mut self.session;
        let mut moved = session.move_to(uid, folder);
        if let Err(Trouble::No(_)) = moved {
            // The folder may be missing, or the server be too old to move.
            let _ = session.create(folder);
            moved = session.move_to(uid, folder);
        }
        if let Err(Trouble::No(_)) = moved {
            moved = session
                .copy_to(uid, folder)
                .and_then(|()| session.flag(uid, "\\Deleted"))
                .and_then(|()| session.expunge());
        }
        moved.map_err(|it| format!("a mail cannot be moved to {folder}: {it}"))
    }
}

fn takes_keywords(folder: &Folder) -> bool {
    let ours = |it: &String| it == "\\*" || it.eq_ignore_ascii_case(KEYWORD);
    folder.flags.iter().any(ours)
}

/// Opens a private line, logs in, and opens the folder.
fn open(mailbox: &Mailbox) -> Result<(Talk, Folder), String> {
    // A program that gives no password is reported before the server is asked.
    let secret = &mailbox.secret;
    let text = secret.text()?;
    let socket = line::open(&mailbox.host, mailbox.port, mailbox.limits);
    let socket = socket.map_err(|it| format!("cannot connect: {it}"))?;
    let line = socket.private(&mailbox.host, mailbox.authorities.as_deref());
    let line = line.map_err(|it| format!("TLS failed: {it}"))?;
    let mut talk = Talk::begin(line).map_err(|it| format!("cannot connect: {it}"))?;
    let user = &mailbox.user;
    let logged_in = match secret.auth() {
        Auth::Password => talk.log_in(user, text),
        Auth::Token => talk.log_in_by_token(user, text),
    };
    logged_in.map_err(|trouble| {
        let what = secret.masked(user, &trouble.to_string());
        match trouble {
            Trouble::No(_) => format!("it refuses the account `{user}` with {secret}: {what}"),
            Trouble::Broken(_) => format!("it refuses to log `{user}` in: {what}"),
        }
    })?;
    let folder = talk.select(&mailbox.folder);
    let folder = folder.map_err(|trouble| {
        let name = &mailbox.folder;
        format!("the folder {name} cannot be opened: {trouble}")
    })?;
    Ok((talk, folder))
}
