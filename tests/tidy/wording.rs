//! Names that say nothing: variables called `it`, types called `Kind`, documentation of one word.

use super::is_word;

/// Names that many types had once: of what, is what the name must say.
const NAMES: &[&str] = &["Found", "Kind", "Line", "Part", "Row", "Told"];

/// Documentation that leaves open what it is about.
const EMPTY: &[&str] = &[
    "It",
    "Its name",
    "Its number",
    "That",
    "These",
    "What",
    "When",
    "Where",
    "Which",
    "Who",
    "Whom",
    "Whose",
    "Why",
];

/// Conquistador keeps its own words until it moves to the pieces that the other games are made of.
const OTHERS: &str = "games/conquistador/";

/// What is to be said of the names in a file; `code` is its text with comments and strings made
/// blank.
pub(super) fn complaints(path: &str, text: &str, code: &str, found: &mut Vec<String>) {
    if path.starts_with(OTHERS) {
        return;
    }
    for (number, (line, code)) in (1..).zip(text.lines().zip(code.lines())) {
        if says_it(line, code) {
            found.push(format!(
                "{path}:{number}: only a closure of one line calls something `it`: give it a name"
            ));
        }
        if let Some(name) = NAMES.iter().find(|name| is_type(path, code, name)) {
            found.push(format!(
                "{path}:{number}: many things are a `{name}`: say which one this is"
            ));
        }
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_doc = |line: Option<&&str>| line.is_some_and(|line| line.starts_with("///"));
    for (at, line) in lines.iter().enumerate() {
        let alone = !is_doc(lines.get(at + 1)) && (at == 0 || !is_doc(lines.get(at - 1)));
        let words = line.strip_prefix("/// ").map(|it| it.trim_end_matches('.'));
        if alone && words.is_some_and(|words| EMPTY.contains(&words)) {
            found.push(format!(
                "{path}:{}: `{line}` says nothing: say what this is, or leave it out",
                at + 1
            ));
        }
    }
}

/// Whether something is called `it` here that no closure of this line brings.
fn says_it(line: &str, code: &str) -> bool {
    let in_text = |mark: &str| {
        let at = line.find(mark);
        at.is_some_and(|at| code.get(at..at + mark.len()).is_some_and(is_blank))
            && is_written_into(code)
    };
    let brings = code.find('|').filter(|_| of_closure(code));
    match (word_at(code, "it"), brings) {
        (Some(at), brings) => brings.is_none_or(|brought| at < brought),
        (None, None) => in_text("{it}") || in_text("{it:"),
        (None, Some(_)) => false,
    }
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|it| it == ' ')
}

/// Whether a macro of this line writes names into a text.
fn is_written_into(code: &str) -> bool {
    ["format!(", "write!(", "writeln!(", "panic!(", "assert"]
        .iter()
        .any(|it| code.contains(it))
}

/// Whether a closure of this line calls what it is given `it`.
fn of_closure(code: &str) -> bool {
    let (first, last) = (code.find('|'), code.rfind('|'));
    let between = first
        .zip(last)
        .map_or("", |(first, last)| &code[first..last]);
    between.split('|').any(|it| word_at(it, "it").is_some())
}

/// Where this word begins in a line, if it is no field, method or part of a longer one.
fn word_at(code: &str, word: &str) -> Option<usize> {
    let mut places = code.match_indices(word).map(|it| it.0);
    places.find(|at| {
        let before = code[..*at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        let is_field = before == Some('.') && !code[..*at].ends_with("..");
        !is_field && !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Whether a type of this name is made here. Games call things by their rulebooks' words.
fn is_type(path: &str, code: &str, name: &str) -> bool {
    let own = path.starts_with("src/") || path.starts_with("crates/");
    let kinds = ["struct", "enum", "type", "trait"];
    own && kinds.iter().any(|kind| {
        let made = format!("{kind} {name}");
        let at = code.find(&made);
        let after = at.and_then(|at| code[at + made.len()..].chars().next());
        at.is_some() && !after.is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::complaints;
    use crate::tidy::blanked;

    fn said(path: &str, text: &str) -> usize {
        let mut found = Vec::new();
        complaints(path, text, &blanked(text), &mut found);
        found.len()
    }

    #[test]
    fn names_that_say_nothing_are_found() {
        let bad = [
            "fn a(it: u8) {}",
            "let it = 1;",
            "for it in list {",
            "    Some(it) => it.len(),",
            "if let Some(it) = x {",
            "list.map(|it| {\n    it.len()\n})",
            "list.map(|other| other + it)",
            "list.map(|it| {\n    format!(\"{it} more\")\n})",
            "pub struct Line {",
            "enum Kind<T> {",
            "type Found = u8;",
            "/// Whose.\npub seat: Seat,",
            "/// Its name\nname: String,",
        ];
        for text in bad {
            assert_eq!(said("src/desk/tick/a.rs", text), 1, "{text}");
            assert_eq!(said("games/conquistador/src/a.rs", text), 0, "{text}");
        }
    }

    #[test]
    fn others_are_left_alone() {
        let good = [
            "list.map(|it| it.len())",
            "list.map(|it: &str| it.len())",
            "list.fold(0, |sum, it| sum + it)",
            "let text = \"it is so\"; // it is",
            "view.it.len()",
            "let items = 1;",
            "pub struct OrderLine {",
            "/// Whose it is.\npub seat: Seat,",
            "/// The seat that asks, and\n/// whose.\npub seat: Seat,",
            "list.map(|it| format!(\"{it} more\"))",
        ];
        for text in good {
            assert_eq!(said("src/desk/tick/a.rs", text), 0, "{text}");
        }
        assert_eq!(said("games/voyages-1492/src/data.rs", "pub enum Part {"), 0);
    }
}
