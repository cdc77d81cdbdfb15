//! What a robot writes. It sees what its seat sees and keeps no memory: what it wants is read off
//! the position every time, so that any robot can take over from any player. It goes by rules of
//! thumb, a file a subject.
//!
//! It is a coloniser: every Colonist that may be bought goes where he earns most (`worth` says how
//! much a settled Area is worth until the end of the game), in the ships that get him there most
//! cheaply, losses reckoned in (`fleet`). Besides it digs, loots, pacifies natives, and makes the
//! discoveries that cost less than they bring.
//!
//! - Sheet a: `conquest`, `colonies` and `discoveries` plan expeditions out of
//!   one purse (`outfit`), `gold` fetches what lies in Ports and recalls ships that did not come
//!   by themselves.
//! - Sheet b: `marches`.
//!
//! Events are left to the rules, which take what hurts least.
//!
//! With one round a turn, both are written on one sheet; what those who land shall do then is
//! written down together with their expedition.
//!
//! Money is reckoned in hundredths of a Ducat, victory points in what they cost: half a Ducat.

mod colonies;
mod conquest;
mod discoveries;
mod far;
mod fleet;
mod gold;
mod marches;
mod mind;
mod outfit;
mod worth;

use super::state::Stage;
use super::view::View;
use marches::Shore;
use mind::Mind;
use outfit::Outfit;
use packetboat_core::engine::dice::Dice;

/// What is kept first.
const KEEP: &str = "KEEP colonist, soldier, carrack, caravel";

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
    gold::recall(mind, &mut outfit);
    conquest::conquer(mind, &mut outfit);
    colonies::send(mind, &mut outfit);
    gold::fetch(mind, &mut outfit);
    discoveries::send(mind, &mut outfit);
    let (mut lines, sequels) = outfit.written();
    if mind.view.open.options.rounds_per_turn == 1 {
        lines.extend(shore(mind, sequels));
    }
    lines
}

/// Sheet b, with what those who have just landed shall do.
fn shore(mind: &Mind<'_>, sequels: Vec<String>) -> Vec<String> {
    let mut shore = Shore::new(mind, sequels);
    marches::carry(&mut shore);
    marches::besiege(&mut shore);
    marches::range(&mut shore);
    marches::natives(&mut shore);
    let mut lines = shore.lines;
    lines.push(KEEP.to_owned());
    lines
}
