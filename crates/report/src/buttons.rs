//! Buttons that write the reply: links that open a new mail with a sheet in it.
//!
//! Not here: the address they lead to, and what a mail that they wrote may do (`desk`).

use super::sheet::{is_above_advice, is_last_line, suggestions};
use serde::Serialize;
use std::fmt::Write as _;

/// Characters of a link at most: some browsers hand on no longer one.
pub const LINK_CHARS_MAX: usize = 1_600;

/// In a sheet without its comments, where they are.
const ELSEWHERE: &str = "; the whole sheet is at the end of our mail";

/// Where the buttons of a mail lead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Buttons {
    /// The address that the links write to.
    pub to: String,
    /// Whether the game has a map to ask for.
    pub map: bool,
}

/// One button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Button {
    /// What is written on it.
    pub(super) label: &'static str,
    /// Where it leads.
    pub(super) href: String,
    /// Whether it is one of the first to be thought of.
    pub(super) first: bool,
}

/// The buttons beside this sheet, as printed: those whose links are short enough.
pub(super) fn buttons(to: &Buttons, sheet: &[String]) -> Vec<Button> {
    let Some(opener) = sheet.first() else {
        return Vec::new();
    };
    let lines = || sheet.iter().map(String::as_str);
    let live: Vec<&str> = lines().filter(|it| !it.starts_with(';')).collect();
    let has_live = live.len() > 2;
    let shorter = [whole(sheet), short(sheet), bare(sheet)];
    let checked = |all: &[String]| -> Vec<String> {
        let mut all: Vec<String> = all.iter().filter(|it| !is_last_line(it)).cloned().collect();
        all.insert(1, "CHECK".to_owned());
        all
    };
    let only = |word: &str| vec![opener.clone(), word.to_owned(), "#end".to_owned()];
    let own = |all: &[&str]| {
        all.iter()
            .map(|it| (*it).to_owned())
            .collect::<Vec<String>>()
    };
    let closer = live.last().copied().unwrap_or_default().to_owned();
    let advised = [vec![opener.clone()], suggestions(lines()), vec![closer]].concat();
    let sent = [if has_live { own(&live) } else { advised }];
    let mut all = vec![
        // Sent without a change it is a quotation, and its last line says so.
        ("Write orders", shorter.to_vec(), true),
        // What OK sends: the orders of the sheet or, where there are none, its advice.
        (
            if has_live {
                "Send as it is"
            } else {
                "Send as advised"
            },
            sent.into_iter().filter(|it| it.len() > 2).collect(),
            true,
        ),
        (
            "Check a sheet",
            shorter.iter().map(|it| checked(it)).collect(),
            false,
        ),
        ("Go ahead", vec![only("GOAHEAD")], false),
        ("Wait", vec![only("WAIT")], false),
        ("Status", vec![only("STATUS")], false),
    ];
    if to.map {
        all.push(("Map", vec![only("MAP")], false));
    }
    let each = all.into_iter().filter_map(|(label, bodies, first)| {
        let links = bodies.iter().map(|it| link(&to.to, opener, it));
        let href = { links }.find(|it| it.len() <= LINK_CHARS_MAX)?;
        Some(Button { label, href, first })
    });
    each.collect()
}

/// The sheet as it is printed.
fn whole(sheet: &[String]) -> Vec<String> {
    sheet.to_vec()
}

/// Its lines and its suggestions, without what it says of the position.
fn short(sheet: &[String]) -> Vec<String> {
    let mut suggested = false;
    let kept = sheet.iter().filter(|line| {
        let comment = line.starts_with(';');
        suggested = is_above_advice(line) || (suggested && comment);
        !comment || suggested || is_last_line(line)
    });
    said_elsewhere(kept)
}

/// Its lines alone, and the last comment: a player who sends it unchanged has said nothing.
fn bare(sheet: &[String]) -> Vec<String> {
    let kept = sheet
        .iter()
        .filter(|it| !it.starts_with(';') || is_last_line(it));
    said_elsewhere(kept)
}

/// With a line below the opener that says where the rest is.
fn said_elsewhere<'a>(kept: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut kept: Vec<String> = kept.cloned().collect();
    let first = kept.len().min(1);
    kept.insert(first, ELSEWHERE.to_owned());
    kept
}

/// A link that writes this sheet. The subject says whose it is, for the player's own folders.
fn link(to: &str, opener: &str, lines: &[String]) -> String {
    let subject = opener.trim_start_matches('#').trim();
    let body = lines.join("\r\n");
    let (subject, body) = (escaped(subject), escaped(&body));
    let (local, domain) = to.split_once('@').unwrap_or((to, ""));
    let to = escaped(local);
    format!("mailto:{to}@{domain}?subject={subject}&body={body}")
}

/// With `%` and two digits in place of what may not be in a link.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => write!(out, "%{byte:02X}").expect("memory"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::sheet::{ADVICE, INSTEAD, LAST_LINE};
    use super::*;

    fn sheet(more: &[&str]) -> Vec<String> {
        let mut all = vec!["#orders c1 spain turn 6b"];
        all.extend(more);
        all.extend([LAST_LINE, "#end"]);
        all.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn long_sheets_keep_what_may_be_sent() {
        let position = format!("; {}", "Treasury ".repeat(150));
        let (first, then) = ([INSTEAD, "; MOVE E"], [ADVICE, "; BUY 3"]);
        let head = [&position[..], "MOVE STAY", "; what silence does"];
        let more = [&head[..1], &first, &head[1..], &then].concat();
        let sheet = sheet(&more);
        let own = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let last = sheet[sheet.len() - 2].clone();
        let opener = sheet[0].clone();
        assert_eq!(
            short(&sheet),
            own(&[
                &opener,
                ELSEWHERE,
                INSTEAD,
                "; MOVE E",
                "MOVE STAY",
                ADVICE,
                "; BUY 3",
                &last,
                "#end"
            ])
        );
        assert_eq!(
            bare(&sheet),
            own(&[&opener, ELSEWHERE, "MOVE STAY", &last, "#end"])
        );
        let written = buttons(&Buttons::default(), &sheet);
        assert!(written[0].href.contains("BUY%203") && !written[0].href.contains("Treasury"));
    }

    #[test]
    fn links_hold_the_sheet_and_stay_short() {
        let to = Buttons {
            to: "club+c1.spain.put-in-for-tap@club.example".to_owned(),
            map: true,
        };
        let all = buttons(&to, &sheet(&["; Year 1530.", "MOVE 3 & 50%"]));
        let labels: Vec<&str> = all.iter().map(|it| it.label).collect();
        assert_eq!(
            labels,
            [
                "Write orders",
                "Send as it is",
                "Check a sheet",
                "Go ahead",
                "Wait",
                "Status",
                "Map"
            ]
        );
        assert_eq!(
            all[1].href,
            "mailto:club%2Bc1.spain.put-in-for-tap@club.example?subject=orders%20c1%20spain%20turn\
             %206b&body=%23orders%20c1%20spain%20turn%206b%0D%0AMOVE%203%20%26%2050%25%0D%0A%23end"
        );
        assert!(all[0].href.contains("without%20this%20line"));
        assert!(!all[2].href.contains("without%20this%20line"));
        let long = "X".repeat(1_500);
        let labels = buttons(&to, &sheet(&[&format!("; {long}")]));
        // Without its comments it fits, and says so.
        assert!(labels[0].href.contains("whole%20sheet"));
        assert!(labels[0].href.contains("without%20this%20line"));
        assert!(labels.iter().all(|it| it.href.len() <= LINK_CHARS_MAX));
        assert_eq!(labels.len(), 6, "nothing in it to send");
        let advised = sheet(&[ADVICE, "; MOVE E", ";   IF HULL AT LEAST 3"]);
        let advised = buttons(&to, &advised);
        assert_eq!(advised[1].label, "Send as advised");
        assert!(advised[1].href.ends_with(
            "turn%206b%0D%0AMOVE%20E%0D%0A%20%20IF%20HULL%20AT%20LEAST%203%0D%0A%23end"
        ));
        assert_eq!(
            buttons(&to, &sheet(&[&long])).len(),
            4,
            "no button for the sheet"
        );
    }
}
