//! Of `picture::sheet`.

use packetboat_conquistador::picture::sheet::{NEAR, SIDES, Sheet, WORLD, beyond, far};
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

#[test]
fn a_point_lies_in_the_hex_whose_middle_is_nearest() {
    for sheet in [WORLD, NEAR[0].1, NEAR[1].1] {
        for down in (sheet.row * 2..sheet.row * 6).step_by(7) {
            for right in (sheet.hex * 2..sheet.hex * 5).step_by(11) {
                let point = (right, down);
                let found = sheet.hex_at(point);
                let (row, column) = (found.row, found.column);
                let around = (row - 1..=row + 1)
                    .flat_map(|row| (column - 2..=column + 2).map(move |it| Hex::new(row, it)));
                let away = |it: Hex| far(sheet.middle(it), point);
                let nearest = around.map(away).min();
                assert_eq!(Some(away(found)), nearest, "{point:?}");
            }
        }
    }
}
