//! Where campaigns stand, in words: a line for each, or all there is to say.
//!
//! Not here: finding it out (`status`).

use super::status::Status;
use crate::report::counted;

/// Whether the referee must do something about a campaign: it stands still by his word or for a
/// fault, or somebody cannot be reached or has left.
pub fn needs_referee(one: &Status) -> bool {
    let left = one.seats.values().any(|it| *it == HAS_LEFT);
    !one.next.is_empty()
        || left
        || one.tried > 0
        || !one.down.is_empty()
        || !one.unreachable.is_empty()
        || !one.bounced.is_empty()
        || !one.exposed.is_empty()
}

/// How `seats` says that a player has left.
const HAS_LEFT: &str = "has left";

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

fn row(one: &Status) -> [String; 4] {
    let turn = match one.sheet.as_str() {
        "" => String::new(),
        sheet => format!("turn {sheet}"),
    };
    let due = match one.stands {
        "halted" => "HALTED".to_owned(),
        "over" => "over".to_owned(),
        "held" => "held".to_owned(),
        "waits for your review" => "for your review".to_owned(),
        _ => one
            .deadline
            .clone()
            .unwrap_or_else(|| "no deadline".to_owned()),
    };
    let mut said: Vec<String> = Vec::new();
    match one.stands {
        "halted" | "held" => said.extend(one.why.lines().next().map(str::to_owned)),
        "over" => {}
        _ => said.push(owing(one)),
    }
    if one.unsent > one.for_review {
        let mails = counted(one.unsent - one.for_review, "mail", "mails");
        let tried = match (one.tried, one.down.lines().next()) {
            (_, Some(down)) => format!(", nothing can be sent {down}"),
            (0, None) => String::new(),
            (_, None) => ", tried in vain".to_owned(),
        };
        said.push(format!("{mails} to be sent{tried}"));
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
    if !one.next.is_empty() {
        said.push(one.next.clone());
    }
    said.retain(|it| !it.is_empty());
    [one.campaign.clone(), turn, due, said.join("; ")]
}

/// Who owes a sheet, first, then who has sent one.
fn owing(one: &Status) -> String {
    let with = |wanted: &str| {
        let seats = one.seats.iter().filter(|it| it.1.starts_with(wanted));
        let seats: Vec<String> = seats
            .map(|(seat, has)| match (one.away.contains_key(seat), *has) {
                (true, "missing") => format!("{seat} (away)"),
                (_, "in, waits for the deadline") => format!("{seat} (waits)"),
                _ => seat.clone(),
            })
            .collect();
        seats.join(", ")
    };
    let groups = [
        ("missing", "owes: "),
        (HAS_LEFT, "has left: "),
        ("in", "in: "),
    ];
    let said = groups.map(|(has, lead)| match with(has).as_str() {
        "" => String::new(),
        seats => format!("{lead}{seats}"),
    });
    let said: Vec<String> = said.into_iter().filter(|it| !it.is_empty()).collect();
    said.join("; ")
}

/// Where campaigns stand, with everything there is to say.
pub fn text(all: &[Status]) -> String {
    let mut text = String::new();
    for one in all {
        let mut line = format!("{}: ", one.campaign);
        match one.stands {
            "halted" => line.push_str("HALTED"),
            "over" => line.push_str(&format!("{}, over", one.game)),
            stands => line.push_str(&format!("{}, turn {}, {stands}", one.game, one.sheet)),
        }
        if let Some(deadline) = &one.deadline {
            line.push_str(&format!(", deadline {deadline}"));
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

fn details(one: &Status) -> Vec<String> {
    let id = &one.campaign;
    let why = one.why.lines().filter(|it| !it.trim().is_empty());
    let mut lines: Vec<String> = why.map(|it| it.trim().to_owned()).collect();
    if one.stands == "halted" || one.stands == "held" {
        lines.push(format!("to let it go on: {}", one.next));
    }
    for (seat, has) in &one.seats {
        let away = one
            .away
            .get(seat)
            .map(|it| format!("; away {}", it.join(", ")));
        lines.push(format!("{seat}: {has}{}", away.unwrap_or_default()));
    }
    for (seat, dates) in one.away.iter().filter(|it| !one.seats.contains_key(it.0)) {
        lines.push(format!("{seat}: away {}", dates.join(", ")));
    }
    let waiting = one.unsent - one.for_review;
    if waiting > 0 {
        let tried = match (one.tried, one.down.is_empty()) {
            (_, false) => format!("; nothing can be sent {}", one.down),
            (0, true) => String::new(),
            (_, true) => format!("; tried in vain: {}", one.tried_why),
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
            "{wait} to observe it, for half of the places belong to their domain: \
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
