//! Odds as seen now, the column, and what each face of the die brings. What others have aboard is
//! not seen, nor what they will have there when it comes to a fight.

use super::super::data::combat::{odds_column, odds_words};
use super::super::data::{
    LandResult, LeaderType, NativeCombat, NavalResult, Tables, is_portugal, is_spain,
};
use super::super::faces::words;
use super::super::ids::{AreaId, At, LeaderId};
use super::super::map::Terrain;
use super::super::orders::{Goal, March, Order};
use super::super::reckon::odds::{fleet_at, prey, privateer_shift};
use super::super::reckon::seen_odds::{self, SeenFight};
use super::super::reckon::{deals, ground, ports};
use super::super::view::View;
use super::dice;
use super::notes::{Line, Notes, Remark, doubt, fact, is_land_now};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{counted, list};

/// Notes on an order that fights.
///
/// `then` is the position after the marches, in which natives are fought.
pub(super) fn note(view: &View, then: &View, line: &Line, order: &Order, notes: &mut Notes) {
    let texts = match order {
        Order::Attack { power, .. } => naval(view, line, order, *power),
        Order::Invade { .. } => invasion(view, order),
        Order::Move(march) if is_land_now(view) => storm(view, order, march),
        Order::Natives { area, .. } if is_land_now(view) => natives(then, order, *area),
        _ => Vec::new(),
    };
    for text in texts {
        notes.put(line.at, text);
    }
}

/// `6:2 as seen (3:1)`, and in which column it is fought.
fn odds(fight: &SeenFight, column: u32) -> String {
    let plain = odds_column(fight.own, fight.enemy);
    let shifted = match plain {
        Some(it) if it != column => format!("column {}", odds_words(column)),
        _ if fight.own > 5 * fight.enemy => format!("counts as {}", odds_words(column)),
        _ => odds_words(column).to_owned(),
    };
    format!("{}:{} as seen ({shifted})", fight.own, fight.enemy)
}

fn too_weak(fight: &SeenFight) -> Vec<Remark> {
    let (own, enemy) = (fight.own, fight.enemy);
    vec![doubt(format!(
        "{own}:{enemy} as seen: below 1:2 there is no attack"
    ))]
}

fn die(face: u32, net: i32) -> i32 {
    i32::try_from(face).expect("a die") + net
}

/// Naval combat (3.8).
fn naval(view: &View, line: &Line, order: &Order, power: Seat) -> Vec<Remark> {
    let Some(fight) = seen_odds::of_order(view, order) else {
        return out_of_reach(view, line, order);
    };
    let mut notes = peace(view, power, None);
    let tables: &Tables = &view.tables;
    let Some(column) = odds_column(fight.own, fight.enemy) else {
        return too_weak(&fight);
    };
    let rules = &tables.naval_combat;
    let column = (column + privateer_shift(tables, fight.leaders.iter().copied())).min(5);
    let at = fight.hex.map(At::Hex);
    let fleet = at.and_then(|at| fleet_at(view, power, at));
    let small = fleet.is_some_and(|it| it.ships.total() == it.ships.caravels);
    let causes: Vec<(&str, i32)> = small
        .then_some(("only Caravels", rules.only_caravels))
        .into_iter()
        .collect();
    let net = causes.iter().map(|it| it.1).sum();
    let faces = dice::faces(|it| naval_words(rules.result(column, die(it, net))).to_owned());
    let place = fight
        .hex
        .map(|it| tables.map.name_of(it))
        .unwrap_or_default();
    notes.push(fact(format!(
        "at {place} {}{}: {faces}",
        odds(&fight, column),
        dice::modified(&causes, net)
    )));
    notes
}

/// Why an ATTACK of this sheet comes to nothing, as things are seen now.
fn out_of_reach(view: &View, line: &Line, order: &Order) -> Vec<Remark> {
    let Order::Attack {
        label,
        power,
        chase,
        ..
    } = order
    else {
        return Vec::new();
    };
    let now = line.sheet() == Some(view.open.sheet());
    let known = view.mine().expeditions.contains_key(label);
    match prey(view, *label, *power, *chase) {
        Err(why) if now && known => {
            let text = format!("as things are now, this will do nothing: {why}");
            vec![doubt(text)]
        }
        _ => Vec::new(),
    }
}

fn naval_words(it: NavalResult) -> &'static str {
    match it {
        NavalResult::A1 => "you lose 1",
        NavalResult::AH => "you lose half",
        NavalResult::AE => "you lose all",
        NavalResult::D1 => "they lose 1",
        NavalResult::DH => "they lose half",
        NavalResult::DC => "all taken",
        NavalResult::EX => "one each",
        NavalResult::NE => "they slip away",
    }
}

/// Naval invasion (3.9).
fn invasion(view: &View, order: &Order) -> Vec<Remark> {
    let Order::Invade {
        place: At::Hex(hex),
        ..
    } = order
    else {
        return Vec::new();
    };
    if ground::others_in(&view.open, view.me(), *hex).is_empty() {
        return vec![doubt(
            "nobody is seen there: if that stays so it sails there as by HEMI, and those aboard \
             land without a fight",
        )];
    }
    let Some(fight) = seen_odds::of_order(view, order) else {
        return Vec::new();
    };
    let mut notes = peaces(view, *hex);
    notes.extend(earlier(view, *hex).map(doubt));
    let tables: &Tables = &view.tables;
    if fight.own > 0 && fight.enemy == 0 {
        notes.push(fact("nobody defends it: they retreat without a die"));
        return notes;
    }
    let Some(column) = odds_column(fight.own, fight.enemy) else {
        return too_weak(&fight);
    };
    let column = (column + privateer_shift(tables, fight.leaders.iter().copied())).min(5);
    notes.push(fact(on_land(view, &fight, *hex, column)));
    notes
}

/// Those who hold a hex and move before this power: they may be more or fewer by then.
fn earlier(view: &View, hex: Hex) -> Option<String> {
    let order = view.open.initiative.iter();
    let before: Vec<Seat> = order.copied().take_while(|it| *it != view.me()).collect();
    let hosts = ground::others_in(&view.open, view.me(), hex);
    let hosts = hosts.iter().filter(|it| before.contains(it));
    let hosts: Vec<&str> = hosts.map(|it| view.tables.title(*it)).collect();
    let (acts, verb) = match hosts.len() {
        0 => return None,
        1 => (hosts[0].to_owned(), "moves"),
        _ => (list(&hosts), "move"),
    };
    Some(format!(
        "{acts} {verb} before you, and may have more there by then, or nobody"
    ))
}

/// A storm (4.4).
fn storm(view: &View, order: &Order, march: &March) -> Vec<Remark> {
    if !matches!(
        march.goal,
        Some(Goal::Storm { .. } | Goal::Unguarded { .. })
    ) {
        return Vec::new();
    }
    let Some(fight) = seen_odds::of_order(view, order) else {
        // `marches` says why the storm comes to nothing.
        return Vec::new();
    };
    let Some(hex) = fight.hex else {
        return Vec::new();
    };
    let mut notes = peaces(view, hex);
    if fight.own > 0 && fight.enemy == 0 {
        notes.push(fact("nobody defends it: they retreat without a die"));
        return notes;
    }
    let Some(column) = odds_column(fight.own, fight.enemy) else {
        return too_weak(&fight);
    };
    let shift = if is_strong(view, hex) {
        view.tables.land_combat.shift
    } else {
        0
    };
    notes.push(fact(on_land(
        view,
        &fight,
        hex,
        column.saturating_sub(shift),
    )));
    notes
}

/// A settlement, a Port, or hard ground helps the defender (4.4).
fn is_strong(view: &View, hex: Hex) -> bool {
    let tables: &Tables = &view.tables;
    let rules = &tables.land_combat;
    let others = ground::others_in(&view.open, view.me(), hex);
    let settled = others.iter().any(|it| {
        view.open.men(hex, *it).colonists >= rules.settlement_colonists
            || ports::is_port(tables, &view.open, *it, hex, true)
    });
    let hard = matches!(
        tables.map.terrain(hex),
        Some(Terrain::Mountain | Terrain::Jungle)
    );
    settled || hard
}

/// The line for a fight by the land table, Conquistadors counted on both sides.
fn on_land(view: &View, fight: &SeenFight, hex: Hex, column: u32) -> String {
    let tables: &Tables = &view.tables;
    let rules = &tables.land_combat;
    let others = ground::others_in(&view.open, view.me(), hex);
    let stacks = others.iter().filter_map(|it| view.open.stack(hex, *it));
    let theirs: Vec<LeaderId> = stacks.flat_map(|it| it.leaders.clone()).collect();
    let mut causes = Vec::new();
    if conquistador(tables, &fight.leaders) {
        causes.push(("Conquistador", -rules.conquistador));
    }
    if conquistador(tables, &theirs) {
        causes.push(("their Conquistador", rules.conquistador));
    }
    let net = causes.iter().map(|it| it.1).sum();
    let faces = dice::worded(|it| land_words(rules.result(column, die(it, net))).to_owned());
    let place = tables.map.name_of(hex);
    let modified = dice::modified(&causes, net);
    format!("at {place} {}{modified}. Die {faces}", odds(fight, column))
}

fn land_words(it: LandResult) -> &'static str {
    match it {
        LandResult::EX => "one lost on each side, and you go back",
        LandResult::AR => "you go back",
        LandResult::A1R => "you lose 1 and go back",
        LandResult::A2R => "you lose 2 and go back",
        LandResult::AE => "you lose all",
        LandResult::DR => "they retreat",
        LandResult::D1R => "they lose 1 and retreat",
        LandResult::D2R => "they lose 2 and retreat",
        LandResult::DE => "they lose all",
    }
}

fn conquistador(tables: &Tables, leaders: &[LeaderId]) -> bool {
    let mut leaders = leaders.iter();
    leaders.any(|it| tables.leader(*it).kind == LeaderType::Conquistador)
}

/// Natives (4.6).
fn natives(view: &View, order: &Order, area: AreaId) -> Vec<Remark> {
    let tables: &Tables = &view.tables;
    let title = words::area(tables, area);
    if view.open.natives(area) == 0 {
        let text = format!("there is nothing to attack in {title}: the Native Level is 0");
        return vec![doubt(text)];
    }
    let Some(fight) = seen_odds::of_order(view, order) else {
        return vec![doubt(format!(
            "you have no Soldiers ashore in {title} by then: only those there after the \
             marches can attack"
        ))];
    };
    let rules = &tables.native_combat;
    let column = NativeCombat::column(fight.own, fight.enemy);
    let mut causes = Vec::new();
    if conquistador(tables, &fight.leaders) {
        causes.push(("Conquistador", -rules.conquistador));
    }
    let net: i32 = causes.iter().map(|it| it.1).sum();
    let faces = dice::worded(|it| {
        let result = rules.result(column, die(it, net));
        let natives = (result.natives > 0).then(|| format!("natives -{}", result.natives));
        let lost = counted(result.soldiers, "Soldier");
        let lost = (result.soldiers > 0).then(|| format!("{lost} lost"));
        let parts: Vec<String> = natives.into_iter().chain(lost).collect();
        if parts.is_empty() {
            "nothing".to_owned()
        } else {
            parts.join(", ")
        }
    });
    let odds = ["less than 1:2", "1:2", "1:1", "2:1", "3:1"][column as usize];
    let top = if fight.own > 3 * fight.enemy {
        ", the highest"
    } else {
        ""
    };
    vec![fact(format!(
        "{} against level {} ({odds}{top}){}. Die {faces}",
        counted(fight.own, "Soldier"),
        fight.enemy,
        dice::modified(&causes, net)
    ))]
}

/// Deals and treaties an attack on those in a hex would break.
fn peaces(view: &View, hex: Hex) -> Vec<Remark> {
    let area = view.tables.map.area(hex);
    let others = ground::others_in(&view.open, view.me(), hex);
    others
        .into_iter()
        .flat_map(|it| peace(view, it, area))
        .collect()
}

fn peace(view: &View, power: Seat, area: Option<AreaId>) -> Vec<Remark> {
    let me = view.me();
    let tables: &Tables = &view.tables;
    let mut notes = Vec::new();
    if deals::peace(&view.deals, view.open.turn, me, power, area) {
        let title = tables.title(power);
        notes.push(doubt(format!(
            "you are at PEACE with {title}: it is not carried out"
        )));
    }
    let pair = (is_spain(me) && is_portugal(power)) || (is_portugal(me) && is_spain(power));
    let in_force = view.open.options.tordesillas
        && view.open.turn <= tables.ret.tordesillas_last
        && !deals::tordesillas_waived(&view.deals);
    if pair && in_force {
        let vp = tables.ret.tordesillas_attack_vp;
        notes.push(doubt(format!(
            "the Treaty of Tordesillas makes it cost {vp} victory points"
        )));
    }
    notes
}
