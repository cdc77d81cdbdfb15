//! What is said after a name that is none: the nearest ones, and all there are if they are few.
//!
//! Not here: keys and values in files (`textfile`), and words in orders (`lang`).

use crate::fault::Fault;

/// This many names are read at a glance; of more, only the nearest are said.
const LISTED_MAX: usize = 12;

/// This many near names are offered at most.
pub const OFFERED_MAX: usize = 3;

/// The names nearest to what was typed, nearest first: what begins with it, or takes at most one
/// slip in two letters. At most three.
pub fn nearest<'a>(typed: &str, known: &[&'a str]) -> Vec<&'a str> {
    let small = typed.to_lowercase();
    let scored = known.iter().filter_map(|name| {
        let lower = name.to_lowercase();
        let begun = !small.is_empty() && lower.starts_with(&small);
        let slips = strsim::osa_distance(&small, &lower);
        let near = begun || slips * 2 <= small.chars().count();
        near.then_some((usize::from(!begun), slips, *name))
    });
    let mut scored: Vec<_> = scored.collect();
    scored.sort_unstable();
    scored.truncate(OFFERED_MAX);
    scored.into_iter().map(|it| it.2).collect()
}

/// The error with what might have been meant; `what` names these things: `Its seats`; `lists` says
/// where all of them are listed, if they are many: `` `packetboat status` lists them ``.
#[must_use]
pub fn with_names(fault: Fault, typed: &str, known: &[&str], (what, lists): (&str, &str)) -> Fault {
    let near = nearest(typed, known);
    let fault = if near.is_empty() || known.len() == 1 {
        fault
    } else {
        fault.hint(format!("Did you mean {}?", either(&near)))
    };
    match known.len() {
        0 => fault,
        1..=LISTED_MAX => fault.hint(format!("{what}: {}.", known.join(", "))),
        many => fault.hint(format!("There are {many}: {lists}.")),
    }
}

/// `` `a` ``, `` `a` or `b` ``, `` `a`, `b` or `c` ``.
fn either(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, front)) => format!("{} or {last}", front.join(", ")),
        None => String::new(),
    }
}
