//! Handing mails to a mail server, which fails in every way we know of.

use super::server::{AUTHORITY, Manners, Server};
use super::{LIMITS, to};
use packetboat::mail::line::Limits;
use packetboat::mail::secret::{Auth, Secret};
use packetboat::mail::smtp::{self, Login, Privacy, Smtp};
use packetboat::mail::transport::{Handed, SendError, Transport};
use std::net::TcpListener;
use std::time::Duration;

const MAIL: &[u8] = b"Message-ID: <1@club.example>\r\nSubject: x\r\n\r\none\r\n.\r\n..two\r\n";

pub(super) fn settings(server: &Server) -> smtp::Server {
    let manners = server.manners();
    smtp::Server {
        host: "localhost".to_owned(),
        port: server.port,
        privacy: match (manners.tls, manners.starttls) {
            (true, _) => Privacy::Tls,
            (false, true) => Privacy::StartTls,
            (false, false) => Privacy::None,
        },
        authorities: Some(AUTHORITY.as_bytes().to_vec()),
        login: manners.login.then(|| Login {
            user: "orders".to_owned(),
            secret: Secret::known(Auth::Password, "swordfish", "in smtp.secret"),
        }),
        hello: "club.example".to_owned(),
        limits: LIMITS,
    }
}

fn start(manners: Manners) -> (Server, Smtp) {
    let server = Server::start(manners);
    let post = Smtp::new(settings(&server));
    (server, post)
}

pub(super) fn sent(post: &mut Smtp, address: &str) -> Result<Handed, SendError> {
    post.send(&to(address), MAIL, "duel.000000.north.report")
}

/// The kind of failure and what is said of it.
pub(super) fn failed(post: &mut Smtp, address: &str) -> (&'static str, String) {
    match sent(post, address) {
        Ok(handed) => panic!("{address}: {handed:?}"),
        Err(SendError::Temporary(why)) => ("later", why),
        Err(SendError::Permanent(why)) => ("never", why),
        Err(SendError::Down(why)) => ("down", why),
    }
}

#[test]
fn mails_of_a_run_go_over_one_line_whole() {
    for manners in [
        Manners::default(),
        Manners {
            starttls: true,
            login: true,
            ..Manners::default()
        },
        Manners {
            tls: true,
            login: true,
            ..Manners::default()
        },
    ] {
        let (server, mut post) = start(manners);
        for address in ["ana@example.org", "ben@example.org"] {
            assert_eq!(sent(&mut post, address), Ok(Handed::Over), "{manners:?}");
        }
        let seen = server.seen();
        assert_eq!((seen.lines, seen.mails.len()), (1, 2), "{manners:?}");
        let (from, to, mail) = &seen.mails[1];
        assert_eq!(
            (from.as_str(), to.as_str()),
            ("orders@club.example", "ben@example.org")
        );
        assert_eq!(mail.as_bytes(), MAIL);
        assert_eq!(seen.all_private, manners.tls || manners.starttls);
    }
}

#[test]
fn only_what_is_said_for_good_of_this_mail_is_final() {
    let (server, mut post) = start(Manners::default());
    for (address, kind, word) in [
        ("temp@x.example", "later", "451 4.3.0 try later"),
        ("gone@x.example", "never", "550 5.1.1 no such user"),
        ("full@x.example", "later", "452 4.2.2 mailbox full"),
        ("spam@x.example", "never", "554 5.6.0 content rejected"),
        ("grey@x.example", "later", "451 4.7.1 greylisted"),
        ("421@x.example", "later", "421 4.3.2 closing"),
    ] {
        let (was, why) = failed(&mut post, address);
        assert_eq!((was, why.contains(word)), (kind, true), "{address}: {why}");
        // One bad recipient keeps nobody else waiting.
        assert_eq!(
            sent(&mut post, "ana@x.example"),
            Ok(Handed::Over),
            "{address}"
        );
    }
    assert_eq!(sent(&mut post, "grey@x.example"), Ok(Handed::Over));
    let (kind, _) = failed(&mut post, "no address");
    assert_eq!(kind, "never");
    assert_eq!(server.seen().mails.len(), 7);
}

#[test]
fn a_line_that_breaks_leaves_the_mail_to_be_sent_again() {
    let (server, mut post) = start(Manners::default());
    for (address, word) in [
        ("cut@x.example", ""),
        ("cut-before@x.example", "may arrive twice"),
        ("cut-after@x.example", "may arrive twice"),
    ] {
        let (kind, why) = failed(&mut post, address);
        assert_eq!(
            (kind, why.contains(word)),
            ("later", true),
            "{address}: {why}"
        );
        assert_eq!(
            sent(&mut post, "ana@x.example"),
            Ok(Handed::Over),
            "{address}"
        );
    }
    // Taken, though the answer was lost: the second one is the same, byte for byte.
    failed(&mut post, "cut-after@x.example");
    let seen = server.seen();
    let twice: Vec<_> = seen
        .mails
        .iter()
        .filter(|it| it.1.starts_with("cut-after"))
        .collect();
    assert_eq!((twice.len(), twice[0] == twice[1]), (2, true));
}

#[test]
fn a_server_that_breaks_line_after_line_is_down() {
    let (_server, mut post) = start(Manners::default());
    assert_eq!(failed(&mut post, "cut@x.example").0, "later");
    assert_eq!(failed(&mut post, "cut@x.example").0, "later");
    assert_eq!(failed(&mut post, "ana@x.example").0, "down");
}

#[test]
fn a_server_that_takes_so_many_mails_over_one_line_gets_another_line() {
    let (server, mut post) = start(Manners {
        mails_a_line: Some(2),
        ..Manners::default()
    });
    for _ in 0..5 {
        assert_eq!(sent(&mut post, "ana@x.example"), Ok(Handed::Over));
    }
    let seen = server.seen();
    assert_eq!((seen.lines, seen.mails.len()), (3, 5));
}

#[test]
fn a_slow_server_is_waited_for() {
    let server = Server::start(Manners::default());
    let mut post = Smtp::new(smtp::Server {
        limits: Limits {
            quiet: Duration::from_millis(300),
            ..LIMITS
        },
        ..settings(&server)
    });
    // It says only after 0.7 seconds that it has the mail, for which we wait longer.
    assert_eq!(sent(&mut post, "slow@x.example"), Ok(Handed::Over));
}

/// What is wrong between us and the server stops the run, and is nobody's mail's fault.
fn check_down(manners: Manners, change: impl Fn(&mut smtp::Server), words: &str) {
    let server = Server::start(manners);
    let mut settings = settings(&server);
    change(&mut settings);
    let mut post = Smtp::new(settings);
    let (kind, why) = failed(&mut post, "ana@x.example");
    assert_eq!(kind, "down", "{why}");
    for word in words.split('|') {
        assert!(why.contains(word), "no `{word}` in {why}");
    }
    assert!(
        !why.contains("swordfish") && !why.contains("swordfsh"),
        "{why}"
    );
    let lines = server.seen().lines;
    assert_eq!(failed(&mut post, "ben@x.example").0, "down");
    assert_eq!(server.seen().lines, lines, "it is not asked again");
    assert!(server.seen().mails.is_empty());
}

#[test]
fn what_the_server_has_against_us_stops_the_run() {
    let login = Manners {
        login: true,
        starttls: true,
        ..Manners::default()
    };
    let wrong = |server: &mut smtp::Server| {
        if let Some(login) = &mut server.login {
            login.secret = Secret::known(Auth::Password, "swordfsh", "in smtp.secret");
        }
    };
    check_down(
        login,
        wrong,
        "localhost:|refuses the account `orders` with the password in smtp.secret|535",
    );
    check_down(login, |it| it.login = None, "530 5.7.0 log in first");
    let no_relay = Manners {
        no_relay: true,
        ..Manners::default()
    };
    check_down(no_relay, |_| {}, "Relay access denied");
    check_down(
        Manners::default(),
        |it| it.privacy = Privacy::StartTls,
        "does not offer STARTTLS|nothing is sent in the clear",
    );
    check_down(
        login,
        |it| it.authorities = None,
        "TLS failed|by no authority that this machine trusts",
    );
    let nonsense = b"-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----";
    let change = |it: &mut smtp::Server| it.authorities = Some(nonsense.to_vec());
    check_down(login, change, "ca_file");
    let closed = Manners {
        closed: true,
        ..Manners::default()
    };
    check_down(closed, |_| {}, "cannot connect");
}

#[test]
fn a_server_that_is_not_there() {
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let server = Server::start(Manners::default());
    let mut post = Smtp::new(smtp::Server {
        port,
        ..settings(&server)
    });
    let (kind, why) = failed(&mut post, "ana@x.example");
    assert_eq!((kind, why.contains("refused")), ("down", true), "{why}");
    let mut post = Smtp::new(smtp::Server {
        host: "no-such-host.invalid".to_owned(),
        ..settings(&server)
    });
    let (kind, why) = failed(&mut post, "ana@x.example");
    assert_eq!(
        (kind, why.contains("no-such-host.invalid")),
        ("down", true),
        "{why}"
    );
}
