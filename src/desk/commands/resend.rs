//! `resend`: mails that were refused permanently go out again, the very same bytes.
//!
//! An entry in the log like the referee's other acts, so that the next tick looks for them. Not
//! here: sending (`deliver`), and the marks beside mails (`store::outbox`).

use crate::clock::Moment;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::fault;
use crate::desk::club::open::Club;
use crate::desk::club::ready::open;
use crate::desk::outbox::bounces::Bounces;
use crate::desk::outbox::watchers::{is_to_observer, watching};
use crate::desk::turn::act::act;
use crate::fault::Fault;
use crate::store::entry::{Cause, MailKey, OutNote};
use crate::store::fault::Stored;
use crate::store::log::CampaignLog;

/// A mail that was refused permanently, and the entry that caused it.
type Failed = (u32, OutNote);

/// Lets these mails go out again with the next tick; all that were refused permanently if none is
/// named. One to an address that its seat has left is not sent there again.
///
/// What came back from their addresses is forgotten.
///
/// First the entry, then the marks: cut in between, the same command again leads to the same end.
///
/// # Errors
/// A campaign that does not exist or is halted; a key that no refused mail has; the disk.
pub fn resend(
    club: &Club,
    name: &str,
    keys: &[String],
    why: &str,
    now: Moment,
) -> anyhow::Result<String> {
    let campaign = open(club, name)?;
    let failed = failed(club, &campaign);
    let mut failed = failed.map_err(|it| fault(&campaign.id, it.into()))?;
    let known = |key: &String| failed.iter().any(|it| it.1.key.as_str() == key);
    if let Some(wrong) = keys.iter().find(|it| !known(it)) {
        let all: Vec<&str> = failed.iter().map(|it| it.1.key.as_str()).collect();
        let what = format!("{name} has no mail `{wrong}` that was permanently refused");
        return Err(Fault::usage(what)
            .hint(if all.is_empty() {
                "None was.".to_owned()
            } else {
                format!("These were: {}.", all.join(", "))
            })
            .into());
    }
    if !keys.is_empty() {
        failed.retain(|it| keys.iter().any(|key| key == it.1.key.as_str()));
    }
    let (again, left): (Vec<Failed>, Vec<Failed>) = failed
        .into_iter()
        .partition(|it| still_registered(club, &campaign, &it.1));
    let mut said = String::new();
    for (_, mail) in &left {
        let (key, to) = (&mail.key, &mail.to);
        said += &format!("{key} is not sent: {to} is no longer the address of its reader.\n");
    }
    let Some(oldest) = again.iter().map(|it| it.0).min() else {
        return Ok(format!("{said}{name}: no mail is sent again.\n"));
    };
    let sent: Vec<MailKey> = again.iter().map(|it| it.1.key.clone()).collect();
    let cause = Cause::Resent {
        mails: sent,
        why: why.trim().to_owned(),
    };
    let campaign = act(club, name, now, cause, |work| {
        work.desk.delivered = work.desk.delivered.min(oldest.checked_sub(1));
        Ok(())
    })?;
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let addresses: Vec<&str> = again.iter().map(|it| it.1.to.as_str()).collect();
    Bounces::read(club)?.forgive(club, &addresses)?;
    for (entry, mail) in &again {
        log.unmark_failed(*entry, &mail.key)?;
        said += &format!(
            "{} to {} goes out again with the next tick.\n",
            mail.key, mail.to
        );
    }
    Ok(said)
}

/// What was refused permanently, oldest first.
fn failed(club: &Club, campaign: &Campaign) -> Stored<Vec<Failed>> {
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    let mut failed = Vec::new();
    for number in 0..campaign.next_number() {
        let mails = log.failed_of(&log.note(number)?)?;
        failed.extend(mails.into_iter().map(|it| (number, it)));
    }
    Ok(failed)
}

/// Whether a mail may still go where it was to go; those of no seat may, if no observer got them.
fn still_registered(club: &Club, campaign: &Campaign, mail: &OutNote) -> bool {
    if is_to_observer(&mail.key) {
        let watching = watching(club, &campaign.id, &campaign.config);
        return watching.is_ok_and(|all| all.iter().any(|it| it.same_as(&mail.to)));
    }
    mail.seat.is_none_or(|seat| {
        let player = campaign.player(seat);
        player.is_some_and(|it| it.address.same_as(&mail.to))
    })
}
