//! A tick over servers: what is kept when they fail, and who may work in the club meanwhile.

use crate::mail::liars::{Liar, command, mailbox_until, say};
use crate::mail::server::AUTHORITY;
use crate::support::{DUEL, monday};
use packetboat::clock::Moment;
use packetboat::desk::club::open::{self, Club};
use packetboat::desk::commands::{create, referee};
use packetboat::desk::outbox::deliver;
use packetboat::desk::tick::run;
use packetboat::fault;
use packetboat::mail::transport::Scripted;
use packetboat::store::lock::try_lock;
use packetboat::store::log::CampaignLog;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// A club on the real disk, with a campaign whose first two reports wait.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        let wanted = create::ClubWanted {
            name: "Sunday Galleon",
            address: "orders@club.example",
            referee: "referee@club.example",
            zone: "UTC",
            authserv_id: None,
        };
        create::init(&place.root(), &wanted).unwrap();
        DUEL.found(&place.club(), monday()).unwrap();
        place
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.0.path().join("club")
    }

    pub(crate) fn club(&self) -> Club {
        open::club(Some(&self.root()), packetboat_tools::games::ALL).unwrap()
    }

    /// Puts these lines behind `[mail.in]`, and these in place of those behind `[mail.out]`.
    pub(crate) fn with(&self, inward: &str, outward: &str) {
        let path = self.root().join("packetboat.toml");
        let text = fs::read_to_string(&path).unwrap();
        let (head, _) = text.rsplit_once("[mail.out]\n").unwrap();
        let head = head.replacen("[mail.in]\n", &format!("[mail.in]\n{inward}\n"), 1);
        fs::write(path, format!("{head}[mail.out]\n{outward}\n")).unwrap();
        fs::write(self.root().join("imap.secret"), "swordfish\n").unwrap();
        fs::write(self.root().join("ca.pem"), AUTHORITY).unwrap();
    }

    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let names = fs::read_dir(self.root().join(folder)).unwrap();
        let names = names.map(|it| it.unwrap().file_name().into_string().unwrap());
        names.collect()
    }
}

pub(crate) fn smtp(port: u16) -> String {
    format!("smtp = {{ host = \"localhost\", port = {port}, tls = \"none\" }}")
}

pub(crate) fn imap(port: u16) -> String {
    format!(
        "imap = {{ host = \"localhost\", port = {port}, user = \"orders\", \
         password_file = \"imap.secret\", ca_file = \"ca.pem\" }}"
    )
}

pub(crate) fn later(minutes: u32) -> Moment {
    Moment::from_seconds(monday().seconds() + i64::from(minutes) * 60)
}

type Told = Arc<Mutex<Vec<String>>>;

/// A mail server that takes all, and does this at each mail.
fn mail_server(at_mail: impl Fn() + Send + Sync + 'static) -> Liar {
    Liar::start(false, move |client| {
        say(client, "220 well\r\n")?;
        loop {
            let (verb, rest) = command(client)?;
            match (verb.as_str(), rest.as_str()) {
                ("", "") => return Ok(()),
                ("DATA", _) | (_, "DATA") => {
                    at_mail();
                    say(client, "354 go on\r\n")?;
                    while command(client)?.0 != "." {}
                    say(client, "250 taken\r\n")?;
                }
                _ => say(client, "250 well\r\n")?,
            }
        }
    })
}

/// Who may work in the club, as somebody sees it who stands outside.
fn look(root: &std::path::Path, who: &str, told: &Told) {
    let club = try_lock(&root.join("lock")).unwrap().is_some();
    let post = try_lock(&root.join("post.lock")).unwrap().is_some();
    let second = run::cron(
        &open::club(Some(root), packetboat_tools::games::ALL).unwrap(),
        later(1),
    );
    let second = second.map_or_else(|it| fault::for_people(&it), |it| it.to_string());
    let words = format!("{who}: {club} {post} {second}");
    told.lock().unwrap().push(words);
}

/// The referee works on while servers are talked to, and a second tick sends nothing twice.
#[test]
fn the_lock_of_the_club_is_free_while_servers_are_talked_to() {
    let place = Place::new();
    let told = Told::default();
    let (root, list) = (place.root(), Arc::clone(&told));
    let out = mail_server(move || look(&root, "out", &list));
    let (root, list) = (place.root(), Arc::clone(&told));
    let inward = Liar::start(true, move |client| {
        let tag = mailbox_until(client, "UID SEARCH")?;
        look(&root, "in", &list);
        say(client, &format!("* SEARCH\r\n{tag} OK done\r\n"))
    });
    place.with(&imap(inward.port), &smtp(out.port));
    let summary = run::cron(&place.club(), later(0)).unwrap();
    assert_eq!((summary.sent, summary.exit_code()), (2, 0), "{summary}");
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 3, "{told:?}");
    for (words, who) in told.iter().zip(["in", "out", "out"]) {
        assert!(words.starts_with(&format!("{who}: true false ")), "{words}");
        assert!(words.contains("fetching or sending the mail"), "{words}");
    }
}

/// What the referee decides while mails are sent counts for those that have not gone.
#[test]
fn mails_wait_when_the_campaign_moves_on_while_they_are_sent() {
    let place = Place::new();
    let club = place.club();
    let (once, sent) = (Mutex::new(Some(club)), Told::default());
    let list = Arc::clone(&sent);
    let out = mail_server(move || {
        list.lock().unwrap().push("a mail".to_owned());
        if let Some(club) = once.lock().unwrap().take() {
            let _lock = club.wait_lock().unwrap();
            referee::hold(&club, "duel", "wait a moment", later(1)).unwrap();
        }
    });
    place.with("", &smtp(out.port));
    let club = place.club();
    let summary = run::cron(&club, later(0)).unwrap();
    assert_eq!((summary.sent, summary.exit_code()), (1, 0), "{summary}");
    assert_eq!(sent.lock().unwrap().len(), 1);
    // The next tick knows what has changed, and sends the rest; the one after it sends nothing.
    let summary = run::cron(&club, later(5)).unwrap();
    assert!(summary.sent >= 1, "{summary}");
    assert_eq!(sent.lock().unwrap().len(), 1 + summary.sent as usize);
    assert_eq!(run::cron(&club, later(10)).unwrap().sent, 0);
    let log = club.layout.campaign(&"duel".parse().unwrap());
    let log = CampaignLog::new(&*club.fs, &log);
    assert_eq!(log.unsent(None).unwrap(), []);
}

/// Mails that came before the line broke lie in the Maildir, and are not fetched again.
#[test]
fn what_was_fetched_before_trouble_stays_fetched() {
    let place = Place::new();
    let asked = Told::default();
    let list = Arc::clone(&asked);
    let inward = Liar::start(true, move |client| {
        let mut tag = mailbox_until(client, "UID SEARCH")?;
        say(client, &format!("* SEARCH 1 2 3\r\n{tag} OK done\r\n"))?;
        loop {
            let (next, order) = command(client)?;
            tag = next;
            let words: Vec<&str> = order.split(' ').collect();
            let first = list.lock().unwrap().len() < 3;
            match words[..] {
                ["UID", "FETCH", uid, ..] => {
                    list.lock().unwrap().push(uid.to_owned());
                    if uid == "3" && first {
                        // More than was asked for, and then nothing.
                        return say(client, "* 3 FETCH (UID 3 BODY[] {900000000}\r\n");
                    }
                    let mail = format!("Subject: {uid}\r\n\r\nhello\r\n");
                    let length = mail.len();
                    say(
                        client,
                        &format!("* 1 FETCH (UID {uid} BODY[]<0> {{{length}}}\r\n{mail})\r\n"),
                    )?;
                }
                ["LOGOUT"] | [""] => return Ok(()),
                _ => {}
            }
            say(client, &format!("{tag} OK done\r\n"))?;
        }
    });
    place.with(&imap(inward.port), "folder = \"mail/out\"");
    let club = place.club();
    let summary = run::cron(&club, later(0)).unwrap();
    let said = summary.to_string();
    for word in ["announces more than was asked for", "nothing is resolved"] {
        assert!(said.contains(word), "no `{word}` in {said}");
    }
    assert_eq!(summary.exit_code(), 75);
    assert_eq!(place.names("mail/new").len(), 2);
    let summary = run::cron(&club, later(5)).unwrap();
    // What was there to be sent has left meanwhile.
    assert_eq!((summary.mails, summary.sent), (3, 1), "{summary}");
    assert_eq!(asked.lock().unwrap().join(" "), "1 2 3 3");
}

/// A tick that has sent for long enough leaves the rest to the next one, as if it were new.
#[test]
fn a_tick_does_not_send_for_ever() {
    let place = Place::new();
    let club = place.club();
    let id = "duel".parse().unwrap();
    let dir = club.layout.campaign(&id);
    let log = CampaignLog::new(&*club.fs, &dir);
    let last = log.last().unwrap().unwrap();
    let mut post = Scripted::default();
    let mut round = deliver::Round::new(&club, &mut post, later(0)).within(Duration::ZERO);
    round.campaign(&id, &dir, &last);
    let ended = round.end();
    assert_eq!((ended.delivered.sent, ended.delivered.unsent), (0, 0));
    assert!(ended.waits.contains(&id) && ended.stuck.is_empty());
    let unsent = log.unsent(None).unwrap();
    assert!(unsent.len() == 2 && unsent.iter().all(|it| it.tried.is_none()));
    assert!(post.taken.is_empty());
}
