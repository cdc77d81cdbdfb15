//! Which rule applies to an order and to what it met: a game's `why.toml`.

use crate::engine::data::DataPack;
use crate::report::{chapters, rulings};
use serde::Deserialize;
use serde_json::Value;
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
    /// What these rules say.
    texts: BTreeMap<String, String>,
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
    /// Uses of cards that it is about, beside the rule of the order or event itself: an order's
    /// verb and the word after the card (`PLAY TEXT`, of `PLAY WAR TEXT`); an event's name and its
    /// field `use` (`played text`).
    #[serde(default)]
    pub uses: Vec<String>,
    /// Cards, or whatever else there are several of, that have rules of their own, named in place
    /// of `rules` where an order or an event is about such a one: `FATE = ["fate"]`.
    #[serde(default)]
    pub cards: BTreeMap<String, Vec<String>>,
    /// The field of its events that says which of them; `card`, if it is not given.
    #[serde(default)]
    pub field: Option<String>,
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

/// A rule that applies, with those of the card it is about.
type Applied<'t> = (&'t Rule, Option<&'t [String]>);

impl Rule {
    /// The rules of the card of this name.
    fn own(&self, card: &str) -> Option<&[String]> {
        self.cards.get(card).map(Vec::as_slice)
    }

    /// Those of the card that a line has such a use for.
    fn used(&self, verb: &str, words: &[&str]) -> Option<&[String]> {
        let is_one = |it: &str| self.uses.iter().any(|one| *one == format!("{verb} {it}"));
        let mut pairs = words.windows(2).filter(|it| is_one(it[1]));
        pairs.find_map(|it| self.own(it[0]))
    }

    /// How it applies to an event, if it does.
    fn met(&self, event: &Value) -> Option<Applied<'_>> {
        let name = event["event"].as_str().unwrap_or_default();
        let field = &event[self.field.as_deref().unwrap_or("card")];
        let card = match field {
            Value::String(card) => self.own(&card.to_uppercase()),
            Value::Number(number) => self.own(&number.to_string()),
            _ => None,
        };
        if self.events.iter().any(|it| it == name) {
            return Some((self, card));
        }
        let used = format!("{name} {}", event["use"].as_str().unwrap_or_default());
        let is_one = self.uses.contains(&used);
        card.filter(|_| is_one).map(|it| (self, Some(it)))
    }
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
        let texts = sources.iter().map(|it| (it.id.clone(), it.text.clone()));
        Ok(RuleTable {
            rules: table.rule,
            headings,
            texts: texts.collect(),
            sources: sources.into_iter().map(|it| (it.id, it.source)).collect(),
        })
    }

    /// The rules for a line with these words that has met these events, as they are named to a
    /// player: that of the order first, each card's before that of all.
    pub fn of_line(&self, line: &[&str], events: &[&Value]) -> Vec<String> {
        let (verb, words) = match line {
            [verb, words @ ..] => (*verb, words),
            [] => ("", line),
        };
        let mut found: Vec<Applied<'_>> = Vec::new();
        for rule in &self.rules {
            if rule.orders.iter().any(|it| it == verb) {
                found.push((rule, words.iter().find_map(|it| rule.own(it))));
            }
            found.extend(rule.used(verb, words).map(|it| (rule, Some(it))));
        }
        for rule in &self.rules {
            found.extend(events.iter().filter_map(|it| rule.met(it)));
        }
        if found.iter().any(|it| !it.0.beside) {
            found.retain(|it| !it.0.beside);
        }
        let of_cards: Vec<&Rule> = found
            .iter()
            .filter(|it| it.1.is_some())
            .map(|it| it.0)
            .collect();
        found.retain(|it| it.1.is_some() || of_cards.iter().all(|rule| !std::ptr::eq(*rule, it.0)));
        let mut named: Vec<String> = Vec::new();
        for (rule, card) in found {
            let name = match card {
                Some(card) => self.of_card(rule, card),
                None => self.name(rule),
            };
            // One with its words says what the same without them would.
            let says = |long: &str, short: &str| {
                let rest = long.strip_prefix(short);
                rest.is_some_and(|it| it.is_empty() || short.ends_with(')'))
            };
            if name.is_empty() || named.iter().any(|it| says(it, &name)) {
                continue;
            }
            named.retain(|it| !says(&name, it));
            if named.len() < RULES_MAX {
                named.push(name);
            }
        }
        named
    }

    /// The same of a card's own rules, with what they say.
    fn of_card(&self, rule: &Rule, own: &[String]) -> String {
        let name = self.name(&Rule {
            rules: own.to_vec(),
            ..rule.clone()
        });
        let says = own.iter().filter_map(|it| self.texts.get(it));
        let says: Vec<&str> = says.map(String::as_str).collect();
        format!("{name}: {}", says.join(" "))
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
        let of_cards = self.rules.iter().flat_map(|it| it.cards.values().flatten());
        let ids = self.rules.iter().flat_map(|it| &it.rules).chain(of_cards);
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
