//! Of `desk::own_name`.

use packetboat::desk::club::program_name::{is_found, quoted};
use std::fs;

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
    let folder = |text: &str| {
        let folder = places.path().join(text);
        fs::create_dir(&folder).unwrap();
        folder
    };
    let (empty, other, own) = (folder("empty"), folder("other"), folder("own"));
    for home in [&other, &own] {
        fs::write(home.join("packetboat"), "").unwrap();
    }
    let program = own.join("packetboat");
    assert!(is_found(
        &program,
        &[empty.clone(), own.clone(), other.clone()]
    ));
    assert!(!is_found(&program, &[other, own]));
    assert!(!is_found(&program, &[empty]));
}
