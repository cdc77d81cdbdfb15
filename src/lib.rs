//! Packetboat.

pub mod builtin;
pub mod engine;
pub mod games;
pub mod lang;
pub mod testkit;
