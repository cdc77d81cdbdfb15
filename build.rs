//! Puts the files under `games/` and `templates/` into the binary, so that no list is kept by hand.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut code = String::new();
    for (name, folder) in [("GAMES", "games"), ("TEMPLATES", "templates")] {
        println!("cargo::rerun-if-changed={folder}");
        let mut files = Vec::new();
        walk(&root.join(folder), &mut files)?;
        files.sort();
        writeln!(code, "pub(super) static {name}: &[(&str, &str)] = &[").expect("memory");
        for file in files {
            let short = file.strip_prefix(root.join(folder)).expect("walked there");
            let short = short.to_str().expect("our file names are ASCII");
            let short = short.replace('\\', "/");
            writeln!(code, "    ({short:?}, include_str!({file:?})),").expect("memory");
        }
        writeln!(code, "];").expect("memory");
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("builtin.rs"), code)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if matches!(
            path.extension().and_then(|it| it.to_str()),
            Some("toml" | "txt" | "html" | "md" | "css" | "xml")
        ) {
            files.push(path);
        }
    }
    Ok(())
}
