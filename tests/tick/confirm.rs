//! What only the registered address may say yes to: orders without proof, and another address for
//! a player's mails; how many answers a day brings; and letters that look like orders.

use crate::support::{Bench, DUEL, header, seat};
use packetboat::desk::commands::players::replace;
use packetboat::desk::commands::referee;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::store::entry::{Cause, Stop, Verdict};
use std::collections::BTreeSet;

const CLUB: &str = "orders@club.example";
const ELSEWHERE: &str = "ana@elsewhere.example";
const NEW: &str = "ana.new+duel@mail.example.net";

fn block(lines: &str) -> String {
    format!("#orders duel north turn 1\n{lines}\n#end\n")
}

/// Delivers a mail that proves nothing.
fn unproved(bench: &mut Bench, lines: &str) -> Verdict {
    let mail = bench.later(60).written(ELSEWHERE, CLUB, &block(lines));
    bench.deliver(&mail);
    bench.tick();
    bench.note("duel").mail[0].verdict
}

/// The code in the newest mail of a kind to north.
fn code(bench: &Bench, kind: &str) -> String {
    let text = bench.text(&bench.last("duel", "north", kind).message);
    let line = text.lines().find_map(|it| it.strip_prefix("; CONFIRM "));
    line.expect("it asks").trim().to_owned()
}

fn in_force(bench: &Bench) -> Vec<String> {
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

#[test]
fn orders_without_proof_wait_for_a_yes_from_the_registered_address() {
    let mut bench = Bench::with(&DUEL);
    assert_eq!(unproved(&mut bench, "BID 3"), Verdict::Held);
    assert!(in_force(&bench).is_empty());
    let asked = bench.last("duel", "north", ".refusal");
    assert_eq!(asked.to, "ana@example.org");
    let text = bench.text(&asked.message).replace('\n', " ");
    assert!(text.contains("from ana@elsewhere.example"), "{text}");
    assert!(text.contains("Nothing was filed yet"), "{text}");
    let code = code(&bench, ".refusal");
    // Sent back as it is, it says nothing: so a machine that answers confirms nothing.
    let question = bench.text(&bench.last("duel", "north", ".refusal").message);
    let mail = bench.later(60).written(ELSEWHERE, CLUB, &question);
    bench.deliver(&mail);
    bench.tick();
    assert!(in_force(&bench).is_empty());
    // A wrong code, and that of another seat, say nothing either, and are asked about by nobody.
    let sent = bench.all("duel", "north", ".refusal").count();
    for wrong in ["0123456789", "x", "", &code[1..]] {
        let lines = format!("CONFIRM {wrong}");
        assert_eq!(unproved(&mut bench, &lines), Verdict::Refused, "{wrong}");
    }
    assert!(bench.all("duel", "north", ".refusal").count() <= sent + 1);
    let mine = format!("#orders duel south turn 1\nCONFIRM {code}\n#end\n");
    let mail = bench.later(60).written("ben@example.net", CLUB, &mine);
    bench.deliver(&mail);
    bench.tick();
    assert!(in_force(&bench).is_empty());
    // The code proves enough, from wherever it comes and however it is written.
    let yes = format!("confirm {}", code.to_uppercase());
    assert_eq!(unproved(&mut bench, &yes), Verdict::Accepted);
    assert_eq!(in_force(&bench), ["BID 3"]);
    let receipts: Vec<_> = bench.all("duel", "north", ".receipt").collect();
    assert!(receipts.iter().all(|it| it.to == "ana@example.org"));
    let texts: Vec<String> = receipts.iter().map(|it| bench.text(&it.message)).collect();
    assert!(
        texts.len() == 1 && texts[0].contains("Confirmed:"),
        "{texts:?}"
    );
    assert!(texts[0].contains("1 order, understood"), "{}", texts[0]);
    // Once.
    let again = format!("CONFIRM {code}");
    assert_eq!(unproved(&mut bench, &again), Verdict::Refused);
    assert!(bench.post.taken.iter().all(|it| it.to != ELSEWHERE));
    bench.verify();
}

#[test]
fn what_is_confirmed_too_late_is_refused_like_any_late_sheet() {
    let mut bench = Bench::with(&DUEL);
    assert_eq!(unproved(&mut bench, "BID 3"), Verdict::Held);
    let code = code(&bench, ".refusal");
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    bench.send("duel", "north", "2", &format!("CHECK\nCONFIRM {code}"));
    bench.tick();
    assert_eq!(bench.note("duel").desk.asked.len(), 1);
    bench.send("duel", "north", "2", &format!("CONFIRM {code}"));
    bench.tick();
    assert_eq!(
        in_force(&bench),
        [""; 0],
        "{}",
        bench.receipt("duel", "north")
    );
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("nothing was filed"), "{receipt}");
    bench.send("duel", "north", "2", &format!("CONFIRM {code}"));
    bench.tick();
    let receipt = bench.receipt("duel", "north").replace('\n', " ");
    assert!(receipt.contains("confirms nothing"), "{receipt}");
    bench.verify();
}

/// Five questions wait at most; whoever sends more is refused, and told of once a day.
#[test]
fn a_flood_of_mails_without_proof_is_no_flood_of_questions() {
    let mut bench = Bench::with(&DUEL);
    let verdicts: Vec<Verdict> = (0..20)
        .map(|it| unproved(&mut bench, &format!("BID 3 ; {it}")))
        .collect();
    // Two from one domain.
    assert!(verdicts[..2].iter().all(|it| *it == Verdict::Held));
    assert!(verdicts[2..].iter().all(|it| *it == Verdict::Refused));
    assert_eq!(bench.all("duel", "north", ".refusal").count(), 3);
    let codes: BTreeSet<String> = bench
        .all("duel", "north", ".refusal")
        .filter_map(|mail| {
            let text = bench.text(&mail.message);
            text.lines()
                .find_map(|it| it.strip_prefix("; CONFIRM ").map(str::to_owned))
        })
        .collect();
    assert_eq!(codes.len(), 2);
    // Two weeks later nothing is left of them, and there is room again.
    let oldest = codes.first().unwrap().clone();
    referee::hold(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(15 * 24 * 3_600).tick();
    assert_eq!(unproved(&mut bench, "BID 4"), Verdict::Held);
    assert_eq!(bench.note("duel").desk.asked.len(), 1);
    assert_eq!(
        unproved(&mut bench, &format!("CONFIRM {oldest}")),
        Verdict::Refused
    );
    bench.verify();
}

/// Whoever floods a player with questions keeps no honest one out, and drives none out.
#[test]
fn questions_have_an_end_for_each_server_and_domain() {
    let mut bench = Bench::with(&DUEL);
    let forged = |bench: &mut Bench, server: u32, domain: u32, bid: u32| {
        let block = format!("#orders duel north turn 1\nBID {bid}\n#end\n");
        let from = format!("mallory@d{domain}.example");
        let mail = bench
            .later(60)
            .written(&from, "orders@club.example", &block);
        let way = "by mx.club.example with ESMTP; Mon, 16 Nov 2026 09:00:00 +0000";
        let way = format!("Received: from x (x [192.0.2.{server}])\n {way}\n");
        bench.deliver(&format!("{way}{mail}"));
        bench.tick();
        bench.note("duel").mail[0].verdict
    };
    // One server with many domains, one domain by many servers.
    for number in 0..6 {
        let expected = if number < 2 {
            Verdict::Held
        } else {
            Verdict::Refused
        };
        assert_eq!(forged(&mut bench, 1, number, 3), expected, "{number}");
        assert_eq!(forged(&mut bench, 50 + number, 99, 3), expected, "{number}");
    }
    let first = bench.note("duel").desk.asked[0].clone();
    // Ten in all, from wherever.
    let mut held = 4;
    for number in 0..20 {
        held += u32::from(forged(&mut bench, 100 + number, 100 + number, 3) == Verdict::Held);
    }
    assert_eq!(held, 10);
    let desk = bench.note("duel").desk;
    assert!(desk.asked.len() == 10 && desk.asked[0] == first);
    // The next day all places are taken: only who has one may put a newer question there.
    bench.later(25 * 3_600);
    assert_eq!(forged(&mut bench, 200, 200, 3), Verdict::Refused);
    assert!(bench.note("duel").desk.asked.contains(&first));
    assert_eq!(forged(&mut bench, 1, 201, 4), Verdict::Held);
    assert!(!bench.note("duel").desk.asked.contains(&first));
    // What came beyond is told once, and the player's own mail is taken as ever.
    bench.send("duel", "north", "1", "BID 3");
    bench.tick();
    let beyond = "More unproved mails came in your name";
    assert!(bench.receipt("duel", "north").contains(beyond));
    bench.send("duel", "north", "1", "BID 2");
    bench.tick();
    assert!(!bench.receipt("duel", "north").contains(beyond));
    bench.verify();
}

/// A reply to the plain address, as some programs make it, is asked about, with a sheet or without.
#[test]
fn a_reply_to_the_plain_address_is_asked_about() {
    for text in [
        "BID 3\n",
        "#orders duel north turn 1\nBID 3\n#end\n",
        "Hello!\n\nBID 3\n",
    ] {
        let mut bench = Bench::with(&DUEL);
        let report = bench.last("duel", "north", ".report").message.clone();
        let id = header(&report, "Message-ID").unwrap();
        let plain = header(&report, "From").unwrap();
        assert!(plain.ends_with("<orders@club.example>"), "{plain}");
        let mail = bench.later(60).written("ana@example.org", &plain, text);
        bench.deliver(&format!("In-Reply-To: {id}\n{mail}"));
        bench.tick();
        assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Held, "{text}");
        assert!(in_force(&bench).is_empty(), "{text}");
        let code = code(&bench, ".refusal");
        assert_eq!(
            unproved(&mut bench, &format!("CONFIRM {code}")),
            Verdict::Accepted
        );
        assert_eq!(in_force(&bench), ["BID 3"], "{text}");
        bench.verify();
    }
}

#[test]
fn another_address_is_confirmed_at_the_old_one() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "ADDRESS nowhere");
    bench.send("duel", "north", "1", "ADDRESS ana@example.org");
    bench.tick();
    for (receipt, why) in bench
        .all("duel", "north", ".receipt")
        .zip(["not an address that we can write to", "go there already"])
    {
        let text = bench.text(&receipt.message).replace('\n', " ");
        assert!(text.contains(why), "{text}");
    }
    bench.send("duel", "north", "1", &format!("ADDRESS {NEW}\nBID 3"));
    bench.tick();
    assert_eq!(in_force(&bench), ["BID 3"]);
    assert_eq!(
        bench.last("duel", "north", ".receipt").to,
        "ana@example.org"
    );
    assert!(!bench.note("duel").desk.seats.any(|it| it.moving.is_some()));
    let code = code(&bench, ".receipt");
    bench.send("duel", "north", "1", &format!("CONFIRM {code}"));
    let said = bench.tick().to_string();
    assert!(said.contains("another address"), "{said}");
    let cause = bench.note("duel").cause;
    assert!(matches!(cause, Cause::Moved { seat: moved, .. } if moved == seat("north")));
    let roster = bench.read("campaigns/duel/campaign.toml");
    assert!(
        roster.contains(NEW) && !roster.contains("<ana@example.org>"),
        "{roster}"
    );
    let report = bench.last("duel", "north", ".report");
    assert_eq!(report.to, NEW);
    let old = bench.last("duel", "former", ".note");
    assert_eq!(old.to, "ana@example.org");
    assert!(!bench.text(&old.message).contains(NEW));
    // Play goes on from there, and nothing is left to be done.
    assert!(!bench.note("duel").desk.seats.any(|it| it.moving.is_some()));
    bench.send("duel", "north", "1", "BID 4");
    bench.tick();
    assert_eq!(bench.last("duel", "north", ".receipt").to, NEW);
    assert_eq!(in_force(&bench), ["BID 4"]);
    bench.verify();
}

/// Two programs that answer each other come to an end, and nothing a player sends is lost by it.
#[test]
fn answers_of_a_day_are_counted() {
    let mut bench = Bench::with(&DUEL);
    for round in 0..63 {
        let bid = 1 + round % 5;
        bench.send("duel", "north", "1", &format!("BID {bid} ; {round}"));
        bench.tick();
        assert_eq!(in_force(&bench), [format!("BID {bid}")]);
        assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Accepted);
    }
    let receipts: Vec<String> = bench
        .all("duel", "north", ".receipt")
        .map(|it| bench.text(&it.message).replace('\n', " "))
        .collect();
    assert_eq!(receipts.len(), 60);
    let last = |it: &String| it.contains("the last answer for now");
    assert_eq!(receipts.iter().filter(|it| last(it)).count(), 1);
    assert!(last(&receipts[59]));
    let why = bench.note("duel").mail[0].why.clone();
    assert!(why.is_some_and(|it| it.contains("not answered")));
    // The other seat is answered, and a day later this one too.
    bench.send("duel", "south", "1", "WAIT");
    bench.tick();
    assert_eq!(bench.all("duel", "south", ".receipt").count(), 1);
    bench.later(24 * 3_600).send("duel", "north", "1", "BID 2");
    bench.tick();
    // Its receipt, and a word on those that were not answered.
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 62);
    bench.verify();
}

#[test]
fn a_letter_that_looks_like_orders_is_not_sent() {
    let mut bench = Bench::with(&DUEL);
    let letter = "MESSAGE TO south\nDear Ben,\nBID 3\nAna\nEND";
    bench.send("duel", "north", "1", letter);
    bench.tick();
    let receipt = bench.receipt("duel", "north").replace('\n', " ");
    assert!(receipt.contains("was not sent"), "{receipt}");
    assert!(
        receipt.contains("`BID 3` in it looks like an order"),
        "{receipt}"
    );
    assert_eq!(bench.all("duel", "south", ".note").count(), 0);
    assert!(in_force(&bench).is_empty());
    let meant = "MESSAGE TO south\nDear Ben,\nI shall BID 3 if you do.\nEND";
    bench.send("duel", "north", "1", meant);
    bench.tick();
    let letter = bench.last("duel", "south", ".note");
    assert!(
        bench
            .text(&letter.message)
            .contains("I shall BID 3 if you do.")
    );
    assert!(header(&letter.message, "Reply-To").is_some());
    bench.verify();
}

/// What stands beside a code from elsewhere is nobody's word, and what came with a yes is newer
/// than what waited for it.
#[test]
fn a_code_files_what_it_was_made_for_and_nothing_else() {
    let mut bench = Bench::with(&DUEL);
    assert_eq!(unproved(&mut bench, "BID 3"), Verdict::Held);
    let first = code(&bench, ".refusal");
    let text = bench.text(&bench.last("duel", "north", ".refusal").message);
    assert!(text.contains("  : turn 1: BID 3"), "{text}");
    // A signature below is no part of the code.
    let lines = format!("BID 5\nCONFIRM {first}.\nAna");
    assert_eq!(unproved(&mut bench, &lines), Verdict::Accepted);
    assert_eq!(in_force(&bench), ["BID 3"]);
    assert_eq!(unproved(&mut bench, "BID 2"), Verdict::Held);
    let second = code(&bench, ".refusal");
    assert_ne!(first, second);
    let lines = format!("CONFIRM {second} ; yes\nBID 4");
    bench.send("duel", "north", "1", &lines);
    bench.tick();
    assert_eq!(in_force(&bench), ["BID 4"]);
    assert!(bench.note("duel").desk.asked.is_empty());
    bench.verify();
}

/// A question that comes back with words around its line, but not said yes to, says nothing: above
/// all no empty sheet.
#[test]
fn a_question_that_comes_back_is_no_empty_sheet() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 1");
    bench.tick();
    assert_eq!(unproved(&mut bench, "BID 3"), Verdict::Held);
    let code = code(&bench, ".refusal");
    for line in [format!("; CONFIRM {code}"), format!(";CONFIRM {code} ok")] {
        bench.send("duel", "north", "1", &line);
        bench.tick();
        assert_eq!(in_force(&bench), ["BID 1"]);
        let receipt = bench.receipt("duel", "north");
        assert!(receipt.contains("nothing was filed"), "{receipt}");
    }
    let receipt = bench.receipt("duel", "north").replace('\n', " ");
    assert!(
        receipt.contains("the line that begins with CONFIRM, without the ;"),
        "{receipt}"
    );
}

#[test]
fn an_address_must_be_one_of_his_own_and_codes_die_with_the_old_one() {
    let mut bench = Bench::with(&DUEL);
    for (address, why) in [
        ("ben@example.net", "another player has it"),
        (CLUB, "address of this club"),
        (
            "=?utf-8?q?x?=@example.org",
            "not an address that we can write to",
        ),
    ] {
        bench.send("duel", "north", "1", &format!("ADDRESS {address}"));
        bench.tick();
        let receipt = bench.receipt("duel", "north").replace('\n', " ");
        assert!(receipt.contains(why), "{receipt}");
        assert!(bench.note("duel").desk.asked.is_empty());
    }
    bench.send("duel", "north", "1", "ADDRESS thief@evil.example");
    bench.tick();
    let stolen = code(&bench, ".receipt");
    let home = NewHolder::Person("Ana <ana@home.example>");
    let by = (home, Lines::Keep);
    replace(&bench.club, "duel", seat("north"), by, "", bench.now).unwrap();
    bench.tick();
    let yes = format!("CONFIRM {stolen}");
    assert_eq!(unproved(&mut bench, &yes), Verdict::Refused);
    let player = bench
        .campaign("duel")
        .player(seat("north"))
        .unwrap()
        .clone();
    assert_eq!(player.address.as_str(), "ana@home.example");
    // Two weeks are enough for an answer.
    bench.send("duel", "north", "1", "ADDRESS ana@late.example");
    bench.tick();
    let late = code(&bench, ".receipt");
    referee::hold(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(15 * 24 * 3_600);
    let yes = format!("CONFIRM {late}");
    assert_eq!(unproved(&mut bench, &yes), Verdict::Refused);
    bench.verify();
}

/// A last yes at the last sheet: the game ends, its reports leave, and nobody moves any more.
#[test]
fn a_yes_at_the_end_of_the_game_keeps_nothing_waiting() {
    let mut bench = Bench::with(&DUEL);
    for _ in 0..2 {
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.tick();
    }
    bench.send("duel", "north", "3", "ADDRESS ana@new.example");
    bench.tick();
    let code = code(&bench, ".receipt");
    bench.send("duel", "north", "3", &format!("CONFIRM {code}\nBID 1"));
    bench.send("duel", "south", "3", "BID 1");
    bench.later(3 * 3_600);
    for _ in 0..2 {
        let summary = bench.later(60).tick();
        assert_eq!(summary.exit_code(), 0, "{summary}");
    }
    assert_eq!(bench.campaign("duel").note().desk.stop, Stop::Over);
    let last = bench.last("duel", "north", ".report");
    assert!(bench.text(&last.message).contains("the game is over"));
    bench.verify();
}

/// Nobody halts a campaign by what he writes: neither a stranger nor a player, wherever in a mail
/// he puts what looks like a secret.
#[test]
fn words_that_look_like_secrets_halt_nothing() {
    const WORD: &str = "babob-lusab-babob-lusab";
    let base = Bench::with(&DUEL);
    let report = base.last("duel", "north", ".report");
    let address = header(&report.message, "Reply-To").unwrap();
    let local = address.split('@').next().unwrap();
    let token = local.rsplit('.').next().unwrap().to_owned();
    let (one, two) = token.split_at(8);
    let plain = block("BID 3");
    let openers = [
        format!("#orders duel north turn 1 ; {WORD}"),
        format!("#orders duel north turn ({WORD})"),
        format!("#orders duel north {WORD} turn 1"),
        format!("#orders duel north turn 1 {WORD} {WORD}"),
    ];
    let lines = [
        format!("CONFIRM {}", WORD.replace('-', " ")),
        format!("CONFIRM {one} {two}"),
        format!("CONFIRM {token}"),
        format!("ADDRESS {}@x.example", WORD.replace('-', " ")),
        format!("ADDRESS {WORD}@x.example"),
        format!("ADDRESS {one} {two}@x.example"),
        format!("ADDRESS {address}"),
        format!("RESIGN {}", WORD.replace('-', " ")),
        format!("TURN {one} {two}"),
        format!("MESSAGE TO south\n{WORD}\n{one}{two}\nEND"),
    ];
    let mut texts: Vec<String> = lines.iter().map(|it| block(it)).collect();
    texts.extend(openers.iter().map(|it| format!("{it}\nBID 3\n#end\n")));
    let senders = [
        ELSEWHERE.to_owned(),
        "orders+duel.north.aaaaaaaaaaaaaaaa@club.example.evil.org".to_owned(),
        format!("{token}@evil.example"),
        format!("\"{WORD}\" <{WORD}@evil.example>"),
    ];
    let mails = texts.iter().map(|it| (ELSEWHERE.to_owned(), it));
    let mails = mails.chain(senders.iter().map(|it| (it.clone(), &plain)));
    for (from, text) in mails {
        for to in [CLUB, address.as_str()] {
            let mut bench = base.copy();
            let mail = bench.later(60).written(&from, to, text);
            bench.deliver(&mail);
            let summary = bench.tick();
            assert!(summary.halted.is_empty(), "{from} to {to}: {text}{summary}");
            assert_eq!(bench.note("duel").mail.len(), 1, "{from} to {to}: {text}");
        }
    }
}

/// Kept orders count as they were kept: a file that was changed since is never filed.
#[test]
fn kept_orders_that_were_altered_are_not_filed() {
    let mut bench = Bench::with(&DUEL);
    assert_eq!(unproved(&mut bench, "BID 3"), Verdict::Held);
    let code = code(&bench, ".refusal");
    bench.edit("campaigns/duel/log/000001/orders/1.txt", "BID 3", "BID 5");
    bench.send("duel", "north", "1", &format!("CONFIRM {code}"));
    assert_eq!(bench.tick().halted, ["duel"]);
    assert_eq!(bench.notes("duel").len(), 2);
}
