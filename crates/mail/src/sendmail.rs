//! Handing mails to a program that takes them as `sendmail` does: postfix, exim, msmtp, nullmailer.
//!
//! `<program> -i -f <bounces> -- <to>`, the whole mail on stdin, no shell in between. What the
//! program answers is shown by its exit code, and when in doubt it is tried again.
//!
//! Not here: when to try again (`desk`), how long a program is waited for (`program`), and queues:
//! the program keeps its own.

use super::program::{OUTPUT_REST, read, wait};
use super::transport::{self, Envelope, Handed, SAID_CHARS_MAX, SendError, Transport};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// How long one mail may take: a program that only queues needs no second, one that talks to a
/// server itself may need many.
pub const TIME_MAX: Duration = Duration::from_secs(60);

/// How much of what the program prints is kept, to say why a mail did not leave.
const OUTPUT_BYTES_MAX: u64 = 2_000;

/// The exit codes that say that a mail can never be sent: bad data, no such user. All others may
/// mean that a server is down: msmtp ends with 68 and 69 when it cannot reach one.
const FOR_GOOD: [i32; 2] = [65, 67];

/// A program that takes mails.
#[derive(Debug)]
pub struct Sendmail {
    program: PathBuf,
    time_max: Duration,
    /// Mails in a row for which it had to be stopped.
    hung: u32,
}

/// How often in a row the program may have to be stopped before nothing more is sent in this run.
const HUNG_MAX: u32 = 2;

impl Sendmail {
    /// The program at this path.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Sendmail {
            program: program.into(),
            time_max: TIME_MAX,
            hung: 0,
        }
    }

    /// The same with another limit.
    #[must_use]
    pub fn within(self, time_max: Duration) -> Self {
        Sendmail { time_max, ..self }
    }

    fn down(&self, what: &str) -> SendError {
        SendError::Down(format!("{}: {what}", self.program.display()))
    }

    fn temporary(&self, what: impl std::fmt::Display) -> SendError {
        SendError::Temporary(format!("{}: {what}", self.program.display()))
    }
}

impl Transport for Sendmail {
    fn send(
        &mut self,
        envelope: &Envelope<'_>,
        message: &[u8],
        _key: &str,
    ) -> Result<Handed, SendError> {
        let Envelope { from, to } = *envelope;
        if self.hung >= HUNG_MAX {
            return Err(self.down("it took too long for several mails"));
        }
        if to.starts_with('-') || to.contains(char::is_whitespace) {
            return Err(SendError::Permanent(format!("`{to}` is not an address")));
        }
        let spawned = Command::new(&self.program)
            .args(["-i", "-f", from, "--", to])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = spawned.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => self.down(
                "there is no such program; name one that sends mail under [mail.out] in \
                 packetboat.toml",
            ),
            io::ErrorKind::PermissionDenied => self.down("it is not executable"),
            _ => self.temporary(error),
        })?;
        let printed = [
            read(child.stdout.take(), OUTPUT_BYTES_MAX),
            read(child.stderr.take(), OUTPUT_BYTES_MAX),
        ];
        let fed = feed(&mut child, &unix_lines(message));
        let ended = wait(&mut child, self.time_max).map_err(|it| self.temporary(it))?;
        self.hung = if ended.is_none() { self.hung + 1 } else { 0 };
        let Some(status) = ended else {
            let seconds = self.time_max.as_secs_f32();
            return Err(self.temporary(format!("stopped, since it took over {seconds} seconds")));
        };
        let printed = printed.map(|it| it.recv_timeout(OUTPUT_REST).unwrap_or_default());
        let said = transport::said(&String::from_utf8_lossy(&printed.concat()), SAID_CHARS_MAX);
        let fed = fed.recv_timeout(OUTPUT_REST);
        let fed = fed.unwrap_or_else(|_| Err(io::Error::other("it did not read all of the mail")));
        match verdict(status, &said, fed) {
            Ok(()) => Ok(Handed::Over),
            Err((true, why)) => {
                let program = self.program.display();
                Err(SendError::Permanent(format!("{program}: {why}")))
            }
            Err((false, why)) => Err(self.temporary(why)),
        }
    }
}

/// What the end of the program means; else whether it is permanent, and why.
fn verdict(status: ExitStatus, said: &str, fed: io::Result<()>) -> Result<(), (bool, String)> {
    let with_words = |what: String| match said {
        "" => what,
        said => format!("{what}: {said}"),
    };
    match status.code() {
        // It has said that it took the mail, but it cannot have read it whole.
        Some(0) => fed.map_err(|it| (false, with_words(format!("it did not take the mail: {it}")))),
        Some(code) => {
            let what = format!("exit code {code}");
            Err((FOR_GOOD.contains(&code), with_words(what)))
        }
        None => Err((false, with_words("it was killed".to_owned()))),
    }
}

/// Writes the mail, in a thread: the program may print before it reads, or never read.
fn feed(child: &mut Child, message: &[u8]) -> Receiver<io::Result<()>> {
    let (tell, fed) = mpsc::channel();
    let stdin = child.stdin.take();
    let message = message.to_owned();
    thread::spawn(move || {
        let Some(mut stdin) = stdin else { return };
        let written = stdin.write_all(&message).and_then(|()| stdin.flush());
        drop(stdin);
        // Nobody listens any more if the program was stopped.
        let _ = tell.send(written);
    });
    fed
}

/// A program on this machine wants lines that end as they do here.
fn unix_lines(message: &[u8]) -> Vec<u8> {
    let mut lines = Vec::with_capacity(message.len());
    for (at, byte) in message.iter().enumerate() {
        if *byte != b'\r' || message.get(at + 1) != Some(&b'\n') {
            lines.push(*byte);
        }
    }
    lines
}
