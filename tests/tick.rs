//! The cron run as a whole: power cuts, deadlines, copies of mails, and what nobody may learn.

mod absence;
mod as_written;
mod aside;
mod attacks;
mod bounces;
mod broken;
mod clock;
mod confirm;
mod consent;
mod copies;
mod cuts;
mod deadlines;
mod delivery;
mod due;
mod marked;
mod network;
mod notes;
mod odd_files;
mod players;
mod proof;
mod quotations;
mod referee;
mod salt;
mod secrets;
mod self_check;
mod spool;
