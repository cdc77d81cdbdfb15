//! What a piece of a picture uses of what pieces share: read from the piece itself.

use std::collections::BTreeSet;

/// Numbers of styles, outlines, lines in many places, and areas that cut.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    pub(super) classes: BTreeSet<usize>,
    pub(super) outlines: BTreeSet<usize>,
    pub(super) stamps: BTreeSet<usize>,
    pub(super) cuts: BTreeSet<usize>,
}

impl Used {
    /// Adds what a piece uses. Words in it that look as if they named something do no harm: what
    /// is not there is not written.
    pub(super) fn add(&mut self, piece: &str) {
        let bytes = piece.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            let rest = &bytes[at + 1..];
            match byte {
                b'k' if bytes[..at].ends_with(b"class=\"") => insert(&mut self.classes, rest),
                b'#' if rest.starts_with(b"o") => insert(&mut self.outlines, &rest[1..]),
                b'#' if rest.starts_with(b"m") => insert(&mut self.stamps, &rest[1..]),
                b'#' if rest.starts_with(b"cut") => insert(&mut self.cuts, &rest[3..]),
                _ => {}
            }
        }
    }
}

/// Adds the number that this begins with.
fn insert(numbers: &mut BTreeSet<usize>, text: &[u8]) {
    let digits = text.iter().take_while(|it| it.is_ascii_digit()).take(6);
    let number = digits.fold(None, |number: Option<usize>, digit| {
        Some(number.unwrap_or(0) * 10 + usize::from(digit - b'0'))
    });
    numbers.extend(number);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_used() {
        let mut used = Used::default();
        used.add("<use class=\"k12\" href=\"#o3\"/><path style=\"marker:url(#m0)\"/>");
        used.add("<g clip-path=\"url(#cut7)\"></g><text class=\"k1\">k5 #9 #m</text>");
        let of = |all: &[usize]| all.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(used.classes, of(&[1, 12]));
        assert_eq!((used.outlines, used.stamps), (of(&[3]), of(&[0])));
        assert_eq!(used.cuts, of(&[7]));
    }
}
