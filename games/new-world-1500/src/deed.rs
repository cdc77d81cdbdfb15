//! A card as it is announced: its use and all its targets (R40), and what results from it.
//!
//! Not here: how lines come to it (`bind`), and who hears of it (`phases`).

use super::data::{Act, Area, Card, Region, Shape, Tables, Text, Way};
use super::what::Verb;
use super::world::{Colony, Hit, Isolation, World};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

/// What a card is played for, and all its targets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// Its use.
    #[serde(rename = "use")]
    pub way: Way,
    /// Whose token, or who loses points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whom: Option<Seat>,
    /// The region it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// What is done to areas, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<Hit>,
}

impl Deed {
    /// How the text of its card goes; none: it is not played for its text.
    pub fn shape(&self, tables: &Tables, card: Card) -> Option<Shape> {
        let text = tables.card(card).text.as_ref();
        text.filter(|_| self.way == Way::Text).map(|it| it.shape)
    }

    /// Its steps, as a line says them: with a verb by a card whose steps differ.
    pub fn steps(&self, tables: &Tables, card: Card) -> Vec<(Option<Verb>, Area)> {
        let text = tables.card(card).text.as_ref();
        let verbs = self.way == Way::Text && text.is_some_and(Text::has_verbs);
        let verb = |it: &Hit| Verb::for_act(it.does).filter(|_| verbs);
        self.hits.iter().map(|it| (verb(it), it.area)).collect()
    }
}

/// Steps in words: `CHS`, `BUILD CHS`.
pub fn steps_of(steps: impl IntoIterator<Item = (Option<Verb>, Area)>) -> Vec<String> {
    let said = steps.into_iter().map(|(verb, area)| match verb {
        Some(verb) => format!("{verb} {area}"),
        None => area.to_string(),
    });
    said.collect()
}

/// A card on the table, or a tally, and who may still answer it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Who played it, or tallies.
    pub seat: Seat,
    /// The card; none: it is a tally.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// What it is played for; none: it answers the one below, or is played in a tally.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deed: Option<Deed>,
    /// Who is still to be asked, in order; the first is asked now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Seat>,
}

/// How a tally with Iron Grip is called until it is booked.
pub const GRIP: &str = "tally";

/// A step that was taken, and what was there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The step.
    pub hit: Hit,
    /// What was there.
    pub before: Option<Colony>,
}

impl Change {
    /// Whether a colony was flipped down, removed or replaced (R48): what Loyalty spares.
    pub fn harms(&self) -> bool {
        self.before.is_some() && self.hit.does != Act::Repair
    }

    /// Whether it made a Successful colony of another player Struggling (R1), which scores. An own
    /// colony does not (R31), nor does one repaired (R29) or replaced (R48).
    pub fn strikes(&self, me: Seat) -> bool {
        let down = matches!(self.hit.does, Act::Reduce | Act::Struggle);
        down && self.before.is_some_and(|it| it.seat != me && it.thrives())
    }

    /// Whether it Reduced or Removed a colony, in the sense of Revolt (R12); a replaced one was
    /// removed (R48).
    pub fn stirs(&self, with_struggle: bool) -> bool {
        match self.hit.does {
            Act::Struggle => with_struggle,
            _ => self.harms(),
        }
    }
}

/// Takes all steps that can still be taken; colonies of `spared` stay as they are, and nothing is
/// put in their place (R11); those of others go, by Uprising too (R41). Steps that cannot be taken
/// any more are left out.
pub fn carry_out(
    tables: &Tables,
    world: &mut World,
    me: Seat,
    hits: &[Hit],
    spared: Option<Seat>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for hit in hits {
        let there = world.owner(hit.area);
        if there.is_some() && there == spared && hit.does != Act::Repair {
            continue;
        }
        if let Some(before) = world.take(tables, me, *hit) {
            changes.push(Change { hit: *hit, before });
        }
    }
    changes
}

impl Item {
    /// A card that nobody is asked to answer.
    pub fn laid(seat: Seat, card: Card, deed: Option<Deed>) -> Self {
        Item {
            seat,
            card: Some(card),
            deed,
            left: Vec::new(),
        }
    }

    /// How what it was laid for is called until it has come out, `at` this place on the table, from
    /// the lowest.
    pub fn name(&self, at: usize) -> String {
        match (at, &self.deed) {
            (0, None) => GRIP.to_owned(),
            _ => format!("card {at}"),
        }
    }

    /// Whose token this card moves by how many squares; none: it moves none.
    pub fn token(&self, tables: &Tables) -> Option<(Seat, i32)> {
        let (card, deed) = (self.card?, self.deed.as_ref()?);
        let by = tables.card(card).support;
        (deed.way == Way::Support).then(|| (deed.whom.unwrap_or(self.seat), by))
    }

    /// Does all that the card does where nobody answers it; what it changes on the map.
    pub fn enact(&self, tables: &Tables, world: &mut World) -> Vec<Change> {
        let (seat, Some(card), Some(deed)) = (self.seat, self.card, &self.deed) else {
            return Vec::new();
        };
        if let Some((whose, by)) = self.token(tables) {
            world.move_token(tables, whose, by);
        }
        match (deed.shape(tables, card), deed.region, deed.whom) {
            (Some(Shape::Isolate), Some(region), _) => {
                world.isolations.push(Isolation { region, seat, card });
            }
            (Some(Shape::Lift), Some(region), _) => {
                world.lift(region, seat);
            }
            (Some(Shape::Player), _, Some(whom)) => {
                world.lose(whom, world.all_of(whom));
            }
            _ => {}
        }
        carry_out(tables, world, seat, &deed.hits, None)
    }

    /// What the card would change, and the map after it.
    pub fn foresee(&self, tables: &Tables, world: &World) -> (Vec<Change>, World) {
        let mut after = world.clone();
        let hits = self.deed.as_ref().map_or(&[][..], |it| &it.hits);
        let changes = carry_out(tables, &mut after, self.seat, hits, None);
        (changes, after)
    }

    /// How many colonies of a player it would flip, remove or replace.
    pub fn hits(&self, tables: &Tables, world: &World, whose: Seat) -> u32 {
        let (changes, _) = self.foresee(tables, world);
        let such = |it: &&Change| it.harms() && it.before.is_some_and(|it| it.seat == whose);
        few(changes.iter().filter(such))
    }

    /// How many monopolies it would complete for its player.
    pub fn makes(&self, tables: &Tables, world: &World) -> u32 {
        let (_, after) = self.foresee(tables, world);
        gained(tables, self.seat, world, &after)
    }

    /// How many monopolies of a player it would break.
    pub fn breaks(&self, tables: &Tables, world: &World, whose: Seat) -> u32 {
        let (_, after) = self.foresee(tables, world);
        gained(tables, whose, &after, world)
    }

    /// Points that a player would lose by it: colonies counted by a card that names them.
    pub fn points_lost(&self, world: &World, whose: Seat) -> u32 {
        let named = self
            .deed
            .as_ref()
            .filter(|it| it.way == Way::Text && it.whom == Some(whose));
        named.map_or(0, |_| world.all_of(whose).min(world.crown(whose).vp))
    }
}

/// How many monopolies a player holds there that they do not hold here.
fn gained(tables: &Tables, seat: Seat, here: &World, there: &World) -> u32 {
    let before = here.monopolies(tables, seat);
    let after = there.monopolies(tables, seat).into_iter();
    few(after.filter(|it| !before.contains(it)))
}
