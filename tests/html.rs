//! HTML parts of mails: they say what the text says, and keep to what mail programs allow.

use crate::sources::playthroughs;
use crate::support::{Bench, WORLDS, header};
use packetboat::desk::commands::{pause, referee};
use packetboat::mail::mime;
use packetboat::report::{HTML_BYTES_MAX, Templates};
use packetboat_testkit::playthrough::run::play;
use packetboat_testkit::playthrough::{Pages, Playthrough};
use packetboat_tools::games;
use std::collections::BTreeSet;
use std::fs;

/// The pages of all playthroughs of a game: text, HTML, and HTML without pictures.
fn pages(game: &str) -> Vec<(String, Pages, [Pages; 2])> {
    let rules = games::game(game).expect("it is registered");
    let (pack, templates) = (games::pack(game), Templates::of(games::templates()));
    let played = playthroughs(game).into_iter().map(|file| {
        let text = fs::read_to_string(&file).expect("a text");
        let playthrough =
            Playthrough::read(&file.display().to_string(), &text).expect("a playthrough");
        let played = play(rules, &pack, &templates, &playthrough).expect("it is played");
        let htmls = [played.html, played.bare];
        (file.display().to_string(), played.pages, htmls)
    });
    played.collect()
}

/// What is read of HTML: no tags, no head, entities undone.
fn shown(html: &str) -> String {
    let body = html.split_once("<body").expect("a body").1;
    let mut text = String::new();
    let mut inside = true;
    for letter in body.chars() {
        match letter {
            '<' => {
                inside = true;
                text.push(' ');
            }
            '>' if inside => inside = false,
            plain if !inside => text.push(plain),
            _ => {}
        }
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&#x2f;", "/"),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(text, |text, it| text.replace(it.0, it.1))
}

/// Its words and numbers, in small letters; one of a thing is called as several are.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|it: char| !it.is_alphanumeric());
    let words = words.map(|word| {
        if word.len() > 3 {
            word.trim_end_matches(['s', 'S'])
        } else {
            word
        }
    });
    words
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
        .collect()
}

#[test]
fn every_report_says_in_html_what_its_text_says() {
    // Heads of columns and the like, which are laid out otherwise in the two; and the numbers of
    // the news, since they are a numbered list there.
    let heads = words(
        "the end what changed turn power ware area bounds line became of it player successful \
         struggling cards royal support points empire planets besides the homeworld tokens in hand \
         dome colour gives name space tile seen card done 1 2 3 6 7",
    );
    let mut wrong = Vec::new();
    for game in games::all() {
        for (file, texts, [_, bare]) in pages(game.id()) {
            for (text, html) in texts.iter().zip(&bare) {
                let (said, laid_out) = (words(text.1), words(&shown(html.1)));
                let lost: Vec<&String> = said.difference(&laid_out).collect();
                let new = laid_out.difference(&said).filter(|it| !heads.contains(*it));
                let new: Vec<&String> = new.collect();
                if !(lost.is_empty() && new.is_empty()) {
                    wrong.push(format!("{file} {}: lost {lost:?}, new {new:?}", text.0));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} pages differ: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(20)]
    );
}

/// Tags that mail programs show; whatever else they drop or fear.
const TAGS: [&str; 24] = [
    "html", "head", "meta", "title", "style", "body", "div", "table", "tr", "td", "th", "p", "h1",
    "h2", "h3", "br", "ul", "li", "pre", "span", "b", "a", "img", "!doctype",
];

#[test]
fn html_parts_keep_to_what_mail_programs_allow() {
    for game in games::all() {
        for (file, _, htmls) in pages(game.id()) {
            for (name, html) in htmls.iter().flatten() {
                check(&format!("{file} {name}"), html);
            }
        }
    }
}

fn check(name: &str, html: &str) {
    assert!(html.len() <= HTML_BYTES_MAX, "{name}: {} bytes", html.len());
    let mut open: Vec<&str> = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag
            .split_once('>')
            .unwrap_or_else(|| panic!("{name}: <{tag}"))
            .0;
        let word = tag
            .split([' ', '/'])
            .find(|it| !it.is_empty())
            .unwrap_or_default();
        assert!(TAGS.contains(&word), "{name}: <{tag}>");
        let attributes = tag.to_lowercase();
        for bad in [
            "http",
            " on",
            "javascript",
            "url(",
            "position:",
            "float:",
            "class=\"\"",
        ] {
            let found = attributes.find(bad);
            let fine = bad == " on"
                && attributes.find(" on").is_none_or(|at| {
                    !attributes[at + 3..].starts_with(|it: char| it.is_ascii_lowercase())
                });
            assert!(found.is_none() || fine, "{name}: <{tag}>: {bad}");
        }
        if let Some(size) = attributes.split_once("font-size:").map(|it| it.1) {
            let digits: String = size.chars().take_while(char::is_ascii_digit).collect();
            assert!(
                digits.parse::<u32>().expect("a size") >= 12,
                "{name}: <{tag}>"
            );
        }
        if word == "img" {
            assert!(
                tag.contains("alt=\"") && !tag.contains("alt=\"\""),
                "{name}: <{tag}>"
            );
        }
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop(), Some(closed), "{name}: </{closed}>"),
            None if ["meta", "br", "img", "!doctype"].contains(&word) => {}
            None => open.push(word),
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} are not closed");
}

/// A club whose players get all forms.
fn rich() -> Bench {
    Bench::painted(&WORLDS)
}

/// The parts of a mail, decoded.
pub(crate) fn raw_parts(message: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut lines = message.to_vec();
    lines.retain(|it| *it != b'\r');
    let mut found = Vec::new();
    let mut all = vec![mime::tree(&lines)];
    while let Some(part) = all.pop() {
        if part.children.is_empty() {
            let kind = format!("{}/{}", part.kind.main, part.kind.sub);
            found.push((kind, part.decoded()));
        }
        all.extend(part.children.into_iter().rev());
    }
    found
}

/// The same as text, pictures as none.
fn parts(message: &[u8]) -> Vec<(String, String)> {
    let text = |kind: &str, bytes: Vec<u8>| {
        if kind.starts_with("text/") {
            String::from_utf8(bytes).expect("UTF-8")
        } else {
            String::new()
        }
    };
    let each = raw_parts(message).into_iter();
    each.map(|(kind, bytes)| (kind.clone(), text(&kind, bytes)))
        .collect()
}

pub(crate) fn kinds(message: &[u8]) -> Vec<String> {
    parts(message).into_iter().map(|it| it.0).collect()
}

pub(crate) fn part(message: &[u8], kind: &str) -> Option<String> {
    parts(message)
        .into_iter()
        .find(|it| it.0 == kind)
        .map(|it| it.1)
}

#[test]
fn mails_come_in_the_forms_that_a_seat_wants_and_are_kept_packed() {
    let mut bench = rich();
    let report = bench.last("worlds", "north", ".report").message.clone();
    let kinds: Vec<String> = parts(&report).into_iter().map(|it| it.0).collect();
    assert_eq!(
        kinds,
        ["text/plain", "text/html", "image/png", "text/calendar"]
    );
    let html = part(&report, "text/html").unwrap();
    assert!(html.contains("<h1") && html.contains("Turn 1"), "{html}");
    // The witness stands in every form.
    let text = bench.text(&report);
    let witness = text.lines().find(|it| it.starts_with("Witness: ")).unwrap();
    assert!(shown(&html).contains(witness), "{html}");
    // The reader's token stands in the head of what left and nowhere else.
    let to = header(&report, "Reply-To").unwrap();
    let token = to.split('.').nth(2).unwrap().split('@').next().unwrap();
    assert!(!html.contains(token) && !text.contains(token));
    bench.edit(
        "campaigns/worlds/campaign.toml",
        "\"text\", \"html\", \"ics\"",
        "\"text\"",
    );
    bench.send("worlds", "north", "1", "LATER R11");
    bench.tick();
    let receipt = bench.last("worlds", "north", ".receipt").message.clone();
    assert_eq!(parts(&receipt).len(), 1);
    bench.verify();
}

#[test]
fn a_deadline_stands_in_the_calendar_until_it_moves_or_falls_away() {
    let mut bench = rich();
    let calendar = |bench: &Bench, kind: &str| {
        let message = bench.last("worlds", "north", kind).message.clone();
        part(&message, "text/calendar").unwrap_or_default()
    };
    let first = calendar(&bench, ".report");
    assert!(
        first.contains("UID:worlds-1@") && first.contains("STATUS:CONFIRMED"),
        "{first}"
    );
    bench.later(60);
    referee::extend(&bench.club, "worlds", "2d", "", bench.now).unwrap();
    bench.tick();
    let moved = calendar(&bench, ".note");
    assert!(moved.contains("UID:worlds-1@"), "{moved}");
    let sequence = |text: &str| -> u32 {
        let line = text
            .lines()
            .find_map(|it| it.strip_prefix("SEQUENCE:"))
            .unwrap();
        line.trim().parse().unwrap()
    };
    assert!(sequence(&moved) > sequence(&first), "{first}{moved}");
    let start = |text: &str| {
        text.lines()
            .find(|it| it.starts_with("DTSTART"))
            .unwrap()
            .to_owned()
    };
    assert_ne!(start(&first), start(&moved));
    // Held: it falls away, and comes back with the release.
    bench.later(60);
    referee::hold(&bench.club, "worlds", "a storm", bench.now).unwrap();
    bench.tick();
    let held = calendar(&bench, ".note");
    assert!(held.contains("STATUS:CANCELLED"), "{held}");
    assert!(!held.contains("CONFIRMED"), "{held}");
    bench.later(60);
    pause::release(&bench.club, "worlds", "", bench.now).unwrap();
    bench.tick();
    let again = calendar(&bench, ".note");
    assert!(again.contains("STATUS:CONFIRMED"), "{again}");
    assert!(sequence(&again) > sequence(&held), "{held}{again}");
    bench.later(60);
    // Closed before its time: the old one falls away with the next.
    referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
    bench.later(60).tick();
    let next = calendar(&bench, ".report");
    assert!(
        next.contains("UID:worlds-1@") && next.contains("STATUS:CANCELLED"),
        "{next}"
    );
    assert!(
        next.contains("UID:worlds-2@") && next.contains("STATUS:CONFIRMED"),
        "{next}"
    );
}

/// Who is away may move the deadline of all: the calendars of all follow.
#[test]
fn a_deadline_that_an_absence_moves_moves_in_the_calendars() {
    let mut bench = rich();
    bench.send("worlds", "north", "1", "AWAY 2026-11-21..2026-11-23");
    bench.tick();
    let moved = bench.note("worlds").desk.deadline.unwrap();
    assert_ne!(bench.notes("worlds")[0].desk.deadline, Some(moved));
    for (reader, kind) in [("south", ".note"), ("north", ".receipt")] {
        let mail = bench.last("worlds", reader, kind).message.clone();
        let told = part(&mail, "text/calendar").unwrap_or_default();
        let at = format!("DTSTART:{}", moved.for_calendar());
        assert!(told.contains(&at), "{reader}: {at}\n{told}");
    }
    // One that moves nothing says nothing.
    bench.send("worlds", "north", "1", "AWAY 2026-12-21..2026-12-23");
    bench.tick();
    for (reader, kind) in [("south", ".note"), ("north", ".receipt")] {
        let mail = bench.last("worlds", reader, kind).message.clone();
        assert_eq!(part(&mail, "text/calendar"), None, "{reader}");
    }
}

/// How many entries there are would tell how often others write.
#[test]
fn a_calendar_tells_nothing_of_the_others() {
    let told = |writes: u32| {
        let mut bench = rich();
        let now = bench.now;
        for _ in 0..writes {
            bench.send("worlds", "south", "1", "DOME CHEAPEST");
            bench.tick();
        }
        bench.now = now;
        bench.later(3600);
        referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
        bench.later(60).tick();
        let report = bench.last("worlds", "north", ".report").message.clone();
        part(&report, "text/calendar").unwrap()
    };
    assert_eq!(told(0), told(5));
}

#[test]
fn a_player_chooses_the_form_of_mails_in_a_sheet() {
    let mut bench = rich();
    let has_html = |bench: &Bench, kind: &str| {
        part(&bench.last("worlds", "north", kind).message, "text/html").is_some()
    };
    bench.send("worlds", "north", "1", "LATER R11\nFORMAT text");
    bench.tick();
    let receipt = bench.receipt("worlds", "north");
    assert!(
        receipt.contains("Your mails come as text alone from now on"),
        "{receipt}"
    );
    assert!(!has_html(&bench, ".receipt"));
    // A sheet that is only looked at changes nothing, and holds the line.
    bench.send("worlds", "north", "1", "CHECK\nLATER R11\nFORMAT HTML");
    bench.tick();
    let receipt = bench.receipt("worlds", "north");
    assert!(receipt.contains("\nFORMAT HTML\n"), "{receipt}");
    assert!(!has_html(&bench, ".receipt"));
    bench.later(60);
    referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
    bench.later(60).tick();
    assert!(!has_html(&bench, ".report"));
    let other = bench.last("worlds", "south", ".report").message.clone();
    assert!(part(&other, "text/html").is_some());
    bench.send("worlds", "north", "2", "FORMAT HTML\nFORMAT PDF");
    bench.tick();
    let receipt = bench.receipt("worlds", "north");
    assert!(receipt.contains("come as HTML and text"), "{receipt}");
    assert!(
        receipt.contains("write FORMAT HTML or FORMAT TEXT"),
        "{receipt}"
    );
    assert!(has_html(&bench, ".receipt"));
    bench.verify();
}

#[test]
fn names_are_shown_and_never_read_as_html() {
    let long = "W".repeat(80);
    let names = [
        "<script>alert(1)</script>",
        "A & \"B\" 'C'",
        "[[position]]",
        "\u{1f980} \u{05d0}\u{05d1}\u{4e2d}",
        &long,
    ];
    for name in names {
        let mut bench = rich();
        let quoted = format!("{name:?}");
        bench.edit("campaigns/worlds/campaign.toml", "\"Ana\"", &quoted);
        bench.later(60).tick();
        referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
        bench.later(60).tick();
        let report = bench.last("worlds", "north", ".report").message.clone();
        let html = part(&report, "text/html").unwrap();
        assert!(html.contains("Turn 2"), "{html}");
        check(name, &html);
        assert!(shown(&html).contains(name), "{name}: {html}");
    }
}

/// How much lighter one colour is than another, as the guidelines of the web measure it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let light = |colour: [u8; 3]| {
        let part = |byte: u8| {
            let share = f64::from(byte) / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2])
    };
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn colour(text: &str) -> Option<[u8; 3]> {
    let at = |from: usize| u8::from_str_radix(text.get(from..from + 2)?, 16).ok();
    text.starts_with('#')
        .then(|| Some([at(1)?, at(3)?, at(5)?]))?
}

/// The colour behind `name:` in a style.
fn styled(style: &str, name: &str) -> Option<[u8; 3]> {
    let mut all = style.split(';').filter_map(|it| it.split_once(':'));
    let found = all.find(|it| it.0.trim() == name);
    found.and_then(|it| colour(it.1.trim().trim_end_matches("!important").trim()))
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let from = tag.split_once(&format!(" {name}=\"")).map(|it| it.1);
    from.and_then(|it| it.split('"').next()).unwrap_or_default()
}

/// The colours of a class in the dark.
fn in_the_dark(html: &str, class: &str, name: &str) -> Option<[u8; 3]> {
    let (_, style) = html.split_once("(prefers-color-scheme: dark) {")?;
    let style = style.split("@media").next()?;
    let rules = style.split('}').filter_map(|it| it.split_once('{'));
    let mut own = rules.filter(|it| it.0.split(',').any(|it| it.trim() == format!(".{class}")));
    own.find_map(|it| styled(it.1, name))
}

/// Text that cannot be read on its ground, in the light or in the dark.
fn too_faint(html: &str, dark: bool) -> Vec<String> {
    let mut grounds = vec![("", [0; 3], [255; 3]); 2];
    let mut faint = Vec::new();
    let body = html.split_once("<body").expect("a body").1;
    let body = format!("<body{body}");
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag");
        let word = tag.split(' ').next().unwrap_or_default();
        let (_, mut ink, mut ground) = *grounds.last().expect("never empty");
        let style = attribute(tag, "style");
        ink = styled(style, "color").unwrap_or(ink);
        let painted = styled(style, "background").or(colour(attribute(tag, "bgcolor")));
        ground = painted.unwrap_or(ground);
        for class in attribute(tag, "class").split(' ').filter(|_| dark) {
            ink = in_the_dark(html, class, "color").unwrap_or(ink);
            ground = in_the_dark(html, class, "background").unwrap_or(ground);
        }
        match word.strip_prefix('/') {
            Some(_) => drop(grounds.pop()),
            None if ["br", "img"].contains(&word) => {}
            None => grounds.push(("", ink, ground)),
        }
        let (_, ink, ground) = *grounds.last().expect("never empty");
        let hidden = style.contains("display:none");
        if !text.trim().is_empty() && !hidden && contrast(ink, ground) < 4.5 {
            faint.push(format!("{text:?}: {ink:?} on {ground:?}"));
        }
    }
    faint
}

#[test]
fn all_text_can_be_read_in_the_light_and_in_the_dark() {
    assert!(contrast([0; 3], [255; 3]) > 20.9);
    let grey = "<body style=\"background:#ffffff\"><p style=\"color:#999999\">x</p></body>";
    assert_eq!(too_faint(grey, false).len(), 1);
    for game in games::all() {
        for (file, _, htmls) in pages(game.id()) {
            for (name, html) in htmls.iter().flatten() {
                for dark in [false, true] {
                    let faint = too_faint(html, dark);
                    assert!(faint.is_empty(), "{file} {name}, dark {dark}: {faint:?}");
                }
            }
        }
    }
}
