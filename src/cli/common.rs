//! What all commands share: what each takes, and what it comes to.

use crate::clock::{self, Moment};
use std::path::{Path, PathBuf};

/// What `--club` stands for without a folder behind it: only `simulate` understands that.
const NO_FOLDER: &str = "-";

/// What every command takes.
#[derive(Debug, Clone, clap::Args)]
pub struct Common {
    /// The club's folder; else $PACKETBOAT_CLUB, else the nearest folder upward with a
    /// packetboat.toml
    #[arg(long, global = true, value_name = "DIR", display_order = 1000)]
    #[arg(num_args = 0..=1, default_missing_value = NO_FOLDER)]
    pub(super) club: Option<PathBuf>,
    /// Sets the clock, for tests and rehearsals: 2026-11-22T20:05:00Z
    #[arg(long, global = true, value_name = "MOMENT", display_order = 1001)]
    pub(super) now: Option<Moment>,
    /// Prints data for scripts (tick, status, entries, show, check, submit, verify,
    /// games)
    #[arg(long, global = true, display_order = 1002)]
    pub(super) json: bool,
}

impl Common {
    /// The one moment of this run.
    pub fn now(&self) -> Moment {
        self.now.unwrap_or_else(clock::now)
    }

    /// Whether `--club` was written without a folder.
    pub fn names_no_folder(&self) -> bool {
        self.club.as_deref() == Some(Path::new(NO_FOLDER))
    }
}

/// What a command came to: text for stdout, and the exit code.
#[derive(Debug, Default)]
pub struct Done {
    /// For stdout; nothing if empty.
    pub text: String,
    /// The exit code.
    pub code: u8,
}

impl Done {
    /// All well, with something to print.
    pub fn well(text: impl Into<String>) -> Self {
        Done {
            text: text.into(),
            code: 0,
        }
    }
}
