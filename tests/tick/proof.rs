//! What binds the referee: nothing of a campaign can be altered, exchanged or taken away unseen,
//! and whoever keeps a mail can show what the record said when it was sent.

use crate::support::{Bench, DUEL, Match, WORLDS};
use packetboat::desk::commands::players::tell;
use packetboat::desk::commands::referee;
use packetboat::desk::proof::verify::{self, How};
use packetboat::mail::transport::Taken;
use packetboat::store::fs::{Fs, remove_if_there};
use packetboat::store::witness;
use std::path::Path;

/// Two turns of a duel, with orders, a question, a letter and a password.
fn played() -> Bench {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    for turn in ["1", "2"] {
        bench.send("duel", "north", turn, "BID 3");
        bench.send("duel", "south", turn, "BID 2");
        bench.tick();
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(60).tick();
    }
    referee::password(&bench.club, "duel", "south".parse().unwrap()).unwrap();
    tell(&bench.club, "duel", &[], "See you on Sunday.", bench.now).unwrap();
    bench.later(60).tick();
    bench
}

fn found(bench: &Bench, strict: bool) -> String {
    match verify::club(&bench.club, None, How { strict }) {
        Ok(found) if found.is_well() => String::new(),
        Ok(found) => found.to_string(),
        Err(error) => format!("{error:#}"),
    }
}

fn last_entry(bench: &Bench) -> String {
    let number = bench.note("duel").number;
    format!("campaigns/duel/log/{number:06}/entry.toml")
}

/// A campaign whose newest entry is no resolution: the one that nothing else holds.
#[test]
fn what_the_newest_entry_says_is_held_by_the_register() {
    let whole = played();
    assert_eq!(found(&whole, true), "");
    let entry = last_entry(&whole);
    let text = whole.read(&entry);
    for (from, to) in [
        ("timeline = 0", "timeline = 7"),
        ("link = 3", "link = 40"),
        ("deadline = \"2026", "deadline = \"2027"),
        ("called = [\"north\", \"south\"]", "called = [\"north\"]"),
        ("private = \"", "private = \"0"),
        ("submissions = 4", "submissions = 9"),
        ("resolved = false", "resolved = true"),
        ("revision = ", "revision = 1"),
    ] {
        assert!(text.contains(from), "{from}:\n{text}");
        let mut bench = whole.copy();
        bench.edit(&entry, from, to);
        let said = found(&bench, false);
        assert!(said.contains("entry.toml"), "{from}: {said}");
        bench.send("duel", "north", "3", "BID 1");
        let summary = bench.later(60).tick();
        assert_eq!(summary.exit_code(), 70, "{from}: {summary}");
        assert!(summary.to_string().contains("entry.toml"), "{summary}");
        assert!(referee::resolve(&bench.club, "duel", "", bench.now).is_err());
    }
}

/// What is private of it lies beside it, and is held by its hash there.
#[test]
fn what_is_private_of_an_entry_is_held_by_it() {
    let whole = played();
    let private = last_entry(&whole).replace("entry.toml", "private.toml");
    for (from, to) in [
        ("ana@example.org", "eve@example.org"),
        ("salt = \"", "salt = \"0"),
    ] {
        let mut bench = whole.copy();
        bench.edit(&private, from, to);
        let said = found(&bench, false);
        assert!(
            said.contains("private.toml: it was changed after it was committed"),
            "{said}"
        );
        bench.send("duel", "north", "3", "BID 1");
        let summary = bench.later(60).tick();
        assert_eq!(summary.exit_code(), 70, "{from}: {summary}");
    }
    let bench = whole.copy();
    bench.remove(&private);
    let said = found(&bench, false);
    assert!(said.contains("private.toml: this file is gone"), "{said}");
}

/// Whoever makes the whole chain anew, register and all, cannot make the numbers of the dice what
/// he likes, nor say that other rules have played.
#[test]
fn a_chain_made_anew_gives_no_other_dice() {
    for (field, is, becomes) in [
        ("timeline = ", "0", "5"),
        ("link = ", "2", "3"),
        ("revision = ", "", "9"),
    ] {
        let bench = played();
        let notes = bench.notes("duel");
        let mut digest = None;
        for note in &notes {
            let file = format!("campaigns/duel/log/{:06}/entry.toml", note.number);
            let mut text = bench.read(&file);
            if let Some((old, new)) = digest {
                text = text.replace(
                    &format!("parent = \"{old}\""),
                    &format!("parent = \"{new}\""),
                );
            }
            let old = packetboat::store::digest::Digest::of(bench.read(&file).as_bytes());
            let lines = text.lines().map(|line| match line.strip_prefix(field) {
                Some(value) if is.is_empty() || value == is => format!("{field}{becomes}\n"),
                _ => format!("{line}\n"),
            });
            let text: String = lines.collect();
            digest = Some((old, packetboat::store::digest::Digest::of(text.as_bytes())));
            bench.write(&file, text);
        }
        bench
            .fs
            .remove_file(&bench.path("desk/register.toml"))
            .unwrap();
        let said = found(&bench, true);
        assert!(said.contains("duel: PROBLEM;"), "{field}: {said}");
    }
}

#[test]
fn a_removed_end_and_a_removed_campaign_are_noticed() {
    let bench = played();
    let number = bench.note("duel").number;
    let cut = bench.copy();
    cut.remove(&format!("campaigns/duel/log/{number:06}"));
    remove_if_there(&*cut.fs, &cut.path("desk/due.toml")).unwrap();
    let said = found(&cut, false);
    assert!(
        said.contains(&format!("log/{number:06}.entry: this entry is gone")),
        "{said}"
    );
    bench
        .fs
        .remove_dir_all(&bench.path("campaigns/duel"))
        .unwrap();
    let said = found(&bench, false);
    assert!(
        said.contains("campaigns/duel: this campaign is gone"),
        "{said}"
    );
}

/// Secrets, founding and data: each alone, by one digit.
#[test]
fn what_a_campaign_was_founded_on_cannot_be_exchanged() {
    let whole = played();
    let secret = whole.read("campaigns/duel/secret.toml");
    let value = |key: &str| {
        let (_, rest) = secret.split_once(&format!("{key} = \"")).unwrap();
        rest[..64].to_owned()
    };
    // Written anew with its checksum, as a referee could.
    let other = |from: &str| {
        let changed = match from.strip_prefix('0') {
            Some(rest) => format!("1{rest}"),
            None => format!("0{}", &from[1..]),
        };
        let (above, _) = secret.rsplit_once("# checksum").unwrap();
        packetboat::textfile::checksum::add(&above.replace(from, &changed))
    };
    let (seed, token_key) = (value("seed"), value("token_key"));
    let (above, _) = secret.rsplit_once("# checksum").unwrap();
    let sealed = above.replace("sealed = false", "sealed = true");
    assert_ne!(above, sealed);
    let rows = [
        (
            "secret.toml",
            other(&seed),
            "the seed is not the one sealed",
        ),
        ("secret.toml", other(&token_key), "the key of the tokens"),
        (
            "secret.toml",
            packetboat::textfile::checksum::add(&sealed),
            "whether the seed was drawn here",
        ),
        (
            "secret.toml",
            secret.replace(&seed[..4], "abcd"),
            "its checksum differs",
        ),
        ("secret.toml", above.to_owned(), "the checksum, is gone"),
        (
            "data/founding.toml",
            whole.read("campaigns/duel/data/founding.toml") + "\n",
            "data/founding.toml: it has changed since the campaign began",
        ),
        (
            "data/more.toml",
            "a = 1\n".to_owned(),
            "data/more.toml: this file was not there",
        ),
    ];
    for (file, text, told) in rows {
        let mut bench = whole.copy();
        bench.write(&format!("campaigns/duel/{file}"), text);
        let said = found(&bench, false);
        assert!(said.contains(told), "{told}: {said}");
        assert!(!said.contains("panic"), "{said}");
        // Without its checksum it is believed while it fits what was sealed.
        if told.contains("is gone") {
            continue;
        }
        bench.send("duel", "north", "3", "BID 1");
        let summary = bench.later(60).tick();
        assert_eq!(summary.exit_code(), 70, "{told}: {summary}");
        assert!(summary.to_string().contains(file), "{summary}");
    }
}

/// What stands in each mail of an entry, and in no other.
fn witness_in(bench: &Bench, mail: &Taken) -> String {
    let found = witness::last_in(&bench.text(&mail.message));
    found
        .unwrap_or_else(|| panic!("none in {}", mail.key))
        .witness
}

#[test]
fn every_mail_holds_the_witness_of_its_entry() {
    let bench = played();
    assert!(bench.post.taken.len() > 10);
    for mail in &bench.post.taken {
        let number = mail.key.split('.').nth(1).unwrap();
        let entry = bench.read(&format!("campaigns/duel/log/{number}/entry.toml"));
        assert_eq!(
            witness::of(&entry),
            Some(witness_in(&bench, mail)),
            "{}",
            mail.key
        );
    }
    // The same for all seats of a turn; no two entries have the same.
    let of = |key: &str| {
        let mail = bench.post.taken.iter().find(|it| it.key == key).unwrap();
        witness_in(&bench, mail)
    };
    assert_eq!(
        of("duel.000000.north.report"),
        of("duel.000000.south.report")
    );
    assert_ne!(
        of("duel.000000.north.report"),
        of("duel.000001.north.receipt")
    );
}

/// Two campaigns that differ in nothing but the seed: to whoever does not know it a witness tells
/// nothing of an entry.
#[test]
fn a_witness_tells_nothing_without_the_seed() {
    let witness = |seed: &str| {
        let mut bench = Bench::new();
        DUEL.found_with(&bench.club, bench.now, seed).unwrap();
        bench.tick();
        referee::hold(&bench.club, "duel", "a pause", bench.now).unwrap();
        bench.tick();
        witness_in(&bench, bench.last("duel", "north", ".note"))
    };
    let seed = crate::support::SEED;
    assert_eq!(witness(seed), witness(seed));
    assert_ne!(witness(seed), witness(&seed.replace("00", "01")));
}

#[test]
fn mails_are_found_in_the_record_as_it_was() {
    let bench = played();
    let folder = tempfile::tempdir().unwrap();
    let save = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let report = bench.last("duel", "north", ".report");
    let receipt = bench.last("duel", "south", ".receipt");
    let whole = save("report.eml", &report.message);
    let text = save("receipt.txt", bench.text(&receipt.message).as_bytes());
    let quoted = bench.text(&report.message).replace('\n', "\n> ");
    let quoted = save("quoted.txt", quoted.as_bytes());
    let none = save("none.eml", b"From: x@example.org\n\nHello.\n");
    let look = |bench: &Bench, files: &[&Path]| {
        let files: Vec<_> = files.iter().map(|it| it.to_path_buf()).collect();
        let mut found = verify::club(&bench.club, None, How { strict: false }).unwrap();
        verify::mails_in_club(&bench.club, None, &files, &mut found).unwrap();
        (found.is_well(), found.to_string())
    };
    let (well, said) = look(&bench, &[&whole, &text, &quoted]);
    assert!(well, "{said}");
    let number = report
        .key
        .split('.')
        .nth(1)
        .unwrap()
        .trim_start_matches('0');
    assert!(
        said.contains(&format!("report.eml: of entry {number} of duel")),
        "{said}"
    );
    let (well, said) = look(&bench, &[&none]);
    assert!(
        !well && said.contains("none.eml: wrong: it has no witness"),
        "{said}"
    );
    // Another seed, hash chain and all: the same moves, and none of the mails.
    let mut other = Bench::new();
    let seed = crate::support::SEED.replace("00", "01");
    DUEL.found_with(&other.club, other.now, &seed).unwrap();
    other.tick();
    let (well, said) = look(&other, &[&whole]);
    assert!(
        !well && said.contains("no entry here has its witness"),
        "{said}"
    );
}

#[test]
fn without_the_secret_all_else_is_checked() {
    let bench = played();
    bench
        .fs
        .remove_file(&bench.path("campaigns/duel/secret.toml"))
        .unwrap();
    let club = |strict| verify::club(&bench.club, None, How { strict }).unwrap();
    let found_loose = club(false);
    let said = found_loose.to_string();
    assert!(found_loose.is_well(), "{said}");
    assert!(
        said.contains("not checked: secret.toml is missing"),
        "{said}"
    );
    let strict = club(true);
    assert_eq!(strict.outcome(), verify::Outcome::NotProved, "{strict}");
    // The chain of links and the hash chain hold all the same.
    let resolved = bench.notes("duel");
    let resolved = resolved
        .iter()
        .filter(|it| it.dice.shown.is_some())
        .nth(1)
        .unwrap();
    let entry = format!("campaigns/duel/log/{:06}/entry.toml", resolved.number);
    let shown = resolved.dice.shown.clone().unwrap();
    bench.edit(&entry, &shown, &shown.chars().rev().collect::<String>());
    let said = found(&bench, false);
    assert!(
        said.contains("the dice is not the one sealed at the start"),
        "{said}"
    );
    bench.edit(&entry, &shown.chars().rev().collect::<String>(), &shown);
    bench.edit(
        "campaigns/duel/log/000000/state.toml",
        "purse = 15",
        "purse = 16",
    );
    assert!(found(&bench, false).contains("state.toml"));
}

/// All draws of all entries, those of the set-up among them, without `--strict`. That a forged one
/// is found is the dice's own test.
#[test]
fn every_draw_on_record_is_made_again() {
    let mut bench = Bench::with(&WORLDS);
    referee::resolve(&bench.club, "worlds", "", bench.now).unwrap();
    bench.later(60).tick();
    let rolls = |number: &u32| {
        let journal = format!("campaigns/worlds/log/{number:06}/journal.toml");
        bench.read(&journal).matches(".rolls]]").count()
    };
    let drawn: usize = [0, 1].iter().map(rolls).sum();
    assert!(drawn > 0);
    let said = verify::club(&bench.club, None, How { strict: false }).unwrap();
    let wanted = format!("{drawn} draws made again");
    assert!(said.to_string().contains(&wanted), "{wanted}: {said}");
}

/// Files in which a flipped bit changes neither play, proof, secrets nor mail; everything else is
/// noticed. `packetboat.toml` and `campaign.toml` are the referee's own, to be edited at any time.
fn does_not_matter(file: &str) -> bool {
    let folders = ["mail/", "desk/seen/", "desk/outbox/", "drop/"];
    let files = [
        "packetboat.toml",
        "lock",
        "desk/due.toml",
        "desk/mailbox.toml",
    ];
    let mail = [".eml", ".eml.gz"].iter().any(|it| file.ends_with(it));
    let delivery = file.contains("/outbox/") && !mail || file.contains("/sent/");
    folders.iter().any(|it| file.starts_with(it))
        || files.contains(&file)
        || file.ends_with("/campaign.toml")
        || delivery
}

#[test]
fn flipped_bits_are_noticed() {
    let mut whole = played();
    // Something for the ledger, and for the list of what came back.
    let stranger = whole.written("eve@example.net", "orders@club.example", "Hello?\n");
    whole.deliver(&stranger);
    whole.tick();
    let whole = whole.copy();
    let tree = whole.fs.tree();
    let root = "club/";
    let files: Vec<(&str, usize)> = tree
        .iter()
        .filter(|it| !it.1.is_empty())
        .filter_map(|it| Some((it.0.strip_prefix(root)?, it.1.len())))
        .collect();
    let unimportant = files.iter().filter(|it| does_not_matter(it.0)).count();
    assert!(
        unimportant > 8 && files.len() - unimportant > 14,
        "{files:?}"
    );
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut chance = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let mut noticed = 0;
    for _ in 0..420 {
        let (file, length) = files[chance(files.len())];
        let (at, bit) = (chance(length), chance(8));
        let bench = whole.copy();
        let mut bytes = bench.fs.read(&bench.path(file)).unwrap();
        let near = bytes[at.saturating_sub(60)..length.min(at + 60)].to_vec();
        // When and where a file was packed, in the head of a gzip, is nothing that is read.
        let packed = near.windows(3).position(|it| it == [0x1f, 0x8b, 8]);
        if packed.is_some_and(|it| (it + 4..it + 10).contains(&at.min(60))) {
            continue;
        }
        bytes[at] ^= 1 << bit;
        bench.write(file, bytes);
        let said = found(&bench, false);
        assert!(!said.contains("panic"), "{file}: {said}");
        if does_not_matter(file) {
            continue;
        }
        let name = file.rsplit_once('/').map_or(file, |it| it.1);
        // What is wrong with what an entry says of itself is told of the entry.
        let number = name
            .strip_suffix(".entry")
            .and_then(|it| it.parse::<u32>().ok());
        let next = |other: u32| {
            let next = format!(
                "log/{:06}.entry: entry.toml: the entry before it",
                other + 1
            );
            said.contains(&next)
        };
        let is_reported = |it: u32| said.contains(&format!("entry {it}: ")) || next(it);
        let is_reported = number.is_some_and(is_reported);
        assert!(
            said.contains(name) || is_reported,
            "byte {at} of {file}, bit {bit}: `{said}`; {:?}",
            String::from_utf8_lossy(&near)
        );
        noticed += 1;
    }
    assert!(noticed > 150, "{noticed}");
}
