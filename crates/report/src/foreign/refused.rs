//! Why a file is not sent on, in words for the person who attached it, and how large it may be.
//!
//! Not here: what is looked at to find that out (`foreign` and its other files).

use std::fmt;

/// Bytes of a picture's file, at most.
pub(super) const FILE_BYTES_MAX: usize = 8 << 20;
/// Bytes of a PDF, at most: it cannot be made smaller here.
pub(super) const PDF_BYTES_MAX: usize = 2 << 20;
/// Pixels of a picture in either direction, at most.
const SIDE_MAX: u32 = 12_000;
/// Millions of pixels of a picture, at most: decoding a photo takes up to 13 bytes for each, and
/// the machine may be a small one. Cameras have 24, a page scanned with 300 dots an inch has 9.
const MILLIONS_MAX: u64 = 25;

/// Why a file is not sent on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// Nothing is in it.
    Empty,
    /// It is neither of what can be sent on.
    Unknown,
    /// Its file is too long.
    TooLong,
    /// It is a PDF whose file is too long.
    LongPdf,
    /// It has this many pixels in a row, and this many rows.
    TooLarge(u32, u32),
    /// It begins as a picture and cannot be read as one.
    Damaged,
    /// It is a PDF with this word in it: it may do something when it is opened.
    Active(&'static str),
}

impl Refused {
    /// A sentence for the person who attached it under this name: why it is not sent on, and what
    /// to do.
    pub fn says(&self, name: &str) -> String {
        format!("`{name}` {self}.")
    }
}

/// What follows the name of the file in a sentence.
impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Empty => write!(
                out,
                "arrived empty, or in a mail too long to be kept whole; send it again, as a file \
                 of at most 4 MB"
            ),
            Refused::Unknown => write!(out, "is not a PNG, JPEG or PDF; save it as PNG"),
            Refused::TooLong => write!(
                out,
                "has more than {} MB; save it smaller, or as JPEG",
                FILE_BYTES_MAX >> 20
            ),
            Refused::LongPdf => write!(
                out,
                "has more than {} MB, which is the most for a PDF; save it smaller, or as PNG",
                PDF_BYTES_MAX >> 20
            ),
            Refused::TooLarge(width, height) => write!(
                out,
                "is {width} by {height} pixels; save it with at most {SIDE_MAX} on each side and \
                 {MILLIONS_MAX} million in all"
            ),
            Refused::Damaged => write!(
                out,
                "cannot be read; open it in a picture program and save it as PNG"
            ),
            Refused::Active(word) => write!(
                out,
                "is a PDF that may do something when it is opened (it contains {word}); print it \
                 into a new PDF, or save it as PNG"
            ),
        }
    }
}

/// The size of a picture, if it is one that is decoded.
///
/// # Errors
/// It has no pixels, or too many.
pub(super) fn measured(width: u32, height: u32) -> Result<(u32, u32), Refused> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 {
        Err(Refused::Damaged)
    } else if width.max(height) > SIDE_MAX || pixels > MILLIONS_MAX * 1_000_000 {
        Err(Refused::TooLarge(width, height))
    } else {
        Ok((width, height))
    }
}
