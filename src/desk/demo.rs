//! `demo`: a club played on real mail files, from its first report to the last.
//!
//! Everything goes the way it would go in a club: mails are files in the Maildir, turns come of
//! `tick`. What is sent is data: `games/<game>/demo.toml`. Not here: anything a club needs.

use super::campaign::Campaign;
use super::found::{self, CampaignWanted, ClubWanted};
use super::open::{self, Club};
use super::{standing, status, tick, verify};
use crate::builtin;
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::engine::data::DataPack;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::games;
use crate::store::entry::Stop;
use crate::store::fs::{Access, Disk, exists, list_if_there, replace};
use crate::store::layout;
use crate::store::maildir::Maildir;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The file that says that a folder is a demo's, and may be replaced.
const MARK: &str = ".packetboat-demo";
/// When the demo begins: a Monday morning. Its clock is its own.
const BEGINS: i64 = 1_794_819_600;
/// How many weeks it is played at most; its campaigns are over before.
const WEEKS_MAX: u32 = 40;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    #[serde(rename = "format")]
    _format: u32,
    #[serde(rename = "campaign")]
    campaigns: Vec<CampaignScript>,
    #[serde(rename = "mail")]
    mails: Vec<MailScript>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CampaignScript {
    name: String,
    players: Vec<String>,
    #[serde(default)]
    robots: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MailScript {
    campaign: String,
    turn: u32,
    seat: Seat,
    shape: Shape,
    #[serde(default)]
    shows: Option<String>,
    orders: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shape {
    Plain,
    AboveQuote,
    Alternative,
    Vacation,
    Stranger,
    HtmlOnly,
    Twice,
}

impl Shape {
    /// In words, for the story.
    fn told(self) -> &'static str {
        match self {
            Shape::Plain => "as plain text",
            Shape::AboveQuote => "with the report quoted below",
            Shape::Alternative => "in text and HTML, in base64",
            Shape::Vacation => "from an answering machine",
            Shape::Stranger => "from a stranger",
            Shape::HtmlOnly => "in HTML only",
            Shape::Twice => "delivered twice",
        }
    }
}

/// Plays the demo; returns what to look at.
///
/// # Errors
/// A folder that is no demo's; a game that does not exist or has no demo; the disk.
pub fn run(dir: &Path, game: Option<&str>) -> anyhow::Result<String> {
    clear(dir)?;
    let wanted = ClubWanted {
        name: "Sunday Galleon",
        address: "orders@club.example",
        referee: "referee@club.example",
        zone: "Europe/Warsaw",
    };
    found::make(&Disk, dir, &wanted)?;
    let mark = dir.join(MARK);
    replace(
        &Disk,
        &mark,
        b"Made by `packetboat demo`.\n",
        Access::Shared,
    )?;
    let club = open::club_on(Arc::new(Disk), layout::Club::new(dir))?;
    let mut played = Played {
        club,
        now: Moment::from_seconds(BEGINS),
        log: Vec::new(),
        looks: Vec::new(),
    };
    let mut played_games = 0;
    for game in games::games()
        .iter()
        .filter(|it| game.is_none_or(|named| it.id() == named))
    {
        let pack = builtin::game(game.id());
        if pack.files.contains_key("demo.toml") {
            played.game(game.id(), &pack)?;
            played_games += 1;
        }
    }
    if played_games == 0 {
        let named = game.unwrap_or("these");
        return Err(Fault::usage(format!("there is no demo of `{named}`"))
            .hint("`packetboat games` lists the games.")
            .into());
    }
    played.story()
}

/// Takes away what an earlier demo made, and nothing else.
fn clear(dir: &Path) -> anyhow::Result<()> {
    use crate::store::fs::Fs;
    if list_if_there(&Disk, dir)?.is_empty() {
        return Ok(());
    }
    if !exists(&Disk, &dir.join(MARK)) {
        return Err(
            Fault::usage(format!("{} was not made by a demo", dir.display()))
                .hint("Name a folder that does not exist yet.")
                .into(),
        );
    }
    Disk.remove_dir_all(dir)?;
    Ok(())
}

/// A demo being played.
struct Played {
    club: Club,
    now: Moment,
    log: Vec<String>,
    looks: Vec<(String, String)>,
}

impl Played {
    fn game(&mut self, id: &str, pack: &DataPack) -> anyhow::Result<()> {
        let script: Script = pack
            .read("demo.toml")
            .map_err(|it| Fault::usage(it.to_string()))?;
        for (number, campaign) in script.campaigns.iter().enumerate() {
            let seed = blake3::hash(format!("demo {id} {number}").as_bytes()).to_hex();
            let wanted = CampaignWanted {
                game: id,
                campaign: &campaign.name,
                scenario: None,
                players: &campaign.players,
                robots: &campaign.robots,
                options: &[],
                deadline: "sun 20:00",
                seed: Some(seed.as_str()),
                sealed: false,
            };
            let told = found::new(&self.club, &wanted, self.now)?;
            self.say(told.trim_end());
        }
        self.tick()?;
        for campaign in &script.campaigns {
            let report = self.newest(&campaign.name, "report")?;
            self.look("a first report", report);
        }
        for mail in &script.mails {
            self.wait_for(&mail.campaign, mail.turn)?;
            self.deliver(mail)?;
        }
        for campaign in &script.campaigns {
            self.play_out(&campaign.name)?;
            let report = self.newest(&campaign.name, "report")?;
            self.look("the last report", report);
        }
        Ok(())
    }

    fn say(&mut self, what: &str) {
        let at = self.now.for_people(self.club.config.club.zone, self.now);
        self.log.push(format!("{at}  {what}"));
    }

    fn look(&mut self, what: &str, file: Option<String>) {
        if let Some(file) = file {
            self.looks.push((file, what.to_owned()));
        }
    }

    /// One cron run, five minutes later.
    fn tick(&mut self) -> anyhow::Result<()> {
        self.now = Moment::from_seconds(self.now.seconds() + 5 * 60);
        let summary = tick::run(&self.club, self.now)?;
        for line in summary.to_string().lines() {
            self.say(line);
        }
        Ok(())
    }

    fn open(&self, name: &str) -> anyhow::Result<Campaign> {
        let (id, _) = self.club.campaign(name)?;
        let campaign = Campaign::open(&self.club, &id);
        campaign.map_err(|it| super::act::fault(&id, it))
    }

    /// Lets cron run until the campaign has come to that turn, or is over. Where nobody has
    /// written the referee is asked; here nobody will, so he lets it go on.
    fn wait_for(&mut self, name: &str, turn: u32) -> anyhow::Result<()> {
        for _ in 0..WEEKS_MAX * 7 * 24 {
            let campaign = self.open(name)?;
            let desk = &campaign.note().desk;
            if desk.stop == Stop::Over || campaign.table.sheet().turn >= turn {
                return Ok(());
            }
            if desk.held.is_some() {
                let told = super::referee::release(&self.club, name, "", self.now)?;
                self.say(&format!("packetboat release {name}: {}", told.trim_end()));
            }
            self.now = self.now.plus(Length::hours(1));
            self.tick()?;
        }
        Ok(())
    }

    fn play_out(&mut self, name: &str) -> anyhow::Result<()> {
        self.wait_for(name, u32::MAX)
    }

    /// Puts a mail into the Maildir, and lets cron run.
    fn deliver(&mut self, mail: &MailScript) -> anyhow::Result<()> {
        self.now = self.now.plus(Length::hours(1));
        let before: BTreeSet<String> = self.sent()?.into_iter().collect();
        let answered = self.newest_for(&mail.campaign, mail.seat, "report")?;
        let bytes = written(&self.club, mail, answered.as_deref(), self.now)?;
        let root = self.club.layout.path(&self.club.config.mail_in.maildir);
        let maildir = Maildir::new(&*self.club.fs, root);
        let copies = if mail.shape == Shape::Twice { 2 } else { 1 };
        for _ in 0..copies {
            maildir.deliver(&bytes, self.now)?;
        }
        let (id, shape) = (&mail.campaign, mail.shape.told());
        let what = format!("{id}: a mail comes in, {shape}");
        self.say(&what);
        self.tick()?;
        if let Some(shows) = &mail.shows {
            let after = self.sent()?;
            let new = after.into_iter().find(|it| !before.contains(it));
            let shows = shows.clone();
            self.look(&shows, new);
        }
        Ok(())
    }

    /// The mails sent so far, by name.
    fn sent(&self) -> anyhow::Result<Vec<String>> {
        Ok(list_if_there(
            &*self.club.fs,
            &self.club.layout.path("mail/out"),
        )?)
    }

    fn newest(&self, campaign: &str, kind: &str) -> anyhow::Result<Option<String>> {
        let start = format!("{campaign}.");
        let end = format!(".{kind}.eml");
        let mut sent = self.sent()?;
        sent.retain(|it| it.starts_with(&start) && it.ends_with(&end));
        Ok(sent.pop())
    }

    fn newest_for(&self, campaign: &str, seat: Seat, kind: &str) -> anyhow::Result<Option<String>> {
        let start = format!("{campaign}.");
        let end = format!(".{seat}.{kind}.eml");
        let mut sent = self.sent()?;
        sent.retain(|it| it.starts_with(&start) && it.ends_with(&end));
        Ok(sent.pop())
    }

    /// What happened, and the files to look at.
    fn story(self) -> anyhow::Result<String> {
        let root = self.club.layout.root().display().to_string();
        let found = verify::club(&self.club, None, verify::How { strict: true })?;
        let status = status::status(&self.club, None, self.now)?;
        let mut text = format!("What happened in {root} (its clock is its own):\n\n");
        for line in &self.log {
            text.push_str(&format!("  {line}\n"));
        }
        text.push_str("\nWhere it stands (packetboat status):\n\n");
        for line in standing::text(&status).lines() {
            text.push_str(&format!("  {line}\n"));
        }
        text.push_str("\nThe proof (packetboat verify --strict):\n\n");
        for line in found.to_string().lines() {
            text.push_str(&format!("  {line}\n"));
        }
        text.push_str("\nLook at these files:\n\n");
        for (file, what) in &self.looks {
            text.push_str(&format!("  {root}/mail/out/{file}\n      {what}\n"));
        }
        let ids = self.club.campaign_ids()?;
        if let Some(id) = ids.first() {
            let dir = self.club.layout.campaign(id);
            let last = dir.entry(0);
            text.push_str(&format!(
                "  {}/state.toml\n      the whole truth of a campaign, at its beginning\n",
                last.display()
            ));
            text.push_str(&format!(
                "  {}\n      its archive: an entry for every move forward, all of it replayed\n",
                dir.log().display()
            ));
        }
        text.push_str(&format!("\nTry it: cd {root} && packetboat status\n"));
        Ok(text)
    }
}

/// A mail as a mail program writes it.
fn written(
    club: &Club,
    mail: &MailScript,
    answered: Option<&str>,
    now: Moment,
) -> anyhow::Result<Vec<u8>> {
    let report = match answered {
        Some(file) => club.fs.read(&club.layout.path("mail/out").join(file))?,
        None => Vec::new(),
    };
    let report = String::from_utf8_lossy(&report).into_owned();
    let header = |name: &str| {
        let start = format!("{name}: ");
        let line = report.lines().find(|it| it.starts_with(&start));
        line.map(|it| it[start.len()..].trim().to_owned())
    };
    let reply_to = header("Reply-To").unwrap_or_else(|| club.house.address());
    let (from, to) = match mail.shape {
        Shape::Stranger => ("mallory@elsewhere.example".to_owned(), club.house.address()),
        _ => (header("To").unwrap_or_default(), reply_to),
    };
    let seat = mail.seat;
    let block = format!(
        "#orders {} {seat} turn {}\n{}\n#end\n",
        mail.campaign,
        mail.turn,
        mail.orders.join("\n")
    );
    let subject = header("Subject").unwrap_or_default();
    let id = header("Message-ID").unwrap_or_default();
    let head = format!(
        "From: {from}\nTo: {to}\nSubject: Re: {subject}\nDate: {}\n\
         Message-ID: <{}.{seat}@mail.example>\nIn-Reply-To: {id}\nReferences: {id}\n\
         MIME-Version: 1.0\n",
        now.for_mail(),
        now.seconds(),
    );
    Ok(format!("{head}{}", body(mail.shape, &block, &report)).into_bytes())
}

fn body(shape: Shape, block: &str, report: &str) -> String {
    let plain = "Content-Type: text/plain; charset=utf-8\n";
    match shape {
        Shape::Plain | Shape::Twice | Shape::Stranger => format!("{plain}\n{block}"),
        Shape::AboveQuote => {
            let (_, text) = report.split_once("\r\n\r\n").unwrap_or_default();
            let quoted: String = text.lines().map(|it| format!("> {it}\n")).collect();
            let words = "Hello,\n\nhere are mine:";
            format!("{plain}\n{words}\n\n{block}\nOn Monday the club wrote:\n{quoted}")
        }
        Shape::Alternative => format!(
            "Content-Type: multipart/alternative; boundary=\"b1\"\n\n--b1\n\
             Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}\n\
             --b1\nContent-Type: text/html; charset=utf-8\n\n\
             <p>The same, with colours.</p>\n--b1--\n",
            base64(block.as_bytes())
        ),
        Shape::HtmlOnly => format!(
            "Content-Type: text/html; charset=utf-8\n\n<div>{}</div>\n",
            block.replace('\n', "<br>\n")
        ),
        Shape::Vacation => format!(
            "Auto-Submitted: auto-replied\n{plain}\nI am away until Monday and read no mail.\n"
        ),
    }
}

/// Base 64 in lines of 76, as mail programs write it.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for (number, chunk) in bytes.chunks(3).enumerate() {
        if number > 0 && number % 19 == 0 {
            text.push('\n');
        }
        let bits = chunk
            .iter()
            .fold(0u32, |sum, it| (sum << 8) | u32::from(*it));
        let bits = bits << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = (bits >> (18 - 6 * place)) & 63;
            let letter = DIGITS[digit as usize] as char;
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}
