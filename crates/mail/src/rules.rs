//! The style sheet of an HTML text: which rules there are, and which fit an element.
//!
//! A rule is told by its last part alone: `.note p.small` counts for every `p.small`. Rules for
//! other papers than a screen, for screens of some size, and for what is only so at times
//! (`:hover`) are left aside. Not here: what is declared (`css`).

use super::css::{Says, declare, say_all, without_comments, word};
use std::collections::BTreeMap;

/// Bytes of style sheets that are read.
const STYLE_BYTES_MAX: usize = 128 * 1024;
/// Rules kept of one name, so that no element has to be held against all.
const NAMESAKES_MAX: usize = 16;
/// Classes looked at of one element.
const CLASSES_MAX: usize = 20;
/// How deep rules may stand in each other.
const DEPTH_MAX: usize = 4;

/// The rules of a text.
#[derive(Debug, Default)]
pub struct Rules {
    /// By the most telling name in each: `#id`, `.class`, or an element's.
    named: BTreeMap<String, Vec<Rule>>,
    count: usize,
    bytes: usize,
}

/// One rule.
#[derive(Debug)]
struct Rule {
    /// What an element must have, in one order.
    wants: Vec<String>,
    /// How telling it is: names, classes, elements.
    weight: (usize, usize, usize),
    /// The later of two that tell as much wins.
    order: usize,
    says: Says,
}

impl Rules {
    /// Adds those of a style sheet.
    pub fn add(&mut self, text: &str) {
        let left = STYLE_BYTES_MAX - self.bytes.min(STYLE_BYTES_MAX);
        self.bytes = self.bytes.saturating_add(text.len());
        let mut end = left.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let plain = without_comments(&text[..end]);
        let plain = plain.replace("<!--", " ").replace("-->", " ");
        self.read(&plain, 0);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }

    fn read(&mut self, text: &str, depth: usize) {
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            // What ends before a block is a rule without one: `@import …;`.
            let head = rest[..open].rsplit(';').next().unwrap_or_default().trim();
            let behind = &rest[open + 1..];
            let nested = head.starts_with('@');
            let end = match nested {
                true => closing(behind),
                false => behind.find('}').unwrap_or(behind.len()),
            };
            let inner = &behind[..end];
            rest = behind.get(end + 1..).unwrap_or_default();
            match nested {
                true if depth < DEPTH_MAX && always(head) => self.read(inner, depth + 1),
                true => {}
                false => self.rule(head, inner),
            }
        }
    }

    fn rule(&mut self, selectors: &str, declarations: &str) {
        let mut says = Says::default();
        declare(&mut says, declarations);
        if says.iter().all(Option::is_none) {
            return;
        }
        for selector in selectors.split(',') {
            let Some((wants, weight)) = wanted(selector) else {
                continue;
            };
            let key = wants.first().cloned().unwrap_or_default();
            let namesakes = self.named.entry(key).or_default();
            self.count += 1;
            match namesakes.iter().position(|it| it.wants == wants) {
                Some(same) => {
                    say_all(&mut namesakes[same].says, &says);
                    namesakes[same].order = self.count;
                }
                None if namesakes.len() < NAMESAKES_MAX => namesakes.push(Rule {
                    wants,
                    weight,
                    order: self.count,
                    says,
                }),
                None => {}
            }
        }
    }

    /// What they say of an element.
    pub fn of(&self, element: &str, id: Option<&str>, classes: Option<&str>) -> Says {
        let mut says = Says::default();
        if self.is_empty() {
            return says;
        }
        let classes = classes.unwrap_or_default().split_whitespace();
        let classes = classes
            .take(CLASSES_MAX)
            .map(|it| format!(".{it}").to_lowercase());
        let mut has: Vec<String> = classes.collect();
        has.extend(id.map(|it| format!("#{it}").to_lowercase()));
        has.push(element.to_owned());
        has.push(String::new());
        has.sort();
        has.dedup();
        let named = has.iter().filter_map(|it| self.named.get(it)).flatten();
        let mut fit: Vec<&Rule> = named
            .filter(|it| it.wants.iter().all(|it| has.binary_search(it).is_ok()))
            .collect();
        fit.sort_by_key(|it| (it.weight, it.order));
        for rule in fit {
            say_all(&mut says, &rule.says);
        }
        says
    }
}

/// Where the block ends that has just begun.
fn closing(text: &str) -> usize {
    let mut depth = 1;
    let found = text.find(|it| {
        match it {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    found.unwrap_or(text.len())
}

/// Whether what stands in a block that begins so counts on every screen.
fn always(head: &str) -> bool {
    let head = word(head);
    let (name, rest) = head.split_once(' ').unwrap_or((&head, ""));
    match name {
        "@media" => is_screen(rest),
        "@supports" => !rest.starts_with("not"),
        "@layer" => true,
        _ => false,
    }
}

/// Whether a list of media is that of every screen.
pub fn is_screen(media: &str) -> bool {
    let mut media = media.split(',').map(|it| it.trim().to_lowercase());
    media.any(|it| matches!(it.as_str(), "" | "all" | "screen" | "only screen"))
}

/// What an element must have for a selector to fit, the most telling first, and how telling it is.
fn wanted(selector: &str) -> Option<(Vec<String>, (usize, usize, usize))> {
    let selector = word(selector);
    let last = selector.rsplit([' ', '>', '+', '~']).next()?;
    if last.is_empty() || last.contains([':', '[', '(', '"']) {
        return None;
    }
    let mut parts: Vec<String> = vec![String::new()];
    for letter in last.chars() {
        if matches!(letter, '.' | '#') {
            parts.push(String::new());
        }
        parts.last_mut()?.push(letter);
    }
    parts.retain(|it| !it.is_empty() && it != "*");
    let rank = |it: &String| match it.chars().next() {
        Some('#') => 0,
        Some('.') => 1,
        _ => 2,
    };
    parts.sort_by_key(|it| (rank(it), it.clone()));
    parts.dedup();
    let count = |of: usize| parts.iter().filter(|it| rank(it) == of).count();
    let weight = (count(0), count(1), count(2));
    Some((parts, weight))
}
