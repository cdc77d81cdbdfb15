//! Passwords, tokens and certificates for the servers that packetboat.toml names.
//!
//! A file is read at once, so that one that is not there is reported before anything is done. A
//! program is run when a server is first talked to, once for IMAP and SMTP together. Not here:
//! running it (`mail::secret`).

use crate::config::login::{Auth, Settings, Whence};
use crate::desk::club::open::Club;
use crate::fault::Fault;
use crate::mail::secret::{self, Program, Secret, TIME_MAX};

/// What logs in to an account, as these settings say it.
///
/// # Errors
/// A file that cannot be read, or is empty.
pub fn secret(
    club: &Club,
    setting: &str,
    settings: Settings<'_>,
    auth: Auth,
) -> anyhow::Result<Secret> {
    let auth = match auth {
        Auth::Password => secret::Auth::Password,
        Auth::Xoauth2 => secret::Auth::Token,
    };
    let whence = settings.whence().map_err(Fault::usage)?;
    let (name, words) = match whence {
        Some(Whence::File(file)) => {
            let text = first_line(club, setting, file, auth)?;
            return Ok(Secret::known(auth, text, format!("in {file}")));
        }
        Some(Whence::Command(words)) => ("password_command", words.to_vec()),
        Some(Whence::Shell(line)) => {
            let words = ["/bin/sh", "-c", line].map(str::to_owned);
            ("password_shell", words.to_vec())
        }
        None => {
            let what = format!("packetboat.toml: {setting} names no password");
            return Err(Fault::usage(what).into());
        }
    };
    let program = Program {
        words,
        folder: club.layout.root().to_owned(),
        time_max: TIME_MAX,
    };
    let setting = format!("{setting}: {name}");
    Ok(club.programs.secret(&program, auth, &setting))
}

/// The password in a file: its first line.
fn first_line(
    club: &Club,
    setting: &str,
    file: &str,
    auth: secret::Auth,
) -> anyhow::Result<String> {
    let bytes = named(club, setting, "password_file", file)?;
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().next().unwrap_or_default().trim_end();
    if line.is_empty() {
        let what = format!("packetboat.toml: {setting}: the first line of {file} is empty");
        let hint = format!("Write the {} into that line.", auth.word());
        return Err(Fault::usage(what).hint(hint).into());
    }
    Ok(line.to_owned())
}

/// The certificates in a file, if one is named.
///
/// # Errors
/// A file that cannot be read, or holds none.
pub fn authorities(
    club: &Club,
    setting: &str,
    file: Option<&str>,
) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(file) = file else {
        return Ok(None);
    };
    let pem = named(club, setting, "ca_file", file)?;
    if !String::from_utf8_lossy(&pem).contains("-----BEGIN CERTIFICATE-----") {
        let what = format!("packetboat.toml: {setting}: {file} contains no certificate");
        return Err(Fault::usage(what)
            .hint("It must have lines as -----BEGIN CERTIFICATE-----.")
            .into());
    }
    Ok(Some(pem))
}

fn named(club: &Club, setting: &str, key: &str, file: &str) -> anyhow::Result<Vec<u8>> {
    let path = club.layout.path(file);
    club.fs.read(&path).map_err(|error| {
        let path = path.display();
        let what = format!("packetboat.toml: {setting}: {key} {path} cannot be read: {error}");
        Fault::usage(what).into()
    })
}
