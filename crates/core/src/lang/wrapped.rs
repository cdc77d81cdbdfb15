//! Which lines go on with the one above (`docs/order-language.md`, section 10), and which are of a
//! list.
//!
//! Not here: joining them (`join`).

use super::cut::{Kind, Token};

/// What stands before each line of a list.
const BULLETS: [&str; 4] = ["-", "*", "\u{2022}", "\u{b7}"];

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

/// What stands behind the `;` of a comment that is set in further, as the rest of a suggestion of
/// ours is; its words stand where they stood.
pub(super) fn rest_of_suggestion(raw: &str) -> Option<String> {
    let rest = raw.strip_prefix(";  ")?;
    Some(format!("   {rest}"))
}

/// Whether this begins a line of a list.
pub(super) fn is_bullet(it: &Token) -> bool {
    it.kind == Kind::Mark && BULLETS.contains(&it.text.as_str())
}
