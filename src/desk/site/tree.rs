//! The folder of the site: made beside the one of before, which it replaces in one step.
//!
//! A mark is in it that names every file with its hash, all of them public: so it is known what
//! of the folder is ours, and what stays as it is. A file that stays gets a second name in the new
//! folder instead of being written again. Not here: what the files say.

use crate::desk::club::open::Club;
use crate::engine::dice::{hex, unhex};
use crate::fault::Fault;
use crate::store::digest::Digest;
use crate::store::fs::{
    Access, Fs, exists, list_if_there, make_dir, parent, remove_if_there, replace,
};
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The file that says that a folder is ours, and what is in it.
const MARK: &str = ".packetboat-site";

/// Its first line.
const MADE: &str = "Made by `packetboat site`, which keeps these files and no others here:\n";

/// What to do about a folder that cannot be the site's.
const ALONE: &str = "Nothing was touched. Name a folder for the site alone.";

/// A site in the making.
pub struct Tree<'a> {
    fs: &'a dyn Fs,
    dir: PathBuf,
    /// Beside it, by a name that nobody can guess: others who may write there cannot have
    /// prepared anything under it, neither a folder of others nor a way to one.
    new: PathBuf,
    /// The file that keeps that name while there is such a folder.
    making: PathBuf,
    /// The files of before, with their hashes.
    old: BTreeMap<String, Digest>,
    /// Files of before that are gone, or are not what was written.
    lost: BTreeSet<String>,
    /// What the mark of before is; `None`: there is no site yet.
    pub mark: Option<Digest>,
    made: Mutex<Made>,
}

#[derive(Default)]
struct Made {
    files: BTreeMap<String, Digest>,
    begun: bool,
    dirs: BTreeSet<PathBuf>,
    unsafe_files: Vec<PathBuf>,
}

/// A site that is in its place.
pub struct Done {
    /// How many files it has.
    pub files: usize,
    /// How many of these were written.
    pub written: usize,
    /// How many files of before it has not.
    pub gone: usize,
    /// What its mark is.
    pub mark: Digest,
}

impl<'a> Tree<'a> {
    /// Looks at the folder and tidies away what a run before was killed over. A run that looks
    /// `closely` reads every page there, and has those made again that somebody has changed.
    ///
    /// # Errors
    /// A folder that holds what is not ours; the disk.
    pub fn begin(club: &'a Club, dir: &Path, closely: bool) -> anyhow::Result<Self> {
        let (fs, making) = (&*club.fs, club.layout.site_making());
        check_place(fs, dir)?;
        let on = |it: &Path| format!("tidying {}", it.display());
        if let Some(left) = left_by_another(fs, &making) {
            let aside = left.with_added_extension("old");
            if !exists(fs, dir) && exists(fs, &aside.join(MARK)) {
                fs.rename(&aside, dir).with_context(|| on(&aside))?;
            }
            for left in [&left, &aside] {
                tidy(fs, left).with_context(|| on(left))?;
            }
            let above = parent(&left);
            if exists(fs, above) {
                fs.sync_dir(above).with_context(|| on(above))?;
            }
            remove_if_there(fs, &making).with_context(|| on(&making))?;
        }
        let mut tree = Tree {
            fs,
            dir: dir.to_owned(),
            new: PathBuf::new(),
            making,
            old: BTreeMap::new(),
            lost: BTreeSet::new(),
            mark: None,
            made: Mutex::default(),
        };
        let mark = fs.read(&dir.join(MARK)).unwrap_or_default();
        tree.new = dir.with_added_extension(format!("new-{}", name(club, dir, &mark)));
        if exists(fs, &tree.new) {
            let what = format!("{} is there already", tree.new.display());
            let hint = "The new site is built in a folder of that name. Move away what is there.";
            return Err(Fault::usage(what).hint(hint).into());
        }
        let names = list_if_there(fs, dir).with_context(|| on(dir))?;
        let Some(first) = names.first() else {
            return Ok(tree);
        };
        let bytes = fs.read(&dir.join(MARK)).map_err(|_| foreign(dir, first))?;
        let text = String::from_utf8_lossy(&bytes);
        let listed: BTreeMap<String, Digest> = text.lines().skip(1).filter_map(row).collect();
        let mut there = BTreeSet::new();
        walk(fs, dir, "", &listed, &mut there)?;
        let stands = |path: &String, digest: &Digest| {
            let read = |it: &String| fs.read(&dir.join(it)).ok();
            let same = || read(path).is_some_and(|it| Digest::of(&it) == *digest);
            there.contains(path) && (!closely || same())
        };
        let (old, lost) = listed.into_iter().partition(|it| stands(&it.0, &it.1));
        let lost: BTreeMap<String, Digest> = lost;
        (tree.old, tree.lost) = (old, lost.into_keys().collect());
        tree.mark = Some(Digest::of(&bytes));
        Ok(tree)
    }

    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All files of before whose paths begin in one of these ways stay as they are; whether there
    /// are any of each, and none is missing. If not, none of them is kept.
    pub fn keep(&self, begins: &[&str]) -> bool {
        let mut all = Vec::new();
        for begin in begins {
            let lost = self.lost.range((*begin).to_owned()..).next();
            if lost.is_some_and(|it| it.starts_with(begin)) {
                return false;
            }
            let kept = self.old.range((*begin).to_owned()..);
            let before = all.len();
            all.extend(kept.take_while(|it| it.0.starts_with(begin)));
            if all.len() == before {
                return false;
            }
        }
        let kept = all.into_iter().map(|it| (it.0.clone(), *it.1));
        self.made().files.extend(kept);
        true
    }

    /// A file of the site, by its path with `/` in it. Campaigns that share one may put it each.
    ///
    /// # Errors
    /// The disk's.
    pub fn put(&self, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let digest = Digest::of(bytes);
        let place = self.new.join(path);
        let mut made = self.made();
        let there = made.files.insert(path.to_owned(), digest);
        if there == Some(digest) || self.old.get(path) == Some(&digest) {
            return Ok(());
        }
        self.room(&mut made, &place)?;
        made.unsafe_files.push(place.clone());
        drop(made);
        let written = self.fs.create(&place, bytes, Access::Shared);
        written.with_context(|| format!("writing {}", place.display()))
    }

    /// Makes the folder that a file of the new site is in.
    fn room(&self, made: &mut Made, place: &Path) -> anyhow::Result<()> {
        if !made.begun {
            self.open().map_err(|it| self.closed(it))?;
            made.begun = true;
            made.dirs.insert(self.new.clone());
        }
        let dir = parent(place);
        if made.dirs.insert(dir.to_owned()) {
            let there = self.fs.create_open_dir_all(dir);
            there.with_context(|| format!("making {}", dir.display()))?;
        }
        Ok(())
    }

    /// Makes the new site's folder, with its mark: without one nobody would tidy it away.
    fn open(&self) -> io::Result<()> {
        let name = self.new.to_string_lossy();
        make_dir(self.fs, parent(&self.making))?;
        replace(self.fs, &self.making, name.as_bytes(), Access::Private)?;
        open_dir(self.fs, parent(&self.new))?;
        self.fs.create_open_dir_all(&self.new)?;
        let mark = self.new.join(MARK);
        self.fs.create(&mark, MADE.as_bytes(), Access::Shared)?;
        self.fs.sync_file(&mark)?;
        self.fs.sync_dir(&self.new)
    }

    /// Why the new site's folder cannot be made.
    fn closed(&self, error: io::Error) -> anyhow::Error {
        let (new, above) = (self.new.display(), parent(&self.new).display());
        match error.kind() {
            io::ErrorKind::PermissionDenied => {
                Fault::usage(format!("packetboat may not write in {above}"))
                    .hint(format!(
                        "The new site is built next to the old one, as {new}: let packetboat's \
                         user write there, or name another folder."
                    ))
                    .into()
            }
            _ => anyhow::Error::new(error).context(format!("making {new}")),
        }
    }

    /// Puts the new site in its place, if it is not as the one of before.
    ///
    /// # Errors
    /// The disk's; then the site of before is there.
    pub fn finish(&self) -> anyhow::Result<Done> {
        let mut made = std::mem::take(&mut *self.made());
        let whole = self.lost.is_empty() && made.files == self.old;
        if let Some(mark) = self.mark.filter(|_| whole) {
            return Ok(Done {
                files: made.files.len(),
                written: 0,
                gone: 0,
                mark,
            });
        }
        let (written, place) = (made.unsafe_files.len(), self.new.join(MARK));
        self.room(&mut made, &place)?;
        let stays = |it: &(&String, &Digest)| self.old.get(it.0) == Some(it.1);
        let kept: Vec<String> = made
            .files
            .iter()
            .filter(stays)
            .map(|it| it.0.clone())
            .collect();
        for path in kept {
            let to = self.new.join(&path);
            self.room(&mut made, &to)?;
            let kept = self.fs.link(&self.dir.join(&path), &to);
            kept.with_context(|| format!("keeping {}", to.display()))?;
            // What a disk without second names has copied is not safe either.
            made.unsafe_files.push(to);
        }
        let text = made.files.iter().map(|(path, it)| format!("{it} {path}\n"));
        let text = format!("{MADE}{}", text.collect::<String>());
        self.settle(&made, text.as_bytes())
            .with_context(|| format!("putting {} in its place", self.dir.display()))?;
        let gone = |it: &&String| !made.files.contains_key(*it);
        Ok(Done {
            files: made.files.len(),
            written,
            gone: self.old.keys().filter(gone).count(),
            mark: Digest::of(text.as_bytes()),
        })
    }

    /// Makes the new site safe, and lets it take the place of the old one.
    fn settle(&self, made: &Made, mark: &[u8]) -> io::Result<()> {
        let dirs: Vec<PathBuf> = made.dirs.iter().rev().cloned().collect();
        self.fs.sync_many(&made.unsafe_files, &dirs)?;
        replace(self.fs, &self.new.join(MARK), mark, Access::Shared)?;
        let above = parent(&self.dir);
        self.fs.sync_dir(above)?;
        if exists(self.fs, &self.dir) {
            self.fs.exchange(&self.new, &self.dir)?;
        } else {
            self.fs.rename(&self.new, &self.dir)?;
        }
        self.fs.sync_dir(above)?;
        self.clear()
    }

    /// Takes a site away that could not be finished.
    pub fn abandon(&self) {
        let _ = self.clear();
    }

    fn clear(&self) -> io::Result<()> {
        let there = exists(self.fs, &self.new);
        tidy(self.fs, &self.new)?;
        // Gone permanently, before its name is forgotten: one that came back would keep the site
        // from being made whenever the same name comes up again.
        if there {
            self.fs.sync_dir(parent(&self.new))?;
        }
        remove_if_there(self.fs, &self.making)
    }
}

/// What the new folder's name ends with: another one each time the site has changed, and one that
/// nobody knows who has not the secrets of the club's campaigns.
fn name(club: &Club, dir: &Path, mark: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("packetboat 1 folder of a site in the making");
    let ids = club.campaign_ids().unwrap_or_default();
    let secrets = ids.first().map(|it| club.layout.campaign(it).secret());
    let secrets = secrets.and_then(|it| club.fs.read(&it).ok());
    for part in [
        &*secrets.unwrap_or_default(),
        mark,
        dir.as_os_str().as_encoded_bytes(),
    ] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hex(&hasher.finalize().as_bytes()[..16])
}

/// The folder beside the site that a run before was killed over; `None`: none was.
fn left_by_another(fs: &dyn Fs, making: &Path) -> Option<PathBuf> {
    let name = String::from_utf8(fs.read(making).ok()?).ok()?;
    // Cut short, it could name another folder.
    let (_, random) = name.rsplit_once(".new-")?;
    (random.len() == 32 && unhex(&format!("{random}{random}")).is_some()).then(|| name.into())
}

/// Makes a folder for everybody and those above it, and makes their names safe.
fn open_dir(fs: &dyn Fs, dir: &Path) -> io::Result<()> {
    let missing = dir.ancestors().take_while(|it| !exists(fs, it));
    let missing: Vec<&Path> = missing.collect();
    if missing.is_empty() {
        return Ok(());
    }
    fs.create_open_dir_all(dir)?;
    let mut names = missing.iter().rev();
    names.try_for_each(|it| fs.sync_dir(parent(it)))
}

/// Takes a folder of ours away, its mark last: whatever kills us, it is known as ours.
fn tidy(fs: &dyn Fs, dir: &Path) -> io::Result<()> {
    let names = list_if_there(fs, dir)?;
    if !names.is_empty() && !names.iter().any(|it| it == MARK) {
        let what = "it contains something that `packetboat site` has not made under a name it \
            needs: move that away, or name another folder for the site";
        return Err(io::Error::other(what));
    }
    for name in names.iter().filter(|it| *it != MARK) {
        let path = dir.join(name);
        if fs.stat(&path)?.is_dir {
            fs.remove_dir_all(&path)?;
        } else {
            fs.remove_file(&path)?;
        }
    }
    if !names.is_empty() {
        fs.sync_dir(dir)?;
    }
    if exists(fs, dir) {
        fs.remove_dir_all(dir)
    } else {
        Ok(())
    }
}

/// Finds what is in the folder; nothing may be there that is not listed.
fn walk(
    fs: &dyn Fs,
    dir: &Path,
    below: &str,
    listed: &BTreeMap<String, Digest>,
    there: &mut BTreeSet<String>,
) -> anyhow::Result<()> {
    for name in list_if_there(fs, &dir.join(below))? {
        let path = format!("{below}{name}");
        let folder = format!("{path}/");
        if listed.contains_key(&path) {
            there.insert(path);
            continue;
        }
        let within = listed.range(folder.clone()..).next();
        if within.is_some_and(|it| it.0.starts_with(&folder)) {
            walk(fs, dir, &folder, listed, there)?;
        } else if path != MARK && path != format!("{MARK}.tmp") {
            return Err(foreign(dir, &path).into());
        }
    }
    Ok(())
}

fn row(line: &str) -> Option<(String, Digest)> {
    let (digest, path) = line.split_once(' ')?;
    Some((path.to_owned(), digest.to_owned().try_into().ok()?))
}

fn foreign(dir: &Path, file: &str) -> Fault {
    let dir = dir.display();
    let what = format!("{dir} contains {file}, which `packetboat site` has not made");
    Fault::usage(what).hint(ALONE)
}

/// That a folder can be the site's: it has a name, and is none of a file's.
fn check_place(fs: &dyn Fs, dir: &Path) -> anyhow::Result<()> {
    let shown = dir.display();
    if dir.file_name().is_none() {
        return Err(Fault::usage(format!("{shown} cannot be the site's folder"))
            .hint(ALONE)
            .into());
    }
    match fs.stat(dir) {
        Ok(stat) if !stat.is_dir => Err(Fault::usage(format!("{shown} is a file"))
            .hint(ALONE)
            .into()),
        _ => Ok(()),
    }
}
