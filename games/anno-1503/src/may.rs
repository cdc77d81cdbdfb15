//! What a seat may do now, and why not, with the numbers: play, wishes and notes on lines ask here.
//!
//! Not here: what a line means (`decide`), and what an island allows by itself (`reckon`).

use super::choice::{Choice, Deal, Question, choices};
use super::data::{Building, Goods};
use super::orders::{Order, Rise, buildings_named};
use super::{board::Cell, refusal::Refusal, view::Eye};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::checks::unless;

/// Whether something may be done; if not, why.
pub type May = Result<(), Refusal>;

impl Eye<'_> {
    /// May this be chosen now?
    ///
    /// # Errors
    /// Why not, for the seat.
    pub fn permits(&self, question: &Question, choice: &Choice) -> May {
        let (tables, view) = (self.tables, self.view);
        let (own, board) = (view.own(), &tables.board);
        let open = |it: bool| unless(it, || Refusal::NoChoice);
        match (question, choice) {
            (Question::Wish, Choice::Rest) | (Question::Sail { .. }, Choice::Halt { .. }) => Ok(()),
            (Question::Wish, Choice::Pioneer { building, .. }) => {
                let (_, built) = own.next_space(tables)?;
                if let Some(building) = building {
                    view.world.may_build(tables, view.mine(), *building)?;
                }
                open(built == building.is_some())?;
                self.pay(choice)
            }
            (Question::Wish, Choice::Develop { space, .. }) => {
                own.can_rise(tables, *space)?;
                self.pay(choice)
            }
            (Question::Wish, Choice::Ship { .. }) => {
                own.free_ship(tables)?;
                self.pay(choice)
            }
            (Question::Wish, Choice::Buy { .. }) => self.pay(choice),
            (Question::Wish, Choice::Sell { deals }) => {
                let (mut hand, mut turn) = (view.hand, view.own_turn());
                deals.iter().try_for_each(|Deal { good, space }| {
                    let bought = own.pays(tables, &turn, *space, *good).is_some();
                    turn.sold.push(*space);
                    open(bought && hand.take(*good, 1) > 0)
                })
            }
            (Question::Wish, Choice::Sail { ship, .. }) => {
                let ship = *ship;
                unless(own.ship(ship).is_some(), || Refusal::NotAtSea { ship })
            }
            (Question::Wish, Choice::Draw { from }) => self.draw(*from, 0),
            (Question::Sail { ship }, Choice::Go { to, .. }) => {
                open(self.moves(*ship, |at| board.coast(at).any(|it| it == *to)))
            }
            (Question::Sail { ship }, Choice::Look { cell, .. }) => {
                let lies = view.tiles.contains(cell);
                let near = |at| lies && board.shores(at).any(|it| it == *cell);
                open(self.moves(*ship, near))
            }
            _ => open(choices(tables, view, question).contains(choice)),
        }
    }

    /// That what a choice costs is there, with the cards bought for it.
    fn pay(&self, choice: &Choice) -> May {
        let bought = choice.bought();
        self.buy(&bought, 0)?;
        let cost = self.view.own().cost(self.tables, choice);
        has_cards(&(self.view.hand + bought), &cost, 0)
    }

    /// Whether a ship has a point left, and is near enough.
    fn moves(&self, ship: u32, near: impl Fn(Cell) -> bool) -> bool {
        let at = self.view.own().ship(ship).map(|it| it.at);
        at.is_some_and(near) && self.points(ship) > 0
    }

    /// Action points that a ship of the seat's has left.
    pub fn points(&self, ship: u32) -> u32 {
        let (view, turn) = (self.view, self.view.own_turn());
        view.world
            .points_left(self.tables, view.mine(), &turn, ship)
    }

    /// What a wish makes out of cards, none of them bought, and how many may be (FILL); `None`:
    /// nothing, as other wishes do.
    ///
    /// # Errors
    /// Why it makes nothing, whatever it costs.
    pub fn makes(&self, order: &Order) -> Result<Option<(Choice, u32)>, Vec<Refusal>> {
        let fill = Goods::NONE;
        Ok(Some(match order {
            Order::Pioneer {
                buildings,
                fill: most,
            } => {
                let building = self.place(buildings)?;
                (Choice::Pioneer { building, fill }, *most)
            }
            Order::Develop {
                level,
                space: at,
                fill: most,
            } => {
                let space = self.riser(*level, *at)?;
                (Choice::Develop { space, fill }, *most)
            }
            Order::Ship { fill: most } => {
                self.view.own().free_ship(self.tables)?;
                (Choice::Ship { fill }, *most)
            }
            _ => return Ok(None),
        }))
    }

    /// The building that comes with the next pioneer, if one does: the first that can be taken
    /// (D5).
    ///
    /// # Errors
    /// Why there can be no pioneer (R5).
    fn place(&self, named: &[String]) -> Result<Option<Building>, Vec<Refusal>> {
        let (tables, view) = (self.tables, self.view);
        let (_, built) = view.own().next_space(tables)?;
        if !built {
            return Ok(None);
        }
        let mut why = Vec::new();
        for building in buildings_named(tables, named) {
            match view.world.may_build(tables, view.mine(), building) {
                Ok(()) => return Ok(Some(building)),
                Err(reason) if why.contains(&reason) => {}
                Err(reason) => why.push(reason),
            }
        }
        Err(why)
    }

    /// The space on which somebody becomes this: the lowest possible (D4), or that one.
    fn riser(&self, level: Rise, at: u32) -> Result<u32, Refusal> {
        let (own, level) = (self.view.own(), level.level());
        if at == 0 {
            return own.riser(self.tables, level);
        }
        let next = own.can_rise(self.tables, at)?;
        unless(next == level, || Refusal::Becomes { space: at, next })?;
        Ok(at)
    }

    /// What must be bought for a choice, where up to this many cards may be; so much gold is kept.
    ///
    /// # Errors
    /// Why it cannot be paid.
    pub fn fill(&self, choice: &Choice, most: u32, kept: u32) -> Result<Goods, Refusal> {
        let cost = self.view.own().cost(self.tables, choice);
        let missing = cost.less(&self.view.hand);
        if missing.total() > most {
            has_cards(&self.view.hand, &cost, most)?;
        }
        let bought = self.buy(&missing, kept);
        bought.map_err(|it| it.filling(&missing))?;
        Ok(missing)
    }

    /// That these cards can be bought while so much gold is kept (R22), from what the stock holds
    /// now: what earlier seats have taken is gone (R37).
    ///
    /// # Errors
    /// Why not.
    pub fn buy(&self, goods: &Goods, kept: u32) -> May {
        let number = goods.total();
        if number == 0 {
            return Ok(());
        }
        let (most, fill) = (self.tables.costs.buys_per_turn, None);
        let bought = self.view.own_turn().bought;
        if bought + number > most {
            return Err(Refusal::MostBought { most, bought, fill });
        }
        if let Some(lacks) = goods.lacking(&self.view.stock) {
            let lacks = lacks.words();
            return Err(Refusal::StockLacks { lacks, fill });
        }
        self.has_gold(self.view.own().price(self.tables) * number, kept)
    }

    /// That a card can be drawn of somebody while so much gold is kept (R15).
    ///
    /// # Errors
    /// Why not.
    pub fn draw(&self, from: Seat, kept: u32) -> May {
        let view = self.view;
        let office = view.own().owns(Building::Bigbranch);
        unless(office, || Refusal::NoOffice)?;
        unless(!view.own_turn().drawn, || Refusal::DrawnBefore)?;
        let cards = view.held.get(&from).copied().unwrap_or(0);
        unless(from != view.mine() && cards > 0, || Refusal::NoCard {
            who: self.tables.title(from),
        })?;
        self.has_gold(self.tables.costs.draw, kept)
    }

    /// That there is so much gold above what KEEP holds back.
    fn has_gold(&self, price: u32, kept: u32) -> May {
        let gold = self.view.own().gold;
        unless(gold >= price + kept, || Refusal::NoGold {
            price,
            gold,
            kept: if gold < price { 0 } else { kept },
            fill: None,
        })
    }
}

/// That a hand can pay a cost, of which FILL may buy so many cards, and they are too few.
fn has_cards(hand: &Goods, cost: &Goods, most: u32) -> May {
    let Some(lacks) = cost.lacking(hand) else {
        return Ok(());
    };
    let lacks = lacks.words();
    Err(Refusal::Lacks { lacks, most })
}
