//! The bytes of an export: a plain tar, in one spelling. The same files give the same bytes on
//! every machine, and so a file with other bytes was altered, wherever in it they lie.
//!
//! Not here: what is in it (`desk::export`).

use super::packed::is_packed;
use packetboat_core::fault::Fault;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Component, Path};
use tar::{Archive, Builder, EntryType, Header};

/// The files of an export, by their paths in it.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A tar is made of blocks of this size.
const BLOCK: usize = 512;

/// Empty blocks at the end of a tar.
const END: usize = 2 * BLOCK;

/// Everybody may read the files, and nobody owns them.
const MODE: u32 = 0o644;

/// The tar of these files, in a folder of this name.
pub fn pack(folder: &str, files: &Files) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (path, bytes) in files {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_mode(MODE);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        header.set_size(bytes.len() as u64);
        let path = format!("{folder}/{path}");
        let added = builder.append_data(&mut header, path, bytes.as_slice());
        added.expect("memory takes all that is written");
    }
    builder
        .into_inner()
        .expect("memory takes all that is written")
}

/// The folder and the files of an export.
///
/// # Errors
/// What is no tar, or none of ours; one that is packed, or breaks off.
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
    for entry in Archive::new(bytes).entries().map_err(|_| none())? {
        let mut entry = entry.map_err(|_| match end > 0 && bytes.len() < end + BLOCK {
            true => breaks_off(),
            false => none(),
        })?;
        let path = entry.path().map_err(|_| none())?.into_owned();
        let (own, inner) = parted(&path).ok_or_else(none)?;
        if folder.get_or_insert_with(|| own.clone()) != &own {
            return Err(Fault::usage("this is no export of one campaign"));
        }
        let mut text = Vec::new();
        entry.read_to_end(&mut text).map_err(|_| none())?;
        let size = usize::try_from(entry.size()).map_err(|_| none())?;
        if text.len() < size {
            return Err(breaks_off());
        }
        let begin = usize::try_from(entry.raw_file_position()).map_err(|_| none())?;
        end = begin + size.next_multiple_of(BLOCK);
        files.insert(inner, text);
    }
    let folder = folder.ok_or_else(none)?;
    match bytes.len() < end + END {
        true => Err(breaks_off()),
        false => Ok((folder, files)),
    }
}

fn none() -> Fault {
    Fault::usage("this is no export of a campaign")
}

fn breaks_off() -> Fault {
    Fault::usage("it breaks off before its end").hint("Download it again.")
}

/// The folder of an export, and the path in it.
fn parted(path: &Path) -> Option<(String, String)> {
    let names: Option<Vec<&str>> = path
        .components()
        .map(|it| match it {
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

    #[test]
    fn what_is_packed_is_unpacked() {
        let long = format!("log/{}/state.toml", "0".repeat(90));
        let files: Files = [
            ("a.txt".to_owned(), b"one".to_vec()),
            (long, vec![7; 2_000]),
        ]
        .into();
        let bytes = pack("duel", &files);
        let unpacked = unpack(&bytes).expect("an export");
        assert_eq!(unpacked, ("duel".to_owned(), files.clone()));
        assert_eq!(pack("duel", &files), bytes);
        for wrong in ["../a", "/a", "a"] {
            assert_eq!(parted(Path::new(wrong)), None, "{wrong}");
        }
    }

    #[test]
    fn what_cannot_be_unpacked_is_told_apart() {
        let files: Files = ["a", "b"].map(|it| (it.to_owned(), vec![7; 700])).into();
        let bytes = pack("duel", &files);
        assert_eq!(bytes.len(), 2 * 3 * BLOCK + END);
        let told = |bytes: &[u8]| unpack(bytes).map_or_else(|it| it.what, |_| String::new());
        // In a head, in a file, in the padding behind it, between two, and in the end.
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
