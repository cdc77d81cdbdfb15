//! A disk that fails at a chosen call: the power cut, full, read-only, or once for no reason.
//!
//! The simulated club uses it as the tests do.

use packetboat::store::fs::{Access, Fs, Stat};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// A disk with a trouble ahead. Only calls that would change something are counted, from 1.
#[derive(Debug)]
pub struct Faulty<F> {
    inner: F,
    trouble: Trouble,
    calls: AtomicU64,
}

/// What goes wrong, at which call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing: for counting.
    Never,
    /// The power is cut while this call runs: of a new file some bytes may be written, anything
    /// else may be done or not, and every later call fails, reading too.
    PowerCut(u64),
    /// From this call on there is no room: new files and folders fail, a file half-written.
    Full(u64),
    /// From this call on nothing may be changed.
    ReadOnly(u64),
    /// This one call fails and nothing else.
    Once(u64),
}

/// What a call is to do.
enum Fate {
    Run,
    Fail(io::Error),
    /// Done in part, and then it fails.
    Half(io::Error),
}

impl<F: Fs> Faulty<F> {
    /// That disk, with that trouble.
    pub fn new(inner: F, trouble: Trouble) -> Self {
        Faulty {
            inner,
            trouble,
            calls: AtomicU64::new(0),
        }
    }

    /// How many calls would have changed something so far.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::SeqCst)
    }

    /// The disk under it, as it is now.
    pub fn inner(&self) -> &F {
        &self.inner
    }

    fn reading(&self) -> io::Result<()> {
        match self.trouble {
            Trouble::PowerCut(at) if self.calls() >= at => Err(dark()),
            _ => Ok(()),
        }
    }

    fn fate(&self, needs: Needs) -> Fate {
        let call = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        match self.trouble {
            Trouble::PowerCut(at) if call == at => Fate::Half(dark()),
            Trouble::PowerCut(at) if call > at => Fate::Fail(dark()),
            Trouble::Full(at) if call >= at => match needs {
                Needs::Room => Fate::Half(io::ErrorKind::StorageFull.into()),
                Needs::Nothing => Fate::Run,
            },
            Trouble::ReadOnly(at) if call >= at => {
                Fate::Fail(io::ErrorKind::ReadOnlyFilesystem.into())
            }
            Trouble::Once(at) if call == at => Fate::Fail(io::Error::other("the disk stumbled")),
            Trouble::Never
            | Trouble::PowerCut(_)
            | Trouble::Full(_)
            | Trouble::ReadOnly(_)
            | Trouble::Once(_) => Fate::Run,
        }
    }

    /// For calls that are done or not. One that the power cut meets is done, but not safe.
    fn change(&self, needs: Needs, call: impl Fn(&F) -> io::Result<()>) -> io::Result<()> {
        match self.fate(needs) {
            Fate::Run => call(&self.inner),
            Fate::Fail(why) => Err(why),
            Fate::Half(why) => {
                if let Trouble::PowerCut(_) = self.trouble {
                    call(&self.inner)?;
                }
                Err(why)
            }
        }
    }

    /// For syncs, which a power cut meets before they are done.
    fn sync(&self, call: impl Fn(&F) -> io::Result<()>) -> io::Result<()> {
        match self.fate(Needs::Nothing) {
            Fate::Run => call(&self.inner),
            Fate::Fail(why) | Fate::Half(why) => Err(why),
        }
    }
}

/// Whether a call needs room on the disk.
#[derive(Clone, Copy)]
enum Needs {
    Room,
    Nothing,
}

fn dark() -> io::Error {
    io::Error::other("the power is cut")
}

impl<F: Fs> Fs for Faulty<F> {
    fn list(&self, dir: &Path) -> io::Result<Vec<String>> {
        self.reading()?;
        self.inner.list(dir)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.reading()?;
        self.inner.read(path)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.reading()?;
        self.inner.stat(path)
    }

    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
        match self.fate(Needs::Room) {
            Fate::Run => self.inner.create(path, bytes, access),
            Fate::Fail(why) => Err(why),
            Fate::Half(why) => {
                self.inner.create(path, &bytes[..bytes.len() / 2], access)?;
                Err(why)
            }
        }
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        match self.fate(Needs::Room) {
            Fate::Run => self.inner.append(path, bytes),
            Fate::Fail(why) => Err(why),
            Fate::Half(why) => {
                self.inner.append(path, &bytes[..bytes.len() / 2])?;
                Err(why)
            }
        }
    }

    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        self.change(Needs::Room, |it| it.create_dir_all(path))
    }

    fn sync_file(&self, path: &Path) -> io::Result<()> {
        self.sync(|it| it.sync_file(path))
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.sync(|it| it.sync_dir(path))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change(Needs::Nothing, |it| it.rename(from, to))
    }

    fn create_open_dir_all(&self, path: &Path) -> io::Result<()> {
        self.change(Needs::Room, |it| it.create_open_dir_all(path))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.change(Needs::Room, |it| it.link(from, to))
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        self.change(Needs::Nothing, |it| it.exchange(one, other))
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.change(Needs::Nothing, |it| it.remove_file(path))
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.change(Needs::Nothing, |it| it.remove_dir(path))
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        self.change(Needs::Nothing, |it| it.remove_dir_all(path))
    }
}
