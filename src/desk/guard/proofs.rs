//! Secrets that prove or open something: reply tokens, keys, seeds, passwords; and finding them.
//!
//! Not here: where they may stand (`guard`), and taking them out of what players write (`mask`).

use super::text::{runs, words};
use crate::desk::campaign::Campaign;
use crate::engine::dice::hex;
use crate::engine::seat::Seat;
use crate::lang::sheet::SheetNo;
use crate::mail::address::House;
use crate::mail::token::{TOKEN_CHARS, could_be_password};
use std::ops::Range;

/// Characters of a key in hex.
const KEY_CHARS: usize = 64;

/// The tokens of one campaign that are good now, were good, or will be next.
pub struct Tokens {
    of: Vec<(Seat, String)>,
    house: House,
}

/// Keys in hex, by halves: a line break in the middle of one hides nothing.
pub struct Keys(Vec<String>);

/// A token found in a text.
pub struct Found {
    /// Where, in bytes.
    pub at: Range<usize>,
    /// Whose it is; `None`: that of a seat in another campaign, or one long out of date.
    pub seat: Option<Seat>,
}

impl Tokens {
    /// Those of the sheet now open and its neighbours, of all seats.
    pub fn of(campaign: &Campaign, house: &House) -> Self {
        let open = campaign.table.sheet();
        let parts = campaign.card.sheet_parts;
        let sheets = [before(open, parts), Some(open), Some(after(open, parts))];
        let seats = campaign.table.seats();
        let of = seats.into_iter().flat_map(|seat| {
            let sheets = sheets.iter().flatten();
            sheets.map(move |it| {
                (
                    seat,
                    campaign.token(seat, &it.to_string()).as_str().to_owned(),
                )
            })
        });
        Tokens {
            of: of.collect(),
            house: house.clone(),
        }
    }

    /// The tokens in a text in small letters.
    pub fn in_text(&self, text: &str) -> Vec<Found> {
        let mut found = Vec::new();
        for run in runs(text, TOKEN_CHARS) {
            let word = &text[run.clone()];
            let known = self
                .of
                .iter()
                .find_map(|(seat, it)| Some((seat, it, word.find(it)?)));
            if let Some((seat, token, at)) = known {
                let start = run.start + at;
                found.push(Found {
                    at: start..start + token.len(),
                    seat: Some(*seat),
                });
            } else if self.is_in_address(text, &run) {
                found.push(Found {
                    at: run,
                    seat: None,
                });
            }
        }
        found
    }

    /// Whether it stands where the token stands in the address of a seat of this club.
    fn is_in_address(&self, text: &str, run: &Range<usize>) -> bool {
        let behind = text[run.end..].strip_prefix('@');
        let rest = behind.and_then(|it| it.strip_prefix(self.house.domain()));
        // Another domain may only begin like ours.
        let goes_on = |it: &str| {
            let it = it.strip_prefix('.').unwrap_or(it);
            it.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '-')
        };
        if rest.is_none_or(goes_on) {
            return false;
        }
        let local = &text[..run.end];
        let plain = |it: char| it.is_ascii_alphanumeric() || "+-._".contains(it);
        let local = &local[local.trim_end_matches(plain).len()..];
        let address = format!("{local}@{}", self.house.domain());
        !self.house.seats_among(&[address]).is_empty()
    }
}

impl Keys {
    /// The campaign's keys and password hashes; the seed too, unless it is open now.
    pub fn of(campaign: &Campaign, seed_is_open: bool) -> Self {
        let secret = &campaign.secret;
        let seed = (!seed_is_open).then_some(&secret.seed);
        let keys = seed.into_iter().chain([&secret.token_key]);
        let keys = keys.chain(secret.passwords.values()).map(|it| hex(&it.0));
        Keys(
            keys.flat_map(|it| [it[..32].to_owned(), it[32..].to_owned()])
                .collect(),
        )
    }

    /// Whether one of them stands in a text in small letters.
    pub fn are_in(&self, text: &str) -> bool {
        let mut long = runs(text, KEY_CHARS / 2);
        long.any(|run| {
            self.0
                .iter()
                .any(|it| text[run.clone()].contains(it.as_str()))
        })
    }
}

/// What looks like a key, a link of the chain or a hash, in a text in small letters.
pub fn hex_runs(text: &str) -> impl Iterator<Item = &str> {
    let long = runs(text, KEY_CHARS).map(|it| &text[it]);
    long.filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()))
}

/// Words that are passwords by their shape.
pub fn passwords_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    words(text).filter(|it| could_be_password(&text[it.clone()]))
}

/// The sheet before this one; `None` before the first.
pub fn before(sheet: SheetNo, parts: u8) -> Option<SheetNo> {
    let (turn, part) = match (sheet.turn, sheet.part) {
        (turn, part @ 2..) => (turn, part - 1),
        (1, _) => return None,
        (turn, _) => (turn - 1, parts),
    };
    Some(SheetNo { turn, part })
}

/// The sheet behind this one.
fn after(sheet: SheetNo, parts: u8) -> SheetNo {
    match sheet.part < parts {
        true => SheetNo {
            part: sheet.part + 1,
            ..sheet
        },
        false => SheetNo {
            turn: sheet.turn + 1,
            part: parts.min(1),
        },
    }
}
