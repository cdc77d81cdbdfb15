//! What stands in the order sheet between opener and closer (4.6).

use super::data::{Action, Colour, Tables, Tally};
use super::reckon::Pair;
use super::state::Phase;
use super::view::{PlanetFace, SeatView, View};
use super::{autopilot, plan};
use crate::engine::rules::SheetText;

/// A card above this value is worth keeping for the top of the ladder.
const HIGH: u8 = 12;

/// Columns of a line of the sheet, `; ` not counted.
const COLUMNS: usize = 70;

/// The position in short, orders worth a thought, and what silence means.
pub fn order_sheet(tables: &Tables, view: &View) -> SheetText {
    if view.me.is_none() || view.phase == Phase::Over {
        return SheetText::default();
    }
    SheetText {
        position: position(view),
        live: Vec::new(),
        perhaps: perhaps(tables, view),
        lead: "write your plan here; without one the program does:".to_owned(),
        silence: silence(tables, view),
    }
}

/// What stands behind every plan, as far as it speaks of the hand.
fn silence(tables: &Tables, view: &View) -> Vec<String> {
    let mut lines = vec!["PLAY LOWEST".to_owned()];
    let wild = view.hand.iter().filter(|it| tables.action(**it).is_wild());
    lines.extend(wild.flat_map(|it| autopilot::wild_lines(tables, *it)));
    lines.push("DOME CHEAPEST".to_owned());
    lines
}

fn position(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let (me, them) = (view.mine(), view.theirs());
    if let Some(prize) = &view.prize {
        let leads = match view.leads == me.seat {
            true => "you lead".to_owned(),
            false => format!("{} leads", view.leads_title),
        };
        lines.push(format!(
            "prize: {} ({} {}) | dealer {}, {leads}",
            prize.name,
            prize.colour,
            dots(prize.colour),
            view.dealer_title
        ));
    }
    lines.push(format!("prices: {}", each(&view.prices)));
    if let Some(top) = view.pile.last().map(|it| &view.cards[it]) {
        lines.push(format!(
            "cards played: {}; on top {} (value {}, {})",
            view.steps(),
            top.code,
            top.pv,
            top.colour
        ));
        lines.push(purse(me, "you"));
        lines.push(purse(them, &them.title));
    }
    let hand: Vec<String> = view.hand.iter().map(ToString::to_string).collect();
    lines.push(match hand.is_empty() {
        true => "your hand: empty".to_owned(),
        false => format!("your hand: {}", hand.join(" ")),
    });
    let unknown = u32::from(them.hand) + u32::from(view.aside);
    lines.push(format!(
        "unknown to you: the other {unknown} cards ({} {}, {} aside)",
        them.hand, them.title, view.aside
    ));
    let empires: Vec<String> = view.seats.iter().map(empire).collect();
    lines.push(format!("empires: {}", empires.join(" | ")));
    lines.push(format!(
        "Collective {}: {}",
        view.collective.len(),
        list(&view.collective)
    ));
    lines.into_iter().flat_map(|it| wrap(&it)).collect()
}

fn purse(seat: &SeatView, title: &str) -> String {
    let dome = match seat.dome {
        true => ", dome placed",
        false => "",
    };
    format!("tokens of {title}: {}{dome}", each(&seat.tokens))
}

fn empire(seat: &SeatView) -> String {
    match seat.planets.is_empty() {
        true => format!("{} none", seat.title),
        false => format!("{} {}", seat.title, list(&seat.planets)),
    }
}

fn list(planets: &[PlanetFace]) -> String {
    let named: Vec<String> = planets
        .iter()
        .map(|it| format!("{} ({})", it.name, it.colour))
        .collect();
    match named.is_empty() {
        true => "none".to_owned(),
        false => named.join(", "),
    }
}

fn each(tally: &Tally) -> String {
    let each = Colour::ALL.map(|it| format!("{it} {}", tally.of(it)));
    each.join(", ")
}

/// One dot red, two yellow, three green, four blue.
fn dots(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => ".",
        Colour::Yellow => "..",
        Colour::Green => "...",
        Colour::Blue => "....",
    }
}

/// A few orders that fit the hand, each valid as it stands.
fn perhaps(tables: &Tables, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let high = |it: &&Action| !it.is_wild() && it.pv > HIGH;
    let mut hand = view.hand.iter().map(|it| tables.action(*it)).filter(high);
    if let Some(card) = hand.next_back() {
        lines.push(format!("LATER {}", card.code));
    }
    lines.push("FALLBACK REWARD".to_owned());
    for wild in view.wilds(tables) {
        let colour = plan::wild_colour(tables, view, wild, &[], &plan::Manner::default());
        lines.push(format!("PLAY {wild} COLOUR {colour} IF GAIN AT LEAST 2"));
    }
    if !view.mine().dome {
        let pair = Pair::all().min_by_key(|it| it.sum(&view.prices));
        let Pair { first, second } = pair.expect("there are six pairs");
        lines.push(format!("DOME {first}+{second}"));
    }
    lines
}

/// Breaks a line of the position, which is no order, at blanks.
fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("  {word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}
