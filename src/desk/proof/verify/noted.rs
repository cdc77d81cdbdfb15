//! What an entry notes beside what was played, derived again: what the campaign waits for, whom it
//! calls, since when and until when, what closed the stop, who was called before, the standing of
//! all, who was sent a report, what the newspaper printed, and where the files are that it does not
//! bring. It follows from the note before, the game, and the settings that the entry names.
//!
//! What follows from nothing is the referee's word; `docs/referee.md` lists it. Not here: what was
//! played (`record`), and how the numbers of the dice rise (`store::chain`).

use crate::clock::Moment;
use crate::config::campaign::CampaignConfig;
use crate::config::schedule::Schedule;
use crate::desk::calendar::schedule::{
    Deadline, deadline_from, extended as extended_for, next_deadline, resolves_at,
};
use crate::desk::calendar::stop;
use crate::desk::calendar::votes::{self, Passed};
use crate::desk::club::campaign::player_in;
use crate::engine::game::Table;
use crate::engine::pages::Standing;
use crate::engine::seat::Seat;
use crate::store::chain::founds_dice;
use crate::store::desk_state::DeskState;
use crate::store::entry::{Because, Cause, Letter, Note, Stop};
use crate::store::news::{News, Unprinted};
use crate::store::seat_desk::SeatDesk;
use std::collections::{BTreeMap, BTreeSet};

/// An entry, and what its note follows from.
pub(super) struct Noted<'a> {
    pub(super) note: &'a Note,
    /// The note before; `None`: it is the first.
    pub(super) before: Option<&'a Note>,
    /// The game after it.
    pub(super) after: &'a dyn Table,
    /// The game before it, where that was opened.
    pub(super) table_before: Option<&'a dyn Table>,
    /// The settings that it names.
    pub(super) settings: &'a CampaignConfig,
    /// Whether what is private is there as well.
    pub(super) private: bool,
}

/// A line of what does not follow.
type Checked = Result<(), String>;

fn same<T: PartialEq>(what: &str, is: &T, follows: &T) -> Checked {
    if is == follows {
        Ok(())
    } else {
        Err(format!("{what} is not what follows from the entry before"))
    }
}

impl Noted<'_> {
    /// Everything that follows.
    ///
    /// # Errors
    /// The first thing that does not.
    pub(super) fn check(&self) -> Checked {
        self.waits()?;
        self.salted()?;
        self.course()?;
        self.shown()?;
        self.looked()?;
        self.submissions()?;
        self.news()?;
        self.closed()?;
        self.waited()?;
        self.voted()?;
        self.deadline()?;
        self.reports()?;
        self.files()
    }

    fn desk(&self) -> &DeskState {
        &self.note.desk
    }

    fn desk_before(&self) -> Option<&DeskState> {
        self.before.map(|it| &it.desk)
    }

    /// Whether the reports of a stop went out with it.
    fn tells(&self) -> bool {
        matches!(
            self.note.cause,
            Cause::Founded {}
                | Cause::Resolved { .. }
                | Cause::RolledBack { .. }
                | Cause::Adopted { .. }
                | Cause::Ended { .. }
                | Cause::VotedEnd { .. }
        )
    }

    /// Whether the campaign waits for something else from now on.
    fn stops_again(&self) -> bool {
        match (&self.note.cause, self.desk_before()) {
            (Cause::Founded {} | Cause::Resolved { .. } | Cause::RolledBack { .. }, _) => true,
            (Cause::Adopted { .. }, Some(before)) => {
                stop::called(self.after, &self.after.halt()) != (before.stop, before.called.clone())
            }
            _ => false,
        }
    }

    fn waits(&self) -> Checked {
        let desk = self.desk();
        let (stop, called) = match (&self.note.cause, self.desk_before()) {
            (Cause::Ended { .. } | Cause::VotedEnd { .. }, _) => (Stop::Over, Vec::new()),
            (_, Some(before)) if !self.stops_again() => (before.stop, before.called.clone()),
            _ => stop::called(self.after, &self.after.halt()),
        };
        same("what it waits for", &desk.stop, &stop)?;
        same("whom it calls", &desk.called, &called)?;
        let asked_at = match (&self.note.cause, self.desk_before()) {
            (Cause::Released { .. }, Some(before)) if before.is_under_review() => self.note.written,
            (_, Some(before)) if !self.stops_again() => before.asked_at,
            _ => self.note.written,
        };
        same("when the seats were called", &desk.asked_at, &asked_at)
    }

    /// Who may add nothing to the dice any more.
    fn salted(&self) -> Checked {
        let in_set = |it: &DeskState| it.seats.that(|it| it.opened).collect::<BTreeSet<Seat>>();
        let noted = in_set(self.desk());
        if founds_dice(self.note, self.before) {
            return same("who has been called before", &noted, &BTreeSet::new());
        }
        let mut opened = self.desk_before().map_or_else(BTreeSet::new, in_set);
        let closed: Vec<Seat> = match (&self.note.cause, self.desk_before()) {
            (Cause::Resolved { .. }, Some(before)) if before.stop == Stop::Gate => {
                before.called.clone()
            }
            (Cause::Replaced { seat, .. }, _) => vec![*seat],
            _ => Vec::new(),
        };
        let older = opened.is_empty() && self.before.is_some_and(|it| it.dice.link > 1);
        if older && !closed.is_empty() {
            opened.extend(self.after.seats());
        }
        opened.extend(closed);
        same("who has been called before", &noted, &opened)
    }

    fn course(&self) -> Checked {
        let mut course = self
            .desk_before()
            .map_or_else(Vec::new, |it| it.course.clone());
        let points = self.after.scores();
        if self.tells() && self.desk().stop != Stop::Interrupt && !points.is_empty() {
            let sheet = self.after.sheet();
            course.push(Standing { sheet, points });
        }
        same("how all stood, turn by turn,", &self.desk().course, &course)
    }

    /// Up to which entry those see the game who are not asked in the midst of a turn.
    fn shown(&self) -> Checked {
        let told_in = |it: &DeskState| it.seats.with(|it| it.told).collect::<BTreeMap<Seat, u32>>();
        let (published, told) = match (&self.note.cause, self.before) {
            (Cause::Resolved { .. }, Some(before)) if self.desk().stop == Stop::Interrupt => {
                match before.desk.stop {
                    Stop::Interrupt => {
                        let mut told = told_in(&before.desk);
                        told.extend(before.desk.called.iter().map(|it| (*it, before.number)));
                        (before.desk.published, told)
                    }
                    Stop::Gate | Stop::Over => (Some(before.number), BTreeMap::new()),
                }
            }
            (Cause::Resolved { .. }, _) | (_, None) => (None, BTreeMap::new()),
            (Cause::Adopted { .. }, _)
                if self.stops_again() && self.desk().stop != Stop::Interrupt =>
            {
                (None, BTreeMap::new())
            }
            (_, Some(before)) => (before.desk.published, told_in(&before.desk)),
        };
        same(
            "what those see who are not asked",
            &self.desk().published,
            &published,
        )?;
        same(
            "what those see who were asked before",
            &told_in(self.desk()),
            &told,
        )
    }

    /// The looks of the referee that no report has mentioned yet.
    fn looked(&self) -> Checked {
        let told = self.tells() && self.desk().stop != Stop::Interrupt;
        let before = self.desk_before().filter(|_| !told);
        let mut looked = before.map_or_else(Vec::new, |it| it.looked.clone());
        looked.extend(matches!(self.note.cause, Cause::Looked {}).then_some(self.note.written));
        same("when the referee has looked", &self.desk().looked, &looked)
    }

    /// Numbers of submissions rise by one.
    fn submissions(&self) -> Checked {
        let before = self.desk_before();
        // What came while others were asked is numbered as it comes, and kept when they are done.
        if before.is_some_and(|it| it.stop == Stop::Interrupt) {
            return Ok(());
        }
        let numbers = self.note.orders.iter().map(|it| it.submission);
        let last = before.map_or(0, |it| it.submissions);
        let wanted: Vec<u32> = (last + 1..=self.desk().submissions).collect();
        same(
            "the numbers of its submissions",
            &numbers.collect(),
            &wanted,
        )
    }

    fn news(&self) -> Checked {
        let desk = self.desk();
        let released = match (&self.note.cause, self.desk_before()) {
            (Cause::Released { .. }, Some(before)) => before.is_under_review(),
            _ => false,
        };
        let prints =
            (self.tells() || released) && desk.stop != Stop::Interrupt && !desk.is_under_review();
        if prints && !self.private {
            return if self.note.news.iter().all(|it| self.is_known(it)) {
                Ok(())
            } else {
                Err("its newspaper has lines of a seat that does not exist".to_owned())
            };
        }
        let waiting = self
            .desk_before()
            .map_or_else(Vec::new, |it| it.news.clone());
        let (over, open) = (desk.stop == Stop::Over, self.after.sheet().turn);
        let due = |it: &Unprinted| prints && (over || it.turn < open);
        let printed: Vec<News> = waiting
            .into_iter()
            .filter(due)
            .map(Unprinted::printed)
            .collect();
        same("what its newspaper prints", &self.note.news, &printed)
    }

    fn is_known(&self, news: &News) -> bool {
        news.seat.is_none_or(|it| self.after.seats().contains(&it))
    }

    /// A stop was closed when, and for the reason that, the schedule says.
    fn closed(&self) -> Checked {
        let Cause::Resolved { because, .. } = self.note.cause else {
            return Ok(());
        };
        let (Some(before), Some(table)) = (self.desk_before(), self.table_before) else {
            return Ok(());
        };
        if because == Because::Referee {
            return Ok(());
        }
        // Either will do: nothing else in a note shows which program wrote it.
        let standings = [stop::standing_of, stop::standing_before];
        let mut closes = standings.iter().filter_map(|standing| {
            let standing = standing(table, self.settings, before);
            resolves_at(&self.settings.schedule, &standing)
        });
        if closes.any(|(at, why)| at <= self.note.written && why == because) {
            Ok(())
        } else {
            Err(
                "it was resolved at a time or for a reason that does not follow from its \
                schedule"
                    .to_owned(),
            )
        }
    }

    /// More time was given for the sheets that were missing, where seats had some left for that.
    fn waited(&self) -> Checked {
        let extended = |it: &DeskState| it.seats.with(some_extended).collect::<BTreeMap<_, _>>();
        let before = self.desk_before();
        let Cause::Waited { seats, to } = &self.note.cause else {
            // A new player of a seat has all of it.
            if matches!(self.note.cause, Cause::Replaced { .. }) {
                return Ok(());
            }
            let noted = before.map_or_else(BTreeMap::new, extended);
            return same(
                "for whom more time was given",
                &extended(self.desk()),
                &noted,
            );
        };
        let (Some(before), Some(table)) = (before, self.table_before) else {
            return Ok(());
        };
        let schedule = &self.settings.schedule;
        let standing = stop::standing_of(table, self.settings, before);
        let over = resolves_at(schedule, &standing).filter(|it| it.0 <= self.note.written);
        let follows = over.and_then(|it| extended_for(schedule, &standing, it));
        // Who is away is private, and gets no more time.
        let fits = |(all, deadline): (Vec<Seat>, Deadline)| {
            let by_all = deadline.at == *to;
            by_all && (all == *seats || (!self.private && seats.iter().all(|it| all.contains(it))))
        };
        if follows.is_some_and(fits) {
            Ok(())
        } else {
            Err("more time was given than follows from its settings".to_owned())
        }
    }

    /// What was done by a vote had passed; votes are private.
    fn voted(&self) -> Checked {
        let agreed = match (&self.note.cause, self.desk_before()) {
            (Cause::VotedEnd { how }, _) => Some(*how),
            (Cause::RolledBack { .. }, _) | (_, None) => None,
            (_, Some(before)) => before.agreed,
        };
        same(
            "what the players have agreed on",
            &self.desk().agreed,
            &agreed,
        )?;
        let what = match &self.note.cause {
            Cause::VotedEnd { how } => Passed::Ends(*how),
            Cause::VotedTime { to } => Passed::Extends(Deadline {
                at: *to,
                moved: Vec::new(),
            }),
            _ => return Ok(()),
        };
        let (Some(before), Some(table), true) =
            (self.desk_before(), self.table_before, self.private)
        else {
            return Ok(());
        };
        let passes = votes::passes(table, self.settings, before);
        let passes = passes.filter(|it| it.0 <= self.note.written);
        let fits = passes.is_some_and(|it| match (it.1, what) {
            (Passed::Ends(how), Passed::Ends(noted)) => how == noted,
            (Passed::Extends(to), Passed::Extends(noted)) => to.at == noted.at,
            _ => false,
        });
        if fits {
            Ok(())
        } else {
            Err("what was done by a vote does not follow from the votes".to_owned())
        }
    }

    fn deadline(&self) -> Checked {
        let (is, schedule) = (self.desk().deadline, &self.settings.schedule);
        let before = self.desk_before();
        let stretched = self.stretched();
        let fits = match (&self.note.cause, before) {
            (Cause::Ended { .. } | Cause::VotedEnd { .. }, _) => is.is_none(),
            (Cause::Extended { to, .. }, _) => is == *to,
            (Cause::Waited { to, .. } | Cause::VotedTime { to }, _) => is == Some(*to),
            // By command: how long it was held is the referee's word.
            (Cause::Released { .. }, Some(before)) => is >= before.deadline,
            (_, Some(before)) if !self.stops_again() => {
                moved(schedule, before.deadline, is, stretched)
            }
            _ if self.private => is == self.anew(),
            _ => {
                let schedule = &stop::schedule_of(self.after, schedule);
                let usual = next_deadline(schedule, self.desk().stop, self.note.written, &[]);
                let until = before.and_then(|it| stop::ruling_until(self.after, it));
                let usual =
                    stop::asked_again(self.after, self.desk(), (until, usual.map(|it| it.at)));
                moved(schedule, usual, is, stretched)
            }
        };
        if fits {
            Ok(())
        } else {
            Err("the deadline does not follow from its schedule".to_owned())
        }
    }

    /// The deadline of a stop that begins, with the absences that were known.
    fn anew(&self) -> Option<Moment> {
        let desk = self.desk();
        let mut then = desk.clone();
        for seat in self.after.seats() {
            then.seats.of(seat).stretched = self.stretched_before(seat);
        }
        let absent = stop::absent_of(self.after, self.settings, &then);
        let deadline = next_deadline(
            &stop::schedule_of(self.after, &self.settings.schedule),
            desk.stop,
            self.note.written,
            &absent,
        );
        let before = self.desk_before();
        let before = before.and_then(|it| stop::ruling_until(self.after, it));
        stop::asked_again(self.after, desk, (before, deadline.map(|it| it.at)))
    }

    /// By how many days in all it has moved a deadline for players who are away.
    fn stretched(&self) -> u32 {
        let all = self.desk().seats.iter();
        all.map(|(seat, it)| it.stretched.saturating_sub(self.stretched_before(seat)))
            .sum()
    }

    /// The same up to the entry before, for one of them.
    fn stretched_before(&self, seat: Seat) -> u32 {
        self.desk_before()
            .map_or(0, |it| it.seats.get(seat).stretched)
    }

    /// Everybody who plays was sent a report, and no robot.
    fn reports(&self) -> Checked {
        if !self.tells() {
            return Ok(());
        }
        let desk = self.desk();
        let of_all = desk.stop != Stop::Interrupt && !stop::is_ruling(self.after, desk);
        let is_reported = |seat: &Seat| {
            let asked = of_all || desk.called.contains(seat);
            asked && player_in(self.settings, *seat).is_some()
        };
        let told: BTreeSet<Seat> = self.after.seats().into_iter().filter(is_reported).collect();
        let reports = self
            .note
            .out
            .iter()
            .filter(|it| matches!(it.what, Letter::Report | Letter::ReportForReview));
        let sent: BTreeSet<Seat> = reports.filter_map(|it| it.seat).collect();
        same("who was sent a report", &sent, &told)
    }

    /// A file that it does not bring is where it was: an export may leave it out, so nothing else
    /// would show that another is named.
    fn files(&self) -> Checked {
        let before = self.before.map(|it| it.files.clone());
        let mut files = before.unwrap_or_default();
        let own = self.note.files.iter();
        files.extend(own.filter(|it| it.1.entry == self.note.number));
        same("where its files are", &self.note.files, &files)
    }
}

/// How often more time was given for a seat, if it was.
fn some_extended(record: &SeatDesk) -> Option<u32> {
    Some(record.extended).filter(|it| *it > 0)
}

/// Whether a deadline is another one moved on by at most this many days, and holidays between.
fn moved(schedule: &Schedule, from: Option<Moment>, to: Option<Moment>, days: u32) -> bool {
    let (Some(from), Some(to)) = (from, to) else {
        return from == to;
    };
    if days == 0 {
        return from == to;
    }
    let mut left = days;
    let (mut day, last) = (from.date(schedule.zone), to.date(schedule.zone));
    while day < last {
        let is_holiday = schedule.holidays.iter().any(|it| it.contains(day));
        match (is_holiday, left) {
            (true, _) => {}
            (false, 0) => return false,
            (false, _) => left -= 1,
        }
        day = day.plus_days(1);
    }
    day == last && deadline_from(schedule, to, &[]).moved.is_empty()
}
