//! A club with templates of its own: what it does not replace reads as ever, and what fails in its
//! own gives way.

use crate::support::{Bench, DUEL, Match, WORLDS};
use packetboat::desk::commands::{end, referee};
use packetboat::desk::site;
use packetboat::mail::transport::Taken;
use packetboat::store::fs::make_dir;
use std::collections::BTreeMap;

fn with_template(bench: &Bench, name: &str, text: &str) {
    let folder = name.rsplit_once('/').unwrap().0;
    make_dir(&*bench.fs, &bench.path("templates")).unwrap();
    make_dir(&*bench.fs, &bench.path(&format!("templates/{folder}"))).unwrap();
    bench.write(&format!("templates/{name}"), text);
}

/// A game with a player and robots.
const GAMES: [(&str, &str, &[&str]); 5] = [
    ("conquistador", "spain", &["england", "france", "portugal"]),
    ("these-new-worlds", "north", &["south"]),
    ("voyages-1492", "red", &["blue"]),
    ("anno-1503", "red", &["blue", "green"]),
    ("new-world-1500", "red", &["blue"]),
];

/// Everything that four turns of a game mail and publish.
fn all_of(
    (game, player, robots): (&str, &str, &[&str]),
    own: bool,
) -> (Vec<Taken>, BTreeMap<String, Vec<u8>>) {
    let mut bench = Bench::new();
    if own {
        // Nothing uses it, but all others are weighed beside it.
        with_template(&bench, "_common/nothing.txt", "nothing\n");
    }
    let player = format!("{player}=Ana <ana@example.org>");
    let wanted = Match {
        game,
        id: "match",
        players: &[&player],
        robots,
        ..WORLDS
    };
    wanted.found(&bench.club, bench.now).unwrap();
    bench.later(60).tick();
    let seat = bench.note("match").desk.called[0];
    for turn in 0..4 {
        let Some(sheet) = bench.sheet("match") else {
            break;
        };
        let lines = bench.good_lines("match", seat);
        let asks = ["STATUS", "HELP", "MAP", "WHY"][turn % 4];
        let words = format!("{lines}\n{asks}\nNONSENSE 3\nNEWS\nA word.\nEND");
        bench.send("match", seat.as_str(), &sheet, &words);
        bench.later(60).tick();
        referee::resolve(&bench.club, "match", "it is late", bench.now).unwrap();
        bench.later(60).tick();
    }
    if bench.sheet("match").is_some() {
        end::end(&bench.club, "match", "", bench.now).unwrap();
        bench.later(60).tick();
    }
    let place = bench.path("pages");
    let made = site::make(&bench.club, &place).unwrap();
    assert_eq!(made.failed, [""; 0]);
    let pages = bench.fs.tree().into_iter();
    let pages = pages.filter(|it| it.0.starts_with("club/pages/") && !it.0.ends_with("-site"));
    (bench.post.taken, pages.collect())
}

#[test]
fn what_a_club_does_not_replace_reads_as_ever() {
    for played in GAMES {
        let (mails, pages) = all_of(played, false);
        let (weighed, weighed_pages) = all_of(played, true);
        let game = played.0;
        assert!(mails.len() > 8 && pages.len() > 10, "{game}");
        for (one, other) in mails.iter().zip(&weighed) {
            assert_eq!(one.key, other.key);
            assert!(
                one.message == other.message,
                "{game}: {} is another",
                one.key
            );
        }
        assert_eq!(mails.len(), weighed.len());
        for (path, bytes) in &pages {
            assert!(
                weighed_pages.get(path) == Some(bytes),
                "{game}: {path} is another"
            );
        }
    }
}

/// What doubles, repeats or goes round, as it was tried by hand.
#[test]
fn whatever_a_template_tries_the_report_is_ours_and_the_referee_is_told() {
    let plain = {
        let mut bench = Bench::with(&DUEL);
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(60).tick();
        bench.text(&bench.last("duel", "north", ".report").message)
    };
    let without_witness = |text: &str| text.split("Witness:").next().unwrap().to_owned();
    for tries in [
        "{{ 'x' | pad(999999999999) }}",
        "{{ 'x' | pad_left(999999999999) }}",
        "{% set x = namespace(a='x') %}{% for i in range(60) %}{% set x.a = x.a ~ x.a %}{% endfor \
         %}",
        "{% for i in range(99999) | list %}{% endfor %}",
        "{% for a in range(999) %}{% for b in range(999) %}{% set c = range(999) | list %}\
         {% endfor %}{% endfor %}",
        "{{ 'xy' | replace('', 'x' | pad(400)) | replace('', 'x' | pad(400)) \
         | replace('', 'x' | pad(400)) | replace('', 'x' | pad(400)) }}",
        "{{ '%999999999d' | format(1) }}",
        "{{ 'x' * 99999999 }}",
        "{{ ['x'] * 99999999 }}",
        "{{ 'x' | center(99999999) }}",
        "{{ 'x' | indent(99999999) }}",
        "{{ range(999) | list | join('x' | pad(500)) | list | join('x' | pad(500)) }}",
        "{% macro f(x) %}{{ f(x ~ x) }}{% endmacro %}{{ f('x') }}",
        "{% macro f(x) %}{{ f(x) }}{{ f(x) }}{% endmacro %}{{ f('x') }}",
        "{% include '_common/report.txt' %}",
        "{% for x in ['x'] recursive %}{{ loop(['x', 'x']) }}{% endfor %}",
        "{% set x = namespace() %}{% set x.x = x %}{{ x }}",
        "{% set x = ['x'] %}{% set x = [x, x, x, x, x, x, x, x] %}\
         {% set x = [x, x, x, x, x, x, x, x] %}{% set x = [x, x, x, x, x, x, x, x] %}\
         {% set x = [x, x, x, x, x, x, x, x] %}{% set x = [x, x, x, x, x, x, x, x] %}{{ x }}",
        "{% set x %}{% for i in range(999) %}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
         xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{% endfor %}{% endset %}",
        "{% with x = 'x' %}{% endwith %}",
        "{{ 'x' | _pad(99999999) }}",
        "{{ ['x'] | map('_pad', 99999999) | list }}",
        "{{ ['x'] | map('pad', 99999999) | list }}",
        "{{ 'xxxx' | batch(99999999, 'x') | list }}",
        "{% raw %}{% endraw %}",
        "{{",
    ] {
        let mut bench = Bench::with(&DUEL);
        with_template(&bench, "_common/report.txt", tries);
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        let failed = bench.club.failed.lock().unwrap().clone();
        assert!(!failed.is_empty(), "{tries}: whoever resolves is told");
        bench.later(60).tick();
        let made = bench.text(&bench.last("duel", "north", ".report").message);
        assert_eq!(without_witness(&made), without_witness(&plain), "{tries}");
        // A tick tells by mail.
        bench.later(8 * 86_400).tick();
        let told = bench
            .post
            .taken
            .iter()
            .filter(|it| it.key.starts_with("template."));
        assert_eq!(told.count(), 1, "{tries}");
    }
}
