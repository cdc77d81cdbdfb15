//! The cron run as a whole: power cuts, deadlines, copies of mails, and what nobody may learn.

mod absence;
mod as_written;
mod aside;
mod attacks;
mod bounces;
mod broken;
mod confirm;
mod copies;
mod cuts;
mod deadlines;
mod delivery;
mod due;
mod hostile;
mod notes;
mod players;
mod quotations;
mod referee;
mod secrets;
mod self_check;
mod spool;
