//! People who stand by: seats that fall free, substitutes for some days, and co-players; and
//! everybody who must not write for a seat.

use crate::support::{Bench, THREE, flat, header, seat};
use packetboat::desk::commands::{referee, status, substitutes};
use packetboat::store::entry::{Cause, Note};

const CLUB: &str = "orders@club.example";
const CONFIG: &str = "campaigns/three/campaign.toml";

const ANA: (&str, &str) = ("Ana", "ana@example.org");
const BEN: (&str, &str) = ("Ben", "ben@example.net");
const DORA: (&str, &str) = ("Dora", "dora@example.se");
const EVE: (&str, &str) = ("Eve", "eve@example.dk");

/// A club whose mail server vouches for senders, with a campaign of three.
fn three() -> Bench {
    let bench = Bench::new();
    let maildir = "maildir = \"mail\"";
    let server = format!("{maildir}\nauthserv_id = \"club.mx\"");
    bench.edit("packetboat.toml", maildir, &server);
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.start(&THREE);
    bench
}

fn from((name, address): (&str, &str), to: &str, text: &str, vouched: bool) -> String {
    let domain = address.split('@').nth(1).unwrap();
    let says = format!(
        "Authentication-Results: club.mx; dmarc=pass header.from={domain}\nReceived: from x by \
         club.mx\n"
    );
    let mail = format!(
        "From: {name} <{address}>\nTo: {to}\nSubject: mail\nMessage-ID: <{}@{domain}>\n\n{text}\n",
        blake3::hash(format!("{address} {text} {to}").as_bytes()).to_hex()
    );
    if vouched { says + &mail } else { mail }
}

/// What somebody gets after a mail of theirs to the club.
fn ask(bench: &mut Bench, who: (&str, &str), text: &str) -> Vec<String> {
    after(bench, who, &from(who, CLUB, text, true))
}

fn after(bench: &mut Bench, who: (&str, &str), mail: &str) -> Vec<String> {
    let before = bench.post.taken.len();
    bench.later(60).deliver(mail);
    bench.later(60).tick();
    got(bench, who, before)
}

/// What somebody got since so many mails had left.
fn got(bench: &Bench, who: (&str, &str), before: usize) -> Vec<String> {
    let new = bench.post.taken[before..].iter();
    let own = new.filter(|it| it.to == who.1);
    own.map(|it| flat(&bench.text(&it.message))).collect()
}

/// The address that the last mail to somebody about the campaign asks to be answered at.
fn reply_to(bench: &Bench, who: (&str, &str)) -> String {
    let all = bench.post.taken.iter().rev();
    let mut own = all.filter(|it| it.to == who.1 && it.key.starts_with("three."));
    let found = own.find_map(|it| header(&it.message, "reply-to"));
    let address = found.expect("a mail with an address to answer");
    let inner = address.split('<').next_back().unwrap();
    inner.trim_end_matches('>').to_owned()
}

/// What somebody gets who answers the last mail that they got about the campaign.
fn reply(bench: &mut Bench, who: (&str, &str), text: &str) -> Vec<String> {
    let to = reply_to(bench, who);
    after(bench, who, &from(who, &to, text, false))
}

fn code(told: &[String]) -> String {
    let told = told.iter().find(|it| it.contains("CONFIRM ")).unwrap();
    let after = told.split("CONFIRM ").nth(1).unwrap();
    after.split(' ').next().unwrap().to_owned()
}

fn says(told: &[String], words: &str) {
    assert!(
        told.iter().any(|it| it.contains(words)),
        "{words}: {told:#?}"
    );
}

fn causes(bench: &Bench) -> Vec<Cause> {
    let notes = bench.notes("three").into_iter();
    notes.map(|it: Note| it.cause).collect()
}

#[test]
fn a_seat_that_its_player_leaves_is_offered_to_one_after_the_other() {
    let mut bench = three();
    says(
        &ask(&mut bench, DORA, "STANDBY three"),
        "stand by for seats in three",
    );
    says(&ask(&mut bench, EVE, "standby any"), "in 2nd place");
    assert!(bench.read("desk/standbys.toml").contains("dora@example.se"));
    let before = bench.post.taken.len();
    bench.later(300).tick();
    assert_eq!(bench.post.taken.len(), before, "nothing is free");
    bench.send("three", "south", "1", "RESIGN three");
    bench.later(60).tick();
    bench.later(60).tick();
    let offers = got(&bench, DORA, before);
    says(
        &offers,
        "South in three (Sealed Bids) needs a player. To take the seat",
    );
    assert_eq!(got(&bench, EVE, before), Vec::<String>::new());
    let listed = substitutes::listed(&bench.club, bench.now).unwrap();
    assert!(
        listed.contains("south in three is offered to Dora"),
        "{listed}"
    );
    // Two days later it is offered to the next.
    let before = bench.post.taken.len();
    bench.later(48 * 3600).tick();
    bench.later(60).tick();
    let second = got(&bench, EVE, before);
    says(&second, "needs a player");
    let late = ask(&mut bench, DORA, &format!("CONFIRM {}", code(&offers)));
    says(&late, "has been offered to somebody else");
    assert_eq!(
        bench.campaign("three").player(seat("south")).unwrap().name,
        "Ben"
    );
    let old = reply_to(&bench, BEN);
    let taken = ask(&mut bench, EVE, &format!("CONFIRM {}", code(&second)));
    says(&taken, "The seat is yours");
    bench.later(60).tick();
    let campaign = bench.campaign("three");
    assert_eq!(
        campaign.player(seat("south")).unwrap().address.as_str(),
        EVE.1
    );
    let report = bench.last("three", "south", ".report");
    assert_eq!(report.to, EVE.1);
    let text = flat(&bench.text(&report.message));
    assert!(
        text.contains("You take the seat over from another player"),
        "{text}"
    );
    who_has_a_seat_may_write_for_it(&mut bench, &old);
}

/// The former player's address is dead, the new one's is not.
fn who_has_a_seat_may_write_for_it(bench: &mut Bench, old: &str) {
    let before = bench.note("three").desk.submissions;
    let told = after(bench, BEN, &from(BEN, old, "BID 3", false));
    assert!(
        !told.iter().any(|it| it.contains("all understood")),
        "{told:?}"
    );
    assert_eq!(bench.note("three").desk.submissions, before);
    says(&reply(bench, EVE, "BID 3"), "understood");
    // Whoever has it stands by no longer; Dora still does.
    let list = bench.read("desk/standbys.toml");
    let people: Vec<&str> = list.split("[[").collect();
    assert!(
        people
            .iter()
            .any(|it| it.starts_with("standby") && it.contains(DORA.1))
    );
    assert!(
        !people
            .iter()
            .any(|it| it.starts_with("standby") && it.contains(EVE.1)),
        "{list}"
    );
    assert!(
        causes(bench)
            .iter()
            .any(|it| matches!(it, Cause::Replaced { .. }))
    );
    bench.verify();
}

#[test]
fn a_seat_that_nobody_waits_for_is_offered_until_its_player_is_back() {
    let mut bench = three();
    bench.edit(CONFIG, "skip_after = 0", "skip_after = 2");
    ask(&mut bench, DORA, "STANDBY ANY");
    for turn in 1..=2 {
        for seat in ["north", "west"] {
            bench.send("three", seat, &turn.to_string(), "BID 1");
        }
        bench.later(8 * 24 * 3600).tick();
        bench.later(60).tick();
    }
    assert_eq!(bench.note("three").desk.seats.get(seat("south")).missed, 2);
    let offers = got(&bench, DORA, 0);
    says(&offers, "South in three (Sealed Bids) needs a player");
    // The player comes back before anybody takes it.
    says(&reply(&mut bench, BEN, "BACK"), "");
    bench.later(60).tick();
    let told = ask(&mut bench, DORA, &format!("CONFIRM {}", code(&offers)));
    assert!(
        told.iter().all(|it| !it.contains("The seat is yours")),
        "{told:?}"
    );
    assert_eq!(
        bench.campaign("three").player(seat("south")).unwrap().name,
        "Ben"
    );
    bench.verify();
}

/// Dora takes Ben's seat for some days, of which today is the first.
fn substituted(bench: &mut Bench, days: &str) {
    ask(bench, DORA, "STANDBY ANY");
    let before = bench.post.taken.len();
    says(
        &reply(bench, BEN, &format!("SUBSTITUTE {days}")),
        "You look for a substitute",
    );
    bench.later(60).tick();
    let offers = got(bench, DORA, before);
    says(&offers, "needs a player, from");
    let told = ask(bench, DORA, &format!("CONFIRM {}", code(&offers)));
    says(&told, "You play the seat from");
    bench.later(60).tick();
}

#[test]
fn a_substitute_plays_for_some_days_and_the_seat_comes_back_by_itself() {
    let mut bench = three();
    // It is Monday, 16 Nov 2026.
    substituted(&mut bench, "16 Nov - 24 Nov");
    says(
        &got(&bench, BEN, 0),
        "Dora plays your seat in three (Sealed Bids) for you from Mon 16 Nov",
    );
    says(&got(&bench, ANA, 0), "a substitute plays South");
    let report = bench.last("three", "south", ".report");
    assert_eq!(report.to, DORA.1);
    let text = flat(&bench.text(&report.message));
    assert!(text.contains("Dora, welcome to three"), "{text}");
    assert!(text.contains("You take the seat over for a time"), "{text}");
    assert!(
        text.contains("until Tue 24 Nov, or until they are back"),
        "{text}"
    );
    assert!(!text.contains("Ben"), "{text}");
    says(&reply(&mut bench, DORA, "BID 2"), "understood");
    bench.send("three", "north", "1", "BID 1");
    bench.send("three", "west", "1", "BID 1");
    let before = bench.post.taken.len();
    bench.later(8 * 24 * 3600).tick();
    // The turn closed, and on the morning of the 25th Ben has the seat again.
    bench.at("2026-11-25T00:10:00Z").tick();
    bench.later(60).tick();
    says(
        &got(&bench, DORA, before),
        "Your time as a substitute for South (Ben) in three",
    );
    says(&got(&bench, BEN, before), "The seat is yours again");
    says(
        &got(&bench, ANA, before),
        "is played by its own player again",
    );
    let over =
        |it: &Cause| matches!(it, Cause::Substituted { over, .. } if over == &[seat("south")]);
    assert!(causes(&bench).iter().any(over));
    let submissions = bench.note("three").desk.submissions;
    assert!(
        reply(&mut bench, DORA, "BID 5")
            .iter()
            .all(|it| !it.contains("all understood"))
    );
    assert_eq!(bench.note("three").desk.submissions, submissions);
    says(&reply(&mut bench, BEN, "BID 4"), "understood");
    bench.verify();
}

/// What a player has noted for themself waits for them, whatever their substitute does.
#[test]
fn notes_and_comments_wait_for_the_player() {
    let mut bench = three();
    let lines = "BID 1\n; keep an eye on Ana\nNOTE\nAsk the Doge\nEND";
    bench.send("three", "south", "1", lines);
    bench.later(60).tick();
    referee::resolve(&bench.club, "three", "", bench.now).unwrap();
    bench.later(60).tick();
    let old = bench.text(&bench.last("three", "south", ".report").message);
    assert!(
        old.contains("Ask the Doge") && old.contains("eye on Ana"),
        "{old}"
    );
    let before = bench.post.taken.len();
    substituted(&mut bench, "16 Nov - 6 Dec");
    for text in [
        "REPORT",
        "REPORT 2",
        "STATUS",
        "BID 2\n; mine",
        "NOTE NONE",
        "#orders three south \
        turn 2\nBID 2\n; of Dora\n#end",
    ] {
        reply(&mut bench, DORA, text);
    }
    let told = reply(&mut bench, DORA, "NOTE\nnot mine\nEND");
    says(
        &told,
        "notes of this seat are kept for Ben, whose seat it is",
    );
    referee::resolve(&bench.club, "three", "", bench.now).unwrap();
    bench.later(60).tick();
    for mail in got(&bench, DORA, before) {
        assert!(
            !mail.contains("Doge") && !mail.contains("eye on Ana"),
            "{mail}"
        );
    }
    let record = bench.note("three").desk.seats.get(seat("south")).clone();
    assert_eq!(record.note, ["Ask the Doge"]);
    assert_eq!(record.comments, ["keep an eye on Ana"]);
    let told = reply(&mut bench, BEN, "BACK");
    says(&told, "Ask the Doge");
    says(&told, "; keep an eye on Ana");
    bench.verify();
}

#[test]
fn a_sheet_of_the_player_ends_a_substitution() {
    let mut bench = three();
    substituted(&mut bench, "16 Nov - 6 Dec");
    // The player asks only: nothing changes.
    let before = bench.post.taken.len();
    says(&reply(&mut bench, BEN, "STATUS"), "orders");
    assert_eq!(got(&bench, DORA, before), Vec::<String>::new());
    let told = reply(&mut bench, BEN, "BID 3");
    says(&told, "your substitute no longer plays it");
    says(&told, "The seat is yours again: this report");
    says(
        &got(&bench, DORA, before),
        "is back before your time was over",
    );
    let note = bench.note("three");
    assert_eq!(note.desk.seats.get(seat("south")).substitute, None);
    assert_eq!(note.desk.seats.get(seat("south")).wanted, None);
    bench.verify();
}

#[test]
fn a_substitute_who_gives_up_is_followed_by_the_next() {
    let mut bench = three();
    substituted(&mut bench, "16 Nov - 6 Dec");
    ask(&mut bench, EVE, "STANDBY three");
    let before = bench.post.taken.len();
    let told = reply(&mut bench, DORA, "RESIGN three");
    says(&told, "Thank you for playing");
    bench.later(60).tick();
    assert!(!bench.note("three").desk.seats.get(seat("south")).left);
    says(
        &got(&bench, EVE, before),
        "South in three (Sealed Bids) needs a player, from",
    );
    bench.verify();
}

#[test]
fn what_a_substitute_may_not_do() {
    let mut bench = three();
    substituted(&mut bench, "16 Nov - 6 Dec");
    says(
        &reply(&mut bench, DORA, "ADDRESS dora@elsewhere.example"),
        "only Ben, whose seat it is",
    );
    says(
        &reply(&mut bench, DORA, "VOTE DRAW"),
        "only Ben, whose seat it is",
    );
    says(
        &reply(&mut bench, DORA, "VOTE EXTEND 2d"),
        "Your vote is noted",
    );
    says(
        &reply(&mut bench, DORA, "SUBSTITUTE 1 Dec - 6 Dec"),
        "only the player of the seat",
    );
    let record = bench.note("three").desk.seats.get(seat("south")).clone();
    assert_eq!(record.moving, None);
    assert_eq!(record.votes.len(), 1);
    // Whoever has a mail of theirs that was passed on proves nothing by it.
    let to = reply_to(&bench, DORA);
    let mail = from(("Mallory", "mallory@evil.example"), &to, "BID 5", false);
    let submissions = bench.note("three").desk.submissions;
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert!(
        bench
            .note("three")
            .desk
            .seats
            .get(seat("south"))
            .substitute
            .is_some()
    );
    let held = bench.note("three").desk.asked.len();
    assert!(held == 1 || bench.note("three").desk.submissions == submissions);
    // The substitute is asked about it, not the player.
    let before = bench.post.taken.len() - 1;
    assert_eq!(got(&bench, BEN, before), Vec::<String>::new());
    bench.verify();
}

#[test]
fn co_players_get_copies_and_may_write() {
    let mut bench = three();
    bench.edit(
        CONFIG,
        "address = \"ben@example.net\"",
        "address = \"ben@example.net\"\nalso    = [\"Dora <dora@example.se>\"]",
    );
    for seat in ["north", "west"] {
        bench.send("three", seat, "1", "BID 1");
    }
    bench.at("2026-11-24T12:00:00Z").tick();
    bench.later(60).tick();
    let reports = [BEN, DORA].map(|who| got(&bench, who, 0).pop().unwrap());
    assert!(reports[1].contains("you play South"), "{reports:?}");
    assert_ne!(reply_to(&bench, BEN), reply_to(&bench, DORA));
    let before = bench.post.taken.len();
    says(&reply(&mut bench, DORA, "BID 3"), "understood");
    let told = got(&bench, BEN, before);
    says(
        &told,
        "Dora has sent these orders for South. They count until any of you sends others.",
    );
    // An answer is for whoever asked.
    let before = bench.post.taken.len();
    says(&reply(&mut bench, DORA, "HELP BID"), "BID");
    assert_eq!(got(&bench, BEN, before), Vec::<String>::new());
    let told = reply(&mut bench, BEN, "BID 2");
    says(&told, "Your earlier orders are replaced");
    says(
        &got(&bench, DORA, before),
        "Ben has sent these orders for South",
    );
    says(
        &reply(&mut bench, DORA, "RESIGN three"),
        "only Ben, whose seat it is",
    );
    assert!(!bench.note("three").desk.seats.get(seat("south")).left);
    // Taken out of the file, their addresses are worth nothing.
    let old = reply_to(&bench, DORA);
    bench.edit(CONFIG, "also    = [\"Dora <dora@example.se>\"]", "");
    let submissions = bench.note("three").desk.submissions;
    after(&mut bench, DORA, &from(DORA, &old, "BID 9", false));
    assert_eq!(bench.note("three").desk.submissions, submissions);
    bench.verify();
}

#[test]
fn who_must_not_stand_by_does_not() {
    let mut bench = three();
    bench.edit(
        "packetboat.toml",
        "\nzone    =",
        "\nbanned = [\"@example.dk\"]\nzone    =",
    );
    let post = std::mem::take(&mut bench.post);
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.post = post;
    says(
        &ask(&mut bench, EVE, "STANDBY three"),
        "does not take players from your address",
    );
    // Nobody vouches for it: it is the referee's to read.
    let told = after(&mut bench, DORA, &from(DORA, CLUB, "STANDBY three", false));
    assert!(told.iter().all(|it| !it.contains("stand by")), "{told:?}");
    // Sentences are letters.
    for text in [
        "Standby please",
        "standby for what?",
        "Stand by me",
        "STANDBY three or four",
    ] {
        let told = ask(&mut bench, ("Finn", "finn@example.fi"), text);
        assert!(
            told.iter().all(|it| !it.contains("stand by")),
            "{text}: {told:?}"
        );
    }
    assert!(
        !bench
            .read_if_there("desk/standbys.toml")
            .contains("standby")
    );
    // A player of the campaign is offered nothing there.
    ask(&mut bench, ANA, "STANDBY ANY");
    bench.send("three", "south", "1", "RESIGN three");
    let before = bench.post.taken.len();
    bench.later(60).tick();
    bench.later(60).tick();
    assert!(
        got(&bench, ANA, before)
            .iter()
            .all(|it| !it.contains("needs a player"))
    );
    says(
        &ask(&mut bench, ANA, "STANDBY NONE"),
        "You stand by no longer",
    );
    bench.verify();
}

#[test]
fn the_referee_names_a_substitute_and_takes_them_back() {
    let mut bench = three();
    let (club, now) = (&bench.club, bench.now);
    let who = Some(("Dora <dora@example.se>", "2026-11-20..2026-11-30"));
    let said = substitutes::substitute(club, "three", seat("south"), who, now).unwrap();
    assert!(
        said.contains("Dora plays south in three from Fri 20 Nov"),
        "{said}"
    );
    bench.later(60).tick();
    // Not yet: it is the 16th.
    says(&reply(&mut bench, BEN, "BID 2"), "understood");
    assert!(
        bench
            .note("three")
            .desk
            .seats
            .get(seat("south"))
            .substitute
            .is_some()
    );
    bench.at("2026-11-20T00:05:00Z").tick();
    bench.later(60).tick();
    assert_eq!(bench.last("three", "south", ".report").to, DORA.1);
    let none = substitutes::substitute(&bench.club, "three", seat("south"), None, bench.now);
    assert!(none.unwrap().contains("no longer"));
    bench.later(60).tick();
    assert_eq!(bench.last("three", "south", ".report").to, BEN.1);
    let past = Some(("Dora <dora@example.se>", "2026-10-20..2026-10-30"));
    let over = substitutes::substitute(&bench.club, "three", seat("south"), past, bench.now);
    assert!(over.unwrap_err().to_string().contains("are over"));
    let said = substitutes::standby(
        &bench.club,
        ("Eve <eve@example.dk>", "any"),
        false,
        bench.now,
    );
    assert!(said.unwrap().contains("number 1 in line"));
    assert!(status::status(&bench.club, None, bench.now).is_ok());
    bench.verify();
}

/// What a mail program makes of a code that somebody copies: the code as the subject, and nothing
/// below it.
#[test]
fn a_code_may_be_the_subject() {
    let mut bench = three();
    ask(&mut bench, DORA, "STANDBY three");
    bench.send("three", "south", "1", "RESIGN three");
    let before = bench.post.taken.len();
    bench.later(60).tick();
    bench.later(60).tick();
    let code = code(&got(&bench, DORA, before));
    let mail = from(DORA, CLUB, "", true);
    let mail = mail.replace("Subject: mail", &format!("Subject: CONFIRM {code}"));
    says(&after(&mut bench, DORA, &mail), "The seat is yours");
    // Whoever was offered it and has said yes cannot lose it as if it had not been.
    let refused = packetboat::desk::commands::undo::undo(&bench.club, "three", bench.now);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("cannot be undone"), "{refused}");
}

/// One mail, read from the top: the absence is over as soon as it was announced.
#[test]
fn back_below_away_leaves_no_absence() {
    let mut bench = three();
    bench.send("three", "south", "1", "AWAY 16 Nov - 6 Dec\nBACK");
    bench.later(60).tick();
    let record = bench.note("three").desk.seats.get(seat("south")).clone();
    assert!(record.away.is_empty(), "{record:?}");
}
