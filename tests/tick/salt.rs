//! Words that players add to the dice: taken once, from whoever proved who he is, and in force for
//! good.

use crate::support::{Bench, DUEL, Match, header, seat};
use packetboat::desk::commands::{players, referee};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::engine::dice::{hex, salt_digest};
use packetboat::store::fs::Fs;

const WORDS: &str = "my grandmother keeps 7 cats";

fn long() -> Bench {
    Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    })
}

/// How many seats have added words.
fn salts(bench: &Bench) -> usize {
    let seats = bench.note("duel").desk.seats;
    seats.that(|it| it.salt.is_some()).count()
}

fn report(bench: &Bench, seat: &str) -> String {
    bench.text(&bench.last("duel", seat, ".report").message)
}

fn digest(of: &str, words: &str) -> String {
    hex(&salt_digest("duel", of, words))
}

fn state(bench: &Bench) -> String {
    let entry = bench.note("duel").files[&packetboat::store::entry::StateFile::State].entry;
    bench.read(&format!("campaigns/duel/log/{entry:06}/state.toml"))
}

#[test]
fn words_of_a_player_stir_the_dice_and_stay() {
    let mut plain = long();
    let mut bench = long();
    assert!(report(&bench, "north").contains("SALT and a few words"));
    // A line below is none of the words, though it is no order either.
    bench.send("duel", "north", "1", &format!("BID 3\nSALT {WORDS}\nbit 4"));
    bench.tick();
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("bit 4"), "{receipt}");
    assert!(
        receipt.contains(&format!("are noted: \"{WORDS}\"")),
        "{receipt}"
    );
    assert!(receipt.contains(&digest("north", WORDS)), "{receipt}");
    // The first count; the same again is no other.
    for (words, told) in [(WORDS, "are noted"), ("something else", "add words once")] {
        bench.send("duel", "north", "1", &format!("BID 3\nSALT {words}"));
        bench.tick();
        let receipt = bench.receipt("duel", "north");
        let flat = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(told), "{words}: {receipt}");
    }
    bench.send("duel", "north", "1", "CANCEL");
    bench.tick();
    plain.now = bench.now;
    for bench in [&mut bench, &mut plain] {
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(60).tick();
    }
    assert_ne!(state(&bench), state(&plain), "the same seed, other draws");
    assert_eq!(
        bench.note("duel").dice.shown,
        plain.note("duel").dice.shown,
        "what is shown of the chain stays as it was sealed"
    );
    // All see the digest, and nobody else the words.
    for seat in ["north", "south"] {
        let report = report(&bench, seat);
        assert!(report.contains(&digest("north", WORDS)), "{report}");
        // Of who has added nothing, nothing is shown.
        assert!(!report.contains(&digest("south", WORDS)), "{report}");
        assert_eq!(report.contains(WORDS), seat == "north", "{report}");
        assert!(!report.contains("SALT and some words"), "{report}");
    }
    assert!(!report(&plain, "south").contains("have added to the dice"));
    // The gate that called South is closed.
    bench.send("duel", "south", "2", "SALT too late");
    bench.tick();
    let receipt = bench.receipt("duel", "south");
    let flat = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("only before your first turn"), "{receipt}");
    // What is undone takes no words back.
    referee::rollback(&bench.club, "duel", 0, "a mistake", bench.now).unwrap();
    bench.later(60).tick();
    assert!(report(&bench, "south").contains(&digest("north", WORDS)));
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    bench.verify();
    plain.verify();
}

#[test]
fn words_are_taken_from_their_player_alone() {
    let mut bench = long();
    let text = format!("#orders duel north turn 1\nBID 3\nSALT {WORDS}\n#end\n");
    // By file.
    let taken = referee::submit(&bench.club, "duel", seat("north"), &text, bench.now).unwrap();
    assert!(
        taken.text.contains("from your own mails only"),
        "{}",
        taken.text
    );
    // Without proof, and by a yes to that.
    let mail = bench.written("eve@example.net", "orders@club.example", &text);
    bench.later(60).deliver(&mail);
    bench.tick();
    let question = bench.text(&bench.last("duel", "north", ".refusal").message);
    let flat = question.replace('\n', " ");
    assert!(flat.contains("words for the dice (SALT)"), "{question}");
    assert!(!question.contains(WORDS), "{question}");
    let code = question.split("; CONFIRM ").nth(1).unwrap();
    let code: String = code
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let yes = format!("#orders duel north turn 1\nCONFIRM {code}\n#end\n");
    let mail = bench.written("ana@example.org", "orders@club.example", &yes);
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(salts(&bench), 0);
    // Read and not filed.
    bench.send("duel", "north", "1", &format!("CHECK\nSALT {WORDS}"));
    bench.tick();
    assert_eq!(salts(&bench), 0);
    for (words, fits) in [
        ("", false),
        ("caf\u{e9}", false),
        ("a.b", false),
        ("a b 9", true),
    ] {
        bench.send("duel", "south", "1", &format!("SALT {words}"));
        bench.tick();
        assert_eq!(salts(&bench) == 1, fits, "{words}");
    }
    let long = "a".repeat(61);
    bench.send("duel", "north", "1", &format!("SALT {long}"));
    bench.tick();
    assert!(bench.receipt("duel", "north").contains("up to 60 letters"));
    // Whoever comes later adds none.
    let dora = NewHolder::Person("Dora <dora@example.org>");
    let how = (dora, Lines::Keep);
    players::replace(&bench.club, "duel", seat("north"), how, "", bench.now).unwrap();
    bench.later(60).tick();
    bench.send("duel", "north", "1", "SALT new here");
    bench.tick();
    assert_eq!(salts(&bench), 1);
}

/// Words changed in the record, or taken out: with every hash made anew by hand the draws still
/// tell.
#[test]
fn changed_words_do_not_fit_the_draws() {
    let mut bench = long();
    bench.send("duel", "north", "1", &format!("BID 3\nSALT {WORDS}"));
    bench.tick();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    bench.verify();
    let entry = "campaigns/duel/log/000002/entry.toml";
    bench.edit(entry, WORDS, "my grandmother keeps 8 cats");
    bench
        .fs
        .remove_file(&bench.path("desk/register.toml"))
        .unwrap();
    let how = packetboat::desk::proof::verify::How { strict: false };
    let found = packetboat::desk::proof::verify::club(&bench.club, None, how).unwrap();
    let said = found.to_string();
    assert!(
        !found.is_well() && said.contains("added to the dice were changed"),
        "{said}"
    );
}

/// What a sheet that is only offered says besides orders is done by the OK to it.
#[test]
fn words_for_the_dice_and_letters_stand_in_a_sheet_that_is_offered() {
    let mut bench = long();
    let lines = format!("BID 3\nBIDD 4\nSALT {WORDS}\nMESSAGE TO south\nPeace?\nEND");
    let mail = bench.answer("duel", "north", &lines);
    bench.deliver(&mail);
    bench.later(60).tick();
    let offered = bench.receipt("duel", "north");
    assert!(offered.contains("nothing has been filed yet"), "{offered}");
    assert!(!offered.contains("noted"), "{offered}");
    assert!(offered.contains(&format!("\nSALT {WORDS}\n")), "{offered}");
    assert!(
        offered.contains("\nMESSAGE TO south\nPeace?\nEND\n"),
        "{offered}"
    );
    assert_eq!(bench.all("duel", "south", ".note").count(), 0);
    // The mail that is answered is the receipt.
    let receipt = bench.last("duel", "north", ".receipt").message.clone();
    let id = header(&receipt, "Message-ID").expect("every mail has one");
    let ok = bench.answer("duel", "north", "OK");
    let ok = ok.replacen("\n\n", &format!("\nIn-Reply-To: {id}\n\n"), 1);
    bench.deliver(&ok);
    bench.later(60).tick();
    let receipt = bench.receipt("duel", "north");
    assert!(
        receipt.contains(&format!("are noted: \"{WORDS}\"")),
        "{receipt}"
    );
    let letter = bench.text(&bench.last("duel", "south", ".note").message);
    assert!(letter.contains("Peace?"), "{letter}");
    // It is done once, and stands in no sheet any more.
    assert!(!receipt.contains("\nSALT"), "{receipt}");
}
