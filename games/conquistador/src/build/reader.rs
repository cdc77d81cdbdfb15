//! Values of a line as the things they name, each checked against the map and the schedule.

use super::super::data::Tables;
use super::super::ids::{AreaId, At, Label, LeaderId, ZoneId};
use super::super::map::{Ground, Map};
use super::super::men::Kind;
use super::super::orders::{Counted, Item, Spot, Units, Ware};
use super::super::state::{Sealed, lent};
use super::super::view::View;
use packetboat_core::lang::said::{Compare, Is, Value, find};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::commas;

/// A line, and the view of the power that wrote it.
pub(super) struct Reader<'a> {
    /// What the power sees.
    pub(super) view: &'a View,
    /// The line.
    pub(super) said: &'a Said,
}

/// What a hex must be good for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Anything: it is only looked at.
    Look,
    /// Land units stand in it.
    March,
    /// Ships lie in it.
    Ships,
    /// A crossing ends in it (3.3).
    Crossing,
    /// Ships lie in it, and land units stand in it.
    Shore,
}

impl Need {
    fn met(self, map: &Map, hex: Hex) -> bool {
        let anchorage = || map.place_at(hex).is_some_and(|it| it.anchorage);
        match self {
            Need::Look => map.exists(hex),
            Need::March => map.is_land(hex),
            Need::Ships => map.is_coast(hex) || map.is_sea(hex) || map.navigable(hex),
            Need::Crossing => map.is_coast(hex) || anchorage(),
            Need::Shore => map.is_coast(hex) || (map.navigable(hex) && map.is_land(hex)),
        }
    }

    /// What does not go there.
    fn refusal(self, up_river: bool) -> &'static str {
        match self {
            Need::Look => "nothing happens there",
            Need::March => "no land unit gets there",
            Need::Ships => "no ship gets there",
            Need::Crossing if up_river => "no crossing starts or ends up-river",
            Need::Crossing => "a crossing starts and ends in a coast hex or at an anchorage",
            Need::Shore => "nobody lands there",
        }
    }
}

impl Reader<'_> {
    /// The tables.
    pub(super) fn tables(&self) -> &Tables {
        &self.view.tables
    }

    /// The map.
    pub(super) fn map(&self) -> &Map {
        &self.view.tables.map
    }

    /// Who writes.
    pub(super) fn me(&self) -> Seat {
        self.view.me()
    }

    /// What he alone knows.
    pub(super) fn mine(&self) -> &Sealed {
        self.view.mine()
    }

    /// The value of a slot that the form demands.
    pub(super) fn value(&self, name: &str) -> &Value {
        let value = self.said.get(name);
        value.expect("the form demands this slot")
    }

    /// A number that fits, if the slot was filled.
    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.said.number(name).map(small)
    }

    /// A comparator.
    pub(super) fn compare(&self) -> Compare {
        self.said.compare("sign").expect("the form compares")
    }

    /// The label of an expedition, living or to come.
    pub(super) fn fleet(&self, name: &str) -> Result<Label, Diagnostic> {
        let value = self.value(name);
        let label = label(value);
        if self.mine().parties.contains_key(&label) {
            Err(Diagnostic::new(
                value.span,
                format!("{label} is a party, not an expedition"),
                one_of("your expeditions are", self.mine().expeditions.keys()),
            ))
        } else {
            Ok(label)
        }
    }

    /// The label of a party, living or to come.
    pub(super) fn party(&self, name: &str) -> Result<Label, Diagnostic> {
        let value = self.value(name);
        let label = label(value);
        if self.mine().expeditions.contains_key(&label) {
            Err(Diagnostic::new(
                value.span,
                format!("{label} is an expedition, not a party"),
                one_of("your parties are", self.mine().parties.keys()),
            ))
        } else {
            Ok(label)
        }
    }

    /// Another power.
    pub(super) fn other(&self, name: &str) -> Result<Seat, Diagnostic> {
        let value = self.value(name);
        match power(value) {
            it if it == self.me() => Err(Diagnostic::new(
                value.span,
                "that is you",
                "name another power",
            )),
            it => Ok(it),
        }
    }

    /// An Area.
    pub(super) fn area(&self) -> AreaId {
        area(self.value("area"))
    }

    /// A hex or Europe, to be looked at.
    pub(super) fn at(&self, value: &Value) -> Result<At, Diagnostic> {
        match self.place(value)? {
            At::Europe => Ok(At::Europe),
            At::Hex(hex) => self.good(value, hex, Need::Look).map(At::Hex),
        }
    }

    /// Europe, or a hex that is good for something.
    pub(super) fn at_for(&self, value: &Value, need: Need) -> Result<At, Diagnostic> {
        match self.place(value)? {
            At::Europe => Ok(At::Europe),
            At::Hex(hex) => self.good(value, hex, need).map(At::Hex),
        }
    }

    /// A hex that is good for something; `europe` says why Europe will not do.
    pub(super) fn hex(
        &self,
        value: &Value,
        need: Need,
        europe: (&str, &str),
    ) -> Result<Hex, Diagnostic> {
        match self.place(value)? {
            At::Europe => Err(Diagnostic::new(value.span, europe.0, europe.1)),
            At::Hex(hex) => self.good(value, hex, need),
        }
    }

    fn place(&self, value: &Value) -> Result<At, Diagnostic> {
        let name = value.as_name().expect("the grammar names a place here");
        if name == "europe" {
            return Ok(At::Europe);
        }
        if let Some(place) = self.map().places().iter().find(|it| it.slug == name) {
            return Ok(At::Hex(place.hex));
        }
        name.parse().map(At::Hex).map_err(|_| {
            let (rows, columns) = self.map().size();
            let reason = format!("{name} is not a hex of the map");
            let hint = format!("rows are 01 to {rows:02}, columns 01 to {columns:02}");
            Diagnostic::new(value.span, reason, hint)
        })
    }

    fn good(&self, value: &Value, hex: Hex, need: Need) -> Result<Hex, Diagnostic> {
        let map = self.map();
        if need.met(map, hex) {
            return Ok(hex);
        }
        let name = value.as_name().unwrap_or_default();
        let up_river = map.navigable(hex) && !map.is_coast(hex);
        let ground = match map.kind(hex) {
            Ground::Out => None,
            Ground::Lake => Some("in a lake"),
            Ground::Ocean => Some("in the deep ocean"),
            Ground::Sea => Some("at sea"),
            Ground::Land if up_river => Some("up a river"),
            Ground::Land => Some("inland"),
            Ground::Coast => Some("on a coast"),
        };
        let reason = match ground {
            Some(ground) => format!("{name} is {ground}: {}", need.refusal(up_river)),
            None => format!("{name} is not a hex of the map"),
        };
        let hint = self.nearest(hex, need);
        Err(Diagnostic::new(value.span, reason, hint))
    }

    /// The named place nearest to a hex that would do.
    fn nearest(&self, hex: Hex, need: Need) -> String {
        let map = self.map();
        let places = map.places().iter().filter(|it| need.met(map, it.hex));
        let nearest = places.min_by_key(|it| (hex.distance(it.hex), it.hex));
        match nearest {
            Some(it) => format!(
                "the nearest named place that will do is {} ({})",
                it.slug, it.hex
            ),
            None => String::new(),
        }
    }

    /// A place, zone or Area among these values.
    pub(super) fn spot(&self, values: &[Value], need: Need) -> Result<Spot, Diagnostic> {
        if let Some(value) = find(values, "place") {
            let at = self.at_for(value, need)?;
            return Ok(Spot::Place { at });
        }
        if let Some(value) = find(values, "zone") {
            return Ok(Spot::Zone { zone: zone(value) });
        }
        let value = find(values, "area").expect("a spot is a place, a zone or an Area");
        Ok(Spot::Area { area: area(value) })
    }

    /// The points behind VIA.
    pub(super) fn via(&self, need: Need) -> Result<Vec<Spot>, Diagnostic> {
        let items = self.said.items("via").iter();
        items
            .map(|it| match self.spot(it, need)? {
                Spot::Place { at: At::Europe } => Err(Diagnostic::new(
                    it[0].span,
                    "no way in the New World leads through Europe",
                    "",
                )),
                spot => Ok(spot),
            })
            .collect()
    }

    /// Units, or ALL.
    pub(super) fn units(&self, value: &Value) -> Result<Units, Diagnostic> {
        let items = match &value.is {
            Is::Word("NONE") => return Ok(Units::default()),
            Is::Word(_) => {
                return Ok(Units {
                    all: true,
                    ..Units::default()
                });
            }
            Is::Many(items) => items,
            _ => unreachable!("the grammar lists units here"),
        };
        let mut units = Units::default();
        for value in items.iter().flatten() {
            match &value.is {
                Is::Counted { count, name } => units.men.push(Counted {
                    kind: Kind::of(name).expect("the grammar lists kinds here"),
                    number: count.map(small),
                }),
                _ => {
                    let leader = self.leader(value)?;
                    if units.leaders.contains(&leader) {
                        let reason = format!("{} is named twice", self.leader_name(leader));
                        return Err(Diagnostic::new(value.span, reason, ""));
                    }
                    units.leaders.push(leader);
                }
            }
        }
        Ok(units)
    }

    /// A leader who is alive and has come.
    pub(super) fn leader(&self, value: &Value) -> Result<LeaderId, Diagnostic> {
        let name = value.as_name().expect("the grammar names a leader here");
        let id: LeaderId = name.parse().expect("the grammar lists leaders here");
        let leader = self.tables().leader(id);
        let open = &self.view.open;
        // Shifted dates are known to nobody: only what is out of the question is a fault.
        let slack = u32::from(open.options.random_leaders);
        let (name, turn) = (&leader.name, open.turn);
        let fault = |reason: String, hint: &str| Err(Diagnostic::new(value.span, reason, hint));
        if let Some(lent) = lent(&self.view.deals, id).filter(|it| it.lender == self.me()) {
            let borrower = self.tables().title(lent.borrower);
            let reason = format!(
                "{name} serves {borrower} until the end of turn {}",
                lent.until
            );
            return fault(reason, "lent by a deal, and comes home to Europe then");
        }
        if self.mine().gone.contains(&id) {
            return fault(
                format!("{name} is dead or has left"),
                "a leader who is gone stays gone",
            );
        }
        if turn > leader.exit + slack {
            return fault(
                format!("{name} left at the end of turn {}", leader.exit),
                "",
            );
        }
        if turn + slack < leader.enter {
            let about = if slack > 0 { "about " } else { "" };
            let reason = format!("{name} comes on {about}turn {}", leader.enter);
            let hint = "nobody commands the leader until then";
            return fault(reason, hint);
        }
        Ok(id)
    }

    /// A leader whom a power may lend (Q29).
    pub(super) fn lent_by(&self, lender: Seat, value: &Value) -> Result<LeaderId, Diagnostic> {
        let name = value.as_name().expect("the grammar names a leader here");
        let id: LeaderId = name.parse().expect("the grammar lists leaders here");
        let leader = self.tables().leader(id);
        if leader.power == lender {
            Ok(id)
        } else {
            let title = |it| self.tables().title(it);
            let (name, whose) = (&leader.name, title(leader.power));
            let reason = format!(
                "{name} is not a leader of {}, but of {whose}",
                title(lender)
            );
            Err(Diagnostic::new(value.span, reason, ""))
        }
    }

    /// A leader's printed name.
    pub(super) fn leader_name(&self, id: LeaderId) -> &str {
        &self.tables().leader(id).name
    }

    /// A ware with its number, as `counted` reads it.
    pub(super) fn item(&self, value: &Value, at: Option<At>) -> Item {
        let Is::Counted { count, name } = &value.is else {
            unreachable!("the grammar counts wares here");
        };
        Item {
            what: Ware::of(name).expect("the grammar lists wares here"),
            number: count.map(small),
            at,
        }
    }
}

/// A number of the grammar, which has none below 0.
pub(super) fn small(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}

/// A label.
pub(super) fn label(value: &Value) -> Label {
    let text = value.as_name().expect("the grammar reads a label here");
    text.parse().expect("a label is a letter and digits")
}

/// A power.
pub(super) fn power(value: &Value) -> Seat {
    let text = value.as_name().expect("the grammar names a power here");
    text.parse().expect("the grammar lists powers here")
}

/// An Area.
pub(super) fn area(value: &Value) -> AreaId {
    let text = value.as_name().expect("the grammar names an Area here");
    text.parse().expect("the grammar lists Areas here")
}

/// A sea zone.
pub(super) fn zone(value: &Value) -> ZoneId {
    let text = value.as_name().expect("the grammar names a zone here");
    text.parse().expect("the grammar lists zones here")
}

/// A fault without much to say.
pub(super) fn fault<T>(
    span: Span,
    reason: impl Into<String>,
    hint: impl Into<String>,
) -> Result<T, Diagnostic> {
    Err(Diagnostic::new(span, reason, hint))
}

/// `your parties are P1, P2`; nothing if there are none.
fn one_of<'a>(lead: &str, labels: impl Iterator<Item = &'a Label>) -> String {
    match commas(labels).as_str() {
        "" => String::new(),
        labels => format!("{lead} {labels}"),
    }
}
