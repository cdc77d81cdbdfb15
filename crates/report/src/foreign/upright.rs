//! A photo turned as the camera says it was held: that is written beside the pixels, and would be
//! lost with all else there.

use super::pixels::Pixels;

/// Where in its folder a camera says how it was held.
const ORIENTATION: u16 = 0x0112;

/// How a camera was held, 1 to 8, as it is written in what it says of a photo (Exif); `None`: it
/// says nothing.
pub(super) fn held(exif: &[u8]) -> Option<u16> {
    let exif = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let big = match exif.get(..4)? {
        b"II*\0" => false,
        b"MM\0*" => true,
        _ => return None,
    };
    let short = |at: usize| {
        let two: [u8; 2] = exif.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if big {
            u16::from_be_bytes(two)
        } else {
            u16::from_le_bytes(two)
        })
    };
    let (first, second) = (short(4)?, short(6)?);
    // The halves of a number of 32 bits; what it says of one photo is never long.
    let (low, high) = if big {
        (second, first)
    } else {
        (first, second)
    };
    let folder = usize::from(low) + (usize::from(high) << 16);
    let row = |number: u16| folder + 2 + 12 * usize::from(number);
    let mut rows = (0..short(folder)?).map(row);
    let found = rows.find(|it| short(*it) == Some(ORIENTATION))?;
    short(found + 8).filter(|it| (1..=8).contains(it))
}

/// The photo as it was seen.
pub(super) fn upright(pixels: Pixels, held: u16) -> Pixels {
    // Whether rows are columns, and which sides are swapped after that.
    let lies = held >= 5;
    let (left, upside) = (matches!(held, 2 | 3 | 7 | 8), matches!(held, 3 | 4 | 6 | 7));
    if !lies && !left && !upside {
        return pixels;
    }
    let (width, height) = (pixels.size.0 as usize, pixels.size.1 as usize);
    let (wide, high) = if lies {
        (height, width)
    } else {
        (width, height)
    };
    let mut all = Vec::with_capacity(pixels.all.len());
    for y in 0..high {
        for x in 0..wide {
            let (x, y) = if lies { (y, x) } else { (x, y) };
            let x = if left { width - 1 - x } else { x };
            let y = if upside { height - 1 - y } else { y };
            all.push(pixels.all[y * width + x]);
        }
    }
    let size = match pixels.size {
        (width, height) if lies => (height, width),
        size => size,
    };
    Pixels { size, all }
}
