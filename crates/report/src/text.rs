//! Lines of a mail: width, wrapping, and text that came from elsewhere made harmless.
//!
//! Not here: what the lines say (`templates`), and lines of orders, which break by rules of their
//! own (`sheet`).

use packetboat_core::lang::plain::seen;
use unicode_width::UnicodeWidthStr;

/// Columns of a mail. 72 leaves room for quotation marks within the 80 of old terminals.
pub const WIDTH: usize = 72;

/// What is before each line of a letter, so that no line of it can be taken for an order. No mail
/// program quotes with it: a mark of quotation would be taken away from a reply that quotes the
/// letter, and what one player wrote would be filed for another.
pub(super) const LETTER_MARK: &str = "  : ";

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A number and what it counts: `1 mail`, `2 mails`.
pub fn counted(count: impl std::fmt::Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    match count.as_str() {
        "1" | "-1" => format!("{count} {one}"),
        _ => format!("{count} {many}"),
    }
}

/// A name or title in one line: what cannot be seen is dropped, line breaks and runs of spaces
/// become one space, and marks at the beginning that would make it an order block or quoted mail
/// go.
pub fn one_line(text: &str) -> String {
    let blank = |it: char| if it.is_whitespace() { ' ' } else { it };
    let text: String = text.chars().map(blank).collect();
    let text = seen(&text);
    let text = text.trim_start_matches(['#', '>', ' ']);
    text.split(' ')
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Text of several lines without what cannot be seen; line breaks of any kind become `\n`.
pub(super) fn many_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace('\t', "    ");
    seen(&text).into_owned()
}

/// The same text, with `: ` before every `#orders` that would begin an order block. It takes the
/// place of two spaces where a line is indented, so that carets below stay in place.
pub(super) fn defused(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let bare = line.trim_start();
        let word = bare.strip_prefix('#').map(str::trim_start);
        let word = word.and_then(|it| it.get(..6));
        let indent = &line[..line.len() - bare.len()];
        if word.is_some_and(|it| it.eq_ignore_ascii_case("orders")) {
            format!("{}: {bare}", indent.strip_suffix("  ").unwrap_or(indent))
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Breaks one paragraph into lines of at most `columns`; `first` is put before the first line and
/// `rest` before the others. No line but the first begins with `>`, `#` or `From`, which mail
/// programs and our own reader take for something else. A word that is wider gets a line of its
/// own, unbroken: its parts would be other words, which nobody has written or looked at.
pub(super) fn wrap(paragraph: &str, columns: usize, first: &str, rest: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut is_bare = true;
    for word in words(paragraph) {
        if !is_bare && width(&line) + 1 + width(&word) > columns {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            is_bare = true;
        }
        if !is_bare {
            line.push(' ');
        }
        line.push_str(&word);
        is_bare = false;
    }
    lines.push(line);
    lines
        .into_iter()
        .map(|it| it.trim_end().to_owned())
        .collect()
}

/// What people have written, after the mark of a letter.
pub(super) fn after_marks(text: &str) -> Vec<String> {
    let text = many_lines(text);
    let lines = text.lines().flat_map(|line| {
        let whole = format!("{LETTER_MARK}{}", line.trim_end());
        if width(&whole) <= WIDTH {
            return vec![whole];
        }
        let indent: String = line.chars().take_while(|it| *it == ' ').take(20).collect();
        let lead = format!("{LETTER_MARK}{indent}");
        wrap(line, WIDTH, &lead, &lead)
    });
    lines.collect()
}

/// Words, each with the words after it that may not begin a line.
fn words(paragraph: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match words.last_mut() {
            Some(last) if may_not_begin(word) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Whether a line that begins with this word might be taken for quoted mail, an order block, or
/// the beginning of another mail.
fn may_not_begin(word: &str) -> bool {
    let bare = word.trim_start_matches(['"', '\'', '`', '(']);
    word.starts_with('>') || bare.starts_with('#') || word == "From"
}

/// Reflows every paragraph (parted by blank lines) to `columns`.
pub(super) fn reflow(text: &str, columns: usize) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines().chain([""]) {
        if !line.trim().is_empty() {
            paragraph.push(' ');
            paragraph.push_str(line.trim());
            continue;
        }
        if !paragraph.is_empty() {
            out.push(wrap(&paragraph, columns, "", "").join("\n"));
            paragraph.clear();
        }
    }
    out.join("\n\n")
}

/// Puts a whole mail in order: no line wider than [`WIDTH`] but for words that are, none that
/// begins with `>` or `From `, no spaces at line ends, never two blank lines, one line break at the
/// end.
pub fn tidy(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for line in many_lines(text).lines() {
        let line = line.trim_end();
        let begins_badly = line.starts_with('>') || line.starts_with("From ");
        let line = if begins_badly {
            format!(" {line}")
        } else {
            line.to_owned()
        };
        if line.is_empty() {
            if out.last().is_some_and(|it| !it.is_empty()) {
                out.push(line);
            }
        } else if width(&line) <= WIDTH {
            out.push(line);
        } else {
            out.extend(cut(&line));
        }
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out.push(String::new());
    out.join("\n")
}

/// Cuts a line that is too wide; what follows is put under its first word, or under the text
/// after a list mark. Below an item that is indented it is put deeper, or it would look like the
/// next item.
fn cut(line: &str) -> Vec<String> {
    let text = line.trim_start();
    let indent = &line[..line.len() - text.len()];
    // An indentation that leaves no room for words is not an indentation.
    let indent = if width(indent) > WIDTH / 2 {
        ""
    } else {
        indent
    };
    let hang = if text.starts_with("- ") || indent.len() >= 2 {
        format!("{indent}  ")
    } else {
        indent.to_owned()
    };
    wrap(text, WIDTH, indent, &hang)
}

/// `text` at the left and `mark` at the right end of `columns`: one line where both fit, else
/// `mark` is on the last line. What follows the first line is indented like the text.
pub(super) fn with_mark(lead: &str, text: &str, mark: &str, columns: usize) -> Vec<String> {
    let rest = " ".repeat(width(lead) + 2);
    let mut lines = wrap(text, columns, lead, &rest);
    if mark.is_empty() {
        return lines;
    }
    let last = lines.last_mut().expect("wrap gives a line at least");
    if width(last) + 2 + width(mark) > columns {
        lines.push(String::new());
    }
    let last = lines.last_mut().expect("wrap gives a line at least");
    let gap = columns.saturating_sub(width(last) + width(mark));
    last.push_str(&" ".repeat(gap));
    last.push_str(mark);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_keep_their_width_and_their_words() {
        let wide = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        let text = format!("one two three From four # five >six {wide} seven");
        let lines = wrap(&text, 12, "- ", "  ");
        for line in &lines {
            assert!(width(line) <= 12 || line.trim() == wide, "{line}");
            let begins = line.trim_start();
            assert!(!begins.starts_with(['>', '#']), "{line}");
        }
        let joined: String = lines.join(" ").split_whitespace().collect();
        let wanted: String = format!("- {text}").split_whitespace().collect();
        assert_eq!(joined, wanted);
    }

    #[test]
    fn the_rest_of_an_indented_item_stands_deeper() {
        let words = "word ".repeat(16);
        let text = tidy(&format!("In force:\n  {words}\n  next\n{words}"));
        let begins: Vec<usize> = text
            .lines()
            .map(|it| it.len() - it.trim_start().len())
            .collect();
        assert_eq!(begins, [0, 2, 4, 2, 0, 0], "{text}");
    }

    #[test]
    fn a_tidy_mail_has_no_traps_for_mail_programs() {
        let wide = "x ".repeat(80);
        let text = format!("\n\n> quoted\nFrom Ana\r\n\n\n\n{wide}\ta\u{7}b\u{202e}c\n\n");
        let tidied = tidy(&text);
        assert!(
            tidied.starts_with(" > quoted\n From Ana\n\nx x"),
            "{tidied}"
        );
        assert!(tidied.ends_with("abc\n"), "{tidied}");
        assert!(tidied.lines().all(|it| width(it) <= WIDTH));
    }

    #[test]
    fn names_lose_what_is_not_text() {
        assert_eq!(one_line(" An\na \u{202e}\u{0}Torres\t"), "An a Torres");
        assert_eq!(one_line("> #orders x #y"), "orders x #y");
    }

    #[test]
    fn lines_that_would_open_a_block_are_marked() {
        let text = "a #orders b\n  # Orders c\n#####";
        assert_eq!(defused(text), "a #orders b\n: # Orders c\n#####");
    }

    #[test]
    fn a_mark_stands_at_the_right() {
        assert_eq!(
            with_mark("  1  ", "BUY a", "once", 16),
            ["  1  BUY a  once"]
        );
        assert_eq!(
            with_mark("  1  ", "BUY apples", "once", 16),
            ["  1  BUY apples", "            once"]
        );
    }
}
