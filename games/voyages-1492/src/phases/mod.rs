//! What happens in each phase of a ship's turn.

pub mod act;
pub mod die;
pub mod fight;
pub mod sail;
pub mod turn;
