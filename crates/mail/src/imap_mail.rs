//! One mail of a mailbox, fetched in pieces. A long one is kept as intake reads it, without the
//! files in it: so orders after a photo are not lost, and no mail takes much memory or disk.
//!
//! Not here: what the server says (`imap_talk`), and what is left out of a mail (`slim`).

use super::imap_talk::{Given, Talk, Trouble};
use super::parse::MAIL_BYTES_MAX;
use super::slim::slimmed;
use std::io::{self, Cursor, Read};

/// Bytes asked for at once.
const PIECE_BYTES: u32 = 2 << 20;

/// Bytes of a mail that is kept as it came, with its files: a photo of a map has 4 MB.
const WHOLE_BYTES_MAX: usize = 6 << 20;

/// Bytes fetched of a mail: files of 25 MB, as much as mail servers let through, and what their
/// encoding adds. More would not come over a slow line before it is closed
/// ([`Limits`](super::line::Limits)), and the mails after it would wait for ever.
const FETCHED_BYTES_MAX: u32 = 36 << 20;

/// Fetches the mail of this number; `None` if the server gives none.
///
/// # Errors
/// The server's no, or a line that broke.
pub fn fetch(talk: &mut Talk, uid: u32) -> Result<Option<Given>, Trouble> {
    let Some(first) = talk.fetch(uid, 0, PIECE_BYTES)? else {
        return Ok(None);
    };
    if first.bytes.len() < PIECE_BYTES as usize {
        return Ok(Some(first));
    }
    let mut pieces = Pieces {
        talk,
        uid,
        next: length(&first.bytes),
        piece: Cursor::new(first.bytes),
        is_last: false,
        trouble: None,
    };
    let kept = whole_or_slim(&mut pieces);
    match (pieces.trouble, kept) {
        (Some(trouble), _) => Err(trouble),
        (None, Err(why)) => Err(Trouble::Broken(why.to_string())),
        (None, Ok(bytes)) => Ok(Some(Given {
            bytes,
            arrived: first.arrived,
        })),
    }
}

/// A mail as it came, or what intake reads of one that is longer, or long by its words.
fn whole_or_slim(mail: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut kept = Kept {
        mail,
        whole: Vec::new(),
    };
    let slim = slimmed(&mut kept, MAIL_BYTES_MAX + 1)?;
    if slim.len() > MAIL_BYTES_MAX {
        return Ok(slim);
    }
    io::copy(&mut kept, &mut io::sink())?;
    Ok(if kept.whole.len() <= WHOLE_BYTES_MAX {
        kept.whole
    } else {
        slim
    })
}

/// A mail of which as much is kept as may be.
struct Kept<'m, M> {
    mail: &'m mut M,
    whole: Vec<u8>,
}

impl<M: Read> Read for Kept<'_, M> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.mail.read(into)?;
        if self.whole.len() <= WHOLE_BYTES_MAX {
            self.whole.extend_from_slice(&into[..read]);
        }
        Ok(read)
    }
}

/// A mail as it comes from the server.
struct Pieces<'t> {
    talk: &'t mut Talk,
    uid: u32,
    piece: Cursor<Vec<u8>>,
    /// Where in the mail the next piece begins.
    next: u32,
    is_last: bool,
    /// Why no more of it comes.
    trouble: Option<Trouble>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.piece.read(into)?;
        if read > 0 || into.is_empty() || self.is_last || self.next >= FETCHED_BYTES_MAX {
            return Ok(read);
        }
        match self.talk.fetch(self.uid, self.next, PIECE_BYTES) {
            Ok(given) => {
                // After its end a mail has no piece.
                let bytes = given.map(|it| it.bytes).unwrap_or_default();
                self.is_last = length(&bytes) < PIECE_BYTES;
                self.next = self.next.saturating_add(length(&bytes));
                self.piece = Cursor::new(bytes);
                self.piece.read(into)
            }
            Err(trouble) => {
                self.trouble = Some(trouble);
                Err(io::Error::other("the mail was not delivered completely"))
            }
        }
    }
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}
