//! What a viewer of Market may know, its order sheet, and the robot.

use super::state::{
    BuildingCard, ContractCard, Market, Phase, Pieces, Stall, State, Tables, Trader, held,
};
use packetboat_core::prelude::*;

shown! {
    /// What one viewer may know.
    pub struct View of (market: &Market, state: &State, viewer: Viewer) {
        /// The seat looking; none: the public.
        seat: Option<Seat> = viewer.seat(),
        /// The round being played.
        round: u32 = state.round,
        /// How many there are.
        rounds: u32 = state.rounds,
        /// The last round of the batch now played or called for.
        batch_until: u32 = (state.first_round() + state.batch - 1).min(state.rounds),
        /// Whose turn comes first in this round.
        first: Seat = state.order()[0],
        /// The highest price there can be.
        price_most: u32 = market.tables.prices[1],
        /// The board, in its order.
        board: Vec<Stall> = state.board.clone(),
        /// What can be built, in the order of the list.
        buildings: Vec<BuildingView> = {
            let cards = market.tables.buildings.iter();
            cards.map(|it| BuildingView::of(&market.tables, state, it)).collect()
        },
        /// In table order.
        traders: Vec<TraderView> = state.traders.iter().map(TraderView::of).collect(),
        /// The viewer's own contract.
        contract: Option<ContractView> = {
            let own = state.traders.iter().find(|it| Some(it.seat) == viewer.seat());
            own.map(|it| ContractView::of(market.tables.contract(&it.contract)))
        },
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
    }
}

shown! {
    /// A building, as everybody sees it.
    pub struct BuildingView of (rules: &Tables, state: &State, card: &BuildingCard) {
        /// The building's name.
        name: String = card.name.clone(),
        /// What it costs.
        cost: Pieces = card.cost.clone(),
        /// What it is worth at the end.
        worth: u32 = card.worth,
        /// How many are still to be had.
        left: u32 = rules.stock().left_of(&card.name, state.built()),
    }
}

shown! {
    /// One seat, as everybody sees it.
    pub struct TraderView of (trader: &Trader) {
        /// The trader's seat.
        seat: Seat = trader.seat,
        /// Its gold.
        gold: u32 = trader.gold,
        /// Its pieces.
        pieces: Pieces = trader.pieces.clone(),
        /// What it has built.
        built: Vec<String> = trader.built.clone(),
    }
}

shown! {
    /// The viewer's contract.
    pub struct ContractView of (card: &ContractCard) {
        /// How it is printed.
        title: String = card.title.clone(),
        /// What it asks for.
        good: String = card.good.clone(),
        /// What a piece of that is worth at the end.
        worth: u32 = card.worth,
    }
}

impl TraderView {
    /// How many pieces of a good it has.
    pub fn count(&self, good: &str) -> u32 {
        held(&self.pieces, good)
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

    /// What this many pieces cost now; `None`: the board has not as many.
    pub fn price_of(&self, count: u32, good: &str) -> Option<u32> {
        let stall = self.stall(good).filter(|it| it.pieces >= count)?;
        Some(stall.cost(count, self.price_most))
    }

    /// All goods: these first, then the dearest, of equals the first on the board.
    pub fn ranking(&self, first: &[String]) -> Vec<String> {
        let mut rest: Vec<&Stall> = self.board.iter().collect();
        rest.sort_by_key(|it| std::cmp::Reverse(it.price));
        let goods = first.iter().chain(rest.into_iter().map(|it| &it.good));
        let mut ranking = Vec::new();
        for good in goods {
            if !ranking.contains(good) {
                ranking.push(good.clone());
            }
        }
        ranking
    }

    /// What is in the order sheet.
    pub fn order_sheet(&self) -> SheetText {
        if self.contract.is_none() || self.over {
            return SheetText::default();
        }
        let more = self.batch_until > self.round;
        let each = if more { "EACH " } else { "" };
        let names: Vec<&str> = self.buildings.iter().map(|it| it.name.as_str()).collect();
        SheetText {
            live: names.iter().map(|it| format!("{each}BUILD {it}")).collect(),
            silence: vec![format!(
                "you build what you can pay, {}",
                names.join(" before ")
            )],
            ..SheetText::default()
        }
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
        lines.push(format!("TAKE {good}"));
        lines.join("\n")
    }
}
