//! Plays whole games in memory.
