//! What to play, and who plays.

use packetboat_core::engine::data::Setting;
use std::collections::BTreeMap;

/// What to play.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many games.
    pub games: u32,
    /// Seed of the first; the others follow by one.
    pub seed: u64,
    /// How many seats are taken, the first at the table; `None`: all of the scenario.
    pub seats: Option<u8>,
    /// `None`: the game's first.
    pub scenario: Option<String>,
    /// Options of the game that are not at their default.
    pub options: BTreeMap<String, Setting>,
    /// Who plays.
    pub players: Players,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            games: 1,
            seed: 1,
            seats: None,
            scenario: None,
            options: BTreeMap::new(),
            players: Players::Robots,
        }
    }
}

/// Who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Players {
    /// A robot in every seat.
    Robots,
    /// Nobody sends anything: the autopilots play.
    Silent,
    /// A robot in one seat, silence in the others. The robot changes its seat from game to game,
    /// and every seat is tried with the same dice before new ones are taken.
    Versus,
    /// One seat sends what its order sheet advises, a robot plays each of the others. The advised
    /// seat changes from game to game, as the robot's does.
    Advised,
    /// Each seat at each stop by chance: a robot's sheet, lines made from the grammar, garbage,
    /// standing lines, sheets filed ahead, two sheets, WAIT, GOAHEAD, CANCEL, or nothing.
    Mix,
}

impl Players {
    /// Whether one seat plays otherwise than all others, each in turn.
    pub fn is_one_apart(self) -> bool {
        matches!(self, Players::Versus | Players::Advised)
    }

    /// As the command line names them.
    pub fn as_str(self) -> &'static str {
        match self {
            Players::Robots => "robots",
            Players::Silent => "silent",
            Players::Versus => "versus",
            Players::Advised => "advised",
            Players::Mix => "mix",
        }
    }
}
