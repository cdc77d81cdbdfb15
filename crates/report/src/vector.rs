//! Shapes as SVG in as few bytes as may be: whole numbers, each step from the point before, and
//! every look written once, in a style. A long outline is once in the file, however many shapes
//! have it; and of lines that are alike, as the hexes of a map, one is drawn, and a row of points
//! says where.

pub(super) mod numbers;
pub(super) mod reach;
mod used;

use super::picture::Painter;
use super::picture::outline::{self, Step};
use numbers::number;
use packetboat_core::engine::scene::{Anchor, Colour, Face, Look, Path, Pen, Point, Shape};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;
pub(super) use used::Used;

/// Writes shapes, and remembers their looks and what they share.
pub(super) struct Writer<'a> {
    painter: &'a Painter,
    /// The styles met, each the number of its class.
    styles: Table,
    /// The areas met that cut shapes.
    cuts: Table,
    /// The long outlines met.
    outlines: Table,
    /// The lines met that are in many places.
    stamps: Table,
}

/// Texts, each with a number, in the order in which they were met.
#[derive(Default)]
struct Table {
    numbers: BTreeMap<Rc<str>, usize>,
    texts: Vec<Rc<str>>,
}

impl Table {
    fn number(&mut self, text: String) -> usize {
        if let Some(number) = self.numbers.get(text.as_str()) {
            return *number;
        }
        let (number, text) = (self.texts.len(), Rc::from(text));
        self.texts.push(Rc::clone(&text));
        self.numbers.insert(text, number);
        number
    }
}

/// The style of words where theirs says nothing else.
const WORDS: &str = "font:600 1px Cabin,Verdana,sans-serif;text-anchor:middle;paint-order:stroke";

/// An outline of this many letters is long.
const LONG: usize = 160;
/// Lines that are alike are many from here on.
const MANY: usize = 4;
/// A line of this many points is long.
const COAST: usize = 24;
/// Points of a long line are at least so far apart, in tenths of a pixel.
const NEAR: u32 = 18;

impl<'a> Writer<'a> {
    /// One that has met nothing yet.
    pub(super) fn new(painter: &'a Painter) -> Self {
        Writer {
            painter,
            styles: Table::default(),
            cuts: Table::default(),
            outlines: Table::default(),
            stamps: Table::default(),
        }
    }

    /// What pieces that were written use.
    pub(super) fn used<'t>(&self, pieces: impl IntoIterator<Item = &'t str>) -> Used {
        let mut used = Used::default();
        pieces.into_iter().for_each(|it| used.add(it));
        used.classes.retain(|it| *it < self.styles.texts.len());
        used.outlines.retain(|it| *it < self.outlines.texts.len());
        used.stamps.retain(|it| *it < self.stamps.texts.len());
        used.cuts.retain(|it| *it < self.cuts.texts.len());
        // Areas that cut and lines in many places use something themselves, but none of these.
        for cut in used.cuts.clone() {
            used.add(&self.cuts.texts[cut]);
        }
        for stamp in used.stamps.clone() {
            used.add(&self.stamps.texts[stamp]);
        }
        used
    }

    /// The styles that are used, for what is `within` something.
    pub(super) fn looks(&self, used: &Used, within: &str) -> String {
        let mut out = format!("{within}text{{{WORDS}}}");
        for class in &used.classes {
            out.push_str(within);
            out.push_str(".k");
            count(&mut out, *class);
            out.push('{');
            out.push_str(&self.styles.texts[*class]);
            out.push('}');
        }
        out
    }

    /// The outlines, lines and areas that are used.
    pub(super) fn defs(&self, used: &Used) -> String {
        let mut out = String::new();
        let begin = |out: &mut String, tag: &str, number: usize| {
            out.push_str(tag);
            count(out, number);
        };
        for outline in &used.outlines {
            begin(&mut out, "<path id=\"o", *outline);
            out.push_str("\" d=\"");
            out.push_str(&self.outlines.texts[*outline]);
            out.push_str("\"/>");
        }
        for stamp in &used.stamps {
            begin(&mut out, "<marker id=\"m", *stamp);
            out.push_str("\" markerUnits=\"userSpaceOnUse\" overflow=\"visible\">");
            out.push_str(&self.stamps.texts[*stamp]);
            out.push_str("</marker>");
        }
        for cut in &used.cuts {
            begin(&mut out, "<clipPath id=\"cut", *cut);
            out.push_str("\">");
            out.push_str(&self.cuts.texts[*cut]);
            out.push_str("</clipPath>");
        }
        if out.is_empty() {
            out
        } else {
            format!("<defs>{out}</defs>")
        }
    }

    /// A sheet of paper.
    pub(super) fn sheet(&mut self, size: Point, paper: Colour) -> String {
        let mut out = self.opened("<path", plain(paper));
        out.push_str(" d=\"M0 0h");
        number(&mut out, size.0);
        out.push('v');
        number(&mut out, size.1);
        out.push_str("H0z\"/>");
        out
    }

    /// What the words below a map are written on.
    pub(super) fn strip(&mut self, at: Point, size: Point) -> String {
        self.shape(&Shape::Box {
            at,
            size,
            round: 0,
            look: Look::filled(Colour(0x00f6_efdc)),
        })
    }

    /// What is below a map.
    pub(super) fn caption(&mut self, at: Point, words: &str) -> String {
        let pen = Pen::new(Face::Name, 320, Colour(0x002e_2620));
        let mut out = self.opened("<text", written(&pen, Anchor::Middle));
        attribute(&mut out, " x=\"", at.0);
        attribute(&mut out, " y=\"", at.1);
        out.push('>');
        out.push_str(&escaped(words));
        out.push_str("</text>");
        out
    }

    /// Shapes, lowest first, each by itself, with labels where they find room.
    pub(super) fn shapes(&mut self, shapes: &[Shape], size: Point) -> Vec<String> {
        let placed = self.painter.placed(shapes, size);
        placed.iter().map(|it| self.shape(it)).collect()
    }

    /// A tag with the class of a style.
    fn opened(&mut self, tag: &str, style: String) -> String {
        let mut out = String::with_capacity(96);
        out.push_str(tag);
        out.push_str(" class=\"k");
        count(&mut out, self.styles.number(style));
        out.push('"');
        out
    }

    /// One shape that was placed.
    pub(super) fn shape(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Path(path) => self.path(path),
            Shape::Disc {
                at,
                radius,
                look: style,
            } => {
                let mut out = self.opened("<circle", look(style));
                attribute(&mut out, " cx=\"", at.0);
                attribute(&mut out, " cy=\"", at.1);
                attribute(&mut out, " r=\"", *radius);
                out.push_str("/>");
                out
            }
            Shape::Box {
                at,
                size,
                round,
                look: style,
            } => {
                let mut out = self.opened("<rect", look(style));
                attribute(&mut out, " x=\"", at.0);
                attribute(&mut out, " y=\"", at.1);
                attribute(&mut out, " width=\"", size.0);
                attribute(&mut out, " height=\"", size.1);
                if *round != 0 {
                    attribute(&mut out, " rx=\"", *round);
                }
                out.push_str("/>");
                out
            }
            Shape::Text {
                at,
                anchor,
                pen,
                text,
                turn,
            } => self.text((*at, *turn), *anchor, pen, text),
            Shape::Within { areas, shapes } => {
                let runs = areas.iter().filter(|it| it.len() > 1);
                let d: String = runs
                    .map(|it| whole(it[0], &straight(&thinned(it), true)))
                    .collect();
                let inner = self.outline(d, "");
                let mut out = "<g clip-path=\"url(#cut".to_owned();
                count(&mut out, self.cuts.number(inner));
                out.push_str(")\">");
                shapes.iter().for_each(|it| out.push_str(&self.shape(it)));
                out.push_str("</g>");
                out
            }
            // They were placed, or have kept others away.
            Shape::Label(_) | Shape::Badged { .. } | Shape::Keep { .. } => String::new(),
        }
    }

    fn path(&mut self, path: &Path) -> String {
        let runs = path.runs.iter().filter(|it| it.len() > 1);
        let each = runs.map(|run| match (path.bent, path.closed, &run[..]) {
            (true, ..) => (run[0], bent(run, path.closed)),
            // Either end may come first.
            (false, false, [a, b]) => (*a.min(b), straight(&[*a.min(b), *a.max(b)], false)),
            (false, ..) => (run[0], straight(&thinned(run), path.closed)),
        });
        let each: Vec<(Point, String)> = each.collect();
        let mut alike: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
        for (at, steps) in &each {
            alike.entry(steps).or_default().push(*at);
        }
        alike.retain(|_, at| at.len() >= MANY);
        // Row by row: then most are a step to the right.
        alike
            .values_mut()
            .for_each(|at| at.sort_unstable_by_key(|it| (it.1, it.0)));
        let rest = each.iter().filter(|it| !alike.contains_key(&*it.1));
        let rest: String = rest.map(|(at, steps)| whole(*at, steps)).collect();
        // The insides of a path are below all its lines.
        let parts = match (path.look.fill, path.look.line, alike.is_empty()) {
            (Some(_), Some(_), false) => {
                let look = &path.look;
                let (inside, line) = (look.clone(), look.clone());
                vec![
                    Look {
                        line: None,
                        ..inside
                    },
                    Look { fill: None, ..line },
                ]
            }
            _ => vec![path.look.clone()],
        };
        let parts = parts.iter().map(|it| self.stamped(&rest, &alike, it));
        parts.collect()
    }

    /// An outline, and lines that are in many places, of one look.
    fn stamped(&mut self, rest: &str, alike: &BTreeMap<&str, Vec<Point>>, style: &Look) -> String {
        let class = self.opened("", look(style));
        let mut out = if rest.is_empty() {
            String::new()
        } else {
            self.outline(rest.to_owned(), &class)
        };
        for (steps, at) in alike {
            let line = format!("<path{class} d=\"M0 0{steps}\"/>");
            let number = self.stamps.number(line);
            let style = format!(" style=\"fill:none;marker:url(#m{number})\"");
            out += &self.outline(whole(at[0], &straight(at, false)), &style);
        }
        out
    }

    /// A path; a long one is elsewhere, and is used here.
    fn outline(&mut self, d: String, style: &str) -> String {
        if d.len() < LONG {
            return format!("<path{style} d=\"{d}\"/>");
        }
        let number = self.outlines.number(d);
        format!("<use{style} href=\"#o{number}\"/>")
    }

    fn text(&mut self, (at, turn): (Point, i32), anchor: Anchor, pen: &Pen, text: &str) -> String {
        let mut out = self.opened("<text", written(pen, anchor));
        // Room is added after the last letter too.
        let shift = match anchor {
            Anchor::Start => 0,
            Anchor::Middle => pen.spacing / 2,
            Anchor::End => pen.spacing,
        };
        let (x, y) = (at.0 + shift, at.1);
        attribute(&mut out, " x=\"", x);
        attribute(&mut out, " y=\"", y);
        // Letters and numbers of two may be as wide as they like.
        if text.chars().count() > 2 {
            attribute(&mut out, " textLength=\"", self.painter.width(pen, text));
            out.push_str(" lengthAdjust=\"spacingAndGlyphs\"");
        }
        if turn != 0 {
            attribute(&mut out, " transform=\"rotate(", turn);
            out.pop();
            for place in [x, y] {
                out.push(' ');
                number(&mut out, place);
            }
            out.push_str(")\"");
        }
        out.push('>');
        out.push_str(&escaped(text));
        out.push_str("</text>");
        out
    }
}

/// An attribute that is a number.
fn attribute(out: &mut String, name: &str, value: i32) {
    out.push_str(name);
    number(out, value);
    out.push('"');
}

/// How many, or the number of one among others.
fn count(out: &mut String, number: usize) {
    numbers::number(out, i32::try_from(number).unwrap_or(i32::MAX));
}

/// The style of words.
fn written(pen: &Pen, anchor: Anchor) -> String {
    let mut style = String::with_capacity(120);
    style.push_str(match pen.face {
        Face::Name => "font-family:Vollkorn,Georgia,serif;",
        Face::Italic => "font:italic 500 1px Vollkorn,Georgia,serif;",
        Face::Plain => "",
    });
    style.push_str("font-size:");
    number(&mut style, pen.size);
    coloured(&mut style, "px;fill:", pen.colour);
    match anchor {
        Anchor::Start => style.push_str(";text-anchor:start"),
        Anchor::Middle => {}
        Anchor::End => style.push_str(";text-anchor:end"),
    }
    if let Some((halo, width)) = pen.halo {
        coloured(&mut style, ";stroke:", halo);
        style.push_str(";stroke-width:");
        number(&mut style, width);
    }
    if pen.spacing != 0 {
        style.push_str(";letter-spacing:");
        number(&mut style, pen.spacing);
        style.push_str("px");
    }
    style
}

/// The style of lines and areas.
fn look(look: &Look) -> String {
    let mut style = String::with_capacity(96);
    match look.fill {
        Some(fill) => coloured(&mut style, "fill:", fill),
        None => style.push_str("fill:none"),
    }
    if look.crisp {
        style.push_str(";shape-rendering:crispEdges");
    }
    let Some(line) = look.line else { return style };
    coloured(&mut style, ";stroke:", line);
    style.push_str(";stroke-width:");
    number(&mut style, look.width);
    if look.round {
        style.push_str(";stroke-linecap:round");
    }
    for (at, dash) in look.dash.iter().enumerate() {
        style.push_str(if at == 0 { ";stroke-dasharray:" } else { " " });
        number(&mut style, *dash);
    }
    style
}

/// The style of paper.
fn plain(paper: Colour) -> String {
    let mut style = String::new();
    coloured(&mut style, "fill:", paper);
    style
}

/// A property that is a colour.
fn coloured(style: &mut String, name: &str, colour: Colour) {
    style.push_str(name);
    numbers::colour(style, colour);
}

/// A line that begins at a point.
fn whole(at: Point, steps: &str) -> String {
    let mut whole = Steps::default();
    whole.word('M');
    whole.point(at);
    whole.0 + steps
}

/// Numbers one after another: only what would run together is parted.
#[derive(Default)]
struct Steps(String);

impl Steps {
    fn word(&mut self, word: char) {
        self.0.push(word);
    }

    fn number(&mut self, number: i32) {
        if number >= 0 && self.0.ends_with(|it: char| it.is_ascii_digit()) {
            self.0.push(' ');
        }
        numbers::number(&mut self.0, number);
    }

    fn point(&mut self, point: Point) {
        self.number(point.0);
        self.number(point.1);
    }
}

/// A long line, as a coast, without points that are so near to the one before that nobody sees
/// them; both its ends stay.
fn thinned(run: &[Point]) -> Cow<'_, [Point]> {
    let [first, .., end] = run else {
        return Cow::Borrowed(run);
    };
    if run.len() < COAST {
        return Cow::Borrowed(run);
    }
    let mut kept = vec![*first];
    let far = |a: Point, b: Point| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) >= NEAR;
    for point in &run[1..run.len() - 1] {
        if kept.last().is_none_or(|it| far(*it, *point)) {
            kept.push(*point);
        }
    }
    kept.push(*end);
    Cow::Owned(kept)
}

/// The steps from the first point on.
fn straight(run: &[Point], closed: bool) -> String {
    let mut steps = Steps::default();
    let mut last = '\0';
    for pair in run.windows(2) {
        let by = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let word = match by {
            (0, 0) => continue,
            (_, 0) => 'h',
            (0, _) => 'v',
            _ => 'l',
        };
        if word != last {
            steps.word(word);
            last = word;
        }
        match word {
            'h' => steps.number(by.0),
            'v' => steps.number(by.1),
            _ => steps.point(by),
        }
    }
    if closed {
        steps.word('z');
    }
    steps.0
}

/// The same of a curve through the points.
fn bent(run: &[Point], closed: bool) -> String {
    let mut steps = Steps::default();
    let mut from = run[0];
    steps.word('c');
    for step in outline::bent(run, closed) {
        match step {
            Step::Curve(out, into, to) => {
                for point in [out, into, to] {
                    steps.point((point.0 - from.0, point.1 - from.1));
                }
                from = to;
            }
            Step::Close => steps.word('z'),
            Step::Begin(_) | Step::Line(_) => {}
        }
    }
    steps.0
}

/// Words within tags.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A file of shapes, of a size in tenths of a pixel.
pub(super) fn opened((wide, high): Point) -> String {
    let mut out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ".to_owned();
    number(&mut out, wide);
    out.push(' ');
    number(&mut out, high);
    attribute(&mut out, "\" width=\"", wide / 10);
    attribute(&mut out, " height=\"", high / 10);
    out
}

/// Another file as a picture in this one.
pub(super) fn image(href: &str, at: Point, size: Point) -> String {
    let mut out = format!("<image href=\"{href}\"");
    if at != (0, 0) {
        attribute(&mut out, " x=\"", at.0);
        attribute(&mut out, " y=\"", at.1);
    }
    attribute(&mut out, " width=\"", size.0);
    attribute(&mut out, " height=\"", size.1);
    out.push_str("/>");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_in_steps() {
        let run = [(0, 0), (15, 20), (15, 5), (15, 5), (0, 5), (-3, 9)];
        assert_eq!(straight(&run, true), "l15 20v-15h-15l-3 4z");
        assert_eq!(whole((7, -3), "h5"), "M7-3h5");
        let run = [(0, 0), (60, 0), (120, 0)];
        assert_eq!(bent(&run, false), "c10 0 40 0 60 0 20 0 50 0 60 0");
        assert_eq!(escaped("<b> & \"co\""), "&lt;b&gt; &amp; \"co\"");
    }
}
