//! A checksum as the last line of a file, for files that no hash elsewhere covers: so one that was
//! damaged is not believed.
//!
//! Not here: hashes that others keep of a file (`store::digest`).

/// How the line begins.
const MARK: &str = "# checksum ";

/// A file that was read, without its checksum.
pub struct Checked<'t> {
    /// What is above it.
    pub text: &'t str,
    /// Whether it has one; files written before there were checksums have none.
    pub summed: bool,
}

/// The file with its checksum below.
pub fn add(text: &str) -> String {
    let sum = blake3::hash(text.as_bytes()).to_hex();
    format!("{text}{MARK}{sum}\n")
}

/// Takes the checksum away; `None`: it is that of another text.
pub fn check(text: &str) -> Option<Checked<'_>> {
    let above = text.trim_end_matches('\n');
    let at = above.rfind('\n').map_or(0, |it| it + 1);
    // Nobody writes a comment there but us.
    if !above[at..].starts_with('#') {
        return Some(Checked {
            text,
            summed: false,
        });
    }
    let checked = Checked {
        text: &text[..at],
        summed: true,
    };
    (add(checked.text) == text).then_some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_counts() {
        let whole = add("a = 1\nb = 2\n");
        let checked = check(&whole).expect("it is as it was written");
        assert!(checked.summed);
        assert_eq!(checked.text, "a = 1\nb = 2\n");
        let old = check("a = 1\n").expect("it has none");
        assert!(!old.summed);
        for (at, byte) in whole.bytes().enumerate() {
            for bit in 0..7 {
                let mut bytes = whole.clone().into_bytes();
                bytes[at] = byte ^ (1 << bit);
                let text = String::from_utf8(bytes).expect("ASCII");
                let taken =
                    check(&text).is_some_and(|it| toml::from_str::<toml::Table>(it.text).is_ok());
                assert!(!taken, "{text}");
            }
        }
    }
}
