//! The bytes of an export: a plain tar, in one spelling. The same files give the same bytes on
//! every machine, and so a file with other bytes was altered, wherever in it they lie.
//!
//! Not here: what is in it (`desk::export`).

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Component, Path};
use tar::{Archive, Builder, EntryType, Header};

/// The files of an export, by their paths in it.
pub type Files = BTreeMap<String, Vec<u8>>;

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
/// What is no tar, or none of ours.
pub fn unpack(bytes: &[u8]) -> Result<(String, Files), String> {
    let none = |_| "this is no export of a campaign".to_owned();
    let mut files = Files::new();
    let mut folder: Option<String> = None;
    for entry in Archive::new(bytes).entries().map_err(none)? {
        let mut entry = entry.map_err(none)?;
        let path = entry.path().map_err(none)?.into_owned();
        let (own, inner) = parted(&path).ok_or_else(|| none(std::io::Error::other("")))?;
        if folder.get_or_insert_with(|| own.clone()) != &own {
            return Err("this is no export of one campaign".to_owned());
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(none)?;
        files.insert(inner, bytes);
    }
    Ok((folder.ok_or("this is no export of a campaign")?, files))
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
        assert_eq!(unpack(&bytes), Ok(("duel".to_owned(), files.clone())));
        assert_eq!(pack("duel", &files), bytes);
        for wrong in ["../a", "/a", "a"] {
            assert_eq!(parted(Path::new(wrong)), None, "{wrong}");
        }
        assert!(unpack(b"no tar at all").is_err());
        assert!(unpack(&[]).is_err());
    }
}
