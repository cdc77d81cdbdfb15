//! `show`: any page of any time again, and the mails of any entry.
//!
//! What a seat was mailed is shown as it was mailed. What nobody was mailed (the public's and the
//! referee's pages, a robot's) is made again from the position of that time. Not here: the state
//! of campaigns (`status`).

use crate::clock::Moment;
use crate::desk::club::campaign::{self, Campaign};
use crate::desk::club::errors::fault;
use crate::desk::club::open::{AtPath, Club, at_path, club_around};
use crate::desk::club::ready::seated;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::publish::public_since;
use crate::desk::entry::{forms, news};
use crate::desk::outbox::painting::Easel;
use crate::engine::game::{PageData, Ruleset};
use crate::engine::scene::Picture;
use crate::engine::seat::{Seat, Viewer};
use crate::fault::Fault;
use crate::games::Games;
use crate::mail::{Ours, ours};
use crate::report::{Frame, Own, Plan, ReportKind, Subject, subject};
use crate::store::entry::{Cause, Letter, MailKey, Note, OutNote, StateFile, Stop};
use crate::store::fs::{Access, make_dir, replace};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::outbox::{Became, KeptMail};
use crate::store::texts::SentText;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;

/// A campaign to look at, in a club or in a folder of its own.
pub struct OnShow {
    club: Club,
    id: CampaignId,
    dir: CampaignDir,
}

impl OnShow {
    /// A campaign of the club, or the folder or the file of one, wherever it is.
    ///
    /// # Errors
    /// Neither is there.
    pub fn find(what: &str, club: Option<&Path>, games: Games) -> anyhow::Result<Self> {
        match at_path(Path::new(what))? {
            Some(AtPath { fs, id, dir }) => {
                let around = club_around(dir.root(), club, games)?;
                let club = Club { fs, ..around };
                Ok(OnShow { club, id, dir })
            }
            None => OnShow::of(crate::desk::club::open::club(club, games)?, what),
        }
    }

    /// A campaign of this club.
    ///
    /// # Errors
    /// It is not there.
    pub fn of(club: Club, name: &str) -> anyhow::Result<Self> {
        let (id, dir) = club.campaign(name)?;
        Ok(OnShow { club, id, dir })
    }

    fn log(&self) -> CampaignLog<'_> {
        CampaignLog::new(&*self.club.fs, &self.dir)
    }

    fn open(&self, entry: u32) -> anyhow::Result<Campaign> {
        let opened = Campaign::open_at(self.club.source(), &self.dir, &self.id, Some(entry));
        opened.map_err(|it| fault(&self.id, it))
    }

    /// The entry that is meant: the last one if none is named.
    fn entry(&self, named: Option<u32>) -> anyhow::Result<u32> {
        let entries = self.log().entries()?;
        let last = *entries
            .last()
            .ok_or_else(|| Fault::usage(format!("{} has no entries", self.id)))?;
        match named {
            Some(entry) if entry > last => {
                let id = &self.id;
                Err(Fault::usage(format!("{id} has no entry {entry}; the last is {last}")).into())
            }
            Some(entry) => Ok(entry),
            None => Ok(last),
        }
    }

    /// What that viewer saw last, up to and including that entry.
    ///
    /// # Errors
    /// An entry or seat that does not exist; files that are damaged.
    pub fn page(&self, entry: Option<u32>, viewer: Viewer, now: Moment) -> anyhow::Result<Shown> {
        let entry = self.entry(entry)?;
        if let Viewer::Seat(seat) = viewer {
            seated(&self.open(entry)?, seat)?;
            if let Some((number, out)) = self.report_to(seat, entry)? {
                return self.mailed(number, &out, seat);
            }
        }
        self.made_again(entry, viewer, now)
    }

    /// The newest report to a seat, up to an entry.
    fn report_to(&self, seat: Seat, entry: u32) -> anyhow::Result<Option<(u32, OutNote)>> {
        let log = self.log();
        for number in (0..=entry).rev() {
            let note = log.note(number)?.note;
            let report = note.out.into_iter().find(|mail| {
                let is_report = matches!(mail.what, Letter::Report | Letter::ReportForReview);
                is_report && mail.seat == Some(seat)
            });
            if let Some(report) = report {
                return Ok(Some((number, report)));
            }
        }
        Ok(None)
    }

    fn mailed(&self, number: u32, out: &OutNote, seat: Seat) -> anyhow::Result<Shown> {
        let log = self.log();
        let kept = log.kept(number, out)?;
        let mut campaign = self.open(number)?;
        let since = self.heard_before(campaign.note(), seat)?;
        let viewer = Viewer::Seat(seat);
        let desk = &campaign.note().desk;
        let journals = campaign.heard(&*self.club.fs, (viewer, desk), since);
        let journals = journals.map_err(|it| fault(&self.id, it))?;
        let page = campaign.table_of(viewer, desk).report(viewer, &journals);
        let mut page = page.map_err(|it| Fault::halted(it.to_string()))?;
        if let Some(entry) = since {
            let before = campaign.view_after(&*self.club.fs, viewer, entry);
            page.before = Some(before.map_err(|it| fault(&self.id, it))?);
        }
        let templates = self.club.templates()?;
        let written = campaign.note().written;
        let work = EntryBuilder::begin(&self.club, &templates, &mut campaign, written);
        let kind = kind(&work, viewer, number);
        let mut frame = work.frame(Some(seat));
        let boxed = match number.checked_sub(1) {
            Some(before) => log.note(before)?.note.desk.seats.get(seat).boxed.clone(),
            None => Vec::new(),
        };
        frame.own = Own::new(&work.desk.seats.get(seat).note, &boxed);
        let anew = || data(&work, &frame, kind, &page);
        let framed = |data| framed(data, number, &seat.to_string(), Some(&out.key));
        let kept = match kept {
            KeptMail::Text(kept) => kept,
            KeptMail::Whole(mail) => {
                let Ours {
                    text, html, json, ..
                } = ours(&mail);
                let data = serde_json::from_str(&json).or_else(|_| anew())?;
                return Ok(Shown {
                    text,
                    html,
                    json: framed(data),
                    pictures: Easel::of_mail(&mail),
                    again: false,
                });
            }
        };
        let made = templates.report_with_plan(&frame, kind, &page);
        let (_, mut plan) = made.map_err(Fault::halted)?;
        plan.show(pictures(&work, viewer, &journals)?);
        add_buttons(&work, out, &mut plan);
        let text = (&*kept.text, "");
        let html = templates.html(&kept.subject, &plan, text, &|it| it.name.clone());
        Ok(Shown {
            html: html.map_err(Fault::halted)?,
            json: framed(anew()?),
            text: kept.text,
            pictures: named(plan.pictures),
            again: true,
        })
    }

    /// The entry up to which a seat had heard what happened, before the report of this entry.
    fn heard_before(&self, note: &Note, seat: Seat) -> anyhow::Result<Option<u32>> {
        let before = note.number.checked_sub(1);
        Ok(match (&note.cause, before) {
            (_, None) => None,
            (Cause::RolledBack { .. }, Some(before)) => Some(before),
            (Cause::Replaced { seat: new, .. } | Cause::Moved { seat: new, .. }, _)
                if *new == seat =>
            {
                None
            }
            (_, Some(before)) => {
                let desk = self.log().note(before)?.note.desk;
                desk.seats.get(seat).reported
            }
        })
    }

    /// A page that nobody was mailed: the position after that entry, and what happened when play
    /// last went on.
    fn made_again(&self, entry: u32, viewer: Viewer, now: Moment) -> anyhow::Result<Shown> {
        let mut campaign = self.open(entry)?;
        let desk = &campaign.note().desk;
        let hidden = desk.shown_to(viewer);
        let journals = self.newest_journals(hidden.unwrap_or(entry), viewer)?;
        let page = campaign.table_of(viewer, desk).report(viewer, &journals);
        let page = page.map_err(|it| Fault::halted(it.to_string()))?;
        let templates = self.club.templates()?;
        let written = campaign.note().written.min(now);
        let work = EntryBuilder::begin(&self.club, &templates, &mut campaign, written);
        let kind = kind(&work, viewer, entry);
        let mut frame = match viewer {
            Viewer::Public => work.public_frame(),
            Viewer::Referee => work.referee_frame(),
            Viewer::Seat(seat) => work.frame(Some(seat)),
        };
        if viewer == Viewer::Public {
            let printed = if work.desk.is_under_review() {
                news::due(&work)
            } else {
                work.campaign.note().news.clone()
            };
            frame.newspaper = news::shown(&frame, &printed);
        }
        let made = templates.report_with_plan(&frame, kind, &page);
        let (text, mut plan) = made.map_err(Fault::halted)?;
        plan.show(pictures(&work, viewer, &journals)?);
        let about = subject(&frame, &Subject::Report(kind));
        let html = templates.html(&about, &plan, (&text, ""), &|it| it.name.clone());
        let html = html.map_err(Fault::halted)?;
        let name = match viewer {
            Viewer::Public => "public".to_owned(),
            Viewer::Referee => "referee".to_owned(),
            Viewer::Seat(seat) => seat.to_string(),
        };
        let json = framed(data(&work, &frame, kind, &page)?, entry, &name, None);
        Ok(Shown {
            text,
            html,
            json,
            pictures: named(plan.pictures),
            again: false,
        })
    }

    /// Writes the pictures of a page into a folder.
    ///
    /// # Errors
    /// The disk's.
    pub fn save(&self, shown: &Shown, folder: &Path) -> anyhow::Result<()> {
        let fs = &*self.club.fs;
        make_dir(fs, folder)?;
        for (name, png) in self.painted(shown) {
            let path = folder.join(format!("{name}.png"));
            replace(fs, &path, &png, Access::Private)?;
        }
        Ok(())
    }

    /// The rules that draw what is under pictures, if they can be read.
    fn rules(&self) -> Option<Arc<dyn Ruleset>> {
        let last = self.log().last().ok()??;
        campaign::rules_of(&self.club, &self.dir, &last.note.game)
    }

    /// The pictures of a page as PNG, each with its name.
    pub fn painted(&self, shown: &Shown) -> Vec<(String, Vec<u8>)> {
        let easel = Easel::new(&self.club);
        let rules = self.rules();
        let pictures = shown.pictures.iter().map(|it| &it.1);
        let painted = pictures.map(|it| (it.name.clone(), easel.png(it, rules.as_deref())));
        painted.collect()
    }

    /// A page as HTML that shows its pictures by itself.
    pub fn html(&self, shown: &Shown) -> String {
        let easel = Easel::new(&self.club);
        easel.in_page(&shown.html, &shown.pictures, self.rules().as_deref())
    }

    /// One picture of a page as SVG, the first if none is named.
    ///
    /// # Errors
    /// The page has no such picture.
    pub fn svg(&self, shown: &Shown, named: Option<&str>) -> Result<String, Fault> {
        let pictures = || shown.pictures.iter().map(|it| &it.1);
        let wanted = |it: &&Picture| named.is_none_or(|name| it.name == name);
        let Some(picture) = pictures().find(wanted) else {
            let there: Vec<&str> = pictures().map(|it| it.name.as_str()).collect();
            return Err(Fault::usage(if there.is_empty() {
                "this page has no pictures".to_owned()
            } else {
                format!("the pictures of this page are: {}", there.join(", "))
            }));
        };
        let easel = Easel::new(&self.club);
        Ok(easel.svg(picture, self.rules().as_deref()))
    }

    /// What was played last, up to an entry; for the public all that it had not been shown before.
    fn newest_journals(&self, entry: u32, viewer: Viewer) -> anyhow::Result<Vec<String>> {
        let log = self.log();
        let own = |number| log.own_part(number, StateFile::Journal);
        for number in (0..=entry).rev() {
            let Some(journal) = own(number)? else {
                continue;
            };
            let mut journals = Vec::new();
            if let (Viewer::Public, Some(before)) = (viewer, number.checked_sub(1)) {
                let timeline = log.note(number)?.note.dice.timeline;
                let since = public_since(&log.note(before)?.note, timeline);
                for older in since.map_or(0, |it| it + 1)..number {
                    journals.extend(own(older)?);
                }
            }
            journals.push(journal);
            return Ok(journals);
        }
        Ok(Vec::new())
    }

    /// The mails of an entry, and what became of them.
    ///
    /// # Errors
    /// An entry that does not exist; files that are damaged.
    pub fn mails(&self, entry: Option<u32>) -> anyhow::Result<Shown> {
        let entry = self.entry(entry)?;
        let note = self.log().note(entry)?.note;
        let mails: anyhow::Result<Vec<Mail>> =
            note.out.iter().map(|it| self.mail_of(entry, it)).collect();
        let mails = mails?;
        let mut text = String::new();
        for mail in &mails {
            text += &format!("{}  {}  to {}\n", mail.key, mail.became, mail.to);
            text += &format!("  {}\n", mail.subject);
        }
        if mails.is_empty() {
            text = format!("Entry {entry} of {} sent no mail.\n", self.id);
        }
        Ok(Shown {
            text,
            html: String::new(),
            json: serde_json::to_value(&mails)?,
            pictures: Vec::new(),
            again: false,
        })
    }

    /// One mail, as its reader saw it; nothing of its reply address.
    ///
    /// # Errors
    /// A key that no mail has; files that are damaged.
    pub fn mail(&self, key: &str) -> anyhow::Result<Shown> {
        let wrong = || {
            let id = &self.id;
            Fault::usage(format!("{id} has no mail `{key}`")).hint(format!(
                "`packetboat show {id} --mails --entry N` lists those of an entry."
            ))
        };
        let number = key.split('.').nth(1).and_then(|it| it.parse().ok());
        let entry = self.entry(Some(number.ok_or_else(wrong)?))?;
        let note = self.log().note(entry)?.note;
        let out = note.out.iter().find(|it| it.key.as_str() == key);
        let out = out.ok_or_else(wrong)?;
        let mail = self.mail_of(entry, out)?;
        let text = format!(
            "To: {}\nSubject: {}\n\n{}",
            mail.to, mail.subject, mail.text
        );
        let json = serde_json::to_value(&mail)?;
        let shown = Shown {
            text,
            html: mail.html,
            json,
            pictures: Vec::new(),
            again: false,
        };
        let is_report = matches!(out.what, Letter::Report | Letter::ReportForReview);
        match (self.log().kept(entry, out)?, out.seat) {
            (KeptMail::Whole(bytes), _) => Ok(Shown {
                pictures: Easel::of_mail(&bytes),
                ..shown
            }),
            (KeptMail::Text(_), Some(seat)) if is_report => {
                let made = self.mailed(entry, out, seat)?;
                Ok(Shown {
                    text: shown.text,
                    json: shown.json,
                    ..made
                })
            }
            (KeptMail::Text(kept), _) => Ok(Shown {
                html: self.laid_out(entry, out, &kept)?,
                again: true,
                ..shown
            }),
        }
    }

    /// A mail as HTML, laid out as its text is.
    fn laid_out(&self, entry: u32, out: &OutNote, kept: &SentText) -> anyhow::Result<String> {
        let mut campaign = self.open(entry)?;
        let templates = self.club.templates()?;
        let written = campaign.note().written;
        let work = EntryBuilder::begin(&self.club, &templates, &mut campaign, written);
        let mut plan = Plan::of(&work.frame(out.seat));
        add_buttons(&work, out, &mut plan);
        let html = templates.html(&kept.subject, &plan, (&kept.text, ""), &|picture| {
            picture.name.clone()
        });
        Ok(html.map_err(Fault::halted)?)
    }

    fn mail_of(&self, entry: u32, out: &OutNote) -> anyhow::Result<Mail> {
        let Ours {
            subject,
            text,
            html,
            ..
        } = match self.log().kept(entry, out)? {
            KeptMail::Whole(bytes) => ours(&bytes),
            KeptMail::Text(kept) => Ours {
                subject: kept.subject,
                text: kept.text,
                ..Ours::default()
            },
        };
        let note = self.log().note(entry)?.note;
        let each = note.out.iter().zip(self.log().became(&note)?);
        let mut found = each.filter(|it| it.0.key == out.key).map(|it| it.1);
        let became = found.next().unwrap_or(Became::Waits);
        let last = self.log().last()?;
        let withdrawn = last.is_some_and(|it| it.note.desk.is_withdrawn(entry, out.what));
        let became = match became {
            Became::Sent => "sent",
            Became::Failed => "failed",
            Became::Digest => "for a digest",
            Became::Replaced => "not sent, a newer one says the same",
            _ if withdrawn => "not sent, it was undone",
            Became::Tried => "waiting, sending has failed",
            Became::Sending | Became::Waits => "waits",
        };
        Ok(Mail {
            key: out.key.to_string(),
            entry,
            to: out.to.clone(),
            seat: out.seat,
            what: out.what,
            became,
            subject,
            text,
            html,
        })
    }
}

/// Which report the page of a viewer is, after an entry.
fn kind(work: &EntryBuilder<'_>, viewer: Viewer, entry: u32) -> ReportKind {
    let cause = &work.campaign.note().cause;
    match (viewer, work.desk.stop) {
        (Viewer::Public, _) => ReportKind::Public,
        (Viewer::Referee, _) => ReportKind::Referee,
        (Viewer::Seat(_), Stop::Over) => ReportKind::Final,
        (Viewer::Seat(seat), Stop::Interrupt) if work.desk.called.contains(&seat) => {
            ReportKind::Question
        }
        (Viewer::Seat(seat), _) => match cause {
            _ if entry == 0 => ReportKind::First,
            Cause::Replaced { seat: new, .. } if *new == seat => ReportKind::Takeover,
            Cause::Moved { seat: new, .. } if *new == seat => ReportKind::NewAddress,
            _ => ReportKind::Usual,
        },
    }
}

/// The links of a mail that is made again: what its reader could tap.
fn add_buttons(work: &EntryBuilder<'_>, out: &OutNote, plan: &mut Plan) {
    let asked = out.seat.filter(|_| work.desk.stop != Stop::Over);
    if let Some(seat) = asked.filter(|_| forms::has_buttons(out.what)) {
        plan.buttons = forms::buttons(work.club, work.templates, (work.campaign, seat), plan);
    }
}

/// The pictures of a page.
fn pictures(
    work: &EntryBuilder<'_>,
    viewer: Viewer,
    journals: &[String],
) -> anyhow::Result<Vec<Picture>> {
    let table = work.campaign.table_of(viewer, &work.desk);
    let pictures = table.pictures(viewer, journals);
    let mut pictures = pictures.map_err(|it| Fault::halted(it.to_string()))?;
    pictures.extend(table.course(viewer, &work.desk.course));
    Ok(pictures)
}

/// Pictures, each with what its page calls it.
fn named(pictures: Vec<Picture>) -> Vec<(String, Picture)> {
    let pictures = pictures.into_iter();
    pictures.map(|it| (it.name.clone(), it)).collect()
}

/// A page as data.
fn data(
    work: &EntryBuilder<'_>,
    frame: &Frame,
    kind: ReportKind,
    page: &PageData,
) -> anyhow::Result<Value> {
    let deadline = work.desk.deadline.map(|it| it.to_string());
    let game = work.campaign.game;
    let data = work
        .templates
        .data(game, (frame, kind, page), deadline.as_deref());
    Ok(data.map_err(Fault::halted)?)
}

/// The same, with what only the referee is shown.
fn framed(data: Value, entry: u32, viewer: &str, mail: Option<&MailKey>) -> Value {
    let mut whole = data;
    if let Value::Object(fields) = &mut whole {
        fields.insert("entry".to_owned(), entry.into());
        fields.insert("viewer".to_owned(), viewer.into());
        fields.insert("mail".to_owned(), mail.map(MailKey::as_str).into());
    }
    whole
}

/// The seats of a campaign, in table order.
///
/// # Errors
/// A campaign that does not exist or is damaged.
pub fn seats_of(club: &Club, name: &str) -> anyhow::Result<Vec<Seat>> {
    let (id, dir) = club.campaign(name)?;
    let campaign = Campaign::open_at(club.source(), &dir, &id, None);
    Ok(campaign.map_err(|it| fault(&id, it))?.table.seats())
}

/// A page or a mail, as it is shown.
pub struct Shown {
    /// As text.
    pub text: String,
    /// As HTML; empty: there is none.
    pub html: String,
    /// As data.
    pub json: serde_json::Value,
    /// Its pictures, not painted yet, by what the HTML calls them.
    pictures: Vec<(String, Picture)>,
    /// Whether HTML and pictures of a mail were made again, of its text and the page: it has left.
    pub again: bool,
}

/// One mail of an entry.
#[derive(Debug, Serialize)]
struct Mail {
    key: String,
    entry: u32,
    to: String,
    seat: Option<Seat>,
    what: Letter,
    became: &'static str,
    subject: String,
    text: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    html: String,
}
