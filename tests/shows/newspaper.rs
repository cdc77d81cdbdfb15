//! Newspapers: of every game, from public events, with what players have sent in.

use super::{played, published};
use packetboat::engine::data::GameCard;
use packetboat::engine::game::{PageData, card};
use packetboat::report::{Frame, Issue, SeatAt, Sent, Templates};
use packetboat_tools::games;
use std::collections::BTreeSet;

fn frame(game: &str, page: &PageData) -> Frame {
    let card: GameCard = card(&games::pack(game)).unwrap();
    let mut frame = Frame::bare(page.sheet);
    frame.club = "Sunday Galleon".to_owned();
    frame.campaign = "ships".to_owned();
    frame.game = game.to_owned();
    frame.title.clone_from(&card.title);
    let seats = card.seats.iter().map(|seat| SeatAt {
        name: seat.name,
        title: seat.title.clone(),
        player: "Ana Secret".to_owned(),
        robot: false,
    });
    frame.seats = seats.collect();
    frame
}

fn paper(game: &str, page: &PageData, sent: &[Sent]) -> String {
    let issue = Issue {
        frame: &frame(game, page),
        page,
        number: 4,
        turn: "Turn 4",
        day: "22 November 2026",
        standings: &[("Red".to_owned(), 3), ("Blue".to_owned(), 1)],
        sent,
        others: &[("turn-3-news.html".to_owned(), "Turn 3".to_owned())],
    };
    Templates::of(games::templates())
        .newspaper(&issue)
        .unwrap()
        .0
}

/// The first headline of a paper.
fn lead(paper: &str) -> &str {
    let at = paper.find("<h2 class=\"lead\">").unwrap() + "<h2 class=\"lead\">".len();
    paper[at..].split("</h2>").next().unwrap()
}

#[test]
fn every_game_has_a_paper_of_its_own() {
    let mut names = BTreeSet::new();
    for (game, seats) in published().zip([4, 2, 3, 2, 4, 7, 3]) {
        let stops = played(game, seats, 12);
        let mut leads = BTreeSet::new();
        for (page, _) in &stops {
            let paper = paper(game, page, &[]);
            leads.insert(lead(&paper).to_owned());
            let name = paper.split("<h1>").nth(1).unwrap().split("</h1>").next();
            names.insert(name.unwrap().to_owned());
            assert!(!paper.contains("Ana Secret"), "{game}: {paper}");
        }
        assert!(leads.len() > stops.len() / 3, "{game}: {leads:?}");
        assert!(
            leads
                .iter()
                .all(|it| !it.starts_with(|it: char| it.is_ascii_digit()))
        );
    }
    assert_eq!(names.len(), published().count(), "{names:?}");
}

/// The names of the macros of a template.
fn macros(file: &str) -> BTreeSet<String> {
    let text = &games::templates()[file];
    let all = text.split("macro ").skip(1);
    let names = all.filter_map(|it| Some(it.split_once("(e)")?.0.to_owned()));
    names.filter(|it| !it.contains('\n')).collect()
}

/// What games make of several events for the head of a report, and how its reader stands.
const SUMS: [&str; 16] = [
    "aboard", "back", "cost", "deeds", "hit", "lost", "obeyed", "reply", "robbed", "standing",
    "still", "struck", "suffered", "tallies", "tally", "trade",
];

#[test]
fn what_is_cried_out_has_happened() {
    for game in published() {
        let mut cried = macros(&format!("{game}/headlines.txt"));
        assert!(cried.remove("quiet"), "{game}");
        cried.retain(|it| !SUMS.contains(&it.as_str()));
        let told = macros(&format!("{game}/events.txt"));
        let unknown: Vec<&String> = cried.difference(&told).collect();
        assert!(unknown.is_empty(), "{game}: {unknown:?}");
    }
}

#[test]
fn what_players_sent_is_theirs_and_no_more_than_words() {
    let (page, _) = played("voyages-1492", 2, 1).remove(0);
    let sent = [
        Sent {
            by: Some("Red".to_owned()),
            lines: vec!["<script>alert(1)</script>".to_owned(), "A & B".to_owned()],
        },
        Sent {
            by: None,
            lines: vec!["All is \u{202e}well.".to_owned()],
        },
    ];
    let paper = paper("voyages-1492", &page, &sent);
    assert!(!paper.contains("<script"), "{paper}");
    assert!(paper.contains("&lt;script&gt;"));
    assert!(paper.contains("<br>A &amp; B</p>"));
    assert!(paper.contains("<a href=\"turn-3-news.html\">Turn 3</a>"));
    assert!(paper.contains("&#8212; Red</footer>"));
    assert!(paper.contains("All is well.</p>"));
    assert!(paper.contains("&#8212; From our own correspondent</footer>"));
}

/// What a game does not cry out is no news; of two that are alike one is enough.
#[test]
fn the_weightiest_comes_first() {
    let (mut page, _) = played("voyages-1492", 2, 1).remove(0);
    let event = |text: &str| serde_json::from_str(text).unwrap();
    page.events = vec![
        event(r#"{"event": "stayed", "seat": "red", "hex": "0101"}"#),
        event(r#"{"event": "blockade", "seat": "red", "passage": "0101-0102"}"#),
        event(r#"{"event": "blockade", "seat": "red", "passage": "0101-0102"}"#),
        event(r#"{"event": "sunk", "seat": "blue", "by": "red", "port": "Genoa"}"#),
    ];
    let told = paper("voyages-1492", &page, &[]);
    assert_eq!(lead(&told), "Red sends Blue to the bottom");
    assert_eq!(told.matches("<li>Red closes the passage").count(), 1);
    assert!(!told.contains("Fair winds"));
    page.events.truncate(1);
    let quiet = paper("voyages-1492", &page, &[]);
    assert_eq!(lead(&quiet), "Fair winds, and nothing to report");
}
