//! What deals in force allow and forbid (game file 2.6, Q54 to Q58).

use super::super::ids::AreaId;
use super::super::state::{Bond, Deal};
use packetboat_core::engine::seat::Seat;

/// Whether two powers are at peace in an Area; without an Area (sea hexes), whether they are at
/// peace everywhere: a peace for one Area never covers the sea (Q56). Lines that would break it are
/// passed over when they are reached (Q54).
pub fn peace(deals: &[Deal], turn: u32, a: Seat, b: Seat, place: Option<AreaId>) -> bool {
    deals.iter().any(|it| match it.bond {
        Bond::Peace {
            one,
            other,
            area,
            until,
        } => {
            let pair = (one, other) == (a, b) || (one, other) == (b, a);
            pair && turn <= until && (area.is_none() || area == place)
        }
        _ => false,
    })
}

/// Whether a guest may enter and share the hexes a host holds in an Area.
pub fn passage(deals: &[Deal], turn: u32, guest: Seat, host: Seat, area: AreaId) -> bool {
    deals.iter().any(|it| match it.bond {
        Bond::Passage {
            grantor,
            guest: whom,
            area: place,
            until,
        } => (grantor, whom, place) == (host, guest, area) && turn <= until,
        _ => false,
    })
}

/// Whether a guest may use a host's Ports as its own.
pub fn ports(deals: &[Deal], turn: u32, guest: Seat, host: Seat) -> bool {
    deals.iter().any(|it| match it.bond {
        Bond::Ports {
            grantor,
            guest: whom,
            until,
        } => (grantor, whom) == (host, guest) && turn <= until,
        _ => false,
    })
}

/// Whether Spain and Portugal have waived the Treaty of Tordesillas.
pub fn tordesillas_waived(deals: &[Deal]) -> bool {
    let mut bonds = deals.iter().map(|it| &it.bond);
    bonds.any(|it| matches!(it, Bond::Waived { .. }))
}
