//! Waiting for a program of the referee's choice, which may hang or print for ever.
//!
//! Not here: what it is run for (`sendmail`, `secret`).

use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait, once a program has ended, for the rest of what it printed: a child of its own
/// may hold the line open for ever.
pub const OUTPUT_REST: Duration = Duration::from_millis(500);

/// How often to look whether it has ended.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Makes it the first of a group of its own, so that what it starts can be stopped with it.
pub fn with_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// Reads what a program prints, in a thread; keeps up to this many bytes of its beginning and lets
/// the rest go by, so that a talkative program is not kept waiting.
pub fn read(from: Option<impl Read + Send + 'static>, most: u64) -> Receiver<Vec<u8>> {
    let (tell, said) = mpsc::channel();
    thread::spawn(move || {
        let Some(mut from) = from else { return };
        let mut kept = Vec::new();
        let _ = from.by_ref().take(most).read_to_end(&mut kept);
        let _ = io::copy(&mut from, &mut io::sink());
        let _ = tell.send(kept);
    });
    said
}

/// How it ended; `None`: it took too long and was killed.
///
/// # Errors
/// The system's.
pub fn wait(child: &mut Child, time_max: Duration) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + time_max;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            // It may have ended in this moment; then there is nothing to kill.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// Stops all that is left of the group of a program that has ended ([`with_group`]).
pub fn stop_group(child: &Child) {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(id) = id {
        // Usually nothing is left.
        let _ = kill_process_group(id, Signal::KILL);
    }
}
