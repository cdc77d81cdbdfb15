//! The record of one campaign: each entry held against its hashes, its steps played again, its
//! draws made again, and with `strict` its decisions derived again.
//!
//! Not here: which campaigns (`verify`), and the replay itself (`engine::replay`).

use crate::config::campaign::CampaignConfig;
use crate::desk::club::campaign::{Campaign, allowed_founding, check_config, own_data};
use crate::desk::club::errors::{CampaignError, catch_panic};
use crate::desk::club::foundation::Foundation;
use crate::desk::club::open::Source;
use crate::desk::club::{published, settings};
use crate::desk::entry::{new_dice, nonces};
use crate::desk::proof::verify::dice::{self, Seed};
use crate::desk::proof::verify::found::{ByHand, NewDice, One};
use crate::desk::proof::verify::noted::Noted;
use crate::engine::dice::Dice;
use crate::engine::game::Table;
use crate::engine::seat::Seat;
use crate::lang::block;
use crate::lang::sheet::SheetNo;
use crate::progress;
use crate::store::chain::founds_dice;
use crate::store::digest::Digest;
use crate::store::entry::{Cause, Note, StateFile};
use crate::store::fs::{Fs, exists};
use crate::store::layout::{CampaignDir, CampaignId, entry_name};
use crate::store::log::{CampaignLog, Loaded, Notes};
use std::collections::BTreeMap;

/// Why an entry is not derived again.
const WITHOUT_SEED: &str = "without secret.toml there is no seed to derive it from";

/// Why what an entry notes is not derived again.
const WITHOUT_SETTINGS: &str = "what it notes (deadline, called seats, points): older entries \
    did not name the settings";

/// How much is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct How {
    /// Decisions as well; and what cannot be derived is not proved.
    pub strict: bool,
}

/// Checks one campaign, wherever it is.
pub(super) fn campaign(from: Source<'_>, dir: &CampaignDir, id: &CampaignId, how: How) -> One {
    let without = !exists(from.fs, &dir.secret());
    let secret = without.then(|| published::secret(from.fs, dir));
    let secret = secret.and_then(Result::ok);
    let from = Source {
        without_secret: true,
        secret: secret.as_ref(),
        ..from
    };
    let mut one = One {
        name: id.to_string(),
        ..One::default()
    };
    let notes = Notes::default();
    let log = CampaignLog::new(from.fs, dir).remembering(&notes);
    let entries = match log.entries() {
        Ok(entries) => entries,
        Err(fault) => {
            one.wrong.push(fault.to_string());
            return one;
        }
    };
    if entries.is_empty() {
        one.wrong.push("it has no entries".to_owned());
    }
    if !exists(from.fs, &dir.secret()) && !dir.is_export(from.fs) {
        let what = "secret.toml is missing: seeds, tokens, hidden draws and passwords";
        one.skipped.push(what.to_owned());
    }
    let mut verifying = Verifying {
        log: &log,
        from,
        dir,
        id,
        how,
        seed: None,
        before: None,
        settings: None,
    };
    let last = entries.last().copied().unwrap_or(0);
    for number in entries {
        progress::step(|| format!("{id}: entry {number} of {last}"));
        one.entries += 1;
        if let Err(why) = verifying.entry(number, &mut one) {
            let why = format!("entry {number}: {why}");
            // A file that all entries rest on is wrong once.
            let same = |text: &String| {
                text.split_once(": ").map(|it| it.1) == why.split_once(": ").map(|it| it.1)
            };
            if !one.wrong.iter().any(same) {
                one.wrong.push(why);
            }
        }
    }
    one
}

/// A campaign at work.
struct Verifying<'a> {
    log: &'a CampaignLog<'a>,
    from: Source<'a>,
    dir: &'a CampaignDir,
    id: &'a CampaignId,
    how: How,
    seed: Option<Seed>,
    /// The last entry that was checked, and the position after it.
    before: Option<Before>,
    /// The settings that entries name, with the hash of their file.
    settings: Option<(Digest, CampaignConfig)>,
}

/// An entry, and the position after it.
struct Before {
    note: Note,
    table: Box<dyn Table>,
}

impl Verifying<'_> {
    fn entry(&mut self, number: u32, one: &mut One) -> Result<(), String> {
        let before = self.before.take();
        let (log, dir, id) = (self.log, self.dir, self.id);
        log.check(number).map_err(|it| it.to_string())?;
        let loaded = log.load(number).map_err(|it| it.to_string())?;
        let after = Campaign::open_from(self.from, dir, id, loaded.clone());
        let after = after.map_err(|it| told(&it))?;
        let checked = if self.how.strict {
            self.noted(&loaded, &after, before.as_ref(), one)
        } else {
            Ok(())
        };
        let checked = checked.and_then(|()| self.loaded(&loaded, &after, before, one));
        let note = loaded.committed.note;
        let table = after.table;
        self.before = Some(Before { note, table });
        checked
    }

    fn loaded(
        &mut self,
        loaded: &Loaded,
        after: &Campaign,
        before: Option<Before>,
        one: &mut One,
    ) -> Result<(), String> {
        let log = self.log;
        let note = &loaded.committed.note;
        let (number, parts) = (note.number, &loaded.parts);
        let founded = note.files.contains_key(&StateFile::Foundation);
        if founded && !after.secret.is_unknown() && !after.secret.has_checksum() {
            let gone = "secret.toml: its last line, the checksum, is gone; restore it from a \
                backup";
            return Err(gone.to_owned());
        }
        if self.seed.as_ref().is_some_and(|it| !it.is_of(after)) {
            self.seed = None;
        }
        let seed = self.seed.get_or_insert_with(|| Seed::of(after));
        let own_journal = note.files.get(&StateFile::Journal);
        let own_journal = own_journal.is_some_and(|it| it.entry == number);
        let journal = parts.get(&StateFile::Journal).filter(|_| own_journal);
        dice::check(log, (seed, after), note, journal.map(String::as_str), one)?;
        check_nonce(note, after)?;
        put_by_hand(log, note, parts, one)?;
        let Some(journal) = journal else {
            return if own_journal {
                self.left_out(note, one)
            } else {
                Ok(())
            };
        };
        if note.cause.placed().is_some() {
            return Ok(());
        }
        let state = parts.get(&StateFile::State).ok_or("it has no state")?;
        let keys = seed.keys(after, note)?;
        let (before, mut dice) = match (number.checked_sub(1), keys) {
            (None, None) => {
                if self.how.strict {
                    one.not_proved(number, WITHOUT_SEED);
                } else {
                    one.skipped
                        .push(format!("entry {number}: the set-up, which needs the seed"));
                }
                return Ok(());
            }
            (wanted, keys) => {
                let dice = match (note.dice.resolved, keys) {
                    (true, Some(keys)) => Dice::keyed(keys),
                    _ => Dice::recorded([]),
                };
                match before {
                    Some(before) if Some(before.note.number) == wanted => (before.table, dice),
                    _ => self.before(wanted, after, dice)?,
                }
            }
        };
        // Of whatever revision: rules may decide otherwise than they did, but what was decided is
        // recorded, and leads to what is stored.
        replays(&*before, journal, (state, after)).map_err(|why| played_by(note, after, why))?;
        one.replayed += 1;
        if self.how.strict {
            self.strictly(note, after, (&*before, &mut dice), parts, one)
        } else {
            Ok(())
        }
    }

    /// An entry whose journal is not there: in an export one that holds a reason is left out.
    fn left_out(&self, note: &Note, one: &mut One) -> Result<(), String> {
        if note.cause.placed().is_none() {
            return Err("journal.toml is gone".to_owned());
        }
        if self.how.strict {
            let why = "its journal, which contained a reason of the referee's, is known by its \
                hash alone";
            one.not_proved(note.number, why);
        }
        Ok(())
    }

    /// What an entry notes beside what was played follows from the one before.
    fn noted(
        &mut self,
        loaded: &Loaded,
        after: &Campaign,
        before: Option<&Before>,
        one: &mut One,
    ) -> Result<(), String> {
        let note = &loaded.committed.note;
        heads(note, &loaded.parts)?;
        let foundation = note.files.get(&StateFile::Foundation);
        if foundation.is_some_and(|it| it.entry == note.number) {
            founded(loaded, after, one)?;
        }
        if note.campaign != *self.id {
            return Err(format!("it is an entry of {}", note.campaign));
        }
        if !decided_by_ours(note, after, one)? {
            return Ok(());
        }
        let named = self.named(note)?;
        let Some(settings) = named else {
            one.not_proved(note.number, WITHOUT_SETTINGS);
            return Ok(());
        };
        check_config(
            &settings,
            (&after.pack, &after.sheet_names().kinds()),
            self.dir,
        )
        .map_err(|it| told(&it))?;
        if settings.game != after.game.id() {
            let (theirs, ours) = (&settings.game, after.game.id());
            return Err(format!("its settings are of {theirs}, and it plays {ours}"));
        }
        let read;
        let wanted = note.number.checked_sub(1);
        let note_before = match (before, wanted) {
            (_, None) => None,
            (Some(before), Some(wanted)) if before.note.number == wanted => Some(&before.note),
            (_, Some(wanted)) => {
                read = self.log.note(wanted).map_err(|it| it.to_string())?.note;
                Some(&read)
            }
        };
        let noted = Noted {
            note,
            before: note_before,
            after: &*after.table,
            table_before: before.map(|it| &*it.table),
            settings: &settings,
            private: !self.dir.is_export(self.from.fs),
        };
        catch_panic(|| noted.check()).map_err(|it| panicked(&it))?
    }

    /// The settings that an entry names.
    fn named(&mut self, note: &Note) -> Result<Option<CampaignConfig>, String> {
        let Some(at) = note.files.get(&StateFile::Settings) else {
            return Ok(None);
        };
        if let Some((_, known)) = self.settings.as_ref().filter(|it| it.0 == at.blake3) {
            return Ok(Some(known.clone()));
        }
        let text = self.log.settings(note).map_err(|it| it.to_string())?;
        let file = format!(
            "log/{}/{}",
            entry_name(at.entry),
            StateFile::Settings.file()
        );
        let settings = settings::read(&file, &text.unwrap_or_default())?;
        self.settings = Some((at.blake3, settings.clone()));
        Ok(Some(settings))
    }

    /// The position before an entry, with the entry's dice; for the first one the founding, and
    /// the dice after it.
    fn before(
        &self,
        before: Option<u32>,
        after: &Campaign,
        mut dice: Dice,
    ) -> Result<(Box<dyn Table>, Dice), String> {
        if let Some(number) = before {
            let before = Campaign::open_at(self.from, self.dir, self.id, Some(number));
            return Ok((before.map_err(|it| told(&it))?.table, dice));
        }
        let founding = allowed_founding(&after.pack)?;
        let found = || after.rules.found(self.id.as_str(), &founding, &mut dice);
        let found = catch_panic(found).map_err(|it| panicked(&it))?;
        Ok((found.map_err(|it| it.to_string())?, dice))
    }

    fn strictly(
        &self,
        note: &Note,
        after: &Campaign,
        (before, dice): (&dyn Table, &mut Dice),
        parts: &BTreeMap<StateFile, String>,
        one: &mut One,
    ) -> Result<(), String> {
        let number = note.number;
        if after.secret.is_unknown() {
            one.not_proved(number, WITHOUT_SEED);
            return Ok(());
        }
        if note.original.is_some() {
            let what = "of an older format, known by its stored hash alone";
            one.not_proved(number, what);
            return Ok(());
        }
        if !decided_by_ours(note, after, one)? {
            return Ok(());
        }
        let journal = parts.get(&StateFile::Journal).ok_or("it has no journal")?;
        let blocks =
            |seat: Seat, submission: u32| orders(self.from.fs, self.dir, note, (seat, submission));
        let derived = catch_panic(|| before.derive((journal, note.told), dice, &blocks))
            .map_err(|it| panicked(&it))??;
        for (part, text) in [
            (StateFile::State, derived.state),
            (StateFile::Book, derived.book),
        ] {
            let stored = parts.get(&part).ok_or("a part is missing")?;
            if !same(&text, stored)? {
                return Err(format!(
                    "{} derived again differs from the stored one",
                    part.file()
                ));
            }
        }
        one.derived += 1;
        if note.told != after.game.told() {
            let what = "the results of orders, which this packetboat tells otherwise";
            if !one.skipped.iter().any(|it| it == what) {
                one.skipped.push(what.to_owned());
            }
        }
        Ok(())
    }
}

fn check_nonce(note: &Note, after: &Campaign) -> Result<(), String> {
    let is_another = |it: &String| *it != nonces::of(after, note);
    if !after.secret.is_unknown() && note.nonce.as_ref().is_some_and(is_another) {
        Err("the nonce of its witness is not the one the seed gives".to_owned())
    } else {
        Ok(())
    }
}

/// Whether an entry was decided by the rules that this program has; it is not proved if older ones
/// did.
///
/// # Errors
/// Rules that there never were: of these nobody can say what they decide.
fn decided_by_ours(note: &Note, after: &Campaign, one: &mut One) -> Result<bool, String> {
    let (theirs, ours) = (note.revision, after.game.revision());
    if theirs == ours {
        return Ok(true);
    }
    if !(1..ours).contains(&theirs) {
        let why = "there was no such entry before".to_owned();
        return Err(played_by(note, after, why));
    }
    let what = format!(
        "decided by revision {theirs} of the rules, which this program does not have; its own is \
         {ours}"
    );
    one.not_proved(note.number, &what);
    Ok(false)
}

/// Data that are not the program's are named; the seal of the open dice is the one that the seed
/// gives.
fn founded(loaded: &Loaded, after: &Campaign, one: &mut One) -> Result<(), String> {
    // What a campaign may bring is nobody's but its own; its founding holds the hashes.
    let brings = after.card.seated_by.is_some();
    let own = own_data(after.game, &after.pack).into_iter();
    let own = own.filter(|file| !brings || file.ends_with("game.toml"));
    one.skipped.extend(own.map(|file| {
        format!("whether {file} is the game's: it differs from what this packetboat brings")
    }));
    match loaded.parts.get(&StateFile::Foundation) {
        Some(text) if !after.secret.is_unknown() => {
            let foundation = Foundation::parse(text).map_err(|it| told(&it))?;
            foundation.check_chain(&after.seed)
        }
        _ => Ok(()),
    }
}

/// The parts that an entry brings are the campaign's, and were written by the rules that it names.
fn heads(note: &Note, parts: &BTreeMap<StateFile, String>) -> Result<(), String> {
    for (part, at) in &note.files {
        let own = parts.get(part).filter(|_| at.entry == note.number);
        let Some((head, _)) = own.and_then(|it| it.split_once("\n\n")) else {
            continue;
        };
        let head: toml::Table = toml::from_str(head).map_err(|it| it.to_string())?;
        let campaign = head.get("campaign").and_then(toml::Value::as_str);
        let revision = head.get("revision").and_then(toml::Value::as_integer);
        let wanted = match part {
            StateFile::State | StateFile::Book | StateFile::Journal => {
                Some(i64::from(note.revision))
            }
            StateFile::Foundation | StateFile::Settings | StateFile::Texts => None,
        };
        if campaign != Some(note.campaign.as_str()) || revision != wanted {
            let file = part.file();
            return Err(format!("{file} is of another campaign, or of other rules"));
        }
    }
    Ok(())
}

/// What is wrong with an entry, with the revision of the rules that played it where that is not
/// ours.
fn played_by(note: &Note, after: &Campaign, why: String) -> String {
    match (note.revision, after.game.revision()) {
        (theirs, ours) if theirs == ours => why,
        (theirs, ours) => {
            format!("{why}; revision {theirs} of the rules played it, this is {ours}")
        }
    }
}

/// Whether the recorded steps lead to the state that is stored.
fn replays(
    before: &dyn Table,
    journal: &str,
    (state, after): (&str, &Campaign),
) -> Result<(), String> {
    let replayed = catch_panic(|| before.replay(journal)).map_err(|it| panicked(&it))??;
    // Stored in an older shape, it is compared as it is read today.
    if same(&replayed, state)? || same(&replayed, &after.table.save().state)? {
        Ok(())
    } else {
        Err("the record leads to another state than is stored".to_owned())
    }
}

/// Notes what the referee has put in place; a rollback is held against what it went back to.
fn put_by_hand(
    log: &CampaignLog<'_>,
    note: &Note,
    parts: &BTreeMap<StateFile, String>,
    one: &mut One,
) -> Result<(), String> {
    let back_to = match &note.cause {
        Cause::RolledBack { to, .. } => Some(*to),
        Cause::Adopted { .. } => None,
        _ => return Ok(()),
    };
    if let Some(to) = back_to {
        check_rolled_back(log, to, parts)?;
    }
    let before = log.note(note.number.saturating_sub(1));
    let before = before.map_err(|it| it.to_string())?.note;
    let is_published = || new_dice::is_published(log, &before).map_err(|it| it.to_string());
    let new_dice = if !founds_dice(note, Some(&before)) {
        None
    } else if is_published()? {
        Some(NewDice::Published)
    } else {
        Some(NewDice::Unshown)
    };
    one.by_hand.push(ByHand {
        entry: note.number,
        back_to,
        new_dice,
    });
    Ok(())
}

/// What counts after a rollback is what counted after the entry it went back to.
fn check_rolled_back(
    log: &CampaignLog<'_>,
    to: u32,
    parts: &BTreeMap<StateFile, String>,
) -> Result<(), String> {
    let Ok(old) = log.load(to) else {
        // That entry itself is said to be wrong.
        return Ok(());
    };
    for part in [StateFile::State, StateFile::Book] {
        let (old, new) = (old.parts.get(&part), parts.get(&part));
        let (Some(old), Some(new)) = (old, new) else {
            return Err(format!("{} is missing", part.file()));
        };
        if !same(old, new)? {
            return Err(format!("{} is not that of entry {to}", part.file()));
        }
    }
    Ok(())
}

/// A seat's submission as it counts: its sheet and body. Those of format 1 are read from the text
/// that was kept.
fn orders(
    fs: &dyn Fs,
    dir: &CampaignDir,
    note: &Note,
    (seat, submission): (Seat, u32),
) -> Option<(SheetNo, String)> {
    let mut all = note.orders.iter();
    let kept = all.find(|it| (it.seat, it.submission) == (seat, submission))?;
    if note.private.is_some() {
        return Some((kept.sheet?, kept.body()));
    }
    let text = CampaignLog::new(fs, dir)
        .orders(note.number, submission)
        .ok()?;
    let lines: Vec<&str> = text.lines().collect();
    let block = block::find(&lines).into_iter().next()?;
    let mut words = block.opener.split_whitespace();
    let sheet = words.find_map(|it| it.parse().ok())?;
    Some((sheet, block.text()))
}

/// Whether two files hold the same values, however they are spelled.
fn same(a: &str, b: &str) -> Result<bool, String> {
    if a == b {
        return Ok(true);
    }
    let read = |text: &str| toml::from_str::<toml::Table>(text).map_err(|it| it.to_string());
    let (mut a, mut b) = (read(a)?, read(b)?);
    for head in ["format", "revision"] {
        a.remove(head);
        b.remove(head);
    }
    Ok(a == b)
}

pub(super) fn told(stuck: &CampaignError) -> String {
    match stuck {
        CampaignError::Halted(text) | CampaignError::Unsettled(text) => text.clone(),
        CampaignError::Broken { what, .. } => what.clone(),
        CampaignError::Disk(fault) => fault.to_string(),
    }
}

fn panicked(text: &str) -> String {
    format!("the rules panic: {text}")
}
