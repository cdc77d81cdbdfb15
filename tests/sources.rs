//! The sources of the whole workspace, for tests that read them. A reader that finds nothing would
//! pass for nothing, so each of these fails where a folder is empty.

use std::fs;
use std::path::{Path, PathBuf};

/// There are more files of ours than that; a search that finds fewer has looked in the wrong place.
const FILES_MIN: usize = 800;

/// The folder that holds the whole workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("the tests have a folder").to_owned()
}

/// A text file of the workspace, by its path from the root.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|it| panic!("{path}: {it}"))
}

/// The folders of all members, from the root: those that hold a manifest. The root's own is "".
pub(crate) fn members() -> Vec<String> {
    let mut found = vec![String::new()];
    for above in ["crates", "games", "games/toy", ""] {
        let folders = inside(above);
        let is_one = |it: &String| root().join(it).join("Cargo.toml").is_file();
        found.extend(folders.filter(is_one));
    }
    found.retain(|it| it != "fuzz");
    assert!(found.len() > 15, "the members were not found: {found:?}");
    found
}

/// What lies in a folder, by its path from the root.
fn inside(folder: &str) -> impl Iterator<Item = String> {
    let items = fs::read_dir(root().join(folder)).into_iter().flatten();
    let mut names: Vec<String> = items
        .map(|it| it.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let prefix = match folder {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    names.into_iter().map(move |it| format!("{prefix}{it}"))
}

/// Every text file under these folders, with its path from the root; fails for a folder that holds
/// none.
pub(crate) fn texts(folders: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in folders {
        let before = found.len();
        gather(folder, &mut found);
        assert!(found.len() > before, "there is no text in {folder}");
    }
    found
}

fn gather(folder: &str, found: &mut Vec<(String, String)>) {
    for path in inside(folder) {
        let whole = root().join(&path);
        if whole.is_dir() {
            gather(&path, found);
        } else if let Ok(text) = fs::read_to_string(&whole) {
            found.push((path, text));
        }
    }
}

/// All Rust files of all members, with their paths from the root.
pub(crate) fn sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for member in members() {
        let homes = match member.as_str() {
            "" => vec!["src".to_owned()],
            "games/toy" => continue,
            "tests" | "benches" => vec![member],
            folder if folder.starts_with("games/") && folder != "games/kit" => {
                vec![format!("{folder}/src"), format!("{folder}/tests")]
            }
            folder => vec![format!("{folder}/src")],
        };
        for home in homes {
            let mut texts = texts(&[&home]);
            texts.retain(|it| it.0.ends_with(".rs"));
            assert!(!texts.is_empty(), "there is no source in {home}");
            all.extend(texts);
        }
    }
    let toys = "games/toy/toys.rs";
    all.push((toys.to_owned(), read(toys)));
    assert!(
        all.len() > FILES_MIN,
        "only {} sources were found",
        all.len()
    );
    all
}

/// The playthroughs of a game, toys included; fails if it has none.
pub(crate) fn playthroughs(game: &str) -> Vec<PathBuf> {
    let folder = format!("games/{game}/tests/playthroughs");
    let files = inside(&folder);
    let files = files.filter(|it| it.ends_with(".toml"));
    let found: Vec<PathBuf> = files.map(|it| root().join(it)).collect();
    assert!(!found.is_empty(), "{game} has no playthrough");
    found
}
