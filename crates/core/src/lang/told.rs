//! What a reading says of its lines.
//!
//! Not here: what is said of one order (`fault`, `explain`).

use super::fault::FaultKind;
use super::plain::seen;
use super::verdict::Verdict;

/// A line that was joined to an order for its place alone may be none of it.
pub(super) fn told_of_doubt(hint: &str) -> String {
    let told = "if it is not part of the order above, leave an empty line before it";
    if hint.is_empty() {
        told.to_owned()
    } else {
        format!("{hint}; {told}")
    }
}

/// A comment that was broken leaves a line that is not an order.
pub(super) fn tell_of_comment(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Fault(mut fault)
            if fault.diagnostic.mend.is_none() && fault.kind == FaultKind::Words =>
        {
            let order = fault.diagnostic.reason.starts_with("no order is called")
                || fault.diagnostic.reason.starts_with("an order begins with");
            if order {
                fault.diagnostic.hint =
                    "if it belongs to the comment above, write `;` before it".to_owned();
            }
            Verdict::Fault(fault)
        }
        other => other,
    }
}

/// A line put after `;`, made harmless.
pub(super) fn after_semicolon(line: &str) -> String {
    format!("; {}", seen(line).trim()).trim_end().to_owned()
}

/// `lines 3 to 5 were`, `line 3 was`.
pub(super) fn lines_text(first: u32, count: usize) -> String {
    let last = first.saturating_add(u32::try_from(count).unwrap_or(u32::MAX) - 1);
    if first == last {
        "it was".to_owned()
    } else {
        format!("lines {first} to {last} were")
    }
}
