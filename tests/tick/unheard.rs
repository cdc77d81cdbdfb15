//! Nobody stays unheard: what belongs to no campaign reaches the referee, and whoever proves who
//! they are is told where to write.

use crate::support::{Bench, DUEL, flat, header};
use packetboat::desk::inbox::unanswered;
use packetboat::mail::transport::Taken;
use packetboat_testkit::simulate::chance::Chance;

const CLUB: &str = "orders@club.example";
const REFEREE: &str = "referee@club.example";
const DAY: i64 = 86_400;

/// A club whose mail server vouches for senders.
fn club() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "packetboat.toml",
        "maildir = \"mail\"",
        "maildir = \"mail\"\nauthserv_id = \"club.mx\"",
    );
    bench.tick();
    let taken = bench.post.taken.clone();
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.post.taken = taken;
    bench
}

/// A mail that our own server vouches for.
fn vouched(mail: &str, from: &str) -> String {
    let domain = from.split('@').nth(1).unwrap();
    format!(
        "Authentication-Results: club.mx; dmarc=pass header.from={domain}\n\
         Received: from x by club.mx\n{mail}"
    )
}

/// Delivers what an address writes to the club, and ticks; the mails that come of it.
fn write(bench: &mut Bench, from: &str, text: &str, proved: bool) -> Vec<Taken> {
    let mail = bench.later(60).written(from, CLUB, text);
    bench.deliver(&if proved { vouched(&mail, from) } else { mail });
    tick(bench)
}

/// The mails of a tick that are no campaign's.
fn tick(bench: &mut Bench) -> Vec<Taken> {
    let before = bench.post.taken.len();
    bench.later(60).tick();
    let new = bench.post.taken[before..].iter();
    new.filter(|it| !it.key.starts_with("duel."))
        .cloned()
        .collect()
}

/// The one mail of these that goes to this address, in one line.
fn one(bench: &Bench, mails: &[Taken], to: &str) -> String {
    let own: Vec<&Taken> = mails.iter().filter(|it| it.to == to).collect();
    assert_eq!(own.len(), 1, "{to}: {mails:?}");
    flat(&bench.text(&own[0].message))
}

fn told(bench: &Bench) -> String {
    unanswered::told(&bench.club, bench.now).unwrap_or_default()
}

#[test]
fn a_stranger_is_read_by_the_referee_and_not_answered_without_a_proof() {
    let mut bench = club();
    assert_eq!(told(&bench), "");
    let text = "Do you have an open seat?\n\nCarla\n\n> #orders duel north turn 1\n> PASS";
    let mails = write(&mut bench, "carla@x.example", text, false);
    assert_eq!(mails.len(), 1, "{mails:?}");
    let said = one(&bench, &mails, REFEREE);
    assert!(said.contains(": Do you have an open seat?"), "{said}");
    assert!(
        said.contains("carla@x.example: orders It was not answered"),
        "{said}"
    );
    assert!(said.contains("Nothing proves who wrote it."), "{said}");
    assert!(
        told(&bench).contains("1 mail of the last 30 days"),
        "{}",
        told(&bench)
    );
    // More of that day waits for the next, in one mail.
    assert!(write(&mut bench, "dan@y.example", "And I?", false).is_empty());
    assert!(write(&mut bench, "eve@z.example", "I too", false).is_empty());
    assert!(
        told(&bench).contains("2 wait for the next daily mail"),
        "{}",
        told(&bench)
    );
    let mails = tick(bench.later(DAY));
    let said = one(&bench, &mails, REFEREE);
    assert!(
        said.contains(": And I?") && said.contains(": I too"),
        "{said}"
    );
    assert!(!said.contains("open seat"), "told once: {said}");
    assert!(tick(bench.later(DAY)).is_empty());
    bench.later(40 * DAY);
    assert_eq!(told(&bench), "");
}

#[test]
fn a_stranger_who_is_vouched_for_is_answered_once_a_week() {
    let mut bench = club();
    let carla = "carla@x.example";
    let mails = write(&mut bench, carla, "May I join the next game?", true);
    let answer = one(&bench, &mails, carla);
    assert!(
        answer.contains("write to the referee: referee@club.example"),
        "{answer}"
    );
    assert!(answer.contains("Conquistador"), "{answer}");
    assert!(!answer.contains("duel"), "no campaign is named: {answer}");
    let mail = mails.iter().find(|it| it.to == carla).unwrap();
    assert_eq!(header(&mail.message, "Reply-To").unwrap(), REFEREE);
    assert!(one(&bench, &mails, REFEREE).contains("The answer says what this club is"));
    for _ in 0..6 {
        let mails = write(bench.later(DAY), carla, "Hello?", true);
        let said = one(&bench, &mails, REFEREE);
        assert!(said.contains("less than a week ago"), "{said}");
        assert!(mails.iter().all(|it| it.to != carla));
    }
    let mails = write(bench.later(DAY), carla, "Hello?", true);
    assert!(one(&bench, &mails, carla).contains("write to the referee"));
}

#[test]
fn machines_are_read_by_nobody() {
    let mut bench = club();
    for head in [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "List-Id: <x.example>",
    ] {
        let mail = bench
            .later(60)
            .written("carla@x.example", CLUB, "I am away.");
        bench.deliver(&vouched(&format!("{head}\n{mail}"), "carla@x.example"));
        assert!(tick(&mut bench).is_empty(), "{head}");
        assert!(tick(bench.later(DAY)).is_empty(), "{head}");
    }
    assert_eq!(bench.ledger().len(), 3);
}

#[test]
fn letters_of_a_player_go_to_the_referee_at_once_three_a_day() {
    for proved in [true, false] {
        let mut bench = club();
        let ana = "ana@example.org";
        for at in 0..3 {
            let text = format!("Dear referee,\nI am ill this week. {at}");
            let mails = write(&mut bench, ana, &text, proved);
            let said = one(&bench, &mails, REFEREE);
            assert!(
                said.contains(&format!(": I am ill this week. {at}")),
                "{said}"
            );
            assert!(said.contains("north in duel"), "{said}");
            assert_eq!(said.contains("Nothing proves"), !proved, "{said}");
            let letter = mails.iter().find(|it| it.to == REFEREE).unwrap();
            assert_eq!(header(&letter.message, "Reply-To").unwrap(), ana);
            // The registered address is told once a day.
            let told = mails.iter().filter(|it| it.to == ana).count();
            assert_eq!(told, usize::from(at == 0), "{mails:?}");
            if at == 0 {
                assert!(one(&bench, &mails, ana).contains("passed on to the referee"));
            }
        }
        let mails = write(&mut bench, ana, "And a fourth one", proved);
        let said = one(&bench, &mails, REFEREE);
        assert!(said.contains(": And a fourth one"), "{said}");
        assert!(
            said.contains("The letters that reach you at once are used up for today"),
            "{said}"
        );
    }
}

/// Orders for no campaign are no letter: their player is told, as ever.
#[test]
fn orders_of_a_player_that_name_no_campaign_are_told_to_the_player() {
    let mut bench = club();
    let ana = "ana@example.org";
    let mails = write(
        &mut bench,
        ana,
        "#orders dule north turn 1\nBID 3\n#end",
        true,
    );
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(one(&bench, &mails, ana).contains("nothing in it was filed"));
}

/// Whoever referees may play: orders that somebody forgot to address are shown to nobody.
#[test]
fn lines_that_are_orders_are_not_shown() {
    let mut bench = club();
    let ana = "ana@example.org";
    let mails = write(&mut bench, ana, "I am ill.\nBID 3\nCan you wait?", false);
    let said = one(&bench, &mails, REFEREE);
    assert!(said.contains(": I am ill. : Can you wait?"), "{said}");
    assert!(said.contains("1 line of it reads as orders"), "{said}");
    assert!(!said.contains("BID"), "{said}");
    // Orders alone are no letter.
    let mails = write(bench.later(DAY), ana, "BID 3", true);
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(one(&bench, &mails, ana).contains("nothing in it was filed"));
}

#[test]
fn tokens_and_passwords_are_starred_out() {
    let mut bench = club();
    let home = header(&bench.last("duel", "north", ".report").message, "Reply-To").unwrap();
    let token = home.split(['+', '@']).nth(1).unwrap().to_owned();
    let text = format!("I found this: {home}\nand that: {token}@club.example");
    let mails = write(&mut bench, "carla@x.example", &text, false);
    let said = one(&bench, &mails, REFEREE);
    let secret = token.rsplit('.').next().unwrap();
    assert!(said.contains("I found this"), "{said}");
    assert!(!said.contains(secret), "{said}");
}

/// Whoever floods the club drowns nobody, and the mail keeps its size.
#[test]
fn a_flood_leaves_room_for_others() {
    let mut bench = club();
    let mut chance = Chance::new(46);
    write(&mut bench, "first@a.example", "The first of the day", false);
    let long = "Nothing but noise, line for line.\n".repeat(200);
    for at in 0..400 {
        let from = match chance.below(3) {
            0 => format!("w{at}@evil.example"),
            1 => format!("w{at}@x{at}.evil.example"),
            _ => "me@evil.example".to_owned(),
        };
        let mail = bench.written(&from, CLUB, &format!("{long}{at}"));
        bench.deliver(&mail);
    }
    let honest = bench
        .later(60)
        .written("carla@x.example", CLUB, "Is there a seat?");
    bench.deliver(&honest);
    let known = bench.written("dan@y.example", CLUB, "May I watch?");
    bench.deliver(&vouched(&known, "dan@y.example"));
    tick(&mut bench);
    let mails = tick(bench.later(DAY));
    let mail = mails.iter().find(|it| it.to == REFEREE).unwrap();
    let text = bench.text(&mail.message);
    assert!(text.contains(": Is there a seat?"), "{text}");
    assert!(text.contains(": May I watch?"));
    assert!(text.contains("more mails did not fit here"));
    let quoted: usize = text
        .lines()
        .filter(|it| it.starts_with("  : "))
        .map(str::len)
        .sum();
    assert!((40 << 10..=64 << 10).contains(&quoted), "{quoted}");
    assert!(text.len() < 80 << 10, "{}", text.len());
}

/// However people write to the club, somebody hears of it: the referee, or themselves.
#[test]
fn whatever_people_write_somebody_hears_of_it() {
    let senders = [
        "carla@x.example",
        "ana@example.org",
        "ben@example.net",
        REFEREE,
    ];
    let texts = [
        "Hello",
        "",
        "WATCH duel",
        "WATCH NONE",
        "HOLD duel",
        "JOIN duel",
        "#referee duel\nEXTEND 2d",
        "#orders nosuch north turn 1\nBID 3\n#end",
        "> On Monday you wrote:\n> Something else",
        "On Mon, 16 Nov 2026, Club wrote:\n> Something else",
        "STOP",
        "unsubscribe",
        "OK",
    ];
    for from in senders {
        for text in texts {
            for proved in [true, false] {
                let mut bench = club();
                let mails = write(&mut bench, from, text, proved);
                let known = [REFEREE, from];
                assert!(
                    mails.iter().any(|it| known.contains(&it.to.as_str())),
                    "{from}: {text:?}, proved: {proved}: nobody hears of it"
                );
                let strange = mails.iter().find(|it| !known.contains(&it.to.as_str()));
                assert!(strange.is_none(), "{from}: {text:?}: {strange:?}");
            }
        }
    }
}
