//! A reply that is all free orders, where the orders of a game may be any text.
//!
//! What reads as it is, orders, letters, requests, is none. Not here: what a reply may be besides
//! (`reply`).

use super::answered;
use super::blocks::is_live;
use super::seat_mail::SeatMail;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish;
use crate::engine::seat::Seat;
use crate::lang::block::Block;
use crate::lang::courtesy::Bare;
use crate::lang::form::Form;
use crate::lang::letter;
use crate::lang::text;
use crate::store::entry::Stop;
use std::collections::BTreeSet;

/// All that is typed above the quotation, as the lines of an order with its text, but for letters
/// in it. `bare`: the same without courtesies; `ours`: lines of our mail; `reads`: whether lines
/// read without a fault. `None`: no such orders are asked of the seat, it reads as it is, or it
/// answers a player's letter.
///
/// # Errors
/// Those of `reads`.
pub fn read(
    work: &EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    (bare, ours): (&Bare, &BTreeSet<String>),
    is_letter: bool,
    reads: impl Fn(&[String]) -> Result<bool, CampaignError>,
) -> Result<Option<Vec<String>>, CampaignError> {
    let is_asked = work.desk.stop == Stop::Gate && work.desk.called.contains(&sent.seat);
    let forms = work.table(sent.seat).grammar(sent.seat).orders;
    let form = forms.into_iter().find(|it| it.bare);
    let is_form = is_letter && is_asked && fills_form(work, sent)?;
    let Some(form) = form.filter(|_| is_asked && (!is_letter || is_form)) else {
        return Ok(None);
    };
    if bare.lines.iter().all(String::is_empty) || reads(&bare.lines)? {
        return Ok(None);
    }
    let is_theirs = |line: &String| {
        sent.mail.own.bordered || line.is_empty() || !ours.contains(&answered::folded(line))
    };
    let written = sent
        .mail
        .above()
        .map(|it| it.text.clone())
        .filter(is_theirs);
    let Some((letters, text)) = apart(&written.collect::<Vec<String>>()) else {
        return Ok(None);
    };
    if text.iter().all(|it| it.trim().is_empty()) {
        return Ok(None);
    }
    let order = [vec![form.name.to_owned()], text, vec!["END".to_owned()]];
    Ok(Some([letters, order.concat()].concat()))
}

/// Whether a sheet is free orders that nobody has written yet.
pub fn is_blank(work: &EntryBuilder<'_>, seat: Seat, block: &Block) -> bool {
    let live = block.lines.iter().map(String::as_str);
    let live = live.filter(|it| is_live(it));
    let first = live.clone().next().unwrap_or_default();
    let is_bare = |it: &Form| it.bare && it.name == first;
    text::is_blank(live.clone()) && work.table(seat).grammar(seat).orders.iter().any(is_bare)
}

/// Whether a text fills in the form that is printed in the order sheet of its seat.
fn fills_form(work: &EntryBuilder<'_>, sent: &SeatMail<'_>) -> Result<bool, CampaignError> {
    let sheet = publish::page_now(work, sent.seat)?.order_sheet;
    let fields: Vec<String> = sheet.live.iter().flat_map(|it| text::fields(it)).collect();
    let mut above = sent.mail.above();
    Ok(above.any(|line| {
        let name = line.text.split_once(':').map(|it| it.0.trim());
        name.is_some_and(|it| fields.iter().any(|field| field.eq_ignore_ascii_case(it)))
    }))
}

/// Letters with their END, and all other lines: what is left as it is, and what is one text.
/// `None`: a letter has no END, and what comes after it may be the letter or orders.
fn apart(lines: &[String]) -> Option<(Vec<String>, Vec<String>)> {
    let (mut letters, mut text) = (Vec::new(), Vec::new());
    let mut rest = lines;
    while let [line, below @ ..] = rest {
        let is_letter = letter::is_above_text(line);
        let end = below.iter().position(|it| letter::ends(1, it));
        match end.filter(|_| is_letter) {
            None if is_letter => return None,
            Some(end) => {
                letters.extend_from_slice(&rest[..end + 2]);
                rest = &below[end + 1..];
            }
            // Alone it would end the text.
            None if letter::ends(1, line) => {
                text.push("END.".to_owned());
                rest = below;
            }
            None => {
                text.push(line.clone());
                rest = below;
            }
        }
    }
    Some((letters, text))
}
