//! `[press]` of a campaign: what the club passes on between players.
//!
//! Until 2026-11-29 it was `[letters]`, and `anonymous_news` under `[public]`: files that have
//! these are read as before. Not here: passing letters on (`desk::intake`).

use super::quoted_list;
use packetboat_core::lang::sheet::SheetNo;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which letters are passed on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LettersPassed {
    /// To whom they name.
    #[default]
    Private,
    /// To all only, and the public report prints them.
    Public,
    /// To whom they name, also without the name of their writer.
    Anonymous,
    /// None.
    None,
}

impl LettersPassed {
    /// As it is written in the file.
    pub fn name(self) -> &'static str {
        match self {
            LettersPassed::Private => "private",
            LettersPassed::Public => "public",
            LettersPassed::Anonymous => "anonymous",
            LettersPassed::None => "none",
        }
    }
}

impl FromStr for LettersPassed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [
            LettersPassed::Private,
            LettersPassed::Public,
            LettersPassed::Anonymous,
            LettersPassed::None,
        ];
        let found = all.into_iter().find(|it| it.name() == text);
        found.ok_or_else(|| format!("letters are private, public, anonymous or none, not {text}"))
    }
}

/// When no letters are passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Quiet {
    /// While orders are awaited.
    Orders,
    /// While a player is asked in the middle of a turn.
    Questions,
    /// While orders are awaited for this part of a turn: 1 is a.
    Part(u8),
}

impl fmt::Display for Quiet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quiet::Orders => f.write_str("orders"),
            Quiet::Questions => f.write_str("questions"),
            Quiet::Part(part) => write!(f, "{}", char::from(b'a' + part - 1)),
        }
    }
}

impl From<Quiet> for String {
    fn from(quiet: Quiet) -> String {
        quiet.to_string()
    }
}

impl TryFrom<String> for Quiet {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_bytes() {
            b"orders" => Ok(Quiet::Orders),
            b"questions" => Ok(Quiet::Questions),
            [letter @ b'a'..=b'z'] => Ok(Quiet::Part(letter - b'a' + 1)),
            _ => Err(format!(
                "quiet names \"orders\", \"questions\", or the letter of a sheet, such as \"b\"; \
                 not {text:?}"
            )),
        }
    }
}

/// `[press]`: what the club passes on between players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Press {
    /// Which letters are passed on. Default: private ones.
    #[serde(default)]
    pub letters: LettersPassed,
    /// When none are. Default: never.
    #[serde(default)]
    pub quiet: Vec<Quiet>,
    /// How many letters and news a seat may write in a turn. 0: none. Default: 10.
    #[serde(default = "ten")]
    pub per_turn: u8,
    /// Whether players may write for the newspaper without their seat's name. Default: no.
    #[serde(default)]
    pub anonymous_news: bool,
}

impl Default for Press {
    fn default() -> Self {
        Press {
            letters: LettersPassed::default(),
            quiet: Vec::new(),
            per_turn: ten(),
            anonymous_news: false,
        }
    }
}

fn ten() -> u8 {
    10
}

/// `[letters]` of before.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Letters {
    #[serde(default = "ten")]
    per_turn: u8,
}

impl Press {
    /// What a file says: in its new section, or in the old ones.
    ///
    /// # Errors
    /// Both are there.
    pub(super) fn read(
        press: Option<Press>,
        letters: Option<Letters>,
        anonymous_news: Option<bool>,
    ) -> Result<Self, String> {
        let both = |old: &str, key: &str| {
            Err(format!(
                "[press] is there, and {old} too, whose place it takes: move `{key}` to [press], \
                 and delete it where it was"
            ))
        };
        match (press, letters, anonymous_news) {
            (Some(_), Some(_), _) => both("[letters]", "per_turn"),
            (Some(_), _, Some(_)) => both("anonymous_news under [public]", "anonymous_news"),
            (Some(press), None, None) => Ok(press),
            (None, letters, anonymous_news) => Ok(Press {
                per_turn: letters.map_or_else(ten, |it| it.per_turn),
                anonymous_news: anonymous_news.unwrap_or_default(),
                ..Press::default()
            }),
        }
    }

    /// Whether no letters are passed on while orders for this sheet are awaited, or (`asking`) a
    /// player is asked in the middle of a turn.
    pub fn is_quiet(&self, sheet: SheetNo, asking: bool) -> bool {
        self.quiet.iter().any(|quiet| match quiet {
            Quiet::Questions => asking,
            Quiet::Orders => !asking,
            Quiet::Part(part) => !asking && *part == sheet.part,
        })
    }

    /// The section of the file that `new` writes.
    pub(super) fn to_text(&self) -> String {
        format!(
            "\
# What the club passes on between players.
[press]
# \"private\": letters go to whom they name. \"public\": only MESSAGE TO ALL, which the public
# report prints too. \"anonymous\": as private, and MESSAGE ANONYMOUS leaves the writer's name out.
# \"none\": nothing is passed on.
letters = \"{}\"
# When no letters are passed on: \"orders\" (while orders are awaited), \"questions\" (while a
# player is asked in the middle of a turn), or the letter of a sheet, such as \"b\".
quiet = {}
# How many letters and news a player may write in a turn; 0: none.
per_turn = {}
# Whether players may write NEWS ANONYMOUS for the newspaper.
anonymous_news = {}
",
            self.letters.name(),
            quoted_list(self.quiet.iter().map(Quiet::to_string)),
            self.per_turn,
            self.anonymous_news,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::campaign::CampaignConfig;
    use super::*;

    const CAMPAIGN: &str = "format = 1\ngame = 'conquistador'\nscenario = 'full'\n\
        [seats.spain]\nplayer = 'Ana'\naddress = 'ana@example.org'\n\
        [schedule]\nzone = 'Europe/Madrid'\n\
        deadline = { every = 'weekday', days = ['sun'], at = '20:00' }\n";

    fn press(more: &str) -> Result<Press, String> {
        let text = format!("{CAMPAIGN}{more}");
        let config = CampaignConfig::parse("campaign.toml", &text).map_err(|it| it.to_string())?;
        let again = CampaignConfig::parse("campaign.toml", &config.to_text());
        assert_eq!(again.unwrap(), config);
        Ok(config.press)
    }

    #[test]
    fn the_sections_of_before_are_read_as_before() {
        assert_eq!(press(""), Ok(Press::default()));
        let old = press("[letters]\nper_turn = 3\n[public]\nanonymous_news = true").unwrap();
        assert_eq!((old.per_turn, old.anonymous_news), (3, true));
        assert_eq!((old.letters, old.quiet.len()), (LettersPassed::Private, 0));
        let new = press("[press]\nletters = 'public'\nquiet = ['b', 'questions']").unwrap();
        assert_eq!(new.letters, LettersPassed::Public);
        assert_eq!(new.quiet, [Quiet::Part(2), Quiet::Questions]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (more, wanted) in [
            (
                "[press]\n[letters]\nper_turn = 3",
                "move `per_turn` to [press]",
            ),
            (
                "[press]\n[public]\nanonymous_news = false",
                "anonymous_news under [public] too",
            ),
            ("[press]\nletters = 'secret'", "anonymous"),
            ("[press]\nquiet = ['winter']", "the letter of a sheet"),
            ("[press]\nquite = []", "did you mean `quiet`?"),
        ] {
            let fault = press(more).unwrap_err();
            assert!(fault.contains(wanted), "{more}: {fault}");
        }
    }

    #[test]
    fn it_is_quiet_while_what_it_names_is_awaited() {
        let of = |quiet: &[Quiet], part, asking| {
            let press = Press {
                quiet: quiet.to_vec(),
                ..Press::default()
            };
            press.is_quiet(SheetNo { turn: 2, part }, asking)
        };
        assert!(of(&[Quiet::Orders], 0, false) && !of(&[Quiet::Orders], 0, true));
        assert!(of(&[Quiet::Questions], 0, true) && !of(&[Quiet::Questions], 0, false));
        assert!(of(&[Quiet::Part(2)], 2, false));
        assert!(!of(&[Quiet::Part(2)], 1, false) && !of(&[Quiet::Part(2)], 2, true));
        assert!(!of(&[], 1, false));
    }
}
