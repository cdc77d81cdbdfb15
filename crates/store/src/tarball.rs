//! A plain tar in one spelling: the same files give the same bytes on every machine, and so a file
//! with other bytes was altered, wherever in it they are. Any program that knows tar unpacks it.
//!
//! Not here: what is in one (`bundle`, `tarred`).

use std::io;
use tar::{EntryType, Header};

/// A tar is made of blocks of this size.
pub(super) const BLOCK: usize = 512;

/// Empty bytes at the end of a tar.
pub(super) const END: usize = 2 * BLOCK;

/// The head of a file in it: where it is, from the folder that the tar holds, its bytes, and who
/// may read it. Nobody owns it, and it is of no time.
///
/// # Errors
/// A path that no head has room for.
pub(super) fn head(path: &str, size: u64, mode: u32) -> io::Result<Header> {
    let mut header = Header::new_ustar();
    header.set_entry_type(EntryType::Regular);
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_size(size);
    header.set_path(path)?;
    header.set_cksum();
    Ok(header)
}

/// The tar of these files in a folder of this name, in this order.
///
/// # Errors
/// A path that no head has room for.
pub(super) fn tar<'f>(
    folder: &str,
    files: impl IntoIterator<Item = (&'f str, &'f [u8])>,
    mode: u32,
) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    for (path, bytes) in files {
        let path = format!("{folder}/{path}");
        all.extend_from_slice(head(&path, bytes.len() as u64, mode)?.as_bytes());
        all.extend_from_slice(bytes);
        all.resize(all.len().next_multiple_of(BLOCK), 0);
    }
    all.resize(all.len() + END, 0);
    Ok(all)
}
