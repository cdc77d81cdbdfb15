//! How much people are answered who play in no campaign of the club (`desk/strangers.toml`): each
//! once a day, a domain so often, and all together so often. What they ask for is done all the
//! same; the answer alone is left out. So nobody has the club mail half the world, and the mails
//! that a provider lets through in a day are left for reports.
//!
//! How many letters of players go to the referee at once is counted here too. Not here: what
//! strangers may ask for (`watch`, `unmatched`), and answers to players (`rate_limit`).

use crate::clock::Moment;
use crate::clock::length::Length;
use crate::desk::club::addresses::Addresses;
use crate::desk::club::desk_file;
use crate::desk::club::open::Club;
use crate::mail::domain::{is_great_house, registered};
use crate::report::counted;
use crate::store::fs::Access;
use crate::store::question::{DAY, of_today};
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Strangers, 1);

/// How many answers go to all strangers together in a day.
const ANSWERS_MAX: usize = 50;

/// How many of them to one domain.
const OF_DOMAIN_MAX: usize = 10;

/// The same of one where everybody may live.
const OF_HOUSE_MAX: usize = 100;

/// How many answers somebody gets in a day who looks for a seat.
const HEARD_MAX: usize = 4;

/// How long nobody gets the mail again that says what this club is.
const GREETED: Length = Length::hours(7 * 24);

/// How many letters from one address of a player's go to the referee at once in a day; more wait
/// for the daily mail, as do those of anyone who borrows the addresses of all.
const LETTERS_OF_ONE_MAX: usize = 3;

/// How many of all players.
const LETTERS_MAX: usize = 30;

/// What strangers were answered of late.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strangers {
    /// Oldest first.
    #[serde(default, rename = "answer", skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Answered>,
    /// What was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unanswered: Option<Unanswered>,
    /// Who got of late the mail that says what this club is, oldest first.
    #[serde(default, rename = "greeting", skip_serializing_if = "Vec::is_empty")]
    greeted: Vec<Answered>,
    /// Letters of players that went to the referee at once, oldest first.
    #[serde(default, rename = "letter", skip_serializing_if = "Vec::is_empty")]
    passed_on: Vec<Answered>,
    #[serde(skip)]
    is_changed: bool,
}

/// Whether somebody may get the mail that says what this club is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greeting {
    /// Now.
    Now,
    /// They got it less than a week ago.
    Lately,
    /// The answers of a day are used up.
    Spent,
}

/// An answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    /// To whom, in small letters.
    to: String,
    /// When the answer was sent.
    at: Moment,
    /// By which mail it was asked for: a second copy gets the same answer.
    mail: String,
}

/// Requests that were not answered, in the day that began with the first of them.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unanswered {
    since: Moment,
    count: u32,
}

impl Answered {
    fn of((to, mail): (&str, &str), now: Moment) -> Self {
        Answered {
            to: to.to_ascii_lowercase(),
            at: now,
            mail: mail.to_owned(),
        }
    }

    fn is_same(&self, other: &Answered) -> bool {
        self.mail == other.mail && self.to == other.to
    }
}

impl Strangers {
    /// Reads what they were answered.
    ///
    /// # Errors
    /// The disk's, or a file that cannot be read.
    pub fn read(club: &Club) -> anyhow::Result<Self> {
        desk_file::read(club, &club.layout.strangers(), SHAPE)
    }

    /// Keeps it, if there is something new.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep(&mut self, club: &Club) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_changed) {
            desk_file::write(club, &club.layout.strangers(), SHAPE, self, Access::Private)?;
        }
        Ok(())
    }

    /// Reads it, unless it was read before.
    ///
    /// # Errors
    /// As for [`Strangers::read`].
    pub fn once<'s>(club: &Club, read: &'s mut Option<Self>) -> anyhow::Result<&'s mut Self> {
        if read.is_none() {
            *read = Some(Strangers::read(club)?);
        }
        Ok(read.as_mut().expect("it was read just now"))
    }

    /// Whether a stranger may get, for this mail, the one that says what this club is.
    pub fn may_greet(
        &mut self,
        (to, mail): (&str, &str),
        now: Moment,
        players: &mut Addresses<'_>,
    ) -> Greeting {
        let asked = Answered::of((to, mail), now);
        if self.greeted.iter().any(|it| asked.is_same(it)) {
            return Greeting::Now;
        }
        self.greeted.retain(|it| now < it.at.plus(GREETED));
        if self.greeted.iter().any(|it| it.to == asked.to) {
            return Greeting::Lately;
        }
        if !self.may_answer((to, mail), now, players) {
            return Greeting::Spent;
        }
        self.greeted.push(asked);
        self.is_changed = true;
        Greeting::Now
    }

    /// Whether this letter from a player's address goes to the referee at once.
    pub fn may_pass_on(&mut self, (from, mail): (&str, &str), now: Moment) -> bool {
        let asked = Answered::of((from, mail), now);
        if self.passed_on.iter().any(|it| asked.is_same(it)) {
            return true;
        }
        self.passed_on.retain(|it| now < it.at.plus(DAY));
        let own = self.passed_on.iter().filter(|it| it.to == asked.to);
        if own.count() >= LETTERS_OF_ONE_MAX || self.passed_on.len() >= LETTERS_MAX {
            return false;
        }
        self.passed_on.push(asked);
        self.is_changed = true;
        true
    }

    /// Whether somebody who looks for a seat is answered: a few mails a day, since one leads to the
    /// next.
    pub fn may_hear(
        &mut self,
        (to, mail): (&str, &str),
        now: Moment,
        players: &mut Addresses<'_>,
    ) -> bool {
        self.may_answer_so_often((to, mail), now, (HEARD_MAX, players))
    }

    /// Whether this mail of theirs is answered: counted, unless a player has written it.
    pub fn may_answer(
        &mut self,
        (to, mail): (&str, &str),
        now: Moment,
        players: &mut Addresses<'_>,
    ) -> bool {
        self.may_answer_so_often((to, mail), now, (1, players))
    }

    fn may_answer_so_often(
        &mut self,
        (to, mail): (&str, &str),
        now: Moment,
        (of_one, players): (usize, &mut Addresses<'_>),
    ) -> bool {
        let asked = Answered::of((to, mail), now);
        if self.answers.iter().any(|it| asked.is_same(it)) {
            return true;
        }
        let before = self.answers.len();
        self.answers.retain(|it| now < it.at.plus(DAY));
        self.is_changed |= self.answers.len() != before;
        if !self.has_room(&asked.to, of_one) {
            // Looked up last: it reads every campaign, once a tick.
            return players.has(&asked.to) || self.leave_out(now);
        }
        self.answers.push(asked);
        self.is_changed = true;
        true
    }

    fn has_room(&self, to: &str, of_one: usize) -> bool {
        let domain = registered(to);
        let of_domain = self
            .answers
            .iter()
            .filter(|it| registered(&it.to) == domain);
        let most = if is_great_house(&domain) {
            OF_HOUSE_MAX
        } else {
            OF_DOMAIN_MAX
        };
        self.answers.len() < ANSWERS_MAX
            && of_domain.count() < most
            && self.answers.iter().filter(|it| it.to == to).count() < of_one
    }

    fn leave_out(&mut self, now: Moment) -> bool {
        let anew = Unanswered {
            since: now,
            count: 0,
        };
        let today = of_today(self.unanswered, |it| it.since, now, anew);
        self.unanswered = Some(Unanswered {
            count: today.count.saturating_add(1),
            ..today
        });
        self.is_changed = true;
        false
    }
}

/// What the referee may want to know of it, in a line; `None`: nothing.
pub fn told(club: &Club, now: Moment) -> Option<String> {
    let unanswered = Strangers::read(club).ok()?.unanswered;
    let today = unanswered.filter(|it| now < it.since.plus(DAY))?;
    let mails = counted(today.count, "mail", "mails");
    Some(format!(
        "strangers: {mails} from people who do not play here got no answer in the last day; the \
         answers for a day were used up (one each, {OF_DOMAIN_MAX} a domain, {ANSWERS_MAX} in all)"
    ))
}
