//! Shapes as SVG.

use super::canvas::placed;
use super::letters::Letters;
use super::outline::{self, Step};
use super::units::px;
use packetboat_core::engine::scene::{Anchor, Colour, Look, Pen, Point, Shape};
use std::fmt::Write as _;
use tiny_skia::PathSegment;

/// A page of this size around shapes.
pub(super) fn page(size: Point, body: &str) -> String {
    let (wide, high) = (tenths(size.0), tenths(size.1));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" \
         viewBox=\"0 0 {wide} {high}\">{body}</svg>"
    )
}

/// A sheet of paper.
pub(super) fn sheet(size: Point, paper: Colour) -> String {
    let (wide, high) = (tenths(size.0), tenths(size.1));
    format!("<rect width=\"{wide}\" height=\"{high}\" fill=\"{paper}\"/>")
}

/// The same elsewhere.
pub(super) fn moved(by: Point, body: &str) -> String {
    let (right, down) = (tenths(by.0), tenths(by.1));
    format!("<g transform=\"translate({right} {down})\">{body}</g>")
}

/// Shapes, lowest first.
pub(super) fn shapes(all: &[Shape], letters: &Letters) -> String {
    let mut writer = Writer {
        letters,
        out: String::new(),
        cuts: 0,
    };
    all.iter().for_each(|it| writer.shape(it));
    writer.out
}

struct Writer<'a> {
    letters: &'a Letters,
    out: String,
    /// How many areas have been used to cut.
    cuts: usize,
}

impl Writer<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Path(path) => {
                let (d, look) = (steps(&outline::path(path)), looks(&path.look));
                self.push(format_args!("<path d=\"{d}\"{look}/>"));
            }
            Shape::Disc { at, radius, look } => {
                let (x, y, r) = (tenths(at.0), tenths(at.1), tenths(*radius));
                let look = looks(look);
                self.push(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{look}/>"
                ));
            }
            Shape::Box {
                at,
                size,
                round,
                look,
            } => {
                let (x, y) = (tenths(at.0), tenths(at.1));
                let (wide, high) = (tenths(size.0), tenths(size.1));
                let (r, look) = (tenths(*round), looks(look));
                self.push(format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" \
                     rx=\"{r}\"{look}/>"
                ));
            }
            Shape::Text {
                at,
                anchor,
                pen,
                text,
                turn,
            } => self.text((*at, *turn), *anchor, pen, text),
            Shape::Within { areas, shapes } => {
                self.cuts += 1;
                let number = self.cuts;
                let d = steps(&outline::areas(areas));
                self.push(format_args!(
                    "<clipPath id=\"cut{number}\"><path d=\"{d}\"/></clipPath>\
                     <g clip-path=\"url(#cut{number})\">"
                ));
                shapes.iter().for_each(|it| self.shape(it));
                self.out.push_str("</g>");
            }
            // They were placed, or have kept others away.
            Shape::Label(_) | Shape::Badged { .. } | Shape::Keep { .. } => {}
        }
    }

    fn text(&mut self, (at, turn): (Point, i32), anchor: Anchor, pen: &Pen, text: &str) {
        let words = self.letters.words(pen, text);
        let at = placed(at, anchor, pen);
        let left = px(at.0) - words.before(anchor);
        let Some(outline) = words.outline else { return };
        let mut d = String::new();
        for segment in outline.segments() {
            let (word, points) = match segment {
                PathSegment::MoveTo(to) => ('M', vec![to]),
                PathSegment::LineTo(to) => ('L', vec![to]),
                PathSegment::QuadTo(bend, to) => ('Q', vec![bend, to]),
                PathSegment::CubicTo(out, into, to) => ('C', vec![out, into, to]),
                PathSegment::Close => ('Z', Vec::new()),
            };
            d.push(word);
            for (place, point) in points.iter().enumerate() {
                let gap = if place == 0 { "" } else { " " };
                let (x, y) = (hundredths(left + point.x), hundredths(px(at.1) + point.y));
                write!(d, "{gap}{x} {y}").expect("memory");
            }
        }
        let mut more = String::new();
        if let Some((halo, width)) = pen.halo {
            let width = tenths(width);
            write!(
                more,
                " stroke=\"{halo}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
                 paint-order=\"stroke\""
            )
            .expect("memory");
        }
        if turn != 0 {
            let (x, y) = (tenths(at.0), tenths(at.1));
            write!(more, " transform=\"rotate({turn} {x} {y})\"").expect("memory");
        }
        let colour = pen.colour;
        self.push(format_args!("<path d=\"{d}\" fill=\"{colour}\"{more}/>"));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        self.out.write_fmt(element).expect("memory");
        self.out.push('\n');
    }
}

/// An outline as SVG writes it.
fn steps(steps: &[Step]) -> String {
    let mut d = String::new();
    let at = |it: &Point| format!("{} {}", tenths(it.0), tenths(it.1));
    for step in steps {
        match step {
            Step::Begin(to) => write!(d, "M{}", at(to)),
            Step::Line(to) => write!(d, "L{}", at(to)),
            Step::Curve(out, into, to) => write!(d, "C{} {} {}", at(out), at(into), at(to)),
            Step::Close => write!(d, "Z"),
        }
        .expect("memory");
    }
    d
}

fn looks(look: &Look) -> String {
    let mut out = match look.fill {
        Some(fill) => format!(" fill=\"{fill}\""),
        None => " fill=\"none\"".to_owned(),
    };
    if look.crisp {
        out.push_str(" shape-rendering=\"crispEdges\"");
    }
    let Some(line) = look.line else { return out };
    let width = tenths(look.width);
    write!(
        out,
        " stroke=\"{line}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""
    )
    .expect("memory");
    if look.round {
        out.push_str(" stroke-linecap=\"round\"");
    }
    if !look.dash.is_empty() {
        let dash: Vec<String> = look.dash.iter().map(|it| tenths(*it)).collect();
        write!(out, " stroke-dasharray=\"{}\"", dash.join(" ")).expect("memory");
    }
    out
}

/// Tenths as SVG writes them: `12.5`, `-0.3`, `7`.
fn tenths(number: i32) -> String {
    let (whole, rest) = (number.unsigned_abs() / 10, number.unsigned_abs() % 10);
    let sign = if number < 0 { "-" } else { "" };
    match rest {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{rest}"),
    }
}

/// A place of a letter's outline: nobody sees less than a hundredth of a pixel.
fn hundredths(pixels: f32) -> f32 {
    (pixels * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::scene::Face;

    #[test]
    fn numbers_and_outlines_are_written_as_svg_wants_them() {
        assert_eq!(
            [0, 7, -3, 120, -125].map(tenths),
            ["0", "0.7", "-0.3", "12", "-12.5"]
        );
        let curve = Step::Curve((10, 0), (40, 0), (60, 5));
        let all = [
            Step::Begin((0, 0)),
            Step::Line((15, 20)),
            curve,
            Step::Close,
        ];
        assert_eq!(steps(&all), "M0 0L1.5 2C1 0 4 0 6 0.5Z");
    }

    #[test]
    fn words_are_outlines() {
        let pen = Pen::new(Face::Plain, 200, Colour(0));
        let text = Shape::middle((500, 300), "<i>", pen);
        let written = shapes(&[text], &Letters::new());
        assert!(written.starts_with("<path d=\"M"), "{written}");
        assert!(
            !written.contains("<i>") && !written.contains("text"),
            "{written}"
        );
    }
}
