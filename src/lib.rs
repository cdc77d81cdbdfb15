//! Packetboat.

pub mod engine;
pub mod lang;
pub mod mail;
