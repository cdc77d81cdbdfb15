//! Naval invasion (3.9): Soldiers aboard attack a coast hex, or a river hex by Caravels, that
//! other powers hold. Attackers never retreat; losers do, by the rules of land combat.

use super::super::council::tordesillas;
use super::super::data::combat::{LandResult, odds_column, odds_words};
use super::super::data::{LeaderType, Tables};
use super::super::events::Cx;
use super::super::ids::{At, Label, LeaderId};
use super::super::land::{parties, retreat};
use super::super::men::{Kind, Men, Ships};
use super::super::reckon::{deals, ground, odds, ports, units};
use super::super::state::{Fight, State};
use super::events::Event;
use super::plan::Landing;
use super::sides::Side;
use super::{ashore, combat, course};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::commas;

/// An invasion as its line spells it out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Invasion {
    /// Whose.
    pub(super) seat: Seat,
    /// By which expedition.
    pub(super) label: Label,
    /// Of which hex.
    pub(super) hex: Hex,
    /// With so many Soldiers.
    pub(super) soldiers: u32,
    /// Whether it only raids.
    pub(super) raid: bool,
}

/// What stands against an invasion.
struct Defence {
    /// Powers with land units in the hex, in seat order.
    powers: Vec<Seat>,
    /// Ships in port there.
    ships: Vec<Side>,
    strength: u32,
}

/// The expedition is there: it invades, unless that turns out to be impossible.
pub(super) fn invade(tables: &Tables, state: &mut State, it: Invasion, cx: &mut Cx<'_>) {
    let defence = defence(tables, state, &it);
    let expedition = &state.own(it.seat).expeditions[&it.label];
    let attack = odds::invasion_attack(tables, &expedition.fleet(), it.soldiers);
    let column = odds_column(attack, defence.strength);
    let why = match column {
        _ if defence.powers.is_empty() => Some("nobody holds the hex"),
        _ if it.soldiers == 0 => Some("no Soldiers are aboard"),
        None => Some("the odds are below 1:2"),
        Some(_) => None,
    };
    if let Some(why) = why {
        let event = Event::FightCalledOff {
            seat: it.seat,
            label: it.label,
            at: tables.map.name_of(it.hex),
            why: why.to_owned(),
        };
        cx.tell(Audience::one(it.seat), event.into());
        return;
    }
    course::spend(tables, state, it.seat, it.label, tables.units.fight_mp);
    let own = state.own_mut(it.seat);
    let expedition = own.expeditions.get_mut(&it.label).expect("it invades");
    expedition.invaded.push(it.hex);
    tordesillas::attacked(tables, state, it.seat, &defence.powers, cx);
    let column = column.expect("looked at above");
    let result = match defence.strength {
        0 => walk_in(tables, &it, &defence, attack, cx),
        _ => throw(tables, state, &it, &defence, (attack, column), cx),
    };
    let (soldiers, lost, beaten) = toll(result, it.soldiers);
    invaders_lost(state, &it, soldiers, cx);
    let powers = &defence.powers;
    let soldiers_in = |power: &Seat| state.open.men(it.hex, *power).soldiers;
    let catch_panic = powers.iter().any(|power| soldiers_in(power) > 0);
    retreat::defenders_lose(tables, state, powers, it.hex, lost, cx);
    match beaten {
        Beaten::Not => {
            let why = format!("it was beaten off at {}", tables.map.name_of(it.hex));
            return cx.in_part(it.seat, &why);
        }
        Beaten::Retreats if !catch_panic => {
            for power in powers {
                retreat::scatter(tables, state, *power, it.hex, cx);
            }
        }
        Beaten::Retreats => {}
        Beaten::Eliminated => {
            for power in powers {
                retreat::eliminate(tables, state, *power, it.hex, cx);
            }
        }
    }
    won(tables, state, &it, &defence, beaten, cx);
}

fn defence(tables: &Tables, state: &State, it: &Invasion) -> Defence {
    let powers = ground::others_in(&state.open, it.seat, it.hex);
    let mut men = Men::NONE;
    for power in &powers {
        men += state.open.men(it.hex, *power);
    }
    let area = tables.map.area(it.hex);
    let mut ships = Vec::new();
    let mut fleet = Ships::NONE;
    for power in state
        .open
        .table
        .iter()
        .copied()
        .filter(|power| *power != it.seat)
    {
        let side = Side::at(state, power, it.hex);
        let all = side.fleet(state);
        let peace = deals::peace(&state.deals, state.open.turn, it.seat, power, area);
        let at = At::Hex(it.hex);
        let in_port = ports::in_port(tables, &state.open, &state.deals, power, at, true);
        if !all.is_empty() && in_port && !peace {
            fleet += all;
            ships.push(side);
        }
    }
    let strength = odds::invasion_defence(tables, men.soldiers, men.colonists, &fleet);
    Defence {
        powers,
        ships,
        strength,
    }
}

/// Against leaders and Missionaries alone no die is thrown (Q99).
fn walk_in(
    tables: &Tables,
    it: &Invasion,
    defence: &Defence,
    attack: u32,
    cx: &mut Cx<'_>,
) -> LandResult {
    cx.announce(
        Event::Invasion {
            seat: it.seat,
            at: tables.map.name_of(it.hex),
            defenders: titles(tables, &defence.powers),
            attack,
            defence: 0,
            odds: String::new(),
            shift: 0,
            die: 0,
            modifier: 0,
            result: format!("{:?}", LandResult::DR),
            won: true,
        }
        .into(),
    );
    LandResult::DR
}

/// The die is thrown on the Land Combat Table, Privateers shifting columns (3.9).
fn throw(
    tables: &Tables,
    state: &State,
    it: &Invasion,
    defence: &Defence,
    (attack, column): (u32, u32),
    cx: &mut Cx<'_>,
) -> LandResult {
    let expedition = &state.own(it.seat).expeditions[&it.label];
    let aboard = expedition.leaders();
    let shift = odds::privateer_shift(tables, aboard.iter().copied()).min(5 - column);
    let rules = &tables.land_combat;
    let conquers = |id: &LeaderId| tables.leader(*id).kind == LeaderType::Conquistador;
    let mut modifier = 0;
    if aboard.iter().any(conquers) {
        modifier -= rules.conquistador;
    }
    let stacks = defence.powers.iter();
    let mut stacks = stacks.filter_map(|power| state.open.stack(it.hex, *power));
    if stacks.any(|stack| stack.leaders.iter().any(conquers)) {
        modifier += rules.conquistador;
    }
    let die = cx.dice.one(Bowl::Open, "naval invasion", 6);
    let total = i32::try_from(die).expect("a die") + modifier;
    let result = rules.result(column + shift, total);
    let (_, _, beaten) = toll(result, it.soldiers);
    cx.announce(
        Event::Invasion {
            seat: it.seat,
            at: tables.map.name_of(it.hex),
            defenders: titles(tables, &defence.powers),
            attack,
            defence: defence.strength,
            odds: odds_words(column + shift).to_owned(),
            shift,
            die,
            modifier,
            result: format!("{result:?}"),
            won: beaten != Beaten::Not,
        }
        .into(),
    );
    result
}

fn titles(tables: &Tables, powers: &[Seat]) -> String {
    commas(powers.iter().map(|it| tables.title(*it)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beaten {
    Not,
    Retreats,
    Eliminated,
}

/// Soldiers the invader loses, units the defenders lose, and what becomes of them. Attackers never
/// retreat: what sends them back in land combat leaves them aboard.
fn toll(result: LandResult, soldiers: u32) -> (u32, u32, Beaten) {
    match result {
        LandResult::EX => (1, 1, Beaten::Not),
        LandResult::AR => (0, 0, Beaten::Not),
        LandResult::A1R => (1, 0, Beaten::Not),
        LandResult::A2R => (2, 0, Beaten::Not),
        LandResult::AE => (soldiers, 0, Beaten::Not),
        LandResult::DR => (0, 0, Beaten::Retreats),
        LandResult::D1R => (0, 1, Beaten::Retreats),
        LandResult::D2R => (0, 2, Beaten::Retreats),
        LandResult::DE => (0, 0, Beaten::Eliminated),
    }
}

/// Soldiers lost aboard: one at a time from the ship with most of them, the lowest first.
fn invaders_lost(state: &mut State, it: &Invasion, soldiers: u32, cx: &mut Cx<'_>) {
    let soldiers = soldiers.min(it.soldiers);
    if soldiers == 0 {
        return;
    }
    let own = state.own_mut(it.seat);
    let expedition = own.expeditions.get_mut(&it.label).expect("it invades");
    for _ in 0..soldiers {
        let ships = expedition.ships.iter_mut().enumerate();
        let most = ships.min_by_key(|(at, ship)| (std::cmp::Reverse(ship.men.soldiers), *at));
        let (_, ship) = most.expect("an expedition has a ship");
        ship.men.take(Kind::Soldier, 1);
    }
    parties::drowned(state, it.seat, it.label);
    let event = Event::InvadersLost {
        seat: it.seat,
        label: it.label,
        soldiers,
    };
    cx.tell(Audience::one(it.seat), event.into());
}

/// The invader has won: ships in port suffer, and the beaten retreat before his Soldiers land.
fn won(
    tables: &Tables,
    state: &mut State,
    it: &Invasion,
    defence: &Defence,
    beaten: Beaten,
    cx: &mut Cx<'_>,
) {
    for side in &defence.ships {
        ships_in_port(tables, state, it, side, beaten, cx);
    }
    if it.raid {
        raid(tables, state, it, cx);
    }
    state.go.landing = it.soldiers;
    let mut losers = ground::others_in(&state.open, it.seat, it.hex);
    if losers.is_empty() {
        return occupy(tables, state, it, cx);
    }
    state.fight = Some(Fight::Retreat {
        loser: losers.remove(0),
        then: losers,
        hex: it.hex,
        winner: it.seat,
        landing: Some(it.label),
        raid: it.raid,
    });
}

/// A loser has said where he goes: the next one is asked, or the winner lands.
pub(super) fn retreated(tables: &Tables, state: &mut State, to: Option<Hex>, cx: &mut Cx<'_>) {
    let Some(Fight::Retreat {
        loser,
        mut then,
        hex,
        winner,
        landing,
        raid,
    }) = state.fight.take()
    else {
        unreachable!("a retreat was asked for");
    };
    retreat::retreat(tables, state, loser, hex, to, cx);
    let label = landing.expect("an invasion comes from a ship");
    if then.is_empty() {
        let it = Invasion {
            seat: winner,
            label,
            hex,
            soldiers: state.go.landing,
            raid,
        };
        return occupy(tables, state, &it, cx);
    }
    state.fight = Some(Fight::Retreat {
        loser: then.remove(0),
        then,
        hex,
        winner,
        landing,
        raid,
    });
}

/// One ship in port is lost; all are taken if the defenders are eliminated (3.9). Ships of each
/// power suffer by themselves.
fn ships_in_port(
    tables: &Tables,
    state: &mut State,
    it: &Invasion,
    side: &Side,
    beaten: Beaten,
    cx: &mut Cx<'_>,
) {
    let winner = Side::of(it.seat, it.label);
    let eliminated = beaten == Beaten::Eliminated;
    let count = if eliminated {
        side.fleet(state).total()
    } else {
        1
    };
    let mut lost = side.lose(state, count, true, cx);
    if eliminated {
        combat::prizes(state, &winner, side, &lost, cx);
    }
    combat::plunder(tables, state, &winner, side, &mut lost, cx);
    side.settle(tables, state, &lost, "invasion", cx);
}

/// Who raids takes of the gold stored there, a Port's too (Q10), what he has room for; the rest
/// stays.
fn raid(tables: &Tables, state: &mut State, it: &Invasion, cx: &mut Cx<'_>) {
    let Some(ashore) = state.open.hexes.get_mut(&it.hex) else {
        return;
    };
    let mut lots = std::mem::take(&mut ashore.gold);
    let raider = Side::of(it.seat, it.label);
    let mut taken = 0;
    for lot in &mut lots {
        let ducats = raider.stow(tables, state, *lot);
        lot.ducats -= ducats;
        taken += ducats;
    }
    if let Some(ashore) = state.open.hexes.get_mut(&it.hex) {
        ashore.gold = lots;
    }
    state.open.sweep();
    if taken > 0 {
        let event = Event::StoreRaided {
            seat: it.seat,
            at: tables.map.name_of(it.hex),
            ducats: taken,
        };
        cx.announce(event.into());
    }
}

/// The beaten are gone: who holds the hex lands his Soldiers and what ASHORE lists, as far as
/// stacking lets him (Q85), and has the gold there; who raids stays aboard.
fn occupy(tables: &Tables, state: &mut State, it: &Invasion, cx: &mut Cx<'_>) {
    let soldiers = std::mem::take(&mut state.go.landing);
    let own = state.own_mut(it.seat);
    let Some(expedition) = own.expeditions.get_mut(&it.label) else {
        return;
    };
    if it.raid {
        expedition.raided.push(it.hex);
        return;
    }
    let aboard = expedition.men();
    let mut men = Men::of(Kind::Soldier, soldiers.min(aboard.soldiers));
    let mut leaders = Vec::new();
    if let Some(listed) = &expedition.ashore {
        let (more, who) = units::wanted(listed, &aboard, &expedition.leaders());
        men.colonists = more.colonists;
        men.missionaries = more.missionaries;
        men.soldiers = men.soldiers.max(more.soldiers);
        leaders = who;
    }
    let men = men.at_most(&ground::room_for(tables, &state.open, it.seat, it.hex));
    if men.is_empty() && leaders.is_empty() {
        return;
    }
    let landing = Landing {
        label: it.label,
        men,
        leaders,
    };
    ashore::debark(tables, state, it.seat, &landing, "", cx);
    retreat::spoils(tables, state, it.seat, it.hex, cx);
}
