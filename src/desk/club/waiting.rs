//! Campaigns that wait for players, `open/<name>/`: what they will be (`campaign.toml`, in which a
//! seat that is free says `open = true`), their secrets, and who wants a seat (`wishes.toml`).
//!
//! Whoever has a seat is in `campaign.toml`, where the referee may change all of it. Not here: what
//! people write (`inbox::join`), and letting a campaign begin (`tick::open_seats`).

use super::brought::{self, Brought};
use super::campaign::read_text;
use super::desk_file;
use super::errors::fault;
use super::open::{Club, gather};
use crate::clock::Moment;
use crate::config::address::Address;
use crate::config::campaign::{CampaignConfig, Holder, Player};
use crate::config::edit::with_holder;
use crate::config::secret::SecretConfig;
use crate::engine::data::GameCard;
use crate::engine::game::Game;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::mail::token::{Token, TokenKey};
use crate::report::{OpenSeat, OpenTable};
use crate::store::fs::{Access, exists, list_if_there, make_dir, replace};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};

/// What the file of wishes is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Wishes, 1);

/// A campaign that waits for players.
pub struct WaitingCampaign {
    /// The name it will run under.
    pub id: CampaignId,
    /// Its folder.
    pub dir: CampaignDir,
    /// What it will be.
    pub config: CampaignConfig,
    /// Its secrets.
    pub secret: SecretConfig,
    /// Its game.
    pub game: &'static dyn Game,
    /// The game's card.
    pub card: GameCard,
    /// What it brings in place of the game's own files.
    pub brought: Brought,
    /// Who wants a seat.
    pub wishes: Wishes,
}

/// Who wants a seat in a campaign, and has none yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wishes {
    /// What the campaign is for people who look for one: a sentence, may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The number of the last wish.
    #[serde(default)]
    pub number: u32,
    /// When those who have a seat, and the referee, were last told who waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Moment>,
    /// Whether a seat was taken or given back since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub news: bool,
    /// Oldest first.
    #[serde(default, rename = "wish", skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<Wish>,
}

/// Somebody who wants a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// Its number among all for this campaign.
    pub number: u32,
    /// When its mail came.
    pub at: Moment,
    /// Where the mail came from.
    pub address: Address,
    /// The name in it.
    pub name: String,
    /// The seat, if one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whether the code that went there was confirmed, and the referee is to admit them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub confirmed: bool,
}

/// The campaigns that wait for players, by name.
///
/// # Errors
/// The disk's.
pub fn ids(club: &Club) -> anyhow::Result<Vec<CampaignId>> {
    let names = list_if_there(&*club.fs, &club.layout.open())?;
    Ok(names.iter().filter_map(|it| it.parse().ok()).collect())
}

/// Whether one of this name waits.
pub fn is_waiting(club: &Club, id: &CampaignId) -> bool {
    exists(&*club.fs, &club.layout.waiting(id).config())
}

/// Reads one.
///
/// # Errors
/// The disk's; a file that does not fit, or a game that is not known.
pub fn read(club: &Club, id: &CampaignId) -> anyhow::Result<WaitingCampaign> {
    let dir = club.layout.waiting(id);
    let text = read_text(&*club.fs, &dir, &dir.config()).map_err(|it| fault(id, it))?;
    let config = CampaignConfig::parse(&dir.shown(&dir.config()), &text);
    let config = config.map_err(|it| Fault::usage(it.to_string()))?;
    let text = read_text(&*club.fs, &dir, &dir.secret()).map_err(|it| fault(id, it))?;
    let secret = SecretConfig::parse(&dir.shown(&dir.secret()), &text);
    let secret = secret.map_err(|it| Fault::usage(it.to_string()))?;
    let game = club.shelf.games.game(&config.game).ok_or_else(|| {
        let file = dir.shown(&dir.config());
        Fault::usage(format!("{file}: no game is called `{}`", config.game))
    })?;
    let mut brought = Brought::new();
    let mut take = |path: String, bytes: Vec<u8>| {
        brought.insert(path, String::from_utf8_lossy(&bytes).into_owned());
    };
    gather(&*club.fs, &dir.data(), "", 0, &mut take)?;
    let card = brought::card_of(club, game, &brought)?;
    let wishes = desk_file::read(club, &dir.wishes(), SHAPE)?;
    Ok(WaitingCampaign {
        id: id.clone(),
        dir,
        config,
        secret,
        game,
        card,
        brought,
        wishes,
    })
}

/// All of them, as anybody may know them. One that cannot be read is the referee's business, who is
/// told at each tick.
///
/// # Errors
/// The disk's.
pub fn shown(club: &Club) -> anyhow::Result<Vec<OpenTable>> {
    let ids = ids(club)?.into_iter();
    let all = ids.filter_map(|id| Some(read(club, &id).ok()?.shown()));
    Ok(all.collect())
}

/// Puts one into the club's folder.
///
/// # Errors
/// The disk's.
pub fn put(
    club: &Club,
    id: &CampaignId,
    (config, secret, about): (&CampaignConfig, &SecretConfig, &str),
    brought: &Brought,
) -> anyhow::Result<()> {
    let dir = club.layout.waiting(id);
    make_dir(&*club.fs, dir.root())?;
    replace(
        &*club.fs,
        &dir.secret(),
        secret.to_text().as_bytes(),
        Access::Private,
    )?;
    let wishes = Wishes {
        about: about.to_owned(),
        ..Wishes::default()
    };
    desk_file::write(club, &dir.wishes(), SHAPE, &wishes, Access::Private)?;
    if !brought.is_empty() {
        make_dir(&*club.fs, &dir.data())?;
    }
    for (name, text) in brought {
        replace(
            &*club.fs,
            &dir.data().join(name),
            text.as_bytes(),
            Access::Private,
        )?;
    }
    // It is one once this file is there.
    let text = config.to_text();
    replace(&*club.fs, &dir.config(), text.as_bytes(), Access::Shared)?;
    Ok(())
}

/// Takes one away: it has begun, or nobody waits for it any more.
///
/// # Errors
/// The disk's.
pub fn take_away(club: &Club, id: &CampaignId) -> anyhow::Result<()> {
    club.fs.remove_dir_all(club.layout.waiting(id).root())?;
    club.fs.sync_dir(&club.layout.open())?;
    Ok(())
}

impl WaitingCampaign {
    /// The seats it will have, in table order.
    pub fn seats(&self) -> Vec<Seat> {
        let seats = self.card.seats.iter().map(|it| it.name);
        seats
            .filter(|it| self.config.seats.contains_key(it))
            .collect()
    }

    /// Those that are free, in table order.
    pub fn free(&self) -> Vec<Seat> {
        let is_free = |it: &Seat| self.config.seats.get(it) == Some(&Holder::Open);
        self.seats().into_iter().filter(is_free).collect()
    }

    /// As anybody may know it.
    pub fn shown(&self) -> OpenTable {
        let free = self.free();
        let seats = self.seats().into_iter().map(|seat| OpenSeat {
            name: seat.to_string(),
            title: self.title(seat),
            free: free.contains(&seat),
            robot: self.config.seats.get(&seat) == Some(&Holder::Robot),
        });
        let names = self.card.sheet_names().unwrap_or_default();
        OpenTable {
            anonymous: self.config.anonymous,
            campaign: self.id.to_string(),
            title: self.card.title.clone(),
            seats: seats.collect(),
            free: free.len(),
            pace: self
                .config
                .schedule
                .pace(self.card.sheet_parts, &names.kinds()),
            letters: self.config.press.letters.name().to_owned(),
            about: self.wishes.about.clone(),
        }
    }

    /// Who has a seat, in table order; robots are left out.
    pub fn players(&self) -> Vec<(Seat, &Player)> {
        let seats = self.seats().into_iter();
        seats
            .filter_map(|seat| match self.config.seats.get(&seat) {
                Some(Holder::Player(player)) => Some((seat, player)),
                _ => None,
            })
            .collect()
    }

    /// The seat of whoever writes from there.
    pub fn seat_of(&self, address: &str) -> Option<Seat> {
        let players = self.players().into_iter();
        let mut of = players.filter(|it| it.1.address.same_as(address));
        of.next().map(|it| it.0)
    }

    /// What a seat is called.
    pub fn title(&self, seat: Seat) -> String {
        let found = self.card.seats.iter().find(|it| it.name == seat);
        found.map_or_else(|| seat.to_string(), |it| it.title.clone())
    }

    /// The code that whoever wants a seat must confirm.
    pub fn code(&self, wish: &Wish) -> Token {
        let key = TokenKey::new(self.secret.token_key.0);
        let told = format!("join {} {}", wish.number, wish.address);
        key.code(self.id.as_str(), nobody(), 0, &told)
    }

    /// Gives a seat to somebody, or takes it from them.
    ///
    /// # Errors
    /// A `campaign.toml` that has changed meanwhile; the disk's.
    pub fn give(&mut self, club: &Club, seat: Seat, holder: Holder) -> anyhow::Result<()> {
        let path = self.dir.config();
        let file = self.dir.shown(&path);
        let text = read_text(&*club.fs, &self.dir, &path).map_err(|it| fault(&self.id, it))?;
        let text = with_holder(&file, &text, seat, &holder);
        let text = text.map_err(|it| Fault::usage(it.to_string()))?;
        CampaignConfig::parse(&file, &text).map_err(|it| Fault::usage(it.to_string()))?;
        replace(&*club.fs, &path, text.as_bytes(), Access::Shared)?;
        self.config.seats.insert(seat, holder);
        self.wishes.news = true;
        self.keep(club)
    }

    /// Keeps who wants a seat.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep(&self, club: &Club) -> anyhow::Result<()> {
        let path = self.dir.wishes();
        Ok(desk_file::write(
            club,
            &path,
            SHAPE,
            &self.wishes,
            Access::Private,
        )?)
    }
}

/// In the codes of those who have no seat yet.
fn nobody() -> Seat {
    "nobody".parse().expect("it is a name for a seat")
}
