//! Every effect on the disk, as a trait, so that a test can fail each; and the real disk.
//!
//! Nothing is certain to outlive a power cut until it is synced: a file by `sync_file`, its name
//! (and a rename, and a removal) by `sync_dir` on the folder it is in.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// A disk. All methods take `&self`: readers may work side by side.
pub trait Fs: Send + Sync {
    /// The names in a folder, in whatever order the disk holds them: [`list_if_there`] sorts them.
    /// Names that are not UTF-8 are none of ours and left out.
    ///
    /// # Errors
    /// `NotFound` if there is no such folder; else what the disk says.
    fn list(&self, dir: &Path) -> io::Result<Vec<String>>;

    /// The same, and after it the names that are not UTF-8, for folders that others write to.
    ///
    /// # Errors
    /// As for [`Fs::list`].
    fn list_all(&self, dir: &Path) -> io::Result<(Vec<String>, Vec<OsString>)> {
        Ok((self.list(dir)?, Vec::new()))
    }

    /// A file as a whole.
    ///
    /// # Errors
    /// `NotFound` if there is none; else what the disk says.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// A file's first bytes, up to this many.
    ///
    /// # Errors
    /// As for [`Fs::read`].
    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = self.read(path)?;
        bytes.truncate(most);
        Ok(bytes)
    }

    /// A file to be read bit by bit, so that it need not fit into memory.
    ///
    /// # Errors
    /// As for [`Fs::read`].
    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(io::Cursor::new(self.read(path)?)))
    }

    /// What is known of a file or folder without reading it.
    ///
    /// # Errors
    /// `NotFound` if there is none; else what the disk says.
    fn stat(&self, path: &Path) -> io::Result<Stat>;

    /// The same place by its real name, where links lead to it, or where it is in a file.
    fn real(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }

    /// A new file with these bytes, not yet synced.
    ///
    /// # Errors
    /// `AlreadyExists` if the name is taken; else what the disk says, and then no file is left
    /// unless the disk fails at that too.
    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()>;

    /// Adds bytes to the end of a file that is there, not yet synced. What was in it stays,
    /// whatever becomes of them.
    ///
    /// # Errors
    /// `NotFound` if there is none; else what the disk says, and some of the bytes may be there.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;

    /// A new file with all that comes in, not yet synced; how many bytes that was. A disk may
    /// write as it reads, so that what comes in need not fit into memory.
    ///
    /// # Errors
    /// What the input says; else as for [`Fs::create`].
    fn create_from(&self, path: &Path, input: &mut dyn Read, access: Access) -> io::Result<u64> {
        // One who finds the name taken tries another one, with all of the input.
        if self.stat(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        self.create(path, &bytes, access)?;
        Ok(bytes.len() as u64)
    }

    /// Makes a folder and those above it that are missing, all for their owner only: mode 0700,
    /// whatever the umask. Each new name is synced only with the folder it is in.
    ///
    /// # Errors
    /// What the disk says.
    fn create_dir_all(&self, path: &Path) -> io::Result<()>;

    /// Waits until the bytes of a file are safe.
    ///
    /// # Errors
    /// What the disk says; then nothing is known about the bytes.
    fn sync_file(&self, path: &Path) -> io::Result<()>;

    /// Waits until the names in a folder are safe.
    ///
    /// # Errors
    /// What the disk says; then nothing is known about the names.
    fn sync_dir(&self, path: &Path) -> io::Result<()>;

    /// Waits until the bytes of all these files and the names in all these folders are safe. A
    /// disk may make more safe than it is asked to, if that is faster.
    ///
    /// # Errors
    /// What the disk says; then nothing is known about any of them.
    fn sync_many(&self, files: &[PathBuf], dirs: &[PathBuf]) -> io::Result<()> {
        files.iter().try_for_each(|it| self.sync_file(it))?;
        dirs.iter().try_for_each(|it| self.sync_dir(it))
    }

    /// Gives a file or folder another name, in one step. A file of that name is replaced.
    ///
    /// # Errors
    /// If the target is a folder that is not empty; else what the disk says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Makes a folder and those above it that are missing, for whomever the umask lets in: only for
    /// what is published.
    ///
    /// # Errors
    /// What the disk says.
    fn create_open_dir_all(&self, path: &Path) -> io::Result<()> {
        self.create_dir_all(path)
    }

    /// Gives a file one more name: its bytes, and when they were written, stay as they are. A disk
    /// that knows no second names makes a copy.
    ///
    /// # Errors
    /// `AlreadyExists` if the name is taken; else what the disk says.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.create(to, &self.read(from)?, Access::Shared)
    }

    /// Puts two folders each in the place of the other, in one step where the disk can do that;
    /// else by three renames, with `.old` after the name of the first for a moment.
    ///
    /// # Errors
    /// What the disk says.
    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        let aside = one.with_added_extension("old");
        self.rename(other, &aside)?;
        self.rename(one, other)?;
        self.rename(&aside, one)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// `NotFound` if there is none; else what the disk says.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Removes an empty folder.
    ///
    /// # Errors
    /// `NotFound` if there is none, `DirectoryNotEmpty` if something is in it; else what the disk
    /// says.
    fn remove_dir(&self, path: &Path) -> io::Result<()>;

    /// Removes a folder with all that is in it.
    ///
    /// # Errors
    /// `NotFound` if there is none; else what the disk says, and some of it may be gone.
    fn remove_dir_all(&self, path: &Path) -> io::Result<()>;
}

/// A file that is read wherever one likes.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// What is known of a file or folder without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// Bytes; of a folder: whatever the disk says.
    pub len: u64,
    /// When it was last written: whole seconds since 1970.
    pub modified: i64,
    /// And the nanoseconds, from 0 to 999,999,999.
    pub nanos: u32,
    /// Whether it is a folder.
    pub is_dir: bool,
    /// Whether it is neither a file nor a folder: a pipe, a socket, a device. Opening one may
    /// last for ever.
    pub is_special: bool,
    /// Whether others on this machine may read it: all of them, or those of its group if it is not
    /// the system's own.
    pub is_open: bool,
}

/// Who may read a new file, if they may enter its folder: one we make lets nobody but its owner in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Whomever the umask lets. For what a referee may show to everybody.
    Shared,
    /// Its owner only: mode 0600, whatever the umask. For secrets, mails, and all that is hidden
    /// from some player: a referee may open folders, and copies lose the modes of theirs.
    Private,
}

/// Puts a file in place of another of the same name, so that after a power cut either the old or
/// the new one is there, whole. Uses the name with `.tmp` after it.
///
/// # Errors
/// What the disk says; unless the last sync failed, the old file is still there.
pub fn replace(fs: &dyn Fs, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let tmp = path.with_added_extension("tmp");
    remove_if_there(fs, &tmp)?;
    fs.create(&tmp, bytes, access)?;
    fs.sync_file(&tmp)?;
    fs.rename(&tmp, path)?;
    fs.sync_dir(parent(path))
}

/// Makes a folder and those above it, and syncs the names of all that were missing.
///
/// # Errors
/// What the disk says. A folder whose name could not be made safe is taken away again, for anyone
/// who found it there would take it to be safe.
pub fn make_dir(fs: &dyn Fs, path: &Path) -> io::Result<()> {
    let missing: Vec<&Path> = path
        .ancestors()
        .take_while(|it| !it.as_os_str().is_empty() && !exists(fs, it))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    fs.create_dir_all(path)?;
    let mut names = missing.iter().rev();
    let safe = names.try_for_each(|it| fs.sync_dir(parent(it)));
    if safe.is_err() {
        // One that somebody has put a file into by now stays.
        let _ = missing.iter().try_for_each(|it| fs.remove_dir(it));
    }
    safe
}

/// Files that are to take the place of others, written beside them: one who makes them safe
/// together with something else waits but once.
#[derive(Debug, Default)]
pub struct Drafts(Vec<(PathBuf, PathBuf)>);

impl Drafts {
    /// Writes one, under the name with `.tmp` after it.
    ///
    /// # Errors
    /// What the disk says.
    pub fn write(
        &mut self,
        fs: &dyn Fs,
        path: &Path,
        bytes: &[u8],
        access: Access,
    ) -> io::Result<()> {
        let tmp = path.with_added_extension("tmp");
        remove_if_there(fs, &tmp)?;
        fs.create(&tmp, bytes, access)?;
        self.0.push((tmp, path.to_owned()));
        Ok(())
    }

    /// Waits until they are safe, and these folders.
    ///
    /// # Errors
    /// What the disk says; then nothing is known about any of them.
    pub fn sync(&self, fs: &dyn Fs, dirs: &[PathBuf]) -> io::Result<()> {
        let files: Vec<PathBuf> = self.0.iter().map(|it| it.0.clone()).collect();
        fs.sync_many(&files, dirs)
    }

    /// Puts them in their places. A power cut may yet bring back the old ones, whole.
    ///
    /// # Errors
    /// What the disk says.
    pub fn place(self, fs: &dyn Fs) -> io::Result<()> {
        let mut drafts = self.0.iter();
        drafts.try_for_each(|(tmp, path)| fs.rename(tmp, path))
    }
}

/// What was written and is not safe yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unsafe {
    /// Files whose bytes may not be on the disk yet.
    pub files: Vec<PathBuf>,
    /// Folders, inner ones first.
    pub dirs: Vec<PathBuf>,
}

impl Unsafe {
    /// Waits until it is.
    ///
    /// # Errors
    /// What the disk says; then nothing is known about any of it.
    pub fn sync(&self, fs: &dyn Fs) -> io::Result<()> {
        fs.sync_many(&self.files, &self.dirs)
    }

    /// Adds what else is not.
    pub fn extend(&mut self, other: Unsafe) {
        self.files.extend(other.files);
        self.dirs.extend(other.dirs);
    }
}

/// Writes files into a folder that is made for them. Nothing of it is safe before the syncs it
/// returns, and the folder's own name is not among them: all are written before the first sync,
/// which lets the disk work.
///
/// # Errors
/// What the disk says; then some of it may be there.
pub fn write_tree(fs: &dyn Fs, dir: &Path, files: &[NewFile<'_>]) -> io::Result<Unsafe> {
    fs.create_dir_all(dir)?;
    let mut dirs = BTreeSet::from([dir.to_owned()]);
    let mut written = Unsafe::default();
    for file in files {
        let path = dir.join(file.path);
        for above in path.ancestors().skip(1).take_while(|it| *it != dir) {
            if dirs.insert(above.to_owned()) {
                fs.create_dir_all(above)?;
            }
        }
        fs.create(&path, file.bytes, file.access)?;
        written.files.push(path);
    }
    written.dirs.extend(dirs.into_iter().rev());
    Ok(written)
}

/// A file to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewFile<'a> {
    /// Where; for [`write_tree`] from its folder.
    pub path: &'a Path,
    /// What is in it.
    pub bytes: &'a [u8],
    /// Who may read it.
    pub access: Access,
}

/// Removes a file; none is well too.
///
/// # Errors
/// What the disk says.
pub fn remove_if_there(fs: &dyn Fs, path: &Path) -> io::Result<()> {
    match fs.remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a file, or a folder with all that is in it.
///
/// # Errors
/// What the disk says.
pub fn remove(fs: &dyn Fs, path: &Path) -> io::Result<()> {
    if fs.stat(path)?.is_dir {
        fs.remove_dir_all(path)
    } else {
        fs.remove_file(path)
    }
}

/// Whether there is such a file or folder; also true where the disk will not say.
pub fn exists(fs: &dyn Fs, path: &Path) -> bool {
    !matches!(fs.stat(path), Err(error) if error.kind() == io::ErrorKind::NotFound)
}

/// The names in a folder, sorted, so that nothing depends on the order in which a disk holds them;
/// none if there is no such folder.
///
/// # Errors
/// What the disk says.
pub fn list_if_there(fs: &dyn Fs, dir: &Path) -> io::Result<Vec<String>> {
    let mut names = match fs.list(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        other => other?,
    };
    names.sort();
    Ok(names)
}

/// The folder a path is in; that of a bare name is `.`.
pub fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The real disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct Disk;

impl Fs for Disk {
    fn list(&self, dir: &Path) -> io::Result<Vec<String>> {
        Ok(self.list_all(dir)?.0)
    }

    fn list_all(&self, dir: &Path) -> io::Result<(Vec<String>, Vec<OsString>)> {
        let (mut names, mut odd) = (Vec::new(), Vec::new());
        for item in fs::read_dir(dir)? {
            match item?.file_name().into_string() {
                Ok(name) => names.push(name),
                Err(name) => odd.push(name),
            }
        }
        Ok((names, odd))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let (file, length) = open_file(path)?;
        // Room for it and a little more: so it is read without asking for its length again.
        let room = usize::try_from(length)
            .unwrap_or(0)
            .saturating_add(READ_AHEAD);
        let mut bytes = Vec::with_capacity(room);
        file.take(u64::MAX).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn real(&self, path: &Path) -> PathBuf {
        // What is not there yet belongs to the nearest folder that is.
        let known = path.ancestors().find_map(|folder| {
            let rest = path.strip_prefix(folder).ok()?;
            let there = fs::canonicalize(folder).ok()?;
            Some(if rest.as_os_str().is_empty() {
                there
            } else {
                there.join(rest)
            })
        });
        known.unwrap_or_else(|| path.to_owned())
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        let found = fs::metadata(path)?;
        let since = found
            .modified()?
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        Ok(Stat {
            len: found.len(),
            modified: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            nanos: since.subsec_nanos(),
            is_dir: found.is_dir(),
            is_special: !found.is_dir() && !found.is_file(),
            is_open: is_open(&found),
        })
    }

    fn read_start(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let (file, _) = open_file(path)?;
        file.take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadSeek>> {
        Ok(Box::new(File::open(path)?))
    }

    fn create(&self, path: &Path, mut bytes: &[u8], access: Access) -> io::Result<()> {
        self.create_from(path, &mut bytes, access).map(|_| ())
    }

    fn create_from(&self, path: &Path, input: &mut dyn Read, access: Access) -> io::Result<u64> {
        let mut file = options(access).open(path)?;
        io::copy(input, &mut file).inspect_err(|_| {
            // Half a file is worse than none; the error that counts is the first one.
            let _ = fs::remove_file(path);
        })
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).open(path)?;
        file.write_all(bytes)
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path)
    }

    fn sync_file(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    fn sync_many(&self, files: &[PathBuf], dirs: &[PathBuf]) -> io::Result<()> {
        if files.len() + dirs.len() > SYNCED_ALONE_MAX && sync_whole_disks(files, dirs)? {
            return Ok(());
        }
        files.iter().try_for_each(|it| self.sync_file(it))?;
        dirs.iter().try_for_each(|it| self.sync_dir(it))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn create_open_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        match fs::hard_link(from, to) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) => self.create(to, &self.read(from)?, Access::Shared),
            Ok(()) => Ok(()),
        }
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{CWD, RenameFlags, renameat_with};
            if renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok() {
                return Ok(());
            }
        }
        let aside = one.with_added_extension("old");
        fs::rename(other, &aside)?;
        fs::rename(one, other)?;
        fs::rename(&aside, one)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir_all(path)
    }
}

/// Room after a file's end, in which reading finds that it is the end.
const READ_AHEAD: usize = 64;

/// Opens a file to read it, and reports its length. What is not a file, and may never say anything,
/// is not waited for.
fn open_file(path: &Path) -> io::Result<(File, u64)> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
    );
    #[cfg(not(target_os = "linux"))]
    if fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        return Err(io::Error::other(NO_FILE));
    }
    let file = options.open(path)?;
    let is = file.metadata()?;
    if is.is_file() || is.is_dir() {
        Ok((file, is.len()))
    } else {
        Err(io::Error::other(NO_FILE))
    }
}

/// What is said of a pipe, a socket or a device.
const NO_FILE: &str = "this is not a file";

#[cfg(unix)]
fn is_open(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (mode, system) = (found.mode(), found.uid() == 0);
    // A file that the system's owner lends to a group is lent to us.
    mode & 0o004 != 0 || mode & 0o040 != 0 && !system
}

#[cfg(not(unix))]
fn is_open(_found: &fs::Metadata) -> bool {
    false
}

/// Up to this many are synced one by one; for more, one sync of all that their disks have to write
/// costs less (measured: a third of a millisecond for either, and a tenth for each of a thousand).
pub(super) const SYNCED_ALONE_MAX: usize = 2;

/// Syncs all that the disks have to write on which these are; false where the system cannot.
#[cfg(target_os = "linux")]
fn sync_whole_disks(files: &[PathBuf], dirs: &[PathBuf]) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let mut synced = BTreeSet::new();
    let folders = files
        .iter()
        .map(|it| parent(it))
        .chain(dirs.iter().map(PathBuf::as_path));
    for folder in BTreeSet::from_iter(folders) {
        let folder = File::open(folder)?;
        if synced.insert(folder.metadata()?.dev()) {
            rustix::fs::syncfs(&folder)?;
        }
    }
    Ok(true)
}

#[cfg(not(target_os = "linux"))]
fn sync_whole_disks(_files: &[PathBuf], _dirs: &[PathBuf]) -> io::Result<bool> {
    Ok(false)
}

fn options(access: Access) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if access == Access::Private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = access;
    options
}
