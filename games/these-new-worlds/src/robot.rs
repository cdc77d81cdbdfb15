//! The robot: from what its seat sees it writes the sheet that did best in rehearsal.
//!
//! It begins with what silence would play and changes one thing after another (a card moved in the
//! order, a wild card held, or its colour), each tried over the same hands the opponent may hold.
//! At first it goes on from plans that do a little worse too, later only from better ones: so it
//! gets out of plans that no single change makes better. What did best it writes as order lines.
//!
//! Not here: how a round is rehearsed (`rehearsal`).

use super::advise::too_dear;
use super::data::{Colour, Tables};
use super::outlook::Outlook;
use super::reckon::{Pair, Position};
use super::rehearsal::{Cards, Moment, Plan, Played, Round, Step, packed};
use super::state::Phase;
use super::view::View;
use packetboat_core::engine::dice::{Bowl, Dice};
use std::mem::swap;

/// Hands of the opponent that a plan is tried against.
const HANDS: u32 = 10;

/// Changes that are tried for a sheet. More find better plans, slower.
const TRIES: i64 = 250;

/// How much worse than the last a plan may be at first: so many hundredths of the prize.
const SLACK: i64 = 5;

/// What silence does about domes; a robot always says something.
const SILENT_DOME: &str = "DOME CHEAPEST";

/// The lines of its sheet, between opener and closer.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    if view.phase == Phase::Over || view.prize.is_none() || view.hand.is_empty() {
        return format!("{SILENT_DOME}\n");
    }
    let round = round(tables, view);
    let moments = moments(&round, view, dice);
    let seed = dice.one(Bowl::Hidden, "where the search begins", 1 << 30);
    let plan = search(&round, &moments, &mut Scatter(seed.into()));
    let payable = Pair::all().any(|it| too_dear(tables, view, it).is_none());
    write(&round, &plan, payable)
}

/// The round of the seat that looks, player 0, against silence.
fn round(tables: &Tables, view: &View) -> Round {
    let mine = view.position(tables);
    let theirs = Position {
        owned: view.theirs().owned,
        ..mine
    };
    let leads = usize::from(view.leads != view.mine().seat);
    Round::new(tables, [mine, theirs], leads, Outlook::of(view))
}

/// Where the round is, with hands the opponent may hold.
fn moments(round: &Round, view: &View, dice: &mut Dice) -> Vec<Moment> {
    let seats = [view.mine(), view.theirs()];
    let mine = round.set(&view.hand);
    let known = mine | round.set(&view.pile);
    let mut unseen: Vec<usize> = (0..round.cards.len()).collect();
    unseen.retain(|it| known >> it & 1 == 0);
    let top = view.pile.last();
    let top = top.map_or(0, |it| round.set(&[*it]).trailing_zeros() as usize + 1);
    let held = view.theirs().hand as usize;
    let aside = unseen.len() - held;
    let moment = |at: u32| {
        // Each card is aside as often as any other, or nearly.
        if at as usize * aside % unseen.len().max(1) < aside {
            dice.shuffle(Bowl::Hidden, "hands the opponent may hold", &mut unseen);
        }
        unseen.rotate_left(aside);
        let theirs = unseen[..held].iter();
        Moment {
            hands: [mine, theirs.map(|it| 1 << it).sum()],
            tokens: seats.map(|it| packed(&it.tokens)),
            domes: seats.map(|it| it.dome),
            top,
            turn: usize::from(view.turn != view.mine().seat),
            passed: view.passed.is_some(),
        }
    };
    (0..HANDS).map(moment).collect()
}

/// The best plan that was found.
fn search(round: &Round, moments: &[Moment], scatter: &mut Scatter) -> Plan {
    let mut last = Plan::all(round, moments[0].hands[0]);
    let mut played = vec![Played::default(); moments.len()];
    for (at, played) in moments.iter().zip(&mut played) {
        round.play(*at, &last, played);
    }
    let mut others = played.clone();
    let (mut ahead, mut best) = (0, (0, last.clone()));
    for left in (0..TRIES).rev() {
        let (plan, differ) = changed(round, &last, scatter);
        let slack = round.span() / 100 * SLACK * i64::from(HANDS) / TRIES * left;
        let mut more = 0;
        let mut found = Vec::new();
        for (at, (before, other)) in played.iter().zip(&mut others).enumerate() {
            if round.again(before, &plan, differ, other) {
                more += other.worth - before.worth;
                found.push(at);
            }
            if at > 0 && more < -slack {
                break;
            }
        }
        if more >= -slack {
            last = plan;
            ahead += more;
            for at in found {
                swap(&mut played[at], &mut others[at]);
            }
            if ahead > best.0 {
                best = (ahead, last.clone());
            }
        }
    }
    best.1
}

/// A plan with one thing changed, sometimes with none, and the cards whose place differs.
fn changed(round: &Round, plan: &Plan, scatter: &mut Scatter) -> (Plan, Cards) {
    let mut plan = plan.clone();
    let cards = plan.steps.len();
    let (from, to) = (scatter.below(cards), scatter.below(cards));
    let mut differ = 1 << plan.steps[from].card;
    let step = &mut plan.steps[from];
    match scatter.below(6) {
        0 if round.is_wild(step.card) => plan.held ^= 1 << step.card,
        1 | 2 if round.is_wild(step.card) => {
            let colour = scatter.below(Colour::ALL.len() + 1);
            step.colour = Colour::ALL.get(colour).copied();
        }
        0 | 1 => {
            differ |= 1 << plan.steps[to].card;
            plan.steps.swap(from, to);
        }
        _ => {
            let step = plan.steps.remove(from);
            plan.steps.insert(to, step);
        }
    }
    let listed = plan.listed;
    plan.end(round);
    if plan.listed != listed {
        differ |= round.wild;
    }
    (plan, differ)
}

/// The plan as order lines; of what silence does by itself only the last one, where the hand may
/// come to pay for a dome.
fn write(round: &Round, plan: &Plan, payable: bool) -> String {
    let code = |step: &Step| round.cards[step.card].as_str();
    let mut lines = Vec::new();
    let (listed, rest) = plan.steps.split_at(plan.listed);
    let held = rest.iter().filter(|it| plan.held >> it.card & 1 == 1);
    lines.extend(held.map(|it| format!("HOLD {}", code(it))));
    // What goes up from there silence plays in the same order.
    let up = |at: &usize| {
        let after = listed.get(at + 1).map_or(usize::MAX, |it| it.card);
        !round.is_wild(listed[*at].card) && listed[*at].card < after
    };
    let silent = (0..listed.len()).rev().take_while(up).count();
    // Where it plays all of them by itself, they are written all the same: advice names cards.
    let own = &listed[..listed.len() - silent % listed.len().max(1)];
    for part in own.split_inclusive(|it| round.is_wild(it.card)) {
        let cards: Vec<&str> = part.iter().map(code).collect();
        let colour = part.last().and_then(|it| it.colour);
        let colour = colour.map_or(String::new(), |it| format!(" COLOUR {it}"));
        lines.push(format!("PLAY {}{colour}", cards.join("/")));
    }
    if payable || lines.is_empty() {
        lines.push(SILENT_DOME.to_owned());
    }
    lines.iter().map(|it| format!("{it}\n")).collect()
}

/// Numbers without order that follow from where they begin.
struct Scatter(u64);

impl Scatter {
    /// From 0 to less than this.
    fn below(&mut self, bound: usize) -> usize {
        let mixed = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = mixed.wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}
