//! Files that come with orders which name them: each is made fit to be sent on and kept, and the
//! orders name it as it is kept.
//!
//! Not here: finding a file in a mail (`mail::attached`), what is left of one (`report::clean`),
//! and sending it on (`entry::brought`).

use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::{Arrival, Source};
use crate::desk::inbox::opened::OpenedMail;
use crate::lang::form::Form;
use crate::lang::kept_file;
use crate::lang::letter;
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

/// How the name of a file ends that may be kept, after its dot.
const ENDINGS: [&str; 4] = ["png", "jpg", "jpeg", "pdf"];

/// A mail whose orders name files, with the names under which they are kept; `None`: none are
/// named. What is wrong with a file is in the notes of the mail.
///
/// # Errors
/// An entry that is gone or altered; the disk's.
pub fn kept(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
) -> Result<Option<Arrival>, CampaignError> {
    let mut body = arrival.mail.body.lines().iter();
    if !body.any(|it| may_name_file(&it.text)) {
        return Ok(None);
    }
    let forms = work.table(arrival.seat).grammar(arrival.seat).orders;
    if !forms.iter().any(Form::has_file) {
        return Ok(None);
    }
    let mut mail = arrival.mail.mail.clone();
    let naming = naming(&forms, &mut mail.body);
    if naming.is_empty() {
        return Ok(None);
    }
    let raw = raw(work, arrival)?;
    let names = attached::names(&raw).into_iter();
    let mut names: Vec<String> = names.map(|it| fold(base(&it))).collect();
    // The longest first: one may end as another.
    names.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let mut taken = Taken {
        raw,
        names,
        files: BTreeMap::new(),
        notes: Vec::new(),
    };
    for line in naming {
        taken.name_in(work, line)?;
    }
    for name in taken.files.keys() {
        take_note_of_file(&mut mail, name);
    }
    mail.notes.extend(taken.notes);
    Ok(Some(Arrival {
        mail: OpenedMail::open(mail),
        ..arrival.clone()
    }))
}

/// Whether a line has what ends the name of a file: most mails have none.
fn may_name_file(line: &str) -> bool {
    let ends = |after: &str, ending: &str| {
        let begins = after.as_bytes().get(..ending.len());
        begins.is_some_and(|it| it.eq_ignore_ascii_case(ending.as_bytes()))
    };
    let mut dots = line.match_indices('.').map(|it| &line[it.0 + 1..]);
    dots.any(|after| ENDINGS.iter().any(|it| ends(after, it)))
}

/// The lines outside of texts that begin as orders which name files.
fn naming<'b>(forms: &[Form], body: &'b mut Body) -> Vec<&'b mut String> {
    let first = |line: &str| {
        let first = unquoted(line).split_whitespace().next();
        first.unwrap_or_default().to_uppercase()
    };
    let of = |line: &str| {
        let first = first(line);
        forms.iter().find(|it| it.name == first)
    };
    let Body::Text(lines) = body else {
        return Vec::new();
    };
    let (mut naming, mut in_text) = (Vec::new(), false);
    for line in lines.iter_mut().map(|it| &mut it.text) {
        let form = of(line);
        if in_text {
            in_text = !letter::ends(1, unquoted(line));
        } else if form.is_some_and(Form::has_text) || letter::is_above_text(unquoted(line)) {
            in_text = true;
        } else if form.is_some_and(Form::has_file) {
            naming.push(line);
        }
    }
    naming
}

/// What is taken out of a mail.
struct Taken {
    raw: Vec<u8>,
    /// The names of its files.
    names: Vec<String>,
    /// The names under which they are kept; `None`: they cannot be sent on.
    files: BTreeMap<String, Option<String>>,
    notes: Vec<String>,
}

impl Taken {
    /// Names the file of a line as it is kept.
    fn name_in(
        &mut self,
        work: &mut EntryBuilder<'_>,
        line: &mut String,
    ) -> Result<(), CampaignError> {
        let mut names = self.names.iter();
        let found = names.find_map(|it| Some((it.clone(), place(line, it)?)));
        let Some((name, place)) = found else {
            // None that is not here may be named as if it were.
            return forget_unknown(work, line);
        };
        if !self.files.contains_key(&name) {
            let kept = self.keep(work, &name);
            self.files.insert(name.clone(), kept);
        }
        if let Some(Some(kept)) = self.files.get(&name) {
            line.replace_range(place..place + name.len(), kept);
        }
        Ok(())
    }

    /// Keeps a file; the name under which it is kept.
    fn keep(&mut self, work: &mut EntryBuilder<'_>, name: &str) -> Option<String> {
        let same = self.names.iter().filter(|it| it.eq_ignore_ascii_case(name));
        if same.count() > 1 {
            self.notes.push(format!(
                "Several files called `{name}` came with your mail, so none of them was taken; \
                 give them names of their own."
            ));
            return None;
        }
        if self.files.len() >= FILES_MAX {
            return None;
        }
        let bytes = attached::attached(&self.raw, name)?;
        let cleaned = match clean(&bytes) {
            Ok(cleaned) => cleaned,
            Err(why) => {
                self.notes.push(why.says(name));
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
