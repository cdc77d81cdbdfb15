//! Whose a domain is: names below one that somebody has registered are theirs, as many as they
//! like; below those of the great mail houses everybody lives.
//!
//! Not here: what depends on it (`desk`).

/// Where strangers have nothing to do with each other: the mail providers with very many customers.
/// Public knowledge; one that is missing has smaller budgets.
const GREAT_HOUSES: [&str; 68] = [
    "126.com",
    "163.com",
    "aol.com",
    "aol.de",
    "att.net",
    "bluewin.ch",
    "bol.com.br",
    "btinternet.com",
    "comcast.net",
    "fastmail.com",
    "fastmail.fm",
    "free.fr",
    "freenet.de",
    "gmail.com",
    "gmx.at",
    "gmx.ch",
    "gmx.com",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hey.com",
    "hotmail.co.uk",
    "hotmail.com",
    "hotmail.de",
    "hotmail.fr",
    "hotmail.it",
    "icloud.com",
    "interia.pl",
    "kpnmail.nl",
    "laposte.net",
    "libero.it",
    "live.com",
    "mac.com",
    "mail.com",
    "mail.ru",
    "mailbox.org",
    "me.com",
    "msn.com",
    "naver.com",
    "o2.pl",
    "onet.pl",
    "orange.fr",
    "outlook.com",
    "outlook.de",
    "outlook.fr",
    "pm.me",
    "posteo.de",
    "proton.me",
    "protonmail.com",
    "qq.com",
    "rediffmail.com",
    "seznam.cz",
    "sfr.fr",
    "t-online.de",
    "telenet.be",
    "tuta.com",
    "tutanota.com",
    "uol.com.br",
    "verizon.net",
    "wanadoo.fr",
    "web.de",
    "wp.pl",
    "yahoo.co.uk",
    "yahoo.com",
    "yahoo.de",
    "yahoo.fr",
    "yandex.ru",
    "ziggo.nl",
];

/// Whether everybody may live there.
pub fn is_great_house(domain: &str) -> bool {
    GREAT_HOUSES.contains(&domain)
}

/// The domain of an address that somebody may have registered, in small letters: of
/// `a@mail.club.example` it is `club.example`. Names that registries keep for all, such as `co.uk`,
/// are guessed by their shape: a short word before a country.
pub fn registered(address: &str) -> String {
    let domain = address.rsplit_once('@').map_or(address, |it| it.1);
    let domain = domain.trim_end_matches('.').to_ascii_lowercase();
    let labels: Vec<&str> = domain.split('.').collect();
    let is_shared =
        matches!(labels[..], [.., word, country] if country.len() == 2 && word.len() <= 3);
    let kept = if is_shared { 3 } else { 2 };
    labels[labels.len().saturating_sub(kept)..].join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_below_a_domain_are_its_owner_s() {
        for (address, wanted) in [
            ("a@evil.example", "evil.example"),
            ("a@x7.b.Evil.Example.", "evil.example"),
            ("a@mail.firm.co.uk", "firm.co.uk"),
            ("a@ab.de", "ab.de"),
            ("a@x.ab.de", "x.ab.de"),
            ("a@b@gmail.com", "gmail.com"),
            ("localhost", "localhost"),
            ("", ""),
        ] {
            assert_eq!(registered(address), wanted, "{address}");
        }
        assert!(is_great_house("gmail.com") && !is_great_house("evil.example"));
        assert!(GREAT_HOUSES.is_sorted());
        for house in GREAT_HOUSES {
            assert_eq!(registered(&format!("a@{house}")), house);
        }
    }
}
