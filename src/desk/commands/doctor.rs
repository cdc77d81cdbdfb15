//! `doctor`: tests an installation by talking to its own mailbox. It sends mails to itself by the
//! way out that packetboat.toml names, waits for them at the way in, and plays two turns of a toy
//! game over them.
//!
//! The game lives in a club in memory, so nothing of it stays but mails that were read. Not here:
//! sending and fetching themselves (`transports`, `fetch`).

use super::create::{self, CampaignWanted, ClubWanted};
use super::referee;
use crate::clock::{self, Moment};
use crate::config::club::MailOut;
use crate::desk::club::open::{self, Club};
use crate::desk::club::{clock_check, file_modes};
use crate::desk::inbox::fetch;
use crate::desk::inbox::route::read_mail;
use crate::desk::outbox::transports;
use crate::desk::tick::run;
use crate::engine::seat::Seat;
use crate::games::{DOCTORS, SHIPPED};
use crate::mail::compose::{LetterKind, Outgoing, compose, sent_by_us};
use crate::mail::smtp::Smtp;
use crate::mail::transport::{Envelope, Handed, Transport};
use crate::mail::{self, Incoming};
use crate::store::fault::StoreFault;
use crate::store::fs::{Access, make_dir, parent, remove_if_there};
use crate::store::layout;
use crate::store::maildir::Maildir;
use crate::store::memfs::MemFs;
use anyhow::Context;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How often to look for a mail.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// What a tick may well write, in bytes.
const DISK_BYTES: usize = 1 << 20;

/// Turns of the toy game.
const TURNS: u32 = 2;

/// The seats of the toy game.
const SEATS: [&str; 2] = ["north", "south"];

/// What proves their mails, which are from no player's address. The game is in memory, and over
/// when the program ends.
const PASSWORD: &str = "babab-babab-babab-babab";

/// How the Message-IDs of its players' mails end.
const REPLIES: &str = "@doctor.invalid";

/// What was found of one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at: `mail out`.
    pub about: &'static str,
    /// How it is.
    pub how: How,
    /// What was found, in a sentence without a full stop.
    pub what: String,
    /// What to do, if it does not work.
    pub mend: String,
}

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// It works.
    Well,
    /// It was not tried, so nothing is known.
    NotTried,
    /// It does not work.
    Ill,
}

impl How {
    /// The same as printed.
    pub fn words(self) -> &'static str {
        match self {
            How::Well => "ok",
            How::NotTried => "not tried",
            How::Ill => "PROBLEM",
        }
    }
}

impl Finding {
    /// Whether it does not work.
    pub fn is_ill(&self) -> bool {
        self.how == How::Ill
    }

    fn well(about: &'static str, what: impl Into<String>) -> Self {
        Finding {
            about,
            how: How::Well,
            what: what.into(),
            mend: String::new(),
        }
    }

    fn ill(about: &'static str, what: impl Into<String>, mend: impl Into<String>) -> Self {
        Finding {
            about,
            how: How::Ill,
            what: what.into(),
            mend: mend.into(),
        }
    }
}

/// Looks at everything that mail needs, and ends at the first thing without which none moves;
/// `say` gets each finding at once.
///
/// # Errors
/// Settings that cannot be used; the disk.
pub fn examine(
    club: &Club,
    (wait, now): (Duration, Moment),
    say: &mut dyn FnMut(&Finding),
) -> anyhow::Result<bool> {
    let mut well = true;
    for finding in [secrets(club)?, disk(club), clock_of(club, now)?] {
        say(&finding);
        well &= !finding.is_ill();
    }
    for look in [mail_in, mail_out] {
        let finding = look(club)?;
        say(&finding);
        if finding.is_ill() {
            return Ok(false);
        }
    }
    if let MailOut::Folder(folder) = &club.config.mail_out {
        say(&Finding {
            how: How::NotTried,
            ..Finding::well(
                "round trip",
                format!("mails are written to {folder}; nothing here sends them"),
            )
        });
        return Ok(well);
    }
    let mut trip = Trip::new(club, wait)?;
    for about in [Trip::plain, Trip::with_plus, Trip::game] {
        let finding = about(&mut trip)?;
        say(&finding);
        if finding.is_ill() {
            return Ok(false);
        }
    }
    Ok(well)
}

/// Whether the disk takes what a tick writes.
fn disk(club: &Club) -> Finding {
    let path = club.layout.due().with_file_name("doctor.tmp");
    let tried = make_dir(&*club.fs, parent(&path))
        .and_then(|()| remove_if_there(&*club.fs, &path))
        .and_then(|()| club.fs.create(&path, &[0; DISK_BYTES], Access::Private))
        .and_then(|()| club.fs.sync_file(&path));
    let removed = remove_if_there(&*club.fs, &path);
    match tried.and(removed) {
        Ok(()) => Finding::well("disk", "it can be written to"),
        Err(why) => {
            let why = StoreFault::disk(&path, why).to_string();
            let mend = "Free space on the disk of the club's folder, or let its user write there.";
            Finding::ill("disk", why, mend)
        }
    }
}

/// Whether the clock can be right.
fn clock_of(club: &Club, now: Moment) -> anyhow::Result<Finding> {
    Ok(match clock_check::clock(club, false, now)? {
        (said, true) => {
            let mend = "Correct the clock, or accept it: packetboat clock --accept";
            Finding::ill(
                "clock",
                said.replace(".\n", "; ").trim_end_matches("; "),
                mend,
            )
        }
        (_, false) => {
            let shown = now.for_people(club.config.club.zone, now);
            Finding::well(
                "clock",
                format!("it shows {shown}, which agrees with the club's last entry"),
            )
        }
    })
}

/// Whether others on this machine may read passwords and seeds.
fn secrets(club: &Club) -> anyhow::Result<Finding> {
    let mut open = file_modes::of_club(club);
    for id in club.campaign_ids()? {
        open.extend(file_modes::of_campaign(club, &club.layout.campaign(&id)));
    }
    Ok(if open.is_empty() {
        Finding::well("secrets", "nobody else on this machine may read them")
    } else {
        Finding::ill(
            "secrets",
            open.join("; "),
            "Anyone who has read them still knows them: change the mail account's password, and \
             ask the people who work on this machine.",
        )
    })
}

fn mail_in(club: &Club) -> anyhow::Result<Finding> {
    let maildir = club.layout.path(&club.config.mail_in.maildir);
    let path = maildir.display();
    if let Err(why) = Maildir::new(&*club.fs, &maildir).make() {
        let mend = "Make the folder, or correct `maildir` under [mail.in] in packetboat.toml.";
        return Ok(Finding::ill("mail in", why.to_string(), mend));
    }
    let Some(imap) = &club.config.mail_in.imap else {
        return Ok(Finding::well("mail in", format!("the Maildir {path}")));
    };
    let mailbox = fetch::mailbox(club, imap)?;
    Ok(match mail::imap::look(&mailbox) {
        Ok(count) => Finding::well(
            "mail in",
            format!(
                "{} at {}, which has {count} mails now, into the Maildir {path}",
                imap.user, imap.host
            ),
        ),
        Err(why) => Finding::ill(
            "mail in",
            format!("{}:{}: {why}", imap.host, imap.port),
            "Correct `imap` under [mail.in] in packetboat.toml.",
        ),
    })
}

fn mail_out(club: &Club) -> anyhow::Result<Finding> {
    Ok(match &club.config.mail_out {
        MailOut::Folder(folder) => {
            Finding::well("mail out", format!("files in {folder}, for a mail program"))
        }
        MailOut::Sendmail(program) => {
            if Path::new(program).exists() {
                Finding::well("mail out", format!("the program {program}"))
            } else {
                Finding::ill(
                    "mail out",
                    format!("there is no program {program}"),
                    "Correct `sendmail` under [mail.out] in packetboat.toml.",
                )
            }
        }
        MailOut::Smtp(smtp) => {
            let (host, port) = (&smtp.host, smtp.port);
            match Smtp::new(transports::server(club, smtp)?).try_line() {
                Ok(()) => Finding::well("mail out", format!("the mail server {host}:{port}")),
                Err(why) => Finding::ill(
                    "mail out",
                    format!("{host}:{port}: {why}"),
                    "Correct `smtp` under [mail.out] in packetboat.toml.",
                ),
            }
        }
    })
}

/// Mails on their way through the world and back.
struct Trip<'a> {
    club: &'a Club,
    post: Box<dyn Transport>,
    wait: Duration,
    /// The name of the toy campaign, which is in every mail of this run.
    id: String,
    /// What came in and nobody has asked for yet.
    came: Vec<(Incoming, Vec<u8>)>,
}

impl<'a> Trip<'a> {
    fn new(club: &'a Club, wait: Duration) -> anyhow::Result<Self> {
        Ok(Trip {
            club,
            post: transports::transport(club)?,
            wait,
            id: format!("doctor-{}", clock::now().seconds() % 100_000_000),
            came: Vec::new(),
        })
    }

    /// An address of the club's mailbox that no campaign has.
    fn address(&self, tag: &str) -> String {
        let address = &self.club.config.club.address;
        format!("{}+{}-{tag}@{}", address.local(), self.id, address.domain())
    }

    fn plain(&mut self) -> anyhow::Result<Finding> {
        let to = self.club.house.address();
        Ok(match self.probe("plain", &to)? {
            Ok(took) => Finding::well("round trip", format!("a mail to {to} arrived after {took}")),
            Err(why) => Finding::ill(
                "round trip",
                format!("a mail to {to} {why}"),
                "Look into your mail server's log, and check that it delivers to the mailbox \
                 that [mail.in] names.",
            ),
        })
    }

    fn with_plus(&mut self) -> anyhow::Result<Finding> {
        let to = self.address("probe");
        Ok(match self.probe("plus", &to)? {
            Ok(took) => Finding::well("addresses", format!("a mail to {to} arrived after {took}")),
            Err(why) => Finding::ill(
                "addresses",
                format!("a mail to {to} {why}"),
                format!(
                    "The mailbox must accept {}+anything@{} too (in Postfix: \
                     `recipient_delimiter = \
                     +`); otherwise players can write only with passwords.",
                    self.club.config.club.address.local(),
                    self.club.config.club.address.domain()
                ),
            ),
        })
    }

    /// Sends a mail to ourselves and waits for it: how long it took, or what went wrong.
    fn probe(&mut self, name: &str, to: &str) -> anyhow::Result<Result<String, String>> {
        let mail = Outgoing {
            key: format!("{}.0.{name}.probe", self.id),
            campaign: self.id.clone(),
            kind: LetterKind::Report,
            to: to.to_owned(),
            to_name: String::new(),
            reply_address: self.club.house.address(),
            answer_to: None,
            from_name: self.club.config.club.name.clone(),
            subject: format!("{}: does the mailbox work?", self.id),
            in_reply_to: None,
            references: Vec::new(),
            leave: None,
            date: clock::now().seconds(),
            text: "`packetboat doctor` has sent this mail to itself. It needs no answer.\n"
                .to_owned(),
            html: String::new(),
            pictures: Vec::new(),
            calendar: String::new(),
            data: None,
            files: Vec::new(),
        };
        let bytes = compose(&mail, &self.club.house)?;
        let begun = Instant::now();
        if let Err(why) = self.send(&self.club.house.address(), to, &bytes, &mail.key) {
            return Ok(Err(why));
        }
        let key = format!("{}.", mail.key);
        let named = |incoming: &Incoming| {
            incoming
                .message_id
                .as_ref()
                .is_some_and(|it| it.starts_with(&key))
        };
        Ok(match self.arrives(&named)? {
            Some(_) => Ok(format!("{:.1} s", begun.elapsed().as_secs_f32())),
            None => Err(format!("did not arrive within {} s", self.wait.as_secs())),
        })
    }

    fn send(&mut self, from: &str, to: &str, bytes: &[u8], key: &str) -> Result<(), String> {
        let sent = self.post.send(&Envelope { from, to }, bytes, key);
        let safe = sent.and_then(|handed| match handed {
            Handed::Over => Ok(()),
            Handed::Spooled => self.post.flush(),
        });
        safe.map_err(|it| format!("could not be sent: {it}"))
    }

    /// The first mail of this run that fits; `None`: none came in time.
    fn arrives(
        &mut self,
        fits: &dyn Fn(&Incoming) -> bool,
    ) -> anyhow::Result<Option<(Incoming, Vec<u8>)>> {
        let end = Instant::now() + self.wait;
        loop {
            self.look()?;
            if let Some(at) = self.came.iter().position(|it| fits(&it.0)) {
                return Ok(Some(self.came.remove(at)));
            }
            if Instant::now() >= end {
                return Ok(None);
            }
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Takes what came in of this run, and leaves the mails of players where they are.
    fn look(&mut self) -> anyhow::Result<()> {
        let now = clock::now();
        // What goes wrong at the mailbox shows in that nothing comes.
        let _ = fetch::fetch(self.club, now)?;
        let root = self.club.layout.path(&self.club.config.mail_in.maildir);
        let maildir = Maildir::new(&*self.club.fs, root);
        for waiting in maildir.unread(now)? {
            let bytes = read_mail(&maildir, &waiting.name)?;
            let text = String::from_utf8_lossy(&bytes);
            if text.contains(&self.id) {
                maildir.mark_read(&waiting.name)?;
                let read = mail::parse(&bytes, &self.club.house);
                self.came.push((read, bytes));
            }
        }
        Ok(())
    }

    fn game(&mut self) -> anyhow::Result<Finding> {
        let about = "a game";
        Ok(match self.play()? {
            Ok(mails) => Finding::well(
                about,
                format!("{TURNS} turns of a toy game were played over {mails} mails"),
            ),
            Err(what) => Finding::ill(
                about,
                what,
                "The mails above arrived, so this is not the servers' fault alone: see the logs \
                 of the mail server.",
            ),
        })
    }

    /// Plays a toy game by mail; how many mails it took, or what went wrong.
    fn play(&mut self) -> anyhow::Result<Result<u32, String>> {
        let now = clock::now();
        let table = self.table(now)?;
        let mut mails = 0;
        for turn in 1..=TURNS {
            if let Err(why) = self.hand_out(&table, now)? {
                return Ok(Err(why));
            }
            for seat in SEATS {
                let Some((report, _)) = self.report(seat)? else {
                    return Ok(Err(format!(
                        "the report of turn {turn} to {seat} did not arrive"
                    )));
                };
                if let Err(why) = self.reply(&report, (turn, seat)) {
                    return Ok(Err(format!("the reply of {seat} {why}")));
                }
                mails += 2;
            }
            for seat in SEATS {
                let Some(reply) = self.answer(&table, seat)? else {
                    return Ok(Err(format!(
                        "the reply of {seat} for turn {turn} did not arrive"
                    )));
                };
                let maildir = Maildir::new(&*table.fs, table.layout.path("mail"));
                maildir.deliver(&reply, now)?;
            }
            if let Err(why) = self.hand_out(&table, now)? {
                return Ok(Err(why));
            }
            let missing = crate::desk::commands::status::status(&table, Some(&self.id), now)?;
            if let Some(seat) = missing[0].seats.iter().find(|it| *it.1 == "missing") {
                return Ok(Err(format!("the orders of {} were not filed", seat.0)));
            }
            referee::resolve(&table, &self.id, "", now)?;
        }
        if let Err(why) = self.hand_out(&table, now)? {
            return Ok(Err(why));
        }
        for seat in SEATS {
            if self.report(seat)?.is_none() {
                return Ok(Err(format!("the last report to {seat} did not arrive")));
            }
            mails += 1;
        }
        Ok(Ok(mails))
    }

    /// A club in memory with a toy campaign, whose players live in the club's own mailbox.
    fn table(&self, now: Moment) -> anyhow::Result<Club> {
        let fs = MemFs::new();
        fs.set_clock(now.seconds());
        let config = &self.club.config.club;
        let wanted = ClubWanted {
            name: &config.name,
            address: config.address.as_str(),
            referee: &self.address("referee"),
            zone: config.zone.name(),
            authserv_id: None,
        };
        let root = Path::new("/doctor");
        create::make(&fs, root, &wanted)?;
        let table = open::club_on(Arc::new(fs), layout::Club::new(root), SHIPPED)?;
        let players = SEATS.map(|it| format!("{it}=Doctor {it} <{}>", self.address(it)));
        let wanted = CampaignWanted {
            scenario: Some("duel"),
            players: &players,
            ..CampaignWanted::usual(DOCTORS.id(), &self.id, "never")
        };
        create::new(&table, &wanted, now).context("founding the toy campaign")?;
        for seat in SEATS {
            let seat = seat.parse().map_err(anyhow::Error::msg)?;
            referee::set_password(&table, &self.id, seat, PASSWORD)?;
        }
        Ok(table)
    }

    /// A tick of the toy club, with the real way out.
    fn hand_out(&mut self, table: &Club, now: Moment) -> anyhow::Result<Result<(), String>> {
        let summary = run::tick(table, &mut *self.post, now)?;
        Ok(match summary.exit_code() {
            0 if summary.refused == 0 => Ok(()),
            _ => Err(format!("the toy campaign: {}", summary.to_string().trim())),
        })
    }

    fn report(&mut self, seat: &str) -> anyhow::Result<Option<(Incoming, Vec<u8>)>> {
        let (id, house) = (self.id.clone(), self.club.house.clone());
        self.arrives(&|mail| {
            let sent = mail
                .message_id
                .as_deref()
                .and_then(|it| sent_by_us(it, &house));
            let to_seat = |(campaign, to): (String, Option<Seat>)| {
                campaign == id && to.is_some_and(|it| it.as_str() == seat)
            };
            // A receipt answers the doctor's own mail.
            let is_receipt = mail.references.iter().any(|it| it.ends_with(REPLIES));
            sent.is_some_and(to_seat) && !is_receipt
        })
    }

    /// The reply that came to a seat's own address.
    fn answer(&mut self, table: &Club, seat: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let is_its = |incoming: &Incoming| {
            let seats = table.house.seats_among(&incoming.to);
            let own = incoming.message_id.as_deref();
            let own = own.and_then(|it| sent_by_us(it, &table.house));
            own.is_none() && seats.iter().any(|it| it.seat.as_str() == seat)
        };
        Ok(self.arrives(&is_its)?.map(|it| it.1))
    }

    /// Answers a report as a player's mail program does.
    fn reply(&mut self, report: &Incoming, (turn, seat): (u32, &str)) -> Result<(), String> {
        let unread = || "could not be written: its report cannot be read".to_owned();
        let to = report.reply_to.as_deref().ok_or_else(unread)?;
        // Our own address in `From` would make it one of our mails that came back.
        let (club, house) = (&self.club.config.club, &self.club.house);
        let from = if house.is_ours(club.referee.as_str()) {
            format!("doctor@{}", house.domain())
        } else {
            club.referee.to_string()
        };
        let answers = report.message_id.as_deref().unwrap_or_default();
        let id = &self.id;
        let text = format!(
            "From: Doctor <{from}>\r\nTo: <{to}>\r\nSubject: Re: {id}, turn {turn}\r\n\
             Date: {}\r\nMessage-ID: <{id}.{turn}.{seat}{REPLIES}>\r\n\
             In-Reply-To: <{answers}>\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n\
             #orders {id} {seat} turn {turn} {PASSWORD}\r\nBID 1\r\n#end\r\n",
            clock::now().for_mail(),
        );
        let key = format!("{id}.{turn}.{seat}.reply");
        self.send(&self.club.house.address(), to, text.as_bytes(), &key)
    }
}
