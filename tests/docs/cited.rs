//! What code, rules and cases cite is in the repository, under a number of its own.

use crate::sources::{members, read, texts};
use packetboat_core::engine::data::DataPack;
use packetboat_testkit::case::{Rule, rules};
use std::collections::BTreeSet;

/// The first cells of the rows of a page's tables; fails if one stands twice.
fn numbers(page: &str) -> BTreeSet<String> {
    let rows = page.lines().filter_map(|it| it.strip_prefix("| "));
    let cells = rows.map(|it| it.split(" |").next().unwrap().to_owned());
    let mut all = BTreeSet::new();
    for cell in cells.filter(|it| it.chars().any(|it| it.is_ascii_digit())) {
        assert!(all.insert(cell.clone()), "{cell} stands twice");
    }
    all
}

/// The numbers behind `game file`: `4.1 to 4.3`, `3 and 2.6`, `1 and 1.1`.
fn sections(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for rest in text.to_lowercase().split("game file ").skip(1) {
        for word in rest.split([' ', ',', ';', ')', '"', '(']) {
            let number = word.trim_end_matches(['.', ':']);
            let is_one = number.starts_with(|it: char| it.is_ascii_digit())
                && number.chars().all(|it| it.is_ascii_digit() || it == '.');
            match (is_one, number) {
                (true, number) => found.push(number.to_owned()),
                (false, "to" | "and" | "") => {}
                (false, _) => break,
            }
        }
    }
    found
}

#[test]
fn sections_and_rulings_of_conquistador() {
    let known = numbers(&read("docs/conquistador.md"));
    let mut cited = 0;
    let folders = ["src", "crates", "templates", "games"];
    for (path, text) in texts(&folders) {
        for number in sections(&text) {
            assert!(known.contains(&number), "{path}: game file {number}");
            cited += 1;
        }
        // Only this game has rulings of that name.
        if path.contains("conquistador") {
            for ruling in numbers_in(&text).filter(|it| it.starts_with('Q')) {
                assert!(known.contains(ruling), "{path}: {ruling}");
                cited += 1;
            }
        }
    }
    assert!(cited > 300, "only {cited} citations were found");
}

/// So many rules of all games together may be cited nowhere.
const NOWHERE_MAX: usize = 12;

/// Whether a word is the number of a rule: of a ruling or decision (`R12`, `Q7`, `D9a`), or of a
/// section with a point in it (`4.12`); a number alone might be anything.
fn is_number(word: &str) -> bool {
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    match word.strip_prefix(['R', 'Q', 'D']) {
        Some(rest) => digits(
            rest.strip_suffix(|it: char| it.is_lowercase())
                .unwrap_or(rest),
        ),
        None => word.contains('.') && word.split('.').all(|it| digits(it) && it.len() < 3),
    }
}

/// The number by which code cites a rule: its id, or what that begins with (`Q51` of `Q51-void`).
fn number(id: &str) -> Option<&str> {
    let first = id.split('-').next().unwrap_or_default();
    is_number(first).then_some(first)
}

/// The numbers in a text.
fn numbers_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !(it.is_alphanumeric() || it == '.' || it == '_'));
    words
        .map(|it| it.trim_matches('.'))
        .filter(|it| is_number(it))
}

/// The doc comments of items: those of a whole file say where things are, and play nothing.
fn docs(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    let docs = lines.filter_map(|it| it.strip_prefix("///"));
    docs.collect::<Vec<_>>().join("\n")
}

/// Whether a file plays rules, and does not only tell of them, advise on them or use them.
fn plays(path: &str) -> bool {
    let others = ["advise", "events", "faces", "news", "picture", "robot"];
    let parts = path.split('/').map(|it| it.trim_end_matches(".rs"));
    !parts.into_iter().any(|it| others.contains(&it))
}

/// What is wrong between the rules of a game and the numbers that its doc comments cite.
fn uncited(rules: &[Rule], cited: &BTreeSet<&str>) -> Vec<String> {
    let fault = |rule: &Rule| {
        let id = &rule.id;
        let Some(number) = number(id) else {
            let nowhere = rule.nowhere.as_ref();
            return nowhere.map(|_| format!("{id} has no number: `nowhere` says nothing of it"));
        };
        match (&rule.nowhere, cited.contains(number)) {
            (None, false) => Some(format!("no doc comment cites {number}: {}", rule.text)),
            (Some(_), true) => Some(format!("{id} is said to be cited nowhere, and is cited")),
            (Some(why), false) if why.trim().is_empty() => Some(format!("{id}: nowhere, but why?")),
            _ => None,
        }
    };
    rules.iter().filter_map(fault).collect()
}

/// The rules of a game for players.
fn rules_of(game: &str) -> Vec<Rule> {
    let path = "rules.toml".to_owned();
    let text = read(&format!("{game}/rules.toml"));
    let pack = DataPack {
        files: [(path, text)].into(),
    };
    rules(&pack).unwrap()
}

/// Each number that a game's sources and templates cite is that of a rule; each numbered rule is
/// in the doc comment of the function, type or constant that plays it, or says why it is not.
#[test]
fn rulings_of_all_games() {
    let games = members().into_iter().filter(|member| {
        member
            .strip_prefix("games/")
            .is_some_and(|it| it != "kit" && !it.starts_with("toy"))
    });
    let (mut faults, mut nowhere, mut checked) = (Vec::new(), 0, 0);
    for game in games {
        let rules = rules_of(&game);
        let mut known: BTreeSet<String> = rules
            .iter()
            .filter_map(|it| number(&it.id).map(str::to_owned))
            .collect();
        // A game cites numbers of some kinds only: elsewhere `D1` may be a phase, 1.2 a heading.
        let kind = |it: &str| it.chars().next().filter(|it| !it.is_ascii_digit());
        let kinds: BTreeSet<Option<char>> = known.iter().map(|it| kind(it)).collect();
        if game == "games/conquistador" {
            known.extend(numbers(&read("docs/conquistador.md")));
        }
        let sources = texts(&[&format!("{game}/src")]);
        let playing = sources.iter().filter(|it| plays(&it.0));
        let docs: Vec<String> = playing.map(|it| docs(&it.1)).collect();
        let cited: BTreeSet<&str> = docs.iter().flat_map(|it| numbers_in(it)).collect();
        faults.extend(
            uncited(&rules, &cited)
                .into_iter()
                .map(|it| format!("{game}: {it}")),
        );
        let templates = texts(&[&game.replace("games/", "templates/")]);
        for (path, text) in sources.iter().chain(&templates) {
            let rulings = numbers_in(text).filter(|it| kind(it).is_some());
            let wrong = rulings.filter(|it| kinds.contains(&kind(it)) && !known.contains(*it));
            faults.extend(wrong.map(|it| format!("{path}: {it}")));
        }
        let sections = cited.iter().filter(|it| kind(it).is_none());
        let wrong = sections.filter(|it| kinds.contains(&None) && !known.contains(**it));
        faults.extend(wrong.map(|it| format!("{game}: a doc comment cites {it}")));
        nowhere += rules.iter().filter(|it| it.nowhere.is_some()).count();
        checked += cited.len();
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(nowhere <= NOWHERE_MAX, "{nowhere} rules are cited nowhere");
    assert!(checked > 350, "only {checked} numbers are cited");
}

#[test]
fn numbers_of_rules_are_told_from_other_words() {
    for word in ["R1", "Q124", "D9a", "6.2.3", "3.10"] {
        assert!(is_number(word), "{word}");
    }
    for word in [
        "R", "Rx", "D1R", "Q1ab", "R-1", "12", "6.", ".5", "222.4", "volley", "",
    ] {
        assert!(!is_number(word), "{word}");
    }
    let numbers = ["Q51-void", "6.2.3-loan", "D9a", "5-A3", "silence"].map(number);
    assert_eq!(
        numbers,
        [Some("Q51"), Some("6.2.3"), Some("D9a"), None, None]
    );
    let source = "//! R1.\n/// It pays (R2, 4.12.).\n// R3\n    /// To R4-7.\nlet R5 = 1;";
    let docs = docs(source);
    assert_eq!(numbers_in(&docs).collect::<Vec<_>>(), ["R2", "4.12", "R4"]);
    assert!(plays("games/barge/src/phases/newsboy.rs"));
    assert!(!plays("games/barge/src/robot/pull.rs") && !plays("games/barge/src/news.rs"));
}

#[test]
fn a_rule_is_cited_or_says_why_not() {
    let rule = |id: &str, nowhere: Option<&str>| Rule {
        id: id.to_owned(),
        source: String::new(),
        text: "So it is.".to_owned(),
        nowhere: nowhere.map(str::to_owned),
    };
    let cited = BTreeSet::from(["R1", "R4"]);
    let fits = [
        rule("R1", None),
        rule("R2", Some("data")),
        rule("setup", None),
    ];
    assert!(uncited(&fits, &cited).is_empty());
    let wrong = [
        (rule("R3", None), "no doc comment cites R3: So it is."),
        (rule("R3-more", None), "no doc comment cites R3: So it is."),
        (
            rule("R4", Some("data")),
            "R4 is said to be cited nowhere, and is cited",
        ),
        (rule("R5", Some(" ")), "R5: nowhere, but why?"),
        (
            rule("setup", Some("data")),
            "setup has no number: `nowhere` says nothing of it",
        ),
    ];
    for (rule, fault) in wrong {
        assert_eq!(uncited(&[rule], &cited), [fault]);
    }
}

/// Sections of the order language are cited by their numbers.
#[test]
fn sections_of_the_order_language() {
    let page = read("docs/order-language.md");
    let mut cited = 0;
    for (path, text) in texts(&["src", "crates", "games", "tests/report", "templates"]) {
        for rest in text.split("order-language.md").skip(1) {
            let rest = rest.trim_start_matches(['`', ',', ' ', '\n', '/']);
            let Some(rest) = rest
                .strip_prefix("section")
                .map(|it| it.trim_start_matches('s'))
            else {
                continue;
            };
            let digits: String = rest
                .trim()
                .chars()
                .take_while(char::is_ascii_digit)
                .collect();
            assert!(
                page.contains(&format!("\n## {digits}. ")),
                "{path}: {digits}"
            );
            cited += 1;
        }
        assert!(!text.contains("`orders.md`"), "{path}");
    }
    assert!(cited >= 8, "only {cited} citations were found");
}
