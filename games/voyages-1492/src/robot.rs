//! The robot: rules of thumb, no search. It takes the Central Isle, arms itself, hunts the player
//! who is worth most to sink, pays the King when it can, and fights monsters when it has little to
//! lose.

use super::data::{Blocks, Resource, Upgrade, Weapon};
use super::facts::Voyages;
use super::sea::harm;
use super::state::Ship;
use super::view::View;
use packetboat_core::engine::dice::{Bowl, Dice};
use packetboat_kit::words::commas;

/// With so few blocks there is little to lose against a monster.
const POOR: u32 = 6;

/// What the robot thinks of its position.
struct Captain<'a> {
    game: &'a Voyages,
    view: &'a View,
    own: &'a Ship,
    lines: Vec<String>,
}

/// The lines of its sheet.
pub fn sheet(game: &Voyages, view: &View, dice: &mut Dice) -> String {
    let mut captain = Captain {
        game,
        view,
        own: view.own(),
        lines: Vec::new(),
    };
    captain.sail();
    captain.buy(dice);
    captain.shoot();
    captain.answer();
    captain.lines.join("\n")
}

impl Captain<'_> {
    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn range(&self, ship: &Ship) -> u32 {
        self.game.tables.board.distance(self.own.hex, ship.hex)
    }

    fn points(&self, ship: &Ship) -> u32 {
        self.view.sea.points(&self.game.tables, ship.seat)
    }

    /// What it has to attack with: guns with ammunition, and cards.
    fn weapons(&self) -> Vec<Weapon> {
        let cards = [
            Weapon::Bomb,
            Weapon::Grape,
            Weapon::Chain,
            Weapon::Cannon,
            Weapon::Mortar,
        ];
        let prices = &self.game.tables.prices;
        let has = |weapon: &Weapon| {
            weapon.gun().is_none_or(|gun| self.own.owns(gun))
                && weapon
                    .card()
                    .is_none_or(|card| self.view.hand.contains(&card))
                && self.own.blocks.has(&prices.ammunition(*weapon))
        };
        let all = [Weapon::Hook, Weapon::Ram].into_iter().chain(cards);
        all.filter(has).collect()
    }

    /// Whom to hunt: near, weak, rich, and close to winning.
    fn prey(&self) -> Option<&Ship> {
        let worth = |ship: &&Ship| {
            let strength = ship.hull.min(ship.crew + 1);
            let loot = ship.blocks.total().min(20);
            i64::from(3 * self.points(ship) + loot / 2)
                - i64::from(2 * self.range(ship) + 3 * strength)
        };
        let rivals = self.view.sea.rivals(self.view.mine());
        rivals.into_iter().filter(|it| !it.truce).max_by_key(worth)
    }

    /// A monster near enough to be worth a try.
    fn monster(&self) -> Option<&str> {
        let poor = self.own.blocks.total() <= POOR && !self.own.is_armed();
        let board = &self.game.tables.board;
        let range = |hex| board.distance(self.own.hex, hex);
        let near = self
            .view
            .sea
            .monsters
            .iter()
            .filter(|it| range(it.hex) <= 3);
        let nearest = near.min_by_key(|it| range(it.hex));
        nearest.filter(|_| poor).map(|it| it.card.as_str())
    }

    fn sail(&mut self) {
        let isle = self.view.sea.outpost != self.view.me;
        let price = self.view.sea.outpost_price(&self.game.tables);
        let lacking = price.less(&self.own.blocks).total();
        let weapons = self.weapons();
        let reach = weapons
            .iter()
            .map(|it| it.reach(&self.game.tables.stats))
            .max();
        let prey = self.prey().map(|it| it.seat).zip(reach);
        let monster = self.monster().map(str::to_owned);
        let line = match (monster, prey) {
            (Some(monster), _) => format!("MOVE TOWARD {monster} / STAY FIGHT"),
            _ if isle && lacking == 0 => "MOVE TOWARD ISLE / STAY".to_owned(),
            (_, Some((seat, 0))) => format!("MOVE TOWARD {seat} / TOWARD ISLE / STAY"),
            (_, Some((seat, reach))) => format!("MOVE TOWARD {seat} WITHIN {reach} / STAY"),
            _ => "MOVE TOWARD ISLE / STAY".to_owned(),
        };
        self.say(line);
    }

    fn buy(&mut self, dice: &mut Dice) {
        self.say("BUILD OUTPOST");
        self.say("PAY KING");
        let own = self.own.blocks;
        if !self.own.is_armed() {
            let mortar = self.own.kings > 0 && own.gold > 1 && own.gunpowder > 2;
            self.say(if mortar { "BUY MORTAR" } else { "BUY CANNON" });
        } else if own.gunpowder > 3 && own.metal > 3 {
            self.say("BUY CANNON");
            if self.own.kings > 0 {
                self.say("BUY MORTAR");
            }
        }
        if self.own.kings > 0 {
            self.say("BUY TRADINGPOST IF food AT LEAST 3");
        }
        let stopped = self
            .view
            .sea
            .blockades
            .iter()
            .any(|it| Some(it.owner) != self.view.me);
        if self.own.kings > 0 {
            let gold = if stopped { 4 } else { 6 };
            self.say(format!("BUY MAP IF gold AT LEAST {gold}"));
        }
        let rich = self.own.kings > 0 && own.gold > 2 && own.food > 1 && own.wood > 1;
        if rich && self.view.sea.outpost == self.view.me {
            let open = self.game.tables.board.passages.iter();
            let open = open.filter(|it| it.code.starts_with('I'));
            let open: Vec<_> = open
                .filter(|it| self.view.sea.builder(&it.name).is_none())
                .collect();
            if let Ok(sides @ 1..) = u32::try_from(open.len()) {
                let at = dice.one(Bowl::Hidden, "robot", sides) - 1;
                self.say(format!("BUILD BLOCKADE {}", open[at as usize].name));
            }
        }
        self.trade();
    }

    /// Swaps what it has most of for what it lacks most.
    fn trade(&mut self) {
        if !self.own.owns(Upgrade::Tradingpost) {
            return;
        }
        let wanted = self.wanted();
        let held = self.own.blocks;
        let spare = |it: &Resource| held.get(*it).saturating_sub(wanted.get(*it));
        let give = Resource::ALL.into_iter().max_by_key(spare);
        let lack = |it: &Resource| wanted.get(*it).saturating_sub(held.get(*it));
        let take = Resource::ALL.into_iter().max_by_key(lack);
        if let (Some(give), Some(take)) = (give, take)
            && give != take
            && spare(&give) >= 2
            && lack(&take) > 0
        {
            self.say(format!("TRADE 2 {give} FOR {take}"));
        }
    }

    /// What it would like to hold.
    fn wanted(&self) -> Blocks {
        let prices = &self.game.tables.prices;
        let mut wanted = Blocks::NONE;
        if self.view.sea.outpost != self.view.me {
            wanted += self.view.sea.outpost_price(&self.game.tables);
        }
        if self.own.is_armed() {
            wanted += Blocks {
                gunpowder: 3,
                metal: 3,
                ..Blocks::NONE
            }
        } else {
            wanted += prices.cannon;
        }
        if self.own.kings == 0 {
            wanted += prices.king;
        }
        wanted
    }

    fn shoot(&mut self) {
        let weapons = self.weapons();
        let Some(prey) = self.prey() else {
            return;
        };
        let seat = prey.seat;
        let finish = harm(&self.game.tables, Weapon::Cannon, 0, prey).1 >= prey.hull;
        let melee = self.own.crew > prey.crew + 1;
        let mut named: Vec<Weapon> = weapons;
        named.retain(|it| *it != Weapon::Hook || melee);
        if finish {
            named.sort_by_key(|it| !matches!(it, Weapon::Cannon | Weapon::Mortar));
        }
        let words = |all: &[Weapon]| all.iter().map(|it| it.word()).collect::<Vec<_>>().join("/");
        if !named.is_empty() {
            self.say(format!(
                "ATTACK {seat}/LEADER/WEAKEST WITH {}",
                words(&named)
            ));
        } else if self.own.is_armed() {
            self.say("ATTACK LEADER/WEAKEST WITH CANNON/MORTAR");
        }
    }

    fn answer(&mut self) {
        let wanted = self.wanted();
        let held = self.own.blocks;
        let mut liked = Resource::ALL.to_vec();
        liked.sort_by_key(|it| std::cmp::Reverse(wanted.get(*it).saturating_sub(held.get(*it))));
        self.say(format!("ANY {}", commas(liked)));
        self.say("PRESS LEADER");
        self.say("DUEL WEAKEST");
        self.say("REACT VOLLEY VS BOMB/GRAPE/CHAIN");
        self.say("REACT VOLLEY HULL AT MOST 3");
    }
}
