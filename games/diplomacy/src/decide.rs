//! What the lines of a seat come to. Of several for one unit the last counts.

use super::data::Tables;
use super::judge::lawful::{Unlawful, lawful};
use super::judge::{Act, Ordered};
use super::orders::{Choice, Order, Question, Retreat, Said};
use super::place::{Kind, Place, Province, Unit};
use super::state::{Dislodged, Stage};
use super::view::View;
use packetboat_core::prelude::*;

/// Why a line is passed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Refusal {
    /// Nobody is there.
    NoUnit {
        at: Place,
    },
    /// It is another's.
    NotYours {
        at: Place,
        seat: Seat,
    },
    /// An army is there, not a fleet, or the other way.
    OtherKind {
        unit: Unit,
    },
    /// A later line is for the same unit.
    Later,
    /// It is for another phase.
    OtherPhase,
    /// 6.H.4: the unit need not retreat.
    NotDislodged {
        at: Place,
    },
    /// 6.H: it may retreat to none of these.
    NoRetreat {
        open: Vec<Place>,
    },
    /// 6.I.5, 6.I.6: no home centre of the power's own.
    NotHome {
        at: Place,
    },
    /// 6.I.3, 6.I.7.
    Taken {
        at: Place,
    },
    /// 6.I.2: only armies are built inland.
    Inland {
        at: Place,
    },
    /// 6.I.1, 6.J.1: there are only so many.
    TooMany {
        most: u64,
    },
    Unlawful(Unlawful),
}

impl Refusal {
    fn is_too_early(&self) -> bool {
        matches!(self, Refusal::OtherPhase | Refusal::NotDislodged { .. })
    }
}

/// What the lines of a seat come to.
struct Sheet<'a> {
    tables: &'a Tables,
    view: &'a View,
    decision: Decision<Choice>,
    /// Lines with the unit that each is for.
    done: Vec<(Province, OrderRef)>,
}

/// An answer of these lines.
pub fn decide(
    tables: &Tables,
    view: &View,
    asked: &Question,
    lines: &Lines<'_, Order>,
) -> Decision<Choice> {
    let mut sheet = Sheet {
        tables,
        view,
        decision: Decision::none(),
        done: Vec::new(),
    };
    let choice = match asked {
        Question::Orders => sheet.orders(lines),
        Question::Retreats => sheet.retreats(lines),
        Question::Adjustments => sheet.adjustments(lines),
    };
    let mut decision = sheet.decision;
    decision.rests_on = sheet.done.into_iter().map(|it| it.1).collect();
    // Results are reported of each line by its place.
    decision.each = decision.rests_on.len() > 1;
    decision.choice = (!decision.rests_on.is_empty()).then_some(choice);
    decision
}

/// What is asked in this phase.
pub fn question(stage: Stage) -> Question {
    match stage {
        Stage::Movement => Question::Orders,
        Stage::Retreats => Question::Retreats,
        Stage::Adjustments => Question::Adjustments,
    }
}

/// What is to be said of lines that cannot be carried out.
pub fn notes(tables: &Tables, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let live = lines
        .iter()
        .flat_map(|it| packetboat_core::engine::advice::live(it));
    let lines = Lines {
        lines: live.collect(),
        asleep: Vec::new(),
        wished: false,
        trying: true,
    };
    let decision = decide(tables, view, &question(view.stage), &lines);
    let refused = decision.passed_over.into_iter();
    let notes = refused.map(|it| Note {
        at: it.at,
        what: it.why,
        weight: Weight::Doubt,
    });
    notes.collect()
}

/// The branches of each line, the last line of the sheet first, standing ones after them.
fn newest_first<'l, 'o>(lines: &'l Lines<'o, Order>) -> Vec<&'l [Live<'o, Order>]> {
    let of_one = lines.lines.chunk_by(|one, next| one.at == next.at);
    let (standing, mut sheet): (Vec<_>, Vec<_>) = of_one.partition(|it| it[0].standing);
    sheet.reverse();
    sheet.extend(standing);
    sheet
}

impl Sheet<'_> {
    /// Tries the branches of each line: the first that can be carried out is.
    fn each<T>(
        &mut self,
        lines: Vec<&[Live<'_, Order>]>,
        mut take: impl FnMut(&mut Self, &Order) -> Result<(Province, T), Refusal>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for branches in lines {
            let mut refused = Vec::new();
            let found = branches
                .iter()
                .find_map(|live| match take(self, live.order) {
                    Ok((province, _)) if self.done.iter().any(|it| it.0 == province) => {
                        refused.push(Refusal::Later);
                        None
                    }
                    Ok(found) => Some((found, live.at)),
                    Err(why) => {
                        refused.push(why);
                        None
                    }
                });
            match found {
                Some(((province, what), at)) => {
                    self.done.push((province, at));
                    all.push(what);
                }
                // A standing order waits for the sheets on which its unit can obey it.
                None if branches[0].standing && refused.iter().all(Refusal::is_too_early) => {}
                None => self.decision.refuse(branches[0].at, refused),
            }
        }
        all
    }

    /// The unit that a line is for.
    fn unit(&self, kind: Kind, at: Place) -> Result<Unit, Refusal> {
        let units = self.view.units_by_province();
        let (seat, unit) = *units.get(&at.province).ok_or(Refusal::NoUnit { at })?;
        if Some(seat) != self.view.seat {
            return Err(Refusal::NotYours { at, seat });
        }
        if unit.kind != kind {
            return Err(Refusal::OtherKind { unit });
        }
        // 4.B.5: the coast that it is on is left out of account.
        Ok(unit)
    }

    fn orders(&mut self, lines: &Lines<'_, Order>) -> Choice {
        let units = self.view.units_by_province();
        let acts: Vec<(Unit, Act)> = self.each(newest_first(lines), |sheet, order| {
            let (kind, at, act) = match order {
                Order::Army { at, act } => (Kind::Army, *at, act),
                Order::Fleet { at, act } => (Kind::Fleet, *at, act),
                _ => return Err(Refusal::OtherPhase),
            };
            let Said::Act(act) = act else {
                return Err(Refusal::OtherPhase);
            };
            let unit = sheet.unit(kind, at)?;
            let act = lawful(sheet.tables, &units, unit, *act).map_err(Refusal::Unlawful)?;
            Ok((unit.province(), (unit, act)))
        });
        let said: BTreeSet<Unit> = acts.iter().map(|it| it.0).collect();
        let own = self.view.power(None);
        let rest = own
            .into_iter()
            .flat_map(|it| &it.units)
            .filter(|it| !said.contains(it));
        let all = acts.into_iter().chain(rest.map(|it| (*it, Act::Hold)));
        let seat = self.view.seat.expect("a seat is asked");
        let orders = all.map(|(unit, act)| Ordered { seat, unit, act });
        Choice::Orders {
            orders: orders.collect(),
        }
    }

    fn retreats(&mut self, lines: &Lines<'_, Order>) -> Choice {
        let mut goals: BTreeSet<Province> = BTreeSet::new();
        let mut retreats: Vec<Retreat> = self.each(newest_first(lines), |sheet, order| {
            let (at, wishes) = match order {
                Order::Army { at, act } | Order::Fleet { at, act } => match act {
                    Said::Act(Act::Move { to, .. }) => (*at, vec![*to]),
                    Said::Retreat(wishes) => (*at, wishes.clone()),
                    Said::Disband => (*at, Vec::new()),
                    Said::Act(_) | Said::Build => return Err(Refusal::OtherPhase),
                },
                Order::Remove { unit } => (unit.at, Vec::new()),
                Order::Build { .. } | Order::Waive {} => return Err(Refusal::OtherPhase),
            };
            let of = sheet
                .view
                .retreat_of(at)
                .ok_or(Refusal::NotDislodged { at })?;
            // 4.B.2: a coast that is left out is the only one that is open.
            let open = |wish: &Place| of.to.iter().find(|it| wish.may_be(**it)).copied();
            let open: Vec<Place> = wishes.iter().filter_map(open).collect();
            if open.is_empty() && !wishes.is_empty() {
                let open = of.to.clone();
                return Err(Refusal::NoRetreat { open });
            }
            // Where there is a choice, not to where another of one's own goes.
            let free = |it: &&Place| !goals.contains(&it.province);
            let chosen = open.iter().find(free).or(open.first()).copied();
            goals.extend(chosen.map(|it| it.province));
            let (unit, to) = (of.unit, chosen);
            Ok((unit.province(), Retreat { unit, to }))
        });
        let said: BTreeSet<Unit> = retreats.iter().map(|it| it.unit).collect();
        let rest = self.view.retreating().map(|it| it.unit);
        let rest = rest.filter(|it| !said.contains(it));
        retreats.extend(rest.map(|unit| Retreat { unit, to: None }));
        Choice::Retreats { retreats }
    }

    fn adjustments(&mut self, lines: &Lines<'_, Order>) -> Choice {
        let most = self.view.adjustment.unsigned_abs();
        let grows = self.view.adjustment > 0;
        let mut left = most;
        let mut waived = 0_u8;
        let of_one = lines.lines.chunk_by(|one, next| one.at == next.at);
        let mut sorted: Vec<&[Live<'_, Order>]> = of_one.collect();
        sorted.sort_by_key(|it| it[0].standing);
        let units: Vec<Option<Unit>> = self.each(sorted, |sheet, order| {
            let (unit, builds) = match order {
                Order::Waive {} => (None, true),
                Order::Build { unit } => (Some(*unit), true),
                Order::Remove { unit } => (Some(*unit), false),
                Order::Army { at, act } => (
                    Some(Unit {
                        kind: Kind::Army,
                        at: *at,
                    }),
                    is_build(act)?,
                ),
                Order::Fleet { at, act } => (
                    Some(Unit {
                        kind: Kind::Fleet,
                        at: *at,
                    }),
                    is_build(act)?,
                ),
            };
            let found = match unit {
                None => None,
                Some(unit) if builds => Some(sheet.site(unit)?),
                Some(unit) => Some(sheet.unit(unit.kind, unit.at)?),
            };
            if builds != grows || left == 0 {
                let most = if builds == grows { most } else { 0 };
                return Err(Refusal::TooMany { most });
            }
            let taken = |it: &Unit| sheet.done.iter().any(|(at, _)| *at == it.province());
            if let Some(unit) = found.filter(taken) {
                return Err(Refusal::Taken { at: unit.at });
            }
            left -= 1;
            // Each waiver is for itself.
            waived += 1;
            let name = format!("w{waived}").parse().expect("a short code");
            Ok((found.map_or(name, Unit::province), found))
        });
        let units = units.into_iter().flatten().collect();
        let (builds, removes) = if grows {
            (units, Vec::new())
        } else {
            (Vec::new(), units)
        };
        Choice::Adjustments { builds, removes }
    }

    /// A unit that may be built.
    fn site(&self, unit: Unit) -> Result<Unit, Refusal> {
        let at = unit.at;
        if !self.view.sites.contains(&at.province) {
            let is_own = |it: Seat| self.tables.homes(it).any(|home| home == at.province);
            let owned = self
                .view
                .power(None)
                .is_some_and(|it| it.centres.contains(&at.province) && is_own(it.seat));
            return Err(if owned {
                Refusal::Taken { at }
            } else {
                Refusal::NotHome { at }
            });
        }
        // 6.I.4: of an army the coast is left out.
        let at = if unit.is_army() {
            Place::inland(at.province)
        } else {
            at
        };
        let unit = Unit { at, ..unit };
        if !self.tables.may_hold(unit) {
            return Err(Refusal::Inland { at });
        }
        Ok(unit)
    }
}

fn is_build(act: &Said) -> Result<bool, Refusal> {
    match act {
        Said::Build => Ok(true),
        Said::Disband => Ok(false),
        Said::Act(_) | Said::Retreat(_) => Err(Refusal::OtherPhase),
    }
}

/// What a power does that says nothing: its units hold, those dislodged are disbanded, nothing is
/// built, and disbands are settled by rule.
pub fn by_default(view: &View, asked: &Question) -> Choice {
    let units = || view.power(None).into_iter().flat_map(|it| &it.units);
    match asked {
        Question::Orders => Choice::Orders {
            orders: units()
                .zip(view.seat.into_iter().cycle())
                .map(|(unit, seat)| Ordered {
                    seat,
                    unit: *unit,
                    act: Act::Hold,
                })
                .collect(),
        },
        Question::Retreats => Choice::Retreats {
            retreats: view
                .retreating()
                .map(|it| Retreat {
                    unit: it.unit,
                    to: None,
                })
                .collect(),
        },
        Question::Adjustments => Choice::Adjustments {
            builds: Vec::new(),
            removes: Vec::new(),
        },
    }
}

/// Whether a choice is one that the viewer has.
pub fn permits(tables: &Tables, view: &View, choice: &Choice) -> bool {
    let own = view.power(None);
    match choice {
        Choice::Orders { orders } => {
            let units = view.units_by_province();
            let given: BTreeSet<Unit> = orders.iter().map(|it| it.unit).collect();
            own.is_some_and(|it| it.units == given && it.units.len() == orders.len())
                && orders.iter().all(|it| {
                    Some(it.seat) == view.seat
                        && lawful(tables, &units, it.unit, it.act) == Ok(it.act)
                })
        }
        Choice::Retreats { retreats } => {
            let goes = |it: &Retreat, to: &[Place]| it.to.is_none_or(|it| to.contains(&it));
            let said = |it: &Dislodged| {
                let mut own = retreats.iter().filter(|own| own.unit == it.unit);
                own.next().is_some_and(|own| goes(own, &it.to)) && own.next().is_none()
            };
            let all = view.retreating().count();
            retreats.len() == all && view.retreating().all(said)
        }
        Choice::Adjustments { builds, removes } => {
            let most = usize::try_from(view.adjustment.unsigned_abs()).expect("few units");
            let sites: BTreeSet<Province> = builds.iter().map(|it| it.province()).collect();
            let gone: BTreeSet<&Unit> = removes.iter().collect();
            let fits = |it: &Unit| view.sites.contains(&it.province()) && tables.may_hold(*it);
            sites.len() == builds.len()
                && gone.len() == removes.len()
                && builds.len() <= if view.adjustment > 0 { most } else { 0 }
                && removes.len() <= if view.adjustment < 0 { most } else { 0 }
                && builds.iter().all(fits)
                && removes
                    .iter()
                    .all(|it| own.is_some_and(|own| own.units.contains(it)))
        }
    }
}
