//! Where labels go: each takes the first of its places at which nothing is in the way.
//!
//! In the way are rectangles that were kept free, labels that were placed before, and the edge of
//! the picture. Words that were put somewhere by hand are in nobody's way unless they are kept free
//! too. A label is among the shapes where it was given.

use super::letters::Letters;
use packetboat_core::engine::scene::{Anchor, Label, Look, Pen, Point, Shape, Spot};

/// Room between a label and what it is beside.
const GAP: i32 = 30;

/// A rectangle: left, top, right, bottom.
type Rect = (i32, i32, i32, i32);

/// The shapes with words in the place of labels, and nothing that is only in the way.
pub(super) fn placed(shapes: &[Shape], letters: &Letters, size: Point) -> Vec<Shape> {
    let mut table = Table {
        letters,
        size,
        taken: Vec::new(),
        shapes: Vec::with_capacity(shapes.len()),
    };
    for shape in shapes {
        table.put(shape);
    }
    table.shapes
}

struct Table<'a> {
    letters: &'a Letters,
    size: Point,
    taken: Vec<Rect>,
    shapes: Vec<Shape>,
}

impl Table<'_> {
    fn put(&mut self, shape: &Shape) {
        match shape {
            Shape::Label(label) => {
                self.label(label, 0);
            }
            Shape::Badged { label, badge, room } => {
                if let Some(at) = self.label(label, *room) {
                    let badge = badge.iter().cloned();
                    self.shapes.extend(badge.map(|it| it.moved(at)));
                }
            }
            Shape::Keep { at, size } => {
                let rect = (at.0, at.1, at.0 + size.0, at.1 + size.1);
                self.taken.push(rect);
            }
            Shape::Text {
                at,
                anchor,
                pen,
                text,
                turn,
            } => self.shapes.push(Shape::Text {
                at: *at,
                anchor: *anchor,
                pen: pen.clone(),
                text: self.letters.shown(pen, text),
                turn: *turn,
            }),
            Shape::Within { areas, shapes } => {
                // Labels have no business in areas that cut them off.
                let inside = shapes
                    .iter()
                    .filter(|it| !matches!(it, Shape::Label(_) | Shape::Badged { .. }));
                let shapes = inside.cloned().collect();
                self.shapes.push(Shape::Within {
                    areas: areas.clone(),
                    shapes,
                });
            }
            Shape::Path(_) | Shape::Disc { .. } | Shape::Box { .. } => {
                self.shapes.push(shape.clone());
            }
        }
    }

    /// Puts a label where it fits, with so much room before its first line: the middle of that.
    fn label(&mut self, label: &Label, room: i32) -> Option<Point> {
        let pen = &label.pen;
        let lines: Vec<String> = label
            .lines
            .iter()
            .map(|it| self.letters.shown(pen, it))
            .collect();
        let widths = lines.iter().map(|it| self.letters.width(pen, it));
        let width = widths.max().unwrap_or(0) - pen.spacing + room;
        let count = i32::try_from(lines.len()).unwrap_or(1);
        let height = line_height(pen) * count;
        let rects = label.spots.iter().map(|it| (it, rect(it, (width, height))));
        let costs: Vec<(&Spot, Rect, i64)> =
            rects.map(|(it, at)| (it, at, self.cost(at))).collect();
        let free = costs.iter().find(|it| it.2 == 0);
        let chosen = if label.must {
            free.or_else(|| costs.iter().min_by_key(|it| it.2))
        } else {
            free
        };
        let (spot, rect, _) = chosen?;
        self.taken.push(*rect);
        if let Some(from) = spot.line_from {
            let to = nearest(*rect, from);
            let line = Look::lined(pen.colour, 12);
            self.shapes.push(Shape::lines(vec![vec![from, to]], line));
        }
        let middle = (rect.0 + rect.2 + room) / 2;
        let first = lines.first().map_or(0, |it| self.letters.width(pen, it)) - pen.spacing;
        let left = match spot.side.0 {
            -1 => rect.2 - first,
            0 => middle - first / 2,
            _ => rect.0 + room,
        };
        let badge = (left - room / 2, rect.1 + line_height(pen) / 2);
        for (line, text) in (0..).zip(lines).filter(|it| !it.1.is_empty()) {
            let (at, anchor) = match spot.side.0 {
                -1 => (rect.2, Anchor::End),
                0 => (middle, Anchor::Middle),
                _ => (rect.0 + room, Anchor::Start),
            };
            // Letters stand on three quarters of their line.
            let base = rect.1 + line_height(pen) * line + line_height(pen) * 3 / 4;
            self.shapes.push(Shape::Text {
                at: (at, base),
                anchor,
                pen: pen.clone(),
                text,
                turn: 0,
            });
        }
        Some(badge)
    }

    /// How much of a rectangle is taken or outside the picture.
    fn cost(&self, rect: Rect) -> i64 {
        let area = |it: Rect| i64::from((it.2 - it.0).max(0)) * i64::from((it.3 - it.1).max(0));
        let common = |a: Rect, b: Rect| {
            let shared = (a.0.max(b.0), a.1.max(b.1), a.2.min(b.2), a.3.min(b.3));
            if shared.0 < shared.2 && shared.1 < shared.3 {
                area(shared)
            } else {
                0
            }
        };
        let outside = area(rect) - common(rect, (0, 0, self.size.0, self.size.1));
        let taken: i64 = self.taken.iter().map(|it| common(rect, *it)).sum();
        taken + 4 * outside
    }
}

fn line_height(pen: &Pen) -> i32 {
    pen.size * 11 / 10
}

/// Where words of this size are at a place.
fn rect(spot: &Spot, (width, height): Point) -> Rect {
    let along = |at: i32, side: i8, length: i32| match side {
        -1 => at - GAP - length,
        0 => at - length / 2,
        _ => at + GAP,
    };
    // Above and below, letters have room of their own.
    let down = |at: i32, side: i8| match side {
        -1 => at - height,
        0 => at - height / 2,
        _ => at,
    };
    let left = along(spot.at.0, spot.side.0, width);
    let top = down(spot.at.1, spot.side.1);
    (left, top, left + width, top + height)
}

/// The point of a rectangle that is nearest to another.
fn nearest(rect: Rect, from: Point) -> Point {
    (from.0.clamp(rect.0, rect.2), from.1.clamp(rect.1, rect.3))
}
