//! The rules as the engine sees them; read [`Rules::pending`] and [`Rules::advance`] as the
//! sequence of play.

use super::data::{Action, CardCode, PlanetCode, Tables};
use super::decide::{Choice, Question};
use super::orders::{Order, TheseNewWorlds};
use super::phases::{cards, domes, set_up, settle};
use super::state::{Pace, Phase, State};
use super::{advise, decide, news, orders, picture, robot};
use super::{events::Event, view::View};
use packetboat_core::engine::reread;
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

/// A hand of this many codes in a row is a phrase that no honest mail holds by chance.
const CODES_MIN: usize = 3;

impl Rules for TheseNewWorlds {
    const ID: &'static str = "these-new-worlds";
    const FILES: Texts = crate::FILES;

    type Tables = Tables;
    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        let tables = Tables::load(pack)?;
        let facts = orders::facts(&tables);
        Ok(TheseNewWorlds { tables, facts })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        Ok(set_up::game(&self.tables, founding, cx))
    }

    /// One sheet a round at every pace; one planet is the prize of each round.
    fn now(&self, state: &State) -> Now {
        let planets = few(&self.tables.planets);
        let rounds = planets - self.tables.collective_start;
        Now::turn(state.table.clone(), state.round).at_most(rounds)
    }

    /// A card is asked of the seat whose turn it is: one that may be played "any time" waits for a
    /// turn of its holder's too (R27).
    fn pending(&self, state: &State) -> PendingOf<Self> {
        match state.phase {
            Phase::SetUp | Phase::Settle => Pending::Auto,
            // Whom a gate calls (4.1).
            Phase::Gate if state.pace == Pace::Single => Pending::Gather([state.turn].into()),
            Phase::Gate => Pending::Gather(state.table.iter().copied().into_set()),
            Phase::Card => Pending::ask(state.turn, Question::Card),
            Phase::Dome | Phase::LastDome => ask_dome(state, false),
            Phase::Closing1 | Phase::Closing2 | Phase::Closing3 => ask_dome(state, true),
            Phase::Over => {
                let outcome = state.outcome.clone();
                Pending::Over(outcome.expect("a game that is over has an outcome"))
            }
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        let choice = input.choice().copied();
        match (play.phase, choice) {
            (Phase::SetUp, _) => set_up::round(play.tables, play.state, &mut play.cx),
            (Phase::Gate, _) => play.phase = Phase::Card,
            (Phase::Card, Some(Choice::Play { card, colour })) => {
                cards::play(play, card, colour);
            }
            (Phase::Card, _) => cards::pass(play),
            (Phase::Settle, _) => settle::settle(play),
            (_, Some(Choice::Place { pair })) => domes::answer(play, Some(pair)),
            _ => domes::answer(play, None),
        }
    }

    fn measures(&self, state: &State) -> Vec<Measure> {
        settle::measures(&self.tables, state)
    }

    fn decide(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        decide::decide(self, view, asked, lines)
    }

    fn choices(&self, view: &View, question: &Question) -> Vec<Choice> {
        decide::choices(&self.tables, view, question)
    }
}

impl Language for TheseNewWorlds {
    const SILENCE: &'static str = orders::SILENCE;
    const AMOUNTS: &'static [&'static str] = &["held"];

    fn grammar(&self, _view: &View) -> Grammar {
        orders::grammar(&self.tables, &self.facts)
    }

    fn advise(&self, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
        advise::advise(self, view, lines)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        let scene = decide::scene(self, at.view, at.lines, at.order);
        self.facts.holds(&scene, condition)
    }

    /// What silence means (4.6).
    fn order_sheet(&self, view: &View, own: &[&Order], mut silence: Vec<String>) -> SheetText {
        if view.me.is_none() || view.phase == Phase::Over {
            return SheetText::default();
        }
        // What comes after every plan, as far as it speaks of the hand.
        let others = |it: &&Action| it.is_wild() && !view.hand.contains(&it.code);
        for other in self.tables.actions.iter().filter(others) {
            silence.retain(|it| !it.split(' ').any(|word| word == other.code.as_str()));
        }
        // Beside DOME orders of the seat's own that of silence counts at the end alone.
        let own = own.iter().any(|it| matches!(it, Order::Dome { .. }));
        let dome = silence.iter_mut().filter(|it| it.starts_with("DOME"));
        dome.filter(|_| own).for_each(|it| it.push_str(" LAST"));
        SheetText {
            silence,
            ..SheetText::default()
        }
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        robot::sheet(&self.tables, view, dice)
    }
}

impl Pages for TheseNewWorlds {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();

    fn tell(&self, view: &View, heard: &[&Event]) -> Commentary {
        news::tell(view, heard)
    }

    fn pictures(&self, view: &View, _heard: &[&Event]) -> Vec<Picture> {
        picture::pictures(&self.tables, view)
    }

    fn explain(&self, _view: &View, name: &str) -> Option<String> {
        self.tables.explain(name)
    }
}

impl Keeping for TheseNewWorlds {
    const FORMAT: u32 = 3;
    /// 2: what PREFER does to an IF counts as a part it had. 3: OPPPASSED holds for a dome after an
    /// action of one's own too. 4: an IF is asked of each of several alternatives. 5: of several
    /// colours of a wild card with an IF the first that gives a token counts, as without.
    const REVISION: u32 = 5;
    /// 1: reasons name each place, and what was held.
    const TOLD: u32 = 1;

    /// The hand of others, the cards aside, which nobody may see (R18), and the order of the
    /// planets. Cards are named as in the list of the report, hands as on their owner's order
    /// sheet.
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let tables = &self.tables;
        let face = |code: &CardCode| {
            let face = &tables.faces[code];
            format!("{} {} {}", face.code, face.name, face.colour)
        };
        look.pool("action card", tables.actions.iter().map(|it| it.code))
            .unseen(&mut state.aside)
            .hands(&mut state.hands)
            .open(&state.pile)
            .listed(face)
            .told(|hand| (hand.len() >= CODES_MIN).then(|| tables.listed(hand)))
            .done();
        let planet = |code: &PlanetCode| {
            let planet = tables.planet(*code);
            format!("{} ({}", planet.name, planet.colour)
        };
        look.pool("planet", tables.planets.iter().map(|it| it.code))
            .unseen(&mut state.deck)
            .open(&state.collective)
            .open(state.empires.values().flatten())
            .open(&state.prize)
            .listed(planet)
            .done();
    }

    fn migrations(kind: FileKind) -> Vec<Migration> {
        reread::tests_by_words(kind)
    }
}

fn ask_dome(state: &State, last: bool) -> PendingOf<TheseNewWorlds> {
    let ask = |seat| Pending::ask(seat, Question::Dome { last });
    state.dome_asked().map_or(Pending::Auto, ask)
}
