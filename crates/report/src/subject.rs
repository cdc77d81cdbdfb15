//! Subjects: they name campaign, turn and kind, and never anything hidden.
//!
//! Not here: cleaning for the header itself (`mail`).

use super::frame::{Frame, Stop};
use super::page::ReportKind;
use super::receipt_page::{Answer, Finding, LetterSent, ReceiptPage, SheetRead, Source};
use super::text::{counted, one_line};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::diagnostic::Diagnostic;

/// Characters of a request in a subject.
const REQUEST_CHARS_MAX: usize = 40;

/// What the subject of a receipt says that offers orders to be filed with OK.
pub const OFFERED: &str = "a question: are these your orders?";

/// The same of orders that are withdrawn with OK.
pub const WITHDRAWN: &str = "a question: withdraw your orders?";

/// What a mail is about.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A report.
    Report(ReportKind),
    /// A receipt.
    Receipt(&'a ReceiptPage),
    /// A letter from this seat, or from the referee.
    Letter(Option<Seat>),
    /// One of a player's who is not named.
    Unsigned,
    /// Somebody wrote without proof, and nothing of it is kept.
    Refusal,
    /// Orders wait for a yes.
    Confirm,
    /// Whether an address is the reader's waits for a yes.
    Newcomer,
    /// What became of mails that were not answered.
    Summary,
    /// The deadline is near.
    Reminder,
    /// The deadline has moved.
    Extended,
    /// The referee holds the campaign.
    Held,
    /// A turn is held, since too few have written.
    Silent,
    /// The referee has gone back.
    RolledBack,
    /// It goes on.
    Released,
    /// A seat is away.
    Away(Seat),
    /// A seat is not away after all.
    Back(Seat),
    /// The player of a seat has left.
    Left(Seat),
    /// A seat has another player.
    Replaced(Seat),
    /// A substitute plays a seat, or no longer.
    Substitute(Seat),
    /// The same, to the seat's player.
    OwnSubstitute,
    /// To somebody whose time as a substitute is over.
    Thanks,
    /// To the player who had the seat.
    Farewell,
    /// To the address that a player had.
    Moved,
    /// To the referee: this needs an act.
    Referee(&'a str),
}

/// The subject of a mail, in one line: `[tnw-21] turn 3, orders until Sun 22 Nov 20:00`.
///
/// The reminder has the subject of the report, with `Re:`: they belong to one thread, and some mail
/// programs (Gmail is one) split a thread where the subject changes. A receipt says what happened,
/// `filed`, `not filed` or `a question`, so that a list of mails on a phone shows it.
pub fn subject(frame: &Frame, what: &Subject<'_>) -> String {
    let turn = frame.turn();
    let until = match (&frame.deadline, frame.stop) {
        (Some(deadline), Stop::Gate | Stop::Interrupt) => {
            // The zone is in the mail; a subject is short.
            let short = deadline.split(" (").next().unwrap_or(deadline);
            format!(" until {short}")
        }
        _ => String::new(),
    };
    let wanted = if until.is_empty() {
        String::new()
    } else {
        format!(", orders{until}")
    };
    let about = match what {
        Subject::Report(ReportKind::NewAddress) => format!("{turn}: mails come here now{wanted}"),
        Subject::Report(ReportKind::Back) => format!("{turn}: the seat is yours again{wanted}"),
        Subject::Report(ReportKind::Renewed) => format!("{turn}: another reply address{wanted}"),
        Subject::Report(ReportKind::First | ReportKind::Takeover | ReportKind::Usual) => {
            format!("{turn}{wanted}")
        }
        Subject::Report(ReportKind::Question) => format!("{turn}: a question to you{wanted}"),
        Subject::Report(ReportKind::Final) => "the game is over: your last report".to_owned(),
        Subject::Report(ReportKind::Referee) => format!("{turn}: for the referee only"),
        Subject::Report(ReportKind::Public) if frame.stop == Stop::Over => {
            "the game is over: report for everybody".to_owned()
        }
        Subject::Report(ReportKind::Public) => format!("{turn}: report for everybody"),
        Subject::Receipt(page) if is_clean(page, frame) => format!("{turn}: filed{wanted}"),
        Subject::Receipt(page) if page.only_asks() => asked(frame, &page.answers),
        Subject::Receipt(page) if frame.stop == Stop::Over && is_read(page) => {
            "the game is over: not filed".to_owned()
        }
        Subject::Receipt(page) => receipt(frame, page),
        Subject::Unsigned => "a letter without a name".to_owned(),
        Subject::Letter(None) => "a letter from the referee".to_owned(),
        Subject::Letter(Some(from)) => format!("a letter from {}", title(frame, *from)),
        Subject::Confirm => format!("{turn}: a question: are these orders yours?"),
        Subject::Newcomer => format!("{turn}: a question: is this address yours?"),
        Subject::Summary => format!("{turn}: what became of your mails"),
        Subject::Refusal => format!("{turn}: not filed, somebody tried to order for you"),
        Subject::Reminder => return one_line(&format!("Re: [{}] {turn}{wanted}", frame.campaign)),
        Subject::Extended => format!("{turn}: the deadline has moved{wanted}"),
        Subject::Silent => format!("{turn} is on hold: too few orders received"),
        Subject::Held => format!("{turn}: the referee has put the campaign on hold"),
        Subject::RolledBack => format!("{turn}: the referee has gone back"),
        Subject::Released => format!("{turn}: the campaign goes on"),
        Subject::Away(seat) => format!("{turn}: {} is away{wanted}", title(frame, *seat)),
        Subject::Back(seat) => format!("{turn}: {} is not away after all", title(frame, *seat)),
        Subject::Left(seat) => format!("{} has left the game", title(frame, *seat)),
        Subject::Replaced(seat) => format!("{} has another player", title(frame, *seat)),
        Subject::Substitute(seat) => format!("{}: who plays it", title(frame, *seat)),
        Subject::OwnSubstitute => "your seat has a substitute".to_owned(),
        Subject::Thanks => "your time as a substitute is over".to_owned(),
        Subject::Moved => "mails go to another address".to_owned(),
        Subject::Farewell => "your seat has another player".to_owned(),
        Subject::Referee(what) => (*what).to_owned(),
    };
    one_line(&format!("[{}] {about}", frame.campaign))
}

fn title(frame: &Frame, seat: Seat) -> &str {
    let at = frame.seats.iter().find(|it| it.name == seat);
    at.map_or("another seat", |it| it.title.as_str())
}

fn is_read(page: &ReceiptPage) -> bool {
    matches!(page.finding, Finding::Read(_))
}

/// Whether orders for the open turn were filed, and nothing is left to be done.
fn is_clean(page: &ReceiptPage, frame: &Frame) -> bool {
    let Finding::Read(read) = &page.finding else {
        return false;
    };
    let understood = &read.understood;
    let offered = matches!(read.source, Source::Offered(..));
    let all_well = understood.faults.is_empty() && !understood.empty && !understood.check;
    let leaves = |it: &Answer| matches!(it, Answer::LeaveAsked { .. } | Answer::Leaves);
    frame.stop != Stop::Over
        && !page.answers.iter().any(leaves)
        && read.sheet == frame.sheet
        && all_well
        && !offered
        && !understood.lines.is_empty()
}

/// What was asked for: `HELP PLAY`, `MAP cuba and 2 more`. Players choose the words: nothing of
/// them is left that means something in a header or to who matches mails to campaigns.
fn asked(frame: &Frame, answers: &[Answer]) -> String {
    let is_plain = |it: &char| it.is_alphanumeric() || " -,.'/".contains(*it);
    let first = answers.iter().find_map(|it| it.request(&frame.sheet_names));
    let first: String = match first {
        Some(request) => request.chars().filter(is_plain).collect(),
        None => "your questions".to_owned(),
    };
    let first = match first.char_indices().nth(REQUEST_CHARS_MAX) {
        Some((end, _)) => format!("{} ...", first[..end].trim_end()),
        None => first,
    };
    let more = |answer: &Answer| match answer {
        Answer::More { count } => *count,
        _ => 1,
    };
    let all: usize = answers.iter().map(more).sum();
    match all.saturating_sub(1) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

fn receipt(frame: &Frame, page: &ReceiptPage) -> String {
    let turn = frame.turn();
    for answer in &page.answers {
        match answer {
            Answer::LeaveAsked { .. } => {
                return "a question: do you want to leave the game?".to_owned();
            }
            Answer::Leaves => return "you have left the game".to_owned(),
            _ => {}
        }
    }
    let read = match &page.finding {
        Finding::Read(read) => read,
        Finding::Words => return format!("{turn}: not filed, treated as a letter"),
        _ => return format!("{turn}: not filed"),
    };
    let understood = &read.understood;
    let nothing = understood.lines.is_empty() && understood.ready.is_empty();
    let unread = nothing && !understood.faults.is_empty();
    if matches!(read.source, Source::Offered(..)) && !unread {
        let withdraws = understood.lines.is_empty() && !understood.cancelled.is_empty();
        let asked = if withdraws { WITHDRAWN } else { OFFERED };
        return format!("{turn}: {asked}");
    }
    let mut faulty: Vec<u32> = understood.faults.iter().map(|it| it.span.line).collect();
    faulty.sort_unstable();
    faulty.dedup();
    let turn = frame.sheet_names.turn(read.sheet);
    let orders = counted(understood.lines.len(), "order", "orders");
    match (understood.lines.len(), faulty.len()) {
        _ if understood.empty => format!("{turn}: filed, an empty sheet"),
        (0, 0) if read.cancels_nothing() => format!("{turn}: there was nothing to cancel"),
        (0, 0) if !understood.cancelled.is_empty() => format!("{turn}: orders withdrawn"),
        (0, 0) if understood.filed => format!("{turn}: filed"),
        (0, 0) if matches!(page.answers.as_slice(), [Answer::Voted { .. }]) => {
            format!("{turn}: your vote is noted")
        }
        (0, 0) if !page.answers.is_empty() => format!("{turn}: what you asked for"),
        (0, 0) if page.letters.iter().any(LetterSent::is_sent) => {
            format!("{turn}: your letter has been sent")
        }
        (0, 0) if !page.letters.is_empty() => format!("{turn}: your letter was not sent"),
        (0, 0) if !page.absences.is_empty() => format!("{turn}: your absence"),
        (0, 0) => format!("{turn}: not filed, no orders in your mail"),
        (0, bad) if !page.answers.is_empty() && !leaves_unnamed(read) => {
            let lines = counted(bad, "line", "lines");
            format!("{turn}: not filed, {lines} not understood, and what you asked for")
        }
        (0, _) if leaves_unnamed(read) => {
            "not filed: RESIGN needs the name of the campaign".to_owned()
        }
        (0, _) => format!("{turn}: not filed, nothing was understood"),
        _ if understood.check => format!("{turn}: not filed, {orders} checked"),
        (_, 0) => format!("{turn}: filed, {orders}"),
        (_, bad) => format!("{turn}: filed, {orders}, but {bad} not understood"),
    }
}

/// Whether all that was not understood is RESIGN without the right name.
fn leaves_unnamed(read: &SheetRead) -> bool {
    let resigns = |fault: &Diagnostic| {
        let line = read.lines.get(fault.span.line as usize);
        let first = line.and_then(|it| it.split_whitespace().next());
        first.is_some_and(|it| it.eq_ignore_ascii_case("RESIGN"))
    };
    read.understood.faults.iter().all(resigns)
}
