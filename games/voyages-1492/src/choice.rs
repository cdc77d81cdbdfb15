//! What a seat can be asked, and what it can answer.

use super::data::{Part, Resource, Upgrade, VOLLEY, Weapon};
use super::state::{Course, Ship};
use super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[schemars(tag = "question")]
pub enum Question {
    /// Where to move, or to stay.
    Move,
    /// Where to move once more.
    Extra,
    /// Which block to take.
    Free {
        /// From whom; none: from the bank.
        from: Option<Seat>,
    },
    /// Whom to rob.
    Press,
    /// Whom to fight.
    Rival {
        /// What is lost in the duel.
        part: Part,
    },
    /// What to do next.
    Act,
    /// Whether to throw a shot back.
    Volley {
        /// Who shoots.
        shooter: Seat,
        /// What with.
        weapon: Weapon,
        /// The die; 0: none was thrown.
        die: u32,
    },
}

tagged!(Question, "question");

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its order says")]
pub enum Choice {
    /// Moves into this hex, or stays; and where it is bound for.
    Sail {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Hex>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        course: Option<Course>,
    },
    /// Takes a block.
    Take {
        resource: Resource,
    },
    /// Names a victim or a rival.
    Name {
        seat: Seat,
    },
    Trade {
        give: Resource,
        take: Resource,
    },
    Buy {
        upgrade: Upgrade,
    },
    Outpost,
    Blockade {
        passage: String,
    },
    King,
    Attack {
        target: Seat,
        weapon: Weapon,
    },
    /// Nothing more in this turn.
    Rest,
    /// Throws the shot back, or does not.
    Volley {
        back: bool,
    },
}

tagged!(Choice, "choice");

impl Choice {
    /// Stays where it is.
    pub const STAY: Choice = Choice::Sail {
        to: None,
        course: None,
    };
}

/// All there is to choose from, where it can be listed: the last is what remains.
pub fn choices(view: &View, question: &Question) -> Vec<Choice> {
    let me = view.mine();
    let name = |ship: &Ship| Choice::Name { seat: ship.seat };
    let named = |ships: Vec<&Ship>| ships.into_iter().map(name).collect();
    match question {
        Question::Press => named(view.sea.victims(me)),
        Question::Rival { .. } => named(view.sea.duellists(me)),
        Question::Volley { .. } => {
            let held = view.hand.iter().any(|it| it.as_str() == VOLLEY);
            let backs: &[bool] = if held { &[true, false] } else { &[false] };
            let volley = |it: &bool| Choice::Volley { back: *it };
            backs.iter().map(volley).collect()
        }
        Question::Move | Question::Extra | Question::Free { .. } | Question::Act => Vec::new(),
    }
}
