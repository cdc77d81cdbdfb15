//! Tests of Conquistador.

#[path = "conquistador/council.rs"]
mod council;
#[path = "conquistador/data.rs"]
mod data;
#[path = "conquistador/map.rs"]
mod map;
