//! The Treaty of Tordesillas between Spain and Portugal (2.6): what settlements and attacks cost.

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::AreaId;
use super::super::reckon::{deals, ports};
use super::super::state::State;
use super::super::view::View;
use super::events::Event;
use packetboat_core::engine::seat::Seat;

/// Its two powers.
pub fn powers() -> [Seat; 2] {
    ["spain", "portugal"].map(|it| it.parse().expect("a seat"))
}

/// On whose side each of them may settle, as the map marks its Areas.
const SIDES: [char; 2] = ['S', 'P'];

/// Whether a settlement of a power in an Area would break it, as a viewer sees things now.
pub fn wrong_side(view: &View, power: Seat, area: AreaId) -> bool {
    let open = &view.open;
    let plays = |it: &Seat| open.powers.get(it).is_some_and(|it| !it.dropped);
    let binds = open.options.tordesillas
        && open.turn <= view.tables.ret.tordesillas_last
        && powers().iter().all(plays)
        && !deals::tordesillas_waived(&view.deals);
    let own = powers().into_iter().position(|it| it == power);
    let side = view.tables.map.area_of(area).tordesillas;
    let other = own.zip(side).is_some_and(|(own, side)| SIDES[own] != side);
    binds && other
}

/// Whether it binds this turn (2.6): it has not run out, and nobody has waived it.
pub fn in_force(tables: &Tables, state: &State) -> bool {
    let open = &state.open;
    let plays = |it: &Seat| open.powers.get(it).is_some_and(|it| !it.dropped);
    open.options.tordesillas
        && open.turn <= tables.ret.tordesillas_last
        && powers().iter().all(plays)
        && !deals::tordesillas_waived(&state.deals)
}

/// E2: each settlement on the wrong side costs its owner victory points (2.6).
pub(super) fn settlements(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    if !in_force(tables, state) {
        return;
    }
    for (power, side) in powers().into_iter().zip(SIDES) {
        let wrong = ports::settlements(&state.open, power).filter(|hex| {
            let area = tables.map.area(*hex);
            let other = area.and_then(|it| tables.map.area_of(it).tordesillas);
            other.is_some_and(|it| it != side)
        });
        let number = wrong.count();
        if number == 0 {
            continue;
        }
        let settlements = u32::try_from(number).expect("few settlements");
        let each = tables.ret.tordesillas_settlement_vp;
        let vp = -each * i32::try_from(number).expect("few settlements");
        state.power_mut(power).penalty_vp += vp;
        cx.announce(
            Event::TordesillasSettled {
                power,
                settlements,
                vp,
            }
            .into(),
        );
    }
}

/// An attack on any of these powers, by sea or by land: if one of them is the other party of the
/// Treaty, it costs the attacker victory points (2.6).
pub fn attacked(
    tables: &Tables,
    state: &mut State,
    attacker: Seat,
    targets: &[Seat],
    cx: &mut Cx<'_>,
) {
    let [spain, portugal] = powers();
    let other = match attacker {
        it if it == spain => portugal,
        it if it == portugal => spain,
        _ => return,
    };
    if !targets.contains(&other) || !in_force(tables, state) {
        return;
    }
    let vp = -tables.ret.tordesillas_attack_vp;
    state.power_mut(attacker).penalty_vp += vp;
    let broken = Event::TordesillasBroken {
        power: attacker,
        target: other,
        vp,
    };
    cx.announce(broken.into());
}
