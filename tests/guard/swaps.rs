//! Swapped secrets change no byte: all that one entry sends a reader, held against what it sends
//! him in a position that he may not tell from this one. And what the rules call hidden is what
//! pages print, for others.

use super::{paces, players, want_data};
use crate::support::{Bench, Match, header};
use packetboat::desk::calendar::stop::is_ruling;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::search_text::{Phrases, Read, bare_folded};
use packetboat::desk::entry::builder::EntryBuilder;
use packetboat::desk::entry::guard::readers::{Reader, SeatOnly};
use packetboat::desk::entry::publish::reports;
use packetboat::desk::inbox::arrival::{Arrival, Wish};
use packetboat::desk::intake::take;
use packetboat::desk::outbox::watchers::is_to_observer;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Files, card};
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::engine::secrets::Hidden;
use packetboat::lang::plain::bare_text;
use packetboat::mail::mime::{self, MimePart};
use packetboat::report::Templates;
use packetboat::store::draft::{Draft, OutDraft};
use packetboat::store::entry::{Cause, Stop};
use packetboat_tools::games;
use std::collections::BTreeSet;

/// Far more stops than any of these games makes.
const STOPS_MAX: u32 = 400;

/// What is sent for each stop: nothing understood, everything asked for, good lines.
fn mails(bench: &Bench, id: &str, who: Seat) -> Vec<String> {
    let campaign = bench.campaign(id);
    let sheet = campaign.table.sheet();
    let good = bench.good_lines(id, who);
    let mut dice = Dice::keyed(Keys::beside(&[2; 32], "lines", sheet.turn, 0));
    let mut pick = |it: u32| dice.one(packetboat::engine::dice::Bowl::Hidden, "x", it.max(1)) - 1;
    let random: Vec<String> = (0..6)
        .map(|_| campaign.table.random_line(who, &mut pick))
        .collect();
    let all = campaign.table.seats();
    let other = all.iter().find(|it| **it != who).unwrap();
    let texts = [
        "XYZZY FROB 3\nSTANDING\nIF IF".to_owned(),
        format!("STATUS\nHELP\nREPORT\nMESSAGE TO {other}\nhello\nEND"),
        format!("CHECK\n{}", random.join("\n")),
        format!("{good}\n{}\nSTANDING {}", random[0], random[1]),
    ];
    let whole = |it: &String| format!("#orders {id} {who} turn {sheet}\n{it}\n#end\n");
    texts.iter().map(whole).collect()
}

/// One entry with a receipt for each of these mails, and then a report for everybody.
fn entry(
    bench: &Bench,
    templates: &Templates,
    campaign: &mut Campaign,
    who: Seat,
    mails: &[String],
) -> Draft {
    let mut work = EntryBuilder::begin(&bench.club, templates, campaign, bench.now);
    for mail in mails {
        let arrival = Arrival::by_command(who, mail, Wish::Orders, bench.now);
        take::take(&mut work, &arrival).unwrap();
    }
    reports(&mut work, false).unwrap();
    work.finish(Cause::Mail {}).unwrap()
}

/// What everybody with an eye on the post could see of a mail: all but what it says.
fn envelope(mail: &OutDraft) -> Vec<String> {
    let heads = [
        "Subject",
        "Date",
        "From",
        "To",
        "References",
        "Auto-Submitted",
    ];
    let mut envelope = vec![
        mail.key.to_string(),
        mail.to.clone(),
        format!("{:?}", mail.what),
    ];
    envelope.extend(heads.map(|it| header(&mail.bytes, it).unwrap_or_default()));
    envelope
}

/// Counts over one campaign.
#[derive(Default)]
struct Seen {
    /// Swaps that changed something.
    swaps: u32,
    /// Seats for which something was looked for.
    catch_panic: BTreeSet<Seat>,
    /// Phrases hidden from somebody that stood on a page for somebody else.
    printed: BTreeSet<String>,
}

/// The same entry at this table and at one that `who` may not tell from it.
fn check_swap(bench: &Bench, templates: &Templates, id: &str, who: Seat, seen: &mut Seen) {
    let mails = mails(bench, id, who);
    let mut here = bench.campaign(id);
    let mut there = bench.campaign(id);
    let number = here.next_number();
    let keys = Keys::beside(&[3; 32], who.as_str(), number, 0);
    let other = here
        .table
        .resample(Viewer::Seat(who), &mut Dice::keyed(keys))
        .save();
    let mine = here.table.save();
    // Other seats' lines do not count here: they get mails of their own in the same entry.
    let files = Files {
        state: other.state,
        book: mine.book,
        journal: None,
    };
    seen.swaps += u32::from(files.state != mine.state);
    there.table = there.game.open(&there.pack, id, &files).unwrap();
    let one = entry(bench, templates, &mut here, who, &mails);
    let two = entry(bench, templates, &mut there, who, &mails);
    let at = format!("{} at entry {number}, {who}", here.game.id());
    let envelopes = |it: &Draft| it.out.iter().map(envelope).collect::<Vec<_>>();
    assert_eq!(envelopes(&one), envelopes(&two), "{at}");
    assert_eq!((&one.mail, &one.orders), (&two.mail, &two.orders), "{at}");
    assert_eq!(one.desk.called, two.desk.called, "{at}");
    let mut own = 0;
    // What anybody may see who looks on, the reader may see too.
    let watched = one.out.iter().any(|it| is_to_observer(&it.key));
    let ruling = is_ruling(&*here.table, &one.desk);
    assert_eq!(watched, one.desk.stop != Stop::Interrupt && !ruling, "{at}");
    for (one, two) in one
        .out
        .iter()
        .zip(&two.out)
        .filter(|it| it.0.seat == Some(who) || is_to_observer(&it.0.key))
    {
        let [here, there] = [one, two].map(|it| but_witness(&it.bytes));
        let differing = here.lines().zip(there.lines()).find(|(a, b)| a != b);
        assert!(here == there, "{at}, {}: {differing:?}", one.key);
        own += 1;
    }
    assert!(own >= 4, "{at}: {own} mails");
    one.out.iter().for_each(check_says);
    let data = one.out.iter().filter(|it| is_data(&it.bytes)).count();
    assert!(data >= 1, "{at}: no report has data");
    note_phrases(&here, &one, who, seen);
}

/// What is searched of a mail is what its parts say as they go out.
fn check_says(mail: &OutDraft) {
    let mut lines = mail.bytes.clone();
    lines.retain(|it| *it != b'\r');
    let mut sent = Vec::new();
    add_parts(&mime::tree(&lines), &mut sent);
    let says = mail.says.texts.iter().chain(&mail.says.data);
    let says = says.map(|it| bare_text(&it.replace('\r', "")));
    let mut says: Vec<String> = says.map(|it| it.trim_end().to_owned()).collect();
    sent.sort();
    says.sort();
    assert!(sent == says, "{}: {sent:#?}\n{says:#?}", mail.key);
}

fn add_parts(part: &MimePart<'_>, all: &mut Vec<String>) {
    if part.children.is_empty() {
        let text = String::from_utf8(part.decoded()).unwrap();
        all.push(bare_text(&text).trim_end().to_owned());
    }
    part.children.iter().for_each(|it| add_parts(it, all));
}

fn is_data(mail: &[u8]) -> bool {
    String::from_utf8_lossy(mail).contains("Content-Type: application/json")
}

/// A mail without the witness of its entry, and without what is made of that: it differs with all
/// that an entry says, and tells nothing of it to whoever does not know the seed.
fn but_witness(mail: &[u8]) -> String {
    // Soft breaks undone: in HTML the witness stands within a line.
    let text = String::from_utf8_lossy(mail).replace("=\r\n", "");
    let lines = text.lines().filter(|line| {
        let id = line.to_ascii_lowercase().starts_with("message-id:");
        !id && !line.contains(packetboat::store::witness::LEAD)
    });
    lines.map(|it| format!("{it}\n")).collect()
}

/// Looks for what is hidden from `who` in all mails: in none of his, and in some for others.
fn note_phrases(campaign: &Campaign, draft: &Draft, who: Seat, seen: &mut Seen) {
    let templates = Templates::of(games::templates());
    let who_reads = BTreeSet::from([who]);
    let told = SeatOnly::of_each(&templates, (campaign, draft), true);
    let readers = Reader::of_each(campaign, draft, &who_reads, &told);
    let viewer = Viewer::Seat(who);
    for hidden in campaign.table_of(viewer, &draft.desk).hidden(viewer) {
        assert!(
            readers[&who].phrases() > 0,
            "{who}: {hidden:?} is not looked for"
        );
        seen.catch_panic.insert(who);
        let (all, lot) = match hidden {
            Hidden::Phrase(phrase) => (vec![phrase], 1),
            Hidden::Among(all) => (all.clone(), all.len()),
        };
        let mut phrases = Phrases::default();
        for phrase in &all {
            phrases.add(phrase, 1).unwrap();
        }
        for mail in &draft.out {
            let found = phrases.in_text(&bare_folded(&Read::of(mail).text));
            let own = mail.seat == Some(who);
            assert!(
                !own || found.is_empty() || found.len() == lot,
                "{}: {all:?}",
                mail.key
            );
            if !own {
                seen.printed
                    .extend(found.iter().map(|it| phrases.get(*it).to_owned()));
            }
        }
    }
}

/// Plays a campaign by robots' sheets, and swaps at each stop.
fn check_campaign(wanted: &Match<'_>) -> Seen {
    let mut bench = Bench::with(wanted);
    want_data(&bench, wanted.id);
    bench.edit(
        &format!("campaigns/{}/campaign.toml", wanted.id),
        "\n[observers]\n",
        "\n[observers]\nNora = \"nora@fans.example\"\n",
    );
    let templates = Templates::of(games::templates());
    let mut seen = Seen::default();
    for stop in 0..STOPS_MAX {
        let campaign = bench.campaign(wanted.id);
        let desk = campaign.note().desk.clone();
        if desk.stop == Stop::Over {
            return seen;
        }
        // At each of the first two stops one half of the seats, later a quarter.
        let share = if stop < 2 { 2 } else { 4 };
        let all = campaign.table.seats().into_iter().zip(stop..);
        for (who, _) in all.filter(|it| it.1 % share == 0) {
            check_swap(&bench, &templates, wanted.id, who, &mut seen);
        }
        let sheet = campaign.table.sheet().to_string();
        for who in desk.called {
            let lines = bench.good_lines(wanted.id, who) + "\nGOAHEAD";
            bench.send(wanted.id, who.as_str(), &sheet, &lines);
        }
        bench.later(60).tick();
        bench.later(2 * 3_600).tick();
    }
    panic!("{} does not end", wanted.game);
}

#[test]
fn swapped_secrets_change_no_byte_of_the_outbox() {
    for game in games::all() {
        let (seats, players) = players(game);
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        let all: BTreeSet<Seat> = seats.into_iter().collect();
        let card = card(&game.pack()).unwrap();
        let hides = card.hides;
        // Nothing is hidden from whoever referees.
        let referees = |seat: &Seat| card.seats.iter().any(|it| it.name == *seat && it.referees);
        let all: BTreeSet<Seat> = all.into_iter().filter(|it| !referees(it)).collect();
        let mut printed = 0;
        for options in paces(game) {
            let options: Vec<&str> = options.iter().map(String::as_str).collect();
            let seen = check_campaign(&Match {
                game: game.id(),
                id: "swapped",
                scenario: None,
                players: &players,
                robots: &[],
                options: &options,
                deadline: "sun 20:00",
            });
            let at = format!("{} {options:?}", game.id());
            // What is hidden there are others' orders alone, and no rules say where.
            if !hides {
                continue;
            }
            assert!(seen.swaps > 0, "{at}: nothing was ever hidden");
            assert_eq!(
                seen.catch_panic, all,
                "{at}: nothing is looked for in some mails"
            );
            printed += seen.printed.len();
        }
        // Phrases that no page ever prints would guard nothing.
        assert!(
            printed > 0 || !hides,
            "{}: it hides what nobody is shown",
            game.id()
        );
    }
}
