//! `DICE`: how the dice are checked, with the last key that the sender was shown.
//!
//! Not here: what reports show of them (`publish`), and checking itself (`proof`).

use super::why;
use crate::desk::club::errors::{CampaignError, template_fault};
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::dice::{hex, seals};
use crate::engine::seat::Seat;
use crate::report::{Answer, DicePage};
use crate::store::entry::Stop;

/// The answer to `DICE`.
///
/// # Errors
/// An entry that is gone or altered; a template that fails.
pub fn how_to_check(work: &EntryBuilder<'_>, seat: Seat) -> Result<Answer, CampaignError> {
    if !work.campaign.card.dice {
        return Ok(answer(NO_DICE.to_owned()));
    }
    let Some(told) = why::last_report(work, seat)? else {
        let text = "No report has shown you dice yet.".to_owned();
        return Ok(answer(text));
    };
    let sealed = work.campaign.secret.sealed;
    let seed = &work.campaign.seed;
    let (chain, seed_hash) = if sealed {
        seals(&seed.0)
    } else {
        Default::default()
    };
    let over = work.desk.stop == Stop::Over && !work.desk.is_under_review();
    let note = told.campaign.note();
    // What the referee has not released nobody is shown.
    let shown = note
        .dice
        .shown
        .clone()
        .filter(|_| !work.desk.is_under_review());
    let link = shown.unwrap_or_default();
    let dice = DicePage {
        chain,
        seed_hash,
        seed: if over { hex(&seed.0) } else { String::new() },
        number: if link.is_empty() { 0 } else { note.dice.link },
        link,
        timeline: note.dice.timeline,
        salts: salts(work),
    };
    let frame = work.frame(Some(seat));
    let text = work.templates.dice(&frame, &told.page, &dice);
    Ok(answer(text.map_err(|it| template_fault(&it))?))
}

/// The answer where nothing is rolled.
const NO_DICE: &str = "There are no dice in this game: orders alone decide. Only a robot, where \
    one plays, makes up its mind by hidden draws. Every mail ends with a witness: a checksum of \
    the whole record at that moment. Keep your mails, and \"packetboat verify --mails\" can show \
    at any time whether the record still says the same.\n";

/// What players have added, as `packetboat dice` takes it; nothing if nobody has.
fn salts(work: &EntryBuilder<'_>) -> Vec<String> {
    let salts = work.campaign.salts(&work.desk);
    let shown = salts.0.iter().map(|digest| {
        if *digest == [0; 32] {
            String::new()
        } else {
            hex(digest)
        }
    });
    let shown: Vec<String> = shown.collect();
    if shown.iter().all(String::is_empty) {
        Vec::new()
    } else {
        shown
    }
}

fn answer(text: String) -> Answer {
    let request = "DICE".to_owned();
    Answer::Text { request, text }
}
