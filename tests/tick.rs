//! The cron run as a whole: power cuts, deadlines, copies of mails, and what nobody may learn.

mod absence;
mod attacks;
mod bounces;
mod broken;
mod clock;
mod confirm;
mod copies;
mod cuts;
mod deadlines;
mod delivery;
mod due;
mod notes;
mod players;
mod quotations;
mod referee;
mod roster;
mod secrets;
mod self_check;
mod spool;
mod tokens;
