//! Tests of Conquistador.

mod conquistador {
    mod advice;
    mod bench;
    mod data;
    mod faults;
    mod grammar;
    mod holds;
    mod land;
    mod map;
    mod scenarios;
    mod sea;
}
#[path = "conquistador/council.rs"]
mod council;
#[path = "conquistador/data.rs"]
mod data;
#[path = "conquistador/map.rs"]
mod map;
    mod data;
    mod hiding;
    mod land;
    mod map;
    mod pages;
    mod pretend;
    mod sea;
    mod sheet;
    mod validate;
}
