//! Our address, those of seats (`orders+new-spain.spain.k7f3…@club.example`), and those that mails
//! to seats come back to (`orders+b.new-spain.spain.9w2c…@club.example`).
//!
//! Not here: whether a token is right (`token`), and which campaigns and seats there are (`desk`).

use super::token::Token;
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::plain::is_unseen;

/// Octets a mailbox name may have before the `@` (RFC 5321, 4.5.3.1.1).
pub const LOCAL_PART_MAX: usize = 64;
/// Characters of a name or subject of ours, so that a header stays on one line of 78.
pub const HEADER_CHARS_MAX: usize = 78;
/// Characters of a campaign's name.
pub const CAMPAIGN_CHARS_MAX: usize = 24;

/// The club as mail sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct House {
    local: String,
    domain: String,
    lists: Vec<String>,
    authserv_id: Option<String>,
}

/// Why an address cannot be ours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// No mailbox, or no domain, or characters that need quoting.
    #[error("`{0}` is not an address such as orders@club.example")]
    NotAnAddress(String),
    /// Mail servers refuse longer names.
    #[error(
        "`{0}` is longer than {LOCAL_PART_MAX} characters before the `@`; choose shorter names"
    )]
    TooLong(String),
}

/// What the address says that a mail came to: a guess until the token has been proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatAddress {
    /// The campaign's name, in small letters.
    pub campaign: String,
    /// The seat.
    pub seat: Seat,
    /// The token, normalised.
    pub token: Token,
}

impl House {
    /// From the club's address, of letters, digits, `-`, `.` and `_` on both sides of the `@`.
    /// `lists`: names, hosts or addresses in the fields `List-…` of mail that is read all the same,
    /// for a club whose address is a mailing list or comes through a forwarder.
    pub fn new(address: &str, lists: Vec<String>) -> Result<Self, AddressError> {
        let wrong = || AddressError::NotAnAddress(address.to_owned());
        let (local, domain) = address.split_once('@').ok_or_else(wrong)?;
        let plain = |it: char| it.is_ascii_alphanumeric() || "-._".contains(it);
        let fits = |it: &str| !it.is_empty() && it.chars().all(plain);
        if !fits(local) || !fits(domain) {
            return Err(wrong());
        }
        Ok(House {
            local: local.to_owned(),
            domain: domain.to_ascii_lowercase(),
            lists,
            authserv_id: None,
        })
    }

    /// The same with a mail server of our own that checks where mails come from: the name that it
    /// writes first into `Authentication-Results`.
    #[must_use]
    pub fn vouched_by(self, authserv_id: Option<String>) -> Self {
        House {
            authserv_id,
            ..self
        }
    }

    /// The name of that server.
    pub fn authserv_id(&self) -> Option<&str> {
        self.authserv_id.as_deref()
    }

    /// The club's own address, without any seat.
    pub fn address(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// What comes after the `@`.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// The address to which that seat answers. Fails if it would be too long for mail servers.
    pub fn seat_address(
        &self,
        campaign: &str,
        seat: Seat,
        token: &Token,
    ) -> Result<String, AddressError> {
        let local = format!("{}+{campaign}.{seat}.{}", self.local, token.as_str());
        if local.len() > LOCAL_PART_MAX {
            return Err(AddressError::TooLong(local));
        }
        Ok(format!("{local}@{}", self.domain))
    }

    /// The address that mails to that seat come back to; never longer than its own.
    pub fn bounce_address(&self, campaign: &str, seat: Seat, token: &Token) -> String {
        let token = token.as_str();
        format!("{}+b.{campaign}.{seat}.{token}@{}", self.local, self.domain)
    }

    /// Whose mail came back, if one of these recipients is a bounce address: the first.
    pub fn bounced_among<S: AsRef<str>>(&self, recipients: &[S]) -> Option<SeatAddress> {
        let mut tags = recipients.iter().filter_map(|it| self.tag(it.as_ref()));
        tags.find_map(|it| read_bounce_tag(&it))
    }

    /// The seats among the recipients of a mail, each once, in the order given. More than one
    /// means that the mail is not clear.
    pub fn seats_among<S: AsRef<str>>(&self, recipients: &[S]) -> Vec<SeatAddress> {
        let mut found: Vec<SeatAddress> = Vec::new();
        for recipient in recipients {
            let seat = self.tag(recipient.as_ref()).and_then(|it| read_tag(&it));
            if let Some(seat) = seat.filter(|it| !found.contains(it)) {
                found.push(seat);
            }
        }
        found
    }

    /// Whether an address is the club's, with or without a seat.
    pub fn is_ours(&self, address: &str) -> bool {
        self.tag(address).is_some()
    }

    /// What `X-Packetboat-Loop` says on mail of that campaign.
    pub fn loop_mark(&self, campaign: &str) -> String {
        format!("{campaign}@{}", self.domain)
    }

    /// Whether a loop mark is one of ours.
    pub fn is_loop_mark(&self, mark: &str) -> bool {
        let host = mark.trim().rsplit_once('@').map(|(_, host)| host);
        host.is_some_and(|it| it.eq_ignore_ascii_case(&self.domain))
    }

    /// Whether mail with that value in a field `List-…` is read like any other: one of its words
    /// is the name, the host or the address of a list that we accept.
    pub fn accepts_list(&self, field: &str) -> bool {
        let part = |it: char| it.is_alphanumeric() || "-._+@".contains(it);
        let mut words = field.split(|it| !part(it)).filter(|it| !it.is_empty());
        words.any(|word| {
            let host = word.rsplit_once('@').map_or(word, |it| it.1);
            let names = |it: &String| [word, host].iter().any(|is| it.eq_ignore_ascii_case(is));
            self.lists.iter().any(names)
        })
    }

    /// What is between `+` and `@`, in small letters; empty for the bare address, `None` if
    /// the address is not ours. Some mail servers change the case on the way.
    fn tag(&self, address: &str) -> Option<String> {
        let (local, domain) = address.trim().rsplit_once('@')?;
        let local = local.trim_matches('"').to_ascii_lowercase();
        let ours = self.local.to_ascii_lowercase();
        if !domain.eq_ignore_ascii_case(&self.domain) {
            return None;
        }
        match local.strip_prefix(&ours)? {
            "" => Some(String::new()),
            rest => rest.strip_prefix('+').map(str::to_owned),
        }
    }
}

fn read_tag(tag: &str) -> Option<SeatAddress> {
    read_words(tag, Token::read_seat)
}

fn read_bounce_tag(tag: &str) -> Option<SeatAddress> {
    read_words(tag.strip_prefix("b.")?, Token::read_bounce)
}

/// `new-spain.spain.k7f3…`, its last word read as a token of some kind.
fn read_words(tag: &str, token_of: fn(&str) -> Option<Token>) -> Option<SeatAddress> {
    let mut words = tag.split('.');
    let (campaign, seat, token) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() || !is_campaign(campaign) {
        return None;
    }
    Some(SeatAddress {
        campaign: campaign.to_owned(),
        seat: seat.parse().ok()?,
        token: token_of(token)?,
    })
}

/// Whether it can be the name of a campaign.
pub fn is_campaign(name: &str) -> bool {
    let plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
    !name.is_empty() && name.len() <= CAMPAIGN_CHARS_MAX && name.bytes().all(plain)
}

/// A name or subject fit for a header and for a page: no controls, no direction marks, spaces
/// single, at most [`HEADER_CHARS_MAX`] characters. What is longer ends in `...`.
pub fn header_text(text: &str) -> String {
    let kept = text.chars().filter_map(|letter| match letter {
        _ if letter.is_whitespace() => Some(' '),
        _ if is_unseen(letter) => None,
        _ => Some(letter),
    });
    let kept: String = kept.collect();
    let line = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= HEADER_CHARS_MAX {
        return line;
    }
    let head: String = line.chars().take(HEADER_CHARS_MAX - 3).collect();
    format!("{}...", head.trim_end())
}
