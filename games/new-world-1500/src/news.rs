//! What several events come to for a player, and where events happened: for the head of a report.
//!
//! Not here: the words, and which single events are news
//! (`templates/new-world-1500/headlines.txt`).

use super::data::{Act, Area, Card, Tables};
use super::drawn::monopolies;
use super::exchange::{self, Reply};
use super::{events::Event, view::View};
use packetboat_core::engine::commentary::told;
use packetboat_core::prelude::*;
use std::cmp::Reverse;

/// What several events come to.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Sum {
    /// What another has done to colonies of the viewer, more than once; Reduced: by Plague Ship.
    Suffered {
        seat: Seat,
        does: Act,
        areas: Vec<String>,
    },
    /// Who moved the viewer's token back, and its number before and now.
    Back {
        by: Vec<Seat>,
        #[serde(skip_serializing_if = "Option::is_none")]
        before: Option<u32>,
        number: u32,
    },
    /// Points that a card of somebody has cost the viewer; `ended`: given up to end a Plague Ship.
    Cost {
        seat: Seat,
        card: Card,
        vp: u32,
        ended: bool,
    },
    /// What became of an answer that the viewer has to do with.
    Reply(Reply),
    /// What the viewer's cards did, as it happened, and the points that they brought at once.
    Deeds { deeds: Vec<Deed>, vp: u32 },
    /// What each tally brought, as it happened, and what the viewer's Struggling colonies had cost.
    Tallies { of: Vec<(Seat, u32)>, lost: u32 },
    /// The monopolies that are lost: the template knows them, before and now.
    Lost,
    /// The points of all, best first, and their monopolies by name.
    Standing { points: Vec<(Seat, u32, String)> },
}

/// What was done to colonies of one player, one time after another.
#[derive(Serialize, PartialEq, Eq)]
struct Deed {
    does: Act,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<Seat>,
    areas: Vec<String>,
}

/// What several events come to for the viewer, and how they are placed.
pub(super) fn tell(tables: &Tables, view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.me else {
        return Commentary::default();
    };
    let (mut sums, mut summed) = suffered(heard, me);
    sums.extend(back(heard, me));
    sums.extend(costs(heard, me));
    let replies = exchange::replies(tables, heard, me);
    sums.extend(replies.map(|it| (it.at, Sum::Reply(it))));
    sums.extend(deeds(heard, me));
    let tallies = heard.iter().filter_map(|it| match it {
        Event::Tallied { seat, vp, .. } => Some((*seat, *vp)),
        _ => None,
    });
    let of: Vec<(Seat, u32)> = tallies.collect();
    let mut lost = 0;
    for (at, event) in heard.iter().enumerate() {
        if let Event::Struggles { seat, vp, .. } = event
            && *seat == me
            && of.iter().any(|it| it.0 == me)
        {
            summed.insert(at);
            lost += vp;
        }
    }
    sums.extend([
        (heard.len(), Sum::Tallies { of, lost }),
        (heard.len(), Sum::Lost),
    ]);
    // Where among all that was heard it is said.
    let placed = |(at, sum): (usize, Sum)| {
        let mut said = told(&sum);
        said["at"] = at.into();
        said
    };
    Commentary {
        sums: sums.into_iter().map(placed).collect(),
        summed,
        standing: told(&standing(tables, view, me)),
        ..Commentary::default()
    }
}

/// Who did what to colonies of the viewer, and where; Reduced: by Plague Ship.
fn harm(event: &Event, me: Seat) -> Option<(Seat, Act, Vec<&str>)> {
    match event {
        Event::Changed {
            seat,
            does,
            areas,
            owner: Some(owner),
        } if *owner == me && *seat != me => Some((*seat, *does, areas.split(',').collect())),
        Event::Plague {
            seat,
            area,
            owner,
            removed,
            ..
        } if *owner == me && *seat != me => {
            let does = if *removed { Act::Remove } else { Act::Reduce };
            Some((*seat, does, vec![area.as_str()]))
        }
        _ => None,
    }
}

/// The areas of the viewer in which another has done something.
pub(super) fn places(event: &Event, me: Seat) -> Vec<Area> {
    let areas = harm(event, me).map_or_else(Vec::new, |it| it.2);
    areas.into_iter().filter_map(|it| it.parse().ok()).collect()
}

/// What others have done to colonies of the viewer, where several events are alike.
fn suffered(heard: &[&Event], me: Seat) -> (Vec<(usize, Sum)>, BTreeSet<usize>) {
    let mut alike: Vec<(Seat, Act, Vec<usize>, BTreeSet<&str>)> = Vec::new();
    for (at, event) in heard.iter().enumerate() {
        let Some((seat, does, areas)) = harm(event, me) else {
            continue;
        };
        let place = alike.iter().position(|it| (it.0, it.1) == (seat, does));
        let place = place.unwrap_or_else(|| {
            alike.push((seat, does, Vec::new(), BTreeSet::new()));
            alike.len() - 1
        });
        alike[place].2.push(at);
        alike[place].3.extend(areas);
    }
    alike.retain(|it| it.2.len() > 1);
    let summed = alike.iter().flat_map(|it| it.2.iter().copied()).collect();
    let sums = alike.into_iter();
    let sums = sums.map(|(seat, does, places, areas)| {
        let areas = areas.into_iter().map(str::to_owned).collect();
        (places[0], Sum::Suffered { seat, does, areas })
    });
    (sums.collect(), summed)
}

/// Each event with its place, the player of the card before it, and the card.
fn by_cards<'e>(heard: &[&'e Event]) -> impl Iterator<Item = ((usize, Seat, Card), &'e Event)> {
    let mut last = None;
    heard.iter().enumerate().filter_map(move |(at, event)| {
        if let Event::Played { seat, card, .. } = event {
            last = Some((*seat, *card));
        }
        last.map(|(seat, card)| ((at, seat, card), *event))
    })
}

/// How far the viewer's token has gone back.
fn back(heard: &[&Event], me: Seat) -> Option<(usize, Sum)> {
    let mut by: Vec<Seat> = Vec::new();
    let mut squares = None;
    for ((at, mover, _), event) in by_cards(heard) {
        if let Event::Moved {
            seat,
            by: -1_000..0,
            number,
            before,
        } = event
            && *seat == me
        {
            if !by.contains(&mover) {
                by.push(mover);
            }
            let (at, before) = squares.map_or((at, *before), |it: (_, u32)| it.0);
            squares = Some(((at, before), *number));
        }
    }
    squares.map(|((at, before), number)| (at, Sum::Back { by, before, number }))
}

/// The points that cards of others, and Plague Ship, have cost the viewer.
fn costs(heard: &[&Event], me: Seat) -> impl Iterator<Item = (usize, Sum)> {
    by_cards(heard).filter_map(move |((at, by, card), event)| {
        let (seat, vp, ended) = match event {
            Event::Humbled { seat, vp, .. } => (*seat, *vp, false),
            Event::Paid { seat, vp, .. } => (*seat, *vp, true),
            _ => return None,
        };
        let seat = (seat == me && vp > 0).then_some(by)?;
        Some((
            at,
            Sum::Cost {
                seat,
                card,
                vp,
                ended,
            },
        ))
    })
}

/// What the viewer's cards did, in the order in which it happened.
fn deeds(heard: &[&Event], me: Seat) -> Option<(usize, Sum)> {
    let (mut deeds, mut vp, mut first): (Vec<Deed>, u32, _) = (Vec::new(), 0, None);
    for (at, event) in heard.iter().enumerate() {
        match event {
            Event::Changed {
                seat,
                does,
                areas,
                owner,
            } if *seat == me => {
                let (does, owner) = match does {
                    // To exchange a colony of one's own repairs it.
                    Act::Replace if *owner == Some(me) => (Act::Repair, *owner),
                    does => (*does, *owner),
                };
                let areas = areas.split(',').map(str::to_owned);
                first = first.or(Some(at));
                match deeds.last_mut() {
                    Some(last) if (last.does, last.owner) == (does, owner) => {
                        last.areas.extend(areas);
                    }
                    _ => deeds.push(Deed {
                        does,
                        owner,
                        areas: areas.collect(),
                    }),
                }
            }
            Event::Struck { seat, vp: more, .. } if *seat == me => vp += more,
            _ => {}
        }
    }
    first.map(|at| (at, Sum::Deeds { deeds, vp }))
}

/// The points of all, best first; of equals the viewer.
fn standing(tables: &Tables, view: &View, me: Seat) -> Sum {
    let all = view.world.seats_from(me);
    let of = |it| (it, view.world.crown(it).vp, monopolies(tables, view, it));
    let mut points: Vec<(Seat, u32, String)> = all.into_iter().map(of).collect();
    points.sort_by_key(|it| Reverse(it.1));
    Sum::Standing { points }
}
