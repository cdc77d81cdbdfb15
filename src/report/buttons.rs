//! Buttons that write the reply: links that open a new mail with a sheet in it.
//!
//! Not here: the address they lead to, and what a mail that they wrote may do (`desk`).

use super::sheet::is_last_line;
use serde::Serialize;
use std::fmt::Write as _;

/// Characters of a link at most: some browsers hand on no longer one.
pub const LINK_CHARS_MAX: usize = 1_600;

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
    /// What stands on it.
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
    let kept = lines().filter(|it| !is_last_line(it));
    let whole: Vec<&str> = kept.collect();
    let checked = |all: &[&str]| -> Vec<String> {
        let mut all: Vec<String> = all.iter().map(|it| (*it).to_owned()).collect();
        all.insert(1, "CHECK".to_owned());
        all
    };
    let only = |word: &str| vec![opener.clone(), word.to_owned(), "#end".to_owned()];
    let own = |all: &[&str]| {
        all.iter()
            .map(|it| (*it).to_owned())
            .collect::<Vec<String>>()
    };
    let mut all = vec![
        // As it is printed: sent without a change it is a quotation, and its last line says so.
        (
            "Write orders",
            vec![own(&lines().collect::<Vec<_>>()), own(&live)],
            true,
        ),
        // A sheet of nothing but comments has nothing to send.
        (
            "Send as it stands",
            [own(&live)]
                .into_iter()
                .filter(|_| live.len() > 2)
                .collect(),
            true,
        ),
        (
            "Check a sheet",
            vec![checked(&whole), checked(&live)],
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

/// A link that writes this sheet. The subject says whose it is, for the player's own folders.
fn link(to: &str, opener: &str, lines: &[String]) -> String {
    let subject = opener.trim_start_matches('#').trim();
    let body = lines.join("\r\n");
    let (subject, body) = (escaped(subject), escaped(&body));
    let (local, domain) = to.split_once('@').unwrap_or((to, ""));
    let to = escaped(local);
    format!("mailto:{to}@{domain}?subject={subject}&body={body}")
}

/// With `%` and two digits in place of what may not stand in a link.
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
    use super::*;

    fn sheet(more: &[&str]) -> Vec<String> {
        let mut all = vec!["#orders c1 spain turn 6b"];
        all.extend(more);
        all.extend([
            "; to send this sheet as it stands, answer OK or take this line away",
            "#end",
        ]);
        all.into_iter().map(str::to_owned).collect()
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
                "Send as it stands",
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
        assert!(all[0].href.contains("take%20this%20line%20away"));
        assert!(!all[2].href.contains("take%20this%20line%20away"));
        let long = "X".repeat(1_500);
        let labels = buttons(&to, &sheet(&[&format!("; {long}")]));
        // Without its comments it fits.
        assert!(labels.iter().all(|it| it.href.len() <= LINK_CHARS_MAX));
        assert_eq!(labels.len(), 6, "nothing in it to send as it stands");
        assert_eq!(
            buttons(&to, &sheet(&[&long])).len(),
            4,
            "no button for the sheet"
        );
    }
}
