//! Whether a campaign is meant as it was asked for: names that exist, a seat for everybody, and
//! somebody to play. What is likelier a slip is refused, with the word that means it.
//!
//! Not here: making the campaign (`create`).

use super::create::{self, CampaignWanted, known_game};
use crate::clock::Moment;
use crate::config::campaign::Holder;
use crate::desk::club::brought;
use crate::desk::club::open::Club;
use crate::desk::club::roster::shared_addresses;
use crate::desk::club::suggest::with_names;
use crate::engine::data::{GameCard, OptionCard, ScenarioCard, Setting};
use crate::engine::seat::Seat;
use crate::fault::Fault;

/// What the referee has said is meant.
#[derive(Debug, Clone, Copy, Default)]
pub struct Meant<'a> {
    /// Seats that nobody takes.
    pub empty: &'a [String],
    /// Whether the program shall play all of it alone.
    pub robots_alone: bool,
}

/// Looks through what a campaign shall be; returns what is odd and allowed, a line each.
///
/// # Errors
/// A game, scenario, seat or option that does not exist; seats that are neither taken nor left
/// empty on purpose; robots alone, unless that is meant.
pub fn check(
    club: &Club,
    wanted: &CampaignWanted<'_>,
    meant: Meant<'_>,
    now: Moment,
) -> anyhow::Result<String> {
    create::can_begin(club, wanted.campaign, now)?;
    let game = known_game(club.shelf.games, wanted.game)?;
    let card = brought::card_of(club, game, &brought::read(club, game, wanted.from)?)?;
    for text in wanted.options {
        option(&card, game.id(), text)?;
    }
    let config = create::config(club, game, &card, wanted)?;
    let scenario = scenario(&card, &config.scenario)?;
    let places = card.places(scenario);
    let names: Vec<&str> = places.iter().map(Seat::as_str).collect();
    let known = ("Its seats", "`packetboat games GAME` lists them");
    let no_seat = |seat: &str| {
        let what = format!(
            "{} of {} has no seat called `{seat}`",
            scenario.name,
            game.id()
        );
        with_names(Fault::usage(what), seat, &names, known)
    };
    if let Some(stranger) = config.seats.keys().find(|it| !places.contains(it)) {
        return Err(no_seat(stranger.as_str()).into());
    }
    if let Some(stranger) = meant.empty.iter().find(|it| !names.contains(&it.as_str())) {
        return Err(no_seat(stranger).into());
    }
    let free = |it: &&&str| !config.seats.keys().any(|seat| seat.as_str() == **it);
    let left: Vec<&str> = names.iter().filter(free).copied().collect();
    let left: Vec<&str> = left
        .into_iter()
        .filter(|it| !meant.empty.iter().any(|empty| empty == it))
        .collect();
    if let Some(first) = left.first() {
        let what = format!("{} of {} has no player", left.join(", "), scenario.name);
        return Err(Fault::usage(what)
            .hint(format!(
                "Give each seat a player, --player \"{first}=Name <address>\", or the program, \
                 --robot {first};"
            ))
            .hint(format!("or leave it empty: --empty {first}"))
            .into());
    }
    let robots = config.seats.values().all(|it| *it == Holder::Robot);
    if robots && !meant.robots_alone {
        let what = "only robots would play: they play the whole game at once";
        return Err(Fault::usage(what)
            .hint("Give a seat a player, --player \"seat=Name <address>\",")
            .hint("or confirm that you mean it: --robots-alone")
            .into());
    }
    Ok(shared_addresses(&config))
}

/// The seats that shall be open: those that are named, or else all that have no player and are not
/// left empty.
///
/// # Errors
/// As for [`check`].
pub fn open(
    club: &Club,
    wanted: &CampaignWanted<'_>,
    (named, meant): (&[String], Meant<'_>),
    now: Moment,
) -> anyhow::Result<Vec<Seat>> {
    create::can_begin(club, wanted.campaign, now)?;
    let game = known_game(club.shelf.games, wanted.game)?;
    let card = brought::card_of(club, game, &brought::read(club, game, wanted.from)?)?;
    for text in wanted.options {
        option(&card, game.id(), text)?;
    }
    let config = create::with_open(club, game, &card, (wanted, &[]))?;
    let places = card.places(scenario(&card, &config.scenario)?);
    let names: Vec<&str> = places.iter().map(Seat::as_str).collect();
    let known = ("Its seats", "`packetboat games GAME` lists them");
    let taken = config.seats.keys().map(Seat::as_str);
    let given = named.iter().chain(meant.empty).map(String::as_str);
    if let Some(stranger) = given.chain(taken).find(|it| !names.contains(it)) {
        let what = format!("{} has no seat called `{stranger}`", game.id());
        return Err(with_names(Fault::usage(what), stranger, &names, known).into());
    }
    let is_empty = |it: &Seat| meant.empty.iter().any(|empty| empty == it.as_str());
    let is_named = |it: &Seat| named.iter().any(|name| name == it.as_str());
    let is_open = |seat: &Seat| {
        let free = !config.seats.contains_key(seat) && !is_empty(seat);
        free && (named.is_empty() || is_named(seat))
    };
    let seats: Vec<Seat> = places.iter().copied().filter(is_open).collect();
    let is_given = |it: &Seat| config.seats.contains_key(it) || is_empty(it);
    let is_left = |it: &&Seat| !is_given(it) && !seats.contains(it);
    if let Some(left) = places.iter().find(is_left) {
        return Err(Fault::usage(format!("{left} has no player and is not open"))
            .hint(format!(
                "Name it after --open, or give it a player, --player \"{left}=Name <address>\", \
                 a robot, --robot {left}, or nobody, --empty {left}."
            ))
            .into());
    }
    if seats.is_empty() {
        return Err(Fault::usage("no seat is left to be open").into());
    }
    Ok(seats)
}

fn scenario<'a>(card: &'a GameCard, name: &str) -> anyhow::Result<&'a ScenarioCard> {
    let known: Vec<&str> = card.scenarios.iter().map(|it| it.name.as_str()).collect();
    let found = card.scenarios.iter().find(|it| it.name == name);
    found.ok_or_else(|| {
        let fault = Fault::usage(format!("{} has no scenario called `{name}`", card.title));
        let words = ("Its scenarios", "`packetboat games GAME` lists them");
        with_names(fault, name, &known, words).into()
    })
}

/// That `name=value` names an option and one of its values.
fn option(card: &GameCard, game: &str, text: &str) -> anyhow::Result<()> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (text, None),
    };
    let known: Vec<&str> = card.options.iter().map(|it| it.name.as_str()).collect();
    let Some(option) = card.options.iter().find(|it| it.name == name) else {
        let fault = Fault::usage(format!("{} has no option called `{name}`", card.title));
        let lists = format!("`packetboat games {game}` explains them");
        let words = ("Its options", lists.as_str());
        return Err(with_names(fault, name, &known, words).into());
    };
    let values: Vec<&str> = option.values.iter().map(String::as_str).collect();
    match value {
        None => Err(Fault::usage(format!("--option {name} has no value"))
            .hint(format!("Write --option {name}={}.", sample(option)))
            .into()),
        Some(value) if !values.is_empty() && !values.contains(&value) => {
            let fault = Fault::usage(format!("option {name} cannot be `{value}`"));
            let words = ("It can be", "`packetboat games GAME` lists them");
            Err(with_names(fault, value, &values, words).into())
        }
        Some(_) => Ok(()),
    }
}

/// What an option may be, to be copied: another value than the one it has anyway.
fn sample(option: &OptionCard) -> String {
    match (&option.default, option.range) {
        (Setting::Switch(switch), _) => (!switch).to_string(),
        (Setting::Number(_), Some([least, most])) => format!("N, a number from {least} to {most}"),
        (Setting::Word(word), _) => {
            let mut others = option.values.iter().filter(|other| *other != word);
            others.next().unwrap_or(word).clone()
        }
        (setting, _) => setting.to_string(),
    }
}
