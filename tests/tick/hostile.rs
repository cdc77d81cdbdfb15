//! Mails that somebody wrote to stop a club: words of the shape of passwords, tokens and hashes,
//! odd code points and words that are cut at the columns where we cut, in every place of a mail.
//!
//! Whole ticks take them. None halts a campaign or is set aside, each has one line in an entry or
//! in the ledger, and what is secret leaves in no mail. The same seed makes the same mails.

use crate::support::{Bench, DUEL, Match, WORLDS, seat};
use packetboat::desk::commands::referee;
use packetboat::mail::token::password;
use std::collections::BTreeMap;
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use unicode_width::UnicodeWidthChar;

/// Mails to one club; then another is founded, so that memory does not grow.
const MAILS_A_CLUB: usize = 480;
/// Mails in one tick.
const MAILS_A_TICK: usize = 24;
/// Seconds between ticks: some answers are given again.
const BETWEEN: i64 = 12 * 3_600;

/// Characters that are not seen, or seen as others.
const ODD: &[char] = &[
    '\u{0}',
    '\u{7}',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{9b}',
    '\u{a0}',
    '\u{ad}',
    '\u{301}',
    '\u{34f}',
    '\u{61c}',
    '\u{115f}',
    '\u{17b4}',
    '\u{180b}',
    '\u{180e}',
    '\u{200b}',
    '\u{200c}',
    '\u{200d}',
    '\u{200e}',
    '\u{2028}',
    '\u{202e}',
    '\u{202f}',
    '\u{2060}',
    '\u{2064}',
    '\u{2065}',
    '\u{2066}',
    '\u{206a}',
    '\u{206b}',
    '\u{206f}',
    '\u{212a}',
    '\u{2010}',
    '\u{2013}',
    '\u{3000}',
    '\u{3164}',
    '\u{fe0f}',
    '\u{feff}',
    '\u{ff0d}',
    '\u{ffa0}',
    '\u{fffb}',
    '\u{1d173}',
    '\u{e0041}',
    '\u{e0100}',
    '`',
    '*',
    '_',
    '.',
    ',',
    ';',
    '#',
    '>',
    '"',
    '<',
    '(',
    '\t',
    ' ',
];

/// Where something of ours is cut or wrapped, in columns.
const COLUMNS: &[usize] = &[
    20, 24, 30, 40, 48, 60, 64, 67, 68, 70, 72, 76, 78, 100, 200, 400,
];

/// What came of the mails.
#[derive(Default)]
pub(crate) struct Outcome {
    /// How many mails there were.
    pub(crate) mails: usize,
    /// How many became what: verdicts of entries, classes of the ledger.
    pub(crate) became: BTreeMap<String, usize>,
    /// How many mails went out.
    pub(crate) sent: usize,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mails, sent) = (self.mails, self.sent);
        write!(f, "{mails} mails, {sent} went out: {:?}", self.became)
    }
}

/// Sends so many mails; the first thing that is wrong.
pub(crate) fn run(count: usize, seed: u64) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let mut maker = Maker {
        state: 0x9E37_79B9_7F4A_7C15 ^ seed.wrapping_mul(0xD134_2543_DE82_EF95) | 1,
    };
    while outcome.mails < count {
        let wanted = if maker.draw(2) == 0 { &DUEL } else { &WORLDS };
        let mails = MAILS_A_CLUB.min(count - outcome.mails);
        club(&mut maker, wanted, mails, &mut outcome)
            .map_err(|it| format!("behind {} mails of seed {seed}: {it}", outcome.mails))?;
    }
    Ok(outcome)
}

fn club(
    maker: &mut Maker,
    wanted: &Match<'_>,
    mails: usize,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let mut bench = Bench::with(wanted);
    let said = referee::password(&bench.club, wanted.id, seat("south"));
    let said = said.map_err(|it| it.to_string())?;
    let word = said.lines().nth(2).unwrap_or_default().trim().to_owned();
    let mut files = Vec::new();
    while files.len() < mails {
        let known = Known::of(&bench, wanted.id, &word);
        let mut written = Vec::new();
        for _ in 0..MAILS_A_TICK.min(mails - files.len()) {
            bench.later(1);
            let mail = maker.mail(&bench, &known, files.len());
            files.push(bench.deliver_bytes(&mail));
            written.push(mail);
        }
        let before = bench.post.taken.len();
        let summary = bench.later(BETWEEN).tick();
        let of_them = || {
            let texts = written
                .iter()
                .map(|it| String::from_utf8_lossy(it).into_owned());
            texts.collect::<Vec<_>>().join("\n=====\n")
        };
        if !summary.halted.is_empty() || !summary.retry.is_empty() {
            return Err(format!("{summary}\n{}", of_them()));
        }
        // It would do no harm, but nothing should come so far.
        if bench.ledger().iter().any(|it| it.2 == "aside") {
            let rows = bench.read("desk/aside.toml");
            return Err(format!("set aside: {rows}\n{}", of_them()));
        }
        for mail in &bench.post.taken[before..] {
            let text = bare(&bench.text(&mail.message));
            // Passwords are the same without hyphens; tokens are not.
            let texts = [text.replace('-', ""), text];
            let is_in = |it: &&String| texts[usize::from(it.len() == 16)].contains(*it);
            if let Some(secret) = known.secrets.iter().find(is_in) {
                let text = &texts[1];
                return Err(format!("{secret} in {}:\n{text}\n{}", mail.key, of_them()));
            }
        }
        outcome.sent += bench.post.taken.len() - before;
    }
    outcome.mails += files.len();
    each_once(&bench, wanted.id, files, outcome)
}

/// Each file has one line.
fn each_once(
    bench: &Bench,
    id: &str,
    files: Vec<String>,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let notes = bench.notes(id);
    let notes = notes.iter().flat_map(|it| &it.mail);
    let notes = notes.map(|it| (it.file.clone(), format!("{:?}", it.verdict)));
    let lines = bench.ledger().into_iter().map(|it| (it.1, it.2));
    let mut became: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, what) in notes.chain(lines) {
        became.entry(file).or_default().push(what);
    }
    for file in files {
        let bare = file.split(':').next().unwrap_or_default();
        match became.remove(bare).as_deref() {
            Some([one]) => *outcome.became.entry(one.clone()).or_default() += 1,
            other => return Err(format!("{file} became {other:?}")),
        }
    }
    Ok(())
}

/// A text as a reader could take it: small letters without accents, nothing that is not seen.
fn bare(text: &str) -> String {
    let small = text.nfkd().flat_map(char::to_lowercase);
    let kept = small.filter(|it| *it == '\n' || it.width().unwrap_or(0) > 0);
    kept.collect()
}

/// What whoever writes knows of a campaign, and what of that may be in no mail.
struct Known {
    id: String,
    sheet: String,
    /// The addresses that the seats answer to.
    addresses: [String; 2],
    /// Message-IDs of ours.
    ids: Vec<String>,
    /// A password, its own or another's, as it is written.
    password: String,
    /// What no mail may show, bare.
    secrets: Vec<String>,
}

impl Known {
    fn of(bench: &Bench, id: &str, password: &str) -> Self {
        let campaign = bench.campaign(id);
        let sheet = campaign.table.sheet().to_string();
        let seats = ["north", "south"].map(seat);
        let tokens = seats.map(|it| campaign.token(it, &sheet).as_str().to_owned());
        let reports = ["north", "south"].map(|it| bench.last(id, it, ".report"));
        let address = |at: usize| format!("orders+{id}.{}.{}@club.example", seats[at], tokens[at]);
        let ids = reports
            .iter()
            .filter_map(|it| crate::support::header(&it.message, "Message-ID"));
        Known {
            id: id.to_owned(),
            addresses: [address(0), address(1)],
            ids: ids.collect(),
            password: password.to_owned(),
            secrets: vec![
                password.replace('-', ""),
                tokens[0].clone(),
                tokens[1].clone(),
            ],
            sheet,
        }
    }
}

/// Makes mails.
struct Maker {
    state: u64,
}

impl Maker {
    fn draw(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound.max(1) as u64) as usize
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.draw(all.len())]
    }

    /// A word that is a secret, or looks like one.
    fn secret(&mut self, known: &Known) -> String {
        let zeros = [
            "0".repeat(16),
            "7k".repeat(8),
            "0".repeat(20),
            "z".repeat(15),
        ];
        let zeros = &zeros[self.draw(4)];
        let seat = self.one_of(&["north", "south", "referee", "x"]);
        match self.draw(9) {
            0 => known.password.clone(),
            1 => known.addresses[self.draw(2)].clone(),
            2 => known.secrets[1 + self.draw(2)].clone(),
            3 => format!("orders+{}.{seat}.{zeros}@club.example", known.id),
            4 => format!("orders+b.{}.{seat}.{zeros}@club.example", known.id),
            5 => blake3::hash(&self.state.to_le_bytes()).to_hex().to_string(),
            6 => known.ids[self.draw(known.ids.len())].clone(),
            _ => password(self.state.to_le_bytes()),
        }
    }

    /// Such a word, changed, and with a word before it that puts it where we cut.
    fn word(&mut self, known: &Known) -> String {
        let mut word: Vec<char> = self.secret(known).chars().collect();
        for _ in 0..self.draw(4) {
            let at = self.draw(word.len());
            match self.draw(6) {
                0 => word[at] = word[at].to_ascii_uppercase(),
                1 if word[at].is_ascii_graphic() => {
                    let wide = u32::from(word[at]) - 0x21 + 0xff01;
                    word[at] = char::from_u32(wide).unwrap_or('x');
                }
                2 => word.retain(|it| *it != '-'),
                _ => word.insert(at, ODD[self.draw(ODD.len())]),
            }
        }
        let mut word: String = word.into_iter().collect();
        for _ in 0..self.draw(3) {
            let column = COLUMNS[self.draw(COLUMNS.len())];
            let many = (column + 4).saturating_sub(self.draw(40));
            let fill = self.one_of(&["x", "-", "ab-", "xxxxxxxxx-", "é", "\u{fe0f}", "a "]);
            let fill: String = fill.chars().cycle().take(many).collect();
            let mark = self.one_of(&["", "-", "-----", ".", " ", "`", "@", "\u{2065}", "+"]);
            word = match self.draw(2) {
                0 => format!("{fill}{mark}{word}"),
                _ => format!("{word}{mark}{fill}"),
            };
        }
        word
    }

    /// Such a word in one line, now and then; else an innocent one.
    fn some(&mut self, known: &Known, innocent: &str) -> String {
        match self.draw(4) {
            0 => self.word(known).replace(['\n', '\r'], " "),
            _ => innocent.to_owned(),
        }
    }

    /// A line of a block.
    fn line(&mut self, known: &Known) -> String {
        let word = self.word(known);
        match self.draw(22) {
            0 => format!("; {word}"),
            1 => format!("BID 1 ; {word}"),
            2 => format!("BID {word}"),
            3 => format!("PLAI {word}"),
            4 => word,
            5 => format!("HELP {word}"),
            6 => format!("AWAY {word}"),
            7 => format!("AWAY 2026-12-24..{word}"),
            8 => format!("CONFIRM {word}"),
            9 => format!("ADDRESS {word}"),
            10 => format!("ADDRESS {word}@evil.example"),
            11 => format!("MESSAGE TO NORTH\n{word}\nEND"),
            12 => format!("MESSAGE TO {word}\nhello\nEND"),
            13 => format!("MESSAGE\nhello {word} there\n> {word}\n"),
            14 => format!("RESIGN {word}"),
            15 => format!("REPORT {word}"),
            16 => format!("STANDING {word}"),
            17 => format!("TURN {word}\nBID 2"),
            18 => format!("CLEAR {word}"),
            19 => format!("IF {word} THEN BID 1\nELSE {word}"),
            20 => format!("PLAY LOWEST,\n{word}"),
            _ => self
                .one_of(&["BID 2", "PLAY LOWEST", "STATUS", "CHECK", "REPORT"])
                .to_owned(),
        }
    }

    fn body(&mut self, known: &Known) -> String {
        let mut text = String::new();
        for _ in 0..self.draw(3) {
            text += &self.some(known, "hello");
            text.push('\n');
        }
        if self.draw(8) == 0 {
            return text;
        }
        let seat = self.one_of(&["north", "south", "south"]);
        let (id, sheet) = (self.some(known, &known.id), self.some(known, &known.sheet));
        let seat = match self.draw(12) {
            0 => self.some(known, seat),
            _ => seat.to_owned(),
        };
        let id = if self.draw(4) == 0 {
            id
        } else {
            known.id.clone()
        };
        let secret = match self.draw(10) {
            0 | 1 => known.password.clone(),
            2 => self.word(known),
            _ => String::new(),
        };
        text += &format!("#orders {id} {seat} turn {sheet} {secret}\n");
        for _ in 0..=self.draw(6) {
            text += &self.line(known);
            text.push('\n');
        }
        text += self.one_of(&["#end\n", "#end\n", "# END.\n", ""]);
        text += &self.some(known, "bye");
        match self.draw(10) {
            0 => text.lines().map(|it| format!("> {it}\n")).collect(),
            _ => text,
        }
    }

    /// A whole mail.
    fn mail(&mut self, bench: &Bench, known: &Known, number: usize) -> Vec<u8> {
        let from = match self.draw(4) {
            0 => format!("{} <ben@example.net>", self.some(known, "Ben")),
            1 => format!("\"{}\" <ana@example.org>", self.some(known, "Ana")),
            2 => format!("<{}@evil.example>", self.word(known)),
            _ => format!(
                "{} <mallory@{}>",
                self.some(known, "M"),
                self.some(known, "evil.example")
            ),
        };
        let nobodys = format!("orders+{}.south.{}@club.example", known.id, "0".repeat(16));
        let to = match self.draw(5) {
            0 => "orders@club.example".to_owned(),
            1 => nobodys,
            2 => format!("{}, {}", self.some(known, "x@y"), known.addresses[0]),
            _ => known.addresses[self.draw(2)].clone(),
        };
        let mut head = format!(
            "From: {from}\nTo: {to}\nSubject: {}\nDate: {}\nMessage-ID: <{}.{number}@{}>\n",
            self.some(known, "orders"),
            bench.now.for_mail(),
            self.some(known, "m"),
            self.some(known, "mail.example"),
        );
        for name in [
            "References",
            "In-Reply-To",
            "Cc",
            "Reply-To",
            "X-Note",
            "List-Id",
        ] {
            if self.draw(6) == 0 {
                let value = match self.draw(2) {
                    0 => known.ids[0].clone(),
                    _ => self.some(known, "a@b.example"),
                };
                head += &format!("{name}: {value}\n");
            }
        }
        let body = self.body(known);
        let name = self.some(known, "orders");
        let mail = match self.draw(8) {
            0 => format!(
                "{head}MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<p>{}</p>\n",
                body.replace('\n', "<br>\n")
            ),
            1 => format!(
                "{head}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b{number}\"\n\n\
                 --b{number}\nContent-Type: text/plain; charset=utf-8\n\nsee below\n--b{number}\n\
                 Content-Type: text/plain; charset=utf-8\n\
                 Content-Disposition: attachment; filename=\"{name}.txt\"\n\n{body}\n\
                 --b{number}--\n"
            ),
            2 => format!(
                "{head}MIME-Version: 1.0\nContent-Type: text/plain; charset=\"{name}\"\n\n{body}"
            ),
            _ => format!(
                "{head}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
                 Content-Transfer-Encoding: 8bit\n\n{body}"
            ),
        };
        mail.into_bytes()
    }
}

#[test]
fn hostile_mails_halt_no_campaign_and_have_one_line_each() {
    // More of them: cargo run --release --example hostile_mails -- 1000000 [SEED]
    let outcome = run(1_200, 1).unwrap_or_else(|it| panic!("{it}"));
    for verdict in ["Accepted", "Answered", "Held", "Refused", "astray"] {
        assert!(outcome.became.contains_key(verdict), "{outcome}");
    }
    assert!(outcome.sent > 200, "{outcome}");
}
