//! What is announced to everybody after play has stopped.
//!
//! Not here: whom the campaign waits for now (`stop`), and how a report looks (`report`).

use super::brought;
use super::builder::EntryBuilder;
use super::forms;
use super::news;
use super::own;
use super::pictures;
use super::post::Post;
use super::salt;
use super::superseded::Instead;
use crate::config::campaign::Want;
use crate::desk::calendar::stop::is_ruling;
use crate::desk::club::errors::{CampaignError, mail_fault, template_fault};
use crate::desk::outbox::watchers::watching;
use crate::engine::dice::{hex, seals};
use crate::engine::game::{Halted, PageData};
use crate::engine::pages::Standing;
use crate::engine::seat::{Seat, Viewer};
use crate::mail::compose::{DataFile, Leave};
use crate::mail::token::TokenKey;
use crate::report::{
    DiceShown, Frame, Notice, Plan, RefereeMail, ReportKind, Subject, counted, subject,
};
use crate::store::entry::{Letter, Newer, Note, Stop, Topic};

/// Posts the reports of a resolution: at a gate and at the end to every player, at an interrupt
/// to the seats asked, and to nobody else.
///
/// # Errors
/// A template that fails, or a journal that cannot be read.
pub fn reports(work: &mut EntryBuilder<'_>, first: bool) -> Result<(), CampaignError> {
    note_standing(work);
    tell_looks(work);
    let ruling = is_ruling(&*work.campaign.table, &work.desk);
    for seat in work.campaign.table.seats() {
        let asked = work.desk.called.contains(&seat);
        let kind = match work.desk.stop {
            _ if work.campaign.is_robot(seat) || (ruling && !asked) => continue,
            Stop::Interrupt if !asked => continue,
            Stop::Interrupt => ReportKind::Question,
            Stop::Over => ReportKind::Final,
            Stop::Gate if first => ReportKind::First,
            Stop::Gate => ReportKind::Usual,
        };
        let since = work.desk.seats.get(seat).reported;
        report(work, seat, kind, since)?;
    }
    if !ruling {
        to_observers(work)?;
    }
    news::print(work);
    if work.desk.is_under_review() {
        let about = RefereeMail::Review {
            behind: work.campaign.next_number().saturating_sub(1),
        };
        to_referee(work, &about, "reports wait for your review")?;
    }
    if let Halted::Over(outcome) = work.campaign.table.halt() {
        let about = RefereeMail::Over {
            outcome,
            points: work.campaign.table.scores(),
            under_review: work.desk.is_under_review(),
        };
        to_referee(work, &about, "the game is over")?;
    }
    Ok(())
}

/// Posts the page that everybody may see to all who watch, each in a mail of their own: as text,
/// made once, as `show` makes it. Nobody learns from their order who else there is. Of a question
/// in the midst of a turn they hear nothing.
fn to_observers(work: &mut EntryBuilder<'_>) -> Result<(), CampaignError> {
    if work.desk.stop == Stop::Interrupt {
        return Ok(());
    }
    let id = work.campaign.id.clone();
    let mut all = watching(work.club, &id, &work.campaign.config)?;
    if all.is_empty() {
        return Ok(());
    }
    let key = TokenKey::new(work.campaign.secret.token_key.0);
    all.sort_by_cached_key(|it| key.mail_mark(id.as_str(), it.as_str()));
    let last = work.campaign.last.as_ref();
    let since = last.and_then(|it| public_since(&it.note, work.dice.timeline));
    let page = page(work, Viewer::Public, since, false)?;
    let mut frame = work.public_frame();
    frame.newspaper = news::shown(&frame, &news::due(work));
    let report = work.templates.report(&frame, ReportKind::Public, &page);
    let report = report.map_err(|it| template_fault(&it))?;
    let about = subject(&frame, &Subject::Report(ReportKind::Public));
    for text in &page.commentary.said {
        work.heard().quote_outside(text);
    }
    let files = brought::with_page(work, &page)?;
    for to in all {
        let code = key.watch_token(id.as_str(), to.as_str());
        let says = format!("WATCH NONE {id} {}", code.as_str());
        let below = work
            .templates
            .below_public(&frame, &says, &work.club.house.address());
        let below = below.map_err(|it| template_fault(&it))?;
        let leave = Leave {
            to: work.club.house.address(),
            says,
            list: Some(format!("{id}.watch")),
        };
        let what = if work.desk.for_review == Some(work.campaign.next_number()) {
            Letter::ReportForReview
        } else {
            Letter::Report
        };
        let text = format!("{}\n\n{below}", report.trim_end());
        let post = Post {
            files: files.clone(),
            ..Post::plain(None, what, about.clone(), text)
        };
        let posted = work.post_to_observer(post, to.as_str(), leave);
        posted.map_err(|it| mail_fault(&it))?;
    }
    Ok(())
}

/// The entry up to which everybody has heard what happened before the one after this note; `None`:
/// nobody has heard anything.
pub fn public_since(before: &Note, timeline: u32) -> Option<u32> {
    match before.desk.stop {
        // Nobody but those asked has heard of the turn so far, unless the referee goes back.
        Stop::Interrupt if before.dice.timeline == timeline => before.desk.published,
        Stop::Interrupt | Stop::Gate | Stop::Over => Some(before.number),
    }
}

/// Notes everybody's points now, where the game keeps points that everybody may know. Nothing in
/// the midst of a turn: what happened there all but those asked hear later.
fn note_standing(work: &mut EntryBuilder<'_>) {
    let points = work.campaign.table.scores();
    if work.desk.stop == Stop::Interrupt || points.is_empty() {
        return;
    }
    let sheet = work.campaign.table.sheet();
    work.desk.course.push(Standing { sheet, points });
}

/// Anyone who has seen how a turn would come out could still change when it is closed: so a look
/// is announced to all. Nothing in the midst of a turn, as above.
fn tell_looks(work: &mut EntryBuilder<'_>) {
    if work.desk.stop == Stop::Interrupt || work.desk.looked.is_empty() {
        return;
    }
    let zone = work.campaign.config.schedule.zone;
    let looked = std::mem::take(&mut work.desk.looked).into_iter();
    let looked: Vec<String> = looked.map(|it| it.for_people(zone, work.now)).collect();
    let told = format!(
        "Before this turn was closed the referee looked at its outcome: {}.",
        looked.join(", ")
    );
    work.notify_readers(told);
}

/// Posts one seat's report, with everything heard since an entry.
///
/// # Errors
/// A template that fails, or a journal that cannot be read.
pub fn report(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    kind: ReportKind,
    since: Option<u32>,
) -> Result<(), CampaignError> {
    let page = page(work, Viewer::Seat(seat), since, true)?;
    let accounts = page.accounts.iter().map(|it| &it.text);
    for text in accounts.chain(&page.commentary.said) {
        work.heard().quote(seat, text);
    }
    let mut frame = work.frame(Some(seat));
    frame.dice = dice_shown(work, kind);
    frame.notes = work.notified_readers().to_vec();
    frame.notes.extend(work.take_own_notes(seat));
    let review = match kind {
        // It says nothing that the seat does not know yet: unless that waits.
        ReportKind::Takeover | ReportKind::NewAddress | ReportKind::Back | ReportKind::Renewed => {
            work.desk.is_under_review()
        }
        _ => work.campaign.config.schedule.review,
    };
    // A report that waits may never be read.
    let instead = if review {
        Instead::default()
    } else {
        work.instead(seat, Newer::Report)?
    };
    frame.notes.extend(instead.notes());
    let unasked = &mut work.desk.seats.of(seat).unasked;
    if !review && *unasked > 0 {
        let mails = std::mem::take(unasked);
        let came = counted(mails as usize, "mail", "mails");
        frame.notes.push(format!(
            "Beyond those you were asked about, {came} came in your name without proof; nothing \
             in it was filed."
        ));
    }
    frame.own = own::of_report(work, seat);
    if matches!(kind, ReportKind::Usual | ReportKind::Final) {
        frame.newspaper = news::shown(&frame, &news::due(work));
    }
    if work.campaign.card.dice {
        frame.salts = salt::shown(work);
        frame.own_salt = work.desk.seats.get(seat).salt.clone().unwrap_or_default();
        frame.may_salt = salt::is_open(&work.desk, work.dice.link, seat);
    }
    let (text, mut plan) = render(work, &frame, kind, &page)?;
    if let Some(plan) = &mut plan {
        plan.show(pictures::of_report(work, seat, since)?);
    }
    let number = work.campaign.next_number();
    if review {
        work.desk.for_review = Some(number);
    }
    let what = if review {
        Letter::ReportForReview
    } else {
        Letter::Report
    };
    let about = subject(&frame, &Subject::Report(kind));
    let post = Post {
        plan,
        dated: true,
        data: data(work, seat, (&frame, kind, &page))?,
        files: brought::with_page(work, &page)?,
        instead_of: instead.mails,
        ..Post::plain(Some(seat), what, about, text)
    };
    work.post(post).map_err(|it| mail_fault(&it))?;
    work.desk.seats.of(seat).reported = Some(number);
    Ok(())
}

/// What a viewer may see, with everything heard since an entry; `advised`: with the advice.
///
/// # Errors
/// A journal that cannot be read.
pub fn page(
    work: &EntryBuilder<'_>,
    viewer: Viewer,
    since: Option<u32>,
    advised: bool,
) -> Result<PageData, CampaignError> {
    let campaign = &*work.campaign;
    let journals = match campaign.last {
        Some(_) => campaign.heard(&*work.club.fs, (viewer, &work.desk), since)?,
        None => Vec::new(),
    };
    let table = campaign.table_of(viewer, &work.desk);
    let page = if advised {
        table.report(viewer, &journals)
    } else {
        table.page(viewer, &journals)
    };
    let mut page = page
        .map_err(|it| CampaignError::broken(it.to_string(), &["restore the file from a backup"]))?;
    let mut sheet = work
        .templates
        .sheet_text(work.campaign.game.id(), &page)
        .map_err(|it| template_fault(&it))?;
    if let Viewer::Seat(seat) = viewer {
        sheet.own = own::comments(work, seat);
        work.note_printed(seat, sheet.clone());
    }
    page.order_sheet = sheet;
    if let Some(entry) = since.filter(|_| advised) {
        page.before = Some(campaign.view_after(&*work.club.fs, viewer, entry)?);
    }
    if campaign.last.is_some() {
        page.grounds.links = campaign.heard_links(&*work.club.fs, (viewer, &work.desk), since)?;
    }
    page.grounds.links.push(work.dice.link);
    Ok(page)
}

/// What a seat may see now, without what it heard: for letters without a story, so that their
/// cost does not grow with the campaign.
///
/// # Errors
/// A page that cannot be made.
pub fn page_now(work: &EntryBuilder<'_>, seat: Seat) -> Result<PageData, CampaignError> {
    page(
        work,
        Viewer::Seat(seat),
        work.campaign.next_number().checked_sub(1),
        false,
    )
}

/// Posts a mail to the referee.
///
/// # Errors
/// A template that fails.
pub fn to_referee(
    work: &mut EntryBuilder<'_>,
    about: &RefereeMail,
    what: &str,
) -> Result<(), CampaignError> {
    post_to_referee(work, about, what, None)
}

/// Posts words of a player to the referee; an answer goes to the player.
///
/// # Errors
/// A template that fails.
pub fn to_referee_for(
    work: &mut EntryBuilder<'_>,
    from: Seat,
    about: &RefereeMail,
) -> Result<(), CampaignError> {
    post_to_referee(work, about, "a player writes to you", Some(from))
}

fn post_to_referee(
    work: &mut EntryBuilder<'_>,
    about: &RefereeMail,
    what: &str,
    writer: Option<Seat>,
) -> Result<(), CampaignError> {
    let frame = work.referee_frame();
    let text = work.templates.to_referee(&frame, about);
    let text = text.map_err(|it| template_fault(&it))?;
    let about = subject(&frame, &Subject::Referee(what));
    let post = Post {
        writer,
        ..Post::plain(None, Letter::Note, about, text)
    };
    work.post(post).map_err(|it| mail_fault(&it))
}

/// The report's text, and how its HTML part is made if the seat wants one.
fn render(
    work: &EntryBuilder<'_>,
    frame: &Frame,
    kind: ReportKind,
    page: &PageData,
) -> Result<(String, Option<Plan>), CampaignError> {
    let made = if work.wants(frame.seat, Want::Html) {
        let both = work.templates.report_with_plan(frame, kind, page);
        both.map(|(text, plan)| (text, Some(plan)))
    } else {
        work.templates
            .report(frame, kind, page)
            .map(|it| (it, None))
    };
    made.map_err(|it| template_fault(&it))
}

/// The report as data, if the seat wants it.
fn data(
    work: &EntryBuilder<'_>,
    seat: Seat,
    (frame, kind, page): (&Frame, ReportKind, &PageData),
) -> Result<Option<DataFile>, CampaignError> {
    if !work.wants(Some(seat), Want::Json) {
        return Ok(None);
    }
    let game = work.campaign.game;
    let deadline = work.desk.deadline.map(|it| it.to_string());
    let data = work
        .templates
        .data(game, (frame, kind, page), deadline.as_deref());
    Ok(Some(DataFile {
        name: format!(
            "{}-{}.json",
            work.campaign.id,
            work.campaign.sheet_names().name(page.sheet)
        ),
        json: data.map_err(|it| template_fault(&it))?.to_string(),
    }))
}

/// What the report shows of the dice.
fn dice_shown(work: &EntryBuilder<'_>, kind: ReportKind) -> DiceShown {
    let seed = &work.campaign.seed;
    let anew = *seed != work.campaign.secret.seed;
    match (kind, &work.dice.shown) {
        _ if !work.campaign.card.dice => DiceShown::Nothing,
        _ if !work.campaign.secret.sealed => DiceShown::NotSealed,
        (ReportKind::Final, _) => DiceShown::Opened {
            anew,
            number: work.dice.link,
            seed: hex(&seed.0),
        },
        _ if shows_seals(work, kind) => {
            let (chain, seed_hash) = seals(&seed.0);
            DiceShown::Sealed {
                anew,
                chain,
                seed_hash,
                link: work.dice.shown.clone().unwrap_or_default(),
            }
        }
        (_, Some(link)) => DiceShown::Link {
            anew,
            number: work.dice.link,
            link: link.clone(),
            timeline: work.dice.timeline,
        },
        (_, None) => DiceShown::Nothing,
    }
}

/// Whether a report shows what seals the dice.
fn shows_seals(work: &EntryBuilder<'_>, kind: ReportKind) -> bool {
    work.has_new_dice()
        || matches!(
            kind,
            ReportKind::First | ReportKind::Takeover | ReportKind::NewAddress
        )
}

/// Notifies every player of something that answers nothing: the deadline has moved, the campaign is
/// held, it goes on.
///
/// # Errors
/// A template that fails.
pub fn announce(
    work: &mut EntryBuilder<'_>,
    notice: &Notice,
    about: &Subject<'_>,
) -> Result<(), CampaignError> {
    announce_to_others(work, None, notice, about)
}

/// The same, but for one seat: the one it is about.
///
/// # Errors
/// A template that fails.
pub fn announce_to_others(
    work: &mut EntryBuilder<'_>,
    but: Option<Seat>,
    notice: &Notice,
    about: &Subject<'_>,
) -> Result<(), CampaignError> {
    let seats = work.campaign.table.seats().into_iter();
    for seat in seats.filter(|it| Some(*it) != but) {
        announce_to(work, seat, Letter::Note, (notice, about))?;
    }
    Ok(())
}

/// The same, for one seat, as a mail of this kind.
///
/// # Errors
/// A template that fails.
pub fn announce_to(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    what: Letter,
    (notice, about): (&Notice, &Subject<'_>),
) -> Result<(), CampaignError> {
    let topic = match notice {
        Notice::Silent | Notice::Held { .. } | Notice::Released { .. } => Some(Topic::Course),
        Notice::Extended { .. } => Some(Topic::Deadline),
        Notice::Reminder { .. } => Some(Topic::Owed),
        _ => None,
    };
    let mut frame = work.frame(Some(seat));
    let instead = match topic {
        Some(topic) => work.instead(seat, Newer::On(topic))?,
        None => Instead::default(),
    };
    frame.notes.extend(instead.notes());
    let text = work.templates.notice(&frame, notice);
    let text = text.map_err(|it| template_fault(&it))?;
    let post = Post {
        // What was to be reported to a calendar goes with the mail that takes the place of
        // another; an absence may move the deadline, and seldom does.
        dated: matches!(topic, Some(Topic::Course | Topic::Deadline))
            || !instead.mails.is_empty()
            || (topic.is_none() && forms::calendar_is_behind(&work.desk, seat)),
        // Why the program has moved a deadline is said once, whatever comes after.
        topic: topic.filter(|_| work.moved().is_empty()),
        instead_of: instead.mails,
        ..Post::plain(Some(seat), what, subject(&frame, about), text)
    };
    work.post(post).map_err(|it| mail_fault(&it))
}
