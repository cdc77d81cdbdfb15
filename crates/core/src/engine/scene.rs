//! Pictures as plain shapes, which a game makes of what a viewer may know.
//!
//! Everything is in whole numbers, tenths of a pixel, x to the right and y down, in a picture that
//! is 12,000 wide; what comes later is above. There is no opacity: blends are colours that nobody
//! has chosen. Not here: how shapes become SVG and PNG, and how names find their places (`report`).

use crate::textfile::plain::is_default;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A point: right, down, in tenths of a pixel.
pub type Point = (i32, i32);

/// How wide pictures are, in tenths of a pixel.
pub const WIDTH: i32 = 12_000;

/// A colour, as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Colour(pub u32);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Colour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6);
        let number = digits.and_then(|it| u32::from_str_radix(it, 16).ok());
        let number = number.ok_or_else(|| format!("`{text}` is not a colour such as `#f3ebd6`"))?;
        Ok(Colour(number))
    }
}

text_value!(Colour);

/// One picture of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// Its name, and that of its file without the ending: small letters and hyphens.
    pub name: String,
    /// What it shows, for those who cannot see it: sentences.
    pub alt: String,
    /// Width and height.
    pub size: Point,
    /// What is under all shapes.
    pub paper: Colour,
    /// What never changes and is drawn once for all: its name, and the point of it that is in
    /// the upper left corner. `None`: there is nothing such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<(String, Point)>,
    /// Whether it goes out only if it is not as its reader saw it last.
    #[serde(skip)]
    pub if_changed: bool,
    /// Where events happened, for those that the head of a report speaks of: such are numbered as
    /// its lines are ([`Picture::numbered`]).
    #[serde(skip)]
    pub news: NewsMarks,
    /// The shapes, lowest first. The last field: see [`Picture::written`].
    pub shapes: Vec<Shape>,
}

/// Where numbers of news may be put.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewsMarks {
    /// How many shapes are below the numbers.
    pub before: usize,
    /// The places.
    pub marks: Vec<NewsMark>,
}

/// Where an event happened, and how its number looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsMark {
    /// The event, by its place among those heard.
    pub event: usize,
    /// The middle of the disc around its number.
    pub at: Point,
    /// How far the next number is from it, if several are at one place.
    pub step: Point,
    /// The radius of the disc.
    pub radius: i32,
    /// How the disc looks.
    pub look: Look,
    /// How the number looks.
    pub pen: Pen,
}

impl NewsMark {
    /// The number on its disc, after so many at the same place.
    fn shapes(&self, number: usize, beside: usize) -> [Shape; 3] {
        let beside = i32::try_from(beside).unwrap_or(0);
        let (radius, (x, y)) = (self.radius, self.at);
        let at = (x + beside * self.step.0, y + beside * self.step.1);
        let (look, pen) = (self.look.clone(), self.pen.clone());
        let number = number.to_string();
        [
            Shape::disc(at, radius, look),
            Shape::middle((at.0, at.1 + radius * 46 / 100), number, pen),
            Shape::Keep {
                at: (at.0 - radius, at.1 - radius),
                size: (2 * radius, 2 * radius),
            },
        ]
    }
}

/// Where lines of a scene are broken, in bytes: some below what a mail can have.
const LINE_MAX: usize = 800;

impl Picture {
    /// An empty one.
    pub fn new(name: &str, size: Point, paper: Colour) -> Self {
        Picture {
            name: name.to_owned(),
            alt: String::new(),
            size,
            paper,
            ground: None,
            shapes: Vec::new(),
            if_changed: false,
            news: NewsMarks::default(),
        }
    }

    /// The same, with a number at each event that the head of a report speaks of. `told` are its
    /// lines, each with the event it is about, by its place among those heard, if it is about one.
    #[must_use]
    pub fn numbered(mut self, told: &[Option<usize>]) -> Self {
        let NewsMarks { before, marks } = std::mem::take(&mut self.news);
        let mut taken: Vec<Point> = Vec::new();
        let mut shapes = Vec::new();
        for (number, event) in (1..).zip(told) {
            // What one event did in several places has its number at each.
            for mark in marks.iter().filter(|it| Some(it.event) == *event) {
                let beside = taken.iter().filter(|it| **it == mark.at).count();
                taken.push(mark.at);
                shapes.extend(mark.shapes(number, beside));
            }
        }
        let before = before.min(self.shapes.len());
        self.shapes.splice(before..before, shapes);
        self
    }

    /// As JSON with a shape a line, so that it packs well and no line is too long for a mail.
    pub fn written(&self) -> String {
        let bare = Picture {
            shapes: Vec::new(),
            ..self.clone()
        };
        let mut text = serde_json::to_string(&bare).expect("a picture is plain data");
        text.truncate(text.len() - "]}".len());
        let shapes = self.shapes.iter();
        let shapes = shapes.map(|it| serde_json::to_string(it).expect("a shape is plain data"));
        text += &format!("\n{}\n]}}", shapes.collect::<Vec<_>>().join(",\n"));
        broken(&text)
    }
}

/// The same JSON with lines that a mail can have: broken after commas, outside of strings.
fn broken(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let (mut column, mut quoted, mut escaped) = (0, false, false);
    for letter in json.chars() {
        out.push(letter);
        column = if letter == '\n' {
            0
        } else {
            column + letter.len_utf8()
        };
        quoted ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        if letter == ',' && !quoted && column > LINE_MAX {
            out.push('\n');
            column = 0;
        }
    }
    out
}

/// What never changes in pictures: a map without anything on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// Width and height.
    pub size: Point,
    /// What is under all shapes.
    pub paper: Colour,
    /// The shapes, lowest first.
    pub shapes: Vec<Shape>,
}

/// A plain shape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Shape {
    /// Lines or areas of one look.
    Path(Path),
    /// A disc.
    Disc {
        /// Its middle.
        at: Point,
        /// Its radius.
        radius: i32,
        /// How it looks.
        look: Look,
    },
    /// A rectangle.
    Box {
        /// Its upper left corner.
        at: Point,
        /// Its width and height.
        size: Point,
        /// The radius of its corners.
        #[serde(default, skip_serializing_if = "is_default")]
        round: i32,
        /// How it looks.
        look: Look,
    },
    /// Words where they are put.
    Text {
        /// Where their base line begins, has its middle, or ends.
        at: Point,
        /// Which of these.
        #[serde(default, skip_serializing_if = "is_default")]
        anchor: Anchor,
        /// How they look.
        pen: Pen,
        /// The words.
        text: String,
        /// By how many degrees they are turned to the right about the point.
        #[serde(default, skip_serializing_if = "is_default")]
        turn: i32,
    },
    /// Words that find a place of their own, where nothing that was kept free or written before is
    /// in the way; if there is none, they are left out.
    Label(Label),
    /// Words that find a place of their own, with a sign before their first line.
    Badged {
        /// The words.
        label: Label,
        /// The sign, around the point 0, 0.
        badge: Vec<Shape>,
        /// How wide the sign is, with what parts it from the words.
        room: i32,
    },
    /// Keeps a rectangle free of labels that come later.
    Keep {
        /// Its upper left corner.
        at: Point,
        /// Its width and height.
        size: Point,
    },
    /// Shapes of which only what is in these areas is seen.
    Within {
        /// The outlines of the areas.
        areas: Vec<Vec<Point>>,
        /// The shapes.
        shapes: Vec<Shape>,
    },
}

/// Lines or areas of one look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// The points of each line.
    pub runs: Vec<Vec<Point>>,
    /// Whether the last point of each is joined to the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// Whether the lines are bent through the points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bent: bool,
    /// How they look.
    pub look: Look,
}

/// Words that find a place of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The places to be tried, best first.
    pub spots: Vec<Spot>,
    /// How the words look.
    pub pen: Pen,
    /// The words, line by line.
    pub lines: Vec<String>,
    /// Whether they are written even if something is in the way everywhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
}

/// A place for a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The point that the label's rectangle touches.
    pub at: Point,
    /// On which side of the point it is, -1, 0 or 1: to the right and down. `(0, 0)`: around it.
    pub side: (i8, i8),
    /// Where a line to it begins, if it is too far away to be understood without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_from: Option<Point>,
}

/// How a shape is painted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The colour of its inside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Colour>,
    /// The colour of its line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Colour>,
    /// The width of its line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub width: i32,
    /// Lengths of dashes and gaps; empty: the line has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dash: Vec<i32>,
    /// Whether its ends are round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub round: bool,
    /// Whether its edges are not smoothed, so that it packs better: for what is straight, or
    /// differs little from what is beside it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub crisp: bool,
}

/// How words are written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pen {
    /// The letters.
    pub face: Face,
    /// Their size.
    pub size: i32,
    /// Their colour.
    pub colour: Colour,
    /// A rim around them: its colour and width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halo: Option<(Colour, i32)>,
    /// What is between two letters besides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spacing: i32,
}

/// The letters we have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// For names on land, and headings.
    Name,
    /// For names at sea.
    Italic,
    /// For numbers, marks and what explains.
    Plain,
}

/// Which point of words is meant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// Where they begin.
    #[default]
    Start,
    /// Their middle.
    Middle,
    /// Where they end.
    End,
}

impl Look {
    /// An inside without a line.
    pub fn filled(fill: Colour) -> Self {
        Look {
            fill: Some(fill),
            ..Look::default()
        }
    }

    /// A line without an inside.
    pub fn lined(line: Colour, width: i32) -> Self {
        Look::default().edged(line, width)
    }

    /// The same with a line.
    #[must_use]
    pub fn edged(mut self, line: Colour, width: i32) -> Self {
        (self.line, self.width) = (Some(line), width);
        self
    }

    /// The same with a broken line.
    #[must_use]
    pub fn dashed(mut self, dash: &[i32]) -> Self {
        self.dash = dash.to_vec();
        self
    }

    /// The same with round ends.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        self.round = true;
        self
    }

    /// The same with edges that are not smoothed.
    #[must_use]
    pub fn crisp(mut self) -> Self {
        self.crisp = true;
        self
    }
}

impl Pen {
    /// Letters without a rim.
    pub fn new(face: Face, size: i32, colour: Colour) -> Self {
        Pen {
            face,
            size,
            colour,
            halo: None,
            spacing: 0,
        }
    }

    /// The same with a rim.
    #[must_use]
    pub fn on(mut self, colour: Colour, width: i32) -> Self {
        self.halo = Some((colour, width));
        self
    }

    /// The same with room between the letters.
    #[must_use]
    pub fn spaced(mut self, spacing: i32) -> Self {
        self.spacing = spacing;
        self
    }
}

impl Shape {
    /// Areas of one look.
    pub fn areas(runs: Vec<Vec<Point>>, look: Look) -> Self {
        Shape::Path(Path {
            runs,
            closed: true,
            bent: false,
            look,
        })
    }

    /// Lines of one look.
    pub fn lines(runs: Vec<Vec<Point>>, look: Look) -> Self {
        Shape::Path(Path {
            runs,
            closed: false,
            bent: false,
            look,
        })
    }

    /// A line that is bent through its points.
    pub fn bent(run: Vec<Point>, look: Look) -> Self {
        Shape::Path(Path {
            runs: vec![run],
            closed: false,
            bent: true,
            look,
        })
    }

    /// Areas that are bent through their points.
    pub fn bent_areas(runs: Vec<Vec<Point>>, look: Look) -> Self {
        Shape::Path(Path {
            runs,
            closed: true,
            bent: true,
            look,
        })
    }

    /// A disc around a point.
    pub fn disc(at: Point, radius: i32, look: Look) -> Self {
        Shape::Disc { at, radius, look }
    }

    /// A rectangle with rounded corners, by its upper left one.
    pub fn rounded(at: Point, size: Point, round: i32, look: Look) -> Self {
        Shape::Box {
            at,
            size,
            round,
            look,
        }
    }

    /// Words whose middle is this point of their base line.
    pub fn middle(at: Point, text: impl Into<String>, pen: Pen) -> Self {
        Shape::text(at, Anchor::Middle, text, pen)
    }

    /// Words that begin here.
    pub fn start(at: Point, text: impl Into<String>, pen: Pen) -> Self {
        Shape::text(at, Anchor::Start, text, pen)
    }

    /// Words that end here.
    pub fn end(at: Point, text: impl Into<String>, pen: Pen) -> Self {
        Shape::text(at, Anchor::End, text, pen)
    }

    fn text(at: Point, anchor: Anchor, text: impl Into<String>, pen: Pen) -> Self {
        let text = text.into();
        Shape::Text {
            at,
            anchor,
            pen,
            text,
            turn: 0,
        }
    }
}

impl Shape {
    /// The same shape elsewhere; labels and what is cut stay where they are.
    #[must_use]
    pub fn moved(mut self, by: Point) -> Self {
        let move_by = |it: &mut Point| *it = (it.0 + by.0, it.1 + by.1);
        match &mut self {
            Shape::Path(path) => path.runs.iter_mut().flatten().for_each(move_by),
            Shape::Disc { at, .. }
            | Shape::Box { at, .. }
            | Shape::Text { at, .. }
            | Shape::Keep { at, .. } => move_by(at),
            Shape::Label(_) | Shape::Badged { .. } | Shape::Within { .. } => {}
        }
        self
    }
}

impl Spot {
    /// A place beside a point.
    pub fn beside(at: Point, side: (i8, i8)) -> Self {
        Spot {
            at,
            side,
            line_from: None,
        }
    }

    /// The places around something of this half width, best first: right, left, below, above, and
    /// then the corners.
    pub fn around(at: Point, half: i32) -> Vec<Spot> {
        let sides = [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ];
        let corner = half * 7 / 10;
        let spots = sides.map(|side: (i8, i8)| {
            let far = if side.0 != 0 && side.1 != 0 {
                corner
            } else {
                half
            };
            let right = at.0 + i32::from(side.0) * far;
            let down = at.1 + i32::from(side.1) * far;
            Spot::beside((right, down), side)
        });
        spots.to_vec()
    }
}
