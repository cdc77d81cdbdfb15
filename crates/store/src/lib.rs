//! Files: what a club and its campaigns are on the disk, written so that a power cut at any
//! moment leaves either the old state or the new one, whole.
//!
//! `layout` names every path, `fs` is every effect on the disk, `campaigns` lets campaigns come and
//! go, `entry` is what an entry of a campaign's log says (`desk_state`, and of each seat
//! `seat_desk`), `draft` is one in the making, `private`
//! keeps apart what of it nobody outside may read, `log` reads and commits entries, each of them
//! one file (`joined`), `outbox` keeps mails that wait, `handed` what became of the others, `texts`
//! what they said, `repack` makes files of entries that are folders, `archive` is
//! campaigns that are over, each as one file (`tarball`, `tarred`), `witness` is what proves an
//! entry to anyone holding a mail of it, `bundle` is the bytes of an export, and `maildir` is where
//! mail is kept as it came. `memfs` and `faulty` let tests pull the plug; they are always compiled.
//!
//! Not here: the shape of the TOML files we write (`textfile`), what is in a state or a book (the
//! engine), mail as a format (`mail`), and when
//! anything is done (`desk`).

pub mod archive;
pub mod bundle;
pub mod campaigns;
pub mod chain;
pub mod commit;
pub mod config;
pub mod deadline;
pub mod desk_state;
pub mod digest;
pub mod draft;
pub mod entry;
pub mod fault;
pub mod fs;
pub mod handed;
pub mod heard;
mod inside;
pub mod joined;
pub mod keeping;
pub mod layout;
pub mod letter;
pub mod lines;
pub mod lock;
pub mod log;
pub mod maildir;
pub mod memfs;
pub mod news;
pub mod outage;
pub mod outbox;
pub mod packed;
pub mod private;
pub mod question;
pub mod repack;
pub mod seat_desk;
mod tarball;
mod tarred;
pub mod texts;
pub mod witness;
