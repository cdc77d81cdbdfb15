//! Replays: small, whole, and each turn as its own picture has it.

use super::{played, published};
use packetboat::engine::scene::{Colour, Look, Picture, Shape};
use packetboat::report::{GroundAt, Painter, Replay, Scene, Templates, whole};
use packetboat_tools::games;

/// Bytes of a replay of twenty turns at most.
const BYTES_MAX: usize = 150_000;
/// Bytes of the file of a ground, as these tests say.
const FILE: usize = 60_000;
/// Bytes that a page has besides, with its style sheet.
const FRAME: usize = 10_000;

fn scenes(game: &str, seats: usize, stops: usize) -> Vec<Scene> {
    let all = played(game, seats, stops).into_iter().zip(1..);
    let scenes = all
        .filter_map(|((_, pictures), number)| Some((format!("Turn {number}"), whole(pictures)?)));
    scenes.collect()
}

fn replay(game: &str, scenes: &[Scene]) -> Option<Replay> {
    let rules = games::game(game).unwrap();
    let rules = rules.load(&games::pack(game)).unwrap();
    let ground = |text: &str| {
        Some(GroundAt {
            ground: rules.ground(text)?,
            href: format!("../{text}.svg"),
            bytes: FILE,
        })
    };
    let templates = Templates::of(games::templates());
    let made = templates.replay(&Painter::new(), "The <game>", scenes, &ground);
    made.unwrap()
}

/// The number behind the first place where these words stand.
fn number_behind(text: &str, words: &str) -> usize {
    let at = text.find(words).unwrap() + words.len();
    let digits = text[at..].find(|it: char| !it.is_ascii_digit()).unwrap();
    text[at..at + digits].parse().unwrap()
}

#[test]
fn replays_of_all_games_are_small_and_whole() {
    for (game, seats) in published().zip([4, 2, 3, 2, 4]) {
        let scenes = scenes(game, seats, 20);
        if scenes.is_empty() {
            continue;
        }
        let replay = replay(game, &scenes).unwrap();
        assert!(
            replay.svg.len() <= BYTES_MAX,
            "{game}: {}",
            replay.svg.len()
        );
        let read = roxmltree::Document::parse(&replay.svg);
        assert!(read.is_ok(), "{game}: {:?}", read.err());
        assert!(!replay.svg.contains("<script"));
        for turn in 0..scenes.len() {
            let of = format!("--a:{turn};");
            assert!(replay.svg.contains(&of) || turn == 0, "{game}: {of}");
        }
        check_pages(game, &scenes, &replay.pages);
        let grounds = scenes.iter().any(|it| it.1.ground.is_some());
        let shows = |it: &(String, String)| it.1.contains("<image href=\"../");
        assert_eq!(replay.pages.iter().all(shows), grounds, "{game}");
        assert!(
            !replay.svg.contains("<image"),
            "{game}: it can be taken away"
        );
        assert_eq!(number_behind(&replay.svg, "#reel{--t:"), scenes.len() - 1);
        assert!(replay.svg.contains("prefers-reduced-motion"));
        assert!(replay.svg.contains("The &lt;game&gt;"));
    }
}

/// The pages are small, show every turn on one of them, and lead from one to the next.
fn check_pages(game: &str, scenes: &[Scene], pages: &[(String, String)]) {
    let mut shown = Vec::new();
    for (at, (name, page)) in pages.iter().enumerate() {
        // A page shows the file of its ground, and does not hold it.
        let files = if page.contains("<image href=\"../") {
            FILE
        } else {
            0
        };
        assert!(
            page.len() <= BYTES_MAX - FRAME - files,
            "{game}: {}",
            page.len()
        );
        assert!(!page.contains("<script"));
        let buttons = page.split("name=\"turn\" id=\"turn-").skip(1);
        shown.extend(buttons.filter_map(|button| {
            let label = button.split_once("<label")?.1.split_once('>')?.1;
            Some(label.split_once('<')?.0.to_owned())
        }));
        let others = pages.iter().map(|it| &it.0).filter(|it| *it != name);
        for other in others {
            assert!(
                page.contains(&format!("href=\"{other}\"")),
                "{name}: {other}"
            );
        }
        let forth = pages
            .get(at + 1)
            .map(|it| format!("href=\"{}\">Turn", it.0));
        assert!(forth.is_none_or(|it| page.matches(&it).count() == 2));
    }
    let titles: Vec<String> = scenes.iter().map(|it| it.0.clone()).collect();
    assert_eq!(shown, titles, "{game}");
}

#[test]
fn a_long_replay_is_shared_out_over_pages() {
    let scenes = scenes("conquistador", 4, 40);
    let made = replay("conquistador", &scenes).unwrap();
    assert!(scenes.len() > 30 && made.pages.len() > 1);
    assert_eq!(made.pages[0].0, "replay.html");
    assert_eq!(made.pages[1].0, "replay-2.html");
    check_pages("conquistador", &scenes, &made.pages);
}

#[test]
fn what_all_turns_show_stands_there_once() {
    let mark = |at: i32| Shape::Disc {
        at: (at, 70),
        radius: 5,
        look: Look::filled(Colour(0x00ff_0000)),
    };
    let scene = |turn: i32| {
        let mut picture = Picture::new("map", (1_000, 500), Colour(0x00ff_ffff));
        picture.alt = format!("Turn {turn} & all.");
        picture.shapes = vec![mark(1), mark(10 * turn), mark(2)];
        (format!("Turn {turn}"), picture)
    };
    let scenes: Vec<Scene> = (1..=3).map(scene).collect();
    let made = replay("voyages-1492", &scenes).unwrap();
    for (at, times) in [(1, 1), (2, 1), (10, 1), (30, 1)] {
        let mark = format!("cx=\"{at}\"");
        assert_eq!(made.svg.matches(&mark).count(), times, "{at}");
    }
    assert!(
        made.svg
            .contains("<g style=\"--a:1;--b:1\"><circle class=\"k1\" cx=\"20\"")
    );
    let [(name, page)] = made.pages.as_slice() else {
        panic!("{} pages", made.pages.len());
    };
    assert_eq!(name, "replay.html");
    assert!(made.svg.contains("Turn 3 &amp; all.") && page.contains("Turn 2 &amp; all."));
    assert_eq!(replay("voyages-1492", &scenes[..1]), None);
}
