//! A painted ground: row by row in runs of one colour, so that it is small in memory and quickly
//! laid under a picture; and as the bytes of a file.

use std::cmp::Ordering;
use tiny_skia::{Pixmap, PremultipliedColorU8};

/// What a file begins with; after it comes the hash of all that follows.
const HEAD: &[u8] = b"packetboat ground\n";
/// Bytes of a hash.
const HASH: usize = 32;
/// Bytes of a run.
const RUN: usize = 4;

/// A painted ground.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Painted {
    size: (u32, u32),
    /// Where the runs of each row begin, and where those of the last end.
    rows: Vec<usize>,
    runs: Vec<Run>,
}

/// Pixels of one colour beside one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    colour: [u8; 3],
    /// How many, at least 1.
    length: u8,
}

impl Painted {
    /// What is on a canvas that has no holes.
    pub(super) fn of(canvas: &Pixmap) -> Self {
        let size = (canvas.width(), canvas.height());
        let (pixels, _) = canvas.data().as_chunks::<4>();
        let mut painted = Painted {
            size,
            rows: vec![0],
            runs: Vec::new(),
        };
        for row in pixels.chunks(size.0 as usize) {
            let mut rest = row;
            while let Some(first) = rest.first() {
                let alike = rest.iter().take(usize::from(u8::MAX));
                let length = alike.take_while(|it| *it == first).count();
                painted.runs.push(Run {
                    colour: [first[0], first[1], first[2]],
                    length: u8::try_from(length).unwrap_or(u8::MAX),
                });
                rest = &rest[length..];
            }
            painted.rows.push(painted.runs.len());
        }
        painted
    }

    /// Lays it under a canvas, of which the upper left corner is this pixel of it. What is beside
    /// it stays as it is.
    pub(super) fn lay(&self, canvas: &mut Pixmap, corner: (i32, i32)) {
        let (wide, high) = (canvas.width() as usize, i64::from(canvas.height()));
        let pixels = canvas.pixels_mut();
        for (row, runs) in self.rows.windows(2).enumerate() {
            let down = row as i64 - i64::from(corner.1);
            if !(0..high).contains(&down) {
                continue;
            }
            let line = &mut pixels[down as usize * wide..][..wide];
            let mut at = -i64::from(corner.0);
            for run in &self.runs[runs[0]..runs[1]] {
                let end = at + i64::from(run.length);
                line[on(at, wide)..on(end, wide)].fill(pixel(run.colour));
                at = end;
            }
        }
    }

    /// Its bytes in a file.
    pub(super) fn written(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(8 + RUN * self.runs.len());
        body.extend(self.size.0.to_le_bytes());
        body.extend(self.size.1.to_le_bytes());
        for Run { colour, length } in &self.runs {
            body.extend(colour);
            body.push(*length);
        }
        [HEAD, blake3::hash(&body).as_bytes(), &body].concat()
    }

    /// Reads it from such; `None`: they are damaged, or something else.
    pub(super) fn read(bytes: &[u8], size: (u32, u32)) -> Option<Self> {
        let rest = bytes.strip_prefix(HEAD)?;
        let (hash, body) = rest.split_at_checked(HASH)?;
        if blake3::hash(body).as_bytes() != hash {
            return None;
        }
        let runs = body
            .strip_prefix(&size.0.to_le_bytes())?
            .strip_prefix(&size.1.to_le_bytes())?;
        let (runs, rest) = runs.as_chunks::<RUN>();
        let mut painted = Painted {
            size,
            rows: vec![0],
            runs: Vec::with_capacity(runs.len()),
        };
        let mut right = 0;
        for [red, green, blue, length] in runs {
            if *length == 0 {
                return None;
            }
            painted.runs.push(Run {
                colour: [*red, *green, *blue],
                length: *length,
            });
            right += u32::from(*length);
            match right.cmp(&size.0) {
                Ordering::Less => {}
                Ordering::Equal => {
                    painted.rows.push(painted.runs.len());
                    right = 0;
                }
                Ordering::Greater => return None,
            }
        }
        let whole = right == 0 && painted.rows.len() == size.1 as usize + 1;
        (whole && rest.is_empty()).then_some(painted)
    }
}

fn on(at: i64, wide: usize) -> usize {
    usize::try_from(at).unwrap_or(0).min(wide)
}

fn pixel([red, green, blue]: [u8; 3]) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(red, green, blue, u8::MAX).expect("no part is above the whole")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::{Color, Paint, Rect, Transform};

    /// A canvas of 700 times 5 pixels with a box on it.
    fn drawn() -> Pixmap {
        let mut canvas = Pixmap::new(700, 5).unwrap();
        canvas.fill(Color::WHITE);
        let mut paint = Paint::default();
        paint.set_color_rgba8(9, 8, 7, 255);
        let there = Rect::from_xywh(300.0, 1.0, 10.5, 3.0).unwrap();
        canvas.fill_rect(there, &paint, Transform::identity(), None);
        canvas
    }

    fn laid(painted: &Painted, size: (u32, u32), corner: (i32, i32)) -> Pixmap {
        let mut canvas = Pixmap::new(size.0, size.1).unwrap();
        painted.lay(&mut canvas, corner);
        canvas
    }

    #[test]
    fn it_is_laid_as_it_was_painted() {
        let (canvas, size) = (drawn(), (700, 5));
        let painted = Painted::of(&canvas);
        assert_eq!(laid(&painted, size, (0, 0)), canvas);
        let part = laid(&painted, (20, 3), (295, 2));
        for (x, y) in [(0, 0), (4, 0), (5, 0), (15, 1), (16, 2), (19, 2)] {
            assert_eq!(part.pixel(x, y), canvas.pixel(295 + x, 2 + y), "{x}, {y}");
        }
        // Beside it nothing is painted.
        let beside = laid(&painted, (4, 4), (-2, 3));
        assert_eq!(beside.pixel(1, 0).unwrap().alpha(), 0);
        assert_eq!(beside.pixel(2, 1), canvas.pixel(0, 4));
        assert_eq!(beside.pixel(2, 2).unwrap().alpha(), 0);
        laid(&painted, (4, 4), (i32::MAX, i32::MIN));
    }

    #[test]
    fn what_is_damaged_or_of_another_size_is_not_read() {
        let painted = Painted::of(&drawn());
        let bytes = painted.written();
        assert_eq!(Painted::read(&bytes, (700, 5)).as_ref(), Some(&painted));
        assert_eq!(Painted::read(&bytes, (5, 700)), None);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(Painted::read(&damaged, (700, 5)), None, "byte {at}");
            assert_eq!(Painted::read(&bytes[..at], (700, 5)), None, "{at} bytes");
        }
    }

    #[test]
    fn runs_that_do_not_fill_rows_are_not_read() {
        let run = |length| Run {
            colour: [0; 3],
            length,
        };
        for lengths in [&[3, 4][..], &[], &[2, 2, 2], &[3, 3, 3], &[3, 0, 3], &[3]] {
            let painted = Painted {
                size: (3, 2),
                rows: Vec::new(),
                runs: lengths.iter().map(|it| run(*it)).collect(),
            };
            assert_eq!(
                Painted::read(&painted.written(), (3, 2)),
                None,
                "{lengths:?}"
            );
        }
    }
}
