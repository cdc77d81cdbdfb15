//! `campaigns/<id>/campaign.toml`: one match, its players and its pace.

pub use super::player::{Holder, PARTNERS_MAX, Partner, Player, Want};
use super::player::{RawSeat, holder, seat_lines};
use super::press::{Letters, Press};
use super::public::{Observers, Public, check_observers, observers_text};
use super::schedule::Schedule;
use super::votes::Votes;
use super::{Format, parse, quoted};
use packetboat_core::clock::length::Length;
use packetboat_core::engine::data::Setting;
use packetboat_core::engine::seat::Seat;
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the file.
pub(super) const FORMAT: u32 = 1;

/// One match. Its id is the name of its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignConfig {
    /// Folder name of the game.
    pub game: String,
    /// Name of a scenario of the game.
    pub scenario: String,
    /// Whether nobody but the referee learns who plays which seat until the game is over. Default:
    /// no.
    pub anonymous: bool,
    /// Who holds each seat that is taken; which seats there are, the game knows.
    pub seats: BTreeMap<Seat, Holder>,
    /// When it is due.
    pub schedule: Schedule,
    /// What the desk does about missed sheets.
    pub absence: Absence,
    /// What players may decide together.
    pub votes: Votes,
    /// What the desk passes on between players.
    pub press: Press,
    /// What readers outside the club get.
    pub public: Public,
    /// Who gets the public reports by mail.
    pub observers: Observers,
    /// The game's own options, unchecked; those left out have the game's defaults.
    pub options: BTreeMap<String, Setting>,
}

/// Bytes that `campaign.toml` may have: hundreds of seats and observers need less. An export is
/// from anybody, and its file is read for each entry.
const BYTES_MAX: usize = 256 << 10;

/// `[absence]`: what the desk does about missed sheets and players who are away. What the rules do
/// meanwhile is the autopilot of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absence {
    /// Notifies the referee when a seat has missed this many sheets in a row. 0: never. Default: 2.
    #[serde(default = "two")]
    pub tell_referee_after: u8,
    /// By how many days in all the deadlines of the campaign may be moved for each player who says
    /// AWAY; an absence that would need more does not move a deadline. 0 to 365. Default: 14.
    #[serde(default = "two_weeks")]
    pub stretch_days: StretchDays,
    /// A robot writes the sheets of a player who has missed this many in a row, or who has left,
    /// until one comes from the player. 0: never. Default: 0.
    #[serde(default)]
    pub robot_after_missed: u8,
    /// Nobody waits for the sheets of a player who has missed this many in a row, until one comes.
    /// 0: never. Default: 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub skip_after: u8,
    /// More time in place of the first sheets that a player misses. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extend: Option<Extend>,
}

/// More time where a sheet is missing: instead of counting as missed, it is waited for longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extend {
    /// How much longer than the end of grace: at least an hour.
    #[serde(deserialize_with = "an_hour_or_more")]
    pub by: Length,
    /// How often for each seat, in the whole game.
    pub each: u8,
}

fn an_hour_or_more<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Length, D::Error> {
    let length = Length::deserialize(from)?;
    if length < Length::hours(1) {
        let what = "extend.by must be at least 1h: a shorter time helps nobody";
        return Err(serde::de::Error::custom(what));
    }
    Ok(length)
}

/// A number of days from 0 to 365.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u16", try_from = "u16")]
pub struct StretchDays(u16);

impl StretchDays {
    /// The number.
    pub fn get(self) -> u16 {
        self.0
    }
}

impl TryFrom<u16> for StretchDays {
    type Error = String;
    fn try_from(days: u16) -> Result<Self, String> {
        if days <= 365 {
            Ok(StretchDays(days))
        } else {
            Err(format!("stretch_days must be from 0 to 365, not {days}"))
        }
    }
}

impl From<StretchDays> for u16 {
    fn from(days: StretchDays) -> u16 {
        days.0
    }
}

fn two_weeks() -> StretchDays {
    StretchDays(14)
}

fn two() -> u8 {
    2
}

impl Default for Absence {
    fn default() -> Self {
        Absence {
            tell_referee_after: two(),
            stretch_days: two_weeks(),
            robot_after_missed: 0,
            skip_after: 0,
            extend: None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(rename = "format")]
    _format: Format<FORMAT>,
    game: String,
    scenario: String,
    #[serde(default)]
    anonymous: bool,
    seats: BTreeMap<Seat, toml::Spanned<RawSeat>>,
    schedule: Schedule,
    #[serde(default)]
    absence: Absence,
    #[serde(default)]
    votes: Votes,
    press: Option<Press>,
    letters: Option<Letters>,
    #[serde(default)]
    public: Public,
    #[serde(default)]
    observers: Observers,
    #[serde(default)]
    options: BTreeMap<String, Setting>,
}

impl CampaignConfig {
    /// Reads and checks the file, but for what only the game can check: the names of seats, the
    /// scenario and the options.
    ///
    /// # Errors
    /// Names the line and what to write instead.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileFault> {
        if text.len() > BYTES_MAX {
            let problem = format!("it has more than {} kB", BYTES_MAX >> 10);
            let hint = "a campaign.toml has some; restore it from a backup";
            return Err(FileFault::new(file, problem, hint));
        }
        let mut raw: Raw = parse(file, text, FORMAT)?;
        let mut seats = BTreeMap::new();
        for (seat, spanned) in raw.seats {
            let start = spanned.span().start;
            let holder = holder(seat, spanned.into_inner())
                .map_err(|it| FileFault::new(file, it, "").at(text, start))?;
            seats.insert(seat, holder);
        }
        if seats.is_empty() {
            return Err(FileFault::new(
                file,
                "no seat is taken",
                "write [seats.NAME]",
            ));
        }
        check_observers(&raw.observers).map_err(|it| FileFault::new(file, it, ""))?;
        let anonymous_news = raw.public.anonymous_news.take();
        let press = Press::read(raw.press, raw.letters, anonymous_news)
            .map_err(|it| FileFault::new(file, it, ""))?;
        Ok(CampaignConfig {
            game: raw.game,
            scenario: raw.scenario,
            anonymous: raw.anonymous,
            seats,
            schedule: raw.schedule,
            absence: raw.absence,
            votes: raw.votes,
            press,
            public: raw.public,
            observers: raw.observers,
            options: raw.options,
        })
    }

    /// Whether nobody but the referee may learn who plays which seat: until the game is over.
    pub fn hides_players(&self, is_over: bool) -> bool {
        self.anonymous && !is_over
    }

    /// The commented file that `new` writes; read again it is the same.
    pub fn to_text(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(seat_lines).collect();
        let options: Vec<String> = self.options.iter().map(option_line).collect();
        format!(
            "\
# One campaign. Edit it between ticks; unknown keys are faults. What a running campaign was founded
# on (game, scenario, which seats are taken, options) stays as it was.
format   = {FORMAT}
game     = {game}
scenario = {scenario}
# true: nobody but you learns who plays which seat until the game is over.
anonymous = {anonymous}

# zone = \"Europe/Madrid\" shows a player deadlines in that zone.
{seats}
{schedule}
[absence]
# The referee is notified when a seat has missed this many sheets in a row; 0: never.
tell_referee_after = {tell}
# By how many days in all deadlines may be moved for each player who writes
# AWAY 2026-12-24..2027-01-02 in a sheet. A longer absence moves nothing: the seat then plays by
# its standing orders, and its sheets do not count as missed. 0: never.
stretch_days = {stretch}
# A robot writes the sheets of a player who has missed this many in a row, or has left, until one
# comes from the player; everybody is notified. 0: never, and the seat plays by its standing orders.
robot_after_missed = {robot}
# Nobody waits for the orders of a player who has missed this many sheets in a row; 0: never.
skip_after = {skip}
# More time in place of the first sheets that a player misses: extend = {{ by = \"24h\", each = 2 }}
# gives a day, to each seat twice in the whole game, before a sheet counts as missed.
{extend}
{votes}
{press}
{public}
{observers}
# The game's own; `packetboat games {plain}` lists them.
[options]
{options}",
            game = quoted(&self.game),
            scenario = quoted(&self.scenario),
            anonymous = self.anonymous,
            seats = seats.join("\n"),
            schedule = self.schedule.to_text(),
            tell = self.absence.tell_referee_after,
            stretch = self.absence.stretch_days.get(),
            robot = self.absence.robot_after_missed,
            skip = self.absence.skip_after,
            extend = self.absence.extend.map_or_else(String::new, |extend| {
                let by = quoted(&extend.by.to_string());
                format!("extend = {{ by = {by}, each = {} }}\n", extend.each)
            }),
            votes = self.votes.to_text(),
            press = self.press.to_text(),
            public = self.public.to_text(),
            observers = observers_text(&self.observers),
            plain = self.game,
            options = options.concat(),
        )
    }
}

fn option_line((name, setting): (&String, &Setting)) -> String {
    let value = setting.in_toml();
    let bare = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it == b'-';
    if !name.is_empty() && name.bytes().all(bare) {
        format!("{name} = {value}\n")
    } else {
        format!("{} = {value}\n", quoted(name))
    }
}
