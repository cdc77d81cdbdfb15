//! What players put into the Maildir and the drop box between two ticks: good sheets, bad ones,
//! late, early, twice, from elsewhere, to nowhere, and what machines answer.
//!
//! Not here: how a mail looks in bytes (`envelope`).

use super::envelope::{Draft, MACHINES, rubbish};
use super::mails::Written;
use super::meddler::Meddler;
use super::places::{ADDRESS, path};
use super::world::{Met, World};
use crate::faulty::Trouble;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::inbox::receive;
use packetboat::lang::letter::is_above_text;
use packetboat::mail::token::password;
use packetboat::store::fs::{Access, Fs, make_dir};
use packetboat::store::layout::CampaignId;
use packetboat_core::clock::Moment;
use packetboat_core::engine::dice::{Dice, Keys, LINKS};
use packetboat_core::engine::seat::Seat;
use packetboat_testkit::simulate::chance::Chance;
use packetboat_testkit::simulate::one::GARBAGE;
use std::collections::BTreeMap;

/// Mails between two ticks at most, besides one for every few campaigns.
const MAILS: u32 = 5;
/// The same in half an hour.
const MAILS_STEADY: u32 = 3;
/// How many old mails are kept to be delivered again.
const OLD_MAILS: usize = 40;

/// One who writes, and what the campaign would let them see.
struct Writer<'a> {
    campaign: &'a Campaign,
    id: CampaignId,
    seat: Seat,
    address: String,
}

impl World {
    /// Mails that come in between two moments.
    pub(super) fn players_write(
        &mut self,
        since: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let few = u32::try_from(self.running.len()).unwrap_or(0) / 8;
        let most = if self.options.steady {
            MAILS_STEADY
        } else {
            MAILS + few
        };
        let count = self.chance.below(most);
        let mut moments: Vec<Moment> = Vec::new();
        for _ in 0..count {
            let width = self.now.seconds() - since.seconds();
            let width = u32::try_from(width).unwrap_or(u32::MAX);
            let into = i64::from(self.chance.below(width + 1));
            moments.push(Moment::from_seconds(since.seconds() + into));
        }
        moments.sort_unstable();
        let club = self.club()?;
        let mut open: BTreeMap<CampaignId, Campaign> = BTreeMap::new();
        for at in moments {
            let ids: Vec<CampaignId> = self.running.keys().cloned().collect();
            let Some(id) = self.one_of(&ids) else {
                let noise = rubbish(&mut self.chance);
                self.put(&noise, at, meddler)?;
                continue;
            };
            if !open.contains_key(&id) {
                match Campaign::open(&club, &id) {
                    Ok(campaign) => drop(open.insert(id.clone(), campaign)),
                    Err(_) => {
                        self.halted_one_is_written_to(&id, at, meddler)?;
                        continue;
                    }
                }
            }
            self.one_writes(&open[&id], at, meddler)?;
        }
        Ok(())
    }

    fn one_writes(
        &mut self,
        campaign: &Campaign,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let id = campaign.id.clone();
        let players = &self.running[&id].players;
        let seats: Vec<Seat> = players.keys().copied().collect();
        let seat = *self.chance.pick(&seats);
        let address = players[&seat].clone();
        let writer = Writer {
            campaign,
            id,
            seat,
            address,
        };
        match self.chance.below(40) {
            0 => {
                let noise = rubbish(&mut self.chance);
                self.put(&noise, at, meddler)
            }
            1 | 2 => self.machine(&writer, at, meddler),
            3 => self.astray(&writer, at, meddler),
            4 | 5 => self.by_file(&writer),
            6 | 7 => self.again(at, meddler),
            8 => self.quotation(&writer, at, meddler),
            9 | 10 => self.by_password(&writer, at, meddler),
            11 => self.onlooker(&writer, at, meddler),
            _ => self.by_mail(&writer, at, meddler),
        }
    }

    /// The usual way: an answer with an order block.
    fn by_mail(
        &mut self,
        writer: &Writer<'_>,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let (text, lines) = self.block(writer, "");
        let draft = self.draft(writer, text);
        let (bytes, id) = self.sealed(&draft);
        self.mails.written.insert(id.clone(), Written { lines });
        self.put(&bytes, at, meddler)?;
        match self.chance.below(16) {
            0 => self.put(&bytes, at, meddler),
            // The same Message-ID with other content, as some programs' "send again" makes it.
            1 => {
                let other = String::from_utf8_lossy(&bytes).replace("#end", "; again\n#end");
                self.mails.written.remove(&id);
                self.put(other.as_bytes(), at, meddler)
            }
            _ => Ok(()),
        }
    }

    fn draft(&mut self, writer: &Writer<'_>, text: String) -> Draft {
        let inbox = self.running[&writer.id].inboxes.get(&writer.seat);
        let inbox = inbox.cloned().unwrap_or_default();
        let newest = inbox.replies.last().cloned().unwrap_or(ADDRESS.to_owned());
        let to = match self.chance.below(16) {
            0 => ADDRESS.to_owned(),
            1 if !inbox.replies.is_empty() => self.chance.pick(&inbox.replies).clone(),
            2 => newest.replace(writer.seat.as_str(), "north"),
            3 => newest.replacen('.', "x.", 1),
            4 => newest.to_uppercase(),
            5 => {
                let others: Vec<_> = self.running[&writer.id].seats.clone();
                let other = *self.chance.pick(&others);
                newest.replace(&format!(".{}.", writer.seat), &format!(".{other}."))
            }
            _ => newest,
        };
        let from = match self.chance.below(10) {
            0 => "mallory@elsewhere.example".to_owned(),
            1 => format!("Somebody <{}>", writer.address.to_uppercase()),
            _ => writer.address.clone(),
        };
        Draft {
            from,
            to,
            subject: format!("Re: {}", writer.id),
            text,
            answers: inbox.last_id.filter(|_| self.chance.one_in(2)),
            marks: Vec::new(),
        }
    }

    /// A block, and those of its lines that the receipt must show.
    fn block(&mut self, writer: &Writer<'_>, password: &str) -> (String, Vec<usize>) {
        let mark = self.secrets.mark(&writer.id, writer.seat);
        let mut body = vec![format!("; {mark}")];
        let date = (self.date_in(2), self.date_in(9));
        body.extend(match self.chance.below(8) {
            0 if self.options.steady => vec![decided(&mut self.chance, writer, &date)],
            _ => lines(&mut self.chance, writer, &date),
        });
        let sheet = writer.campaign.table.sheet();
        let turn = match self.chance.below(24) {
            0 => sheet.turn.saturating_sub(1).to_string(),
            1 => (sheet.turn + 1).to_string(),
            2 => "99999".to_owned(),
            3 => String::new(),
            _ => sheet.to_string(),
        };
        let (id, seat) = match self.chance.below(30) {
            0 => (writer.id.to_string(), "nobody".to_owned()),
            1 => ("no-such".to_owned(), writer.seat.to_string()),
            _ => (writer.id.to_string(), writer.seat.to_string()),
        };
        let opener = format!("#orders {id} {seat} turn {turn} {password}");
        let end = if self.chance.one_in(20) { "" } else { "#end\n" };
        let greeting = if self.chance.one_in(4) {
            "Good evening,\nhere are my orders.\n\n"
        } else {
            ""
        };
        let text = format!(
            "{greeting}{}\n{}\n{end}",
            opener.trim_end(),
            body.join("\n")
        );
        (text, live_lines(&body.join("\n")))
    }

    /// The sheet as we sent it, or edited where it is in the quotation.
    fn quotation(
        &mut self,
        writer: &Writer<'_>,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let inbox = self.running[&writer.id].inboxes.get(&writer.seat);
        let report = inbox
            .and_then(|it| it.last_report.clone())
            .unwrap_or_default();
        let body = report
            .split_once("\n\n")
            .map_or("", |it| it.1)
            .replace("=\n", "");
        let edited = if self.chance.one_in(2) {
            body.replace("#end", "; edited\n#end")
        } else {
            body
        };
        let quoted: Vec<String> = edited.lines().map(|it| format!("> {it}")).collect();
        let text = format!("On Monday the club wrote:\n{}\n", quoted.join("\n"));
        let draft = self.draft(writer, text);
        let (bytes, _) = self.sealed(&draft);
        self.put(&bytes, at, meddler)
    }

    fn machine(
        &mut self,
        writer: &Writer<'_>,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let (text, _) = self.block(writer, "");
        let mut draft = self.draft(writer, text);
        draft.marks = vec![*self.chance.pick(&MACHINES)];
        let (bytes, _) = self.sealed(&draft);
        self.put(&bytes, at, meddler)
    }

    fn astray(
        &mut self,
        writer: &Writer<'_>,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let draft = Draft {
            from: writer.address.clone(),
            to: ADDRESS.to_owned(),
            subject: "a question".to_owned(),
            text: "When do we play again?\n".to_owned(),
            answers: None,
            marks: Vec::new(),
        };
        let (bytes, _) = self.sealed(&draft);
        self.put(&bytes, at, meddler)
    }

    /// Somebody who does not play asks for the public reports, or for no more of them; the club's
    /// own mail server vouches for them.
    fn onlooker(
        &mut self,
        writer: &Writer<'_>,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let number = self.chance.below(4);
        let says = match self.chance.below(6) {
            0 => "WATCH NONE".to_owned(),
            1 => format!("WATCH NONE {}", writer.id),
            2 => "WATCH no-such".to_owned(),
            _ => format!("WATCH {}", writer.id),
        };
        let bytes = self.vouched(format!("onlooker{number}@fans.example"), says);
        self.put(&bytes, at, meddler)
    }

    /// A fresh mail with a password, right or wrong; now and then the referee makes a new one.
    fn by_password(
        &mut self,
        writer: &Writer<'_>,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let word = password(self.chance.seed().to_le_bytes());
        if self.chance.one_in(2) {
            let trouble = self.trouble(30);
            let (id, seat) = (writer.id.to_string(), writer.seat);
            self.secrets.password(&word);
            let (done, met) = self.process(trouble, meddler, |club| {
                packetboat::desk::commands::referee::set_password(club, &id, seat, &word)
            });
            if let (Err(error), Met::Nothing) = (done, met) {
                return Err(format!("a password cannot be made: {error:#}"));
            }
        }
        let (text, lines) = self.block(writer, &word);
        let mut draft = self.draft(writer, text);
        draft.to = ADDRESS.to_owned();
        draft.answers = None;
        let (bytes, id) = self.sealed(&draft);
        self.mails.written.insert(id, Written { lines });
        self.put(&bytes, at, meddler)
    }

    fn by_file(&mut self, writer: &Writer<'_>) -> Result<(), String> {
        let (text, _) = self.block(writer, "");
        let folder = path("drop");
        let name = format!("{:016x}.txt", self.chance.seed());
        let on = |it: std::io::Error| it.to_string();
        make_dir(&self.disk, &folder).map_err(on)?;
        let file = folder.join(name);
        self.disk
            .create(&file, text.as_bytes(), Access::Shared)
            .map_err(on)?;
        self.disk.sync_file(&file).map_err(on)?;
        self.disk.sync_dir(&folder).map_err(on)?;
        self.tally.mails += 1;
        Ok(())
    }

    /// An old mail once more, under the name that another mail program gives it.
    fn again(&mut self, at: Moment, meddler: &mut dyn Meddler) -> Result<(), String> {
        if self.old_mails.is_empty() {
            return Ok(());
        }
        let old = self.chance.pick(&self.old_mails).clone();
        if self.chance.one_in(2) {
            return self.put(&old, at, meddler);
        }
        let number = self.chance.seed();
        let folder = path("mail/new");
        let file = folder.join(format!("{}.M{number:x}P1.host:2,", at.seconds()));
        let on = |it: std::io::Error| it.to_string();
        make_dir(&self.disk, &folder).map_err(on)?;
        self.disk.create(&file, &old, Access::Private).map_err(on)?;
        self.disk.sync_file(&file).map_err(on)?;
        self.disk.sync_dir(&folder).map_err(on)?;
        self.tally.mails += 1;
        Ok(())
    }

    fn halted_one_is_written_to(
        &mut self,
        id: &CampaignId,
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let players = &self.running[id].players;
        let Some((seat, address)) = players.iter().next().map(|it| (*it.0, it.1.clone())) else {
            return Ok(());
        };
        let inbox = self.running[id].inboxes.get(&seat);
        let to = inbox.and_then(|it| it.replies.last().cloned());
        let draft = Draft {
            from: address,
            to: to.unwrap_or(ADDRESS.to_owned()),
            subject: "is anybody there?".to_owned(),
            text: format!("#orders {id} {seat} turn 1\nSTATUS\n#end\n"),
            answers: None,
            marks: Vec::new(),
        };
        let (bytes, _) = self.sealed(&draft);
        self.put(&bytes, at, meddler)
    }

    /// Gives a mail to `packetboat receive`. If that fails, the mail server tries again.
    pub(super) fn put(
        &mut self,
        bytes: &[u8],
        at: Moment,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let trouble = self.trouble(40);
        let waits = |world: &World| {
            let names = world.disk.list(&path("mail/new"));
            names.map_or(0, |it| it.len())
        };
        let mut before = waits(self);
        let (mut done, met) = self.process(trouble, meddler, |club| {
            receive::run(club, &mut &*bytes, at)
        });
        if done.is_err() && met != Met::Nothing {
            before = waits(self);
            done = self
                .process(Trouble::Never, meddler, |club| {
                    receive::run(club, &mut &*bytes, at)
                })
                .0;
        }
        done.map_err(|it| format!("17: a mail cannot be received: {it:#}"))?;
        if met != Met::Cut && waits(self) != before + 1 {
            return Err("17: a mail was received and is not there".to_owned());
        }
        self.tally.mails += 1;
        if self.old_mails.len() < OLD_MAILS {
            self.old_mails.push(bytes.to_vec());
        } else {
            let at = self.chance.below(OLD_MAILS as u32) as usize;
            self.old_mails[at] = bytes.to_vec();
        }
        Ok(())
    }
}

/// The numbers of the lines that say something; of a letter, or a text that is an order's, the
/// receipt shows no lines.
fn live_lines(body: &str) -> Vec<usize> {
    let numbered = (1..).zip(body.lines());
    let says = |it: &str| !it.trim().is_empty() && !it.trim_start().starts_with(';');
    let numbers = numbered.filter(|it| says(it.1)).map(|it| it.0);
    let letter = ["MESSAGE", "NEWS", "NOTE"]
        .iter()
        .any(|it| body.contains(it));
    if letter || body.lines().any(is_above_text) {
        Vec::new()
    } else {
        numbers.collect()
    }
}

/// What players decide besides orders: votes, days on which others play, the end of both.
fn decided(chance: &mut Chance, writer: &Writer<'_>, dates: &(String, String)) -> String {
    let seats = writer.campaign.table.seats();
    let winner = *chance.pick(&seats);
    match chance.below(19) {
        12 => format!("MESSAGE ANONYMOUS TO {winner}\nWho am I?\nEND"),
        13 => "MESSAGE ANONYMOUS TO ALL\nBeware.\nEND".to_owned(),
        14 => "NOTE\nI must not forget this.\nEND".to_owned(),
        15 => "NOTE NONE".to_owned(),
        16 | 17 => "DIGEST DAILY".to_owned(),
        18 => "DIGEST NONE".to_owned(),
        0..=2 => format!("VOTE EXTEND {}", chance.pick(&["1h", "1d", "2d", "9d"])),
        3 => "VOTE DRAW".to_owned(),
        4 => format!("VOTE CONCEDE {winner}"),
        5 => "VOTE END".to_owned(),
        6 => "VOTE NONE".to_owned(),
        7 | 8 => format!("SUBSTITUTE {}..{}", dates.0, dates.1),
        9 => "SUBSTITUTE NONE".to_owned(),
        10 => "BACK".to_owned(),
        _ => "SCHEDULE".to_owned(),
    }
}

/// The lines between opener and closer.
fn lines(chance: &mut Chance, writer: &Writer<'_>, dates: &(String, String)) -> Vec<String> {
    let table = &writer.campaign.table;
    let seat = writer.seat;
    let next = table.sheet().turn + 1;
    let robot = |chance: &mut Chance| {
        let stir = format!("{seat} {}", chance.seed());
        let keys = Keys::new(&[7; 32], LINKS, 0).expect("the last link is one");
        table.robot(seat, &mut Dice::keyed(keys.for_robot(&stir)))
    };
    let some = |chance: &mut Chance, prefix: &str| {
        let count = 1 + chance.below(4);
        let one = |_| {
            let line = table.random_line(seat, &mut |bound| chance.below(bound));
            format!("{prefix}{line}")
        };
        (0..count).map(one).collect::<Vec<_>>().join("\n")
    };
    match chance.below(27) {
        0..=8 => vec![robot(chance)],
        9 => vec![some(chance, ""), robot(chance)],
        10 => vec![some(chance, "")],
        11 => {
            let garbage = *chance.pick(&GARBAGE);
            vec![garbage.to_owned(), some(chance, ""), garbage.to_owned()]
        }
        12 => vec![some(chance, "STANDING ")],
        13 => vec!["CLEAR ALL".to_owned(), robot(chance)],
        14 => vec![robot(chance), format!("TURN {next}"), some(chance, "")],
        15 => vec!["CANCEL".to_owned()],
        16 => vec![robot(chance), "WAIT".to_owned()],
        17 | 18 => vec![robot(chance), "GOAHEAD".to_owned()],
        19 => vec![format!("AWAY {}..{}", dates.0, dates.1)],
        20 => vec!["REPORT".to_owned(), "STATUS".to_owned(), "HELP".to_owned()],
        21 => vec!["CHECK".to_owned(), robot(chance)],
        22 => vec![
            "MESSAGE TO ALL\nLet us talk.\nEND".to_owned(),
            robot(chance),
        ],
        26 => vec![
            "NEWS ANONYMOUS\nThere is talk.\nEND\nNEWS\nWe go on.\nEND".to_owned(),
            robot(chance),
        ],
        23 => vec![format!("RESIGN {}", writer.id)],
        24 => Vec::new(),
        _ => vec!["WAIT".to_owned(), "GOAHEAD".to_owned(), some(chance, "")],
    }
}
