//! How this program is called from a shell, for commands that are printed to be copied.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// `packetboat` if a shell finds this very program by that name, else where it lies.
pub fn own_name() -> String {
    let Ok(own) = env::current_exe() else {
        return "packetboat".to_owned();
    };
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    match is_found(&own, &folders) {
        true => "packetboat".to_owned(),
        false => quoted(&own.display().to_string()),
    }
}

/// Whether the first `packetboat` of these folders is this program.
fn is_found(own: &Path, folders: &[PathBuf]) -> bool {
    let mut named = folders.iter().map(|it| it.join("packetboat"));
    let first = named.find(|it| it.is_file());
    let real = |it: &Path| fs::canonicalize(it).ok();
    first.is_some_and(|it| real(&it).is_some() && real(&it) == real(own))
}

/// A word as a shell takes it whole.
pub fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "/._-+~:@%,=".contains(it);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_a_shell() {
        assert_eq!(quoted("/home/me/club"), "/home/me/club");
        assert_eq!(quoted("/my club/a"), "'/my club/a'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn the_first_on_the_path_counts() {
        let places = tempfile::tempdir().unwrap();
        let folder = |it: &str| {
            let folder = places.path().join(it);
            fs::create_dir(&folder).unwrap();
            folder
        };
        let (empty, other, own) = (folder("empty"), folder("other"), folder("own"));
        for it in [&other, &own] {
            fs::write(it.join("packetboat"), "").unwrap();
        }
        let program = own.join("packetboat");
        assert!(is_found(
            &program,
            &[empty.clone(), own.clone(), other.clone()]
        ));
        assert!(!is_found(&program, &[other, own]));
        assert!(!is_found(&program, &[empty]));
    }
}
