//! The witness of an entry: a short hash over its `entry.toml` that stands in every mail the entry
//! causes, so that whoever keeps a mail can tell later whether the entry is still what it was.
//!
//! It covers all that the note says but the list of those mails, which hold the witness themselves.
//! Each note has a nonce, made from the seed: without it nobody can try out from a witness what a
//! note says. Not here: where it is printed (`desk::work`) and looked for (`desk::verify`).

use super::entry::Note;
use packetboat_core::textfile::head::without_comment;
use packetboat_core::textfile::{canon, plain};

/// Hex digits of a witness.
pub const HEX_DIGITS: usize = 40;

/// The words in front of it, in mails.
pub const LEAD: &str = "Witness: ";

/// The field of a note that its witness does not cover.
const MAILS: &str = "out";

/// The witness of this `entry.toml`; `None`: it has no nonce, being older than witnesses are, or
/// it cannot be read.
///
/// The file is read as a table and spelled anew, so that its comment and its spelling do not count,
/// nor does the version of the program that reads it.
pub fn of(entry: &str) -> Option<String> {
    let mut table = plain::from_toml(without_comment(entry)).ok()?;
    let nonce = table.get("nonce")?.as_str()?.to_owned();
    table.shift_remove(MAILS);
    Some(over(&nonce, &canon::text(&table)))
}

/// The same of a note that is being made, to be put into the mails that it will name.
pub fn of_note(note: &Note) -> Option<String> {
    Some(over(note.nonce.as_ref()?, &note.witnessed()))
}

fn over(nonce: &str, spelled: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("packetboat 1 witness of an entry");
    hasher.update(&(nonce.len() as u64).to_le_bytes());
    hasher.update(nonce.as_bytes());
    hasher.update(spelled.as_bytes());
    hasher.finalize().to_hex().as_str()[..HEX_DIGITS].to_owned()
}

/// What stands below the text of a mail. No mark of a signature stands above it: some mail programs
/// quote without marks, and what people write below a signature is not read.
pub fn line(witness: &str) -> String {
    format!("{LEAD}{witness}\n")
}

/// The witnesses in the text of a mail, whatever was done to its lines.
pub fn all_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, lead) in text.match_indices(LEAD.trim_end()) {
        let behind = text[at + lead.len()..].chars();
        let behind = behind.filter(|it| !it.is_whitespace() && *it != '>');
        let word: String = behind.take_while(char::is_ascii_hexdigit).collect();
        let word = word.to_ascii_lowercase();
        if word.len() >= HEX_DIGITS && !found.iter().any(|it| *it == word[..HEX_DIGITS]) {
            found.push(word[..HEX_DIGITS].to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = "\
# Written by packetboat 0.1.0.
number = 3
nonce = \"00ff\"

[dice]
link = 2

[[out]]
key = \"a.b\"
# end
";

    #[test]
    fn it_covers_all_but_the_mails() {
        let witness = of(NOTE).expect("it has a nonce");
        assert_eq!(witness.len(), HEX_DIGITS);
        let without_mails = NOTE.split("\n[[out]]").next().expect("a first part");
        assert_eq!(of(without_mails).as_ref(), Some(&witness));
        assert_eq!(of(&NOTE.replace("0.1.0", "9.9.9")).as_ref(), Some(&witness));
        for (from, to) in [("link = 2", "link = 3"), ("00ff", "00fe"), ("= 3", "= 4")] {
            let other = of(&NOTE.replacen(from, to, 1));
            assert!(
                other.is_some() && other.as_ref() != Some(&witness),
                "{from}"
            );
        }
        assert_eq!(of("number = 3\n"), None);
    }

    #[test]
    fn it_is_found_in_a_mail() {
        let witness = of(NOTE).expect("it has a nonce");
        let text = format!("> Dear Ana,\n>\n> {}", line(&witness).replace('\n', "\n> "));
        assert_eq!(all_in(&text), [witness]);
        assert!(all_in(&"a".repeat(HEX_DIGITS)).is_empty());
    }
}
