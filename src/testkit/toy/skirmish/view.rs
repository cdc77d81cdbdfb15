//! What a viewer of Skirmish may know, its order sheet, and the robot.

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
    /// The turn being played.
    pub turn: u32,
    /// How many there are.
    pub turns: u32,
    /// The order of play; empty before it is rolled.
    pub order: Vec<Seat>,
    /// Who acts now, if anybody does.
    pub acting: Option<Seat>,
    /// The viewer's own reserves.
    pub reserves: Option<u32>,
    /// In table order.
    pub bands: Vec<BandView>,
    /// Whether the game is over.
    pub over: bool,
}

/// One band, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BandView {
    /// Its name.
    pub seat: Seat,
    /// Men in the field.
    pub strength: u32,
    /// Points won.
    pub points: u32,
    /// Men rallied from its reserves so far.
    pub rallied: u32,
}

/// What this viewer may know.
pub fn view(state: &State, viewer: Viewer) -> View {
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Referee => None,
    };
    let own = state.bands.iter().find(|it| Some(it.seat) == seat);
    let bands = state.bands.iter().map(|it| BandView {
        seat: it.seat,
        strength: it.strength,
        points: it.points,
        rallied: it.rallied,
    });
    View {
        seat,
        turn: state.turn,
        turns: state.turns,
        order: state.order.clone(),
        acting: state.acting(),
        reserves: own.map(|it| it.reserves),
        bands: bands.collect(),
        over: state.phase == Phase::Over,
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
        let most = self.foes().map(|it| it.strength).max()?;
        self.foes().find(|it| it.strength == most).map(|it| it.seat)
    }

    /// What stands in the order sheet.
    pub fn order_sheet(&self) -> SheetText {
        let Some(own) = self.band(None) else {
            return SheetText::default();
        };
        let mut sheet = SheetText {
            position: vec![format!(
                "Turn {} of {}. You have {} men in the field and {} in reserve.",
                self.turn,
                self.turns,
                own.strength,
                self.reserves.unwrap_or(0)
            )],
            ..SheetText::default()
        };
        if self.over || own.strength == 0 {
            return sheet;
        }
        sheet.live = vec!["HOLD".to_owned()];
        sheet.lead = "without lines of yours:".to_owned();
        sheet.silence = vec!["you hold, stand when attacked, and take spoils as points".to_owned()];
        if let Some(foe) = self.weakest() {
            sheet.perhaps = vec![
                format!("ATTACK {foe}/WEAKEST IF STRENGTH {foe} UNDER 5 ELSE RALLY 1"),
                "RECRUIT 1 IF POINTS AT LEAST 3".to_owned(),
                format!("STANDING WITHDRAW IF STRENGTH UNDER 5 OR ATTACKER IS {foe}"),
                "STANDING SPOILS MEN IF STRENGTH AT MOST 4".to_owned(),
            ];
        }
        sheet
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
