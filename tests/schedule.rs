//! When campaigns are due, as tables: a schedule, a standing, and what follows.

use packetboat::clock::civil::Dates;
use packetboat::clock::length::Length;
use packetboat::clock::{Moment, Zone};
use packetboat::config::schedule::Schedule;
use packetboat::desk::calendar::schedule::{
    Absent, Due, Owes, Standing, deadline_from, due, extended, next_count, next_deadline,
    next_moment_of_interest, resolves_at,
};
use packetboat::store::deadline::MovedBy;
use packetboat::store::entry::{Because, Silence, Stop};
use std::collections::BTreeMap;

/// `20 12:00` is a moment of November 2026, in UTC; longer texts are moments as stored.
fn moment(text: &str) -> Moment {
    let whole = match text.len() {
        8 => format!("2026-11-{}T{}:00Z", &text[..2], &text[3..]),
        _ => text.to_owned(),
    };
    whole.parse().expect("tests know how moments are written")
}

/// Sundays at 20:00 in Warsaw, half a day of grace; `more` are further lines.
fn weekly(more: &str) -> Schedule {
    let text = format!(
        "zone = 'Europe/Warsaw'\ngrace = '12h'\n\
         deadline = {{ every = 'weekday', days = ['sun'], at = '20:00' }}\n{more}\n"
    );
    toml::from_str(&text).expect("tests know how schedules are written")
}

/// `spain england:wait france:in`: who is called and owes what, from Friday to Sunday the 22nd.
fn standing(called: &str) -> Standing {
    let owes = |text: &str| match text.split_once(':') {
        None => Owes::Orders,
        Some((_, "in")) => Owes::Nothing,
        Some((_, "wait")) => Owes::Patience,
        Some((_, other)) => panic!("what is {other}?"),
    };
    let seat = |text: &str| {
        let name = text.split(':').next().unwrap_or(text);
        name.parse().expect("it is a fitting name")
    };
    let words = called.split_whitespace();
    Standing {
        stop: Stop::Gate,
        asked_at: moment("20 12:00"),
        deadline: Some(moment("22 19:00")),
        called: words.map(|it| (seat(it), owes(it))).collect(),
        last_sheet_at: None,
        reminded: BTreeMap::new(),
        held: None,
        silence: Silence::Suspicious,
        away: BTreeMap::new(),
        referee: None,
        stood_in_for: Vec::new(),
        extend: None,
        extensions: BTreeMap::new(),
    }
}

fn with_sheet(called: &str, at: &str) -> Standing {
    Standing {
        last_sheet_at: Some(moment(at)),
        ..standing(called)
    }
}

fn check_end(more: &str, standing: &Standing, end: Option<(&str, Because)>) {
    let end = end.map(|it| (moment(it.0), it.1));
    assert_eq!(
        resolves_at(&weekly(more), standing),
        end,
        "{more} {standing:?}"
    );
}

const AT_ONCE: &str = "when_all_in = 'resolve-at-once'";
const AFTER: &str = "when_all_in = 'resolve-after 2h'";
const WAIT: &str = "when_all_in = 'wait-for-deadline'";

#[test]
fn all_in_before_the_deadline() {
    let all_in = with_sheet("spain:in england:in", "21 08:30");
    check_end(AT_ONCE, &all_in, Some(("21 08:30", Because::AllIn)));
    check_end(AFTER, &all_in, Some(("21 10:30", Because::AllIn)));
    check_end(WAIT, &all_in, Some(("22 19:00", Because::Deadline)));
    // Thinking again ends at the deadline.
    let late = with_sheet("spain:in england:in", "22 18:30");
    check_end(AFTER, &late, Some(("22 19:00", Because::Deadline)));
    // Nobody is called: robots, or all said GOAHEAD.
    check_end(AT_ONCE, &standing(""), Some(("20 12:00", Because::AllIn)));
    check_end(AFTER, &standing(""), Some(("20 14:00", Because::AllIn)));
}

#[test]
fn somebody_asked_to_wait() {
    let waits = with_sheet("spain:in england:wait", "21 08:30");
    for more in [AT_ONCE, AFTER, WAIT] {
        check_end(more, &waits, Some(("22 19:00", Because::Deadline)));
    }
}

#[test]
fn somebody_is_silent() {
    let silent = with_sheet("spain:in england", "21 08:30");
    for more in [AT_ONCE, AFTER, WAIT] {
        check_end(more, &silent, Some(("23 07:00", Because::Deadline)));
    }
}

#[test]
fn the_last_sheet_comes_within_grace() {
    let all_in = with_sheet("spain:in england:wait", "22 21:15");
    for more in [AT_ONCE, AFTER, WAIT] {
        check_end(more, &all_in, Some(("22 21:15", Because::Deadline)));
    }
    let all_in = with_sheet("spain:in england:in", "22 21:15");
    for more in [AT_ONCE, AFTER, WAIT] {
        check_end(more, &all_in, Some(("22 21:15", Because::Deadline)));
    }
}

#[test]
fn without_a_deadline_only_readiness_ends_a_stop() {
    let mut open = with_sheet("spain:in england:in", "21 08:30");
    open.deadline = None;
    check_end(AFTER, &open, Some(("21 10:30", Because::AllIn)));
    check_end(WAIT, &open, None);
    open.called = standing("spain england:in").called;
    check_end(AT_ONCE, &open, None);
    open.stop = Stop::Over;
    check_end(AT_ONCE, &open, None);
}

fn check_due(more: &str, standing: &Standing, now: &str, expected: &Due) {
    let got = due(&weekly(more), standing, moment(now));
    assert_eq!(&got, expected, "{more} at {now}");
}

fn resolve(at: &str, because: Because) -> Due {
    Due::Resolve {
        because,
        at: moment(at),
    }
}

#[test]
fn what_is_due_when() {
    let silent = standing("spain england");
    check_due("", &silent, "22 19:00", &Due::Nothing);
    check_due("", &silent, "23 06:59", &Due::Nothing);
    check_due(
        "",
        &silent,
        "23 07:00",
        &resolve("23 07:00", Because::Deadline),
    );
    // A late cron job finds the same moment.
    check_due(
        "",
        &silent,
        "25 12:00",
        &resolve("23 07:00", Because::Deadline),
    );
    let all_in = with_sheet("spain:in", "21 08:30");
    check_due(AFTER, &all_in, "21 10:29", &Due::Nothing);
    check_due(
        AFTER,
        &all_in,
        "21 10:35",
        &resolve("21 10:30", Because::AllIn),
    );
}

#[test]
fn nobody_wonders_that_a_seat_is_silent_for_which_a_robot_writes() {
    for (more, held) in [
        ("hold_if_silent = 2", [true, false, false]),
        ("hold_if_silent = 'all'", [true, false, false]),
    ] {
        let cases: [&[&str]; 3] = [&[], &["spain"], &["spain", "england"]];
        for (stood_in_for, held) in cases.into_iter().zip(held) {
            let standing = Standing {
                stood_in_for: stood_in_for.iter().map(|it| it.parse().unwrap()).collect(),
                ..standing("spain england")
            };
            let due = due(&weekly(more), &standing, moment("23 09:00"));
            assert_eq!(matches!(due, Due::Hold { .. }), held, "{more} {standing:?}");
        }
    }
}

#[test]
fn a_hold_stops_everything() {
    let mut held = standing("spain england");
    held.held = Some("the referee is ill".to_owned());
    check_due("reminders = ['6h']", &held, "22 14:00", &Due::Nothing);
    check_due("", &held, "25 12:00", &Due::Nothing);
    let next = next_moment_of_interest(&weekly(""), &held, moment("20 12:00"));
    assert_eq!(next, None);
}

#[test]
fn the_silence_of_many_is_suspicious() {
    let hold = "hold_if_silent = 2";
    let mut silent = standing("spain england france:in");
    check_due(hold, &silent, "23 06:59", &Due::Nothing);
    let Due::Hold { why } = due(&weekly(hold), &silent, moment("23 07:00")) else {
        panic!("two silent seats hold the campaign");
    };
    assert!(why.starts_with("england, spain sent no orders; "), "{why}");
    silent.silence = Silence::Believed;
    check_due(
        hold,
        &silent,
        "23 07:00",
        &resolve("23 07:00", Because::Deadline),
    );
    let one = standing("spain england:in france:in");
    check_due(
        hold,
        &one,
        "23 07:00",
        &resolve("23 07:00", Because::Deadline),
    );
    check_due(
        "",
        &silent,
        "23 07:00",
        &resolve("23 07:00", Because::Deadline),
    );
}

#[test]
fn the_silence_of_all_is_suspicious_if_two_are_called_and_none_is_away() {
    let hold = "hold_if_silent = 'all'";
    for (called, away, holds) in [
        ("spain england", "", true),
        ("spain england france", "", true),
        ("spain england france:in", "", false),
        ("spain england:wait", "", false),
        ("spain", "", false),
        ("spain england", "spain", false),
        ("spain england france", "france", false),
    ] {
        let mut silent = standing(called);
        let dates = "2026-11-22..2026-11-24".parse().unwrap();
        let is_away = away.split_whitespace().map(|it| it.parse().unwrap());
        silent.away = is_away.map(|it| (it, vec![dates])).collect();
        let got = due(&weekly(hold), &silent, moment("23 07:00"));
        let held = matches!(got, Due::Hold { .. });
        assert_eq!(held, holds, "{called}, away {away}: {got:?}");
    }
    let wrong = toml::from_str::<Schedule>(
        "zone = 'UTC'\ndeadline = { every = 'never' }\nhold_if_silent = 'some'",
    );
    let wrong = wrong.unwrap_err().to_string();
    assert!(wrong.contains("0 for never, or \"all\""), "{wrong}");
}

fn remind(seats: &[&str]) -> Due {
    let seats = seats.iter().map(|it| it.parse().expect("a fitting name"));
    Due::Remind {
        seats: seats.collect(),
    }
}

#[test]
fn reminders() {
    // 72 hours before lies before the report; 48 and 6 are the 20th at 19:00 and the 22nd at 13:00.
    let more = "reminders = ['6h', '72h', '48h']";
    let mut owes = standing("spain england:in france");
    check_due(more, &owes, "20 18:59", &Due::Nothing);
    check_due(more, &owes, "20 19:00", &remind(&["france", "spain"]));
    let spain = "spain".parse().expect("a fitting name");
    owes.reminded.insert(spain, moment("20 19:02"));
    check_due(more, &owes, "20 19:05", &remind(&["france"]));
    check_due(more, &owes, "22 13:05", &remind(&["france", "spain"]));
    owes.reminded.insert(spain, moment("22 13:05"));
    check_due(more, &owes, "22 18:59", &remind(&["france"]));
    check_due(more, &owes, "22 19:00", &Due::Nothing);
    check_due(
        more,
        &standing("spain:in"),
        "22 13:05",
        &resolve("20 12:00", Because::AllIn),
    );
    check_due(more, &standing("spain:wait"), "22 13:05", &Due::Nothing);
    owes.deadline = None;
    check_due(more, &owes, "22 13:05", &Due::Nothing);
}

fn check_next(more: &str, standing: &Standing, now: &str, next: Option<&str>) {
    let got = next_moment_of_interest(&weekly(more), standing, moment(now));
    assert_eq!(got, next.map(moment), "{more} after {now}");
}

#[test]
fn moments_of_interest() {
    let more = "reminders = ['6h', '48h']";
    let owes = standing("spain england:in");
    check_next(more, &owes, "20 12:00", Some("20 19:00"));
    check_next(more, &owes, "20 19:00", Some("22 13:00"));
    check_next(more, &owes, "22 13:00", Some("23 07:00"));
    check_next(more, &owes, "23 07:00", None);
    check_next(more, &standing("spain:wait"), "20 12:00", Some("22 19:00"));
    let all_in = with_sheet("spain:in", "21 08:30");
    check_next(AFTER, &all_in, "21 08:30", Some("21 10:30"));
}

fn check_deadline(schedule: &str, stop: Stop, asked: &str, deadline: Option<&str>) {
    let parsed: Schedule = toml::from_str(schedule).expect("it is a schedule");
    let got = next_deadline(&parsed, stop, moment(asked), &[]);
    assert_eq!(
        got.map(|it| it.at),
        deadline.map(moment),
        "asked {asked}:\n{schedule}"
    );
}

fn weekday(zone: &str, days: &str, at: &str) -> String {
    format!("zone = '{zone}'\ndeadline = {{ every = 'weekday', days = {days}, at = '{at}' }}\n")
}

fn every_days(zone: &str, days: u32, at: &str) -> String {
    format!("zone = '{zone}'\ndeadline = {{ every = 'days', days = {days}, at = '{at}' }}\n")
}

/// `spain` is away on these dates, with a budget of so many days; the deadline would be Sunday the
/// 22nd; to when does it move, and what does it cost?
fn check_absence(holidays: &str, dates: &[&str], budget: u32, at: &str, cost: u32) {
    let schedule = weekly(&format!("holidays = {holidays}"));
    let absent = Absent {
        seat: "spain".parse().unwrap(),
        dates: dates.iter().map(|it| it.parse().unwrap()).collect(),
        budget,
    };
    let got = next_deadline(&schedule, Stop::Gate, moment("20 06:00"), &[absent]).unwrap();
    assert_eq!(got.at, moment(at), "{holidays} {dates:?} {budget}: {got:?}");
    let days = got.moved.iter().map(|it| match &it.by {
        MovedBy::Holiday { .. } => 0,
        MovedBy::Absence { days, .. } => *days,
        other => panic!("nothing was said of {other:?}"),
    });
    assert_eq!(days.sum::<u32>(), cost, "{holidays} {dates:?} {budget}");
}

#[test]
fn absences_move_a_deadline_as_far_as_the_budget_goes() {
    check_absence("[]", &["2026-11-20..2026-11-21"], 9, "22 19:00", 0);
    check_absence("[]", &["2026-11-20..2026-11-22"], 9, "23 19:00", 1);
    check_absence("[]", &["2026-11-22..2026-11-28"], 7, "29 19:00", 7);
    // Half of an absence helps nobody.
    check_absence("[]", &["2026-11-22..2026-11-28"], 6, "22 19:00", 0);
    let two = ["2026-11-22", "2026-11-23..2026-11-25"];
    check_absence("[]", &two, 4, "26 19:00", 4);
    check_absence("[]", &two, 3, "23 19:00", 1);
    // Holidays cost nobody anything, before an absence and behind it.
    let holidays = "['2026-11-21..2026-11-23', '2026-11-26']";
    check_absence(holidays, &["2026-11-24..2026-11-25"], 2, "27 19:00", 2);
    check_absence(holidays, &["2026-11-20..2026-11-23"], 0, "24 19:00", 0);
}

#[test]
fn an_extension_passes_holidays_and_else_stays_to_the_second() {
    let schedule = weekly("holidays = ['2026-11-24']");
    let at = |text: &str| deadline_from(&schedule, moment(text), &[]).at;
    assert_eq!(at("24 07:00"), moment("25 07:00"));
    assert_eq!(at("2026-11-23T07:00:41Z"), moment("2026-11-23T07:00:41Z"));
}

#[test]
fn who_is_away_is_neither_reminded_nor_suspicious() {
    let schedule = weekly("reminders = ['48h', '6h']\nhold_if_silent = 2");
    let mut standing = standing("spain england");
    standing.asked_at = moment("16 12:00");
    let away =
        |dates: &str| BTreeMap::from([("spain".parse().unwrap(), vec![dates.parse().unwrap()])]);
    standing.away = away("2026-11-19..2026-11-20");
    let remind = |seats: &[&str]| Due::Remind {
        seats: seats.iter().map(|it| it.parse().unwrap()).collect(),
    };
    assert_eq!(
        due(&schedule, &standing, moment("20 19:05")),
        remind(&["england"])
    );
    // Nor is the reminder made up for when the player is back; the next one comes.
    standing.reminded = [("england".parse().unwrap(), moment("20 19:05"))].into();
    assert_eq!(due(&schedule, &standing, moment("21 10:00")), Due::Nothing);
    assert_eq!(
        due(&schedule, &standing, moment("22 13:00")),
        remind(&["england", "spain"])
    );
    let held = |it: &Standing| matches!(due(&schedule, it, moment("23 07:00")), Due::Hold { .. });
    assert!(held(&standing));
    standing.away = away("2026-11-19..2026-11-22");
    assert!(!held(&standing));
}

#[test]
fn deadlines_on_weekdays() {
    let sundays = weekday("Europe/Warsaw", "['sun']", "20:00");
    let gate = |asked, deadline| check_deadline(&sundays, Stop::Gate, asked, Some(deadline));
    gate("20 12:00", "22 19:00");
    gate("22 19:00", "29 19:00");
    gate("23 07:00", "29 19:00");
    // Less than half a day is no notice, but for an hour in which cron may be late.
    gate("22 08:00", "22 19:00");
    gate("22 08:01", "29 19:00");
    let two = weekday("Europe/Warsaw", "['wed', 'sun']", "20:00");
    check_deadline(&two, Stop::Gate, "22 19:05", Some("25 19:00"));
    let all = "['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']";
    let daily = weekday("Europe/Warsaw", all, "20:00");
    check_deadline(&daily, Stop::Gate, "22 19:05", Some("23 19:00"));
    // Resolved after twelve hours of grace, the next evening is still meant.
    check_deadline(&daily, Stop::Gate, "22 07:05", Some("22 19:00"));
}

#[test]
fn civil_deadlines_survive_the_change_of_clocks() {
    let check = |zone: &str, day: &str, at: &str, asked: &str, deadline: &str| {
        let schedule = weekday(zone, day, at);
        check_deadline(&schedule, Stop::Gate, asked, Some(deadline));
    };
    let (warsaw, new_york) = ("Europe/Warsaw", "America/New_York");
    let before_october = "2026-10-22T18:05:00Z";
    check(
        warsaw,
        "['thu']",
        "20:00",
        "2026-10-21T18:05:00Z",
        "2026-10-22T18:00:00Z",
    );
    check(
        warsaw,
        "['thu']",
        "20:00",
        before_october,
        "2026-10-29T19:00:00Z",
    );
    check(
        warsaw,
        "['sun']",
        "02:30",
        before_october,
        "2026-10-25T00:30:00Z",
    );
    check(
        warsaw,
        "['sun']",
        "02:30",
        "2026-03-26T12:00:00Z",
        "2026-03-29T01:00:00Z",
    );
    check(
        new_york,
        "['sun']",
        "20:00",
        "2026-10-27T12:00:00Z",
        "2026-11-02T01:00:00Z",
    );
    check(
        new_york,
        "['sun']",
        "02:30",
        "2026-03-05T12:00:00Z",
        "2026-03-08T07:00:00Z",
    );
    let howe = "Australia/Lord_Howe";
    check(
        howe,
        "['sun']",
        "20:00",
        "2026-09-30T12:00:00Z",
        "2026-10-04T09:00:00Z",
    );
    check(
        howe,
        "['sat']",
        "20:00",
        "2026-09-30T12:00:00Z",
        "2026-10-03T09:30:00Z",
    );
}

#[test]
fn deadlines_after_so_many_days() {
    let three = every_days("Europe/Warsaw", 3, "20:00");
    let gate = |asked, deadline| check_deadline(&three, Stop::Gate, asked, Some(deadline));
    gate("20 12:00", "23 19:00");
    gate("20 19:00", "23 19:00");
    // Cron ran five minutes late, which is no reason for a fourth day.
    gate("20 19:05", "23 19:00");
    gate("20 20:01", "24 19:00");
    gate("20 23:30", "24 19:00");
    // Counted in Warsaw, where it is the 21st.
    gate("21 00:30", "24 19:00");
    // Over the change of the clocks: 72 hours and one.
    gate("2026-10-23T18:00:00Z", "2026-10-26T19:00:00Z");
    let one = every_days("Europe/Warsaw", 1, "20:00");
    check_deadline(&one, Stop::Gate, "22 19:05", Some("23 19:00"));
}

#[test]
fn holidays_move_deadlines_to_the_next_other_day() {
    let mut sundays = weekday("Europe/Warsaw", "['sun']", "20:00");
    sundays += "holidays = ['2026-12-24..2027-01-02', '2027-01-03', '2026-11-29']\n";
    let gate = |asked, deadline| check_deadline(&sundays, Stop::Gate, asked, Some(deadline));
    gate("2026-12-21T12:00:00Z", "2027-01-04T19:00:00Z");
    gate("2026-11-25T12:00:00Z", "2026-11-30T19:00:00Z");
    gate("2026-12-10T12:00:00Z", "2026-12-13T19:00:00Z");
    let mut days = every_days("Europe/Warsaw", 3, "20:00");
    days += "holidays = ['2026-12-24..2027-01-02']\n";
    check_deadline(
        &days,
        Stop::Gate,
        "2026-12-21T12:00:00Z",
        Some("2027-01-03T19:00:00Z"),
    );
}

#[test]
fn questions_have_a_pace_of_their_own() {
    let sundays = weekday("Europe/Warsaw", "['sun']", "20:00");
    let never = "zone = 'UTC'\ndeadline = { every = 'never' }\n";
    // Two days if nothing is said.
    check_deadline(&sundays, Stop::Interrupt, "20 12:00", Some("22 19:00"));
    check_deadline(never, Stop::Interrupt, "20 12:00", Some("22 20:00"));
    check_deadline(never, Stop::Gate, "20 12:00", None);
    check_deadline(&sundays, Stop::Over, "20 12:00", None);
    let own = sundays + "interrupt = { every = 'never' }\n";
    check_deadline(&own, Stop::Interrupt, "20 12:00", None);
    check_deadline(&own, Stop::Gate, "20 12:00", Some("22 19:00"));
}

/// Numbers by chance, the same at each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        // A linear congruence with the numbers of Knuth's MMIX: good enough to vary tables.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }

    fn dates(&mut self, from: i64) -> Dates {
        let first = Moment::from_seconds(from + self.below(20) as i64 * 86_400);
        let last = first.plus(Length::hours(24 * self.below(6) as u32));
        format!("{}..{}", first.date(Zone::UTC), last.date(Zone::UTC))
            .parse()
            .unwrap()
    }
}

const ZONES: &[&str] = &[
    "UTC",
    "Europe/Warsaw",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
];

/// A hundred thousand deadlines: never before the usual one, and after it by no more than the days
/// that are stated; each move says to when, and the last one to where it is.
#[test]
fn a_deadline_is_where_its_reasons_put_it() {
    let mut chance = Chance(1503);
    let (mut moved_ones, mut absences) = (0, 0);
    for number in 0..100_000_i64 {
        // Over all changes of the clocks of several years.
        let asked = 1_767_225_600 + number * 3_331;
        let zone = chance.one_of(ZONES);
        let at = chance.one_of(&["20:00", "02:30", "00:00", "23:59", "12:15"]);
        let cadence = match chance.below(2) {
            0 => {
                let day = chance.one_of(&["'sun'", "'mon','thu'", "'sat'", "'wed'"]);
                format!("{{ every = 'weekday', days = [{day}], at = '{at}' }}")
            }
            _ => format!(
                "{{ every = 'days', days = {}, at = '{at}' }}",
                1 + chance.below(9)
            ),
        };
        let holidays: Vec<Dates> = (0..chance.below(3)).map(|_| chance.dates(asked)).collect();
        let listed: Vec<String> = holidays.iter().map(|it| format!("'{it}'")).collect();
        let text = |holidays: &str| {
            format!("zone = '{zone}'\ndeadline = {cadence}\nholidays = [{holidays}]\n")
        };
        let schedule: Schedule = toml::from_str(&text(&listed.join(", "))).unwrap();
        let bare: Schedule = toml::from_str(&text("")).unwrap();
        let absent: Vec<Absent> = ["spain", "france"]
            .iter()
            .take(usize::try_from(chance.below(3)).unwrap())
            .map(|seat| Absent {
                seat: seat.parse().unwrap(),
                dates: vec![chance.dates(asked)],
                budget: chance.below(15) as u32,
            })
            .collect();
        let asked = Moment::from_seconds(asked);
        let usual = next_deadline(&bare, Stop::Gate, asked, &[]).unwrap().at;
        let found = next_deadline(&schedule, Stop::Gate, asked, &absent).unwrap();
        let case = format!("{number}: {schedule:?} {asked} {absent:?} -> {found:?}");
        assert!(found.at >= usual, "{case}");
        let days = found.moved.iter().map(|it| match &it.by {
            MovedBy::Holiday { dates } => dates.last().days_since(dates.first()) + 1,
            MovedBy::Absence { days, seat, .. } => {
                absences += 1;
                let budget = absent.iter().find(|it| it.seat == *seat).unwrap().budget;
                assert!(*days <= budget, "{case}");
                *days
            }
            other => panic!("nothing was said of {other:?}: {case}"),
        });
        // A civil day may be an hour longer than 24.
        let most: u32 = days.map(|it| it * 25).sum();
        assert!(found.at <= usual.plus(Length::hours(most)), "{case}");
        let to: Vec<Moment> = found.moved.iter().filter_map(|it| it.to).collect();
        assert!(to.is_sorted(), "{case}");
        assert_eq!(to.last().copied().unwrap_or(usual), found.at, "{case}");
        moved_ones += usize::from(!to.is_empty());
        let day = found.at.date(schedule.zone);
        assert!(!holidays.iter().any(|it| it.contains(day)), "{case}");
    }
    assert!(
        moved_ones > 10_000 && absences > 3_000,
        "{moved_ones} {absences}"
    );
}

/// More time for missing orders comes after the end of grace, and is as much as is stated.
#[test]
fn more_time_for_missing_orders_is_what_is_stated() {
    let mut chance = Chance(1492);
    for number in 0..20_000_i64 {
        let hours = 1 + chance.below(72) as u32;
        let grace = chance.below(30);
        let more = format!("grace = '{grace}h'");
        let text = format!(
            "{more}\nzone = '{}'\n\
             deadline = {{ every = 'weekday', days = ['sun'], at = '20:00' }}\n",
            chance.one_of(ZONES)
        );
        let schedule: Schedule = toml::from_str(&text).unwrap();
        let asked = Moment::from_seconds(1_767_225_600 + number * 15_331);
        let deadline = next_deadline(&schedule, Stop::Gate, asked, &[]).unwrap().at;
        let mut standing = standing("spain:in england france");
        (standing.asked_at, standing.deadline) = (asked, Some(deadline));
        standing.extend = Some(Length::hours(hours));
        let england = chance.below(3) as u32;
        standing.extensions = BTreeMap::from([("england".parse().unwrap(), england)]);
        let over = resolves_at(&schedule, &standing).unwrap();
        let found = extended(&schedule, &standing, over);
        if england == 0 {
            assert_eq!(found, None);
            continue;
        }
        let (seats, to) = found.unwrap();
        assert_eq!(seats, ["england".parse().unwrap()]);
        assert_eq!(to.at, over.0.plus(Length::hours(hours)));
        assert_eq!(to.moved.last().unwrap().to, Some(to.at));
        assert!(over.0 >= deadline);
    }
}

/// Votes are counted within a day of what completes them, never before it, and at the deadline.
#[test]
fn votes_are_counted_within_a_day() {
    let mut chance = Chance(1500);
    for number in 0..50_000_i64 {
        let text = format!(
            "zone = '{}'\ndeadline = {{ every = 'days', days = 3, at = '{}' }}\n",
            chance.one_of(ZONES),
            chance.one_of(&["20:00", "02:30", "00:00"])
        );
        let schedule: Schedule = toml::from_str(&text).unwrap();
        let from = Moment::from_seconds(1_767_225_600 + number * 6_007);
        let deadline = match chance.below(3) {
            0 => None,
            _ => Some(from.plus(Length::minutes(chance.below(9_000) as u32))),
        };
        let at = next_count(&schedule, deadline, from);
        assert!(at >= from, "{text} {from} {at}");
        // A day in which the clocks are set back is longer.
        assert!(at <= from.plus(Length::hours(26)), "{text} {from} {at}");
        if let Some(deadline) = deadline {
            assert!(at <= deadline, "{text} {from} {at}");
        }
    }
}
