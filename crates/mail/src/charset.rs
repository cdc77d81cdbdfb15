//! Bytes of a text part → text, whatever the mail says the charset is.
//!
//! The label is believed unless the bytes contradict it: programs that send UTF-8 under the name
//! of latin1, or the reverse, are common. Not here: the tables, which are the mail library's
//! (`library::named_charset`), but for two of Central Europe that it has not, and UTF-7, of which
//! it reads `+-` wrongly.

use super::library;

/// What the bytes were read as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text.
    pub text: String,
    /// A sentence for the receipt if the label was of no use; else nothing.
    pub note: Option<String>,
}

/// Decodes. `label` is the `charset` parameter, if there is one. Never fails: what cannot be
/// UTF-8 is read as windows-1252, in which every byte means something.
pub fn decode(bytes: &[u8], label: Option<&str>) -> Decoded {
    let label = label.unwrap_or_default().trim().to_ascii_lowercase();
    if let Some(text) = marked(bytes).or_else(|| unmarked_wide(bytes)) {
        return Decoded { text, note: None };
    }
    if matches!(label.as_str(), "utf-7" | "utf7" | "unicode-1-1-utf-7") {
        let text = utf_7(bytes);
        return Decoded { text, note: None };
    }
    let utf8 = std::str::from_utf8(bytes).ok();
    if let Some(text) = utf8.filter(|_| utf8_wins(&label, bytes)) {
        return Decoded {
            text: text.to_owned(),
            note: None,
        };
    }
    if let Some((_, upper)) = TABLES.iter().find(|it| it.0.contains(&label.as_str())) {
        let text = utf8.map_or_else(|| one_byte(bytes, upper), str::to_owned);
        return Decoded { text, note: None };
    }
    // A few dead charsets have a decoder that answers everything with one replacement character.
    let named = library::named_charset(&label, bytes).filter(|it| it != "\u{fffd}");
    if let Some(text) = named {
        return Decoded { text, note: None };
    }
    let known = label.is_empty() || is_utf8(&label);
    let note = (!known).then(|| {
        format!(
            "Your mail names the character set `{}`, which is unknown here; it was read as {}.",
            super::address::header_text(&label),
            if utf8.is_some() {
                "UTF-8"
            } else {
                "windows-1252"
            },
        )
    });
    let text = match utf8 {
        Some(text) => text.to_owned(),
        None => windows_1252(bytes),
    };
    Decoded { text, note }
}

/// Charsets of one byte, by their names: what the bytes from 128 mean.
const TABLES: [(&[&str], &str); 2] = [
    (
        &["ibm852", "cp852", "852", "cspcp852", "ibm-852"],
        "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č\
         áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
         └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
         ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
    ),
    (
        &[
            "x-mac-ce",
            "macce",
            "mac-ce",
            "x-mac-centraleurroman",
            "x-mac-central-europe",
        ],
        "ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü\
         †°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ\
         ņŃ¬√ńŇ∆«»…\u{a0}ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖ\
         ŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ",
    ),
];

fn one_byte(bytes: &[u8], upper: &str) -> String {
    let upper: Vec<char> = upper.chars().collect();
    let letter = |byte: &u8| match byte.checked_sub(128) {
        None => char::from(*byte),
        Some(at) => upper.get(usize::from(at)).copied().unwrap_or('\u{fffd}'),
    };
    bytes.iter().map(letter).collect()
}

/// UTF-7 (RFC 2152): `+` begins a run of base64 in UTF-16, which ends at the first byte that is
/// none; a `-` there belongs to it. `+-` is a plus sign.
fn utf_7(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'+' {
            text.push(char::from(*first));
            continue;
        }
        let is_code = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'/');
        let length = rest.iter().take_while(|it| is_code(it)).count();
        let (code, behind) = rest.split_at(length);
        rest = behind.strip_prefix(b"-").unwrap_or(behind);
        if code.is_empty() {
            text.push('+');
            continue;
        }
        let (mut bits, mut count, mut units) = (0_u32, 0, Vec::new());
        for byte in code {
            bits = (bits << 6) | u32::from(digit(*byte));
            count += 6;
            if count >= 16 {
                count -= 16;
                units.push(((bits >> count) & 0xFFFF) as u16);
                bits &= (1 << count) - 1;
            }
        }
        let letters = char::decode_utf16(units);
        text.extend(letters.map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)));
    }
    text
}

/// The value of a letter of base64.
fn digit(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    }
}

/// Text that says itself what it is, by a byte order mark.
fn marked(bytes: &[u8]) -> Option<String> {
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => std::str::from_utf8(rest).ok().map(str::to_owned),
        [0xFE, 0xFF, rest @ ..] => library::named_charset("utf-16be", rest),
        [0xFF, 0xFE, rest @ ..] => library::named_charset("utf-16le", rest),
        _ => None,
    }
}

/// UTF-16 without a mark: the order words are ASCII, so every other byte of them is zero.
fn unmarked_wide(bytes: &[u8]) -> Option<String> {
    let zeros = |parity: usize| {
        let every_other = bytes.iter().skip(parity).step_by(2);
        every_other.filter(|it| **it == 0).count()
    };
    let (high, low) = (zeros(0), zeros(1));
    if high + low < bytes.len() / 4 || bytes.len() < 4 {
        return None;
    }
    let label = if high > low { "utf-16be" } else { "utf-16le" };
    library::named_charset(label, bytes)
}

/// Whether bytes that are valid UTF-8 are UTF-8 although the label says otherwise. They are under
/// the label of a one-byte charset, where they would read as pairs like `Ã©`; and under that of
/// UTF-16 when there is no zero byte, for then not even the line ends would be right.
fn utf8_wins(label: &str, bytes: &[u8]) -> bool {
    const ONE_BYTE: [&str; 8] = [
        "iso-8859-",
        "iso8859-",
        "iso_8859-",
        "windows-12",
        "cp125",
        "latin",
        "us-ascii",
        "ascii",
    ];
    if label.starts_with("utf-16") || label.starts_with("ucs-2") || label == "unicode" {
        return !bytes.contains(&0);
    }
    is_utf8(label) || ONE_BYTE.iter().any(|it| label.starts_with(it))
}

fn is_utf8(label: &str) -> bool {
    matches!(label, "utf-8" | "utf8" | "unicode-1-1-utf-8")
}

fn windows_1252(bytes: &[u8]) -> String {
    let named = library::named_charset("windows-1252", bytes);
    named.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(label: &str, bytes: &[u8], wanted: &str, is_noted: bool) {
        let got = decode(bytes, Some(label).filter(|it| !it.is_empty()));
        assert_eq!((got.text.as_str(), got.note.is_some()), (wanted, is_noted));
    }

    #[test]
    fn labels_are_believed_unless_the_bytes_contradict() {
        check("", "é\n".as_bytes(), "é\n", false);
        check("", b"\xe9\n", "é\n", false);
        check("ISO-8859-2", b"\xb3\n", "ł\n", false);
        check("ISO-8859-2", "ł\n".as_bytes(), "ł\n", false);
        check("utf-8", b"\x93a\x94\n", "“a”\n", false);
        check("gb18030", b"\xc4\xe3\n", "你\n", false);
        check("shift_jis", b"\x82\xa0\n", "あ\n", false);
        check("utf-7", b"+AOk-\n", "é\n", false);
        check(
            "UTF-7",
            b"red+-blue 1 +- 2+2D3eAA.+",
            "red+blue 1 + 2😀.+",
            false,
        );
        check("IBM852", b"\x88\xa2d\xab \xfd\n", "łódź ř\n", false);
        check("ibm852", "łódź\n".as_bytes(), "łódź\n", false);
        check("x-mac-ce", b"\xb8\x97d\x90\n", "łódź\n", false);
        check("utf-16", b"ABC\n", "ABC\n", false);
        check("utf-16le", b"A\0\xe9\0\n\0", "Aé\n", false);
        check("utf-8", b"\xef\xbb\xbfA\n", "A\n", false);
        check("us-ascii", b"\0A\0\xe9\0\n", "Aé\n", false);
        check("iso-2022-kr", b"#orders\n", "#orders\n", true);
        check("klingon", b"\xe9\n", "é\n", true);
    }
}
