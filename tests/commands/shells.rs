//! What shells and newcomers are told: completions, manuals, the demo.

use super::{NOW, Place};
use std::fs;

#[test]
fn shells_and_manuals() {
    let place = Place::new();
    for shell in ["bash", "fish", "zsh"] {
        let ran = place.run(&["completions", shell]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("packetboat") && ran.out.contains("complete --"));
    }
    let dir = place.0.path().join("man/man1");
    let ran = place.run(&["man", dir.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for (page, word) in [("packetboat", "packetboat"), ("packetboat-tell", "letter")] {
        let text = fs::read_to_string(dir.join(format!("{page}.1"))).unwrap();
        assert!(text.starts_with(".ie") && text.contains(word), "{text}");
    }
}

#[test]
fn what_a_shell_offers() {
    let place = Place::with_campaign();
    let club = place.club();
    let offers = |words: &[&str]| {
        let lead = ["complete", "--", "--club", club.to_str().unwrap()];
        let ran = place.run(&[&lead, words].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let cases: &[(&[&str], &str)] = &[
        (&["stat"], "status\n"),
        (&["comple"], "completions\n"),
        (&["status", ""], "duel\n"),
        (&["status", "--need"], "--needs-me\n"),
        (&["replace", "duel", "so"], "south\n"),
        (&["remind", "duel", "north", "s"], "south\n"),
        (
            &["show", "duel", "--as", ""],
            "north\npublic\nreferee\nsouth\n",
        ),
        (&["show", "duel", "--format", "j"], "json\n"),
        (&["new", "con"], "conquistador\n"),
        (&["new", "conquistador", ""], ""),
        (&["new", "conquistador", "c", "--player", "sp"], "spain=\n"),
        (
            &["new", "conquistador", "c", "--option", "deals="],
            "deals=any\ndeals=council\n",
        ),
        (&["new", "conquistador", "c", "--scenario", "du"], "duel\n"),
        (&["completions", "z"], "zsh\n"),
        (&["show", "nothing", "--as", "n"], ""),
    ];
    for (words, wanted) in cases {
        assert_eq!(offers(words), *wanted, "{words:?}");
    }
    // A shell that asks in a folder without a club gets no error on its line.
    let ran = place.run(&["complete", "--", "status", ""]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
}

/// The commands that the demo ends with work as they are printed.
#[test]
fn the_demo_tells_its_story_and_leaves_a_campaign_to_play() {
    let place = Place::new();
    let ran = place.run(&["demo", "look", "--now", NOW]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in [
        "did you mean",
        "^^^",
        "HAPPENED",
        "new-spain: ok",
        "two-worlds: ok",
    ] {
        assert!(ran.out.contains(words), "no {words} in\n{}", ran.out);
    }
    assert!(ran.out.contains("Your move: you play spain in my-spain"));
    let program = env!("CARGO_BIN_EXE_packetboat-with-toys");
    let commands = ran
        .out
        .lines()
        .filter_map(|it| it.trim_start().strip_prefix(program));
    let mut last = String::new();
    let mut count = 0;
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().chain(["--now", NOW]).collect();
        let ran = place.run(&words);
        assert_eq!(ran.code, 0, "{command}: {}", ran.err);
        last = ran.out;
        count += 1;
    }
    assert!(
        count == 6 && last.contains("turn 1a resolved by hand"),
        "{count}: {last}"
    );
    let verify = ["verify", "--strict", "--club", "look", "--now", NOW];
    assert_eq!(place.run(&verify).code, 0);
}
