//! The forms turned round: a line of help for each, and lines they accept.
//!
//! Not here: reading (`shape`).

use super::cut::TEXT_MARK;
use super::form::{Clausal, Count, Form, Grammar, Marks, Shape, Shown, Slot};
use super::names::Names;

/// How many items are written in a list, at most.
const ITEMS_MAX: u32 = 3;

/// The largest number written where the form allows any.
const NUMBER_MAX: i64 = 30;

/// What to write, in one line: capitals are typed as they are, `[ ]` may be left out, `|`
/// means or, `{ }` is repeated with the mark it begins with.
pub fn usage(slots: &[Slot]) -> String {
    with_numbers(&row(slots))
}

fn row(slots: &[Slot]) -> String {
    let parts: Vec<String> = slots.iter().map(|it| part_of(slots, it)).collect();
    spaced(&parts)
}

/// Around the name of a number in a usage that is not finished.
const NUMBER: char = '\u{1}';

/// The usage with the names of its numbers; one that has the name of a word before it, as in
/// `WITH with`, is a number.
fn with_numbers(raw: &str) -> String {
    let mut all = String::new();
    for (at, part) in raw.split(NUMBER).enumerate() {
        let is_name = at % 2 == 1;
        let called = part.to_uppercase();
        let mut words = all.split(|it: char| !it.is_alphanumeric());
        let is_said = is_name && words.any(|it| it == called);
        all.push_str(if is_said { "number" } else { part });
    }
    all
}

/// The same, a line for each thing that may follow where that depends on a value before it; the
/// value is then written out, unless all of them may be followed by it.
///
/// ```
/// use packetboat_core::lang::form::{by, case, choice, name, word};
/// use packetboat_core::lang::names::Names;
/// use packetboat_core::lang::write::usages;
/// let [text, build] = ["TEXT", "BUILD"].map(|it| vec![word(Box::leak(Box::new([it])))]);
/// let war = packetboat_core::lang::form::either(vec![text, build.clone()]);
/// let slots = vec![
///     word(&["PLAY"]),
///     name("card", Names::new("card", ["WAR", "FATE"])),
///     by("card", vec![case(["WAR"], vec![war]), case(["FATE"], build)]),
/// ];
/// assert_eq!(usages(&slots), ["PLAY WAR TEXT", "PLAY card BUILD"]);
/// ```
pub fn usages(slots: &[Slot]) -> Vec<String> {
    let Some((at, on, cases)) = slots.iter().enumerate().find_map(|(at, slot)| match slot {
        Slot::By { on, of } => Some((at, *on, of)),
        _ => None,
    }) else {
        return vec![usage(slots)];
    };
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for case in cases {
        let shapes: Vec<&[Slot]> = match case.slots.as_slice() {
            [Slot::Either { of }] => of.iter().map(Vec::as_slice).collect(),
            other => vec![other],
        };
        let is = || case.is.iter().map(String::as_str);
        for shape in shapes.into_iter().map(row).filter(|it| !it.is_empty()) {
            match lines.iter_mut().find(|it| it.0 == shape) {
                Some(same) => same.1.extend(is()),
                None => lines.push((shape, is().collect())),
            }
        }
    }
    let all: usize = cases.iter().map(|it| it.is.len()).sum();
    let line = |(shape, values): (String, Vec<&str>)| {
        let parts = slots.iter().enumerate().map(|(place, slot)| match slot {
            _ if place == at => shape.clone(),
            Slot::Name { name, .. } if *name == on && values.len() < all => values.join(" | "),
            slot => part_of(slots, slot),
        });
        with_numbers(&spaced(&parts.collect::<Vec<String>>()))
    };
    lines.into_iter().map(line).collect()
}

/// One part among these.
fn part_of(slots: &[Slot], slot: &Slot) -> String {
    let text = usage_of(slot);
    let several = match slot {
        Slot::Choice { of, .. } => of.len() > 1,
        Slot::Compare { .. } | Slot::Is { .. } => true,
        _ => false,
    };
    if several && slots.len() > 1 {
        format!("({text})")
    } else {
        text
    }
}

fn spaced(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let parts: Vec<&str> = parts.into_iter().filter(|it| !it.is_empty()).collect();
    parts.join(" ")
}

fn usage_of(slot: &Slot) -> String {
    match slot {
        Slot::Word { words } => words[0].to_owned(),
        Slot::Filler { words, shown } => match shown {
            Shown::Always if words[0].starts_with(char::is_alphanumeric) => {
                format!("[{}]", words[0])
            }
            _ => String::new(),
        },
        Slot::Refused { .. } => String::new(),
        Slot::Mark { mark } => (*mark).to_owned(),
        Slot::Choice { of, .. } => {
            let words: Vec<&str> = of.iter().map(|it| it[0]).collect();
            words.join(" | ")
        }
        Slot::Number { name, .. } => {
            format!("{NUMBER}{}{NUMBER}", name.replace(['_', '-'], " "))
        }
        Slot::Name { of, .. } | Slot::Numbered { of, .. } => of.kind.to_owned(),
        Slot::Counted { of, count, .. } => match count {
            Count::Needed => format!("number {}", of.kind),
            Count::OrMax => format!("[number | max] {}", of.kind),
            Count::Optional | Count::Printed | Count::Steps => format!("[number] {}", of.kind),
        },
        Slot::Code { shape, .. } => match shape {
            Shape::Label => "label",
            Shape::Hex => "hex",
            Shape::Cell => "space",
            Shape::Pair => "q,r",
            Shape::Dice => "2d6+1",
            Shape::File => "file.png",
        }
        .to_owned(),
        Slot::Dotted { .. } => "group".to_owned(),
        Slot::Words { name } => format!("\"{name}\""),
        Slot::Text { .. } => "(below it the text, then END)".to_owned(),
        Slot::Compare { .. } => "AT LEAST | AT MOST | OVER | UNDER | IS".to_owned(),
        Slot::Is { .. } => "IS | IS NOT".to_owned(),
        Slot::Condition { .. } => "condition".to_owned(),
        Slot::Test { of, .. } => format!("test of {}", of.join(", ")),
        Slot::List { of, by, .. } => match by {
            Marks::Repeated => format!("{{{}}}", row(of)),
            _ => format!("{} {{{} …}}", grouped(of), between(*by).trim()),
        },
        Slot::Maybe { of } => {
            let inside = row(of);
            if inside.is_empty() {
                inside
            } else {
                format!("[{inside}]")
            }
        }
        Slot::Either { of } => alternatives(of.iter().map(Vec::as_slice)),
        Slot::By { of, .. } => alternatives(of.iter().map(|it| it.slots.as_slice())),
        Slot::Clauses { of } => {
            let clause = |needed: bool, text: String| {
                if needed { text } else { format!("[{text}]") }
            };
            let parts = of.iter().map(|it| clause(it.needed, row(&it.slots)));
            spaced(&parts.collect::<Vec<String>>())
        }
    }
}

fn alternatives<'s>(of: impl Iterator<Item = &'s [Slot]>) -> String {
    let shapes: Vec<String> = of.map(row).collect();
    let alone = shapes.len() == 1;
    let shapes: Vec<String> = shapes.into_iter().filter(|it| !it.is_empty()).collect();
    match shapes.as_slice() {
        [] => String::new(),
        [one] if alone => one.clone(),
        several => format!("({})", several.join(" | ")),
    }
}

fn grouped(of: &[Slot]) -> String {
    let inside = row(of);
    if of.len() == 1 && (inside.starts_with('(') || !inside.contains(" | ")) {
        inside
    } else {
        format!("({inside})")
    }
}

fn between(by: Marks) -> &'static str {
    match by {
        Marks::All | Marks::Then | Marks::Ranking => ", ",
        Marks::First => "/",
        Marks::Alternatives | Marks::Spaced => " / ",
        Marks::Together => "+",
        Marks::Repeated => " ",
    }
}

/// A line the form accepts, written at random: `roll(n)` gives a number below `n`, which is at
/// least 1. Sometimes with `IF` and tests of the grammar that may be asked there, sometimes
/// `STANDING` or `EACH`. The words mean nothing; the rules may still refuse what they say.
pub fn write(grammar: &Grammar, form: &Form, roll: &mut dyn FnMut(u32) -> u32) -> String {
    let mut writer = Writer {
        grammar,
        order: form.name,
        roll,
        depth: 0,
        known: Vec::new(),
        restricted: form.restricted,
    };
    let mut line = String::new();
    if form.key.is_some() && writer.one_in(6) {
        line.push_str("STANDING ");
    }
    if grammar.each && form.tried == super::form::Tried::Wish && writer.one_in(6) {
        line.push_str("EACH ");
    }
    line.push_str(&writer.row(&form.slots));
    if !form.has_text()
        && writer.one_in(3)
        && let Some(condition) = writer.condition()
    {
        line.push_str(" IF ");
        line.push_str(&condition);
    }
    line
}

type Restricted = &'static [(&'static str, &'static [&'static str])];

struct Writer<'w> {
    grammar: &'w Grammar,
    order: &'static str,
    roll: &'w mut dyn FnMut(u32) -> u32,
    depth: u32,
    /// Values written so far, for what depends on them.
    known: Vec<(&'static str, String)>,
    /// Names of the test now written that may be in lines of some orders only.
    restricted: Restricted,
}

impl Writer<'_> {
    fn one_in(&mut self, sides: u32) -> bool {
        self.below(sides) == 0
    }

    fn below(&mut self, sides: u32) -> u32 {
        (self.roll)(sides.max(1)) % sides.max(1)
    }

    fn pick<'p, T>(&mut self, of: &'p [T]) -> Option<&'p T> {
        let sides = u32::try_from(of.len()).unwrap_or(u32::MAX);
        of.get(self.below(sides) as usize)
    }

    fn row(&mut self, slots: &[Slot]) -> String {
        let parts: Vec<String> = slots.iter().map(|it| self.slot(it)).collect();
        spaced(&parts)
    }

    fn slot(&mut self, slot: &Slot) -> String {
        match slot {
            Slot::Word { words } => self.pick(words).map_or("", |it| it).to_owned(),
            Slot::Filler { words, .. } if self.one_in(2) => words[0].to_owned(),
            Slot::Filler { .. } | Slot::Refused { .. } => String::new(),
            Slot::Mark { mark } => (*mark).to_owned(),
            Slot::Choice { name, of } => {
                let words = self.pick(of).copied().unwrap_or_default();
                self.known
                    .push((name, words.first().copied().unwrap_or("").to_owned()));
                self.pick(words).map_or("", |it| it).to_owned()
            }
            Slot::Number { min, max, .. } => self.number(*min, *max).to_string(),
            Slot::Name { name, of } | Slot::Numbered { name, of, .. } => {
                let written = self.name(of);
                self.known.push((name, written.clone()));
                written
            }
            Slot::Counted {
                of,
                min,
                max,
                count,
                ..
            } => self.counted(of, (*min, *max), *count),
            Slot::Code { shape, .. } => self.code(*shape),
            Slot::Dotted { heads, filters, .. } => {
                let mut group = self.name(heads);
                while !filters.of.is_empty() && self.one_in(2) {
                    let not = if self.one_in(4) { "NOT-" } else { "" };
                    group = format!("{group}.{not}{}", self.name(filters));
                }
                group
            }
            Slot::Words { .. } | Slot::Text { .. } => self.free_words(slot),
            Slot::Compare { .. } => {
                let signs = ["AT LEAST", ">=", "AT MOST", "<", "OVER", "IS", "FEWER THAN"];
                self.pick(&signs).map_or("", |it| it).to_owned()
            }
            Slot::Is { .. } => {
                let signs = ["IS", "=", "IS NOT", "!="];
                self.pick(&signs).map_or("", |it| it).to_owned()
            }
            Slot::Condition { .. } => self.condition().unwrap_or_default(),
            Slot::Test { of, .. } => self.test(of).unwrap_or_default(),
            Slot::List { of, by, .. } => {
                let count = 1 + self.below(ITEMS_MAX);
                let items: Vec<String> = (0..count).map(|_| self.row(of)).collect();
                items.join(between(*by))
            }
            Slot::Maybe { of } if self.one_in(2) => self.row(of),
            Slot::Maybe { .. } => String::new(),
            Slot::Either { of } => self.either(of),
            Slot::By { on, of } => {
                let known = self.known.iter().rev().find(|it| it.0 == *on);
                let value = known.map(|it| it.1.clone()).unwrap_or_default();
                match super::compound::chosen(of, &value) {
                    Some(slots) => self.row(slots),
                    None => String::new(),
                }
            }
            Slot::Clauses { of } => self.clauses(of),
        }
    }

    /// Words that may be any: the rest of a line, or a text.
    fn free_words(&mut self, slot: &Slot) -> String {
        if matches!(slot, Slot::Words { .. }) {
            let words = [
                "storm",
                "\"assault on the bridge\"",
                "at 5 o'clock",
                "night, fog",
            ];
            return self.pick(&words).map_or("", |it| it).to_owned();
        }
        let lines = [
            "march; at dawn",
            "IF they come, hold",
            "",
            "  #2 END",
            "PLAY 3",
        ];
        let first = self.pick(&lines[..2]).map_or("", |it| it);
        let next = self.pick(&lines).map_or("", |it| it);
        format!("{TEXT_MARK}{first}{TEXT_MARK}{next}{TEXT_MARK}{first}")
    }

    /// The needed parts and some of the others, not always in printed order.
    fn clauses(&mut self, of: &[Clausal]) -> String {
        let mut parts = Vec::new();
        for clause in of {
            if clause.needed || self.one_in(2) {
                parts.push(self.row(&clause.slots));
            }
        }
        let turn = self.below(u32::try_from(parts.len()).unwrap_or(1)) as usize;
        parts.rotate_left(turn);
        spaced(&parts)
    }

    fn either(&mut self, of: &[Vec<Slot>]) -> String {
        let allowed = |it: &&Vec<Slot>| !it.iter().any(|it| matches!(it, Slot::Refused { .. }));
        let shapes: Vec<&Vec<Slot>> = of.iter().filter(allowed).collect();
        match self.pick(&shapes).copied() {
            Some(shape) => self.row(shape),
            None => String::new(),
        }
    }

    fn number(&mut self, min: i64, max: i64) -> i64 {
        let top = max.min(min.saturating_add(NUMBER_MAX));
        let sides = u32::try_from(top.saturating_sub(min).saturating_add(1)).unwrap_or(1);
        min + i64::from(self.below(sides))
    }

    fn name(&mut self, of: &Names) -> String {
        let order = self.order;
        let misplaced = |name: &str| {
            let mut restricted = self.restricted.iter();
            restricted.any(|it| it.0 == name && !it.1.contains(&order))
        };
        let nouns: Vec<_> = of.of.iter().filter(|it| !misplaced(&it.name)).collect();
        match self.pick(&nouns) {
            Some(noun) => noun.name.clone(),
            None => String::new(),
        }
    }

    fn counted(&mut self, of: &Names, (min, max): (i64, i64), count: Count) -> String {
        let name = self.name(of);
        if count == Count::OrMax && self.one_in(4) {
            return format!("max {name}");
        }
        if count != Count::Needed && self.one_in(3) {
            return name;
        }
        let number = self.number(min, max);
        match count {
            Count::Steps if self.one_in(2) => format!("{name}*{number}"),
            Count::Steps => format!("{number} {name}"),
            _ if self.one_in(3) => format!("{name} {number}"),
            _ => format!("{number} {name}"),
        }
    }

    fn code(&mut self, shape: Shape) -> String {
        match shape {
            Shape::Label => format!("S{}", 1 + self.below(9)),
            Shape::Hex => format!("{:02}{:02}", 1 + self.below(60), 1 + self.below(40)),
            Shape::Cell => format!("E{}", 1 + self.below(12)),
            Shape::Pair => format!("{},-{}", self.below(5), self.below(5)),
            Shape::Dice => {
                let (dice, sides) = (1 + self.below(4), 2 + self.below(19));
                let more = ["", "+1", "-2", " + 3"][self.below(4) as usize];
                format!("{dice}d{sides}{more}")
            }
            Shape::File => {
                let name = ["map", "the-bridge", "round_table"][self.below(3) as usize];
                format!("{name}.{}", ["png", "jpg", "pdf"][self.below(3) as usize])
            }
        }
    }

    fn condition(&mut self) -> Option<String> {
        let count = 1 + self.below(2);
        let join = if self.one_in(2) { " AND " } else { " OR " };
        let mut tests = Vec::new();
        for _ in 0..count {
            let not = if self.one_in(5) { "NOT " } else { "" };
            tests.push(format!("{not}{}", self.test(&[])?));
        }
        Some(tests.join(join))
    }

    /// One of these tests, or of all.
    fn test(&mut self, of: &[&str]) -> Option<String> {
        let order = self.order;
        let tests: Vec<&Form> = self
            .grammar
            .tests
            .iter()
            .filter(|it| of.is_empty() || of.contains(&it.name))
            .filter(|it| it.only.is_empty() || it.only.contains(&order))
            .collect();
        let form = self.pick(&tests).copied()?;
        if self.depth > 2 {
            return None;
        }
        self.depth += 1;
        let before = std::mem::replace(&mut self.restricted, form.restricted);
        let text = self.row(&form.slots);
        self.restricted = before;
        self.depth -= 1;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{usage, usages};
    use crate::lang::form::{choice, either, maybe, number, word};

    #[test]
    fn a_number_is_not_called_as_the_word_before_it() {
        let amount = either(vec![
            vec![number("with", 1, 9)],
            vec![choice("all", &[&["ALL"]])],
        ]);
        let slots = vec![
            word(&["TEACH"]),
            word(&["WITH"]),
            amount,
            maybe(vec![word(&["BACK"]), number("turns", 1, 9)]),
        ];
        let wanted = "TEACH WITH (number | ALL) [BACK turns]";
        assert_eq!(usage(&slots), wanted);
        assert_eq!(usages(&slots), [wanted]);
    }
}
