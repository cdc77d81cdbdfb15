//! Of `desk::when`.

use packetboat::config::schedule::Schedule;
use packetboat::desk::commands::when::moved;

/// A Monday.
const NOW: &str = "2026-11-16T09:00:00Z";

fn to(old: &str, text: &str) -> String {
    let mut schedule = Schedule::weekly("Europe/Warsaw".parse().unwrap());
    schedule.holidays = vec!["2026-12-24..2026-12-26".parse().unwrap()];
    let old = (!old.is_empty()).then(|| old.parse().unwrap());
    match moved(&schedule, old, text, NOW.parse().unwrap()) {
        Ok(change) => change.at.map_or("never".to_owned(), |it| it.to_string()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_moves_a_deadline() {
    let sunday = "2026-11-22T19:00:00Z";
    let cases = [
        (sunday, "24h", "2026-11-23T19:00:00Z"),
        (sunday, "2d", "2026-11-24T19:00:00Z"),
        ("", "1h", "2026-11-16T10:00:00Z"),
        (sunday, "sun 20:00", "2026-11-29T19:00:00Z"),
        (sunday, "sun 21:00", "2026-11-22T20:00:00Z"),
        (sunday, "tue,fri 18:30", "2026-11-24T17:30:00Z"),
        (sunday, "3d 20:00", "2026-11-25T19:00:00Z"),
        (sunday, "2026-11-25 18:00", "2026-11-25T17:00:00Z"),
        (sunday, "2026-12-24 18:00", "2026-12-24T17:00:00Z"),
        (sunday, "2026-12-01T18:00:00Z", "2026-12-01T18:00:00Z"),
        ("2026-12-20T19:00:00Z", "4d", "2026-12-27T19:00:00Z"),
        (sunday, "never", "never"),
        (sunday, "24", "24 needs a unit: 24h or 24d"),
        (sunday, "soon", "can't read `soon` as a future time"),
        (sunday, "0h", "can't read `0h` as a future time"),
        (sunday, "", "can't read `` as a future time"),
    ];
    for (old, text, wanted) in cases {
        assert_eq!(to(old, text), wanted, "{text} from {old}");
    }
}
