//! What happens in each phase of a turn.

pub mod act;
pub mod die;
pub mod sail;
pub mod turn;
