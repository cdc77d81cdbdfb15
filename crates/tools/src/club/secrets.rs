//! Invariant 21: no secret in any mail or file where it does not belong.
//!
//! Secrets are looked for word by word, so that many cost no more than few: tokens, passwords,
//! seeds and keys, and marks that players put into their own orders.

use super::newcomers::name_of;
use super::taken::Taking;
use packetboat::config::secret::{Key, SecretConfig};
use packetboat::desk::club::campaign::Campaign;
use packetboat::mail::address::House;
use packetboat::mail::parse;
use packetboat::mail::token::TokenKey;
use packetboat::store::layout::CampaignId;
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use std::collections::{BTreeMap, BTreeSet};

/// How many turns ahead tokens are known.
const TURNS_AHEAD: u32 = 3;

/// Whose a secret is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Whose {
    /// A seat's token: it belongs into the headers of its mails.
    Token(CampaignId, Seat),
    /// A password: it was shown once, to the referee.
    Password,
    /// A seed: published with the last report of a campaign whose dice are sealed.
    Seed(CampaignId),
    /// A key: shown nowhere.
    Key,
    /// A mark in a seat's orders: shown to that seat alone.
    Mark(CampaignId, Seat),
}

/// All secrets there are.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    words: BTreeMap<String, Whose>,
    turns: BTreeMap<CampaignId, u32>,
    /// Campaigns that are over: their seeds are published.
    opened: BTreeSet<CampaignId>,
    marks: u32,
}

impl Secrets {
    /// A word of its own for a seat's orders.
    pub(super) fn mark(&mut self, id: &CampaignId, seat: Seat) -> String {
        self.marks += 1;
        let word = format!("canary{}", self.marks);
        self.words
            .insert(word.clone(), Whose::Mark(id.clone(), seat));
        word
    }

    /// A password that was made.
    pub(super) fn password(&mut self, word: &str) {
        self.words.insert(word.to_owned(), Whose::Password);
    }

    /// Learns what must stay hidden of a campaign.
    pub(super) fn learn(&mut self, campaign: &Campaign) {
        let id = &campaign.id;
        let SecretConfig {
            seed, token_key, ..
        } = &campaign.secret;
        let hex = |key: &Key| String::from(*key);
        self.words.insert(hex(seed), Whose::Seed(id.clone()));
        self.words.insert(hex(token_key), Whose::Key);
        let last = campaign.table.sheet().turn + TURNS_AHEAD;
        let known = self.turns.get(id).copied().unwrap_or(0);
        let key = TokenKey::new(token_key.0);
        let parts = campaign.table.parts();
        for turn in known + 1..=last {
            for seat in campaign.table.seats() {
                let issue = (campaign.secret.generation(seat), campaign.timeline);
                for part in parts.min(1)..=parts {
                    let sheet = SheetNo { turn, part }.to_string();
                    let token = key.token(id.as_str(), seat, issue, &sheet);
                    let whose = Whose::Token(id.clone(), seat);
                    self.words.insert(token.as_str().to_owned(), whose);
                }
            }
        }
        self.turns.insert(id.clone(), last.max(known));
    }

    /// A campaign is over: its last report shows the seed.
    pub(super) fn open(&mut self, id: &CampaignId) {
        self.opened.insert(id.clone());
    }

    /// Nobody but the referee learns who plays in a campaign, until it is over.
    pub(super) fn look_for_names(mail: &Taking, referee: &str) -> Result<(), String> {
        let text = String::from_utf8_lossy(&mail.bytes);
        let own = name_of(&mail.to);
        let words = text.split(|it: char| !it.is_ascii_alphanumeric());
        let mut names = words.filter(|it| it.len() == own.len() && it.starts_with("Person"));
        match names.find(|it| *it != own) {
            Some(name) if mail.to != referee => {
                Err(format!("21: {name} in {} to {}", mail.key, mail.to))
            }
            _ => Ok(()),
        }
    }

    /// Forgets a campaign that is over.
    pub(super) fn forget(&mut self, id: &CampaignId) {
        self.words.retain(|_, whose| match whose {
            Whose::Token(of, _) | Whose::Seed(of) | Whose::Mark(of, _) => of != id,
            Whose::Password | Whose::Key => true,
        });
        self.turns.remove(id);
        self.opened.remove(id);
    }

    /// A mail that reached its reader.
    pub(super) fn look_through(&self, mail: &Taking, house: &House) -> Result<(), String> {
        let text = String::from_utf8_lossy(&mail.bytes);
        let head = text.split("\r\n\r\n").next().unwrap_or_default();
        let read = parse(&mail.bytes, house);
        let body: String = read
            .body
            .lines()
            .iter()
            .map(|it| format!("{}\n", it.raw))
            .collect();
        let mut words = mail.key.split('.');
        let (id, reader) = (
            words.next().unwrap_or_default(),
            words.nth(1).unwrap_or_default(),
        );
        let is_readers =
            |of: &CampaignId, seat: &Seat| of.as_str() == id && seat.as_str() == reader;
        let leak = |what: &str| Err(format!("21: {what} in {} to {}", mail.key, mail.to));
        for (part, in_head) in [(head, true), (body.as_str(), false)] {
            for (word, whose) in self.found(part) {
                match whose {
                    Whose::Token(of, seat) if in_head && is_readers(of, seat) => {}
                    Whose::Mark(of, seat) if is_readers(of, seat) => {}
                    // The last report opens the seed, and may be asked for again.
                    Whose::Seed(of) if of.as_str() == id && self.opened.contains(of) => {}
                    Whose::Token(..) => return leak("a token"),
                    Whose::Mark(..) => return leak(&format!("another's line ({word})")),
                    Whose::Password => return leak("a password"),
                    Whose::Seed(_) => return leak("a seed"),
                    Whose::Key => return leak("a key"),
                }
            }
        }
        Ok(())
    }

    /// A file of an entry's that is not a mail.
    pub(super) fn look_into(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        match self
            .found(&text)
            .find(|it| !matches!(it.1, Whose::Mark(..)))
        {
            None => Ok(()),
            Some((_, whose)) => Err(format!("21: a secret in {file}: {whose:?}")),
        }
    }

    /// What is exported of a campaign that is over: its seed is published there, and nothing else.
    pub(super) fn look_through_export(&self, id: &CampaignId, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        let told = |whose: &Whose| matches!(whose, Whose::Seed(of) if of == id);
        match self.found(&text).find(|it| !told(it.1)) {
            None => Ok(()),
            Some((_, whose)) => Err(format!("21: a secret in the export of {id}: {whose:?}")),
        }
    }

    /// A file of the club's site: the seeds of campaigns that are over are published there.
    pub(super) fn look_through_site(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        let told = |whose: &Whose| matches!(whose, Whose::Seed(of) if self.opened.contains(of));
        match self.found(&text).find(|it| !told(it.1)) {
            None => Ok(()),
            Some((_, whose)) => Err(format!("21: a secret in {file} of the site: {whose:?}")),
        }
    }

    fn found<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (&'a str, &'a Whose)> {
        let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '-');
        let fits = |it: &&str| matches!(it.len(), 7..=16 | 23 | 64);
        let found = |it: &'a str| self.words.get_key_value(it.to_ascii_lowercase().as_str());
        words
            .filter(fits)
            .filter_map(found)
            .map(|it| (it.0.as_str(), it.1))
    }
}
