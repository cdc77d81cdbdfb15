//! The tables of the game: action cards, planets, dice, tokens; checked when they are read.
//!
//! Not here: what a card does (`reckon`), and the options of a campaign (`state`).

use packetboat_core::lang::names::fold;
use packetboat_core::prelude::*;
use packetboat_kit::{amounts::amounts, checks::Checks, code::code};
use serde::{Deserializer, de::Error};
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

amounts! {
    /// One number per colour: tokens, prices, planets.
    pub struct Tally of Colour, zeros kept {
        /// Of red.
        red: Red,
        /// Of yellow.
        yellow: Yellow,
        /// Of green.
        green: Green,
        /// Of blue.
        blue: Blue,
    }
}

words! {
    /// What a card can do besides being laid on a lower one, and what it gives. The last two are
    /// wild: they have no colour and may be held back, while one of the others must be played.
    pub enum Family: names "family" {
        /// Playable at any value if its player owns a planet of its colour.
        Scout = "scout",
        /// Playable at any value on a card of its colour.
        Chain = "chain",
        /// Gives by the planets of its colour in the own empire, Homeworld included.
        Levy = "levy",
        /// Gives much.
        Surge = "surge",
        /// Gives by the planets of a chosen colour in the Collective.
        Collective = "collective",
        /// Takes tokens of a chosen colour from the opponent.
        Raid = "raid",
    }
}

amounts! {
    /// How many tokens cards give: `[gives]` of `actions.toml`.
    pub struct Gives of Family {
        /// A scout card.
        scout: Scout,
        /// A chain card.
        chain: Chain,
        /// A levy card, per planet of its colour, the Homeworld included.
        levy: Levy,
        /// A surge card.
        surge: Surge,
        /// The collective card, per planet of the chosen colour in the Collective.
        collective: Collective,
        /// The raid card, at most.
        raid: Raid,
    }
}

/// An action card.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Its code.
    pub code: CardCode,
    /// The name printed on the card.
    pub name: String,
    /// Its position value; of wild cards 0.
    pub pv: u32,
    /// The colour of the tokens it gives; none if it is wild.
    #[serde(deserialize_with = "colour_or_wild")]
    pub colour: Option<Colour>,
    /// What it does.
    pub family: Family,
}

impl Action {
    /// Whether it is wild.
    pub fn is_wild(&self) -> bool {
        self.colour.is_none()
    }
}

fn colour_or_wild<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Colour>, D::Error> {
    let word = String::deserialize(from)?;
    match Colour::of(&word) {
        None if word != WILD => Err(D::Error::custom(format!("`{word}` is not a colour"))),
        colour => Ok(colour),
    }
}

shown! {
    /// An action card as reports show it, in words.
    pub struct CardFace of (card: &Action, gives: &Gives) {
        /// Its code.
        code: CardCode = card.code,
        /// The name printed on the card.
        name: String = card.name.clone(),
        /// Its position value.
        pv: u32 = card.pv,
        /// The word for its colour, or `wild`.
        colour: &'static str = card.colour.map_or(WILD, Colour::word),
        /// How many tokens of its colour it gives.
        gives: String = {
            let number = gives.get(card.family);
            match (card.family, card.colour) {
                (Family::Levy, Some(colour)) => {
                    format!("{number}, plus {number} per {colour} planet you won")
                }
                (Family::Collective, _) => format!("{number} per Collective planet of a colour"),
                (Family::Raid, _) => {
                    format!("takes up to {number} of one colour of the other player")
                }
                _ => number.to_string(),
            }
        },
        /// When it can be played besides on a lower card; empty if never, and of wild cards,
        /// which can be played any time.
        special: String = match (card.family, card.colour) {
            (Family::Scout, Some(colour)) => format!("any time with a {colour} planet"),
            (Family::Chain, Some(colour)) => format!("any time on a {colour} card"),
            _ => String::new(),
        },
    }
}

/// A planet of the planet deck.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planet {
    /// Its code.
    pub code: PlanetCode,
    /// The planet's name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
}

/// How action cards are dealt: `[deal]` of `actions.toml`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Cards in each hand.
    pub hand: u32,
    /// Cards put aside unseen.
    pub aside: u32,
}

/// All tables, checked.
#[derive(Debug, Clone, PartialEq)]
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
    pub sides: u32,
    /// Tokens there are of each colour.
    pub tokens_max: u32,
    /// Planets the Collective begins with.
    pub collective_start: u32,
    /// The seats, with how they are printed.
    pub seats: Vec<SeatCard>,
    /// The action cards as they are shown; shared, since every view has them.
    pub faces: Arc<BTreeMap<CardCode, CardFace>>,
}

impl Tables {
    /// Reads and checks `actions.toml`, `planets.toml` and the seats of `game.toml`.
    ///
    /// # Errors
    /// Names the file and what does not fit.
    pub fn load(pack: &DataPack) -> Result<Self, DataError> {
        let cards: ActionFile = pack.read(ACTIONS)?;
        let others: PlanetFile = pack.read(PLANETS)?;
        let game: GameCard = pack.read("game.toml")?;
        let faces = cards.action.iter();
        let faces = faces.map(|it| (it.code, CardFace::of(it, &cards.gives)));
        let tables = Tables {
            faces: Arc::new(faces.collect()),
            actions: cards.action,
            planets: others.planet,
            gives: cards.gives,
            deal: cards.deal,
            sides: others.dice.sides,
            tokens_max: others.tokens.per_colour,
            collective_start: others.collective.start,
            seats: game.seats,
        };
        tables.check()?;
        Ok(tables)
    }

    /// What a card or a planet is, by its code or name.
    pub fn explain(&self, name: &str) -> Option<String> {
        let is_it = |all: [&str; 2]| all.into_iter().any(|it| fold(it) == fold(name));
        let mut planets = self.planets.iter();
        if let Some(planet) = planets.find(|it| is_it([it.code.as_str(), &it.name])) {
            let Planet { name, colour, .. } = planet;
            return Some(format!("{name}: a {colour} planet."));
        }
        let mut faces = self.faces.values();
        let face = faces.find(|it| is_it([it.code.as_str(), &it.name]))?;
        let of_value = match face.colour {
            WILD => "a wild card, to be played on any card".to_owned(),
            colour => format!("a {colour} card of value {}", face.pv),
        };
        let special = match face.special.as_str() {
            "" => String::new(),
            special => format!("; playable {special}"),
        };
        let (code, name, gives) = (face.code, &face.name, &face.gives);
        Some(format!(
            "{code}, {name}: {of_value}{special}. Tokens: {gives}."
        ))
    }

    /// A card the state or an order names; both are checked where they come in.
    pub fn action(&self, code: CardCode) -> &Action {
        let card = self.actions.iter().find(|it| it.code == code);
        card.expect("codes are checked where they come in")
    }

    /// A planet the state names; checked where it comes in.
    pub fn planet(&self, code: PlanetCode) -> &Planet {
        let planet = self.planets.iter().find(|it| it.code == code);
        planet.expect("codes are checked where they come in")
    }

    /// Cards in a row, as they are shown to their owner.
    pub fn listed(&self, cards: &[CardCode]) -> String {
        let codes: Vec<String> = self.sorted(cards).iter().map(ToString::to_string).collect();
        codes.join(" ")
    }

    /// These cards by position value, wild ones last.
    pub fn sorted(&self, cards: &[CardCode]) -> Vec<CardCode> {
        let mut cards = cards.to_vec();
        cards.sort_by_key(|code| {
            let card = self.action(*code);
            (card.is_wild(), card.pv, card.code)
        });
        cards
    }

    /// Planets by colour.
    pub fn tally(&self, planets: &[PlanetCode]) -> Tally {
        let colours = planets.iter().map(|it| self.planet(*it).colour);
        colours.map(|it| Tally::of(it, 1)).sum()
    }

    fn check(&self) -> Result<(), DataError> {
        let Deal { hand, aside } = self.deal;
        let wild = |it: &Action| matches!(it.family, Family::Collective | Family::Raid);
        let fits = |it: &&Action| [it.is_wild(), it.pv == 0] == [wild(it); 2];
        let dealt = (hand * 2 + aside) as usize;
        Checks::default()
            .rule("all cards are dealt: two hands, and those put aside")
            .count(self.actions.len(), dealt)
            .rule("each card has a code of its own")
            .once(self.actions.iter().map(|it| it.code))
            .rule("collective and raid, and no others, are wild and have pv 0")
            .each(&self.actions, |it| it.code, fits)
            .in_file(ACTIONS)?;
        Checks::default()
            .rule("each planet has a code of its own")
            .once(self.planets.iter().map(|it| it.code))
            .rule("a planet is left for a prize")
            .that(|| self.planets.len() > self.collective_start as usize)
            .rule("a die needs sides")
            .that(|| self.sides > 0)
            .in_file(PLANETS)
    }
}

const ACTIONS: &str = "actions.toml";
const PLANETS: &str = "planets.toml";

/// What a card without a colour has in the place of one.
const WILD: &str = "wild";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionFile {
    deal: Deal,
    gives: Gives,
    action: Vec<Action>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanetFile {
    dice: Dice,
    tokens: Tokens,
    collective: Collective,
    planet: Vec<Planet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dice {
    sides: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    per_colour: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Collective {
    start: u32,
}
