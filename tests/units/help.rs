//! Of `cli::help`.

use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use packetboat::cli::help::{GROUPS, command};
use packetboat::cli::program::{Cli, called};
use std::collections::BTreeSet;
use std::ffi::OsString;

/// The words of an example, as a shell parts them.
fn words(example: &str) -> Vec<String> {
    let example = example.split(" < ").next().unwrap_or(example);
    let mut words = vec!["packetboat".to_owned()];
    for (at, part) in example.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(
                part.split(' ')
                    .filter(|it| !it.is_empty())
                    .map(str::to_owned),
            ),
            // `--player "north=…"`: a word of its own.
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn every_command_stands_in_one_group_with_examples_that_parse() {
    let program = Cli::command();
    let shown = program.get_subcommands().filter(|it| !it.is_hide_set());
    let all: BTreeSet<&str> = shown.map(Command::get_name).collect();
    let listed: Vec<&str> = GROUPS.iter().flat_map(|it| it.1).map(|it| it.0).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), all);
    assert_eq!(listed.len(), all.len(), "a command stands twice");
    for (name, examples) in GROUPS.iter().flat_map(|it| it.1) {
        assert!(!examples.is_empty(), "{name}");
        for example in *examples {
            assert!(example.split(' ').next() == Some(name), "{example}");
            let parsed = Cli::command().try_get_matches_from(words(example));
            assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
        }
    }
}

/// What reads a call first knows one command, and must read it as the whole program would; what it
/// cannot read is read by that.
#[test]
fn one_command_alone_is_read_as_by_the_whole_program() {
    let all = |words: &[String]| Cli::command().try_get_matches_from(words);
    let one = |words: &[String]| {
        let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        called(&arguments).try_get_matches_from(words)
    };
    let read = |matches: &ArgMatches| format!("{:?}", Cli::from_arg_matches(matches).unwrap());
    let examples = GROUPS.iter().flat_map(|it| it.1).flat_map(|it| it.1);
    let more = [
        "--club tick --now 2026-11-22T20:05:00Z tick",
        "show tick --as public --json",
        "--club=show status tick",
    ];
    for example in examples.chain(&more) {
        let words = words(example);
        assert_eq!(
            read(&one(&words).unwrap()),
            read(&all(&words).unwrap()),
            "{example}"
        );
    }
    let version = ["packetboat".to_owned(), "--version".to_owned()];
    let told = |why: clap::Error| (why.kind(), why.to_string());
    assert_eq!(
        told(one(&version).unwrap_err()),
        told(all(&version).unwrap_err())
    );
    for wrong in [
        "",
        "--help",
        "help tick",
        "tick --help",
        "ticks",
        "--club tick show x",
    ] {
        assert!(one(&words(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn the_list_is_in_groups() {
    let text = command().render_help().to_string();
    let at = |word: &str| {
        text.find(word)
            .unwrap_or_else(|| panic!("no {word} in\n{text}"))
    };
    assert!(at("Begin") < at("  demo") && at("  demo") < at("Every day"));
    assert!(at("Decide") < at("  rollback") && at("  rollback") < at("Prove"));
    let tell = command().find_subcommand("tell").cloned();
    let help = tell.unwrap().render_help().to_string();
    assert!(
        help.contains("Examples:\n  packetboat tell first-game all"),
        "{help}"
    );
}
