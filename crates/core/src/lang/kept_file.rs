//! The names of files that come with orders, as the files are kept: `map.png` as
//! `map-8f14e45fceea167a.png`, with the first digits of the hash of what is sent on.
//!
//! So an order says which file it means, on any day, and nothing but its name is in the rules. Not
//! here: taking a file out of a mail and keeping it (`desk`).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Digits of the hash.
pub const HASH_DIGITS: usize = 16;

/// Characters of what a file is called, at most.
const STEM_CHARS_MAX: usize = 40;

/// The name under which a file is kept. `hash`: that of its bytes, in hexadecimal digits.
pub fn kept(name: &str, ending: &str, hash: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = base.rsplit_once('.').map_or(base, |it| it.0);
    // Letters without what is above and below them.
    let stem: String = stem.nfd().filter(|it| !is_combining_mark(*it)).collect();
    let plain = |it: char| it.is_ascii_alphanumeric();
    // One word of an order begins with a letter, and has single marks in it.
    let stem = stem.trim_start_matches(|it: char| !it.is_ascii_alphabetic());
    let words = stem.split(|it| !plain(it)).filter(|it| !it.is_empty());
    let stem = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    let stem: String = stem.chars().take(STEM_CHARS_MAX).collect();
    let stem = match stem.trim_end_matches('-') {
        "" => "file",
        stem => stem,
    };
    let hash: String = hash.chars().take(HASH_DIGITS).collect();
    format!("{stem}-{hash}.{ending}")
}

/// What a file is called without the digits; `None`: no file is kept under such a name.
pub fn plain_name(name: &str) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (stem, hash) = stem.rsplit_once('-')?;
    let is_digit = |it: u8| it.is_ascii_digit() || (b'a'..=b'f').contains(&it);
    let fits = !stem.is_empty() && hash.len() == HASH_DIGITS && hash.bytes().all(is_digit);
    fits.then(|| format!("{stem}.{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::cut::cut;

    const HASH: &str = "8f14e45fceea167a5a36dedd4bea2543";

    /// Whatever a file is called, its name is one word of an order, and says which file it is.
    #[test]
    fn names() {
        for (name, wanted) in [
            ("map.png", "map.png"),
            ("Map of the North.PNG", "map-of-the-north.png"),
            (
                "Screenshot 2026-11-30 at 04.06.png",
                "screenshot-2026-11-30-at-04-06.png",
            ),
            ("C:\\maps\\the_bridge.jpeg", "the-bridge.png"),
            ("../../etc/passwd", "passwd.png"),
            ("2026 map.png", "map.png"),
            ("2026.png", "file.png"),
            ("Übersicht Süd.png", "ubersicht-sud.png"),
            ("карта.png", "file.png"),
            ("--x--.png", "x.png"),
            ("", "file.png"),
            (
                &"long ".repeat(30),
                "long-long-long-long-long-long-long-long.png",
            ),
        ] {
            let kept = kept(name, "png", HASH);
            assert_eq!(plain_name(&kept).as_deref(), Some(wanted), "{name}");
            assert!(kept.ends_with("-8f14e45fceea167a.png"), "{kept}");
            assert_eq!(cut(1, &kept).tokens.len(), 1, "{kept}");
        }
        for name in [
            "map.png",
            "map-8f14.png",
            "-8f14e45fceea167a.png",
            "map-8F14E45FCEEA167A.png",
            "map",
        ] {
            assert_eq!(plain_name(name), None, "{name}");
        }
    }
}
