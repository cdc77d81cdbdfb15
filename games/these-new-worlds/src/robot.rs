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
use packetboat_core::engine::dice::{Bowl, Dice};
use packetboat_kit::supply::Supply;
use packetboat_kit::words::commas;

/// Hands of the opponent that every plan is tried against. More find better plans, slower.
const HANDS: usize = 4;

/// What silence does about domes; a robot always says something.
const SILENT_DOME: &str = "DOME CHEAPEST";

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
    let cards = Supply::of(tables.actions.iter().map(|it| (it.code, 1)));
    let mut unseen = cards.left(view.hand.iter().chain(&view.pile));
    let mut hand = || {
        dice.shuffle(Bowl::Hidden, "a hand the opponent may hold", &mut unseen);
        tables.sorted(&unseen[..view.theirs().hand as usize])
    };
    (0..HANDS).map(|_| hand()).collect()
}

/// The best that is found when all changes are tried once, one after the other.
fn improve<'t>(
    tables: &'t Tables,
    view: &View,
    hands: &[Vec<CardCode>],
    plan: Plan<'t>,
) -> Plan<'t> {
    let rounds: Vec<Round<'_>> = hands.iter().map(|it| round(tables, view, it)).collect();
    let mut worth = rehearse(&rounds, &plan);
    let mut best = plan;
    for change in changes(&best) {
        let mut other = best.clone();
        change(&mut other);
        if other == best {
            continue;
        }
        let found = rehearse(&rounds, &other);
        if found > worth {
            (best, worth) = (other, found);
        }
    }
    best
}

fn rehearse<'t>(rounds: &[Round<'t>], plan: &Plan<'t>) -> i64 {
    let played = rounds.iter().cloned().map(|mut round| {
        round.players[0].plan = plan.clone();
        round.play()
    });
    played.sum()
}

/// The round as it would be if these were the cards of the opponent, who plays as silence does;
/// so does player 0.
fn round<'t>(tables: &'t Tables, view: &View, theirs: &[CardCode]) -> Round<'t> {
    let me = view.mine().seat;
    let side = |seat| usize::from(seat != me);
    let prize = view.prize.as_ref();
    let player = |seat: &SeatView, hand| Player {
        plan: Plan::silence(tables, hand),
        tokens: seat.tokens,
        owned: seat.owned,
        dome: seat.dome,
    };
    let position = view.position(tables);
    Round {
        tables,
        prices: view.prices,
        prize: prize.expect("the robot asks while there is a prize").colour,
        collective: view.collective_tally,
        top: position.top,
        players: [
            player(view.mine(), &view.hand),
            player(view.theirs(), theirs),
        ],
        turn: side(view.turn),
        leads: side(view.leads),
        passed: view.passed.map(side),
    }
}

/// One thing changed in a plan.
type Change = Box<dyn Fn(&mut Plan<'_>)>;

/// A wild card is played by another rule; a card is put first, or past its neighbour; one colour
/// is kept; wild cards are tried in the other order.
fn changes(plan: &Plan<'_>) -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    for at in 0..plan.wilds.len() {
        for rule in [
            WildRule::Unlocks,
            WildRule::Gains(1),
            WildRule::Gains(2),
            WildRule::Held,
            WildRule::Silent,
        ] {
            all.push(Box::new(move |it| it.wilds[at].1 = rule));
        }
    }
    let cards = plan.order.len();
    // To the front, or past its neighbour: what comes first counts most.
    let front = (1..cards).map(|from| (from, 0));
    let steps = (1..cards).map(|to| (to - 1, to));
    for (from, to) in front.chain(steps) {
        all.push(Box::new(move |changed| {
            let card = changed.order.remove(from);
            changed.order.insert(to, card);
        }));
    }
    for colour in Colour::ALL {
        all.push(Box::new(move |it| it.keep = vec![colour]));
    }
    all.push(Box::new(|it| it.wilds.reverse()));
    all
}

/// The plan as order lines; of what silence does by itself only the last one.
fn write(plan: &Plan<'_>, silence: &Plan<'_>) -> String {
    let mut lines = Vec::new();
    for (card, rule) in &plan.wilds {
        let card = card.code;
        match rule {
            WildRule::Silent => {}
            WildRule::Unlocks => lines.push(format!("PLAY {card} IF UNLOCKS")),
            WildRule::Gains(least) => lines.push(format!("PLAY {card} IF GAIN AT LEAST {least}")),
            WildRule::Held => lines.push(format!("HOLD {card}")),
        }
    }
    if plan.order != silence.order {
        let cards: Vec<&str> = plan.order.iter().map(|it| it.code.as_str()).collect();
        lines.push(format!("PLAY {}", cards.join("/")));
    }
    lines.push(match plan.keep.as_slice() {
        [] => SILENT_DOME.to_owned(),
        keep => format!("{SILENT_DOME} KEEP {}", commas(keep)),
    });
    lines.iter().map(|it| format!("{it}\n")).collect()
}
