//! Packetboat.

pub mod engine;
pub mod games;
pub mod lang;
