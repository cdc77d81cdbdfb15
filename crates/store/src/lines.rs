//! Files that grow by lines. A line that a power cut has torn says nothing, and does not spoil the
//! one after it: the one who adds the next marks it as torn, for half a name may be a name.

use super::fs::{Access, Fs, exists, parent};
use std::io;
use std::path::Path;

/// What ends a line that was found torn.
const TORN: &str = " #torn\n";

/// The whole lines of such a file, without their ends. What is not UTF-8 was never written.
pub fn whole(bytes: &[u8]) -> impl Iterator<Item = &str> {
    let lines = bytes.split_inclusive(|it| *it == b'\n');
    let texts = lines.filter_map(|it| std::str::from_utf8(it).ok());
    let whole = texts.filter(|it| !it.ends_with(TORN));
    whole.filter_map(|it| it.strip_suffix('\n'))
}

/// Adds lines, each with its end, to a file that holds `there`, or makes it; not synced, nor is its
/// name.
///
/// # Errors
/// The disk's; then some of them may be there.
pub fn add(fs: &dyn Fs, path: &Path, there: &[u8], lines: &str) -> io::Result<()> {
    if there.is_empty() && !exists(fs, path) {
        fs.create_dir_all(parent(path))?;
        return fs.create(path, lines.as_bytes(), Access::Private);
    }
    let torn = there.last().is_some_and(|it| *it != b'\n');
    let end = if torn { TORN } else { "" };
    fs.append(path, format!("{end}{lines}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memfs::MemFs;

    #[test]
    fn a_torn_line_is_none_and_spoils_no_other() {
        let (fs, path) = (MemFs::new(), Path::new("/club/sent/000000.txt"));
        add(&fs, path, b"", "one\n").unwrap();
        add(&fs, path, &fs.read(path).unwrap(), "tw").unwrap();
        let torn = fs.read(path).unwrap();
        assert_eq!(whole(&torn).collect::<Vec<_>>(), ["one"]);
        add(&fs, path, &torn, "two\nthree\n").unwrap();
        let bytes = fs.read(path).unwrap();
        assert_eq!(whole(&bytes).collect::<Vec<_>>(), ["one", "two", "three"]);
        // Torn again while that was noted.
        let again = [&torn[..], b" #to"].concat();
        add(&fs, Path::new("/b"), b"", "").unwrap();
        fs.append(Path::new("/b"), &again).unwrap();
        add(&fs, Path::new("/b"), &again, "two\n").unwrap();
        let bytes = fs.read(Path::new("/b")).unwrap();
        assert_eq!(whole(&bytes).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(whole(b"\xff\nlast\n").collect::<Vec<_>>(), ["last"]);
    }
}
