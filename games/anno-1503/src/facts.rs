//! The tests of the order language, and what they look at.

use super::data::{Building, Good, Level, Tables};
use super::names::{buildings, goods, players};
use super::{state::Isle, view::Eye};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

/// How much of anything a test may ask for.
const COUNT_MAX: i64 = 99;
/// Gold has no ceiling (R25); nobody comes near this.
const GOLD_MAX: i64 = 9_999;

/// The game as it is loaded: its tables, and the tests of its language.
pub struct Anno {
    /// The tables.
    pub tables: Tables,
    /// The tests.
    pub facts: Facts<AtHome>,
}

/// The game in a step.
pub type Play<'a> = PlayOf<'a, Anno>;

/// What tests look at.
pub struct AtHome;

impl Scene for AtHome {
    type At<'a> = Eye<'a>;
}

impl Eye<'_> {
    /// Whom a test asks about.
    fn whom(&self, whose: Option<&str>) -> Option<&Isle> {
        let world = &self.view.world;
        let seat = match whose {
            None => self.view.mine(),
            Some("LEADER") => world.leader(self.tables, self.view.mine())?,
            Some(seat) => seat.parse().ok()?,
        };
        world.isles.iter().find(|it| it.seat == seat)
    }
}

/// The tests.
pub fn facts(tables: &Tables) -> Facts<AtHome> {
    let whose = || Whose {
        names: players(tables, &["LEADER"]),
        only: &[],
        first: false,
    };
    let (ships, slots) = (tables.fleet.ships, tables.island.agreement_slots);
    let (cards, spaces) = (tables.cards.cards_each, tables.island.spaces.len());
    let spaces = i64::try_from(spaces).expect("spaces are few");
    facts! {
        AtHome, |at, of|
        /// Your gold, or another player's.
        ["GOLD"] number(0, GOLD_MAX), whose whose() => at.whom(of.whose).map(|it| it.gold);
        /// Your victory points, or another player's.
        ["VP"] number(0, 5), whose whose() => at.whom(of.whose).map(|it| it.vp(at.tables));
        /// How many cards you, or another player, hold.
        ["HAND"] number(0, COUNT_MAX), whose whose() => {
            at.whom(of.whose).and_then(|it| at.view.held.get(&it.seat).copied())
        };
        /// Your ships at sea, or another player's.
        ["SHIPS"] number(0, ships), whose whose() => at.whom(of.whose).map(|it| few(&it.ships));
        /// Your branch offices, or another player's.
        ["BRANCHES"] number(0, 5), whose whose() => at.whom(of.whose).map(Isle::branch_count);
        /// Your trade agreements, or another player's.
        ["AGREEMENTS"] number(0, slots), whose whose() => at.whom(of.whose).map(|it| it.agreements);
        /// Your public buildings, or another player's.
        ["BUILDINGS"] number(0, spaces), whose whose() => {
            at.whom(of.whose).map(|it| few(it.buildings()))
        };
        /// Your merchants, or another player's.
        ["MERCHANTS"] number(0, spaces), whose whose() => {
            at.whom(of.whose).map(|it| it.count(|it| it == Level::Merchant))
        };
        /// Your cards of a good.
        ["HAVE"] number(0, cards), of goods(tables); bare => {
            Good::of(of).map(|it| at.view.hand.get(it))
        };
        /// What you pay for a card.
        ["PRICE"] number(0, COUNT_MAX) => at.whom(None).map(|it| it.price(at.tables));
        /// The die rolled at the beginning of the go.
        ["ROLL"] number(1, 6) => Some(at.view.turn.roll).filter(|it| *it > 0);
        /// How many of a public building are left.
        ["LEFT"] number(0, 4), of buildings(tables) => {
            Building::of(of).map(|it| at.view.world.left(at.tables, it))
        };
        /// Whether a tile is on this island space.
        ["TILE"] flag, of tables.board.names.clone() => {
            of.parse().is_ok_and(|it| at.view.tiles.contains(&it))
        };
    }
}
