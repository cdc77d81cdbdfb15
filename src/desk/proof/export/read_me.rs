//! What anyone who opens an export reads first.
//!
//! Not here: the rest of it (`export`).

use crate::store::bundle::Files;
use crate::store::layout::CampaignId;

/// The text; of a campaign that is over, with what is in its record.
pub(super) fn text(id: &CampaignId, title: &str, record: Option<&Files>) -> String {
    let what = match record {
        Some(record) => format!(
            "\
This is the record of {id}, a campaign of {title} that is over.

log/ contains every entry, campaign.toml and data/ what it was played with, and
export.toml the seed of all dice. Players are named only where they agreed, and
{}

To check that all of it follows from seed and orders, and that nothing was changed:

    packetboat verify {id}.tar --strict
",
            private(record)
        ),
        None => format!(
            "\
This is what the public may know of {id}, a campaign of {title} that goes on.

turns/ contains the public report of every turn that was played, and data/ what it is played
with. When the campaign is over its whole record is published, and can be checked from the
first draw of the dice to the last.

To check that this file is as it was made:

    packetboat verify {id}.tar
"
        ),
    };
    format!(
        "{what}
Every report of the campaign tells its players what the dice were sealed with before the
first draw, and the witness of its entry: both can be held against the record.
"
    )
}

/// What of private words is in it.
fn private(record: &Files) -> &'static str {
    let is_letter = |path: &String| path.starts_with("log/") && path.contains("/letters/");
    if record.keys().any(is_letter) {
        "\
there are no addresses and no mails. Letters that players wrote each other are in it,
for this campaign publishes them; no other private words are."
    } else {
        "there are no addresses, no mails and no private words."
    }
}
