//! The desk: what the commands do.
//!
//! Not here: rules (`games`), reading orders (`lang`), and how mails and files look (`mail`,
//! `report`, `store`): the desk brings them together.

pub mod absence;
pub mod astray;
pub mod bounces;
pub mod budget;
pub mod campaign;
pub mod commit;
pub mod confirm;
pub mod deliver;
pub mod demo;
pub mod doctor;
pub mod due;
pub mod fetch;
pub mod found;
pub mod guard;
pub mod halt;
pub mod import;
pub mod intake;
pub mod ledger;
pub mod look;
pub mod mask;
pub mod open;
pub mod outage;
pub mod own_file;
pub mod pause;
pub mod players;
pub mod post_box;
pub mod publish;
pub mod receive;
pub mod referee;
pub mod renew;
pub mod request;
pub mod resend;
pub mod retry;
pub mod returns;
pub mod roster;
pub mod rounds;
pub mod route;
pub mod schedule;
pub mod seen;
pub mod shelf;
pub mod show;
pub mod status;
pub mod summary;
pub mod tick;
pub mod ticking;
pub mod timepiece;
pub mod turn_over;
pub mod undeliverable;
pub mod verify;
pub mod ways_out;
pub mod work;
