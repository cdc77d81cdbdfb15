//! Packetboat.

pub mod engine;
pub mod lang;
