//! Tests of Conquistador.

mod conquistador {
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
