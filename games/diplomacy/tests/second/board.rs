//! What a unit may be ordered, once more: written from the rules alone, with sets of seas where
//! the game itself follows ways.

use packetboat_core::prelude::*;
use packetboat_diplomacy::data::Tables;
use packetboat_diplomacy::judge::Act;
use packetboat_diplomacy::place::{Kind, Place, Province, Unit};

/// All units, by province.
pub(crate) type Units = BTreeMap<Province, (Seat, Unit)>;

/// The seas as bits of a number.
#[derive(Debug)]
pub(crate) struct Chart {
    /// The bit of each sea.
    pub(crate) bit: BTreeMap<Province, u32>,
    /// The seas beside each sea.
    beside: BTreeMap<u32, u32>,
    /// The seas at each coast.
    shore: BTreeMap<Province, u32>,
}

impl Chart {
    pub(crate) fn of(map: &Tables) -> Self {
        let seas = map.provinces.keys().filter(|it| map.is_sea(**it));
        let bit: BTreeMap<Province, u32> = (0..).zip(seas).map(|(n, it)| (*it, 1 << n)).collect();
        let mut beside: BTreeMap<u32, u32> = bit.values().map(|it| (*it, 0)).collect();
        let mut shore = BTreeMap::new();
        for (sea, own) in &bit {
            let fleet = Unit {
                kind: Kind::Fleet,
                at: Place::inland(*sea),
            };
            for step in map.steps(fleet) {
                match bit.get(&step.province) {
                    Some(other) => *beside.entry(*own).or_insert(0) |= other,
                    None => *shore.entry(step.province).or_insert(0) |= own,
                }
            }
        }
        Chart { bit, beside, shore }
    }

    fn at(&self, coast: Province) -> u32 {
        self.shore.get(&coast).copied().unwrap_or(0)
    }

    /// The seas of these that can be reached from a coast.
    pub(crate) fn flood(&self, from: Province, seas: u32) -> u32 {
        let mut wet = self.at(from) & seas;
        loop {
            let reached = bits(wet).map(|it| self.beside[&it]);
            let wider = wet | reached.fold(0, |all, it| all | it) & seas;
            if wider == wet {
                return wet;
            }
            wet = wider;
        }
    }

    /// Whether these seas join two coasts.
    pub(crate) fn join(&self, from: Province, to: Province, seas: u32) -> bool {
        from != to && self.flood(from, seas) & self.at(to) != 0
    }

    /// Coasts that seas lead to.
    pub(crate) fn coasts(&self, from: Province, seas: u32) -> Vec<Province> {
        let wet = self.flood(from, seas);
        let all = self.shore.iter().filter(|it| it.1 & wet != 0);
        all.map(|it| *it.0).filter(|it| *it != from).collect()
    }

    /// The seas of which a convoy may need each: all that are in a set of seas that joins the two
    /// coasts, and without any one of them does not (6.G.19).
    fn needed(&self, from: Province, to: Province, seas: u32) -> u32 {
        let mut found = 0;
        let mut ways: Vec<(u32, u32)> = bits(self.at(from) & seas).map(|it| (it, it)).collect();
        while let Some((way, last)) = ways.pop() {
            if last & self.at(to) != 0 {
                if bits(way).all(|it| !self.join(from, to, way & !it)) {
                    found |= way;
                }
                continue;
            }
            // Who comes back to the first shore could have begun there.
            let next = self.beside[&last] & seas & !way & !self.at(from);
            ways.extend(bits(next).map(|it| (way | it, it)));
        }
        found
    }
}

/// Each bit of a number.
pub(crate) fn bits(of: u32) -> impl Iterator<Item = u32> {
    (0..32).map(|it| 1 << it).filter(move |it| of & it != 0)
}

/// A position.
pub(crate) struct Board<'a> {
    pub(crate) map: &'a Tables,
    pub(crate) chart: &'a Chart,
    pub(crate) units: &'a Units,
}

impl Board<'_> {
    /// The seas where anybody's fleet is.
    pub(crate) fn fleets(&self) -> u32 {
        let seas = self.units.keys().filter_map(|it| self.chart.bit.get(it));
        seas.fold(0, |all, it| all | it)
    }

    /// The order, if it is legal, with its coast; else nothing: the unit holds (4.E.1).
    pub(crate) fn legal(&self, unit: Unit, act: Act) -> Option<Act> {
        match act {
            Act::Hold => Some(act),
            Act::Move { to, via } => self.move_of(unit, to, via),
            Act::Support { of, to } => {
                let goal = to.map_or(of, |it| it.province);
                let own = unit.province();
                let (_, other) = *self.units.get(&of)?;
                // 6.A.8, 6.D.34, 6.A.10
                let may = of != own && goal != own && self.touches(unit, goal);
                let can = to.is_none_or(|it| self.could_go(other, it, own));
                (may && can).then_some(act)
            }
            Act::Convoy { of, to } => {
                let (_, army) = *self.units.get(&of)?;
                let own = *self.chart.bit.get(&unit.province())?;
                let may = army.is_army() && of != to;
                let needed = || self.chart.needed(of, to, self.fleets());
                (may && needed() & own != 0).then_some(act)
            }
        }
    }

    fn move_of(&self, unit: Unit, to: Place, via: bool) -> Option<Act> {
        if unit.is_army() {
            let goal = Place::inland(to.province);
            let convoyed = self.chart.join(unit.province(), to.province, self.fleets());
            let by_land = self.touches(unit, to.province) && !via;
            return (convoyed || by_land).then_some(Act::Move { to: goal, via });
        }
        let steps = self.map.steps(unit);
        let mut fit = steps.into_iter().filter(|it| to.may_be(*it));
        match (fit.next(), fit.next()) {
            (Some(to), None) => Some(Act::Move { to, via: false }),
            // 6.B.1, 6.B.3
            _ => None,
        }
    }

    /// Whether a unit could go to a province by itself.
    pub(crate) fn touches(&self, unit: Unit, to: Province) -> bool {
        self.map.steps(unit).iter().any(|it| it.province == to)
    }

    /// Whether a unit could be going there while the unit in another province supports it (6.D.31).
    fn could_go(&self, unit: Unit, to: Place, supporter: Province) -> bool {
        let steps = self.map.steps(unit);
        if !unit.is_army() {
            return steps.iter().any(|it| to.may_be(*it));
        }
        let free = self.fleets() & !self.chart.bit.get(&supporter).copied().unwrap_or(0);
        steps.iter().any(|it| it.province == to.province)
            || self.chart.join(unit.province(), to.province, free)
    }
}
