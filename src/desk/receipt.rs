//! The receipt of a mail, until it is posted.
//!
//! Not here: what it says (`intake`).

use super::arrival::Arrival;
use super::forms;
use super::pictures;
use super::stuck::{Stuck, mail_fault};
use super::work::{Post, Work};
use crate::report::Plan;
use crate::store::entry::Letter;

/// A receipt that is not posted yet: one mail is answered by one.
pub(super) struct Receipt {
    /// Its subject.
    pub(super) subject: String,
    /// Its words.
    pub(super) text: String,
    /// Whether the map was asked for: then it brings the pictures.
    pub(super) map: bool,
}

impl Receipt {
    /// Both in one.
    pub(super) fn with(self, more: &Receipt) -> Self {
        Receipt {
            subject: self.subject,
            text: format!("{}\n\n{}", self.text.trim_end(), more.text),
            map: self.map || more.map,
        }
    }

    /// Posts it.
    ///
    /// # Errors
    /// A text that no mail can carry.
    pub(super) fn post(self, work: &mut Work<'_>, arrival: &Arrival) -> Result<(), Stuck> {
        let seat = arrival.seat;
        let mut plan = None;
        if self.map {
            let mut mapped = Plan::of(&work.frame(Some(seat)));
            mapped.pictures = pictures::now(work, seat)?;
            plan = Some(mapped);
        }
        let post = Post {
            seat: Some(seat),
            what: Letter::Receipt,
            subject: self.subject,
            text: self.text,
            in_reply_to: arrival.mail.message_id.clone(),
            writer: None,
            plan,
            // An absence of its own may have moved the deadline.
            dated: forms::calendar_is_behind(&work.desk, seat),
            data: None,
        };
        work.post(post).map_err(|it| mail_fault(&it))
    }
}
