//! Several files as one, for people too: each under a line with its name and its bytes, unpacked
//! and unchanged.
//!
//! ```text
//! --- entry.toml 1204
//! …
//! --- end
//! ```
//!
//! The same files give the same bytes, and no other bytes are read. Not here: what is in them.

use std::collections::BTreeMap;
use std::ops::Range;

/// What every line begins with that is above a file.
const MARK: &str = "--- ";
/// The last line.
const END: &str = "--- end\n";

/// The bytes of these files, in this order. Names have no spaces.
pub fn join<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Vec<u8> {
    let mut all = Vec::new();
    for (name, bytes) in files {
        all.extend(format!("{MARK}{name} {}\n", bytes.len()).into_bytes());
        all.extend_from_slice(bytes);
        all.push(b'\n');
    }
    all.extend(END.as_bytes());
    all
}

/// Files that were joined.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joined {
    bytes: Vec<u8>,
    files: BTreeMap<String, Range<usize>>,
}

impl Joined {
    /// Reads such; `None`: they are cut short, or were joined otherwise.
    pub fn read(bytes: Vec<u8>) -> Option<Self> {
        let mut files = BTreeMap::new();
        let mut at = 0;
        while bytes.get(at..) != Some(END.as_bytes()) {
            let rest = bytes.get(at..)?;
            let end = at + rest.iter().position(|it| *it == b'\n')?;
            let line = std::str::from_utf8(&bytes[at..end]).ok()?;
            let (name, length) = line.strip_prefix(MARK)?.rsplit_once(' ')?;
            let long: usize = length.parse().ok()?;
            let file = end + 1..(end + 1).checked_add(long)?;
            at = file.end + 1;
            let fits = !name.contains(' ') && long.to_string() == length;
            let new = fits && files.insert(name.to_owned(), file.clone()).is_none();
            if !new || bytes.get(file.end) != Some(&b'\n') {
                return None;
            }
        }
        Some(Joined { bytes, files })
    }

    /// The file of this name.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(|it| &self.bytes[it.clone()])
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [(&str, &[u8]); 4] = [
        ("entry.toml", b"number = 1\n# end\n"),
        ("empty", b""),
        ("texts.gz", &[0x1f, 0x8b, 0, b'\n', 0xff]),
        ("orders/1.txt", b"--- end\n--- entry.toml 3\n"),
    ];

    #[test]
    fn what_was_joined_is_read() {
        let bytes = join(FILES);
        assert!(bytes.starts_with(b"--- entry.toml 17\nnumber = 1\n# end\n\n--- empty 0\n"));
        let joined = Joined::read(bytes).unwrap();
        for (name, bytes) in FILES {
            assert_eq!(joined.file(name), Some(bytes), "{name}");
        }
        let names: Vec<&str> = joined.names().collect();
        assert_eq!(names, ["empty", "entry.toml", "orders/1.txt", "texts.gz"]);
        assert_eq!(joined.file("end"), None);
        assert_eq!(
            Joined::read(join([])).unwrap(),
            Joined::read(END.into()).unwrap()
        );
    }

    /// A byte too few, or another one where no file is, is found; in a file it is not this that
    /// finds it.
    #[test]
    fn what_is_cut_or_written_otherwise_is_not_read() {
        let whole = join(FILES);
        let read = Joined::read(whole.clone()).unwrap();
        for at in 0..whole.len() {
            assert_eq!(Joined::read(whole[..at].to_vec()), None, "{at} bytes");
            for flip in [1, 0x10, 0x80] {
                let mut bytes = whole.clone();
                bytes[at] ^= flip;
                let within = read.files.values().any(|it| it.contains(&at));
                let other = Joined::read(bytes);
                // A name may be another one, and then a file is gone.
                let named = other.is_some_and(|it| it.names().eq(read.names()));
                assert_eq!(named, within, "byte {at}");
            }
        }
        for wrong in [
            "--- a 0\n\n--- a 0\n\n--- end\n",
            "--- a 00\n\n--- end\n",
            "--- end\n\n",
        ] {
            assert_eq!(Joined::read(wrong.into()), None, "{wrong}");
        }
    }
}
