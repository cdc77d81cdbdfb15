//! Who goes ashore where an expedition ends B2: what its ASHORE clause lists, or by default all
//! men and Conquistadors in service; never who embarked in this B2 (7.1), nor who raided (3.9).

use super::super::super::data::LeaderType;
use super::super::super::ids::{Label, LeaderId};
use super::super::super::men::Men;
use super::super::super::reckon::{ground, units};
use super::super::super::state::Expedition;
use super::super::super::view::View;
use super::super::plan::Landing;
use super::line;
use super::way::overseas;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// All landings of a power, by label.
pub(super) fn landings(view: &View) -> Vec<Landing> {
    let mut taken: BTreeMap<Hex, Men> = BTreeMap::new();
    let mut landings = Vec::new();
    for (label, expedition) in &view.mine().expeditions {
        let Some(hex) = expedition.at.hex() else {
            continue;
        };
        let Some(mut landing) = landing(view, *label, expedition, hex) else {
            continue;
        };
        let used = taken.entry(hex).or_default();
        landing.men = landing.men.at_most(&room(view, hex, used));
        *used += landing.men;
        if !landing.men.is_empty() || !landing.leaders.is_empty() {
            landings.push(landing);
        }
    }
    landings
}

/// Room in a hex when others have landed before.
fn room(view: &View, hex: Hex, used: &Men) -> Men {
    let mut room = ground::room_for(&view.tables, &view.open, view.me(), hex);
    room -= used.at_most(&room);
    room
}

/// Who would go ashore from one expedition, if anybody: nobody into a hex that others hold without
/// PASSAGE (Q76), as one is in which a power earlier in initiative has just landed (Q77).
pub(in super::super::super) fn landing(
    view: &View,
    label: Label,
    expedition: &Expedition,
    hex: Hex,
) -> Option<Landing> {
    let me = view.me();
    let mut men = expedition.men();
    men -= expedition.embarked.at_most(&men);
    let leaders = expedition.leaders();
    let leaders: BTreeSet<LeaderId> = leaders
        .difference(&expedition.embarked_leaders)
        .copied()
        .into_set();
    let shut = ground::shut(&view.tables, &view.open, &view.deals, me, hex);
    if !view.tables.map.is_land(hex) || shut {
        return None;
    }
    let (men, leaders) = match &expedition.ashore {
        Some(listed) => units::wanted(listed, &men, &leaders),
        None if expedition.raided.contains(&hex) => return None,
        None if ground::others_in(&view.open, me, hex).is_empty() => {
            let turn = view.open.turn;
            let stays = |it: &LeaderId| {
                let leader = view.tables.leader(*it);
                leader.kind == LeaderType::Conquistador && leader.exit >= turn
            };
            (men, leaders.into_iter().filter(stays).collect())
        }
        None => return None,
    };
    Some(Landing {
        label,
        men,
        leaders,
    })
}

/// Whether these may all go ashore.
pub(super) fn lawful(view: &View, landings: &[Landing]) -> Result<(), String> {
    let mut taken: BTreeMap<Hex, Men> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for landing in landings {
        line::lawful_landing(view, landing)?;
        let (_, hex) = overseas(view, landing.label)?;
        let used = taken.entry(hex).or_default();
        if !seen.insert(landing.label) || !room(view, hex, used).has(&landing.men) {
            return Err("they find no room together".to_owned());
        }
        *used += landing.men;
    }
    Ok(())
}
