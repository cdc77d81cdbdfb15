//! The lines that every game has: their first words, and what HELP says of them.

use super::form::Grammar;

/// The first words of all lines that every game has, in alphabetical order.
pub const WORDS: [&str; 24] = [
    "ADDRESS", "AWAY", "CANCEL", "CHECK", "CLEAR", "CONFIRM", "DICE", "FORMAT", "GOAHEAD",
    "HANDBOOK", "HELP", "LEG", "MAP", "MESSAGE", "NEWS", "REPORT", "RESIGN", "SALT", "STANDING",
    "STATUS", "TURN", "VOYAGES", "WAIT", "WHY",
];

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

/// What a common line looks like; none: its form says it.
pub fn example(word: &str) -> Option<&'static str> {
    let (_, line) = EXAMPLES.iter().find(|it| it.0 == word)?;
    Some(line)
}

const EXAMPLES: [(&str, &str); 15] = [
    ("TURN", "TURN 4"),
    ("LEG", "LEG 2"),
    ("CLEAR", "CLEAR ALL"),
    ("REPORT", "REPORT 3"),
    ("HANDBOOK", "HANDBOOK 5"),
    ("MAP", "MAP"),
    ("VOYAGES", "VOYAGES 3"),
    ("WHY", "WHY 12"),
    ("HELP", "HELP IF"),
    ("AWAY", "AWAY 2026-07-01..2026-07-14"),
    ("MESSAGE", "MESSAGE TO ALL"),
    ("NEWS", "NEWS NONE"),
    ("ADDRESS", "ADDRESS ana@example.org"),
    ("SALT", "SALT three blue herons"),
    ("FORMAT", "FORMAT TEXT"),
];

/// The lines that every game has, in the order of use.
const HELP: [CommonHelp; 29] = [
    say(
        "STANDING",
        "STANDING [UNTIL turn] order",
        "Keeps the order in force turn after turn, until you clear it or its last turn is over.",
    ),
    say(
        "EACH",
        "EACH order",
        "Does an order that waits until it can be done in every turn of the sheet, and not only \
         once.",
    ),
    say(
        "CLEAR",
        "CLEAR ALL | CLEAR order",
        "Ends all your standing orders, or those of this order, at once.",
    ),
    say(
        "IF",
        "order IF test [AND test …] | order IF test [OR test …]",
        "Does the order only if the tests are true when its time comes; NOT before a test turns it \
         round. \
         One IF takes AND or OR, not both.",
    ),
    say(
        "THEN",
        "IF test THEN order",
        "The same, with the test in front.",
    ),
    say(
        "ELSE",
        "order ELSE order | IF test THEN order ELSE IF test THEN order ELSE order",
        "Tries the second order where the first cannot be done or its tests do not hold; after an \
         order that waits until it can be done, only where its tests do not hold.",
    ),
    say(
        "TURN",
        "TURN number",
        "Says that the lines below it are for this turn.",
    ),
    say(
        "LEG",
        "LEG number",
        "Says the same by counting: LEG 1 is the turn now open.",
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
        "Withdraws your orders of this turn, as if never sent. Outside of an order sheet it asks \
         for an OK first, in case you wrote it by accident.",
    ),
    say("CHECK", "CHECK", "Checks your sheet without filing it."),
    say(
        "REPORT",
        "REPORT [turn]",
        "Sends your last report, or that of the turn, again.",
    ),
    say(
        "STATUS",
        "STATUS",
        "Says what the game waits for, and brings the whole position.",
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
         list of chapters, or the whole where it is short.",
    ),
    say(
        "MAP",
        "MAP [place]",
        "Sends the map as you see it, or its part around a place, with what is known of that.",
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
        "AWAY date..date [ALL] | AWAY NONE [ALL]",
        "Says from when to when you cannot write; dates like 1 Jul - 14 Jul will do. NONE takes it \
         back. ALL: in all your campaigns of this club.",
    ),
    say(
        "MESSAGE",
        "MESSAGE TO seat, … | ALL",
        "Sends the lines below it, down to a line END, as a letter.",
    ),
    say(
        "NEWS",
        "NEWS [ANONYMOUS | NONE]",
        "Puts the lines below it, down to a line END, into the newspaper of the turn, which \
         anybody may read, in place of what you sent for it before; NONE takes that back.",
    ),
    say(
        "END",
        "END",
        "Ends a letter or news; without it they are not sent.",
    ),
    say(
        "ADDRESS",
        "ADDRESS address",
        "Asks for your mails at another address; a mail to the one you have now says how to \
         confirm it.",
    ),
    say(
        "CONFIRM",
        "CONFIRM code",
        "Says yes to what a mail to you has asked, with the code in that mail.",
    ),
    say(
        "SALT",
        "SALT words",
        "Adds words of your own to the dice, so that nobody can have chosen them: once, before the \
         first turn that calls you is closed.",
    ),
    say(
        "FORMAT",
        "FORMAT HTML | FORMAT TEXT",
        "Chooses how your mails come: laid out for programs that show HTML, beside the text, or \
         as text alone.",
    ),
    say(
        "RESIGN",
        "RESIGN campaign",
        "Leaves the game; the name of the campaign guards against accidents.",
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
