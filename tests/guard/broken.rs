//! Templates, drafts and commands broken on purpose: nothing is committed, the referee is told,
//! and the secret is repeated nowhere.

use crate::support::{Bench, DUEL, Match, ROOT, SEED, WORLDS, seat};
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::errors::CampaignError;
use packetboat::desk::commands::referee;
use packetboat::desk::entry::builder::EntryBuilder;
use packetboat::desk::entry::forms::says;
use packetboat::desk::entry::guard::search;
use packetboat::desk::entry::publish::reports;
use packetboat::desk::turn::turn_over::resolve;
use packetboat::engine::dice::{Keys, hex};
use packetboat::engine::language::SheetText;
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::engine::secrets::Hidden;
use packetboat::mail::compose::{DataFile, LetterKind, Outgoing, compose};
use packetboat::report::{Templates, own_comments};
use packetboat::store::draft::{Draft, Says, Submission};
use packetboat::store::entry::{Because, Cause, StateFile};
use packetboat::store::fs::{Fs, make_dir};
use packetboat_tools::games;
use std::path::Path;

/// A secret that a template prints to South, and what the referee is told of it.
struct Leak {
    printed: String,
    secret: String,
    told: &'static str,
}

fn leak(printed: impl Into<String>, told: &'static str) -> Leak {
    let printed = printed.into();
    Leak {
        secret: printed.clone(),
        printed,
        told,
    }
}

/// North has filed a sheet and has a password.
fn base(wanted: &Match<'_>) -> (Bench, String) {
    let mut bench = Bench::with(wanted);
    let said = referee::password(&bench.club, wanted.id, seat("north")).unwrap();
    let word = said.lines().nth(2).unwrap().trim().to_owned();
    let line = match wanted.game {
        "toy/sealed" => "BID 4 IF PRIZE AT LEAST 3 ELSE 1",
        _ => "PLAY HIGHEST IF TOP AT LEAST 7",
    };
    let lines = format!("; if only Ben knew\n{line}\nNOTE\nthe doge pays\nEND");
    bench.send(wanted.id, "north", "1", &lines);
    bench.later(60).tick();
    (bench, word)
}

/// Appends this to a template, for one reader.
fn print_to(bench: &Bench, template: &str, reader: &str, printed: &str) {
    let text = &games::templates()[template];
    let text = format!("{text}\n{{% if seat == \"{reader}\" %}}\n{printed}\n{{% endif %}}\n");
    make_dir(&*bench.fs, &bench.path("templates/_common")).unwrap();
    bench.write(&format!("templates/{template}"), text);
}

fn entries(bench: &Bench, id: &str) -> usize {
    let folder = Path::new(ROOT).join(format!("campaigns/{id}/log"));
    bench.fs.list(&folder).unwrap().len()
}

/// Whether a text holds the secret, however its letters and blanks are set.
fn holds(text: &str, secret: &str) -> bool {
    let bare = |text: &str| {
        let kept = text.chars().filter(|it| !it.is_whitespace());
        kept.flat_map(char::to_lowercase).collect::<String>()
    };
    bare(text).contains(&bare(secret))
}

/// The campaign halts at the next tick, and nobody is told the secret.
fn check_halts(mut bench: Bench, id: &str, leak: &Leak) {
    let before = entries(&bench, id);
    let mails = bench.post.taken.len();
    let summary = bench.later(60).tick();
    let at = format!("{}: {summary}", leak.told);
    assert_eq!(summary.halted, [id], "{at}");
    assert_eq!(entries(&bench, id), before, "{at}");
    let halted = bench.read(&format!("campaigns/{id}/HALTED"));
    let words: Vec<&str> = halted.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains(leak.told), "{at}\n{halted}");
    assert!(words.contains("to south"), "{halted}");
    let told: Vec<_> = bench.post.taken[mails..].iter().collect();
    let to_referee = told.iter().filter(|it| it.to == "referee@club.example");
    assert_eq!(to_referee.count(), 1, "{:?}", bench.keys());
    let said = serde_json::to_string(&summary).unwrap();
    let mut texts = vec![halted, summary.to_string(), said];
    texts.extend(told.iter().map(|it| bench.text(&it.message)));
    for text in texts {
        assert!(!holds(&text, &leak.secret), "{at}\n{text}");
    }
    // Once the template is mended nothing was lost.
    bench.fs.remove_dir_all(&bench.path("templates")).unwrap();
    referee::release(&bench.club, id, "", bench.now).unwrap();
    let summary = bench.later(60).tick();
    assert!(
        summary.halted.is_empty() && summary.entries > 0,
        "{at}: {summary}"
    );
}

/// The mail of which the receipt would come is set aside at the next tick, and nobody is told the
/// secret.
fn check_sets_aside(mut bench: Bench, id: &str, leak: &Leak) {
    let before = entries(&bench, id);
    let mails = bench.post.taken.len();
    let summary = bench.later(60).tick();
    let at = format!("{}: {summary}", leak.told);
    assert!(summary.halted.is_empty() && summary.mails == 1, "{at}");
    assert_eq!(entries(&bench, id), before, "{at}");
    let told: Vec<_> = bench.post.taken[mails..].iter().collect();
    let to: Vec<&str> = told.iter().map(|it| it.to.as_str()).collect();
    assert!(
        to.contains(&"referee@club.example") && to.contains(&"ben@example.net"),
        "{to:?}"
    );
    assert_eq!(to.len(), 2, "{:?}", bench.keys());
    let said = serde_json::to_string(&summary).unwrap();
    let mut texts = vec![summary.to_string(), said];
    texts.extend(told.iter().map(|it| bench.text(&it.message)));
    let words = texts
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        words.contains(leak.told) && words.contains("to south"),
        "{at}\n{words}"
    );
    for text in texts {
        assert!(!holds(&text, &leak.secret), "{at}\n{text}");
    }
}

/// Everything that may be in no mail to South, as a template would print it.
fn leaks(bench: &Bench, id: &str, password: &str) -> Vec<Leak> {
    let campaign = bench.campaign(id);
    let sheet = campaign.table.sheet();
    let token = |of: &str, sheet: u32| {
        let token = campaign.token(seat(of), &sheet.to_string());
        token.as_str().to_owned()
    };
    let foreign = token("north", 999);
    let link = campaign.note().dice.link;
    let next = Keys::new(&campaign.secret.seed.0, link + 1, 0)
        .unwrap()
        .open;
    let kept = campaign.secret.passwords[&seat("north")].0;
    let (first, second) = SEED.split_at(40);
    let mut leaks = vec![
        leak(token("north", sheet.turn), "the reply token of north"),
        leak(token("north", sheet.turn + 1), "the reply token of north"),
        leak(token("south", sheet.turn), "the reply token of south"),
        leak(
            format!("orders+other.red.{foreign}@club.example"),
            "a reply token of another campaign",
        ),
        leak(SEED, "a key, seed or hash"),
        leak(SEED.to_uppercase(), "a key, seed or hash"),
        leak(format!("{first}\n  {second}"), "a key, seed or hash"),
        leak(hex(&campaign.secret.token_key.0), "a key, seed or hash"),
        leak(hex(&kept), "a key, seed or hash"),
        leak(hex(&next), "a key, seed or hash"),
        leak(
            blake3::hash(b"x").to_hex().to_string(),
            "a key, seed or hash",
        ),
        leak(password, "a password"),
        leak(password.replace('-', ""), "a password"),
        leak(password.to_uppercase(), "a password"),
    ];
    let lines = campaign.table.lines(seat("north"));
    let line = lines.iter().find(|it| it.contains(" IF ")).unwrap();
    leaks.push(leak(line, "an order line of north"));
    let long: Vec<&str> = line.split(' ').collect();
    let (start, end) = long.split_at(long.len() / 2);
    let broken = format!("; {}\n;   {}", start.join(" "), end.join("   "));
    leaks.push(Leak {
        secret: line.clone(),
        ..leak(broken, "an order line of north")
    });
    let note = "YOUR NOTE\n\n  : the doge\n  : pays";
    leaks.push(leak(note, "the note of north"));
    let comments = own_comments(&["if only Ben knew".to_owned()]).join("\n");
    leaks.push(leak(comments, "the comments of north"));
    let [sheet, own] = ["north", "south"].map(|it| printed_sheet(&campaign, seat(it)));
    let other = sheet.position.iter().find(|it| !own.position.contains(it));
    leaks.push(leak(other.unwrap(), "a line of the order sheet of north"));
    for hidden in campaign.table.hidden(Viewer::Seat(seat("south"))) {
        let (Hidden::Phrase(phrase), several) = (match hidden {
            Hidden::Phrase(words) => (Hidden::Phrase(words), false),
            Hidden::Among(all) => (Hidden::Phrase(all[0].clone()), true),
        }) else {
            unreachable!("it was made a phrase")
        };
        let mut found = leak(&phrase, "something of the game that is hidden");
        if several {
            found.printed = format!("({phrase})");
        }
        leaks.push(found);
    }
    leaks
}

/// The order sheet of a seat as it is printed.
pub(super) fn printed_sheet(campaign: &Campaign, of: Seat) -> SheetText {
    let templates = Templates::of(games::templates());
    let page = campaign.table.page(Viewer::Seat(of), &[]).unwrap();
    templates.sheet_text(campaign.game.id(), &page).unwrap()
}

#[test]
fn whatever_a_template_prints_that_it_must_not() {
    for wanted in [&DUEL, &WORLDS] {
        let (base, password) = base(wanted);
        let leaks = leaks(&base, wanted.id, &password);
        assert!(leaks.len() >= 18, "{}", leaks.len());
        for (number, leak) in leaks.iter().enumerate() {
            let mut bench = base.copy();
            // Beyond ASCII a mail is encoded, and the secret stands in no byte of it as it is.
            let accent = ["", "Příliš žluťoučký kůň úpěl ďábelské ódy: "][number % 2];
            let printed = format!("{accent}{}", leak.printed);
            print_to(&bench, "_common/receipt.txt", "south", &printed);
            bench.send(wanted.id, "south", "1", "; nothing");
            check_sets_aside(bench, wanted.id, leak);
        }
    }
}

#[test]
fn a_report_that_would_leak_undoes_its_resolution() {
    let (mut bench, _) = base(&DUEL);
    let token = bench.campaign("duel").token(seat("north"), "2");
    print_to(&bench, "_common/report.txt", "south", token.as_str());
    bench.at("2026-11-23T23:00:00Z");
    let leak = leak(token.as_str(), "the reply token of north");
    check_halts(bench, "duel", &leak);
}

/// A mail to South that says nothing but in its data.
fn with_data(bench: &Bench, json: &serde_json::Value) -> (Vec<u8>, Says) {
    let mail = Outgoing {
        key: "x.south.1".to_owned(),
        campaign: "x".to_owned(),
        kind: LetterKind::Report,
        to: "ben@example.net".to_owned(),
        to_name: String::new(),
        reply_address: bench.club.house.address(),
        answer_to: None,
        from_name: "Club".to_owned(),
        subject: "a report".to_owned(),
        in_reply_to: None,
        references: Vec::new(),
        leave: None,
        date: bench.now.seconds(),
        text: "Nothing.\n".to_owned(),
        html: String::new(),
        pictures: Vec::new(),
        calendar: String::new(),
        data: Some(DataFile {
            name: "x-1.json".to_owned(),
            json: json.to_string(),
        }),
        files: Vec::new(),
    };
    (compose(&mail, &bench.club.house).unwrap(), says(mail))
}

#[test]
fn what_stands_in_data_only() {
    let templates = Templates::of(games::templates());
    for wanted in [&DUEL, &WORLDS] {
        let (bench, password) = base(wanted);
        let mut campaign = bench.campaign(wanted.id);
        let mut work = EntryBuilder::begin(&bench.club, &templates, &mut campaign, bench.now);
        reports(&mut work, false).unwrap();
        let mut draft = work.finish(Cause::Mail {}).unwrap();
        let south = draft
            .out
            .iter()
            .position(|it| it.seat == Some(seat("south")));
        let south = south.unwrap();
        let mut found = |data: serde_json::Value| {
            let out = &mut draft.out[south];
            (out.bytes, out.says) = with_data(&bench, &data);
            match search(&bench.club, &templates, &campaign, &draft) {
                Err(CampaignError::Broken { what, .. }) => what,
                _ => String::new(),
            }
        };
        assert_eq!(found(serde_json::json!({"page": {"view": "Nothing."}})), "");
        for leak in leaks(&bench, wanted.id, &password) {
            // With an accent it is encoded otherwise.
            for lead in ["", "d\u{e9}j\u{e0} \"vu\" "] {
                let printed = format!("{lead}{}", leak.printed);
                let what = found(serde_json::json!({"page": {"view": {"hand": [printed]}}}));
                assert!(what.contains(leak.told), "{}: {what}", leak.printed);
            }
        }
        // Broken over two texts, and as a name.
        let line = bench
            .campaign(wanted.id)
            .table
            .lines(seat("north"))
            .remove(0);
        let (one, two) = line.split_once(" IF ").unwrap();
        let what = found(serde_json::json!([one, format!("IF {two}")]));
        assert!(what.contains("an order line of north"), "{what}");
        let what = found(serde_json::json!({ SEED: 1 }));
        assert!(what.contains("a key, seed or hash"), "{what}");
    }
}

#[test]
fn commands_refuse_to_commit_what_would_leak() {
    let (mut bench, _) = base(&DUEL);
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    let before = entries(&bench, "duel");
    print_to(&bench, "_common/report.txt", "south", SEED);
    let now = bench.now;
    let errors = [
        referee::rollback(&bench.club, "duel", 0, "to see", now).map(|_| ()),
        referee::resolve(&bench.club, "duel", "to see", now).map(|_| ()),
        Match {
            id: "second",
            ..DUEL
        }
        .found(&bench.club, now)
        .map(|_| ()),
        {
            bench.edit_position("duel", "purse = 15", "purse = 14");
            referee::adopt(&bench.club, "duel", "to see", now).map(|_| ())
        },
    ];
    for error in errors {
        let error = format!("{:?}", error.unwrap_err());
        assert!(error.contains("a key, seed or hash"), "{error}");
        assert!(!holds(&error, SEED), "{error}");
    }
    assert_eq!(entries(&bench, "duel"), before);
    assert!(bench.fs.list(&bench.path("campaigns")).unwrap() == ["duel"]);
    bench.fs.remove_dir_all(&bench.path("templates")).unwrap();
    referee::adopt(&bench.club, "duel", "to see", now).unwrap();
}

/// The resolution of the turn now open, before it is committed.
pub(super) fn resolution(bench: &Bench, campaign: &mut Campaign) -> Draft {
    let templates = bench.club.templates().unwrap();
    let mut work = EntryBuilder::begin(&bench.club, &templates, campaign, bench.now);
    resolve(&mut work, Because::Referee).unwrap();
    work.finish(Cause::Mail {}).unwrap()
}

/// Puts this in front of what follows the first of these words in a mail.
fn put_behind(bytes: &mut Vec<u8>, words: &str, put: &str) {
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(text.contains(words), "{text}");
    *bytes = text
        .replacen(words, &format!("{words}{put}"), 1)
        .into_bytes();
}

type Breaks = fn(&mut Draft, &Campaign);

fn token(campaign: &Campaign) -> String {
    let token = campaign.token(seat("north"), "2");
    token.as_str().to_owned()
}

/// A submission that is kept with this text.
fn kept(text: &str) -> Submission {
    Submission {
        number: 7,
        seat: seat("north"),
        sheet: None,
        lines: Vec::new(),
        text: text.to_owned(),
    }
}

/// Ways in which the desk could spoil a draft; what the referee is told.
const SPOILT: &[(&str, Breaks)] = &[
    ("the address of somebody other", |draft, _| {
        let (one, two) = draft.out.split_at_mut(1);
        std::mem::swap(&mut one[0].bytes, &mut two[0].bytes);
    }),
    ("the address of somebody other", |draft, _| {
        let (one, two) = draft.out.split_at_mut(1);
        std::mem::swap(&mut one[0].to, &mut two[0].to);
    }),
    ("the address of somebody other", |draft, _| {
        draft.out[0].seat = Some(seat("south"));
    }),
    ("the address of somebody other", |draft, _| {
        put_behind(&mut draft.out[0].bytes, "\r\nTo: ", "x@example.com, X ");
        put_behind(&mut draft.out[0].bytes, "ana@example.", "com ");
    }),
    ("the reply token of north", |draft, campaign| {
        put_behind(&mut draft.out[1].bytes, "Subject: ", &token(campaign));
    }),
    ("the reply token of north", |draft, campaign| {
        let put = format!("<{}@x> ", token(campaign));
        put_behind(&mut draft.out[0].bytes, "References: ", &put);
    }),
    ("orders/7.txt: a password", |draft, _| {
        let text = "#orders duel north turn 1 babob-lusab-dofog-hijin\n#end\n";
        draft.orders.push(kept(text));
    }),
    ("orders/7.txt: the reply token", |draft, campaign| {
        draft.orders.push(kept(&token(campaign)));
    }),
    ("journal.toml: a key", |draft, _| {
        let journal = draft.parts.get_mut(&StateFile::Journal).unwrap();
        journal.push_str(SEED);
    }),
    ("a password", |draft, _| {
        draft.out[0].says.texts[0].push_str("\nBabob-Lusab-Dofog-Hijin!\n");
    }),
];

#[test]
fn drafts_spoilt_by_the_desk() {
    let (bench, _) = base(&DUEL);
    let templates = Templates::of(games::templates());
    for (told, spoil) in SPOILT {
        let mut campaign = bench.campaign("duel");
        let mut draft = resolution(&bench, &mut campaign);
        assert_eq!(draft.out.len(), 2);
        search(&bench.club, &templates, &campaign, &draft).unwrap();
        spoil(&mut draft, &campaign);
        let Err(CampaignError::Broken { what, .. }) =
            search(&bench.club, &templates, &campaign, &draft)
        else {
            panic!("{told} was not found")
        };
        assert!(what.contains(told), "{told}: {what}");
    }
}
