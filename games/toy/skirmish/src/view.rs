//! What a viewer of Skirmish may know, its order sheet, and the robot.

use super::state::{Band, Phase, State};
use packetboat_core::prelude::*;
use std::cmp::Reverse;

shown! {
    /// What one viewer may know.
    pub struct View of (state: &State, viewer: Viewer) {
        /// The seat looking; none: the public.
        seat: Option<Seat> = viewer.seat(),
        /// The turn being played.
        turn: u32 = state.turn,
        /// How many there are.
        turns: u32 = state.turns,
        /// The order of play; empty before it is rolled.
        order: Vec<Seat> = state.order.clone(),
        /// Who acts now, if anybody does.
        acting: Option<Seat> = state.acting(),
        /// The viewer's own reserves.
        reserves: Option<u32> = {
            let own = state.bands.iter().find(|it| Some(it.seat) == viewer.seat());
            own.map(|it| it.reserves)
        },
        /// In table order.
        bands: Vec<BandView> = state.bands.iter().map(BandView::of).collect(),
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

shown! {
    /// One band, as everybody sees it.
    pub struct BandView of (band: &Band) {
        /// The seat that leads the band.
        seat: Seat = band.seat,
        /// Men in the field.
        strength: u32 = band.strength,
        /// Points won.
        points: u32 = band.points,
        /// Men rallied from its reserves so far.
        rallied: u32 = band.rallied,
    }
}

impl View {
    /// The band of this seat, or the viewer's own.
    pub fn band(&self, seat: Option<Seat>) -> Option<&BandView> {
        let wanted = seat.or(self.seat)?;
        self.bands.iter().find(|it| it.seat == wanted)
    }

    /// The others still in the field, in table order.
    pub fn foes(&self) -> impl Iterator<Item = &BandView> {
        let foes = self.bands.iter().filter(|it| Some(it.seat) != self.seat);
        foes.filter(|it| it.strength > 0)
    }

    /// The foe with fewest men; of several the first at the table.
    pub fn weakest(&self) -> Option<Seat> {
        self.foes().min_by_key(|it| it.strength).map(|it| it.seat)
    }

    /// The foe with most men; of several the first at the table.
    pub fn strongest(&self) -> Option<Seat> {
        let foes = self.foes().min_by_key(|it| Reverse(it.strength));
        foes.map(|it| it.seat)
    }

    /// What is in the order sheet.
    pub fn order_sheet(&self) -> SheetText {
        if self.over || self.band(None).is_none_or(|it| it.strength == 0) {
            return SheetText::default();
        }
        SheetText {
            live: vec!["HOLD".to_owned()],
            silence: vec!["you hold, stand when attacked, and take spoils as points".to_owned()],
            ..SheetText::default()
        }
    }

    /// A sheet as a robot writes it: attacks whom it can beat, else gathers men.
    pub fn robot(&self, dice: &mut Dice) -> String {
        let (Some(own), Some(weakest)) = (self.band(None), self.weakest()) else {
            return "HOLD".to_owned();
        };
        let mut lines = Vec::new();
        let margin = dice.one(Bowl::Hidden, "robot", 3);
        let bold = own.strength + margin;
        lines.push(format!(
            "ATTACK {weakest} IF STRENGTH {weakest} UNDER {bold} ELSE RALLY 2"
        ));
        lines.push("ATTACK WEAKEST IF STRENGTH AT LEAST 4 ELSE RALLY 1 ELSE HOLD".to_owned());
        match dice.one(Bowl::Hidden, "robot", 4) {
            1 => lines.push("EACH RECRUIT 1 IF STRENGTH UNDER 4".to_owned()),
            2 => lines.push("STANDING UNTIL 4 WITHDRAW IF STRENGTH UNDER 3".to_owned()),
            3 => lines.push(format!("STANDING WITHDRAW IF ATTACKER IS NOT {weakest}")),
            _ => {}
        }
        // Always, for it may be what is asked by mail.
        lines.push("SPOILS MEN IF STRENGTH UNDER 4 ELSE POINTS".to_owned());
        lines.join("\n")
    }
}
