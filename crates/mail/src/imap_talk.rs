//! What is said over a line to a mailbox on a server: commands, and answers of a known size, read
//! as they come (RFC 3501).
//!
//! Not here: which mails are fetched and marked (`imap`).

use super::line::{ANSWER_BYTES_MAX, Connection, Meter};
use super::sasl;
use super::transport::{self, SAID_CHARS_MAX};
use packetboat_core::clock::Moment;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};

/// Bytes of a line. Only the numbers that a search finds need that many: some hundred thousand.
const LINE_BYTES_MAX: u64 = 1 << 20;

/// Bytes of what is around the literals of one response.
const WORDS_BYTES_MAX: usize = 64 << 10;

/// A server that has greeted us.
pub struct Talk {
    line: BufReader<Connection>,
    meter: Meter,
    /// The number of the last command.
    tag: u32,
}

/// A command that did not do what it was to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The server says no; the line is well.
    No(String),
    /// The line is of no use any more.
    Broken(String),
}

impl Trouble {
    fn broken(what: impl std::fmt::Display) -> Self {
        Trouble::Broken(transport::said(&what.to_string(), SAID_CHARS_MAX))
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Trouble::No(what) | Trouble::Broken(what)) = self;
        f.write_str(what)
    }
}

/// A folder that was opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// How many mails are there.
    pub exists: u32,
    /// The server's name for its numbering; 0 if it has none.
    pub uid_validity: u32,
    /// The flags that can be set permanently, `\*` if new ones can be invented.
    pub flags: Vec<String>,
}

/// A mail as the server gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// Its bytes, as far as they were asked for.
    pub bytes: Vec<u8>,
    /// When it reached the server, in seconds since 1970, if the server says so.
    pub arrived: Option<i64>,
}

/// A piece of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// As it is written.
    Word(String),
    /// What was in quotation marks, or was announced with its length.
    Text(Vec<u8>),
    Open,
    Close,
}

impl Talk {
    /// Takes the greeting.
    ///
    /// # Errors
    /// What the server says instead.
    pub fn begin(line: Connection) -> Result<Self, Trouble> {
        let mut talk = Talk {
            meter: line.meter(),
            line: BufReader::new(line),
            tag: 0,
        };
        let greeting = talk.line_of(LINE_BYTES_MAX)?;
        let words = String::from_utf8_lossy(&greeting);
        if words.starts_with("* OK") || words.starts_with("* PREAUTH") {
            Ok(talk)
        } else {
            Err(Trouble::broken(format!("its greeting is: {words}")))
        }
    }

    /// Logs in.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn log_in(&mut self, user: &str, password: &str) -> Result<(), Trouble> {
        let command = format!("LOGIN {} {}", quoted(user), quoted(password));
        self.order(&command)
    }

    /// Logs in by a token (XOAUTH2).
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn log_in_by_token(&mut self, user: &str, token: &str) -> Result<(), Trouble> {
        let tag = self.begin_order("AUTHENTICATE XOAUTH2", ANSWER_BYTES_MAX)?;
        // It asks once more if it refuses, with what it has against the token, and wants nothing.
        let mut answers = vec![String::new(), sasl::xoauth2(user, token)];
        let mut challenge = String::new();
        loop {
            let line = self.line_of(LINE_BYTES_MAX)?;
            if let Some(asked) = line.strip_prefix(b"+") {
                let Some(answer) = answers.pop() else {
                    return Err(Trouble::broken("it asks for more than a token"));
                };
                challenge = String::from_utf8_lossy(asked).trim().to_owned();
                self.write(&answer)?;
            } else if !line.starts_with(b"* ") {
                let asked_for_it = answers.len() < 2;
                return verdict(&tag, &line).map_err(|why| match why {
                    Trouble::No(what) if asked_for_it => {
                        Trouble::No(sasl::with_status(what, &challenge))
                    }
                    Trouble::No(what) => Trouble::No(format!("{}: {what}", sasl::NO_XOAUTH2)),
                    broken @ Trouble::Broken(_) => broken,
                });
            }
        }
    }

    /// Opens a folder.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn select(&mut self, folder: &str) -> Result<Folder, Trouble> {
        let mut found = Folder::default();
        let command = format!("SELECT {}", quoted(folder));
        self.ask(&command, ANSWER_BYTES_MAX, &mut |said| {
            let words = String::from_utf8_lossy(&said.words[0]);
            let mut parts = words.split(' ');
            if let (Some(count), Some("EXISTS")) = (parts.next(), parts.next()) {
                found.exists = count.parse().unwrap_or_default();
            } else if let Some(validity) = noted(&words, "UIDVALIDITY ") {
                found.uid_validity = validity.parse().unwrap_or_default();
            } else if let Some(flags) = noted(&words, "PERMANENTFLAGS (") {
                let flags = flags.trim_end_matches(')').split(' ');
                found.flags = flags.map(str::to_owned).collect();
            }
        })?;
        Ok(found)
    }

    /// The numbers of the mails that a query finds.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn search(&mut self, query: &str) -> Result<BTreeSet<u32>, Trouble> {
        let mut found = BTreeSet::new();
        let command = format!("UID SEARCH {query}");
        self.ask(&command, ANSWER_BYTES_MAX, &mut |said| {
            if let Some(numbers) = said.words[0].strip_prefix(b"SEARCH ") {
                let numbers = numbers.split(|it| *it == b' ');
                let read = |it| str::from_utf8(it).ok()?.parse::<u32>().ok();
                found.extend(numbers.filter_map(read));
            }
        })?;
        Ok(found)
    }

    /// The bytes of a mail from this one on, up to this many; `None` if the server gives none of
    /// this number, or none after that point.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn fetch(&mut self, uid: u32, from: u32, most: u32) -> Result<Option<Given>, Trouble> {
        let mut given = None;
        let command = format!("UID FETCH {uid} (UID INTERNALDATE BODY.PEEK[]<{from}.{most}>)");
        // Encrypted in small pieces, a mail is longer than it is.
        let size = u64::from(most) + ANSWER_BYTES_MAX;
        self.ask(&command, size, &mut |said| {
            if let Some(mail) = mail_of(said, uid, from) {
                given.get_or_insert(mail);
            }
        })?;
        Ok(given)
    }

    /// Sets flags of a mail.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn flag(&mut self, uid: u32, flags: &str) -> Result<(), Trouble> {
        self.order(&format!("UID STORE {uid} +FLAGS.SILENT ({flags})"))
    }

    /// Moves a mail to another folder.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn move_to(&mut self, uid: u32, folder: &str) -> Result<(), Trouble> {
        self.order(&format!("UID MOVE {uid} {}", quoted(folder)))
    }

    /// Copies a mail to another folder.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn copy_to(&mut self, uid: u32, folder: &str) -> Result<(), Trouble> {
        self.order(&format!("UID COPY {uid} {}", quoted(folder)))
    }

    /// Makes a folder.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn create(&mut self, folder: &str) -> Result<(), Trouble> {
        self.order(&format!("CREATE {}", quoted(folder)))
    }

    /// Removes the mails that are flagged as deleted.
    ///
    /// # Errors
    /// The server's no, or a line that broke.
    pub fn expunge(&mut self) -> Result<(), Trouble> {
        self.order("EXPUNGE")
    }

    /// Says good-bye, and waits so long for an answer that changes nothing.
    pub fn log_out(mut self, patience: std::time::Duration) {
        let size = ANSWER_BYTES_MAX;
        let _ = self.begin_order("LOGOUT", size).and_then(|tag| {
            self.meter.answer_within(size, patience);
            self.answer(&tag, size, &mut |_| {})
        });
        self.line.get_ref().close();
    }

    fn order(&mut self, command: &str) -> Result<(), Trouble> {
        self.ask(command, ANSWER_BYTES_MAX, &mut |_| {})
    }

    /// Sends a command, and takes what the server says until it is done with it, up to this many
    /// bytes.
    fn ask(
        &mut self,
        command: &str,
        size: u64,
        take: &mut dyn FnMut(&Said),
    ) -> Result<(), Trouble> {
        let tag = self.begin_order(command, size)?;
        self.answer(&tag, size, take)
    }

    fn begin_order(&mut self, command: &str, size: u64) -> Result<String, Trouble> {
        if command.contains(['\r', '\n', '\0']) {
            return Err(Trouble::No("names and passwords have one line".to_owned()));
        }
        self.tag += 1;
        let tag = format!("p{}", self.tag);
        self.meter.answer(size);
        self.write(&format!("{tag} {command}"))?;
        Ok(tag)
    }

    fn write(&mut self, words: &str) -> Result<(), Trouble> {
        let line = self.line.get_mut();
        let written = line.write_all(format!("{words}\r\n").as_bytes());
        let written = written.and_then(|()| line.flush());
        written.map_err(Trouble::broken)
    }

    fn answer(&mut self, tag: &str, size: u64, take: &mut dyn FnMut(&Said)) -> Result<(), Trouble> {
        loop {
            let said = self.said(size)?;
            let words = &said.words[0];
            if let Some(rest) = words.strip_prefix(b"* ") {
                let rest = rest.to_vec();
                let mut said = said;
                said.words[0] = rest;
                take(&said);
                continue;
            }
            return verdict(tag, words);
        }
    }

    /// One response, with its literals.
    fn said(&mut self, size: u64) -> Result<Said, Trouble> {
        let mut said = Said::default();
        let mut words = 0;
        loop {
            let line = self.line_of(LINE_BYTES_MAX)?;
            let announced = announced(&line);
            words += line.len();
            said.words.push(line);
            let Some(length) = announced else {
                return Ok(said);
            };
            if words > WORDS_BYTES_MAX || length > size {
                return Err(Trouble::broken("it announces more than was asked for"));
            }
            let mut literal = Vec::new();
            let read = (&mut self.line).take(length).read_to_end(&mut literal);
            if read.map_err(Trouble::broken)? as u64 != length {
                return Err(Trouble::broken("it closed the connection"));
            }
            said.literals.push(literal);
        }
    }

    /// A line without its end, of up to this many bytes.
    fn line_of(&mut self, most: u64) -> Result<Vec<u8>, Trouble> {
        let mut line = Vec::new();
        let read = (&mut self.line).take(most).read_until(b'\n', &mut line);
        read.map_err(Trouble::broken)?;
        if line.pop() != Some(b'\n') {
            return Err(Trouble::broken(match line.len() as u64 + 1 {
                length if length == most => "a line of its answer does not end",
                _ => "it closed the connection",
            }));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(line)
    }
}

/// What the line says with which an answer ends.
fn verdict(tag: &str, line: &[u8]) -> Result<(), Trouble> {
    let words = String::from_utf8_lossy(line);
    let (tagged, rest) = words.split_once(' ').unwrap_or((&words, ""));
    let (verdict, why) = rest.split_once(' ').unwrap_or((rest, ""));
    match verdict {
        "OK" if tagged == tag => Ok(()),
        "NO" | "BAD" if tagged == tag => Err(Trouble::No(transport::said(why, SAID_CHARS_MAX))),
        _ => Err(Trouble::broken(format!(
            "its answer is unexpected: {words}"
        ))),
    }
}

/// One response: its words, parted by its literals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Said {
    /// At least one, and one more than there are literals.
    words: Vec<Vec<u8>>,
    literals: Vec<Vec<u8>>,
}

/// The length of the literal that a line ends in: `… {10}`.
fn announced(line: &[u8]) -> Option<u64> {
    let inner = line.strip_suffix(b"}")?;
    let at = inner.iter().rposition(|it| *it == b'{')?;
    let digits = str::from_utf8(&inner[at + 1..]).ok()?;
    digits.trim_end_matches('+').parse().ok()
}

/// What comes after a name in the square brackets of a response: `OK [UIDVALIDITY 7] fine`.
fn noted<'a>(words: &'a str, name: &str) -> Option<&'a str> {
    let inner = words.strip_prefix("OK [")?.split_once(']')?.0;
    inner.strip_prefix(name)
}

/// The mail of this number from a byte on, if it is in this response:
/// `12 FETCH (UID 7 BODY[]<0> {10} …)`.
fn mail_of(said: &Said, uid: u32, from: u32) -> Option<Given> {
    let asked = format!("BODY[]<{from}>");
    let is_body = |name: &str| name == asked || (from == 0 && name == "BODY[]");
    let pieces = pieces(said);
    let mut pieces = pieces.into_iter().skip(1);
    let is_fetch = pieces.next() == Some(Piece::Word("FETCH".to_owned()));
    if !is_fetch || pieces.next() != Some(Piece::Open) {
        return None;
    }
    let (mut number, mut arrived, mut body) = (None, None, None);
    while let Some(Piece::Word(name)) = pieces.next() {
        let value = pieces.next()?;
        match (name.as_str(), value) {
            ("UID", Piece::Word(word)) => number = word.parse().ok(),
            ("INTERNALDATE", Piece::Text(day)) => arrived = moment(&String::from_utf8_lossy(&day)),
            (name, Piece::Text(text)) if is_body(name) => body = Some(text),
            (_, Piece::Open) => {
                // A list of flags, or something that nobody has asked for.
                let mut depth = 1;
                while depth > 0 {
                    match pieces.next()? {
                        Piece::Open => depth += 1,
                        Piece::Close => depth -= 1,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    // A mail has a head; none at all is what a server gives that has lost it.
    let bytes = body.filter(|it| !it.is_empty())?;
    (number == Some(uid)).then_some(Given { bytes, arrived })
}

/// The pieces of a response.
fn pieces(said: &Said) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut literals = said.literals.iter();
    for words in &said.words {
        let literal = literals.next();
        let words = match (literal, words.iter().rposition(|it| *it == b'{')) {
            (Some(_), Some(at)) => &words[..at],
            _ => words,
        };
        pieces_of(words, &mut pieces);
        pieces.extend(literal.map(|it| Piece::Text(it.clone())));
    }
    pieces
}

fn pieces_of(words: &[u8], pieces: &mut Vec<Piece>) {
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match first {
            b' ' => {}
            b'(' => pieces.push(Piece::Open),
            b')' => pieces.push(Piece::Close),
            b'"' => {
                let mut text = Vec::new();
                while let Some((byte, behind)) = rest.split_first() {
                    rest = behind;
                    match byte {
                        b'"' => break,
                        b'\\' => {
                            if let Some((byte, behind)) = rest.split_first() {
                                text.push(*byte);
                                rest = behind;
                            }
                        }
                        byte => text.push(*byte),
                    }
                }
                pieces.push(Piece::Text(text));
            }
            _ => {
                let ends = |it: &u8| matches!(it, b' ' | b'(' | b')' | b'"');
                let length = rest.iter().position(ends).unwrap_or(rest.len());
                let word = [&[*first], &rest[..length]].concat();
                rest = &rest[length..];
                let word = String::from_utf8_lossy(&word).to_ascii_uppercase();
                pieces.push(Piece::Word(word));
            }
        }
    }
}

/// Reads ` 1-Nov-2026 19:58:00 +0100`, in seconds since 1970.
fn moment(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let mut words = text.split_whitespace();
    let (date, time, zone) = (words.next()?, words.next()?, words.next()?);
    let mut date = date.split('-');
    let (day, month, year) = (date.next()?, date.next()?, date.next()?);
    let month = MONTHS
        .iter()
        .position(|it| month.eq_ignore_ascii_case(it))?
        + 1;
    let (hours, minutes) = zone.split_at_checked(3)?;
    let text = format!("{year}-{month:02}-{day:0>2}T{time}{hours}:{minutes}");
    let moment: Moment = text.parse().ok()?;
    Some(moment.seconds())
}

fn quoted(name: &str) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{name}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &[&str], literals: &[&str]) -> Said {
        let bytes = |it: &&str| it.as_bytes().to_vec();
        Said {
            words: words.iter().map(bytes).collect(),
            literals: literals.iter().map(bytes).collect(),
        }
    }

    fn body(words: &[&str], literals: &[&str]) -> Option<String> {
        let given = mail_of(&said(words, literals), 7, 0)?;
        Some(String::from_utf8(given.bytes).unwrap())
    }

    #[test]
    fn only_the_mail_that_was_asked_for_is_taken() {
        let mail = Some("mail".to_owned());
        for words in [
            ["1 FETCH (UID 7 BODY[]<0> {4}", ")"],
            ["1 FETCH (BODY[]<0> {4}", " FLAGS (\\Seen (x)) UID 7)"],
            ["1 fetch (flags () internaldate \"x\" uid 7 body[] {4}", ")"],
        ] {
            assert_eq!(body(&words, &["mail"]), mail, "{words:?}");
        }
        assert_eq!(body(&["1 FETCH (UID 7 BODY[] \"ma\\il\")"], &[]), mail);
        for words in [
            ["1 FETCH (UID 8 BODY[]<0> {4}", ")"],
            ["1 FETCH (BODY[]<0> {4}", ")"],
            ["1 FETCH (UID 7 BODY[HEADER] {4}", ")"],
            ["1 EXPUNGE (UID 7 BODY[] {4}", ")"],
            ["1 FETCH (UID 7 FLAGS (BODY[] {4}", "))"],
        ] {
            assert_eq!(body(&words, &["mail"]), None, "{words:?}");
        }
        let behind = |name| {
            let words = [&*format!("1 FETCH (UID 7 {name} {{4}}"), ")"];
            mail_of(&said(&words, &["mail"]), 7, 20).is_some()
        };
        let names = ["BODY[]<20>", "BODY[]<0>", "BODY[]<2>", "BODY[]"];
        assert_eq!(names.map(behind), [true, false, false, false]);
        assert_eq!(body(&["1 FETCH (UID 7 BODY[] {0}", ")"], &[""]), None);
        assert_eq!(body(&["1 FETCH (UID 7 BODY[] NIL)"], &[]), None);
        let deep = format!("1 FETCH (UID 7 BODYSTRUCTURE {}", "(".repeat(60_000));
        assert_eq!(body(&[&deep], &[]), None);
    }

    #[test]
    fn a_literal_is_announced_at_the_end_of_a_line() {
        assert_eq!(announced(b"x {10}"), Some(10));
        assert_eq!(announced(b"x {10+}"), Some(10));
        for none in [
            "x {10} ",
            "x {}",
            "x 10}",
            "x {-1}",
            "x {99999999999999999999}",
        ] {
            assert_eq!(announced(none.as_bytes()), None, "{none}");
        }
    }

    #[test]
    fn moments_of_servers() {
        assert_eq!(moment("20-Nov-2026 19:58:00 +0100"), Some(1_795_201_080));
        assert_eq!(moment(" 1-Jan-1970 00:00:01 +0000"), Some(1));
        for wrong in [
            "",
            "20-Nov-2026",
            "20-Foo-2026 19:58:00 +0100",
            "1-Jan-2026 1 é",
        ] {
            assert_eq!(moment(wrong), None, "{wrong}");
        }
    }
}
