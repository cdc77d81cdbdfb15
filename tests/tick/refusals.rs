//! What is refused is refused for what it is: orders for another campaign or several, for several
//! seats, for a turn there is not.

use crate::support::{Bench, DUEL, Match, header, seat};
use packetboat::store::entry::Verdict;

/// Two campaigns of the same players.
fn two() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.start(&Match {
        id: "duel-2",
        ..DUEL
    });
    bench
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn receipt(bench: &Bench, id: &str) -> String {
    words(&bench.receipt(id, "north"))
}

fn filed(bench: &Bench, id: &str) -> usize {
    let table = bench.campaign(id).table;
    let seats = table.seats().into_iter();
    seats.map(|it| table.in_force(it).len()).sum()
}

#[test]
fn orders_for_another_campaign_than_the_address() {
    for id in ["duel", "duel-2"] {
        let mut bench = two();
        let other = if id == "duel" { "duel-2" } else { "duel" };
        let block = format!("#orders {id} north turn 1\nBID 3\n#end\n");
        let mail = bench.later(60).answer(other, "north", &block);
        bench.deliver(&mail);
        bench.tick();
        let text = receipt(&bench, other);
        let wanted = format!("your mail came to `{other}`, and this line names `{id}`");
        assert!(text.contains(&wanted), "{text}");
        assert!(text.contains(&format!("answer a mail of `{id}`")), "{text}");
        assert!(!text.contains("no campaign"), "{text}");
        assert_eq!((filed(&bench, "duel"), filed(&bench, "duel-2")), (0, 0));
    }
}

#[test]
fn what_may_be_a_password_in_the_place_of_the_campaign_is_not_repeated() {
    let mut bench = two();
    let block = "#orders babob-lusab-gutih-sonap north turn 1\nBID 3\n#end\n";
    let mail = bench.later(60).answer("duel", "north", block);
    bench.deliver(&mail);
    bench.tick();
    assert!(!receipt(&bench, "duel").contains("babob"));
}

#[test]
fn orders_for_two_campaigns_in_one_mail() {
    let mut bench = two();
    let block = |id: &str| format!("#orders {id} north turn 1\nBID 3\n#end\n");
    let both = format!("{}\n{}", block("duel"), block("duel-2"));
    let mail = bench.later(60).answer("duel", "north", &both);
    bench.deliver(&mail);
    bench.tick();
    let text = receipt(&bench, "duel");
    for wanted in [
        "sheets of more than one campaign, and a mail counts for one",
        "an answer to a mail of its own campaign",
    ] {
        assert!(text.contains(wanted), "{text}");
    }
    assert!(!text.contains("guess"), "{text}");
    assert_eq!((filed(&bench, "duel"), filed(&bench, "duel-2")), (0, 0));
    // Two that differ for one campaign are still not guessed at.
    let twice = format!("{}\n{}", block("duel"), block("duel").replace('3', "4"));
    let mail = bench.later(60).answer("duel", "north", &twice);
    bench.deliver(&mail);
    bench.tick();
    assert!(receipt(&bench, "duel").contains("we do not guess"));
}

#[test]
fn a_mail_to_the_addresses_of_two_seats() {
    let mut bench = Bench::with(&DUEL);
    let address = |it: &str| header(&bench.last("duel", it, ".report").message, "Reply-To");
    let both = format!(
        "{}, {}",
        address("north").unwrap(),
        address("south").unwrap()
    );
    let block = "#orders duel north turn 1\nBID 3\n#end\n";
    let mail = bench.later(60).written("ana@example.org", &both, block);
    bench.deliver(&mail);
    bench.tick();
    let told = bench.post.taken.last().unwrap();
    assert_eq!(told.to, "ana@example.org");
    let text = words(&bench.text(&told.message));
    assert!(
        text.contains("it came to the addresses of several seats"),
        "{text}"
    );
    assert!(
        !text.contains("campaign it is") && !text.contains("no campaign"),
        "{text}"
    );
    assert_eq!(filed(&bench, "duel"), 0);
}

#[test]
fn a_turn_behind_the_end_of_the_game() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "99", "BID 3");
    bench.tick();
    let text = receipt(&bench, "duel");
    assert!(
        text.contains("there is no turn 99: the game ends with turn 3"),
        "{text}"
    );
    assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Refused);
    bench.send("duel", "north", "1", "TURN 99\nBID 3\nTURN 3\nBID 2");
    bench.tick();
    let text = receipt(&bench, "duel");
    assert_eq!(
        text.matches("the game ends with turn 3").count(),
        1,
        "{text}"
    );
    let sheets = bench.campaign("duel").table.sheets(seat("north"));
    assert_eq!(
        sheets.into_iter().map(|it| it.turn).collect::<Vec<_>>(),
        [3]
    );
    bench.verify();
}
