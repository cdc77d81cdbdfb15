//! What `[press]` of a campaign says, in words for its players.
//!
//! Not here: refusing letters (`intake::press`).

use crate::config::press::{LettersPassed, Press, Quiet};
use crate::lang::sheet::SheetNo;
use crate::lang::sheet_names::SheetNames;
use crate::report::PressAt;

/// The same for the templates of mails.
pub fn shown(press: &Press, names: &SheetNames) -> PressAt {
    PressAt {
        letters: press.letters.name().to_owned(),
        said: said(press, names),
    }
}

/// What is passed on between players; empty: letters, as everywhere.
pub fn said(press: &Press, names: &SheetNames) -> String {
    if press.letters == LettersPassed::Private && press.quiet.is_empty() {
        return String::new();
    }
    let letters = match press.letters {
        LettersPassed::Private => {
            "To write to a player, begin a reply with MESSAGE TO and the name of their seat."
        }
        LettersPassed::Public => {
            "No private letters are passed on here: MESSAGE TO ALL sends a letter to all players, \
             and the public report prints it."
        }
        LettersPassed::Anonymous => {
            "To write to a player, begin a reply with MESSAGE TO and the name of their seat; after \
             MESSAGE ANONYMOUS TO nobody learns who wrote. Such letters go out at the next full \
             hour, and one to all also to its writer."
        }
        LettersPassed::None => {
            "No letters are passed on between players here; MESSAGE TO REFEREE writes to the \
             referee."
        }
    };
    let robots = match press.letters {
        LettersPassed::None => "",
        _ => " Robots read no letters.",
    };
    let quiet = quiet(press, names).filter(|_| press.letters != LettersPassed::None);
    let quiet = quiet.map_or_else(String::new, |clause| {
        format!(" No letters are passed on while {clause}.")
    });
    format!("{letters}{robots}{quiet}")
}

/// While what no letters are passed on, as a clause; `None`: they always are.
pub fn quiet(press: &Press, names: &SheetNames) -> Option<String> {
    let clauses = press.quiet.iter().map(|quiet| match quiet {
        Quiet::Orders => "orders are awaited".to_owned(),
        Quiet::Questions => "a player is asked in the middle of a turn".to_owned(),
        Quiet::Part(part) if names.are_given() => {
            let first = SheetNo {
                turn: 1,
                part: *part,
            };
            format!(
                "orders for a sheet such as {} are awaited",
                names.name(first)
            )
        }
        Quiet::Part(_) => format!("orders for sheet {quiet} of a turn are awaited"),
    });
    let clauses: Vec<String> = clauses.collect();
    (!clauses.is_empty()).then(|| clauses.join(", or while "))
}
