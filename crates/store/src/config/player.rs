//! `[seats.NAME]` of `campaign.toml`: who holds a seat, how they get their mails, and what others
//! may know of them.
//!
//! Not here: the rest of the file (`campaign`).

use super::address::Address;
use super::{check_line, quoted, quoted_list};
use packetboat_core::clock::Zone;
use packetboat_core::engine::seat::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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
    /// Whether the public list of players says how often their sheets came in time, once the
    /// campaign is over. Only with `name_public`. Default: no.
    pub record_public: bool,
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
    /// Somebody of whom nothing else is known: mails have all forms but data, nothing is public.
    pub fn of(who: Partner) -> Self {
        Player {
            name: who.name,
            address: who.address,
            zone: None,
            wants: vec![Want::Text, Want::Html, Want::Ics],
            name_public: false,
            record_public: false,
            also: Vec::new(),
        }
    }

    /// Who it is, and where their mails go.
    pub fn who(&self) -> Partner {
        Partner {
            name: self.name.clone(),
            address: self.address.clone(),
        }
    }

    /// The name, where it may be on public pages. One that is an address, or holds one, is
    /// nobody else's business whatever the file says.
    pub fn public_name(&self) -> Option<&str> {
        let may_stand = self.name_public && !self.name.contains('@');
        may_stand.then_some(self.name.as_str())
    }
}

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSeat {
    player: Option<String>,
    address: Option<Address>,
    zone: Option<Zone>,
    wants: Option<Vec<Want>>,
    #[serde(default)]
    name_public: bool,
    #[serde(default)]
    record_public: bool,
    #[serde(default)]
    also: Vec<String>,
    #[serde(default)]
    robot: bool,
    #[serde(default)]
    open: bool,
}

/// Either a robot and nothing else, or nobody yet, or a player with an address.
pub(super) fn holder(seat: Seat, raw: RawSeat) -> Result<Holder, String> {
    if raw.robot || raw.open {
        let alone = raw.robot != raw.open
            && raw.player.is_none()
            && raw.address.is_none()
            && raw.zone.is_none()
            && raw.wants.is_none()
            && !raw.name_public
            && !raw.record_public
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
    if raw.record_public && !raw.name_public {
        return Err(format!(
            "seat {seat}: record_public shows how {name} keeps time beside their name; write \
             `name_public = true` too, if they agree to be named"
        ));
    }
    let also = partners(seat, &address, &raw.also)?;
    Ok(Holder::Player(Player {
        name,
        address,
        zone: raw.zone,
        wants,
        name_public: raw.name_public,
        record_public: raw.record_public,
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

pub(super) fn seat_lines((seat, holder): (&Seat, &Holder)) -> String {
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
            let record = if player.record_public {
                "record_public = true\n"
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
            let more = format!("{public}{record}{also}");
            format!(
                "[seats.{seat}]\nplayer  = {}\naddress = {}\n{zone}wants   = {}\n{more}",
                quoted(&player.name),
                quoted(player.address.as_str()),
                quoted_list(player.wants.iter().map(|it| it.name().to_owned())),
            )
        }
    }
}
