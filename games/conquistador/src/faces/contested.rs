//! Areas that a power does not control although it has Colonists enough there, as the head of its
//! report says when that changes.

use super::super::council::events::Event as Council;
use super::super::events::Event;
use super::super::ids::AreaId;
use super::super::land::events::Event as Land;
use super::super::reckon::score;
use super::super::sea::events::Event as Sea;
use super::super::state::Stage;
use super::super::view::View;
use super::comings::{colonists_in, comings};
use super::event::{named, place_of};
use super::words;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::counted;

/// What changed of control since the last report.
pub(super) fn contested(view: &View, me: Seat, heard: &[&Event]) -> Option<String> {
    Struggle { view, me, heard }.news()
}

struct Struggle<'v> {
    view: &'v View,
    me: Seat,
    heard: &'v [&'v Event],
}

impl Struggle<'_> {
    /// Areas that would be the viewer's if nobody else had as many Colonists there: those in which
    /// somebody came or went, and at the end all; and those in which the viewer has too few
    /// Colonists now and controlled the Area before.
    fn news(&self) -> Option<String> {
        let (tables, open) = (&self.view.tables, &self.view.open);
        let mut all = score::colonists(tables, open);
        let areas = tables.map.areas().iter().map(|it| it.id);
        let all = areas.map(|it| (it, all.remove(&it).unwrap_or_default()));
        let contested = all.filter_map(|(area, heads)| {
            let mine = heads.get(&self.me).copied().unwrap_or(0);
            let had = self.before(area, &heads);
            let gone = score::controls(tables, &had) == Some(self.me);
            let needed = tables.gold.control;
            if mine < needed {
                let left = match mine {
                    0 => "no Colonists ashore".to_owned(),
                    _ => format!("{} ashore", counted(mine, "Colonist")),
                };
                let name = words::area(tables, area);
                let why = format!("{name} ({left}, and it takes {needed})");
                return gone.then_some((true, why));
            }
            let alone = [(self.me, mine)].into_iter().into_map();
            let lost = score::controls(tables, &alone) == Some(self.me)
                && score::controls(tables, &heads) != Some(self.me);
            let name = words::area(tables, area);
            let most = heads.iter().filter(|it| *it.0 != self.me);
            let (other, theirs) = most.max_by_key(|it| it.1)?;
            let other = tables.title(*other);
            let led = self.lead(&had) != self.lead(&heads);
            let news = gone || led || self.is_hit(area);
            let tell = lost && (open.stage == Stage::Over || news);
            let why = format!("{name} ({mine} Colonists to {other}'s {theirs})");
            tell.then_some((gone, why))
        });
        let contested: Vec<(bool, String)> = contested.collect();
        let say = |gone: bool, verb: &str| {
            let areas = contested.iter().filter(|it| it.0 == gone);
            let areas: Vec<&str> = areas.map(|it| it.1.as_str()).collect();
            (!areas.is_empty()).then(|| format!("You {verb} {}.", areas.join(" or ")))
        };
        let said = [say(true, "no longer control"), say(false, "do not control")];
        let said: Vec<String> = said.into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// By how many Colonists the viewer leads in an Area; none: too few to control it.
    fn lead(&self, heads: &BTreeMap<Seat, u32>) -> Option<i64> {
        let mine = heads.get(&self.me).copied().unwrap_or(0);
        let others = heads.iter().filter(|it| *it.0 != self.me);
        let theirs = others.map(|it| *it.1).max().unwrap_or(0);
        (mine >= self.view.tables.gold.control).then(|| i64::from(mine) - i64::from(theirs))
    }

    /// The Colonists of an Area before what was heard, of which some came, went or died; `now`:
    /// those of today.
    fn before(&self, area: AreaId, now: &BTreeMap<Seat, u32>) -> BTreeMap<Seat, u32> {
        let mut before: BTreeMap<Seat, i64> =
            now.iter().map(|it| (*it.0, (*it.1).into())).into_map();
        for it in self.heard {
            for (seat, place, units, came) in comings(it) {
                let hex = named(&self.view.tables, place);
                if hex.and_then(|it| self.view.tables.map.area(it)) == Some(area) {
                    let number = i64::from(colonists_in(units));
                    *before.entry(seat).or_default() -= if came { number } else { -number };
                }
            }
        }
        for (seat, died) in self.heard.iter().flat_map(|it| self.died(it, area)) {
            *before.entry(seat).or_default() += i64::from(died);
        }
        let before = before.into_iter();
        let before = before.map(|it| (it.0, u32::try_from(it.1).unwrap_or(0)));
        before.into_map()
    }

    /// How many Colonists of whom an event took from an Area, otherwise than that they went.
    fn died(&self, it: &Event, area: AreaId) -> Option<(Seat, u32)> {
        let map = &self.view.tables.map;
        let here = |place: &str| {
            let hex = named(&self.view.tables, place);
            hex.and_then(|it| map.area(it)) == Some(area)
        };
        let (seat, there, lost) = match it {
            Event::Land(Land::Uprising {
                seat,
                area: name,
                lost,
                ..
            }) => (*seat, *name == map.area_of(area).name, colonists_in(lost)),
            Event::Land(
                Land::HardshipLoss {
                    seat, place, lost, ..
                }
                | Land::CombatLoss {
                    seat,
                    place,
                    units: lost,
                }
                | Land::RetreatLost {
                    seat,
                    place,
                    units: lost,
                },
            ) => (*seat, here(place), colonists_in(lost)),
            Event::Land(Land::ColonistsScattered {
                seat, place, lost, ..
            }) => (*seat, here(place), *lost),
            Event::Council(Council::SettlementLost {
                power,
                place,
                colonists,
                ..
            }) => (*power, here(place), *colonists),
            _ => return None,
        };
        there.then_some((seat, lost))
    }

    /// Whether something else has happened in an Area that takes Colonists.
    fn is_hit(&self, area: AreaId) -> bool {
        let map = &self.view.tables.map;
        let within = |it: Option<Hex>| it.and_then(|it| map.area(it)) == Some(area);
        let touches = |place: &str| within(named(&self.view.tables, place));
        self.heard.iter().any(|it| match it {
            Event::Land(Land::Retreated { from, to, .. }) => touches(from) || touches(to),
            Event::Council(
                Council::SettlementLost { .. }
                | Council::EventToll { .. }
                | Council::Disbanded { .. },
            )
            | Event::Sea(Sea::Invasion { .. })
            | Event::Land(
                Land::CombatLoss { .. }
                | Land::ColonistsScattered { .. }
                | Land::RetreatLost { .. }
                | Land::HexTaken { .. },
            ) => within(place_of(&self.view.tables, it)),
            _ => false,
        })
    }
}
