//! The whole truth about a campaign: what is open at sea, the cards in hand, and where in the
//! sequence of play the game is.
//!
//! Not here: what can be computed from what is open (`sea`), and how it changes (`phases`).

use super::data::{Blocks, CardCode, Deck, Kept, Part, Tables, Upgrade, Weapon};
use packetboat_core::prelude::*;
use packetboat_kit::{amounts::is_none, checks::Checks, hex::Hex, turns::Turns};

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How it is played.
    pub ways: Ways,
    /// The round being played, from 1.
    pub round: u32,
    /// How many ships have had their turn in it.
    pub acted: u32,
    /// Where in the sequence of play the game is.
    pub phase: Phase,
    /// What has happened in the turn now played. At a gate there is nothing of it.
    #[serde(default, skip_serializing_if = "Turn::is_new")]
    pub turn: Turn,
    /// What is open.
    pub sea: Sea,
    /// The specialty shots of each ship, oldest first.
    pub hands: BTreeMap<Seat, Vec<CardCode>>,
}

/// How the campaign is played: its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// Where the gates are.
    pub pace: Pace,
    /// With [`Pace::Round`]: for how many rounds sheets are asked at a time.
    pub legs: u32,
    /// The last round.
    pub turns: u32,
    /// R1.
    pub must_move: bool,
    /// R2.
    pub attacks: u32,
    /// R8.
    pub blockade_anywhere: bool,
    /// R10.
    pub king_once: bool,
    /// R21.
    pub truce: bool,
}

impl Ways {
    /// As the campaign was founded.
    pub fn of(founding: &Founding) -> Ways {
        let pace = match founding.word("pace") {
            "seat" => Pace::Seat,
            _ => Pace::Round,
        };
        Ways {
            pace,
            legs: match pace {
                Pace::Round => founding.number("legs_per_batch"),
                Pace::Seat => 1,
            },
            turns: founding.number("turns"),
            must_move: founding.switch("must_move"),
            attacks: founding.number("attacks_per_turn"),
            blockade_anywhere: founding.switch("blockade_anywhere"),
            king_once: founding.switch("king_once_per_player"),
            truce: founding.switch("harbour_truce"),
        }
    }
}

/// Where the gates are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// One for all ships, before a round or several.
    Round,
    /// One for one ship, before each of its turns.
    Seat,
}

/// Where in the sequence of play the game is: what happens next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Phase {
    /// Sheets are collected.
    Gate,
    /// The turn of a ship begins.
    Begin,
    /// It moves.
    Move,
    /// It rolls the die and draws.
    Die,
    /// A Fair Wind: it may move once more.
    Extra,
    /// It takes a block of its choice.
    Free {
        /// How many are left to take.
        left: u32,
        /// From whom; none: from the bank.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Seat>,
    },
    /// A Press Gang: it names a victim.
    Press {
        /// How many blocks it takes.
        blocks: u32,
    },
    /// A duel: it names a rival.
    Rival {
        /// What is lost in it.
        part: Part,
    },
    /// It acts.
    Act,
    /// It has shot, and the target may answer.
    Volley {
        /// At whom.
        target: Seat,
        /// What with.
        weapon: Weapon,
        /// The die; 0: none was thrown.
        die: u32,
    },
    /// The game is over.
    Over,
}

tagged!(Phase, "at");

passing! {
    /// What has happened in the turn now played.
    pub struct Turn {
        /// The ship may not move in this turn (R15, R37).
        pub still: bool,
        /// Where it was bound for when it moved, for the extra move (D2).
        pub course: Option<Course>,
        /// The ships that were in the hex it moved into last (R31).
        pub met: Vec<Seat>,
        /// How often it has attacked.
        pub attacks: u32,
        /// Whether one of these attacks was a Ram.
        pub rammed: bool,
        /// Whether it has bought something that a Ram forbids (R32).
        pub bought: bool,
        /// Whether it has traded.
        pub traded: bool,
        /// Specialty shots drawn in this turn (R29).
        pub locked: Vec<CardCode>,
    }
}

/// Where a ship is bound for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// A hex, a port, a player, a monster, or a word for one of these, as orders name it.
    pub goal: String,
    /// So near is near enough.
    #[serde(default, skip_serializing_if = "is_none")]
    pub within: u32,
    /// Whether monsters on the way are fought.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fight: bool,
}

/// What is open, for everybody to see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sea {
    /// The order of play: clockwise by ports, from who begins each round.
    pub order: Vec<Seat>,
    /// In the order of the card.
    pub ships: Vec<Ship>,
    /// In the order built.
    #[serde(default)]
    pub blockades: Vec<Blockade>,
    /// Whose outpost stands on the Central Isle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outpost: Option<Seat>,
    /// Monsters at sea, in the order in which they came.
    #[serde(default)]
    pub monsters: Vec<Monster>,
    /// Discards of the ship deck, oldest first.
    #[serde(default)]
    pub ship_discards: Vec<CardCode>,
    /// Of the wave deck.
    #[serde(default)]
    pub wave_discards: Vec<CardCode>,
    /// Of the island deck.
    #[serde(default)]
    pub island_discards: Vec<CardCode>,
    /// Of the trap deck.
    #[serde(default)]
    pub trap_discards: Vec<CardCode>,
    /// Who has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
}

/// A ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// The seat that owns the ship.
    pub seat: Seat,
    /// Its port.
    pub home: Hex,
    /// Where it is.
    pub hex: Hex,
    /// From 1.
    pub hull: u32,
    /// From 1.
    pub crew: u32,
    /// What it carries.
    pub blocks: Blocks,
    /// What it owns, in the order bought.
    #[serde(default)]
    pub upgrades: Vec<Upgrade>,
    /// In the order found.
    #[serde(default)]
    pub collectibles: Vec<CardCode>,
    /// Monsters it has killed.
    #[serde(default)]
    pub killed: Vec<CardCode>,
    /// Ships it has sunk.
    #[serde(default)]
    pub sunk: u32,
    /// How often it has paid the King.
    #[serde(default)]
    pub kings: u32,
    /// It loses its next move (R15, R37).
    #[serde(default)]
    pub becalmed: bool,
    /// It was sunk since sheets were collected (R49).
    #[serde(default)]
    pub adrift: bool,
    /// It cannot be attacked before its next own turn (R21).
    #[serde(default)]
    pub truce: bool,
}

/// A blockade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Blockade {
    /// On which passage.
    pub passage: String,
    /// Who built it.
    pub owner: Seat,
}

/// A monster at sea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Monster {
    /// Its card.
    pub card: CardCode,
    /// The hex that it is in.
    pub hex: Hex,
}

impl State {
    /// The hand of a seat.
    pub fn hand_mut(&mut self, seat: Seat) -> &mut Vec<CardCode> {
        self.hands.get_mut(&seat).expect("every seat has a hand")
    }

    /// How far play has come.
    pub fn turns(&self) -> Turns<'_> {
        let ways = &self.ways;
        let now = (self.round, self.acted);
        Turns::new(&self.sea.order, now, (ways.turns, ways.legs))
    }

    /// Whose turn it is.
    pub fn active(&self) -> Seat {
        self.turns().active()
    }

    /// All trap cards that are neither in the deck nor among the discards.
    pub fn traps_out(&self) -> impl Iterator<Item = &CardCode> {
        let hands = self.hands.values().flatten();
        hands.chain(self.sea.traps_open())
    }

    /// Specialty shots that nobody holds.
    pub fn loose_shots(&self, tables: &Tables) -> Vec<CardCode> {
        let deck = tables.supply(Deck::Trap);
        let mut left = deck.left(self.traps_out().chain(&self.sea.trap_discards));
        left.retain(|it| tables.card(*it).kept == Some(Kept::Shot));
        left
    }
}

impl Checked<Tables> for State {
    /// Checks what must hold of a state.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let (sea, stats, board) = (&self.sea, &tables.stats, &tables.board);
        let seats = self.turns().check(sea.ships.iter().map(|it| it.seat))?;
        let held: Blocks = sea.ships.iter().map(|it| it.blocks).sum();
        let bank = [Blocks::each_of(stats.bank_each)];
        let sound =
            |it: &&Ship| (1..=stats.hull).contains(&it.hull) && (1..=stats.crew).contains(&it.crew);
        let state = |it: &&Ship| format!("{} has hull {} and crew {}", it.seat, it.hull, it.crew);
        let owned = sea.ships.iter();
        let owned = owned.flat_map(|ship| ship.upgrades.iter().map(move |it| (ship.seat, it)));
        let water: BTreeSet<Hex> = board.sea().into_set();
        let places = sea.ships.iter().flat_map(|it| [it.hex, it.home]);
        let places = places.chain(sea.monsters.iter().map(|it| it.hex));
        let closed = || sea.blockades.iter().map(|it| it.passage.as_str());
        let owners = sea.blockades.iter().map(|it| it.owner);
        let named = sea.outpost.into_iter().chain(sea.winner).chain(owners);
        Checks::default()
            .rule("each ship has a hand")
            .that(|| self.hands.keys().eq(&seats))
            .rule("at a gate no turn is under way")
            .that(|| self.phase != Phase::Gate || self.turn.is_new())
            .rule("the ships hold no more than there is")
            .each(bank, |_| held.words(), |it| it.has(&held))
            .rule("that is more than a fresh ship has, or nothing")
            .each(&sea.ships, state, sound)
            .rule("a ship owns an upgrade once")
            .once(owned.map(|(seat, it)| format!("{it} of {seat}")))
            .rule("a blockade is on a passage that no other closes")
            .once(closed())
            .known(closed(), board.passages.iter().map(|it| it.name.as_str()))
            .rule("a ship or monster lies on land")
            .each(places, |it| *it, |it| water.contains(it))
            .rule("outpost, blockades and the victory are of seats that play")
            .known(named, seats)
            .rule("somebody has won, and play goes on")
            .that(|| self.phase == Phase::Over || sea.winner.is_none())
            .in_state()?;
        for (deck, discards) in [
            (Deck::Ship, &sea.ship_discards),
            (Deck::Wave, &sea.wave_discards),
            (Deck::Island, &sea.island_discards),
        ] {
            tables.supply(deck).check("card", discards)?;
        }
        let traps = self.traps_out().chain(&sea.trap_discards);
        tables.supply(Deck::Trap).check("trap card", traps)
    }
}
