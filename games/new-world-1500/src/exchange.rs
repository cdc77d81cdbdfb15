//! What became of cards that were answered, and what the viewer's own cards did: sentences for the
//! head of their report.
//!
//! Each answer is on the card below it, so that those of one card make a chain. Not here: the other
//! news (`news`), and how a chain is played (`phases::table`).

use super::data::{Act, Answer, Card, Tables};
use super::events::Event;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::{counted, list};

/// An answer that was heard of.
struct Link {
    seat: Seat,
    card: Card,
    to: Seat,
    against: Option<Card>,
    /// Whether it answers the answer before it.
    on_answer: bool,
    cancelled: bool,
}

/// A sentence for each answer that the viewer gave, that was given to them, or that they cancelled:
/// what resulted from it. With its weight: 0 is reported first.
pub(super) fn answered(tables: &Tables, heard: &[&Event], me: Seat) -> Vec<(u32, String)> {
    let chains = chains(tables, heard);
    let told = chains.iter().flat_map(|chain| {
        let links = chain.iter().enumerate();
        links.filter_map(|(at, link)| {
            let over = chain.get(at + 1).filter(|_| link.cancelled);
            // What cancelled an answer is reported with that answer.
            let told_below = link.on_answer && !link.cancelled;
            let mine = [Some(link.seat), Some(link.to), over.map(|it| it.seat)].contains(&Some(me));
            (mine && !told_below).then(|| sentence(tables, link, over, me))
        })
    });
    told.collect()
}

/// The answers to each card and each tally, from the lowest up.
fn chains(tables: &Tables, heard: &[&Event]) -> Vec<Vec<Link>> {
    let mut chains: Vec<Vec<Link>> = Vec::new();
    let mut goes_on = false;
    for event in heard {
        let Event::Answered {
            seat,
            card,
            to,
            against,
        } = event
        else {
            goes_on = false;
            continue;
        };
        let chain = chains.last().filter(|_| goes_on);
        let below = chain.and_then(|it| it.last());
        let on_answer = below.is_some_and(|it| (it.seat, Some(it.card)) == (*to, *against));
        if !on_answer {
            chains.push(Vec::new());
        }
        chains.last_mut().expect("one was begun").push(Link {
            seat: *seat,
            card: *card,
            to: *to,
            against: *against,
            on_answer,
            cancelled: false,
        });
        goes_on = true;
    }
    for chain in &mut chains {
        for at in (1..chain.len()).rev() {
            let over = &chain[at];
            let cancels = tables.card(over.card).answer == Some(Answer::Cancel);
            chain[at - 1].cancelled = cancels && !over.cancelled;
        }
    }
    chains
}

fn sentence(tables: &Tables, link: &Link, over: Option<&Link>, me: Seat) -> (u32, String) {
    let who = |seat: Seat| {
        if seat == me {
            "you"
        } else {
            tables.title(seat)
        }
    };
    let first = if link.seat == me {
        "You"
    } else {
        tables.title(link.seat)
    };
    let below = match (link.against, link.to == me) {
        (Some(card), true) => format!("your {card}"),
        (Some(card), false) => format!("{card} of {}", who(link.to)),
        (None, true) => "your tally".to_owned(),
        (None, false) => format!("the tally of {}", who(link.to)),
    };
    let card = link.card;
    if let Some(over) = over {
        let (by, with) = (who(over.seat), over.card);
        return (
            1,
            format!(
                "{first} answered {below} with {card}, in vain: {by} cancelled it with {with}."
            ),
        );
    }
    let whose = if link.seat == me {
        "your".to_owned()
    } else {
        "its".to_owned()
    };
    let (weight, told) = match tables.card(card).answer {
        Some(Answer::Cancel) => (1, format!("{first} cancelled {below} with {card}.")),
        Some(Answer::Spare) => (
            1,
            format!("{first} kept {whose} colonies from {below} with {card}."),
        ),
        Some(Answer::Halt) => (
            2,
            format!("{first} stopped the token that {below} would have moved, with {card}."),
        ),
        Some(Answer::Plunder) => (
            1,
            format!("{first} answered {below} with {card}: monopolies brought nothing."),
        ),
        Some(Answer::Stir) | None => (
            3,
            format!("{first} answered {below} with {card} and drew cards."),
        ),
    };
    (weight, told)
}

/// What the viewer's cards did, and the points that they brought at once, in one sentence.
pub(super) fn done(tables: &Tables, heard: &[&Event], me: Seat) -> Option<(u32, String)> {
    let mut all: Vec<(&Act, Option<Seat>, Vec<&str>)> = Vec::new();
    let mut points = 0;
    for event in heard {
        match event {
            Event::Changed {
                seat,
                does,
                areas,
                owner,
            } if *seat == me => {
                let areas = areas.split(',');
                match all.iter_mut().find(|it| (it.0, it.1) == (does, *owner)) {
                    Some(same) => same.2.extend(areas),
                    None => all.push((does, *owner, areas.collect())),
                }
            }
            Event::Struck { seat, vp, .. } if *seat == me => points += vp,
            _ => {}
        }
    }
    // What befell others first, then the viewer's own.
    all.sort_by_key(|it| it.1.is_none_or(|owner| owner == me));
    let mut told: Vec<String> = all
        .into_iter()
        .map(|(does, owner, areas)| deed(tables, *does, owner, areas, me))
        .collect();
    if points > 0 {
        told.push(format!("won {}", counted(points, "point")));
    }
    (!told.is_empty()).then(|| (2, format!("With your cards you {}.", told.join("; "))))
}

/// `struck NAG of Green`.
fn deed(tables: &Tables, does: Act, owner: Option<Seat>, areas: Vec<&str>, me: Seat) -> String {
    let (mut areas, own) = (areas, owner == Some(me));
    areas.sort_unstable();
    areas.dedup();
    let of = match owner {
        Some(owner) if !own => format!(" of {}", tables.title(owner)),
        _ => String::new(),
    };
    let named = list(areas);
    match does {
        Act::Build => format!("built in {named}"),
        Act::Repair | Act::Replace if own => format!("repaired {named}"),
        Act::Repair => format!("repaired {named}{of}"),
        Act::Replace => format!("took over {named}{of}"),
        Act::Remove if own => format!("lost {named}"),
        Act::Struggle | Act::Reduce if own => format!("weakened your own {named}"),
        Act::Remove => format!("took {named}{of} off the map"),
        Act::Struggle | Act::Reduce => format!("struck {named}{of}"),
    }
}
