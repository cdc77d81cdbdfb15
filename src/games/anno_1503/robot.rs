//! The robot: rules of thumb, no search. It lets its inhabitants grow and its ships hunt, buys what
//! one wish lacks as long as gold is no point to go for, and then saves and sells for it.

use super::data::{Building, Tables};
use super::view::View;
use crate::engine::dice::{Bowl, Dice};

/// Above so much gold that is not saved it buys what a wish lacks.
const PURSE: u32 = 10;

/// The lines of its sheet.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    let own = view.own();
    let (vp, victory) = (own.vp(tables), &tables.victory);
    let saves = vp + 1 >= victory.needed && 2 * own.gold > victory.gold;
    let each = if view.ways.legs > 1 { "EACH " } else { "" };
    let fill = match own.gold > PURSE && !saves && own.gold < victory.gold {
        true => " FILL 1",
        false => "",
    };
    let mut lines = vec!["PRODUCE AUTO, tobacco, spice, cloth, stone, tool, wood".to_owned()];
    // With few bridges left any branch office serves.
    lines.push(match own.branch_count() + 1 >= victory.branch {
        true => "TAKE ALL".to_owned(),
        false => "TAKE AGREEMENT, TREASURE, tobacco, spice".to_owned(),
    });
    // So that nothing is ever asked by mail.
    lines.push("SKIP ALL".to_owned());
    let mut wish = |line: String| lines.push(format!("{each}{line}"));
    if saves {
        wish(format!("SELL UNTIL {} GOLD", victory.gold));
    }
    wish(format!("DEVELOP MERCHANT{fill}"));
    wish(format!("DEVELOP CITIZEN{fill}"));
    wish("DEVELOP SETTLER".to_owned());
    wish(format!("PIONEER BUILDING {}", buildings(tables, dice)));
    let full = own.agreements >= victory.agreement && own.branch_count() >= victory.branch;
    if !full && !view.tiles.is_empty() {
        wish(format!("SHIP{fill} IF SHIPS IS 0"));
    }
    for number in 1..=tables.fleet.ships {
        wish(format!("SAIL {number}: HUNT"));
    }
    if own.owns(Building::Bigbranch) && !saves {
        wish("DRAW FROM MOSTCARDS IF GOLD AT LEAST 6".to_owned());
    }
    lines.join("\n")
}

/// Buildings that earn, in front; the others by chance.
fn buildings(tables: &Tables, dice: &mut Dice) -> String {
    let mut list: Vec<Building> = tables.liked().collect();
    let number = u32::try_from(list.len()).expect("few");
    if dice.one(Bowl::Hidden, "robot", 2) == 1 {
        let at = dice.one(Bowl::Hidden, "robot", number) - 1;
        list.rotate_left(at as usize);
    }
    let words: Vec<&str> = list.iter().map(|it| it.word()).collect();
    words.join("/")
}
