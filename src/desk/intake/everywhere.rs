//! `AWAY … ALL`: an absence for all campaigns of the club in which its player has a seat.
//!
//! The campaign that it comes to notes it as its own and says where else it goes; each of those
//! gets it as orders of its own, notes it within its own limits and answers by its own receipt. It
//! counts only from the registered address, with proof. Not here: noting it (`absence`).

use super::authentication::Proof;
use super::senders::is_registered;
use crate::desk::club::addresses::Addresses;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::open::Club;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::elsewhere::Elsewhere;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::engine::game::Understood;
use crate::report::AbsenceNotice;

/// Has the other campaigns of its player note what a mail says of absences, if it is for all of
/// them; what its receipt says of it.
pub fn pass_on(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    understood: &Understood,
    proof: Option<Proof>,
) -> Option<AbsenceNotice> {
    if !understood.everywhere {
        return None;
    }
    let is_proved = matches!(proof, Some(Proof::Token | Proof::Password | Proof::Server));
    if !is_proved || !is_registered(work, arrival) {
        return Some(AbsenceNotice::HereOnly);
    }
    let mut lines = Vec::new();
    lines.extend(understood.returns.then(|| "AWAY NONE".to_owned()));
    let dates = understood.absences.iter();
    lines.extend(dates.map(|(from, to)| format!("AWAY {from}..{to}")));
    let from = arrival.mail.from.as_deref().unwrap_or_default();
    let ids = work.club.campaign_ids().unwrap_or_default();
    let player = Addresses::new(work.club, ids).registered(from);
    let seats = player.map(|it| it.seats).unwrap_or_default();
    let mut campaigns = Vec::new();
    for (campaign, seat) in seats {
        if campaign == work.campaign.id {
            continue;
        }
        campaigns.push(campaign.to_string());
        work.elsewhere.push(Elsewhere {
            campaign,
            seat,
            lines: lines.clone(),
            arrived: arrival.arrived,
        });
    }
    Some(AbsenceNotice::Everywhere { campaigns })
}

/// An absence as orders for the campaign that is to note it; `None`: it cannot take any now.
pub fn arrival(club: &Club, absence: &Elsewhere) -> Option<Arrival> {
    let (id, seat) = (&absence.campaign, absence.seat);
    let campaign = Campaign::open(club, id).ok()?;
    let opener = campaign.opener(seat, campaign.table.sheet());
    let text = format!("{opener}\n{}\n#end\n", absence.lines.join("\n"));
    Some(Arrival::by_command(
        seat,
        &text,
        Wish::Orders,
        absence.arrived,
    ))
}
