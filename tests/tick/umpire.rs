//! A game that a person referees, by mail: free orders, rulings, rolls, and what goes wrong.

use super::typed::{in_force, say};
use crate::support::{Bench, Match, ROOT, flat, header, seat};
use packetboat::desk::commands::create::{self, CampaignWanted};
use packetboat::store::fs::Fs;
use std::path::Path;

const FIELD: Match<'static> = Match {
    game: "umpire",
    id: "field",
    scenario: None,
    players: &[
        "umpire=Uma <uma@example.org>",
        "red=Ana <ana@example.org>",
        "blue=Ben <ben@example.net>",
    ],
    robots: &[],
    options: &[],
    deadline: "7d 20:00",
};

pub(super) fn begun() -> Bench {
    let mut bench = Bench::with(&FIELD);
    bench.later(60).tick();
    bench
}

/// Until the umpire has both orders.
pub(super) fn ruling() -> Bench {
    let mut bench = begun();
    say(
        &mut bench,
        "field",
        "red",
        "We march at dawn.\n\nThe guns stay.",
    );
    say(
        &mut bench,
        "field",
        "blue",
        "ORDERS\nWe wait in the wood.\nEND",
    );
    bench.later(3 * 3600).tick();
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    bench
}

pub(super) fn report(bench: &Bench, who: &str) -> String {
    bench.text(&bench.last("field", who, ".report").message)
}

pub(super) fn mails(bench: &Bench, who: &str) -> usize {
    bench.all("field", who, ".").count()
}

#[test]
fn a_whole_turn() {
    let mut bench = ruling();
    let told = report(&bench, "umpire");
    assert!(
        told.contains("Red writes:\n  We march at dawn.\n\n  The guns stay."),
        "{told}"
    );
    assert!(
        told.contains("Blue writes:\n  We wait in the wood."),
        "{told}"
    );
    // Nobody else hears that the umpire is asked.
    assert_eq!((mails(&bench, "red"), mails(&bench, "blue")), (2, 2));
    say(
        &mut bench,
        "field",
        "umpire",
        "ROLL 2d6+1 FOR ALL \"the bridge\"\nROLL d20 FOR red \"luck\"",
    );
    let asked = bench.text(&bench.last("field", "umpire", ".report").message);
    assert!(
        flat(&asked).contains("Roll 1, 2d6+1 for the bridge:"),
        "{asked}"
    );
    assert!(flat(&asked).contains("Roll 1, 1d20 for luck:"), "{asked}");
    assert_eq!((mails(&bench, "red"), mails(&bench, "blue")), (2, 2));
    let mail = bench.in_reply_to(
        bench.last("field", "umpire", ".report"),
        "TO red\nThe bridge is yours.\nEND\nTO blue\nYou hear drums.\nEND\nSET red points +2\n\
         DEADLINE 10d",
    );
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert_eq!(bench.sheet("field").as_deref(), Some("2a"));
    let (red, blue) = (report(&bench, "red"), report(&bench, "blue"));
    assert!(
        red.contains("The bridge is yours.") && red.contains("1d20 for luck"),
        "{red}"
    );
    assert!(
        blue.contains("You hear drums.") && blue.contains("2d6+1 for the bridge"),
        "{blue}"
    );
    assert!(
        !(blue.contains("yours.") || blue.contains("luck") || blue.contains("dawn")),
        "{blue}"
    );
    assert!(!(red.contains("drums") || red.contains("wood")), "{red}");
    let asked_at = bench.note("field").desk.asked_at;
    let deadline = bench.note("field").desk.deadline.unwrap();
    let days = (deadline.seconds() - asked_at.seconds()) / 86_400;
    assert!((9..=10).contains(&days), "{days}");
    bench.verify();
}

/// What is typed is orders, whatever it looks like; letters in it are letters, and what reads as it
/// is counts as it is.
#[test]
fn all_that_a_player_types_is_their_orders() {
    for text in [
        "We march at dawn; IF they come, run.",
        "Dear Uma,\n\nGOAHEAD without us?\nNo: we wait.\n\nBest,\nAna",
        "PLAY R5\nMOVE NE",
        "#3 leads\n; the rest follow",
        "1. march\n2. rest\n3. END of the march",
    ] {
        let mut bench = begun();
        let receipt = say(&mut bench, "field", "red", text);
        let filed = in_force(&bench, "field", "red");
        let whole = format!("ORDERS \u{b6}{}", text.replace('\n', "\u{b6}"));
        assert_eq!(filed, [whole], "{receipt}");
        for line in text.lines() {
            assert!(receipt.contains(line), "{line}: {receipt}");
        }
    }
    let mut bench = begun();
    let receipt = say(
        &mut bench,
        "field",
        "red",
        "MESSAGE TO blue\nHello!\nEND\nWe march.",
    );
    assert_eq!(
        in_force(&bench, "field", "red"),
        ["ORDERS \u{b6}We march."],
        "{receipt}"
    );
    let letter = bench.text(&bench.last("field", "blue", ".note").message);
    assert!(
        letter.contains("Hello!") && !letter.contains("march"),
        "{letter}"
    );
    for text in [
        "GOAHEAD",
        "HELP",
        "AWAY 2026-12-24 to 2026-12-27",
        "Thanks!",
    ] {
        let mut bench = begun();
        say(&mut bench, "field", "red", text);
        assert_eq!(in_force(&bench, "field", "red"), [""; 0], "{text}");
    }
}

#[test]
fn free_orders_that_are_too_long_or_odd_are_refused_and_nothing_is_lost() {
    let long = "We march.\n".repeat(10_000);
    for (text, told) in [
        (long.as_str(), "at most 400 lines"),
        (
            "#orders field red turn 1a\nORDERS\nWe march.\n#end",
            "the text of this order has no END, so it was not filed",
        ),
        (
            "ORDERS\nWe march.\n#orders field blue turn 1a\nEND\n#end",
            "your address is that of red, not of blue",
        ),
    ] {
        let mut bench = begun();
        let receipt = flat(&say(&mut bench, "field", "red", text));
        assert!(receipt.contains(told), "{told}: {receipt}");
        assert_eq!(in_force(&bench, "field", "red"), [""; 0], "{receipt}");
        bench.verify();
    }
    // Without END it is offered, and OK files it.
    let mut bench = begun();
    let text = "#orders field red turn 1a\nORDERS\nWe march.\n#end";
    say(&mut bench, "field", "red", text);
    let mail = bench.in_reply_to(bench.last("field", "red", ".receipt"), "OK");
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert_eq!(in_force(&bench, "field", "red"), ["ORDERS \u{b6}We march."]);
}

/// A token in free orders is starred out before anybody reads it.
#[test]
fn no_token_is_passed_on() {
    let mut bench = begun();
    let report = bench.last("field", "blue", ".report");
    let address = header(&report.message, "Reply-To").unwrap();
    let token = address.split(['+', '@']).nth(1).unwrap().to_owned();
    say(
        &mut bench,
        "field",
        "red",
        &format!("We know your address: {token}"),
    );
    say(&mut bench, "field", "blue", "We wait.");
    bench.later(3 * 3600).tick();
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    let secret = token.rsplit('-').next().unwrap().to_owned();
    assert!(
        !self::report(&bench, "umpire").contains(&secret),
        "{secret}"
    );
}

#[test]
fn a_seat_that_is_forgotten_is_asked_about() {
    let mut bench = ruling();
    say(
        &mut bench,
        "field",
        "umpire",
        "TO red\nThe bridge is yours.\nEND",
    );
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    bench.last("field", "umpire", ".report");
    assert_eq!((mails(&bench, "red"), mails(&bench, "blue")), (2, 2));
    let mail = bench.in_reply_to(
        bench.last("field", "umpire", ".report"),
        "TO red\nThe bridge is yours.\nEND\nNOTHING TO blue",
    );
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert_eq!(bench.sheet("field").as_deref(), Some("2a"));
    assert!(!report(&bench, "blue").contains("yours"));
}

/// OK says no more than the sheet does: whoever is forgotten is asked about again.
#[test]
fn ok_forgets_nobody() {
    let mut bench = ruling();
    let sheet = "TO red\nThe bridge is yours.\nEND";
    say(&mut bench, "field", "umpire", sheet);
    let mail = bench.in_reply_to(bench.last("field", "umpire", ".report"), "OK");
    bench.later(60).deliver(&mail);
    bench.later(3 * 3600).tick();
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    assert_eq!((mails(&bench, "red"), mails(&bench, "blue")), (2, 2));
}

/// A text without END does not take the next one with it.
#[test]
fn a_text_without_end_is_told_to_nobody_else() {
    let mut bench = ruling();
    let sheet = "TO red\nThe bridge is yours.\nTO blue\nYou hear drums.\nEND";
    say(&mut bench, "field", "umpire", sheet);
    let told = in_force(&bench, "field", "umpire");
    assert!(told.iter().all(|it| !it.starts_with("TO red")), "{told:?}");
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    assert_eq!(mails(&bench, "red"), 2);
}

/// Nobody waits unasked for an umpire who sends nothing: the club's referee decides.
#[test]
fn without_an_umpire_the_campaign_is_held() {
    let mut bench = ruling();
    for _ in 0..20 {
        bench.later(86_400).tick();
    }
    let held = bench.note("field").desk.held.expect("it is held");
    assert!(held.contains("umpire referees"), "{held}");
    let told = bench.text(&bench.last("field", "referee", ".note").message);
    assert!(
        flat(&told).contains("Umpire (Uma) referees, and has sent nothing"),
        "{told}"
    );
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
}

/// One who has left is missed all the same: no turn goes by without a ruling.
#[test]
fn an_umpire_who_has_left_is_waited_for() {
    let mut bench = ruling();
    say(&mut bench, "field", "umpire", "RESIGN field");
    let mail = bench.in_reply_to(bench.last("field", "umpire", ".receipt"), "OK");
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert!(bench.note("field").desk.seats.get(seat("umpire")).left);
    for _ in 0..20 {
        bench.later(86_400).tick();
    }
    assert!(bench.note("field").desk.held.is_some());
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
}

/// What everybody is told of the next deadline is so, also where turns have none.
#[test]
fn a_deadline_counts_where_there_is_none() {
    let mut bench = Bench::with(&Match {
        deadline: "never",
        ..FIELD
    });
    bench.later(60).tick();
    say(&mut bench, "field", "red", "We march.");
    say(&mut bench, "field", "blue", "We wait.");
    bench.later(3 * 3600).tick();
    say(
        &mut bench,
        "field",
        "umpire",
        "TO ALL\nNight falls.\nEND\nDEADLINE 10d",
    );
    assert_eq!(bench.sheet("field").as_deref(), Some("2a"));
    assert!(bench.note("field").desk.deadline.is_some());
    assert!(report(&bench, "red").contains("The next orders may take 10 days."));
    bench.verify();
}

#[test]
fn no_seat_has_a_robot() {
    let bench = Bench::new();
    let with_robot = Match {
        players: &["umpire=Uma <uma@example.org>", "red=Ana <ana@example.org>"],
        robots: &["blue"],
        ..FIELD
    };
    let told = with_robot.found(&bench.club, bench.now).unwrap_err();
    assert!(
        told.to_string().contains("blue cannot have a robot"),
        "{told}"
    );
    let without = Match {
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        ..FIELD
    };
    let told = without.found(&bench.club, bench.now).unwrap_err();
    assert!(told.to_string().contains("nobody referees"), "{told}");
}

/// Whoever cannot prove to be the umpire rules nothing: forgeries by twenty roads.
#[test]
fn forged_rulings_are_refused() {
    let ruling_text = "TO ALL\nYou have all won.\nEND\nSET red points 99";
    let umpires = |bench: &Bench| {
        let ours = bench.last("field", "umpire", ".report");
        (ours.to.clone(), header(&ours.message, "Reply-To").unwrap())
    };
    let reds = |bench: &Bench| header(&bench.last("field", "red", ".report").message, "Reply-To");
    let mut tried = 0;
    for from in [
        "uma@example.org",
        "red <ana@example.org>",
        "ben@example.net",
        "x@example.com",
    ] {
        for (sheet, body) in [
            (
                "1b",
                format!("#orders field umpire turn 1b\n{ruling_text}\n#end"),
            ),
            ("1b", ruling_text.to_owned()),
            (
                "1a",
                format!("#orders field umpire turn 1a\nTURN 1b\n{ruling_text}\n#end"),
            ),
            (
                "-",
                format!("#orders field umpire 1b babab-babab-babab-babab\n{ruling_text}\n#end"),
            ),
            (
                "red",
                format!("#orders field umpire turn 1b\n{ruling_text}\n#end"),
            ),
        ] {
            let mut bench = ruling();
            let (_, address) = umpires(&bench);
            let token = address.split(['+', '@']).nth(1).unwrap().to_owned();
            let to = match sheet {
                // A token of another seat, a guess, none.
                "red" => reds(&bench).unwrap(),
                "1a" => {
                    address.replace(&token, &token.replace(|it: char| it.is_ascii_digit(), "7"))
                }
                _ => "orders@club.example".to_owned(),
            };
            if to == address {
                continue;
            }
            let mail = bench.written(from, &to, &body);
            bench.later(60).deliver(&mail);
            bench.later(60).tick();
            assert_eq!(
                bench.sheet("field").as_deref(),
                Some("1b"),
                "{from}, {to}: {body}"
            );
            assert_eq!(
                in_force(&bench, "field", "umpire"),
                [""; 0],
                "{from}, {to}: {body}"
            );
            tried += 1;
        }
    }
    assert!(tried >= 20, "{tried}");
}

/// What one seat wrote and was told shows nowhere in what another gets: many pairs of games that
/// differ in it alone.
#[test]
fn a_secret_changes_nothing_elsewhere() {
    let played = |secret: &str| {
        let mut bench = begun();
        say(&mut bench, "field", "red", secret);
        say(&mut bench, "field", "blue", "We wait.");
        bench.later(3 * 3600).tick();
        let text =
            format!("TO red\n{secret}\nEND\nTO blue\nNothing stirs.\nEND\nSET red morale steady");
        say(&mut bench, "field", "umpire", &text);
        assert_eq!(bench.sheet("field").as_deref(), Some("2a"));
        let all = bench.all("field", "blue", ".");
        let texts = all.map(|it| bench.text(&it.message));
        // The witness is of the entry, and the entry holds what was filed.
        let told = |text: String| {
            let lines = text.lines().filter(|it| !it.starts_with("Witness:"));
            lines.map(str::to_owned).collect::<Vec<String>>().join("\n")
        };
        texts.map(told).collect::<Vec<String>>()
    };
    let plain = played("We march.");
    for secret in [
        "We run away, far away, and take the guns.",
        "x",
        "#3 leads\n\n\nIF they come",
    ] {
        assert_eq!(played(secret), plain, "{secret}");
    }
}

pub(super) fn founded(bench: &Bench, from: &str, players: &[&str]) -> anyhow::Result<String> {
    let players: Vec<String> = players.iter().map(|it| (*it).to_owned()).collect();
    let wanted = CampaignWanted {
        from: Some(from),
        players: &players,
        ..CampaignWanted::usual("umpire", "field", "7d 20:00")
    };
    create::new(&bench.club, &wanted, bench.now)
}

pub(super) const FOUR: [&str; 3] = [
    "umpire=Uma <uma@example.org>",
    "north1=Ana <ana@example.org>",
    "south1=Ben <ben@example.net>",
];

#[test]
fn a_campaign_brings_its_own_seats_and_handbook() {
    let mut bench = Bench::new();
    founded(&bench, "double-blind", &FOUR).unwrap();
    bench.tick();
    let told = report(&bench, "north1");
    assert!(told.contains("The Two Bridges"), "{told}");
    assert!(
        told.contains("village of Alder") && !told.contains("the mill"),
        "{told}"
    );
    let receipt = say(&mut bench, "field", "north1", "HANDBOOK");
    assert!(
        receipt.contains("A double-blind battle for four brigades"),
        "{receipt}"
    );
    // Its files are its own from now on.
    let table = bench.read("campaigns/field/data/table.toml");
    assert!(table.contains("wooden"), "{table}");
    let receipt = flat(&say(
        &mut bench,
        "field",
        "north1",
        "stance: attak\nWe march.",
    ));
    assert!(
        receipt.contains("stance should be one of attack, hold, retreat, not attak"),
        "{receipt}"
    );
    assert!(
        receipt.contains("move should be 1 to 40 words"),
        "{receipt}"
    );
    bench.verify();
}

#[test]
fn a_folder_that_does_not_fit_is_refused() {
    let bench = Bench::new();
    let folder = Path::new(ROOT).join("mine");
    bench.fs.create_dir_all(&folder).unwrap();
    let from = folder.to_str().unwrap();
    let seats = "[[seat]]\nname = \"umpire\"\ntitle = \"U\"\nreferees = true\n\
                 [[seat]]\nname = \"red\"\ntitle = \"Red\"\n";
    let players = ["umpire=Uma <uma@example.org>", "red=Ana <ana@example.org>"];
    for (name, text, told) in [
        (
            "seats.toml",
            seats.replace("referees = true\n", ""),
            "referees = true",
        ),
        (
            "seats.toml",
            seats.replace("\"red\"", "\"umpire\""),
            "two seats have one name",
        ),
        ("seats.toml", "[[seat]\n".to_owned(), "seats.toml"),
        (
            "table.toml",
            "[[track]]\nname = \"gold\"\nstart = 5\nmost = 3\n".to_owned(),
            "gold",
        ),
        (
            "table.toml",
            "[[track]]\nname = \"Gold\"\nstart = 5\n".to_owned(),
            "small letters",
        ),
        (
            "table.toml",
            "[[track]]\nname = \"gold\"\nstart = 5\nmost = 9000000000000000000\n".to_owned(),
            "track gold: numbers are from -1000000 to 1000000",
        ),
        (
            "table.toml",
            "[[field]]\nname = \"move\"\nis = \"a poem\"\n".to_owned(),
            "a poem",
        ),
        (
            "table.toml",
            "[[opening]]\nto = [\"green\"]\ntext = \"Hi\"\n".to_owned(),
            "green",
        ),
        ("map.toml", "x = 1\n".to_owned(), "no use for map.toml"),
        (
            "game.toml",
            "title = \"x\"\n".to_owned(),
            "no use for game.toml",
        ),
    ] {
        bench.write("mine/seats.toml", seats);
        bench.write(&format!("mine/{name}"), &text);
        let error = founded(&bench, from, &players).unwrap_err();
        assert!(format!("{error:#}").contains(told), "{name}: {error:#}");
        bench.remove(&format!("mine/{name}"));
    }
    bench.write("mine/seats.toml", seats);
    founded(&bench, from, &players).unwrap();
    assert_eq!(
        bench.campaign("field").table.seats(),
        [seat("umpire"), seat("red")]
    );
    let other = founded(&bench, "nowhere", &players).unwrap_err();
    assert!(format!("{other:#}").contains("field"), "{other:#}");
}
