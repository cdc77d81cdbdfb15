//! Sheet a: answers to events, purchases, the Expedition Log.

use super::super::ids::{AreaId, At};
use super::super::men::{Hull, Kind};
use super::super::orders::{Block, Item, Loss, Order, Return, ShipsWanted};
use super::reader::{Need, Reader, fault, small};
use packetboat_core::lang::diagnostic::{Diagnostic, Span};
use packetboat_core::lang::said::{Is, Value, find};
use packetboat_kit::words::commas;

/// The events that leave a choice: civil war, resentment, rampage, plague (2.3).
const CIVIL_WAR: u32 = 6;
const RESENTMENT: u32 = 11;
const RAMPAGE: u32 = 14;

/// `BANK BORROW n`, `BANK REPAY n`.
pub(super) fn bank(it: &Reader<'_>) -> Order {
    Order::Bank {
        repay: it.said.word("what") == Some("REPAY"),
        sum: it.number("sum").expect("the bank deals in sums"),
    }
}

/// `EVENT n …`: only where that event waits for an answer.
pub(super) fn event(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let value = it.value("event");
    let event = value.as_number().map(small).expect("an event has a number");
    let pending = &it.view.open.power(it.me()).choices;
    if !pending.iter().any(|it| it.event == event) {
        let hint = match commas(pending.iter().map(|it| it.event)).as_str() {
            "" => "no event waits for your answer now".to_owned(),
            waiting => format!("waiting for your answer: {waiting}"),
        };
        let reason = format!("event {event} leaves you no choice now");
        return fault(value.span, reason, hint);
    }
    let ignored = it.said.word("choice") == Some("IGNORE");
    let answer = it.value("choice").span;
    match (event, ignored) {
        (CIVIL_WAR, true) => Ok(Order::IgnoreEvent { event }),
        (CIVIL_WAR, false) => {
            let reason = "the Soldiers for the civil war are shipped, not named";
            let hint = "write EVENT 6 IGNORE to refuse them, or EMBARK and sail them home";
            fault(answer, reason, hint)
        }
        (_, true) => {
            let reason = format!("event {event} cannot be refused");
            fault(answer, reason, "write LOSE and what is to go")
        }
        (_, false) => losses(it, event).map(|losses| Order::EventLosses { event, losses }),
    }
}

fn losses(it: &Reader<'_>, event: u32) -> Result<Vec<Loss>, Diagnostic> {
    let items = it.said.items("losses").iter();
    items.map(|values| loss(it, event, values)).collect()
}

fn loss(it: &Reader<'_>, event: u32, values: &[Value]) -> Result<Loss, Diagnostic> {
    let loss = match (find(values, "leader"), find(values, "at")) {
        (Some(value), _) => Loss::Leader {
            leader: it.leader(value)?,
        },
        (None, Some(at)) => {
            let place = it.at_for(at, Need::March)?;
            let kind = find(values, "kind").and_then(Value::as_name);
            match kind.and_then(Kind::of) {
                Some(kind) => Loss::Unit { kind, at: place },
                None => Loss::Settlement { at: place },
            }
        }
        (None, None) => unreachable!("a loss is a leader or stands somewhere"),
    };
    let span = values.first().map_or(it.said.span, |it| it.span);
    match (event, loss) {
        (RESENTMENT, Loss::Settlement { .. }) => Ok(loss),
        (RESENTMENT, _) => fault(
            span,
            "event 11 takes a settlement",
            "write LOSE SETTLEMENT AT place",
        ),
        (_, Loss::Settlement { .. }) => fault(
            span,
            format!("event {event} takes units, not whole settlements"),
            "write LOSE colonist AT place, or soldier",
        ),
        (RAMPAGE, Loss::Unit { at, .. }) => {
            if caribbean(it, at) {
                Ok(loss)
            } else {
                fault(
                    span,
                    format!("{} is not in the Caribbean", it.map().at_name(at)),
                    "event 14 takes units there only",
                )
            }
        }
        _ => Ok(loss),
    }
}

fn caribbean(it: &Reader<'_>, at: At) -> bool {
    let area: Option<AreaId> = at.hex().and_then(|hex| it.map().area(hex));
    area.is_some_and(|it| it.as_str() == "CAR")
}

/// `BUY item, …`.
pub(super) fn buy(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let items = it.said.items("items").iter();
    let items: Result<Vec<Item>, Diagnostic> = items.map(|values| bought(it, values)).collect();
    Ok(Order::Buy { items: items? })
}

fn bought(it: &Reader<'_>, values: &[Value]) -> Result<Item, Diagnostic> {
    let value = find(values, "item").expect("something is bought");
    let Some(at) = find(values, "at") else {
        return Ok(it.item(value, None));
    };
    let ware = it.item(value, None).what;
    let Some(hull) = ware.hull() else {
        return match it.at(at)? {
            At::Europe => Ok(it.item(value, None)),
            At::Hex(_) => fault(
                at.span,
                format!("a {} is bought in Europe only", ware.word()),
                "EXPEDITION … LOAD takes men overseas",
            ),
        };
    };
    match it.at_for(at, Need::Shore)? {
        At::Europe => Ok(it.item(value, None)),
        At::Hex(_) if it.tables().units.ship(hull).build.is_none() => fault(
            at.span,
            "Galleon Fleets are built in Europe only",
            "leave AT out",
        ),
        At::Hex(hex) if hull != Hull::Caravel && !it.map().is_coast(hex) => fault(
            at.span,
            format!(
                "{} is up a river: only Caravels are built there",
                it.map().name_of(hex)
            ),
            "",
        ),
        built => Ok(it.item(value, Some(built))),
    }
}

/// `EXPEDITION label …`.
pub(super) fn expedition(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let label = it.fleet("label")?;
    let from = it.value("from");
    let from_at = it.at_for(from, Need::Ships)?;
    let block = Block {
        label,
        from: from_at,
        ships: ships(it),
        load: it
            .said
            .get("load")
            .map(|value| it.units(value))
            .transpose()?,
        bounds: it.number("bounds"),
        crossing: crossing(it, from_at)?,
        ashore: it
            .said
            .get("ashore")
            .map(|value| it.units(value))
            .transpose()?,
        returns: it.said.word("return").map(|word| match word {
            "HOME" => Return::Home,
            _ => Return::Stay,
        }),
        exceed: it.number("exceed").unwrap_or(0),
        cruise: it.said.has("cruise"),
    };
    if let (At::Hex(hex), Some(ships)) = (block.from, &block.ships) {
        let up_river = !it.map().is_coast(hex) && !it.map().is_sea(hex);
        if let Some(ship) = ships.iter().find(|it| it.hull != Hull::Caravel && up_river) {
            let reason = format!("no {} gets up a river", ship.hull.word());
            return fault(it.value("ships").span, reason, "only Caravels do");
        }
    }
    if let Some(value) = it.said.get("load") {
        room(it, &block, value.span)?;
    }
    Ok(Order::Expedition(block))
}

fn ships(it: &Reader<'_>) -> Option<Vec<ShipsWanted>> {
    let Is::Many(items) = &it.value("ships").is else {
        return None;
    };
    let wanted = items.iter().flatten().map(|value| {
        let item = it.item(value, None);
        ShipsWanted {
            hull: item.what.hull().expect("the grammar lists ships here"),
            number: item.number,
        }
    });
    Some(wanted.collect())
}

/// Where the block goes in B1: one end of a crossing is Europe (3.3).
fn crossing(it: &Reader<'_>, from: At) -> Result<Option<At>, Diagnostic> {
    let (home, land) = (it.said.get("home"), it.said.get("land"));
    if let (Some(home), Some(_)) = (home, land) {
        let reason = "an expedition crosses once in a phase: LAND or HOME, not both";
        return fault(
            home.span,
            reason,
            "RETURN HOME brings it back at the end of the turn",
        );
    }
    let to = match land {
        Some(value) => it.at_for(value, Need::Crossing)?,
        None if home.is_some() => At::Europe,
        None => return Ok(None),
    };
    let span: Span = land.or(home).expect("one of them was written").span;
    let named = to.hex().and_then(|hex| it.map().place_at(hex));
    match (from, to) {
        (At::Europe, At::Europe) => fault(
            span,
            "it is in Europe already",
            "RETURN HOME brings it back at the end of the turn",
        ),
        (At::Hex(_), At::Hex(_)) => fault(
            span,
            "a crossing begins or ends in Europe",
            format!(
                "take LAND out of this line, and write HEMI {} TO {} below it: HEMI sails along \
                 the coasts",
                it.fleet("label")?,
                named.map_or_else(|| to.to_string(), |it| it.slug.clone())
            ),
        ),
        (At::Hex(hex), At::Europe) if up_river(it, hex) => fault(
            span,
            format!(
                "{} is up a river: no crossing starts there",
                it.map().name_of(hex)
            ),
            "HEMI to the mouth first, then SAIL HOME on sheet b",
        ),
        _ => Ok(Some(to)),
    }
}

fn up_river(it: &Reader<'_>, hex: packetboat_kit::hex::Hex) -> bool {
    it.map().navigable(hex) && !it.map().is_coast(hex)
}

/// A block that loads more than its ships carry, by its own words (2.5).
fn room(it: &Reader<'_>, block: &Block, span: Span) -> Result<(), Diagnostic> {
    let (Some(ships), Some(load)) = (&block.ships, &block.load) else {
        return Ok(());
    };
    let units = &it.tables().units;
    let mut any = 0_u64;
    let mut soldiers_only = 0_u64;
    for ship in ships {
        let Some(number) = ship.number else {
            return Ok(());
        };
        let room = u64::from(number) * u64::from(units.ship(ship.hull).holds);
        match ship.hull {
            Hull::Galleon => soldiers_only += room,
            Hull::Caravel | Hull::Carrack => any += room,
        }
    }
    let points = |soldiers: bool| -> u64 {
        let men = load
            .men
            .iter()
            .filter(|it| (it.kind == Kind::Soldier) == soldiers);
        men.map(|it| u64::from(it.number.unwrap_or(0)) * u64::from(units.land(it.kind).cargo))
            .sum()
    };
    let (soldiers, others) = (points(true), points(false));
    let wanted = others + soldiers.saturating_sub(soldiers_only);
    if wanted <= any {
        return Ok(());
    }
    let holds = any + soldiers_only;
    let reason = if holds >= soldiers + others {
        "a Galleon Fleet carries gold and Soldiers only".to_owned()
    } else {
        format!(
            "{} units of cargo do not fit into ships that carry {holds}",
            soldiers + others
        )
    };
    let each = |hull: Hull| units.ship(hull).holds;
    let hint = format!(
        "a Caravel carries {}, a Carrack {}; leaders take no room",
        each(Hull::Caravel),
        each(Hull::Carrack)
    );
    fault(span, reason, hint)
}
