//! The purse of a sheet a: what is there in Europe, what is bought, and the blocks of the
//! Expedition Log, written down in the end.

use super::super::data::is_spain;
use super::super::ids::{At, Label, LeaderId};
use super::super::men::{Hull, Kind, Men, Ships};
use super::super::orders::Ware;
use super::super::reckon::units;
use super::fleet::{Reckoned, Route, price};
use super::mind::Mind;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted};
use std::collections::BTreeMap;

/// What a robot has to spend, and what it has decided.
pub(super) struct Outfit {
    /// Ducats that may be spent.
    pub(super) purse: i64,
    /// Colonists that may still be bought.
    pub(super) colonists: u32,
    /// Ships in Europe that have nothing to do yet.
    pub(super) idle: Ships,
    /// Men in Europe.
    pub(super) men: Men,
    /// Leaders in Europe.
    pub(super) leaders: Vec<LeaderId>,
    /// Own men on their way: Soldiers by hex they land in, so that nobody sends them twice.
    pub(super) bound_for: Vec<(Hex, Men)>,
    bought: BTreeMap<Ware, u32>,
    orders: Vec<String>,
    sequels: Vec<String>,
    used: Vec<String>,
    letter: char,
}

/// An expedition from Europe.
pub(super) struct Venture {
    /// Its ships and their Bounds.
    pub(super) fleet: Reckoned,
    /// Where it goes.
    pub(super) route: Route,
    /// Who goes along, by where they go ashore.
    pub(super) ashore: Vec<(Hex, Men)>,
    /// Leaders who go along.
    pub(super) leaders: Vec<LeaderId>,
    /// Lines that follow the block; `@` stands for the label.
    pub(super) hemi: Vec<String>,
    /// What those who landed do later in the turn (one round a turn).
    pub(super) sequels: Vec<String>,
}

impl Venture {
    /// All who go along.
    fn men(&self) -> Men {
        self.ashore.iter().fold(Men::NONE, |mut all, (_, men)| {
            all += *men;
            all
        })
    }
}

impl Outfit {
    /// Before anything is decided.
    pub(super) fn new(mind: &Mind<'_>) -> Self {
        let (own, power) = (mind.own(), mind.open().power(mind.me));
        let labels = own.expeditions.iter().filter(|(_, it)| it.at != At::Europe);
        let labels = labels.map(|(label, _)| label).chain(own.parties.keys());
        Outfit {
            purse: i64::from(power.treasury),
            colonists: power.colonists_left,
            idle: mind.ships_at_home(),
            men: own.europe,
            leaders: mind.leaders_at_home(),
            bound_for: Vec::new(),
            bought: BTreeMap::new(),
            orders: Vec::new(),
            sequels: Vec::new(),
            used: labels.map(Label::to_string).collect(),
            letter: letter(mind),
        }
    }

    /// A label that is not in use.
    fn label(&mut self) -> String {
        let free = (1..100)
            .map(|it| format!("{}{it}", self.letter))
            .find(|it| !self.used.contains(it));
        let label = free.expect("a power has fewer than a hundred expeditions");
        self.used.push(label.clone());
        label
    }

    /// Ducats that these men would cost besides those who are in Europe.
    pub(super) fn hire(&self, mind: &Mind<'_>, men: &Men) -> i64 {
        let kinds = Kind::ALL.into_iter().map(|kind| {
            let missing = men.get(kind).saturating_sub(self.men.get(kind));
            i64::from(missing) * price(mind, Ware::from(kind))
        });
        kinds.sum()
    }

    /// Whether the men can be had: Colonists are few, Soldiers not to be had in a civil war,
    /// Missionaries one by one and by Spain alone.
    pub(super) fn can_hire(&self, mind: &Mind<'_>, men: &Men) -> bool {
        let soldiers = men.soldiers <= self.men.soldiers || !mind.open().power(mind.me).civil_war;
        let missionaries = if is_spain(mind.me) {
            mind.tables()
                .units
                .missionaries_per_turn
                .saturating_sub(self.missionaries())
        } else {
            0
        };
        soldiers
            && men.colonists <= self.colonists
            && men.missionaries <= self.men.missionaries + missionaries
    }

    /// Decides for an expedition: takes its ships, men and money.
    pub(super) fn commit(&mut self, mind: &Mind<'_>, venture: Venture) {
        let label = self.label();
        let men = venture.men();
        self.purse -= venture.fleet.cash + self.hire(mind, &men);
        for hull in Hull::ALL {
            let wanted = venture.fleet.ships.get(hull);
            let taken = wanted.min(self.idle.get(hull));
            *self.idle.slot(hull) -= taken;
            self.buy(Ware::from(hull), wanted - taken);
        }
        for kind in Kind::ALL {
            let wanted = men.get(kind);
            let taken = self.men.take(kind, wanted);
            self.buy(Ware::from(kind), wanted - taken);
        }
        self.colonists = self.colonists.saturating_sub(men.colonists);
        self.leaders.retain(|it| !venture.leaders.contains(it));
        self.bound_for.extend_from_slice(&venture.ashore);
        self.orders.push(block(mind, &label, &venture));
        let hemi = venture.hemi.iter().map(|it| it.replace('@', &label));
        self.orders.extend(hemi);
        self.sequels.extend(venture.sequels);
    }

    /// Missionaries bought so far.
    fn missionaries(&self) -> u32 {
        let bought = self.bought.get(&Ware::from(Kind::Missionary));
        bought.copied().unwrap_or(0)
    }

    fn buy(&mut self, ware: Ware, number: u32) {
        if number > 0 {
            *self.bought.entry(ware).or_default() += number;
        }
    }

    /// A line about ships overseas.
    pub(super) fn order(&mut self, line: String) {
        self.orders.push(line);
    }

    /// What is to be done later in the turn (one round a turn).
    pub(super) fn sequel(&mut self, line: String) {
        self.sequels.push(line);
    }

    /// The orders, purchases first; and the sequels.
    pub(super) fn written(self) -> (Vec<String>, Vec<String>) {
        let items = self.bought.iter();
        let items = commas(items.map(|(ware, n)| counted(*n, ware.word())));
        let mut lines = Vec::new();
        if !items.is_empty() {
            lines.push(format!("BUY {items}"));
        }
        lines.extend(self.orders);
        (lines, self.sequels)
    }
}

/// The letter of a power's labels.
fn letter(mind: &Mind<'_>) -> char {
    let first = mind.me.as_str().chars().next();
    first.map_or('X', |it| it.to_ascii_uppercase())
}

fn block(mind: &Mind<'_>, label: &str, venture: &Venture) -> String {
    let ships = venture.fleet.ships;
    let ships = commas(ships.each().map(|(hull, n)| counted(n, hull.word())));
    let aboard = units::said(&venture.men(), &venture.leaders);
    let load = if aboard.is_empty() {
        String::new()
    } else {
        format!(" LOAD {aboard}")
    };
    let landing = mind.name(venture.route.landing);
    let back = if venture.route.returns {
        "HOME"
    } else {
        "STAY"
    };
    format!("EXPEDITION {label} FROM europe SHIPS {ships}{load} LAND {landing} RETURN {back}")
}
