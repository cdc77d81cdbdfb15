//! Passwords and tokens: what is in a file, or the first line that a program prints.
//!
//! A program is run when its secret is first needed, without a shell, and once for as long as
//! [`Programs`] remember it. No message names a secret, what a program prints, or its arguments,
//! which may hold one. Not here: settings (`desk`), and how a secret is sent (`sasl`).

use super::program::{OUTPUT_REST, read, stop_group, wait, with_group};
use super::sasl;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How long a program may take to print a secret.
pub const TIME_MAX: Duration = Duration::from_secs(30);

/// Bytes of a secret; tokens have some thousands.
const BYTES_MAX: usize = 16 << 10;

/// Letters of a secret by which it is known when it is cut off.
const BEGINNING: usize = 6;

/// How an account is logged in to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Auth {
    /// By a password.
    Password,
    /// By a token (XOAUTH2).
    Token,
}

impl Auth {
    /// What it takes, in a word.
    pub fn word(self) -> &'static str {
        match self {
            Auth::Password => "password",
            Auth::Token => "token",
        }
    }
}

/// What logs in to an account.
#[derive(Clone)]
pub struct Secret {
    auth: Auth,
    /// Where it comes from: `in smtp.secret`.
    whence: String,
    /// The setting that names its program; empty if none does.
    setting: String,
    source: Arc<Source>,
}

enum Source {
    Known(String),
    Program(Program, OnceLock<Result<String, String>>),
}

/// A program that prints a secret.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Program {
    /// It, and its arguments.
    pub words: Vec<String>,
    /// The folder in which it is run.
    pub folder: PathBuf,
    /// How long it may take.
    pub time_max: Duration,
}

/// The programs that were run, each with what it printed.
#[derive(Clone, Default)]
pub struct Programs(Arc<Mutex<BTreeMap<Program, Arc<Source>>>>);

impl Programs {
    /// The secret that the program of a setting prints; it is run when the secret is needed, unless
    /// it was before.
    pub fn secret(&self, program: &Program, auth: Auth, setting: &str) -> Secret {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let whence = format!("that {} prints", program.name());
        let new = || Arc::new(Source::Program(program.clone(), OnceLock::new()));
        let source = Arc::clone(known.entry(program.clone()).or_insert_with(new));
        Secret {
            auth,
            whence,
            setting: setting.to_owned(),
            source,
        }
    }

    /// Forgets what they printed, so that they are run again.
    pub fn forget(&self) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.clear();
    }
}

impl fmt::Debug for Programs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Programs(secrets not shown)")
    }
}

impl Secret {
    /// One that is known, with where it comes from: `in smtp.secret`.
    pub fn known(auth: Auth, text: impl Into<String>, whence: impl Into<String>) -> Self {
        Secret {
            auth,
            whence: whence.into(),
            setting: String::new(),
            source: Arc::new(Source::Known(text.into())),
        }
    }

    /// How it logs in.
    pub fn auth(&self) -> Auth {
        self.auth
    }

    /// The secret itself.
    ///
    /// # Errors
    /// Why its program does not give it, and what to do.
    pub fn text(&self) -> Result<&str, String> {
        match &*self.source {
            Source::Known(text) => Ok(text),
            Source::Program(program, printed) => {
                let printed = printed.get_or_init(|| program.run());
                printed.as_deref().map_err(|why| {
                    let (setting, word) = (&self.setting, self.auth.word());
                    format!("{setting}: {} gives no {word}: {why}", program.name())
                })
            }
        }
    }

    /// What a server says of this account, without the secret, should the server repeat it, whole
    /// or cut off, as it is or as it was sent.
    pub fn masked(&self, user: &str, words: &str) -> String {
        let Ok(text) = self.text() else {
            return words.to_owned();
        };
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        let forms = [
            sasl::plain(user, text),
            sasl::xoauth2(user, text),
            sasl::base64(text.as_bytes()),
            quoted,
            text.to_owned(),
        ];
        let masked = |words: String, form: &String| starred(&words, form);
        forms.iter().fold(words.to_owned(), masked)
    }
}

/// These words without a secret and without what begins like it.
fn starred(words: &str, secret: &str) -> String {
    if secret.is_empty() {
        return words.to_owned();
    }
    let beginning: usize = secret.chars().take(BEGINNING).map(char::len_utf8).sum();
    let (mut starred, mut rest) = (String::new(), words);
    while let Some(at) = rest.find(&secret[..beginning]) {
        let same = rest[at..].chars().zip(secret.chars());
        let same = same.take_while(|(one, other)| one == other);
        let length: usize = same.map(|it| it.0.len_utf8()).sum();
        starred += &rest[..at];
        starred += "****";
        rest = &rest[at + length..];
    }
    starred + rest
}

/// It says which secret it is: `the password in smtp.secret`.
impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} {}", self.auth.word(), self.whence)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret({self}, not shown)")
    }
}

impl Program {
    /// Its name alone: its arguments may hold a secret.
    fn name(&self) -> String {
        let name = self.words.first().map_or("", String::as_str);
        let name = Path::new(name).file_name().unwrap_or_default();
        format!("`{}`", name.to_string_lossy())
    }

    /// The first line that it prints.
    fn run(&self) -> Result<String, String> {
        let (name, arguments) = self.words.split_first().ok_or("it names no program")?;
        let mut command = Command::new(name);
        command
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let spawned = with_group(&mut command).spawn();
        let mut child = spawned.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => "there is no such program; write its whole path, because \
                cron and systemd look in few folders"
                .to_owned(),
            io::ErrorKind::PermissionDenied => "it is not executable (chmod +x)".to_owned(),
            _ => error.to_string(),
        })?;
        let printed = read(child.stdout.take(), BYTES_MAX as u64 + 2);
        let ended = wait(&mut child, self.time_max);
        let by_hand = "run it by hand, as the user who ticks, to see what it says";
        let Some(status) = ended.map_err(|it| it.to_string())? else {
            stop_group(&child);
            let seconds = self.time_max.as_secs_f32();
            return Err(format!(
                "it was stopped, since it took over {seconds} seconds; it must not wait for \
                 anybody to type: {by_hand}"
            ));
        };
        match status.code() {
            Some(0) => {}
            Some(code) => return Err(format!("exit code {code}; {by_hand}")),
            None => return Err(format!("it was killed; {by_hand}")),
        }
        let printed = printed.recv_timeout(OUTPUT_REST);
        first_line(&printed.map_err(|_| "it ended, but a program it started is still printing")?)
    }
}

/// The first line of what a program printed.
fn first_line(printed: &[u8]) -> Result<String, String> {
    let line = printed.split(|it| *it == b'\n').next().unwrap_or_default();
    let line = line.trim_ascii_end();
    if line.is_empty() {
        return Err("the first line that it prints is empty".to_owned());
    }
    if line.len() > BYTES_MAX {
        let most = BYTES_MAX >> 10;
        return Err(format!(
            "the first line that it prints has more than {most} kB"
        ));
    }
    let text = str::from_utf8(line).ok();
    let text = text.filter(|it| !it.contains(char::is_control));
    let text = text.ok_or("the first line that it prints is not text")?;
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn shell(line: &str) -> Program {
        Program {
            words: ["/bin/sh", "-c", line].map(str::to_owned).to_vec(),
            folder: PathBuf::from("/"),
            time_max: Duration::from_secs(20),
        }
    }

    fn run(program: &Program) -> Result<String, String> {
        let setting = "[mail.in] imap: password_command";
        let secret = Programs::default().secret(program, Auth::Token, setting);
        secret.text().map(str::to_owned)
    }

    #[test]
    fn the_first_line_is_the_secret() {
        for (line, secret) in [
            ("echo swordfish", "swordfish"),
            ("printf 'sword fish\\r\\nmore\\n'", "sword fish"),
            ("printf swordfish; echo noise >&2", "swordfish"),
            ("cat; pwd", "/"),
            ("yes swordfish | head -n 100000", "swordfish"),
        ] {
            assert_eq!(run(&shell(line)).as_deref(), Ok(secret), "{line}");
        }
        let words = ["printf", "%s\\n", "a $HOME `b` 'c'"].map(str::to_owned);
        let plain = Program {
            words: words.to_vec(),
            ..shell("")
        };
        assert_eq!(run(&plain).as_deref(), Ok("a $HOME `b` 'c'"), "no shell");
    }

    #[test]
    fn a_program_that_fails_is_named_and_its_words_are_not() {
        for (line, words) in [
            ("echo swordfish; exit 3", "exit code 3; run it by hand"),
            ("echo swordfish >&2; false", "exit code 1"),
            ("kill -9 $$; echo swordfish", "it was killed"),
            ("true swordfish", "the first line that it prints is empty"),
            ("echo; echo swordfish", "is empty"),
            ("printf 'sword\\033fish'", "is not text"),
            ("printf 'swordfish\\377'", "is not text"),
            (
                "yes swordfish | tr -d '\\n' | head -c 20000",
                "more than 16 kB",
            ),
        ] {
            let why = run(&shell(line)).unwrap_err();
            let named = "[mail.in] imap: password_command: `sh` gives no token: ";
            assert!(why.starts_with(named) && why.contains(words), "{why}");
            assert!(!why.contains("swordfish"), "{why}");
        }
        for (name, words) in [
            (
                "/nowhere/oama",
                "`oama` gives no token: there is no such program",
            ),
            ("/etc/passwd", "it is not executable"),
        ] {
            let why = run(&Program {
                words: vec![name.to_owned(), "swordfish".to_owned()],
                ..shell("")
            });
            let why = why.unwrap_err();
            assert!(why.contains(words) && !why.contains("swordfish"), "{why}");
        }
    }

    /// It is stopped, and so is what it has started.
    #[test]
    fn a_program_that_takes_too_long_is_stopped() {
        let folder = std::env::temp_dir().join(format!("secret-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let began = Instant::now();
        let why = run(&Program {
            folder: folder.clone(),
            time_max: Duration::from_millis(300),
            ..shell("(sleep 2; touch late) & sleep 60")
        });
        let why = why.unwrap_err();
        assert!(why.contains("took over 0.3 seconds"), "{why}");
        std::thread::sleep(Duration::from_millis(2_500));
        assert!(!folder.join("late").exists(), "its child goes on");
        assert!(began.elapsed() < Duration::from_secs(20));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_program_is_run_when_it_is_needed_and_once() {
        let folder = std::env::temp_dir().join(format!("secrets-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = Program {
            folder: folder.clone(),
            ..shell("echo x >> runs; wc -l < runs")
        };
        let programs = Programs::default();
        let both = [(Auth::Token, "imap"), (Auth::Password, "smtp")];
        let both = both.map(|(auth, setting)| programs.secret(&program, auth, setting));
        assert!(!folder.join("runs").exists());
        for _ in 0..3 {
            for secret in &both {
                assert_eq!(secret.text(), Ok("1"));
            }
        }
        programs.forget();
        assert_eq!(
            programs.secret(&program, Auth::Token, "imap").text(),
            Ok("2")
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_server_that_repeats_a_secret_is_not_repeated() {
        let secret = Secret::known(Auth::Password, "sword\"fish", "in a file");
        let plain = sasl::plain("orders", "sword\"fish");
        for (said, told) in [
            ("wrong password", "wrong password"),
            ("no sword\"fish here", "no **** here"),
            ("no sword\\\"fish here", "no **** here"),
            ("AUTH PLAIN AG9yZGVycwBzd29yZCJmaXNo?", "AUTH PLAIN ****?"),
            ("you said sword\"fi", "you said ****"),
            ("you said sword\"fi, no", "you said ****, no"),
            ("sword\"fish and sword\"fish", "**** and ****"),
            ("sword, fish", "sword, fish"),
            ("a long word", "a long word"),
        ] {
            assert_eq!(secret.masked("orders", said), told);
        }
        assert_eq!(plain, "AG9yZGVycwBzd29yZCJmaXNo");
        let shown = format!("{secret:?} {secret}");
        assert!(!shown.contains("fish"), "{shown}");
    }
}
