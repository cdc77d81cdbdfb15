//! The outlines of shapes, step by step, in tenths of a pixel: for who paints them, and for who
//! writes them down.

use packetboat_core::engine::scene::{Path, Point};

/// A step of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// A line begins here.
    Begin(Point),
    /// Straight to a point.
    Line(Point),
    /// To the last of these points, along the first two.
    Curve(Point, Point, Point),
    /// Back to where the line began.
    Close,
}

/// The lines of a path.
pub(super) fn path(path: &Path) -> Vec<Step> {
    let mut steps = Vec::new();
    for run in path.runs.iter().filter(|it| it.len() > 1) {
        if path.bent {
            steps.extend(bent(run, path.closed));
        } else {
            straight(run, path.closed, &mut steps);
        }
    }
    steps
}

/// Areas with straight borders.
pub(super) fn areas(areas: &[Vec<Point>]) -> Vec<Step> {
    let mut steps = Vec::new();
    let areas = areas.iter().filter(|it| it.len() > 1);
    areas.for_each(|it| straight(it, true, &mut steps));
    steps
}

fn straight(run: &[Point], closed: bool, steps: &mut Vec<Step>) {
    steps.push(Step::Begin(run[0]));
    steps.extend(run[1..].iter().map(|it| Step::Line(*it)));
    if closed {
        steps.push(Step::Close);
    }
}

/// A curve through the points, which at each runs along its two neighbours.
pub(crate) fn bent(run: &[Point], closed: bool) -> Vec<Step> {
    let count = run.len();
    let before = |place: usize| match (place, closed) {
        (0, true) => run[count - 1],
        (0, false) => run[0],
        _ => run[place - 1],
    };
    let at = |place: usize| {
        if closed {
            run[place % count]
        } else {
            run[place.min(count - 1)]
        }
    };
    let mut steps = vec![Step::Begin(run[0])];
    let last = if closed { count } else { count - 1 };
    for place in 0..last {
        let (back, from, to, next) = (before(place), at(place), at(place + 1), at(place + 2));
        let out = (from.0 + (to.0 - back.0) / 6, from.1 + (to.1 - back.1) / 6);
        let into = (to.0 - (next.0 - from.0) / 6, to.1 - (next.1 - from.1) / 6);
        steps.push(Step::Curve(out, into, to));
    }
    if closed {
        steps.push(Step::Close);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::scene::Look;

    #[test]
    fn a_curve_runs_through_its_points() {
        let steps = bent(&[(0, 0), (60, 0), (120, 0)], false);
        let curve = |out, into, to| Step::Curve((out, 0), (into, 0), (to, 0));
        assert_eq!(
            steps,
            [Step::Begin((0, 0)), curve(10, 40, 60), curve(80, 110, 120)]
        );
    }

    #[test]
    fn a_single_point_is_no_line() {
        let drawn = Path {
            runs: vec![vec![(1, 1)], vec![(0, 0), (5, 0)]],
            closed: true,
            bent: false,
            look: Look::default(),
        };
        let steps = [Step::Begin((0, 0)), Step::Line((5, 0)), Step::Close];
        assert_eq!(path(&drawn), steps);
        assert_eq!(areas(&drawn.runs), steps);
    }
}
