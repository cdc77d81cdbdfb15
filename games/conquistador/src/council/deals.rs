//! Gifts and deals, carried out at once for all powers (2.6, Q48 to Q53).
//!
//! A deal is made when every power named in it has written the same clauses on this sheet. Gifts
//! are paid in seat order, then deals in seat order of the first power that pays in them, then as
//! that power wrote them; each out of what its payer had when the step began, so that nothing is
//! passed on.

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{AreaId, ZoneId};
use super::super::orders::{Clause, Order};
use super::super::state::{Bond, Deal, Stage, State};
use super::super::view::View;
use super::events::{Event, Why};
use super::plan::{Ask, Deed, Gift};
use super::{debts, leaders, tordesillas};
use packetboat_core::engine::reason::EngineReason;
use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, counted, list};

/// Decides from the GIFT and DEAL lines: all that hold, as written.
pub(super) fn decide(view: &View, lines: &Lines<'_, Order>) -> Decision<Deed> {
    let mut decision = Decision::none();
    let (mut gifts, mut deals) = (Vec::new(), Vec::new());
    let mut given = Vec::new();
    let shut = view.open.options.council_deals && view.open.stage == Stage::DealsB;
    for line in &lines.lines {
        // Of a line's branches the first counts.
        if decision.rests_on.contains(&line.at) || given.contains(&line.at) {
            continue;
        }
        let fault = match line.order {
            Order::Gift { .. } | Order::Deal { .. } if shut => {
                Some("deals and gifts belong to sheet a here".to_owned())
            }
            Order::Gift { power, .. } if *power == view.me() => Some("that is yourself".to_owned()),
            Order::Gift { power, .. } => no_power(view, *power),
            Order::Deal { clauses } => faulty(view, clauses),
            _ => continue,
        };
        if let Some(why) = fault {
            decision.refuse(line.at, [why]);
            continue;
        }
        match line.order {
            Order::Gift { power, sum } => {
                gifts.push(Gift {
                    power: *power,
                    sum: *sum,
                });
                given.push(line.at);
            }
            Order::Deal { clauses } => {
                deals.push(clauses.clone());
                decision.rests_on.push(line.at);
            }
            _ => unreachable!("other lines were left out"),
        }
    }
    // Gifts first, then deals: that is how `conclude` counts them.
    decision.rests_on.splice(0..0, given);
    decision.each = true;
    for line in &lines.asleep {
        let about = matches!(line.order, Order::Gift { .. } | Order::Deal { .. });
        if about && !decision.rests_on.contains(&line.at) {
            decision.refuse(line.at, [EngineReason::IfFalse]);
        }
    }
    decision.spends = decision.rests_on.clone();
    if !decision.rests_on.is_empty() {
        decision.choice = Some(Deed::Offers { gifts, deals });
    }
    decision
}

fn no_power(view: &View, power: Seat) -> Option<String> {
    let playing = view.open.powers.get(&power).is_some_and(|it| !it.dropped);
    (!playing).then(|| format!("{} does not play", view.tables.title(power)))
}

/// Why these clauses are no deal; what depends on hidden things or on others is not looked at.
fn faulty(view: &View, clauses: &[Clause]) -> Option<String> {
    let (turn, last) = (view.open.turn, view.open.options.last_turn);
    let named = named(&view.open.table, clauses);
    if !named.contains(&view.me()) {
        return Some("you are not named in it".to_owned());
    }
    if let Some(why) = named.iter().find_map(|it| no_power(view, *it)) {
        return Some(why);
    }
    clauses.iter().find_map(|it| {
        let (until, pair) = match it {
            Clause::Lends {
                lender,
                borrower,
                by,
                ..
            } => (Some(*by), Some((lender, borrower))),
            Clause::Pays {
                payer,
                payee,
                until,
                ..
            } => (*until, Some((payer, payee))),
            Clause::Passage {
                grantor,
                guest,
                until,
                ..
            }
            | Clause::Ports {
                grantor,
                guest,
                until,
            } => (Some(*until), Some((grantor, guest))),
            Clause::Leader {
                lender,
                borrower,
                until,
                ..
            } => (Some(*until), Some((lender, borrower))),
            Clause::Charts { owner, guest, .. } => (None, Some((owner, guest))),
            Clause::Peace {
                one, other, until, ..
            } => (Some(*until), Some((one, other))),
            Clause::TordesillasWaived => (None, None),
        };
        match (until, pair) {
            (_, Some((one, other))) if one == other => Some("nobody deals with himself".to_owned()),
            (Some(until), _) if until < turn => Some(format!("turn {until} is over")),
            (Some(until), _) if until > last => Some(format!("the game ends with turn {last}")),
            (None, None) if !view.open.options.tordesillas => {
                Some("no Treaty of Tordesillas is in force".to_owned())
            }
            _ => None,
        }
    })
}

/// The powers named in clauses, in seat order; any that do not play come last.
fn named(table: &[Seat], clauses: &[Clause]) -> Vec<Seat> {
    let mut named: Vec<Seat> = clauses.iter().flat_map(parties).collect();
    named.sort_by_key(|it| {
        (
            table
                .iter()
                .position(|seat| seat == it)
                .unwrap_or(table.len()),
            *it,
        )
    });
    named.dedup();
    named
}

fn parties(clause: &Clause) -> [Seat; 2] {
    match *clause {
        Clause::Lends {
            lender, borrower, ..
        }
        | Clause::Leader {
            lender, borrower, ..
        } => [lender, borrower],
        Clause::Pays { payer, payee, .. } => [payer, payee],
        Clause::Passage { grantor, guest, .. } | Clause::Ports { grantor, guest, .. } => {
            [grantor, guest]
        }
        Clause::Charts { owner, guest, .. } => [owner, guest],
        Clause::Peace { one, other, .. } => [one, other],
        Clause::TordesillasWaived => tordesillas::powers(),
    }
}

/// The same clauses in an order of their own, whoever wrote them how.
fn sorted(clauses: &[Clause]) -> Vec<Clause> {
    let mut clauses = clauses.to_vec();
    for clause in &mut clauses {
        match clause {
            Clause::Charts { zones, .. } => zones.sort_unstable(),
            Clause::Peace { one, other, .. } => {
                (*one, *other) = ((*one).min(*other), (*one).max(*other));
            }
            _ => {}
        }
    }
    clauses.sort();
    clauses
}

/// A deal that all its parties have written.
struct Agreed {
    /// Who pays first in it, or is named first: whose order of writing counts.
    rank: (bool, usize, usize),
    /// Who wrote it, and which of his deals it is, from 0.
    lines: Vec<(Seat, usize)>,
    parties: Vec<Seat>,
    clauses: Vec<Clause>,
}

/// Carries out what all powers have written: each gift and deal is paid out of what its payer had
/// at the beginning (Q51).
pub(super) fn conclude(
    tables: &Tables,
    state: &mut State,
    answers: &[(Seat, &Ask, Deed)],
    cx: &mut Cx<'_>,
) {
    for own in state.sealed.values_mut() {
        own.agreed.clear();
    }
    let table = state.open.table.clone();
    // What each may still pay: nothing that comes in during this step.
    let mut purses: BTreeMap<Seat, u32> = table
        .iter()
        .map(|it| (*it, state.open.power(*it).treasury))
        .into_map();
    let mut offered = Offered::default();
    for (giver, _, deed) in answers {
        let Deed::Offers { gifts, deals } = deed else {
            unreachable!("{deed:?} is no offer");
        };
        offered.deals.insert(*giver, deals);
        offered.gifts.insert(*giver, gifts.len());
        for (number, gift) in gifts.iter().enumerate() {
            give(tables, state, (*giver, number), *gift, &mut purses, cx);
        }
    }
    for agreed in matched(tables, &table, &offered, cx) {
        make(tables, state, agreed, (&offered, &mut purses), cx);
    }
}

/// What powers have written.
#[derive(Default)]
struct Offered<'a> {
    /// How many gifts; their lines come before those of deals.
    gifts: BTreeMap<Seat, usize>,
    /// Deals, as written.
    deals: BTreeMap<Seat, &'a [Vec<Clause>]>,
}

impl Offered<'_> {
    /// Which of a power's lines one of its deals is.
    fn place(&self, power: Seat, deal: usize) -> u32 {
        place(self.gifts.get(&power).copied().unwrap_or_default() + deal)
    }
}

fn place(number: usize) -> u32 {
    u32::try_from(number).expect("lines are few")
}

/// A gift is paid as far as it goes (Q51).
fn give(
    tables: &Tables,
    state: &mut State,
    (giver, number): (Seat, usize),
    gift: Gift,
    purses: &mut BTreeMap<Seat, u32>,
    cx: &mut Cx<'_>,
) {
    let taker = gift.power;
    let purse = purses.get_mut(&giver).expect("it plays");
    let sum = gift.sum.min(*purse);
    *purse -= sum;
    if sum < gift.sum {
        let why = format!("you had {} for it", counted(sum, "Ducat"));
        let how = if sum == 0 { How::Nothing } else { How::InPart };
        cx.ends(giver, place(number), how, Some(Reason::of(&why)));
    }
    debts::transfer(tables, state, giver, taker, sum, Why::Gift, cx);
    cx.tell(
        Audience::Only([giver, taker].into_iter().into_set()),
        Event::GiftPaid {
            giver,
            taker,
            sum,
            promised: gift.sum,
        }
        .into(),
    );
}

/// Why a deal of a power was not made. Of several others it does not say who would have made it.
fn unmatched(tables: &Tables, power: Seat, parties: &[Seat]) -> String {
    let others = parties.iter().filter(|it| **it != power);
    let others: Vec<&str> = others.map(|it| tables.title(*it)).collect();
    let all = if others.len() > 1 { " all" } else { "" };
    format!("{} did not{all} send the same DEAL", list(others))
}

/// The deals all parties of which have written the same, in the order in which they are made; who
/// wrote one alone is told so, and nobody else (Q48, Q49).
fn matched(tables: &Tables, table: &[Seat], offered: &Offered<'_>, cx: &mut Cx<'_>) -> Vec<Agreed> {
    let mut agreed: Vec<Agreed> = Vec::new();
    let mut done: BTreeSet<Vec<Clause>> = BTreeSet::new();
    let wrote = |seat: &Seat, wanted: &Vec<Clause>| {
        let deals = offered.deals.get(seat)?;
        deals.iter().position(|it| sorted(it) == *wanted)
    };
    for seat in table {
        let Some(deals) = offered.deals.get(seat) else {
            continue;
        };
        let mut seen = BTreeSet::new();
        for (number, clauses) in deals.iter().enumerate() {
            let wanted = sorted(clauses);
            // A deal that a power has written twice counts once (Q50).
            if !seen.insert(wanted.clone()) {
                continue;
            }
            let parties = named(table, &wanted);
            if parties.iter().any(|it| wrote(it, &wanted).is_none()) {
                let (power, clauses) = (*seat, words(tables, clauses));
                let event = Event::DealUnmatched { power, clauses };
                cx.tell(Audience::one(power), event.into());
                let why = unmatched(tables, *seat, &parties);
                let place = offered.place(power, number);
                cx.ends(power, place, How::Nothing, Some(Reason::of(&why)));
                continue;
            }
            if !done.insert(wanted.clone()) {
                continue;
            }
            let payers: Vec<Seat> = wanted.iter().filter_map(moves_now).map(|it| it.0).collect();
            let first = parties.iter().find(|it| payers.contains(it));
            let leads = first.copied().unwrap_or(parties[0]);
            let place = table.iter().position(|it| *it == leads).unwrap_or(0);
            let line = wrote(&leads, &wanted).expect("all have written it");
            let by = parties.iter();
            let lines = by.filter_map(|it| Some((*it, wrote(it, &wanted)?)));
            agreed.push(Agreed {
                lines: lines.collect(),
                rank: (first.is_none(), place, line),
                parties,
                clauses: offered.deals[&leads][line].clone(),
            });
        }
    }
    agreed.sort_by_key(|it| it.rank);
    agreed
}

/// Why a leader cannot be lent by these clauses: he must be in Europe, in his own power's service
/// (Q29).
fn away(tables: &Tables, state: &State, clauses: &[Clause]) -> Option<String> {
    let mut lent = BTreeSet::new();
    clauses.iter().find_map(|it| {
        let Clause::Leader { lender, leader, .. } = *it else {
            return None;
        };
        let is_there = state.own(lender).leaders.contains(&leader) && lent.insert(leader);
        (!is_there).then(|| format!("{} is not in Europe", tables.leader(leader).name))
    })
}

/// Makes a deal; it is void as a whole if somebody cannot pay what he must pay at once (Q51), lends
/// more than his Treasury holds (Q36), or a leader is not at hand.
fn make(
    tables: &Tables,
    state: &mut State,
    agreed: Agreed,
    (offered, purses): (&Offered<'_>, &mut BTreeMap<Seat, u32>),
    cx: &mut Cx<'_>,
) {
    let Agreed {
        parties,
        clauses,
        lines,
        ..
    } = agreed;
    let audience = || Audience::Only(parties.iter().copied().collect());
    let text = words(tables, &clauses);
    let mut needed: BTreeMap<Seat, u32> = BTreeMap::new();
    for (payer, _, sum) in clauses.iter().filter_map(moves_now) {
        *needed.entry(payer).or_default() += sum;
    }
    let short = needed.iter().find(|(payer, sum)| purses[*payer] < **sum);
    let titles: Vec<&str> = parties.iter().map(|it| tables.title(*it)).collect();
    let titles = titles.join(" and ");
    let short = short.map(|(payer, _)| format!("{} cannot pay", tables.title(*payer)));
    if let Some(why) = short.or_else(|| away(tables, state, &clauses)) {
        for (power, number) in lines {
            let place = offered.place(power, number);
            cx.ends(power, place, How::Nothing, Some(Reason::of(&why)));
        }
        cx.tell(
            audience(),
            Event::DealVoid {
                parties: titles,
                clauses: text,
                why,
            }
            .into(),
        );
        return;
    }
    for (payer, sum) in &needed {
        *purses.get_mut(payer).expect("it plays") -= sum;
    }
    let number = 1 + state.deals_made;
    state.deals_made = number;
    cx.tell(
        audience(),
        Event::DealMade {
            number,
            parties: titles,
            clauses: text,
        }
        .into(),
    );
    for one in &parties {
        let others = parties.iter().filter(|it| *it != one);
        state.own_mut(*one).agreed.extend(others);
    }
    for clause in &clauses {
        bind(tables, state, number, clause, cx);
    }
}

/// What a clause does at once, and the bond it leaves. Loans and payments of a later sheet are
/// new; what is in force already is not doubled (Q50).
fn bind(tables: &Tables, state: &mut State, number: u32, clause: &Clause, cx: &mut Cx<'_>) {
    if let Clause::Charts {
        owner,
        guest,
        zones,
    } = clause
    {
        show_charts(tables, state, *owner, *guest, zones, cx);
    }
    if let Clause::Leader {
        lender,
        borrower,
        leader,
        ..
    } = *clause
    {
        leaders::lend(state, lender, borrower, leader);
    }
    let why = match clause {
        Clause::Lends { .. } => Why::Loan,
        _ => Why::Payment,
    };
    if let Some((from, to, sum)) = moves_now(clause) {
        debts::transfer(tables, state, from, to, sum, why, cx);
    }
    let Some(bond) = bond(clause) else {
        return;
    };
    let money = matches!(bond, Bond::Loan { .. } | Bond::Payment { .. });
    if money || state.deals.iter().all(|it| it.bond != bond) {
        state.deals.push(Deal { number, bond });
    }
}

/// Ducats that change hands at once: whose, to whom, how many.
fn moves_now(clause: &Clause) -> Option<(Seat, Seat, u32)> {
    match *clause {
        Clause::Lends {
            lender,
            borrower,
            sum,
            ..
        } => Some((lender, borrower, sum)),
        Clause::Pays {
            payer,
            payee,
            sum,
            until: None,
        } => Some((payer, payee, sum)),
        _ => None,
    }
}

/// What a clause leaves to bind its powers.
fn bond(clause: &Clause) -> Option<Bond> {
    Some(match *clause {
        Clause::Lends { .. } | Clause::Pays { .. } => return owes(clause),
        Clause::Passage {
            grantor,
            guest,
            area,
            until,
        } => Bond::Passage {
            grantor,
            guest,
            area,
            until,
        },
        Clause::Ports {
            grantor,
            guest,
            until,
        } => Bond::Ports {
            grantor,
            guest,
            until,
        },
        Clause::Peace {
            one,
            other,
            area,
            until,
        } => Bond::Peace {
            one,
            other,
            area,
            until,
        },
        Clause::Leader {
            lender,
            borrower,
            leader,
            until,
        } => Bond::Leader {
            lender,
            borrower,
            leader,
            until,
        },
        Clause::TordesillasWaived => {
            let [one, other] = tordesillas::powers();
            Bond::Waived { one, other }
        }
        Clause::Charts { .. } => return None,
    })
}

/// What is to be paid later.
fn owes(clause: &Clause) -> Option<Bond> {
    Some(match *clause {
        Clause::Lends {
            lender,
            borrower,
            back: owed,
            by: due,
            ..
        } => Bond::Loan {
            lender,
            borrower,
            owed,
            due,
        },
        Clause::Pays {
            payer,
            payee,
            sum,
            until,
        } => Bond::Payment {
            payer,
            payee,
            sum,
            until: until?,
        },
        _ => return None,
    })
}

/// The guest knows at once what the owner knows of these zones.
fn show_charts(
    tables: &Tables,
    state: &mut State,
    owner: Seat,
    guest: Seat,
    zones: &[ZoneId],
    cx: &mut Cx<'_>,
) {
    let charts = &state.own(owner).charts;
    let (known, unknown): (Vec<ZoneId>, Vec<ZoneId>) =
        zones.iter().partition(|it| charts.contains(it));
    cx.tell(
        Audience::Only([owner, guest].into_iter().into_set()),
        Event::ChartsShown {
            owner,
            guest,
            zones: zone_names(tables, &known),
            unknown: zone_names(tables, &unknown),
        }
        .into(),
    );
    state.own_mut(guest).charts.extend(known);
}

/// Clauses in words.
pub(super) fn words(tables: &Tables, clauses: &[Clause]) -> String {
    let words: Vec<String> = clauses.iter().map(|it| clause_words(tables, it)).collect();
    words.join("; ")
}

fn clause_words(tables: &Tables, clause: &Clause) -> String {
    let [one, other] = parties(clause).map(|it| tables.title(it));
    match clause {
        Clause::Lends { sum, back, by, .. } => {
            let repaid = format!("{back} to be repaid by the end of turn {by}");
            format!("{one} lends {other} {sum} Ducats, {repaid}")
        }
        Clause::Pays {
            sum, until: None, ..
        } => format!("{one} pays {other} {sum} Ducats"),
        Clause::Pays {
            sum,
            until: Some(until),
            ..
        } => format!("{one} pays {other} {sum} Ducats each turn until turn {until}"),
        Clause::Passage { area, until, .. } => {
            let area = area_name(tables, *area);
            format!("{one} allows {other} passage in {area} until turn {until}")
        }
        Clause::Ports { until, .. } => {
            format!("{one} lets {other} use its Ports until turn {until}")
        }
        Clause::Charts { zones, .. } => {
            format!(
                "{one} shows {other} its charts: {}",
                zone_names(tables, zones)
            )
        }
        Clause::Peace { area, until, .. } => {
            let place = area.map(|it| format!(" in {}", area_name(tables, it)));
            let place = place.unwrap_or_default();
            format!("peace between {one} and {other}{place} until turn {until}")
        }
        Clause::Leader { leader, until, .. } => {
            let leader = &tables.leader(*leader).name;
            format!("{one} lends {other} {leader} until the end of turn {until}")
        }
        Clause::TordesillasWaived => "the Treaty of Tordesillas is waived".to_owned(),
    }
}

fn area_name(tables: &Tables, area: AreaId) -> &str {
    &tables.map.area_of(area).name
}

fn zone_names(tables: &Tables, zones: &[ZoneId]) -> String {
    commas(zones.iter().map(|it| &tables.map.zone_of(*it).name))
}

/// A bond in words.
pub(super) fn bond_words(tables: &Tables, bond: &Bond) -> String {
    match *bond {
        Bond::Loan { owed, .. } => format!("a loan of which {owed} Ducats are owed"),
        Bond::Payment { sum, .. } => format!("payments of {sum} Ducats each turn"),
        Bond::Passage { area, .. } => format!("passage in {}", tables.map.area_of(area).name),
        Bond::Ports { .. } => "the use of Ports".to_owned(),
        Bond::Peace { area, .. } => match area {
            Some(area) => format!("peace in {}", tables.map.area_of(area).name),
            None => "peace".to_owned(),
        },
        Bond::Leader { leader, .. } => format!("the service of {}", tables.leader(leader).name),
        Bond::Waived { .. } => "the waiver of the Treaty of Tordesillas".to_owned(),
    }
}
