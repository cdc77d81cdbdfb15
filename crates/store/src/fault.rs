//! What can go wrong with stored files.

use packetboat_core::textfile::FileFault;
use std::io;
use std::path::Path;

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreFault {
    /// The disk: full, read-only, failing. Nothing is half-done; try again later.
    #[error("{path}: {}", said(source))]
    Disk {
        /// The file or folder.
        path: String,
        /// What the disk says.
        source: io::Error,
    },
    /// A file of ours that is gone, altered, cut short or newer than we are. The campaign must
    /// stand still until a human has looked.
    #[error(transparent)]
    File(FileFault),
}

/// What the disk says, and where that is plain, what to do.
fn said(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the disk is full. Nothing is lost: free some space, and the next tick goes \
             on"
            .to_owned()
        }
        _ => source.to_string(),
    }
}

/// What the store returns.
pub type Stored<T> = Result<T, StoreFault>;

impl StoreFault {
    /// An error of the disk.
    pub fn disk(path: &Path, source: io::Error) -> Self {
        StoreFault::Disk {
            path: path.display().to_string(),
            source,
        }
    }

    /// Whether it is the disk's fault and not the file's: then trying again may help.
    pub fn is_disk(&self) -> bool {
        matches!(self, StoreFault::Disk { .. })
    }
}

impl From<FileFault> for StoreFault {
    fn from(fault: FileFault) -> Self {
        StoreFault::File(fault)
    }
}
