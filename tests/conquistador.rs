//! Conquistador: its map and tables, its order language, every segment by itself, and what powers
//! read. Single rules are cases too (`tests/cases/conquistador`).

mod advice;
mod bench;
mod council;
mod data;
mod faults;
mod grammar;
mod hiding;
mod holds;
mod land;
mod log;
mod map;
pub(crate) mod pages;
mod pictures;
mod pretend;
mod robots;
mod scenarios;
mod sea;
mod sheet;
mod validate;
