//! Lists of names that a slot accepts, and their one spelling.
//!
//! Not here: cutting words out of a line (`cut`), and which list a slot uses (`form`).

use serde::Serialize;

/// One thing that can be named: a card, a place, a seat, a good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Noun {
    /// The printed name, and what [`crate::lang::said::Is::Name`] holds.
    pub name: String,
    /// Other spellings, read but never printed.
    pub also: Vec<String>,
    /// How several of them are printed (`soldiers`); `None`: as one of them.
    pub plural: Option<String>,
}

impl Noun {
    /// A name without other spellings.
    pub fn new(name: impl Into<String>) -> Self {
        Noun {
            name: name.into(),
            also: Vec::new(),
            plural: None,
        }
    }

    /// The same with another spelling.
    #[must_use]
    pub fn or(mut self, spelling: impl Into<String>) -> Self {
        self.also.push(spelling.into());
        self
    }

    /// The same with a printed plural.
    #[must_use]
    pub fn many(mut self, plural: impl Into<String>) -> Self {
        self.plural = Some(plural.into());
        self
    }
}

/// What a slot may name, with the word for it in complaints ("no card is called …").
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Names {
    /// The kind, for complaints: `card`, `card or colour`.
    pub kind: &'static str,
    /// In the order of the game's data.
    pub of: Vec<Noun>,
}

impl Names {
    /// A list of plain names.
    pub fn new<T: Into<String>>(kind: &'static str, of: impl IntoIterator<Item = T>) -> Self {
        Names {
            kind,
            of: of.into_iter().map(Noun::new).collect(),
        }
    }

    /// A list of nouns with other spellings.
    pub fn of(kind: &'static str, of: impl IntoIterator<Item = Noun>) -> Self {
        Names {
            kind,
            of: of.into_iter().collect(),
        }
    }
}
