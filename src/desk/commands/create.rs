//! Making clubs and campaigns: `init` and `new`.
//!
//! Not here: what the files say (`config`) and how a campaign gets its folder (`store`).

use super::when::cadence;
use crate::clock::{Moment, Zone};
use crate::config::address::Address;
use crate::config::campaign::{Absence, CampaignConfig, Holder, Letters, Player, Want};
use crate::config::check_line;
use crate::config::club::{self, ClubConfig, MailIn, MailOut};
use crate::config::public::{Observers, Public, Site};
use crate::config::schedule::Schedule;
use crate::config::secret::SecretConfig;
use crate::config::votes::Votes;
use crate::desk::club::about::fairness;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::club::foundation::hashes;
use crate::desk::club::open::Club;
use crate::desk::club::program_name::{own_name, quoted};
use crate::desk::club::rules_cache::Unfit;
use crate::desk::club::suggest::with_names;
use crate::desk::club::{clock_check, register};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::deadline::note_stop;
use crate::desk::entry::guard;
use crate::desk::entry::publish::reports;
use crate::desk::turn::turn_over::{Open, play_on};
use crate::engine::data::{DataPack, Founding, GameCard, Setting};
use crate::engine::dice::{Dice, Keys, hex, unhex};
use crate::engine::game::{Game, card};
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::games::Games;
use crate::report::tidy;
use crate::store::campaigns;
use crate::store::entry::{Cause, DeskState, DiceNote, Stop};
use crate::store::fs::{Access, Disk, Fs, exists, list_if_there, make_dir, replace};
use crate::store::layout::{self, CampaignId};
use crate::store::log::Notes;
use crate::store::maildir::Maildir;
use anyhow::Context;
use rand::TryRng;
use rand::rngs::SysRng;
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

/// What `init` is given.
pub struct ClubWanted<'a> {
    /// The club's name.
    pub name: &'a str,
    /// Its address.
    pub address: &'a str,
    /// The referee's.
    pub referee: &'a str,
    /// Its time zone.
    pub zone: &'a str,
}

/// Makes a new club; says what to do next.
///
/// # Errors
/// A folder that holds something already; an address or zone that is none; the disk.
pub fn init(dir: &Path, wanted: &ClubWanted<'_>) -> anyhow::Result<String> {
    init_on(&Disk, dir, wanted)?;
    let dir = std::path::absolute(dir)?;
    Ok(next_steps(&dir))
}

/// The same on any disk, which is left as it was if it cannot be done.
///
/// # Errors
/// As for [`init`].
pub fn init_on(fs: &dyn Fs, dir: &Path, wanted: &ClubWanted<'_>) -> anyhow::Result<()> {
    if !list_if_there(fs, dir)?.is_empty() {
        return Err(Fault::usage(format!("{} is not empty", dir.display()))
            .hint("Name a folder that does not exist yet.")
            .into());
    }
    let was_there = exists(fs, dir);
    make(fs, dir, wanted).inspect_err(|_| {
        // The error that counts is the first one. Half a club would be refused as a folder that
        // holds something.
        let _ = clear(fs, dir, was_there);
    })
}

/// Takes away what is in a folder that was empty, and the folder if it was not there.
fn clear(fs: &dyn Fs, dir: &Path, was_there: bool) -> std::io::Result<()> {
    if !was_there {
        return fs.remove_dir_all(dir);
    }
    for name in list_if_there(fs, dir)? {
        let path = dir.join(name);
        if fs.stat(&path)?.is_dir {
            fs.remove_dir_all(&path)?;
        } else {
            fs.remove_file(&path)?;
        }
    }
    Ok(())
}

/// Makes the folders and packetboat.toml.
///
/// # Errors
/// An address or zone that is none; the disk.
pub fn make(fs: &dyn Fs, dir: &Path, wanted: &ClubWanted<'_>) -> anyhow::Result<()> {
    let config = ClubConfig {
        club: club::Club {
            about: None,
            name: wanted.name.to_owned(),
            address: read("--address", wanted.address)?,
            referee: read("--referee", wanted.referee)?,
            zone: read("--zone", wanted.zone)?,
        },
        mail_in: MailIn::default(),
        mail_out: MailOut::default(),
        attachments: true,
        site: Site::default(),
    };
    let text = config.to_text();
    ClubConfig::parse("packetboat.toml", &text).map_err(|it| Fault::usage(it.to_string()))?;
    let layout = layout::Club::new(dir);
    Maildir::new(fs, layout.path(&config.mail_in.maildir)).make()?;
    for folder in [
        layout.path("mail/out"),
        layout.drop_box(),
        layout.campaigns(),
    ] {
        make_dir(fs, &folder)?;
    }
    replace(fs, &layout.config(), text.as_bytes(), Access::Shared)?;
    Ok(())
}

fn read<T: FromStr<Err = String>>(what: &str, text: &str) -> anyhow::Result<T> {
    let read = text
        .parse()
        .map_err(|it| Fault::usage(format!("{what}: {it}")));
    Ok(read?)
}

fn next_steps(dir: &Path) -> String {
    let club = quoted(&dir.display().to_string());
    // A shell may know it by its name alone; cron does not.
    let own = std::env::current_exe().map(|it| quoted(&it.display().to_string()));
    let (program, for_cron) = (own_name(), own.unwrap_or_else(|_| own_name()));
    format!(
        "A club is ready in {club}.\n\n\
         Next:\n\
         1. Look through {club}/packetboat.toml: name, addresses, time zone.\n\
         2. Start a campaign:\n\
         \x20  cd {club}\n\
         \x20  {program} games\n\
         \x20  {program} new these-new-worlds first-game \\\n\
         \x20      --player \"north=Ana <ana@example.org>\" \\\n\
         \x20      --player \"south=Ben <ben@example.net>\"\n\
         3. Let cron run it every five minutes (`crontab -e`):\n\
         \x20  */5 * * * *  {for_cron} tick --club {club}\n\n\
         Mail comes in through {club}/mail/new, a Maildir that a mail server,\n\
         mbsync or `packetboat receive` fills. Unless you change it in\n\
         packetboat.toml, outgoing mail is written to {club}/mail/out.\n"
    )
}

/// What `new` is given.
pub struct CampaignWanted<'a> {
    /// The game.
    pub game: &'a str,
    /// The campaign's name.
    pub campaign: &'a str,
    /// The scenario, if not the game's first.
    pub scenario: Option<&'a str>,
    /// `seat=Name <address>`
    pub players: &'a [String],
    /// Seats the program plays.
    pub robots: &'a [String],
    /// `name=value`
    pub options: &'a [String],
    /// `sun 20:00`, `3d 20:00`, `never`
    pub deadline: &'a str,
    /// The seed, for tests and demos.
    pub seed: Option<&'a str>,
    /// Whether that seed counts as one that was drawn here: in a simulated club.
    pub sealed: bool,
}

/// Starts a campaign: writes its files and entry 0, with the first reports in its outbox.
///
/// # Errors
/// A game, seat, option or address that does not exist; a campaign that does already; the disk.
pub fn new(club: &Club, wanted: &CampaignWanted<'_>, now: Moment) -> anyhow::Result<String> {
    let id = can_begin(club, wanted.campaign, now)?;
    let game = known_game(club.shelf.games, wanted.game)?;
    let mut pack = club.pack(game.id())?;
    let card = card(&pack).map_err(|it| Fault::usage(it.to_string()))?;
    let config = config(club, game, &card, wanted)?;
    let founding = founding(&card, &config)?;
    pack.files
        .insert("founding.toml".to_owned(), founding_text(&founding));
    let secret = secret(wanted.seed, wanted.sealed)?;
    let keys = Keys::new(&secret.seed.0, 1, 0).map_err(Fault::usage)?;
    let mut dice = Dice::keyed(keys);
    let parts = (pack, card, config, secret);
    let campaign = set_up(game, &id, club, parts, &founding, &mut dice)?;
    commit(club, campaign, &mut dice, now)
}

/// That a campaign of this name can begin now; its name.
///
/// # Errors
/// No name for a campaign, or one that is taken; a clock that cannot be right.
pub fn can_begin(club: &Club, name: &str, now: Moment) -> anyhow::Result<CampaignId> {
    let id: CampaignId = name.parse().map_err(|it: String| Fault::usage(it))?;
    let dirs = [club.layout.campaign(&id), club.layout.archived(&id)];
    if dirs.iter().any(|it| exists(&*club.fs, it.root())) {
        return Err(
            Fault::usage(format!("there is a campaign called `{id}` already"))
                .hint("Choose another name.")
                .into(),
        );
    }
    clock_check::check_new(club, now)?;
    Ok(id)
}

/// The game with this id.
///
/// # Errors
/// There is none; names those there are.
pub fn known_game(games: Games, id: &str) -> anyhow::Result<&'static dyn Game> {
    games.game(id).ok_or_else(|| {
        let all: Vec<&str> = games.listed().map(Game::id).collect();
        let fault = Fault::usage(format!("no game is called `{id}`"));
        let words = ("There are", "`packetboat games` lists them");
        with_names(fault, id, &all, words).into()
    })
}

/// `campaign.toml` as it is asked for.
///
/// # Errors
/// What cannot be read; a seat given twice; nobody at the table.
pub fn config(
    club: &Club,
    game: &dyn Game,
    card: &GameCard,
    wanted: &CampaignWanted<'_>,
) -> anyhow::Result<CampaignConfig> {
    let mut seats = BTreeMap::new();
    let players = wanted.players.iter().map(|it| player(it));
    let robots = wanted
        .robots
        .iter()
        .map(|it| Ok((seat(it)?, Holder::Robot)));
    for taken in players.chain(robots) {
        let (seat, holder) = taken?;
        if seats.insert(seat, holder).is_some() {
            return Err(Fault::usage(format!("the seat {seat} is given twice")).into());
        }
    }
    if seats.is_empty() {
        let names: Vec<String> = card.seats.iter().map(|it| it.name.to_string()).collect();
        return Err(Fault::usage("no seat has a player")
            .hint("Give each seat a player, --player \"seat=Name <address>\", or --robot seat.")
            .hint(format!("The seats of {}: {}.", game.id(), names.join(", ")))
            .into());
    }
    let scenario = match wanted.scenario {
        Some(name) => name.to_owned(),
        None => card
            .scenarios
            .first()
            .map_or_else(String::new, |it| it.name.clone()),
    };
    let zone = club.config.club.zone;
    Ok(CampaignConfig {
        game: game.id().to_owned(),
        scenario,
        seats,
        schedule: Schedule {
            deadline: cadence(wanted.deadline)?,
            ..Schedule::weekly(zone)
        },
        absence: Absence::default(),
        votes: Votes::default(),
        letters: Letters::default(),
        public: Public::default(),
        observers: Observers::new(),
        options: options(wanted.options)?,
    })
}

fn seat(text: &str) -> anyhow::Result<Seat> {
    crate::desk::club::open::seat(text.trim())
}

/// `north=Ana <ana@example.org>`, perhaps followed by a zone: `… <…> Europe/Madrid`.
fn player(text: &str) -> anyhow::Result<(Seat, Holder)> {
    let wrong = || {
        Fault::usage(format!("`{text}` does not give a seat to a player"))
            .hint("Write --player \"north=Ana <ana@example.org>\".")
    };
    let (name, person) = text.split_once('=').ok_or_else(wrong)?;
    if !person.contains('<') {
        return Err(wrong().into());
    }
    Ok((
        seat(name)?,
        Holder::Player(self::person("--player", person)?),
    ))
}

/// Reads `Ana <ana@example.org>`, perhaps followed by a zone: `… <…> Europe/Madrid`.
///
/// # Errors
/// What is not an address or a zone; `what` says whose.
pub fn person(what: &str, text: &str) -> anyhow::Result<Player> {
    let wrong = || {
        Fault::usage(format!("`{text}` is not a player with an address"))
            .hint("Write \"Ana <ana@example.org>\".")
    };
    let (person, rest) = text.split_once('<').ok_or_else(wrong)?;
    let (address, zone) = rest.split_once('>').ok_or_else(wrong)?;
    let address: Address = read(what, address.trim())?;
    let person = match person.trim() {
        "" => address.local().to_owned(),
        name => name.to_owned(),
    };
    check_line("the name of a player", &person).map_err(|error| {
        Fault::usage(error).hint("It is in the headers of mails: write it as in a letter.")
    })?;
    let zone = match zone.trim() {
        "" => None,
        zone => Some(read::<Zone>(what, zone)?),
    };
    Ok(Player {
        name: person,
        address,
        zone,
        wants: vec![Want::Text, Want::Html, Want::Ics],
        name_public: false,
    })
}

/// Reads `name=value` options: `true` and `false`, numbers, and words.
///
/// # Errors
/// One without `=`.
pub fn options(texts: &[String]) -> anyhow::Result<BTreeMap<String, Setting>> {
    let mut options = BTreeMap::new();
    for text in texts {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            Fault::usage(format!("`{text}` does not set an option")).hint(
                "Write --option \
                name=value.",
            )
        })?;
        let value = match (value.parse::<bool>(), value.parse::<i64>()) {
            (Ok(switch), _) => Setting::Switch(switch),
            (_, Ok(number)) => Setting::Number(number),
            _ => Setting::Word(value.to_owned()),
        };
        options.insert(name.to_owned(), value);
    }
    Ok(options)
}

/// The founding that campaign.toml asks for, checked against the game's card.
///
/// # Errors
/// What does not fit the card.
pub fn founding(card: &GameCard, config: &CampaignConfig) -> anyhow::Result<Founding> {
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

fn secret(seed: Option<&str>, sealed: bool) -> anyhow::Result<SecretConfig> {
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
    templates: &crate::report::Templates,
    campaign: &mut Campaign,
    dice: &mut Dice,
    now: Moment,
) -> Result<crate::store::draft::Draft, CampaignError> {
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
