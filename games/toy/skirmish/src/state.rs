//! The whole truth of Skirmish, its table, and what can happen.

use packetboat_core::prelude::*;

/// The rules: `tables.toml` as it is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skirmish {
    /// Men in the field at the beginning.
    pub strength: u32,
    /// Sides of the die that gives the reserves.
    pub reserve_sides: u32,
    /// How often each seat acts in a turn.
    pub impulses: u32,
    /// Spoils, taken as points.
    pub spoils_points: u32,
    /// Spoils, taken as men.
    pub spoils_men: u32,
}

impl Skirmish {
    /// Reads `tables.toml`.
    ///
    /// # Errors
    /// A file that does not fit.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let rules: Skirmish = pack.read("tables.toml")?;
        let some = rules.strength.min(rules.reserve_sides).min(rules.impulses) > 0;
        DataError::unless(
            some,
            "tables.toml",
            || "strength, reserve_sides and impulses must be 1 or more",
        )?;
        Ok(rules)
    }
}

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The turn being played, from 1.
    pub turn: u32,
    /// How many there are.
    pub turns: u32,
    /// Where the gates are.
    pub pace: Pace,
    /// Whether spoils are asked by mail.
    pub interrupts: bool,
    /// Where in the turn the game is.
    pub phase: Phase,
    /// Who acts, first to last, each impulse.
    pub order: Vec<Seat>,
    /// How many actions of this turn are done.
    pub acted: u32,
    /// In table order.
    pub bands: Vec<Band>,
}

/// One seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// The seat that leads the band.
    pub seat: Seat,
    /// Men in the field; 0: it is out of the game.
    pub strength: u32,
    /// Points won.
    pub points: u32,
    /// Men rallied from the reserves so far: seen by all.
    pub rallied: u32,
    /// Men still in reserve: hidden.
    pub reserves: u32,
}

/// Where a game puts its gates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Before each turn.
    Round,
    /// Before each action.
    Seat,
}

/// Where in the turn the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Phase {
    /// Pace `round`: sheets for the turn are collected.
    Plot,
    /// The order of play is rolled.
    Muster,
    /// Pace `seat`: the sheet of the seat about to act is collected.
    Call,
    /// The next in the order acts.
    Act,
    /// The others may react to an attack.
    React {
        /// Who is attacked.
        target: Seat,
    },
    /// The winner of a fight takes spoils.
    Spoils {
        /// Who has won.
        winner: Seat,
    },
    /// The game is over.
    Over,
}

tagged!(Phase, "at");

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// The seat's own hidden reserves, at the beginning.
    Reserves {
        /// How many men.
        men: u32,
    },
    /// Dice for initiative.
    Rolled {
        /// The seat that threw.
        seat: Seat,
        /// What the die shows.
        die: u32,
    },
    /// The order of play of a turn.
    Order {
        /// Which turn.
        turn: u32,
        /// First to last.
        seats: Vec<Seat>,
    },
    /// A band does nothing.
    Held {
        /// The seat that held.
        seat: Seat,
    },
    /// Men come from the reserves.
    Rallied {
        /// The seat whose band rallied.
        seat: Seat,
        /// How many.
        men: u32,
    },
    /// Men are bought for points.
    Recruited {
        /// By whom.
        seat: Seat,
        /// How many.
        men: u32,
    },
    /// One band attacks another.
    Attacked {
        /// The seat that attacked.
        attacker: Seat,
        /// The seat that was attacked.
        target: Seat,
    },
    /// The band attacked withdraws.
    Withdrew {
        /// The seat that withdrew.
        target: Seat,
    },
    /// The dice of a fight.
    Fought {
        /// Who attacked.
        attacker: Seat,
        /// The attacker's dice.
        dice: Vec<u32>,
        /// Who was attacked.
        target: Seat,
        /// The other dice.
        other: Vec<u32>,
    },
    /// Somebody has lost a fight.
    Lost {
        /// The seat that lost some.
        seat: Seat,
        /// How many men.
        men: u32,
    },
    /// A band has no men left.
    Broken {
        /// The seat whose band broke.
        seat: Seat,
    },
    /// Spoils are taken.
    Spoils {
        /// By whom.
        seat: Seat,
        /// Points taken.
        points: u32,
        /// Men taken.
        men: u32,
    },
}

tagged!(Event, "event");

impl State {
    /// The band of this seat.
    ///
    /// # Panics
    /// If nobody sits there: prompts, answers and targets name seats of the table only.
    pub fn band(&self, seat: Seat) -> &Band {
        let found = self.bands.iter().find(|it| it.seat == seat);
        found.expect("only seats at the table play")
    }

    /// The band of this seat, to be changed.
    ///
    /// # Panics
    /// As for `band`.
    pub fn band_mut(&mut self, seat: Seat) -> &mut Band {
        let found = self.bands.iter_mut().find(|it| it.seat == seat);
        found.expect("only seats at the table play")
    }

    /// The seats still in the field, in table order.
    pub fn living(&self) -> Vec<Seat> {
        let bands = self.bands.iter().filter(|it| it.strength > 0);
        bands.map(|it| it.seat).collect()
    }

    /// Who acts now, if anybody does.
    pub fn acting(&self) -> Option<Seat> {
        match self.phase {
            Phase::Call | Phase::Act | Phase::React { .. } | Phase::Spoils { .. } => {
                let bands = u32::try_from(self.order.len()).expect("few seats");
                let at = self.acted.checked_rem(bands)?;
                self.order.get(usize::try_from(at).ok()?).copied()
            }
            Phase::Plot | Phase::Muster | Phase::Over => None,
        }
    }
}

impl<T> Checked<T> for State {
    /// Checks the invariants.
    fn validate(&self, _: &T) -> Result<(), Broken> {
        Broken::unless((1..=self.turns).contains(&self.turn), || {
            format!("turn {} is none of the game", self.turn)
        })?;
        let goes_on = self.phase == Phase::Over || self.living().len() > 1;
        Broken::unless(goes_on, || "one band alone plays on")?;
        let known = |seat: &Seat| self.bands.iter().any(|it| it.seat == *seat);
        Broken::unless(
            self.order.iter().all(known),
            || "the order of play names a seat that is not at the table",
        )?;
        match self.phase {
            Phase::React { target } if self.acting() == Some(target) => {
                Err(Broken(format!("{target} attacks itself")))
            }
            Phase::Call | Phase::Act | Phase::React { .. } | Phase::Spoils { .. } => {
                Broken::unless(self.acting().is_some(), || "somebody must be acting")
            }
            Phase::Plot | Phase::Muster | Phase::Over => Ok(()),
        }
    }
}
