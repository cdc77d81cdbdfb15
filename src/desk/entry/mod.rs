//! An entry in the making, from its beginning to its commit: what is filed, played, announced and
//! posted.
//!
//! In: a campaign, the templates and a moment ([`builder`]). Out: a sealed draft that was searched
//! for secrets ([`guard`]) and committed by one rename ([`commit`]). Not here: what goes into it
//! (`intake`, `turn`).

pub mod brought;
pub mod builder;
pub mod commit;
pub mod deadline;
pub mod elsewhere;
pub mod forms;
pub mod frame;
pub mod guard;
pub mod keeping;
pub mod new_dice;
pub mod news;
pub mod nonces;
pub mod own;
pub mod parts;
pub mod pictures;
pub mod post;
pub mod posting;
pub mod publish;
pub mod salt;
pub mod substitution;
pub mod superseded;
pub mod tables;
pub mod undone;
pub mod unsigned;
