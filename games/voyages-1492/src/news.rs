//! What several events come to for a player, and where events happened: for the head of a report.
//!
//! Not here: the words, and which single events are news (`templates/voyages-1492/headlines.txt`).

use super::data::{Blocks, Part, Tables};
use super::{events::Event, view::View};
use packetboat_core::engine::commentary::told;
use packetboat_core::prelude::*;
use packetboat_kit::{hex::Hex, words::list};

/// What several events come to.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Sum {
    /// What the viewer's ship took aboard.
    Aboard { what: String },
    /// What another took from it, or it from another.
    Robbed {
        seat: Seat,
        from: Seat,
        what: String,
    },
    /// The viewer's ship was hit since it last set out from port, by what, and what is left.
    Hit {
        by: Vec<String>,
        hull: u32,
        crew: u32,
    },
    /// A shot of the viewer's hit, and what it took.
    Struck { seat: Seat, part: Part, number: u32 },
    /// The viewer's ship loses a move, or has lost it already, by Doldrums or a Chain Shot.
    Still {
        over: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Seat>,
    },
    /// The points of all, the viewer's first.
    Standing { points: Vec<(Seat, u32)>, win: u32 },
}

/// What several events come to for the viewer, and how they stand.
pub(super) fn tell(view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.me else {
        return Commentary::default();
    };
    let sums = aboard(heard, me).into_iter();
    let sums = sums.chain(robbed(heard)).chain(hit(view, heard, me));
    let sums = sums.chain(struck(heard, me)).chain(still(heard, me));
    let stolen = heard.iter().enumerate();
    let stolen = stolen.filter(|it| matches!(it.1, Event::Stole { .. }));
    let (own, others): (Vec<_>, Vec<_>) = view.ships.iter().partition(|it| it.seat == me);
    let all = own.into_iter().chain(others);
    let standing = Sum::Standing {
        points: all.map(|it| (it.seat, it.points)).collect(),
        win: view.win_pp,
    };
    Commentary {
        sums: sums.map(|it| told(&it)).collect(),
        summed: stolen.map(|it| it.0).collect(),
        standing: told(&standing),
        ..Commentary::default()
    }
}

/// Where something reported has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// In a hex.
    Hex(Hex),
    /// On a passage.
    Passage(String),
}

/// Where an event has happened; `None`: nowhere, or it does not matter.
pub(super) fn place(tables: &Tables, view: &View, event: &Event) -> Option<Place> {
    let board = &tables.board;
    let ship = |seat: &Seat| Some(Place::Hex(view.sea.ship(*seat).hex));
    match event {
        Event::Sunk { port, .. } => {
            let found = board.ports.iter().find(|it| it.0 == *port);
            found.map(|it| Place::Hex(it.1))
        }
        Event::Outpost { .. } => Some(Place::Hex(board.isle)),
        Event::Chained { seat } | Event::Doldrums { seat } => ship(seat),
        Event::Rose { hex, .. } => Some(Place::Hex(*hex)),
        Event::Blockade { passage, .. } => Some(Place::Passage(passage.clone())),
        _ => None,
    }
}

/// What the viewer's ship took aboard, but for what it took from others.
fn aboard(heard: &[&Event], me: Seat) -> Option<Sum> {
    let mut all = Blocks::NONE;
    let mut others: Vec<&str> = Vec::new();
    for event in heard {
        match event {
            // `2 wood, 1 gold and the Fountain`, or `nothing`.
            Event::Gained { seat, what } | Event::Loot { seat, what, .. } if *seat == me => {
                let things = what.split(", ").flat_map(|it| it.split(" and "));
                for thing in things.filter(|it| *it != "nothing") {
                    let parts = thing.split_once(' ');
                    match parts.map(|it| (it.0.parse::<u32>(), it.1.parse())) {
                        Some((Ok(number), Ok(what))) => *all.slot(what) += number,
                        _ => others.push(thing),
                    }
                }
            }
            Event::Took { seat, resource } if *seat == me => *all.slot(*resource) += 1,
            _ => {}
        }
    }
    let others = others.into_iter().map(str::to_owned);
    let what = list(all.each_in_words().chain(others));
    (!what.is_empty()).then_some(Sum::Aboard { what })
}

/// What ships took from each other.
fn robbed(heard: &[&Event]) -> Vec<Sum> {
    let mut all: Vec<((Seat, Seat), Blocks)> = Vec::new();
    for event in heard {
        if let Event::Stole {
            seat,
            from,
            resource,
        } = event
        {
            let place = all.iter().position(|it| it.0 == (*seat, *from));
            let place = place.unwrap_or_else(|| {
                all.push(((*seat, *from), Blocks::NONE));
                all.len() - 1
            });
            *all[place].1.slot(*resource) += 1;
        }
    }
    let sums = all.into_iter().map(|((seat, from), blocks)| Sum::Robbed {
        seat,
        from,
        what: blocks.words(),
    });
    sums.collect()
}

/// What the ship has lost since it last set out from port.
fn hit(view: &View, heard: &[&Event], me: Seat) -> Option<Sum> {
    let sunk = |it: &&Event| matches!(it, Event::Sunk { seat, .. } if *seat == me);
    let fresh = heard.iter().rposition(sunk);
    let title = |seat: Seat| {
        let ship = view.ships.iter().find(|it| it.seat == seat);
        ship.map_or_else(String::new, |ship| ship.title.clone())
    };
    let (mut cause, mut by) = (String::new(), Vec::new());
    for event in heard.iter().skip(fresh.map_or(0, |it| it + 1)) {
        let lost = match event {
            Event::Drew { seat, name, .. } | Event::Trap { seat, name, .. } if *seat == me => {
                cause = format!("a {name}");
                false
            }
            Event::Attack { seat, target, .. } if *target == me => {
                cause = title(*seat);
                false
            }
            Event::Volleyed { seat, shooter } if *shooter == me => {
                cause = format!("{}'s Volley", title(*seat));
                false
            }
            Event::Lost { seat, .. } => *seat == me,
            Event::Duel {
                seat,
                rival,
                dice,
                part,
                ..
            } if *seat == me => {
                cause = fought(*part, &rival.map_or_else(|| "pirates".to_owned(), title));
                scratched(dice, 0)
            }
            Event::Duel {
                seat,
                rival,
                dice,
                part,
                ..
            } if *rival == Some(me) => {
                cause = fought(*part, &title(*seat));
                scratched(dice, 1)
            }
            _ => false,
        };
        if lost && !by.contains(&cause) {
            by.push(cause.clone());
        }
    }
    let own = view.own();
    (!by.is_empty()).then_some(Sum::Hit {
        by,
        hull: own.hull,
        crew: own.crew,
    })
}

/// What a duel takes, and which duel it was.
fn fought(part: Part, rival: &str) -> String {
    match part {
        Part::Hull => format!("hull in the sea battle with {rival}"),
        Part::Crew => format!("crew in the melee with {rival}"),
    }
}

/// Whether one side of a duel lost any: in a round the lower die loses (`3-5 4-4`).
fn scratched(dice: &str, side: usize) -> bool {
    dice.split(' ').any(|round| {
        let dice: Vec<u32> = round.split('-').filter_map(|it| it.parse().ok()).collect();
        matches!(dice[..], [one, other] if [one, other][side] < [one, other][1 - side])
    })
}

/// The shots of the viewer's that hit and did not sink.
fn struck(heard: &[&Event], me: Seat) -> Vec<Sum> {
    let mut sums = Vec::new();
    let mut aimed = None;
    for event in heard {
        match event {
            Event::Attack { seat, target, .. } => aimed = (*seat == me).then_some(*target),
            Event::Volleyed { .. } => aimed = None,
            Event::Lost {
                seat,
                part,
                by,
                left,
            } if aimed.take() == Some(*seat) && *left > 0 => sums.push(Sum::Struck {
                seat: *seat,
                part: *part,
                number: *by,
            }),
            _ => {}
        }
    }
    sums
}

/// The last move that the viewer's ship loses, or has lost since.
fn still(heard: &[&Event], me: Seat) -> Option<Sum> {
    let mut shooter = None;
    let mut last = None;
    for event in heard {
        match event {
            Event::Attack { seat, target, .. } if *target == me => shooter = Some(*seat),
            Event::Doldrums { seat } if *seat == me => last = Some((false, None)),
            Event::Chained { seat } if *seat == me => last = Some((false, shooter)),
            Event::Becalmed { seat } if *seat == me => {
                last = last.map(|(_, by)| (true, by));
            }
            // A sunk ship begins again, and loses no move (R36).
            Event::Sunk { seat, .. } if *seat == me => last = None,
            _ => {}
        }
    }
    last.map(|(over, by)| Sum::Still { over, by })
}
