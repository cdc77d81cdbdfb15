//! What a viewer of Market may know, its order sheet, and the robot.

use super::state::{Phase, Pieces, Stall, State, Tables};
use crate::engine::dice::{Bowl, Dice};
use crate::engine::rules::SheetText;
use crate::engine::seat::{Seat, Viewer};
use serde::Serialize;

/// What one viewer may know.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// The seat looking; none: the public.
    pub seat: Option<Seat>,
    /// The round being played.
    pub round: u32,
    /// How many there are.
    pub rounds: u32,
    /// The last round of the batch now played or called for.
    pub batch_until: u32,
    /// Whose turn comes first in this round.
    pub first: Seat,
    /// The highest price there can be.
    pub price_most: u32,
    /// The board, in its order.
    pub board: Vec<Stall>,
    /// What can be built, in the order of the list.
    pub buildings: Vec<BuildingView>,
    /// In table order.
    pub traders: Vec<TraderView>,
    /// The viewer's own contract.
    pub contract: Option<ContractView>,
    /// Whether the game is over.
    pub over: bool,
}

/// A building, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BuildingView {
    /// Its name.
    pub name: String,
    /// What it costs.
    pub cost: Pieces,
    /// What it is worth at the end.
    pub worth: u32,
    /// How many are still to be had.
    pub left: u32,
}

/// One seat, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TraderView {
    /// Its name.
    pub seat: Seat,
    /// Its gold.
    pub gold: u32,
    /// Its pieces.
    pub pieces: Pieces,
    /// What it has built.
    pub built: Vec<String>,
}

/// The viewer's contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContractView {
    /// How it is printed.
    pub title: String,
    /// What it asks for.
    pub good: String,
    /// What a piece of that is worth at the end.
    pub worth: u32,
}

/// What this viewer may know.
pub fn view(rules: &Tables, state: &State, viewer: Viewer) -> View {
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public | Viewer::Referee => None,
    };
    let own = state.traders.iter().find(|it| Some(it.seat) == seat);
    let contract = own.map(|it| rules.contract(&it.contract));
    let buildings = rules.buildings.iter().map(|it| BuildingView {
        name: it.name.clone(),
        cost: it.cost.clone(),
        worth: it.worth,
        left: state.left(it),
    });
    let traders = state.traders.iter().map(|it| TraderView {
        seat: it.seat,
        gold: it.gold,
        pieces: it.pieces.clone(),
        built: it.built.clone(),
    });
    View {
        seat,
        round: state.round,
        rounds: state.rounds,
        batch_until: (state.first_round() + state.batch - 1).min(state.rounds),
        first: state.order()[0],
        price_most: rules.prices[1],
        board: state.board.clone(),
        buildings: buildings.collect(),
        traders: traders.collect(),
        contract: contract.map(|it| ContractView {
            title: it.title.clone(),
            good: it.good.clone(),
            worth: it.worth,
        }),
        over: state.phase == Phase::Over,
    }
}

impl TraderView {
    /// How many pieces of a good it has.
    pub fn count(&self, good: &str) -> u32 {
        self.pieces.get(good).copied().unwrap_or(0)
    }
}

impl View {
    /// The trader in this seat, or the viewer's own.
    pub fn trader(&self, seat: Option<Seat>) -> Option<&TraderView> {
        let wanted = seat.or(self.seat)?;
        self.traders.iter().find(|it| it.seat == wanted)
    }

    /// The viewer's own trader.
    pub fn own(&self) -> Option<&TraderView> {
        self.trader(None)
    }

    /// A good on the board.
    pub fn stall(&self, good: &str) -> Option<&Stall> {
        self.board.iter().find(|it| it.good == good)
    }

    /// A building of the list.
    pub fn building(&self, name: &str) -> Option<&BuildingView> {
        self.buildings.iter().find(|it| it.name == name)
    }

    /// What so many pieces cost now; `None`: the board has not so many.
    pub fn price_of(&self, count: u32, good: &str) -> Option<u32> {
        let stall = self.stall(good).filter(|it| it.pieces >= count)?;
        let prices = (0..count).map(|it| (stall.price + it).min(self.price_most));
        Some(prices.sum())
    }

    /// All goods: these first, then the dearest, of equals the first on the board.
    pub fn ranking(&self, first: &[String]) -> Vec<String> {
        let mut ranking: Vec<String> = first.to_vec();
        let mut rest: Vec<&Stall> = self.board.iter().collect();
        rest.sort_by_key(|it| std::cmp::Reverse(it.price));
        ranking.extend(rest.into_iter().map(|it| it.good.clone()));
        let mut seen = Vec::new();
        ranking.retain(|it| {
            let new = !seen.contains(it);
            seen.push(it.clone());
            new
        });
        ranking
    }

    /// What stands in the order sheet.
    pub fn order_sheet(&self) -> SheetText {
        let (Some(own), Some(contract)) = (self.own(), &self.contract) else {
            return SheetText::default();
        };
        let more = self.batch_until > self.round;
        let rounds = match more {
            true => format!("Rounds {} to {}", self.round, self.batch_until),
            false => format!("Round {}", self.round),
        };
        let good = &contract.good;
        let mut sheet = SheetText {
            position: vec![
                format!("{rounds} of {}; {} begins.", self.rounds, self.first),
                format!("You have {} gold and {}.", own.gold, printed(&own.pieces)),
                format!("At the end each {good} is worth {} to you.", contract.worth),
            ],
            ..SheetText::default()
        };
        if self.over {
            return sheet;
        }
        if more {
            let last = self.batch_until;
            sheet.position.extend([
                "EACH: once in every round, not once in all.".to_owned(),
                format!(
                    "LEG 2: the lines below it are for round {}{}.",
                    self.round + 1,
                    { if last > self.round + 1 { " on" } else { "" } }
                ),
            ]);
        }
        let each = if more { "EACH " } else { "" };
        let names: Vec<&str> = self.buildings.iter().map(|it| it.name.as_str()).collect();
        sheet.live = names.iter().map(|it| format!("{each}BUILD {it}")).collect();
        sheet.perhaps = vec![
            format!("{each}BUY 2 {good} IF PRICE {good} AT MOST 4"),
            "SELL MAX".to_owned(),
            format!("STANDING KEEP 2 {good}, 1 GOLD"),
            format!("STANDING TAKE {good}"),
        ];
        sheet.lead = "without BUY, SELL, BUILD or PASS:".to_owned();
        let order = names.join(" before ");
        sheet.silence = vec![format!("you build what you can pay, {order}")];
        sheet
    }

    /// A sheet as a robot writes it: collects for its contract, builds, sells what is left over.
    pub fn robot(&self, dice: &mut Dice) -> String {
        let (Some(own), Some(contract)) = (self.own(), &self.contract) else {
            return "PASS".to_owned();
        };
        let mut die = |sides| dice.one(Bowl::Hidden, "robot", sides);
        let good = &contract.good;
        let bound = contract.worth - 1 + die(2);
        let mut lines = vec![format!("EACH BUY {good} IF PRICE {good} UNDER {bound}")];
        let mut names: Vec<&str> = self.buildings.iter().map(|it| it.name.as_str()).collect();
        let by = usize::try_from(die(2) - 1).expect("0 or 1");
        names.rotate_left(by);
        lines.push(format!(
            "BUILD {} IF ROUND OVER 1 ELSE BUY grain",
            names.join("/")
        ));
        let others = own.pieces.iter().filter(|it| it.0 != good);
        if let Some((other, held)) = others.max_by_key(|it| *it.1) {
            lines.push(format!("SELL {held} {other} IF PRICE {other} AT LEAST 3"));
        }
        match die(6) {
            1 => lines.push(format!("STANDING KEEP 3 {good}, 1 GOLD")),
            2 => lines.push(format!("STANDING TAKE {good}, wine")),
            3 => lines.push(format!("KEEP 9 {good}\nSELL MAX IF GOLD UNDER 4")),
            4 if self.round < self.rounds => {
                let at = "STANDING UNTIL";
                lines.push(format!(
                    "{at} {} BUY grain IF PRICE grain IS 1",
                    self.round + 1
                ));
            }
            5 if self.batch_until > self.round => {
                lines.push(format!(
                    "LEG 2\nBUY {good}\nSELL MAX IF GOLD IS 0\nKEEP 1 {good}"
                ));
            }
            _ => lines.push("PASS IF GOLD OVER 20".to_owned()),
        }
        lines.join("\n")
    }
}

/// `2 wool and 1 iron`, `no goods`.
fn printed(pieces: &Pieces) -> String {
    let all: Vec<String> = pieces
        .iter()
        .map(|(good, it)| format!("{it} {good}"))
        .collect();
    match all.split_last() {
        None => "no goods".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
