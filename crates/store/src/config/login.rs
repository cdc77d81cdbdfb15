//! How accounts on mail servers are logged in to, as `packetboat.toml` says it.
//!
//! Not here: reading files and running programs (`desk`), and what is said to a server.

use super::{quoted, quoted_list};
use serde::{Deserialize, Serialize};

/// What a server is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Auth {
    /// A password.
    #[default]
    Password,
    /// A token that somebody else has made, good for an hour or so: Google and Microsoft want it.
    Xoauth2,
}

/// Where a password or token comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whence<'a> {
    /// The first line of a file of mode 0600; from the club's folder.
    File(&'a str),
    /// The first line that a program prints, run in the club's folder without a shell: it, and its
    /// arguments.
    Command(&'a [String]),
    /// The same of a line for the shell.
    Shell(&'a str),
}

/// The three settings of which one names where a password or token comes from.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    /// `password_file`
    pub file: &'a Option<String>,
    /// `password_command`
    pub command: &'a Option<Vec<String>>,
    /// `password_shell`
    pub shell: &'a Option<String>,
}

impl<'a> Settings<'a> {
    /// The one that is there; `None` if none is.
    ///
    /// # Errors
    /// Two of them, or a command without words.
    pub fn whence(self) -> Result<Option<Whence<'a>>, String> {
        match (self.file, self.command, self.shell) {
            (None, None, None) => Ok(None),
            (Some(file), None, None) => Ok(Some(Whence::File(file))),
            (None, Some(words), None) => match words.first() {
                Some(program) if !program.trim().is_empty() => Ok(Some(Whence::Command(words))),
                _ => {
                    let what = "password_command needs a program and its arguments, such as \
                                `[\"pass\", \"show\", \"club\"]`";
                    Err(what.to_owned())
                }
            },
            (None, None, Some(line)) if line.trim().is_empty() => {
                Err("password_shell needs a line for the shell".to_owned())
            }
            (None, None, Some(line)) => Ok(Some(Whence::Shell(line))),
            _ => Err(format!("it needs one of {NAMES}, not several")),
        }
    }

    /// As the file has them, each after a comma.
    pub(super) fn to_text(self, auth: Auth) -> String {
        let mut text = String::new();
        if let Some(file) = self.file {
            text += &format!(", password_file = {}", quoted(file));
        }
        if let Some(words) = self.command {
            let words = quoted_list(words.iter().cloned());
            text += &format!(", password_command = {words}");
        }
        if let Some(line) = self.shell {
            text += &format!(", password_shell = {}", quoted(line));
        }
        if auth == Auth::Xoauth2 {
            text += ", auth = \"xoauth2\"";
        }
        text
    }
}

/// Their names, for people.
pub(super) const NAMES: &str = "password_file, password_command and password_shell";
