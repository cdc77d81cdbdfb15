//! Which lines go on with the one above (`docs/order-language.md`, section 10).
//!
//! Not here: joining them (`join`).

use super::cut::Token;

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
