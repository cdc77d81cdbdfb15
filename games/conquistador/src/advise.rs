//! What is worth knowing about the lines of a power, as it sees the position: what they cost, what
//! does not fit, Bounds, odds, and what cannot work. Advice, never a fault; and nothing in it that
//! the power cannot know.
//!
//! Lines of the sheet now open and of later sheets of this turn are looked at, as if every IF
//! came true. What hangs on where men stand is said on sheet b only, when they stand there.

mod aboard;
mod after_marches;
mod blocks;
mod deals;
mod dice;
mod fights;
mod gold;
mod labels;
mod landings;
mod marches;
mod notes;
mod purse;
mod treaty;
pub(super) mod upkeep;
mod voyages;

use super::ids::Label;
use super::state::{Expedition, Stage};
use super::view::View;
use notes::{Line, Notes};
use packetboat_core::lang::sheet::Scope;
use packetboat_core::prelude::*;

/// Advice on the lines of a power, as it sees the position.
pub fn advise(view: &View, lines: &[&Line]) -> Vec<Note> {
    if view.own.is_none() || view.open.stage == Stage::Over {
        return Vec::new();
    }
    let lines = in_force(view, lines);
    let mut notes = Notes::default();
    labels::note(view, &lines, &mut notes);
    let (fleets, purse) = if view.open.stage <= Stage::Log {
        let mut purse = purse::note(view, &lines, &mut notes);
        let fleets = blocks::form(view, &lines, &mut purse, &mut notes);
        purse::stranded(&purse, &mut notes);
        (fleets, Some(purse))
    } else {
        (blocks::living(view), None)
    };
    let ahead = voyages::crossed(view, &lines, &fleets);
    if purse.is_some() {
        landings::left_in_europe(&fleets, &ahead, &mut notes);
    }
    let planned = with_expeditions(view, ahead.clone());
    let then = after_marches::after_marches(&planned, &lines);
    voyages::note(view, &then, &lines, &fleets, ahead, &mut notes);
    for line in &lines {
        for branch in &line.branches {
            deals::note(view, line, &branch.order, &mut notes);
            fights::note(&planned, &then, line, &branch.order, &mut notes);
            marches::note(view, &lines, line, &branch.order, &mut notes);
            gold::note(view, &lines, line, &branch.order, &mut notes);
        }
    }
    upkeep::note(&planned, &lines, purse.as_ref(), &mut notes);
    notes.in_order(&lines)
}

/// The view with the expeditions as the blocks will make them, so that their fights can be seen.
fn with_expeditions(view: &View, expeditions: BTreeMap<Label, Expedition>) -> View {
    let mut planned = view.clone();
    if let Some(own) = &mut planned.own {
        own.expeditions = expeditions;
    }
    planned
}

/// The lines of this turn that may still be reached, as they are reached: sheet by sheet, the
/// standing ones behind.
fn in_force<'a>(view: &View, lines: &[&'a Line]) -> Vec<&'a Line> {
    let open = &view.open;
    let part = open.sheet().part;
    let now = |it: &&Line| match it.scope {
        Scope::Sheet { sheet } => sheet.turn == open.turn && sheet.part >= part,
        Scope::Standing { until } => until.is_none_or(|it| it >= open.turn),
    };
    let mut force: Vec<&Line> = lines.iter().copied().filter(now).collect();
    force.sort_by_key(|it| match it.scope {
        Scope::Sheet { sheet } => (false, sheet.part),
        Scope::Standing { .. } => (true, 0),
    });
    force
}
