//! One writer at a time in a club: an advisory lock on a file that is never deleted.
//!
//! There are two. `lock` is for anyone who changes what is in the club; it is held for moments.
//! `post.lock` is for anyone who talks to servers, or makes the club's web archive: it says which
//! mails are on their way out, and so keeps two runs from sending the same one, and from fetching
//! side by side; it may be held for minutes. One who needs both takes that of the post first.
//!
//! The lock dies with the process that holds it, so nothing is left to clean up after a crash.
//! Deleting the file would let two processes each lock a file of their own.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long a command that a person waits for tries to get the lock, in tenths of a second.
const PATIENCE_TENTHS: u32 = 100;

/// The club is ours until this is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// Takes the lock, or says at once that somebody has it: `None`. For `tick`.
///
/// # Errors
/// What the disk says.
pub fn try_lock(path: &Path) -> io::Result<Option<Lock>> {
    let file = open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Takes the lock, trying for up to ten seconds: `None` if somebody still has it then. For the
/// commands of the referee.
///
/// # Errors
/// What the disk says.
pub fn wait_lock(path: &Path) -> io::Result<Option<Lock>> {
    wait_for(path, PATIENCE_TENTHS)
}

fn wait_for(path: &Path, tenths: u32) -> io::Result<Option<Lock>> {
    for _ in 0..tenths {
        if let Some(lock) = try_lock(path)? {
            return Ok(Some(lock));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    try_lock(path)
}

/// The file is made where it is missing, and opened to read where it may not be written: a club
/// on a read-only disk can still be locked for looking at it.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::ReadOnlyFilesystem => File::open(path),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holder_is_turned_away_until_the_first_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        let first = try_lock(&path).unwrap();
        assert!(first.is_some());
        assert!(try_lock(&path).unwrap().is_none());
        assert!(wait_for(&path, 1).unwrap().is_none());
        let freer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(150));
            drop(first);
        });
        assert!(wait_lock(&path).unwrap().is_some());
        freer.join().unwrap();
        assert!(path.exists());
    }
}
