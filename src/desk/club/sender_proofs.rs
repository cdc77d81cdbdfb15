//! Secrets that prove or open something: reply tokens, keys, seeds, passwords; and finding them.
//!
//! Not here: where they may be (`guard`), and taking them out of what players write (`mask`).

use super::campaign::Campaign;
use super::partners::tokens;
use super::search_text::{between_blanks, runs};
use crate::engine::dice::hex;
use crate::engine::seat::Seat;
use crate::lang::sheet::SheetNo;
use crate::mail::address::House;
use crate::mail::token::{BUTTON_CHARS, PASSWORD_LETTERS, is_password_letter};
use crate::store::desk_state::DeskState;
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
pub struct ProofFound {
    /// Where, in bytes.
    pub at: Range<usize>,
    /// Whose it is; `None`: that of a seat in another campaign, or one long out of date.
    pub seat: Option<Seat>,
}

impl Tokens {
    /// Those of the sheet now open and its neighbours, of all seats.
    pub fn of(campaign: &Campaign, desk: &DeskState, house: &House) -> Self {
        let tables = campaign.published.values().chain([&campaign.table]);
        let sheets: Vec<SheetNo> = tables
            .flat_map(|table| {
                let (open, parts) = (table.sheet(), table.parts());
                [before(open, parts), Some(open), Some(after(open, parts))]
            })
            .flatten()
            .collect();
        let seats = campaign.table.seats();
        let of = seats.into_iter().flat_map(|seat| {
            let sheets = sheets.clone().into_iter();
            sheets.flat_map(move |number| {
                let all = tokens(campaign, desk, (seat, &number.to_string())).into_iter();
                let all = all.flat_map(|it| [it.0, it.1]);
                all.map(move |it| (seat, it.as_str().to_owned()))
            })
        });
        Tokens {
            of: of.collect(),
            house: house.clone(),
        }
    }

    /// The tokens in a bare text.
    pub fn in_text(&self, text: &str) -> Vec<ProofFound> {
        self.found(text, |run| self.is_in_address(text, run))
    }

    /// Where tokens are in a bare text, or could be if it were cut anywhere.
    pub fn perhaps_in_text(&self, text: &str) -> impl Iterator<Item = Range<usize>> {
        let found = self.found(text, |run| self.is_before_our_domain(text, run));
        found.into_iter().map(|it| it.at)
    }

    fn found(&self, text: &str, is_ours: impl Fn(&Range<usize>) -> bool) -> Vec<ProofFound> {
        let mut found = Vec::new();
        for run in runs(text, BUTTON_CHARS) {
            let word = &text[run.clone()];
            let known = self
                .of
                .iter()
                .find_map(|(seat, it)| Some((seat, it, word.find(it)?)));
            if let Some((seat, token, at)) = known {
                let start = run.start + at;
                found.push(ProofFound {
                    at: start..start + token.len(),
                    seat: Some(*seat),
                });
            } else if is_ours(&run) {
                found.push(ProofFound {
                    at: run,
                    seat: None,
                });
            }
        }
        found
    }

    /// What follows our domain after a run, if that is there.
    fn after_domain<'t>(&self, text: &'t str, run: &Range<usize>) -> Option<&'t str> {
        let behind = text[run.end..].strip_prefix('@');
        behind.and_then(|it| it.strip_prefix(self.house.domain()))
    }

    /// Whether the domain of this club, or one that only begins like it, follows.
    fn is_before_our_domain(&self, text: &str, run: &Range<usize>) -> bool {
        self.after_domain(text, run).is_some()
    }

    /// Whether it is where the token is in the address of a seat of this club.
    fn is_in_address(&self, text: &str, run: &Range<usize>) -> bool {
        let rest = self.after_domain(text, run);
        // Another domain may only begin like ours.
        let goes_on = |text: &str| {
            let behind = text.strip_prefix('.').unwrap_or(text);
            behind.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '-')
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
        let seed = (!seed_is_open).then_some(&campaign.seed);
        let keys = seed.into_iter().chain([&secret.token_key]);
        let keys = keys.chain(secret.passwords.values()).map(|it| hex(&it.0));
        Keys(
            keys.flat_map(|it| [it[..32].to_owned(), it[32..].to_owned()])
                .collect(),
        )
    }

    /// Whether one of them is in a bare text.
    pub fn are_in(&self, text: &str) -> bool {
        let mut long = runs(text, KEY_CHARS / 2);
        long.any(|run| {
            self.0
                .iter()
                .any(|it| text[run.clone()].contains(it.as_str()))
        })
    }
}

/// What looks like a key, a link of the chain or a hash, in a bare text.
pub fn hex_runs(text: &str) -> impl Iterator<Item = &str> {
    let long = runs(text, KEY_CHARS).map(|it| &text[it]);
    long.filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()))
}

/// Stretches between spaces of a bare text in which a password could be seen by its shape, if only
/// part of one were shown: so nothing that is cut out of a text without them is one.
pub fn passwords_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    between_blanks(text, PASSWORD_LETTERS).filter_map(|range| {
        let stretch = &text[range.clone()];
        if !has_password(stretch) {
            return None;
        }
        let inner = stretch.trim_matches(|it: char| !it.is_alphanumeric());
        let start = range.start + stretch.find(inner)?;
        Some(start..start + inner.len())
    })
}

/// Where a bare text has a row of letters and digits that could hold a token of any campaign: with
/// a digit in it, or without one of the letters that no token has.
pub fn perhaps_tokens_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    runs(text, BUTTON_CHARS).filter(|range| {
        let row = &text.as_bytes()[range.clone()];
        let never = |it: &u8| matches!(it, b'i' | b'l' | b'o' | b'u');
        let longest = row.split(never).map(<[u8]>::len).max();
        row.iter().any(u8::is_ascii_digit) || longest >= Some(BUTTON_CHARS)
    })
}

/// Whether the letters of a password are in a row in it, hyphens apart.
fn has_password(stretch: &str) -> bool {
    // Rows of letters that are long enough are rare.
    let parts = |it: &u8| !it.is_ascii_lowercase() && *it != b'-';
    let rows = stretch.as_bytes().split(parts);
    rows.filter(|it| it.len() >= PASSWORD_LETTERS)
        .any(holds_password)
}

/// Whether a row of small letters and hyphens holds one.
fn holds_password(row: &[u8]) -> bool {
    // Of letters in a row that fit as those from the first on: for each first letter, by its place
    // in a word of a password.
    let mut fitting = [0_usize; 5];
    let letters = row.iter().copied().filter(|it| *it != b'-');
    for (at, letter) in letters.enumerate() {
        for (begun, fits) in fitting.iter_mut().enumerate() {
            let place = (at + 5 - begun) % 5;
            *fits = if is_password_letter(place, letter) && (*fits > 0 || place == 0) {
                // A row begins with the first letter of a word.
                *fits + 1
            } else {
                0
            };
            if *fits == PASSWORD_LETTERS {
                return true;
            }
        }
    }
    false
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

/// The sheet after this one.
pub fn after(sheet: SheetNo, parts: u8) -> SheetNo {
    if sheet.part < parts {
        SheetNo {
            part: sheet.part + 1,
            ..sheet
        }
    } else {
        SheetNo {
            turn: sheet.turn + 1,
            part: parts.min(1),
        }
    }
}
