//! What stands on the pages, and where they lead.

use super::{WEEK, make, page, play_out, tree};
use crate::inside;
use crate::support::{BEN, Bench, DUEL, Match, WORLDS};
use packetboat::desk::commands::end::end;
use packetboat::desk::commands::referee;
use packetboat::store::fs::Fs;
use std::path::Path;

fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let begin = format!(" {name}=\"");
    let pieces = page.split(begin.as_str()).skip(1);
    pieces
        .filter_map(|it| Some(it.split_once('"')?.0))
        .collect()
}

/// A path from a page to another file of the site.
fn resolved(from: &str, href: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |it| it.0);
    let mut parts: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    for part in href.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn every_link_leads_to_a_file_of_the_site() {
    let mut bench = Bench::with(&DUEL);
    play_out(&mut bench, "duel");
    bench.start(&WORLDS);
    make(&bench);
    let tree = tree(&bench.fs);
    let mut links = 0;
    for (path, bytes) in &tree {
        if !path.ends_with(".html") && !path.ends_with(".xml") {
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        for href in ["href", "src"].iter().flat_map(|it| attributes(&text, it)) {
            let href = href.replace("&#x2f;", "/");
            let to = href.split('#').next().unwrap();
            assert!(!to.contains(':') && !to.starts_with('/'), "{path}: {href}");
            links += 1;
            assert!(
                to.is_empty() || tree.contains_key(&resolved(path, to)),
                "{path}: {href}"
            );
        }
        if path.ends_with(".html") {
            assert_eq!(text.matches("<h1").count(), 1, "{path}");
            assert!(!text.contains("<script"), "{path}");
            assert!(bytes.len() < 150_000, "{path}: {} bytes", bytes.len());
        }
    }
    assert!(links > 50, "{links}");
    for name in [
        "index.html",
        "feed.xml",
        "style.css",
        "duel/index.html",
        "duel/feed.xml",
        "duel/end.html",
        "duel/end-north.html",
        "duel/duel.tar.gz",
        "worlds/turn-1.html",
        "handbook-these-new-worlds.html",
        "handbook-these-new-worlds-1.html",
        "handbook-conquistador-16.html",
    ] {
        assert!(tree.contains_key(name), "{name}");
    }
    assert!(!tree.contains_key("worlds/turn-1-north.html"));
    assert!(!tree.contains_key("players.html"));
}

#[test]
fn when_it_is_over_orders_stand_there_and_nothing_private() {
    let mut bench = Bench::with(&DUEL);
    bench.send(
        "duel",
        "north",
        "1",
        "BID 1\nAWAY 2027-03-01..2027-03-09\nMESSAGE TO south\npsst secret\nEND",
    );
    bench.tick();
    make(&bench);
    let running = tree(&bench.fs);
    let all = |files: &std::collections::BTreeMap<String, Vec<u8>>| -> String {
        files
            .values()
            .map(|it| String::from_utf8_lossy(it).into_owned())
            .collect()
    };
    assert!(!all(&running).contains("BID 1"));
    play_out(&mut bench, "duel");
    make(&bench);
    let sheets = page(&bench, "duel/turn-2-north.html");
    assert!(sheets.contains("BID 1"), "{sheets}");
    let mut whole = tree(&bench.fs);
    // What lies in an export is tested where exports are.
    whole.remove("duel/duel.tar.gz");
    let whole = all(&whole);
    for private in [
        "psst",
        "2027-03",
        "ana@example.org",
        "Ana",
        "orders@",
        "referee@",
    ] {
        assert!(!whole.contains(private), "{private}");
    }
    assert!(page(&bench, "duel/index.html").contains("packetboat verify duel.tar.gz --strict"));
}

#[test]
fn a_player_is_named_who_agreed_and_markup_is_only_words() {
    let players = ["north=Ana <ana@example.org>", BEN];
    let mut bench = Bench::with(&Match {
        players: &players,
        ..DUEL
    });
    let file = "campaigns/duel/campaign.toml";
    let text = bench.read(file);
    let text = text.replace("\"Ana\"", "\"<b>Ana</b> & co\"\nname_public = true");
    bench.write(file, text);
    bench.later(300).tick();
    play_out(&mut bench, "duel");
    make(&bench);
    let front = page(&bench, "duel/index.html");
    assert!(
        front.contains("&lt;b&gt;Ana&lt;") && !front.contains("<b>Ana"),
        "{front}"
    );
    assert!(!front.contains("Ben"));
    let players = page(&bench, "players.html");
    assert!(
        players.contains("&lt;b&gt;Ana") && !players.contains("Ben"),
        "{players}"
    );
    assert!(!players.contains("order sheets"), "{players}");
}

#[test]
fn what_was_taken_back_is_shown_and_marked() {
    let mut bench = Bench::with(&DUEL);
    for _ in 0..2 {
        bench.later(WEEK).tick();
    }
    referee::rollback(&bench.club, "duel", 0, "a <mistake>", bench.now).unwrap();
    bench.later(300).tick();
    bench.later(WEEK).tick();
    make(&bench);
    let front = page(&bench, "duel/index.html");
    assert!(
        front.contains("turn-3-undone-1.html") && front.contains("turn-2.html"),
        "{front}"
    );
    assert!(page(&bench, "duel/turn-3-undone-1.html").contains("Taken back."));
    assert!(!page(&bench, "duel/turn-2.html").contains("Taken back."));
    assert!(!tree(&bench.fs).contains_key("duel/turn-3.html"));
}

#[test]
fn mails_change_nothing_while_a_campaign_runs() {
    let mut bench = Bench::with(&DUEL);
    bench.later(WEEK).tick();
    make(&bench);
    bench.send("duel", "north", "2", "BID 1\nMESSAGE TO south\nhello\nEND");
    bench.tick();
    let made = make(&bench);
    assert_eq!((made.opened, made.written, made.gone), (1, 0, 0));
    let made = make(&bench);
    assert_eq!((made.opened, made.written, made.gone), (0, 0, 0));
}

#[test]
fn reports_that_wait_for_the_referee_are_on_no_page() {
    let mut bench = Bench::with(&DUEL);
    let file = "campaigns/duel/campaign.toml";
    bench.edit(file, "review      = false", "review      = true");
    bench.later(300).tick();
    make(&bench);
    bench.later(WEEK).tick();
    make(&bench);
    assert!(!tree(&bench.fs).contains_key("duel/turn-2.html"));
    assert!(page(&bench, "index.html").contains("is being played; its report"));
    packetboat::desk::commands::pause::release(&bench.club, "duel", "", bench.now).unwrap();
    make(&bench);
    assert!(page(&bench, "duel/index.html").contains("turn-2.html"));
}

#[test]
fn a_campaign_that_cannot_be_read_says_so_and_the_others_are_built() {
    let mut bench = Bench::with(&DUEL);
    bench.start(&WORLDS);
    for (file, from, to, says) in [
        ("log/000000/state.toml", "", "x", "cannot be read now"),
        (
            "log/000000/entry.toml",
            "format = ",
            "format = 9",
            "newer Packetboat",
        ),
        ("HALTED", "", "/club/campaigns/duel is broken", "is halted"),
    ] {
        let there = bench.copy();
        let path = format!("/club/campaigns/duel/{file}");
        let path = Path::new(&path);
        let text = inside::read(&*there.fs, path).unwrap_or_default();
        let text = String::from_utf8(text).unwrap();
        let text = match from {
            "" => to.to_owned(),
            from => text.replacen(from, to, 1),
        };
        inside::change(&*there.fs, path, Some(text.as_bytes()));
        let told = make(&there).told(Path::new("/srv/site"));
        let shown = page(&there, "duel/index.html");
        // One that stands still can be read, and shows what was published before.
        assert_eq!(
            told.contains("duel cannot be read"),
            file != "HALTED",
            "{told}"
        );
        assert!(shown.contains(says), "{file}: {shown}");
        assert!(!shown.contains("/club"), "{shown}");
        assert!(page(&there, "index.html").contains(says), "{file}");
        assert!(tree(&there.fs).contains_key("worlds/turn-1.html"));
    }
}

#[test]
fn a_template_of_the_clubs_that_fails_gives_way() {
    let bench = Bench::with(&DUEL);
    let folder = bench.path("templates/_site");
    bench.fs.create_dir_all(&folder).unwrap();
    bench.write("templates/_site/turn.html", "{{ nothing }}");
    bench.write("templates/_site/style.css", "body { color: red }");
    let told = make(&bench).told(Path::new("/srv/site"));
    assert!(page(&bench, "duel/turn-1.html").contains("<h1>"));
    assert_eq!(page(&bench, "style.css"), "body { color: red }");
    assert!(
        told.contains("fails") && told.contains("turn.html"),
        "{told}"
    );
}

#[test]
fn what_the_referee_has_ended_says_so() {
    let mut bench = Bench::with(&DUEL);
    end(&bench.club, "duel", "both agree", bench.now).unwrap();
    bench.later(300).tick();
    make(&bench);
    for (path, says) in [
        ("index.html", "ended early"),
        ("duel/index.html", "Its referee ended it on"),
        ("duel/end.html", "The referee ended the campaign here"),
        ("duel/end-north.html", "The referee ended the campaign here"),
        ("duel/end-news.html", "Its referee has ended the campaign"),
    ] {
        let shown = page(&bench, path);
        assert!(shown.contains(says), "{path}: {shown}");
        assert!(!shown.contains("both agree"), "{path}");
    }
    assert!(!page(&bench, "duel/turn-1.html").contains("ended"));
}

#[test]
fn people_are_awaited_and_robots_are_not() {
    let bench = Bench::with(&Match {
        players: &[BEN],
        robots: &["north"],
        ..WORLDS
    });
    make(&bench);
    let shown = page(&bench, "worlds/index.html");
    assert!(shown.contains("waiting for 1 player until"), "{shown}");
    let feed = page(&bench, "worlds/feed.xml");
    assert!(feed.contains("worlds, These New Worlds: Turn 1"), "{feed}");
}

#[test]
fn strangers_learn_what_the_club_is_and_how_to_watch() {
    let mut bench = Bench::with(&DUEL);
    bench.start(&WORLDS);
    make(&bench);
    let front = page(&bench, "index.html");
    assert!(front.contains("board games by e-mail"), "{front}");
    assert!(front.contains("Two young empires play cards"), "{front}");
    assert!(front.contains("worlds/turn-1-worlds.svg"), "{front}");
    assert!(front.contains("href=\"handbook-these-new-worlds.html\""));
    assert!(
        !front.contains("WATCH") && !front.contains("mailto:"),
        "{front}"
    );
    bench.edit(
        "packetboat.toml",
        "\n[mail.in]\n",
        "\n[mail.in]\nauthserv_id = \"mx.club.example\"\n",
    );
    bench.edit(
        "packetboat.toml",
        "[club]\n",
        "[club]\nabout = \"Since <1998>.\\n\\nA turn a week.\"\n",
    );
    bench.edit(
        "packetboat.toml",
        "[site]\n",
        "[site]\nshow_address = true\n",
    );
    bench.edit(
        "campaigns/worlds/campaign.toml",
        "open_to_watch = false",
        "open_to_watch = true",
    );
    let bench = Bench::on(bench.fs.crash(0), bench.now);
    make(&bench);
    let front = page(&bench, "index.html");
    assert!(
        front.contains("<p>Since &lt;1998&gt;.</p>\n<p>A turn a week.</p>"),
        "{front}"
    );
    assert!(
        front.contains("<code>WATCH worlds</code> to <a href=\"mailto:"),
        "{front}"
    );
    assert!(!front.contains("WATCH duel"), "{front}");
    assert!(!page(&bench, "worlds/index.html").contains("mailto:"));
}

#[test]
fn a_campaign_begins_with_its_map_and_is_read_in_order() {
    let mut bench = Bench::with(&DUEL);
    bench.start(&WORLDS);
    for _ in 0..2 {
        bench.later(WEEK).tick();
    }
    make(&bench);
    let shown = page(&bench, "worlds/index.html");
    let place = |words: &str| {
        shown
            .find(words)
            .unwrap_or_else(|| panic!("{words}: {shown}"))
    };
    assert!(place("<figure") < place("Two young empires"));
    assert!(place("turn-1.html") < place("turn-3.html"));
    assert!(
        place("turn-3-worlds.svg") < place("class=\"due\""),
        "the newest"
    );
    let feed = page(&bench, "worlds/feed.xml");
    assert!(feed.contains("<title>worlds: Turn 2: "), "{feed}");
}

#[test]
fn seats_are_followed_from_turn_to_turn() {
    let mut bench = Bench::with(&DUEL);
    play_out(&mut bench, "duel");
    make(&bench);
    let shown = page(&bench, "duel/turn-2-north.html");
    for (way, href) in [("prev", "turn-1-north.html"), ("next", "turn-3-north.html")] {
        let link = format!("<a rel=\"{way}\" href=\"{href}\">");
        assert_eq!(shown.matches(&link).count(), 2, "{way}: {shown}");
    }
    assert!(shown.contains("&#8220;you&#8221; is North"), "{shown}");
    assert_eq!(
        page(&bench, "duel/turn-2.html")
            .matches("rel=\"next\"")
            .count(),
        2
    );
}

#[test]
fn handbooks_are_read_by_chapter() {
    let bench = Bench::with(&DUEL);
    make(&bench);
    let tree = tree(&bench.fs);
    let contents = page(&bench, "handbook-conquistador.html");
    assert!(
        !contents.contains("**") && contents.len() < 10_000,
        "{contents}"
    );
    let all = attributes(&contents, "href");
    let chapters = all
        .iter()
        .filter(|it| it.starts_with("handbook-conquistador-"));
    assert!(chapters.count() > 15, "{all:?}");
    let names = tree
        .keys()
        .filter(|it| it.starts_with("handbook-conquistador"));
    for name in names {
        let long = tree[name].len();
        assert!(long < 30_000, "{name}: {long} bytes");
    }
    let shown = page(&bench, "handbook-conquistador-5.html");
    for href in [
        "handbook-conquistador-4.html",
        "handbook-conquistador-6.html",
    ] {
        let link = format!("href=\"{href}\"");
        assert_eq!(shown.matches(&link).count(), 2, "{href}: {shown}");
    }
    let places = attributes(&shown, "id");
    let links = attributes(&shown, "href").into_iter();
    let mut within = links.filter_map(|it| it.strip_prefix("#s"));
    assert!(within.all(|it| places.contains(&format!("s{it}").as_str())));
}

#[test]
fn a_campaign_of_robots_alone_is_over_when_it_has_begun() {
    let bench = Bench::new();
    let robots = Match {
        players: &[],
        robots: &["north", "south"],
        ..WORLDS
    };
    let told = robots.found(&bench.club, bench.now).unwrap();
    let says = "worlds has begun and is over: only robots play in it. Its last report";
    assert!(told.starts_with(says), "{told}");
    assert!(!told.contains("deadline"), "{told}");
}
