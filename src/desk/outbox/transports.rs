//! The transport that packetboat.toml names.
//!
//! Not here: how each sends (`mail`), what is sent (`deliver`), and passwords (`logins`).

use super::logins;
use crate::config::club::{self, MailOut, Tls};
use crate::desk::club::open::Club;
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
    let login = match &smtp.user {
        Some(user) => Some(Login {
            user: user.clone(),
            secret: logins::secret(club, setting, smtp.login(), smtp.auth)?,
        }),
        None => None,
    };
    Ok(smtp::Server {
        host: smtp.host.clone(),
        port: smtp.port,
        privacy: match smtp.tls {
            Tls::Starttls => Privacy::StartTls,
            Tls::Tls => Privacy::Tls,
            Tls::None => Privacy::None,
        },
        authorities: logins::authorities(club, setting, smtp.ca_file.as_deref())?,
        login,
        hello: club.config.club.address.domain().to_owned(),
        limits: Limits::default(),
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
