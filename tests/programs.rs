//! Mail programs of 2024 to 2026, as they answer our mails: where the player's text goes, how they
//! quote, and what mails they make of it. A generator of replies for tests.
//!
//! Made from knowledge of these programs, not of how replies are read here; `tongues` has what they
//! print in other languages. Not here: what must come of a reply (`tick`).

mod apple;
mod asia;
mod desk;
mod gmx;
mod google;
mod microsoft;
mod mime;
mod old_hands;
mod ours;
mod page;
mod phones;
mod russia;
mod samsung;
mod tongues;
mod web;

use crate::html::raw_parts;
use crate::support::{Bench, WORLDS, header};
use mime::Part;
use ours::{Ours, When};
use packetboat::clock::Moment;
use packetboat::mail::parse;
use std::collections::BTreeSet;
pub(crate) use tongues::{attributions, header_blocks, made_up, signatures};

/// A mail program, as it answers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    /// Its Message-IDs, `{}` for what differs.
    ids: &'static str,
    write: fn(&Reply) -> Answer,
}

/// What a person does.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Typed<'a> {
    /// Writes these lines where the program puts the cursor: above the quotation.
    Above(&'a [&'a str]),
    /// Writes over a line of the quotation, which stands in our mail so; `to` may be several lines.
    Edited { from: &'a str, to: &'a str },
}

/// A reply that is being written.
struct Reply {
    ours: Ours,
    /// What is typed above; nothing if it is written into the quotation.
    lines: Vec<String>,
    at: When,
    /// Differs between replies: 32 digits.
    mark: String,
}

/// What a program makes of it.
struct Answer {
    /// In front of our subject.
    subject: &'static str,
    /// Headers of its own.
    heads: Vec<String>,
    body: Part,
}

/// All of them, 46.
pub(crate) fn all() -> Vec<Program> {
    let lists = [
        google::ALL,
        apple::ALL,
        microsoft::ALL,
        samsung::ALL,
        phones::ALL,
        web::ALL,
        gmx::ALL,
        russia::ALL,
        asia::ALL,
        desk::ALL,
        old_hands::ALL,
    ];
    lists.concat()
}

impl Program {
    /// The reply's bytes, as they lie in a mailbox: lines end as on Unix.
    pub(crate) fn reply(&self, message: &[u8], typed: &Typed<'_>, at: Moment) -> Vec<u8> {
        let mut ours = Ours::read(message);
        let lines = match typed {
            Typed::Above(lines) => lines.iter().map(|it| (*it).to_owned()).collect(),
            Typed::Edited { from, to } => {
                assert!(ours.edit(from, to), "our mail has no line `{from}`");
                Vec::new()
            }
        };
        let stirred = format!("{}{}{typed:?}{}", self.name, ours.id, at.seconds());
        let mark = blake3::hash(stirred.as_bytes()).to_hex()[..32].to_owned();
        let reply = Reply {
            ours,
            lines,
            at: When::of(at),
            mark,
        };
        let answer = (self.write)(&reply);
        self.sealed(&reply, &answer).into_bytes()
    }

    fn sealed(&self, reply: &Reply, answer: &Answer) -> String {
        let ours = &reply.ours;
        let (name, address) = &ours.player;
        let mut heads = vec![
            format!("From: {} <{address}>", mime::name(name)),
            format!("To: {}", ours.reply_to),
            format!(
                "Subject: {}{}",
                mime::header(answer.subject),
                mime::header(&ours.subject)
            ),
            format!("Date: {}", reply.at.for_mail()),
            format!("Message-ID: <{}>", self.ids.replace("{}", &reply.mark)),
            format!("In-Reply-To: {}", ours.id),
            format!("References: {}", ours.references.trim().replace(' ', "\n ")),
        ];
        heads.extend(answer.heads.iter().cloned());
        if !answer
            .heads
            .iter()
            .any(|it| it.starts_with('M') && it.contains("-Version: "))
        {
            heads.push("MIME-Version: 1.0".to_owned());
        }
        heads.extend(answer.body.head.iter().cloned());
        format!("{}\n\n{}", heads.join("\n"), answer.body.body)
    }
}

impl Reply {
    /// What was typed, each line between these, as HTML.
    fn each(&self, before: &str, after: &str) -> String {
        let lines = self.lines.iter();
        lines
            .map(|line| {
                if line.is_empty() {
                    format!("{before}<br>{after}")
                } else {
                    format!("{before}{}{after}", page::escaped(line))
                }
            })
            .collect()
    }

    /// What was typed, with this between the lines, as HTML.
    fn joined(&self, between: &str) -> String {
        let lines = self.lines.iter().map(|it| page::escaped(it));
        lines.collect::<Vec<_>>().join(between)
    }

    /// What was typed, as text that ends with its last line.
    fn text(&self) -> String {
        let lines = self.lines.iter().map(|it| format!("{it}\n"));
        lines.collect()
    }

    /// So many digits of what differs between replies.
    fn digits(&self, length: usize) -> String {
        let digits = self.mark.bytes().map(|it| char::from(b'0' + it % 10));
        digits.cycle().take(length).collect()
    }

    /// What differs, in the form of a UUID.
    fn uuid(&self) -> String {
        let mark = self.mark.to_uppercase();
        let parts = [
            &mark[..8],
            &mark[8..12],
            &mark[12..16],
            &mark[16..20],
            &mark[20..],
        ];
        parts.join("-")
    }

    /// `Sunday Galleon <orders@club.example>`
    fn sender(&self) -> String {
        format!("{} <{}>", self.ours.name, self.ours.address)
    }

    /// `Ana <ana@example.org>`
    fn player(&self) -> String {
        format!("{} <{}>", self.ours.player.0, self.ours.player.1)
    }

    /// Our address as a link.
    fn linked(&self) -> String {
        let address = &self.ours.address;
        format!("<a href=\"mailto:{address}\">{address}</a>")
    }
}

/// With a mark before each line.
fn marked(lines: &[String], mark: &str) -> String {
    let lines = lines.iter().map(|line| {
        if line.is_empty() {
            format!("{}\n", mark.trim_end())
        } else {
            format!("{mark}{line}\n")
        }
    });
    lines.collect()
}

/// The two forms of a mail.
fn alternative(boundary: &str, plain: Part, html: Part) -> Part {
    mime::multi("alternative", boundary, &[plain, html])
}

const LINES: &[&str] = &["Play lowest if step at most 6", "Prefer blue, red"];
const FROM: &str = "; PLAY LOWEST";

/// Whether a text or page in the mail holds this.
fn holds(mail: &[u8], text: &str) -> bool {
    let in_part = |(kind, bytes): &(String, Vec<u8>)| {
        kind.starts_with("text/") && String::from_utf8_lossy(bytes).contains(text)
    };
    raw_parts(mail).iter().any(in_part)
}

fn check(program: &Program, bench: &Bench, typed: &[&str]) {
    let name = program.name;
    let ours = &bench.last("worlds", "north", ".report").message;
    let mail = program.reply(ours, &Typed::Above(typed), bench.now);
    let read = parse(&mail, &bench.club.house);
    let lines: Vec<&str> = read.body.lines().iter().map(|it| it.raw.trim()).collect();
    for line in typed {
        assert!(lines.contains(line), "{name}: {line}\n{lines:#?}");
        assert!(holds(&mail, line), "{name}: {line}");
    }
    assert_eq!(header(&mail, "To"), header(ours, "Reply-To"), "{name}");
    let id = header(ours, "Message-ID").unwrap().replace(['<', '>'], "");
    assert_eq!(read.references.last(), Some(&id), "{name}");
    assert!(
        holds(&mail, "Planets besides the Homeworld"),
        "{name} quotes"
    );
}

fn check_edited(program: &Program, bench: &Bench) {
    let ours = &bench.last("worlds", "north", ".report").message;
    let to = "PLAY HIGHEST\nDOME red";
    let mail = program.reply(ours, &Typed::Edited { from: FROM, to }, bench.now);
    for line in to.lines() {
        assert!(holds(&mail, line), "{}: {line}", program.name);
    }
    assert!(!holds(&mail, FROM), "{}: it is written over", program.name);
}

#[test]
fn each_program_quotes_our_mail_below_what_was_typed() {
    let (bench, painted) = (Bench::with(&WORLDS), Bench::painted(&WORLDS));
    let programs = all();
    let names: BTreeSet<&str> = programs.iter().map(|it| it.name).collect();
    assert_eq!((programs.len(), names.len()), (46, 46));
    for program in &programs {
        check(program, &painted, LINES);
        check(program, &bench, &["OK"]);
        check_edited(program, &painted);
    }
}

#[test]
fn what_programs_print_in_other_languages_is_all_different() {
    let (name, address) = ("Sunday Galleon", "orders@club.example");
    let lists = [
        (attributions(name, address), 44),
        (header_blocks(name, address, "[worlds] turn 1"), 19),
        (signatures(), 38),
        (made_up(name, address), 10),
    ];
    for (list, count) in lists {
        let texts: BTreeSet<&str> = list.iter().map(|it| it.1.as_str()).collect();
        assert_eq!((list.len(), texts.len()), (count, count), "{list:#?}");
        assert!(!list.iter().any(|it| it.1.contains('{')), "{list:#?}");
    }
}
