//! The simulator of a club: it finds nothing, the same seed makes the same club, and what is
//! broken on purpose is found.

use packetboat::testkit::simulate::club::{Nobody, Options, Report, run};

const SMALL: Options = Options {
    ticks: 150,
    campaigns: 6,
    seed: 1,
};

fn club(options: Options) -> Report {
    run(&options, &mut Nobody)
}

#[test]
fn a_club_lives_through_faults_and_nothing_is_broken() {
    let report = club(SMALL);
    assert!(report.finding.is_none(), "{report}");
    println!("{report}");
}
