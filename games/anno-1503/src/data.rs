//! The tables of the game: home islands, tiles, buildings, goods, prices, and the board; checked
//! when they are read.

use super::board::Board;
use packetboat_core::engine::data::title;
use packetboat_core::prelude::*;
use packetboat_kit::words::{self, few};
use packetboat_kit::{amounts::amounts, checks::Checks, supply::Supply};
use serde::Deserializer;

const TILES: &str = "tiles.toml";
const HOMES: &str = "home_islands.toml";

words! {
    /// What is produced, paid and sold.
    pub enum Good: names "kind of goods" {
        /// Stone.
        Stone = "stone",
        /// Wood.
        Wood = "wood",
        /// Tool.
        Tool = "tool",
        /// Cloth.
        Cloth = "cloth",
        /// Spice.
        Spice = "spice",
        /// Tobacco.
        Tobacco = "tobacco",
    }
}

/// Goods in the order in which they are taken where nothing else is said (D1), and in which what a
/// wish lacks is named (4.3). The other way round equal goods go (D12).
pub const DEAR: [Good; 6] = [
    Good::Tobacco,
    Good::Spice,
    Good::Cloth,
    Good::Stone,
    Good::Tool,
    Good::Wood,
];

amounts! {
    /// Cards of each good.
    pub struct Goods of Good {
        /// Of stone.
        stone: Stone,
        /// Of wood.
        wood: Wood,
        /// Of tool.
        tool: Tool,
        /// Of cloth.
        cloth: Cloth,
        /// Of spice.
        spice: Spice,
        /// Of tobacco.
        tobacco: Tobacco,
    }
}

impl Goods {
    /// Of single cards.
    pub fn cards<'a>(cards: impl IntoIterator<Item = &'a Good>) -> Goods {
        cards.into_iter().map(|it| Goods::of(*it, 1)).sum()
    }

    /// Card by card.
    pub fn singly(&self) -> Vec<Good> {
        let each = self.each();
        each.flat_map(|(good, number)| (0..number).map(move |_| good))
            .collect()
    }

    /// In words: `2 spice and 1 stone`; `nothing` for none. Only tools have a plural.
    pub fn words(&self) -> String {
        words::amounts(self.each().map(|(good, number)| match good {
            Good::Tool if number > 1 => ("tools", number),
            _ => (good.word(), number),
        }))
    }
}

words! {
    /// The levels of inhabitants.
    pub enum Level: keywords "level" {
        /// The first.
        Pioneer = "PIONEER",
        /// The second.
        Settler = "SETTLER",
        /// The third.
        Citizen = "CITIZEN",
        /// The last.
        Merchant = "MERCHANT",
    }
}

impl Level {
    /// What becomes of one; `None`: nothing more.
    pub fn next(self) -> Option<Level> {
        let at = Level::ALL.iter().position(|it| *it == self)?;
        Level::ALL.get(at + 1).copied()
    }

    /// Who becomes one; `None`: a new one.
    pub fn before(self) -> Option<Level> {
        Level::ALL.into_iter().find(|it| it.next() == Some(self))
    }

    /// Whether it is on a tile for pioneers and settlers.
    pub fn is_low(self) -> bool {
        matches!(self, Level::Pioneer | Level::Settler)
    }

    /// As a sentence has it.
    pub fn words(self) -> String {
        self.word().to_lowercase()
    }
}

words! {
    /// Public buildings.
    pub enum Building: names "building" {
        /// Pays nothing at a Fire.
        Firebrigade = "FIREBRIGADE",
        /// Sells cloth and spice for more.
        Restaurant = "RESTAURANT",
        /// Sells tobacco for more.
        Bathhouse = "BATHHOUSE",
        /// Pays no Pirate.
        Smithy = "SMITHY",
        /// Takes two goods in Golden Times.
        Church = "CHURCH",
        /// Sells to pioneers for more.
        School = "SCHOOL",
        /// Doubles the action points of ships.
        Shipyard = "SHIPYARD",
        /// Draws a card of another player.
        Bigbranch = "BIGBRANCH",
    }
}

impl Building {
    /// As a sentence has it.
    pub fn words(self) -> &'static str {
        match self {
            Building::Firebrigade => "Fire Brigade",
            Building::Restaurant => "Restaurant",
            Building::Bathhouse => "Bath House",
            Building::Smithy => "Smithy",
            Building::Church => "Church",
            Building::School => "School",
            Building::Shipyard => "Shipyard",
            Building::Bigbranch => "Big Branch Office",
        }
    }
}

words! {
    /// Faces of island tiles.
    pub enum Tile: names "tile" {
        /// A trade agreement.
        Agreement = "agreement",
        /// The treasure that develops an inhabitant.
        Upgrade = "upgrade",
        /// The treasure of gold.
        Gold = "gold",
        /// A branch office for stone.
        Stone = "stone",
        /// A branch office for wood.
        Wood = "wood",
        /// A branch office for tools.
        Tool = "tool",
        /// A branch office for cloth.
        Cloth = "cloth",
        /// A branch office for spice.
        Spice = "spice",
        /// A branch office for tobacco.
        Tobacco = "tobacco",
    }
}

impl Tile {
    /// The good of a branch office.
    pub fn good(self) -> Option<Good> {
        Good::of(self.word())
    }

    /// The branch office of a good.
    pub fn branch(good: Good) -> Tile {
        Tile::of(good.word()).expect("each good has a branch office")
    }

    /// As a sentence has it.
    pub fn words(self) -> String {
        match self {
            Tile::Agreement => "a trade agreement".to_owned(),
            Tile::Upgrade => "a treasure (upgrade)".to_owned(),
            Tile::Gold => "a treasure (gold)".to_owned(),
            branch => format!("a branch office ({branch})"),
        }
    }
}

/// `home_islands.toml` as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HomeFile {
    home: Vec<Home>,
    island: Island,
}

/// A home island.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Home {
    /// Its letter.
    pub id: String,
    /// What it produces on each number, from 1; `None`: any good.
    #[serde(deserialize_with = "goods_or_any")]
    pub produce: Vec<Option<Good>>,
    /// The numbers with a bridge for a branch office.
    pub bridges: Vec<u32>,
}

fn goods_or_any<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Option<Good>>, D::Error> {
    let words = Vec::<String>::deserialize(from)?;
    Ok(words.iter().map(|it| Good::of(it)).collect())
}

impl Home {
    /// What it produces on a number.
    pub fn at(&self, number: u32) -> Option<Good> {
        self.produce[(number - 1) as usize]
    }
}

/// `[island]` of `home_islands.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Island {
    /// Bridges for trade agreements.
    pub agreement_slots: u32,
    /// Spaces for inhabitants, in the order in which they are filled.
    pub spaces: Vec<Space>,
    /// Tiles for pioneers and settlers.
    pub ps_tiles: u32,
    /// Tiles for citizens and merchants.
    pub cm_tiles: u32,
}

/// A space for an inhabitant.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// The space's number on the board.
    pub n: u32,
    /// Whether a Fire spares it.
    pub red: bool,
    /// Whether a public building comes with it.
    pub building: bool,
    /// Who is there from the beginning.
    pub start: Option<Level>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stack {
    number: u32,
    agreement: u32,
    treasure_upgrade: u32,
    treasure_gold: u32,
    branch: Goods,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildingEntry {
    code: Building,
    copies_by_stack: BTreeMap<u32, u32>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Treasure {
    gold: u32,
}

/// `[goods]` of `tiles.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cards {
    /// Cards of each good.
    pub cards_each: u32,
    /// Cards that may be held at the end of an own turn.
    pub hand_limit: u32,
    /// Cards at the beginning.
    pub start: Goods,
    /// Gold at the beginning.
    pub start_gold: u32,
}

/// `[cost]` of `tiles.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Goods for a ship.
    pub ship: Goods,
    pioneer: Goods,
    settler: Goods,
    citizen: Goods,
    merchant: Goods,
    /// Gold for a card, without trade agreements.
    pub buy: u32,
    /// Cards bought in a turn at most.
    pub buys_per_turn: u32,
    /// Gold for a card drawn by the Big Branch Office.
    pub draw: u32,
}

/// What one level buys.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaleEntry {
    who: Level,
    goods: Vec<Good>,
    gold: u32,
    building: Building,
    with: u32,
}

/// `[sea]` of `tiles.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// Ships of a player.
    pub ships: u32,
    /// By how much the Shipyard multiplies action points.
    pub shipyard: u32,
}

/// `[victory]` of `tiles.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each is how much of it gives its point")]
pub struct Victory {
    pub needed: u32,
    pub gold: u32,
    pub branch: u32,
    pub agreement: u32,
    pub building: u32,
    pub merchant: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TileFile {
    stack: Vec<Stack>,
    treasure: Treasure,
    building: Vec<BuildingEntry>,
    goods: Cards,
    cost: Costs,
    ap: PointsEntry,
    sale: Vec<SaleEntry>,
    sea: Fleet,
    victory: Victory,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsEntry {
    per_ship: BTreeMap<u32, u32>,
}

/// All tables.
#[derive(Debug, Clone)]
pub struct Tables {
    /// The sea.
    pub board: Board,
    /// Home islands, in the order of the seats of the card.
    pub homes: Vec<Home>,
    /// What all home islands have.
    pub island: Island,
    /// Cards.
    pub cards: Cards,
    /// What things cost.
    pub costs: Costs,
    /// Ships.
    pub fleet: Fleet,
    /// Points.
    pub victory: Victory,
    /// Gold of a treasure.
    pub treasure: u32,
    /// The seats, with how they are printed.
    pub seats: Vec<SeatCard>,
    stacks: Vec<Stack>,
    buildings: Vec<BuildingEntry>,
    sales: Vec<SaleEntry>,
    points: BTreeMap<u32, u32>,
}

impl Tables {
    /// Reads all files.
    ///
    /// # Errors
    /// The first that does not fit.
    pub fn read(pack: &DataPack) -> Result<Tables, DataError> {
        let card: GameCard = pack.read("game.toml")?;
        let file: TileFile = pack.read(TILES)?;
        let homes: HomeFile = pack.read(HOMES)?;
        let tables = Tables {
            board: Board::read(pack)?,
            homes: homes.home,
            island: homes.island,
            cards: file.goods,
            costs: file.cost,
            fleet: file.sea,
            victory: file.victory,
            treasure: file.treasure.gold,
            seats: card.seats,
            stacks: file.stack,
            buildings: file.building,
            sales: file.sale,
            points: file.ap.per_ship,
        };
        tables.check()?;
        Ok(tables)
    }

    fn check(&self) -> Result<(), DataError> {
        let inside = |it: &u32| (1..=5).contains(it);
        let whole = |it: &&Home| it.produce.len() == 5 && it.bridges.iter().all(inside);
        let spaces = self.island.spaces.iter().map(|it| it.n);
        let islands = &self.board.islands;
        let laid = |stack: &&u32| {
            let spaces = islands.values().filter(|it| it == stack);
            self.stack(**stack).all().len() >= spaces.count()
        };
        Checks::default()
            .rule("each seat has a home island")
            .that(|| self.homes.len() >= self.seats.len())
            .rule("a home island produces on 1 to 5, and has bridges there")
            .each(&self.homes, |it| it.id.clone(), whole)
            .rule("spaces are numbered from 1 on")
            .that(|| spaces.eq(1..=few(&self.island.spaces)))
            .in_file(HOMES)?;
        Checks::default()
            .rule("each level buys something")
            .known(Level::ALL, self.sales.iter().map(|it| it.who))
            .rule("a stack has a tile for each island space of its number")
            .each(islands.values(), |it| **it, laid)
            .rule("ships have points for each number of players")
            .known(2..=few(&self.seats), self.points.keys().copied())
            .in_file(TILES)
    }

    /// The tiles of one stack.
    pub fn stack(&self, number: u32) -> Supply<Tile> {
        let stacks = self.stacks.iter().filter(|it| it.number == number);
        Supply::of(stacks.flat_map(Stack::tiles))
    }

    /// All tiles that this many players use.
    pub fn tiles(&self, seats: u32) -> Supply<Tile> {
        let used = self.stacks.iter().filter(|it| it.number <= seats);
        let mut all: Vec<(Tile, u32)> = used.flat_map(Stack::tiles).collect();
        all.sort_unstable();
        Supply::of(all)
    }

    /// How many of a building this many players use.
    pub fn copies(&self, building: Building, seats: u32) -> u32 {
        let found = self.buildings.iter().filter(|it| it.code == building);
        let stacks = found.flat_map(|it| &it.copies_by_stack);
        let used = stacks.filter(|it| *it.0 <= seats);
        used.map(|it| it.1).sum()
    }

    /// Buildings in the order in which they are taken where nothing else is said (D5).
    pub fn liked(&self) -> impl Iterator<Item = Building> + use<'_> {
        self.buildings.iter().map(|it| it.code)
    }

    /// All cards of goods.
    pub fn goods(&self) -> Supply<Good> {
        Supply::of(Good::ALL.map(|it| (it, self.cards.cards_each)))
    }

    /// What somebody costs: to place, or to develop into.
    pub fn cost(&self, level: Level) -> Goods {
        match level {
            Level::Pioneer => self.costs.pioneer,
            Level::Settler => self.costs.settler,
            Level::Citizen => self.costs.citizen,
            Level::Merchant => self.costs.merchant,
        }
    }

    /// What somebody pays for a good, by the buildings of the island; `None`: does not buy it.
    pub fn pays(&self, who: Level, good: Good, owns: impl Fn(Building) -> bool) -> Option<u32> {
        let mut sales = self.sales.iter();
        let found = sales.find(|it| it.who == who && it.goods.contains(&good))?;
        let better = owns(found.building);
        Some(if better { found.with } else { found.gold })
    }

    /// Action points of a ship with this many players.
    pub fn ship_points(&self, seats: u32) -> u32 {
        self.points.get(&seats).copied().unwrap_or(seats)
    }

    /// The home island of this name; without one that of the seat's place on the card (R28).
    pub fn home(&self, name: &str, seat: Seat) -> &Home {
        let named = self.homes.iter().find(|it| it.id == name);
        named.unwrap_or_else(|| {
            let at = self.seats.iter().position(|it| it.name == seat);
            &self.homes[at.unwrap_or(0)]
        })
    }

    /// How a seat is printed.
    pub fn title(&self, seat: Seat) -> String {
        title(&self.seats, seat)
    }
}

impl Stack {
    fn tiles(&self) -> impl Iterator<Item = (Tile, u32)> + use<> {
        let others = [
            (Tile::Agreement, self.agreement),
            (Tile::Upgrade, self.treasure_upgrade),
            (Tile::Gold, self.treasure_gold),
        ];
        let branches = self
            .branch
            .each()
            .map(|(it, number)| (Tile::branch(it), number));
        others.into_iter().chain(branches)
    }
}
