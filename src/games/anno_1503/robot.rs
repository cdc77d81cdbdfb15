//! The robot: rules of thumb, no search. It looks for agreements first, sells what it does not
//! need, develops its inhabitants, and saves its gold when that is the point it lacks.

use super::data::{Building, Good, Tables};
use super::reckon::Point;
use super::view::View;
use crate::engine::dice::{Bowl, Dice};

/// What the robot thinks of its position.
struct Mayor<'a> {
    tables: &'a Tables,
    view: &'a View,
    lines: Vec<String>,
}

/// The lines of its sheet.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    let mut mayor = Mayor {
        tables,
        view,
        lines: Vec::new(),
    };
    mayor.policies(dice);
    mayor.wishes(dice);
    mayor.lines.join("\n")
}

impl Mayor<'_> {
    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// A wish, for each round of a batch.
    fn wish(&mut self, line: &str) {
        let each = if self.view.ways.legs > 1 { "EACH " } else { "" };
        self.say(format!("{each}{line}"));
    }

    /// Whether gold is the point to go for: two others are there, or it is nearly won.
    fn saves(&self) -> bool {
        let own = self.view.own();
        let vp = own.vp(self.tables);
        let gold = own.points(self.tables).contains(&Point::Gold);
        let near = own.gold + 8 >= self.tables.victory.gold;
        vp + 1 >= self.tables.victory.needed && (gold || near || own.gold > 15)
    }

    fn policies(&mut self, dice: &mut Dice) {
        self.say("PRODUCE AUTO, tobacco, spice, cloth, stone, tool, wood");
        self.say("BRIDGE ALL AUTO");
        self.say("LOSE AGREEMENT");
        self.say("UPGRADE CITIZEN, SETTLER, PIONEER");
        let own = self.view.own();
        let home = self.tables.home(own.seat);
        let branches = own.branch_count() + 1 >= self.tables.victory.branch;
        let treasure = "AGREEMENT, UPGRADE, GOLD";
        // With three branch offices any good serves; the last rounds cannot wait either.
        let last = self.view.round + 3 > self.view.ways.turns;
        match branches || last || own.free_bridges(home).len() < 2 {
            true => self.say(format!("TAKE {treasure}, spice, tobacco, cloth, stone, tool, wood")),
            false => self.say(format!("TAKE {treasure}, spice, tobacco, cloth")),
        }
        if dice.one(Bowl::Hidden, "robot", 8) == 1 {
            self.say("DISCARD wood, tool");
        }
    }

    fn wishes(&mut self, dice: &mut Dice) {
        let own = self.view.own();
        let saves = self.saves();
        let gold = own.gold;
        let price = own.price(self.tables);
        let fill = match (saves, gold / price.max(1)) {
            (true, _) | (_, 0) => 0,
            (_, 1..=2) => 1,
            _ => 2,
        };
        let filled = |line: &str, most: u32| match fill.min(most) {
            0 => line.to_owned(),
            number => format!("{line} FILL {number}"),
        };
        if saves {
            self.wish("SELL MAX");
        }
        self.wish(&filled("DEVELOP MERCHANT", 2));
        self.ships(&filled("SHIP", 1));
        self.wish(&filled("DEVELOP CITIZEN", 2));
        let list = self.buildings(dice);
        let pioneer = format!("PIONEER BUILDING {list}");
        let settlers = own.count(|it| it == super::data::Level::Settler);
        let settler = filled("DEVELOP SETTLER", u32::from(settlers == 0));
        match settlers {
            0 => {
                self.wish(&settler);
                self.wish(&filled(&pioneer, 1));
            }
            _ => {
                self.wish(&filled(&pioneer, 1));
                self.wish(&settler);
            }
        }
        if own.owns(Building::Bigbranch) && !saves {
            self.wish("DRAW FROM MOSTCARDS IF GOLD AT LEAST 6");
        }
        self.wish("SELL SPARE");
        for number in 1..=self.tables.fleet.ships {
            self.wish(&format!("SAIL {number}: HUNT"));
        }
        let rich = gold >= 3 * price && !saves;
        if rich && self.view.hand.get(Good::Tobacco) < 2 {
            self.wish(&format!("BUY tobacco IF GOLD AT LEAST {}", 2 * price + 2));
        }
    }

    /// Ships, as long as there is something to find.
    fn ships(&mut self, line: &str) {
        let own = self.view.own();
        let slots = self.tables.island.agreement_slots;
        let full = own.branch_count() >= self.tables.victory.branch && own.agreements >= slots;
        if own.ships.is_empty() && !full && !self.view.tiles.is_empty() {
            self.wish(line);
        } else if own.ships.len() == 1 && !full {
            self.wish("SHIP IF cloth AT LEAST 2");
        }
    }

    /// Buildings, the useful ones first, and the others by chance.
    fn buildings(&self, dice: &mut Dice) -> String {
        let mut list = vec![Building::Restaurant, Building::Bathhouse, Building::School];
        let mut others: Vec<Building> = self.tables.liked().filter(|it| !list.contains(it)).collect();
        dice.shuffle(Bowl::Hidden, "robot", &mut others);
        list.extend(others);
        let at = dice.one(Bowl::Hidden, "robot", 8);
        list.rotate_left(if at < 4 { at as usize } else { 0 });
        let words: Vec<&str> = list.iter().map(|it| it.word()).collect();
        words.join("/")
    }
}
