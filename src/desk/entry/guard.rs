//! The last look at an entry before it is committed: nothing secret may be in what it sends or
//! keeps.
//!
//! Everything else sees to it that secrets do not get so far: views, audiences, types without a
//! state, masked openers. This search assumes that one of these has failed, and reads what would go
//! out: headers as they leave, and what the parts of a mail say before they are encoded. (That it
//! is the same as what leaves, a test holds against the mails of all games.)
//!
//! - *Proofs and keys*, in every mail and in every file of the entry: reply tokens (a mail gets
//!   its reader's as it is handed over), words of the shape of our passwords, the keys of the
//!   campaign, hashes of passwords, the seed while it is sealed, and anything that looks like a key
//!   and is not one that a mail may show.
//! - *The envelope*: a mail goes to the registered address of its seat.
//! - *Other seats' secrets*, in the mails to each seat: what the rules call hidden, lines in the
//!   book of another seat, another's order sheet.
//!   What anybody may get who looks on is searched for what is any seat's.
//! - *The page itself*: it would be the same in a position that the reader may not distinguish from
//!   this one.
//!
//! In an entry that takes mails a find has the mail set aside that it results from (`jobs`,
//! `aside`); in any other it halts the campaign. False alarms trouble honest people, and one that a
//! player can raise at will would confirm what they guess. So only phrases are looked for that are
//! in no mail by chance, and a find counts only if the reader cannot have it from elsewhere: from
//! what they wrote, what others wrote to them, or what was sent to them before ([`Heard`]), from
//! their own lines and order sheet, the forms of their orders, or the names on every page. What is
//! excused is computed only when something was found.
//!
//! A function of the campaign and the draft: no disk, no clock, no dice of the game. Not here:
//! how a campaign is halted (`halt`), and where proofs are taken out of what players write
//! (`mask`).
//!
//! [`Heard`]: crate::store::heard::Heard

pub mod readers;
pub mod secret;

use super::builder::Made;
use super::guard::readers::{Excuses, Reader, SeatOnly, waiting_for_player};
use super::guard::secret::Secret;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::club::open::Club;
use crate::desk::club::partners;
use crate::desk::club::search_text::{Read, bare_folded};
use crate::desk::club::sender_proofs::{Keys, Tokens, hex_runs, passwords_in};
use crate::desk::outbox::watchers::is_to_observer;
use crate::engine::dice::{hex, salt_digest, seals};
use crate::engine::seat::Seat;
use crate::lang::plain::bare_text;
use crate::report::Templates;
use crate::store::draft::{Draft, OutDraft};
use crate::store::entry::{Cause, Letter, MailKey, Stop};
use crate::store::seat_desk::SeatDesk;
use std::collections::{BTreeMap, BTreeSet};

/// How many finds are reported: the first ones say enough, and one mistake may spoil every mail.
const TOLD_MAX: usize = 5;

/// Where something was found.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// In a mail: its number in the draft, its key and its reader.
    Mail(usize, String),
    /// In a submission: its number in the draft, and its file.
    Orders(usize, String),
    /// In what results from no single mail.
    Whole(String),
}

/// What was found in a draft, and where. Never the secrets themselves.
#[derive(Debug, Default)]
pub struct Finds(Vec<(Place, Secret)>);

impl Finds {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What was found, in words for the referee: the first places, each once.
    pub fn told(&self) -> String {
        let all = self.0.iter().map(line);
        told(all)
    }

    /// What was found in the mails and submissions of a draft that result from one arrival: those
    /// from the first counts on up to the second; `None`: nothing.
    pub fn told_of(&self, from: Made, to: Made) -> Option<String> {
        let own = self.0.iter().filter(|finding| match finding.0 {
            Place::Mail(at, _) => (from.mails..to.mails).contains(&at),
            Place::Orders(at, _) => (from.orders..to.orders).contains(&at),
            Place::Whole(_) => false,
        });
        let lines: Vec<String> = own.map(line).collect();
        (!lines.is_empty()).then(|| told(lines.into_iter()))
    }

    /// As a reason to halt.
    pub fn into_campaign_error(self) -> CampaignError {
        let what = format!(
            "nothing was committed or sent, because something secret was {}",
            self.told()
        );
        let steps = [
            "if the club has its own templates or games (templates/, games/), look there first",
            "otherwise report this as a bug, with the campaign's folder",
        ];
        CampaignError::broken(what, &steps)
    }
}

fn line((place, secret): &(Place, Secret)) -> String {
    let (Place::Mail(_, place) | Place::Orders(_, place) | Place::Whole(place)) = place;
    format!("in {place}: {secret}")
}

fn told(lines: impl Iterator<Item = String>) -> String {
    let mut told: Vec<String> = Vec::new();
    for line in lines {
        if !told.contains(&line) {
            told.push(line);
        }
    }
    let more = told.len().saturating_sub(TOLD_MAX);
    told.truncate(TOLD_MAX);
    if more > 0 {
        told.push(format!("and {more} more"));
    }
    told.join("; ")
}

/// Searches what an entry would send and keep. `campaign` is as it was played.
///
/// # Errors
/// Something secret was found, and where; or rules that panic.
pub fn search(
    club: &Club,
    templates: &Templates,
    campaign: &Campaign,
    draft: &Draft,
) -> Result<(), CampaignError> {
    let found = finds(club, templates, campaign, draft)?;
    if found.is_empty() {
        Ok(())
    } else {
        Err(found.into_campaign_error())
    }
}

/// What a search finds.
///
/// # Errors
/// Rules that panic.
pub fn finds(
    club: &Club,
    templates: &Templates,
    campaign: &Campaign,
    draft: &Draft,
) -> Result<Finds, CampaignError> {
    let found = catch_panic(|| all_found(club, templates, campaign, draft));
    found.map(Finds).map_err(|it| rules_fault(&it))
}

fn all_found(
    club: &Club,
    templates: &Templates,
    campaign: &Campaign,
    draft: &Draft,
) -> Vec<(Place, Secret)> {
    let seats: BTreeSet<Seat> = draft.out.iter().filter_map(|it| it.seat).collect();
    let watched = draft.out.iter().any(|it| is_to_observer(&it.key));
    let is_read = watched || !seats.is_empty();
    let all = SeatOnly::of_each(templates, (campaign, draft), is_read);
    let readers = Reader::of_each(campaign, draft, &seats, &all);
    let public = watched.then(|| Reader::new(campaign, draft, None, &all));
    let excuses: BTreeMap<Option<Seat>, Excuses<'_, '_>> = draft
        .out
        .iter()
        .map(|out| {
            (
                out.seat,
                Excuses::new((club, templates, campaign, draft), &all, out.seat),
            )
        })
        .collect();
    let proofs = Proofs {
        tokens: Tokens::of(campaign, &draft.desk, &club.house),
        keys: Keys::of(campaign, draft.desk.stop == Stop::Over),
    };
    let mut found: Vec<(Place, Secret)> = Vec::new();
    for (at, mail) in draft.out.iter().enumerate() {
        let read = Read::of(mail);
        let excuse = &excuses[&mail.seat];
        let mut all = proofs.in_mail(campaign, draft, &read, excuse);
        if !is_addressed(club, campaign, draft, mail, &read) {
            all.push(Secret::Envelope);
        }
        let reader = match mail.seat {
            Some(seat) => readers.get(&seat),
            None => public.as_ref().filter(|_| is_to_observer(&mail.key)),
        };
        if let Some(reader) = reader {
            let text = bare_folded(&format!("{}\n{}", read.head("subject"), read.text));
            all.extend(reader.finds(&text, excuse));
            all.extend(waiting_for_player(draft, mail, &text));
        }
        let reader = match mail.seat {
            Some(seat) => seat.to_string(),
            None if is_to_observer(&mail.key) => "an observer".to_owned(),
            None => "the referee".to_owned(),
        };
        let place = Place::Mail(at, format!("the mail {} to {reader}", mail.key));
        found.extend(all.into_iter().map(|it| (place.clone(), it)));
    }
    for (seat, reader) in &readers {
        let part = reader.shows_too_much(campaign, draft);
        let place = Place::Whole(format!("the page of {seat}"));
        found.extend(part.map(|it| (place, Secret::Page(it))));
    }
    let excuse = Excuses::new((club, templates, campaign, draft), &all, None);
    found.extend(in_files(draft, &proofs, &excuse));
    found
}

/// What is in the files of the entry besides its mails. What people write in the place of a
/// password, though it is not one, may be any word, also one that is in every mail; so it is not
/// looked for here, or anybody could halt a campaign with it. It is starred out as it is read.
fn in_files(draft: &Draft, proofs: &Proofs, excuse: &Excuses<'_, '_>) -> Vec<(Place, Secret)> {
    let orders = draft.orders.iter().enumerate();
    let orders = orders.map(|(at, order)| {
        let file = format!("the file orders/{}.txt", order.number);
        (Place::Orders(at, file), &order.text)
    });
    let parts = draft.parts.iter().map(|part| {
        let file = format!("the file {}", part.0.file());
        (Place::Whole(file), part.1)
    });
    let mut found = Vec::new();
    for (place, text) in orders.chain(parts) {
        let text = bare_text(text);
        let tokens = proofs.tokens.in_text(&text).into_iter();
        let tokens = tokens.map(|it| Secret::Token(it.seat));
        let all = tokens.chain(proofs.in_text(&text, excuse));
        found.extend(all.map(|it| (place.clone(), it)));
    }
    found
}

/// Whether a mail goes to the player of its seat, or to the referee if it is for no seat; when a
/// seat changes hands or a player moves, also to the address that was left.
fn is_addressed(
    club: &Club,
    campaign: &Campaign,
    draft: &Draft,
    mail: &OutDraft,
    read: &Read,
) -> bool {
    let key_reader = mail.key.as_str().split('.').nth(2);
    let leaves = mail.seat.is_none() && key_reader == Some(MailKey::FORMER);
    let given_away = matches!(draft.cause, Cause::Replaced { .. } | Cause::Moved { .. });
    if leaves && (given_away || was_substitute(campaign, &mail.to)) {
        return read.head("to").contains(&bare_text(&mail.to));
    }
    let hand = mail.seat.map(|seat| {
        let hand = partners::by_address(campaign, &draft.desk, (seat, &mail.to));
        (
            seat,
            hand.filter(|it| it.is_partner() == is_to_partner(mail)),
        )
    });
    let (address, reader) = match hand {
        Some((seat, Some(hand))) => (hand.who.address.to_string(), seat.to_string()),
        // Whoever gives a seat back is told so.
        Some((_, None)) if is_to_partner(mail) && mail.what == Letter::Receipt => {
            return was_substitute(campaign, &mail.to)
                && read.head("to").contains(&bare_text(&mail.to));
        }
        Some((_, None)) => return false,
        None => (club.config.club.referee.to_string(), "referee".to_owned()),
    };
    // What an observer gets, anybody may read.
    if mail.seat.is_none() && is_to_observer(&mail.key) {
        return read.head("to").contains(&bare_text(&mail.to));
    }
    let own_key = key_reader == Some(reader.as_str());
    mail.to == address && own_key && read.head("to").contains(&bare_text(&address))
}

/// Whether somebody with this address was a substitute until this entry.
fn was_substitute(campaign: &Campaign, to: &str) -> bool {
    let before = campaign.last.as_ref().map(|it| &it.note.desk.seats);
    let of = |record: &SeatDesk| {
        let substitute = record.substitute.as_ref();
        substitute.is_some_and(|it| it.who.address.same_as(to))
    };
    before.is_some_and(|seats| seats.any(of))
}

/// Whether its address to answer is made for somebody beside the player of its seat.
fn is_to_partner(mail: &OutDraft) -> bool {
    mail.reply.as_ref().is_some_and(|it| it.partner)
}

/// What proves or opens something, ready to be looked for.
struct Proofs {
    tokens: Tokens,
    keys: Keys,
}

impl Proofs {
    fn in_mail(
        &self,
        campaign: &Campaign,
        draft: &Draft,
        read: &Read,
        excuse: &Excuses<'_, '_>,
    ) -> Vec<Secret> {
        let mut all = Vec::new();
        let text = read.text.as_str();
        // What a player's mail program called their mail is their own.
        let heads = read.heads.iter().filter(|it| it.0 != "in-reply-to");
        for (_, value) in heads {
            let tokens = self.tokens.in_text(value).into_iter();
            all.extend(tokens.map(|it| Secret::Token(it.seat)));
            all.extend(self.in_text(value, excuse));
        }
        let tokens = self.tokens.in_text(text).into_iter();
        all.extend(tokens.map(|it| Secret::Token(it.seat)));
        all.extend(self.in_text(text, excuse));
        if hex_runs(text).any(|it| !may_be_shown(campaign, draft, it) && !excuse.has(it)) {
            all.push(Secret::Key);
        }
        all
    }

    /// Keys and passwords in a bare text.
    fn in_text(&self, text: &str, excuse: &Excuses<'_, '_>) -> Vec<Secret> {
        let mut all = Vec::new();
        if self.keys.are_in(text) {
            all.push(Secret::Key);
        }
        if passwords_in(text).any(|it| !excuse.is_common(&text[it])) {
            all.push(Secret::Password);
        }
        all
    }
}

/// Whether a mail may show this number in hex: the link this entry used, the two seals, and at the
/// end the seed.
fn may_be_shown(campaign: &Campaign, draft: &Draft, number: &str) -> bool {
    let seed = &campaign.seed.0;
    let over = draft.desk.stop == Stop::Over;
    let id = campaign.id.as_str();
    let mut salts = draft.desk.seats.with(|it| it.salt.as_ref());
    let digest = |(seat, words): (Seat, &String)| hex(&salt_digest(id, seat.as_str(), words));
    if salts.any(|it| digest(it) == number) {
        return true;
    }
    if draft.dice.shown.as_deref() == Some(number) || (over && hex(seed) == number) {
        return true;
    }
    // The end of the chain takes thousands of hashes, so it comes last.
    blake3::hash(seed).to_hex().as_str() == number || seals(seed).0 == number
}
