//! Tests of Conquistador.

mod conquistador {
    mod bench;
    mod faults;
    mod grammar;
    mod holds;
}
