//! The land phase: what happens.

use crate::ids::{DiscoveryId, Label};
use packetboat_core::prelude::*;

/// Something that happened. Places and Areas stand by name, units in words (`3 Soldiers,
/// Cortes`), modifiers as they were added to the die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "event", rename = "LandEvent")]
#[allow(missing_docs, reason = "the fields of an event say what they are")]
pub enum Event {
    // C1: gold (4.9).
    /// No Colonist of its owner is at a mine any more.
    MineAbandoned { seat: Seat, place: String },
    /// A mine was found.
    MineFound {
        seat: Seat,
        place: String,
        die: u32,
        modifier: i32,
        capacity: u32,
    },
    /// Nothing was found; it may be tried again.
    NothingFound {
        seat: Seat,
        place: String,
        die: u32,
        modifier: i32,
    },
    /// There is no gold here.
    SiteBarren {
        seat: Seat,
        place: String,
        die: u32,
        modifier: i32,
    },
    /// An abandoned mine was opened again.
    MineReopened {
        seat: Seat,
        place: String,
        die: u32,
        capacity: u32,
    },
    /// An abandoned mine was not opened again.
    MineStaysShut { seat: Seat, place: String, die: u32 },
    /// A mine was worked.
    MineWorked {
        seat: Seat,
        place: String,
        diggers: u32,
        ducats: u32,
    },
    /// A treasure city was looted.
    CityLooted {
        seat: Seat,
        place: String,
        looters: u32,
        ducats: u32,
    },
    /// A worked mine gives as much as before.
    MineLasts {
        seat: Seat,
        place: String,
        die: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second_die: Option<u32>,
    },
    /// A worked mine gives less; 0: nothing any more.
    MineDepleted {
        seat: Seat,
        place: String,
        die: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second_die: Option<u32>,
        capacity: u32,
    },
    /// A looted city has more to give.
    CityLasts {
        seat: Seat,
        place: String,
        die: u32,
        turns: u32,
    },
    /// A looted city has nothing left.
    CityExhausted {
        seat: Seat,
        place: String,
        die: u32,
        turns: u32,
    },
    /// Potosí gives as much as at first again (6.4.10, Q69).
    PotosiUndoubled { seat: Seat },
    /// Gold without a unit of its owner beside it has a new one (Q32).
    GoldInherited {
        seat: Seat,
        place: String,
        ducats: u32,
    },

    // C2: marches (4.1, 4.12).
    /// To its owner: a party has a name.
    PartyNamed {
        seat: Seat,
        label: Label,
        units: String,
        place: String,
        quests: String,
    },
    /// To its owner: what of an order was left out.
    OrderCutShort {
        seat: Seat,
        order: String,
        why: String,
    },
    /// Land units have marched.
    Marched {
        seat: Seat,
        units: String,
        from: String,
        to: String,
        hexes: u32,
        ducats: u32,
    },
    /// Some of a march have stopped before the others.
    StayedBehind {
        seat: Seat,
        units: String,
        place: String,
    },
    /// Land units are about to storm a hex.
    StormPrepared {
        seat: Seat,
        units: String,
        from: String,
        place: String,
    },
    /// Units have gone aboard.
    MenBoarded {
        seat: Seat,
        label: Label,
        units: String,
        place: String,
    },
    /// What others see of it.
    SeenBoarding {
        seat: Seat,
        units: String,
        place: String,
    },
    /// Units have come ashore in C2.
    MenLanded {
        seat: Seat,
        label: Label,
        units: String,
        place: String,
    },
    /// What others see of it.
    SeenLanding {
        seat: Seat,
        units: String,
        place: String,
    },

    // C2: combat (4.4, 4.5).
    /// A storm is called off: the odds are below 1:2, or nobody is left to fight.
    StormCalledOff {
        seat: Seat,
        place: String,
        strength: u32,
        against: u32,
    },
    /// A hex was stormed. `odds` is the column rolled on, `shift` by how many it was moved.
    Stormed {
        seat: Seat,
        defenders: String,
        place: String,
        strength: u32,
        against: u32,
        odds: String,
        shift: u32,
        die: u32,
        modifier: i32,
        result: String,
    },
    /// Nobody in a stormed hex can fight: they retreat.
    StormUnopposed {
        seat: Seat,
        defenders: String,
        place: String,
    },
    /// A side has lost units in combat.
    CombatLoss {
        seat: Seat,
        units: String,
        place: String,
    },
    /// Colonists whom no Soldier defended: how many of them were lost.
    ColonistsScattered {
        seat: Seat,
        place: String,
        dice: String,
        lost: u32,
    },
    /// A side retreats.
    Retreated {
        seat: Seat,
        units: String,
        from: String,
        to: String,
    },
    /// A side, or what is left of it, retreats onto its ships.
    RetreatedAboard {
        seat: Seat,
        units: String,
        place: String,
    },
    /// For some who retreat there is no room or no place.
    RetreatLost {
        seat: Seat,
        units: String,
        place: String,
    },
    /// A leader of an eliminated side was captured.
    LeaderCaptured {
        seat: Seat,
        leader: String,
        place: String,
        die: u32,
    },
    /// He escaped.
    LeaderEscaped {
        seat: Seat,
        leader: String,
        place: String,
        die: u32,
        to: String,
    },
    /// He got away, but nobody of his own is left to go to.
    LeaderAstray {
        seat: Seat,
        leader: String,
        place: String,
        die: u32,
    },
    /// The winner has a hex, and the gold that lay there.
    HexTaken {
        seat: Seat,
        place: String,
        ducats: u32,
    },

    // C2: its end.
    /// A discovery by land; `bonus` is what an Explorer along adds.
    LandDiscovery {
        seat: Seat,
        discovery: DiscoveryId,
        name: String,
        vp: i32,
        bonus: i32,
    },
    /// A quest has succeeded.
    QuestAchieved { seat: Seat, quest: String },
    /// Guests whose PASSAGE has ended were moved (Q55).
    GuestsMoved {
        seat: Seat,
        units: String,
        from: String,
        to: String,
    },
    /// There was nowhere for them to go.
    GuestsLost {
        seat: Seat,
        units: String,
        place: String,
    },

    // C3 to C5: natives, uprisings, attrition.
    /// Natives were attacked.
    NativesAttacked {
        seat: Seat,
        area: String,
        soldiers: u32,
        against: u32,
        odds: String,
        die: u32,
        modifier: i32,
        natives: u32,
        lost: u32,
    },
    /// A Missionary has preached; `natives` is the Native Level since.
    Preached {
        seat: Seat,
        area: String,
        die: u32,
        gain: u32,
        natives: u32,
    },
    /// Natives kept quiet: the die was above the Uprising Level.
    NativesQuiet {
        seat: Seat,
        area: String,
        level: u32,
        die: u32,
    },
    /// Natives rise: the die was not above the Uprising Level.
    NativesRise {
        seat: Seat,
        area: String,
        level: u32,
        die: u32,
    },
    /// An uprising and what it cost; empty: nobody.
    Uprising {
        seat: Seat,
        area: String,
        natives: u32,
        odds: String,
        die: u32,
        modifier: i32,
        lost: String,
    },
    /// A leader where all was lost: he dies.
    LeaderKilled {
        seat: Seat,
        leader: String,
        place: String,
        die: u32,
    },
    /// He lives.
    LeaderSurvived {
        seat: Seat,
        leader: String,
        place: String,
        die: u32,
    },
    /// Hardship has cost units.
    HardshipLoss {
        seat: Seat,
        place: String,
        level: u32,
        die: u32,
        lost: String,
    },
    /// In so many hexes hardship cost nobody.
    HardshipSpared { seat: Seat, hexes: u32 },

    // C6: loading and resources.
    /// Gold was loaded.
    GoldStowed {
        seat: Seat,
        label: Label,
        place: String,
        origin: String,
        ducats: u32,
    },
    /// What others see of it.
    SeenStowing {
        seat: Seat,
        place: String,
        origin: String,
        ducats: u32,
    },
    /// Resources of an Area.
    ResourcesCredited {
        seat: Seat,
        area: String,
        colonists: u32,
        each: u32,
        ducats: u32,
    },
}

tagged!(Event, "event");

impl Event {
    /// What others see of it, if that is less.
    pub fn outside(&self) -> Option<Event> {
        Some(match self.clone() {
            Event::MenBoarded {
                seat, units, place, ..
            } => Event::SeenBoarding { seat, units, place },
            Event::MenLanded {
                seat, units, place, ..
            } => Event::SeenLanding { seat, units, place },
            Event::GoldStowed {
                seat,
                place,
                origin,
                ducats,
                ..
            } => Event::SeenStowing {
                seat,
                place,
                origin,
                ducats,
            },
            _ => return None,
        })
    }
}
