//! What must make no difference: the order in which a disk lists a folder, and all that stands
//! around a process.

use packetboat::store::fs::{Access, Fs, Stat};
use packetboat::store::memfs::MemFs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A disk in memory that lists its folders in an order of its own, another one each time.
pub(super) struct AnyOrder(pub(super) MemFs, AtomicU32);

impl AnyOrder {
    pub(super) fn shuffled(start: u32) -> Self {
        AnyOrder(MemFs::new(), AtomicU32::new(start))
    }
}

impl Fs for AnyOrder {
    fn list(&self, dir: &Path) -> io::Result<Vec<String>> {
        let mut names = self.0.list(dir)?;
        let time = self.1.fetch_add(1, Ordering::Relaxed);
        names.sort_by_key(|it| *blake3::hash(format!("{time} {it}").as_bytes()).as_bytes());
        Ok(names)
    }
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.0.stat(path)
    }
    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
        self.0.create(path, bytes, access)
    }
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.0.append(path, bytes)
    }
    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        self.0.create_dir_all(path)
    }
    fn sync_file(&self, path: &Path) -> io::Result<()> {
        self.0.sync_file(path)
    }
    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.0.sync_dir(path)
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.rename(from, to)
    }
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.0.remove_file(path)
    }
    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.0.remove_dir(path)
    }
    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        self.0.remove_dir_all(path)
    }
}

/// What stands around a process.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// Variables that are set; all others that could matter are not.
    pub(super) vars: &'static [(&'static str, &'static str)],
    pub(super) umask: &'static str,
    pub(super) from: Where,
}

/// The folder in which a process works, and how it finds the club.
#[derive(Clone, Copy)]
pub(super) enum Where {
    /// In the club, whose packetboat.toml stands above.
    Inside,
    /// Beside it: `--club` and its bare name.
    Beside,
    /// Far away: the environment names its whole path.
    Far,
}

/// Variables that programs ask for what is the custom of the place.
const CUSTOMS: &[&str] = &[
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_TIME",
    "LC_CTYPE",
    "PACKETBOAT_CLUB",
    "RAYON_NUM_THREADS",
    "TMPDIR",
    "TZ",
    "TZDIR",
    "USER",
];

impl Around {
    /// The program, about to run there: its arguments are to follow. `club` need not exist yet if
    /// the process does not work inside.
    pub(super) fn command(&self, club: &Path) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "umask \"$0\"; exec \"$@\"", self.umask]);
        command.arg(env!("CARGO_BIN_EXE_packetboat-with-toys"));
        for name in CUSTOMS {
            command.env_remove(name);
        }
        command.envs(self.vars.iter().copied());
        command.current_dir(match self.from {
            Where::Inside => club,
            Where::Beside => club.parent().expect("it is not a root"),
            Where::Far => Path::new("/"),
        });
        command
    }

    /// Says where the club is, if that must be said.
    pub(super) fn name_club(&self, command: &mut Command, club: &Path) {
        match self.from {
            Where::Inside => {}
            Where::Beside => {
                let name = club.file_name().expect("it is not a root");
                command.arg("--club").arg(name);
            }
            Where::Far => {
                command.env("PACKETBOAT_CLUB", club);
            }
        }
    }
}
