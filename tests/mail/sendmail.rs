//! Handing mails to a program: small scripts stand for it.

use super::to;
use packetboat::mail::sendmail::Sendmail;
use packetboat::mail::transport::{Handed, SendError, Transport};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A folder with a program in it.
struct Desk(TempDir);

impl Desk {
    /// The program is a script of the shell; `$here` is its folder.
    fn new(script: &str) -> Self {
        let desk = Desk(tempfile::tempdir().unwrap());
        let here = desk.0.path().display();
        let text = format!("#!/bin/sh\nhere='{here}'\n{script}\n");
        // Written by a child of its own: a file that we hold open for writing, while another test
        // starts a program, could not be run.
        let mut writer = Command::new("/bin/sh")
            .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
            .arg(desk.program())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = writer.stdin.take().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        drop(stdin);
        assert!(writer.wait().unwrap().success());
        desk
    }

    fn program(&self) -> PathBuf {
        self.0.path().join("send mail")
    }

    fn send(&self, message: &[u8]) -> Result<Handed, SendError> {
        let mut program = Sendmail::new(self.program());
        program.send(&to("ana@example.org"), message, "duel.000000.north.report")
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.path().join(file)).unwrap()
    }
}

const MAIL: &[u8] = b"Subject: x\r\n\r\none\r\n.\r\ntwo\rthree\r\n";

#[test]
fn a_mail_is_handed_over_whole_with_its_envelope() {
    let desk = Desk::new("printf '%s\\n' \"$@\" > \"$here/arguments\"; cat > \"$here/mail\"");
    assert_eq!(desk.send(MAIL), Ok(Handed::Over));
    let arguments = "-i\n-f\norders@club.example\n--\nana@example.org\n";
    assert_eq!(desk.read("arguments"), arguments);
    assert_eq!(desk.read("mail"), "Subject: x\n\none\n.\ntwo\rthree\n");
}

fn check_code(code: i32, permanent: bool) {
    let desk = Desk::new(&format!(
        "cat >/dev/null; echo 'sorry,\nno' >&2; exit {code}"
    ));
    let error = desk.send(MAIL).unwrap_err();
    let (is, why) = match error {
        SendError::Permanent(why) => (true, why),
        SendError::Temporary(why) | SendError::Down(why) => (false, why),
    };
    assert_eq!(is, permanent, "{code}: {why}");
    let wanted = format!("exit code {code}: sorry, no");
    assert!(why.ends_with(&wanted), "{why}");
}

#[test]
fn exit_codes_say_whether_to_try_again() {
    for code in [65, 67] {
        check_code(code, true);
    }
    for code in [1, 64, 66, 68, 69, 70, 71, 73, 74, 75, 77, 78, 100, 127, 255] {
        check_code(code, false);
    }
}

fn temporary(sent: Result<Handed, SendError>) -> String {
    match sent {
        Err(SendError::Temporary(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn down(sent: Result<Handed, SendError>) -> String {
    match sent {
        Err(SendError::Down(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_that_is_not_there_or_is_killed() {
    let mut missing = Sendmail::new("/nowhere/sendmail");
    let why = down(missing.send(&to("ana@example.org"), MAIL, "key"));
    assert!(
        why.contains("/nowhere/sendmail: there is no such program"),
        "{why}"
    );
    let desk = Desk::new("cat >/dev/null; kill -9 $$");
    let why = temporary(desk.send(MAIL));
    assert!(why.contains("it was killed"), "{why}");
    let desk = Desk::new("");
    Command::new("chmod")
        .arg("-x")
        .arg(desk.program())
        .status()
        .unwrap();
    let why = down(desk.send(MAIL));
    assert!(why.contains("is not executable"), "{why}");
}

#[test]
fn a_program_that_hangs_is_stopped() {
    let desk = Desk::new("exec sleep 600");
    let began = Instant::now();
    let program = Sendmail::new(desk.program());
    let mut program = program.within(Duration::from_millis(300));
    // Far more than a pipe holds: nobody reads it.
    let long = vec![b'x'; 1 << 20];
    let why = temporary(program.send(&to("ana@example.org"), &long, "key"));
    assert!(why.contains("took over 0.3 seconds"), "{why}");
    assert!(began.elapsed() < Duration::from_secs(30));
    // One mail after the other: then it is the program, and no mail waits for it in this run.
    temporary(program.send(&to("ana@example.org"), MAIL, "key"));
    let why = down(program.send(&to("ana@example.org"), MAIL, "key"));
    assert!(why.contains("too long for several mails"), "{why}");
}

#[test]
fn a_program_that_prints_for_ever_is_neither_waited_for_nor_believed_whole() {
    // More than a pipe holds, before it reads anything.
    let desk =
        Desk::new("yes | head -c 3000000; yes no | head -c 3000000 >&2; cat >/dev/null; exit 75");
    let why = temporary(desk.send(MAIL));
    assert!(why.contains("exit code 75: y y y"), "{why}");
    assert!(why.chars().count() < 400, "{}", why.len());
}

#[test]
fn a_program_that_reads_nothing_has_taken_nothing() {
    let desk = Desk::new("exit 0");
    let long = vec![b'x'; 1 << 20];
    let why = temporary(desk.send(&long));
    assert!(why.contains("did not take the mail"), "{why}");
    // Its own word counts for more, if it says that it failed.
    let desk = Desk::new("exit 67");
    assert!(matches!(desk.send(&long), Err(SendError::Permanent(_))));
}

#[test]
fn what_looks_like_an_option_is_no_address() {
    let desk = Desk::new("cat >/dev/null");
    let mut program = Sendmail::new(desk.program());
    let sent = program.send(&to("-oQ/tmp@example.org"), MAIL, "key");
    assert!(matches!(sent, Err(SendError::Permanent(_))), "{sent:?}");
}
