//! The bytes of a mail → all that intake reads of it before a campaign is opened: headers, class,
//! bounce, recipients, body, blocks and openers.
//!
//! What must hold of every mail is said by the test that breaks mails at random
//! (`tests/mail/mutate.rs`); here stands what can be said without knowing how a mail was made.

#![no_main]

#[path = "../../tests/mail/mutate.rs"]
#[allow(
    dead_code,
    reason = "the fuzzer breaks mails by itself; wanted is `check`"
)]
mod mutate;

use libfuzzer_sys::fuzz_target;
use packetboat::lang::block::{self, Block, Chosen, Known, KnownCampaign};
use packetboat::lang::sheet::SheetNo;
use packetboat::lang::sheet_names::SheetNames;
use packetboat::mail::address::{House, header_text};
use packetboat::mail::compose::sent_by_us;
use packetboat::mail::cut::unquoted;
use packetboat::mail::fold::Repairs;
use packetboat::mail::library::filed;
use packetboat::mail::{Incoming, parse};
use std::sync::LazyLock;

/// The club of the fixtures in `tests/mail`.
static HOUSE: LazyLock<House> = LazyLock::new(|| {
    let house = House::new(
        "orders@club.example",
        vec!["galleon.lists.example".to_owned()],
    );
    let house = house.expect("a plain address");
    house.vouched_by(Some("mx.club.example".to_owned()))
});

/// The campaign they are about.
static CAMPAIGN: LazyLock<[KnownCampaign; 1]> = LazyLock::new(|| {
    [KnownCampaign {
        name: "new-spain".to_owned(),
        seats: ["spain", "england", "france"].map(str::to_owned).to_vec(),
        open: SheetNo::whole(6),
        parts: 0,
        last: None,
        names: SheetNames::NONE,
    }]
});

fuzz_target!(|raw: &[u8]| {
    let mail = parse(raw, &HOUSE);
    if let Err(what) = mutate::check(&mail) {
        panic!("{what}");
    }
    assert_eq!(mail, parse(raw, &HOUSE), "read twice");
    if !raw.contains(&b'\r') {
        let as_sent = with_crlf(raw);
        assert_eq!(mail, parse(&as_sent, &HOUSE), "as mail servers pass it on");
    }
    check_words(&mail);
    check_routing(&mail);
    check_blocks(&mail);
    // The same bytes as an old mail program's folder: whatever is found in it is a mail.
    for file in filed(raw) {
        let found = file.expect("memory can be read");
        assert!(found.bytes.len() <= raw.len());
    }
});

/// The mail with CR LF at line ends.
fn with_crlf(raw: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = raw.split(|it| *it == b'\n').collect();
    lines.join(&b"\r\n"[..])
}

/// Names and subjects go into headers and receipts of ours.
fn check_words(mail: &Incoming) {
    assert_eq!(header_text(&mail.subject), mail.subject);
    assert_eq!(header_text(&mail.from_name), mail.from_name);
    let lines = mail.body.lines();
    let breaks = |it: &str| it.contains(['\n', '\r']);
    assert!(!lines.iter().any(|it| breaks(&it.text) || breaks(&it.raw)));
    Repairs::of(lines.iter().map(|it| it.raw.as_str())).phrases();
}

/// Whose mail it is, as `desk::route` asks.
fn check_routing(mail: &Incoming) {
    let seats = HOUSE.seats_among(&mail.to);
    assert!(seats.len() <= mail.to.len());
    HOUSE.bounced_among(&mail.to);
    for id in &mail.references {
        sent_by_us(id, &HOUSE);
    }
}

/// The blocks in the live text, and in the whole with its marks of quotation taken off.
fn check_blocks(mail: &Incoming) {
    let lines = mail.body.lines();
    let live: Vec<&str> = lines
        .iter()
        .filter(|it| it.is_live())
        .map(|it| it.text.as_str())
        .collect();
    let bare: Vec<&str> = lines.iter().map(|it| unquoted(&it.text)).collect();
    for lines in [live, bare] {
        let blocks = block::find(&lines);
        for block in &blocks {
            // What else stands on its line is the first line of the block.
            assert!(lines[block.at].starts_with(&block.opener), "{block:?}");
            assert_eq!(block.shown().len(), block.lines.len() + 1);
            check_opener(block);
        }
        let count = blocks.len();
        match block::choose(blocks.clone(), |it| it.closed) {
            Chosen::Nothing => assert_eq!(count, 0),
            Chosen::One(block) => assert!(!block.closed),
            Chosen::Quoted(block) => assert!(block.closed),
            Chosen::Several(all) => assert!((2..=count).contains(&all.len())),
        }
        block::choose(blocks, |_| false);
    }
}

/// An opener is read or refused, and shown without its password.
fn check_opener(block: &Block) {
    let line = &block.opener;
    let shown = block::mask(line);
    assert_eq!(block::mask(&shown), shown, "masked twice");
    if block::password(line).is_some() {
        assert!(shown.ends_with(" ****"), "not masked");
    }
    let known = Known {
        campaigns: &*CAMPAIGN,
    };
    match block::opener(&known, line) {
        Ok(opener) => assert_eq!(opener.password, block::password(line)),
        Err(fault) => {
            // Some places are told in the line as written, some in the line as shown.
            let end = line.chars().count().max(shown.chars().count()) + 1;
            let span = fault.span;
            let last = span.column + span.width - 1;
            assert!(span.line == 0 && span.column >= 1 && span.width >= 1);
            assert!(last as usize <= end, "{span:?} of {end}");
        }
    }
}
