//! What readers outside the club get: `[public]` and `[observers]` of a campaign, `[site]` of the
//! club.
//!
//! Not here: the pages (`desk::site`), and mails to observers.

use super::address::Address;
use super::{check_line, quoted};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many observers a campaign may have.
pub const OBSERVERS_MAX: usize = 50;

/// `[public]`: what the club lets others have of a campaign. All of it is `false` by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// Whether what the players wrote each other is published with the rest when it is over.
    #[serde(default)]
    pub publish_letters: bool,
    /// Whether anybody may have its public reports by mail, who asks with `WATCH`.
    #[serde(default)]
    pub open_to_watch: bool,
    /// In files of before 2026-11-29 what `[press]` says now; it is taken from here as they are
    /// read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) anonymous_news: Option<bool>,
}

impl Public {
    /// The section of the file that `new` writes.
    pub(super) fn to_text(&self) -> String {
        format!(
            "\
# What others get. name_public = true under a seat shows its player's name on public pages.
[public]
# Whether letters between players are published with the rest when the campaign is over.
publish_letters = {}
# Whether anybody who asks with WATCH gets the public reports by mail.
open_to_watch = {}
",
            self.publish_letters, self.open_to_watch
        )
    }
}

/// `[observers]`: who gets the public reports by mail, by name.
pub type Observers = BTreeMap<String, Address>;

/// Checks the names, and that there are not too many.
///
/// # Errors
/// What to write instead.
pub(super) fn check_observers(observers: &Observers) -> Result<(), String> {
    for name in observers.keys() {
        check_line("the name of an observer", name)?;
    }
    if observers.len() <= OBSERVERS_MAX {
        Ok(())
    } else {
        Err(format!(
            "[observers] has {} lines; a campaign may have {OBSERVERS_MAX}",
            observers.len()
        ))
    }
}

/// The section, if there are any.
pub(super) fn observers_text(observers: &Observers) -> String {
    let line = |(name, address): (&String, &Address)| {
        format!("{} = {}\n", quoted(name), quoted(address.as_str()))
    };
    let lines: Vec<String> = observers.iter().map(line).collect();
    if lines.is_empty() {
        "# Who gets the public reports by mail: \"Nora\" = \"nora@example.org\"\n\
                 [observers]\n"
            .to_owned()
    } else {
        format!("[observers]\n{}", lines.concat())
    }
}

/// The most characters of what a club says of itself.
const ABOUT_MAX: usize = 2_000;

/// Checks what a club says of itself on the first page of its site.
///
/// # Errors
/// What to write instead.
pub(super) fn check_about(about: Option<&str>) -> Result<(), String> {
    let Some(about) = about else {
        return Ok(());
    };
    if about.trim().is_empty() {
        Err("about under [club] is empty: write a few sentences, or take the line out".into())
    } else if about.chars().count() > ABOUT_MAX {
        Err(format!(
            "about under [club] must have at most {ABOUT_MAX} characters"
        ))
    } else if about.chars().any(|it| it.is_control() && it != '\n') {
        Err("about under [club] must have no control characters".into())
    } else {
        Ok(())
    }
}

/// `[site]`: the club's web archive.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// The folder in which every tick keeps it up to date; from the club's folder unless it begins
    /// with `/`. Without one only `packetboat site DIR` makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// Whether its first page shows the club's address, so that strangers can write there and
    /// watch by mail. Default: it does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub show_address: bool,
}

impl Site {
    /// Checks the folder's name.
    ///
    /// # Errors
    /// What to write instead.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.dir.as_deref().map(str::trim) {
            Some("") => Err("dir under [site] is empty: name a folder, or delete the line".into()),
            Some(dir) if dir.starts_with('~') => Err(format!(
                "dir under [site]: `~` means nothing here; write the whole path instead of `{dir}`"
            )),
            _ => Ok(()),
        }
    }

    /// The section of the file that `init` writes.
    pub(super) fn to_text(&self) -> String {
        let dir = match &self.dir {
            Some(dir) => format!("dir = {}\n", quoted(dir)),
            None => String::new(),
        };
        let address = if self.show_address {
            "show_address = true\n"
        } else {
            ""
        };
        format!(
            "
# The club's web archive: static pages for any web server, in a folder for them alone.
# Every tick keeps them up to date once it is named: dir = \"/srv/www/club\"
# show_address = true shows the club's address on the first page, for letters and for WATCH.
[site]
{dir}{address}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::campaign::CampaignConfig;
    use super::super::club::ClubConfig;

    const CAMPAIGN: &str = "format = 1\ngame = 'conquistador'\nscenario = 'full'\n\
        [seats.spain]\nplayer = 'Ana'\naddress = 'ana@example.org'\nname_public = true\n\
        [schedule]\nzone = 'Europe/Madrid'\n\
        deadline = { every = 'weekday', days = ['sun'], at = '20:00' }\n";

    fn campaign(more: &str) -> Result<CampaignConfig, String> {
        let text = format!("{CAMPAIGN}{more}");
        CampaignConfig::parse("campaign.toml", &text).map_err(|it| it.to_string())
    }

    #[test]
    fn what_is_public_is_read_back() {
        let config =
            campaign("[public]\nopen_to_watch = true\n[observers]\n'N. O' = 'n@example.org'");
        let config = config.unwrap();
        assert!(config.public.open_to_watch && !config.public.publish_letters);
        assert_eq!(config.observers["N. O"].as_str(), "n@example.org");
        let again = CampaignConfig::parse("campaign.toml", &config.to_text());
        assert_eq!(again.unwrap(), config);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let many = (0..=50).map(|it| format!("n{it} = 'n{it}@example.org'\n"));
        let many = format!("[observers]\n{}", many.collect::<String>());
        for (text, wanted) in [
            (
                "[public]\nopen_to_wacth = true",
                "did you mean `open_to_watch`?",
            ),
            (
                "[observers]\n\"a\\nb\" = 'n@example.org'",
                "the name of an observer",
            ),
            ("[observers]\nnora = 'nora'", "nora"),
            (&many, "a campaign may have 50"),
        ] {
            let fault = campaign(text).unwrap_err();
            assert!(fault.contains(wanted), "{fault}");
        }
    }

    #[test]
    fn the_folder_of_the_site_is_read_back() {
        let head = "format = 1\n[club]\nname = 'C'\naddress = 'o@c.example'\n\
            referee = 'r@c.example'\nzone = 'Europe/Warsaw'\n";
        for more in ["", "[site]\ndir = '/srv/club'\n"] {
            let config = ClubConfig::parse("f", &format!("{head}{more}")).unwrap();
            assert_eq!(config.site.dir.is_some(), !more.is_empty());
            assert_eq!(ClubConfig::parse("f", &config.to_text()), Ok(config));
        }
        for (dir, wanted) in [(" ", "is empty"), ("~/www", "write the whole path")] {
            let fault = ClubConfig::parse("f", &format!("{head}[site]\ndir = '{dir}'\n"));
            let fault = fault.unwrap_err().to_string();
            assert!(fault.contains(wanted), "{fault}");
        }
    }
}
