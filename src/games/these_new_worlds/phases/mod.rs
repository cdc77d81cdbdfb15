//! The phases of a round, one file each, in the order of play.

pub mod set_up;

pub mod cards;

pub mod domes;

pub mod settle;

pub mod combat;
