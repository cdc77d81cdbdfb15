//! What lies open: powers and their scores, others' units, Areas, gold, discoveries.

use super::super::data::Tables;
use super::super::ids::AreaId;
use super::super::map::Area;
use super::super::men::Ships;
use super::super::orders::QuestKind;
use super::super::reckon::{ports, score, units};
use super::super::state::{Lot, Mine, Power, Stack, Stage};
use super::super::view::{Fleet, View};
use super::words;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted, list};

/// A power's standing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PowerFace {
    /// Who.
    pub seat: Seat,
    /// How it is printed.
    pub title: String,
    /// Letter of its Monarch.
    pub monarch: char,
    /// Ducats in its Treasury.
    pub treasury: u32,
    /// Initiative Level.
    pub level: u32,
    /// Its place in the order of this turn, from 1.
    pub acts: u32,
    /// Victory points of the Treasury.
    pub ducats_vp: i64,
    /// Of Areas.
    pub areas_vp: i64,
    /// Of discoveries.
    pub discoveries_vp: i64,
    /// Penalties, never above 0.
    pub penalties_vp: i64,
    /// All of them.
    pub total_vp: i64,
    /// What it owes by events: `the Seven Cities of Cibola by the end of turn 9`.
    pub quests: Vec<String>,
    /// What the German Bankers are owed.
    pub bank: Vec<String>,
    /// Whether it was dropped.
    pub dropped: bool,
    /// Whether it is on hold: its sheets are missing.
    pub on_hold: bool,
}

/// What a power has, as anybody may see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Fleets {
    /// Who.
    pub title: String,
    /// Men ashore, a place each: `Hispaniola (2422), a Port: 4 Colonists`.
    pub ashore: Vec<String>,
    /// Ships, a place each: `Europe: 2 Carracks`.
    pub ships: Vec<String>,
}

/// An Area that matters.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AreaFace {
    /// Its id, as orders name it.
    pub id: AreaId,
    /// Its name.
    pub name: String,
    /// Native Level now.
    pub natives: u32,
    /// Native Level at the start of the map.
    pub natives_first: u32,
    /// Attrition Level.
    pub attrition: u32,
    /// Whether resources count double.
    pub r2: bool,
    /// Victory points for control.
    pub vp: i32,
    /// Bounds from Europe to its coasts, the nearest first: `5/13`; `-`: it has none.
    pub bounds: String,
    /// The least of them; `-`: it has no coast.
    pub nearest: String,
    /// The named coast of it that is nearest to Europe, as orders name it; empty: it has none.
    pub landing: String,
    /// Whether anything of anybody is there, or something has changed.
    pub matters: bool,
    /// Who has how many Colonists there, with a star behind who controls it: `Spain 4*, England 1`.
    pub colonists: String,
}

/// Gold ashore.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GoldFace {
    /// Where.
    pub place: String,
    /// How much, from where.
    pub gold: String,
    /// Whose.
    pub owner: String,
}

/// A discovery credited.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Taken {
    /// Its name and its victory points: `Brazil 15`.
    pub words: String,
    /// By whom.
    pub by: String,
}

pub(super) fn powers(view: &View) -> Vec<PowerFace> {
    let open = &view.open;
    let table = open.table.iter();
    table
        .map(|seat| {
            let power = open.power(*seat);
            let score = score::vp(&view.tables, open, *seat);
            let acts = open.initiative.iter().position(|it| it == seat);
            PowerFace {
                seat: *seat,
                title: view.tables.title(*seat).to_owned(),
                monarch: power.monarch.letter(),
                treasury: power.treasury,
                level: power.level,
                acts: acts.map_or(0, |it| u32::try_from(it + 1).expect("four at most")),
                ducats_vp: i64::from(score.ducats),
                areas_vp: i64::from(score.areas),
                discoveries_vp: i64::from(score.discoveries),
                penalties_vp: i64::from(score.penalties),
                total_vp: i64::from(score.total),
                quests: quests(power),
                bank: bank(power),
                dropped: power.dropped,
                on_hold: open.is_on_hold(*seat) && !power.dropped,
            }
        })
        .collect()
}

fn quests(power: &Power) -> Vec<String> {
    let quests = power.quests.iter();
    quests
        .map(|it| {
            if it.done {
                format!("{}, done", words::quest(it.kind))
            } else {
                format!(
                    "{}, owed by the end of turn {}",
                    words::quest(it.kind),
                    it.deadline
                )
            }
        })
        .collect()
}

fn bank(power: &Power) -> Vec<String> {
    let owed = power.bank.iter();
    owed.map(|[sum, due]| format!("{} on turn {due}", words::ducats(*sum)))
        .collect()
}

/// The other powers; to spectators, all.
pub(super) fn others(view: &View) -> Vec<Fleets> {
    let table = view.open.table.iter();
    let others = table.filter(|it| Some(**it) != view.seat);
    others
        .map(|seat| Fleets {
            title: view.tables.title(*seat).to_owned(),
            ashore: ashore(view, *seat),
            ships: ships(view, *seat),
        })
        .collect()
}

/// Men ashore of a power, a place each.
pub(super) fn ashore(view: &View, seat: Seat) -> Vec<String> {
    ashore_where(view, seat, |_| true)
}

/// The same, of some hexes only.
pub(super) fn ashore_where(view: &View, seat: Seat, wanted: impl Fn(Hex) -> bool) -> Vec<String> {
    let tables = &view.tables;
    let stacks = view.open.stacks_of(seat);
    stacks
        .filter(|(hex, _)| wanted(*hex))
        .map(|(hex, stack)| {
            let port = if ports::is_port(tables, &view.open, seat, hex, true) {
                ", a Port"
            } else {
                ""
            };
            format!("{}{port}: {}", words::hex(tables, hex), who(tables, stack))
        })
        .collect()
}

fn who(tables: &Tables, stack: &Stack) -> String {
    units::words(tables, &stack.men, &stack.leaders)
}

fn ships(view: &View, seat: Seat) -> Vec<String> {
    let fleets = view.fleets.iter();
    let own = fleets.filter(|it| it.power == seat && it.ships != Ships::NONE);
    own.map(|it| fleet(&view.tables, it)).collect()
}

fn fleet(tables: &Tables, it: &Fleet) -> String {
    let mut text = format!("{}: {}", words::place(tables, it.at), it.ships.words());
    let gold = it.gold.iter().filter(|(_, sum)| **sum > 0);
    let parts: Vec<String> = gold
        .map(|(origin, sum)| {
            let place = tables.map.place(*origin);
            let name = place.map_or_else(|| origin.to_string(), |it| it.name.clone());
            format!("{} from {name}", words::ducats(*sum))
        })
        .collect();
    if !parts.is_empty() {
        text.push_str(&format!(", with {}", list(&parts)));
    }
    text
}

/// All Areas, in the order of 6.1. Those matter that have men of anybody, changed natives, own
/// ships, or an own quest.
pub(super) fn areas(view: &View) -> Vec<AreaFace> {
    let wanted = wanted(view);
    let heads = score::colonists(&view.tables, &view.open);
    let areas = view.tables.map.areas().iter();
    let faces = areas.map(|it| AreaFace {
        id: it.id,
        name: it.name.clone(),
        natives: view.open.natives(it.id),
        natives_first: it.native,
        attrition: it.attrition,
        r2: it.r2,
        vp: score::area_vp(&view.tables, &view.open, it.id),
        bounds: bounds(it, usize::MAX),
        nearest: bounds(it, 1),
        landing: landing(&view.tables, it),
        matters: wanted.contains(&it.id) || view.open.natives(it.id) != it.native,
        colonists: heads
            .get(&it.id)
            .map_or_else(String::new, |it| colonists(view, it)),
    });
    faces.collect()
}

/// The first few distances of an Area's coasts from Europe, each once.
fn bounds(area: &Area, first: usize) -> String {
    let bounds: BTreeSet<u32> = area.coasts.iter().map(|it| it.bounds).into_set();
    if bounds.is_empty() {
        return "-".to_owned();
    }
    let bounds = bounds.iter().take(first).map(u32::to_string);
    bounds.collect::<Vec<_>>().join("/")
}

/// A place of an Area to LAND at.
fn landing(tables: &Tables, area: &Area) -> String {
    let places = tables.map.places().iter();
    let coasts =
        places.filter(|it| tables.map.area(it.hex) == Some(area.id) && tables.map.is_coast(it.hex));
    let nearest = coasts.min_by_key(|it| (tables.map.bounds(it.hex), it.hex));
    nearest.map_or_else(String::new, |it| it.slug.clone())
}

fn wanted(view: &View) -> BTreeSet<AreaId> {
    let map = &view.tables.map;
    let mut wanted: BTreeSet<AreaId> = view
        .open
        .hexes
        .keys()
        .filter_map(|it| map.area(*it))
        .into_set();
    if let Some(me) = view.seat {
        let ships = view.fleets.iter().filter(|it| it.power == me);
        wanted.extend(ships.filter_map(|it| map.area(it.at.hex()?)));
        let quests = view.open.power(me).quests.iter().filter(|it| !it.done);
        for quest in quests {
            wanted.extend(match quest.kind {
                QuestKind::Cibola => &view.tables.ret.cibola_areas,
                QuestKind::Eldorado => &view.tables.ret.eldorado_areas,
            });
        }
    }
    wanted
}

/// The Colonists of an Area in words; who controls it has a plus.
fn colonists(view: &View, heads: &BTreeMap<Seat, u32>) -> String {
    let control = score::controls(&view.tables, heads);
    let table = view.open.table.iter();
    let counted = table.filter_map(|seat| {
        let sum = heads.get(seat)?;
        let plus = if control == Some(*seat) { "+" } else { "" };
        Some(format!("{} {sum}{plus}", view.tables.title(*seat)))
    });
    commas(counted)
}

/// Gold sites tried or worked, cities looted, and those untouched in Areas that matter.
pub(super) fn sites(view: &View) -> Vec<String> {
    let tables = &view.tables;
    let wanted = wanted(view);
    let matters = |hex: &Hex| tables.map.area(*hex).is_some_and(|it| wanted.contains(&it));
    let here = |hex: Hex| {
        view.seat
            .is_some_and(|it| view.open.stack(hex, it).is_some())
    };
    let (mut lines, mut untouched, mut tried) = (Vec::new(), Vec::new(), Vec::new());
    for hex in tables.gold.sites.keys() {
        let place = words::hex(tables, *hex);
        match view.open.mines.get(hex) {
            Some(mine) => lines.push(format!("{place}: {}", mine_words(view, mine))),
            None if here(*hex) => tried.push(place),
            None if matters(hex) => untouched.push(place),
            None => {}
        }
    }
    if !tried.is_empty() {
        let tried = list(tried);
        lines.push(format!(
            "No gold found so far at {tried}: your units there try each turn (HELP PROSPECT)"
        ));
    }
    if !untouched.is_empty() {
        let untouched = commas(untouched);
        lines.push(format!("Other gold sites, without a mine: {untouched}"));
    }
    for (hex, city) in &tables.gold.cities {
        let place = words::hex(tables, *hex);
        let rate = words::ducats(city.rate);
        let looted = view.open.cities.get(hex);
        let text = match looted.map_or((0, false), |it| (it.looted, it.exhausted)) {
            (_, true) => "its treasure is spent".to_owned(),
            (0, false) if matters(hex) => format!("treasure, {rate} a turn at most"),
            (0, false) => continue,
            (turns, false) => {
                let turns = counted(turns, "turn");
                format!("treasure, {rate} a turn at most, looted {turns} so far")
            }
        };
        lines.push(format!("{place}: {text}"));
    }
    lines
}

fn mine_words(view: &View, mine: &Mine) -> String {
    let yields = words::ducats(mine.capacity);
    match (mine.capacity, mine.owner) {
        // The state does not keep whether there ever was a mine.
        (0, _) => "no gold left to find or dig".to_owned(),
        (_, Some(owner)) => {
            let owner = view.tables.title(owner);
            let dug = match mine.worked {
                Some(_) => "",
                None if view.open.stage > Stage::Gold => "; nobody dug this turn",
                // Who dug last turn is forgotten in A1.
                None => "",
            };
            format!("{owner}'s mine, {yields} a turn{dug}")
        }
        (_, None) => format!("an abandoned mine, {yields} a turn"),
    }
}

/// Gold ashore, by hex.
pub(super) fn gold(view: &View) -> Vec<GoldFace> {
    let mut faces = Vec::new();
    for (hex, ashore) in &view.open.hexes {
        let owners: BTreeSet<Seat> = ashore.gold.iter().map(|it| it.owner).into_set();
        for owner in owners {
            let lots: Vec<&Lot> = ashore.gold.iter().filter(|it| it.owner == owner).collect();
            faces.push(GoldFace {
                place: words::hex(&view.tables, *hex),
                gold: words::gold(&view.tables, lots),
                owner: view.tables.title(owner).to_owned(),
            });
        }
    }
    faces
}

/// Discoveries credited, in the order of the list; then what Explorers along have added (4.10).
pub(super) fn taken(view: &View) -> Vec<Taken> {
    let mut sums: BTreeMap<Seat, i32> = BTreeMap::new();
    let mut taken = Vec::new();
    for it in &view.tables.discoveries {
        let Some(by) = view.open.discovered.get(&it.id) else {
            continue;
        };
        *sums.entry(*by).or_default() += it.vp;
        taken.push(credited(view, &it.name, *by, it.vp));
    }
    for seat in &view.open.table {
        let more = view.open.power(*seat).discovery_vp - sums.get(seat).copied().unwrap_or(0);
        if more > 0 {
            taken.push(credited(view, "Explorers along", *seat, more));
        }
    }
    taken
}

fn credited(view: &View, name: &str, by: Seat, vp: i32) -> Taken {
    let by = view.tables.title(by).to_owned();
    let words = format!("{name} {vp}");
    Taken { words, by }
}
