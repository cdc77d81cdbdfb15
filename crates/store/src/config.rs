//! The files a referee writes: `packetboat.toml`, `campaign.toml`, and `secret.toml` beside it.
//!
//! Unknown keys are faults that name the file, the line and the nearest known key. Not here: the
//! options of a game, which only the game can check, and what the desk does with all of it.

pub mod address;
pub mod campaign;
pub mod club;
pub mod edit;
pub mod join;
pub mod keep;
pub mod login;
pub mod mail_in;
mod played;
pub mod player;
pub mod press;
pub mod public;
pub mod schedule;
pub mod secret;
pub mod votes;

use packetboat_core::textfile::FileFault;

/// The `format` of a file, of which these are known: 1 and those up to `KNOWN`.
#[derive(serde::Deserialize)]
#[serde(try_from = "u32")]
struct Format<const KNOWN: u32>;

impl<const KNOWN: u32> TryFrom<u32> for Format<KNOWN> {
    type Error = &'static str;
    fn try_from(format: u32) -> Result<Self, Self::Error> {
        if (1..=KNOWN).contains(&format) {
            Ok(Format)
        } else {
            Err("another format")
        }
    }
}

/// Reads a file with a [`Format`] in it. If it does not fit, that may be since it is newer than
/// those that are `known`.
fn parse<T: serde::de::DeserializeOwned>(
    file: &str,
    text: &str,
    known: u32,
) -> Result<T, FileFault> {
    packetboat_core::textfile::parse(file, text).or_else(|fault| {
        check_format(file, text, known)?;
        Err(fault)
    })
}

/// Reads `format` before anything else, so that a newer file is distinguished from a mistyped one.
fn check_format(file: &str, text: &str, known: u32) -> Result<(), FileFault> {
    #[derive(serde::Deserialize)]
    struct OnlyFormat {
        format: Option<u32>,
    }
    let format = packetboat_core::textfile::parse::<OnlyFormat>(file, text)?.format;
    match format {
        Some(newer) if newer > known => Err(FileFault::new(
            file,
            format!("format {newer} is newer than this program, which knows {known}"),
            "install a newer packetboat",
        )),
        Some(1..) => Ok(()),
        Some(0) | None => Err(FileFault::new(
            file,
            "it does not say which format it is in",
            format!("begin it with the line `format = {known}`"),
        )),
    }
}

/// A string as TOML writes it, quotes included.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Several of them: `["a", "b"]`.
fn quoted_list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().map(|it| quoted(&it)).collect();
    format!("[{}]", items.join(", "))
}

/// Checks a line of text that will be in mail headers and reports; `what` says which.
///
/// # Errors
/// What is wrong with it: it must be one line of 1 to 80 characters, no space at either end.
pub fn check_line(what: &str, text: &str) -> Result<(), String> {
    /// What still fits a header beside an address.
    const CHARACTERS_MAX: usize = 80;
    if text.trim().is_empty() || text.trim() != text {
        return Err(format!(
            "{what} must not be empty or begin or end with a space"
        ));
    }
    if text.chars().count() > CHARACTERS_MAX {
        return Err(format!(
            "{what} must have at most {CHARACTERS_MAX} characters"
        ));
    }
    if text.chars().any(char::is_control) {
        Err(format!(
            "{what} must be one line without control characters"
        ))
    } else {
        Ok(())
    }
}
