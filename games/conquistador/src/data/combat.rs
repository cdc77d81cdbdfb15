//! The tables of combat and attrition.

use packetboat_core::prelude::*;

/// `naval_attrition.toml` (3.10): ships lost per three ships or part.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalAttrition {
    /// Upper limit of Bounds of each column.
    pub cols: Vec<u32>,
    /// Rows by the modified die, 1 to 7; 99: all.
    pub loss: Vec<Vec<u32>>,
    /// Ships one loss stands for.
    pub per_ships: u32,
    /// Modifiers, and their limits.
    pub explorer: i32,
    /// All ships are Caravels.
    pub only_caravels: i32,
    /// A Galleon Fleet is along.
    pub galleon: i32,
    /// Unknown waters without an Explorer.
    pub unknown_waters: i32,
    /// A passage of the Cape without the Rutter.
    pub cape: i32,
    /// Lowest net modifier.
    pub lowest: i32,
    /// Highest net modifier.
    pub highest: i32,
    /// Bounds round the world (N20).
    pub world_bounds: u32,
}

impl NavalAttrition {
    /// Losses per three ships for so many Bounds (at least 1) and a modified die.
    pub fn losses(&self, bounds: u32, die: i32) -> u32 {
        let column = self.cols.iter().position(|it| bounds <= *it);
        let column = column.unwrap_or(self.cols.len() - 1);
        let row = usize::try_from(die.clamp(1, 7) - 1).expect("1 to 7");
        self.loss[row][column]
    }

    /// Ships an expedition of so many loses.
    pub fn ships_lost(&self, bounds: u32, die: i32, ships: u32) -> u32 {
        match self.losses(bounds, die) {
            99 => ships,
            losses => (losses * ships.div_ceil(self.per_ships)).min(ships),
        }
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let fits = self.loss.len() == 7
            && self.loss.iter().all(|it| it.len() == self.cols.len())
            && self.cols.is_sorted()
            && self.per_ships > 0;
        table("naval_attrition.toml", fits, "seven rows of all columns")
    }
}

/// What a naval combat comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum NavalResult {
    /// The attacker loses one ship.
    A1,
    /// Half of them, rounded up.
    AH,
    /// All.
    AE,
    /// The defender loses one ship.
    D1,
    /// Half of them, rounded up.
    DH,
    /// All: taken.
    DC,
    /// One each.
    EX,
    /// Nothing.
    NE,
}

/// `naval_combat.toml` (3.8): rows by the modified die, 1 to 7; columns 1:2, 1:1, … 5:1.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalCombat {
    /// The results.
    pub results: Vec<Vec<NavalResult>>,
    /// Soldiers aboard that add one to the strength.
    pub soldiers_per_point: u32,
    /// Most columns Privateers shift.
    pub privateers_most: u32,
    /// Added to the die if the target holds Caravels only.
    pub only_caravels: i32,
    /// Added to the die if the target flees.
    pub flees: i32,
    /// AUTO flees if the attacker's ships are so many times as strong.
    pub flee_from: u32,
}

impl NavalCombat {
    /// The result in a column ([`odds_column`]) for a modified die.
    pub fn result(&self, column: u32, die: i32) -> NavalResult {
        let row = usize::try_from(die.clamp(1, 7) - 1).expect("1 to 7");
        self.results[row][column.min(5) as usize]
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let fits = self.results.len() == 7 && self.results.iter().all(|it| it.len() == 6);
        table("naval_combat.toml", fits, "seven rows of six columns")
    }
}

/// The column of odds, rounded in the defender's favour: 0 is 1:2, 1 is 1:1, … 5 is 5:1 and
/// better. `None`: below 1:2, or nobody attacks. Against strength 0 it is the last.
pub fn odds_column(attacker: u32, defender: u32) -> Option<u32> {
    match (attacker, defender) {
        (0, _) => None,
        (_, 0) => Some(5),
        (a, d) if a >= d => Some((a / d).min(5)),
        (a, d) if 2 * a >= d => Some(0),
        _ => None,
    }
}

/// The words for a column of odds.
pub fn odds_words(column: u32) -> &'static str {
    ["1:2", "1:1", "2:1", "3:1", "4:1", "5:1"][column.min(5) as usize]
}

/// What a land combat comes to (4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum LandResult {
    /// One Soldier each; the attackers go back.
    EX,
    /// The attackers go back.
    AR,
    /// They lose one Soldier and go back.
    A1R,
    /// They lose two.
    A2R,
    /// They are eliminated.
    AE,
    /// The defenders retreat.
    DR,
    /// They lose one and retreat.
    D1R,
    /// They lose two.
    D2R,
    /// They are eliminated.
    DE,
}

/// `land_combat.toml` (4.4, 4.5): rows by the modified die, 1 to 7; columns 1:2 … 5:1.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandCombat {
    /// The results.
    pub results: Vec<Vec<LandResult>>,
    /// What a Conquistador takes from the attacker's die, or adds as defender (4.4).
    pub conquistador: i32,
    /// Colonists that make a settlement shift one column.
    pub settlement_colonists: u32,
    /// Columns a settlement, Port, mountain or jungle shifts.
    pub shift: u32,
    /// Colonists without Soldiers are lost on this die and above (4.5).
    pub colonists_lost_from: u32,
    /// Leaders of an eliminated side are captured up to this die.
    pub leaders_captured_to: u32,
}

impl LandCombat {
    /// The result in a column ([`odds_column`]) for a modified die.
    pub fn result(&self, column: u32, die: i32) -> LandResult {
        let row = usize::try_from(die.clamp(1, 7) - 1).expect("1 to 7");
        self.results[row][column.min(5) as usize]
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let fits = self.results.len() == 7 && self.results.iter().all(|it| it.len() == 6);
        table("land_combat.toml", fits, "seven rows of six columns")
    }
}

/// Native Levels and Soldiers lost (4.6). Written as in the table: `N1 S1`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct NativeResult {
    /// Native Level down by so much.
    pub natives: u32,
    /// Soldiers lost.
    pub soldiers: u32,
}

impl TryFrom<String> for NativeResult {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut result = NativeResult::default();
        for word in text.split(' ') {
            let number = word.get(1..).and_then(|it| it.parse().ok());
            match (word.get(..1), number) {
                (Some("N"), Some(number)) => result.natives = number,
                (Some("S"), Some(number)) => result.soldiers = number,
                _ => return Err(format!("`{text}` is not a result; one is `N1 S1`")),
            }
        }
        Ok(result)
    }
}

/// `native_combat.toml` (4.6): rows by the modified die, 1 to 6; columns under 1:2, 1:2, 1:1,
/// 2:1, 3:1 and better.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NativeCombat {
    /// The results.
    pub results: Vec<Vec<NativeResult>>,
    /// What a Conquistador takes from the die.
    pub conquistador: i32,
    /// A Missionary preaches with success up to this die.
    pub preach_to: u32,
}

impl NativeCombat {
    /// The column for so many Soldiers against a Native Level above 0.
    pub fn column(soldiers: u32, natives: u32) -> u32 {
        if 2 * soldiers < natives {
            0
        } else if soldiers < natives {
            1
        } else {
            (1 + soldiers / natives).min(4)
        }
    }

    /// The result in a column for a modified die.
    pub fn result(&self, column: u32, die: i32) -> NativeResult {
        let row = usize::try_from(die.clamp(1, 6) - 1).expect("1 to 6");
        self.results[row][column as usize]
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let fits = self.results.len() == 6 && self.results.iter().all(|it| it.len() == 5);
        table("native_combat.toml", fits, "six rows of five columns")
    }
}

/// What an uprising or attrition takes. Written as in the tables: `2C1S`, `CS`, `C*`, `all`, `-`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Toll {
    /// Colonists.
    pub colonists: u32,
    /// Soldiers.
    pub soldiers: u32,
    /// Everybody.
    pub all: bool,
    /// The starred result (Q3).
    pub star: bool,
}

impl TryFrom<String> for Toll {
    type Error = String;

    /// A letter without a number stands for one.
    fn try_from(text: String) -> Result<Self, String> {
        let mut toll = Toll::default();
        match text.as_str() {
            "-" => return Ok(toll),
            "all" => toll.all = true,
            _ => {}
        }
        let mut number = 1;
        for letter in text.chars().filter(|_| !toll.all) {
            match letter {
                '1'..='9' => {
                    number = letter.to_digit(10).expect("a digit");
                    continue;
                }
                'C' => toll.colonists = number,
                'S' => toll.soldiers = number,
                '*' => toll.star = true,
                _ => return Err(format!("`{text}` is not a toll; one is `2C1S`")),
            }
            number = 1;
        }
        if toll.is_nothing() {
            Err("nothing is written `-`".to_owned())
        } else {
            Ok(toll)
        }
    }
}

impl Toll {
    /// Whether it takes nobody.
    pub fn is_nothing(&self) -> bool {
        *self == Toll::default()
    }
}

/// `uprising.toml` (4.7): rows by the modified die, 1 to 6; columns under 1:1, 1:1, … 4:1.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Uprising {
    /// The results.
    pub results: Vec<Vec<Toll>>,
    /// What a Conquistador adds to the die.
    pub conquistador: i32,
    /// Colonists of all powers that raise the Uprising Level by one.
    pub colonists_per_level: u32,
    /// The check succeeds at most up to this die.
    pub check_most: u32,
    /// Leaders die on this die and above when all is lost.
    pub leaders_die_from: u32,
}

impl Uprising {
    /// The column for a Native Level against Soldiers and half the Colonists, fractions kept.
    pub fn column(natives: u32, soldiers: u32, colonists: u32) -> u32 {
        match 2 * soldiers + colonists {
            0 => 4,
            halves => (2 * natives / halves).min(4),
        }
    }

    /// The result in a column for a modified die.
    pub fn result(&self, column: u32, die: i32) -> Toll {
        let row = usize::try_from(die.clamp(1, 6) - 1).expect("1 to 6");
        self.results[row][column as usize]
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let fits = self.results.len() == 6 && self.results.iter().all(|it| it.len() == 5);
        table("uprising.toml", fits, "six rows of five columns")
    }
}

/// `land_attrition.toml` (4.8): rows by the die, columns by the adjusted level 1 to 5.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LandAttrition {
    /// The results.
    pub results: Vec<Vec<Toll>>,
    /// Leaders are lost on this die and above when all is lost.
    pub leaders_lost_from: u32,
}

impl LandAttrition {
    /// The result for an adjusted level and a die.
    pub fn result(&self, level: u32, die: u32) -> Toll {
        self.results[die as usize - 1][level as usize - 1]
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let fits = self.results.len() == 6 && self.results.iter().all(|it| it.len() == 5);
        table("land_attrition.toml", fits, "six rows of five columns")
    }
}

fn table(file: &str, fits: bool, wanted: &str) -> Result<(), DataError> {
    if fits {
        Ok(())
    } else {
        Err(DataError::new(
            file,
            format!("the table must have {wanted}"),
        ))
    }
}
