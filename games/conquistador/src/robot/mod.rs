//! What a robot writes. It sees what its seat sees and keeps no memory: what it wants is read off
//! the position every time, so that any robot can take over from any player.
//!
//! It is a coloniser: every Colonist that may be bought goes where he earns most (`worth` says how
//! much a settled Area is worth until the end of the game), in the ships that get him there most
//! cheaply, losses reckoned in (`fleet`). Besides it pacifies natives, loots, makes the discoveries
//! that cost less than they bring, and now and then goes to war.
//!
//! - Sheet a: `quests`, `conquest`, `colonies` (with `mines`), `discoveries`, `pacific` and `raids`
//!   plan expeditions out of one purse (`outfit`), `gold` fetches what lies in Ports, `strays`
//!   brings home who did not come by himself.
//! - Sheet b: `quests` march, `gold` carries treasure to a Port, `land` moves Colonists and
//!   Soldiers, `rangers` go where nobody has been.
//! - Both: `defence` answers events and ranks what is kept.
//!
//! With one round a turn, both are written on one sheet; what those who land shall do then is
//! written down together with their expedition.
//!
//! Money is reckoned in hundredths of a Ducat, victory points in what they cost: half a Ducat.

mod cities;
mod colonies;
mod conquest;
mod defence;
mod discoveries;
mod fleet;
mod gold;
mod land;
mod mind;
mod mines;
mod outfit;
mod pacific;
mod quests;
mod raids;
mod rangers;
mod strays;
mod worth;

use super::state::Stage;
use super::view::View;
use land::Shore;
use mind::Mind;
use outfit::Outfit;
use packetboat_core::engine::dice::Dice;

/// The lines of its sheet.
pub fn sheet(view: &View, dice: &mut Dice) -> String {
    if view.seat.is_none() || view.own.is_none() {
        return String::new();
    }
    let mind = Mind::new(view, dice);
    let lines = match view.open.stage {
        Stage::GateA => council(&mind),
        Stage::GateB => shore(&mind, Vec::new()),
        _ => Vec::new(),
    };
    lines.iter().map(|it| format!("{it}\n")).collect()
}

/// Sheet a; with one round a turn, sheet b too.
fn council(mind: &Mind<'_>) -> Vec<String> {
    let mut outfit = Outfit::new(mind);
    strays::recall(mind, &mut outfit);
    defence::duty_fleet(mind, &mut outfit);
    gold::fetch(mind, &mut outfit);
    quests::send(mind, &mut outfit);
    conquest::conquer(mind, &mut outfit);
    colonies::send(mind, &mut outfit);
    discoveries::send(mind, &mut outfit);
    pacific::send(mind, &mut outfit);
    raids::send(mind, &mut outfit);
    let mut lines = defence::events(mind);
    lines.push("STANCE ALL AUTO".to_owned());
    let (orders, sequels) = outfit.written();
    lines.extend(orders);
    if mind.view.open.options.rounds_per_turn == 1 {
        lines.extend(shore(mind, sequels));
    }
    lines
}

/// Sheet b, with what those who have just landed shall do.
fn shore(mind: &Mind<'_>, sequels: Vec<String>) -> Vec<String> {
    let mut shore = Shore::new(mind, sequels);
    quests::march(&mut shore);
    gold::carry(&mut shore);
    land::resettle(&mut shore);
    rangers::march(&mut shore);
    land::natives(&mut shore);
    let mut lines = shore.lines;
    lines.extend(pacific::sail(mind));
    lines.extend(defence::upkeep(mind));
    lines
}
