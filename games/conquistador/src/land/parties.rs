//! Parties: named groups that remember where they have been (4.12). Their members stand in the
//! hex's stack like everybody else; here they are kept in step with it.
//!
//! The naval part calls [`embarked`], [`ashore`] and [`drowned`] when it moves or loses units.

use super::super::events::Cx;
use super::events::Event;
use super::plan::NewParty;
use crate::data::{LeaderType, Tables, is_spain};
use crate::ids::{AreaId, At, Label, LeaderId};
use crate::men::{Kind, Men};
use crate::orders::{QuestKind, Units};
use crate::reckon;
use crate::reckon::march::note;
use crate::state::{Party, Stack, State};
use crate::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::commas;

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
    let mut left = expedition.map_or(Men::NONE, super::super::state::sealed::Expedition::men);
    let leaders = expedition
        .map(super::super::state::sealed::Expedition::leaders)
        .unwrap_or_default();
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

/// Some of a march stay behind: parties on the way keep only members who are still along; who
/// is in no party stays first.
pub(super) fn keep(
    state: &mut State,
    seat: Seat,
    labels: &[Label],
    men: &Men,
    leaders: &[LeaderId],
) {
    if labels.is_empty() {
        return;
    }
    let mut left = *men;
    let parties = &mut state.own_mut(seat).parties;
    for label in labels {
        if let Some(party) = parties.get_mut(label) {
            party.men = party.men.at_most(&left);
            left -= party.men;
            party.leaders.retain(|it| leaders.contains(it));
        }
    }
    parties.retain(|_, it| it.men.soldiers > 0 || !it.leaders.is_empty());
}

/// What a PARTY line comes to now.
///
/// # Errors
/// Why it comes to nothing.
pub(super) fn plan(
    view: &View,
    label: Label,
    units: &Units,
    at: At,
    quests: &[QuestKind],
) -> Result<NewParty, String> {
    let mine = view.mine();
    if mine.parties.contains_key(&label) || mine.expeditions.contains_key(&label) {
        return Err(format!("{label} is taken"));
    }
    let hex = at.hex().ok_or("a party is named overseas")?;
    let name = view.tables.map.name_of(hex);
    let stack = view.open.stack(hex, view.me());
    let stack = stack.ok_or_else(|| format!("you have nobody at {name}"))?;
    let mut free = stack.men;
    let mut leaders = stack.leaders.clone();
    for party in mine.parties.values().filter(|it| it.hex == Some(hex)) {
        free -= party.men.at_most(&free);
        leaders.retain(|it| !party.leaders.contains(it));
    }
    let (men, leaders) = reckon::units::wanted(units, &free, &leaders);
    if men.soldiers == 0 && leaders.is_empty() {
        return Err(format!("a party needs a free Soldier or leader at {name}"));
    }
    let missing = reckon::units::missing(units, &men, &leaders);
    let mut party = NewParty {
        label,
        hex,
        men,
        leaders,
        quests: Vec::new(),
        short: String::new(),
    };
    if !missing.is_empty() {
        note(&mut party.short, &format!("{missing} were not free there"));
    }
    for quest in quests {
        match may_serve(view, &party, *quest) {
            Ok(()) => party.quests.push(*quest),
            Err(why) => note(&mut party.short, &why),
        }
    }
    Ok(party)
}

/// Why a party may not set out on a quest (4.12, Q75).
fn may_serve(view: &View, party: &NewParty, quest: QuestKind) -> Result<(), String> {
    let (tables, me) = (&view.tables, view.me());
    let mut owed = view.open.power(me).quests.iter();
    if !owed.any(|it| it.kind == quest && !it.done) {
        return Err("you owe no such quest".to_owned());
    }
    let least = tables.ret.quest_soldiers;
    if party.men.soldiers < least {
        return Err(format!("a quest needs {}", Kind::Soldier.counted(least)));
    }
    if !is_spain(me) {
        return Ok(());
    }
    if party.men.missionaries == 0 {
        return Err("a quest of Spain needs a Missionary".to_owned());
    }
    let conquistador = LeaderType::Conquistador;
    let led = reckon::units::of_type(tables, &party.leaders, conquistador) > 0;
    let mut ashore = view.open.stacks_of(me).filter(|(hex, _)| {
        let area = tables.map.area(*hex);
        area.is_some_and(|it| quest_areas(tables, quest).contains(&it))
    });
    let near = |stack: &Stack| reckon::units::of_type(tables, &stack.leaders, conquistador) > 0;
    if led || !ashore.any(|(_, it)| near(it)) {
        Ok(())
    } else {
        Err("a Conquistador is in the quest's Areas and must go along".to_owned())
    }
}

/// The Areas a quest must lead through.
pub fn quest_areas(tables: &Tables, quest: QuestKind) -> &[AreaId] {
    match quest {
        QuestKind::Cibola => &tables.ret.cibola_areas,
        QuestKind::Eldorado => &tables.ret.eldorado_areas,
    }
}

/// Names a party. Another that served the same quest serves it no longer.
pub(super) fn name(tables: &Tables, state: &mut State, seat: Seat, new: NewParty, cx: &mut Cx<'_>) {
    let named = Event::PartyNamed {
        seat,
        label: new.label,
        units: reckon::units::words(tables, &new.men, &new.leaders),
        place: tables.map.name_of(new.hex),
        quests: quest_words(&new.quests),
    };
    cx.tell(Audience::one(seat), named.into());
    for party in state.own_mut(seat).parties.values_mut() {
        party.quests.retain(|it| !new.quests.contains(it));
    }
    let party = Party {
        hex: Some(new.hex),
        aboard: None,
        men: new.men,
        leaders: new.leaders.into_iter().collect(),
        quests: new.quests,
        trail: vec![new.hex],
        march_from: 0,
    };
    state.own_mut(seat).parties.insert(new.label, party);
}

fn quest_words(quests: &[QuestKind]) -> String {
    commas(quests.iter().map(|it| quest_name(*it)))
}

/// What a quest is called.
pub(super) fn quest_name(quest: QuestKind) -> &'static str {
    match quest {
        QuestKind::Cibola => "Cibola",
        QuestKind::Eldorado => "El Dorado",
    }
}
