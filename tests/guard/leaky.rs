//! Rules whose views show too much: every mail with such a page is held back.

use super::broken::resolution;
use crate::support::{Bench, DUEL, seat};
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::errors::CampaignError;
use packetboat::desk::entry::guard::search;
use packetboat::engine::data::{DataError, DataPack, Founding};
use packetboat::engine::decide::Decision;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::facts::Asked;
use packetboat::engine::game::{Files, Game};
use packetboat::engine::keeping::Keeping;
use packetboat::engine::language::{AtOf, Language, SheetText};
use packetboat::engine::now::Now;
use packetboat::engine::pages::Pages;
use packetboat::engine::rules::{CxOf, InputOf, LinesOf, PendingOf, PlayOf, Rules};
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::engine::secrets::Look;
use packetboat::engine::table::Erased;
use packetboat::lang::form::Grammar;
use packetboat::report::Templates;
use packetboat::store::entry::StateFile;
use packetboat_tools::games;
use packetboat_toy_sealed::orders::{Choice, Order, Question};
use packetboat_toy_sealed::state::{Event, Sealed, State};
use packetboat_toy_sealed::view::View;

/// Nothing is wrong.
const HONEST: u8 = 0;
/// The view adds the cards of all to the prize.
const IN_THE_VIEW: u8 = 1;
/// The number of the sheet hangs on the deck.
const IN_THE_SHEET: u8 = 2;
/// The order of the bidders in the view hangs on their cards.
const IN_AN_ORDER: u8 = 3;

/// Sealed Bids, broken in one way.
struct Leaky<const HOW: u8>(Sealed);

impl<const HOW: u8> Rules for Leaky<HOW> {
    const ID: &'static str = Sealed::ID;

    type Tables = Sealed;
    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        Sealed::load(pack).map(Leaky)
    }

    fn tables(&self) -> &Sealed {
        &self.0
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        self.0.setup(founding, cx)
    }

    fn now(&self, state: &State) -> Now {
        let now = self.0.now(state);
        match HOW {
            IN_THE_SHEET => Now::turn(now.seats, state.deck.iter().sum()),
            _ => now,
        }
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        self.0.pending(state)
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        self.0.advance(play, input);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let mut view = self.0.view(state, viewer);
        let card = |seat: Seat| {
            state
                .bidders
                .iter()
                .find(|it| it.seat == seat)
                .unwrap()
                .card
        };
        match HOW {
            IN_THE_VIEW => view.prize += state.bidders.iter().filter_map(|it| it.card).sum::<u32>(),
            IN_AN_ORDER => view.bidders.sort_by_key(|it| card(it.seat)),
            _ => {}
        }
        view
    }

    fn decide(
        &self,
        view: &View,
        question: &Question,
        lines: &LinesOf<'_, Self>,
    ) -> Decision<Choice> {
        self.0.decide(view, question, lines)
    }

    fn choices(&self, view: &View, question: &Question) -> Vec<Choice> {
        self.0.choices(view, question)
    }
}

impl<const HOW: u8> Language for Leaky<HOW> {
    fn grammar(&self, view: &View) -> Grammar {
        self.0.grammar(view)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        let at = AtOf::<Sealed> {
            view: at.view,
            question: at.question,
            lines: at.lines,
            order: at.order,
        };
        self.0.holds(&at, condition)
    }

    fn order_sheet(&self, view: &View, own: &[&Self::Order], silence: Vec<String>) -> SheetText {
        self.0.order_sheet(view, own, silence)
    }

    fn robot(&self, view: &View, seat: Seat, dice: &mut Dice) -> String {
        self.0.robot(view, seat, dice)
    }
}

impl<const HOW: u8> Pages for Leaky<HOW> {
    type Drawn = ();
}

impl<const HOW: u8> Keeping for Leaky<HOW> {
    const FORMAT: u32 = Sealed::FORMAT;
    const REVISION: u32 = Sealed::REVISION;

    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        self.0.secrets(state, look);
    }
}

/// The same position at a table with these rules.
fn reseated<const HOW: u8>(campaign: &mut Campaign) {
    let part = |it: StateFile| campaign.parts[&it].clone();
    let files = Files {
        state: part(StateFile::State),
        book: part(StateFile::Book),
        journal: None,
    };
    let game = Erased::<Leaky<HOW>>::GAME;
    campaign.table = game
        .open(&campaign.pack, campaign.id.as_str(), &files)
        .unwrap();
}

/// How often, in so many campaigns, the search holds a leaky report back, and for what.
fn held_back<const HOW: u8>() -> (u32, Vec<String>) {
    let templates = Templates::of(games::templates());
    let mut told = Vec::new();
    let mut held = 0;
    for seed in 0..16 {
        let bench = Bench::new();
        let seed = blake3::hash(&[seed]).to_hex().to_string();
        DUEL.found_with(&bench.club, bench.now, &seed).unwrap();
        let mut campaign = bench.campaign("duel");
        reseated::<HOW>(&mut campaign);
        let draft = resolution(&bench, &mut campaign);
        if let Err(CampaignError::Broken { what, .. }) =
            search(&bench.club, &templates, &campaign, &draft)
        {
            held += 1;
            told.push(what);
        }
    }
    (held, told)
}

#[test]
fn a_view_that_shows_too_much_is_held_back() {
    let (held, told) = held_back::<HONEST>();
    assert_eq!((held, told), (0, Vec::new()));
    let (held, told) = held_back::<IN_THE_VIEW>();
    assert!(held >= 12, "{held} of 16: {told:?}");
    assert!(
        told.iter().all(|it| it.contains("the position")),
        "{told:?}"
    );
    let (held, told) = held_back::<IN_AN_ORDER>();
    assert!(held >= 4, "{held} of 16: {told:?}");
    let (held, told) = held_back::<IN_THE_SHEET>();
    assert!(held >= 8, "{held} of 16: {told:?}");
    assert!(
        told.iter().all(|it| it.contains("the number of the sheet")),
        "{told:?}"
    );
}

/// The draws for the look at a page are the same every time, and shift no dice of the game.
#[test]
fn the_look_at_a_page_draws_the_same_each_time() {
    let seed = [9; 32];
    let draws = |purpose: &str, number| {
        let keys = Keys::beside(&seed, purpose, number, 0);
        let mut dice = Dice::keyed(keys);
        dice.roll(packetboat::engine::dice::Bowl::Hidden, "x", 8, 1000)
    };
    let north = format!("guard {}", seat("north"));
    assert_eq!(draws(&north, 3), draws(&north, 3));
    assert_ne!(draws(&north, 3), draws(&north, 4));
    assert_ne!(draws(&north, 3), draws("guard south", 3));
    let mut game = Dice::keyed(Keys::new(&seed, 3, 0).unwrap());
    let of_game = game.roll(packetboat::engine::dice::Bowl::Hidden, "x", 8, 1000);
    assert_ne!(draws(&north, 3), of_game);
}
