//! What the viewer alone knows, and what his own open side comes to.

use super::super::advise::upkeep as pay;
use super::super::council::choices::at_risk;
use super::super::council::upkeep::shortage;
use super::super::data::{Leader, LeaderType};
use super::super::ids::LeaderId;
use super::super::men::{Hull, Kind, Men, Ships};
use super::super::orders::Ware;
use super::super::reckon::income;
use super::super::state::{EventChoice, Sealed, Stage, lent};
use super::super::view::View;
use super::{words, world};
use packetboat_core::lang::names::fold;
use packetboat_core::prelude::*;

/// Leaders are announced so many turns before they come.
const AHEAD: u32 = 2;

/// The viewer's own side.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Own {
    /// Who.
    pub title: String,
    /// Men ashore, a place each.
    pub ashore: Vec<String>,
    /// Men waiting in Europe; empty: none.
    pub europe: String,
    /// Ships in no expedition; empty: none.
    pub docks: String,
    /// Expeditions, the lines of each.
    pub expeditions: Vec<Vec<String>>,
    /// Parties, the lines of each.
    pub parties: Vec<Vec<String>>,
    /// Waters known; empty: none.
    pub charts: String,
    /// What is credited at the end of the turn, and what an event asks.
    pub notes: Vec<String>,
    /// Choices that events leave to be made on sheet a.
    pub choices: Vec<String>,
    /// Deals with others.
    pub deals: Vec<String>,
    /// Leaders in service, with where they are.
    pub leaders: Vec<String>,
    /// Leaders who appear this turn, in time to sail.
    pub appearing: Vec<String>,
    /// Leaders to come soon.
    pub coming: Vec<String>,
    /// The ledger: figures of this turn.
    pub ledger: Ledger,
}

/// Figures of the ledger.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Ledger {
    /// Ducats in the Treasury.
    pub treasury: u32,
    /// Colonists that may still be bought this turn.
    pub colonists_left: u32,
    /// Whether all costs double this turn.
    pub graft: bool,
    /// Whether no Soldiers may be bought this turn.
    pub civil_war: bool,
    /// What resources come to, Colonists standing as they do and nobody digging.
    pub resources: u32,
    /// What upkeep comes to, all standing as it does; 0 on a last turn without upkeep.
    pub upkeep: u32,
    /// What upkeep will lack and take, if nothing more comes in, in a sentence; empty: nothing.
    pub short: String,
    /// Ducats aboard own ships.
    pub gold_aboard: u32,
    /// Ducats of its own ashore overseas.
    pub gold_ashore: u32,
    /// Gold credited in this turn and the one before.
    pub gold_credited: [u32; 2],
}

/// The own side of the viewer; spectators have none.
pub(super) fn own(view: &View) -> Option<Own> {
    let sealed = view.own.as_deref()?;
    let (me, tables) = (view.me(), &view.tables);
    let expeditions = sealed.expeditions.iter();
    let parties = sealed.parties.iter();
    let notes = words::banked(tables, sealed)
        .into_iter()
        .chain(words::duty(sealed))
        .chain(words::rutter(sealed));
    Some(Own {
        title: tables.title(me).to_owned(),
        ashore: world::ashore(view, me),
        europe: words::in_europe(tables, sealed).unwrap_or_default(),
        docks: words::docks(tables, sealed).unwrap_or_default(),
        expeditions: expeditions
            .map(|(label, it)| words::expedition_lines(tables, *label, it, sealed))
            .collect(),
        parties: parties
            .map(|(label, it)| {
                let trail = words::trail(tables, *label, it);
                std::iter::once(words::party(tables, *label, it))
                    .chain(trail)
                    .collect()
            })
            .collect(),
        charts: words::charts(tables, sealed).unwrap_or_default(),
        notes: notes.collect(),
        choices: choices(view),
        deals: view
            .deals
            .iter()
            .map(|it| words::deal(tables, it))
            .collect(),
        leaders: leaders(view, sealed),
        appearing: scheduled(view, 0),
        coming: (1..=AHEAD).flat_map(|it| scheduled(view, it)).collect(),
        ledger: ledger(view, sealed),
    })
}

fn choices(view: &View) -> Vec<String> {
    let power = view.open.power(view.me());
    let choices = power.choices.iter();
    let told = choices.map(|it| choice(*it, at_risk(view, it.event)));
    told.collect()
}

/// What an event leaves to choose; `at_risk`: whether there is a leader, and a Missionary, whom it
/// can take.
fn choice(it: EventChoice, at_risk: (bool, bool)) -> String {
    let event = it.event;
    let (leader, missionary) = (it.leader && at_risk.0, it.missionary && at_risk.1);
    let leader = match (it.event, leader, missionary) {
        (_, false, false) => "",
        (14, true, _) => " A Conquistador or Explorer there is lost as well.",
        (14, false, true) => " A Missionary there is lost as well.",
        (_, true, false) => " A Conquistador is lost as well.",
        (_, true, true) => " A Conquistador and a Missionary are lost as well.",
        (_, false, true) => " A Missionary is lost as well.",
    };
    let what = match (it.event, it.settlements) {
        (6, _) => {
            "the civil war calls Soldiers home; EVENT 6 IGNORE refuses to send them.".to_owned()
        }
        (11, _) => "natives resent intrusion; choose which of your settlements of one or two \
                    Colonists is lost, where natives are strongest: EVENT 11 LOSE SETTLEMENT AT \
                    place."
            .to_owned(),
        (14, _) => "the Indians of the Caribbean rampage; each of your settlements there loses a \
                    Colonist or a Soldier: EVENT 14 LOSE soldier AT place."
            .to_owned(),
        (17, 1) => "plague; one settlement loses a Colonist or a Soldier: EVENT 17 LOSE soldier \
                    AT place."
            .to_owned(),
        (17, number) => format!(
            "plague; {number} settlements lose a Colonist or a Soldier each: EVENT 17 LOSE \
             soldier AT place, colonist AT place."
        ),
        (number, _) => format!("event {number} gives you a choice."),
    };
    format!("EVENT {event}: {what}{leader}")
}

/// Leaders in service and where they are, in the order of the schedule.
fn leaders(view: &View, sealed: &Sealed) -> Vec<String> {
    let mut at = BTreeMap::new();
    for it in &sealed.leaders {
        at.insert(*it, "in Europe".to_owned());
    }
    for (label, expedition) in &sealed.expeditions {
        for it in expedition.leaders() {
            at.insert(it, format!("aboard {label}"));
        }
    }
    for (hex, stack) in view.open.stacks_of(view.me()) {
        for it in &stack.leaders {
            at.insert(*it, format!("at {}", words::hex(&view.tables, hex)));
        }
    }
    let all = view.tables.leaders.iter();
    all.filter_map(|it| {
        let at = at.get(&it.id)?;
        let (name, kind) = (&it.name, kind_word(it.kind));
        let until = match lent(&view.deals, it.id) {
            Some(lent) => format!(
                "lent by {} until turn {}",
                view.tables.title(lent.lender),
                lent.until
            ),
            None => format!("until turn {}", it.exit),
        };
        Some(format!("{name}, {kind}, {at}, {until}"))
    })
    .collect()
}

/// What there is to say of a leader, whoever's he is, by the schedule.
pub(crate) fn leader_called(view: &View, name: &str) -> Option<String> {
    let tables = &view.tables;
    let called = |it: &&Leader| {
        let last = it.name.rsplit(' ').next().unwrap_or_default();
        let own = [it.id.as_str(), it.name.as_str(), last];
        own.iter().any(|it| fold(it) == fold(name))
    };
    let it = tables.leaders.iter().find(called)?;
    let when = if it.enter == it.exit {
        format!("on turn {} only", it.enter)
    } else {
        format!("from turn {} to the end of turn {}", it.enter, it.exit)
    };
    let drawn = if view.open.options.random_leaders {
        " In this campaign the dates of all leaders are shifted by chance."
    } else {
        ""
    };
    let (name, kind) = (&it.name, kind_word(it.kind));
    let power = tables.title(it.power);
    Some(format!(
        "{name}: {} {kind} of {power}, in service {when}. In orders: `leader {}`. HELP LEADERS \
         explains leaders.{drawn}",
        if it.kind == LeaderType::Explorer {
            "an"
        } else {
            "a"
        },
        it.id,
    ))
}

fn kind_word(kind: LeaderType) -> &'static str {
    match kind {
        LeaderType::Explorer => "Explorer",
        LeaderType::Conquistador => "Conquistador",
        LeaderType::Privateer => "Privateer",
    }
}

/// Own leaders who come in so many turns, by the schedule, with their kind and their years.
fn scheduled(view: &View, ahead: u32) -> Vec<String> {
    let tables = &view.tables;
    let leaders = entering(view, view.open.turn + ahead).into_iter();
    leaders
        .map(|it| {
            let it = tables.leader(it);
            let (name, kind) = (&it.name, kind_word(it.kind));
            if it.enter == it.exit {
                format!("{name} ({kind}, turn {})", it.enter)
            } else {
                format!("{name} ({kind}, turns {} to {})", it.enter, it.exit)
            }
        })
        .collect()
}

/// Own leaders who enter service in a turn, by the schedule; nobody behind the last one. Where
/// dates are shifted the schedule is only a likelihood.
pub(crate) fn entering(view: &View, turn: u32) -> Vec<LeaderId> {
    let (me, here) = (view.me(), here(view));
    let leaders = view.tables.leaders.iter();
    let due = leaders.filter(|it| it.power == me && it.enter == turn && !here.contains(&it.id));
    let due = due.filter(|_| turn <= view.open.options.last_turn);
    due.map(|it| it.id).collect()
}

/// Own leaders in play, or dead.
fn here(view: &View) -> BTreeSet<LeaderId> {
    let sealed = view.mine();
    let aboard = sealed
        .expeditions
        .values()
        .flat_map(super::super::state::sealed::Expedition::leaders);
    let ashore = view.open.stacks_of(view.me());
    let ashore = ashore.flat_map(|(_, it)| it.leaders.iter().copied());
    let all = sealed.leaders.iter().chain(&sealed.gone).copied();
    all.chain(aboard).chain(ashore).into_set()
}

fn ledger(view: &View, sealed: &Sealed) -> Ledger {
    let me = view.me();
    let power = view.open.power(me);
    let aboard = sealed
        .expeditions
        .values()
        .map(super::super::state::sealed::Expedition::gold)
        .sum();
    let lots = view.open.hexes.values().flat_map(|it| &it.gold);
    let ashore = lots.filter(|it| it.owner == me).map(|it| it.ducats).sum();
    Ledger {
        treasury: power.treasury,
        colonists_left: left(power.colonists_left, sealed),
        graft: power.graft,
        civil_war: power.civil_war,
        resources: resources(view, me),
        upkeep: upkeep(view),
        short: short(view),
        gold_aboard: aboard,
        gold_ashore: ashore,
        gold_credited: power.gold_credited,
    }
}

/// `You are 12 Ducats short: you will lose 8 Soldiers and 2 Carracks.`
fn short(view: &View) -> String {
    if view.open.stage > Stage::Loading {
        return String::new();
    }
    let treasury = view.open.power(view.me()).treasury + pay::earnings(view);
    let lack = shortage(view, treasury, &[]);
    lack.map_or_else(String::new, |it| {
        let ducats = words::ducats(it.ducats);
        let unless = pay::unless(view);
        format!(
            "You are {ducats} short: you will lose {} at the end of the turn{unless}.",
            it.lost
        )
    })
}

/// Colonists that may still be bought.
fn left(supply: u32, sealed: &Sealed) -> u32 {
    supply.saturating_sub(sealed.bought.colonists)
}

/// What Colonists of a power earn as they stand, if nobody digs (4.11).
fn resources(view: &View, seat: Seat) -> u32 {
    let areas = view.tables.map.areas().iter();
    let each = areas.map(|it| income::resources(&view.tables, &view.open, seat, it.id).ducats());
    each.sum()
}

/// All men and ships of the viewer.
pub(crate) fn everything(view: &View) -> (Men, Ships) {
    let sealed = view.mine();
    let mut men = sealed.europe;
    let mut ships = Ships::NONE;
    for (_, stack) in view.open.stacks_of(view.me()) {
        men += stack.men;
    }
    for it in sealed.docks.values() {
        ships += *it;
    }
    for it in sealed.expeditions.values() {
        men += it.men();
        ships += it.fleet();
    }
    (men, ships)
}

/// What it costs to keep all that the viewer has (5.1).
pub(crate) fn upkeep(view: &View) -> u32 {
    let options = &view.open.options;
    if view.open.turn >= options.last_turn && !options.last_turn_upkeep {
        return 0;
    }
    let (men, ships) = everything(view);
    let units = &view.tables.units;
    let men = Kind::ALL.map(|it| men.get(it) * units.upkeep(Ware::from(it)));
    let ships = Hull::ALL.map(|it| ships.get(it) * units.upkeep(Ware::from(it)));
    let sum: u32 = men.iter().chain(&ships).sum();
    if view.open.power(view.me()).graft {
        2 * sum
    } else {
        sum
    }
}
