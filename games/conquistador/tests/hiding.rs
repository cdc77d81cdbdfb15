//! What a viewer may not know stays off his page.

use super::pages::report;
use super::pretend::{it, state, tables};
use packetboat_conquistador::resample::resample;
use packetboat_conquistador::sheet::order_sheet;
use packetboat_conquistador::state::{Stage, State};
use packetboat_conquistador::validate::validate;
use packetboat_conquistador::view::View;
use packetboat_conquistador::{Conquistador, GAME};
use packetboat_core::engine::dice::{Dice, Keys};
use packetboat_core::engine::language::{Language, SheetText};
use packetboat_core::engine::rules::{Outcome, Rules};
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::engine::secrets::Hidden;
use packetboat_core::engine::whole::GameRules;

fn viewers() -> Vec<Viewer> {
    let seats = ["spain", "england", "france"].map(|name| Viewer::Seat(it::<Seat>(name)));
    seats.into_iter().chain([Viewer::Public]).collect()
}

fn dice(seed: u8) -> Dice {
    Dice::keyed(Keys::new(&[seed; 32], 1, 0).expect("in range"))
}

fn rules() -> Conquistador {
    Conquistador::load(&GAME.pack()).expect("fits")
}

/// At either gate.
fn positions() -> Vec<State> {
    let tables = tables();
    let a = state(&tables);
    let mut b = a.clone();
    b.open.stage = Stage::GateB;
    vec![a, b]
}

#[test]
fn a_redrawn_position_cannot_be_told_from_the_true_one() {
    let tables = tables();
    for position in positions() {
        for viewer in viewers() {
            for seed in 0..40 {
                let other = resample(&tables, &position, viewer, &mut dice(seed));
                validate(&tables, &other).expect("as good a position");
                let views = [&position, &other].map(|it| View::of(&tables, it, viewer));
                assert_eq!(views[0], views[1], "{viewer:?}");
                let sheets = views.each_ref().map(|it| order_sheet(it, &[]));
                assert_eq!(sheets[0], sheets[1], "{viewer:?}");
            }
        }
    }
}

#[test]
fn what_others_keep_sealed_is_drawn_anew() {
    let tables = tables();
    let position = state(&tables);
    let (spain, england): (Seat, Seat) = (it("spain"), it("england"));
    let all: Vec<State> = (0..40)
        .map(|seed| resample(&tables, &position, Viewer::Seat(england), &mut dice(seed)))
        .collect();
    let differs = |what: fn(&State, Seat) -> String| {
        let mut seen: Vec<String> = all.iter().map(|it| what(it, spain)).collect();
        seen.sort();
        seen.dedup();
        seen.len() > 4
    };
    assert!(differs(|it, seat| format!(
        "{:?}",
        it.own(seat).expeditions.keys()
    )));
    assert!(differs(|it, seat| format!("{:?}", it.own(seat).charts)));
    assert!(differs(|it, seat| format!("{:?}", it.own(seat).leaders)));
    assert!(differs(|it, seat| format!("{:?}", it.own(seat).parties)));
    assert!(differs(|it, seat| {
        let aboard = it
            .own(seat)
            .expeditions
            .values()
            .map(packetboat_conquistador::state::Expedition::men);
        format!("{:?}", aboard.collect::<Vec<_>>())
    }));
    assert!(
        all.iter()
            .all(|it| it.own(england) == position.own(england))
    );
}

#[test]
fn no_page_holds_what_is_hidden_from_its_reader() {
    let rules = rules();
    for position in positions() {
        for viewer in viewers() {
            let name = match viewer {
                Viewer::Seat(seat) => Some(seat.as_str().to_owned()),
                Viewer::Public | Viewer::Referee => None,
            };
            let view = rules.view(&position, viewer);
            let text = flat(&report(name.as_deref(), &view, Vec::new()));
            let hidden = rules.hidden(&position, viewer);
            assert!(hidden.len() > 4, "{viewer:?}: {hidden:?}");
            for it in hidden {
                let Hidden::Phrase(phrase) = it else {
                    panic!("phrases only");
                };
                assert!(!text.contains(&flat(&phrase)), "{viewer:?}: {phrase}");
            }
        }
    }
}

#[test]
fn every_hidden_phrase_is_printed_for_its_owner() {
    let rules = rules();
    let position = &positions()[0];
    let mut pages = String::new();
    for name in ["spain", "england", "france"] {
        let view = rules.view(position, Viewer::Seat(it(name)));
        pages.push_str(&flat(&report(Some(name), &view, Vec::new())));
    }
    for it in rules.hidden(position, Viewer::Public) {
        let Hidden::Phrase(phrase) = it else {
            panic!("phrases only");
        };
        assert!(pages.contains(&flat(&phrase)), "{phrase}");
    }
}

#[test]
fn the_lines_of_one_sheet_stand_in_no_other_mail() {
    let rules = rules();
    let position = &positions()[0];
    let sheet = |name: &str| -> SheetText {
        rules.order_sheet(
            &rules.view(position, Viewer::Seat(it(name))),
            &[],
            Vec::new(),
        )
    };
    for reader in ["spain", "england", "france"] {
        let view = rules.view(position, Viewer::Seat(it(reader)));
        let text = flat(&report(Some(reader), &view, Vec::new()));
        for other in ["spain", "england", "france"]
            .into_iter()
            .filter(|it| *it != reader)
        {
            let theirs = sheet(other);
            let own = sheet(reader);
            for line in &theirs.position {
                let mut mine = own.position.iter();
                let shared = mine.any(|it| it.contains(line.as_str()));
                assert!(
                    shared || !text.contains(&flat(line)),
                    "{reader} reads: {line}"
                );
            }
        }
    }
}

#[test]
fn nothing_is_hidden_when_the_game_is_over() {
    let mut position = positions().remove(0);
    position.open.stage = Stage::Over;
    let ranks = position.open.table.iter().map(|it| (*it, 0));
    position.open.outcome = Some(Outcome::ranked(ranks));
    assert!(rules().hidden(&position, Viewer::Public).is_empty());
}

/// In small letters, blanks single, marks of comments gone: as the guard reads a mail.
fn flat(text: &str) -> String {
    let lines = text.lines().map(|it| it.trim_start_matches([';', ' ']));
    let words: Vec<String> = lines
        .flat_map(str::split_whitespace)
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}
