//! The order language, as the field writes it, and what seats are asked.
//!
//! Not here: what the lines of a seat come to (`decide`).

use super::data::{NOBODY, Tables};
use super::judge::lawful::{Unlawful, lawful};
use super::judge::{Act, Ordered};
use super::picture::Plan;
use super::place::{Coast, Kind, Place, Unit};
use super::state::Stage;
use super::view::View;
use packetboat_core::lang::form::{Dashes, name};
use packetboat_core::lang::said::{self, Value, find};
use packetboat_core::prelude::*;
use packetboat_kit::checks::unless;
use packetboat_kit::words::{either, few};

/// The rules.
pub struct Diplomacy {
    /// The map.
    pub tables: Tables,
    /// How it is drawn.
    pub plan: Option<Plan>,
}

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View [.checks(checks).impossible(impossible).acts()
        .tried(Tried::Once)] {
        /// Orders the army in a place: - to move, H to hold, S to support, R to retreat, D to
        /// disband, B to be built.
        Army = "A" / "ARMY" [.key(Some(2)).head(2)] {
            at: Place = Plain,
            act: Said = Plain,
        }
        /// Orders the fleet in a place: the same, and C to convoy an army.
        Fleet = "F" / "FLEET" [.key(Some(2)).head(2)] {
            at: Place = Plain,
            act: Said = Plain,
        }
        /// Builds a unit at a home centre of yours.
        Build = "BUILD" / "B" [.key(None)] {
            unit: Unit = Plain,
        }
        /// Disbands a unit of yours.
        Remove = "REMOVE" / "R" / "D" / "DISBAND" [.key(None)] {
            unit: Unit = Plain,
        }
        /// Does without a build.
        Waive = "WAIVE" [.key(None)] {}
    }
}

impl Order {
    /// Of an order for a unit: what it is, where, and what it is told.
    pub fn parts(&self) -> Option<(Kind, Place, &Said)> {
        match self {
            Order::Army { at, act } => Some((Kind::Army, *at, act)),
            Order::Fleet { at, act } => Some((Kind::Fleet, *at, act)),
            Order::Build { .. } | Order::Remove { .. } | Order::Waive {} => None,
        }
    }
}

/// What a move is written with.
const TO: &[&str] = &["-", "->", "MOVES TO", "MOVE TO", "MOVES", "MOVE", "TO"];

shapes! {
    /// What a unit is ordered, as it is written.
    pub enum Said, "says", for Tables {
        /// It stays.
        Hold = "H" / "HOLDS" / "HOLD" {}
        /// It supports a unit: to hold, or to go somewhere.
        Support = "S" / "SUPPORTS" / "SUPPORT" {
            ? kind: Option<Kind> = Optional(Plain),
            of: Place = Plain,
            ? to: Option<Place> = After(TO, Plain),
            ? held: bool = Flag(&["H", "HOLDS", "HOLD"]),
        }
        /// It takes an army across the sea.
        Convoy = "C" / "CONVOYS" / "CONVOY" {
            ? kind: Option<Kind> = Optional(Plain),
            of: Place = Plain,
            to: Place = Behind(TO, Plain),
        }
        /// It retreats to the first of these that is open to it; else it is disbanded.
        Retreat = "R" / "RETREATS TO" / "RETREAT TO" / "RETREATS" / "RETREAT" {
            goals: Vec<Goal> = List(Marks::Ranking, Plain),
        }
        /// It is disbanded.
        Disband = "D" / "DISBANDS" / "DISBAND" {}
        /// It is built.
        Build = "B" / "BUILD" {}
        /// It goes somewhere; a retreat to one place is written so as well.
        Move {
            to: Place = Behind(TO, Plain),
            ? via: bool = Flag(&["VIA CONVOY", "BY CONVOY", "VIA C", "VIA"]),
        }
    }
}

shapes! {
    /// Where a unit may retreat to.
    pub enum Goal, "goal", for Tables {
        /// Nowhere: it is disbanded.
        Out = "D" / "DISBANDS" / "DISBAND" {}
        /// A place.
        To { place: Place = Plain }
    }
}

impl Goal {
    fn place(&self) -> Option<Place> {
        match *self {
            Goal::To { place } => Some(place),
            Goal::Out {} => None,
        }
    }
}

impl Said {
    /// What it does in a movement phase, if it is an order for that.
    pub fn act(&self) -> Option<Act> {
        Some(match *self {
            Said::Hold {} => Act::Hold,
            Said::Move { to, via } => Act::Move { to, via },
            Said::Support { of, to, .. } => Act::Support {
                of: of.province,
                to,
            },
            Said::Convoy { of, to, .. } => Act::Convoy {
                of: of.province,
                to: to.province,
            },
            Said::Retreat { .. } | Said::Disband {} | Said::Build {} => return None,
        })
    }

    /// Where it would retreat to, best first; none: it is disbanded. `None`: it is no retreat.
    pub fn retreats(&self) -> Option<Vec<Place>> {
        match self {
            Said::Move { to, .. } => Some(vec![*to]),
            Said::Disband {} => Some(Vec::new()),
            Said::Retreat { goals } => Some(goals.iter().filter_map(Goal::place).collect()),
            _ => None,
        }
    }
}

impl OrderPart<Tables> for Place {
    fn slots(with: &Tables, called: &'static str) -> Vec<Slot> {
        vec![name(called, with.place_names.clone())]
    }
    fn read(_with: &Tables, values: &[Value], called: &'static str) -> Result<Self, Diagnostic> {
        let said = find(values, called).and_then(Value::as_name);
        let read = said.and_then(|it| it.parse().ok());
        Ok(read.expect("the form lists places"))
    }
}

impl OrderPart<Tables> for Unit {
    fn slots(with: &Tables, _called: &'static str) -> Vec<Slot> {
        let kind = <Kind as OrderPart<Tables>>::slots(with, "kind");
        [kind, Place::slots(with, "at")].concat()
    }
    fn read(with: &Tables, values: &[Value], _called: &'static str) -> Result<Self, Diagnostic> {
        Ok(Unit {
            kind: Kind::read(with, values, "kind")?,
            at: Place::read(with, values, "at")?,
        })
    }
}

/// What a fleet is built on needs a coast, where there are two (6.B.14).
fn checks(
    tables: &Tables,
    _view: &View,
    order: &Order,
    said: &said::Said,
) -> Result<(), Diagnostic> {
    let at = match (order, order.parts()) {
        (Order::Build { unit }, _) if !unit.is_army() => unit.at,
        (_, Some((Kind::Fleet, at, Said::Build {}))) => at,
        _ => return Ok(()),
    };
    let coasts = &tables.land(at.province).coasts;
    let is_clear = at.coast.is_some() || coasts.is_empty();
    unless(is_clear, || which_coast(at, coasts, said, "at"))
}

/// Two coasts could be meant (6.B.1).
fn which_coast(at: Place, coasts: &[Coast], said: &said::Said, slot: &str) -> Diagnostic {
    let span = said.get(slot).map_or(said.span, |it| it.span);
    let all = coasts.iter().map(|it| format!("{}/{it}", at.province));
    let all = either(all.map(|it| it.to_uppercase()));
    let reason = format!("{} has two coasts, and either could be meant", at.printed());
    Diagnostic::new(span, reason, format!("write {all}"))
}

/// What an order of the sheet now open can never be: of another phase, or to a place with two
/// coasts of which either could be meant.
fn impossible(
    tables: &Tables,
    view: &View,
    order: &Order,
    said: &said::Said,
) -> Result<(), Diagnostic> {
    if let Some(stage) = wrong_stage(view.stage, order) {
        let reason = match stage {
            Stage::Movement => "moves, supports and convoys are not for this sheet",
            Stage::Retreats => "retreats are for the sheet after the moves",
            Stage::Adjustments => "units are built and disbanded in winter",
        };
        let sheet = tables.sheets.next_of(&stage.to_string(), view.sheet());
        let sheet = tables
            .sheets
            .name(sheet.expect("each kind of sheet comes every year"));
        let hint = format!("to write it now, put a line TURN {sheet} above it");
        return Err(Diagnostic::new(said.span, reason, hint));
    }
    let (Order::Fleet { at, act }, Stage::Movement) = (order, view.stage) else {
        return Ok(());
    };
    let unit = view.standing.get(&at.province).map(|it| it.1);
    match unit
        .zip(act.act())
        .map(|it| lawful(tables, &view.standing, it.0, it.1))
    {
        Some(Err(Unlawful::WhichCoast { to, coasts })) => {
            Err(which_coast(Place::inland(to), &coasts, said, "to"))
        }
        _ => Ok(()),
    }
}

/// The phase to which an order belongs, if that is not the one now open.
fn wrong_stage(open: Stage, order: &Order) -> Option<Stage> {
    use Stage::{Adjustments, Movement, Retreats};
    let fits: &[Stage] = match order {
        Order::Army { act, .. } | Order::Fleet { act, .. } => match act {
            // A move is also a retreat to one place.
            Said::Move { .. } => &[Movement, Retreats],
            Said::Hold {} | Said::Support { .. } | Said::Convoy { .. } => &[Movement],
            Said::Retreat { .. } => &[Retreats],
            Said::Disband {} => &[Retreats, Adjustments],
            Said::Build {} => &[Adjustments],
        },
        Order::Remove { .. } => &[Adjustments, Retreats],
        Order::Build { .. } | Order::Waive {} => &[Adjustments],
    };
    (!fits.contains(&open)).then_some(fits[0])
}

/// What the tests look at.
pub struct AtMap;
impl Scene for AtMap {
    type At<'a> = &'a View;
}

/// The tests.
pub fn facts(tables: &Tables) -> Facts<AtMap> {
    let most = few(&tables.provinces);
    facts! {
        AtMap, |at, of|
        /// How many supply centres a power owns.
        ["CENTRES"] number(0, most), of tables.power_names.clone(), alone most => {
            Some(few(&at.power(of.parse().ok())?.centres))
        };
        /// How many units a power has.
        ["UNITS"] number(0, most), of tables.power_names.clone(), alone most => {
            Some(few(&at.power(of.parse().ok())?.units))
        };
        /// How many units you may build now.
        ["BUILDS"] number(0, most) => u32::try_from(at.adjustment).ok();
        /// Who owns a supply centre, or NOBODY.
        ["OWNER"] name(tables.power_or_nobody(), &[]), of tables.place_names.clone() => {
            Some(at.owners.get(&of.parse::<Place>().ok()?.province).map_or(NOBODY, Seat::as_str))
        };
        /// Whose unit is in a province, or NOBODY.
        ["UNIT"] name(tables.power_or_nobody(), &[]), of tables.place_names.clone() => {
            let unit = at.standing.get(&of.parse::<Place>().ok()?.province);
            Some(unit.map_or(NOBODY, |it| it.0.as_str()))
        };
    }
}

/// The whole language.
pub fn grammar(tables: &Tables) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts(tables).forms(),
        hints: include_str!("hints.toml"),
        each: false,
        legs: false,
        dashes: Some(Dashes {
            after_slash: &["NC", "SC", "EC"],
            whole: &["MID-ATLANTIC"],
        }),
    }
}

/// What a seat is asked: what it orders now.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Question {
    /// What is ordered.
    pub question: Stage,
}

/// Where a dislodged unit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retreat {
    /// The unit, and where it was.
    pub unit: Unit,
    /// Where it goes; `None`: it is disbanded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Place>,
}

/// Its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Choice {
    /// One order for each unit; first those that lines decide, in the order of these.
    Orders { orders: Vec<Ordered> },
    /// One for each dislodged unit; first those that lines decide, in the order of these.
    Retreats { retreats: Vec<Retreat> },
    /// What is built, or disbanded; what is not said of disbands is settled by rule.
    Adjustments {
        builds: Vec<Unit>,
        removes: Vec<Unit>,
    },
}

tagged!(Choice, "choice");
