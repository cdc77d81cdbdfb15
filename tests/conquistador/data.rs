//! The tables.

use packetboat::builtin;
use packetboat::games::conquistador::data::Tables;

#[test]
fn loads() {
    Tables::load(&builtin::game("conquistador")).expect("fits");
}
