//! What a certificate says (RFC 5280), as far as we must know it ourselves: when it is valid,
//! and for whom. All else is checked by the library.
//!
//! Only certificates that the referee has named are read here, and one that cannot be read is not
//! a certificate. Not here: whether it is believed (`trust`).

use packetboat_core::clock::Moment;

/// A certificate, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// When it begins to be valid, in seconds since 1970.
    pub from: i64,
    /// When it ends.
    pub until: i64,
    /// The common name of its subject: where older certificates say whose they are.
    pub common_name: Option<String>,
    /// Whether it has names besides, which count in place of that one.
    pub has_alternative_names: bool,
}

/// The common name, as an object identifier: 2.5.4.3.
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
/// Alternative names of the subject: 2.5.29.17.
const ALTERNATIVE_NAMES: &[u8] = &[0x55, 0x1d, 0x11];

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const OBJECT: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;

/// Reads a certificate (DER).
pub fn read(der: &[u8]) -> Option<Certificate> {
    let mut whole = Der(der);
    let mut signed = Der(whole.of(SEQUENCE)?);
    let mut body = Der(signed.of(SEQUENCE)?);
    if body.0.first() == Some(&VERSION) {
        body.next()?;
    }
    // Serial number, algorithm, issuer.
    for _ in 0..3 {
        body.next()?;
    }
    let mut validity = Der(body.of(SEQUENCE)?);
    let (from, until) = (moment(validity.next()?)?, moment(validity.next()?)?);
    let common_name = common_name(body.of(SEQUENCE)?);
    let mut has_alternative_names = false;
    while let Some((tag, value)) = body.next() {
        if tag == EXTENSIONS {
            has_alternative_names = has_extension(value, ALTERNATIVE_NAMES);
        }
    }
    Some(Certificate {
        from,
        until,
        common_name,
        has_alternative_names,
    })
}

/// Values in DER, one after the other.
struct Der<'a>(&'a [u8]);

impl<'a> Der<'a> {
    /// The next value, with its tag.
    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        let (tag, rest) = self.0.split_first()?;
        let (first, mut rest) = rest.split_first()?;
        let length = match first & 0x80 {
            0 => usize::from(*first),
            _ => {
                let (digits, after) = rest.split_at_checked(usize::from(first & 0x7f))?;
                rest = after;
                if digits.is_empty() || digits.len() > 4 {
                    return None;
                }
                let digits = digits.iter().map(|it| usize::from(*it));
                digits.fold(0, |sum, it| sum << 8 | it)
            }
        };
        let (value, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((*tag, value))
    }

    /// The next value, if it has this tag.
    fn of(&mut self, wanted: u8) -> Option<&'a [u8]> {
        self.next()
            .and_then(|(tag, value)| (tag == wanted).then_some(value))
    }
}

/// The last common name of a subject.
fn common_name(subject: &[u8]) -> Option<String> {
    let mut sets = Der(subject);
    let mut found = None;
    while let Some(set) = sets.of(SET) {
        let mut pair = Der(Der(set).of(SEQUENCE)?);
        if pair.of(OBJECT)? == COMMON_NAME {
            let name = String::from_utf8(pair.next()?.1.to_vec());
            found = name.ok();
        }
    }
    found
}

fn has_extension(extensions: &[u8], wanted: &[u8]) -> bool {
    let Some(list) = Der(extensions).of(SEQUENCE) else {
        return false;
    };
    let mut list = Der(list);
    while let Some(extension) = list.of(SEQUENCE) {
        if Der(extension).of(OBJECT) == Some(wanted) {
            return true;
        }
    }
    false
}

/// Reads `261127104200Z` or `20261127104200Z`, in seconds since 1970.
fn moment((tag, text): (u8, &[u8])) -> Option<i64> {
    let text = str::from_utf8(text).ok().filter(|it| it.is_ascii())?;
    let digits = text.strip_suffix('Z')?;
    let full = match tag {
        UTC_TIME if digits < "50" => format!("20{digits}"),
        UTC_TIME => format!("19{digits}"),
        GENERALIZED_TIME => digits.to_owned(),
        _ => return None,
    };
    if full.len() != 14 || !full.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let (date, time) = full.split_at(8);
    let text = format!(
        "{}-{}-{}T{}:{}:{}Z",
        &date[..4],
        &date[4..6],
        &date[6..],
        &time[..2],
        &time[2..4],
        &time[4..]
    );
    let moment: Moment = text.parse().ok()?;
    Some(moment.seconds())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_certificates() {
        for (tag, text, seconds) in [
            (UTC_TIME, "700101000001Z", Some(1)),
            (UTC_TIME, "261120185800Z", Some(1_795_201_080)),
            (UTC_TIME, "991231235959Z", Some(946_684_799)),
            (GENERALIZED_TIME, "99991231235959Z", Some(253_402_300_799)),
            (GENERALIZED_TIME, "20261120185800Z", Some(1_795_201_080)),
            (GENERALIZED_TIME, "261120185800Z", None),
            (UTC_TIME, "20261120185800Z", None),
            (UTC_TIME, "261120185800+0000", None),
            (UTC_TIME, "26112018580\u{e9}Z", None),
            (SEQUENCE, "261120185800Z", None),
        ] {
            assert_eq!(moment((tag, text.as_bytes())), seconds, "{tag} {text}");
        }
    }

    #[test]
    fn what_is_cut_off_is_no_certificate() {
        for bytes in [
            &b""[..],
            b"\x30",
            b"\x30\x80",
            b"\x30\x84\xff\xff\xff\xff",
            b"\x30\x85\x01\x01\x01\x01\x01",
            b"\x30\x02\x30\x00",
        ] {
            assert_eq!(read(bytes), None, "{bytes:?}");
        }
    }
}
