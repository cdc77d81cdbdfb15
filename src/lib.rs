//! Packetboat.

pub mod clock;
pub mod config;
pub mod desk;
pub mod engine;
pub mod lang;
pub mod store;
pub mod textfile;
