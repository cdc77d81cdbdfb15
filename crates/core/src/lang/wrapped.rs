//! Which lines go on with the one above (`docs/order-language.md`, section 10), and which are of a
//! list.
//!
//! Not here: joining them (`join`).

use super::cut::{Token, TokenKind, cut};

/// What is before each line of a list: dots and dashes, boxes, ticks and arrows.
const BULLETS: [&str; 22] = [
    "-",
    "*",
    "\u{2022}",
    "\u{b7}",
    "\u{2023}",
    "\u{25e6}",
    "\u{25aa}",
    "\u{25cf}",
    "\u{25a0}",
    "\u{25a1}",
    "\u{2610}",
    "\u{2611}",
    "\u{2612}",
    "\u{2713}",
    "\u{2714}",
    "\u{2705}",
    "\u{2192}",
    "\u{27a1}",
    "\u{25b6}",
    "\u{25ba}",
    "\u{2794}",
    "\u{1f449}",
];

/// Whether a line goes on with the one above: it begins with a mark, ELSE, AND, OR or THEN, or
/// with IF and holds no THEN.
pub(super) fn continues(tokens: &[Token]) -> bool {
    let Some(first) = tokens.first() else {
        return false;
    };
    match first.reserved() {
        Some("ELSE" | "AND" | "OR" | "THEN") => true,
        Some("IF") => !tokens.iter().any(|it| it.is("THEN")),
        _ => first.is_mark(),
    }
}

/// The narrowest width, and the widest, to which a mail program breaks lines.
const WIDTHS: (usize, usize) = (60, 80);

/// Whether a mail program may have broken a line between these two, as they are written: the first
/// word of the second did not fit.
pub(super) fn may_be_broken(first: &str, second: &str) -> bool {
    let first = first.trim_end();
    let next = second.split_whitespace().next().unwrap_or_default();
    let (width, more) = (first.chars().count(), next.chars().count());
    width <= WIDTHS.1 && width + 1 + more > WIDTHS.0 && !cut(1, first).comment
}

/// Whether a line, as written, is of a list.
pub(super) fn is_of_list(raw: &str) -> bool {
    bullet_length(&cut(1, raw).tokens) > 0
}

/// How far a line is set in.
pub(super) fn indent(raw: &str) -> usize {
    raw.chars().take_while(|it| it.is_whitespace()).count()
}

/// Whether a line ends where another order of the same line must follow.
pub(super) fn ends_in_joint(tokens: &[Token]) -> bool {
    let last = tokens.last().and_then(Token::reserved);
    matches!(last, Some("ELSE" | "THEN"))
}

/// What comes after the `;` of a comment that is set in further, as the rest of a suggestion of
/// ours is; its words stay where they were.
pub(super) fn rest_of_suggestion(raw: &str) -> Option<String> {
    let rest = raw.strip_prefix(";  ")?;
    Some(format!("   {rest}"))
}

/// Whether this begins a line of a list.
pub(super) fn is_bullet(token: &Token) -> bool {
    token.kind == TokenKind::Mark && BULLETS.contains(&token.text.as_str())
}

/// How many tokens at the beginning say no more than that this is a line of a list: a bullet, or a
/// number with a dot or a bracket, as `1.`, `1)` and `(1)`.
pub(super) fn bullet_length(tokens: &[Token]) -> usize {
    let is_number = |it: &Token| it.kind == TokenKind::Number;
    match tokens {
        [dash, tip, ..] if dash.text == "-" && tip.text == ">" => 2,
        [first, ..] if is_bullet(first) || first.text == "->" => 1,
        [first, ..] if is_number(first) && first.closes > 0 => 1,
        [first, dot, ..] if is_number(first) && dot.kind == TokenKind::Mark && dot.text == "." => 2,
        _ => 0,
    }
}
