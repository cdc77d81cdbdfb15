//! Puts the templates for all games into the program, so that no list is kept by hand.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders of `templates/` that belong to no game.
const FOLDERS: [&str; 2] = ["_common", "_site"];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = here.join("../../templates").canonicalize()?;
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        walk(&root.join(folder), &mut files)?;
    }
    files.sort();
    let mut code = String::from("pub(super) static TEMPLATES: &[(&str, &str)] = &[\n");
    for file in files {
        let short = file.strip_prefix(&root).expect("walked there");
        let short = short.to_str().expect("our file names are ASCII");
        let short = short.replace('\\', "/");
        writeln!(code, "    ({short:?}, include_str!({file:?})),").expect("memory");
    }
    code += "];\n";
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("builtin.rs"), code)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
