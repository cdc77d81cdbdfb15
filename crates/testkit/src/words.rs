//! Notes and reasons in the words of a game's own templates, as players read them.

use packetboat_core::engine::account::Account;
use packetboat_core::engine::data::DataPack;
use packetboat_core::engine::game::{Game, PageData, Understood, card};
use packetboat_core::engine::reason::Reason;
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_report::{Frame, SeatAt, Templates, Tense, builtin, with_turns};

/// The templates of a game, and who sits at its table.
pub struct Words {
    templates: Templates,
    frame: Frame,
}

impl Words {
    /// Those of this game, as they are compiled in.
    pub fn of(game: &dyn Game, pack: &DataPack) -> Self {
        let mut all = builtin::templates();
        all.extend(game.templates());
        let card = card(pack);
        let names = card.as_ref().ok().and_then(|it| it.sheet_names().ok());
        let seats = card.map(|it| it.seats).unwrap_or_default();
        let seats = seats.into_iter().map(|seat| SeatAt {
            name: seat.name,
            title: seat.title,
            player: String::new(),
            robot: false,
        });
        let frame = Frame {
            game: game.id().to_owned(),
            seats: seats.collect(),
            sheet_names: names.unwrap_or_default(),
            ..Frame::bare(SheetNo::whole(1))
        };
        Words {
            templates: Templates::of(all),
            frame,
        }
    }

    /// The notes on the lines of a sheet: `line 3: you lack 2 gold now`.
    pub(super) fn notes(&self, read: &Understood) -> Result<Vec<String>, String> {
        let mut all = Vec::new();
        for line in &read.lines {
            let notes = self.said(&line.notes, Tense::Now)?.into_iter();
            all.extend(notes.map(|it| format!("line {}: {it}", line.number)));
        }
        Ok(all)
    }

    /// The reasons of an account, each once, and the same with their turns, where a sheet is played
    /// for several.
    pub(super) fn reasons(&self, account: &Account) -> Result<[Vec<String>; 2], String> {
        let reasons = account.why.iter().map(|it| &it.reason);
        let said = self.said(reasons, Tense::Then)?;
        let turns = account.why.iter().map(|it| it.turn);
        let names = &self.frame.sheet_names;
        let with = with_turns(said.iter().cloned().zip(turns), names);
        Ok([
            with_turns(said.into_iter().map(|it| (it, None)), names),
            with,
        ])
    }

    /// What else is said of an order: which part after ELSE was used, and what it did.
    pub(super) fn besides(&self, account: &Account) -> Result<Vec<String>, String> {
        self.templates.besides(&self.frame, account)
    }

    /// The head of a seat's report.
    pub(super) fn news(&self, seat: Seat, page: &PageData) -> Result<Vec<String>, String> {
        let news = self.templates.news(&self.frame_for(seat), page)?;
        Ok(news.into_iter().map(|it| it.words).collect())
    }

    /// What happened, as a seat's report tells it: a text an event.
    pub(super) fn story(&self, seat: Seat, page: &PageData) -> Result<Vec<String>, String> {
        self.templates.events(&self.frame_for(seat), page)
    }

    fn frame_for(&self, seat: Seat) -> Frame {
        Frame {
            seat: Some(seat),
            ..self.frame.clone()
        }
    }

    /// These reasons, a clause each.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro for a reason.
    pub fn said<'a>(
        &self,
        reasons: impl IntoIterator<Item = &'a Reason>,
        tense: Tense,
    ) -> Result<Vec<String>, String> {
        self.templates.reasons(&self.frame, reasons, tense)
    }
}
