//! What is in a seat's mails of its player's own: a note, comments of their sheets; and what the
//! referee says to them in the next report.
//!
//! Not here: taking them (`intake::notes`, `intake::comments`), and what they look like (`report`).

use super::builder::EntryBuilder;
use crate::engine::seat::Seat;
use crate::report::Own;

/// What the report of a seat is to hold. What the referee says is said once; the note waits for the
/// player while somebody else plays the seat.
pub fn of_report(work: &mut EntryBuilder<'_>, seat: Seat) -> Own {
    let boxed = std::mem::take(&mut work.desk.seats.of(seat).boxed);
    for text in &boxed {
        work.heard().quote(seat, text);
    }
    let record = work.desk.seats.get(seat);
    let note = if record.has_substitute() {
        &[]
    } else {
        record.note.as_slice()
    };
    Own::new(note, &boxed)
}

/// The comments that its order sheets are to have.
pub fn comments(work: &EntryBuilder<'_>, seat: Seat) -> Vec<String> {
    let record = work.desk.seats.get(seat);
    if record.has_substitute() {
        return Vec::new();
    }
    record.comments.clone()
}
