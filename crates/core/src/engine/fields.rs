//! Fields of orders that many games could have: seats or all of them, and a number of days.
//!
//! Not here: free words (`texts`), and fields of which a game knows all values (`declare`).

use super::declare::Reads;
use super::seat::Seat;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{Marks, Slot, choice, either, filler, list, name, number};
use crate::lang::names::Names;
use crate::lang::said::{Value, find, items};

/// Seats of these, each once; ALL: none.
pub struct SeatsOrAll<C: ?Sized>(pub fn(&C) -> Names);

impl<C: ?Sized> Reads<C, Vec<Seat>> for SeatsOrAll<C> {
    fn slots(&self, with: &C, _name: &'static str) -> Vec<Slot> {
        let all = vec![choice("all", &[&["ALL"]])];
        let seats = vec![name("seat", (self.0)(with))];
        vec![either(vec![all, vec![list("seats", Marks::All, seats)]])]
    }
    fn read(
        &self,
        _with: &C,
        values: &[Value],
        _name: &'static str,
    ) -> Result<Vec<Seat>, Diagnostic> {
        let mut seats = Vec::new();
        for item in items(values, "seats") {
            let said = find(item, "seat").and_then(Value::as_name);
            let seat = said.and_then(|it| it.parse().ok());
            let seat = seat.expect("the form lists seats");
            if !seats.contains(&seat) {
                seats.push(seat);
            }
        }
        Ok(seats)
    }
}

/// `10d`, `10 days`: one day to so many.
pub struct Days(pub i64);

/// What faults call it.
const NUMBER_OF_DAYS: &str = "number of days";

impl<C: ?Sized> Reads<C, u32> for Days {
    fn slots(&self, _with: &C, _name: &'static str) -> Vec<Slot> {
        vec![
            number(NUMBER_OF_DAYS, 1, self.0),
            filler(&["DAYS", "DAY", "D"]),
        ]
    }
    fn read(&self, _with: &C, values: &[Value], _name: &'static str) -> Result<u32, Diagnostic> {
        let said = find(values, NUMBER_OF_DAYS).and_then(Value::as_count);
        Ok(said.expect("the form has a number within bounds"))
    }
}
