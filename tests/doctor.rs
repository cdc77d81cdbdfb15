//! `doctor` over a way out that ends in the way in, and over ones that do not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A club whose mails go through a script of the shell; `$to` is the address, `$new` the folder
/// that mail comes into, and `deliver` puts it there.
struct Place(TempDir);

impl Place {
    fn new(script: &str) -> Self {
        let place = Place(tempfile::tempdir().unwrap());
        let club = place.club();
        let made = packetboat(&["init", club.to_str().unwrap()]);
        assert!(made.status.success(), "{made:?}");
        let program = place.0.path().join("sendmail");
        let text = format!(
            "#!/bin/sh\nfor to; do :; done\nnew='{0}/mail/new'\ndeliver() {{\n\
             name=$(basename \"$(mktemp '{0}/mail/tmp/XXXXXXXXXX')\")\n\
             {{ printf 'Delivered-To: %s\\n' \"$to\"; cat; }} > '{0}/mail/tmp/'$name\n\
             mv '{0}/mail/tmp/'$name \"$new\"; }}\n{script}\n",
            club.display()
        );
        // Written by a child of its own: a file that we hold open for writing, while another test
        // starts a program, could not be run.
        let write = format!("cat > '{0}' && chmod +x '{0}'", program.display());
        fs::write(place.0.path().join("text"), text).unwrap();
        let written = Command::new("/bin/sh")
            .args(["-c", &write])
            .stdin(fs::File::open(place.0.path().join("text")).unwrap())
            .status();
        assert!(written.unwrap().success());
        place.with(&format!("sendmail = \"{}\"", program.display()));
        place
    }

    fn club(&self) -> PathBuf {
        self.0.path().join("club")
    }

    /// Names another way out.
    fn with(&self, way: &str) {
        let path = self.club().join("packetboat.toml");
        let text = fs::read_to_string(&path).unwrap();
        let (head, _) = text.rsplit_once("[mail.out]\n").unwrap();
        fs::write(path, format!("{head}[mail.out]\n{way}\n")).unwrap();
    }

    fn doctor(&self, wait: &str) -> (i32, String) {
        let club = self.club();
        let ran = packetboat(&["doctor", "--wait", wait, "--club", club.to_str().unwrap()]);
        let out = String::from_utf8_lossy(&ran.stdout).into_owned();
        let err = String::from_utf8_lossy(&ran.stderr);
        (ran.status.code().unwrap(), out + &err)
    }
}

fn packetboat(arguments: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_packetboat-with-toys"));
    Command::new(program).args(arguments).output().unwrap()
}

#[test]
fn a_mailbox_that_works_is_well() {
    let place = Place::new("deliver");
    let (code, said) = place.doctor("60");
    assert_eq!(code, 0, "{said}");
    for words in [
        "mail in: ok: the Maildir",
        "mail out: ok: the program",
        "round trip: ok: a mail to orders@club.example arrived",
        "addresses: ok: a mail to orders+doctor-",
        "a game: ok: 2 turns of a toy game were played over 10 mails",
        "All is ok.",
    ] {
        assert!(said.contains(words), "no `{words}` in {said}");
    }
    // Nothing of it is left for the next tick, and nothing of it is a campaign.
    let new = fs::read_dir(place.club().join("mail/new")).unwrap().count();
    assert_eq!(new, 0);
    let campaigns = fs::read_dir(place.club().join("campaigns")).unwrap();
    assert_eq!(campaigns.count(), 0);
}

fn check_ill(script: &str, words: &str) {
    let place = Place::new(script);
    let (code, said) = place.doctor("1");
    assert_eq!(code, 1, "{said}");
    for word in words.split('|') {
        assert!(said.contains(word), "no `{word}` in {said}");
    }
    assert!(!said.contains("All is ok"), "{said}");
}

#[test]
fn what_does_not_work_is_named_with_what_to_do() {
    check_ill(
        "case $to in *+*) cat > /dev/null ;; *) deliver ;; esac",
        "round trip: ok|addresses: PROBLEM|did not arrive within 1 s|recipient_delimiter",
    );
    check_ill(
        "cat > /dev/null",
        "round trip: PROBLEM|did not arrive within 1 s|your mail server",
    );
    check_ill(
        "cat > /dev/null; echo 'unknown host' >&2; exit 67",
        "round trip: PROBLEM|could not be sent|unknown host",
    );
    check_ill(
        "case $to in *-north@*) cat > /dev/null ;; *) deliver ;; esac",
        "addresses: ok|a game: PROBLEM|the report of turn 1 to north did not arrive",
    );
}

#[test]
fn ways_out_that_cannot_be_tried() {
    let place = Place::new("deliver");
    place.with("sendmail = \"/nowhere/sendmail\"");
    let (code, said) = place.doctor("1");
    assert_eq!(
        (code, said.contains("there is no program")),
        (1, true),
        "{said}"
    );
    place.with("folder = \"mail/out\"");
    let (code, said) = place.doctor("1");
    assert_eq!(
        (code, said.contains("round trip: not tried: mails")),
        (0, true),
        "{said}"
    );
    place.with("smtp = { host = \"127.0.0.1\", port = 1, tls = \"none\" }");
    let (code, said) = place.doctor("1");
    let named = said.contains("mail out: PROBLEM: 127.0.0.1:1: cannot connect");
    assert_eq!((code, named), (1, true), "{said}");
    place.with(
        "smtp = { host = \"127.0.0.1\", port = 1, tls = \"none\", user = \"a\", \
         password_command = [\"/nowhere/oama\", \"swordfish\"] }",
    );
    let (code, said) = place.doctor("1");
    let words = "mail out: PROBLEM: 127.0.0.1:1: [mail.out] smtp: password_command: `oama` gives \
                 no password: there is no such program";
    assert_eq!((code, said.contains(words)), (1, true), "{said}");
    assert!(!said.contains("swordfish"), "{said}");
    place.with("smtp = { host = \"127.0.0.1\", user = \"a\", password_file = \"not.there\" }");
    let (code, said) = place.doctor("1");
    assert_eq!(
        (code, said.contains("not.there cannot be read")),
        (2, true),
        "{said}"
    );
}
