//! What is opened when a campaign is over: every seat's reports, orders and what became of them,
//! and how its players have kept time.
//!
//! Never letters, absences, addresses, nor any other line that is for the club alone. Not here: the
//! file in which all of it can be taken home and checked (`export`).

use super::campaign_pages::{CampaignPages, Turn, Unmade};
use super::known::PlayerAt;
use crate::desk::club::record;
use crate::desk::proof::export;
use crate::engine::seat::{Seat, Viewer};
use crate::report::{Link, Played, ReportKind, TurnPage};
use crate::store::digest::Digest;
use crate::store::entry::OrderNote;
use crate::store::packed::pack;

/// The most bytes of a file that is packed: no more are unpacked (`store::packed`).
const PACKED_MAX: usize = 32 * 1024 * 1024;

/// Puts the file with all of a campaign beside its pages, and says what it is called; empty: its
/// record does not hold, so there is none.
pub(super) fn download(pages: &mut CampaignPages<'_>) -> String {
    let (club, last) = (pages.maker.club, &pages.last);
    let bytes = match export::bytes(club, pages.id, &last.dir) {
        Ok(bytes) => bytes,
        Err(why) => {
            let what = format!("its record cannot be downloaded: {why:#}");
            pages.left_out.push(what);
            return String::new();
        }
    };
    // It is a ninth as long packed. One that would be too long to be unpacked stays as it is.
    let (end, bytes) = if bytes.len() > PACKED_MAX {
        ("tar", bytes)
    } else {
        ("tar.gz", pack(&bytes))
    };
    let name = format!("{}.{end}", pages.id);
    pages.files.insert(name.clone(), bytes);
    name
}

/// The pages of all seats at a turn, and the ways to them.
pub(super) fn seats(
    pages: &mut CampaignPages<'_>,
    turn: &mut Turn,
    day: &str,
    (before, behind): (Option<&Link>, Option<&Link>),
) -> Result<Vec<Link>, Unmade> {
    let mut links = Vec::new();
    for seat in turn.campaign.table.seats() {
        let name = format!("{}-{seat}", turn.page);
        let title = pages.last.title(seat);
        let own = |public: &Link| {
            let page = public.href.trim_end_matches(".html");
            Link::to(format!("{page}-{seat}.html"), public.text.clone())
        };
        let around = (before.map(own), behind.map(own));
        seat_page(pages, turn, (seat, &name), (day, around))?;
        links.push(Link::to(format!("{name}.html"), title));
    }
    Ok(links)
}

fn seat_page(
    pages: &mut CampaignPages<'_>,
    turn: &mut Turn,
    (seat, name): (Seat, &str),
    (day, (before, behind)): (&str, (Option<Link>, Option<Link>)),
) -> Result<(), Unmade> {
    let viewer = Viewer::Seat(seat);
    let page = pages.seen(turn, viewer)?;
    let frame = pages.frame(turn, viewer);
    let kind = match (turn.stop.over, turn.stop.since) {
        (true, _) => ReportKind::Final,
        (false, None) => ReportKind::First,
        (false, Some(_)) => ReportKind::Usual,
    };
    let ended = turn.stop.over && page.outcome.is_none();
    let told = pages.maker.templates.told(&frame, kind, &page)?;
    let pictures = pages.pictures(turn, (viewer, &told.about), name)?;
    let title = pages.last.title(seat);
    let mut head = pages.head(format!("{}: {}, {title}", pages.id, turn.title), true);
    let public = format!("{}.html", turn.page);
    head.above.push(Link::to(public, turn.title.clone()));
    let shown = TurnPage {
        head,
        day: day.to_owned(),
        undone: turn.stop.undone,
        ended,
        instead: String::new(),
        pictures: Vec::new(),
        told,
        files: pages.brought(&page, name)?,
        standings: Vec::new(),
        more: Vec::new(),
        parts: Vec::new(),
        seat: title,
        orders: orders(pages, turn, seat),
        paper: None,
        before,
        behind,
    };
    pages.waiting.push((name.to_owned(), shown, pictures));
    Ok(())
}

/// What a seat has sent between the stop before and this one, oldest first: orders alone, as the
/// hashed part of the record keeps them.
fn orders(pages: &CampaignPages<'_>, turn: &Turn, seat: Seat) -> Vec<String> {
    let since = turn.stop.since.map_or(0, |it| it + 1);
    let within = since..=turn.stop.entry;
    let own = pages.history.orders.iter();
    let own = own.filter(|it| it.note.seat == seat && within.contains(&it.entry));
    own.filter_map(|it| block(pages, &it.note)).collect()
}

/// An order block of what counts of a submission; `None`: nothing does.
fn block(pages: &CampaignPages<'_>, note: &OrderNote) -> Option<String> {
    let sheet = note.sheet.filter(|_| !note.lines.is_empty())?;
    let lines: Vec<&str> = note.lines.iter().map(|it| it.1.as_str()).collect();
    let opener = pages.last.opener(note.seat, sheet);
    Some(format!("{opener}\n{}\n#end", lines.join("\n")))
}

/// How the players that agreed to be named have done.
pub(super) fn players(
    pages: &CampaignPages<'_>,
    newest: Option<&mut Turn>,
) -> Result<Vec<PlayerAt>, Unmade> {
    let Some(newest) = newest else {
        return Ok(Vec::new());
    };
    let outcome = pages.seen(newest, Viewer::Public)?.outcome;
    let seats = newest.campaign.table.seats();
    let mut players = Vec::new();
    for seat in &seats {
        let Some(player) = pages.last.player(*seat) else {
            continue;
        };
        let who = player.address.as_str();
        let Some(name) = player.public_name() else {
            continue;
        };
        let place = outcome.as_ref().and_then(|it| it.placings.get(seat));
        players.push(PlayerAt {
            who: known_by(who),
            name: name.to_owned(),
            played: Some(Played {
                campaign: pages.id.to_string(),
                game: pages.last.card.title.clone(),
                seat: pages.last.title(*seat),
                place: place.copied().unwrap_or(0),
                of: u32::try_from(seats.len()).unwrap_or(u32::MAX),
            }),
            kept: None,
        });
    }
    let desk = &pages.last.note().desk;
    for at in record::at_seats(&pages.last.config, desk) {
        if at.public && !at.who.name.contains('@') {
            players.push(PlayerAt {
                who: known_by(at.who.address.as_str()),
                name: at.who.name.clone(),
                played: None,
                kept: Some(at.kept),
            });
        }
    }
    Ok(players)
}

/// What a player is known by, wherever they play.
fn known_by(address: &str) -> Digest {
    Digest::of(address.to_lowercase().as_bytes())
}
