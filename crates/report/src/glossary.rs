//! `glossary.toml`: the orders, tests and words of a game, explained.
//!
//! Not here: the answer to HELP (`help`).

use packetboat_core::engine::data::DataPack;
use packetboat_core::lang::names::fold;
use serde::Deserialize;
use std::collections::BTreeMap;

const GLOSSARY: &str = "glossary.toml";

/// `glossary.toml`: the orders and words of a game, explained.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glossary {
    /// In any order.
    #[serde(default)]
    pub term: Vec<Term>,
    /// What players say in plain English, in small letters, and the words of orders for it; none:
    /// it says nothing.
    #[serde(default)]
    pub says: BTreeMap<String, String>,
}

/// What an order or a word means.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// What it is asked for by: a verb, or words of the game; in capitals. Plurals are found too.
    pub words: Vec<String>,
    /// Of an order: half a sentence for the list of all orders.
    #[serde(default)]
    pub brief: String,
    /// Orders that show it, each valid on some sheet.
    #[serde(default)]
    pub examples: Vec<String>,
    /// Plain words.
    #[serde(default)]
    pub says: String,
    /// Of an order: its places, each with what may be in it.
    #[serde(default)]
    pub parts: Vec<(String, String)>,
    /// Options of the campaign that it depends on: what is so with their values is said after it.
    #[serde(default)]
    pub options: Vec<String>,
}

impl Glossary {
    /// That of a game; empty if it has none.
    ///
    /// # Errors
    /// A file that does not fit.
    pub fn of(pack: &DataPack) -> Result<Self, String> {
        if pack.files.contains_key(GLOSSARY) {
            pack.read(GLOSSARY).map_err(|it| it.to_string())
        } else {
            Ok(Glossary::default())
        }
    }

    /// The term of a word, or of what it is the plural of.
    pub fn find(&self, word: &str) -> Option<&Term> {
        let wanted = fold(word);
        let called = |wanted: &str| {
            let mut terms = self.term.iter();
            terms.find(|term| term.words.iter().any(|own| fold(own) == wanted))
        };
        called(&wanted).or_else(|| singulars(&wanted).iter().find_map(|it| called(it)))
    }
}

/// What a folded word may be the plural of.
fn singulars(word: &str) -> Vec<String> {
    let ends = [("ies", "y"), ("es", ""), ("s", "")];
    let cut = ends
        .iter()
        .filter_map(|(end, instead)| Some(format!("{}{instead}", word.strip_suffix(end)?)));
    cut.filter(|it| it.len() > 1).collect()
}

/// What the marks after the orders of a receipt mean, and words for what every game has.
const MARKS: [(&str, &str); 28] = [
    (
        "ONCE",
        "An order that counts on this sheet and is tried once, when its time comes, and not again; \
         a receipt says \"will be tried once\".",
    ),
    (
        "WISH",
        "An order that waits until it can be carried out, and is tried again and again in your \
         turn; a receipt says \"tried this turn\". What is not done by the end of the turn \
         lapses, unless the order is STANDING.",
    ),
    (
        "KEPT",
        "An order that answers a question each time it comes up; a receipt says \"used when \
         needed\".",
    ),
    (
        "STANDS",
        "An order that applies turn after turn, until you clear it; a receipt says \"standing\".",
    ),
    (
        "NOTED",
        "Printed after a line in a receipt: a word for the program, such as HELP or GOAHEAD, and \
         not an order.",
    ),
    (
        "CHECKED",
        "Printed after a line that was only checked: it was understood, and nothing was filed.",
    ),
    (
        "DONE",
        "Printed after an order in a report: it was carried out.",
    ),
    (
        "IN PART",
        "Printed after an order in a report: only a part of it was carried out, and the line \
         below says why. WHY and its number tells you more.",
    ),
    (
        "NOT CARRIED OUT",
        "Printed after an order in a report: nothing came of it, and the line below says why. WHY \
         and its number tells you more.",
    ),
    (
        "NOT NEEDED",
        "Printed after an order in a report: there was nothing to use it for, as with an answer to \
         an attack that did not come.",
    ),
    (
        "WAITING",
        "Printed after an order in a report: it is still in force, and could not be carried out \
         so far. A \
         standing order is then called in force.",
    ),
    (
        "RESULT",
        "Each report says what became of your orders: done; in part; not carried out, with the \
         reason; not needed, if there was nothing to use it for; or waiting, if it is still in \
         force. WHY and the number of an order tells you more.",
    ),
    (
        "TRIED ONCE",
        "Printed after an order in a receipt: it will be tried once, when its time comes.",
    ),
    (
        "TRIED THIS TURN",
        "Printed after an order in a receipt: it waits until it can be carried out, and is tried \
         again and again in your turn; then it lapses.",
    ),
    (
        "USED WHEN NEEDED",
        "Printed after an order in a receipt: it answers a question each time it comes up.",
    ),
    (
        "BATCH",
        "The turns that are played from one gathering of sheets to the next: one, or more where \
         the campaign's options or the game say so. The orders of a sheet hold for all of them.",
    ),
    (
        "QUESTION",
        "In some games and campaigns play may stop in the middle of a turn and ask one player by \
         mail. The answer is a sheet like any other, and takes the place of the one before; \
         GOAHEAD, OK or no answer leaves it to the program. The others see nothing of it, and \
         what they send meanwhile counts when the turn is over.",
    ),
    (
        "OK",
        "Alone in a reply it sends the order sheet just as it is printed in the mail that you \
         answer; where that has no order yet, it sends the advice printed there. It must be alone: \
         a signature does no harm, and with other words it is a letter.",
    ),
    (
        "ADVICE",
        "What our robot would send in your place, knowing what you know. It is only a suggestion: \
         OK sends all of it; or take the ; away before the lines you like.",
    ),
    (
        "DEFAULT",
        "What the program plays for you if you give no order of that kind. The defaults are at the \
         end of your order sheet; a receipt lists those that your orders take the place of.",
    ),
    (
        "DEADLINE",
        "Orders are accepted until then. If everyone has sent theirs earlier, the turn may close \
         early; WAIT in your sheet keeps it open until the deadline. If orders are missing, a \
         campaign may wait a few hours more.",
    ),
    (
        "READY",
        "You have sent orders, or do not have to, so the turn need not wait for you. WAIT in \
         your sheet makes it wait until the deadline.",
    ),
    (
        "RECEIPT",
        "The answer to each mail of yours: how its orders were understood, and what was filed. \
         After each order it says how the order counts: it will be tried once; tried this turn, \
         again and again until it can be carried out; used when needed, if it answers a question \
         each time it comes up; or standing, turn after turn. Words that are not orders, such as \
         GOAHEAD, are noted. If you wrote CHECK, orders are only checked: nothing is filed.",
    ),
    (
        "ROBOT",
        "A player that the program plays. It reads no letters, and knows no more than a player in \
         its place would.",
    ),
    (
        "REFEREE",
        "The person who runs the club. A reply without any orders goes to them; among orders, \
         write MESSAGE TO REFEREE above your words and END below them.",
    ),
    (
        "WITNESS",
        "Every mail ends with a witness: a checksum of the campaign's whole record at that moment. \
         Whoever keeps the mails can show later that nobody has changed the record.",
    ),
    (
        "SHEET",
        "The orders that you send for a turn, between the lines that begin with #orders and #end. \
         Each report ends with the sheet that is wanted next. HELP RECEIPT explains the words \
         after your orders, HELP RESULTS those of a report.",
    ),
    (
        "TURN",
        "What is played from one report to the next. Alone on a line of a sheet, with a number, it \
         says that the orders below it are for that turn.",
    ),
];

/// What a word means in every game that has no better explanation of its own.
pub(super) fn mark(word: &str) -> Option<&'static str> {
    let wanted = fold(word);
    let called = |wanted: &str| MARKS.iter().find(|it| fold(it.0) == wanted);
    let said = called(&wanted).or_else(|| singulars(&wanted).iter().find_map(|it| called(it)))?;
    Some(said.1)
}
