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
/// A colour stays as it is if at least one pixel in so many has it.
const LARGE: u32 = 1_000;

/// A colour that means something is seen from so many pixels on.
const SEEN: u32 = 60;

/// Two colours look alike that are no further apart: see `distance`.
const ALIKE: u64 = 160;

/// How hard the file is packed, of 9: beyond this it takes twice as long for hardly less.
const LEVEL: u8 = 6;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// The file. Of the colours that mean something, those that are seen stay as they are: blends of
/// larger areas would push out the marks of seats, which are small.
pub(super) fn encode(canvas: &Pixmap, meant: &[Rgb]) -> Vec<u8> {
    let Runs { runs, counts } = runs(canvas.data());
    let mut counted: Vec<(Rgb, u32, usize)> = counts
        .into_iter()
        .enumerate()
        .map(|(at, (colour, count))| (colour, count, at))
        .collect();
    // Most first.
    counted.sort_unstable_by_key(|it| (u32::MAX - it.1, it.0));
    let pixels = canvas.data().len() / 4;
    let palette = palette(&counted, pixels, meant);
    let mut places = vec![0; counted.len()];
    for (colour, _, at) in &counted {
        places[*at] = nearest(&palette, *colour);
    }
    let mut bytes = Vec::with_capacity(pixels);
    for (at, length) in runs {
        bytes.resize(bytes.len() + length, places[at]);
    }
    file(canvas, &palette, &bytes).expect("memory")
}

/// A canvas as runs of one colour.
struct Runs {
    /// The place of its colour in `counts`, and its length.
    runs: Vec<(usize, usize)>,
    /// The colours there are, each with the number of its pixels.
    counts: Vec<(Rgb, u32)>,
}

fn runs(data: &[u8]) -> Runs {
    let mut all = Runs {
        runs: Vec::new(),
        counts: Vec::new(),
    };
    // Never walked, only asked: its order means nothing.
    let mut places: HashMap<Rgb, usize, FixedState> = HashMap::default();
    let (pixels, _) = data.as_chunks::<4>();
    let mut rest = pixels;
    while let Some(first) = rest.first() {
        let length = rest.iter().take_while(|it| *it == first).count();
        rest = &rest[length..];
        let colour = [first[0], first[1], first[2]];
        let place = *places.entry(colour).or_insert_with(|| {
            all.counts.push((colour, 0));
            all.counts.len() - 1
        });
        all.counts[place].1 += u32::try_from(length).unwrap_or(u32::MAX);
        all.runs.push((place, length));
    }
    all
}

fn file(canvas: &Pixmap, palette: &[Rgb], bytes: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, canvas.width(), canvas.height());
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
    match small {
        true => {
            let rows = bytes.chunks(canvas.width() as usize);
            let pairs = rows.flat_map(|row| row.chunks(2));
            let packed: Vec<u8> = pairs
                .map(|it| it[0] << 4 | it.get(1).copied().unwrap_or_default())
                .collect();
            writer.write_image_data(&packed)?;
        }
        false => writer.write_image_data(bytes)?,
    }
    writer.finish()?;
    Ok(out)
}

fn palette(counted: &[(Rgb, u32, usize)], pixels: usize, meant: &[Rgb]) -> Vec<Rgb> {
    let pixels = u32::try_from(pixels).unwrap_or(u32::MAX);
    let seen = counted.iter().take_while(|it| it.1 >= SEEN);
    let mut palette: Vec<Rgb> = seen
        .map(|it| it.0)
        .filter(|it| meant.contains(it))
        .collect();
    let most = (palette.len() + BLENDS_MAX).min(COLOURS_MAX);
    palette.truncate(most);
    for (colour, ..) in counted.iter().take_while(|it| it.1 >= pixels / LARGE) {
        // Blends that cannot be told from what was taken need no place of their own.
        let new = palette.iter().all(|it| distance(*it, *colour) > ALIKE);
        if new && palette.len() < most {
            palette.push(*colour);
        }
    }
    if palette.is_empty() {
        palette.extend(counted.first().map(|it| it.0));
    }
    // How far each colour is from the nearest that was taken.
    let far = |to: &[Rgb], from: Rgb| to.iter().map(|it| distance(*it, from)).min();
    let mut worst: Vec<u64> = counted
        .iter()
        .map(|it| far(&palette, it.0).unwrap_or_default())
        .collect();
    while palette.len() < most {
        let costs = counted.iter().zip(&worst);
        let costs = costs.map(|(it, far)| u64::from(it.1) * far);
        let Some((at, cost)) = costs.enumerate().max_by_key(|it| it.1) else {
            break;
        };
        if cost == 0 {
            break;
        }
        let taken = counted[at].0;
        palette.push(taken);
        for (far, (colour, ..)) in worst.iter_mut().zip(counted) {
            *far = (*far).min(distance(taken, *colour));
        }
    }
    palette
}

/// How unlike two colours look: green counts most, blue least.
fn distance(one: Rgb, other: Rgb) -> u64 {
    let by = |at: usize| u64::from(one[at].abs_diff(other[at]));
    3 * by(0) * by(0) + 5 * by(1) * by(1) + 2 * by(2) * by(2)
}

fn nearest(palette: &[Rgb], colour: Rgb) -> u8 {
    let all = palette.iter().enumerate();
    let best = all.min_by_key(|it| distance(*it.1, colour));
    best.and_then(|it| u8::try_from(it.0).ok()).unwrap_or(0)
}
