//! Dice that an order names: `2d6+1`.
//!
//! Not here: rolling them (`dice`).

use super::declare::OrderPart;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{Shape, Slot, code};
use crate::lang::said::{Value, find};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Dice at most.
const DICE_MAX: u32 = 100;

/// Sides of a die at most, and what is added at most.
const SIDES_MAX: u32 = 1_000;

/// So many dice with so many sides, and what is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DiceRoll {
    /// How many dice, 1 to 100.
    pub dice: u32,
    /// With how many sides each, 2 to 1,000.
    pub sides: u32,
    /// What is added, -1,000 to 1,000.
    pub more: i64,
}

impl fmt::Display for DiceRoll {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}d{}", self.dice, self.sides)?;
        match self.more {
            0 => Ok(()),
            more => write!(out, "{more:+}"),
        }
    }
}

impl DiceRoll {
    /// Dice as they are printed; `None`: too many, or dice that there are not.
    fn of(text: &str) -> Option<Self> {
        let (dice, rest) = text.split_once('d')?;
        let at = rest.find(['+', '-']).unwrap_or(rest.len());
        let (sides, more) = rest.split_at(at);
        let roll = DiceRoll {
            dice: dice.parse().ok()?,
            sides: sides.parse().ok()?,
            more: match more {
                "" => 0,
                more => more.parse().ok()?,
            },
        };
        let fits = (1..=DICE_MAX).contains(&roll.dice)
            && (2..=SIDES_MAX).contains(&roll.sides)
            && roll.more.abs() <= i64::from(SIDES_MAX);
        fits.then_some(roll)
    }
}

impl<C: ?Sized> OrderPart<C> for DiceRoll {
    fn slots(_with: &C, name: &'static str) -> Vec<Slot> {
        vec![code(name, Shape::Dice)]
    }
    fn read(_with: &C, values: &[Value], name: &'static str) -> Result<Self, Diagnostic> {
        let said = find(values, name).expect("the form has dice");
        DiceRoll::of(said.as_name().unwrap_or_default()).ok_or_else(|| {
            let reason = format!(
                "a roll has 1 to {DICE_MAX} dice of 2 to {SIDES_MAX} sides, and at most \
                 {SIDES_MAX} is added"
            );
            Diagnostic::new(said.span, reason, "write dice such as 2d6+1")
        })
    }
}
