//! Quests (6.4.15, 6.4.16): a party that can still be in time sets out from where Soldiers stand;
//! else Soldiers are sent to a coast from which it can, if that costs less than failure.

use super::super::data::is_spain;
use super::super::ids::AreaId;
use super::super::map::Ocean;
use super::super::men::Men;
use super::super::orders::QuestKind;
use super::fleet::{Route, cheapest};
use super::land::Shore;
use super::mind::{DUCAT, Mind, VP};
use super::outfit::{Outfit, Venture};
use super::rangers;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Soldiers of a quest at least (4.12), and at most.
const BAND: [u32; 2] = [3, 6];

/// Soldiers who are sent for a quest.
const SENT: u32 = 4;

/// What a quest may cost besides what failure does: finding something on the way, and honour.
const HONOUR: i64 = 25 * DUCAT;

/// Movement points and hardship of a march so far.
type Spent = (u32, u32);

/// A quest to be done.
struct Owed<'a> {
    kind: QuestKind,
    areas: &'a [AreaId],
    /// Turns left for it, this one included.
    turns: u32,
}

fn owed<'a>(mind: &Mind<'a>) -> Vec<Owed<'a>> {
    let open = mind.open();
    let quests = open.power(mind.me).quests.iter().filter(|it| !it.done);
    let quests = quests.filter_map(|it| {
        let areas = match it.kind {
            QuestKind::Cibola => &mind.tables().ret.cibola_areas,
            QuestKind::Eldorado => &mind.tables().ret.eldorado_areas,
        };
        Some(Owed {
            kind: it.kind,
            areas,
            turns: (it.deadline + 1).checked_sub(open.turn)?,
        })
    });
    quests.collect()
}

impl Owed<'_> {
    fn word(&self) -> &'static str {
        match self.kind {
            QuestKind::Cibola => "CIBOLA",
            QuestKind::Eldorado => "ELDORADO",
        }
    }

    /// Which of its Areas a hex lies in, as a set.
    fn bit(&self, mind: &Mind<'_>, hex: Hex) -> u32 {
        let area = mind.map().area(hex);
        let place = self.areas.iter().position(|it| Some(*it) == area);
        place.map_or(0, |it| 1 << it)
    }

    /// The shortest march through all of its Areas that are not among those `seen`; of equally
    /// short ones the healthiest.
    fn tour(&self, mind: &Mind<'_>, from: Hex, seen: u32) -> Option<Vec<Hex>> {
        let all = (1 << self.areas.len()) - 1;
        let start = (from, seen | self.bit(mind, from));
        let mut came: BTreeMap<(Hex, u32), (Spent, Hex, u32)> = BTreeMap::new();
        let mut open = BinaryHeap::from([Reverse(((0, 0), start))]);
        while let Some(Reverse((spent, here))) = open.pop() {
            if here.1 == all {
                return Some(traced(&came, start, here));
            }
            for next in mind.map().land_neighbours(here.0) {
                let step = (mind.map().land_mp(*next), mind.level(*next));
                let total = (spent.0 + step.0, spent.1 + step.1);
                let there = (*next, here.1 | self.bit(mind, *next));
                let better = came.get(&there).is_none_or(|it| total < it.0);
                if better && there != start && !mind.taken(*next) {
                    came.insert(there, (total, here.0, here.1));
                    open.push(Reverse((total, there)));
                }
            }
        }
        None
    }

    /// The same, if it can be done in time: how many turns it takes, and the way.
    fn in_time(&self, mind: &Mind<'_>, from: Hex, seen: u32) -> Option<(u32, Vec<Hex>)> {
        let way = self.tour(mind, from, seen)?;
        let turns = rangers::turns(mind, &way);
        (turns <= self.turns).then_some((turns, way))
    }

    /// Whether a party is on its way.
    fn is_under_way(&self, mind: &Mind<'_>) -> bool {
        let mut parties = mind.own().parties.values();
        parties.any(|it| it.quests.contains(&self.kind) && self.party_way(mind, it.hex).is_some())
    }

    fn party_way(&self, mind: &Mind<'_>, at: Option<Hex>) -> Option<(u32, Vec<Hex>)> {
        let own = mind.own().parties.values();
        let party = own
            .into_iter()
            .find(|it| it.hex == at && it.hex.is_some())?;
        let seen = party
            .trail
            .iter()
            .fold(0, |set, it| set | self.bit(mind, *it));
        self.in_time(mind, at?, seen)
    }

    /// The best of own Soldiers ashore to set out, with the way.
    fn starters(&self, shore: &Shore<'_, '_>) -> Option<(Hex, Men, Vec<Hex>)> {
        let mind = shore.mind;
        let stacks = shore.free.iter().filter(|(_, men)| {
            let blessed = !is_spain(mind.me) || men.missionaries > 0;
            men.soldiers >= BAND[0] && blessed
        });
        let ways = stacks.filter_map(|(hex, men)| {
            let (turns, way) = self.in_time(mind, *hex, 0)?;
            let men = Men {
                colonists: 0,
                soldiers: men.soldiers.min(BAND[1]),
                missionaries: u32::from(is_spain(mind.me)),
            };
            Some(((turns, u32::MAX - men.soldiers), (*hex, men, way)))
        });
        ways.min_by_key(|it| it.0).map(|it| it.1)
    }
}

/// The hexes entered from a start to an end, by what each was entered from.
fn traced(
    came: &BTreeMap<(Hex, u32), (Spent, Hex, u32)>,
    start: (Hex, u32),
    end: (Hex, u32),
) -> Vec<Hex> {
    let mut way = Vec::new();
    let mut here = end;
    while here != start {
        way.push(here.0);
        let (_, hex, seen) = came[&here];
        here = (hex, seen);
    }
    way.reverse();
    way
}

/// Marches of parties that serve a quest, and new parties.
pub(super) fn march(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    for quest in owed(mind) {
        let parties = mind.own().parties.iter();
        let mut serving = parties.filter(|(_, it)| it.quests.contains(&quest.kind));
        let going = serving.find_map(|(label, party)| {
            let (_, way) = quest.party_way(mind, party.hex)?;
            Some((label.to_string(), party.hex?, party.men, way))
        });
        if let Some((label, from, men, way)) = going {
            go(shore, &label, from, men, &way);
            continue;
        }
        if let Some((from, men, way)) = quest.starters(shore) {
            let label = mind.free_label('Q');
            let mut who = vec![counted(men.soldiers, "soldier")];
            if men.missionaries > 0 {
                who.push(counted(men.missionaries, "missionary"));
            }
            let stack = mind.open().stack(from, mind.me);
            let leaders = stack.into_iter().flat_map(|it| &it.leaders);
            who.extend(leaders.map(|it| format!("leader {it}")));
            let (who, word, name) = (commas(who), quest.word(), mind.name(from));
            let line = format!("PARTY {label} {who} AT {name} QUEST {word}");
            shore.lines.push(line);
            go(shore, &label, from, men, &way);
        }
    }
}

/// A party marches on, as far as it comes this turn.
fn go(shore: &mut Shore<'_, '_>, label: &str, from: Hex, men: Men, way: &[Hex]) {
    let mind = shore.mind;
    let men = men.at_most(&shore.idle(from));
    *shore.free.entry(from).or_default() -= men;
    let end = rangers::first_leg(mind, from, way);
    let leg = way.iter().position(|it| *it == end).map_or(0, |it| it + 1);
    let Some((last, before)) = way[..leg].split_last() else {
        return;
    };
    *shore.after.entry(from).or_default() -= men;
    *shore.after.entry(*last).or_default() += men;
    let via = if before.is_empty() {
        String::new()
    } else {
        format!(" VIA {}", commas(before.iter().map(|it| mind.name(*it))))
    };
    let to = mind.name(*last);
    shore.lines.push(format!("MOVE {label}{via} TO {to}"));
}

/// Sends Soldiers to where a quest can begin, if there is no other way and it is worth it.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) {
    for quest in owed(mind) {
        let ashore = Shore::new(mind, Vec::new());
        if !quest.is_under_way(mind) && quest.starters(&ashore).is_none() {
            equip(mind, outfit, &quest);
        }
    }
}

fn equip(mind: &Mind<'_>, outfit: &mut Outfit, quest: &Owed<'_>) -> Option<()> {
    let map = mind.map();
    let coasts = map.all().filter(|it| {
        let near = |area: AreaId| {
            let mut areas = quest.areas.iter();
            areas.any(|it| *it == area || map.areas_touch(*it, area))
        };
        let atlantic = map.ocean(*it) == Some(Ocean::Atlantic);
        map.is_coast(*it) && atlantic && !mind.taken(*it) && map.area(*it).is_some_and(near)
    });
    let starts = coasts.filter_map(|it| Some((quest.in_time(mind, it, 0)?.0, it)));
    let (turns, landing) = starts.min()?;
    let men = Men {
        colonists: 0,
        soldiers: SENT,
        missionaries: u32::from(is_spain(mind.me)),
    };
    let route = Route::to(mind, landing);
    let failure = i64::from(mind.tables().ret.failure_vp.abs()) * VP;
    let fleet = cheapest(mind, outfit.idle, &route, men.total(), failure / 2, false)?;
    let hire = outfit.hire(mind, &men);
    let pay = i64::from(men.total() * turns) * DUCAT;
    let cost = fleet.total(failure / 2) + hire * DUCAT + pay;
    let affordable = fleet.cash + hire <= outfit.purse && outfit.can_hire(mind, &men);
    if cost > failure * 3 / 4 + HONOUR || !affordable {
        return None;
    }
    let venture = Venture {
        fleet,
        route,
        ashore: vec![(landing, men)],
        leaders: Vec::new(),
        hemi: Vec::new(),
        sequels: Vec::new(),
    };
    outfit.commit(mind, venture);
    Some(())
}
