//! What a receipt says, before it is prose.
//!
//! Not here: the prose (`receipt`), and finding it out (`desk`).

use super::frame::Moved;
use super::help::Explained;
use super::text::after_marks;
use packetboat_core::engine::game::{InForce, Understood};
use packetboat_core::engine::language::SheetText;
use packetboat_core::lang::diagnostic::Diagnostic;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::sheet_names::SheetNames;
use serde::Serialize;

/// Everything a receipt says. Passwords are masked before anything comes here.
#[derive(Debug, Clone)]
pub struct ReceiptPage {
    /// What the mail turned out to hold.
    pub finding: Finding,
    /// What is worth knowing about the mail itself.
    pub advice: Vec<Advice>,
    /// What the mail reader mended: `3 en-dashes read as "-"`.
    pub mended: Vec<String>,
    /// How many earlier answers about this sheet have not left, whose place it takes.
    pub instead_of: usize,
    /// What CONFIRM and ADDRESS came to, then answers to REPORT, STATUS, HELP, in the order asked.
    pub answers: Vec<Answer>,
    /// What became of letters in the mail.
    pub letters: Vec<LetterSent>,
    /// What became of absences announced in the mail.
    pub absences: Vec<AbsenceNotice>,
    /// The seat's lines in force now; of a block that was read its own list is taken.
    pub in_force: Vec<InForce>,
    /// What is in the seat's order sheet now.
    pub order_sheet: SheetText,
    /// What the seat is asked by mail, each with what its lines and silence answer.
    pub asked: Vec<serde_json::Value>,
    /// What the seat's sheets do to the gate.
    pub gate: Gate,
    /// The subject and day of our mail in which orders wait for the player's OK; empty: none do.
    pub offered: String,
}

impl ReceiptPage {
    /// Whether the mail only asked to know something, and changed nothing: then the answers come
    /// before all else, under their own subject.
    pub fn only_asks(&self) -> bool {
        let Finding::Read(read) = &self.finding else {
            return false;
        };
        let said = &read.understood;
        // After the end of a game what asks is among the lines, to be named.
        let named = said.lines.iter().all(|it| it.kind.is_empty());
        let nothing_else = named
            && said.lines.len() <= said.requests.len() + said.more_requests
            && said.faults.is_empty()
            && said.ready.is_empty()
            && said.cancelled.is_empty()
            && said.replaced.is_empty()
            && said.absences.is_empty();
        let changes = said.filed || said.check || said.returns || said.resigns || said.empty;
        let beside = |it: &LetterSent| matches!(it, LetterSent::Beside { .. });
        nothing_else
            && !changes
            && !matches!(read.source, Source::Offered(..))
            && self.absences.is_empty()
            && self.letters.iter().all(beside)
            && !self.answers.is_empty()
            && self.answers.iter().all(Answer::is_told)
    }
}

/// What a mail turned out to hold.
#[derive(Debug, Clone)]
pub enum Finding {
    /// A block that was read; perhaps with faults in some lines, or in all.
    Read(Box<SheetRead>),
    /// A block refused whole, for a fault in its opener: a wrong name, a sheet already played.
    Refused {
        /// The lines of the block, the opener first, as far as they may be shown.
        lines: Vec<String>,
        /// What is wrong with the opener.
        fault: Diagnostic,
    },
    /// Only a sheet of ours, untouched: a quotation.
    OnlyOurs {
        /// The sheet whose lines are ours.
        sheet: SheetNo,
        /// Whether it is one that asks for a yes.
        asks: bool,
    },
    /// Two or more different blocks; none was taken.
    Several {
        /// Their openers.
        openers: Vec<String>,
        /// Whether they are for different campaigns.
        campaigns: bool,
    },
    /// Nothing in the mail could be read.
    Unreadable {
        /// Why, and what to do, in sentences.
        why: String,
    },
    /// No block at all.
    NoOrders,
    /// A sheet, and outside it text that reads as orders too; none was taken.
    Both {
        /// The text.
        lines: Vec<String>,
    },
    /// OK, which takes nothing.
    NotTaken {
        /// Why, in a sentence without a full stop.
        why: String,
    },
    /// Courtesies and nothing else.
    Courtesy {
        /// The first of them.
        said: String,
    },
    /// Words for people and no orders; what became of them is among the letters.
    Words,
}

/// A block that was read.
#[derive(Debug, Clone)]
pub struct SheetRead {
    /// The sheet of its opener.
    pub sheet: SheetNo,
    /// The number under which it was filed; 0 if it was only checked.
    pub submission: u32,
    /// The lines of the block, the opener first (line 0): for excerpts.
    pub lines: Vec<String>,
    /// What was understood.
    pub understood: Understood,
    /// Where in the mail it was.
    pub source: Source,
    /// What the seat's sheets did to the gate before it.
    pub before: Gate,
}

impl SheetRead {
    /// Whether it says CANCEL where there was nothing to withdraw.
    pub fn cancels_nothing(&self) -> bool {
        let none_filed = matches!(self.before, Gate::NoSheet | Gate::NotCalled);
        !self.understood.cancelled.is_empty() && self.understood.replaced.is_empty() && none_filed
    }
}

/// Where in a mail the lines were that were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// In a block.
    Block,
    /// Outside of any: all of the reader's own text, but for these courtesies.
    Text {
        /// Greetings and the like, as written.
        ignored: Vec<String>,
    },
    /// In the sheet of the mail that was answered with OK.
    Answered,
    /// In the advice of that sheet, which held nothing else.
    Advice,
    /// In the text, which does not count by itself: it is offered in a sheet; and orders that are
    /// left out of it, since they may be quoted from a mail of ours. In plain words: what of it
    /// was not understood.
    Offered(Doubt, Vec<String>),
}

/// Why text that may be orders does not count by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doubt {
    /// Not all of it reads as orders.
    Partly,
    /// Lines of it are word for word in a mail of ours.
    Quoted,
    /// The sheet is played that the answered mail was about.
    Played,
    /// Lines that change something and are too easily written by chance.
    Alone,
    /// It is below what the mail quotes, or in it.
    Below,
    /// Orders of it are after a `;`, where nothing is read.
    Comment,
    /// It is in HTML that may hide it from its writer.
    Page,
    /// It is in plain words, out of which orders were made.
    Plain,
}

/// What is worth knowing about a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advice {
    /// The block had no `#end`.
    NoEnd,
    /// It came from an address of the player's that is not the registered one, with a good token.
    OtherAddress,
    /// It came from any other, with a good password.
    OtherAddressPassword,
    /// So much was answered today that five answers are left.
    FewLeft,
    /// So much was answered today that this is the last answer for now.
    LastForNow,
    /// More mails came that prove nothing than the seat was asked about.
    Unasked,
}

/// An answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// A report again.
    Report {
        /// The sheet it announced.
        sheet: SheetNo,
        /// Its text; its order sheet is left out.
        text: String,
        /// Whether its end is left out, for it is too long for a mail.
        cut: bool,
    },
    /// What does not fit into this receipt.
    Elsewhere {
        /// The line that brings it in a mail of its own.
        request: String,
    },
    /// More was asked for than a mail is answered.
    More {
        /// How much more.
        count: usize,
    },
    /// There is no such report.
    NoReport {
        /// The sheet asked for; without a part: any of its turn.
        sheet: SheetNo,
    },
    /// Somebody is looked for who plays the reader's seat.
    SubstituteWanted {
        /// When, as printed.
        dates: String,
    },
    /// Nobody is looked for any more.
    SubstituteCancelled {
        /// Whether somebody was.
        any: bool,
    },
    /// Nobody is looked for.
    NoSubstitute {
        /// A sentence without a full stop.
        why: String,
    },
    /// A substitute has given the seat back.
    GivenBack,
    /// What only the seat's player may do was not done.
    NotYours {
        /// The player's name.
        player: String,
    },
    /// What a button's mail says that no button does.
    LeftOut {
        /// What, in words: `a letter to other players (MESSAGE)`.
        what: Vec<String>,
    },
    /// How far the campaign is: the frame says it.
    Status {
        /// The points of all, as everybody knows them: `spain 456`.
        points: Vec<String>,
        /// How many sheets the gate still waits for, and of how many; `None`: no gate.
        waiting: Option<(u32, u32)>,
        /// Seats whose players have left, by title.
        left: Vec<String>,
        /// How its reader has kept time in the club, in words; empty: nobody has waited for them
        /// yet.
        record: String,
        /// The whole position, as its reader may know it.
        position: String,
    },
    /// The next deadlines.
    Schedule {
        /// Soonest first; none: no time is set.
        due: Vec<Due>,
        /// How long after each missing orders are waited for, as printed; may be empty.
        grace: String,
        /// The last turn there can be, if that is known.
        last_turn: Option<u32>,
        /// When it closes at the latest if nothing else moves a deadline, as printed.
        last: Option<String>,
    },
    /// What the reader votes for is noted.
    Voted {
        /// All that is noted now.
        of: Vec<VoteFor>,
        /// When votes are counted next, as printed; may be empty.
        counted: String,
        /// For each of all that, who must vote for the same, in words.
        needs: Vec<&'static str>,
        /// Whether no other player is at the table.
        alone: bool,
    },
    /// What the reader votes for is not noted.
    NotVoted {
        /// A sentence without a full stop.
        why: String,
    },
    /// A mail that was asked about is its reader's.
    Confirmed {
        /// When it came, as printed.
        at: String,
        /// Whether orders of it are filed now; their own receipt follows.
        orders: bool,
        /// The address from which mails count from now on; may be empty.
        sender: String,
    },
    /// Mails go to another address from now on.
    Moves {
        /// The new address.
        address: String,
    },
    /// Whether mails shall go to another address is asked here.
    Asked {
        /// The new address.
        address: String,
        /// What to send back.
        sheet: String,
    },
    /// Whether the reader leaves the game is asked here.
    LeaveAsked {
        /// What to send back.
        sheet: String,
    },
    /// The reader has left the game.
    Leaves,
    /// The reader's words are part of the dice from now on.
    Salted {
        /// The words that were given as salt.
        words: String,
        /// What all are shown of them, in hex.
        digest: String,
    },
    /// They are not.
    NotSalted {
        /// A sentence without a full stop.
        why: String,
    },
    /// Mails come in another form from now on.
    Formed {
        /// In HTML besides text.
        html: bool,
    },
    /// Notices and reminders come in one mail a day from now on, or at once.
    Digested {
        /// In one mail a day.
        daily: bool,
        /// To this address.
        address: String,
        /// At what time of day, as printed.
        at: String,
    },
    /// Mails go where they went.
    StaysHere {
        /// Where they were to go, as written.
        address: String,
        /// A sentence without a full stop.
        why: String,
    },
    /// Nothing was asked with this code, or it was confirmed before.
    NothingAsked {
        /// The code, as written.
        code: String,
    },
    /// Text that was asked for: a chapter, a map, voyages.
    Text {
        /// What asks for it.
        request: String,
        /// It, laid out.
        text: String,
    },
    /// All orders, or what an order or word means.
    Help {
        /// The order or word asked for.
        verb: Option<String>,
        /// What is said of it, in lines.
        said: Explained,
    },
}

/// A deadline to come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Due {
    /// The sheet that is due.
    pub sheet: SheetNo,
    /// When, as printed.
    pub at: String,
    /// What moves it from where it would usually be.
    pub moved: Vec<Moved>,
}

/// What a player votes for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum VoteFor {
    /// More time.
    Time {
        /// How much, as printed.
        by: String,
    },
    /// A draw.
    Draw,
    /// A win of a seat.
    Concession {
        /// Its title.
        to: String,
    },
    /// An end with all placed as they are.
    End,
}

impl Answer {
    /// Whether it only tells something, and nothing was changed.
    pub fn is_told(&self) -> bool {
        match self {
            Answer::Report { .. }
            | Answer::Elsewhere { .. }
            | Answer::More { .. }
            | Answer::NoReport { .. }
            | Answer::Status { .. }
            | Answer::Schedule { .. }
            | Answer::Text { .. }
            | Answer::Help { .. } => true,
            Answer::LeftOut { .. }
            | Answer::Confirmed { .. }
            | Answer::Moves { .. }
            | Answer::Asked { .. }
            | Answer::LeaveAsked { .. }
            | Answer::Leaves
            | Answer::Salted { .. }
            | Answer::Voted { .. }
            | Answer::NotVoted { .. }
            | Answer::SubstituteWanted { .. }
            | Answer::SubstituteCancelled { .. }
            | Answer::NoSubstitute { .. }
            | Answer::GivenBack
            | Answer::NotYours { .. }
            | Answer::NotSalted { .. }
            | Answer::Formed { .. }
            | Answer::Digested { .. }
            | Answer::StaysHere { .. }
            | Answer::NothingAsked { .. } => false,
        }
    }

    /// The line that asks for it; `None`: no line alone does.
    pub fn request(&self, names: &SheetNames) -> Option<String> {
        match self {
            Answer::Report { sheet, .. } if names.are_given() => {
                Some(format!("REPORT {}", names.name(*sheet)))
            }
            Answer::Report { sheet, .. } => Some(format!("REPORT {}", sheet.turn)),
            Answer::NoReport { sheet } => Some(format!("REPORT {}", names.name(*sheet))),
            Answer::Elsewhere { request } | Answer::Text { request, .. } => Some(request.clone()),
            Answer::Status { .. } => Some("STATUS".to_owned()),
            Answer::Help { verb, .. } => Some(match verb {
                Some(verb) => format!("HELP {verb}"),
                None => "HELP".to_owned(),
            }),
            _ => None,
        }
    }
}

/// What became of a letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "letter", rename_all = "kebab-case")]
pub enum LetterSent {
    /// It goes out.
    Sent {
        /// To these seats, by title.
        to: Vec<String>,
        /// But not to these robots.
        robots: Vec<String>,
        /// How it begins.
        begins: String,
    },
    /// It was not sent.
    Refused {
        /// A sentence without a full stop.
        why: String,
    },
    /// This campaign does not pass it on.
    GivenBack {
        /// A sentence without a full stop.
        why: String,
        /// What it says, each line after the mark of a letter.
        lines: Vec<String>,
    },
    /// It goes out at the next full hour, without its writer's name.
    Unsigned {
        /// To these seats, by title.
        to: Vec<String>,
        /// Whether these are all, so that its writer gets it too.
        all: bool,
    },
    /// Words outside of orders go to the referee.
    ToReferee {
        /// Words of it that HELP explains.
        help: Vec<String>,
        /// Whether it asks why.
        asks_why: bool,
        /// The seat that its first line is to; may be empty.
        to: String,
        /// How that is printed.
        to_title: String,
        /// Whether a robot plays it.
        to_robot: bool,
    },
    /// Words beside a sheet go to nobody.
    Beside {
        /// Their beginning.
        words: String,
    },
    /// They do not, for so often a day words are passed on.
    EnoughForReferee {
        /// How often.
        limit: u32,
    },
    /// This many were not sent, for a seat may send only a limited number in a turn.
    TooMany {
        /// How many.
        count: usize,
        /// How many a seat may send.
        limit: u8,
    },
    /// Lines wait for the newspaper.
    Printed {
        /// That of this turn.
        turn: u32,
        /// How many.
        lines: usize,
        /// Whether without the name of their seat.
        anonymous: bool,
        /// Whether they take the place of others.
        instead: bool,
        /// How many more are left out, for a seat may have only a limited number printed in a turn.
        left_out: usize,
        /// How many that is.
        limit: usize,
    },
    /// Lines were not taken for the newspaper.
    NotPrinted {
        /// A sentence without a full stop.
        why: String,
    },
    /// Lines are kept as a note to their writer.
    Noted {
        /// How many.
        lines: usize,
        /// Whether they take the place of a note of before.
        instead: bool,
        /// The first line of it that looks like an order; empty: none does.
        order: String,
    },
    /// They are not.
    NotNoted {
        /// A sentence without a full stop.
        why: String,
    },
    /// The note of before is gone.
    NoteEnded {
        /// Whether there was one.
        any: bool,
    },
    /// What waited for the newspaper is taken back.
    NewsTakenBack {
        /// Whether there was anything.
        any: bool,
    },
}

impl LetterSent {
    /// A letter that this campaign does not pass on, and why; what it says is given back.
    pub fn given_back(why: String, text: &str) -> Self {
        let lines = after_marks(text);
        LetterSent::GivenBack { why, lines }
    }

    /// Whether the letter has gone where it was to go; what it says is on its way.
    pub fn is_sent(&self) -> bool {
        match self {
            LetterSent::Sent { .. }
            | LetterSent::Unsigned { .. }
            | LetterSent::ToReferee { .. }
            | LetterSent::Printed { .. }
            | LetterSent::Noted { .. }
            | LetterSent::NoteEnded { .. }
            | LetterSent::NewsTakenBack { .. } => true,
            LetterSent::Refused { .. }
            | LetterSent::GivenBack { .. }
            | LetterSent::Beside { .. }
            | LetterSent::EnoughForReferee { .. }
            | LetterSent::TooMany { .. }
            | LetterSent::NotNoted { .. }
            | LetterSent::NotPrinted { .. } => false,
        }
    }

    /// Whether it is about a note to its writer.
    pub fn is_note(&self) -> bool {
        matches!(
            self,
            LetterSent::Noted { .. } | LetterSent::NotNoted { .. } | LetterSent::NoteEnded { .. }
        )
    }
}

/// What became of an absence that a player announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "absence", rename_all = "kebab-case")]
pub enum AbsenceNotice {
    /// It is noted, and announced to everybody.
    Noted {
        /// From when to when, as printed.
        dates: String,
        /// Whether the deadline has moved for it; the frame says to when.
        moved: bool,
        /// Those noted before that still hold, as printed.
        also: Vec<String>,
    },
    /// It was noted before.
    Known {
        /// From when to when, as printed.
        dates: String,
    },
    /// Those announced before are taken back, and a robot that plays for the reader stops.
    TakenBack {
        /// Their days, as printed; empty: there were none.
        dates: Vec<String>,
        /// Whether a robot was playing.
        robot: bool,
    },
    /// Whoever played for the reader no longer does.
    SubstituteGone,
    /// A co-player wanted to leave the game for the seat.
    NotYours,
    /// A substitute has given the seat back.
    GivenBack,
    /// One is over, since orders of the reader have come in it.
    Ended {
        /// Its days, as printed.
        dates: String,
    },
    /// It goes to all other campaigns of its player: these, by name.
    Everywhere {
        /// In the order of their names; none: the player has no seat elsewhere.
        campaigns: Vec<String>,
    },
    /// It was for all campaigns, but is noted in this one only: it came without proof, or not from
    /// the registered address.
    HereOnly,
    /// It could not be noted.
    Refused {
        /// As written.
        dates: String,
        /// A sentence without a full stop.
        why: String,
    },
    /// This many more were in the mail than are noted.
    TooMany {
        /// How many.
        count: usize,
    },
    /// The others were notified so often in this turn that it could not be noted.
    TooOften {
        /// How often.
        limit: u32,
    },
}

/// What a seat's sheets do to the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// The gate need not wait for the seat.
    Ready,
    /// WAIT was written.
    Waits,
    /// No sheet is in for the sheet called.
    NoSheet,
    /// A sheet is in from before the seat was called; it counts at the deadline.
    Earlier,
    /// The seat is not called now: what it filed waits.
    NotCalled,
    /// A batch is being played, in which a question of others is waited for.
    Elsewhere,
    /// Nobody is called: the game is over, held or halted.
    None,
}
