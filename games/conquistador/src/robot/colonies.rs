//! Where the Colonists of this turn go, and who goes with them.

use super::super::ids::AreaId;
use super::super::men::{Kind, Men};
use super::fleet::{Route, cheapest};
use super::mind::{DUCAT, Mind};
use super::outfit::{Outfit, Venture};
use super::worth::{Colony, soldiers_for};
use packetboat_kit::hex::Hex;

/// Turns a Soldier who quietens natives is kept and paid, on the average.
const SERVICE: i64 = 3;

/// An Explorer goes along with Colonists if he saves so many Ducats.
const EXPLORER_SAVES: i64 = 3;

/// Sends all Colonists that are worth it.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) {
    let mut colony = Colony::of(mind);
    for (hex, men) in &outfit.ashore {
        colony.add(mind, *hex, men.colonists);
    }
    let coasts = mind.map().all();
    let coasts = coasts.filter(|it| mind.map().is_coast(*it) && mind.is_atlantic(*it));
    let coasts: Vec<Hex> = coasts.filter(|it| !mind.taken(*it)).collect();
    while let Some(best) = best(mind, outfit, &colony, &coasts) {
        let heads = best.1.men.colonists;
        colony.add(mind, best.1.route.landing, heads);
        outfit.commit(mind, best.1);
    }
}

fn best(
    mind: &Mind<'_>,
    outfit: &Outfit,
    colony: &Colony,
    coasts: &[Hex],
) -> Option<(i64, Venture)> {
    let mut best: Option<(i64, Venture)> = None;
    for hex in coasts {
        let Some(area) = mind.map().area(*hex) else {
            continue;
        };
        let heads = outfit.colonists.min(colony.room(mind, *hex));
        for escort in [false, true].into_iter().filter(|_| heads > 0) {
            let least = best.as_ref().map_or(0, |it| it.0);
            let found = landing(mind, outfit, colony, (*hex, area), heads, escort);
            if let Some(found) = found.filter(|it| it.0 > least) {
                best = Some(found);
            }
        }
    }
    best
}

/// What comes of landing them; none if it does not pay or cannot be paid.
fn landing(
    mind: &Mind<'_>,
    outfit: &Outfit,
    colony: &Colony,
    (hex, area): (Hex, AreaId),
    colonists: u32,
    escort: bool,
) -> Option<(i64, Venture)> {
    let garrison = mind.held(area).own.soldiers + outfit.bound_for(mind, area).soldiers;
    let wanted = soldiers_for(mind.open().natives(area)).saturating_sub(garrison);
    let soldiers = if escort { wanted } else { 0 };
    let men = Men::of(Kind::Colonist, colonists) + Men::of(Kind::Soldier, soldiers);
    if escort && soldiers == 0 || !outfit.can_hire(mind, &men) {
        return None;
    }
    let guarded = (garrison, garrison + soldiers);
    let value = colony.gain(mind, area, (hex, colonists), guarded);
    let hire = outfit.hire(mind, &men);
    let pay = i64::from(soldiers) * SERVICE.min(i64::from(mind.left) - 1);
    let spent = (hire + pay) * DUCAT;
    if value <= spent {
        return None;
    }
    let route = Route::to(mind, hex);
    let sails = |led| cheapest(mind, outfit.idle, &route, men.total(), value, led);
    let alone = sails(false)?;
    let explorer = outfit.explorer(mind);
    let led = explorer.and_then(|_| sails(true));
    let led = led.filter(|it| alone.total(value) - it.total(value) >= EXPLORER_SAVES * DUCAT);
    let explorer = explorer.filter(|_| led.is_some());
    let fleet = led.unwrap_or(alone);
    let gain = value - spent - fleet.total(value);
    let mut venture = Venture::new(fleet, route, men, [explorer, None]);
    if soldiers > 0 {
        venture.sequels.push(format!("NATIVES {area} WITH all"));
    }
    (gain > 0 && fleet.cash + hire <= outfit.purse).then_some((gain, venture))
}
