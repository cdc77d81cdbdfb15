//! A mail server of a few lines on this machine, which fails in the ways that servers fail.
//!
//! What stands before the `+` or `@` of a recipient picks the failure; see [`Server::answer`].

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, ErrorKind, Read, Result, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// The certificate that clients must trust to talk to it privately.
pub(crate) const AUTHORITY: &str = include_str!("tls/authority.pem");
pub(crate) const CERTIFICATE: &[u8] = include_bytes!("tls/server.pem");
const KEY: &[u8] = include_bytes!("tls/server.key");

/// What logs the account `orders` in by the token `ya29.token`.
pub(crate) const BY_TOKEN: &str = "dXNlcj1vcmRlcnMBYXV0aD1CZWFyZXIgeWEyOS50b2tlbgEB";

/// What is asked of somebody with another one: `{"status":"invalid_token",…}`.
pub(crate) const CHALLENGE: &str =
    "eyJzdGF0dXMiOiJpbnZhbGlkX3Rva2VuIiwic2NoZW1lcyI6ImJlYXJlciIsInNjb3BlIjoibWFpbCJ9";

/// How it behaves.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Manners {
    /// Private from the first byte.
    pub(crate) tls: bool,
    /// Offers to become private.
    pub(crate) starttls: bool,
    /// Wants the account `orders` with the password `swordfish`.
    pub(crate) login: bool,
    /// Wants the account `orders` with the token `ya29.token`.
    pub(crate) token: bool,
    /// Repeats what it was sent when it refuses a login.
    pub(crate) repeats: bool,
    /// Another certificate than [`AUTHORITY`] has made.
    pub(crate) certificate: Option<&'static [u8]>,
    /// Takes nothing from anybody without one.
    pub(crate) no_relay: bool,
    /// Greets nobody.
    pub(crate) closed: bool,
    /// Closes the line after so many mails.
    pub(crate) mails_a_line: Option<usize>,
}

/// What it has seen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Lines that were opened.
    pub(crate) lines: usize,
    /// Mails it took, each with its sender and recipient.
    pub(crate) mails: Vec<(String, String, String)>,
    /// Whether every mail came over a private line.
    pub(crate) all_private: bool,
    greylisted: BTreeSet<String>,
}

/// A server that runs until the test ends.
pub(crate) struct Server {
    /// Where it listens.
    pub(crate) port: u16,
    manners: Manners,
    seen: Arc<Mutex<Seen>>,
}

trait Stream: Read + Write {}
impl<T: Read + Write> Stream for T {}

impl Server {
    /// Starts one.
    pub(crate) fn start(manners: Manners) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen = Arc::new(Mutex::new(Seen {
            all_private: true,
            ..Seen::default()
        }));
        let kept = Arc::clone(&seen);
        thread::spawn(move || {
            for line in listener.incoming().flatten() {
                let seen = Arc::clone(&kept);
                seen.lock().unwrap().lines += 1;
                thread::spawn(move || {
                    // The other side may hang up at any time.
                    let _ = Line::talk(&line, manners, &seen);
                    let _ = line.shutdown(Shutdown::Both);
                });
            }
        });
        Server {
            port,
            manners,
            seen,
        }
    }

    /// What it has seen.
    pub(crate) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap()
    }

    /// How it behaves.
    pub(crate) fn manners(&self) -> Manners {
        self.manners
    }
}

/// One line to a client.
struct Line<'a> {
    stream: BufReader<Box<dyn Stream>>,
    manners: Manners,
    seen: &'a Mutex<Seen>,
    private: bool,
    logged_in: bool,
    from: String,
    to: Vec<String>,
    taken: usize,
}

/// Whether the line goes on.
#[derive(PartialEq)]
enum Goes {
    On,
    Private,
    Ends,
}

impl Line<'_> {
    fn talk(socket: &TcpStream, manners: Manners, seen: &Mutex<Seen>) -> Result<()> {
        if manners.closed {
            return Ok(());
        }
        let plain: Box<dyn Stream> = Box::new(socket.try_clone()?);
        let mut line = Line {
            stream: BufReader::new(plain),
            manners,
            seen,
            private: false,
            logged_in: false,
            from: String::new(),
            to: Vec::new(),
            taken: 0,
        };
        if manners.tls {
            line.become_private(socket)?;
        }
        line.say("220 server.example ESMTP")?;
        loop {
            let mut command = String::new();
            if line.stream.read_line(&mut command)? == 0 {
                return Ok(());
            }
            match line.obey(command.trim_end())? {
                Goes::On => {}
                Goes::Private => line.become_private(socket)?,
                Goes::Ends => return Ok(()),
            }
        }
    }

    fn become_private(&mut self, socket: &TcpStream) -> Result<()> {
        let certificate = self.manners.certificate.unwrap_or(CERTIFICATE);
        self.stream = BufReader::new(Box::new(private_by(socket, certificate)?));
        self.private = true;
        Ok(())
    }

    fn say(&mut self, words: &str) -> Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(format!("{words}\r\n").as_bytes())?;
        stream.flush()
    }

    fn obey(&mut self, command: &str) -> Result<Goes> {
        let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
        match verb.to_ascii_uppercase().as_str() {
            "EHLO" => {
                let offers_tls = self.manners.starttls && !self.private;
                self.say("250-server.example")?;
                if offers_tls {
                    self.say("250-STARTTLS")?;
                }
                if self.manners.login {
                    self.say("250-AUTH PLAIN LOGIN")?;
                }
                if self.manners.token {
                    self.say("250-AUTH XOAUTH2")?;
                }
                self.say("250 SIZE 1000000")?;
            }
            "STARTTLS" => {
                self.say("220 go ahead")?;
                return Ok(Goes::Private);
            }
            "AUTH" => self.log_in(rest)?,
            "MAIL" => {
                if self.manners.mails_a_line.is_some_and(|it| self.taken >= it) {
                    self.say("421 4.7.0 too many mails over this line")?;
                    return Ok(Goes::Ends);
                }
                self.from = in_brackets(rest);
                self.to.clear();
                self.say("250 ok")?;
            }
            "RCPT" => return self.recipient(&in_brackets(rest)),
            "DATA" => return self.data(),
            "RSET" | "NOOP" => self.say("250 ok")?,
            "QUIT" => {
                self.say("221 bye")?;
                return Ok(Goes::Ends);
            }
            _ => self.say("500 what?")?,
        }
        Ok(Goes::On)
    }

    fn log_in(&mut self, how: &str) -> Result<()> {
        let by_token = how.strip_prefix("XOAUTH2 ").filter(|_| self.manners.token);
        // \0orders\0swordfish
        let good = match by_token {
            Some(token) => token == BY_TOKEN,
            None => self.manners.login && how == "PLAIN AG9yZGVycwBzd29yZGZpc2g=",
        };
        if good {
            self.logged_in = true;
            return self.say("235 2.7.0 welcome");
        }
        if by_token.is_some() {
            self.say(&format!("334 {CHALLENGE}"))?;
            let mut answer = String::new();
            self.stream.read_line(&mut answer)?;
            if answer != "\r\n" {
                return self.say("501 5.5.2 an empty line is wanted");
            }
        }
        match (self.manners.repeats, by_token) {
            (true, Some(_)) => self.say(&format!("535 5.7.8 wrong: {how}")),
            (true, None) => self.say(&format!("535 5.7.8 wrong: {how} swordfsh")),
            (false, _) => self.say("535 5.7.8 wrong password"),
        }
    }

    fn recipient(&mut self, to: &str) -> Result<Goes> {
        if (self.manners.login || self.manners.token) && !self.logged_in {
            self.say("530 5.7.0 log in first")?;
            return Ok(Goes::On);
        }
        if self.manners.no_relay {
            self.say("554 5.7.1 Relay access denied")?;
            return Ok(Goes::On);
        }
        match failure(to) {
            "temp" => self.say("451 4.3.0 try later")?,
            "gone" => self.say("550 5.1.1 no such user")?,
            "421" => {
                self.say("421 4.3.2 closing")?;
                return Ok(Goes::Ends);
            }
            "cut" => return Ok(Goes::Ends),
            "grey" if self.seen.lock().unwrap().greylisted.insert(to.to_owned()) => {
                self.say("451 4.7.1 greylisted")?;
            }
            _ => {
                self.to.push(to.to_owned());
                self.say("250 ok")?;
            }
        }
        Ok(Goes::On)
    }

    fn data(&mut self) -> Result<Goes> {
        self.say("354 go ahead")?;
        let mut mail = String::new();
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if line == ".\r\n" {
                break;
            }
            mail += line.strip_prefix('.').unwrap_or(&line);
        }
        let to = self.to.join(" ");
        match failure(&to) {
            "cut-before" => return Ok(Goes::Ends),
            "full" => self.say("452 4.2.2 mailbox full")?,
            "spam" => self.say("554 5.6.0 content rejected")?,
            kind => {
                {
                    let mut seen = self.seen.lock().unwrap();
                    seen.all_private &= self.private;
                    seen.mails.push((self.from.clone(), to.clone(), mail));
                }
                self.taken += 1;
                match kind {
                    "cut-after" => return Ok(Goes::Ends),
                    "slow" => thread::sleep(Duration::from_millis(700)),
                    _ => {}
                }
                self.say("250 2.0.0 taken")?;
            }
        }
        Ok(Goes::On)
    }
}

/// The server's side of a private line.
pub(crate) fn private(socket: &TcpStream) -> Result<StreamOwned<ServerConnection, TcpStream>> {
    private_by(socket, CERTIFICATE)
}

/// The same with another certificate.
pub(crate) fn private_by(
    socket: &TcpStream,
    certificate: &[u8],
) -> Result<StreamOwned<ServerConnection, TcpStream>> {
    let certificate = CertificateDer::from_pem_slice(certificate).unwrap();
    let key = PrivateKeyDer::from_pem_slice(KEY).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let connection = ServerConnection::new(Arc::new(config)).unwrap();
    Ok(StreamOwned::new(connection, socket.try_clone()?))
}

fn failure(to: &str) -> &str {
    to.split(['+', '@']).next().unwrap_or_default()
}

fn in_brackets(text: &str) -> String {
    let inner = text.split_once('<').and_then(|it| it.1.split_once('>'));
    inner.map(|it| it.0.to_owned()).unwrap_or_default()
}
