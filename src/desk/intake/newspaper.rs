//! What players write for the newspaper of a turn: it waits until the turn's reports go out.
//!
//! Nothing in it is secret: what could prove a sender is starred out of all mails as they are read
//! (`mask`). Not here: reading `NEWS` (`lang::letter`), how many letters a seat may write
//! (`request`), and printing it (`news`).

use super::blocks::order_in;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::seat::Seat;
use crate::lang::letter::{Letter, To};
use crate::lang::plain::seen;
use crate::lang::reading::COLUMNS_MAX;
use crate::report::LetterSent;
use crate::store::news::Unprinted;

/// Whether a letter takes back what was sent for the newspaper: it has no lines.
pub fn takes_back(letter: &Letter) -> bool {
    matches!(letter.to, To::Newspaper { .. }) && lines(&letter.text).is_empty()
}

/// The news of one sheet, which take the place of what its seat has sent for them before.
pub struct Desk {
    seat: Seat,
    /// Whether some of this sheet have.
    begun: bool,
}

impl Desk {
    /// Of a sheet of this seat.
    pub fn of(seat: Seat) -> Self {
        Desk { seat, begun: false }
    }

    /// Keeps lines until the reports of the turn now open go out.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn keep(
        &mut self,
        work: &mut EntryBuilder<'_>,
        text: &str,
        anonymous: bool,
    ) -> Result<LetterSent, CampaignError> {
        let refused = |why: String| Ok(LetterSent::NotPrinted { why });
        if anonymous && !work.campaign.config.press.anonymous_news {
            let why = "in this campaign news is printed with the name of its seat. For that, \
                write NEWS instead of NEWS ANONYMOUS and send it again";
            return refused(why.to_owned());
        }
        if let Some(line) = order_in(work, self.seat, text)? {
            return refused(format!(
                "`{line}` in it looks like an order. If it is one, END is in the wrong place; if \
                 it is meant for the readers, write it into a sentence and send the news again"
            ));
        }
        if let Some(word) = address_in(text) {
            return refused(format!(
                "`{word}` in it looks like an address, and everybody may read news. Remove it \
                 and send the news again"
            ));
        }
        let instead = !self.begun && self.clear(work);
        self.begun = true;
        let mine = work.desk.news.iter();
        let mine = mine.filter(|it| it.seat == self.seat && !it.letter);
        let room = LINES_MAX - mine.map(|it| it.lines.len()).sum::<usize>().min(LINES_MAX);
        let mut lines = lines(text);
        let left_out = lines.len().saturating_sub(room);
        lines.truncate(room);
        let (turn, count) = (work.table(self.seat).sheet().turn, lines.len());
        if count > 0 {
            work.desk.news.push(Unprinted {
                seat: self.seat,
                turn,
                anonymous,
                letter: false,
                lines,
            });
        }
        Ok(LetterSent::Printed {
            turn,
            lines: count,
            anonymous,
            instead,
            left_out,
            limit: LINES_MAX,
        })
    }

    /// Takes back what waits.
    pub fn take_back(&mut self, work: &mut EntryBuilder<'_>) -> LetterSent {
        let any = self.clear(work);
        LetterSent::NewsTakenBack { any }
    }

    /// Whether there was anything.
    fn clear(&self, work: &mut EntryBuilder<'_>) -> bool {
        let before = work.desk.news.len();
        work.desk
            .news
            .retain(|it| it.letter || it.seat != self.seat);
        work.desk.news.len() < before
    }
}

/// Prints a letter to all in the newspaper of its turn; why not.
pub fn print_letter(work: &mut EntryBuilder<'_>, seat: Seat, text: &str) -> Option<LetterSent> {
    let refused = |why: String| Some(LetterSent::Refused { why });
    if let Some(word) = address_in(text) {
        return refused(format!(
            "`{word}` in it looks like an address, and everybody may read it. Remove it and send \
             the letter again"
        ));
    }
    let lines = lines(text);
    let count = lines.len();
    if count > LETTER_LINES_MAX {
        return refused(format!(
            "it has {count} lines, and everybody is to read it: {LETTER_LINES_MAX} lines at most. \
             Send it in parts"
        ));
    }
    if count > 0 {
        let turn = work.table(seat).sheet().turn;
        work.desk.news.push(Unprinted {
            seat,
            turn,
            anonymous: false,
            letter: true,
            lines,
        });
    }
    None
}

/// Lines of a letter that the public report prints.
const LETTER_LINES_MAX: usize = 60;

/// How many lines of a seat are printed in a turn.
const LINES_MAX: usize = 20;

/// The first word that may be somebody's address: no page and no export may show one.
fn address_in(text: &str) -> Option<String> {
    let plain = seen(text);
    let word = plain.split_whitespace().find(|it| it.contains('@'));
    word.map(str::to_owned)
}

/// Lines as they are printed: nothing unseen in them, none too long, no blank line at either end.
pub(super) fn lines(text: &str) -> Vec<String> {
    let line = |text: &str| {
        let plain = seen(text).replace('\t', " ");
        let line: String = plain.chars().take(COLUMNS_MAX).collect();
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = text.lines().map(line).collect();
    let end = lines.iter().rposition(|it| !it.is_empty());
    lines.truncate(end.map_or(0, |it| it + 1));
    let begin = lines.iter().position(|it| !it.is_empty());
    lines.drain(..begin.unwrap_or(0));
    lines
}
