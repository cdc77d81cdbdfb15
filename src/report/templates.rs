//! The templates: loading, strictness, and errors that name file and line.
//!
//! Not here: what a template is given (`page`, `receipt`, `letters`, `games`).

use super::filters;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior};
use serde::Serialize;
use std::collections::BTreeMap;
use std::error::Error as _;

/// All templates of a club.
///
/// A template sees data and nothing else: what players wrote is never parsed as a template, and a
/// name that is not there is an error instead of an empty place.
pub struct Templates {
    environment: Environment<'static>,
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
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|name| match name.ends_with(".html") {
            true => AutoEscape::Html,
            false => AutoEscape::None,
        });
        let syntax = SyntaxConfig::builder()
            .trim_blocks(true)
            .lstrip_blocks(true)
            .keep_trailing_newline(true)
            .build()
            .expect("the usual marks");
        environment.set_syntax(syntax);
        filters::add(&mut environment);
        environment.set_loader(move |name| Ok(files.get(name).cloned()));
        Templates { environment }
    }

    /// The same, and a club's own, which take the place of those of the same names. They are
    /// compiled at once: a referee hears of a mistake before a turn depends on it.
    ///
    /// # Errors
    /// The first of the club's own that does not parse, with file and line.
    pub fn load(
        files: BTreeMap<String, String>,
        own: BTreeMap<String, String>,
    ) -> Result<Self, String> {
        let mut templates = Templates::of(files);
        for (name, text) in own {
            let added = templates.environment.add_template_owned(name, text);
            added.map_err(|it| explain(&it))?;
        }
        Ok(templates)
    }

    /// Whether there is a template of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.environment.get_template(name).is_ok()
    }

    /// Renders one template.
    pub(super) fn render(&self, name: &str, context: &Value) -> Result<String, String> {
        let template = self.environment.get_template(name);
        let template = template.map_err(|it| explain(&it))?;
        template.render(context.clone()).map_err(|it| explain(&it))
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
        let template = self.environment.get_template(&macros.file);
        let template = template.map_err(|it| explain(&it))?;
        let captured = template.render_captured(context.clone());
        let mut captured = captured.map_err(|it| explain(&it))?;
        let mut texts = Vec::new();
        for item in items {
            let name = macro_name(macros, item)?;
            let text = captured.with_state_mut(|state| {
                if state.lookup(&name).is_none() {
                    let file = &macros.file;
                    return Err(format!(
                        "templates/{file}: there is no macro `{name}`; write one for {item}"
                    ));
                }
                let text = state.call_macro(&name, &[value(item)]);
                text.map_err(|it| explain(&it))
            })?;
            let text = text.trim_matches('\n').trim_end();
            texts.push(text.to_owned());
        }
        Ok(texts)
    }
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
