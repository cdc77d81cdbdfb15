//! Shapes as SVG.

use super::letters::named;
use packetboat_core::engine::scene::{Anchor, Colour, Look, Path, Pen, Point, Shape};
use std::fmt::Write as _;

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
pub(super) fn shapes(all: &[Shape]) -> String {
    let mut writer = Writer::default();
    all.iter().for_each(|it| writer.shape(it));
    writer.out
}

#[derive(Default)]
struct Writer {
    out: String,
    /// How many areas have been used to cut.
    cuts: usize,
}

impl Writer {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Path(path) => {
                let (d, look) = (outline(path), looks(&path.look));
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
                let d = areas
                    .iter()
                    .map(|it| straight(it, true))
                    .collect::<String>();
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
        let anchor_name = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // Room is added behind the last letter too.
        let shift = match anchor {
            Anchor::Start => 0,
            Anchor::Middle => pen.spacing / 2,
            Anchor::End => pen.spacing,
        };
        let (x, y) = (tenths(at.0 + shift), tenths(at.1));
        let (face, size) = (named(pen.face), tenths(pen.size));
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
        if pen.spacing != 0 {
            write!(more, " letter-spacing=\"{}\"", tenths(pen.spacing)).expect("memory");
        }
        if turn != 0 {
            write!(more, " transform=\"rotate({turn} {x} {y})\"").expect("memory");
        }
        let (colour, words) = (pen.colour, escaped(text));
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" {face} font-size=\"{size}\" \
             text-anchor=\"{anchor_name}\" fill=\"{colour}\"{more}>{words}</text>"
        ));
    }

    fn push(&mut self, element: std::fmt::Arguments<'_>) {
        self.out.write_fmt(element).expect("memory");
        self.out.push('\n');
    }
}

fn outline(path: &Path) -> String {
    let runs = path.runs.iter().filter(|it| it.len() > 1);
    let each = runs.map(|run| match path.bent {
        true => bent(run, path.closed),
        false => straight(run, path.closed),
    });
    each.collect()
}

fn straight(run: &[Point], closed: bool) -> String {
    let mut d = String::new();
    for (at, point) in run.iter().enumerate() {
        let word = if at == 0 { 'M' } else { 'L' };
        write!(d, "{word}{} {}", tenths(point.0), tenths(point.1)).expect("memory");
    }
    if closed {
        d.push('Z');
    }
    d
}

/// A curve through the points, which at each runs along its two neighbours.
fn bent(run: &[Point], closed: bool) -> String {
    let count = run.len();
    let at = |it: usize, by: isize| -> Point {
        let length = isize::try_from(count).unwrap_or(isize::MAX);
        let place = isize::try_from(it).unwrap_or(0) + by;
        let place = match closed {
            true => place.rem_euclid(length),
            false => place.clamp(0, length - 1),
        };
        run[usize::try_from(place).unwrap_or(0)]
    };
    let mut d = format!("M{} {}", tenths(run[0].0), tenths(run[0].1));
    let last = if closed { count } else { count - 1 };
    for it in 0..last {
        let (before, from, to, behind) = (at(it, -1), at(it, 0), at(it, 1), at(it, 2));
        let first = (
            from.0 + (to.0 - before.0) / 6,
            from.1 + (to.1 - before.1) / 6,
        );
        let second = (
            to.0 - (behind.0 - from.0) / 6,
            to.1 - (behind.1 - from.1) / 6,
        );
        let points = [first, second, to].map(|it| format!("{} {}", tenths(it.0), tenths(it.1)));
        write!(d, "C{}", points.join(" ")).expect("memory");
    }
    if closed {
        d.push('Z');
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

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_are_written_as_svg_wants_them() {
        assert_eq!(
            [0, 7, -3, 120, -125].map(tenths),
            ["0", "0.7", "-0.3", "12", "-12.5"]
        );
        assert_eq!(escaped("<b> & \"co\""), "&lt;b&gt; &amp; \"co\"");
        assert_eq!(straight(&[(0, 0), (15, 20)], true), "M0 0L1.5 2Z");
        assert_eq!(
            bent(&[(0, 0), (60, 0), (120, 0)], false),
            "M0 0C1 0 4 0 6 0C8 0 11 0 12 0"
        );
    }
}
