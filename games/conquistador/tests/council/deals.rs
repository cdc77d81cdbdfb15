//! Gifts and deals (2.6, Q48 to Q58).

use super::*;
use packetboat_conquistador::orders::Clause;
use packetboat_conquistador::reckon::deals;
use packetboat_conquistador::state::{Bond, Deal};

fn gift(from: Seat, power: Seat, sum: u32) -> (Seat, Order) {
    (from, Order::Gift { power, sum })
}

fn deal(by: Seat, clauses: &[Clause]) -> (Seat, Order) {
    let clauses = clauses.to_vec();
    (by, Order::Deal { clauses })
}

fn loan(sum: u32, by: u32) -> Clause {
    Clause::Lends {
        lender: spain(),
        borrower: france(),
        sum,
        back: sum + 10,
        by,
    }
}

fn pays(payer: Seat, payee: Seat, sum: u32) -> Clause {
    Clause::Pays {
        payer,
        payee,
        sum,
        until: None,
    }
}

fn peace(one: Seat, other: Seat, until: u32) -> Clause {
    Clause::Peace {
        one,
        other,
        area: None,
        until,
    }
}

/// Q51: as far as it goes, out of what the giver had; nothing is passed on.
#[test]
fn gifts_are_paid_as_far_as_they_go() {
    let mut game = Game::of("campaign3");
    let lines = [
        gift(spain(), england(), 150),
        gift(spain(), france(), 100),
        gift(england(), france(), 300),
    ];
    game.play(Stage::Deals, &lines, &[]);
    assert_eq!(game.treasury(spain()), 0);
    assert_eq!(game.treasury(england()), 150, "it gave its own 245");
    assert_eq!(game.treasury(france()), 300 + 40 + 245);
    assert!(game.heard(spain()).iter().all(|it| !matches!(
        it,
        Event::GiftPaid { giver, .. } if *giver == england()
    )));
    assert_eq!(game.state.open.stage, Stage::Leaders);
}

#[test]
fn a_loan_binds_when_both_have_written_it() {
    let mut game = Game::of("campaign3");
    let lines = [
        deal(spain(), &[loan(40, 9)]),
        deal(france(), &[loan(40, 9)]),
    ];
    game.play(Stage::Deals, &lines, &[]);
    assert_eq!(
        (game.treasury(spain()), game.treasury(france())),
        (150, 340)
    );
    let bond = Bond::Loan {
        lender: spain(),
        borrower: france(),
        owed: 50,
        due: 9,
    };
    assert_eq!(game.state.deals, [Deal { number: 1, bond }]);
    assert!(game.state.own(spain()).agreed.contains(&france()));
    assert!(game.heard(england()).is_empty());
}

/// Q48, Q49: only the writers are told, and not what the other wrote.
#[test]
fn different_lines_are_no_deal() {
    let mut game = Game::of("campaign3");
    let lines = [
        deal(spain(), &[loan(40, 9)]),
        deal(france(), &[loan(50, 9)]),
    ];
    game.play(Stage::Deals, &lines, &[]);
    assert!(game.state.deals.is_empty());
    assert_eq!(game.heard(spain()).len(), 1);
    assert_eq!(game.heard(france()).len(), 1);
    assert!(game.told(|it| matches!(it, Event::DealUnmatched { power, .. } if *power == spain())));
}

/// The order of clauses does not matter, nor that of the two at peace.
#[test]
fn clauses_are_compared_as_a_whole() {
    let mut game = Game::of("campaign3");
    let one = [peace(spain(), france(), 10), pays(france(), spain(), 5)];
    let other = [pays(france(), spain(), 5), peace(france(), spain(), 10)];
    game.play(
        Stage::Deals,
        &[deal(spain(), &one), deal(france(), &other)],
        &[],
    );
    assert!(deals::peace(&game.state.deals, 10, france(), spain(), None));
    assert!(!deals::peace(
        &game.state.deals,
        11,
        france(),
        spain(),
        None
    ));
    assert_eq!(game.treasury(spain()), 195);
}

/// A third power that is named must have written it too.
#[test]
fn all_who_are_named_must_agree() {
    let clauses = [peace(spain(), france(), 10), pays(england(), spain(), 5)];
    let mut game = Game::of("campaign3");
    game.play(
        Stage::Deals,
        &[deal(spain(), &clauses), deal(france(), &clauses)],
        &[],
    );
    assert!(game.state.deals.is_empty());
    let all = [spain(), france(), england()].map(|it| deal(it, &clauses));
    game.play(Stage::Deals, &all, &[]);
    assert_eq!(game.state.deals.len(), 1);
}

/// Q50: twice on a sheet counts once; on a later sheet money is new, open clauses are not doubled.
#[test]
fn deals_are_not_doubled() {
    let clauses = [peace(spain(), france(), 10), loan(10, 5)];
    let lines = [
        deal(spain(), &clauses),
        deal(spain(), &clauses),
        deal(france(), &clauses),
    ];
    let mut game = Game::of("campaign3");
    game.play(Stage::Deals, &lines, &[]);
    assert_eq!(game.state.deals.len(), 2);
    assert_eq!(game.treasury(spain()), 180);
    game.play(Stage::DealsB, &lines, &[]);
    assert_eq!(game.state.deals.len(), 3, "a second loan, no second peace");
    assert_eq!(game.treasury(spain()), 170);
    assert_eq!(game.state.open.stage, Stage::Gold);
}

/// Q36, Q51: void as a whole if a payer cannot pay; what he gets in this step does not help.
#[test]
fn a_deal_that_cannot_be_paid_is_void() {
    let clauses = [peace(spain(), france(), 10), loan(200, 5)];
    let lines = [
        gift(england(), spain(), 100),
        deal(spain(), &clauses),
        deal(france(), &clauses),
    ];
    let mut game = Game::of("campaign3");
    game.play(Stage::Deals, &lines, &[]);
    assert!(game.state.deals.is_empty());
    assert!(game.told(|it| matches!(it, Event::DealVoid { .. })));
    assert!(game.state.own(spain()).agreed.is_empty());
    assert!(
        game.heard(england())
            .iter()
            .all(|it| !matches!(it, Event::DealVoid { .. }))
    );
}

/// Gifts before deals, deals as their first payer wrote them.
#[test]
fn the_first_payer_says_which_deal_comes_first() {
    let first = [pays(spain(), france(), 150)];
    let second = [pays(spain(), england(), 100)];
    let lines = [
        deal(england(), &second),
        deal(france(), &first),
        deal(spain(), &first),
        deal(spain(), &second),
    ];
    let mut game = Game::of("campaign3");
    game.play(Stage::Deals, &lines, &[]);
    assert_eq!(
        (game.treasury(france()), game.treasury(england())),
        (450, 245)
    );
    assert!(game.told(|it| matches!(it, Event::DealVoid { .. })));
}

/// Q53, and dates gone by.
#[test]
fn a_deal_keeps_to_the_game() {
    for until in [0, 22] {
        let clauses = [peace(spain(), france(), until)];
        let mut game = Game::of("campaign3");
        game.play(
            Stage::Deals,
            &[deal(spain(), &clauses), deal(france(), &clauses)],
            &[],
        );
        assert!(game.state.deals.is_empty(), "until {until}");
    }
}

#[test]
fn charts_are_shown_as_far_as_they_are_known() {
    let zones = ["virc", "gbnk"].map(|it| it.parse().expect("a zone"));
    let clauses = [Clause::Charts {
        owner: england(),
        guest: spain(),
        zones: zones.to_vec(),
    }];
    let mut game = Game::of("campaign3");
    game.play(
        Stage::Deals,
        &[deal(spain(), &clauses), deal(england(), &clauses)],
        &[],
    );
    let charts = &game.state.own(spain()).charts;
    assert!(charts.contains(&zones[1]) && !charts.contains(&zones[0]));
}

#[test]
fn ports_and_passage_are_allowed_one_way() {
    let area = "CAR".parse().expect("an Area");
    let clauses = [
        Clause::Ports {
            grantor: spain(),
            guest: france(),
            until: 3,
        },
        Clause::Passage {
            grantor: spain(),
            guest: france(),
            area,
            until: 3,
        },
    ];
    let mut game = Game::of("campaign3");
    game.play(
        Stage::Deals,
        &[deal(spain(), &clauses), deal(france(), &clauses)],
        &[],
    );
    let made = &game.state.deals;
    assert!(deals::ports(made, 3, france(), spain()) && !deals::ports(made, 3, spain(), france()));
    assert!(deals::passage(made, 1, france(), spain(), area));
    assert!(!deals::passage(made, 4, france(), spain(), area));
}

#[test]
fn council_deals_are_made_on_sheet_a() {
    let on = ("deals", Setting::Word("council".to_owned()));
    let mut game = Game::with("campaign3", &[on]);
    let clauses = [peace(spain(), france(), 10)];
    let lines = [deal(spain(), &clauses), deal(france(), &clauses)];
    game.play(Stage::DealsB, &lines, &[]);
    assert!(game.state.deals.is_empty());
    game.play(Stage::Deals, &lines, &[]);
    assert_eq!(game.state.deals.len(), 1);
}

#[test]
fn a_power_on_hold_makes_no_deals() {
    let mut game = Game::of("campaign3");
    game.state.power_mut(france()).missed = 2;
    let clauses = [peace(spain(), france(), 10)];
    game.play(
        Stage::Deals,
        &[deal(spain(), &clauses), deal(france(), &clauses)],
        &[],
    );
    assert!(game.state.deals.is_empty());
}

#[test]
fn the_treaty_of_tordesillas_is_waived_by_its_powers() {
    let clauses = [Clause::TordesillasWaived];
    let mut game = Game::of("campaign4");
    game.play(
        Stage::Deals,
        &[deal(spain(), &clauses), deal(portugal(), &clauses)],
        &[],
    );
    assert!(deals::tordesillas_waived(&game.state.deals));
    let mut game = Game::of("campaign4");
    game.play(
        Stage::Deals,
        &[deal(spain(), &clauses), deal(france(), &clauses)],
        &[],
    );
    assert!(!deals::tordesillas_waived(&game.state.deals));
}

/// Peace in one Area says nothing of the sea (Q56).
#[test]
fn peace_in_an_area_ends_at_its_coast() {
    let area = "CAR".parse().expect("an Area");
    let clauses = [Clause::Peace {
        one: spain(),
        other: france(),
        area: Some(area),
        until: 5,
    }];
    let mut game = Game::of("campaign3");
    game.play(
        Stage::Deals,
        &[deal(spain(), &clauses), deal(france(), &clauses)],
        &[],
    );
    let made = &game.state.deals;
    assert!(deals::peace(made, 1, spain(), france(), Some(area)));
    assert!(!deals::peace(made, 1, spain(), france(), None));
}
