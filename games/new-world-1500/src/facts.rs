//! The tests of the order language, and what they look at.

use super::data::{Tables, Way};
use super::names::{areas, cards, group, players, regions, seats};
use super::{deed::Item, group::Eye, orders::Order, picture::Plan, view::View, world::World};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

/// Points have no ceiling; nobody comes near this.
const POINTS_MAX: i64 = 999;
/// More cards than anybody holds.
const HAND_MAX: i64 = 99;

/// The game as it is loaded: its tables, and the tests of its language.
pub struct NewWorld {
    /// The tables.
    pub tables: Tables,
    /// The tests.
    pub facts: Facts<AtCourt>,
    /// The order language: the same for everybody at any time.
    pub grammar: Grammar,
    /// How its map is drawn; none: the campaign was founded before it could be.
    pub plan: Option<Plan>,
}

/// The game in a step.
pub type Play<'a> = PlayOf<'a, NewWorld>;

impl NewWorld {
    /// The game with these tables.
    pub fn of(tables: Tables) -> Self {
        let facts = facts(&tables);
        let grammar = grammar(&tables, &facts);
        NewWorld {
            tables,
            facts,
            grammar,
            plan: None,
        }
    }
}

impl NewWorld {
    /// What a test looks at that is asked of a line with this order.
    pub fn at<'a>(&'a self, view: &'a View, order: &'a Order) -> At<'a> {
        let tables = &self.tables;
        At {
            tables,
            view,
            order,
        }
    }
}

/// What tests look at.
pub struct AtCourt;

/// That, for as long as a test takes.
pub struct At<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// What the seat sees.
    pub view: &'a View,
    /// The order of the line.
    pub order: &'a Order,
}

impl Scene for AtCourt {
    type At<'a> = At<'a>;
}

impl At<'_> {
    fn eye(&self) -> Eye<'_> {
        self.view.eye(self.tables)
    }

    /// Whom a test asks about.
    fn whom(&self, whose: Option<&str>) -> Option<Seat> {
        whose.map_or(self.view.me, |it| self.eye().who(it))
    }

    /// The place on the table of the card that a line speaks of: what may be answered, and for
    /// COUNTER the seat's own below.
    fn place(&self) -> Option<usize> {
        match self.order {
            Order::Counter { .. } => self.view.answered_at(),
            _ => self.view.announced_at(),
        }
    }

    /// That card.
    fn item(&self) -> Option<&Item> {
        self.view.moment.table.get(self.place()?)
    }

    /// What it does to the map on which it was announced, counted by this.
    fn of_item(&self, count: impl Fn(&Item, &World) -> u32) -> Option<u32> {
        let met = self.view.met(self.place()?);
        self.item().map(|it| count(it, &met))
    }

    /// Squares that the token of a seat would really move, forward or back.
    fn squares(&self, whose: Option<Seat>, forward: bool) -> Option<u32> {
        let item = self.item()?;
        let moved = item.token(self.tables).filter(|it| Some(it.0) == whose);
        let moved = moved.filter(|it| (it.1 > 0) == forward);
        Some(moved.map_or(0, |it| self.view.world.shift(self.tables, it.0, it.1)))
    }

    /// Copies of the Reaction card of the line in the seat's hand.
    fn spare(&self) -> Option<u32> {
        let card = match self.order {
            Order::Counter { .. } => self.tables.deck.cancel()?,
            order => order.answers_with()?,
        };
        Some(self.view.copies(card))
    }
}

/// How many copies of a card there are at most.
fn copies(tables: &Tables) -> u32 {
    let copies = tables.deck.cards.iter().map(|it| it.copies);
    copies.max().unwrap_or(0)
}

/// The tests.
fn facts(tables: &Tables) -> Facts<AtCourt> {
    let whose = || Whose {
        names: players(tables),
        only: &[],
        first: false,
    };
    let track = &tables.tracks.royal_support.cards;
    let limit = track.iter().max().copied().unwrap_or(0);
    let (of_map, monopolies) = (few(&tables.map.areas), few(tables.map.monopolies()));
    let mut all = facts! {
        AtCourt, |at, of|
        /// Your points, or another player's.
        ["VP"] number(0, POINTS_MAX), whose whose() => {
            at.whom(of.whose).map(|it| at.view.world.crown(it).vp)
        };
        /// How many cards somebody holds.
        ["HAND"] number(0, HAND_MAX), whose whose() => {
            at.whom(of.whose).and_then(|it| at.view.held.get(&it).copied())
        };
        /// Somebody's number on the track of Royal Support.
        ["RS"] number(0, limit), whose whose() => {
            at.whom(of.whose).map(|it| at.tables.limit(at.view.world.crown(it).square))
        };
        /// How many areas belong to a group, isolated ones too; without a number: at least one.
        ["COUNT"] number(0, of_map), of group(tables, "of"); or_some => {
            at.eye().count(of, of.filters)
        };
        /// Copies of a card in your hand; without a number: at least one.
        ["HAVE"] number(0, copies(tables)), of cards(tables); or_some => {
            of.parse().ok().map(|it| at.view.copies(it))
        };
        /// Monopolies that the player whose turn it is holds.
        ["MONO"] number(0, monopolies) => {
            few(at.view.world.monopolies(at.tables, at.view.active))
        };
        /// The game turn.
        ["ROUND"] number(1, 6) => at.view.turn;
        /// No colony is in this area.
        ["EMPTY"] flag, of areas(tables) => {
            of.parse().is_ok_and(|it| !at.view.world.colonies.contains_key(&it))
        };
        /// An Isolation is on this region.
        ["ISOLATED"] flag, of regions(tables) => {
            of.parse().is_ok_and(|it| at.view.world.isolated(it))
        };
        /// You played this card in your turn, and it was not cancelled.
        ["DONE"] flag, of cards(tables) => {
            let mine = at.view.me == Some(at.view.active);
            mine && of.parse().is_ok_and(|it| at.view.moment.done.contains(&it))
        };
        /// Who the opponent with most points is.
        ["LEADER"] name(seats(tables), &[]) => {
            at.view.world.leader(at.view.mine()).map(|it| vec![it.to_string()])
        };
    };
    all.0.extend(about_a_card(tables).0);
    all
}

/// The tests about a card that may be answered.
fn about_a_card(tables: &Tables) -> Facts<AtCourt> {
    let (areas, monopolies) = (few(&tables.map.areas), few(tables.map.monopolies()));
    let squares = tables.last_square();
    let uses = <Way as OrderPart<Tables>>::slots(tables, "of").remove(0);
    facts! {
        AtCourt, |at, of|
        /// The use announced.
        ["USE"] flag, of uses, in "REACT" / "COUNTER" => {
            let used = at.item().and_then(|it| it.deed.as_ref()).map(|it| it.way);
            used.is_some() && used == Way::of(of)
        };
        /// Whether the player who played the card has more points than you.
        ["AHEAD"] flag, in "REACT" / "COUNTER" => {
            let theirs = at.item().map(|it| at.view.world.crown(it.seat).vp);
            theirs > Some(at.view.own().vp)
        };
        /// Colonies of yours that the card flips, removes or replaces.
        ["HITS"] number(0, areas), in "REACT" / "COUNTER" => {
            at.of_item(|it, on| it.hits(at.tables, on, at.view.mine()))
        };
        /// Monopolies that the card completes for its player.
        ["MAKES"] number(0, monopolies), in "REACT" / "COUNTER" => {
            at.of_item(|it, on| it.makes(at.tables, on))
        };
        /// Monopolies of yours that the card breaks.
        ["BREAKS"] number(0, monopolies), in "REACT" / "COUNTER" => {
            at.of_item(|it, on| it.breaks(at.tables, on, at.view.mine()))
        };
        /// Squares that the token of the card's player would really move forward.
        ["GAIN"] number(0, squares), in "REACT" / "COUNTER" => {
            at.squares(at.item().map(|it| it.seat), true)
        };
        /// Squares that your token would go back.
        ["LOSS"] number(0, squares), in "REACT" / "COUNTER" => at.squares(at.view.me, false);
        /// Points that you would lose by the card.
        ["VPLOSS"] number(0, areas), in "REACT" / "COUNTER" => {
            at.of_item(|it, on| it.points_lost(on, at.view.mine()))
        };
        /// How many copies of its Reaction card you hold.
        ["SPARE"] number(0, copies(tables)), in "REACT" / "COUNTER" => at.spare();
    }
}

fn grammar(tables: &Tables, facts: &Facts<AtCourt>) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts.forms(),
        hints: include_str!("hints.toml"),
        each: false,
        legs: false,
        dashes: None,
    }
}
