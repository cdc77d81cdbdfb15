//! What many forms are made of.

use packetboat_core::lang::form::{
    Clausal, Form, Shape, choice, clause, code, either, filler, maybe, number, refused, word,
};
use packetboat_core::prelude::*;

/// Ducats, and anything else without a bound of its own.
pub(super) const MANY: i64 = 1_000_000;

/// The order group of what is reached in B2, and of what is reached in C2: `ELSE` may join them.
pub(super) const BY_SEA: &str = "b2";
pub(super) const BY_LAND: &str = "c2";
pub(super) const EITHER_WAY: &str = "b2 c2";

/// An order that is tried once and may not stand.
pub(super) fn once(title: &'static str, help: &'static str, slots: Vec<Slot>) -> Form {
    Form::order(title, help, slots).tried(Tried::Once).key(None)
}

pub(super) fn label() -> Slot {
    code("label", Shape::Label)
}

pub(super) fn label_or_all() -> Slot {
    either(vec![vec![label()], vec![choice("label", &[&["ALL"]])]])
}

pub(super) fn ducats(value: &'static str) -> Slot {
    number(value, 1, MANY)
}

pub(super) fn exceed() -> Clausal {
    clause(vec![word(&["EXCEED"]), number("exceed", 0, 99)])
}

/// Behind a number that counts Soldiers only: the word may be written.
pub(super) fn soldiers() -> Slot {
    filler(&["SOLDIERS", "SOLDIER"])
}

/// What is not a part of an order although players write it: says what to write.
pub(super) fn not_here(of: Vec<Slot>, reason: &'static str, hint: &'static str) -> Slot {
    maybe(vec![refused(of, reason, hint)])
}
