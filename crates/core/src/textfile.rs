//! Faults in TOML files that people may edit: which file, which line, what is wrong, what to do.
//!
//! Not here: what the files mean (`config`, `store`).

pub mod canon;
pub mod checksum;
pub mod head;
pub mod migrate;
pub mod plain;

use serde::de::DeserializeOwned;
use std::fmt;

/// A text file that cannot be used as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// The file, as the reader knows it: `campaigns/new-spain/campaign.toml`.
    pub file: String,
    /// The line, from 1, if one is to blame.
    pub line: Option<usize>,
    /// What is wrong: lower case, no full stop.
    pub problem: String,
    /// What to do; empty if the problem says it.
    pub hint: String,
}

impl std::error::Error for FileFault {}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.problem)?;
        if !self.hint.is_empty() {
            write!(f, "; {}", self.hint)?;
        }
        Ok(())
    }
}

impl FileFault {
    /// A fault of the file as a whole.
    pub fn new(file: &str, problem: impl Into<String>, hint: impl Into<String>) -> Self {
        FileFault {
            file: file.to_owned(),
            line: None,
            problem: problem.into(),
            hint: hint.into(),
        }
    }

    /// The same fault, with the line on which this byte of the text is.
    #[must_use]
    pub fn at(self, text: &str, byte: usize) -> Self {
        let before = text.bytes().take(byte);
        let line = before.filter(|it| *it == b'\n').count() + 1;
        FileFault {
            line: Some(line),
            ..self
        }
    }
}

impl FileFault {
    /// With the line in which the word complained of is first: what comes from plain data has
    /// forgotten where it was.
    pub fn found_in(self, text: &str) -> Self {
        let quoted = self.problem.split(['`', '"']).nth(1).unwrap_or("");
        let place = (!quoted.is_empty()).then(|| text.find(quoted)).flatten();
        match place {
            Some(place) if !self.problem.starts_with("missing field") => self.at(text, place),
            _ => self,
        }
    }
}

/// Reads TOML into a type; a key that is unknown is answered with the nearest known one.
///
/// # Errors
/// Text that is not TOML or does not fit the type.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, FileFault> {
    toml::from_str(text).map_err(|error| {
        let fault = fault(file, text, &error);
        let place = error.span().map_or(0, |it| it.start);
        let fits = |text: &str| toml::from_str::<T>(text).is_ok();
        match meant(text, place, error.message(), &fits) {
            Some(problem) => FileFault {
                problem,
                hint: String::new(),
                ..fault
            },
            None => fault,
        }
    })
}

/// What was meant by a value that is of no kind, or of another one: `review = yes`. `fits` says
/// whether a text would do.
fn meant(text: &str, at: usize, message: &str, fits: &dyn Fn(&str) -> bool) -> Option<String> {
    let bare = message.contains("string values must be quoted");
    if !bare && !message.starts_with("invalid type: ") {
        return None;
    }
    let begin = text.get(..at)?.rfind('\n').map_or(0, |it| it + 1);
    let end = text[begin..].find('\n').map_or(text.len(), |it| begin + it);
    let (key, value) = text[begin..end].split_once('=')?;
    let (key, value) = (
        key.trim(),
        value.split('#').next().unwrap_or_default().trim(),
    );
    let with = |value: &str| {
        let (before, after) = (&text[..begin], &text[end..]);
        fits(&format!("{before}{key} = {value}{after}"))
    };
    let quoted = format!("\"{}\"", value.trim_matches(['"', '\'']));
    if with("true") {
        Some(format!("{key} must be true or false, not {value}"))
    } else if with(&quoted) {
        Some(format!("{key} must be in quotes: {key} = {quoted}"))
    } else if with("1") {
        Some(format!(
            "{key} must be a number without quotes, not {value}"
        ))
    } else {
        None
    }
}

/// Reads TOML into a type by way of plain data: for types of which there are many (stored bodies,
/// games' data). The line of a complaint is where the word complained of is first.
///
/// # Errors
/// Text that is not TOML or does not fit the type.
pub fn fit<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, FileFault> {
    plain::typed(serde_json::Value::Object(table(file, text)?))
        .map_err(|it| complaint(file, &it.to_string()).found_in(text))
}

/// Reads TOML as plain data.
///
/// # Errors
/// Text that is not TOML.
pub fn table(file: &str, text: &str) -> Result<plain::Table, FileFault> {
    plain::from_toml(text).map_err(|it| fault(file, text, &it))
}

/// What the TOML library says, with a line and a hint.
fn fault(file: &str, text: &str, error: &toml::de::Error) -> FileFault {
    let fault = complaint(file, error.message());
    match error.span() {
        Some(span) => fault.at(text, place(text, span.start, error.message())),
        None => fault,
    }
}

/// What serde says, in our words.
fn complaint(file: &str, message: &str) -> FileFault {
    let message = message.trim_end_matches('.').replace('\n', ", ");
    match unknown(&message) {
        Some((problem, hint)) => FileFault::new(file, problem, hint),
        None => FileFault::new(file, message, ""),
    }
}

/// Where the word complained of is: the library may know only where its table begins.
fn place(text: &str, start: usize, message: &str) -> usize {
    let word = message.split('`').nth(1).filter(|it| !it.is_empty());
    let found = match (message.starts_with("unknown "), word) {
        (true, Some(word)) => text.get(start..).and_then(|it| it.find(word)),
        _ => None,
    };
    start + found.unwrap_or(0)
}

/// Serde's "unknown field `adress`, expected one of `address`, `name`" in our words.
fn unknown(message: &str) -> Option<(String, String)> {
    let what = match message.strip_prefix("unknown ")?.split_once(' ')?.0 {
        "field" => "key",
        "variant" => "value",
        _ => return None,
    };
    let mut quoted = message.split('`').skip(1).step_by(2);
    let word = quoted.next()?;
    let known: Vec<&str> = quoted.collect();
    let hint = match nearest(word, &known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there are no keys here".to_owned(),
        None => format!("known here: {}", known.join(", ")),
    };
    Some((format!("unknown {what} `{word}`"), hint))
}

/// The known word that `word` was surely meant to be, if there is one.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let small = word.to_lowercase();
    let scored = known.iter().map(|other| {
        let distance = strsim::damerau_levenshtein(&small, &other.to_lowercase());
        (distance, *other)
    });
    let (distance, near) = scored.min()?;
    // One slip in three letters: more is another word.
    (distance * 3 <= near.len().max(3)).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Toy {
        address: String,
        referee: Option<String>,
        gate: Option<Gate>,
        open: Option<bool>,
        most: Option<u32>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "every", rename_all = "kebab-case", deny_unknown_fields)]
    #[allow(dead_code)]
    enum Gate {
        Never {},
        Days { days: u8 },
    }

    fn check(text: &str, shown: &str) {
        let fault = parse::<Toy>("toy.toml", text).unwrap_err();
        assert_eq!(fault.to_string(), shown);
    }

    #[test]
    fn faults_name_file_line_and_remedy() {
        check(
            "address = 'a'\n\nadress = 'b'\n",
            "toy.toml:3: unknown key `adress`; did you mean `address`?",
        );
        check(
            "address = 'a'\ncolour = 'b'\n",
            "toy.toml:2: unknown key `colour`; known here: address, referee, gate, open, most",
        );
        check(
            "address = 'a'\n[gate]\nevery = 'days'\ndayz = 3\n",
            "toy.toml:4: unknown key `dayz`; did you mean `days`?",
        );
        check(
            "address = 'a'\ngate = { every = 'neve' }\n",
            "toy.toml:2: unknown value `neve`; did you mean `never`?",
        );
        check(
            "address = 'a'\ngate = { every = 'never', at = 2 }\n",
            "toy.toml:2: unknown key `at`; there are no keys here",
        );
        check(
            "address = a@b.example\n",
            "toy.toml:1: address must be in quotes: address = \"a@b.example\"",
        );
        check(
            "address = 'a'\nopen = yes # they may\n",
            "toy.toml:2: open must be true or false, not yes",
        );
        check(
            "address = 'a'\nopen = 'true'\n",
            "toy.toml:2: open must be true or false, not 'true'",
        );
        check(
            "address = 'a'\nmost = '12'\n",
            "toy.toml:2: most must be a number without quotes, not '12'",
        );
        check("# nothing\n", "toy.toml:1: missing field `address`");
        check(
            "address = 'a",
            "toy.toml:1: invalid literal string, expected `'`",
        );
        check(
            "address = 7",
            "toy.toml:1: address must be in quotes: address = \"7\"",
        );
    }

    #[test]
    fn only_a_slip_is_taken_for_a_word() {
        assert_eq!(nearest("zoen", &["name", "zone"]), Some("zone"));
        assert_eq!(nearest("ZONE", &["name", "zone"]), Some("zone"));
        assert_eq!(nearest("colour", &["name", "zone"]), None);
        assert_eq!(nearest("x", &[]), None);
    }
}
