//! What a game owes those who keep its campaigns: stored shapes that stay readable, and secrets
//! that stay secret.
//!
//! Not here: what must hold of a state (its [`Checked`](super::stored::Checked)).

use super::rules::Rules;
use super::secrets::Look;
use crate::textfile::head::FileKind;
use crate::textfile::migrate::Migration;

/// What [`Keeping::TOLD`] counts, of what the engine records for all games.
///
/// 1: which part after ELSE was used, and why those before it were not.
pub(super) const TOLD_BY_ENGINE: u32 = 1;

/// How the campaigns of a game are kept.
pub trait Keeping: Rules {
    /// Version of the stored shape of state, choices, orders and events.
    const FORMAT: u32;
    /// Version of the behaviour: raise it when the same inputs may lead somewhere else.
    const REVISION: u32;
    /// Version of what is recorded of the results of orders besides: raise it when the same play
    /// ends lines otherwise or for other reasons. A campaign that was told otherwise is proved all
    /// the same, but for those results.
    const TOLD: u32 = 0;

    /// How older stored shapes of a kind of file (state, book or journal) become today's. A book
    /// in which orders or tests are stored otherwise has its lines read again from their text
    /// ([`super::reread`]).
    fn migrations(kind: FileKind) -> Vec<Migration> {
        let _ = kind;
        Vec::new()
    }

    /// Where hidden things are, and who sees them. Of that the engine makes three nets:
    ///
    /// - the check, after every step, that nothing is lost;
    /// - *other positions* that a viewer must not be able to tell from this one. Before any mail
    ///   goes out, its reader's page of such a position is held against their page of the true
    ///   one;
    /// - *phrases that no mail to a viewer may hold*, written as a page for somebody else would:
    ///   the last net under what goes out, after views, audiences and types. A mail that holds one
    ///   is not sent; the campaign is halted until the referee has looked.
    ///
    /// Each pool of things is named with all its places, open ones too ([`Look::pool`]), and each
    /// value that only its owner knows with all that it might be ([`Look::sealed`]). Nothing may be
    /// changed here but through `look`. A game in which all is open leaves it alone; when it is
    /// over nothing is hidden.
    ///
    /// Of the phrases an author must think about four things.
    /// - *What is hidden now?* Hands, plans, decks. A state with such things has phrases for every
    ///   seat.
    /// - *How would it be printed?* Look at the game's templates and its order sheet, and take
    ///   whole phrases from there: `Your hidden card adds 2.`, `BELLONA (red`. A bare code or a
    ///   number is in honest mails too. Capitals, line breaks and the number of spaces do not
    ///   matter; words count whole.
    /// - *Where may it appear all the same?* A report says what happened before this state came
    ///   about: what was dealt, played and discarded in earlier rounds. A phrase that events
    ///   report in the same words is none; nor one that is just as true of the viewer. What viewers
    ///   wrote themselves, or were sent before and ask for again, need not be thought of.
    /// - *Is it one of several?* All cards not yet seen may be listed for everybody, two of the
    ///   three may not: that is [`Hidden::Among`](super::secrets::Hidden::Among).
    ///
    /// For example, of a card each seat holds: the phrases of all other cards, minus that of the
    /// viewer's own (as in the toy `skirmish`). What a viewer could only infer from how others
    /// played need not be kept in another position.
    ///
    /// Lines of other seats and their order sheets are seen to by the engine, for all games.
    fn secrets(&self, state: &mut Self::State, look: &mut Look<'_>) {
        let _ = (state, look);
    }
}
