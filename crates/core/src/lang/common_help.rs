//! The lines that every game has: their first words, and what HELP says of them.

use super::form::Grammar;

/// The first words of all lines that every game has, in alphabetical order.
pub const WORDS: [&str; 30] = [
    "ADDRESS",
    "AWAY",
    "BACK",
    "CANCEL",
    "CHECK",
    "CLEAR",
    "CONFIRM",
    "DICE",
    "DIGEST",
    "FORMAT",
    "GOAHEAD",
    "HANDBOOK",
    "HELP",
    "LEG",
    "MAP",
    "MESSAGE",
    "NEWS",
    "NOTE",
    "REPORT",
    "RESIGN",
    "SALT",
    "SCHEDULE",
    "STANDING",
    "STATUS",
    "SUBSTITUTE",
    "TURN",
    "VOTE",
    "VOYAGES",
    "WAIT",
    "WHY",
];

/// Words that begin a line of their own, and also many a sentence: outside of a sheet they count in
/// their exact form, with one of these words next; empty: alone.
const EXACT: [(&str, &[&str]); 6] = [
    ("BACK", &[""]),
    ("DIGEST", &["DAILY", "NONE"]),
    ("NOTE", &["", "NONE"]),
    ("SCHEDULE", &[""]),
    ("SUBSTITUTE", &["NONE"]),
    ("VOTE", &["EXTEND", "DRAW", "CONCEDE", "END", "NONE"]),
];

/// Whether a line that begins so is rather a sentence: `Back from holiday`, `Vote for me!`.
pub fn is_sentence(line: &str) -> bool {
    let is_mark = |it: char| !it.is_alphanumeric();
    let bare = |it: &str| it.trim_matches(is_mark).to_uppercase();
    let mut words = line.split_whitespace().map(bare);
    let first = words.next().unwrap_or_default();
    let Some((_, next)) = EXACT.iter().find(|it| it.0 == first) else {
        return false;
    };
    match words.next() {
        // Days, as people write them.
        Some(second) if first == "SUBSTITUTE" && is_date(&second, words.next().as_deref()) => false,
        None => !next.contains(&""),
        Some(second) => {
            let is_last = ["NONE", "DAILY"].contains(&second.as_str());
            let goes_on = is_last && words.next().is_some();
            goes_on || second.is_empty() || !next.contains(&second.as_str())
        }
    }
}

/// Whether a word and the next, in capitals, begin a date: `24`, `24TH`, `DEC 24`, `THURSDAY TO`.
fn is_date(word: &str, next: Option<&str>) -> bool {
    const NAMES: [&str; 19] = [
        "JANUARY",
        "FEBRUARY",
        "MARCH",
        "APRIL",
        "MAY",
        "JUNE",
        "JULY",
        "AUGUST",
        "SEPTEMBER",
        "OCTOBER",
        "NOVEMBER",
        "DECEMBER",
        "MONDAY",
        "TUESDAY",
        "WEDNESDAY",
        "THURSDAY",
        "FRIDAY",
        "SATURDAY",
        "SUNDAY",
    ];
    let is_number = |it: &str| it.starts_with(|it: char| it.is_ascii_digit());
    let is_name = word.len() >= 3 && NAMES.iter().any(|it| it.starts_with(word));
    let goes_on = next.is_none_or(|it| is_number(it) || it.is_empty() || it == "TO");
    is_number(word) || (is_name && goes_on)
}

/// What HELP says of a line that every game has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommonHelp {
    /// Its first word, in capitals.
    pub word: &'static str,
    /// Its form, written as the usage of an order is.
    pub usage: &'static str,
    /// One sentence.
    pub help: &'static str,
}

const fn say(word: &'static str, usage: &'static str, help: &'static str) -> CommonHelp {
    CommonHelp { word, usage, help }
}

/// What a common line looks like, with the lines that go with it; none: its form says it.
pub fn example(word: &str) -> Option<&'static str> {
    let (_, line) = EXAMPLES.iter().find(|it| it.0 == word)?;
    Some(line)
}

const EXAMPLES: [(&str, &str); 19] = [
    ("TURN", "TURN 4"),
    ("LEG", "LEG 2"),
    ("CLEAR", "CLEAR ALL"),
    ("REPORT", "REPORT 3"),
    ("HANDBOOK", "HANDBOOK 5"),
    ("MAP", "MAP"),
    ("VOYAGES", "VOYAGES 3"),
    ("WHY", "WHY 12"),
    ("HELP", "HELP IF"),
    ("AWAY", "AWAY 1 Jul - 14 Jul"),
    ("SUBSTITUTE", "SUBSTITUTE 24 Dec - 6 Jan"),
    ("MESSAGE", "MESSAGE TO ALL\nGood luck to everyone!\nEND"),
    (
        "NEWS",
        "NEWS\nThe harbour is quiet, and everybody waits for the wind.\nEND",
    ),
    ("NOTE", "NOTE\nAsk for more time next week.\nEND"),
    ("VOTE", "VOTE EXTEND 2d"),
    ("ADDRESS", "ADDRESS ana@example.org"),
    ("SALT", "SALT three blue herons"),
    ("FORMAT", "FORMAT TEXT"),
    ("DIGEST", "DIGEST DAILY"),
];

/// The lines that every game has, in the order of use.
const HELP: [CommonHelp; 35] = [
    say(
        "STANDING",
        "STANDING [UNTIL turn] order",
        "Keeps the order in force turn after turn, until you clear it or its last turn is over.",
    ),
    say(
        "EACH",
        "EACH order",
        "In a sheet for several turns: carries out the order again in each of its turns, not only \
         in the first that allows it.",
    ),
    say(
        "CLEAR",
        "CLEAR ALL | CLEAR order",
        "Ends all your standing orders, or those that begin with the word you name.",
    ),
    say(
        "IF",
        "order IF test [AND test …] | order IF test [OR test …]",
        "Carries out the order only if the tests are true when its time comes; the word NOT in \
         front of a test reverses it. One IF takes AND or OR, not both. HELP alone lists the \
         tests, and HELP with a test explains it.",
    ),
    say(
        "THEN",
        "IF test THEN order",
        "Like IF, but with the test first.",
    ),
    say(
        "ELSE",
        "order ELSE order | IF test THEN order ELSE IF test THEN order ELSE order",
        "The order after ELSE is used if the IF of the one before it is false. It is also used if \
         the one before it cannot be carried out, unless that one is tried again and again until \
         it can be: of these a receipt says \"tried this turn\".",
    ),
    say(
        "TURN",
        "TURN number",
        "Says that the lines below it are for the turn of that number.",
    ),
    say(
        "LEG",
        "LEG number",
        "Like TURN, but counted from the turn now open, which is LEG 1.",
    ),
    say("WAIT", "WAIT", "Keeps the turn open until its deadline."),
    say(
        "GOAHEAD",
        "GOAHEAD",
        "Says that the turn need not wait for you.",
    ),
    say(
        "CANCEL",
        "CANCEL",
        "Withdraws your orders for this turn, as if you had never sent them. If it is not in an \
         order sheet, you are asked to confirm it with OK.",
    ),
    say(
        "CHECK",
        "CHECK",
        "Alone on a line among your orders: shows how they would be read, and files nothing.",
    ),
    say(
        "REPORT",
        "REPORT [turn]",
        "Sends your last report, or that of the turn, again.",
    ),
    say(
        "STATUS",
        "STATUS",
        "Says what the game is waiting for, and sends the whole position.",
    ),
    say(
        "SCHEDULE",
        "SCHEDULE",
        "Lists the next ten deadlines in your time zone, says why each falls when it does, and \
         when the game ends at the latest.",
    ),
    say(
        "DICE",
        "DICE",
        "Says how to check the dice, and how to work out a draw again.",
    ),
    say(
        "HELP",
        "HELP [word]",
        "Lists all orders with an example each; or explains one of them, or a word of the game.",
    ),
    say(
        "HANDBOOK",
        "HANDBOOK [chapter]",
        "Sends a chapter of the game's handbook, by its number or words of its title; alone, the \
         list of chapters, or all of it where it is short.",
    ),
    say(
        "MAP",
        "MAP [place]",
        "Sends the map as you see it, or the part around a place, with what is known about it.",
    ),
    say(
        "VOYAGES",
        "VOYAGES [turn]",
        "Sends the log of voyages again, that of the last turn or of another.",
    ),
    say(
        "WHY",
        "WHY [number, …] | WHY order",
        "Explains the result of an order, given its number in your last report or its first words: \
         what happened, by which rule, with which draws of the dice; alone, the results of those \
         that failed or were done in part.",
    ),
    say(
        "AWAY",
        "AWAY date - date [ALL] | AWAY NONE [ALL]",
        "Gives the dates when you will be away; NONE cancels them. ALL applies it to all your \
         games at this club.",
    ),
    say(
        "BACK",
        "BACK",
        "Says that you are here again: it ends your absences, and a robot or a substitute stops \
         playing for you. A sheet of orders does the same.",
    ),
    say(
        "SUBSTITUTE",
        "SUBSTITUTE date - date | SUBSTITUTE NONE",
        "Looks for somebody on the standby list to play your seat on these days. It is yours \
         again after the last of them, or as soon as you write BACK or send orders. NONE cancels \
         it.",
    ),
    say(
        "VOTE",
        "VOTE EXTEND length | DRAW | CONCEDE seat | END | NONE",
        "Votes for more time, or to end the game now: as a draw, as a win for one player, or with \
         everyone placed as they are. Robots have no vote. Votes stay secret even when they are \
         counted: daily, at the hour of the deadline, and at the deadline itself. NONE cancels \
         yours.",
    ),
    say(
        "MESSAGE",
        "MESSAGE TO seat, … | ALL",
        "Sends the lines below it, down to a line that says END, as a letter. To write to the \
         referee, put REFEREE in place of a seat.",
    ),
    say(
        "NEWS",
        "NEWS [ANONYMOUS | NONE]",
        "Puts the lines below it, down to a line that says END, into everybody's next report and \
         the newspaper of the turn, which anybody may read. It replaces earlier news of yours; \
         NEWS NONE withdraws it.",
    ),
    say(
        "NOTE",
        "NOTE [NONE]",
        "Keeps the lines below it, down to a line that says END, as a note to yourself: nobody \
         else reads it, and it comes back in your reports until you write a new one or NOTE NONE.",
    ),
    say(
        "END",
        "END",
        "Ends a letter, news or a note. A letter needs it only if orders follow it; news and notes \
         always need it.",
    ),
    say(
        "ADDRESS",
        "ADDRESS address",
        "Has your mails sent to another address; a mail to the one you have now says how to \
         confirm it.",
    ),
    say(
        "CONFIRM",
        "CONFIRM code",
        "Confirms what a mail has asked you to confirm, with the code in that mail.",
    ),
    say(
        "SALT",
        "SALT words",
        "Mixes words of your own into the dice, so that nobody can have chosen the dice: once, \
         before your first turn closes.",
    ),
    say(
        "FORMAT",
        "FORMAT HTML | FORMAT TEXT",
        "Chooses how your mails come: with an HTML version alongside the text, or as text alone.",
    ),
    say(
        "DIGEST",
        "DIGEST DAILY | DIGEST NONE",
        "Puts the notices and reminders of all your campaigns here into one mail a day. Reports, \
         receipts, questions and letters still come at once, and so does a reminder that cannot \
         wait. NONE ends it.",
    ),
    say(
        "RESIGN",
        "RESIGN campaign",
        "Leaves the game; you must add the campaign's name, so that it cannot happen by accident.",
    ),
];

/// What HELP says of the lines that every game has, and of LEG and EACH where the game knows them.
pub fn help(grammar: &Grammar) -> impl Iterator<Item = &'static CommonHelp> {
    let (legs, each) = (grammar.legs, grammar.each);
    HELP.iter().filter(move |help| match help.word {
        "LEG" => legs,
        "EACH" => each,
        _ => true,
    })
}
