//! What is said to log in (SASL), encoded as mail servers want it: by a password (PLAIN), or by a
//! token that somebody else has made (XOAUTH2, as Google and Microsoft have it).
//!
//! Not here: who says it (`smtp_talk`, `imap_talk`), and where passwords come from (`secret`).

use super::library;

/// What is said of a server that takes no tokens.
pub const NO_XOAUTH2: &str = "it does not offer XOAUTH2; leave out `auth` to log in by a password";

/// What a server may have against a token, in the words of RFC 6750.
const STATUSES: [&str; 3] = ["invalid_token", "invalid_request", "insufficient_scope"];

/// Account and password, for PLAIN.
pub fn plain(user: &str, password: &str) -> String {
    base64(format!("\0{user}\0{password}").as_bytes())
}

/// Account and token, for XOAUTH2.
pub fn xoauth2(user: &str, token: &str) -> String {
    base64(format!("user={user}\x01auth=Bearer {token}\x01\x01").as_bytes())
}

/// What a server said at the end, with what it had against the token: a status of HTTP or a word of
/// RFC 6750, and nothing else of what it asked, which could be the token itself.
pub fn with_status(what: String, challenge: &str) -> String {
    let asked = library::base64(challenge.trim().as_bytes()).unwrap_or_default();
    let asked = String::from_utf8_lossy(&asked);
    let parts = asked.split('"');
    let is_number = |it: &&str| it.len() == 3 && it.bytes().all(|it| it.is_ascii_digit());
    let mut known = parts.filter(|it| STATUSES.contains(it) || is_number(it));
    match known.next() {
        Some(status) => format!("{what} ({status})"),
        None => what,
    }
}

/// Bytes as letters (RFC 4648, 4).
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = (bits >> (18 - 6 * at)) as usize & 63;
            text.push(if at <= three.len() {
                char::from(LETTERS[letter])
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_pads_to_four() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("\0orders\0swordfish", "AG9yZGVycwBzd29yZGZpc2g="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    /// The example of Google's documentation.
    #[test]
    fn a_token_is_sent_as_google_and_microsoft_want_it() {
        let sent = xoauth2(
            "someuser@example.com",
            "ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg",
        );
        let wanted = "dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB5YTI5LnZGOWRmdDRxbVRjMk52\
            YjNSbGNrQmhkSFJoZG1semRHRXVZMjl0Q2cBAQ==";
        assert_eq!(sent, wanted);
    }

    #[test]
    fn of_what_a_server_asks_only_the_status_is_told() {
        for (asked, told) in [
            ("{\"status\":\"401\",\"schemes\":\"bearer\"}", "no (401)"),
            ("{\"status\":\"invalid_token\"}", "no (invalid_token)"),
            ("{\"status\":\"ya29.secret\"}", "no"),
            ("ya29.secret", "no"),
            ("", "no"),
        ] {
            assert_eq!(
                with_status("no".to_owned(), &base64(asked.as_bytes())),
                told
            );
        }
        assert_eq!(with_status("no".to_owned(), "***"), "no");
    }
}
