//! Looking without touching: `check`, `games` and `schema`.
//!
//! Not here: `status` and `show`, which have files of their own, and anything that writes.

use super::create::known_game;
use crate::clock::Moment;
use crate::desk::club::about::fairness;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::fault;
use crate::desk::club::open::Club;
use crate::desk::club::ready::seated;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::desk::intake::receipt::Taken;
use crate::desk::intake::take;
use crate::desk::turn::act::opened;
use crate::engine::data::{DataPack, Founding};
use crate::engine::dice::{Dice, Keys};
use crate::engine::game::{Game, Table, card};
use crate::engine::seat::{Seat, Viewer};
use crate::fault::Fault;
use crate::games::Games;
use crate::report::{self, GameLine, GamePage, Templates, rulings};
use std::collections::BTreeMap;

/// What a command shows, for people and for scripts.
#[derive(Debug, Clone)]
pub struct Both {
    /// For people.
    pub text: String,
    /// For scripts.
    pub json: serde_json::Value,
}

/// Reads and explains orders; files nothing and writes nothing.
///
/// # Errors
/// A campaign or seat that does not exist, or one that is damaged.
pub fn check(
    club: &Club,
    name: &str,
    seat: Seat,
    text: &str,
    now: Moment,
) -> anyhow::Result<Taken> {
    let (id, dir) = club.campaign(name)?;
    let mut campaign =
        Campaign::open_at(club.source(), &dir, &id, None).map_err(|it| fault(&id, it))?;
    seated(&campaign, seat)?;
    let templates = club.templates()?;
    let text = opened(&campaign, seat, text);
    let arrival = Arrival::by_command(seat, &text, Wish::Check, now);
    let mut work = EntryBuilder::begin(club, &templates, &mut campaign, now);
    take::check(&mut work, &arrival).map_err(|it| fault(&id, it))
}

/// The list of games.
///
/// # Errors
/// A game whose card does not fit: a mistake of ours.
pub fn games(games: Games) -> anyhow::Result<Both> {
    let mut lines = Vec::new();
    for game in games.listed() {
        let card = card(&game.pack()).map_err(|it| Fault::usage(it.to_string()))?;
        lines.push(GameLine {
            id: game.id().to_owned(),
            card,
        });
    }
    let templates = Templates::of(games.templates());
    Ok(Both {
        text: templates.games(&lines).map_err(Fault::usage)?,
        json: serde_json::to_value(&lines)?,
    })
}

/// One game: seats, scenarios, options, orders, what silence means, rulings.
///
/// # Errors
/// A game that does not exist.
pub fn game(games: Games, id: &str) -> anyhow::Result<Both> {
    let game = known_game(games, id)?;
    let pack = game.pack();
    let wrong = |it: crate::engine::data::DataError| Fault::usage(it.to_string());
    let card = card(&pack).map_err(wrong)?;
    let table = sample_table(game, &pack)?;
    let seat = *table
        .seats()
        .first()
        .ok_or_else(|| Fault::usage(format!("{id} has no seats")))?;
    let page = table.page(Viewer::Seat(seat), &[]).map_err(wrong)?;
    let page = GamePage {
        id: game.id().to_owned(),
        card,
        orders: table.help(seat, None),
        silence: page.order_sheet.silence,
        rulings: rulings(&pack).map_err(wrong)?,
        handbook: if pack.files.contains_key("handbook.md") {
            format!("packetboat games {id} --handbook")
        } else {
            String::new()
        },
        fairness: fairness(&pack)?,
    };
    let templates = Templates::of(games.templates());
    Ok(Both {
        text: templates.game(&page).map_err(Fault::usage)?,
        json: serde_json::to_value(&page)?,
    })
}

/// The JSON Schema of a game's reports as data.
///
/// # Errors
/// A game that does not exist.
pub fn schema(games: Games, id: &str) -> anyhow::Result<String> {
    let schema = report::schema(known_game(games, id)?);
    Ok(format!("{}\n", serde_json::to_string_pretty(&schema)?))
}

/// A campaign in memory, to ask for its grammar.
fn sample_table(game: &dyn Game, pack: &DataPack) -> anyhow::Result<Box<dyn Table>> {
    let wrong = |it: crate::engine::data::DataError| Fault::usage(it.to_string());
    let card = card(pack).map_err(wrong)?;
    let founding = Founding::new(&card, None, &[], &BTreeMap::new()).map_err(wrong)?;
    let mut dice = Dice::keyed(Keys::new(&[0; 32], 1, 0).map_err(Fault::usage)?);
    let mut table = game
        .found(pack, "sample", &founding, &mut dice)
        .map_err(wrong)?;
    let mut dice = Dice::keyed(Keys::new(&[0; 32], 2, 0).map_err(Fault::usage)?);
    table
        .play(&mut dice, false)
        .map_err(|it| Fault::usage(it.to_string()))?;
    Ok(table)
}

/// The handbook of a game.
///
/// # Errors
/// A game that does not exist, or has none.
pub fn handbook(games: Games, id: &str) -> anyhow::Result<String> {
    let game = known_game(games, id)?;
    let mut pack = game.pack();
    let handbook = pack.files.remove("handbook.md");
    Ok(handbook.ok_or_else(|| Fault::usage(format!("{id} has no handbook")))?)
}
