//! The whole truth about a campaign: what is open, face-down tiles and hands, who has seen what,
//! and where in the sequence of play the game is.
//!
//! Not here: what can be computed from what is open (`reckon`), and how it changes (`phases`).

use super::data::{Building, Good, Goods, Home, Level, Space, Tables, Tile};
use super::{board::Cell, steps::Step};
use packetboat_core::prelude::*;
use packetboat_kit::{amounts::is_none, checks::Checks, turns::Turns, words::few};

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How it is played.
    pub ways: Ways,
    /// The round being played, from 1.
    pub round: u32,
    /// How many seats have had their turn in it.
    pub acted: u32,
    /// Where in the sequence of play the game is.
    pub phase: Phase,
    /// What has happened in the turn now played. At a gate there is nothing of it.
    #[serde(default, skip_serializing_if = "Turn::is_new")]
    pub turn: Turn,
    /// What is open.
    pub world: World,
    /// The tiles on the sea board, face-down.
    pub sea: BTreeMap<Cell, Tile>,
    /// The cards of each seat.
    pub hands: BTreeMap<Seat, Vec<Good>>,
    /// Where each seat has looked, and in which round.
    #[serde(default)]
    pub charts: BTreeMap<Seat, BTreeMap<Cell, u32>>,
    /// What is left of the routes of ships (R41).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub routes: BTreeMap<Seat, Vec<Route>>,
    /// Who has filed nothing for the batch: such seats are asked nothing by mail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quiet: Vec<Seat>,
}

/// How the campaign is played: its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// For how many rounds sheets are asked at a time.
    pub legs: u32,
    /// The last round.
    pub turns: u32,
    /// R10: a tile returns only to spaces in use.
    pub in_use: bool,
    /// Whether finds that no orders name are asked by mail.
    pub interrupts: bool,
}

impl Ways {
    /// As the campaign was founded.
    pub fn of(founding: &Founding) -> Ways {
        Ways {
            legs: founding.number("rounds_per_batch"),
            turns: founding.number("turns"),
            in_use: founding.word("pirate_return") == "in_use",
            interrupts: founding.switch("interrupts"),
        }
    }
}

/// Where in the sequence of play the game is: what happens next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Phase {
    /// Sheets are collected.
    Gate,
    /// A turn begins, and the die is rolled.
    Begin,
    /// Goods are taken, card by card.
    Produce {
        /// The number of the die; 0: Golden Times.
        number: u32,
        /// Who still takes one.
        left: Vec<Seat>,
    },
    /// Tiles are lost to the Pirate.
    Lose {
        /// By whom.
        left: Vec<Seat>,
    },
    /// The seat does what it wishes.
    Wish,
    /// A ship goes on by its route.
    Sail {
        /// The ship's number.
        ship: u32,
    },
    /// A ship has looked at a tile that can be used.
    Tile {
        /// The ship's number.
        ship: u32,
        /// At which.
        cell: Cell,
    },
    /// Cards beyond the limit are given up.
    Discard,
    /// The turn is over.
    End,
    /// The game is over.
    Over,
}

tagged!(Phase, "at");

passing! {
    /// What has happened in the turn now played.
    pub struct Turn {
        /// The die; 0: not rolled yet.
        pub roll: u32,
        /// Action points that ships have used, by their numbers.
        pub used: Vec<Used>,
        /// Spaces whose inhabitants have bought.
        pub sold: Vec<u32>,
        /// Cards bought.
        pub bought: u32,
        /// Whether the Big Branch Office has drawn.
        pub drawn: bool,
        /// Ships that go on by their routes before any wish.
        pub resume: Vec<u32>,
    }
}

/// Action points of a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Used {
    /// The ship's number.
    pub ship: u32,
    /// How many it has used.
    pub points: u32,
}

impl Turn {
    /// Action points that a ship has used.
    pub fn used(&self, ship: u32) -> u32 {
        let found = self.used.iter().find(|it| it.ship == ship);
        found.map_or(0, |it| it.points)
    }

    /// A ship uses one.
    pub fn uses(&mut self, ship: u32) {
        match self.used.iter_mut().find(|it| it.ship == ship) {
            Some(used) => used.points += 1,
            None => self.used.push(Used { ship, points: 1 }),
        }
    }
}

/// What is left of the route of a ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    /// Which ship.
    pub ship: u32,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Whether it goes on in the next turn of the batch.
    pub lasting: bool,
    /// The submission that ordered it: a SAIL line of a newer one takes its place (R41).
    #[serde(default, skip_serializing_if = "is_none")]
    pub of: u32,
}

/// What is open, for everybody to see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The order of play, from who begins each round.
    pub order: Vec<Seat>,
    /// Home islands, in the order of the card.
    pub isles: Vec<Isle>,
    /// Tiles that have left the game.
    #[serde(default)]
    pub gone: Vec<Tile>,
    /// Who has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
}

/// A home island and what belongs to its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Isle {
    /// The seat whose isle it is.
    pub seat: Seat,
    /// Its name on the board, where islands were dealt by chance; empty: by the order of the seats.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub home: String,
    /// Gold.
    pub gold: u32,
    /// Inhabitants, from space 1 on.
    pub people: Vec<Person>,
    /// Trade agreements.
    #[serde(default)]
    pub agreements: u32,
    /// Branch offices, the oldest first.
    #[serde(default)]
    pub branches: Vec<Branch>,
    /// Ships at sea.
    #[serde(default)]
    pub ships: Vec<Ship>,
}

/// An inhabitant, with the building below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// What the inhabitant is.
    pub level: Level,
    /// The building on the inhabitant's space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub building: Option<Building>,
}

/// A branch office.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The number of its bridge.
    pub number: u32,
    /// Its good.
    pub good: Good,
}

/// A ship at sea.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// The ship's number, from 1 on, within its seat.
    pub number: u32,
    /// The cell that it is in.
    pub at: Cell,
}

impl Route {
    /// The route of a ship; whether it lasts, and which submission orders it.
    pub fn new((ship, steps): (u32, &[Step]), lasting: bool, of: u32) -> Route {
        Route {
            ship,
            steps: steps.to_vec(),
            lasting,
            of,
        }
    }
}

impl State {
    /// The hand of a seat.
    pub fn hand_mut(&mut self, seat: Seat) -> &mut Vec<Good> {
        self.hands.get_mut(&seat).expect("every seat has a hand")
    }

    /// How far play has come.
    pub fn turns(&self) -> Turns<'_> {
        let ways = &self.ways;
        let now = (self.round, self.acted);
        Turns::new(&self.world.order, now, (ways.turns, ways.legs))
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.turns().active()
    }

    /// All cards that nobody holds.
    pub fn stock(&self, tables: &Tables) -> Goods {
        let held = Goods::cards(self.hands.values().flatten());
        Goods::cards(tables.goods().all()).less(&held)
    }

    /// Tiles that are neither on the board nor on home islands and are not out of the game.
    pub fn reserve(&self, tables: &Tables) -> Vec<Tile> {
        let laid = self.world.laid_open();
        tables
            .tiles(self.world.seats())
            .left(self.sea.values().chain(&laid))
    }

    /// Gives a card to a seat.
    pub fn give(&mut self, seat: Seat, good: Good) {
        let hand = self.hand_mut(seat);
        hand.push(good);
        hand.sort_unstable();
    }
}

impl Checked<Tables> for State {
    /// Checks what must hold of a state.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let world = &self.world;
        let seats = self.turns().check(world.isles.iter().map(|it| it.seat))?;
        let fresh = || self.turn.is_new() && self.routes.is_empty();
        let owned = |it: &Building| world.isles.iter().filter(|isle| isle.owns(*it)).count();
        let copies = |it: &Building| tables.copies(*it, world.seats()) as usize;
        let number = |it: &Building| format!("{} islands have a {it}", owned(it));
        Checks::default()
            .rule("each seat has a hand")
            .that(|| self.hands.keys().eq(&seats))
            .rule("at a gate no turn is under way")
            .that(|| self.phase != Phase::Gate || fresh())
            .rule("a tile lies in the water")
            .known(self.sea.keys(), tables.board.islands.keys())
            .rule("there are not so many of it")
            .each(Building::ALL, number, |it| owned(it) <= copies(it))
            .rule("somebody has won, and play goes on")
            .that(|| self.phase == Phase::Over || world.winner.is_none())
            .in_state()?;
        world.isles.iter().try_for_each(|it| it.validate(tables))?;
        let held = self.hands.values().flatten();
        tables.goods().check("card", held)?;
        let laid = world.laid_open();
        let tiles = self.sea.values().chain(&laid);
        tables.tiles(world.seats()).check("tile", tiles)
    }
}

impl Isle {
    /// What the board prints on it.
    pub fn island<'t>(&self, tables: &'t Tables) -> &'t Home {
        tables.home(&self.home, self.seat)
    }

    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let (island, seat) = (&tables.island, self.seat);
        let spaces = self.people.iter().zip(&island.spaces);
        let built = |it: &(&Person, &Space)| it.0.building.is_some() == it.1.building;
        let afloat = |it: &&Ship| tables.board.sea.contains(&it.at);
        let of = |of: &str, number: u32| format!("{of} {number} of {seat}");
        let tiles = [(true, island.ps_tiles), (false, island.cm_tiles)];
        let lived = |it: &(bool, u32)| format!("{} inhabitants of {seat}", self.tiles(it.0));
        Checks::default()
            .rule("there are no tiles for so many pioneers and settlers, or others")
            .each(tiles, lived, |it| self.tiles(it.0) <= it.1)
            .rule("an island has a building too few or too many")
            .each(spaces, |it| of("space", it.1.n), built)
            .known([self.people.len()], 0..=island.spaces.len())
            .rule("an island has a building once")
            .once(self.buildings().iter().map(|it| format!("{it} of {seat}")))
            .rule("an island has more tiles than bridges")
            .once(self.branches.iter().map(|it| of("branch", it.number)))
            .known([self.agreements], 0..=island.agreement_slots)
            .rule("a ship is on land, or one too many")
            .once(self.ships.iter().map(|it| of("ship", it.number)))
            .each(&self.ships, |it| of("ship", it.number), afloat)
            .known([few(&self.ships)], 0..=tables.fleet.ships)
            .in_state()
    }
}
