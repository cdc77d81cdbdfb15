//! The painted grounds of pictures, kept in the club (`desk/grounds`) so that no process paints the
//! same map again.
//!
//! Hints, never the truth, and never published: they are named by what is painted on them and by
//! whom, checked before use, and made again when they are gone, damaged or foreign. Not here: what
//! one looks like (`report`).

use super::open::Club;
use crate::report::Shelf;
use crate::store::fs::{Access, Fs, exists, list_if_there, parent, remove_if_there};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// How many are kept: those of all games, and of a few whose map a referee has drawn. When there
/// are more, most are of games as they were once, and all are painted again.
const KEPT_MAX: usize = 24;

/// Where they are stored.
pub(crate) struct Grounds {
    fs: Arc<dyn Fs>,
    dir: PathBuf,
}

impl Grounds {
    /// Those of a club.
    pub(crate) fn of(club: &Club) -> Self {
        Grounds {
            fs: Arc::clone(&club.fs),
            dir: club.layout.grounds(),
        }
    }

    fn try_put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let fs = &*self.fs;
        // The folder of a campaign by itself has no desk, and gets none.
        if !exists(fs, parent(&self.dir)) {
            return Ok(());
        }
        fs.create_dir_all(&self.dir)?;
        let there = list_if_there(fs, &self.dir)?;
        if there.len() >= KEPT_MAX {
            for old in there {
                remove_if_there(fs, &self.dir.join(old))?;
            }
        }
        // Two commands may paint the same one at once; and neither waits for the disk, for what a
        // power cut leaves of it is checked.
        let own = self.dir.join(format!("{name}.{}.tmp", std::process::id()));
        remove_if_there(fs, &own)?;
        let written = fs.create(&own, bytes, Access::Private);
        let written = written.and_then(|()| fs.rename(&own, &self.dir.join(name)));
        if written.is_err() {
            remove_if_there(fs, &own)?;
        }
        written
    }
}

impl Shelf for Grounds {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.fs.read(&self.dir.join(name)).ok()
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        // Only speed depends on it.
        let _ = self.try_put(name, bytes);
    }
}
