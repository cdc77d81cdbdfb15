//! Documents say what is so. `docs/adding-a-game.md` leads through the toy Barge: what it shows is
//! what stands there.

mod cited;
mod program;

use crate::sources::read;

/// A block of the page: its language and what stands in it.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(lang), None) => open = Some((lang, String::new())),
            (None, Some((_, text))) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Code as it compares: without comments, and without what `cargo fmt` adds and takes away.
fn bare(code: &str) -> String {
    let lines = code.lines().map(str::trim_start);
    let code = lines.filter(|it| !it.starts_with("//") && *it != "#[allow(missing_docs)]");
    let code = code.map(|it| it.split(" // ").next().unwrap_or_default());
    let code = code.flat_map(str::chars);
    code.filter(|it| !it.is_whitespace() && !"{},;".contains(*it))
        .collect()
}

#[test]
fn the_page_on_adding_a_game_shows_a_game_that_works() {
    let page = read("docs/adding-a-game.md");
    let files = ["data", "state", "view", "orders", "rules"];
    let files = files.map(|it| bare(&read(&format!("games/toy/barge/src/{it}.rs"))));
    let data = ["game", "tables", "rules", "fixtures/opening"];
    let data = data.map(|it| read(&format!("games/toy/barge/{it}.toml")));
    let cases = read("games/toy/barge/tests/cases/pulling.toml");
    let words = ["events", "report", "sheet"];
    let words = words.map(|it| read(&format!("templates/toy/barge/{it}.txt")));
    let mut shown = 0;
    for (lang, text) in blocks(&page) {
        let stands = match lang {
            // What one uses stands at the top of each file otherwise.
            "rust" if text.starts_with("use ") => continue,
            "rust" => files.iter().any(|it| it.contains(&bare(&text))),
            "jinja" => words.contains(&text),
            "toml" => data.iter().chain([&cases]).any(|it| it.contains(&text)),
            _ => continue,
        };
        assert!(stands, "the toy has not what the page shows:\n{text}");
        shown += 1;
    }
    assert_eq!(shown, 13, "parts of the game that the page shows");
}
