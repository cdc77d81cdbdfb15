//! `DIGEST DAILY`: notices and reminders of all campaigns in one mail a day, and nothing else later
//! than without it.

use crate::support::{Bench, Match, THREE, flat, header, seat};
use packetboat::desk::commands::undo::undo;
use packetboat::desk::commands::{pause, players, referee};
use packetboat::desk::tick::run::tick;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::mail::transport::{Outcome as TheirAnswer, Taken};
use packetboat::store::fs::Fs;
use packetboat::store::memfs::MemFs;
use packetboat_tools::faulty::{Faulty, Trouble};
use std::collections::BTreeMap;

const BEN: &str = "ben@example.net";
const CONFIG: &str = "campaigns/three/campaign.toml";

/// The next times at which digests are made: 06:00 in Warsaw.
const TUESDAY: &str = "2026-11-17T05:00:00Z";
const WEDNESDAY: &str = "2026-11-18T05:00:00Z";

const OTHER: Match<'static> = Match {
    id: "other",
    ..THREE
};

/// Two campaigns of the same three, of whom Ben wants digests.
fn club() -> Bench {
    let mut bench = Bench::with(&THREE);
    bench.start(&OTHER);
    bench.later(60);
    let told = say(&mut bench, "south", "DIGEST DAILY");
    assert!(told.contains("come in one mail a day"), "{told}");
    assert!(told.contains("06:00 (Warsaw)"), "{told}");
    bench
}

/// The answer to words in a reply.
fn say(bench: &mut Bench, who: &str, text: &str) -> String {
    bench.later(60);
    let mail = bench.answer("three", who, text);
    bench.deliver(&mail);
    bench.later(60).tick();
    flat(&bench.receipt("three", who))
}

/// A notice to Ben: Ana is away on a day of December.
fn notice(bench: &mut Bench, id: &str, day: u32) {
    let sheet = bench.sheet(id).unwrap();
    bench.send(id, "north", &sheet, &format!("AWAY {day} Dec - {day} Dec"));
    bench.later(60).tick();
}

/// The mails to Ben since so many had left.
fn to_ben<F: Fs>(bench: &Bench<F>, before: usize) -> Vec<&Taken> {
    let new = bench.post.taken[before..].iter();
    new.filter(|it| it.to == BEN).collect()
}

fn digests<F: Fs>(bench: &Bench<F>) -> Vec<String> {
    let all = bench.post.taken.iter();
    let all = all.filter(|it| it.key.starts_with("digest."));
    all.map(|it| bench.text(&it.message)).collect()
}

/// How many notices of theirs speak of that day.
fn speak_of<F: Fs>(bench: &Bench<F>, address: &str, words: &str) -> usize {
    let all = bench.post.taken.iter().filter(|it| it.to == address);
    let texts = all.filter(|it| !it.key.contains(".receipt") && !it.key.contains(".report"));
    let texts = texts.map(|it| flat(&bench.text(&it.message)));
    texts.map(|it| it.matches(words).count()).sum()
}

#[test]
fn notices_of_all_campaigns_come_in_one_mail_a_day() {
    let mut bench = club();
    let before = bench.post.taken.len();
    notice(&mut bench, "other", 1);
    notice(&mut bench, "three", 2);
    notice(&mut bench, "other", 3);
    assert_eq!(to_ben(&bench, before).len(), 0);
    assert_eq!(speak_of(&bench, "cleo@example.com", "1 Dec"), 1, "at once");
    // Before the time of day nothing leaves, and nobody else is kept waiting.
    bench.at("2026-11-17T04:55:00Z").tick();
    assert_eq!(to_ben(&bench, before).len(), 0);
    bench.at(TUESDAY).tick();
    let got = to_ben(&bench, before);
    assert_eq!(got.len(), 1, "{:?}", bench.keys());
    let mail = got[0];
    assert!(mail.key.starts_with("digest.2026-11-17."), "{}", mail.key);
    let raw = String::from_utf8_lossy(&mail.message).into_owned();
    assert!(!raw.contains("orders+"), "no address with a token: {raw}");
    let to = header(&mail.message, "Reply-To").or(header(&mail.message, "From"));
    assert!(to.unwrap().contains("orders@club.example"));
    let text = flat(&bench.text(&mail.message));
    assert!(text.contains("your digest: 3 notices"), "{text}");
    let places = [
        "----- other",
        "Tue 1 Dec",
        "----- three",
        "Wed 2 Dec",
        "Thu 3 Dec",
    ];
    let found = places.map(|it| text.find(it).unwrap_or_else(|| panic!("{it}: {text}")));
    assert!(found.is_sorted(), "the newest is last: {text}");
    assert!(
        text.contains("reply to the last report of its campaign"),
        "{text}"
    );
    // One a day: what is new waits, and there is no empty one.
    notice(&mut bench, "three", 4);
    bench.at("2026-11-17T20:00:00Z").tick();
    assert_eq!(digests(&bench).len(), 1);
    bench.at(WEDNESDAY).tick();
    bench.later(300).tick();
    assert_eq!(digests(&bench).len(), 2);
    assert!(!digests(&bench)[1].contains("3 Dec"));
    bench.at("2026-11-19T05:00:00Z").tick();
    assert_eq!(digests(&bench).len(), 2);
    bench.verify();
}

#[test]
fn reports_receipts_and_letters_come_at_once() {
    let mut bench = club();
    let before = bench.post.taken.len();
    let told = say(&mut bench, "south", "STATUS");
    assert!(told.contains("[three]"), "{told}");
    say(&mut bench, "north", "MESSAGE TO south\nShall we talk?\nEND");
    players::tell(&bench.club, "three", &[seat("south")], "A word.", bench.now).unwrap();
    bench.later(60).tick();
    referee::resolve(&bench.club, "three", "", bench.now).unwrap();
    bench.later(60).tick();
    let kinds = |kind: &str| {
        let all = to_ben(&bench, before).into_iter();
        all.filter(|it| it.key.contains(kind)).count()
    };
    let found = [".receipt", ".note", ".report"].map(kinds);
    assert_eq!(found, [1, 2, 1], "{:?}", bench.keys());
    bench.verify();
}

#[test]
fn letters_without_a_name_come_at_once_too() {
    let mut bench = club();
    bench.edit(CONFIG, "letters = \"private\"", "letters = \"anonymous\"");
    bench.later(120);
    bench.fs.set_clock(bench.now.seconds());
    bench.later(120).tick();
    say(
        &mut bench,
        "north",
        "MESSAGE ANONYMOUS TO south\nGuess who.\nEND",
    );
    bench.later(3600).tick();
    assert_eq!(speak_of(&bench, BEN, "Guess who."), 1, "{:?}", bench.keys());
    assert_eq!(digests(&bench).len(), 0);
}

#[test]
fn without_digests_notices_come_at_once_again() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    // One that only tries it out changes nothing.
    say(
        &mut bench,
        "south",
        "#orders three south turn 1\nCHECK\nDIGEST NONE\n#end",
    );
    assert_eq!(speak_of(&bench, BEN, "1 Dec"), 0);
    let told = say(&mut bench, "south", "digest none");
    assert!(told.contains("at once from now on"), "{told}");
    bench.later(60).tick();
    let all = digests(&bench);
    assert!(
        all.len() == 1 && all[0].contains("1 Dec"),
        "what waited leaves: {all:?}"
    );
    notice(&mut bench, "other", 2);
    assert_eq!(speak_of(&bench, BEN, "2 Dec"), 1);
    bench.at(TUESDAY).tick();
    assert_eq!(digests(&bench).len(), 1);
    bench.verify();
}

#[test]
fn it_takes_a_proof_of_who_writes() {
    let mut bench = Bench::with(&THREE);
    let sheet = "#orders three south turn 1\nDIGEST DAILY\n#end\n";
    let mail = bench.written("mallory@example.com", "orders@club.example", sheet);
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert_eq!(bench.read_if_there("desk/digests.toml"), "");
    bench.send("three", "south", "1", "BID 2\nDIGEST DAILY");
    bench.later(60).tick();
    let list = bench.read("desk/digests.toml");
    assert!(
        list.contains(BEN) && list.contains("daily = true"),
        "{list}"
    );
    let told = flat(&bench.receipt("three", "south"));
    assert!(told.contains("come in one mail a day"), "{told}");
    // What a receipt says is what HELP says.
    let help = say(&mut bench, "south", "DIGEST");
    assert!(help.contains("DIGEST DAILY"), "{help}");
    bench.verify();
}

#[test]
fn a_reminder_waits_only_if_there_is_time() {
    let mut bench = club();
    // Two days before the deadline: Friday, 20:00. The next digest leaves most of them.
    let before = bench.post.taken.len();
    bench.at("2026-11-20T19:05:00Z").tick();
    assert_eq!(to_ben(&bench, before).len(), 0, "{:?}", bench.keys());
    bench.at("2026-11-21T05:00:00Z").tick();
    let all = digests(&bench);
    assert_eq!(all.len(), 1);
    assert!(all[0].contains("You have sent no orders") || all[0].contains("sent no orders"));
    assert!(!all[0].contains("#orders"), "{}", all[0]);
    assert!(all[0].contains("The order sheet is left out"), "{}", all[0]);
    // Six hours before it: it does not wait for Monday.
    let before = bench.post.taken.len();
    bench.at("2026-11-22T13:05:00Z").tick();
    let got = to_ben(&bench, before);
    assert_eq!(got.len(), 2, "{:?}", bench.keys());
    assert!(got.iter().all(|it| it.key.contains(".reminder")));
    bench.verify();
}

#[test]
fn a_deadline_that_is_near_is_told_at_once() {
    let mut bench = club();
    let before = bench.post.taken.len();
    referee::extend(&bench.club, "three", "1d", "", bench.now).unwrap();
    bench.later(60).tick();
    assert_eq!(to_ben(&bench, before).len(), 0, "it is days away");
    // The newer takes the place of the older.
    referee::extend(&bench.club, "three", "-7d", "", bench.now).unwrap();
    bench.later(60).tick();
    let got = to_ben(&bench, before);
    assert_eq!(got.len(), 1, "{:?}", bench.keys());
    assert!(got[0].key.contains(".note"));
    bench.at("2026-11-16T19:00:00Z").tick();
    bench.at(TUESDAY).tick();
    let all = digests(&bench);
    assert!(all.iter().all(|it| !it.contains("has moved")), "{all:?}");
    bench.verify();
}

#[test]
fn who_lost_a_seat_gets_what_was_told_before_and_nothing_after() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    notice(&mut bench, "other", 2);
    let dora = NewHolder::Person("Dora <dora@example.se>");
    let (south, by) = (seat("south"), (dora, Lines::Drop));
    let before = bench.post.taken.len();
    players::replace(&bench.club, "three", south, by, "", bench.now).unwrap();
    bench.later(60).tick();
    let got = to_ben(&bench, before);
    assert_eq!(got.len(), 1, "the farewell comes at once");
    assert!(flat(&bench.text(&got[0].message)).contains("Thank you for playing"));
    notice(&mut bench, "three", 3);
    bench.at(TUESDAY).tick();
    let all = digests(&bench);
    assert_eq!(all.len(), 1);
    for (words, is_there) in [("1 Dec", true), ("2 Dec", true), ("3 Dec", false)] {
        assert_eq!(all[0].contains(words), is_there, "{words}: {}", all[0]);
    }
    assert_eq!(speak_of(&bench, "dora@example.se", "1 Dec"), 0);
    assert_eq!(speak_of(&bench, "dora@example.se", "3 Dec"), 1);
    bench.at(WEDNESDAY).tick();
    assert_eq!(digests(&bench).len(), 1);
    bench.verify();
}

#[test]
fn who_moves_gets_digests_at_the_new_address() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    let ben = NewHolder::Person("Ben <ben@new.example>");
    let (south, by) = (seat("south"), (ben, Lines::Keep));
    players::replace(&bench.club, "three", south, by, "", bench.now).unwrap();
    bench.later(60).tick();
    notice(&mut bench, "three", 2);
    bench.at(TUESDAY).tick();
    let keyed = bench.post.taken.iter();
    let keyed = keyed.filter(|it| it.key.starts_with("digest."));
    let keyed = keyed.map(|it| (it.to.as_str(), bench.text(&it.message)));
    let keyed = BTreeMap::from_iter(keyed);
    assert_eq!(keyed.len(), 2, "{:?}", bench.keys());
    // Told before the move, as it would have been without digests.
    assert!(keyed[BEN].contains("1 Dec") && !keyed[BEN].contains("2 Dec"));
    let new = &keyed["ben@new.example"];
    assert!(new.contains("2 Dec") && !new.contains("1 Dec"), "{new}");
    bench.verify();
}

/// An edit by hand that no tick has taken yet gives nobody the notices of another.
#[test]
fn notices_go_to_nobody_whom_an_edit_names_too_early() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    bench.at("2026-11-17T04:59:40Z");
    bench.fs.set_clock(bench.now.seconds());
    bench.edit(CONFIG, "ben@example.net", "dora@example.se");
    bench.at(TUESDAY);
    bench.fs.set_clock(bench.now.seconds());
    bench.tick();
    bench.later(300);
    bench.fs.set_clock(bench.now.seconds());
    bench.tick();
    bench.later(300).tick();
    bench.at(WEDNESDAY).tick();
    let readers = bench.post.taken.iter();
    let readers = readers.filter(|it| it.key.starts_with("digest."));
    assert!(readers.clone().all(|it| it.to == BEN), "{:?}", bench.keys());
    assert!(readers.count() <= 1);
    assert_eq!(speak_of(&bench, "dora@example.se", "1 Dec"), 0);
}

#[test]
fn what_is_taken_back_is_followed_by_that() {
    let mut bench = club();
    referee::hold(&bench.club, "three", "Ben is ill", bench.now).unwrap();
    undo(&bench.club, "three", bench.now).unwrap();
    notice(&mut bench, "three", 1);
    players::remind(&bench.club, "three", &[seat("south")], "", bench.now).unwrap();
    bench.later(60).tick();
    referee::rollback(&bench.club, "three", 0, "too soon", bench.now).unwrap();
    bench.later(60).tick();
    bench.at(TUESDAY).tick();
    let all = digests(&bench);
    assert_eq!(all.len(), 1);
    let text = flat(&all[0]);
    assert!(!text.contains("Ben is ill"), "{text}");
    assert!(!text.contains("sent no orders"), "{text}");
    assert!(text.contains("has gone back to turn 1"), "{text}");
    bench.verify();
}

#[test]
fn a_halt_keeps_nobody_from_what_was_told_before() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    notice(&mut bench, "other", 2);
    bench.write("campaigns/three/HALTED", "by hand\n");
    bench.at(TUESDAY).tick();
    let all = digests(&bench);
    assert_eq!(all.len(), 1);
    assert!(all[0].contains("1 Dec") && all[0].contains("2 Dec"));
    bench.later(300);
    pause::release(&bench.club, "three", "", bench.now).unwrap();
    bench.later(300).tick();
    assert_eq!(digests(&bench).len(), 1, "one a day");
    bench.verify();
}

/// The file that holds notices is damaged: everybody else has their mail, and the referee hears.
#[test]
fn a_damaged_file_of_notices_is_reported() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    let held = bench.fs.list(&bench.club.layout.held_notices()).unwrap();
    assert_eq!(held.len(), 1);
    let file = format!("desk/digests/{}", held[0]);
    let text = bench.read(&file);
    assert!(!file.contains("ben") && text.contains("1 Dec"), "{text}");
    bench.write(&file, text.replace("1 Dec", "7 Dec"));
    notice(&mut bench, "other", 2);
    assert_eq!(speak_of(&bench, "cleo@example.com", "2 Dec"), 1);
    assert_eq!(
        speak_of(&bench, BEN, "2 Dec"),
        1,
        "at once, as it cannot be held"
    );
    let summary = bench.later(300).tick();
    let told = format!("{summary:?}");
    assert!(
        told.contains(&file) && told.contains("restore it"),
        "{told}"
    );
    bench.write(&file, &text);
    bench.at(TUESDAY).tick();
    let all = digests(&bench);
    assert!(all.len() == 1 && all[0].contains("1 Dec") && !all[0].contains("2 Dec"));
    bench.verify();
}

/// So many notices to Ben, each of its own: nothing takes the place of another.
fn many(bench: &mut Bench, id: &str, count: u32, words: &str) {
    for number in 0..count {
        let why = format!("Case {number} of {id}. {words}");
        bench.later(1);
        referee::rollback(&bench.club, id, 0, &why, bench.now).unwrap();
    }
    bench.later(60).tick();
}

#[test]
fn of_many_notices_the_newest_are_there() {
    let mut bench = club();
    notice(&mut bench, "other", 1);
    many(&mut bench, "other", 90, "");
    many(&mut bench, "three", 120, "");
    bench.at(TUESDAY).tick();
    let all = digests(&bench);
    assert_eq!(all.len(), 1);
    let text = flat(&all[0]);
    assert!(text.contains("your digest: 211 notices"), "{text}");
    let left_out = "There is no room here for 91 older ones of other, and 20 older ones of three.";
    assert!(text.contains(left_out), "{text}");
    assert!(text.contains("the line STATUS brings"), "{text}");
    assert_eq!(all[0].matches("\n-----").count(), 100);
    assert!(text.contains("Case 119 of three") && !text.contains("Case 19 of three"));
    // What was left out does not come later.
    bench.at(WEDNESDAY).tick();
    assert_eq!(digests(&bench).len(), 1);
    bench.verify();
}

#[test]
fn a_digest_of_long_notices_has_an_end() {
    let mut bench = club();
    many(
        &mut bench,
        "three",
        30,
        &"This takes a while to read. ".repeat(200),
    );
    bench.at(TUESDAY).tick();
    let all = digests(&bench);
    assert_eq!(all.len(), 1);
    assert!(all[0].len() < 70_000, "{}", all[0].len());
    let text = flat(&all[0]);
    assert!(text.contains("older ones of three"), "{text}");
    assert!(text.contains("Its end is left out here"), "{text}");
    assert!(text.contains("Case 29 of three"), "{text}");
}

#[test]
fn the_referee_learns_of_a_digest_that_is_refused() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    bench.at(TUESDAY);
    bench.post.outcomes = vec![TheirAnswer::Refused].into();
    bench.tick();
    bench.post.outcomes.clear();
    bench.later(60).tick();
    assert_eq!(digests(&bench).len(), 0);
    let told = bench.post.taken.last().unwrap();
    assert_eq!(told.to, "referee@club.example");
    let text = flat(&bench.text(&told.message));
    assert!(text.contains("A digest is not sent again"), "{text}");
    assert!(!text.contains("packetboat resend"), "{text}");
}

/// What a crash, or a full disk, must not do: lose a notice, or say it twice.
#[test]
fn a_digest_that_is_cut_short_is_made_good() {
    let mut base = club();
    notice(&mut base, "three", 1);
    notice(&mut base, "other", 2);
    base.at(TUESDAY);
    for trouble in [Trouble::PowerCut, Trouble::Full, Trouble::Once] {
        let mut cuts = 0;
        for at in 1.. {
            let disk = Faulty::new(base.fs.crash(0), trouble(at));
            let mut cut = Bench::on(disk, base.now);
            let _ = tick(&cut.club, &mut cut.post, cut.now);
            if cut.fs.calls() < at {
                break;
            }
            for luck in 0..3 {
                let mut after: Bench<MemFs> = Bench::on(cut.fs.inner().crash(luck), base.now);
                after.post.taken.clone_from(&cut.post.taken);
                after.later(300).tick();
                after.later(300).tick();
                after.at(WEDNESDAY).tick();
                let mut found: BTreeMap<String, String> = BTreeMap::new();
                let sent = after.post.taken.iter();
                for mail in sent.filter(|it| it.key.starts_with("digest.")) {
                    found.insert(mail.key.clone(), after.text(&mail.message));
                }
                let text: String = found.into_values().collect();
                for words in ["Tue 1 Dec", "Wed 2 Dec"] {
                    let name = format!("{at}, luck {luck}: {words}");
                    assert_eq!(text.matches(words).count(), 1, "{name}: {text}");
                }
                after.verify();
            }
            cuts += 1;
        }
        assert!(cuts > 8, "{cuts}");
    }
}

/// It costs no more than before: the note of its clock.
#[test]
fn a_club_without_digests_has_no_file_of_them() {
    let mut bench = Bench::with(&THREE);
    notice(&mut bench, "three", 1);
    bench.at(TUESDAY).tick();
    assert_eq!(bench.read_if_there("desk/digests.toml"), "");
    assert_eq!(speak_of(&bench, BEN, "1 Dec"), 1);
    assert_eq!(digests(&bench).len(), 0);
    let mut idle = || {
        let before = bench.fs.syncs();
        bench.later(300);
        bench.fs.set_clock(bench.now.seconds());
        bench.tick();
        bench.fs.syncs() - before
    };
    for _ in 0..3 {
        idle();
    }
    assert_eq!(idle(), 1);
}

/// A campaign whose notices wait rests all the same, and the digest leaves without it.
#[test]
fn campaigns_rest_while_their_notices_wait() {
    let mut bench = club();
    notice(&mut bench, "three", 1);
    let quiet = |bench: &mut Bench| {
        bench.later(300);
        bench.fs.set_clock(bench.now.seconds());
        bench.tick();
    };
    for _ in 0..3 {
        quiet(&mut bench);
    }
    let rows = |due: String| {
        let rows = due
            .lines()
            .filter(|it| it.starts_with("three ") || it.starts_with("other "));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let before = rows(bench.read("desk/due.toml"));
    assert_eq!(before.len(), 2);
    bench.at(TUESDAY);
    quiet(&mut bench);
    assert_eq!(digests(&bench).len(), 1);
    assert_eq!(rows(bench.read("desk/due.toml")), before);
    assert_eq!(bench.read_if_there("desk/digests"), "");
}
