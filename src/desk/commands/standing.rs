//! The state of campaigns, in words: a line for each, or all there is to say.
//!
//! Not here: finding it out (`status`).

use super::status::{MISSING, ROBOT_WRITES, Status, UNREAD, WAITS, WANTS_GOAHEAD};
use crate::report::{counted, ordinal};

/// How many characters of a reason are in the line of a campaign.
const WIDE: usize = 100;

/// Whether the referee must do something about a campaign: it is paused by the referee or for a
/// fault, or somebody cannot be reached or has left.
pub fn needs_referee(one: &Status) -> bool {
    !one.next.is_empty()
        || !one.free.is_empty()
        || one.tried > 0
        || !one.down.is_empty()
        || !one.unreachable.is_empty()
        || !one.bounced.is_empty()
        || !one.exposed.is_empty()
}

/// A line for each campaign: its name, turn, deadline, who owes a sheet, and what is wrong.
pub fn lines(all: &[Status]) -> String {
    let rows: Vec<[String; 4]> = all.iter().map(row).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let wide = rows.iter().map(|it| it[column].chars().count()).max();
            let wide = if column + 1 == row.len() {
                0
            } else {
                wide.unwrap_or(0)
            };
            line += &format!("{cell:wide$}  ");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// What keeps a campaign from going on, in its first words; the rest is for those who ask for it.
fn first(one: &Status) -> Option<String> {
    let line = one.why.lines().next()?;
    Some(match line.split_once("; ") {
        Some((first, _)) if line.chars().count() > WIDE => {
            format!("{first}; more: packetboat status {}", one.campaign)
        }
        Some(_) | None => line.to_owned(),
    })
}

/// The sheet called for, in words; empty: none is.
fn turn(one: &Status) -> String {
    match (one.sheet_name.as_str(), one.sheet.as_str()) {
        ("", "") => String::new(),
        ("", sheet) => format!("turn {sheet}"),
        (name, _) => name.to_owned(),
    }
}

fn row(one: &Status) -> [String; 4] {
    let turn = turn(one);
    let due = match one.stands {
        "halted" => "HALTED".to_owned(),
        "over" => "over".to_owned(),
        "held" => "held".to_owned(),
        "waits for your review" => "for your review".to_owned(),
        UNREAD => UNREAD.to_owned(),
        _ => due(one),
    };
    let mut said: Vec<String> = Vec::new();
    match one.stands {
        "halted" | "held" | UNREAD => said.extend(first(one)),
        // Nobody knows yet that anything is called for.
        "over" | "waits for your review" => {}
        _ => said.push(owing(one)),
    }
    if one.unsent > one.for_review {
        let mails = counted(one.unsent - one.for_review, "mail", "mails");
        let tried = match (one.tried, one.down.lines().next()) {
            (_, Some(down)) => format!(", nothing can be sent {down}"),
            (0, None) => String::new(),
            (_, None) => ", sending has failed".to_owned(),
        };
        said.push(format!("{mails} to be sent{tried}"));
    }
    if !one.free.is_empty() {
        let seats: Vec<String> = one.free.iter().map(|it| named(one, it)).collect();
        said.push(format!("left and free: {}", seats.join(", ")));
    }
    said.extend(
        one.unreachable
            .keys()
            .map(|it| format!("{it} cannot be reached")),
    );
    said.extend(
        one.bounced
            .keys()
            .map(|it| format!("mails to {it} come back")),
    );
    if one.aside > 0 {
        said.push(format!("{} set aside", counted(one.aside, "mail", "mails")));
    }
    if !one.exposed.is_empty() {
        said.push("others may read its secrets".to_owned());
    }
    if one.next.starts_with("packetboat ") {
        said.push(format!("to go on: {}", one.next));
    } else {
        said.push(one.next.clone());
    }
    said.retain(|it| !it.is_empty());
    [one.campaign.clone(), turn, due, said.join("; ")]
}

/// The deadline, and when the turn really closes, if that is another moment.
fn due(one: &Status) -> String {
    match (&one.deadline, &one.closes) {
        (Some(deadline), Some(closes)) if one.deadline_at != one.closes_at => {
            // The zone once.
            let zone = deadline.rfind(" (").map_or("", |it| &deadline[it..]);
            format!("{deadline}, closes {}", closes.replace(zone, ""))
        }
        (Some(deadline), _) => deadline.clone(),
        (None, Some(closes)) => format!("closes {closes}"),
        (None, None) => "no deadline".to_owned(),
    }
}

/// A seat with its player.
fn named(one: &Status, seat: &str) -> String {
    match one.players.get(seat) {
        Some(player) => format!("{seat} ({player})"),
        None => seat.to_owned(),
    }
}

/// Who owes a sheet, first, then who has sent one.
fn owing(one: &Status) -> String {
    let with = |wanted: &str| {
        let seats = one.seats.iter().filter(|it| it.1.starts_with(wanted));
        let seats: Vec<String> = seats
            .map(|(seat, has)| {
                let mark = match *has {
                    MISSING if one.away.contains_key(seat) => ", away",
                    WAITS => ", waits",
                    WANTS_GOAHEAD => ", until GOAHEAD",
                    _ => "",
                };
                match one.players.get(seat) {
                    Some(player) => format!("{seat} ({player}{mark})"),
                    None => format!("{seat}{mark}"),
                }
            })
            .collect();
        seats.join(", ")
    };
    let groups = [
        (MISSING, "owes: "),
        (ROBOT_WRITES, "not waited for: "),
        ("in", "in: "),
    ];
    let said = groups.map(|(has, lead)| match with(has).as_str() {
        "" => String::new(),
        seats => format!("{lead}{seats}"),
    });
    let said: Vec<String> = said.into_iter().filter(|it| !it.is_empty()).collect();
    said.join("; ")
}

/// The state of campaigns, with everything there is to say.
pub fn text(all: &[Status]) -> String {
    let mut text = String::new();
    for one in all {
        let mut line = format!("{}: ", one.campaign);
        match one.stands {
            "halted" => line.push_str("HALTED"),
            UNREAD => line.push_str(UNREAD),
            "over" => {
                let place = if one.archived { ", in the archive" } else { "" };
                line.push_str(&format!("{}, over{place}", one.game));
            }
            stands => line.push_str(&format!("{}, {}, {stands}", one.game, turn(one))),
        }
        // Of one that is held the clock is stopped.
        if let Some(deadline) = one.deadline.as_ref().filter(|_| one.stands != "held") {
            line.push_str(&format!(", deadline {deadline}"));
        }
        if let Some(closes) = one
            .closes
            .as_ref()
            .filter(|_| one.closes_at != one.deadline_at)
        {
            line.push_str(&format!(", closes {closes}"));
        }
        text.push_str(&line);
        text.push('\n');
        for detail in details(one) {
            text.push_str(&format!("  {detail}\n"));
        }
    }
    if all.is_empty() {
        text.push_str("There are no campaigns yet. Start one with `packetboat new`.\n");
    }
    text
}

/// How it ended, a line for each seat, best first.
fn ended(one: &Status) -> Vec<String> {
    let mut places: Vec<(&u8, &String)> = one.places.iter().map(|it| (it.1, it.0)).collect();
    places.sort();
    let line = |(place, seat): (&u8, &String)| {
        format!("{}: {}", ordinal(u32::from(*place)), named(one, seat))
    };
    places.into_iter().map(line).collect()
}

/// How it ended, whose seats are free, what each has done, and who is away.
fn of_seats(one: &Status) -> Vec<String> {
    let id = &one.campaign;
    let mut lines = Vec::new();
    if one.stands == "over" && !one.archived {
        lines.push("it is archived two weeks after its last mail was answered".to_owned());
    }
    lines.extend(ended(one));
    for seat in &one.free {
        lines.push(format!(
            "{} has left, and the seat is free: packetboat replace {id} {seat} \"Name <address>\"",
            named(one, seat)
        ));
    }
    let called = one
        .seats
        .iter()
        .filter(|_| one.stands != "waits for your review");
    for (seat, has) in called {
        let away = one
            .away
            .get(seat)
            .map(|it| format!("; away {}", it.join(", ")));
        if !one.free.contains(seat) {
            let seat = named(one, seat);
            lines.push(format!("{seat}: {has}{}", away.unwrap_or_default()));
        }
    }
    for (seat, dates) in one.away.iter().filter(|it| !one.seats.contains_key(it.0)) {
        lines.push(format!("{}: away {}", named(one, seat), dates.join(", ")));
    }
    lines
}

fn details(one: &Status) -> Vec<String> {
    let id = &one.campaign;
    let why = one.why.lines().filter(|it| !it.trim().is_empty());
    let mut lines: Vec<String> = why.map(|it| it.trim().to_owned()).collect();
    if ["halted", "held", UNREAD].contains(&one.stands) {
        lines.push(format!("to let it go on: {}", one.next));
    }
    lines.extend(of_seats(one));
    let waiting = one.unsent - one.for_review;
    if waiting > 0 {
        let tried = match (one.tried, one.down.is_empty()) {
            (_, false) => format!("; nothing can be sent {}", one.down),
            (0, true) => String::new(),
            (_, true) => format!("; sending has failed: {}", one.tried_why),
        };
        lines.push(format!(
            "{} to be sent{tried}",
            counted(waiting, "mail", "mails")
        ));
    }
    if one.for_review > 0 {
        let wait = counted(one.for_review, "mail waits", "mails wait");
        lines.push(format!("{wait} for your review: packetboat release {id}"));
    }
    if one.aside > 0 {
        let mails = counted(one.aside, "mail was", "mails were");
        lines.push(format!(
            "{mails} set aside in the last month: desk/ledger says which"
        ));
    }
    for (reader, why) in &one.unreachable {
        lines.push(format!("{reader} cannot be reached: {why}"));
    }
    for (seat, standing) in &one.bounced {
        lines.push(format!("mails to {seat} come back, {standing}"));
    }
    if one.observers > 0 {
        let all = counted(one.observers, "observer gets", "observers get");
        lines.push(format!(
            "{all} the public reports, {} of them by WATCH",
            one.observers_by_mail
        ));
    }
    if one.observers_waiting > 0 {
        let wait = counted(one.observers_waiting, "person waits", "people wait");
        lines.push(format!(
            "{wait} to watch it, because half of the places belong to their domain: \
             desk/watchers/{}.toml says who; name them under [observers] in campaign.toml, if you \
             want them",
            one.campaign
        ));
    }
    if !one.exposed.is_empty() {
        lines.push(one.exposed.clone());
    }
    lines
}
