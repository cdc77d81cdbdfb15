//! One line on stderr that says how far long work has come: only at a terminal, and only once it
//! has taken a second.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// What is done sooner needs no line.
const PATIENCE: Duration = Duration::from_secs(1);

/// So often the line changes at most.
const RHYTHM: Duration = Duration::from_millis(100);

/// As much of a line is shown as fits on any terminal: the end of a longer one would stay there.
const WIDTH: usize = 78;

/// When the command began, and when the line was last shown.
static SHOWN: OnceLock<(Instant, Mutex<Option<Instant>>)> = OnceLock::new();

/// Shows how far work has come from now on, if anybody watches.
pub(super) fn begin() {
    if std::io::stderr().is_terminal() {
        let _ = SHOWN.set((Instant::now(), Mutex::new(None)));
        crate::progress::watch(show);
    }
}

/// Takes the line away, if there is one.
pub(super) fn end() {
    let shown = SHOWN.get().and_then(|it| it.1.lock().ok()?.take());
    if shown.is_some() {
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
    }
}

fn show(text: &str) {
    let Some((began, last)) = SHOWN.get() else {
        return;
    };
    let Ok(mut last) = last.lock() else { return };
    let now = Instant::now();
    let soon = last.is_some_and(|it| now.duration_since(it) < RHYTHM);
    if soon || now.duration_since(*began) < PATIENCE {
        return;
    }
    *last = Some(now);
    let text: String = text.chars().take(WIDTH).collect();
    let _ = write!(std::io::stderr().lock(), "\r\x1b[K{text}");
}
