//! What somebody writes to the club who looks for a seat: `LIST`, `JOIN campaign [seat]`, `JOIN
//! campaign NONE`, `STANDBY campaign`, `STANDBY ANY`, either with `NONE` after it, and `CONFIRM
//! code`, each alone on the first line, or as the subject.
//!
//! Sentences that begin so are no requests. Not here: what becomes of it (`tick::open_seats`).

use super::may_count::code_in;
use super::opened::OpenedMail;
use crate::desk::club::open::Club;
use crate::desk::club::waiting;
use crate::engine::seat::Seat;
use crate::lang::courtesy;
use crate::mail::Class;
use crate::store::fs::exists;
use crate::store::layout::CampaignId;

/// The class of such a mail, in the ledger.
pub const JOIN: &str = "join";

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// Which campaigns wait for players.
    List,
    /// A seat in this one, as written in small letters; any, or one.
    Join(String, Option<Seat>),
    /// To wait for it no longer.
    Leave(String),
    /// To stand by for seats that fall free: in this campaign, or in any.
    StandBy(Option<CampaignId>),
    /// To stand by no longer: for this campaign, or for none.
    StandDown(Option<CampaignId>),
    /// What a mail of ours has asked.
    Confirm(String),
}

/// What a person asks for in a mail to the club; `None`: nothing of the kind.
pub fn wanted(club: &Club, mail: &OpenedMail) -> Option<Wanted> {
    if mail.class != Class::Orders {
        return None;
    }
    let above: Vec<&str> = mail.above().map(|it| it.text.as_str()).collect();
    let subject = mail.subject.as_str();
    let lines = std::iter::once(&subject).chain(&above);
    if let Some(code) = lines.into_iter().find_map(|it| code_in(it)) {
        return Some(Wanted::Confirm(code));
    }
    let words = ["JOIN", "LIST", "STANDBY"];
    let is_word = |it: &str| words.iter().any(|word| it.eq_ignore_ascii_case(word));
    let first = courtesy::bare(&above, (&mail.from_name, ""), is_word).lines;
    let first = first.into_iter().find(|it| !it.trim().is_empty());
    let lines = std::iter::once(mail.subject.clone()).chain(first);
    lines.into_iter().find_map(|it| read(club, &it))
}

/// `JOIN new-spain`, `JOIN new-spain france`, `JOIN new-spain NONE`, `LIST`. In small letters it
/// counts only if it names a campaign that waits: `Join us!` is a sentence.
fn read(club: &Club, line: &str) -> Option<Wanted> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (word, rest) = words.split_first()?;
    match (*word, rest) {
        ("LIST", []) => Some(Wanted::List),
        (word, []) if word.eq_ignore_ascii_case("LIST") => Some(Wanted::List),
        (word, [campaign, rest @ ..]) if word.eq_ignore_ascii_case("JOIN") => {
            let name = campaign.to_lowercase();
            let id = name.parse::<CampaignId>().ok()?;
            if word != "JOIN" && !waiting::is_waiting(club, &id) {
                return None;
            }
            match rest {
                [] => Some(Wanted::Join(name, None)),
                [seat] if seat.eq_ignore_ascii_case("NONE") => Some(Wanted::Leave(name)),
                [seat] => Some(Wanted::Join(name, Some(seat.to_lowercase().parse().ok()?))),
                _ => None,
            }
        }
        (word, rest) if word.eq_ignore_ascii_case("STANDBY") => standby(club, word, rest),
        _ => None,
    }
}

/// `STANDBY new-spain`, `STANDBY ANY`, `STANDBY new-spain NONE`, `STANDBY NONE`. In small letters
/// it counts only if it names a campaign that is played, or any: `Standby please` is a sentence.
fn standby(club: &Club, word: &str, rest: &[&str]) -> Option<Wanted> {
    let is = |it: &str, wanted: &str| it.eq_ignore_ascii_case(wanted);
    let campaign = |name: &str| {
        let id = name.to_lowercase().parse::<CampaignId>().ok()?;
        let is_played = exists(&*club.fs, club.layout.campaign(&id).root());
        (word == "STANDBY" || is_played).then_some(id)
    };
    match rest {
        [only] if is(only, "NONE") => Some(Wanted::StandDown(None)),
        [only] if is(only, "ANY") => Some(Wanted::StandBy(None)),
        [any, none] if is(any, "ANY") && is(none, "NONE") => Some(Wanted::StandDown(None)),
        [name] => Some(Wanted::StandBy(Some(campaign(name)?))),
        [name, none] if is(none, "NONE") => Some(Wanted::StandDown(Some(campaign(name)?))),
        _ => None,
    }
}
