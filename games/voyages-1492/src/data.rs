//! The tables of the game: cards, prices, numbers, and the sea; checked when they are read.
//!
//! Not here: what a card does to a ship (`phases/die.rs`).

use super::board::Board;
use packetboat_core::engine::data::title;
use packetboat_core::prelude::*;
use packetboat_kit::words::{self, list};
use packetboat_kit::{amounts::amounts, checks::Checks, code::code, supply::Supply};

const CARDS: &str = "cards.toml";

code! {
    /// A card: `GALLEON`.
    CardCode, 20
}

words! {
    /// What ships carry and pay with.
    pub enum Resource: names "resource" {
        /// Gold.
        Gold = "gold",
        /// Food.
        Food = "food",
        /// Wood.
        Wood = "wood",
        /// Gunpowder.
        Gunpowder = "gunpowder",
        /// Metal.
        Metal = "metal",
    }
}

amounts! {
    /// Blocks of each resource.
    pub struct Blocks of Resource, zeros kept {
        /// Of gold.
        gold: Gold,
        /// Of food.
        food: Food,
        /// Of wood.
        wood: Wood,
        /// Of gunpowder.
        gunpowder: Gunpowder,
        /// Of metal.
        metal: Metal,
    }
}

impl Blocks {
    /// So much of each.
    pub fn each_of(number: u32) -> Blocks {
        Resource::ALL
            .into_iter()
            .map(|it| Blocks::of(it, number))
            .sum()
    }

    /// Kind by kind in words: `2 gold`.
    pub fn each_in_words(&self) -> impl Iterator<Item = String> {
        self.each().map(|(kind, number)| format!("{number} {kind}"))
    }

    /// In words: `2 gold and 1 metal`; `nothing` for none.
    pub fn words(&self) -> String {
        words::amounts(self.each())
    }
}

words! {
    /// The four decks.
    pub enum Deck: names "deck" {
        /// Drawn by the die.
        Ship = "ship",
        /// Drawn by the die.
        Wave = "wave",
        /// Drawn by the die.
        Island = "island",
        /// Drawn by cards of the other three.
        Trap = "trap",
    }
}

words! {
    /// What a ship may own besides.
    pub enum Upgrade: names "upgrade" {
        /// Shoots at 1 hex.
        Cannon = "CANNON",
        /// Shoots at 3 hexes, over blockades.
        Mortar = "MORTAR",
        /// Passes blockades.
        Map = "MAP",
        /// Trades 2 blocks for 1; not lost when the ship sinks.
        Tradingpost = "TRADINGPOST",
    }
}

words! {
    /// What a ship attacks with: the two guns, and the cards among the specialty shots that attack.
    pub enum Weapon: names "weapon" {
        /// An ordinary shot.
        Cannon = "CANNON",
        /// A shot of the mortar.
        Mortar = "MORTAR",
        /// Chain Shot.
        Chain = "CHAIN",
        /// Grape Shot.
        Grape = "GRAPE",
        /// Bomb Shot.
        Bomb = "BOMB",
        /// Grappling Hook.
        Hook = "HOOK",
        /// Ram.
        Ram = "RAM",
    }
}

/// The card that throws a shot back.
pub const VOLLEY: &str = "VOLLEY";

words! {
    /// What a ship sinks without.
    pub enum Part: names "part" {
        /// Its hull.
        Hull = "hull",
        /// Its crew.
        Crew = "crew",
    }
}

/// What a card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "cards.toml explains each")]
pub enum Op {
    Gain,
    GainAny,
    Hull,
    Crew,
    HullThenGain,
    ExtraMove,
    Drift,
    LoseMove,
    Trap,
    Keep,
    Monster,
    Duel,
    Steal,
}

/// What a card that is kept is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    /// A specialty shot, seen by its owner only.
    Shot,
    /// A collectible, which is open.
    Collectible,
}

/// Against whom a duel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Versus {
    /// Another player.
    Rival,
    /// A pirate ship.
    Pirate,
}

/// A card.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its code.
    pub code: CardCode,
    /// As it is printed.
    pub name: String,
    /// How many there are.
    pub copies: u32,
    /// What it does.
    pub op: Op,
    /// By how much.
    #[serde(default)]
    pub n: i64,
    /// What it gives.
    #[serde(default)]
    pub gain: Blocks,
    /// Of a card to keep: what it is.
    pub kept: Option<Kept>,
    /// Of a duel: against whom.
    pub versus: Option<Versus>,
    /// Of a duel: what is lost.
    pub part: Option<Part>,
}

impl Card {
    /// By how much, whichever way.
    pub fn number(&self) -> u32 {
        u32::try_from(self.n.unsigned_abs()).unwrap_or(u32::MAX)
    }
}

/// `[stats]` of `cards.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Of a fresh ship, and the most there can be.
    pub hull: u32,
    /// The same.
    pub crew: u32,
    /// Of a pirate ship.
    pub pirate_hull: u32,
    /// Of a pirate ship.
    pub pirate_crew: u32,
    /// Blocks of each resource a ship begins with.
    pub start_each: u32,
    /// Blocks of each resource there are.
    pub bank_each: u32,
    /// Points that win.
    pub win_pp: u32,
    /// Collectibles that give a point.
    pub collectibles: u32,
    /// How far a cannon reaches, and what is shot with it.
    pub cannon_range: u32,
    /// How far a mortar reaches.
    pub mortar_range: u32,
    /// What a shot takes off the hull.
    pub shot: u32,
    /// What a Ram takes.
    pub ram: u32,
    /// From this die on Grape Shot and Bomb Shot sink.
    pub deadly: u32,
    /// What each face of the die draws from.
    pub faces: Vec<Deck>,
}

/// `prices.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each is what the thing of its name costs")]
pub struct Prices {
    pub cannon: Blocks,
    pub mortar: Blocks,
    pub map: Blocks,
    pub tradingpost: Blocks,
    pub blockade: Blocks,
    pub outpost_first: Blocks,
    pub outpost_takeover: Blocks,
    pub king: Blocks,
    pub cannon_shot: Blocks,
    pub mortar_shot: Blocks,
}

impl Prices {
    /// Of an upgrade.
    pub fn upgrade(&self, upgrade: Upgrade) -> Blocks {
        match upgrade {
            Upgrade::Cannon => self.cannon,
            Upgrade::Mortar => self.mortar,
            Upgrade::Map => self.map,
            Upgrade::Tradingpost => self.tradingpost,
        }
    }

    /// Of the ammunition of an attack; a Ram needs none.
    pub fn ammunition(&self, weapon: Weapon) -> Blocks {
        match weapon {
            Weapon::Mortar => self.mortar_shot,
            Weapon::Ram => Blocks::NONE,
            _ => self.cannon_shot,
        }
    }
}

/// `cards.toml` as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    stats: Stats,
    ship: Vec<Card>,
    wave: Vec<Card>,
    island: Vec<Card>,
    trap: Vec<Card>,
}

/// All tables.
#[derive(Debug, Clone)]
pub struct Tables {
    /// The sea.
    pub board: Board,
    /// The numbers of the rules, from stats.toml.
    pub stats: Stats,
    /// What things cost.
    pub prices: Prices,
    /// The cards of each deck.
    pub decks: BTreeMap<Deck, Vec<Card>>,
    /// The seats, with how they are printed.
    pub seats: Vec<SeatCard>,
    /// What a course may be set for besides a hex: made once, of all the others.
    pub goals: Names,
}

impl Tables {
    /// Reads all files.
    ///
    /// # Errors
    /// The first that does not fit.
    pub fn read(pack: &DataPack) -> Result<Tables, DataError> {
        let card: GameCard = pack.read("game.toml")?;
        let file: CardFile = pack.read(CARDS)?;
        let decks = [file.ship, file.wave, file.island, file.trap];
        let mut tables = Tables {
            goals: Names::new::<&str>("goal", []),
            board: Board::read(pack)?,
            stats: file.stats,
            prices: pack.read("prices.toml")?,
            decks: Deck::ALL.into_iter().zip(decks).into_map(),
            seats: card.seats,
        };
        tables.check()?;
        tables.goals = Names::of("goal", tables.bearings());
        Ok(tables)
    }

    /// Ports, land by its marks, players, words for places, and monsters by their codes or names.
    fn bearings(&self) -> Vec<Noun> {
        let ports = self.board.ports.iter().map(|it| Noun::new(it.0.clone()));
        let words = ["ISLE", "HOME", "LEADER"].into_iter().map(Noun::new);
        let seats = self.seats.iter().map(|it| Noun::new(it.name.as_str()));
        let monsters = self.cards().filter(|it| it.op == Op::Monster);
        let monsters = monsters.map(|it| Noun::new(it.code.as_str()).or(it.name.clone()));
        let land = self.board.marks().map(|it| Noun::new(it.0));
        let named = ports.chain(seats).chain(words).chain(monsters);
        named.chain(land).collect()
    }

    fn check(&self) -> Result<(), DataError> {
        let weapons = Weapon::ALL.into_iter().filter_map(Weapon::card);
        let shots = self.decks[&Deck::Trap].iter();
        let shots = shots.filter(|it| it.kept == Some(Kept::Shot));
        let all = self.decks.iter();
        let all = all.flat_map(|(deck, it)| it.iter().map(|it| (*deck, it)));
        let fits = |(deck, card): &(Deck, &Card)| match card.op {
            Op::Keep => card.kept.is_some() && *deck == Deck::Trap,
            Op::Duel => card.versus.is_some() && card.part.is_some(),
            Op::Trap => *deck != Deck::Trap,
            Op::Monster => *deck == Deck::Trap && card.copies == 1,
            _ => true,
        };
        let draws = |it: &&Deck| **it != Deck::Trap && !self.decks[*it].is_empty();
        Checks::default()
            .rule("the cards of all attacks and the Volley are traps to be kept as shots")
            .known(weapons.chain([volley()]), shots.map(|it| it.code))
            .rule("a card has copies, and what its `op` needs, in a deck where that can be")
            .each(all, |it| it.1.code, |it| fits(it) && it.1.copies > 0)
            .rule("each card has a code of its own")
            .once(self.cards().map(|it| it.code))
            .rule("the die has six faces")
            .count(self.stats.faces.len(), 6)
            .rule("a face draws from a deck that has cards, other than traps")
            .each(&self.stats.faces, |it| **it, draws)
            .in_file(CARDS)
    }

    /// All cards of all decks.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.decks.values().flatten()
    }

    /// The card with this code.
    ///
    /// # Panics
    /// If there is none: states name cards of the tables only.
    pub fn card(&self, code: CardCode) -> &Card {
        let found = self.cards().find(|it| it.code == code);
        found.expect("only cards of the tables are named")
    }

    /// All cards of a deck, each as often as it is there.
    pub fn supply(&self, deck: Deck) -> Supply<CardCode> {
        Supply::of(self.decks[&deck].iter().map(|it| (it.code, it.copies)))
    }

    /// All specialty shots there are.
    pub fn shots(&self) -> Vec<CardCode> {
        let mut all = self.supply(Deck::Trap).all().to_vec();
        all.retain(|it| self.card(*it).kept == Some(Kept::Shot));
        all
    }

    /// How a seat is printed.
    pub fn title(&self, seat: Seat) -> String {
        title(&self.seats, seat)
    }

    /// How a seat is printed that an order names.
    pub fn called(&self, seat: &str) -> String {
        seat.parse()
            .map_or_else(|_| seat.to_owned(), |it| self.title(it))
    }

    /// Cards by their names, as a sentence lists them.
    pub fn named(&self, cards: &[CardCode]) -> String {
        list(cards.iter().map(|it| &self.card(*it).name))
    }

    /// How a page shows a player which cards they hold.
    pub fn own_cards(&self, hand: &[CardCode]) -> String {
        format!("Your specialty shots: {}.", self.named(hand))
    }
}

impl Weapon {
    /// The card that it takes; `None`: a gun alone does.
    pub fn card(self) -> Option<CardCode> {
        match self {
            Weapon::Cannon | Weapon::Mortar => None,
            other => Some(other.word().parse().expect("a short word")),
        }
    }

    /// The gun that it takes; `None`: it is rammed.
    pub fn gun(self) -> Option<Upgrade> {
        match self {
            Weapon::Ram => None,
            Weapon::Mortar => Some(Upgrade::Mortar),
            _ => Some(Upgrade::Cannon),
        }
    }

    /// How far it reaches (R5).
    pub fn reach(self, stats: &Stats) -> u32 {
        match self {
            Weapon::Ram => 0,
            Weapon::Mortar => stats.mortar_range,
            _ => stats.cannon_range,
        }
    }

    /// Whether a Volley can answer it (R11).
    pub fn is_shot(self) -> bool {
        !matches!(self, Weapon::Hook | Weapon::Ram)
    }

    /// Whether a die says what it takes.
    pub fn is_rolled(self) -> bool {
        matches!(self, Weapon::Grape | Weapon::Bomb)
    }
}

/// The code of the Volley.
pub fn volley() -> CardCode {
    VOLLEY.parse().expect("a short word")
}
