//! Two weeks of a club, with the mistakes and accidents of one that was watched: what its referee
//! was told by commands and ticks, and what everybody was mailed, day by day. A page to be read;
//! and nothing in it happens in silence, and nobody is told twice.

use crate::support::{ANA, BEN, Bench, DUEL, Match, header, moment, monday, seat};
use crate::troubles::as_read;
use packetboat::clock::Moment;
use packetboat::desk::commands::status::{of_club, status};
use packetboat::desk::commands::{end, pause, players, referee, rehearsal, standing, undo};
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use std::collections::BTreeSet;
use std::path::Path;

const DIARY: &str = "golden/two-weeks.txt";
const CLUB: &str = "orders@club.example";
const REFEREE: &str = "referee@club.example";
const CONFIG: &str = "campaigns/duel/campaign.toml";
const HOUR: i64 = 3_600;
/// So much of a mail is written down: what its reader sees before scrolling.
const LINES_MAX: usize = 9;

/// The club, and what is written down of it.
struct Diary {
    bench: Bench,
    text: String,
    /// What was mailed on this day: to whom, and how it begins.
    today: BTreeSet<(String, String)>,
}

impl Diary {
    fn begin() -> Self {
        let mut bench = Bench::new();
        bench.edit(
            "packetboat.toml",
            "maildir = \"mail\"",
            "maildir = \"mail\"\nauthserv_id = \"club.mx\"",
        );
        bench = Bench::on(bench.fs.crash(0), bench.now);
        Diary {
            bench,
            text: String::new(),
            today: BTreeSet::new(),
        }
    }

    fn day(&mut self, day: i64, what: &str) {
        let begins = monday().seconds() + (day - 1) * 24 * HOUR;
        self.goes_on_until(Moment::from_seconds(begins));
        self.today.clear();
        self.text += &format!("\n=== Day {day}: {what}\n");
    }

    /// A command, and what it says.
    fn does(&mut self, command: &str, said: anyhow::Result<String>) -> String {
        let said = match said {
            Ok(said) => said,
            Err(fault) => format!("error: {fault:#}"),
        };
        assert!(!said.trim().is_empty(), "{command} says nothing");
        self.text += &format!("\n$ packetboat {command}\n");
        for line in said.trim_end().lines() {
            self.text += &format!("{}\n", format!("  {line}").trim_end());
        }
        said
    }

    /// A mail to the club, and who must hear of it with the next tick.
    fn writes(&mut self, from: &str, to: &str, text: &str, hear: &[&str]) {
        self.text += &format!("\n{from} writes: {}\n", text.replace('\n', " / "));
        let mail = self.bench.written(from, to, text);
        let domain = from.split('@').nth(1).unwrap();
        let proved = format!(
            "Authentication-Results: club.mx; dmarc=pass header.from={domain}\n\
             Received: from x by club.mx\n{mail}"
        );
        self.bench.deliver(&proved);
        let told = self.tick();
        for reader in hear {
            assert!(
                told.contains(*reader),
                "{reader} hears nothing of it: {told:?}
{}",
                self.text
            );
        }
    }

    /// An answer to the last report of a seat.
    fn answers(&mut self, of: &str, text: &str, hear: &[&str]) {
        let to = header(&self.bench.last("duel", of, ".report").message, "Reply-To");
        let from = self
            .bench
            .campaign("duel")
            .player(seat(of))
            .unwrap()
            .address
            .to_string();
        self.writes(&from, &to.unwrap(), text, hear);
    }

    /// A minute later cron runs; who was mailed.
    fn tick(&mut self) -> BTreeSet<String> {
        let before = self.bench.post.taken.len();
        let summary = self.bench.later(60).tick().to_string();
        if !summary.trim().is_empty() {
            self.text += "\n(tick)\n";
            for line in summary.trim_end().lines() {
                self.text += &format!("  {line}\n");
            }
        }
        let new = self.bench.post.taken[before..].to_vec();
        let mut told = BTreeSet::new();
        let mut notices = BTreeSet::new();
        for mail in new {
            let subject = header(&mail.message, "Subject").unwrap();
            let text = self.bench.text(&mail.message);
            self.text += &format!("-> {}: {subject}\n", mail.to);
            let tells = |it: &&str| !it.trim().is_empty() && !it.starts_with("Witness: ");
            let shown = text.lines().filter(tells);
            for line in shown.take(LINES_MAX) {
                self.text += &format!("   | {line}\n");
            }
            let begins: String = text.chars().take(400).collect();
            let again = !self
                .today
                .insert((mail.to.clone(), format!("{subject}\n{begins}")));
            assert!(!again, "{} is told the same twice a day: {text}", mail.to);
            let notice = mail.key.contains(".note") && !text.contains("writes to you");
            if notice && mail.to != REFEREE && !subject.contains("letter") {
                assert!(
                    notices.insert(mail.to.clone()),
                    "two notices to {}",
                    mail.to
                );
            }
            told.insert(mail.to);
        }
        told
    }

    /// Cron runs every quarter of an hour until then; who was mailed.
    fn goes_on_until(&mut self, at: Moment) -> BTreeSet<String> {
        let mut told = BTreeSet::new();
        while self.bench.now < at {
            self.bench.later(840);
            told.extend(self.tick());
        }
        told
    }

    fn status(&mut self) -> String {
        let all = status(&self.bench.club, None, self.bench.now).unwrap();
        let club = of_club(&self.bench.club, self.bench.now).join("\n");
        let said = format!("{}{club}", standing::lines(&all));
        self.does("status", Ok(said))
    }
}

fn wanted(players: &'static [&'static str]) -> Match<'static> {
    Match {
        players,
        options: &["rounds=6"],
        ..DUEL
    }
}

fn found(diary: &mut Diary, players: &'static [&'static str]) {
    let said = wanted(players).found(&diary.bench.club, diary.bench.now);
    diary.does("new toy/sealed duel …", said);
}

#[test]
fn two_weeks_of_a_club() {
    let mut diary = Diary::begin();
    first_week(&mut diary);
    second_week(&mut diary);
    diary.bench.verify();
    let text = diary.text.trim_start().to_owned();
    as_read(DIARY, &text);
}

fn first_week(diary: &mut Diary) {
    diary.day(1, "a campaign is begun with a wrong address, and once more");
    found(diary, &[ANA, "south=Ben <ben@exampel.net>"]);
    let undone = undo::undo(&diary.bench.club, "duel", diary.bench.now);
    diary.does("undo duel", undone);
    found(diary, &[ANA, BEN]);
    let told = diary.tick();
    assert_eq!(told.len(), 2, "{told:?}");
    // As `new` writes it today.
    diary
        .bench
        .edit(CONFIG, "hold_if_silent = 0", "hold_if_silent = \"all\"");

    diary.day(2, "people write to the club");
    diary.writes(
        "ana@example.org",
        CLUB,
        "Dear referee, I am ill this week.",
        &[REFEREE],
    );
    diary.writes(
        "carla@x.example",
        CLUB,
        "Do you have an open seat?",
        &[REFEREE, "carla@x.example"],
    );
    diary.writes(
        "dan@y.example",
        CLUB,
        "May I join the next game?",
        &["dan@y.example"],
    );
    let said = diary.status();
    assert!(said.contains("mails of the last 30 days"), "{said}");

    diary.day(3, "the deadline is moved until it is right, and a reminder");
    for (by, why) in [("2d", "Ana is ill"), ("3d", ""), ("-1d", "")] {
        let said = referee::extend(&diary.bench.club, "duel", by, why, diary.bench.now);
        diary.does(&format!("extend duel {by} --why \"{why}\""), said);
    }
    let told = diary.tick();
    assert_eq!(told.len(), 2, "{told:?}");
    let held = referee::hold(&diary.bench.club, "duel", "a storm", diary.bench.now);
    diary.does("hold duel --why \"a storm\"", held);
    let on = pause::release(&diary.bench.club, "duel", "", diary.bench.now);
    diary.does("release duel", on);
    let south = [seat("south")];
    let reminded = players::remind(&diary.bench.club, "duel", &south, "", diary.bench.now);
    diary.does("remind duel south", reminded);
    diary.tick();

    orders_and_a_look(diary);
}

/// A player corrects an order, and the referee would like to look.
fn orders_and_a_look(diary: &mut Diary) {
    diary.day(4, "orders, and better ones a minute later");
    let to = header(
        &diary.bench.last("duel", "north", ".report").message,
        "Reply-To",
    );
    let sheet = |bid: u32| format!("#orders duel north turn 1\nBID {bid}\n#end\n");
    let first = diary
        .bench
        .written("ana@example.org", to.as_deref().unwrap(), &sheet(2));
    diary.bench.deliver(&first);
    diary.answers("north", &sheet(3), &["ana@example.org"]);

    diary.day(6, "the referee would like to know how it comes out");
    let look = |diary: &Diary| {
        let folder = Some(Path::new("/look"));
        rehearsal::resolve(&diary.bench.club, "duel", "", folder, diary.bench.now)
    };
    let said = look(diary);
    let said = diary.does("resolve duel --dry-run /look", said);
    assert!(said.contains("nothing was played"), "{said}");
    let wrong = players::tell(
        &diary.bench.club,
        "duel",
        &[],
        "For another club",
        diary.bench.now,
    );
    diary.does("tell duel all \"For another club\"", wrong);
    let undone = undo::undo(&diary.bench.club, "duel", diary.bench.now);
    diary.does("undo duel", undone);
    let told = diary.tick();
    assert!(told.is_empty(), "{}", diary.text);
    let said = entries(diary);
    assert!(!said.contains("a letter"), "{said}");
}

fn entries(diary: &mut Diary) -> String {
    let lines =
        packetboat::desk::commands::entries::entries(&diary.bench.club, "duel", diary.bench.now);
    diary.does(
        "entries duel",
        lines.map(|it| packetboat::desk::commands::entries::text(&it)),
    )
}

fn second_week(diary: &mut Diary) {
    diary.day(8, "a typo in campaign.toml");
    diary
        .bench
        .edit(CONFIG, "review      = false", "review      = yes");
    diary.tick();
    let said = diary.status();
    assert!(said.contains("review must be true or false"), "{said}");
    diary
        .bench
        .edit(CONFIG, "review      = yes", "review      = false");
    diary.bench.later(120);
    diary.tick();

    diary.day(9, "Ben leaves, and Dora comes");
    diary.answers("south", "RESIGN duel", &["ben@example.net"]);
    let receipt = diary.bench.last("duel", "south", ".receipt").clone();
    let to = header(&receipt.message, "Reply-To").unwrap();
    diary.writes(
        "ben@example.net",
        &to,
        "YES",
        &["ben@example.net", "ana@example.org", REFEREE],
    );
    let said = diary.status();
    assert!(said.contains("left and free: south (Ben)"), "{said}");
    let dora = (NewHolder::Person("Dora <dora@example.org>"), Lines::Drop);
    let south = seat("south");
    let given = players::replace(&diary.bench.club, "duel", south, dora, "", diary.bench.now);
    diary.does(
        "replace duel south \"Dora <dora@example.org>\" --drop-lines",
        given,
    );
    let told = diary.tick();
    for reader in ["ana@example.org", "ben@example.net", "dora@example.org"] {
        assert!(told.contains(reader), "{reader}: {told:?} {}", diary.text);
    }

    the_turn_is_closed(diary);
}

/// The referee looks, closes a turn by hand, and ends the wrong campaign.
fn the_turn_is_closed(diary: &mut Diary) {
    diary.day(10, "the turn is held, looked at, and closed by hand");
    let now = diary.bench.now;
    let held = referee::hold(&diary.bench.club, "duel", "Dora reads the rules", now);
    diary.does("hold duel --why \"Dora reads the rules\"", held);
    let folder = Some(Path::new("/look"));
    let looked = rehearsal::resolve(&diary.bench.club, "duel", "", folder, now);
    diary.does("resolve duel --dry-run /look", looked);
    let on = pause::release(&diary.bench.club, "duel", "", now);
    diary.does("release duel", on);
    let closed = referee::resolve(&diary.bench.club, "duel", "Dora begins with turn 2", now);
    diary.does("resolve duel --why \"Dora begins with turn 2\"", closed);
    diary.tick();
    for of in ["north", "south"] {
        let text = diary
            .bench
            .text(&diary.bench.last("duel", of, ".report").message);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("the referee looked at its outcome"), "{text}");
    }

    diary.day(12, "the wrong campaign is ended");
    let ended = end::end(&diary.bench.club, "duel", "", diary.bench.now);
    diary.does("end duel", ended);
    let undone = undo::undo(&diary.bench.club, "duel", diary.bench.now);
    diary.does("undo duel", undone);
    let told = diary.tick();
    assert!(told.is_empty(), "{}", diary.text);

    the_end(diary);
}

/// Nobody writes any more, and all agree to stop.
fn the_end(diary: &mut Diary) {
    // The turn that is open now closes on Sunday evening, with twelve hours of grace.
    diary.day(14, "nobody writes, and on Monday the grace is over");
    let told = diary.goes_on_until(moment("2026-11-30T07:05:00Z"));
    for reader in ["ana@example.org", "dora@example.org", REFEREE] {
        assert!(told.contains(reader), "{reader}: {told:?} {}", diary.text);
    }
    diary.status();
    let on = pause::release(&diary.bench.club, "duel", "play on", diary.bench.now);
    diary.does("release duel --why \"play on\"", on);
    let told = diary.tick();
    assert!(told.contains("ana@example.org") && told.contains("dora@example.org"));

    diary.day(16, "all agree to stop");
    let ended = end::end(&diary.bench.club, "duel", "all agree", diary.bench.now);
    diary.does("end duel --why \"all agree\"", ended);
    diary.tick();
    let undone = undo::undo(&diary.bench.club, "duel", diary.bench.now);
    let said = diary.does("undo duel", undone);
    assert!(said.contains("left, or may have"), "{said}");
    let archived = end::archive(&diary.bench.club, "duel");
    diary.does("archive duel", archived);
    let named = status(&diary.bench.club, Some("duel"), diary.bench.now);
    diary.does("status duel", named.map(|it| standing::text(&it)));
}
