//! Amounts and lists in words, as reports, order sheets and notes say them.
//!
//! Not here: whole sentences (the templates), and what a thing is called (each game's tables).

use std::fmt::Display;

/// So many of a thing that is counted: one, or its plural.
///
/// ```
/// use packetboat_kit::words::counted;
/// assert_eq!(counted(1, "ducat"), "1 ducat");
/// assert_eq!(counted(0, "ducat"), "0 ducats");
/// assert_eq!(counted(2, "branch office"), "2 branch offices");
/// assert_eq!(counted(3, "Missionary"), "3 Missionaries");
/// ```
pub fn counted(number: u32, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {}", plural(one)),
    }
}

/// The plural by rule: `-y` after a consonant becomes `-ies`, a hiss takes `-es`, the rest `-s`.
///
/// ```
/// use packetboat_kit::words::plural;
/// let words = ["Carrack", "monopoly", "day", "branch", "gold galleon"].map(plural);
/// assert_eq!(words, ["Carracks", "monopolies", "days", "branches", "gold galleons"]);
/// ```
pub fn plural(one: &str) -> String {
    let vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u']);
    let hiss = ["s", "x", "z", "ch", "sh"];
    match one.strip_suffix('y') {
        Some(stem) if !vowel(stem) => format!("{stem}ies"),
        _ if hiss.iter().any(|it| one.ends_with(it)) => format!("{one}es"),
        _ => format!("{one}s"),
    }
}

/// Things in a row: `a, b, c`; nothing for none.
///
/// ```
/// use packetboat_kit::words::commas;
/// assert_eq!(commas([2413, 2414]), "2413, 2414");
/// assert_eq!(commas::<u32>([]), "");
/// ```
pub fn commas<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    let things: Vec<String> = things.into_iter().map(|it| it.to_string()).collect();
    things.join(", ")
}

/// Things in a sentence: `a`, `a and b`, `a, b and c`; nothing for none.
///
/// ```
/// use packetboat_kit::words::list;
/// assert_eq!(list(["gold"]), "gold");
/// assert_eq!(list(["2 wool", "1 iron", "3 wine"]), "2 wool, 1 iron and 3 wine");
/// ```
pub fn list<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    joined(things, "and")
}

/// The same where one is to be chosen: `a`, `a or b`, `a, b or c`.
///
/// ```
/// use packetboat_kit::words::either;
/// assert_eq!(either(["EDI", "LON", "LVP"]), "EDI, LON or LVP");
/// assert_eq!(either::<&str>([]), "");
/// ```
pub fn either<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    joined(things, "or")
}

fn joined<T: Display>(things: impl IntoIterator<Item = T>, by: &str) -> String {
    let mut things: Vec<String> = things.into_iter().map(|it| it.to_string()).collect();
    match things.pop() {
        Some(last) if !things.is_empty() => format!("{} {by} {last}", things.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Amounts in a sentence, `2 gold and 1 metal`; `nothing` for none.
///
/// ```
/// use packetboat_kit::words::amounts;
/// assert_eq!(amounts([("gold", 2), ("metal", 1)]), "2 gold and 1 metal");
/// assert_eq!(amounts::<&str>([]), "nothing");
/// ```
pub fn amounts<K: Display>(each: impl IntoIterator<Item = (K, u32)>) -> String {
    match list(
        each.into_iter()
            .map(|(kind, number)| format!("{number} {kind}")),
    ) {
        none if none.is_empty() => "nothing".to_owned(),
        some => some,
    }
}

/// Who leads, in words.
///
/// ```
/// use packetboat_kit::words::leading;
/// assert_eq!(leading::<&str>(&[]), "Nobody leads yet");
/// assert_eq!(leading(&["Blue"]), "Blue leads");
/// assert_eq!(leading(&["Blue", "Red"]), "Blue and Red lead");
/// ```
pub fn leading<T: Display>(titles: &[T]) -> String {
    match titles {
        [] => "Nobody leads yet".to_owned(),
        [one] => format!("{one} leads"),
        _ => format!("{} lead", list(titles)),
    }
}

/// How many things there are, where they are few.
///
/// # Panics
/// If there are more than fit into 32 bits.
///
/// ```
/// use packetboat_kit::words::few;
/// assert_eq!(few(["red", "blue"]), 2);
/// ```
pub fn few(things: impl IntoIterator) -> u32 {
    u32::try_from(things.into_iter().count()).expect("things are few")
}
