//! What each face of a die brings, in short.

use packetboat_kit::words::commas;

/// `1–2 DH, 3 D1, 4–6 NE`: faces that bring the same together.
pub(super) fn faces(result: impl Fn(u32) -> String) -> String {
    let runs = runs(result).into_iter();
    commas(runs.map(|(dice, what)| format!("{dice} {what}")))
}

/// `1–2: natives -2; 3: nothing`: the same, of results in words.
pub(super) fn worded(result: impl Fn(u32) -> String) -> String {
    let runs = runs(result).into_iter();
    let runs: Vec<String> = runs.map(|(dice, what)| format!("{dice}: {what}")).collect();
    runs.join("; ")
}

/// Faces, `1–2` or `3`, and what they bring.
fn runs(result: impl Fn(u32) -> String) -> Vec<(String, String)> {
    let mut runs: Vec<(u32, u32, String)> = Vec::new();
    for die in 1..=6 {
        let now = result(die);
        match runs.last_mut() {
            Some((_, to, last)) if *last == now => *to = die,
            _ => runs.push((die, die, now)),
        }
    }
    let dice = |from: u32, to: u32| {
        if from == to {
            from.to_string()
        } else {
            format!("{from}–{to}")
        }
    };
    let runs = runs.into_iter();
    runs.map(|(from, to, what)| (dice(from, to), what))
        .collect()
}

/// `die -1 (Explorer)`: nothing without modifiers.
pub(super) fn modified(causes: &[(&str, i32)], net: i32) -> String {
    if causes.is_empty() {
        return String::new();
    }
    let names = commas(causes.iter().map(|it| it.0));
    format!(", die {net:+} ({names})")
}
