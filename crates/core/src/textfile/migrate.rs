//! Old shapes of files, stepped up to today's, one version at a time, before types see them.
//!
//! Files are never rewritten: an old one is read this way for ever, and the next is written in
//! today's shape. Each kind of file keeps its own chain beside its type; here is how one is run.

use super::plain::Table;
use crate::textfile::FileFault;
use serde_json::Value;

/// The key that all heads have, whatever their version.
pub const FORMAT_KEY: &str = "format";

/// One step: from `from` to the version after it.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// The version it starts from.
    pub from: u32,
    /// When the shape changed, and why, for who reads the code.
    pub why: &'static str,
    /// The change, of the whole file as a table.
    pub apply: fn(&mut Table) -> Result<(), String>,
}

impl Migration {
    /// A step that changes nothing: the version rose for another file of the same kind of campaign.
    pub const fn unchanged(from: u32, why: &'static str) -> Self {
        let apply = |_: &mut Table| Ok(());
        Migration { from, why, apply }
    }
}

/// Steps a table up to version `to`, in which its `format` then says so.
///
/// # Errors
/// A version that is newer, that no step starts from, or a step that does not fit.
pub fn upgrade(
    file: &str,
    table: &mut Table,
    chain: &[Migration],
    to: u32,
) -> Result<(), FileFault> {
    let written = format_of(file, table)?;
    if written > to {
        return Err(newer(file, written, to));
    }
    for version in written..to {
        let step = chain.iter().find(|it| it.from == version).ok_or_else(|| {
            let problem = format!("format {version} is too old: nothing leads on from it");
            FileFault::new(file, problem, "read it with the packetboat that wrote it")
        })?;
        (step.apply)(table).map_err(|error| {
            let problem = format!("it does not fit format {version}: {error}");
            FileFault::new(file, problem, "restore the file from a backup")
        })?;
        table.insert(FORMAT_KEY.to_owned(), Value::from(version + 1));
    }
    Ok(())
}

/// What to do with a file from the future.
pub const INSTALL_NEWER: &str = "install a newer packetboat";

/// The fault of a file from the future.
pub fn newer(file: &str, written: u32, ours: u32) -> FileFault {
    FileFault::new(
        file,
        format!("format {written} is newer than this program, which knows {ours}"),
        INSTALL_NEWER,
    )
}

fn format_of(file: &str, table: &Table) -> Result<u32, FileFault> {
    let found = table.get(FORMAT_KEY).and_then(Value::as_u64);
    found
        .and_then(|it| u32::try_from(it).ok())
        .filter(|it| *it > 0)
        .ok_or_else(|| {
            FileFault::new(
                file,
                "it does not say which format it is in",
                "restore the file from a backup",
            )
        })
}
