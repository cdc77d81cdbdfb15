//! Whether the club's own mail server vouches for the sender of a mail (RFC 8601).
//!
//! Anybody can write such a field, so only those count that stand above everything the mail came
//! with: above the topmost `Received`, which our server wrote itself. And only with the name that
//! the referee has told us. It proves the sender's domain, not the person: with it counts what
//! stands in `From`, and no more.
//!
//! Not here: which players that lets in (`desk`).

use super::headers::{Headers, unfolded};

/// Whether our server says that a mail really comes from the domain in this `From`.
pub fn vouches(headers: &Headers, authserv_id: Option<&str>, from: &[(String, String)]) -> bool {
    let Some(ours) = authserv_id else {
        return false;
    };
    // Two senders, or two fields of them: which one is meant is anybody's guess.
    let [(_, address)] = from else {
        return false;
    };
    if headers.raws("from").count() != 1 {
        return false;
    }
    let Some((_, domain)) = address.rsplit_once('@') else {
        return false;
    };
    let above = headers.fields().take_while(|it| it.0 != "received");
    let mut results = above.filter(|it| it.0 == "authentication-results");
    results.any(|it| passes(&unfolded(it.1), ours, domain))
}

/// Whether a field is of our server and says that the domain passed.
fn passes(field: &str, ours: &str, domain: &str) -> bool {
    let plain = without_comments(field);
    let mut parts = plain.split(';');
    let named = parts.next().unwrap_or_default();
    let named = named.split_whitespace().next().unwrap_or_default();
    named.eq_ignore_ascii_case(ours) && parts.any(|it| says_pass(it, domain))
}

/// `dmarc=pass header.from=example.org`, or `dkim=pass header.d=example.org`.
fn says_pass(part: &str, domain: &str) -> bool {
    let part = part.replace(" =", "=").replace("= ", "=");
    let mut words = part.split_whitespace();
    let method = words.next().unwrap_or_default().to_ascii_lowercase();
    let property = |name: &str| {
        let mut named = part.split_whitespace().filter_map(|it| it.split_once('='));
        let value = named.find(|it| it.0.eq_ignore_ascii_case(name))?.1;
        Some(
            value
                .trim_matches('"')
                .trim_start_matches('@')
                .to_ascii_lowercase(),
        )
    };
    let domain = domain.to_ascii_lowercase();
    match method.as_str() {
        "dmarc=pass" => property("header.from").is_some_and(|it| it == domain),
        "dkim=pass" => property("header.d").is_some_and(|it| covers(&it, &domain)),
        _ => false,
    }
}

/// Whether a signature of one domain speaks for another: it is the same, or stands above it. A
/// domain of one label stands above everybody.
fn covers(signer: &str, domain: &str) -> bool {
    let below = domain
        .strip_suffix(signer)
        .is_some_and(|it| it.ends_with('.'));
    domain == signer || (below && signer.contains('.'))
}

/// The field without what stands in brackets, which may be nested.
fn without_comments(field: &str) -> String {
    let (mut plain, mut depth, mut quoted, mut escaped) = (String::new(), 0_u32, false, false);
    for letter in field.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' if depth == 0 => {
                quoted = !quoted;
                continue;
            }
            '(' if !quoted => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                plain.push(' ');
                continue;
            }
            // Inside quotation marks it parts nothing.
            ';' | ' ' | '=' if quoted => continue,
            _ => {}
        }
        if depth == 0 {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "mx.club.example";

    fn check(block: &str, wanted: bool) {
        let headers = Headers::read(block.as_bytes());
        let from = [("Ana".to_owned(), "ana@mail.example.org".to_owned())];
        assert_eq!(vouches(&headers, Some(OURS), &from), wanted, "{block}");
        assert!(!vouches(&headers, None, &from), "{block}");
        assert!(!vouches(&headers, Some(OURS), &[]), "{block}");
        let two = [from[0].clone(), from[0].clone()];
        assert!(!vouches(&headers, Some(OURS), &two), "{block}");
    }

    fn field(results: &str) -> String {
        format!("Authentication-Results: {results}\nReceived: x\nFrom: ana@mail.example.org\n")
    }

    #[test]
    fn what_our_server_says() {
        for results in [
            "mx.club.example; dmarc=pass header.from=mail.example.org",
            "MX.club.example 1; spf=pass; dkim=pass (2048 bits)\n\theader.d=example.org header.s=a",
            "mx.club.example; dkim=fail header.d=x; dkim=pass header.d=\"mail.example.org\"",
            "mx.club.example (our own; dkim=fail); dkim = pass header.d=example.org",
        ] {
            check(&field(results), true);
        }
    }

    #[test]
    fn what_it_does_not_say() {
        for results in [
            "mx.club.example; none",
            "mx.club.example; dkim=fail header.d=example.org",
            "mx.club.example; dkim=pass header.d=evil.example",
            "mx.club.example; dkim=pass header.d=org",
            "mx.club.example; dkim=pass header.d=le.org",
            "mx.club.example; dkim=pass header.d=sub.mail.example.org",
            "mx.club.example; dkim=pass",
            "mx.club.example; spf=pass smtp.mailfrom=ana@mail.example.org",
            "mx.club.example; dmarc=pass header.from=example.org",
            "mx.evil.example; dmarc=pass header.from=mail.example.org",
            "mx.evil.example (mx.club.example); dmarc=pass header.from=mail.example.org",
            "mx.club.example; spf=pass (x; dmarc=pass header.from=mail.example.org)",
            "mx.club.example; spf=pass reason=\"x; dmarc=pass header.from=mail.example.org\"",
        ] {
            check(&field(results), false);
        }
    }

    #[test]
    fn only_what_stands_above_all_the_mail_came_with() {
        let good =
            "Authentication-Results: mx.club.example; dmarc=pass header.from=mail.example.org\n";
        let from = "From: ana@mail.example.org\n";
        check(
            &format!("Return-Path: <x>\n{good}Received: by us\n{from}"),
            true,
        );
        check(&format!("Received: by us\n{good}{from}"), false);
        check(
            &format!("{good}Received: by us\n{from}From: ben@x.example\n"),
            false,
        );
    }
}
