//! C2: combats (4.4, 4.5, Q99 to Q107).

use super::scene::{Scene, at, hex, label, leader, men, move_storm, move_to, seat, tables};
use packetboat_conquistador::map::Terrain;
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::orders::{Goal, March, Marchers, Order};
use packetboat_conquistador::reckon::march::land_odds;
use packetboat_conquistador::state::{Bond, Stage};
use packetboat_conquistador::view::View;
use packetboat_core::engine::seat::Viewer;

/// A hex of this terrain off the coast, with at least five land neighbours off the coast, and
/// these.
pub(super) fn field(terrain: Terrain) -> (String, Vec<String>) {
    let tables = tables();
    let map = &tables.map;
    let inland = |hex| !map.is_coast(hex) && !map.navigable(hex);
    let mut hexes = map.all().filter(|it| map.is_land(*it) && inland(*it));
    let target = hexes.find(|it| {
        let around = map.land_neighbours(*it);
        map.terrain(*it) == Some(terrain)
            && around.len() >= 5
            && around.iter().all(|it| inland(*it))
    });
    let target = target.expect("such a hex is on the map");
    let around = map.land_neighbours(target).iter().map(ToString::to_string);
    (target.to_string(), around.collect())
}

/// Attackers and defenders left, and whether the attackers hold the hex, when England storms a
/// hex of France with so many Soldiers each.
fn fought(attack: u32, defence: u32, die: u32) -> (u32, u32, bool) {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], &format!("{attack}S"), &[])
        .put("france", &target, &format!("{defence}S"), &[])
        .order(
            "england",
            move_storm(&format!("{attack}S"), &[], &around[0], &target),
        );
    let scene = scene.play(Stage::March, &[die]);
    assert!(scene.refused.is_empty(), "{:?}", scene.refused);
    let total = |power: &str| -> u32 {
        let stacks = scene.state.open.stacks_of(seat(power));
        stacks.map(|(_, it)| it.men.soldiers).sum()
    };
    let won = scene
        .state
        .open
        .stack(hex(&target), seat("england"))
        .is_some();
    (total("england"), total("france"), won)
}

#[test]
fn every_result_of_land_combat() {
    // Columns 1:2, 1:1, 2:1, 3:1, 4:1, 5:1 as Soldiers against Soldiers.
    let columns = [(2, 4), (4, 4), (8, 4), (12, 4), (12, 3), (10, 2)];
    let rows = [
        ["EX", "D1R", "D1R", "D2R", "DE", "DE"],
        ["EX", "EX", "D1R", "D1R", "D2R", "DE"],
        ["AR", "EX", "DR", "D1R", "D1R", "DE"],
        ["A1R", "AR", "EX", "DR", "D1R", "D2R"],
        ["A1R", "A1R", "AR", "EX", "DR", "D1R"],
        ["A2R", "A1R", "A1R", "AR", "EX", "DR"],
    ];
    for (die, row) in (1..).zip(rows) {
        for ((attack, defence), result) in columns.into_iter().zip(row) {
            let expected = match result {
                "EX" => (attack - 1, defence - 1, false),
                "AR" => (attack, defence, false),
                "A1R" => (attack - 1, defence, false),
                "A2R" => (attack - 2, defence, false),
                "DR" => (attack, defence, true),
                "D1R" => (attack, defence - 1, true),
                "D2R" => (attack, defence - 2, true),
                "DE" => (attack, 0, true),
                other => panic!("{other}"),
            };
            assert_eq!(
                fought(attack, defence, die),
                expected,
                "{attack}:{defence} {die}"
            );
        }
    }
}

/// Spain with Cortes defends against so many.
fn against_cortes(attack: u32, defence: u32, die: u32) -> Scene {
    let (target, around) = field(Terrain::Clear);
    Scene::new(&["england", "spain"])
        .put("england", &around[0], &format!("{attack}S"), &[])
        .put("spain", &target, &format!("{defence}S"), &["cortes"])
        .order(
            "england",
            move_storm(&format!("{attack}S"), &[], &around[0], &target),
        )
        .play(Stage::March, &[die])
}

#[test]
fn the_seventh_row_is_reached_against_a_conquistador() {
    let (_, around) = field(Terrain::Clear);
    let left = |attack, defence| against_cortes(attack, defence, 6).at("england", &around[0]);
    assert_eq!(left(2, 4), men(""), "AE");
    assert_eq!(left(4, 4), men("2S"), "A2R");
    assert_eq!(left(8, 4), men("7S"), "A1R");
    assert_eq!(left(12, 4), men("11S"), "A1R");
    assert_eq!(left(12, 3), men("12S"), "AR");
    assert_eq!(left(10, 2), men("9S"), "EX");
}

#[test]
fn a_conquistador_helps_the_attacker_too() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["spain", "france"])
        .put("spain", &around[0], "4S", &["cortes"])
        .put("france", &target, "4S", &[])
        .order("spain", move_storm("4S", &["cortes"], &around[0], &target));
    // 2 − 1 = 1 at 1:1: D1R.
    let scene = scene.play(Stage::March, &[2]);
    assert_eq!(scene.at("spain", &target), men("4S"));
    assert_eq!(scene.led("spain", &target), [leader("cortes")]);
}

#[test]
fn vector_22() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "4S", &[])
        .put("england", &around[1], "2S", &[])
        .put("france", &target, "2S", &[])
        .order("england", move_storm("4S", &[], &around[0], &target))
        .order("england", move_storm("2S", &[], &around[1], &target));
    let scene = scene.play(Stage::March, &[5]);
    assert_eq!(scene.at("england", &around[0]), men("3S"));
    assert_eq!(scene.at("england", &around[1]), men("2S"));
    assert_eq!(scene.at("france", &target), men("1S"));
}

/// The column of odds and the shift, as told, when 6 Soldiers storm a hex.
fn shifted(target: &str, from: &str, defenders: &str, force: &str) -> (String, u32) {
    let scene = Scene::new(&["england", "france"])
        .put("england", from, force, &[])
        .put("france", target, defenders, &[])
        .order("england", move_storm(force, &[], from, target));
    // Six at the end of the table: nobody of the defenders must retreat below 5:1.
    let scene = scene.play(Stage::March, &[4]);
    let told = scene.events().into_iter().find_map(|it| {
        let it = serde_json::to_value(it).expect("plain");
        let odds = it["odds"].as_str()?.to_owned();
        let shift = it["shift"].as_u64()?;
        Some((odds, u32::try_from(shift).expect("small")))
    });
    told.expect("it was fought")
}

#[test]
fn settlements_ports_and_bad_terrain_shift_one_column() {
    let (clear, around) = field(Terrain::Clear);
    let words = |odds: &str, shift: u32| (odds.to_owned(), shift);
    assert_eq!(shifted(&clear, &around[0], "3S", "6S"), words("2:1", 0));
    assert_eq!(shifted(&clear, &around[0], "2C2S", "6S"), words("2:1", 0));
    assert_eq!(shifted(&clear, &around[0], "3C1S", "9S"), words("2:1", 1));
    for terrain in [Terrain::Jungle, Terrain::Mountain] {
        let (bad, around) = field(terrain);
        assert_eq!(shifted(&bad, &around[0], "3S", "6S"), words("1:1", 1));
        // Not cumulative, and never beyond 1:2.
        assert_eq!(shifted(&bad, &around[0], "3C1S", "9S"), words("2:1", 1));
        assert_eq!(shifted(&bad, &around[0], "4S", "3S"), words("1:2", 0));
    }
    // A Port: Massachusetts Bay, entered from a land neighbour.
    let port = "nen_massbay";
    let tables = tables();
    let from = tables.map.land_neighbours(hex(port))[0].to_string();
    assert_eq!(shifted(port, &from, "1C1S", "6S"), words("2:1", 1));
    assert_eq!(shifted(port, &from, "2S", "6S"), words("3:1", 0));
}

#[test]
fn below_one_to_two_nothing_happens() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "2S", &[])
        .put("france", &target, "5S", &[])
        .order("england", move_storm("2S", &[], &around[0], &target));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.count("storm-called-off"), 1);
    assert_eq!(scene.at("england", &around[0]), men("2S"));
}

#[test]
fn leaders_and_missionaries_alone_retreat_without_a_die() {
    // Q99.
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "spain"])
        .put("england", &around[0], "1S", &[])
        .put("spain", &target, "1M", &["ojeda"])
        .order("england", move_storm("1S", &[], &around[0], &target));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.at("england", &target), men("1S"));
    assert_eq!(scene.count("retreated"), 1);
}

fn retreat(to: &str) -> Order {
    Order::Retreat {
        from: None,
        to: at(to),
    }
}

/// France loses its hex: 3 Soldiers against 12, die 3: D1R.
fn driven_out(prepare: impl FnOnce(Scene, &[String]) -> Scene) -> (Scene, Vec<String>) {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "12S", &[])
        .put("france", &target, "3S", &[])
        .order("england", move_storm("12S", &[], &around[0], &target));
    let scene = prepare(scene, &around).play(Stage::March, &[3]);
    assert_eq!(scene.at("england", &target), men("12S"));
    (scene, around)
}

#[test]
fn the_loser_retreats_where_he_says() {
    let (scene, around) = driven_out(|it, around| it.order("france", retreat(&around[3])));
    assert_eq!(scene.at("france", &around[3]), men("2S"));
}

#[test]
fn a_retreat_that_cannot_be_is_the_games_choice() {
    // Into a hex of England: not possible. Own settlement first.
    let (scene, around) = driven_out(|it, around| {
        it.put("england", &around[2], "1S", &[])
            .put("france", &around[4], "1C", &[])
            .order("france", retreat(&around[2]))
    });
    assert_eq!(scene.refused.len(), 1);
    assert_eq!(scene.at("france", &around[4]), men("1C2S"));
}

#[test]
fn without_a_place_they_are_lost_or_go_aboard() {
    let (scene, _) = driven_out(|it, around| {
        let others = around.iter().skip(1);
        others.fold(it, |it, place| it.put("england", place, "1S", &[]))
    });
    assert_eq!(scene.state.open.stacks_of(seat("france")).count(), 0);
    assert_eq!(scene.count("retreat-lost"), 1);
    // On the coast with a Caravel: one finds room.
    let place = "nen_massbay";
    let around = tables().map.land_neighbours(hex(place)).to_vec();
    let scene = Scene::new(&["england", "france"])
        .put("france", place, "3S", &["cartier"])
        .ships("france", "F1", place, &[Hull::Caravel]);
    let from = around[0].to_string();
    let scene = around
        .iter()
        .fold(scene, |it, hex| {
            it.put("england", &hex.to_string(), "1S", &[])
        })
        .put("england", &from, "11S", &[])
        .order("england", move_storm("12S", &[], &from, place));
    let scene = scene.play(Stage::March, &[3]);
    let ships = &scene.state.own(seat("france")).expeditions[&label("F1")];
    assert_eq!((ships.men(), ships.leaders().len()), (men("1S"), 1));
    assert_eq!(scene.count("retreat-lost"), 1);
}

#[test]
fn what_is_too_much_for_a_hex_is_lost_in_retreat() {
    let (scene, around) = driven_out(|it, around| {
        it.put("france", &around[3], "11S", &[])
            .order("france", retreat(&around[3]))
    });
    assert_eq!(scene.at("france", &around[3]), men("12S"));
}

#[test]
fn colonists_without_soldiers_scatter() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "4S", &[])
        .put("france", &target, "2C", &[])
        .gold("france", &target, "dso_coosa", 30)
        .order("england", move_storm("4S", &[], &around[0], &target));
    // 4:1, die 5: DR; of the two Colonists one throws 4 and is lost.
    let scene = scene.play(Stage::March, &[5, 4, 3]);
    let left: u32 = scene
        .state
        .open
        .stacks_of(seat("france"))
        .map(|(_, it)| it.men.colonists)
        .sum();
    assert_eq!(left, 1);
    // Q107: the gold is the winner's.
    assert_eq!(scene.ducats("england", &target), 30);
}

#[test]
fn leaders_of_an_eliminated_side_are_captured_or_escape() {
    let (target, around) = field(Terrain::Clear);
    let scene = || {
        Scene::new(&["england", "spain"])
            .put("england", &around[0], "10S", &[])
            .put("spain", &target, "2S1M", &["ojeda", "ponce"])
            .order("england", move_storm("10S", &[], &around[0], &target))
    };
    // 5:1, die 1: DE. Ojeda is captured on 4, Ponce escapes on 5 to the nearest own unit.
    let won = scene().put("spain", &around[2], "1C", &[]);
    let won = won.play(Stage::March, &[1, 4, 5]);
    assert_eq!(won.led("spain", &around[2]), [leader("ponce")]);
    assert!(won.state.own(seat("spain")).gone.contains(&leader("ojeda")));
    assert_eq!(won.at("spain", &target), men(""));
    // Nobody to escape to.
    let won = scene().play(Stage::March, &[1, 5, 6]);
    assert_eq!(won.count("leader-astray"), 2);
}

#[test]
fn attackers_without_hope_are_eliminated_with_their_leaders() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "spain"])
        .put("england", &around[0], "2S", &["drake"])
        .put("england", &around[2], "1S", &[])
        .put("spain", &target, "4S", &["cortes"])
        .order("england", move_storm("2S", &["drake"], &around[0], &target));
    let scene = scene.play(Stage::March, &[6, 5]);
    assert_eq!(scene.led("england", &around[2]), [leader("drake")]);
    assert_eq!(scene.at("england", &around[0]), men(""));
}

#[test]
fn a_hex_takes_no_more_winners_than_may_stand_there() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "10S", &[])
        .put("england", &around[1], "5S", &[])
        .put("france", &target, "2S", &[])
        .order("england", move_storm("10S", &[], &around[0], &target))
        .order("england", move_storm("5S", &[], &around[1], &target));
    let scene = scene.play(Stage::March, &[1]);
    assert_eq!(scene.at("england", &target), men("12S"));
    assert_eq!(scene.at("england", &around[1]), men("3S"));
}

#[test]
fn gold_goes_on_with_the_winner_and_stays_with_the_loser() {
    // Q115.
    let (target, around) = field(Terrain::Clear);
    let carried = |die: u32| {
        let order = Order::Move(March {
            carry: Some(packetboat_conquistador::orders::Carry {
                sum: None,
                of: None,
            }),
            ..super::scene::march("4S", &[], &around[1], super::scene::storm(&target))
        });
        let scene = Scene::new(&["england", "france"])
            .put("england", &around[1], "4S", &[])
            .gold("england", &around[1], "dso_coosa", 60)
            .put("france", &target, "4S", &[])
            .order("england", order);
        scene.play(Stage::March, &[die])
    };
    assert_eq!(carried(1).ducats("england", &target), 40);
    assert_eq!(carried(1).ducats("england", &around[1]), 20);
    assert_eq!(carried(4).ducats("england", &around[1]), 60);
}

#[test]
fn peace_forbids_a_storm_and_the_next_branch_is_tried() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "4S", &[])
        .put("france", &target, "1S", &[])
        .deal(Bond::Peace {
            one: seat("england"),
            other: seat("france"),
            area: None,
            until: 9,
        })
        .order("england", move_storm("4S", &[], &around[0], &target))
        .or_else("england", move_to("4S", &[], &around[0], &around[1]));
    let scene = scene.play(Stage::March, &[]);
    assert_eq!(scene.refused.len(), 1);
    assert_eq!(scene.at("england", &around[1]), men("4S"));
}

#[test]
fn powers_that_share_a_hex_defend_together_and_retreat_apart() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france", "portugal"])
        .put("england", &around[0], "12S", &[])
        .put("france", &target, "2S", &[])
        .put("portugal", &target, "1S", &[])
        .order("england", move_storm("12S", &[], &around[0], &target))
        .order("portugal", retreat(&around[4]))
        .order("france", retreat(&around[3]));
    // 4:1, die 3: D1R; the loss falls on France, which has more there.
    let scene = scene.play(Stage::March, &[3]);
    assert_eq!(scene.at("france", &around[3]), men("1S"));
    assert_eq!(scene.at("portugal", &around[4]), men("1S"));
    assert_eq!(scene.at("england", &target), men("12S"));
}

#[test]
fn the_second_power_meets_what_the_first_left() {
    // Q103: France takes the hex from Portugal, England then takes it from France.
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["france", "england", "portugal"])
        .put("france", &around[0], "5S", &[])
        .put("england", &around[1], "12S", &[])
        .put("portugal", &target, "1S", &[])
        .order("france", move_storm("5S", &[], &around[0], &target))
        .order("england", move_storm("12S", &[], &around[1], &target));
    let scene = scene.play(Stage::March, &[1, 2]);
    assert_eq!(scene.count("stormed"), 2);
    assert_eq!(scene.at("england", &target), men("12S"));
}

#[test]
fn an_attack_between_spain_and_portugal_breaks_the_treaty() {
    let (target, around) = field(Terrain::Clear);
    let scene = || {
        Scene::new(&["spain", "portugal"])
            .put("spain", &around[0], "4S", &[])
            .put("portugal", &target, "4S", &[])
            .order("spain", move_storm("4S", &[], &around[0], &target))
    };
    let penalty = |scene: Scene| {
        let scene = scene.play(Stage::March, &[4]);
        scene.state.open.power(seat("spain")).penalty_vp
    };
    assert_eq!(penalty(scene()), -25);
    let waived = scene().deal(Bond::Waived {
        one: seat("spain"),
        other: seat("portugal"),
    });
    assert_eq!(penalty(waived), 0);
    assert_eq!(penalty(scene().options(|it| it.tordesillas = false)), 0);
}

#[test]
fn unguarded_finds_the_richest_hex_in_reach() {
    let (centre, around) = field(Terrain::Clear);
    let order = Order::Move(March {
        goal: Some(Goal::Unguarded {
            power: seat("france"),
        }),
        ..super::scene::march("3S", &[], &centre, super::scene::storm(&centre))
    });
    let scene = Scene::new(&["england", "france"])
        .put("england", &centre, "3S", &[])
        .put("france", &around[0], "4C", &[])
        .put("france", &around[1], "1C", &[])
        .put("france", &around[2], "5C2S", &[])
        .gold("france", &around[1], "dso_coosa", 10)
        .order("england", order);
    let scene = scene.play(Stage::March, &[1]);
    assert_eq!(scene.at("england", &around[1]), men("3S"));
}

#[test]
fn odds_are_those_of_the_line() {
    let (target, around) = field(Terrain::Clear);
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "5S", &[])
        .put("france", &target, "3C1S", &[]);
    let view = View::of(&scene.tables, &scene.state, Viewer::Seat(seat("england")));
    let line = super::scene::march("4S", &[], &around[0], super::scene::storm(&target));
    assert_eq!(land_odds(&view, &line), Some((4, 3)));
    let line = super::scene::march("4S", &[], &around[0], super::scene::to(&target));
    assert_eq!(land_odds(&view, &line), None);
}

#[test]
fn members_of_a_party_are_lost_last() {
    let (target, around) = field(Terrain::Clear);
    let party = Order::Party {
        label: label("P1"),
        units: super::scene::units("2S", &[]),
        at: at(&around[0]),
        quests: Vec::new(),
    };
    let storm = Order::Move(March {
        who: Marchers::Party { label: label("P1") },
        ..super::scene::march("", &[], &around[0], super::scene::storm(&target))
    });
    let scene = Scene::new(&["england", "france"])
        .put("england", &around[0], "3S", &[])
        .put("france", &target, "3S", &[])
        .order("england", party)
        .order("england", storm)
        .order("england", move_storm("1S", &[], &around[0], &target));
    // 1:1, die 5: A1R: the Soldier beside the party falls.
    let scene = scene.play(Stage::March, &[5]);
    assert_eq!(
        scene.state.own(seat("england")).parties[&label("P1")].men,
        men("2S")
    );
    assert_eq!(scene.at("england", &around[0]), men("2S"));
}
