//! The newspaper of a turn: what players wrote for it is printed in the entry that sends the turn's
//! reports.
//!
//! Not here: taking what they write (`newspaper`), and what it looks like (`report`).

use super::builder::EntryBuilder;
use crate::engine::seat::Seat;
use crate::report::{Frame, NewsAt};
use crate::store::entry::Stop;
use crate::store::news::{News, Unprinted};

/// What is printed with the reports of the turn that is over, whether they wait for review or not.
pub fn due(work: &EntryBuilder<'_>) -> Vec<News> {
    let (over, open) = (
        work.desk.stop == Stop::Over,
        work.campaign.table.sheet().turn,
    );
    let waiting = work.desk.news.iter();
    let due = waiting.filter(|it| over || it.turn < open);
    due.cloned().map(Unprinted::printed).collect()
}

/// The same for a report that everybody may read.
pub fn shown(frame: &Frame, news: &[News]) -> Vec<NewsAt> {
    let named = |name: Seat| {
        let seat = frame.seats.iter().find(|at| at.name == name);
        seat.map_or_else(|| name.to_string(), |at| at.title.clone())
    };
    let shown = news.iter().map(|item| NewsAt {
        from: item.seat.map(named).unwrap_or_default(),
        lines: item.lines.clone(),
    });
    shown.collect()
}

/// Prints what waits for the newspapers of turns that are over, now that everybody is notified of
/// them. A turn of several sheets has one newspaper, that of its end.
pub fn print(work: &mut EntryBuilder<'_>) {
    if work.desk.stop == Stop::Interrupt || work.desk.is_under_review() {
        return;
    }
    let (over, open) = (
        work.desk.stop == Stop::Over,
        work.campaign.table.sheet().turn,
    );
    let waiting = std::mem::take(&mut work.desk.news);
    let (printed, waits) = waiting
        .into_iter()
        .partition(|it: &Unprinted| over || it.turn < open);
    work.desk.news = waits;
    let printed: Vec<Unprinted> = printed;
    work.print(printed.into_iter().map(Unprinted::printed));
}
