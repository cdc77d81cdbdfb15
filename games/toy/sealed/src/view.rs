//! What a viewer of Sealed Bids may know, its order sheet, and the robot.

use super::state::{Bidder, Phase, State};
use packetboat_core::prelude::*;

shown! {
    /// What one viewer may know.
    pub struct View of (state: &State, viewer: Viewer) {
        /// The seat looking; none: the public.
        seat: Option<Seat> = viewer.seat(),
        /// The round being played.
        round: u32 = state.round,
        /// How many there are.
        rounds: u32 = state.rounds,
        /// The last round the next gate, or the one now open, collects sheets for.
        batch_until: u32 = {
            let first = state.round - (state.round - 1) % state.batch;
            (first + state.batch - 1).min(state.rounds)
        },
        /// Points to be had; 0: not rolled yet.
        prize: u32 = state.prize,
        /// The viewer's own card.
        card: Option<u32> = {
            let own = state.bidders.iter().find(|it| Some(it.seat) == viewer.seat());
            own.and_then(|it| it.card)
        },
        /// In table order.
        bidders: Vec<BidderView> = state.bidders.iter().map(BidderView::of).collect(),
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

shown! {
    /// One seat, as everybody sees it.
    pub struct BidderView of (bidder: &Bidder) {
        /// The bidder's seat.
        seat: Seat = bidder.seat,
        /// What it has left to bid.
        purse: u32 = bidder.purse,
        /// What it has won.
        points: u32 = bidder.points,
    }
}

impl View {
    /// The bidder in this seat, or the viewer's own.
    pub fn bidder(&self, seat: Option<Seat>) -> Option<&BidderView> {
        let wanted = seat.or(self.seat)?;
        self.bidders.iter().find(|it| it.seat == wanted)
    }

    /// What the viewer has left to bid; the public has nothing.
    pub fn purse(&self) -> u32 {
        self.bidder(None).map_or(0, |it| it.purse)
    }

    /// What is in the order sheet.
    pub fn order_sheet(&self) -> SheetText {
        if self.over {
            return SheetText::default();
        }
        SheetText {
            live: vec!["BID 0".to_owned()],
            silence: vec!["In every round for which you write no BID you bid 0.".to_owned()],
            ..SheetText::default()
        }
    }

    /// A sheet as a robot writes it: a part of the purse that grows with the prize, and less with
    /// a good card, for every round of the batch.
    pub fn robot(&self, dice: &mut Dice) -> String {
        let mut lines = Vec::new();
        let left = self.rounds + 1 - self.round;
        let share = (2 * self.purse() / left.max(1)).max(1);
        for round in self.round..=self.batch_until {
            if round > self.round {
                lines.push(format!("TURN {round}"));
            }
            let spice = dice.one(Bowl::Hidden, "robot", 3);
            let high = share.min(self.purse()) + spice - 1;
            let low = (share / 2).max(1);
            lines.push(format!(
                "BID {high} IF PRIZE AT LEAST 4 ELSE {low} IF PURSE AT LEAST {low}"
            ));
            lines.push(format!("BID ALL IF PURSE UNDER {low} AND NOT CARD IS 0"));
        }
        if self.round == 1 && dice.one(Bowl::Hidden, "robot", 4) == 1 {
            lines.push("STANDING UNTIL 3 KEEP 1".to_owned());
        }
        lines.join("\n")
    }
}
