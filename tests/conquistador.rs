//! Tests of Conquistador.

mod conquistador {
    mod data;
    mod land;
    mod map;
}
