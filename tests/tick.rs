//! The cron run as a whole: power cuts, deadlines, copies of mails, and what nobody may learn.

mod absence;
mod attacks;
mod bounces;
mod broken;
mod confirm;
mod copies;
mod cuts;
mod deadlines;
mod delivery;
mod due;
mod marked;
mod notes;
mod players;
mod quotations;
mod read;
mod referee;
mod secrets;
mod self_check;
mod spool;
