//! The tables of the game: action cards, planets, dice, tokens; checked when they are read.
//!
//! Not here: what a card does (`reckon`), and the options of a campaign (`state`).

use super::faces::CardFace;
use crate::engine::data::{DataError, DataPack, GameCard};
use crate::engine::declare::words;
use crate::engine::seat::Seat;
use crate::games::code::code;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

code! {
    /// An action card: `G6`, `WC`.
    CardCode, 4
}
code! {
    /// A planet: `CURIA`.
    PlanetCode, 12
}

words! {
    /// One of the four resources, in the order in which ties are broken and dice are rolled:
    /// military, government, goods, science; one dot to four.
    pub enum Colour: names "colour" {
        /// Military, one dot.
        Red = "red",
        /// Government, two dots.
        Yellow = "yellow",
        /// Goods, three dots.
        Green = "green",
        /// Science, four dots.
        Blue = "blue",
    }
}

/// One number per colour: tokens, prices, planets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Of red.
    pub red: u8,
    /// Of yellow.
    pub yellow: u8,
    /// Of green.
    pub green: u8,
    /// Of blue.
    pub blue: u8,
}

impl Tally {
    /// The number of a colour.
    pub fn of(&self, colour: Colour) -> u8 {
        match colour {
            Colour::Red => self.red,
            Colour::Yellow => self.yellow,
            Colour::Green => self.green,
            Colour::Blue => self.blue,
        }
    }

    /// The number of a colour, to be changed.
    pub fn at(&mut self, colour: Colour) -> &mut u8 {
        match colour {
            Colour::Red => &mut self.red,
            Colour::Yellow => &mut self.yellow,
            Colour::Green => &mut self.green,
            Colour::Blue => &mut self.blue,
        }
    }

    /// The same with so many more of a colour.
    #[must_use]
    pub fn plus(mut self, colour: Colour, more: u8) -> Self {
        *self.at(colour) += more;
        self
    }

    /// All colours together.
    pub fn total(&self) -> u8 {
        Colour::ALL.into_iter().map(|it| self.of(it)).sum()
    }

    /// How many colours are there at all.
    pub fn colours(&self) -> usize {
        Colour::ALL
            .into_iter()
            .filter(|it| self.of(*it) > 0)
            .count()
    }
}

/// What a coloured card can do besides being laid on a lower one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Playable at any value if its player owns a planet of its colour.
    Scout,
    /// Playable at any value on a card of its colour.
    Chain,
    /// Gives by the planets of its colour in the own empire, Homeworld included.
    Levy,
    /// Gives much.
    Surge,
}

/// The two wild cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wild {
    /// Gives by the planets of a chosen colour in the Collective.
    Collective,
    /// Takes tokens of a chosen colour from the opponent.
    Raid,
}

/// What kind of card it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One of the sixteen that a player must play if nothing else can be played.
    Coloured {
        /// The colour of the tokens it gives.
        colour: Colour,
        /// Its special text.
        family: Family,
    },
    /// One of the two that may be held back.
    Wild(Wild),
}

/// An action card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// Its code.
    pub code: CardCode,
    /// Its name.
    pub name: String,
    /// Its position value; of wild cards 0.
    pub pv: u8,
    /// What kind of card it is.
    pub kind: Kind,
}

impl Action {
    /// Its colour; none if it is wild.
    pub fn colour(&self) -> Option<Colour> {
        match self.kind {
            Kind::Coloured { colour, .. } => Some(colour),
            Kind::Wild(_) => None,
        }
    }

    /// Whether it is of this family.
    pub fn is_of(&self, wanted: Family) -> bool {
        matches!(self.kind, Kind::Coloured { family, .. } if family == wanted)
    }

    /// Whether it is wild.
    pub fn is_wild(&self) -> bool {
        self.colour().is_none()
    }
}

/// A planet of the planet deck.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planet {
    /// Its code.
    pub code: PlanetCode,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
}

/// How many tokens cards give: `[gives]` of `actions.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gives {
    /// A scout card.
    pub scout: u8,
    /// A chain card.
    pub chain: u8,
    /// A levy card, per planet of its colour, the Homeworld included.
    pub levy: u8,
    /// A surge card.
    pub surge: u8,
    /// The collective card, per planet of the chosen colour in the Collective.
    pub collective: u8,
    /// The raid card, at most.
    pub raid: u8,
}

/// How action cards are dealt: `[deal]` of `actions.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Cards in each hand.
    pub hand: u8,
    /// Cards put aside unseen.
    pub aside: u8,
}

/// All tables, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// The action cards, in the order in which they are shuffled.
    pub actions: Vec<Action>,
    /// The planets, in the order in which they are shuffled.
    pub planets: Vec<Planet>,
    /// What cards give.
    pub gives: Gives,
    /// How cards are dealt.
    pub deal: Deal,
    /// Sides of every die.
    pub sides: u8,
    /// Tokens there are of each colour.
    pub tokens_max: u8,
    /// Planets the Collective begins with.
    pub collective_start: u8,
    /// Titles of the seats.
    pub titles: Vec<(Seat, String)>,
    /// The action cards as they are shown; shared, since every view has them.
    pub faces: Arc<BTreeMap<CardCode, CardFace>>,
}

impl Tables {
    /// Reads and checks `actions.toml`, `planets.toml` and the seats of `game.toml`.
    ///
    /// # Errors
    /// Names the file and what does not fit.
    pub fn load(pack: &DataPack) -> Result<Self, DataError> {
        let actions: RawActions = pack.read(ACTIONS)?;
        let planets: RawPlanets = pack.read(PLANETS)?;
        let card: GameCard = pack.read("game.toml")?;
        let (deal, gives) = (actions.deal, actions.gives);
        let actions: Vec<Action> = actions
            .action
            .into_iter()
            .map(action)
            .collect::<Result<_, _>>()?;
        let faces = actions.iter().map(|it| (it.code, CardFace::of(it, &gives)));
        let tables = Tables {
            faces: Arc::new(faces.collect()),
            actions,
            planets: planets.planet,
            gives,
            deal,
            sides: planets.dice.sides,
            tokens_max: planets.tokens.per_colour,
            collective_start: planets.collective.start,
            titles: card
                .seats
                .into_iter()
                .map(|it| (it.name, it.title))
                .collect(),
        };
        tables.check()?;
        Ok(tables)
    }

    /// The card of that code.
    pub fn find(&self, code: CardCode) -> Option<&Action> {
        self.actions.iter().find(|it| it.code == code)
    }

    /// A card the state or an order names; both are checked where they come in.
    pub fn action(&self, code: CardCode) -> &Action {
        self.find(code)
            .expect("codes are checked where they come in")
    }

    /// A planet the state names; checked where it comes in.
    pub fn planet(&self, code: PlanetCode) -> &Planet {
        let planet = self.planets.iter().find(|it| it.code == code);
        planet.expect("codes are checked where they come in")
    }

    /// How a seat is printed; its name, if the card lists no such seat.
    pub fn title(&self, seat: Seat) -> String {
        let found = self.titles.iter().find(|(it, _)| *it == seat);
        found.map_or_else(|| seat.to_string(), |(_, title)| title.clone())
    }

    /// The same in a row, as their owner is told them.
    pub fn listed(&self, cards: &[CardCode]) -> String {
        let codes: Vec<String> = self.sorted(cards).iter().map(ToString::to_string).collect();
        codes.join(" ")
    }

    /// These cards by position value, wild ones last.
    pub fn sorted(&self, cards: &[CardCode]) -> Vec<CardCode> {
        let mut cards = cards.to_vec();
        cards.sort_by_key(|it| {
            let card = self.action(*it);
            (card.is_wild(), card.pv, card.code)
        });
        cards
    }

    /// Planets by colour.
    pub fn tally(&self, planets: &[PlanetCode]) -> Tally {
        let none = Tally::default();
        planets
            .iter()
            .fold(none, |sum, it| sum.plus(self.planet(*it).colour, 1))
    }

    fn check(&self) -> Result<(), DataError> {
        let codes: BTreeSet<_> = self.actions.iter().map(|it| it.code).collect();
        let dealt = usize::from(self.deal.hand) * 2 + usize::from(self.deal.aside);
        if codes.len() != self.actions.len() || codes.len() != dealt {
            let problem = format!("{dealt} cards are dealt, so {dealt} different codes are needed");
            return Err(DataError::new(ACTIONS, problem));
        }
        let planets: BTreeSet<_> = self.planets.iter().map(|it| it.code).collect();
        if planets.len() != self.planets.len()
            || planets.len() <= usize::from(self.collective_start)
        {
            return Err(DataError::new(
                PLANETS,
                "every planet needs a code of its own, and one must be left for a prize",
            ));
        }
        if self.sides == 0 {
            return Err(DataError::new(PLANETS, "a die needs sides"));
        }
        Ok(())
    }
}

const ACTIONS: &str = "actions.toml";
const PLANETS: &str = "planets.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawActions {
    deal: Deal,
    gives: Gives,
    action: Vec<RawAction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAction {
    code: CardCode,
    pv: u8,
    colour: String,
    family: String,
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlanets {
    dice: RawDice,
    tokens: RawTokens,
    collective: RawCollective,
    planet: Vec<Planet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDice {
    sides: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTokens {
    per_colour: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCollective {
    start: u8,
}

fn action(raw: RawAction) -> Result<Action, DataError> {
    let kind = match (Colour::of(&raw.colour), raw.family.as_str()) {
        (Some(colour), "scout") => coloured(colour, Family::Scout),
        (Some(colour), "chain") => coloured(colour, Family::Chain),
        (Some(colour), "levy") => coloured(colour, Family::Levy),
        (Some(colour), "surge") => coloured(colour, Family::Surge),
        (None, "collective") if raw.colour == "wild" => Kind::Wild(Wild::Collective),
        (None, "raid") if raw.colour == "wild" => Kind::Wild(Wild::Raid),
        _ => {
            let problem = format!(
                "{}: no card is {} and of the family {}",
                raw.code, raw.colour, raw.family
            );
            return Err(DataError::new(ACTIONS, problem));
        }
    };
    let wild = matches!(kind, Kind::Wild(_));
    if wild != (raw.pv == 0) {
        let problem = format!("{}: wild cards, and no others, have pv 0", raw.code);
        return Err(DataError::new(ACTIONS, problem));
    }
    Ok(Action {
        code: raw.code,
        name: raw.name,
        pv: raw.pv,
        kind,
    })
}

fn coloured(colour: Colour, family: Family) -> Kind {
    Kind::Coloured { colour, family }
}
