//! Why land units that came to go ashore are still aboard where their ships end the Initial Naval
//! phase (3.4, 7.1): one wording for advice, for what became of the order, and for the log.

use super::super::data::Tables;
use super::super::men::{Kind, Men};
use super::super::state::{Deal, Expedition, Open};
use super::{ground, units};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::list;

/// Who stays aboard there of those who were to land by default, and why; nobody, if nobody is left
/// aboard but leaders, Missionaries and who embarked in this phase, or if they came for something
/// else: to a place at sea, or to fight. `expedition`: as it is after all have landed.
pub fn kept_aboard(
    tables: &Tables,
    open: &Open,
    deals: &[Deal],
    seat: Seat,
    expedition: &Expedition,
) -> Option<String> {
    let hex = expedition.at.hex().filter(|it| tables.map.is_land(*it))?;
    let fought = expedition.raided.contains(&hex) || expedition.invaded.contains(&hex);
    let came = expedition.crossed_b > 0 || expedition.mp > 0;
    if fought || !came || expedition.ashore.is_some() {
        return None;
    }
    let mut men = expedition.men();
    men -= expedition.embarked.at_most(&men);
    if men.colonists + men.soldiers == 0 {
        return None;
    }
    let who = units::words(tables, &men, []);
    let who = list(who.split(", "));
    let stay = if men.total() == 1 { "stays" } else { "stay" };
    let why = why_aboard(tables, open, deals, seat, expedition, hex);
    let name = tables.map.name_of(hex);
    Some(format!("{who} {stay} aboard at {name}: {why}"))
}

/// Those who wait in Europe, and how many do not: Colonists are lost there (Q21, Q22, Q60).
pub fn waiting_in_europe(men: &Men) -> (Men, u32) {
    let waiting = Men {
        colonists: 0,
        ..*men
    };
    (waiting, men.colonists)
}

/// What becomes of Colonists whom ships take home; none: nobody is lost.
pub fn lost_in_europe(men: &Men) -> Option<String> {
    let (_, lost) = waiting_in_europe(men);
    let who = Kind::Colonist.counted(lost);
    let are = if lost == 1 { "is" } else { "are" };
    (lost > 0).then(|| format!("{who} aboard {are} lost then: Colonists do not wait in Europe"))
}

/// Who holds a hex that is shut; `place` is how it is called.
pub fn held(tables: &Tables, open: &Open, seat: Seat, hex: Hex, place: &str) -> String {
    let others = ground::others_in(open, seat, hex);
    let (holds, has) = if others.len() > 1 {
        ("hold", "have")
    } else {
        ("holds", "has")
    };
    let titles = list(others.iter().map(|it| tables.title(*it)));
    format!("{titles} {holds} {place} and {has} not granted passage")
}

/// Why they do not go ashore in this hex; empty: nothing keeps them.
pub fn why_aboard(
    tables: &Tables,
    open: &Open,
    deals: &[Deal],
    seat: Seat,
    expedition: &Expedition,
    hex: Hex,
) -> String {
    let others = ground::others_in(open, seat, hex);
    let several = others.len() > 1;
    let titles = list(others.iter().map(|it| tables.title(*it)));
    let room = ground::room_for(tables, open, seat, hex);
    let (colonists, soldiers) = (tables.units.stack_colonists, tables.units.stack_soldiers);
    if !tables.map.is_land(hex) {
        "there is no land where the ships lie".to_owned()
    } else if ground::shut(tables, open, deals, seat, hex) {
        held(tables, open, seat, hex, "the place")
    } else if expedition.raided.contains(&hex) {
        "they came to raid, not to stay".to_owned()
    } else if expedition.ashore.is_some() {
        "their block names others to land (LAND … ASHORE)".to_owned()
    } else if !titles.is_empty() {
        let is = if several { "are" } else { "is" };
        format!("{titles} {is} there, and no order told them to land beside")
    } else if room.colonists == 0 || room.soldiers == 0 || !expedition.men().is_empty() {
        format!("a hex has room for only {colonists} Colonists and {soldiers} Soldiers of a power")
    } else {
        String::new()
    }
}
