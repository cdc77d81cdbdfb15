//! A painted picture → PNG with a palette: few colours, no dither, nothing but the picture in it.
//!
//! The colours of large areas stay as they are; the others are taken one by one, each time that
//! which is served worst by those taken so far, counting how many pixels have it.

use foldhash::fast::FixedState;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use std::collections::HashMap;
use tiny_skia::Pixmap;

/// Colours of a picture at most: what is between two of them at the edges of shapes needs not
/// many.
const COLOURS_MAX: usize = 48;
/// Colours at most besides those that mean something: each costs bytes.
const BLENDS_MAX: usize = 18;
/// A colour stays as it is if at least one pixel in this many has it.
const LARGE: u32 = 1_000;

/// A colour that means something is seen from this many pixels on.
const SEEN: u32 = 60;

/// Two colours look alike that are no further apart: see `distance`.
const ALIKE: u32 = 160;

/// How hard the file is packed, of 9: beyond this it takes twice as long for hardly less.
const LEVEL: u8 = 6;

/// Colours that were met of late are found in a table of this power of two.
const LATE: u32 = 12;
/// Spreads colours over that table: an odd number, near the golden ratio.
const SPREAD: u32 = 0x9e37_79b1;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// The file. Of the colours that mean something, those that are seen stay as they are: blends of
/// larger areas would push out the marks of seats, which are small.
pub(super) fn encode(canvas: Pixmap, meant: &[Rgb]) -> Vec<u8> {
    let (runs, mut colours) = runs(canvas.data());
    let (size, pixels) = ((canvas.width(), canvas.height()), canvas.data().len() / 4);
    // The largest thing there is.
    drop(canvas);
    let palette = palette(&mut colours, pixels, meant);
    let mut bytes = vec![0; pixels];
    let mut rest = &mut bytes[..];
    for run in runs {
        let (these, others) = rest.split_at_mut(run.length as usize);
        these.fill(colours[run.colour as usize].nearest);
        rest = others;
    }
    file(size, &palette, &bytes).expect("memory")
}

/// Pixels of one colour beside one another.
struct Run {
    /// The place of their colour among all.
    colour: u32,
    length: u32,
}

/// A colour of the canvas.
struct Colour {
    rgb: Rgb,
    /// How many pixels have it.
    count: u32,
    /// The place in the palette of what looks most like it, and how unlike that is.
    nearest: u8,
    far: u32,
}

impl Colour {
    /// Sees whether it looks more like a colour of the palette than like those before that.
    fn compare(&mut self, place: u8, rgb: Rgb) {
        let far = distance(self.rgb, rgb);
        if far < self.far {
            (self.nearest, self.far) = (place, far);
        }
    }
}

/// A canvas as runs of one colour, and the colours there are.
fn runs(data: &[u8]) -> (Vec<Run>, Vec<Colour>) {
    let (mut runs, mut colours) = (Vec::with_capacity(data.len() / 32), Vec::new());
    // Never walked, only asked: its order means nothing. Before it, what was asked of late.
    let mut places: HashMap<Rgb, u32, FixedState> = HashMap::default();
    let mut late = vec![(u32::MAX, 0); 1 << LATE];
    let (pixels, _) = data.as_chunks::<4>();
    let mut rest = pixels;
    while let Some(first) = rest.first() {
        let length = rest.iter().position(|it| it != first);
        let (these, others) = rest.split_at(length.unwrap_or(rest.len()));
        rest = others;
        let [red, green, blue, _] = *first;
        let number = u32::from_le_bytes([red, green, blue, 0]);
        let known = &mut late[(number.wrapping_mul(SPREAD) >> (u32::BITS - LATE)) as usize];
        if known.0 != number {
            let rgb = [red, green, blue];
            let place = *places.entry(rgb).or_insert_with(|| {
                colours.push(Colour {
                    rgb,
                    count: 0,
                    nearest: 0,
                    far: u32::MAX,
                });
                small(colours.len() - 1)
            });
            *known = (number, place);
        }
        let (colour, length) = (known.1, small(these.len()));
        colours[colour as usize].count += length;
        runs.push(Run { colour, length });
    }
    (runs, colours)
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn file(size: (u32, u32), palette: &[Rgb], bytes: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, size.0, size.1);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(palette.concat());
    encoder.set_deflate_compression(DeflateCompression::Level(LEVEL));
    encoder.set_filter(Filter::NoFilter);
    let small = palette.len() <= 16;
    encoder.set_depth(if small {
        BitDepth::Four
    } else {
        BitDepth::Eight
    });
    let mut writer = encoder.write_header()?;
    if small {
        let rows = bytes.chunks(size.0 as usize);
        let pairs = rows.flat_map(|row| row.chunks(2));
        let packed: Vec<u8> = pairs
            .map(|it| it[0] << 4 | it.get(1).copied().unwrap_or_default())
            .collect();
        writer.write_image_data(&packed)?;
    } else {
        writer.write_image_data(bytes)?;
    }
    writer.finish()?;
    Ok(out)
}

/// The colours that are taken; each colour knows then which of them it gets.
fn palette(colours: &mut [Colour], pixels: usize, meant: &[Rgb]) -> Vec<Rgb> {
    let large = small(pixels) / LARGE;
    let mut often: Vec<(u32, Rgb)> = colours
        .iter()
        .filter(|it| it.count >= large.min(SEEN))
        .map(|it| (it.count, it.rgb))
        .collect();
    // Most first.
    often.sort_unstable_by_key(|it| (u32::MAX - it.0, it.1));
    let seen = often.iter().take_while(|it| it.0 >= SEEN);
    let mut palette: Vec<Rgb> = seen
        .map(|it| it.1)
        .filter(|it| meant.contains(it))
        .collect();
    let most = (palette.len() + BLENDS_MAX).min(COLOURS_MAX);
    palette.truncate(most);
    for (_, colour) in often.iter().take_while(|it| it.0 >= large) {
        // Blends that cannot be distinguished from what was taken need no place of their own.
        let new = palette.iter().all(|it| distance(*it, *colour) > ALIKE);
        if new && palette.len() < most {
            palette.push(*colour);
        }
    }
    for (place, taken) in (0..).zip(&palette) {
        colours.iter_mut().for_each(|it| it.compare(place, *taken));
    }
    while palette.len() < most {
        // Of those served equally badly, the one that fewest pixels have.
        let cost = |it: &Colour| u64::from(it.count) * u64::from(it.far);
        let worst = colours.iter().filter(|it| it.far > 0);
        let worst = worst.max_by_key(|it| (cost(it), u32::MAX - it.count, it.rgb));
        let Some(taken) = worst.map(|it| it.rgb) else {
            break;
        };
        let place = u8::try_from(palette.len()).unwrap_or(0);
        palette.push(taken);
        colours.iter_mut().for_each(|it| it.compare(place, taken));
    }
    palette
}

/// How unlike two colours look: green counts most, blue least.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let by = |at: usize| u32::from(one[at].abs_diff(other[at]));
    3 * by(0) * by(0) + 5 * by(1) * by(1) + 2 * by(2) * by(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::PremultipliedColorU8;

    /// A canvas of these colours, row by row.
    fn canvas(wide: u32, colours: &[Rgb]) -> Pixmap {
        let high = u32::try_from(colours.len()).unwrap() / wide;
        let mut canvas = Pixmap::new(wide, high).unwrap();
        for (pixel, colour) in canvas.pixels_mut().iter_mut().zip(colours) {
            *pixel = PremultipliedColorU8::from_rgba(colour[0], colour[1], colour[2], 255).unwrap();
        }
        canvas
    }

    /// The palette, and which of it each colour gets.
    fn taken(canvas: &Pixmap, meant: &[Rgb]) -> (Vec<Rgb>, Vec<(Rgb, Rgb)>) {
        let (runs, mut colours) = runs(canvas.data());
        let lengths: u32 = runs.iter().map(|it| it.length).sum();
        assert_eq!(lengths, canvas.width() * canvas.height());
        let palette = palette(&mut colours, canvas.pixels().len(), meant);
        let each = colours.iter();
        let each = each.map(|it| (it.rgb, palette[usize::from(it.nearest)]));
        (palette.clone(), each.collect())
    }

    #[test]
    fn few_colours_stay_as_they_are() {
        // Black, too, which is what an empty table might take for known.
        let colours = [
            [0; 3],
            [0, 0, 1],
            [0; 3],
            [200, 10, 9],
            [200, 10, 9],
            [0; 3],
        ];
        let (palette, each) = taken(&canvas(3, &colours), &[]);
        assert_eq!(palette.len(), 3);
        assert!(each.iter().all(|it| it.0 == it.1), "{each:?}");
        assert_eq!(each.len(), 3);
    }

    /// All of a picture's colours: each gets the nearest, and those that mean something stay.
    #[test]
    fn of_many_colours_each_gets_the_nearest_that_is_taken() {
        let many = (0_u32..60_000).map(|it| [it as u8, (it / 7) as u8, (it / 256) as u8]);
        let all: Vec<Rgb> = many.chain([[1, 2, 250]; 240]).collect();
        let canvas = canvas(240, &all);
        let (palette, each) = taken(&canvas, &[[1, 2, 250]]);
        assert!(palette.len() <= BLENDS_MAX + 1 && palette.contains(&[1, 2, 250]));
        for (colour, got) in each {
            let best = palette.iter().map(|it| distance(*it, colour)).min();
            assert_eq!(best, Some(distance(got, colour)), "{colour:?}");
        }
        assert_eq!(encode(canvas.clone(), &[]), encode(canvas, &[]));
    }
}
