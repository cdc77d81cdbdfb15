//! The whole truth of Market, its tables, and what can happen.

use packetboat_core::prelude::*;
use packetboat_kit::supply::Supply;

/// The face of the die on which each seat takes what it likes.
pub const ANY: &str = "any";

/// Pieces by the name of their good.
pub type Pieces = BTreeMap<String, u32>;

/// The rules.
pub struct Market {
    /// The tables.
    pub tables: Tables,
    /// The seats there can be.
    pub seats: Vec<Seat>,
}

/// `tables.toml` as it is.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// What every seat begins with.
    pub gold: u32,
    /// The lowest and the highest price.
    pub prices: [u32; 2],
    /// What each face of the die produces: a good, or [`ANY`].
    pub faces: Vec<String>,
    /// What is traded, in the order of the board.
    #[serde(rename = "good")]
    pub goods: Vec<GoodCard>,
    /// What can be built, in the order of the list.
    #[serde(rename = "building")]
    pub buildings: Vec<BuildingCard>,
    /// The secret contracts.
    #[serde(rename = "contract")]
    pub contracts: Vec<ContractCard>,
}

/// A good.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoodCard {
    /// The good's name.
    pub name: String,
    /// The price at the beginning.
    pub price: u32,
    /// How many pieces there are in all.
    pub pieces: u32,
}

/// A building.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingCard {
    /// The building's name.
    pub name: String,
    /// What it costs.
    pub cost: Pieces,
    /// What it is worth at the end.
    pub worth: u32,
    /// How many there are.
    pub copies: u32,
}

/// A contract.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContractCard {
    /// The contract's name.
    pub name: String,
    /// How it is printed.
    pub title: String,
    /// The good it asks for.
    pub good: String,
    /// What a piece of that is worth at the end.
    pub worth: u32,
}

impl Tables {
    /// Reads `tables.toml`.
    ///
    /// # Errors
    /// A file that does not fit, or names a good that is none.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let rules: Tables = pack.read("tables.toml")?;
        let costs = rules.buildings.iter().flat_map(|it| it.cost.keys());
        let asked = rules.contracts.iter().map(|it| &it.good);
        let faces = rules.faces.iter().filter(|it| *it != ANY);
        let known = |name: &String| rules.goods.iter().any(|it| it.name == *name);
        costs.chain(asked).chain(faces).try_for_each(|name| {
            DataError::unless(known(name), "tables.toml", || {
                format!("no good is called `{name}`")
            })
        })?;
        let [least, most] = rules.prices;
        let mut prices = rules.goods.iter().map(|it| it.price);
        let bound = least > 0 && prices.all(|it| (least..=most).contains(&it));
        DataError::unless(
            bound && !rules.faces.is_empty(),
            "tables.toml",
            || "it needs faces, and prices of 1 or more within their bounds",
        )?;
        Ok(rules)
    }

    /// All copies of the buildings.
    pub fn stock(&self) -> Supply<String> {
        let cards = self.buildings.iter();
        Supply::of(cards.map(|it| (it.name.clone(), it.copies)))
    }

    /// The contract of this name.
    ///
    /// # Panics
    /// If there is none: states are validated.
    pub fn contract(&self, name: &str) -> &ContractCard {
        let found = self.contracts.iter().find(|it| it.name == name);
        found.expect("a state names contracts of the tables only")
    }
}

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The round being played, from 1.
    pub round: u32,
    /// How many there are.
    pub rounds: u32,
    /// For how many rounds a gate collects sheets.
    pub batch: u32,
    /// Whether builders without a TAKE line are asked by mail.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupts: bool,
    /// Where in the round the game is.
    pub phase: Phase,
    /// Contracts that nobody has: hidden.
    pub spare: Vec<String>,
    /// The board, in the order of the tables.
    pub board: Vec<Stall>,
    /// In table order.
    pub traders: Vec<Trader>,
}

/// One good on the board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stall {
    /// The good that it sells.
    pub good: String,
    /// What a piece costs.
    pub price: u32,
    /// How many pieces are there.
    pub pieces: u32,
}

impl Stall {
    /// What this many pieces cost: the price rises by one after each, up to the highest.
    pub fn cost(&self, count: u32, most: u32) -> u32 {
        (0..count).map(|it| (self.price + it).min(most)).sum()
    }
}

/// One seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trader {
    /// The trader's seat.
    pub seat: Seat,
    /// Its gold.
    pub gold: u32,
    /// Its pieces; a good it has none of is left out.
    pub pieces: Pieces,
    /// What it has built, oldest first.
    pub built: Vec<String>,
    /// Its contract: hidden.
    pub contract: String,
}

/// How many pieces of a good are among these.
pub fn held(pieces: &Pieces, good: &str) -> u32 {
    pieces.get(good).copied().unwrap_or(0)
}

/// Where in the round the game is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Phase {
    /// Sheets for the batch are collected.
    Gate,
    /// The die is rolled.
    Die,
    /// Everybody takes what it likes.
    Take,
    /// A seat goes through its wishes.
    Wish {
        /// How many seats have had their turn.
        acted: u32,
    },
    /// A seat that has built takes a piece from the board.
    Gift {
        /// How many seats have had their turn.
        acted: u32,
    },
    /// The game is over.
    Over,
}

tagged!(Phase, "at");

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// The seat's own contract, at the beginning.
    Contract {
        /// How it is printed.
        title: String,
        /// What it asks for.
        good: String,
        /// What a piece of that is worth.
        worth: u32,
    },
    /// A round begins.
    Produced {
        /// The round that is produced for.
        round: u32,
        /// What the die says: a good, or `any`.
        face: String,
        /// Whose turn comes first.
        first: Seat,
    },
    /// A seat takes a piece from the board.
    Took {
        /// The trader's seat.
        seat: Seat,
        /// Of what.
        good: String,
    },
    /// A seat finds nothing left to take.
    Missed {
        /// The trader's seat.
        seat: Seat,
    },
    /// A seat buys.
    Bought {
        /// The trader's seat.
        seat: Seat,
        /// How many pieces.
        count: u32,
        /// Of what.
        good: String,
        /// For how much.
        gold: u32,
    },
    /// A seat sells.
    Sold {
        /// The trader's seat.
        seat: Seat,
        /// How many pieces.
        count: u32,
        /// Of what.
        good: String,
        /// For how much.
        gold: u32,
    },
    /// A seat builds.
    Built {
        /// The trader's seat.
        seat: Seat,
        /// The building's name.
        building: String,
    },
    /// What a seat has come to at the end, its contract open.
    Counted {
        /// The trader's seat.
        seat: Seat,
        /// Its contract, as printed.
        title: String,
        /// How many pieces fulfil it.
        pieces: u32,
        /// The good it asked for.
        good: String,
        /// Everything together.
        worth: u32,
    },
}

tagged!(Event, "event");

impl State {
    /// The trader in this seat, to be changed.
    ///
    /// # Panics
    /// If nobody sits there: prompts and answers name seats of the table only.
    pub fn trader_mut(&mut self, seat: Seat) -> &mut Trader {
        let found = self.traders.iter_mut().find(|it| it.seat == seat);
        found.expect("only seats at the table trade")
    }

    /// The stall of this good, to be changed.
    ///
    /// # Panics
    /// If there is none: choices name goods of the tables only.
    pub fn stall_mut(&mut self, good: &str) -> &mut Stall {
        let found = self.board.iter_mut().find(|it| it.good == good);
        found.expect("only goods of the board are traded")
    }

    /// The order of play of this round: it begins one seat further each round.
    pub fn order(&self) -> Vec<Seat> {
        let seats = self.traders.iter().map(|it| it.seat);
        let mut order: Vec<Seat> = seats.collect();
        let by = usize::try_from(self.round - 1).expect("few rounds");
        let length = order.len();
        order.rotate_left(by % length);
        order
    }

    /// The first round of the batch now played or called for.
    pub fn first_round(&self) -> u32 {
        self.round - (self.round - 1) % self.batch
    }

    /// All that has been built.
    pub fn built(&self) -> impl Iterator<Item = &String> {
        self.traders.iter().flat_map(|it| &it.built)
    }
}

impl Checked<Market> for State {
    /// Checks the invariants.
    fn validate(&self, market: &Market) -> Result<(), Broken> {
        let rules = &market.tables;
        let in_time = (1..=self.rounds).contains(&self.round) && self.batch > 0;
        Broken::unless(in_time, || {
            format!("round {} is none of the game", self.round)
        })?;
        let stalls = self.board.iter().map(|it| &it.good);
        let goods = rules.goods.iter().map(|it| &it.name);
        Broken::unless(
            stalls.eq(goods),
            || "the board has other goods than the tables",
        )?;
        let [least, most] = rules.prices;
        for (stall, card) in self.board.iter().zip(&rules.goods) {
            let traders = self.traders.iter();
            let held = traders.map(|it| held(&it.pieces, &card.name));
            Broken::unless(stall.pieces + held.sum::<u32>() == card.pieces, || {
                format!("{} is lost or made out of nothing", card.name)
            })?;
            Broken::unless((least..=most).contains(&stall.price), || {
                format!("{} cannot cost {}", card.name, stall.price)
            })?;
        }
        rules.stock().check("building", self.built())?;
        for trader in &self.traders {
            let built: BTreeSet<&String> = trader.built.iter().into_set();
            Broken::unless(built.len() == trader.built.len(), || {
                format!("{} has built something twice", trader.seat)
            })?;
        }
        let acted = match self.phase {
            Phase::Wish { acted } | Phase::Gift { acted } => {
                usize::try_from(acted).unwrap_or(usize::MAX)
            }
            Phase::Gate | Phase::Die | Phase::Take | Phase::Over => 0,
        };
        Broken::unless(
            acted < self.traders.len(),
            || "everybody has acted, and somebody acts",
        )
    }
}
