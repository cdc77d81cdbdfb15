//! `export`: one file of a campaign to give away, which anybody can check without the club.
//!
//! Of a campaign that is over it holds all that was played, seed and orders included, so that a
//! replay leads to the same bytes; of one that goes on, what the public may know. In neither are
//! addresses, tokens, passwords, mails, or letters that were not to be published; and names of
//! players only where the roster says so. It is put together from scratch out of what may be in it,
//! never cut down from the folder. Not here: checking it (`verify`), the bytes of the file
//! (`store::bundle`), and what it says of itself (`published`).

mod read_me;
mod running;
mod search;
mod settings;

use super::verify::{self, How, dice};
use crate::config::secret::Key;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::Club;
use crate::desk::club::published::{self, Manifest, Salts};
use crate::desk::club::shown;
use crate::fault::Fault;
use crate::report::counted;
use crate::store::bundle::{Files, pack, unpack};
use crate::store::digest::Digest;
use crate::store::entry::{Cause, Note, StateFile, Stop};
use crate::store::fault::StoreFault;
use crate::store::fs::{Access, exists, replace};
use crate::store::layout::{
    CampaignDir, CampaignId, ENTRY_FILE, EXPORT_FILE, entry_name, letters_file,
};
use crate::store::log::CampaignLog;
use std::path::Path;

/// What anyone who opens the file reads first.
const READ_ME: &str = "README.txt";

/// Writes the export of a campaign.
///
/// # Errors
/// A campaign that does not exist, is halted or damaged; a file that is there already and is no
/// export of it; the disk.
pub fn export(club: &Club, name: &str, file: &Path) -> anyhow::Result<String> {
    let (id, dir) = club.campaign(name)?;
    let there = club.fs.read(file).ok();
    if there.is_some_and(|it| !is_of(&it, &id)) {
        let file = file.display();
        return Err(
            Fault::usage(format!("{file} exists, and is not an export of {id}"))
                .hint("Name another file, or delete that one.")
                .into(),
        );
    }
    let bytes = bytes(club, &id, &dir)?;
    if let Some(last) = CampaignLog::new(&*club.fs, &dir).last()? {
        let by = "readers of the export";
        shown::about_to_show(club, &dir, (&last.note, by))?;
    }
    let written = replace(&*club.fs, file, &bytes, Access::Shared);
    written.map_err(|it| StoreFault::disk(file, it))?;
    let manifest = manifest_of(&bytes)?;
    let (file, size) = (file.display(), bytes.len().div_ceil(1024));
    Ok(if manifest.finished {
        format!(
            "{file}: {id}, which is over, with {}, {size} kB.\n\
             Anyone who has it can check it: packetboat verify {file} --strict\n",
            counted(manifest.entries, "entry", "entries")
        )
    } else {
        format!(
            "{file}: what the public may know of {id}, which goes on, {size} kB.\n\
             Export it again when it is over: then everything can be checked.\n"
        )
    })
}

/// The bytes of the export of a campaign.
///
/// # Errors
/// A campaign that is halted or damaged; one in whose export something private would be.
pub fn bytes(club: &Club, id: &CampaignId, dir: &CampaignDir) -> anyhow::Result<Vec<u8>> {
    if exists(&*club.fs, &dir.halted()) {
        return Err(Fault::halted(format!("{id} is halted"))
            .hint(format!("Why: packetboat status {id}"))
            .into());
    }
    let campaign = Campaign::open_at(club.source(), dir, id, None);
    let campaign = campaign.map_err(|it| crate::desk::club::errors::fault(id, it))?;
    let over = is_over(campaign.note());
    let (mut files, names) = if over {
        finished(club, &campaign)?
    } else {
        (running::files(club, &campaign)?, Salts::new())
    };
    let title = &campaign.card.title;
    files.insert(
        READ_ME.to_owned(),
        read_me::text(id, title, over.then_some(&files)).into_bytes(),
    );
    let older_seeds = if over {
        older_seeds(club, &campaign).map_err(|it| crate::desk::club::errors::fault(id, it))?
    } else {
        Vec::new()
    };
    let manifest = Manifest {
        names,
        older_seeds,
        ..manifest(&campaign, &files, over)
    };
    files.insert(EXPORT_FILE.to_owned(), manifest.to_text().into_bytes());
    search::for_secrets(club, &campaign, &files)?;
    let bytes = pack(id.as_str(), &files)?;
    let found = verify::file_bytes(club.shelf.games, &bytes, How { strict: over })?;
    if found.is_well() {
        Ok(bytes)
    } else {
        Err(
            Fault::halted(format!("the record of {id} has an error:\n{found}"))
                .hint(format!("What is wrong: packetboat verify {id}"))
                .into(),
        )
    }
}

/// Whether a campaign is over, and everybody has been notified.
pub fn is_over(note: &Note) -> bool {
    note.desk.stop == Stop::Over && !note.desk.is_under_review()
}

/// Whether this is an export of that campaign.
fn is_of(bytes: &[u8], id: &CampaignId) -> bool {
    manifest_of(bytes).is_ok_and(|it| it.campaign == *id)
}

fn manifest_of(bytes: &[u8]) -> anyhow::Result<Manifest> {
    let (_, files) = unpack(bytes)?;
    let text = files
        .get(EXPORT_FILE)
        .map(|it| String::from_utf8_lossy(it).into_owned());
    Ok(Manifest::parse(&text.unwrap_or_default())?)
}

fn manifest(campaign: &Campaign, files: &Files, over: bool) -> Manifest {
    let secret = &campaign.secret;
    let hashes = files
        .iter()
        .map(|(path, it)| (path.clone(), Digest::of(it)));
    Manifest {
        campaign: campaign.id.clone(),
        format: published::FORMAT,
        game: campaign.game.id().to_owned(),
        finished: over,
        entries: if over { campaign.next_number() } else { 0 },
        seed: over.then_some(campaign.seed),
        sealed: over.then_some(secret.sealed),
        older_seeds: Vec::new(),
        names: Salts::new(),
        files: hashes.collect(),
    }
}

/// The seeds that were published before the last one, oldest first.
fn older_seeds(club: &Club, campaign: &Campaign) -> Result<Vec<Key>, CampaignError> {
    let log = campaign.log(&*club.fs);
    let mut seeds = Vec::new();
    for number in log.entries()? {
        let note = &log.known(number)?.note;
        let founded = note.files.get(&StateFile::Foundation);
        if founded.is_some_and(|it| it.entry == number) {
            seeds.push(campaign.seed_at(&log, note)?);
        }
    }
    seeds.retain(|it| *it != campaign.seed);
    Ok(seeds)
}

/// Everything that was played: settings, data, and the log without what is private; and the salts
/// of the names in it.
fn finished(club: &Club, campaign: &Campaign) -> anyhow::Result<(Files, Salts)> {
    let (mut files, names) = settings::files(&*club.fs, campaign)?;
    let log = campaign.log(&*club.fs);
    for number in log.entries()? {
        entry(&log, campaign, number, &mut files)?;
    }
    Ok((files, names))
}

/// Whether a journal holds why the referee has put a position in place, as those of before do: the
/// reason is nobody else's business.
fn gives_reason(cause: &Cause, journal: &[u8]) -> bool {
    let Some(placed) = cause.placed() else {
        return false;
    };
    let items = dice::items(&String::from_utf8_lossy(journal)).unwrap_or_default();
    let mut said = items.iter().filter_map(|it| it.get("why"));
    said.any(|it| it.as_str() != Some(&placed))
}

/// An entry: its note without what is private, its parts, and the letters that are published.
fn entry(
    log: &CampaignLog<'_>,
    campaign: &Campaign,
    number: u32,
    files: &mut Files,
) -> anyhow::Result<()> {
    let at = |file: &str| format!("log/{}/{file}", entry_name(number));
    let committed = log.known(number)?;
    let mut note = committed.note.clone();
    let bytes = match note.private {
        // Written again it would name this version of the program, and have another hash.
        Some(_) => log.note_bytes(number)?,
        // It is of format 1: nobody outside may read what was hashed.
        None => {
            note.original = Some(committed.digest);
            note.to_text().into_bytes()
        }
    };
    files.insert(at(ENTRY_FILE), bytes);
    for (part, _) in note.files.iter().filter(|it| it.1.entry == number) {
        let bytes = log.part_bytes(number, *part)?;
        if *part != StateFile::Journal || !gives_reason(&note.cause, &bytes) {
            files.insert(at(part.file()), bytes);
        }
    }
    if campaign.config.public.publish_letters {
        for letter in 1..=note.letters.len() {
            let file = letters_file(letter);
            let bytes = log.letter(number, letter)?;
            // One that may hold an address stays private.
            if !bytes.contains(&b'@') {
                files.insert(at(&file), bytes);
            }
        }
    }
    Ok(())
}
