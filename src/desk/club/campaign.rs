//! One campaign in memory: configuration, secrets, the last entry, and the game at work.
//!
//! Not here: what is done with it (`turn_over`, `referee`).

use super::errors::{CampaignError, catch_panic, rules_panic};
use super::foundation::{self, Foundation};
use super::open::{Club, Source, gather};
use super::published;
use super::rules_cache::Unfit;
use crate::config::campaign::{CampaignConfig, Holder, Player};
use crate::config::secret::{Key, SecretConfig};
use crate::engine::data::{DataError, DataPack, Founding, GameCard};
use crate::engine::dice::Salts;
use crate::engine::game::{Block, Files, Game, Ruleset, Table};
use crate::engine::seat::{Seat, Viewer};
use crate::mail::token::{Token, TokenKey};
use crate::store::desk_state::Stop;
use crate::store::draft::Draft;
use crate::store::entry::{Cause, Committed, DeskState, Note, StateFile};
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{Access, Fs, exists, replace};
use crate::store::layout::{CampaignDir, CampaignId, entry_name};
use crate::store::log::{CampaignLog, Loaded, Notes};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A campaign opened at one of its entries.
pub struct Campaign {
    /// The campaign's name, which is that of its folder.
    pub id: CampaignId,
    /// Its folder.
    pub dir: CampaignDir,
    /// `campaign.toml`.
    pub config: CampaignConfig,
    /// `secret.toml`.
    pub secret: SecretConfig,
    /// Of which the dice are made, as of the entry it was opened at, or of the one being made.
    pub seed: Key,
    /// The game's rules.
    pub game: &'static dyn Game,
    /// The data frozen when the campaign began.
    pub pack: DataPack,
    /// The game's card.
    pub card: GameCard,
    /// The game's rules, over those data.
    pub rules: Arc<dyn Ruleset>,
    /// How often the referee has gone back: tokens of before do not count again. That of the last
    /// entry, or of the one being made.
    pub timeline: u32,
    /// The entry it was opened at; `None` while it is being founded.
    pub last: Option<Committed>,
    /// Notes of entries that were read while it was open.
    pub notes: Notes,
    /// State, book and journal of that entry, as texts.
    pub parts: BTreeMap<StateFile, String>,
    /// The game at work.
    pub table: Box<dyn Table>,
    /// While a question is asked by mail, the game as all others still see it, by the entry that
    /// was last reported to them.
    pub published: BTreeMap<u32, Box<dyn Table>>,
}

/// Who sits where: all that can be known of a campaign whose log is damaged.
pub struct Roster(CampaignConfig);

impl Roster {
    /// Reads `campaign.toml` alone.
    ///
    /// # Errors
    /// A file that is gone or does not fit.
    pub fn open(fs: &dyn Fs, dir: &CampaignDir) -> Result<Self, CampaignError> {
        let text = read_text(fs, dir, &dir.config())?;
        let config = CampaignConfig::parse(&dir.shown(&dir.config()), &text)?;
        Ok(Roster(config))
    }

    /// All that it says.
    pub fn config(&self) -> &CampaignConfig {
        &self.0
    }

    /// The player in a seat; `None` for a robot.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        player_in(&self.0, seat)
    }

    /// The players, each with a seat; robots are left out.
    pub fn players(&self) -> impl Iterator<Item = (Seat, &Player)> {
        let seats = self.0.seats.keys();
        seats.filter_map(|it| Some((*it, player_in(&self.0, *it)?)))
    }
}

/// The player in a seat by these settings; `None` for a robot.
pub fn player_in(config: &CampaignConfig, seat: Seat) -> Option<&Player> {
    match config.seats.get(&seat)? {
        Holder::Player(player) => Some(player),
        Holder::Robot | Holder::Open => None,
    }
}

impl Campaign {
    /// The name of a seat's player, if they have agreed that it be shown, and it may be by now.
    pub fn public_name(&self, seat: Seat) -> Option<&str> {
        let is_over = self.note().desk.stop == Stop::Over;
        let hidden = self.config.hides_players(is_over);
        let player = self.player(seat).filter(|_| !hidden)?;
        player.public_name()
    }

    /// Opens a campaign at its last entry, unless it is halted.
    ///
    /// # Errors
    /// See [`CampaignError`].
    pub fn open(club: &Club, id: &CampaignId) -> Result<Self, CampaignError> {
        let campaign = Campaign::open_knowing(club, id, None, None)?;
        campaign.log(&*club.fs).check_parent(campaign.note())?;
        Ok(campaign)
    }

    /// The same, if an entry is known that it has for sure: with none missing before it; and if
    /// the last one has been read before. Whether that follows the one before it is left to
    /// [`super::register::check`].
    ///
    /// # Errors
    /// See [`CampaignError`].
    pub fn open_knowing(
        club: &Club,
        id: &CampaignId,
        known: Option<u32>,
        last: Option<Committed>,
    ) -> Result<Self, CampaignError> {
        let dir = club.layout.campaign(id);
        if exists(&*club.fs, &dir.halted()) {
            let bytes = club.fs.read(&dir.halted()).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            return Err(CampaignError::Halted(text));
        }
        let source = Source {
            known,
            ..club.source()
        };
        let log = source.log(&dir);
        match last {
            // What comes before it is looked at all the same.
            Some(last) if log.newest()? == Some(last.note.number) => {
                Campaign::open_from(source, &dir, id, log.with_parts(last)?)
            }
            _ => Campaign::open_at(source, &dir, id, None),
        }
    }

    /// Opens a campaign at an entry, the last one if none is named; halted or not.
    ///
    /// # Errors
    /// See [`CampaignError`].
    pub fn open_at(
        from: Source<'_>,
        dir: &CampaignDir,
        id: &CampaignId,
        entry: Option<u32>,
    ) -> Result<Self, CampaignError> {
        let log = from.log(dir);
        let newest = || log.newest();
        let number = entry.map_or_else(newest, |it| Ok(Some(it)))?;
        let number = number.ok_or_else(|| {
            CampaignError::broken(
                format!("{id} has no entries"),
                &["restore its log/ folder from a backup"],
            )
        })?;
        Campaign::open_from(from, dir, id, log.load(number)?)
    }

    /// Opens a campaign at an entry that was loaded.
    ///
    /// # Errors
    /// See [`CampaignError`].
    pub fn open_from(
        from: Source<'_>,
        dir: &CampaignDir,
        id: &CampaignId,
        loaded: Loaded,
    ) -> Result<Self, CampaignError> {
        let fs = from.fs;
        let Loaded { committed, parts } = loaded;
        let config = read_text(fs, dir, &dir.config())?;
        let config = CampaignConfig::parse(&dir.shown(&dir.config()), &config)?;
        let secret = secret(from, dir)?;
        let pack = frozen(fs, dir)?;
        let hashes = foundation::hashes(&pack);
        let sealed_in = committed.note.files.get(&StateFile::Foundation);
        let seed = match (parts.get(&StateFile::Foundation), sealed_in) {
            (Some(text), Some(at)) => {
                Foundation::parse(text)?.check(dir, &secret, &hashes, (id, at.entry))?
            }
            _ => secret.seed,
        };
        if config.game != committed.note.game {
            let (file, game) = (dir.shown(&dir.config()), &committed.note.game);
            let what = format!("{file}: game must be `{game}`, which the campaign began with");
            let step = "correct it in campaign.toml";
            return Err(CampaignError::broken(what, &[step]));
        }
        let game = from.shelf.games.game(&committed.note.game).ok_or_else(|| {
            let what = format!("this packetboat knows no game `{}`", committed.note.game);
            CampaignError::broken(what, &["install the packetboat that wrote it"])
        })?;
        let rules = from
            .shelf
            .rules(game, &pack, &hashes)
            .map_err(|unfit| match unfit {
                Unfit::Data(fault) => unfit_data(&fault),
                Unfit::Panic(panic) => rules_panic(game, &panic),
            })?;
        let card = rules.card().clone();
        let table = open_table(game, &*rules, id, &parts, &committed.note);
        let table = table.map_err(|it| suspect_data(it, game, &pack))?;
        check_config(&config, (&pack, &table.sheet_names().kinds()), dir)?;
        let mut campaign = Campaign {
            id: id.clone(),
            dir: dir.clone(),
            config,
            secret,
            seed,
            game,
            pack,
            card,
            rules,
            timeline: committed.note.dice.timeline,
            last: Some(committed),
            notes: Notes::default(),
            parts,
            table,
            published: BTreeMap::new(),
        };
        let desk = campaign.note().desk.clone();
        campaign.show_ahead(&desk, fs)?;
        Ok(campaign)
    }

    /// Opens the position that all see who are not asked, while a question is asked by mail, with
    /// what they have filed since.
    ///
    /// # Errors
    /// As for opening.
    pub fn show_ahead(&mut self, desk: &DeskState, fs: &dyn Fs) -> Result<(), CampaignError> {
        let told = desk.seats.with(|it| it.told).map(|it| it.1);
        let entries: BTreeSet<u32> = told.chain(desk.published).collect();
        let mut tables = BTreeMap::new();
        for entry in entries {
            let Loaded { committed, parts } = CampaignLog::new(fs, &self.dir).load(entry)?;
            let table = open_table(self.game, &*self.rules, &self.id, &parts, &committed.note)?;
            tables.insert(entry, table);
        }
        for filed in &desk.ahead {
            let table = desk.told_of(filed.seat).and_then(|it| tables.get_mut(&it));
            let Some(table) = table else { continue };
            let block = Block {
                sheet: filed.sheet,
                body: &filed.body,
            };
            catch_panic(|| table.file(filed.seat, filed.submission, &block))
                .map_err(|it| rules_panic(self.game, &it))?;
        }
        tables.values_mut().for_each(|it| it.stored());
        self.published = tables;
        Ok(())
    }

    /// The seed of which the dice are made after another entry.
    ///
    /// # Errors
    /// An entry that is gone or altered; secrets that are not those sealed in it.
    pub fn seed_at(&self, log: &CampaignLog<'_>, note: &Note) -> Result<Key, CampaignError> {
        let Some(at) = note.files.get(&StateFile::Foundation) else {
            return Ok(self.secret.seed);
        };
        let text = log.own_part(at.entry, StateFile::Foundation)?;
        let hashes = foundation::hashes(&self.pack);
        Foundation::parse(&text.unwrap_or_default())?.check(
            &self.dir,
            &self.secret,
            &hashes,
            (&self.id, at.entry),
        )
    }

    /// Goes back to the position of the last entry.
    ///
    /// # Errors
    /// As for opening.
    pub fn undo(&mut self, fs: &dyn Fs) -> Result<(), CampaignError> {
        self.table = self.again()?;
        let desk = self.note().desk.clone();
        self.show_ahead(&desk, fs)
    }

    /// The game as this viewer may see it, in this state of the desk.
    pub fn table_of(&self, viewer: Viewer, desk: &DeskState) -> &dyn Table {
        let shown = desk.shown_to(viewer);
        let shown = shown.and_then(|it| self.published.get(&it));
        &**shown.unwrap_or(&self.table)
    }

    /// The same position once more, opened from its files: for checks against what was played.
    ///
    /// # Errors
    /// As for opening.
    pub fn again(&self) -> Result<Box<dyn Table>, CampaignError> {
        open_table(self.game, &*self.rules, &self.id, &self.parts, self.note())
    }

    /// What a viewer saw of the position after an entry.
    ///
    /// # Errors
    /// An entry that is gone or altered.
    pub fn view_after(
        &self,
        fs: &dyn Fs,
        viewer: Viewer,
        entry: u32,
    ) -> Result<serde_json::Value, CampaignError> {
        let log = self.log(fs);
        let place = |note: &Note| note.files.get(&StateFile::State).map(|it| it.entry);
        let brought = place(&log.known(entry)?.note).unwrap_or(entry);
        // What was opened need not be read again.
        let own = self.parts.get(&StateFile::State);
        let view = match own.filter(|_| place(self.note()) == Some(brought)) {
            Some(state) => self.table.view_of(viewer, state),
            None => {
                let read = log.own_part(brought, StateFile::State)?;
                self.table.view_of(viewer, &read.unwrap_or_default())
            }
        };
        let backup = ["restore the file from a backup"];
        view.map_err(|it| CampaignError::broken(it.to_string(), &backup))
    }

    /// Journals of the entries after `after`, up to the one opened, oldest first. What the referee
    /// has undone by going back did not happen, and is left out.
    ///
    /// # Errors
    /// An entry that is gone or altered.
    pub fn journals_after(
        &self,
        fs: &dyn Fs,
        after: Option<u32>,
    ) -> Result<Vec<String>, CampaignError> {
        self.journals(fs, after, self.next_number().checked_sub(1))
    }

    /// The same, as far as a viewer may hear of them, in this state of the desk.
    ///
    /// # Errors
    /// An entry that is gone or altered.
    pub fn heard(
        &self,
        fs: &dyn Fs,
        (viewer, desk): (Viewer, &DeskState),
        after: Option<u32>,
    ) -> Result<Vec<String>, CampaignError> {
        let shown = desk.shown_to(viewer);
        let last = shown.or(self.next_number().checked_sub(1));
        self.journals(fs, after, last)
    }

    /// The links of the dice that the journals which [`Campaign::heard`] gives have drawn with.
    ///
    /// # Errors
    /// An entry that is gone or altered.
    pub fn heard_links(
        &self,
        fs: &dyn Fs,
        (viewer, desk): (Viewer, &DeskState),
        after: Option<u32>,
    ) -> Result<Vec<u32>, CampaignError> {
        let last = desk.shown_to(viewer).or(self.next_number().checked_sub(1));
        let log = self.log(fs);
        let mut links = Vec::new();
        for number in self.entries(fs, after, last)? {
            let note = &log.known(number)?.note;
            let journal = note.files.get(&StateFile::Journal);
            let own = journal.is_some_and(|it| it.entry == number);
            links.extend(own.then_some(note.dice.link));
        }
        Ok(links)
    }

    /// Journals of the entries after `after`, up to another one.
    pub fn journals(
        &self,
        fs: &dyn Fs,
        after: Option<u32>,
        last: Option<u32>,
    ) -> Result<Vec<String>, CampaignError> {
        let log = self.log(fs);
        let mut journals = Vec::new();
        for number in self.entries(fs, after, last)? {
            journals.extend(log.own_part(number, StateFile::Journal)?);
        }
        Ok(journals)
    }

    /// The entries after `after`, up to another one, oldest first, that lead to it.
    fn entries(
        &self,
        fs: &dyn Fs,
        after: Option<u32>,
        last: Option<u32>,
    ) -> Result<Vec<u32>, CampaignError> {
        let log = self.log(fs);
        let first = after.map_or(0, |it| it + 1);
        let mut entries = Vec::new();
        let mut next = last;
        while let Some(number) = next.filter(|it| *it >= first) {
            entries.push(number);
            next = match log.known(number)?.note.cause {
                Cause::RolledBack { to, .. } => Some(to),
                _ => number.checked_sub(1),
            };
        }
        entries.reverse();
        Ok(entries)
    }

    /// Its log.
    pub fn log<'a>(&'a self, fs: &'a dyn Fs) -> CampaignLog<'a> {
        let log = match &self.last {
            Some(last) => CampaignLog::knowing(fs, &self.dir, last.note.number),
            None => CampaignLog::new(fs, &self.dir),
        };
        log.remembering(&self.notes)
    }

    /// What the entry it was opened at says.
    ///
    /// # Panics
    /// While the campaign is being founded.
    pub fn note(&self) -> &Note {
        let last = self.last.as_ref();
        &last.expect("a campaign that was opened has an entry").note
    }

    /// The number its next entry will have.
    pub fn next_number(&self) -> u32 {
        Draft::number_after(self.last.as_ref())
    }

    /// The player in a seat; `None` for a robot.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        player_in(&self.config, seat)
    }

    /// Whether the program plays this seat.
    pub fn is_robot(&self, seat: Seat) -> bool {
        self.player(seat).is_none()
    }

    /// How a seat is printed.
    pub fn title(&self, seat: Seat) -> String {
        let mut seats = self.card.seats.iter();
        let card = seats.find(|it| it.name == seat);
        card.map_or_else(|| seat.to_string(), |it| it.title.clone())
    }

    /// The token that mails to a seat carry for a sheet.
    pub fn token(&self, seat: Seat, sheet: &str) -> Token {
        let key = TokenKey::new(self.secret.token_key.0);
        let issue = (self.secret.generation(seat), self.timeline);
        key.token(self.id.as_str(), seat, issue, sheet)
    }

    /// The token in the links of a mail to a seat for a sheet, which counts from the registered
    /// address alone.
    pub fn button_token(&self, seat: Seat, sheet: &str) -> Token {
        let key = TokenKey::new(self.secret.token_key.0);
        let issue = (self.secret.generation(seat), self.timeline);
        key.button_token(self.id.as_str(), seat, issue, sheet)
    }

    /// Makes all tokens of a seat worth nothing from the next entry on, which begins another
    /// generation of them. It holds once the secrets are kept.
    pub fn close_tokens(&mut self, seat: Seat) {
        let generation = self.next_number();
        self.secret.generations.insert(seat, generation);
    }

    /// Writes `secret.toml`.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep_secret(&self, fs: &dyn Fs) -> Stored<()> {
        let (path, text) = (self.dir.secret(), self.secret.to_text());
        let kept = replace(fs, &path, text.as_bytes(), Access::Private);
        kept.map_err(|it| StoreFault::disk(&path, it))
    }

    /// What players have added to the dice up to an entry, for the keys of its draws.
    pub fn salts(&self, desk: &DeskState) -> Salts {
        let seats = self.card.seats.iter();
        let words = |seat: Seat| desk.seats.get(seat).salt.as_deref();
        let seats = seats.map(|it| (it.name.as_str(), words(it.name)));
        Salts::of(self.id.as_str(), seats)
    }
}

/// The campaign's secret: its own file, or where that may be missing, what is known of it or
/// published.
fn secret(from: Source<'_>, dir: &CampaignDir) -> Result<SecretConfig, CampaignError> {
    let fs = from.fs;
    if from.without_secret && !exists(fs, &dir.secret()) {
        return match from.secret {
            Some(known) => Ok(known.clone()),
            None => Ok(published::secret(fs, dir)?),
        };
    }
    let text = read_text(fs, dir, &dir.secret())?;
    Ok(SecretConfig::parse(&dir.shown(&dir.secret()), &text)?)
}

/// That these settings are those that the campaign began with, as far as they stay.
///
/// # Errors
/// Names what differs.
pub fn check_config(
    config: &CampaignConfig,
    (pack, kinds): (&DataPack, &[&str]),
    dir: &CampaignDir,
) -> Result<(), CampaignError> {
    let founding = frozen_founding(pack)
        .map_err(|it| CampaignError::broken(it, &["restore the file from a backup"]))?;
    let seats: BTreeSet<Seat> = config.seats.keys().copied().collect();
    let same_options = config
        .options
        .iter()
        .all(|(name, value)| founding.options.get(name) == Some(value));
    let problem = if let Err(problem) = config.schedule.deadline.check(kinds) {
        problem
    } else if seats != founding.seats.iter().copied().collect() {
        let seats: Vec<String> = founding.seats.iter().map(ToString::to_string).collect();
        let seats = seats.join(", ");
        format!("[seats] must name the seats of the campaign: {seats}")
    } else if config.scenario != founding.scenario {
        format!(
            "scenario was `{}` when the campaign began",
            founding.scenario
        )
    } else if !same_options {
        "[options] cannot change after the campaign began".to_owned()
    } else {
        return Ok(());
    };
    Err(CampaignError::broken(
        format!("{}: {problem}", dir.shown(&dir.config())),
        &["correct it in campaign.toml; data/founding.toml says how the campaign began"],
    ))
}

/// The rules of the campaign in this folder, over its own data; `None` if they cannot be read.
pub(crate) fn rules_of(club: &Club, dir: &CampaignDir, game: &str) -> Option<Arc<dyn Ruleset>> {
    let pack = frozen(&*club.fs, dir).ok()?;
    let hashes = foundation::hashes(&pack);
    let rules = club
        .source()
        .shelf
        .rules(club.shelf.games.game(game)?, &pack, &hashes);
    rules.ok()
}

/// Reads back state and book through the game, guarded.
fn open_table(
    game: &'static dyn Game,
    rules: &dyn Ruleset,
    id: &CampaignId,
    parts: &BTreeMap<StateFile, String>,
    note: &Note,
) -> Result<Box<dyn Table>, CampaignError> {
    // The comment on top of the file was taken away; a line in its place keeps the numbers of
    // the lines in complaints true.
    let part = |it: StateFile| format!("#\n{}", parts.get(&it).map_or("", String::as_str));
    let files = Files {
        state: part(StateFile::State),
        book: part(StateFile::Book),
        journal: None,
    };
    let opened = catch_panic(|| rules.open(id.as_str(), &files));
    match opened {
        Ok(Ok(mut table)) => {
            note.desk.agreed.into_iter().for_each(|it| table.agree(it));
            Ok(table)
        }
        Ok(Err(fault)) => Err(data_fault(&fault, note)),
        Err(panic) => Err(rules_panic(game, &panic)),
    }
}

/// A state or book that does not fit, with its file as named in the campaign's folder.
fn data_fault(fault: &DataError, note: &Note) -> CampaignError {
    let of_log = note.files.iter().find(|it| it.0.file() == fault.file);
    let Some((_, at)) = of_log else {
        return unfit_data(fault);
    };
    let file = format!("log/{}/{}", entry_name(at.entry), fault.file);
    let what = DataError::new(file, fault.problem.trim_end());
    let step = "restore the file from a backup, or go back with `packetboat rollback`";
    CampaignError::broken(what.to_string(), &[step])
}

/// Frozen data that do not fit. No entry holds them, so going back does not help.
fn unfit_data(fault: &DataError) -> CampaignError {
    let file = format!("data/{}", fault.file);
    let what = DataError::new(file, fault.problem.trim_end());
    CampaignError::broken(what.to_string(), &["restore the file from a backup"])
}

/// A state that was committed and fits no longer is likelier well than the data it is read with:
/// of these, the files that are not as this program brings them are named first. No hash covers
/// them, and a club's own data differ as well, so this is said beside the fault.
fn suspect_data(stuck: CampaignError, game: &dyn Game, pack: &DataPack) -> CampaignError {
    let CampaignError::Broken { what, mut steps } = stuck else {
        return stuck;
    };
    let altered = own_data(game, pack);
    if !altered.is_empty() {
        let files = altered.join(", ");
        steps.insert(
            0,
            format!(
                "look at {files} first, which differs from what packetboat brings: if it was \
                 edited, \
                 restore it from a backup"
            ),
        );
    }
    CampaignError::Broken { what, steps }
}

/// The files of these data that are not as this program brings them.
pub fn own_data(game: &dyn Game, pack: &DataPack) -> Vec<String> {
    let ours = game.pack().files;
    let own = pack.files.iter().filter(|(path, text)| {
        let brought = ours.get(*path);
        brought.is_some_and(|it| it != *text)
    });
    own.map(|it| format!("data/{}", it.0)).collect()
}

/// A file of the campaign, as text.
///
/// # Errors
/// A file that is gone; the disk.
pub(crate) fn read_text(
    fs: &dyn Fs,
    dir: &CampaignDir,
    path: &Path,
) -> Result<String, CampaignError> {
    match fs.read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(CampaignError::broken(
            format!("{}: this file is gone", dir.shown(path)),
            &["restore it from a backup"],
        )),
        Err(error) => Err(CampaignError::Disk(StoreFault::disk(path, error))),
    }
}

/// The data that were frozen when the campaign began.
pub(crate) fn frozen(fs: &dyn Fs, dir: &CampaignDir) -> Result<DataPack, CampaignError> {
    let mut files = BTreeMap::new();
    gather(fs, &dir.data(), "", 3, &mut |path, bytes| {
        files.insert(path, String::from_utf8_lossy(&bytes).into_owned());
    })
    .map_err(|it| CampaignError::Disk(StoreFault::disk(&dir.data(), it)))?;
    Ok(DataPack { files })
}

/// The founding frozen beside a campaign's data.
///
/// # Errors
/// A file that is gone or does not fit.
fn frozen_founding(pack: &DataPack) -> Result<Founding, String> {
    let founding = pack.read("founding.toml");
    founding.map_err(|it: DataError| it.to_string())
}

/// The same, held against the card that is frozen with it: a game that reads a word it does not
/// know plays by a default, and what it plays would not show that the word was changed.
///
/// # Errors
/// As above; a scenario, seat or value that the card does not allow.
pub fn allowed_founding(pack: &DataPack) -> Result<Founding, String> {
    let founding = frozen_founding(pack)?;
    let card = GameCard::of(pack).map_err(|it| it.to_string())?;
    let scenario = Some(founding.scenario.as_str());
    Founding::new(&card, scenario, &founding.seats, &founding.options)
        .map_err(|it| format!("data/founding.toml: {}", it.problem))?;
    Ok(founding)
}
