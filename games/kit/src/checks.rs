//! What must hold of a game's tables, and of its stored state: rules declared one after another
//! beside what they are about. The first that is broken is told, with the entry that breaks it and
//! what it must be.
//!
//! Not here: whether a file can be read at all (`DataPack::read`).

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

/// Rules about one file, or about a state. Once one is broken the others are not looked at, so that
/// a rule may rely on those before it.
///
/// ```
/// use packetboat_kit::checks::Checks;
/// let cards = [("FATE", 2), ("WAR", 0)];
/// let error = Checks::default()
///     .once("a card", cards.map(|it| it.0))
///     .each(cards, |it| it.0, |it| it.1 > 0, "a card has copies")
///     .in_file("cards.toml");
/// assert_eq!(error.unwrap_err().to_string(), "cards.toml: WAR: a card has copies");
/// ```
#[derive(Debug, Default)]
#[must_use = "what is broken is told by `in_file` or `in_state`"]
pub struct Checks(Option<String>);

impl Checks {
    /// That something holds; `rule` says what.
    pub fn that<W: Display>(self, holds: impl FnOnce() -> bool, rule: W) -> Self {
        self.unless_found(|| (!holds()).then(|| rule.to_string()))
    }

    /// That each entry is so; `rule` says how, and `name` which one is not.
    pub fn each<T, N: Display>(
        self,
        entries: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> N,
        fits: impl Fn(&T) -> bool,
        rule: &str,
    ) -> Self {
        self.unless_found(|| {
            let odd = entries.into_iter().find(|it| !fits(it))?;
            Some(format!("{}: {rule}", name(&odd)))
        })
    }

    /// That none of these is there twice; `what` is one of them: `a card`.
    pub fn once<N: Ord + Display>(self, what: &str, names: impl IntoIterator<Item = N>) -> Self {
        self.unless_found(|| {
            let mut seen = BTreeSet::new();
            for name in names {
                if seen.contains(&name) {
                    return Some(format!("{name} is there twice: {what} is there once"));
                }
                seen.insert(name);
            }
            None
        })
    }

    /// That all of these are there; `what` is who names them, and `there` what they may name.
    pub fn known<N: Ord + Display>(
        self,
        what: &str,
        names: impl IntoIterator<Item = N>,
        there: impl IntoIterator<Item = N>,
    ) -> Self {
        self.unless_found(|| {
            let there: Vec<N> = there.into_iter().collect();
            let stranger = names.into_iter().find(|it| !there.contains(it))?;
            let there = crate::words::commas(there);
            Some(format!("{what} names {stranger}; there are {there}"))
        })
    }

    /// That there are so many; `what` says of what: `faces of the die`.
    pub fn count(self, what: &str, number: usize, wanted: usize) -> Self {
        let rule = format!("{number} {what}, and {wanted} are needed");
        self.that(|| number == wanted, rule)
    }

    fn unless_found(mut self, wrong: impl FnOnce() -> Option<String>) -> Self {
        self.0 = self.0.or_else(wrong);
        self
    }

    /// All rules hold of this file of a game's tables.
    ///
    /// # Errors
    /// The first that does not.
    pub fn in_file(self, file: &str) -> Result<(), DataError> {
        self.0.map_or(Ok(()), |it| Err(DataError::new(file, it)))
    }

    /// All rules hold of a stored state.
    ///
    /// # Errors
    /// The first that does not.
    pub fn in_state(self) -> Result<(), Broken> {
        self.0.map_or(Ok(()), |it| Err(Broken(it)))
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
        let checks = Checks::default;
        let codes = ["CHJ", "AMG"];
        assert_eq!(told(checks().once("an area", codes)), "");
        let twice = told(checks().once("an area", ["CHJ", "AMG", "CHJ"]));
        assert_eq!(twice, "CHJ is there twice: an area is there once");
        assert_eq!(told(checks().known("`keep`", ["AMG"], codes)), "");
        let stranger = told(checks().known("`keep`", ["AMG", "BOG"], codes));
        assert_eq!(stranger, "`keep` names BOG; there are CHJ, AMG");
        let faces = told(checks().count("faces of the die", 5, 6));
        assert_eq!(faces, "5 faces of the die, and 6 are needed");
    }

    #[test]
    fn the_first_rule_that_is_broken_is_told_and_later_ones_are_not_tried() {
        let checks = Checks::default()
            .that(|| true, "holds")
            .that(|| false, "the sea is one piece")
            .that(|| unreachable!("this relies on the rule before"), "");
        assert_eq!(told(checks), "the sea is one piece");
    }
}
