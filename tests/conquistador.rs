//! Tests of Conquistador.

mod conquistador {
    mod data;
    mod map;
}
