//! Parties: named groups that remember where they have been (4.12). Their members stand in the
//! hex's stack like everybody else; here they are kept in step with it.
//!
//! The naval part calls [`embarked`], [`ashore`] and [`drowned`] when it moves or loses units.

use crate::engine::seat::Seat;
use crate::games::conquistador::ids::{Label, LeaderId};
use crate::games::conquistador::men::{Kind, Men};
use crate::games::conquistador::state::{Party, State};
use crate::games::hex::Hex;

/// Takes out of a power's parties in a hex whoever is not there any more: members are lost after
/// the others, those of the last label first. A party without Soldier and leader is no more.
pub fn shrink(state: &mut State, seat: Seat, hex: Hex) {
    let here = state.open.stack(hex, seat).cloned().unwrap_or_default();
    let mut left = here.men;
    shrink_to(
        state,
        seat,
        &mut left,
        |it| it.hex == Some(hex),
        |it| here.leaders.contains(it),
    );
}

/// The same for parties aboard an expedition, when men were lost at sea: who is left aboard.
pub fn drowned(state: &mut State, seat: Seat, label: Label) {
    let expedition = state.own(seat).expeditions.get(&label);
    let mut left = expedition.map_or(Men::NONE, |it| it.men());
    let leaders = expedition.map(|it| it.leaders()).unwrap_or_default();
    shrink_to(
        state,
        seat,
        &mut left,
        |it| it.aboard == Some(label),
        |it| leaders.contains(it),
    );
}

fn shrink_to(
    state: &mut State,
    seat: Seat,
    left: &mut Men,
    is_here: impl Fn(&Party) -> bool,
    is_left: impl Fn(&LeaderId) -> bool,
) {
    if !state.own(seat).parties.values().any(&is_here) {
        return;
    }
    let parties = &mut state.own_mut(seat).parties;
    for party in parties.values_mut().filter(|it| is_here(it)) {
        party.men = party.men.at_most(left);
        *left -= party.men;
        party.leaders.retain(&is_left);
    }
    parties.retain(|_, it| it.men.soldiers > 0 || !it.leaders.is_empty());
}

/// Members of a power's parties in a hex.
pub fn members(state: &State, seat: Seat, hex: Hex) -> Men {
    let mut members = Men::NONE;
    let parties = state.own(seat).parties.values();
    for party in parties.filter(|it| it.hex == Some(hex)) {
        members += party.men;
    }
    members
}

/// Units are about to leave a hex together: the parties that go with them whole. Those who are in
/// no party are meant first; a party goes along if all of it is meant. Members of other parties
/// who go leave theirs (once [`shrink`] is called behind the departure).
pub fn leaving(state: &State, seat: Seat, hex: Hex, men: &Men, leaders: &[LeaderId]) -> Vec<Label> {
    let mut along = Vec::new();
    let mut left = *men;
    let here = || {
        let parties = state.own(seat).parties.iter();
        parties.filter(|(_, it)| it.hex == Some(hex))
    };
    let led = |party: &Party| party.leaders.iter().all(|it| leaders.contains(it));
    // Whoever names a party's leaders means the party.
    for (label, party) in here().filter(|(_, it)| !it.leaders.is_empty() && led(it)) {
        if left.has(&party.men) {
            left -= party.men;
            along.push(*label);
        }
    }
    let mut others = state.open.men(hex, seat);
    for (_, party) in here() {
        others -= party.men.at_most(&others);
    }
    for kind in Kind::ALL {
        left.take(kind, others.get(kind));
    }
    for (label, party) in here().filter(|(_, it)| it.leaders.is_empty()) {
        if left.has(&party.men) {
            left -= party.men;
            along.push(*label);
        }
    }
    along
}

/// Parties march on a way, hex by hex, and stand at its end.
pub fn march(state: &mut State, seat: Seat, labels: &[Label], path: &[Hex]) {
    let Some(end) = path.last() else {
        return;
    };
    for label in labels {
        if let Some(party) = state.own_mut(seat).parties.get_mut(label) {
            party.trail.extend(path);
            party.hex = Some(*end);
        }
    }
}

/// Units have gone aboard an expedition: the parties that go with them ([`leaving`], asked before
/// they left) are aboard too.
pub fn embarked(state: &mut State, seat: Seat, labels: &[Label], expedition: Label) {
    for label in labels {
        if let Some(party) = state.own_mut(seat).parties.get_mut(label) {
            party.hex = None;
            party.aboard = Some(expedition);
        }
    }
}

/// Units have come ashore from an expedition: parties all of whom they include come with them and
/// begin a new march; of other parties those who left are members no more.
pub fn ashore(
    state: &mut State,
    seat: Seat,
    expedition: Label,
    hex: Hex,
    men: &Men,
    leaders: &[LeaderId],
) {
    let mut left = *men;
    let parties = &mut state.own_mut(seat).parties;
    for party in parties
        .values_mut()
        .filter(|it| it.aboard == Some(expedition))
    {
        let whole = left.has(&party.men) && party.leaders.iter().all(|it| leaders.contains(it));
        if whole {
            left -= party.men;
            party.aboard = None;
            party.hex = Some(hex);
            party.march_from = u32::try_from(party.trail.len()).expect("trails are short");
            party.trail.push(hex);
        }
    }
    drowned(state, seat, expedition);
}
