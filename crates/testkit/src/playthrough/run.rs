//! Plays a playthrough: every stop is an entry of its own, as at the desk, and every report is made
//! as it is mailed.
//!
//! Not here: the format (`playthrough`), and comparing with the golden texts (`differences`).

use super::super::run_case::Played as Entry;
use super::super::simulate::check;
use super::super::words::Words;
use super::{Pages, Playthrough, Stop};
use packetboat_core::engine::data::{DataPack, Founding, GameCard};
use packetboat_core::engine::dice::{Dice, Keys, hex, seals};
use packetboat_core::engine::game::{Block, Files, Game, Halted, Table, Understood, card};
use packetboat_core::engine::pages::Standing;
use packetboat_core::engine::scene::Picture;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_report::{
    DiceShown, Frame, ReportKind, SeatAt, Stop as Waits, Subject, Templates, subject,
};
use std::collections::BTreeMap;

/// The name of the campaign and of the club in all reports.
const CAMPAIGN: &str = "playthrough";
const CLUB: &str = "Packetboat";

/// A playthrough that has been played.
#[derive(Debug)]
pub struct Played {
    /// The reports made.
    pub pages: Pages,
    /// Their HTML parts.
    pub html: Pages,
    /// The same without pictures: with the maps in letters that these replace.
    pub bare: Pages,
    /// The pictures of the reports, by `<number>-<seat>-<name>`.
    pub pictures: BTreeMap<String, Picture>,
    /// Their JSON parts.
    pub data: Pages,
    /// What differs from what the stops expect.
    pub differs: Vec<String>,
}

/// Plays it from beginning to end.
///
/// # Errors
/// A founding that does not fit, a broken invariant, a template that fails, or a panic.
pub fn play(
    game: &dyn Game,
    pack: &DataPack,
    templates: &Templates,
    playthrough: &Playthrough,
) -> Result<Played, String> {
    check(|| {
        let mut course = Course::begin(game, pack, templates, playthrough)?;
        let mut differs = Vec::new();
        for (stop, number) in playthrough.stops.iter().zip(1..) {
            let at = |it: String| format!("stop {number}: {it}");
            let found = course.stop(stop).map_err(at)?;
            differs.extend(found.into_iter().map(at));
        }
        Ok(Played {
            pages: course.pages,
            html: course.html,
            bare: course.bare,
            pictures: course.pictures,
            data: course.data,
            differs,
        })
    })
}

/// What the seats mail at a stop, in table order.
pub(super) type Mailed = Vec<(Seat, String)>;

/// A playthrough in the middle of being played.
pub(super) struct Course<'a> {
    game: &'a dyn Game,
    pack: &'a DataPack,
    templates: &'a Templates,
    playthrough: &'a Playthrough,
    card: GameCard,
    pub(super) table: Box<dyn Table>,
    /// What earlier entries recorded, the oldest first.
    journals: Vec<String>,
    /// How many of them each seat has heard of.
    heard: BTreeMap<Seat, usize>,
    /// The position of the last report to each seat, as its state file.
    seen: BTreeMap<Seat, String>,
    /// The link of the dice last used.
    link: u32,
    submissions: u32,
    pub(super) pages: Pages,
    html: Pages,
    bare: Pages,
    pictures: BTreeMap<String, Picture>,
    data: Pages,
    /// The standing of all at each stop.
    course: Vec<Standing>,
}

impl<'a> Course<'a> {
    /// Sets up the campaign and plays it to its first stop.
    pub(super) fn begin(
        game: &'a dyn Game,
        pack: &'a DataPack,
        templates: &'a Templates,
        playthrough: &'a Playthrough,
    ) -> Result<Self, String> {
        let card = card(pack).map_err(|it| it.to_string())?;
        let scenario = playthrough.scenario.as_deref();
        let founding = Founding::new(&card, scenario, &playthrough.seats, &playthrough.options);
        let founding = founding.map_err(|it| it.to_string())?;
        let strangers = playthrough.players.keys();
        if let Some(seat) = strangers
            .into_iter()
            .find(|it| !founding.seats.contains(it))
        {
            return Err(format!("players: no seat is called `{seat}`"));
        }
        let mut dice = Dice::keyed(keys(playthrough, 1)?);
        let table = game.found(pack, CAMPAIGN, &founding, &mut dice);
        let mut course = Course {
            table: table.map_err(|it| it.to_string())?,
            game,
            pack,
            templates,
            playthrough,
            card,
            journals: Vec::new(),
            heard: BTreeMap::new(),
            seen: BTreeMap::new(),
            link: 1,
            submissions: 0,
            pages: Pages::new(),
            html: Pages::new(),
            bare: Pages::new(),
            pictures: BTreeMap::new(),
            data: Pages::new(),
            course: Vec::new(),
        };
        let halt = course.table.play(&mut dice, false);
        let halt = halt.map_err(|it| it.to_string())?;
        course.reports(&halt)?;
        course.commit()?;
        Ok(course)
    }

    /// The seats asked for a sheet or an answer here, in table order; none if the game is over.
    pub(super) fn called(&self) -> Vec<Seat> {
        let called = match self.table.halt() {
            Halted::Gathering { called, .. } => called,
            Halted::Asking { seats } => seats,
            Halted::Over(_) => return Vec::new(),
        };
        let seats = self.table.seats().into_iter();
        seats.filter(|it| called.contains(it)).collect()
    }

    /// What a robot in this seat would send now.
    pub(super) fn robot(&self, seat: Seat) -> Result<String, String> {
        let keys = keys(self.playthrough, self.link + 1)?;
        let mut dice = Dice::keyed(keys.for_robot(seat.as_str()));
        Ok(self.table.robot(seat, &mut dice))
    }

    /// Plays one stop; returns what differs from what it expects.
    fn stop(&mut self, stop: &Stop) -> Result<Vec<String>, String> {
        let sheet = self.table.sheet();
        if matches!(self.table.halt(), Halted::Over(_)) {
            return Err("the game is over".to_owned());
        }
        if sheet != stop.turn {
            return Err(format!("it is turn {sheet}, not {}", stop.turn));
        }
        let seats = self.table.seats();
        let named = stop.sheet.keys().chain(&stop.robots);
        if let Some(stranger) = named.into_iter().find(|it| !seats.contains(it)) {
            return Err(format!("no seat is called `{stranger}`"));
        }
        let mut mailed = Mailed::new();
        for seat in self.table.seats() {
            let own = stop.sheet.get(&seat);
            let bodies = own.map_or(&[][..], super::Mails::bodies);
            mailed.extend(bodies.iter().map(|it| (seat, it.clone())));
            let plays = !self.playthrough.players.contains_key(&seat) && bodies.is_empty();
            if stop.robots.contains(&seat) || (plays && self.called().contains(&seat)) {
                mailed.push((seat, self.robot(seat)?));
            }
        }
        let entry = self.play(&mailed)?;
        let differs = entry.compare(&stop.expected());
        self.table = entry.into_table();
        self.commit()?;
        Ok(differs)
    }

    /// Files what was mailed, lets the deadline come, and makes the reports of the next stop.
    /// The table is in what is returned.
    fn play(&mut self, mailed: &Mailed) -> Result<Entry, String> {
        let receipts = self.file(mailed);
        self.link += 1;
        let mut dice = Dice::keyed(keys(self.playthrough, self.link)?);
        let halt = self.table.play(&mut dice, true);
        let halt = halt.map_err(|it| it.to_string())?;
        self.reports(&halt)?;
        let table = self.reopened()?;
        let played = std::mem::replace(&mut self.table, table);
        let words = Words::of(self.game, self.pack);
        Entry::stopped(words, played, receipts, halt)
    }

    /// The same without expectations: for recording.
    pub(super) fn play_on(&mut self, mailed: &Mailed) -> Result<(), String> {
        let entry = self.play(mailed)?;
        self.table = entry.into_table();
        self.commit()
    }

    fn file(&mut self, mailed: &Mailed) -> BTreeMap<Seat, Vec<(u32, Understood)>> {
        let sheet = self.table.sheet();
        let mut receipts: BTreeMap<Seat, Vec<(u32, Understood)>> = BTreeMap::new();
        for (seat, body) in mailed {
            self.submissions += 1;
            let block = Block { sheet, body };
            let understood = self.table.file(*seat, self.submissions, &block);
            let own = receipts.entry(*seat).or_default();
            own.push((self.submissions, understood));
        }
        receipts
    }

    /// Closes the entry: what it recorded is kept, and the table is opened again from its files.
    fn commit(&mut self) -> Result<(), String> {
        let table = self.reopened()?;
        self.journals.extend(self.table.save().journal);
        self.table = table;
        Ok(())
    }

    fn reopened(&self) -> Result<Box<dyn Table>, String> {
        let files = Files {
            journal: None,
            ..self.table.save()
        };
        let table = self.game.open(self.pack, CAMPAIGN, &files);
        table.map_err(|it| it.to_string())
    }

    /// Makes the reports of the stop that was reached: of all players, or at an interrupt of those
    /// asked.
    fn reports(&mut self, halt: &Halted) -> Result<(), String> {
        let first = self.journals.is_empty();
        let number = self.link;
        let points = self.table.scores();
        if !points.is_empty() && !matches!(halt, Halted::Asking { .. }) {
            let sheet = self.table.sheet();
            self.course.push(Standing { sheet, points });
        }
        for seat in self.table.seats() {
            let Some(player) = self.playthrough.players.get(&seat) else {
                continue;
            };
            let kind = match halt {
                Halted::Asking { seats } if !seats.contains(&seat) => continue,
                Halted::Asking { .. } => ReportKind::Question,
                Halted::Over(_) => ReportKind::Final,
                Halted::Gathering { .. } if first => ReportKind::First,
                Halted::Gathering { .. } => ReportKind::Usual,
            };
            let heard = self.heard.get(&seat).copied().unwrap_or(0);
            let earlier = self.journals.get(heard..).unwrap_or_default();
            let page = self.table.report(Viewer::Seat(seat), earlier);
            let mut page = page.map_err(|it| it.to_string())?;
            if let Some(state) = self.seen.get(&seat) {
                let before = self.table.view_of(Viewer::Seat(seat), state);
                page.before = Some(before.map_err(|it| it.to_string())?);
            }
            let frame = Frame {
                player: player.clone(),
                dice: self.dice_shown(kind)?,
                ..self.frame(seat, halt)
            };
            let (text, mut plan) = self.templates.report_with_plan(&frame, kind, &page)?;
            let pictures = self.table.pictures(Viewer::Seat(seat), earlier);
            let mut pictures = pictures.map_err(|it| it.to_string())?;
            pictures.extend(self.table.course(Viewer::Seat(seat), &self.course));
            let about = subject(&frame, &Subject::Report(kind));
            let bare = self
                .templates
                .html(&about, &plan, (&text, ""), &|it| it.name.clone())?;
            self.bare.insert(format!("{number:02}-{seat}.html"), bare);
            plan.show(pictures);
            for picture in &plan.pictures {
                let name = format!("{number:02}-{seat}-{}", picture.name);
                self.pictures.insert(name, picture.clone());
            }
            let data = self
                .templates
                .data(self.game, (&frame, kind, &page), None)?;
            self.data
                .insert(format!("{number:02}-{seat}.json"), data.to_string());
            let html = self
                .templates
                .html(&about, &plan, (&text, ""), &|it| it.name.clone())?;
            self.html.insert(format!("{number:02}-{seat}.html"), html);
            self.pages.insert(format!("{number:02}-{seat}.txt"), text);
            // The journal now written is among those heard of once it is kept.
            self.heard.insert(seat, self.journals.len() + 1);
            self.seen.insert(seat, self.table.save().state);
        }
        Ok(())
    }

    fn frame(&self, seat: Seat, halt: &Halted) -> Frame {
        let seats = self.table.seats();
        let at = |seat: &Seat| SeatAt {
            name: *seat,
            title: self.title(*seat),
            player: self
                .playthrough
                .players
                .get(seat)
                .cloned()
                .unwrap_or_default(),
            robot: !self.playthrough.players.contains_key(seat),
        };
        let over = matches!(halt, Halted::Over(_));
        Frame {
            club: CLUB.to_owned(),
            campaign: CAMPAIGN.to_owned(),
            game: self.game.id().to_owned(),
            title: self.card.title.clone(),
            seat: Some(seat),
            seat_title: self.title(seat),
            player: String::new(),
            point: self.card.point.clone(),
            seats: seats.iter().map(at).collect(),
            deadline: self.playthrough.deadline.clone().filter(|_| !over),
            stop: match halt {
                Halted::Gathering { called, .. } if called.contains(&seat) => Waits::Gate,
                Halted::Gathering { .. } => Waits::Elsewhere,
                Halted::Asking { .. } => Waits::Interrupt,
                Halted::Over(_) => Waits::Over,
            },
            refereed: self.table.referee().is_some(),
            referees: self.table.referee() == Some(seat),
            sheet_names: self.table.sheet_names().clone(),
            ..Frame::bare(self.table.sheet())
        }
    }

    fn title(&self, seat: Seat) -> String {
        let card = self.card.seats.iter().find(|it| it.name == seat);
        card.map_or_else(|| seat.to_string(), |it| it.title.clone())
    }

    fn dice_shown(&self, kind: ReportKind) -> Result<DiceShown, String> {
        let seed = seed(self.playthrough);
        let link = hex(&keys(self.playthrough, self.link)?.open);
        let number = self.link;
        Ok(match kind {
            _ if !self.card.dice => DiceShown::Nothing,
            ReportKind::First | ReportKind::Takeover | ReportKind::NewAddress => {
                let (chain, seed_hash) = seals(&seed);
                DiceShown::Sealed {
                    anew: false,
                    chain,
                    seed_hash,
                    link,
                }
            }
            ReportKind::Renewed | ReportKind::Back => DiceShown::Nothing,
            ReportKind::Final => DiceShown::Opened {
                anew: false,
                number,
                seed: hex(&seed),
            },
            ReportKind::Usual | ReportKind::Question | ReportKind::Public | ReportKind::Referee => {
                DiceShown::Link {
                    anew: false,
                    number,
                    link,
                    timeline: 0,
                }
            }
        })
    }
}

fn seed(playthrough: &Playthrough) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&playthrough.seed.to_le_bytes());
    seed
}

fn keys(playthrough: &Playthrough, link: u32) -> Result<Keys, String> {
    Keys::new(&seed(playthrough), link, 0)
}
