//! Events, civil war, and what is kept.

use super::super::data::is_spain;
use super::super::men::{Kind, Men};
use super::super::state::EventChoice;
use super::fleet::{Route, cheapest};
use super::mind::{DUCAT, Mind};
use super::outfit::{Outfit, Venture};
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted};

/// Answers to events: the rules' own choice, but Soldiers go first where natives are quiet.
pub(super) fn events(mind: &Mind<'_>) -> Vec<String> {
    let choices = mind.open().power(mind.me).choices.iter();
    choices.filter_map(|it| answer(mind, it)).collect()
}

fn answer(mind: &Mind<'_>, choice: &EventChoice) -> Option<String> {
    let caribbean = choice.event == 14;
    if !matches!(choice.event, 14 | 17) {
        return None;
    }
    let all = mind.open().stacks_of(mind.me);
    let mut settled: Vec<(Hex, Men)> = all
        .filter(|(hex, it)| it.men.colonists > 0 && (!caribbean || in_caribbean(mind, *hex)))
        .map(|(hex, it)| (hex, it.men))
        .collect();
    let cheap = |hex: Hex, men: &Men| {
        let area = mind.map().area(hex);
        men.soldiers > 0 && area.is_some_and(|it| mind.open().natives(it) == 0)
    };
    // Plague takes half of the settlements: those where it takes a Soldier nobody misses.
    settled.sort_by_key(|(hex, men)| (!cheap(*hex, men), *hex));
    let number = match choice.settlements {
        0 => settled.len(),
        some => (some as usize).min(settled.len()),
    };
    let losses = settled[..number].iter().map(|(hex, men)| {
        let kind = if men.soldiers > 1 || cheap(*hex, men) {
            Kind::Soldier
        } else {
            Kind::Colonist
        };
        format!("{} AT {}", kind.word(), mind.name(*hex))
    });
    let losses = commas(losses);
    (!losses.is_empty()).then(|| format!("EVENT {} LOSE {losses}", choice.event))
}

fn in_caribbean(mind: &Mind<'_>, hex: Hex) -> bool {
    mind.map().area(hex).is_some_and(|it| it.as_str() == "CAR")
}

/// In a civil war, ships that fetch as many Soldiers as must come home, if that is cheap: those
/// who stand with them go aboard by themselves (6.4.6).
pub(super) fn duty_fleet(mind: &Mind<'_>, outfit: &mut Outfit) {
    let duty = mind.own().duty;
    if duty == 0 || mind.own().duty_ignored {
        return;
    }
    let stacks = mind.open().stacks_of(mind.me);
    let ports = stacks.filter(|(hex, it)| mind.map().is_coast(*hex) && it.men.soldiers >= duty);
    let routes = ports.map(|(hex, _)| Route {
        returns: true,
        ..Route::to(mind, hex)
    });
    let routes = routes.filter(|it| it.is_atlantic(mind));
    let best = routes
        .filter_map(|it| Some((cheapest(mind, outfit.idle, &it, duty, 0, false)?, it)))
        .min_by_key(|(fleet, _)| fleet.total(0));
    let Some((fleet, route)) = best else {
        return;
    };
    let fine = i64::from(mind.tables().ret.failure_vp.abs()) / 2;
    if fleet.cash > outfit.purse || fleet.total(0) > fine * DUCAT * 3 / 4 {
        return;
    }
    let soldiers = counted(duty, "soldier");
    let venture = Venture {
        fleet,
        route,
        ashore: Vec::new(),
        leaders: Vec::new(),
        hemi: vec![format!("EMBARK @ {soldiers}")],
        sequels: Vec::new(),
    };
    outfit.commit(mind, venture);
}

/// What is kept first, and what is not worth its keep.
pub(super) fn upkeep(mind: &Mind<'_>) -> Vec<String> {
    let mut kinds = vec!["colonist", "soldier", "carrack", "caravel"];
    if is_spain(mind.me) {
        kinds.push("missionary");
    }
    vec![format!("KEEP {}", commas(kinds))]
}
