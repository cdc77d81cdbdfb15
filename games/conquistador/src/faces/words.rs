//! Phrases that pages, order sheets and the search for leaks (`hidden`) share: what is secret is
//! printed in these words and no others, so that it can be looked for.

use super::super::data::Tables;
use super::super::ids::{AreaId, At, Label, ZoneId};
use super::super::orders::{QuestKind, Return};
use super::super::reckon::units;
use super::super::state::{Bond, Deal, Expedition, Landed, Lot, Party, Sealed};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted, list};

/// Ducats in words: `1 Ducat`, `40 Ducats`.
pub(crate) fn ducats(sum: u32) -> String {
    counted(sum, "Ducat")
}

/// Bounds in words.
pub(crate) fn bounds(number: u32) -> String {
    counted(number, "Bound")
}

/// A place as reports name it: `Veracruz (2413)`, `2314 (Aztec Empire)`, `1325 (Grand Banks)`.
pub(crate) fn place(tables: &Tables, at: At) -> String {
    let Some(hex) = at.hex() else {
        return "Europe".to_owned();
    };
    let map = &tables.map;
    let name = map.name_of(hex);
    if name != hex.to_string() {
        return format!("{name} ({hex})");
    }
    match (map.area(hex), map.zone(hex)) {
        (Some(area), _) => format!("{hex} ({})", map.area_of(area).name),
        (None, Some(zone)) => format!("{hex} ({})", map.zone_of(zone).name),
        (None, None) => hex.to_string(),
    }
}

/// An Area in a sentence: `the Caribbean`, `Brazil`.
pub(crate) fn area(tables: &Tables, id: AreaId) -> String {
    with_article(&tables.map.area_of(id).name)
}

/// The same, by its name; the templates have such a list too (`conquistador/words.txt`).
pub(crate) fn with_article(name: &str) -> String {
    match name {
        "Amazon" | "Aztec Empire" | "Caribbean" | "Deep South" | "Gran Chaco" | "Great Lakes"
        | "Incan Empire" | "Mayan Empire" | "Midwest Plateau" | "Ohio Country"
        | "Rio del Plate" | "River Plate" | "Rockies" => format!("the {name}"),
        _ => name.to_owned(),
    }
}

/// The name of waters in a sentence: `the Bay of Campeche`.
pub(crate) fn waters(name: &str) -> String {
    match name {
        "Hudson Bay" | "Hudson Strait" | "Cape Sao Roque" => name.to_owned(),
        _ => format!("the {name}"),
    }
}

/// A discovery by sea in a sentence: `the Orinoco`; the templates have such a list too.
pub(crate) fn find(name: &str) -> String {
    match name {
        "Coast of Mexico"
        | "Coast of Peru"
        | "Gulf of California"
        | "Mississippi mouth"
        | "Mouth of the Amazon"
        | "Orinoco"
        | "River Plate" => format!("the {name}"),
        _ => name.replace("The ", "the "),
    }
}

/// Discoveries in a sentence. Of several, one of which has an `and` in its name, each comes after a
/// semicolon; the templates do the same.
pub(crate) fn finds(names: &[String]) -> String {
    if names.iter().any(|it| it.contains(" and ")) {
        names.join("; ")
    } else {
        list(names)
    }
}

/// A hex as reports name it.
pub(crate) fn hex(tables: &Tables, at: Hex) -> String {
    place(tables, At::Hex(at))
}

/// A place as orders name it: `nombre-de-dios`, `2314`, `europe`.
pub(crate) fn said(tables: &Tables, at: At) -> String {
    let named = at.hex().and_then(|it| tables.map.place_at(it));
    named.map_or_else(|| at.to_string(), |it| it.slug.clone())
}

/// Gold by origin: `40 Ducats from Tenochtitlan, 5 Ducats from Cuba`; empty if there is none.
pub(crate) fn gold<'a>(tables: &Tables, lots: impl IntoIterator<Item = &'a Lot>) -> String {
    let mut sums: BTreeMap<_, u32> = BTreeMap::new();
    for lot in lots {
        *sums.entry(lot.origin).or_default() += lot.ducats;
    }
    commas(sums.into_iter().map(|(origin, sum)| {
        let place = tables.map.place(origin);
        let name = place.map_or_else(|| origin.to_string(), |it| it.name.clone());
        format!("{} from {name}", ducats(sum))
    }))
}

/// The first line of an expedition: `S1: 2 Carracks at Hispaniola (2422)`.
pub(crate) fn expedition(tables: &Tables, label: Label, it: &Expedition) -> String {
    let at = match it.at {
        At::Europe => "in Europe".to_owned(),
        At::Hex(_) => format!("at {}", place(tables, it.at)),
    };
    format!("{label}: {} {at}", it.fleet().words())
}

/// What is aboard: `S1 carries 3 Colonists, Cortes; 40 Ducats from Tenochtitlan`.
pub(crate) fn cargo(tables: &Tables, label: Label, it: &Expedition) -> Option<String> {
    let load = load(tables, it);
    (!load.is_empty()).then(|| format!("{label} carries {load}"))
}

/// The same without its label; empty: nothing is aboard.
pub(super) fn load(tables: &Tables, it: &Expedition) -> String {
    let crew = units::words(tables, &it.men(), &it.leaders());
    let gold = gold(tables, it.ships.iter().flat_map(|it| &it.gold));
    let parts = [crew, gold].into_iter().filter(|it| !it.is_empty());
    parts.collect::<Vec<_>>().join("; ")
}

/// Its provisions and the way home: `S1 has bought 11 Bounds and sailed 5; RETURN HOME`.
pub(crate) fn provisions(label: Label, it: &Expedition) -> Option<String> {
    let sailed = it.sailed_b + it.sailed_d;
    if it.bounds == 0 && sailed == 0 && it.exceed == 0 && it.returns.is_none() {
        return None;
    }
    let mut text = format!("{label} has bought {}", bounds(it.bounds));
    if sailed > 0 {
        text.push_str(&format!(" and sailed {sailed}"));
    }
    if it.exceed > 0 {
        text.push_str(&format!(", and may exceed them by {}", it.exceed));
    }
    match it.returns {
        Some(Return::Home) => text.push_str("; RETURN HOME"),
        Some(Return::Stay) => text.push_str("; RETURN STAY"),
        None => {}
    }
    Some(text)
}

/// Discoveries it has touched and not yet brought home.
pub(crate) fn marks(tables: &Tables, label: Label, it: &Expedition) -> Option<String> {
    let marks = it.marks.iter().chain(&it.new_marks);
    let names: Vec<String> = marks.map(|it| find(&tables.discovery(*it).name)).collect();
    (!names.is_empty()).then(|| format!("{label} brings news of {}", finds(&names)))
}

/// Zones it has sailed that its power does not know.
pub(crate) fn news(tables: &Tables, label: Label, it: &Expedition, own: &Sealed) -> Option<String> {
    let new = it.zones.iter().filter(|it| !own.charts.contains(it));
    let names = zones(tables, new);
    (!names.is_empty()).then(|| format!("{label} has charted {}", list(&names)))
}

/// Zones by name.
pub(crate) fn zones<'a>(tables: &Tables, ids: impl IntoIterator<Item = &'a ZoneId>) -> Vec<String> {
    let ids = ids.into_iter();
    ids.map(|it| waters(&tables.map.zone_of(*it).name))
        .collect()
}

/// All lines about an expedition, the first first.
pub(crate) fn expedition_lines(
    tables: &Tables,
    label: Label,
    it: &Expedition,
    own: &Sealed,
) -> Vec<String> {
    let rest = [
        cargo(tables, label, it),
        landed(tables, label, it),
        provisions(label, it),
        marks(tables, label, it),
        news(tables, label, it, own),
    ];
    let first = expedition(tables, label, it);
    std::iter::once(first)
        .chain(rest.into_iter().flatten())
        .collect()
}

/// Who went ashore in this phase and is still tied to its ships (Q7).
fn landed(tables: &Tables, label: Label, it: &Expedition) -> Option<String> {
    let landed = it.ships.iter().flat_map(|it| &it.landed);
    let words = |it: &Landed| {
        let crew = units::words(tables, &it.men, &it.leaders);
        format!("{crew} at {}", hex(tables, it.hex))
    };
    let parts: Vec<String> = landed.map(words).collect();
    (!parts.is_empty()).then(|| format!("{label} has put ashore {}", parts.join("; ")))
}

/// Ships in no expedition: `Not in an expedition: 2 Carracks in Europe`.
pub(crate) fn docks(tables: &Tables, own: &Sealed) -> Option<String> {
    let parts: Vec<String> = own
        .docks
        .iter()
        .filter(|(_, ships)| !ships.is_empty())
        .map(|(at, ships)| match at {
            At::Europe => format!("{} in Europe", ships.words()),
            At::Hex(_) => format!("{} at {}", ships.words(), place(tables, *at)),
        })
        .collect();
    (!parts.is_empty()).then(|| format!("Not in an expedition: {}", parts.join("; ")))
}

/// Men in Europe: `Waiting in Europe: 2 Soldiers, Columbus`.
pub(crate) fn in_europe(tables: &Tables, own: &Sealed) -> Option<String> {
    let crew = units::words(tables, &own.europe, &own.leaders);
    (!crew.is_empty()).then(|| format!("Waiting in Europe: {crew}"))
}

/// What is known of the seas: `Waters you know: Bahama Channel and Grand Banks`.
pub(crate) fn charts(tables: &Tables, own: &Sealed) -> Option<String> {
    let names = zones(tables, &own.charts);
    (!names.is_empty()).then(|| format!("Waters you know: {}", list(&names)))
}

/// What was brought to a friendly port and is credited at the end of the turn.
pub(crate) fn banked(tables: &Tables, own: &Sealed) -> Vec<String> {
    let marks = own.banked_marks.iter();
    let marks: Vec<String> = marks.map(|it| find(&tables.discovery(*it).name)).collect();
    let charts = zones(tables, &own.banked_charts);
    let gold = match own.banked_gold {
        0 => Vec::new(),
        sum => vec![format!("To be credited: {}", ducats(sum))],
    };
    let marks = (!marks.is_empty()).then(|| format!("To be credited: {}", finds(&marks)));
    let charts = (!charts.is_empty()).then(|| format!("Charts to come: {}", list(&charts)));
    gold.into_iter().chain(marks).chain(charts).collect()
}

/// The duty of a civil war (6.4.6).
pub(crate) fn duty(own: &Sealed) -> Option<String> {
    match (own.duty, own.duty_ignored) {
        (0, _) => None,
        (_, true) => Some("You ignore the duty of the civil war.".to_owned()),
        (duty, false) => Some(format!(
            "The civil war: {duty} more {} must reach Europe this turn.",
            if duty == 1 { "Soldier" } else { "Soldiers" }
        )),
    }
}

/// The South Cape Rutter (3.5).
pub(crate) fn rutter(own: &Sealed) -> Option<String> {
    match (own.rutter, own.rutter_banked) {
        (true, _) => Some("You hold the Rutter of the South Cape.".to_owned()),
        (false, true) => {
            Some("The Rutter of the South Cape is yours from the end of this turn.".to_owned())
        }
        (false, false) => None,
    }
}

/// A party: `P1: 3 Soldiers, Coronado at Culiacan (2108), for Cibola`.
pub(crate) fn party(tables: &Tables, label: Label, it: &Party) -> String {
    let crew = units::words(tables, &it.men, &it.leaders);
    let at = match (it.hex, it.aboard) {
        (Some(at), _) => format!("at {}", hex(tables, at)),
        (None, Some(aboard)) => format!("aboard {aboard}"),
        (None, None) => "nowhere".to_owned(),
    };
    let quests: Vec<&str> = it.quests.iter().map(|it| quest(*it)).collect();
    if quests.is_empty() {
        format!("{label}: {crew} {at}")
    } else {
        format!("{label}: {crew} {at}, for {}", list(&quests))
    }
}

/// The Areas a party has been in, in the order in which it came to them.
pub(crate) fn trail(tables: &Tables, label: Label, it: &Party) -> Option<String> {
    let mut areas: Vec<AreaId> = Vec::new();
    for area in it.trail.iter().filter_map(|it| tables.map.area(*it)) {
        if !areas.contains(&area) {
            areas.push(area);
        }
    }
    let names: Vec<String> = areas.iter().map(|it| self::area(tables, *it)).collect();
    (!names.is_empty()).then(|| format!("{label} has been in {}", list(&names)))
}

/// A quest by name.
pub(crate) fn quest(kind: QuestKind) -> &'static str {
    match kind {
        QuestKind::Cibola => "the Seven Cities of Cibola",
        QuestKind::Eldorado => "El Dorado",
    }
}

/// A deal in force.
pub(crate) fn deal(tables: &Tables, deal: &Deal) -> String {
    let title = |it: &Seat| tables.title(*it).to_owned();
    match &deal.bond {
        Bond::Loan {
            lender,
            borrower,
            owed,
            due,
        } => {
            let (lender, borrower) = (title(lender), title(borrower));
            format!(
                "{borrower} owes {lender} {}, due at the end of turn {due}",
                ducats(*owed)
            )
        }
        Bond::Payment {
            payer,
            payee,
            sum,
            until,
        } => {
            let (payer, payee) = (title(payer), title(payee));
            format!(
                "{payer} pays {payee} {} each turn until turn {until}",
                ducats(*sum)
            )
        }
        Bond::Passage {
            grantor,
            guest,
            area,
            until,
        } => {
            let (grantor, guest) = (title(grantor), title(guest));
            let area = self::area(tables, *area);
            format!("{grantor} allows {guest} passage in {area} until turn {until}")
        }
        Bond::Ports {
            grantor,
            guest,
            until,
        } => {
            let (grantor, guest) = (title(grantor), title(guest));
            format!("{grantor} opens its Ports to {guest} until turn {until}")
        }
        Bond::Peace {
            one,
            other,
            area,
            until,
        } => {
            let (one, other) = (title(one), title(other));
            let area = area.map(|it| format!(" in {}", self::area(tables, it)));
            let area = area.unwrap_or_default();
            format!("{one} and {other} are at peace{area} until turn {until}")
        }
        Bond::Leader {
            lender,
            borrower,
            leader,
            until,
        } => {
            let (lender, borrower) = (title(lender), title(borrower));
            let leader = &tables.leader(*leader).name;
            format!("{lender} lends {borrower} {leader} until the end of turn {until}")
        }
        Bond::Waived { one, other } => {
            let (one, other) = (title(one), title(other));
            format!("{one} and {other} have waived the Treaty of Tordesillas")
        }
    }
}
