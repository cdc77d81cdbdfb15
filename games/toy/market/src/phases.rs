//! What happens in each phase of a round of Market.

use super::orders::Choice;
use super::state::{ANY, Event, Phase, Pieces, State, Tables, Trader, held};
use packetboat_core::prelude::*;

/// The die says what is produced.
pub fn die(rules: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let sides = u32::try_from(rules.faces.len()).expect("few faces");
    let rolled = cx.dice.one(Bowl::Open, "production", sides);
    let at = usize::try_from(rolled - 1).expect("few faces");
    let face = rules.faces[at].clone();
    let order = state.order();
    cx.announce(Event::Produced {
        round: state.round,
        face: face.clone(),
        first: order[0],
    });
    if face == ANY {
        state.phase = Phase::Take;
        return;
    }
    for seat in order {
        take(state, seat, std::slice::from_ref(&face), cx);
    }
    state.phase = to_act();
}

/// Everybody has said what it likes; they take it in the order of play.
pub fn takes(state: &mut State, answers: &[Answer<Choice>], cx: &mut Cx<'_, Event>) {
    for seat in state.order() {
        let own = answers.iter().find(|it| it.seat == seat);
        if let Some(Choice::Take { goods }) = own.map(|it| &it.choice) {
            take(state, seat, goods, cx);
        }
    }
    state.phase = to_act();
}

fn take(state: &mut State, seat: Seat, goods: &[String], cx: &mut Cx<'_, Event>) {
    let there = state.board.iter().filter(|it| it.pieces > 0);
    let wanted = goods
        .iter()
        .find(|good| there.clone().any(|it| it.good == **good));
    match wanted.cloned() {
        Some(good) => {
            state.stall_mut(&good).pieces -= 1;
            add(state.trader_mut(seat), &good, 1);
            cx.announce(Event::Took { seat, good });
        }
        None => cx.announce(Event::Missed { seat }),
    }
}

fn to_act() -> Phase {
    Phase::Wish { acted: 0 }
}

/// The seat that acts has named its next wish: it is carried out. When there is none left its turn
/// ends.
pub fn wish(
    rules: &Tables,
    state: &mut State,
    acted: u32,
    seat: Seat,
    choice: &Choice,
    cx: &mut Cx<'_, Event>,
) {
    match choice {
        Choice::Buy { count, good } => buy(rules, state, seat, *count, good, cx),
        Choice::Sell { pieces } => {
            for (good, count) in pieces {
                sell(rules, state, seat, *count, good, cx);
            }
        }
        Choice::Build { building } => {
            build(rules, state, seat, building, cx);
            if state.interrupts {
                state.phase = Phase::Gift { acted };
            }
        }
        Choice::Rest | Choice::Take { .. } => turn_over(rules, state, acted + 1, cx),
    }
}

/// Whoever has built takes a piece, and goes on with its wishes.
pub fn gift(state: &mut State, acted: u32, answer: &Answer<Choice>, cx: &mut Cx<'_, Event>) {
    if let Choice::Take { goods } = &answer.choice {
        take(state, answer.seat, goods, cx);
    }
    state.phase = Phase::Wish { acted };
}

fn buy(
    rules: &Tables,
    state: &mut State,
    seat: Seat,
    count: u32,
    good: &str,
    cx: &mut Cx<'_, Event>,
) {
    let [_, most] = rules.prices;
    let stall = state.stall_mut(good);
    let gold = stall.cost(count, most);
    stall.price = (stall.price + count).min(most);
    stall.pieces -= count;
    let trader = state.trader_mut(seat);
    trader.gold -= gold;
    add(trader, good, count);
    cx.announce(Event::Bought {
        seat,
        count,
        good: good.to_owned(),
        gold,
    });
}

fn sell(
    rules: &Tables,
    state: &mut State,
    seat: Seat,
    count: u32,
    good: &str,
    cx: &mut Cx<'_, Event>,
) {
    let [least, _] = rules.prices;
    let stall = state.stall_mut(good);
    let mut gold = 0;
    for _ in 0..count {
        stall.price = (stall.price - 1).max(least);
        gold += stall.price;
    }
    stall.pieces += count;
    let trader = state.trader_mut(seat);
    trader.gold += gold;
    remove(&mut trader.pieces, good, count);
    cx.announce(Event::Sold {
        seat,
        count,
        good: good.to_owned(),
        gold,
    });
}

fn build(rules: &Tables, state: &mut State, seat: Seat, building: &str, cx: &mut Cx<'_, Event>) {
    let card = rules.buildings.iter().find(|it| it.name == building);
    let card = card.expect("a choice names buildings of the tables only");
    for (good, count) in &card.cost {
        state.stall_mut(good).pieces += count;
        remove(&mut state.trader_mut(seat).pieces, good, *count);
    }
    state.trader_mut(seat).built.push(building.to_owned());
    cx.announce(Event::Built {
        seat,
        building: building.to_owned(),
    });
}

fn add(trader: &mut Trader, good: &str, count: u32) {
    *trader.pieces.entry(good.to_owned()).or_default() += count;
}

fn remove(pieces: &mut Pieces, good: &str, count: u32) {
    if let Some(held) = pieces.get_mut(good) {
        *held -= count;
    }
    pieces.retain(|_, held| *held > 0);
}

/// On to the next seat, the next round, or the end.
fn turn_over(rules: &Tables, state: &mut State, acted: u32, cx: &mut Cx<'_, Event>) {
    let seats = u32::try_from(state.traders.len()).expect("few seats");
    if acted < seats {
        state.phase = Phase::Wish { acted };
        return;
    }
    if state.round == state.rounds {
        count(rules, state, cx);
        state.phase = Phase::Over;
        return;
    }
    state.round += 1;
    state.phase = if state.round == state.first_round() {
        Phase::Gate
    } else {
        Phase::Die
    };
}

fn count(rules: &Tables, state: &State, cx: &mut Cx<'_, Event>) {
    for trader in &state.traders {
        let contract = rules.contract(&trader.contract);
        cx.announce(Event::Counted {
            seat: trader.seat,
            title: contract.title.clone(),
            pieces: held(&trader.pieces, &contract.good),
            good: contract.good.clone(),
            worth: worth(rules, trader),
        });
    }
}

/// What a seat has come to: gold, buildings, and what fulfils its contract.
pub fn worth(rules: &Tables, trader: &Trader) -> u32 {
    let buildings = rules.buildings.iter();
    let built = buildings.filter(|it| trader.built.contains(&it.name));
    let contract = rules.contract(&trader.contract);
    let pieces = held(&trader.pieces, &contract.good);
    trader.gold + built.map(|it| it.worth).sum::<u32>() + pieces * contract.worth
}
