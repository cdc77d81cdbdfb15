//! Values as plain data: the one road by which types are written and read.
//!
//! Serde's derived code is made again for every format it goes through, and for every level of
//! tagging; with games of hundreds of variants that is most of what a compiler has to do. So all
//! stored types go to and from [`Value`], and only `Value` knows TOML; and types whose variants
//! are distinguished by a key are `tagged!`, which moves that key about in the plain data.
//! Nothing of what is written differs from what serde would write.

use serde::Serialize;
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Map, Value};
use std::fmt;

/// A table of a file as plain data, its keys in the order they are written; a date is its text.
pub type Table = Map<String, Value>;

/// By this key the TOML library hands over a date.
const DATE: &str = "$__toml_private_datetime";

/// A value as plain data.
///
/// # Errors
/// What has no names for its parts (a map with keys that are not text, say).
pub fn of<T: Serialize>(value: &T) -> Result<Value, serde_json::Error> {
    value.serialize(serde_json::value::Serializer)
}

/// Plain data as a value.
///
/// # Errors
/// Data that do not fit the type.
pub fn typed<T: DeserializeOwned>(plain: Value) -> Result<T, serde_json::Error> {
    T::deserialize(plain)
}

/// Whether a field may be left out where it is stored, since one that is missing is read so.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// TOML as plain data.
///
/// # Errors
/// Text that is not TOML.
pub fn from_toml(text: &str) -> Result<Table, toml::de::Error> {
    match toml::from_str(text)? {
        FromToml(Value::Object(table)) => Ok(table),
        // A file that holds nothing but a date by that key.
        FromToml(_) => Err(toml::de::Error::custom("it is not a table")),
    }
}

/// Read from TOML at once: by way of the library's own values it takes half as long again.
struct FromToml(Value);

impl<'de> Deserialize<'de> for FromToml {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Plainly).map(FromToml)
    }
}

struct Plainly;

impl<'de> Visitor<'de> for Plainly {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a TOML value")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(FromToml(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut table = Table::new();
        while let Some(key) = entries.next_key::<String>()? {
            let FromToml(value) = entries.next_value()?;
            if key == DATE {
                return Ok(value);
            }
            table.insert(key, value);
        }
        Ok(Value::Object(table))
    }
}

/// Plain data as TOML: what is `null` in a table is left out.
///
/// # Errors
/// What TOML does not have: a `null` in a list, a number above `i64::MAX`, a text at the top.
pub fn to_toml(mut plain: Value) -> Result<String, toml::ser::Error> {
    without_nulls(&mut plain);
    toml::to_string(&plain)
}

fn without_nulls(plain: &mut Value) {
    match plain {
        Value::Object(entries) => {
            entries.retain(|_, value| !value.is_null());
            entries.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

/// `{ variant: { fields } }` as `{ tag: variant, fields }`.
pub fn tag(tag: &str, plain: Value) -> Value {
    let (variant, fields) = match plain {
        Value::Object(entries) if entries.len() == 1 => {
            let Some((variant, fields)) = entries.into_iter().next() else {
                return Value::Null;
            };
            (variant, fields)
        }
        Value::String(variant) => (variant, Value::Null),
        other => return other,
    };
    let mut tagged = Map::new();
    tagged.insert(tag.to_owned(), variant.into());
    if let Value::Object(fields) = fields {
        tagged.extend(fields);
    }
    Value::Object(tagged)
}

/// `{ tag: variant, fields }` as a value whose derived form is `{ variant: { fields } }`; a
/// variant that is alone may have none.
///
/// # Errors
/// Data without the tag, or that do not fit the variant.
pub fn untag<T>(
    tag: &'static str,
    plain: Value,
    read: impl Fn(Value) -> Result<T, serde_json::Error>,
) -> Result<T, serde_json::Error> {
    let Value::Object(mut fields) = plain else {
        return read(plain);
    };
    let variant = match fields.shift_remove(tag) {
        Some(Value::String(variant)) => variant,
        Some(other) => return read(other),
        None => return Err(serde_json::Error::missing_field(tag)),
    };
    let bare = fields.is_empty();
    let whole = Map::from_iter([(variant.clone(), Value::Object(fields))]);
    match read(Value::Object(whole)) {
        // A variant without fields is a word.
        Err(why) if bare => read(Value::String(variant)).map_err(|_| why),
        done => done,
    }
}

/// `{ .., part: { fields }, .. }` as `{ .., fields, .. }`.
pub fn spread(part: &str, plain: Value) -> Value {
    let Value::Object(entries) = plain else {
        return plain;
    };
    let mut spread = Map::new();
    for (key, value) in entries {
        match value {
            Value::Object(fields) if key == part => spread.extend(fields),
            value => {
                spread.insert(key, value);
            }
        }
    }
    Value::Object(spread)
}

/// `{ .., fields, .. }` as `{ .., part: { fields } }`: the part has every key but the `own` ones.
pub fn gather(part: &str, own: &[&str], plain: Value) -> Value {
    let Value::Object(entries) = plain else {
        return plain;
    };
    let (mut kept, rest): (Map<_, _>, Map<_, _>) = entries
        .into_iter()
        .partition(|(key, _)| own.contains(&key.as_str()));
    kept.insert(part.to_owned(), Value::Object(rest));
    Value::Object(kept)
}

/// Both traits for a type that derives them with `#[serde(remote = "Self")]`, its plain data
/// remade on the way: by `$write` after the derived form, by `$read` before it.
#[doc(hidden)]
#[macro_export]
macro_rules! remade {
    ($name:ident $(<$($part:ident),+>)?, $write:expr, $read:expr) => {
        impl $(<$($part: serde::Serialize),+>)? serde::Serialize for $name $(<$($part),+>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let plain = Self::serialize(self, $crate::serde_json::value::Serializer)
                    .map_err(serde::ser::Error::custom)?;
                serde::Serialize::serialize(&$write(plain), serializer)
            }
        }

        impl<'de $($(, $part: serde::Deserialize<'de>)+)?> serde::Deserialize<'de>
            for $name $(<$($part),+>)?
        {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let plain: $crate::serde_json::Value =
                    serde::Deserialize::deserialize(deserializer)?;
                $read(plain).map_err(serde::de::Error::custom)
            }
        }
    };
}

/// An enum whose variants are distinguished by a key beside their fields, as serde's `tag = ".."`
/// writes it. The type derives both traits with `#[serde(remote = "Self")]`.
#[doc(hidden)]
#[macro_export]
macro_rules! tagged {
    ($name:ident $(<$($part:ident),+>)?, $tag:literal) => {
        $crate::textfile::plain::remade!(
            $name $(<$($part),+>)?,
            |it| $crate::textfile::plain::tag($tag, it),
            |it| $crate::textfile::plain::untag($tag, it, |it| Self::deserialize(it))
        );
    };
}

/// A struct one of whose parts is written in its place, as serde's `flatten` writes it; the other
/// fields are named. The type derives both traits with `#[serde(remote = "Self")]`.
#[doc(hidden)]
#[macro_export]
macro_rules! flat {
    ($name:ident $(<$($part:ident),+>)?, $field:literal, [$($own:literal),*]) => {
        $crate::textfile::plain::remade!(
            $name $(<$($part),+>)?,
            |it| $crate::textfile::plain::spread($field, it),
            |it| Self::deserialize($crate::textfile::plain::gather($field, &[$($own),*], it))
        );
    };
}

pub use {flat, remade, tagged};

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    /// What serde itself writes.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind", rename_all = "kebab-case")]
    enum Theirs {
        Nothing,
        Word { said: String, to: Option<u32> },
        Unknown {},
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(remote = "Self", rename_all = "kebab-case")]
    enum Ours {
        Nothing,
        Word { said: String, to: Option<u32> },
        Unknown {},
    }
    tagged!(Ours, "kind");

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct TheirLetter {
        number: u32,
        #[serde(flatten)]
        word: Theirs,
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(remote = "Self")]
    struct OurLetter {
        number: u32,
        word: Ours,
    }
    flat!(OurLetter, "word", ["number"]);

    fn words() -> [(Theirs, Ours); 4] {
        let said = || "ho".to_owned();
        [
            (Theirs::Nothing, Ours::Nothing),
            (Theirs::Unknown {}, Ours::Unknown {}),
            (
                Theirs::Word {
                    said: said(),
                    to: None,
                },
                Ours::Word {
                    said: said(),
                    to: None,
                },
            ),
            (
                Theirs::Word {
                    said: said(),
                    to: Some(3),
                },
                Ours::Word {
                    said: said(),
                    to: Some(3),
                },
            ),
        ]
    }

    #[test]
    fn what_is_tagged_is_written_as_serde_writes_it() {
        for (theirs, ours) in words() {
            let text = serde_json::to_string(&theirs).unwrap();
            assert_eq!(serde_json::to_string(&ours).unwrap(), text);
            assert_eq!(serde_json::from_str::<Ours>(&text).unwrap(), ours);
            assert_eq!(typed::<Ours>(of(&ours).unwrap()).unwrap(), ours);
        }
    }

    #[test]
    fn what_is_flat_is_written_as_serde_writes_it() {
        for (theirs, ours) in words() {
            let (theirs, ours) = (
                TheirLetter {
                    number: 7,
                    word: theirs,
                },
                OurLetter {
                    number: 7,
                    word: ours,
                },
            );
            let text = serde_json::to_string(&theirs).unwrap();
            assert_eq!(serde_json::to_string(&ours).unwrap(), text);
            assert_eq!(serde_json::from_str::<OurLetter>(&text).unwrap(), ours);
            let toml = to_toml(of(&ours).unwrap()).unwrap();
            let back = Value::Object(from_toml(&toml).unwrap());
            assert_eq!(typed::<OurLetter>(back).unwrap(), ours);
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let why = |text: &str| serde_json::from_str::<Ours>(text).unwrap_err().to_string();
        assert!(why(r#"{"said": "ho"}"#).contains("missing field `kind`"));
        assert!(why(r#"{"kind": "shout"}"#).contains("unknown variant `shout`"));
        assert!(why(r#"{"kind": "word"}"#).contains("missing field `said`"));
        let said = r#"{"kind": "word", "said": "ho", "loud": true}"#;
        assert_eq!(
            serde_json::from_str::<Ours>(said).unwrap(),
            Ours::Word {
                said: "ho".to_owned(),
                to: None
            },
            "as serde takes it, where the type does not refuse it"
        );
    }

    #[test]
    fn nulls_are_left_out_of_tables_and_refused_in_lists() {
        let plain = serde_json::json!({ "a": null, "b": { "c": null, "d": 1 } });
        assert_eq!(to_toml(plain).unwrap(), "[b]\nd = 1\n");
        assert!(to_toml(serde_json::json!({ "a": [1, null] })).is_err());
    }

    #[test]
    fn a_date_is_its_text() {
        let table = from_toml("at = 2026-11-22T06:58:01Z\nall = [07:00:00]").unwrap();
        assert_eq!(table["at"], "2026-11-22T06:58:01Z");
        assert_eq!(table["all"], serde_json::json!(["07:00:00"]));
    }

    #[test]
    fn what_is_read_is_what_the_library_reads() {
        let text = "b = 1\na = -1.5\n[t]\nx = [true, { y = 'z', w = [] }]\n[[l]]\n[[l]]\nk = \"\"";
        let read = from_toml(text).unwrap();
        let theirs: toml::Table = text.parse().unwrap();
        assert_eq!(Value::Object(read.clone()), of(&theirs).unwrap());
        assert_eq!(read.keys().collect::<Vec<_>>(), ["b", "a", "t", "l"]);
        assert!(from_toml("a = 1\na = 2").is_err());
        assert!(from_toml("\"$__toml_private_datetime\" = \"no table\"").is_err());
    }
}
