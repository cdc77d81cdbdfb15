//! The whole truth about a campaign: what is open, hands and discards, and where in the sequence of
//! play the game is.
//!
//! The draw pile is stored nowhere: it is what is in no other place (1.2).

use super::data::{Area, Card, Tables};
use super::world::{Colony, World};
use super::{deed::Item, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::{checks::Checks, turns::Turns, words::few};

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How it is played.
    pub ways: Ways,
    /// The players, in the order of the card.
    pub seats: Vec<Seat>,
    /// The game turn, from 1.
    pub turn: u32,
    /// How many players have had their turn in it.
    pub acted: u32,
    /// Where in the sequence of play the game is.
    pub phase: Phase,
    /// Whether hands have been brought down to their limits in this game turn.
    #[serde(default)]
    pub prepared: bool,
    /// The player turn now played. At a gate there is nothing of it.
    #[serde(default, skip_serializing_if = "Moment::is_new")]
    pub moment: Moment,
    /// What is open.
    pub world: World,
    /// The cards of each player.
    pub hands: BTreeMap<Seat, Vec<Card>>,
    /// The discards, the oldest first.
    #[serde(default)]
    pub discards: Vec<Card>,
    /// What answers have spent since the last stop, for those who meant to play it. At a stop there
    /// is nothing of it, so no stored state has it.
    #[serde(skip)]
    pub spent: Vec<(Seat, Refusal)>,
}

/// How the campaign is played: its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    /// Whether sheets are asked for once a game turn.
    pub by_round: bool,
    /// The last game turn.
    pub turns: u32,
    /// Whether who is first in a game turn is last in the next.
    pub rotate: bool,
    /// R12: whether Revolt may follow a card that only made colonies Struggling.
    pub struggle_stirs: bool,
    /// R21: whether everybody must Reduce in the first pass of Plague Ship.
    pub first_pass: bool,
    /// Whether Plague Ship stops once to ask by mail.
    pub interrupts: bool,
}

impl Ways {
    /// As the campaign was founded.
    pub fn of(founding: &Founding) -> Ways {
        Ways {
            by_round: founding.word("pace") == "round",
            turns: founding.number("turns"),
            rotate: founding.switch("rotate_first"),
            struggle_stirs: founding.switch("struggle_counts_as_reduce_for_revolt"),
            first_pass: founding.switch("plague_first_pass_mandatory"),
            interrupts: founding.switch("interrupts"),
        }
    }
}

/// Where in the sequence of play the game is: what happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Sheets are collected.
    Gate,
    /// Cards are shown.
    Show,
    /// Hands are brought down to their limits.
    Discard,
    /// A player turn begins.
    Begin,
    /// Its player may take colonies off the map.
    Abandon,
    /// He plays cards.
    Play,
    /// What is on the table may be answered.
    Answer,
    /// It was answered; who was not asked any more is notified.
    Missed,
    /// He tallies.
    Tally,
    /// Plague Ship lands.
    Land,
    /// Plague Ship: somebody Reduces a colony.
    Pick,
    /// Plague Ship: points are offered.
    Offer,
    /// Plague Ship: its one stop.
    Stop,
    /// The game is over.
    Over,
}

passing! {
    /// The player turn now played, all of which is open but [`Moment::planned`].
    pub struct Moment {
        /// Cards on the table, each answering the one before it.
        pub table: Vec<Item>,
        /// Whether the first of them has been carried out, and only Revolt may follow.
        pub after: bool,
        /// The colonies as they were before it: what Revolt asks of the card is asked of these. No
        /// stop is in the midst of answers, so no stored state has them.
        pub before: BTreeMap<Area, Colony>,
        /// Cards that the player has played in this turn and that were not cancelled.
        pub done: Vec<Card>,
        /// Whether a line of their own was reached: then the program plays nothing for them.
        pub planned: bool,
        /// The last of the lines of silence by which the program has played in this turn; 0: none.
        pub silent: u32,
        /// Whether Iron Grip is in force.
        pub gripped: bool,
        /// The Plague Ship.
        pub plague: Option<Plague>,
    }
}

/// A Plague Ship under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plague {
    /// The pass, from 1.
    pub pass: u32,
    /// Who still picks in it; the first does so now.
    pub left: Vec<Seat>,
    /// Whether anything was Reduced in this pass.
    pub moved: bool,
    /// Whether it has stopped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// How often each player was hit.
    #[serde(default)]
    pub hits: BTreeMap<Seat, u32>,
}

impl Plague {
    /// Reductions in all.
    pub fn total(&self) -> u32 {
        self.hits.values().sum()
    }
}

impl Moment {
    /// What was answered before all others had been asked.
    pub fn missed(&self) -> Option<&Item> {
        let below = self.table.iter().rev().nth(1);
        below.filter(|it| !it.left.is_empty())
    }
}

impl State {
    /// The hand of a seat.
    pub fn hand_mut(&mut self, seat: Seat) -> &mut Vec<Card> {
        self.hands.get_mut(&seat).expect("every seat has a hand")
    }

    /// How far play has come; a game turn is a round.
    pub fn turns(&self) -> Turns<'_> {
        let now = (self.turn, self.acted);
        Turns::new(&self.world.order, now, (self.ways.turns, 1))
    }

    /// Whose player turn it is, or is next.
    pub fn active(&self) -> Seat {
        self.turns().active()
    }

    /// Who holds more cards than their number allows, and how many more (R25).
    pub fn above(&self, tables: &Tables) -> Vec<(Seat, u32)> {
        let held = |it: &Seat| few(&self.hands[it]);
        let excess = |it: &Seat| (*it, held(it).saturating_sub(self.limit(tables, *it)));
        let all = self.world.order.iter().map(excess);
        all.filter(|it| it.1 > 0).collect()
    }

    /// How many cards a player is dealt and may hold (R46).
    pub fn limit(&self, tables: &Tables, seat: Seat) -> u32 {
        tables.limit(self.world.crown(seat).square)
    }

    /// All cards that are neither in the pile nor among the discards.
    pub fn in_use(&self) -> Vec<Card> {
        let hands = self.hands.values().flatten().copied();
        let laid = self.world.isolations.iter().map(|it| it.card);
        let table = self.moment.table.iter().filter_map(|it| it.card);
        hands.chain(laid).chain(table).collect()
    }

    /// The draw pile.
    pub fn pile(&self, tables: &Tables) -> Vec<Card> {
        let used = self.in_use();
        tables.supply.left(used.iter().chain(&self.discards))
    }
}

impl Checked<Tables> for State {
    /// Checks what must hold of a state.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let world = &self.world;
        let seats = self.turns().check(self.seats.iter().copied())?;
        let asked = || match self.phase {
            Phase::Answer => {
                let top = self.moment.table.last();
                top.is_some_and(|it| !it.left.is_empty())
            }
            Phase::Missed => self.moment.missed().is_some(),
            Phase::Pick | Phase::Offer | Phase::Stop => self.moment.plague.is_some(),
            _ => true,
        };
        let last = tables.last_square();
        let owners = world.colonies.values().map(|it| it.seat);
        let owners = owners.chain(world.isolations.iter().map(|it| it.seat));
        let regions = tables.map.regions.iter().map(|it| it.code);
        Checks::default()
            .rule("each seat has a hand and a place on the tracks")
            .that(|| self.hands.keys().eq(&seats) && world.crowns.keys().eq(&seats))
            .rule("at a gate no player turn is under way")
            .that(|| self.phase != Phase::Gate || self.moment.is_new())
            .rule("nobody is to be asked")
            .each([self.phase], |it| format!("{it:?}"), |_| asked())
            .rule("a token lies off the track")
            .each(&world.crowns, |it| *it.0, |it| it.1.square <= last)
            .rule("a colony or an Isolation is nobody's")
            .known(owners, seats)
            .rule("a colony or an Isolation is nowhere")
            .known(world.colonies.keys().copied(), tables.map.codes())
            .known(world.isolations.iter().map(|it| it.region), regions)
            .in_state()?;
        let used = self.in_use();
        tables
            .supply
            .check("card", used.iter().chain(&self.discards))
    }
}
