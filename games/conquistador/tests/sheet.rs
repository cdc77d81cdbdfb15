//! Order sheets: the position in short, and what silence means.

use super::pretend::{it, state, tables};
use packetboat_conquistador::sheet::order_sheet;
use packetboat_conquistador::state::{EventChoice, Stage, State};
use packetboat_conquistador::view::View;
use packetboat_core::engine::language::SheetText;
use packetboat_core::engine::seat::{Seat, Viewer};

fn sheet(change: impl Fn(&mut State)) -> SheetText {
    let tables = tables();
    let mut state = state(&tables);
    change(&mut state);
    let view = View::of(&tables, &state, Viewer::Seat(it::<Seat>("spain")));
    order_sheet(&view)
}

#[test]
fn sheet_a_shows_the_position() {
    let sheet = sheet(|_| {});
    let position = sheet.position.join("\n");
    assert!(position.contains("your Treasury: 181 Ducats"), "{position}");
    assert!(
        position.contains("hispaniola 4 Colonists, 1 Soldier"),
        "{position}"
    );
    assert!(sheet.live.is_empty(), "silence orders nothing");
}

/// Leaders who enter this turn are there when expeditions are formed (A3), so the sheet names them.
#[test]
fn leaders_who_appear_this_turn_are_named() {
    let named = |turn: u32| {
        let sheet = sheet(|it| it.open.turn = turn);
        sheet.position.join("\n")
    };
    let lead = "arriving in Europe this turn, to be loaded if you like: ";
    assert!(
        named(15).contains(&format!("{lead}Menendez")),
        "{}",
        named(15)
    );
    assert!(!named(13).contains(lead), "{}", named(13));
}

#[test]
fn what_events_leave_open_is_said() {
    let sheet = sheet(|it| {
        let choice = |event, settlements| EventChoice {
            event,
            settlements,
            leader: false,
            missionary: false,
        };
        let power = it.power_mut("spain".parse().expect("a seat"));
        power.choices = vec![choice(11, 1), choice(17, 2)];
    });
    assert!(sheet.silence.iter().any(|it| it.contains("miss least")));
}

#[test]
fn spectators_and_ended_games_have_no_sheet() {
    assert_eq!(
        sheet(|it| it.open.stage = Stage::Over),
        SheetText::default()
    );
    let tables = tables();
    let view = View::of(&tables, &state(&tables), Viewer::Public);
    assert_eq!(order_sheet(&view), SheetText::default());
}
