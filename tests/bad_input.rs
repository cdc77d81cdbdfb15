//! What bad input gets: orders that cannot be used, and files that were damaged.
//!
//! Not here: each message of the reader (`lang`), and a disk that fails (`tick::cuts`).

mod files;
mod orders;
