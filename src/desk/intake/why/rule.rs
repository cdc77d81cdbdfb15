//! Which rule applies to an order and to what it met: a game's `why.toml`.

use crate::engine::data::DataPack;
use crate::report::{chapters, rulings};
use serde::Deserialize;
use std::collections::BTreeMap;

/// `why.toml`: where the handbook gives the rule for orders and events.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleTable {
    /// In the order of the file.
    pub rules: Vec<Rule>,
    /// The handbook's headings: each with the title of its chapter, and the chapter's number.
    headings: BTreeMap<String, (String, Option<u32>)>,
    /// The sources of `rules.toml`, by the ids of its rules.
    sources: BTreeMap<String, String>,
}

/// A rule, or several that the handbook gives in one place.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The heading under which the handbook gives it, without a number.
    pub handbook: String,
    /// Ids in `rules.toml`, whose sources are named.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The orders it is about, by their verbs.
    #[serde(default)]
    pub orders: Vec<String>,
    /// What happens by it: events by their names.
    #[serde(default)]
    pub events: Vec<String>,
    /// Whether that goes along with other things, so that the rule is named only where no other
    /// is.
    #[serde(default)]
    pub beside: bool,
}

/// How many rules are named for one line.
const RULES_MAX: usize = 5;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    rule: Vec<Rule>,
}

impl RuleTable {
    /// That of a game; empty if it has none.
    ///
    /// # Errors
    /// A file that does not fit.
    pub fn of(pack: &DataPack) -> Result<Self, String> {
        if !pack.files.contains_key("why.toml") {
            return Ok(RuleTable::default());
        }
        let table: Table = pack.read("why.toml").map_err(|it| it.to_string())?;
        let sources = rulings(pack).map_err(|it| it.to_string())?;
        let mut headings = BTreeMap::new();
        let handbook = pack.files.get("handbook.md").map_or("", |it| it);
        for chapter in chapters(handbook).1 {
            let at = (bare(&chapter.title).to_owned(), chapter.number());
            for heading in chapter.headings() {
                headings.insert(bare(heading).to_owned(), at.clone());
            }
        }
        Ok(RuleTable {
            rules: table.rule,
            headings,
            sources: sources.into_iter().map(|it| (it.id, it.source)).collect(),
        })
    }

    /// The rules for a line with this verb that has met these events, as they are named to a
    /// player: that of the order first.
    pub fn behind<'e>(&self, verb: &str, events: impl Iterator<Item = &'e str>) -> Vec<String> {
        let events: Vec<&str> = events.collect();
        let of_order = self
            .rules
            .iter()
            .filter(|it| it.orders.iter().any(|it| it == verb));
        let met = |rule: &&Rule| rule.events.iter().any(|it| events.contains(&it.as_str()));
        let mut found: Vec<&Rule> = of_order.chain(self.rules.iter().filter(met)).collect();
        if found.iter().any(|it| !it.beside) {
            found.retain(|it| !it.beside);
        }
        let mut named: Vec<String> = Vec::new();
        for rule in found {
            let name = self.name(rule);
            if !name.is_empty() && !named.contains(&name) && named.len() < RULES_MAX {
                named.push(name);
            }
        }
        named
    }

    /// `HANDBOOK 5, At sea: Naval combat (Rulebook 5.6)`. What a club's own handbook does not have
    /// is left out.
    pub fn name(&self, rule: &Rule) -> String {
        let sources = rule.rules.iter().filter_map(|it| self.sources.get(it));
        let mut named: Vec<&str> = Vec::new();
        for source in sources {
            if !named.contains(&source.as_str()) {
                named.push(source);
            }
        }
        let sources = named.join("; ");
        let place = self.headings.get(&rule.handbook).map(|(chapter, number)| {
            let asked = match number {
                Some(number) => format!("{number}, {chapter}"),
                None => chapter.to_lowercase(),
            };
            if *chapter == rule.handbook {
                format!("HANDBOOK {asked}")
            } else {
                format!("HANDBOOK {asked}: {}", rule.handbook)
            }
        });
        match (place, sources.is_empty()) {
            (Some(place), true) => place,
            (Some(place), false) => format!("{place} ({sources})"),
            (None, _) => sources,
        }
    }

    /// What does not fit: headings that the handbook has not, ids that `rules.toml` has not.
    pub fn wrong(&self) -> Vec<String> {
        let headings = self.rules.iter().map(|it| &it.handbook);
        let headings = headings.filter(|it| !self.headings.contains_key(*it));
        let ids = self.rules.iter().flat_map(|it| &it.rules);
        let ids = ids.filter(|it| !self.sources.contains_key(*it));
        headings.chain(ids).cloned().collect()
    }
}

/// A heading without its number and marks.
fn bare(heading: &str) -> &str {
    let heading = heading.trim();
    match heading.split_once(". ") {
        Some((number, rest)) if number.bytes().all(|it| it.is_ascii_digit()) => rest,
        _ => heading,
    }
}
