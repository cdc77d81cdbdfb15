//! The order languages of the games, as their seats have them at the first gate.

use packetboat::engine::data::Founding;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::card;
use packetboat::lang::form::Grammar;
use packetboat_tools::games;
use std::collections::BTreeMap;
use std::ops::Deref;

/// The language of a game, seat by seat; it stands for that of the first.
pub(super) struct Language(Vec<Grammar>);

impl Deref for Language {
    type Target = Grammar;

    fn deref(&self) -> &Grammar {
        &self.0[0]
    }
}

impl Language {
    pub(super) fn of_seats(&self) -> impl Iterator<Item = &Grammar> {
        self.0.iter()
    }
}

pub(super) fn grammar(game: &str) -> Language {
    Language(of_game(game))
}

fn of_game(id: &str) -> Vec<Grammar> {
    let pack = games::pack(id);
    let game = games::game(id).expect("it is in the registry");
    let card = card(&pack).expect("a card");
    let founding = Founding::new(&card, None, &[], &BTreeMap::new()).expect("it fits the card");
    let mut dice = Dice::keyed(Keys::new(&[7; 32], 1, 0).expect("the first link"));
    let table = game.found(&pack, "new-spain", &founding, &mut dice);
    let mut table = table.expect("it is founded");
    table.play(&mut dice, false).expect("a sound state");
    let seats = table.seats().into_iter();
    seats.map(|it| table.grammar(it)).collect()
}
