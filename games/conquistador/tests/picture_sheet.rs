//! Of `picture::sheet`.

use packetboat_conquistador::picture::sheet::{SIDES, Sheet, beyond};
use packetboat_kit::hex::Hex;

#[test]
fn a_hex_is_where_its_middle_is_and_beside_its_neighbours() {
    let sheet = Sheet {
        hex: 300,
        row: 260,
        origin: (600, 0),
        size: (12_000, 16_700),
    };
    for (row, column) in [(20, 21), (21, 20), (2, 3), (62, 41)] {
        let hex = Hex::new(row, column);
        assert_eq!(sheet.hex_at(sheet.middle(hex)), hex);
        let around: Vec<Hex> = SIDES.iter().map(|it| beyond(hex, *it)).collect();
        assert_eq!(around, hex.neighbours().collect::<Vec<_>>());
    }
}
