//! Plain English wherever people read: words that a native reader stumbles over stay out of
//! templates, documents, texts of games, and the strings of the program.
//!
//! Not here: words for which one place in ten is right, such as "stands" or "tells".

use crate::sources::{read, sources, texts};
use crate::tidy::{literal, without_tests};

/// What to write instead, wherever people read.
const PLAIN: &[(&str, &str)] = &[
    ("anew", "again"),
    ("ask whoever", "ask the one who"),
    ("at one stroke", "at once"),
    ("behind", "after, below"),
    ("blank", "space; of a form, empty"),
    ("blanks", "spaces"),
    ("bowl", "dice"),
    ("bowls", "dice"),
    ("by whoever", "by the one who"),
    ("comes of", "results from"),
    ("for good", "permanently"),
    ("from whoever", "from anyone who"),
    ("hang up on", "disconnect from"),
    ("hangs on", "depends on"),
    ("hung up", "closed the connection"),
    ("in earnest", "really"),
    ("not well", "PROBLEM"),
    ("of whoever", "of the one who"),
    ("puts away", "archives"),
    ("put away", "archived"),
    ("reckon", "count, compute"),
    ("reckoned", "counted, computed"),
    ("reckons", "counts, computes"),
    ("spelt", "written"),
    ("stand by it", "use it"),
    ("to whoever", "to anyone who"),
    ("well again", "ok again"),
];

/// The same for what the program itself says; documents may use these words.
const IN_PROGRAM: &[(&str, &str)] = &[
    ("as it stands", "as it is"),
    ("are told", "are notified"),
    ("back from a copy", "restored from a backup"),
    ("is told", "is notified; is reported"),
    ("line cannot be made", "TLS failed"),
    ("no line to", "cannot connect"),
    ("sheet is in", "orders received"),
    ("sheets are in", "orders received"),
    ("sheets were in", "orders received"),
    ("stands still", "is halted"),
    ("standing line", "standing order"),
    ("standing lines", "standing orders"),
    ("take it away", "delete it"),
    ("was told", "was notified; was reported"),
    ("were told", "were notified; were reported"),
];

/// Where such a word is exact: a file, the word, and why.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "crates/core/src/engine/dice.rs",
        "bowl",
        "draws depend on this name: it is never changed",
    ),
    (
        "crates/report/src/sheet.rs",
        "as it stands",
        "last lines of mails that were sent before",
    ),
    (
        "crates/testkit/src/contract.rs",
        "bowl",
        "a field of the files of test cases",
    ),
    (
        "games/conquistador/handbook.md",
        "behind",
        "a unit is left in another place",
    ),
    (
        "games/conquistador/src/advise/blocks.rs",
        "behind",
        "units are left in another place",
    ),
    (
        "games/conquistador/src/faces/chart.rs",
        "blank",
        "a hex of the map in letters that is empty",
    ),
    (
        "games/conquistador/src/reckon/march.rs",
        "behind",
        "gold is left in another place",
    ),
    (
        "games/voyages-1492/handbook.md",
        "behind",
        "on the map: behind the reefs",
    ),
    (
        "games/voyages-1492/src/chart.rs",
        "behind",
        "on the map: behind a blockade",
    ),
];

/// What people read in a file, by its path, each text with its line.
type Texts = Vec<(usize, String)>;

/// The text with everything from `open` to `close` made one blank letter each, and what was there.
fn without(text: &str, open: &str, close: &str) -> (String, Vec<(usize, String)>) {
    let (mut kept, mut taken) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        kept.push_str(&rest[..at]);
        let inside = &rest[at + open.len()..];
        let end = inside.find(close).unwrap_or(inside.len());
        taken.push((kept.matches('\n').count(), inside[..end].to_owned()));
        kept.extend(inside[..end].chars().filter(|it| *it == '\n'));
        kept.push('\u{1}');
        rest = inside.get(end + close.len()..).unwrap_or_default();
    }
    kept.push_str(rest);
    (kept, taken)
}

fn numbered(text: &str) -> Texts {
    (1..).zip(text.lines().map(str::to_owned)).collect()
}

/// A template: what is outside of tags, and what is in quotes within them.
fn of_template(text: &str) -> Texts {
    let (text, _) = without(text, "{#", "#}");
    let (text, prints) = without(&text, "{{", "}}");
    let (text, tags) = without(&text, "{%", "%}");
    let mut all = numbered(&text);
    for (line, tag) in prints.into_iter().chain(tags) {
        let quoted = tag.split('"').skip(1).step_by(2);
        all.extend(quoted.map(|it| (line + 1, it.to_owned())));
    }
    all
}

/// A document: all but code.
fn of_page(text: &str) -> Texts {
    let (text, _) = without(text, "```", "```");
    let (text, _) = without(&text, "`", "`");
    numbered(&text)
}

/// A game's file: all but comments.
fn of_table(text: &str) -> Texts {
    let bare = |line: String| match line.find("  #") {
        _ if line.trim_start().starts_with('#') => String::new(),
        Some(at) => line[..at].to_owned(),
        None => line,
    };
    let lines = numbered(text).into_iter();
    lines.map(|(number, line)| (number, bare(line))).collect()
}

/// A source: its strings without what is filled in, up to the tests; of the command line also what
/// `--help` prints, which are comments.
fn of_source(path: &str, text: &str) -> Texts {
    let (mut all, mut rest, mut line) = (Texts::new(), without_tests(text), 1);
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        let length = literal(rest, before).max(first.len_utf8());
        let part = &rest[..length];
        let is_help = path.starts_with("src/cli/") && part.starts_with("///");
        let is_string = part.len() > 2 && (part.starts_with('"') || part.starts_with('r'));
        if is_help || is_string {
            let joined: Vec<&str> = part.split("\\\n").map(str::trim_start).collect();
            let (words, _) = without(&joined.concat(), "{", "}");
            all.push((line, words));
        }
        line += part.matches('\n').count();
        before = part.chars().next_back();
        rest = &rest[length..];
    }
    all
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '-'
}

/// Whether the text has these words, whole, whatever the capitals.
fn has(text: &str, words: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(words).any(|(at, _)| {
        let after = text[at + words.len()..].chars().next();
        let before = text[..at].chars().next_back();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Everything that people read: the path, whether it is the program that says it, and the texts.
fn all_texts() -> Vec<(String, bool, Texts)> {
    let mut all = Vec::new();
    for (path, text) in texts(&["templates"]) {
        if path.ends_with(".txt") || path.ends_with(".html") {
            all.push((path, true, of_template(&text)));
        }
    }
    for (path, text) in texts(&["docs"]) {
        if path.ends_with(".md") {
            all.push((path, false, of_page(&text)));
        }
    }
    all.push(("README.md".to_owned(), false, of_page(&read("README.md"))));
    for (path, text) in texts(&["games"]) {
        let parts = path.split('/').count();
        if path.ends_with("/handbook.md") {
            all.push((path, false, of_page(&text)));
        } else if parts == 3 && path.ends_with(".toml") {
            all.push((path, false, of_table(&text)));
        }
    }
    for (path, text) in sources() {
        let is_test = path.contains("/tests/") || path.ends_with("tests.rs");
        let is_program = !path.starts_with("tests/") && !path.starts_with("benches/");
        if is_program && !is_test {
            let said = of_source(&path, &text);
            all.push((path, true, said));
        }
    }
    all
}

/// What is to be said of a file, and which of the allowed words it has.
fn complaints(
    path: &str,
    is_program: bool,
    texts: &Texts,
    used: &mut Vec<&'static str>,
) -> Vec<String> {
    let mut found = Vec::new();
    let program = if is_program { IN_PROGRAM } else { &[] };
    for (line, text) in texts {
        for (words, plain) in PLAIN.iter().chain(program) {
            if !has(text, words) {
                continue;
            }
            if ALLOWED.iter().any(|it| (it.0, it.1) == (path, words)) {
                used.push(words);
            } else {
                found.push(format!("{path}:{line}: `{words}`: write: {plain}"));
            }
        }
    }
    found
}

#[test]
fn what_people_read_is_plain() {
    let mut found = Vec::new();
    let mut idle: Vec<&(&str, &str, &str)> = Vec::new();
    for (path, is_program, texts) in all_texts() {
        let mut used = Vec::new();
        found.extend(complaints(&path, is_program, &texts, &mut used));
        let allowed = ALLOWED.iter().filter(|it| it.0 == path);
        idle.extend(allowed.filter(|it| !used.contains(&it.1)));
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
    assert!(idle.is_empty(), "no longer needed: {idle:?}");
}

#[test]
fn the_check_of_words_can_fail() {
    let one = |path: &str, texts: &Texts| complaints(path, true, texts, &mut Vec::new()).len();
    let template = "{# behind #}{{ behind }}{% for good in all %}\nA line {{ \"behind\" }} it\n";
    assert_eq!(one("templates/a.txt", &of_template(template)), 1);
    let source = "// behind\nlet behind = \"it was drawn \\\n    anew: {behind}\";\n";
    assert_eq!(one("src/a.rs", &of_source("src/a.rs", source)), 1);
    let source = "/// Put away.\nfn f() {}\n#[cfg(test)]\nmod tests { \"behind\" }\n";
    assert_eq!(one("src/cli/a.rs", &of_source("src/cli/a.rs", source)), 1);
    assert_eq!(one("src/a.rs", &of_source("src/a.rs", source)), 0);
    let page = "Not `behind`, nor\n```\nbehind\n```\nbut Behind it.\n";
    assert_eq!(one("docs/a.md", &of_page(page)), 1);
    let table = "# behind\na = 1  # behind\nb = [\"stayed-behind\"]\ntext = \"for good\"\n";
    assert_eq!(one("games/a/a.toml", &of_table(table)), 1);
}
