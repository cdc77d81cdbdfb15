//! The witness of an entry: a short hash over its `entry.toml` that is in every mail the entry
//! causes, so that anyone who keeps a mail can see later whether the entry is still what it was.
//!
//! It covers all that the note says but the list of those mails, which hold the witness themselves.
//! Each note has a nonce, made from the seed: without it nobody can try out from a witness what a
//! note says. Not here: where it is printed (`desk::entry::posting`) and looked for
//! (`desk::proof::verify`).

use super::entry::{Note, StateFile};
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
/// The file is read as a table and written again, so that its comment and its spelling do not
/// count, nor does the version of the program that reads it.
pub fn of(entry: &str) -> Option<String> {
    of_table(plain::from_toml(without_comment(entry)).ok()?)
}

fn of_table(mut table: plain::Table) -> Option<String> {
    let nonce = table.get("nonce")?.as_str()?.to_owned();
    table.shift_remove(MAILS);
    Some(over(&nonce, &canon::text(&table)))
}

/// The witness that mails of a rollback or an adopted edit had until 2026-11-27: it was made before
/// state and book were put in place, and so covers those of the entry before. `None`: it is another
/// entry, or has no nonce, or one of the two cannot be read.
pub fn of_placed(entry: &str, before: &str) -> Option<String> {
    let mut table = plain::from_toml(without_comment(entry)).ok()?;
    let cause = table.get("cause")?.get("is")?.as_str()?;
    if !["rolled-back", "adopted"].contains(&cause) {
        return None;
    }
    let before = plain::from_toml(without_comment(before)).ok()?;
    let files = table.get_mut("files")?.as_object_mut()?;
    for part in [StateFile::State, StateFile::Book] {
        let name = part.file().trim_end_matches(".toml");
        let old = before.get("files")?.get(name)?.clone();
        files.insert(name.to_owned(), old);
    }
    of_table(table)
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

/// What is below the text of a mail. No mark of a signature is above it: some mail programs
/// quote without marks, and what people write below a signature is not read.
pub fn line(witness: &str) -> String {
    format!("{LEAD}{witness}\n")
}

/// Where a witness is in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The byte at which the words in front of it begin.
    pub at: usize,
    /// The witness, in small letters.
    pub witness: String,
}

/// The witness of a mail, whatever was done to its lines: ours is the last thing in it, so the last
/// one counts; but one in a quotation only where there is none outside. What players write to each
/// other is in a quotation, whatever it says.
pub fn last_in(text: &str) -> Option<Place> {
    let mut last: Option<(usize, Place)> = None;
    for (at, lead) in text.match_indices(LEAD.trim_end()) {
        let behind = text[at + lead.len()..].chars();
        let behind = behind.filter(|it| !it.is_whitespace() && !['>', '|'].contains(it));
        let digits = behind.take_while(char::is_ascii_hexdigit).take(HEX_DIGITS);
        let witness = digits.collect::<String>().to_ascii_lowercase();
        let line = text[..at].rfind('\n').map_or(0, |it| it + 1);
        let depth = depth(&text[line..at]);
        let deeper = last.as_ref().is_some_and(|it| depth > it.0);
        if witness.len() == HEX_DIGITS && !deeper {
            last = Some((depth, Place { at, witness }));
        }
    }
    last.map(|it| it.1)
}

/// How many marks of a quotation a line begins with; in HTML after its tags.
fn depth(line: &str) -> usize {
    let mut rest = line.trim_start();
    let mut depth = 0;
    loop {
        let marked = ["&gt;", ">", "|", ":"].iter();
        let inner = marked.filter_map(|it| rest.strip_prefix(it)).next();
        rest = match (inner, rest.strip_prefix('<')) {
            (Some(inner), _) => {
                depth += 1;
                inner
            }
            (None, Some(tag)) => tag.split_once('>').map_or("", |it| it.1),
            (None, None) => return depth,
        }
        .trim_start();
    }
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
        let found = |text: &str| last_in(text).map(|it| it.witness);
        let ours = line(&witness);
        let quoted = format!("> Dear Ana,\n>\n> {}", ours.replace('\n', "\n> "));
        assert_eq!(found(&quoted).as_ref(), Some(&witness));
        assert_eq!(found(&"a".repeat(HEX_DIGITS)), None);
        assert_eq!(found(&format!("Witness: {}", &witness[1..])), None);
        // What somebody else wrote does not count, wherever it is.
        let other = "Witness: ".to_owned() + &"0".repeat(HEX_DIGITS);
        for letter in [
            format!("{other}\n{ours}"),
            format!(": {other}\n{ours}"),
            format!("{ours}\n> {other}\n"),
            format!("{ours}\n| hello {other}\n"),
            format!("<pre>: {other}</pre>\n<p>{ours}</p>\n<p>&gt; {other}</p>"),
        ] {
            assert_eq!(found(&letter).as_ref(), Some(&witness), "{letter}");
        }
    }
}
