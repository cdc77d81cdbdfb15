//! The cron run as a whole: power cuts, deadlines, copies of mails, and what nobody may learn.

mod absence;
mod attacks;
mod bounces;
mod bounds;
mod broken;
mod confirm;
mod consent;
mod copies;
mod cuts;
mod deadlines;
mod delivery;
mod due;
mod notes;
mod players;
mod quotations;
mod referee;
mod refusals;
mod secrets;
mod self_check;
mod spool;
