//! Order sheets: the position in short, and what silence means.

use super::pretend::{it, state, tables};
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::orders::{Course, Order, Return};
use packetboat_conquistador::sheet::order_sheet;
use packetboat_conquistador::state::{EventChoice, Expedition, Ship, Stage, State};
use packetboat_conquistador::view::View;
use packetboat_core::engine::language::SheetText;
use packetboat_core::engine::seat::{Seat, Viewer};

fn sheet(change: impl Fn(&mut State)) -> SheetText {
    let tables = tables();
    let mut state = state(&tables);
    change(&mut state);
    let view = View::of(&tables, &state, Viewer::Seat(it::<Seat>("spain")));
    order_sheet(&view, &[])
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
    let lead = "arriving in Europe, to load if you like: ";
    assert!(
        named(15).contains(&format!("{lead}Menendez")),
        "{}",
        named(15)
    );
    assert!(!named(13).contains(lead), "{}", named(13));
}

/// Colonists whom the default takes home are lost there: the sheet says so, unless an order keeps
/// them.
#[test]
fn colonists_lost_by_default_are_named() {
    let tables = tables();
    let mut state = state(&tables);
    state.open.stage = Stage::GateB;
    let label = "S7".parse().expect("a label");
    let mut ship = Ship::new(Hull::Carrack);
    ship.men.colonists = 2;
    let at = At::Hex("2423".parse().expect("a hex"));
    let mut expedition = Expedition::new(at, vec![ship]);
    (expedition.bounds, expedition.returns) = (8, Some(Return::Home));
    let own = state.own_mut(it("spain"));
    own.expeditions.insert(label, expedition);
    let view = View::of(&tables, &state, Viewer::Seat(it::<Seat>("spain")));
    let says = |own: &[&Order]| {
        let wanted = "S7 sails home, and 2 Colonists aboard are lost then";
        let silence = order_sheet(&view, own).silence;
        silence.iter().any(|it| it.contains(wanted))
    };
    assert!(says(&[]));
    let stay = Order::Sail {
        label: Some(label),
        to: Course::Stay,
        exceed: None,
    };
    assert!(!says(&[&stay]));
}

/// A default that an order replaces is not listed as still to come.
#[test]
fn defaults_that_orders_replace_are_left_out() {
    let tables = tables();
    let mut state = state(&tables);
    state.open.stage = Stage::GateB;
    let own = state.own_mut(it("spain"));
    own.expeditions.clear();
    let at = At::Hex("2423".parse().expect("a hex"));
    let label = "S7".parse().expect("a label");
    let ships = vec![Ship::new(Hull::Carrack)];
    own.expeditions.insert(label, Expedition::new(at, ships));
    let view = View::of(&tables, &state, Viewer::Seat(it::<Seat>("spain")));
    let says = |own: &[&Order]| order_sheet(&view, own).silence.join("\n");
    let none = says(&[]);
    let orders = [
        Order::Prospect {
            place: None,
            yes: true,
        },
        Order::Sail {
            label: Some(label),
            to: Course::Stay,
            exceed: None,
        },
        Order::Keep { things: Vec::new() },
    ];
    for (order, words) in orders.iter().zip([
        "gold sites are prospected",
        "all others stay",
        "upkeep is paid in this order",
    ]) {
        assert!(none.contains(words), "{none}");
        let some = says(&[order]);
        assert!(!some.contains(words), "{some}");
    }
    let one = Order::Prospect {
        place: Some(at),
        yes: false,
    };
    let some = says(&[&one]);
    assert!(some.contains("other gold sites are prospected"), "{some}");
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
    assert_eq!(order_sheet(&view, &[]), SheetText::default());
}
