//! The receipt of a mail, until it is posted.
//!
//! Not here: what it says (`intake`).

use crate::desk::club::errors::{Stuck, mail_fault};
use crate::desk::entry::builder::Work;
use crate::desk::entry::forms;
use crate::desk::entry::pictures;
use crate::desk::entry::post::Post;
use crate::desk::inbox::arrival::Arrival;
use crate::report::Plan;
use crate::store::entry::{Earlier, Letter, Topic};

/// A receipt that is not posted yet: one mail is answered by one.
pub(crate) struct Receipt {
    /// Its subject.
    pub(crate) subject: String,
    /// Its words.
    pub(crate) text: String,
    /// Whether the map was asked for: then it brings the pictures.
    pub(crate) map: bool,
    /// Whether it tells of lines that were filed, and of nothing else: then a newer one may take
    /// its place.
    pub(crate) is_plain: bool,
    /// Earlier ones whose place it takes.
    pub(crate) instead_of: Vec<Earlier>,
}

impl Receipt {
    /// Both in one.
    pub(crate) fn with(self, more: &Receipt) -> Self {
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
    pub(crate) fn post(self, work: &mut Work<'_>, arrival: &Arrival) -> Result<(), Stuck> {
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
