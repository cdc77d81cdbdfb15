//! What a campaign shows besides its reports: a newspaper a turn, the replay of its map, and, when
//! it is over, its dice.
//!
//! Not here: what they say and how they look (`report`), and which throws count (`desk::luck`).

use super::campaign_pages::{CampaignPages, Turn, Unmade};
use crate::desk::proof::luck;
use crate::engine::game::PageData;
use crate::engine::luck::Throws;
use crate::engine::scene::Picture;
use crate::engine::seat::Viewer;
use crate::report::{BarePage, GroundAt, Issue, Link, Sent, whole};
use std::collections::{BTreeMap, BTreeSet};

/// The page on dice.
const DICE: &str = "dice.html";
/// The picture of the map that moves.
const REPLAY: &str = "replay.svg";

/// The file of a turn's newspaper, by that of its page.
fn paper(page: &str) -> String {
    match page.strip_suffix(".html") {
        Some(page) => format!("{page}-news.html"),
        None => format!("{page}-news.html"),
    }
}

/// The newspaper of a turn: a page of its own, the way to it, and its first headline.
///
/// # Errors
/// See [`Unmade`].
pub(super) fn newspaper(
    pages: &mut CampaignPages<'_>,
    turn: &mut Turn,
    seen: &PageData,
    day: &str,
    around: (Option<&Link>, Option<&Link>),
) -> Result<(Link, String), Unmade> {
    pages.issues += usize::from(!turn.stop.undone);
    let frame = pages.frame(turn, Viewer::Public);
    let standings = pages.standings(turn).into_iter();
    let standings: Vec<(String, i64)> = standings.map(|it| (it.name, it.points)).collect();
    let sent = sent(pages, turn)?;
    let others = [around.0, around.1].into_iter().flatten();
    let others: Vec<(String, String)> = others
        .map(|it| (paper(&it.href), format!("The news of {}", it.text)))
        .collect();
    let issue = Issue {
        frame: &frame,
        page: seen,
        // What was taken back is not an issue.
        number: if turn.stop.undone { 0 } else { pages.issues },
        turn: &turn.title,
        day,
        standings: &standings,
        sent: &sent,
        others: &others,
    };
    let (body, headline) = pages.maker.templates.newspaper(&issue)?;
    let mut head = pages.head(format!("{}: the news of {}", pages.id, turn.title), true);
    let public = format!("{}.html", turn.page);
    head.above.push(Link::to(public, turn.title.clone()));
    let name = paper(&turn.page);
    pages.put(&name, &BarePage::of(head, "", &body))?;
    Ok((Link::to(name, "The newspaper of this turn"), headline))
}

/// What players sent in for the turn: it is in the entries that lead to it.
fn sent(pages: &CampaignPages<'_>, turn: &Turn) -> Result<Vec<Sent>, Unmade> {
    let log = pages.last.log(&*pages.maker.club.fs);
    let first = turn.stop.since.map_or(0, |it| it + 1);
    let mut sent = Vec::new();
    for number in first..=turn.stop.entry {
        let note = &log.known(number)?.note;
        // What was taken back counts no more.
        if note.dice.timeline == turn.stop.timeline {
            sent.extend(note.news.iter().map(|news| Sent {
                by: news.seat.map(|it| pages.titled(it)),
                lines: news.lines.clone(),
            }));
        }
    }
    Ok(sent)
}

/// Keeps the public map of a turn for the replay.
pub(super) fn film(pages: &mut CampaignPages<'_>, turn: &Turn, drawings: Vec<Picture>) {
    let scene = whole(drawings).filter(|_| !turn.stop.undone);
    pages
        .scenes
        .extend(scene.map(|it| (turn.title.clone(), it)));
}

/// The ways to what is shown of the whole campaign: the replay, and the dice when it is over.
///
/// # Errors
/// See [`Unmade`].
pub(super) fn of_campaign(pages: &mut CampaignPages<'_>) -> Result<Vec<Link>, Unmade> {
    let mut links = Vec::new();
    links.extend(replay(pages)?);
    if pages.is_over && pages.last.card.dice {
        links.push(dice(pages)?);
    }
    Ok(links)
}

fn replay(pages: &mut CampaignPages<'_>) -> Result<Option<Link>, Unmade> {
    let (maker, rules) = (pages.maker, pages.last.rules.clone());
    let names = pages.scenes.iter().filter_map(|it| it.1.ground.as_ref());
    let names: BTreeSet<String> = names.map(|it| it.0.clone()).collect();
    let grounds = names.into_iter().filter_map(|name| {
        let at = pages.ground(&name, &|it| rules.ground(it))?;
        Some((name, at))
    });
    let grounds: BTreeMap<String, GroundAt> = grounds.collect();
    let title = format!("{}, {}: the replay", pages.id, pages.last.card.title);
    let ground = |it: &str| grounds.get(it).cloned();
    let made = maker
        .templates
        .replay(maker.painter, &title, &pages.scenes, &ground)?;
    let Some(made) = made else { return Ok(None) };
    let svg = made.svg.into_bytes();
    pages.files.insert(REPLAY.to_owned(), svg);
    let first = made.pages.first().map(|it| it.0.clone());
    for (name, steps) in made.pages {
        let page = BarePage::of(pages.head(title.clone(), true), "The replay", &steps);
        pages.put(&name, &page)?;
    }
    Ok(first.map(|it| Link::to(it, "The replay, turn by turn")))
}

fn dice(pages: &mut CampaignPages<'_>) -> Result<Link, Unmade> {
    let thrown = luck::of(&*pages.maker.club.fs, &pages.last)?.unwrap_or_default();
    // Those of nobody come last.
    let (nobody, seats): (Vec<_>, Vec<_>) = thrown.throws.iter().partition(|it| it.0.is_none());
    let all = seats.into_iter().chain(nobody);
    let all = all.map(|it| (it.0.map(|seat| pages.titled(seat)), it.1));
    let all: Vec<(Option<String>, &Throws)> = all.collect();
    let body = pages.maker.templates.luck(&all, thrown.undone)?;
    let title = format!("{}, {}: the dice", pages.id, pages.last.card.title);
    let page = BarePage::of(pages.head(title, true), "The dice", &body);
    pages.put(DICE, &page)?;
    Ok(Link::to(DICE, "The dice: who threw what"))
}
