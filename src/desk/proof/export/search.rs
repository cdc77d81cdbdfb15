//! The search of an export for what must never leave the club, before it is written. What is put in
//! holds none of it; this assumes that something was overlooked.
//!
//! Not here: the search of what an entry sends (`guard`).

use crate::config::campaign::Holder;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::open::Club;
use crate::engine::dice::hex;
use crate::fault::Fault;
use crate::store::bundle::Files;
use std::collections::BTreeMap;

/// Looks for addresses, keys and passwords in these files.
///
/// # Errors
/// Names the file and what kind of secret is in it, never the secret.
pub(super) fn for_secrets(club: &Club, campaign: &Campaign, files: &Files) -> anyhow::Result<()> {
    let secrets = secrets(club, campaign)?;
    for (path, bytes) in files {
        let text = String::from_utf8_lossy(bytes).to_lowercase();
        let found = secrets.iter().find(|it| text.contains(it.0.as_str()));
        if let Some((_, what)) = found {
            let id = &campaign.id;
            return Err(Fault::halted(format!(
                "the export of {id} would show {what} in {path}; nothing was written"
            ))
            .hint("Report this as a bug, without the campaign's folder.")
            .into());
        }
    }
    Ok(())
}

/// What must not be found, each with what it is.
fn secrets(club: &Club, campaign: &Campaign) -> anyhow::Result<BTreeMap<String, &'static str>> {
    let mut secrets = BTreeMap::new();
    let mut address = |text: &str| {
        if text.contains('@') {
            secrets.insert(text.to_lowercase(), "an address");
        }
    };
    address(club.config.club.referee.as_str());
    for holder in campaign.config.seats.values() {
        if let Holder::Player(player) = holder {
            address(player.address.as_str());
        }
    }
    campaign
        .config
        .observers
        .values()
        .for_each(|it| address(it.as_str()));
    let log = campaign.log(&*club.fs);
    for number in log.entries()? {
        let note = &log.known(number)?.note;
        note.out.iter().for_each(|it| address(&it.to));
        let roster = note.desk.seats.with(|it| it.roster.as_ref());
        let listed = roster.filter_map(|it| it.1.rsplit_once(" <"));
        listed.for_each(|(_, it)| address(it.trim_end_matches('>')));
    }
    let secret = &campaign.secret;
    secrets.insert(hex(&secret.token_key.0), "the key of the tokens");
    for password in secret.passwords.values() {
        secrets.insert(hex(&password.0), "the hash of a password");
    }
    Ok(secrets)
}
