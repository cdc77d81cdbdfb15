//! What changed for a power since its last report, most important first: the head of its report.

use super::super::council::events::Event as Council;
use super::super::events::Event;
use super::super::ids::At;
use super::super::land::events::Event as Land;
use super::super::orders::Ware;
use super::super::reckon::{ports, score};
use super::super::sea::events::Event as Sea;
use super::super::state::Stage;
use super::super::view::View;
use super::comings::comings;
use super::contested::contested;
use super::event::{named, place_of};
use super::log::came_home;
use super::words;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, counted, list};

/// Things of one sort named in one sentence; of the others it says how many there are.
const NAMED: usize = 4;
/// How names of discoveries end that were made by coming to a place.
const REACHED: &str = " reached";
/// Sentences that have a number, in mails and on the map.
const NUMBERED: usize = 7;

/// The news of the viewer; spectators have none.
pub(super) fn news(view: &View, heard: &[&Event]) -> Vec<String> {
    let all = all(view, heard).into_iter();
    all.map(|(sentence, _)| sentence).collect()
}

/// The places of the first of these sentences, each with the number of its sentence: where the
/// first of the things it names happened.
pub(crate) fn places(view: &View, heard: &[&Event]) -> Vec<(usize, Hex)> {
    let all = (1..=NUMBERED).zip(all(view, heard));
    all.filter_map(|(number, (_, place))| Some((number, place?)))
        .collect()
}

/// All sentences, each with the place of the first thing it names, if that has one.
fn all(view: &View, heard: &[&Event]) -> Vec<(String, Option<Hex>)> {
    let Some(me) = view.seat else {
        return Vec::new();
    };
    let desk = Desk { view, me, heard };
    let bare = |it: Option<String>| it.map(|it| (it, None));
    let sentences = [
        bare(desk.choice()),
        desk.placed("Attacked", |it| desk.attack(heard[it])),
        desk.placed("Lost", |it| desk.loss(it)),
        desk.placed("Discovered", |it| desk.discovery(heard[it])),
        desk.placed("Reached", |it| desk.reached(heard[it])),
        desk.placed("Gained", |it| desk.gain(heard[it])),
        bare(desk.quests()),
        bare(desk.treasury()),
        bare(contested(view, me, heard)),
        bare(desk.standing()),
        bare(desk.others()),
    ];
    sentences.into_iter().flatten().collect()
}

/// Units in a sentence: `1 Colonist and 1 Soldier`.
fn joined(units: &str) -> String {
    list(units.split(", "))
}

struct Desk<'v> {
    view: &'v View,
    me: Seat,
    heard: &'v [&'v Event],
}

impl Desk<'_> {
    fn title(&self, seat: Seat) -> &str {
        self.view.tables.title(seat)
    }

    fn place(&self, place: &str) -> String {
        let at = named(&self.view.tables, place);
        at.map_or_else(
            || place.to_owned(),
            |it| words::place(&self.view.tables, At::Hex(it)),
        )
    }

    /// What an event leaves this power to choose.
    fn choice(&self) -> Option<String> {
        let own = &self.view.open.power(self.me).choices;
        let what = list(own.iter().map(|it| it.event));
        match own.len() {
            0 => None,
            1 => Some(format!(
                "Event {what} gives you a choice on this sheet (see below)."
            )),
            _ => Some(format!(
                "Events {what} give you choices on this sheet (see below)."
            )),
        }
    }

    /// A sentence of what events did, each given by its place among those heard; with the place on
    /// the map of the first of them.
    fn placed(
        &self,
        head: &str,
        told: impl Fn(usize) -> Option<String>,
    ) -> Option<(String, Option<Hex>)> {
        let sentence = self.sentence(head, (0..self.heard.len()).filter_map(&told))?;
        let first = (0..self.heard.len()).find(|it| told(*it).is_some());
        let place = first.and_then(|it| place_of(&self.view.tables, self.heard[it]));
        Some((sentence, place))
    }

    /// `Lost: a; b; c; and 2 more.`
    fn sentence(&self, head: &str, things: impl Iterator<Item = String>) -> Option<String> {
        let mut things: Vec<String> = things.collect();
        if things.is_empty() {
            return None;
        }
        let left = things.len().saturating_sub(NAMED);
        things.truncate(NAMED);
        if left > 0 {
            things.push(format!("and {left} more"));
        }
        Some(format!("{head}: {}.", things.join("; ")))
    }

    fn attack(&self, it: &Event) -> Option<String> {
        let mine = |defenders: &str| defenders.contains(self.title(self.me));
        let (who, at, what) = match it {
            Event::Sea(Sea::SeaFight {
                seat, target, at, ..
            }) if *target == self.me => (*seat, at, "your ships at "),
            Event::Sea(Sea::Invasion {
                seat,
                at,
                defenders,
                ..
            }) if mine(defenders) => (*seat, at, ""),
            Event::Land(
                Land::Stormed {
                    seat,
                    place,
                    defenders,
                    ..
                }
                | Land::StormUnopposed {
                    seat,
                    place,
                    defenders,
                },
            ) if *seat != self.me && mine(defenders) => (*seat, place, ""),
            _ => return None,
        };
        Some(format!("{what}{} by {}", self.place(at), self.title(who)))
    }

    fn loss(&self, at: usize) -> Option<String> {
        match self.heard[at] {
            Event::Council(Council::Disbanded { ordered: false, .. }) => self.unpaid(at),
            Event::Council(it) => self.loss_in_council(it),
            Event::Sea(Sea::ColonistsStayed { seat, colonists }) if *seat == self.me => {
                let who = counted(*colonists, "Colonist");
                let how = match came_home(self.heard, at) {
                    Some(_) => "who came home to Europe",
                    None => "who did not sail in time",
                };
                Some(format!("{who} {how}"))
            }
            Event::Sea(Sea::InvadersLost {
                seat,
                label,
                soldiers,
            }) if *seat == self.me => {
                let who = counted(*soldiers, "Soldier");
                let before = self.heard[..at].iter().rev();
                let place = before.clone().find_map(|it| match it {
                    Event::Sea(Sea::Invasion { seat, at, .. }) if *seat == self.me => Some(at),
                    _ => None,
                });
                let place = place.map(|it| format!(" at {}", self.place(it)));
                let place = place.unwrap_or_default();
                Some(format!("{who} of {label} in an invasion{place}"))
            }
            Event::Sea(Sea::Embarked { .. })
            | Event::Land(Land::Marched { .. } | Land::MenBoarded { .. }) => self.port_left(at),
            Event::Sea(it) => self.loss_at_sea(it),
            Event::Land(it) => self.loss_ashore(it),
        }
    }

    /// A Port that is none since the last units left that made it one (4.11).
    fn port_left(&self, at: usize) -> Option<String> {
        let gone = |it: &Event| {
            let left = comings(it).into_iter();
            let left = left.filter(|it| it.0 == self.me && !it.3);
            let left = left.filter(|it| it.2.contains("Soldier") || it.2.contains("Colonist"));
            left.map(|it| it.1.to_owned()).next()
        };
        let place = gone(self.heard[at])?;
        let later = self.heard[at + 1..].iter().filter_map(|it| gone(it));
        let hex = named(&self.view.tables, &place)?;
        let (tables, open) = (&self.view.tables, &self.view.open);
        let alone = open.men(hex, self.me).colonists > 0
            && tables.map.is_coast(hex)
            && !ports::is_port(tables, open, self.me, hex, true);
        let last = later.filter(|it| *it == place).count() == 0;
        (alone && last).then(|| format!("the Port at {}, now a settlement", self.place(&place)))
    }

    /// All that could not be paid for, told once, with the first of it.
    fn unpaid(&self, at: usize) -> Option<String> {
        let mut lost: BTreeMap<Ware, u32> = BTreeMap::new();
        let mut first = None;
        for (place, it) in self.heard.iter().enumerate() {
            if let Event::Council(Council::Disbanded {
                power,
                what,
                number,
                ordered: false,
                ..
            }) = it
                && *power == self.me
            {
                first.get_or_insert(place);
                *lost.entry(*what).or_default() += number;
            }
        }
        let lost = list(lost.into_iter().map(|(what, number)| what.counted(number)));
        (first == Some(at)).then(|| format!("{lost}, for want of upkeep"))
    }

    fn loss_in_council(&self, it: &Council) -> Option<String> {
        match it {
            Council::SettlementLost { power, place, .. } if *power == self.me => {
                Some(format!("the settlement at {}", self.place(place)))
            }
            Council::EventToll {
                power,
                number,
                kind,
                place,
            } if *power == self.me => {
                let (who, at) = (kind.counted(1), self.place(place));
                Some(format!("{who} at {at} to event {number}"))
            }
            Council::LeaderTaken { power, leader, .. } if *power == self.me => Some(leader.clone()),
            Council::ColonistsStayed { power, number } if *power == self.me => {
                let who = counted(*number, "Colonist");
                Some(format!("{who} who did not sail in time"))
            }
            _ => None,
        }
    }

    fn loss_at_sea(&self, it: &Sea) -> Option<String> {
        match it {
            Sea::WentDown {
                seat,
                label,
                ships,
                men,
                gold,
                ..
            } if *seat == self.me => {
                let gold = (*gold > 0).then(|| words::ducats(*gold));
                let with = commas(
                    [men.clone()]
                        .into_iter()
                        .filter(|it| !it.is_empty())
                        .chain(gold),
                );
                Some(if with.is_empty() {
                    format!("{ships} of {label}")
                } else {
                    format!("{ships} of {label} with {with}")
                })
            }
            Sea::NeverArrived { seat, at, who } if *seat == self.me => {
                let several = who.rsplit_once(", ");
                let who = several.map_or(who.clone(), |it| format!("{} and {},", it.0, it.1));
                Some(format!("{who} on the way to {}", self.place(at)))
            }
            Sea::LeaderOfLostShip {
                seat,
                leader,
                saved: false,
                ..
            } if *seat == self.me => Some(leader.clone()),
            Sea::Corsairs {
                seat, at, ducats, ..
            } if *seat == self.me && *ducats > 0 => Some(format!(
                "{} to corsairs at {}",
                words::ducats(*ducats),
                self.place(at)
            )),
            _ => None,
        }
    }

    fn loss_ashore(&self, it: &Land) -> Option<String> {
        match it {
            Land::CombatLoss { seat, units, place }
            | Land::RetreatLost { seat, units, place }
            | Land::GuestsLost { seat, units, place }
                if *seat == self.me =>
            {
                Some(format!("{units} at {}", self.place(place)))
            }
            Land::ColonistsScattered {
                seat, place, lost, ..
            } if *seat == self.me && *lost > 0 => {
                let who = counted(*lost, "Colonist");
                Some(format!("{who} at {}", self.place(place)))
            }
            // Of a mine found since the last report the gains say it.
            Land::MineDepleted {
                seat,
                place,
                capacity: 0,
                ..
            } if *seat == self.me && !self.found_mine(place) => {
                Some(format!("the mine at {}, exhausted", self.place(place)))
            }
            Land::MineAbandoned { seat, place } if *seat == self.me => {
                Some(format!("the mine at {}, abandoned", self.place(place)))
            }
            Land::NativesAttacked {
                seat, area, lost, ..
            } if *seat == self.me && *lost > 0 => {
                let who = counted(*lost, "Soldier");
                let area = words::with_article(area);
                Some(format!("{who} fighting the natives of {area}"))
            }
            Land::Uprising {
                seat, area, lost, ..
            } if *seat == self.me && !lost.is_empty() => {
                let area = words::with_article(area);
                Some(format!("{} in an uprising in {area}", joined(lost)))
            }
            Land::HardshipLoss {
                seat, place, lost, ..
            } if *seat == self.me => Some(format!(
                "{} to attrition at {}",
                joined(lost),
                self.place(place)
            )),
            Land::LeaderKilled { seat, leader, .. }
            | Land::LeaderCaptured { seat, leader, .. }
            | Land::LeaderAstray { seat, leader, .. }
                if *seat == self.me =>
            {
                Some(leader.clone())
            }
            _ => None,
        }
    }

    /// A discovery of the viewer: its name, and its victory points.
    fn found<'e>(&self, it: &'e Event) -> Option<(&'e str, i32)> {
        match it {
            Event::Sea(Sea::DiscoveryCredited { seat, name, vp, .. }) if *seat == self.me => {
                Some((name.as_str(), *vp))
            }
            Event::Land(Land::LandDiscovery {
                seat,
                name,
                vp,
                bonus,
                ..
            }) if *seat == self.me => Some((name.as_str(), vp + bonus)),
            _ => None,
        }
    }

    /// A discovery, but not one whose name says that a place was reached.
    fn discovery(&self, it: &Event) -> Option<String> {
        let (name, vp) = self.found(it)?;
        (!name.ends_with(REACHED)).then(|| format!("{name} ({vp} VP)"))
    }

    /// A discovery whose name says so.
    fn reached(&self, it: &Event) -> Option<String> {
        let (name, vp) = self.found(it)?;
        let place = name.strip_suffix(REACHED)?;
        Some(format!("{place} ({vp} VP)"))
    }

    fn gain(&self, it: &Event) -> Option<String> {
        match it {
            Event::Sea(Sea::GoldCredited { seat, ducats, .. }) if *seat == self.me => {
                Some(format!("{} of gold", words::ducats(*ducats)))
            }
            Event::Land(it) => self.gain_ashore(it),
            _ => None,
        }
    }

    fn gain_ashore(&self, it: &Land) -> Option<String> {
        match it {
            Land::QuestAchieved { seat, quest } if *seat == self.me => {
                Some(format!("the quest for {quest}"))
            }
            Land::HexTaken { seat, place, .. } if *seat == self.me => Some(self.place(place)),
            Land::MineFound {
                seat,
                place,
                capacity,
                ..
            } if *seat == self.me => {
                let at = self.place(place);
                let left = self.left_of_mine(place).unwrap_or(*capacity);
                Some(match left {
                    0 => format!("a mine at {at}, exhausted already"),
                    _ => format!("a mine at {at}, {} a turn", words::ducats(left)),
                })
            }
            Land::CityLooted {
                seat,
                place,
                ducats,
                ..
            } if *seat == self.me => {
                let gold = words::ducats(*ducats);
                Some(format!("{gold} looted at {}", self.place(place)))
            }
            _ => None,
        }
    }

    /// Whether the viewer found a mine here since the last report.
    fn found_mine(&self, mine: &str) -> bool {
        self.heard.iter().any(|it| {
            matches!(it, Event::Land(Land::MineFound { seat, place, .. })
                if *seat == self.me && place == mine)
        })
    }

    /// What a mine yields now, if it is known to have yielded more before.
    fn left_of_mine(&self, mine: &str) -> Option<u32> {
        let mut depleted = self.heard.iter().filter_map(|it| match it {
            Event::Land(Land::MineDepleted {
                place, capacity, ..
            }) if place == mine => Some(*capacity),
            _ => None,
        });
        depleted.next_back()
    }

    /// Quests owed since the last report, and failed ones.
    fn quests(&self) -> Option<String> {
        let told = self.heard.iter().filter_map(|it| match it {
            Event::Council(Council::QuestOwed {
                power,
                quest,
                deadline,
            }) if *power == self.me => Some(format!(
                "you must find {} by the end of turn {deadline}",
                words::quest(*quest)
            )),
            Event::Council(Council::QuestFailed { power, quest, vp }) if *power == self.me => Some(
                format!("the quest for {} has failed, {vp} VP", words::quest(*quest)),
            ),
            _ => None,
        });
        self.sentence("Quests", told)
    }

    /// What the Treasury holds, and what it held before the first change that was heard of.
    fn treasury(&self) -> Option<String> {
        // Each change that was heard of, and what the Treasury held after it, where it is told.
        let changes = self.heard.iter().filter_map(|it| match it {
            Event::Council(Council::Ducats {
                power,
                change,
                treasury,
                ..
            }) if *power == self.me => Some((*change, Some(*treasury))),
            Event::Sea(Sea::GoldCredited {
                seat,
                ducats,
                treasury,
            }) if *seat == self.me => Some((i64::from(*ducats), Some(*treasury))),
            Event::Land(Land::ResourcesCredited { seat, ducats, .. }) if *seat == self.me => {
                Some((i64::from(*ducats), None))
            }
            _ => None,
        });
        let mut sum = 0;
        let mut before = None;
        for (change, treasury) in changes {
            sum += change;
            before = before.or(treasury.map(|it| i64::from(it) - sum));
        }
        let before = before?;
        let now = self.view.open.power(self.me).treasury;
        let change = i64::from(now) - before;
        let holds = words::ducats(now);
        Some(match change {
            0 => format!("Your Treasury holds {holds}, as before."),
            _ => format!("Your Treasury holds {holds} ({change:+})."),
        })
    }

    fn standing(&self) -> Option<String> {
        let open = &self.view.open;
        let totals = open.table.iter();
        let totals: Vec<(Seat, i32)> = totals
            .map(|it| (*it, score::vp(&self.view.tables, open, *it).total))
            .collect();
        let mine = totals.iter().find(|it| it.0 == self.me)?.1;
        let others = || totals.iter().filter(|it| it.0 != self.me);
        let equals: Vec<&str> = others()
            .filter(|it| it.1 == mine)
            .map(|it| self.title(it.0))
            .collect();
        let place = 1 + others().filter(|it| it.1 > mine).count();
        let last = place > 1 && place + equals.len() == totals.len();
        let best = others().filter(|it| it.1 != mine).max_by_key(|it| it.1);
        let (lead, shared, are) = if open.stage == Stage::Over {
            ("ended first", "ended first together", "ended")
        } else {
            ("lead", "share the lead", "are")
        };
        let stand = match place {
            1 if equals.is_empty() => lead.to_owned(),
            1 => shared.to_owned(),
            _ if last => format!("{are} last"),
            2 => format!("{are} second"),
            _ => format!("{are} third"),
        };
        let all = list(["You"].into_iter().chain(equals));
        let other = best.map(|best| {
            let who: Vec<&str> = others()
                .filter(|it| it.1 == best.1)
                .map(|it| self.title(it.0))
                .collect();
            let verb = match (place, open.stage == Stage::Over, who.len()) {
                (1, _, 1) => "has",
                (1, _, _) => "have",
                (_, true, _) => "ended first",
                (_, false, 1) => "leads",
                (_, false, _) => "lead",
            };
            let with = if place == 1 { "" } else { "with " };
            format!("; {} {verb} {with}{}", list(who), best.1)
        });
        let other = other.unwrap_or_default();
        Some(format!("{all} {stand} with {mine} VP{other}."))
    }

    /// Discoveries that others were credited with.
    fn others(&self) -> Option<String> {
        let mut made: BTreeMap<Seat, Vec<String>> = BTreeMap::new();
        for it in self.heard {
            if let Event::Sea(Sea::DiscoveryCredited { seat, name, .. })
            | Event::Land(Land::LandDiscovery { seat, name, .. }) = it
                && *seat != self.me
            {
                made.entry(*seat).or_default().push(words::find(name));
            }
        }
        let made = made.into_iter();
        let made =
            made.map(|(seat, names)| format!("by {}: {}", self.title(seat), words::finds(&names)));
        let made: Vec<String> = made.collect();
        (!made.is_empty()).then(|| format!("Discovered {}.", made.join("; ")))
    }
}
