//! What a line names: an area, a group of areas, a player by what they are.

use super::data::{Area, Tables};
use super::world::{Colony, World};
use packetboat_core::lang::said::Filter;
use packetboat_core::prelude::*;
use packetboat_kit::words::few;
use std::fmt;
use std::str::FromStr;

/// The opponent with most points.
pub const LEADER: &str = "LEADER";
/// The opponent with most colonies.
pub const MOST: &str = "MOST";

/// What heads a group, besides the names of seats.
pub const HEADS: [&str; 6] = ["OPEN", "MINE", "FOE", "ANY", LEADER, MOST];

/// An area, or a group of them; stored as it is written: `AMG`, `FOE.STRUG.NOT-CH`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Target {
    /// This one.
    Area(Area),
    /// Any of these.
    Group(Group),
}

/// A group of areas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Areas without a colony, or whose colonies.
    pub head: String,
    /// What narrows it.
    pub filters: Vec<Filter>,
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Area(area) => area.fmt(f),
            Target::Group(group) => {
                f.write_str(&group.head)?;
                let mut filters = group.filters.iter();
                filters.try_for_each(|it| write!(f, ".{it}"))
            }
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split('.');
        let head = words.next().unwrap_or_default();
        // Seats are in small letters, areas in large ones.
        let is_group = HEADS.contains(&head) || head.bytes().any(|it| it.is_ascii_lowercase());
        if !is_group {
            return text.parse().map(Target::Area);
        }
        let filter = |word: &str| {
            let bare = word.strip_prefix("NOT-");
            Filter {
                of: bare.unwrap_or(word).to_owned(),
                not: bare.is_some(),
            }
        };
        Ok(Target::Group(Group {
            head: head.to_owned(),
            filters: words.map(filter).collect(),
        }))
    }
}

packetboat_core::text_value!(Target);

/// The seat that looks, and at what.
#[derive(Clone, Copy)]
pub struct Eye<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// What is open.
    pub world: &'a World,
    /// The seat.
    pub me: Seat,
}

impl Eye<'_> {
    /// Who is meant by a seat's name, LEADER or MOST, as this seat sees it; none: nobody at the
    /// table.
    pub fn who(&self, word: &str) -> Option<Seat> {
        match word {
            LEADER => self.world.leader(self.me),
            MOST => self.world.best_other(self.me, |it| self.world.all_of(it)),
            name => name.parse().ok().filter(|it| self.world.order.contains(it)),
        }
    }

    /// Whether an area is one of those named.
    pub fn fits(&self, target: &Target, area: Area) -> bool {
        match target {
            Target::Area(named) => *named == area,
            Target::Group(group) => self.belongs(&group.head, &group.filters, area),
        }
    }

    /// Whether an area belongs to a group.
    pub fn belongs(&self, head: &str, filters: &[Filter], area: Area) -> bool {
        let there = self.world.owner(area);
        let headed = match head {
            "OPEN" => there.is_none(),
            "MINE" => there == Some(self.me),
            "FOE" => there.is_some_and(|it| it != self.me),
            "ANY" => there.is_some(),
            who => there.is_some() && there == self.who(who),
        };
        let mut filters = filters.iter();
        headed && filters.all(|it| self.narrows(&it.of, area) != it.not)
    }

    fn narrows(&self, word: &str, area: Area) -> bool {
        let (tables, world) = (self.tables, self.world);
        let thrives = world.colonies.get(&area).map(Colony::thrives);
        let card = tables.map.area(area);
        match word {
            "SUCC" => thrives == Some(true),
            "STRUG" => thrives == Some(false),
            "FREE" => !world.closed(tables, area),
            "MAKES" => world.makes(tables, self.me, area) > 0,
            "BREAKS" => world.breaks(tables, area) > 0,
            "ADJ" => world.beside(tables, self.me, area),
            word if word == area.as_str() => true,
            word if word == card.region.as_str() => true,
            word => word.eq_ignore_ascii_case(card.export.as_str()),
        }
    }

    /// How many areas belong to a group.
    pub fn count(&self, head: &str, filters: &[Filter]) -> u32 {
        let all = self.tables.map.codes();
        few(all.filter(|it| self.belongs(head, filters, *it)))
    }
}
