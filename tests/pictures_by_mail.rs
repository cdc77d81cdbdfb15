//! Pictures in mails: who gets them, when, and that the log keeps scenes alone.

use crate::html::{kinds, part, raw_parts};
use crate::inside;
use crate::support::{Bench, Match, ROOT, WORLDS};
use packetboat::desk::commands::end::end;
use packetboat::desk::outbox::reply_addresses::is_ready;
use packetboat::desk::proof::export;
use packetboat::desk::site;
use packetboat::mail::ours;
use packetboat::mail::transport::Outcome;
use packetboat::store::fs::{Access, Fs, exists, make_dir, replace};
use packetboat::store::log::CampaignLog;
use packetboat::store::outbox::KeptMail;
use packetboat::store::packed::unpack;
use std::collections::BTreeMap;
use std::path::Path;

/// Four powers of Conquistador, two of them robots.
const POWERS: Match<'static> = Match {
    game: "conquistador",
    id: "powers",
    scenario: Some("campaign4"),
    players: &[
        "spain=Ana <ana@example.org>",
        "england=Ben <ben@example.net>",
    ],
    robots: &["france", "portugal"],
    options: &[],
    deadline: "sun 20:00",
};

fn pictures(message: &[u8]) -> usize {
    let all = kinds(message).into_iter();
    all.filter(|it| it == "image/png").count()
}

/// The pictures of a mail, as bytes.
fn painted(message: &[u8]) -> Vec<Vec<u8>> {
    let all = raw_parts(message).into_iter();
    all.filter(|it| it.0 == "image/png")
        .map(|it| it.1)
        .collect()
}

#[test]
fn map_brings_the_pictures_of_how_things_stand() {
    let mut bench = Bench::painted(&WORLDS);
    let report = bench.last("worlds", "north", ".report").message.clone();
    assert_eq!(pictures(&report), 1);
    bench.send("worlds", "north", "1", "MAP");
    bench.tick();
    let mapped = bench.last("worlds", "north", ".receipt").message.clone();
    assert_eq!(pictures(&mapped), 1);
    let html = part(&mapped, "text/html").unwrap();
    assert!(html.contains("cid:") && html.contains("alt=\""), "{html}");
    assert!(bench.text(&mapped).contains("The picture in this mail"));
    // Nothing has happened since: it shows what the report showed.
    assert_eq!(painted(&mapped), painted(&report));
    bench.send("worlds", "north", "1", "STATUS");
    bench.tick();
    assert_eq!(
        pictures(&bench.last("worlds", "north", ".receipt").message),
        0
    );
    // Who wants text alone gets words.
    bench.send("worlds", "north", "1", "FORMAT TEXT\nMAP");
    bench.tick();
    let plain = bench.last("worlds", "north", ".receipt").message.clone();
    assert_eq!(kinds(&plain), ["text/plain"]);
    let text = bench.text(&plain);
    let text: Vec<&str> = text.split_whitespace().collect();
    assert!(text.join(" ").contains("has no map"));
    bench.verify();
}

#[test]
fn the_whole_map_comes_when_it_has_changed_and_when_it_is_asked_for() {
    let mut bench = Bench::painted(&POWERS);
    let first = bench.last("powers", "spain", ".report").message.clone();
    assert_eq!(pictures(&first), 2);
    bench.send("powers", "spain", "1a", "MAP");
    bench.tick();
    let mapped = bench.last("powers", "spain", ".receipt").message.clone();
    assert_eq!(pictures(&mapped), 2);
    // Some programs cut long mails: what matters most comes first.
    let html = part(&first, "text/html").unwrap();
    let last = html.rfind("href=\"mailto:orders").expect("buttons");
    let end = last + html[last..].find("</a>").unwrap();
    assert!(end < 20_000, "{end} of {}", html.len());
    // The picture is below the buttons, and the story below the picture.
    assert!(html.find("<img").unwrap() > last);
    assert!(html.find("<img").unwrap() < html.find("What happened so far").unwrap());
    assert!(html.len() <= 85_000, "{}", html.len());
    let sizes: Vec<usize> = painted(&first).iter().map(Vec::len).collect();
    assert!(sizes[0] <= 110_000 && sizes[1] <= 165_000, "{sizes:?}");
    // There is a course of points when a sheet has been played.
    bench.later(8 * 86_400);
    bench.tick();
    let second = bench.last("powers", "spain", ".report").message.clone();
    assert_eq!(pictures(&second), 3);
    assert!(
        part(&second, "text/html")
            .unwrap()
            .contains("Points from turn 1a to turn 1b: ")
    );
    bench.verify();
}

/// While a mail waits, scenes stand in it for its pictures; once it has left, what it says is kept.
#[test]
fn what_waits_has_scenes_and_no_pictures() {
    let mut bench = held_up(&WORLDS);
    let waiting = waiting(&bench, "worlds");
    assert_eq!(waiting.len(), 2);
    for (key, mail) in &waiting {
        let kept = kinds(mail);
        assert!(kept.iter().all(|it| it != "image/png"), "{key}: {kept:?}");
        assert!(
            kept.iter().any(|it| it.contains("scene")),
            "{key}: {kept:?}"
        );
    }
    bench.later(3_600).tick();
    assert!(!exists(
        &*bench.fs,
        &bench.path("campaigns/worlds/outbox/000000")
    ));
}

/// A club whose first reports could not be handed over yet.
fn held_up(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::new();
    bench.post.painted = true;
    bench.post.outcomes = vec![Outcome::Busy; 9].into();
    bench.start(wanted);
    bench.post.outcomes.clear();
    bench
}

/// The mails of the first entry that wait, by their keys.
fn waiting(bench: &Bench, id: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = bench.path(&format!("campaigns/{id}/outbox/000000"));
    let names = bench.fs.list(&folder).unwrap().into_iter();
    let mails = names.filter_map(|name| {
        let key = name.strip_suffix(".eml")?.to_owned();
        Some((key, bench.fs.read(&folder.join(&name)).unwrap()))
    });
    mails.collect()
}

/// What is kept of two reports of Conquistador, and all else that a turn leaves.
#[test]
fn a_report_with_every_picture_takes_little_of_the_log() {
    let mut bench = Bench::painted(&POWERS);
    bench.later(8 * 86_400);
    bench.tick();
    let left = bench.last("powers", "spain", ".report");
    assert_eq!(pictures(&left.message), 3);
    let entry = bench.path("campaigns/powers/log/000001.entry");
    let texts = inside::read(&*bench.fs, &entry.with_extension("").join("texts.gz")).unwrap();
    assert!(texts.len() < 12_000, "{} bytes", texts.len());
    let whole = bench.fs.read(&entry).unwrap();
    assert!(whole.len() < 40_000, "{} bytes", whole.len());
    assert!(!exists(
        &*bench.fs,
        &bench.path("campaigns/powers/outbox/000001")
    ));
}

/// Some mail servers let nothing through that is attached.
#[test]
fn a_club_may_send_nothing_but_text_and_html() {
    let bench = Bench::new();
    let file = Path::new(ROOT).join("packetboat.toml");
    let text = String::from_utf8(bench.fs.read(&file).unwrap()).unwrap();
    let bare = text.replace("[mail.out]\n", "[mail.out]\nattachments = false\n");
    assert_ne!(bare, text);
    replace(&*bench.fs, &file, bare.as_bytes(), Access::Shared).unwrap();
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.post.painted = true;
    bench.start(&WORLDS);
    let report = bench.last("worlds", "north", ".report").message.clone();
    assert_eq!(kinds(&report), ["text/plain", "text/html"]);
    let html = part(&report, "text/html").unwrap();
    assert!(!html.contains("<img"), "{html}");
    bench.send("worlds", "north", "1", "MAP");
    bench.tick();
    let mapped = bench.last("worlds", "north", ".receipt").message.clone();
    assert_eq!(kinds(&mapped), ["text/plain", "text/html"]);
    let text = bench.text(&mapped);
    let text: Vec<&str> = text.split_whitespace().collect();
    assert!(text.join(" ").contains("has no map"));
}

/// With the tokens of its reader, and pictures in place of scenes, a mail is the one of the log.
#[test]
fn what_leaves_is_what_lies_in_the_log() {
    for game in [WORLDS, POWERS] {
        let mut bench = held_up(&game);
        let mut waiting = waiting(&bench, game.id);
        bench.later(3_600).tick();
        let log = bench.club.layout.campaign(&game.id.parse().unwrap());
        let log = CampaignLog::new(&*bench.fs, &log);
        let note = log.note(0).unwrap().note;
        assert!(note.out.len() > 1);
        for out in &note.out {
            let whole = waiting.remove(out.key.as_str()).unwrap();
            let left = &bench
                .post
                .taken
                .iter()
                .find(|it| it.key == out.key.as_str());
            let left = &left.unwrap().message;
            assert!(is_ready(&whole, left), "{}", out.key);
            let KeptMail::Text(kept) = log.kept(0, out).unwrap() else {
                panic!("{} has left", out.key);
            };
            assert_eq!(kept.text, ours(left).text, "{}", out.key);
            assert_eq!(kept.subject, ours(left).subject, "{}", out.key);
        }
    }
}

/// A mistake in a template of the club's own keeps no turn waiting.
#[test]
fn a_template_that_fails_gives_way_and_the_referee_is_told_once() {
    let bench = Bench::new();
    let folder = Path::new(ROOT).join("templates/_common");
    make_dir(&*bench.fs, &folder).unwrap();
    let broken = b"<p>\n{{ no_such_thing }}</p>";
    replace(
        &*bench.fs,
        &folder.join("mail.html"),
        broken,
        Access::Shared,
    )
    .unwrap();
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.start(&WORLDS);
    let report = bench.last("worlds", "north", ".report").message.clone();
    assert!(part(&report, "text/html").unwrap().contains("Turn 1"));
    bench.send("worlds", "north", "1", "STATUS");
    bench.tick();
    let told = |bench: &Bench| -> Vec<String> {
        let all = bench.post.taken.iter();
        let of_templates = all.filter(|it| it.key.starts_with("template.referee."));
        of_templates.map(|it| bench.text(&it.message)).collect()
    };
    let mails = told(&bench);
    assert_eq!(mails.len(), 1, "{mails:?}");
    let line = "templates/_common/mail.html, line 2: undefined value";
    assert!(mails[0].contains(line), "{}", mails[0]);
    bench.later(3_600).tick();
    assert_eq!(told(&bench).len(), 1);
    bench.verify();
}

/// What a club gives away shows maps, and holds nothing of how they are kept in it.
#[test]
fn no_export_and_no_site_carries_a_ground() {
    let mut bench = Bench::painted(&POWERS);
    mapped(&mut bench);
    end(&bench.club, "powers", "all agree", bench.now).unwrap();
    bench.later(60).tick();
    let grounds = inside::below(&*bench.fs, &bench.path("desk/grounds"));
    assert!(grounds.len() > 1);
    let dir = bench.club.layout.campaign(&"powers".parse().unwrap());
    let file = Path::new("/srv/powers.tar");
    bench.fs.create_dir_all(Path::new("/srv")).unwrap();
    export::export(&bench.club, "powers", file).unwrap();
    site::make(&bench.club, Path::new("/srv/site")).unwrap();
    let given = inside::below(&*bench.fs, Path::new("/srv"));
    assert!(given.len() > 5 && exists(&*bench.fs, &dir.log()));
    for (name, ground) in &grounds {
        let name = name.rsplit('/').next().unwrap();
        let middle = &ground[ground.len() / 2..][..48];
        for (path, bytes) in &given {
            let bytes = match unpack(bytes) {
                Ok(unpacked) => unpacked,
                Err(_) => bytes.clone(),
            };
            let holds = |it: &[u8]| bytes.windows(it.len()).any(|at| at == it);
            assert!(!path.contains(name) && !holds(name.as_bytes()), "{path}");
            assert!(!holds(middle), "{path}");
        }
    }
}

/// The pictures of an answer to `MAP`.
fn mapped(bench: &mut Bench) -> Vec<Vec<u8>> {
    bench.send("powers", "spain", "1a", "MAP");
    bench.tick();
    painted(&bench.last("powers", "spain", ".receipt").message)
}

#[test]
fn grounds_are_kept_in_the_club_and_painted_again_when_they_cannot_be_used() {
    let mut bench = Bench::painted(&POWERS);
    let folder = Path::new(ROOT).join("desk/grounds");
    let names = bench.fs.list(&folder).unwrap();
    assert_eq!(names.len(), 2, "of the world, and from nearby: {names:?}");
    let [one, other] = [0, 1].map(|it| folder.join(&names[it]));
    let whole = bench.fs.read(&one).unwrap();
    let foreign = bench.fs.read(&other).unwrap();
    let first = mapped(&mut bench);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    for damaged in [&flipped[..], &whole[..whole.len() / 2], &foreign, b""] {
        bench.fs.remove_file(&one).unwrap();
        replace(&*bench.fs, &one, damaged, Access::Private).unwrap();
        assert!(mapped(&mut bench) == first, "{} bytes", damaged.len());
        assert!(bench.fs.read(&one).unwrap() == whole);
    }
    // Gone altogether; and what lies there besides goes when there is too much of it.
    bench.fs.remove_dir_all(&folder).unwrap();
    make_dir(&*bench.fs, &folder).unwrap();
    for number in 0..40 {
        let path = folder.join(format!("old-{number}"));
        replace(&*bench.fs, &path, b"old", Access::Private).unwrap();
    }
    assert!(mapped(&mut bench) == first);
    let mut there = bench.fs.list(&folder).unwrap();
    there.sort();
    let mut names = names;
    names.sort();
    assert_eq!(there, names);
    // Whatever stands in the place of the folder: pictures are painted.
    bench.fs.remove_dir_all(&folder).unwrap();
    replace(&*bench.fs, &folder, b"no folder", Access::Private).unwrap();
    assert!(mapped(&mut bench) == first);
    bench.verify();
}
