//! The faces of `game`, filled for any rules: typed values inside, text only in open and save.
//!
//! Not here: what a seat cannot know, put otherwise (`table/secrecy`).

mod files;
mod reader;
mod secrecy;
mod sheet;

use super::account::accounts;
use super::answer::in_force;
use super::cause::{Grounds, by_default, causes, draws};
use super::chronicle::Cx;
use super::data::{DataError, DataPack, Founding, GameCard, in_folder};
use super::dice::Dice;
use super::game::{
    Block, Files, Game, Gate, Halted, InForce, PageData, Ruleset, Table, Understood, card,
};
use super::heard::heard;
use super::journal::{Item, ItemOf, Journal, JournalOf};
use super::language::SheetText;
use super::note::{Note, Weight};
use super::now::Now;
use super::orders::{Left, Ready};
use super::pages::Standing;
use super::replay::{Strictly, replay, same_set_up, strict};
use super::reread;
use super::rules::{Agreed, BookOf, Broken, InstructionOf, StepOf};
use super::run::{Halt, Run};
use super::scene::{Ground, Picture};
use super::schema::Faces;
use super::seat::{Seat, Viewer};
use super::secrets::Hidden;
use super::shown::Extras;
use super::silence::Rulebook;
use super::whole::GameRules;
use crate::gather::Gather;
use crate::lang::common_help;
use crate::lang::form::{Form, Grammar};
use crate::lang::sheet::SheetNo;
use crate::lang::sheet_names::SheetNames;
use crate::lang::write::{usages, write as write_line};
use crate::textfile::head::FileKind;
use files::{joined, json, read, write};
use reader::{Parsed, Reader};
use schemars::SchemaGenerator;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::sync::Arc;

/// The game with these rules.
pub struct Erased<R>(PhantomData<fn() -> R>);

impl<R> Erased<R> {
    /// The only value.
    pub const GAME: Self = Erased(PhantomData);
}

impl<R: GameRules> Game for Erased<R> {
    fn id(&self) -> &'static str {
        R::ID
    }

    fn pack(&self) -> DataPack {
        DataPack::of(R::FILES)
    }

    fn templates(&self) -> BTreeMap<String, String> {
        in_folder(R::ID, R::TEMPLATES)
    }

    fn format(&self) -> u32 {
        R::FORMAT
    }

    fn revision(&self) -> u32 {
        R::REVISION
    }

    fn told(&self) -> u32 {
        R::TOLD + super::keeping::TOLD_BY_ENGINE
    }

    fn faces(&self, generator: &mut SchemaGenerator) -> Faces {
        Faces::of::<R>(generator)
    }

    fn load(&self, pack: &DataPack) -> Result<Arc<dyn Ruleset>, DataError> {
        let card = card(pack)?;
        Ok(Arc::new(Loaded {
            names: card.sheet_names()?,
            card,
            rules: Arc::new(R::load(pack)?.into()),
        }))
    }
}

/// The rules, and the card of their game.
struct Loaded<R: GameRules> {
    card: GameCard,
    names: SheetNames,
    rules: Arc<Rulebook<R>>,
}

impl<R: GameRules> Ruleset for Loaded<R> {
    fn card(&self) -> &GameCard {
        &self.card
    }

    fn ground(&self, name: &str) -> Option<Arc<Ground>> {
        self.rules.kept_ground(name)
    }

    fn found(
        &self,
        campaign: &str,
        founding: &Founding,
        dice: &mut Dice,
    ) -> Result<Box<dyn Table>, DataError> {
        let mut cx = Cx::new(dice, founding.seats.clone());
        let mut state = self.rules.setup(founding, &mut cx)?;
        let (events, _) = cx.into_announced();
        let rolls = dice.take_rolls();
        let problem = |it: Broken| DataError::new("game.toml", it.to_string());
        self.rules.sound(&mut state).map_err(problem)?;
        for seat in self.rules.now(&state).seats {
            let view = self.rules.view(&state, Viewer::Seat(seat));
            self.rules.read_silence(&view)?;
        }
        let mut table = self.seated(campaign, state);
        table.journal.items.push(Item::SetUp { rolls, events });
        Ok(Box::new(table))
    }

    fn open(&self, campaign: &str, files: &Files) -> Result<Box<dyn Table>, DataError> {
        let mut state = read::<R, _>(FileKind::State, campaign, &files.state)?;
        let problem = |it: Broken| DataError::new("state.toml", it.to_string());
        self.rules.sound(&mut state).map_err(problem)?;
        let mut table = self.seated(campaign, state);
        table.book = read::<R, _>(FileKind::Book, campaign, &files.book)?;
        let sheets = (table.parts, &self.names);
        reread::lines(&**self.rules, &table.state, &mut table.book, sheets)
            .map_err(|it| DataError::new("book.toml", it))?;
        Ok(Box::new(table))
    }
}

impl<R: GameRules> Loaded<R> {
    fn seated(&self, campaign: &str, state: R::State) -> Seated<R> {
        let now = self.rules.now(&state);
        Seated {
            seats: now.seats,
            rules: Arc::clone(&self.rules),
            campaign: campaign.to_owned(),
            names: self.names.clone(),
            parts: match now.sheet.part {
                // An option may join the parts of a turn.
                0 => 0,
                _ => self.card.sheet_parts,
            },
            state,
            book: BookOf::<R>::default(),
            journal: JournalOf::<R>::default(),
            agreed: None,
        }
    }
}

/// One campaign in memory.
struct Seated<R: GameRules> {
    rules: Arc<Rulebook<R>>,
    campaign: String,
    seats: Vec<Seat>,
    names: SheetNames,
    parts: u8,
    state: R::State,
    book: BookOf<R>,
    journal: JournalOf<R>,
    /// The end that the players have agreed on.
    agreed: Option<Agreed>,
}

impl<R: GameRules> Seated<R> {
    fn journals(&self, texts: &[String]) -> Result<Vec<Arc<JournalOf<R>>>, DataError> {
        texts.iter().map(|it| self.read_journal(it)).collect()
    }

    fn view(&self, seat: Seat) -> R::View {
        self.rules.view(&self.state, Viewer::Seat(seat))
    }

    /// The same campaign in another position, without a journal.
    fn beside(&self, state: R::State, book: BookOf<R>) -> Self {
        Seated {
            rules: Arc::clone(&self.rules),
            campaign: self.campaign.clone(),
            seats: self.seats.clone(),
            names: self.names.clone(),
            parts: self.parts,
            state,
            book,
            journal: JournalOf::<R>::default(),
            agreed: self.agreed,
        }
    }

    /// A run over a copy: for questions that change nothing.
    fn run(&self) -> Run<'_, R> {
        Run {
            rules: &*self.rules,
            state: self.state.clone(),
            book: self.book.clone(),
        }
    }

    /// Lends state and book to a run, and takes them back.
    fn with_run<T>(&mut self, act: impl FnOnce(&mut Run<'_, R>) -> T) -> T {
        let rules = Arc::clone(&self.rules);
        let mut run = Run {
            rules: &*rules,
            state: self.state.clone(),
            book: std::mem::take(&mut self.book),
        };
        let done = act(&mut run);
        self.state = run.state;
        self.book = run.book;
        done
    }

    fn halted(&self, halt: Option<Halt<R::Question>>) -> Halted {
        match halt {
            Some(Halt::Gathering { called, waiting }) => Halted::Gathering { called, waiting },
            Some(Halt::Asking(prompts)) => Halted::Asking {
                seats: prompts.iter().map(|it| it.seat).into_set(),
            },
            Some(Halt::Over(outcome)) => Halted::Over(outcome),
            // Everything can go on by itself: as a gate at which nobody is missing.
            None => Halted::Gathering {
                called: BTreeSet::new(),
                waiting: BTreeSet::new(),
            },
        }
    }

    fn parse(&self, seat: Seat, submission: u32, block: &Block<'_>) -> Parsed<R> {
        let view = self.view(seat);
        let reader = self.reader(&self.rules, &self.state);
        reader.parse(&view, seat, submission, block)
    }

    fn reader<'a>(&'a self, rules: &'a R, state: &R::State) -> Reader<'a, R> {
        let now = rules.now(state);
        Reader {
            rules,
            campaign: &self.campaign,
            seats: &self.seats,
            names: &self.names,
            parts: self.parts,
            open: now.sheet,
            last: now.last_turn,
        }
    }

    /// Fills in what depends on the book as it is after filing.
    fn finish(&self, seat: Seat, submission: u32, mut understood: Understood) -> Understood {
        let view = self.view(seat);
        let sheet = self.rules.now(&self.state).sheet;
        let in_force = in_force(&**self.rules, &self.state, &self.book, seat);
        let wished = self.book.filed(seat, sheet).is_some_and(|it| it.wishes);
        (understood.silence, understood.unplayed) = self.rules.played(&view, &in_force, wished);
        let ahead = self.book.seats.get(&seat).into_iter().flatten();
        let ahead: Vec<&InstructionOf<R>> = ahead
            .filter(|it| it.sheet().is_some_and(|it| it > sheet))
            .collect();
        let all: Vec<&InstructionOf<R>> = in_force.into_iter().chain(ahead).collect();
        for Note { at, what, weight } in self.rules.advise(&view, &all) {
            let own = understood.lines.iter_mut();
            let place = (at.submission, at.line, at.part);
            for line in own.filter(|it| (submission, it.number, it.part) == place) {
                line.notes.push(what.clone());
                line.doubted |= weight == Weight::Doubt;
                line.hidden |= weight == Weight::Hidden;
            }
        }
        understood.in_force = all.iter().map(|it| InForce::of(it)).collect();
        understood
    }

    /// A view as data, with what pages show besides.
    fn shown(&self, view: &R::View) -> serde_json::Value {
        let drawn = R::Drawn::drawn(self.rules.tables(), view);
        joined(json(view), json(&drawn))
    }

    fn called(&self, seat: Seat) -> Option<SheetNo> {
        let called = self.rules.pending(&self.state).calls(seat);
        called.then(|| self.sheet())
    }
}

impl<R: GameRules> Table for Seated<R> {
    fn seats(&self) -> Vec<Seat> {
        self.seats.clone()
    }

    fn now(&self) -> Now {
        self.rules.now(&self.state)
    }

    fn parts(&self) -> u8 {
        self.parts
    }

    fn sheet_names(&self) -> &SheetNames {
        &self.names
    }

    fn halt(&self) -> Halted {
        match self.agreed {
            Some(how) => Halted::Over(self.rules.agreed(&self.state, how)),
            None => self.halted(self.run().halt()),
        }
    }

    fn agree(&mut self, how: Agreed) {
        self.agreed = Some(how);
    }

    fn gate(&self, seat: Seat) -> Gate {
        let Some(sheet) = self.called(seat) else {
            return Gate::NotCalled;
        };
        if let Some(Halt::Asking(prompts)) = self.run().halt() {
            let asked = prompts.iter().any(|it| it.seat == seat);
            return if asked { Gate::NoSheet } else { Gate::Ready };
        }
        match self.book.filed(seat, sheet).map(|it| it.ready) {
            Some(Ready::Wait) => Gate::Waits,
            Some(Ready::No) if !self.has_said_ahead(&self.view(seat), seat) => Gate::Earlier,
            Some(_) => Gate::Ready,
            None => Gate::NoSheet,
        }
    }

    fn check(&self, seat: Seat, block: &Block<'_>) -> Understood {
        // As the newest submission it would be, since the order of standing lines depends on it.
        let lines = self.book.seats.get(&seat).into_iter().flatten();
        let number = lines.map(|it| it.at.submission).max().unwrap_or(0) + 1;
        let parsed = self.parse(seat, number, block);
        let mut trial = self.beside(self.state.clone(), self.book.clone());
        let mut understood = parsed.understood;
        if !parsed.filing.is_nothing() {
            understood.sheets = parsed.filing.sheets();
            let left = trial.book.file(parsed.filing, self.called(seat));
            understood.replaced = left.into_iter().map(|it| it.text).collect();
        }
        trial.finish(seat, number, understood)
    }

    fn file(&mut self, seat: Seat, submission: u32, block: &Block<'_>) -> Understood {
        let parsed = self.parse(seat, submission, block);
        let mut understood = parsed.understood;
        if understood.check {
            return self.check(seat, block);
        }
        if parsed.filing.is_nothing() {
            return self.finish(seat, submission, understood);
        }
        understood.filed = true;
        understood.sheets = parsed.filing.sheets();
        let left = self.book.file(parsed.filing, self.called(seat));
        understood.replaced = left.iter().map(|it| it.text.clone()).collect();
        self.journal.items.push(Item::Filed {
            seat,
            submission,
            sheet: block.sheet,
            left,
        });
        self.finish(seat, submission, understood)
    }

    fn play(&mut self, dice: &mut Dice, open: bool) -> Result<Halted, Broken> {
        let (steps, halt) = self.with_run(|run| run.play(dice, open))?;
        self.journal.items.extend(steps.into_iter().map(Item::Step));
        Ok(self.halted(Some(halt)))
    }

    fn play_until(
        &mut self,
        dice: &mut Dice,
        open: bool,
        enough: &mut dyn FnMut(&[serde_json::Value]) -> bool,
    ) -> Result<Option<Halted>, Broken> {
        let seen = |step: &StepOf<R>| {
            let told: Vec<_> = step.events.iter().map(|it| json(&it.event)).collect();
            enough(&told)
        };
        let (steps, halt) = self.with_run(|run| run.play_until(dice, open, seen))?;
        self.journal.items.extend(steps.into_iter().map(Item::Step));
        Ok(halt.map(|it| self.halted(Some(it))))
    }

    fn page(&self, viewer: Viewer, earlier: &[String]) -> Result<PageData, DataError> {
        let journals = self.journals(earlier)?;
        let journals = journals.iter().map(|it| &it.items[..]);
        let journals = Vec::from_iter(journals.chain([&self.journal.items[..]]));
        let items: Vec<&ItemOf<R>> = journals.iter().copied().flatten().collect();
        let heard = heard::<R>(&self.rules, viewer, items.iter().copied());
        let heard: Vec<&R::Event> = heard.iter().map(|it| &**it).collect();
        let view = self.rules.view(&self.state, viewer);
        let mut page = PageData {
            sheet: self.sheet(),
            view: self.shown(&view),
            before: None,
            events: heard.iter().map(|it| self.rules.face(it)).collect(),
            commentary: self.rules.tell(&view, &heard),
            missed: match viewer {
                Viewer::Seat(seat) => items.iter().filter(|it| it.missed_by(seat)).count(),
                Viewer::Public | Viewer::Referee => 0,
            },
            accounts: Vec::new(),
            grounds: Grounds {
                draws: draws(viewer, &journals),
                ..Grounds::default()
            },
            replaced: Vec::new(),
            questions: Vec::new(),
            answers: Vec::new(),
            in_force: Vec::new(),
            order_sheet: SheetText::default(),
            outcome: None,
            points: BTreeMap::new(),
            measures: Vec::new(),
        };
        if let Halted::Over(outcome) = self.halt() {
            page.outcome = Some(outcome);
            page.points = self.rules.scores(&self.state);
            page.measures = self.rules.measures(&self.state);
        }
        if let Viewer::Seat(seat) = viewer {
            let (accounted, replaced) =
                accounts((seat, R::AMOUNTS), &items, &self.book, self.sheet());
            page.grounds.causes = causes((seat, &self.seats), &items, &page.events, &accounted);
            page.grounds.by_default = by_default(seat, &items, &page.events);
            page.accounts = accounted.into_iter().map(|it| it.1.account).collect();
            page.replaced = replaced;
            page.questions = self.questions(seat);
            page.answers = self.answers(seat);
            page.in_force = self.in_force(seat);
            let sheet = self.sheet();
            let ahead = self.book.seats.get(&seat).into_iter().flatten();
            let ahead = ahead.filter(|it| it.sheet().is_some_and(|it| it > sheet));
            page.in_force.extend(ahead.map(InForce::of));
            page.order_sheet = self.sheet_text(seat, &view);
        }
        Ok(page)
    }

    fn view_of(&self, viewer: Viewer, state: &str) -> Result<serde_json::Value, DataError> {
        let state: R::State = read::<R, _>(FileKind::State, &self.campaign, state)?;
        Ok(self.shown(&self.rules.view(&state, viewer)))
    }

    fn advise(&self, seat: Seat, sheet: &mut SheetText) {
        // Where a person referees, robots are for tests alone.
        if self.referee().is_none() {
            sheet.advice.extend(self.advice(seat, &sheet.live));
        }
    }

    fn pictures(&self, viewer: Viewer, earlier: &[String]) -> Result<Vec<Picture>, DataError> {
        let journals = self.journals(earlier)?;
        let items = journals.iter().map(|it| &**it).chain([&self.journal]);
        let heard = heard::<R>(&self.rules, viewer, items.flat_map(|it| &it.items));
        let heard: Vec<&R::Event> = heard.iter().map(|it| &**it).collect();
        let view = self.rules.view(&self.state, viewer);
        Ok(self.rules.pictures(&view, &heard))
    }

    fn course(&self, viewer: Viewer, rows: &[Standing]) -> Option<Picture> {
        let view = self.rules.view(&self.state, viewer);
        self.rules.course(&view, rows)
    }

    fn scores(&self) -> BTreeMap<Seat, i64> {
        self.rules.scores(&self.state)
    }

    fn in_force(&self, seat: Seat) -> Vec<InForce> {
        let lines = in_force(&**self.rules, &self.state, &self.book, seat);
        lines.into_iter().map(InForce::of).collect()
    }

    fn sheets(&self, seat: Seat) -> BTreeSet<SheetNo> {
        self.book.sheets(seat)
    }

    fn robot(&self, seat: Seat, dice: &mut Dice) -> String {
        self.rules.robot(&self.view(seat), seat, dice)
    }

    fn map(&self, seat: Seat, around: Option<&str>) -> Option<Result<serde_json::Value, String>> {
        self.rules.map(&self.view(seat), around)
    }

    fn explain(&self, seat: Seat, name: &str) -> Option<String> {
        self.rules.explain(&self.view(seat), name)
    }

    fn silence(&self, seat: Seat) -> Vec<String> {
        let lines = self.rules.silent_lines(&self.view(seat));
        lines.iter().map(|it| it.text.clone()).collect()
    }

    fn grammar(&self, seat: Seat) -> Grammar {
        self.rules.grammar(&self.view(seat))
    }

    fn help(&self, seat: Seat, verb: Option<&str>) -> Vec<String> {
        let grammar = self.grammar(seat);
        let wanted = |name: &str| verb.is_none_or(|it| name.eq_ignore_ascii_case(it));
        let own = |forms: &[Form], lead: &str| -> Vec<String> {
            let forms = forms.iter().filter(|it| wanted(it.name));
            forms
                .map(|form| {
                    let lines = usages(&form.slots).into_iter();
                    let lines: Vec<String> = lines.map(|it| format!("{lead}{it}")).collect();
                    format!("{}\n  {}", lines.join("\n"), form.help)
                })
                .collect()
        };
        let common = common_help::help(&grammar).filter(|it| wanted(it.word));
        let common = common.map(|it| format!("{}\n  {}", it.usage, it.help));
        let mut help = own(&grammar.orders, "");
        help.extend(common);
        help.extend(own(&grammar.tests, "IF "));
        help
    }

    fn random_line(&self, seat: Seat, dice: &mut dyn FnMut(u32) -> u32) -> String {
        let grammar = self.grammar(seat);
        let count = u32::try_from(grammar.orders.len()).expect("a game has few orders");
        let form = &grammar.orders[dice(count) as usize];
        write_line(&grammar, form, dice)
    }

    fn lines(&self, seat: Seat) -> Vec<String> {
        let lines = self.book.seats.get(&seat).into_iter().flatten();
        lines.map(|it| it.text.clone()).collect()
    }

    fn hidden(&self, viewer: Viewer) -> Vec<Hidden> {
        self.rules.hidden(&self.state, viewer)
    }

    fn resample(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Table> {
        Box::new(self.put_otherwise(viewer, dice))
    }

    fn shows_too_much(&self, seat: Seat, dice: &mut Dice) -> Option<&'static str> {
        let other = self.put_otherwise(Viewer::Seat(seat), dice);
        self.tells_from(&other, seat)
    }

    fn save(&self) -> Files {
        let campaign = &self.campaign;
        let journal = !self.journal.items.is_empty();
        Files {
            state: write::<R, _>(FileKind::State, campaign, &self.state),
            book: write::<R, _>(FileKind::Book, campaign, &self.book),
            journal: journal.then(|| write::<R, _>(FileKind::Journal, campaign, &self.journal)),
        }
    }

    fn stored(&mut self) {
        self.journal = JournalOf::<R>::default();
    }

    fn replay(&self, journal: &str) -> Result<String, String> {
        let journal = self.read_journal(journal).map_err(|it| it.to_string())?;
        let journal = self.after_set_up(&journal)?;
        let state = replay(&*self.rules, self.state.clone(), &journal)?;
        Ok(write::<R, _>(FileKind::State, &self.campaign, &state))
    }

    fn derive(
        &self,
        (journal, told): (&str, u32),
        dice: &mut Dice,
        blocks: &dyn Fn(Seat, u32) -> Option<(SheetNo, String)>,
    ) -> Result<Files, String> {
        let journal = self.read_journal(journal).map_err(|it| it.to_string())?;
        let journal = self.after_set_up(&journal)?;
        let file = |run: &mut Run<'_, R>, item: &ItemOf<R>| self.file_again(run, item, blocks);
        let told = told == Erased::<R>::GAME.told();
        let how = Strictly { file: &file, told };
        let (state, book) = strict(
            &*self.rules,
            self.state.clone(),
            self.book.clone(),
            &journal,
            &how,
            dice,
        )?;
        Ok(Files {
            state: write::<R, _>(FileKind::State, &self.campaign, &state),
            book: write::<R, _>(FileKind::Book, &self.campaign, &book),
            journal: None,
        })
    }

    fn place(&mut self, why: &str) {
        let why = why.to_owned();
        self.journal.items.push(Item::Placed { why });
    }
}

impl<R: GameRules> Seated<R> {
    fn questions(&self, seat: Seat) -> Vec<serde_json::Value> {
        match self.run().halt() {
            Some(Halt::Asking(prompts)) => {
                let own = prompts.iter().filter(|it| it.seat == seat);
                own.map(|it| json(&it.question)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Questions by mail with what lines and silence answer, as it is said by the macro
    /// `answer_<question>`.
    fn answers(&self, seat: Seat) -> Vec<serde_json::Value> {
        let asked = self.run().by_mail(seat).into_iter();
        let told = asked.map(|(question, choice)| {
            let question = match json(&question) {
                // An enum without fields, untagged, is only a word.
                word @ serde_json::Value::String(_) => serde_json::json!({ "question": word }),
                other => other,
            };
            let name = question["question"].as_str().unwrap_or_default();
            let says = format!("answer-{name}");
            let says = serde_json::json!({ "says": says, "answer": json(&choice) });
            joined(question, says)
        });
        told.collect()
    }

    /// What a journal records after the set-up, if it begins with one: that must be this
    /// table's own.
    fn after_set_up<'j>(&self, journal: &'j JournalOf<R>) -> Result<Cow<'j, JournalOf<R>>, String> {
        if let Some(recorded @ Item::SetUp { .. }) = journal.items.first() {
            let own = self.journal.items.first();
            if !own.is_some_and(|own| same_set_up(own, recorded, journal.older)) {
                return Err("the campaign sets up otherwise than the record says".to_owned());
            }
            let (older, items) = (journal.older, journal.items[1..].to_vec());
            return Ok(Cow::Owned(Journal { older, items }));
        }
        Ok(Cow::Borrowed(journal))
    }

    fn read_journal(&self, text: &str) -> Result<Arc<JournalOf<R>>, DataError> {
        let read = || read::<R, _>(FileKind::Journal, &self.campaign, text);
        self.rules.journals.read((&self.campaign, text), read)
    }

    fn file_again(
        &self,
        run: &mut Run<'_, R>,
        item: &ItemOf<R>,
        blocks: &dyn Fn(Seat, u32) -> Option<(SheetNo, String)>,
    ) -> Result<Vec<Left>, String> {
        let Item::Filed {
            seat,
            submission,
            sheet: recorded,
            ..
        } = item
        else {
            unreachable!("only filed items are filed again")
        };
        let missing = || format!("orders/{submission}.txt of {seat} is missing");
        let (sheet, body) = blocks(*seat, *submission).ok_or_else(missing)?;
        if sheet != *recorded {
            return Err(format!(
                "the record files submission {submission} for {}, its text is for {}",
                self.names.turn(*recorded),
                self.names.turn(sheet)
            ));
        }
        let view = run.rules.view(&run.state, Viewer::Seat(*seat));
        let reader = self.reader(run.rules, &run.state);
        let block = Block { sheet, body: &body };
        let filing = reader.parse(&view, *seat, *submission, &block).filing;
        let called = run.rules.pending(&run.state).calls(*seat);
        Ok(run.book.file(filing, called.then_some(reader.open)))
    }
}
