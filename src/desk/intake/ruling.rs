//! A reply of whoever referees: orders, texts between them, and prose around, which is no part of
//! either and does no harm: nothing is sent before every player is told something.
//!
//! Not here: what other replies may be (`reply`).

use super::answered;
use super::seat_mail::SeatMail;
use super::typed;
use crate::desk::calendar::stop::is_ruling;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::lang::cut::QUOTATION_MARKS;
use crate::lang::form::Form;
use crate::lang::letter;
use crate::lang::names::nearest;
use std::collections::BTreeSet;

/// Lines that count, and lines that do not.
type Parted = (Vec<String>, Vec<String>);

/// What is typed, without prose; and the prose. `ours`: lines of our mail; `reads`: whether lines
/// read without a fault. `None`: its writer does not referee now, or it holds no order.
///
/// # Errors
/// Those of `reads`.
pub fn read(
    work: &EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    ours: &BTreeSet<String>,
    reads: impl Fn(&[String]) -> Result<bool, CampaignError>,
) -> Result<Option<Parted>, CampaignError> {
    let table = work.table(sent.seat);
    if table.referee() != Some(sent.seat) || !is_ruling(table, &work.desk) {
        return Ok(None);
    }
    let mut ruling = Ruling {
        work,
        forms: table.grammar(sent.seat).orders,
        reads,
        kept: Vec::new(),
        prose: Vec::new(),
        in_text: false,
        orders: 0,
    };
    let own = &sent.mail.own;
    let (above, below): (BTreeSet<usize>, BTreeSet<usize>) = (
        own.above.iter().copied().collect(),
        own.below.iter().copied().collect(),
    );
    let lines = sent.mail.body.lines().iter().enumerate();
    for (at, line) in lines {
        let is_ours = || ours.contains(&answered::folded(&line.text));
        if above.contains(&at) {
            ruling.take(&line.text, true)?;
        } else if below.contains(&at) {
            // What is quoted without a mark is not the writer's.
            if ruling.in_text || !is_ours() {
                ruling.take(&line.text, false)?;
            }
        } else if ruling.in_text && !is_ours() {
            ruling.kept.push(line.text.clone());
        }
    }
    Ok((ruling.orders > 0).then_some((ruling.kept, ruling.prose)))
}

/// Whether prose may say that what is around it is not to be sent: `Do not send this yet.`
fn holds_back(prose: &str) -> bool {
    let words = prose.split(|it: char| !(it.is_alphanumeric() || it == '\'' || it == '\u{2019}'));
    let words: Vec<String> = words
        .map(|it| it.to_lowercase().replace('\u{2019}', "'"))
        .collect();
    let has = |all: &[&str]| words.iter().any(|it| all.contains(&it.as_str()));
    has(&["wait", "ignore", "draft", "cancel", "undo"])
        || (has(&["not", "don't", "never", "before", "until", "unless"])
            && has(&[
                "send", "sent", "file", "filed", "roll", "count", "close", "yet",
            ]))
}

/// A reply, line by line.
struct Ruling<'w, 'b, F> {
    work: &'w EntryBuilder<'b>,
    forms: Vec<Form>,
    reads: F,
    kept: Vec<String>,
    prose: Vec<String>,
    /// Whether the line that comes is in the text of an order or a letter.
    in_text: bool,
    orders: usize,
}

impl<F: Fn(&[String]) -> Result<bool, CampaignError>> Ruling<'_, '_, F> {
    /// Takes a line; `above`: it is above all that is quoted.
    fn take(&mut self, line: &str, above: bool) -> Result<(), CampaignError> {
        let first = line.split_whitespace().next().unwrap_or_default();
        let upper = first.to_uppercase();
        let in_capitals = first == upper;
        let form = self.forms.iter().find(|it| it.name == upper);
        let (is_verb, has_text) = (form.is_some(), form.is_some_and(Form::has_text));
        let end = ["text", "END"].map(str::to_owned);
        let below = if has_text { &end[..] } else { &[] };
        let line = self.in_seats(line, is_verb, below)?;
        let reads = |it: &Self| (it.reads)(&[std::slice::from_ref(&line), below].concat());
        let begins = match (has_text, self.in_text) {
            (false, _) => false,
            (true, false) => in_capitals || reads(self)?,
            (true, true) => in_capitals && reads(self)?,
        };
        if begins || (!self.in_text && letter::is_above_text(&line)) {
            self.in_text = true;
            self.orders += 1;
        } else if self.in_text {
            self.in_text = !letter::ends(1, &line);
        } else if !line.trim().is_empty() {
            let meant = self.is_meant(&upper, in_capitals, is_verb) || self.goes_on();
            // What may hold back the rest is asked about.
            if !(meant || holds_back(&line) || reads(self)?) {
                // Below a quotation there is much that nobody typed.
                let typed = above || is_verb;
                self.prose.extend(typed.then(|| line.trim().to_owned()));
                return Ok(());
            }
            self.orders += 1;
        }
        self.kept.push(line);
        Ok(())
    }

    /// An order with seats in the place of what they are called and of who plays them, if it reads
    /// so and not as it is.
    fn in_seats(
        &self,
        line: &str,
        is_verb: bool,
        below: &[String],
    ) -> Result<String, CampaignError> {
        let reads = |line: String| (self.reads)(&[&[line], below].concat());
        if !is_verb || reads(line.to_owned())? {
            return Ok(line.to_owned());
        }
        // What is in quotation marks stays as it is.
        let quoted = line.find(QUOTATION_MARKS).unwrap_or(line.len());
        let (head, quoted) = line.split_at(quoted);
        let mut named = head.to_owned();
        for seat in self.work.campaign.table.seats() {
            let title = self.work.campaign.title(seat);
            named = named.replace(&title, seat.as_str());
        }
        let words = named.split(' ').map(|word| {
            let name = word.trim_end_matches([',', ':']);
            match typed::seat_of_player(self.work, name) {
                Some(seat) => format!("{seat}{}", &word[name.len()..]),
                None => word.to_owned(),
            }
        });
        let named = words.collect::<Vec<String>>().join(" ") + quoted;
        let is_better = named != line && reads(named.clone())?;
        Ok(if is_better { named } else { line.to_owned() })
    }

    /// Whether a line is meant as an order, however it reads: it begins with a word in capitals
    /// that is one of orders, or near to one.
    fn is_meant(&self, upper: &str, in_capitals: bool, is_verb: bool) -> bool {
        let verbs = self.forms.iter().map(|it| (it.name, it.name));
        let may_be = in_capitals && upper.chars().any(char::is_alphabetic);
        may_be && (is_verb || !nearest(upper, verbs).is_empty())
    }

    /// Whether a quotation is open in the last line.
    fn goes_on(&self) -> bool {
        let marks = |line: &String| line.matches(QUOTATION_MARKS).count();
        self.kept.last().is_some_and(|it| marks(it) % 2 == 1)
    }
}
