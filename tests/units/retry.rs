//! Of `desk::retry`.

use packetboat::clock::Moment;
use packetboat::clock::length::Length;
use packetboat::desk::outbox::retry::{EARLY, is_due, is_over};
use packetboat::store::outbox::Tried;

#[test]
fn waits_grow_and_end_after_five_days() {
    let start = Moment::from_seconds(1_800_000_000);
    let mut tried = Tried {
        count: 1,
        last: start,
        why: "busy".to_owned(),
    };
    let mut made = vec![0];
    while !is_over(&tried) {
        let mut now = tried.last;
        while !is_due(&tried, now) {
            now = now.plus(Length::minutes(1));
        }
        tried.count += 1;
        tried.last = now.plus(EARLY);
        made.push((tried.last.seconds() - start.seconds()) / 60);
    }
    let days = [1, 2, 3, 4, 5].map(|it| 320 + it * 1_440);
    assert_eq!(made, [&[0, 5, 20, 80, 320][..], &days].concat());
}

#[test]
fn a_clock_set_back_keeps_nothing_waiting() {
    let tried = Tried {
        count: 7,
        last: Moment::from_seconds(1_800_000_000),
        why: String::new(),
    };
    assert!(is_due(&tried, Moment::from_seconds(1_700_000_000)));
    assert!(!is_due(&tried, Moment::from_seconds(1_800_000_000)));
}
