//! `[mail.in]` of `packetboat.toml`: how mail comes in.
//!
//! Not here: how it goes out (`club`), and logging in (`login`).

use super::keep::Keep;
use super::login::{Auth, NAMES, Settings};
use super::quoted;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};

/// `[mail.in]`: every way that is named is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailIn {
    /// A Maildir, which is the raw store whatever brings the mail; from the club's folder unless
    /// it begins with `/`. Default: `mail`.
    #[serde(default = "default_maildir")]
    pub maildir: String,
    /// A mailbox to be emptied into it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imap: Option<Imap>,
    /// The name with which the club's own mail server signs its `Authentication-Results`. With it,
    /// a mail from a registered address counts without token or password, if that server says that
    /// it comes from there (DMARC or an aligned DKIM signature). Without it they say nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authserv_id: Option<String>,
    /// Names, hosts or addresses that are in a field `List-…` of mail that is read like any
    /// other, for a club whose address is a mailing list or comes through a forwarder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept_lists: Vec<String>,
    /// How long mail is kept after its month; without it for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<Keep>,
}

fn default_maildir() -> String {
    "mail".to_owned()
}

impl Default for MailIn {
    fn default() -> Self {
        MailIn {
            maildir: default_maildir(),
            imap: None,
            authserv_id: None,
            accept_lists: Vec::new(),
            keep: None,
        }
    }
}

/// A mailbox on a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imap {
    /// The server, always asked over TLS.
    pub host: String,
    /// The account.
    pub user: String,
    /// A file of mode 0600 with the password or token; from the club's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_file: Option<String>,
    /// In its place a program that prints it on its first line, and its arguments; no shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_command: Option<Vec<String>>,
    /// In their place a line for the shell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_shell: Option<String>,
    /// What the server is shown. Default: a password.
    #[serde(default, skip_serializing_if = "is_default")]
    pub auth: Auth,
    /// The port. Default: 993.
    #[serde(default = "default_imap_port")]
    pub port: u16,
    /// The folder. Default: `INBOX`.
    #[serde(default = "default_folder")]
    pub folder: String,
    /// A folder that mails are moved to when they were taken. Without one they stay, with the
    /// keyword `$Packetboat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processed: Option<String>,
    /// Certificates (PEM) to trust besides those of this machine; from the club's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<String>,
}

impl Imap {
    /// Where its password or token comes from.
    pub fn login(&self) -> Settings<'_> {
        Settings {
            file: &self.password_file,
            command: &self.password_command,
            shell: &self.password_shell,
        }
    }
}

fn default_imap_port() -> u16 {
    993
}

fn default_folder() -> String {
    "INBOX".to_owned()
}

pub(super) fn check_imap(imap: &Imap) -> Result<(), String> {
    match imap.login().whence() {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err(format!("[mail.in] imap needs one of {NAMES}")),
        Err(why) => Err(format!("[mail.in] imap: {why}")),
    }
}

/// The lines of `[mail.in]` that a new club has not.
pub(super) fn more_ways_in(mail_in: &MailIn) -> String {
    let mut lines = String::new();
    if let Some(imap) = &mail_in.imap {
        lines += &format!("imap = {}\n", imap_value(imap));
    }
    if let Some(id) = &mail_in.authserv_id {
        lines += &format!("authserv_id = {}\n", quoted(id));
    }
    if !mail_in.accept_lists.is_empty() {
        let lists: Vec<String> = mail_in.accept_lists.iter().map(|it| quoted(it)).collect();
        lines += &format!("accept_lists = [{}]\n", lists.join(", "));
    }
    if let Some(keep) = mail_in.keep {
        lines += &format!("keep = {}\n", quoted(&keep.to_string()));
    }
    lines
}

fn imap_value(imap: &Imap) -> String {
    let mut parts = format!(
        "host = {}, port = {}, user = {}{}, folder = {}",
        quoted(&imap.host),
        imap.port,
        quoted(&imap.user),
        imap.login().to_text(imap.auth),
        quoted(&imap.folder)
    );
    let more = [("processed", &imap.processed), ("ca_file", &imap.ca_file)];
    for (key, value) in more {
        if let Some(value) = value {
            parts += &format!(", {key} = {}", quoted(value));
        }
    }
    format!("{{ {parts} }}")
}
