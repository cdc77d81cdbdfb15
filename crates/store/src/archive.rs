//! Campaigns that are over: each is one file, `archive/<id>.campaign`, and a disk on which it looks
//! like the folder it was, so that all that reads campaigns reads it.
//!
//! Any program that knows tar makes the folder of it again. A folder counts before the file: to
//! change something, unpack it; [`put_away`] makes a file of it once more. Not here:
//! what a tar is made of (`tarball`), and where in it a file is (`tarred`).

use super::fault::{StoreFault, Stored};
use super::fs::{Access, Fs, ReadSeek, Stat, exists, parent, replace};
use super::layout::{ARCHIVED_ENDING, CampaignDir, CampaignId, Club, UNFINISHED};
use super::tarball::tar;
use super::tarred::{MODE, Tarred};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A disk on which the files in one folder look like the folders they were made of. Those can only
/// be read.
pub struct ArchiveFs {
    disk: Arc<dyn Fs>,
    folder: PathBuf,
    /// The one that was looked into last.
    open: Mutex<Option<Arc<Open>>>,
}

/// A campaign's file.
struct Open {
    file: PathBuf,
    stat: Stat,
    tarred: Tarred,
}

/// A path in a campaign's file.
struct Inside {
    open: Arc<Open>,
    /// From the campaign's folder.
    path: String,
}

impl ArchiveFs {
    /// This disk, with the campaigns' files in this folder.
    pub fn new(disk: Arc<dyn Fs>, folder: impl Into<PathBuf>) -> Self {
        ArchiveFs {
            disk,
            folder: folder.into(),
            open: Mutex::default(),
        }
    }

    /// The disk, the folder and the name of a campaign's file, wherever that is; `None`: it has no
    /// name of one.
    pub fn around(disk: Arc<dyn Fs>, file: &Path) -> Option<(Self, CampaignDir, CampaignId)> {
        let id: CampaignId = file
            .file_name()?
            .to_str()?
            .strip_suffix(ARCHIVED_ENDING)?
            .parse()
            .ok()?;
        let folder = parent(file);
        let dir = CampaignDir::new(folder.join(id.as_str()));
        Some((ArchiveFs::new(disk, folder), dir, id))
    }

    /// Where in a campaign's file this path is; `None`: in none.
    fn inside(&self, path: &Path) -> io::Result<Option<Inside>> {
        let Some((id, path)) = self.parted(path) else {
            return Ok(None);
        };
        let dir = CampaignDir::new(self.folder.join(id.as_str()));
        if exists(&*self.disk, dir.root()) {
            return Ok(None);
        }
        let file = dir.file();
        let stat = match self.disk.stat(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let known = open.take().filter(|it| it.file == file && it.stat == stat);
        let known = match known {
            Some(kept) => kept,
            None => {
                let mut source = self.disk.open(&file)?;
                let tarred = Tarred::read(&mut *source, stat.len, id.as_str())?;
                Arc::new(Open { file, stat, tarred })
            }
        };
        *open = Some(Arc::clone(&known));
        Ok(Some(Inside { open: known, path }))
    }

    /// A campaign's name, and the path from its folder. Most paths lead elsewhere, and are
    /// distinguished from these by their letters alone.
    fn parted(&self, path: &Path) -> Option<(CampaignId, String)> {
        let letters = path.as_os_str().as_encoded_bytes();
        if !letters.starts_with(self.folder.as_os_str().as_encoded_bytes()) {
            return None;
        }
        let inner = path.strip_prefix(&self.folder).ok()?;
        let (id, inner) = inner
            .to_str()?
            .split_once('/')
            .unwrap_or((inner.to_str()?, ""));
        Some((id.parse().ok()?, inner.to_owned()))
    }

    /// That this path can be written to: it leads into no campaign's file.
    fn writable(&self, path: &Path) -> io::Result<()> {
        match self.inside(path)? {
            None => Ok(()),
            Some(inside) => Err(io::Error::new(
                io::ErrorKind::ReadOnlyFilesystem,
                inside.open.how_to_change(),
            )),
        }
    }
}

impl Open {
    fn how_to_change(&self) -> String {
        let (file, folder) = (self.file.display(), parent(&self.file).display());
        format!(
            "{file} is one file, which is only read; to change something in it, unpack it: tar \
             -xf {file} -C {folder}; to pack it again: packetboat pack"
        )
    }

    /// What is said of a file that is not in it.
    fn missing(&self) -> io::Error {
        match self.tarred.damage() {
            None => io::ErrorKind::NotFound.into(),
            Some(damage) => self.damaged(damage),
        }
    }

    fn damaged(&self, damage: &str) -> io::Error {
        let file = self.file.display();
        let what = format!("{file} is {damage}; restore it from a backup");
        io::Error::new(io::ErrorKind::InvalidData, what)
    }
}

impl Inside {
    fn read(&self, disk: &dyn Fs) -> io::Result<Vec<u8>> {
        let Open { file, tarred, .. } = &*self.open;
        if tarred.size(&self.path).is_none() {
            return Err(self.open.missing());
        }
        let bytes = tarred.file(&mut *disk.open(file)?, &self.path)?;
        bytes.ok_or_else(|| self.open.damaged(&format!("damaged in {}", self.path)))
    }

    fn list(&self) -> io::Result<Vec<String>> {
        let Open { tarred, .. } = &*self.open;
        // A list that may lack something would pass for the whole.
        let whole = tarred
            .names(&self.path)
            .filter(|_| tarred.damage().is_none());
        let names = whole.ok_or_else(|| self.open.missing())?;
        Ok(names.into_iter().collect())
    }

    fn stat(&self) -> io::Result<Stat> {
        let Open { tarred, stat, .. } = &*self.open;
        if let Some(len) = tarred.size(&self.path) {
            return Ok(Stat { len, ..*stat });
        }
        let is_folder = self.path.is_empty() || tarred.names(&self.path).is_some();
        let is_dir = is_folder.then_some(Stat {
            is_dir: true,
            ..*stat
        });
        is_dir.ok_or_else(|| self.open.missing())
    }
}

/// Whether a campaign in the archive is one file.
pub fn is_file(fs: &dyn Fs, dir: &CampaignDir) -> bool {
    let real = fs.real(dir.root());
    real.extension()
        .is_some_and(|it| it == &ARCHIVED_ENDING[1..])
}

/// Makes one file of a campaign's folder in the archive, and takes the folder away; false: there
/// is none. Cut at any moment, it can be read, and the same again brings it to its end.
///
/// # Errors
/// The disk's; something in the folder that the file could not hold. Then the folder is there.
pub fn put_away(disk: &dyn Fs, club: &Club, id: &CampaignId) -> Stored<bool> {
    let (archive, dir) = (club.archive(), club.archived(id));
    let (folder, file) = (dir.root(), club.archived_file(id));
    let gone = archive.join(format!("{id}{UNFINISHED}"));
    let away = || -> io::Result<bool> {
        if exists(disk, &gone) {
            disk.remove_dir_all(&gone)?;
        }
        if !exists(disk, folder) || is_file(disk, &dir) {
            return Ok(false);
        }
        let mut files = BTreeMap::new();
        gather(disk, folder, "", &mut files)?;
        let each = files
            .iter()
            .map(|(path, it)| (path.as_str(), it.as_slice()));
        let bytes = tar(id.as_str(), each, MODE)?;
        replace(disk, &file, &bytes, Access::Private)?;
        check(disk, &file, id, &files)?;
        // In one step: half a folder would count before the file.
        disk.rename(folder, &gone)?;
        disk.sync_dir(&archive)?;
        disk.remove_dir_all(&gone)?;
        Ok(true)
    };
    away().map_err(|it| StoreFault::disk(folder, it))
}

/// All files in a folder and those below it, by their paths from the campaign's.
fn gather(
    disk: &dyn Fs,
    folder: &Path,
    above: &str,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> io::Result<()> {
    let (names, odd) = disk.list_all(folder)?;
    if let Some(name) = odd.first() {
        let place = folder.join(name);
        let what = format!("the name of {} is not UTF-8; rename it", place.display());
        return Err(io::Error::other(what));
    }
    for name in names {
        let (place, path) = (folder.join(&name), format!("{above}{name}"));
        if disk.stat(&place)?.is_dir {
            gather(disk, &place, &format!("{path}/"), files)?;
        } else {
            files.insert(path, disk.read(&place)?);
        }
    }
    Ok(())
}

/// That the file holds what was to be in it, before anything else that holds it is let go.
fn check(
    disk: &dyn Fs,
    file: &Path,
    id: &CampaignId,
    files: &BTreeMap<String, Vec<u8>>,
) -> io::Result<()> {
    let mut source = disk.open(file)?;
    let tarred = Tarred::read(&mut *source, disk.stat(file)?.len, id.as_str())?;
    let mut same = tarred.damage().is_none() && tarred.paths().eq(files.keys());
    for (path, bytes) in files {
        same &= tarred.file(&mut *source, path)?.as_ref() == Some(bytes);
    }
    if same {
        Ok(())
    } else {
        let what = format!("{} is not as it was written", file.display());
        Err(io::Error::new(io::ErrorKind::InvalidData, what))
    }
}

impl Fs for ArchiveFs {
    fn list(&self, dir: &Path) -> io::Result<Vec<String>> {
        if dir == self.folder {
            // A folder and its file have one name.
            let names = self.disk.list(dir)?.into_iter();
            let names = names.map(|name| match name.strip_suffix(ARCHIVED_ENDING) {
                Some(id) if id.parse::<CampaignId>().is_ok() => id.to_owned(),
                _ => name,
            });
            return Ok(BTreeSet::from_iter(names).into_iter().collect());
        }
        match self.inside(dir)? {
            None => self.disk.list(dir),
            Some(inside) => inside.list(),
        }
    }

    fn list_all(&self, dir: &Path) -> io::Result<(Vec<String>, Vec<OsString>)> {
        if dir == self.folder || self.inside(dir)?.is_some() {
            Ok((self.list(dir)?, Vec::new()))
        } else {
            self.disk.list_all(dir)
        }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.inside(path)? {
            None => self.disk.read(path),
            Some(inside) => inside.read(&*self.disk),
        }
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        match self.inside(path)? {
            None => self.disk.read_start(path, most),
            Some(inside) => {
                let mut bytes = inside.read(&*self.disk)?;
                bytes.truncate(most);
                Ok(bytes)
            }
        }
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadSeek>> {
        match self.inside(path)? {
            None => self.disk.open(path),
            Some(inside) => Ok(Box::new(Cursor::new(inside.read(&*self.disk)?))),
        }
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        match self.inside(path)? {
            None => self.disk.stat(path),
            Some(inside) => inside.stat(),
        }
    }

    fn real(&self, path: &Path) -> PathBuf {
        match self.inside(path) {
            Ok(Some(inside)) if inside.path.is_empty() => self.disk.real(&inside.open.file),
            _ => self.disk.real(path),
        }
    }

    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
        self.writable(path)?;
        self.disk.create(path, bytes, access)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.writable(path)?;
        self.disk.append(path, bytes)
    }

    fn create_from(&self, path: &Path, input: &mut dyn Read, access: Access) -> io::Result<u64> {
        self.writable(path)?;
        self.disk.create_from(path, input, access)
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        self.writable(path)?;
        self.disk.create_dir_all(path)
    }

    fn create_open_dir_all(&self, path: &Path) -> io::Result<()> {
        self.writable(path)?;
        self.disk.create_open_dir_all(path)
    }

    fn sync_file(&self, path: &Path) -> io::Result<()> {
        self.disk.sync_file(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.disk.sync_dir(path)
    }

    fn sync_many(&self, files: &[PathBuf], dirs: &[PathBuf]) -> io::Result<()> {
        self.disk.sync_many(files, dirs)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.writable(from)?;
        self.writable(to)?;
        self.disk.rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.writable(from)?;
        self.writable(to)?;
        self.disk.link(from, to)
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        self.writable(one)?;
        self.writable(other)?;
        self.disk.exchange(one, other)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.writable(path)?;
        self.disk.remove_file(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.writable(path)?;
        self.disk.remove_dir(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        self.writable(path)?;
        self.disk.remove_dir_all(path)
    }
}
