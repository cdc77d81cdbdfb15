//! What a viewer of Sealed Bids may know, its order sheet, and the robot.

use super::state::{Phase, State};
use crate::engine::dice::{Bowl, Dice};
use crate::engine::rules::SheetText;
use crate::engine::seat::{Seat, Viewer};
use serde::Serialize;

/// What one viewer may know.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// The seat looking; none: the public.
    pub seat: Option<Seat>,
    /// The round being played.
    pub round: u32,
    /// How many there are.
    pub rounds: u32,
    /// The last round the next gate, or the one now open, collects sheets for.
    pub batch_until: u32,
    /// Points to be had; 0: not rolled yet.
    pub prize: u32,
    /// The viewer's own card.
    pub card: Option<u32>,
    /// In table order.
    pub bidders: Vec<BidderView>,
    /// Whether the game is over.
    pub over: bool,
}

/// One seat, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BidderView {
    /// Its name.
    pub seat: Seat,
    /// What it has left to bid.
    pub purse: u32,
    /// What it has won.
    pub points: u32,
}

/// What this viewer may know.
pub fn view(state: &State, viewer: Viewer) -> View {
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Referee => None,
    };
    let own = state.bidders.iter().find(|it| Some(it.seat) == seat);
    let bidders = state.bidders.iter().map(|it| BidderView {
        seat: it.seat,
        purse: it.purse,
        points: it.points,
    });
    let first = state.round - (state.round - 1) % state.batch;
    View {
        seat,
        round: state.round,
        rounds: state.rounds,
        batch_until: (first + state.batch - 1).min(state.rounds),
        prize: state.prize,
        card: own.and_then(|it| it.card),
        bidders: bidders.collect(),
        over: state.phase == Phase::Over,
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

    /// What stands in the order sheet.
    pub fn order_sheet(&self) -> SheetText {
        if self.over {
            return SheetText::default();
        }
        let purse = self.purse();
        let some = (purse / 3).max(1);
        SheetText {
            position: vec![
                format!(
                    "Round {} of {}; the prize is {}.",
                    self.round, self.rounds, self.prize
                ),
                match self.card {
                    Some(card) => format!("Your card adds {card}; your purse holds {purse}."),
                    None => format!("Your purse holds {purse}."),
                },
            ],
            lead: String::new(),
            live: vec!["BID 0".to_owned()],
            perhaps: vec![
                format!("BID {some} IF PRIZE AT LEAST 4 ELSE 1 IF CARD OVER 0"),
                format!("BID ALL IF ROUND IS {}", self.rounds),
                "STANDING KEEP 2".to_owned(),
            ],
            silence: vec!["In every round for which you write no BID you bid 0.".to_owned()],
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
