//! The robot that writes for a player who stays away, if campaign.toml wants it (`[absence]`): from
//! when on, and until when.
//!
//! Only sheets count, never questions in the middle of a turn: whom those ask is nobody's business,
//! and everybody is notified whom the robot writes for. Not here: counting what was missed
//! (`keeping::close`), and writing the sheet (`turn_over`).

use crate::config::campaign::CampaignConfig;
use crate::desk::club::campaign::player_in;
use crate::engine::game::Table;
use crate::engine::seat::Seat;
use crate::store::desk_state::DeskState;

/// The players' seats for which the robot writes until a sheet comes from the player, in table
/// order.
pub fn stood_in_for(table: &dyn Table, config: &CampaignConfig, desk: &DeskState) -> Vec<Seat> {
    let after = u32::from(config.absence.robot_after_missed);
    let seats = table.seats().into_iter();
    // Where a person referees, there are no robots.
    let any = after > 0 && table.referee().is_none();
    seats
        .filter(|it| any && player_in(config, *it).is_some())
        .filter(|seat| {
            let record = desk.seats.get(*seat);
            record.left || record.missed >= after
        })
        .collect()
}
