//! The shapes of all turns in one order, each with the turns that show it.
//!
//! A turn is held against the one before it: what both show in the same order stays, all else goes
//! or comes. So each turn shows its shapes in the order in which they are over one another.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Shapes, lowest first.
#[derive(Default)]
pub(super) struct Layers<'a> {
    all: Vec<Element<'a>>,
    turns: u32,
}

/// A shape, and the first and the last turn that show it.
struct Element<'a> {
    text: &'a str,
    from: u32,
    to: u32,
}

impl<'a> Layers<'a> {
    /// Adds a turn that shows these.
    pub(super) fn add(&mut self, shown: Vec<&'a str>) {
        let turn = self.turns;
        self.turns += 1;
        let stay = self.staying(&shown);
        let mut before = std::mem::take(&mut self.all).into_iter().enumerate();
        for (text, place) in shown.into_iter().zip(stay) {
            let Some(place) = place else {
                self.all.push(Element {
                    text,
                    from: turn,
                    to: turn,
                });
                continue;
            };
            for (at, element) in before.by_ref() {
                let to = if at == place { turn } else { element.to };
                self.all.push(Element { to, ..element });
                if at == place {
                    break;
                }
            }
        }
        self.all.extend(before.map(|it| it.1));
    }

    /// For each of these the place of the same shape that the turn before shows; `None`: it is new.
    /// Places rise.
    fn staying(&self, shown: &[&'a str]) -> Vec<Option<usize>> {
        // Of shapes that are alike the first is the first, the second the second.
        let mut seen: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let last = self.turns.checked_sub(2);
        for (place, element) in self.all.iter().enumerate().rev() {
            if Some(element.to) == last {
                seen.entry(element.text).or_default().push(place);
            }
        }
        let places = shown.iter().map(|it| seen.get_mut(*it)?.pop());
        rising(&places.collect::<Vec<_>>())
    }

    /// All of them as SVG: those that are shown in the same turns together.
    pub(super) fn written(&self) -> String {
        let mut out = String::new();
        let alike = |a: &Element, b: &Element| (a.from, a.to) == (b.from, b.to);
        for group in self.all.chunk_by(alike) {
            let (from, to) = (group[0].from, group[0].to);
            let texts = group.iter().map(|it| it.text);
            let texts: String = texts.collect();
            let always = from == 0 && to + 1 == self.turns;
            if always {
                out.push_str(&texts);
            } else {
                writeln!(out, "<g style=\"--a:{from};--b:{to}\">{texts}</g>").expect("memory");
            }
        }
        out
    }
}

/// The same with the fewest taken out, so that what is left rises.
fn rising(places: &[Option<usize>]) -> Vec<Option<usize>> {
    // The rows of each length that end lowest, by the index of their last; and what comes before.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; places.len()];
    for (at, place) in places.iter().enumerate() {
        let Some(place) = place else { continue };
        let length = ends.partition_point(|it| places[*it] < Some(*place));
        before[at] = length.checked_sub(1).map(|it| ends[it]);
        ends.truncate(ends.len().max(length));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut kept = vec![None; places.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        kept[at] = places[at];
        next = before[at];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(all: &str) -> Vec<&str> {
        all.split("").filter(|it| !it.is_empty()).collect()
    }

    /// What a turn shows, lowest first.
    fn shown(layers: &Layers<'_>, turn: u32) -> String {
        let seen = layers.all.iter();
        let seen = seen.filter(|it| (it.from..=it.to).contains(&turn));
        seen.map(|it| it.text).collect()
    }

    #[test]
    fn each_turn_shows_its_own_in_its_order() {
        let turns = [
            "abcdef", "abxdef", "axbbdf", "fdbbxa", "", "aaaa", "aaba", "abcdef",
        ];
        let mut layers = Layers::default();
        turns.iter().for_each(|it| layers.add(texts(it)));
        for (turn, all) in (0..).zip(turns) {
            assert_eq!(shown(&layers, turn), all);
        }
    }

    #[test]
    fn what_stays_is_written_once() {
        let mut layers = Layers::default();
        for turn in ["map1end", "map2end", "map2end"] {
            layers.add(texts(turn));
        }
        assert_eq!(
            layers.written(),
            "map<g style=\"--a:1;--b:2\">2</g>\n<g style=\"--a:0;--b:0\">1</g>\nend"
        );
    }

    #[test]
    fn as_much_as_can_stay_stays() {
        let places = [3, 0, 1, 9, 2, 4].map(Some);
        let kept: Vec<usize> = rising(&places).into_iter().flatten().collect();
        assert_eq!(kept, [0, 1, 2, 4]);
        assert_eq!(rising(&[None, Some(1), None]), [None, Some(1), None]);
    }
}
