//! A club's clock and the gaps between its ticks, as tables.

use packetboat::clock::Moment;
use packetboat::desk::calendar::schedule::{Owes, Standing};
use packetboat::desk::club::tick_gaps::{Gap, KEPT, Ticks, Wrong};
use packetboat::desk::turn::outage::{AfterGap, after_gap};
use packetboat::store::entry::{Silence, Stop};
use packetboat::store::outage::Outages;
use std::collections::BTreeMap;

/// `20 12:00` is a moment of November 2026, in UTC; longer texts are moments as stored.
fn moment(text: &str) -> Moment {
    let whole = match text.len() {
        8 => format!("2026-11-{}T{}:00Z", &text[..2], &text[3..]),
        _ => text.to_owned(),
    };
    whole.parse().expect("tests know how moments are written")
}

/// As many ticks as are remembered, so many seconds apart, the last one at this moment.
fn ticking(every: i64, last: &str) -> Ticks {
    let mut ticks = Ticks::default();
    let count = i64::try_from(KEPT).unwrap();
    for before in (0..count).rev() {
        let at = moment(last).seconds() - before * every;
        ticks.ticked(Moment::from_seconds(at));
    }
    ticks
}

#[test]
fn a_clock_is_wrong_five_minutes_before_and_sixty_days_behind_the_last_tick_or_entry() {
    let ticks = ticking(300, "20 12:00");
    for (entry, now, wrong) in [
        (None, "20 12:05", None),
        (None, "20 11:55", None),
        (
            None,
            "2026-11-20T11:54:59Z",
            Some(Wrong::Behind(moment("20 12:00"))),
        ),
        (
            None,
            "2026-11-01T12:00:00Z",
            Some(Wrong::Behind(moment("20 12:00"))),
        ),
        (None, "2027-01-19T12:00:00Z", None),
        (
            None,
            "2027-01-19T12:00:01Z",
            Some(Wrong::Ahead(moment("20 12:00"))),
        ),
        (
            None,
            "9999-12-31T00:00:00Z",
            Some(Wrong::Ahead(moment("20 12:00"))),
        ),
        // A command wrote behind the last tick.
        (
            Some("20 13:00"),
            "20 12:54",
            Some(Wrong::Behind(moment("20 13:00"))),
        ),
        (Some("20 13:00"), "20 12:55", None),
        (
            Some("19 13:00"),
            "20 11:00",
            Some(Wrong::Behind(moment("20 12:00"))),
        ),
    ] {
        let entry = entry.map(moment);
        assert_eq!(ticks.wrong(entry, moment(now)), wrong, "{entry:?} {now}");
    }
    // The entries alone say it too; a club without either takes any clock.
    let none = Ticks::default();
    let entry = Some(moment("20 12:00"));
    assert!(none.wrong(entry, moment("20 11:00")).is_some());
    assert_eq!(none.wrong(None, moment("20 11:00")), None);
}

#[test]
fn a_clock_that_was_accepted_is_the_measure_from_then_on() {
    // Set back by a month, behind entries of a clock that was wrong.
    let mut back = ticking(300, "20 12:00");
    let entry = Some(moment("2026-12-20T12:00:00Z"));
    assert!(back.wrong(entry, moment("20 12:05")).is_some());
    back.accept(entry, moment("20 12:05"));
    for (now, well) in [("20 12:05", true), ("20 12:10", true), ("20 11:59", false)] {
        assert_eq!(back.wrong(entry, moment(now)).is_none(), well, "{now}");
    }
    for days in 1..100 {
        let now = Moment::from_seconds(moment("20 12:05").seconds() + days * 86_400);
        assert_eq!(back.wrong(entry, now), None, "{days}");
        back.ticked(now);
    }
    // A year ahead: the machine was off so long.
    let mut ahead = ticking(300, "20 12:00");
    let now = moment("2027-11-20T12:00:00Z");
    let entry = Some(moment("20 11:00"));
    assert!(ahead.wrong(entry, now).is_some());
    ahead.accept(entry, now);
    assert_eq!(ahead.wrong(entry, now), None);
    assert!(ahead.wrong(entry, moment("20 12:05")).is_some());
    // What was missed meanwhile is a gap all the same.
    assert_eq!(ahead.gap(now).map(|it| it.from), Some(moment("20 12:00")));
}

#[test]
fn a_gap_is_longer_than_half_an_hour_and_three_times_the_usual() {
    for (every, now, gap) in [
        (300, "20 12:30", false),
        (300, "20 12:31", true),
        (900, "20 12:45", false),
        (900, "20 12:46", true),
        (3_600, "20 15:00", false),
        (3_600, "20 15:01", true),
        (86_400, "23 12:00", false),
    ] {
        let ticks = ticking(every, "20 12:00");
        assert_eq!(ticks.gap(moment(now)).is_some(), gap, "{every} {now}");
    }
    // One long gap makes nothing usual.
    let mut ticks = ticking(300, "20 12:00");
    ticks.ticked(moment("22 12:00"));
    assert!(ticks.gap(moment("22 12:31")).is_some());
    // It is remembered for some days, for campaigns that could not hear of it at once.
    let gap = Gap {
        from: moment("20 12:00"),
        to: moment("22 12:00"),
    };
    assert_eq!(ticks.gaps(moment("22 12:05")), [gap]);
    assert_eq!(ticks.gaps(moment("25 12:00"))[0], gap);
    let later = ticks.gaps(moment("25 12:01"));
    assert!(!later.contains(&gap), "{later:?}");
    // Few ticks say nothing of what is usual.
    let mut young = Ticks::default();
    young.ticked(moment("20 12:00"));
    young.ticked(moment("20 12:05"));
    assert_eq!(young.gap(moment("22 12:00")), None);
}

/// Asked on Friday the 20th at noon, due on Sunday the 22nd at 19:00.
fn standing(owes: Owes) -> Standing {
    Standing {
        extend: None,
        extensions: BTreeMap::new(),
        stop: Stop::Gate,
        asked_at: moment("20 12:00"),
        deadline: Some(moment("22 19:00")),
        called: [("spain".parse().unwrap(), owes)].into(),
        last_sheet_at: None,
        reminded: BTreeMap::new(),
        held: None,
        silence: Silence::Suspicious,
        away: BTreeMap::new(),
        referee: None,
        stood_in_for: Vec::new(),
    }
}

fn gap(from: &str, to: &str) -> Gap {
    Gap {
        from: moment(from),
        to: moment(to),
    }
}

fn moved(from: &str, to: &str, standing: &Standing) -> Option<Moment> {
    match after_gap(&[gap(from, to)], standing, ("3".parse().unwrap(), None)) {
        Some(AfterGap::Moves { to, .. }) => Some(to),
        Some(AfterGap::Asks { .. }) => panic!("nothing was moved before"),
        None => None,
    }
}

#[test]
fn a_deadline_moves_by_the_time_that_was_lost() {
    let open = standing(Owes::Orders);
    for (from, to, wanted) in [
        // Across it.
        ("22 18:00", "22 20:00", Some("22 22:00")),
        ("22 18:50", "22 19:25", Some("22 20:25")),
        ("22 06:00", "23 08:00", Some("24 08:00")),
        ("01 12:00", "28 12:00", Some("29 12:00")),
        // Before it: as much as is lost, if that is not over by then.
        ("22 14:00", "22 18:00", Some("22 22:00")),
        ("22 18:00", "22 18:40", Some("22 19:40")),
        ("22 12:00", "22 15:00", None),
        ("22 15:00", "22 15:40", None),
        ("22 00:00", "22 10:00", Some("22 20:00")),
        // Too long before it, behind it, too short.
        ("21 00:00", "22 07:00", None),
        ("22 19:01", "22 23:00", None),
        ("22 18:40", "22 19:10", None),
        // Before anybody was asked.
        ("19 12:00", "20 12:20", None),
    ] {
        assert_eq!(moved(from, to, &open), wanted.map(moment), "{from} to {to}");
    }
}

#[test]
fn nothing_moves_for_those_who_are_in_or_stand_still() {
    let lost = |standing: &Standing| moved("22 18:00", "22 20:00", standing);
    assert!(lost(&standing(Owes::Orders)).is_some());
    assert_eq!(lost(&standing(Owes::Nothing)), None);
    assert_eq!(lost(&standing(Owes::Patience)), None);
    let mut other = standing(Owes::Orders);
    other.held = Some("rain".to_owned());
    assert_eq!(lost(&other), None);
    other = standing(Owes::Orders);
    other.deadline = None;
    assert_eq!(lost(&other), None);
    other = standing(Owes::Orders);
    other.stop = Stop::Over;
    assert_eq!(lost(&other), None);
}

#[test]
fn once_a_deadline_and_three_days_a_sheet_and_then_the_referee_is_asked() {
    let sheet = "3".parse().unwrap();
    let mut open = standing(Owes::Orders);
    let mut noted: Option<Outages> = None;
    let lose = |open: &Standing, noted: &mut Option<Outages>, from: &str, to: &str| {
        let after = after_gap(&[gap(from, to)], open, (sheet, *noted));
        match after {
            Some(AfterGap::Moves {
                to, noted: outages, ..
            }) => {
                *noted = Some(outages);
                Some(Some(to))
            }
            Some(AfterGap::Asks { noted: outages, .. }) => {
                *noted = Some(outages);
                Some(None)
            }
            None => None,
        }
    };
    // A whole day is lost.
    let to = lose(&open, &mut noted, "22 12:00", "23 12:00").unwrap();
    assert_eq!(to, Some(moment("24 12:00")));
    open.deadline = to;
    // The same gap, met again by a tick that was cut, does nothing more.
    assert_eq!(lose(&open, &mut noted, "22 12:00", "23 12:05"), None);
    // A second one across the deadline that the first has set.
    assert_eq!(lose(&open, &mut noted, "24 11:00", "24 13:00"), Some(None));
    // The referee sets other deadlines: two more days, and no third.
    for (deadline, from, to, wanted) in [
        ("25 12:00", "25 11:00", "26 12:00", Some("27 12:00")),
        ("28 12:00", "28 11:00", "29 12:00", Some("30 12:00")),
        ("30 19:00", "30 18:00", "30 20:00", None),
    ] {
        open.deadline = Some(moment(deadline));
        let got = lose(&open, &mut noted, from, to);
        assert_eq!(got, Some(wanted.map(moment)), "{deadline}");
    }
    // Another sheet begins anew.
    let other = "4".parse().unwrap();
    let after = after_gap(&[gap("30 21:00", "30 23:00")], &open, (other, noted));
    assert_eq!(after, None, "that was behind its deadline");
    open.deadline = Some(moment("30 22:00"));
    let after = after_gap(&[gap("30 21:00", "30 23:00")], &open, (other, noted));
    assert!(matches!(after, Some(AfterGap::Moves { .. })), "{after:?}");
}
