//! What counts of a mail is read and filed, and words are passed on: what it comes to, before its
//! receipt.
//!
//! Not here: which block counts (`seat_mail`), reading lines (`lang`), and the receipt (`receipt`).

use super::blocks::{ReadAs, named, opener, read_as, read_only, too_late, too_many};
use super::comments;
use super::confirm;
use super::gate::gate;
use super::mask;
use super::mended;
use super::reply::{Reply, commented};
use super::seat_mail::SeatMail;
use super::typed;
use super::words;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::keeping;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::engine::game::{Block as OrderBlock, LineRead, Understood};
use crate::engine::seat::Seat;
use crate::lang::block::{self, Asked, Block, Chosen, Opener};
use crate::lang::sheet::SheetNo;
use crate::report::{Doubt, Finding, Gate, LetterSent, SheetRead, Source};
use crate::store::desk_state::Ahead;
use crate::store::draft::Submission;
use crate::store::entry::Stop;
use std::collections::BTreeSet;

/// What a mail came to, before its receipt.
pub struct Settled {
    /// What was read.
    pub finding: Finding,
    /// The number under which its lines were filed.
    pub submission: Option<u32>,
    /// What became of words outside of orders.
    pub letters: Vec<LetterSent>,
}

impl From<Finding> for Settled {
    fn from(finding: Finding) -> Self {
        Settled {
            finding,
            submission: None,
            letters: Vec::new(),
        }
    }
}

/// Reads and files what counts of a mail, and passes on words.
///
/// # Errors
/// Rules or templates that fail.
pub fn settle(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    said: Reply,
) -> Result<Settled, CampaignError> {
    // What its writer may not have seen is not filed.
    let odd = sent.mail.own.odd && !sent.trusted;
    let source = |source: Source| {
        if odd {
            Source::Offered(Doubt::Page, Vec::new())
        } else {
            source
        }
    };
    match said {
        Reply::Silent => {}
        Reply::Beside(words) => {
            let mut settled = settle(work, sent, Reply::Silent)?;
            settled.letters.push(LetterSent::Beside { words });
            return Ok(settled);
        }
        Reply::Both(lines) => return Ok(Finding::Both { lines }.into()),
        Reply::NotTaken(why) => return Ok(Finding::NotTaken { why }.into()),
        Reply::Courtesy(all) => {
            let said = all.into_iter().next().unwrap_or_default();
            return Ok(Finding::Courtesy { said }.into());
        }
        Reply::Words(text, to) => {
            return Ok(Settled {
                letters: words::pass_on(work, sent.seat, (text, to))?,
                ..Finding::Words.into()
            });
        }
        Reply::Offered(block, doubt, left_out) => {
            return read_block(work, sent, &block, Source::Offered(doubt, left_out));
        }
        Reply::Orders(block, ignored) => {
            let text = Source::Text { ignored };
            return read_block(work, sent, &block, source(text));
        }
        Reply::Taken(block, taken) => {
            return read_block(work, sent, &block, source(taken));
        }
    }
    Ok(match &sent.found {
        Chosen::One(block) => {
            let block = &*mended::as_printed(work, sent, block)?;
            return match commented(work, sent, block)? {
                Some(opened) => {
                    let source = Source::Offered(Doubt::Comment, Vec::new());
                    read_block(work, sent, &opened, source)
                }
                None => {
                    let settled = read_block(work, sent, block, source(Source::Block))?;
                    if settled.submission.is_some() {
                        comments::keep(work, sent, block)?;
                    }
                    Ok(settled)
                }
            };
        }
        found => nothing_read(work, sent, found),
    }
    .into())
}

/// Reads a block, and files it unless it is only looked at.
fn read_block(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    block: &Block,
    source: Source,
) -> Result<Settled, CampaignError> {
    match read_as(work, arrival.seat, block)? {
        ReadAs::Sheet(opener) => file(work, arrival, block, (&opener, source)),
        ReadAs::Questions(sheet, understood) => {
            let read = SheetRead {
                sheet,
                submission: 0,
                lines: block.shown(),
                understood: *understood,
                source,
                before: gate(work, arrival.seat),
            };
            Ok(Finding::Read(Box::new(read)).into())
        }
        // What was typed without a sheet has no first line that could be shown.
        ReadAs::Nothing(_) if work.desk.stop == Stop::Over && source != Source::Block => {
            Ok(Finding::NoOrders.into())
        }
        ReadAs::Nothing(fault) => {
            let lines = block.shown();
            Ok(Finding::Refused { lines, fault }.into())
        }
    }
}

fn file(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    block: &Block,
    (opener, source): (&Opener, Source),
) -> Result<Settled, CampaignError> {
    let seat = arrival.seat;
    let body = block.text();
    let orders = OrderBlock {
        sheet: opener.sheet,
        body: &body,
    };
    let number = work.desk.submissions + 1;
    let asked = match (&source, arrival.wish) {
        (Source::Offered(..), _) | (_, Wish::Check) => Asked::Check,
        (_, Wish::Orders | Wish::Deeds | Wish::Pressed) => opener.asked,
    };
    let waits = work.waits_for_others(seat);
    let offered = matches!(source, Source::Offered(..));
    if waits && (offered || asked == Asked::File) {
        let read = read_only(work, seat, block, opener.sheet)?;
        let fault = too_late(work, seat, &read);
        if let Some(fault) = fault.or_else(|| too_many(work, seat, &body)) {
            let lines = block.shown();
            return Ok(Finding::Refused { lines, fault }.into());
        }
    }
    let before = gate(work, seat);
    let understood = catch_panic(|| match asked {
        Asked::Check => work.table(seat).check(seat, &orders),
        Asked::File => work.table_mut(seat).file(seat, number, &orders),
    });
    let mut understood = understood.map_err(|it| rules_fault(&it))?;
    understood.check |= asked == Asked::Check;
    if offered && !understood.faults.is_empty() {
        understood = as_offered(work, seat, opener.sheet, understood)?;
    }
    typed::name_seats(work, &block.lines, &mut understood.faults);
    understood = match arrival.wish {
        Wish::Deeds => understood.only_deeds(),
        Wish::Pressed => understood.without_deeds_of_its_player(),
        Wish::Orders | Wish::Check => understood,
    };
    // Outside of a sheet it is asked about before it is done.
    understood.resigns &= !matches!(source, Source::Text { .. });
    for letter in &mut understood.letters {
        letter.text = words::as_written(arrival, block, letter);
    }
    mask::echo(work, seat, &understood);
    let submission = understood
        .filed
        .then(|| keep(work, arrival, block, (opener.sheet, &understood)));
    if understood.filed && before == Gate::NoSheet {
        keeping::files(work, seat, arrival.arrived);
    }
    let read = SheetRead {
        sheet: opener.sheet,
        submission: submission.unwrap_or(0),
        lines: block.shown(),
        understood,
        source,
        before,
    };
    Ok(Settled {
        submission,
        ..Finding::Read(Box::new(read)).into()
    })
}

/// What the sheet that is offered would come to, in place of what was read as it was written: words
/// that were corrected count in it. What is said of the text itself stays.
fn as_offered(
    work: &EntryBuilder<'_>,
    seat: Seat,
    sheet: SheetNo,
    written: Understood,
) -> Result<Understood, CampaignError> {
    let body = written.corrected.join("\n");
    let orders = OrderBlock { sheet, body: &body };
    let read = catch_panic(|| work.table(seat).check(seat, &orders));
    let read = read.map_err(|it| rules_fault(&it))?;
    if !read.faults.is_empty() || read.lines.is_empty() {
        return Ok(written);
    }
    Ok(Understood {
        lines: numbered(read.lines, &written),
        replaced: read.replaced,
        in_force: read.in_force,
        silence: read.silence,
        unplayed: read.unplayed,
        sheets: read.sheets,
        cancelled: read.cancelled,
        ready: read.ready,
        ..written
    })
}

/// Lines of a corrected sheet with their numbers in what was written: those that were read there
/// have theirs, and one that was corrected has that of a fault.
fn numbered(mut lines: Vec<LineRead>, written: &Understood) -> Vec<LineRead> {
    let mut known = written.lines.iter().peekable();
    let faults = written.faults.iter().map(|it| it.span.line);
    let faults: BTreeSet<u32> = faults.collect();
    let mut last = 0;
    for line in &mut lines {
        let same = known.next_if(|it| it.text == line.text);
        let corrected = || faults.range(last + 1..).next().copied();
        let number = same.map(|it| it.number).or_else(corrected);
        line.number = number.unwrap_or(line.number);
        last = line.number;
    }
    lines
}

/// Keeps the text of what was filed; its number.
fn keep(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    block: &Block,
    (sheet, understood): (SheetNo, &Understood),
) -> u32 {
    let seat = arrival.seat;
    let submission = work.next_submission();
    if work.waits_for_others(seat) {
        let body = block.text();
        work.desk.ahead.push(Ahead {
            seat,
            submission,
            sheet,
            body,
        });
    } else {
        let text = block.shown().join("\n") + "\n#end\n";
        work.keep(Submission {
            number: submission,
            seat,
            sheet: Some(sheet),
            lines: understood.counted.clone(),
            text,
        });
    }
    if work.desk.called.contains(&seat) {
        work.desk.last_sheet_at = work.desk.last_sheet_at.max(Some(arrival.arrived));
    }
    submission
}

/// Why a mail files nothing that holds no block that counts.
fn nothing_read(work: &EntryBuilder<'_>, arrival: &Arrival, found: &Chosen) -> Finding {
    match found {
        Chosen::Quoted(block) => {
            let sheet = opener(work, arrival.seat, block).map(|it| it.sheet);
            let sheet = sheet.unwrap_or_else(|_| work.table(arrival.seat).sheet());
            let asks = block.lines.iter().any(|it| confirm::is_question(it));
            Finding::OnlyOurs { sheet, asks }
        }
        Chosen::Several(blocks) => {
            let campaigns: BTreeSet<_> = blocks.iter().filter_map(named).collect();
            Finding::Several {
                openers: blocks.iter().map(|it| block::mask(&it.opener)).collect(),
                campaigns: campaigns.len() > 1,
            }
        }
        Chosen::Nothing | Chosen::One(_) => match arrival.mail.body.advice() {
            Some(why) => Finding::Unreadable {
                why: why.to_owned(),
            },
            None => Finding::NoOrders,
        },
    }
}
