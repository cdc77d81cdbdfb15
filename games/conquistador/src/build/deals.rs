//! Gifts and deals (2.6, Q48 to Q58).

use super::super::data::{is_portugal, is_spain};
use super::super::orders::{Clause, Order};
use super::reader::{Reader, area, fault, power, small, zone};
use packetboat_core::lang::said::{Value, find};
use packetboat_core::prelude::*;

/// `GIFT power sum`.
pub(super) fn gift(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    Ok(Order::Gift {
        power: it.other("power")?,
        sum: it.number("sum").expect("a gift has a sum"),
    })
}

/// `DEAL clause, …`.
pub(super) fn deal(it: &Reader<'_>) -> Result<Order, Diagnostic> {
    let items = it.said.items("clauses").iter();
    let clauses: Result<Vec<Clause>, Diagnostic> = items.map(|values| clause(it, values)).collect();
    let clauses = clauses?;
    let me = it.me();
    if !clauses
        .iter()
        .any(|clause| parties(it, clause).contains(&me))
    {
        let reason = format!("{me} is not a party to this deal");
        let hint = "every power named in a deal sends it; nobody makes one for others";
        return fault(it.said.span, reason, hint);
    }
    Ok(Order::Deal { clauses })
}

/// The powers a clause binds.
fn parties(it: &Reader<'_>, clause: &Clause) -> Vec<Seat> {
    match clause {
        Clause::Lends {
            lender, borrower, ..
        }
        | Clause::Leader {
            lender, borrower, ..
        } => vec![*lender, *borrower],
        Clause::Pays { payer, payee, .. } => vec![*payer, *payee],
        Clause::Passage { grantor, guest, .. } | Clause::Ports { grantor, guest, .. } => {
            vec![*grantor, *guest]
        }
        Clause::Charts { owner, guest, .. } => vec![*owner, *guest],
        Clause::Peace { one, other, .. } => vec![*one, *other],
        Clause::TordesillasWaived => {
            let table = it.view.open.table.iter().copied();
            table
                .filter(|seat| is_spain(*seat) || is_portugal(*seat))
                .collect()
        }
    }
}

fn clause(it: &Reader<'_>, values: &[Value]) -> Result<Clause, Diagnostic> {
    let powers: Vec<&Value> = values.iter().filter(|it| it.name == "power").collect();
    let [one, other] = powers.as_slice() else {
        return tordesillas(it);
    };
    if power(one) == power(other) {
        let reason = format!("{} makes no deal with itself", power(other));
        return fault(other.span, reason, "name another power");
    }
    let (first, second) = (power(one), power(other));
    let number = |name| find(values, name).and_then(Value::as_number).map(small);
    let sum = number("sum");
    if let Some(back) = number("back") {
        let by = turn(it, values, true)?.expect("a loan has a turn");
        return Ok(Clause::Lends {
            lender: first,
            borrower: second,
            sum: sum.expect("a loan has a sum"),
            back,
            by,
        });
    }
    if let Some(sum) = sum {
        return Ok(Clause::Pays {
            payer: first,
            payee: second,
            sum,
            until: turn(it, values, true)?,
        });
    }
    if let Some(charts) = find(values, "charts") {
        return Ok(shows(first, second, charts));
    }
    let until = turn(it, values, false)?.expect("the form has a turn");
    if let Some(leader) = find(values, "leader") {
        return Ok(Clause::Leader {
            lender: first,
            borrower: second,
            leader: it.lent_by(first, leader)?,
            until,
        });
    }
    let area = find(values, "area").map(area);
    let (grantor, guest) = (first, second);
    match find(values, "right").and_then(Value::as_word) {
        Some("PASSAGE") => Ok(Clause::Passage {
            grantor,
            guest,
            area: area.expect("PASSAGE names an Area"),
            until,
        }),
        Some(_) => Ok(Clause::Ports {
            grantor,
            guest,
            until,
        }),
        None => Ok(peace(it, [first, second], area, until)),
    }
}

/// Both sides may name themselves first, and mean the same.
fn peace(
    it: &Reader<'_>,
    powers: [Seat; 2],
    area: Option<super::super::ids::AreaId>,
    until: u32,
) -> Clause {
    let mut powers = powers;
    let table = &it.view.open.table;
    powers.sort_by_key(|seat| table.iter().position(|it| it == seat));
    let [one, other] = powers;
    Clause::Peace {
        one,
        other,
        area,
        until,
    }
}

/// Zones in the order of their codes, each once: however they were written, it is one deal.
fn shows(owner: Seat, guest: Seat, charts: &Value) -> Clause {
    let packetboat_core::lang::said::Is::Many(items) = &charts.is else {
        unreachable!("the grammar lists zones here");
    };
    let mut zones: Vec<_> = items.iter().flatten().map(zone).collect();
    zones.sort_unstable();
    zones.dedup();
    Clause::Charts {
        owner,
        guest,
        zones,
    }
}

/// The turn a clause ends with. Loans and payments must be due before the game is over (Q53).
fn turn(it: &Reader<'_>, values: &[Value], due: bool) -> Result<Option<u32>, Diagnostic> {
    let Some(value) = find(values, "turn") else {
        return Ok(None);
    };
    let turn = value.as_number().map(small).expect("a turn is a number");
    let open = &it.view.open;
    let last = open.options.last_turn;
    if turn < open.turn {
        let reason = format!("turn {turn} is over");
        return fault(value.span, reason, format!("it is turn {}", open.turn));
    }
    if due && turn > last {
        let reason = format!("turn {turn} never comes: the game ends with turn {last}");
        let hint = format!("at most {last}");
        return fault(value.span, reason, hint);
    }
    Ok(Some(turn))
}

fn tordesillas(it: &Reader<'_>) -> Result<Clause, Diagnostic> {
    let span: Span = it.said.span;
    let open = &it.view.open;
    let both =
        open.table.iter().any(|it| is_spain(*it)) && open.table.iter().any(|it| is_portugal(*it));
    let last = it.tables().ret.tordesillas_last;
    if !both || !open.options.tordesillas {
        let reason = "there is no Treaty of Tordesillas in this campaign";
        return fault(span, reason, "leave that clause out");
    }
    if open.turn > last {
        let reason = format!("the Treaty of Tordesillas ended with turn {last}");
        return fault(span, reason, "leave that clause out");
    }
    Ok(Clause::TordesillasWaived)
}
