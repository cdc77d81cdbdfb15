//! The schedule of leaders (`leaders.toml`; game file 4.10).

use super::super::ids::LeaderId;
use packetboat_core::prelude::*;

/// A leader of the schedule.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// What orders call him.
    pub id: LeaderId,
    /// His name.
    pub name: String,
    /// Whose he is.
    pub power: Seat,
    /// What he is.
    #[serde(rename = "type")]
    pub kind: LeaderType,
    /// The turn he appears in Europe.
    pub enter: u32,
    /// The turn at whose end he leaves.
    pub exit: u32,
    /// Whether a Privateer counts as an Explorer for everything at sea.
    #[serde(default)]
    pub explorer_at_sea: bool,
}

/// What a leader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeaderType {
    /// An Explorer.
    Explorer,
    /// A Conquistador: Spain only.
    Conquistador,
    /// A Privateer: England only.
    Privateer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    leader: Vec<Leader>,
}

pub(super) fn read(pack: &DataPack) -> Result<Vec<Leader>, DataError> {
    let file: File = pack.read("leaders.toml")?;
    let mut ids = BTreeSet::new();
    for leader in &file.leader {
        if !ids.insert(leader.id) || leader.enter > leader.exit || leader.enter == 0 {
            let what = format!("{} stands twice or leaves before he comes", leader.id);
            return Err(DataError::new("leaders.toml", what));
        }
    }
    Ok(file.leader)
}
