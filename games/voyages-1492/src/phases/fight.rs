//! Fights: monsters, duels, what a shot takes, and what becomes of a ship that sinks (1.5, 1.7,
//! 1.8).

use super::super::data::{Blocks, CardCode, Part, Tables, Upgrade};
use super::super::events::{Event, Source};
use super::super::state::State;
use super::turn::{point, point_lost};
use packetboat_core::prelude::*;

/// So many rounds a duel has at most; who has less then loses it all.
const ROUNDS_MAX: u32 = 1_000;

/// The ship whose turn it is fights a monster where it is; whether it is still afloat. The dice
/// need no order of the player's (D12).
pub fn monster(tables: &Tables, state: &mut State, card: CardCode, cx: &mut Cx<'_, Event>) -> bool {
    let seat = state.active();
    let mut roll = |who: &str| cx.dice.one(Bowl::Open, &format!("a monster: {who}"), 6);
    let (die, first, second) = (
        roll(seat.as_str()),
        roll("the monster"),
        roll("the monster"),
    );
    let won = die >= first + second;
    let name = tables.card(card).name.clone();
    cx.announce(Event::Monster {
        seat,
        name,
        die,
        first,
        second,
        won,
    });
    if !won {
        sink(tables, state, seat, None, cx);
        return false;
    }
    state.sea.monsters.retain(|it| it.card != card);
    state.sea.ship_mut(seat).killed.push(card);
    point(tables, state, seat, Source::Monster, cx);
    true
}

/// A duel to the end, with a rival or a pirate ship: the lower die loses one (1.8, R13, R48), and
/// nobody is asked between the dice (D12). Whether the ship whose turn it is is still afloat.
pub fn duel(
    tables: &Tables,
    state: &mut State,
    rival: Option<Seat>,
    part: Part,
    cx: &mut Cx<'_, Event>,
) -> bool {
    let seat = state.active();
    let mut left = state.sea.ship(seat).part(part);
    let mut rival_left = match (rival, part) {
        (Some(rival), _) => state.sea.ship(rival).part(part),
        (None, Part::Hull) => tables.stats.pirate_hull,
        (None, Part::Crew) => tables.stats.pirate_crew,
    };
    let mut rolls = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let die = cx.dice.one(Bowl::Open, &format!("a duel: {seat}"), 6);
        let against = cx.dice.one(Bowl::Open, "a duel: the other", 6);
        rolls.push(format!("{die}-{against}"));
        left -= u32::from(die < against);
        rival_left -= u32::from(against < die);
        if left == 0 || rival_left == 0 {
            break;
        }
    }
    if left > 0 && rival_left > 0 {
        let lost = if left < rival_left {
            &mut left
        } else {
            &mut rival_left
        };
        *lost = 0;
    }
    let dice = rolls.join(" ");
    cx.announce(Event::Duel {
        seat,
        rival,
        part,
        dice,
        left,
        rival_left,
    });
    *state.sea.ship_mut(seat).part_mut(part) = left;
    if let Some(rival) = rival {
        *state.sea.ship_mut(rival).part_mut(part) = rival_left;
    }
    match (left, rival) {
        (0, _) => sink(tables, state, seat, rival, cx),
        (_, Some(rival)) => sink(tables, state, rival, Some(seat), cx),
        (_, None) => {}
    }
    left > 0
}

/// A ship loses so much of hull or crew, and sinks without; `by` is who did it. Whether it is still
/// afloat.
pub fn lose(
    tables: &Tables,
    state: &mut State,
    (victim, by): (Seat, Option<Seat>),
    (part, harm): (Part, u32),
    cx: &mut Cx<'_, Event>,
) -> bool {
    let has = state.sea.ship_mut(victim).part_mut(part);
    let harm = harm.min(*has);
    *has -= harm;
    let left = *has;
    cx.announce(Event::Lost {
        seat: victim,
        part,
        by: harm,
        left,
    });
    if left == 0 {
        sink(tables, state, victim, by, cx);
    }
    left > 0
}

/// A ship sinks, by another (R12, R34, R35) or by none (R16), and begins again in its port (1.5). A
/// move it was to lose is not lost any more (R36).
pub fn sink(
    tables: &Tables,
    state: &mut State,
    victim: Seat,
    by: Option<Seat>,
    cx: &mut Cx<'_, Event>,
) {
    let home = state.sea.ship(victim).home;
    let port = tables
        .board
        .port_at(home)
        .map_or_else(|| home.to_string(), str::to_owned);
    cx.announce(Event::Sunk {
        seat: victim,
        by,
        port,
    });
    let truce = state.ways.truce;
    let ship = state.sea.ship_mut(victim);
    let loot = std::mem::take(&mut ship.blocks);
    ship.hex = home;
    (ship.hull, ship.crew) = (tables.stats.hull, tables.stats.crew);
    ship.upgrades.retain(|it| *it == Upgrade::Tradingpost);
    (ship.becalmed, ship.adrift, ship.truce) = (false, true, truce);
    state.turn.met.retain(|it| *it != victim);
    if let Some(by) = by {
        take_all(tables, state, victim, by, loot, cx);
    }
    let start = Blocks::each_of(tables.stats.start_each);
    let start = start.at_most(&state.sea.bank(tables));
    state.sea.ship_mut(victim).blocks += start;
}

/// What the sunk ship carried goes to who sank it, and the points are booked one by one (R35).
fn take_all(
    tables: &Tables,
    state: &mut State,
    victim: Seat,
    by: Seat,
    loot: Blocks,
    cx: &mut Cx<'_, Event>,
) {
    let ship = state.sea.ship_mut(victim);
    let found = std::mem::take(&mut ship.collectibles);
    let mut what: Vec<String> = loot
        .each()
        .map(|(kind, number)| format!("{number} {kind}"))
        .collect();
    what.extend(
        found
            .iter()
            .map(|it| format!("the {}", tables.card(*it).name)),
    );
    if !what.is_empty() {
        let what = packetboat_kit::words::list(what);
        cx.announce(Event::Loot {
            seat: by,
            from: victim,
            what,
        });
    }
    if found.len() >= tables.stats.collectibles as usize {
        point_lost(tables, state, victim, Source::Collectibles, cx);
    }
    let sinker = state.sea.ship_mut(by);
    sinker.blocks += loot;
    sinker.sunk += 1;
    point(tables, state, by, Source::Sinking, cx);
    let sinker = state.sea.ship_mut(by);
    let before = sinker.collects(tables);
    sinker.collectibles.extend(found);
    if !before && state.sea.ship(by).collects(tables) {
        point(tables, state, by, Source::Collectibles, cx);
    }
}
