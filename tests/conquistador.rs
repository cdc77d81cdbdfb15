//! Conquistador, part by part.

#[path = "conquistador/data.rs"]
mod data;
#[path = "conquistador/map.rs"]
mod map;
