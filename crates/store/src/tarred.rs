//! A campaign as one file: the tar of its folder, read file by file where they are in it.
//!
//! What is damaged in it is named, and what is whole beside it can be read. Not here: the disk on
//! which it looks like the folder (`archive`).

use super::fs::ReadSeek;
use super::tarball::{BLOCK, END, head};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, SeekFrom};
use tar::Header;

/// Its files are for their owner only, as the folder was.
pub(super) const MODE: u32 = 0o600;

/// Where in a tar which file is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tarred {
    /// Where each file begins, and its bytes; by its path in the folder.
    files: BTreeMap<String, (u64, u64)>,
    /// What is damaged: where the first such place is.
    damage: Option<String>,
}

impl Tarred {
    /// Looks through the heads of a tar of this many bytes, which holds the folder of this name.
    ///
    /// # Errors
    /// The disk's. Damage is none: it is remembered.
    pub(super) fn read(file: &mut dyn ReadSeek, length: u64, folder: &str) -> io::Result<Self> {
        let mut tarred = Tarred::default();
        let (mut at, mut after) = (0, String::new());
        let mut block = [0; BLOCK];
        while at + BLOCK as u64 <= length {
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut block)?;
            let begin = at + BLOCK as u64;
            if block == [0; BLOCK] && begin + BLOCK as u64 == length {
                break;
            }
            let known = own(&block, folder).filter(|found| {
                let fits = begin.checked_add(found.1).is_some_and(|end| end <= length);
                fits && !tarred.files.contains_key(&found.0)
            });
            at = begin;
            match known {
                Some((path, size)) => {
                    at = (begin + size).next_multiple_of(BLOCK as u64);
                    after.clone_from(&path);
                    tarred.files.insert(path, (begin, size));
                }
                None => tarred.damaged(begin - BLOCK as u64, &after),
            }
        }
        // The end is two empty blocks, of which the first was met.
        let mut end = vec![1; END];
        if at + END as u64 == length {
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut end)?;
        }
        if end.iter().any(|it| *it != 0) {
            tarred.damaged(at, &after);
        }
        Ok(tarred)
    }

    fn damaged(&mut self, at: u64, after: &str) {
        let place = match after {
            "" => "at its beginning".to_owned(),
            _ => format!("after {after}"),
        };
        self.damage
            .get_or_insert_with(|| format!("damaged {place} (byte {at})"));
    }

    /// What is damaged in it.
    pub(super) fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// The bytes of a file; `None`: there is none at this path.
    pub(super) fn size(&self, path: &str) -> Option<u64> {
        self.files.get(path).map(|it| it.1)
    }

    /// A file; `None`: there is none at this path, or what comes after it was changed.
    ///
    /// # Errors
    /// The disk's.
    pub(super) fn file(&self, file: &mut dyn ReadSeek, path: &str) -> io::Result<Option<Vec<u8>>> {
        let Some((begin, size)) = self.files.get(path) else {
            return Ok(None);
        };
        let size = usize::try_from(*size).map_err(io::Error::other)?;
        let mut bytes = vec![0; size.next_multiple_of(BLOCK)];
        file.seek(SeekFrom::Start(*begin))?;
        file.read_exact(&mut bytes)?;
        let clean = bytes[size..].iter().all(|it| *it == 0);
        bytes.truncate(size);
        Ok(clean.then_some(bytes))
    }

    /// What is in a folder of it, sorted; `None`: there is no such folder. `""` is the uppermost.
    pub(super) fn names(&self, folder: &str) -> Option<BTreeSet<String>> {
        let above = match folder {
            "" => String::new(),
            _ => format!("{folder}/"),
        };
        let inside = self.files.range(above.clone()..);
        let inside = inside.map_while(|(path, _)| path.strip_prefix(&above));
        let names: BTreeSet<String> = inside
            .filter_map(|it| it.split('/').next())
            .map(str::to_owned)
            .collect();
        (!names.is_empty()).then_some(names)
    }

    /// The paths of all files.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

/// The path and the bytes of a file, if this is the head of one in this folder as we write it.
fn own(block: &[u8; BLOCK], folder: &str) -> Option<(String, u64)> {
    let header = Header::from_byte_slice(block);
    let path = String::from_utf8(header.path_bytes().into_owned()).ok()?;
    let size = header.entry_size().ok()?;
    let is_ours = head(&path, size, MODE).is_ok_and(|it| it.as_bytes() == block);
    let inner = path.strip_prefix(folder)?.strip_prefix('/')?;
    is_ours.then(|| (inner.to_owned(), size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tarball::tar;
    use std::io::Cursor;

    /// A folder, with files of no byte, of a block, and more.
    fn files() -> BTreeMap<&'static str, Vec<u8>> {
        [
            ("campaign.toml", b"format = 1\n".to_vec()),
            ("data/deck.toml", Vec::new()),
            ("log/000000.entry", vec![b'a'; BLOCK]),
            ("log/000001.entry", vec![b'b'; BLOCK + 1]),
            ("sent/000000.txt", b"x".to_vec()),
        ]
        .into()
    }

    fn whole() -> Vec<u8> {
        let files = files();
        let files = files.iter().map(|(path, bytes)| (*path, bytes.as_slice()));
        tar("over", files, MODE).unwrap()
    }

    fn read(bytes: &[u8]) -> Tarred {
        let length = bytes.len() as u64;
        Tarred::read(&mut Cursor::new(bytes), length, "over").unwrap()
    }

    #[test]
    fn files_are_found_where_they_are() {
        let (bytes, files) = (whole(), files());
        let tarred = read(&bytes);
        assert_eq!(tarred.damage(), None);
        for (path, file) in &files {
            let found = tarred.file(&mut Cursor::new(&bytes), path).unwrap();
            assert_eq!(found.as_ref(), Some(file), "{path}");
            assert_eq!(tarred.size(path), Some(file.len() as u64));
        }
        assert!(tarred.paths().eq(files.keys().copied()));
        let names = |folder| tarred.names(folder).map(|it| Vec::from_iter(it).join(" "));
        assert_eq!(names("").unwrap(), "campaign.toml data log sent");
        assert_eq!(names("log").unwrap(), "000000.entry 000001.entry");
        for none in ["lo", "log/000000.entry", "logs", "log/"] {
            assert_eq!(names(none), None, "{none}");
        }
        assert_eq!(tarred.size("log"), None);
        assert_eq!(tarred.file(&mut Cursor::new(&bytes), "log").unwrap(), None);
        // That of another campaign is not taken for this one's.
        let other = Tarred::read(&mut Cursor::new(&bytes), bytes.len() as u64, "ove").unwrap();
        assert!(other.damage().is_some() && other.paths().next().is_none());
    }

    /// Each byte that is another one is met: by its place, or in the file whose own hash finds it.
    /// All other files are read as they were.
    #[test]
    fn another_byte_is_found_and_harms_no_file_beside_it() {
        let (bytes, files) = (whole(), files());
        for at in 0..bytes.len() {
            for flip in [1, 0x10, 0x80, 0xff] {
                let mut other = bytes.clone();
                other[at] ^= flip;
                let tarred = read(&other);
                let mut harmed = 0;
                for (path, file) in &files {
                    let found = tarred.file(&mut Cursor::new(&other), path).unwrap();
                    harmed += u32::from(found.as_ref() != Some(file));
                }
                let met = u32::from(tarred.damage().is_some());
                // In the end of the tar there is no file; elsewhere just one is harmed.
                assert_eq!(harmed, u32::from(at < bytes.len() - END), "byte {at}");
                assert!(harmed + met > 0, "byte {at}");
                assert!(tarred.paths().all(|it| files.contains_key(it) || met > 0));
            }
        }
    }

    #[test]
    fn what_is_cut_is_met_with_the_last_file_before_it() {
        let bytes = whole();
        for at in 0..bytes.len() {
            let tarred = read(&bytes[..at]);
            let damage = tarred.damage().unwrap_or_default();
            let last = tarred.files.iter().max_by_key(|it| it.1.0);
            let place = last.map_or("at its beginning".to_owned(), |file| {
                format!("after {}", file.0)
            });
            assert!(damage.contains(&place), "{at}: {damage}");
        }
        for more in [1, BLOCK, END] {
            let mut longer = bytes.clone();
            longer.resize(bytes.len() + more, 0);
            assert!(read(&longer).damage().is_some(), "{more}");
        }
    }
}
