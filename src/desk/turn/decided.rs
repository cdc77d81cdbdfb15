//! What moves a deadline or ends a game without the referee: sheets that are missing while more
//! time is given for that, and what players have voted for.
//!
//! Not here: when that is due (`calendar`).

use crate::clock::Moment;
use crate::desk::calendar::schedule::Deadline;
use crate::desk::calendar::votes::Passed;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::{announce, reports};
use crate::desk::entry::{deadline, keeping};
use crate::engine::rules::Agreed;
use crate::engine::seat::Seat;
use crate::report::{Notice, Subject};
use crate::store::entry::{Cause, Stop};
use crate::store::seat_desk::Motion;

/// Gives more time, since the sheets of these seats are missing.
///
/// # Errors
/// A template that fails.
pub fn waits(
    work: &mut EntryBuilder<'_>,
    seats: Vec<Seat>,
    to: Deadline,
) -> Result<(Cause, String), CampaignError> {
    for seat in &seats {
        work.desk.seats.of(*seat).extended += 1;
    }
    keeping::waits(work, &seats);
    let (at, said) = moves(work, to)?;
    let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
    let said = format!("{} sent no orders; {said}", names.join(", "));
    Ok((Cause::Waited { seats, to: at }, said))
}

/// Does what players have voted for.
///
/// # Errors
/// A template that fails.
pub fn voted(
    work: &mut EntryBuilder<'_>,
    passed: Passed,
) -> Result<(Cause, String), CampaignError> {
    match passed {
        Passed::Extends(to) => {
            for record in work.desk.seats.all_mut() {
                record
                    .votes
                    .retain(|it| !matches!(it.of, Motion::Extend { .. }));
            }
            let (to, said) = moves(work, to)?;
            let said = format!("the players have voted for more time; {said}");
            Ok((Cause::VotedTime { to }, said))
        }
        Passed::Ends(how) => {
            let said = ends(work, how)?;
            Ok((Cause::VotedEnd { how }, format!("is over: {said}")))
        }
    }
}

/// Moves the deadline, and notifies all.
fn moves(work: &mut EntryBuilder<'_>, to: Deadline) -> Result<(Moment, String), CampaignError> {
    let at = to.at;
    deadline::settle(work, Some(to));
    // Who is silent is reminded of the new deadline in its own time.
    work.desk.seats.all_mut().for_each(|it| it.reminded = None);
    let notice = Notice::Extended { why: String::new() };
    announce(work, &notice, &Subject::Extended)?;
    let zone = work.campaign.config.schedule.zone;
    let shown = at.for_people(zone, work.now);
    Ok((at, format!("orders are due {shown} now")))
}

/// Ends the game as the players want it; says how.
fn ends(work: &mut EntryBuilder<'_>, how: Agreed) -> Result<&'static str, CampaignError> {
    close(work);
    work.desk.agreed = Some(how);
    work.campaign.table.agree(how);
    let (sentence, said) = match how {
        Agreed::Draw {} => (
            "The players have agreed to end the game in a draw.".to_owned(),
            "the players have agreed to a draw",
        ),
        Agreed::Concession { to } => (
            format!(
                "The players have conceded the game to {}.",
                work.campaign.title(to)
            ),
            "the players have conceded it",
        ),
        Agreed::End {} => (
            "The players have agreed to end the game now, with everyone placed as they are."
                .to_owned(),
            "the players have agreed to end it",
        ),
    };
    work.notify_readers(sentence);
    reports(work, false)?;
    Ok(said)
}

/// Nothing is played or waited for any more, and the reports that say so wait for nobody.
pub fn close(work: &mut EntryBuilder<'_>) {
    work.desk.held = None;
    work.desk.stop = Stop::Over;
    work.desk.called.clear();
    work.desk.deadline = None;
    work.desk.moved.clear();
    work.desk.seats.all_mut().for_each(|it| it.reminded = None);
    // Nobody is asked to read the end before it is reported.
    work.campaign.config.schedule.review = false;
}
