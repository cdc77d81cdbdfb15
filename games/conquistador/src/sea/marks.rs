//! Discoveries made by sea (5.3): what an expedition touches. A mark counts only if a ship
//! survives the attrition of its phase, and is credited when one reaches a friendly port.

use super::super::data::{Discovery, Tables, Trigger};
use super::super::ids::DiscoveryId;
use super::super::state::{Expedition, Open};
use packetboat_kit::hex::Hex;

/// Marks what an expedition discovers in a hex that it enters, or in which its crossing ends.
pub(super) fn touch(tables: &Tables, open: &Open, expedition: &mut Expedition, hex: Hex) {
    let caravels = expedition.only_caravels();
    if caravels && is_any(tables, hex, &["inc_quito", "ama_maranon"]) {
        expedition.upper_amazon = true;
    }
    let descended = expedition.upper_amazon && caravels && is_any(tables, hex, &["ama_para"]);
    for discovery in &tables.discoveries {
        let touched = match &discovery.trigger {
            Trigger::SeaArea(area) => tables.map.area(hex) == Some(*area),
            Trigger::SeaZone(zone) => tables.map.zone(hex) == Some(*zone),
            Trigger::SeaPlaces(places) => {
                let place = tables.map.place_at(hex);
                place.is_some_and(|it| places.contains(&it.id))
            }
            Trigger::Amazon => descended,
            _ => false,
        };
        if touched {
            mark(open, expedition, discovery);
        }
    }
}

/// Marks the first way round the Cape (N16).
pub(super) fn cape(tables: &Tables, open: &Open, expedition: &mut Expedition) {
    of_kind(tables, open, expedition, &Trigger::CapePassage);
}

/// Marks the way round the world (N20).
pub(super) fn world(tables: &Tables, open: &Open, expedition: &mut Expedition) {
    of_kind(tables, open, expedition, &Trigger::Circumnavigation);
}

fn of_kind(tables: &Tables, open: &Open, expedition: &mut Expedition, trigger: &Trigger) {
    let all = tables.discoveries.iter();
    for discovery in all.filter(|it| it.trigger == *trigger) {
        mark(open, expedition, discovery);
    }
}

/// What somebody was credited with is no longer to be discovered.
fn mark(open: &Open, expedition: &mut Expedition, discovery: &Discovery) {
    if !is_taken(open, discovery.id) && !expedition.marks.contains(&discovery.id) {
        expedition.new_marks.insert(discovery.id);
    }
}

/// Whether a discovery was credited to somebody or made before the game.
pub(super) fn is_taken(open: &Open, id: DiscoveryId) -> bool {
    open.discovered.contains_key(&id) || open.made_before.contains(&id)
}

fn is_any(tables: &Tables, hex: Hex, places: &[&str]) -> bool {
    let place = tables.map.place_at(hex);
    place.is_some_and(|it| places.contains(&it.id.as_str()))
}
