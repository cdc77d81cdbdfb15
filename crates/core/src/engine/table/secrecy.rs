//! What a viewer cannot know, put otherwise; and whether their page betrays the difference.
//!
//! Not here: which things of a game are hidden (`Keeping::secrets`), and the
//! search of what goes out (`desk`).

use super::{Seated, accounts};
use crate::engine::account::Account;
use crate::engine::cause::{Cause, Draw, causes, draws};
use crate::engine::chronicle::{Announced, Input, Step};
use crate::engine::dice::{Bowl, Dice, Roll};
use crate::engine::game::Table;
use crate::engine::heard::as_heard;
use crate::engine::journal::{Item, ItemOf};
use crate::engine::orders::Left;
use crate::engine::rules::StepOf;
use crate::engine::seat::{Seat, Viewer};
use crate::engine::whole::GameRules;
use crate::gather::Gather;

impl<R: GameRules> Seated<R> {
    /// The same position with everything otherwise that the viewer cannot know: the state drawn
    /// again, and nothing left of what other seats wrote and heard. That a sheet came in stays: it
    /// shows in who is waited for.
    pub(super) fn put_otherwise(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let mut book = self.book.clone();
        book.seats.retain(|it, _| is_own(viewer, *it));
        book.turns.retain(|it, _| is_own(viewer, *it));
        book.begun.retain(|it| is_own(viewer, it.seat));
        let others = book.filed.iter_mut().filter(|it| !is_own(viewer, it.seat));
        others.for_each(|it| it.wishes = false);
        let items = self.journal.items.iter();
        let items = items.filter_map(|it| as_known::<R>(&self.rules, it, viewer));
        let mut other = self.beside(self.rules.resample(&self.state, viewer, dice), book);
        other.journal.items = items.collect();
        other
    }

    /// What of a seat's page is another one at the other table; `None`: nothing. Grammar and
    /// robot are functions of the view, so they need no look.
    pub(super) fn tells_from(&self, other: &Self, seat: Seat) -> Option<&'static str> {
        let (mine, theirs) = (self.view(seat), other.view(seat));
        let parts = [
            ("the number of the sheet", self.sheet() == other.sheet()),
            ("the position", mine == theirs),
            (
                "the order sheet",
                self.rules.order_sheet(&mine, &[], false)
                    == self.rules.order_sheet(&theirs, &[], false),
            ),
            (
                "the questions",
                self.questions(seat) == other.questions(seat),
            ),
            (
                "the orders in force",
                self.in_force(seat) == other.in_force(seat),
            ),
            (
                "what the gate waits for",
                self.gate(seat) == other.gate(seat),
            ),
            (
                "what became of orders",
                self.own_accounts(seat) == other.own_accounts(seat),
            ),
            (
                "the draws that were shown",
                self.draws_told(seat) == other.draws_told(seat),
            ),
        ];
        let commentary = parts.into_iter().find(|(_, same)| !same);
        commentary.map(|(part, _)| part)
    }

    /// What became of the seat's lines, and what each met.
    fn own_accounts(&self, seat: Seat) -> Vec<(Account, Cause)> {
        let items: Vec<&ItemOf<R>> = self.journal.items.iter().collect();
        let told = items.iter().flat_map(|it| it.events());
        let heard = told.filter(|it| it.reaches(Viewer::Seat(seat)));
        let heard = heard.map(|it| as_heard::<R>(&self.rules, Viewer::Seat(seat), it));
        let heard: Vec<serde_json::Value> = heard.map(|it| self.rules.face(&it)).collect();
        let (accounted, _) = accounts((seat, R::AMOUNTS), &items, &self.book, self.sheet());
        let causes = causes((seat, &self.seats), &items, &heard, &accounted);
        let accounts = accounted.into_iter().map(|it| it.1.account);
        accounts.zip(causes).collect()
    }

    fn draws_told(&self, seat: Seat) -> Vec<Vec<Draw>> {
        draws(Viewer::Seat(seat), &[&self.journal.items])
    }
}

/// Whether what a seat wrote is the viewer's to know.
fn is_own(viewer: Viewer, seat: Seat) -> bool {
    match viewer {
        Viewer::Seat(own) => own == seat,
        Viewer::Public => false,
        Viewer::Referee => true,
    }
}

fn open(rolls: &[Roll]) -> Vec<Roll> {
    let open = rolls.iter().filter(|it| it.bowl == Bowl::Open);
    open.cloned().collect()
}

/// An item of the journal as far as a viewer knows of it. Hidden draws they see in events only;
/// open ones are announced to all.
fn as_known<R: GameRules>(rules: &R, item: &ItemOf<R>, viewer: Viewer) -> Option<ItemOf<R>> {
    match item {
        Item::SetUp { events, .. } => Some(Item::SetUp {
            rolls: open(item.rolls()),
            events: events_as_known(rules, events, viewer),
        }),
        Item::Filed { seat, .. } => is_own(viewer, *seat).then(|| item.clone()),
        Item::Step(step) => Some(Item::Step(step_as_known(rules, step, viewer))),
        Item::Placed { .. } => None,
    }
}

fn events_as_known<R: GameRules>(
    rules: &R,
    events: &[Announced<R::Event>],
    viewer: Viewer,
) -> Vec<Announced<R::Event>> {
    let heard = events.iter().filter(|it| it.reaches(viewer));
    let known = heard.map(|told| Announced {
        event: as_heard(rules, viewer, told).into_owned(),
        ..told.clone()
    });
    known.collect()
}

fn step_as_known<R: GameRules>(rules: &R, step: &StepOf<R>, viewer: Viewer) -> StepOf<R> {
    let input = match &step.input {
        Input::Answers { answers } => Input::Answers {
            answers: answers
                .iter()
                .filter(|it| is_own(viewer, it.seat))
                .cloned()
                .collect(),
        },
        Input::Auto => Input::Auto,
        Input::Gathered { silent } => Input::Gathered {
            silent: silent
                .iter()
                .copied()
                .filter(|it| is_own(viewer, *it))
                .into_set(),
        },
    };
    let left = step.left.iter().filter(|it| is_own(viewer, it.seat));
    Step {
        input,
        rolls: open(&step.rolls),
        events: events_as_known(rules, &step.events, viewer),
        left: left.cloned().collect::<Vec<Left>>(),
        endings: match viewer {
            Viewer::Seat(seat) => {
                let own = step.endings.iter().filter(|it| it.seat == seat);
                own.cloned().collect()
            }
            Viewer::Public | Viewer::Referee => Vec::new(),
        },
        turn: step.turn,
    }
}
