//! C2: marches, parties, discoveries by land (4.1 to 4.3, 4.12, 5.3).

use super::scene::{Scene, at, hex, label, march, men, move_to, seat, tables, to, units};
use super::storm::field;
use packetboat_conquistador::map::Terrain;
use packetboat_conquistador::men::{Hull, Men};
use packetboat_conquistador::orders::{Carry, Dropped, March, Marchers, Order, QuestKind, Spot};
use packetboat_conquistador::reckon::march::allowance;
use packetboat_conquistador::state::{Bond, Quest, Stage};
use packetboat_kit::hex::Hex;

#[test]
fn a_group_goes_at_the_pace_of_its_slowest() {
    // Vector 11.
    let tables = tables();
    let points = |text: &str, leaders: usize| allowance(&tables, 1, &men(text), leaders);
    assert_eq!(points("3S", 1), 7);
    assert_eq!(points("3S1C", 1), 4);
    assert_eq!(points("3S", 2), 7);
    assert_eq!(
        (points("3S", 0), points("1C", 0), points("1M", 0)),
        (6, 3, 3)
    );
    assert_eq!(points("1M1S", 0), 6, "Missionaries with Soldiers");
    assert_eq!((points("", 1), points("", 2)), (8, 8));
    assert_eq!(allowance(&tables, 2, &men("3S"), 1), 14);
}

/// Two neighbouring hexes of clear land in the west, one behind the other: a path of clear hexes.
fn plain(length: usize) -> Vec<String> {
    let tables = tables();
    let map = &tables.map;
    let clear = |hex: Hex| map.terrain(hex) == Some(Terrain::Clear) && !map.is_coast(hex);
    for start in map.all().filter(|it| map.is_land(*it) && clear(*it)) {
        let mut path = vec![start];
        while path.len() < length {
            let here = *path.last().expect("a start");
            let straight = |hex: &&Hex| path.iter().all(|it| *it == here || it.distance(**hex) > 1);
            let next = map
                .land_neighbours(here)
                .iter()
                .filter(|it| clear(**it))
                .find(straight);
            match next {
                Some(next) => path.push(*next),
                None => break,
            }
        }
        if path.len() == length {
            return path.iter().map(ToString::to_string).collect();
        }
    }
    panic!("no plain is that long");
}

#[test]
fn movement_points_end_a_march() {
    let path = plain(5);
    let scene = Scene::new(&["spain"])
        .put("spain", &path[0], "1C", &[])
        .order("spain", move_to("1C", &[], &path[0], &path[4]));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.at("spain", &path[3]), men("1C"));
    assert_eq!(scene.count("order-cut-short"), 1);
    let scene = Scene::new(&["spain"])
        .options(|it| it.march_factor = 2)
        .put("spain", &path[0], "1C", &[])
        .order("spain", move_to("1C", &[], &path[0], &path[4]));
    assert_eq!(
        scene.play(Stage::March, &[]).at("spain", &path[4]),
        men("1C")
    );
}

#[test]
fn nobody_marches_twice_in_a_turn_but_again_in_the_next() {
    let path = plain(4);
    let lines = |scene: Scene| {
        scene
            .order("spain", move_to("1S", &[], &path[0], &path[1]))
            .order("spain", move_to("1S", &[], &path[1], &path[2]))
    };
    let scene = Scene::new(&["spain"]).put("spain", &path[0], "1S", &[]);
    let mut scene = lines(scene).play(Stage::March, &[]);
    assert_eq!(scene.at("spain", &path[1]), men("1S"));
    assert_eq!(scene.refused.len(), 1);
    scene = scene.order("spain", move_to("1S", &[], &path[1], &path[2]));
    assert_eq!(
        scene.play(Stage::March, &[]).at("spain", &path[2]),
        men("1S")
    );
}

#[test]
fn a_unit_that_has_not_moved_enters_any_hex() {
    // A mountain costs 3; with march_factor 0 nobody has points for it.
    let (mountain, around) = field(Terrain::Mountain);
    let scene = Scene::new(&["spain"])
        .options(|it| it.march_factor = 0)
        .put("spain", &around[0], "1C", &[])
        .order("spain", move_to("1C", &[], &around[0], &mountain));
    assert_eq!(
        scene.play(Stage::March, &[]).at("spain", &mountain),
        men("1C")
    );
}

#[test]
fn a_zone_of_control_stops_a_march() {
    // Vector 21.
    let path = plain(4);
    let tables = tables();
    let beside = tables.map.land_neighbours(hex(&path[1])).iter().copied();
    let camp = beside
        .filter(|it| !path.contains(&it.to_string()))
        .find(|it| it.distance(hex(&path[0])) > 1)
        .expect("a neighbour off the way");
    let scene = |soldiers: &str| {
        Scene::new(&["england", "spain"])
            .put("spain", &camp.to_string(), soldiers, &[])
            .put("england", &path[0], "2S", &[])
    };
    let via = |it: &str| Spot::Place { at: at(it) };
    let order = || {
        Order::Move(March {
            via: vec![via(&path[1]), via(&path[2])],
            ..march("2S", &[], &path[0], to(&path[3]))
        })
    };
    let mut stopped = scene("2S").order("england", order());
    stopped.run(Stage::March, &[]);
    assert_eq!(
        stopped.at("england", &path[1]),
        men("2S"),
        "{:?}",
        stopped.events()
    );
    // It leaves freely in the next turn.
    let freed = stopped.order("england", move_to("2S", &[], &path[1], &path[0]));
    assert_eq!(
        freed.play(Stage::March, &[]).at("england", &path[0]),
        men("2S")
    );
    // One Soldier exerts none; peace lifts it, everywhere or in this Area.
    let past = scene("1S")
        .order("england", order())
        .play(Stage::March, &[]);
    assert_eq!(past.at("england", &path[3]), men("2S"));
    for area in [None, tables.map.area(hex(&path[1]))] {
        let peace = Bond::Peace {
            one: seat("england"),
            other: seat("spain"),
            area,
            until: 5,
        };
        let past = scene("2S").deal(peace).order("england", order());
        assert_eq!(
            past.play(Stage::March, &[]).at("england", &path[3]),
            men("2S")
        );
    }
}

#[test]
fn a_march_goes_round_what_others_hold_or_stops_before_it() {
    let path = plain(3);
    let scene = || {
        Scene::new(&["england", "spain"])
            .put("spain", &path[1], "1C", &[])
            .put("england", &path[0], "2S", &[])
    };
    // Round it: Soldiers have the points.
    let round = scene().order("england", move_to("2S", &[], &path[0], &path[2]));
    let round = round.play(Stage::March, &[]);
    assert_eq!(round.at("england", &path[2]), men("2S"));
    // Into it: never without STORM.
    let into = scene().order("england", move_to("2S", &[], &path[0], &path[1]));
    let into = into.play(Stage::March, &[]);
    assert_eq!(into.at("england", &path[0]), men("2S"));
    assert_eq!(into.refused.len(), 1);
}

#[test]
fn passage_lets_guests_in() {
    let path = plain(3);
    let area = tables().map.area(hex(&path[1])).expect("land");
    let scene = |until: u32| {
        Scene::new(&["england", "spain"])
            .put("spain", &path[1], "1C2S", &[])
            .put("england", &path[0], "2S", &[])
            .deal(Bond::Passage {
                grantor: seat("spain"),
                guest: seat("england"),
                area,
                until,
            })
            .order("england", move_to("2S", &[], &path[0], &path[1]))
            .play(Stage::March, &[])
    };
    assert_eq!(scene(5).at("england", &path[1]), men("2S"));
    assert_eq!(scene(4).at("england", &path[1]), men(""));
}

#[test]
fn members_may_drop_out_on_the_way() {
    let path = plain(5);
    let via = path[1..4].iter().map(|it| Spot::Place { at: at(it) });
    let order = Order::Move(March {
        via: via.collect(),
        drops: vec![Dropped {
            units: units("1C", &[]),
            at: at(&path[1]),
        }],
        ..march("1C2S", &[], &path[0], to(&path[4]))
    });
    let scene = Scene::new(&["spain"])
        .put("spain", &path[0], "1C2S", &[])
        .order("spain", order);
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.at("spain", &path[1]), men("1C"));
    assert_eq!(
        scene.at("spain", &path[4]),
        men("2S"),
        "without the Colonist they go on"
    );
}

#[test]
fn who_finds_no_room_stops_before() {
    let path = plain(3);
    let scene = Scene::new(&["spain"])
        .put("spain", &path[0], "6S", &[])
        .put("spain", &path[2], "10S", &[])
        .order("spain", move_to("6S", &[], &path[0], &path[2]));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.at("spain", &path[2]), men("12S"));
    assert_eq!(scene.state.open.stacks_of(seat("spain")).count(), 2);
    let full = Scene::new(&["spain"])
        .put("spain", &path[0], "6S", &["cortes"])
        .put("spain", &path[1], "12S", &[])
        .order("spain", move_to("6S", &["cortes"], &path[0], &path[1]));
    let full = full.play(Stage::March, &[]);
    assert_eq!(full.at("spain", &path[0]), men("6S"));
    assert_eq!(full.refused.len(), 1);
}

#[test]
fn gold_is_carried_ten_ducats_a_unit() {
    let order = |sum: Option<u32>, of: Option<&str>| {
        Order::Move(March {
            carry: Some(Carry {
                sum,
                of: of.map(at),
            }),
            ..march("2S", &["cortes"], "azt_tenochtitlan", to("azt_veracruz"))
        })
    };
    let scene = |order: Order| {
        Scene::new(&["spain"])
            .put("spain", "azt_tenochtitlan", "3S", &["cortes"])
            .gold("spain", "azt_tenochtitlan", "inc_cuzco", 20)
            .gold("spain", "azt_tenochtitlan", "azt_zacatecas", 20)
            .order("spain", order)
            .play(Stage::March, &[])
    };
    let all = scene(order(None, None));
    assert_eq!(all.ducats("spain", "azt_veracruz"), 30);
    // What may be shipped from Mexico goes first: of Cuzco's gold 10 stay.
    let there = &all.state.open.hexes[&hex("azt_tenochtitlan")].gold;
    assert_eq!((there.len(), there[0].origin.as_str()), (1, "inc_cuzco"));
    let cuzco = scene(order(None, Some("inc_cuzco")));
    assert_eq!(cuzco.ducats("spain", "azt_veracruz"), 20);
    assert_eq!(
        scene(order(Some(5), None)).ducats("spain", "azt_veracruz"),
        5
    );
}

fn party(text: &str, leaders: &[&str], place: &str, quests: &[QuestKind]) -> Order {
    Order::Party {
        label: label("P1"),
        units: units(text, leaders),
        at: at(place),
        quests: quests.to_vec(),
    }
}

fn party_to(place: &str, via: &[&str]) -> Order {
    Order::Move(March {
        who: Marchers::Party { label: label("P1") },
        via: via.iter().map(|it| Spot::Place { at: at(it) }).collect(),
        ..march("", &[], place, to(place))
    })
}

#[test]
fn a_party_keeps_its_trail() {
    let path = plain(3);
    let scene = Scene::new(&["spain"])
        .put("spain", &path[0], "5S", &["ojeda"])
        .order("spain", party("2S", &["ojeda"], &path[0], &[]))
        .order("spain", party_to(&path[2], &[&path[1]]));
    let scene = scene.play(Stage::March, &[]);
    let party = &scene.state.own(seat("spain")).parties[&label("P1")];
    let trail: Vec<String> = party.trail.iter().map(ToString::to_string).collect();
    assert_eq!(trail, path);
    assert_eq!((party.men, party.leaders.len()), (men("2S"), 1));
    // Who marches off alone is a member no more.
    let scene = scene.order("spain", move_to("1S", &[], &path[2], &path[1]));
    let scene = scene.play(Stage::March, &[]);
    let party = &scene.state.own(seat("spain")).parties[&label("P1")];
    assert_eq!(party.men, men("1S"));
}

#[test]
fn others_march_before_members_of_a_party() {
    let path = plain(3);
    let scene = Scene::new(&["spain"])
        .put("spain", &path[0], "4S", &[])
        .order("spain", party("2S", &[], &path[0], &[]))
        .order("spain", move_to("2S", &[], &path[0], &path[1]));
    let scene = scene.play(Stage::March, &[]);
    let party = &scene.state.own(seat("spain")).parties[&label("P1")];
    assert_eq!((party.men, party.hex), (men("2S"), Some(hex(&path[0]))));
}

#[test]
fn a_party_that_goes_aboard_begins_a_new_march() {
    let embark = Order::Embark {
        label: label("S1"),
        units: units("2S", &["ojeda"]),
    };
    let scene = Scene::new(&["spain"])
        .put("spain", "azt_veracruz", "4S", &["ojeda"])
        .ships("spain", "S1", "azt_veracruz", &[Hull::Carrack])
        .order("spain", party("2S", &["ojeda"], "azt_veracruz", &[]))
        .order("spain", embark);
    let scene = scene.play(Stage::March, &[]);
    let aboard = &scene.state.own(seat("spain")).parties[&label("P1")];
    assert_eq!((aboard.hex, aboard.aboard), (None, Some(label("S1"))));
    let debark = Order::Debark {
        label: label("S1"),
        units: units("2S", &["ojeda"]),
    };
    let scene = scene.order("spain", debark).play(Stage::March, &[]);
    let ashore = &scene.state.own(seat("spain")).parties[&label("P1")];
    assert_eq!(
        (ashore.hex, ashore.march_from),
        (Some(hex("azt_veracruz")), 1)
    );
}

fn owing(scene: Scene, kind: QuestKind) -> Scene {
    let mut scene = scene;
    let quest = Quest {
        kind,
        deadline: 9,
        done: false,
    };
    scene.state.power_mut(seat("spain")).quests.push(quest);
    scene.state.power_mut(seat("spain")).quests[0].done = false;
    scene
}

#[test]
fn a_quest_party_needs_soldiers_a_missionary_and_a_conquistador_at_hand() {
    let quests = [QuestKind::Cibola];
    let served = |text: &str, leaders: &[&str]| {
        let scene = Scene::new(&["spain"])
            .put("spain", "azt_chametla", "5S1M", &["coronado"])
            .order("spain", party(text, leaders, "azt_chametla", &quests));
        let scene = owing(scene, QuestKind::Cibola).play(Stage::March, &[]);
        let own = scene.state.own(seat("spain"));
        !own.parties[&label("P1")].quests.is_empty()
    };
    assert!(served("3S1M", &["coronado"]));
    assert!(!served("2S1M", &["coronado"]));
    assert!(!served("3S", &["coronado"]));
    assert!(!served("3S1M", &[]), "Coronado is in Mexico and stays");
}

#[test]
fn a_quest_succeeds_when_the_trail_holds_all_areas() {
    // Owed, and the trail lacks the Midwest: one step more.
    let scene = Scene::new(&["spain"])
        .put("spain", "roc_sangre", "3S1M", &["coronado"])
        .order(
            "spain",
            party("3S1M", &["coronado"], "roc_sangre", &[QuestKind::Cibola]),
        );
    let mut scene = owing(scene, QuestKind::Cibola);
    scene.run(Stage::March, &[]);
    let walked = ["azt_chametla", "son_culiacan", "cal_colorado", "roc_sangre"];
    let own = scene.state.own_mut(seat("spain"));
    own.parties.get_mut(&label("P1")).expect("P1").trail =
        walked.iter().map(|it| hex(it)).collect();
    assert!(!scene.state.open.power(seat("spain")).quests[0].done);
    let map = tables();
    let mut plains = map.map.land_neighbours(hex("roc_sangre")).iter().copied();
    let midwest = plains.find(|it| map.map.area(*it) == "MWP".parse().ok());
    let plain = midwest.expect("the plains lie beside it").to_string();
    let scene = scene
        .order("spain", party_to(&plain, &[]))
        .play(Stage::March, &[]);
    assert!(scene.state.open.power(seat("spain")).quests[0].done);
    assert_eq!(scene.count("quest-achieved"), 1);
}

/// Discovery points after a march, and the discoveries made.
fn discovered(scene: Scene) -> (i32, Vec<String>) {
    let scene = scene.play(Stage::March, &[]);
    let made = scene.state.open.discovered.keys().map(ToString::to_string);
    (
        scene.state.open.power(seat("spain")).discovery_vp,
        made.collect(),
    )
}

#[test]
fn discoveries_by_land_are_credited_at_once() {
    let to_tenochtitlan = |text: &str, leaders: &[&str]| {
        Scene::new(&["spain"])
            .put("spain", "azt_tlaxcala", text, leaders)
            .order(
                "spain",
                move_to(text, leaders, "azt_tlaxcala", "azt_tenochtitlan"),
            )
    };
    let made = |vp: i32| (vp, vec!["L02".to_owned()]);
    assert_eq!(discovered(to_tenochtitlan("1S", &[])), made(25));
    assert_eq!(discovered(to_tenochtitlan("", &["cortes"])), made(25));
    assert_eq!(discovered(to_tenochtitlan("1S", &["ojeda"])), made(30));
    assert_eq!(discovered(to_tenochtitlan("1C1M", &[])).0, 0);
    let mut taken = to_tenochtitlan("1S", &[]);
    taken
        .state
        .open
        .made_before
        .insert("L02".parse().expect("an id"));
    assert_eq!(discovered(taken).0, 0);
}

#[test]
fn the_south_sea_is_sighted_from_a_march_not_from_a_ship() {
    let marched = Scene::new(&["spain"])
        .put("spain", "pan_nombre", "1S", &["ojeda"])
        .order(
            "spain",
            move_to("1S", &["ojeda"], "pan_nombre", "pan_panama"),
        );
    assert_eq!(discovered(marched), (55, vec!["L01".to_owned()]));
    let mut landed = Scene::new(&["spain"]).ships("spain", "S1", "pan_panama", &[Hull::Carrack]);
    let own = landed.state.own_mut(seat("spain"));
    own.expeditions.get_mut(&label("S1")).expect("S1").ships[0].men = men("1S");
    let debark = Order::Debark {
        label: label("S1"),
        units: units("1S", &[]),
    };
    assert_eq!(discovered(landed.order("spain", debark)).0, 0);
}

/// A party of 3 Soldiers with this trail marches one hex to the last of it.
fn walked(trail: &[&str], march_from: u32) -> (i32, Vec<String>) {
    let (last, before) = trail.split_last().expect("a trail");
    let start = before.last().expect("a start");
    let mut scene = Scene::new(&["spain"])
        .put("spain", start, "3S", &[])
        .order("spain", party("3S", &[], start, &[]));
    scene.run(Stage::March, &[]);
    let own = scene.state.own_mut(seat("spain"));
    let party = own.parties.get_mut(&label("P1")).expect("P1");
    party.trail = before.iter().map(|it| hex(it)).collect();
    party.march_from = march_from;
    scene.state.power_mut(seat("spain")).discovery_vp = 0;
    scene.state.open.discovered.clear();
    discovered(scene.order("spain", party_to(last, &[])))
}

/// The land neighbour of a place with the lowest number.
fn beside(place: &str) -> String {
    tables().map.land_neighbours(hex(place))[0].to_string()
}

#[test]
fn parties_descend_the_amazon_cross_the_andes_and_the_continent() {
    let para = beside("ama_para");
    let has = |made: (i32, Vec<String>), id: &str| made.1.contains(&id.to_owned());
    assert!(has(walked(&["inc_quito", &para, "ama_para"], 0), "L08"));
    assert!(
        has(walked(&["ama_maranon", &para, "ama_para"], 2), "L08"),
        "the trail counts"
    );
    assert!(!has(walked(&["inc_cuzco", &para, "ama_para"], 0), "L08"));
    let tucuman = beside("rdp_tucuman");
    assert!(has(
        walked(&["chl_santiago", &tucuman, "rdp_tucuman"], 0),
        "L14"
    ));
    assert!(
        !has(walked(&["chl_santiago", &tucuman, "rdp_tucuman"], 1), "L14"),
        "the march counts"
    );
    let acapulco = beside("azt_acapulco");
    assert!(has(
        walked(&["azt_veracruz", &acapulco, "azt_acapulco"], 0),
        "L15"
    ));
    assert!(!has(
        walked(&["azt_veracruz", &acapulco, "azt_acapulco"], 1),
        "L15"
    ));
    let panama = beside("pan_panama");
    assert!(
        !has(walked(&["pan_nombre", &panama, "pan_panama"], 0), "L15"),
        "not in Panama"
    );
}

#[test]
fn straits_are_not_crossed_on_foot() {
    // Q27: Cuba to Hispaniola.
    let scene = Scene::new(&["spain"])
        .put("spain", "car_cuba", "2S", &[])
        .order("spain", move_to("2S", &[], "car_cuba", "car_hispaniola"));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.refused.len(), 1);
    assert_eq!(
        scene.at("spain", "car_cuba"),
        Men {
            soldiers: 2,
            ..Men::NONE
        }
    );
}
