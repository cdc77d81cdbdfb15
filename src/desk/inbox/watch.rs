//! `WATCH campaign` in a mail to the club: its sender gets the public reports from now on, or with
//! `NONE` no longer.
//!
//! Only whom the club's own mail server vouches for is believed and answered: with
//! anything less, somebody could have us mail a third person. The code that stands in the mails to
//! an observer ends them too, from any address, and does nothing else. Each request is answered
//! once a day. Not here: who watches (`watchers`), and what they are sent (`publish`).

use super::opened::OpenedMail;
use super::strangers::Strangers;
use crate::clock::Moment;
use crate::config::address::Address;
use crate::config::public::OBSERVERS_MAX;
use crate::desk::club::addresses::Addresses;
use crate::desk::club::campaign::Roster;
use crate::desk::club::errors::{CampaignError, fault};
use crate::desk::club::ledger::LedgerLine;
use crate::desk::club::open::Club;
use crate::desk::outbox::bounces::Bounces;
use crate::desk::outbox::desk_letters::{self, DeskLetter, Reader};
use crate::desk::outbox::reply_addresses::Returns;
use crate::desk::outbox::watchers::{Watchers, is_named};
use crate::lang::courtesy;
use crate::mail::Class;
use crate::mail::domain::{is_great_house, registered};
use crate::mail::token::Token;
use crate::report::{DeskMail, Watching};
use crate::store::entry::Stop;
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;

/// The class of such a mail, in the ledger.
pub const WATCH: &str = "watch";

/// Why nothing is done for somebody of whom nothing is known.
pub const UNVOUCHED: &str =
    "it is about watching a campaign, and our own mail server does not vouch for its sender";

/// What a mail says of watching.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The campaign, as written in small letters; `None`: all of them.
    campaign: Option<String>,
    /// Whether no longer.
    ends: bool,
    /// The code that says who it is.
    code: Option<Token>,
    /// Whether our own mail server says that it comes from its sender.
    vouched: bool,
}

impl Asked {
    /// Whether something shows that its sender asks for it.
    pub fn is_proved(&self) -> bool {
        self.vouched || self.code.is_some()
    }
}

/// What a mail to the club says of watching, in its subject or its first line; `None`: nothing. Of
/// what a machine may have written only the subject counts, and only if it ends mails by their
/// code: so do mail programs for anyone who taps their button.
pub fn asked(mail: &OpenedMail) -> Option<Asked> {
    let above: Vec<&str> = mail.above().map(|it| it.text.as_str()).collect();
    let is_watch = |it: &str| it.eq_ignore_ascii_case(WATCH);
    let first = courtesy::bare(&above, (&mail.from_name, ""), is_watch);
    let first = first.lines.into_iter().next();
    let by_person = mail.class == Class::Orders;
    let lines = std::iter::once(mail.subject.clone()).chain(first.filter(|_| by_person));
    let mut asked = lines.filter_map(|it| read(&it)).map(|wish| Asked {
        vouched: mail.vouched,
        ..wish
    });
    asked.find(|it| by_person || (it.ends && it.code.is_some()))
}

/// `WATCH new-spain`, `WATCH new-spain NONE`, `WATCH NONE new-spain k7f3…`, `WATCH NONE`.
fn read(line: &str) -> Option<Asked> {
    let words = line.split_whitespace();
    let words = words.map(|word| {
        word.trim_matches(|it: char| !it.is_alphanumeric())
            .to_lowercase()
    });
    let mut words = words.filter(|it| !it.is_empty());
    if words.next()? != "watch" {
        return None;
    }
    let mut rest: Vec<String> = words.collect();
    let all = rest.len();
    rest.retain(|it| it != "none");
    let ends = rest.len() < all;
    let code = match rest.get(1) {
        Some(code) => Some(Token::read_bounce(code)?),
        None => None,
    };
    let campaign = rest.first().cloned();
    (rest.len() <= 2 && (ends || (campaign.is_some() && code.is_none()))).then_some(Asked {
        campaign,
        ends,
        code,
        vouched: false,
    })
}

/// Requests of one tick.
#[derive(Default)]
pub struct Requests {
    /// How much strangers were answered, once it was asked for.
    pub strangers: Option<Strangers>,
}

impl Requests {
    /// Does what a mail says of watching, answers it, and returns what the ledger says of it.
    /// Twice is as good as once.
    ///
    /// # Errors
    /// The disk's; a file of the desk's that cannot be read.
    pub fn take(
        &mut self,
        club: &Club,
        (line, asked): (&LedgerLine, &Asked),
        now: Moment,
        players: &mut Addresses<'_>,
    ) -> anyhow::Result<LedgerLine> {
        let (said, answer) = take(club, line, asked, now)?;
        let Some(answer) = answer else {
            return Ok(said);
        };
        let strangers = Strangers::once(club, &mut self.strangers)?;
        if !strangers.may_answer((&line.from, &line.id), now, players) {
            let why = format!(
                "{}; not answered, as the answers of a day are used up",
                said.why
            );
            return Ok(LedgerLine { why, ..said });
        }
        answer.send(club, now)?;
        Ok(said)
    }
}

/// Does what a mail says of watching; what the ledger says of it, and the answer to its sender.
fn take(
    club: &Club,
    line: &LedgerLine,
    asked: &Asked,
    now: Moment,
) -> anyhow::Result<(LedgerLine, Option<Answer>)> {
    let said = |why: &str| LedgerLine {
        why: why.to_owned(),
        ..line.clone()
    };
    let id = asked.campaign.as_ref().and_then(|it| it.parse().ok());
    let runs = |id: &CampaignId| club.fs.stat(club.layout.campaign(id).root()).is_ok();
    let id: Option<CampaignId> = id.filter(runs);
    if let Some(code) = &asked.code {
        let ended = match &id {
            Some(id) => by_code(club, id, code, (line, now))?,
            None => false,
        };
        let what = if ended {
            "an observer gets no more mails, by their code"
        } else {
            "no observer has the code in it"
        };
        return Ok((said(what), None));
    }
    let Ok(from) = line.from.parse::<Address>() else {
        return Ok((said(UNVOUCHED), None));
    };
    let became = match (&id, asked.ends) {
        (Some(id), true) => ends(club, std::slice::from_ref(id), &from, line)?,
        (None, true) if asked.campaign.is_none() => {
            ends(club, &club.campaign_names()?, &from, line)?
        }
        (Some(id), false) => begins(club, id, &from, line)?,
        (None, true) => Watching::Never,
        (None, false) => Watching::Closed,
    };
    let is_reported = !matches!(became, Watching::Closed | Watching::Never);
    let answer = Answer {
        // Else its name would show that it is there, or repeat what a mail says.
        about: id.filter(|_| is_reported),
        ends: asked.ends,
        to: from,
        became,
    };
    Ok((said(became.words()), Some(answer)))
}

/// The roster of a campaign; `None`: it is damaged, and its referee is notified elsewhere.
///
/// # Errors
/// The disk's.
fn open(club: &Club, id: &CampaignId) -> anyhow::Result<Option<Roster>> {
    match Roster::open(&*club.fs, &club.layout.campaign(id)) {
        Ok(roster) => Ok(Some(roster)),
        Err(disk @ CampaignError::Disk(_)) => Err(fault(id, disk)),
        Err(_) => Ok(None),
    }
}

/// Ends the mails to whom this code was given; whether there was anybody.
fn by_code(
    club: &Club,
    id: &CampaignId,
    code: &Token,
    (line, now): (&LedgerLine, Moment),
) -> anyhow::Result<bool> {
    let dir = club.layout.campaign(id);
    let Some(roster) = open(club, id)? else {
        return Ok(false);
    };
    let mut watchers = Watchers::read(club, id)?;
    let returns = Returns::of(club, id, &dir);
    let all = watchers.all(roster.config());
    let known = |it: &&Address| returns.code(it.as_str()).as_ref() == Some(code);
    let Some(address) = all.iter().find(known) else {
        return Ok(false);
    };
    watchers.end(roster.config(), address, (&line.id, line.arrived));
    watchers.keep(club, id)?;
    let answer = Answer {
        about: Some(id.clone()),
        ends: true,
        to: address.clone(),
        became: Watching::Ended,
    };
    answer.send(club, now)?;
    Ok(true)
}

/// Lets somebody watch, if they may.
fn begins(
    club: &Club,
    id: &CampaignId,
    from: &Address,
    line: &LedgerLine,
) -> anyhow::Result<Watching> {
    let dir = club.layout.campaign(id);
    let Some(roster) = open(club, id)? else {
        return Ok(Watching::Closed);
    };
    let config = roster.config();
    let mut watchers = Watchers::read(club, id)?;
    // One that cannot be read halts its own campaign, and no mail waits for that here.
    let last = CampaignLog::new(&*club.fs, &dir).last().ok().flatten();
    let over = last.is_some_and(|it| it.note.desk.stop == Stop::Over);
    let named = is_named(config, from.as_str());
    if watchers.has(config, from.as_str()) {
        return Ok(if watchers.is_by(from.as_str(), &line.id) {
            Watching::Begun
        } else {
            Watching::Already
        });
    }
    if roster
        .players()
        .any(|it| it.1.address.same_as(from.as_str()))
    {
        return Ok(Watching::Plays);
    }
    // What is not open is not there, for those who may not watch it.
    if !(config.public.open_to_watch || named) {
        return Ok(Watching::Closed);
    }
    if over {
        return Ok(Watching::Over);
    }
    let all = watchers.all(config);
    if all.len() >= OBSERVERS_MAX {
        return Ok(Watching::Full);
    }
    if !named && is_crowded(&all, from) {
        watchers.wait(from, (&line.id, line.arrived));
        watchers.keep(club, id)?;
        return Ok(Watching::Waits);
    }
    watchers.add(config, from, (&line.id, line.arrived));
    watchers.keep(club, id)?;
    // Anyone who writes from there wants to try it again.
    Bounces::read(club)?.forgive(club, &[from.as_str()])?;
    Ok(Watching::Begun)
}

/// Whether half of all places belong to the domain that somebody writes from, and to no great mail
/// house: it may be one person with many addresses.
fn is_crowded(all: &[Address], from: &Address) -> bool {
    let domain = registered(from.as_str());
    let own = all.iter().filter(|it| registered(it.as_str()) == domain);
    !is_great_house(&domain) && own.count() >= OBSERVERS_MAX / 2
}

/// Lets somebody watch none of these any more. Of those that cannot be read nothing is known.
fn ends(
    club: &Club,
    ids: &[CampaignId],
    from: &Address,
    line: &LedgerLine,
) -> anyhow::Result<Watching> {
    let mut became = Watching::Never;
    for id in ids {
        let Some(roster) = open(club, id)? else {
            continue;
        };
        let mut watchers = Watchers::read(club, id)?;
        if watchers.has(roster.config(), from.as_str()) {
            watchers.end(roster.config(), from, (&line.id, line.arrived));
            watchers.keep(club, id)?;
            became = Watching::Ended;
        }
    }
    Ok(became)
}

/// What somebody is answered who asked to watch, or no longer.
struct Answer {
    /// The campaign; `None`: all, or none that the answer may name.
    about: Option<CampaignId>,
    ends: bool,
    to: Address,
    became: Watching,
}

impl Answer {
    /// Puts it into the club's post, once a day for each request.
    fn send(&self, club: &Club, now: Moment) -> anyhow::Result<()> {
        let id = self.about.as_ref();
        let mail = DeskMail::Watch {
            became: self.became,
            most: OBSERVERS_MAX,
            club_address: club.house.address(),
        };
        let verb = if self.ends { "none" } else { "on" };
        let about = id.map_or("-", CampaignId::as_str);
        let today = desk_letters::today(self.to.as_str(), now);
        let letter = DeskLetter {
            key: &format!("{WATCH}.{verb}.{about}.{today}"),
            about: id,
            to: Reader::Address(self.to.as_str()),
            mail: &mail,
        };
        desk_letters::put(club, &letter, now)
    }
}
