//! The transport that packetboat.toml names.
//!
//! Not here: how each sends (`mail`), and what is sent (`deliver`).

use super::open::Club;
use crate::config::club::{self, MailOut, Tls};
use crate::fault::Fault;
use crate::mail::line::Limits;
use crate::mail::sendmail::Sendmail;
use crate::mail::smtp::{self, Login, Privacy, Smtp};
use crate::mail::transport::{Folder, Spool, Transport};
use crate::store::fs::{Access, Fs, make_dir, parent, remove_if_there};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The transport that packetboat.toml names.
///
/// # Errors
/// A file that it names and that cannot be read.
pub fn transport(club: &Club) -> anyhow::Result<Box<dyn Transport>> {
    Ok(match &club.config.mail_out {
        MailOut::Folder(folder) => {
            let spool = OnDisk(Arc::clone(&club.fs));
            Box::new(Folder::new(club.layout.path(folder), spool))
        }
        MailOut::Sendmail(program) => Box::new(Sendmail::new(program)),
        MailOut::Smtp(smtp) => Box::new(Smtp::new(server(club, smtp)?)),
    })
}

/// The mail server that packetboat.toml names, with its password and certificates.
///
/// # Errors
/// A file that cannot be read.
pub fn server(club: &Club, smtp: &club::Smtp) -> anyhow::Result<smtp::Server> {
    let setting = "[mail.out] smtp";
    let login = match (&smtp.user, &smtp.password_file) {
        (Some(user), Some(file)) => Some(Login {
            user: user.clone(),
            password: password(club, setting, file)?,
            password_file: file.clone(),
        }),
        _ => None,
    };
    Ok(smtp::Server {
        host: smtp.host.clone(),
        port: smtp.port,
        privacy: match smtp.tls {
            Tls::Starttls => Privacy::StartTls,
            Tls::Tls => Privacy::Tls,
            Tls::None => Privacy::None,
        },
        authorities: authorities(club, setting, smtp.ca_file.as_deref())?,
        login,
        hello: club.config.club.address.domain().to_owned(),
        limits: Limits::default(),
    })
}

/// The password in a file: its first line.
///
/// # Errors
/// A file that cannot be read, or is empty.
pub fn password(club: &Club, setting: &str, file: &str) -> anyhow::Result<String> {
    let bytes = named(club, setting, "password_file", file)?;
    let text = String::from_utf8_lossy(&bytes);
    let password = text.lines().next().unwrap_or_default().trim_end();
    if password.is_empty() {
        let what = format!("packetboat.toml: {setting}: the first line of {file} is empty");
        return Err(Fault::usage(what)
            .hint("Write the password into that line.")
            .into());
    }
    Ok(password.to_owned())
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
        let what = format!("packetboat.toml: {setting}: {file} holds no certificate");
        return Err(Fault::usage(what)
            .hint("It must have lines as -----BEGIN CERTIFICATE-----.")
            .into());
    }
    Ok(Some(pem))
}

fn named(club: &Club, setting: &str, key: &str, file: &str) -> anyhow::Result<Vec<u8>> {
    let path = club.layout.path(file);
    club.fs.read(&path).map_err(|it| {
        let path = path.display();
        let what = format!("packetboat.toml: {setting}: {key} {path} cannot be read: {it}");
        Fault::usage(what).into()
    })
}

/// The folder transport's view of the disk.
struct OnDisk(Arc<dyn Fs>);

impl Spool for OnDisk {
    fn create(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        make_dir(&*self.0, parent(path))?;
        remove_if_there(&*self.0, path)?;
        self.0.create(path, bytes, Access::Private)
    }

    fn place(&mut self, drafts: &[(PathBuf, PathBuf)]) -> io::Result<()> {
        let files: Vec<PathBuf> = drafts.iter().map(|it| it.0.clone()).collect();
        self.0.sync_many(&files, &[])?;
        for (from, to) in drafts {
            self.0.rename(from, to)?;
        }
        let dirs = BTreeSet::from_iter(drafts.iter().map(|it| parent(&it.1).to_owned()));
        self.0.sync_many(&[], &Vec::from_iter(dirs))
    }
}
