//! Maps on pages: what they share lies in the site once, and no page is long with its map.

use super::{DIR, WEEK, make, page, tree};
use crate::support::{Bench, DUEL, Match};
use packetboat::desk::commands::end::end;
use packetboat::store::fs::Fs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most bytes of a page with its style sheets and the map that is seen first.
const PAGE_MAX: usize = 150_000;

/// One who never writes, and the program.
const SPAIN: Match<'static> = Match {
    game: "conquistador",
    id: "spain",
    scenario: Some("campaign4"),
    players: &["spain=Ana <ana@example.org>"],
    robots: &["england", "france", "portugal"],
    options: &[],
    deadline: "sun 20:00",
};

/// The program alone: all of it is played at once.
const ROBOTS: Match<'static> = Match {
    id: "robots",
    players: &[],
    robots: &["spain", "england", "france", "portugal"],
    ..SPAIN
};

type Tree = BTreeMap<String, Vec<u8>>;

/// A campaign of some turns that its referee has ended.
fn ended() -> Bench {
    let mut bench = Bench::with(&SPAIN);
    for _ in 0..5 {
        bench.later(WEEK).tick();
    }
    end(&bench.club, "spain", "all agree", bench.now).unwrap();
    bench.later(300).tick();
    bench
}

fn grounds(tree: &Tree) -> Vec<&String> {
    let all = tree.keys().filter(|it| it.starts_with("map-"));
    all.collect()
}

/// The values of an attribute in the order in which they stand.
fn values<'p>(text: &'p str, name: &str) -> Vec<&'p str> {
    let begin = format!(" {name}=\"");
    let pieces = text.split(begin.as_str()).skip(1);
    let values = pieces.filter_map(|it| it.split_once('"'));
    values.map(|it| it.0).collect()
}

/// The path in the site of what a file names.
fn resolved(from: &str, href: &str) -> String {
    let file = href.split('#').next().unwrap();
    match (file.strip_prefix("../"), from.rsplit_once('/')) {
        (Some(file), _) => file.to_owned(),
        (None, Some((folder, _))) => format!("{folder}/{file}"),
        (None, None) => file.to_owned(),
    }
}

/// What is fetched to see a page as it is when it opens.
fn fetched(tree: &Tree, path: &str) -> usize {
    let text = String::from_utf8(tree[path].clone()).unwrap();
    let mut seen = text.clone();
    while let Some(begin) = seen.find("<details") {
        let end = seen[begin..].find("</details>").unwrap() + begin;
        seen.replace_range(begin..end, "");
    }
    let pictures = values(&seen, "src");
    let images = seen.split("<image href=\"").skip(1);
    let images = images.filter_map(|it| Some(it.split_once('"')?.0));
    let files = pictures.into_iter().chain(images);
    let files: BTreeSet<String> = files.map(|it| resolved(path, it)).collect();
    let styles = ["style.css", "maps.css"].map(|it| tree[it].len());
    let files = files.iter().map(|file| match tree.get(file) {
        Some(bytes) => bytes.len(),
        None => panic!("{path} shows {file}, which is not there"),
    });
    text.len() + files.sum::<usize>() + styles.iter().sum::<usize>()
}

fn check_pages(tree: &Tree) {
    for path in tree.keys().filter(|it| it.ends_with(".html")) {
        let bytes = fetched(tree, path);
        assert!(bytes < PAGE_MAX, "{path}: {bytes} bytes");
    }
}

#[test]
fn what_pictures_share_is_written_once() {
    let mut bench = ended();
    bench.start(&Match {
        id: "other",
        ..SPAIN
    });
    make(&bench);
    let tree = tree(&bench.fs);
    let grounds = grounds(&tree);
    let worlds = grounds.iter().filter(|it| it.contains("-world-"));
    assert_eq!(worlds.count(), 1, "of both campaigns: {grounds:?}");
    let shown = page(&bench, "spain/turn-3a.html");
    for place in ["below", "above"] {
        let end = format!("-{place}.svg");
        let file = values(&shown, "src")
            .into_iter()
            .find(|it| it.ends_with(&end));
        let file = file.unwrap_or_else(|| panic!("nothing {place} in {shown}"));
        let users = tree.iter().filter(|it| it.0.ends_with(".html"));
        let shows = |it: &(&String, &Vec<u8>)| String::from_utf8_lossy(it.1).contains(file);
        assert!(users.filter(shows).count() > 5, "{file}");
        assert!(tree.contains_key(&format!("spain/{file}")));
    }
    assert!(
        shown.contains(&format!("src=\"../{}\"", grounds[0])),
        "{shown}"
    );
    let svgs = tree.iter().filter(|it| it.0.ends_with("-world.svg"));
    let own: Vec<usize> = svgs.map(|it| it.1.len()).collect();
    let mean = own.iter().sum::<usize>() / own.len();
    assert!(own.len() > 20 && mean < 12_000, "{mean} bytes each");
    check_pages(&tree);
}

#[test]
fn a_picture_by_itself_finds_what_it_shares() {
    let bench = ended();
    make(&bench);
    let tree = tree(&bench.fs);
    let mut links = 0;
    for (path, bytes) in tree.iter().filter(|it| it.0.ends_with(".svg")) {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let read = roxmltree::Document::parse(&text);
        let read = read.unwrap_or_else(|it| panic!("{path}: {it}"));
        let ids: BTreeSet<&str> = read
            .descendants()
            .filter_map(|it| it.attribute("id"))
            .collect();
        for node in read.descendants() {
            let href = node.attribute("href").unwrap_or_default();
            match (node.tag_name().name(), href.strip_prefix('#')) {
                ("image", _) => {
                    links += 1;
                    assert!(tree.contains_key(&resolved(path, href)), "{path}: {href}");
                }
                (_, Some(id)) => assert!(ids.contains(id), "{path}: {href}"),
                (_, None) => assert!(href.is_empty(), "{path}: {href}"),
            }
            let class = node.attribute("class").unwrap_or_default();
            let known = class.is_empty() || text.contains(&format!(".{class}{{"));
            assert!(known, "{path}: {class}");
        }
    }
    assert!(links > 100, "{links}");
}

#[test]
fn campaigns_of_the_program_have_no_long_page() {
    let mut bench = Bench::with(&DUEL);
    let others = [
        ("these-new-worlds", "worlds", &["north", "south"][..]),
        ("anno-1503", "anno", &["red", "blue", "green", "yellow"]),
        (
            "voyages-1492",
            "voyages",
            &["red", "blue", "green", "yellow", "orange", "purple"],
        ),
        (
            "new-world-1500",
            "crowns",
            &["red", "blue", "green", "yellow", "white", "purple"],
        ),
    ];
    bench.start(&ROBOTS);
    for (game, id, robots) in others {
        bench.start(&Match {
            game,
            id,
            scenario: None,
            robots,
            ..ROBOTS
        });
    }
    make(&bench);
    let tree = tree(&bench.fs);
    for (id, _) in [
        ("robots", ()),
        ("worlds", ()),
        ("anno", ()),
        ("voyages", ()),
        ("crowns", ()),
    ] {
        assert!(
            tree.contains_key(&format!("{id}/end.html")),
            "{id} is not over"
        );
    }
    check_pages(&tree);
    // What is too long for the page of its turn is on others, to which it leads.
    let end = page(&bench, "robots/end-spain.html");
    let more: Vec<&str> = values(&end, "href")
        .into_iter()
        .filter(|it| it.contains("-more-"))
        .collect();
    assert!(!more.is_empty(), "{end}");
    let told: String = more
        .iter()
        .map(|it| page(&bench, &format!("robots/{it}")))
        .collect();
    for words in ["TURN 2,", "TURN 21,", "<h2>What happened</h2>"] {
        assert!(
            told.contains(words) && !end.contains(&format!("<p class=\"new\">{words}")),
            "{words}"
        );
    }
}

#[test]
fn two_clubs_with_the_same_campaigns_have_the_same_maps() {
    let sites = [ended(), ended()].map(|bench| {
        make(&bench);
        tree(&bench.fs)
    });
    assert_eq!(sites[0], sites[1]);
}

#[test]
fn a_map_goes_with_the_last_campaign_that_shows_it_and_comes_back_if_it_is_lost() {
    let mut bench = ended();
    bench.start(&DUEL);
    make(&bench);
    let before = tree(&bench.fs);
    let ground = grounds(&before)[0].clone();
    let made = make(&bench);
    assert_eq!((made.opened, made.written, made.gone), (0, 0, 0));
    // One that is lost is made again, with the pages that show it.
    bench.fs.remove_file(&Path::new(DIR).join(&ground)).unwrap();
    let made = make(&bench);
    assert_eq!((made.opened, made.written), (1, 1));
    assert_eq!(tree(&bench.fs), before);
    let folder = bench.club.layout.archived(&"spain".parse().unwrap());
    let folder = if bench.fs.stat(folder.root()).is_ok() {
        folder
    } else {
        bench.club.layout.campaign(&"spain".parse().unwrap())
    };
    bench.fs.remove_dir_all(folder.root()).unwrap();
    make(&bench);
    assert!(grounds(&tree(&bench.fs)).is_empty());
}
