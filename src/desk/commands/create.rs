//! Making clubs and campaigns: `init` and `new`.
//!
//! Not here: what the files say (`config`) and how a campaign gets its folder (`store`).

use super::when::deadlines;
use crate::clock::{Moment, Zone};
use crate::config::address::Address;
use crate::config::campaign::{Absence, CampaignConfig, Holder, Partner, Player};
use crate::config::check_line;
use crate::config::club::{self, ClubConfig, MailIn, MailOut};
use crate::config::join::Join;
use crate::config::press::{LettersPassed, Press};
use crate::config::public::{Observers, Public, Site};
use crate::config::schedule::Schedule;
use crate::config::votes::Votes;
use crate::desk::club::open::Club;
use crate::desk::club::program_name::{own_name, quoted};
use crate::desk::club::suggest::with_names;
use crate::desk::club::{brought, clock_check, waiting};
use crate::desk::turn::founding;
use crate::engine::data::{GameCard, Setting};
use crate::engine::game::Game;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::games::Games;
use crate::report::tidy;
use crate::store::fs::{Access, Disk, Fs, exists, list_if_there, make_dir, replace};
use crate::store::layout::{self, CampaignId};
use crate::store::maildir::Maildir;
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
    /// The name with which its mail server signs what it found out about senders, if it does.
    pub authserv_id: Option<&'a str>,
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
            join: Join::default(),
            allowed: Vec::new(),
            banned: Vec::new(),
            min_on_time: None,
            name: wanted.name.to_owned(),
            address: read("--address", wanted.address)?,
            referee: read("--referee", wanted.referee)?,
            zone: read("--zone", wanted.zone)?,
        },
        mail_in: MailIn {
            authserv_id: wanted.authserv_id.map(str::to_owned),
            ..MailIn::default()
        },
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
    /// A folder with seats, tables and a handbook of its own, where the game takes them.
    pub from: Option<&'a str>,
    /// The campaign's name.
    pub campaign: &'a str,
    /// The scenario, if not the game's first.
    pub scenario: Option<&'a str>,
    /// `seat=Name <address>`
    pub players: &'a [String],
    /// Whether nobody learns who plays which seat until the game is over.
    pub anonymous: bool,
    /// Which letters are passed on between players.
    pub letters: LettersPassed,
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

impl<'a> CampaignWanted<'a> {
    /// A campaign as it is usually begun: all seats of the game's first scenario, options as usual,
    /// letters that are private, dice drawn by the program; nobody plays yet.
    pub fn usual(game: &'a str, campaign: &'a str, deadline: &'a str) -> Self {
        CampaignWanted {
            game,
            from: None,
            campaign,
            scenario: None,
            players: &[],
            anonymous: false,
            letters: LettersPassed::Private,
            robots: &[],
            options: &[],
            deadline,
            seed: None,
            sealed: false,
        }
    }
}

/// Starts a campaign: writes its files and entry 0, with the first reports in its outbox.
///
/// # Errors
/// A game, seat, option or address that does not exist; a campaign that does already; the disk.
pub fn new(club: &Club, wanted: &CampaignWanted<'_>, now: Moment) -> anyhow::Result<String> {
    let id = can_begin(club, wanted.campaign, now)?;
    let game = known_game(club.shelf.games, wanted.game)?;
    let brought = brought::read(club, game, wanted.from)?;
    let card = brought::card_of(club, game, &brought)?;
    let config = config(club, game, &card, wanted)?;
    let secret = founding::secret(wanted.seed, wanted.sealed)?;
    founding::found(club, &id, (game, config, secret, &brought), now)
}

/// Lets a campaign wait for players: these seats are open, and it begins when the last one is
/// taken. `about` is what people read of it who look for one: a sentence, may be empty.
///
/// # Errors
/// As for [`new`].
pub fn open(
    club: &Club,
    wanted: &CampaignWanted<'_>,
    (seats, about): (&[Seat], &str),
    now: Moment,
) -> anyhow::Result<String> {
    let id = can_begin(club, wanted.campaign, now)?;
    let game = known_game(club.shelf.games, wanted.game)?;
    let brought = brought::read(club, game, wanted.from)?;
    let card = brought::card_of(club, game, &brought)?;
    let config = with_open(club, game, &card, (wanted, seats))?;
    founding::founding(&card, &config)?;
    check_line("the sentence about a campaign", about)
        .or_else(|error| if about.is_empty() { Ok(()) } else { Err(error) })
        .map_err(Fault::usage)?;
    let secret = founding::secret(wanted.seed, wanted.sealed)?;
    waiting::put(club, &id, (&config, &secret, about), &brought)?;
    let names: Vec<String> = seats.iter().map(ToString::to_string).collect();
    Ok(tidy(&format!(
        "{id} waits for players: {} open. People take a seat by a mail to {} with the line\n\n  \
         JOIN {id}\n\nIt begins when the last seat is taken; to begin before: {} begin {id}. \
         You may still change open/{id}/campaign.toml.\n\n{}",
        if let [one] = names.as_slice() {
            format!("the seat {one} is")
        } else {
            format!("the seats {} are", names.join(", "))
        },
        club.house.address(),
        own_name(),
        match (
            club.config.mail_in.authserv_id.is_some(),
            club.config.club.join
        ) {
            (true, Join::Vouched) => "Whoever confirms the code that is mailed to them has a seat.",
            (true, Join::Referee) | (false, _) => {
                "Whoever confirms the code that is mailed to them waits until you admit them: you \
                 get a mail with the command."
            }
        }
    )))
}

/// `campaign.toml` as it is asked for, with these seats open.
///
/// # Errors
/// As for [`config`]; a seat that is given twice.
pub fn with_open(
    club: &Club,
    game: &dyn Game,
    card: &GameCard,
    (wanted, open): (&CampaignWanted<'_>, &[Seat]),
) -> anyhow::Result<CampaignConfig> {
    let mut config = match (wanted.players, wanted.robots) {
        ([], []) => settings(club, game, card, (wanted, BTreeMap::new()))?,
        _ => config(club, game, card, wanted)?,
    };
    for seat in open {
        if config.seats.insert(*seat, Holder::Open).is_some() {
            return Err(Fault::usage(format!("the seat {seat} is given twice")).into());
        }
    }
    Ok(config)
}

/// That a campaign of this name can begin now; its name.
///
/// # Errors
/// No name for a campaign, or one that is taken; a clock that cannot be right.
pub fn can_begin(club: &Club, name: &str, now: Moment) -> anyhow::Result<CampaignId> {
    let id: CampaignId = name.parse().map_err(|it: String| Fault::usage(it))?;
    let dirs = [
        club.layout.campaign(&id),
        club.layout.archived(&id),
        club.layout.waiting(&id),
    ];
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
    settings(club, game, card, (wanted, seats))
}

fn settings(
    club: &Club,
    game: &dyn Game,
    card: &GameCard,
    (wanted, seats): (&CampaignWanted<'_>, BTreeMap<Seat, Holder>),
) -> anyhow::Result<CampaignConfig> {
    let scenario = match wanted.scenario {
        Some(name) => name.to_owned(),
        None => card
            .scenarios
            .first()
            .map_or_else(String::new, |it| it.name.clone()),
    };
    let zone = club.config.club.zone;
    let names = card.sheet_names();
    let names = names.map_err(|it| Fault::usage(it.to_string()))?;
    Ok(CampaignConfig {
        anonymous: wanted.anonymous,
        game: game.id().to_owned(),
        scenario,
        seats,
        schedule: Schedule {
            deadline: deadlines(wanted.deadline, &names.kinds())?,
            ..Schedule::weekly(zone)
        },
        absence: Absence::default(),
        votes: Votes::default(),
        press: Press {
            letters: wanted.letters,
            ..Press::default()
        },
        public: Public::default(),
        observers: Observers::new(),
        options: meant(card, options(wanted.options)?),
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
        zone,
        ..Player::of(Partner {
            name: person,
            address,
        })
    })
}

/// Values as the options of a game keep them.
fn meant(card: &GameCard, given: BTreeMap<String, Setting>) -> BTreeMap<String, Setting> {
    let kept = given.into_iter().map(|(name, value)| {
        let option = card.options.iter().find(|it| it.name == name);
        let value = option.map_or(value.clone(), |it| it.meant(&value));
        (name, value)
    });
    kept.collect()
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
