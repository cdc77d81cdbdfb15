//! Nothing that anybody writes halts a campaign: what could be mistaken for a secret is starred out
//! before anything is made of it, and of what slips through the mail is set aside that it was in.

use crate::support::{Bench, DUEL, WORLDS, header, seat};
use packetboat::desk::commands::referee::release;
use packetboat::desk::commands::standing::text;
use packetboat::desk::commands::status::status;
use packetboat::store::entry::{Letter, Verdict};
use packetboat::store::fs::{Fs, make_dir};
use packetboat_tools::games;

/// A word of the shape of our passwords; nobody has it.
const WORD: &str = "babob-lusab-gutih-sonap";
const CLUB: &str = "orders@club.example";

/// A tick takes this mail, and nothing of the word is in what goes out of it.
fn check_taken(bench: &mut Bench, mail: &str) {
    let (before, mails) = (bench.notes("duel").len(), bench.post.taken.len());
    let lines = bench.ledger().len();
    bench.later(60).deliver(mail);
    let summary = bench.tick();
    let at = format!("{summary}\n{mail}");
    assert!(summary.halted.is_empty() && summary.mails == 1, "{at}");
    assert!(!bench.ledger().iter().any(|it| it.2 == "aside"), "{at}");
    let notes = bench.notes("duel");
    let taken: usize = notes[before..].iter().map(|it| it.mail.len()).sum();
    let lines = bench.ledger().len() - lines;
    assert_eq!(taken + lines, 1, "{at}");
    for mail in &bench.post.taken[mails..] {
        let text = bench.text(&mail.message).to_lowercase();
        let bare: String = text.chars().filter(char::is_ascii_alphabetic).collect();
        assert!(!bare.contains("baboblusabgutihsonap"), "{text}");
    }
}

/// Addresses in which a secret shows when they are cut, wrapped, or cleaned.
fn addresses() -> Vec<String> {
    let hidden = |it: &str| WORD.replacen("b-l", &format!("b{it}-l"), 1);
    vec![
        format!("{}-----{WORD}@evil.example", "x".repeat(72)),
        format!("{}.{WORD}@evil.example", "x".repeat(76)),
        format!("{WORD}@evil.example"),
        format!("{}@evil.example", hidden("\u{200b}")),
        format!("{}@evil.example", hidden("\u{2065}")),
        format!("{}@evil.example", WORD.replace('b', "\u{ff42}")),
        format!("orders+duel.south.{}@club.example.evil", "0".repeat(16)),
        format!("orders+duel.south.{}@club.example", "0".repeat(20)),
        format!("orders+duel.south.\u{212a}{}@club.example", "0".repeat(15)),
    ]
}

#[test]
fn no_address_of_a_stranger_halts_a_campaign() {
    let mut bench = Bench::with(&DUEL);
    let report = bench.last("duel", "south", ".report");
    let answered = header(&report.message, "Message-ID").unwrap();
    let block = "#orders duel south turn 1\nBID 2\n#end\n";
    let nobodys = format!("orders+duel.south.{}@club.example", "0".repeat(16));
    for (number, address) in addresses().into_iter().enumerate() {
        for (to, text, more) in [
            (CLUB, block, String::new()),
            (nobodys.as_str(), "no orders\n", String::new()),
            (CLUB, "hello\n", format!("References: {answered}\n")),
        ] {
            // A day later, so that the player is told again.
            bench.later(25 * 3_600);
            let text = format!("{text}{number}");
            let mail = bench.written(&format!("<{address}>"), to, &text);
            check_taken(&mut bench, &format!("{more}{mail}"));
        }
    }
    let told = bench.all("duel", "south", ".refusal");
    let hidden = told.filter(|mail| {
        let text = bench.text(&mail.message).replace('\n', " ");
        text.contains("an address that is not shown here")
    });
    assert!(hidden.count() > 9, "{:?}", bench.keys());
    let mail = bench.written("mallory@evil.example", CLUB, block);
    bench.later(25 * 3_600).deliver(&mail);
    bench.tick();
    let shown = bench.text(&bench.last("duel", "south", ".refusal").message);
    assert!(shown.contains("mallory@evil.example"), "{shown}");
}

/// Words in which a secret shows when they are cut, wrapped or cleaned.
fn words() -> Vec<String> {
    let mut words: Vec<String> = "\u{2065}\u{206a}\u{206f}\u{200b}\u{ad}\u{e0041}\u{fe0f}\u{301}"
        .chars()
        .map(|it| WORD.replacen("b-l", &format!("b{it}-l"), 1))
        .collect();
    words.push(WORD.replacen("sonap", "sona\u{ff50}", 1));
    words.push(WORD.to_uppercase());
    for front in 0..=80 {
        words.push(format!("{}-----{WORD}", "x".repeat(front)));
    }
    words.push(format!("{WORD}{}", "x".repeat(80)));
    words.push(format!(
        "orders+duel.north.{}@club.example{}",
        "0".repeat(16),
        "x".repeat(60)
    ));
    words
}

#[test]
fn no_line_of_a_player_halts_a_campaign() {
    let mut bench = Bench::with(&DUEL);
    for (number, word) in words().into_iter().enumerate() {
        let lines = [
            format!("MESSAGE TO NORTH\nhello {word} there\nEND"),
            format!("BID 1 ; {word}"),
            format!("PLAI {word}"),
            format!("HELP {word}"),
            format!("AWAY {word}"),
            format!("CONFIRM {word}"),
            format!("ADDRESS {word}@x.example"),
        ];
        // All of them with each word would be many ticks; each place meets each kind of word.
        let line = &lines[number % lines.len()];
        bench.later(3_600);
        let mail = bench.orders("duel", "south", "1", line);
        check_taken(&mut bench, &mail);
    }
}

/// Whatever stands in the midst of a word: what is heard, printed and searched are the same words.
#[test]
fn no_number_in_a_letter_sets_it_aside() {
    let hash = blake3::hash(b"a word").to_hex().to_string();
    let odd = "\u{0}\u{7}\u{b}\u{c}\u{1b}\u{1c}\u{85}\u{a0}\u{ad}\u{301}\u{1680}\u{200b}\u{200d}\
               \u{2028}\u{2029}\u{202f}\u{2065}\u{3000}\u{fe0f}\u{ffa0}\u{e0100}\r\t -.é";
    for odd in odd.chars() {
        let mut bench = Bench::with(&DUEL);
        let word = format!("{}{odd}{}", &hash[..20], &hash[20..]);
        let lines = format!("MESSAGE TO NORTH\nhello {word} there\nEND\nBID 1 ; {word}");
        let text = bench.orders("duel", "south", "1", &lines);
        check_taken(&mut bench, &text);
        bench.later(60);
        let block = format!("#orders duel south turn 1\n{lines}\n#end\n");
        let html = bench.answer("duel", "south", &block.replace('\n', "<br>\n"));
        check_taken(&mut bench, &html.replacen("text/plain", "text/html", 1));
        let letters = bench.all("duel", "north", ".note").count();
        assert_eq!(letters, 2, "{odd:?}: {:?}", bench.keys());
    }
}

/// A template that prints a secret into the receipt of whoever writes XYZZY.
fn trap(bench: &Bench) {
    let text = &games::templates()["_common/receipt.txt"];
    let word = "babob-lusab-dofog-hijin";
    let told = "\"XYZZY\" in (read.faults | join(\" \"))";
    let trap = format!("{{% if read and {told} %}}\n{word}\n{{% endif %}}\n");
    make_dir(&*bench.fs, &bench.path("templates/_common")).unwrap();
    bench.write("templates/_common/receipt.txt", format!("{text}\n{trap}"));
}

#[test]
fn a_guilty_mail_is_set_aside_and_the_others_are_taken() {
    let mut bench = Bench::with(&DUEL);
    trap(&bench);
    bench.send("duel", "north", "1", "BID 2");
    bench.send("duel", "south", "1", "XYZZY");
    let guilty = bench
        .fs
        .list(&bench.path("mail/new"))
        .unwrap()
        .pop()
        .unwrap();
    bench.send("duel", "south", "1", "BID 3");
    let summary = bench.later(60).tick();
    assert!(summary.halted.is_empty() && summary.mails == 3, "{summary}");
    let note = bench.note("duel");
    let verdicts: Vec<Verdict> = note.mail.iter().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::Accepted, Verdict::Accepted]);
    let aside: Vec<_> = bench
        .ledger()
        .into_iter()
        .filter(|it| it.2 == "aside")
        .collect();
    assert_eq!(aside.len(), 1, "{aside:?}");
    let bare = guilty.split(':').next().unwrap();
    assert!(aside[0].1.starts_with(bare), "{aside:?}");
    let cur = bench.fs.list(&bench.path("mail/cur")).unwrap();
    assert!(cur.iter().any(|it| it.starts_with(bare)), "{cur:?}");
    // The player is told in our words, the referee where it stood; nobody is told what it was.
    let to = |bench: &Bench, address: &str| {
        let mails = bench.post.taken.iter().filter(|it| it.to == address);
        let aside = mails.filter(|it| it.key.contains("aside"));
        aside.map(|it| bench.text(&it.message)).collect::<Vec<_>>()
    };
    let told = to(&bench, "ben@example.net");
    assert_eq!(told.len(), 1, "{:?}", bench.keys());
    assert!(told[0].contains("1 mail of yours"), "{told:?}");
    assert!(!told[0].contains("XYZZY"), "{told:?}");
    let told = to(&bench, "referee@club.example");
    assert_eq!(told.len(), 1, "{:?}", bench.keys());
    let words = told[0].split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("cur/{bare}")), "{words}");
    assert!(words.contains("south: a password"), "{words}");
    assert!(to(&bench, "ana@example.org").is_empty());
    // A second one on the same day is told to its player at once, to the referee the day after.
    bench.send("duel", "north", "1", "XYZZY");
    bench.later(60).tick();
    assert_eq!(to(&bench, "ana@example.org").len(), 1);
    assert_eq!(to(&bench, "referee@club.example").len(), 1);
    let rows = status(&bench.club, Some("duel"), bench.now).unwrap();
    assert_eq!(rows[0].aside, 2);
    bench.later(24 * 3_600).tick();
    assert_eq!(to(&bench, "referee@club.example").len(), 2);
    // Mended, and the file put back: it is read as any other.
    bench.fs.remove_dir_all(&bench.path("templates")).unwrap();
    let name = cur.iter().find(|it| it.starts_with(bare)).unwrap();
    let (from, to) = (format!("mail/cur/{name}"), format!("mail/new/{bare}"));
    bench
        .fs
        .rename(&bench.path(&from), &bench.path(&to))
        .unwrap();
    let before = bench.all("duel", "south", ".receipt").count();
    bench.later(60).tick();
    assert_eq!(bench.all("duel", "south", ".receipt").count(), before + 1);
    bench.verify();
}

/// Also while the campaign stands still: they may be why, and they wait for whoever mends it.
#[test]
fn mails_set_aside_are_counted_of_a_halted_campaign() {
    let mut bench = Bench::with(&DUEL);
    trap(&bench);
    bench.send("duel", "south", "1", "XYZZY");
    bench.later(60).tick();
    bench.write("campaigns/duel/log/000000/state.toml", "no state");
    let rows = status(&bench.club, None, bench.now).unwrap();
    assert_eq!((rows[0].stands, rows[0].aside), ("halted", 1), "{rows:?}");
    let told = text(&rows);
    assert!(
        told.contains("1 mail was set aside in the last month"),
        "{told}"
    );
}

/// However many they are, and whatever a search can see of them at a time.
#[test]
fn many_guilty_mails_are_set_aside_in_one_tick() {
    let mut bench = Bench::with(&DUEL);
    trap(&bench);
    for round in 0..120 {
        let line = ["XYZZY", "BID 1", "XYZZY"][round % 3];
        bench.send("duel", "south", "1", &format!("{line} ; {round}"));
        if round % 10 == 0 {
            bench.send("duel", "north", "1", &format!("BID 2 ; {round}"));
        }
    }
    let summary = bench.later(60).tick();
    assert!(summary.halted.is_empty(), "{summary}");
    assert_eq!(summary.mails, 132);
    assert!(summary.entries < 40, "{summary}: {}", summary.entries);
    let aside = bench
        .ledger()
        .into_iter()
        .filter(|it| it.2 == "aside")
        .count();
    let taken: usize = bench.notes("duel").iter().map(|it| it.mail.len()).sum();
    assert_eq!(aside + taken, 132);
    assert!(aside > 29 && aside <= 80, "{aside}");
    let of_north = bench
        .notes("duel")
        .iter()
        .flat_map(|it| &it.mail)
        .filter(|it| it.seat == Some(seat("north")) && it.verdict == Verdict::Accepted)
        .count();
    assert_eq!(of_north, 12);
}

/// What comes of no mail is a broken file or rule: a human must look.
#[test]
fn an_entry_that_takes_no_mail_halts_as_ever() {
    let mut bench = Bench::with(&WORLDS);
    let text = &games::templates()["_common/report.txt"];
    make_dir(&*bench.fs, &bench.path("templates/_common")).unwrap();
    bench.write("templates/_common/report.txt", format!("{text}\n{WORD}\n"));
    let summary = bench.at("2026-11-23T23:00:00Z").tick();
    assert_eq!(summary.halted, ["worlds"], "{summary}");
    release(&bench.club, "worlds", "", bench.now).unwrap();
    let notes = bench.notes("worlds");
    assert!(
        notes[1..]
            .iter()
            .flat_map(|it| &it.out)
            .all(|it| it.what != Letter::Report)
    );
}
