//! Which block of a mail counts, for what its opener says it is, and what it would come to.
//!
//! Not here: filing it (`intake`), and whether the mail is its player's (`authentication`).

use super::confirm;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::club::partners::tokens;
use crate::desk::club::sender_proofs::{after, before};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::posting::sheet_hash;
use crate::desk::inbox::arrival::Arrival;
use crate::desk::inbox::may_count;
use crate::engine::game::{Block as OrderBlock, Understood};
use crate::engine::seat::Seat;
use crate::lang::block::{self, Block, Chosen, Known, KnownCampaign, Opener};
use crate::lang::diagnostic::{Diagnostic, Span};
use crate::lang::form::Form;
use crate::lang::sheet::SheetNo;
use crate::mail::cut::unquoted;
use crate::mail::fold::fold;
use crate::report::is_last_line;
use crate::store::entry::Stop;
use crate::store::layout::CampaignId;

/// How many sheets of a seat wait at most while a question of others is asked by mail.
const AHEAD_MAX: usize = 20;

/// How many bytes they have together; a long sheet has 6,000.
const AHEAD_BYTES_MAX: usize = 30_000;

/// The block that counts, of those in the mail.
pub fn choose(work: &EntryBuilder<'_>, arrival: &Arrival) -> Chosen {
    let sent = &work.desk.seats.get(arrival.seat).sheets;
    let is_ours = |block: &Block| sent.contains(&sheet_hash(block)) || has_only_comments(block);
    match block::choose(arrival.mail.blocks.clone(), is_ours) {
        Chosen::Nothing => in_quotation(arrival, is_ours),
        other => other,
    }
}

/// The block that counts, its opener made whole by the sheet that the address is made for: anyone
/// who answers a mail of ours need not say again for which campaign, seat and sheet.
pub fn complete(
    work: &EntryBuilder<'_>,
    seat: Seat,
    found: Chosen,
    addressed: Option<SheetNo>,
) -> Chosen {
    match (found, addressed) {
        (Chosen::One(mut block), Some(sheet)) => {
            let told = [work.campaign.id.as_str(), seat.as_str()];
            let names = work.campaign.sheet_names();
            if let Some(whole) = block::completed(&block.opener, told, (sheet, names)) {
                block.opener = whole;
            }
            Chosen::One(block)
        }
        (found, _) => found,
    }
}

/// The sheet that the token in the address is made for.
pub fn addressed_sheet(work: &EntryBuilder<'_>, arrival: &Arrival) -> Option<SheetNo> {
    let token = arrival.token.as_ref()?;
    let table = work.table(arrival.seat);
    let sheets = [Some(table.sheet()), before(table.sheet(), table.parts())];
    let is_for = |number: &SheetNo| {
        let of = (arrival.seat, &*number.to_string());
        let all = tokens(work.campaign, &work.desk, of);
        all.iter().any(|it| it.0 == *token || it.1 == *token)
    };
    sheets.into_iter().flatten().find(is_for)
}

/// Whether a block of comments still has the line that every sheet of ours ends with, or a question
/// of ours: a player who changed only comments has said nothing, for they were asked to change
/// that line.
pub fn has_only_comments(block: &Block) -> bool {
    let ours = |it: &String| is_last_line(it) || confirm::is_question(it);
    let marked = block.lines.iter().any(ours);
    marked && !block.lines.iter().any(|it| is_live(it))
}

/// Whether a line is more than a comment.
pub fn is_live(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with(';')
}

/// A sheet that was edited where it was in the quoted report: a block after marks of quotation
/// that is none of ours any more and holds a live line. One that is ours still is a quotation.
fn in_quotation(arrival: &Arrival, is_ours: impl Fn(&Block) -> bool) -> Chosen {
    let lines = arrival.mail.body.lines().iter();
    let lines: Vec<&str> = lines.map(|it| unquoted(&it.text)).collect();
    let mut blocks = block::find(&lines);
    blocks.retain(|it| is_ours(it) || it.lines.iter().any(|it| is_live(it)));
    block::choose(blocks, is_ours)
}

/// Reads a block and files nothing.
///
/// # Errors
/// Rules that fail.
pub fn read_only(
    work: &EntryBuilder<'_>,
    seat: Seat,
    block: &Block,
    sheet: SheetNo,
) -> Result<Understood, CampaignError> {
    let body = block.text();
    let orders = OrderBlock { sheet, body: &body };
    let understood = catch_panic(|| work.table(seat).check(seat, &orders));
    understood.map_err(|it| rules_fault(&it))
}

/// The first line of a letter that would be an order, were it not in a letter: a player who sends
/// their orders to another seat by mistake has lost more than a turn. Marks at the ends of lines
/// are left out, for prose that ends in a comma would swallow the next line.
///
/// # Errors
/// Rules that fail.
pub fn order_in(
    work: &EntryBuilder<'_>,
    from: Seat,
    text: &str,
) -> Result<Option<String>, CampaignError> {
    let table = work.table(from);
    let sheet = table.sheet();
    let texts = table.grammar(from).orders.into_iter();
    let texts: Vec<&str> = texts.filter(Form::has_text).map(|it| it.name).collect();
    // What is below would be a text, not an order.
    let begins = |line: &&str| {
        let first = line.split_whitespace().next();
        first.is_some_and(|it| texts.contains(&it))
    };
    if let Some(line) = text.lines().find(begins) {
        return Ok(Some(line.trim().to_owned()));
    }
    let plain = |text: &str| {
        fold(text)
            .trim_end_matches(|it: char| !it.is_alphanumeric())
            .to_owned()
    };
    let lines: Vec<String> = text.lines().map(plain).collect();
    let body = lines.join("\n");
    let read = catch_panic(|| table.check(from, &OrderBlock { sheet, body: &body }));
    let read = read.map_err(|it| rules_fault(&it))?;
    Ok(read.lines.into_iter().next().map(|it| it.text))
}

/// Whether a block says nothing but `CONFIRM`.
pub fn says_only_codes(block: &Block) -> bool {
    let mut live = block.lines.iter().filter(|it| is_live(it)).peekable();
    live.peek().is_some() && live.all(|it| may_count::code_in(it).is_some())
}

/// What the opener of a block says.
///
/// # Errors
/// The fault in it.
pub fn opener(work: &EntryBuilder<'_>, seat: Seat, block: &Block) -> Result<Opener, Diagnostic> {
    let table = work.table(seat);
    let campaign = KnownCampaign {
        name: work.campaign.id.to_string(),
        seats: table.seats().iter().map(ToString::to_string).collect(),
        open: table.sheet(),
        parts: table.parts(),
        last: table.last_turn(),
        names: table.sheet_names().clone(),
    };
    let known = Known {
        campaigns: &[campaign],
    };
    let read = block::opener(&known, &block.opener);
    read.map_err(|fault| elsewhere(work, block).unwrap_or(fault))
}

/// The campaign that an opener names, if its name could be one and is not a secret.
pub fn named(block: &Block) -> Option<CampaignId> {
    let shown = block::mask(&block.opener);
    let mut words = shown.split_whitespace();
    words.find(|it| it.to_lowercase().contains("orders"))?;
    words.next()?.to_lowercase().parse().ok()
}

/// The fault of an opener that names another campaign than the one its mail came to.
fn elsewhere(work: &EntryBuilder<'_>, block: &Block) -> Option<Diagnostic> {
    let named = named(block).filter(|it| *it != work.campaign.id)?;
    let at = word_at(&block.opener, named.as_str())?;
    let id = &work.campaign.id;
    let reason = format!("your mail came to `{id}`, and this line names `{named}`");
    let hint = format!("write `{id}` if these orders are for it; else answer a mail of `{named}`");
    Some(Diagnostic::new(at, reason, hint))
}

/// The opener, if it is one for this seat in a game that goes on.
///
/// # Errors
/// The fault in it.
pub fn checked_opener(
    work: &EntryBuilder<'_>,
    seat: Seat,
    block: &Block,
) -> Result<Opener, Diagnostic> {
    let opener = own_opener(work, seat, block)?;
    if work.desk.stop == Stop::Over {
        let reason = "the game is over; no orders are accepted";
        return Err(Diagnostic::new(whole(), reason, ""));
    }
    Ok(opener)
}

/// The opener, if it is one for this seat.
///
/// # Errors
/// The fault in it.
fn own_opener(work: &EntryBuilder<'_>, seat: Seat, block: &Block) -> Result<Opener, Diagnostic> {
    let opener = opener(work, seat, block)?;
    if opener.seat != seat.as_str() {
        let at = word_at(&block.opener, &opener.seat).unwrap_or_else(whole);
        let reason = format!("your address is that of {seat}, not of {}", opener.seat);
        let hint = format!(
            "write `{seat}`, or answer the mail that {} got",
            opener.seat
        );
        return Err(Diagnostic::new(at, reason, hint));
    }
    Ok(opener)
}

/// What a block is read as.
pub enum ReadAs {
    /// A sheet, with this opener.
    Sheet(Opener),
    /// Questions, of a sheet that is not open any more: when the game is over, whatever else it
    /// says; of a turn that is played, if it only asks, for no request is about a turn.
    Questions(SheetNo, Box<Understood>),
    /// Nothing: the fault in its opener.
    Nothing(Diagnostic),
}

/// What a block is read as.
///
/// # Errors
/// Rules that fail.
pub fn read_as(
    work: &EntryBuilder<'_>,
    seat: Seat,
    block: &Block,
) -> Result<ReadAs, CampaignError> {
    let fault = match checked_opener(work, seat, block) {
        Ok(opener) => return Ok(ReadAs::Sheet(opener)),
        Err(fault) => fault,
    };
    let sheet = match own_opener(work, seat, block) {
        Ok(opener) => opener.sheet,
        Err(_) if is_ours_of_a_turn(work, seat, block) => work.table(seat).sheet(),
        Err(_) => return Ok(ReadAs::Nothing(fault)),
    };
    let read = read_only(work, seat, block, sheet)?;
    let answered = work.desk.stop == Stop::Over || read.asks_alone();
    let asked = read.only_asking();
    if answered && !asked.requests.is_empty() {
        Ok(ReadAs::Questions(sheet, Box::new(asked)))
    } else {
        Ok(ReadAs::Nothing(fault))
    }
}

/// Whether an opener is as we print it for this seat, of whatever turn.
fn is_ours_of_a_turn(work: &EntryBuilder<'_>, seat: Seat, block: &Block) -> bool {
    let words: Vec<String> = block
        .opener
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let is_ours = |[orders, id, of]: [&String; 3]| {
        orders == "#orders" && id == work.campaign.id.as_str() && of == seat.as_str()
    };
    match &words[..] {
        [orders, id, of, turn, _] => is_ours([orders, id, of]) && turn == "turn",
        [orders, id, of, name] => {
            let names = work.campaign.sheet_names();
            is_ours([orders, id, of]) && names.are_given() && names.read(name).is_ok()
        }
        _ => false,
    }
}

/// Why lines for a turn that is being played come too late, while a question of others in it is
/// waited for; `None`: there are none. Standing lines, requests and letters are about no turn.
pub fn too_late(work: &EntryBuilder<'_>, seat: Seat, read: &Understood) -> Option<Diagnostic> {
    let table = work.table(seat);
    let closed = table.batch_until();
    let lines = read.lines.iter().filter_map(|it| it.sheet);
    let all = lines.chain(read.ready.keys().copied());
    let all = all.chain(read.cancelled.iter().copied());
    let empty = read.empty.then(|| read.sheets.iter().copied());
    let mut all = all.chain(empty.into_iter().flatten());
    all.any(|it| it <= closed).then(|| {
        let (first, next) = (table.sheet(), after(closed, table.parts()));
        let names = table.sheet_names();
        let reason = if first == closed {
            let turn = names.turn(closed);
            format!("{turn} is being played, and takes no more orders")
        } else {
            let (turns, closed) = (names.after("turns", first), names.name(closed));
            format!("{turns} to {closed} are being played, and take no more orders")
        };
        let hint = format!(
            "nothing in this mail was filed or passed on; wait for the report, or write {} here \
             for the next turn",
            names.turn(next)
        );
        Diagnostic::new(whole(), reason, hint)
    })
}

/// Why no more of a seat's sheets wait until a batch is over: each entry meanwhile holds all of
/// them. `None`: there is room.
pub fn too_many(work: &EntryBuilder<'_>, seat: Seat, body: &str) -> Option<Diagnostic> {
    let own = || work.desk.ahead.iter().filter(|it| it.seat == seat);
    let bytes: usize = own().map(|it| it.body.len()).sum();
    let room = own().count() < AHEAD_MAX && bytes + body.len() <= AHEAD_BYTES_MAX;
    (!room).then(|| {
        let reason = "too many of your sheets are waiting for the turn now being played to end";
        let hint = "nothing in this mail was filed; send it when the report has come";
        Diagnostic::new(whole(), reason, hint)
    })
}

/// The word that begins an opener: the place of a fault that is about all of it.
fn whole() -> Span {
    Span {
        line: 0,
        column: 1,
        width: 7,
    }
}

/// Where a word is in an opener.
fn word_at(opener: &str, word: &str) -> Option<Span> {
    let at = opener.to_lowercase().find(word)?;
    let column = opener.get(..at)?.chars().count() + 1;
    Some(Span {
        line: 0,
        column: u32::try_from(column).ok()?,
        width: u32::try_from(word.chars().count()).ok()?,
    })
}
