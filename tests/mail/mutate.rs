//! Mails broken at random: headers, boundaries, encodings, ends. The same seed breaks the same way.

use packetboat::mail::{Body, Incoming};
use std::fs;
use std::path::{Path, PathBuf};

/// Breaks whole mails.
pub(crate) struct Breaker {
    mails: Vec<Vec<u8>>,
    state: u64,
    round: usize,
}

/// All mails in a folder, by name.
pub(crate) fn fixtures(folder: &Path) -> Vec<Vec<u8>> {
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = files
        .map(|it| it.expect("it can be listed").path())
        .filter(|it| it.extension().is_some_and(|it| it == "eml"))
        .collect();
    files.sort();
    let read = |it: &PathBuf| fs::read(it).expect("it can be read");
    files.iter().map(read).collect()
}

/// What must hold of every mail that was read, whatever it was.
pub(crate) fn check(read: &Incoming) -> Result<(), String> {
    if read.body == Body::Unreadable {
        return Err("the library panicked".to_owned());
    }
    let lines = read.body.lines();
    if lines.len() > 4 * 2000 || lines.iter().any(|it| it.text.chars().count() > 4_000) {
        return Err(format!("{} lines, or one that is too long", lines.len()));
    }
    match read.id.0.len() {
        32 => Ok(()),
        _ => Err(format!("its name is {:?}", read.id)),
    }
}

impl Breaker {
    /// Breaks these.
    pub(crate) fn new(mails: &[Vec<u8>], seed: u64) -> Self {
        Breaker {
            mails: mails.to_vec(),
            state: 0x9E37_79B9_7F4A_7C15 ^ seed,
            round: 0,
        }
    }

    fn draw(&mut self, bound: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % bound.max(1) as u64) as usize
    }

    /// The next broken mail.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let mut mail = self.mails[self.round % self.mails.len()].clone();
        self.round += 1;
        for _ in 0..=self.draw(8) {
            self.once(&mut mail);
        }
        mail
    }

    fn once(&mut self, mail: &mut Vec<u8>) {
        let (at, other) = (self.draw(mail.len()), self.draw(self.mails.len()));
        match self.draw(6) {
            _ if mail.is_empty() => mail.push(self.draw(256) as u8),
            0 => mail[at] = self.draw(256) as u8,
            1 => drop(mail.drain(at..(at + self.draw(40)).min(mail.len()))),
            2 => mail.insert(at, b"\n\r=-<>\":;(\0?&/"[self.draw(14)]),
            3 => {
                let piece = mail[at..(at + self.draw(80)).min(mail.len())].to_vec();
                let to = self.draw(mail.len());
                mail.splice(to..to, piece);
            }
            4 => mail.truncate(at),
            _ => {
                let from = self.draw(self.mails[other].len());
                mail.truncate(at);
                mail.extend_from_slice(&self.mails[other][from..]);
            }
        }
    }
}
