//! Logging in by a token that a program prints: what servers are told, what they have against it,
//! and that no secret stands in what people are told.

use super::imap::{self, Post};
use super::server::{Manners, Server};
use super::smtp::{failed, sent, settings};
use packetboat::mail::imap::look;
use packetboat::mail::secret::{Auth, Program, Programs, Secret};
use packetboat::mail::smtp::{Login, Smtp};
use packetboat::mail::transport::Handed;
use std::path::PathBuf;
use std::time::Duration;

const TOKEN: Manners = Manners {
    tls: false,
    starttls: true,
    login: false,
    token: true,
    repeats: false,
    certificate: None,
    no_relay: false,
    closed: false,
    mails_a_line: None,
};

/// What a program prints that is run so.
fn printed(words: &[&str], auth: Auth) -> Secret {
    let program = Program {
        words: words.iter().map(|it| (*it).to_owned()).collect(),
        folder: PathBuf::from("/"),
        time_max: Duration::from_secs(20),
    };
    Programs::default().secret(&program, auth, "[mail.out] smtp: password_command")
}

fn post(manners: Manners, secret: Secret) -> (Server, Smtp) {
    let server = Server::start(manners);
    let mut settings = settings(&server);
    let user = "orders".to_owned();
    settings.login = Some(Login { user, secret });
    (server, Smtp::new(settings))
}

#[test]
fn mails_are_handed_over_by_a_token() {
    let (server, mut post) = post(TOKEN, printed(&["echo", "ya29.token"], Auth::Token));
    for _ in 0..2 {
        assert_eq!(sent(&mut post, "ana@x.example"), Ok(Handed::Over));
    }
    let seen = server.seen();
    assert_eq!((seen.lines, seen.mails.len()), (1, 2));
}

#[test]
fn a_mailbox_is_opened_by_a_token() {
    let server = imap::Server::start(Post::of(true, None), 3);
    let mut mailbox = server.mailbox();
    mailbox.secret = printed(&["echo", "ya29.token"], Auth::Token);
    assert_eq!(look(&mailbox), Ok(3));
    // The password that a program prints does as well, where the server takes one.
    mailbox.secret = printed(&["echo", "sword\"fish"], Auth::Password);
    assert_eq!(look(&mailbox), Ok(3));
}

/// It stops the run, is told with these words, and no secret is among them.
#[track_caller]
fn check_down(manners: Manners, secret: Secret, words: &str) {
    let (server, mut post) = post(manners, secret);
    let (kind, why) = failed(&mut post, "ana@x.example");
    assert_eq!(kind, "down", "{why}");
    check_words(&why, words);
    assert!(server.seen().mails.is_empty());
}

#[track_caller]
fn check_words(why: &str, words: &str) {
    for word in words.split('|') {
        assert!(why.contains(word), "no `{word}` in {why}");
    }
    // Neither as they are nor as they are sent.
    for secret in ["ya29", "eWEyOS", "XJlciB5", "swordf", "c3dvcmRmc"] {
        assert!(!why.contains(secret), "{why}");
    }
}

#[test]
fn a_token_that_is_refused() {
    let wrong = || printed(&["echo", "ya29.old-token"], Auth::Token);
    let named = "refuses the account `orders` with the token that `echo` prints: ";
    check_down(
        TOKEN,
        wrong(),
        &format!("{named}535 5.7.8 wrong password (invalid_token)"),
    );
    let repeats = Manners {
        repeats: true,
        ..TOKEN
    };
    check_down(
        repeats,
        wrong(),
        &format!("{named}535 5.7.8 wrong: XOAUTH2 ****"),
    );
    let long = format!("ya29.{}", "x".repeat(3_000));
    check_down(repeats, printed(&["echo", &long], Auth::Token), named);
    let password = Manners {
        login: true,
        token: false,
        ..repeats
    };
    check_down(
        password,
        printed(&["echo", "swordfsh"], Auth::Password),
        "with the password that `echo` prints: 535 5.7.8 wrong: PLAIN **** ****",
    );
    check_down(
        Manners {
            login: true,
            ..Manners::default()
        },
        wrong(),
        "it refuses to log `orders` in: it does not offer XOAUTH2",
    );
}

#[test]
fn a_token_that_a_mailbox_refuses() {
    let refused = |tokens: bool, secret: Secret| {
        let server = imap::Server::start(Post::of(tokens, None), 3);
        let mut mailbox = server.mailbox();
        mailbox.secret = secret;
        look(&mailbox).unwrap_err()
    };
    let wrong = || printed(&["echo", "ya29.old-token"], Auth::Token);
    check_words(
        &refused(true, wrong()),
        "refuses the account `orders` with the token that `echo` prints: |\
         [AUTHENTICATIONFAILED] wrong: **** (invalid_token)",
    );
    check_words(&refused(false, wrong()), "it does not offer XOAUTH2");
}

/// Then the server is not even asked.
#[test]
fn a_program_that_gives_no_token() {
    for (words, said) in [
        (
            &["/nowhere/oama", "ya29.token"][..],
            "`oama` gives no token: there is no such program",
        ),
        (
            &["sh", "-c", "echo ya29.token; exit 2"],
            "`sh` gives no token: exit code 2",
        ),
        (
            &["true", "ya29.token"],
            "`true` gives no token: the first line that it prints is empty",
        ),
    ] {
        let (server, mut post) = post(TOKEN, printed(words, Auth::Token));
        let (kind, why) = failed(&mut post, "ana@x.example");
        assert_eq!(kind, "down", "{why}");
        check_words(&why, said);
        check_words(&why, "[mail.out] smtp: password_command: ");
        assert_eq!(server.seen().lines, 0);
    }
}
