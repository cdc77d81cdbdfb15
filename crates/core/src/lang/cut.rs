//! Cutting a line into words, numbers and marks, each with its place.
//!
//! Not here: what the words mean (`shape`, `order`), and which lines belong together (`join`).

use super::diagnostic::Span;
use super::plain::is_unseen;
use unicode_normalization::char::is_combining_mark;

/// The six words no game may use.
pub const RESERVED: [&str; 6] = ["IF", "THEN", "AND", "OR", "NOT", "ELSE"];

/// Marks of two characters, looked for before those of one.
const DOUBLE: [&str; 8] = [">=", "=>", "<=", "=<", "==", "!=", "<>", ".."];

/// Marks after which a line cannot be finished, and before which none begins.
const MARKS: [&str; 18] = [
    ",", "/", "+", "-", "*", "@", ":", "..", ">=", "=>", "<=", "=<", "==", "!=", "<>", "<", ">",
    "=",
];

/// What people put around words. An odd number of them opens a quotation that has not ended.
pub const QUOTATION_MARKS: [char; 4] = ['"', '\u{201c}', '\u{201d}', '\u{201e}'];

/// Begins a text that is part of an order where that is written in one line, and each of its
/// lines. In a sheet such a text is on lines of its own, down to `END` (`lang::text`).
pub const TEXT_MARK: char = '\u{b6}';

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Letters and digits, beginning with a letter; or several words in quotation marks.
    Word,
    /// Digits, perhaps with a minus.
    Number,
    /// A mark, or any character that means nothing here.
    Mark,
    /// A text, as written.
    Text,
}

/// A word, a number or a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// As written, without quotation marks.
    pub text: String,
    /// Where it is.
    pub span: Span,
    /// Several words in quotation marks: one name; or a text. Never a keyword.
    pub quoted: bool,
    /// How many brackets open right before it, and where the first of them is.
    pub opens: Option<(u32, Span)>,
    /// How many brackets close right after it.
    pub closes: u32,
}

impl Token {
    /// A text.
    pub(super) fn of_text(text: String, span: Span) -> Self {
        Token {
            kind: TokenKind::Text,
            text,
            span,
            quoted: true,
            opens: None,
            closes: 0,
        }
    }

    /// Words in quotation marks.
    pub(super) fn quoted(text: String, span: Span) -> Self {
        Token {
            kind: TokenKind::Word,
            ..Token::of_text(text, span)
        }
    }

    /// Whether it is a text.
    pub(super) fn is_text(&self) -> bool {
        self.kind == TokenKind::Text
    }

    /// Whether it is this keyword or this mark, in any case.
    pub fn is(&self, word: &str) -> bool {
        !self.quoted && same_word(&self.text, word)
    }

    /// The reserved word it is, if it is one.
    pub fn reserved(&self) -> Option<&'static str> {
        RESERVED.into_iter().find(|it| self.is(it))
    }

    /// Whether it is a mark that belongs to the language.
    pub fn is_mark(&self) -> bool {
        self.kind == TokenKind::Mark && MARKS.contains(&self.text.as_str())
    }
}

/// Whether two keywords are the same, capitals apart.
pub fn same_word(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || (!a.is_ascii() && a.to_lowercase() == b.to_lowercase())
}

/// A line, cut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cut {
    /// Its words, numbers and marks.
    pub tokens: Vec<Token>,
    /// Whether it ends in a comment, or is one.
    pub comment: bool,
    /// How many characters are before the comment, or in all.
    pub end: usize,
}

/// Cuts one line. `line` is its number in the block.
pub fn cut(line: u32, text: &str) -> Cut {
    let mut cutter = Cutter {
        line,
        written: text,
        chars: text.chars().map(plain).collect(),
        at: 0,
        opens: None,
        tokens: Vec::new(),
    };
    let comment = cutter.run();
    let end = cutter.at;
    let mut dots = false;
    while let Some(last) = cutter.tokens.last()
        && last.kind == TokenKind::Mark
        && (last.text == "." || last.text == "!" || (dots && last.text == ".."))
    {
        // Of three dots and more; two may be a stretch that goes on in the next line.
        dots = last.text == ".";
        cutter.tokens.pop();
    }
    Cut {
        tokens: cutter.tokens,
        comment,
        end,
    }
}

/// Blanks, dashes and quotation marks as mail programs write them, made plain.
fn plain(letter: char) -> char {
    match letter {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '«' | '»' => '"',
        '\u{2010}'..='\u{2014}' | '\u{2212}' => '-',
        '\u{2026}' => '.',
        _ if letter.is_whitespace() || is_unseen(letter) => ' ',
        _ => letter,
    }
}

/// Signs that phones write as one character.
fn in_two(written: &str) -> Option<&'static str> {
    Some(match written {
        "≥" | "⩾" => ">=",
        "≤" | "⩽" => "<=",
        "≠" => "!=",
        _ => return None,
    })
}

struct Cutter<'t> {
    line: u32,
    written: &'t str,
    chars: Vec<char>,
    at: usize,
    opens: Option<(u32, Span)>,
    tokens: Vec<Token>,
}

impl Cutter<'_> {
    /// Cuts to the end; true if a comment ended it.
    fn run(&mut self) -> bool {
        while let Some(letter) = self.peek(0) {
            match letter {
                ';' | '#' => return true,
                ' ' => self.at += 1,
                '(' | '[' => self.open(),
                ')' | ']' => {
                    if let Some(last) = self.tokens.last_mut() {
                        last.closes += 1;
                    }
                    self.at += 1;
                }
                '"' | '`' | '\'' => self.quotation(letter),
                TEXT_MARK => self.text(),
                _ => self.token(letter),
            }
        }
        false
    }

    /// All that is left of the line, as written.
    fn text(&mut self) {
        let (from, to) = (self.at, self.chars.len());
        let text: String = self.written.chars().skip(from + 1).collect();
        let text = text.replace(TEXT_MARK, "\n");
        self.at = to;
        let token = Token::of_text(text, self.span(from, to));
        self.tokens.push(token);
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span {
            line: self.line,
            column: u32::try_from(from + 1).unwrap_or(u32::MAX),
            width: u32::try_from(to.saturating_sub(from).max(1)).unwrap_or(u32::MAX),
        }
    }

    fn open(&mut self) {
        let here = self.span(self.at, self.at + 1);
        let (count, first) = self.opens.unwrap_or((0, here));
        self.opens = Some((count + 1, first));
        self.at += 1;
    }

    fn push(&mut self, kind: TokenKind, from: usize, to: usize) {
        let written: String = self.chars[from..to].iter().collect();
        let token = Token {
            kind,
            text: in_two(&written).map_or(written, str::to_owned),
            span: self.span(from, to),
            quoted: false,
            opens: self.opens.take(),
            closes: 0,
        };
        self.tokens.push(token);
    }

    fn token(&mut self, first: char) {
        let from = self.at;
        let minus = first == '-'
            && self.peek(1).is_some_and(|it| it.is_ascii_digit())
            && !(from > 0 && in_word(self.chars[from - 1]));
        if first.is_alphabetic() {
            while self.word_goes_on() {
                self.at += 1;
            }
            self.push(TokenKind::Word, from, self.at);
            // An initial: `V. Y. Pinzon`.
            let dotted = self.peek(0) == Some('.') && self.peek(1) != Some('.');
            if self.at == from + 1 && dotted {
                self.at += 1;
            }
        } else if first.is_ascii_digit() || minus {
            self.at += 1;
            while self.peek(0).is_some_and(|it| it.is_ascii_digit()) {
                self.at += 1;
            }
            self.push(TokenKind::Number, from, self.at);
        } else {
            self.at += 1;
            if let Some(second) = self.peek(0) {
                let both = String::from_iter([first, second]);
                if DOUBLE.contains(&both.as_str()) {
                    self.at += 1;
                }
            }
            self.push(TokenKind::Mark, from, self.at);
        }
    }

    /// Whether the character here belongs to the word begun before it.
    fn word_goes_on(&self) -> bool {
        match self.peek(0) {
            Some(letter) if in_word(letter) || is_combining_mark(letter) => true,
            Some('-' | '_' | '.' | '\'') => self.peek(1).is_some_and(in_word),
            _ => false,
        }
    }

    /// What quotation marks hold is one name if it is words and nothing else.
    fn quotation(&mut self, mark: char) {
        let from = self.at + 1;
        let end = (from..self.chars.len())
            .take_while(|it| !matches!(self.chars[*it], ';' | '#'))
            .find(|it| self.chars[*it] == mark);
        self.at = from;
        let Some(end) = end else {
            return;
        };
        let inside: String = self.chars[from..end].iter().collect();
        let words = cut(self.line, &inside).tokens;
        if words.len() < 2 || words.iter().any(|it| it.kind != TokenKind::Word) {
            return;
        }
        let first = from + words[0].span.column as usize - 1;
        let last = words[words.len() - 1].span;
        let to = from + (last.column + last.width) as usize - 1;
        self.push(TokenKind::Word, first, to);
        if let Some(token) = self.tokens.last_mut() {
            token.quoted = true;
        }
        self.at = end + 1;
    }
}

fn in_word(letter: char) -> bool {
    letter.is_alphabetic() || letter.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, want: &str) {
        let texts: Vec<String> = cut(1, text).tokens.into_iter().map(|it| it.text).collect();
        assert_eq!(texts.join("|"), want, "{text}");
    }

    #[test]
    fn words_numbers_and_marks() {
        check("TOP<=0", "TOP|<=|0");
        check("SAIL 1: 3E, LOOK C3", "SAIL|1|:|3|E|,|LOOK|C3");
        check("(3,-1) / R2-R3", "3|,|-1|/|R2-R3");
        check("FOE.NOT-CH. ; a comment", "FOE.NOT-CH");
        check("e*2 tobacco@3/2 4:1", "e|*|2|tobacco|@|3|/|2|4|:|1");
        check("leader V. Y. Pinzon, B..C", "leader|V|Y|Pinzon|,|B|..|C");
        check("2026-12-24..2027-01-02", "2026|-|12|-|24|..|2027|-|01|-|02");
        check(
            "BUY \"big branch office\" `wood`!",
            "BUY|big branch office|wood",
        );
        check(
            "drake's bay' e\u{301}t\u{e9} \u{1f004}\0x",
            "drake's|bay|e\u{301}t\u{e9}|\u{1f004}|x",
        );
    }
}
