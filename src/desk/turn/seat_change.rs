//! A seat gets another player or another address: by the referee's word, by an edit of
//! campaign.toml, or because its player has asked for it.
//!
//! Not here: the command (`players`), and what is kept for `undo` (`seat_before`).

use super::act::act;
use super::turn_over::robot;
use crate::clock::Moment;
use crate::config::address::Address;
use crate::config::campaign::{Holder, Player};
use crate::desk::club::campaign::Campaign;
use crate::desk::club::digest_list::DigestList;
use crate::desk::club::errors::{CampaignError, fault, mail_fault, template_fault};
use crate::desk::club::open::Club;
use crate::desk::club::ready::{not_over, open, with_seat};
use crate::desk::club::roster::{self, Listed, shared_addresses};
use crate::desk::club::{clock_check, seat_before};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::keeping;
use crate::desk::entry::post::Post;
use crate::desk::entry::publish::{announce_to_others, report};
use crate::desk::entry::salt;
use crate::desk::entry::substitution::{self, Ends};
use crate::desk::intake::senders;
use crate::engine::game::Gate;
use crate::engine::seat::{Seat, Viewer};
use crate::fault::Fault;
use crate::lang::sheet::SheetNo;
use crate::report::{Notice, ReportKind, Subject, subject};
use crate::store::entry::{Cause, Committed, Letter};
use crate::store::fs::{Access, replace as replace_file};
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::store::seat_desk::{DigestWish, SeatDesk};
use anyhow::Context;

/// Who takes a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewHolder<'a> {
    /// `Ana <ana@example.org>`, perhaps with a zone after it.
    Person(&'a str),
    /// The program.
    Robot,
}

/// What becomes of the lines that the player before has in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// They count on: the seat's plans are the seat's.
    Keep,
    /// They are withdrawn.
    Drop,
}

/// Who has decided that somebody else has a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided<'a> {
    /// The referee, for this reason, which may be empty.
    Referee(&'a str),
    /// The first of those who stand by for seats has taken it.
    Standby,
}

impl<'a> Decided<'a> {
    fn why(self) -> &'a str {
        match self {
            Decided::Referee(why) => why,
            Decided::Standby => "",
        }
    }
}

/// Whether a seat may get a robot.
///
/// # Errors
/// It has one; a game that a person referees.
fn may_be_robot(campaign: &Campaign, seat: Seat, listed: Option<&Listed>) -> anyhow::Result<()> {
    let why = if listed == Some(&Listed::Robot) && campaign.is_robot(seat) {
        format!("{seat} is a robot already")
    } else if campaign.table.referee().is_some() {
        "a person referees this game, so no seat has a robot".to_owned()
    } else {
        return Ok(());
    };
    Err(Fault::usage(why).into())
}

/// Gives a seat to another player, or to the program; or another address to the same player.
///
/// First the secrets, so that what the old player holds is worth nothing; then the roster; then
/// the entry with the mails. Cut in between, the same command again leads to the same end, and so
/// does the next tick, which takes the roster for an edit by hand: the number of the entry to come
/// is the seat's new generation, and the record says who had the seat.
///
/// # Errors
/// A campaign or seat that does not exist; a campaign that is over or halted; the disk.
pub fn give(
    club: &Club,
    name: &str,
    seat: Seat,
    (holder, lines): (Holder, Lines),
    decided: Decided<'_>,
    now: Moment,
) -> anyhow::Result<String> {
    let (why, standby) = (decided.why(), decided == Decided::Standby);
    let mut campaign = with_seat(club, name, seat)?;
    clock_check::check(club, Some(&campaign), now)?;
    not_over(&campaign)?;
    club.templates()?;
    let listed = roster::listed(&campaign, seat);
    if holder == Holder::Robot {
        may_be_robot(&campaign, seat, listed.as_ref())?;
    }
    let (holder, change) = change(&campaign, listed.as_ref(), seat, holder);
    let before = left_behind(listed, &holder);
    let sat = campaign.player(seat).cloned();
    let table = campaign.table_of(Viewer::Seat(seat), &campaign.note().desk);
    let filed = table.in_force(seat);
    let newest = filed.iter().map(|it| it.submission).max();
    let config = if campaign.config.seats.get(&seat) == Some(&holder) {
        None
    } else {
        Some(roster::edited(club, &campaign, seat, &holder)?)
    };
    if config.is_some() {
        seat_before::keep(club, &campaign, seat)?;
    }
    // The player who had the seat is shut out before anybody else has it.
    if change == Change::Player {
        campaign.secret.passwords.remove(&seat);
        campaign.close_tokens(seat);
        campaign.keep_secret(&*club.fs)?;
    }
    if let Some(config) = config {
        let path = campaign.dir.config();
        replace_file(&*club.fs, &path, config.as_bytes(), Access::Shared)
            .with_context(|| format!("writing {}", path.display()))?;
    }
    let before = before.as_ref();
    let spoken = why.trim().to_owned();
    let cause = match change {
        Change::Player => Cause::Replaced {
            seat,
            why: spoken,
            standby,
        },
        Change::Address => Cause::Moved { seat, why: spoken },
    };
    let campaign = act(club, name, now, cause, |work| {
        let former = keeping::former(work.desk.seats.get(seat), sat.as_ref());
        let record = work.desk.seats.of(seat);
        record.roster = Some(roster::written(&holder));
        if change == Change::Player {
            record.former = former;
        }
        match change {
            Change::Player => take_over(work, seat, before, lines, why),
            Change::Address => moved(work, seat, before, lines, why),
        }
    })?;
    Ok(match change {
        Change::Player => told(&campaign, seat, before, newest),
        Change::Address => told_moved(&campaign, seat, before),
    })
}

/// Lets a player's mails go to an address that was confirmed at the old one; the entry that says
/// so.
///
/// # Errors
/// As for [`give`].
pub fn move_to(
    club: &Club,
    id: &CampaignId,
    seat: Seat,
    address: &str,
    now: Moment,
) -> anyhow::Result<Committed> {
    let campaign = open(club, id.as_str())?;
    let player = campaign.player(seat).context("no player has this seat")?;
    let holder = Holder::Player(Player {
        address: address.parse().map_err(Fault::usage)?,
        ..player.clone()
    });
    let decided = Decided::Referee("");
    give(club, id.as_str(), seat, (holder, Lines::Keep), decided, now)?;
    let last = CampaignLog::new(&*club.fs, &campaign.dir).last();
    let last = last.map_err(|it| fault(id, it.into()))?;
    last.context("the campaign has no entries")
}

/// Takes an edit of campaign.toml: the person named there has the seat.
///
/// # Errors
/// As for [`give`].
pub fn take_edit(club: &Club, id: &CampaignId, seat: Seat, now: Moment) -> anyhow::Result<()> {
    let campaign = open(club, id.as_str())?;
    let holder = campaign.config.seats.get(&seat).cloned();
    let holder = holder.context("campaign.toml does not name the seat")?;
    let decided = Decided::Referee("");
    give(club, id.as_str(), seat, (holder, Lines::Keep), decided, now)?;
    Ok(())
}

/// What giving a seat to somebody comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// Another player sits there.
    Player,
    /// The same one gets their mail elsewhere.
    Address,
}

/// A person of the same name is the same player, whose zone stays if none is given,
/// and whose name is as public as it was.
fn change(
    campaign: &Campaign,
    listed: Option<&Listed>,
    seat: Seat,
    mut holder: Holder,
) -> (Holder, Change) {
    let (Holder::Player(new), Some(Listed::Player { name, .. })) = (&mut holder, listed) else {
        return (holder, Change::Player);
    };
    let folded = |it: &str| it.trim().to_lowercase();
    if folded(&new.name) != folded(name) {
        return (holder, Change::Player);
    }
    if let Some(before) = campaign.player(seat) {
        new.zone = new.zone.or(before.zone);
        new.name_public |= before.name_public;
        new.record_public |= before.record_public;
        new.also.clone_from(&before.also);
    }
    (holder, Change::Address)
}

fn told_moved(campaign: &Campaign, seat: Seat, before: Option<&Address>) -> String {
    let name = &campaign.id;
    let mut text = match campaign.player(seat) {
        Some(player) => format!(
            "{seat} in {name}: {} gets mail at {} from now on, with a full report at the next \
             tick.\n",
            player.name, player.address
        ),
        None => String::new(),
    };
    if let Some(address) = before {
        text += &format!("{address} is notified. Nobody else is.\n");
    }
    text
}

/// `newest`: the last submission of the player before that held a line in force.
fn told(campaign: &Campaign, seat: Seat, before: Option<&Address>, newest: Option<u32>) -> String {
    let name = &campaign.id;
    let mut text = match campaign.player(seat) {
        Some(player) => format!(
            "{seat} in {name} is played by {} now, who gets a full report with the next tick.\n",
            player.name
        ),
        None => format!("{seat} in {name} is played by the program now.\n"),
    };
    if let Some(address) = before {
        text += &format!("{address} is notified, and can send no more orders.\n");
    }
    // A robot has written its own sheet by now.
    let table = campaign.table_of(Viewer::Seat(seat), &campaign.note().desk);
    let in_force = table.in_force(seat);
    let left = in_force.iter().any(|it| Some(it.submission) <= newest);
    if left {
        text += "The former player's orders are still in force; to withdraw them, give the same \
            command with --drop-lines.\n";
    } else if newest.is_some() {
        text += "The former player's orders are withdrawn.\n";
    }
    text += &shared_addresses(&campaign.config);
    text
}

/// Where the player who had the seat is to be notified, if that is not where the new mails go.
fn left_behind(listed: Option<Listed>, holder: &Holder) -> Option<Address> {
    let Some(Listed::Player { address, .. }) = listed else {
        return None;
    };
    match holder {
        Holder::Player(new) if address.same_as(new.address.as_str()) => None,
        Holder::Player(_) | Holder::Robot | Holder::Open => Some(address),
    }
}

/// What stays with a seat when somebody else takes it: what it has been shown of the game, what was
/// counted so that nobody writes or is asked too often, what it added to the dice, and who sits
/// there. All else goes with the player: what came in their name is nothing to the next.
fn without_player(record: SeatDesk) -> SeatDesk {
    SeatDesk {
        told: record.told,
        reported: record.reported,
        pictures: record.pictures,
        marked: record.marked,
        asking: record.asking,
        unanswered: record.unanswered,
        letters: record.letters,
        words: record.words,
        salt: record.salt,
        opened: record.opened,
        roster: record.roster,
        former: record.former,
        ..SeatDesk::default()
    }
}

/// What changes with a new player, and who is notified.
fn take_over(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    before: Option<&Address>,
    lines: Lines,
    why: &str,
) -> Result<(), CampaignError> {
    substitution::end(work, seat, Ends::SeatIsGiven)?;
    salt::close(work, [seat]);
    work.desk.asked.retain(|it| it.seat != seat);
    let record = work.desk.seats.of(seat);
    *record = without_player(std::mem::take(record));
    if lines == Lines::Drop {
        drop_lines(work, seat)?;
    }
    if let Some(address) = before {
        farewell(work, seat, address, why)?;
    }
    if work.campaign.is_robot(seat) {
        work.desk.fewer_voters = Some(work.now);
        let called = work.desk.called.contains(&seat);
        if called && work.campaign.table.gate(seat) != Gate::Ready {
            robot(work, seat)?;
        }
    } else {
        report(work, seat, ReportKind::Takeover, None)?;
    }
    announce_to_others(
        work,
        Some(seat),
        &Notice::Replaced { seat },
        &Subject::Replaced(seat),
    )
}

/// What changes with a new address, and who is notified: the player, at both.
fn moved(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    before: Option<&Address>,
    lines: Lines,
    why: &str,
) -> Result<(), CampaignError> {
    let asked_for = work.desk.seats.of(seat).moving.take().is_some();
    // Codes that went to the old address are worth nothing.
    work.desk.asked.retain(|it| it.seat != seat);
    // Whomever the referee gives another address plays on.
    if !asked_for {
        work.desk.seats.of(seat).left = false;
    }
    if lines == Lines::Drop {
        drop_lines(work, seat)?;
    }
    if let Some(address) = before {
        keep_digests(work, seat, address);
        // What is on its way from there is the same player's.
        senders::know(work, seat, address.as_str());
        let why = why.trim().to_owned();
        let notice = Notice::Moved { seat, why };
        outside(work, address, &notice, &Subject::Moved)?;
    }
    // What was sent to the old address may never have been read.
    report(work, seat, ReportKind::NewAddress, None)
}

/// Whoever gets digests gets them at another address too.
fn keep_digests(work: &mut EntryBuilder<'_>, seat: Seat, before: &Address) {
    let wanted = DigestList::read(work.club).is_ok_and(|it| it.wants(before.as_str()));
    let player = work.campaign.player(seat).filter(|_| wanted);
    if let Some(address) = player.map(|it| it.address.to_string()) {
        let at = work.now;
        let wishes = &mut work.desk.seats.of(seat).digests;
        wishes.push(DigestWish {
            address,
            at,
            daily: true,
        });
    }
}

fn farewell(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    to: &Address,
    why: &str,
) -> Result<(), CampaignError> {
    let why = why.trim().to_owned();
    let notice = Notice::Farewell { seat, why };
    outside(work, to, &notice, &Subject::Farewell)
}

/// Announces something to an address that nobody in the campaign has any more.
fn outside(
    work: &mut EntryBuilder<'_>,
    to: &Address,
    notice: &Notice,
    about: &Subject<'_>,
) -> Result<(), CampaignError> {
    let frame = work.frame(None);
    let text = work.templates.notice(&frame, notice);
    let text = text.map_err(|it| template_fault(&it))?;
    let post = Post::plain(None, Letter::Note, subject(&frame, about), text);
    work.post_outside(post, to).map_err(|it| mail_fault(&it))
}

/// Withdraws all lines of a seat, in the words in which its player could have done it.
fn drop_lines(work: &mut EntryBuilder<'_>, seat: Seat) -> Result<(), CampaignError> {
    let open = work.campaign.table.sheet();
    let mut sheets = work.campaign.table.sheets(seat);
    sheets.insert(open);
    let mut blocks: Vec<(SheetNo, &str)> = sheets.into_iter().map(|it| (it, "CANCEL\n")).collect();
    let in_force = work.campaign.table.in_force(seat);
    if in_force.iter().any(|it| it.sheet.is_none()) {
        blocks.push((open, "CLEAR ALL\n"));
    }
    for (sheet, body) in blocks {
        let number = work.next_submission();
        work.file_for(seat, number, (sheet, body))?;
    }
    work.drop_ahead(seat)
}
