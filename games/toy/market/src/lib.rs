//! Market (`toy/market`): wish lists that are gone through again, and batches of several rounds.
//!
//! The rules; `tests/market.rs` checks each by its number.
//!
//! - M1. A round begins with an open die that says which good is produced. Every seat takes a
//!   piece of it from the board, in the order of play, as long as there are any. On `any` each
//!   takes what its `TAKE` line ranks first, of what the board then has; after the line, and
//!   without one, comes what was dearest, of equals the first on the board.
//! - M2. Then every seat has a turn. The first seat at the table begins the first round, the next
//!   one the second, and so on round the table.
//! - M3. `BUY` pays the price of the board piece by piece: it rises by one after each. `SELL`
//!   lowers the price by one first, and brings what is left of it. Prices stay within their bounds.
//!   An order is done whole or not at all. `SELL MAX` sells all there is, and is not done if that
//!   is nothing.
//! - M4. `KEEP 2 wool` is a floor: no `SELL` goes below it, `SELL MAX` stops there, and building
//!   is free to. `KEEP 4 GOLD` binds `BUY`. For each good the first line in force that names it
//!   counts.
//! - M5. `BUILD` takes the first building of its list that the seat has not built, that is still to
//!   be had, and that it can pay. The pieces go back to the board. The last copy goes to the seat
//!   that comes first.
//! - M6. A turn goes through the wishes in passes (`engine::wishes`): each from the top, until one
//!   carries nothing out. A wish is carried out once in a turn.
//! - M7. A wish carried out is gone; with `EACH` it comes again in every round of the batch, and a
//!   standing one in every round.
//! - M8. Silence, and a sheet without wishes: after its standing wishes the autopilot builds what
//!   it can pay, the first on the list first. A wish of the sheet keeps it out for the whole batch,
//!   done or not; so does `PASS`, standing too.
//! - M9. At pace `batch` one gate serves several rounds, and the lines of the first round hold for
//!   all of them. Lines after `LEG 2` (or `TURN` with its number) take their place from that round
//!   on.
//! - M10. Contracts are dealt at the beginning and shown at the end. Nothing a seat does by itself
//!   rests on its contract: an autopilot that collected the right good would give it away.
//! - M11. After the last round a seat has its gold, the worth of its buildings, and for each piece
//!   of the good of its contract what the contract says. Most wins, then gold.
//! - M12. With `interrupts` a seat that has built something takes a piece as on `any`, and then
//!   goes on with its wishes; without a `TAKE` line it is asked by mail, in the middle of its turn.
//!
//! What it is a test of: turns of a seat's own, in which wishes are gone through in passes
//! (`Rules::own_turn`); lines that lean on others; silence that is wishes; EACH and standing
//! wishes; ELSE after a wish; legs; a question by mail in the middle of a turn of a batch.

pub mod older;
pub mod orders;
pub mod phases;
pub mod rules;
pub mod state;
pub mod view;

use packetboat_core::prelude::*;

/// The files of the game's folder that the program carries.
const FILES: Texts = files!("game.toml", "tables.toml");

/// Those of its templates.
const TEMPLATES: Texts = templates! {
    "../../../templates/toy/market",
    "events.txt", "questions.txt", "report.txt", "sheet.txt",
};

/// The game, as the registry lists it.
pub static GAME: &dyn Game = &Erased::<crate::state::Market>::GAME;
