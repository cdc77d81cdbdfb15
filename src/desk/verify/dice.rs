//! The dice of an entry: their link, and every draw on record made again from its key. No rules are
//! needed for that, so it can be done for entries of any revision.

use super::found::One;
use crate::desk::campaign::Campaign;
use crate::engine::dice::{Chain, Check, Keys, Roll, follows_by, hex, unhex};
use crate::store::entry::Note;
use crate::store::log::CampaignLog;
use crate::textfile::plain;
use serde_json::Value;

/// What the dice of a campaign are held against.
pub(super) enum Seed {
    /// The seed's chain.
    Known(Box<Chain>),
    /// The end of the chain, which everybody was shown: without secret.toml.
    Sealed {
        /// x[0], once an entry has told it.
        end: Option<[u8; 32]>,
    },
}

impl Seed {
    /// Of this campaign.
    pub(super) fn of(campaign: &Campaign) -> Self {
        match campaign.secret.is_unknown() {
            true => Seed::Sealed { end: None },
            false => Seed::Known(Box::new(Chain::of(&campaign.secret.seed.0))),
        }
    }

    /// The keys of an entry; `None`: only the seed gives them.
    pub(super) fn keys(&self, campaign: &Campaign, note: &Note) -> Result<Option<Keys>, String> {
        match self {
            Seed::Known(chain) => {
                let keys = chain.keys(note.dice.link, note.dice.timeline)?;
                Ok(Some(keys.salted(&campaign.salts(&note.desk))))
            }
            Seed::Sealed { .. } => Ok(None),
        }
    }
}

/// Checks the link that an entry shows, and its draws.
///
/// # Errors
/// A link that is not the one sealed at the start; a draw that its key does not give.
pub(super) fn check(
    log: &CampaignLog<'_>,
    (seed, campaign): (&Seed, &Campaign),
    note: &Note,
    journal: Option<&str>,
    one: &mut One,
) -> Result<(), String> {
    let rolls = rolls(journal.unwrap_or_default())?;
    let Some(shown) = &note.dice.shown else {
        return match rolls.is_empty() {
            true => Ok(()),
            false => Err("it holds draws of dice without a link they were drawn with".to_owned()),
        };
    };
    let number = note.dice.link;
    let wrong = || format!("link {number} of the dice is not the one sealed at the start");
    let link = unhex(shown).ok_or_else(wrong)?;
    let mut check = match (seed.keys(campaign, note)?, seed) {
        (Some(keys), _) if hex(&keys.open) == *shown => Check::with(keys),
        (Some(_), _) => return Err(wrong()),
        (None, Seed::Sealed { end }) => {
            let before = shown_before(log, note, *end)?;
            if let Some((before, at)) = before
                && !follows_by(&link, &before, number.saturating_sub(at))
            {
                return Err(wrong());
            }
            let salts = campaign.salts(&note.desk);
            Check::with_link(link, number, note.dice.timeline, &salts)
        }
        (None, Seed::Known(_)) => return Err(wrong()),
    };
    for roll in &rolls {
        check.next(roll)?;
    }
    one.dice += check.derived;
    if check.hidden > 0 {
        let entry = note.number;
        let hidden = check.hidden;
        one.skipped.push(format!(
            "entry {entry}: {hidden} hidden draws, which only the seed gives"
        ));
    }
    Ok(())
}

/// The newest link shown before this entry, with its number; the end of the chain, if none was.
fn shown_before(
    log: &CampaignLog<'_>,
    note: &Note,
    end: Option<[u8; 32]>,
) -> Result<Option<([u8; 32], u32)>, String> {
    for number in (0..note.number).rev() {
        let before = log.note(number).map_err(|it| it.to_string())?.note.dice;
        if let Some(link) = before.shown.as_deref().and_then(unhex) {
            return Ok(Some((link, before.link)));
        }
    }
    Ok(end.map(|it| (it, 0)))
}

/// The draws that a journal records, in their order, whatever the game.
fn rolls(journal: &str) -> Result<Vec<Roll>, String> {
    let mut rolls = Vec::new();
    for item in items(journal)? {
        let of_item = item.get("rolls").and_then(Value::as_array);
        for roll in of_item.into_iter().flatten() {
            let roll = plain::typed(roll.clone());
            rolls.push(roll.map_err(|it| format!("journal.toml: {it}"))?);
        }
    }
    Ok(rolls)
}

/// What a journal records, item by item, as plain data.
///
/// # Errors
/// Text that is no journal.
pub(in crate::desk) fn items(journal: &str) -> Result<Vec<Value>, String> {
    let mut table = plain::from_toml(journal).map_err(|it| format!("journal.toml: {it}"))?;
    match table.remove("item") {
        Some(Value::Array(items)) => Ok(items),
        _ => Ok(Vec::new()),
    }
}
