//! What every position must satisfy. Run after every step and every load: what does not hold is a
//! bug or a damaged file.
//!
//! Not here: what players may do (`council`, `sea`, `land`).

use super::data::{Leader, SiteClass, Tables, is_spain};
use super::ids::{At, Label, LeaderId};
use super::map::Ground;
use super::men::{Hull, Men};
use super::state::{
    Ashore, Expedition, Lot, Mine, Open, Party, Sealed, Ship, Stack, Stage, State, lent,
};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use std::fmt;

/// Checks a position.
///
/// # Errors
/// The first invariant that does not hold.
pub fn validate(tables: &Tables, state: &State) -> Result<(), Broken> {
    table(tables, state)?;
    areas(tables, &state.open)?;
    for (hex, ashore) in &state.open.hexes {
        on_land(tables, &state.open, *hex, ashore)?;
    }
    sites(tables, &state.open)?;
    discoveries(tables, &state.open)?;
    for seat in &state.open.table {
        let own = state.own(*seat);
        labels(*seat, own)?;
        ships(tables, state, *seat, own)?;
        leaders(tables, state, *seat)?;
        for (label, party) in &own.parties {
            party_alone(*label, party)?;
        }
        parties(&state.open, *seat, own)?;
    }
    deals(state)
}

fn broken<T>(what: impl Into<String>) -> Result<T, Broken> {
    Err(Broken(what.into()))
}

/// Seats, turns and where the game stands.
fn table(tables: &Tables, state: &State) -> Result<(), Broken> {
    let open = &state.open;
    let seats: BTreeSet<Seat> = open.table.iter().copied().into_set();
    let card: Vec<Seat> = tables.card.seats.iter().map(|it| it.name).collect();
    let known = open.table.iter().all(|it| card.contains(it));
    Broken::unless(
        known && !seats.is_empty(),
        || "the table has strangers or nobody",
    )?;
    Broken::unless(seats.len() == open.table.len(), || "a seat is taken twice")?;
    let powers = open.powers.keys().copied().into_set() == seats;
    let sealed = state.sealed.keys().copied().into_set() == seats;
    Broken::unless(powers && sealed, || "powers and seats differ")?;
    let order: BTreeSet<Seat> = open.initiative.iter().copied().into_set();
    Broken::unless(
        order == seats && open.initiative.len() == seats.len(),
        || "the order of initiative is not one of the powers",
    )?;
    let options = &open.options;
    let scenario = tables
        .scenarios
        .iter()
        .find(|it| it.name == options.scenario);
    Broken::unless(scenario.is_some(), || {
        format!("no scenario {}", options.scenario)
    })?;
    Broken::unless((1..=options.last_turn).contains(&open.turn), || {
        format!("turn {} of {}", open.turn, options.last_turn)
    })?;
    Broken::unless(
        (1..=2).contains(&options.rounds_per_turn),
        || "one or two rounds a turn",
    )?;
    Broken::unless(open.turn_of as usize <= open.table.len(), || "nobody's go")?;
    Broken::unless(
        open.outcome.is_some() == (open.stage == Stage::Over),
        || "an outcome at the end, and only then",
    )?;
    if let Some(outcome) = &open.outcome {
        let placed: BTreeSet<Seat> = outcome.placings.keys().copied().into_set();
        Broken::unless(placed == seats, || "the outcome places other powers")?;
    }
    for (seat, power) in &open.powers {
        Broken::unless(power.penalty_vp <= 0, || {
            format!("{seat} gains by penalties")
        })?;
    }
    Ok(())
}

fn areas(tables: &Tables, open: &Open) -> Result<(), Broken> {
    let scenario = tables.scenario(&open.options.scenario);
    Broken::unless(
        open.areas.len() == tables.map.areas().len(),
        || "the Areas are not those of the map",
    )?;
    for area in tables.map.areas() {
        let Some(state) = open.areas.get(&area.id) else {
            return broken(format!("no Area {}", area.id));
        };
        let first = scenario.natives.get(&area.id).unwrap_or(&area.native);
        Broken::unless(state.natives <= *first, || {
            format!("natives of {} have grown", area.id)
        })?;
        let attacked = state.attacked.iter().all(|it| open.table.contains(it));
        Broken::unless(attacked, || format!("strangers attacked in {}", area.id))?;
    }
    Ok(())
}

/// What is ashore in a hex.
fn on_land(tables: &Tables, open: &Open, hex: Hex, ashore: &Ashore) -> Result<(), Broken> {
    Broken::unless(tables.map.is_land(hex), || format!("{hex} is not land"))?;
    let empty = ashore.stacks.is_empty() && ashore.gold.is_empty();
    Broken::unless(!empty, || format!("nothing is left in {hex}"))?;
    for (seat, stack) in &ashore.stacks {
        Broken::unless(open.table.contains(seat), || {
            format!("{seat} in {hex} does not play")
        })?;
        stack_in(tables, open, hex, *seat, stack)?;
    }
    lots(tables, open, &ashore.gold, format_args!("in {hex}"))
}

fn stack_in(
    tables: &Tables,
    open: &Open,
    hex: Hex,
    seat: Seat,
    stack: &Stack,
) -> Result<(), Broken> {
    let place = format_args!("{seat} in {hex}");
    Broken::unless(!stack.is_empty(), || format!("nobody of {place}"))?;
    // Marches end before stacking is looked at (1.1).
    let marching = matches!(open.stage, Stage::March | Stage::Combat | Stage::MarchEnd);
    let (most, men) = (&tables.units, &stack.men);
    let crowded = men.colonists > most.stack_colonists || men.soldiers > most.stack_soldiers;
    Broken::unless(marching || !crowded, || {
        format!("too many of {place}: {}", men.words())
    })?;
    Broken::unless(men.missionaries == 0 || is_spain(seat), || {
        format!("Missionaries of {place}")
    })?;
    let marched = men.has(&stack.marched) && stack.marched_leaders.is_subset(&stack.leaders);
    Broken::unless(marched, || {
        format!("more have marched than there are of {place}")
    })
}

fn lots(
    tables: &Tables,
    open: &Open,
    lots: &[Lot],
    place: fmt::Arguments<'_>,
) -> Result<(), Broken> {
    let gold = &tables.gold;
    for lot in lots {
        let sites = gold.sites.values().map(|it| it.place);
        let mut origins = sites.chain(gold.cities.values().map(|it| it.place));
        Broken::unless(origins.any(|it| it == lot.origin), || {
            format!("gold {place} from {}, where there is none", lot.origin)
        })?;
        Broken::unless(lot.ducats > 0, || {
            format!("no gold {place} from {}", lot.origin)
        })?;
        Broken::unless(open.table.contains(&lot.owner), || {
            format!("nobody's gold {place}")
        })?;
    }
    Ok(())
}

/// Mines and treasure cities.
fn sites(tables: &Tables, open: &Open) -> Result<(), Broken> {
    for (hex, mine) in &open.mines {
        let Some(site) = tables.gold.sites.get(hex) else {
            return broken(format!("a mine in {hex}, where no gold is"));
        };
        let allowed = capacities(tables, site.class);
        Broken::unless(allowed.contains(&mine.capacity), || {
            format!("the mine in {hex} yields {}", mine.capacity)
        })?;
        mine_owners(open, *hex, mine)?;
    }
    for (hex, city) in &open.cities {
        Broken::unless(tables.gold.cities.contains_key(hex), || {
            format!("{hex} is not a treasure city")
        })?;
        let by = city.by.is_none_or(|it| open.table.contains(&it));
        Broken::unless(by, || format!("strangers looted {hex}"))?;
    }
    Ok(())
}

fn mine_owners(open: &Open, hex: Hex, mine: &Mine) -> Result<(), Broken> {
    let mut powers = mine.owner.iter().chain(&mine.worked);
    Broken::unless(powers.all(|it| open.table.contains(it)), || {
        format!("strangers own the mine in {hex}")
    })
}

/// What a mine of a class may yield: what prospecting finds, less what depletion takes.
fn capacities(tables: &Tables, class: SiteClass) -> BTreeSet<u32> {
    let gold = &tables.gold;
    if class == SiteClass::Potosi {
        return [0, gold.potosi.capacity].into_iter().into_set();
    }
    let found = gold.prospecting.get(&class).into_iter().flatten().flatten();
    let mut all = [0].into_iter().into_set();
    for first in found {
        let mut capacity = *first;
        while capacity > 0 {
            all.insert(capacity);
            capacity = capacity.saturating_sub(gold.depletion.max(1));
        }
    }
    all
}

/// Discoveries are known, and their victory points are where they come from.
fn discoveries(tables: &Tables, open: &Open) -> Result<(), Broken> {
    let mut sums: BTreeMap<Seat, (i32, i32)> = BTreeMap::new();
    for (id, seat) in &open.discovered {
        let Some(discovery) = tables.discoveries.iter().find(|it| it.id == *id) else {
            return broken(format!("no discovery {id}"));
        };
        Broken::unless(open.table.contains(seat), || {
            format!("strangers discovered {id}")
        })?;
        Broken::unless(!open.made_before.contains(id), || {
            format!("{id} was discovered twice")
        })?;
        let (sum, by_land) = sums.entry(*seat).or_default();
        *sum += discovery.vp;
        *by_land += i32::from(!discovery.is_naval());
    }
    for (seat, power) in &open.powers {
        let (sum, by_land) = sums.get(seat).copied().unwrap_or_default();
        let more = power.discovery_vp - sum;
        // An Explorer along brings more for a discovery by land (4.10).
        let each = tables.explorer_vp.max(1);
        let fits = more % each == 0 && (0..=each * by_land).contains(&more);
        Broken::unless(fits, || {
            format!("{seat} has {} for discoveries of {sum}", power.discovery_vp)
        })?;
    }
    Ok(())
}

fn labels(seat: Seat, own: &Sealed) -> Result<(), Broken> {
    let twice = own
        .parties
        .keys()
        .find(|it| own.expeditions.contains_key(it));
    match twice {
        Some(label) => broken(format!("{label} of {seat} is an expedition and a party")),
        None => Ok(()),
    }
}

/// Expeditions and docks: where they may be, and what they may carry.
fn ships(tables: &Tables, state: &State, seat: Seat, own: &Sealed) -> Result<(), Broken> {
    for (at, ships) in &own.docks {
        let caravels = ships.carracks + ships.galleons == 0;
        Broken::unless(may_lie(tables, *at, caravels), || {
            format!("{} of {seat} lie in {at}", ships.words())
        })?;
    }
    for (label, it) in &own.expeditions {
        let name = format_args!("{label} of {seat}");
        Broken::unless(!it.ships.is_empty(), || format!("{name} has no ship"))?;
        Broken::unless(may_lie(tables, it.at, it.only_caravels()), || {
            format!("{name} is in {}", it.at)
        })?;
        for ship in &it.ships {
            ship_alone(tables, seat, ship, name)?;
            let aboard = format_args!("aboard {name}");
            lots(tables, &state.open, &ship.gold, aboard)?;
        }
        expedition_alone(tables, state, it, name)?;
    }
    Ok(())
}

fn expedition_alone(
    tables: &Tables,
    state: &State,
    it: &Expedition,
    name: fmt::Arguments<'_>,
) -> Result<(), Broken> {
    let zone = it.at.hex().and_then(|it| tables.map.zone(it));
    let cape = zone.is_some_and(|it| it.as_str() == "cape");
    Broken::unless(it.from_pacific.is_none() || cape, || {
        format!("{name} comes from an ocean and is not at the Cape")
    })?;
    let marks = it.marks.iter().chain(&it.new_marks);
    for id in marks {
        let found = tables.discoveries.iter().find(|it| it.id == *id);
        Broken::unless(found.is_some(), || format!("{name} has touched {id}"))?;
    }
    let gate = matches!(state.open.stage, Stage::GateA | Stage::GateB);
    let landed = it.ships.iter().any(|it| !it.landed.is_empty());
    Broken::unless(!(gate && landed), || {
        format!("{name} still has men ashore on its list after its attrition")
    })
}

/// Whether ships may lie there: in Europe, a coast hex, a sea hex of a zone; Caravels alone on a
/// navigable river too.
fn may_lie(tables: &Tables, at: At, caravels: bool) -> bool {
    let Some(hex) = at.hex() else {
        return true;
    };
    match tables.map.kind(hex) {
        Ground::Coast | Ground::Sea => true,
        Ground::Land => caravels && tables.map.navigable(hex),
        Ground::Out | Ground::Lake | Ground::Ocean => false,
    }
}

fn ship_alone(
    tables: &Tables,
    seat: Seat,
    ship: &Ship,
    name: fmt::Arguments<'_>,
) -> Result<(), Broken> {
    let units = &tables.units;
    let ducats: u32 = ship.gold.iter().map(|it| it.ducats).sum();
    let points = ship.men.total() + ducats.div_ceil(units.ducats_per_point);
    Broken::unless(points <= units.ship(ship.hull).holds, || {
        format!("a {} of {name} carries {points}", ship.hull.word())
    })?;
    let soldiers = ship.men.colonists + ship.men.missionaries == 0;
    Broken::unless(ship.hull != Hull::Galleon || soldiers, || {
        format!("a Galleon Fleet of {name} carries {}", ship.men.words())
    })?;
    Broken::unless(ship.men.missionaries == 0 || is_spain(seat), || {
        format!("Missionaries aboard {name}")
    })
}

/// Each leader is in one place at most, his power's or whose he is lent to, and in no grave
/// besides.
fn leaders(tables: &Tables, state: &State, seat: Seat) -> Result<(), Broken> {
    let own = state.own(seat);
    let aboard = own.expeditions.values().flat_map(|it| &it.ships);
    let aboard = aboard.flat_map(|it| &it.leaders);
    let ashore = state.open.stacks_of(seat).flat_map(|(_, it)| &it.leaders);
    let serves = |it: &Leader| {
        it.power == seat || lent(&state.deals, it.id).is_some_and(|it| it.borrower == seat)
    };
    let mut seen: BTreeSet<LeaderId> = BTreeSet::new();
    for id in own
        .leaders
        .iter()
        .chain(&own.gone)
        .chain(aboard)
        .chain(ashore)
    {
        let found = tables.leaders.iter().find(|it| it.id == *id);
        Broken::unless(found.is_some_and(serves), || {
            format!("{id} is not a leader of {seat}")
        })?;
        Broken::unless(seen.insert(*id), || {
            format!("{id} of {seat} is in two places")
        })?;
    }
    Ok(())
}

/// A party by itself.
fn party_alone(label: Label, it: &Party) -> Result<(), Broken> {
    Broken::unless(it.hex.is_some() != it.aboard.is_some(), || {
        format!("party {label} is ashore or aboard")
    })?;
    Broken::unless(it.men.soldiers > 0 || !it.leaders.is_empty(), || {
        format!("party {label} has neither Soldier nor leader left")
    })?;
    Broken::unless(!it.trail.is_empty(), || {
        format!("party {label} has no trail")
    })?;
    let last = it.trail.last();
    Broken::unless(it.hex.is_none_or(|hex| last == Some(&hex)), || {
        format!("party {label} has left its trail")
    })?;
    Broken::unless(it.march_from as usize <= it.trail.len(), || {
        format!("the march of party {label} begins after its trail")
    })
}

/// Members of parties are where the party is, and in no other one.
fn parties(open: &Open, seat: Seat, own: &Sealed) -> Result<(), Broken> {
    let mut ashore: BTreeMap<Hex, (Men, BTreeSet<LeaderId>)> = BTreeMap::new();
    let mut aboard: BTreeMap<Label, (Men, BTreeSet<LeaderId>)> = BTreeMap::new();
    for (label, party) in &own.parties {
        let all = match (party.hex, party.aboard) {
            (Some(hex), _) => ashore.entry(hex).or_default(),
            (None, Some(label)) => aboard.entry(label).or_default(),
            (None, None) => return broken(format!("party {label} is nowhere")),
        };
        all.0 += party.men;
        for leader in &party.leaders {
            Broken::unless(all.1.insert(*leader), || {
                format!("{leader} is in two parties")
            })?;
        }
    }
    for (hex, (men, leaders)) in ashore {
        let stack = open.stack(hex, seat);
        let there = stack.is_some_and(|it| it.men.has(&men) && leaders.is_subset(&it.leaders));
        Broken::unless(there, || {
            format!("members of a party of {seat} are not in {hex}")
        })?;
    }
    for (label, (men, leaders)) in aboard {
        let there = own.expeditions.get(&label);
        let there = there.is_some_and(|it| it.men().has(&men) && leaders.is_subset(&it.leaders()));
        Broken::unless(there, || {
            format!("members of a party of {seat} are not aboard {label}")
        })?;
    }
    Ok(())
}

fn deals(state: &State) -> Result<(), Broken> {
    let mut before = 0;
    for deal in &state.deals {
        let [one, other] = deal.bond.parties();
        let known = [one, other].iter().all(|it| state.open.table.contains(it));
        Broken::unless(known && one != other, || {
            format!("deal {} has strangers", deal.number)
        })?;
        Broken::unless(deal.number >= before, || {
            format!("deal {} is out of order", deal.number)
        })?;
        before = deal.number;
    }
    Ok(())
}
