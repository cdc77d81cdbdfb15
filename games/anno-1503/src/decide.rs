//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3).

use super::choice::{Choice, Deal, Question, choices};
use super::data::{Good, Goods};
use super::names::{AUTO, GOLD};
use super::need::{Floors, Mind, sell_all};
use super::orders::{Order, Sale, Selling, Side, wishes};
use super::state::{Route, Turn};
use super::{pick::names, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::checks::unless;
use std::cmp::Reverse;

/// What one line says to a question.
type Said = Verdict<Choice, Refusal>;

impl Mind<'_> {
    /// Decides a question; the lines of silence come after those of the seat.
    pub fn decide(&self, question: &Question) -> Decision<Choice> {
        if let Question::Sail { ship } = question {
            return Decision {
                choice: Some(self.next(*ship)),
                ..Decision::none()
            };
        }
        let permits = |it: &Choice| self.eye().permits(question, it);
        self.lines.first(|it| self.say(question, it), permits)
    }

    /// What a line says to a question.
    fn say(&self, question: &Question, line: &Live<'_, Order>) -> Said {
        let (tables, view) = (self.tables, self.view);
        let takes = |it: &Live<'_, Order>| matches!(it.order, Order::Take { .. });
        let picky = || self.lines.lines.iter().any(|it| !it.silent() && takes(it));
        match (question, line.order) {
            (Question::Produce { number }, Order::Produce { goods }) => {
                self.produce(*number, goods)
            }
            (Question::Produce { number }, Order::Bridge { number: at, side })
                if *number > 0 && (at.0 == 0 || at.0 == *number) =>
            {
                self.bridge(*number, *side)
            }
            (Question::Lose, Order::Lose { items }) => {
                let all = choices(tables, view, question);
                let mut named = items.iter().map(|it| Choice::Lose { loss: it.clone() });
                Verdict::always(named.find(|it| all.contains(it)))
            }
            // A TAKE line of the seat's own keeps that of silence out (D9).
            (Question::Tile { .. }, Order::Take { .. }) if line.silent() && picky() => {
                Verdict::NotMine
            }
            (Question::Tile { tile, .. }, Order::Take { picks }) => {
                let named = picks.iter().find(|it| names(&it.kind, *tile));
                let at = named.map(|it| self.how(*tile, it));
                Verdict::always(at.map(|at| Choice::Use { at }))
            }
            (Question::Tile { tile, .. }, Order::Skip { kinds })
                if kinds.iter().any(|it| names(it, *tile)) =>
            {
                Verdict::Always(Choice::PutBack)
            }
            (Question::Discard, Order::Discard { goods }) => {
                let first = goods.iter().find(|it| view.hand.get(**it) > 0);
                Verdict::always(first.map(|it| self.give_up(*it)))
            }
            (Question::Wish, order) if line.silent() && (self.speaks() || !wishes(order)) => {
                Verdict::NotMine
            }
            (Question::Wish, Order::Sell { what, keep }) => self.sell(what, keep),
            (Question::Wish, _) => match self.wished(line) {
                Ok(choice) => choice.map_or(Verdict::NotMine, Verdict::Once),
                Err(why) => Verdict::RefuseEach(why),
            },
            _ => Verdict::NotMine,
        }
    }

    /// The first good of a ranking that can be taken, where any can (D1).
    fn produce(&self, number: u32, ranking: &[String]) -> Said {
        let home = self.view.own().island(self.tables);
        if number > 0 && home.at(number).is_some() {
            return Verdict::NotMine;
        }
        let there = |it: &Good| self.view.stock.get(*it) > 0;
        let found = ranking.iter().find_map(|word| match word.as_str() {
            AUTO => self.need().lacking.into_iter().find(there),
            word => Good::of(word).filter(there),
        });
        Verdict::always(found.map(|good| Choice::take(good, false)))
    }

    /// The home good or that of the branch office (D2).
    fn bridge(&self, number: u32, side: Side) -> Said {
        let home = self.view.own().island(self.tables).at(number);
        let both = home.zip(self.view.own().branch(number));
        Verdict::always(both.map(|(home, branch)| match side {
            Side::Home => Choice::take(home, false),
            Side::Branch => Choice::take(branch, true),
            Side::Auto => self.auto_side(home, branch),
        }))
    }

    /// What a wish would do now, but for sales, or why it must wait.
    fn wished(&self, line: &Live<'_, Order>) -> Result<Option<Choice>, Vec<Refusal>> {
        let (eye, kept) = (self.eye(), Floors::of(self.lines, &[]).floor(GOLD));
        if let Some((choice, most)) = eye.makes(line.order)? {
            let fill = eye.fill(&choice, most, kept)?;
            return Ok(Some(choice.filled(fill)));
        }
        Ok(Some(match line.order {
            Order::Buy { what, .. } => {
                let good: Good = what.kind();
                eye.buy(&Goods::of(good, 1), kept)?;
                Choice::Buy { good }
            }
            Order::Sail { ship, steps } => {
                let lasting = !line.each && !line.standing && !line.silent();
                let route = Route::new((*ship, steps), lasting, line.at.submission);
                self.begins(&route)?;
                Choice::Sail {
                    ship: route.ship,
                    steps: route.steps,
                    lasting,
                    of: route.of,
                }
            }
            Order::Draw { from } => {
                let from = self.drawn(from)?;
                eye.draw(from, kept)?;
                Choice::Draw { from }
            }
            _ => return Ok(None),
        }))
    }

    /// What a SELL line sells now, or why nothing.
    fn sell(&self, what: &Selling, keep: &[Amount]) -> Said {
        let (tables, view) = (self.tables, self.view);
        let floors = Floors::of(self.lines, keep);
        let above = view.hand.less(&floors.goods());
        let (spare, until) = match what {
            Selling::Max {} => (above, None),
            Selling::Spare {} => (view.hand.less(&self.need().aside).at_most(&above), None),
            Selling::Until { gold } => (above, Some(*gold)),
            Selling::Some { sales } => {
                let sold = self.some(&floors, sales);
                return sold.map_or_else(Verdict::Refuse, Verdict::Once);
            }
        };
        let (deals, gold) = sell_all(tables, view, spare, until);
        let why = match until {
            Some(until) if gold >= until && deals.is_empty() => Some(Refusal::GoldThere { gold }),
            _ if deals.is_empty() => Some(Refusal::NothingSold),
            Some(until) if gold < until => Some(Refusal::GoldShort { gold }),
            _ => None,
        };
        let choice = Choice::Sell { deals };
        Verdict::once(choice, why)
    }

    /// Sells one card of each of these, or nothing.
    fn some(&self, floors: &Floors<'_>, sales: &[Sale]) -> Result<Choice, Refusal> {
        let (tables, view) = (self.tables, self.view);
        let (own, mut left) = (view.own(), view.hand.less(&floors.goods()));
        let (mut turn, fresh) = (view.own_turn(), Turn::default());
        let mut deals = Vec::new();
        for Sale { good, to, .. } in sales {
            let (good, space) = (*good, *to);
            let buyer = |turn: &Turn| match space {
                0 => own.buyer(tables, turn, good),
                _ => own.pays(tables, turn, space, good).map(|_| space),
            };
            unless(buyer(&fresh).is_some(), || match space {
                0 => Refusal::NoBuyer { good },
                _ => Refusal::BuysNo { space, good },
            })?;
            unless(view.hand.get(good) > 0, || Refusal::NotHeld { good })?;
            unless(left.take(good, 1) > 0, || Refusal::Floor {
                good,
                floor: floors.floor(good.word()),
            })?;
            let space = buyer(&turn).ok_or(match space {
                0 => Refusal::SoldOut { good },
                _ => Refusal::Served { space },
            })?;
            turn.sold.push(space);
            deals.push(Deal { good, space });
        }
        Ok(Choice::Sell { deals })
    }

    /// From whom the Big Branch Office draws (D11).
    ///
    /// # Errors
    /// That nobody is called so.
    fn drawn(&self, from: &str) -> Result<Seat, Refusal> {
        let (view, world) = (self.view, &self.view.world);
        let mut others = world.from(view.mine()).into_iter().skip(1);
        let found = match from {
            "MOSTCARDS" => others.min_by_key(|it| Reverse(view.held[it])),
            "LEADER" => world.leader(self.tables, view.mine()),
            seat => others.find(|it| it.as_str() == seat),
        };
        let title = |it| self.tables.title(it);
        found.ok_or_else(|| Refusal::Absent {
            who: from.parse().map_or(from.to_owned(), title),
        })
    }
}
