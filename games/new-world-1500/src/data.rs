//! The tables of the game: areas, regions and exports, the 112 cards and what each does, the track
//! of Royal Support; checked when they are read.

use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, few};
use packetboat_kit::{checks::Checks, code::code, supply::Supply};

const MAP: &str = "map.toml";
const CARDS: &str = "cards.toml";
const TRACKS: &str = "tracks.toml";

/// How many areas a region has, and how many there are with an export (1.1).
const MONOPOLY: usize = 3;

code! {
    /// An area: `CHJ`.
    Area, 3
}

code! {
    /// A region: `CH`.
    Region, 2
}

code! {
    /// An export: `gold`.
    Export, 6
}

code! {
    /// A card, by its code: `FATE`.
    Card, 13
}

words! {
    /// What a card is used for (1.4).
    pub enum Way: keywords "use" {
        /// Its text.
        Text = "TEXT",
        /// One colony on an empty area.
        Build = "BUILD",
        /// Any colony one step down.
        Reduce = "REDUCE",
        /// A Struggling colony back up.
        Repair = "REPAIR",
        /// A token of Royal Support.
        Support = "SUPPORT",
    }
}

/// The tables.
#[derive(Debug, Clone)]
pub struct Tables {
    /// Seats of the card, with their titles.
    pub seats: Vec<SeatCard>,
    /// The map.
    pub map: Map,
    /// The cards.
    pub deck: Deck,
    /// The tracks, and what is scored.
    pub tracks: Tracks,
    /// All copies of the cards, in the order of the file: draws count in it (R36).
    pub supply: Supply<Card>,
}

/// Areas, regions and exports.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// In the order that settles ties.
    #[serde(rename = "area")]
    pub areas: Vec<AreaCard>,
    /// The regions.
    #[serde(rename = "region")]
    pub regions: Vec<RegionCard>,
    /// The exports.
    #[serde(rename = "export")]
    pub exports: Vec<ExportCard>,
    links: Links,
    /// How pages draw it.
    pub drawing: Drawing,
}

/// An area.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaCard {
    /// Its code.
    pub code: Area,
    /// The area's name, as printed on the map.
    pub name: String,
    /// Where it is.
    pub region: Region,
    /// What it exports.
    pub export: Export,
    /// What is beside it, over land or sea.
    #[serde(rename = "adj")]
    pub beside: Vec<Area>,
}

/// A region.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionCard {
    /// Its code.
    pub code: Region,
    /// The region's name, as printed on the map.
    pub name: String,
}

/// An export.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportCard {
    /// The export's name in orders.
    pub code: Export,
    /// What it may be called too.
    #[serde(default)]
    pub also: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Links {
    dotted: Vec<(Area, Area)>,
}

/// The map in letters.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// Line by line.
    pub lines: Vec<String>,
}

/// The cards.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// In the order of the file.
    #[serde(rename = "card")]
    pub cards: Vec<Face>,
    /// Which are kept rather than others.
    pub keep: Vec<Card>,
    first: Vec<Card>,
    then: Vec<Card>,
}

/// What is written on a card.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Its code.
    pub code: Card,
    /// The name printed on the card.
    pub name: String,
    /// When its text can be used.
    pub kind: Timing,
    /// How many there are.
    pub copies: u32,
    /// How many squares it moves a token.
    pub support: i32,
    /// What its text does, in a turn of one's own.
    #[serde(default)]
    pub text: Option<Text>,
    /// What it does against what others play.
    #[serde(default)]
    pub answer: Option<Answer>,
    /// What its text says, in words: for HELP.
    #[serde(default)]
    pub says: String,
}

impl Face {
    /// What its text says. Campaigns keep the words with which they were founded.
    pub fn says(&self) -> String {
        self.says.replace("hang together", "are connected")
    }

    /// Whether this use touches colonies that can be counted.
    pub fn touches(&self, way: Way) -> bool {
        use Shape::{Isolate, Lift, Plague, Player};
        let shape = self.text.as_ref().map(|it| it.shape);
        match way {
            Way::Support => false,
            Way::Text => !matches!(shape, Some(Plague | Isolate | Lift | Player)),
            Way::Build | Way::Reduce | Way::Repair => true,
        }
    }
}

/// What a Reaction card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Cancels the card.
    Cancel,
    /// A token does not move, and a card is drawn.
    Halt,
    /// Colonies of its player stay as they are.
    Spare,
    /// Behind a card that Reduced or Removed a colony, cards are drawn.
    Stir,
    /// A tally brings nothing for monopolies.
    Plunder,
}

/// When the text of a card can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// In one's own turn.
    Action,
    /// Against what others play.
    Reaction,
    /// In one's own tally.
    Tally,
}

/// What the text of a card does.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// What is named with it, and how its steps follow from that.
    pub shape: Shape,
    /// What is done to areas.
    #[serde(default, rename = "step")]
    pub parts: Vec<Part>,
    /// How many steps there are at most.
    #[serde(default = "one")]
    pub most: u32,
    /// What all steps together must be.
    #[serde(default)]
    pub test: Test,
}

impl Text {
    /// Whether its steps differ, so that each is written with its verb.
    pub fn has_verbs(&self) -> bool {
        self.shape == Shape::Steps && self.parts.len() > 1
    }

    /// Whether it has the steps that its shape needs; several differ by BUILD and REDUCE alone.
    fn is_whole(&self) -> bool {
        let mut verbs = self.parts.iter();
        let verbs = verbs.all(|it| matches!(it.does, Act::Build | Act::Reduce));
        match self.shape {
            Shape::Steps => self.most > 0 && (self.parts.len() == 1 || self.has_verbs() && verbs),
            Shape::Pairs => self.parts.len() == 2,
            Shape::All => !self.parts.is_empty(),
            Shape::Region | Shape::Plague => self.parts.len() == 1,
            Shape::Isolate | Shape::Lift | Shape::Player => self.parts.is_empty(),
        }
    }
}

fn one() -> u32 {
    1
}

/// What is named with the text of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Areas, one a step.
    Steps,
    /// Own colonies, and for each one of every opponent.
    Pairs,
    /// Nothing: all that fits.
    All,
    /// A region: all in it that fits.
    Region,
    /// A region, on which the card stays.
    Isolate,
    /// A region, from which such a card goes.
    Lift,
    /// A player, who loses points for colonies.
    Player,
    /// The first victim.
    Plague,
}

/// What a step does, and to what.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What is done.
    pub does: Act,
    /// To whose colonies.
    #[serde(default)]
    pub whose: Whose,
    /// In which state they are; none: in any in which it can be done.
    #[serde(default)]
    pub state: Option<Shade>,
    /// Whether they are beside a colony of one's own.
    #[serde(default)]
    pub beside: bool,
}

impl Part {
    /// The same to anybody's.
    pub fn plain(does: Act) -> Self {
        Part {
            does,
            whose: Whose::Any,
            state: None,
            beside: false,
        }
    }
}

/// What is done to an area.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// A colony is built.
    Build,
    /// A colony goes one step down.
    Reduce,
    /// A Successful colony becomes Struggling.
    Struggle,
    /// A Struggling colony becomes Successful.
    Repair,
    /// A colony leaves the map.
    Remove,
    /// A colony leaves the map for another.
    Replace,
}

/// Whose colonies a step may be done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The colonies of any player.
    #[default]
    Any,
    /// One's own.
    Mine,
    /// Those of others.
    Others,
    /// Those of who has most on the map.
    Most,
}

/// The state of a colony.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// Face up.
    Successful,
    /// Flipped.
    Struggling,
}

/// What all steps of a card together must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Nothing more.
    #[default]
    None,
    /// They hang together (R5).
    Connected,
    /// In every region one at most.
    OnceARegion,
    /// In every region exactly one.
    EveryRegion,
    /// In one region, in which there is a Successful colony of one's own.
    HeldRegion,
    /// Of one owner.
    OneOwner,
}

/// The tracks, and what is scored.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tracks {
    /// The track of Royal Support.
    pub royal_support: Track,
    /// The turns.
    pub turns: Turns,
    /// What is scored.
    pub points: Points,
    /// Plague Ship.
    pub plague: Plague,
    /// What answers draw.
    pub draws: Draws,
}

/// The track of Royal Support.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// The number of each square: cards dealt and held.
    pub cards: Vec<u32>,
    /// The lowest square.
    pub floor: u32,
    /// Where tokens start, by place in the order of play.
    pub start_index_by_seat: Vec<u32>,
}

/// The turns.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    labels: Vec<String>,
    #[serde(rename = "final")]
    end: String,
}

/// What is scored.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// For a Successful colony.
    pub colony: u32,
    /// For a monopoly.
    pub monopoly: u32,
    /// The same with Iron Grip.
    pub gripped: u32,
    /// Lost for a Struggling colony.
    pub struggling: u32,
    /// For a colony of another player that becomes Struggling.
    pub struck: u32,
}

/// Plague Ship.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plague {
    /// What ends it.
    pub price: u32,
}

/// What answers draw.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draws {
    /// Embargo.
    pub embargo: u32,
    /// Revolt.
    pub revolt: u32,
}

impl Tables {
    /// Reads and checks them.
    ///
    /// # Errors
    /// The first that does not fit.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let card: GameCard = pack.read("game.toml")?;
        let map: Map = pack.read(MAP)?;
        map.check()?;
        let deck: Deck = pack.read(CARDS)?;
        deck.check()?;
        let tracks: Tracks = pack.read(TRACKS)?;
        tracks.royal_support.check(card.seats.len())?;
        let copies = deck.cards.iter().map(|it| (it.code, it.copies));
        Ok(Tables {
            seats: card.seats,
            supply: Supply::of(copies),
            map,
            deck,
            tracks,
        })
    }

    /// How a seat is printed.
    pub fn title(&self, seat: Seat) -> &str {
        let found = self.seats.iter().find(|it| it.name == seat);
        found.map_or("nobody", |it| &it.title)
    }

    /// A card.
    ///
    /// # Panics
    /// If there is none of that code: all codes come from the tables.
    pub fn card(&self, code: Card) -> &Face {
        self.deck.face(code)
    }

    /// What turn it is, by the year on its box; after the last of them the end.
    pub fn label(&self, turn: u32, turns: u32) -> &str {
        let at = usize::try_from(turn.saturating_sub(1)).unwrap_or(usize::MAX);
        match self.tracks.turns.labels.get(at).filter(|_| turn <= turns) {
            Some(label) => label,
            None => &self.tracks.turns.end,
        }
    }

    /// The number of a square: cards dealt and held.
    pub fn limit(&self, square: u32) -> u32 {
        self.tracks.royal_support.cards[square as usize]
    }

    /// The last square.
    pub fn last_square(&self) -> u32 {
        few(&self.tracks.royal_support.cards) - 1
    }

    /// How a page shows a player what they hold: `hand 2: FATE +3, WAR -1`.
    pub fn own_cards(&self, hand: &[Card]) -> String {
        let each = self.sorted(hand).into_iter();
        let each = each.map(|it| format!("{it} {:+}", self.card(it).support));
        match hand {
            [] => "hand 0".to_owned(),
            _ => format!("hand {}: {}", hand.len(), commas(each)),
        }
    }

    /// Cards in the order of the file.
    pub fn sorted(&self, cards: &[Card]) -> Vec<Card> {
        let mut cards = cards.to_vec();
        cards.sort_by_key(|it| self.deck.cards.iter().position(|face| face.code == *it));
        cards
    }
}

impl Track {
    fn check(&self, seats: usize) -> Result<(), DataError> {
        let starts = &self.start_index_by_seat;
        let last = few(&self.cards).saturating_sub(1);
        let squares = starts.iter().chain([&self.floor]);
        Checks::default()
            .rule("each place in the order of play needs a square of the track to start on")
            .that(|| starts.len() >= seats)
            .rule("squares are counted from 0, and none lies beyond the track")
            .known(squares.copied(), 0..=last)
            .in_file(TRACKS)
    }
}

impl Map {
    /// An area.
    ///
    /// # Panics
    /// If there is none of that code: all codes come from the tables.
    pub fn area(&self, code: Area) -> &AreaCard {
        let found = self.areas.iter().find(|it| it.code == code);
        found.expect("an area of the map")
    }

    /// A region.
    ///
    /// # Panics
    /// If there is none of that code: all codes come from the tables.
    pub fn region(&self, code: Region) -> &RegionCard {
        let found = self.regions.iter().find(|it| it.code == code);
        found.expect("a region of the map")
    }

    /// The region that these areas make up; none: they have an export in common.
    pub fn region_of(&self, areas: &[Area]) -> Option<Region> {
        let mut regions = areas.iter().map(|it| self.area(*it).region);
        let first = regions.next()?;
        regions.all(|it| it == first).then_some(first)
    }

    /// All areas, in their order.
    pub fn codes(&self) -> impl Iterator<Item = Area> {
        self.areas.iter().map(|it| it.code)
    }

    /// The areas of a region.
    pub fn of_region(&self, region: Region) -> impl Iterator<Item = Area> {
        let inside = self.areas.iter().filter(move |it| it.region == region);
        inside.map(|it| it.code)
    }

    /// The place of an area in the order that settles ties.
    pub fn rank(&self, code: Area) -> i64 {
        let at = self.areas.iter().position(|it| it.code == code);
        i64::try_from(at.expect("an area of the map")).expect("few")
    }

    /// The sets of areas that make a monopoly: of each region, of each export.
    pub fn monopolies(&self) -> Vec<Vec<Area>> {
        let regions = self.regions.iter();
        let regions = regions.map(|it| self.of_region(it.code).collect());
        let exports = self.exports.iter().map(|export| {
            let such = self.areas.iter().filter(|area| area.export == export.code);
            such.map(|it| it.code).collect()
        });
        regions.chain(exports).collect()
    }

    fn check(&self) -> Result<(), DataError> {
        let beside = |from: Area, to: Area| {
            let mut areas = self.areas.iter();
            from != to && areas.any(|it| it.code == from && it.beside.contains(&to))
        };
        let named = |it: &(Area, Area)| format!("{} and {}", it.0, it.1);
        let adjacent = self.areas.iter();
        let adjacent = adjacent.flat_map(|area| area.beside.iter().map(|it| (area.code, *it)));
        let links = self.links.dotted.iter().copied();
        let whole = |it: &Vec<Area>| it.len() == MONOPOLY;
        let exports = self.areas.iter();
        let exports = exports.map(|it| format!("{} in {}", it.export, it.region));
        Checks::default()
            .rule("a region has three areas, and an export stands in three")
            .each(self.monopolies(), |it| commas(it), whole)
            .count(self.areas.len(), MONOPOLY * self.regions.len())
            .rule("no region has an export twice")
            .once(exports)
            .rule("what is beside an area has that area beside it, and is another one")
            .each(adjacent, named, |it| beside(it.1, it.0))
            .rule("a way by sea is a border")
            .each(links, named, |it| beside(it.0, it.1))
            .in_file(MAP)
    }
}

impl Deck {
    /// What the program plays where nobody says anything, as lines a player could write (4.6):
    /// these for their text, then those while they build two colonies, then every other of a
    /// positive number for what is of use.
    pub fn plays(&self) -> Vec<String> {
        let first = self.first.iter();
        let first = first.map(|it| (*it, format!("PLAY {it} TEXT IF COUNT MINE.STRUG")));
        let then = self.then.iter();
        let then = then.map(|it| (*it, format!("PLAY {it} TEXT MIN 2")));
        let others = self.cards.iter();
        let others = others.filter(|it| it.kind == Timing::Action && it.support > 0);
        let others = others.map(|face| {
            let uses = ["REPAIR MINE.STRUG", "BUILD OPEN", "SUPPORT"];
            let plays = uses.map(|it| format!("PLAY {} {it}", face.code));
            (face.code, plays.join(" ELSE "))
        });
        let lines = first.chain(then).chain(others);
        let copies = |card| self.face(card).copies as usize;
        lines
            .flat_map(|(card, line)| vec![line; copies(card)])
            .collect()
    }

    /// The cards that answer others.
    pub fn reactions(&self) -> impl Iterator<Item = &Face> {
        self.cards.iter().filter(|it| it.kind == Timing::Reaction)
    }

    /// The card that cancels others.
    pub fn cancel(&self) -> Option<Card> {
        let mut all = self.reactions();
        let found = all.find(|it| it.answer == Some(Answer::Cancel))?;
        Some(found.code)
    }

    fn face(&self, code: Card) -> &Face {
        let found = self.cards.iter().find(|it| it.code == code);
        found.expect("a card of the tables")
    }

    fn check(&self) -> Result<(), DataError> {
        let codes = || self.cards.iter().map(|it| it.code);
        let parted = |card: &&Face| {
            (card.kind == Timing::Action) == card.text.is_some()
                && (card.kind == Timing::Reaction) == card.answer.is_some()
        };
        let counts = |it: &&Face| it.support != 0 && it.copies > 0;
        let whole = |it: &&Face| it.text.as_ref().is_none_or(Text::is_whole);
        let played = self.first.iter().chain(&self.then).copied();
        Checks::default()
            .rule("each card has a code of its own")
            .once(codes())
            .rule("`keep` names each card once")
            .once(self.keep.iter().copied())
            .known(self.keep.iter().copied(), codes())
            .known(codes(), self.keep.iter().copied())
            .rule("`first` and `then` name cards")
            .known(played, codes())
            .rule("action cards have a text, reactions an answer")
            .each(&self.cards, |it| it.code, parted)
            .rule("each card has copies and a number")
            .each(&self.cards, |it| it.code, counts)
            .rule("a text has the steps that its shape needs, and no others")
            .each(&self.cards, |it| it.code, whole)
            .in_file(CARDS)
    }
}
