//! Panics of rules and libraries that are caught: they become an answer, and nothing of them is
//! printed beside it.
//!
//! Not here: panics of the program itself, which end it.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// How many callers of [`caught`] wait on this thread.
    static WAITING: Cell<u32> = const { Cell::new(0) };
    /// Where the last panic came up, in the program's sources.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Does something; a panic becomes what it said, and where in the program's own sources that was.
///
/// # Errors
/// What the panic said.
pub fn caught<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    keep_quiet();
    WAITING.set(WAITING.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(act));
    WAITING.set(WAITING.get() - 1);
    done.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
        let text = text.unwrap_or_else(|| "a panic without words".to_owned());
        match PLACE.take() {
            place if place.is_empty() => text,
            place => format!("{text} ({place})"),
        }
    })
}

/// From now on a panic that is waited for prints nothing.
fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |panic| {
            // A fuzzer wants to know of every panic, and ends there.
            if WAITING.get() == 0 || cfg!(fuzzing) {
                return before(panic);
            }
            // A library's place names folders of the person who built the program.
            let place = panic.location().filter(|it| !it.file().starts_with('/'));
            PLACE.set(place.map_or_else(String::new, |it| format!("{}:{}", it.file(), it.line())));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// All in one, for hooks are the whole process's.
    #[test]
    fn a_panic_becomes_what_it_said_and_prints_nothing() {
        static PRINTED: AtomicU32 = AtomicU32::new(0);
        set_hook(Box::new(|_| {
            PRINTED.fetch_add(1, Ordering::Relaxed);
        }));
        assert_eq!(caught(|| 5), Ok(5));
        let told = caught(|| -> u32 { panic!("no card {}", 7) }).expect_err("it panics");
        assert!(told.starts_with("no card 7 ("), "{told}");
        assert!(told.contains("caught.rs:"), "{told}");
        // One within another.
        let told = caught(|| caught(|| -> u32 { panic!("inner") }).is_err());
        assert_eq!(told, Ok(true));
        assert_eq!(PRINTED.load(Ordering::Relaxed), 0);
        // Nobody waits for this one.
        assert!(catch_unwind(|| panic!("loud")).is_err());
        assert_eq!(PRINTED.load(Ordering::Relaxed), 1);
    }
}
