//! How the fuzzer is built: as the workspace is where libraries are concerned, or every machine
//! that fuzzes builds them twice.

use crate::sources::read;
use toml::Table;

/// What a manifest says of how libraries are built for a release.
fn of_libraries(manifest: &str) -> Table {
    let manifest: Table = read(manifest).parse().unwrap();
    let mut profile = manifest["profile"]["release"].as_table().unwrap().clone();
    let packages = profile["package"].as_table_mut().unwrap();
    packages.retain(|name, _| !name.starts_with("packetboat"));
    profile
}

#[test]
fn the_fuzzer_builds_libraries_as_the_workspace_does() {
    let ours = of_libraries("Cargo.toml");
    assert_eq!(of_libraries("fuzz/Cargo.toml"), ours, "make them alike");
}
