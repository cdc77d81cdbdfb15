//! Files that come with orders which name them: each is made fit to be sent on and kept, and the
//! orders name it as it is kept.
//!
//! Not here: finding a file in a mail (`mail::attached`), what is left of one (`report::clean`),
//! and sending it on (`entry::brought`).

use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::{Arrival, Source};
use crate::desk::inbox::opened::OpenedMail;
use crate::lang::kept_file;
use crate::mail::cut::unquoted;
use crate::mail::fold::fold;
use crate::mail::parse::take_note_of_file;
use crate::mail::{Body, attached};
use crate::report::{Cleaned, clean};
use crate::store::fault::Stored;
use crate::store::maildir::{DropBox, Maildir};
use std::collections::BTreeMap;

/// Bytes of a mail with files that are read at most.
const MAIL_BYTES_MAX: usize = 16 << 20;

/// Files of a mail that are kept at most.
const FILES_MAX: usize = 10;

/// How the name of a file ends that may be kept.
const ENDINGS: [&str; 4] = [".png", ".jpg", ".jpeg", ".pdf"];

/// A mail whose orders name files, with the names under which they are kept; `None`: none are
/// named. What is wrong with a file is in the notes of the mail.
///
/// # Errors
/// An entry that is gone or altered; the disk's.
pub fn kept(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
) -> Result<Option<Arrival>, CampaignError> {
    let body = arrival.mail.body.lines().iter();
    let ends = |it: &str| ENDINGS.iter().any(|ending| it.contains(ending));
    if !body
        .map(|it| it.text.to_ascii_lowercase())
        .any(|it| ends(&it))
    {
        return Ok(None);
    }
    let grammar = work.table(arrival.seat).grammar(arrival.seat);
    let forms = grammar.orders.iter().filter(|it| it.has_file());
    let verbs: Vec<&str> = forms.map(|it| it.name).collect();
    let names_file = |line: &str| {
        let first = unquoted(line).split_whitespace().next().unwrap_or_default();
        verbs.iter().any(|it| first.eq_ignore_ascii_case(it))
    };
    let mut mail = arrival.mail.mail.clone();
    let Body::Text(lines) = &mut mail.body else {
        return Ok(None);
    };
    let naming = lines.iter_mut().filter(|it| names_file(&it.text));
    let naming: Vec<&mut String> = naming.map(|it| &mut it.text).collect();
    if naming.is_empty() {
        return Ok(None);
    }
    let raw = raw(work, arrival)?;
    let names = attached::names(&raw).into_iter();
    let mut names: Vec<String> = names.map(|it| fold(base(&it))).collect();
    // The longest first: one may end as another.
    names.sort_by_key(|it| std::cmp::Reverse(it.len()));
    names.dedup();
    let (mut taken, mut notes) = (BTreeMap::new(), Vec::new());
    for line in naming {
        let found = names.iter().find_map(|it| Some((it, place(line, it)?)));
        match found {
            Some((name, place)) => {
                let room = taken.len() < FILES_MAX;
                let kept = taken.entry(name.clone()).or_insert_with(|| {
                    let kept = room.then(|| keep(work, name, &raw, &mut notes));
                    kept.flatten()
                });
                if let Some(kept) = kept {
                    line.replace_range(place..place + name.len(), kept);
                }
            }
            // None that is not here may be named as if it were.
            None => forget_unknown(work, line)?,
        }
    }
    for name in taken.keys() {
        take_note_of_file(&mut mail, name);
    }
    mail.notes.extend(notes);
    Ok(Some(Arrival {
        mail: OpenedMail::open(mail),
        ..arrival.clone()
    }))
}

/// A name without its folder.
fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// Where a line names a file.
fn place(line: &str, name: &str) -> Option<usize> {
    let (line, name) = (line.to_ascii_lowercase(), name.to_ascii_lowercase());
    line.find(&name).filter(|_| !name.trim().is_empty())
}

/// Keeps a file of a mail; the name under which it is kept.
fn keep(
    work: &mut EntryBuilder<'_>,
    name: &str,
    raw: &[u8],
    notes: &mut Vec<String>,
) -> Option<String> {
    let bytes = attached::attached(raw, name)?;
    let cleaned = match clean(&bytes) {
        Ok(cleaned) => cleaned,
        Err(why) => {
            notes.push(why.says(name));
            return None;
        }
    };
    let ending = match &cleaned {
        Cleaned::Picture { .. } => "png",
        Cleaned::Paper(_) => "pdf",
    };
    let bytes = cleaned.bytes();
    let hash = blake3::hash(bytes);
    let kept = kept_file::kept(name, ending, hash.to_hex().as_str());
    work.keep_file(kept.clone(), bytes.to_vec());
    Some(kept)
}

/// Takes the digits out of names under which nothing is kept.
fn forget_unknown(work: &EntryBuilder<'_>, line: &mut String) -> Result<(), CampaignError> {
    let words = line.split_whitespace().map(str::to_owned);
    for word in words.collect::<Vec<String>>() {
        if let Some(plain) = kept_file::plain_name(&word)
            && work.brought(&word)?.is_none()
        {
            *line = line.replace(&word, &plain);
        }
    }
    Ok(())
}

/// The whole mail; empty: it did not come as one.
fn raw(work: &EntryBuilder<'_>, arrival: &Arrival) -> Stored<Vec<u8>> {
    let (club, name) = (work.club, &arrival.file);
    match arrival.from {
        Source::Maildir => {
            let root = club.layout.path(&club.config.mail_in.maildir);
            Maildir::new(&*club.fs, root).read(name, MAIL_BYTES_MAX)
        }
        Source::Drop if !arrival.trusted => {
            DropBox::new(&*club.fs, club.layout.drop_box()).read(name, MAIL_BYTES_MAX)
        }
        Source::Drop | Source::Command => Ok(Vec::new()),
    }
}
