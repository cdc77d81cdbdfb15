//! Mails of an entry in the making, each with its address, name, form and place in the reader's
//! calendar.
//!
//! Not here: what they say (`publish`, `intake`), and how one becomes bytes (`forms`).

use super::builder::EntryBuilder;
use super::forms::{self, Clerk, Unmade};
use super::post::Post;
use crate::config::address::Address;
use crate::config::campaign::Want;
use crate::desk::club::partners::{self, Hand};
use crate::engine::seat::Seat;
use crate::lang::block::{self, Block};
use crate::mail::compose::{Leave, LetterKind, Outgoing};
use crate::mail::token::{Token, TokenKey};
use crate::report::Plan;
use crate::store::entry::{Letter, MailKey, Reply, Stop};

/// How many of the sheets we mailed to a seat are remembered, to tell quotations from orders.
const SHEETS_KEPT: usize = 24;

impl EntryBuilder<'_> {
    /// Posts a mail: it will be in the entry's outbox. Mails to robots are not posted.
    ///
    /// # Errors
    /// An address or text that no mail can carry.
    pub fn post(&mut self, post: Post) -> Result<(), String> {
        let Some(seat) = post.seat else {
            let referee = self.club.config.club.referee.to_string();
            return self.post_to(post, "referee", (referee, "Referee".to_owned(), false));
        };
        // A letter is another player's words: a block in it is not a sheet of ours.
        if post.what != Letter::Note {
            self.remember_sheets(post.seat, &post.text);
        }
        for hand in self.addressed(seat, &post) {
            let is_partner = hand.is_partner();
            let to = (hand.who.address.to_string(), hand.who.name, is_partner);
            self.post_to(post.clone(), seat.as_str(), to)?;
        }
        Ok(())
    }

    /// Who gets a mail of a seat: an answer whoever wrote; a question, the seat's player; all else
    /// everybody who plays it.
    fn addressed(&self, seat: Seat, post: &Post) -> Vec<Hand> {
        if let Some(only) = &self.only {
            let mut all = partners::hands(self.campaign, &self.desk, seat);
            all.retain(|it| it.who == *only);
            return all;
        }
        let mut readers = partners::readers(self.campaign, &self.desk, seat);
        match (post.what, self.writer_for(seat)) {
            (Letter::Receipt, Some(writer)) => return vec![writer.clone()],
            (Letter::Receipt | Letter::Refusal, _) => readers.truncate(1),
            _ => {}
        }
        readers
    }

    /// Who has written the mail that is being answered, if they did so for this seat.
    pub fn writer_for(&self, seat: Seat) -> Option<&Hand> {
        let writer = self.writer.as_ref().filter(|it| it.0 == seat);
        writer.map(|it| &it.1)
    }

    /// Sends a mail to all who play a seat but whoever wrote.
    ///
    /// # Errors
    /// An address or text that no mail can carry.
    pub fn post_to_others(&mut self, seat: Seat, post: &Post) -> Result<(), String> {
        let mut others = partners::readers(self.campaign, &self.desk, seat);
        others.retain(|it| self.writer_for(seat) != Some(it));
        for hand in others {
            let is_partner = hand.is_partner();
            let to = (hand.who.address.to_string(), hand.who.name, is_partner);
            self.post_to(post.clone(), seat.as_str(), to)?;
        }
        Ok(())
    }

    /// Posts a mail to somebody who sits nowhere any more: nothing in it opens a seat.
    ///
    /// # Errors
    /// An address or text that no mail can carry.
    pub fn post_outside(&mut self, post: Post, to: &Address) -> Result<(), String> {
        let post = Post { seat: None, ..post };
        self.post_to(
            post,
            MailKey::FORMER,
            (to.to_string(), String::new(), false),
        )
    }

    /// Posts what everybody may see to somebody who looks on. Nothing in it opens a seat.
    ///
    /// # Errors
    /// An address or text that no mail can carry.
    pub fn post_to_observer(&mut self, post: Post, to: &str, leave: Leave) -> Result<(), String> {
        let post = Post {
            leave: Some(leave),
            ..post
        };
        self.post_to(
            post,
            MailKey::OBSERVER,
            (to.to_owned(), String::new(), false),
        )
    }

    /// `reader` names the mail. `partner`: whether it goes to somebody beside the seat's player.
    fn post_to(
        &mut self,
        post: Post,
        reader: &str,
        (to, to_name, partner): (String, String, bool),
    ) -> Result<(), String> {
        let key = self.key(reader, post.what)?;
        let kind = match post.what {
            Letter::Receipt | Letter::Refusal => LetterKind::Receipt,
            Letter::Report | Letter::ReportForReview | Letter::Reminder | Letter::Note => {
                LetterKind::Report
            }
        };
        let calendar = self.calendar(post.seat, post.dated);
        let mail = Outgoing {
            key: self.mark(reader, &key),
            campaign: self.campaign.id.to_string(),
            kind,
            leave: post.leave.or_else(|| {
                (kind == LetterKind::Report && post.seat.is_some()).then(|| self.leaving())
            }),
            to,
            to_name,
            reply_address: self.reply_address(post.seat)?,
            answer_to: match (post.seat, post.writer) {
                // Words of a player for the referee: between the two the club is not needed.
                (None, Some(writer)) => {
                    let player = self.campaign.player(writer);
                    player.map(|it| it.address.as_str().to_owned())
                }
                _ => None,
            },
            from_name: format!("{}, {}", self.club.config.club.name, self.campaign.id),
            subject: post.subject,
            in_reply_to: post.in_reply_to,
            references: vec![self.thread(post.seat, reader)],
            date: self.now.seconds(),
            text: post.text,
            html: String::new(),
            pictures: Vec::new(),
            calendar,
            data: post.data,
            files: post.files,
        };
        let mut plan = self.wants(post.seat, Want::Html).then(|| match post.plan {
            Some(plan) => plan,
            None => Plan::of(&self.frame(post.seat)),
        });
        let asked = post.seat.filter(|_| self.desk.stop != Stop::Over);
        let asked = asked.filter(|_| forms::has_buttons(post.what));
        if let (Some(plan), Some(seat)) = (&mut plan, asked) {
            plan.buttons = forms::buttons(self.club, self.templates, (self.campaign, seat), plan);
        }
        self.add_mail(Unmade {
            key,
            seat: post.seat,
            what: post.what,
            writer: post.writer,
            topic: post.topic,
            instead_of: post.instead_of,
            plan,
            reply: post.seat.map(|seat| Reply {
                sheet: self.table(seat).sheet().to_string(),
                generation: self.campaign.secret.generation(seat),
                timeline: self.campaign.timeline,
                partner,
            }),
            mail,
        });
        Ok(())
    }

    /// How a player leaves: by asking the referee.
    fn leaving(&self) -> Leave {
        Leave {
            to: self.club.config.club.referee.to_string(),
            says: format!("I leave {}", self.campaign.id),
            list: None,
        }
    }

    /// What a mail says to its reader's calendar.
    fn calendar(&mut self, seat: Option<Seat>, dated: bool) -> String {
        let wants = dated && self.wants(seat, Want::Ics);
        let Some(seat) = seat.filter(|_| wants) else {
            return String::new();
        };
        let sheet = self.table(seat).sheet().to_string();
        let clerk = Clerk {
            id: &self.campaign.id,
            domain: self.club.house.domain(),
            now: self.now,
            names: self.campaign.sheet_names().clone(),
        };
        clerk.calendar(&mut self.desk, (seat, sheet))
    }

    /// Whether the player of a seat gets mails in this form.
    pub fn wants(&self, seat: Option<Seat>, form: Want) -> bool {
        if form.is_file() && !self.club.config.attachments {
            return false;
        }
        let player = seat.and_then(|it| self.campaign.player(it));
        seat.is_some_and(|it| forms::wants(&self.desk, player, it, form))
    }

    /// What begins the Message-ID of a mail. Its key would show the reader the number of the entry,
    /// and so how often others write.
    pub fn mark(&self, reader: &str, key: &MailKey) -> String {
        let id = self.campaign.id.as_str();
        let token_key = TokenKey::new(self.campaign.secret.token_key.0);
        format!("{id}.{reader}.{}", token_key.mail_mark(id, key.as_str()))
    }

    /// `<campaign>.<entry>.<reader>.<kind>`, with a number where one reader gets several.
    fn key(&mut self, reader: &str, what: Letter) -> Result<MailKey, String> {
        let kind = match what {
            Letter::Report | Letter::ReportForReview => "report",
            Letter::Receipt => "receipt",
            Letter::Reminder => "reminder",
            Letter::Refusal => "refusal",
            Letter::Note => "note",
        };
        let entry = self.campaign.next_number();
        let stem = format!("{}.{entry:06}.{reader}.{kind}", self.campaign.id);
        let posted = self.keys.entry(stem.clone()).or_insert(0);
        *posted += 1;
        match *posted {
            1 => stem.parse(),
            number => format!("{stem}-{number}").parse(),
        }
    }

    /// The address that an answer goes to, without the token that is put in as it is handed over.
    fn reply_address(&self, seat: Option<Seat>) -> Result<String, String> {
        let Some(seat) = seat else {
            return Ok(self.club.house.address());
        };
        let id = self.campaign.id.as_str();
        let address = self.club.house.seat_address(id, seat, &Token::held_back());
        address.map_err(|it| it.to_string())
    }

    /// All mails to a reader about one turn hang on this id, so that mail programs show them
    /// together.
    fn thread(&self, seat: Option<Seat>, reader: &str) -> String {
        let turn = self.table_of(seat).sheet().turn;
        let domain = self.club.house.domain();
        format!("{}.turn-{turn}.{reader}@{domain}", self.campaign.id)
    }

    /// A block that comes back as we sent it is a quotation: so we keep what we send.
    fn remember_sheets(&mut self, seat: Option<Seat>, text: &str) {
        let Some(seat) = seat else { return };
        let lines: Vec<&str> = text.lines().collect();
        let kept = &mut self.desk.seats.of(seat).sheets;
        for found in block::find(&lines) {
            let hash = sheet_hash(&found);
            if !kept.contains(&hash) {
                kept.push(hash);
            }
        }
        let surplus = kept.len().saturating_sub(SHEETS_KEPT);
        kept.drain(..surplus);
    }
}

/// What is kept of a sheet we mailed: a hash over what it has in common with its quotations.
pub fn sheet_hash(block: &Block) -> String {
    let hash = blake3::hash(block.folded().as_bytes());
    hash.to_hex().as_str()[..16].to_owned()
}
