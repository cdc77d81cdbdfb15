//! Where mail is kept as it came: a Maildir, and the drop box for orders by file.
//!
//! Not here: what a mail says (`mail`), and fetching it from servers.

use super::fault::{StoreFault, Stored};
use super::fs::{Access, Fs, exists, list_if_there, make_dir};
use packetboat_core::clock::Moment;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A Maildir: `tmp` for what is being written, `new` for what nobody has read, `cur` for the rest;
/// and what came in months gone by is in `old/2026-10`, under the same names.
pub struct Maildir<'a> {
    fs: &'a dyn Fs,
    root: PathBuf,
}

/// A mail or an order file that nobody has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its name in its folder.
    pub name: String,
    /// When it reached us, never later than `now`.
    pub arrived: Moment,
    /// When its file was last written, as the disk says, in seconds since 1970: the same whenever
    /// it is looked at, even where the disk's clock is ahead of ours.
    pub modified: i64,
}

/// What is in a folder that others write to.
#[derive(Debug, Default)]
pub struct Listing {
    /// What nobody has read, in the order it came.
    pub waiting: Vec<Waiting>,
    /// Whether nothing in `cur` is to be looked at again.
    pub cur_rests: bool,
    /// What is not a mail, or cannot be taken: a pipe, a folder.
    pub odd: Vec<StoreFault>,
}

/// How old a file in `tmp` must be before it is taken for the rest of a crash, in seconds: 36
/// hours, as all who deliver to Maildirs agree.
const TMP_SECONDS_MAX: i64 = 36 * 60 * 60;

/// Bytes of a mail that its name is made from, so that a large one can be written as it comes.
const NAMING_BYTES: u64 = 64 << 10;

/// How many mails may arrive in one second under one name.
const NAMESAKES_MAX: u32 = 10_000;

impl<'a> Maildir<'a> {
    /// The Maildir in this folder.
    pub fn new(fs: &'a dyn Fs, root: impl Into<PathBuf>) -> Self {
        Maildir {
            fs,
            root: root.into(),
        }
    }

    /// Makes the three folders where they are missing.
    ///
    /// # Errors
    /// The disk's.
    pub fn make(&self) -> Stored<()> {
        for folder in ["tmp", "new", "cur"] {
            let path = self.root.join(folder);
            make_dir(self.fs, &path).map_err(|it| StoreFault::disk(&path, it))?;
        }
        Ok(())
    }

    /// Stores a mail safely as unread and returns its name, which begins with the ten digits of
    /// the moment; those of one second are in the order they came.
    ///
    /// # Errors
    /// The disk's; then the mail is not there, or only in `tmp`.
    pub fn deliver(&self, mut bytes: &[u8], now: Moment) -> Stored<String> {
        self.deliver_from(&mut bytes, u64::MAX, now)
    }

    /// Stores a mail of up to this many bytes, as [`Maildir::deliver`] does, without having the
    /// whole of it in memory.
    ///
    /// # Errors
    /// `FileTooLarge` if it is longer; what the input says; the disk's. Then the mail is not
    /// there, or only in `tmp`.
    pub fn deliver_from(&self, input: &mut dyn Read, most: u64, now: Moment) -> Stored<String> {
        self.make()?;
        let new = self.root.join("new");
        self.try_deliver(input, most, now)
            .map_err(|it| StoreFault::disk(&new, it))
    }

    fn try_deliver(&self, input: &mut dyn Read, most: u64, now: Moment) -> io::Result<String> {
        let mut start = Vec::new();
        input.take(NAMING_BYTES).read_to_end(&mut start)?;
        let new = self.root.join("new");
        let second = format!("{:010}.", now.seconds());
        let names = self.fs.list(&new)?;
        let before = names.iter().filter_map(|name| {
            let rest = name.strip_prefix(&second)?;
            rest.get(..4)?.parse::<u32>().ok()
        });
        let next = before.max().map_or(0, |it| it + 1);
        let hash = blake3::hash(&start).to_hex();
        for number in next..NAMESAKES_MAX {
            let name = format!("{second}{number:04}.{}", &hash.as_str()[..12]);
            let tmp = self.root.join("tmp").join(&name);
            let mut whole = start
                .as_slice()
                .chain(&mut *input)
                .take(most.saturating_add(1));
            match self.fs.create_from(&tmp, &mut whole, Access::Private) {
                // Another is writing under this name, or died doing so.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Ok(length) if length > most => {
                    self.fs.remove_file(&tmp)?;
                    return Err(io::ErrorKind::FileTooLarge.into());
                }
                other => other?,
            };
            self.fs.sync_file(&tmp)?;
            self.fs.rename(&tmp, &new.join(&name))?;
            self.fs.sync_dir(&new)?;
            return Ok(name);
        }
        Err(io::Error::other("too many mails in one second"))
    }

    /// The mails in `new`, and those in `cur` that nobody has seen (a mail program that looks into
    /// the folder moves them there), in the order they came; ties by the rest of the name. Files
    /// of others (dotfiles, `dovecot*`) are left alone.
    ///
    /// # Errors
    /// The disk's.
    pub fn unread(&self, now: Moment) -> Stored<Vec<Waiting>> {
        Ok(self.look(now, true)?.waiting)
    }

    /// The same, and what is there and is not a mail. A name that is not UTF-8 is replaced by one
    /// that is. Into `cur` it is looked only if that is wanted.
    ///
    /// # Errors
    /// The disk's.
    pub fn look(&self, now: Moment, into_cur: bool) -> Stored<Listing> {
        let ours = |it: &str| !it.starts_with("dovecot");
        let mut found = found_in(self.fs, &self.root.join("new"), now, ours, named_seconds)?;
        found.cur_rests = true;
        if !into_cur {
            return Ok(found);
        }
        let unseen = |it: &str| ours(it) && !is_seen(it);
        let looked_at = found_in(self.fs, &self.root.join("cur"), now, unseen, named_seconds)?;
        found.cur_rests = looked_at.waiting.is_empty() && looked_at.odd.is_empty();
        found.odd.extend(looked_at.odd);
        if !looked_at.waiting.is_empty() {
            let waiting = &mut found.waiting;
            waiting.extend(looked_at.waiting.into_iter().map(|mail| Waiting {
                name: bare(&mail.name).to_owned(),
                ..mail
            }));
            waiting.sort_by(|a, b| (a.arrived, &a.name).cmp(&(b.arrived, &b.name)));
        }
        Ok(found)
    }

    /// The mails that came since then and have been read, wherever they are, in the order they
    /// came, by their names there.
    ///
    /// # Errors
    /// The disk's.
    pub fn seen_since(&self, since: Moment, now: Moment) -> Stored<Vec<Waiting>> {
        let first = month(since);
        let months = self.months()?.into_iter().filter(|it| *it >= first);
        let mut folders = vec![self.root.join("cur")];
        folders.extend(months.map(|it| self.old(&it)));
        let mut all = Vec::new();
        for folder in folders {
            let found = found_in(self.fs, &folder, now, is_seen, named_seconds)?;
            all.extend(found.waiting.into_iter().filter(|it| it.arrived >= since));
        }
        all.sort_by(|a, b| (a.arrived, &a.name).cmp(&(b.arrived, &b.name)));
        Ok(all)
    }

    /// Moves a mail that has been read to `new`, as unread. Twice is as good as once.
    ///
    /// # Errors
    /// The disk's.
    pub fn mark_unread(&self, name: &str) -> Stored<()> {
        let cur = self.root.join("cur").join(name);
        let from = self.put_by_as(name)?.unwrap_or(cur);
        move_away(self.fs, &from, &self.root.join("new").join(bare(name)))
    }

    /// What is in `cur`, has been read, and came before this month, in the order it came.
    ///
    /// # Errors
    /// The disk's.
    pub fn of_months_before(&self, now: Moment) -> Stored<Vec<Waiting>> {
        let this = month(now);
        let cur = self.root.join("cur");
        let mut found = found_in(self.fs, &cur, now, is_seen, named_seconds)?.waiting;
        found.retain(|it| month(it.arrived) < this);
        Ok(found)
    }

    /// Moves these out of `cur`, each into the folder of its month.
    ///
    /// # Errors
    /// The disk's.
    pub fn put_by(&self, mails: &[Waiting]) -> Stored<()> {
        let cur = self.root.join("cur");
        let mut folders = BTreeSet::new();
        for mail in mails {
            let folder = self.old(&month(mail.arrived));
            if folders.insert(folder.clone()) {
                make_dir(self.fs, &folder).map_err(|it| StoreFault::disk(&folder, it))?;
            }
            move_away(self.fs, &cur.join(&mail.name), &folder.join(&mail.name))?;
        }
        if folders.is_empty() {
            return Ok(());
        }
        folders.insert(cur.clone());
        let safe = self.fs.sync_many(&[], &Vec::from_iter(folders));
        safe.map_err(|it| StoreFault::disk(&cur, it))
    }

    /// The months put by that were over before this moment, oldest first, and how many mails came
    /// in each.
    ///
    /// # Errors
    /// The disk's.
    pub fn months_before(&self, since: Moment) -> Stored<Vec<(String, usize)>> {
        let this = month(since);
        let over = self.months()?.into_iter().filter(|it| *it < this);
        let each = over.map(|month| {
            let folder = self.old(&month);
            let names = list_if_there(self.fs, &folder);
            let names = names.map_err(|it| StoreFault::disk(&folder, it))?;
            Ok((month, names.len()))
        });
        each.collect()
    }

    /// Deletes the mails of a month put by.
    ///
    /// # Errors
    /// The disk's.
    pub fn delete(&self, month: &str) -> Stored<()> {
        let folder = self.old(month);
        let gone = self.fs.remove_dir_all(&folder);
        gone.map_err(|it| StoreFault::disk(&folder, it))
    }

    fn old(&self, month: &str) -> PathBuf {
        self.root.join("old").join(month)
    }

    /// The months of which mail was put by, oldest first.
    fn months(&self) -> Stored<Vec<String>> {
        let old = self.root.join("old");
        let mut names = list_if_there(self.fs, &old).map_err(|it| StoreFault::disk(&old, it))?;
        let is_month = |text: &String| {
            let parts = text.split_once('-');
            parts.is_some_and(|(year, month)| {
                let digits = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
                year.len() == 4 && month.len() == 2 && digits(year) && digits(month)
            })
        };
        names.retain(is_month);
        Ok(names)
    }

    /// Where a mail is that was put by under this name.
    fn put_by_as(&self, name: &str) -> Stored<Option<PathBuf>> {
        let months = self.months()?.into_iter();
        let mut places = months.map(|it| self.old(&it).join(name));
        Ok(places.find(|it| exists(self.fs, it)))
    }

    /// A mail that is unread: its first bytes, up to this many.
    ///
    /// # Errors
    /// The disk's.
    pub fn read(&self, name: &str, most: usize) -> Stored<Vec<u8>> {
        match read(self.fs, &self.root.join("new").join(name), most) {
            Err(StoreFault::Disk { path, source }) if source.kind() == io::ErrorKind::NotFound => {
                match self.looked_at(name)? {
                    Some(there) => read(self.fs, &there, most),
                    None => Err(StoreFault::Disk { path, source }),
                }
            }
            other => other,
        }
    }

    /// A mail that is unread, to be read bit by bit.
    ///
    /// # Errors
    /// The disk's.
    pub fn open(&self, name: &str) -> Stored<Box<dyn Read>> {
        let path = self.root.join("new").join(name);
        match open(self.fs, &path) {
            Err(StoreFault::Disk { path, source }) if source.kind() == io::ErrorKind::NotFound => {
                match self.looked_at(name)? {
                    Some(there) => open(self.fs, &there),
                    None => Err(StoreFault::Disk { path, source }),
                }
            }
            other => other,
        }
    }

    /// Where a mail is that is not in `new`: an unseen one in `cur`, or one named with its flags.
    fn looked_at(&self, name: &str) -> Stored<Option<PathBuf>> {
        let cur = self.root.join("cur");
        if exists(self.fs, &cur.join(name)) {
            return Ok(Some(cur.join(name)));
        }
        let names = list_if_there(self.fs, &cur).map_err(|it| StoreFault::disk(&cur, it))?;
        let there = names.iter().find(|it| bare(it) == name && !is_seen(it));
        match there {
            Some(there) => Ok(Some(cur.join(there))),
            None => self.put_by_as(name),
        }
    }

    /// Moves a mail to `cur`, as read. One that is gone already is well too: whether a
    /// mail has been taken is written in entries, and this is only tidiness.
    ///
    /// # Errors
    /// The disk's.
    pub fn mark_read(&self, name: &str) -> Stored<()> {
        let bare = bare(name);
        let from = self.root.join("new").join(name);
        let to = self.root.join("cur").join(format!("{bare}:2,S"));
        match self.fs.rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => match self.looked_at(bare)? {
                Some(there) => move_away(self.fs, &there, &to),
                None => Ok(()),
            },
            Err(error) => Err(StoreFault::disk(&from, error)),
            Ok(()) => Ok(()),
        }
    }

    /// Removes what crashes left in `tmp`.
    ///
    /// # Errors
    /// The disk's.
    pub fn sweep(&self, now: Moment) -> Stored<()> {
        let tmp = self.root.join("tmp");
        for old in found_in(self.fs, &tmp, now, |_| true, named_seconds)?.waiting {
            let path = tmp.join(&old.name);
            let on = |it| StoreFault::disk(&path, it);
            let modified = self.fs.stat(&path).map_err(on)?.modified;
            if modified < now.seconds() - TMP_SECONDS_MAX {
                self.fs.remove_file(&path).map_err(on)?;
            }
        }
        Ok(())
    }
}

/// Whether the flags of a mail in `cur` say that it has been read: by us, or by a person whose
/// mail program is set to this folder, which the README warns of.
fn is_seen(name: &str) -> bool {
    let flags = name.rsplit_once(":2,").map_or("", |it| it.1);
    flags.contains('S')
}

/// The month of a moment, which names the folder of its mails: `2026-11`, in UTC.
pub fn month(at: Moment) -> String {
    at.to_string()[.."yyyy-mm".len()].to_owned()
}

/// The name of a mail without the flags after `:`: the same in `new` and in `cur`.
pub fn bare(name: &str) -> &str {
    name.split_once(':').map_or(name, |it| it.0)
}

/// The drop box: orders by file, for players on the same machine and the referee.
pub struct DropBox<'a> {
    fs: &'a dyn Fs,
    root: PathBuf,
}

impl<'a> DropBox<'a> {
    /// The drop box in this folder.
    pub fn new(fs: &'a dyn Fs, root: impl Into<PathBuf>) -> Self {
        DropBox {
            fs,
            root: root.into(),
        }
    }

    /// The `*.txt` and `*.eml` in it, by the time they were last written, then by name.
    ///
    /// # Errors
    /// The disk's.
    pub fn unread(&self, now: Moment) -> Stored<Vec<Waiting>> {
        Ok(self.look(now)?.waiting)
    }

    /// The same, and what is named so and is not a file. A name that is not UTF-8 is replaced by
    /// one that is.
    ///
    /// # Errors
    /// The disk's.
    pub fn look(&self, now: Moment) -> Stored<Listing> {
        let ours = |it: &str| it.ends_with(".txt") || it.ends_with(".eml");
        // Names of people's files say nothing about time, whatever digits they begin with.
        found_in(self.fs, &self.root, now, ours, |_| None)
    }

    /// A file in it: its first bytes, up to this many.
    ///
    /// # Errors
    /// The disk's.
    pub fn read(&self, name: &str, most: usize) -> Stored<Vec<u8>> {
        read(self.fs, &self.root.join(name), most)
    }

    /// A file in it, to be read bit by bit.
    ///
    /// # Errors
    /// The disk's.
    pub fn open(&self, name: &str) -> Stored<Box<dyn Read>> {
        open(self.fs, &self.root.join(name))
    }

    /// Moves a file to `done`, under a name that begins with the digits of `now`, so that one of
    /// the same name may be dropped again. One that is gone already is well too.
    ///
    /// # Errors
    /// The disk's.
    pub fn mark_read(&self, name: &str, now: Moment) -> Stored<()> {
        let done = self.root.join("done");
        make_dir(self.fs, &done).map_err(|it| StoreFault::disk(&done, it))?;
        let to = done.join(format!("{:010}.{name}", now.seconds()));
        move_away(self.fs, &self.root.join(name), &to)
    }
}

fn read(fs: &dyn Fs, path: &Path, most: usize) -> Stored<Vec<u8>> {
    fs.read_start(path, most)
        .map_err(|it| StoreFault::disk(path, it))
}

fn open(fs: &dyn Fs, path: &Path) -> Stored<Box<dyn Read>> {
    match fs.open(path) {
        Ok(file) => Ok(file),
        Err(error) => Err(StoreFault::disk(path, error)),
    }
}

fn move_away(fs: &dyn Fs, from: &Path, to: &Path) -> Stored<()> {
    match fs.rename(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreFault::disk(from, error)),
        _ => Ok(()),
    }
}

fn found_in(
    fs: &dyn Fs,
    dir: &Path,
    now: Moment,
    ours: impl Fn(&str) -> bool,
    named: impl Fn(&str) -> Option<i64>,
) -> Stored<Listing> {
    let (mut names, odd) = match fs.list_all(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Default::default(),
        other => other.map_err(|it| StoreFault::disk(dir, it))?,
    };
    let mut found = Listing::default();
    for old in odd {
        let new = plain_name(&old);
        if old.as_encoded_bytes().starts_with(b".") || !ours(&new) {
            continue;
        }
        match fs.rename(&dir.join(&old), &dir.join(&new)) {
            Ok(()) => names.push(new),
            Err(error) => found.odd.push(StoreFault::disk(&dir.join(&old), error)),
        }
    }
    names.sort();
    for name in names {
        if name.starts_with('.') || !ours(&name) {
            continue;
        }
        let path = dir.join(&name);
        let stat = match fs.stat(&path) {
            // Another program took it meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other.map_err(|it| StoreFault::disk(&path, it))?,
        };
        if stat.is_dir || stat.is_special {
            let what = if stat.is_dir {
                "a folder"
            } else {
                "a pipe, a socket or a device"
            };
            let what = io::Error::other(format!("this is {what} and not a mail; delete it"));
            found.odd.push(StoreFault::disk(&path, what));
            continue;
        }
        let seconds = named(&name).unwrap_or(stat.modified);
        found.waiting.push(Waiting {
            name,
            arrived: Moment::from_seconds(seconds).min(now),
            modified: stat.modified,
        });
    }
    // The list is sorted by name, and sorting keeps the order of ties.
    found.waiting.sort_by_key(|it| it.arrived);
    Ok(found)
}

/// A name for a file whose own is not UTF-8: the same each time, and another one for each.
fn plain_name(odd: &OsStr) -> String {
    let hash = blake3::hash(odd.as_encoded_bytes()).to_hex();
    let plain = |it: char| if it.is_ascii_graphic() { it } else { '_' };
    let rest: String = odd.to_string_lossy().chars().map(plain).collect();
    format!("renamed-{}.{rest}", &hash.as_str()[..12])
}

/// The ten digits at the head of a Maildir name.
fn named_seconds(name: &str) -> Option<i64> {
    let digits = name.get(..10)?;
    let ends = !name[10..].starts_with(|it: char| it.is_ascii_digit());
    let all = digits.bytes().all(|it| it.is_ascii_digit());
    (ends && all).then(|| digits.parse().ok()).flatten()
}
