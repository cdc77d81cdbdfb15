//! What each face of a die brings, in short.

use packetboat_kit::words::commas;

/// `1–2 DH, 3 D1, 4–6 NE`: faces that bring the same together.
pub(super) fn faces(result: impl Fn(u32) -> String) -> String {
    let mut runs: Vec<(u32, u32, String)> = Vec::new();
    for die in 1..=6 {
        let now = result(die);
        match runs.last_mut() {
            Some((_, to, last)) if *last == now => *to = die,
            _ => runs.push((die, die, now)),
        }
    }
    let runs = runs.into_iter().map(|(from, to, what)| {
        if from == to {
            format!("{from} {what}")
        } else {
            format!("{from}–{to} {what}")
        }
    });
    commas(runs)
}

/// `die -1 (Explorer)`: nothing without modifiers.
pub(super) fn modified(causes: &[(&str, i32)], net: i32) -> String {
    if causes.is_empty() {
        return String::new();
    }
    let names = commas(causes.iter().map(|it| it.0));
    format!(", die {net:+} ({names})")
}
