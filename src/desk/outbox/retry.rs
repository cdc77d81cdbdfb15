//! When a mail that could not be handed over is tried again, and when that ends.
//!
//! Mail servers that defer mail expect it again within the hour, and give up after about five
//! days; so do we. Not here: sending (`deliver`), and the files that count (`store::outbox`).

use crate::clock::Moment;
use crate::clock::length::Length;
use crate::store::outbox::Tried;

/// How long to wait after the first tries, in minutes; then a day each.
const WAITS: [u32; 4] = [5, 15, 60, 240];
const DAY_MINUTES: u32 = 24 * 60;

/// How many tries there are: the last one is made five days after the first.
pub const TRIES_MAX: u32 = 10;

/// Ticks come by cron, a few seconds early or late.
pub const EARLY: Length = Length::minutes(1);

/// Whether a mail that was tried is to be tried again by now. A try in the future was made before
/// the clock was set back, and says nothing.
pub fn is_due(tried: &Tried, now: Moment) -> bool {
    let at = usize::try_from(tried.count.saturating_sub(1)).unwrap_or(usize::MAX);
    let wait = Length::minutes(WAITS.get(at).copied().unwrap_or(DAY_MINUTES));
    tried.last > now || tried.last.plus(wait) <= now.plus(EARLY)
}

/// Whether it has been tried often enough.
pub fn is_over(tried: &Tried) -> bool {
    tried.count >= TRIES_MAX
}
