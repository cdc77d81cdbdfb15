//! A gate that lets in up to a given number at a time.

use std::sync::{Condvar, Mutex, PoisonError};

/// The gate.
pub(super) struct Gate {
    free: Mutex<usize>,
    freed: Condvar,
}

/// Being within.
pub(super) struct Within<'a>(&'a Gate);

impl Gate {
    /// One for up to this many.
    pub(super) fn new(most: usize) -> Self {
        Gate {
            free: Mutex::new(most),
            freed: Condvar::new(),
        }
    }

    /// Waits until there is room.
    pub(super) fn enter(&self) -> Within<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.freed.wait_while(free, |it| *it == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Within(self)
    }
}

impl Drop for Within<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_are_within_than_there_is_room_for() {
        let (gate, within) = (Gate::new(2), AtomicUsize::new(0));
        std::thread::scope(|threads| {
            for _ in 0..6 {
                threads.spawn(|| {
                    for _ in 0..50 {
                        let _within = gate.enter();
                        let others = within.fetch_add(1, Ordering::SeqCst);
                        std::thread::yield_now();
                        within.fetch_sub(1, Ordering::SeqCst);
                        assert!(others < 2, "{others} others");
                    }
                });
            }
        });
        assert_eq!(*gate.free.lock().unwrap(), 2);
    }
}
