//! Plays every playthrough and compares its reports with the golden ones; `PACKETBOAT_BLESS=1`
//! writes those anew.

use packetboat::engine::game::card;
use packetboat::report::Templates;
use packetboat_testkit::playthrough::run::play;
use packetboat_testkit::playthrough::{Pages, Playthrough, differences, record};
use packetboat_testkit::simulate::{Options, short};
use packetboat_tools::games;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(game: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("playthroughs").join(game)
}

/// The files of one game, in alphabetical order.
fn files(game: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(game)).into_iter().flatten();
    let paths = entries.map(|it| it.expect("a readable folder").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|it| it.extension().is_some_and(|it| it == "toml"))
        .collect();
    files.sort();
    files
}

fn templates() -> Templates {
    Templates::of(games::templates())
}

fn golden(folder: &Path) -> Pages {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let pages = entries.map(|it| {
        let path = it.expect("a readable folder").path();
        let name = path.file_name().expect("a file").to_string_lossy();
        (
            name.into_owned(),
            fs::read_to_string(&path).expect("a text"),
        )
    });
    pages.collect()
}

fn bless(folder: &Path, pages: &Pages) {
    if folder.exists() {
        fs::remove_dir_all(folder).unwrap();
    }
    fs::create_dir_all(folder).unwrap();
    for (name, page) in pages {
        fs::write(folder.join(name), page).unwrap();
    }
}

#[test]
fn every_game_has_a_playthrough_and_every_report_is_as_it_was_read() {
    let templates = templates();
    let mut wrong = Vec::new();
    for game in games::all() {
        let files = files(game.id());
        assert!(!files.is_empty(), "{} has no playthrough", game.id());
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let read = Playthrough::read(&file.display().to_string(), &text).unwrap();
            assert_eq!(read.game, game.id(), "{} is about another", file.display());
            let pack = game.pack();
            let played = play(game, &pack, &templates, &read);
            let played = played.unwrap_or_else(|it| panic!("{}: {it}", file.display()));
            let beside = file.with_extension("");
            // Of the HTML one report is kept, the last: that all of them say what their texts say
            // is for `html`.
            let mut pages = played.pages;
            pages.extend(played.html.into_iter().next_back());
            if std::env::var_os("PACKETBOAT_BLESS").is_some() {
                bless(&beside, &pages);
            }
            let mut differs = played.differs;
            differs.extend(differences(&pages, &golden(&beside)));
            let shown = differs.iter().map(|it| format!("{}: {it}", file.display()));
            wrong.extend(shown);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Bytes of a Conquistador report.
const CONQUISTADOR_BYTES_MAX: usize = 16_000;

#[test]
fn no_conquistador_report_is_long() {
    for file in files("conquistador") {
        let pages = golden(&file.with_extension("")).into_iter();
        for (name, page) in pages.filter(|it| it.0.ends_with(".txt")) {
            let bytes = page.len();
            assert!(bytes <= CONQUISTADOR_BYTES_MAX, "{name}: {bytes} bytes");
        }
    }
}

/// Somewhere each game is played to its end, and at every pace there is at least a beginning.
#[test]
fn every_game_is_played_to_its_end() {
    for game in games::all() {
        let ended = files(game.id()).iter().any(|it| {
            let pages = golden(&it.with_extension(""));
            pages.values().any(|it| it.contains("THANK YOU"))
        });
        assert!(ended, "{}: no playthrough comes to an end", game.id());
    }
}

#[test]
fn what_was_recorded_plays_again() {
    let templates = templates();
    for game in games::all() {
        let pack = game.pack();
        let options = Options {
            seed: 5,
            options: short(&card(&pack).unwrap()),
            ..Options::default()
        };
        let (text, pages) = record::record(game, &pack, &templates, &options).unwrap();
        assert!(Playthrough::is_one(&text), "{text}");
        let read = Playthrough::read("recorded.toml", &text).unwrap();
        let played = play(game, &pack, &templates, &read).unwrap();
        assert_eq!(played.differs, [""; 0], "{}", game.id());
        assert_eq!(differences(&played.pages, &pages), [""; 0], "{}", game.id());
    }
}

#[test]
fn a_playthrough_can_fail() {
    let check = |stop: &str, want: &str| {
        let text = format!(
            "name = \"x\"\ngame = \"toy/market\"\nscenario = \"duel\"\nseed = 1\n\
             players = {{ red = \"Ana\" }}\n[[stop]]\n{stop}"
        );
        let read = Playthrough::read("x.toml", &text).unwrap();
        let game = games::game("toy/market").unwrap();
        let played = play(game, &games::pack("toy/market"), &templates(), &read);
        let told = match played {
            Ok(played) => played.differs.join("\n"),
            Err(why) => why,
        };
        assert!(told.contains(want), "{stop}: {told}");
    };
    check("turn = \"2\"", "stop 1: it is turn 1, not 2");
    check(
        "turn = \"1\"\nsheet.red = \"BUY wol\"",
        "stop 1: faults.red",
    );
    check(
        "turn = \"1\"\nevents = [\"built seat=red\"]",
        "did not happen",
    );
    check(
        "turn = \"1\"\nsheet.pink = \"PASS\"",
        "no seat is called `pink`",
    );
    check(
        "turn = \"1\"\nplacings = { red = 1 }",
        "placings: they are None",
    );
    check(
        "turn = \"1\"\nunseen.red = [\"grain\"]",
        "`grain` stands in the page",
    );
    check(
        "turn = \"1\"\nlines.red = [\"1 done\"]",
        "it has sent no sheet",
    );
    let page = |text: &str| Pages::from([("01-red.txt".to_owned(), text.to_owned())]);
    let differing = differences(&page("one\ntwo\n"), &page("one\nthree\n"));
    assert!(differing[0].contains("- three\n+ two"), "{differing:?}");
    assert_eq!(differences(&page("one"), &Pages::new()).len(), 1);
    assert_eq!(differences(&Pages::new(), &page("one")).len(), 1);
}
