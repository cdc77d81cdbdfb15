//! Whether a PDF may be sent on as it is.
//!
//! A plain search for words, and no more: it finds what programs write that mean no harm by it. A
//! word that is written otherwise (`/J#53`), or is in a packed or encrypted part, is not found;
//! readers of PDFs have walls of their own. Not here: pictures.

use super::refused::{PDF_BYTES_MAX, Refused};

/// Names of what does something when the file is opened, or carries other files.
const ACTIVE: [&str; 7] = [
    "/JavaScript",
    "/JS",
    "/Launch",
    "/EmbeddedFile",
    "/EmbeddedFiles",
    "/OpenAction",
    "/AA",
];

/// Whether it may be sent on.
///
/// # Errors
/// It is too long, or contains one of these names.
pub(super) fn checked(bytes: &[u8]) -> Result<(), Refused> {
    if bytes.len() > PDF_BYTES_MAX {
        return Err(Refused::LongPdf);
    }
    match ACTIVE.iter().find(|it| holds(bytes, it)) {
        Some(name) => Err(Refused::Active(name)),
        None => Ok(()),
    }
}

/// Whether this name is in it, and does something.
fn holds(bytes: &[u8], name: &str) -> bool {
    let named = bytes.windows(name.len()).enumerate();
    let mut named = named.filter(|it| it.1 == name.as_bytes());
    named.any(|(at, _)| {
        let after = &bytes[at + name.len()..];
        // `/AA` is not `/AAPL:Keywords`, which Macs write.
        let ends = after.first().is_none_or(|it| !is_regular(*it));
        // A place to begin at, which LibreOffice writes, does nothing.
        let shows = name == "/OpenAction" && after.trim_ascii_start().starts_with(b"[");
        ends && !shows
    })
}

/// Whether a name goes on with this byte.
fn is_regular(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"()<>[]{}/%".contains(&byte) || byte > 0x7f
}
