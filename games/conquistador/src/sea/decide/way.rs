//! Whether an expedition may sail a way overseas.

use super::super::super::ids::{At, Label};
use super::super::super::reckon::voyage;
use super::super::super::state::Expedition;
use super::super::super::view::View;
use packetboat_kit::hex::Hex;

/// An own expedition, and the hex it lies in.
pub(super) fn overseas(view: &View, label: Label) -> Result<(&Expedition, Hex), String> {
    let expedition = view.mine().expeditions.get(&label);
    let expedition = expedition.ok_or_else(|| format!("there is no expedition {label}"))?;
    let hex = expedition.at.hex();
    let hex = hex.ok_or_else(|| format!("{label} is in Europe"))?;
    Ok((expedition, hex))
}

/// Whether an expedition may sail along a way and spend so many movement points at its end: the
/// way is one for its ships, the Cape open, its Bounds enough.
pub(super) fn seaworthy(
    view: &View,
    label: Label,
    way: &[Hex],
    fight_mp: u32,
    exceed: Option<u32>,
) -> Result<(), String> {
    let (expedition, here) = overseas(view, label)?;
    let map = &view.tables.map;
    let caravels = expedition.only_caravels();
    let mut from = here;
    for hex in way {
        if !map.ship_neighbours(from, caravels).contains(hex) {
            return Err(format!("no ship goes from {from} to {hex}"));
        }
        from = *hex;
    }
    let came = expedition.from_pacific;
    if voyage::cape_closed(&view.tables, &view.open, expedition)
        && voyage::passes_cape(&view.tables, came, At::Hex(here), way)
    {
        return Err("nobody has passed the South Cape, and no Explorer is aboard".to_owned());
    }
    let sailed = voyage::sailed_b(
        &view.tables,
        expedition.crossed_b,
        expedition.mp + voyage::mp_of(way) + fight_mp,
        expedition.left_europe,
        At::Hex(from),
    );
    if voyage::affords(expedition, sailed, exceed) {
        Ok(())
    } else {
        Err(format!(
            "it needs {sailed} Bounds this turn and has {}",
            expedition.bounds
        ))
    }
}
