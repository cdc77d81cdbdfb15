//! Treasure cities, and what is left in them.

use super::super::ids::AreaId;
use super::mind::Mind;
use packetboat_kit::hex::Hex;

/// A treasure city.
#[derive(Debug, Clone, Copy)]
pub(super) struct Treasury {
    /// Where.
    pub(super) hex: Hex,
    /// Ducats a turn.
    pub(super) rate: u32,
    /// Whether there is anything left to be looted.
    pub(super) rich: bool,
    /// Ducats that lie there for whoever comes: own ones, or nobody's.
    pub(super) lying: u32,
}

/// The city of an Area that still holds treasure, and no other power holds.
pub(super) fn city_of(mind: &Mind<'_>, area: AreaId) -> Option<Treasury> {
    cities(mind)
        .into_iter()
        .find(|it| it.rich && mind.map().area(it.hex) == Some(area) && !mind.taken(it.hex))
}

/// All of them.
pub(super) fn cities(mind: &Mind<'_>) -> Vec<Treasury> {
    let cities = mind.tables().gold.cities.iter();
    let cities = cities.map(|(hex, card)| Treasury {
        hex: *hex,
        rate: card.rate,
        rich: mind.open().cities.get(hex).is_none_or(|it| !it.exhausted),
        lying: if mind.taken(*hex) {
            0
        } else {
            mind.gold_lying(*hex)
        },
    });
    cities.collect()
}

/// Soldiers that loot a city at its full rate.
pub(super) fn looters(mind: &Mind<'_>, city: &Treasury) -> u32 {
    city.rate.div_ceil(mind.tables().gold.per_looter)
}
