//! Whether the club's own mail server vouches for the sender of a mail (RFC 8601).
//!
//! Anybody can write such a field, so only those count that are above everything the mail came
//! with: above the `Received` that our server wrote as it took the mail from outside. What our
//! servers wrote as they handed it on to each other (Dovecot's LMTP, Gmail) is above that one
//! and is passed over. A mail without such a `Received` says nothing of its way, and is not
//! believed. And only with the name that the referee has given us. It proves the sender's domain,
//! not the person: with it counts what `From` says, and no more.
//!
//! Not here: which players that lets in (`desk`).

use super::headers::{Headers, unfolded};
use std::net::IpAddr;

/// Whether our server says that a mail really comes from the domain in this `From`.
pub fn vouches(headers: &Headers, authserv_id: Option<&str>, from: &[(String, String)]) -> bool {
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
    let said = results(headers, authserv_id);
    said.iter().any(|it| says_pass(it, domain))
}

/// Whether our server has looked, and nothing that it found speaks for this `From`, but something
/// against it.
pub fn disowns(headers: &Headers, authserv_id: Option<&str>, from: &[(String, String)]) -> bool {
    let said = results(headers, authserv_id);
    let failed = said.iter().any(|it| says_fail(it));
    failed && !vouches(headers, authserv_id, from)
}

/// The server that ours took a mail from, by its number on the net as ours wrote it down; of the
/// longer ones the first half, which is one customer's.
pub fn taken_from(headers: &Headers) -> Option<String> {
    let (_, raw) = headers.fields().find(is_taken)?;
    let field = unfolded(raw);
    let from = field.split(" by ").next()?;
    // What comes before it is the sender's own claim.
    let number = from.rsplit_once('[')?.1.split_once(']')?.0;
    let number = number.strip_prefix("IPv6:").unwrap_or(number);
    Some(match number.parse::<IpAddr>().ok()? {
        IpAddr::V4(number) => number.to_string(),
        IpAddr::V6(number) => {
            let [a, b, c, d, ..] = number.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
    })
}

/// Whether a field is the `Received` that our server wrote as it took the mail from outside, or one
/// below it.
fn is_taken((name, raw): &(&str, &[u8])) -> bool {
    *name == "received" && !is_handed_on(&unfolded(raw))
}

/// What our server has found, a method at a time.
fn results(headers: &Headers, authserv_id: Option<&str>) -> Vec<String> {
    let border = headers.fields().position(|it| is_taken(&it));
    let (Some(ours), Some(border)) = (authserv_id, border) else {
        return Vec::new();
    };
    let above = headers.fields().take(border);
    let said = above.flat_map(|(name, raw)| match name {
        "authentication-results" => of_ours(&unfolded(raw), ours),
        // Gmail writes its word a second time, with a number before it (RFC 8617).
        "arc-authentication-results" => {
            let field = unfolded(raw);
            let rest = field.split_once(';').filter(|it| it.0.starts_with("i="));
            rest.map_or_else(Vec::new, |it| of_ours(it.1, ours))
        }
        _ => Vec::new(),
    });
    said.collect()
}

/// Whether a `Received` was written as a mail went from one program of ours to the next: by LMTP,
/// which nobody outside can speak to us, or inside Gmail, from nowhere to an address that is on no
/// net.
fn is_handed_on(field: &str) -> bool {
    let plain = without_comments(field);
    let clauses = plain
        .split(';')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let words: Vec<&str> = clauses.split_whitespace().collect();
    // A name that the sender made up must not pass for more than one word.
    let once = |word: &str| words.iter().filter(|it| **it == word).count() == 1;
    match words.as_slice() {
        ["from", _, "by", _, "with", how, ..] => {
            once("by") && once("with") && how.starts_with("lmtp")
        }
        ["by", host, "with", "smtp", ..] => host.starts_with("2002:") || host.starts_with("10."),
        ["by", _, "with", how, ..] => once("with") && how.starts_with("lmtp"),
        _ => false,
    }
}

/// The results in a field, if it is of our server.
fn of_ours(field: &str, ours: &str) -> Vec<String> {
    let plain = without_comments(field);
    let mut parts = plain.split(';');
    let named = parts.next().unwrap_or_default();
    let named = named.split_whitespace().next().unwrap_or_default();
    if named.eq_ignore_ascii_case(ours) {
        parts.map(str::to_owned).collect()
    } else {
        Vec::new()
    }
}

/// `dmarc=fail`, `spf=softfail`, `dkim=fail`.
fn says_fail(part: &str) -> bool {
    let part = part.replace(" =", "=").replace("= ", "=");
    let method = part.split_whitespace().next().unwrap_or_default();
    let (method, result) = method.split_once('=').unwrap_or_default();
    let is_ours = ["dmarc", "spf", "dkim"]
        .iter()
        .any(|it| method.eq_ignore_ascii_case(it));
    is_ours
        && ["fail", "softfail"]
            .iter()
            .any(|it| result.eq_ignore_ascii_case(it))
}

/// `dmarc=pass header.from=example.org`, or `dkim=pass header.d=example.org` (Gmail writes
/// `header.i=@example.org`, whose domain is the signer's or is below it).
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
        "dkim=pass" => {
            let signer = property("header.d").or_else(|| {
                let identity = property("header.i")?;
                Some(identity.rsplit('@').next()?.to_owned())
            });
            signer.is_some_and(|it| covers(&it, &domain))
        }
        _ => false,
    }
}

/// Whether a signature of one domain speaks for another: it is the same, or is above it. A
/// domain of one label is above everybody.
fn covers(signer: &str, domain: &str) -> bool {
    let below = domain
        .strip_suffix(signer)
        .is_some_and(|it| it.ends_with('.'));
    domain == signer || (below && signer.contains('.'))
}

/// The field without what is in brackets, which may be nested.
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

    const GOOD: &str =
        "Authentication-Results: mx.club.example; dmarc=pass header.from=mail.example.org\n";
    const TAKEN: &str = "Received: from mail.example.org (mail.example.org [192.0.2.7])\n\
        \tby mx.club.example (Postfix) with ESMTPS id 4F0C31A\n\tfor <orders@club.example>; Tue\n";
    const FROM: &str = "From: ana@mail.example.org\n";

    #[test]
    fn a_mail_that_came_no_way_is_not_believed() {
        check(&format!("{GOOD}{FROM}"), false);
        check(&format!("{FROM}{GOOD}"), false);
    }

    #[test]
    fn what_our_own_programs_wrote_above_is_passed_over() {
        let dovecot = "Return-Path: <ana@mail.example.org>\nDelivered-To: orders@club.example\n\
            Received: from mx.club.example\n\tby mx.club.example with LMTP\n\tid qL3 (by\n\
            \t<ana@mail.example.org>)\n\tfor <orders@club.example>; Tue\n";
        let gmail = "Delivered-To: orders@club.example\n\
            Received: by 2002:a05:6a20:1234:b0:1:2:3 with SMTP id x1csp1;\n\tTue\n\
            X-Received: by 2002:a05:6000:1 with SMTP id y;\n\tTue\n";
        let arc = "ARC-Authentication-Results: i=1; mx.club.example;\n\
            \tdkim=pass header.i=@mail.example.org header.s=a header.b=x;\n\
            \tdmarc=pass (p=NONE) header.from=mail.example.org\n";
        for above in [dovecot, gmail] {
            for good in [GOOD, arc] {
                check(&format!("{above}{good}{TAKEN}{FROM}"), true);
                check(&format!("{above}{TAKEN}{good}{FROM}"), false);
                check(&format!("{above}{good}{FROM}"), false);
                // What came with the mail pretends to be more of the same.
                check(&format!("{above}{TAKEN}{good}{above}{TAKEN}{FROM}"), false);
            }
        }
        check(
            &format!("{gmail}{}{TAKEN}{FROM}", arc.replace("i=1; ", "")),
            false,
        );
        check(
            &format!("{gmail}{}{TAKEN}{FROM}", arc.replace("mx.club", "mx.evil")),
            false,
        );
    }

    #[test]
    fn a_name_that_the_sender_made_up_hands_nothing_on() {
        for greeting in [
            "Received: from x by y with LMTP (evil [192.0.2.6]) by mx.club.example with ESMTP\n",
            "Received: from lmtp (with LMTP) by mx.club.example with ESMTP id a; with LMTP\n",
            "Received: by 2002:1 (from evil) with ESMTP id a\n",
            "Received: by mx.club.example (Postfix, from userid 1000) id a\n",
            "Received: from 10.0.0.1 by 10.0.0.2 with SMTP id a\n",
        ] {
            check(&format!("{greeting}{GOOD}{TAKEN}{FROM}"), false);
        }
    }

    #[test]
    fn gmail_names_who_signed_in_its_own_way() {
        for (results, wanted) in [
            (
                "mx.club.example; dkim=pass header.i=@example.org header.s=a",
                true,
            ),
            (
                "mx.club.example; dkim=pass header.i=ana@mail.example.org",
                true,
            ),
            ("mx.club.example; dkim=pass header.i=@evil.example", false),
            ("mx.club.example; dkim=fail header.i=@example.org", false),
        ] {
            check(&field(results), wanted);
        }
    }
}
