//! A picture → PNG: head, pixels, end, and nothing else.
//!
//! Filtered and packed here, and not by the library of PNGs: what that packs with depends on what
//! else is built with it. Not here: our own pictures, which have few colours (`picture::png`).

use super::pixels::Pixels;
use miniz_oxide::deflate::compress_to_vec_zlib;
use png::{BitDepth, ColorType, Encoder, EncodingError, chunk};

/// How hard the file is packed, of 10.
const LEVEL: u8 = 6;
/// The number of the filter that all rows have: Paeth's, the best for photos, and good for others.
const FILTER: u8 = 4;

/// The file: without transparency if all of it is covered.
///
/// # Errors
/// What the library says.
pub(super) fn written(pixels: &Pixels) -> Result<Vec<u8>, EncodingError> {
    let covers = pixels.all.iter().all(|it| it[3] == u8::MAX);
    let (colours, samples) = if covers {
        (ColorType::Rgb, 3)
    } else {
        (ColorType::Rgba, 4)
    };
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, pixels.size.0, pixels.size.1);
    encoder.set_color(colours);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let rows = filtered(pixels, samples);
    writer.write_chunk(chunk::IDAT, &compress_to_vec_zlib(&rows, LEVEL))?;
    writer.finish()?;
    Ok(out)
}

/// Its rows, with what each byte has more than was to be expected.
fn filtered(pixels: &Pixels, samples: usize) -> Vec<u8> {
    let wide = pixels.size.0 as usize;
    let mut out = Vec::with_capacity(pixels.all.len() * samples + pixels.size.1 as usize);
    let mut above = vec![[0; 4]; wide];
    for row in pixels.all.chunks(wide) {
        out.push(FILTER);
        let (mut left, mut corner) = ([0; 4], [0; 4]);
        for (pixel, up) in row.iter().zip(&above) {
            for sample in 0..samples {
                let expected = expected(left[sample], up[sample], corner[sample]);
                out.push(pixel[sample].wrapping_sub(expected));
            }
            (left, corner) = (*pixel, *up);
        }
        above.copy_from_slice(row);
    }
    out
}

/// Of the bytes to the left, above, and between these, the one that is nearest to how they go on;
/// of two as near, the first.
fn expected(left: u8, up: u8, corner: u8) -> u8 {
    let goes_on = i16::from(left) + i16::from(up) - i16::from(corner);
    let far = |it: u8| (goes_on - i16::from(it)).abs();
    if far(left) <= far(up) && far(left) <= far(corner) {
        left
    } else if far(up) <= far(corner) {
        up
    } else {
        corner
    }
}
