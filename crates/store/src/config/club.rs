//! `packetboat.toml`: the club.

use super::address::Address;
use super::join::{self, Join, Percent};
use super::login::{Auth, NAMES, Settings};
pub use super::mail_in::{Imap, MailIn};
use super::mail_in::{check_imap, more_ways_in};
use super::public::{Site, check_about};
use super::{Format, check_line, parse, quoted};
use packetboat_core::clock::Zone;
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use toml_edit::{DocumentMut, Value};

/// The version of the file. 2 says nothing more than 1, but that there is something in the club
/// which programs until 2026-11-28 do not see: they refuse it.
const FORMAT: u32 = 2;

/// The club: who it is, how mail comes in and goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubConfig {
    /// Who it is.
    pub club: Club,
    /// How mail comes in.
    pub mail_in: MailIn,
    /// How mail goes out.
    pub mail_out: MailOut,
    /// Whether mails carry pictures and files (the deadline for calendars, reports as data): some
    /// mail servers let none through. Default: they do.
    pub attachments: bool,
    /// The club's web archive.
    pub site: Site,
}

/// `[club]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Club {
    /// Its name, as letters show it: one line of at most 80 characters.
    pub name: String,
    /// Where players write to; a `+` and a token are put after its local part.
    pub address: Address,
    /// Who is notified when a human must look.
    pub referee: Address,
    /// The zone of the referee, and of players who name none.
    pub zone: Zone,
    /// Who may take an open seat, by JOIN. Default: whom the club's mail server vouches for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub join: Join,
    /// Only these may: addresses, and domains as `@example.org`. Empty: everybody may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// These may not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banned: Vec<String>,
    /// Who has kept time less often than this, in percent of the sheets they owed, takes no open
    /// seat; asked of those who have owed some. Default: nobody is kept out by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min_on_time: Option<Percent>,
    /// What the first page of its site says of it, a few sentences; an empty line parts paragraphs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// `[mail.out]`: exactly one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailOut {
    /// Files into a folder, from the club's folder unless it begins with `/`.
    Folder(String),
    /// A program that takes a mail as `sendmail` does.
    Sendmail(String),
    /// A mail server.
    Smtp(Smtp),
}

impl Default for MailOut {
    fn default() -> Self {
        MailOut::Folder("mail/out".to_owned())
    }
}

/// A mail server that takes mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smtp {
    /// The server.
    pub host: String,
    /// The port. Default: 587.
    #[serde(default = "default_port")]
    pub port: u16,
    /// How the line is kept private. Default: `starttls`.
    #[serde(default)]
    pub tls: Tls,
    /// The account, if the server wants one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// A file of mode 0600 with the password or token; from the club's folder. With `user` only.
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
    /// Certificates (PEM) to trust besides those of this machine, for a server with one of its
    /// own; from the club's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<String>,
}

impl Smtp {
    /// Where its password or token comes from.
    pub fn login(&self) -> Settings<'_> {
        Settings {
            file: &self.password_file,
            command: &self.password_command,
            shell: &self.password_shell,
        }
    }
}

fn default_port() -> u16 {
    587
}

/// How a line to a mail server is kept private.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// Plain first, then private; refused if the server will not.
    #[default]
    Starttls,
    /// Private from the first byte, usually on port 465.
    Tls,
    /// Not at all: for a server on the same machine.
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(rename = "format")]
    _format: Format<FORMAT>,
    club: Club,
    #[serde(default)]
    mail: RawMail,
    #[serde(default)]
    site: Site,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMail {
    #[serde(default, rename = "in")]
    mail_in: MailIn,
    out: Option<toml::Spanned<RawOut>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawOut {
    folder: Option<String>,
    sendmail: Option<String>,
    smtp: Option<Smtp>,
    #[serde(default = "yes")]
    attachments: bool,
}

fn yes() -> bool {
    true
}

impl ClubConfig {
    /// Reads and checks the file.
    ///
    /// # Errors
    /// Names the line and what to write instead.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileFault> {
        let raw: Raw = parse(file, text, FORMAT)?;
        let whole = |problem: String| FileFault::new(file, problem, "");
        check_line("the name of the club", &raw.club.name).map_err(whole)?;
        check_about(raw.club.about.as_deref()).map_err(whole)?;
        if raw.club.address.local().contains('+') {
            return Err(whole(format!(
                "the club's address `{}` must have no `+`: tokens follow one",
                raw.club.address
            )));
        }
        raw.site.check().map_err(whole)?;
        if let Some(imap) = &raw.mail.mail_in.imap {
            check_imap(imap).map_err(whole)?;
        }
        let (mail_out, attachments) = match raw.mail.out {
            None => (MailOut::default(), true),
            Some(spanned) => {
                let start = spanned.span().start;
                let raw = spanned.into_inner();
                let attachments = raw.attachments;
                let way =
                    way_out(raw).map_err(|it| FileFault::new(file, it, "").at(text, start))?;
                (way, attachments)
            }
        };
        Ok(ClubConfig {
            club: raw.club,
            mail_in: raw.mail.mail_in,
            mail_out,
            attachments,
            site: raw.site,
        })
    }

    /// The text of a file of format 1 in today's, all else in it as it was; `None`: it is in that
    /// already, or no such file.
    pub fn renewed(text: &str) -> Option<String> {
        let mut document: DocumentMut = text.parse().ok()?;
        let format = document.get_mut("format")?.as_value_mut()?;
        let older = format.as_integer().is_some_and(|it| it < i64::from(FORMAT));
        let decor = format.decor().clone();
        *format = Value::from(i64::from(FORMAT));
        *format.decor_mut() = decor;
        older.then(|| document.to_string())
    }

    /// The commented file that `init` writes; read again it is the same.
    pub fn to_text(&self) -> String {
        let Club {
            name,
            address,
            referee,
            zone,
            about,
            join,
            allowed,
            banned,
            min_on_time,
        } = &self.club;
        let joins = join::lines(*join, (allowed, banned), *min_on_time);
        let about = about
            .as_deref()
            .map_or_else(String::new, |it| format!("about   = {}\n", quoted(it)));
        format!(
            "\
# The club. Unknown keys are faults.
format = {FORMAT}

[club]
# As letters show it.
name    = {name}
# Players write here. The mail server must deliver {local}+anything@… to the same mailbox.
address = {address}
# Who is notified when a human must look.
referee = {referee}
# The zone of the referee, and of players who name none.
zone    = {zone}
# Who may take a seat that is open (packetboat new --open): join = \"vouched\" or \"referee\" (you
# admit them); allowed = [\"@club.example\"]: only these; banned = [\"eve@example.org\"]: not these;
# min_on_time = 80: nobody who has sent fewer than 80 % of their sheets in time.
{joins}# What the first page of its site says of it, a few sentences:
# about = \"We have played by mail since 1998, a turn a week. New players are welcome.\"
{about}
# How mail comes in. The Maildir keeps every mail as it came, whatever brought it. A mailbox on a
# server is emptied into it by every tick (always over TLS):
# imap = {{ host = \"imap.club.example\", user = \"orders\", password_file = \"imap.secret\" }}
# keep = \"2y\" deletes what came longer ago; otherwise mail is kept.
[mail.in]
maildir = {maildir}
{more}
# How mail goes out, one of: folder = \"mail/out\" (files, for a mail program to pick up),
# sendmail = \"/usr/sbin/sendmail\" (a program, by its path and without arguments),
# or a mail server, its password in a file of mode 0600 (port = 587 and tls = \"starttls\" if you
# do not say otherwise; ca_file = \"our.pem\" if its certificate is self-made):
# smtp = {{ host = \"smtp.club.example\", user = \"orders\", password_file = \"smtp.secret\" }}
# attachments = false sends no pictures and no files, for servers that block them.
[mail.out]
{out}{bare}{site}",
            name = quoted(name),
            local = address.local(),
            address = quoted(address.as_str()),
            referee = quoted(referee.as_str()),
            zone = quoted(zone.name()),
            maildir = quoted(&self.mail_in.maildir),
            more = more_ways_in(&self.mail_in),
            out = out_lines(&self.mail_out),
            bare = if self.attachments {
                ""
            } else {
                "attachments = false\n"
            },
            site = self.site.to_text(),
        )
    }
}

fn way_out(raw: RawOut) -> Result<MailOut, String> {
    match (raw.folder, raw.sendmail, raw.smtp) {
        (Some(folder), None, None) => Ok(MailOut::Folder(folder)),
        (None, Some(program), None) if program.starts_with('/') => Ok(MailOut::Sendmail(program)),
        (None, Some(program), None) => {
            Err(format!("sendmail must be a path from `/`, not `{program}`"))
        }
        (None, None, Some(smtp)) => check_smtp(&smtp).map(|()| MailOut::Smtp(smtp)),
        _ => Err("[mail.out] needs exactly one of folder, sendmail and smtp".to_owned()),
    }
}

fn check_smtp(smtp: &Smtp) -> Result<(), String> {
    let whence = smtp.login().whence().map_err(|it| format!("smtp: {it}"))?;
    if smtp.user.is_some() != whence.is_some() {
        return Err(format!(
            "smtp needs both user and one of {NAMES}, or neither"
        ));
    }
    if smtp.auth == Auth::Xoauth2 && smtp.user.is_none() {
        return Err("smtp: `auth` is for an account, so it needs `user`".to_owned());
    }
    let is_here =
        smtp.host == "localhost" || smtp.host.parse::<IpAddr>().is_ok_and(|it| it.is_loopback());
    if smtp.tls == Tls::None && !is_here {
        return Err(format!(
            "smtp: `tls = \"none\"` is for a server on this machine; {} needs `starttls` or `tls`",
            smtp.host
        ));
    }
    Ok(())
}

fn out_lines(out: &MailOut) -> String {
    match out {
        MailOut::Folder(folder) => format!("folder = {}\n", quoted(folder)),
        MailOut::Sendmail(program) => format!("sendmail = {}\n", quoted(program)),
        MailOut::Smtp(smtp) => format!("smtp = {}\n", smtp_value(smtp)),
    }
}

fn smtp_value(smtp: &Smtp) -> String {
    let tls = match smtp.tls {
        Tls::Starttls => "starttls",
        Tls::Tls => "tls",
        Tls::None => "none",
    };
    let (host, port) = (quoted(&smtp.host), smtp.port);
    let mut parts = format!("host = {host}, port = {port}, tls = \"{tls}\"");
    if let Some(user) = &smtp.user {
        let login = smtp.login().to_text(smtp.auth);
        parts += &format!(", user = {}{login}", quoted(user));
    }
    if let Some(file) = &smtp.ca_file {
        parts += &format!(", ca_file = {}", quoted(file));
    }
    format!("{{ {parts} }}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format = 1\n[club]\nname = 'Sunday Galleon'\n\
        address = 'orders@club.example'\nreferee = 'ref@club.example'\nzone = 'Europe/Warsaw'\n";

    fn parse(text: &str) -> Result<ClubConfig, FileFault> {
        ClubConfig::parse("packetboat.toml", text)
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let config = parse(HEAD).unwrap();
        assert_eq!(config.mail_in.maildir, "mail");
        assert_eq!(config.mail_out, MailOut::Folder("mail/out".into()));
        let imap = format!("{HEAD}[mail.in]\nimap = {{ host='h', user='u', password_file='p' }}");
        let config = parse(&imap).unwrap();
        assert_eq!(config.mail_in.maildir, "mail");
        assert_eq!(config.mail_in.imap.unwrap().folder, "INBOX");
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut config = parse(HEAD).unwrap();
        config.club.name = "The \"Quoted\" Ship \\ Café".into();
        let smtp = Smtp {
            host: "smtp.example".into(),
            port: 465,
            tls: Tls::Tls,
            user: Some("u".into()),
            password_file: Some("p".into()),
            password_command: None,
            password_shell: None,
            auth: Auth::Password,
            ca_file: Some("our.pem".into()),
        };
        let by_token = Smtp {
            password_file: None,
            password_command: Some(vec![
                "/usr/bin/oama".into(),
                "access".into(),
                "a \"b\"".into(),
            ]),
            auth: Auth::Xoauth2,
            ..smtp.clone()
        };
        for mail_out in [
            MailOut::default(),
            MailOut::Sendmail("/usr/sbin/sendmail".into()),
            MailOut::Smtp(smtp.clone()),
            MailOut::Smtp(by_token),
            MailOut::Smtp(Smtp {
                user: None,
                password_file: None,
                ca_file: None,
                host: "127.0.0.1".into(),
                tls: Tls::None,
                ..smtp.clone()
            }),
        ] {
            config.mail_out = mail_out;
            assert_eq!(parse(&config.to_text()), Ok(config.clone()));
        }
        config.mail_in.imap = Some(Imap {
            host: "h".into(),
            user: "u".into(),
            password_file: None,
            password_command: None,
            password_shell: Some("pass show 'club' | head -n 1".into()),
            auth: Auth::Password,
            port: 1993,
            folder: "Orders".into(),
            processed: Some("Taken".into()),
            ca_file: Some("our.pem".into()),
        });
        config.mail_in.authserv_id = Some("mx.club.example".into());
        config.mail_in.accept_lists = vec!["galleon.lists.example".into()];
        assert_eq!(parse(&config.to_text()), Ok(config));
    }

    fn check(more: &str, shown: &str) {
        let fault = parse(&format!("{HEAD}{more}")).unwrap_err().to_string();
        assert_eq!(fault, format!("packetboat.toml{shown}"));
    }

    #[test]
    fn faults() {
        check(
            "zoen = 'UTC'\n",
            ":7: unknown key `zoen`; did you mean `zone`?",
        );
        for percent in [0, 101] {
            let said = format!(":7: a percentage must be from 1 to 100, not {percent}");
            check(&format!("min_on_time = {percent}\n"), &said);
        }
        check(
            "[mail.out]\nsendmail = '/x'\nfolder = 'y'\n",
            ":7: [mail.out] needs exactly one of folder, sendmail and smtp",
        );
        check(
            "[mail.out]\n",
            ":7: [mail.out] needs exactly one of folder, sendmail and smtp",
        );
        check(
            "[mail.out]\nsendmail = 'sendmail'\n",
            ":7: sendmail must be a path from `/`, not `sendmail`",
        );
        check(
            "[mail.out]\nsmtp = { host = 'h', user = 'u' }\n",
            ":7: smtp needs both user and one of password_file, password_command and \
             password_shell, or neither",
        );
        check(
            "[mail.out]\nsmtp = { host = 'h', user = 'u', password_file = 'p', \
             password_shell = 's' }\n",
            ":7: smtp: it needs one of password_file, password_command and password_shell, not \
             several",
        );
        check(
            "[mail.out]\nsmtp = { host = 'h', user = 'u', password_command = [] }\n",
            ":7: smtp: password_command needs a program and its arguments, such as \
             `[\"pass\", \"show\", \"club\"]`",
        );
        check(
            "[mail.out]\nsmtp = { host = 'h', auth = 'xoauth2' }\n",
            ":7: smtp: `auth` is for an account, so it needs `user`",
        );
        check(
            "[mail.in]\nimap = { host = 'h', user = 'u' }\n",
            ": [mail.in] imap needs one of password_file, password_command and password_shell",
        );
        check(
            "[mail.in]\nimap = { host = 'h', user = 'u', password_shell = ' ' }\n",
            ": [mail.in] imap: password_shell needs a line for the shell",
        );
        check(
            "[mail.in]\nimap = { host = 'h', user = 'u', password_file = 'p', auth = 'xoauth' }\n",
            ":8: unknown value `xoauth`; did you mean `xoauth2`?",
        );
        check(
            "[mail.out]\nsmtp = { host = 'h', tls = 'none' }\n",
            ":7: smtp: `tls = \"none\"` is for a server on this machine; h needs `starttls` or \
             `tls`",
        );
        check(
            "[mail.out]\nsmtp = { host = 'h', tls = 'startls' }\n",
            ":8: unknown value `startls`; did you mean `starttls`?",
        );
        check(
            "[mail]\nim = 3\n",
            ":8: unknown key `im`; did you mean `in`?",
        );
    }

    #[test]
    fn a_file_of_before_is_read_and_renewed() {
        let text = format!(
            "# Ours.\n{} # Mine.",
            HEAD.replace("format = 1", "format=1 # Old.")
        );
        let renewed = ClubConfig::renewed(&text).unwrap();
        assert_eq!(renewed, text.replace("format=1 #", "format=2 #"));
        assert_eq!(parse(&renewed).unwrap(), parse(&text).unwrap());
        assert_eq!(ClubConfig::renewed(&renewed), None);
        for other in ["", "format = 'x'", "format = [", "[club]\nformat = 1"] {
            assert_eq!(ClubConfig::renewed(other), None, "{other}");
        }
    }

    fn check_changed(from: &str, to: &str, shown: &str) {
        let fault = parse(&HEAD.replace(from, to)).unwrap_err().to_string();
        assert_eq!(fault, format!("packetboat.toml{shown}"));
    }

    #[test]
    fn values_are_checked() {
        check_changed(
            "orders@",
            "orders+x@",
            ": the club's address `orders+x@club.example` must have no `+`: tokens follow one",
        );
        check_changed(
            "orders@club.example",
            "orders",
            ":4: `orders` is not a mail address such as ana@example.org",
        );
        check_changed(
            "Europe/Warsaw",
            "Europe/Warsow",
            ":6: `Europe/Warsow` is not a time zone such as Europe/Warsaw; \
             did you mean `Europe/Warsaw`?",
        );
        check_changed(
            "format = 1",
            "format = 3",
            ": format 3 is newer than this program, which knows 2; install a newer packetboat",
        );
        check_changed(
            "format = 1\n",
            "",
            ": it does not say which format it is in; begin it with the line `format = 2`",
        );
        check_changed(
            "Sunday Galleon",
            " ",
            ": the name of the club must not be empty or begin or end with a space",
        );
    }
}
