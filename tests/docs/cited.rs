//! What code, rules and cases cite is in the repository, under a number of its own.

use crate::sources::{read, texts};
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

/// Rulings: a `Q` and up to three digits, alone.
fn rulings(text: &str) -> BTreeSet<String> {
    let words = text.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '-'));
    let is_one = |it: &&str| {
        let digits = it.strip_prefix('Q').unwrap_or_default();
        (1..=3).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit())
    };
    words.filter(is_one).map(str::to_owned).collect()
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
            for ruling in rulings(&text) {
                assert!(known.contains(&ruling), "{path}: {ruling}");
                cited += 1;
            }
        }
    }
    assert!(cited > 300, "only {cited} citations were found");
}

#[test]
fn rulings_of_these_new_worlds() {
    let rules = read("games/these-new-worlds/rules.toml");
    let mut found = 0;
    for (path, text) in texts(&["games/these-new-worlds/src", "templates/these-new-worlds"]) {
        let words = text.split(|it: char| !it.is_alphanumeric());
        for word in words.filter(|it| {
            let digits = it.strip_prefix('R').unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())
        }) {
            // A red card has a name of that shape as well, from 1 to 16.
            let is_card = word[1..].parse::<u32>().is_ok_and(|it| it <= 16);
            let mut cited = rules.split(|it: char| !it.is_alphanumeric());
            let known = cited.any(|it| it == word) || is_card;
            assert!(known, "{path}: {word}");
            found += 1;
        }
    }
    assert!(found > 40, "only {found} citations were found");
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
