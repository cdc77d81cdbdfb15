//! Tests of Conquistador.

mod conquistador {
    mod council;
}
