//! What authors of Packetboat work with, and no club needs: rule cases and playthroughs from the
//! command line ([`case`]), simulated games ([`simulate`]), a simulated club with power cuts
//! ([`club`], [`faulty`]), and the registry of all games with the toys ([`games`]).
//!
//! Not here: how cases are run and games are simulated (`packetboat_testkit`).

pub mod case;
pub mod club;
pub mod faulty;
pub mod games;
pub mod simulate;
