//! What is said over a line to a mail server: commands, and answers of a known size (RFC 5321).
//!
//! Not here: what an answer means for a mail (`smtp`).

use super::line::{ANSWER_BYTES_MAX, Connection, Meter, Socket};
use super::sasl::{self, base64};
use super::transport::{self, SAID_CHARS_MAX};
use std::io::{BufRead, BufReader, Read, Write};
use std::time::Duration;

/// Bytes of a line of an answer; the standard has 512.
const LINE_BYTES_MAX: u64 = 4 << 10;

/// Lines of an answer.
const LINES_MAX: usize = 200;

/// Questions that a server may ask while we log in.
const CHALLENGES_MAX: u32 = 4;

/// A server that has greeted us.
pub struct Talk {
    line: BufReader<Connection>,
    meter: Meter,
    /// What it offers, in capitals: `STARTTLS`, `AUTH PLAIN LOGIN`.
    offers: Vec<String>,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reply {
    code: u16,
    lines: Vec<String>,
}

/// An answer that is not the one we want, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// The code of the answer, from 200 to 599; `None`: the line is of no use any more.
    pub code: Option<u16>,
    /// What the server said, or what is wrong, as one line.
    pub what: String,
}

impl Trouble {
    fn broken(what: impl std::fmt::Display) -> Self {
        Trouble {
            code: None,
            what: transport::said(&what.to_string(), SAID_CHARS_MAX),
        }
    }

    /// Whether what it says is permanent.
    pub fn is_permanent(&self) -> bool {
        matches!(self.code, Some(500..=599))
    }

    /// Whether it may be otherwise later.
    pub fn is_transient(&self) -> bool {
        matches!(self.code, Some(400..=499))
    }
}

impl Reply {
    /// Well, if the code begins with this digit.
    fn wanted(self, digit: u16) -> Result<Self, Trouble> {
        if self.code / 100 == digit {
            return Ok(self);
        }
        let words = format!("{} {}", self.code, self.lines.join(" "));
        let what = transport::said(&words, SAID_CHARS_MAX);
        Err(match self.code {
            400..=599 => Trouble {
                code: Some(self.code),
                what,
            },
            _ => Trouble::broken(format!("its answer is unexpected: {what}")),
        })
    }
}

impl Talk {
    /// Takes the greeting, and says who we are.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn begin(line: Connection, hello: &str) -> Result<Self, Trouble> {
        let mut talk = Talk {
            meter: line.meter(),
            line: BufReader::new(line),
            offers: Vec::new(),
        };
        talk.reply()?.wanted(2)?;
        talk.hello(hello)?;
        Ok(talk)
    }

    fn hello(&mut self, hello: &str) -> Result<(), Trouble> {
        let reply = self.ask(&format!("EHLO {hello}"))?.wanted(2)?;
        let offers = reply.lines.into_iter().skip(1);
        self.offers = offers.map(|it| it.to_ascii_uppercase()).collect();
        Ok(())
    }

    /// Whether the line can be made private.
    pub fn offers_privacy(&self) -> bool {
        self.offers.iter().any(|it| it == "STARTTLS")
    }

    /// Makes the line private with [`Socket::private`] and says again who we are.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn make_private(
        mut self,
        private: impl FnOnce(Socket) -> Result<Connection, String>,
        hello: &str,
    ) -> Result<Self, Trouble> {
        self.ask("STARTTLS")?.wanted(2)?;
        // Whatever came before the line was private may be anybody's.
        if !self.line.buffer().is_empty() {
            return Err(Trouble::broken("it sends more before TLS begins"));
        }
        let Connection::Plain(socket) = self.line.into_inner() else {
            return Err(Trouble::broken("it uses TLS already"));
        };
        let line = private(socket).map_err(Trouble::broken)?;
        let mut talk = Talk {
            line: BufReader::new(line),
            ..self
        };
        talk.hello(hello)?;
        Ok(talk)
    }

    /// Logs in.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn log_in(&mut self, user: &str, password: &str) -> Result<(), Trouble> {
        let (command, answers) = if self.knows("PLAIN") {
            let both = sasl::plain(user, password);
            (format!("AUTH PLAIN {both}"), vec![both])
        } else if self.knows("LOGIN") {
            let both = [password, user].map(|it| base64(it.as_bytes()));
            ("AUTH LOGIN".to_owned(), both.into())
        } else {
            let what = "it offers neither AUTH PLAIN nor AUTH LOGIN";
            return Err(Trouble::broken(what));
        };
        self.answer(&command, answers).1
    }

    /// Logs in by a token (XOAUTH2).
    ///
    /// # Errors
    /// What the server says instead.
    pub fn log_in_by_token(&mut self, user: &str, token: &str) -> Result<(), Trouble> {
        if !self.knows("XOAUTH2") {
            return Err(Trouble::broken(sasl::NO_XOAUTH2));
        }
        let command = format!("AUTH XOAUTH2 {}", sasl::xoauth2(user, token));
        // It asks once more if it refuses, with what it has against the token, and wants nothing.
        let (challenge, ended) = self.answer(&command, vec![String::new()]);
        ended.map_err(|why| Trouble {
            what: sasl::with_status(why.what, &challenge),
            ..why
        })
    }

    fn knows(&self, wanted: &str) -> bool {
        let offer = self.offers.iter().find_map(|it| it.strip_prefix("AUTH "));
        offer.is_some_and(|offer| offer.split(' ').any(|it| it == wanted))
    }

    /// Sends a command and, as often as it is asked for more, one of these answers, the last
    /// first; what it was asked last, and how it ended.
    fn answer(&mut self, command: &str, mut answers: Vec<String>) -> (String, Result<(), Trouble>) {
        let mut challenge = String::new();
        let mut reply = self.ask(command);
        for _ in 0..CHALLENGES_MAX {
            match (&reply, answers.pop()) {
                (Ok(Reply { code: 334, lines }), Some(answer)) => {
                    challenge = lines.join(" ");
                    reply = self.ask(&answer);
                }
                _ => break,
            }
        }
        (challenge, reply.and_then(|it| it.wanted(2)).map(|_| ()))
    }

    /// Says whom a mail is from.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn mail_from(&mut self, from: &str) -> Result<(), Trouble> {
        let reply = self.ask(&format!("MAIL FROM:<{from}>"))?;
        reply.wanted(2).map(|_| ())
    }

    /// Says whom it is for.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn rcpt_to(&mut self, to: &str) -> Result<(), Trouble> {
        let reply = self.ask(&format!("RCPT TO:<{to}>"))?;
        reply.wanted(2).map(|_| ())
    }

    /// Says that the mail itself comes.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn data(&mut self) -> Result<(), Trouble> {
        self.ask("DATA")?.wanted(3).map(|_| ())
    }

    /// Sends the mail; the server may take so long to say that it has it.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn message(&mut self, message: &[u8], patience: Duration) -> Result<(), Trouble> {
        self.meter.answer(ANSWER_BYTES_MAX);
        self.write(&stuffed(message))?;
        self.meter.answer_within(ANSWER_BYTES_MAX, patience);
        self.reply()?.wanted(2).map(|_| ())
    }

    /// Forgets the mail that was begun.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn reset(&mut self) -> Result<(), Trouble> {
        self.ask("RSET")?.wanted(2).map(|_| ())
    }

    /// Says good-bye, and waits so long for an answer that changes nothing.
    pub fn quit(mut self, patience: Duration) {
        self.meter.answer_within(ANSWER_BYTES_MAX, patience);
        let _ = self.write(b"QUIT\r\n").and_then(|()| self.reply());
        self.line.get_ref().close();
    }

    /// Hangs up.
    pub fn abort(self) {
        self.line.get_ref().close();
    }

    fn ask(&mut self, command: &str) -> Result<Reply, Trouble> {
        if command.contains(['\r', '\n']) {
            return Err(Trouble::broken("a command has one line"));
        }
        self.meter.answer(ANSWER_BYTES_MAX);
        self.write(format!("{command}\r\n").as_bytes())?;
        self.reply()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let line = self.line.get_mut();
        let written = line.write_all(bytes).and_then(|()| line.flush());
        written.map_err(Trouble::broken)
    }

    fn reply(&mut self) -> Result<Reply, Trouble> {
        let mut lines = Vec::new();
        loop {
            let mut line = Vec::new();
            let read = (&mut self.line)
                .take(LINE_BYTES_MAX)
                .read_until(b'\n', &mut line);
            read.map_err(Trouble::broken)?;
            if !line.ends_with(b"\n") {
                return Err(Trouble::broken(match line.len() as u64 {
                    LINE_BYTES_MAX => "a line of its answer does not end",
                    _ => "it closed the connection",
                }));
            }
            let line = String::from_utf8_lossy(&line);
            let (code, more, words) = parts(line.trim_end()).ok_or_else(|| {
                let words = format!(
                    "its answer is not that of a mail server: {}",
                    line.trim_end()
                );
                Trouble::broken(words)
            })?;
            lines.push(words.to_owned());
            if !more {
                return Ok(Reply { code, lines });
            }
            if lines.len() >= LINES_MAX {
                return Err(Trouble::broken("its answer does not end"));
            }
        }
    }
}

/// `250-words`: the code, whether more lines follow, the words.
fn parts(line: &str) -> Option<(u16, bool, &str)> {
    let code = line.get(..3).filter(|it| it.is_ascii())?;
    let code = code.parse().ok().filter(|it| (200..600).contains(it))?;
    let rest = &line[3..];
    match rest.chars().next() {
        None => Some((code, false, "")),
        Some(' ') => Some((code, false, &rest[1..])),
        Some('-') => Some((code, true, &rest[1..])),
        Some(_) => None,
    }
}

/// A mail as it goes over the line: no line is a single dot but the one after the last.
fn stuffed(message: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(message.len() + message.len() / 32 + 8);
    for line in message.split_inclusive(|it| *it == b'\n') {
        let words = line.strip_suffix(b"\n").unwrap_or(line);
        let words = words.strip_suffix(b"\r").unwrap_or(words);
        if words.starts_with(b".") {
            bytes.push(b'.');
        }
        bytes.extend_from_slice(words);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b".\r\n");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_mail_ends_it() {
        for (mail, sent) in [
            ("a\r\n.\r\nb\r\n", "a\r\n..\r\nb\r\n.\r\n"),
            ("a\n.\nb", "a\r\n..\r\nb\r\n.\r\n"),
            ("..a\r\r\n", "...a\r\r\n.\r\n"),
            ("", ".\r\n"),
        ] {
            let bytes = stuffed(mail.as_bytes());
            assert_eq!(String::from_utf8_lossy(&bytes), sent, "{mail:?}");
        }
    }

    #[test]
    fn an_answer_has_a_code_and_words() {
        assert_eq!(parts("250-SIZE"), Some((250, true, "SIZE")));
        assert_eq!(parts("250 ok"), Some((250, false, "ok")));
        assert_eq!(parts("354"), Some((354, false, "")));
        for wrong in ["", "25", "2500 ok", "+50 ok", "950 ok", "250\u{e9}", "äöü"] {
            assert_eq!(parts(wrong), None, "{wrong}");
        }
    }
}
