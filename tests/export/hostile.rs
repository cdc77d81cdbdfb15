//! Exports that somebody made to cost much, or to look like a crash: each is answered, in a time
//! that grows as the file does.

use super::{exported, found, played, published};
use packetboat::desk::proof::verify::Outcome;
use packetboat::store::bundle::{Files, pack, unpack};
use packetboat::store::digest::Digest;

/// An export with another file of its own, and the manifest made anew.
fn with(folder: &str, files: &Files, path: &str, bytes: Vec<u8>) -> Vec<u8> {
    let mut files = files.clone();
    let manifest = String::from_utf8(files["export.toml"].clone()).unwrap();
    let mut manifest = published(&manifest);
    manifest.files.insert(path.to_owned(), Digest::of(&bytes));
    files.insert(path.to_owned(), bytes);
    files.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
    pack(folder, &files).unwrap()
}

#[test]
fn a_large_campaign_toml_is_refused_at_once() {
    let (folder, files) = unpack(&exported(&played(), "worlds")).unwrap();
    let config = String::from_utf8(files["campaign.toml"].clone()).unwrap();
    for line in [
        "# x\n",
        "[[[[",
        "x",
        "[seats.s]\nrobot = true\n",
        "a = [[1]]\n",
    ] {
        let more = line.repeat(20_000_000 / line.len());
        let bytes = format!("{config}{more}").into_bytes();
        let told = found(&with(&folder, &files, "campaign.toml", bytes));
        assert_eq!(told.outcome(), Outcome::Problem);
        let said = told.to_string();
        assert!(
            said.contains("campaign.toml: it has more than 256 kB"),
            "{said}"
        );
        assert!(said.len() < 2_000, "{said}");
    }
}
