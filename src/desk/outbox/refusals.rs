//! What other mail servers have against the club's own (`desk/refusals.toml`): that it is on a
//! block list, that nothing proves where its mail comes from.
//!
//! No player can do anything about it, so it counts against no address; the referee is notified
//! once a day of each kind, however many mails came back. Not here: how such a refusal is known
//! (`mail::refusal`), and mails that came back for what is wrong with an address (`bounces`).

use super::desk_letters;
use crate::clock::length::Length;
use crate::clock::{Moment, Zone};
use crate::config::address::Address;
use crate::desk::club::desk_file;
use crate::desk::club::open::Club;
use crate::mail::Bounced;
use crate::mail::refusal::ServerFault;
use crate::report::DeskMail;
use crate::store::fs::Access;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Refusals, 1);

/// After so long without another one, a refusal is forgotten: it has been put right.
const FORGOTTEN: Length = Length::hours(7 * 24);

/// How many domains are kept: enough to see that it is everybody.
const ROWS_MAX: usize = 40;

/// What refuses the club's mail at present.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refusals {
    #[serde(default, rename = "refusal")]
    rows: Vec<RefusalRow>,
}

/// The last mail that the servers of one domain refused for one fault of ours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RefusalRow {
    /// The domain that the mail was for.
    domain: String,
    /// What they have against our server.
    fault: ServerFault,
    /// When that came.
    at: Moment,
    /// What they said.
    why: String,
}

impl Refusals {
    fn read(club: &Club) -> anyhow::Result<Self> {
        desk_file::read(club, &club.layout.refusals(), SHAPE)
    }

    /// Notes one in place of the one before of its domain and fault, unless that is newer.
    fn note(&mut self, row: RefusalRow, now: Moment) {
        let same = |it: &RefusalRow| it.domain == row.domain && it.fault == row.fault;
        if self.rows.iter().any(|it| same(it) && it.at > row.at) {
            return;
        }
        self.rows
            .retain(|it| !same(it) && now < it.at.plus(FORGOTTEN));
        self.rows.push(row);
        let more = self.rows.len().saturating_sub(ROWS_MAX);
        self.rows.drain(..more);
    }
}

/// Notes that a mail to this address was refused for what is wrong with our server, and notifies
/// the referee, once a day of each fault.
///
/// # Errors
/// The disk's.
pub fn note(
    club: &Club,
    (to, arrived): (&Address, Moment),
    (bounced, fault): (&Bounced, ServerFault),
    now: Moment,
) -> anyhow::Result<()> {
    let mut refusals = Refusals::read(club)?;
    let row = RefusalRow {
        domain: to.domain().to_ascii_lowercase(),
        fault,
        at: arrived.min(now),
        why: bounced.why.clone(),
    };
    refusals.note(row.clone(), now);
    desk_file::write(
        club,
        &club.layout.refusals(),
        SHAPE,
        &refusals,
        Access::Private,
    )?;
    let ours = club.config.club.address.domain();
    let mail = DeskMail::Refused {
        by: match &bounced.refused_by {
            Some(host) => format!("{} ({host})", row.domain),
            None => row.domain,
        },
        what: what(fault, ours),
        why: row.why,
        advice: advice(fault, ours),
    };
    let key = format!("refused.{}.{}", fault.name(), now.date(Zone::UTC));
    desk_letters::notify_referee(club, None, &key, &mail, now)
}

/// What the referee is to know of it, in a line for each fault; none if all is well.
pub fn told(club: &Club, now: Moment) -> Vec<String> {
    let mut rows = Refusals::read(club).unwrap_or_default().rows;
    rows.retain(|it| now < it.at.plus(FORGOTTEN));
    rows.sort_by_key(|it| (it.fault, it.at));
    let ours = club.config.club.address.domain();
    let of_fault = rows.chunk_by(|one, next| one.fault == next.fault);
    let line = |rows: &[RefusalRow]| {
        let last = rows.last()?;
        let mut domains: Vec<&str> = rows.iter().map(|it| it.domain.as_str()).collect();
        domains.sort_unstable();
        Some(format!(
            "our mail server: mail to {} was refused, last {}: {} ({}). What to do: {}",
            domains.join(", "),
            last.at.for_people(club.config.club.zone, now),
            what(last.fault, ours),
            last.why,
            advice(last.fault, ours)
        ))
    };
    of_fault.filter_map(line).collect()
}

/// What is wrong.
fn what(fault: ServerFault, ours: &str) -> String {
    match fault {
        ServerFault::Unauthenticated => {
            format!("nothing proves to it that our mail comes from {ours} (SPF, DKIM, DMARC)")
        }
        ServerFault::NoReverseName => {
            "the address of our mail server has no name in the DNS (PTR record)".to_owned()
        }
        ServerFault::Blocked => {
            "our mail server is on a block list, or has a bad reputation".to_owned()
        }
        ServerFault::NoRelay => {
            "a mail server on the way does not accept mail from ours".to_owned()
        }
        ServerFault::UnknownSender => {
            format!("it does not know the domain {ours}, or the name that our mail server gives")
        }
    }
}

/// What to do about it.
fn advice(fault: ServerFault, ours: &str) -> String {
    match fault {
        ServerFault::Unauthenticated => format!(
            "publish SPF, DKIM and DMARC records for {ours} in its DNS; if a provider sends the \
             club's mail, its help pages say what they must contain"
        ),
        ServerFault::NoReverseName => {
            "ask the operator of the mail server's network for a PTR record: its IP address \
             must lead to its name, and the name back to the address"
                .to_owned()
        }
        ServerFault::Blocked => {
            "the answer above usually names the list, which has a page to ask to be taken off; if \
             a provider sends the club's mail, tell the provider"
                .to_owned()
        }
        ServerFault::NoRelay => {
            "check server and account under [mail.out] in packetboat.toml; `packetboat doctor` \
             tries them"
                .to_owned()
        }
        ServerFault::UnknownSender => format!(
            "give {ours} an MX record in its DNS, and let the mail server name itself by its full \
             name (HELO)"
        ),
    }
}
