//! Another position that a viewer could not tell from this one: all that others keep sealed is
//! drawn anew, as far as the ships and men in sight allow.
//!
//! In sight are ships by power, place and kind with the gold aboard, and everybody ashore. So
//! ships stay where they are with their gold; which of them sail together, under what label, with
//! whom aboard and where to, is another story.

use super::data::{Leader, Tables, is_spain};
use super::ids::{At, DiscoveryId, Label, LeaderId, ZoneId};
use super::men::{Hull, Kind, Men, Ships};
use super::orders::Return;
use super::state::{Bond, Deal, Expedition, Open, Party, Played, Sealed, Ship, State, lent};
use packetboat_core::prelude::*;
use std::sync::Arc;

/// Most Bounds that a redrawn expedition has bought.
const BOUNDS_MOST: u32 = 14;
/// Most men of a kind who wait in Europe.
const WAITING_MOST: u32 = 4;

/// The sealed sides of others, drawn anew.
pub fn resample(tables: &Arc<Tables>, state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    let mut draw = Draw { dice };
    // In the middle of a step, what is under way names labels: they stay.
    let at_rest = state.open.stage.played() == Played::Nothing;
    for seat in &state.open.table {
        if viewer == Viewer::Seat(*seat) {
            continue;
        }
        let own = other.own_mut(*seat);
        if at_rest {
            regroup(own, &mut draw);
            leaders(tables, state, *seat, own, &mut draw);
        }
        for it in own.expeditions.values_mut() {
            reload(tables, *seat, it, &mut draw);
        }
        papers(tables, &state.open, *seat, own, &mut draw);
        parties(&state.open, *seat, own, at_rest, &mut draw);
    }
    other.deals = deals(state, viewer, &mut draw);
    shifts(tables, state, &mut other, &mut draw);
    other
}

struct Draw<'a> {
    dice: &'a mut Dice,
}

impl Draw<'_> {
    /// From 0 to `most`.
    fn to(&mut self, most: u32) -> u32 {
        self.dice.one(Bowl::Hidden, "put otherwise", most + 1) - 1
    }

    /// Once in so many times.
    fn once_in(&mut self, times: u32) -> bool {
        self.to(times - 1) == 0
    }

    /// Each thing with even chances.
    fn some<T: Ord + Copy>(&mut self, from: impl IntoIterator<Item = T>) -> BTreeSet<T> {
        from.into_iter().filter(|_| self.once_in(2)).into_set()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        self.dice.shuffle(Bowl::Hidden, "put otherwise", items);
    }

    /// A label that is not taken.
    fn label(&mut self, taken: &BTreeSet<Label>) -> Label {
        loop {
            let letter = char::from(b'A' + u8::try_from(self.to(25)).expect("a letter"));
            let text = format!("{letter}{}", 1 + self.to(29));
            let label = text.parse().expect("a letter and a number");
            if !taken.contains(&label) {
                return label;
            }
        }
    }
}

/// Ships of one place sail in other company.
fn regroup(own: &mut Sealed, draw: &mut Draw<'_>) {
    let mut places: BTreeMap<At, (Vec<Ship>, Option<bool>)> = BTreeMap::new();
    for (at, ships) in std::mem::take(&mut own.docks) {
        let place = places.entry(at).or_default();
        for hull in Hull::ALL {
            place
                .0
                .extend((0..ships.get(hull)).map(|_| Ship::new(hull)));
        }
    }
    for it in std::mem::take(&mut own.expeditions).into_values() {
        let place = places.entry(it.at).or_default();
        place.0.extend(it.ships);
        place.1 = place.1.or(it.from_pacific);
    }
    let mut taken = BTreeSet::new();
    for (at, (mut ships, from_pacific)) in places {
        for ship in &mut ships {
            // Who was aboard is drawn anew; gold in sight stays with its ship.
            *ship = Ship {
                gold: std::mem::take(&mut ship.gold),
                ..Ship::new(ship.hull)
            };
        }
        draw.shuffle(&mut ships);
        if at == At::Europe {
            dock(own, at, &mut ships, draw);
        }
        while !ships.is_empty() {
            let most = u32::try_from(ships.len()).expect("ships are few");
            let rest = ships.split_off(1 + draw.to(most - 1) as usize);
            let mut it = Expedition::new(at, std::mem::replace(&mut ships, rest));
            it.from_pacific = from_pacific;
            let label = draw.label(&taken);
            taken.insert(label);
            own.expeditions.insert(label, it);
        }
    }
}

/// Some of the empty ships belong to no expedition.
fn dock(own: &mut Sealed, at: At, ships: &mut Vec<Ship>, draw: &mut Draw<'_>) {
    let mut docked = Ships::NONE;
    ships.retain(|it| {
        let idle = it.gold.is_empty() && draw.once_in(2);
        if idle {
            *docked.slot(it.hull) += 1;
        }
        !idle
    });
    if !docked.is_empty() {
        own.docks.insert(at, docked);
    }
}

/// Leaders out of sight are elsewhere: in Europe, aboard, or dead.
fn leaders(tables: &Tables, state: &State, seat: Seat, own: &mut Sealed, draw: &mut Draw<'_>) {
    let (open, deals) = (&state.open, &state.deals);
    let ashore: BTreeSet<LeaderId> = open
        .stacks_of(seat)
        .flat_map(|(_, it)| it.leaders.iter().copied())
        .into_set();
    let serves = |it: &Leader| lent(deals, it.id).map_or(it.power, |it| it.borrower) == seat;
    let serving = tables.leaders.iter().filter(|it| {
        serves(it) && (it.enter..=it.exit).contains(&open.turn) && !ashore.contains(&it.id)
    });
    own.leaders.clear();
    for leader in serving {
        own.gone.remove(&leader.id);
        let ships: Vec<&mut Ship> = own
            .expeditions
            .values_mut()
            .flat_map(|it| &mut it.ships)
            .collect();
        let many = u32::try_from(ships.len()).expect("ships are few");
        match (draw.to(3), many) {
            (0, _) => {
                own.gone.insert(leader.id);
            }
            (1, _) | (_, 0) => {
                own.leaders.insert(leader.id);
            }
            _ => {
                let at = draw.to(many - 1) as usize;
                let ship = ships.into_iter().nth(at).expect("one of them");
                ship.leaders.push(leader.id);
            }
        }
    }
}

/// Other men aboard, other orders.
fn reload(tables: &Tables, seat: Seat, it: &mut Expedition, draw: &mut Draw<'_>) {
    for ship in &mut it.ships {
        let units = &tables.units;
        let ducats: u32 = ship.gold.iter().map(|it| it.ducats).sum();
        let points = ducats.div_ceil(units.ducats_per_point);
        let room = units.ship(ship.hull).holds - points;
        ship.men = match ship.hull {
            Hull::Galleon => Men::of(Kind::Soldier, draw.to(room)),
            Hull::Caravel | Hull::Carrack => men(seat, draw.to(room), draw),
        };
    }
    it.bounds = draw.to(BOUNDS_MOST);
    it.exceed = draw.to(2);
    it.embarked = Men::NONE;
    it.embarked_leaders.clear();
    it.returns = [None, Some(Return::Home), Some(Return::Stay)][draw.to(2) as usize];
    it.passed_cape = draw.once_in(4);
    it.upper_amazon = draw.once_in(8);
    let naval = tables.discoveries.iter().filter(|it| it.is_naval());
    it.marks = naval.map(|it| it.id).filter(|_| draw.once_in(4)).collect();
    it.zones = zones(tables).filter(|_| draw.once_in(4)).collect();
    if it.at == At::Europe {
        // Whoever is home has been banked.
        it.marks.clear();
        it.zones.clear();
    }
}

fn zones(tables: &Tables) -> impl Iterator<Item = ZoneId> + '_ {
    tables.map.zones().iter().map(|it| it.id)
}

/// So many men of kinds that this power may have.
fn men(seat: Seat, number: u32, draw: &mut Draw<'_>) -> Men {
    let mut men = Men::NONE;
    for _ in 0..number {
        let kind = Kind::ALL[draw.to(if is_spain(seat) { 2 } else { 1 }) as usize];
        *men.slot(kind) += 1;
    }
    men
}

/// Charts, what is to be credited, men in Europe, the duty of a civil war.
fn papers(tables: &Tables, open: &Open, seat: Seat, own: &mut Sealed, draw: &mut Draw<'_>) {
    own.charts = draw.some(zones(tables));
    let naval = tables.discoveries.iter().filter(|it| it.is_naval());
    let naval: Vec<DiscoveryId> = naval.map(|it| it.id).collect();
    let at_b = open.stage.is_b() && open.outcome.is_none();
    own.banked_marks = if at_b {
        naval.into_iter().filter(|_| draw.once_in(6)).into_set()
    } else {
        BTreeSet::new()
    };
    own.banked_charts = if at_b {
        zones(tables).filter(|_| draw.once_in(6)).into_set()
    } else {
        BTreeSet::new()
    };
    own.banked_gold = if at_b { draw.to(40) } else { 0 };
    own.rutter = open.cape_navigated && draw.once_in(2);
    own.rutter_banked = at_b && open.cape_navigated && draw.once_in(4);
    if own.duty > 0 {
        own.duty = 1 + draw.to(own.duty);
        own.duty_ignored = draw.once_in(3);
    }
    let waiting = draw.to(WAITING_MOST);
    own.europe = men(seat, waiting, draw);
    // No Colonist waits in Europe between turns (Q22).
    own.europe.colonists = 0;
    own.bought = men(seat, draw.to(WAITING_MOST), draw);
    own.logged = draw.some(own.expeditions.keys().copied());
    own.lost = match own.expeditions.keys().next() {
        Some(label) if draw.once_in(3) => [(*label, 1)].into_iter().into_map(),
        _ => BTreeMap::new(),
    };
    let table = open.table.iter().copied().filter(|it| *it != seat);
    own.agreed = draw.some(table);
}

/// Other parties among the men in sight. In the middle of a step those ashore stay.
fn parties(open: &Open, seat: Seat, own: &mut Sealed, at_rest: bool, draw: &mut Draw<'_>) {
    // Who is aboard has been drawn anew.
    own.parties.retain(|_, it| it.hex.is_some() && !at_rest);
    if !at_rest {
        return;
    }
    let mut taken: BTreeSet<Label> = own.expeditions.keys().copied().into_set();
    for (hex, stack) in open.stacks_of(seat) {
        let leads = stack.men.soldiers > 0 || !stack.leaders.is_empty();
        if !leads || !draw.once_in(3) {
            continue;
        }
        let label = draw.label(&taken);
        taken.insert(label);
        let quests = open.power(seat).quests.iter().map(|it| it.kind);
        let party = Party {
            hex: Some(hex),
            aboard: None,
            men: Men::of(Kind::Soldier, stack.men.soldiers),
            leaders: stack.leaders.clone(),
            quests: quests.filter(|_| draw.once_in(2)).collect(),
            trail: vec![hex],
            march_from: 0,
        };
        own.parties.insert(label, party);
    }
}

/// Deals between others: some are dropped, the rest run longer or shorter.
fn deals(state: &State, viewer: Viewer, draw: &mut Draw<'_>) -> Vec<Deal> {
    let party = |deal: &Deal| {
        let parties = deal.bond.parties();
        parties.into_iter().any(|it| viewer == Viewer::Seat(it))
    };
    let last = state.open.options.last_turn;
    let mut deals = Vec::new();
    for deal in &state.deals {
        if party(deal) {
            deals.push(deal.clone());
        } else if matches!(deal.bond, Bond::Leader { .. }) || !draw.once_in(3) {
            let mut deal = deal.clone();
            let turn = state.open.turn + draw.to(last.saturating_sub(state.open.turn));
            match &mut deal.bond {
                Bond::Loan { due: when, .. }
                | Bond::Payment { until: when, .. }
                | Bond::Passage { until: when, .. }
                | Bond::Ports { until: when, .. }
                | Bond::Peace { until: when, .. }
                | Bond::Leader { until: when, .. } => *when = turn,
                Bond::Waived { .. } => {}
            }
            deals.push(deal);
        }
    }
    deals
}

/// With random leaders: nobody knows when those come who are not here yet.
fn shifts(tables: &Tables, state: &State, other: &mut State, draw: &mut Draw<'_>) {
    for (id, shift) in &state.shifts {
        let leader = tables.leader(*id);
        let due = leader.enter.saturating_add_signed(i32::from(*shift));
        if due > state.open.turn + 1 {
            let shift = i8::try_from(draw.to(2)).expect("small") - 1;
            let anew = leader.enter.saturating_add_signed(i32::from(shift));
            if anew > state.open.turn {
                other.shifts.insert(*id, shift);
            }
        }
    }
}
