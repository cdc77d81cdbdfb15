//! Royal Council and Maintenance: what happens.
//!
//! Names of places, Areas and leaders are words as printed. Who hears an event is said with it;
//! what is not said to be private is told to everybody.

use super::super::ids::Label;
use super::super::men::{Hull, Kind};
use super::super::orders::{QuestKind, Ware};
use super::super::state::Rating;
use packetboat_core::prelude::*;

/// Why a Treasury changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// Taxes (6.3.1).
    Taxes,
    /// A European war (6.4.5).
    War,
    /// A rich middle class (6.4.7).
    MiddleClass,
    /// A gift.
    Gift,
    /// A payment of a deal.
    Payment,
    /// A loan.
    Loan,
    /// A loan repaid.
    Repayment,
    /// Arrears.
    Arrears,
    /// Borrowed from the German Bankers.
    Borrowed,
    /// Paid back to them.
    Bank,
    /// Ships and men bought in Europe.
    Purchase,
    /// A ship built overseas.
    Building,
    /// Bounds of an expedition.
    Bounds,
    /// Resources (4.11).
    Resources,
    /// Gold landed in Europe (D3).
    Gold,
    /// Upkeep.
    Upkeep,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(tag = "event", rename = "CouncilEvent")]
pub enum Event {
    /// A campaign begins.
    Founded {
        /// The scenario.
        scenario: String,
        /// The first turn.
        turn: u32,
        /// The last turn.
        last_turn: u32,
    },
    /// A turn begins.
    TurnBegan {
        /// Which.
        turn: u32,
        /// Its first year.
        year: u32,
    },
    /// A power threw its two dice (6.3).
    CouncilDice {
        /// Who.
        power: Seat,
        /// The first die: taxes, Colonists, row.
        first: u32,
        /// The second die: column.
        second: u32,
        /// The Monarch in office when the dice fell.
        monarch: Rating,
        /// Ducats of taxes.
        taxes: u32,
        /// Colonists that may be bought.
        colonists: u32,
        /// What the grid says: `4` for 6.4.4, a Monarch's letter, or `-`.
        brings: String,
    },
    /// A Treasury changed. Told to its owner; to everybody where the figure is public (7.5):
    /// taxes, war, middle class, resources, gold landed.
    Ducats {
        /// Whose.
        power: Seat,
        /// By how much.
        change: i64,
        /// Why.
        why: Why,
        /// What for, or with whom: `3 Soldiers`, `France`, `S1`; may be empty.
        what: String,
        /// What it holds now.
        treasury: u32,
    },
    /// A new Monarch (6.4.1), or the same rating again.
    MonarchCrowned {
        /// Whose.
        power: Seat,
        /// The rating before.
        before: Rating,
        /// The rating now.
        now: Rating,
    },
    /// A political event of the list 6.4.2 to 6.4.17 was read.
    EventRead {
        /// Whose.
        power: Seat,
        /// The number behind 6.4.
        number: u32,
        /// Its name.
        name: String,
    },
    /// An event had no effect.
    EventIgnored {
        /// Whose.
        power: Seat,
        /// The number behind 6.4.
        number: u32,
        /// Why: the rest of the sentence behind "because".
        why: String,
    },
    /// The supply of Colonists changed (6.4.2).
    ColonistSupply {
        /// Whose.
        power: Seat,
        /// The die.
        die: u32,
        /// Colonists before.
        before: u32,
        /// Colonists now.
        now: u32,
    },
    /// The Multiplier is changed for this turn (6.4.3, 6.4.4).
    MultiplierChanged {
        /// Whose.
        power: Seat,
        /// By how much.
        change: i32,
        /// What it is this turn.
        multiplier: u32,
    },
    /// Civil war: no Soldiers may be bought this turn (6.4.6).
    CivilWar {
        /// Where.
        power: Seat,
    },
    /// How many Soldiers civil war calls home. Told to its owner.
    DutyOwed {
        /// Whose.
        power: Seat,
        /// His Soldiers that are not in Europe.
        soldiers: u32,
        /// How many must come home; 0: none.
        duty: u32,
        /// Whether the duty was waived: no ship, nor money for one (Q20).
        waived: bool,
    },
    /// The owner rather pays with victory points (`EVENT 6 IGNORE`). Told to its owner.
    DutyIgnored {
        /// Who.
        power: Seat,
    },
    /// Graft: purchases and upkeep cost double this turn (6.4.8).
    Graft {
        /// Where.
        power: Seat,
    },
    /// The South Cape Rutter came by guile (6.4.9).
    RutterObtained {
        /// Who has it.
        power: Seat,
        /// Whether it was had before; told so to its owner only, to others false.
        before: bool,
    },
    /// Potosi yields twice as much (6.4.10).
    Breakthrough {
        /// Whose.
        power: Seat,
        /// Ducats a turn now.
        capacity: u32,
    },
    /// A choice is left to the owner, to be made on sheet a.
    ChoicePending {
        /// Whose.
        power: Seat,
        /// The number behind 6.4.
        number: u32,
        /// Settlements that are hit.
        settlements: u32,
        /// Whether a leader goes.
        leader: bool,
        /// Whether a Missionary goes.
        missionary: bool,
    },
    /// Natives destroyed a settlement (6.4.11).
    SettlementLost {
        /// Whose.
        power: Seat,
        /// Where.
        place: String,
        /// The Area.
        area: String,
        /// Colonists lost.
        colonists: u32,
    },
    /// Disease among natives (6.4.13).
    Disease {
        /// Whose event it was.
        power: Seat,
        /// Where.
        area: String,
        /// Native Level before.
        before: u32,
        /// Native Level now.
        now: u32,
    },
    /// Nobody is risen against this turn (6.4.13).
    NoUprisings {
        /// Whose event it was.
        power: Seat,
    },
    /// Spain's die in 6.4.14 or 6.4.17.
    SpanishDie {
        /// Whose.
        power: Seat,
        /// The number behind 6.4.
        number: u32,
        /// The die.
        die: u32,
        /// Whether it takes a Conquistador (14: or an Explorer), if there is one.
        leader: bool,
        /// Whether it takes a Missionary, if there is one.
        missionary: bool,
    },
    /// An event took a man. Of Missionaries aboard or in Europe told to the owner only.
    EventToll {
        /// Whose.
        power: Seat,
        /// The number behind 6.4.
        number: u32,
        /// Of what kind.
        kind: Kind,
        /// Where.
        place: String,
    },
    /// An event took a leader. If he was aboard or in Europe told to the owner only.
    LeaderTaken {
        /// Whose.
        power: Seat,
        /// The number behind 6.4.
        number: u32,
        /// His name.
        leader: String,
        /// Where.
        place: String,
    },
    /// A quest is owed (6.4.15, 6.4.16).
    QuestOwed {
        /// Whose.
        power: Seat,
        /// Which.
        quest: QuestKind,
        /// At the end of which turn it must be done.
        deadline: u32,
    },
    /// Powers with the same Initiative Level and rating threw a die (6.5).
    InitiativeThrow {
        /// Who.
        power: Seat,
        /// The die.
        die: u32,
    },
    /// A power's place in the order of play.
    InitiativeSet {
        /// Who.
        power: Seat,
        /// From 1.
        place: u32,
        /// Multiplier of this turn.
        multiplier: u32,
        /// The Treasury it multiplies.
        treasury: u32,
        /// Initiative Level.
        level: u32,
    },
    /// A gift was paid. Told to both.
    GiftPaid {
        /// Who gave.
        giver: Seat,
        /// Who got.
        taker: Seat,
        /// Ducats.
        sum: u32,
        /// Ducats promised.
        promised: u32,
    },
    /// A deal binds. Told to its parties.
    DealMade {
        /// Its number.
        number: u32,
        /// Its parties: `Spain and France`.
        parties: String,
        /// Its clauses in words.
        clauses: String,
    },
    /// A line found no matching one. Told to its writer.
    DealUnmatched {
        /// Who wrote it.
        power: Seat,
        /// Its clauses in words.
        clauses: String,
    },
    /// A deal that was agreed is void. Told to its parties.
    DealVoid {
        /// Its parties.
        parties: String,
        /// Its clauses in words.
        clauses: String,
        /// Why.
        why: String,
    },
    /// Charts were shown. Told to both.
    ChartsShown {
        /// Whose.
        owner: Seat,
        /// To whom.
        guest: Seat,
        /// Names of the zones.
        zones: String,
        /// Names of those the owner does not know himself; may be empty.
        unknown: String,
    },
    /// A bond of a deal is over. Told to its parties.
    BondEnded {
        /// One party.
        one: Seat,
        /// The other.
        other: Seat,
        /// What ended, in words.
        bond: String,
    },
    /// A leader appears in Europe (4.10).
    LeaderAppeared {
        /// Whose.
        power: Seat,
        /// His name.
        leader: String,
        /// At the end of which turn he leaves.
        exit: u32,
    },
    /// A lent leader is home again (Q29). Told to both powers; to all, if he was ashore overseas.
    LentLeaderHome {
        /// Whose he is.
        lender: Seat,
        /// Whom he has served.
        borrower: Seat,
        /// His name.
        leader: String,
    },
    /// A lent leader is lost, or served his time out abroad (Q29). Told to his power.
    LentLeaderLost {
        /// Whose he was.
        lender: Seat,
        /// Whom he served.
        borrower: Seat,
        /// His name.
        leader: String,
    },
    /// A ship was built overseas.
    ShipBuilt {
        /// Whose.
        power: Seat,
        /// Its kind.
        hull: Hull,
        /// Where.
        place: String,
    },
    /// Something was bought. Told to the buyer.
    Bought {
        /// Who.
        power: Seat,
        /// What and how many: `3 Soldiers`.
        what: String,
        /// Ducats.
        price: u32,
    },
    /// Part of an order was left out (Q43). Told to its owner.
    LeftOut {
        /// Whose.
        power: Seat,
        /// What was asked for: `5 Colonists`.
        what: String,
        /// What came of it.
        got: u32,
        /// Why.
        why: String,
    },
    /// The German Bankers lent. Told to the borrower.
    BankLent {
        /// To whom.
        power: Seat,
        /// Ducats.
        sum: u32,
        /// Ducats to be repaid.
        back: u32,
        /// At the end of which turn.
        due: u32,
    },
    /// What the German Bankers are owed grew. Told to the debtor.
    BankGrew {
        /// Who owes.
        power: Seat,
        /// Ducats owed now.
        owed: u32,
    },
    /// An expedition has its entry in the Log. Told to its owner.
    ExpeditionReady {
        /// Whose.
        power: Seat,
        /// Its name.
        label: Label,
        /// Where it lies.
        place: String,
        /// Its ships.
        ships: String,
        /// What was loaded; may be empty.
        loaded: String,
        /// Leaders that went aboard; may be empty.
        leaders: String,
        /// Bounds bought.
        bounds: u32,
        /// Ducats for them.
        price: u32,
        /// Where it sails in B1; may be empty.
        sails: String,
    },
    /// An expedition cannot pay its Bounds. Told to its owner.
    BoundsUnpaid {
        /// Whose.
        power: Seat,
        /// Its name.
        label: Label,
        /// Bounds wanted.
        wanted: u32,
        /// Bounds bought.
        bought: u32,
        /// Ducats they would have cost.
        price: u32,
    },
    /// Colonists that did not leave Europe in time (Q22, Q60). Told to their owner.
    ColonistsStayed {
        /// Whose.
        power: Seat,
        /// How many.
        number: u32,
    },
    /// A debt was not paid in full. Told to both.
    DebtLeft {
        /// Who owes.
        debtor: Seat,
        /// To whom.
        creditor: Seat,
        /// Ducats still owed.
        owed: u32,
    },
    /// Units were disbanded, or left for want of pay. Men aboard and in Europe are told to their
    /// owner only.
    Disbanded {
        /// Whose.
        power: Seat,
        /// What.
        what: Ware,
        /// How many.
        number: u32,
        /// Where.
        place: String,
        /// Whether by order; else their upkeep could not be paid.
        ordered: bool,
    },
    /// What became of the load of ships given up (Q116). Told to their owner.
    LoadOfLostShips {
        /// Whose.
        power: Seat,
        /// Where.
        place: String,
        /// Men, in words; may be empty.
        men: String,
        /// Leaders; may be empty.
        leaders: String,
        /// Ducats of gold.
        gold: u32,
        /// Whether they are safe ashore; else all is lost.
        ashore: bool,
    },
    /// A quest has been fulfilled.
    QuestFulfilled {
        /// Whose.
        power: Seat,
        /// Which.
        quest: QuestKind,
    },
    /// A quest has failed at its deadline.
    QuestFailed {
        /// Whose.
        power: Seat,
        /// Which.
        quest: QuestKind,
        /// Victory points: negative.
        vp: i32,
    },
    /// Too few Soldiers came home for a civil war.
    DutyFailed {
        /// Whose.
        power: Seat,
        /// Victory points: negative.
        vp: i32,
    },
    /// Settlements on the wrong side of the line of Tordesillas.
    TordesillasSettled {
        /// Whose.
        power: Seat,
        /// How many.
        settlements: u32,
        /// Victory points: negative.
        vp: i32,
    },
    /// An attack between the powers of the Treaty of Tordesillas.
    TordesillasBroken {
        /// Who attacked.
        power: Seat,
        /// Whom.
        target: Seat,
        /// Victory points: negative.
        vp: i32,
    },
    /// A leader's service is over. Of one aboard or in Europe told to his owner only: that he
    /// lived so long is nobody's business.
    LeaderLeft {
        /// Whose.
        power: Seat,
        /// His name.
        leader: String,
    },
    /// A power without a player has left the game (Q117).
    PowerDropped {
        /// Which.
        power: Seat,
    },
    /// A line of the score sheet.
    ScoreCounted {
        /// Whose.
        power: Seat,
        /// Of which turn.
        turn: u32,
        /// Of its Treasury.
        ducats: i32,
        /// How many Areas it controls.
        areas: u32,
        /// Their victory points.
        area_vp: i32,
        /// Of discoveries.
        discoveries: i32,
        /// Penalties: 0 or negative.
        penalties: i32,
        /// All of it.
        total: i32,
    },
    /// Debt to the German Bankers that is left at the end.
    BankUnpaid {
        /// Whose.
        power: Seat,
        /// Ducats.
        owed: u32,
        /// Victory points: negative.
        vp: i32,
    },
    /// A power's place at the end of the game.
    GameEnded {
        /// Whose.
        power: Seat,
        /// From 1; equal: shared.
        place: u32,
        /// Victory points.
        total: i32,
    },
    /// What a solo game comes to.
    SoloVerdict {
        /// Whose.
        power: Seat,
        /// Victory points.
        total: i32,
        /// What it is called.
        words: String,
    },
}

tagged!(Event, "event");
