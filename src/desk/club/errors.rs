//! Why a campaign cannot go on: its files, the rules of its game, a template or an address.
//!
//! Not here: standing still, and telling the referee (`halt`).

use crate::caught::caught;
use crate::engine::game::Game;
use crate::fault::Fault;
use crate::store::fault::StoreFault;
use crate::store::layout::CampaignId;
use crate::textfile::FileFault;

/// Why a campaign cannot go on.
#[derive(Debug)]
pub enum CampaignError {
    /// It is halted already; what `HALTED` says.
    Halted(String),
    /// Something is broken: a human must look.
    Broken {
        /// What, with file and line where there are any.
        what: String,
        /// What to do, a step each.
        steps: Vec<String>,
    },
    /// campaign.toml does not read, and somebody may be writing it: try again later. What is wrong
    /// with it.
    Unsettled(String),
    /// The disk: try again later.
    Disk(StoreFault),
}

impl CampaignError {
    /// Something broken, with what to do about it.
    pub fn broken(what: impl Into<String>, steps: &[&str]) -> Self {
        CampaignError::Broken {
            what: what.into(),
            steps: steps.iter().map(|it| (*it).to_owned()).collect(),
        }
    }
}

impl From<StoreFault> for CampaignError {
    fn from(error: StoreFault) -> Self {
        match error {
            StoreFault::File(fault) => fault.into(),
            disk @ StoreFault::Disk { .. } => CampaignError::Disk(disk),
        }
    }
}

impl From<FileFault> for CampaignError {
    fn from(fault: FileFault) -> Self {
        let step = if fault.hint.is_empty() {
            "correct the file".to_owned()
        } else {
            fault.hint.clone()
        };
        let bare = FileFault {
            hint: String::new(),
            ..fault
        };
        CampaignError::Broken {
            what: bare.to_string(),
            steps: vec![step],
        }
    }
}

/// Runs something of a game; a panic becomes a message.
///
/// # Errors
/// What the panic said.
pub fn catch_panic<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    caught(act)
}

/// Rules that panic: a bug; the campaign is halted.
pub fn rules_fault(panic: &str) -> CampaignError {
    CampaignError::broken(
        format!("the rules of the game panic: {panic}"),
        &["report this as a bug, with the campaign's folder"],
    )
}

/// A template of the club's that fails: everything waits until it is mended.
pub fn template_fault(what: &str) -> CampaignError {
    CampaignError::broken(
        format!("a template fails: {what}"),
        &[
            "correct the template under templates/, or delete it",
            "then `packetboat release`",
        ],
    )
}

/// A mail that cannot be made.
pub fn mail_fault(what: &str) -> CampaignError {
    CampaignError::broken(
        format!("a mail cannot be made: {what}"),
        &[
            "correct the address in campaign.toml or packetboat.toml",
            "then `packetboat release`",
        ],
    )
}

/// A campaign that cannot go on, as an error of a command.
pub fn fault(id: &CampaignId, stuck: CampaignError) -> anyhow::Error {
    match stuck {
        CampaignError::Halted(_) => Fault::halted(format!("{id} is halted"))
            .hint(format!(
                "Read campaigns/{id}/HALTED; it says why and what to do."
            ))
            .hint(format!("When it is repaired: packetboat release {id}"))
            .into(),
        CampaignError::Broken { what, steps } => {
            let mut fault = Fault::halted(format!("{id}: {what}"));
            for step in steps {
                fault = fault.hint(format!("To do: {step}."));
            }
            fault.into()
        }
        CampaignError::Unsettled(what) => Fault::retry(format!("{id}: {what}")).into(),
        CampaignError::Disk(fault) => anyhow::Error::from(fault),
    }
}

/// Rules that panic when a position is read.
pub fn rules_panic(game: &dyn Game, panic: &str) -> CampaignError {
    CampaignError::broken(
        format!(
            "the rules of {} panic when the state is read: {panic}",
            game.id()
        ),
        &["report this as a bug, with the campaign's folder"],
    )
}
