//! What documents say of the program is so: commands and options exist, and are documented.

use super::blocks;
use crate::sources::{read, root};
use clap::Command;
use packetboat::cli::help;
use std::collections::BTreeSet;

const PAGES: [&str; 6] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/referee.md",
    "docs/players.md",
    "docs/order-language.md",
];

/// As much as a README for referees and players may hold.
const README_BYTES_MAX: usize = 12 * 1024;

/// Every piece of code on a page that calls the program: in blocks and between backticks. A command
/// that goes on behind a backslash is one.
fn calls(page: &str) -> Vec<String> {
    let text = page.replace("\\\n", " ");
    let mut found = Vec::new();
    let blocks: String = blocks(&text).into_iter().map(|it| it.1).collect();
    let inline = text.split('`').skip(1).step_by(2).map(str::to_owned);
    for piece in blocks.lines().map(str::to_owned).chain(inline) {
        let piece = piece.split(" #").next().unwrap_or_default();
        if let Some(at) = piece.find("packetboat ") {
            let before = piece[..at].trim_end();
            // `cargo install`, `git clone … packetboat`, paths in crontabs and the like.
            if before.is_empty() || before.ends_with('/') {
                found.push(piece[at + "packetboat ".len()..].trim().to_owned());
            }
        }
    }
    found
}

fn shown(program: &Command) -> Vec<&Command> {
    let all = program.get_subcommands();
    all.filter(|it| !it.is_hide_set()).collect()
}

fn longs(command: &Command) -> BTreeSet<String> {
    let longs = command.get_arguments().filter_map(|it| it.get_long());
    longs.map(|it| format!("--{it}")).collect()
}

#[test]
fn every_command_and_option_that_a_page_names_exists() {
    let program = help::command();
    let common = longs(&program);
    let mut count = 0;
    for page in PAGES {
        for call in calls(&read(page)) {
            let name = call.split_whitespace().next().unwrap_or_default();
            if name.starts_with("--") || name == "COMMAND" {
                continue;
            }
            let command = program.find_subcommand(name);
            let command = command.unwrap_or_else(|| panic!("{page}: no command of `{call}`"));
            let known = longs(command);
            let options = call.split_whitespace().filter(|it| it.starts_with("--"));
            for option in options {
                let option = option.trim_end_matches(|it: char| !it.is_alphanumeric());
                let exists = known.contains(option) || common.contains(option);
                assert!(
                    exists || option == "--help",
                    "{page}: no {option} in `{call}`"
                );
            }
            count += 1;
        }
    }
    assert!(count > 60, "only {count} calls were found");
}

#[test]
fn the_referees_handbook_names_every_command_and_option() {
    let page = read("docs/referee.md");
    let commands = page.split("## From day to day").next().unwrap();
    let program = help::command();
    for command in shown(&program) {
        let name = command.get_name();
        let row = commands
            .lines()
            .find(|it| it.starts_with(&format!("| `packetboat {name}")));
        let row = row.unwrap_or_else(|| panic!("{name} is not in docs/referee.md"));
        for option in longs(command) {
            // Said once, above the tables.
            if option != "--why" {
                assert!(
                    row.contains(&option),
                    "{name}: {option} is not in docs/referee.md"
                );
            }
        }
    }
    for option in longs(&program) {
        assert!(
            commands.contains(&option),
            "{option} is not in docs/referee.md"
        );
    }
}

#[test]
fn the_order_language_names_every_common_word() {
    let card = packetboat::desk::commands::look::game(packetboat::games::SHIPPED, "conquistador")
        .unwrap()
        .text;
    let words = packetboat::lang::common_help::WORDS;
    for page in ["docs/order-language.md", "docs/players.md"] {
        let text = read(page);
        for word in words {
            assert!(
                text.contains(&format!("`{word}")),
                "{word} is not in {page}"
            );
        }
    }
    assert!(card.contains("EXPEDITION"), "{card}");
}

#[test]
fn the_readme_is_short_and_its_links_lead_somewhere() {
    let readme = read("README.md");
    assert!(readme.len() <= README_BYTES_MAX, "{} bytes", readme.len());
    for page in PAGES
        .iter()
        .chain(&["docs/adding-a-game.md", "docs/conquistador.md"])
    {
        let text = read(page);
        let folder = std::path::Path::new(page).parent().unwrap();
        for target in text.split("](").skip(1) {
            let target = target.split(')').next().unwrap();
            if target.starts_with("http") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = match file {
                "" => (*page).to_owned(),
                file => folder.join(file).display().to_string(),
            };
            if file.ends_with(".png") {
                let path = root().join(&file);
                assert!(path.is_file(), "{page}: no {file}");
                continue;
            }
            let there = read(&file);
            let heads = there.lines().filter(|it| it.starts_with('#'));
            let mut anchors = heads.map(|line| {
                let kept = |it: &char| it.is_alphanumeric() || *it == ' ' || *it == '-';
                let head: String = line
                    .trim_start_matches('#')
                    .trim()
                    .chars()
                    .filter(kept)
                    .collect();
                head.to_lowercase().replace(' ', "-")
            });
            assert!(
                anchor.is_empty() || anchors.any(|it| it == anchor),
                "{page}: {target}"
            );
        }
    }
}
