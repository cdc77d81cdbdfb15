//! Mails broken at random, on their way through a whole tick: each of them ends in exactly one line
//! of an entry or of the ledger, and none keeps another waiting.

use crate::mail::mutate::{Breaker, fixtures};
use crate::support::{Bench, DUEL, Match, header};
use packetboat::mail::token::TOKEN_CHARS;
use packetboat::store::fs::Fs;
use std::collections::BTreeMap;
use std::path::Path;

/// The fixtures, written to a seat that there is.
fn to_north(bench: &Bench) -> Vec<Vec<u8>> {
    let report = bench.last("new-spain", "north", ".report");
    let to = header(&report.message, "Reply-To").unwrap();
    let at = to.find(".north.").unwrap() + ".north.".len();
    let token = &to[at..at + TOKEN_CHARS];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("mail");
    let swap = |mail: &Vec<u8>| {
        // Byte for byte, for many of them are no UTF-8.
        let text: String = mail.iter().map(|it| char::from(*it)).collect();
        let text = text
            .replace("k7f3qm2x9d0hs4tv", token)
            .replace(".spain.", ".north.")
            .replace("new-spain spain turn 6", "new-spain north turn 1");
        text.chars().map(|it| it as u8).collect()
    };
    fixtures(&folder).iter().map(swap).collect()
}

#[test]
fn every_broken_mail_ends_in_one_line() {
    let mut bench = Bench::new();
    bench.start(&Match {
        id: "new-spain",
        ..DUEL
    });
    bench.tick();
    let mut breaker = Breaker::new(&to_north(&bench), 7);
    let mut wanted = 0;
    for _ in 0..10 {
        for _ in 0..500 {
            bench.deliver_bytes(&breaker.next());
            wanted += 1;
        }
        let summary = bench.later(60).tick();
        assert_eq!(summary.exit_code(), 0, "{summary}");
        let left = bench.fs.list(&bench.path("mail/new")).unwrap();
        assert_eq!(left, Vec::<String>::new(), "{summary}");
    }
    let mut lines: BTreeMap<String, u32> = BTreeMap::new();
    let noted = bench.notes("new-spain");
    let noted: Vec<String> = noted
        .iter()
        .flat_map(|it| it.mail.iter().map(|it| it.file.clone()))
        .collect();
    assert!(
        noted.len() > 1_000,
        "many still reach the campaign: {}",
        noted.len()
    );
    let astray = bench.ledger().into_iter().map(|it| it.1);
    for file in noted.into_iter().chain(astray) {
        *lines.entry(file).or_default() += 1;
    }
    let wanted = (wanted, u32::try_from(wanted).unwrap());
    assert_eq!((lines.len(), lines.values().sum::<u32>()), wanted);
    bench.verify();
}

/// What a player writes in the place of a password may be any word: one of an order in another
/// mail of his, or one that stands in every mail. No campaign stands still for it.
#[test]
fn a_word_in_the_place_of_a_password_may_stand_elsewhere() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let block = |turn: &str, line: &str| format!("#orders duel north {turn}\n{line}\n#end\n");
    for text in [
        block("turn 1 Columbus-1492", "BID 3"),
        block("turn 1", "BID columbus-1492"),
        block("turn 1 Columbus-1492", "BID 3\nBID Columbus-1492"),
        block("turn 1 text/plain", "BID 3"),
        block("turn 1 auto-replied", "BID 3"),
        block("turn 1 orders@club.example", "BID 3"),
    ] {
        let mail = bench.answer("duel", "north", &text);
        bench.deliver(&mail);
    }
    let summary = bench.later(60).tick();
    assert_eq!((summary.exit_code(), summary.mails), (0, 6), "{summary}");
    assert_eq!(bench.answers("duel", "north"), 6);
    bench.verify();
}
