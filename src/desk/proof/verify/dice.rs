//! The dice of an entry: their link, and every draw on record made again from its key. No rules are
//! needed for that, so it can be done for entries of any revision.

use crate::config::secret::Key;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::foundation::Foundation;
use crate::desk::proof::verify::found::One;
use crate::engine::dice::{Chain, Check, Keys, Roll, follows_by, hex, unhex};
use crate::store::entry::{Note, StateFile};
use crate::store::fault::StoreFault;
use crate::store::log::CampaignLog;
use crate::textfile::plain;
use serde_json::Value;

/// What the dice of a campaign are held against.
pub(super) enum Seed {
    /// The seed's chain, and the seed.
    Known(Box<Chain>, Key),
    /// Without secret.toml there is only the seal that everybody was shown.
    Sealed,
}

impl Seed {
    /// Of this campaign.
    pub(super) fn of(campaign: &Campaign) -> Self {
        if campaign.secret.is_unknown() {
            Seed::Sealed
        } else {
            Seed::Known(Box::new(Chain::of(&campaign.seed.0)), campaign.seed)
        }
    }

    /// Whether it is that of this campaign still: dice may be founded again.
    pub(super) fn is_of(&self, campaign: &Campaign) -> bool {
        match self {
            Seed::Known(_, seed) => *seed == campaign.seed,
            Seed::Sealed => true,
        }
    }

    /// The keys of an entry; `None`: only the seed gives them.
    pub(super) fn keys(&self, campaign: &Campaign, note: &Note) -> Result<Option<Keys>, String> {
        match self {
            Seed::Known(chain, _) => {
                // Dice that were founded again and have not been thrown yet have no link.
                let keys = chain.keys(note.dice.link.max(1), note.dice.timeline)?;
                Ok(Some(keys.salted(&campaign.salts(&note.desk))))
            }
            Seed::Sealed => Ok(None),
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
        return if rolls.is_empty() {
            Ok(())
        } else {
            Err("it contains draws of dice without their link".to_owned())
        };
    };
    let number = note.dice.link;
    let wrong = || format!("link {number} of the dice is not the one sealed at the start");
    let link = unhex(shown).ok_or_else(wrong)?;
    let mut check = match (seed.keys(campaign, note)?, seed) {
        (Some(keys), _) if hex(&keys.open) == *shown => Check::with(keys),
        (Some(_), _) => return Err(wrong()),
        (None, Seed::Sealed) => {
            let before = shown_before(log, note)?;
            if let Some((before, at)) = before
                && !follows_by(&link, &before, number.saturating_sub(at))
            {
                return Err(wrong());
            }
            let salts = campaign.salts(&note.desk);
            Check::with_link(link, number, note.dice.timeline, &salts)
        }
        (None, Seed::Known(..)) => return Err(wrong()),
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

/// The newest link of its chain that was shown before this entry, with its number; the end of the
/// chain, which its foundation seals, if none was.
fn shown_before(log: &CampaignLog<'_>, note: &Note) -> Result<Option<([u8; 32], u32)>, String> {
    let told = |it: StoreFault| it.to_string();
    // Dice that were founded again have a chain of their own.
    let sealed_in = note.files.get(&StateFile::Foundation).map(|it| it.entry);
    for number in (sealed_in.unwrap_or(0)..note.number).rev() {
        let known = log.known(number).map_err(told)?;
        let before = &known.note.dice;
        if let Some(link) = before.shown.as_deref().and_then(unhex) {
            return Ok(Some((link, before.link)));
        }
    }
    let Some(entry) = sealed_in else {
        return Ok(None);
    };
    let text = log.own_part(entry, StateFile::Foundation).map_err(told)?;
    let foundation = Foundation::parse(&text.unwrap_or_default());
    let foundation = foundation.map_err(|_| "foundation.toml cannot be read".to_owned())?;
    Ok(unhex(&foundation.seals.chain).map(|it| (it, 0)))
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
/// Text that is not a journal.
pub(crate) fn items(journal: &str) -> Result<Vec<Value>, String> {
    let mut table = plain::from_toml(journal).map_err(|it| format!("journal.toml: {it}"))?;
    match table.remove("item") {
        Some(Value::Array(items)) => Ok(items),
        _ => Ok(Vec::new()),
    }
}
