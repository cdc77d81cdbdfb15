//! Who is believed to be the server: certificates that people make themselves, and what is said of
//! those that do not fit.
//!
//! All have the key `tls/server.key`. `self-made.pem` is what `openssl req -x509 -subj
//! /CN=localhost` makes: an authority's, with no name but the common one.

use super::imap::{self, Post};
use super::server::{AUTHORITY, Manners, Server};
use super::smtp::settings;
use packetboat::mail::imap::look;
use packetboat::mail::smtp::{Privacy, Smtp};

const SELF_MADE: &str = include_str!("tls/self-made.pem");
const ANOTHER: &str = include_str!("tls/another.pem");
const EXPIRED: &str = include_str!("tls/expired.pem");
const TO_COME: &str = include_str!("tls/to-come.pem");
const OTHER_NAME: &str = include_str!("tls/other-name.pem");
const ALTERNATIVE_NAME: &str = include_str!("tls/alternative-name.pem");
const OLD_AUTHORITY: &str = include_str!("tls/old-authority.pem");
const SIGNED_EXPIRED: &str = include_str!("tls/signed-expired.pem");

/// What is said of a server at this name that shows a certificate, to somebody who has these in
/// `ca_file`; nothing, if it is believed.
fn said(shown: &'static str, host: &str, named: Option<&str>) -> Option<String> {
    let tries = [
        (Privacy::Tls, true, false),
        (Privacy::StartTls, false, true),
    ];
    let said = tries.map(|(privacy, tls, starttls)| {
        let server = Server::start(Manners {
            tls,
            starttls,
            certificate: Some(shown.as_bytes()),
            ..Manners::default()
        });
        let mut settings = settings(&server);
        settings.host = host.to_owned();
        settings.privacy = privacy;
        settings.authorities = named.map(|it| it.as_bytes().to_vec());
        Smtp::new(settings).try_line().err()
    });
    assert_eq!(said[0], said[1]);
    said[0].clone()
}

#[track_caller]
fn check_refused(shown: &'static str, host: &str, named: Option<&str>, words: &str) {
    let said = said(shown, host, named).expect("it is refused");
    for word in words.split('|') {
        assert!(said.contains(word), "no `{word}` in {said}");
    }
    let begins = "TLS failed: the server's certificate ";
    assert!(said.starts_with(begins), "{said}");
}

#[test]
fn a_certificate_of_ones_own_making_is_believed_if_it_is_named() {
    assert_eq!(said(SELF_MADE, "localhost", Some(SELF_MADE)), None);
    let several = [AUTHORITY, SELF_MADE, EXPIRED].join("\n");
    assert_eq!(said(SELF_MADE, "localhost", Some(&several)), None);
    let server = imap::Server::start(Post::of(false, Some(SELF_MADE.as_bytes())), 3);
    let mut mailbox = server.mailbox();
    mailbox.authorities = Some(SELF_MADE.as_bytes().to_vec());
    assert_eq!(look(&mailbox), Ok(3));
    mailbox.authorities = Some(ANOTHER.as_bytes().to_vec());
    let why = look(&mailbox).unwrap_err();
    assert!(why.contains("not the one in ca_file"), "{why}");
}

#[test]
fn a_certificate_that_does_not_fit_is_refused_in_words() {
    check_refused(
        SELF_MADE,
        "localhost",
        Some(ANOTHER),
        "is not the one in ca_file",
    );
    check_refused(
        SELF_MADE,
        "localhost",
        Some(AUTHORITY),
        "is not the one in ca_file",
    );
    check_refused(
        SELF_MADE,
        "localhost",
        None,
        "by no authority that this machine trusts|name its file as ca_file",
    );
    check_refused(
        EXPIRED,
        "localhost",
        Some(EXPIRED),
        "has expired: it was valid until 2021-01-01",
    );
    check_refused(
        TO_COME,
        "localhost",
        Some(TO_COME),
        "not valid before 2110-01-01|clock",
    );
    check_refused(
        SIGNED_EXPIRED,
        "localhost",
        Some(OLD_AUTHORITY),
        "has expired: it was valid until 2021-01-01",
    );
}

#[test]
fn the_name_counts_even_of_a_certificate_that_is_named() {
    for (shown, host, names) in [
        (
            OTHER_NAME,
            "localhost",
            "not for `localhost`, but for mail.example",
        ),
        (
            SELF_MADE,
            "127.0.0.1",
            "not for `127.0.0.1`, but for localhost",
        ),
        // Where there are other names, the common one says nothing.
        (
            ALTERNATIVE_NAME,
            "localhost",
            "not for `localhost`, but for mail.example",
        ),
    ] {
        check_refused(shown, host, Some(shown), names);
    }
    assert_eq!(said(SELF_MADE, "LocalHost", Some(SELF_MADE)), None);
}

/// What speaks no TLS at all is told from a certificate that is wrong.
#[test]
fn a_server_that_is_not_private_at_that_port() {
    let server = Server::start(Manners::default());
    let mut settings = settings(&server);
    settings.privacy = Privacy::Tls;
    let said = Smtp::new(settings).try_line().unwrap_err();
    assert!(
        said.contains("is not TLS: is this the right port"),
        "{said}"
    );
}
