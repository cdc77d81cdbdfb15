//! Deadlines in civil time, around the days on which clocks are changed: what a referee reads off a
//! calendar on the wall.
//!
//! A day and a time of day mean the first moment at which clocks there show them; a time that a
//! change of the clocks skips means the moment of the change. A turn has at least half a day, but
//! for an hour in which cron may be late.

use packetboat::clock::Moment;
use packetboat::config::schedule::Schedule;
use packetboat::desk::calendar::schedule::next_deadline;
use packetboat::store::entry::Stop;

/// Zone, weekdays or a number of days, time of day; asked and due, in UTC.
#[rustfmt::skip]
const CASES: [(&str, &str, &str, &str, &str); 62] = [
    ("Europe/Warsaw", "sun", "02:30", "2026-10-20T12:00", "2026-10-25T00:30"),
    ("Europe/Warsaw", "sun", "02:30", "2027-03-24T12:00", "2027-03-28T01:00"),
    ("Europe/Warsaw", "sun", "02:30", "2026-10-25T01:00", "2026-11-01T01:30"),
    ("Europe/Warsaw", "sun", "02:30", "2026-10-24T14:00", "2026-11-01T01:30"),
    ("Europe/Warsaw", "sun", "03:00", "2026-10-20T12:00", "2026-10-25T02:00"),
    ("Europe/Warsaw", "sun", "03:00", "2027-03-24T12:00", "2027-03-28T01:00"),
    ("Europe/Warsaw", "sat sun", "20:00", "2026-10-24T18:01", "2026-10-25T19:00"),
    ("Europe/Warsaw", "sat sun", "20:00", "2027-03-27T19:01", "2027-03-28T18:00"),
    ("Europe/Warsaw", "sat sun", "20:00", "2027-03-28T07:00", "2027-03-28T18:00"),
    ("Europe/Warsaw", "mon wed sat", "00:00", "2026-10-23T12:00", "2026-10-25T23:00"),
    ("Europe/Warsaw", "mon wed sat", "00:00", "2026-10-25T12:00", "2026-10-25T23:00"),
    ("Europe/Warsaw", "mon wed sat", "00:00", "2027-03-26T12:00", "2027-03-26T23:00"),
    ("Europe/Warsaw", "mon wed sat", "00:00", "2027-03-27T13:00", "2027-03-28T22:00"),
    ("America/New_York", "sun", "02:30", "2026-10-28T12:00", "2026-11-01T07:30"),
    ("America/New_York", "sun", "02:30", "2027-03-10T12:00", "2027-03-14T07:00"),
    ("America/New_York", "sun", "01:30", "2026-10-28T12:00", "2026-11-01T05:30"),
    ("America/New_York", "sun", "01:30", "2027-03-10T12:00", "2027-03-14T06:30"),
    ("America/New_York", "sun", "01:30", "2026-10-31T18:30", "2026-11-01T05:30"),
    ("America/New_York", "sun", "01:30", "2026-10-31T18:31", "2026-11-08T06:30"),
    ("America/New_York", "tue fri", "18:30", "2026-10-30T22:31", "2026-11-03T23:30"),
    ("America/New_York", "tue fri", "18:30", "2027-03-12T23:31", "2027-03-16T22:30"),
    ("America/New_York", "tue fri", "18:30", "2026-11-03T12:30", "2026-11-03T23:30"),
    ("America/New_York", "tue fri", "18:30", "2026-11-03T12:31", "2026-11-06T23:30"),
    ("Australia/Lord_Howe", "sun", "02:15", "2026-09-30T12:00", "2026-10-03T15:30"),
    ("Australia/Lord_Howe", "sun", "02:15", "2027-03-31T12:00", "2027-04-03T15:45"),
    ("Australia/Lord_Howe", "sun", "01:45", "2026-09-30T12:00", "2026-10-03T15:15"),
    ("Australia/Lord_Howe", "sun", "01:45", "2027-03-31T12:00", "2027-04-03T14:45"),
    ("Australia/Lord_Howe", "sat sun", "20:00", "2026-10-03T09:31", "2026-10-04T09:00"),
    ("Australia/Lord_Howe", "sat sun", "20:00", "2027-04-03T09:01", "2027-04-04T09:30"),
    ("Pacific/Apia", "sun", "20:00", "2026-11-16T12:00", "2026-11-22T07:00"),
    ("Pacific/Apia", "sun", "20:00", "2026-11-22T06:59", "2026-11-29T07:00"),
    ("Pacific/Apia", "sun", "20:00", "2026-11-21T20:00", "2026-11-22T07:00"),
    ("Asia/Kathmandu", "fri", "06:15", "2026-11-16T12:00", "2026-11-20T00:30"),
    ("Asia/Kathmandu", "fri", "06:15", "2026-11-19T13:30", "2026-11-20T00:30"),
    ("Asia/Kathmandu", "fri", "06:15", "2026-11-19T13:31", "2026-11-27T00:30"),
    ("America/Santiago", "sun", "00:30", "2026-09-02T12:00", "2026-09-06T04:00"),
    ("America/Santiago", "sun", "00:30", "2027-04-01T12:00", "2027-04-04T04:30"),
    ("Europe/Warsaw", "1d", "02:30", "2026-10-23T12:00", "2026-10-25T00:30"),
    ("Europe/Warsaw", "1d", "02:30", "2026-10-24T12:00", "2026-10-26T01:30"),
    ("Europe/Warsaw", "1d", "02:30", "2027-03-26T12:00", "2027-03-28T01:00"),
    ("Europe/Warsaw", "1d", "02:30", "2027-03-27T12:00", "2027-03-29T00:30"),
    ("Europe/Warsaw", "3d", "20:00", "2026-10-22T18:00", "2026-10-25T19:00"),
    ("Europe/Warsaw", "3d", "20:00", "2026-10-22T19:00", "2026-10-25T19:00"),
    ("Europe/Warsaw", "3d", "20:00", "2026-10-22T19:01", "2026-10-26T19:00"),
    ("Europe/Warsaw", "3d", "20:00", "2027-03-25T20:00", "2027-03-28T18:00"),
    ("Europe/Warsaw", "3d", "20:00", "2027-03-25T20:01", "2027-03-29T18:00"),
    ("America/New_York", "2d", "12:00", "2026-10-30T15:00", "2026-11-01T17:00"),
    ("America/New_York", "2d", "12:00", "2026-10-30T17:00", "2026-11-01T17:00"),
    ("America/New_York", "2d", "12:00", "2026-10-30T17:01", "2026-11-02T17:00"),
    ("America/New_York", "2d", "12:00", "2027-03-12T18:00", "2027-03-14T16:00"),
    ("America/New_York", "2d", "12:00", "2027-03-12T18:01", "2027-03-15T16:00"),
    ("Australia/Lord_Howe", "2d", "02:15", "2026-10-01T12:00", "2026-10-03T15:30"),
    ("Australia/Lord_Howe", "2d", "02:15", "2026-10-02T12:00", "2026-10-04T15:15"),
    ("Australia/Lord_Howe", "2d", "02:15", "2027-04-01T12:00", "2027-04-03T15:45"),
    ("Australia/Lord_Howe", "2d", "02:15", "2027-04-02T12:00", "2027-04-04T15:45"),
    ("Pacific/Apia", "1d", "12:00", "2026-11-19T22:59", "2026-11-20T23:00"),
    ("Pacific/Apia", "1d", "12:00", "2026-11-20T00:01", "2026-11-21T23:00"),
    ("Asia/Kathmandu", "7d", "00:00", "2026-11-19T18:14", "2026-11-26T18:15"),
    ("Asia/Kathmandu", "7d", "00:00", "2026-11-19T19:16", "2026-11-27T18:15"),
    ("UTC", "30d", "23:59", "2026-12-31T23:59", "2027-01-30T23:59"),
    ("UTC", "30d", "23:59", "2027-01-01T00:59", "2027-01-30T23:59"),
    ("UTC", "30d", "23:59", "2027-01-01T01:00", "2027-01-31T23:59"),
];

fn schedule(zone: &str, days: &str, at: &str) -> Schedule {
    let when = match days.strip_suffix('d') {
        Some(count) => format!("every = 'days', days = {count}"),
        None => {
            let names: Vec<String> = days.split(' ').map(|it| format!("'{it}'")).collect();
            format!("every = 'weekday', days = [{}]", names.join(", "))
        }
    };
    let text = format!("zone = '{zone}'\ndeadline = {{ {when}, at = '{at}' }}\n");
    toml::from_str(&text).unwrap()
}

fn moment(text: &str) -> Moment {
    format!("{text}:00Z").parse().unwrap()
}

#[test]
fn deadlines_around_changes_of_the_clocks() {
    for (zone, days, at, asked, due) in CASES {
        let schedule = schedule(zone, days, at);
        let got = next_deadline(&schedule, Stop::Gate, moment(asked), &[]);
        let got = got.map(|it| it.at.to_string());
        let wanted = moment(due).to_string();
        assert_eq!(got, Some(wanted), "{zone}: {days} {at}, asked {asked}");
    }
}
