//! Sheet b: gold, parties, marches, natives, upkeep.

use super::super::data::is_spain;
use super::super::faces::words;
use super::super::ids::At;
use super::super::map::ways::land_way;
use super::super::men::Kind;
use super::super::orders::{
    Carry, Dropped, Goal, Item, March, Marchers, Miners, Order, QuestKind, Spot, Thing, Units, Ware,
};
use super::reader::{Need, Reader, fault, small};
use super::sea::origin;
use packetboat_core::lang::diagnostic::{Diagnostic, Span};
use packetboat_core::lang::said::{Is, Value, find};
use packetboat_kit::hex::Hex;
use packetboat_kit::words::commas;

/// Why nobody marches in Europe.
const NO_MARCH: (&str, &str) = (
    "nobody marches in Europe",
    "EXPEDITION … LOAD takes men overseas",
);

/// `PROSPECT place YES|NO`.
pub(super) fn prospect(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    Ok(Order::Prospect {
        place: site(it)?,
        yes: it.said.word("yes") != Some("NO"),
    })
}

/// `MINE place n`.
pub(super) fn mine(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let miners = match &it.value("miners").is {
        Is::Number(number) => Miners::Number(small(*number)),
        Is::Word("MAX") => Miners::Max,
        Is::Word("NONE") => Miners::None,
        _ => Miners::Auto,
    };
    Ok(Order::Mine {
        place: site(it)?,
        miners,
    })
}

/// A gold site; none for ALL.
fn site(it: &Reader<'_>) -> Result<Option<At>, Diagnostic> {
    let sites: Vec<Hex> = it.tables().gold.sites.keys().copied().collect();
    hex_of(it, &sites, "gold site")
}

/// `LOOT place YES|NO`.
pub(super) fn loot(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let cities: Vec<Hex> = it.tables().gold.cities.keys().copied().collect();
    Ok(Order::Loot {
        place: hex_of(it, &cities, "treasure city")?,
        yes: it.said.word("yes") != Some("NO"),
    })
}

/// One of these hexes; none for ALL.
fn hex_of(it: &Reader<'_>, of: &[Hex], what: &str) -> Result<Option<At>, Diagnostic> {
    if it.said.word("place").is_some() {
        return Ok(None);
    }
    let value = it.value("place");
    let hex = it.hex(value, Need::March, ("there is none in Europe", ""))?;
    if of.contains(&hex) {
        return Ok(Some(At::Hex(hex)));
    }
    let map = it.map();
    let nearest = of.iter().min_by_key(|it| (hex.distance(**it), **it));
    let hint = nearest.map(|it| format!("the nearest {what} is {}", map.name_of(*it)));
    let reason = format!("there is no {what} in {}", map.name_of(hex));
    fault(value.span, reason, hint.unwrap_or_default())
}

/// `PARTY label units AT place [QUEST …]`.
pub(super) fn party(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let label = it.party("label")?;
    if let Some(party) = it.mine().parties.get(&label) {
        let place = party.hex.map(|hex| it.map().name_of(hex));
        let place = place.map_or_else(|| "aboard".to_owned(), |it| format!("at {it}"));
        let reason = format!("{label} is a party of yours already, {place}");
        return fault(it.value("label").span, reason, "take another label");
    }
    let units = it.units(it.value("units"))?;
    let at = it.hex(it.value("at"), Need::March, NO_MARCH)?;
    let quests = match it.said.word("quest") {
        None => Vec::new(),
        Some("CIBOLA") => vec![QuestKind::Cibola],
        Some("ELDORADO") => vec![QuestKind::Eldorado],
        Some(_) => vec![QuestKind::Cibola, QuestKind::Eldorado],
    };
    members(it, &units, !quests.is_empty())?;
    Ok(Order::Party {
        label,
        units,
        at: At::Hex(at),
        quests,
    })
}

/// Who a party must have, as far as its line fixes it (4.12).
fn members(it: &Reader<'_>, units: &Units, quest: bool) -> Result<(), Diagnostic> {
    if units.all {
        return Ok(());
    }
    let span = it.value("units").span;
    let of = |kind| units.men.iter().filter(move |it| it.kind == kind);
    let open = of(Kind::Soldier).any(|it| it.number.is_none());
    let soldiers: u32 = of(Kind::Soldier).filter_map(|it| it.number).sum();
    if soldiers == 0 && !open && units.leaders.is_empty() {
        let reason = "a party needs a Soldier or a leader";
        return fault(span, reason, "Colonists alone march without one");
    }
    let needed = it.tables().ret.quest_soldiers;
    if quest && !open && soldiers < needed {
        let reason = format!("a quest party sets out with at least {needed} Soldiers");
        return fault(span, reason, "leave QUEST out, or name more");
    }
    if quest && is_spain(it.me()) && of(Kind::Missionary).next().is_none() {
        let reason = "a quest party of Spain takes a Missionary along";
        return fault(span, reason, "BUY one and ship it there first");
    }
    Ok(())
}

/// `MOVE …`.
pub(super) fn march(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let who = match it.said.get("label") {
        Some(_) => Marchers::Party {
            label: it.party("label")?,
        },
        None => Marchers::Units {
            units: it.units(it.value("units"))?,
            from: At::Hex(it.hex(it.value("from"), Need::March, NO_MARCH)?),
        },
    };
    let via = it.via(Need::March)?;
    let goal = goal(it)?;
    let aboard = it.said.get("aboard").map(|_| it.fleet("aboard"));
    let aboard = aboard.transpose()?;
    if goal.is_none() && aboard.is_none() {
        let hint = "add TO place, STORM place, or ABOARD label";
        return fault(it.said.span, "this march leads nowhere", hint);
    }
    if let (Some(Goal::Storm { .. } | Goal::Unguarded { .. }), Some(_)) = (goal, aboard) {
        let reason = "units that storm a hex do not go aboard";
        return fault(it.value("aboard").span, reason, "one or the other");
    }
    on_foot(it, &who, &via, goal)?;
    let drops = it.said.items("drops").iter();
    let drops: Result<Vec<Dropped>, Diagnostic> = drops.map(|values| dropped(it, values)).collect();
    Ok(Order::Move(March {
        who,
        via,
        goal,
        carry: carry(it)?,
        drops: drops?,
        aboard,
    }))
}

fn goal(it: &Reader<'_>) -> Result<Option<Goal>, Diagnostic> {
    let storm = it.said.get("storm").or(it.said.get("unguarded"));
    if let (Some(_), Some(storm)) = (it.said.get("to"), storm) {
        let reason = "a march goes TO a hex or STORMs one, not both";
        return fault(storm.span, reason, "the winner of a storm is in the hex");
    }
    if let Some(value) = it.said.get("to") {
        let place = At::Hex(it.hex(value, Need::March, NO_MARCH)?);
        return Ok(Some(Goal::To { place }));
    }
    if let Some(value) = it.said.get("storm") {
        let place = At::Hex(it.hex(value, Need::March, NO_MARCH)?);
        return Ok(Some(Goal::Storm { place }));
    }
    match it.said.get("unguarded") {
        Some(_) => {
            let power = it.other("unguarded")?;
            Ok(Some(Goal::Unguarded { power }))
        }
        None => Ok(None),
    }
}

/// Whether a way by land leads from each point to the next.
fn on_foot(
    it: &Reader<'_>,
    who: &Marchers,
    via: &[Spot],
    goal: Option<Goal>,
) -> Result<(), Diagnostic> {
    let map = it.map();
    let mut here = match who {
        Marchers::Units {
            from: At::Hex(hex), ..
        } => Some(*hex),
        _ => None,
    };
    let to = match goal {
        Some(Goal::To { place } | Goal::Storm { place }) => Some(Spot::Place { at: place }),
        _ => None,
    };
    for spot in via.iter().copied().chain(to) {
        let wanted = |hex: Hex| match spot {
            Spot::Place { at } => at == At::Hex(hex),
            Spot::Zone { zone } => map.zone(hex) == Some(zone),
            Spot::Area { area } => map.area(hex) == Some(area),
        };
        let Some(start) = here else {
            here = match spot {
                Spot::Place { at } => at.hex(),
                _ => None,
            };
            continue;
        };
        let Some(way) = land_way(map, start, &wanted, &|_| false, &|_| false) else {
            let reason = format!(
                "there is no way by land from {} to {}",
                map.name_of(start),
                spot_name(it, spot)
            );
            let value = it.said.get("to").or(it.said.get("storm"));
            let span: Span = value.map_or(it.said.span, |it| it.span);
            let ships = "ships carry men across: EMBARK, HEMI, DEBARK".to_owned();
            let hint = namesake(it, start, spot).unwrap_or(ships);
            return fault(span, reason, hint);
        };
        here = Some(way.last().copied().unwrap_or(start));
    }
    storm_of_itself(it, who, goal)
}

/// Another place whose name begins with that of this one, and to which a way leads by land.
fn namesake(it: &Reader<'_>, start: Hex, spot: Spot) -> Option<String> {
    let Spot::Place { at: At::Hex(meant) } = spot else {
        return None;
    };
    let map = it.map();
    let name = format!("{} ", map.name_of(meant));
    let near = map.places().iter().find(|it| {
        let wanted = |hex: Hex| hex == it.hex;
        it.name.starts_with(&name)
            && land_way(map, start, &wanted, &|_| false, &|_| false).is_some()
    })?;
    Some(format!(
        "there is also {} ({}): write {}",
        near.name, near.hex, near.slug
    ))
}

fn storm_of_itself(it: &Reader<'_>, who: &Marchers, goal: Option<Goal>) -> Result<(), Diagnostic> {
    match (who, goal) {
        (Marchers::Units { from, .. }, Some(Goal::Storm { place })) if *from == place => {
            let reason = "a hex is stormed from a hex beside it";
            fault(
                it.value("storm").span,
                reason,
                "name another hex after FROM",
            )
        }
        _ => Ok(()),
    }
}

fn spot_name(it: &Reader<'_>, spot: Spot) -> String {
    match spot {
        Spot::Place { at } => it.map().at_name(at),
        Spot::Zone { zone } => it.map().zone_of(zone).name.clone(),
        Spot::Area { area } => it.map().area_of(area).name.clone(),
    }
}

fn carry(it: &Reader<'_>) -> Result<Option<Carry>, Diagnostic> {
    let Some(value) = it.said.get("carry") else {
        return Ok(None);
    };
    Ok(Some(Carry {
        sum: value.as_number().map(small),
        of: origin(it)?,
    }))
}

fn dropped(it: &Reader<'_>, values: &[Value]) -> Result<Dropped, Diagnostic> {
    let part = |name| find(values, name).expect("DROP names units and a place");
    Ok(Dropped {
        units: it.units(part("units"))?,
        at: At::Hex(it.hex(part("at"), Need::March, NO_MARCH)?),
    })
}

/// `RETREAT [FROM place] TO place`: one hex (4.5).
pub(super) fn retreat(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let hex = |value: &Value| it.hex(value, Need::March, NO_MARCH);
    let from = it.said.get("from").map(hex).transpose()?;
    let value = it.value("to");
    let to = hex(value)?;
    let map = it.map();
    if let Some(from) = from.filter(|from| !map.land_neighbours(*from).contains(&to)) {
        let reason = format!(
            "{} is not beside {}: a retreat goes one hex",
            map.name_of(to),
            map.name_of(from)
        );
        let beside = commas(map.land_neighbours(from));
        return fault(value.span, reason, format!("beside it: {beside}"));
    }
    Ok(Order::Retreat {
        from: from.map(At::Hex),
        to: At::Hex(to),
    })
}

/// `NATIVES area WITH n [FROM place, …]`.
pub(super) fn natives(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let area = it.area();
    let map = it.map();
    let values = it.said.items("from").iter().flatten();
    let from: Result<Vec<At>, Diagnostic> = values
        .map(|value| {
            let hex = it.hex(value, Need::March, NO_MARCH)?;
            if map.area(hex) == Some(area) {
                Ok(At::Hex(hex))
            } else {
                let title = words::with_article(&map.area_of(area).name);
                let reason = format!("{} is not in {title}", map.name_of(hex));
                fault(
                    value.span,
                    reason,
                    "Soldiers fight natives of their own Area",
                )
            }
        })
        .collect();
    Ok(Order::Natives {
        area,
        with: it.number("with"),
        from: from?,
    })
}

/// `PREACH area`.
pub(super) fn preach(it: &Reader<'_>) -> Order {
    Order::Preach { area: it.area() }
}

/// Where a ware may be: ships on the water, men on land, both in Europe.
fn stand(it: &Reader<'_>, ware: Ware, value: &Value) -> Result<At, Diagnostic> {
    let need = match ware.hull() {
        Some(_) => Need::Ships,
        None => Need::March,
    };
    it.at_for(value, need)
}

/// `KEEP thing, …`.
pub(super) fn keep(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let items = it.said.items("things").iter();
    let things: Result<Vec<Thing>, Diagnostic> = items
        .map(|values| {
            let word = find(values, "thing").and_then(Value::as_name);
            let what = word
                .and_then(Ware::of)
                .expect("the grammar lists wares here");
            let at = find(values, "at").map(|value| stand(it, what, value));
            let at = at.transpose()?;
            Ok(Thing { what, at })
        })
        .collect();
    Ok(Order::Keep { things: things? })
}

/// `DISBAND n kind, … AT place`; ALL are all land units there.
pub(super) fn disband(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let place = it.value("at");
    if it.said.has("all") {
        let at = Some(it.at_for(place, Need::March)?);
        let items = Kind::ALL.map(|kind| Item {
            what: Ware::from(kind),
            number: None,
            at,
        });
        return Ok(Order::Disband {
            items: items.to_vec(),
        });
    }
    let values = it.said.items("items").iter().flatten();
    let items: Result<Vec<Item>, Diagnostic> = values
        .map(|value| {
            let item = it.item(value, None);
            let at = Some(stand(it, item.what, place)?);
            Ok(Item { at, ..item })
        })
        .collect();
    Ok(Order::Disband { items: items? })
}
