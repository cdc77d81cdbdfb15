//! The game as each seat may see it, and lines filed at it: while a question is asked by mail, what
//! the others see and file waits until the batch is over.
//!
//! Not here: reading lines (`intake`), and playing them (`turn`).

use super::builder::EntryBuilder;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::engine::game::{Block as OrderBlock, Table, Understood};
use crate::engine::seat::{Seat, Viewer};
use crate::lang::sheet::SheetNo;
use crate::store::desk_state::Ahead;
use crate::store::draft::Submission;
use crate::store::entry::Stop;

impl EntryBuilder<'_> {
    /// The game as a seat may see it.
    pub fn table(&self, seat: Seat) -> &dyn Table {
        self.table_of(Some(seat))
    }

    /// The same, to file lines at; those of who is asked nothing now wait besides until the batch
    /// is over.
    pub fn table_mut(&mut self, seat: Seat) -> &mut dyn Table {
        let shown = self.desk.shown_to(Viewer::Seat(seat));
        let shown = shown.and_then(|it| self.campaign.published.get_mut(&it));
        &mut **shown.unwrap_or(&mut self.campaign.table)
    }

    /// The same as [`EntryBuilder::table`]; without a seat as the referee may.
    pub(super) fn table_of(&self, seat: Option<Seat>) -> &dyn Table {
        let viewer = seat.map_or(Viewer::Referee, Viewer::Seat);
        self.campaign.table_of(viewer, &self.desk)
    }

    /// Whether the batch is played in which a seat may still act, and a question of others in it
    /// is waited for: what the seat files then counts when it is over.
    pub fn waits_for_others(&self, seat: Seat) -> bool {
        let shown = self.desk.shown_to(Viewer::Seat(seat));
        shown.is_some_and(|it| self.campaign.published.contains_key(&it))
    }

    /// All but those who will be asked by mail go on seeing the position before the batch, or that
    /// of the last question to them.
    ///
    /// # Errors
    /// As for opening a campaign.
    pub fn hide_batch(&mut self) -> Result<(), CampaignError> {
        let Some(last) = &self.campaign.last else {
            return Ok(());
        };
        let last = last.note.number;
        match self.desk.stop {
            Stop::Interrupt => {
                for seat in &self.desk.called {
                    self.desk.seats.of(*seat).told = Some(last);
                }
            }
            Stop::Gate | Stop::Over => {
                self.desk.published = Some(last);
                self.desk.seats.all_mut().for_each(|it| it.told = None);
            }
        }
        self.campaign.show_ahead(&self.desk, &*self.club.fs)
    }

    /// Files what has come in while a question was asked by mail, once the batch is over.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn file_ahead(&mut self) -> Result<(), CampaignError> {
        self.desk.published = None;
        self.desk.seats.all_mut().for_each(|it| it.told = None);
        self.campaign.published.clear();
        let open = self.campaign.table.sheet();
        for filed in std::mem::take(&mut self.desk.ahead) {
            let block = (filed.sheet.max(open), filed.body.as_str());
            self.file_for(filed.seat, filed.submission, block)?;
        }
        Ok(())
    }

    /// Takes back what a seat has filed while a question of others was asked by mail, and lets its
    /// page show no lines any more.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn drop_ahead(&mut self, seat: Seat) -> Result<(), CampaignError> {
        self.desk.ahead.retain(|it| it.seat != seat);
        let shown = self.desk.told_of(seat);
        let Some(published) = shown.and_then(|it| self.campaign.published.get(&it)) else {
            return Ok(());
        };
        let open = published.sheet();
        let mut sheets = published.sheets(seat);
        sheets.insert(open);
        let cancelled = sheets.into_iter().map(|it| (it, "CANCEL\n"));
        for (sheet, body) in cancelled.chain([(open, "CLEAR ALL\n")]) {
            let submission = self.next_submission();
            let body = body.to_owned();
            self.desk.ahead.push(Ahead {
                seat,
                submission,
                sheet,
                body,
            });
        }
        self.campaign.show_ahead(&self.desk, &*self.club.fs)
    }

    /// Files lines for a seat as a submission of its own, and keeps them like one that came by
    /// mail.
    ///
    /// # Errors
    /// Rules that fail.
    pub fn file_for(
        &mut self,
        seat: Seat,
        number: u32,
        (sheet, body): (SheetNo, &str),
    ) -> Result<Understood, CampaignError> {
        let block = OrderBlock { sheet, body };
        let filed = catch_panic(|| self.campaign.table.file(seat, number, &block));
        let filed = filed.map_err(|it| rules_fault(&it))?;
        let opener = self.campaign.opener(seat, sheet);
        let text = format!("{opener}\n{}\n#end\n", body.trim_end());
        self.keep(Submission {
            number,
            seat,
            sheet: Some(sheet),
            lines: filed.counted.clone(),
            text,
        });
        Ok(filed)
    }
}
