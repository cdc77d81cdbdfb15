//! All mails that are neither reports nor receipts: refusals, letters between seats, reminders,
//! and what is reported to the referee.
//!
//! Not here: to whom they go (`desk`), and mails about campaigns that cannot be opened
//! (`desk_mail`).

use super::frame::{Frame, Place};
use super::templates::{Templates, value};
use super::text::{LETTER_MARK, WIDTH, after_marks, one_line, tidy, wrap};
use packetboat_core::engine::rules::Outcome;
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is before the rest of a deed that takes more than one line.
const DEED_MARK: &str = "  :   ";

/// A letter from one seat to others, or from the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerLetter {
    /// Who wrote it.
    pub from: Writer,
    /// To whom besides the reader, by seat; empty: to the reader alone.
    pub also_to: Vec<Seat>,
    /// The lines as written.
    pub text: String,
}

/// Who writes a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Writer {
    /// Another seat.
    Seat(Seat),
    /// A player who is not named.
    Nobody {
        /// Whether all players get it.
        all: bool,
    },
    /// The referee.
    Referee {
        /// Where answers go.
        address: String,
    },
}

/// A mail to a player that answers nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "notice", rename_all = "kebab-case")]
pub enum Notice {
    /// Somebody without proof wrote for this seat, and nothing of it is kept.
    Refusal {
        /// The address it came from, as the mail says.
        address: String,
        /// What was tried: the opener of its block, in our spelling; empty if there was none.
        opener: String,
    },
    /// Orders came without proof, or with it in a mail that a machine may have written; what they
    /// say is kept until the reader says yes.
    Confirm {
        /// The address they came from, as the mail says.
        address: String,
        /// With proof: the field in the head of the mail that says so. Empty: without proof.
        mark: String,
        /// Whether they came to the reply address of our mails, from an address that a yes makes
        /// one of the reader's.
        newcomer: bool,
        /// Whether our own mail server says that they are not from where they say.
        disowned: bool,
        /// For which sheet.
        asked: SheetNo,
        /// All that a yes does, in our words; empty if it is too much.
        deeds: Vec<String>,
        /// How much it is.
        count: usize,
        /// What no yes does and was left out, in our words.
        withheld: Vec<&'static str>,
        /// How many lines were not understood.
        unread: usize,
        /// The sheets that count as sent then, as printed.
        sheets: Vec<String>,
        /// Those of them whose lines it replaces.
        replaces: Vec<String>,
        /// Whether there are standing lines among them.
        stands: bool,
        /// What to send back; empty: no yes does so much.
        block: String,
    },
    /// A mail came to the reply address of ours, from an address that nobody has said yes to, and
    /// nothing in it can be asked about by itself.
    Newcomer {
        /// The address it came from, as the mail says.
        address: String,
        /// What to send back to say that the address is the reader's.
        block: String,
    },
    /// What became of mails beyond the answers of a day.
    Summary {
        /// How many filed orders.
        filed: u32,
        /// How many filed none and asked or said something else.
        asked: u32,
        /// How many could not be used.
        refused: u32,
        /// How many held orders of which nothing was filed.
        unfiled: u32,
        /// When the first of those came, as printed.
        unfiled_at: Vec<String>,
        /// How many were words for people that were passed on.
        letters: u32,
        /// How many were words for people that were not.
        lost_letters: u32,
        /// The seat's order sheet, as [`super::order_sheet`] gives it.
        order_sheet: String,
    },
    /// The deadline is near and no sheet is in.
    Reminder {
        /// How long there is still: `6 hours`; empty: no time is set, or it is over.
        left: String,
        /// Whether a sheet of before the seat was called is in, and only GOAHEAD is wanted.
        ahead: bool,
        /// What the seat is asked in the middle of a turn; empty: orders are wanted.
        questions: Vec<String>,
        /// What becomes of that if nothing else comes, a clause each.
        answers: Vec<String>,
        /// The subject of the receipt whose sheet waits for an OK; empty: none does.
        offered: String,
        /// What follows if nothing comes; `None`: nothing is counted.
        missing: Option<Missing>,
        /// The referee's words, if it was the referee who reminds; may be empty.
        why: String,
        /// The seat's order sheet, as [`super::order_sheet`] gives it.
        order_sheet: String,
    },
    /// The deadline has moved; the frame says to when.
    Extended {
        /// Why, in the referee's words; may be empty.
        why: String,
    },
    /// Too few have written when the turn was to close, so it is held.
    Silent,
    /// The referee holds the campaign.
    Held {
        /// Why, in the referee's words; may be empty.
        why: String,
    },
    /// The referee has gone back; the frame says to which turn.
    RolledBack {
        /// How many entries of the record were undone; 0: none, but the end of it was lost.
        entries: u32,
        /// How many answers to mails of the seat's had not left, and never will.
        answers: u32,
        /// Whether the dice are founded again.
        new_dice: bool,
        /// Why, in the referee's words; may be empty.
        why: String,
    },
    /// It goes on again.
    Released {
        /// Whether the deadline passed meanwhile, so that the turn is closed now.
        closes: bool,
        /// Why, in the referee's words; may be empty.
        why: String,
    },
    /// Another seat is away.
    Away {
        /// The seat.
        seat: Seat,
        /// When, as printed.
        dates: Vec<String>,
        /// Whether the deadline has moved for it; the frame says to when.
        moved: bool,
    },
    /// The deadline has moved, as some seat is away; which one is nobody's business.
    Later,
    /// Another seat is not away after all.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// The player of another seat has left the game.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// Another seat has another player; the frame says whom.
    Replaced {
        /// The seat.
        seat: Seat,
    },
    /// Somebody plays a seat for its player for some days, or no longer.
    Substitute {
        /// The seat.
        seat: Seat,
        /// To whom this is said, and what.
        says: SubstituteSays,
    },
    /// To the address that the player of a seat had until now.
    Moved {
        /// The seat.
        seat: Seat,
        /// Why, in the referee's words; may be empty.
        why: String,
    },
    /// To the player who had the seat until now.
    Farewell {
        /// The seat.
        seat: Seat,
        /// Why, in the referee's words; may be empty.
        why: String,
    },
}

/// What is said of a substitute, and to whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "says", rename_all = "kebab-case")]
pub enum SubstituteSays {
    /// To the seat's player: there is one.
    Found {
        /// Their name; empty where nobody learns names.
        name: String,
        /// On which days, as printed.
        dates: String,
    },
    /// To the other players: there is one.
    Plays,
    /// To the other players: there is none any more.
    Gone,
    /// To the substitute: the time is over.
    Thanks {
        /// Whether the player is back before it was over.
        early: bool,
    },
}

impl SubstituteSays {
    fn in_one_line(self) -> Self {
        match self {
            SubstituteSays::Found { name, dates } => SubstituteSays::Found {
                name: one_line(&name),
                dates,
            },
            said => said,
        }
    }
}

impl Notice {
    fn about(&self) -> Option<Seat> {
        match self {
            Notice::Away { seat, .. }
            | Notice::Back { seat }
            | Notice::Left { seat }
            | Notice::Replaced { seat }
            | Notice::Moved { seat, .. }
            | Notice::Substitute { seat, .. }
            | Notice::Farewell { seat, .. } => Some(*seat),
            Notice::Refusal { .. }
            | Notice::Confirm { .. }
            | Notice::Newcomer { .. }
            | Notice::Summary { .. }
            | Notice::Reminder { .. }
            | Notice::Extended { .. }
            | Notice::Silent
            | Notice::Later
            | Notice::Held { .. }
            | Notice::RolledBack { .. }
            | Notice::Released { .. } => None,
        }
    }
}

/// What follows if no orders come of a seat, besides that the defaults are played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// How often more time is still given to the seat before they count as missed.
    pub extensions: u32,
    /// How much, as printed; empty: none is given in this campaign.
    pub by: String,
    /// How many sheets the seat has missed in a row, with this one.
    pub missed: u32,
    /// With this one, a robot plays for it from the next turn on.
    pub robot: bool,
    /// With this one, nobody waits for it from the next turn on.
    pub skipped: bool,
}

/// A mail to the referee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "about", rename_all = "kebab-case")]
pub enum RefereeMail {
    /// So many called seats are silent that the campaign is held.
    Silent {
        /// The silent seats.
        seats: Vec<Seat>,
        /// How many were called.
        called: u32,
        /// Whether it is the one who referees, a person at the table.
        refereed: bool,
    },
    /// No mail was read for a while before a deadline, not for the first time: the campaign is
    /// held.
    Outage {
        /// Since when, as printed.
        from: String,
        /// Until when, as printed.
        to: String,
    },
    /// A seat has missed several sheets in a row.
    Missed {
        /// The seat.
        seat: Seat,
        /// How many.
        sheets: u32,
    },
    /// A substitute plays a seat for its player, or no longer.
    Substitute {
        /// The seat.
        seat: Seat,
        /// Who it is.
        name: String,
        /// When, as printed; empty: their time is over.
        dates: String,
    },
    /// A player leaves.
    Resigned {
        /// The seat.
        seat: Seat,
    },
    /// A player has written words, and no orders.
    Words {
        /// The seat.
        seat: Seat,
        /// What was written.
        text: String,
    },
    /// A seat is away.
    Away {
        /// The seat.
        seat: Seat,
        /// When, as printed; empty: not after all.
        dates: Vec<String>,
        /// Whether the deadline has moved for it; the frame says to when.
        moved: bool,
    },
    /// Reports wait until the referee has looked at them.
    Review {
        /// The entry before the one that made them.
        behind: u32,
    },
    /// The campaign is over.
    Over {
        /// How it ended.
        outcome: Outcome,
        /// The points of each seat, where the game keeps them.
        points: BTreeMap<Seat, i64>,
        /// Whether the last reports wait until the referee has looked at them.
        under_review: bool,
    },
}

/// A question with what strangers wrote made harmless, each deed after the mark of a letter.
fn asked(mut notice: Notice) -> Notice {
    if let Notice::Confirm {
        address,
        mark,
        deeds,
        ..
    } = &mut notice
    {
        *address = one_line(address);
        *mark = one_line(mark);
        let rows = deeds.iter().map(|it| one_line(it));
        let rows = rows.flat_map(|it| wrap(&it, WIDTH, LETTER_MARK, DEED_MARK));
        *deeds = rows.collect();
    }
    notice
}

/// What the templates are given besides the frame.
#[derive(Debug, Serialize)]
struct Context<'a, T: Serialize> {
    #[serde(flatten)]
    frame: &'a Frame,
    #[serde(flatten)]
    what: &'a T,
    places: Vec<Place>,
    names: Vec<String>,
}

#[derive(Debug, Serialize)]
struct BelowPublic<'a> {
    campaign: &'a str,
    line: &'a str,
    to: &'a str,
}

#[derive(Debug, Serialize)]
struct LetterContext {
    #[serde(flatten)]
    frame: Frame,
    from: String,
    /// Empty: the referee.
    from_seat: String,
    /// The referee's address; else empty.
    answer_to: String,
    /// Whether its writer is not named.
    unsigned: bool,
    /// Whether all players get that.
    to_all: bool,
    also_to: Vec<String>,
    lines: Vec<String>,
}

impl Templates {
    /// A letter from another seat or the referee, for the seat of the frame.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn letter(&self, frame: &Frame, letter: &PlayerLetter) -> Result<String, String> {
        let frame = frame.cleaned();
        let lines = after_marks(&letter.text);
        let (from, from_seat, answer_to) = match &letter.from {
            Writer::Seat(seat) => (frame.name_of(*seat), seat.to_string(), String::new()),
            Writer::Nobody { .. } => ("somebody".to_owned(), String::new(), String::new()),
            Writer::Referee { address } => {
                ("the referee".to_owned(), String::new(), address.clone())
            }
        };
        let context = LetterContext {
            from,
            from_seat,
            answer_to,
            unsigned: matches!(letter.from, Writer::Nobody { .. }),
            to_all: matches!(letter.from, Writer::Nobody { all: true }),
            also_to: letter.also_to.iter().map(|it| frame.name_of(*it)).collect(),
            lines,
            frame,
        };
        let text = self.render("_common/letter.txt", &value(&context))?;
        Ok(tidy(&text))
    }

    /// What is below the public report in a mail to an observer: how to get no more of them, by
    /// this line to this address.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn below_public(&self, frame: &Frame, line: &str, to: &str) -> Result<String, String> {
        let context = BelowPublic {
            campaign: &frame.campaign,
            line,
            to,
        };
        let text = self.render("_common/observer.txt", &value(&context))?;
        Ok(tidy(&text))
    }

    /// A mail to a player that answers nothing.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn notice(&self, frame: &Frame, notice: &Notice) -> Result<String, String> {
        let notice = match notice {
            Notice::Refusal { address, opener } => Notice::Refusal {
                address: one_line(address),
                opener: one_line(opener.trim_start_matches(['#', ' '])),
            },
            Notice::Confirm { .. } => asked(notice.clone()),
            Notice::Newcomer { address, block } => Notice::Newcomer {
                address: one_line(address),
                block: block.clone(),
            },
            Notice::Silent => Notice::Silent,
            Notice::Held { why } => Notice::Held { why: one_line(why) },
            Notice::Extended { why } => Notice::Extended { why: one_line(why) },
            Notice::Moved { seat, why } => Notice::Moved {
                seat: *seat,
                why: one_line(why),
            },
            Notice::Farewell { seat, why } => Notice::Farewell {
                seat: *seat,
                why: one_line(why),
            },
            Notice::Reminder {
                left,
                ahead,
                questions,
                answers,
                offered,
                missing,
                why,
                order_sheet,
            } => Notice::Reminder {
                left: left.clone(),
                ahead: *ahead,
                questions: questions.clone(),
                answers: answers.clone(),
                offered: one_line(offered),
                missing: missing.clone(),
                why: one_line(why),
                order_sheet: order_sheet.clone(),
            },
            Notice::Released { closes, why } => Notice::Released {
                closes: *closes,
                why: one_line(why),
            },
            Notice::RolledBack {
                entries,
                answers,
                new_dice,
                why,
            } => Notice::RolledBack {
                entries: *entries,
                answers: *answers,
                new_dice: *new_dice,
                why: one_line(why),
            },
            Notice::Summary { .. }
            | Notice::Away { .. }
            | Notice::Back { .. }
            | Notice::Left { .. }
            | Notice::Later
            | Notice::Replaced { .. } => notice.clone(),
            Notice::Substitute { seat, says } => Notice::Substitute {
                seat: *seat,
                says: says.clone().in_one_line(),
            },
        };
        let seats: Vec<Seat> = notice.about().into_iter().collect();
        self.other_mail("_common/notice.txt", frame, &notice, (Vec::new(), &seats))
    }

    /// A mail to the referee.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn to_referee(&self, frame: &Frame, what: &RefereeMail) -> Result<String, String> {
        let what = &match what {
            RefereeMail::Words { seat, text } => RefereeMail::Words {
                seat: *seat,
                text: after_marks(text).join("\n"),
            },
            other => other.clone(),
        };
        let (places, seats) = match what {
            RefereeMail::Over {
                outcome, points, ..
            } => (frame.cleaned().places(outcome, points), Vec::new()),
            RefereeMail::Silent { seats, .. } => (Vec::new(), seats.clone()),
            RefereeMail::Review { .. } | RefereeMail::Outage { .. } => (Vec::new(), Vec::new()),
            RefereeMail::Missed { seat, .. }
            | RefereeMail::Resigned { seat }
            | RefereeMail::Substitute { seat, .. }
            | RefereeMail::Words { seat, .. }
            | RefereeMail::Away { seat, .. } => (Vec::new(), vec![*seat]),
        };
        self.other_mail("_common/referee.txt", frame, what, (places, &seats))
    }

    fn other_mail<T: Serialize>(
        &self,
        template: &str,
        frame: &Frame,
        what: &T,
        (places, seats): (Vec<Place>, &[Seat]),
    ) -> Result<String, String> {
        let frame = frame.cleaned();
        let context = Context {
            names: seats.iter().map(|it| frame.name_of(*it)).collect(),
            frame: &frame,
            what,
            places,
        };
        let text = self.render(template, &value(&context))?;
        Ok(tidy(&text))
    }
}
