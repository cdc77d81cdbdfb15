//! Order sheets: what they suggest, and that it reads as it stands.

use super::bench::{hex, seat};
use super::pretend::{it, state, tables};
use packetboat_conquistador::sheet::order_sheet;
use packetboat_conquistador::state::{EventChoice, Stage, State};
use packetboat_conquistador::view::View;
use packetboat_conquistador::{Conquistador, GAME};
use packetboat_core::engine::language::{Language, SheetText};
use packetboat_core::engine::rules::Rules;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::engine::understand::understand;
use packetboat_core::lang::read::read;
use packetboat_core::lang::reading::Context;
use packetboat_core::lang::sheet::SheetNo;

fn sheet(change: impl Fn(&mut State)) -> SheetText {
    let tables = tables();
    let mut state = state(&tables);
    change(&mut state);
    let view = View::of(&tables, &state, Viewer::Seat(it::<Seat>("spain")));
    order_sheet(&view)
}

#[test]
fn sheet_a_shows_what_can_be_bought_and_sailed() {
    let sheet = sheet(|_| {});
    assert_eq!(
        sheet.perhaps,
        [
            "BUY 3 colonists, 1 soldier, 1 missionary",
            "EXPEDITION S3 FROM europe SHIPS ALL LOAD 3 colonists, 2 soldiers, leader ayllon LAND \
             veracruz RETURN HOME",
            "EXPEDITION S2 FROM veracruz SHIPS ALL RETURN HOME",
        ]
    );
    let position = sheet.position.join("\n");
    assert!(position.contains("your Treasury: 181 Ducats"), "{position}");
    assert!(
        position.contains("hispaniola 4 Colonists, 1 Soldier"),
        "{position}"
    );
    assert!(sheet.live.is_empty(), "silence orders nothing");
}

#[test]
fn sheet_b_shows_marches_natives_and_the_way_home() {
    let sheet = sheet(|it| it.open.stage = Stage::GateB);
    for line in [
        "MOVE 4 soldiers, leader cortes FROM veracruz TO tenochtitlan",
        "NATIVES azt WITH ALL IF ODDS >= 1:1",
        "SAIL S2 HOME IF GOLD S2 >= 10 ELSE STAY",
    ] {
        assert!(
            sheet.perhaps.iter().any(|it| it == line),
            "{line}: {:?}",
            sheet.perhaps
        );
    }
}

/// Gold is carried to a Port, nobody is sent against natives who are too many, and men land only
/// where there is room.
#[test]
fn suggestions_carry_gold_and_leave_room() {
    let sheet = sheet(|it| {
        it.open.stage = Stage::GateB;
        let (from, to) = (hex("azt_veracruz"), hex("azt_tenochtitlan"));
        let men = it.open.stack_mut(from, seat("spain")).men;
        it.open.stack_mut(from, seat("spain")).men.soldiers = 0;
        it.open.stack_mut(to, seat("spain")).men.soldiers = men.soldiers;
        let aztecs = "AZT".parse().expect("an Area");
        it.open
            .areas
            .get_mut(&aztecs)
            .expect("it is on the map")
            .natives = 0;
    });
    let carries = |it: &&String| it.contains("FROM tenochtitlan TO veracruz CARRY 50");
    assert!(
        sheet.perhaps.iter().any(|it| carries(&it)),
        "{:?}",
        sheet.perhaps
    );
}

/// What the rules would refuse is not suggested: natives too many, a way home without Bounds.
#[test]
fn what_cannot_work_is_not_suggested() {
    let sheet = sheet(|it| {
        it.open.stage = Stage::GateB;
        for stack in it.open.hexes.values_mut() {
            for stack in stack.stacks.values_mut() {
                stack.men.soldiers = stack.men.soldiers.min(1);
            }
        }
        for expedition in it
            .sealed
            .values_mut()
            .flat_map(|it| it.expeditions.values_mut())
        {
            (expedition.bounds, expedition.exceed) = (0, 0);
        }
    });
    let never = |it: &&String| it.starts_with("NATIVES") || it.contains(" HOME");
    assert_eq!(sheet.perhaps.iter().find(never), None);
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
fn one_sheet_for_both_parts() {
    let sheet = sheet(|it| it.open.options.rounds_per_turn = 1);
    let has = |verb: &str| sheet.perhaps.iter().any(|it| it.starts_with(verb));
    assert!(
        ["BUY", "EXPEDITION", "MOVE", "NATIVES", "SAIL"]
            .into_iter()
            .all(has)
    );
}

#[test]
fn choices_that_events_leave_stand_first() {
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
    assert_eq!(sheet.perhaps[0], "EVENT 11 LOSE SETTLEMENT AT veracruz");
    assert_eq!(
        sheet.perhaps[1],
        "EVENT 17 LOSE colonist AT hispaniola, soldier AT veracruz"
    );
    assert!(sheet.silence.iter().any(|it| it.contains("hurts least")));
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

/// The suggestions of a sheet read without a fault.
fn reads(view: &View) {
    let rules = Conquistador::load(&GAME.pack()).expect("fits");
    let seats: Vec<String> = view.open.table.iter().map(ToString::to_string).collect();
    let sheet = SheetNo {
        turn: view.open.turn,
        part: 1 + u8::from(view.open.stage.is_b()),
    };
    let context = Context {
        campaign: "new-spain",
        seats: &seats,
        sheet,
        open: sheet,
        parts: 2,
        last: None,
    };
    let lines = order_sheet(view).perhaps;
    assert!(!lines.is_empty());
    for line in lines {
        let text = format!(
            "#orders new-spain {} turn {sheet}\n{line}\n#end\n",
            view.me()
        );
        let reading = read(&rules.grammar(view), &context, &text);
        let (orders, wrong) = understand(&rules, view, 1, &reading.lines, None);
        assert!(reading.faults.is_empty(), "{line}: {:?}", reading.faults);
        assert!(wrong.is_empty(), "{line}: {wrong:?}");
        assert_eq!(orders.len(), 1, "{line}");
    }
}

#[test]
fn every_suggestion_is_valid_as_it_stands() {
    let tables = tables();
    for name in ["spain", "england", "france"] {
        for stage in [Stage::GateA, Stage::GateB] {
            let mut state = state(&tables);
            state.open.stage = stage;
            let power = state.power_mut(it(name));
            power.choices = [6, 11, 14, 17]
                .map(|event| EventChoice {
                    event,
                    settlements: 1,
                    leader: false,
                    missionary: false,
                })
                .to_vec();
            reads(&View::of(&tables, &state, Viewer::Seat(it(name))));
        }
    }
}
