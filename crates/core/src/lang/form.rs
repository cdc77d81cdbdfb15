//! Order forms as data: one table that drives reading, usage lines, help, and lines for tests.
//!
//! Not here: the reading itself (`read`, `shape`), and what a game makes of a line.

use super::names::Names;
use serde::Serialize;

/// Everything a game says about its order language, at one moment, for one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Grammar {
    /// The game's orders, in the order of its handbook; several may share a verb.
    pub orders: Vec<Form>,
    /// The tests that may come after `IF`.
    pub tests: Vec<Form>,
    /// Words that begin no order here, or do not go on so, and what to write: a table of the game
    /// (`lang::hints`).
    pub hints: &'static str,
    /// Whether `EACH` may be before a wish (anno-1503).
    pub each: bool,
    /// Whether `LEG n` means the n-th turn from the sheet now open (voyages-1492).
    pub legs: bool,
    /// How order lines are cut at dashes and slashes; `None`: as everywhere (diplomacy).
    pub dashes: Option<Dashes>,
}

/// How a game cuts its order lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Dashes {
    /// What belongs to the word before a slash: coasts.
    pub after_slash: &'static [&'static str],
    /// Words with a dash that are one: `MID-ATLANTIC`.
    pub whole: &'static [&'static str],
}

/// One order, or one test, as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Form {
    /// Its name, the verb as printed: `PLAY`.
    pub name: &'static str,
    /// What is read, the verb included.
    pub slots: Vec<Slot>,
    /// How many leading slots are the head: what `ELSE` puts in front of a bare tail.
    pub head: usize,
    /// How many leading slots a newer standing line must share to replace this one, and what
    /// `CLEAR` names. `None`: the order may not be STANDING.
    pub key: Option<usize>,
    /// Values (by name) that make up the key after the verb where leading slots cannot say it:
    /// the place after FROM, the powers of a deal. Empty: `key` says it. In alphabetical order
    /// and each once, so that it does not matter in which order they were written.
    pub subject: &'static [&'static str],
    /// How often a line of this form is tried.
    pub tried: Tried,
    /// Orders of one group may share a line by `ELSE`. Several groups with spaces between: it
    /// belongs to each.
    pub group: &'static str,
    /// The part of a turn whose sheet it belongs to (1 is a); `None`: any.
    pub part: Option<u8>,
    /// Tests only: the orders in which it may be asked; empty: all.
    pub only: &'static [&'static str],
    /// Tests only: names that may be in them in lines of these orders only (`HULL SHOOTER`).
    pub restricted: &'static [(&'static str, &'static [&'static str])],
    /// Whether a reply that holds no order is the text of this one.
    pub bare: bool,
    /// Whether a new sheet adds to what its seat has sent before: of older lines only those of the
    /// same key make way. One with a fault waits for the rest.
    pub adds: bool,
    /// One sentence of help.
    pub help: &'static str,
}

impl Form {
    /// Whether a text is below its line.
    pub fn has_text(&self) -> bool {
        matches!(self.slots.last(), Some(Slot::Text { .. }))
    }

    /// Whether it names a file.
    pub fn has_file(&self) -> bool {
        let shape = Shape::File;
        let mut slots = self.slots.iter();
        slots.any(|it| matches!(it, Slot::Code { shape: of, .. } if *of == shape))
    }

    /// An order with a head of one slot, kept, standing by its verb alone, in a group of its own.
    pub fn order(name: &'static str, help: &'static str, slots: Vec<Slot>) -> Self {
        Form {
            name,
            slots,
            head: 1,
            key: Some(1),
            subject: &[],
            tried: Tried::Kept,
            group: name,
            part: None,
            only: &[],
            restricted: &[],
            bare: false,
            adds: false,
            help,
        }
    }

    /// A test, to come after `IF`.
    pub fn test(name: &'static str, help: &'static str, slots: Vec<Slot>) -> Self {
        Form {
            key: None,
            ..Form::order(name, help, slots)
        }
    }

    /// The same, in another group.
    #[must_use]
    pub fn group(self, group: &'static str) -> Self {
        Form { group, ..self }
    }

    /// The same, tried otherwise.
    #[must_use]
    pub fn tried(self, tried: Tried) -> Self {
        Form { tried, ..self }
    }

    /// The same, with this many leading slots as its key; `None`: it may not be STANDING.
    #[must_use]
    pub fn key(self, key: Option<usize>) -> Self {
        Form { key, ..self }
    }

    /// The same, with a key of its verb and these values.
    #[must_use]
    pub fn subject(self, subject: &'static [&'static str]) -> Self {
        Form {
            key: Some(1),
            subject,
            ..self
        }
    }

    /// The same, with this many leading slots as its head.
    #[must_use]
    pub fn head(self, head: usize) -> Self {
        Form { head, ..self }
    }

    /// The same, for one part of a turn.
    #[must_use]
    pub fn part(self, part: u8) -> Self {
        Form {
            part: Some(part),
            ..self
        }
    }

    /// The same, whose text may be all of a reply.
    #[must_use]
    pub fn bare(self) -> Self {
        Form { bare: true, ..self }
    }

    /// The same, in a sheet that adds to those before.
    #[must_use]
    pub fn adds(self) -> Self {
        Form { adds: true, ..self }
    }

    /// The same, to be asked in lines of these orders only.
    #[must_use]
    pub fn only(self, only: &'static [&'static str]) -> Self {
        Form { only, ..self }
    }
}

/// How often a line of a form is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tried {
    /// Once; passed over if it cannot be done.
    Once,
    /// Again and again, until it is done or the turn is over: after it `ELSE` answers a false
    /// `IF` only.
    Wish,
    /// Answers as often as it fits.
    Kept,
}

/// What a form is made of. Slots with a `name` leave a value of that name in
/// [`crate::lang::said::Said`]; the others are only read and printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "slot", rename_all = "kebab-case")]
pub enum Slot {
    /// One of these words or marks, meaning the same; the first is printed.
    Word {
        /// The spellings.
        words: &'static [&'static str],
    },
    /// One of these words or marks, which may be left out without changing anything.
    Filler {
        /// The spellings.
        words: &'static [&'static str],
        /// Whether the first of them is printed, written or not.
        shown: Shown,
    },
    /// What is read only to be refused, with a reason of its own.
    Refused {
        /// What is read.
        of: Vec<Slot>,
        /// Why not. `{found}` is what was written; the names of values stand for these, also
        /// those of slots before this one (`{card} has no TEXT use`).
        reason: &'static str,
        /// What to write instead, with the same holes; empty: what may come next.
        hint: &'static str,
    },
    /// A thing known by a number, or by two with a comma, out of a list: `0508`, `3,-1`. The
    /// comma is theirs between numbers below ten.
    Numbered {
        /// Name of the value.
        name: &'static str,
        /// The list; the spellings are digits, or two numbers with a comma and no space.
        of: Names,
        /// What to say when there is none: `rows are 01 to 11`.
        hint: &'static str,
    },
    /// A mark such as `:` or `+`.
    Mark {
        /// The mark.
        mark: &'static str,
    },
    /// One of several keywords; each with its spellings, the first of which is its value.
    Choice {
        /// Name of the value.
        name: &'static str,
        /// The keywords.
        of: Vec<&'static [&'static str]>,
    },
    /// A whole number.
    Number {
        /// Name of the value, and the word for it in complaints.
        name: &'static str,
        /// Smallest allowed.
        min: i64,
        /// Largest allowed.
        max: i64,
    },
    /// One of a list of names; a beginning that fits one only will do.
    Name {
        /// Name of the value.
        name: &'static str,
        /// The list.
        of: Names,
    },
    /// A name with a number before or after it: `5 soldiers`, `soldier 5`.
    Counted {
        /// Name of the value.
        name: &'static str,
        /// The list.
        of: Names,
        /// Smallest number.
        min: i64,
        /// Largest number.
        max: i64,
        /// How the number is treated.
        count: Count,
    },
    /// A word or number of a fixed shape, checked by the game: `S1`, `2113`, `3,-1`.
    Code {
        /// Name of the value.
        name: &'static str,
        /// The shape.
        shape: Shape,
    },
    /// A group in one word: `FOE.STRUG.NOT-CH`. Its value is the printed word.
    Dotted {
        /// Name of the value.
        name: &'static str,
        /// What may come first.
        heads: Names,
        /// What may come after a dot, with `NOT-` before it or not.
        filters: Names,
    },
    /// All that is left of the line, as one value, printed in quotation marks. Comes last.
    Words {
        /// Name of the value, and the word for it.
        name: &'static str,
    },
    /// A text, on the lines below down to `END`. Comes last.
    Text {
        /// Name of the value.
        name: &'static str,
    },
    /// A comparator with all its spellings.
    Compare {
        /// Name of the value.
        name: &'static str,
    },
    /// `IS` or `IS NOT` with all their spellings.
    Is {
        /// Name of the value.
        name: &'static str,
    },
    /// A whole condition, as it may come after `IF` (`HOLD WR UNTIL …`). Comes last.
    Condition {
        /// Name of the value.
        name: &'static str,
    },
    /// One test without `IF` (`REACT … HITS AT LEAST 2`).
    Test {
        /// Name of the value.
        name: &'static str,
        /// The tests that may be here.
        of: &'static [&'static str],
    },
    /// One or more, with a mark between.
    List {
        /// Name of the value.
        name: &'static str,
        /// What one item is made of.
        of: Vec<Slot>,
        /// The mark between items.
        by: Marks,
    },
    /// Parts that begin with their own word, in any order, each at most once.
    Clauses {
        /// The parts, in printed order.
        of: Vec<Clausal>,
    },
    /// All of these or none of them; once begun it must be finished.
    Maybe {
        /// The slots.
        of: Vec<Slot>,
    },
    /// What follows depends on a value read before: what TEXT means depends on the card.
    By {
        /// Name of the value.
        on: &'static str,
        /// The first whose values hold it is read; if none does, nothing.
        of: Vec<Case>,
    },
    /// The shapes are tried in order; the one that gets furthest explains itself.
    Either {
        /// The shapes.
        of: Vec<Vec<Slot>>,
    },
}

/// What a number before or after a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// May be left out, and is 1 then (or the smallest allowed); 1 is not printed.
    Optional,
    /// May be left out, and is 1 then (or the smallest allowed); always printed.
    Printed,
    /// Must be written.
    Needed,
    /// A number or `MAX`; may be left out, and is 1 then; always printed.
    OrMax,
    /// Steps, which are not nouns: the number is before, or after `*` (`3 E`, `E*3`). It may
    /// be left out, and is 1 then; 1 is not printed.
    Steps,
}

/// Whether a word that may be left out is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// It is printed.
    Always,
    /// It is left out.
    Never,
}

/// Words and numbers whose shape is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A letter and one or two digits: `S1`.
    Label,
    /// Four digits: `2113`.
    Hex,
    /// A letter and a number: `E12`.
    Cell,
    /// Two numbers with a comma: `3,-1`.
    Pair,
    /// Dice, and what is added: `2d6+1`.
    Dice,
    /// The name of a file: `map.png`.
    File,
}

/// What may be between the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marks {
    /// `,`: all of them, in the order written.
    All,
    /// `,` or THEN: one after the other; printed `,`.
    Then,
    /// `/` or OR: the first that works, inside a list of the other kind; printed `/`.
    First,
    /// `/`, `,` or OR: the first that works; printed `/`.
    Alternatives,
    /// The same, printed with spaces around (`NE / E / STAY`).
    Spaced,
    /// Best first: `,`, `/` and OR alike; printed `,`.
    Ranking,
    /// `+`.
    Together,
    /// Nothing: each item begins with its own word (`DROP … DROP …`).
    Repeated,
}

/// One part of [`Slot::Clauses`]; begins with its own word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clausal {
    /// What it is made of.
    pub slots: Vec<Slot>,
    /// Whether the line is unfinished without it.
    pub needed: bool,
}

/// What follows some values, in [`Slot::By`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The values as printed; empty: all others.
    pub is: Vec<String>,
    /// What follows them.
    pub slots: Vec<Slot>,
}

/// A fixed word.
pub fn word(words: &'static [&'static str]) -> Slot {
    Slot::Word { words }
}

/// A word that may be left out and is never printed.
pub fn filler(words: &'static [&'static str]) -> Slot {
    let shown = Shown::Never;
    Slot::Filler { words, shown }
}

/// A word that may be left out and is always printed.
pub fn implied(words: &'static [&'static str]) -> Slot {
    let shown = Shown::Always;
    Slot::Filler { words, shown }
}

/// What is read only to be refused.
pub fn refused(of: Vec<Slot>, reason: &'static str, hint: &'static str) -> Slot {
    Slot::Refused { of, reason, hint }
}

/// A mark.
pub fn mark(mark: &'static str) -> Slot {
    Slot::Mark { mark }
}

/// One of several keywords.
pub fn choice(name: &'static str, of: &[&'static [&'static str]]) -> Slot {
    Slot::Choice {
        name,
        of: of.to_vec(),
    }
}

/// A keyword that is there or not.
pub fn flag(name: &'static str, words: &'static [&'static str]) -> Slot {
    maybe(vec![choice(name, &[words])])
}

/// A whole number within bounds.
pub fn number(name: &'static str, min: i64, max: i64) -> Slot {
    Slot::Number { name, min, max }
}

/// One of a list of names.
pub fn name(name: &'static str, of: Names) -> Slot {
    Slot::Name { name, of }
}

/// Several of something.
pub fn list(name: &'static str, by: Marks, of: Vec<Slot>) -> Slot {
    Slot::List { name, of, by }
}

/// All of these or none.
pub fn maybe(of: Vec<Slot>) -> Slot {
    Slot::Maybe { of }
}

/// One of several shapes.
pub fn either(of: Vec<Vec<Slot>>) -> Slot {
    Slot::Either { of }
}

/// Any comparator.
pub fn compare(name: &'static str) -> Slot {
    Slot::Compare { name }
}

/// `IS` or `IS NOT`.
pub fn is(name: &'static str) -> Slot {
    Slot::Is { name }
}

/// A name with a number before or after it, from 1 upwards or as `min` and `max` say.
pub fn counted(name: &'static str, of: Names, min: i64, max: i64, count: Count) -> Slot {
    Slot::Counted {
        name,
        of,
        min,
        max,
        count,
    }
}

/// A word or number of a fixed shape.
pub fn code(name: &'static str, shape: Shape) -> Slot {
    Slot::Code { name, shape }
}

/// All that is left of the line.
pub fn words(name: &'static str) -> Slot {
    Slot::Words { name }
}

/// A text on the lines below.
pub fn text(name: &'static str) -> Slot {
    Slot::Text { name }
}

/// A thing known by its number.
pub fn numbered(name: &'static str, of: Names, hint: &'static str) -> Slot {
    Slot::Numbered { name, of, hint }
}

/// Parts in any order, each at most once.
pub fn clauses(of: Vec<Clausal>) -> Slot {
    Slot::Clauses { of }
}

/// A part that may be left out.
pub fn clause(slots: Vec<Slot>) -> Clausal {
    Clausal {
        slots,
        needed: false,
    }
}

/// A part the line is unfinished without.
pub fn needed(slots: Vec<Slot>) -> Clausal {
    Clausal {
        slots,
        needed: true,
    }
}

/// What depends on the value of that name.
pub fn by(on: &'static str, of: Vec<Case>) -> Slot {
    Slot::By { on, of }
}

/// What follows these values; no values: all others.
pub fn case<T: Into<String>>(is: impl IntoIterator<Item = T>, slots: Vec<Slot>) -> Case {
    Case {
        is: is.into_iter().map(Into::into).collect(),
        slots,
    }
}
