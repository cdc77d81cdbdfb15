//! What all commands share: what each takes, and what it comes to.

use crate::clock::{self, Moment};
use crate::desk::open::{self, Club};
use crate::games::{Games, SHIPPED};
use std::path::PathBuf;

/// What every command takes.
#[derive(Debug, Clone, clap::Args)]
pub struct Common {
    /// The club's folder; else $PACKETBOAT_CLUB, else the nearest folder upward with a
    /// packetboat.toml
    #[arg(long, global = true, value_name = "DIR", display_order = 1000)]
    pub(super) club: Option<PathBuf>,
    /// Sets the clock, for tests and rehearsals: 2026-11-22T20:05:00Z
    #[arg(long, global = true, value_name = "MOMENT", display_order = 1001)]
    pub(super) now: Option<Moment>,
    /// Prints data for scripts (tick, status, entries, show, check, submit, verify,
    /// games)
    #[arg(long, global = true, display_order = 1002)]
    pub(super) json: bool,
    /// The games that the program knows.
    #[arg(skip = SHIPPED)]
    pub(super) games: Games,
}

impl Common {
    /// The one moment of this run.
    pub fn now(&self) -> Moment {
        self.now.unwrap_or_else(clock::now)
    }

    /// The club that is meant.
    ///
    /// # Errors
    /// There is none, or a configuration that cannot be used.
    pub fn open(&self) -> anyhow::Result<Club> {
        open::club(self.club.as_deref(), self.games)
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
