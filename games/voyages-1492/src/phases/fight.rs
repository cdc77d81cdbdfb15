//! Fights: monsters, duels, what a shot takes, and what becomes of a ship that sinks (1.5, 1.7,
//! 1.8).

use super::super::data::{Blocks, CardCode, Part, Upgrade};
use super::super::events::{Event, Source};
use super::super::facts::Play;
use super::turn::{collect, point, point_lost};
use packetboat_core::prelude::*;
use packetboat_kit::words::list;

/// So many rounds a duel has at most; who has less then loses it all.
const ROUNDS_MAX: u32 = 1_000;

/// The ship whose turn it is fights a monster where it is; whether it is still afloat. The dice
/// need no order of the player's (D12).
pub fn monster(play: &mut Play<'_>, card: CardCode) -> bool {
    let seat = play.active();
    let mut roll = |who: &str| play.die(Bowl::Open, &format!("a monster: {who}"), 6);
    let die = roll(seat.as_str());
    let (first, second) = (roll("the monster"), roll("the monster"));
    let won = die >= first + second;
    let name = play.tables.card(card).name.clone();
    play.announce(Event::Monster {
        seat,
        name,
        die,
        first,
        second,
        won,
    });
    if !won {
        sink(play, seat, None);
        return false;
    }
    play.sea.monsters.retain(|it| it.card != card);
    play.sea.ship_mut(seat).killed.push(card);
    point(play, seat, Source::Monster);
    true
}

/// A duel to the end, with a rival or a pirate ship: the lower die loses one (1.8, R13, R48), and
/// nobody is asked between the dice (D12). Whether the ship whose turn it is is still afloat.
pub fn duel(play: &mut Play<'_>, rival: Option<Seat>, part: Part) -> bool {
    let seat = play.active();
    let mut left = play.sea.ship(seat).part(part);
    let mut rival_left = match (rival, part) {
        (Some(rival), _) => play.sea.ship(rival).part(part),
        (None, Part::Hull) => play.tables.stats.pirate_hull,
        (None, Part::Crew) => play.tables.stats.pirate_crew,
    };
    let mut rolls = Vec::new();
    for _ in 0..ROUNDS_MAX {
        let die = play.die(Bowl::Open, &format!("a duel: {seat}"), 6);
        let against = play.die(Bowl::Open, "a duel: the other", 6);
        rolls.push(format!("{die}-{against}"));
        left -= u32::from(die < against);
        rival_left -= u32::from(against < die);
        if left == 0 || rival_left == 0 {
            break;
        }
    }
    if left > 0 && rival_left > 0 {
        if left < rival_left {
            left = 0;
        } else {
            rival_left = 0;
        }
    }
    let dice = rolls.join(" ");
    play.announce(Event::Duel {
        seat,
        rival,
        part,
        dice,
        left,
        rival_left,
    });
    *play.sea.ship_mut(seat).part_mut(part) = left;
    if let Some(rival) = rival {
        *play.sea.ship_mut(rival).part_mut(part) = rival_left;
    }
    match (left, rival) {
        (0, _) => sink(play, seat, rival),
        (_, Some(rival)) => sink(play, rival, Some(seat)),
        (_, None) => {}
    }
    left > 0
}

/// A ship loses so much of hull or crew, and sinks without; `by` is who did it. Whether it is still
/// afloat.
pub fn lose(
    play: &mut Play<'_>,
    (victim, by): (Seat, Option<Seat>),
    (part, harm): (Part, u32),
) -> bool {
    let has = play.sea.ship_mut(victim).part_mut(part);
    let harm = harm.min(*has);
    *has -= harm;
    let left = *has;
    play.announce(Event::Lost {
        seat: victim,
        part,
        by: harm,
        left,
    });
    if left == 0 {
        sink(play, victim, by);
    }
    left > 0
}

/// A ship sinks, by another (R12, R34, R35) or by none (R16), and begins again in its port (1.5). A
/// move it was to lose is not lost any more (R36).
pub fn sink(play: &mut Play<'_>, victim: Seat, by: Option<Seat>) {
    let home = play.sea.ship(victim).home;
    let port = play.tables.board.port_at(home);
    let port = port.map_or_else(|| home.to_string(), str::to_owned);
    play.announce(Event::Sunk {
        seat: victim,
        by,
        port,
    });
    let truce = play.ways.truce;
    let ship = play.state.sea.ship_mut(victim);
    let loot = std::mem::take(&mut ship.blocks);
    ship.hex = home;
    (ship.hull, ship.crew) = (play.tables.stats.hull, play.tables.stats.crew);
    ship.upgrades.retain(|it| *it == Upgrade::Tradingpost);
    (ship.becalmed, ship.adrift, ship.truce) = (false, true, truce);
    play.turn.met.retain(|it| *it != victim);
    if let Some(by) = by {
        take_all(play, victim, by, loot);
    }
    let start = Blocks::each_of(play.tables.stats.start_each);
    let start = start.at_most(&play.sea.bank(play.tables));
    play.sea.ship_mut(victim).blocks += start;
}

/// What the sunk ship carried goes to who sank it, and the points are booked one by one (R35).
fn take_all(play: &mut Play<'_>, victim: Seat, by: Seat, loot: Blocks) {
    let ship = play.sea.ship_mut(victim);
    let found = std::mem::take(&mut ship.collectibles);
    let cards = found.iter().map(|it| &play.tables.card(*it).name);
    let cards = cards.map(|it| format!("the {it}"));
    let what = list(loot.each_in_words().chain(cards));
    if !what.is_empty() {
        play.announce(Event::Loot {
            seat: by,
            from: victim,
            what,
        });
    }
    if found.len() >= play.tables.stats.collectibles as usize {
        point_lost(play, victim, Source::Collectibles);
    }
    let sinker = play.sea.ship_mut(by);
    sinker.blocks += loot;
    sinker.sunk += 1;
    point(play, by, Source::Sinking);
    collect(play, by, found);
}
