//! `token --renew`: another reply address for a seat whose token somebody else has seen.
//!
//! Not here: how tokens are made (`mail::token`), and another player for a seat (`players`).

use crate::clock::Moment;
use crate::desk::club::clock_check;
use crate::desk::club::open::Club;
use crate::desk::club::ready::{not_over, with_seat};
use crate::desk::entry::publish::report;
use crate::desk::turn::act::act;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::report::ReportKind;
use crate::store::entry::Cause;

/// Gives a seat another token: those in mails of before are worth nothing, and its player gets a
/// report with the new one.
///
/// First the secrets, then the entry with the mail; cut in between, the same command again leads
/// to the same end.
///
/// # Errors
/// A campaign or seat that does not exist, a robot's seat; a campaign that is over or halted; the
/// disk.
pub fn renew(
    club: &Club,
    name: &str,
    seat: Seat,
    why: &str,
    now: Moment,
) -> anyhow::Result<String> {
    let mut campaign = with_seat(club, name, seat)?;
    clock_check::check(club, Some(&campaign), now)?;
    not_over(&campaign)?;
    if campaign.is_robot(seat) {
        return Err(Fault::usage(format!("{seat} is a robot and does not answer mail")).into());
    }
    club.templates()?;
    campaign.close_tokens(seat);
    campaign.keep_secret(&*club.fs)?;
    let why = why.trim().to_owned();
    act(club, name, now, Cause::Renewed { seat, why }, |work| {
        // Anyone who has read the mails has read the codes in them.
        work.desk.asked.retain(|it| it.seat != seat);
        let since = work.desk.seats.get(seat).reported;
        report(work, seat, ReportKind::Renewed, since)
    })?;
    Ok(format!(
        "{name}: the old reply addresses of {seat} no longer work; a report with a new one goes \
         out with the next tick. A password stays the same: `packetboat password {name} {seat}` \
         makes another.\n"
    ))
}
