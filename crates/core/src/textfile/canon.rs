//! The one spelling of a value as TOML: the same value, the same bytes.
//!
//! What was measured of the library (toml 1.2): within a table it writes plain values first, in
//! the order of the fields, then tables and arrays of tables in their order; `None` is left out;
//! text of several lines becomes a `"""` block, text with quotes in it is in `'…'`; an array of
//! plain values stays on one line. So the
//! bytes are a function of the value as long as types hold no hash maps.

use super::plain;
use serde::Serialize;

/// The text of a value that is a table.
///
/// # Panics
/// If the value cannot be TOML (a `None` or `()` in a list, a number above `i64::MAX`): a mistake
/// in a stored type, which its own tests must show.
pub fn text<T: Serialize>(value: &T) -> String {
    let plain = match plain::of(value) {
        Ok(plain) => plain,
        Err(why) => panic!("a stored type that cannot be stored: {why}"),
    };
    match plain::to_toml(plain) {
        Ok(text) => text,
        Err(why) => panic!("a stored type that cannot be stored: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Toy {
        because: Because,
        rows: Vec<Counted>,
        words: Vec<String>,
        places: BTreeMap<String, Counted>,
        letter: String,
        none: Option<u32>,
        last: i64,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Counted {
        count: u32,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        more: BTreeMap<String, u32>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "is", rename_all = "kebab-case")]
    enum Because {
        RolledBack { to: u32 },
    }

    const GOLDEN: &str = r#"words = ["a", 'b "c"']
letter = """
Dear Ben,
keep ""\" and \\ and \t.\r
"""
last = -5

[because]
is = "rolled-back"
to = 3

[[rows]]
count = 1

[rows.more]
x = 1

[[rows]]
count = 2

[places.cuba]
count = 2
"#;

    #[test]
    fn the_spelling_is_pinned() {
        let row = |count, more: &[(&str, u32)]| Counted {
            count,
            more: more.iter().map(|it| (it.0.to_owned(), it.1)).collect(),
        };
        let toy = Toy {
            because: Because::RolledBack { to: 3 },
            rows: vec![row(1, &[("x", 1)]), row(2, &[])],
            words: vec!["a".into(), "b \"c\"".into()],
            places: BTreeMap::from([("cuba".to_owned(), row(2, &[]))]),
            letter: "Dear Ben,\nkeep \"\"\" and \\ and \t.\r\n".into(),
            none: None,
            last: -5,
        };
        assert_eq!(text(&toy), GOLDEN);
        assert_eq!(toml::from_str::<Toy>(GOLDEN).unwrap(), toy);
        let table: toml::Table = toml::from_str(GOLDEN).unwrap();
        assert_eq!(
            text(&table),
            GOLDEN,
            "a table read back is spelled the same"
        );
    }
}
