//! Tests of Conquistador.

mod conquistador {
    mod advice;
    mod bench;
    mod data;
    mod faults;
    mod grammar;
    mod holds;
    mod map;
    mod scenarios;
}
