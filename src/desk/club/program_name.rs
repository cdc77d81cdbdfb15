//! How this program is called from a shell, for commands that are printed to be copied.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// `packetboat` if a shell finds this very program by that name, else its path.
pub fn own_name() -> String {
    let Ok(own) = env::current_exe() else {
        return "packetboat".to_owned();
    };
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    if is_found(&own, &folders) {
        "packetboat".to_owned()
    } else {
        quoted(&own.display().to_string())
    }
}

/// Whether the first `packetboat` of these folders is this program.
pub fn is_found(own: &Path, folders: &[PathBuf]) -> bool {
    let mut named = folders.iter().map(|it| it.join("packetboat"));
    let first = named.find(|it| it.is_file());
    let real = |it: &Path| fs::canonicalize(it).ok();
    first.is_some_and(|it| real(&it).is_some() && real(&it) == real(own))
}

/// A word as a shell takes it whole.
pub fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "/._-+~:@%,=".contains(it);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
