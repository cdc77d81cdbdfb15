//! Mails on their way out: handed over, tried again, come back; and the desk's own letters, which
//! belong to no entry.
//!
//! In: what entries cause, and letters of the desk. Out: mails at a server or in a folder, and
//! notes of what became of them. Not here: what a mail says (`entry`).

pub mod bounces;
pub mod deliver;
pub mod desk_letters;
pub mod digests;
pub mod halt;
pub mod logins;
pub mod painting;
pub mod refusals;
pub mod reply_addresses;
pub mod retry;
pub mod template_errors;
pub mod transports;
pub mod undeliverable;
pub mod watchers;
