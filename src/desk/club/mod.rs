//! The club's folder: what a referee keeps in it, what the program notes there, and campaigns as
//! they are, opened at their last entry.
//!
//! In: the club's path and a moment. Out: [`open::Club`], [`campaign::Campaign`], and what could
//! not be read, with what to do ([`errors`]). Everybody uses it; it uses no other room.

pub mod about;
pub mod addresses;
pub mod backgrounds;
pub mod brought;
pub mod campaign;
pub mod clock_check;
pub mod desk_file;
pub mod digest_list;
pub mod errors;
pub mod file_modes;
pub mod foundation;
pub mod history;
pub mod ledger;
pub mod open;
pub mod options;
pub mod partners;
pub mod press;
pub mod program_name;
pub mod published;
pub mod ready;
pub mod record;
pub mod register;
pub mod roster;
pub mod rules_cache;
pub mod schedule_cache;
pub mod search_text;
pub mod seat_before;
pub mod sender_proofs;
pub mod settings;
pub mod sheets;
pub mod shown;
pub mod shut;
pub mod standby_list;
pub mod stars;
pub mod suggest;
pub mod summary;
pub mod tick_gaps;
pub mod waiting;
