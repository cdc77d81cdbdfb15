//! Going back: what still leaves of what was undone, and the dice when their seed is known.

use crate::support::{ANA, BEN, Bench, DUEL, Match, SEED, flat, header, seat};
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::commands::resend::resend;
use packetboat::desk::commands::{edit, end, pause, players, referee};
use packetboat::desk::proof::export;
use packetboat::desk::proof::verify::{self, How, Outcome};
use packetboat::engine::dice::hex;
use packetboat::mail::transport::Outcome as TheirAnswer;
use packetboat::report::counted;
use packetboat::store::entry::{Letter, StateFile, Stop};
use packetboat::store::fs::Fs;

const STRICT: How = How { strict: true };

fn wanted() -> Match<'static> {
    Match {
        options: &["rounds=6"],
        players: &[ANA, BEN],
        ..DUEL
    }
}

fn long() -> Bench {
    Bench::with(&wanted())
}

/// The same with dice that nobody has chosen, as reports believe.
fn sealed() -> Bench {
    let mut bench = Bench::new();
    let (club, now) = (&bench.club, bench.now);
    wanted().found_sealed(club, now, SEED).unwrap();
    bench.tick();
    bench
}

/// A text without its line breaks.
/// The subjects and texts of the mails that a reader got since so many were sent.
fn since(bench: &Bench, sent: usize, reader: &str) -> Vec<String> {
    let of = format!(".{reader}.");
    let new = bench.post.taken[sent..].iter();
    new.filter(|it| it.key.contains(&of))
        .map(|mail| {
            let subject = header(&mail.message, "Subject").unwrap();
            format!("{subject}\n{}", flat(&bench.text(&mail.message)))
        })
        .collect()
}

/// Reports and receipts of what is undone stay, whoever waits for them; letters of players leave,
/// and so does the word that something was undone.
#[test]
fn what_has_not_left_stays_and_the_notice_leaves() {
    let mut bench = long();
    bench.later(60).tick();
    // The club cannot send for a while: mail is read, and the referee acts.
    let sent = bench.post.taken.len();
    bench.send(
        "duel",
        "north",
        "1",
        "BID 3\nMESSAGE TO south\nGive in, Ben.\nEND",
    );
    bench.post.outcomes = vec![TheirAnswer::Busy; 50].into();
    bench.later(60).tick();
    bench.post.outcomes.clear();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    referee::rollback(&bench.club, "duel", 0, "too soon", bench.now).unwrap();
    let waiting = bench.note("duel").number;
    assert_eq!(bench.note("duel").desk.withdrawn, [1, 2].into());
    bench.later(7200).tick();
    let north = since(&bench, sent, "north");
    assert_eq!(north.len(), 2, "{north:#?}");
    let told = &north[0];
    for wanted in [
        "turn 1: the referee has gone back",
        "Ana, the referee has gone back to turn 1 of duel",
        "The referee says: too soon",
        "2 entries of the record were undone: what our mails told you of them no longer counts.",
        "1 answer to your mails had not left, and is not sent any more.",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    assert!(
        north[1].contains("The referee has gone back to turn 1"),
        "{}",
        north[1]
    );
    // What Ana ordered is undone, what she wrote to Ben is not.
    assert!(!north[1].contains("BID 3"), "{}", north[1]);
    let south = since(&bench, sent, "south");
    assert_eq!(south.len(), 3, "{south:#?}");
    assert!(south[0].contains("Give in, Ben."), "{}", south[0]);
    assert!(!south[1].contains("answer to your mails"), "{}", south[1]);
    assert_eq!(bench.note("duel").number, waiting);
    bench.verify();
}

/// What was undone stays undone, though a later act lets older mails go out again.
#[test]
fn what_was_undone_does_not_leave_with_what_is_sent_again() {
    let mut bench = long();
    bench.later(60).tick();
    players::tell(&bench.club, "duel", &[seat("south")], "A word.", bench.now).unwrap();
    bench.post.outcomes = vec![TheirAnswer::Refused].into();
    bench.later(60).tick();
    bench.post.outcomes.clear();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    for _ in 0..2 {
        referee::rollback(&bench.club, "duel", 0, "", bench.now).unwrap();
        bench.later(60).tick();
    }
    let said = resend(&bench.club, "duel", &[], "", bench.now).unwrap();
    assert!(said.contains("duel.000001.south.note to ben@"), "{said}");
    let sent = bench.post.taken.len();
    bench.later(60).tick();
    let keys: Vec<&str> = bench.post.taken[sent..]
        .iter()
        .map(|it| it.key.as_str())
        .collect();
    assert_eq!(keys, ["duel.000001.south.note"]);
}

/// Five times before anything has left: each is told, and only the last report leaves.
#[test]
fn each_rollback_is_told() {
    for reviewed in [false, true] {
        let mut bench = long();
        if reviewed {
            let config = "campaigns/duel/campaign.toml";
            bench.edit(config, "review      = false", "review      = true");
        }
        bench.later(60).tick();
        let sent = bench.post.taken.len();
        for number in 0..5 {
            // Nothing is played while reports wait for review.
            if !reviewed || number == 0 {
                referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
            }
            let why = format!("slip {number}");
            referee::rollback(&bench.club, "duel", 0, &why, bench.now).unwrap();
        }
        bench.later(60).tick();
        let told = since(&bench, sent, "north");
        for number in 0..5 {
            let undone = 1 + number * if reviewed { 1 } else { 2 };
            let undone = counted(undone, "entry", "entries");
            let words = format!("slip {number} {undone} of the record ");
            let told = told.iter().filter(|it| it.contains(&words));
            assert_eq!(told.count(), 1, "{reviewed}, {words}");
        }
        let reports = bench.post.taken[sent..].iter();
        let reports = reports.filter(|it| it.key.contains(".report"));
        assert_eq!(reports.count(), if reviewed { 0 } else { 2 }, "{told:#?}");
        if reviewed {
            pause::release(&bench.club, "duel", "", bench.now).unwrap();
            bench.later(60).tick();
            let reports = bench.post.taken[sent..].iter();
            let reports = reports.filter(|it| it.key.contains(".report"));
            assert_eq!(reports.count(), 2);
        }
        bench.verify();
    }
}

/// How a campaign goes on after it was over.
type GoesOn = fn(&mut Bench) -> anyhow::Result<String>;

fn back(bench: &mut Bench) -> anyhow::Result<String> {
    referee::rollback(&bench.club, "duel", 1, "once more", bench.now)
}

fn edited(bench: &mut Bench) -> anyhow::Result<String> {
    let number = bench.note("duel").number;
    edit::edit(&bench.club, "duel")?;
    bench.edit(
        &format!("campaigns/duel/edit/{number:06}/state.toml"),
        "purse = 1",
        "purse = 2",
    );
    edit::adopt(&bench.club, "duel", "once more", bench.now)
}

fn played_out(bench: &mut Bench) -> anyhow::Result<String> {
    while bench.sheet("duel").is_some() {
        referee::resolve(&bench.club, "duel", "", bench.now)?;
        bench.later(60).tick();
    }
    Ok(String::new())
}

fn ended(bench: &mut Bench) -> anyhow::Result<String> {
    end::end(&bench.club, "duel", "", bench.now)
}

/// The seed that a last report shows, in hex.
fn opened(bench: &Bench) -> String {
    let report = bench.text(&bench.last("duel", "north", ".report").message);
    let after = report
        .split("The seed of the dice")
        .nth(1)
        .expect("it opens the seed");
    let seed = after.split_whitespace().find(|it| it.len() == 64);
    seed.expect("64 digits").to_owned()
}

#[test]
fn after_a_seed_was_published_play_goes_on_with_another() {
    for (ends, goes_on) in [
        (played_out as GoesOn, back as GoesOn),
        (ended, back),
        (ended, edited),
    ] {
        let mut bench = sealed();
        bench.send("duel", "north", "1", "BID 3\nSALT old words");
        bench.later(60).tick();
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        ends(&mut bench).unwrap();
        bench.later(60).tick();
        let first = opened(&bench);
        let sealed = bench.campaign("duel").seed;
        assert_eq!(hex(&sealed.0), first);
        goes_on(&mut bench).unwrap();
        let note = bench.note("duel");
        assert_ne!(note.desk.stop, Stop::Over);
        assert_eq!(note.files[&StateFile::Foundation].entry, note.number);
        let salted = note.desk.seats.any(|it| it.salt.is_some());
        assert!(!salted && note.dice.link == 0);
        let second = bench.campaign("duel").seed;
        assert_ne!(sealed, second);
        bench.later(60).tick();
        let report = flat(&bench.text(&bench.last("duel", "north", ".report").message));
        for wanted in [
            "so new dice are sealed",
            "The old dice of this campaign were shown, so it has new ones",
            blake3::hash(&second.0).to_hex().as_str(),
            "SALT and a few words of your own",
        ] {
            assert!(report.contains(wanted), "{wanted}: {report}");
        }
        assert!(!report.contains(&hex(&second.0)) && !report.contains(&first));
        // Words may be added anew, and whoever holds the old seed knows no throw.
        let sheet = bench.sheet("duel").unwrap();
        bench.send("duel", "south", &sheet, "BID 2\nSALT new words");
        bench.later(60).tick();
        let seats = bench.note("duel").desk.seats;
        assert!(seats.get(seat("south")).salt.is_some());
        played_out(&mut bench).unwrap();
        assert_eq!(opened(&bench), hex(&second.0));
        let found = verify::club(&bench.club, None, STRICT).unwrap();
        assert_eq!(found.outcome(), Outcome::OkWithTheRefereesHand, "{found}");
        assert!(found.to_string().contains("so it has new dice"), "{found}");
        // Without the club too, and with its secrets lost.
        let (id, dir) = bench.club.campaign("duel").unwrap();
        let bytes = export::bytes(&bench.club, &id, &dir).unwrap();
        let found = verify::file_bytes(packetboat_tools::games::ALL, &bytes, STRICT).unwrap();
        assert_eq!(found.outcome(), Outcome::OkWithTheRefereesHand, "{found}");
        bench.fs.remove_file(&dir.secret()).unwrap();
        let found = verify::club(&bench.club, None, How { strict: false }).unwrap();
        assert!(found.is_well(), "{found}");
    }
}

/// To look back at the end founds nothing.
#[test]
fn back_to_the_end_needs_no_new_dice() {
    let mut bench = long();
    bench.later(60).tick();
    end::end(&bench.club, "duel", "", bench.now).unwrap();
    let over = bench.note("duel").number;
    bench.later(60).tick();
    let seed = bench.campaign("duel").seed;
    referee::rollback(&bench.club, "duel", 0, "", bench.now).unwrap();
    let anew = bench.campaign("duel").seed;
    assert_ne!(seed, anew);
    // Older positions are read with their own seed.
    let (id, dir) = bench.club.campaign("duel").unwrap();
    let then = Campaign::open_at(bench.club.source(), &dir, &id, Some(over));
    let Ok(then) = then else {
        panic!("it cannot be read")
    };
    assert_eq!(then.seed, seed);
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    referee::rollback(&bench.club, "duel", 0, "", bench.now).unwrap();
    assert_eq!(bench.campaign("duel").seed, anew, "nobody knows it yet");
    let out = bench.note("duel").out;
    assert!(out.iter().any(|it| it.what == Letter::Note));
    bench.verify();
}

/// What was sealed cannot be sealed otherwise without being seen.
#[test]
fn nobody_founds_new_dice_unseen() {
    let mut bench = long();
    bench.later(60).tick();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    let mut note = bench.note("duel");
    let before = bench.notes("duel")[0].clone();
    let follows = packetboat::store::chain::follows;
    assert_eq!(follows(&note, Some(&before)), Ok(()));
    let at = note.files.get_mut(&StateFile::Foundation).unwrap();
    at.entry = note.number;
    let error = follows(&note, Some(&before)).unwrap_err();
    assert!(error.contains("new dice"), "{error}");
    note.files.remove(&StateFile::Foundation);
    assert!(follows(&note, Some(&before)).is_err());
}
