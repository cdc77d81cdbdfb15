//! The whole truth about a campaign, and what must always hold of it.
//!
//! Not here: how it changes (`phases`), and what anybody may know of it (`view`).

use super::data::{CardCode, Colour, PlanetCode, Tables, Tally};
use super::reckon::by_order;
use packetboat_core::prelude::*;
use packetboat_kit::checks::Checks;

/// The whole truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Where the gates are.
    pub pace: Pace,
    /// With [`Pace::Exchange`]: cards played between two gates.
    pub exchange_plays: u32,
    /// Whether the game stops when nobody can be caught (R12).
    pub clinch: bool,
    /// Planets with which the Collective ends the game.
    pub collective_end: u32,
    /// From 1.
    pub round: u32,
    /// The two seats, in table order.
    pub table: Vec<Seat>,
    /// Who deals this round.
    pub dealer: Seat,
    /// Whose turn it is in the card phase.
    pub turn: Seat,
    /// The planet to be won; absent once it is settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize: Option<PlanetCode>,
    /// Planets still to come, the next first.
    pub deck: Vec<PlanetCode>,
    /// Planets of the Collective, oldest first.
    pub collective: Vec<PlanetCode>,
    /// The action cards put aside unseen.
    pub aside: Vec<CardCode>,
    /// The action cards played this round, oldest first.
    pub pile: Vec<CardCode>,
    /// Who has placed the dome this round, in that order.
    pub domes: Vec<Seat>,
    /// Whose pass the last action was; absent if it was a play, or there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<Seat>,
    /// Whether the opponent's last action was a pass while the dome of the seat that has acted
    /// since is asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub after_pass: bool,
    /// Who colonised the most recent planet (R13); absent if nobody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<Seat>,
    /// With [`Pace::Exchange`]: cards played since the last gate.
    pub plays_in_batch: u32,
    /// Where in the sequence of play the game is.
    pub phase: Phase,
    /// The four dice of the prize.
    pub prices: Tally,
    /// Cards in hand, in the order dealt.
    pub hands: BTreeMap<Seat, Vec<CardCode>>,
    /// Planets of each player without the Homeworld, oldest first.
    pub empires: BTreeMap<Seat, Vec<PlanetCode>>,
    /// Tokens of each player.
    pub tokens: BTreeMap<Seat, Tally>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

words! {
    /// Where the gates are.
    pub enum Pace: names "pace" {
        /// One for both seats at the start of a round.
        Round = "round",
        /// That, and one for both after every few cards.
        Exchange = "exchange",
        /// One for one seat before each of its turns, as long as it has cards in hand.
        Single = "single",
    }
}

/// Where in the sequence of play the game is: what happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The next round is set up.
    SetUp,
    /// Sheets are collected before the next turn of `turn`.
    Gate,
    /// `turn` plays a card or passes.
    Card,
    /// `turn` has played or passed and may place the dome.
    Dome,
    /// The same, after the pass that ended the card phase.
    LastDome,
    /// The card phase is over; the non-dealer may place the dome (R29).
    #[serde(rename = "closing-1")]
    Closing1,
    /// The dealer may.
    #[serde(rename = "closing-2")]
    Closing2,
    /// The non-dealer may once more, the dealer having just placed.
    #[serde(rename = "closing-3")]
    Closing3,
    /// The prize is settled.
    Settle,
    /// The game is over.
    Over,
}

impl State {
    /// The other player.
    pub fn other(&self, seat: Seat) -> Seat {
        let other = self.table.iter().find(|it| **it != seat);
        *other.expect("two seats are at the table")
    }

    /// The non-dealer, who plays first.
    pub fn leads(&self) -> Seat {
        self.other(self.dealer)
    }

    /// Tokens of a seat, to be changed.
    pub fn purse_mut(&mut self, seat: Seat) -> &mut Tally {
        self.tokens.get_mut(&seat).expect("every seat has tokens")
    }

    /// Whether a seat has placed its dome.
    pub fn has_dome(&self, seat: Seat) -> bool {
        self.domes.contains(&seat)
    }

    /// Whose dome question comes next, if the phase asks one: a seat whose dome is already there is
    /// not asked again.
    pub fn dome_asked(&self) -> Option<Seat> {
        let seat = match self.phase {
            Phase::Dome | Phase::LastDome => self.turn,
            Phase::Closing1 | Phase::Closing3 => self.leads(),
            Phase::Closing2 => self.dealer,
            Phase::SetUp | Phase::Gate | Phase::Card | Phase::Settle | Phase::Over => return None,
        };
        (!self.has_dome(seat)).then_some(seat)
    }

    /// Goes to this closing phase, or past it where the dome is already there.
    pub fn close(&mut self, phase: Phase) {
        self.phase = phase;
        if self.dome_asked().is_none() {
            match phase {
                Phase::Closing1 => self.close(Phase::Closing2),
                _ => self.phase = Phase::Settle,
            }
        }
    }

    /// Which of the two seats has more of something; `None`: neither.
    pub fn leader<T: Ord>(&self, of: impl Fn(Seat) -> T) -> Option<Seat> {
        let (first, second) = (self.leads(), self.dealer);
        by_order(
            of(first).cmp(&of(second)),
            [Some(second), None, Some(first)],
        )
    }
}

impl Checked<Tables> for State {
    /// Checks everything a state must satisfy.
    ///
    /// It asks for no legal pile and no equal hands: those follow from how the game is played,
    /// and nothing breaks where somebody has set up another position.
    fn validate(&self, tables: &Tables) -> Result<(), Broken> {
        let seats: BTreeSet<Seat> = self.table.iter().copied().into_set();
        let owners = || {
            let (hands, empires) = (self.hands.keys(), self.empires.keys());
            hands.eq(&seats) && empires.eq(&seats) && self.tokens.keys().eq(&seats)
        };
        let named = [Some(self.dealer), Some(self.turn), self.passed, self.latest];
        let domes = self.domes.iter().copied();
        let named = named.into_iter().flatten().chain(domes);
        let (all, left) = (tables.planets.len(), self.deck.len());
        let round = |it: &u32| format!("round {it}, {left} of {all} planets in the deck");
        let turned_up = |it: &u32| (it - u32::from(self.phase == Phase::SetUp)) as usize;
        let out: Tally = self.tokens.values().copied().sum();
        let tokens = |it: &Colour| format!("{} {it} tokens", out.get(*it));
        let price = |it: &Colour| format!("the {it} price {}", self.prices.get(*it));
        let shown = |it: &Colour| (1..=tables.sides).contains(&self.prices.get(*it));
        let phase = |it: &Phase| format!("{it:?}");
        let settled = matches!(self.phase, Phase::SetUp | Phase::Over);
        let (none, ended) = (self.prize.is_none(), self.outcome.is_some());
        Checks::default()
            .rule("two seats play")
            .once(self.table.iter())
            .count(self.table.len(), 2)
            .rule("hands, empires and tokens are those of the two seats")
            .that(owners)
            .rule("a seat that is named is at the table")
            .known(named, seats.iter().copied())
            .rule("a seat has placed its dome twice")
            .once(&self.domes)
            .rule("rounds count from 1")
            .that(|| self.round >= 1)
            .rule("the tables say how many cards are put aside")
            .count(self.aside.len(), tables.deal.aside as usize)
            .rule("each round turns up one planet")
            .each([self.round], round, |it| turned_up(it) + left <= all)
            .rule("there are not so many")
            .each(Colour::ALL, tokens, |it| out.get(*it) <= tables.tokens_max)
            .rule("no die shows that")
            .each(Colour::ALL, price, shown)
            .rule("there is a prize until it is settled, and none after")
            .each([self.phase], phase, |_| settled == none)
            .rule("a game has an outcome once it is over, and not before")
            .each([self.phase], phase, |it| (*it == Phase::Over) == ended)
            .rule("a round without a planet")
            .that(|| self.phase != Phase::SetUp || !self.deck.is_empty())
            .in_state()
    }
}
