//! What games are written against: the order language, the engine, times, and the shape of files.
//!
//! - [`lang`]: the order language, common to all games. It knows no other module.
//! - [`engine`]: rules, questions, answers, orders in force, events, dice, journal, replay.
//! - [`clock`]: the only module that knows the time library.
//! - [`textfile`]: the shape of the TOML files we write, and complaints about any file.
//! - [`fault`]: what went wrong, what to do, and the exit code; [`caught`](mod@caught): panics that
//!   become an answer; [`progress`]: how far long work has come; [`gather`]: sets and maps, filled
//!   one by one.
//!
//! Not here: files, mail, and anything that a game or a club is made of.

/// Types that are stored as text: what serde's `into = "String", try_from = "String"` asks for, by
/// way of their `Display` and `FromStr`.
#[macro_export]
macro_rules! text_value {
    ($($type:ty),+) => {$(
        impl TryFrom<String> for $type {
            type Error = String;
            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    )+};
}

pub mod caught;
pub mod clock;
pub mod engine;
pub mod fault;
pub mod gather;
pub mod lang;
pub mod prelude;
pub mod progress;
pub mod textfile;

// Macros of ours name it, in crates that need not know it.
#[doc(hidden)]
pub use serde_json;

/// The files of a game as the program carries them, names and texts: `files!("game.toml",
/// "cards.toml")` takes them from the folder of the crate's manifest.
#[macro_export]
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $name)))),+]
    };
}

/// The same of another folder, named from there: `templates!("../../templates/barge",
/// "report.txt")`.
#[macro_export]
macro_rules! templates {
    ($folder:literal, $($name:literal),+ $(,)?) => {
        &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name)),
        )),+]
    };
}
