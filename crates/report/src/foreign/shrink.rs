//! A picture made smaller: each new pixel is the average of the area that it takes, in whole
//! numbers, so that it is the same on any machine.
//!
//! Rows are taken one by one: of a large picture no more is held than its small one. A colour
//! counts as much as it covers, so that what nobody sees of the picture colours nothing, and is not
//! kept. Not here: where rows come from (`png_in`, `jpeg_in`).

use super::pixels::{Pixels, Rgba};

/// The size of a picture whose longest side is at most this long, in pixels: its shape stays.
pub(super) fn fitted((width, height): (u32, u32), side: u32) -> (u32, u32) {
    let long = u64::from(width.max(height));
    if long <= u64::from(side) {
        return (width, height);
    }
    let fit = |length: u32| {
        let nearest = (u64::from(length) * u64::from(side) + long / 2) / long;
        u32::try_from(nearest).unwrap_or(side).max(1)
    };
    (fit(width), fit(height))
}

/// Where the `at`-th of `from` pixels falls among `to`, which are no more: the first that it
/// touches, how much of it falls there, and how much into the next. Each pixel is `to` long, and
/// each of the small picture `from`.
fn share(at: u32, from: u32, to: u32) -> (usize, u64, u64) {
    let (at, from, to) = (u64::from(at), u64::from(from), u64::from(to));
    let cell = at * to / from;
    let here = to.min((cell + 1) * from - at * to);
    let cell = usize::try_from(cell).expect("a picture has fewer pixels");
    (cell, here, to - here)
}

/// A small picture in the making.
pub(super) struct Shrink {
    from: (u32, u32),
    to: (u32, u32),
    /// See [`share`].
    columns: Vec<(usize, u64, u64)>,
    /// How many rows were taken.
    taken: u32,
    /// A row, by the columns of the small picture: the sums of colours, each times what it covers,
    /// and of what they cover.
    across: Vec<[u64; 4]>,
    /// The sums for the row of the small picture that is in the making.
    sums: Vec<[u64; 4]>,
    all: Vec<Rgba>,
}

impl Shrink {
    /// Of a picture of this size one with no side longer than this.
    pub(super) fn new(from: (u32, u32), side: u32) -> Self {
        let to = fitted(from, side);
        Shrink {
            from,
            to,
            columns: (0..from.0).map(|it| share(it, from.0, to.0)).collect(),
            taken: 0,
            across: vec![[0; 4]; to.0 as usize],
            sums: vec![[0; 4]; to.0 as usize],
            all: Vec::with_capacity(to.0 as usize * to.1 as usize),
        }
    }

    /// Takes the next row; what is more than the picture has is left out.
    pub(super) fn row(&mut self, pixels: impl Iterator<Item = Rgba>) {
        if self.taken == self.from.1 {
            return;
        }
        self.across.fill([0; 4]);
        for ((cell, here, next), [red, green, blue, cover]) in self.columns.iter().zip(pixels) {
            let each = [red, green, blue, 1].map(|it| u64::from(it) * u64::from(cover));
            add(&mut self.across[*cell], each, *here);
            if *next > 0 {
                add(&mut self.across[cell + 1], each, *next);
            }
        }
        let (_, here, next) = share(self.taken, self.from.1, self.to.1);
        self.taken += 1;
        self.gather(here);
        if next > 0 || self.is_whole() {
            self.finish_row();
            self.gather(next);
        }
    }

    /// Adds so much of the row that was taken.
    fn gather(&mut self, weight: u64) {
        for (sum, each) in self.sums.iter_mut().zip(&self.across) {
            add(sum, *each, weight);
        }
    }

    /// Whether a row of the small picture ends where the rows taken end.
    fn is_whole(&self) -> bool {
        u64::from(self.taken) * u64::from(self.to.1) % u64::from(self.from.1) == 0
    }

    fn finish_row(&mut self) {
        let area = u64::from(self.from.0) * u64::from(self.from.1);
        for sum in &mut self.sums {
            self.all.push(average(*sum, area));
            *sum = [0; 4];
        }
    }

    /// The small picture. Rows that never came are empty.
    pub(super) fn done(mut self) -> Pixels {
        let all = self.to.0 as usize * self.to.1 as usize;
        self.all.resize(all, [0; 4]);
        Pixels {
            size: self.to,
            all: self.all,
        }
    }
}

fn add(sum: &mut [u64; 4], each: [u64; 4], weight: u64) {
    for (sum, each) in sum.iter_mut().zip(each) {
        *sum += each * weight;
    }
}

/// The pixel of which these are the sums over this area.
fn average([red, green, blue, covers]: [u64; 4], area: u64) -> Rgba {
    let cover = nearest(covers, area);
    if cover == 0 {
        return [0; 4];
    }
    let [red, green, blue] = [red, green, blue].map(|it| nearest(it, covers));
    [red, green, blue, cover]
}

fn nearest(sum: u64, by: u64) -> u8 {
    u8::try_from((2 * sum + by) / (2 * by)).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chance that is always the same.
    fn noise(size: (u32, u32)) -> Pixels {
        let mut seed = size.0 * 31 + size.1;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [red, green, blue, cover] = seed.to_be_bytes();
            [red, green, blue, if cover < 64 { 0 } else { cover | 0x80 }]
        };
        let all = (0..size.0 * size.1).map(|_| next()).collect();
        Pixels { size, all }
    }

    /// The same by another way: both pictures are laid out in pieces so fine that each of them has
    /// a whole number.
    fn slowly(pixels: &Pixels, to: (u32, u32)) -> Vec<Rgba> {
        let (from, mut all) = (pixels.size, Vec::new());
        for (y, x) in (0..to.1).flat_map(|y| (0..to.0).map(move |x| (y, x))) {
            let mut sums = [0_u64; 4];
            for row in y * from.1..(y + 1) * from.1 {
                for column in x * from.0..(x + 1) * from.0 {
                    let at = row / to.1 * from.0 + column / to.0;
                    let [red, green, blue, cover] = pixels.all[at as usize].map(u64::from);
                    let each = [red * cover, green * cover, blue * cover, cover];
                    sums.iter_mut().zip(each).for_each(|it| *it.0 += it.1);
                }
            }
            all.push(average(sums, u64::from(from.0) * u64::from(from.1)));
        }
        all
    }

    fn shrunk(pixels: &Pixels, side: u32) -> Pixels {
        let mut small = Shrink::new(pixels.size, side);
        for row in pixels.all.chunks(pixels.size.0 as usize) {
            small.row(row.iter().copied());
        }
        small.done()
    }

    /// Of every shape, and to every size: each pixel is the average of its area.
    #[test]
    fn each_pixel_is_the_average_of_its_area() {
        for size in [
            (1, 1),
            (2, 1),
            (7, 5),
            (5, 7),
            (16, 16),
            (31, 2),
            (1, 23),
            (12, 9),
        ] {
            let pixels = noise(size);
            for side in 1..=size.0.max(size.1) + 1 {
                let small = shrunk(&pixels, side);
                let to = fitted(size, side);
                assert_eq!((small.size, small.all.len()), (to, (to.0 * to.1) as usize));
                assert_eq!(small.all, slowly(&pixels, to), "{size:?} {side}");
            }
        }
    }

    #[test]
    fn a_picture_that_fits_stays_as_it_is() {
        for size in [(1, 1), (9, 4), (3, 17)] {
            let mut pixels = noise(size);
            let same = shrunk(&pixels, 17);
            let hidden = pixels.all.iter_mut().filter(|it| it[3] == 0);
            hidden.for_each(|it| *it = [0; 4]);
            assert_eq!(same, pixels);
        }
    }

    /// One colour stays that colour, and what covers nothing colours nothing.
    #[test]
    fn a_plain_colour_stays() {
        let size = (97, 61);
        for colour in [[255; 4], [0, 0, 0, 255], [1, 128, 254, 1], [9, 8, 7, 127]] {
            let clear = [255 - colour[0], 7, 200, 0];
            for side in [1, 2, 13, 60, 61, 96, 97] {
                let plain = shrunk(
                    &Pixels {
                        size,
                        all: vec![colour; 97 * 61],
                    },
                    side,
                );
                assert!(plain.all.iter().all(|it| *it == colour));
                let mixed = (0..97 * 61).map(|it| if it % 2 == 0 { colour } else { clear });
                let mixed = shrunk(
                    &Pixels {
                        size,
                        all: mixed.collect(),
                    },
                    side,
                );
                let kept = |it: &Rgba| it[3] == 0 || it[..3] == colour[..3];
                assert!(mixed.all.iter().all(kept));
            }
        }
    }

    #[test]
    fn a_picture_keeps_its_shape() {
        for (size, side, wanted) in [
            ((2_000, 2_000), 2_000, (2_000, 2_000)),
            ((2_001, 2_000), 2_000, (2_000, 1_999)),
            ((4_000, 3_000), 2_000, (2_000, 1_500)),
            ((3_000, 4_000), 2_000, (1_500, 2_000)),
            ((12_000, 1), 2_000, (2_000, 1)),
            ((1, 12_000), 700, (1, 700)),
            ((3, 2), 2_000, (3, 2)),
        ] {
            assert_eq!(fitted(size, side), wanted);
        }
    }

    #[test]
    fn rows_too_many_and_too_few_harm_nothing() {
        let row = || [[9, 9, 9, 255]; 6].into_iter();
        let mut small = Shrink::new((6, 4), 3);
        assert_eq!(fitted((6, 4), 3), (3, 2));
        small.row(row());
        small.row(row().take(1));
        let few = small.done();
        assert_eq!(few.all.len(), 6);
        assert_eq!(few.all[3..], [[0; 4]; 3]);
        let mut small = Shrink::new((6, 4), 3);
        (0..9).for_each(|_| small.row(row().chain(row())));
        assert_eq!(small.done().all, [[9, 9, 9, 255]; 6]);
    }
}
