//! What whoever opens an export reads first.
//!
//! Not here: the rest of it (`export`).

use crate::store::layout::CampaignId;

/// The text.
pub(super) fn text(id: &CampaignId, title: &str, over: bool) -> String {
    let what = match over {
        true => format!(
            "\
This is the record of {id}, a campaign of {title} that is over.

log/ holds every move forward, campaign.toml and data/ what it was played with, and
export.toml the seed of all dice. Players have names in it only where they agreed, and
there are no addresses, no mails and no private words.

To check that all of it follows from seed and orders, and that nothing was changed:

    packetboat verify {id}.tar --strict
"
        ),
        false => format!(
            "\
This is what the public may know of {id}, a campaign of {title} that goes on.

turns/ holds the public report of every turn that was played, and data/ what it is played
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
