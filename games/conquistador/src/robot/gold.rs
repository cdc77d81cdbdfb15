//! Gold on its way: Soldiers carry it from cities and mines to a Port, ships fetch it there.

use super::super::data::LeaderType;
use super::super::ids::{AreaId, LeaderId};
use super::super::men::{Kind, Men};
use super::cities::{cities, city_of};
use super::fleet::{Route, cheapest};
use super::land::{Along, Shore};
use super::mind::{DUCAT, Mind};
use super::mines::{self, carriers_of, port_for};
use super::outfit::{Outfit, Venture};
use packetboat_kit::hex::Hex;

/// Ships are sent for gold when they cost at most this part of it, in hundredths; in the last
/// turns whenever they cost less than it is worth.
const SHIPS_MAY_COST: i64 = 34;

/// Where gold lies that must be carried to a Port.
#[derive(Debug, Clone, Copy)]
struct Hoard {
    hex: Hex,
    /// Ducats there when Soldiers set out: what lies there, and what is raised before.
    gold: u32,
    /// Soldiers who have work there, at most.
    hands: u32,
}

/// Cities and inland mines where this power has something to carry, or will have.
fn hoards(mind: &Mind<'_>) -> Vec<Hoard> {
    let each = mind.tables().units.overland_ducats;
    let cities = cities(mind).into_iter().filter(|it| !mind.taken(it.hex));
    let cities = cities.map(|it| {
        let quiet = mind
            .map()
            .area(it.hex)
            .is_some_and(|it| mind.open().natives(it) == 0);
        let per_looter = mind.tables().gold.per_looter;
        let lies = if mind.men(it.hex) == Men::NONE {
            0
        } else {
            it.lying
        };
        let (hands, raised) = if !(it.rich && mind.left > 2) {
            (it.lying.div_ceil(each), 0)
        } else if quiet {
            (u32::MAX, mind.men(it.hex).soldiers * per_looter)
        } else {
            (u32::MAX, 0)
        };
        Hoard {
            hex: it.hex,
            gold: lies + raised.min(it.rate),
            hands,
        }
    });
    let inland = mines::own(mind).into_iter().filter(|it| !it.coast);
    let mines = inland.map(|it| {
        let known = mind.open().mines.contains_key(&it.hex);
        let diggers = mind.men(it.hex).colonists.min(it.diggers);
        let raised = if known {
            it.capacity * diggers / it.diggers
        } else {
            0
        };
        Hoard {
            hex: it.hex,
            gold: mind.gold_at(it.hex) + raised,
            hands: carriers_of(mind, &it).max(mind.gold_at(it.hex).div_ceil(each)),
        }
    });
    cities.chain(mines).collect()
}

impl Hoard {
    /// Ducats that leave this turn, with so many Soldiers there.
    fn carried(&self, mind: &Mind<'_>, soldiers: u32) -> u32 {
        let each = mind.tables().units.overland_ducats;
        self.gold.min(soldiers * each)
    }
}

/// Whether Soldiers have work there: a city to loot, or gold to carry.
pub(super) fn wants_soldiers(mind: &Mind<'_>, area: AreaId) -> bool {
    let here = hoards(mind).into_iter();
    let mut here = here.filter(|it| mind.map().area(it.hex) == Some(area));
    (city_of(mind, area).is_some() && mind.left > 2)
        || (here.any(|it| it.gold > 0) && mind.left > 1)
}

/// Sends ships for gold that lies in a Port, or will be carried there this turn.
pub(super) fn fetch(mind: &Mind<'_>, outfit: &mut Outfit) {
    let ports: Vec<Hex> = mind
        .settlements()
        .into_keys()
        .filter(|it| mind.is_port(*it))
        .collect();
    for port in ports {
        fetch_from(mind, outfit, port);
    }
}

fn fetch_from(mind: &Mind<'_>, outfit: &mut Outfit, port: Hex) -> Option<()> {
    let route = Route {
        returns: true,
        ..Route::to(mind, port)
    };
    let gold = mind.gold_at(port) + coming(mind, port);
    if gold == 0 || !route.is_atlantic(mind) {
        return None;
    }
    let load = gold.div_ceil(mind.tables().units.ducats_per_point);
    let explorer = outfit
        .leaders
        .iter()
        .find(|it| mind.navigates(**it))
        .copied();
    let worth = i64::from(gold) * DUCAT;
    let fleet = cheapest(mind, outfit.idle, &route, load, worth, explorer.is_some())?;
    let cost = fleet.total(0) + worth * fleet.home_loss / 100;
    let most = if mind.left > 2 { SHIPS_MAY_COST } else { 100 };
    if cost > worth * most / 100 || fleet.cash > outfit.purse {
        return None;
    }
    let venture = Venture {
        fleet,
        route,
        ashore: Vec::new(),
        leaders: explorer.into_iter().collect(),
        hemi: Vec::new(),
        sequels: Vec::new(),
    };
    outfit.commit(mind, venture);
    Some(())
}

/// Gold that Soldiers will carry to a Port this turn.
fn coming(mind: &Mind<'_>, port: Hex) -> u32 {
    let near = hoards(mind).into_iter();
    let near = near.filter(|it| it.gold > 0 && port_for(mind, it.hex) == Some(port));
    near.map(|it| it.carried(mind, mind.men(it.hex).soldiers))
        .sum()
}

/// Marches to the cities and mines, and back with gold; mines that nobody could empty stay idle.
pub(super) fn carry(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    for site in mines::own(mind).into_iter().filter(|it| !it.coast) {
        let area = mind.map().area(site.hex);
        let soldiers = area.map_or(0, |it| mind.men_in(it).soldiers);
        let port = port_for(mind, site.hex).is_some_and(|it| mind.is_port(it));
        if soldiers == 0 || !port || mind.left < 2 {
            shore
                .lines
                .push(format!("MINE {} NONE", mind.name(site.hex)));
        }
    }
    for hoard in hoards(mind) {
        carry_from(shore, &hoard);
    }
}

fn carry_from(shore: &mut Shore<'_, '_>, hoard: &Hoard) -> Option<()> {
    let mind = shore.mind;
    let area = mind.map().area(hoard.hex)?;
    if mind.men_in(area) == Men::NONE {
        return None;
    }
    let port = port_for(mind, hoard.hex)?;
    let each = mind.tables().units.overland_ducats;
    let soldiers = shore.idle(hoard.hex).soldiers;
    let gold = hoard.carried(mind, soldiers);
    if gold > 0 && mind.is_port(port) {
        let men = Men::of(Kind::Soldier, gold.div_ceil(each));
        let along = Along { gold, leaders: &[] };
        shore.send((hoard.hex, port, port), men, &along);
    }
    // Whoever stands elsewhere in the Area comes while there is something to do.
    let natives = mind.open().natives(area);
    if hoard.hands == 0 || mind.left < 3 {
        return None;
    }
    let mut wanted = hoard.hands.saturating_sub(shore.idle(hoard.hex).soldiers);
    let elsewhere: Vec<(Hex, Men)> = shore.free.iter().map(|(hex, men)| (*hex, *men)).collect();
    for (hex, men) in elsewhere {
        let here = mind.map().area(hex) == Some(area) && hex != hoard.hex;
        let stay = u32::from(mind.men(hex).colonists == 1);
        let go = men.soldiers.saturating_sub(stay).min(wanted);
        let leaders = leaders_at(mind, hex);
        let strong = natives == 0 || go >= natives.min(3);
        if here && go + u32::from(!leaders.is_empty()) > 0 && strong {
            let along = Along {
                gold: 0,
                leaders: &leaders,
            };
            wanted -= go;
            let soldiers = Men::of(Kind::Soldier, go);
            shore.send((hex, hoard.hex, hoard.hex), soldiers, &along);
        }
    }
    Some(())
}

/// Conquistadors ashore in a hex.
fn leaders_at(mind: &Mind<'_>, hex: Hex) -> Vec<LeaderId> {
    let stack = mind.open().stack(hex, mind.me);
    let leaders = stack.into_iter().flat_map(|it| &it.leaders).copied();
    leaders
        .filter(|it| mind.tables().leader(*it).kind == LeaderType::Conquistador)
        .collect()
}
