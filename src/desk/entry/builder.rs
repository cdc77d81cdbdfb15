//! An entry in the making: what is filed, played and posted, until it is sealed as a draft.
//!
//! No effects: everything here is a function of the campaign with its log, the templates and `now`.

use super::forms::{self, Clerk, Unmade, made};
use super::nonces;
use super::parts;
use super::post::Post;
use crate::clock::{Moment, Zone};
use crate::config::address::Address;
use crate::config::campaign::Want;
use crate::desk::calendar::schedule::MovedBy;
use crate::desk::calendar::substitute;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{Stuck, guarded, rules_fault};
use crate::desk::club::open::Club;
use crate::desk::club::options::{early, options};
use crate::desk::club::roster;
use crate::engine::dice::{Dice, Keys, hex};
use crate::engine::game::{Block as OrderBlock, Table, Understood};
use crate::engine::rules::SheetText;
use crate::engine::seat::{Seat, Viewer};
use crate::lang::block::{self, Block};
use crate::lang::sheet::SheetNo;
use crate::mail::compose::{Kind, Leave, Outgoing};
use crate::mail::token::{Token, TokenKey};
use crate::report::opener;
use crate::report::{AwayAt, DiceShown, Frame, Moved, Plan, SeatAt, Stop as Shown, Templates};
use crate::store::desk_state::Ahead;
use crate::store::draft::{Draft, LetterText, Submission};
use crate::store::entry::{Cause, DeskState, DiceNote, Letter, MailKey, MailNote, Reply, Stop};
use crate::store::heard::Heard;
use crate::store::news::News;
use crate::store::outbox::Unsent;
use crate::store::witness;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How many of the sheets we mailed to a seat are remembered, to tell a quotation from orders.
const SHEETS_KEPT: usize = 24;

/// An entry in the making.
pub struct Work<'a> {
    /// The club.
    pub club: &'a Club,
    /// Its templates.
    pub templates: &'a Templates,
    /// The campaign; its table is at work.
    pub campaign: &'a mut Campaign,
    /// The one moment of this run.
    pub now: Moment,
    /// What the desk will know after it.
    pub desk: DeskState,
    /// How its dice are keyed.
    pub dice: DiceNote,
    /// Mails taken.
    pub mail: Vec<MailNote>,
    /// Submissions kept.
    pub orders: Vec<Submission>,
    /// What players wrote each other.
    pub letters: Vec<LetterText>,
    /// What is printed in the newspaper of the turn that it publishes.
    pub news: Vec<News>,
    /// What people wrote meanwhile, for the search for leaks.
    pub heard: Heard,
    /// Order sheets as they were printed of the position that it is to keep, for the same.
    pub sheets: RefCell<BTreeMap<Seat, SheetText>>,
    /// Sentences that concern every reader of a report.
    pub notes: Vec<String>,
    /// What moved the deadline that this entry sets.
    pub moved: Vec<MovedBy>,
    /// The referee has closed the turn, whoever was missing.
    pub by_hand: bool,
    /// The referee has put state and book in place: both are stored anew, even if they are as they
    /// were after the last entry.
    pub placed: bool,
    /// It founds new dice: see [`Work::found_dice`].
    pub new_dice: bool,
    pub(crate) out: Vec<Unmade>,
    /// The mails of before that wait; `None`: nobody has asked yet.
    waiting: Option<Vec<Unsent>>,
    /// How many mails of a kind a reader gets, by the stem of their keys.
    keys: BTreeMap<String, u32>,
}

/// How much there is of an entry in the making.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Made {
    /// Mails posted.
    pub mails: usize,
    /// Submissions kept.
    pub orders: usize,
}

impl<'a> Work<'a> {
    /// Begins an entry behind the one the campaign was opened at.
    pub fn begin(
        club: &'a Club,
        templates: &'a Templates,
        campaign: &'a mut Campaign,
        now: Moment,
    ) -> Self {
        let note = campaign.note();
        let desk = note.desk.clone();
        let dice = DiceNote {
            resolved: false,
            shown: None,
            ..note.dice.clone()
        };
        Work::with(club, templates, campaign, now, desk, dice)
    }

    /// Begins an entry with a desk of its own: the first one.
    pub fn with(
        club: &'a Club,
        templates: &'a Templates,
        campaign: &'a mut Campaign,
        now: Moment,
        mut desk: DeskState,
        dice: DiceNote,
    ) -> Self {
        roster::begin(&mut desk, &campaign.config);
        Work {
            club,
            templates,
            campaign,
            now,
            desk,
            dice,
            mail: Vec::new(),
            orders: Vec::new(),
            letters: Vec::new(),
            news: Vec::new(),
            notes: Vec::new(),
            heard: Heard::default(),
            sheets: RefCell::default(),
            moved: Vec::new(),
            placed: false,
            by_hand: false,
            new_dice: false,
            out: Vec::new(),
            waiting: None,
            keys: BTreeMap::new(),
        }
    }

    /// Takes the next link of the chain: this entry will draw.
    ///
    /// # Errors
    /// All links are used up.
    pub fn keyed_dice(&mut self) -> Result<Dice, String> {
        let seed = &self.campaign.seed.0;
        let keys = Keys::new(seed, self.dice.link + 1, self.dice.timeline)?;
        let keys = keys.salted(&self.campaign.salts(&self.desk));
        self.dice = DiceNote {
            timeline: keys.timeline,
            link: keys.link,
            resolved: true,
            shown: Some(hex(&keys.open)),
        };
        Ok(Dice::keyed(keys))
    }

    /// Founds new dice: the seed of the old ones is known to all. Their chain begins anew, and
    /// players may add to them anew: what they added before was known when this seed was sealed.
    pub fn found_dice(&mut self) {
        let (id, entry) = (self.campaign.id.clone(), self.campaign.next_number());
        self.campaign.seed = self.campaign.secret.seed_anew(id.as_str(), entry);
        self.dice.link = 0;
        for seat in self.desk.seats.all_mut() {
            (seat.salt, seat.opened) = (None, false);
        }
        self.new_dice = true;
    }

    /// The number of the next submission, which is then taken.
    pub fn next_submission(&mut self) -> u32 {
        self.desk.submissions += 1;
        self.desk.submissions
    }

    /// The game as a seat may see it.
    pub fn table(&self, seat: Seat) -> &dyn Table {
        self.table_of(Some(seat))
    }

    /// The same, to file lines at; those of who is asked nothing now wait besides until the batch
    /// is over.
    pub fn table_mut(&mut self, seat: Seat) -> &mut dyn Table {
        let shown = self.desk.shown_to(Viewer::Seat(seat));
        let shown = shown.and_then(|it| self.campaign.published.get_mut(&it));
        &mut **shown.unwrap_or(&mut self.campaign.table)
    }

    /// The same as [`Work::table`]; without a seat as the referee may.
    fn table_of(&self, seat: Option<Seat>) -> &dyn Table {
        let viewer = seat.map_or(Viewer::Referee, Viewer::Seat);
        self.campaign.table_of(viewer, &self.desk)
    }

    /// Whether the batch is played in which a seat may still act, and a question of others in it
    /// is waited for: what the seat files then counts when it is over.
    pub fn waits_for_others(&self, seat: Seat) -> bool {
        let shown = self.desk.shown_to(Viewer::Seat(seat));
        shown.is_some_and(|it| self.campaign.published.contains_key(&it))
    }

    /// All but those who will be asked by mail go on seeing the position before the batch, or that
    /// of the last question to them.
    ///
    /// # Errors
    /// As for opening a campaign.
    pub fn hide_batch(&mut self) -> Result<(), Stuck> {
        let Some(last) = &self.campaign.last else {
            return Ok(());
        };
        let last = last.note.number;
        match self.desk.stop {
            Stop::Interrupt => {
                for seat in &self.desk.called {
                    self.desk.seats.of(*seat).told = Some(last);
                }
            }
            Stop::Gate | Stop::Over => {
                self.desk.published = Some(last);
                self.desk.seats.all_mut().for_each(|it| it.told = None);
            }
        }
        self.campaign.show_ahead(&self.desk, &*self.club.fs)
    }

    /// Files what has come in while a question was asked by mail, once the batch is over.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn file_ahead(&mut self) -> Result<(), Stuck> {
        self.desk.published = None;
        self.desk.seats.all_mut().for_each(|it| it.told = None);
        self.campaign.published.clear();
        let open = self.campaign.table.sheet();
        for it in std::mem::take(&mut self.desk.ahead) {
            let block = (it.sheet.max(open), it.body.as_str());
            self.file_for(it.seat, it.submission, block)?;
        }
        Ok(())
    }

    /// Takes back what a seat has filed while a question of others was asked by mail, and lets its
    /// page show no lines any more.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn drop_ahead(&mut self, seat: Seat) -> Result<(), Stuck> {
        self.desk.ahead.retain(|it| it.seat != seat);
        let shown = self.desk.told_of(seat);
        let Some(published) = shown.and_then(|it| self.campaign.published.get(&it)) else {
            return Ok(());
        };
        let open = published.sheet();
        let mut sheets = published.sheets(seat);
        sheets.insert(open);
        let cancelled = sheets.into_iter().map(|it| (it, "CANCEL\n"));
        for (sheet, body) in cancelled.chain([(open, "CLEAR ALL\n")]) {
            let submission = self.next_submission();
            let body = body.to_owned();
            self.desk.ahead.push(Ahead {
                seat,
                submission,
                sheet,
                body,
            });
        }
        self.campaign.show_ahead(&self.desk, &*self.club.fs)
    }

    /// Files lines for a seat as a submission of its own, and keeps them like one that came by
    /// mail.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn file_for(
        &mut self,
        seat: Seat,
        number: u32,
        (sheet, body): (SheetNo, &str),
    ) -> Result<Understood, Stuck> {
        let block = OrderBlock { sheet, body };
        let filed = guarded(|| self.campaign.table.file(seat, number, &block));
        let filed = filed.map_err(|it| rules_fault(&it))?;
        let opener = opener(self.campaign.id.as_str(), seat, sheet);
        let text = format!("{opener}\n{}\n#end\n", body.trim_end());
        self.orders.push(Submission {
            number,
            seat,
            sheet: Some(sheet),
            lines: filed.counted.clone(),
            text,
        });
        Ok(filed)
    }

    /// In whose zone a seat reads times.
    pub fn zone_of(&self, seat: Option<Seat>) -> Zone {
        let player = seat.and_then(|it| self.campaign.player(it));
        let zone = player.and_then(|it| it.zone);
        zone.unwrap_or(self.campaign.config.schedule.zone)
    }

    /// What every mail to this reader knows.
    pub fn frame(&self, seat: Option<Seat>) -> Frame {
        let campaign = &*self.campaign;
        let table = self.table_of(seat);
        let seats = table.seats();
        let player = |it: Seat| campaign.player(it).map(|it| it.name.clone());
        let called = seat.is_none_or(|it| self.desk.called.contains(&it));
        let stop = match (self.desk.stop, called) {
            (Stop::Over, _) => Shown::Over,
            _ if self.desk.held.is_some() => Shown::Held,
            (Stop::Gate, true) => Shown::Gate,
            (Stop::Interrupt, true) if seat.is_some() => Shown::Interrupt,
            (Stop::Interrupt, false) => Shown::Pending,
            (Stop::Gate | Stop::Interrupt, _) => Shown::Elsewhere,
        };
        let zone = self.zone_of(seat);
        Frame {
            club: self.club.config.club.name.clone(),
            referee: self.club.config.club.referee.to_string(),
            campaign: campaign.id.to_string(),
            game: campaign.game.id().to_owned(),
            title: campaign.card.title.clone(),
            seat,
            seat_title: seat.map_or_else(String::new, |it| campaign.title(it)),
            player: seat.and_then(player).unwrap_or_default(),
            seats: seats
                .iter()
                .map(|it| SeatAt {
                    name: *it,
                    title: campaign.title(*it),
                    player: player(*it).unwrap_or_default(),
                    robot: campaign.is_robot(*it),
                })
                .collect(),
            sheet: table.sheet(),
            deadline: self.desk.deadline.map(|it| it.for_people(zone, self.now)),
            early: early(&campaign.config.schedule.when_all_in),
            pace: campaign.config.schedule.pace(table.parts()),
            options: options(campaign),
            stop,
            notes: Vec::new(),
            moved: self.why_moved(called, zone),
            away: self.who_is_away(),
            stood_in_for: substitute::stood_in_for(table, &campaign.config, &self.desk),
            dice: DiceShown::Nothing,
            salts: Vec::new(),
            own_salt: String::new(),
            may_salt: false,
            newspaper: Vec::new(),
            by_hand: self.by_hand,
        }
    }

    /// Why the deadline is not the usual one, for a reader who is called.
    fn why_moved(&self, called: bool, zone: Zone) -> Vec<Moved> {
        let today = self.now.date(self.campaign.config.schedule.zone);
        let moved = self.moved.iter().filter(|_| called);
        moved
            .map(|it| match it {
                MovedBy::Holiday(dates) => Moved::Holiday {
                    dates: dates.for_people(today),
                },
                MovedBy::Absence { seat, dates, .. } => Moved::Absence {
                    seat: *seat,
                    dates: dates.for_people(today),
                },
                MovedBy::Outage(gap) => Moved::Outage {
                    from: gap.from.for_people(zone, self.now),
                    to: gap.to.for_people(zone, self.now),
                },
            })
            .collect()
    }

    fn who_is_away(&self) -> Vec<AwayAt> {
        let today = self.now.date(self.campaign.config.schedule.zone);
        let away = self.desk.seats.iter().map(|(seat, it)| {
            let to_come = it.away.iter().filter(|it| it.last() >= today);
            AwayAt {
                seat,
                dates: to_come.map(|it| it.for_people(today)).collect(),
            }
        });
        away.filter(|it| !it.dates.is_empty()).collect()
    }

    /// Posts a mail: it will lie in the entry's outbox. Mails to robots are not posted.
    ///
    /// # Errors
    /// An address or text that no mail can carry.
    pub fn post(&mut self, post: Post) -> Result<(), String> {
        let (to, to_name) = match post.seat {
            Some(seat) => match self.campaign.player(seat) {
                Some(player) => (player.address.as_str().to_owned(), player.name.clone()),
                None => return Ok(()),
            },
            None => {
                let referee = self.club.config.club.referee.as_str();
                (referee.to_owned(), "Referee".to_owned())
            }
        };
        // A letter is another player's words: a block in it is no sheet of ours.
        if post.what != Letter::Note {
            self.remember_sheets(post.seat, &post.text);
        }
        let reader = post.seat.map_or("referee".to_owned(), |it| it.to_string());
        self.post_to(post, &reader, to, to_name)
    }

    /// Posts a mail to somebody who sits nowhere any more: nothing in it opens a seat.
    ///
    /// # Errors
    /// An address or text that no mail can carry.
    pub fn post_outside(&mut self, post: Post, to: &Address) -> Result<(), String> {
        let post = Post { seat: None, ..post };
        self.post_to(post, MailKey::FORMER, to.as_str().to_owned(), String::new())
    }

    /// Posts what everybody may see to somebody who looks on. Nothing in it opens a seat.
    ///
    /// # Errors
    /// An address or text that no mail can carry.
    pub fn post_to_observer(&mut self, post: Post, to: &str, leave: Leave) -> Result<(), String> {
        self.post_to(post, MailKey::OBSERVER, to.to_owned(), String::new())?;
        if let Some(posted) = self.out.last_mut() {
            posted.mail.leave = Some(leave);
        }
        Ok(())
    }

    /// `reader` names the mail.
    fn post_to(
        &mut self,
        post: Post,
        reader: &str,
        to: String,
        to_name: String,
    ) -> Result<(), String> {
        let key = self.key(reader, post.what)?;
        let kind = match post.what {
            Letter::Receipt | Letter::Refusal => Kind::Receipt,
            Letter::Report | Letter::ReportForReview | Letter::Reminder | Letter::Note => {
                Kind::Report
            }
        };
        let mail = Outgoing {
            key: self.mark(reader, &key),
            campaign: self.campaign.id.to_string(),
            kind,
            leave: (kind == Kind::Report && post.seat.is_some()).then(|| self.leaving()),
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
            calendar: String::new(),
            data: post.data,
        };
        let calendar = self.calendar(post.seat, post.dated);
        let mail = Outgoing { calendar, ..mail };
        let mut plan = self.wants(post.seat, Want::Html).then(|| match post.plan {
            Some(plan) => plan,
            None => Plan::of(&self.frame(post.seat)),
        });
        let asked = post.seat.filter(|_| self.desk.stop != Stop::Over);
        let asked = asked.filter(|_| forms::has_buttons(post.what));
        if let (Some(plan), Some(seat)) = (&mut plan, asked) {
            plan.buttons = forms::buttons(self.club, self.templates, (self.campaign, seat), plan);
        }
        self.out.push(Unmade {
            key,
            seat: post.seat,
            what: post.what,
            writer: post.writer,
            topic: post.topic,
            instead_of: post.instead_of,
            plan,
            reply: post.seat.map(|it| Reply {
                sheet: self.table(it).sheet().to_string(),
                generation: self.campaign.secret.generation(it),
                timeline: self.campaign.timeline,
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

    /// The mails of entries before that have not left, oldest first.
    ///
    /// # Errors
    /// An entry that is gone or altered; the disk's.
    pub fn waiting(&mut self) -> Result<&[Unsent], Stuck> {
        let waiting = match (self.waiting.take(), &self.campaign.last) {
            (Some(waiting), _) => waiting,
            (None, Some(last)) => self.campaign.log(&*self.club.fs).unsent_up_to(last)?,
            (None, None) => Vec::new(),
        };
        Ok(self.waiting.insert(waiting))
    }

    /// How many mails and submissions it holds so far.
    pub fn made(&self) -> Made {
        Made {
            mails: self.out.len(),
            orders: self.orders.len(),
        }
    }

    /// What begins the Message-ID of a mail. Its key would tell the reader the number of the entry,
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

    /// Seals the work as a draft: what changed, with its cause, and the mails with its witness.
    ///
    /// # Errors
    /// The disk; an address or text that no mail can carry.
    pub fn finish(mut self, cause: Cause) -> Result<Draft, Stuck> {
        // So that looking for mails that wait costs nothing as a campaign grows old.
        // What is sent again begins to wait anew.
        if !matches!(cause, Cause::Resent { .. }) {
            let waits = self.waiting()?.first().map(|it| it.entry);
            let last = self.campaign.last.as_ref().map(|it| it.note.number);
            self.desk.delivered = match (waits, last) {
                (Some(first), _) => first.checked_sub(1),
                (None, Some(last)) => Some(last),
                (None, None) => self.desk.delivered,
            };
        }
        let Work {
            club,
            campaign,
            desk,
            out,
            ..
        } = self;
        let mut draft = Draft {
            campaign: campaign.id.clone(),
            game: campaign.game.id().to_owned(),
            revision: campaign.game.revision(),
            written: self.now,
            cause,
            desk,
            nonce: Some(nonces::next(campaign, &self.dice)),
            dice: self.dice.clone(),
            parts: parts::changed(campaign, self.placed, self.new_dice),
            mail: self.mail,
            salt: nonces::salt(campaign, &self.dice),
            orders: self.orders,
            letters: self.letters,
            out: out.iter().map(Unmade::without_bytes).collect(),
            news: self.news,
            heard: Heard::default(),
            sheets: BTreeMap::new(),
        };
        if !out.is_empty() {
            let entry = draft.clone().seal(campaign.last.as_ref());
            let witness = witness::of_note(&entry.note);
            let witness = witness.expect("an entry of ours has a nonce");
            draft.out = made(club, self.templates, out, &witness)?;
        }
        draft.heard = self.heard;
        draft.sheets = self.sheets.into_inner();
        Ok(draft)
    }
}

/// What is kept of a sheet we mailed: a hash over what it has in common with its quotations.
pub fn sheet_hash(block: &Block) -> String {
    let hash = blake3::hash(block.folded().as_bytes());
    hash.to_hex().as_str()[..16].to_owned()
}
