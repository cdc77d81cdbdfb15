//! Files of other people that are sent on: a picture is decoded and written again, so that nothing
//! but what is seen of it is left; a PDF stays as it is.
//!
//! What a file is, its first bytes say, never its name. Its size is checked before any pixel is
//! decoded. The same file gives the same bytes on any machine; a later release of the packages that
//! decode and pack may give others, so anyone who keeps a picture's hash keeps its bytes too.
//!
//! Not here: how a file comes with a mail and leaves with one (`mail`), who may have it (`desk`),
//! and pictures of our own (`picture`).

mod jpeg_in;
mod pdf;
mod pixels;
mod png_in;
mod png_out;
mod refused;
mod shrink;
mod upright;

use packetboat_core::caught::caught;
use refused::FILE_BYTES_MAX;
pub use refused::Refused;

/// The longest side of a picture that is sent on, in pixels, and what it is shrunk to where its
/// file would be too long for a mail.
const SIDES: [u32; 4] = [2_000, 1_400, 1_000, 700];

/// Bytes of a picture that is sent on, at most: a mail server lets a mail of 10 MB through, and
/// every reader gets one. With the least of [`SIDES`] any picture is shorter.
const SENT_BYTES_MAX: usize = 3 << 20;

/// How a PNG begins.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
/// How a JPEG begins.
const JPEG: &[u8] = b"\xff\xd8\xff";
/// How a PDF begins.
const PDF: &[u8] = b"%PDF-";

/// A file that may be sent on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cleaned {
    /// A picture.
    Picture {
        /// As PNG of 8 bits a colour, of which every byte was written here.
        png: Vec<u8>,
        /// Pixels in a row.
        width: u32,
        /// How many rows it has.
        height: u32,
    },
    /// A PDF, byte for byte as it came: also who made it, and with what.
    Paper(Vec<u8>),
}

impl Cleaned {
    /// The file that is sent on.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Cleaned::Picture { png, .. } => png,
            Cleaned::Paper(bytes) => bytes,
        }
    }
}

/// Makes a file of somebody's fit to be sent on.
///
/// # Errors
/// What it is instead of a picture or a PDF, or why it is too large or cannot be read.
pub fn clean(bytes: &[u8]) -> Result<Cleaned, Refused> {
    if bytes.is_empty() {
        return Err(Refused::Empty);
    }
    if bytes.starts_with(PDF) {
        return pdf::checked(bytes).map(|()| Cleaned::Paper(bytes.to_vec()));
    }
    let read = match bytes {
        _ if bytes.starts_with(PNG) => png_in::read,
        _ if bytes.starts_with(JPEG) => jpeg_in::read,
        _ => return Err(Refused::Unknown),
    };
    if bytes.len() > FILE_BYTES_MAX {
        return Err(Refused::TooLong);
    }
    for side in SIDES {
        // Decoders of others, and files made to break them.
        let pixels = caught(|| read(bytes, side)).unwrap_or(Err(Refused::Damaged))?;
        let png = png_out::written(&pixels).map_err(|_| Refused::Damaged)?;
        if png.len() <= SENT_BYTES_MAX {
            let (width, height) = pixels.size;
            return Ok(Cleaned::Picture { png, width, height });
        }
    }
    Err(Refused::TooLong)
}

#[cfg(test)]
mod tests;
