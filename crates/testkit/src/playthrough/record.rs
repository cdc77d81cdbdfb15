//! Writes a playthrough of a game that robots play.
//!
//! Not here: the format (`playthrough`), and playing it again (`run`).

use super::run::{Course, Mailed};
use super::{Pages, Playthrough};
use crate::simulate::{Options, check, founding};
use packetboat_core::engine::data::{DataPack, Founding, Setting};
use packetboat_core::engine::game::{Game, Halted};
use packetboat_core::engine::seat::Seat;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Names for the players, so that reports read as they are mailed; their seats are robots.
const PLAYERS: [&str; 6] = ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn"];

/// More stops than anybody would read.
const STOPS_MAX: u32 = 400;

/// A playthrough of the first game of a simulation, robots in every seat: the file, and the
/// reports that are beside it.
///
/// # Errors
/// Options that do not fit the game, a game that breaks, or one that does not end.
pub fn record(
    game: &dyn Game,
    pack: &DataPack,
    templates: &packetboat_report::Templates,
    options: &Options,
) -> Result<(String, Pages), String> {
    let founding = founding(pack, options).map_err(|it| it.to_string())?;
    let players = founding.seats.iter().zip(PLAYERS);
    let playthrough = Playthrough {
        name: format!("A game of robots with seed {}.", options.seed),
        game: game.id().to_owned(),
        scenario: Some(founding.scenario.clone()),
        seats: founding.seats.clone(),
        options: options.options.clone(),
        seed: options.seed,
        players: players.map(|(seat, it)| (*seat, it.to_owned())).collect(),
        deadline: None,
        stops: Vec::new(),
    };
    check(|| {
        let mut text = head(&playthrough, &founding);
        let mut course = Course::begin(game, pack, templates, &playthrough)?;
        for _ in 0..STOPS_MAX {
            if let Halted::Over(outcome) = course.table.halt() {
                let places = outcome.placings.iter();
                let places: Vec<String> =
                    places.map(|(seat, it)| format!("{seat} = {it}")).collect();
                put(
                    &mut text,
                    &format!("placings = {{ {} }}", places.join(", ")),
                );
                return Ok((text, course.pages));
            }
            let mut mailed = Mailed::new();
            for seat in course.called() {
                mailed.push((seat, course.robot(seat)?));
            }
            put(&mut text, "");
            put(&mut text, "[[stop]]");
            put(&mut text, &format!("turn = \"{}\"", course.table.sheet()));
            for (seat, body) in &mailed {
                put(&mut text, &sheet(*seat, body.trim_end()));
            }
            course.play_on(&mailed)?;
        }
        Err(format!("it is not over after {STOPS_MAX} stops"))
    })
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

fn put(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes everything");
}

fn head(playthrough: &Playthrough, founding: &Founding) -> String {
    let mut text = String::new();
    put(&mut text, &format!("name = {}", quoted(&playthrough.name)));
    put(&mut text, &format!("game = {}", quoted(&playthrough.game)));
    put(
        &mut text,
        &format!("scenario = {}", quoted(&founding.scenario)),
    );
    let seats: Vec<String> = founding
        .seats
        .iter()
        .map(|it| quoted(it.as_str()))
        .collect();
    put(&mut text, &format!("seats = [{}]", seats.join(", ")));
    put(&mut text, &format!("seed = {}", playthrough.seed));
    put(
        &mut text,
        &table("players", &playthrough.players, |it| quoted(it)),
    );
    let setting = |setting: &Setting| match setting {
        Setting::Switch(switch) => switch.to_string(),
        Setting::Number(number) => number.to_string(),
        Setting::Word(word) => quoted(word),
    };
    if !playthrough.options.is_empty() {
        put(&mut text, &table("options", &playthrough.options, setting));
    }
    text
}

/// `players = { red = "Ana", blue = "Ben" }`
fn table<K: ToString, T>(name: &str, of: &BTreeMap<K, T>, value: impl Fn(&T) -> String) -> String {
    let pairs = of
        .iter()
        .map(|(key, it)| format!("{} = {}", key.to_string(), value(it)));
    format!("{name} = {{ {} }}", pairs.collect::<Vec<_>>().join(", "))
}

/// A sheet as TOML: several lines between quotation marks of three.
fn sheet(seat: Seat, body: &str) -> String {
    if body.contains('\n') {
        format!("sheet.{seat} = '''\n{body}\n'''")
    } else {
        format!("sheet.{seat} = {}", quoted(body))
    }
}
