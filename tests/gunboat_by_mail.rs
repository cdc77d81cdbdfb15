//! Seven people who do not know each other play Diplomacy by mail alone, and write no letters: one
//! leaves, a standby comes, a power is out, and the survivors agree on a draw.

use crate::club_by_mail::{CLUB, Person, answers_in, code, join, waiting, writes};
use crate::support::{Bench, flat};
use packetboat::config::press::LettersPassed;
use packetboat::desk::commands::create::CampaignWanted;
use packetboat::engine::seat::Seat;
use packetboat::store::entry::Stop;

const GAME: &str = "gunboat";

const PEOPLE: [(Person, &str); 7] = [
    (("Ana", "ana@example.org"), "austria"),
    (("Ben", "ben@example.net"), "england"),
    (("Cleo", "cleo@example.com"), "france"),
    (("Dora", "dora@example.se"), "germany"),
    (("Elsa", "elsa@example.dk"), "italy"),
    (("Finn", "finn@example.fi"), "russia"),
    (("Gina", "gina@example.it"), "turkey"),
];
const HUGO: Person = ("Hugo", "hugo@example.pt");

fn begun() -> Bench {
    let wanted = CampaignWanted {
        anonymous: true,
        letters: LettersPassed::None,
        ..CampaignWanted::usual("diplomacy", GAME, "7d 20:00")
    };
    waiting(&wanted)
}

/// What each of them types above the quotation, and the sheet that is open afterwards.
fn play(bench: &mut Bench, orders: &[(&str, &str)], then: &str) {
    for (seat, text) in orders {
        let who = PEOPLE.iter().find(|it| it.1 == *seat).unwrap().0;
        let who = if *seat == "france" && bench.sheet(GAME).unwrap() != "1a" {
            HUGO
        } else {
            who
        };
        let quoting = format!("{text}\n\nOn Monday the club wrote:\n> Please send your orders\n");
        let told = answers_in(bench, GAME, who, &quoting);
        let understood = told.iter().any(|it| it.contains("understood"));
        assert!(understood, "{seat}: {told:?}");
    }
    for _ in 0..6 {
        bench.later(1_800).tick();
    }
    assert_eq!(bench.sheet(GAME).unwrap(), then);
}

/// Cleo leaves, and Hugo, who stands by, takes the seat.
fn change_players(bench: &mut Bench) {
    let cleo = PEOPLE[2].0;
    let told = answers_in(bench, GAME, cleo, &format!("RESIGN {GAME}"));
    // OK would leave the game, so no sheet is there that it might file.
    assert!(
        !told.iter().any(|it| it.contains("answer OK to file")),
        "{told:?}"
    );
    answers_in(bench, GAME, cleo, &format!("CONFIRM {}", code(&told)));
    let told = writes(bench, HUGO, CLUB, &format!("STANDBY {GAME}"));
    let taken = writes(bench, HUGO, CLUB, &format!("CONFIRM {}", code(&told)));
    let plays = taken.iter().any(|it| flat(it).contains("You play France"));
    assert!(plays, "{taken:?}");
}

/// What Russia sent ahead for winter is enough, and its report says so.
fn russia_has_said_all(bench: &Bench) {
    let winter = bench.text(&bench.last(GAME, "russia", ".report").message);
    let said = flat(&winter).contains("Nobody waits for more of them.");
    assert!(said, "{winter}");
}

/// There are no dice, so no mail speaks of any, until somebody asks; and no letters, so nobody is
/// told to write any.
fn nothing_is_said_of_dice_and_letters(bench: &mut Bench) {
    for mail in &bench.post.taken {
        let text = flat(&bench.text(&mail.message));
        for word in [
            "dice",
            "SALT",
            "seed",
            "sign your letters",
            "your neighbours",
        ] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
    let told = answers_in(bench, GAME, PEOPLE[0].0, "DICE");
    assert!(
        told[0].contains("There are no dice in this game"),
        "{told:?}"
    );
}

/// No player has read a name before the end but their own.
fn nobody_is_named(bench: &Bench) {
    let everybody: Vec<Person> = PEOPLE.iter().map(|it| it.0).chain([HUGO]).collect();
    for mail in &bench.post.taken {
        let text = bench.text(&mail.message);
        let to_player = everybody.iter().any(|it| it.1 == mail.to);
        if !to_player || text.contains("is over") {
            continue;
        }
        for (name, address) in everybody.iter().filter(|it| it.1 != mail.to) {
            let named = text.contains(name) || text.contains(address);
            assert!(!named, "{name}: {text}");
        }
    }
}

#[test]
fn seven_strangers_play_to_a_draw_by_mail_alone() {
    let mut bench = begun();
    for (who, seat) in PEOPLE {
        join(&mut bench, GAME, who, seat);
    }
    // As the field writes them.
    play(
        &mut bench,
        &[
            (
                "austria",
                "A VIE-TRI\nF TRI-ALB\nA BUD-SER\n\nThanks, and good luck to all!",
            ),
            ("england", "F LON - NTH\nF EDI - NWG\nA LVP - YOR"),
            ("france", "f bre-mao\na par-bur\na mar s a par-bur"),
            ("germany", "A BER-KIE\nF KIE-DEN\nA MUN-RUH"),
            (
                "italy",
                "Army Rome - Apulia\nFleet Naples - Ionian Sea\nArmy Venice Hold",
            ),
            ("russia", "A WAR-GAL\nA MOS-UKR\nF SEV-BLA\nF STP/SC-BOT"),
            ("turkey", "A CON-BUL\nA SMY-CON\nF ANK-BLA"),
        ],
        "1c",
    );
    change_players(&mut bench);
    play(
        &mut bench,
        &[
            ("austria", "A SER S F ALB-GRE\nF ALB-GRE\nA TRI H"),
            ("england", "A YOR-NWY\nF NTH C A YOR-NWY\nF NWG-BAR"),
            ("france", "F MAO-POR\nA BUR-MUN\nA MAR-SPA"),
            ("germany", "A KIE-HOL\nF DEN H\nA RUH-BEL"),
            ("italy", "A APU H\nF ION H\nA VEN-ROM"),
            (
                "russia",
                "F BOT-SWE\nF SEV-RUM\nA UKR S F SEV-RUM\nA GAL-BUD\n\
                 TURN W1901A\nB A WAR\nB A MOS\nB F STP/NC",
            ),
            ("turkey", "A BUL-GRE\nA CON-BUL\nF ANK-BLA"),
        ],
        "1e",
    );
    // Only those who build or disband are called; Russia has said so ahead.
    let desk = bench.note(GAME).desk;
    let called: Vec<&str> = desk.called.iter().map(Seat::as_str).collect();
    assert!(called.contains(&"russia") && called.len() < 7, "{called:?}");
    let builds = [
        ("austria", "B A VIE"),
        ("england", "BUILD F EDI"),
        ("france", "B F BRE\nB F MAR"),
        ("germany", "B A KIE\nB F BER"),
        ("italy", "B F NAP"),
        ("turkey", "B F CON"),
    ];
    russia_has_said_all(&bench);
    nothing_is_said_of_dice_and_letters(&mut bench);
    let builds: Vec<(&str, &str)> = builds
        .into_iter()
        .filter(|it| called.contains(&it.0))
        .collect();
    play(&mut bench, &builds, "2a");
    for (who, seat) in PEOPLE {
        let who = if seat == "france" { HUGO } else { who };
        let told = answers_in(&mut bench, GAME, who, "VOTE DRAW");
        assert!(told[0].contains("Your vote is noted"), "{told:?}");
    }
    bench.later(24 * 3_600).tick();
    assert_eq!(bench.note(GAME).desk.stop, Stop::Over);
    let last = bench.last(GAME, "france", ".report");
    assert_eq!(last.to, HUGO.1);
    let text = bench.text(&last.message);
    assert!(text.contains("agreed to end the game in a draw"), "{text}");
    assert!(
        flat(&text).contains("Austria (Ana) with 4 supply centres"),
        "{text}"
    );
    nobody_is_named(&bench);
    bench.verify();
}
