//! The replay of a campaign: the maps of its turns as one SVG that plays by itself, and as a page
//! on which a reader steps from turn to turn. Neither needs a script.
//!
//! A shape that several turns show stands in the file once, between the first and the last of them
//! that show it without a gap (`layers`). One number says which turn is looked at, `--t`, and each
//! shape is seen while it lies within its own two, `--a` and `--b`: style sheets reckon that out.
//! Whoever has asked his machine for less motion sees the last turn, and may step.
//!
//! The picture holds all turns. The pages share them out, as many to each as a slow line bears.
//!
//! Words keep the room that was found for them, whatever letters a reader's machine has. Not here:
//! which pictures are public (`desk`), and what they show (`games`).

mod layers;
mod shapes;

use super::picture::{Painter, drawn};
use super::templates::{Templates, value};
use super::text::one_line;
use layers::Layers;
use packetboat_core::engine::scene::{Ground, Picture, Point};
use serde::Serialize;
use shapes::{Writer, escaped};
use std::fmt::Write as _;
use std::sync::Arc;

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
    pages: Vec<Part>,
    /// The place of this one among them.
    here: usize,
}

/// A page among others.
#[derive(Serialize)]
struct Part {
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
    /// `ground` gives what lies under them.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn replay(
        &self,
        painter: &Painter,
        title: &str,
        scenes: &[Scene],
        ground: &dyn Fn(&str) -> Option<Arc<Ground>>,
    ) -> Result<Option<Replay>, String> {
        if scenes.len() < 2 {
            return Ok(None);
        }
        let film = Film {
            painter,
            title,
            ground,
        };
        let reel = film.reel(scenes);
        let (looks, plays) = (&reel.looks, plays(scenes.len()));
        let svg = format!(
            "{}<style>{looks}{plays}</style>{}</svg>\n",
            reel.head, reel.body
        );
        let mut parts = 1 + svg.len() / STEPS_MAX;
        let pages = loop {
            let most = scenes.len().div_ceil(parts);
            let pages = self.pages(&film, scenes, most)?;
            if most <= 2 || pages.iter().all(|it| it.1.len() <= STEPS_MAX) {
                break pages;
            }
            parts += 1;
        };
        Ok(Some(Replay { svg, pages }))
    }

    /// The pages to step through, with at most so many turns on each.
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
        let part = |(at, scenes): (usize, &&[Scene])| Part {
            href: href(at),
            first: scenes.first().map(name).unwrap_or_default(),
            last: scenes.last().map(name).unwrap_or_default(),
        };
        let page = |(here, scenes): (usize, &&[Scene])| {
            let reel = film.reel(scenes);
            let turns = scenes.iter().map(|it| Turn {
                title: name(it),
                alt: one_line(&it.1.alt),
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

/// The rules by which so many turns are shown one after another.
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

/// One picture as an SVG by itself, in as few bytes as may be.
pub fn still(painter: &Painter, picture: &Picture, ground: Option<&Ground>) -> String {
    let (wide, high) = picture.size;
    let mut writer = Writer::new(painter);
    let mut body = writer.sheet(picture.size, picture.paper);
    if let (Some(ground), Some((_, from))) = (ground, &picture.ground) {
        let sheet = writer.sheet(ground.size, ground.paper);
        let shapes = writer.shapes(&ground.shapes, ground.size).concat();
        body += &moved((-from.0, -from.1), &format!("{sheet}{shapes}"));
    }
    body += &writer.shapes(drawn(picture), picture.size).concat();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"reel\" viewBox=\"0 0 {wide} {high}\" \
         width=\"{}\" height=\"{}\" role=\"img\"><title>{}</title><style>{}</style>{}{body}\
         </svg>\n",
        wide / 10,
        high / 10,
        escaped(&one_line(&picture.alt)),
        writer.looks(),
        writer.defs(),
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

/// What is common to all pieces of a replay.
struct Film<'a> {
    painter: &'a Painter,
    title: &'a str,
    /// What lies under the maps.
    ground: &'a dyn Fn(&str) -> Option<Arc<Ground>>,
}

impl Film<'_> {
    fn reel(&self, scenes: &[Scene]) -> Reel {
        let wide = scenes.iter().map(|it| it.1.size.0).max().unwrap_or(0);
        let high = scenes.iter().map(|it| it.1.size.1).max().unwrap_or(0);
        let mut writer = Writer::new(self.painter);
        let mut layers = Layers::default();
        for (name, picture) in scenes {
            let mut elements = vec![writer.sheet((wide, high), picture.paper)];
            let under = picture.ground.as_ref();
            if let Some((ground, from)) = under.and_then(|it| Some(((self.ground)(&it.0)?, it.1))) {
                let sheet = writer.sheet(ground.size, ground.paper);
                let shapes = writer.shapes(&ground.shapes, ground.size).concat();
                elements.push(moved((-from.0, -from.1), &format!("{sheet}{shapes}")));
            }
            elements.extend(writer.shapes(drawn(picture), picture.size));
            elements.push(writer.caption((wide / 2, high + STRIP * 7 / 10), &one_line(name)));
            layers.add(elements);
        }
        let (title, turns) = (escaped(&one_line(self.title)), scenes.len());
        let alt = scenes.last().map_or("", |it| &it.1.alt);
        let alt = escaped(&one_line(alt));
        let height = high + STRIP;
        let head = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"reel\" viewBox=\"0 0 {wide} {height}\" \
         width=\"{}\" height=\"{}\" role=\"img\" aria-labelledby=\"reel-title reel-about\">\
         <title id=\"reel-title\">{title}</title>\
         <desc id=\"reel-about\">The map after each of {turns} turns, one after another. \
         At the end: {alt}</desc>",
            wide / 10,
            height / 10
        );
        let mut body = writer.defs();
        let strip = writer.strip((0, high), (wide, STRIP));
        write!(body, "{strip}{}", layers.written()).expect("memory");
        Reel {
            head,
            looks: writer.looks(),
            body,
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
