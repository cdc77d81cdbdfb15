//! Handing mails to a mail server, all of a run over one line.
//!
//! Only what the server says for good about this recipient or this mail is final. What it says
//! about us (our name, our password, our right to send) stops the run; everything else is tried
//! again. A second sending is the same mail, byte for byte, with the same Message-ID.
//!
//! Not here: when to try again (`desk`), and where the settings stand (`config`).

use super::transport::{self, Envelope, Handed, SAID_CHARS_MAX, SendError, Transport};
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use std::error::Error as _;
use std::fmt;
use std::time::Duration;

/// How long the server may take for one answer.
pub const ANSWER_MAX: Duration = Duration::from_secs(60);

/// How long it may take to say that it has a mail: it may look for viruses first, and whoever
/// hangs up sends the mail twice (RFC 5321, 4.5.3.2.6, wants patience here).
pub const TAKEN_MAX: Duration = Duration::from_secs(300);

/// Lines that broke one after the other before the server counts as down.
const BREAKS_MAX: u32 = 2;

/// How the line is kept private.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// Plain first, then private, else not at all.
    StartTls,
    /// From the first byte.
    Tls,
    /// None: for a server on this machine.
    None,
}

/// An account.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// Its name.
    pub user: String,
    /// Its password.
    pub password: String,
    /// Where the password stands, for what people are told.
    pub password_file: String,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Login({}, password not shown)", self.user)
    }
}

/// A mail server that takes mail from us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Its name or number, and the name its certificate must have.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the line is kept private.
    pub privacy: Privacy,
    /// Certificates (PEM) to trust besides those of this machine.
    pub authorities: Option<Vec<u8>>,
    /// The account, if it wants one.
    pub login: Option<Login>,
    /// What we call ourselves: a domain.
    pub hello: String,
    /// How long it may take for one answer.
    pub answer_max: Duration,
}

/// Mails by SMTP.
pub struct Smtp {
    server: Server,
    line: Option<SmtpConnection>,
    breaks: u32,
    down: Option<String>,
}

/// What came of one try over one line.
enum Tried {
    /// The server has the mail.
    Taken,
    /// It will never take this mail.
    Refused(String),
    /// It does not take this mail now.
    Later(String),
    /// The line is of no use any more, and nothing of the mail was sent.
    Stale(String),
    /// The line broke when the mail may have been taken.
    Cut(String),
    /// It takes nothing from us.
    NotFromUs(String),
}

impl Smtp {
    /// Mails to this server; it is not asked before the first one.
    pub fn new(server: Server) -> Self {
        Smtp {
            server,
            line: None,
            breaks: 0,
            down: None,
        }
    }

    /// Opens a line as [`Transport::send`] would, and closes it.
    ///
    /// # Errors
    /// Why it cannot be opened, and what to do.
    pub fn try_line(&self) -> Result<(), String> {
        let mut line = open(&self.server)?;
        let _ = line.quit();
        Ok(())
    }

    fn goes_down(&mut self, why: &str) -> SendError {
        let why = format!("{}:{}: {why}", self.server.host, self.server.port);
        self.down = Some(why.clone());
        self.hang_up();
        SendError::Down(why)
    }

    fn hang_up(&mut self) {
        if let Some(mut line) = self.line.take() {
            line.abort();
        }
    }

    /// One mail over the line that is open, else over a new one. A line that was open may have
    /// been closed by the other side meanwhile; then a new one is opened, once.
    fn hand_over(&mut self, from: &Address, to: &Address, message: &[u8]) -> Tried {
        let fresh = self.line.is_none();
        let mut line = match self.line.take() {
            Some(line) => line,
            None => match open(&self.server) {
                Ok(line) => line,
                Err(why) => return Tried::NotFromUs(why),
            },
        };
        let tried = exchange(&mut line, (from, to), message, self.server.answer_max);
        match &tried {
            Tried::Stale(_) | Tried::Cut(_) => line.abort(),
            _ => self.line = Some(line),
        }
        match tried {
            Tried::Stale(_) if !fresh => self.hand_over(from, to, message),
            tried => tried,
        }
    }
}

impl Transport for Smtp {
    fn send(
        &mut self,
        envelope: &Envelope<'_>,
        message: &[u8],
        _key: &str,
    ) -> Result<Handed, SendError> {
        if let Some(why) = &self.down {
            return Err(SendError::Down(why.clone()));
        }
        let to: Result<Address, _> = envelope.to.parse();
        let to = to.map_err(|_| SendError::Permanent(format!("`{}` is no address", envelope.to)));
        let from: Result<Address, _> = envelope.from.parse();
        let from =
            from.map_err(|_| SendError::Permanent(format!("`{}` is no address", envelope.from)));
        let tried = self.hand_over(&from?, &to?, message);
        let broke = matches!(tried, Tried::Stale(_) | Tried::Cut(_));
        self.breaks = if broke { self.breaks + 1 } else { 0 };
        match tried {
            Tried::Taken => Ok(Handed::Over),
            Tried::Refused(why) => Err(SendError::Permanent(why)),
            Tried::NotFromUs(why) => Err(self.goes_down(&why)),
            Tried::Stale(why) | Tried::Cut(why) if self.breaks >= BREAKS_MAX => {
                self.down = Some(format!("{}:{}: {why}", self.server.host, self.server.port));
                Err(SendError::Temporary(why))
            }
            Tried::Later(why) | Tried::Stale(why) | Tried::Cut(why) => {
                Err(SendError::Temporary(why))
            }
        }
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        self.hang_up();
    }
}

/// Opens a line, makes it private, and logs in.
fn open(server: &Server) -> Result<SmtpConnection, String> {
    let hello = ClientId::Domain(server.hello.clone());
    let tls = match server.privacy {
        Privacy::None => None,
        Privacy::StartTls | Privacy::Tls => Some(tls(server)?),
    };
    let at_once = tls.as_ref().filter(|_| server.privacy == Privacy::Tls);
    let address = (server.host.as_str(), server.port);
    let opened = SmtpConnection::connect(address, Some(server.answer_max), &hello, at_once, None);
    let mut line = opened.map_err(|it| format!("no line to it: {}", said(&it)))?;
    if let (Privacy::StartTls, Some(tls)) = (server.privacy, &tls) {
        if !line.can_starttls() {
            line.abort();
            return Err(
                "it does not offer STARTTLS; `tls = \"tls\"` and port 465 may work, and \
                        nothing is sent in the clear"
                    .to_owned(),
            );
        }
        let private = line.starttls(tls, &hello);
        private.map_err(|it| format!("the line cannot be made private: {}", said(&it)))?;
    }
    if let Some(login) = &server.login {
        let credentials = Credentials::new(login.user.clone(), login.password.clone());
        let mechanisms = [Mechanism::Plain, Mechanism::Login];
        if let Err(why) = line.auth(&mechanisms, &credentials) {
            line.abort();
            let Login {
                user,
                password_file,
                ..
            } = login;
            return Err(match why.is_permanent() {
                true => format!(
                    "it refuses the account `{user}` with the password in {password_file}: {}",
                    said(&why)
                ),
                false => format!("it does not let `{user}` in: {}", said(&why)),
            });
        }
    }
    Ok(line)
}

fn tls(server: &Server) -> Result<TlsParameters, String> {
    let mut builder = TlsParameters::builder(server.host.clone());
    if let Some(pem) = &server.authorities {
        let certificate = Certificate::from_pem(pem);
        let certificate = certificate.map_err(|it| format!("ca_file: {}", said(&it)))?;
        builder = builder.add_root_certificate(certificate);
    }
    builder.build_rustls().map_err(|it| said(&it))
}

/// MAIL, RCPT, DATA and the mail itself.
fn exchange(
    line: &mut SmtpConnection,
    (from, to): (&Address, &Address),
    message: &[u8],
    answer_max: Duration,
) -> Tried {
    if let Err(why) = line.command(Mail::new(Some(from.clone()), Vec::new())) {
        // Some servers take so many mails over one line and no more.
        return match why.is_permanent() {
            true => Tried::NotFromUs(said(&why)),
            false => Tried::Stale(said(&why)),
        };
    }
    if let Err(why) = line.command(Rcpt::new(to.clone(), Vec::new())) {
        return refused(line, &why);
    }
    if let Err(why) = line.command(Data) {
        return refused(line, &why);
    }
    // Whether the longer wait can be set says nothing about the line.
    let _ = line.set_timeout(Some(TAKEN_MAX.max(answer_max)));
    // The library writes the line end before the final dot itself.
    let taken = line.message(message.strip_suffix(b"\r\n").unwrap_or(message));
    let _ = line.set_timeout(Some(answer_max));
    match taken {
        Ok(_) => Tried::Taken,
        Err(why) if why.is_permanent() => Tried::Refused(said(&why)),
        Err(why) if closes(&why) => Tried::Cut(said(&why)),
        Err(why) if why.is_transient() => Tried::Later(said(&why)),
        Err(why) => Tried::Cut(format!(
            "the line broke after the mail was sent, so it may arrive twice: {}",
            said(&why)
        )),
    }
}

/// What the server has against a recipient, or against us.
fn refused(line: &mut SmtpConnection, why: &Error) -> Tried {
    let what = said(why);
    if !why.is_permanent() && !why.is_transient() || closes(why) {
        return Tried::Stale(what);
    }
    if why.is_permanent() && is_about_us(why) {
        return Tried::NotFromUs(what);
    }
    if line.command(Rset).is_err() {
        // The next mail finds the line closed and opens another one.
        line.abort();
    }
    match why.is_permanent() {
        true => Tried::Refused(what),
        false => Tried::Later(what),
    }
}

/// Whether the server hangs up with these words.
fn closes(why: &Error) -> bool {
    code(why) == Some(421)
}

/// Whether a refusal at a recipient is one of all we might send: no login, or no relaying.
fn is_about_us(why: &Error) -> bool {
    let words = said(why).to_ascii_lowercase();
    matches!(code(why), Some(503 | 530 | 535 | 538)) || words.contains("relay")
}

fn code(why: &Error) -> Option<u16> {
    why.status().map(u16::from)
}

/// What the server or the library said, as one line.
fn said(why: &Error) -> String {
    let mut words = match code(why) {
        Some(code) => code.to_string(),
        None => String::new(),
    };
    let mut source = why.source();
    if source.is_none() && words.is_empty() {
        words = why.to_string();
    }
    while let Some(it) = source {
        let more = it.to_string();
        if !words.contains(&more) {
            words = format!("{words} {more}");
        }
        source = it.source();
    }
    transport::said(&words, SAID_CHARS_MAX)
}
