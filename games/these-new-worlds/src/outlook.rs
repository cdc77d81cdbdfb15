//! What a prize is worth in the whole game: how likely it is to win that, after each way in which
//! a round can end.
//!
//! Not here: how likely each of these ways is (`rehearsal`).

use super::{data::Tally, reckon::by_order, view::View};

/// What is certain; chances are counted in parts of this.
const WHOLE: i64 = 100_000;

/// In how many of a hundred rounds to come the robot takes the prize.
const OURS: i64 = 50;

/// In how many the other player does; in the rest nobody.
const THEIRS: i64 = 30;

/// Added for the prize itself, so that it counts in a game that is decided too.
const PRIZE: i64 = WHOLE / 100;

/// What each end of a round leads to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outlook {
    /// The prize is won.
    pub won: i64,
    /// The other player takes it.
    pub lost: i64,
    /// The Collective has it.
    pub nobody: i64,
    /// Both have won as many dice of a combat.
    pub tied: i64,
}

impl Outlook {
    /// Of the seat that looks, while there is a prize.
    pub fn of(view: &View) -> Outlook {
        let (mine, theirs) = (view.mine().owned, view.theirs().owned);
        let colour = view.prize.as_ref().map(|it| it.colour);
        let prize = colour.map_or(Tally::NONE, |it| Tally::of(it, 1));
        let collective = view.collective_tally.total();
        let spare = view.collective_end.saturating_sub(collective);
        let of = |mine: Tally, theirs: Tally, spare, latest| {
            let colours = mine.each().count().cmp(&theirs.each().count());
            let tie = by_order(colours, [0, latest, WHOLE]);
            let lead = i64::from(mine.total()) - i64::from(theirs.total());
            chance(lead, spare, view.planets_left, tie)
        };
        let won = of(mine + prize, theirs, spare, WHOLE) + PRIZE;
        let lost = of(mine, theirs + prize, spare, 0) - PRIZE;
        let nobody = of(mine, theirs, spare.saturating_sub(1), WHOLE / 2);
        let owned = |it: Tally| colour.map(|colour| it.get(colour));
        Outlook {
            won,
            lost,
            nobody,
            tied: by_order(owned(mine).cmp(&owned(theirs)), [lost, nobody, won]),
        }
    }
}

/// How likely it is to have the most planets at the end, being ahead by `lead`: `spare` more for
/// the Collective end the game before, `left` are still to come, a tie is worth `tie`.
fn chance(lead: i64, spare: u32, left: u32, tie: i64) -> i64 {
    match (spare, left, lead) {
        (0, ..) => 0,
        (_, 0, 0) => tie,
        (_, 0, _) => WHOLE * i64::from(lead > 0),
        _ => {
            let then = |lead, spare| chance(lead, spare, left - 1, tie);
            let (ours, theirs) = (then(lead + 1, spare), then(lead - 1, spare));
            let nobody = then(lead, spare - 1);
            (OURS * ours + THEIRS * theirs + (100 - OURS - THEIRS) * nobody) / 100
        }
    }
}
