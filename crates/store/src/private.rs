//! What of an entry is private, and how it is kept apart from what its chain of hashes covers.
//!
//! `entry.toml` is a link of the chain. What nobody outside may ever read (addresses, which mails
//! came and what became of them, absences, the referee's reasons) is not part of it: it is in
//! `private.toml` beside it, and the link holds that file's hash. So it can be left out, or shown,
//! and nothing else changes. Submissions as written and letters are kept so as well, each in a file
//! of its own. Each such file begins with a salt, without which nobody can try out from its hash
//! what it says. Not here: the rest of an entry (`entry`), and the salt of a whole entry
//! (`desk::entry::posting`).

use super::seat_desk::{self, ONE_RECORD_A_SEAT};
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::head::{self, FileKind, Head};
use packetboat_core::textfile::migrate::Migration;
use packetboat_core::textfile::plain::Table;
use serde_json::Value;

/// The private part of an entry's note, in the folder of the entry.
pub const PRIVATE_FILE: &str = "private.toml";

/// Version of its shape.
const FORMAT: u32 = 2;

/// How older shapes of it become today's.
const MIGRATIONS: &[Migration] = &[Migration {
    from: 1,
    why: ONE_RECORD_A_SEAT,
    apply: seat_desk::gather,
}];

/// What of a note is private, by its place there; besides the addresses of mails.
const PLACES: &[&[&str]] = &[
    &["mail"],
    &["brought"],
    &["cause", "why"],
    &["desk", "held"],
    &["desk", "ahead"],
    &["desk", "moved"],
    &["desk", "asked"],
    &["desk", "news"],
    &["desk", "unsigned"],
    &["desk", "seats", EACH, "sheets"],
    &["desk", "seats", EACH, "html"],
    &["desk", "seats", EACH, "calendar"],
    &["desk", "seats", EACH, "warned"],
    &["desk", "seats", EACH, "marked"],
    &["desk", "seats", EACH, "asking"],
    &["desk", "seats", EACH, "unasked"],
    &["desk", "seats", EACH, "endings"],
    &["desk", "seats", EACH, "known"],
    &["desk", "seats", EACH, "pressed"],
    &["desk", "seats", EACH, "moving"],
    &["desk", "seats", EACH, "answered"],
    &["desk", "seats", EACH, "unanswered"],
    &["desk", "seats", EACH, "letters"],
    &["desk", "seats", EACH, "words"],
    &["desk", "seats", EACH, "away"],
    &["desk", "seats", EACH, "wanted"],
    &["desk", "seats", EACH, "substitute"],
    &["desk", "seats", EACH, "votes"],
    &["desk", "seats", EACH, "digests"],
    &["desk", "seats", EACH, "note"],
    &["desk", "seats", EACH, "comments"],
    &["desk", "seats", EACH, "boxed"],
    &["desk", "seats", EACH, "late"],
    &["desk", "seats", EACH, "keeping"],
    &["desk", "seats", EACH, "former"],
    &["desk", "seats", EACH, "roster"],
];

/// In a place: every key of the table.
const EACH: &str = "*";

/// The field of mails that is private, and under which name all of them are here by their keys.
const ADDRESS: &str = "to";

/// The mails of a note.
const MAILS: &str = "out";

/// What comes before a salt in files that are text.
const SALT: &str = "Salt: ";

/// Hex digits of a salt.
const SALT_DIGITS: usize = 32;

/// `private.toml` of a note, whose private part this is.
pub(super) fn text(campaign: &str, private: Table, salt: &str) -> String {
    let mut table = Table::new();
    table.insert("salt".to_owned(), Value::from(salt_of(salt, PRIVATE_FILE)));
    table.extend(private);
    let head = Head {
        kind: FileKind::Private,
        campaign: Some(campaign.to_owned()),
        game: None,
        format: FORMAT,
        revision: None,
    };
    head::write(&head, &Value::Object(table))
}

/// Puts what a `private.toml` says back into the table of its note.
///
/// # Errors
/// Text that does not fit.
pub(super) fn join(note: &mut Table, file: &str, text: &str) -> Result<(), FileFault> {
    let (_, mut private) = head::open(file, text, FileKind::Private, MIGRATIONS, FORMAT)?;
    let addresses = private.shift_remove(ADDRESS);
    let mails = note.get_mut(MAILS).and_then(Value::as_array_mut);
    for mail in mails.into_iter().flatten() {
        let key = mail.get("key").and_then(Value::as_str).unwrap_or_default();
        let address = addresses.as_ref().and_then(|it| it.get(key)).cloned();
        if let (Some(mail), Some(address)) = (mail.as_object_mut(), address) {
            mail.insert(ADDRESS.to_owned(), address);
        }
    }
    merge(note, parted(private, PLACES).1);
    Ok(())
}

/// Parts a note, as a table, in what the chain covers and what is private.
pub(super) fn part(whole: Table) -> (Table, Table) {
    let (mut public, mut private) = parted(whole, PLACES);
    let mut addresses = Table::new();
    let mails = public.get_mut(MAILS).and_then(Value::as_array_mut);
    for mail in mails.into_iter().flatten().filter_map(Value::as_object_mut) {
        let address = mail.shift_remove(ADDRESS);
        let key = mail.get("key").and_then(Value::as_str).map(str::to_owned);
        addresses.extend(key.zip(address));
    }
    if !addresses.is_empty() {
        private.insert(ADDRESS.to_owned(), Value::Object(addresses));
    }
    (public, private)
}

/// Parts a table in what is at none of these places, and what is. A table of which one part has
/// nothing is not in that part, not even by its name.
fn parted(whole: Table, places: &[&[&str]]) -> (Table, Table) {
    let (mut public, mut private) = (Table::new(), Table::new());
    for (key, value) in whole {
        let here = places.iter().filter_map(|it| it.split_first());
        let here = here.filter(|(first, _)| **first == EACH || **first == key);
        let inner: Vec<&[&str]> = here.map(|it| it.1).collect();
        match value {
            value if inner.is_empty() => drop(public.insert(key, value)),
            value if inner.iter().any(|it| it.is_empty()) => drop(private.insert(key, value)),
            Value::Object(whole) => {
                let (shown, hidden) = parted(whole, &inner);
                if !shown.is_empty() {
                    public.insert(key.clone(), shown.into());
                }
                if !hidden.is_empty() {
                    private.insert(key, hidden.into());
                }
            }
            value => drop(public.insert(key, value)),
        }
    }
    (public, private)
}

/// Puts all of a table into another.
fn merge(into: &mut Table, from: Table) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(Value::Object(into)), Value::Object(from)) => merge(into, from),
            (_, value) => drop(into.insert(key, value)),
        }
    }
}

/// The salt of one file, made from that of its entry: anyone who is shown one file learns nothing
/// of the others.
fn salt_of(salt: &str, path: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("packetboat 1 salt of a private file");
    hasher.update(&(salt.len() as u64).to_le_bytes());
    hasher.update(salt.as_bytes());
    hasher.update(path.as_bytes());
    hasher.finalize().to_hex().as_str()[..SALT_DIGITS].to_owned()
}

/// A text as it is kept: its salt is above it.
pub(super) fn salted(salt: &str, path: &str, text: &str) -> String {
    format!("{SALT}{}\n{text}", salt_of(salt, path))
}

/// The same without its salt; files of before had none.
pub fn without_salt(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with(SALT) => rest,
        _ => text,
    }
}
