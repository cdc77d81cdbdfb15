//! Mails about campaigns that cannot be opened, or about none: they know a name or two, and no
//! position.
//!
//! Not here: mails of campaigns that run (`letters`, `receipt`, `page`).

use super::frame::Place;
use super::joining::{Joining, OpenTable};
use super::templates::{Templates, value};
use super::text::{after_marks, counted, one_line, tidy};
use serde::Serialize;

/// What such a mail knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct DeskFrame {
    /// Name of the club.
    pub club: String,
    /// Id of the campaign; empty if it is about none.
    pub campaign: String,
    /// Name of the reader; empty for the referee.
    pub player: String,
}

/// What it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "mail", rename_all = "kebab-case")]
pub enum DeskMail {
    /// To the referee, and in the file `HALTED`: a campaign is halted.
    Halted {
        /// Since when, as printed.
        since: String,
        /// What went wrong.
        why: String,
        /// What to do, a step each.
        steps: Vec<String>,
        /// The campaign's folder, from the club's.
        folder: String,
    },
    /// To the referee: a campaign waits, for its campaign.toml cannot be read.
    Unread {
        /// What is wrong with it, with file and line.
        why: String,
    },
    /// To a player: the campaign is halted, and the mail waits.
    Waits,
    /// To a player whose mail belongs to no campaign.
    Astray {
        /// Why, without a full stop.
        why: String,
        /// The beginnings of openers that would be right.
        openers: Vec<String>,
        /// Whether it held no orders, and went to the referee.
        passed_on: bool,
    },
    /// To the referee: a player wrote to the club, about no campaign.
    Wrote {
        /// The player's name.
        name: String,
        /// The address, which an answer goes to.
        address: String,
        /// Where they play: `north in pre-21`.
        seats: Vec<String>,
        /// Whether the club's mail server vouches for them.
        vouched: bool,
        /// The subject; may be empty.
        subject: String,
        /// What they wrote.
        lines: Vec<String>,
        /// How many bytes of that are left out at its end.
        cut: u32,
        /// How many files came with it.
        files: u32,
        /// How many lines are left out because they read as orders.
        orders: u32,
        /// Where the whole mail is, from the club's folder.
        file: String,
    },
    /// To the referee: mails that nothing answered.
    Unheard {
        /// As many as have room.
        mails: Vec<Unanswered>,
        /// How many more there are.
        more: u32,
        /// The folder that `cur/` is in.
        maildir: String,
    },
    /// To somebody who plays nowhere here and wrote to the club.
    Stranger {
        /// The club's own address.
        club_address: String,
        /// The referee's.
        referee: String,
        /// What is played here, by title.
        games: Vec<String>,
    },
    /// To a player who wrote to a campaign that is in the archive: how it ended.
    Late {
        /// When it was over, as printed.
        ended: String,
        /// The places, best first; none: the referee has ended it.
        places: Vec<Place>,
    },
    /// To the referee: the record of a campaign that is over does not hold, so that it stays where
    /// it is.
    Kept,
    /// To a player: some of their mails were set aside.
    SetAside {
        /// How many.
        count: usize,
        /// When they came, as printed; the first ones of many.
        at: Vec<String>,
    },
    /// To the referee: mails were set aside.
    Aside {
        /// The first ones.
        mails: Vec<SetAside>,
        /// How many more there are.
        more: usize,
        /// The folder that `cur/` is in.
        maildir: String,
    },
    /// To the referee: a template of the club's own failed, and those compiled in took its place.
    Template {
        /// File, line, and what is wrong.
        failed: String,
    },
    /// To the referee: a mail can never be delivered.
    Undeliverable {
        /// For whom it was: `south, ben@example.net`.
        to: String,
        /// The seat; empty if it was for none.
        seat: String,
        /// Its subject.
        subject: String,
        /// Its key.
        key: String,
        /// The entry that holds it.
        entry: u32,
        /// What the mail server said.
        why: String,
    },
    /// To somebody who asked to watch a campaign, or no longer.
    Watch {
        /// What became of that.
        became: Watching,
        /// How many may watch a campaign.
        most: usize,
        /// The club's own address.
        club_address: String,
    },
    /// To somebody who looks for a seat.
    Join {
        /// What became of that.
        became: Joining,
        /// The club's own address.
        club_address: String,
        /// The referee's.
        referee: String,
    },
    /// To the referee: somebody wants a seat, and is to be admitted or not.
    Applies {
        /// Their name, as their mail has it.
        name: String,
        /// Their address.
        address: String,
        /// The title of the seat, if they named one.
        seat: Option<String>,
    },
    /// To the referee: somebody who stood by wants a seat that was offered to them.
    WantsSeat {
        /// Their name.
        name: String,
        /// Their address.
        address: String,
        /// The seat.
        seat: String,
        /// For which days, as the command takes them; empty: for good.
        dates: String,
    },
    /// To those who have a seat in a campaign that waits for players, and to the referee: who else
    /// does.
    Gathering {
        /// The reader's name; empty for the referee.
        name: String,
        /// Who has a seat: `Ana (France)`.
        players: Vec<String>,
        /// The campaign.
        table: OpenTable,
        /// The club's own address.
        club_address: String,
    },
    /// To somebody who wants that: the notices and reminders of a day, of all campaigns.
    Digest {
        /// What is told, oldest first.
        notices: Vec<DigestNotice>,
        /// What is left out, oldest of all, as there is no room: of which campaign, and how many.
        left_out: Vec<(String, u32)>,
    },
    /// To the referee: a mail to a player came back.
    Bounced {
        /// The player: `Ben, ben@example.net`.
        to: String,
        /// The seat.
        seat: String,
        /// What the mail server said.
        why: String,
        /// How bad things are with the address: `2 of 5 points`.
        points: String,
        /// Whether nothing more is sent there.
        stopped: bool,
    },
    /// To the referee: a mail came back for what is wrong with the club's own mail server.
    Refused {
        /// Whose server refused it.
        by: String,
        /// What is wrong, as the end of a sentence.
        what: String,
        /// What the mail server said.
        why: String,
        /// What to do about it.
        advice: String,
    },
}

/// What became of a request to watch a campaign, or no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watching {
    /// Its public reports come from now on.
    Begun,
    /// They came before.
    Already,
    /// No campaign of the name runs that the sender may watch; whether there is one at all is
    /// nobody's business.
    Closed,
    /// The referee must let the sender in: half of all places belong to their domain.
    Waits,
    /// As many watch it as may.
    Full,
    /// It is over.
    Over,
    /// The sender plays in it.
    Plays,
    /// The reports come no longer.
    Ended,
    /// They did not come.
    Never,
}

impl Watching {
    /// The same for the ledger.
    pub fn words(self) -> &'static str {
        match self {
            Watching::Begun => "its sender watches from now on",
            Watching::Already => "its sender watches already",
            Watching::Closed => "no running campaign of that name is open to its sender",
            Watching::Waits => {
                "half of the places belong to its sender's domain; it waits for \
                your decision"
            }
            Watching::Full => "the campaign has as many observers as it may have",
            Watching::Over => "the campaign is over",
            Watching::Plays => "its sender plays in the campaign",
            Watching::Ended => "its sender watches no longer",
            Watching::Never => "its sender did not watch",
        }
    }

    /// The same as a subject.
    fn subject(self) -> &'static str {
        match self {
            Watching::Begun => "you watch it from now on",
            Watching::Already => "you watch it already",
            Watching::Closed => "there is no such campaign to watch",
            Watching::Waits => "the referee must let you in",
            Watching::Full => "no more can watch it",
            Watching::Over => "it is over",
            Watching::Plays => "you play in it",
            Watching::Ended => "you get no more public reports",
            Watching::Never => "you got no public reports",
        }
    }
}

/// A mail that nothing answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unanswered {
    /// When it came, as printed.
    pub at: String,
    /// The address in `From`; may be empty.
    pub from: String,
    /// The name there; may be empty.
    pub name: String,
    /// Whether the club's mail server vouches for that address.
    pub vouched: bool,
    /// The subject; may be empty.
    pub subject: String,
    /// What became of it, in a sentence.
    pub became: String,
    /// What was written.
    pub lines: Vec<String>,
    /// How many bytes of that are left out at its end.
    pub cut: u32,
    /// How many files came with it.
    pub files: u32,
    /// How many lines are left out because they read as orders.
    pub orders: u32,
    /// The name of its file.
    pub file: String,
}

/// A notice or reminder in a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DigestNotice {
    /// The campaign it is of.
    pub campaign: String,
    /// When it was written, as printed.
    pub at: String,
    /// The subject that it would have as a mail of its own.
    pub subject: String,
    /// What it says.
    pub lines: Vec<String>,
    /// Whether an order sheet in it is left out.
    pub sheet: bool,
    /// Whether its end is left out.
    pub cut: bool,
}

/// A mail that was set aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SetAside {
    /// Its campaign.
    pub campaign: String,
    /// Where its file is.
    pub file: String,
    /// When that was, as printed.
    pub at: String,
    /// Where something was that may not be shown, and of what kind it was.
    pub why: String,
}

impl DeskMail {
    /// The subject, in one line.
    pub fn subject(&self, frame: &DeskFrame) -> String {
        let about = match self {
            DeskMail::Halted { .. } => "the campaign is halted and needs you".to_owned(),
            DeskMail::Unread { .. } => "it waits: its campaign.toml cannot be read".to_owned(),
            DeskMail::Waits => "the campaign is halted; your mail waits".to_owned(),
            DeskMail::Astray { passed_on, .. } => {
                if *passed_on {
                    "your mail was passed on to the referee".to_owned()
                } else {
                    "not filed: your mail could not be used".to_owned()
                }
            }
            DeskMail::Wrote { name, .. } => format!("{name} writes to you"),
            DeskMail::Unheard { mails, more, .. } => {
                let all = u32::try_from(mails.len()).unwrap_or(u32::MAX);
                let all = counted(all.saturating_add(*more), "mail", "mails");
                format!("{all} to the club without an answer")
            }
            DeskMail::Stranger { .. } => "your mail to the club".to_owned(),
            DeskMail::Late { .. } => "not filed: the game is over".to_owned(),
            DeskMail::Kept => "it is over, and its record has an error".to_owned(),
            DeskMail::SetAside { .. } => "a mail of yours was set aside".to_owned(),
            DeskMail::Aside { .. } => "mails were set aside".to_owned(),
            DeskMail::Template { .. } => "a template of the club fails".to_owned(),
            DeskMail::Undeliverable { to, .. } => format!("a mail to {to} cannot be delivered"),
            DeskMail::Watch { became, .. } => became.subject().to_owned(),
            DeskMail::Join { became, .. } => became.subject(),
            DeskMail::Applies { name, .. } => format!("{name} wants to join"),
            DeskMail::WantsSeat { name, seat, .. } => format!("{name} wants to play {seat}"),
            DeskMail::Gathering { table, .. } => match table.free {
                1 => "one seat is still free".to_owned(),
                free => format!("{free} seats are still free"),
            },
            DeskMail::Digest { notices, left_out } => {
                let left_out = left_out.iter().map(|it| it.1).sum::<u32>();
                let all = u32::try_from(notices.len()).unwrap_or(u32::MAX);
                let all = all.saturating_add(left_out);
                format!("your digest: {}", counted(all, "notice", "notices"))
            }
            DeskMail::Bounced { to, stopped, .. } => {
                if *stopped {
                    format!("mails to {to} come back and are no longer sent")
                } else {
                    format!("a mail to {to} came back")
                }
            }
            DeskMail::Refused { by, .. } => format!("{by} refuses mail from our server"),
        };
        one_line(&if frame.campaign.is_empty() {
            about
        } else {
            format!("[{}] {about}", frame.campaign)
        })
    }

    /// Where an answer to it goes, if not to the club.
    pub fn answer_to(&self) -> Option<&str> {
        match self {
            DeskMail::Wrote { address, .. } => Some(address),
            DeskMail::Stranger { referee, .. } => Some(referee),
            _ => None,
        }
    }

    /// With what came from elsewhere in one line each.
    fn cleaned(&self) -> DeskMail {
        let mut mail = self.clone();
        match &mut mail {
            DeskMail::Halted { why, steps, .. } => {
                *why = one_line(why);
                steps.iter_mut().for_each(|it| *it = one_line(it));
            }
            DeskMail::Astray { why, .. }
            | DeskMail::Bounced { why, .. }
            | DeskMail::Refused { why, .. }
            | DeskMail::Unread { why } => *why = one_line(why),
            DeskMail::Undeliverable { why, subject, .. } => {
                *why = one_line(why);
                *subject = one_line(subject);
            }
            DeskMail::Aside { mails, .. } => {
                for mail in mails {
                    mail.file = one_line(&mail.file);
                    mail.why = one_line(&mail.why);
                }
            }
            DeskMail::Template { failed } => *failed = one_line(failed),
            DeskMail::Wrote {
                name,
                subject,
                lines,
                ..
            } => {
                *name = one_line(name);
                *subject = one_line(subject);
                *lines = after_marks(&lines.join("\n"));
            }
            DeskMail::Unheard { mails, .. } => {
                for mail in mails {
                    mail.from = one_line(&mail.from);
                    mail.name = one_line(&mail.name);
                    mail.subject = one_line(&mail.subject);
                    mail.lines = after_marks(&mail.lines.join("\n"));
                }
            }
            DeskMail::Digest { notices, .. } => {
                for notice in notices {
                    notice.subject = one_line(&notice.subject);
                }
            }
            DeskMail::Applies { name, .. } | DeskMail::WantsSeat { name, .. } => {
                *name = one_line(name);
            }
            DeskMail::Waits
            | DeskMail::Join { .. }
            | DeskMail::Gathering { .. }
            | DeskMail::Stranger { .. }
            | DeskMail::Watch { .. }
            | DeskMail::Late { .. }
            | DeskMail::Kept
            | DeskMail::SetAside { .. } => {}
        }
        mail
    }
}

#[derive(Debug, Serialize)]
struct Context {
    #[serde(flatten)]
    frame: DeskFrame,
    #[serde(flatten)]
    mail: DeskMail,
}

impl Templates {
    /// A mail about a campaign that cannot be opened, or about none.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn desk_mail(&self, frame: &DeskFrame, mail: &DeskMail) -> Result<String, String> {
        let frame = DeskFrame {
            club: one_line(&frame.club),
            campaign: one_line(&frame.campaign),
            player: one_line(&frame.player),
        };
        let context = Context {
            frame,
            mail: mail.cleaned(),
        };
        Ok(tidy(&self.render("_common/desk.txt", &value(&context))?))
    }
}
