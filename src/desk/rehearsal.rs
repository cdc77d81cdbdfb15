//! `resolve --dry-run`: what closing the turn now would mail, in a folder to look at. Nothing is
//! committed, sent or filed; the same dice are drawn when the turn is closed in earnest as it
//! stands.
//!
//! Not here: closing it (`referee`).

use super::act::{fault, not_over, open};
use super::commit;
use super::open::Club;
use super::pause::{not_held, not_under_review};
use super::referee::closes;
use super::work::Work;
use crate::clock::Moment;
use crate::fault::Fault;
use crate::mail::ours;
use crate::report::counted;
use crate::store::entry::{Because, Cause};
use crate::store::fs::{Access, list_if_there, make_dir, replace};
use anyhow::Context;
use std::path::Path;

/// Plays the turn in memory and writes the mails it would cause into a folder that is empty or
/// not there: each as its reader would see it.
///
/// # Errors
/// As for closing the turn; a folder that holds something; the disk.
pub fn resolve(
    club: &Club,
    name: &str,
    why: &str,
    folder: &Path,
    now: Moment,
) -> anyhow::Result<String> {
    let mut campaign = open(club, name)?;
    not_over(&campaign)?;
    not_held(club, &campaign)?;
    not_under_review(&campaign)?;
    if !list_if_there(&*club.fs, folder)?.is_empty() {
        return Err(Fault::usage(format!("{} is not empty", folder.display()))
            .hint("Name a folder that does not exist yet.")
            .into());
    }
    let templates = club.templates()?;
    let id = campaign.id.clone();
    let mut work = Work::begin(club, &templates, &mut campaign, now);
    closes(&mut work, why).map_err(|it| fault(&id, it))?;
    let cause = Cause::Resolved {
        because: Because::Referee,
        why: why.trim().to_owned(),
    };
    let draft = work.finish(cause).map_err(|it| fault(&id, it))?;
    let found =
        commit::inspect(club, &templates, &campaign, &draft).map_err(|it| fault(&id, it))?;
    if !found.is_empty() {
        return Err(fault(&id, found.into_stuck()));
    }
    make_dir(&*club.fs, folder).with_context(|| format!("making {}", folder.display()))?;
    let mut said = String::new();
    for mail in &draft.out {
        let read = ours(&mail.bytes);
        let path = folder.join(format!("{}.txt", mail.key));
        let text = format!(
            "To: {}\nSubject: {}\n\n{}",
            mail.to, read.subject, read.text
        );
        replace(&*club.fs, &path, text.as_bytes(), Access::Private)
            .with_context(|| format!("writing {}", path.display()))?;
        said += &format!("{}  to {}\n", path.display(), mail.to);
    }
    let mails = counted(draft.out.len(), "mail", "mails");
    Ok(format!(
        "{said}{name}: {mails} to look at. Nothing has happened; to do it: packetboat resolve \
         {name}\n"
    ))
}
