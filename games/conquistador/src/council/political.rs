//! The political events 6.4.2 to 6.4.17 (2.3), as they are read in A1.
//!
//! What leaves its power a choice is only noted here, from what everybody can see; it is carried
//! out first thing on sheet a (`choices`), after A1 is over (Q42).

use super::super::data::{SiteClass, Tables, is_spain};
use super::super::events::Cx;
use super::super::ids::{AreaId, ZoneId};
use super::super::land::uprising;
use super::super::men::Hull;
use super::super::orders::QuestKind;
use super::super::reckon::ports;
use super::super::state::{EventChoice, Open, Quest, State};
use super::events::{Event, Why};
use super::{choices, initiative, ledger};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// 6.4.13 comes before all others.
pub(super) const DISEASE: u32 = 13;

/// Names of the events, from 6.4.1.
const NAMES: [&str; 17] = [
    "Monarch changes",
    "Supply of Colonists changes",
    "Greater interest in overseas ventures",
    "Less interest in overseas ventures",
    "Costly European war",
    "Civil war at home",
    "Rich middle class",
    "Graft and corruption",
    "A rutter for the South Cape",
    "Metallurgical breakthrough",
    "Natives resent intrusion",
    "Oppressive colonial policy",
    "Disease among natives",
    "Caribbean Indians rampage",
    "Seven Cities of Cibola",
    "El Dorado",
    "Plague in the colonies",
];

/// The name of an event.
pub fn name(number: u32) -> &'static str {
    NAMES[number as usize - 1]
}

/// Reads an event of a power. A war takes Ducats (6.4.5), a rich middle class gives some (6.4.7).
pub(super) fn read(tables: &Tables, state: &mut State, power: Seat, number: u32, cx: &mut Cx<'_>) {
    let name = name(number).to_owned();
    cx.announce(
        Event::EventRead {
            power,
            number,
            name,
        }
        .into(),
    );
    match number {
        2 => supply(tables, state, power, cx),
        3 => interest(tables, state, power, 1, cx),
        4 => interest(tables, state, power, -1, cx),
        5 => {
            let cost = tables.ret.war_costs.min(state.open.power(power).treasury);
            ledger::pay(state, power, cost, Why::War, "", cx);
        }
        6 => civil_war(tables, state, power, cx),
        7 => ledger::receive(
            state,
            power,
            tables.ret.middle_class,
            Why::MiddleClass,
            "",
            cx,
        ),
        8 => {
            state.power_mut(power).graft = true;
            cx.announce(Event::Graft { power }.into());
        }
        9 => rutter(state, power, cx),
        10 => breakthrough(tables, state, power, cx),
        11 => resent(tables, state, power, cx),
        12 => oppress(tables, state, power, cx),
        DISEASE => disease(tables, state, power, cx),
        14 => rampage(tables, state, power, cx),
        15 => quest(tables, state, power, QuestKind::Cibola, cx),
        16 => quest(tables, state, power, QuestKind::Eldorado, cx),
        17 => plague(tables, state, power, cx),
        _ => unreachable!("the grid holds the events 2 to 17"),
    }
}

fn ignored(power: Seat, number: u32, why: &str, cx: &mut Cx<'_>) {
    let why = why.to_owned();
    cx.announce(Event::EventIgnored { power, number, why }.into());
}

/// 6.4.2: a die says how the supply of Colonists changes.
fn supply(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let why = format!("Colonists of {}", tables.title(power));
    let die = cx.dice.one(Bowl::Open, &why, 6);
    let before = state.open.power(power).colonists_left;
    let now = match die {
        1 | 2 => 0,
        3 => before.saturating_sub(1),
        4 => before + 1,
        _ => 2 * before,
    };
    state.power_mut(power).colonists_left = now;
    cx.announce(
        Event::ColonistSupply {
            power,
            die,
            before,
            now,
        }
        .into(),
    );
}

/// 6.4.3 and 6.4.4: the Multiplier counts one more or less this turn; the rating stays.
fn interest(tables: &Tables, state: &mut State, power: Seat, change: i32, cx: &mut Cx<'_>) {
    state.power_mut(power).multiplier_change = change;
    let multiplier = initiative::multiplier(tables, &state.open, power);
    cx.announce(
        Event::MultiplierChanged {
            power,
            change,
            multiplier,
        }
        .into(),
    );
}

/// 6.4.6: no Soldiers are sold, and a quarter of those overseas or at sea must come home, unless
/// their owner has neither a ship nor the money for one (Q20). How many that are only the owner
/// knows; the choice is noted wherever there may be any, so that it tells nothing.
fn civil_war(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let open = state.power_mut(power);
    open.civil_war = true;
    let treasury = open.treasury;
    cx.announce(Event::CivilWar { power }.into());
    let ashore: u32 = state
        .open
        .stacks_of(power)
        .map(|it| it.1.men.soldiers)
        .sum();
    let own = state.own(power);
    let abroad = own.expeditions.values().filter(|it| it.at.hex().is_some());
    let aboard: u32 = abroad.map(|it| it.men().soldiers).sum();
    let soldiers = ashore + aboard;
    // Everybody sees whether the power has anybody overseas who could be Soldiers.
    let at_sea = own.expeditions.values().any(|it| it.at.hex().is_some());
    if ashore > 0 || at_sea {
        state.power_mut(power).choices.push(EventChoice {
            event: 6,
            settlements: 0,
            leader: false,
            missionary: false,
        });
    }
    let own = state.own(power);
    let ships = own.docks.values().any(|it| !it.is_empty()) || !own.expeditions.is_empty();
    let waived = soldiers > 0 && !ships && treasury < tables.units.ship(Hull::Caravel).buy;
    let duty = if waived { 0 } else { soldiers.div_ceil(4) };
    state.own_mut(power).duty = duty;
    cx.tell(
        Audience::one(power),
        Event::DutyOwed {
            power,
            soldiers,
            duty,
            waived,
        }
        .into(),
    );
}

/// 6.4.9: the Rutter and the charts of the Cape (Q68), once anybody has navigated it.
fn rutter(state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    if !state.open.cape_navigated {
        ignored(power, 9, "nobody has navigated the South Cape yet", cx);
        return;
    }
    let cape: ZoneId = "cape".parse().expect("a zone");
    let own = state.own_mut(power);
    own.charts.insert(cape);
    let before = std::mem::replace(&mut own.rutter, true);
    let obtained = Event::RutterObtained { power, before };
    cx.announce_part(power, obtained.into());
}

/// 6.4.10: once in the game, for whoever is working Potosi: he worked it in the last C1 and still
/// has its diggers there.
fn breakthrough(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    if state.open.breakthrough {
        ignored(power, 10, "it has happened before", cx);
        return;
    }
    let potosi = tables.gold.sites.iter();
    let mut potosi = potosi.filter(|(_, it)| it.class == SiteClass::Potosi);
    let rules = &tables.gold.potosi;
    let works = |hex: &Hex| {
        let mine = state.open.mines.get(hex);
        let worked = mine.is_some_and(|it| {
            (it.owner, it.worked) == (Some(power), Some(power)) && it.capacity > 0
        });
        worked && state.open.men(*hex, power).colonists >= rules.diggers
    };
    if !potosi.any(|(hex, _)| works(hex)) {
        ignored(power, 10, "it does not work Potosi", cx);
        return;
    }
    state.open.breakthrough = true;
    state.open.doubled = Some(power);
    let capacity = rules.doubled;
    cx.announce(Event::Breakthrough { power, capacity }.into());
}

/// 6.4.11: one small settlement, in the Area with the highest Native Level.
fn resent(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let hit = choices::resented(tables, &state.open, power);
    match hit.as_slice() {
        [] => ignored(power, 11, "it has no small settlement among natives", cx),
        [hex] => choices::lose_settlement(tables, state, power, *hex, cx),
        _ => {
            let choice = EventChoice {
                event: 11,
                settlements: 1,
                leader: false,
                missionary: false,
            };
            leave_choice(state, power, choice, cx);
        }
    }
}

/// 6.4.12: the natives of every Area in which he has a settlement rise, without a check (Q14,
/// Q71); not in a turn of disease.
fn oppress(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    if state.open.no_uprisings {
        ignored(power, 12, "disease keeps the natives down this turn", cx);
        return;
    }
    let settled: BTreeSet<AreaId> = ports::settlements(&state.open, power)
        .filter_map(|it| tables.map.area(it))
        .into_set();
    let areas = tables.map.areas().iter().map(|it| it.id);
    let rising: Vec<AreaId> = areas
        .filter(|it| settled.contains(it) && state.open.natives(*it) > 0)
        .collect();
    if rising.is_empty() {
        ignored(power, 12, "it has no settlement among natives", cx);
    }
    for area in rising {
        uprising::strike(tables, state, power, area, cx);
    }
}

/// 6.4.13: one off the Native Level of every Area that holds anybody's land units, but 1 stays 1
/// (Q15); nobody is risen against this turn.
fn disease(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let visited = state
        .open
        .hexes
        .iter()
        .filter(|(_, it)| !it.stacks.is_empty());
    let visited: BTreeSet<AreaId> = visited
        .filter_map(|(hex, _)| tables.map.area(*hex))
        .into_set();
    for area in tables
        .map
        .areas()
        .iter()
        .filter(|it| visited.contains(&it.id))
    {
        let before = state.open.natives(area.id);
        if before < 2 {
            continue;
        }
        let now = before - 1;
        let natives = state.open.areas.get_mut(&area.id);
        natives.expect("all Areas have a state").natives = now;
        let area = area.name.clone();
        cx.announce(
            Event::Disease {
                power,
                area,
                before,
                now,
            }
            .into(),
        );
    }
    if !state.open.no_uprisings {
        state.open.no_uprisings = true;
        cx.announce(Event::NoUprisings { power }.into());
    }
}

/// 6.4.14: natives of the Caribbean kill one of each settlement there, and eat Spaniards; but
/// nobody aboard a ship (Q72).
fn rampage(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let caribbean = choices::caribbean();
    if state.open.natives(caribbean) == 0 {
        ignored(power, 14, "the Caribbean is at peace", cx);
        return;
    }
    let mut there = tables.map.hexes_of(caribbean).iter();
    if !there.any(|it| state.open.stack(*it, power).is_some()) {
        ignored(power, 14, "it has nobody in the Caribbean", cx);
        return;
    }
    let (leader, missionary) = spanish_die(power, 14, cx, |die| (die >= 4, die == 3));
    let settlements = choices::rampaged(tables, &state.open, power).len();
    let choice = EventChoice {
        event: 14,
        settlements: u32::try_from(settlements).expect("few settlements"),
        leader,
        missionary,
    };
    settle_or_leave(tables, state, power, choice, cx);
}

/// 6.4.17: plague in at least half of the settlements, the only one too (Q73), and among Spain's
/// leaders.
fn plague(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let (leader, missionary) = spanish_die(power, 17, cx, |die| (die >= 4, die == 6));
    let settlements = ports::settlements(&state.open, power).count().div_ceil(2);
    let choice = EventChoice {
        event: 17,
        settlements: u32::try_from(settlements).expect("few settlements"),
        leader,
        missionary,
    };
    settle_or_leave(tables, state, power, choice, cx);
}

/// Spain throws a die more: whether it takes a leader, and a Missionary.
fn spanish_die(
    power: Seat,
    number: u32,
    cx: &mut Cx<'_>,
    takes: impl Fn(u32) -> (bool, bool),
) -> (bool, bool) {
    if !is_spain(power) {
        return (false, false);
    }
    let why = format!("Spain's die of 6.4.{number}");
    let die = cx.dice.one(Bowl::Open, &why, 6);
    let (leader, missionary) = takes(die);
    cx.announce(
        Event::SpanishDie {
            power,
            number,
            die,
            leader,
            missionary,
        }
        .into(),
    );
    (leader, missionary)
}

/// Where everybody can see that there is nothing to choose, it is done at once.
fn settle_or_leave(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    choice: EventChoice,
    cx: &mut Cx<'_>,
) {
    if choice.settlements == 0 && !choice.leader && !choice.missionary {
        ignored(power, choice.event, "it has no settlement there", cx);
        return;
    }
    match choices::only_way(tables, &state.open, power, &choice) {
        Some(losses) => choices::lose(tables, state, power, &losses, cx),
        None => leave_choice(state, power, choice, cx),
    }
}

fn leave_choice(state: &mut State, power: Seat, choice: EventChoice, cx: &mut Cx<'_>) {
    state.power_mut(power).choices.push(choice);
    cx.announce(
        Event::ChoicePending {
            power,
            number: choice.event,
            settlements: choice.settlements,
            leader: choice.leader,
            missionary: choice.missionary,
        }
        .into(),
    );
}

/// The Areas of a quest.
pub fn quest_areas(tables: &Tables, kind: QuestKind) -> &[AreaId] {
    match kind {
        QuestKind::Cibola => &tables.ret.cibola_areas,
        QuestKind::Eldorado => &tables.ret.eldorado_areas,
    }
}

/// 6.4.15 and 6.4.16: whoever has land units ashore in one of its Areas owes the quest, unless
/// the game is nearly over or one of its kind is running (Q19, Q74).
fn quest(tables: &Tables, state: &mut State, power: Seat, kind: QuestKind, cx: &mut Cx<'_>) {
    let open: &Open = &state.open;
    let (number, last_start, turns) = match kind {
        QuestKind::Cibola => (15, open.options.cibola_last_start, tables.ret.cibola_turns),
        QuestKind::Eldorado => (
            16,
            open.options.eldorado_last_start,
            tables.ret.eldorado_turns,
        ),
    };
    let areas = quest_areas(tables, kind);
    let is_there = |hex: Hex| tables.map.area(hex).is_some_and(|it| areas.contains(&it));
    let there = open.stacks_of(power).any(|(hex, _)| is_there(hex));
    let quests = open.power(power).quests.iter();
    let runs = quests.filter(|it| !it.done).any(|it| it.kind == kind);
    let why = match (open.turn > last_start, runs, there) {
        (true, _, _) => Some("there is no time left for it"),
        (_, true, _) => Some("that quest is under way"),
        (_, _, false) => Some("it has nobody in those lands"),
        (false, false, true) => None,
    };
    if let Some(why) = why {
        ignored(power, number, why, cx);
        return;
    }
    // The turn of the event is the first (Q17).
    let deadline = state.open.turn + turns - 1;
    state.power_mut(power).quests.push(Quest {
        kind,
        deadline,
        done: false,
    });
    cx.announce(
        Event::QuestOwed {
            power,
            quest: kind,
            deadline,
        }
        .into(),
    );
}
