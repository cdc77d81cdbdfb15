//! What a player has typed into a reply outside any order sheet, as phones make people do: orders,
//! `OK`, or words for people.
//!
//! Only a reply to an address that proves its sender is read so, and only by exact rules: all that
//! is left without courtesies must read as orders, or nothing of it is filed and the receipt offers
//! it in a sheet. Not here: where a player's own text ends (`mail::own`), courtesies
//! (`lang::courtesy`), and filing (`intake`).

use super::alone::{self, cancels_nothing, counts_alone};
use super::answered::{self, Ours};
use super::authentication::Proof;
use super::blocks::is_live;
use super::confirm;
use super::free_text;
use super::in_plain_words::{self, Spoken};
use super::ruling;
use super::seat_mail::SeatMail;
use super::signature;
use super::typed;
use crate::desk::calendar::stop::is_ruling;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::game::{Block as OrderBlock, Understood};
use crate::engine::seat::Seat;
use crate::lang::block::{Block, Chosen};
use crate::lang::common_help;
use crate::lang::courtesy::{self, Bare};
use crate::lang::dashes;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::letter;
use crate::lang::names::nearest;
use crate::lang::sheet::SheetNo;
use crate::lang::talk;
use crate::mail::MailLine;
use crate::mail::classify::WithProof;
use crate::report::{Doubt, Source, suggestions};
use crate::store::entry::Stop;
use std::collections::BTreeSet;

/// Lines of a text that are read as orders at most; a longer one is words.
const LINES_MAX: usize = 200;

/// Lines over which an order may be wrapped, where it is asked whether a line goes on with one.
const WRAPPED_MAX: usize = 12;

/// Comments that are looked at for orders at most.
const COMMENTS_MAX: usize = 40;
/// Bytes of words that are passed on.
pub const WORDS_BYTES_MAX: usize = 4096;

/// What a reply says outside of order sheets.
pub enum Reply {
    /// Nothing that counts.
    Silent,
    /// Orders and the like, as a block; and the courtesies left out, as written.
    Orders(Block, Vec<String>),
    /// `OK`, to the sheet that is printed in the mail it answers; or to its advice, as it holds
    /// nothing else.
    Taken(Block, Source),
    /// `OK`, and why it takes nothing.
    NotTaken(String),
    /// What may be orders, but does not count by itself, and why not; and orders left out of it,
    /// since they may be our own, quoted without a mark.
    Offered(Block, Doubt, Vec<String>),
    /// Orders, and a sheet besides: nothing counts.
    Both(Vec<String>),
    /// Words beside a sheet that counts: their beginning. They are for nobody, and that is said.
    Beside(String),
    /// Courtesies and nothing else.
    Courtesy(Vec<String>),
    /// Words for people: for that seat, whose letter it answers, else for the referee.
    Words(String, Option<Seat>),
}

/// Reads what a mail says outside of its sheets.
///
/// # Errors
/// Rules that fail; an entry that is gone or altered.
pub fn reply(work: &EntryBuilder<'_>, sent: &SeatMail<'_>) -> Result<Reply, CampaignError> {
    let said = match sent.proof {
        Some(Proof::Token) => read(work, sent)?,
        _ => Reply::Silent,
    };
    let may_be_a_machine = sent.mail.class.with_proof() != WithProof::AsAny;
    Ok(match said {
        // What it asks for it may be shown (`marked`); nothing that it says goes to anybody.
        Reply::Orders(..) => said,
        _ if may_be_a_machine => Reply::Silent,
        _ => said,
    })
}

/// The same of a mail that may prove nothing.
///
/// # Errors
/// As for [`reply`].
pub fn read(work: &EntryBuilder<'_>, sent: &SeatMail<'_>) -> Result<Reply, CampaignError> {
    let player = work.campaign.player(sent.seat);
    let player = player.map_or("", |it| it.name.as_str());
    let reader = Reader { work, sent };
    let mut lines = texts(sent.mail.above());
    let known = &work.desk.seats.get(sent.seat).endings;
    let signature = signature::take(&mut lines, known, |it| reader.is_verb(it));
    // Whether a letter has an END is seen before any of it is taken for a courtesy.
    let lines = typed::in_full(work, sent, &lines);
    let title = work.campaign.title(sent.seat);
    let mut above = courtesy::bare(&lines, (player, &title), |it| reader.is_verb(it));
    above.ignored.extend(signature);
    match &sent.found {
        Chosen::One(_) if above.lines.is_empty() => return Ok(Reply::Silent),
        Chosen::One(_) => {
            let read = reader.read(&above.lines)?;
            let orders = read.is_some_and(|it| it.faults.is_empty() && !it.lines.is_empty());
            return Ok(if orders {
                Reply::Both(above.lines)
            } else {
                Reply::Beside(typed::beginning(&above.lines))
            });
        }
        Chosen::Several(_) => return Ok(Reply::Silent),
        Chosen::Nothing | Chosen::Quoted(_) => {}
    }
    let is_bare = above.lines.is_empty() && sent.mail.below().all(|it| it.text.trim().is_empty());
    if is_bare && above.ignored.is_empty() {
        return Ok(Reply::Silent);
    }
    let mail = answered::answered(work, sent.seat, &sent.mail.references)?;
    if courtesy::is_ok(&above.lines, player) && mail.as_ref().is_none_or(|it| it.writer.is_none()) {
        return reader.ok(mail.as_ref());
    }
    if let Some(word) = alone::wants_more(&above.lines) {
        let help = [format!("HELP {word}")];
        return Ok(Reply::Orders(reader.block(&help), above.ignored));
    }
    let ours = answered::lines(work, sent.seat, mail.as_ref())?;
    if let Some(said) = reader.ok_and_more(&above.lines, &ours, mail.as_ref())? {
        return Ok(said);
    }
    let reads = |lines: &[String]| Ok(reader.read(lines)?.is_some_and(|it| it.faults.is_empty()));
    let is_letter = mail.as_ref().is_some_and(|it| it.writer.is_some());
    if let Some(lines) = free_text::read(work, sent, (&above, &ours), is_letter, reads)? {
        return Ok(Reply::Orders(reader.block(&lines), Vec::new()));
    }
    if let Some((lines, prose)) = ruling::read(work, sent, &ours, reads)? {
        return Ok(Reply::Orders(reader.block(&lines), prose));
    }
    if let Some(said) = reader.above(&above, &ours, mail.as_ref())? {
        return Ok(said);
    }
    // Typed below or between what is quoted: asked about.
    Ok(match reader.below(&texts(sent.mail.below()), &ours)? {
        Reply::Silent if above.ignored.is_empty() || !above.lines.is_empty() => Reply::Silent,
        // To a letter it is an answer.
        Reply::Silent if mail.as_ref().is_some_and(|it| it.writer.is_some()) => {
            reader.words(&ours, mail.as_ref())
        }
        Reply::Silent => Reply::Courtesy(above.ignored),
        said => said,
    })
}

fn texts<'m>(lines: impl Iterator<Item = &'m MailLine>) -> Vec<String> {
    lines.map(|it| it.text.clone()).collect()
}

/// What lines of a mail are read with.
struct Reader<'r, 'w> {
    work: &'r EntryBuilder<'w>,
    sent: &'r SeatMail<'r>,
}

impl Reader<'_, '_> {
    fn sheet(&self) -> SheetNo {
        self.work.table(self.sent.seat).sheet()
    }

    /// Lines as orders; `None`: there are none, or more than orders have.
    fn read(&self, lines: &[String]) -> Result<Option<Understood>, CampaignError> {
        if lines.iter().all(String::is_empty) || lines.len() > LINES_MAX {
            return Ok(None);
        }
        let body = lines.join("\n");
        let block = OrderBlock {
            sheet: self.sheet(),
            body: &body,
        };
        let read = catch_panic(|| {
            self.work
                .table(self.sent.seat)
                .check(self.sent.seat, &block)
        });
        let read = read.map_err(|it| rules_fault(&it))?;
        Ok(Some(read).filter(|it| !it.empty))
    }

    /// Lines as the block they would be.
    fn block(&self, lines: &[String]) -> Block {
        Block {
            opener: self.work.campaign.opener(self.sent.seat, self.sheet()),
            // After all lines of the mail: it is nowhere in it.
            at: self.sent.mail.body.lines().len(),
            lines: lines.to_vec(),
            closed: true,
        }
    }

    /// What is typed above a quotation; `None`: nothing.
    fn above(
        &self,
        bare: &Bare,
        ours: &BTreeSet<String>,
        mail: Option<&Ours>,
    ) -> Result<Option<Reply>, CampaignError> {
        let is_ours = |text: &&String| {
            !self.sent.mail.own.bordered
                && !text.is_empty()
                && ours.contains(&answered::folded(text))
        };
        let (mut lines, mut ignored) = (bare.lines.clone(), bare.ignored.clone());
        let all_ours = lines.iter().all(|it| it.is_empty() || is_ours(&it));
        let words = || Ok((!all_ours).then(|| self.words(ours, mail)));
        let Some(mut read) = self.read(&lines)? else {
            return words();
        };
        if !read.faults.is_empty() {
            let plain: Vec<String> = lines
                .iter()
                .map(|it| courtesy::without_please(it))
                .collect();
            let again = self.read(&plain)?.filter(|it| it.faults.is_empty());
            if let Some(again) = again {
                (lines, read) = (plain, again);
            } else if !mail.is_some_and(|it| it.is_note)
                && let Some((without, again)) = self.without_talk(&lines)?
            {
                ignored.extend(without.ignored);
                (lines, read) = (without.lines, again);
            }
        }
        if !all_ours && let Some(offered) = self.in_plain_words(&read, &lines, mail)? {
            return Ok(Some(offered));
        }
        if self.is_words(&read, &lines) {
            return words();
        }
        let (typed, quoted) = self.apart(&lines, is_ours)?;
        let is_left = |it: &str| !it.contains(';') || is_ours(&&it.to_owned());
        if let Some(opened) = self.after_semicolons(&typed, is_left)? {
            let block = self.block(&opened);
            return Ok(Some(Reply::Offered(block, Doubt::Comment, quoted)));
        }
        if self.work.desk.stop == Stop::Over {
            return Ok(Some(Reply::Orders(self.block(&lines), Vec::new())));
        }
        let in_one_piece = mail.is_none_or(|it| it.has_in_one_piece(&lines));
        let doubt = self.doubt((bare, &read), &lines, |it| in_one_piece && is_ours(it));
        Ok(Some(match doubt {
            Some(Doubt::Quoted) => Reply::Offered(self.block(&lines), Doubt::Quoted, Vec::new()),
            // Nothing that is quoted of our mail is offered as if the player had written it.
            Some(doubt) => Reply::Offered(self.block(&typed), doubt, quoted),
            None => Reply::Orders(self.block(&lines), self.as_written(ignored)),
        }))
    }

    /// Lines without what the player says around their orders, and how the rest reads; `None`:
    /// there is no talk, it may say an order in plain English, or the rest says nothing.
    fn without_talk(&self, lines: &[String]) -> Result<Option<(Bare, Understood)>, CampaignError> {
        let verbs = self.verbs();
        let is_letter = |word: &str| dashes::is_letter(word);
        let is_verb = |word: &str| !is_letter(word) && verbs.contains(word.to_uppercase().as_str());
        let is_known = |word: &str| self.is_known(&verbs, word);
        let grammar = self.work.table(self.sent.seat).grammar(self.sent.seat);
        let is_sentence = |line: &str| dashes::is_sentence(&grammar, line);
        let bare = talk::without(lines, is_verb, is_known, is_sentence);
        if bare.ignored.is_empty() || bare.lines.is_empty() {
            return Ok(None);
        }
        for line in &bare.ignored {
            let line = [line.clone()];
            let spoken = in_plain_words::read(self.work, self.sent, &line, |it| self.read(it))?;
            if !matches!(spoken, Spoken::Nothing) {
                return Ok(None);
            }
        }
        let read = self.read(&bare.lines)?;
        let read = read.filter(|it| !it.lines.is_empty());
        Ok(read.map(|read| (bare, read)))
    }

    /// What is not read as orders, in the order in which it is written.
    fn as_written(&self, mut ignored: Vec<String>) -> Vec<String> {
        let written = texts(self.sent.mail.above());
        let begins = |said: &String| written.iter().position(|it| it.trim().starts_with(said));
        ignored.sort_by_cached_key(|it| begins(it).unwrap_or(usize::MAX));
        ignored
    }

    /// Why what is typed above a quotation does not count by itself; `None`: it counts.
    fn doubt(
        &self,
        (bare, read): (&Bare, &Understood),
        lines: &[String],
        is_ours: impl Fn(&&String) -> bool,
    ) -> Option<Doubt> {
        // An order that is in our mail may well be meant; several that all are may be a
        // quotation that is not marked.
        let mut written = lines.iter().filter(|it| !it.is_empty());
        let may_be_quoted = written.clone().count() > 1 && written.all(|it| is_ours(&it));
        if bare.parted || !(read.faults.is_empty() || self.is_list(read, lines)) {
            Some(Doubt::Partly)
        } else if may_be_quoted {
            Some(Doubt::Quoted)
        } else if counts_alone(read) && read.ready.is_empty() {
            None
        } else if self.is_played() {
            Some(Doubt::Played)
        } else if counts_alone(read)
            || read.check
            || cancels_nothing(self.work, self.sent.seat, read)
        {
            None
        } else if lines.iter().all(|it| is_goahead(it)) {
            // Our mails say so: answer GOAHEAD. In one word it is not written by chance.
            None
        } else if read.lines.is_empty() || read.lines.iter().all(|it| it.text == "PASS") {
            Some(Doubt::Alone)
        } else {
            None
        }
    }

    /// Whether lines are orders, one and all, though not each of them could be read: as in a
    /// sheet, a mistake then costs its own line only. A text for people, of which a line may read
    /// as an order by chance, is none; nor is one that may say that orders do not count.
    fn is_list(&self, read: &Understood, lines: &[String]) -> bool {
        let verbs = self.verbs();
        let of = |fault: &Diagnostic| lines.get(fault.span.line.checked_sub(1)? as usize);
        let is_order = |line: &String| {
            let first = line.split_whitespace().next().unwrap_or_default();
            let is_letter = dashes::is_letter(first);
            verbs.contains(first.to_uppercase().as_str())
                && !talk::weighs(line)
                && (!is_letter || self.begins_order(line))
        };
        !read.lines.is_empty() && read.faults.iter().all(|it| of(it).is_some_and(is_order))
    }

    /// What is offered for words in plain English, of which nothing reads as it is.
    fn in_plain_words(
        &self,
        read: &Understood,
        lines: &[String],
        mail: Option<&Ours>,
    ) -> Result<Option<Reply>, CampaignError> {
        let says = !read.lines.is_empty() || !read.common.is_empty() || read.faults.is_empty();
        // What answers words of people is for people, and so is a letter that was not read.
        let says = says || lines.iter().any(|it| letter::is_above_text(it));
        if says || mail.is_some_and(|it| it.is_note) {
            return Ok(None);
        }
        let spoken = in_plain_words::read(self.work, self.sent, lines, |it| self.read(it))?;
        let (lines, left_out) = match spoken {
            Spoken::Nothing => return Ok(None),
            Spoken::Orders(lines, left_out) => (lines, left_out),
            Spoken::Advice => {
                let taken = self.ok(mail)?;
                return Ok(match taken {
                    Reply::Taken(block, _) => Some(Reply::Offered(block, Doubt::Plain, Vec::new())),
                    _ => None,
                });
            }
        };
        let block = self.block(&lines);
        Ok(Some(Reply::Offered(block, Doubt::Plain, left_out)))
    }

    /// What the player has typed, and which orders of the rest are left out: from the first line on
    /// that is in our mail and that nobody would type, since it is no order, lines of ours are
    /// quoted.
    fn apart(
        &self,
        lines: &[String],
        is_ours: impl Fn(&&String) -> bool,
    ) -> Result<(Vec<String>, Vec<String>), CampaignError> {
        let mut border = lines.len();
        for (at, line) in lines.iter().enumerate().filter(|it| is_ours(&it.1)) {
            // A mistake made again is in our answer to the first, and is typed all the same.
            let is_said = line.trim_start().starts_with(';')
                || self.begins_order(line)
                || self.is_order(line)?;
            // It may go on with an order that begins above; of how many lines there are above
            // those, the time for it does not depend.
            let from = at.saturating_sub(WRAPPED_MAX);
            if !is_said && self.faults(&lines[from..=at])? > self.faults(&lines[from..at])? {
                border = at;
                break;
            }
        }
        let (typed, below) = lines.split_at(border);
        let (quoted, theirs): (Vec<String>, Vec<String>) =
            below.iter().cloned().partition(|it| is_ours(&it));
        Ok(([typed, &theirs].concat(), self.orders_of(&quoted)?))
    }

    /// Whether a line is an order, or several.
    fn is_order(&self, line: &str) -> Result<bool, CampaignError> {
        let read = self.read(&[line.to_owned()])?;
        Ok(read.is_some_and(|it| it.faults.is_empty() && !it.lines.is_empty()))
    }

    /// How many faults these lines have together.
    fn faults(&self, lines: &[String]) -> Result<usize, CampaignError> {
        Ok(self.read(lines)?.map_or(0, |it| it.faults.len()))
    }

    /// The orders among these lines, each once.
    fn orders_of(&self, lines: &[String]) -> Result<Vec<String>, CampaignError> {
        let mut orders = Vec::new();
        for line in lines.iter().take(LINES_MAX) {
            let line = line.trim().to_owned();
            if !orders.contains(&line) && self.is_order(&line)? {
                orders.push(line);
            }
        }
        Ok(orders)
    }

    /// Lines in which what comes after a `;` is a line of its own, where it reads as an order;
    /// `None`: there is no such line. `is_left`: comments that are left as they are.
    fn after_semicolons(
        &self,
        lines: &[String],
        is_left: impl Fn(&str) -> bool,
    ) -> Result<Option<Vec<String>>, CampaignError> {
        let mut opened = Vec::new();
        let (mut tried, mut found) = (0, false);
        for line in lines {
            if is_left(line) {
                opened.push(line.clone());
                continue;
            }
            let mut pieces = line.split(';').map(str::trim);
            opened.extend(pieces.next().map(str::to_owned));
            for piece in pieces.filter(|it| !it.is_empty()) {
                tried += 1;
                let piece = piece.to_owned();
                let read = if tried <= COMMENTS_MAX {
                    self.read(std::slice::from_ref(&piece))?
                } else {
                    None
                };
                let reads = read.is_some_and(|it| it.faults.is_empty() && !it.lines.is_empty());
                found |= reads;
                opened.push(if reads { piece } else { format!("; {piece}") });
            }
        }
        opened.retain(|it| !it.is_empty());
        Ok(found.then_some(opened))
    }

    /// What is typed below or between a quotation: offered, if any line of it is an order and none
    /// of ours.
    fn below(&self, lines: &[String], ours: &BTreeSet<String>) -> Result<Reply, CampaignError> {
        let is_ours = |it: &&String| ours.contains(&answered::folded(it));
        let (quoted, theirs): (Vec<String>, Vec<String>) =
            lines.iter().cloned().partition(|it| is_ours(&it));
        let mut kept = Vec::new();
        for line in theirs.iter().take(LINES_MAX) {
            let read = self.read(std::slice::from_ref(line))?;
            if read.is_some_and(|it| it.faults.is_empty()) {
                kept.push(line.clone());
            }
        }
        let read = self.read(&kept)?;
        if read.is_none_or(|it| it.lines.is_empty()) {
            return Ok(Reply::Silent);
        }
        let block = self.block(&kept);
        let left_out = self.orders_of(&quoted)?;
        Ok(Reply::Offered(block, Doubt::Below, left_out))
    }

    /// Whether nothing of this is an order, nor begins like one.
    fn is_words(&self, read: &Understood, lines: &[String]) -> bool {
        let text = || lines.iter().flat_map(|it| it.split_whitespace());
        let first = text().next().unwrap_or_default();
        let asks = ["WHY", "HELP"]
            .iter()
            .any(|it| it.eq_ignore_ascii_case(first))
            && text().any(|it| it.ends_with('?'));
        let begins = |line: &String| !asks && self.begins_order(line);
        let says = read.faults.len() < lines.iter().filter(|it| !it.is_empty()).count();
        let says = says && !(read.lines.is_empty() && read.common.is_empty());
        // `Doom cheapest`: a slip.
        let is_near = read.faults.iter().any(|it| it.mend.is_some());
        !says && !is_near && !lines.iter().any(begins)
    }

    /// Whether a line begins as an order does, or a line that every game knows.
    fn begins_order(&self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        let word = word.trim_matches(|it: char| !it.is_alphanumeric());
        if dashes::is_letter(word) {
            let table = self.work.table(self.sent.seat);
            return dashes::is_order_like(&table.grammar(self.sent.seat), line);
        }
        self.is_verb(word) && !common_help::is_sentence(line)
    }

    /// Whether an order, or a line that every game knows, begins with this word.
    fn is_verb(&self, word: &str) -> bool {
        let linking = ["IF", "THEN", "ELSE", "END"];
        let linking = linking.iter().any(|it| it.eq_ignore_ascii_case(word));
        let table = self.work.table(self.sent.seat);
        !linking && !dashes::is_letter(word) && !table.help(self.sent.seat, Some(word)).is_empty()
    }

    /// The words with which orders of the game begin.
    fn verbs(&self) -> BTreeSet<&'static str> {
        let grammar = self.work.table(self.sent.seat).grammar(self.sent.seat);
        grammar.orders.iter().map(|it| it.name).collect()
    }

    /// Whether HELP has an entry for a word, a seat is called so, or it is near to an order's.
    fn is_known(&self, verbs: &BTreeSet<&str>, word: &str) -> bool {
        let seats = self.work.table(self.sent.seat).seats();
        let is_seat = |seat: &Seat| seat.as_str().eq_ignore_ascii_case(word);
        seats.iter().any(is_seat)
            || !nearest(word, verbs.iter().map(|it| (*it, *it))).is_empty()
            || self.is_verb(word)
    }

    /// Whether the sheet that the address names is played.
    fn is_played(&self) -> bool {
        self.sent.addressed != Some(self.sheet())
    }

    /// Words for people: all that the player has typed, our own lines left out.
    fn words(&self, ours: &BTreeSet<String>, mail: Option<&Ours>) -> Reply {
        let theirs = |line: &&MailLine| {
            line.text.trim().is_empty() || !ours.contains(&answered::folded(&line.text))
        };
        let lines = self.sent.mail.above().filter(theirs);
        let mut text = String::new();
        for line in lines {
            if text.len() + line.raw.len() > WORDS_BYTES_MAX {
                text.push_str("[...]\n");
                break;
            }
            text.push_str(line.raw.trim_end());
            text.push('\n');
        }
        if let [first, more @ ..] = self.sent.mail.unread.as_slice() {
            let more = match more.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            text = text.trim_matches('\n').to_owned();
            text.push_str(&format!(
                "\n\n[With it came {first}{more}, not passed on.]\n"
            ));
        }
        let to = mail.and_then(|it| it.writer);
        Reply::Words(text.trim_matches('\n').to_owned(), to)
    }

    /// `OK` as the sole text.
    fn ok(&self, mail: Option<&Ours>) -> Result<Reply, CampaignError> {
        let not = |why: &str| Ok(Reply::NotTaken(why.to_owned()));
        let Some(mail) = mail else {
            return not("your mail does not say which of our mails it answers");
        };
        let Some(block) = mail.sheet() else {
            return self.nothing_to_take("the mail you answered has no order sheet");
        };
        if !mail.can_be_taken() {
            return not(
                "nothing in the sheet that you answer could be read as an order. Correct its \
                 lines, delete the ; before them, and send it back",
            );
        }
        if block.lines.iter().any(|it| confirm::is_question(it)) {
            return not(
                "the mail that you answer asks a question, and OK is not enough for a yes. \
                 Answer with the line that begins with CONFIRM, without the ; before it",
            );
        }
        if self.is_played() {
            return not("the turn of the sheet that you answer has been played");
        }
        if answered::filed_since(self.work, self.sent.seat, mail.entry)? {
            return not("you have filed orders after the mail that you answer");
        }
        let mut block = self.ready(block);
        if !block.lines.iter().any(|it| is_live(it)) {
            let lines = suggestions(block.lines.iter().map(String::as_str));
            if lines.is_empty() {
                return self.nothing_to_take("the mail that you answer has no orders in it");
            }
            let block = Block { lines, ..block };
            return Ok(Reply::Taken(block, Source::Advice));
        }
        if free_text::is_blank(self.work, self.sent.seat, &block) {
            return not("its orders are not filled in. Write them above the quotation");
        }
        // Its lines are numbered as those that count: nobody counts the comments that we printed.
        if !block.lines.iter().any(|it| letter::is_above_text(it)) {
            block.lines.retain(|it| is_live(it));
        }
        Ok(Reply::Taken(block, Source::Answered))
    }

    /// Why OK takes nothing from a mail, and in which one a sheet waits for it.
    fn nothing_to_take(&self, why: &str) -> Result<Reply, CampaignError> {
        let waits = answered::offered(self.work, self.sent.seat)?;
        Ok(Reply::NotTaken(match waits {
            Some(mail) => {
                format!("{why}. A sheet of yours waits in our mail {mail}: answer that one with OK")
            }
            None => why.to_owned(),
        }))
    }

    /// `OK`, and below it a quotation that nothing marks, under a head of no known form: as OK
    /// alone. With a few other words below it, which may be a signature, the sheet is offered.
    fn ok_and_more(
        &self,
        lines: &[String],
        ours: &BTreeSet<String>,
        mail: Option<&Ours>,
    ) -> Result<Option<Reply>, CampaignError> {
        let [first, blank, rest @ ..] = lines else {
            return Ok(None);
        };
        let is_ok = courtesy::is_ok(std::slice::from_ref(first), "") && blank.is_empty();
        let wrote_letter = mail.is_some_and(|it| it.writer.is_some());
        let written = rest.iter().filter(|it| !it.is_empty());
        let is_ours = |it: &&String| ours.contains(&answered::folded(it));
        let (quoted, theirs): (Vec<&String>, Vec<&String>) = written.partition(is_ours);
        if !is_ok || wrote_letter || theirs.len() > signature::SIGNATURE_MAX {
            return Ok(None);
        }
        let is_head = |it: &&String| it.contains([':', '@']) || it.contains(char::is_numeric);
        let quotes = !quoted.is_empty() && theirs.iter().all(is_head);
        Ok(match self.ok(mail)? {
            said if quotes => Some(said),
            Reply::Taken(block, _) => Some(Reply::Offered(block, Doubt::Partly, Vec::new())),
            _ => None,
        })
    }

    /// The sheet that is taken. To a question by mail, but an umpire's, OK says GOAHEAD besides.
    fn ready(&self, mut block: Block) -> Block {
        let desk = &self.work.desk;
        let says = block.lines.iter().any(|it| it == "GOAHEAD");
        let asked = desk.stop == Stop::Interrupt && desk.called.contains(&self.sent.seat);
        if asked && !says && !is_ruling(&*self.work.campaign.table, desk) {
            block.lines.push("GOAHEAD".to_owned());
        }
        block
    }
}

/// A sheet of a mail whose comments hold orders, with these as lines of their own; `None`: they
/// hold none. Our own suggestions are none, nor what is in letters.
///
/// # Errors
/// Rules that fail; an entry that is gone or altered.
pub fn commented(
    work: &EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    block: &Block,
) -> Result<Option<Block>, CampaignError> {
    let says = block.lines.iter().any(|it| is_live(it));
    let may_hold = |it: &String| it.contains(';') && (is_live(it) || !says);
    let has_letter = block.lines.iter().any(|it| letter::is_above_text(it));
    if sent.trusted || has_letter || !block.lines.iter().any(may_hold) {
        return Ok(None);
    }
    let mail = answered::answered(work, sent.seat, &sent.mail.references)?;
    let ours = answered::lines(work, sent.seat, mail.as_ref())?;
    let is_left = |text: &str| {
        let is_whole = text.trim_start().starts_with(';');
        !text.contains(';') || (is_whole && says) || ours.contains(&answered::folded(text))
    };
    let reader = Reader { work, sent };
    let opened = reader.after_semicolons(&block.lines, is_left)?;
    Ok(opened.map(|lines| Block {
        lines,
        ..block.clone()
    }))
}

fn is_goahead(line: &str) -> bool {
    let said = courtesy::without_please(line).to_uppercase();
    line.is_empty() || said == "GOAHEAD"
}
