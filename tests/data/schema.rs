//! Holds a value against a JSON Schema: as much of the language as our schemas use. A word that
//! it does not know is no mistake of the value, so it panics.

use serde_json::{Map, Value};

/// Words that say nothing about a value.
const SILENT: [&str; 7] = [
    "$schema",
    "$defs",
    "title",
    "description",
    "default",
    "format",
    // Looked at with its neighbour.
    "additionalProperties",
];

/// What is wrong with a value, a sentence each with its place; none: nothing.
pub(super) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    Against { root: schema }.check(schema, value, "", &mut faults);
    faults
}

struct Against<'s> {
    root: &'s Value,
}

impl Against<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        let schema = match schema {
            Value::Bool(true) => return,
            Value::Object(object) => object,
            other => panic!("{at}: no schema of ours: {other}"),
        };
        for (word, says) in schema {
            let mut wrong = |what: &str| faults.push(format!("{at}: {what}: {value}"));
            match word.as_str() {
                silent if SILENT.contains(&silent) => {}
                "$ref" => self.check(self.part(says), value, at, faults),
                "type" if !is_of_type(says, value) => wrong(&format!("is no {says}")),
                "const" if value != says => wrong(&format!("is not {says}")),
                "enum" if !says.as_array().unwrap().contains(value) => {
                    wrong(&format!("is none of {says}"));
                }
                "minimum" if number(value).is_some_and(|it| it < number(says).unwrap()) => {
                    wrong("is too small");
                }
                "maximum" if number(value).is_some_and(|it| it > number(says).unwrap()) => {
                    wrong("is too big");
                }
                "pattern" if value.as_str().is_some_and(|it| !fits(says, it)) => {
                    wrong(&format!("does not fit {says}"));
                }
                "minLength" | "maxLength" | "minItems" | "maxItems" => {
                    if length(word, value).is_some_and(|it| !within(word, it, says)) {
                        wrong(&format!("has not {word} {says}"));
                    }
                }
                "uniqueItems" => {
                    let all = value.as_array().map_or(&[][..], Vec::as_slice);
                    if (1..all.len()).any(|it| all[..it].contains(&all[it])) {
                        wrong("names something twice");
                    }
                }
                "type" | "const" | "enum" | "minimum" | "maximum" | "pattern" => {}
                "items" => {
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(says, item, &format!("{at}/{place}"), faults);
                    }
                }
                "properties" | "patternProperties" => {
                    if word == "properties" || !schema.contains_key("properties") {
                        self.fields(schema, value, at, faults);
                    }
                }
                "required" => {
                    let names = says.as_array().unwrap().iter();
                    let there = |it: &&Value| value.get(it.as_str().unwrap()).is_some();
                    let missing = names.filter(|it| value.is_object() && !there(it));
                    faults.extend(missing.map(|it| format!("{at}: {it} is missing")));
                }
                "oneOf" | "anyOf" => {
                    self.one_of(word, says.as_array().unwrap(), (value, at), faults);
                }
                other => panic!("{at}: `{other}` is not known here"),
            }
        }
        if !["properties", "patternProperties"]
            .iter()
            .any(|it| schema.contains_key(*it))
        {
            self.fields(schema, value, at, faults);
        }
    }

    fn fields(
        &self,
        schema: &Map<String, Value>,
        value: &Value,
        at: &str,
        faults: &mut Vec<String>,
    ) {
        let none = Map::new();
        let part = |name: &str| schema.get(name).and_then(Value::as_object).unwrap_or(&none);
        for (name, field) in value.as_object().into_iter().flatten() {
            let at = format!("{at}/{name}");
            let by_name = part("properties").get(name);
            let by_pattern = part("patternProperties").iter();
            let by_pattern = by_pattern.filter(|it| fits(&Value::from(it.0.as_str()), name));
            let mut known = false;
            for of in by_name.into_iter().chain(by_pattern.map(|it| it.1)) {
                known = true;
                self.check(of, field, &at, faults);
            }
            match schema.get("additionalProperties") {
                _ if known => {}
                None => {}
                Some(Value::Bool(false)) => faults.push(format!("{at}: no such field")),
                Some(of) => self.check(of, field, &at, faults),
            }
        }
    }

    /// The schema that a reference names.
    fn part(&self, reference: &Value) -> &Value {
        let place = reference.as_str().unwrap().strip_prefix('#').unwrap();
        let found = self.root.pointer(place);
        found.unwrap_or_else(|| panic!("nothing at {place}"))
    }

    /// Tells what is wrong with the variant that comes nearest.
    fn one_of(
        &self,
        word: &str,
        variants: &[Value],
        (value, at): (&Value, &str),
        faults: &mut Vec<String>,
    ) {
        let each = variants.iter().map(|variant| {
            let mut own = Vec::new();
            self.check(variant, value, at, &mut own);
            own
        });
        let each: Vec<Vec<String>> = each.collect();
        match each.iter().filter(|it| it.is_empty()).count() {
            0 => faults.extend(each.into_iter().min_by_key(Vec::len).unwrap()),
            2.. if word == "oneOf" => faults.push(format!("{at}: fits several: {value}")),
            _ => {}
        }
    }
}

fn is_of_type(says: &Value, value: &Value) -> bool {
    match says {
        Value::Array(each) => each.iter().any(|it| is_of_type(it, value)),
        says => match says.as_str().unwrap() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("no type of ours: {other}"),
        },
    }
}

fn number(value: &Value) -> Option<i128> {
    value
        .as_i64()
        .map(i128::from)
        .or(value.as_u64().map(i128::from))
}

fn length(word: &str, value: &Value) -> Option<usize> {
    if word.ends_with("Length") {
        value.as_str().map(|it| it.chars().count())
    } else {
        value.as_array().map(Vec::len)
    }
}

fn within(word: &str, length: usize, says: &Value) -> bool {
    let bound = usize::try_from(says.as_u64().unwrap()).unwrap();
    if word.starts_with("min") {
        length >= bound
    } else {
        length <= bound
    }
}

/// The patterns of codes, seats, sheets and hexes.
fn fits(pattern: &Value, text: &str) -> bool {
    let all = |text: &str, fits: fn(u8) -> bool| text.bytes().all(fits);
    match pattern.as_str().unwrap() {
        "^[0-9A-Za-z_]+$" => {
            !text.is_empty() && all(text, |it| it.is_ascii_alphanumeric() || it == b'_')
        }
        "^[a-z][a-z0-9-]*$" => {
            let small = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
            text.starts_with(|it: char| it.is_ascii_lowercase()) && all(text, small)
        }
        "^[1-9][0-9]*[a-z]?$" => {
            let turn = text.strip_suffix(|it: char| it.is_ascii_lowercase());
            let turn = turn.unwrap_or(text);
            !turn.is_empty() && !turn.starts_with('0') && all(turn, |it| it.is_ascii_digit())
        }
        "^[0-9]{4}$" => text.len() == 4 && all(text, |it| it.is_ascii_digit()),
        other => panic!("`{other}` is not known here"),
    }
}
