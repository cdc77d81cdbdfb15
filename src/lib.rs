//! Packetboat.

pub mod builtin;
pub mod clock;
pub mod config;
pub mod desk;
pub mod engine;
pub mod fault;
pub mod games;
pub mod lang;
pub mod mail;
pub mod report;
pub mod store;
pub mod testkit;
pub mod textfile;
