//! Orders that a mail program has broken are read whole, or refused whole; half of one is never
//! filed.

use super::language::{Language, grammar};
use super::{GAMES, Rolls, data, examples, printed, read_in};
use packetboat::lang::reading::Reading;
use packetboat::lang::write::write;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The widths at which mail programs break lines.
const WIDTHS: std::ops::RangeInclusive<usize> = 60..=78;

/// The one break that leaves two whole orders, far from where a mail program breaks.
const BLIND: (&str, &str) = ("SELL MAX", "KEEP 2 spice, 1 stone");

/// Words put in place of those that were meant: unknown ones, a name of another kind, marks.
const WRONG: [&str; 9] = [
    "xyzzy", "virginia", "red", "99", "LAOD", "TO", "-", "=", "Thanks,",
];

/// The orders of all examples of a game and of its handbook, as they are written and printed.
fn orders(game: &str) -> BTreeSet<String> {
    let language = grammar(game);
    let mut all: BTreeSet<String> = BTreeSet::new();
    let listed = examples(game).reads.into_iter();
    let specified = data().reads.remove(game).unwrap_or_default().into_iter();
    for (written, shown) in listed.chain(specified) {
        all.extend([written, shown].into_iter().filter(|it| it != "="));
    }
    let path = format!("{}/../games/{game}/handbook.md", env!("CARGO_MANIFEST_DIR"));
    let handbook = std::fs::read_to_string(path).expect("each game has a handbook");
    for block in handbook.split("```orders\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        all.extend(printed(&read_in(&language, block)));
    }
    let bare = |it: String| it.split(';').next().unwrap_or_default().trim().to_owned();
    let all = all.into_iter().map(bare);
    all.filter(|it| is_order(&language, it)).collect()
}

/// Whether a text is one order, without a fault.
fn is_order(language: &Language, text: &str) -> bool {
    let reading = read_in(language, text);
    reading.lines.len() == 1 && printed(&reading).len() == 1 && reading.faults.is_empty()
}

/// Long orders: those of the examples, standing and with a condition, and some by chance.
fn long_orders(game: &str, language: &Language) -> BTreeSet<String> {
    let mut rolls = Rolls(1600);
    let mut all = orders(game);
    for form in &language.orders {
        let chance = (0..60).map(|_| write(language, form, &mut |it| rolls.below(it)));
        all.extend(chance.collect::<Vec<_>>());
    }
    let plain: Vec<String> = all.iter().cloned().collect();
    for order in plain {
        let test = &language.tests[rolls.below(language.tests.len() as u32) as usize];
        let test = write(language, test, &mut |it| rolls.below(it));
        all.insert(format!("STANDING UNTIL 12 {order}"));
        all.insert(format!("{order} IF {test}"));
        all.insert(format!("{order} IF {test} ELSE {order}"));
    }
    let long = |it: &String| it.chars().count() > *WIDTHS.start();
    all.retain(|it| long(it) && is_order(language, it));
    all
}

/// The order in lines of at most so many columns, all but the first with this before them.
fn wrapped(order: &str, width: usize, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in order.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        let fits = last.chars().count() + 1 + word.chars().count() <= width;
        if !(last.trim().is_empty() || fits) {
            lines.push(format!("{indent}{word}"));
        } else if last.is_empty() || last == indent {
            last.push_str(word);
        } else {
            last.extend([" ", word]);
        }
    }
    lines.join("\n")
}

/// Whether the broken text is read as the whole line is, or nothing of it is filed.
fn whole_or_nothing(whole: &Reading, broken: &Reading) -> bool {
    let refused = broken.lines.is_empty() && !broken.faults.is_empty();
    // A dash at the beginning of a line is a bullet.
    let joined = broken.lines.len() == 1 && broken.repairs.len() > 1;
    let same = printed(whole) == printed(broken);
    refused || (broken.faults.is_empty() && (same || joined))
}

/// Whether a break leaves whole orders, as no reader can tell from two that were written so.
fn leaves_orders(language: &Language, broken: &str) -> bool {
    let reads = |it: &str| read_in(language, it).faults.is_empty();
    let mut breaks = broken.match_indices('\n');
    breaks.any(|(at, _)| reads(&broken[..at]) && reads(&broken[at + 1..]))
}

fn check(language: &Language, whole: &Reading, broken: &str, wrong: &mut Vec<String>) {
    let parts = read_in(language, broken);
    if !whole_or_nothing(whole, &parts) && !leaves_orders(language, broken) {
        let told: Vec<&str> = parts.faults.iter().map(|it| it.reason.as_str()).collect();
        wrong.push(format!(
            "{broken}\n  files {:?} {told:?}\n",
            printed(&parts)
        ));
    }
}

fn none(game: &str, wrong: &[String]) {
    let shown = wrong.iter().take(12).map(String::as_str);
    let shown: String = shown.collect();
    assert!(wrong.is_empty(), "{game}, {}:\n{shown}", wrong.len());
}

#[test]
fn an_order_broken_by_a_mail_program_is_read_whole() {
    for game in GAMES {
        let language = grammar(game);
        let mut wrong = Vec::new();
        for order in long_orders(game, &language) {
            let whole = read_in(&language, &order);
            let ways = WIDTHS.flat_map(|it| [wrapped(&order, it, ""), wrapped(&order, it, "  ")]);
            for broken in ways.collect::<BTreeSet<_>>() {
                let reading = read_in(&language, &broken);
                let same = printed(&reading) == printed(&whole);
                // The one break that leaves two whole orders.
                if game == "anno-1503" && leaves_orders(&language, &broken) {
                    let last = broken.lines().last().expect("there are lines");
                    assert!(last.trim_start().starts_with("KEEP "), "{broken}");
                    continue;
                }
                if !same || !reading.faults.is_empty() {
                    let told: Vec<_> = reading.faults.iter().map(|it| &it.reason).collect();
                    wrong.push(format!("{broken}\n  {:?} {told:?}\n", printed(&reading)));
                }
            }
        }
        none(game, &wrong);
    }
}

#[test]
fn a_break_at_any_blank_leaves_the_whole_or_nothing() {
    for game in GAMES {
        let language = grammar(game);
        let mut wrong = Vec::new();
        for order in orders(game) {
            let whole = read_in(&language, &order);
            for (at, _) in order.match_indices(' ') {
                let (front, rest) = (&order[..at], order[at..].trim_start());
                // A name in quotation marks stands in one line.
                let quoted = front.matches('"').count() % 2 == 1;
                if (front, rest) == BLIND {
                    assert!(leaves_orders(&language, &format!("{front}\n{rest}")));
                } else if !quoted && !front.is_empty() {
                    let broken = format!("{front}\n{rest}");
                    assert!(!leaves_orders(&language, &broken), "{game}: {broken}");
                    check(&language, &whole, &broken, &mut wrong);
                }
            }
        }
        none(game, &wrong);
    }
}

/// A word that is wrong costs its order whole, wherever the order is broken.
#[test]
fn of_a_faulty_order_that_is_broken_nothing_is_filed() {
    GAMES.into_par_iter().for_each(|game| {
        let language = grammar(game);
        let (mut wrong, mut turn) = (Vec::new(), WRONG.into_iter().cycle());
        for order in orders(game) {
            let words: Vec<&str> = order.split(' ').collect();
            for at in 1..words.len() {
                let mut words = words.clone();
                words[at] = turn.next().expect("it has no end");
                let faulty = words.join(" ");
                let whole = read_in(&language, &faulty);
                let ways = WIDTHS.map(|it| wrapped(&faulty, it, ""));
                let ways = ways.filter(|it| it.contains('\n'));
                for broken in ways.collect::<BTreeSet<_>>() {
                    check(&language, &whole, &broken, &mut wrong);
                }
                // Around the wrong word, and here and there.
                let near = |cut: usize| cut.abs_diff(at) <= 1 || (cut + at).is_multiple_of(5);
                for cut in (1..words.len()).filter(|it| near(*it)) {
                    let (front, rest) = words.split_at(cut);
                    // A line of a list.
                    if rest[0] == "-" {
                        continue;
                    }
                    let broken = format!("{}\n  {}", front.join(" "), rest.join(" "));
                    check(&language, &whole, &broken, &mut wrong);
                }
            }
        }
        none(game, &wrong);
    });
}

/// Where only its place says that a line belongs to the order above, the fault says how to part
/// them.
#[test]
fn a_line_that_is_no_part_of_the_order_above_may_be_parted_from_it() {
    let language = grammar("conquistador");
    let order = "EXPEDITION S1 FROM europe SHIPS 2 carracks LOAD 5 soldiers, 2 colonists";
    let joined = read_in(&language, &format!("{order}\nThanks a lot"));
    let hint = &joined.faults[0].hint;
    let way = "if it is not part of the order above, leave an empty line before it";
    assert!(hint.ends_with(way), "{hint}");
    assert_eq!(printed(&joined), Vec::<String>::new());
    let parted = read_in(&language, &format!("{order}\n\nThanks a lot"));
    assert_eq!(printed(&parted), [order]);
}
