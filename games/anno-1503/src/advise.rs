//! What is worth knowing of the lines of a seat, besides what the engine finds out itself.

use super::data::{Building, Goods, Tables};
use super::facts::Anno;
use super::need::{cost, launch, place, riser};
use super::orders::{Order, Sale, Selling};
use super::reckon::can_pay;
use super::state::Turn;
use super::steps::Step;
use super::view::View;
use packetboat_core::engine::advice::{Advice, TableLine};
use packetboat_core::engine::note::{Note, Weight};
use packetboat_core::engine::reason::Reason;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_kit::words::counted;

/// All that is worth knowing, line by line.
pub fn advise(game: &Anno, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.round);
    let advice = Advice {
        tables: &game.tables,
        facts: &game.facts,
        view,
        sheet,
        inside: |_| None,
        remarks: &|_, line, order| {
            if line.sheet() != Some(sheet) {
                return Vec::new();
            }
            let doubts = doubts(&game.tables, view, order).into_iter();
            let doubts = doubts.map(|it| (Weight::Doubt, Reason::of(&it)));
            let facts = facts(&game.tables, view, order).into_iter();
            doubts
                .chain(facts.map(|it| (Weight::Fact, Reason::of(&it))))
                .collect()
        },
        trial: None,
    };
    let mut notes = advice.notes(lines);
    notes.extend(lacks(&game.tables, view, lines));
    notes.extend(from_later(view, lines));
    notes
}

/// What each wish lacks now, where those above it are paid first.
fn lacks(tables: &Tables, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let (mut left, mut sold) = (view.hand, Goods::default());
    let mut notes = Vec::new();
    let now = SheetNo::whole(view.round);
    for line in lines
        .iter()
        .filter(|it| it.sheet().is_none_or(|it| it == now))
    {
        let mut orders = line.branches.iter().map(|it| &it.order);
        let costs = |it| Some((it, cost(tables, view, it)?));
        notes.extend(sold_above(view, line, &mut sold));
        let Some((order, cost)) = orders.find_map(costs) else {
            continue;
        };
        let lacking = cost.less(&left);
        left -= cost.at_most(&left);
        if lacking.is_empty() {
            continue;
        }
        let above = match can_pay(&view.hand, &cost) {
            Ok(()) => ", as lines above are paid first",
            Err(_) => "",
        };
        let (mut text, mut weight) = (
            format!("it lacks {} now{above}", lacking.words()),
            Weight::Doubt,
        );
        let number = lacking.total();
        if filled(order) >= number {
            let gold = number * view.own().price(tables);
            text += &format!("; FILL buys that for {gold} gold");
            weight = Weight::Fact;
        }
        notes.push(Note {
            at: line.at,
            what: Reason::of(&text),
            weight,
        });
    }
    notes
}

/// That a card is not held, or sold by lines above already.
fn sold_above(view: &View, line: &TableLine<Order>, sold: &mut Goods) -> Option<Note> {
    let orders = line.branches.iter().map(|it| &it.order);
    let sales = orders.filter_map(|order| match order {
        Order::Sell {
            what: Selling::Some { sales },
            ..
        } => Some(sales),
        _ => None,
    });
    let mut short = None;
    for sale in sales.flatten() {
        *sold += Goods::of(sale.good, 1);
        let held = view.hand.get(sale.good);
        if sold.get(sale.good) > held {
            let shared = if held > 0 { " for all your lines" } else { "" };
            short = Some(format!("you hold {held} {} now{shared}", sale.good));
        }
    }
    short.map(|text| Note {
        at: line.at,
        what: Reason::of(&text),
        weight: Weight::Doubt,
    })
}

/// That lines for a later round of the batch take the place of those before.
fn from_later(view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let now = SheetNo::whole(view.round);
    let until = SheetNo::whole(view.batch_until);
    let inside = |it: &&&TableLine<Order>| it.sheet().is_some_and(|it| it > now && it <= until);
    let mut told = Vec::new();
    let mut notes = Vec::new();
    for line in lines.iter().filter(inside) {
        let sheet = line.sheet().unwrap_or(now);
        if told.contains(&sheet) {
            continue;
        }
        told.push(sheet);
        notes.push(Note {
            at: line.at,
            what: Reason::of(&format!(
                "from round {sheet} on these lines take the place of those before"
            )),
            weight: Weight::Fact,
        });
    }
    notes
}

/// How many cards a wish may buy for itself.
fn filled(order: &Order) -> u32 {
    match order {
        Order::Pioneer { fill, .. } | Order::Develop { fill, .. } | Order::Ship { fill } => *fill,
        _ => 0,
    }
}

/// What cannot be done as things are now; all of it may still become possible.
fn doubts(tables: &Tables, view: &View, order: &Order) -> Vec<String> {
    let own = view.own();
    let mut notes = Vec::new();
    match order {
        Order::Pioneer { buildings, .. } => {
            notes.extend(place(tables, view, buildings).err());
        }
        Order::Develop {
            level, space: at, ..
        } => {
            let why = riser(tables, view, *level, *at).err();
            notes.extend(why.map(|it| it.replace("you had no", "you have no")));
        }
        Order::Ship { .. } => {
            notes.extend(launch(tables, view).err());
        }
        Order::Buy { what } => {
            let price = own.price(tables) * what.count;
            if own.gold < price {
                notes.push(format!(
                    "it costs {price} gold, and you have {} now",
                    own.gold
                ));
            }
        }
        Order::Sell {
            what: Selling::Some { sales },
            keep,
        } => {
            for sale in sales {
                let held = view.hand.get(sale.good);
                notes.extend(no_buyer(tables, view, sale));
                let floor = keep.iter().find(|it| it.of == sale.good.word());
                if let Some(floor) = floor.filter(|it| it.count >= held && held > 0) {
                    notes.push(format!(
                        "its own KEEP {} {} leaves none",
                        floor.count, sale.good
                    ));
                }
            }
        }
        Order::Sail { ship, steps } => {
            if own.ship(*ship).is_none() {
                notes.push(format!("ship {ship} is not at sea now"));
            }
            for step in steps {
                if let Step::Look { cell } = step
                    && !view.tiles.contains(cell)
                {
                    notes.push(format!("no tile lies in {cell} now"));
                }
            }
        }
        Order::Draw { from } => {
            if !own.owns(Building::Bigbranch) {
                notes.push(format!("you own no {} now", Building::Bigbranch.words()));
            }
            let seated = view.world.isles.iter().any(|it| it.seat.as_str() == from);
            if !seated && !["MOSTCARDS", "LEADER"].contains(&from.as_str()) {
                notes.push(format!("{from} is not at the table"));
            }
        }
        _ => {}
    }
    notes
}

/// That nobody who is there now ever buys such a card.
fn no_buyer(tables: &Tables, view: &View, sale: &Sale) -> Option<String> {
    let (own, fresh) = (view.own(), Turn::default());
    let good = sale.good;
    match sale.to {
        0 => own
            .buyer(tables, &fresh, good)
            .is_none()
            .then(|| format!("nobody on your island buys {good} now")),
        to => own
            .pays(tables, &fresh, to, good)
            .is_none()
            .then(|| format!("space {to} buys no {good} now")),
    }
}

/// What helps to plan: the price, and how far a route leads.
fn facts(tables: &Tables, view: &View, order: &Order) -> Vec<String> {
    let own = view.own();
    let mut notes = Vec::new();
    let most = tables.costs.buys_per_turn;
    if filled(order) > most {
        notes.push(format!("only {most} cards can be bought in a turn"));
    }
    match order {
        Order::Buy { .. } => notes.push(format!("a card costs {} gold now", own.price(tables))),
        Order::Sail { ship, steps } => {
            let board = &tables.board;
            let Some(mut at) = own.ship(*ship).map(|it| it.at) else {
                return notes;
            };
            let mut needed = 0;
            // A look where there is no tile is skipped (R31).
            let there = |step: &&Step| match step {
                Step::Look { cell } => view.tiles.contains(cell),
                _ => true,
            };
            for step in steps.iter().filter(there) {
                let to = match step {
                    Step::Go { way, count } => {
                        let mut to = at;
                        for _ in 0..*count {
                            let next = board.beside(to, *way).filter(|it| board.sea.contains(it));
                            let Some(next) = next else {
                                notes.push(format!("{way} of {to} no ship can go"));
                                break;
                            };
                            to = next;
                        }
                        to
                    }
                    Step::To { cell } if board.sea.contains(cell) => *cell,
                    Step::To { cell } => {
                        notes.push(format!("{cell} is an island: the ship stops beside it"));
                        board.harbour(at, *cell)
                    }
                    Step::Look { cell } => board.harbour(at, *cell),
                    Step::LookNear | Step::Hunt { .. } => return notes,
                };
                needed += board.distance(at, to) + u32::from(matches!(step, Step::Look { .. }));
                at = to;
            }
            let has = view
                .world
                .points_left(tables, own.seat, &view.own_turn(), *ship);
            if needed > has {
                let points = counted(needed, "action point");
                notes.push(format!("the route takes {points}, and a turn has {has}"));
            }
        }
        _ => {}
    }
    notes
}
