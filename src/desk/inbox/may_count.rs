//! Whether a mail may be a player's, for all that its heads say of machines and lists.
//!
//! Not here: reading those marks (`mail::classify`), and what becomes of such a mail
//! (`by_machine`).

use super::opened::OpenedMail;
use crate::lang::block;
use crate::mail::classify::WithProof;
use crate::mail::cut::{is_opener, unquoted};
use crate::mail::token::Token;
use crate::mail::{Body, Class, Incoming};

/// Whether a mail may be a player's for all that its class says: it is a person's, or it brings
/// something that may be a proof, and what may be orders. The others change nothing, and no
/// campaign is opened for them.
pub fn may_count(mail: &OpenedMail, token: Option<&Token>) -> bool {
    let holds_orders = match (mail.class, mail.class.with_proof()) {
        (Class::Orders, _) => return true,
        // What is there besides a block only the token proves.
        (_, WithProof::AsAny) if token.is_some() => true,
        (_, WithProof::Asked) if token.is_some() => holds_opener(mail) || has_own_text(mail),
        (_, WithProof::AsAny) => holds_opener(mail) || !is_text(&mail.body),
        (_, WithProof::Asked) => mail.body.has_opener(),
        (_, WithProof::Never) => false,
    };
    holds_orders && (token.is_some() || mail.vouched || tells_word(mail))
}

/// Whether there are words above what a mail quotes.
fn has_own_text(mail: &OpenedMail) -> bool {
    mail.above().any(|it| !it.text.trim().is_empty())
}

/// Whether a line begins like an opener, in a quotation or not.
fn holds_opener(mail: &Incoming) -> bool {
    let mut lines = mail.body.lines().iter();
    lines.any(|it| is_opener(unquoted(&it.text)))
}

/// What can be read; nothing at all is as good as words without orders.
pub fn is_text(body: &Body) -> bool {
    matches!(body, Body::Text(_) | Body::Empty)
}

/// Whether there is a password, or the code of a question.
fn tells_word(mail: &Incoming) -> bool {
    let mut lines = mail.body.lines().iter().filter(|it| it.is_live());
    lines.any(|line| {
        let password = is_opener(&line.text).then(|| block::password(&line.text));
        password.flatten().is_some() || code_in(&line.text).is_some()
    })
}

/// The code in a line that says `CONFIRM`.
pub fn code_in(line: &str) -> Option<String> {
    let live = line.split(';').next()?;
    let mut words = live.split_whitespace();
    let confirms = words.next()?.eq_ignore_ascii_case("CONFIRM");
    let code = words.next().unwrap_or_default().trim_end_matches('.');
    confirms.then(|| code.to_owned())
}
