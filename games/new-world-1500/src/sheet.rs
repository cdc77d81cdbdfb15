//! What is in the order sheet between opener and closer (4.8).

use super::bind::{Wanted, bind};
use super::data::{Answer, Area, Card, RegionCard, Shape, Tables, Timing, Way};
use super::orders::{GRIP, Order, React};
use super::view::{View, ranked};
use super::what::What;
use super::world::World;
use packetboat_core::engine::language::SheetText;
use packetboat_kit::words::commas;

/// All lines are suggestions: what silence plays is shown, and a seat whose turn is over plans for
/// the next.
pub fn order_sheet(
    tables: &Tables,
    view: &View,
    own: &[&Order],
    silence: Vec<String>,
) -> SheetText {
    if view.me.is_none() || view.over {
        return SheetText::default();
    }
    let told = told(tables, view, silence);
    if view.is_past() {
        let mut lead = if view.turn == view.ways.turns {
            "your turn is over, and only policies count now".to_owned()
        } else {
            format!(
                "your turn is over; plan the next below TURN {}",
                view.turn + 1
            )
        };
        if !told.is_empty() {
            lead.push_str("; where no policy of yours speaks the program answers:");
        }
        return SheetText {
            lead,
            silence: told,
            perhaps: policies(tables, view, own),
            ..SheetText::default()
        };
    }
    let lead = if told.iter().any(|it| it.starts_with("PLAY")) {
        "where you write nothing this counts; PLAY lines of yours, or PASS, replace these:"
    } else {
        "where no line of yours speaks the program does:"
    };
    let mut perhaps = discards(tables, view);
    if !own_struggling(view).is_empty() {
        perhaps.push("ABANDON MINE.STRUG".to_owned());
    }
    perhaps.extend(cards(tables, view));
    perhaps.extend(policies(tables, view, own));
    perhaps.push("PASS".to_owned());
    SheetText {
        lead: lead.to_owned(),
        silence: told,
        perhaps,
        ..SheetText::default()
    }
}

/// What silence would do for this hand: what it gives up is shown where the seat holds too much,
/// what it plays once for each copy of a card in hand.
fn told(tables: &Tables, view: &View, silence: Vec<String>) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let hand = view.kept(tables);
    for line in silence {
        let mut words = line.split(' ');
        let held = |code: &str| hand.iter().filter(|it| it.as_str() == code).count();
        let most = match words.next() {
            Some("PLAY") if !view.is_past() => words.next().map_or(0, held),
            Some("PLAY") => 0,
            Some("TALLY") => usize::from(!view.is_past()),
            Some("KEEP") => usize::from(!view.prepared && view.excess() > 0),
            _ => 1,
        };
        if told.iter().filter(|it| **it == line).count() >= most {
            continue;
        }
        let grips = line == GRIP;
        told.push(line);
        if grips {
            let late = (view.ways.turns - 1).max(1);
            told.push(format!("TALLY IRONGRIP IF ROUND AT LEAST {late}"));
        }
    }
    told
}

/// What would be given up, where the seat holds too many cards.
fn discards(tables: &Tables, view: &View) -> Vec<String> {
    let excess = view.excess();
    if view.prepared || excess == 0 {
        return Vec::new();
    }
    let ranked = ranked(&view.hand, &[], &tables.deck.keep);
    vec![format!(
        "DISCARD {}",
        commas(ranked.into_iter().rev().take(excess))
    )]
}

/// The seat's Struggling colonies.
fn own_struggling(view: &View) -> Vec<Area> {
    let me = view.mine();
    let all = view.world.colonies.iter();
    let such = all.filter(|it| it.1.seat == me && !it.1.thrives());
    such.map(|it| *it.0).collect()
}

/// For each card in hand what it could do now.
fn cards(tables: &Tables, view: &View) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut seen: Vec<Card> = Vec::new();
    let world = view.at_turn();
    for card in view.kept(tables) {
        if seen.contains(&card) {
            continue;
        }
        seen.push(card);
        lines.extend(use_of(tables, view, &world, card));
    }
    lines
}

fn use_of(tables: &Tables, view: &View, world: &World, card: Card) -> Option<String> {
    let face = tables.card(card);
    let me = view.mine();
    if face.kind == Timing::Tally {
        return Some(format!("TALLY {card} IF MONO AT LEAST 1"));
    }
    let bare = What::bare(Way::Text);
    let fits = |what: &What| {
        let wanted = Wanted {
            card,
            what,
            min: 0,
            victims: &[],
        };
        bind(tables, world, me, &wanted).ok()
    };
    let shape = face.text.as_ref().map(|it| it.shape)?;
    let otherwise = otherwise(tables, view, world, face.support);
    let spent = if own_struggling(view).is_empty() {
        "BUILD OPEN.MAKES/OPEN"
    } else {
        "REPAIR MINE.STRUG.MAKES/MINE.STRUG ELSE BUILD OPEN.MAKES/OPEN"
    };
    Some(match shape {
        Shape::Pairs => format!("PLAY {card} TEXT MINE.SUCC.NOT-BREAKS ELSE {otherwise}"),
        Shape::Region => {
            let hurts = |card: &RegionCard| {
                let areas = tables.map.of_region(card.code);
                let theirs = |area| {
                    world
                        .colonies
                        .get(&area)
                        .map(|it| i64::from(it.seat != me) * 2 - 1)
                };
                areas.filter_map(theirs).sum::<i64>()
            };
            let best = tables.map.regions.iter().max_by_key(|it| hurts(it))?;
            format!("PLAY {card} TEXT REGION {} ELSE {otherwise}", best.code)
        }
        Shape::Isolate => {
            let mine = |card: &RegionCard| {
                let areas = tables.map.of_region(card.code);
                areas.filter(|it| world.thrives(me, *it)).count()
            };
            let best = tables.map.regions.iter().max_by_key(|it| mine(it))?;
            match mine(best) {
                0 => format!("PLAY {card} {spent}"),
                _ => format!("PLAY {card} TEXT REGION {}", best.code),
            }
        }
        _ => match fits(&bare) {
            Some(deed) if deed.hits.len() > 1 => {
                let steps = face.text.as_ref().is_some_and(|it| it.parts.len() == 1);
                if steps && shape == Shape::Steps {
                    let areas = commas(deed.hits.iter().map(|it| it.area));
                    format!("PLAY {card} TEXT {areas} ELSE {otherwise}")
                } else {
                    format!("PLAY {card} TEXT ELSE {otherwise}")
                }
            }
            Some(_) => format!("PLAY {card} TEXT ELSE {otherwise}"),
            None if face.support > 0 => format!("PLAY {card} {spent}"),
            None => format!("PLAY {card} {otherwise}"),
        },
    })
}

/// What a card is for besides its text.
fn otherwise(tables: &Tables, view: &View, world: &World, support: i32) -> &'static str {
    if !own_struggling(view).is_empty() {
        return "REPAIR MINE.STRUG.MAKES/MINE.STRUG";
    }
    let mut all = tables.map.codes();
    if support > 0 && all.any(|it| !world.colonies.contains_key(&it)) {
        "BUILD OPEN.MAKES/OPEN"
    } else if support > 0 && view.turn < view.ways.turns {
        // After the last game turn nobody is dealt cards any more.
        "SUPPORT"
    } else {
        "REDUCE FOE.BREAKS/FOE.SUCC"
    }
}

/// Lines that answer the question of a Plague Ship by mail.
pub fn replies() -> Vec<String> {
    let lines = [
        "PLAGUE REDUCE LEADER.SUCC, FOE.SUCC, FOE.STRUG",
        "PLAGUE ROUNDS 2",
        "PLAGUE PLEDGE 2",
    ];
    lines.map(str::to_owned).to_vec()
}

/// Policies worth a thought, for Reaction cards in hand of which no line speaks.
fn policies(tables: &Tables, view: &View, own: &[&Order]) -> Vec<String> {
    let mut lines = Vec::new();
    let answers_none = |order: &&Order| {
        matches!(
            order,
            Order::React {
                with: React::None {}
            }
        )
    };
    if own.iter().any(answers_none) {
        return lines;
    }
    for face in tables
        .deck
        .reactions()
        .filter(|it| view.hand.contains(&it.code))
    {
        if own.iter().any(|it| it.answers_with() == Some(face.code)) {
            continue;
        }
        let vs = match face.answer {
            Some(Answer::Plunder) => "",
            _ => " VS ANY",
        };
        lines.push(format!("REACT {}{vs} FROM LEADER", face.code));
    }
    lines
}
