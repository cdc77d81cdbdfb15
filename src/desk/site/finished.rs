//! What is opened when a campaign is over: every seat's reports, orders and what became of them,
//! and how its players have kept time.
//!
//! Never letters, absences, addresses, nor any other line that is for the club alone. Not here: the
//! file in which all of it can be taken home and checked (`export`).

use super::known::PlayerAt;
use super::turns::{Telling, Turn, Unmade};
use crate::engine::seat::{Seat, Viewer};
use crate::report::{Kind, Link, Played, TurnPage};
use crate::store::digest::Digest;

/// The place of the file with all of a campaign, from its folder; empty: there is none.
pub(super) fn download(_telling: &Telling<'_>) -> String {
    String::new()
}

/// The pages of all seats at a turn, and the ways to them.
pub(super) fn seats(
    telling: &mut Telling<'_>,
    turn: &mut Turn,
    day: &str,
) -> Result<Vec<Link>, Unmade> {
    let mut links = Vec::new();
    for seat in turn.campaign.table.seats() {
        let name = format!("{}-{seat}", turn.page);
        let title = telling.last.title(seat);
        seat_page(telling, turn, (seat, &name), day)?;
        links.push(Link::to(format!("{name}.html"), title));
    }
    Ok(links)
}

fn seat_page(
    telling: &mut Telling<'_>,
    turn: &mut Turn,
    (seat, name): (Seat, &str),
    day: &str,
) -> Result<(), Unmade> {
    let viewer = Viewer::Seat(seat);
    let page = telling.seen(turn, viewer)?;
    let frame = telling.frame(turn, viewer);
    let kind = match (turn.stop.over, turn.stop.since) {
        (true, _) => Kind::Final,
        (false, None) => Kind::First,
        (false, Some(_)) => Kind::Usual,
    };
    let told = telling.maker.templates.told(&frame, kind, &page)?;
    let pictures = telling.pictures(turn, viewer, name)?;
    let title = telling.last.title(seat);
    let mut head = telling.head(format!("{}: {}, {title}", telling.id, turn.title), true);
    let public = format!("{}.html", turn.page);
    head.above.push(Link::to(public, turn.title.clone()));
    let shown = TurnPage {
        head,
        day: day.to_owned(),
        undone: turn.stop.undone,
        instead: String::new(),
        pictures,
        told,
        standings: Vec::new(),
        more: Vec::new(),
        orders: orders(telling, turn, seat)?,
        before: None,
        behind: None,
    };
    telling.put(&format!("{name}.html"), &shown)
}

/// What a seat has sent between the stop before and this one, oldest first.
fn orders(telling: &Telling<'_>, turn: &Turn, seat: Seat) -> Result<Vec<String>, Unmade> {
    let log = telling.last.log(&*telling.maker.club.fs);
    let since = turn.stop.since.map_or(0, |it| it + 1);
    let within = since..=turn.stop.entry;
    let own = telling.history.orders.iter();
    let own = own.filter(|it| it.seat == seat && within.contains(&it.entry));
    let mut texts = Vec::new();
    for kept in own {
        texts.push(log.orders(kept.entry, kept.submission)?);
    }
    Ok(texts)
}

/// How the players that agreed to be named have done.
pub(super) fn players(
    telling: &Telling<'_>,
    newest: Option<&mut Turn>,
) -> Result<Vec<PlayerAt>, Unmade> {
    let Some(newest) = newest else {
        return Ok(Vec::new());
    };
    let outcome = telling.seen(newest, Viewer::Public)?.outcome;
    let seats = newest.campaign.table.seats();
    let mut players = Vec::new();
    for seat in &seats {
        let Some(player) = telling.last.player(*seat).filter(|it| it.name_public) else {
            continue;
        };
        let times = telling.history.kept_time.iter().filter(|it| it.0 == *seat);
        let (on_time, wanted) = times.fold((0, 0), |sum, it| {
            (sum.0 + u32::from(it.1), sum.1 + 1)
        });
        let place = outcome.as_ref().and_then(|it| it.placings.get(seat));
        players.push(PlayerAt {
            who: Digest::of(player.address.as_str().to_lowercase().as_bytes()),
            name: player.name.clone(),
            played: Played {
                campaign: telling.id.to_string(),
                game: telling.last.card.title.clone(),
                seat: telling.last.title(*seat),
                place: place.copied().unwrap_or(0),
                of: seats.len(),
            },
            on_time,
            wanted,
        });
    }
    Ok(players)
}
