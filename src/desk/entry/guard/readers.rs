//! What one reader may not see, looked for in their mails; and where else they can have it from.
//!
//! Not here: proofs and keys, which nobody may be shown (`sender_proofs`).

use crate::desk::club::campaign::Campaign;
use crate::desk::club::open::Club;
use crate::desk::club::search_text::{Phrases, folded};
use crate::desk::entry::guard::secret::Secret;
use crate::engine::dice::{Dice, Keys};
use crate::engine::game::Table;
use crate::engine::language::SheetText;
use crate::engine::seat::{Seat, Viewer};
use crate::engine::secrets::Hidden;
use crate::report::{Frame, ReportKind, Templates, own_comments, printed_note};
use crate::store::draft::{Draft, OutDraft};
use crate::store::entry::Letter;
use crate::store::seat_desk::Substitute;
use std::cell::{LazyCell, OnceCell};
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a line of another seat that are more than chance. `BID 3` may be in any mail.
const LINE_CHARS_MIN: usize = 9;
/// Characters of a phrase that the rules call hidden: their authors have thought about chance.
const PHRASE_CHARS_MIN: usize = 4;

/// What is looked for in the mails to one seat, or to those who look on.
pub struct Reader {
    /// `None`: those who look on.
    seat: Option<Seat>,
    has_page: bool,
    phrases: Phrases,
    /// What each single phrase is.
    single: BTreeMap<usize, Secret>,
    /// Phrases of which all may be in a mail or none.
    lots: Vec<BTreeSet<usize>>,
}

impl Reader {
    /// For each of these seats.
    pub fn of_each(
        campaign: &Campaign,
        draft: &Draft,
        seats: &BTreeSet<Seat>,
        all: &[SeatOnly<'_>],
    ) -> BTreeMap<Seat, Reader> {
        let own = seats
            .iter()
            .map(|it| (*it, Reader::new(campaign, draft, Some(*it), all)));
        own.collect()
    }

    /// For a seat; `None`: for those who look on.
    pub fn new(campaign: &Campaign, draft: &Draft, seat: Option<Seat>, all: &[SeatOnly]) -> Self {
        let shows_page = |letter: Letter| match letter {
            Letter::Report | Letter::ReportForReview | Letter::Receipt | Letter::Reminder => true,
            Letter::Refusal | Letter::Note => false,
        };
        let mut reader = Reader {
            seat,
            has_page: draft
                .out
                .iter()
                .any(|it| seat.is_some() && it.seat == seat && shows_page(it.what)),
            phrases: Phrases::default(),
            single: BTreeMap::new(),
            lots: Vec::new(),
        };
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        for hidden in campaign.table_of(viewer, &draft.desk).hidden(viewer) {
            match hidden {
                Hidden::Phrase(phrase) => reader.add(&phrase, PHRASE_CHARS_MIN, Secret::Fact),
                Hidden::Among(phrases) => {
                    let numbers = phrases.iter();
                    let add = |it: &String| reader.phrases.add(it, PHRASE_CHARS_MIN);
                    let lot: BTreeSet<usize> = numbers.filter_map(add).collect();
                    reader.lots.push(lot);
                }
            }
        }
        for other in all.iter().filter(|it| Some(it.seat) != seat) {
            for line in &other.lines {
                reader.add(line, LINE_CHARS_MIN, Secret::Line(other.seat));
            }
            for line in other.sheet_lines() {
                reader.add(line, LINE_CHARS_MIN, Secret::Sheet(other.seat));
            }
            let [note, comments] = private_words(draft, other.seat);
            reader.add(&note, PHRASE_CHARS_MIN, Secret::Note(other.seat));
            reader.add(&comments, PHRASE_CHARS_MIN, Secret::Comments(other.seat));
        }
        reader
    }

    fn add(&mut self, phrase: &str, least: usize, secret: Secret) {
        if let Some(number) = self.phrases.add(phrase, least) {
            self.single.entry(number).or_insert(secret);
        }
    }

    /// How many phrases are looked for.
    pub fn phrases(&self) -> usize {
        self.single.len() + self.lots.iter().map(BTreeSet::len).sum::<usize>()
    }

    /// What a folded mail to this seat must not hold and does.
    pub fn finds(&self, text: &str, excuse: &Excuses<'_, '_>) -> Vec<Secret> {
        let found = self.phrases.in_text(text);
        let mut secrets = Vec::new();
        let counts = |it: &usize| !excuse.has(self.phrases.get(*it));
        for number in &found {
            let Some(secret) = self.single.get(number).filter(|_| counts(number)) else {
                continue;
            };
            let phrase = self.phrases.get(*number);
            let open = match secret {
                Secret::Sheet(_) => excuse.is_example(phrase) || excuse.is_public(phrase),
                Secret::Line(_) => excuse.is_example(phrase) || excuse.is_said_anyway(phrase),
                _ => false,
            };
            if !open {
                secrets.push(*secret);
            }
        }
        for lot in &self.lots {
            if !lot.is_subset(&found) && lot.intersection(&found).any(counts) {
                secrets.push(Secret::Fact);
            }
        }
        secrets
    }

    /// The part of the seat's page that would be another if what it may not know were otherwise.
    /// The draws for that are the same for the same entry, and none of the game's.
    pub fn shows_too_much(&self, campaign: &Campaign, draft: &Draft) -> Option<&'static str> {
        let seat = self.seat.filter(|_| self.has_page)?;
        let seed = &campaign.seed.0;
        let purpose = format!("guard {seat}");
        let number = campaign.next_number();
        let keys = Keys::beside(seed, &purpose, number, draft.dice.timeline);
        let table = campaign.table_of(Viewer::Seat(seat), &draft.desk);
        table.shows_too_much(seat, &mut Dice::keyed(keys))
    }
}

/// What is for one seat alone: its lines in the book, and its order sheet as it is printed.
pub struct SeatOnly<'a> {
    seat: Seat,
    lines: Vec<String>,
    /// As it was printed, or made when it is needed, since it costs more than all the search: its
    /// own is looked into only when a reader's mail holds what another's does too.
    sheet: LazyCell<SheetText, Box<dyn FnOnce() -> SheetText + 'a>>,
}

impl<'a> SeatOnly<'a> {
    /// Of every seat at the table; none if nobody reads.
    pub fn of_each(
        templates: &'a Templates,
        (campaign, draft): (&'a Campaign, &'a Draft),
        is_read: bool,
    ) -> Vec<SeatOnly<'a>> {
        let tables = || campaign.published.values().chain([&campaign.table]);
        let seats = campaign.table.seats().into_iter();
        let seats = seats.filter(|_| is_read);
        seats
            .map(|seat| SeatOnly {
                seat,
                lines: tables().flat_map(|it| it.lines(seat)).collect(),
                sheet: LazyCell::new(Box::new(move || match draft.sheets.get(&seat) {
                    Some(printed) => printed.clone(),
                    None => {
                        let table = campaign.table_of(Viewer::Seat(seat), &draft.desk);
                        printed_sheet(templates, campaign, (table, seat))
                    }
                })),
            })
            .collect()
    }

    /// The lines of its order sheet that result from its own view. The others say what silence
    /// does, in lines that are in every handbook.
    fn sheet_lines(&self) -> impl Iterator<Item = &String> {
        let sheet = &self.sheet;
        sheet.position.iter().chain(&sheet.advice)
    }
}

/// The note and the comments of a seat's player, as its mails print them. Words that people choose
/// may be in any mail, and who writes what another mail says must not learn that it does; so they
/// are looked for with what is above them, which no mail has but with them.
fn private_words(draft: &Draft, seat: Seat) -> [String; 2] {
    let of = draft.desk.seats.get(seat);
    let comments = own_comments(&of.comments).join("\n");
    [printed_note(&of.note), comments]
}

/// What waits for the player of a seat and is in a mail to whoever plays it for them.
pub fn waiting_for_player(draft: &Draft, mail: &OutDraft, text: &str) -> Vec<Secret> {
    let Some(seat) = mail.seat else {
        return Vec::new();
    };
    let record = draft.desk.seats.get(seat);
    let substitute = record.substitute.as_ref().filter(|it| it.plays);
    let is_to_them = |it: &Substitute| it.who.address.same_as(&mail.to);
    if !substitute.is_some_and(|it| is_to_them(it)) {
        return Vec::new();
    }
    let kinds = [Secret::Note(seat), Secret::Comments(seat)];
    let found = private_words(draft, seat).into_iter().zip(kinds);
    let found = found.filter(|(words, _)| {
        let words = folded(words);
        let is_said = || {
            draft
                .heard
                .quoted(seat)
                .any(|it| folded(it).contains(&words))
        };
        !words.is_empty() && text.contains(&words) && !is_said()
    });
    found.map(|it| it.1).collect()
}

/// A sheet whose template fails is in no mail.
fn printed_sheet(
    templates: &Templates,
    campaign: &Campaign,
    (table, seat): (&dyn Table, Seat),
) -> SheetText {
    let page = table.page(Viewer::Seat(seat), &[]).ok();
    let sheet = page.and_then(|it| templates.sheet_text(campaign.game.id(), &it).ok());
    sheet.unwrap_or_default()
}

/// Where a reader can have a phrase from, other than by a leak. Each source is looked into only
/// when those before it do not have the phrase: the last ones cost more than all the search.
pub struct Excuses<'a, 't> {
    club: &'a Club,
    templates: &'a Templates,
    campaign: &'a Campaign,
    draft: &'a Draft,
    reader: Option<Seat>,
    told: Option<&'a SeatOnly<'t>>,
    own: OnceCell<Vec<String>>,
    names: OnceCell<Vec<String>>,
    forms: OnceCell<Vec<String>>,
    books: OnceCell<Vec<String>>,
    before: OnceCell<Vec<String>>,
    public: OnceCell<String>,
    anyway: OnceCell<String>,
}

impl<'a, 't> Excuses<'a, 't> {
    /// Of a seat, or of the referee.
    pub fn new(
        (club, templates, campaign, draft): (&'a Club, &'a Templates, &'a Campaign, &'a Draft),
        all: &'a [SeatOnly<'t>],
        reader: Option<Seat>,
    ) -> Self {
        Excuses {
            club,
            templates,
            campaign,
            draft,
            reader,
            told: all.iter().find(|it| Some(it.seat) == reader),
            own: OnceCell::new(),
            names: OnceCell::new(),
            forms: OnceCell::new(),
            books: OnceCell::new(),
            before: OnceCell::new(),
            public: OnceCell::new(),
            anyway: OnceCell::new(),
        }
    }

    /// Whether a folded phrase is the reader's own or visible to everybody.
    pub fn has(&self, phrase: &str) -> bool {
        let own = self.own.get_or_init(|| self.own());
        is_in(own, phrase)
            || self.is_common(phrase)
            || is_in(self.before.get_or_init(|| self.before()), phrase)
    }

    /// Whether a folded phrase is one of the names on every page, of the order language, or of what
    /// silence means.
    pub fn is_common(&self, phrase: &str) -> bool {
        is_in(self.names.get_or_init(|| self.names()), phrase)
            || is_in(self.forms.get_or_init(|| self.forms()), phrase)
    }

    /// Whether a folded phrase is on the page that everybody may read. An order sheet shows its
    /// seat's position, and much of it is open; what a game hides, or a seat has written, is
    /// secret wherever it is.
    fn is_public(&self, phrase: &str) -> bool {
        self.public.get_or_init(|| self.public()).contains(phrase)
    }

    /// Whether a folded phrase is on the reader's page though nobody else had written a line: one
    /// may be worded as the page is, and who looks for such words must not halt a campaign by it.
    fn is_said_anyway(&self, phrase: &str) -> bool {
        self.anyway.get_or_init(|| self.anyway()).contains(phrase)
    }

    /// Whether a folded phrase is an example that is printed for everybody, whose unit it may be.
    fn is_example(&self, phrase: &str) -> bool {
        is_in(self.books.get_or_init(|| self.books()), phrase)
    }

    fn public(&self) -> String {
        let table = self.campaign.table_of(Viewer::Public, &self.draft.desk);
        self.page(self.templates, table, Viewer::Public)
    }

    /// By the templates that are compiled in: what a club's own say is looked at, not believed.
    fn anyway(&self) -> String {
        let viewer = self.reader.map_or(Viewer::Public, Viewer::Seat);
        let campaign = self.campaign;
        let table = campaign.table_of(viewer, &self.draft.desk);
        let (number, timeline) = (campaign.next_number(), self.draft.dice.timeline);
        let keys = Keys::beside(&campaign.seed.0, "excuse", number, timeline);
        let table = table.resample(viewer, &mut Dice::keyed(keys));
        let templates = Templates::of(self.club.shelf.games.templates());
        self.page(&templates, &*table, viewer)
    }

    /// A page whose template fails is in no mail.
    fn page(&self, templates: &Templates, table: &dyn Table, viewer: Viewer) -> String {
        let page = table.page(viewer, &[]).ok();
        let frame = Frame {
            game: self.campaign.game.id().to_owned(),
            sheet_names: table.sheet_names().clone(),
            ..Frame::bare(table.sheet())
        };
        let kind = match viewer {
            Viewer::Seat(_) => ReportKind::Usual,
            _ => ReportKind::Public,
        };
        let report = page.and_then(|it| templates.report(&frame, kind, &it).ok());
        folded(&report.unwrap_or_default())
    }

    /// What the reader has written, been written or sent before, and what their pages say of it.
    fn own(&self) -> Vec<String> {
        // What players wrote for the newspaper anybody may read.
        let news = self.draft.news.iter().map(|it| it.lines.join("\n"));
        let news = news.map(|it| folded(&it));
        let Some(told) = self.told else {
            let quoted = self.draft.heard.quoted_outside().map(folded);
            return quoted.chain(news).collect();
        };
        let sheet = &told.sheet;
        let parts = [&sheet.position, &sheet.live, &sheet.silence, &sheet.advice];
        let parts = parts.into_iter();
        let quoted = self.draft.heard.quoted(told.seat).map(folded);
        let made = told.lines.iter();
        let private = private_words(self.draft, told.seat);
        let made = made.chain(parts.flatten()).chain(&private);
        let made = made.map(|it| folded(it));
        quoted.chain(news).chain(made).collect()
    }

    fn names(&self) -> Vec<String> {
        let campaign = self.campaign;
        let seats = campaign.table.seats();
        let players = seats.iter().filter_map(|it| campaign.player(*it));
        let mut names = vec![
            self.club.config.club.name.clone(),
            campaign.id.to_string(),
            campaign.game.id().to_owned(),
            campaign.card.title.clone(),
        ];
        names.extend(seats.iter().map(|it| campaign.title(*it)));
        names.extend(players.map(|it| it.name.clone()));
        names.iter().map(|it| folded(it)).collect()
    }

    fn forms(&self) -> Vec<String> {
        let table = |it| self.campaign.table_of(Viewer::Seat(it), &self.draft.desk);
        let seats = self.campaign.table.seats().into_iter();
        let texts = seats.flat_map(|it| [table(it).help(it, None), table(it).silence(it)]);
        texts.map(|it| folded(&it.join("\n"))).collect()
    }

    /// The handbook, HELP and the templates as they are compiled in, and hints on orders.
    fn books(&self) -> Vec<String> {
        let game = self.campaign.game;
        let files = game.pack().files.into_iter();
        let books = files.filter(|it| ["handbook.md", "glossary.toml"].contains(&it.0.as_str()));
        let texts = books.chain(game.templates()).map(|it| folded(&it.1));
        let (table, seats) = (&self.campaign.table, self.campaign.table.seats());
        let hints = seats.first().map(|it| folded(table.grammar(*it).hints));
        texts.chain(hints).collect()
    }

    /// The reader's lines in the book of the entry before.
    fn before(&self) -> Vec<String> {
        let Some(seat) = self.reader.filter(|_| self.campaign.last.is_some()) else {
            return Vec::new();
        };
        let before = self.campaign.again();
        let lines = before.map(|it| it.lines(seat)).unwrap_or_default();
        lines.iter().map(|it| folded(it)).collect()
    }
}

fn is_in(texts: &[String], phrase: &str) -> bool {
    texts.iter().any(|it| it.contains(phrase))
}
