//! Seats that wait for players: a campaign that people fill by mail, and everybody who must not get
//! one.

use crate::support::{Bench, DUEL, Match, flat, seat};
use packetboat::desk::commands::create::{self, CampaignWanted};
use packetboat::desk::commands::seating::{self, Meant};
use packetboat::desk::commands::{end, gather};
use packetboat::store::entry::Cause;
use packetboat::store::fs::{Fs, make_dir};

const CLUB: &str = "orders@club.example";

/// A club whose mail server vouches for senders or not, with lines of its own under `[club]`.
fn club(vouches: bool, more: &str) -> Bench {
    let bench = Bench::new();
    if vouches {
        let maildir = "maildir = \"mail\"";
        let server = format!("{maildir}\nauthserv_id = \"club.mx\"");
        bench.edit("packetboat.toml", maildir, &server);
    }
    bench.edit(
        "packetboat.toml",
        "\nzone    =",
        &format!("\n{more}\nzone    ="),
    );
    Bench::on(bench.fs.crash(0), bench.now)
}

/// Lets a campaign of four wait for players, one of them a robot.
fn open(bench: &Bench) {
    let robots = ["east".to_owned()];
    let wanted = CampaignWanted {
        robots: &robots,
        seed: Some(&"5".repeat(64)),
        ..CampaignWanted::usual("toy/sealed", "bids", "sun 20:00")
    };
    let meant = Meant::default();
    let seats = seating::open(&bench.club, &wanted, (&[], meant), bench.now).unwrap();
    assert_eq!(seats, ["north", "south", "west"].map(seat));
    let told = create::open(&bench.club, &wanted, (&seats, "For beginners."), bench.now);
    assert!(told.unwrap().contains("JOIN bids"));
}

fn mail(bench: &Bench, (name, from): (&str, &str), text: &str, vouched: bool) -> String {
    let mail = bench.written(&format!("{name} <{from}>"), CLUB, text);
    let domain = from.split('@').nth(1).unwrap();
    let says = format!(
        "Authentication-Results: club.mx; dmarc=pass header.from={domain}\nReceived: from x by \
         club.mx\n"
    );
    if vouched { says + &mail } else { mail }
}

/// What somebody gets who writes so.
fn ask(bench: &mut Bench, who: (&str, &str), text: &str) -> Vec<String> {
    asks(bench, who, text, true)
}

fn asks(bench: &mut Bench, who: (&str, &str), text: &str, vouched: bool) -> Vec<String> {
    let before = bench.post.taken.len();
    let mail = mail(bench, who, text, vouched);
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    let new = bench.post.taken[before..].iter();
    let own = new.filter(|it| it.to == who.1);
    own.map(|it| flat(&bench.text(&it.message))).collect()
}

/// The code in an answer.
fn code(told: &[String]) -> String {
    let [told] = told else {
        panic!("one answer: {told:?}")
    };
    let after = told.split("CONFIRM ").nth(1).expect(told);
    after.split(' ').next().unwrap().to_owned()
}

const ANA: (&str, &str) = ("Ana Torres", "ana@example.org");
const BEN: (&str, &str) = ("Ben", "ben@example.net");
const CLEO: (&str, &str) = ("Cleo", "cleo@example.com");
const DORA: (&str, &str) = ("Dora", "dora@example.se");

fn joins(bench: &mut Bench, who: (&str, &str), line: &str) -> Vec<String> {
    let code = code(&ask(bench, who, line));
    ask(bench, who, &format!("CONFIRM {code}"))
}

#[test]
fn a_campaign_fills_by_mail_and_begins_with_the_last_seat() {
    let mut bench = club(true, "");
    open(&bench);
    let told = ask(&mut bench, ANA, "LIST");
    assert!(
        told[0].contains("bids (Sealed Bids): three of four seats are free"),
        "{told:?}"
    );
    assert!(told[0].contains("north, south, west"), "{told:?}");
    assert!(told[0].contains("For beginners."), "{told:?}");
    let told = joins(&mut bench, ANA, "JOIN bids south");
    assert!(told[0].contains("You play South in bids"), "{told:?}");
    assert!(told[0].contains("Two seats are still free"), "{told:?}");
    // Small letters and a greeting do as well, where the campaign is there.
    let told = joins(&mut bench, BEN, "Hi,\n\njoin bids\n\nBen");
    assert!(
        told.iter().any(|it| it.contains("You play North in bids")),
        "{told:?}"
    );
    assert!(gather::listed(&bench.club).unwrap().contains("free: west"));
    let told = joins(&mut bench, CLEO, "JOIN bids");
    assert!(told[0].contains("the game begins"), "{told:?}");
    bench.later(300).tick();
    let campaign = bench.campaign("bids");
    assert_eq!(campaign.player(seat("south")).unwrap().name, "Ana Torres");
    assert_eq!(
        campaign.player(seat("west")).unwrap().address.as_str(),
        CLEO.1
    );
    assert!(campaign.is_robot(seat("east")));
    for (seat, who) in [("south", ANA), ("north", BEN), ("west", CLEO)] {
        let report = bench.last("bids", seat, ".report");
        assert_eq!(report.to, who.1);
    }
    assert!(
        bench
            .fs
            .list(&bench.path("open"))
            .unwrap_or_default()
            .is_empty()
    );
    assert!(matches!(bench.notes("bids")[0].cause, Cause::Founded {}));
    bench.verify();
    // What comes too late is answered.
    let told = ask(&mut bench, DORA, "JOIN bids");
    assert!(
        told[0].contains("No campaign of that name is looking for players"),
        "{told:?}"
    );
}

#[test]
fn two_for_the_last_seat_in_one_tick() {
    let mut bench = club(true, "");
    open(&bench);
    joins(&mut bench, ANA, "JOIN bids");
    joins(&mut bench, BEN, "JOIN bids");
    let codes = [CLEO, DORA].map(|who| (who, code(&ask(&mut bench, who, "JOIN bids"))));
    let before = bench.post.taken.len();
    for (who, code) in &codes {
        let mail = mail(&bench, *who, &format!("CONFIRM {code}"), true);
        bench.later(10).deliver(&mail);
    }
    bench.later(60).tick();
    bench.later(300).tick();
    let told: Vec<(String, String)> = bench.post.taken[before..]
        .iter()
        .map(|it| (it.to.clone(), flat(&bench.text(&it.message))))
        .collect();
    let to = |who: (&str, &str), words: &str| {
        told.iter().any(|it| it.0 == who.1 && it.1.contains(words))
    };
    assert!(to(CLEO, "You play West in bids"), "{told:?}");
    assert!(to(DORA, "All seats of bids are taken"), "{told:?}");
    assert_eq!(
        bench.campaign("bids").player(seat("west")).unwrap().name,
        "Cleo"
    );
    bench.verify();
}

#[test]
fn who_must_not_get_a_seat_gets_none() {
    let mut bench = club(true, "banned = [\"eve@example.org\", \"@spam.example\"]");
    open(&bench);
    for who in [("Eve", "Eve@example.org"), ("Mallory", "m@spam.example")] {
        let told = ask(&mut bench, who, "JOIN bids");
        assert!(
            told[0].contains("does not take players from your address"),
            "{told:?}"
        );
    }
    // Nobody vouches for this one: no answer at all, or the club would mail whom it is told to.
    assert!(asks(&mut bench, ANA, "JOIN bids", false).is_empty());
    // A code that is not theirs, or none.
    let told = ask(&mut bench, ANA, "CONFIRM 0123456789");
    assert!(told.iter().all(|it| !it.contains("You play")), "{told:?}");
    // No such seat, no such campaign, a seat of the robot's.
    let told = ask(&mut bench, BEN, "JOIN bids moon");
    assert!(
        told[0].contains("That seat of bids is not free"),
        "{told:?}"
    );
    let told = ask(&mut bench, BEN, "JOIN bids east");
    assert!(
        told[0].contains("That seat of bids is not free"),
        "{told:?}"
    );
    let told = ask(&mut bench, BEN, "JOIN nowhere");
    assert!(told[0].contains("No campaign of that name"), "{told:?}");
    // Twice is once.
    joins(&mut bench, CLEO, "JOIN bids");
    let told = ask(&mut bench, CLEO, "JOIN bids");
    assert!(
        told[0].contains("You play North in bids already"),
        "{told:?}"
    );
    assert!(!bench.fs.list(&bench.path("open")).unwrap().is_empty());
}

#[test]
fn an_older_code_of_the_same_person_is_worth_nothing() {
    let mut bench = club(true, "");
    open(&bench);
    let old = code(&ask(&mut bench, ANA, "JOIN bids north"));
    let new = code(&ask(&mut bench, ANA, "JOIN bids west"));
    assert_ne!(old, new);
    assert!(
        ask(&mut bench, ANA, &format!("CONFIRM {old}"))
            .iter()
            .all(|it| !it.contains("You play"))
    );
    let told = ask(&mut bench, ANA, &format!("CONFIRM {new}"));
    assert!(told[0].contains("You play West"), "{told:?}");
    // Nor is a code good twice.
    let told = ask(&mut bench, BEN, &format!("CONFIRM {new}"));
    assert!(told.iter().all(|it| !it.contains("You play")), "{told:?}");
}

/// A thousand from one address, and one each from a thousand.
#[test]
fn those_who_ask_without_end_are_answered_within_the_answers_of_a_day() {
    let mut bench = club(true, "");
    open(&bench);
    let mut answers = 0;
    for _ in 0..300 {
        let mail = mail(&bench, ANA, "JOIN bids", true);
        bench.later(1).deliver(&mail);
    }
    bench.later(60).tick();
    answers += bench.post.taken.iter().filter(|it| it.to == ANA.1).count();
    assert_eq!(answers, 4);
    for number in 0..300 {
        let from = format!("p{number}@many{}.example", number % 60);
        let mail = mail(&bench, ("Pat", &from), "JOIN bids", true);
        bench.later(1).deliver(&mail);
    }
    bench.later(60).tick();
    let all = bench
        .post
        .taken
        .iter()
        .filter(|it| it.key.starts_with("join."));
    assert_eq!(all.count(), 50);
    let wishes = bench.read("open/bids/wishes.toml");
    assert!(wishes.matches("[[wish]]").count() <= 50, "{wishes}");
}

#[test]
fn the_referee_admits_where_nobody_vouches_or_so_wants_it() {
    for (vouches, more) in [(false, ""), (true, "join = \"referee\"")] {
        let mut bench = club(vouches, more);
        open(&bench);
        let code = code(&asks(&mut bench, ANA, "JOIN bids west", vouches));
        let told = asks(&mut bench, ANA, &format!("CONFIRM {code}"), vouches);
        assert!(told[0].contains("The referee decides"), "{told:?}");
        let to_referee = bench
            .post
            .taken
            .iter()
            .rfind(|it| it.key.contains("applies"));
        let text = flat(&bench.text(&to_referee.unwrap().message));
        assert!(
            text.contains("packetboat admit bids ana@example.org"),
            "{text}"
        );
        let listed = gather::listed(&bench.club).unwrap();
        assert!(
            listed.contains("to admit: packetboat admit bids ana@example.org"),
            "{listed}"
        );
        let said = gather::admit(&bench.club, "bids", (ANA.1, None), bench.now).unwrap();
        assert!(said.contains("Ana Torres plays west"), "{said}");
        bench.later(60).tick();
        let told = bench.post.taken.iter().rfind(|it| it.to == ANA.1).unwrap();
        let text = flat(&bench.text(&told.message));
        assert!(text.contains("You play West in bids"), "{text}");
        // Nobody else is let in unasked by an address alone.
        let error = gather::admit(&bench.club, "bids", (BEN.1, None), bench.now).unwrap_err();
        assert!(
            error.to_string().contains("has not asked for a seat"),
            "{error}"
        );
        gather::admit(
            &bench.club,
            "bids",
            ("Ben <ben@example.net>", None),
            bench.now,
        )
        .unwrap();
        // And the rest is robots'.
        let error = gather::begin(&bench.club, "bids", (&[], &[]), bench.now).unwrap_err();
        assert!(
            error.to_string().contains("south of bids has no player"),
            "{error}"
        );
        gather::begin(&bench.club, "bids", (&[seat("south")], &[]), bench.now).unwrap();
        bench.later(300).tick();
        assert!(bench.campaign("bids").is_robot(seat("south")));
        bench.verify();
    }
}

#[test]
fn whoever_waits_is_told_who_else_does_once_a_day_and_may_give_the_seat_back() {
    let mut bench = club(true, "");
    open(&bench);
    joins(&mut bench, ANA, "JOIN bids");
    let gathering = |bench: &Bench, to: &str| {
        let all = bench.post.taken.iter();
        let all = all.filter(|it| it.key.starts_with("gathering.") && it.to == to);
        all.map(|it| flat(&bench.text(&it.message)))
            .collect::<Vec<_>>()
    };
    joins(&mut bench, BEN, "JOIN bids");
    assert!(gathering(&bench, ANA.1).is_empty());
    bench.later(25 * 3_600).tick();
    bench.later(300).tick();
    let told = gathering(&bench, ANA.1);
    let last = told.last().unwrap();
    assert!(
        last.contains("Ana Torres (North) and Ben (South)"),
        "{last}"
    );
    assert!(last.contains("and East as a robot"), "{last}");
    assert!(!gathering(&bench, "referee@club.example").is_empty());
    // Nothing changes, nobody is told.
    let before = bench.post.taken.len();
    for _ in 0..5 {
        bench.later(25 * 3_600).tick();
    }
    assert_eq!(bench.post.taken.len(), before);
    let told = ask(&mut bench, ANA, "JOIN bids NONE");
    assert!(told[0].contains("You have no seat in bids now"), "{told:?}");
    assert!(
        gather::listed(&bench.club)
            .unwrap()
            .contains("free: north, west")
    );
    // The referee takes it back: whoever has a seat hears of it.
    end::end(&bench.club, "bids", "", bench.now).unwrap();
    bench.later(60).tick();
    let told = bench.post.taken.iter().rfind(|it| it.to == BEN.1).unwrap();
    assert!(flat(&bench.text(&told.message)).contains("has taken bids back"));
    assert!(
        !bench
            .fs
            .list(&bench.path("open"))
            .unwrap()
            .contains(&"bids".to_owned())
    );
}

/// Sentences that begin with these words are letters, as ever.
#[test]
fn sentences_are_no_requests() {
    let mut bench = club(true, "");
    open(&bench);
    for text in [
        "Join us for dinner on Friday!",
        "Join me?",
        "List your ships, please",
        "list of things I like",
        "JOIN the club, they said, it will be fun",
        "Joining is hard",
        "I would like to JOIN bids",
        "Join bids? I am not sure",
    ] {
        let told = ask(&mut bench, CLEO, text);
        let seat = |it: &String| it.contains("CONFIRM") || it.contains("looking for players: ");
        assert!(!told.iter().any(seat), "{text}: {told:?}");
        bench.later(25 * 3_600);
    }
}

/// Cut wherever it may be, it begins once, and nobody is lost.
#[test]
fn a_campaign_that_has_begun_waits_no_longer() {
    let mut bench = club(true, "");
    open(&bench);
    for who in [ANA, BEN, CLEO] {
        joins(&mut bench, who, "JOIN bids");
    }
    // As if the power had been cut between the two.
    let again = ["campaign.toml", "secret.toml", "wishes.toml"];
    bench.later(300).tick();
    let before = bench.note("bids").number;
    make_dir(&*bench.fs, &bench.path("open/bids")).unwrap();
    for file in again {
        bench.write(&format!("open/bids/{file}"), "x");
    }
    bench.later(300).tick();
    assert_eq!(bench.note("bids").number, before);
    assert!(
        !bench
            .fs
            .list(&bench.path("open"))
            .unwrap()
            .contains(&"bids".to_owned())
    );
    bench.verify();
}

#[test]
fn a_name_is_taken_by_one_that_waits() {
    let bench = club(true, "");
    open(&bench);
    let other = Match { id: "bids", ..DUEL };
    let error = other.found(&bench.club, bench.now).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("there is a campaign called `bids` already"),
        "{error}"
    );
}

/// `min_on_time` asks only of ten sheets on, of campaigns in the archive too.
#[test]
fn whoever_keeps_time_too_seldom_gets_no_open_seat() {
    let mut bench = club(true, "min_on_time = 80");
    let ids = ["one", "two"];
    for id in ids {
        bench.start(&Match {
            id,
            options: &["rounds=6"],
            ..DUEL
        });
    }
    // Ben sends every sheet, Ana none.
    let play = |bench: &mut Bench, turn: u32| {
        for id in ids {
            bench.send(id, "south", &turn.to_string(), "BID 1");
        }
        bench.later(7 * 86_400).tick();
    };
    (1..=4).for_each(|turn| play(&mut bench, turn));
    open(&bench);
    let told = ask(&mut bench, ("Ana", "ana@example.org"), "JOIN bids");
    assert!(told[0].contains("CONFIRM "), "eight sheets: {told:?}");
    (5..=6).for_each(|turn| play(&mut bench, turn));
    bench.later(3 * 7 * 86_400).tick();
    let put_away = |id: &str| {
        let start = format!("archive/{id}");
        bench.fs.tree().keys().any(|it| it.contains(&start))
    };
    assert!(ids.into_iter().all(put_away));
    let told = ask(&mut bench, ("Ana", "ana@example.org"), "JOIN bids");
    let said = "gives open seats to players who send at least 80 of a hundred order sheets by the \
                deadline. Yours: 0 order sheets on time, 12 missed.";
    assert!(told[0].contains(said), "{told:?}");
    let told = ask(&mut bench, BEN, "JOIN bids");
    assert!(told[0].contains("CONFIRM "), "{told:?}");
}
