//! A JPEG of somebody's, decoded: in whole numbers, without what the decoder has for kinds of
//! processors, so that it is the same on any.
//!
//! It is read strictly: one that ends too soon is refused, and not filled up with grey. All its
//! pixels are in memory at a time, of one in several scans (progressive) twice. Not here: what it
//! is turned by (`upright`).

use super::pixels::Pixels;
use super::refused::{Refused, measured};
use super::shrink::Shrink;
use super::upright::{held, upright};
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Scans of a picture at most: each costs as much as all of it, and may be a few bytes. Programs
/// write some ten.
const SCANS_MAX: usize = 50;

/// The picture, with no side longer than this.
pub(super) fn read(bytes: &[u8], side: u32) -> Result<Pixels, Refused> {
    let options = DecoderOptions::new_safe()
        .set_strict_mode(true)
        // Ours are checked below, with a word for who sent it.
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_max_scans(SCANS_MAX)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(damaged)?;
    let head = decoder.info().ok_or(Refused::Damaged)?;
    let (width, height) = measured(head.width.into(), head.height.into())?;
    let mut rgb = vec![0; width as usize * height as usize * 3];
    decoder.decode_into(&mut rgb).map_err(damaged)?;
    let mut small = Shrink::new((width, height), side);
    for row in rgb.chunks(width as usize * 3) {
        let (pixels, _) = row.as_chunks::<3>();
        small.row(pixels.iter().map(|it| [it[0], it[1], it[2], u8::MAX]));
    }
    let held = head.exif_data.as_deref().and_then(held);
    Ok(upright(small.done(), held.unwrap_or(1)))
}

// By value, as `map_err` gives it.
#[allow(clippy::needless_pass_by_value)]
fn damaged(_: DecodeErrors) -> Refused {
    Refused::Damaged
}
