//! Texts that are part of orders: `ORDERS`, below it what somebody writes, and `END`.
//!
//! In a sheet the text is on lines of its own, as written, and nothing in it is an order or a
//! comment. Wherever an order is one line, each line of its text comes after a mark instead:
//! `ORDERS ¶We march at dawn.¶Leave the guns.` The two say the same.
//!
//! Not here: collecting the lines (`join`), and letters, which are no part of orders (`letter`).

use super::cut::{TEXT_MARK, Token};
use super::form::Grammar;
use super::letter;
use super::plain::seen;

/// Lines of a text at most.
pub const LINES_MAX: usize = 400;

/// Characters of a text at most.
pub const CHARS_MAX: usize = 20_000;

/// Whether a line begins an order whose text is below it.
pub(super) fn begins(grammar: &Grammar, tokens: &[Token]) -> bool {
    let is_verb = |name: &str| tokens.first().is_some_and(|it| it.is(name));
    let mut forms = grammar.orders.iter();
    forms.any(|it| it.has_text() && is_verb(it.name)) && !tokens.iter().any(Token::is_text)
}

/// The text of these lines: no blank ones at its ends, and nothing in it that cannot be seen.
pub(super) fn of_lines(lines: &[String]) -> String {
    let lines = lines.iter().map(|line| {
        let line = seen(line).replace(TEXT_MARK, "|").replace('\t', "    ");
        line.trim_end().to_owned()
    });
    let lines: Vec<String> = lines.collect();
    let first = lines.iter().position(|it| !it.is_empty());
    let last = lines.iter().rposition(|it| !it.is_empty());
    match (first, last) {
        (Some(first), Some(last)) => lines[first..=last].join("\n"),
        _ => String::new(),
    }
}

/// What is wrong with a text, and what to do.
pub(super) fn wrong(text: &str) -> Option<(String, String)> {
    let hint = |it: &str| it.to_owned();
    let (lines, characters) = (text.lines().count(), text.chars().count());
    if lines > LINES_MAX || characters > CHARS_MAX {
        let reason = format!(
            "the text has {lines} lines and {characters} characters; at most {LINES_MAX} lines and \
             {CHARS_MAX} characters are read"
        );
        return Some((reason, hint("shorten it")));
    }
    let cuts = |line: &str| letter::ends(1, line) || super::block::is_directive(line);
    let line = text.lines().find(|it| cuts(it))?;
    let reason = format!("a line of the text says only `{}`", line.trim());
    Some((reason, hint("leave that line out")))
}

/// A text in the one line of its order.
pub fn in_one_line(text: &str) -> String {
    let mark = TEXT_MARK.to_string();
    mark.clone() + &text.replace('\n', &mark)
}

/// An order in one line as the lines of a sheet: its first line, those of its text, and `END`.
/// `None`: it has no text.
pub fn opened(order: &str) -> Option<Vec<String>> {
    let mut lines = order.split(TEXT_MARK).map(str::to_owned);
    let head = lines.next()?.trim_end().to_owned();
    let text: Vec<String> = lines.collect();
    (!text.is_empty()).then(|| {
        let end = std::iter::once("END".to_owned());
        std::iter::once(head).chain(text).chain(end).collect()
    })
}

/// The fields of a form: of an order in one line, what is before a colon that ends a line.
pub fn fields(order: &str) -> Vec<String> {
    let lines = order.split(TEXT_MARK).skip(1);
    let names = lines.filter_map(|it| it.trim().strip_suffix(':'));
    names.map(|it| it.trim().to_owned()).collect()
}

/// Whether lines of a sheet are an order with a text and nothing else, and its text is empty or a
/// form that nobody has filled in.
pub fn is_blank<'l>(lines: impl Iterator<Item = &'l str>) -> bool {
    let mut text = lines.map(str::trim).skip(1).peekable();
    let is_blank = |it: &str| it.is_empty() || it.ends_with(':');
    while text.next_if(|it| is_blank(it)).is_some() {}
    text.next().is_some_and(|it| letter::ends(1, it)) && text.next().is_none()
}

/// Characters of a text that are shown where all of it is elsewhere.
const SHORT_MAX: usize = 40;

/// An order in one line, of a text the beginning alone.
pub fn in_short(order: &str) -> String {
    let Some((head, text)) = order.split_once(TEXT_MARK) else {
        return order.to_owned();
    };
    let all = text.replace(TEXT_MARK, " ");
    let mut words = String::new();
    for word in all.split_whitespace() {
        if words.chars().count() + word.chars().count() > SHORT_MAX {
            words.push_str(" …");
            break;
        }
        words.extend((!words.is_empty()).then_some(' '));
        words.push_str(word);
    }
    format!("{head}\"{words}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::form::{self, Form, Marks, list, name, number, word};
    use crate::lang::names::Names;
    use crate::lang::read::read;
    use crate::lang::reading::{Context, Reading};
    use crate::lang::sheet::SheetNo;

    #[test]
    fn a_text_is_the_same_on_lines_and_in_one() {
        let lines = [
            "",
            "We march at dawn; quietly.",
            "  #3 leads",
            "",
            "\tIF seen, run.",
            " ",
        ];
        let text = of_lines(&lines.map(str::to_owned));
        assert_eq!(
            text,
            "We march at dawn; quietly.\n  #3 leads\n\n    IF seen, run."
        );
        let order = format!("ORDERS {}", in_one_line(&text));
        let opened = opened(&order).unwrap();
        assert_eq!(opened.first().unwrap(), "ORDERS");
        assert_eq!(opened[1..opened.len() - 1].join("\n"), text);
        assert_eq!(opened.last().unwrap(), "END");
        assert_eq!(super::opened("PLAY R1"), None);
    }

    /// `ORDERS` and a text; `TO red` and a text; `PLAY 3`.
    fn grammar() -> Grammar {
        let play = vec![word(&["PLAY"]), number("card", 1, 9)];
        let free = vec![word(&["ORDERS"]), form::text("text")];
        let seats = name("seats", Names::new("seat", ["red", "blue"]));
        let told = vec![
            word(&["TO"]),
            list("seats", Marks::All, vec![seats]),
            form::text("text"),
        ];
        let order = |name, slots| Form::order(name, "Help.", slots).key(None);
        Grammar {
            orders: vec![
                order("ORDERS", free),
                order("TO", told),
                order("PLAY", play),
            ],
            tests: Vec::new(),
            hints: "",
            each: false,
            legs: false,
            dashes: None,
        }
    }

    fn reading(text: &str) -> Reading {
        let context = Context::alone(SheetNo::whole(1), 0);
        read(&grammar(), &context, text)
    }

    fn printed(reading: &Reading) -> Vec<&str> {
        reading.lines.iter().map(|it| it.printed.as_str()).collect()
    }

    #[test]
    fn nothing_in_a_text_is_an_order_or_a_comment() {
        let sheet = "PLAY 3\nORDERS ; mine\nWait; then march.\n\nGOAHEAD\nPLAY 4\n#5 leads\n\
                     MESSAGE TO blue\nEND\nPLAY 5\nTO red and blue\n  fog ,\nend.\n";
        let once = reading(sheet);
        assert_eq!(once.faults, []);
        let orders = "ORDERS \u{b6}Wait; then march.\u{b6}\u{b6}GOAHEAD\u{b6}PLAY 4\u{b6}\
                      #5 leads\u{b6}MESSAGE TO blue";
        let wanted = ["PLAY 3", orders, "PLAY 5", "TO red, blue \u{b6}  fog ,"];
        assert_eq!(printed(&once), wanted);
        assert!(once.letters.is_empty() && once.ready.is_empty() && once.repairs.is_empty());
        // What counts reads again as the same, and so does the one line, and the sheet made of it.
        let counted: Vec<&str> = once.counted.iter().map(|it| it.1.as_str()).collect();
        let lines = once.corrected.iter();
        let sheet: Vec<String> = lines
            .flat_map(|it| opened(it).unwrap_or_else(|| vec![it.clone()]))
            .collect();
        for again in [
            counted.join("\n"),
            once.corrected.join("\n"),
            sheet.join("\n"),
        ] {
            assert_eq!(printed(&reading(&again)), wanted, "{again}");
        }
    }

    #[test]
    fn a_text_that_is_not_filed_is_kept() {
        // Without END it is offered with what is below, down to the next order.
        let endless = reading("ORDERS\nmarch\nplay 3\nPLAY 3");
        assert_eq!(endless.faults.len(), 1);
        assert_eq!(printed(&endless), ["PLAY 3"]);
        assert_eq!(
            endless.corrected,
            ["ORDERS \u{b6}march\u{b6}play 3", "PLAY 3"]
        );
        // The next text is not read as part of the one above.
        let endless = reading("TO red\nto the west\nTO everybody\nTO blue\nmarch\nEND");
        assert_eq!(endless.faults.len(), 1);
        assert_eq!(printed(&endless), ["TO blue \u{b6}march"]);
        assert_eq!(
            endless.corrected,
            [
                "TO red \u{b6}to the west\u{b6}TO everybody",
                "TO blue \u{b6}march"
            ]
        );
        // Of no seat, it is in the sheet behind a mark, and nothing of it is read.
        let stranger = reading("TO greeen\nPLAY 3\nEND\nPLAY 4");
        assert_eq!(printed(&stranger), ["PLAY 4"]);
        assert_eq!(stranger.faults.len(), 1);
        assert_eq!(
            stranger.corrected,
            ["; TO greeen", "; PLAY 3", "; END", "PLAY 4"]
        );
        // Our sheet has nothing between the two yet.
        assert_eq!(printed(&reading("ORDERS\n\nEND")), ["ORDERS \u{b6}"]);
        let long = format!("ORDERS\n{}END", "x\n".repeat(1_000));
        assert!(reading(&long).faults[0].reason.contains("1000 lines"));
    }

    /// However many texts a sheet holds, it is no longer than others.
    #[test]
    fn texts_count_in_the_length_of_their_sheet() {
        let text = format!(
            "ORDERS\n{}END\n",
            "We march to the bridge, and over it.\n".repeat(400)
        );
        let one = reading(&text);
        assert_eq!((one.faults.len(), one.lines.len()), (0, 1));
        let many = reading(&text.repeat(20));
        assert!(many.lines.len() < 5, "{}", many.lines.len());
        assert_eq!(many.faults.len(), 1);
        assert!(
            many.repairs
                .iter()
                .any(|it| it.1.contains("64000 characters"))
        );
    }

    #[test]
    fn a_form_that_nobody_filled_in() {
        let form = ["ORDERS", "move:", " stance : ", "", "END"];
        assert!(is_blank(form.into_iter()));
        assert!(is_blank(["ORDERS", "", "END"].into_iter()));
        assert!(!is_blank(["PASS"].into_iter()));
        assert!(!is_blank(["ORDERS", "END", "PASS"].into_iter()));
        assert!(!is_blank([].into_iter()));
        assert!(!is_blank(
            ["ORDERS", "move: north", "stance:", "END"].into_iter()
        ));
        assert_eq!(
            fields("ORDERS \u{b6}move:\u{b6} stance : "),
            ["move", "stance"]
        );
        assert_eq!(fields("PLAY 3:"), [""; 0]);
    }

    #[test]
    fn what_would_end_it_early_is_refused() {
        for (text, is_wrong) in [
            ("march", false),
            ("", false),
            ("march\nEND\nhalt", true),
            ("march\n#end", true),
            ("the END\nis near", false),
            (&"x\n".repeat(LINES_MAX + 1), true),
            (&"x".repeat(CHARS_MAX + 1), true),
        ] {
            assert_eq!(wrong(text).is_some(), is_wrong, "{text}");
        }
    }
}
