//! The expedition log: what the viewer heard of ships, gathered into tales. Each own expedition has
//! one of its own, from port to port; of another power's ships what all could see makes one.
//!
//! Not here: the sentences (`templates/conquistador/log.txt`).

use super::super::council::events::Event as Council;
use super::super::events::Event;
use super::super::ids::{At, Label};
use super::super::land::events::Event as Land;
use super::super::reckon::{landing, units, voyage};
use super::super::sea::events::Event as Sea;
use super::super::state::Expedition;
use super::super::view::View;
use super::{event, words};
use packetboat_core::prelude::*;
use serde_json::Value;

/// What was heard of the ships of one expedition in one turn, or of all ships of another power.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Tale {
    seat: Seat,
    /// How the power is printed.
    title: String,
    /// The expedition; absent: all that could be seen of the power's ships.
    label: Option<Label>,
    /// The turn in which it happened; 0: nothing heard tells.
    turn: u32,
    /// What happened, oldest first.
    events: Vec<Value>,
    /// Where the expedition is now, if it is the viewer's and still there.
    lies: Option<Lies>,
    #[serde(skip)]
    ended: bool,
    #[serde(skip)]
    at: String,
}

/// Where an expedition is at the end of its tale.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Lies {
    /// Where.
    place: String,
    /// Who and what is aboard; empty: nobody and nothing.
    aboard: String,
    /// Bounds bought and not yet sailed.
    bounds_left: u32,
    /// Bounds of the way home; absent: none leads from here, or it is there.
    home: Option<u32>,
    /// Colonists and Soldiers who might have gone ashore here; empty: nobody.
    kept_aboard: String,
    /// Why they did not.
    why: String,
}

/// Whose tale an event belongs to.
enum Part {
    /// That of an own expedition.
    Own(Seat, Label),
    /// That of the own expedition which was told of last; of another power, what is seen.
    Last(Seat),
    /// That of the only own expedition at this place; of another power, what is seen.
    Only(Seat, String),
    /// All own expeditions at this place; all hear of it besides.
    There(Vec<Seat>, String),
    /// What is seen of another power's ships.
    Seen(Seat),
}

/// The tales, own ones first, and the places of the events they tell.
pub(super) fn tales(view: &View, heard: &[&Event]) -> (Vec<Tale>, BTreeSet<usize>) {
    let mut log = Log {
        view,
        turn: 0,
        tales: Vec::new(),
        open: BTreeMap::new(),
        last: BTreeMap::new(),
    };
    let mut told = BTreeSet::new();
    // Who hears of ships with their labels needs not be told what others saw of them.
    let owners: BTreeSet<Seat> = heard.iter().filter_map(|it| owner(it)).into_set();
    for (at, it) in heard.iter().enumerate() {
        if let Event::Council(Council::TurnBegan { turn, .. }) = it {
            log.turn = *turn;
        }
        let part = match came_home(heard, at) {
            Some(seat) => Some(Part::Last(seat)),
            None => part(it),
        };
        let Some(part) = part else {
            continue;
        };
        let part = match part {
            Part::Last(seat) | Part::Only(seat, _) if !owners.contains(&seat) => Part::Seen(seat),
            part => part,
        };
        let seen_twice = matches!(&part, Part::Seen(seat) if owners.contains(seat));
        if seen_twice || log.tell(it, &part) {
            told.insert(at);
        }
    }
    let mut tales = log.tales;
    tales.sort_by_key(|it| (it.turn, it.label.is_none()));
    for tale in &mut tales {
        tale.lies = lies(view, tale);
    }
    (tales, told)
}

struct Log<'v> {
    view: &'v View,
    turn: u32,
    tales: Vec<Tale>,
    /// The tale of each expedition, and of each other power, that is going on.
    open: BTreeMap<(Seat, Option<Label>), usize>,
    /// The own tale that was added to last.
    last: BTreeMap<Seat, usize>,
}

impl Log<'_> {
    /// Adds an event to its tale. Whether it stands there in place of the chronicle.
    fn tell(&mut self, it: &Event, part: &Part) -> bool {
        match part {
            Part::Own(seat, label) => {
                let at = self.tale(*seat, Some(*label), starts(it));
                self.last.insert(*seat, at);
                self.add(at, it);
                true
            }
            Part::Last(seat) => {
                let last = self.last.get(seat).copied();
                if let Some(at) = last {
                    self.add(at, it);
                }
                last.is_some()
            }
            Part::Only(seat, place) => {
                let [at] = self.there(&[*seat], place)[..] else {
                    return false;
                };
                self.add(at, it);
                true
            }
            Part::There(seats, place) => {
                for at in self.there(seats, place) {
                    self.add(at, it);
                }
                // Of fights the chronicle tells too, between what led to them and what follows.
                false
            }
            Part::Seen(seat) => {
                let at = self.tale(*seat, None, false);
                self.add(at, it);
                true
            }
        }
    }

    /// The tales of expeditions of these powers that are at a place.
    fn there(&self, seats: &[Seat], place: &str) -> Vec<usize> {
        let tales = self.tales.iter().enumerate();
        let here = tales.filter(|(_, it)| {
            it.label.is_some() && !it.ended && seats.contains(&it.seat) && it.at == place
        });
        here.map(|(at, _)| at).collect()
    }

    /// The tale that goes on, or a new one: in a new turn, after an end, and for a new voyage.
    fn tale(&mut self, seat: Seat, label: Option<Label>, starts: bool) -> usize {
        let known = self.open.get(&(seat, label)).copied();
        let goes_on = |at: &usize| {
            let tale = &self.tales[*at];
            !tale.ended && !starts && tale.turn == self.turn
        };
        if let Some(at) = known.filter(goes_on) {
            return at;
        }
        self.tales.push(Tale {
            seat,
            title: self.view.tables.title(seat).to_owned(),
            label,
            turn: self.turn,
            events: Vec::new(),
            lies: None,
            ended: false,
            at: String::new(),
        });
        let at = self.tales.len() - 1;
        self.open.insert((seat, label), at);
        at
    }

    fn add(&mut self, at: usize, it: &Event) {
        let face = event::event(&self.view.tables, it);
        let tale = &mut self.tales[at];
        if let Event::Sea(Sea::NeverArrived { .. }) = it {
            for landing in tale
                .events
                .iter_mut()
                .filter(|it| landed_at(it, &face["at"]))
            {
                landing["in_vain"] = true.into();
            }
        }
        tale.events.push(face);
        match it {
            Event::Sea(Sea::ExpeditionCrossed { to, .. } | Sea::ExpeditionMoved { to, .. }) => {
                tale.at.clone_from(to);
            }
            Event::Sea(Sea::RoundTheWorld { .. }) => "Europe".clone_into(&mut tale.at),
            Event::Sea(Sea::PaidOff { .. } | Sea::WentDown { ended: true, .. }) => {
                tale.ended = true;
            }
            Event::Council(Council::ExpeditionReady { place, .. }) => tale.at.clone_from(place),
            _ => {}
        }
    }
}

/// Whether somebody goes ashore at a place by an event; of those whose ship is lost in the same
/// phase the log must not say that they are there.
fn landed_at(it: &Value, place: &Value) -> bool {
    (it["event"] == "landed" || it["event"] == "came-ashore") && it["at"] == *place
}

/// Whether a voyage begins with it.
fn starts(it: &Event) -> bool {
    matches!(it, Event::Council(Council::ExpeditionReady { .. }))
}

/// Whose Colonists are lost by this event because their ships have just come home; others of whom
/// it tells never sailed.
pub(super) fn came_home(heard: &[&Event], at: usize) -> Option<Seat> {
    let before = at.checked_sub(1).map(|it| heard[it]);
    match (before, heard[at]) {
        (
            Some(Event::Sea(Sea::PaidOff { seat: home, .. })),
            Event::Sea(Sea::ColonistsStayed { seat, .. }),
        ) if home == seat => Some(*seat),
        _ => None,
    }
}

/// The power whose own ships an event tells of with their label.
fn owner(it: &Event) -> Option<Seat> {
    match part(it) {
        Some(Part::Own(seat, _)) => Some(seat),
        _ => None,
    }
}

fn part(it: &Event) -> Option<Part> {
    match it {
        Event::Council(
            Council::ExpeditionReady { power, label, .. }
            | Council::BoundsUnpaid { power, label, .. },
        ) => Some(Part::Own(*power, *label)),
        Event::Land(
            Land::MenBoarded { seat, label, .. }
            | Land::MenLanded { seat, label, .. }
            | Land::GoldStowed { seat, label, .. },
        ) => Some(Part::Own(*seat, *label)),
        Event::Land(Land::SeenStowing { seat, .. }) => Some(Part::Seen(*seat)),
        Event::Sea(it) => at_sea(it),
        Event::Council(_) | Event::Land(_) => None,
    }
}

fn at_sea(it: &Sea) -> Option<Part> {
    match it {
        Sea::ExpeditionCrossed { seat, label, .. }
        | Sea::VoyagePassedOver { seat, label, .. }
        | Sea::ExpeditionMoved { seat, label, .. }
        | Sea::Embarked { seat, label, .. }
        | Sea::Landed { seat, label, .. }
        | Sea::FightCalledOff { seat, label, .. }
        | Sea::WentDown { seat, label, .. }
        | Sea::InvadersLost { seat, label, .. }
        | Sea::AttritionAtSea { seat, label, .. }
        | Sea::ReportsBrought { seat, label, .. }
        | Sea::DutyServed { seat, label, .. }
        | Sea::LeaderServedOut { seat, label, .. }
        | Sea::RoundTheWorld { seat, label, .. }
        | Sea::PaidOff { seat, label, .. } => Some(Part::Own(*seat, *label)),
        Sea::LeaderOfLostShip { seat, .. } | Sea::NeverArrived { seat, .. } => {
            Some(Part::Last(*seat))
        }
        Sea::GoldLanded { seat, at, .. } => Some(Part::Only(*seat, at.clone())),
        Sea::GoldInEurope { seat, .. } => Some(Part::Only(*seat, "Europe".to_owned())),
        Sea::ShipsCrossed { seat, .. }
        | Sea::ShipsMoved { seat, .. }
        | Sea::WentAboard { seat, .. }
        | Sea::CameAshore { seat, .. } => Some(Part::Seen(*seat)),
        Sea::SeaFight {
            seat, target, at, ..
        } => Some(Part::There(vec![*seat, *target], at.clone())),
        Sea::Invasion { seat, at, .. } => Some(Part::There(vec![*seat], at.clone())),
        Sea::ShipsLost { seat, cause, .. } if cause == "sea" => Some(Part::Seen(*seat)),
        _ => None,
    }
}

/// Where the expedition of a tale is now; only of the tale that is not over.
fn lies(view: &View, tale: &Tale) -> Option<Lies> {
    let own = view.own.as_deref().filter(|_| view.seat == Some(tale.seat));
    let expedition = own?.expeditions.get(&tale.label?)?;
    if tale.ended || tale.turn != view.open.turn && tale.turn != 0 {
        return None;
    }
    let home = expedition
        .at
        .hex()
        .and_then(|_| voyage::crossing_bounds(&view.tables, expedition.at, At::Europe).ok());
    let (kept_aboard, why) = kept_aboard(view, expedition, tale).unwrap_or_default();
    let sailed = expedition.sailed_b + expedition.sailed_d;
    Some(Lies {
        place: words::place(&view.tables, expedition.at),
        aboard: words::load(&view.tables, expedition),
        bounds_left: expedition.bounds.saturating_sub(sailed),
        home,
        kept_aboard,
        why,
    })
}

/// Who of those aboard might have gone ashore where the ships lie at the end of the Initial Naval
/// phase, and why they did not. Who went aboard in the same phase stays there and is not meant.
fn kept_aboard(view: &View, it: &Expedition, tale: &Tale) -> Option<(String, String)> {
    let men = it.men();
    let came =
        |it: &Value| it["event"] == "expedition-crossed" || it["event"] == "expedition-moved";
    // Those who fought for the place and did not win it know why they are not ashore.
    let busy = |it: &Value| it["event"] == "embarked" || it["event"] == "invasion";
    let busy = tale.events.iter().any(busy);
    let hex = it.at.hex().filter(|_| view.open.sheet().part == 2)?;
    if busy || men.colonists + men.soldiers == 0 || !tale.events.iter().any(came) {
        return None;
    }
    let who = units::words(&view.tables, &men, []);
    let (open, me) = (&view.open, view.me());
    let why = landing::why_aboard(&view.tables, open, &view.deals, me, it, hex);
    Some((who, why))
}
