//! A campaign begins: its data are frozen, its dice sealed, and its first reports wait in entry 0.
//!
//! Not here: what the referee wants (`commands::create`), and campaigns that wait for players
//! (`tick::open`).

use super::turn_over::{Open, play_on};
use crate::clock::Moment;
use crate::config::campaign::{CampaignConfig, Holder};
use crate::config::secret::SecretConfig;
use crate::desk::club::about::fairness;
use crate::desk::club::brought::{self, Brought};
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::club::foundation::hashes;
use crate::desk::club::open::Club;
use crate::desk::club::register;
use crate::desk::club::rules_cache::Unfit;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::deadline::note_stop;
use crate::desk::entry::guard;
use crate::desk::entry::publish::reports;
use crate::engine::data::{DataPack, Founding, GameCard};
use crate::engine::dice::{Dice, Keys, hex, unhex};
use crate::engine::game::{Game, card};
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::report::{Templates, tidy};
use crate::store::campaigns;
use crate::store::draft::Draft;
use crate::store::entry::{Cause, DeskState, DiceNote, Stop};
use crate::store::layout::CampaignId;
use crate::store::log::Notes;
use anyhow::Context;
use rand::TryRng;
use rand::rngs::SysRng;
use std::collections::BTreeMap;

/// Founds a campaign of a game with these settings and secrets: writes its files and entry 0, with
/// the first reports in its outbox. Says when orders are due.
///
/// # Errors
/// Settings that do not fit the game; a campaign of that name; the disk. Then there is none.
pub fn found(
    club: &Club,
    id: &CampaignId,
    (game, config, secret, brought): (&'static dyn Game, CampaignConfig, SecretConfig, &Brought),
    now: Moment,
) -> anyhow::Result<String> {
    let mut pack = brought::pack(club, game, brought)?;
    let card = card(&pack).map_err(|it| Fault::usage(it.to_string()))?;
    let founding = founding(&card, &config)?;
    pack.files
        .insert("founding.toml".to_owned(), founding_text(&founding));
    let keys = Keys::new(&secret.seed.0, 1, 0).map_err(Fault::usage)?;
    let mut dice = Dice::keyed(keys);
    let parts = (pack, card, config, secret);
    let campaign = set_up(game, id, club, parts, &founding, &mut dice)?;
    commit(club, campaign, &mut dice, now)
}

/// The founding that campaign.toml asks for, checked against the game's card.
///
/// # Errors
/// What does not fit the card.
pub fn founding(card: &GameCard, config: &CampaignConfig) -> anyhow::Result<Founding> {
    let robot = config.seats.iter().find(|it| *it.1 == Holder::Robot);
    if let Some((seat, _)) = robot.filter(|_| card.seats.iter().any(|it| it.referees)) {
        return Err(Fault::usage(format!("the seat {seat} cannot have a robot"))
            .hint("A person referees this game, so people play all its seats.")
            .into());
    }
    let seats: Vec<Seat> = config.seats.keys().copied().collect();
    let scenario = Some(config.scenario.as_str());
    let founding = Founding::new(card, scenario, &seats, &config.options);
    Ok(founding.map_err(|it| Fault::usage(it.problem))?)
}

/// How the campaign began, frozen beside its data: campaign.toml may change later.
fn founding_text(founding: &Founding) -> String {
    let text = toml::to_string(founding);
    text.expect("a founding is plain data")
}

/// The secrets of a new campaign: drawn here, or from a seed that is given; `sealed`: it counts as
/// drawn here all the same.
///
/// # Errors
/// A seed that is none; no random numbers.
pub fn secret(seed: Option<&str>, sealed: bool) -> anyhow::Result<SecretConfig> {
    let token_key = random_bytes()?;
    match seed {
        None => Ok(SecretConfig::new(random_bytes()?, true, token_key)),
        Some(text) => {
            let seed = unhex(text).ok_or_else(|| Fault::usage("--seed takes 64 hex digits"))?;
            // Rehearsals with one seed are the same to the byte, tokens included.
            let token_key = blake3::derive_key("packetboat 1 token key of a rehearsal", &seed);
            Ok(SecretConfig::new(seed, sealed, token_key))
        }
    }
}

/// Random bytes from the operating system.
///
/// # Errors
/// It gives none.
pub fn random_bytes<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    let filled = SysRng.try_fill_bytes(&mut bytes);
    filled.context("the operating system gives no random numbers")?;
    Ok(bytes)
}

fn set_up(
    game: &'static dyn Game,
    id: &CampaignId,
    club: &Club,
    (pack, card, config, secret): (DataPack, GameCard, CampaignConfig, SecretConfig),
    founding: &Founding,
    dice: &mut Dice,
) -> anyhow::Result<Campaign> {
    let panicked = |it: String| Fault::halted(format!("the rules panic: {it}"));
    let rules = club
        .shelf
        .rules(game, &pack, &hashes(&pack))
        .map_err(|unfit| match unfit {
            Unfit::Data(fault) => Fault::usage(fault.to_string()),
            Unfit::Panic(panic) => panicked(panic),
        })?;
    let founded = catch_panic(|| rules.found(id.as_str(), founding, dice)).map_err(panicked)?;
    let table = founded.map_err(|it| Fault::usage(it.to_string()))?;
    Ok(Campaign {
        id: id.clone(),
        dir: club.layout.campaign(id),
        config,
        seed: secret.seed,
        secret,
        game,
        pack,
        card,
        rules,
        timeline: 0,
        last: None,
        notes: Notes::default(),
        parts: BTreeMap::new(),
        table,
        published: BTreeMap::new(),
    })
}

fn commit(
    club: &Club,
    mut campaign: Campaign,
    dice: &mut Dice,
    now: Moment,
) -> anyhow::Result<String> {
    let templates = club.templates()?;
    let files = files(&campaign);
    let fairness = fairness(&club.books(campaign.game.id())?)?;
    let id = campaign.id.clone();
    let draft = first_entry(club, &templates, &mut campaign, dice, now);
    let draft = draft.map_err(|stuck| cannot_begin(&id, stuck))?;
    guard::search(club, &templates, &campaign, &draft).map_err(|it| cannot_begin(&id, it))?;
    let deadline = draft.desk.deadline;
    let is_over = draft.desk.stop == Stop::Over;
    let mails = draft.out.len();
    let founded = campaigns::found(&*club.fs, &club.layout, &id, &files, &draft.seal(None))?;
    register::note_one(club, &id, &founded)?;
    let until = match deadline {
        Some(at) => format!(
            "; orders are due {}",
            at.for_people(club.config.club.zone, now)
        ),
        None if is_over => " and is over: only robots play in it".to_owned(),
        None => "; no deadline is set".to_owned(),
    };
    let mails = match mails {
        0 => "There are only robots, so no report goes out.".to_owned(),
        1 if is_over => "Its last report goes out with the next tick.".to_owned(),
        1 => "The first report goes out with the next tick.".to_owned(),
        more => format!("{more} first reports go out with the next `packetboat tick`."),
    };
    Ok(tidy(&format!(
        "{id} has begun{until}. {mails}\n\n{fairness}"
    )))
}

/// A campaign that cannot begin: nothing was done, and nothing is halted.
fn cannot_begin(id: &CampaignId, stuck: CampaignError) -> anyhow::Error {
    let what = match stuck {
        CampaignError::Halted(what)
        | CampaignError::Broken { what, .. }
        | CampaignError::Unsettled(what) => what,
        CampaignError::Disk(fault) => return fault.into(),
    };
    Fault::usage(format!("{id} cannot begin: {what}")).into()
}

fn first_entry(
    club: &Club,
    templates: &Templates,
    campaign: &mut Campaign,
    dice: &mut Dice,
    now: Moment,
) -> Result<Draft, CampaignError> {
    let desk = DeskState::beginning(now);
    // Setting up has begun the first link; play goes on with the same dice.
    let keys = Keys::new(&campaign.seed.0, 1, 0).map_err(|it| rules_fault(&it))?;
    let note = DiceNote {
        timeline: 0,
        link: 1,
        resolved: true,
        shown: Some(hex(&keys.open)),
    };
    let mut work = EntryBuilder::with(club, templates, campaign, now, desk, note);
    let halted = play_on(&mut work, dice, Open::Ready)?;
    note_stop(&mut work, &halted);
    reports(&mut work, true)?;
    work.finish(Cause::Founded {})
}

fn files(campaign: &Campaign) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::from([
        (
            "campaign.toml".to_owned(),
            campaign.config.to_text().into_bytes(),
        ),
        (
            "secret.toml".to_owned(),
            campaign.secret.to_text().into_bytes(),
        ),
    ]);
    for (path, text) in &campaign.pack.files {
        files.insert(format!("data/{path}"), text.clone().into_bytes());
    }
    files
}
