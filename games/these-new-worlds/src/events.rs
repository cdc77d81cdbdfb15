//! What happens in the game, as the chronicle reports it.
//!
//! Not here: the words for it (`templates/these-new-worlds/events.txt`). All but [`Event::Dealt`]
//! is reported to everybody; why a card was played or not is reported to nobody.

use super::data::{CardCode, Colour, PlanetCode};
use super::reckon::How;
use packetboat_core::prelude::*;
use packetboat_kit::since::Since;

/// Something that happened. All fields are scalars, colours and codes being words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "event")]
pub enum Event {
    /// Two planets were turned up and form the Collective.
    CollectiveFormed {
        /// The first planet.
        planet: PlanetCode,
        /// Its colour.
        colour: Colour,
        /// How many planets the Collective has now.
        collective: u32,
    },
    /// A round was set up: prize and prices are known, the cards are dealt.
    RoundSetUp {
        /// From 1.
        round: u32,
        /// The planet to be won.
        prize: PlanetCode,
        /// Its colour.
        colour: Colour,
        /// Who deals.
        dealer: Seat,
        /// Who plays first.
        leads: Seat,
        /// The red price.
        red: u32,
        /// The yellow price.
        yellow: u32,
        /// The green price.
        green: u32,
        /// The blue price.
        blue: u32,
    },
    /// A hand was dealt; shown to its owner only.
    Dealt {
        /// The seat that was dealt cards.
        seat: Seat,
        /// The codes with spaces between, by position value, wild cards last.
        cards: String,
    },
    /// A card was played and its tokens booked.
    Played {
        /// By whom.
        seat: Seat,
        /// The card.
        card: CardCode,
        /// The colour of its tokens; of a wild card the chosen one.
        colour: Colour,
        /// How many tokens it gave.
        gain: u32,
        /// Upwards, by its special text, or wild.
        how: How,
        /// The position value now on top of the pile.
        top: u32,
    },
    /// Tokens changed hands.
    Raided {
        /// Who took them.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// Of which colour.
        colour: Colour,
        /// How many.
        taken: u32,
    },
    /// A player passed. Why is not reported.
    Passed {
        /// The seat that passed.
        seat: Seat,
        /// How many cards it has left.
        #[serde(default, skip_serializing_if = "Since::is_missing")]
        left: Since<u32>,
    },
    /// A dome was paid and placed.
    DomePlaced {
        /// By whom.
        seat: Seat,
        /// The earlier colour of the pair.
        first: Colour,
        /// The later one.
        second: Colour,
        /// Tokens paid of the earlier colour.
        paid_first: u32,
        /// Tokens paid of the later one.
        paid_second: u32,
    },
    /// The card phase is over.
    PhaseEnded {
        /// What ended the phase.
        why: PhaseEnd,
        /// How many cards were played in the round.
        played: u32,
    },
    /// A player took the prize.
    Colonised {
        /// The seat that colonised.
        seat: Seat,
        /// The planet.
        planet: PlanetCode,
        /// Its colour.
        colour: Colour,
    },
    /// The prize joined the Collective.
    JoinedCollective {
        /// The planet.
        planet: PlanetCode,
        /// Its colour.
        colour: Colour,
        /// How many planets the Collective has now.
        collective: u32,
    },
    /// One colour of a space combat.
    CombatDie {
        /// The colour.
        colour: Colour,
        /// Who rolled first: the non-dealer.
        first: Seat,
        /// What that die showed.
        first_die: u32,
        /// Tokens added.
        first_tokens: u32,
        /// Both together.
        first_total: u32,
        /// Who rolled second: the dealer.
        second: Seat,
        /// What that die showed.
        second_die: u32,
        /// Tokens added.
        second_tokens: u32,
        /// Both together.
        second_total: u32,
        /// Who won the die; absent if nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
    /// Somebody won more dice.
    CombatWon {
        /// The seat that won.
        seat: Seat,
        /// Dice won.
        dice: u32,
        /// Dice the other won.
        against: u32,
    },
    /// Both won as many dice; planets of the prize's colour decide.
    CombatTied {
        /// Dice each has won.
        dice: u32,
        /// The colour of the prize.
        colour: Colour,
        /// Who has more planets of that colour; absent if nobody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
    /// The game is over.
    GameOver {
        /// What ended the game.
        reason: GameEnd,
        /// Who won; absent if nobody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
        /// What decided; absent if the Collective won.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Decided>,
        /// The placings in words: `north 1, south 2`.
        placings: String,
    },
}

tagged!(Event, "event");

/// Why a card phase ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseEnd {
    /// All cards were played.
    AllPlayed,
    /// Two passes in a row (R4).
    TwoPasses,
}

/// Why a game ended (R12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameEnd {
    /// The planet deck was empty.
    Deck,
    /// The Collective had its last planet.
    Collective,
    /// Nobody could be caught any more.
    Clinch,
}

/// What decided between the players (R13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Decided {
    /// More planets.
    Planets,
    /// As many planets, but of more colours.
    Colours,
    /// All that being equal, the most recent planet.
    Latest,
    /// Nothing: both are equal.
    Nothing,
}
