//! What a seat can be asked, and what it can answer.

use super::data::{Act, Answer, Area, Card, Part, Tables, Timing};
use super::deed::Deed;
use super::group::{Eye, Target};
use super::{refusal::Refusal, view::View, world::World};
use packetboat_core::prelude::*;
use packetboat_kit::amounts::is_none;

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "question")]
pub enum Question {
    /// Which cards to show to whom (D10).
    Show,
    /// Which cards to give up (D1).
    Discard {
        /// How many.
        excess: u32,
    },
    /// Which colonies to take off the map (D2).
    Abandon,
    /// Which card to play next, for what (D3).
    Play,
    /// Whether to answer what was announced (D6).
    Answer,
    /// Nothing more: another answer came first, and lines that would have answered are notified
    /// (4.7).
    Missed,
    /// Whether to play Iron Grip (D7).
    Tally,
    /// Whether, and where, to Reduce a colony in Plague Ship (D8).
    Pick {
        /// In which pass.
        pass: u32,
    },
    /// How many points to offer to end it (D8).
    Offer,
    /// By mail: what to do in the passes to come (D8).
    Plague,
}

tagged!(Question, "question");

/// Cards shown to some.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Showing {
    /// The cards that are shown.
    pub cards: Vec<Card>,
    /// To whom.
    pub to: Vec<Seat>,
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its doc says")]
pub enum Choice {
    /// Shows cards, a line each.
    Show { shows: Vec<Showing> },
    /// Gives these up.
    Discard { cards: Vec<Card> },
    /// Takes these off the map.
    Abandon { areas: Vec<Area> },
    /// Plays a card; `silent` is the line of silence that says so, 0 if the player does.
    Play {
        card: Card,
        deed: Deed,
        #[serde(default, skip_serializing_if = "is_none")]
        silent: u32,
    },
    /// Plays no further card; tallies without Iron Grip.
    Done,
    /// Answers with a card.
    Answer { card: Card },
    /// Does not answer.
    Pass,
    /// Plays Iron Grip.
    Grip { card: Card },
    /// Reduces a colony.
    Pick { area: Area },
    /// Reduces none.
    Decline,
    /// Offers points.
    Offer { vp: u32 },
    /// Goes on by its lines.
    Go,
}

tagged!(Choice, "choice");

/// All there is to choose from, where it can be listed: the last is what remains.
pub fn choices(tables: &Tables, view: &View, question: &Question) -> Vec<Choice> {
    match question {
        Question::Abandon if own_free(tables, &view.world, view.mine()).is_empty() => {
            vec![Choice::Abandon { areas: Vec::new() }]
        }
        Question::Play if view.hand.is_empty() => vec![Choice::Done],
        Question::Answer => {
            let all = answers(tables, view).into_iter();
            let all = all.map(|card| Choice::Answer { card });
            all.chain([Choice::Pass]).collect()
        }
        Question::Tally => {
            let grip = grip(tables, view).map(|card| Choice::Grip { card });
            grip.into_iter().chain([Choice::Done]).collect()
        }
        Question::Pick { pass } => {
            let all = reducible(tables, &view.world, view.mine()).into_iter();
            let mut all: Vec<Choice> = all.map(|area| Choice::Pick { area }).collect();
            if *pass > 1 || !view.ways.first_pass || all.is_empty() {
                all.push(Choice::Decline);
            }
            all
        }
        Question::Offer => {
            let most = view.own().vp.min(tables.tracks.plague.price);
            (0..=most).rev().map(|vp| Choice::Offer { vp }).collect()
        }
        Question::Show
        | Question::Discard { .. }
        | Question::Abandon
        | Question::Play
        | Question::Missed
        | Question::Plague => Vec::new(),
    }
}

/// Own colonies that leave the map where these are named: a group means all of it.
pub fn leaving(tables: &Tables, view: &View, world: &World, named: &[Target]) -> Vec<Area> {
    let me = view.mine();
    let eye = Eye { tables, world, me };
    let mut free = own_free(tables, world, me);
    free.retain(|area| named.iter().any(|it| eye.fits(it, *area)));
    free
}

/// That areas are named and none of these colonies is there; none: each is somewhere.
pub fn not_leaving(named: &[Target], gone: &[Area]) -> Option<Refusal> {
    let none = named.iter().filter_map(|target| match target {
        Target::Area(area) => (!gone.contains(area)).then(|| area.to_string()),
        Target::Group(_) => None,
    });
    let areas: Vec<String> = none.collect();
    (!areas.is_empty()).then_some(Refusal::NotLeaving { areas })
}

/// Own colonies that may be taken off the map (R15, R30).
pub fn own_free(tables: &Tables, world: &World, me: Seat) -> Vec<Area> {
    let own = world.colonies.iter().filter(|it| it.1.seat == me);
    let areas = own.map(|it| *it.0);
    areas.filter(|it| !world.closed(tables, *it)).collect()
}

/// Areas whose colony can be Reduced.
pub fn reducible(tables: &Tables, world: &World, me: Seat) -> Vec<Area> {
    let part = Part::plain(Act::Reduce);
    let all = tables.map.codes();
    all.filter(|it| world.allows(tables, me, &part, *it))
        .collect()
}

/// The tally card in hand, if it can be played now (R13).
pub fn grip(tables: &Tables, view: &View) -> Option<Card> {
    let held = !view.world.monopolies(tables, view.mine()).is_empty();
    let mut hand = view.hand.iter().copied();
    let found = hand.find(|it| tables.card(*it).kind == Timing::Tally);
    found.filter(|_| held && !view.moment.gripped)
}

/// The Reaction cards in hand that may answer what was announced: never one that would do nothing
/// (R39), but also one that was drawn in this player turn (R33).
fn answers(tables: &Tables, view: &View) -> Vec<Card> {
    let held: BTreeSet<Card> = view.hand.iter().copied().into_set();
    let fits = |card: &Card| {
        let answer = tables.card(*card).answer;
        answer.is_some_and(|it| may_answer(tables, view, it))
    };
    held.into_iter().filter(fits).collect()
}

/// Whether a Reaction of this kind may answer what was announced.
///
/// Fate answers any card in any use (R8), answers too (R9). Loyalty wants a colony of its player
/// that would be flipped, removed or replaced (R34, R48), Revolt a player with more points, not as
/// many (R49), and a card to draw; Embargo needs none to draw (R37).
pub fn may_answer(tables: &Tables, view: &View, with: Answer) -> bool {
    let (world, me) = (&view.world, view.mine());
    let (Some(at), Some(item)) = (view.announced_at(), view.announced()) else {
        return false;
    };
    let ahead = || world.crown(item.seat).vp > world.crown(me).vp;
    // Revolt follows a card; what answers Revolt is an answer like another.
    let after = view.moment.after && at == 0;
    match (with, item.card) {
        (Answer::Stir, _) => after && ahead() && view.pile as usize + view.discards.len() > 0,
        _ if after => false,
        (Answer::Plunder, card) => card.is_none(),
        (_, None) => false,
        (Answer::Cancel, Some(_)) => true,
        (Answer::Spare, Some(_)) => item.hits(tables, world, me) > 0,
        (Answer::Halt, Some(_)) => {
            let token = item.token(tables);
            token.is_some_and(|(whose, by)| world.shift(tables, whose, by) > 0)
        }
    }
}
