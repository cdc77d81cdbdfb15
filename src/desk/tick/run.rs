//! One cron run: fetch, lock, recover, take mail, turn over, commit, tidy, unlock, deliver.
//!
//! If it stops at any point, the next run carries on: before a commit nothing happened for that
//! campaign, after it only tidying and sending are left, and they may be done twice.
//! Campaigns that wait for nothing are not opened (`schedule_cache`); the others are worked off in
//! rounds (`jobs`).

use super::closing::{self, Moves};
use super::faults;
use super::jobs::{Job, Rests, recover, work_off};
use super::open_seats;
use super::plan::{Plan, rests, row};
use super::sorting::sort_mail;
use super::standbys;
use crate::clock::Moment;
use crate::desk::club::campaign::Roster;
use crate::desk::club::digest_list;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::Club;
use crate::desk::club::register::Register;
use crate::desk::club::schedule_cache::Hints;
use crate::desk::club::summary::Summary;
use crate::desk::club::tick_gaps::Ticks;
use crate::desk::club::{clock_check, file_modes, shut};
use crate::desk::inbox::{aside, fetch, old_mail, retake, unanswered};
use crate::desk::intake::everywhere;
use crate::desk::outbox::deliver::{self, Ended, Round};
use crate::desk::outbox::{digests, halt, template_errors, transports};
use crate::desk::site;
use crate::desk::turn::seat_change;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::mail::transport::Transport;
use crate::store::entry::Stop;
use crate::store::fs::{Drafts, exists};
use crate::store::layout::CampaignId;
use crate::store::lock::Lock;
use crate::store::log::CampaignLog;
use crate::store::maildir::Maildir;
use std::collections::BTreeSet;
use std::io::ErrorKind;

/// One cron run, with the transport that packetboat.toml names.
///
/// The post's lock is held throughout: two runs never send the same mail. The club's is held while
/// the club changes, and not while servers are talked to, which may take minutes.
///
/// # Errors
/// Configuration that cannot be used; another run; the disk.
pub fn cron(club: &Club, now: Moment) -> anyhow::Result<Summary> {
    let _post = club.try_post_lock()?;
    match cron_holding(club, now) {
        Ok(mut summary) => {
            faults::reported_once(club, &mut summary, now);
            Ok(summary)
        }
        Err(error) => Err(faults::reported_or_not(club, error, now)),
    }
}

fn cron_holding(club: &Club, now: Moment) -> anyhow::Result<Summary> {
    let lock = match club.config.mail_in.imap {
        // Mails that were fetched are worth a moment's wait.
        Some(_) => Club::wait_lock,
        None => Club::try_lock,
    };
    fetch_and_tick(club, now, &|| lock(club).map(Some))
}

/// The same in a club that is nobody else's.
///
/// # Errors
/// Configuration that cannot be used; the disk.
pub fn run(club: &Club, now: Moment) -> anyhow::Result<Summary> {
    fetch_and_tick(club, now, &|| Ok(None))
}

fn fetch_and_tick(
    club: &Club,
    now: Moment,
    lock: &dyn Fn() -> anyhow::Result<Option<Lock>>,
) -> anyhow::Result<Summary> {
    // Tokens are good for an hour or so: each tick asks for its own.
    club.programs.forget();
    let mut post = transports::transport(club)?;
    if club.config.mail_in.imap.is_some() {
        // Mail that is fetched by a wrong clock would bear its time.
        check_clock(club, now)?;
        retake::check(club, now)?;
    }
    let fetched = match fetch::fetch(club, now) {
        Ok(fetched) => fetched,
        Err(error) => {
            let why = format!("{error:#}");
            without_mail(club, &mut *post, (&why, now), lock()?)?;
            return Err(error);
        }
    };
    if let Some(why) = fetched.trouble {
        let mut summary = without_mail(club, &mut *post, (&why, now), lock()?)?;
        let why = format!("{why}; nothing is resolved before the mailbox is read");
        summary.wait("mail", why);
        return Ok(summary);
    }
    let mut summary = tick_holding(club, &mut *post, now, lock()?)?;
    // Only `status` depends on it.
    let _ = shut::note(club, None, now);
    if let Some(what) = fetched.withheld {
        summary.wait("mail", what);
    }
    for what in file_modes::of_club(club) {
        summary
            .changed
            .entry("club".to_owned())
            .or_default()
            .push(what);
    }
    Ok(summary)
}

/// A run in which mail cannot be read: what is there to be sent is sent, and nothing else is done.
/// To resolve now would be to resolve without orders that are in the mailbox in time.
fn without_mail(
    club: &Club,
    post: &mut dyn Transport,
    (why, now): (&str, Moment),
    lock: Option<Lock>,
) -> anyhow::Result<Summary> {
    shut::note(club, Some(why), now)?;
    let mut summary = Summary::default();
    let hints = Hints::read(club);
    let mut plan = Plan::of(club, &hints, now)?;
    plan.check_clock(club, &hints, &clock_check::read(club), now)?;
    recover(club, &Register::read(club), plan.jobs.values_mut());
    for job in plan.jobs.values_mut().filter(|it| it.stuck.is_none()) {
        let dir = club.layout.campaign(&job.id);
        if exists(&*club.fs, &dir.halted()) {
            continue;
        }
        let log = match job.known {
            Some(known) => CampaignLog::knowing(&*club.fs, &dir, known),
            None => CampaignLog::new(&*club.fs, &dir),
        };
        // One that cannot be read is reported by the tick that would play it.
        if let Ok(Some(last)) = log.last() {
            job.rests = Some(Rests {
                last,
                next: None,
                again: true,
            });
        }
    }
    let mut jobs: Vec<&mut Job> = plan.jobs.values_mut().collect();
    deliver_all(club, &mut jobs, post, now, lock, &mut summary)?;
    Ok(summary)
}

/// Brings the web archive up to date, if there is to be one. Whatever keeps it from that is
/// reported, and the next tick tries again: nothing else waits for it.
fn publish_site(club: &Club, now: Moment, summary: &mut Summary) {
    let Some(dir) = site::folder(club) else {
        return;
    };
    let made = site::make(club, &dir);
    let told = made.and_then(|it| template_errors::report_of(club, &it.failed, now));
    if let Err(why) = told {
        summary.wait_for("site", &why);
    }
}

/// One run.
///
/// # Errors
/// Configuration that cannot be used; the disk. Whatever was committed before stays.
pub fn tick(club: &Club, post: &mut dyn Transport, now: Moment) -> anyhow::Result<Summary> {
    tick_holding(club, post, now, None)
}

/// The same with the club's lock, if it needs one; it is given back before mails are handed over.
fn tick_holding(
    club: &Club,
    post: &mut dyn Transport,
    now: Moment,
    lock: Option<Lock>,
) -> anyhow::Result<Summary> {
    check_maildir(club)?;
    retake::check(club, now)?;
    let mut summary = Summary::default();
    let hints = Hints::read(club);
    let ticks = clock_check::read(club);
    let mut plan = planned(club, &hints, (&ticks, now), &mut summary)?;
    let gaps = ticks.gaps(now);
    if ticks.gap(now).is_some() {
        plan.wake_all();
    }
    tell_gone(club, &hints, &plan, &mut summary);
    let (unread, mail_hint) = old_mail::queue(club, &hints, now, &mut summary)?;
    if !plan.jobs.is_empty() || !unread.is_empty() {
        let templates = club.templates()?;
        // And before anything rests on the last entries.
        let mut register = Register::read(club);
        recover(club, &register, plan.jobs.values_mut());
        sort_mail(club, &mut plan, unread, now, &mut summary)?;
        if let Ok(register) = &mut register {
            register.renew(club)?;
            let jobs = plan.jobs.values_mut();
            jobs.for_each(|it| it.registered = register.row(&it.id));
        }
        let mut jobs = Vec::from_iter(std::mem::take(&mut plan.jobs).into_values());
        work_off(club, &templates, &mut jobs, (now, &gaps));
        if take_edits(club, &mut jobs, now, &mut summary) {
            work_off(club, &templates, &mut jobs, (now, &gaps));
        }
        if pass_on_absences(club, &mut plan, &mut jobs, &register) {
            work_off(club, &templates, &mut jobs, (now, &gaps));
        }
        put_aside(club, &mut jobs, now, &mut summary)?;
        let taken = Vec::from_iter(jobs.iter().filter_map(|it| it.taken.clone()));
        let mut unsent = Vec::new();
        let mut rows = Vec::new();
        let mut moves = Moves::default();
        for job in &mut jobs {
            if !stays(club, job, &mut moves, now, &mut summary)? {
                continue;
            }
            // As the log looks now: from here on others may write to it.
            rows.extend(row(club, job));
            if job.stuck.is_none() {
                unsent.push(job);
            }
        }
        let books = Some((register, &unsent[..]));
        keep_books(club, books, (ticks, now), &mut summary)?;
        retake::note(club, taken.iter())?;
        report_daily(club, now)?;
        template_errors::notify_referee(club, &templates, now)?;
        take_digests(club, &mut unsent, &mut summary);
        deliver_all(club, &mut unsent, post, now, lock, &mut summary)?;
        let resting = unsent.iter().filter(|it| rests(it)).map(|it| &it.id);
        let resting = BTreeSet::from_iter(resting);
        rows.retain(|it| resting.contains(&it.0));
        plan.rests.extend(rows);
    } else {
        keep_books(club, None, (ticks, now), &mut summary)?;
        report_daily(club, now)?;
        deliver_all(club, &mut [], post, now, lock, &mut summary)?;
    }
    // Only speed depends on it.
    let _ = hints.keep(club, &plan.rests, &mail_hint);
    publish_site(club, now, &mut summary);
    Ok(summary)
}

/// What there is to do, once those have seats who have asked for them by the last run.
fn planned(
    club: &Club,
    hints: &Hints,
    (ticks, now): (&Ticks, Moment),
    summary: &mut Summary,
) -> anyhow::Result<Plan> {
    let as_it_is = || -> anyhow::Result<Plan> {
        let mut plan = Plan::of(club, hints, now)?;
        plan.check_clock(club, hints, ticks, now)?;
        Ok(plan)
    };
    let plan = as_it_is()?;
    open_seats::go_on(club, now, summary)?;
    standbys::go_on(club, now, summary)?;
    if summary.changed.is_empty() {
        Ok(plan)
    } else {
        as_it_is()
    }
}

/// Notifies the referee of what is reported once a day.
fn report_daily(club: &Club, now: Moment) -> anyhow::Result<()> {
    aside::notify_referee(club, now)?;
    unanswered::notify_referee(club, now)
}

/// Does what is left to be done for a campaign after its entries; whether it stays where it was.
fn stays(
    club: &Club,
    job: &mut Job,
    moves: &mut Moves,
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<bool> {
    move_players(club, job, now, summary);
    note(club, job, now, summary)?;
    if moves.put_away(club, job, now, summary) {
        return Ok(false);
    }
    closing::wake(club, job);
    if let Some(what) = file_modes::of_campaign(club, &club.layout.campaign(&job.id)) {
        summary.say(&job.id, what);
    }
    Ok(true)
}

/// That this clock can be right, before anything is written by it.
fn check_clock(club: &Club, now: Moment) -> anyhow::Result<()> {
    let hints = Hints::read(club);
    let mut plan = Plan::of(club, &hints, now)?;
    plan.check_clock(club, &hints, &clock_check::read(club), now)
}

/// Reports campaigns that were here at the last tick; `verify` reports them at any time.
fn tell_gone(club: &Club, hints: &Hints, plan: &Plan, summary: &mut Summary) {
    let gone = |id: &&CampaignId| !plan.ids.contains(*id) && is_gone(club, id);
    for id in hints.names().filter(gone) {
        summary.say(
            id,
            "its folder is gone; restore it from a backup of the club",
        );
    }
}

/// Notes where the campaigns are now, and that the tick worked. A register that cannot be kept lags
/// behind, and nothing else waits for it.
fn keep_books(
    club: &Club,
    books: Option<(anyhow::Result<Register>, &[&mut Job])>,
    (ticks, now): (Ticks, Moment),
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let mut drafts = Drafts::default();
    if let Some((register, jobs)) = books {
        draft_register(club, register, jobs, &mut drafts, summary);
    }
    // A tick that cannot be noted is as good as none: then players get more time.
    let _ = clock_check::note_tick(club, ticks, now, &mut drafts);
    make_safe(club, drafts, summary)
}

fn draft_register(
    club: &Club,
    register: anyhow::Result<Register>,
    jobs: &[&mut Job],
    drafts: &mut Drafts,
    summary: &mut Summary,
) {
    let last = jobs.iter().filter_map(|job| {
        let rests = job.rests.as_ref()?;
        Some((&job.id, &rests.last))
    });
    let noted = register.and_then(|mut it| Ok(it.draft(club, last, drafts)?));
    if let Err(error) = noted {
        summary.wait_for("desk", &error);
    }
}

/// A Maildir that is not there would stay unread for ever, and look like one without mail.
fn check_maildir(club: &Club) -> anyhow::Result<()> {
    let path = club.layout.path(&club.config.mail_in.maildir);
    match club.fs.stat(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let path = path.display();
            let what = format!("packetboat.toml: [mail.in] maildir: there is no folder {path}");
            Err(Fault::usage(what)
                .hint(format!("Correct its name, or make it: mkdir -p {path}/new"))
                .into())
        }
        _ => Ok(()),
    }
}

/// Whether a campaign neither runs nor is in the archive.
fn is_gone(club: &Club, id: &CampaignId) -> bool {
    let dirs = [club.layout.campaign(id), club.layout.archived(id)];
    dirs.iter().all(|it| !exists(&*club.fs, it.root()))
}

/// Puts addresses that players have confirmed into the roster, each with an entry of its own. One
/// that cannot be is tried again at the next tick, and keeps no mail waiting.
fn move_players(club: &Club, job: &mut Job, now: Moment, summary: &mut Summary) {
    let Some(rests) = job.rests.as_mut() else {
        return;
    };
    // When the game is over there is nothing left to be mailed elsewhere.
    if rests.last.note.desk.stop == Stop::Over {
        return;
    }
    let moving = rests.last.note.desk.seats.with(|it| it.moving.clone());
    for (seat, address) in moving.collect::<Vec<_>>() {
        match seat_change::move_to(club, &job.id, seat, &address, now) {
            Ok(last) => {
                rests.last = last;
                job.entries += 1;
                job.did.push(format!("{seat} gets mail at another address"));
            }
            Err(error) => {
                summary.wait(job.id.as_str(), format!("{seat}: {error:#}"));
                rests.again = true;
            }
        }
    }
}

/// Gives seats to those who have them by an edit of campaign.toml, each with an entry of its own;
/// whether there were any. What cannot be taken is tried again at the next tick; till then the
/// mail waits.
fn take_edits(club: &Club, jobs: &mut [Job], now: Moment, summary: &mut Summary) -> bool {
    let mut any = false;
    for job in jobs.iter_mut().filter(|it| !it.edited.is_empty()) {
        let taken = job.edited.iter().try_for_each(|seat| {
            seat_change::take_edit(club, &job.id, *seat, now)?;
            job.entries += 1;
            let did = format!("{seat} now belongs to the player in campaign.toml");
            job.did.push(did);
            anyhow::Ok(())
        });
        match taken {
            Ok(()) => {
                any = true;
                job.resume();
            }
            Err(error) => summary.wait(job.id.as_str(), format!("{error:#}")),
        }
    }
    any
}

/// Gives the absences that were announced for all campaigns to those that have not heard of them;
/// whether there are any.
fn pass_on_absences(
    club: &Club,
    plan: &mut Plan,
    jobs: &mut Vec<Job>,
    register: &anyhow::Result<Register>,
) -> bool {
    let elsewhere = jobs.iter_mut().map(|it| std::mem::take(&mut it.elsewhere));
    let elsewhere = Vec::from_iter(elsewhere.flatten());
    let mut any = false;
    for absence in elsewhere {
        let Some(arrival) = everywhere::arrival(club, &absence) else {
            continue;
        };
        let id = &absence.campaign;
        if !jobs.iter().any(|it| it.id == *id) {
            // It was not awake.
            let Some(job) = plan.job(id) else { continue };
            job.registered = register.as_ref().ok().and_then(|it| it.row(id));
            jobs.extend(plan.jobs.remove(id));
        }
        if let Some(job) = jobs.iter_mut().find(|it| it.id == *id) {
            job.take_too(arrival);
            any = true;
        }
    }
    any
}

/// Puts away the mails that the campaigns could not take.
fn put_aside(
    club: &Club,
    jobs: &mut [Job],
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    for job in jobs.iter_mut().filter(|it| !it.aside.is_empty()) {
        let aside = std::mem::take(&mut job.aside);
        let did = aside::put_away(club, &job.id, &aside, now, summary)?;
        job.did.extend(did);
    }
    Ok(())
}

/// Takes what players have said of digests, for the club. What cannot be taken now is by the next
/// tick.
fn take_digests(club: &Club, jobs: &mut [&mut Job], summary: &mut Summary) {
    let rests = jobs.iter().filter_map(|it| it.rests.as_ref());
    let seats = rests.flat_map(|it| it.last.note.desk.seats.iter());
    let wishes = seats.flat_map(|it| &it.1.digests);
    if let Err(error) = digest_list::take(club, wishes) {
        summary.wait_for("desk", &error);
        for rests in jobs.iter_mut().filter_map(|it| it.rests.as_mut()) {
            rests.again = true;
        }
    }
}

/// Says what became of a campaign. One that cannot go on in this run touches no other.
fn note(club: &Club, job: &mut Job, now: Moment, summary: &mut Summary) -> anyhow::Result<()> {
    summary.mails += job.mails;
    summary.entries += job.entries;
    for did in job.did.drain(..) {
        summary.say(&job.id, did);
    }
    let halted = match &job.stuck {
        None => return Ok(()),
        Some(CampaignError::Disk(fault)) => {
            summary.wait(job.id.as_str(), fault.to_string());
            return Ok(());
        }
        Some(CampaignError::Unsettled(what)) => {
            let why = halt::unread(club, &job.id, what, now)?;
            summary.wait(job.id.as_str(), why);
            return Ok(());
        }
        Some(CampaignError::Halted(halted)) => {
            halt::notify_referee(club, &job.id, halted, now)?;
            halted.clone()
        }
        Some(CampaignError::Broken { what, steps }) => {
            summary.say(&job.id, format!("HALTED: {what}"));
            halt::halt(club, &job.id, what, steps, now)?
        }
    };
    summary.halted.push(job.id.to_string());
    let held = job.mail.iter().map(|it| it.seat);
    let waiting = held.chain(job.queue.iter().map(|it| it.0));
    notify_players(club, &job.id, waiting, &halted, now)
}

/// Hands over what waits to be sent: in these campaigns, and at the desk. Nothing is changed here
/// but marks beside mails, which are the post's, so the club's lock is given back first.
fn deliver_all(
    club: &Club,
    jobs: &mut [&mut Job],
    post: &mut dyn Transport,
    now: Moment,
    lock: Option<Lock>,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let locked = lock.is_some();
    drop(lock);
    let mut round = Round::new(club, post, now);
    for job in jobs.iter_mut() {
        let dir = club.layout.campaign(&job.id);
        // Halted meanwhile by hand: nothing leaves.
        if exists(&*club.fs, &dir.halted()) {
            job.rests = None;
            continue;
        }
        if let Some(rests) = &job.rests {
            round.campaign(&job.id, &dir, &rests.last);
        }
    }
    let Ended {
        mut delivered,
        stuck,
        waits,
        until,
    } = round.end();
    for job in jobs.iter_mut() {
        if waits.contains(&job.id) {
            job.rests = None;
        }
    }
    let _again = if locked && !stuck.is_empty() {
        Some(club.wait_lock()?)
    } else {
        None
    };
    for (id, fault) in stuck {
        let mut job = jobs.iter_mut().filter(|it| it.id == id);
        if let Some(job) = job.next() {
            job.stuck = Some(fault.into());
            note(club, job, now, summary)?;
        }
    }
    for why in digests::make(club, now)? {
        summary.wait_for("desk", &why);
    }
    deliver::desk(club, post, (now, until), &mut delivered)?;
    // Only `status` depends on it.
    let _ = deliver::note_down(club, &delivered, now);
    summary.sent = delivered.sent;
    summary.unsent = delivered.unsent;
    summary.unsent_why = delivered.why;
    summary.refused = delivered.refused;
    Ok(())
}

/// Notifies those whose mail waits that the campaign is halted, once for each halt.
fn notify_players(
    club: &Club,
    id: &CampaignId,
    waiting: impl Iterator<Item = Seat>,
    why: &str,
    now: Moment,
) -> anyhow::Result<()> {
    let Ok(roster) = Roster::open(&*club.fs, &club.layout.campaign(id)) else {
        return Ok(());
    };
    for seat in waiting {
        if let Some(player) = roster.player(seat) {
            halt::notify_player(club, id, seat, player, why, now)?;
        }
    }
    Ok(())
}

/// After this, nothing that was tidied away can come back through a power cut, and the desk's own
/// files are in their places. A power cut may bring older ones back, whole: then the register lags
/// behind, and the tick counts as one that did not work.
fn make_safe(club: &Club, drafts: Drafts, summary: &mut Summary) -> anyhow::Result<()> {
    let root = club.layout.path(&club.config.mail_in.maildir);
    let mut folders = Vec::new();
    if summary.mails > 0 {
        Maildir::new(&*club.fs, &root).make()?;
        folders.extend(["new", "cur"].map(|it| root.join(it)));
    }
    let safe = drafts.sync(&*club.fs, &folders);
    match safe.and_then(|()| drafts.place(&*club.fs)) {
        // Nothing else waits for the desk's own files.
        Err(why) if folders.is_empty() => summary.wait("desk", why.to_string()),
        other => other?,
    }
    Ok(())
}
