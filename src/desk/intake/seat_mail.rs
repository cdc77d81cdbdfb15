//! A mail at the seat that it claims to be from, looked into once: what shows that it is its
//! player's, which block of it counts, and for which sheet its address was made. All later steps
//! take it from here.
//!
//! Not here: what proves what (`authentication`), finding the block (`blocks`), and what becomes of
//! the mail (`take`).

use super::authentication::{Proof, has_token, proof};
use super::blocks::{addressed_sheet, choose, complete, says_only_codes};
use super::button_mail;
use super::confirm;
use super::mask::Mask;
use super::typed;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::lang::block::Chosen;
use crate::lang::sheet::SheetNo;
use std::borrow::Cow;
use std::ops::Deref;

/// A mail at its seat, as it may be shown: proofs of sender are starred out of it.
pub struct SeatMail<'a> {
    arrival: Cow<'a, Arrival>,
    /// The block that counts; its opener is made whole by what the address says.
    pub found: Chosen,
    /// What shows that it is its player's, as far as that counts here; `None`: nothing.
    pub proof: Option<Proof>,
    /// Whether its address has the token of this sheet or the one before, from wherever it came.
    pub has_token: bool,
    /// The sheet for which the token in its address was made; `None`: none of the last two.
    pub addressed: Option<SheetNo>,
}

impl<'a> SeatMail<'a> {
    /// Looks into a mail. What it proves is asked of it as it came, and all else of what may be
    /// shown.
    pub fn open(work: &EntryBuilder<'_>, arrival: &'a Arrival) -> Self {
        let found = choose(work, arrival);
        let has_token = has_token(work, arrival);
        let proof = proof(work, arrival, &found, has_token);
        let addressed = addressed_sheet(work, arrival);
        let mut arrival = Mask::of(work, arrival).arrival(arrival);
        let found = match &arrival {
            Cow::Borrowed(_) => found,
            Cow::Owned(masked) => choose(work, masked),
        };
        let found = complete(work, arrival.seat, found, addressed);
        let found = match found {
            Chosen::One(mut block) => {
                if let Cow::Owned(lines) = typed::in_full(work, &arrival, &block.lines) {
                    block.lines = lines;
                }
                Chosen::One(block)
            }
            found => found,
        };
        let proof = proof.filter(|it| button_mail::counts(work, *it, arrival.seat, &found));
        if proof == Some(Proof::Button) {
            arrival.to_mut().wish = Wish::Pressed;
        }
        SeatMail {
            arrival,
            found,
            proof,
            has_token,
            addressed,
        }
    }

    /// Leaves nothing of a block but its codes, where they are all that it says or all that counts:
    /// a code proves nothing but the line it is in, and that is about no sheet.
    pub fn keep_codes(&mut self, work: &EntryBuilder<'_>) {
        if let Chosen::One(block) = &self.found
            && (self.proof == Some(Proof::Code) || says_only_codes(block))
        {
            self.found = Chosen::One(confirm::only_codes(work, self.seat, block));
        }
    }
}

/// The mail as it came in, but for what is starred out.
impl Deref for SeatMail<'_> {
    type Target = Arrival;

    fn deref(&self) -> &Arrival {
        &self.arrival
    }
}
