//! A disk in memory that knows what is safe and what is not, so that a power cut can be played.
//!
//! It promises no more than POSIX does: bytes are safe when their file was synced, names when
//! their folder was, and before that each may or may not outlive the cut, in any order. Only a
//! rename is one act, even between two folders.
//!
//! Not here: when the power is cut (`faulty`).

use super::fs::{Access, Fs, SYNCED_ALONE_MAX, Stat};
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

/// A disk in memory. Paths are taken from its root, with or without a leading `/`.
#[derive(Debug)]
pub struct MemFs(Arc<Mutex<Inner>>);

type Id = u64;

/// The root folder, which is always safe.
const ROOT: Id = 0;

#[derive(Debug, Clone)]
struct Inner {
    nodes: BTreeMap<Id, Node>,
    /// The id of the node that is made next; none is used twice.
    next: Id,
    /// Changes to names that no sync has made safe yet, oldest first.
    pending: Vec<Act>,
    clock: i64,
    ticks: u32,
    syncs: usize,
}

#[derive(Debug, Clone)]
struct Node {
    is: Is,
    access: Access,
    modified: (i64, u32),
}

#[derive(Debug, Clone)]
enum Is {
    /// Bytes, and how many of the first are safe.
    File {
        bytes: Arc<[u8]>,
        safe: usize,
    },
    Dir {
        names: Names,
        safe: Names,
    },
}

type Names = BTreeMap<String, Id>;

/// What happens to names in one step: all of it outlives a cut, or nothing.
#[derive(Debug, Clone)]
struct Act(Vec<Change>);

#[derive(Debug, Clone)]
struct Change {
    dir: Id,
    name: String,
    to: Option<Id>,
}

impl Default for MemFs {
    fn default() -> Self {
        MemFs::new()
    }
}

impl MemFs {
    /// An empty disk, whose clock is at the beginning of 1970.
    pub fn new() -> Self {
        let root = Node {
            is: Is::Dir {
                names: Names::new(),
                safe: Names::new(),
            },
            access: Access::Shared,
            modified: (0, 0),
        };
        MemFs::of(Inner {
            nodes: BTreeMap::from([(ROOT, root)]),
            next: ROOT + 1,
            pending: Vec::new(),
            clock: 0,
            ticks: 0,
            syncs: 0,
        })
    }

    fn of(inner: Inner) -> Self {
        MemFs(Arc::new(Mutex::new(inner)))
    }

    /// The same disk once more: what is done to one is done to both.
    #[must_use]
    pub fn shared(&self) -> MemFs {
        MemFs(Arc::clone(&self.0))
    }

    /// A disk of its own that holds the same, safe or not.
    #[must_use]
    pub fn copy(&self) -> MemFs {
        MemFs::of(self.inner().clone())
    }

    /// How many syncs the real disk would have been asked for so far.
    pub fn syncs(&self) -> usize {
        self.inner().syncs
    }

    /// Sets the clock that `stat` shows: whole seconds since 1970.
    pub fn set_clock(&self, seconds: i64) {
        self.inner().clock = seconds;
    }

    /// What this disk might hold after the power was cut now. The same seed, the same luck.
    #[must_use]
    pub fn crash(&self, seed: u64) -> MemFs {
        let mut luck = Luck(seed);
        let mut inner = self.inner().clone();
        for act in std::mem::take(&mut inner.pending) {
            if luck.of(2) == 0 {
                inner.make_safe(&act);
            }
        }
        for node in inner.nodes.values_mut() {
            match &mut node.is {
                Is::Dir { names, safe } => *names = safe.clone(),
                Is::File { bytes, safe } => {
                    if *safe < bytes.len() {
                        let kept = match luck.of(3) {
                            0 => *safe,
                            1 => *safe + luck.of(bytes.len() - *safe + 1),
                            _ => bytes.len(),
                        };
                        *bytes = bytes[..kept].into();
                    }
                    *safe = bytes.len();
                }
            }
        }
        inner.sweep();
        MemFs::of(inner)
    }

    /// The bytes of a file, without copying them, if there is one.
    pub fn bytes(&self, path: &Path) -> Option<Arc<[u8]>> {
        let inner = self.inner();
        match &inner.nodes[&inner.find(path).ok()?].is {
            Is::File { bytes, .. } => Some(Arc::clone(bytes)),
            Is::Dir { .. } => None,
        }
    }

    /// Whether a file or folder that is there would be there after any cut: its bytes are synced,
    /// and so are its name and those of all folders above it.
    pub fn is_safe(&self, path: &Path) -> bool {
        let inner = self.inner();
        let mut at = ROOT;
        for part in path.components() {
            let Component::Normal(name) = part else {
                continue;
            };
            let Is::Dir { names, safe } = &inner.nodes[&at].is else {
                return false;
            };
            match name.to_str().and_then(|it| names.get(it).zip(safe.get(it))) {
                Some((now, then)) if now == then => at = *now,
                _ => return false,
            }
        }
        !matches!(&inner.nodes[&at].is, Is::File { bytes, safe } if *safe < bytes.len())
    }

    /// Every file with its bytes, by path from the root, for comparing two disks. Folders end
    /// with `/` and hold nothing.
    pub fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        let inner = self.inner();
        let mut tree = BTreeMap::new();
        let mut todo = vec![(String::new(), ROOT)];
        while let Some((path, id)) = todo.pop() {
            match &inner.nodes[&id].is {
                Is::File { bytes, .. } => {
                    tree.insert(path, bytes.to_vec());
                }
                Is::Dir { names, .. } => {
                    let slash = if path.is_empty() { "" } else { "/" };
                    todo.extend(
                        names
                            .iter()
                            .map(|it| (format!("{path}{slash}{}", it.0), *it.1)),
                    );
                    tree.insert(format!("{path}/"), Vec::new());
                }
            }
        }
        tree
    }

    /// Who may read a file, if there is one.
    pub fn access(&self, path: &Path) -> Option<Access> {
        let inner = self.inner();
        let id = inner.find(path).ok()?;
        Some(inner.nodes[&id].access)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().expect("no holder of this lock panics")
    }
}

/// A small generator, so that a crash needs nothing but its seed (SplitMix64).
struct Luck(u64);

impl Luck {
    /// A number below `bound`.
    fn of(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).expect("it is below a usize")
    }
}

impl Inner {
    fn find(&self, path: &Path) -> io::Result<Id> {
        let mut at = ROOT;
        for part in path.components() {
            if let Component::Normal(name) = part {
                let name = name.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
                at = *self.names(at)?.get(name).ok_or(io::ErrorKind::NotFound)?;
            }
        }
        Ok(at)
    }

    /// The folder a path is in, and its last name.
    fn place(&self, path: &Path) -> io::Result<(Id, String)> {
        let name = path.file_name().and_then(|it| it.to_str());
        let name = name.ok_or(io::ErrorKind::InvalidFilename)?;
        let dir = self.find(path.parent().unwrap_or(Path::new("")))?;
        self.names(dir)?;
        Ok((dir, name.to_owned()))
    }

    fn names(&self, dir: Id) -> io::Result<&Names> {
        match &self.nodes[&dir].is {
            Is::Dir { names, .. } => Ok(names),
            Is::File { .. } => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    fn tick(&mut self) -> (i64, u32) {
        self.ticks += 1;
        (self.clock, self.ticks)
    }

    fn add(&mut self, is: Is, access: Access) -> Id {
        let id = self.next;
        self.next += 1;
        let modified = self.tick();
        self.nodes.insert(
            id,
            Node {
                is,
                access,
                modified,
            },
        );
        id
    }

    /// Changes names in one step, to be made safe later.
    fn act(&mut self, changes: Vec<Change>) {
        let now = self.tick();
        for change in &changes {
            let node = self
                .nodes
                .get_mut(&change.dir)
                .expect("nodes are never dropped");
            node.modified = now;
            if let Is::Dir { names, .. } = &mut node.is {
                set(names, change);
            }
        }
        self.pending.push(Act(changes));
    }

    fn make_safe(&mut self, act: &Act) {
        for change in &act.0 {
            let node = self
                .nodes
                .get_mut(&change.dir)
                .expect("nodes are never dropped");
            if let Is::Dir { safe, .. } = &mut node.is {
                set(safe, change);
            }
        }
    }

    /// Forgets what no folder names any more; only for a disk on which nothing is pending.
    fn sweep(&mut self) {
        let mut named = BTreeMap::new();
        let mut todo = vec![ROOT];
        while let Some(id) = todo.pop() {
            let Some(node) = self.nodes.remove(&id) else {
                continue;
            };
            if let Is::Dir { names, .. } = &node.is {
                todo.extend(names.values());
            }
            named.insert(id, node);
        }
        self.nodes = named;
    }

    fn remove_all(&mut self, dir: Id, name: &str, id: Id) {
        if let Ok(names) = self.names(id).cloned() {
            for (child, node) in names {
                self.remove_all(id, &child, node);
            }
        }
        self.act(vec![gone(dir, name)]);
    }
}

fn set(names: &mut Names, change: &Change) {
    match change.to {
        Some(id) => names.insert(change.name.clone(), id),
        None => names.remove(&change.name),
    };
}

fn gone(dir: Id, name: &str) -> Change {
    Change {
        dir,
        name: name.to_owned(),
        to: None,
    }
}

impl Fs for MemFs {
    fn list(&self, dir: &Path) -> io::Result<Vec<String>> {
        let inner = self.inner();
        let names = inner.names(inner.find(dir)?)?;
        Ok(names.keys().cloned().collect())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let inner = self.inner();
        match &inner.nodes[&inner.find(path)?].is {
            Is::File { bytes, .. } => Ok(bytes.to_vec()),
            Is::Dir { .. } => Err(io::ErrorKind::IsADirectory.into()),
        }
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        let inner = self.inner();
        let node = &inner.nodes[&inner.find(path)?];
        let (len, is_dir) = match &node.is {
            Is::File { bytes, .. } => (bytes.len() as u64, false),
            Is::Dir { names, .. } => (names.len() as u64, true),
        };
        Ok(Stat {
            len,
            modified: node.modified.0,
            nanos: node.modified.1,
            is_dir,
            is_special: false,
            is_open: false,
        })
    }

    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
        let mut inner = self.inner();
        let (dir, name) = inner.place(path)?;
        if inner.names(dir)?.contains_key(&name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let file = Is::File {
            bytes: bytes.into(),
            safe: 0,
        };
        let to = Some(inner.add(file, access));
        inner.act(vec![Change { dir, name, to }]);
        Ok(())
    }

    fn append(&self, path: &Path, more: &[u8]) -> io::Result<()> {
        let mut inner = self.inner();
        let (id, now) = (inner.find(path)?, inner.tick());
        let node = inner.nodes.get_mut(&id).expect("it was just found");
        let Is::File { bytes, .. } = &mut node.is else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        *bytes = [bytes, more].concat().into();
        node.modified = now;
        Ok(())
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let mut dir = ROOT;
        for part in path.components() {
            let Component::Normal(name) = part else {
                continue;
            };
            let name = name.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
            dir = match inner.names(dir)?.get(name) {
                Some(there) => *there,
                None => {
                    let empty = Is::Dir {
                        names: Names::new(),
                        safe: Names::new(),
                    };
                    let new = inner.add(empty, Access::Shared);
                    inner.act(vec![Change {
                        dir,
                        name: name.to_owned(),
                        to: Some(new),
                    }]);
                    new
                }
            };
        }
        inner.names(dir).map(|_| ())
    }

    fn sync_file(&self, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        inner.syncs += 1;
        let id = inner.find(path)?;
        let node = inner.nodes.get_mut(&id).expect("it was just found");
        if let Is::File { bytes, safe } = &mut node.is {
            *safe = bytes.len();
        }
        Ok(())
    }

    fn sync_many(&self, files: &[PathBuf], dirs: &[PathBuf]) -> io::Result<()> {
        let before = self.syncs();
        files.iter().try_for_each(|it| self.sync_file(it))?;
        dirs.iter().try_for_each(|it| self.sync_dir(it))?;
        if files.len() + dirs.len() > SYNCED_ALONE_MAX {
            self.inner().syncs = before + 1;
        }
        Ok(())
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        inner.syncs += 1;
        let dir = inner.find(path)?;
        inner.names(dir)?;
        let pending = std::mem::take(&mut inner.pending);
        let (safe, open) = pending
            .into_iter()
            .partition(|act| act.0.iter().any(|it| it.dir == dir));
        inner.pending = open;
        let safe: Vec<Act> = safe;
        for act in &safe {
            inner.make_safe(act);
        }
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let moved = inner.find(from)?;
        let ((from_dir, from_name), (dir, name)) = (inner.place(from)?, inner.place(to)?);
        if let Some(there) = inner.names(dir)?.get(&name) {
            match (&inner.nodes[there].is, &inner.nodes[&moved].is) {
                (Is::File { .. }, Is::File { .. }) => {}
                (Is::Dir { names, .. }, Is::Dir { .. }) if names.is_empty() => {}
                (Is::Dir { .. }, Is::Dir { .. }) => {
                    return Err(io::ErrorKind::DirectoryNotEmpty.into());
                }
                (Is::Dir { .. }, Is::File { .. }) => {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                (Is::File { .. }, Is::Dir { .. }) => {
                    return Err(io::ErrorKind::NotADirectory.into());
                }
            }
        }
        let arrives = Change {
            dir,
            name,
            to: Some(moved),
        };
        inner.act(vec![gone(from_dir, &from_name), arrives]);
        Ok(())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let id = inner.find(from)?;
        let (dir, name) = inner.place(to)?;
        if inner.names(dir)?.contains_key(&name) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let to = Some(id);
        inner.act(vec![Change { dir, name, to }]);
        Ok(())
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let ids = [inner.find(one)?, inner.find(other)?];
        let places = [inner.place(other)?, inner.place(one)?];
        let changes = places.into_iter().zip(ids).map(|((dir, name), id)| Change {
            dir,
            name,
            to: Some(id),
        });
        let changes = changes.collect();
        inner.act(changes);
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let id = inner.find(path)?;
        if inner.names(id).is_ok() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let (dir, name) = inner.place(path)?;
        inner.act(vec![gone(dir, &name)]);
        Ok(())
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let id = inner.find(path)?;
        if !inner.names(id)?.is_empty() {
            return Err(io::ErrorKind::DirectoryNotEmpty.into());
        }
        let (dir, name) = inner.place(path)?;
        inner.remove_all(dir, &name, id);
        Ok(())
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        let mut inner = self.inner();
        let id = inner.find(path)?;
        inner.names(id)?;
        let (dir, name) = inner.place(path)?;
        inner.remove_all(dir, &name, id);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn create(fs: &MemFs, path: &str) {
        fs.create(Path::new(path), b"0123456789", Access::Shared)
            .unwrap();
    }

    /// All that may be found at `path` after a cut, over many seeds.
    fn fates(fs: &MemFs, path: &str) -> BTreeSet<Option<usize>> {
        (0..200)
            .map(|seed| fs.crash(seed).read(Path::new(path)).ok().map(|it| it.len()))
            .collect()
    }

    #[test]
    fn nothing_is_safe_before_its_sync() {
        let fs = MemFs::new();
        create(&fs, "a");
        let lost_torn_or_whole = fates(&fs, "a");
        assert!(lost_torn_or_whole.len() > 5, "{lost_torn_or_whole:?}");
        fs.sync_file(Path::new("a")).unwrap();
        assert_eq!(fates(&fs, "a"), BTreeSet::from([None, Some(10)]));
        assert!(!fs.is_safe(Path::new("a")));
        fs.sync_dir(Path::new("/")).unwrap();
        assert_eq!(fates(&fs, "a"), BTreeSet::from([Some(10)]));
        assert!(fs.is_safe(Path::new("a")));
    }

    #[test]
    fn a_copy_is_another_disk_and_a_share_is_the_same() {
        let fs = MemFs::new();
        let (copy, share) = (fs.copy(), fs.shared());
        create(&fs, "a");
        assert!(copy.bytes(Path::new("a")).is_none());
        assert_eq!(share.bytes(Path::new("a")).unwrap()[..], *b"0123456789");
        assert!(!share.is_safe(Path::new("a")));
    }

    #[test]
    fn a_rename_is_one_act_even_between_folders() {
        let fs = MemFs::new();
        fs.create_dir_all(Path::new("x")).unwrap();
        create(&fs, "a");
        fs.sync_file(Path::new("a")).unwrap();
        fs.sync_dir(Path::new("/")).unwrap();
        fs.rename(Path::new("a"), Path::new("x/b")).unwrap();
        for seed in 0..50 {
            let after = fs.crash(seed);
            let there = ["a", "x/b"].map(|it| after.stat(Path::new(it)).is_ok());
            assert_ne!(there[0], there[1]);
        }
        fs.sync_dir(Path::new("x")).unwrap();
        assert_eq!(fates(&fs, "x/b"), BTreeSet::from([Some(10)]));
        assert_eq!(fates(&fs, "a"), BTreeSet::from([None]));
    }

    #[test]
    fn a_folder_whose_name_was_not_synced_may_be_lost_with_all_in_it() {
        let fs = MemFs::new();
        fs.create_dir_all(Path::new("x")).unwrap();
        create(&fs, "x/a");
        fs.sync_file(Path::new("x/a")).unwrap();
        fs.sync_dir(Path::new("x")).unwrap();
        assert_eq!(fates(&fs, "x/a"), BTreeSet::from([None, Some(10)]));
    }
}
