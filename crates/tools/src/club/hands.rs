//! What a player has in hand: the mails that came, and through them addresses to answer to.
//!
//! Not here: what is written (`letters`).

/// How many old addresses a player may still find.
const ADDRESSES_MAX: usize = 8;

/// What came to one seat.
#[derive(Debug, Clone, Default)]
pub(super) struct Inbox {
    /// Addresses to answer to, the newest last.
    pub(super) replies: Vec<String>,
    /// Message-IDs of the newest mail.
    pub(super) last_id: Option<String>,
    /// The newest mail that held an order sheet, as it came.
    pub(super) last_report: Option<String>,
}

impl Inbox {
    /// Keeps what matters of a mail.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        if let Some(reply) = header(&text, "Reply-To") {
            let bare = reply.rsplit_once('<').map_or(reply.as_str(), |it| it.1);
            let bare = bare.trim_end_matches('>').to_owned();
            self.replies.retain(|it| *it != bare);
            self.replies.push(bare);
            let surplus = self.replies.len().saturating_sub(ADDRESSES_MAX);
            self.replies.drain(..surplus);
        }
        self.last_id = header(&text, "Message-ID").or(self.last_id.take());
        if text.contains("#orders") {
            self.last_report = Some(text);
        }
    }
}

/// The value of a header, unfolded; lines end with LF.
pub(super) fn header(text: &str, name: &str) -> Option<String> {
    let (head, _) = text.split_once("\n\n")?;
    let head = head.replace("\n ", " ").replace("\n\t", " ");
    let start = format!("{}: ", name.to_lowercase());
    let line = head
        .lines()
        .find(|it| it.to_lowercase().starts_with(&start))?;
    Some(line[start.len()..].trim().to_owned())
}
