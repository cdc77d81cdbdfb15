//! The templates: loading, strictness, and errors that name file and line.
//!
//! Not here: what a template is given (`page`, `receipt`, `letters`, `games`).

use super::filters;
use super::meter;
use super::metered::{self, Refused};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::sync::{Arc, Mutex, PoisonError};

/// Steps that one template may take: the longest report takes some two hundred thousand. One that
/// goes round in circles ends there.
const STEPS_MAX: u64 = 20_000_000;

/// The same where a club has templates of its own, whose steps may be dear.
const OWN_STEPS_MAX: u64 = 2_000_000;

/// What failed of a club's own templates, each with file and line.
pub type Failures = Arc<Mutex<BTreeSet<String>>>;

/// All templates of a club.
///
/// A template sees data and nothing else: what players wrote is never parsed as a template, and a
/// name that is not there is an error instead of an empty place.
///
/// A template of the club's own that fails gives way to the one compiled in, with all the others:
/// a turn must not wait for a mistake in a template. What failed is remembered.
pub struct Templates {
    environment: Environment<'static>,
    /// Those compiled in alone; `None`: the club has no others.
    plain: Option<Environment<'static>>,
    failed: Failures,
    /// Where it is noted as well.
    also: Option<Failures>,
}

/// One event or question, rendered by the macro of its name.
pub(super) struct Macros<'a> {
    /// The template that holds the macros: `these-new-worlds/events.txt`.
    pub(super) file: String,
    /// The field that names the macro: `event`.
    pub(super) tag: &'a str,
}

impl Templates {
    /// These templates, each compiled when it is first needed: a run that writes one receipt need
    /// not read what reports are made of. Keys are paths under `templates/`.
    pub fn of(files: BTreeMap<String, String>) -> Self {
        Templates {
            environment: Templates::environment(files, false),
            plain: None,
            failed: Failures::default(),
            also: None,
        }
    }

    fn environment(files: BTreeMap<String, String>, weighs: bool) -> Environment<'static> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|name| {
            if name.ends_with(".html") || name.ends_with(".xml") {
                AutoEscape::Html
            } else {
                AutoEscape::None
            }
        });
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()
            .expect("the usual marks");
        environment.set_syntax(syntax);
        if weighs {
            meter::add(&mut environment);
            environment.set_loader(move |name| files.get(name).map(|it| marked(it)).transpose());
        } else {
            filters::add(&mut environment, "");
            environment.set_loader(move |name| Ok(files.get(name).cloned()));
        }
        environment.set_fuel(Some(if weighs { OWN_STEPS_MAX } else { STEPS_MAX }));
        environment
    }

    /// The same, and a club's own, which take the place of those of the same names. They are
    /// compiled at once: a referee hears of a mistake before a turn depends on it. Those that do
    /// not parse, or are not UTF-8, count as failed.
    pub fn load(files: BTreeMap<String, String>, own: BTreeMap<String, Vec<u8>>) -> Self {
        if own.is_empty() {
            return Templates::of(files);
        }
        let mut templates = Templates {
            environment: Templates::environment(files.clone(), true),
            plain: Some(Templates::environment(files, false)),
            failed: Failures::default(),
            also: None,
        };
        for (name, bytes) in own {
            let Ok(text) = String::from_utf8(bytes) else {
                templates.note(&format!("templates/{name}: it is not UTF-8"));
                continue;
            };
            let text = match metered::source(&text) {
                Ok(text) => text,
                Err(refused) => {
                    let Refused { line, what } = refused;
                    templates.note(&format!("templates/{name}, line {line}: {what}"));
                    continue;
                }
            };
            if let Err(error) = templates.environment.add_template_owned(name, text) {
                templates.note(&explain(&error));
            }
        }
        templates
    }

    /// The same, and what fails is noted there as well.
    #[must_use]
    pub fn noting(self, also: &Failures) -> Self {
        let templates = Templates {
            also: Some(Arc::clone(also)),
            ..self
        };
        templates
            .failed()
            .into_iter()
            .for_each(|it| templates.note(&it));
        templates
    }

    /// The club's own that have failed since they were loaded: file, line, and what is wrong.
    pub fn failed(&self) -> Vec<String> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.iter().cloned().collect()
    }

    fn note(&self, failure: &str) {
        for noted in self.also.iter().chain([&self.failed]) {
            let mut failed = noted.lock().unwrap_or_else(PoisonError::into_inner);
            failed.insert(failure.to_owned());
        }
    }

    /// What is made with the club's templates; if they fail, with those compiled in.
    fn with<T>(
        &self,
        made: impl Fn(&Environment<'static>) -> Result<T, String>,
    ) -> Result<T, String> {
        meter::begin();
        match (made(&self.environment), &self.plain) {
            (Err(failure), Some(plain)) => {
                let made = made(plain)?;
                // Only now it is the club's templates that are wrong.
                self.note(&failure);
                Ok(made)
            }
            (made, _) => made,
        }
    }

    /// Whether there is a template of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.environment.get_template(name).is_ok()
    }

    /// Renders one template.
    pub(super) fn render(&self, name: &str, context: &Value) -> Result<String, String> {
        self.with(|environment| {
            let template = environment.get_template(name);
            let template = template.map_err(|it| explain(&it))?;
            template.render(context.clone()).map_err(|it| explain(&it))
        })
    }

    /// Renders each item by the macro it names. Macros see the context besides their argument.
    /// What comes out empty is left out: a macro may keep silent, but must be there.
    pub(super) fn by_macros(
        &self,
        macros: &Macros<'_>,
        items: &[serde_json::Value],
        context: &Value,
    ) -> Result<Vec<String>, String> {
        let mut texts = self.each_by_macros(macros, items, context)?;
        texts.retain(|it| !it.is_empty());
        Ok(texts)
    }

    /// The same, with an empty text for each item of which its macro says nothing.
    pub(super) fn each_by_macros(
        &self,
        macros: &Macros<'_>,
        items: &[serde_json::Value],
        context: &Value,
    ) -> Result<Vec<String>, String> {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let seen = |at: usize| value(&items[at]);
        self.with(|environment| {
            each_by_macros(environment, (macros, true), (items, &seen), context)
        })
    }

    /// The same where macros see something else of each item than itself.
    pub(super) fn each_as_seen(
        &self,
        macros: &Macros<'_>,
        (items, seen): (&[serde_json::Value], &[Value]),
        context: &Value,
    ) -> Result<Vec<String>, String> {
        if items.is_empty() {
            return Ok(Vec::new());
        }
        let seen = |at: usize| seen[at].clone();
        self.with(|environment| {
            each_by_macros(environment, (macros, true), (items, &seen), context)
        })
    }

    /// Renders each item by the macro it names in the first file, if it is there and has it, else
    /// in the second.
    pub(super) fn by_either(
        &self,
        (own, common): (&Macros<'_>, &Macros<'_>),
        items: &[serde_json::Value],
        context: &Value,
    ) -> Result<Vec<String>, String> {
        let mut texts = vec![String::new(); items.len()];
        if self.has(&own.file) {
            texts = self.each_by_known_macros(own, items, context)?;
        }
        let without = texts.iter().zip(items).filter(|it| it.0.is_empty());
        let rest: Vec<serde_json::Value> = without.map(|it| it.1.clone()).collect();
        let mut rest = self.each_by_macros(common, &rest, context)?.into_iter();
        for text in texts.iter_mut().filter(|it| it.is_empty()) {
            *text = rest.next().unwrap_or_default();
        }
        Ok(texts)
    }

    /// Renders each item that has a macro; an empty text for the others.
    pub(super) fn each_by_known_macros(
        &self,
        macros: &Macros<'_>,
        items: &[serde_json::Value],
        context: &Value,
    ) -> Result<Vec<String>, String> {
        let seen = |at: usize| value(&items[at]);
        self.with(|environment| {
            each_by_macros(environment, (macros, false), (items, &seen), context)
        })
    }
}

/// A template of ours, as it is read beside a club's own.
fn marked(text: &str) -> Result<String, Error> {
    let marked = metered::source(text);
    marked.map_err(|it| Error::new(ErrorKind::SyntaxError, it.to_string()))
}

/// A text for each item; empty where there is no macro for it, unless there must be one.
fn each_by_macros(
    environment: &Environment<'static>,
    (macros, must): (&Macros<'_>, bool),
    (items, seen): (&[serde_json::Value], &dyn Fn(usize) -> Value),
    context: &Value,
) -> Result<Vec<String>, String> {
    let template = environment.get_template(&macros.file);
    let template = template.map_err(|it| explain(&it))?;
    let captured = template.render_captured(context.clone());
    let mut captured = captured.map_err(|it| explain(&it))?;
    let mut texts = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let name = macro_name(macros, item)?;
        let text = captured.with_state_mut(|state| {
            // What the context calls so is not a macro of the file.
            if !must && !state.exports().contains(&&*name) {
                return Ok(String::new());
            }
            if state.lookup(&name).is_none() {
                let file = &macros.file;
                // Nothing of the item: it may be somebody's secret.
                return Err(format!("templates/{file}: there is no macro `{name}`"));
            }
            let text = state.call_macro(&name, &[seen(at)]);
            text.map_err(|it| explain(&it))
        })?;
        let text = text.trim_matches('\n').trim_end();
        texts.push(text.to_owned());
    }
    Ok(texts)
}

/// `{"event": "card-played", …}` → `card_played`.
fn macro_name(macros: &Macros<'_>, item: &serde_json::Value) -> Result<String, String> {
    // An enum without fields, untagged, is only a word.
    let name = item.get(macros.tag).unwrap_or(item).as_str();
    let name = name.ok_or_else(|| {
        let Macros { file, tag } = macros;
        format!("templates/{file}: {item} has no field `{tag}` that names its macro")
    })?;
    Ok(name.replace('-', "_"))
}

/// Data for a template.
pub(super) fn value<T: Serialize>(data: &T) -> Value {
    Value::from(Serde(data))
}

/// The innermost error that knows its place: what went wrong, in which file, on which line.
fn explain(error: &Error) -> String {
    let mut innermost = error;
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(inner) = inner.downcast_ref::<Error>()
            && inner.name().is_some()
        {
            innermost = inner;
        }
        source = inner.source();
    }
    let what = match innermost.detail() {
        Some(detail) => format!("{}: {detail}", innermost.kind()),
        None => innermost.kind().to_string(),
    };
    match (innermost.name(), innermost.line()) {
        (Some(name), Some(line)) => format!("templates/{name}, line {line}: {what}"),
        (Some(name), None) => format!("templates/{name}: {what}"),
        _ => format!("templates: {what}"),
    }
}
