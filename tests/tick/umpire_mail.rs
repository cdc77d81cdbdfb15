//! What an umpire's mails bring and add up to: files, faults, several mails, another umpire.

use super::typed::in_force;
use super::umpire::{FOUR, begun, founded, mails, report, ruling};
use crate::support::{Bench, flat, seat};
use packetboat::desk::commands::players;
use packetboat::desk::site;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::mail::attached::{attached, names};
use packetboat::store::fs::Fs;
use std::path::Path;

const COLOURS: &[u8] = include_bytes!("../../crates/report/src/foreign/samples/colours.jpg");
const GREY: &[u8] = include_bytes!("../../crates/report/src/foreign/samples/grey.jpg");

/// A file of a mail: its name and bytes.
type File = (&'static str, &'static [u8]);

/// An answer to the umpire's last report.
fn answer(bench: &Bench, text: &str) -> String {
    bench.in_reply_to(bench.last("field", "umpire", ".report"), text)
}

/// The same, with files.
fn with_files(bench: &Bench, text: &str, files: &[File]) -> String {
    let mail = answer(bench, text);
    let (heads, text) = mail.split_once("\n\n").unwrap();
    let heads = heads.replace(
        "Content-Type: text/plain; charset=utf-8",
        "Content-Type: multipart/mixed; boundary=cut",
    );
    let mut all = format!("{heads}\n\n--cut\nContent-Type: text/plain; charset=utf-8\n\n{text}\n");
    for (name, bytes) in files {
        let coded = |it: &[u8]| it.iter().map(|it| format!("={it:02X}")).collect::<String>();
        let lines: Vec<String> = bytes.chunks(24).map(coded).collect();
        all += &format!(
            "--cut\nContent-Type: application/octet-stream; name=\"{name}\"\n\
             Content-Transfer-Encoding: quoted-printable\n\n{}\n",
            lines.join("=\n")
        );
    }
    all + "--cut--\n"
}

fn send(bench: &mut Bench, mail: &str) {
    bench.later(60).deliver(mail);
    bench.later(60).tick();
}

/// The umpire answers so.
fn rule(bench: &mut Bench, text: &str) {
    let mail = answer(bench, text);
    send(bench, &mail);
}

/// The umpire is asked again, and no player has heard anything.
fn assert_waits(bench: &Bench) {
    assert_eq!(
        bench.sheet("field").as_deref(),
        Some("1b"),
        "{}",
        told(bench)
    );
    assert_eq!((mails(bench, "red"), mails(bench, "blue")), (2, 2));
}

/// The first turn is over.
fn assert_ruled(bench: &Bench) {
    assert_eq!(
        bench.sheet("field").as_deref(),
        Some("2a"),
        "{}",
        told(bench)
    );
}

/// The answer to the umpire's last mail.
fn told(bench: &Bench) -> String {
    flat(&bench.receipt("field", "umpire"))
}

fn files(bench: &Bench, who: &str) -> Vec<String> {
    let mut names = names(&bench.last("field", who, ".report").message);
    names.retain(|it| it != "deadline.ics");
    names
}

/// U10: a JPEG goes on as a PNG, to whom it is for and to nobody else; and again without the file.
#[test]
fn a_picture_goes_to_whom_it_is_for() {
    let mut bench = ruling();
    let text = "PICTURE Map of the North.JPG TO red\nTO ALL\nNight falls.\nEND";
    let mail = with_files(&bench, text, &[("Map of the North.JPG", COLOURS)]);
    send(&mut bench, &mail);
    assert_ruled(&bench);
    assert_eq!(files(&bench, "red"), ["map-of-the-north.png"]);
    assert_eq!(files(&bench, "blue"), [""; 0]);
    let red = report(&bench, "red");
    assert!(
        red.contains("Attached for you: map-of-the-north.png"),
        "{red}"
    );
    assert!(!report(&bench, "blue").contains("map-of"));
    let sent = &bench.last("field", "red", ".report").message;
    let png = attached(sent, "map-of-the-north.png").unwrap();
    assert!(png.starts_with(b"\x89PNG") && png != COLOURS);
    // Its name is in the orders as they were filed, and serves in any later turn.
    let brought: Vec<_> = bench
        .notes("field")
        .into_iter()
        .flat_map(|it| it.brought)
        .collect();
    let [kept] = &brought[..] else {
        panic!("{brought:?}");
    };
    bench.later(8 * 86_400).tick();
    assert_eq!(bench.sheet("field").as_deref(), Some("2b"));
    let text = format!("PICTURE {} TO blue\nNOTHING TO red", kept.name);
    let mail = answer(&bench, &text);
    send(&mut bench, &mail);
    assert_eq!(bench.sheet("field").as_deref(), Some("3a"));
    assert_eq!(files(&bench, "blue"), ["map-of-the-north.png"]);
    assert_eq!(files(&bench, "red"), [""; 0]);
    bench.verify();
}

/// U10: what is no picture, or did not come, is told; nothing is sent, and nothing else is lost.
#[test]
fn files_that_cannot_be_sent_on() {
    let bomb = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\x02\0\0\0";
    let script = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let active = b"%PDF-1.4\n1 0 obj <</OpenAction <</S /JavaScript>>>> endobj\n%%EOF\n";
    let all: [(&[File], &str); 6] = [
        (
            &[],
            "no file map.png that can be sent on came with this mail",
        ),
        (
            &[("other.png", COLOURS)],
            "no file map.png that can be sent on came with this mail",
        ),
        (
            &[("map.png", b"Hello!")],
            "`map.png` is not a PNG, JPEG or PDF; save it as PNG.",
        ),
        (
            &[("map.png", script)],
            "`map.png` is not a PNG, JPEG or PDF",
        ),
        (
            &[("map.png", bomb)],
            "`map.png` cannot be read; open it in a picture program",
        ),
        (
            &[("map.png", active)],
            "`map.png` is a PDF that may do something",
        ),
    ];
    for (files, wanted) in all {
        let mut bench = ruling();
        let mail = with_files(&bench, "PICTURE map.png TO ALL\nSET red points +2", files);
        send(&mut bench, &mail);
        assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
        assert_eq!((mails(&bench, "red"), mails(&bench, "blue")), (2, 2));
        let told = bench
            .all("field", "umpire", ".")
            .map(|it| bench.text(&it.message));
        let told = flat(&told.collect::<Vec<_>>().join("\n"));
        assert!(told.contains(wanted), "{wanted}: {told}");
        // What came with it waits for the rest.
        let mail = with_files(&bench, "PICTURE map.png TO ALL", &[("map.png", GREY)]);
        send(&mut bench, &mail);
        assert_eq!(bench.sheet("field").as_deref(), Some("2a"), "{wanted}");
        assert!(report(&bench, "red").contains("points is now 2"));
        bench.verify();
    }
}

/// No name opens a file that did not come.
#[test]
fn a_name_that_is_made_up_shows_nothing() {
    let mut bench = ruling();
    let text = "PICTURE map-0123456789abcdef.png TO ALL\nTO ALL\nNight falls.\nEND";
    let mail = answer(&bench, text);
    send(&mut bench, &mail);
    assert_eq!(files(&bench, "red"), [""; 0]);
    assert!(!report(&bench, "red").contains("Attached"));
    bench.verify();
}

/// What one seat is shown changes no byte of what another gets.
#[test]
fn a_picture_for_one_changes_nothing_for_another() {
    let played = |picture: &'static [u8]| {
        let mut bench = ruling();
        let text = "PICTURE map.jpg TO red\nTO ALL\nNight falls.\nEND";
        let mail = with_files(&bench, text, &[("map.jpg", picture)]);
        send(&mut bench, &mail);
        let all = bench.all("field", "blue", ".");
        let texts = all.map(|it| bench.text(&it.message));
        // The witness is of the entry, and the entry holds what was filed.
        let told = |text: String| {
            let lines = text.lines().filter(|it| !it.starts_with("Witness:"));
            lines.map(str::to_owned).collect::<Vec<String>>().join("\n")
        };
        let texts: Vec<String> = texts.map(told).collect();
        (texts, bench.last("field", "blue", ".report").message.len())
    };
    assert_eq!(played(COLOURS), played(GREY));
}

/// U6: a sheet of which a line was not understood waits for it; what comes later is added.
#[test]
fn a_faulty_sheet_waits_for_the_rest() {
    let mut bench = ruling();
    rule(&mut bench, "TO ALL\nNight falls.\nEND\nSET red mood shaken");
    assert_waits(&bench);
    let said = told(&bench);
    assert!(said.contains("nothing is sent before"), "{said}");
    rule(&mut bench, "SET red morale shaken");
    assert_ruled(&bench);
    assert!(report(&bench, "red").contains("Night falls."));
    bench.verify();
}

/// GOAHEAD says that what was understood is all.
#[test]
fn what_was_understood_may_be_all() {
    let mut bench = ruling();
    rule(&mut bench, "TO ALL\nNight falls.\nEND\nSET red mood shaken");
    rule(&mut bench, "GOAHEAD");
    assert_ruled(&bench);
    assert!(report(&bench, "red").contains("Night falls."));
}

/// U6: the question says who is forgotten, and its answer needs only what is missing.
#[test]
fn an_answer_adds_to_what_was_sent() {
    let mut bench = ruling();
    rule(
        &mut bench,
        "ROLL 1d6 FOR red \"luck\"\nTO red\nThe bridge is yours.\nEND",
    );
    let asked = flat(&report(&bench, "umpire"));
    assert!(asked.contains("Blue is told nothing"), "{asked}");
    rule(&mut bench, "TO blue\nYou hear drums.\nEND");
    assert_ruled(&bench);
    assert!(report(&bench, "red").contains("The bridge is yours."));
    assert!(report(&bench, "blue").contains("You hear drums."));
    bench.verify();
}

/// The second of two mails that cross finds the turn over: it is told so, and changes nothing.
#[test]
fn two_mails_that_cross() {
    let mut bench = ruling();
    let first = answer(&bench, "TO red\nThe bridge is yours.\nEND\nNOTHING TO blue");
    let second = answer(&bench, "TO blue\nYou hear drums.\nEND");
    bench.later(60).deliver(&first);
    bench.later(5).deliver(&second);
    bench.later(60).tick();
    assert_ruled(&bench);
    assert!(!report(&bench, "blue").contains("drums"));
    let said = told(&bench);
    assert!(said.contains("nothing has been filed"), "{said}");
    assert_eq!(in_force(&bench, "field", "umpire"), [""; 0]);
    bench.verify();
}

/// Whoever takes the seat in the midst of a ruling reads all that the one before has read.
#[test]
fn another_umpire_goes_on() {
    let mut bench = ruling();
    rule(
        &mut bench,
        "ROLL 2d6 FOR umpire \"the weather\"\nTO red\nIt rains.\nEND",
    );
    let late = answer(&bench, "TO ALL\nI am still here.\nEND");
    players::replace(
        &bench.club,
        "field",
        seat("umpire"),
        (NewHolder::Person("Una <una@example.com>"), Lines::Keep),
        "Uma is ill",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    let report = self::report(&bench, "umpire");
    assert!(bench.last("field", "umpire", ".report").to.contains("una@"));
    for wanted in ["We march at dawn.", "We wait in the wood.", "the weather"] {
        assert!(flat(&report).contains(wanted), "{wanted}: {report}");
    }
    send(&mut bench, &late);
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    rule(&mut bench, "TO ALL\nNight falls.\nEND");
    assert_ruled(&bench);
    assert!(!self::report(&bench, "red").contains("still here"));
    bench.verify();
}

/// On the site is what all were shown, and nothing else.
#[test]
fn the_site_has_what_all_were_shown() {
    let mut bench = ruling();
    let text = "PICTURE map.jpg TO ALL\nPICTURE plan.jpg TO red\nTO ALL\nNight falls.\nEND";
    let files: [File; 2] = [("map.jpg", COLOURS), ("plan.jpg", GREY)];
    let mail = with_files(&bench, text, &files);
    send(&mut bench, &mail);
    assert_eq!(self::files(&bench, "red"), ["map.png", "plan.png"]);
    site::make(&bench.club, Path::new("/site")).unwrap();
    let folder = Path::new("/site/field");
    let mut names = bench.fs.list(folder).unwrap();
    names.retain(|it| it.ends_with(".png") && (it.contains("map-") || it.contains("plan-")));
    let [map] = &names[..] else {
        panic!("{names:?}");
    };
    assert!(map.starts_with("turn-2a-map-"), "{map}");
    let page = bench.fs.read(&folder.join("turn-2a.html")).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains(&format!("src=\"{map}\"")), "{page}");
    assert!(!page.contains("plan"), "{page}");
}

/// Nobody has written what the form asks: OK files nothing.
#[test]
fn ok_files_no_empty_orders() {
    let mut bench = begun();
    let mail = bench.in_reply_to(bench.last("field", "red", ".report"), "OK");
    send(&mut bench, &mail);
    assert_eq!(in_force(&bench, "field", "red"), [""; 0]);
    let receipt = flat(&bench.receipt("field", "red"));
    assert!(receipt.contains("not filled in"), "{receipt}");
}

/// A letter without END is no part of the orders below it.
#[test]
fn a_letter_without_end_stays_out_of_free_orders() {
    let mut bench = begun();
    let text = "MESSAGE TO blue\nWe are friends.\n\nORDERS\nWe march on blue.\nEND";
    let mail = bench.in_reply_to(bench.last("field", "red", ".report"), text);
    send(&mut bench, &mail);
    let filed = in_force(&bench, "field", "red");
    assert!(!filed.join("").contains("friends"), "{filed:?}");
    let all = bench.all("field", "blue", ".");
    let all: Vec<String> = all.map(|it| bench.text(&it.message)).collect();
    assert!(!all.join("").contains("march on blue"), "{all:?}");
}

/// What an umpire writes around their orders is no part of them, and costs nothing.
#[test]
fn prose_around_orders() {
    for text in [
        "Hi all, a good start.\nTwo brigades meet at the bridge.\n\nTO red\n\
         The bridge is yours.\nEND\n\nNow for the others:\nTO blue\nYou hear drums.\nEND\n\
         SET red points +2\n\nBest wishes,\nUma",
        "> old words\nTO red\nThe bridge is yours.\nEND\n> Blue writes:\n> we march\n\
         TO blue\nYou hear drums.\nEND\nSET red points +2",
        "I leave the place of red as it is.\nto red\nThe bridge is yours.\nend\nto blue\n\
         You hear drums.\nend\nset red points +2\nThat was all.",
        "Thank you all! I don't need many dice.\nTo red:\nThe bridge is yours.\nEnd\n\
         Only Ben is left, and I do not know what he sees.\nTO Ben\nYou hear drums.\nEND\n\
         set RED points +2\nSorry, that was late.",
        "TO red\n> Your scout's note.\nThe bridge is yours.\nEND\nOn Monday Ana wrote:\n\
         > we march\nTO blue\nYou hear drums.\nEND\nSET red points +2",
    ] {
        let mut bench = ruling();
        let mail = answer(&bench, text);
        send(&mut bench, &mail);
        assert_eq!(
            bench.sheet("field").as_deref(),
            Some("2a"),
            "{text}: {}",
            told(&bench)
        );
        let red = report(&bench, "red");
        assert!(
            red.contains("The bridge is yours.") && red.contains("points is now 2"),
            "{red}"
        );
        assert!(report(&bench, "blue").contains("You hear drums."), "{text}");
        bench.verify();
    }
}

/// Paragraphs on one line, as many programs send them, and long rulings arrive whole.
#[test]
fn long_texts_arrive_whole() {
    let long = "One company has lost its shoes in the mud. ".repeat(60) + "DO NOT CROSS.";
    let many = "The road is long.\n".repeat(250) + "DO NOT CROSS.";
    for text in [long, many] {
        let mut bench = ruling();
        let mail = answer(&bench, &format!("TO ALL\n{text}\nEND\nSET red points +2"));
        send(&mut bench, &mail);
        assert_ruled(&bench);
        assert!(flat(&report(&bench, "blue")).contains("DO NOT CROSS."));
    }
}

/// A line that was not understood is waited for, whatever else comes.
#[test]
fn other_lines_do_not_take_the_place_of_a_faulty_one() {
    let mut bench = ruling();
    rule(&mut bench, "TO ALL\nNight falls.\nEND\nSET red mood shaken");
    rule(&mut bench, "DEADLINE 10d");
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    rule(&mut bench, "SET red morale shaken");
    assert_ruled(&bench);
    bench.verify();
}

/// GOAHEAD sends nothing while somebody is forgotten, and what is waiting when nobody is.
#[test]
fn goahead_forgets_nobody() {
    let mut bench = ruling();
    rule(&mut bench, "ROLL 2d6 FOR umpire \"assault\"\nGOAHEAD");
    assert_waits(&bench);
    rule(
        &mut bench,
        "TO ALL\nNight falls.\nEND\nROLL 1d6 FOR umpire \"fog\"",
    );
    assert_eq!(bench.sheet("field").as_deref(), Some("1b"));
    rule(&mut bench, "GOAHEAD");
    assert_ruled(&bench);
    let accounts = report(&bench, "umpire");
    assert!(!accounts.contains("Not needed"), "{accounts}");
    bench.verify();
}

/// A newer file of the same name takes the place of the older; two in one mail are asked about.
#[test]
fn a_wrong_picture_is_corrected() {
    let mut bench = ruling();
    let mail = with_files(&bench, "PICTURE map.jpg TO red", &[("map.jpg", COLOURS)]);
    send(&mut bench, &mail);
    let mail = with_files(
        &bench,
        "PICTURE map.jpg TO red",
        &[("map.jpg", GREY), ("Map.jpg", COLOURS)],
    );
    send(&mut bench, &mail);
    assert!(
        told(&bench).contains("Several files called"),
        "{}",
        told(&bench)
    );
    let text = "PICTURE map.jpg TO red\nNOTHING TO blue";
    let mail = with_files(&bench, text, &[("map.jpg", GREY)]);
    send(&mut bench, &mail);
    assert_ruled(&bench);
    assert_eq!(files(&bench, "red"), ["map.png"]);
    bench.verify();
}

/// Prose that may hold back what is around it is asked about.
#[test]
fn prose_that_holds_back() {
    for prose in [
        "Do not send this yet!",
        "Wait, this is a draft.",
        "Please don't roll before I say so.",
    ] {
        let mut bench = ruling();
        let mail = answer(&bench, &format!("{prose}\nTO ALL\nNight falls.\nEND"));
        send(&mut bench, &mail);
        assert_eq!(bench.sheet("field").as_deref(), Some("1b"), "{prose}");
        assert_eq!((mails(&bench, "red"), mails(&bench, "blue")), (2, 2));
    }
}

/// Whatever is in quotation marks is what a roll is for: no condition, no comment, no mark.
#[test]
fn a_roll_is_for_what_is_quoted() {
    for why in [
        "does the column arrive before dark, 8+, one less if the mud is bad",
        "crossing (7 or more: they get across); else they drown",
        "morale - 1 or 2 and they run; #3",
    ] {
        let mut bench = ruling();
        let mail = answer(&bench, &format!("ROLL 2d6 FOR ALL \"{why}\""));
        send(&mut bench, &mail);
        let asked = flat(&report(&bench, "umpire"));
        assert!(asked.contains(&format!("2d6 for {why}:")), "{asked}");
        bench.verify();
    }
}

/// U3: the same dice for the same reason, for each seat by itself: nobody takes one for another's.
#[test]
fn each_seat_has_its_own_roll() {
    let mut bench = ruling();
    let all = ["red", "blue", "ALL", "umpire"].map(|it| format!("ROLL 1d2 FOR {it} \"luck\""));
    rule(&mut bench, &all.join("\n"));
    assert_waits(&bench);
    rule(&mut bench, "TO ALL\nNight falls.\nEND");
    assert_ruled(&bench);
    for who in ["red", "blue"] {
        let told = report(&bench, who);
        assert_eq!(told.matches("1d2 for luck").count(), 2, "{told}");
    }
    bench.verify();
}

/// What the umpire is waiting for is said to the umpire alone.
#[test]
fn players_are_not_spoken_to_as_the_umpire() {
    let mut bench = ruling();
    let mail = bench.in_reply_to(bench.last("field", "red", ".report"), "STATUS");
    send(&mut bench, &mail);
    let said = flat(&bench.receipt("field", "red"));
    assert!(!said.contains("written to every player"), "{said}");
}

/// An umpire may tell anybody anything, also a line of the umpire's own report, word for word.
#[test]
fn what_was_secret_may_be_told() {
    let mut bench = ruling();
    rule(&mut bench, "ROLL 1d6 FOR umpire \"fog\"");
    let asked = report(&bench, "umpire");
    let seen = asked.lines().find(|it| it.starts_with("Roll 1,")).unwrap();
    let rows = "STRENGTH\n  Red: 10\n  Blue: 10";
    assert!(asked.contains(rows), "{asked}");
    for to in ["red", "ALL"] {
        let mut bench = bench.copy();
        rule(
            &mut bench,
            &format!("TO {to}\n{seen}\n{rows}\nEND\nNOTHING TO blue"),
        );
        let told = report(&bench, "red");
        assert!(told.contains(seen) && told.contains("Blue: 10"), "{told}");
        bench.verify();
    }
}

/// What fills in the form is orders, also in an answer to another player's letter.
#[test]
fn a_form_is_filled_in_wherever_it_is_sent() {
    let mut bench = Bench::new();
    founded(&bench, "double-blind", &FOUR).unwrap();
    bench.tick();
    let mail = bench.in_reply_to(
        bench.last("field", "south1", ".report"),
        "MESSAGE TO north1\nPeace?\nEND",
    );
    send(&mut bench, &mail);
    let mail = bench.in_reply_to(
        bench.last("field", "north1", ".note"),
        "move: over the hill\nAnd no peace.",
    );
    send(&mut bench, &mail);
    let filed = in_force(&bench, "field", "north1");
    assert!(filed.join("").contains("over the hill"), "{filed:?}");
    let all = bench.all("field", "south1", ".");
    let all: Vec<String> = all.map(|it| bench.text(&it.message)).collect();
    assert!(!all.join("").contains("over the hill"), "{all:?}");
}

/// The site has the campaign's own handbook, whose links lead somewhere.
#[test]
fn the_site_has_the_campaign_s_own_handbook() {
    let mut bench = Bench::new();
    founded(&bench, "double-blind", &FOUR).unwrap();
    bench.tick();
    site::make(&bench.club, Path::new("/site")).unwrap();
    let read = |file: &str| {
        let bytes = bench.fs.read(&Path::new("/site/field").join(file)).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert!(read("index.html").contains("href=\"handbook.html\""));
    let page = read("handbook.html");
    assert!(page.contains("<h1>The Two Bridges</h1>"), "{page}");
    assert!(
        page.contains("The umpire tells each brigade what it sees"),
        "{page}"
    );
    for link in page.split("href=\"#").skip(1) {
        let anchor = link.split('"').next().unwrap();
        assert!(
            page.contains(&format!("id=\"{anchor}\"")),
            "{anchor}: {page}"
        );
    }
}
