//! Orders in force: what seats have written, understood and filed.
//!
//! Not here: reading (`lang`), and how lines answer a question (`decide`).

use super::ends::Idle;
pub use super::order_ref::OrderRef;
use super::seat::Seat;
pub use super::turns::{Mark, OwnTurn};
use crate::gather::Gather;
use crate::lang::form::Tried;
use crate::lang::said::Joined;
use crate::lang::sheet::{Readiness, Scope, SheetNo};
use crate::textfile::plain::{flat, is_default};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Everything in force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderBook<O, W> {
    /// Sheets that have come in and whose turn is not over.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub filed: Vec<Filed>,
    /// How far seats have come in their lines, each in the turn of its own now played.
    #[serde(default = "BTreeMap::new", skip_serializing_if = "BTreeMap::is_empty")]
    pub turns: BTreeMap<Seat, OwnTurn>,
    /// What lines have begun and not ended yet.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub begun: Vec<UnderWay>,
    /// The lines of each seat: by submission, in the order written.
    #[serde(default = "BTreeMap::new")]
    pub seats: BTreeMap<Seat, Vec<Instruction<O, W>>>,
}

impl<O, W> Default for OrderBook<O, W> {
    fn default() -> Self {
        OrderBook {
            filed: Vec::new(),
            turns: BTreeMap::new(),
            begun: Vec::new(),
            seats: BTreeMap::new(),
        }
    }
}

/// What a line says has begun and not ended yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnderWay {
    /// Whose line.
    pub seat: Seat,
    /// The name by which the rules know it.
    pub of: String,
    /// The line.
    pub at: OrderRef,
    /// Its text.
    pub text: String,
    /// The sheet on which it began; it is forgotten when the turn of that is over.
    pub sheet: SheetNo,
}

/// A seat has sent a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filed {
    /// The seat that sent the sheet.
    pub seat: Seat,
    /// Which sheet.
    pub sheet: SheetNo,
    /// The submission that filed it last.
    pub submission: u32,
    /// What it does to the gate.
    pub ready: Ready,
    /// Whether wishes were in it: what a seat wishes for is not done for it by silence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wishes: bool,
    /// Of a sheet that adds: the first words of lines that were not understood, `?` where they say
    /// nothing, until others have come in their place. It waits for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
}

/// What a filed sheet does to the gate that calls its seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ready {
    /// Came in while the seat was called for it: the gate need not wait for the seat. Spent when
    /// the gate closes.
    Yes,
    /// `GOAHEAD`: as long as the sheet is in force no gate and no question by mail waits for the
    /// seat.
    GoAhead,
    /// `WAIT`: the gate stays open until the deadline.
    Wait,
    /// Filed before it was called, or its gate has closed: a gate waits until the deadline.
    No,
}

/// One line of a sheet, understood.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Instruction<O, W> {
    /// The line.
    pub at: OrderRef,
    /// Its one spelling.
    pub text: String,
    /// Name of the form it was read by.
    pub form: String,
    /// The words of its key: what a newer standing line replaces and `CLEAR` names.
    pub key: Vec<String>,
    /// How long it stays.
    pub scope: Scope,
    /// How often it is tried.
    pub tried: Tried,
    /// Whether `EACH` was written before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// How many choices it has had a part in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub used: u32,
    /// A standing line that was spent on this sheet rests until the next
    /// (`docs/order-language.md`, section 8).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<SheetNo>,
    /// At least one.
    pub branches: Vec<Branch<O, W>>,
}

flat!(
    Instruction<O, W>,
    "scope",
    [
        "at", "text", "form", "key", "tried", "each", "used", "spent", "branches"
    ]
);

/// One of the orders an `ELSE` parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Branch<O, W> {
    /// The order.
    pub order: O,
    /// Its `IF` part; no clauses: always.
    #[serde(default = "Guard::always", skip_serializing_if = "Guard::is_always")]
    pub when: Guard<W>,
}

/// An `IF` part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guard<W> {
    /// Whether all must hold or any.
    pub joined: Joined,
    /// The tests; none: always.
    pub clauses: Vec<Clause<W>>,
}

impl<W> Guard<W> {
    /// No `IF`.
    pub fn always() -> Self {
        Guard {
            joined: Joined::All,
            clauses: Vec::new(),
        }
    }

    /// Whether there is no `IF`.
    pub fn is_always(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Whether it holds, given what each condition comes to.
    pub fn holds(&self, test: impl Fn(&W) -> bool) -> bool {
        let mut clauses = self.clauses.iter().map(|it| test(&it.condition) != it.not);
        match self.joined {
            Joined::All => clauses.all(|it| it),
            Joined::Any => self.clauses.is_empty() || clauses.any(|it| it),
        }
    }
}

/// `condition` or `NOT condition`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clause<W> {
    /// Turned round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not: bool,
    /// The game's part.
    pub condition: W,
}

/// A line that left the book, with what its owner must be notified of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// The seat whose order is left.
    pub seat: Seat,
    /// The place of the order in its sheet.
    pub at: OrderRef,
    /// Its text.
    pub text: String,
    /// How many choices it had had a part in.
    pub used: u32,
    /// What is to be said of it, if no choice rested on it.
    #[serde(default = "Left::idle", skip_serializing_if = "Idle::is_not_needed")]
    pub idle: Idle,
}

impl Left {
    fn idle() -> Idle {
        Idle::NotNeeded
    }
}

/// A submission as it is filed: what was understood of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Filing<O, W> {
    /// The seat that sent the sheet.
    pub seat: Seat,
    /// The number of the sheet among all that were filed.
    pub submission: u32,
    /// The sheet of its opener.
    pub sheet: SheetNo,
    /// Whether the block held no live line at all: an empty sheet.
    pub empty: bool,
    /// The lines understood.
    pub lines: Vec<Instruction<O, W>>,
    /// What it says about waiting, by sheet.
    pub ready: BTreeMap<SheetNo, Readiness>,
    /// Keys of standing lines to drop; an empty key drops all.
    pub clears: Vec<Vec<String>>,
    /// Sheets to withdraw.
    pub cancels: BTreeSet<SheetNo>,
    /// See [`Form::adds`](crate::lang::form::Form::adds).
    pub adds: bool,
    /// See [`Filed::unread`].
    pub unread: Vec<String>,
}

impl<O, W> Filing<O, W> {
    /// Whether there is anything to file. A block of faults or requests alone files nothing and
    /// disturbs nothing (`docs/order-language.md`, section 9).
    pub fn is_nothing(&self) -> bool {
        !self.empty
            && self.lines.is_empty()
            && self.ready.is_empty()
            && self.clears.is_empty()
            && self.cancels.is_empty()
    }

    /// The sheets it has something to say of: those it has lines for, those that WAIT, GOAHEAD are
    /// in, and its opener's if it is empty or has only standing lines or CLEAR.
    pub fn sheets(&self) -> BTreeSet<SheetNo> {
        let mut sheets = self.ready.keys().copied().into_set();
        sheets.extend(self.lines.iter().filter_map(Instruction::sheet));
        let stands = self.lines.iter().any(|it| it.sheet().is_none());
        if self.empty || ((stands || !self.clears.is_empty()) && sheets.is_empty()) {
            sheets.insert(self.sheet);
        }
        sheets
    }
}

impl<O, W> Instruction<O, W> {
    /// The sheet it is for; `None` if it is standing.
    pub fn sheet(&self) -> Option<SheetNo> {
        match self.scope {
            Scope::Sheet { sheet } => Some(sheet),
            Scope::Standing { .. } => None,
        }
    }

    /// Whether its time is over when a batch that begins with sheet `first` has reached `now`.
    fn is_over(&self, first: SheetNo, now: SheetNo) -> bool {
        match self.scope {
            Scope::Sheet { sheet } => sheet < first,
            Scope::Standing { until } => until.is_some_and(|it| it < now.turn),
        }
    }

    /// What its owner must be notified of when it leaves the book.
    pub fn leaving(&self, seat: Seat) -> Left {
        Left {
            seat,
            at: self.at,
            text: self.text.clone(),
            used: self.used,
            idle: Idle::NotNeeded,
        }
    }

    /// The verb of which this standing line takes the place of all older ones, having ALL in place
    /// of the subject; the others take the place of those with the same key.
    fn replaces_all(&self) -> Option<&str> {
        let all = self.key.len() > 1 && self.key.last().is_some_and(|it| it == "ALL");
        self.key.first().filter(|_| all).map(String::as_str)
    }
}

/// How far a line had come when a newer one with the same words took its place.
struct Begun {
    at: OrderRef,
    text: String,
    spent: Option<SheetNo>,
}

fn by_sheet(filed: &mut [Filed]) {
    filed.sort_by_key(|it| (it.sheet, it.seat));
}

impl<O, W> OrderBook<O, W> {
    /// Files a submission. It replaces the seat's lines for every sheet it has lines for, and its
    /// standing lines replace older ones of the same key (`docs/order-language.md`, sections 8 and
    /// 9).
    /// `called`: a gate is waiting for this very seat and sheet. Returns what it took out.
    pub fn file(&mut self, filing: Filing<O, W>, called: Option<SheetNo>) -> Vec<Left> {
        let seat = filing.seat;
        let sheets = filing.sheets();
        let mut replaced = filing.cancels.clone();
        replaced.extend(filing.lines.iter().filter_map(Instruction::sheet));
        if filing.empty && !filing.adds {
            replaced.insert(filing.sheet);
        }
        // Said in other words beside what stays.
        let again = |line: &Instruction<O, W>| {
            let mut lines = filing.lines.iter();
            lines.any(|it| it.sheet() == line.sheet() && it.key == line.key)
        };
        let stays = |line: &Instruction<O, W>, sheet: SheetNo| {
            filing.adds && !filing.cancels.contains(&sheet) && !again(line)
        };
        let cleared = |line: &Instruction<O, W>| {
            line.sheet().is_none() && filing.clears.iter().any(|it| line.key.starts_with(it))
        };
        // By key, for there may be many of both.
        let standing = filing.lines.iter().filter(|it| it.sheet().is_none());
        let keys = standing.clone().map(|it| it.key.as_slice()).into_set();
        let whole = standing.filter_map(Instruction::replaces_all).into_set();
        let overruled = |line: &Instruction<O, W>| {
            let verb = line.key.first().map(String::as_str);
            line.sheet().is_none()
                && (keys.contains(line.key.as_slice()) || verb.is_some_and(|it| whole.contains(it)))
        };
        // What standing lines or GOAHEAD alone are sent to still wishes for what it did.
        let wishing = self.filed.iter().filter(|it| it.seat == seat && it.wishes);
        let mut wishing = wishing.map(|it| it.sheet).into_set();
        wishing.retain(|it| !replaced.contains(it));
        let begun = self.begun(seat);
        let left = self.drop_where(seat, |line| {
            line.sheet()
                .is_some_and(|it| replaced.contains(&it) && !stays(line, it))
                || cleared(line)
                || overruled(line)
        });
        self.filed
            .retain(|it| it.seat != seat || !filing.cancels.contains(&it.sheet));
        for sheet in sheets.difference(&filing.cancels) {
            let said = filing.ready.get(sheet);
            let unread = match said {
                Some(Readiness::GoAhead) => Vec::new(),
                _ => self.unread(&filing, *sheet),
            };
            let ready = match said {
                Some(Readiness::GoAhead) => Ready::GoAhead,
                Some(Readiness::Wait) => Ready::Wait,
                None if !unread.is_empty() => Ready::Wait,
                None if called == Some(*sheet) => Ready::Yes,
                None => Ready::No,
            };
            let mut own = filing.lines.iter().filter(|it| it.sheet() == Some(*sheet));
            self.note_filed(Filed {
                seat,
                sheet: *sheet,
                submission: filing.submission,
                ready,
                wishes: wishing.contains(sheet) || own.any(|it| it.tried == Tried::Wish),
                unread,
            });
        }
        let mut lines = filing.lines;
        self.go_on(seat, begun, &left, &mut lines);
        self.seats.entry(seat).or_default().extend(lines);
        left
    }

    /// What of a sheet that adds is still missing, once this is filed.
    fn unread(&self, filing: &Filing<O, W>, sheet: SheetNo) -> Vec<String> {
        let before = self.filed(filing.seat, sheet).filter(|_| filing.adds);
        let mut unread = before.map_or_else(Vec::new, |it| it.unread.clone());
        for line in filing.lines.iter().filter(|it| it.sheet() == Some(sheet)) {
            let same = unread.iter().position(|it| *it == line.form);
            if let Some(at) = same.or_else(|| unread.iter().position(|it| it == "?")) {
                unread.remove(at);
            }
        }
        unread.extend(
            filing
                .unread
                .iter()
                .filter(|_| sheet == filing.sheet)
                .cloned(),
        );
        unread
    }

    /// The lines of a seat that have come somewhere in the turn now played, or rest.
    fn begun(&self, seat: Seat) -> Vec<Begun> {
        let mark = self.turns.get(&seat).map(|it| &it.mark);
        let reached = |at: OrderRef| mark.is_some_and(|it| !it.is_open(at));
        let lines = self.seats.get(&seat).into_iter().flatten();
        let begun = lines.filter(|it| it.spent.is_some() || reached(it.at));
        let begun = begun.map(|line| Begun {
            at: line.at,
            text: line.text.clone(),
            spent: line.spent,
        });
        begun.collect()
    }

    /// A line that is sent again in the middle of a turn, in answer to a question, has come as far
    /// as it had: what it did in that turn it does not do twice.
    fn go_on(
        &mut self,
        seat: Seat,
        mut begun: Vec<Begun>,
        left: &[Left],
        lines: &mut [Instruction<O, W>],
    ) {
        begun.retain(|it| left.iter().any(|left| left.at == it.at));
        for line in lines {
            let Some(place) = begun.iter().position(|it| it.text == line.text) else {
                continue;
            };
            let before = begun.remove(place);
            line.spent = before.spent;
            if let Some(own) = self.turns.get_mut(&seat) {
                let Mark { tried, done, .. } = &mut own.mark;
                let all = tried.iter_mut().chain(done);
                all.filter(|it| **it == before.at)
                    .for_each(|it| *it = line.at);
            }
        }
    }

    fn note_filed(&mut self, filed: Filed) {
        let (seat, sheet) = (filed.seat, filed.sheet);
        self.filed.retain(|it| it.seat != seat || it.sheet != sheet);
        self.filed.push(filed);
        by_sheet(&mut self.filed);
    }

    /// Takes out the lines of a seat for which this is true.
    pub fn drop_where(
        &mut self,
        seat: Seat,
        mut goes: impl FnMut(&Instruction<O, W>) -> bool,
    ) -> Vec<Left> {
        let mut left = Vec::new();
        if let Some(lines) = self.seats.get_mut(&seat) {
            lines.retain(|line| {
                let go = goes(line);
                if go {
                    left.push(line.leaving(seat));
                }
                !go
            });
        }
        left
    }

    /// The sheet this seat has filed, if it has.
    pub fn filed(&self, seat: Seat, sheet: SheetNo) -> Option<&Filed> {
        let mut filed = self.filed.iter();
        filed.find(|it| it.seat == seat && it.sheet == sheet)
    }

    /// Whether the gate need not wait for this seat.
    pub fn is_ready(&self, seat: Seat, sheet: SheetNo) -> bool {
        let ready = self.filed(seat, sheet).map(|it| it.ready);
        matches!(ready, Some(Ready::Yes | Ready::GoAhead))
    }

    /// The gate has closed: what made these seats ready for it is spent, but for GOAHEAD.
    pub fn close_gate(&mut self, called: &BTreeSet<Seat>, sheet: SheetNo) {
        for filed in &mut self.filed {
            if filed.sheet == sheet && called.contains(&filed.seat) {
                filed.ready = match filed.ready {
                    Ready::GoAhead => Ready::GoAhead,
                    Ready::Yes | Ready::Wait | Ready::No => Ready::No,
                };
            }
        }
    }

    /// The game has passed on to sheet `now` of a batch that begins with sheet `first`: lines of
    /// sheets before the batch, and standing lines past their UNTIL, leave; those of the last
    /// sheet that a seat has filed in the batch are now those of sheet `now`.
    pub fn lapse(&mut self, first: SheetNo, now: SheetNo) -> Vec<Left> {
        self.filed.retain(|it| it.sheet >= first);
        self.pass_on(now);
        self.turns.retain(|_, it| it.sheet >= now);
        self.begun.retain(|it| it.sheet.turn >= first.turn);
        let seats: Vec<Seat> = self.seats.keys().copied().collect();
        seats
            .into_iter()
            .flat_map(|seat| self.drop_where(seat, |it| it.is_over(first, now)))
            .collect()
    }

    /// The lines of a sheet hold for the next sheets of its batch too, until the seat has filed one
    /// of those itself.
    fn pass_on(&mut self, now: SheetNo) {
        let past = self.filed.iter().filter(|it| it.sheet < now);
        for seat in past.map(|it| it.seat).into_set() {
            let own = self.filed.iter_mut().filter(|it| it.seat == seat);
            let last = own.filter(|it| it.sheet <= now).max_by_key(|it| it.sheet);
            let Some(last) = last.filter(|it| it.sheet < now) else {
                continue;
            };
            let was = std::mem::replace(&mut last.sheet, now);
            // WAIT and GOAHEAD speak of the sheet they were in.
            last.ready = Ready::No;
            let lines = self.seats.get_mut(&seat).into_iter().flatten();
            for line in lines.filter(|it| it.sheet() == Some(was)) {
                line.scope = Scope::Sheet { sheet: now };
            }
        }
        by_sheet(&mut self.filed);
    }

    /// The lines that [`OrderBook::lapse`] would take out and that no choice rested on.
    pub fn unused(
        &self,
        first: SheetNo,
        now: SheetNo,
    ) -> impl Iterator<Item = (Seat, &Instruction<O, W>)> {
        let all = self.seats.iter();
        let all = all.flat_map(|(seat, lines)| lines.iter().map(|it| (*seat, it)));
        all.filter(move |(_, it)| it.used == 0 && it.is_over(first, now))
    }

    /// These lines.
    pub fn among(
        &self,
        which: &[(Seat, OrderRef)],
    ) -> impl Iterator<Item = (Seat, &Instruction<O, W>)> {
        let all = self.seats.iter();
        let all = all.flat_map(|(seat, lines)| lines.iter().map(|it| (*seat, it)));
        all.filter(|(seat, it)| which.contains(&(*seat, it.at)))
    }

    /// Takes these lines out.
    pub fn drop_all(&mut self, which: &[(Seat, OrderRef)]) -> Vec<Left> {
        let seats = which.iter().map(|it| it.0).into_set();
        let drop = |seat| self.drop_where(seat, |it| which.contains(&(seat, it.at)));
        seats.into_iter().flat_map(drop).collect()
    }

    /// The lines of a seat that count on this sheet: the sheet's as written, then standing ones,
    /// the newest submission's first.
    pub fn in_force(&self, seat: Seat, sheet: SheetNo) -> Vec<&Instruction<O, W>> {
        let lines = self.seats.get(&seat).map_or(&[][..], Vec::as_slice);
        let count = |it: &&Instruction<O, W>| it.sheet().is_none_or(|it| it == sheet);
        let mut all: Vec<_> = lines.iter().filter(count).collect();
        all.sort_by_key(|line| {
            let standing = line
                .sheet()
                .is_none()
                .then_some(Reverse(line.at.submission));
            (standing, line.at)
        });
        all
    }

    /// How far a seat has come in this turn of its own; at its beginning, if it is a new one.
    pub fn own_turn(&self, seat: Seat, sheet: SheetNo, turn: u32) -> OwnTurn {
        let own = self.turns.get(&seat).cloned();
        let mark = Mark::default();
        own.filter(|it| (it.sheet, it.turn) == (sheet, turn))
            .unwrap_or(OwnTurn { sheet, turn, mark })
    }

    /// Whether a line was carried out in the turn now played: by itself, or as it was sent before.
    pub fn is_done(&self, seat: Seat, line: OrderRef) -> bool {
        let own = self.turns.get(&seat);
        own.is_some_and(|it| it.mark.done.contains(&line))
    }

    /// The sheets for which a seat has lines, those filed ahead too.
    pub fn sheets(&self, seat: Seat) -> BTreeSet<SheetNo> {
        let lines = self.seats.get(&seat).map_or(&[][..], Vec::as_slice);
        lines.iter().filter_map(Instruction::sheet).into_set()
    }

    /// Spends these lines: a sheet's line leaves; a standing one is never used up, but rests
    /// until the game has passed on to another sheet. Returns what left.
    pub fn spend(&mut self, seat: Seat, spent: &[OrderRef], now: SheetNo) -> Vec<Left> {
        for line in self.seats.entry(seat).or_default() {
            if line.sheet().is_none() && spent.contains(&line.at) {
                line.spent = Some(now);
            }
        }
        self.drop_where(seat, |it| it.sheet().is_some() && spent.contains(&it.at))
    }

    /// Counts that these lines had a part in a choice.
    pub fn count(&mut self, seat: Seat, at: &[OrderRef]) {
        for line in self.seats.entry(seat).or_default() {
            if at.contains(&line.at) {
                line.used += 1;
            }
        }
    }
}
