//! The Random Events Table (`ret.toml`; game file 2.2).

use super::super::ids::AreaId;
use super::super::state::Rating;
use packetboat_core::prelude::*;

/// `ret.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomEvents {
    /// Ducats by Monarch and first die.
    pub taxes: BTreeMap<Rating, [u32; 6]>,
    /// Colonists that may be bought, by first die.
    pub colonists: [u32; 6],
    /// Rows by the first die, columns by the second: a number n is rule 6.4.n, a letter a new
    /// Monarch, `-` nothing.
    pub events: [[String; 6]; 6],
    /// Multipliers of the Monarchs (0.3).
    pub multipliers: BTreeMap<Rating, u32>,
    /// Ducats a costly European war takes (6.4.5).
    pub war_costs: u32,
    /// Ducats a rich middle class brings (6.4.7).
    pub middle_class: u32,
    /// Victory points a failed quest or duty costs.
    pub failure_vp: i32,
    /// Turns of the quests, that of the event included.
    pub cibola_turns: u32,
    /// The same for El Dorado.
    pub eldorado_turns: u32,
    /// Areas of Cíbola.
    pub cibola_areas: Vec<AreaId>,
    /// Areas of El Dorado.
    pub eldorado_areas: Vec<AreaId>,
    /// Soldiers a quest party starts with at least.
    pub quest_soldiers: u32,
    /// Quests are ignored on so many last turns of a shorter game (Q121).
    pub quest_free_turns: u32,
    /// The Treaty of Tordesillas (2.6): last turn, victory points per settlement and per attack.
    pub tordesillas_last: u32,
    /// Victory points a settlement on the wrong side costs each turn.
    pub tordesillas_settlement_vp: i32,
    /// Victory points an attack costs.
    pub tordesillas_attack_vp: i32,
    /// German Bankers: most Ducats borrowed a turn.
    pub bank_most: u32,
    /// What is to be repaid, in percent of the loan.
    pub bank_percent: u32,
    /// Turns until it is due.
    pub bank_turns: u32,
    /// Growth of unpaid sums a turn, in percent.
    pub bank_growth: u32,
    /// Victory points a Ducat still owed at the end costs.
    pub bank_vp: i32,
    /// Victory points per Ducat left in the Treasury.
    pub vp_per_ducat: i32,
    /// Victory points more for a land discovery with an Explorer along (4.10).
    pub explorer_vp: i32,
}

/// A political event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Political {
    /// None.
    Nothing,
    /// A new Monarch.
    Monarch(Rating),
    /// Rule 6.4.n.
    Event(u32),
}

impl RandomEvents {
    /// What the two dice bring.
    pub fn event(&self, first: u32, second: u32) -> Political {
        let text = &self.events[first as usize - 1][second as usize - 1];
        match text.as_str() {
            "A" => Political::Monarch(Rating::A),
            "B" => Political::Monarch(Rating::B),
            "C" => Political::Monarch(Rating::C),
            "D" => Political::Monarch(Rating::D),
            number => number.parse().map_or(Political::Nothing, Political::Event),
        }
    }

    pub(super) fn check(&self) -> Result<(), DataError> {
        let wrong = |what: String| Err(DataError::new("ret.toml", what));
        for rating in Rating::ALL {
            if !self.taxes.contains_key(&rating) || !self.multipliers.contains_key(&rating) {
                return wrong(format!("no taxes or Multiplier for {rating:?}"));
            }
        }
        let mut seen = Vec::new();
        for text in self.events.iter().flatten() {
            let fits = matches!(text.as_str(), "-" | "A" | "B" | "C" | "D")
                || text.parse().is_ok_and(|it: u32| (2..=17).contains(&it));
            if !fits {
                return wrong(format!("`{text}` is not an event"));
            }
            seen.extend(text.parse::<u32>());
        }
        seen.sort_unstable();
        if seen == (2..=17).collect::<Vec<u32>>() {
            Ok(())
        } else {
            wrong("each of the events 2 to 17 stands once in the grid".to_owned())
        }
    }
}
