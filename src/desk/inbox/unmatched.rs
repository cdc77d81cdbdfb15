//! A person's mail that belongs to no campaign. Nobody stays unheard: words of a registered player
//! go to the referee at once, and all else in one mail a day (`unanswered`).
//!
//! The address in `From` proves nothing, so it only chooses which registered player is mailed, once
//! a day. Strangers are answered only if the club's mail server vouches for them (`strangers`).

use super::arrival::Source;
use super::marks;
use super::opened::OpenedMail;
use super::strangers::{Greeting, Strangers};
use super::unanswered::{Known, UnansweredRow, Unheard, Words};
use crate::clock::Moment;
use crate::config::address::Address;
use crate::desk::club::addresses::{Addresses, Registered};
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::catch_panic;
use crate::desk::club::ledger::{self, ASTRAY, LedgerLine};
use crate::desk::club::open::Club;
use crate::desk::club::summary::Summary;
use crate::desk::outbox::desk_letters::{self, DeskLetter, Reader};
use crate::engine::game::{Block, card};
use crate::engine::seat::Seat;
use crate::report::DeskMail;
use crate::store::layout::CampaignId;
use crate::store::maildir::bare;
use std::collections::BTreeMap;

/// A mail that belongs to no campaign.
pub struct Stray {
    /// Where its file is.
    pub from: Source,
    /// What the ledger says of it.
    pub line: LedgerLine,
    /// The mail, if a person wrote it and nothing answers it.
    pub mail: Option<Box<OpenedMail>>,
}

/// What one tick does with such mails.
pub struct Desk<'a, 'c> {
    /// The club.
    pub club: &'c Club,
    /// Who plays in it.
    pub addresses: &'a mut Addresses<'c>,
    /// What strangers were answered, read when it was asked for.
    pub strangers: &'a mut Option<Strangers>,
    /// The moment of the tick.
    pub now: Moment,
    /// Campaigns whose rules were asked what orders are; `None`: one cannot be opened.
    pub open: BTreeMap<CampaignId, Option<Campaign>>,
}

/// Puts mails away that belong to no campaign: those who are to hear of them hear, and the ledger
/// has a line of each. One that cannot be heard now stays where it is.
///
/// # Errors
/// The disk's.
pub fn put_away(
    mut desk: Desk<'_, '_>,
    strays: Vec<Stray>,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let (club, now) = (desk.club, desk.now);
    let mut unheard = None;
    let mut heard = Vec::new();
    for stray in strays {
        if let Err(error) = desk.hear(&stray, &mut unheard) {
            summary.wait("desk", format!("{error:#}"));
            continue;
        }
        if stray.from == Source::Drop {
            // The sender of a dropped file looks here, not into a mailbox.
            let said = summary.changed.entry(format!("drop/{}", stray.line.file));
            said.or_default().push(stray.line.why.clone());
        }
        heard.push(stray);
    }
    let kept = desk.strangers.as_mut().map_or(Ok(()), |it| it.keep(club));
    let kept = kept.and_then(|()| unheard.as_mut().map_or(Ok(()), |it| it.keep(club)));
    let lines = heard.iter().map(|it| it.line.clone()).collect();
    // A ledger that cannot be written keeps its own mails waiting, and nothing else.
    if let Err(error) = kept.and_then(|()| ledger::add(club, lines)) {
        summary.wait("desk", format!("{error:#}"));
        return Ok(());
    }
    for stray in heard {
        summary.mails += 1;
        marks::put_away(club, stray.from, &stray.line.file, now)?;
    }
    Ok(())
}

impl Desk<'_, '_> {
    /// Notifies those who are to hear of a mail.
    fn hear(&mut self, stray: &Stray, unheard: &mut Option<Unheard>) -> anyhow::Result<()> {
        let (club, line) = (self.club, &stray.line);
        let Some(mail) = stray
            .mail
            .as_deref()
            .filter(|_| stray.from == Source::Maildir)
        else {
            return Ok(());
        };
        let player = self.addresses.registered(&line.from);
        let orders = !mail.blocks.is_empty();
        let became = match &player {
            Some(player) if line.class == ASTRAY && orders => {
                return self.tell(player, line, false);
            }
            Some(player) if line.class == ASTRAY => {
                let words = self.words_of(player, mail);
                if words.text.is_empty() && words.orders > 0 {
                    return self.tell(player, line, false);
                }
                let strangers = Strangers::once(club, self.strangers)?;
                if strangers.may_pass_on((&line.from, &line.id), self.now) {
                    self.pass_on(player, line, (words, mail.vouched))?;
                    return self.tell(player, line, true);
                }
                "The letters that reach you at once are used up for today.".to_owned()
            }
            Some(_) => sentence(&line.why),
            None => self.answer(line, mail, orders)?,
        };
        let known = match (player.is_some(), mail.vouched) {
            (true, true) => Known::Player,
            (false, true) => Known::Vouched,
            (true, false) => Known::Claimed,
            (false, false) => Known::Nothing,
        };
        let unheard = match unheard {
            Some(unheard) => unheard,
            None => unheard.insert(Unheard::read(club, self.now)?),
        };
        let words = match &player {
            Some(player) => self.words_of(player, mail),
            None => Words::of(mail, |_| false),
        };
        unheard.add(UnansweredRow::new(line, known, words, became));
        Ok(())
    }

    /// What a player has typed, without lines that are orders in a campaign of theirs.
    fn words_of(&mut self, player: &Registered, mail: &OpenedMail) -> Words {
        let (club, open) = (self.club, &mut self.open);
        Words::of(mail, |line| {
            !line.trim().is_empty()
                && player.seats.iter().any(|(id, seat)| {
                    let campaign = open
                        .entry(id.clone())
                        .or_insert_with(|| Campaign::open(club, id).ok());
                    campaign.as_ref().is_some_and(|it| reads(it, *seat, line))
                })
        })
    }

    /// Answers a stranger if that may be; what became of the mail, for the referee.
    fn answer(
        &mut self,
        line: &LedgerLine,
        mail: &OpenedMail,
        orders: bool,
    ) -> anyhow::Result<String> {
        let club = self.club;
        let referee = &club.config.club.referee;
        if referee.same_as(&line.from) {
            let said = "It has your own address. Referees use commands.";
            return Ok(said.to_owned());
        }
        if orders || line.class != ASTRAY {
            return Ok(sentence(&line.why));
        }
        let (Ok(to), true) = (line.from.parse::<Address>(), mail.vouched) else {
            let said = "It was not answered: our mail server does not vouch for its sender.";
            return Ok(said.to_owned());
        };
        if to.same_as(&club.house.address()) {
            return Ok("It was not answered: it has the club's own address.".to_owned());
        }
        let asked = (to.as_str(), line.id.as_str());
        let (now, strangers) = (self.now, Strangers::once(club, self.strangers)?);
        let said = match strangers.may_greet(asked, now, self.addresses) {
            Greeting::Lately => {
                "It was not answered: its sender got an answer less than a week \
                ago."
            }
            Greeting::Spent => "It was not answered: the answers of a day are used up.",
            Greeting::Now => {
                self.greet(&to)?;
                "The answer says what this club is, and gives your address."
            }
        };
        Ok(said.to_owned())
    }

    fn greet(&self, to: &Address) -> anyhow::Result<()> {
        let club = self.club;
        let games = club.shelf.games.listed();
        let games = games.filter_map(|it| Some(card(&it.pack()).ok()?.title));
        let letter = DeskLetter {
            key: &format!("stranger.{}", desk_letters::today(to.as_str(), self.now)),
            about: None,
            to: Reader::Address(to.as_str()),
            mail: &DeskMail::Stranger {
                club_address: club.house.address(),
                referee: club.config.club.referee.to_string(),
                games: games.collect(),
            },
        };
        desk_letters::put(club, &letter, self.now)
    }

    /// Passes a letter of a player's on to the referee.
    fn pass_on(
        &self,
        from: &Registered,
        line: &LedgerLine,
        (words, vouched): (Words, bool),
    ) -> anyhow::Result<()> {
        let seats = from.seats.iter();
        let about = DeskMail::Wrote {
            name: from.player.name.clone(),
            address: from.player.address.to_string(),
            seats: seats.map(|(id, seat)| format!("{seat} in {id}")).collect(),
            vouched,
            subject: words.subject,
            lines: words.text.lines().map(str::to_owned).collect(),
            cut: words.cut,
            files: words.files,
            orders: words.orders,
            file: format!(
                "{}/cur/{}",
                self.club.config.mail_in.maildir,
                bare(&line.file)
            ),
        };
        let key = format!("letter.{}", line.id);
        desk_letters::notify_referee(self.club, None, &key, &about, self.now)
    }

    /// Notifies the player whose address a mail came from that it belongs to no campaign.
    fn tell(&self, to: &Registered, line: &LedgerLine, passed_on: bool) -> anyhow::Result<()> {
        let openers = to.seats.iter();
        let openers = openers.map(|(id, seat)| format!("#orders {id} {seat} turn ..."));
        let address = to.player.address.as_str();
        let letter = DeskLetter {
            key: &format!("{ASTRAY}.{}", desk_letters::today(address, self.now)),
            about: None,
            to: Reader::Player(&to.player),
            mail: &DeskMail::Astray {
                why: line.why.clone(),
                openers: openers.collect(),
                passed_on,
            },
        };
        desk_letters::put(self.club, &letter, self.now)
    }
}

/// Whether a line is an order of a seat.
fn reads(campaign: &Campaign, seat: Seat, line: &str) -> bool {
    let block = Block {
        sheet: campaign.table.sheet(),
        body: line,
    };
    let read = catch_panic(|| campaign.table.check(seat, &block));
    // Rules that fail are reported elsewhere, and show nothing here.
    read.map_or(true, |it| !it.lines.is_empty() && it.faults.is_empty())
}

/// A reason as a sentence.
fn sentence(why: &str) -> String {
    let mut letters = why.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
