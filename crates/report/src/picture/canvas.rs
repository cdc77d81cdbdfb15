//! Shapes on a canvas: each painted over those before it.

use super::brush::{fill, stroke};
use super::letters::Letters;
use super::outline::{self, Step};
use super::stamp::Stamps;
use super::units::{color, px};
use packetboat_core::engine::scene::{Anchor, Colour, Look, Pen, Point, Shape};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect,
    Stroke, StrokeDash, Transform,
};

/// How far the middle point of a curve is from its end, for a quarter of a circle.
const QUARTER: f32 = 0.552_284_8;

/// Paints shapes on a canvas whose upper left corner is this pixel of the picture.
pub(super) fn paint(
    canvas: &mut Pixmap,
    corner: (i32, i32),
    shapes: &[Shape],
    words: (&Letters, &Stamps),
) {
    let shift = Transform::from_translate(-(corner.0 as f32), -(corner.1 as f32));
    let mut brush = Brush {
        canvas,
        corner,
        shift,
        words,
    };
    shapes.iter().for_each(|it| brush.shape(it));
}

struct Brush<'a> {
    canvas: &'a mut Pixmap,
    corner: (i32, i32),
    shift: Transform,
    words: (&'a Letters, &'a Stamps),
}

impl Brush<'_> {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Path(path) => self.look(traced(&outline::path(path)), &path.look),
            Shape::Disc { at, radius, look } => {
                let disc = PathBuilder::from_circle(px(at.0), px(at.1), px(*radius));
                self.look(disc, look);
            }
            Shape::Box {
                at,
                size,
                round,
                look,
            } => self.look(rectangle(*at, *size, *round), look),
            Shape::Text {
                at,
                anchor,
                pen,
                text,
                turn,
            } => {
                let (letters, stamps) = self.words;
                let at = placed(*at, *anchor, pen);
                if let Some((corner, stamp)) = stamps.of(letters, (at, *anchor, *turn), pen, text) {
                    if let (Some((halo, _)), Some(rim)) = (pen.halo, &stamp.rim) {
                        self.cover(rim, corner, halo);
                    }
                    self.cover(&stamp.inside, corner, pen.colour);
                }
            }
            Shape::Within { areas, shapes } => {
                // What cannot be cut is not shown.
                let _ = self.within(areas, shapes);
            }
            // They were placed, or have kept others away.
            Shape::Label(_) | Shape::Badged { .. } | Shape::Keep { .. } => {}
        }
    }

    fn look(&mut self, path: Option<Path>, look: &Look) {
        let Some(path) = path else { return };
        if let Some(inside) = look.fill {
            fill(self.canvas, &path, (inside, !look.crisp), self.shift);
        }
        if let Some(line) = look.line {
            let mut pen = Stroke {
                width: px(look.width),
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            if look.round {
                pen.line_cap = LineCap::Round;
            }
            if !look.dash.is_empty() {
                let dash: Vec<f32> = look.dash.iter().map(|it| px(*it)).collect();
                // Of an odd number, what was a dash is a gap the second time.
                let whole = if dash.len().is_multiple_of(2) { 1 } else { 2 };
                pen.dash = StrokeDash::new(dash.repeat(whole), 0.0);
            }
            stroke(self.canvas, &path, &pen, (line, !look.crisp), self.shift);
        }
    }

    /// Paints shapes on a sheet of their own, as large as the areas, and of it only what is in
    /// them.
    fn within(&mut self, areas: &[Vec<Point>], shapes: &[Shape]) -> Option<()> {
        let path = traced(&outline::areas(areas))?;
        let around = path.bounds();
        let (x, y) = (
            (around.left(), around.right()),
            (around.top(), around.bottom()),
        );
        let (left, right) = range(x, self.corner.0, self.canvas.width())?;
        let (top, bottom) = range(y, self.corner.1, self.canvas.height())?;
        let size = (right.abs_diff(left), bottom.abs_diff(top));
        let mut sheet = Pixmap::new(size.0, size.1)?;
        paint(&mut sheet, (left, top), shapes, self.words);
        let mut mask = Mask::new(size.0, size.1)?;
        let shift = Transform::from_translate(-(left as f32), -(top as f32));
        mask.fill_path(&path, FillRule::Winding, true, shift);
        sheet.apply_mask(&mask);
        self.put(&sheet, (left, top));
        Some(())
    }

    /// Puts a sheet on the canvas, with its upper left corner at this pixel of the picture.
    fn put(&mut self, sheet: &Pixmap, corner: (i32, i32)) {
        self.over(corner, sheet.width(), sheet.pixels(), |below, above| {
            *below = match above.alpha() {
                0 => return,
                u8::MAX => *above,
                _ => above_below(*above, *below),
            };
        });
    }

    /// Paints what is covered in one colour: just as an outline is painted that covers so much.
    fn cover(&mut self, covered: &Mask, corner: (i32, i32), colour: Colour) {
        let colour = color(colour.0).premultiply().to_color_u8();
        self.over(corner, covered.width(), covered.data(), |below, covered| {
            *below = match *covered {
                0 => return,
                u8::MAX => colour,
                part => between(*below, colour, part),
            };
        });
    }

    /// Walks through the pixels of the canvas that are under those of rows of this length, the
    /// first of which begin at this pixel of the picture.
    fn over<T>(
        &mut self,
        corner: (i32, i32),
        wide: u32,
        all: &[T],
        lay: impl Fn(&mut PremultipliedColorU8, &T),
    ) {
        let right = i64::from(corner.0) - i64::from(self.corner.0);
        let down = i64::from(corner.1) - i64::from(self.corner.1);
        let width = self.canvas.width() as usize;
        // Of each, what is beyond the upper or left border of the other.
        let beyond = |it: i64| usize::try_from(it).unwrap_or(0);
        let rows = self
            .canvas
            .pixels_mut()
            .chunks_mut(width)
            .skip(beyond(down));
        let over = all.chunks(wide as usize).skip(beyond(-down));
        for (row, over) in rows.zip(over) {
            let row = row.iter_mut().skip(beyond(right));
            for (below, above) in row.zip(over.iter().skip(beyond(-right))) {
                lay(below, above);
            }
        }
    }
}

/// The pixels between two places that are on a canvas which begins at this pixel and is as long;
/// `None`: there are none.
fn range((from, to): (f32, f32), corner: i32, length: u32) -> Option<(i32, i32)> {
    let end = corner.saturating_add_unsigned(length);
    let (from, to) = (from.floor() as i32, to.ceil() as i32);
    let (from, to) = (from.max(corner), to.min(end));
    (from < to).then_some((from, to))
}

/// A pixel that lets something through, above one that does not.
fn above_below(above: PremultipliedColorU8, below: PremultipliedColorU8) -> PremultipliedColorU8 {
    let through = u16::from(u8::MAX - above.alpha());
    let both = |above: u8, below: u8| {
        let below = (u16::from(below) * through + 127) / 255;
        u8::try_from(u16::from(above) + below).unwrap_or(u8::MAX)
    };
    PremultipliedColorU8::from_rgba(
        both(above.red(), below.red()),
        both(above.green(), below.green()),
        both(above.blue(), below.blue()),
        both(above.alpha(), below.alpha()),
    )
    .unwrap_or(below)
}

/// A pixel of which a part, of 255, gets a colour; rounded as tiny-skia rounds.
fn between(
    below: PremultipliedColorU8,
    colour: PremultipliedColorU8,
    part: u8,
) -> PremultipliedColorU8 {
    let (part, rest) = (u16::from(part), u16::from(u8::MAX - part));
    let both = |below: u8, above: u8| {
        let sum = u16::from(below) * rest + u16::from(above) * part;
        u8::try_from((sum + 255) >> 8).unwrap_or(u8::MAX)
    };
    PremultipliedColorU8::from_rgba(
        both(below.red(), colour.red()),
        both(below.green(), colour.green()),
        both(below.blue(), colour.blue()),
        both(below.alpha(), colour.alpha()),
    )
    .unwrap_or(colour)
}

/// Where words are anchored. Spaced ones are where browsers would have them, which leave room after
/// the last letter too.
pub(super) fn placed(at: Point, anchor: Anchor, pen: &Pen) -> Point {
    let shift = match anchor {
        Anchor::Start => 0,
        Anchor::Middle => pen.spacing / 2,
        Anchor::End => pen.spacing,
    };
    (at.0 + shift, at.1)
}

fn traced(steps: &[Step]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match step {
            Step::Begin(at) => path.move_to(px(at.0), px(at.1)),
            Step::Line(at) => path.line_to(px(at.0), px(at.1)),
            Step::Curve(out, into, to) => {
                path.cubic_to(
                    px(out.0),
                    px(out.1),
                    px(into.0),
                    px(into.1),
                    px(to.0),
                    px(to.1),
                );
            }
            Step::Close => path.close(),
        }
    }
    path.finish()
}

/// A rectangle with round corners, which are at most half as wide and high as it is.
fn rectangle(at: Point, size: Point, round: i32) -> Option<Path> {
    let (left, top) = (px(at.0), px(at.1));
    let (right, bottom) = (left + px(size.0), top + px(size.1));
    if round <= 0 {
        return Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect);
    }
    let wide = px(round).min((right - left) / 2.0);
    let high = px(round).min((bottom - top) / 2.0);
    let (along, down) = (wide * (1.0 - QUARTER), high * (1.0 - QUARTER));
    let mut path = PathBuilder::new();
    path.move_to(left + wide, top);
    path.line_to(right - wide, top);
    path.cubic_to(right - along, top, right, top + down, right, top + high);
    path.line_to(right, bottom - high);
    path.cubic_to(
        right,
        bottom - down,
        right - along,
        bottom,
        right - wide,
        bottom,
    );
    path.line_to(left + wide, bottom);
    path.cubic_to(
        left + along,
        bottom,
        left,
        bottom - down,
        left,
        bottom - high,
    );
    path.line_to(left, top + high);
    path.cubic_to(left, top + down, left + along, top, left + wide, top);
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::scene::Face;

    /// Words on a coloured sheet, by stamps and as two outlines.
    #[test]
    fn words_look_as_if_their_outlines_were_painted() {
        let (letters, stamps) = (Letters::new(), Stamps::default());
        let (ink, halo) = (Colour(0x0030_1020), Colour(0x00fa_e0c3));
        let pen = Pen::new(Face::Name, 170, ink).on(halo, 30);
        for (at, turn) in [((600, 300), 0), ((603, 307), 0), ((589, 411), 30)] {
            let mut stamped = Pixmap::new(120, 60).unwrap();
            stamped.fill(color(0x0085_a3c7));
            let mut painted = stamped.clone();
            let words = Shape::Text {
                at,
                anchor: Anchor::Start,
                pen: pen.clone(),
                text: "Española".to_owned(),
                turn,
            };
            paint(&mut stamped, (0, 0), &[words], (&letters, &stamps));

            let (x, y) = (px(at.0), px(at.1));
            let there = Transform::from_rotate_at(turn as f32, x, y).pre_translate(x, y);
            let outline = letters.words(&pen, "Española").outline.unwrap();
            let line = Stroke {
                width: 3.0,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            stroke(&mut painted, &outline, &line, (halo, true), there);
            fill(&mut painted, &outline, (ink, true), there);
            let unlike = stamped.pixels().iter().zip(painted.pixels());
            let unlike = unlike.filter(|it| it.0 != it.1).count();
            // A corner that falls on the border of two pixels may be rounded to the other.
            assert!(unlike < 12, "{at:?}: {unlike} pixels");
            assert!(stamped.pixels().iter().any(|it| it.red() < 0x40));
        }
    }
}
