//! The terms that a campaign is played by, as every mail's frame has them: its options, and when a
//! stop may close early.
//!
//! Not here: the rest of a frame (`builder`), and when a stop is due (`schedule`).

use super::campaign::Campaign;
use crate::config::schedule::WhenAllIn;
use crate::report::{OptionAt, counted};

/// The options of the game, as the campaign was founded with them.
pub fn options(campaign: &Campaign) -> Vec<OptionAt> {
    let all = campaign.card.options.iter().map(|option| {
        let said = campaign.config.options.get(&option.name);
        let value = said.unwrap_or(&option.default);
        OptionAt {
            name: option.name.clone(),
            value: value.to_string(),
            help: option.said(value).to_owned(),
            usual: *value == option.default,
        }
    });
    all.collect()
}

/// When a stop may close before its deadline, in words; empty: never.
pub fn early(when_all_in: &WhenAllIn) -> String {
    match when_all_in {
        WhenAllIn::WaitForDeadline => String::new(),
        WhenAllIn::ResolveAtOnce => "when everyone's orders are in".to_owned(),
        WhenAllIn::ResolveAfter(length) => {
            let minutes = length.seconds() / 60;
            let length = match (minutes / 60, minutes % 60) {
                (1, 0) => "an hour".to_owned(),
                (hours, 0) => counted(hours, "hour", "hours"),
                (0, minutes) => counted(minutes, "minute", "minutes"),
                (hours, minutes) => format!("{hours} h {minutes} min"),
            };
            format!("{length} after everyone's orders are in")
        }
    }
}
