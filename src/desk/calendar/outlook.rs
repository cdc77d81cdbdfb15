//! The next deadlines of a campaign, if nothing else happens, and why each is where it is. Pure.
//!
//! Not here: the deadline that is set (`schedule`), and the words (`intake::outlook`,
//! `commands::schedule`).

use super::schedule::{Absent, next_deadline};
use crate::clock::Moment;
use crate::config::schedule::Schedule;
use crate::lang::sheet::SheetNo;
use crate::lang::sheet_names::SheetNames;
use crate::store::deadline::{Moved, MovedBy};
use crate::store::entry::Stop;

/// How many gates are looked ahead for the end of a game.
const GATES_MAX: usize = 2000;

/// The sheets of a game from the one now open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheets<'n> {
    /// The one now open.
    pub open: SheetNo,
    /// The last one of its batch.
    pub until: SheetNo,
    /// How many parts a turn has: 0 for whole turns.
    pub parts: u8,
    /// The last turn there can be, if that is known.
    pub last_turn: Option<u32>,
    /// Of what kind they are.
    pub names: &'n SheetNames,
}

impl Sheets<'_> {
    /// Those that are called for after these; `None`: the game is over by then.
    fn next(self) -> Option<Self> {
        let (turn, part) = match self.until.part {
            0 => (self.until.turn + 1, 0),
            part if part < self.parts => (self.until.turn, part + 1),
            _ => (self.until.turn + 1, 1),
        };
        let batch = self.until.turn - self.open.turn;
        let last = self.last_turn.unwrap_or(u32::MAX);
        let until = turn.saturating_add(batch).min(last);
        (turn <= last).then_some(Sheets {
            open: SheetNo { turn, part },
            until: SheetNo { turn: until, part },
            ..self
        })
    }
}

/// A deadline to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    /// The sheet that is due.
    pub sheet: SheetNo,
    /// The moment it is due.
    pub at: Moment,
    /// What moves it from where it would usually be.
    pub moved: Vec<Moved>,
}

/// What is to come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The next deadlines, soonest first; none where only the referee closes turns.
    pub coming: Vec<Coming>,
    /// When the last turn there can be closes, if nothing else moves a deadline and each is waited
    /// for to the end of grace; `None`: that is not known.
    pub last: Option<Moment>,
}

/// Looks ahead from a deadline that is set. `absent`: all who say that they are away.
pub fn outlook(
    schedule: &Schedule,
    (sheets, first): (Sheets<'_>, Option<Coming>),
    mut absent: Vec<Absent>,
    count: usize,
) -> Outlook {
    let Some(first) = first else {
        return Outlook::default();
    };
    let mut last = Some(first.at.plus(schedule.grace));
    let (mut at, mut coming, mut next) = (first.at, vec![first], sheets.next());
    for _ in 0..GATES_MAX {
        let Some(sheets) = next else { break };
        // Whether the game leaves it out nobody knows yet.
        let schedule = &*schedule.for_kind(sheets.names.kind(sheets.open));
        if coming.len() < count {
            let Some(deadline) = next_deadline(schedule, Stop::Gate, at, &absent) else {
                break;
            };
            spend(&mut absent, &deadline.moved);
            at = deadline.at;
            coming.push(Coming {
                sheet: sheets.open,
                at,
                moved: deadline.moved,
            });
        }
        last = last.filter(|_| sheets.last_turn.is_some()).and_then(|end| {
            let deadline = next_deadline(schedule, Stop::Gate, end, &absent)?;
            Some(deadline.at.plus(schedule.grace))
        });
        if coming.len() >= count && last.is_none() {
            break;
        }
        next = sheets.next();
    }
    Outlook {
        coming,
        last: last.filter(|_| sheets.last_turn.is_some() && next.is_none()),
    }
}

/// Takes from each budget what a deadline has used of it.
fn spend(absent: &mut [Absent], moved: &[Moved]) {
    for one in moved {
        let MovedBy::Absence { seat, days, .. } = &one.by else {
            continue;
        };
        let away = absent.iter_mut().find(|it| it.seat == *seat);
        if let Some(absent) = away {
            absent.budget = absent.budget.saturating_sub(*days);
        }
    }
}
