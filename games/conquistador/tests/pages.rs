//! Pages: a report of a position, as it is read.

use super::pretend::{it, state, tables};
use packetboat_conquistador::GAME;
use packetboat_conquistador::sheet;
use packetboat_conquistador::state::{Mine, Stage, State};
use packetboat_conquistador::view::View;
use packetboat_core::engine::commentary::Commentary;
use packetboat_core::engine::game::PageData;
use packetboat_core::engine::language::SheetText;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::lang::sheet::SheetNo;
use packetboat_kit::hex::Hex;
use packetboat_report::{Frame, ReportKind, SeatAt, WIDTH};
use packetboat_testkit::owed::templates;
use serde_json::Value;

/// The frame of a seat's mail, or of a public page.
pub(super) fn frame(seat: Option<&str>) -> Frame {
    let at = |name: &str, title: &str| SeatAt {
        name: it(name),
        title: title.to_owned(),
        player: format!("Player of {title}"),
        robot: false,
    };
    let seats = vec![
        at("spain", "Spain"),
        at("england", "England"),
        at("france", "France"),
    ];
    let own = seats.iter().find(|it| Some(it.name.as_str()) == seat);
    Frame {
        club: "Sunday Galleon".to_owned(),
        referee: "referee@club.example".to_owned(),
        campaign: "new-spain".to_owned(),
        game: "conquistador".to_owned(),
        title: "Conquistador".to_owned(),
        seat: own.map(|it| it.name),
        seat_title: own.map_or_else(String::new, |it| it.title.clone()),
        player: own.map_or_else(String::new, |it| it.player.clone()),
        seats,
        ..Frame::bare(SheetNo { turn: 6, part: 1 })
    }
}

/// A page with these events.
pub(super) fn page(
    seat: Option<&str>,
    view: &View,
    events: Vec<Value>,
    commentary: Commentary,
) -> PageData {
    let order_sheet = match seat {
        Some(_) => sheet::order_sheet(view, &[]),
        None => SheetText::default(),
    };
    PageData {
        replaced: Vec::new(),
        grounds: packetboat_core::engine::cause::Grounds::default(),
        sheet: SheetNo { turn: 6, part: 1 },
        view: serde_json::to_value(view).expect("plain data"),
        before: None,
        events,
        accounts: Vec::new(),
        questions: Vec::new(),
        answers: Vec::new(),
        in_force: Vec::new(),
        order_sheet,
        outcome: None,
        points: std::collections::BTreeMap::new(),
        measures: Vec::new(),
        commentary,
        missed: 0,
    }
}

/// A report with these events.
pub(super) fn report(seat: Option<&str>, view: &View, events: Vec<Value>) -> String {
    let page = page(seat, view, events, Commentary::default());
    let kind = if seat.is_some() {
        ReportKind::Usual
    } else {
        ReportKind::Public
    };
    let templates = templates(GAME);
    templates
        .report(&frame(seat), kind, &page)
        .expect("the templates fit")
}

fn view(seat: Option<&str>) -> View {
    let tables = tables();
    let viewer = seat.map_or(Viewer::Public, |name| Viewer::Seat(it::<Seat>(name)));
    View::of(&tables, &state(&tables), viewer)
}

/// Areas that nobody is in any more, and of which nothing else has changed, are not listed as
/// changed; distances are explained where two are shown.
#[test]
fn areas_left_alone_are_not_said_to_have_changed() {
    let now = view(Some("spain"));
    let mut page = page(Some("spain"), &now, Vec::new(), Commentary::default());
    let mut before = page.view.clone();
    let far = |view: &Value| {
        let areas = view["areas"].as_array().expect("a list");
        areas.iter().position(|it| it["matters"] == false)
    };
    let at = far(&before).expect("nobody is everywhere");
    before["areas"][at]["matters"] = true.into();
    let near = page.view["areas"].as_array().expect("a list");
    let near = near.iter().position(|it| it["matters"] == true);
    let near = near.expect("it has units");
    page.view["areas"][near]["bounds"] = "4/5".into();
    before["areas"][near]["matters"] = false.into();
    page.before = Some(before.clone());
    let templates = templates(GAME);
    let frame = frame(Some("spain"));
    let report = |page: &PageData| {
        let text = templates.report(&frame, ReportKind::Usual, page);
        text.expect("the templates fit")
    };
    let text = report(&page);
    assert!(!text.contains("where something changed"), "{text}");
    assert!(text.contains("4/5 under Bounds: how far"), "{text}");
    before["areas"][near]["matters"] = true.into();
    page.before = Some(before);
    let text = report(&page);
    assert!(!text.contains("under Bounds"), "it was explained before");
}

/// A mine in which nobody digs brings nothing, and the report says so as long as that is known: who
/// dug is forgotten as the next turn begins.
#[test]
fn a_mine_that_is_not_worked_is_said_to_be_idle() {
    let tables = tables();
    let mut state = state(&tables);
    let says = |stage: Stage, worked: Option<&str>, state: &mut State| {
        let mine = Mine {
            capacity: 10,
            owner: Some(it("spain")),
            worked: worked.map(it),
        };
        state.open.stage = stage;
        state.open.mines.insert(it("2219"), mine);
        let view = View::of(&tables, state, Viewer::Seat(it::<Seat>("spain")));
        let text = report(Some("spain"), &view, Vec::new());
        let line = text.lines().find(|it| it.contains("Spain's mine, 10"));
        line.expect("it is listed").trim().to_owned()
    };
    let worked = "Cuba (2219): Spain's mine, 10 Ducats a turn";
    let idle = format!("{worked}; nobody dug this turn");
    assert_eq!(says(Stage::Uprising, None, &mut state), idle);
    assert_eq!(says(Stage::Uprising, Some("spain"), &mut state), worked);
    assert_eq!(
        says(Stage::Buy, None, &mut state),
        worked,
        "it is forgotten"
    );
}

/// A site without gold is none any more: in the report, on the map, and in what MAP says.
#[test]
fn a_site_without_gold_is_no_gold_site_any_more() {
    let tables = tables();
    let mut state = state(&tables);
    let text = |state: &State| {
        let view = View::of(&tables, state, Viewer::Seat(it::<Seat>("spain")));
        report(Some("spain"), &view, Vec::new())
    };
    let dollars = |text: &str| {
        let legend = "$ gold site";
        text.matches('$').count() - text.matches(legend).count()
    };
    let before = text(&state);
    let mine = Mine {
        capacity: 0,
        owner: None,
        worked: None,
    };
    state.open.hexes.remove(&it::<Hex>("2219"));
    let open = text(&state);
    state.open.mines.insert(it("2219"), mine);
    let shut = text(&state);
    assert!(!before.contains("no gold left"), "{before}");
    let line = "Cuba (2219): no gold left to find or dig";
    assert!(shut.contains(line), "{shut}");
    assert_eq!(dollars(&shut) + 1, dollars(&open), "{shut}");
}

#[test]
fn every_reader_has_a_page_no_wider_than_a_mail() {
    for seat in [Some("spain"), Some("england"), Some("france"), None] {
        let text = report(seat, &view(seat), Vec::new());
        if std::env::var("SHOW").is_ok() {
            println!("{text}");
        }
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }
}

/// One event of every kind; of those that read otherwise with other figures, each shape.
pub(crate) fn samples() -> Vec<Value> {
    serde_json::from_str(include_str!("samples.json")).expect("a list of events")
}

#[test]
fn every_event_has_words_and_a_sample() {
    let templates = GAME.templates();
    let words = &templates["conquistador/events.txt"];
    let mut told: Vec<String> = words
        .lines()
        .filter_map(|it| it.strip_prefix("{%- macro ")?.strip_suffix("(e) -%}"))
        .filter(|it| *it != "ducats_why")
        .map(|it| it.replace('_', "-"))
        .collect();
    told.sort();
    let events: Vec<Value> = samples();
    let mut seen: Vec<String> = events
        .iter()
        .map(|it| it["event"].as_str().expect("a name").to_owned())
        .collect();
    seen.sort();
    seen.dedup();
    assert_eq!(told, seen);
    for seat in [Some("spain"), None] {
        let text = report(seat, &view(seat), events.clone());
        if std::env::var("SHOW").is_ok() {
            println!("{text}");
        }
        for bad in ["undefined", " ,", " .", "()", ": ;", ".."] {
            let events = text.split("THE POSITION").next().expect("the first part");
            assert!(!events.contains(bad), "{bad}");
        }
    }
}
