//! What is in a seat's order sheet, with the advice: what a robot in that seat would send.
//!
//! Not here: what a game puts there (`Language::order_sheet`, `Language::robot`), and how it is
//! printed (`report`).

use super::super::answer::in_force;
use super::super::dice::Dice;
use super::super::game::{Block, Table};
use super::super::language::SheetText;
use super::super::orders::Ready;
use super::super::rules::Pending;
use super::super::run::Halt;
use super::super::seat::Seat;
use super::super::whole::GameRules;
use super::Seated;

impl<R: GameRules> Seated<R> {
    /// Whether what a seat has sent ahead is all that it has to decide on the open sheet.
    pub(super) fn has_said_ahead(&self, view: &R::View, seat: Seat) -> bool {
        let lines = self.book.in_force(seat, self.sheet());
        self.rules.has_said_ahead(view, &lines)
    }

    /// What is in a seat's order sheet.
    pub(super) fn sheet_text(&self, seat: Seat, view: &R::View) -> SheetText {
        let sheet = self.sheet();
        let in_force = in_force(&**self.rules, &self.state, &self.book, seat);
        let filed = self.book.filed(seat, sheet);
        let wished = filed.is_some_and(|it| it.wishes);
        let mut text = self.rules.order_sheet(view, &in_force, wished);
        text.goes_ahead = filed.is_some_and(|it| it.ready == Ready::GoAhead);
        text.said_ahead = self.has_said_ahead(view, seat);
        text.waits = filed.is_some_and(|it| it.ready == Ready::Wait);
        if let Some(Halt::Asking(prompts)) = self.run().halt() {
            let own = prompts.iter().filter(|it| it.seat == seat);
            text.asked = own.clone().next().is_some();
            let replies = own.flat_map(|it| self.rules.replies(view, &it.question));
            text.advice.extend(replies);
        }
        // What it wished for is done, and silence would be taken at its word.
        if wished && (text.asked || text.goes_ahead) {
            text.live = vec!["GOAHEAD".to_owned()];
        }
        text
    }

    /// What a robot in this seat would send now, a line each, but for what is in force or live; by
    /// a stream of chance that is for advice alone, keyed by campaign, seat and sheet: the page
    /// that holds it is the same whoever makes it.
    pub(super) fn advice(&self, seat: Seat, live: &[String]) -> Vec<String> {
        if matches!(self.rules.pending(&self.state), Pending::Over(_)) {
            return Vec::new();
        }
        let sheet = self.sheet();
        let key = format!("{} {seat} {sheet}", self.campaign);
        let body = self
            .rules
            .robot(&self.view(seat), seat, &mut Dice::for_advice(&key));
        let read = self.parse(seat, 1, &Block { sheet, body: &body });
        let faults = read.understood.faults;
        let faulty = |number: u32| faults.iter().any(|it| it.span.line == number);
        let in_force = in_force(&**self.rules, &self.state, &self.book, seat);
        let said = |line: &str| {
            let mut own = in_force.iter().map(|it| &it.text).chain(live);
            own.any(|it| it == line)
        };
        let lines = (1..).zip(body.lines());
        let lines = lines.filter(|it| !faulty(it.0) && !said(it.1));
        lines.map(|it| it.1.to_owned()).collect()
    }
}
