//! What a line may be made to depend on, as a table: each test once, with its words, its help,
//! its bounds and where its value comes from. The forms, the stored condition, whether it holds,
//! and the remark that it is always or never so are all made of it.
//!
//! Games write such tables with `facts!`, as the handbook has them. In a book a test is known by
//! its first word, so a word that is changed needs a migration of the texts of lines.
//!
//! ```text
//! facts! { AtTable, |at, of|            // the scene; what is looked at, and the name after OF
//!     /// The help.
//!     ["MY"] number(0, 12), of colours() => at.view.tokens(of);
//!     ["TOPCOLOUR" "TOPCOLOR"] name(colours(), &[&["WILD"]]) => at.view.top();
//!     ["MYDOME"] flag => at.view.dome;
//!     ["GAIN"] number(0, 9), in "PLAY" => at.gain;      // in lines of that order only
//!     ["COLLECTIVE"] number(0, 5), of colours(), alone 20 => at.won(of);    // also without a name
//!     ["HAVE"] number(0, 9), of cards(); or_some => at.view.held(of);     // left out: AT LEAST 1
//!     ["HULL"] number(0, 5), whose players() => at.ship(of.whose)?.hull;    // ME, or left out
//! }
//! ```
//!
//! The value of a number or a name may be an `Option`: `None` makes the test false. A name may be
//! answered by several (`IS red`, `IS ME`): then any of them will do.
//!
//! ```
//! use packetboat_core::engine::facts::{Asked, Fact, Facts, Scene};
//! use packetboat_core::engine::reason::EngineReason;
//! use packetboat_core::lang::names::Names;
//! use packetboat_core::lang::said::Compare;
//!
//! /// Tests look at what the seat has of wool and of iron.
//! struct Stock;
//! impl Scene for Stock {
//!     type At<'a> = [i64; 2];
//! }
//! let goods = Names::new("good", ["wool", "iron"]);
//! let held = Fact::<Stock>::number(&["HELD"], "What you have.", (0, 5), |at, of| {
//!     Some(at[usize::from(&**of == "iron")])
//! });
//! let facts = Facts(vec![held.of(goods)]);
//! let asked = |number| Asked {
//!     test: "HELD".to_owned(),
//!     of: Some("iron".to_owned()),
//!     filters: Vec::new(),
//!     whose: None,
//!     is: Some(Compare::AtLeast),
//!     number: Some(number),
//!     name: None,
//! };
//! assert!(facts.holds(&[0, 3], &asked(3)));
//! assert_eq!(facts.remark(&asked(3)), None);
//! let never = EngineReason::Test {
//!     name: "HELD iron".to_owned(),
//!     is: "AT LEAST".to_owned(),
//!     with: 6,
//!     always: false,
//!     least: 0,
//!     most: 5,
//! };
//! assert_eq!(facts.remark(&asked(6)), Some(never));
//! ```

use super::attributes::Condition;
use super::orders::Guard;
use super::reason::EngineReason;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{
    Form, Slot, choice, compare, either, filler, is, maybe, name, number, word,
};
use crate::lang::names::Names;
use crate::lang::said::{Compare, Filter, Said};
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// A test as it is stored: `{ test = "MY", of = "red", is = "at-least", number = 2 }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Which test.
    pub test: String,
    /// Of what: a colour, a card, a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What narrows that, if it is a group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// Whose: another player's; none: the seat's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<String>,
    /// How it is compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<Compare>,
    /// With which number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// With which name or word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Asked {
    /// The condition a test says.
    pub fn of(said: &Said) -> Asked {
        let text = |slot| said.name(slot).or(said.word(slot)).map(str::to_owned);
        let group = said.group("of");
        Asked {
            test: said.form.to_owned(),
            of: group.map(|it| it.head.clone()).or_else(|| text("of")),
            filters: group.map_or_else(Vec::new, |it| it.filters.clone()),
            whose: text("whose"),
            is: said.compare("is"),
            number: said.number("number"),
            name: text("name").or_else(|| text("word")),
        }
    }
}

impl<V> Condition<V> for Asked {
    fn build(_view: &V, said: &Said) -> Result<Self, Diagnostic> {
        Ok(Asked::of(said))
    }
}

/// What a game's tests look at: usually its view, and what the line at hand would do.
pub trait Scene: 'static {
    /// That, for as long as a test takes.
    type At<'a>;
}

/// What a test is asked of: the name after its word (empty: none), and whose that is.
#[derive(Debug, Clone, Copy)]
pub struct Of<'a> {
    of: &'a str,
    /// What narrows that, if it is a group.
    pub filters: &'a [Filter],
    /// Whose; `None`: the seat's own.
    pub whose: Option<&'a str>,
}

impl Deref for Of<'_> {
    type Target = str;
    fn deref(&self) -> &str {
        self.of
    }
}

impl PartialEq<Of<'_>> for String {
    fn eq(&self, other: &Of<'_>) -> bool {
        self.as_str() == other.of
    }
}

/// Whom a test may ask about besides its seat (`HULL red`): left out, or `ME`, it is the seat's
/// own.
#[derive(Debug, Clone)]
pub struct Whose {
    /// The players.
    pub names: Names,
    /// Those of them that mean something in lines of some orders only.
    pub only: &'static [(&'static str, &'static [&'static str])],
    /// Whether they are before the name the test is asked of (`HAS red CANNON`).
    pub first: bool,
}

/// What follows the word of a test.
pub struct Operand(Slot);

impl From<Names> for Operand {
    fn from(names: Names) -> Self {
        Operand(name("of", names))
    }
}

/// Anything that leaves a value called `of`.
impl From<Slot> for Operand {
    fn from(slot: Slot) -> Self {
        Operand(slot)
    }
}

/// Where the number of a test comes from; `None`: there is none now, and the test is false.
pub type NumberOf<S> = for<'a> fn(&<S as Scene>::At<'a>, &Of<'_>) -> Option<i64>;
/// Where the name of a test comes from, or several that mean the same.
pub type NameOf<S> = for<'a> fn(&<S as Scene>::At<'a>, &Of<'_>) -> Option<Vec<String>>;
/// Whether something is so.
pub type FlagOf<S> = for<'a> fn(&<S as Scene>::At<'a>, &Of<'_>) -> bool;

enum FactKind<S: Scene> {
    Number(i64, i64, NumberOf<S>),
    Name(Names, &'static [&'static [&'static str]], NameOf<S>),
    Flag(FlagOf<S>),
}

/// One test.
pub struct Fact<S: Scene> {
    words: &'static [&'static str],
    help: &'static str,
    of: Option<Operand>,
    whose: Option<Whose>,
    /// The largest number where it is asked of none; `None`: one must be named.
    alone: Option<i64>,
    only: &'static [&'static str],
    /// Whether the number may be left out, and is at least 1 then.
    some: bool,
    /// Whether it is recognized by the name it is asked of, without its word: `wool AT LEAST 2`.
    bare: bool,
    kind: FactKind<S>,
}

impl<S: Scene> Fact<S> {
    fn new(words: &'static [&'static str], help: &'static str, kind: FactKind<S>) -> Self {
        Fact {
            words,
            help,
            of: None,
            whose: None,
            alone: None,
            only: &[],
            some: false,
            bare: false,
            kind,
        }
    }

    /// A number from `least` to `most`: `TOP AT LEAST 9`.
    pub fn number(
        words: &'static [&'static str],
        help: &'static str,
        (least, most): (i64, i64),
        value: NumberOf<S>,
    ) -> Self {
        Fact::new(words, help, FactKind::Number(least, most, value))
    }

    /// One of several names, or of these words: `TOPCOLOUR IS red`, `OWNER MUN IS germany`.
    pub fn name(
        words: &'static [&'static str],
        help: &'static str,
        (names, others): (Names, &'static [&'static [&'static str]]),
        value: NameOf<S>,
    ) -> Self {
        Fact::new(words, help, FactKind::Name(names, others, value))
    }

    /// So or not: `MYDOME`.
    pub fn flag(words: &'static [&'static str], help: &'static str, value: FlagOf<S>) -> Self {
        Fact::new(words, help, FactKind::Flag(value))
    }

    /// The same, asked of one of these: `MY red AT LEAST 2`, `SEEN WR`.
    #[must_use]
    pub fn of(self, names: impl Into<Operand>) -> Self {
        let of = Some(names.into());
        Fact { of, ..self }
    }

    /// The same, asked about others too: `HULL red AT LEAST 2`.
    #[must_use]
    pub fn whose(self, whose: Whose) -> Self {
        let whose = Some(whose);
        Fact { whose, ..self }
    }

    /// The same, or asked of none of them, with the largest number there can be then: of all
    /// together, or of the seat itself.
    #[must_use]
    pub fn or_alone(self, most: impl Into<i64>) -> Self {
        let alone = Some(most.into());
        Fact { alone, ..self }
    }

    /// The same, recognized by the name it is asked of: its word may be left out, and is not
    /// printed.
    #[must_use]
    pub fn bare(self) -> Self {
        let bare = true;
        Fact { bare, ..self }
    }

    /// The same, where the number may be left out: at least 1 (`HAVE FATE`).
    #[must_use]
    pub fn or_some(self) -> Self {
        let some = true;
        Fact { some, ..self }
    }

    /// The same, in lines of these orders only.
    #[must_use]
    pub fn only(self, only: &'static [&'static str]) -> Self {
        Fact { only, ..self }
    }

    fn form(&self) -> Form {
        let mut slots = vec![if self.bare {
            filler(self.words)
        } else {
            word(self.words)
        }];
        if let Some(Operand(of)) = &self.of {
            slots.push(match self.alone {
                Some(_) => maybe(vec![of.clone()]),
                None => of.clone(),
            });
        }
        let mut restricted: &[_] = &[];
        if let Some(whose) = &self.whose {
            let named = vec![name("whose", whose.names.clone())];
            let slot = either(vec![named, vec![filler(&["ME"])]]);
            if whose.first {
                slots.splice(1..1, [slot, filler(&[","])]).for_each(drop);
            } else {
                slots.push(slot);
            }
            restricted = whose.only;
        }
        match &self.kind {
            // One beyond what can be is allowed: `TOP UNDER 17` is harmless.
            FactKind::Number(_, most, _) => {
                let most = self.alone.unwrap_or(*most);
                let number = vec![compare("is"), number("number", 0, most + 1)];
                if self.some {
                    slots.push(maybe(number));
                } else {
                    slots.extend(number);
                }
            }
            FactKind::Name(names, words, _) => {
                slots.push(is("is"));
                let named = name("name", names.clone());
                slots.push(if words.is_empty() {
                    named
                } else {
                    either(vec![vec![choice("word", words)], vec![named]])
                });
            }
            FactKind::Flag(_) => {}
        }
        Form {
            restricted,
            ..Form::test(self.words[0], self.help, slots).only(self.only)
        }
    }

    fn holds(&self, at: &S::At<'_>, asked: &Asked) -> bool {
        let of = &Of {
            of: asked.of.as_deref().unwrap_or_default(),
            filters: &asked.filters,
            whose: asked.whose.as_deref(),
        };
        let is = asked.is.unwrap_or(Compare::Is);
        match &self.kind {
            FactKind::Number(_, _, value) => {
                let (is, with) = match asked.number {
                    None => (Compare::AtLeast, self.some.then_some(1)),
                    with => (is, with),
                };
                let found = value(at, of).zip(with);
                found.is_some_and(|(found, with)| is.holds(&found, &with))
            }
            FactKind::Name(_, _, value) => {
                value(at, of)
                    .zip(asked.name.as_ref())
                    .is_some_and(|(found, with)| match is {
                        Compare::IsNot => !found.contains(with),
                        _ => found.contains(with),
                    })
            }
            FactKind::Flag(value) => value(at, of),
        }
    }

    /// That it is always or never so, with the bounds.
    fn remark(&self, asked: &Asked) -> Option<EngineReason> {
        let (FactKind::Number(least, most, _), Some(is), Some(with)) =
            (&self.kind, asked.is, asked.number)
        else {
            return None;
        };
        let most = match &asked.of {
            None => self.alone.as_ref().unwrap_or(most),
            Some(_) => most,
        };
        let holds = |it: &i64| is.holds(it, &with);
        // A comparison turns at its number only.
        let turns = [*least, *most, with - 1, with, with + 1];
        let mut turns = turns.iter().filter(|it| (least..=most).contains(it));
        let always = match (turns.clone().all(holds), turns.any(holds)) {
            (true, _) => true,
            (_, false) => false,
            (false, true) => return None,
        };
        let word = Some(self.words[0]).filter(|_| !self.bare);
        let group = asked.of.as_deref().map(|noun| {
            let filters = asked.filters.iter().map(|it| format!(".{it}"));
            noun.to_owned() + &filters.collect::<String>()
        });
        let words = [word, group.as_deref(), asked.whose.as_deref()];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        Some(EngineReason::Test {
            name: words.join(" "),
            is: is.printed().to_owned(),
            with,
            always,
            least: *least,
            most: *most,
        })
    }
}

/// All tests of a game.
pub struct Facts<S: Scene>(pub Vec<Fact<S>>);

impl<S: Scene> Facts<S> {
    /// The forms, in the order of the table.
    pub fn forms(&self) -> Vec<Form> {
        self.0.iter().map(Fact::form).collect()
    }

    /// Whether a condition holds.
    pub fn holds(&self, at: &S::At<'_>, asked: &Asked) -> bool {
        self.find(asked).holds(at, asked)
    }

    /// Whether a whole `IF` part holds.
    pub fn all_hold(&self, at: &S::At<'_>, guard: &Guard<Asked>) -> bool {
        guard.holds(|it| self.holds(at, it))
    }

    /// What is worth knowing of a condition: that it is always or never so.
    pub fn remark(&self, asked: &Asked) -> Option<EngineReason> {
        self.find(asked).remark(asked)
    }

    fn find(&self, asked: &Asked) -> &Fact<S> {
        let found = self.0.iter().find(|it| it.words[0] == asked.test);
        found.expect("books hold tests of the table only")
    }
}

/// A table of tests. Each is written as the handbook has it: its help as doc comment, its words,
/// what it may be asked of, its bounds or names, and where its value comes from. `at` is what the
/// tests look at, `of` the word they are asked of; a value is made of these two and can capture
/// nothing else, while names and bounds may.
#[doc(hidden)]
#[macro_export]
macro_rules! facts {
    (
        $scene:ty, |$at:ident, $of:ident|
        $(
            $(#[doc = $help:literal])+
            [$($word:literal)+] $kind:ident $(($($arg:expr),+))?
            $(, of $names:expr)? $(, whose $whose:expr)? $(, alone $alone:expr)?
            $(, in $($only:literal)/+)? $(; $bare:ident)?
                => $value:expr;
        )+
    ) => {
        $crate::engine::facts::Facts(vec![$({
            let help = concat!($($help),+).trim_ascii();
            let words: &'static [&'static str] = &[$($word),+];
            let fact = $crate::engine::facts::facts!(
                @$kind $scene, words, help, ($($($arg),+)?), |$at, $of| $value
            );
            $( let fact = fact.of($names); )?
            $( let fact = fact.whose($whose); )?
            $( let fact = fact.or_alone($alone); )?
            $( let fact = fact.only(&[$($only),+]); )?
            $( let fact = fact.$bare(); )?
            fact
        }),+])
    };
    (
        @number $scene:ty, $words:ident, $help:ident, ($least:expr, $most:expr),
        |$at:ident, $of:ident| $value:expr
    ) => {
        $crate::engine::facts::Fact::<$scene>::number(
            $words,
            $help,
            (i64::from($least), i64::from($most)),
            |$at, $of| { let _ = $of; $crate::engine::facts::FactValue::found($value) },
        )
    };
    (
        @name $scene:ty, $words:ident, $help:ident, ($names:expr, $others:expr),
        |$at:ident, $of:ident| $value:expr
    ) => {
        $crate::engine::facts::Fact::<$scene>::name($words, $help, ($names, $others), |$at, $of| {
            let _ = $of;
            $crate::engine::facts::FactValue::found($value)
        })
    };
    (@flag $scene:ty, $words:ident, $help:ident, (), |$at:ident, $of:ident| $value:expr) => {
        $crate::engine::facts::Fact::<$scene>::flag($words, $help, |$at, $of| {
            let _ = $of;
            $value
        })
    };
}

pub use facts;

/// What a test can find: a number, a word, or none of it now.
pub trait FactValue<T> {
    /// The value found, if there is one now.
    fn found(self) -> Option<T>;
}

macro_rules! counts {
    ($($number:ty)+) => { $(
        impl FactValue<i64> for $number {
            fn found(self) -> Option<i64> {
                Some(self.into())
            }
        }
    )+ };
}

counts!(u8 u32 i64);

impl FactValue<Vec<String>> for &str {
    fn found(self) -> Option<Vec<String>> {
        Some(vec![self.to_owned()])
    }
}

impl FactValue<Vec<String>> for Vec<String> {
    fn found(self) -> Option<Vec<String>> {
        Some(self)
    }
}

impl<T, N: FactValue<T>> FactValue<T> for Option<N> {
    fn found(self) -> Option<T> {
        self.and_then(FactValue::found)
    }
}
