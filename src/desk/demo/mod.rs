//! `demo`: a club played on real mail files, a campaign of each game side by side, reported as it
//! happens; and one campaign left open for anyone who watches.
//!
//! Everything goes the way it would go in a club: mails are files in the Maildir, turns result from
//! `tick`. What is sent is data: `games/<game>/demo.toml` (`script`). Not here: anything a club
//! needs.

mod mails;
pub mod script;

use crate::clock::Moment;
use crate::clock::length::Length;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::open::{self, Club};
use crate::desk::club::program_name::{own_name, quoted};
use crate::desk::commands::create::{self, CampaignWanted, ClubWanted};
use crate::desk::commands::show::OnShow;
use crate::desk::commands::{standing, status};
use crate::desk::demo::script::{CampaignScript, MailScript, Script, Shape, YoursScript};
use crate::desk::proof::verify;
use crate::desk::tick::run;
use crate::engine::seat::{Seat, Viewer};
use crate::fault::Fault;
use crate::games::Games;
use crate::lang::sheet::SheetNo;
use crate::mail::ours;
use crate::store::entry::Stop;
use crate::store::fs::{Access, Disk, exists, list_if_there, make_dir, replace};
use crate::store::layout;
use crate::store::maildir::Maildir;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The file that says that a folder is a demo's, and may be replaced.
const MARK: &str = ".packetboat-demo";

/// So long before the reader's own move the demo begins. Its campaigns are over by then.
const BEFORE: Length = Length::hours(24 * 21);

/// How often its campaigns are due: not every week, as most are, or it would be a matter of months.
const EVERY_DAY: &str = "1d 20:00";

/// How long it is waited for anything at most.
const HOURS_MAX: u32 = 24 * 20;

/// What hears the story, a line at a time.
pub type Hears<'a> = &'a mut dyn FnMut(&str);

/// Plays the demo, of one of the games or of all, telling it as it happens; `now` is when the
/// reader is to move.
///
/// # Errors
/// A folder that is not a demo's; a game that does not exist or has no demo; the disk.
pub fn run(
    dir: &Path,
    (games, game): (Games, Option<&str>),
    now: Moment,
    hears: Hears<'_>,
) -> anyhow::Result<()> {
    let mut parts = Vec::new();
    let named = |it: &&'static dyn crate::engine::game::Game| game.is_none_or(|id| it.id() == id);
    for game in games.listed().filter(named) {
        let script = script::of(&game.pack());
        let script = script.map_err(|it| Fault::usage(it.to_string()))?;
        parts.extend(script.map(|it| (game.id(), it)));
    }
    let Some((yours_game, yours)) = parts.first() else {
        let named = game.unwrap_or("these");
        return Err(Fault::usage(format!("there is no demo of `{named}`"))
            .hint("`packetboat games` lists the games.")
            .into());
    };
    let club = make(dir, games)?;
    let mut played = Played {
        club,
        now: morning(now.minus(BEFORE)),
        hears,
    };
    played.title(&format!("A club in {}", dir.display()));
    played.found(&parts)?;
    played.play(&parts)?;
    played.keep(&parts)?;
    played.prove()?;
    played.now = played.now.max(now);
    played.leave_open(yours_game, &yours.yours)
}

/// Nine in the morning, UTC, of that day.
fn morning(at: Moment) -> Moment {
    const DAY: i64 = 24 * 60 * 60;
    Moment::from_seconds(at.seconds() / DAY * DAY + 9 * 60 * 60)
}

/// Makes the club, in place of one that an earlier demo made.
fn make(dir: &Path, games: Games) -> anyhow::Result<Club> {
    clear(dir)?;
    let wanted = ClubWanted {
        name: "Sunday Galleon",
        address: "orders@club.example",
        referee: "referee@club.example",
        zone: "Europe/Warsaw",
        authserv_id: None,
    };
    create::make(&Disk, dir, &wanted)?;
    let mark = dir.join(MARK);
    replace(
        &Disk,
        &mark,
        b"Made by `packetboat demo`.\n",
        Access::Shared,
    )?;
    open::club_on(Arc::new(Disk), layout::Club::new(dir), games)
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
struct Played<'a> {
    club: Club,
    now: Moment,
    hears: Hears<'a>,
}

impl Played<'_> {
    fn title(&mut self, what: &str) {
        (self.hears)("");
        (self.hears)(&format!("== {what}"));
        (self.hears)("");
    }

    /// Something happens.
    fn say(&mut self, what: &str) {
        let at = self.now.for_people(self.club.config.club.zone, self.now);
        for (number, line) in what.lines().enumerate() {
            match number {
                0 => (self.hears)(&format!("{at}  {line}")),
                _ => (self.hears)(&format!("  {line}")),
            }
        }
    }

    /// Something to read, as it is in a file.
    fn show(&mut self, what: &str, text: &str) {
        (self.hears)("");
        (self.hears)(&format!("  {what}"));
        (self.hears)("");
        for line in text.trim_matches('\n').lines() {
            (self.hears)(format!("    | {line}").trim_end());
        }
        (self.hears)("");
    }

    /// Starts a campaign of each game.
    fn found(&mut self, parts: &[(&str, Script)]) -> anyhow::Result<()> {
        for (game, script) in parts {
            let plan = &script.campaign;
            let seed = blake3::hash(format!("demo {game}").as_bytes()).to_hex();
            let wanted = CampaignWanted {
                scenario: plan.scenario.as_deref(),
                players: &plan.players,
                robots: &plan.robots,
                options: &plan.options,
                seed: Some(seed.as_str()),
                ..CampaignWanted::usual(game, &plan.name, EVERY_DAY)
            };
            let told = create::new(&self.club, &wanted, self.now)?;
            self.say(told.trim_end());
        }
        self.tick()
    }

    /// Plays all campaigns to their ends, side by side: whose sheet comes first writes first.
    fn play(&mut self, parts: &[(&str, Script)]) -> anyhow::Result<()> {
        let campaigns = || parts.iter().map(|it| &it.1.campaign);
        let mut mails: Vec<(&CampaignScript, &MailScript)> = parts
            .iter()
            .flat_map(|it| it.1.mails.iter().map(|mail| (&it.1.campaign, mail)))
            .collect();
        mails.sort_by_key(|it| it.1.sheet);
        let mut told = BTreeSet::new();
        for (campaign, mail) in mails {
            if self.wait_for(&campaign.name, Some(mail.sheet))? {
                self.tell_from(campaign, &mut told)?;
                self.deliver(&campaign.name, mail)?;
            }
        }
        for campaign in campaigns() {
            self.wait_for(&campaign.name, None)?;
            self.tell_from(campaign, &mut told)?;
        }
        Ok(())
    }

    /// One cron run, five minutes later.
    fn tick(&mut self) -> anyhow::Result<()> {
        self.now = self.now.plus(Length::minutes(5));
        self.tick_now()
    }

    fn tick_now(&mut self) -> anyhow::Result<()> {
        let summary = run::run(&self.club, self.now)?;
        for (id, what) in &summary.changed {
            self.say(&format!("{id}: {}", what.join("; ")));
        }
        Ok(())
    }

    fn open(&self, name: &str) -> anyhow::Result<Campaign> {
        let (id, _) = self.club.campaign(name)?;
        let campaign = Campaign::open(&self.club, &id);
        campaign.map_err(|it| crate::desk::club::errors::fault(&id, it))
    }

    /// Lets cron run until the campaign calls for that sheet; `None`: until it is over. Whether it
    /// came so far. Where nobody has written the referee is asked; here the referee lets it go on.
    fn wait_for(&mut self, name: &str, sheet: Option<SheetNo>) -> anyhow::Result<bool> {
        for _ in 0..HOURS_MAX {
            let campaign = self.open(name)?;
            let desk = &campaign.note().desk;
            if desk.stop == Stop::Over {
                return Ok(sheet.is_none());
            }
            if sheet.is_some_and(|it| campaign.table.sheet() >= it) {
                return Ok(true);
            }
            if desk.held.is_some() {
                let told = crate::desk::commands::referee::release(&self.club, name, "", self.now)?;
                self.say(&format!("packetboat release {name}: {}", told.trim_end()));
            }
            self.now = self.now.plus(Length::minutes(55));
            self.tick()?;
        }
        Ok(false)
    }

    /// Puts a mail into the Maildir, and lets cron run.
    fn deliver(&mut self, campaign: &str, mail: &MailScript) -> anyhow::Result<()> {
        self.now = self.now.plus(Length::minutes(15));
        let before: BTreeSet<String> = self.sent()?.into_iter().collect();
        let answered = self.newest(campaign, mail.seat, "report")?;
        let opener = self.open(campaign)?.opener(mail.seat, mail.sheet);
        let bytes = mails::written(&self.club, &opener, mail, answered.as_deref(), self.now)?;
        let root = self.club.layout.path(&self.club.config.mail_in.maildir);
        let maildir = Maildir::new(&*self.club.fs, root);
        let copies = if mail.shape == Shape::Twice { 2 } else { 1 };
        for _ in 0..copies {
            maildir.deliver(&bytes, self.now)?;
        }
        self.say(&format!("{campaign}: {}", mail.says));
        if mail.show {
            self.show("The orders of that mail:", &mail.orders);
        }
        self.tick()?;
        let new = self.sent()?.into_iter().find(|it| !before.contains(it));
        if let Some(file) = new.filter(|_| mail.show) {
            let text = self.text(&file)?;
            // What is above the sheet, but for the line that leads over to it.
            let text = text.split("\n#orders ").next().unwrap_or_default();
            let text = text.rsplit_once("\n\n").map_or(text, |it| it.0);
            let what = format!(
                "The answer, {}, without the sheet at its end:",
                self.at(&file)
            );
            self.show(&what, text);
        }
        Ok(())
    }

    /// Shows, once, what a report says of what happened.
    fn tell_from(
        &mut self,
        campaign: &CampaignScript,
        told: &mut BTreeSet<String>,
    ) -> anyhow::Result<()> {
        let opened = self.open(&campaign.name)?;
        let over = opened.note().desk.stop == Stop::Over;
        let come = over || opened.table.sheet() >= campaign.shown_at;
        if !come || !told.insert(campaign.name.clone()) {
            return Ok(());
        }
        let Some(file) = self.newest(&campaign.name, campaign.shown, "report")? else {
            return Ok(());
        };
        let text = self.text(&file)?;
        if let Some(chapter) = chapter(&text, &campaign.chapters) {
            let what = format!("From the report {}:", self.at(&file));
            self.show(&what, &chapter);
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

    /// Where a mail is that was sent.
    fn at(&self, file: &str) -> String {
        let path = self.club.layout.path("mail/out").join(file);
        path.display().to_string()
    }

    /// The text of a mail that was sent.
    fn text(&self, file: &str) -> anyhow::Result<String> {
        let path = self.club.layout.path("mail/out").join(file);
        Ok(ours(&self.club.fs.read(&path)?).text)
    }

    fn newest(&self, campaign: &str, seat: Seat, kind: &str) -> anyhow::Result<Option<String>> {
        let start = format!("{campaign}.");
        let end = format!(".{seat}.{kind}.eml");
        let mut sent = self.sent()?;
        sent.retain(|it| it.starts_with(&start) && it.ends_with(&end));
        Ok(sent.pop())
    }

    /// Writes the last report of each campaign into files to be looked at: as a page, its pictures,
    /// and as data.
    fn keep(&mut self, parts: &[(&str, Script)]) -> anyhow::Result<()> {
        self.title("To be looked at in a browser, and read by programs");
        let root = std::path::absolute(self.club.layout.root())?;
        let folder = root.join("look");
        make_dir(&Disk, &folder)?;
        for (_, script) in parts {
            let CampaignScript { name, shown, .. } = &script.campaign;
            let report = OnShow::find(name, Some(&root), self.club.shelf.games)?;
            let page = report.page(None, Viewer::Seat(*shown), self.now)?;
            let json = serde_json::to_string_pretty(&page.json)?;
            let mut files = vec![
                (format!("{name}.html"), report.html(&page).into_bytes()),
                (format!("{name}.json"), json.into_bytes()),
            ];
            let pictures = report.painted(&page).into_iter();
            files.extend(pictures.map(|it| (format!("{name}-{}.png", it.0), it.1)));
            for (file, bytes) in files {
                let path = folder.join(file);
                replace(&Disk, &path, &bytes, Access::Private)?;
                (self.hears)(&path.display().to_string());
            }
        }
        Ok(())
    }

    /// How far it is, and that all of it can be played again.
    fn prove(&mut self) -> anyhow::Result<()> {
        self.title("The state of the club (packetboat status)");
        let status = status::status(&self.club, None, self.now)?;
        for line in standing::lines(&status).lines() {
            (self.hears)(line);
        }
        self.title("The proof (packetboat verify --strict)");
        let found = verify::club(&self.club, None, verify::How { strict: true })?;
        for line in found.to_string().lines() {
            (self.hears)(line);
        }
        Ok(())
    }

    /// Begins a campaign in which the reader sits, and says how to move.
    fn leave_open(&mut self, game: &str, yours: &YoursScript) -> anyhow::Result<()> {
        let player = format!("{}=You <you@example.org>", yours.seat);
        let seed = blake3::hash(format!("yours {game}").as_bytes()).to_hex();
        let wanted = CampaignWanted {
            scenario: yours.scenario.as_deref(),
            players: &[player],
            robots: &yours.robots,
            seed: Some(seed.as_str()),
            ..CampaignWanted::usual(game, &yours.name, "sun 20:00")
        };
        let (name, seat) = (&yours.name, yours.seat);
        self.title(&format!("Your move: you play {seat} in {name}"));
        let told = create::new(&self.club, &wanted, self.now)?;
        self.say(told.trim_end());
        self.tick_now()?;
        let campaign = self.open(name)?;
        let opener = campaign.opener(seat, campaign.table.sheet());
        let orders = yours.orders.trim_end();
        let text = format!("{opener}\n{orders}\n#end\n");
        let root = std::path::absolute(self.club.layout.root())?;
        let file = root.join("my-orders.txt");
        replace(&Disk, &file, text.as_bytes(), Access::Private)?;
        let (file, club) = (file.display().to_string(), root.display().to_string());
        let (file, club) = (quoted(&file), quoted(&club));
        let program = own_name();
        let steps = [
            ("Read your report", format!("show {name} --as {seat}")),
            (
                "Say what you want: change the sheet in this file, or leave it, and try it",
                format!("check {name} {seat} {file}"),
            ),
            ("Send it", format!("submit {name} {seat} {file}")),
            ("Close the turn", format!("resolve {name}")),
            ("Read the result", format!("show {name} --as {seat}")),
            ("See the whole history", format!("entries {name}")),
        ];
        for (number, (what, command)) in steps.iter().enumerate() {
            (self.hears)(&format!("{}. {what}:", number + 1));
            (self.hears)(&format!("   {program} {command} --club {club}"));
        }
        (self.hears)("");
        (self.hears)(&format!(
            "Every mail is in {}; every position is in the folders under {}.",
            quoted(&root.join("mail/out").display().to_string()),
            quoted(&root.join("campaigns").display().to_string())
        ));
        Ok(())
    }
}

/// The chapter of a report whose heading holds one of these words, in order of preference: its
/// heading, and what comes before the next.
pub fn chapter(text: &str, words: &[String]) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let heads = |line: &str| {
        let letters = line.chars().any(char::is_alphabetic);
        letters && !line.starts_with(' ') && line == line.to_uppercase()
    };
    let begins = words.iter().find_map(|word| {
        let word = word.to_uppercase();
        let is_it = |it: &&str| heads(it) && it.split(' ').any(|it| it == word);
        lines.iter().position(is_it)
    })?;
    let rest = lines[begins + 1..].iter();
    let chapter: Vec<&str> = rest.copied().take_while(|it| !heads(it)).collect();
    let chapter = chapter.join("\n");
    Some(format!(
        "{}\n\n{}",
        lines[begins],
        chapter.trim_matches('\n')
    ))
}
