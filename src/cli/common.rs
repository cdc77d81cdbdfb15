//! What all commands share: what each takes, and what it comes to.

use crate::clock::{self, Moment};
use crate::desk::club::open::{self, Club};
use crate::games::{Games, SHIPPED};
use crate::report::Failures;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

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
    /// Templates of the club's own that have failed.
    #[arg(skip)]
    pub(super) failed: Failures,
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
        let club = open::club(self.club.as_deref(), self.games)?;
        Ok(Club {
            failed: Arc::clone(&self.failed),
            ..club
        })
    }

    /// What to tell the one who ran a command of templates that failed in it; a tick mails it.
    pub fn failed(&self) -> Vec<String> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let told = failed.iter().map(|it| {
            format!(
                "One of the club's own templates fails, and ours is used instead: \
                {it}"
            )
        });
        told.collect()
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
