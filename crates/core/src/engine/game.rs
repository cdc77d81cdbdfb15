//! One engine, many games: the faces of a game and of a campaign that name no game's types.
//!
//! Not here: how the faces are filled (`table`), and which games there are (`games`).

use super::account::Account;
use super::cause::Grounds;
use super::commentary::Commentary;
use super::data::{DataError, DataPack, Founding, GameCard};
use super::dice::Dice;
use super::language::SheetText;
use super::now::Now;
use super::orders::{Instruction, OrderRef};
use super::pages::Standing;
use super::reason::Reason;
use super::rules::{Agreed, Broken, Measure, Outcome};
use super::scene::{Ground, Picture};
use super::schema::Faces;
use super::seat::{Seat, Viewer};
use super::secrets::Hidden;
use crate::lang::consent::Consents;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::Grammar;
use crate::lang::letter::Letter;
use crate::lang::request::Request;
use crate::lang::sheet::{Readiness, SheetNo};
use crate::lang::sheet_names::SheetNames;
use schemars::SchemaGenerator;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A game in a registry: where its crate keeps it. Not the game itself: a registry that held that
/// would be compiled with all that its rules are made of, once more for each registry.
pub type GameRow = &'static &'static dyn Game;

/// One game of the registry.
pub trait Game: Send + Sync {
    /// Folder name under `games/` and `templates/`.
    fn id(&self) -> &'static str;

    /// The files of its folder under `games/` that the program carries.
    fn pack(&self) -> DataPack;

    /// Those of its folder under `templates/`, by path there.
    fn templates(&self) -> BTreeMap<String, String>;

    /// Version of the stored shapes.
    fn format(&self) -> u32;

    /// Version of the behaviour.
    fn revision(&self) -> u32;

    /// Version of what is recorded of the results of orders besides.
    fn told(&self) -> u32;

    /// What is in its pages, as JSON Schema.
    fn faces(&self, generator: &mut SchemaGenerator) -> Faces;

    /// Reads the data and checks them: the rules, to be shared by all campaigns that have the
    /// same data.
    ///
    /// # Errors
    /// Data that does not fit: names the file and the place.
    fn load(&self, pack: &DataPack) -> Result<Arc<dyn Ruleset>, DataError>;

    /// Loads the data and sets up a campaign.
    ///
    /// # Errors
    /// As for [`Game::load`] and [`Ruleset::found`].
    fn found(
        &self,
        pack: &DataPack,
        campaign: &str,
        founding: &Founding,
        dice: &mut Dice,
    ) -> Result<Box<dyn Table>, DataError> {
        self.load(pack)?.found(campaign, founding, dice)
    }

    /// Loads the data and reads a campaign's files back.
    ///
    /// # Errors
    /// As for [`Game::load`] and [`Ruleset::open`].
    fn open(
        &self,
        pack: &DataPack,
        campaign: &str,
        files: &Files,
    ) -> Result<Box<dyn Table>, DataError> {
        self.load(pack)?.open(campaign, files)
    }
}

/// The rules of a game with the data they have read.
pub trait Ruleset: Send + Sync {
    /// The game's card.
    fn card(&self) -> &GameCard;

    /// What never changes in the game's pictures, by its name.
    fn ground(&self, name: &str) -> Option<Arc<Ground>>;

    /// Sets up a campaign.
    ///
    /// # Errors
    /// A founding that does not fit.
    fn found(
        &self,
        campaign: &str,
        founding: &Founding,
        dice: &mut Dice,
    ) -> Result<Box<dyn Table>, DataError>;

    /// Reads a campaign's files back: upgrade, decode, validate.
    ///
    /// # Errors
    /// Names the file and the place where it does not fit, and what to do.
    fn open(&self, campaign: &str, files: &Files) -> Result<Box<dyn Table>, DataError>;
}

/// Reads a game's card.
///
/// # Errors
/// Names the file and the place.
pub fn card(pack: &DataPack) -> Result<GameCard, DataError> {
    GameCard::of(pack)
}

/// A campaign's files as texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files {
    /// `state.toml`
    pub state: String,
    /// `book.toml`
    pub book: String,
    /// `journal.toml`; `None`: nothing happened yet in this entry.
    pub journal: Option<String>,
}

/// One campaign in memory. Text exists only on the way in and out. Dropped if it panicked.
pub trait Table: Send {
    /// The seats taken, in table order.
    fn seats(&self) -> Vec<Seat>;

    /// Who plays, and which sheet is on.
    fn now(&self) -> Now;

    /// The sheet now being played, or called for.
    fn sheet(&self) -> SheetNo {
        self.now().sheet
    }

    /// The last sheet of the batch that this one begins or belongs to.
    fn batch_until(&self) -> SheetNo {
        self.now().until
    }

    /// How many parts a turn has, as this campaign is played: 0 for whole turns, 2 for sheets a and
    /// b.
    fn parts(&self) -> u8;

    /// What its sheets are called.
    fn sheet_names(&self) -> &SheetNames;

    /// The last turn there can be; `None`: nobody knows.
    fn last_turn(&self) -> Option<u32> {
        self.now().last_turn
    }

    /// Who referees, where that is a person at the table.
    fn referee(&self) -> Option<Seat> {
        self.now().referee
    }

    /// Who is out of the game by its rules, though at the table.
    fn out(&self) -> BTreeSet<Seat> {
        self.now().out
    }

    /// How many days the sheets now called for may take, where the game says so.
    fn days(&self) -> Option<u32> {
        self.now().days
    }

    /// The running score of each seat; empty if the game keeps none.
    fn scores(&self) -> BTreeMap<Seat, i64>;

    /// What it waits for.
    fn halt(&self) -> Halted;

    /// It is over, as the players have agreed on this end; what it means, the game says. It is
    /// not part of the position: whoever opens it again says it again.
    fn agree(&mut self, how: Agreed);

    /// What this seat's sheets do to the gate that is open.
    fn gate(&self, seat: Seat) -> Gate;

    /// Reads and explains a block, files nothing.
    fn check(&self, seat: Seat, block: &Block<'_>) -> Understood;

    /// Reads a block against what the seat can see, and files it under this number.
    fn file(&mut self, seat: Seat, submission: u32, block: &Block<'_>) -> Understood;

    /// Plays on to the next stop; with `open`, the stop it begins at is opened in any case.
    ///
    /// # Errors
    /// An invariant that does not hold.
    fn play(&mut self, dice: &mut Dice, open: bool) -> Result<Halted, Broken>;

    /// Plays on like `play`, and stops also after the first step for which `enough` says so,
    /// being shown what the step announced, as data: then it returns `None`.
    ///
    /// # Errors
    /// An invariant that does not hold.
    fn play_until(
        &mut self,
        dice: &mut Dice,
        open: bool,
        enough: &mut dyn FnMut(&[serde_json::Value]) -> bool,
    ) -> Result<Option<Halted>, Broken>;

    /// What a page for this viewer may show: everything heard in the earlier journals given and
    /// in the one now being written.
    ///
    /// # Errors
    /// An earlier journal that cannot be read.
    fn page(&self, viewer: Viewer, earlier: &[String]) -> Result<PageData, DataError>;

    /// What this viewer would see of another position of the campaign, given as its state file.
    ///
    /// # Errors
    /// A file that cannot be read.
    fn view_of(&self, viewer: Viewer, state: &str) -> Result<serde_json::Value, DataError>;

    /// Adds the advice to a seat's order sheet: what a robot there would send. Only reports have
    /// it, as it costs more than the rest of a page.
    fn advise(&self, seat: Seat, sheet: &mut SheetText);

    /// The same page with the advice, as for a report.
    ///
    /// # Errors
    /// As [`Table::page`].
    fn report(&self, viewer: Viewer, earlier: &[String]) -> Result<PageData, DataError> {
        let mut page = self.page(viewer, earlier)?;
        if let Viewer::Seat(seat) = viewer {
            self.advise(seat, &mut page.order_sheet);
        }
        Ok(page)
    }

    /// Pictures for this viewer, of what they see and have heard in the earlier journals given and
    /// in the one now being written.
    ///
    /// # Errors
    /// An earlier journal that cannot be read.
    fn pictures(&self, viewer: Viewer, earlier: &[String]) -> Result<Vec<Picture>, DataError>;

    /// The chart of points over the turns, as this viewer sees it.
    fn course(&self, viewer: Viewer, rows: &[Standing]) -> Option<Picture>;

    /// The lines in force for a seat, this sheet's first.
    fn in_force(&self, seat: Seat) -> Vec<InForce>;

    /// The sheets for which the seat has lines, those filed ahead too.
    fn sheets(&self, seat: Seat) -> BTreeSet<SheetNo>;

    /// The sheet a robot in this seat sends: the lines between opener and closer.
    fn robot(&self, seat: Seat, dice: &mut Dice) -> String;

    /// The order language of this sheet, for this seat.
    fn grammar(&self, seat: Seat) -> Grammar;

    /// The map as this seat sees it, or its part around what is named; `None`: there is none.
    ///
    /// # Errors
    /// A name that means nothing here: why, in a sentence.
    fn map(&self, seat: Seat, around: Option<&str>) -> Option<Result<serde_json::Value, String>>;

    /// What HELP says of a name of the game.
    fn explain(&self, seat: Seat, name: &str) -> Option<String>;

    /// What silence means in this game, a line each: words that everybody knows.
    fn silence(&self, seat: Seat) -> Vec<String>;

    /// The forms of an order, or of all, for this seat.
    fn help(&self, seat: Seat, verb: Option<&str>) -> Vec<String>;

    /// Lines that the seat's grammar accepts, made by chance: for simulators.
    fn random_line(&self, seat: Seat, dice: &mut dyn FnMut(u32) -> u32) -> String;

    /// All lines in the book of a seat, those filed ahead included.
    fn lines(&self, seat: Seat) -> Vec<String>;

    /// Phrases that no mail to this viewer may hold.
    fn hidden(&self, viewer: Viewer) -> Vec<Hidden>;

    /// Another position this viewer could not tell from this one: the state drawn again, the book
    /// and the journal without what others wrote and heard.
    fn resample(&self, viewer: Viewer, dice: &mut Dice) -> Box<dyn Table>;

    /// Whether this seat's page would be another in a position that it may not tell from this
    /// one: then it shows too much. Names the part of the page that does.
    fn shows_too_much(&self, seat: Seat, dice: &mut Dice) -> Option<&'static str>;

    /// State, book and the journal since the campaign was opened, as texts.
    fn save(&self) -> Files;

    /// What it has recorded is stored now: its journal begins again.
    fn stored(&mut self);

    /// Replays a journal over this table's state; returns the state file it leads to.
    ///
    /// # Errors
    /// The first step that does not lead where the record says.
    fn replay(&self, journal: &str) -> Result<String, String>;

    /// Derives a journal again from book and dice; returns the state and book files it leads to.
    /// The dice are those of the entry, after what setting up has drawn of them.
    /// `blocks` gives the stored text of a seat's submission: its sheet and body; `told`: the
    /// version of results that the record has ([`Game::told`]), of which another is not held
    /// against ours.
    ///
    /// # Errors
    /// The first item that differs from the record.
    fn derive(
        &self,
        record: (&str, u32),
        dice: &mut Dice,
        blocks: &dyn Fn(Seat, u32) -> Option<(SheetNo, String)>,
    ) -> Result<Files, String>;

    /// The referee has put this position in place: it begins a journal of its own.
    fn place(&mut self, why: &str);
}

/// The body of an order block, and the sheet of its opener.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    /// The sheet it is for.
    pub sheet: SheetNo,
    /// The lines after the opener, as folded by the mail reader.
    pub body: &'a str,
}

/// What a campaign waits for, without a game's types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halted {
    /// A gate.
    Gathering {
        /// The seats called.
        called: BTreeSet<Seat>,
        /// Those of them that are not ready.
        waiting: BTreeSet<Seat>,
    },
    /// An interrupt: these seats are asked by mail.
    Asking {
        /// The seats.
        seats: BTreeSet<Seat>,
    },
    /// The game is over.
    Over(Outcome),
}

/// What a seat's sheets do to the gate that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// It need not wait for the seat.
    Ready,
    /// WAIT was written: it stays open until the deadline.
    Waits,
    /// A sheet is in from before the seat was called; it counts at the deadline.
    Earlier,
    /// The seat is called and has sent no sheet.
    NoSheet,
    /// The seat is not called.
    NotCalled,
}

/// What a submission was understood to say: everything a receipt says.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Understood {
    /// The lines understood, in written order.
    pub lines: Vec<LineRead>,
    /// The common lines that were understood, each with its line of the block.
    pub common: Vec<(u32, String)>,
    /// What of it counts in the game, line by line, as [`Reading::counted`] has it.
    ///
    /// [`Reading::counted`]: crate::lang::reading::Reading::counted
    #[serde(skip)]
    pub counted: Vec<(u32, String)>,
    /// What was joined or mended, with the line.
    pub repairs: Vec<(u32, String)>,
    /// What was not understood.
    pub faults: Vec<Diagnostic>,
    /// The block in its corrected form.
    pub corrected: Vec<String>,
    /// What it says besides orders, to be done once: it is in the sheet that is printed where the
    /// block was only looked at.
    pub beside: Vec<String>,
    /// Whether the block held no live line at all.
    pub empty: bool,
    /// Whether CHECK was said in it.
    pub check: bool,
    /// Whether anything was filed: lines, an empty sheet, CLEAR, CANCEL, WAIT or GOAHEAD.
    pub filed: bool,
    /// The sheets it filed something for.
    pub sheets: BTreeSet<SheetNo>,
    /// Sheets withdrawn by CANCEL.
    pub cancelled: BTreeSet<SheetNo>,
    /// What it says about waiting.
    pub ready: BTreeMap<SheetNo, Readiness>,
    /// Texts of lines it took out of the book.
    pub replaced: Vec<String>,
    /// Everything in force afterwards.
    pub in_force: Vec<InForce>,
    /// What silence would add, as the order sheet says it.
    pub silence: Vec<String>,
    /// What silence would add if no line for the open sheet were in force, though none says it
    /// otherwise.
    pub unplayed: Vec<String>,
    /// Requests to be answered in the receipt.
    #[serde(skip)]
    pub requests: Vec<Request>,
    /// How many more there were than are answered.
    #[serde(skip)]
    pub more_requests: usize,
    /// Letters to other seats.
    #[serde(skip)]
    pub letters: Vec<Letter>,
    /// Absences: from, to.
    pub absences: Vec<(String, String)>,
    /// Whether what it says of absences is for all campaigns of its player.
    #[serde(skip)]
    pub everywhere: bool,
    /// Whether absences announced before are taken back.
    pub returns: bool,
    /// Whether the player leaves the game.
    pub resigns: bool,
    /// What all of it comes to if nothing proves whose it is.
    #[serde(skip)]
    pub consents: Consents,
}

impl Understood {
    /// Only what it asks to know, as after the end of a game: nothing of it changes anything. Its
    /// other lines are there to be named alone.
    pub fn only_asking(self) -> Self {
        let bare = |number: u32, text: String| LineRead {
            number,
            part: 0,
            text,
            kind: "",
            sheet: None,
            doubted: false,
            hidden: false,
            notes: Vec::new(),
        };
        let orders = self.lines.into_iter().map(|it| bare(it.number, it.text));
        let common = self.common.into_iter().map(|it| bare(it.0, it.1));
        let mut lines: Vec<LineRead> = orders.chain(common).collect();
        lines.sort_by_key(|it| it.number);
        let requests = self.requests.into_iter();
        Understood {
            requests: requests.filter(|it| !it.is_deed()).collect(),
            more_requests: self.more_requests,
            faults: self.faults,
            repairs: self.repairs,
            lines,
            ..Understood::default()
        }
    }

    /// Whether it asks to know something, and says nothing else.
    pub fn asks_alone(&self) -> bool {
        let tells = !self.letters.is_empty() || !self.absences.is_empty() || self.returns;
        let orders = !self.lines.is_empty() || self.filed || self.check;
        let other = tells || orders || self.resigns || !self.faults.is_empty();
        !other && !self.requests.is_empty()
    }

    /// The same without what no button may do: leaving, another address, absences, letters, codes,
    /// words for the dice.
    pub fn without_deeds_of_its_player(mut self) -> Self {
        self.requests.retain(|it| !it.is_deed());
        self.letters.clear();
        self.absences.clear();
        (self.returns, self.resigns, self.everywhere) = (false, false, false);
        self
    }

    /// The same without all that is more than a yes may do. What it filed stays as it is.
    pub fn only_deeds(mut self) -> Self {
        // All fields are named, so that one that is added later is thought about here.
        let Understood {
            requests,
            more_requests,
            letters,
            resigns,
            everywhere,
            beside,
            lines: _,
            common: _,
            counted: _,
            repairs: _,
            faults: _,
            corrected: _,
            empty: _,
            check: _,
            filed: _,
            sheets: _,
            cancelled: _,
            ready: _,
            replaced: _,
            in_force: _,
            silence: _,
            unplayed: _,
            absences: _,
            returns: _,
            consents: _,
        } = &mut self;
        requests.clear();
        letters.clear();
        beside.clear();
        (*more_requests, *resigns, *everywhere) = (0, false, false);
        self
    }
}

/// One line as understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineRead {
    /// The line of the block.
    pub number: u32,
    /// Which of several wishes on that line, from 1; 0: it is one order.
    pub part: u32,
    /// Its one spelling.
    pub text: String,
    /// `once`, `wish`, `kept`, `stands`; or `taken`, of a sheet that adds.
    pub kind: &'static str,
    /// The sheet it is for; `None` if it is standing.
    pub sheet: Option<SheetNo>,
    /// Whether something of it is a word against it.
    pub doubted: bool,
    /// Whether another line comes first, so that this one does not count, or not yet.
    pub hidden: bool,
    /// What is worth knowing about it.
    pub notes: Vec<Reason>,
}

/// One line in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InForce {
    /// Its one spelling.
    pub text: String,
    /// The sheet it is for; `None` if it is standing.
    pub sheet: Option<SheetNo>,
    /// The submission it came with.
    pub submission: u32,
}

impl InForce {
    /// Of a line in the book.
    pub(super) fn of<O, W>(line: &Instruction<O, W>) -> Self {
        InForce {
            text: line.text.clone(),
            sheet: line.sheet(),
            submission: line.at.submission,
        }
    }
}

/// What a page may show to one viewer; templates and JSON see this and nothing else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageData {
    /// The sheet now called for.
    pub sheet: SheetNo,
    /// The game's view.
    pub view: serde_json::Value,
    /// The view that the viewer's last report showed, so that a report need not show again what is
    /// as it was. The engine does not know it: `None` until the desk says it.
    #[serde(skip)]
    pub before: Option<serde_json::Value>,
    /// What the viewer heard, oldest first.
    pub events: Vec<serde_json::Value>,
    /// Lines of the viewer's whose place newer sheets have taken before they were used, as the
    /// receipts of those have said.
    #[serde(skip)]
    pub replaced: Vec<OrderRef>,
    /// What is made of all of them: tales, and what changed for the viewer.
    #[serde(skip)]
    pub commentary: Commentary,
    /// How many sheets of the viewer's were closed without one, of those heard of here.
    #[serde(skip)]
    pub missed: usize,
    /// What became of the viewer's lines.
    pub accounts: Vec<Account>,
    /// What explains events and accounts.
    #[serde(skip)]
    pub grounds: Grounds,
    /// Questions asked of this viewer by mail, as data.
    pub questions: Vec<serde_json::Value>,
    /// The same and those that lines of the viewer's decide by now, each with its `answer`: the
    /// choice to which lines and silence lead, if nothing else comes.
    #[serde(skip)]
    pub answers: Vec<serde_json::Value>,
    /// The viewer's lines in force.
    pub in_force: Vec<InForce>,
    /// What is in the order sheet.
    #[serde(skip)]
    pub order_sheet: SheetText,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// The points of each seat at the end, where the game keeps them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<Seat, i64>,
    /// What decided the places, the weightiest first; empty: it is not over, or the game does not
    /// say.
    #[serde(skip)]
    pub measures: Vec<Measure>,
}
