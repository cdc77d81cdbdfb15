//! The naval phases: what happens. What a seat's own ships carry, suffer and find is told to it
//! alone, with their label; what others see of it has none ([`Event::outside`], 7.5).

use super::super::ids::{DiscoveryId, Label};
use packetboat_core::prelude::*;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "event", rename = "SeaEvent")]
pub enum Event {
    /// An expedition has crossed the ocean (3.3).
    ExpeditionCrossed {
        /// Whose.
        seat: Seat,
        /// Which.
        label: Label,
        /// Its ships.
        ships: String,
        /// From where.
        from: String,
        /// Where to.
        to: String,
        /// Bounds of the crossing.
        bounds: u32,
        /// Whether it has passed the South Cape.
        passage: bool,
    },
    /// What others see of it.
    ShipsCrossed {
        /// Whose.
        seat: Seat,
        /// Which.
        ships: String,
        /// From where.
        from: String,
        /// Where to.
        to: String,
    },
    /// Owner: an expedition did not sail as it was told to.
    VoyagePassedOver {
        /// Whose.
        seat: Seat,
        /// Which.
        label: Label,
        /// Why not.
        why: String,
    },
    /// An expedition has moved in B2 (3.4).
    ExpeditionMoved {
        /// Whose.
        seat: Seat,
        /// Which.
        label: Label,
        /// Its ships.
        ships: String,
        /// From where.
        from: String,
        /// Where to.
        to: String,
        /// Movement points of this way.
        mp: u32,
        /// Bounds it has sailed in this phase.
        bounds: u32,
        /// Whether it had to stop before the place it was sent to.
        short: bool,
    },
    /// What others see of it.
    ShipsMoved {
        /// Whose.
        seat: Seat,
        /// Which.
        ships: String,
        /// From where.
        from: String,
        /// Where to.
        to: String,
    },
    /// Men have gone aboard.
    Embarked {
        /// Whose.
        seat: Seat,
        /// Which expedition.
        label: Label,
        /// Where.
        at: String,
        /// Who.
        who: String,
        /// Who was named and stays behind.
        left_out: String,
    },
    /// What others see of it.
    WentAboard {
        /// Whose.
        seat: Seat,
        /// Where.
        at: String,
        /// Who.
        who: String,
    },
    /// Men have gone ashore.
    Landed {
        /// Whose.
        seat: Seat,
        /// From which expedition.
        label: Label,
        /// Where.
        at: String,
        /// Who.
        who: String,
        /// Who was named and stays behind.
        left_out: String,
    },
    /// What others see of it.
    CameAshore {
        /// Whose.
        seat: Seat,
        /// Where.
        at: String,
        /// Who.
        who: String,
    },
    /// Gold was landed in a port (Q11).
    GoldLanded {
        /// Whose.
        seat: Seat,
        /// Where.
        at: String,
        /// Ducats.
        ducats: u32,
    },
    /// Attacker: an attack or invasion was not fought after all.
    FightCalledOff {
        /// Whose.
        seat: Seat,
        /// Which expedition.
        label: Label,
        /// Where.
        at: String,
        /// Why not.
        why: String,
    },
    /// A naval combat (3.8).
    SeaFight {
        /// Who attacked.
        seat: Seat,
        /// Whom.
        target: Seat,
        /// Where.
        at: String,
        /// Strength of the attack.
        attack: u32,
        /// Strength of the target.
        defence: u32,
        /// The column of the table.
        odds: String,
        /// Columns that Privateers have shifted.
        shift: u32,
        /// Whether the target fled.
        flees: bool,
        /// The die.
        die: u32,
        /// What is added to it.
        modifier: i32,
        /// The result.
        result: String,
    },
    /// Ships are lost, as everybody sees.
    ShipsLost {
        /// Whose.
        seat: Seat,
        /// Which.
        ships: String,
        /// Where.
        at: String,
        /// To what: `naval combat`, `invasion`, `sea`.
        cause: String,
    },
    /// Owner: what was lost with ships of an expedition.
    WentDown {
        /// Whose.
        seat: Seat,
        /// Which expedition.
        label: Label,
        /// Its lost ships.
        ships: String,
        /// Men aboard them.
        men: String,
        /// Ducats aboard that nobody took.
        gold: u32,
        /// Whether that was its last ship.
        ended: bool,
    },
    /// Owner: what becomes of a leader aboard a lost ship.
    LeaderOfLostShip {
        /// Whose.
        seat: Seat,
        /// Who.
        leader: String,
        /// The die; 0: no ship was left to take him up.
        die: u32,
        /// Whether he reached another ship.
        saved: bool,
    },
    /// Prizes join the winner (Q81).
    PrizesTaken {
        /// The winner.
        seat: Seat,
        /// Whose they were.
        target: Seat,
        /// Which.
        ships: String,
    },
    /// Gold is taken from lost ships.
    GoldTaken {
        /// By whom.
        seat: Seat,
        /// From whom.
        target: Seat,
        /// Ducats.
        ducats: u32,
    },
    /// The target's ships have fled.
    ShipsFled {
        /// Whose.
        seat: Seat,
        /// From where.
        from: String,
        /// Where to.
        to: String,
    },
    /// A naval invasion (3.9).
    Invasion {
        /// Who invaded.
        seat: Seat,
        /// Where.
        at: String,
        /// Who held the hex.
        defenders: String,
        /// Strength of the attack.
        attack: u32,
        /// Strength of the defence.
        defence: u32,
        /// The column of the table; empty: nobody resisted.
        odds: String,
        /// Columns that Privateers have shifted.
        shift: u32,
        /// The die; 0: none was thrown.
        die: u32,
        /// What is added to it.
        modifier: i32,
        /// The result.
        result: String,
        /// Whether the invader has won.
        won: bool,
    },
    /// Owner: Soldiers aboard were lost in an invasion.
    InvadersLost {
        /// Whose.
        seat: Seat,
        /// Which expedition.
        label: Label,
        /// How many.
        soldiers: u32,
    },
    /// Gold is carried off from an invaded hex.
    StoreRaided {
        /// By whom.
        seat: Seat,
        /// Where.
        at: String,
        /// Ducats.
        ducats: u32,
    },
    /// Owner: a check of naval attrition (3.10).
    AttritionAtSea {
        /// Whose.
        seat: Seat,
        /// Which expedition.
        label: Label,
        /// Bounds sailed in this phase.
        bounds: u32,
        /// The die.
        die: u32,
        /// What is added to it, all together.
        modifier: i32,
        /// What for; empty: for nothing.
        causes: String,
        /// Ships lost.
        lost: u32,
    },
    /// Men who were thought to have landed went down with their ships (Q7).
    NeverArrived {
        /// Whose.
        seat: Seat,
        /// Where.
        at: String,
        /// Who.
        who: String,
    },
    /// Owner: discoveries and charts are safe in a port.
    ReportsBrought {
        /// Whose.
        seat: Seat,
        /// By which expedition.
        label: Label,
        /// Where.
        at: String,
        /// Discoveries, by name.
        discoveries: String,
        /// Zones, by name.
        zones: String,
        /// Whether it brings the Rutter of the South Cape.
        rutter: bool,
    },
    /// Gold has reached Europe: it is credited in D3.
    GoldInEurope {
        /// Whose.
        seat: Seat,
        /// Ducats.
        ducats: u32,
    },
    /// Corsairs (solo, Q119).
    Corsairs {
        /// Whose Port.
        seat: Seat,
        /// The die.
        die: u32,
        /// On which die and above they come.
        from: u32,
        /// Which Port; empty: none.
        at: String,
        /// Ducats lost.
        ducats: u32,
    },
    /// Owner: fewer Soldiers are overseas than the duty of a civil war asks (Q67).
    DutySinks {
        /// Whose.
        seat: Seat,
        /// What is left of it.
        duty: u32,
    },
    /// Owner: Soldiers have come home for the civil war (6.4.6).
    DutyServed {
        /// Whose.
        seat: Seat,
        /// With which expedition.
        label: Label,
        /// How many.
        soldiers: u32,
        /// Whether they were lost on the way: they count too.
        lost: bool,
        /// What is left of the duty.
        left: u32,
    },
    /// Owner: Colonists in Europe who have not sailed are lost (Q21, Q22).
    ColonistsStayed {
        /// Whose.
        seat: Seat,
        /// How many.
        colonists: u32,
    },
    /// Owner: a leader's service has ended (4.10).
    LeaderServedOut {
        /// Whose.
        seat: Seat,
        /// With which expedition.
        label: Label,
        /// Who.
        leader: String,
    },
    /// Owner: an expedition has sailed round the world; it is in Europe if it survives (N20).
    RoundTheWorld {
        /// Whose.
        seat: Seat,
        /// Which.
        label: Label,
        /// Its ships.
        ships: String,
        /// From where.
        from: String,
        /// Where to: Europe.
        to: String,
        /// Bounds.
        bounds: u32,
    },
    /// Owner: ships have come home, and their expedition is at an end.
    PaidOff {
        /// Whose.
        seat: Seat,
        /// Which.
        label: Label,
        /// Its ships.
        ships: String,
        /// Men and leaders who are in Europe now.
        who: String,
    },
    /// A discovery is credited (5.3).
    DiscoveryCredited {
        /// To whom.
        seat: Seat,
        /// Which.
        discovery: DiscoveryId,
        /// Its name.
        name: String,
        /// Victory points.
        vp: i32,
    },
    /// Owner: a discovery comes too late.
    DiscoveryTooLate {
        /// Whose.
        seat: Seat,
        /// Which.
        discovery: DiscoveryId,
        /// Its name.
        name: String,
        /// Who was first.
        first: Seat,
    },
    /// Gold is added to a Treasury.
    GoldCredited {
        /// Whose.
        seat: Seat,
        /// Ducats.
        ducats: u32,
        /// What the Treasury holds now.
        treasury: u32,
    },
    /// Owner: zones are known from now on.
    ChartsDrawn {
        /// Whose.
        seat: Seat,
        /// Zones, by name.
        zones: String,
    },
    /// Owner: the Rutter of the South Cape is its own (3.5).
    RutterKept {
        /// Whose.
        seat: Seat,
    },
}

tagged!(Event, "event");

impl Event {
    /// What others see of it, if that is less.
    pub fn outside(&self) -> Option<Event> {
        Some(match self.clone() {
            Event::ExpeditionCrossed {
                seat,
                ships,
                from,
                to,
                ..
            }
            | Event::RoundTheWorld {
                seat,
                ships,
                from,
                to,
                ..
            } => Event::ShipsCrossed {
                seat,
                ships,
                from,
                to,
            },
            Event::ExpeditionMoved {
                seat,
                ships,
                from,
                to,
                ..
            } => Event::ShipsMoved {
                seat,
                ships,
                from,
                to,
            },
            Event::Embarked { seat, at, who, .. } => Event::WentAboard { seat, at, who },
            Event::Landed { seat, at, who, .. } => Event::CameAshore { seat, at, who },
            _ => return None,
        })
    }
}
