//! The files of an entry, wherever they are: in one, or in a folder of their own, as until format 3
//! and in exports.

use super::fs::{Fs, exists, list_if_there};
use super::joined::Joined;
use super::layout::{CampaignDir, ENTRY_FOLDERS};
use std::io;
use std::path::PathBuf;

/// An entry whose files can be read.
#[derive(Debug)]
pub(super) enum Inside {
    /// One file; `None`: it cannot be read.
    File(PathBuf, Option<Joined>),
    /// A folder.
    Folder(PathBuf),
}

/// How an entry is stored on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    File,
    Folder,
}

impl Form {
    /// That of an entry; `None`: there is none of this number.
    ///
    /// # Errors
    /// The disk's, which will not say.
    pub(super) fn of(fs: &dyn Fs, dir: &CampaignDir, number: u32) -> io::Result<Option<Self>> {
        let forms = [
            (Form::File, dir.entry(number)),
            (Form::Folder, dir.entry_folder(number)),
        ];
        for (form, path) in forms {
            match fs.stat(&path) {
                Ok(_) => return Ok(Some(form)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}

impl Inside {
    /// Reads an entry if it is one file; else its folder is looked into later.
    ///
    /// # Errors
    /// The disk's.
    pub(super) fn of(fs: &dyn Fs, dir: &CampaignDir, number: u32) -> io::Result<Self> {
        let path = dir.entry(number);
        match fs.read(&path) {
            Ok(bytes) => Ok(Inside::File(path, Joined::read(bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = dir.entry_folder(number);
                // What is gone is missed where it is today.
                Ok(if exists(fs, &folder) {
                    Inside::Folder(folder)
                } else {
                    return Err(error);
                })
            }
            Err(error) => Err(error),
        }
    }

    /// A file of it; `None`: it has none of this name.
    ///
    /// # Errors
    /// The disk's.
    pub(super) fn read(&self, fs: &dyn Fs, name: &str) -> io::Result<Option<Vec<u8>>> {
        match self {
            Inside::File(_, joined) => {
                let file = joined.as_ref().and_then(|it| it.file(name));
                Ok(file.map(<[u8]>::to_vec))
            }
            Inside::Folder(folder) => match fs.read(&folder.join(name)) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    /// A file of it as the referee knows it: from the campaign's folder.
    pub(super) fn shown(&self, dir: &CampaignDir, name: &str) -> String {
        match self {
            Inside::File(path, _) => format!("{}: {name}", dir.shown(path)),
            Inside::Folder(folder) => dir.shown(&folder.join(name)),
        }
    }

    /// Whether its file cannot be read, and so none in it.
    pub(super) fn is_damaged(&self) -> bool {
        matches!(self, Inside::File(_, None))
    }

    /// All that is in it, but for the marks beside mails of before.
    ///
    /// # Errors
    /// The disk's.
    pub(super) fn names(&self, fs: &dyn Fs) -> io::Result<Vec<String>> {
        let folder = match self {
            Inside::File(_, joined) => {
                let names = joined.iter().flat_map(Joined::names);
                return Ok(names.map(str::to_owned).collect());
            }
            Inside::Folder(folder) => folder,
        };
        let mut all = Vec::new();
        for inner in std::iter::once("").chain(ENTRY_FOLDERS) {
            for name in list_if_there(fs, &folder.join(inner))? {
                let path = match inner {
                    "" => name,
                    _ => format!("{inner}/{name}"),
                };
                let is_mark = inner == "outbox" && !is_mail(&path);
                if !ENTRY_FOLDERS.contains(&path.as_str()) && !is_mark {
                    all.push(path);
                }
            }
        }
        Ok(all)
    }
}

/// Whether a file of an outbox is a mail, and no mark beside one.
pub(super) fn is_mail(name: &str) -> bool {
    [".eml", ".eml.gz"].iter().any(|it| name.ends_with(it))
}
