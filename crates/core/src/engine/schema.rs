//! What a game's part of a page looks like, as JSON Schema: for people who write programs that read
//! pages.
//!
//! The types say it themselves, by their derived schemas. Not here: the object around a page
//! (`report`).

use super::shown::Extras;
use super::whole::GameRules;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// What is in a page of one game.
#[derive(Debug, Clone)]
pub struct Faces {
    /// The view, with what is drawn for pages.
    pub view: Schema,
    /// An event, as pages have it.
    pub event: Schema,
    /// A question.
    pub question: Schema,
}

impl Faces {
    /// Those of these rules.
    pub fn of<R: GameRules>(generator: &mut SchemaGenerator) -> Self {
        let mut view = R::View::json_schema(generator);
        if let Some(drawn) = R::Drawn::schema(generator) {
            join(&mut view, &drawn);
        }
        Faces {
            view,
            event: R::face_schema(generator),
            question: generator.subschema_for::<R::Question>(),
        }
    }
}

/// Adds the fields of an object to those of another.
fn join(to: &mut Schema, more: &Schema) {
    let object = to.ensure_object();
    if let Some(Value::Object(fields)) = more.get("properties") {
        let own = object
            .entry("properties")
            .or_insert_with(|| Map::new().into());
        own.as_object_mut()
            .into_iter()
            .for_each(|it| it.extend(fields.clone()));
    }
    if let Some(Value::Array(names)) = more.get("required") {
        let own = object
            .entry("required")
            .or_insert_with(|| Vec::<Value>::new().into());
        own.as_array_mut()
            .into_iter()
            .for_each(|it| it.extend(names.clone()));
    }
}

/// A whole schema of which every object says that it has no other fields than those named; parts
/// that are beside a reference, as the tag of a variant does, are written out.
pub fn closed(root: &mut Schema) {
    let parts = root.get("$defs").cloned().unwrap_or_default();
    close(root.ensure_object(), &parts);
}

fn close(schema: &mut Map<String, Value>, parts: &Value) {
    if schema.contains_key("properties")
        && let Some(Value::String(of)) = schema.remove("$ref")
    {
        spell_out(schema, &of, parts);
    }
    for (key, inner) in schema.iter_mut() {
        match (key.as_str(), inner) {
            // Values, and what looks like a schema and is none.
            ("const" | "enum" | "required" | "default" | "examples", _) => {}
            ("properties" | "patternProperties" | "$defs", Value::Object(all)) => {
                let all = all.values_mut().filter_map(Value::as_object_mut);
                all.for_each(|it| close(it, parts));
            }
            (_, Value::Object(one)) => close(one, parts),
            (_, Value::Array(all)) => {
                let all = all.iter_mut().filter_map(Value::as_object_mut);
                all.for_each(|it| close(it, parts));
            }
            _ => {}
        }
    }
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = unwrapped(text);
    }
    if schema.contains_key("properties") {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}

/// A doc comment without the line breaks of the source; paragraphs stay.
fn unwrapped(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|it| it.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Puts the fields of an object beside those of what it refers to: an object, or one of several.
fn spell_out(schema: &mut Map<String, Value>, of: &str, parts: &Value) {
    let name = of.rsplit('/').next().unwrap_or_default();
    let part = parts.get(name).and_then(Value::as_object).cloned();
    let part = part.unwrap_or_default();
    let with = |variant: &Map<String, Value>| {
        let mut whole = Schema::from(variant.clone());
        whole.remove("additionalProperties");
        join(&mut whole, &Schema::from(schema.clone()));
        whole.to_value()
    };
    let Some(Value::Array(each)) = part.get("oneOf") else {
        let whole = with(&part);
        let described = schema.get("description").cloned();
        *schema = whole.as_object().cloned().unwrap_or_default();
        described.map(|it| schema.insert("description".to_owned(), it));
        return;
    };
    let each: Vec<Value> = each.iter().filter_map(Value::as_object).map(with).collect();
    schema.retain(|key, _| key == "description");
    schema.insert("oneOf".to_owned(), each.into());
}
