//! Reports as data: every page is as the schema of its game says, who wants them gets them, and
//! what the schema refuses.

mod schema;

use crate::report::games::events_with_words;
use crate::sources::playthroughs;
use crate::support::{Bench, WORLDS, header, seat};
use packetboat::engine::data::Founding;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Block, Game, Halted, card};
use packetboat::engine::seat::Viewer;
use packetboat::mail::mime::{self, MimePart};
use packetboat::report::{self, Frame, ReportKind, Templates};
use packetboat_testkit::playthrough::Playthrough;
use packetboat_testkit::playthrough::run::play;
use packetboat_testkit::simulate::short;
use packetboat_tools::games;
use schema::faults;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

pub(crate) fn schema_of(game: &dyn Game) -> Value {
    report::schema(game).to_value()
}

pub(crate) fn check(schema: &Value, data: &Value, at: &str) {
    let faults = faults(schema, data);
    assert!(faults.is_empty(), "{at}: {faults:#?}");
}

/// The JSON parts of all playthroughs of a game, with where they come from.
fn pages(game: &dyn Game, templates: &Templates) -> Vec<(String, Value)> {
    let mut pages = Vec::new();
    for file in playthroughs(game.id()) {
        let text = fs::read_to_string(&file).unwrap();
        let read = Playthrough::read(&file.display().to_string(), &text).unwrap();
        let played = play(game, &game.pack(), templates, &read).unwrap();
        let data = played.data.into_iter();
        pages.extend(data.map(|(name, data)| {
            let data = serde_json::from_str(&data).unwrap();
            (format!("{}/{name}", file.display()), data)
        }));
    }
    pages
}

#[test]
fn every_page_of_every_playthrough_is_as_the_schema_of_its_game_says() {
    let templates = Templates::of(games::templates());
    for game in games::all() {
        let schema = schema_of(game);
        let pages = pages(game, &templates);
        assert!(pages.len() > 3, "{}", game.id());
        for (at, data) in &pages {
            check(&schema, data, at);
        }
    }
}

/// Lets robots play a game; the pages of everybody, the referee too, at every stop.
fn check_game(game: &dyn Game, templates: &Templates, seed: u8) -> BTreeSet<String> {
    let (schema, pack) = (schema_of(game), game.pack());
    let card = card(&pack).unwrap();
    let founding = Founding::new(&card, None, &[], &short(&card)).unwrap();
    let keys = |link| Keys::new(&[seed; 32], link, 0).unwrap();
    let mut table = game
        .found(&pack, "data", &founding, &mut Dice::keyed(keys(1)))
        .unwrap();
    let mut told = BTreeSet::new();
    let mut halt = table.play(&mut Dice::keyed(keys(2)), false).unwrap();
    for number in 3.. {
        let seats = table.seats();
        let viewers = seats.iter().map(|it| Viewer::Seat(*it));
        for viewer in viewers.chain([Viewer::Public, Viewer::Referee]) {
            let page = table.page(viewer, &[]).unwrap();
            let kind = match viewer {
                Viewer::Public => ReportKind::Public,
                Viewer::Referee => ReportKind::Referee,
                Viewer::Seat(_) => ReportKind::Usual,
            };
            let frame = Frame {
                campaign: "data".to_owned(),
                game: game.id().to_owned(),
                seat: viewer.seat(),
                ..Frame::bare(table.sheet())
            };
            let at = Some("2026-11-22T19:00:00Z");
            let data = templates.data(game, (&frame, kind, &page), at).unwrap();
            check(
                &schema,
                &data,
                &format!("{} {number} {viewer:?}", game.id()),
            );
            let events = page.events.iter().filter_map(|it| it["event"].as_str());
            told.extend(events.map(str::to_owned));
        }
        table.stored();
        let called = match halt {
            Halted::Gathering { called, .. } => called,
            Halted::Asking { seats } => seats,
            Halted::Over(_) => break,
        };
        for seat in called {
            let body = table.robot(
                seat,
                &mut Dice::keyed(keys(number).for_robot(seat.as_str())),
            );
            let sheet = table.sheet();
            let block = Block { sheet, body: &body };
            table.file(seat, number, &block);
        }
        halt = table.play(&mut Dice::keyed(keys(number)), true).unwrap();
    }
    told
}

#[test]
fn what_robots_make_happen_is_as_the_schema_says() {
    let templates = Templates::of(games::templates());
    for game in games::all() {
        let told = check_game(game, &templates, 7);
        // A game as small as Nim has one kind of event.
        let least = events_with_words(game.id()).len().min(3);
        assert!(least > 0 && told.len() >= least, "{}: {told:?}", game.id());
    }
}

/// A page of a game that has events and accounts.
fn a_page(game: &dyn Game) -> Value {
    let templates = Templates::of(games::templates());
    let full = |value: &Value| {
        ["events", "accounts", "in_force"]
            .iter()
            .all(|key| !value["page"][key].as_array().unwrap().is_empty())
    };
    let mut pages = pages(game, &templates).into_iter().map(|it| it.1);
    pages.find(full).expect("a page with everything")
}

/// What makes a page wrong.
type Breaking = fn(&mut Value);

#[test]
fn a_broken_page_is_refused() {
    for id in ["these-new-worlds", "conquistador"] {
        let game = games::game(id).unwrap();
        let (schema, page) = (schema_of(game), a_page(game));
        check(&schema, &page, id);
        let broken: [(&str, Breaking); 11] = [
            ("", |it| it["more"] = json!(1)),
            ("/page", |it| it["more"] = json!(1)),
            ("/page/view", |it| it["more"] = json!(1)),
            ("/page/events/0", |it| it["more"] = json!(1)),
            ("/page/events/0", |it| it["event"] = json!("unheard-of")),
            ("/page/events/0", |it| *it = json!({})),
            ("/page/accounts/0", |it| it["became"] = json!("nothing")),
            ("/page/in_force/0", |it| it["submission"] = json!(3)),
            ("/seat", |it| *it = json!("Nobody at all")),
            ("/format", |it| *it = json!(2)),
            ("/page/view", |view| {
                let last = view
                    .as_object()
                    .unwrap()
                    .keys()
                    .next_back()
                    .unwrap()
                    .clone();
                view.as_object_mut().unwrap().remove(&last);
            }),
        ];
        for (number, (place, breaks)) in broken.into_iter().enumerate() {
            let mut page = page.clone();
            breaks(page.pointer_mut(place).unwrap());
            let faults = faults(&schema, &page);
            assert!(!faults.is_empty(), "{id}: {number} at {place}");
        }
    }
}

/// The JSON part of a mail: its file name and what stands in it.
fn data_of(message: &[u8]) -> Option<(String, Value)> {
    fn find(part: &MimePart<'_>) -> Option<(String, Value)> {
        if part.kind.is("application", "json") {
            assert!(part.is_attached());
            let data = serde_json::from_slice(&part.decoded()).unwrap();
            return Some((part.file_name().unwrap(), data));
        }
        part.children.iter().find_map(find)
    }
    let mut lines = message.to_vec();
    lines.retain(|it| *it != b'\r');
    find(&mime::tree(&lines))
}

#[test]
fn a_seat_that_wants_data_gets_it_with_every_report() {
    let mut bench = Bench::with(&WORLDS);
    let file = "campaigns/worlds/campaign.toml";
    bench.edit(file, "\"text\", \"html\", \"ics\"", "\"text\", \"json\"");
    bench.later(60);
    for who in ["north", "south"] {
        let lines = bench.good_lines("worlds", seat(who));
        bench.send("worlds", who, "1", &lines);
    }
    bench.later(60).tick();
    let receipt = bench.last("worlds", "north", ".receipt").message.clone();
    assert_eq!(data_of(&receipt), None, "receipts have none");
    bench.later(7 * 24 * 3_600).tick();
    let report = bench.last("worlds", "north", ".report").message.clone();
    let (name, data) = data_of(&report).expect("a JSON part");
    let sheet = data["sheet"].as_str().unwrap();
    assert_eq!(name, format!("worlds-{sheet}.json"));
    check(
        &schema_of(games::game("these-new-worlds").unwrap()),
        &data,
        "mailed",
    );
    assert_eq!(data["seat"], "north");
    assert_eq!(data["campaign"], "worlds");
    let deadline = bench.campaign("worlds").note().desk.deadline.unwrap();
    assert_eq!(data["deadline"], deadline.to_string());
    // The sheet is that of the text.
    let sheet: Vec<&str> = data["order_sheet"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    let text = bench.text(&report).replace("\r\n", "\n");
    assert!(
        text.contains(&sheet.join("\n")) && sheet.len() > 3,
        "{text}\n{sheet:?}"
    );
    // Nothing that opens something, and nothing that counts what others do.
    let told = data.to_string();
    let to = header(&report, "Reply-To").unwrap();
    let token = to.split('.').nth(2).unwrap().split('@').next().unwrap();
    for secret in [token, "Witness", "submission", "\"entry\"", "@"] {
        assert!(!told.contains(secret), "{secret}: {told}");
    }
    bench.verify();
}

#[test]
fn a_seat_that_does_not_want_data_gets_none() {
    let bench = Bench::with(&WORLDS);
    let report = bench.last("worlds", "north", ".report").message.clone();
    assert_eq!(data_of(&report), None);
}
