//! The robot: rules of thumb, no search. It takes the Central Isle, arms itself, hunts the player
//! who is worth most to sink, pays the King when it can, and fights monsters when it has little to
//! lose.

use super::data::{Blocks, Resource, Upgrade, Weapon};
use super::{facts::Voyages, sea::harm, state::Ship, view::View};
use packetboat_core::engine::dice::{Bowl, Dice};
use packetboat_kit::words::commas;

/// With so few blocks there is little to lose against a monster.
const POOR: u32 = 6;

/// So far it goes for a monster.
const PROWL: u32 = 3;

/// So far from the isle it sails about while it has nothing else to do.
const ROAM: u32 = 2;

/// So much gold it has before it buys a Map that no blockade makes it need.
const RICH: u32 = 4;

/// By so many moves more to the isle than hexes it sees that blockades have shut the way.
const DETOUR: usize = 2;

/// Who has so short a way to its outpost it shuts out even before it has paid the King.
const NEAR: usize = 5;

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
    captain.sail(dice);
    captain.buy();
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

    /// A monster near enough to be worth a try: who has little to lose begins again at home.
    fn monster(&self) -> Option<&str> {
        let board = &self.game.tables.board;
        let range = |hex| board.distance(self.own.hex, hex);
        let poor = self.own.blocks.total() <= POOR && !self.own.is_armed();
        let far = range(board.isle) >= range(self.own.home);
        let near = self.view.sea.monsters.iter();
        let near = near.filter(|it| poor && far && range(it.hex) <= PROWL);
        near.min_by_key(|it| range(it.hex))
            .map(|it| it.card.as_str())
    }

    /// It sails for what it wants most, and does not lie still where it has nothing to do: who
    /// stays is found.
    fn sail(&mut self, dice: &mut Dice) {
        let board = &self.game.tables.board;
        let reach = self.weapons().into_iter();
        let reach = reach.map(|it| it.reach(&self.game.tables.stats)).max();
        let prey = self.prey().zip(reach);
        let price = self.view.sea.outpost_price(&self.game.tables);
        let builds = !self.settled() && self.own.blocks.has(&price);
        let line = match (self.monster(), prey) {
            (Some(monster), _) => format!("MOVE TOWARD {monster} / STAY FIGHT"),
            _ if builds => "MOVE TOWARD ISLE / STAY".to_owned(),
            (_, Some((prey, reach))) if self.range(prey) >= reach => {
                let within = if reach > 1 { " WITHIN 2" } else { "" };
                format!("MOVE TOWARD {}{within} / TOWARD ISLE", prey.seat)
            }
            _ if board.distance(self.own.hex, board.isle) > ROAM => "MOVE TOWARD ISLE".to_owned(),
            _ => String::new(),
        };
        if !line.is_empty() {
            return self.say(line);
        }
        let (goal, far) = prey.map_or((board.isle, ROAM), |(prey, reach)| (prey.hex, reach.min(2)));
        let mut steps = self.view.sea.calm_steps(board, self.view.mine());
        steps.retain(|it| board.distance(it.1, goal) <= far);
        if let Ok(sides @ 1..) = u32::try_from(steps.len()) {
            let at = dice.one(Bowl::Hidden, "robot", sides) - 1;
            self.say(format!(
                "MOVE {} / TOWARD ISLE",
                steps[at as usize].0.word()
            ));
        }
    }

    /// Whether the outpost is its own.
    fn settled(&self) -> bool {
        self.view.sea.outpost == self.view.me
    }

    fn buy(&mut self) {
        let sea = &self.view.sea;
        let board = &self.game.tables.board;
        let price = sea.outpost_price(&self.game.tables);
        // At the isle without the price it has sailed on by then.
        let sails_on = self.own.hex == board.isle && !self.own.blocks.has(&price);
        if !self.settled() && !sails_on {
            self.say("BUILD OUTPOST");
        }
        let paid = self.own.kings > 0;
        if !(paid && self.view.ways.king_once) {
            self.say("PAY KING");
        }
        if !self.own.is_armed() {
            self.say("BUY CANNON");
        }
        let own = self.own;
        let lacks = |it| !own.owns(it);
        if paid && lacks(Upgrade::Tradingpost) {
            self.say("BUY TRADINGPOST IF food AT LEAST 3");
        }
        if own.is_armed() && lacks(Upgrade::Mortar) {
            self.say("BUY MORTAR IF gunpowder AT LEAST 2");
        }
        if own.is_armed() && lacks(Upgrade::Cannon) {
            self.say("BUY CANNON IF metal AT LEAST 3");
        }
        // A way that others have shut is worth a Map sooner than one that they may shut yet.
        let way = sea.way(board, self.view.mine(), (board.isle, 0), true);
        let far = board.distance(self.own.hex, board.isle) as usize;
        let shut = !self.settled() && way.is_none_or(|it| it.len() > far + DETOUR);
        if lacks(Upgrade::Map) && (paid || shut) {
            let gold = if shut { 3 } else { RICH };
            self.say(format!("BUY MAP IF gold AT LEAST {gold}"));
        }
        if let Some((far, passage)) = self.gap()
            && (paid || far <= NEAR)
        {
            self.say(format!("BUILD BLOCKADE {passage}"));
        }
        self.trade();
    }

    /// The last open passage on the way of a rival to its outpost, of whoever has the shortest,
    /// and how far that is.
    fn gap(&self) -> Option<(usize, &str)> {
        let (board, sea) = (&self.game.tables.board, &self.view.sea);
        let rivals = sea.rivals(self.view.mine()).into_iter();
        let gaps = rivals.filter_map(|ship| {
            let way = sea.way(board, ship.seat, (board.isle, 0), true)?;
            let way = [vec![ship.hex], way].concat();
            let mut sides = way
                .windows(2)
                .rev()
                .filter_map(|it| board.between(it[0], it[1]));
            let open = sides.find(|it| sea.builder(&it.name).is_none())?;
            Some((way.len(), open.name.as_str()))
        });
        gaps.filter(|_| self.settled()).min()
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
        if !self.settled() {
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
        let Some(prey) = self.prey() else {
            return;
        };
        let seat = prey.seat;
        let finish = harm(&self.game.tables, Weapon::Cannon, 0, prey).1 >= prey.hull;
        let melee = self.own.crew > prey.crew + 1;
        let mut named = self.weapons();
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
            let mut guns = vec![Weapon::Cannon, Weapon::Mortar];
            guns.retain(|it| it.gun().is_some_and(|it| self.own.owns(it)));
            self.say(format!("ATTACK LEADER/WEAKEST WITH {}", words(&guns)));
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
