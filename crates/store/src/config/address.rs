//! A mail address that can safely be put in a header and on a command line.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// `ana@example.org`: plain ASCII, no quotes, no comments, no display name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Address(String);

impl Address {
    /// The whole address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What comes before the `@`.
    pub fn local(&self) -> &str {
        self.parts().0
    }

    /// What comes after the `@`.
    pub fn domain(&self) -> &str {
        self.parts().1
    }

    fn parts(&self) -> (&str, &str) {
        let parts = self.0.rsplit_once('@');
        parts.expect("an address is checked when it is made")
    }

    /// Whether it is spelled with letters, digits and the usual marks: what is more may be read
    /// otherwise by one of the many programs it passes through.
    pub fn is_plain(&self) -> bool {
        let fits = |it: u8| it.is_ascii_alphanumeric() || b".+-_@".contains(&it);
        self.0.bytes().all(fits)
    }

    /// The same mailbox: mail servers take capitals and small letters for one another.
    pub fn same_as(&self, other: &str) -> bool {
        self.0.eq_ignore_ascii_case(other)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a mail address such as ana@example.org");
        // Stricter than the standard: nothing a shell, a header or a list could misread.
        let plain = |it: u8| it.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.@".contains(&it);
        if text.starts_with('-') || !text.bytes().all(plain) {
            return Err(wrong());
        }
        match text.parse::<lettre::Address>() {
            Ok(_) => Ok(Address(text.to_owned())),
            Err(_) => Err(wrong()),
        }
    }
}

packetboat_core::text_value!(Address);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        let address: Address = "ana+pbm@mail.example.org".parse().unwrap();
        assert_eq!(address.local(), "ana+pbm");
        assert_eq!(address.domain(), "mail.example.org");
        assert!(address.same_as("Ana+PBM@mail.Example.org"));
        for text in [
            "",
            "ana",
            "ana@",
            "@example.org",
            "Ana <ana@example.org>",
            "-oQ/tmp@example.org",
            "\"a b\"@example.org",
            "ana@example.org\r\nBcc: x@example.org",
            "ana@ex ample.org",
            "ana@example.org,ben@example.org",
            "anä@example.org",
            "a@b@example.org",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
