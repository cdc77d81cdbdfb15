//! What nobody may learn from a mail, and who is believed.

use crate::support::{Bench, DUEL, Match, SEED, WORLDS, header, seat};
use packetboat::desk::commands::players::tell;
use packetboat::desk::commands::referee;
use packetboat::mail::transport::Taken;
use packetboat::store::entry::{Letter, Verdict};
use packetboat::store::joined::Joined;
use packetboat::store::packed::unpack;

/// Plays some sheets of a campaign of two with marked lines, and shows each mail to `look`.
fn played(wanted: &Match<'_>, sheets: u32) -> Bench {
    let mut bench = Bench::with(wanted);
    for _ in 0..sheets {
        let campaign = bench.campaign(wanted.id);
        let desk = &campaign.note().desk;
        let sheet = campaign.table.sheet().to_string();
        for called in desk.called.clone() {
            let good = bench.good_lines(wanted.id, called);
            let lines = format!("; canary-{called}\n{good}\nWOBBLE canary-{called}\nGOAHEAD");
            bench.send(wanted.id, called.as_str(), &sheet, &lines);
        }
        bench.later(60).tick();
        bench.later(2 * 3_600).tick();
    }
    bench
}

/// A mail as sent and as read, in small letters: a secret must be in neither.
fn both(bench: &Bench, mail: &Taken) -> String {
    let raw = String::from_utf8_lossy(&mail.message).to_lowercase();
    format!("{raw}\n{}", bench.text(&mail.message).to_lowercase())
}

fn owner(mail: &Taken) -> &str {
    mail.key.split('.').nth(2).unwrap_or_default()
}

/// The tokens of a seat for every sheet there may be.
fn tokens(bench: &Bench, id: &str, of: &str) -> Vec<String> {
    let campaign = bench.campaign(id);
    let sheets = (1..20).flat_map(|turn| ["", "a", "b"].map(|part| format!("{turn}{part}")));
    let tokens = sheets.map(|it| campaign.token(seat(of), &it).as_str().to_owned());
    tokens.collect()
}

fn check_campaign(wanted: &Match<'_>, sheets: u32) {
    let bench = played(wanted, sheets);
    assert!(bench.post.taken.len() > 8, "{:?}", bench.keys());
    let mut seen_own = 0;
    for mail in &bench.post.taken {
        let text = both(&bench, mail);
        let body = bench.text(&mail.message).to_lowercase();
        for of in ["north", "south"] {
            let tokens = tokens(&bench, wanted.id, of);
            let leaks = |text: &str| tokens.iter().any(|it| text.contains(it));
            assert!(!leaks(&body), "a token in the body of {}", mail.key);
            let canary = format!("canary-{of}");
            if owner(mail) == of {
                seen_own += u32::from(leaks(&text) && body.contains(&canary));
            } else {
                assert!(!leaks(&text), "the token of {of} in {}", mail.key);
                assert!(!text.contains(&canary), "lines of {of} in {}", mail.key);
            }
        }
        assert!(!text.contains(SEED), "the seed in {}", mail.key);
    }
    assert!(
        seen_own > 0,
        "the tokens and canaries looked for are those used"
    );
}

#[test]
fn no_token_seed_or_line_of_another_is_in_any_mail() {
    check_campaign(&DUEL, 3);
    for pace in ["pace=round", "pace=exchange", "pace=single"] {
        check_campaign(
            &Match {
                options: &[pace],
                ..WORLDS
            },
            6,
        );
    }
}

/// The codes behind `key = [` in a state file.
fn codes(state: &toml::Table, path: &[&str]) -> Vec<String> {
    let mut at: &toml::Value = &state[path[0]];
    for key in &path[1..] {
        at = &at[*key];
    }
    let codes = at.as_array().unwrap().iter();
    codes.map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// In the first turn of a round nothing has been played, so a card named in a mail is one of the
/// reader's own; the pages show no card but by its code.
#[test]
fn the_other_hand_and_the_cards_aside_are_in_no_first_report() {
    for pace in ["pace=round", "pace=exchange", "pace=single"] {
        let bench = Bench::with(&Match {
            options: &[pace],
            ..WORLDS
        });
        let state: toml::Table = bench
            .read("campaigns/worlds/log/000000/state.toml")
            .parse()
            .unwrap();
        let aside = codes(&state, &["aside"]);
        assert_eq!(aside.len(), 2);
        for (own, other) in [("north", "south"), ("south", "north")] {
            let Some(report) = bench.all("worlds", own, ".report").last() else {
                continue;
            };
            let text = bench.text(&report.message);
            let words: Vec<&str> = text.split(|it: char| !it.is_ascii_alphanumeric()).collect();
            let named = |it: &String| words.contains(&it.as_str());
            assert!(codes(&state, &["hands", own]).iter().all(named), "{text}");
            let secret = [codes(&state, &["hands", other]), aside.clone()].concat();
            let leaked: Vec<_> = secret.iter().filter(|it| named(it)).collect();
            assert!(leaked.is_empty(), "{pace}, {own}: {leaked:?}\n{text}");
        }
    }
}

/// Of these two the alphabet would name Blue first.
#[test]
fn mails_go_out_in_table_order_whoever_wrote_first() {
    let mut bench = Bench::with(&Match {
        game: "toy/skirmish",
        scenario: Some("duel"),
        players: &["blue=Ben <ben@example.net>", "red=Ana <ana@example.org>"],
        options: &[],
        ..DUEL
    });
    bench.send("duel", "blue", "1", "; nothing");
    bench.send("duel", "red", "1", "; nothing");
    bench.later(2 * 3_600).tick();
    let notes = bench.notes("duel");
    for entry in [&notes[0], &notes[2]] {
        let reports = entry.out.iter().filter(|it| it.what == Letter::Report);
        let seats: Vec<String> = reports.map(|it| it.seat.unwrap().to_string()).collect();
        assert_eq!(seats, ["red", "blue"], "{:?}", entry.cause);
    }
}

fn verdict(bench: &Bench) -> Verdict {
    let notes = bench.notes("duel");
    notes.iter().flat_map(|it| &it.mail).last().unwrap().verdict
}

const BLOCK: &str = "#orders duel north turn 1\nBID 3\n#end\n";

#[test]
fn a_password_proves_who_writes_and_is_never_shown() {
    let mut bench = Bench::with(&DUEL);
    let said = referee::password(&bench.club, "duel", seat("north")).unwrap();
    let word = said.lines().nth(2).unwrap().trim().to_owned();
    assert_eq!(word.len(), 23, "{said}");
    let elsewhere = "ana@work.example";
    let with = |word: &str| BLOCK.replace("turn 1", &format!("turn 1 {word}"));
    let mail = bench.written(
        elsewhere,
        "orders@club.example",
        &with("babob-lusab-babob-lusab"),
    );
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(verdict(&bench), Verdict::Held);
    let mail = bench.written(elsewhere, "orders@club.example", &with(&word));
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(verdict(&bench), Verdict::Accepted);
    assert_eq!(
        bench.last("duel", "north", ".receipt").to,
        "ana@example.org"
    );
    let receipt = bench.receipt("duel", "north").replace('\n', " ");
    assert!(
        receipt.contains("proved itself by your password"),
        "{receipt}"
    );
    // Passwords of one seat are worth nothing for another.
    let other = with(&word).replace("north", "south");
    let mail = bench.written(elsewhere, "orders@club.example", &other);
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(verdict(&bench), Verdict::Held);
    for (path, bytes) in bench.fs.tree() {
        let raw_mail = path.starts_with("club/mail/");
        let holds = String::from_utf8_lossy(&bytes).contains(&word);
        assert!(raw_mail || !holds, "the password is in {path}");
    }
    for mail in &bench.post.taken {
        assert!(!both(&bench, mail).contains(&word), "{}", mail.key);
        assert_ne!(mail.to, elsewhere);
    }
    // A new password makes the old one worthless.
    referee::password(&bench.club, "duel", seat("north")).unwrap();
    let mail = bench.written(elsewhere, "orders@club.example", &(with(&word) + "again"));
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(verdict(&bench), Verdict::Held);
}

/// Whether a mail to this address of ours is believed now.
fn believed(bench: &mut Bench, to: &str) -> bool {
    let text = BLOCK.replace("BID 3", &format!("BID 3 ; {}", bench.now));
    let mail = bench.written("ana@example.org", to, &text);
    bench.later(60).deliver(&mail);
    let before = bench.all("duel", "north", ".receipt").count();
    bench.tick();
    bench.all("duel", "north", ".receipt").count() == before + 1
}

#[test]
fn tokens_prove_for_this_sheet_and_the_one_before() {
    let mut bench = Bench::with(&DUEL);
    let address = |bench: &Bench, seat: &str| {
        header(&bench.last("duel", seat, ".report").message, "Reply-To").unwrap()
    };
    let first = address(&bench, "north");
    let south = address(&bench, "south");
    assert!(believed(&mut bench, &first));
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    assert!(believed(&mut bench, &first));
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    // Two sheets back it is answered, and files nothing.
    assert!(believed(&mut bench, &first));
    assert!(
        bench
            .receipt("duel", "north")
            .contains("turn 1 has been played")
    );
    let block = BLOCK.replace("turn 1", "turn 3");
    let mail = bench.written("ana@example.org", &first, &block);
    bench.later(60).deliver(&mail);
    bench.tick();
    let asked = bench.last("duel", "north", ".refusal").message.clone();
    assert!(bench.text(&asked).contains("CONFIRM"));
    assert!(bench.campaign("duel").table.lines(seat("north")).is_empty());
    let now = address(&bench, "north");
    assert!(believed(&mut bench, &now));
    // The token of another seat, and none at all.
    let tag = south.split('.').nth(2).unwrap();
    let forged = format!("orders+duel.north.{tag}.example");
    assert!(
        forged.starts_with("orders+duel.north.") && forged.contains('@'),
        "{forged}"
    );
    assert!(!believed(&mut bench, &forged));
    assert!(!believed(&mut bench, "orders@club.example"));
    // Through South's own address, nobody orders for North.
    let before = bench.all("duel", "north", ".").count();
    let mail = bench.written("ben@example.net", &south, BLOCK);
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(bench.all("duel", "north", ".").count(), before);
}

#[test]
fn a_stranger_is_never_answered_and_the_player_not_told_of_everything() {
    let mut bench = Bench::with(&DUEL);
    for hour in 0..30 {
        let text = BLOCK.replace("BID 3", &format!("BID {}", hour % 9));
        let mail = bench.written("mallory@elsewhere.example", "orders@club.example", &text);
        bench.deliver(&mail);
        bench.tick();
        bench.later(3_600);
    }
    // Two questions a day about one domain; beyond that it is said once a day.
    assert_eq!(bench.all("duel", "north", ".refusal").count(), 2 * (2 + 1));
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 0);
    let players = ["ana@example.org", "ben@example.net"];
    assert!(
        bench
            .post
            .taken
            .iter()
            .all(|it| players.contains(&it.to.as_str()))
    );
    assert!(
        bench
            .campaign("duel")
            .table
            .in_force(seat("north"))
            .is_empty()
    );
}

/// A letter is another's words: a block in it does not make the reader's own orders a quotation.
#[test]
fn a_letter_cannot_spoil_orders() {
    let mut bench = Bench::with(&DUEL);
    for text in [
        "#orders duel north turn 1\nBID 3\n#end\n",
        "orders duel north turn 1\nBID 3\n",
    ] {
        tell(&bench.club, "duel", &[seat("north")], text, bench.now).unwrap();
        bench.later(60).tick();
    }
    bench.send("duel", "north", "1", "BID 3");
    bench.tick();
    assert_eq!(verdict(&bench), Verdict::Accepted);
    assert_eq!(
        bench.campaign("duel").table.in_force(seat("north")).len(),
        1
    );
}

#[test]
fn machines_without_proof_are_never_answered() {
    let mut bench = Bench::with(&DUEL);
    let block = "#orders duel north turn 1\nBID 3\n#end\n";
    let mail = bench.written("ana@example.org", "orders@club.example", block);
    let marks = [
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "List-Id: <x.example>",
    ];
    for mark in marks {
        bench
            .later(60)
            .deliver(&mail.replace("Subject:", &format!("{mark}\nSubject:")));
        bench.tick();
    }
    assert_eq!(bench.post.taken.len(), 2, "{:?}", bench.keys());
    assert_eq!(bench.ledger().len(), 3);
    assert_eq!(bench.notes("duel").len(), 1);
}

/// Whoever can read the log can order for nobody.
#[test]
fn no_file_of_a_campaign_but_its_secrets_holds_a_token() {
    let bench = played(&DUEL, 2);
    let all: Vec<String> = ["north", "south"]
        .iter()
        .flat_map(|it| tokens(&bench, "duel", it))
        .collect();
    let mut mails = 0;
    for (path, bytes) in bench.fs.tree() {
        if !path.starts_with("club/campaigns/") {
            continue;
        }
        let mut text = String::from_utf8_lossy(&bytes).to_lowercase();
        if let Some(joined) = path.ends_with(".entry").then(|| Joined::read(bytes)) {
            let joined = joined.unwrap();
            let texts = joined.file("texts.gz").map(|it| unpack(it).unwrap());
            let texts = texts.unwrap_or_default();
            let texts = String::from_utf8_lossy(&texts).to_lowercase();
            mails += texts.matches("\nsubject: ").count();
            text += &texts;
        }
        assert!(!all.iter().any(|it| text.contains(it)), "a token in {path}");
    }
    assert!(mails > 8, "{mails}");
    let mut live = 0;
    for mail in &bench.post.taken {
        let raw = String::from_utf8_lossy(&mail.message).to_lowercase();
        assert!(!raw.contains("put-in-when-sent"), "{}", mail.key);
        // Mail programs print From when they forward a mail.
        let from = header(&mail.message, "From").unwrap();
        assert!(from.ends_with(" <orders@club.example>"), "{from}");
        live += u32::from(all.iter().any(|it| raw.contains(it)));
    }
    assert!(live > 8, "{live}");
}

/// The names of one's own mails are the same however often the other seat has written.
#[test]
fn message_ids_tell_nothing_of_other_seats() {
    let ids = |others: u32| {
        let mut bench = Bench::with(&DUEL);
        for number in 0..others {
            bench.send("duel", "south", "1", &format!("BID 1 ; {number}"));
            bench.tick();
        }
        bench.at("2026-11-17T10:00:00Z");
        bench.send("duel", "north", "1", "BID 2");
        bench.tick();
        let mail = bench.last("duel", "north", ".receipt");
        let entry = mail.key.split('.').nth(1).unwrap().to_owned();
        let id = header(&mail.message, "Message-ID").unwrap();
        let words: Vec<String> = id.split(['.', '@']).map(str::to_owned).collect();
        assert_eq!(words[..2], ["<duel", "north"], "{id}");
        assert_eq!((words[2].len(), words[3].len()), (16, 16), "{id}");
        assert!(!id.contains(&entry), "{id}");
        // An answer to it finds its seat all the same.
        let answer = bench.written("ana@example.org", "orders@club.example", "hello\n");
        bench
            .later(60)
            .deliver(&format!("In-Reply-To: {id}\n{answer}"));
        bench.tick();
        assert_eq!(bench.note("duel").mail[0].seat, Some(seat("north")));
        (entry, id)
    };
    let (one, two) = (ids(0), ids(3));
    assert_ne!(one.0, two.0);
    assert_ne!(one.1, two.1, "no mail has the name of another");
}
