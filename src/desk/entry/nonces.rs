//! What nobody can guess of an entry, though others may hold hashes of it: the nonce of its
//! witness, and what the salts of its private files are made from.
//!
//! Not here: where they are stored (`store::entry`, `store::private`).

use crate::desk::club::campaign::Campaign;
use crate::engine::dice::{derive, hex};
use crate::store::entry::{DiceNote, Note};

/// What sets the salts of texts apart that were packed later from those of their entries.
const PACKED: &str = "packed texts of";

/// Bytes of a nonce.
const NONCE_BYTES: usize = 16;

/// What keeps the witness of the next entry from telling what its note says: only the seed gives
/// it.
pub fn next(campaign: &Campaign, dice: &DiceNote) -> String {
    nonce(campaign, campaign.next_number(), dice)
}

/// The nonce that a note of this campaign should have.
pub fn of(campaign: &Campaign, note: &Note) -> String {
    nonce(campaign, note.number, &note.dice)
}

fn nonce(campaign: &Campaign, number: u32, dice: &DiceNote) -> String {
    let name = format!("witness of {}", campaign.id);
    let nonce = derive(&campaign.seed.0, &name, number, dice.timeline);
    hex(&nonce[..NONCE_BYTES])
}

/// What the salts of the next entry's private files are made from. Not the seed gives it, which is
/// published in the end, but the key of the tokens, which never is.
pub fn salt(campaign: &Campaign, dice: &DiceNote) -> String {
    let name = format!("salt of {}", campaign.id);
    let key = &campaign.secret.token_key.0;
    hex(&derive(key, &name, campaign.next_number(), dice.timeline))
}

/// The same for what the mails of an entry of before say: the same at each time.
pub fn packed_salt(campaign: &Campaign, note: &Note) -> String {
    let name = format!("{PACKED} {}", campaign.id);
    let key = &campaign.secret.token_key.0;
    hex(&derive(key, &name, note.number, note.dice.timeline))
}
