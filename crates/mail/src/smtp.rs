//! Handing mails to a mail server, all of a run over one line.
//!
//! Only a permanent answer about this recipient or this mail is final. What the server says
//! about us (our name, our password, our right to send) stops the run; everything else is tried
//! again. A second sending is the same mail, byte for byte, with the same Message-ID.
//!
//! Not here: when to try again (`desk`), and where the settings are (`config`).

use super::line::{self, Connection, Limits};
use super::secret::{Auth, Secret};
use super::smtp_talk::{Talk, Trouble};
use super::transport::{Envelope, Handed, SendError, Transport};
use lettre::Address;
use std::fmt;
use std::time::Duration;

/// How long it may take to say that it has a mail: it may look for viruses first, and a sender that
/// hangs up sends the mail twice (RFC 5321, 4.5.3.2.6, wants patience here).
pub const TAKEN_MAX: Duration = Duration::from_secs(300);

/// How long its good-bye is waited for.
const QUIT_MAX: Duration = Duration::from_secs(2);

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
#[derive(Debug, Clone)]
pub struct Login {
    /// The name that the server knows us by.
    pub user: String,
    /// What logs in to it.
    pub secret: Secret,
}

/// A mail server that takes mail from us.
#[derive(Debug, Clone)]
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
    /// How long a line to it may take.
    pub limits: Limits,
}

/// Mails by SMTP.
pub struct Smtp {
    server: Server,
    line: Option<Talk>,
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
        open(&self.server)?.quit(QUIT_MAX);
        Ok(())
    }

    fn goes_down(&mut self, why: &str) -> SendError {
        let why = format!("{}:{}: {why}", self.server.host, self.server.port);
        self.down = Some(why.clone());
        self.hang_up();
        SendError::Down(why)
    }

    fn hang_up(&mut self) {
        if let Some(line) = self.line.take() {
            line.quit(QUIT_MAX);
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
        let patience = TAKEN_MAX.max(self.server.limits.quiet);
        let tried = exchange(&mut line, (from, to), message, patience);
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
        let to =
            to.map_err(|_| SendError::Permanent(format!("`{}` is not an address", envelope.to)));
        let from: Result<Address, _> = envelope.from.parse();
        let from = from
            .map_err(|_| SendError::Permanent(format!("`{}` is not an address", envelope.from)));
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
fn open(server: &Server) -> Result<Talk, String> {
    if let Some(login) = &server.login {
        // A program that gives no password is reported before the server is asked.
        login.secret.text()?;
    }
    let no_line = |it: &dyn fmt::Display| format!("cannot connect: {it}");
    let not_private = |it: &dyn fmt::Display| format!("TLS failed: {it}");
    let socket = line::open(&server.host, server.port, server.limits);
    let socket = socket.map_err(|it| no_line(&it))?;
    let private = |it: line::Socket| it.private(&server.host, server.authorities.as_deref());
    let line = match server.privacy {
        Privacy::Tls => private(socket).map_err(|it| not_private(&it))?,
        Privacy::StartTls | Privacy::None => Connection::Plain(socket),
    };
    let talk = Talk::begin(line, &server.hello);
    let mut talk = talk.map_err(|it| no_line(&it.what))?;
    if server.privacy == Privacy::StartTls {
        if !talk.offers_privacy() {
            talk.quit(QUIT_MAX);
            return Err(
                "it does not offer STARTTLS; `tls = \"tls\"` and port 465 may work, and \
                        nothing is sent in the clear"
                    .to_owned(),
            );
        }
        let secured = talk.make_private(private, &server.hello);
        talk = secured.map_err(|it| not_private(&it.what))?;
    }
    if let Some(login) = &server.login
        && let Err(why) = log_in(&mut talk, login)
    {
        talk.quit(QUIT_MAX);
        return Err(why);
    }
    Ok(talk)
}

fn log_in(talk: &mut Talk, login: &Login) -> Result<(), String> {
    let Login { user, secret } = login;
    let text = secret.text()?;
    let logged_in = match secret.auth() {
        Auth::Password => talk.log_in(user, text),
        Auth::Token => talk.log_in_by_token(user, text),
    };
    logged_in.map_err(|why| {
        let what = secret.masked(user, &why.what);
        if why.is_permanent() {
            format!("it refuses the account `{user}` with {secret}: {what}")
        } else {
            format!("it refuses to log `{user}` in: {what}")
        }
    })
}

/// MAIL, RCPT, DATA and the mail itself.
fn exchange(
    line: &mut Talk,
    (from, to): (&Address, &Address),
    message: &[u8],
    patience: Duration,
) -> Tried {
    if let Err(why) = line.mail_from(from.as_ref()) {
        // Some servers take a fixed number of mails over one line and no more.
        return if why.is_permanent() {
            Tried::NotFromUs(why.what)
        } else {
            Tried::Stale(why.what)
        };
    }
    if let Err(why) = line.rcpt_to(to.as_ref()) {
        return refused(line, why);
    }
    if let Err(why) = line.data() {
        return refused(line, why);
    }
    match line.message(message, patience) {
        Ok(()) => Tried::Taken,
        Err(why) if why.is_permanent() => Tried::Refused(why.what),
        Err(why) if closes(&why) => Tried::Cut(why.what),
        Err(why) if why.is_transient() => Tried::Later(why.what),
        Err(why) => Tried::Cut(format!(
            "the connection broke after the mail was sent, so it may arrive twice: {}",
            why.what
        )),
    }
}

/// What the server has against a recipient, or against us.
fn refused(line: &mut Talk, why: Trouble) -> Tried {
    if why.code.is_none() || closes(&why) {
        return Tried::Stale(why.what);
    }
    if why.is_permanent() && is_about_us(&why) {
        return Tried::NotFromUs(why.what);
    }
    // If that fails, the next mail finds the line closed and opens another one.
    let _ = line.reset();
    if why.is_permanent() {
        Tried::Refused(why.what)
    } else {
        Tried::Later(why.what)
    }
}

/// Whether the server hangs up with these words.
fn closes(why: &Trouble) -> bool {
    why.code == Some(421)
}

/// Whether a refusal at a recipient is one of all we might send: no login, or no relaying.
fn is_about_us(why: &Trouble) -> bool {
    let words = why.what.to_ascii_lowercase();
    matches!(why.code, Some(503 | 530 | 535 | 538)) || words.contains("relay")
}
