//! The sequence of play, a file a paragraph (1.3, 4.3).

pub mod deal;
pub mod plague;
pub mod play;
pub mod table;
pub mod tally;
pub mod turn;
