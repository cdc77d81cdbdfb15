//! What must hold of a game's tables, and of its stored state: rules declared one after another
//! beside what they are about. The first that is broken is told, with the entry that breaks it and
//! what it must be.
//!
//! Not here: whether a file can be read at all (`DataPack::read`).

use super::words::commas;
use packetboat_core::engine::data::DataError;
use packetboat_core::engine::rules::Broken;
use std::collections::BTreeSet;
use std::fmt::Display;

/// That something holds, or else why not: a refusal, an error.
///
/// ```
/// use packetboat_kit::checks::unless;
/// assert_eq!(unless(2 > 1, || "too few"), Ok(()));
/// assert_eq!(unless(1 > 2, || "too few"), Err("too few"));
/// ```
///
/// # Errors
/// It does not hold.
pub fn unless<E>(holds: bool, why: impl FnOnce() -> E) -> Result<(), E> {
    if holds { Ok(()) } else { Err(why()) }
}

/// Rules about one file, or about a state: each is said, and then checked of what it concerns. Once
/// one is broken the others are not looked at, so that a rule may rely on those before it.
///
/// ```
/// use packetboat_kit::checks::Checks;
/// let cards = [("FATE", 2), ("WAR", 0)];
/// let error = Checks::default()
///     .rule("each card has a code of its own")
///     .once(cards.map(|it| it.0))
///     .rule("each card has copies")
///     .each(cards, |it| it.0, |it| it.1 > 0)
///     .in_file("cards.toml");
/// assert_eq!(error.unwrap_err().to_string(), "cards.toml: WAR: each card has copies");
/// ```
#[derive(Debug, Default)]
#[must_use = "`in_file` or `in_state` report what is broken"]
pub struct Checks {
    rule: &'static str,
    wrong: Option<String>,
}

impl Checks {
    /// What must hold, as it is told to who breaks it.
    pub fn rule(self, rule: &'static str) -> Self {
        Checks { rule, ..self }
    }

    /// That it holds.
    pub fn that(self, holds: impl FnOnce() -> bool) -> Self {
        self.unless_found(|rule| (!holds()).then(|| rule.to_owned()))
    }

    /// That each entry is so; `name` says which one is not.
    pub fn each<T, N: Display>(
        self,
        entries: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> N,
        fits: impl Fn(&T) -> bool,
    ) -> Self {
        self.unless_found(|rule| {
            let odd = entries.into_iter().find(|it| !fits(it))?;
            Some(format!("{}: {rule}", name(&odd)))
        })
    }

    /// That none of these is there twice.
    pub fn once<N: Ord + Display>(self, names: impl IntoIterator<Item = N>) -> Self {
        self.unless_found(|rule| {
            let mut seen = BTreeSet::new();
            for name in names {
                if seen.contains(&name) {
                    return Some(format!("{name} is there twice: {rule}"));
                }
                seen.insert(name);
            }
            None
        })
    }

    /// That all of these are among those.
    pub fn known<N: Ord + Display>(
        self,
        names: impl IntoIterator<Item = N>,
        among: impl IntoIterator<Item = N>,
    ) -> Self {
        self.unless_found(|rule| {
            let among: Vec<N> = among.into_iter().collect();
            let stranger = names.into_iter().find(|it| !among.contains(it))?;
            Some(format!("{stranger} is none of {}: {rule}", commas(among)))
        })
    }

    /// That there are so many.
    pub fn count(self, number: usize, wanted: usize) -> Self {
        let told = format!("there are {number}, not {wanted}");
        self.unless_found(|rule| (number != wanted).then(|| format!("{told}: {rule}")))
    }

    fn unless_found(mut self, wrong: impl FnOnce(&str) -> Option<String>) -> Self {
        self.wrong = self.wrong.or_else(|| wrong(self.rule));
        self
    }

    /// All rules hold of this file of a game's tables.
    ///
    /// # Errors
    /// The first that does not.
    pub fn in_file(self, file: &str) -> Result<(), DataError> {
        self.wrong
            .map_or(Ok(()), |it| Err(DataError::new(file, it)))
    }

    /// All rules hold of a stored state.
    ///
    /// # Errors
    /// The first that does not.
    pub fn in_state(self) -> Result<(), Broken> {
        self.wrong.map_or(Ok(()), |it| Err(Broken(it)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(checks: Checks) -> String {
        checks.in_state().map_or_else(|it| it.0, |()| String::new())
    }

    #[test]
    fn what_is_broken_is_named() {
        let rule = |it| Checks::default().rule(it);
        let codes = ["CHJ", "AMG"];
        assert_eq!(told(rule("an area stands once").once(codes)), "");
        let twice = told(rule("an area stands once").once(["CHJ", "AMG", "CHJ"]));
        assert_eq!(twice, "CHJ is there twice: an area stands once");
        assert_eq!(told(rule("`keep` names areas").known(["AMG"], codes)), "");
        let stranger = told(rule("`keep` names areas").known(["AMG", "BOG"], codes));
        assert_eq!(stranger, "BOG is none of CHJ, AMG: `keep` names areas");
        let faces = told(rule("the die has six faces").count(5, 6));
        assert_eq!(faces, "there are 5, not 6: the die has six faces");
    }

    #[test]
    fn the_first_rule_that_is_broken_is_told_and_later_ones_are_not_tried() {
        let checks = Checks::default()
            .rule("there is a sea")
            .that(|| true)
            .rule("the sea is one piece")
            .that(|| false)
            .rule("each port lies on it")
            .that(|| unreachable!("this relies on the rule before"));
        assert_eq!(told(checks), "the sea is one piece");
    }
}
