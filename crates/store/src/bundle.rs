//! The bytes of an export: a plain tar, in one spelling. The same files give the same bytes on
//! every machine, and so a file with other bytes was altered, wherever in it they are.
//!
//! Not here: what is in it (`desk::export`).

use super::packed::is_packed;
use super::tarball::{BLOCK, END, tar};
use packetboat_core::fault::Fault;
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};
use tar::{Archive, EntryType};

/// The files of an export, by their paths in it.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Everybody may read the files, and nobody owns them.
const MODE: u32 = 0o644;

/// The tar of these files, in a folder of this name.
///
/// # Errors
/// A path that no head of a tar has room for.
pub fn pack(folder: &str, files: &Files) -> io::Result<Vec<u8>> {
    let files = files
        .iter()
        .map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
    tar(folder, files, MODE)
}

/// The folder and the files of an export. Only plain files are taken, each of the length it has in
/// the tar: whatever a head says, no more memory is needed than the tar has bytes.
///
/// # Errors
/// What is not a tar, or none of ours; one that is packed, or breaks off.
pub fn unpack(bytes: &[u8]) -> Result<(String, Files), Fault> {
    if bytes.is_empty() {
        return Err(Fault::usage("it is empty").hint("Download it again."));
    }
    if is_packed(bytes) {
        return Err(Fault::usage("it is packed").hint("Unpack it first: gunzip -c FILE > NEW.tar"));
    }
    let mut files = Files::new();
    let mut folder: Option<String> = None;
    // Where the blocks of the file that was read last end.
    let mut end = 0;
    let mut archive = Archive::new(bytes);
    // Else the library would follow heads that stand for other heads, sparse files among them.
    for entry in archive.entries().map_err(|_| none())?.raw(true) {
        let entry = entry.map_err(|_| {
            if end > 0 && bytes.len() < end + BLOCK {
                breaks_off()
            } else {
                none()
            }
        })?;
        let path = entry.path().map_err(|_| none())?.into_owned();
        let (own, inner) = parted(&path).ok_or_else(none)?;
        if folder.get_or_insert_with(|| own.clone()) != &own {
            return Err(Fault::usage("this is not an export of one campaign"));
        }
        if entry.header().entry_type() != EntryType::Regular {
            return Err(none());
        }
        let within = usize::try_from(entry.raw_file_position()).ok();
        let within = within.zip(usize::try_from(entry.size()).ok());
        let within = within.and_then(|(begin, size)| Some(begin..begin.checked_add(size)?));
        let text = within.and_then(|it| Some((bytes.get(it.clone())?, it.end)));
        let (text, ends) = text.ok_or_else(breaks_off)?;
        end = ends.next_multiple_of(BLOCK);
        if files.insert(inner, text.to_vec()).is_some() {
            return Err(none());
        }
    }
    let folder = folder.ok_or_else(none)?;
    if bytes.len() < end + END {
        Err(breaks_off())
    } else {
        Ok((folder, files))
    }
}

fn none() -> Fault {
    Fault::usage("this is not an export of a campaign")
}

fn breaks_off() -> Fault {
    Fault::usage("it ends too early").hint("Download it again.")
}

/// The folder of an export, and the path in it.
fn parted(path: &Path) -> Option<(String, String)> {
    let names: Option<Vec<&str>> = path
        .components()
        .map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    let names = names?;
    let (folder, inner) = names.split_first()?;
    (!inner.is_empty()).then(|| ((*folder).to_owned(), inner.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tar::Header;

    #[test]
    fn what_is_packed_is_unpacked() {
        let long = format!("log/{}/state.toml", "0".repeat(90));
        let files: Files = [
            ("a.txt".to_owned(), b"one".to_vec()),
            (long, vec![7; 2_000]),
        ]
        .into();
        let bytes = pack("duel", &files).unwrap();
        let unpacked = unpack(&bytes).expect("an export");
        assert_eq!(unpacked, ("duel".to_owned(), files.clone()));
        assert_eq!(pack("duel", &files).unwrap(), bytes);
        for wrong in ["../a", "/a", "a"] {
            assert_eq!(parted(Path::new(wrong)), None, "{wrong}");
        }
    }

    /// A tar of one entry, whose head says this of its kind and size, followed by this many bytes.
    fn said(kind: EntryType, size: u64, bytes: usize) -> Vec<u8> {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_mode(MODE);
        header.set_size(size);
        header.set_path("duel/a").expect("a short path");
        if let (Some(gnu), EntryType::GNUSparse) = (header.as_gnu_mut(), kind) {
            // A terabyte that is nowhere.
            gnu.realsize[..4].copy_from_slice(&[0x80, 0, 0, 0]);
            gnu.realsize[6] = 0xff;
        }
        header.set_cksum();
        let mut tar = header.as_bytes().to_vec();
        tar.resize(BLOCK + bytes.next_multiple_of(BLOCK) + END, 0);
        tar
    }

    #[test]
    fn no_head_makes_it_take_more_than_is_there() {
        assert!(unpack(&said(EntryType::Regular, 700, 700)).is_ok());
        let kinds = [
            EntryType::Regular,
            EntryType::Link,
            EntryType::Symlink,
            EntryType::Char,
            EntryType::Block,
            EntryType::Directory,
            EntryType::Fifo,
            EntryType::Continuous,
            EntryType::GNULongName,
            EntryType::GNULongLink,
            EntryType::GNUSparse,
            EntryType::XGlobalHeader,
            EntryType::XHeader,
        ];
        for kind in kinds {
            for size in [0, 700, 1_025, 1 << 30, 1 << 40, u64::MAX >> 1] {
                let wanted = kind == EntryType::Regular && size <= 700;
                let unpacked = unpack(&said(kind, size, 700));
                let taken = unpacked
                    .as_ref()
                    .map(|it| it.1.values().map(Vec::len).sum());
                assert_eq!(unpacked.is_ok(), wanted, "{kind:?} {size}");
                assert!(taken.unwrap_or(0_usize) <= 700, "{kind:?} {size}");
            }
        }
        // The same file twice: which of them counts?
        let one = pack("duel", &[("a".to_owned(), vec![1])].into()).unwrap();
        let mut twice = one[..2 * BLOCK].to_vec();
        twice.extend(&one);
        assert!(unpack(&twice).is_err());
    }

    #[test]
    fn what_cannot_be_unpacked_is_told_apart() {
        let files: Files = ["a", "b"].map(|it| (it.to_owned(), vec![7; 700])).into();
        let bytes = pack("duel", &files).unwrap();
        assert_eq!(bytes.len(), 2 * 3 * BLOCK + END);
        let told = |bytes: &[u8]| unpack(bytes).map_or_else(|it| it.what, |_| String::new());
        // In a head, in a file, in the padding after it, between two, and in the end.
        for cut in (BLOCK..bytes.len()).step_by(97) {
            assert_eq!(told(&bytes[..cut]), breaks_off().what, "{cut}");
        }
        for cut in [3 * BLOCK, 6 * BLOCK, 7 * BLOCK, bytes.len() - 1] {
            assert_eq!(told(&bytes[..cut]), breaks_off().what, "{cut}");
        }
        let mut altered = bytes.clone();
        altered[3 * BLOCK] ^= 1;
        for other in [&altered[..], b"no tar at all", &[0; 4 * BLOCK]] {
            assert_eq!(told(other), none().what);
        }
        assert_eq!(told(&super::super::packed::pack(&bytes)), "it is packed");
        assert_eq!(told(&[]), "it is empty");
        assert_eq!(told(&bytes), "");
    }
}
