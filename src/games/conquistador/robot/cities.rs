//! Treasure cities, and what is left in them.

use super::super::ids::AreaId;
use super::mind::Mind;
use crate::games::hex::Hex;

/// A treasure city.
#[derive(Debug, Clone, Copy)]
pub(super) struct Treasury {
    /// Where.
    pub(super) hex: Hex,
    /// Ducats a turn.
    pub(super) rate: u32,
    /// Whether there is anything left.
    pub(super) rich: bool,
}

/// The city of an Area that still holds treasure, and no other power holds.
pub(super) fn city_of(mind: &Mind<'_>, area: AreaId) -> Option<Treasury> {
    cities(mind)
        .into_iter()
        .find(|it| it.rich && mind.map().area(it.hex) == Some(area) && !mind.taken(it.hex))
}

pub(super) fn cities(mind: &Mind<'_>) -> Vec<Treasury> {
    let cities = mind.tables().gold.cities.iter();
    let cities = cities.map(|(hex, card)| Treasury {
        hex: *hex,
        rate: card.rate,
        rich: mind.open().cities.get(hex).is_none_or(|it| !it.exhausted),
    });
    cities.collect()
}
