//! The replay of a campaign: the maps of its turns as one SVG that plays by itself, and as a page
//! on which a reader steps from turn to turn. Neither needs a script.
//!
//! A shape that several turns show is in the file once, between the first and the last of them that
//! show it without a gap (`layers`). One number says which turn is looked at, `--t`, and each shape
//! is seen while it is within its own two, `--a` and `--b`: style sheets compute that. Anyone who
//! has asked their machine for less motion sees the last turn, and may step.
//!
//! The picture holds all turns. The pages share them out, as many to each as a slow line bears.
//!
//! Words keep the room that was found for them, whatever letters a reader's machine has. Not here:
//! which pictures are public (`desk`), and what they show (`games`).

mod layers;

use super::album::GroundAt;
use super::picture::{Painter, drawn};
use super::templates::{Templates, value};
use super::text::one_line;
use super::vector::{Writer, escaped, image};
use layers::Layers;
use packetboat_core::engine::scene::{Picture, Point};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// How long a turn is shown, in thousandths of a second.
const MILLISECONDS: usize = 1_200;
/// How high the strip below the map is that names the turn, in tenths of a pixel.
const STRIP: i32 = 600;

/// The most bytes of a page to step through, without its frame, if it has more than two turns: a
/// page with its map is to be at most 150 kB.
const STEPS_MAX: usize = 140_000;
/// What the pages to step through are called, the first of them alone or with its number.
const PAGE: &str = "replay";

/// A turn: what it is called, and its map.
pub type Scene = (String, Picture);

/// Of the pictures of a turn the one that goes into a replay: that of the whole map, which comes
/// last. `None`: the game draws none.
pub fn whole(mut pictures: Vec<Picture>) -> Option<Picture> {
    pictures.pop()
}

/// A replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The animated picture, a file by itself.
    pub svg: String,
    /// The pages on which a reader steps from turn to turn, each with the name of its file and a
    /// piece of HTML.
    pub pages: Vec<(String, String)>,
}

/// What the template of the steps is given.
#[derive(Serialize)]
struct Steps {
    svg: String,
    /// The rules by which it moves.
    rules: String,
    turns: Vec<Turn>,
    /// All pages, if there are more.
    pages: Vec<PagePart>,
    /// The place of this one among them.
    here: usize,
}

/// A page among others.
#[derive(Serialize)]
struct PagePart {
    href: String,
    first: String,
    last: String,
}

/// One turn of them.
#[derive(Serialize)]
struct Turn {
    title: String,
    alt: String,
}

impl Templates {
    /// The replay of these turns, oldest first, under a title; `None`: there are fewer than two.
    /// `ground` gives what is under them: the picture holds it, the pages show its file.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn replay(
        &self,
        painter: &Painter,
        title: &str,
        scenes: &[Scene],
        ground: &dyn Fn(&str) -> Option<GroundAt>,
    ) -> Result<Option<Replay>, String> {
        if scenes.len() < 2 {
            return Ok(None);
        }
        let film = Film::of(painter, title, scenes, ground);
        let reel = film.reel(0..scenes.len(), &film.held);
        let (looks, plays) = (&reel.looks, plays(scenes.len()));
        let svg = format!(
            "{}<style>{looks}{plays}</style>{}</svg>\n",
            reel.head, reel.body
        );
        // A page is looked at with the grounds under its maps.
        let room = STEPS_MAX.saturating_sub(film.grounds);
        let mut parts = 1 + svg.len().saturating_sub(film.grounds) / room.max(1);
        let pages = loop {
            let most = scenes.len().div_ceil(parts);
            let pages = self.pages(&film, scenes, most)?;
            if most <= 2 || pages.iter().all(|it| it.1.len() <= room) {
                break pages;
            }
            parts += 1;
        };
        Ok(Some(Replay { svg, pages }))
    }

    /// The pages to step through, with at most this many turns on each.
    fn pages(
        &self,
        film: &Film<'_>,
        scenes: &[Scene],
        most: usize,
    ) -> Result<Vec<(String, String)>, String> {
        let name = |it: &Scene| one_line(&it.0);
        let parts: Vec<&[Scene]> = scenes.chunks(most).collect();
        let href = |at: usize| match at {
            0 => format!("{PAGE}.html"),
            _ => format!("{PAGE}-{}.html", at + 1),
        };
        let part = |(at, scenes): (usize, &&[Scene])| PagePart {
            href: href(at),
            first: scenes.first().map(name).unwrap_or_default(),
            last: scenes.last().map(name).unwrap_or_default(),
        };
        let page = |(here, scenes): (usize, &&[Scene])| {
            let from = here * most;
            let reel = film.reel(from..from + scenes.len(), &film.shown);
            let turns = scenes.iter().map(|scene| Turn {
                title: name(scene),
                alt: one_line(&scene.1.alt),
            });
            let steps = Steps {
                svg: format!("{}{}</svg>", reel.head, reel.body),
                rules: format!("{}{}", reel.looks, plays(scenes.len())),
                turns: turns.collect(),
                pages: parts.iter().enumerate().map(part).collect(),
                here,
            };
            Ok((
                href(here),
                self.render("_site/replay.html", &value(&steps))?,
            ))
        };
        parts.iter().enumerate().map(page).collect()
    }
}

/// The rules by which this many turns are shown one after another.
fn plays(turns: usize) -> String {
    let frames: String = (0..turns).map(|it| frame(it, turns)).collect();
    let length = turns * MILLISECONDS;
    format!(
        "#reel{{--t:{last};animation:reel {length}ms step-end infinite}}\
         #reel g[style]{{opacity:clamp(0,min(var(--t) - var(--a),var(--b) - var(--t)) + 1,1)}}\
         @keyframes reel{{{frames}}}\
         @media(prefers-reduced-motion:reduce){{#reel{{animation:none}}}}",
        last = turns - 1
    )
}

/// The key frame that begins a turn.
fn frame(turn: usize, turns: usize) -> String {
    let per_mille = turn * 100_000 / turns;
    let (whole, rest) = (per_mille / 1_000, per_mille % 1_000);
    format!("{whole}.{rest:03}%{{--t:{turn}}}")
}

/// The parts of the picture.
struct Reel {
    /// The tag that opens it, with its name for those who cannot see it.
    head: String,
    /// The style of its shapes.
    looks: String,
    /// What it holds.
    body: String,
}

/// The turns of a replay, each written down once, however many pieces show it.
struct Film<'a> {
    writer: Writer<'a>,
    title: &'a str,
    size: Point,
    /// How many bytes the files of the grounds have.
    grounds: usize,
    /// What is under the map of each turn, in the picture, which holds it.
    held: Vec<Option<String>>,
    /// The same on a page, which shows its file.
    shown: Vec<Option<String>>,
    turns: Vec<Frame>,
    strip: String,
}

/// A turn.
struct Frame {
    sheet: String,
    shapes: Vec<String>,
    caption: String,
    alt: String,
}

impl<'a> Film<'a> {
    fn of(
        painter: &'a Painter,
        title: &'a str,
        scenes: &[Scene],
        ground: &dyn Fn(&str) -> Option<GroundAt>,
    ) -> Self {
        let wide = scenes.iter().map(|it| it.1.size.0).max().unwrap_or(0);
        let high = scenes.iter().map(|it| it.1.size.1).max().unwrap_or(0);
        let mut writer = Writer::new(painter);
        let mut written: BTreeMap<&str, Option<(GroundAt, String)>> = BTreeMap::new();
        let (mut held, mut shown, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        for (name, picture) in scenes {
            let under = picture.ground.as_ref().and_then(|(name, from)| {
                let known = written.entry(name).or_insert_with(|| {
                    let at = ground(name)?;
                    let sheet = writer.sheet(at.ground.size, at.ground.paper);
                    let shapes = writer.shapes(&at.ground.shapes, at.ground.size).concat();
                    Some((at, format!("{sheet}{shapes}")))
                });
                known.as_ref().map(|it| (it, (-from.0, -from.1)))
            });
            held.push(under.map(|((_, body), at)| moved(at, body)));
            shown.push(under.map(|((base, body), at)| {
                if base.href.is_empty() {
                    moved(at, body)
                } else {
                    image(&base.href, at, base.ground.size)
                }
            }));
            turns.push(Frame {
                sheet: writer.sheet((wide, high), picture.paper),
                shapes: writer.shapes(drawn(picture), picture.size),
                caption: writer.caption((wide / 2, high + STRIP * 7 / 10), &one_line(name)),
                alt: one_line(&picture.alt),
            });
        }
        let files = written.values().flatten();
        let files = files
            .filter(|it| !it.0.href.is_empty())
            .map(|it| it.0.bytes);
        Film {
            grounds: files.sum(),
            strip: writer.strip((0, high), (wide, STRIP)),
            title,
            size: (wide, high),
            held,
            shown,
            turns,
            writer,
        }
    }

    /// Some of its turns, over what is under each.
    fn reel(&self, turns: Range<usize>, under: &[Option<String>]) -> Reel {
        let mut layers = Layers::default();
        for (turn, under) in self.turns[turns.clone()].iter().zip(&under[turns.clone()]) {
            let pieces = [Some(&turn.sheet), under.as_ref()].into_iter().flatten();
            let pieces = pieces.chain(&turn.shapes).chain([&turn.caption]);
            layers.add(pieces.map(String::as_str).collect());
        }
        let body = layers.written();
        let used = self.writer.used([self.strip.as_str(), &body]);
        let (title, count) = (escaped(&one_line(self.title)), turns.len());
        let alt = self.turns[turns].last().map_or("", |it| &it.alt);
        let alt = escaped(alt);
        let ((wide, high), defs) = (self.size, self.writer.defs(&used));
        let height = high + STRIP;
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"reel\" viewBox=\"0 0 {wide} {height}\" \
             width=\"{}\" height=\"{}\" role=\"img\" aria-labelledby=\"reel-title reel-about\">\
             <title id=\"reel-title\">{title}</title>\
             <desc id=\"reel-about\">The map after each of {count} turns, one after another. \
             At the end: {alt}</desc>",
            wide / 10,
            height / 10
        );
        Reel {
            head,
            looks: format!(
                "#reel{{stroke-linejoin:round}}{}",
                self.writer.looks(&used, "#reel ")
            ),
            body: format!("{defs}{}{body}", self.strip),
        }
    }
}

/// The same elsewhere.
fn moved(by: Point, body: &str) -> String {
    match by {
        (0, 0) => format!("<g>{body}</g>"),
        (right, down) => format!("<g transform=\"translate({right} {down})\">{body}</g>"),
    }
}
