//! Ticks over servers that want a token, which a program prints.

use super::network::{Place, later};
use crate::mail::imap::{self, Post};
use crate::mail::server::{Manners, Server};
use packetboat::desk::tick::run;
use std::fs;

/// A club whose servers want the token that its own file `token.sh` prints.
struct Tokens {
    place: Place,
    out: Server,
    _inward: imap::Server,
}

impl Tokens {
    fn new() -> Self {
        let inward = imap::Server::start(Post::of(true, None), 2);
        let out = Server::start(Manners {
            token: true,
            ..Manners::default()
        });
        let login = "host = \"localhost\", user = \"orders\", auth = \"xoauth2\", \
                     password_command = [\"sh\", \"token.sh\"]";
        let place = Place::new();
        place.with(
            &format!(
                "imap = {{ port = {}, ca_file = \"ca.pem\", {login} }}",
                inward.port
            ),
            &format!("smtp = {{ port = {}, tls = \"none\", {login} }}", out.port),
        );
        Tokens {
            place,
            out,
            _inward: inward,
        }
    }

    fn print(&self, shell: &str) {
        fs::write(self.place.root().join("token.sh"), shell).unwrap();
    }
}

/// The program is run in the club's folder, once a tick, though two servers want its token.
#[test]
fn a_tick_asks_for_one_token() {
    let tokens = Tokens::new();
    tokens.print("echo run >> runs; echo ya29.token");
    let runs = || fs::read_to_string(tokens.place.root().join("runs")).unwrap();
    let club = tokens.place.club();
    let summary = run::cron(&club, later(0)).unwrap();
    assert_eq!((summary.mails, summary.sent), (2, 3), "{summary}");
    assert_eq!(tokens.out.seen().mails.len(), 3);
    assert_eq!(runs(), "run\n");
    // A token is good for an hour or so: the next tick asks for another one.
    run::cron(&club, later(5)).unwrap();
    assert_eq!(runs(), "run\nrun\n");
}

/// Without a token nothing is resolved, nothing is lost, and nobody is told a secret.
#[test]
fn a_tick_without_a_token_waits() {
    let tokens = Tokens::new();
    let club = tokens.place.club();
    for (shell, words) in [
        (
            "echo ya29.token; exit 1",
            "[mail.in] imap: password_command: `sh` gives no token: exit code 1; run it by hand",
        ),
        ("true", "the first line that it prints is empty"),
        (
            "echo ya29.old",
            "refuses the account `orders` with the token that `sh` prints",
        ),
    ] {
        tokens.print(shell);
        let summary = run::cron(&club, later(0)).unwrap();
        let said = summary.to_string();
        assert_eq!((summary.exit_code(), summary.sent), (75, 0), "{said}");
        for word in [words, "nothing is resolved before the mailbox is read"] {
            assert!(said.contains(word), "no `{word}` in {said}");
        }
        assert!(!said.contains("ya29") && !said.contains("eWEyO"), "{said}");
    }
    tokens.print("echo ya29.token");
    let summary = run::cron(&club, later(5)).unwrap();
    assert_eq!((summary.mails, summary.sent), (2, 3), "{summary}");
}
