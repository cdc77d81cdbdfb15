//! Words as stamps: painted once for each place within a pixel, and put on every picture that has
//! them, for names and numbers are most of what is painted.

use super::letters::Letters;
use super::units::px;
use packetboat_core::engine::scene::{Anchor, Pen, Point};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tiny_skia::{FillRule, LineJoin, Mask, Path, Stroke, Transform};

/// How many are kept. One has some 2 kB.
const KEPT_MAX: usize = 2_000;
/// Pixels of one that is kept, at most: larger words are in no picture of ours, and anyone who
/// sends some is to fill no memory with them.
const LARGE: usize = 30_000;
/// Pixels of a stamp, in either direction, at most; what is larger is not shown.
const PIXELS_MAX: f32 = 4_000.0;
/// Tenths of a pixel.
const TENTHS: i32 = 10;

/// The stamps painted so far.
#[derive(Default)]
pub(super) struct Stamps(Mutex<BTreeMap<Key, Slot>>);

/// A stamp that is painted, or being painted; `None` in it: nothing is seen.
type Slot = Arc<OnceLock<Option<Arc<Stamp>>>>;

/// All on which the shape of words hangs: colours come when they are put on a picture.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    text: String,
    face: u8,
    /// Size, spacing, width of the rim.
    pen: (i32, i32, Option<i32>),
    anchor: u8,
    turn: i32,
    /// Where in its pixel they are anchored, in tenths.
    within: Point,
}

/// Words as how much of each pixel they cover.
pub(super) struct Stamp {
    /// The pixel of its upper left corner, from that in which the words are anchored.
    corner: (i32, i32),
    /// The line around them, which is painted first.
    pub(super) rim: Option<Mask>,
    pub(super) inside: Mask,
}

impl Stamps {
    /// The stamp of words that are anchored at a point, and where its upper left corner is; `None`:
    /// nothing is seen.
    pub(super) fn of(
        &self,
        letters: &Letters,
        (at, anchor, turn): (Point, Anchor, i32),
        pen: &Pen,
        text: &str,
    ) -> Option<((i32, i32), Arc<Stamp>)> {
        let within = (at.0.rem_euclid(TENTHS), at.1.rem_euclid(TENTHS));
        let key = Key {
            text: text.to_owned(),
            face: pen.face as u8,
            pen: (pen.size, pen.spacing, pen.halo.map(|it| it.1)),
            anchor: anchor as u8,
            turn,
            within,
        };
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().get(&key).cloned();
        let slot = known.unwrap_or_else(|| {
            let mut kept = kept();
            if kept.len() >= KEPT_MAX {
                kept.clear();
            }
            Arc::clone(kept.entry(key.clone()).or_default())
        });
        // Others may paint meanwhile; anyone who wants the same words waits for them.
        let stamp = slot.get_or_init(|| {
            let stamp = Stamp::new(letters, (within, anchor, turn), pen, text);
            stamp.map(Arc::new)
        });
        let stamp = stamp.clone()?;
        if stamp.inside.data().len() > LARGE {
            kept().remove(&key);
        }
        let pixel = (at.0.div_euclid(TENTHS), at.1.div_euclid(TENTHS));
        let corner = (
            pixel.0.saturating_add(stamp.corner.0),
            pixel.1.saturating_add(stamp.corner.1),
        );
        Some((corner, stamp))
    }
}

impl Stamp {
    fn new(
        letters: &Letters,
        (at, anchor, turn): (Point, Anchor, i32),
        pen: &Pen,
        text: &str,
    ) -> Option<Self> {
        let words = letters.words(pen, text);
        let (x, y) = (px(at.0), px(at.1));
        let left = x - words.before(anchor);
        let there = Transform::from_rotate_at(turn as f32, x, y).pre_translate(left, y);
        let outline = Path::transform(words.outline?, there)?;
        let rim = pen.halo.map_or(0.0, |it| px(it.1));
        let around = outline.bounds();
        // A pixel more: letters that touch a border may be smoothed beyond it.
        let more = rim / 2.0 + 1.0;
        let (left, top) = (
            (around.left() - more).floor(),
            (around.top() - more).floor(),
        );
        let wide = (around.right() + more).ceil() - left;
        let high = (around.bottom() + more).ceil() - top;
        if wide > PIXELS_MAX || high > PIXELS_MAX {
            return None;
        }
        let shift = Transform::from_translate(-left, -top);
        let covered = |path: &Path| {
            let mut mask = Mask::new(wide as u32, high as u32)?;
            mask.fill_path(path, FillRule::Winding, true, shift);
            Some(mask)
        };
        let line = Stroke {
            width: rim,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let line = pen.halo.and_then(|_| outline.stroke(&line, 1.0));
        Some(Stamp {
            corner: (left as i32, top as i32),
            rim: line.as_ref().and_then(covered),
            inside: covered(&outline)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use packetboat_core::engine::scene::{Colour, Face};

    #[test]
    fn words_are_painted_once_for_each_place_within_a_pixel() {
        let (letters, stamps) = (Letters::new(), Stamps::default());
        let pen = Pen::new(Face::Plain, 200, Colour(0)).on(Colour(0x00ff_ffff), 30);
        let of = |x: i32, y: i32| {
            let at = ((x, y), Anchor::Middle, 0);
            let (corner, stamp) = stamps.of(&letters, at, &pen, "Cuba").unwrap();
            (corner, stamp.rim.clone().unwrap(), stamp.inside.clone())
        };
        let (here, rim, inside) = of(1_000, 500);
        let (there, ..) = of(1_030, 480);
        assert_eq!((there.0 - here.0, there.1 - here.1), (3, -2));
        assert_eq!((&rim, &inside), (&of(1_030, 480).1, &of(1_030, 480).2));
        assert_ne!(inside, of(1_005, 500).2);
        assert_eq!(stamps.0.lock().unwrap().len(), 2);
        // All around it there is nothing.
        let rows: Vec<_> = rim.data().chunks(rim.width() as usize).collect();
        let empty = |row: &&[u8]| row.iter().all(|it| *it == 0);
        assert!(empty(&rows[0]) && empty(rows.last().unwrap()));
        assert!(!rows.iter().all(empty));
        // The line around letters covers what they leave.
        assert!(rim.data().iter().zip(inside.data()).any(|it| it.0 > it.1));
    }

    #[test]
    fn large_words_are_painted_and_not_kept() {
        let (letters, stamps) = (Letters::new(), Stamps::default());
        let large = Pen::new(Face::Plain, 3_000, Colour(0));
        let at = ((0, 0), Anchor::Start, 0);
        assert!(stamps.of(&letters, at, &large, "Wide").is_some());
        assert!(stamps.0.lock().unwrap().is_empty());
    }

    #[test]
    fn what_is_never_seen_has_none() {
        let (letters, stamps) = (Letters::new(), Stamps::default());
        let huge = Pen::new(Face::Plain, 900_000, Colour(0));
        let plain = Pen::new(Face::Plain, 200, Colour(0));
        for (pen, text) in [(&huge, "W"), (&plain, " "), (&plain, "")] {
            let at = ((0, 0), Anchor::Start, 90);
            assert!(stamps.of(&letters, at, pen, text).is_none(), "{text}");
        }
    }
}
