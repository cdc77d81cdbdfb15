//! The whole truth of Sealed Bids, its tables, and what can happen.

use packetboat_core::prelude::*;
use packetboat_kit::supply::Supply;

/// The rules with their tables.
#[derive(Debug, Clone)]
pub struct Sealed {
    /// The cards of a fresh deck, in the order of the tables.
    pub cards: Supply<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    card: Vec<Cards>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cards {
    value: u32,
    count: u32,
}

impl Sealed {
    /// Reads `tables.toml`.
    ///
    /// # Errors
    /// A file that does not fit, or an empty deck.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let tables: Tables = pack.read("tables.toml")?;
        let cards = Supply::of(tables.card.iter().map(|it| (it.value, it.count)));
        let some = !cards.all().is_empty();
        DataError::unless(some, "tables.toml", || "the deck holds no card")?;
        Ok(Sealed { cards })
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
    /// Where in the round the game is.
    pub phase: Phase,
    /// Points to be had this round; 0 before it is rolled.
    pub prize: u32,
    /// Cards not dealt yet; the last is dealt next.
    pub deck: Vec<u32>,
    /// Cards of earlier rounds, which nobody has seen but their seats.
    pub burnt: Vec<u32>,
    /// In table order.
    pub bidders: Vec<Bidder>,
}

/// One seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bidder {
    /// The bidder's seat.
    pub seat: Seat,
    /// What it has left to bid.
    pub purse: u32,
    /// What it has won.
    pub points: u32,
    /// Its hidden card, if one has been dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u32>,
}

/// Where in the round the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Prize and cards come next.
    Deal,
    /// Sheets are collected.
    Gate,
    /// All bid.
    Bid,
    /// The game is over.
    Over,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// A round begins.
    Prize {
        /// The round that the prize is bid for in.
        round: u32,
        /// What is to be had.
        points: u32,
    },
    /// The seat's own hidden card.
    Dealt {
        /// Its value.
        card: u32,
    },
    /// A bid, opened.
    Bid {
        /// The bidder's seat.
        seat: Seat,
        /// How much.
        amount: u32,
    },
    /// Somebody takes the prize.
    Won {
        /// The seat that won the prize.
        seat: Seat,
        /// How many points.
        points: u32,
        /// What was paid.
        paid: u32,
    },
    /// Several offers were highest.
    Nobody {
        /// How many points nobody gets.
        points: u32,
    },
}

tagged!(Event, "event");

impl State {
    /// The bidder in this seat.
    ///
    /// # Panics
    /// If nobody sits there: prompts and answers name seats of the table only.
    pub fn bidder_mut(&mut self, seat: Seat) -> &mut Bidder {
        let found = self.bidders.iter_mut().find(|it| it.seat == seat);
        found.expect("only seats at the table bid")
    }
}

impl<T> Checked<T> for State {
    /// Checks the invariants.
    fn validate(&self, _: &T) -> Result<(), Broken> {
        let dealt = self.bidders.iter().filter(|it| it.card.is_some()).count();
        let due = match self.phase {
            Phase::Gate | Phase::Bid => self.bidders.len(),
            Phase::Deal | Phase::Over => 0,
        };
        Broken::unless(
            dealt == due,
            || "every bidder holds one card while bids are made, and none otherwise",
        )?;
        let in_time = (1..=self.rounds).contains(&self.round) && self.batch > 0;
        Broken::unless(in_time, || "the round is none of the game")?;
        let rolled = (1..=6).contains(&self.prize);
        Broken::unless(
            !self.bidders.is_empty() && (due > 0) == rolled,
            || "while bids are made there is a prize of 1 to 6, and none otherwise",
        )
    }
}
