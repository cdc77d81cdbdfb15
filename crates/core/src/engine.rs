//! The engine: asks questions, finds answers in what seats have written, keeps the record.
//!
//! Not here: files, mail, clocks, and the rules of any game. Everything in it is a function of
//! its arguments: the same state, orders and keys leave the same bytes.

pub mod account;
pub mod advice;
mod answer;
pub mod attributes;
mod begun;
mod broken;
pub mod cause;
pub mod chronicle;
pub mod commentary;
pub mod data;
pub mod decide;
pub mod declare;
pub mod dice;
pub mod dice_roll;
pub mod ends;
pub mod facts;
pub mod fields;
pub mod game;
mod heard;
pub mod journal;
pub mod keeping;
mod kept;
pub mod language;
pub mod luck;
pub mod note;
pub mod now;
mod order_ref;
pub mod orders;
pub mod pages;
pub mod reason;
pub mod replay;
pub mod reread;
mod roll;
pub mod rules;
pub mod run;
pub mod scene;
pub mod schema;
pub mod seat;
pub mod secrets;
pub mod shown;
pub mod silence;
pub mod stored;
pub mod table;
pub mod texts;
mod turns;
pub mod understand;
pub mod whole;
pub mod wishes;

pub use crate::textfile::plain;
