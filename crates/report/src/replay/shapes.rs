//! Shapes as SVG in as few bytes as may be: whole numbers, each step from the point before, and
//! every look written once, in a style. A long outline stands once in the file, however many shapes
//! have it; and of lines that are alike, as the hexes of a map, one is drawn, and a row of points
//! says where.

use super::super::picture::Painter;
use super::super::picture::outline::{self, Step};
use packetboat_core::engine::scene::{Anchor, Colour, Face, Look, Path, Pen, Point, Shape};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Writes shapes, and remembers their looks.
pub(super) struct Writer<'a> {
    painter: &'a Painter,
    /// The styles met, each with the number of its class.
    styles: BTreeMap<String, usize>,
    /// The areas met that cut shapes, each with its number.
    cuts: BTreeMap<String, usize>,
    /// The long outlines met, each with its number.
    outlines: BTreeMap<String, usize>,
    /// The lines met that stand in many places, each with its number.
    stamps: BTreeMap<String, usize>,
}

/// An outline of so many letters is long.
const LONG: usize = 160;
/// Lines that are alike are many from here on.
const MANY: usize = 4;
/// A line of so many points is long.
const COAST: usize = 24;
/// Points of a long line are at least so far apart, in tenths of a pixel.
const NEAR: u32 = 18;

impl<'a> Writer<'a> {
    /// One that has met nothing yet.
    pub(super) fn new(painter: &'a Painter) -> Self {
        Writer {
            painter,
            styles: BTreeMap::new(),
            cuts: BTreeMap::new(),
            outlines: BTreeMap::new(),
            stamps: BTreeMap::new(),
        }
    }

    /// The styles met.
    pub(super) fn looks(&self) -> String {
        let all = self.styles.iter();
        let all = all.map(|(style, number)| format!("#reel .k{number}{{{style}}}"));
        format!("#reel{{stroke-linejoin:round}}{}", all.collect::<String>())
    }

    /// The outlines, lines and areas met.
    pub(super) fn defs(&self) -> String {
        let outlines = self.outlines.iter();
        let outlines = outlines.map(|(d, number)| format!("<path id=\"o{number}\" d=\"{d}\"/>"));
        let stamps = self.stamps.iter().map(|(line, number)| {
            format!(
                "<marker id=\"m{number}\" markerUnits=\"userSpaceOnUse\" \
                 overflow=\"visible\">{line}</marker>"
            )
        });
        let cuts = self.cuts.iter();
        let cuts =
            cuts.map(|(inner, number)| format!("<clipPath id=\"cut{number}\">{inner}</clipPath>"));
        let all: String = outlines.chain(stamps).chain(cuts).collect();
        format!("<defs>{all}</defs>")
    }

    /// A sheet of paper.
    pub(super) fn sheet(&mut self, size: Point, paper: Colour) -> String {
        let class = self.class(format!("fill:{paper}"));
        format!(
            "<path class=\"{class}\" d=\"M0 0h{}v{}H0z\"/>",
            size.0, size.1
        )
    }

    /// What the words below a map stand on.
    pub(super) fn strip(&mut self, at: Point, size: Point) -> String {
        self.shape(&Shape::Box {
            at,
            size,
            round: 0,
            look: Look::filled(Colour(0x00f6_efdc)),
        })
    }

    /// What stands below a map.
    pub(super) fn caption(&mut self, at: Point, words: &str) -> String {
        let pen = Pen::new(Face::Name, 320, Colour(0x002e_2620));
        let class = self.class(written(&pen, Anchor::Middle));
        let (x, y, words) = (at.0, at.1, escaped(words));
        format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{words}</text>")
    }

    /// Shapes, lowest first, each by itself, with labels where they find room.
    pub(super) fn shapes(&mut self, shapes: &[Shape], size: Point) -> Vec<String> {
        let placed = self.painter.placed(shapes, size);
        placed.iter().map(|it| self.shape(it)).collect()
    }

    fn class(&mut self, style: String) -> String {
        let next = self.styles.len();
        let number = *self.styles.entry(style).or_insert(next);
        format!("k{number}")
    }

    fn shape(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Path(path) => self.path(path),
            Shape::Disc {
                at,
                radius,
                look: it,
            } => {
                let class = self.class(look(it));
                let (x, y) = at;
                format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
            }
            Shape::Box {
                at: (x, y),
                size: (wide, high),
                round,
                look: it,
            } => {
                let class = self.class(look(it));
                let round = match round {
                    0 => String::new(),
                    _ => format!(" rx=\"{round}\""),
                };
                format!(
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" \
                     height=\"{high}\"{round}/>"
                )
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
                let next = self.cuts.len();
                let number = *self.cuts.entry(inner).or_insert(next);
                let inside: String = shapes.iter().map(|it| self.shape(it)).collect();
                format!("<g clip-path=\"url(#cut{number})\">{inside}</g>")
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
        // The insides of a path lie below all its lines.
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

    /// An outline, and lines that stand in many places, of one look.
    fn stamped(&mut self, rest: &str, alike: &BTreeMap<&str, Vec<Point>>, it: &Look) -> String {
        let class = self.class(look(it));
        let mut out = match rest.is_empty() {
            true => String::new(),
            false => self.outline(rest.to_owned(), &format!(" class=\"{class}\"")),
        };
        for (steps, at) in alike {
            let line = format!("<path class=\"{class}\" d=\"M0 0{steps}\"/>");
            let next = self.stamps.len();
            let number = *self.stamps.entry(line).or_insert(next);
            let style = format!(" style=\"fill:none;marker:url(#m{number})\"");
            out += &self.outline(whole(at[0], &straight(at, false)), &style);
        }
        out
    }

    /// A path; a long one lies elsewhere, and is used here.
    fn outline(&mut self, d: String, style: &str) -> String {
        if d.len() < LONG {
            return format!("<path{style} d=\"{d}\"/>");
        }
        let next = self.outlines.len();
        let number = *self.outlines.entry(d).or_insert(next);
        format!("<use{style} href=\"#o{number}\"/>")
    }

    fn text(&mut self, (at, turn): (Point, i32), anchor: Anchor, pen: &Pen, text: &str) -> String {
        let class = self.class(written(pen, anchor));
        // Room is added behind the last letter too.
        let shift = match anchor {
            Anchor::Start => 0,
            Anchor::Middle => pen.spacing / 2,
            Anchor::End => pen.spacing,
        };
        let (x, y) = (at.0 + shift, at.1);
        let mut more = String::new();
        // Letters and numbers of two may be as wide as they like.
        if text.chars().count() > 2 {
            let long = self.painter.width(pen, text);
            more = format!(" textLength=\"{long}\" lengthAdjust=\"spacingAndGlyphs\"");
        }
        if turn != 0 {
            write!(more, " transform=\"rotate({turn} {x} {y})\"").expect("memory");
        }
        let words = escaped(text);
        format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{more}>{words}</text>")
    }
}

/// The style of words.
fn written(pen: &Pen, anchor: Anchor) -> String {
    let font = match pen.face {
        Face::Name => "600 {}px Vollkorn,Georgia,serif",
        Face::Italic => "italic 500 {}px Vollkorn,Georgia,serif",
        Face::Plain => "600 {}px Cabin,Verdana,sans-serif",
    };
    let font = font.replace("{}", &pen.size.to_string());
    let mut style = format!("font:{font};fill:{}", pen.colour);
    match anchor {
        Anchor::Start => {}
        Anchor::Middle => style.push_str(";text-anchor:middle"),
        Anchor::End => style.push_str(";text-anchor:end"),
    }
    if let Some((halo, width)) = pen.halo {
        write!(
            style,
            ";stroke:{halo};stroke-width:{width};paint-order:stroke"
        )
        .expect("memory");
    }
    if pen.spacing != 0 {
        write!(style, ";letter-spacing:{}px", pen.spacing).expect("memory");
    }
    style
}

/// The style of lines and areas.
fn look(look: &Look) -> String {
    let mut style = match look.fill {
        Some(fill) => format!("fill:{fill}"),
        None => "fill:none".to_owned(),
    };
    if look.crisp {
        style.push_str(";shape-rendering:crispEdges");
    }
    let Some(line) = look.line else { return style };
    let width = look.width;
    write!(style, ";stroke:{line};stroke-width:{width}").expect("memory");
    if look.round {
        style.push_str(";stroke-linecap:round");
    }
    if !look.dash.is_empty() {
        let dash: Vec<String> = look.dash.iter().map(i32::to_string).collect();
        write!(style, ";stroke-dasharray:{}", dash.join(" ")).expect("memory");
    }
    style
}

/// A line that begins at a point.
fn whole(at: Point, steps: &str) -> String {
    let mut whole = Steps::default();
    whole.word('M');
    whole.point(at);
    whole.0 + steps
}

/// Numbers one behind another: only what would run together is parted.
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
        write!(self.0, "{number}").expect("memory");
    }

    fn point(&mut self, point: Point) {
        self.number(point.0);
        self.number(point.1);
    }
}

/// A long line, as a coast, without points that lie so near to the one before that nobody sees
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
