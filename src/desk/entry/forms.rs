//! The forms in which a seat's mails come: text, HTML beside it, the deadline for the calendar.
//!
//! Not here: what the mails say (`publish`, `intake`), and how their HTML is laid out (`report`).

use crate::clock::Moment;
use crate::config::campaign::{Player, Want};
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, mail_fault, template_fault};
use crate::desk::club::open::Club;
use crate::engine::game::Understood;
use crate::engine::scene::Picture;
use crate::engine::seat::Seat;
use crate::lang::request::Request;
use crate::lang::sheet_names::SheetNames;
use crate::mail::calendar::{self, Deadline};
use crate::mail::compose::{Inline, LetterKind, Outgoing, compose};
use crate::mail::sent_file::SentFile;
use crate::mail::token::Token;
use crate::report::{Answer, Buttons, Plan, Templates};
use crate::store::draft::{OutDraft, Says};
use crate::store::entry::{DeskState, Earlier, Letter, MailKey, Reply, Stop, Topic};
use crate::store::layout::CampaignId;
use crate::store::seat_desk::OnCalendar;
use crate::store::texts::SentText;
use crate::store::witness;

/// Bytes of the text of a receipt that is laid out in HTML too, at most: what is longer is a
/// handbook or a report again.
const HTML_TEXT_MAX: usize = 16_000;

/// Bytes of a receipt in text and HTML together, at most, if it has no pictures: the whole mail
/// stays under 64 kB.
const RECEIPT_BYTES_MAX: usize = 46_000;

/// The moment from which the versions of a deadline count, in seconds since 1970: 2026 began. They
/// have 31 bits in calendars.
const SEQUENCES_BEGIN: i64 = 1_767_225_600;

/// A mail that is made when its entry is whole, for it contains the entry's witness.
pub(crate) struct Unmade {
    pub(crate) key: MailKey,
    pub(crate) seat: Option<Seat>,
    pub(crate) what: Letter,
    pub(crate) reply: Option<Reply>,
    pub(crate) writer: Option<Seat>,
    pub(crate) topic: Option<Topic>,
    pub(crate) instead_of: Vec<Earlier>,
    /// How its HTML part is made; `None`: it has none.
    pub(crate) plan: Option<Plan>,
    pub(crate) mail: Outgoing,
}

impl Unmade {
    /// What its entry notes of it, before it is made.
    pub(crate) fn without_bytes(&self) -> OutDraft {
        OutDraft {
            key: self.key.clone(),
            to: self.mail.to.clone(),
            seat: self.seat,
            what: self.what,
            reply: self.reply.clone(),
            writer: self.writer,
            bytes: Vec::new(),
            text: SentText::default(),
            says: Says::default(),
            topic: self.topic,
            instead_of: self.instead_of.clone(),
        }
    }
}

/// Changes the form of a seat's mails, if its mail says so and is not only looked at; the last word
/// counts.
pub fn asked(desk: &mut DeskState, seat: Seat, understood: &Understood) -> Option<Answer> {
    let requests = understood.requests.iter().filter(|_| !understood.check);
    let mut said = requests.filter_map(|request| match request {
        Request::Format { html } => Some(*html),
        _ => None,
    });
    let html = said.next_back()?;
    desk.seats.of(seat).html = Some(html);
    Some(Answer::Formed { html })
}

/// Whether a seat gets mails in this form: what its player has said in a sheet counts before what
/// the roster says.
pub(crate) fn wants(desk: &DeskState, player: Option<&Player>, seat: Seat, form: Want) -> bool {
    let listed = player.is_some_and(|it| it.wants.contains(&form));
    match (form, desk.seats.get(seat).html) {
        (Want::Html, Some(html)) => html,
        // Text alone has nothing attached.
        (Want::Ics, Some(false)) => false,
        _ => listed,
    }
}

/// Whether a mail asks for something that buttons can write.
pub(crate) fn has_buttons(what: Letter) -> bool {
    matches!(
        what,
        Letter::Report | Letter::ReportForReview | Letter::Reminder
    )
}

/// Where the buttons of a mail to a seat lead, without the token that is put in as it is handed
/// over; `None`: its address would be too long.
pub(crate) fn buttons(
    club: &Club,
    templates: &Templates,
    (campaign, seat): (&Campaign, Seat),
    plan: &Plan,
) -> Option<Buttons> {
    let (id, token) = (campaign.id.as_str(), Token::button_held_back());
    Some(Buttons {
        to: club.house.seat_address(id, seat, &token).ok()?,
        map: templates.draws_map(campaign.game.id()) || !plan.pictures.is_empty(),
    })
}

/// Whether the calendar of a seat that owes a sheet shows another deadline than there is now. Of a
/// question by mail nobody hears but whom it asks, by their report.
pub(crate) fn calendar_is_behind(desk: &DeskState, seat: Seat) -> bool {
    let owes = desk.stop == Stop::Gate && desk.called.contains(&seat);
    let shown = desk.seats.get(seat).calendar.as_ref().filter(|_| owes);
    shown.is_some_and(|it| Some(it.at) != desk.deadline)
}

/// Who announces deadlines, and when.
pub(crate) struct Clerk<'a> {
    /// The campaign.
    pub(crate) id: &'a CampaignId,
    /// The club's domain.
    pub(crate) domain: &'a str,
    /// The moment of this run.
    pub(crate) now: Moment,
    /// What the sheets are called.
    pub(crate) names: SheetNames,
}

impl Clerk<'_> {
    /// The deadline for the calendar of a seat that is called, for its sheet, and the one before,
    /// if it has fallen away; empty: there is nothing to say.
    pub(crate) fn calendar(&self, desk: &mut DeskState, (seat, sheet): (Seat, String)) -> String {
        let open = desk.stop != Stop::Over && desk.held.is_none();
        let told = open && desk.called.contains(&seat);
        let mut all = Vec::new();
        let before = desk.seats.of(seat).calendar.take();
        // Of a sheet that was closed before its time, or that is not asked for any more.
        if let Some(old) = before.filter(|it| it.at > self.now && !(told && it.sheet == sheet)) {
            all.push(self.deadline(&old.sheet, old.at, true));
        }
        if let Some(at) = desk.deadline.filter(|_| told) {
            all.push(self.deadline(&sheet, at, false));
            desk.seats.of(seat).calendar = Some(OnCalendar { sheet, at });
        }
        if all.is_empty() {
            String::new()
        } else {
            calendar::part(&all, &self.now.for_calendar())
        }
    }

    fn deadline(&self, sheet: &str, at: Moment, cancelled: bool) -> Deadline {
        let id = self.id;
        let turn = match sheet.parse() {
            Ok(sheet) => self.names.turn(sheet),
            Err(_) => format!("turn {sheet}"),
        };
        Deadline {
            uid: format!("{id}-{sheet}@{}", self.domain),
            // Of the moment, which is in the head of the mail: the number of the entry would
            // show how often others write.
            sequence: u32::try_from(self.now.seconds() - SEQUENCES_BEGIN).unwrap_or(0),
            at: at.for_calendar(),
            summary: format!("{id}: orders for {turn}"),
            cancelled,
        }
    }
}

/// Makes the mails of an entry, with its witness in every form.
///
/// # Errors
/// A template that fails; an address or text that no mail can carry.
pub(crate) fn made(
    club: &Club,
    templates: &Templates,
    out: Vec<Unmade>,
    witness: &str,
) -> Result<Vec<OutDraft>, CampaignError> {
    let below = witness::line(witness);
    let each = out.into_iter().map(|draft| {
        let mut mail = draft.mail;
        let long = mail.kind == LetterKind::Receipt && mail.text.len() > HTML_TEXT_MAX;
        let kept = |plan: &&Plan| !long || !plan.pictures.is_empty();
        if let Some(plan) = draft.plan.as_ref().filter(kept) {
            let mark = mail.key.clone();
            let cid = |it: &Picture| format!("{}@{mark}", it.name);
            let html = templates.html(&mail.subject, plan, (&mail.text, &below), &cid);
            let html = html.map_err(|it| template_fault(&it))?;
            let whole = html.len() + mail.text.len();
            let fits = mail.kind != LetterKind::Receipt || whole <= RECEIPT_BYTES_MAX;
            if fits || !plan.pictures.is_empty() {
                mail.html = html;
            }
            let inline = plan.pictures.iter().map(|picture| Inline {
                cid: cid(picture),
                name: picture.name.clone(),
                scene: picture.written(),
            });
            mail.pictures = inline.collect();
        }
        let text = mail.text.trim_end_matches('\n');
        mail.text = format!("{text}\n\n{below}");
        let bytes = compose(&mail, &club.house);
        Ok(OutDraft {
            key: draft.key,
            seat: draft.seat,
            what: draft.what,
            reply: draft.reply,
            writer: draft.writer,
            topic: draft.topic,
            instead_of: draft.instead_of,
            bytes: bytes.map_err(|why| mail_fault(&why.to_string()))?,
            to: mail.to.clone(),
            text: SentText {
                subject: mail.subject.clone(),
                answers: mail.in_reply_to.clone().unwrap_or_default(),
                text: mail.text.clone(),
            },
            says: says(mail),
        })
    });
    each.collect()
}

/// What a letter says, in all its parts.
pub fn says(mail: Outgoing) -> Says {
    let scenes = mail.pictures.into_iter().map(|it| it.scene);
    let texts = [mail.text, mail.html, mail.calendar].into_iter();
    let files = mail.files.iter().map(SentFile::kept_name);
    let texts = texts.chain(scenes).chain(files);
    let texts = texts.filter(|it| !it.is_empty());
    Says {
        texts: texts.collect(),
        data: mail.data.map(|it| it.json),
    }
}
