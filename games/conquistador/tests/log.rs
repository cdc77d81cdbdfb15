//! The expedition log: what was heard of ships, told as tales.

use super::bench::{Bench, hex, men, rules, seat};
use super::pages::{self, samples};
use packetboat_conquistador::GAME;
use packetboat_conquistador::events::Event;
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::state::Stage;
use packetboat_core::engine::commentary::Commentary;
use packetboat_core::engine::pages::Pages;
use packetboat_testkit::owed::templates;
use serde_json::{Value, json};

fn events(told: &[Value]) -> Vec<Event> {
    let read = |it: &Value| serde_json::from_value(it.clone()).expect("an event");
    told.iter().map(read).collect()
}

fn tell(bench: &Bench, told: &[Value]) -> Commentary {
    let events = events(told);
    rules().tell(&bench.view, &events.iter().collect::<Vec<_>>())
}

/// The log as it stands in a report, in one line.
fn log(bench: &Bench, told: &[Value]) -> String {
    let commentary = tell(bench, told);
    let templates = templates(GAME);
    let name = bench.view.seat.map(|it| it.to_string());
    let page = pages::page(name.as_deref(), &bench.view, Vec::new(), commentary);
    let text = templates
        .tales(&pages::frame(name.as_deref()), &page)
        .expect("templates that fit");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A voyage with everything that can go wrong on it.
fn voyage() -> Vec<Value> {
    vec![
        json!({"event": "turn-began", "turn": 3, "year": 1505}),
        json!({"event": "expedition-ready", "power": "spain", "label": "S1", "place": "Europe",
            "ships": "3 Carracks", "loaded": "6 Colonists, 2 Soldiers", "leaders": "Ojeda",
            "bounds": 9, "price": 27, "sails": "2020"}),
        json!({"event": "expedition-crossed", "seat": "spain", "label": "S1",
            "ships": "3 Carracks", "from": "Europe", "to": "2020", "bounds": 4,
            "passage": false}),
        json!({"event": "landed", "seat": "spain", "label": "S1", "at": "2020",
            "who": "6 Colonists", "left_out": "2 Soldiers"}),
        json!({"event": "attrition-at-sea", "seat": "spain", "label": "S1", "bounds": 4,
            "die": 6, "modifier": 1, "causes": "unknown waters +1", "lost": 1}),
        json!({"event": "ships-lost", "seat": "spain", "ships": "1 Carrack", "at": "2020",
            "cause": "sea"}),
        json!({"event": "never-arrived", "seat": "spain", "at": "2020", "who": "4 Colonists"}),
        json!({"event": "went-down", "seat": "spain", "label": "S1", "ships": "1 Carrack",
            "men": "2 Soldiers", "gold": 0, "ended": false}),
        json!({"event": "leader-of-lost-ship", "seat": "spain", "leader": "Ojeda", "die": 2,
            "saved": true}),
    ]
}

#[test]
fn a_voyage_is_told_from_port_to_port_with_dice_and_losses() {
    let told = log(&Bench::of("spain"), &voyage());
    assert_eq!(
        told,
        "S1 3 Carracks are made ready in Europe, with 6 Colonists, 2 Soldiers and Ojeda: 9 Bounds \
         for 27 Ducats, destination 2020 (Caribbean). It crosses the ocean to 2020 (Caribbean) in \
         4 Bounds. 6 Colonists are to land there. Also named, but not there or without room: 2 \
         Soldiers. After 4 Bounds the die for losses at sea is 6 + 1 = 7 (unknown waters +1): 1 \
         ship lost. Lost with the ship before they could land at 2020 (Caribbean): 4 Colonists. 1 \
         Carrack goes down, with 2 Soldiers. Ojeda reaches another ship (die 2)."
    );
}

#[test]
fn what_the_log_tells_does_not_stand_among_what_happened_too() {
    let commentary = tell(&Bench::of("spain"), &voyage());
    let told: Vec<usize> = commentary.in_log.into_iter().collect();
    assert_eq!(told, [1, 2, 3, 4, 5, 6, 7, 8]);
    // A spectator's page tells what could be seen, in its own tale.
    let mut bench = Bench::of("spain");
    bench.view.seat = None;
    bench.view.own = None;
    let seen: Vec<Value> = vec![voyage()[5].clone(), voyage()[6].clone()];
    assert_eq!(
        log(&bench, &seen),
        "What is seen of Spain: 1 Carrack is lost to the sea at 2020 (Caribbean). 4 Colonists \
         never arrived at 2020 (Caribbean): lost at sea."
    );
}

#[test]
fn a_ship_that_is_seen_to_sail_on_is_told_in_one_sentence() {
    let moved = |from: &str, to: &str| {
        json!({"event": "ships-moved", "seat": "england", "ships": "1 Caravel", "from": from,
            "to": to})
    };
    let told = log(
        &Bench::of("spain"),
        &[moved("2020", "2120"), moved("2120", "Jamaica")],
    );
    assert_eq!(
        told,
        "What is seen of England: 1 Caravel sails from 2020 (Caribbean) to 2120 (Caribbean), on to \
         Jamaica (Caribbean)."
    );
}

#[test]
fn every_event_of_ships_has_a_sentence() {
    for name in [Some("spain"), Some("france"), None] {
        let mut bench = Bench::of("spain");
        bench.view.seat = name.map(seat);
        if name != Some("spain") {
            bench.view.own = None;
        }
        let told = log(&bench, &samples());
        for bad in ["undefined", " ,", " .", "()", ": ;", "..", "  "] {
            assert!(!told.contains(bad), "{bad}: {told}");
        }
    }
}

#[test]
fn men_who_could_not_land_are_named_with_the_reason() {
    let mut bench = Bench::of("spain")
        .stage(Stage::GateB)
        .ashore("spain", "azt_veracruz", men(6, 0, 0))
        .fleet("S1", "azt_veracruz", &[Hull::Carrack], men(3, 0, 0));
    bench.view.open.options.rounds_per_turn = 2;
    let label = "S1".parse().expect("a label");
    let expedition = bench
        .own()
        .expeditions
        .get_mut(&label)
        .expect("it is there");
    (expedition.bounds, expedition.sailed_b) = (5, 5);
    let crossed = json!({"event": "expedition-crossed", "seat": "spain", "label": "S1",
        "ships": "1 Carrack", "from": "Europe", "to": "Veracruz", "bounds": 5, "passage": false});
    let told = log(&bench, &[crossed]);
    assert!(
        told.contains(
            "Still aboard: 3 Colonists, because a hex has room for only 6 Colonists and 12 \
             Soldiers of a power. It is at Veracruz (2413) with 3 Colonists; home is 5 Bounds \
             away, and no Bounds are left."
        ),
        "{told}"
    );
}

#[test]
fn the_head_of_a_report_tells_losses_before_the_treasury() {
    let mut told = voyage();
    told.push(
        json!({"event": "ducats", "power": "spain", "change": -27, "why": "bounds",
        "what": "S1", "treasury": 73}),
    );
    let news = tell(&Bench::of("spain"), &told).news;
    assert_eq!(
        news[0],
        "Lost: 4 Colonists on the way to 2020 (Caribbean); 1 Carrack of S1 with 2 Soldiers."
    );
    assert!(news[1].starts_with("Your Treasury holds "), "{}", news[1]);
    // Nobody else is told of it so.
    let other = tell(&Bench::of("france"), &told).news;
    assert!(other.iter().all(|it| !it.contains("Lost")), "{other:?}");
}

/// Soldiers who fell in an invasion are among the losses, and a mine yields what it yields now.
#[test]
fn the_head_of_a_report_knows_fallen_invaders_and_mines_that_run_out() {
    let told = [
        json!({"event": "invasion", "seat": "spain", "at": "2020",
            "defenders": "2 Colonists of England", "attack": 2, "shift": 0,
            "defence": 1, "odds": "2:1", "die": 4, "modifier": 0, "result": "EX", "won": false}),
        json!({"event": "invaders-lost", "seat": "spain", "label": "S1", "soldiers": 1}),
        json!({"event": "mine-found", "seat": "spain", "place": "Cuba", "die": 1, "modifier": 0,
            "capacity": 10}),
        json!({"event": "mine-depleted", "seat": "spain", "place": "Cuba", "die": 6,
            "second_die": null, "capacity": 5}),
    ];
    let news = tell(&Bench::of("spain"), &told).news;
    let has = |wanted: &str| news.iter().any(|it| it == wanted);
    assert!(
        has("Lost: 1 Soldier of S1 in an invasion at 2020 (Caribbean)."),
        "{news:?}"
    );
    assert!(
        has("Gained: a mine at Cuba (2219), 5 Ducats a turn."),
        "{news:?}"
    );
}

/// Who marches out of a Port and leaves a lone Colonist has no Port any more.
#[test]
fn a_port_that_is_left_is_news() {
    let march = json!({"event": "marched", "seat": "spain", "units": "2 Soldiers",
        "from": "Veracruz", "to": "Tlaxcala", "hexes": 2, "ducats": 0});
    let wanted = "Lost: the Port at Veracruz (2413), now a settlement.";
    let says_so = |colonists: u32| {
        let bench = Bench::of("spain").ashore("spain", "azt_veracruz", men(colonists, 0, 0));
        let told = [march.clone()];
        tell(&bench, &told).news.iter().any(|it| it == wanted)
    };
    assert!(says_so(1));
    assert!(!says_so(2), "it is a Port still");
    assert!(!says_so(0), "it was given up");
}

/// A failed invasion needs no reason why its Soldiers are not ashore.
#[test]
fn those_who_were_driven_off_are_not_said_to_lack_passage() {
    let mut bench = Bench::of("spain")
        .stage(Stage::GateB)
        .ashore("england", "azt_veracruz", men(1, 3, 0))
        .fleet("S1", "azt_veracruz", &[Hull::Carrack], men(0, 3, 0));
    bench.view.open.options.rounds_per_turn = 2;
    let crossed = json!({"event": "expedition-crossed", "seat": "spain", "label": "S1",
        "ships": "1 Carrack", "from": "Europe", "to": "Veracruz", "bounds": 5, "passage": false});
    let invaded = json!({"event": "invasion", "seat": "spain", "at": "Veracruz",
        "defenders": "3 Soldiers of England", "attack": 5, "defence": 4, "shift": 0,
        "odds": "1:1", "die": 5, "modifier": 0, "result": "A1R", "won": false});
    let peaceful = log(&bench, std::slice::from_ref(&crossed));
    assert!(peaceful.contains("has not granted passage"), "{peaceful}");
    let told = log(&bench, &[crossed, invaded]);
    assert!(told.contains("the invaders are driven off"), "{told}");
    assert!(!told.contains("Still aboard"), "{told}");
}

/// The same event tells of both: of those who came home in the tale of their ships.
#[test]
fn colonists_lost_in_europe_came_home_or_never_sailed() {
    let stayed = json!({"event": "colonists-stayed", "seat": "spain", "colonists": 2});
    let home = json!({"event": "paid-off", "seat": "spain", "label": "S1",
        "ships": "1 Carrack", "who": "1 Soldier"});
    let bench = Bench::of("spain");
    let told = [stayed.clone(), home, stayed];
    let commentary = tell(&bench, &told);
    assert_eq!(
        commentary.news[0],
        "Lost: 2 Colonists who did not sail in time; 2 Colonists who came home to Europe."
    );
    let told_in_log: Vec<usize> = commentary.in_log.into_iter().collect();
    assert_eq!(told_in_log, [1, 2], "the first stands among what happened");
    assert_eq!(
        log(&bench, &told),
        "S1 Home: 1 Carrack is in port again, and 1 Soldier is in Europe. 2 Colonists came home \
         with it and are lost: Colonists do not wait in Europe."
    );
}

/// Who has Colonists enough to hold an Area, but for another's, reads so at the head when somebody
/// came there or left, and not in every report.
#[test]
fn an_area_held_against_the_reader_is_news() {
    let mut bench = Bench::of("spain");
    for (place, who) in [("car_hispaniola", "spain"), ("car_jamaica", "france")] {
        let stack = bench.view.open.stack_mut(hex(place), seat(who));
        stack.men.colonists = 5;
    }
    let says_so = |told: &[Value], verb: &str| {
        let wanted = format!("You {verb} the Caribbean (5 Colonists to France's 5).");
        tell(&bench, told).news.contains(&wanted)
    };
    let (gone, not) = ("no longer control", "do not control");
    let ashore = |at: &str| {
        [json!({"event": "came-ashore", "seat": "france", "at": at, "who": "5 Colonists"})]
    };
    assert!(says_so(&ashore("Jamaica"), gone), "it was the reader's");
    let elsewhere = ashore("Veracruz");
    for verb in [gone, not] {
        assert!(!says_so(&elsewhere, verb), "nobody came to the Caribbean");
        assert!(!says_so(&[], verb), "it was so in the last report");
    }
    let march = json!({"event": "marched", "seat": "france", "units": "1 Colonist",
        "from": "Jamaica", "to": "Veracruz", "hexes": 1, "ducats": 0});
    assert!(
        says_so(&[march], not),
        "somebody left, and it was not the reader's"
    );
}

/// A paragraph of the log names its subject before it says `It`.
#[test]
fn a_tale_that_begins_at_sea_has_a_subject() {
    let home = json!({"event": "expedition-crossed", "seat": "spain", "label": "S1",
        "ships": "1 Caravel", "from": "Panuco", "to": "Europe", "bounds": 5, "passage": false});
    let log = log(&Bench::of("spain"), &[home]);
    assert!(log.contains("S1 The expedition sails home from"), "{log}");
}

/// A name with an `and` in it is told apart from the next one.
#[test]
fn several_discoveries_are_told_apart() {
    let news = |names: &[&str]| {
        let credited = names.iter().map(|name| {
            json!({"event": "discovery-credited", "seat": "england", "discovery": "N01",
                "name": name, "vp": 10})
        });
        let news = tell(&Bench::of("spain"), &credited.collect::<Vec<_>>()).news;
        let news = news.into_iter().find(|it| it.starts_with("Discovered"));
        news.expect("others discover things")
    };
    let hudson = "Norumbega and the Hudson";
    assert_eq!(news(&[hudson]), format!("Discovered by England: {hudson}."));
    assert_eq!(
        news(&["Florida", "Brazil"]),
        "Discovered by England: Florida and Brazil."
    );
    assert_eq!(
        news(&["Florida", hudson, "Chesapeake"]),
        format!("Discovered by England: Florida; {hudson}; Chesapeake.")
    );
    let told = [
        json!({"event": "reports-brought", "seat": "spain", "label": "S1", "at": "Europe",
        "discoveries": "Norumbega and the Hudson, Chesapeake", "zones": "", "rutter": false}),
    ];
    let log = log(&Bench::of("spain"), &told);
    assert!(log.contains("Hudson; Chesapeake"), "{log}");
}

/// An Area that was contested in the last report is no news if the same number died on each side.
#[test]
fn an_area_contested_before_is_no_news() {
    let mut bench = Bench::of("spain");
    for (place, who) in [("car_hispaniola", "spain"), ("car_jamaica", "france")] {
        let stack = bench.view.open.stack_mut(hex(place), seat(who));
        stack.men.colonists = 5;
    }
    let loss = |who: &str, place: &str| {
        json!({"event": "hardship-loss", "seat": who, "place": place, "level": 1, "die": 6,
            "lost": "1 Colonist"})
    };
    let (ours, theirs) = (loss("spain", "Hispaniola"), loss("france", "Jamaica"));
    let says = |told: &[Value]| {
        let news = tell(&bench, told).news;
        let news = news.into_iter().find(|it| it.contains("Caribbean"));
        news.unwrap_or_default()
    };
    assert!(!says(&[ours.clone(), theirs.clone()]).contains("control"));
    assert!(says(&[ours]).contains("no longer control"), "it was 6 to 5");
    assert!(says(&[theirs]).contains("do not control"), "it was 5 to 6");
}

/// A mine that gives nothing any more is told among the losses, unless it was found since.
#[test]
fn a_mine_that_is_lost_is_news() {
    let bench = Bench::of("spain");
    let says = |told: &[Value]| {
        let news = tell(&bench, told).news;
        news.into_iter().find(|it| it.contains("mine at"))
    };
    let spent = |capacity: u32| {
        json!({"event": "mine-depleted", "seat": "spain", "place": "Cuba", "die": 5,
            "capacity": capacity})
    };
    let wanted = "Lost: the mine at Cuba (2219), exhausted.";
    assert_eq!(says(&[spent(0)]).as_deref(), Some(wanted));
    assert_eq!(says(&[spent(5)]), None, "there is some left");
    let found = json!({"event": "mine-found", "seat": "spain", "place": "Cuba", "die": 2,
        "modifier": 0, "capacity": 5});
    let gained = "Gained: a mine at Cuba (2219), exhausted already.";
    assert_eq!(says(&[found, spent(0)]).as_deref(), Some(gained));
    let left = json!({"event": "mine-abandoned", "seat": "spain", "place": "Cuba"});
    let wanted = "Lost: the mine at Cuba (2219), abandoned.";
    assert_eq!(says(&[left]).as_deref(), Some(wanted));
}

/// Too few are left in an Area that the reader controlled.
#[test]
fn an_area_lost_to_hardship_is_news() {
    let mut bench = Bench::of("spain");
    let stack = bench
        .view
        .open
        .stack_mut(hex("car_hispaniola"), seat("spain"));
    stack.men.colonists = 2;
    let wanted = "You no longer control the Caribbean (2 Colonists ashore, and it takes 3).";
    let says = |told: Value| tell(&bench, &[told]).news.iter().any(|it| it == wanted);
    let says_so = |lost: &str| {
        says(
            json!({"event": "hardship-loss", "seat": "spain", "place": "Hispaniola",
            "level": 3, "die": 6, "lost": lost}),
        )
    };
    let aboard = |who: &str| {
        says(
            json!({"event": "embarked", "seat": "spain", "label": "S1", "at": "Hispaniola",
            "who": who, "left_out": ""}),
        )
    };
    assert!(aboard("2 Colonists, 2 Soldiers"), "there were 4");
    assert!(!aboard("2 Soldiers"), "there were 2 before");
    assert!(says_so("2 Colonists"));
    assert!(!says_so("1 Soldier"), "it was not controlled before");
}

#[test]
fn the_map_of_the_handbook_is_the_map_of_the_game() {
    let empty = Bench::of("spain");
    let map = rules()
        .map(&empty.view, None)
        .expect("a map")
        .expect("the whole");
    let charts = map["charts"].as_array().expect("charts").iter();
    let rows = |it: &Value| {
        let rows = it["rows"].as_array().expect("rows").iter();
        rows.map(|it| it.as_str().expect("a row").to_owned())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let drawn: Vec<String> = charts.map(rows).collect();
    let drawn = format!("```\n{}\n```", drawn.join("\n\n"));
    let handbook = &GAME.pack().files["handbook.md"];
    assert!(
        handbook.contains(&drawn),
        "the handbook should show\n{drawn}"
    );
}

/// Game file 7.5: ships and men are seen, with what they carry ashore; not their labels, what they
/// were ordered, nor how far they can go.
#[test]
fn what_others_see_of_ships_has_no_label() {
    let seen = [
        ("expedition-crossed", vec!["ships", "from", "to"]),
        ("round-the-world", vec!["ships", "from", "to"]),
        ("expedition-moved", vec!["ships", "from", "to"]),
        ("embarked", vec!["at", "who"]),
        ("landed", vec!["at", "who"]),
        ("men-boarded", vec!["units", "place"]),
        ("men-landed", vec!["units", "place"]),
        ("gold-stowed", vec!["place", "origin", "ducats"]),
    ];
    for (name, fields) in seen {
        let samples = samples().into_iter().filter(|it| it["event"] == name);
        let whole: Vec<Value> = samples.collect();
        assert!(!whole.is_empty(), "{name}");
        for (whole, event) in whole.iter().zip(events(&whole)) {
            let outside = serde_json::to_value(event.outside()).expect("plain data");
            let told = outside.as_object().expect("named fields").iter();
            let told = told.filter(|it| it.0 != "event").map(|it| it.0.as_str());
            assert_eq!(
                told.collect::<Vec<_>>(),
                [vec!["seat"], fields.clone()].concat()
            );
            let same = fields.iter().all(|it| outside[*it] == whole[*it]);
            assert!(same, "{outside}");
        }
    }
}
