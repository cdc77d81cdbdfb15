//! `resolve --dry-run`: who has sent and what would be missing; and, of a turn that nobody can
//! order for in time any more, what closing it now would mail, in a folder to look at. Nothing is
//! sent or filed; the same dice are drawn when the turn is really closed as it is.
//!
//! While a turn is open nobody may know how it would come out, the referee neither: who knows can
//! still choose when it is closed. A look at one that is held, under review or past its deadline
//! is an entry of its own, and the next report mentions it. Not here: closing it (`referee`).

use super::referee::closes;
use super::standing;
use super::status::status;
use crate::clock::Moment;
use crate::desk::calendar::schedule::too_silent;
use crate::desk::calendar::stop::standing_of;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::fault;
use crate::desk::club::open::Club;
use crate::desk::club::ready::{not_over, open};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::commit;
use crate::desk::turn::act::act;
use crate::fault::Fault;
use crate::mail::ours;
use crate::report::counted;
use crate::store::entry::{Because, Cause};
use crate::store::fs::{Access, list_if_there, make_dir, replace};
use anyhow::Context;
use std::path::Path;

/// Says who has sent; and plays the turn in memory, if it is not open any more, and writes the
/// mails that closing it would cause into a folder that is empty or not there: each as its reader
/// would see it.
///
/// # Errors
/// A campaign that does not exist, is over or halted; a folder that is missing or holds something;
/// the disk.
pub fn resolve(
    club: &Club,
    name: &str,
    why: &str,
    folder: Option<&Path>,
    now: Moment,
) -> anyhow::Result<String> {
    let campaign = open(club, name)?;
    not_over(&campaign)?;
    let who = standing::text(&status(club, Some(name), now)?);
    if is_open(&campaign, now) {
        return Ok(format!(
            "{who}\
             The turn is open, so nothing was played and no folder was written: nobody may know \
             the outcome while orders can still come. Players who send none play by their \
             standing orders, then the defaults.\n\
             To close it now: packetboat resolve {name} --why …\n\
             To look first: packetboat hold {name} --why …, and this command again. The next \
             report says that you have looked.\n"
        ));
    }
    let folder = folder.ok_or_else(|| {
        Fault::usage("name a folder for the mails that closing the turn would cause")
            .hint(format!("packetboat resolve {name} --dry-run FOLDER"))
    })?;
    if !list_if_there(&*club.fs, folder)?.is_empty() {
        return Err(Fault::usage(format!("{} is not empty", folder.display()))
            .hint("Name a folder that does not exist yet.")
            .into());
    }
    make_dir(&*club.fs, folder).with_context(|| format!("making {}", folder.display()))?;
    let desk = &campaign.note().desk;
    let stopped = desk.held.is_some() || desk.is_under_review();
    let to_do = if stopped {
        format!(
            "To close it: packetboat release {name}, and then packetboat resolve {name}. Once it \
             is released orders may come again, and change it."
        )
    } else {
        format!("To close it: packetboat resolve {name}")
    };
    let standing = standing_of(&*campaign.table, &campaign.config, desk);
    let held = match too_silent(&campaign.config.schedule, &standing).filter(|_| !stopped) {
        Some(why) => format!(" The next tick would not close it but put it on hold: {why}."),
        None => String::new(),
    };
    // First of all: a look that nobody knows of would be one before the others.
    let campaign = act(club, name, now, Cause::Looked {}, |work| {
        work.desk.looked.push(now);
        Ok(())
    })?;
    let mails = played(club, campaign, (why, now), folder)?;
    Ok(format!(
        "{who}{mails}\
         Nothing was sent or filed; the next report says that you have looked. {to_do}{held}\n"
    ))
}

/// Whether orders may come in time, and nobody has stopped the clock.
fn is_open(campaign: &Campaign, now: Moment) -> bool {
    let desk = &campaign.note().desk;
    let past = desk.deadline.is_some_and(|it| it <= now);
    !(past || desk.held.is_some() || desk.is_under_review())
}

/// Plays the turn, and writes its mails; says which.
fn played(
    club: &Club,
    mut campaign: Campaign,
    (why, now): (&str, Moment),
    folder: &Path,
) -> anyhow::Result<String> {
    let templates = club.templates()?;
    let id = campaign.id.clone();
    let mut work = EntryBuilder::begin(club, &templates, &mut campaign, now);
    closes(&mut work, why).map_err(|it| fault(&id, it))?;
    let cause = Cause::Resolved {
        because: Because::Referee,
        why: why.trim().to_owned(),
    };
    let draft = work.finish(cause).map_err(|it| fault(&id, it))?;
    let found =
        commit::inspect(club, &templates, &campaign, &draft).map_err(|it| fault(&id, it))?;
    if !found.is_empty() {
        return Err(fault(&id, found.into_campaign_error()));
    }
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
    Ok(format!("{said}{mails} to look at. "))
}
