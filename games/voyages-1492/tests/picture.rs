//! Of `picture`.

use packetboat_kit::chart;
use packetboat_voyages_1492::picture::BERTHS;

#[test]
fn so_many_ships_as_there_are_have_a_berth() {
    let most = BERTHS.iter().map(|it| it.1.len()).max();
    assert_eq!(most, Some(chart::COLOURED.len()));
}
