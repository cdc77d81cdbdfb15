//! The receipt of a mail, until it is posted.
//!
//! Not here: what it says (`intake`).

use super::arrival::Arrival;
use super::forms;
use super::pictures;
use super::post::Post;
use super::stuck::{Stuck, mail_fault};
use super::work::Work;
use crate::report::Plan;
use crate::store::entry::{Earlier, Letter, Topic};

/// A receipt that is not posted yet: one mail is answered by one.
pub(super) struct Receipt {
    /// Its subject.
    pub(super) subject: String,
    /// Its words.
    pub(super) text: String,
    /// Whether the map was asked for: then it brings the pictures.
    pub(super) map: bool,
    /// Whether it tells of lines that were filed, and of nothing else: then a newer one may take
    /// its place.
    pub(super) is_plain: bool,
    /// Earlier ones whose place it takes.
    pub(super) instead_of: Vec<Earlier>,
}

impl Receipt {
    /// Both in one.
    pub(super) fn with(self, more: &Receipt) -> Self {
        Receipt {
            subject: self.subject,
            text: format!("{}\n\n{}", self.text.trim_end(), more.text),
            map: self.map || more.map,
            is_plain: false,
            instead_of: [self.instead_of, more.instead_of.clone()].concat(),
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
            in_reply_to: arrival.mail.message_id.clone(),
            plan,
            // An absence of its own may have moved the deadline; and what an earlier answer was to
            // tell a calendar goes with this one.
            dated: !self.instead_of.is_empty() || forms::calendar_is_behind(&work.desk, seat),
            topic: self.is_plain.then_some(Topic::Sheet),
            instead_of: self.instead_of,
            ..Post::of(Some(seat), Letter::Receipt, self.subject, self.text)
        };
        work.post(post).map_err(|it| mail_fault(&it))
    }
}
