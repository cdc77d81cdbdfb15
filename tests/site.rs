//! The club's web archive: what stands on its pages (`pages`), that hidden things change no byte of
//! it (`leaks`), that maps share what they can (`maps`), and that its folder is whole whatever
//! happens (`folder`).

mod folder;
mod leaks;
mod maps;
mod pages;

use crate::support::Bench;
use packetboat::desk::site::{self, Made};
use packetboat::store::fs::Fs;
use packetboat::store::memfs::MemFs;
use std::collections::BTreeMap;
use std::path::Path;

/// Where the site lies on a disk in memory.
pub(crate) const DIR: &str = "/srv/site";

const WEEK: i64 = 7 * 24 * 3_600;

fn make<F: Fs>(bench: &Bench<F>) -> Made {
    site::make(&bench.club, Path::new(DIR)).unwrap()
}

/// The files of the site, by their paths in it.
pub(crate) fn tree(fs: &MemFs) -> BTreeMap<String, Vec<u8>> {
    let files = fs.tree().into_iter();
    let inside = files.filter_map(|(path, bytes)| {
        let path = path.strip_prefix("srv/site/")?.to_owned();
        Some((path, bytes))
    });
    inside
        .filter(|it| !it.0.is_empty() && !it.0.ends_with('/'))
        .collect()
}

/// One page as text.
fn page(bench: &Bench, path: &str) -> String {
    let tree = tree(&bench.fs);
    let bytes = tree.get(path);
    let bytes = bytes.unwrap_or_else(|| panic!("no {path} in {:?}", tree.keys()));
    String::from_utf8(bytes.clone()).unwrap()
}

/// Lets deadlines pass until a campaign is over.
fn play_out(bench: &mut Bench, id: &str) {
    for _ in 0..40 {
        if bench.sheet(id).is_none() {
            return;
        }
        bench.later(WEEK).tick();
    }
    panic!("{id} does not end");
}
