//! Opening a club: its folder, its configuration, its templates, its lock.
//!
//! Not here: opening a campaign (`campaign`), and making a club (`create`).

use super::rules_cache::Shelf;
use super::suggest::with_names;
use crate::config::club::ClubConfig;
use crate::config::secret::SecretConfig;
use crate::engine::data::DataPack;
use crate::engine::game::Game;
use crate::engine::seat::{Seat, Viewer};
use crate::fault::Fault;
use crate::games::Games;
use crate::mail::address::House;
use crate::mail::secret::Programs;
use crate::report::{Failures, Templates};
use crate::store::archive::ArchiveFs;
use crate::store::fs::{Disk, Fs, list_if_there};
use crate::store::layout::{self, ARCHIVED_ENDING, CampaignDir, CampaignId};
use crate::store::lock::{Lock, try_lock, wait_lock};
use crate::store::log::CampaignLog;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How deep folders of data or templates may be nested.
const DEPTH_MAX: u32 = 4;

/// Why the lock cannot be had.
const AT_WORK: &str = "another packetboat is running in this club";

/// Why that of the post cannot be had.
const AT_THE_POST: &str = "another packetboat is fetching or sending the mail of this club";

/// What is used as the club of a campaign's folder that is in none. Nothing is ever sent from it.
const STAND_IN: &str = "\
format = 1
[club]
name = \"an archive\"
address = \"nobody@archive.invalid\"
referee = \"nobody@archive.invalid\"
zone = \"UTC\"
";

/// A club, opened.
#[derive(Clone)]
pub struct Club {
    /// The disk it is on.
    pub fs: Arc<dyn Fs>,
    /// Where everything is.
    pub layout: layout::Club,
    /// `packetboat.toml`.
    pub config: ClubConfig,
    /// The club as mail sees it.
    pub house: House,
    /// The rules in use.
    pub shelf: Shelf,
    /// Templates of the club's own that have failed since it was opened.
    pub failed: Failures,
    /// Programs that were run for passwords since it was opened.
    pub programs: Programs,
}

/// Where campaigns are opened from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The disk.
    pub fs: &'a dyn Fs,
    /// The rules in use.
    pub shelf: &'a Shelf,
    /// The number of an entry that the campaign has for sure, with none missing before it.
    pub known: Option<u32>,
    /// Whether a campaign can be opened whose secret.toml is not there: to be read, not played.
    pub without_secret: bool,
    /// What is used instead of its secret.toml, if that was made out already: an export says it
    /// once, and is read entry by entry.
    pub secret: Option<&'a SecretConfig>,
}

impl<'a> Source<'a> {
    /// The log of a campaign.
    pub fn log(self, dir: &'a CampaignDir) -> CampaignLog<'a> {
        match self.known {
            Some(known) => CampaignLog::knowing(self.fs, dir, known),
            None => CampaignLog::new(self.fs, dir),
        }
    }
}

/// Finds and opens a club on the real disk: the folder named, else `$PACKETBOAT_CLUB`, else the
/// nearest folder upward with a `packetboat.toml`.
///
/// # Errors
/// No club there, or a configuration that cannot be used.
pub fn club(named: Option<&Path>, games: Games) -> anyhow::Result<Club> {
    let fs = Disk;
    let by_environment = std::env::var_os("PACKETBOAT_CLUB").map(PathBuf::from);
    let layout = match named.map(Path::to_owned).or(by_environment) {
        Some(folder) => layout::Club::new(folder),
        None => {
            let here = std::env::current_dir().context("finding the folder we are in")?;
            layout::Club::find(&fs, &here).ok_or_else(|| {
                Fault::usage("there is no packetboat.toml in this folder or above it").hint(
                    "Go into a club's folder, name it with --club DIR, \
                     or make one with `packetboat init DIR`.",
                )
            })?
        }
    };
    club_on(Arc::new(Disk), layout, games)
}

/// Opens a club on any disk, with the games that can be played in it.
///
/// # Errors
/// No club there, or a configuration that cannot be used.
pub fn club_on(fs: Arc<dyn Fs>, layout: layout::Club, games: Games) -> anyhow::Result<Club> {
    let path = layout.config();
    let text = fs.read(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => anyhow::Error::from(
            Fault::usage(format!(
                "{} is not a club: it has no packetboat.toml",
                layout.root().display()
            ))
            .hint("Make one with `packetboat init DIR`."),
        ),
        _ => anyhow::Error::from(error).context(format!("reading {}", path.display())),
    })?;
    let text = String::from_utf8_lossy(&text);
    let config =
        ClubConfig::parse("packetboat.toml", &text).map_err(|it| Fault::usage(it.to_string()))?;
    let lists = config.mail_in.accept_lists.clone();
    let house = House::new(config.club.address.as_str(), lists)
        .map_err(|it| Fault::usage(format!("packetboat.toml: [club] address: {it}")))?
        .vouched_by(config.mail_in.authserv_id.clone());
    Ok(Club {
        fs: Arc::new(ArchiveFs::new(fs, layout.archive())),
        layout,
        config,
        house,
        shelf: Shelf::of(games),
        failed: Failures::default(),
        programs: Programs::default(),
    })
}

/// The club that a campaign's folder is in; for a folder that is in none, a stand-in that has
/// a name and nothing else.
///
/// # Errors
/// A club with a configuration that cannot be used.
pub fn club_around(folder: &Path, named: Option<&Path>, games: Games) -> anyhow::Result<Club> {
    if named.is_some() {
        return club(named, games);
    }
    if let Some(layout) = layout::Club::find(&Disk, folder) {
        return club_on(Arc::new(Disk), layout, games);
    }
    let config =
        ClubConfig::parse("stand-in", STAND_IN).map_err(|it| Fault::usage(it.to_string()))?;
    let house = House::new(config.club.address.as_str(), Vec::new());
    Ok(Club {
        fs: Arc::new(Disk),
        layout: layout::Club::new(folder),
        config,
        house: house.map_err(|it| Fault::usage(it.to_string()))?,
        shelf: Shelf::of(games),
        failed: Failures::default(),
        programs: Programs::default(),
    })
}

/// A campaign that was found by a path.
pub struct AtPath {
    /// The disk on which its folder is one.
    pub fs: Arc<dyn Fs>,
    /// The campaign's name, which is that of its folder.
    pub id: CampaignId,
    /// Its folder.
    pub dir: CampaignDir,
}

/// A campaign by the path of its folder, or of its file in an archive, wherever that is. `None`:
/// there is no campaign; an export is not one.
///
/// # Errors
/// A folder with a name that no campaign can have.
pub fn at_path(path: &Path) -> anyhow::Result<Option<AtPath>> {
    let path = &std::path::absolute(path)?;
    let dir = CampaignDir::new(path);
    if dir.log().is_dir() {
        let id: CampaignId = dir.name().parse().map_err(|it: String| Fault::usage(it))?;
        let fs = Arc::new(Disk);
        return Ok(Some(AtPath { fs, id, dir }));
    }
    // As it was called while it was a folder, it is found too.
    let file = if path.exists() {
        path.clone()
    } else {
        path.with_added_extension(&ARCHIVED_ENDING[1..])
    };
    let found = if file.is_file() {
        ArchiveFs::around(Arc::new(Disk), &file)
    } else {
        None
    };
    Ok(found.map(|(fs, dir, id)| AtPath {
        fs: Arc::new(fs),
        id,
        dir,
    }))
}

/// Reads the name of a seat from the command line.
///
/// # Errors
/// A name no seat can have.
pub fn seat(text: &str) -> anyhow::Result<Seat> {
    let seat = text.to_ascii_lowercase().parse();
    seat.map_err(|it: String| Fault::usage(it).into())
}

/// Reads who is looking: a seat, `public` or `referee`.
///
/// # Errors
/// A name no seat can have.
pub fn viewer(text: &str) -> anyhow::Result<Viewer> {
    Ok(match text {
        "public" => Viewer::Public,
        "referee" => Viewer::Referee,
        other => Viewer::Seat(seat(other)?),
    })
}

impl Club {
    /// Where its campaigns are opened from.
    pub fn source(&self) -> Source<'_> {
        Source {
            fs: &*self.fs,
            shelf: &self.shelf,
            known: None,
            without_secret: false,
            secret: None,
        }
    }

    /// Takes the lock, or fails at once.
    ///
    /// # Errors
    /// Another run holds it.
    pub fn try_lock(&self) -> anyhow::Result<Lock> {
        locked(&self.layout.lock(), try_lock, AT_WORK)
    }

    /// Takes the lock, waiting up to ten seconds.
    ///
    /// # Errors
    /// Another run holds it still.
    pub fn wait_lock(&self) -> anyhow::Result<Lock> {
        locked(&self.layout.lock(), wait_lock, AT_WORK)
    }

    /// Takes the lock of the post, or fails at once.
    ///
    /// # Errors
    /// Another run holds it.
    pub fn try_post_lock(&self) -> anyhow::Result<Lock> {
        locked(&self.layout.post_lock(), try_lock, AT_THE_POST)
    }

    /// Takes the lock of the post, waiting up to ten seconds.
    ///
    /// # Errors
    /// Another run holds it still.
    pub fn wait_post_lock(&self) -> anyhow::Result<Lock> {
        locked(&self.layout.post_lock(), wait_lock, AT_THE_POST)
    }

    /// The campaigns in the archive, by name.
    ///
    /// # Errors
    /// The disk's.
    pub fn archived_ids(&self) -> anyhow::Result<Vec<CampaignId>> {
        let names = list_if_there(&*self.fs, &self.layout.archive())?;
        let ids = names.iter().filter_map(|it| it.parse::<CampaignId>().ok());
        let is_dir = |campaign: &CampaignId| {
            let stat = self.fs.stat(self.layout.archived(campaign).root());
            stat.is_ok_and(|it| it.is_dir)
        };
        Ok(ids.filter(is_dir).collect())
    }

    /// The campaigns, by name.
    ///
    /// # Errors
    /// The disk's.
    pub fn campaign_ids(&self) -> anyhow::Result<Vec<CampaignId>> {
        let ids = self.campaign_names()?.into_iter();
        // A stray file is not a campaign, whatever it is called.
        let is_file = |campaign: &CampaignId| {
            let stat = self.fs.stat(self.layout.campaign(campaign).root());
            stat.is_ok_and(|it| !it.is_dir)
        };
        Ok(ids.filter(|it| !is_file(it)).collect())
    }

    /// The names in the folder of the campaigns that a campaign may have; without looking at
    /// each.
    ///
    /// # Errors
    /// The disk's.
    pub fn campaign_names(&self) -> anyhow::Result<Vec<CampaignId>> {
        let folder = self.layout.campaigns();
        let names = list_if_there(&*self.fs, &folder)
            .with_context(|| format!("listing {}", folder.display()))?;
        Ok(names.iter().filter_map(|it| it.parse().ok()).collect())
    }

    /// A campaign by name, running or archived.
    ///
    /// # Errors
    /// There is none; names those there are.
    pub fn campaign(&self, name: &str) -> anyhow::Result<(CampaignId, CampaignDir)> {
        let wrong = |it: String| Fault::usage(it);
        let id: CampaignId = name.parse().map_err(wrong)?;
        let dirs = [self.layout.campaign(&id), self.layout.archived(&id)];
        for dir in dirs {
            if self.fs.stat(dir.root()).is_ok_and(|it| it.is_dir) {
                return Ok((id, dir));
            }
        }
        let there = self.campaign_ids()?;
        let names: Vec<&str> = there.iter().map(CampaignId::as_str).collect();
        let fault = Fault::usage(format!("no campaign is called `{name}`"));
        Err(if names.is_empty() {
            fault.hint("This club has none yet; start one with `packetboat new`.")
        } else {
            let words = ("There are", "`packetboat status` lists them");
            with_names(fault, name, &names, words)
        }
        .into())
    }

    /// The templates: those compiled in, each replaced by the club's own of the same name.
    ///
    /// # Errors
    /// The disk's.
    pub fn templates(&self) -> anyhow::Result<Templates> {
        let own = self.own_templates()?;
        Ok(Templates::load(self.shelf.games.templates(), own).noting(&self.failed))
    }

    /// The club's own templates, by path.
    ///
    /// # Errors
    /// The disk's.
    pub fn own_templates(&self) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
        let endings = [".txt", ".html", ".css", ".xml"];
        self.own_files(&self.layout.templates(), &endings)
    }

    /// What the rules of a game read: compiled in, each file replaced by the club's own of the
    /// same name.
    ///
    /// # Errors
    /// The disk's.
    pub fn pack(&self, game: &str) -> anyhow::Result<DataPack> {
        let mut pack = self.books(game)?;
        pack.files.retain(|path, _| is_data(path));
        Ok(pack)
    }

    /// All that belongs to a game, handbook and glossary too: what explains it may change while a
    /// campaign goes on.
    ///
    /// # Errors
    /// The disk's.
    pub fn books(&self, game: &str) -> anyhow::Result<DataPack> {
        let mut pack = self
            .shelf
            .games
            .game(game)
            .map(Game::pack)
            .unwrap_or_default();
        let folder = self.layout.games().join(game);
        let own = self.own_files(&folder, &[".toml", ".md"])?.into_iter();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        pack.files
            .extend(own.map(|(path, bytes)| (path, text(bytes))));
        Ok(pack)
    }

    fn own_files(
        &self,
        folder: &Path,
        endings: &[&str],
    ) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
        let mut files = BTreeMap::new();
        gather(&*self.fs, folder, "", DEPTH_MAX, &mut |path, bytes| {
            if endings.iter().any(|it| path.ends_with(it)) {
                files.insert(path, bytes);
            }
        })
        .with_context(|| format!("reading {}", folder.display()))?;
        Ok(files)
    }
}

fn locked(
    path: &Path,
    lock: fn(&Path) -> std::io::Result<Option<Lock>>,
    busy: &str,
) -> anyhow::Result<Lock> {
    let lock = lock(path).with_context(|| format!("locking {}", path.display()))?;
    lock.ok_or_else(|| {
        Fault::retry(busy)
            .hint("Nothing was done; try again in a moment.")
            .into()
    })
}

/// Whether a file of a game is read by its rules, and so frozen into campaigns; not what pages say
/// of it, handbooks, demonstrations, the list of rules and where the handbook gives them, what
/// simulations count, and the positions of rule cases.
fn is_data(path: &str) -> bool {
    let other = [
        "about.toml",
        "handbook.md",
        "glossary.toml",
        "rules.toml",
        "demo.toml",
        "figures.toml",
        "why.toml",
    ];
    let folders = ["fixtures/", "samples/"];
    !other.contains(&path) && !folders.iter().any(|it| path.starts_with(it))
}

/// Reads all files in and under a folder; none if there is no such folder.
///
/// # Errors
/// The disk's.
pub fn gather(
    fs: &dyn Fs,
    folder: &Path,
    prefix: &str,
    depth: u32,
    take: &mut dyn FnMut(String, Vec<u8>),
) -> std::io::Result<()> {
    for name in list_if_there(fs, folder)? {
        let path = folder.join(&name);
        if fs.stat(&path)?.is_dir {
            if depth > 0 {
                gather(fs, &path, &format!("{prefix}{name}/"), depth - 1, take)?;
            }
        } else {
            take(format!("{prefix}{name}"), fs.read(&path)?);
        }
    }
    Ok(())
}
