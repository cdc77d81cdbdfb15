//! The steps of a route: how they are written in a SAIL line, and as what they are kept.
//!
//! Not here: where a step leads now (`sail`).

use super::board::{Cell, Way};
use super::data::Tables;
use packetboat_core::lang::form::{Shape, choice, code, counted, either, implied, list, maybe};
use packetboat_core::lang::said::{Is, Value, find};
use packetboat_core::prelude::*;

words! {
    /// Which tiles a hunt is for.
    pub enum Quarry: keywords "where" {
        /// Tiles beside the ship.
        Near = "NEAR",
        /// Tiles not west of the ship, if there are any.
        East = "EAST",
    }
}

/// A step of a route.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "step")]
#[allow(missing_docs, reason = "each says what its words say")]
pub enum Step {
    /// So many spaces that way.
    Go { way: Way, count: u32 },
    /// A shortest way.
    To { cell: Cell },
    /// A look at a tile, from beside it.
    Look { cell: Cell },
    /// A look at a wanted tile beside the ship.
    LookNear,
    /// To the nearest wanted tile, and a look at it, again and again.
    Hunt {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quarry: Option<Quarry>,
    },
}

tagged!(Step, "step");

impl OrderPart<Tables> for Step {
    fn slots(_with: &Tables, _name: &'static str) -> Vec<Slot> {
        let ways = Way::ALL.into_iter().zip(["north", "east", "south", "west"]);
        let ways = Names::of("direction", ways.map(|it| Noun::new(it.0.word()).or(it.1)));
        let look = either(vec![
            vec![code("cell", Shape::Cell)],
            vec![choice("where", &[&["NEAR"]])],
        ]);
        vec![either(vec![
            vec![counted("go", ways, 1, 99, Count::Steps)],
            vec![implied(&["TO"]), code("cell", Shape::Cell)],
            vec![choice("step", &[&["LOOK"]]), look],
            vec![
                choice("step", &[&["HUNT"]]),
                maybe(vec![choice("where", &[&["NEAR"], &["EAST"]])]),
            ],
        ])]
    }

    fn read(with: &Tables, values: &[Value], _name: &'static str) -> Result<Self, Diagnostic> {
        if let Some(Is::Counted { count, name }) = find(values, "go").map(|it| &it.is) {
            let way = Way::of(name).expect("the form lists the directions");
            let count = u32::try_from(count.unwrap_or(1)).expect("within bounds");
            return Ok(Step::Go { way, count });
        }
        let word = find(values, "step").and_then(Value::as_word);
        let quarry = find(values, "where").and_then(Value::as_word);
        let quarry = quarry.and_then(Quarry::of);
        let Some(named) = find(values, "cell") else {
            return Ok(match word {
                Some("LOOK") => Step::LookNear,
                _ => Step::Hunt { quarry },
            });
        };
        let (board, span) = (&with.board, named.span);
        let cell = named.as_name().and_then(|it| it.parse::<Cell>().ok());
        let none = || Diagnostic::new(span, "that is not a space", "write one such as E4");
        let cell = cell.ok_or_else(none)?;
        if !board.has(cell) {
            let (rows, columns) = board.size;
            let last = Cell {
                row: rows,
                column: columns,
            };
            let hint = format!("spaces are A1 to {last}");
            return Err(Diagnostic::new(span, "the board has no such space", &hint));
        }
        match word {
            Some(_) if board.sea.contains(&cell) => Err(Diagnostic::new(
                span,
                format!("{cell} is water: there is no tile to look at"),
                "name an island space",
            )),
            Some(_) => Ok(Step::Look { cell }),
            None => Ok(Step::To { cell }),
        }
    }
}

/// The steps of a SAIL line, after a colon that may be left out.
pub struct Route;

impl Reads<Tables, Vec<Step>> for Route {
    fn slots(&self, with: &Tables, name: &'static str) -> Vec<Slot> {
        vec![
            implied(&[":"]),
            list(name, Marks::Then, Step::slots(with, "item")),
        ]
    }
    fn read(
        &self,
        with: &Tables,
        values: &[Value],
        name: &'static str,
    ) -> Result<Vec<Step>, Diagnostic> {
        List(Marks::Then, Plain).read(with, values, name)
    }
}

/// A step as a line has it.
pub fn printed(step: &Step) -> String {
    match step {
        Step::Go { way, count: 1 } => way.word().to_owned(),
        Step::Go { way, count } => format!("{count} {way}"),
        Step::To { cell } => format!("TO {cell}"),
        Step::Look { cell } => format!("LOOK {cell}"),
        Step::LookNear => "LOOK NEAR".to_owned(),
        Step::Hunt { quarry: None } => "HUNT".to_owned(),
        Step::Hunt {
            quarry: Some(quarry),
        } => format!("HUNT {quarry}"),
    }
}
