//! The files in an entry, by the paths that they had when each entry was a folder:
//! `log/000001/state.toml`. Others are what they are.

use packetboat::store::archive::ArchiveFs;
use packetboat::store::fs::{Access, Fs, exists, list_if_there, remove, replace};
use packetboat::store::joined::{Joined, join};
use packetboat::store::layout::entry_number;
use packetboat::store::memfs::MemFs;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The file of an entry and the name in it, if a path leads there.
fn parted(fs: &dyn Fs, path: &Path) -> Option<(PathBuf, String)> {
    let parts: Vec<String> = path
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    let log = parts
        .windows(2)
        .position(|it| it[0] == "log" && it[1].len() == 6 && entry_number(&it[1]).is_some())?;
    let folder: PathBuf = parts[..log + 2].iter().collect();
    let file = folder.with_added_extension("entry");
    exists(fs, &file).then(|| (file, parts[log + 2..].join("/")))
}

/// A file, or one in an entry.
pub(crate) fn read(fs: &dyn Fs, path: &Path) -> io::Result<Vec<u8>> {
    let Some((file, name)) = parted(fs, path) else {
        return fs.read(path);
    };
    let joined = Joined::read(fs.read(&file)?);
    let found = joined.as_ref().and_then(|it| it.file(&name));
    Ok(found.ok_or(io::ErrorKind::NotFound)?.to_vec())
}

/// Puts other bytes in the place of a file, or of one in an entry; `None`: it is taken away, and
/// the whole entry if no name is in the path.
pub(crate) fn change(fs: &dyn Fs, path: &Path, bytes: Option<&[u8]>) {
    match (parted(fs, path), bytes) {
        (None, None) => remove(fs, path).unwrap(),
        (Some((file, name)), None) if name.is_empty() => remove(fs, &file).unwrap(),
        (None, Some(bytes)) => replace(fs, path, bytes, Access::Shared).unwrap(),
        (Some((file, name)), _) => {
            let joined = Joined::read(fs.read(&file).unwrap()).unwrap();
            assert!(bytes.is_some() || joined.file(&name).is_some(), "{name}");
            let new = joined.file(&name).is_none();
            let others = joined.names().filter(|it| *it != "entry.toml");
            let names = ["entry.toml"].into_iter().chain(others);
            let names = names.chain(new.then_some(name.as_str()));
            let files = names.filter_map(|member| {
                if member == name {
                    bytes.map(|bytes| (member, bytes))
                } else {
                    Some((member, joined.file(member)?))
                }
            });
            let changed = join(files);
            replace(fs, &file, &changed, Access::Private).unwrap();
        }
    }
}

/// How a file is named to people.
pub(crate) fn shown(path: &str) -> String {
    let entry = path.strip_prefix("log/").filter(|it| it.len() >= 6);
    let Some((number, rest)) = entry.map(|it| it.split_at(6)) else {
        return path.to_owned();
    };
    match rest.strip_prefix('/') {
        Some(name) => format!("log/{number}.entry: {name}"),
        None => format!("log/{number}.entry"),
    }
}

/// All files in a folder of a disk and in those below it, by their paths without the first `/`.
pub(crate) fn below(fs: &dyn Fs, folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for name in list_if_there(fs, folder).unwrap() {
        let path = folder.join(name);
        if fs.stat(&path).unwrap().is_dir {
            all.extend(below(fs, &path));
        } else {
            let shown = path.strip_prefix("/").unwrap().display().to_string();
            all.insert(shown, fs.read(&path).unwrap());
        }
    }
    all
}

/// All files of a disk, those in entries and of campaigns in the archive by the paths that they had
/// as folders.
pub(crate) fn tree(fs: &MemFs) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (path, bytes) in fs.tree() {
        let whole = Path::new("/").join(&path);
        match ArchiveFs::around(Arc::new(fs.shared()), &whole) {
            Some((archive, dir, _)) => files.extend(below(&archive, dir.root())),
            None => {
                files.insert(path, bytes);
            }
        }
    }
    let mut all = BTreeMap::new();
    for (path, bytes) in files {
        let Some(folder) = path.strip_suffix(".entry").map(str::to_owned) else {
            all.insert(path, bytes);
            continue;
        };
        let joined = Joined::read(bytes).unwrap();
        for name in joined.names() {
            let bytes = joined.file(name).unwrap().to_vec();
            all.insert(format!("{folder}/{name}"), bytes);
        }
    }
    all
}
