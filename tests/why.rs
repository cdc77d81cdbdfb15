//! WHY without mails: its tables of rules are complete, and what a line met is what came of it.

use crate::report::games::events_with_words;
use packetboat::desk::intake::why::RuleTable;
use packetboat::engine::data::Founding;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Game, card};
use packetboat_testkit::position::{dice, file, founded, seat};
use packetboat_tools::games;
use std::collections::{BTreeMap, BTreeSet};

/// Games that are published, not made for tests.
fn published() -> impl Iterator<Item = &'static dyn Game> {
    let all = games::all().into_iter();
    all.filter(|it| !it.id().starts_with("toy"))
}

fn verbs(game: &'static dyn Game) -> BTreeSet<String> {
    let pack = game.pack();
    let card = card(&pack).unwrap();
    let founding = Founding::new(&card, None, &[], &BTreeMap::new()).unwrap();
    let mut dice = Dice::keyed(Keys::new(&[0; 32], 1, 0).unwrap());
    let table = game.found(&pack, "why", &founding, &mut dice).unwrap();
    let grammars = table.seats().into_iter().map(|it| table.grammar(it));
    let orders = grammars.flat_map(|it| it.orders);
    orders.map(|it| it.name.to_owned()).collect()
}

#[test]
fn every_order_and_every_event_has_a_rule_that_the_handbook_tells() {
    for game in published() {
        let id = game.id();
        let table = RuleTable::of(&games::pack(id)).unwrap();
        assert_eq!(table.wrong(), Vec::<String>::new(), "{id}");
        // Two rules may tell of one thing where they look at another field of it each.
        let of =
            |what: fn(&packetboat::desk::intake::why::Rule) -> &Vec<String>| -> BTreeSet<String> {
                let rules = table.rules.iter();
                let names = rules.flat_map(|rule| what(rule).iter().map(|it| (it, &rule.field)));
                let names: Vec<(&String, _)> = names.collect();
                let by_field: BTreeSet<_> = names.iter().collect();
                assert_eq!(by_field.len(), names.len(), "{id}: something has two rules");
                names.iter().map(|it| it.0.clone()).collect()
            };
        assert_eq!(of(|it| &it.orders), verbs(game), "{id}");
        let events = events_with_words(id).into_iter();
        let events: BTreeSet<String> = events.map(|it| it.replace('_', "-")).collect();
        assert_eq!(of(|it| &it.events), events, "{id}");
        let unnamed = table.rules.iter().find(|it| table.name(it).is_empty());
        assert_eq!(unnamed, None, "{id}");
    }
}

#[test]
fn a_rule_is_named_by_chapter_heading_and_source() {
    let table = RuleTable::of(&games::pack("conquistador")).unwrap();
    assert_eq!(
        table.of_line(
            &["BUY"],
            &[&serde_json::json!({ "event": "attrition-at-sea" })]
        ),
        [
            "HANDBOOK 4, The Royal Council: Buying (Game file 2.5)",
            "HANDBOOK 5, At sea: Naval attrition (Game file 3.10)",
        ]
    );
    let table = RuleTable::of(&games::pack("these-new-worlds")).unwrap();
    let dome = table.of_line(&["DOME"], &[]);
    assert!(
        dome[0].starts_with("HANDBOOK 4, Orders: DOME ("),
        "{dome:?}"
    );
    assert_eq!(table.of_line(&["XYZZY"], &[]), [""; 0]);
    // A card has a rule of its own, which is told whole.
    let table = RuleTable::of(&games::pack("voyages-1492")).unwrap();
    let drew = serde_json::json!({ "event": "drew", "card": "DOLDRUMS" });
    let told = table.of_line(&["MOVE", "STAY"], &[&drew]);
    assert!(
        told[1].ends_with("(Cards): In the Doldrums the ship loses its next move."),
        "{told:?}"
    );
    let bomb = table.of_line(&["ATTACK", "blue", "WITH", "BOMB"], &[]);
    assert_eq!(bomb.len(), 1, "{bomb:?}");
}

#[test]
fn a_card_of_1500_has_the_rule_of_what_it_is_used_for() {
    let table = RuleTable::of(&games::pack("new-world-1500")).unwrap();
    let event = |name: &str, card: &str, way: &str| {
        let fields = [("event", name), ("card", card), ("use", way)];
        serde_json::json!(BTreeMap::from(fields))
    };
    let cites = |told: &[String], rule: &str| told.iter().any(|it| it.contains(rule));
    let played = event("played", "DISEASE", "text");
    let changed = serde_json::json!({ "event": "changed", "does": "struggle" });
    let told = table.of_line(&["PLAY", "DISEASE", "TEXT", "CHS"], &[&played, &changed]);
    assert!(
        cites(&told, "HANDBOOK 4, The cards (Rulebook, Disease"),
        "{told:?}"
    );
    // One that met it, by the event alone.
    let told = table.of_line(&["REACT", "REVOLT"], &[&played]);
    assert!(cites(&told, "Rulebook, Disease"), "{told:?}");
    let spent = event("played", "DISEASE", "support");
    let told = table.of_line(&["PLAY", "DISEASE", "SUPPORT", "blue"], &[&spent]);
    assert!(!cites(&told, "Rulebook, Disease"), "{told:?}");
    let line = ["PLAY", "WAR", "REPAIR", "ELSE", "DISEASE", "TEXT"];
    let told = table.of_line(&line, &[]);
    assert!(
        cites(&told, "Rulebook, Disease") && !cites(&told, "War: for each"),
        "{told:?}"
    );
    // Answers: each has its own rule, which is named once.
    let tallied = serde_json::json!({ "event": "tallied" });
    let answered = event("answered", "MARAUDERS", "");
    let told = table.of_line(&["REACT", "MARAUDERS"], &[&answered, &tallied]);
    assert!(cites(&told, "Rulebook, Marauders"), "{told:?}");
    let halted = serde_json::json!({ "event": "halted" });
    let answered = event("answered", "EMBARGO", "");
    let told = table.of_line(&["PLAY", "FATE", "SUPPORT"], &[&answered, &halted]);
    assert!(
        !cites(&told, "Rulebook, Fate") && !cites(&told, "Loyalty"),
        "{told:?}"
    );
    let embargo = told.iter().filter(|it| it.contains("Rulebook, Embargo"));
    assert_eq!(embargo.count(), 1, "{told:?}");
}

#[test]
fn what_there_are_several_of_has_rules_of_its_own_in_every_game() {
    let told = |game: &str, line: &str, events: &[serde_json::Value]| {
        let table = RuleTable::of(&games::pack(game)).unwrap();
        let line: Vec<&str> = line.split(' ').collect();
        let events: Vec<&serde_json::Value> = events.iter().collect();
        table.of_line(&line, &events).join("\n")
    };
    let sale = told("anno-1503", "SELL tobacco", &[]);
    assert_eq!(
        sale,
        "HANDBOOK 2, Your go (Rulebook, Sell commodities; Ruling)"
    );
    let fire = serde_json::json!({ "event": "happens", "what": "fire" });
    let fire = told("anno-1503", "DEVELOP CITIZEN AT 2", &[fire]);
    assert!(fire.contains("A settler becomes a citizen"), "{fire}");
    assert!(
        fire.contains("The Fire takes 1 gold") && !fire.contains("Pirate"),
        "{fire}"
    );
    let school = serde_json::json!({ "event": "pioneer", "building": "school" });
    let school = told("anno-1503", "PIONEER BUILDING SCHOOL", &[school]);
    assert!(school.contains("A player who owns a School"), "{school}");
    let plague = serde_json::json!({ "event": "choice-pending", "number": 17 });
    let plague = told("conquistador", "EVENT 17 COLONIST 2423", &[plague]);
    assert!(
        plague.contains("(Rulebook 6.4.17): Plague takes"),
        "{plague}"
    );
    let raid = told("these-new-worlds", "PLAY WR COLOUR red", &[]);
    assert!(raid.contains("A Raid takes up to two tokens"), "{raid}");
}

#[test]
fn an_expedition_meets_its_crossing_its_throw_and_its_landing() {
    let mut table = founded(games::named("conquistador"), &[], 4, 3);
    let sheet = "BUY 2 soldiers\n\
        EXPEDITION S1 FROM europe SHIPS ALL LOAD 2 soldiers LAND hispaniola RETURN STAY";
    file(&mut *table, &[("spain", sheet)]);
    table.play(&mut dice(3, 3), true).unwrap();
    let page = table.page(seat("spain"), &[]).unwrap();
    let of = |verb: &str| {
        let mut lines = page.accounts.iter();
        let at = lines.position(|it| it.text.starts_with(verb)).unwrap();
        let met = page.grounds.causes[at].met.iter();
        let met = met.map(|it| page.events[*it]["event"].as_str().unwrap());
        met.collect::<Vec<_>>()
    };
    let met = of("EXPEDITION");
    for event in [
        "expedition-ready",
        "expedition-crossed",
        "attrition-at-sea",
        "landed",
    ] {
        assert!(met.contains(&event), "{event}: {met:?}");
    }
    assert!(!of("BUY").contains(&"expedition-crossed"));
}
