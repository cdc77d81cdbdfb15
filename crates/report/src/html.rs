//! The HTML part of a mail, made of its text: the same words, laid out for mail programs.
//!
//! What a mail program may do to it is in `templates/README.md`: tables and inline styles, no
//! script, nothing that is fetched. Not here: how a text is taken apart (`doc`).

use super::buttons::{Button, Buttons, buttons};
use super::doc::{self, Block, Chapter};
use super::frame::Frame;
use super::headlines::Headline;
use super::templates::{Templates, value};
use super::text::{one_line, tidy};
use packetboat_core::engine::scene::Picture;
use serde::Serialize;

/// Bytes of an HTML part at most: some mail programs cut what is longer.
pub const HTML_BYTES_MAX: usize = 85_000;

/// What a mail's HTML part has besides its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The line above the heading: game, campaign, club.
    above: String,
    /// The heading; empty: the subject is.
    heading: String,
    /// Of a report: its first lines, which are laid out apart.
    top: Option<Top>,
    /// Of a report: what happened to the reader.
    news: Vec<String>,
    /// The event that each of these is about, if it is about one.
    told: Vec<Option<usize>>,
    /// The text with marks in place of pieces; empty: it has none.
    pub(super) body: String,
    /// What takes the place of each mark.
    pieces: Vec<(String, String)>,
    /// Where its buttons lead; `None`: it has none.
    pub buttons: Option<Buttons>,
    /// Its pictures, first that which is looked at first ([`Plan::show`]).
    pub pictures: Vec<Picture>,
}

impl Plan {
    /// A mail of this frame, laid out as its text is.
    pub fn of(frame: &Frame) -> Self {
        let about = [&frame.title, &frame.campaign, &frame.club];
        let about: Vec<String> = about.iter().map(|it| one_line(it)).collect();
        let about: Vec<&str> = about.iter().map(String::as_str).collect();
        let about: Vec<&str> = about.into_iter().filter(|it| !it.is_empty()).collect();
        Plan {
            above: about.join(" \u{b7} "),
            ..Plan::default()
        }
    }

    /// A report: its heading, what happened to the reader, and its first lines.
    pub(super) fn is_report(&mut self, heading: String, news: &[Headline], top: Top) {
        self.heading = heading;
        self.told = news.iter().map(|it| it.event).collect();
        self.news = news.iter().map(|it| one_line(&it.words)).collect();
        self.top = Some(top);
    }

    /// Shows these pictures, the events that its news speak of numbered as these are.
    pub fn show(&mut self, pictures: Vec<Picture>) {
        let pictures = pictures.into_iter();
        self.pictures = pictures.map(|it| it.numbered(&self.told)).collect();
    }

    /// Keeps a piece of HTML; gives the mark that takes its place in the text.
    pub(super) fn piece(&mut self, name: &str, html: String) -> String {
        let mark = format!("[[{name}]]");
        self.pieces.push((mark.clone(), html));
        mark
    }
}

/// The first lines of a report, which are laid out apart from its text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Top {
    /// Who reads what.
    pub(super) greeting: String,
    /// What the reader is, and how the game is won.
    pub(super) intro: String,
    /// Until when what is wanted.
    pub(super) due: String,
}

/// What the template is given.
#[derive(Serialize)]
struct Context<'a> {
    subject: &'a str,
    preheader: String,
    above: &'a str,
    heading: String,
    greeting: Vec<Block>,
    due: Vec<String>,
    news: &'a [String],
    pictures: Vec<Shown<'a>>,
    buttons: Vec<Button>,
    rest: Vec<Block>,
    chapters: Vec<Chapter>,
    /// Which chapter is the position.
    position: Option<usize>,
    cut: bool,
}

impl Templates {
    /// The HTML part of a mail: `text` as it goes out, with `below` at its end. `cid` says how its
    /// pictures are called.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn html(
        &self,
        subject: &str,
        plan: &Plan,
        (text, below): (&str, &str),
        cid: &dyn Fn(&Picture) -> String,
    ) -> Result<String, String> {
        let text = if plan.body.is_empty() {
            text
        } else {
            &plan.body
        };
        let text = format!("{}\n\n{below}", text.trim_end_matches('\n'));
        let doc = doc::parse(&text);
        let subject = one_line(subject);
        let mut context = Context {
            preheader: String::new(),
            above: &plan.above,
            heading: heading(plan, &subject),
            subject: &subject,
            greeting: Vec::new(),
            due: Vec::new(),
            news: &plan.news,
            pictures: plan.pictures.iter().map(|it| Shown::of(it, cid)).collect(),
            buttons: Vec::new(),
            rest: doc.head,
            chapters: doc.chapters,
            position: None,
            cut: false,
        };
        context.lay_out(plan);
        if let (Some(to), Some(sheet)) = (&plan.buttons, context.sheet()) {
            context.buttons = buttons(to, sheet);
        }
        loop {
            let html = self.render("_common/mail.html", &value(&context))?;
            if html.len() <= HTML_BYTES_MAX || !context.shorten() {
                return Ok(html);
            }
        }
    }
}

/// A picture, as the template shows it.
#[derive(Serialize)]
struct Shown<'a> {
    name: &'a str,
    cid: String,
    alt: String,
}

impl<'a> Shown<'a> {
    fn of(picture: &'a Picture, cid: &dyn Fn(&Picture) -> String) -> Self {
        Shown {
            name: &picture.name,
            cid: cid(picture),
            alt: one_line(&picture.alt),
        }
    }
}

fn heading(plan: &Plan, subject: &str) -> String {
    if !plan.heading.is_empty() {
        return plan.heading.clone();
    }
    let bare = subject.strip_prefix("Re: ").unwrap_or(subject);
    let bare = if bare.starts_with('[') {
        bare.split_once("] ").map_or(bare, |it| it.1)
    } else {
        bare
    };
    let mut letters = bare.chars();
    let first = letters.next().map(char::to_uppercase);
    first.map_or_else(String::new, |it| it.chain(letters).collect())
}

impl Context<'_> {
    /// Puts pieces in the place of their marks; of a report its first lines.
    fn lay_out(&mut self, plan: &Plan) {
        let shows = !plan.pictures.is_empty();
        let pieces = |block: &mut Block| {
            let Block::Prose { lines } = block else {
                return;
            };
            let [line] = &lines[..] else { return };
            if let Some((_, html)) = plan.pieces.iter().find(|it| it.0 == *line) {
                let html = if shows {
                    without_map(html)
                } else {
                    html.replace(MAP_BEGINS, "").replace(MAP_ENDS, "")
                };
                *block = Block::Html { html };
            }
        };
        self.rest.iter_mut().for_each(pieces);
        for chapter in &mut self.chapters {
            chapter.blocks.iter_mut().for_each(pieces);
        }
        let Some(top) = &plan.top else {
            self.preheader = first_line(&self.rest);
            return;
        };
        let head = |text: &str| doc::parse(text).head;
        self.greeting = [head(&top.greeting), head(&tidy(&top.intro))].concat();
        self.due = top.due.lines().map(str::to_owned).collect();
        let said = self.due.first().cloned();
        self.preheader = said.unwrap_or_else(|| first_line(&self.greeting));
        let mut chapters = self.chapters.iter();
        self.position = chapters.position(|it| it.title.starts_with("THE POSITION"));
    }

    /// The last order sheet of the mail.
    fn sheet(&self) -> Option<&[String]> {
        let chapters = self.chapters.iter().flat_map(|it| &it.blocks);
        let mut sheets = self
            .rest
            .iter()
            .chain(chapters)
            .filter_map(|block| match block {
                Block::Sheet { lines } => Some(&lines[..]),
                _ => None,
            });
        sheets.next_back()
    }

    /// Leaves the longest chapter out that holds no order sheet; whether there was one.
    fn shorten(&mut self) -> bool {
        let all = self.chapters.iter().enumerate();
        let longest = all
            .filter(|it| !it.1.has_sheet())
            .max_by_key(|it| it.1.bytes());
        let Some((at, _)) = longest else { return false };
        self.chapters.remove(at);
        self.position = match self.position {
            Some(place) if place == at => None,
            Some(place) if place > at => Some(place - 1),
            place => place,
        };
        self.cut = true;
        true
    }
}

/// What is laid out otherwise without the maps in letters, which a picture shows better.
fn without_map(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((above, map)) = rest.split_once(MAP_BEGINS) {
        out.push_str(above);
        rest = map.split_once(MAP_ENDS).map_or("", |it| it.1);
    }
    out + rest
}

/// Around a map in letters, in a game's `report.html`.
const MAP_BEGINS: &str = "<!--map-->";
const MAP_ENDS: &str = "<!--/map-->";

fn first_line(blocks: &[Block]) -> String {
    let lines = blocks.iter().find_map(|block| match block {
        Block::Prose { lines } => lines.first(),
        _ => None,
    });
    lines.cloned().unwrap_or_default()
}
