//! What can go wrong in a command, what to do about it, and the exit code that says so.
//!
//! Not here: what players get wrong (`lang::diagnostic`), and broken data (`engine::data`).

use std::fmt;
use std::io;

/// Exit code: `check`, `verify`, `case` or `simulate` found something, or `submit` took nothing.
pub const FOUND: u8 = 1;
/// Exit code: usage or unusable configuration; nothing was done.
pub const USAGE: u8 = 2;
/// Exit code: `verify --strict` found nothing wrong, and could not derive all of it.
pub const NOT_PROVED: u8 = 3;
/// Exit code: a campaign is halted.
pub const HALTED: u8 = 70;
/// Exit code: try again later; also the only failure `receive` knows.
pub const RETRY: u8 = 75;

/// An error a person can act on.
#[derive(Debug)]
pub struct Fault {
    /// One of the exit codes above.
    pub code: u8,
    /// What is wrong: a sentence in lower case without a full stop.
    pub what: String,
    /// What to do, a sentence each.
    pub hints: Vec<String>,
}

impl Fault {
    /// A mistake in usage or configuration.
    pub fn usage(what: impl Into<String>) -> Self {
        Fault::new(USAGE, what)
    }

    /// Something that may work later.
    pub fn retry(what: impl Into<String>) -> Self {
        Fault::new(RETRY, what)
    }

    /// A campaign that is halted.
    pub fn halted(what: impl Into<String>) -> Self {
        Fault::new(HALTED, what)
    }

    fn new(code: u8, what: impl Into<String>) -> Self {
        Fault {
            code,
            what: what.into(),
            hints: Vec::new(),
        }
    }

    /// The same with something to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Fault {}

/// The exit code of an error: a fault's own; 75 for a disk that is full, read-only or failing;
/// else 2, since nothing was done.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    if let Some(fault) = error.downcast_ref::<Fault>() {
        return fault.code;
    }
    let on_disk = error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|it| it.kind() != io::ErrorKind::NotFound)
    });
    if on_disk { RETRY } else { USAGE }
}

/// The error as a person reads it on stderr: what, the causes, the hints.
pub fn for_people(error: &anyhow::Error) -> String {
    let mut text = format!("packetboat: {error}");
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text.push_str(&format!("\n  because: {cause}"));
        }
    }
    if let Some(fault) = error.downcast_ref::<Fault>() {
        for hint in &fault.hints {
            text.push_str(&format!("\n  {hint}"));
        }
    }
    let is_full = |error: &io::Error| {
        matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
        )
    };
    let mut causes = error
        .chain()
        .filter_map(|it| it.downcast_ref::<io::Error>());
    if causes.any(is_full) && !text.contains("make room") {
        text.push_str(
            "\n  The disk is full. Nothing is lost: make room, and the next tick goes on.",
        );
    }
    text
}
