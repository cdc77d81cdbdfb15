//! Of `desk::demo`.

use packetboat::desk::demo::{chapter, script};
use packetboat::engine::game::{Game, card};
use packetboat::games::SHIPPED;

#[test]
fn every_game_brings_its_part() {
    // Where a person referees, nobody is there who could do so in a demonstration.
    let refereed = |game: &dyn Game| {
        card(&game.pack())
            .unwrap()
            .seats
            .iter()
            .any(|it| it.referees)
    };
    for game in SHIPPED.listed().filter(|it| !refereed(*it)) {
        let script = script::of(&game.pack());
        let script = script.unwrap_or_else(|it| panic!("{}: {it}", game.id()));
        let script = script.unwrap_or_else(|| panic!("{} has no demo.toml", game.id()));
        let shown = script.mails.iter().filter(|it| it.show).count();
        assert_eq!(shown, 1, "{}: one answer is shown on the screen", game.id());
    }
}

#[test]
fn a_chapter_of_a_report() {
    let text =
        "Ana, hello.\n\nWHAT HAPPENED\n\nA storm.\n\nTHE LOG\n\nS1 sails.\n  Home.\n\nDICE\n";
    let words = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let log = chapter(text, &words(&["log", "happened"]));
    assert_eq!(log.unwrap(), "THE LOG\n\nS1 sails.\n  Home.");
    let told = chapter(text, &words(&["voyages", "happened"]));
    assert_eq!(told.unwrap(), "WHAT HAPPENED\n\nA storm.");
    assert_eq!(chapter(text, &words(&["voyages"])), None);
}
