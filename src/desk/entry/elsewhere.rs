//! What an entry has for other campaigns of the club, once it is committed.
//!
//! Not here: what is noted of it there (`intake`), and handing it over (`tick`).

use crate::clock::Moment;
use crate::engine::seat::Seat;
use crate::store::layout::CampaignId;

/// Absences of a player that another campaign is to note.
#[derive(Debug, Clone)]
pub struct Elsewhere {
    /// The campaign.
    pub campaign: CampaignId,
    /// The seat of the player there.
    pub seat: Seat,
    /// AWAY lines in their plain form.
    pub lines: Vec<String>,
    /// When the mail came that said it.
    pub arrived: Moment,
}
