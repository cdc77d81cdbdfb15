//! A PNG of somebody's, decoded: any kind of colours, in passes or row by row; of a moving one the
//! picture that is shown where nothing moves.
//!
//! What comes after the pixels is not even read. Not here: writing one (`png_out`).

use super::pixels::{Pixels, Rgba};
use super::refused::{Refused, measured};
use super::shrink::Shrink;
use png::{DecodeOptions, Decoder, DecodingError, Limits, Transformations};
use std::io::Cursor;

/// Bytes that the decoder may take for rows and chunks, besides the picture.
const MEMORY_MAX: usize = 16 << 20;

/// The picture, with no side longer than this.
pub(super) fn read(bytes: &[u8], side: u32) -> Result<Pixels, Refused> {
    let mut options = DecodeOptions::default();
    // Of colours that cover nothing a chunk says so: without it they would be seen.
    options.set_skip_ancillary_crc_failures(false);
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), options);
    decoder.set_limits(Limits { bytes: MEMORY_MAX });
    let wanted = Transformations::EXPAND | Transformations::STRIP_16 | Transformations::ALPHA;
    decoder.set_transformations(wanted);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let head = decoder.read_header_info().map_err(damaged)?;
    let size = measured(head.width, head.height)?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    let frame = reader.info().frame_control;
    if frame.is_some_and(|it| (it.width, it.height) != size) {
        return Err(Refused::Damaged);
    }
    let mut small = Shrink::new(size, side);
    let samples = reader.output_color_type().0.samples();
    let line = size.0 as usize * samples;
    if reader.info().interlaced {
        let mut all = vec![0; line * size.1 as usize];
        reader.next_frame(&mut all).map_err(damaged)?;
        for row in all.chunks(line) {
            small.row(row.chunks_exact(samples).map(pixel));
        }
    } else {
        while let Some(row) = reader.next_row().map_err(damaged)? {
            small.row(row.data().chunks_exact(samples).map(pixel));
        }
    }
    Ok(small.done())
}

/// A pixel of what the decoder gives: grey or colours, and how much they cover.
fn pixel(samples: &[u8]) -> Rgba {
    match *samples {
        [grey, cover] => [grey, grey, grey, cover],
        [red, green, blue, cover] => [red, green, blue, cover],
        _ => [0; 4],
    }
}

// By value, as `map_err` gives it.
#[allow(clippy::needless_pass_by_value)]
fn damaged(_: DecodingError) -> Refused {
    Refused::Damaged
}
