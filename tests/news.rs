//! NEWS in a sheet: what is kept for the newspaper of a turn, what is refused, and when it is
//! printed.

use crate::support::{Bench, DUEL, Match, WORLDS, seat};
use packetboat::desk::commands::referee;
use packetboat::store::entry::Stop;
use packetboat::store::news::{News, Unprinted};

/// A receipt in one line.
fn receipt(bench: &mut Bench, sheet: &str, lines: &str) -> String {
    bench.send("duel", "north", sheet, lines);
    bench.later(60).tick();
    joined(&bench.receipt("duel", "north"))
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn waiting(bench: &Bench, id: &str) -> Vec<Unprinted> {
    bench.note(id).desk.news
}

/// All that was printed, by entry.
fn printed(bench: &Bench, id: &str) -> Vec<Vec<News>> {
    let notes = bench.notes(id).into_iter().map(|it| it.news);
    notes.filter(|it| !it.is_empty()).collect()
}

fn of(name: Option<&str>, lines: &[&str]) -> News {
    News {
        seat: name.map(seat),
        lines: lines.iter().map(|it| (*it).to_owned()).collect(),
    }
}

/// Lets the turn end.
fn resolve(bench: &mut Bench, id: &str) {
    referee::resolve(&bench.club, id, "", bench.now).unwrap();
    bench.later(60).tick();
}

#[test]
fn news_wait_for_the_reports_of_their_turn() {
    let mut bench = Bench::with(&DUEL);
    let told = receipt(
        &mut bench,
        "1",
        "BID 3\nNEWS\n\n“The chain” is long.\n\n  Very long.  \n\nEND",
    );
    assert!(
        told.contains(
            "Your news for turn 1 (3 lines) will be in everybody's next report and in the \
             newspaper, which anybody may read, under the name of your seat. NEWS NONE withdraws \
             it."
        ),
        "{told}"
    );
    // They are no orders, and make nobody ready.
    let news = waiting(&bench, "duel");
    assert_eq!(news[0].lines, ["“The chain” is long.", "", "  Very long."]);
    assert!(printed(&bench, "duel").is_empty());
    // Nobody hears of them by mail before.
    assert_eq!(bench.all("duel", "south", ".note").count(), 0);
    resolve(&mut bench, "duel");
    let lines = ["“The chain” is long.", "", "  Very long."];
    assert_eq!(printed(&bench, "duel"), [[of(Some("north"), &lines)]]);
    let last = bench.notes("duel");
    assert_eq!(last.last().unwrap().news.len(), 1);
    assert!(waiting(&bench, "duel").is_empty());
    resolve(&mut bench, "duel");
    assert_eq!(printed(&bench, "duel").len(), 1);
    bench.verify();
}

#[test]
fn news_alone_are_no_sheet() {
    let mut bench = Bench::with(&DUEL);
    let told = receipt(&mut bench, "1", "NEWS\nHere we are.\nEND");
    assert!(
        told.contains("Your news for turn 1 (1 line) will be in everybody's next report"),
        "{told}"
    );
    assert!(bench.campaign("duel").table.lines(seat("north")).is_empty());
    // Nor is a sheet that only says what is not printed any more.
    let told = receipt(&mut bench, "1", "NEWS NONE");
    assert!(
        told.contains("What you sent for the newspaper is withdrawn."),
        "{told}"
    );
}

#[test]
fn what_is_sent_again_takes_the_place_of_what_was_sent_before() {
    let mut bench = Bench::with(&DUEL);
    receipt(&mut bench, "1", "NEWS\nfirst\nEND\nNEWS\nsecond\nEND");
    assert_eq!(waiting(&bench, "duel").len(), 2);
    bench.send("duel", "south", "1", "NEWS\nfrom the south\nEND");
    let told = receipt(&mut bench, "1", "BID 2");
    assert!(!told.contains("newspaper"), "{told}");
    // A sheet that says nothing of them leaves them as they are.
    assert_eq!(waiting(&bench, "duel").len(), 3);
    let told = receipt(&mut bench, "1", "NEWS\nthird\nEND");
    assert!(
        told.contains("under the name of your seat, instead of what you sent before."),
        "{told}"
    );
    let told = receipt(&mut bench, "1", "NEWS\nEND");
    assert!(told.contains("is withdrawn"), "{told}");
    let told = receipt(&mut bench, "1", "NEWS NONE");
    assert!(told.contains("Nothing of yours is waiting"), "{told}");
    // What took it back may say something new.
    receipt(&mut bench, "1", "NEWS\nfourth\nEND");
    // In whatever order they stand.
    receipt(&mut bench, "1", "NEWS\nfifth\nEND\nNEWS NONE");
    resolve(&mut bench, "duel");
    let wanted = [
        of(Some("south"), &["from the south"]),
        of(Some("north"), &["fifth"]),
    ];
    assert_eq!(printed(&bench, "duel"), [wanted]);
}

#[test]
fn a_check_keeps_nothing_and_the_sheet_it_prints_holds_them() {
    let mut bench = Bench::with(&DUEL);
    let told = receipt(&mut bench, "1", "CHECK\nBID 3\nNEWS\nHere we are.\nEND");
    assert!(waiting(&bench, "duel").is_empty());
    assert!(told.contains("NEWS Here we are. END"), "{told}");
    receipt(&mut bench, "1", "NEWS\nHere we are.\nEND");
    receipt(&mut bench, "1", "CHECK\nNEWS NONE");
    assert_eq!(waiting(&bench, "duel").len(), 1);
}

#[test]
fn twenty_lines_of_a_seat_are_printed_in_a_turn() {
    let mut bench = Bench::with(&DUEL);
    let line = "x".repeat(500);
    let lines = format!("{line}\n").repeat(15);
    let told = receipt(
        &mut bench,
        "1",
        &format!("NEWS\n{lines}END\nNEWS\n{lines}END"),
    );
    assert!(
        told.contains(
            "10 lines of your news were left out: the limit is 20 lines a turn from one seat. \
             To choose which, send NEWS again."
        ),
        "{told}"
    );
    let lengths = |it: &Unprinted| (it.lines.len(), it.lines[0].chars().count());
    let news = waiting(&bench, "duel");
    assert_eq!(
        news.iter().map(lengths).collect::<Vec<_>>(),
        [(15, 400), (5, 400)]
    );
    let told = receipt(&mut bench, "1", &format!("NEWS\n{}END", "a\n".repeat(21)));
    assert!(told.contains("1 line of your news was left out"), "{told}");
}

#[test]
fn only_where_the_campaign_allows_it_nobody_is_named() {
    let mut bench = Bench::with(&DUEL);
    receipt(&mut bench, "1", "NEWS\nstays\nEND");
    let told = receipt(&mut bench, "1", "NEWS ANONYMOUS\nwho was it?\nEND");
    assert!(
        told.contains(
            "Your news was not taken: in this campaign news is printed with the name of its \
             seat. For that, write NEWS instead of NEWS ANONYMOUS"
        ),
        "{told}"
    );
    assert_eq!(waiting(&bench, "duel")[0].lines, ["stays"]);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "anonymous_news = false",
        "anonymous_news = true",
    );
    let told = receipt(
        &mut bench,
        "1",
        "NEWS\nI was here\nEND\nNEWS ANONYMOUS\nwho was it?\nEND",
    );
    assert!(told.contains("without the name of your seat"), "{told}");
    resolve(&mut bench, "duel");
    let wanted = [
        of(Some("north"), &["I was here"]),
        of(None, &["who was it?"]),
    ];
    assert_eq!(printed(&bench, "duel"), [wanted]);
}

#[test]
fn what_looks_like_orders_is_held() {
    let mut bench = Bench::with(&DUEL);
    let told = receipt(&mut bench, "1", "NEWS\nDear all,\nBID 3\nEND");
    assert!(
        told.contains("Your news was not taken: `BID 3` in it looks like an order."),
        "{told}"
    );
    assert!(waiting(&bench, "duel").is_empty());
    let told = receipt(&mut bench, "1", "NEWS\nI shall BID 3.\nEND");
    assert!(
        told.contains("Your news for turn 1 (1 line) will be in everybody's next report"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_read_is_a_fault() {
    let mut bench = Bench::with(&DUEL);
    for (lines, wanted) in [
        ("NEWS\nno end", "the news has no END, so it was not taken"),
        (
            "NEWS TO ALL\nhello\nEND",
            "NEWS must be alone on its line, above the text to be printed",
        ),
        (
            "NEWS ANON\nhello\nEND",
            "write NEWS, NEWS ANONYMOUS or NEWS NONE",
        ),
        (
            "NEWS NONE please",
            "write NEWS, NEWS ANONYMOUS or NEWS NONE",
        ),
    ] {
        let told = receipt(&mut bench, "1", &format!("BID 3\n{lines}"));
        assert!(told.contains(wanted), "{lines}: {told}");
        assert!(waiting(&bench, "duel").is_empty(), "{lines}");
    }
}

#[test]
fn news_count_as_letters_do() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "per_turn = 10",
        "per_turn = 2",
    );
    receipt(&mut bench, "1", "NEWS\none\nEND\nMESSAGE TO south\nhi\nEND");
    let told = receipt(&mut bench, "1", "NEWS\ntwo\nEND");
    assert!(told.contains("1 letter of yours was not sent"), "{told}");
    assert_eq!(waiting(&bench, "duel")[0].lines, ["one"]);
    // They can always be taken back.
    let told = receipt(&mut bench, "1", "NEWS NONE");
    assert!(told.contains("is withdrawn"), "{told}");
    assert!(waiting(&bench, "duel").is_empty());
}

#[test]
fn proofs_of_sender_are_starred_out() {
    let mut bench = Bench::with(&DUEL);
    let word = "babob-lusab-babob-lusab";
    let report = bench.last("duel", "north", ".report").message.clone();
    let address = crate::support::header(&report, "Reply-To").unwrap();
    let address = address.rsplit_once('<').map_or(&*address, |it| it.1);
    let told = receipt(&mut bench, "1", &format!("NEWS\nmy address {address}\nEND"));
    assert!(told.contains("looks like an address"), "{told}");
    let local = address.split('@').next().unwrap();
    let lines = format!("NEWS\nmy word is {word}\nmy address {local}\nthe\u{202e}end\nEND");
    receipt(&mut bench, "1", &lines);
    let news = waiting(&bench, "duel").remove(0).lines.join("\n");
    assert!(news.contains("my word is ****"), "{news}");
    let token = address.split(['.', '@']).nth(2).unwrap();
    assert!(!news.contains(token), "{news}");
    assert!(news.ends_with("theend"), "{news}");
}

#[test]
fn without_proof_news_are_never_kept() {
    let mut bench = Bench::with(&DUEL);
    let text = "#orders duel north turn 1\nBID 3\nNEWS\nhello\nEND\n#end\n";
    let mail = bench.written("eve@evil.example", "orders@club.example", text);
    bench.later(60).deliver(&mail);
    bench.tick();
    let asked = joined(&bench.text(&bench.last("duel", "north", ".refusal").message));
    assert!(asked.contains("lines for the newspaper (NEWS)"), "{asked}");
    assert!(!asked.contains("hello"), "{asked}");
    assert!(waiting(&bench, "duel").is_empty());
}

#[test]
fn under_review_they_are_printed_when_the_reports_go_out() {
    let mut bench = Bench::with(&WORLDS);
    bench.edit(
        "campaigns/worlds/campaign.toml",
        "review      = false",
        "review      = true",
    );
    bench.send("worlds", "north", "1", "NEWS\nhello\nEND");
    bench.later(60).tick();
    resolve(&mut bench, "worlds");
    assert_eq!(waiting(&bench, "worlds").len(), 1);
    assert!(printed(&bench, "worlds").is_empty());
    referee::release(&bench.club, "worlds", "", bench.now).unwrap();
    assert!(waiting(&bench, "worlds").is_empty());
    let released = bench.note("worlds");
    assert_eq!(released.news, [of(Some("north"), &["hello"])]);
}

#[test]
fn what_is_sent_last_is_printed_at_the_end() {
    let mut bench = Bench::with(&DUEL);
    receipt(&mut bench, "1", "NEWS\nfarewell\nEND");
    packetboat::desk::commands::end::end(&bench.club, "duel", "", bench.now).unwrap();
    let last = bench.note("duel");
    assert_eq!(last.desk.stop, Stop::Over);
    assert_eq!(last.news, [of(Some("north"), &["farewell"])]);
    // Nothing is taken any more.
    receipt(&mut bench, "1", "NEWS\nonce more\nEND");
    assert!(waiting(&bench, "duel").is_empty());
}

#[test]
fn in_the_midst_of_a_turn_nothing_is_printed() {
    let mut bench = Bench::with(&Match {
        game: "toy/skirmish",
        scenario: Some("duel"),
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        options: &["interrupts=true"],
        ..DUEL
    });
    for turn in 0..20 {
        let sheet = bench.sheet("duel").unwrap();
        bench.send("duel", "red", &sheet, "ATTACK blue\nNEWS\nhear!\nEND");
        bench.send("duel", "blue", &sheet, "ATTACK red");
        bench.later(2 * 3_600).tick();
        let last = bench.note("duel");
        if last.desk.stop == Stop::Interrupt {
            assert!(last.news.is_empty(), "{turn}");
            assert_eq!(last.desk.news.len(), 1, "{turn}");
            let asked = last.desk.called[0];
            bench.send("duel", asked.as_str(), &sheet, "SPOILS MEN\nGOAHEAD");
            bench.later(2 * 3_600).tick();
            let last = bench.note("duel");
            if last.desk.stop != Stop::Interrupt {
                assert_eq!(last.news, [of(Some("red"), &["hear!"])], "{turn}");
                return;
            }
        }
    }
    panic!("nobody was asked");
}
