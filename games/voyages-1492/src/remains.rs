//! What is done where neither a seat's lines nor those of silence decide (D1, D2, D4).

use super::data::{Blocks, Resource, Tables};
use super::decide::{Choice, Question, choices, on_offer};
use super::facts::{Voyages, goal_hex};
use super::orders::{Order, Site, acts};
use super::state::Course;
use super::view::View;
use packetboat_core::engine::decide::{Lines, Live};
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;

/// What remains where neither lines nor silence say anything (D1, D2, D4); `lines` are the seat's.
pub(super) fn fallback(
    game: &Voyages,
    view: &View,
    question: &Question,
    lines: &Lines<'_, Order>,
) -> Choice {
    let tables = &game.tables;
    let stay = Choice::Sail {
        to: None,
        course: None,
    };
    let extra = |it: &Live<'_, Order>| matches!(it.order, Order::Extra { .. });
    match question {
        Question::Move => {
            let forced = view.ways.must_move && !view.turn.still;
            let to = forced.then(|| away_from_guns(tables, view)).flatten();
            Choice::Sail { to, course: None }
        }
        // With an EXTRA line of its own the ship does not go on to where MOVE was bound for (D2).
        Question::Extra if lines.written().any(extra) => stay,
        Question::Extra => match &view.turn.course {
            Some(Course {
                goal,
                within,
                fight,
            }) if !view.turn.still => {
                let sea = &view.sea;
                let goal = goal_hex(tables, view, goal).ok();
                let way =
                    goal.and_then(|it| sea.way(&tables.board, view.mine(), (it, *within), *fight));
                let to = way.and_then(|it| it.first().copied());
                Choice::Sail { to, course: None }
            }
            _ => stay,
        },
        Question::Free { from } => {
            let there = on_offer(tables, view, *from);
            let resource = needed(game, view, lines, &there);
            Choice::Take {
                resource: resource.expect("there is something to take"),
            }
        }
        Question::Act => Choice::Rest,
        listed => choices(view, listed)
            .pop()
            .expect("there is something to choose"),
    }
}

/// D1 with `must_move`: of the calm steps the one that ends farthest from the nearest armed
/// opponent; none: the ship stays.
fn away_from_guns(tables: &Tables, view: &View) -> Option<Hex> {
    let (board, sea, me) = (&tables.board, &view.sea, view.mine());
    let rivals = sea.rivals(me);
    let nearest = |hex: Hex| {
        let armed = rivals.iter().filter(|it| it.is_armed());
        armed.map(|it| board.distance(hex, it.hex)).min()
    };
    let steps = sea.calm_steps(board, me).into_iter().map(|it| it.1);
    steps.min_by_key(|it| Reverse(nearest(*it)))
}

/// D4: what the first open wish lacks most, as far as it is there; else the first of a list.
fn needed(
    game: &Voyages,
    view: &View,
    lines: &Lines<'_, Order>,
    there: &Blocks,
) -> Option<Resource> {
    const LIKED: [Resource; 5] = [
        Resource::Gold,
        Resource::Wood,
        Resource::Metal,
        Resource::Gunpowder,
        Resource::Food,
    ];
    let held = view.own().blocks;
    let awake = lines.lines.iter().map(|it| it.order);
    let wishes: Vec<Blocks> = if lines.written().any(|it| acts(it.order)) {
        awake.filter_map(|it| wish(game, view, it)).collect()
    } else {
        silent_wishes(game, view)
    };
    let lacking = wishes
        .iter()
        .map(|it| it.less(&held))
        .find(|it| !it.is_empty());
    let most = lacking.and_then(|lack| {
        let wanted = LIKED
            .into_iter()
            .filter(|one| lack.get(*one) > 0 && there.get(*one) > 0);
        wanted.min_by_key(|one| Reverse(lack.get(*one)))
    });
    most.or_else(|| LIKED.into_iter().find(|it| there.get(*it) > 0))
}

fn silent_wishes(game: &Voyages, view: &View) -> Vec<Blocks> {
    let king = view.sea.may_pay_king(&view.ways, view.mine()).is_ok();
    let king = king.then_some(game.tables.prices.king);
    outpost_wish(game, view).into_iter().chain(king).collect()
}

fn outpost_wish(game: &Voyages, view: &View) -> Option<Blocks> {
    let free = view.sea.outpost != view.me;
    free.then(|| view.sea.outpost_price(&game.tables))
}

/// What a line wishes to pay, if it is owned, paid or forbidden already not.
fn wish(game: &Voyages, view: &View, order: &Order) -> Option<Blocks> {
    let (prices, sea, me) = (&game.tables.prices, &view.sea, view.mine());
    match order {
        Order::Buy { upgrade } if sea.may_own(me, *upgrade).is_ok() => {
            Some(prices.upgrade(*upgrade))
        }
        Order::Build {
            site: Site::Outpost {},
        } => outpost_wish(game, view),
        Order::Build {
            site: Site::Blockade { passage },
        } => sea.builder(passage).is_none().then_some(prices.blockade),
        Order::Pay { .. } if sea.may_pay_king(&view.ways, me).is_ok() => Some(prices.king),
        _ => None,
    }
}
