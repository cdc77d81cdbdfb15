//! The chart of points over the turns.

use super::chart::{self, Mark, colours};
use super::words::list;
use packetboat_core::engine::data::{SeatCard, title};
use packetboat_core::engine::pages::Standing;
use packetboat_core::engine::scene::{Face, Look, Pen, Picture, Point, Shape};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet_names::SheetNames;

/// Width and height, in tenths of a pixel.
const SIZE: Point = (12_000, 4_600);
/// Where the curves are: the upper left and the lower right corner.
const FIELD: (Point, Point) = ((1_150, 950), (8_700, 3_850));
/// How many turns are named below, at most.
const NAMED_MAX: usize = 13;
/// The same where turns have names, which are longer.
const NAMES_MAX: usize = 8;
/// How many lines all curves consist of, at most: of longer campaigns some rows are left out.
const LINES_MAX: usize = 96;
/// How far names at the ends of curves are apart.
const APART: i32 = 480;

/// Whose curve it is.
struct Whose {
    seat: Seat,
    title: String,
    mark: Mark,
}

/// The chart of these seats, of each its title and its mark; `None` before there are two turns to
/// be joined.
pub fn course(
    rows: &[Standing],
    seats: impl Iterator<Item = Seat>,
    of: impl Fn(Seat) -> (String, Mark),
) -> Option<Picture> {
    let seats = seats.map(|seat| {
        let (title, mark) = of(seat);
        Whose { seat, title, mark }
    });
    chart_of(rows, &seats.collect::<Vec<_>>(), &SheetNames::NONE)
}

/// The chart of seats with the titles and marks that they have on a game's card.
pub fn course_on(card: &[SeatCard], rows: &[Standing]) -> Option<Picture> {
    let seats = rows.first()?.points.keys().copied();
    course(rows, seats, |seat| {
        (title(card, seat), chart::mark_in(card, seat))
    })
}

/// The same of a game that names its sheets.
pub fn course_named(
    rows: &[Standing],
    of: impl Fn(Seat) -> (String, Mark),
    names: &SheetNames,
) -> Option<Picture> {
    let seats = rows.first()?.points.keys().copied().map(|seat| {
        let (title, mark) = of(seat);
        Whose { seat, title, mark }
    });
    chart_of(rows, &seats.collect::<Vec<_>>(), names)
}

fn chart_of(rows: &[Standing], seats: &[Whose], names: &SheetNames) -> Option<Picture> {
    let (first, last) = (rows.first()?, rows.last()?);
    let step = ((rows.len() - 1) * seats.len()).div_ceil(LINES_MAX).max(1);
    let rows: Vec<&Standing> = rows[..rows.len() - 1]
        .iter()
        .step_by(step)
        .chain([last])
        .collect();
    if rows.len() < 2 {
        return None;
    }
    let of = |it: &Standing, who: &Whose| it.points.get(&who.seat).copied().unwrap_or(0);
    let all = || {
        rows.iter()
            .flat_map(|row| seats.iter().map(move |it| of(row, it)))
    };
    let (least, most) = (all().min()?, all().max()?);
    // All are where they began: there is nothing to be seen.
    if least == most {
        return None;
    }
    let scale = Scale::of(least.min(0), most);
    let mut picture = Picture::new("points", SIZE, colours::PAPER);
    picture.shapes = chart::frame(SIZE, 330);
    picture
        .shapes
        .push(chart::heading((SIZE.0 / 2, 760), 300, "Points"));
    picture.shapes.extend(scale.lines());
    picture.shapes.extend(named(&rows, names));
    let mut ends: Vec<(i32, &Whose)> = Vec::new();
    for (place, who) in seats.iter().enumerate() {
        let each = rows.iter().enumerate();
        let run: Vec<Point> = each
            .map(|(at, row)| (across(at, rows.len()), scale.height(of(row, who))))
            .collect();
        ends.push((run.last()?.1, who));
        let dash: &[i32] = [&[][..], &[220, 90], &[60, 90], &[300, 80, 60, 80]][place % 4];
        // Dashes with a dark edge: seen on paper whatever the colour, and what is below is seen
        // between them.
        for (colour, width) in [(who.mark.edge, 62), (who.mark.trail, 42)] {
            let look = Look::lined(colour, width).dashed(dash);
            picture.shapes.push(Shape::lines(vec![run.clone()], look));
        }
    }
    picture.shapes.extend(named_ends(ends, &|it| of(last, it)));
    let told = seats.iter().map(|who| {
        let (from, to) = (of(first, who), of(last, who));
        format!("{} from {from} to {to}", who.title)
    });
    picture.alt = format!(
        "Points from {} to {}: {}.",
        names.turn(first.sheet),
        names.turn(last.sheet),
        list(told.collect::<Vec<_>>())
    );
    Some(picture)
}

/// Each name beside its curve's end, and below the one above.
fn named_ends(mut ends: Vec<(i32, &Whose)>, points: &dyn Fn(&Whose) -> i64) -> Vec<Shape> {
    ends.sort_by_key(|it| (it.0, it.1.seat));
    let mut shapes = Vec::new();
    let mut free = FIELD.0.1 - 100;
    let mut below = i32::try_from(ends.len()).unwrap_or(0) * APART;
    for (height, who) in ends {
        // So far down that all below it find their place.
        let most = FIELD.1.1 + 200 - below;
        let down = height.min(most).max(free);
        free = down + APART;
        below -= APART;
        let (from, to) = ((FIELD.1.0, height), (FIELD.1.0 + 420, down));
        let line = Look::lined(who.mark.trail, 14);
        shapes.push(Shape::lines(vec![vec![from, to]], line));
        let letter = chart::letter(&who.title);
        let at = (to.0 + 170, down);
        shapes.extend(chart::marked(at, 165, who.mark, &letter));
        let text = format!("{} {}", who.title, points(who));
        shapes.push(chart::words((to.0 + 420, down + 75), 230, text));
    }
    shapes
}

/// Where a turn is.
fn across(at: usize, count: usize) -> i32 {
    let (left, right) = (i64::from(FIELD.0.0), i64::from(FIELD.1.0));
    let part = |it: usize| i64::try_from(it).unwrap_or(0);
    let at = left + (right - left) * part(at) / part(count - 1).max(1);
    i32::try_from(at).unwrap_or(FIELD.1.0)
}

/// The turns below the curves, each where its first sheet was called for; not all of many.
fn named(rows: &[&Standing], names: &SheetNames) -> Vec<Shape> {
    let is_first = |at: &usize| *at == 0 || rows[*at].sheet != rows[*at - 1].sheet;
    let firsts: Vec<usize> = (0..rows.len()).filter(is_first).collect();
    let most = if names.are_given() {
        NAMES_MAX
    } else {
        NAMED_MAX
    };
    let step = firsts.len().div_ceil(most);
    let pen = Pen::new(Face::Plain, 200, colours::INK);
    let each = firsts.into_iter().step_by(step);
    each.map(|at| {
        let place = (across(at, rows.len()), FIELD.1.1 + 340);
        Shape::middle(place, names.name(rows[at].sheet), pen.clone())
    })
    .collect()
}

/// What heights mean.
struct Scale {
    low: i64,
    step: i64,
    steps: i64,
}

impl Scale {
    /// From a round number to a round number, in few steps.
    fn of(least: i64, most: i64) -> Self {
        let span = (most - least).max(1);
        let mut step = 1;
        // 1, 2, 5, 10, 20, 50, …
        let mut factors = [2, 5, 10].into_iter().cycle();
        let mut unit = 1;
        while span > step * 5 {
            let factor = factors.next().unwrap_or(10);
            step = unit * factor;
            if factor == 10 {
                unit *= 10;
            }
        }
        let low = least.div_euclid(step) * step;
        let steps = (most - low).div_euclid(step) + i64::from((most - low).rem_euclid(step) > 0);
        Scale {
            low,
            step,
            steps: steps.max(1),
        }
    }

    fn height(&self, points: i64) -> i32 {
        let (top, foot) = (i64::from(FIELD.0.1), i64::from(FIELD.1.1));
        let at = foot - (foot - top) * (points - self.low) / (self.step * self.steps);
        i32::try_from(at).unwrap_or(FIELD.1.1)
    }

    /// The lines across, each with its number.
    fn lines(&self) -> Vec<Shape> {
        let pen = Pen::new(Face::Plain, 200, colours::INK);
        let each = (0..=self.steps).flat_map(|place| {
            let points = self.low + place * self.step;
            let down = self.height(points);
            let line = vec![(FIELD.0.0, down), (FIELD.1.0, down)];
            let look = Look::lined(colours::LAND_LINE, 10).crisp();
            [
                Shape::lines(vec![line], look),
                Shape::end(
                    (FIELD.0.0 - 120, down + 70),
                    points.to_string(),
                    pen.clone(),
                ),
            ]
        });
        each.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_round_numbers() {
        for (least, most, low, step, steps) in [
            (0, 0, 0, 1, 1),
            (0, 3, 0, 1, 3),
            (0, 11, 0, 5, 3),
            (0, 2986, 0, 1000, 3),
            (-3, 11, -5, 5, 4),
            (0, 7, 0, 2, 4),
        ] {
            let scale = Scale::of(least, most);
            let got = (scale.low, scale.step, scale.steps);
            assert_eq!(got, (low, step, steps), "{least} to {most}");
            assert!(scale.height(most) >= FIELD.0.1 && scale.height(least) <= FIELD.1.1);
        }
    }
}
