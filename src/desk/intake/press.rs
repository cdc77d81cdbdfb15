//! Letters that a campaign does not pass on: `[press]` says which, and when.
//!
//! Not here: what it says, in words (`club::press`), and passing letters on (`request`).

use crate::config::press::LettersPassed;
use crate::desk::club::press::quiet;
use crate::desk::entry::builder::EntryBuilder;
use crate::lang::letter::{Letter, To};
use crate::report::LetterSent;
use crate::store::entry::Stop;

/// Characters of a letter that are given back; longer ones are cut.
const GIVEN_BACK_MAX: usize = 4_000;

/// A letter that this campaign does not pass on now; `None`: it does.
pub fn refused(work: &EntryBuilder<'_>, letter: &Letter) -> Option<LetterSent> {
    let press = &work.campaign.config.press;
    if let To::Newspaper { .. } = letter.to {
        let none = press.letters == LettersPassed::None;
        let why = "in this campaign nothing is passed on between players";
        return none.then(|| LetterSent::NotPrinted {
            why: why.to_owned(),
        });
    }
    let why = why(work, &letter.to)?;
    let mut text: String = letter.text.chars().take(GIVEN_BACK_MAX).collect();
    if text.len() < letter.text.len() {
        text.push_str("\n[...]");
    }
    Some(LetterSent::given_back(why, &text))
}

fn why(work: &EntryBuilder<'_>, to: &To) -> Option<String> {
    let press = &work.campaign.config.press;
    let (named, unsigned) = match to {
        To::Seats(named) => (named, false),
        To::Unsigned(named) => (named, true),
        To::Referee | To::Newspaper { .. } | To::Writer => return None,
    };
    let why = match press.letters {
        LettersPassed::None => {
            "in this campaign no letters are passed on between players. MESSAGE TO REFEREE writes \
             to the referee"
        }
        LettersPassed::Public if unsigned || !named.is_empty() => {
            "in this campaign letters are for everybody. MESSAGE TO ALL sends one to all players, \
             and the public report prints it"
        }
        LettersPassed::Private if unsigned => {
            "in this campaign letters have the name of their writer. To send it with yours, write \
             MESSAGE TO instead of MESSAGE ANONYMOUS TO"
        }
        LettersPassed::Private | LettersPassed::Public | LettersPassed::Anonymous => "",
    };
    if !why.is_empty() {
        return Some(why.to_owned());
    }
    let (sheet, asking) = match work.desk.stop {
        Stop::Gate => (work.campaign.table.sheet(), false),
        Stop::Interrupt => (work.campaign.table.sheet(), true),
        Stop::Over => return None,
    };
    let is_quiet = press.is_quiet(sheet, asking);
    let while_ = quiet(press, work.campaign.sheet_names()).filter(|_| is_quiet)?;
    Some(format!(
        "in this campaign no letters are passed on while {while_}. Send it again afterwards"
    ))
}
