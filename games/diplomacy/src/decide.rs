//! What the lines of a seat come to. Of several for one unit the last counts.

use super::data::Tables;
use super::judge::lawful::{Unlawful, lawful};
use super::judge::{Act, Ordered};
use super::orders::{Choice, Order, Question, Retreat, Said};
use super::place::{Kind, Place, Province, Unit};
use super::state::Stage;
use super::view::{Power, View};
use packetboat_core::engine::advice::{in_force, live};
use packetboat_core::prelude::*;
use packetboat_kit::checks::unless;
use serde_json::json;

/// Why a line is passed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Refusal {
    /// Nobody is there.
    NoUnit { at: Place },
    /// It is another's.
    NotYours { at: Place, seat: Seat },
    /// An army is there, not a fleet, or the other way.
    OtherKind { unit: Unit },
    /// A later line is for the same unit.
    Later,
    /// It is for another phase.
    OtherPhase,
    /// 6.H.4: the unit need not retreat.
    NotDislodged { at: Place },
    /// 6.H: it may retreat to none of these.
    NoRetreat { open: Vec<Place> },
    /// 6.I.5, 6.I.6: no home centre of the power's own.
    NotHome { at: Place },
    /// 6.I.3, 6.I.7.
    Taken { at: Place },
    /// 6.I.2: only armies are built inland.
    Inland { at: Place },
    /// 6.I.1, 6.J.1: there are only so many.
    TooMany { most: u64 },
    /// It could not be carried out even if all others helped.
    Unlawful(Unlawful),
}

/// What the lines of a seat come to.
struct Sheet<'a> {
    tables: &'a Tables,
    view: &'a View,
    own: &'a Power,
    refused: Decision<Choice>,
    /// Lines, and the unit that each is for; `None`: a build that is waived.
    done: Vec<(Option<Province>, OrderRef)>,
}

/// An answer of these lines.
pub fn decide(
    tables: &Tables,
    view: &View,
    asked: &Question,
    lines: &Lines<'_, Order>,
) -> Decision<Choice> {
    let (sheet, choice) = answered(tables, view, asked, lines);
    let rests_on: Vec<OrderRef> = sheet.done.into_iter().map(|it| it.1).collect();
    Decision {
        choice: (!rests_on.is_empty()).then_some(choice),
        // Results are reported of each line by its place.
        each: rests_on.len() > 1,
        rests_on,
        ..sheet.refused
    }
}

/// What a power does that says nothing: its units hold, those dislodged are disbanded, nothing is
/// built, and disbands are settled by rule.
pub fn by_default(tables: &Tables, view: &View, asked: &Question) -> Choice {
    answered(tables, view, asked, &Lines::tried(Vec::new())).1
}

/// Whether orders that were sent ahead are for each unit that must retreat, or for all that may be
/// built or must be disbanded; moves nobody sends ahead for good.
pub fn is_said_ahead(view: &View, own: &[&Order]) -> bool {
    let of_units = own.iter().filter_map(|it| it.parts());
    match view.stage {
        Stage::Movement => false,
        Stage::Retreats => {
            let said: Vec<Place> = of_units.map(|it| it.1).collect();
            let mut all = view.retreating();
            all.all(|it| said.iter().any(|at| at.may_be(it.unit.at)))
        }
        Stage::Adjustments => {
            let adjusts = |it: &&&Order| match it.parts() {
                Some((_, _, said)) => matches!(said, Said::Build {} | Said::Disband {}),
                None => true,
            };
            let said = own.iter().filter(adjusts).count();
            usize::try_from(view.adjustment.unsigned_abs()).is_ok_and(|it| said >= it)
        }
    }
}

/// What is to be said of lines that cannot be carried out.
pub fn notes(tables: &Tables, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let lines = in_force(view.sheet(), lines);
    let lines = Lines::tried(lines.into_iter().flat_map(live).collect());
    let question = view.stage;
    let decision = decide(tables, view, &Question { question }, &lines);
    let mut notes: Vec<Note> = decision.passed_over.into_iter().map(Note::from).collect();
    let orders: Vec<&Order> = lines.lines.iter().map(|it| it.order).collect();
    let is_short = view.adjustment > 0 && !is_said_ahead(view, &orders);
    let unused = json!({ "reason": "unused", "most": view.adjustment });
    notes.extend(lines.lines.last().filter(|_| is_short).map(|line| Note {
        at: line.at,
        what: Reason::of(&unused),
        weight: Weight::Fact,
    }));
    notes
}

fn answered<'a>(
    tables: &'a Tables,
    view: &'a View,
    asked: &Question,
    lines: &Lines<'_, Order>,
) -> (Sheet<'a>, Choice) {
    let mut sheet = Sheet {
        tables,
        view,
        own: view.power(None).expect("a seat is asked"),
        refused: Decision::none(),
        done: Vec::new(),
    };
    let each = lines.lines.chunk_by(|one, next| one.at == next.at);
    let mut of_one: Vec<_> = each.collect();
    // Standing lines come after those of the sheet; of these, but for builds, the last counts.
    of_one.sort_by_key(|it| it[0].standing);
    if asked.question != Stage::Adjustments {
        let own = of_one.partition_point(|it| !it[0].standing);
        of_one[..own].reverse();
    }
    let choice = match asked.question {
        Stage::Movement => sheet.orders(&of_one),
        Stage::Retreats => sheet.retreats(&of_one),
        Stage::Adjustments => sheet.adjustments(&of_one),
    };
    (sheet, choice)
}

/// The branches of lines, line by line.
type OfEach<'l, 'o> = [&'l [Live<'o, Order>]];

impl Sheet<'_> {
    /// Tries the branches of each line: the first that can be carried out is.
    fn each<T>(
        &mut self,
        lines: &OfEach<'_, '_>,
        mut take: impl FnMut(&mut Self, &Order) -> Result<(Option<Province>, T), Refusal>,
    ) -> Vec<T> {
        let is_too_early =
            |it: &_| matches!(it, Refusal::OtherPhase | Refusal::NotDislodged { .. });
        let mut all = Vec::new();
        for branches in lines {
            let mut refused = Vec::new();
            let found = branches.iter().find_map(|live| {
                let taken = take(self, live.order).and_then(|(of, what)| {
                    let is_later = of.is_some() && self.done.iter().any(|it| it.0 == of);
                    unless(!is_later, || Refusal::Later).map(|()| (of, what))
                });
                taken.map_err(|why| refused.push(why)).ok()
            });
            match found {
                Some((of, what)) => {
                    self.done.push((of, branches[0].at));
                    all.push(what);
                }
                // A standing order waits for the sheets on which its unit can obey it.
                None if branches[0].standing && refused.iter().all(is_too_early) => {}
                None => self.refused.refuse(branches[0].at, refused),
            }
        }
        all
    }

    /// The unit that a line is for; the coast that it is on is left out of account (4.B.5).
    fn unit(&self, kind: Kind, at: Place) -> Result<Unit, Refusal> {
        let units = &self.view.standing;
        let (seat, unit) = *units.get(&at.province).ok_or(Refusal::NoUnit { at })?;
        unless(seat == self.own.seat, || Refusal::NotYours { at, seat })?;
        unless(unit.kind == kind, || Refusal::OtherKind { unit })?;
        Ok(unit)
    }

    fn orders(&mut self, lines: &OfEach<'_, '_>) -> Choice {
        let units = &self.view.standing;
        let mut acts: Vec<(Unit, Act)> = self.each(lines, |sheet, order| {
            let (kind, at, said) = order.parts().ok_or(Refusal::OtherPhase)?;
            let act = said.act().ok_or(Refusal::OtherPhase)?;
            let unit = sheet.unit(kind, at)?;
            let act = lawful(sheet.tables, units, unit, act).map_err(Refusal::Unlawful)?;
            Ok((Some(unit.province()), (unit, act)))
        });
        let said: BTreeSet<Unit> = acts.iter().map(|it| it.0).collect();
        let rest = self.own.units.difference(&said);
        acts.extend(rest.map(|it| (*it, Act::Hold)));
        let seat = self.own.seat;
        let orders = acts.into_iter();
        let orders = orders
            .map(|(unit, act)| Ordered { seat, unit, act })
            .collect();
        Choice::Orders { orders }
    }

    fn retreats(&mut self, lines: &OfEach<'_, '_>) -> Choice {
        let mut goals: BTreeSet<Province> = BTreeSet::new();
        let mut retreats: Vec<Retreat> = self.each(lines, |sheet, order| {
            let (at, wishes) = match (order, order.parts()) {
                (Order::Remove { unit }, _) => (unit.at, Some(Vec::new())),
                (_, Some((_, at, said))) => (at, said.retreats()),
                _ => return Err(Refusal::OtherPhase),
            };
            let wishes = wishes.ok_or(Refusal::OtherPhase)?;
            let mut own = sheet.view.retreating();
            let of = own.find(|it| at.may_be(it.unit.at));
            let of = of.ok_or(Refusal::NotDislodged { at })?;
            // 4.B.2: a coast that is left out is the only one that is open.
            let open = |wish: &Place| of.to.iter().find(|it| wish.may_be(**it)).copied();
            let open: Vec<Place> = wishes.iter().filter_map(open).collect();
            if open.is_empty() && !wishes.is_empty() {
                let open = of.to.clone();
                return Err(Refusal::NoRetreat { open });
            }
            // Where there is a choice, not to where another of one's own goes.
            let free = |it: &&Place| !goals.contains(&it.province);
            let to = open.iter().find(free).or(open.first()).copied();
            goals.extend(to.map(|it| it.province));
            let unit = of.unit;
            Ok((Some(unit.province()), Retreat { unit, to }))
        });
        let said: BTreeSet<Unit> = retreats.iter().map(|it| it.unit).collect();
        let all = self.view.retreating().map(|it| it.unit);
        let rest = all.filter(|it| !said.contains(it));
        retreats.extend(rest.map(|unit| Retreat { unit, to: None }));
        Choice::Retreats { retreats }
    }

    fn adjustments(&mut self, lines: &OfEach<'_, '_>) -> Choice {
        let most = self.view.adjustment.unsigned_abs();
        let grows = self.view.adjustment > 0;
        let mut left = most;
        let units: Vec<Option<Unit>> = self.each(lines, |sheet, order| {
            let (removes, unit) = match (order, order.parts()) {
                (Order::Waive {}, _) => (false, None),
                (Order::Build { unit }, _) => (false, Some(sheet.site(*unit)?)),
                (Order::Remove { unit }, _) => (true, Some(sheet.unit(unit.kind, unit.at)?)),
                (_, Some((kind, at, Said::Build {}))) => {
                    (false, Some(sheet.site(Unit { kind, at })?))
                }
                (_, Some((kind, at, Said::Disband {}))) => (true, Some(sheet.unit(kind, at)?)),
                _ => return Err(Refusal::OtherPhase),
            };
            let most = if removes == grows { 0 } else { most };
            unless(most > 0 && left > 0, || Refusal::TooMany { most })?;
            let of = unit.map(Unit::province);
            if let Some(Unit { at, .. }) = unit {
                let taken = sheet.done.iter().any(|it| it.0 == of);
                unless(!taken, || Refusal::Taken { at })?;
            }
            left -= 1;
            Ok((of, unit))
        });
        let (builds, removes) = units.into_iter().flatten().partition(|_| grows);
        Choice::Adjustments { builds, removes }
    }

    /// A unit that may be built. Of an army the coast is left out (6.I.4).
    fn site(&self, unit: Unit) -> Result<Unit, Refusal> {
        let province = unit.province();
        let at = if unit.is_army() {
            Place::inland(province)
        } else {
            unit.at
        };
        let unit = Unit { at, ..unit };
        let homes = &self.tables.homes[&self.own.seat];
        let owned = self.own.centres.contains(&province) && homes.contains(&province);
        unless(owned, || Refusal::NotHome { at })?;
        unless(self.view.sites.contains(&province), || Refusal::Taken {
            at,
        })?;
        unless(self.tables.may_hold(unit), || Refusal::Inland { at })?;
        Ok(unit)
    }
}

/// Whether a choice is one that the viewer has.
pub fn permits(tables: &Tables, view: &View, choice: &Choice) -> bool {
    let own = view.power(None).expect("a seat is asked");
    let may = |wanted: i64, said: &[Unit]| said.len() <= usize::try_from(wanted).unwrap_or(0);
    match choice {
        Choice::Orders { orders } => {
            let fits = |one: &Ordered| {
                one.seat == own.seat
                    && own.units.contains(&one.unit)
                    && lawful(tables, &view.standing, one.unit, one.act) == Ok(one.act)
            };
            orders.len() == own.units.len() && orders.iter().all(fits)
        }
        Choice::Retreats { retreats } => {
            let fits = |one: &Retreat| {
                let mut of = view.retreating().filter(|own| own.unit == one.unit);
                of.any(|own| one.to.is_none_or(|to| own.to.contains(&to)))
            };
            retreats.len() == view.retreating().count() && retreats.iter().all(fits)
        }
        Choice::Adjustments { builds, removes } => {
            let fits = |it: &Unit| view.sites.contains(&it.province()) && tables.may_hold(*it);
            may(view.adjustment, builds)
                && may(-view.adjustment, removes)
                && builds.iter().all(fits)
                && removes.iter().all(|it| own.units.contains(it))
        }
    }
}
