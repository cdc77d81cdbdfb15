//! What a line says, once read by a form: values by name, before any game has looked at them.

use super::diagnostic::Span;
use super::form::Tried;
use super::sheet::Scope;
use serde::{Deserialize, Serialize};

/// A line (or one branch of it, or one test) that fits a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Name of the form.
    pub form: &'static str,
    /// The values of all slots that have a name, in written order; those of `Maybe`, `Either`
    /// and `Clauses` are among them.
    pub values: Vec<Value>,
    /// The whole of it.
    pub span: Span,
    /// The one spelling.
    pub printed: String,
}

impl Said {
    /// The value of that name, if the slot was filled.
    pub fn get(&self, name: &str) -> Option<&Value> {
        find(&self.values, name)
    }

    /// Whether the slot was filled.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The name in a `Name`, `Dotted` or `Code` slot.
    pub fn name(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_name)
    }

    /// The number in a `Number` slot.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Value::as_number)
    }

    /// The keyword of a `Choice` slot.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        self.get(name).and_then(Value::as_word)
    }

    /// The comparator of a `Compare` or `Is` slot.
    pub fn compare(&self, name: &str) -> Option<Compare> {
        match self.get(name)?.is {
            Is::Compare(sign) => Some(sign),
            _ => None,
        }
    }

    /// The group of a `Dotted` slot.
    pub fn group(&self, name: &str) -> Option<&Group> {
        self.get(name).and_then(Value::as_group)
    }

    /// The items of a `List` slot; empty if it was left out.
    pub fn items(&self, name: &str) -> &[Vec<Value>] {
        self.get(name).map_or(&[], Value::items)
    }

    /// The condition of a `Condition` or `Test` slot.
    pub fn condition(&self, name: &str) -> Option<&Condition> {
        match &self.get(name)?.is {
            Is::Condition(condition) => Some(condition),
            _ => None,
        }
    }
}

/// The value of that name among these.
pub fn find<'a>(values: &'a [Value], name: &str) -> Option<&'a Value> {
    values.iter().find(|it| it.name == name)
}

/// The items of a `List` slot among these; empty if it was left out.
pub fn items<'a>(values: &'a [Value], name: &str) -> &'a [Vec<Value>] {
    find(values, name).map_or(&[], Value::items)
}

/// What filled one slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// Name of the slot.
    pub name: &'static str,
    /// Where it is.
    pub span: Span,
    /// What it is.
    pub is: Is,
}

impl Value {
    /// The name, if it is one.
    pub fn as_name(&self) -> Option<&str> {
        match &self.is {
            Is::Name(name) => Some(name),
            Is::Group(group) => Some(&group.printed),
            _ => None,
        }
    }

    /// The group, if it is one.
    pub fn as_group(&self) -> Option<&Group> {
        match &self.is {
            Is::Group(group) => Some(group),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<i64> {
        match self.is {
            Is::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is one that can be counted.
    pub fn as_count(&self) -> Option<u32> {
        self.as_number().and_then(|it| u32::try_from(it).ok())
    }

    /// The items of a list; empty if it is none.
    pub fn items(&self) -> &[Vec<Value>] {
        match &self.is {
            Is::Many(items) => items,
            _ => &[],
        }
    }

    /// How it compares.
    pub fn as_compare(&self) -> Option<Compare> {
        match self.is {
            Is::Compare(compare) => Some(compare),
            _ => None,
        }
    }

    /// The keyword, if it is one.
    pub fn as_word(&self) -> Option<&'static str> {
        match self.is {
            Is::Word(word) => Some(word),
            _ => None,
        }
    }
}

/// The kinds of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Is {
    /// A keyword, in its first spelling.
    Word(&'static str),
    /// A number.
    Number(i64),
    /// A name or a code, as printed.
    Name(String),
    /// A group.
    Group(Group),
    /// A counted name; `count` is `None` for `MAX`.
    Counted {
        /// How many.
        count: Option<i64>,
        /// Of what.
        name: String,
    },
    /// A text, its lines parted by line feeds.
    Text(String),
    /// A comparator.
    Compare(Compare),
    /// The items of a list.
    Many(Vec<Vec<Value>>),
    /// A condition or a test.
    Condition(Condition),
}

/// A group, as a `Dotted` slot reads it: `FOE.STRUG.NOT-CH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What comes first.
    pub head: String,
    /// What narrows it, in written order.
    pub filters: Vec<Filter>,
    /// The one spelling of the whole.
    pub printed: String,
}

/// What narrows a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// The word.
    pub of: String,
    /// Turned round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not: bool,
}

impl std::fmt::Display for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let not = if self.not { "NOT-" } else { "" };
        write!(f, "{not}{}", self.of)
    }
}

/// How two numbers (or names) are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// `AT LEAST`
    AtLeast,
    /// `AT MOST`
    AtMost,
    /// `OVER`
    Over,
    /// `UNDER`
    Under,
    /// `IS`
    Is,
    /// `IS NOT`
    IsNot,
}

impl Compare {
    /// Whether `left` compares so to `right`.
    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Compare::AtLeast => left >= right,
            Compare::AtMost => left <= right,
            Compare::Over => left > right,
            Compare::Under => left < right,
            Compare::Is => left == right,
            Compare::IsNot => left != right,
        }
    }

    /// The printed form.
    pub fn printed(self) -> &'static str {
        match self {
            Compare::AtLeast => "AT LEAST",
            Compare::AtMost => "AT MOST",
            Compare::Over => "OVER",
            Compare::Under => "UNDER",
            Compare::Is => "IS",
            Compare::IsNot => "IS NOT",
        }
    }
}

/// The tests after an `IF`; AND and OR are never together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Whether all must hold or any.
    pub joined: Joined,
    /// At least one.
    pub tests: Vec<Test>,
}

/// AND or OR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joined {
    /// AND; also for one test alone.
    #[default]
    All,
    /// OR.
    Any,
}

/// One test, perhaps with NOT before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// Turned round.
    pub not: bool,
    /// The test.
    pub said: Said,
}

/// One order line as read: a chain of branches parted by `ELSE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine {
    /// The line of the block it begins on.
    pub number: u32,
    /// Which sheet, or standing.
    pub scope: Scope,
    /// `EACH` was written before it.
    pub each: bool,
    /// Name of the form of its first branch.
    pub form: &'static str,
    /// The printed words of its key, verb first: what a newer standing line must share.
    pub key: Vec<String>,
    /// How often it is tried.
    pub tried: Tried,
    /// The one spelling of the whole line, `STANDING` included.
    pub printed: String,
    /// At least one.
    pub branches: Vec<Branch>,
}

/// One of the orders an `ELSE` parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its `IF` part.
    pub when: Option<Condition>,
    /// The order.
    pub said: Said,
}
