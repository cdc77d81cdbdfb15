//! Both naval phases: men and gold on and off ships, voyages, fights at sea.

use super::super::ids::{At, Label};
use super::super::map::ways::sea_way;
use super::super::men::Hull;
use super::super::orders::{Amount, Chase, Course, Order, Spot, Stance};
use super::super::state::{Bond, Expedition};
use super::reader::{Need, Reader, fault, small};
use packetboat_core::lang::diagnostic::{Diagnostic, Span};
use packetboat_core::lang::said::{Is, Value};
use packetboat_kit::hex::Hex;

/// Why nothing in B2 leads to Europe.
const NOT_HOME: (&str, &str) = (
    "voyages along the coasts stay in the New World",
    "HOME in the EXPEDITION crosses at the start of the turn, SAIL … HOME at its end",
);

/// `EMBARK label units`.
pub(super) fn embark(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    Ok(Order::Embark {
        label: it.fleet("label")?,
        units: it.units(it.value("units"))?,
    })
}

/// `DEBARK label units`, `DEBARK label GOLD [sum]`.
pub(super) fn debark(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let label = it.fleet("label")?;
    match it.said.get("units") {
        Some(units) => Ok(Order::Debark {
            label,
            units: it.units(units)?,
        }),
        None => Ok(Order::DebarkGold {
            label,
            sum: it.number("sum"),
        }),
    }
}

/// `STANCE label FIGHT`.
pub(super) fn stance(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let stance = match it.said.word("stance") {
        Some("FIGHT") => Stance::Fight,
        Some("FLEE") => Stance::Flee,
        _ => Stance::Auto,
    };
    Ok(Order::Stance {
        label: fleet_or_all(it)?,
        stance,
    })
}

/// A label; none for ALL.
fn fleet_or_all(it: &Reader<'_>) -> Result<Option<Label>, Diagnostic> {
    match it.said.word("label") {
        Some(_) => Ok(None),
        None => it.fleet("label").map(Some),
    }
}

/// `HEMI label VIA … TO place`.
pub(super) fn hemi(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let label = it.fleet("label")?;
    let via = it.via(Need::Ships)?;
    let value = it.value("to");
    let to = it.hex(value, Need::Ships, NOT_HOME)?;
    connected(it, &via, to, value.span)?;
    deep_enough(it, label, to, value.span)?;
    Ok(Order::Hemi {
        label,
        via,
        to: At::Hex(to),
        exceed: it.number("exceed"),
    })
}

/// Whether ships get from each point to the next. Where the expedition starts is not asked: its
/// block may still send it elsewhere.
fn connected(it: &Reader<'_>, via: &[Spot], to: Hex, span: Span) -> Result<(), Diagnostic> {
    let map = it.map();
    let mut here = None;
    let goals = via.iter().copied().chain([Spot::Place { at: At::Hex(to) }]);
    for spot in goals {
        let goal = |hex: Hex| match spot {
            Spot::Place { at } => at == At::Hex(hex),
            Spot::Zone { zone } => map.zone(hex) == Some(zone),
            Spot::Area { area } => {
                map.area(hex) == Some(area) && !map.sea_neighbours(hex).is_empty()
            }
        };
        // Without a fixed start the last point must at least be reachable from the others.
        let start = here.unwrap_or(to);
        let Some(way) = sea_way(map, start, &goal, true, &|_| false) else {
            let reason = format!(
                "there is no way by water through all of this to {}",
                map.name_of(to)
            );
            return fault(
                span,
                reason,
                "name points on coasts, at sea, or on navigable rivers",
            );
        };
        here = Some(way.last().copied().unwrap_or(start));
    }
    Ok(())
}

/// Large ships do not go up rivers (3.6). An expedition that lies in a friendly port, or in
/// Europe, may still be made up anew by its block: that is for `advise`.
fn deep_enough(it: &Reader<'_>, label: Label, to: Hex, span: Span) -> Result<(), Diagnostic> {
    let map = it.map();
    if map.is_coast(to) || map.is_sea(to) {
        return Ok(());
    }
    let Some(expedition) = it.mine().expeditions.get(&label) else {
        return Ok(());
    };
    let large = expedition.ships.iter().find(|it| it.hull != Hull::Caravel);
    match large {
        Some(ship) if is_fixed(it, expedition) => {
            let reason = format!(
                "{} is up a river, and {label} has a {}",
                map.name_of(to),
                ship.hull.word()
            );
            fault(span, reason, "only Caravels go up rivers")
        }
        _ => Ok(()),
    }
}

/// Whether its ships cannot be dealt out anew before it sails (Q8, Q64).
fn is_fixed(it: &Reader<'_>, expedition: &Expedition) -> bool {
    let At::Hex(hex) = expedition.at else {
        return false;
    };
    let me = it.me();
    let own = it.view.open.men(hex, me).colonists > 0;
    let guest = it.view.deals.iter().any(|deal| match deal.bond {
        Bond::Ports { guest, .. } => guest == me,
        _ => false,
    });
    !own && !guest
}

/// `ATTACK label power AT place`, `WITHIN n`.
pub(super) fn attack(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let label = it.fleet("label")?;
    let power = it.other("power")?;
    let chase = match it.said.get("at") {
        Some(value) => Chase::At {
            place: it.hex(value, Need::Ships, NOT_HOME)?,
        },
        None => Chase::Within {
            mp: it.number("within").expect("ATTACK says where or how far"),
        },
    };
    Ok(Order::Attack {
        label,
        power,
        chase,
        sink: it.said.has("sink"),
        exceed: it.number("exceed"),
    })
}

/// `INVADE label place …`.
pub(super) fn invade(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let label = it.fleet("label")?;
    let value = it.value("place");
    let place = it.hex(value, Need::Shore, ("nobody invades Europe", ""))?;
    deep_enough(it, label, place, value.span)?;
    Ok(Order::Invade {
        label,
        place: At::Hex(place),
        with: it.number("with"),
        raid: it.said.word("then") == Some("RAID"),
        exceed: it.number("exceed"),
    })
}

/// `STOW label GOLD n [OF place]`.
pub(super) fn stow(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let gold = match &it.value("gold").is {
        Is::Number(number) => Amount::Ducats(small(*number)),
        Is::Word("NONE") => Amount::None,
        _ => Amount::All,
    };
    Ok(Order::Stow {
        label: it.fleet("label")?,
        gold,
        of: origin(it)?,
    })
}

/// The place behind OF: gold comes from gold sites and treasure cities only.
pub(super) fn origin(it: &Reader<'_>) -> Result<Option<At>, Diagnostic> {
    let Some(value) = it.said.get("of") else {
        return Ok(None);
    };
    let gold = &it.tables().gold;
    let at = it.at(value)?;
    let known = |hex: &Hex| gold.sites.contains_key(hex) || gold.cities.contains_key(hex);
    match at.hex().filter(known) {
        Some(_) => Ok(Some(at)),
        None => {
            let reason = format!("no gold comes from {}", it.map().at_name(at));
            let hint = "after OF comes the gold site or city it was won in";
            fault(value.span, reason, hint)
        }
    }
}

/// `SAIL label …`.
pub(super) fn sail(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let value: &Value = it.value("to");
    let to = match &value.is {
        Is::Word("HOME") => Course::Home,
        Is::Word("STAY") => Course::Stay,
        Is::Word(_) => Course::Circumnavigate,
        _ => match it.at_for(value, Need::Crossing)? {
            At::Europe => Course::Home,
            place => Course::Across { place },
        },
    };
    Ok(Order::Sail {
        label: fleet_or_all(it)?,
        to,
        exceed: it.number("exceed"),
    })
}
