//! What is worth knowing of the lines of a seat, besides what the engine finds out itself.

use super::data::{Blocks, Tables, Upgrade, Weapon};
use super::decide::bound;
use super::facts::Voyages;
use super::facts::goal_hex;
use super::orders::{Dest, Onward, Order, Site, When};
use super::state::Monster;
use super::view::View;
use packetboat_core::engine::advice::{Advice, TableLine};
use packetboat_core::engine::note::Note;
use packetboat_core::lang::sheet::{Scope, SheetNo};

/// All that is worth knowing, line by line.
pub fn advise(game: &Voyages, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.round);
    let advice = Advice {
        tables: &game.tables,
        facts: &game.facts,
        view,
        sheet,
        inside: |_| None,
        remarks: &|line, order| match line.scope {
            Scope::Sheet { sheet: of } if of == sheet => doubts(game, view, order),
            _ => Vec::new(),
        },
    };
    let mut notes = advice.notes(lines);
    notes.extend(advice.facts(lines, |it| facts(game, view, it)));
    notes
}

/// What cannot be done as things are now; all of it may still become possible but what is said
/// so.
fn doubts(game: &Voyages, view: &View, order: &Order) -> Vec<String> {
    let (tables, sea, me) = (&game.tables, &view.sea, view.mine());
    let mut notes = Vec::new();
    let mut lacks = |price: Blocks| {
        if let Err(why) = sea.can_pay(me, &price) {
            notes.push(format!("{why} now"));
        }
    };
    match order {
        Order::Buy { upgrade } => {
            lacks(tables.prices.upgrade(*upgrade));
            notes.extend(sea.may_own(me, *upgrade).err());
        }
        Order::Build {
            site: Site::Outpost {},
        } => {
            lacks(sea.outpost_price(tables));
            if sea.outpost == Some(me) {
                notes.push("the outpost is yours already".to_owned());
            }
        }
        Order::Build {
            site: Site::Blockade { passage },
        } => {
            lacks(tables.prices.blockade);
            let passage = tables.board.passage(passage);
            notes.extend(sea.may_close(tables, &view.ways, me, passage).err());
        }
        Order::Pay { .. } => {
            lacks(tables.prices.king);
            notes.extend(sea.may_pay_king(&view.ways, me).err());
        }
        Order::Trade { give, .. } => {
            lacks(Blocks::of(give.kind(), 2));
            if !view.own().owns(Upgrade::Tradingpost) {
                notes.push("you own no Trading Post now".to_owned());
            }
        }
        Order::Attack { targets, weapons } => attack(game, view, targets, weapons, &mut notes),
        Order::Move { course, fight } => sail(game, view, course, *fight, true, &mut notes),
        Order::Extra {
            onward: Onward::To { course, .. },
        } => strangers(tables, view, course, &mut notes),
        Order::React {
            when: When::If { from, .. },
            ..
        } => {
            let absent = from.iter().filter(|it| !sits(view, it.as_str()));
            notes.extend(absent.map(|it| format!("{} is not at the table", tables.title(*it))));
        }
        Order::Press { players } | Order::Duel { players } => {
            absent(tables, view, players, &mut notes);
        }
        _ => {}
    }
    notes
}

fn sits(view: &View, seat: &str) -> bool {
    view.sea.ships.iter().any(|it| it.seat.as_str() == seat)
}

/// Seats that are named and not taken.
fn absent(tables: &Tables, view: &View, players: &[String], notes: &mut Vec<String>) {
    let seats = players
        .iter()
        .filter(|it| it.chars().all(|it| it.is_ascii_lowercase()));
    let absent = seats.filter(|it| !sits(view, it));
    notes.extend(absent.map(|it| format!("{} is not at the table", tables.called(it))));
}

fn strangers(tables: &Tables, view: &View, course: &[Dest], notes: &mut Vec<String>) {
    for dest in course {
        if let Dest::Away { seat } = dest
            && !sits(view, seat.as_str())
        {
            notes.push(format!("{} is not at the table", tables.title(*seat)));
        }
    }
}

/// Guns, cards and ammunition that are not there, and targets out of reach now.
fn attack(
    game: &Voyages,
    view: &View,
    targets: &[String],
    weapons: &[Weapon],
    notes: &mut Vec<String>,
) {
    let (tables, sea, me) = (&game.tables, &view.sea, view.mine());
    absent(tables, view, targets, notes);
    for weapon in weapons {
        let name = weapon.word();
        if let Some(gun) = weapon.gun().filter(|it| !view.own().owns(*it)) {
            notes.push(format!(
                "{name} needs a {}, which you do not own now",
                gun.words()
            ));
        }
        if let Some(card) = weapon.card().filter(|it| !view.hand.contains(it)) {
            notes.push(format!("you hold no {} now", tables.card(card).name));
        }
        if let Err(why) = sea.can_pay(me, &tables.prices.ammunition(*weapon)) {
            notes.push(format!("{name}: {why} now"));
        }
    }
}

/// Moves that are not possible from where the ship is now.
fn sail(
    game: &Voyages,
    view: &View,
    course: &[Dest],
    fight: bool,
    own_move: bool,
    notes: &mut Vec<String>,
) {
    if view.own().becalmed {
        notes.push("your ship has lost its next move, and stays where it is".to_owned());
        return;
    }
    for dest in course {
        if let Err(why) = bound(&game.tables, view, dest, fight, own_move) {
            notes.push(format!("as things are now: {}", at_present(&why)));
        }
    }
}

/// A reason of an account, said of what has not happened yet.
fn at_present(why: &str) -> String {
    let words = [
        (" was ", " is "),
        (" led ", " leads "),
        (" closed ", " closes "),
    ];
    let words = words.into_iter();
    words.fold(why.to_owned(), |why, (then, now)| why.replace(then, now))
}

/// What helps to plan: how far a target is, where a way leads, the odds against a monster.
fn facts(game: &Voyages, view: &View, order: &Order) -> Vec<String> {
    let (tables, sea, me) = (&game.tables, &view.sea, view.mine());
    let (board, here) = (&tables.board, view.own().hex);
    let mut notes = Vec::new();
    match order {
        Order::Attack { targets, weapons } => {
            for ship in sea.rivals(me) {
                if !targets.iter().any(|it| it == ship.seat.as_str()) {
                    continue;
                }
                let range = board.distance(here, ship.hex);
                let who = tables.title(ship.seat);
                notes.push(match range {
                    0 => format!("{who} is in your hex now"),
                    1 => format!("{who} is 1 hex away now"),
                    _ => format!("{who} is {range} hexes away now"),
                });
                let blocked = weapons.iter().any(|it| it.reach(&tables.stats) == 1);
                if let Some((passage, _)) = sea.blockade(board, here, ship.hex).filter(|_| blocked)
                {
                    notes.push(format!("the blockade on {} lies between now", passage.name));
                }
                if weapons.contains(&Weapon::Ram) {
                    notes.push(format!(
                        "to ram {who} your ship must move into its hex first"
                    ));
                }
            }
        }
        Order::Move { course, fight } => {
            let near = |it: &Monster| board.distance(here, it.hex) <= 2;
            if *fight && sea.monsters.iter().any(near) {
                notes.push(odds());
            }
            for dest in course {
                if let Dest::Toward { goal, .. } = dest
                    && let Ok(hex) = goal_hex(tables, view, goal)
                    && let Some(land) = board.land(hex)
                {
                    notes.push(format!("{hex} is {land}: your ship stops beside it"));
                }
            }
        }
        _ => {}
    }
    notes
}

/// How often a ship beats a monster: its die against the sum of two (1.7).
fn odds() -> String {
    let all = (1..=6).flat_map(|own| (1..=6).map(move |one| (own, one)));
    let all = all.flat_map(|(own, one)| (1..=6).map(move |two| own >= one + two));
    let (won, of) = all.fold((0, 0), |(won, of), it| (won + u32::from(it), of + 1));
    format!("a ship beats a monster {won} times in {of}, and sinks else")
}
