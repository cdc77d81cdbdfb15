//! Every game there is, toy games included: its events and questions have macros, its reports keep
//! their manners from the first to the last, and its order sheets read as they stand.

use super::pretend::check_manners;
use crate::sources::{read, root};
use packetboat::engine::data::{DataPack, Founding, GameCard, Setting};
use packetboat::engine::dice::{Dice, Keys, LINKS};
use packetboat::engine::game::{Block, Game, Halted, PageData, Table, card};
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::lang::block::find;
use packetboat::report::{
    Finding, Frame, GameLine, GamePage, Gate, ReceiptPage, ReportKind, SeatAt, SheetRead, Stop,
    Templates, is_last_line, rulings,
};
use packetboat_testkit::owed::every_case_holds;
use packetboat_tools::games;
use packetboat_tools::games::all;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

const CAMPAIGN: &str = "pre-21";
const SEED: [u8; 32] = [7; 32];

/// How many stops a campaign of robots may take; more would mean that it does not end.
const STOPS_MAX: u32 = 2_000;

fn templates() -> Templates {
    Templates::of(games::templates())
}

fn dice(link: u32) -> Dice {
    Dice::keyed(Keys::new(&SEED, 1 + link % LINKS, 0).unwrap())
}

/// A campaign of one game at its beginning.
struct Campaign {
    game: &'static dyn Game,
    card: GameCard,
    table: Box<dyn Table>,
    templates: Templates,
}

impl Campaign {
    fn found(game: &'static dyn Game, options: &BTreeMap<String, Setting>) -> Self {
        let pack = game.pack();
        let card = card(&pack).unwrap();
        let founding = Founding::new(&card, None, &[], options).unwrap();
        let table = game
            .found(&pack, CAMPAIGN, &founding, &mut dice(0))
            .unwrap();
        Campaign {
            game,
            card,
            table,
            templates: templates(),
        }
    }

    fn frame(&self, viewer: Viewer, stop: Stop) -> Frame {
        let titled = |name: Seat| {
            let seat = self.card.seats.iter().find(|it| it.name == name);
            seat.expect("a seat of the card").title.clone()
        };
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        };
        let seats = self.table.seats().into_iter().map(|name| SeatAt {
            name,
            title: titled(name),
            player: format!("Player of {name}"),
            robot: false,
        });
        Frame {
            club: "Sunday Galleon".to_owned(),
            referee: "referee@club.example".to_owned(),
            campaign: CAMPAIGN.to_owned(),
            game: self.game.id().to_owned(),
            title: self.card.title.clone(),
            seat,
            seat_title: seat.map(titled).unwrap_or_default(),
            player: seat.map(|it| format!("Player of {it}")).unwrap_or_default(),
            seats: seats.collect(),
            deadline: Some("Sun 22 Nov 20:00 (Madrid)".to_owned()),
            stop,
            ..Frame::bare(self.table.sheet())
        }
    }

    fn render(&self, viewer: Viewer, kind: ReportKind, stop: Stop, page: &PageData) -> String {
        let text = self.templates.report(&self.frame(viewer, stop), kind, page);
        let text = text.unwrap_or_else(|it| panic!("{}: {it}", self.game.id()));
        check_manners(&text);
        text
    }

    /// Reports for everybody at this stop.
    fn report_all(&self, kind: ReportKind, stop: Stop, seats: &BTreeSet<Seat>) {
        for seat in seats {
            let viewer = Viewer::Seat(*seat);
            let page = self.table.report(viewer, &[]).unwrap();
            let text = self.render(viewer, kind, stop, &page);
            if stop == Stop::Gate {
                self.check_sheet(*seat, &text, &page);
            }
        }
        let page = self.table.page(Viewer::Public, &[]).unwrap();
        self.render(Viewer::Public, ReportKind::Public, stop, &page);
    }

    /// The sheet of a report reads without a fault, each of its suggestions too; untouched it is
    /// found as one block.
    fn check_sheet(&self, seat: Seat, report: &str, page: &PageData) {
        let lines: Vec<&str> = report.lines().collect();
        let blocks = find(&lines);
        let [block] = blocks.as_slice() else {
            panic!("one sheet in:\n{report}");
        };
        assert!(block.lines.last().is_some_and(|it| is_last_line(it)));
        let mut bodies = vec![block.text()];
        bodies.extend(page.order_sheet.advice.iter().cloned());
        for body in bodies {
            let block = Block {
                sheet: page.sheet,
                body: &body,
            };
            let understood = self.table.check(seat, &block);
            let id = self.game.id();
            assert!(
                understood.faults.is_empty(),
                "{id}: {body}\n{:?}",
                understood.faults
            );
        }
    }

    /// Files a robot's sheet and renders its receipt.
    fn file(&mut self, seat: Seat, submission: u32) {
        let body = self.table.robot(seat, &mut dice(submission));
        // Now and then what may be asked by mail is not said beforehand.
        let said = |it: &&str| submission.is_multiple_of(2) || !it.starts_with("SPOILS");
        let body = Vec::from_iter(body.lines().filter(said)).join("\n");
        let sheet = self.table.sheet();
        let block = Block { sheet, body: &body };
        let understood = self.table.file(seat, submission, &block);
        let opener = format!("#orders {CAMPAIGN} {seat} turn {sheet}\n{body}");
        let now = self.table.page(Viewer::Seat(seat), &[]).unwrap();
        let page = ReceiptPage {
            finding: Finding::Read(Box::new(SheetRead {
                source: packetboat::report::Source::Block,
                before: Gate::NoSheet,
                sheet,
                submission,
                lines: opener.lines().map(str::to_owned).collect(),
                understood: understood.clone(),
            })),
            advice: Vec::new(),
            instead_of: 0,
            mended: Vec::new(),
            answers: Vec::new(),
            letters: Vec::new(),
            absences: Vec::new(),
            in_force: Vec::new(),
            order_sheet: now.order_sheet,
            asked: now.answers,
            gate: Gate::Ready,
            offered: String::new(),
        };
        let frame = self.frame(Viewer::Seat(seat), Stop::Gate);
        let receipt = self.templates.receipt(&frame, &page).unwrap();
        check_manners(&receipt);
        let lines: Vec<&str> = receipt.lines().collect();
        let blocks = find(&lines);
        let [block] = blocks.as_slice() else {
            panic!("one sheet in:\n{receipt}");
        };
        // Sent back, the sheet of the receipt says what was said before.
        let body = block.text();
        let again = self.table.check(seat, &Block { sheet, body: &body });
        let texts = |read: &[packetboat::engine::game::LineRead]| -> Vec<String> {
            read.iter().map(|it| it.text.clone()).collect()
        };
        assert!(again.faults.is_empty(), "{receipt}\n{:?}", again.faults);
        if !understood.lines.is_empty() {
            assert_eq!(texts(&again.lines), texts(&understood.lines), "{receipt}");
        }
    }
}

/// Campaigns of robots by whose events the templates of games without cases are tried.
const TRIALS: u32 = 20;

/// Everything told in a few campaigns of robots, and of players who send the suggestions of their
/// order sheets without an IF, from the last to the first.
fn told_by_robots(game: &'static dyn Game) -> Vec<Json> {
    let mut told = Vec::new();
    for trial in 0..TRIALS {
        let mut table = Campaign::found(game, &BTreeMap::new()).table;
        let dice = |stop: u32| dice(trial * STOPS_MAX + stop);
        let mut halt = table.play(&mut dice(0), false).unwrap();
        for stop in 1.. {
            if matches!(halt, Halted::Over(_)) {
                break;
            }
            for seat in table.seats() {
                let page = table.report(Viewer::Seat(seat), &[]).unwrap();
                let perhaps = page.order_sheet.advice.iter().rev();
                let perhaps = perhaps.filter_map(|it| it.split(" IF ").next());
                let body = match trial % 2 {
                    0 => table.robot(seat, &mut dice(stop)),
                    _ => Vec::from_iter(perhaps).join("\n"),
                };
                let sheet = table.sheet();
                table.file(seat, stop, &Block { sheet, body: &body });
            }
            halt = table.play(&mut dice(stop), true).unwrap();
        }
        told.extend(table.page(Viewer::Referee, &[]).unwrap().events);
    }
    told
}

/// The events for which a game has words: its macros of one event.
pub(crate) fn events_with_words(id: &str) -> BTreeSet<String> {
    let text = &games::templates()[&format!("{id}/events.txt")];
    let macros = text.split("macro ").skip(1);
    let names = macros.filter_map(|it| it.split_once("(e)"));
    // A macro that others call is none of an event.
    let alone = names.filter(|it| text.matches(&format!(" {}(", it.0)).count() == 1);
    let alone = alone.map(|it| it.0.to_owned());
    alone.filter(|it| !it.contains('(')).collect()
}

/// Every event told while cases run, or robots play where a game has no cases, is put into words;
/// and there are words for none that nobody tells.
#[test]
fn every_event_told_has_words() {
    for game in all() {
        let id = game.id();
        let mut told = every_case_holds(game, &root().join(format!("games/{id}/tests")));
        if told.is_empty() {
            told = told_by_robots(game);
        }
        if id == "conquistador" {
            let samples = read("games/conquistador/tests/samples.json");
            told.extend(serde_json::from_str::<Vec<Json>>(&samples).unwrap());
        }
        let mut seen = BTreeSet::new();
        told.retain(|it| seen.insert(it.to_string()));
        let campaign = Campaign::found(game, &BTreeMap::new());
        let viewer = Viewer::Seat(campaign.table.seats()[0]);
        let page = campaign.table.page(viewer, &[]).unwrap();
        for events in told.chunks(50) {
            let events = events.to_vec();
            let page = PageData {
                events,
                ..page.clone()
            };
            campaign.render(viewer, ReportKind::Usual, Stop::Gate, &page);
        }
        let kinds = told.iter().filter_map(|it| it["event"].as_str());
        let kinds: BTreeSet<String> = kinds.map(|it| it.replace('-', "_")).collect();
        assert_eq!(kinds, events_with_words(id), "{id}");
    }
}

/// Robots play a campaign to its end; every report and receipt on the way is rendered. Returns how
/// often somebody was asked by mail.
fn check_campaign(game: &'static dyn Game, options: &BTreeMap<String, Setting>) -> u32 {
    let mut campaign = Campaign::found(game, options);
    let seats: BTreeSet<Seat> = campaign.table.seats().into_iter().collect();
    let mut halt = campaign.table.play(&mut dice(0), false).unwrap();
    campaign.report_all(ReportKind::First, Stop::Gate, &seats);
    let (mut submission, mut asked) = (0, 0);
    for stop in 1..STOPS_MAX {
        match &halt {
            Halted::Over(_) => {
                campaign.report_all(ReportKind::Final, Stop::Over, &seats);
                return asked;
            }
            Halted::Asking { seats } => {
                asked += 1;
                campaign.report_all(ReportKind::Question, Stop::Interrupt, seats);
                halt = campaign.table.play(&mut dice(stop), true).unwrap();
            }
            Halted::Gathering { waiting, .. } => {
                // Every third stop somebody is silent.
                for seat in waiting.iter().skip(usize::from(stop % 3 == 0)) {
                    submission += 1;
                    campaign.file(*seat, submission);
                }
                halt = campaign.table.play(&mut dice(stop), true).unwrap();
                if !matches!(halt, Halted::Asking { .. }) {
                    campaign.report_all(ReportKind::Usual, Stop::Gate, &seats);
                }
            }
        }
    }
    panic!("{} did not end after {STOPS_MAX} stops", game.id());
}

#[test]
fn whole_campaigns_of_every_game_are_reported() {
    for game in all() {
        check_campaign(game, &BTreeMap::new());
    }
}

#[test]
fn questions_by_mail_have_macros() {
    let game = packetboat_tools::games::game("toy/skirmish").expect("it asks by mail");
    let options = [("interrupts".to_owned(), Setting::Switch(true))].into();
    assert!(check_campaign(game, &options) > 0, "nobody was asked");
}

#[test]
fn every_game_has_a_page() {
    let templates = templates();
    for game in all() {
        let campaign = Campaign::found(game, &BTreeMap::new());
        let pack: DataPack = game.pack();
        let seat = campaign.table.seats()[0];
        let page = GamePage {
            id: game.id().to_owned(),
            card: campaign.card.clone(),
            orders: campaign.table.help(seat, None),
            silence: campaign
                .table
                .page(Viewer::Seat(seat), &[])
                .unwrap()
                .order_sheet
                .silence,
            rulings: rulings(&pack).unwrap(),
            handbook: String::new(),
            fairness: String::new(),
        };
        assert!(!page.orders.is_empty(), "{}", game.id());
        let first_words = |it: &String| it.split_whitespace().next() == Some("GOAHEAD");
        assert!(page.orders.iter().any(first_words), "{:?}", page.orders);
        check_manners(&templates.game(&page).unwrap());
        let line = GameLine {
            id: game.id().to_owned(),
            card: campaign.card,
        };
        check_manners(&templates.games(&[line]).unwrap());
    }
}
