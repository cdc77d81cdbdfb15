//! Mails to the reply address of ours from an address that is not the player's yet: some programs
//! print that address when they pass a mail on, so the player is asked, once for each address.

use crate::support::{Bench, DUEL, flat, header, seat};
use packetboat::desk::commands::players::replace;
use packetboat::desk::commands::renew;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::store::entry::Verdict;
use packetboat::store::question::About;

const HOME: &str = "ana@example.org";
const WORK: &str = "ana@work.example";

/// What our own server adds, above which only it can have written.
const RECEIVED: &str = "Received: from x (x [192.0.2.1])\n by club.mx with ESMTP; Mon, 16 Nov 2026 \
                        09:00:00 +0000\n";

fn home(bench: &Bench) -> String {
    header(&bench.last("duel", "north", ".report").message, "Reply-To").unwrap()
}

/// What becomes of a mail to the reply address of the last report.
fn send(bench: &mut Bench, from: &str, text: &str) -> Verdict {
    let to = home(bench);
    let report = bench.last("duel", "north", ".report");
    let answers = header(&report.message, "Message-ID").unwrap();
    let mail = bench.later(60).written(from, &to, text);
    bench.deliver(&format!("In-Reply-To: {answers}\n{mail}"));
    bench.tick();
    bench.note("duel").mail[0].verdict
}

fn block(lines: &str) -> String {
    format!("#orders duel north turn 1\n{lines}\n#end\n")
}

/// The newest question to north, in one line, and its code.
fn question(bench: &Bench) -> (String, String) {
    let asked = bench.last("duel", "north", ".refusal");
    assert_eq!(asked.to, HOME);
    let text = bench.text(&asked.message);
    let code = text.lines().find_map(|it| it.strip_prefix("; CONFIRM "));
    let code = code.unwrap_or_default().trim().to_owned();
    (flat(&text), code)
}

fn in_force(bench: &Bench) -> Vec<String> {
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

fn says_yes(bench: &mut Bench, code: &str) {
    let yes = block(&format!("CONFIRM {code}"));
    let said = send(bench, HOME, &yes);
    assert!(
        matches!(said, Verdict::Accepted | Verdict::Answered),
        "{said:?}"
    );
}

#[test]
fn orders_from_a_new_address_are_asked_about_once() {
    let mut bench = Bench::with(&DUEL);
    assert_eq!(send(&mut bench, WORK, &block("BID 3")), Verdict::Held);
    assert!(in_force(&bench).is_empty());
    let (text, code) = question(&bench);
    for words in [
        "come from ana@work.example to the reply address of our mails",
        "We do not know yet that this address is yours. Nothing was filed yet.",
        "this is done; and mails from ana@work.example to our reply address are accepted from \
         then on",
        ": turn 1: BID 3",
        "send nothing back, and please write to the referee",
    ] {
        assert!(text.contains(words), "no `{words}` in {text}");
    }
    says_yes(&mut bench, &code);
    assert_eq!(in_force(&bench), ["BID 3"]);
    let said = flat(&bench.receipt("duel", "north"));
    let words = "Confirmed: mails from ana@work.example to our reply address are accepted";
    assert!(
        said.contains(words) && said.contains("as if they had come now"),
        "{said}"
    );
    // From there, however it is spelled, as from home; what is sent stays where it was.
    for (from, bid) in [(WORK, 2), ("Ana <ANA@Work.example>", 4)] {
        let orders = block(&format!("BID {bid}"));
        assert_eq!(send(&mut bench, from, &orders), Verdict::Accepted);
        assert_eq!(in_force(&bench), [format!("BID {bid}")]);
        let receipt = bench.last("duel", "north", ".receipt");
        assert_eq!(receipt.to, HOME);
        let said = flat(&bench.receipt("duel", "north"));
        assert!(
            said.contains("came from another address of yours"),
            "{said}"
        );
    }
    // From no other, and not for another seat; and without the token it is a stranger's.
    let other = send(&mut bench, "ana@work.example.net", &block("BID 1"));
    assert_eq!(other, Verdict::Held);
    let plain = bench
        .later(60)
        .written(WORK, "orders@club.example", &block("BID 1"));
    bench.deliver(&plain);
    bench.tick();
    assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Held);
    assert_eq!(in_force(&bench), ["BID 4"]);
    // Nobody who is given the record learns of it.
    let (number, dir) = (bench.note("duel").number, "campaigns/duel/log");
    for entry in 0..=number {
        let text = bench.read(&format!("{dir}/{entry:06}/entry.toml"));
        assert!(!text.contains("work.example"), "{text}");
    }
    bench.verify();
}

/// Whoever answers the question from there with its code and the orders is done.
#[test]
fn a_yes_and_orders_in_one_mail_are_both_taken() {
    let mut bench = Bench::with(&DUEL);
    assert_eq!(send(&mut bench, WORK, &block("BID 3")), Verdict::Held);
    let (_, code) = question(&bench);
    let both = block(&format!("CONFIRM {code}\nBID 5"));
    // A code is no password: from a third address it files what it was asked about, no more.
    let mut third = bench.copy();
    assert_eq!(
        send(&mut third, "eve@example.net", &both),
        Verdict::Accepted
    );
    assert_eq!(in_force(&third), ["BID 3"]);
    assert_eq!(
        send(&mut third, "eve@example.net", &block("BID 1")),
        Verdict::Held
    );
    assert_eq!(send(&mut bench, WORK, &both), Verdict::Accepted);
    assert_eq!(in_force(&bench), ["BID 5"]);
    bench.verify();
}

/// Where a yes could do nothing of what a mail says, the address itself is asked about.
#[test]
fn whatever_comes_from_a_new_address_its_player_is_told() {
    let whole = Bench::with(&DUEL);
    let many = vec!["BID 3"; 61].join("\n");
    let letter = "MESSAGE TO south\nhello\nEND";
    let report = whole.text(&whole.last("duel", "north", ".report").message);
    let quoted: String = report.lines().map(|it| format!("> {it}\n")).collect();
    for (text, keeps) in [
        (block("BID 3"), true),
        (format!("BID 3\n\n{quoted}"), true),
        (format!("OK\n\n{quoted}"), true),
        (block(&format!("BID 3\n{letter}")), true),
        (block(letter), false),
        (block("REPORT"), false),
        (block("ADDRESS eve@example.net"), false),
        (block("RESIGN duel"), false),
        (block("CHECK\nBID 2"), false),
        (block(&many), false),
        (block("FLY TO THE MOON"), false),
        ("#orders duel north turn 9\nBID 1\n#end\n".to_owned(), false),
        (format!("When do we play?\n\n{quoted}"), false),
        (String::new(), false),
    ] {
        let mut bench = whole.copy();
        let before = bench.note("duel").desk;
        assert_eq!(send(&mut bench, WORK, &text), Verdict::Held, "{text}");
        let desk = bench.note("duel").desk;
        let about = &desk.asked[0].about;
        assert_eq!(matches!(about, About::Orders(_)), keeps, "{text}");
        assert_eq!(matches!(about, About::Sender), !keeps, "{text}");
        assert!(in_force(&bench).is_empty(), "{text}");
        for of in ["north", "south"] {
            let [is, was] = [&desk, &before].map(|it| it.seats.get(seat(of)));
            assert_eq!((is.letters, is.left), (was.letters, was.left), "{text}");
            assert_eq!((&is.moving, &is.known), (&was.moving, &was.known), "{text}");
        }
        let (asked, code) = question(&bench);
        assert!(asked.contains("from ana@work.example"), "{asked}");
        assert_eq!(
            asked.contains("Nothing was done with it"),
            !keeps,
            "{asked}"
        );
        // After the yes the same once more is taken like any mail of the player's.
        says_yes(&mut bench, &code);
        let said = flat(&bench.receipt("duel", "north"));
        assert_eq!(said.contains("please send it again"), !keeps, "{said}");
        let again = send(&mut bench, WORK, &text);
        assert!(
            !matches!(again, Verdict::Held | Verdict::Ignored),
            "{again:?}: {text}"
        );
        bench.verify();
    }
}

/// Another reply address, and another player, begin with none; the address of before stays one of
/// a player who has moved.
#[test]
fn what_was_said_yes_to_ends_with_the_reply_address() {
    let mut known = Bench::with(&DUEL);
    assert_eq!(send(&mut known, WORK, &block("BID 3")), Verdict::Held);
    let (_, code) = question(&known);
    says_yes(&mut known, &code);
    assert_eq!(send(&mut known, WORK, &block("BID 2")), Verdict::Accepted);
    let mut bench = known.copy();
    renew::renew(&bench.club, "duel", seat("north"), "", bench.now).unwrap();
    bench.later(60).tick();
    assert_eq!(send(&mut bench, WORK, &block("BID 1")), Verdict::Held);
    bench.verify();
    let mut bench = known.copy();
    let dora = NewHolder::Person("Dora <dora@example.net>");
    replace(
        &bench.club,
        "duel",
        seat("north"),
        (dora, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    assert!(!bench.note("duel").desk.seats.any(|it| it.known.is_some()));
    for from in [WORK, HOME] {
        assert_eq!(
            send(&mut bench, from, &block("BID 1")),
            Verdict::Held,
            "{from}"
        );
    }
    bench.verify();
    let mut bench = known;
    let ana = NewHolder::Person("Ana <ana@new.example>");
    replace(
        &bench.club,
        "duel",
        seat("north"),
        (ana, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    for (from, bid) in [(WORK, 1), (HOME, 2), ("ana@new.example", 3)] {
        let orders = block(&format!("BID {bid}"));
        assert_eq!(send(&mut bench, from, &orders), Verdict::Accepted, "{from}");
    }
    bench.verify();
}

/// Whoever has the token can also write any sender; where our own server sees that, he is asked
/// about, and his address is nobody's.
#[test]
fn a_sender_whom_our_server_disowns_is_asked_about_each_time() {
    let bench = Bench::with(&DUEL);
    bench.edit(
        "packetboat.toml",
        "[mail.in]\n",
        "[mail.in]\nauthserv_id = \"club.mx\"\n",
    );
    let taken = bench.post.taken.clone();
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.post.taken = taken;
    for result in ["dmarc=fail", "spf=fail smtp.mailfrom=example.org"] {
        for from in [HOME, WORK] {
            let to = home(&bench);
            let mail = bench.later(60).written(from, &to, &block("BID 3"));
            bench.deliver(&format!(
                "Authentication-Results: club.mx; {result}\n{RECEIVED}{mail}"
            ));
            bench.tick();
            assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Held, "{from}");
            assert!(in_force(&bench).is_empty());
            let (text, code) = question(&bench);
            assert!(text.contains("a check of the sender failed"), "{text}");
            assert!(text.contains("Or write your password"), "{text}");
            let mut bench = bench.copy();
            let mail = bench.later(60).written(
                HOME,
                "orders@club.example",
                &block(&format!("CONFIRM {code}")),
            );
            bench.deliver(&mail);
            bench.tick();
            assert_eq!(in_force(&bench), ["BID 3"]);
            assert!(!bench.note("duel").desk.seats.any(|it| it.known.is_some()));
            bench.verify();
        }
        bench.later(24 * 3_600);
    }
}

/// A token that many have seen floods nobody, and pushes no address out that is in use.
#[test]
fn questions_about_addresses_have_an_end() {
    let mut bench = Bench::with(&DUEL);
    let mut held = 0;
    for number in 0..30 {
        let from = format!("eve@host{number}.example");
        let text = if number % 2 == 0 {
            block("BID 1")
        } else {
            "Hello?\n".to_owned()
        };
        held += u32::from(send(&mut bench, &from, &text) == Verdict::Held);
    }
    assert_eq!(held, 10);
    assert_eq!(bench.all("duel", "north", ".refusal").count(), 11);
    assert_eq!(bench.note("duel").desk.asked.len(), 10);
    // Her own mail still counts, and says how it is.
    assert_eq!(send(&mut bench, HOME, &block("BID 2")), Verdict::Accepted);
    let said = flat(&bench.receipt("duel", "north"));
    assert!(
        said.contains("More unproved mails came in your name"),
        "{said}"
    );
    // Eleven said yes to: the oldest gives way.
    let mut bench = Bench::with(&DUEL);
    for number in 0..=10 {
        let from = format!("ana@host{number}.example");
        assert_eq!(send(&mut bench, &from, "Hello?\n"), Verdict::Held, "{from}");
        let (_, code) = question(&bench);
        says_yes(&mut bench, &code);
    }
    let seats = bench.note("duel").desk.seats;
    let known = seats.get(seat("north")).known.clone().unwrap().addresses;
    assert_eq!(known.len(), 10);
    assert!(
        !known.contains(&"ana@host0.example".to_owned()),
        "{known:?}"
    );
    bench.verify();
}

/// Lists write their own address into `From`: that is asked about once, and then counts.
#[test]
fn a_list_that_writes_its_own_address_into_from_is_asked_about_once() {
    let mut bench = Bench::with(&DUEL);
    let through = |bench: &mut Bench, text: &str| {
        let to = home(bench);
        let from = "Ana via game <game@lists.example>";
        let mail = bench.later(60).written(from, &to, text);
        bench.deliver(&format!("List-Id: <game.lists.example>\n{mail}"));
        bench.tick();
        bench.note("duel").mail[0].verdict
    };
    assert_eq!(through(&mut bench, &block("BID 3")), Verdict::Held);
    let (text, code) = question(&bench);
    assert!(!text.contains("a program sent the mail"), "{text}");
    assert!(
        text.contains("mails from game@lists.example to our reply address"),
        "{text}"
    );
    says_yes(&mut bench, &code);
    assert_eq!(in_force(&bench), ["BID 3"]);
    assert_eq!(through(&mut bench, &block("BID 4")), Verdict::Accepted);
    assert_eq!(through(&mut bench, "BID 2\n\n> x\n"), Verdict::Accepted);
    assert_eq!(in_force(&bench), ["BID 2"]);
    bench.verify();
}
