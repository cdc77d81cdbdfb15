//! A club that lives by mail alone: the referee has typed `init`, `new --open` and the line for
//! cron, and nothing else. Six people take seats, one leaves and another takes over, one has a
//! substitute for a week, and at last they agree on a draw.

use crate::support::{Bench, flat, header, seat};
use packetboat::desk::commands::create::{self, CampaignWanted};
use packetboat::desk::commands::records;
use packetboat::desk::commands::seating::{self, Meant};
use packetboat::store::entry::{Cause, Stop};

pub(crate) const CLUB: &str = "orders@club.example";
const HOUR: i64 = 3_600;

/// A name and an address.
pub(crate) type Person = (&'static str, &'static str);
const PEOPLE: [(Person, &str); 6] = [
    (("Ana", "ana@example.org"), "red"),
    (("Ben", "ben@example.net"), "purple"),
    (("Cleo", "cleo@example.com"), "blue"),
    (("Dora", "dora@example.se"), "green"),
    (("Eve", "eve@example.dk"), "yellow"),
    (("Finn", "finn@example.fi"), "white"),
];
const GINA: Person = ("Gina", "gina@example.it");
const HUGO: Person = ("Hugo", "hugo@example.pt");

/// A letter from somebody for whom the club's mail server vouches; what they get after it.
pub(crate) fn writes(bench: &mut Bench, (name, from): Person, to: &str, text: &str) -> Vec<String> {
    let domain = from.split('@').nth(1).unwrap();
    let mail = bench.written(&format!("{name} <{from}>"), to, text);
    let vouched = format!(
        "Authentication-Results: club.mx; dmarc=pass header.from={domain}\nReceived: from x by \
         club.mx\n{mail}"
    );
    let before = bench.post.taken.len();
    bench.later(300).deliver(&vouched);
    bench.later(300).tick();
    bench.later(300).tick();
    let new = bench.post.taken[before..].iter();
    let own = new.filter(|it| it.to == from);
    own.map(|it| bench.text(&it.message)).collect()
}

/// The same as an answer to the last mail about the campaign that has an address to answer.
fn answers(bench: &mut Bench, who: Person, text: &str) -> Vec<String> {
    answers_in(bench, "crowns", who, text)
}

/// The same in any campaign.
pub(crate) fn answers_in(
    bench: &mut Bench,
    campaign: &str,
    who: Person,
    text: &str,
) -> Vec<String> {
    let begin = format!("{campaign}.");
    let all = bench.post.taken.iter().rev();
    let mut own = all.filter(|it| it.to == who.1 && it.key.starts_with(&begin));
    let to = own.find_map(|it| header(&it.message, "reply-to")).unwrap();
    let to = to.split('<').next_back().unwrap().trim_end_matches('>');
    let to = to.to_owned();
    writes(bench, who, &to, text)
}

pub(crate) fn code(told: &[String]) -> String {
    let with = told.iter().find(|it| it.contains("CONFIRM ")).unwrap();
    let (_, rest) = with.split_once("CONFIRM ").unwrap();
    rest.split_whitespace().next().unwrap().to_owned()
}

/// Takes a seat that is open.
pub(crate) fn join(bench: &mut Bench, campaign: &str, who: Person, seat: &str) {
    let told = writes(bench, who, CLUB, &format!("JOIN {campaign} {seat}"));
    let yes = format!("CONFIRM {}", code(&told));
    let told = writes(bench, who, CLUB, &yes);
    assert!(told[0].contains("You play "), "{told:?}");
}

fn wait_until(bench: &mut Bench, moment: &str) {
    let until = crate::support::moment(moment);
    while bench.now < until {
        bench.later(6 * HOUR).tick();
    }
}

/// Everybody who has a seat sends the orders of a robot.
fn play(bench: &mut Bench, players: [Person; 6]) {
    let sheet = bench.sheet("crowns").unwrap();
    for (who, (_, name)) in players.into_iter().zip(PEOPLE) {
        let lines = bench.good_lines("crowns", seat(name));
        let block = format!("#orders crowns {name} turn {sheet}\n{lines}\n#end");
        let told = answers(bench, who, &block);
        assert!(
            told.iter().any(|it| it.contains("understood")),
            "{name}: {told:?}"
        );
    }
    bench.later(3 * HOUR).tick();
}

/// A club whose mail server vouches for senders.
fn vouched_for() -> Bench {
    let bench = Bench::new();
    let maildir = "maildir = \"mail\"";
    let server = format!("{maildir}\nauthserv_id = \"club.mx\"");
    bench.edit("packetboat.toml", maildir, &server);
    Bench::on(bench.fs.crash(0), bench.now)
}

/// A club into which strangers may come, with a campaign that waits for people.
pub(crate) fn waiting(wanted: &CampaignWanted<'_>) -> Bench {
    let bench = vouched_for();
    let seats = seating::open(&bench.club, wanted, (&[], Meant::default()), bench.now).unwrap();
    create::open(&bench.club, wanted, (&seats, ""), bench.now).unwrap();
    bench
}

#[test]
fn a_club_begins_plays_and_ends_by_mail_alone() {
    let wanted = CampaignWanted::usual("new-world-1500", "crowns", "sun 20:00");
    let mut bench = waiting(&wanted);
    for (who, name) in PEOPLE {
        join(&mut bench, "crowns", who, name);
    }
    let [ana, ben, cleo, dora, eve, finn] = PEOPLE.map(|it| it.0);
    assert_eq!(bench.note("crowns").desk.called.len(), 6);
    // Eve looks for somebody who plays for a week; Cleo leaves.
    answers(&mut bench, eve, "SUBSTITUTE 24 Nov - 1 Dec");
    let told = writes(&mut bench, HUGO, CLUB, "STANDBY ANY");
    assert!(
        told.iter()
            .any(|it| flat(it).contains("needs a player, from")),
        "{told:?}"
    );
    writes(&mut bench, HUGO, CLUB, &format!("CONFIRM {}", code(&told)));
    let told = answers(&mut bench, cleo, "RESIGN crowns");
    answers(&mut bench, cleo, &format!("CONFIRM {}", code(&told)));
    let told = writes(&mut bench, GINA, CLUB, "STANDBY crowns");
    writes(&mut bench, GINA, CLUB, &format!("CONFIRM {}", code(&told)));
    wait_until(&mut bench, "2026-11-22T10:00:00Z");
    play(&mut bench, [ana, ben, GINA, dora, eve, finn]);
    wait_until(&mut bench, "2026-11-29T10:00:00Z");
    play(&mut bench, [ana, ben, GINA, dora, HUGO, finn]);
    wait_until(&mut bench, "2026-12-02T12:00:00Z");
    assert_eq!(bench.sheet("crowns").unwrap(), "3");
    for who in [ana, ben, GINA, dora, eve, finn] {
        let told = answers(&mut bench, who, "VOTE DRAW");
        assert!(told[0].contains("Your vote is noted"), "{told:?}");
    }
    bench.later(24 * HOUR).tick();
    assert_eq!(bench.note("crowns").desk.stop, Stop::Over);
    let last = bench.last("crowns", "blue", ".report");
    assert_eq!(last.to, GINA.1);
    let text = bench.text(&last.message);
    assert!(text.contains("agreed to end the game in a draw"), "{text}");
    let causes = bench.notes("crowns").into_iter().map(|it| it.cause);
    let by_hand = causes.filter(|it| match it {
        Cause::Replaced { standby, .. } => !standby,
        Cause::Held { .. } | Cause::Extended { .. } | Cause::Released { .. } => true,
        _ => false,
    });
    assert_eq!(by_hand.count(), 0, "the referee did nothing");
    let found = records::records(&bench.club, None).unwrap();
    let kept = found
        .players
        .iter()
        .map(|it| (it.name.as_str(), it.kept.on_time, it.kept.left));
    let kept: Vec<_> = kept.collect();
    let wanted = [
        ("Ana", 2, 0),
        ("Ben", 2, 0),
        ("Cleo", 0, 1),
        ("Dora", 2, 0),
        ("Eve", 1, 0),
        ("Finn", 2, 0),
        ("Gina", 2, 0),
    ];
    assert_eq!(kept, wanted);
    bench.verify();
}
