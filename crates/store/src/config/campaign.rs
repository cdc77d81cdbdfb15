//! `campaigns/<id>/campaign.toml`: one match, its players and its pace.

use super::address::Address;
use super::press::{Letters, Press};
use super::public::{Observers, Public, check_observers, observers_text};
use super::schedule::Schedule;
use super::votes::Votes;
use super::{Format, check_line, parse, quoted, quoted_list};
use packetboat_core::clock::Zone;
use packetboat_core::clock::length::Length;
use packetboat_core::engine::data::Setting;
use packetboat_core::engine::seat::Seat;
use packetboat_core::textfile::FileFault;
use packetboat_core::textfile::plain::is_default;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The version of the file.
pub(super) const FORMAT: u32 = 1;

/// One match. Its id is the name of its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignConfig {
    /// Folder name of the game.
    pub game: String,
    /// Name of a scenario of the game.
    pub scenario: String,
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

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// A person.
    Player(Player),
    /// The game's own robot.
    Robot,
    /// Nobody yet: of a campaign that waits for players, and of no other.
    Open,
}

/// A person who gets reports and sends sheets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// As letters show it: one line of at most 80 characters.
    pub name: String,
    /// Where reports and receipts go.
    pub address: Address,
    /// In which deadlines are shown; `None`: the club's.
    pub zone: Option<Zone>,
    /// The forms in which reports come: at least one, none twice. Default: text.
    pub wants: Vec<Want>,
    /// Whether the name may be on public pages; else the seat's title is there. Default:
    /// no.
    pub name_public: bool,
    /// Who plays the seat together with them: each gets copies of its mails, and may write for it.
    /// At most [`PARTNERS_MAX`]. Default: nobody.
    pub also: Vec<Partner>,
}

/// Somebody who writes for a seat beside its player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Partner {
    /// As letters show it: one line of at most 80 characters.
    pub name: String,
    /// Where copies go.
    pub address: Address,
}

/// How many may play a seat beside its player.
pub const PARTNERS_MAX: usize = 5;

impl FromStr for Partner {
    type Err = String;

    /// `Cleo <cleo@example.org>`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a person with an address: Cleo <cleo@example.org>");
        let (name, rest) = text.split_once('<').ok_or_else(wrong)?;
        let address: Address = rest.strip_suffix('>').ok_or_else(wrong)?.parse()?;
        let name = match name.trim() {
            "" => address.local(),
            name => name,
        };
        check_line("the name of a player", name)?;
        let name = name.to_owned();
        Ok(Partner { name, address })
    }
}

impl fmt::Display for Partner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} <{}>", self.name, self.address)
    }
}

impl Player {
    /// The name, where it may be on public pages. One that is an address, or holds one, is
    /// nobody else's business whatever the file says.
    pub fn public_name(&self) -> Option<&str> {
        let may_stand = self.name_public && !self.name.contains('@');
        may_stand.then_some(self.name.as_str())
    }
}

/// Bytes that `campaign.toml` may have: hundreds of seats and observers need less. An export is
/// from anybody, and its file is read for each entry.
const BYTES_MAX: usize = 256 << 10;

/// A form of report; one that does not exist is refused rather than silently not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    /// Plain text, complete by itself: it is always sent.
    Text,
    /// The same laid out for mail programs, beside the text.
    Html,
    /// The deadline for the calendar, beside the text.
    Ics,
    /// Reports as data, for programs, beside the text.
    Json,
}

impl Want {
    /// Whether it comes as a file beside the mail.
    pub fn is_file(self) -> bool {
        matches!(self, Want::Ics | Want::Json)
    }

    /// As it is written in the file.
    pub fn name(self) -> &'static str {
        match self {
            Want::Text => "text",
            Want::Html => "html",
            Want::Ics => "ics",
            Want::Json => "json",
        }
    }
}

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSeat {
    player: Option<String>,
    address: Option<Address>,
    zone: Option<Zone>,
    wants: Option<Vec<Want>>,
    #[serde(default)]
    name_public: bool,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default)]
    robot: bool,
    #[serde(default)]
    open: bool,
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

/// Either a robot and nothing else, or nobody yet, or a player with an address.
fn holder(seat: Seat, raw: RawSeat) -> Result<Holder, String> {
    if raw.robot || raw.open {
        let alone = raw.robot != raw.open
            && raw.player.is_none()
            && raw.address.is_none()
            && raw.zone.is_none()
            && raw.wants.is_none()
            && !raw.name_public
            && raw.also.is_empty();
        return match (alone, raw.open) {
            (true, false) => Ok(Holder::Robot),
            (true, true) => Ok(Holder::Open),
            (false, false) => Err(format!(
                "seat {seat} is a robot's: delete the other keys, or `robot = true`"
            )),
            (false, true) => Err(format!(
                "seat {seat} is open: delete the other keys, or `open = true`"
            )),
        };
    }
    let (Some(name), Some(address)) = (raw.player, raw.address) else {
        return Err(format!(
            "seat {seat} needs `player` and `address`, or `robot = true`"
        ));
    };
    check_line("the name of a player", &name)?;
    let wants = raw.wants.unwrap_or(vec![Want::Text]);
    let twice = (1..wants.len()).any(|it| wants[..it].contains(&wants[it]));
    if wants.is_empty() || twice {
        return Err(format!(
            "seat {seat}: wants must name the forms of reports, none twice: [\"text\"]"
        ));
    }
    let also = partners(seat, &address, &raw.also)?;
    Ok(Holder::Player(Player {
        name,
        address,
        zone: raw.zone,
        wants,
        name_public: raw.name_public,
        also,
    }))
}

/// Who plays a seat beside this address.
fn partners(seat: Seat, address: &Address, all: &[String]) -> Result<Vec<Partner>, String> {
    if all.len() > PARTNERS_MAX {
        return Err(format!(
            "seat {seat}: at most {PARTNERS_MAX} may be named in `also`"
        ));
    }
    let mut partners: Vec<Partner> = Vec::new();
    for text in all {
        let partner: Partner = text.parse().map_err(|it| format!("seat {seat}: {it}"))?;
        let is_same = |it: &Address| partner.address.same_as(it.as_str());
        if is_same(address) || partners.iter().any(|it| is_same(&it.address)) {
            return Err(format!("seat {seat}: {} is named twice", partner.address));
        }
        partners.push(partner);
    }
    Ok(partners)
}

fn seat_lines((seat, holder): (&Seat, &Holder)) -> String {
    match holder {
        Holder::Robot => format!("[seats.{seat}]\nrobot   = true\n"),
        Holder::Open => format!("[seats.{seat}]\nopen    = true\n"),
        Holder::Player(player) => {
            let zone = match player.zone {
                Some(zone) => format!("zone    = {}\n", quoted(zone.name())),
                None => String::new(),
            };
            let public = if player.name_public {
                "name_public = true\n"
            } else {
                ""
            };
            let also = match &player.also[..] {
                [] => String::new(),
                also => format!(
                    "also    = {}\n",
                    quoted_list(also.iter().map(Partner::to_string))
                ),
            };
            format!(
                "[seats.{seat}]\nplayer  = {}\naddress = {}\n{zone}wants   = {}\n{public}{also}",
                quoted(&player.name),
                quoted(player.address.as_str()),
                quoted_list(player.wants.iter().map(|it| it.name().to_owned())),
            )
        }
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
