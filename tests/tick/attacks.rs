//! Mails that pretend: none of them is believed, each has one verdict, and no stranger is answered.

use crate::support::{Bench, DUEL, Match, header, seat};
use packetboat::desk::commands::players::replace;
use packetboat::desk::commands::referee::password;
use packetboat::desk::outbox::reply_addresses::Returns;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::store::entry::Verdict;
use packetboat::store::memfs::MemFs;

/// A mail of the attacker's, or of somebody he has looked over the shoulder of.
struct Attack {
    name: &'static str,
    mail: String,
}

const BEN: &str = "Ben <ben@example.net>";

/// The headers given, then orders for Ben's seat.
fn orders(bench: &Bench<MemFs>, headers: &str) -> String {
    let block = bench.orders("duel", "south", "1", "BID 1");
    format!("{headers}\nMIME-Version: 1.0\nContent-Type: text/plain\n\n{block}")
}

/// Where Ben, or Ana, answers to.
fn address(bench: &Bench<MemFs>, id: &str, name: &str) -> String {
    let report = bench.last(id, name, ".report");
    let to = header(&report.message, "Reply-To").unwrap();
    let inner = to.split_once('<').and_then(|it| it.1.split_once('>'));
    inner.map_or(to.clone(), |it| it.0.to_owned())
}

fn bounce_address(bench: &Bench<MemFs>) -> String {
    let id = "duel".parse().unwrap();
    let dir = bench.club.layout.campaign(&id);
    Returns::of(&bench.club, &id, &dir).address(Some(seat("south")))
}

/// A club in which Ben's seat had another player before, who still has its mails.
fn place() -> (Bench<MemFs>, String) {
    let mut bench = Bench::with(&DUEL);
    bench.start(&Match {
        id: "other",
        players: &[
            "north=Ana <ana@example.org>",
            "south=Mallory <mallory@evil.example>",
        ],
        ..DUEL
    });
    bench.tick();
    let before = address(&bench, "duel", "south");
    let ben = NewHolder::Person(BEN);
    let cleared = (NewHolder::Person("Carl <carl@example.net>"), Lines::Keep);
    replace(&bench.club, "duel", seat("south"), cleared, "", bench.now).unwrap();
    replace(
        &bench.club,
        "duel",
        seat("south"),
        (ben, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    (bench, before)
}

/// What the attacker knows of a club, and how he writes.
struct Spy<'a> {
    bench: &'a Bench<MemFs>,
    bens: String,
    token: String,
}

const CLUB: &str = "orders@club.example";

impl<'a> Spy<'a> {
    fn new(bench: &'a Bench<MemFs>) -> Self {
        let bens = address(bench, "duel", "south");
        let token = bens.split(['.', '@']).nth(2).unwrap().to_owned();
        Spy { bench, bens, token }
    }

    /// Orders in Ben's name, sent to an address.
    fn to(&self, address: &str) -> String {
        orders(self.bench, &from(BEN, address))
    }

    /// The same to Ben's own address, with another token.
    fn token(&self, token: &str) -> String {
        self.to(&self.bens.replace(&self.token, token))
    }

    /// The same to the club's address, with more headers.
    fn with(&self, more: &str) -> String {
        orders(self.bench, &format!("{}\n{more}", from(BEN, CLUB)))
    }

    /// The same to Ben's own address, with a token that is good.
    fn good_with(&self, more: &str) -> String {
        orders(self.bench, &format!("{}\n{more}", from(BEN, &self.bens)))
    }

    /// The same to the club's address, with a password behind the turn.
    fn password(&self, word: &str) -> String {
        let turn = format!("turn 1 {word}");
        orders(self.bench, &from(BEN, CLUB)).replace("turn 1", &turn)
    }
}

fn from(from: &str, to: &str) -> String {
    format!("From: {from}\nTo: {to}\nSubject: x")
}

fn say(name: &'static str, mail: String) -> Attack {
    Attack { name, mail }
}

/// Addresses that prove nothing.
fn wrong_addresses(bench: &Bench<MemFs>, before: &str) -> Vec<Attack> {
    let spy = Spy::new(bench);
    let (anas, other) = (
        address(bench, "duel", "north"),
        address(bench, "other", "south"),
    );
    let bounces = bounce_address(bench);
    let bounce_token = bounces.split(['.', '@']).nth(3).unwrap();
    let slip = format!("{}0", spy.token);
    let longer = spy.bens.replace("+duel", "+other.duel");
    vec![
        say("a forged From", spy.to(CLUB)),
        say("another seat's token", spy.to(&anas)),
        say("another campaign's token", spy.to(&other)),
        say("the token of who had the seat before", spy.to(before)),
        say("a guessed token", spy.token("0123456789abcdef")),
        say("a token with a slip", spy.token(&slip)),
        say("a bounce address", spy.to(&bounces)),
        say("a bounce token as the seat's", spy.token(bounce_token)),
        say(
            "two seats at once",
            spy.to(&format!("{}, {anas}", spy.bens)),
        ),
        say("one more campaign in the address", spy.to(&longer)),
    ]
}

/// Headers that prove nothing.
fn wrong_headers(bench: &Bench<MemFs>) -> Vec<Attack> {
    let spy = Spy::new(bench);
    let report = bench.last("duel", "south", ".report");
    let message_id = header(&report.message, "Message-ID").unwrap();
    let (bens, token) = (&spy.bens, &spy.token);
    let passes = "club.mx; dmarc=pass header.from=example.net; dkim=pass header.d=example.net";
    let mallory = format!("{}\nReply-To: {BEN}", from("mallory@evil.example", CLUB));
    let quoted = from("\"ben@example.net\" <m@evil.example>", CLUB);
    let answered = format!("In-Reply-To: {message_id}");
    let folded = format!("X-A: b\r\n\tDelivered-To: {bens}");
    let sender = format!("Sender: {BEN}\nResent-From: {BEN}");
    vec![
        say("the token in the body", spy.with("X-A: b") + token),
        say(
            "the token in the subject",
            spy.with(&format!("Subject: {bens}")),
        ),
        say("a mail of ours answered", spy.with(&answered)),
        say(
            "an address as Reference",
            spy.with(&format!("References: <{bens}>")),
        ),
        say("Reply-To", orders(bench, &mallory)),
        say("Sender", spy.with(&sender)),
        say("two From", spy.with("From: mallory@evil.example")),
        say("a name that is an address", orders(bench, &quoted)),
        say("a header in a header", spy.with(&folded)),
        say(
            "forged results, and no server is trusted",
            format!("Authentication-Results: {passes}\n{}", spy.to(CLUB)),
        ),
    ]
}

/// Passwords that prove nothing, and machines that repeat what is good.
fn words_and_machines(bench: &Bench<MemFs>, words: &(String, String)) -> Vec<Attack> {
    let spy = Spy::new(bench);
    let block = bench.orders("duel", "south", "1", "BID 1");
    let forwarded = format!(
        "{}\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\nTo: {}\nFrom: {BEN}\n\n{block}",
        from("mallory@evil.example", CLUB),
        spy.bens
    );
    let looped = spy.good_with("X-Packetboat-Loop: duel@club.example");
    vec![
        say("a wrong password", spy.password("babob-lusab-gutih-sonap")),
        say("another seat's password", spy.password(&words.0)),
        say("the password before the last", spy.password(&words.1)),
        say(
            "a machine's answer",
            spy.good_with("Auto-Submitted: auto-replied"),
        ),
        say("our own loop mark", looped),
        say("a mailing list", spy.with("List-Id: <a.lists.example>")),
        say("a forwarded mail", forwarded),
    ]
}

#[test]
fn no_mail_that_pretends_is_believed() {
    let (base, before) = place();
    let id = "duel";
    let north = password(&base.club, id, seat("north")).unwrap();
    let old = password(&base.club, id, seat("south")).unwrap();
    password(&base.club, id, seat("south")).unwrap();
    let words = (word(&north), word(&old));
    let mut all = wrong_addresses(&base, &before);
    all.extend(wrong_headers(&base));
    all.extend(words_and_machines(&base, &words));
    assert!(all.len() >= 20, "{}", all.len());
    for (number, attack) in all.into_iter().enumerate() {
        let mut bench = base.copy();
        let file = bench.deliver(&format!(
            "Message-ID: <{number}@evil.example>\n{}",
            attack.mail
        ));
        let sent = bench.post.taken.len();
        bench.later(60).tick();
        check(&bench, &attack, &file, sent);
    }
}

/// The password in what the command prints.
fn word(said: &str) -> String {
    let mut words = said.split_whitespace();
    let found = words.find(|it| it.matches('-').count() == 3);
    found.expect("a password is printed").to_owned()
}

fn check(bench: &Bench<MemFs>, attack: &Attack, file: &str, sent: usize) {
    let name = attack.name;
    let notes = bench.notes("duel");
    let mut mails = notes.iter().flat_map(|it| &it.mail);
    let believed = mails.any(|it| it.verdict == Verdict::Accepted);
    let table = bench.campaign("duel").table;
    let mut seats = ["north", "south"].map(seat).into_iter();
    let in_force = seats.any(|it| !table.in_force(it).is_empty());
    assert!(!believed && !in_force, "{name}: orders were filed");
    let mut verdicts: Vec<String> = bench.ledger().into_iter().map(|it| it.1).collect();
    for id in ["duel", "other"] {
        let notes = bench.notes(id);
        verdicts.extend(
            notes
                .iter()
                .flat_map(|it| &it.mail)
                .map(|it| it.file.clone()),
        );
    }
    let own = verdicts
        .iter()
        .filter(|it| file.starts_with(it.as_str()))
        .count();
    assert_eq!(own, 1, "{name}: {verdicts:?}");
    for mail in &bench.post.taken[sent..] {
        let known = ["ben@example.net", "ana@example.org", "referee@club.example"];
        // In the other campaign Mallory is a player, and is answered as one.
        let as_player = ["other.", "astray."]
            .iter()
            .any(|it| mail.key.starts_with(it));
        assert!(
            as_player || known.contains(&mail.to.as_str()),
            "{name}: {} to {}",
            mail.key,
            mail.to
        );
    }
}

#[test]
fn a_mail_that_was_seen_on_its_way_is_worth_nothing_later() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let stolen = bench.answer(
        "duel",
        "south",
        &bench.orders("duel", "south", "1", "BID 1"),
    );
    bench.send("duel", "south", "1", "BID 4");
    bench.send("duel", "north", "1", "BID 3");
    bench.later(60).tick();
    bench.later(3 * 3_600).tick();
    bench.send("duel", "south", "2", "BID 2");
    bench.send("duel", "north", "2", "BID 2");
    bench.later(60).tick();
    bench.later(3 * 3_600).tick();
    let filed = bench.campaign("duel").table.in_force(seat("south"));
    // The very mail, and the same under another name, for the turn that is open now.
    let fresh = stolen
        .replace("Message-ID: <", "Message-ID: <x")
        .replace("turn 1", "turn 3");
    for mail in [stolen.clone(), stolen, fresh] {
        bench.deliver(&mail);
        bench.later(60).tick();
    }
    let south = bench.campaign("duel").table.in_force(seat("south"));
    assert_eq!(south, filed);
}

/// Ways in which a mail comes here, and whether it is believed then.
fn ways_here(good: &str, ours: &str) -> Vec<(String, bool)> {
    let gmail = "Received: by 2002:a05::1 with SMTP id 1; Mon\n";
    let dovecot = "Received: from club.mx by club.mx with LMTP id 1; Mon\n";
    let results = "Authentication-Results: ";
    let again = format!("{gmail}ARC-Authentication-Results: i=1; ");
    vec![
        // Nobody wrote how it came here.
        (good.replace(&format!("{ours}\n"), ""), false),
        // As Dovecot hands mail on, and as Gmail does.
        (format!("Return-Path: <{BEN}>\n{dovecot}{good}"), true),
        (format!("{gmail}{good}"), true),
        (good.replace(results, &again), true),
        (
            format!("Received: from y by club.mx with ESMTP id 1; Mon\n{good}"),
            false,
        ),
        // Two people in one address.
        (
            good.replace(BEN, "\"mallory@example.net\"ben@example.net"),
            false,
        ),
        (
            good.replace(BEN, "<mallory@example.net> ben@example.net"),
            false,
        ),
    ]
}

/// With a server of our own that checks senders, its word counts, and only its.
#[test]
fn a_trusted_server_is_not_impersonated() {
    let mut base = Bench::with(&DUEL);
    base.edit(
        "packetboat.toml",
        "maildir = \"mail\"",
        "maildir = \"mail\"\nauthserv_id = \"club.mx\"",
    );
    base.tick();
    let taken = base.post.taken.clone();
    let mut base = Bench::on(base.fs.crash(0), base.now);
    base.post.taken = taken;
    let result = |server: &str, domain: &str| {
        format!("Authentication-Results: {server}; dmarc=pass header.from={domain}")
    };
    let ours = "Received: from x by club.mx";
    let from = |it: &str| from(it, CLUB);
    let good = format!(
        "{}\n{ours}\n{}",
        result("club.mx", "example.net"),
        from(BEN)
    );
    let headers = [
        (good.clone(), true),
        (
            format!(
                "{ours}\n{}\n{}",
                result("club.mx", "example.net"),
                from(BEN)
            ),
            false,
        ),
        (
            format!(
                "{}\n{ours}\n{}",
                result("mx.evil.example", "example.net"),
                from(BEN)
            ),
            false,
        ),
        (
            format!(
                "{}\n{ours}\n{}",
                result("club.mx", "evil.example"),
                from(BEN)
            ),
            false,
        ),
        (
            format!(
                "{}\n{ours}\n{}",
                result("club.mx", "example.net"),
                from("mallory@example.net")
            ),
            false,
        ),
        (format!("{good}\nFrom: mallory@evil.example"), false),
        (
            good.replace("ben@example.net>", "ben@example.net>, m@evil.example"),
            false,
        ),
    ];
    for (headers, believed) in headers.into_iter().chain(ways_here(&good, ours)) {
        let mut bench = base.copy();
        bench.deliver(&orders(&bench, &headers));
        bench.later(60).tick();
        let filed = bench.note("duel").mail[0].verdict == Verdict::Accepted;
        assert_eq!(filed, believed, "{headers}");
    }
}
