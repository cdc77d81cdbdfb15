//! A mail of an entry before it is posted: whose it is, what it is, and what it says.
//!
//! Not here: posting it (`posting`), and how it becomes a whole mail (`forms`).

use crate::engine::seat::Seat;
use crate::mail::compose::{DataFile, Leave};
use crate::mail::sent_file::SentFile;
use crate::report::Plan;
use crate::store::entry::{Earlier, Letter, Topic};

/// A mail to be posted.
#[derive(Clone)]
pub struct Post {
    /// Whose; `None`: the referee's.
    pub seat: Option<Seat>,
    /// What it is.
    pub what: Letter,
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: String,
    /// The Message-ID it answers.
    pub in_reply_to: Option<String>,
    /// The seat whose letter it passes on; an answer goes there.
    pub writer: Option<Seat>,
    /// How its HTML part is made, where that is not of its text alone.
    pub plan: Option<Plan>,
    /// Whether it reports the deadline to its reader's calendar.
    pub dated: bool,
    /// What it says as data, if its reader wants that.
    pub data: Option<DataFile>,
    /// Finished files that come with it.
    pub files: Vec<SentFile>,
    /// On what a newer mail may take its place before it has left.
    pub topic: Option<Topic>,
    /// The mails that have not left whose place it takes.
    pub instead_of: Vec<Earlier>,
    /// How its reader leaves, where that is not by asking the referee.
    pub leave: Option<Leave>,
}

impl Post {
    /// A mail of which there is no more to say than what it is and says.
    pub fn plain(seat: Option<Seat>, what: Letter, subject: String, text: String) -> Self {
        Post {
            seat,
            what,
            subject,
            text,
            in_reply_to: None,
            writer: None,
            plan: None,
            dated: false,
            data: None,
            files: Vec::new(),
            topic: None,
            instead_of: Vec::new(),
            leave: None,
        }
    }
}
