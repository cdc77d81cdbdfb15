//! How far long work has come, for anyone who watches at a terminal. Nobody does unless the command
//! line says so; then work costs nothing more.
//!
//! Not here: how it is shown (`cli`).

use std::sync::OnceLock;

static WATCHER: OnceLock<fn(&str)> = OnceLock::new();

/// From now on this is notified of how far work has come; the first who watches is the only one.
pub fn watch(watcher: fn(&str)) {
    let _ = WATCHER.set(watcher);
}

/// Shows anyone who watches how far work has come: `verify: entry 12 of 300`.
pub fn step(say: impl FnOnce() -> String) {
    if let Some(watcher) = WATCHER.get() {
        watcher(&say());
    }
}
