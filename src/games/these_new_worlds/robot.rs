//! The robot: from what its seat sees it writes the sheet that did best in rehearsal.
//!
//! It begins with what silence would play and tries changes one at a time (a card moved in the
//! order, a wild card played earlier or held, a colour kept), each over the same hands the
//! opponent may hold, and keeps what does better. What it found it writes as order lines.
//!
//! Not here: how a round is rehearsed (`rehearsal`).

use super::data::{CardCode, Colour, Tables};
use super::rehearsal::{Plan, Player, Round, WildRule};
use super::state::Phase;
use super::view::{SeatView, View};
use crate::engine::dice::{Bowl, Dice};

/// Hands of the opponent that every plan is tried against. More find better plans, slower.
const HANDS: usize = 16;

/// What silence does about domes; a robot always says something.
const SILENT_DOME: &str = "DOME CHEAPEST";

/// How often all changes are gone through.
const PASSES: usize = 1;

/// The lines of its sheet, between opener and closer.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    let silence = Plan::silence(tables, &view.hand);
    if view.phase == Phase::Over || view.prize.is_none() || view.hand.is_empty() {
        return format!("{SILENT_DOME}\n");
    }
    let hands = hands(tables, view, dice);
    let plan = improve(tables, view, &hands, silence.clone());
    write(&plan, &silence)
}

/// Hands the opponent may hold, each sorted.
fn hands(tables: &Tables, view: &View, dice: &mut Dice) -> Vec<Vec<CardCode>> {
    let all = tables.actions.iter().map(|it| it.code);
    let mut unseen: Vec<CardCode> = all
        .filter(|it| !view.holds(*it) && !view.seen(*it))
        .collect();
    (0..HANDS)
        .map(|_| {
            dice.shuffle(Bowl::Hidden, "a hand the opponent may hold", &mut unseen);
            tables.sorted(&unseen[..usize::from(view.theirs().hand)])
        })
        .collect()
}

fn improve(tables: &Tables, view: &View, hands: &[Vec<CardCode>], plan: Plan) -> Plan {
    let rounds: Vec<Round<'_>> = hands.iter().map(|it| round(tables, view, it)).collect();
    let mut best = plan;
    let mut worth = rehearse(tables, &rounds, &best);
    for _ in 0..PASSES {
        let before = worth;
        for change in changes(&best) {
            let Some(other) = change.made(&best) else {
                continue;
            };
            let found = rehearse(tables, &rounds, &other);
            if found > worth {
                (best, worth) = (other, found);
            }
        }
        if worth == before {
            break;
        }
    }
    best
}

fn rehearse(tables: &Tables, rounds: &[Round<'_>], plan: &Plan) -> i64 {
    let played = rounds.iter().map(|round| {
        let mut round = round.clone();
        round.players[0] = round.players[0].clone().with(tables, plan);
        round.play()
    });
    played.sum()
}

fn round<'a>(tables: &'a Tables, view: &View, theirs: &[CardCode]) -> Round<'a> {
    let me = view.mine().seat;
    let side = |seat| usize::from(seat != me);
    let prize = view
        .prize
        .as_ref()
        .expect("the robot asks while there is a prize");
    let player = |seat: &SeatView| Player {
        order: Vec::new(),
        wilds: Vec::new(),
        keep: Vec::new(),
        tokens: seat.tokens,
        owned: seat.owned,
        dome: seat.dome,
    };
    let silent = Plan::silence(tables, theirs);
    Round {
        tables,
        prices: view.prices,
        prize: prize.colour,
        collective: view.collective_tally,
        top: view.top(tables),
        players: [
            player(view.mine()),
            player(view.theirs()).with(tables, &silent),
        ],
        turn: side(view.turn),
        leads: side(view.leads),
        passed: view.passed.map(side),
    }
}

/// One thing changed in a plan.
enum Change {
    /// The card at one place of the order is put at another.
    Move(usize, usize),
    /// A wild card is played by another rule.
    Wild(usize, WildRule),
    /// Wild cards are tried in the other order.
    Swap,
    /// Exactly these colours are kept.
    Keep(Vec<Colour>),
}

fn changes(plan: &Plan) -> Vec<Change> {
    let cards = plan.order.len();
    let moves = (0..cards).flat_map(|from| (0..cards).map(move |to| Change::Move(from, to)));
    let rules = [
        WildRule::Unlocks,
        WildRule::Gains(1),
        WildRule::Gains(2),
        WildRule::Held,
        WildRule::Silent,
    ];
    let wilds = (0..plan.wilds.len()).flat_map(|at| rules.map(|it| Change::Wild(at, it)));
    let keeps = Colour::ALL.map(|it| Change::Keep(vec![it]));
    let mut all: Vec<Change> = wilds.chain(moves).chain(keeps).collect();
    all.push(Change::Swap);
    all
}

impl Change {
    /// The plan with the change; `None` if that is the same plan.
    fn made(&self, plan: &Plan) -> Option<Plan> {
        let mut other = plan.clone();
        match self {
            Change::Move(from, to) => {
                let card = other.order.remove(*from);
                other.order.insert(*to, card);
            }
            Change::Wild(at, rule) => other.wilds[*at].1 = *rule,
            Change::Swap => other.wilds.reverse(),
            Change::Keep(colours) => other.keep.clone_from(colours),
        }
        (other != *plan).then_some(other)
    }
}

/// The plan as order lines; of what silence does by itself only the last one.
fn write(plan: &Plan, silence: &Plan) -> String {
    let mut lines = Vec::new();
    for (card, rule) in &plan.wilds {
        match rule {
            WildRule::Silent => {}
            WildRule::Unlocks => lines.push(format!("PLAY {card} IF UNLOCKS")),
            WildRule::Gains(least) => lines.push(format!("PLAY {card} IF GAIN AT LEAST {least}")),
            WildRule::Held => lines.push(format!("HOLD {card}")),
        }
    }
    if plan.order != silence.order {
        let cards: Vec<String> = plan.order.iter().map(ToString::to_string).collect();
        lines.push(format!("PLAY {}", cards.join("/")));
    }
    let keep: Vec<&str> = plan.keep.iter().map(|it| it.word()).collect();
    lines.push(match keep.is_empty() {
        true => SILENT_DOME.to_owned(),
        false => format!("{SILENT_DOME} KEEP {}", keep.join(", ")),
    });
    lines.iter().map(|it| format!("{it}\n")).collect()
}
