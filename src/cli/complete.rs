//! What can stand where the cursor is: commands, options, and the campaigns, seats and games that
//! there are. Shells ask for it through `packetboat complete`, which the scripts that
//! `packetboat completions` prints call; they know nothing themselves, and so never go stale.

use super::common::Done;
use crate::config::campaign::CampaignConfig;
use crate::desk::club::open::{self, Club};
use crate::engine::data::{GameCard, Setting};
use crate::engine::game::card;
use crate::games::Games;
use clap::{Arg, Command};
use std::path::Path;

/// `packetboat complete -- WORDS…`: for shells alone.
#[derive(Debug, clap::Args)]
pub struct Complete {
    /// The words after `packetboat`, the last one being written
    #[arg(last = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

impl Complete {
    /// Prints what can stand in the place of the last word, a line each.
    ///
    /// # Errors
    /// None: where nothing is known, nothing is offered.
    pub fn run(&self, program: &Command, games: Games) -> anyhow::Result<Done> {
        let mut offers = offers(program, &self.words, games);
        offers.sort();
        offers.dedup();
        Ok(Done::well(
            offers
                .iter()
                .map(|it| format!("{it}\n"))
                .collect::<String>(),
        ))
    }
}

/// What the words so far mean, as far as offers depend on it.
struct TypedLine<'a> {
    command: &'a Command,
    /// Words that are neither options nor their values.
    placed: Vec<&'a str>,
    /// The option whose value is being written.
    option: Option<&'a Arg>,
    /// The folder after `--club`.
    club: Option<&'a Path>,
    /// The games there are.
    games: Games,
}

fn offers(program: &Command, words: &[String], games: Games) -> Vec<String> {
    let (current, before) = match words.split_last() {
        Some((current, before)) => (current.as_str(), before),
        None => ("", words),
    };
    let mut line = TypedLine {
        command: program,
        placed: Vec::new(),
        option: None,
        club: None,
        games,
    };
    for word in before {
        if let Some(option) = line.option.take() {
            if option.get_id() == "club" {
                line.club = Some(Path::new(word));
            }
            continue;
        }
        if let Some(long) = word.strip_prefix("--") {
            let arg = arg_called(program, line.command, long);
            line.option = arg.filter(|it| it.get_action().takes_values());
        } else if line.placed.is_empty()
            && std::ptr::eq(line.command, program)
            && let Some(command) = program.find_subcommand(word)
        {
            line.command = command;
        } else {
            line.placed.push(word);
        }
    }
    let all = match (line.option, current.starts_with('-')) {
        (Some(option), _) => values(option, &line),
        (None, true) => options(program, line.command),
        (None, false) if std::ptr::eq(line.command, program) => commands(program),
        (None, false) => {
            let places: Vec<&Arg> = line.command.get_positionals().collect();
            let at = line.placed.len().min(places.len().saturating_sub(1));
            places.get(at).map_or(Vec::new(), |it| values(it, &line))
        }
    };
    all.into_iter()
        .filter(|it| it.starts_with(current))
        .collect()
}

fn arg_called<'a>(program: &'a Command, command: &'a Command, long: &str) -> Option<&'a Arg> {
    let mut both = command.get_arguments().chain(program.get_arguments());
    both.find(|it| it.get_long() == Some(long))
}

fn commands(program: &Command) -> Vec<String> {
    let shown = program.get_subcommands().filter(|it| !it.is_hide_set());
    shown.map(|it| it.get_name().to_owned()).collect()
}

fn options(program: &Command, command: &Command) -> Vec<String> {
    let both = command.get_arguments().chain(program.get_arguments());
    let longs = both.filter_map(|it| it.get_long().map(|long| format!("--{long}")));
    longs.chain(["--help".to_owned()]).collect()
}

/// What an argument may be.
fn values(of: &Arg, line: &TypedLine<'_>) -> Vec<String> {
    let fixed = of.get_possible_values();
    if !fixed.is_empty() {
        return fixed.iter().map(|it| it.get_name().to_owned()).collect();
    }
    let is_new = line.command.get_name() == "new";
    match of.get_id().as_str() {
        "game" => line.games.listed().map(|it| it.id().to_owned()).collect(),
        "campaign" if is_new => Vec::new(),
        "campaign" | "what" => campaigns(line),
        "seat" | "seats" | "words" | "robot" | "empty" => seats(line),
        "viewer" => {
            let others = ["public", "referee"].map(str::to_owned);
            seats(line).into_iter().chain(others).collect()
        }
        // The mail address stands behind it.
        "player" if is_new => seats(line).iter().map(|it| format!("{it}=")).collect(),
        "scenario" => game_named(line).map_or(Vec::new(), |card| {
            card.scenarios.iter().map(|it| it.name.clone()).collect()
        }),
        "option" => game_named(line).map_or(Vec::new(), |it| settings(&it)),
        _ => Vec::new(),
    }
}

fn club(line: &TypedLine<'_>) -> Option<Club> {
    open::club(line.club, line.games).ok()
}

fn campaigns(line: &TypedLine<'_>) -> Vec<String> {
    let ids = club(line).and_then(|it| it.campaign_ids().ok());
    ids.iter().flatten().map(ToString::to_string).collect()
}

/// The seats of the campaign named before; for a new one, those of the game.
fn seats(line: &TypedLine<'_>) -> Vec<String> {
    if let Some(card) = game_named(line) {
        return card.seats.iter().map(|it| it.name.to_string()).collect();
    }
    let config = || {
        let club = club(line)?;
        let (_, dir) = club.campaign(line.placed.first()?).ok()?;
        let bytes = club.fs.read(&dir.config()).ok()?;
        CampaignConfig::parse("campaign.toml", &String::from_utf8_lossy(&bytes)).ok()
    };
    config().map_or(Vec::new(), |campaign| {
        campaign.seats.keys().map(ToString::to_string).collect()
    })
}

/// The game that the command names, for `new` and `games`.
fn game_named(line: &TypedLine<'_>) -> Option<GameCard> {
    let names_one = ["new", "games"].contains(&line.command.get_name());
    let game = line
        .games
        .game(line.placed.first().filter(|_| names_one)?)?;
    card(&game.pack()).ok()
}

fn settings(card: &GameCard) -> Vec<String> {
    let options = card.options.iter().flat_map(|option| {
        let name = &option.name;
        match &option.default {
            Setting::Switch(_) => vec![format!("{name}=true"), format!("{name}=false")],
            Setting::Number(_) => vec![format!("{name}=")],
            Setting::Word(_) => {
                let values = option.values.iter();
                values.map(|it| format!("{name}={it}")).collect()
            }
        }
    });
    options.collect()
}
