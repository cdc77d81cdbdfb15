//! The one who breaks what must hold, so that the simulator can be seen to notice.

use crate::faulty::Faulty;
use packetboat::store::fs::Fs;
use packetboat::store::memfs::MemFs;
use std::sync::Arc;

/// Somebody who breaks what must hold, so that the simulator can be seen to notice.
pub trait Meddler {
    /// The disk that a process is given.
    fn disk(&mut self, disk: Arc<Faulty<MemFs>>) -> Arc<dyn Fs> {
        disk
    }

    /// After each tick, before anything is checked.
    fn after(&mut self, tick: u32, disk: &MemFs) {
        let _ = (tick, disk);
    }

    /// Whether a mail that the transport was given is lost on the way, though it was taken.
    fn loses(&mut self, key: &str) -> bool {
        let _ = key;
        false
    }
}

/// Leaves everything as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Meddler for Nobody {}
