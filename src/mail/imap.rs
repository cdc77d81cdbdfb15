//! Fetching mails from a mailbox on a server, always over a private line.
//!
//! A mail is marked there only after it was kept here, by a keyword of our own or by moving it:
//! that somebody has read it on his phone says nothing. What is fetched twice is one mail for the
//! desk, so whenever in doubt it is fetched again.
//!
//! Not here: where mails are kept and what is remembered (`desk`), and settings (`config`).

use super::transport::{self, SAID_CHARS_MAX};
use imap::types::{Flag, Mailbox as Selected};
use imap::{Client, Session};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

/// How long the server may take for one answer.
pub const ANSWER_MAX: Duration = Duration::from_secs(60);

/// Mails longer than this are fetched up to here: intake reads less.
const MAIL_BYTES_MAX: u32 = 2 << 20;

/// The keyword on mails that were taken.
const KEYWORD: &str = "$Packetboat";

/// A mailbox on a server.
#[derive(Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The server, and the name its certificate must have.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The account.
    pub user: String,
    /// Its password.
    pub password: String,
    /// Where the password stands, for what people are told.
    pub password_file: String,
    /// The folder that mails come into.
    pub folder: String,
    /// The folder that mails are moved to when they were taken; `None`: they stay, with a keyword.
    pub processed: Option<String>,
    /// Certificates (PEM) to trust besides those of this machine.
    pub authorities: Option<Vec<u8>>,
    /// How long the server may take for one answer.
    pub answer_max: Duration,
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Mailbox({} at {}, password not shown)",
            self.user, self.host
        )
    }
}

/// How far a mailbox was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remembered {
    /// The server's name for its numbering; another one means that all numbers are new.
    pub uid_validity: u32,
    /// The number of the last mail that was kept.
    pub last_uid: u32,
}

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// How many mails were kept.
    pub mails: u32,
    /// How far the mailbox is read now.
    pub remembered: Remembered,
    /// Why not all were fetched, or could not be marked.
    pub trouble: Option<String>,
}

/// Keeps a mail, given with the moment at which it reached the server, in seconds since 1970;
/// returns when it is safe.
pub type Keep<'k> = dyn FnMut(&[u8], i64) -> Result<(), String> + 'k;

type Line = StreamOwned<ClientConnection, TcpStream>;

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
    let mut session = open(mailbox).map_err(with_name)?;
    let selected = session.select(&mailbox.folder).map_err(|it| {
        with_name(format!(
            "the folder {} cannot be opened: {}",
            mailbox.folder,
            said(&it)
        ))
    })?;
    let uid_validity = selected.uid_validity.unwrap_or_default();
    let same = remembered.filter(|it| it.uid_validity == uid_validity);
    let mut reader = Reader {
        mailbox,
        keyword: takes_keywords(&selected),
        session,
        mails: 0,
        remembered: same.unwrap_or(Remembered {
            uid_validity,
            last_uid: 0,
        }),
    };
    let trouble = reader.read(keep).err().map(with_name);
    // Whether the server hears our good-bye changes nothing.
    let _ = reader.session.logout();
    Ok(Fetched {
        mails: reader.mails,
        remembered: reader.remembered,
        trouble,
    })
}

/// Opens the mailbox and closes it again: how many mails lie there.
///
/// # Errors
/// Why it cannot be opened, and what to do.
pub fn look(mailbox: &Mailbox) -> Result<u32, String> {
    let mut session = open(mailbox)?;
    let selected = session.select(&mailbox.folder);
    let selected = selected.map_err(|it| {
        format!(
            "the folder {} cannot be opened: {}",
            mailbox.folder,
            said(&it)
        )
    })?;
    let _ = session.logout();
    Ok(selected.exists)
}

struct Reader<'a> {
    mailbox: &'a Mailbox,
    session: Session<Line>,
    keyword: bool,
    mails: u32,
    remembered: Remembered,
}

impl Reader<'_> {
    fn read(&mut self, keep: &mut Keep<'_>) -> Result<(), String> {
        for uid in self.unread()? {
            if uid > self.remembered.last_uid {
                if let Some((bytes, arrived)) = self.mail(uid)? {
                    keep(&bytes, arrived)?;
                    self.mails += 1;
                }
                self.remembered.last_uid = uid;
            }
            self.mark(uid)?;
        }
        Ok(())
    }

    /// The numbers of mails that are not marked, in the order they came.
    fn unread(&mut self) -> Result<BTreeSet<u32>, String> {
        let next = self.remembered.last_uid.saturating_add(1);
        let query = match (&self.mailbox.processed, self.keyword) {
            (Some(_), _) => "UNDELETED".to_owned(),
            (None, true) => format!("UNKEYWORD {KEYWORD} UNDELETED"),
            // Without a keyword only the numbers tell what is new.
            (None, false) => format!("UID {next}:* UNDELETED"),
        };
        let found = self.session.uid_search(query).map_err(|it| said(&it))?;
        let is_new = |it: &u32| self.keyword || self.mailbox.processed.is_some() || *it >= next;
        Ok(found.into_iter().filter(is_new).collect())
    }

    /// A mail and when it came; `None` if another program took it meanwhile.
    fn mail(&mut self, uid: u32) -> Result<Option<(Vec<u8>, i64)>, String> {
        // The size first: a mail bomb is not taken whole.
        let looked = self
            .session
            .uid_fetch(uid.to_string(), "(UID RFC822.SIZE INTERNALDATE)");
        let looked = looked.map_err(|it| said(&it))?;
        let Some(about) = looked.iter().find(|it| it.uid == Some(uid)) else {
            return Ok(None);
        };
        let arrived = about.internal_date().map_or(i64::MAX, |it| it.timestamp());
        let part = match about.size.is_some_and(|it| it > MAIL_BYTES_MAX) {
            true => format!("(UID BODY.PEEK[]<0.{MAIL_BYTES_MAX}>)"),
            false => "(UID BODY.PEEK[])".to_owned(),
        };
        let fetched = self.session.uid_fetch(uid.to_string(), part);
        let fetched = fetched.map_err(|it| said(&it))?;
        let body = fetched.iter().filter(|it| it.uid == Some(uid));
        let mut bodies = body.filter_map(|it| it.body());
        Ok(bodies.next().map(|it| (it.to_vec(), arrived)))
    }

    fn mark(&mut self, uid: u32) -> Result<(), String> {
        let uid = uid.to_string();
        let marked = match &self.mailbox.processed {
            Some(folder) => return self.put_away(&uid, folder),
            None if self.keyword => {
                let flags = format!("+FLAGS.SILENT ({KEYWORD})");
                self.session.uid_store(uid, flags).map(|_| ())
            }
            None => Ok(()),
        };
        marked.map_err(|it| format!("a mail cannot be marked: {}", said(&it)))
    }

    fn put_away(&mut self, uid: &str, folder: &str) -> Result<(), String> {
        let moved = self.session.uid_mv(uid, folder).or_else(|_| {
            // The folder may be missing, or the server be too old to move.
            let _ = self.session.create(folder);
            self.session.uid_mv(uid, folder)
        });
        let moved = moved.or_else(|_| {
            // Of all commands this is the one whose name the library does not quote.
            self.session.uid_copy(uid, quoted(folder))?;
            self.session.uid_store(uid, "+FLAGS.SILENT (\\Deleted)")?;
            self.session.expunge().map(|_| ())
        });
        moved.map_err(|it| format!("a mail cannot be moved to {folder}: {}", said(&it)))
    }
}

fn quoted(name: &str) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{name}\"")
}

fn takes_keywords(selected: &Selected) -> bool {
    let flags = selected.permanent_flags.iter();
    let ours = |it: &Flag<'_>| match it {
        Flag::MayCreate => true,
        Flag::Custom(name) => name.eq_ignore_ascii_case(KEYWORD),
        _ => false,
    };
    flags.into_iter().any(ours)
}

/// Opens a private line and logs in.
fn open(mailbox: &Mailbox) -> Result<Session<Line>, String> {
    let (host, port) = (mailbox.host.as_str(), mailbox.port);
    let addresses = (host, port).to_socket_addrs();
    let addresses = addresses.map_err(|it| format!("there is no such server: {it}"))?;
    let mut last = "there is no such server".to_owned();
    let mut socket = None;
    for address in addresses {
        match TcpStream::connect_timeout(&address, mailbox.answer_max) {
            Ok(it) => {
                socket = Some(it);
                break;
            }
            Err(it) => last = format!("no line to it: {it}"),
        }
    }
    let socket = socket.ok_or(last)?;
    let limit = Some(mailbox.answer_max);
    let limited = socket
        .set_read_timeout(limit)
        .and(socket.set_write_timeout(limit));
    limited.map_err(|it| it.to_string())?;
    let name = ServerName::try_from(host.to_owned());
    let name = name.map_err(|_| format!("`{host}` is no name of a server"))?;
    let connection = ClientConnection::new(Arc::new(trust(mailbox)?), name);
    let connection = connection.map_err(|it| it.to_string())?;
    let mut client = Client::new(StreamOwned::new(connection, socket));
    let greeting = client.read_greeting();
    greeting.map_err(|it| format!("the line cannot be made private: {}", said(&it)))?;
    client
        .login(&mailbox.user, &mailbox.password)
        .map_err(|(it, _)| match it {
            imap::Error::No(_) => format!(
                "it refuses the account `{}` with the password in {}: {}",
                mailbox.user,
                mailbox.password_file,
                said(&it)
            ),
            _ => format!("it does not let `{}` in: {}", mailbox.user, said(&it)),
        })
}

/// Whose certificates are trusted: this machine's, and those of the referee's own.
fn trust(mailbox: &Mailbox) -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        // Some that machines have are too old to be read; they are of no use to anybody.
        let _ = roots.add(certificate);
    }
    for certificate in CertificateDer::pem_slice_iter(mailbox.authorities.as_deref().unwrap_or(b""))
    {
        let certificate = certificate.map_err(|it| format!("ca_file: {it}"))?;
        roots
            .add(certificate)
            .map_err(|it| format!("ca_file: {it}"))?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|it| it.to_string())?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// What the server or the library said, as one line.
fn said(why: &imap::Error) -> String {
    transport::said(&why.to_string(), SAID_CHARS_MAX)
}
