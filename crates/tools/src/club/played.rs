//! One campaign as it looks from outside: who plays, what was committed, what is damaged.

use super::hands::Inbox;
use super::stops::Stops;
use packetboat::store::entry::{Letter, Note};
use packetboat_core::engine::seat::Seat;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// One campaign as it looks from outside.
pub(super) struct Played {
    /// The addresses of those who are people.
    pub(super) players: BTreeMap<Seat, String>,
    /// Who else plays, or is about to: players for whom a substitute does, substitutes to come.
    pub(super) others: Vec<String>,
    /// How often a seat got another player since that was last counted.
    pub(super) changed: u32,
    /// Whether nobody may learn who plays.
    pub(super) anonymous: bool,
    /// All seats taken.
    pub(super) seats: Vec<Seat>,
    /// What players have of us.
    pub(super) inboxes: BTreeMap<Seat, Inbox>,
    /// What was committed.
    pub(super) entries: Entries,
    /// What is known of the stop that is open.
    pub(super) stops: Stops,
    /// What was damaged on purpose and not yet mended.
    pub(super) damage: Option<Damage>,
    /// Whether the referee changed or undid the position by hand.
    pub(super) scarred: bool,
    /// Whether the last entry says that it is over.
    pub(super) over: bool,
}

impl Played {
    /// A campaign with these seats that has just begun; nobody is known yet.
    pub(super) fn of(seats: Vec<Seat>) -> Self {
        Played {
            players: BTreeMap::new(),
            others: Vec::new(),
            changed: 0,
            anonymous: false,
            seats,
            inboxes: BTreeMap::new(),
            entries: Entries::default(),
            stops: Stops::default(),
            damage: None,
            scarred: false,
            over: false,
        }
    }
}

/// What is remembered of the entries of one campaign.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) next: u32,
    /// Every file of every entry, but for marks.
    pub(super) files: BTreeMap<String, Arc<[u8]>>,
    /// Mails that were neither sent nor refused, with the entry they are of.
    pub(super) waiting: BTreeMap<String, (u32, Letter)>,
    /// Those whose place a newer one takes.
    pub(super) replaced: BTreeSet<String>,
    /// The note of the newest entry.
    pub(super) last: Option<Note>,
}

impl Entries {
    /// How many there are.
    pub(super) fn count(&self) -> u32 {
        self.next
    }

    /// Whether every mail was sent or refused.
    pub(super) fn nothing_waits(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// Something that is not as it was committed.
#[derive(Debug)]
pub(super) struct Damage {
    /// Which file.
    pub(super) file: PathBuf,
    /// What it held.
    pub(super) was: Arc<[u8]>,
    /// How many entries there were.
    pub(super) entries: usize,
    /// Since which tick.
    pub(super) since: u32,
}
