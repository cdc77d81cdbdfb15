//! What is left out where orders are taken from the text of a reply, so that its player is told.
//!
//! Not here: taking them (`reply`).

use super::answered::Ours;
use super::blocks::is_live;
use crate::desk::club::errors::CampaignError;
use crate::engine::game::Understood;
use crate::lang::sheet::SheetNo;

/// What is left out where orders are taken from a reply's text.
#[derive(Default)]
pub struct LeftOut {
    /// Courtesies, as written.
    pub courtesies: Vec<String>,
    /// Live orders of the sheet printed in the mail that is answered, which are not in the text.
    pub printed: Vec<String>,
}

/// Live orders of the sheet in the mail that is answered which orders leave out that replace them.
/// Standing ones stay in force. `read`: these lines as orders.
///
/// # Errors
/// Those of `read`.
pub fn of_printed(
    orders: &Understood,
    mail: Option<&Ours>,
    read: impl Fn(&[String]) -> Result<Option<Understood>, CampaignError>,
) -> Result<Vec<String>, CampaignError> {
    let printed = mail.and_then(Ours::sheet).map(|it| it.lines);
    let live = printed.into_iter().flatten().filter(|it| is_live(it));
    let live: Vec<String> = live.collect();
    if live.is_empty() {
        return Ok(Vec::new());
    }
    let lines = read(&live)?.map(|it| it.lines).unwrap_or_default();
    let is_replaced =
        |sheet: Option<SheetNo>| sheet.is_some() && orders.lines.iter().any(|it| it.sheet == sheet);
    let is_said = |text: &String| orders.lines.iter().any(|it| it.text == *text);
    let lines = lines.into_iter().filter(|it| is_replaced(it.sheet));
    Ok(lines.map(|it| it.text).filter(|it| !is_said(it)).collect())
}

/// What the program would have played and does not beside these orders, though they order nothing
/// of its kind. `read`: these lines as orders.
///
/// # Errors
/// Those of `read`.
pub fn of_silence(
    orders: &Understood,
    silence: Vec<String>,
    read: impl Fn(&[String]) -> Result<Option<Understood>, CampaignError>,
) -> Result<Vec<String>, CampaignError> {
    let verb = |it: &str| it.split(' ').next().unwrap_or_default().to_owned();
    let is_ordered = |line: &String| orders.lines.iter().any(|it| verb(&it.text) == verb(line));
    let of_sheet = orders.lines.iter().any(|it| it.sheet.is_some());
    let gone = silence.into_iter().filter(|_| of_sheet);
    let gone = gone.filter(|it| !orders.silence.contains(it) && !is_ordered(it));
    let gone: Vec<String> = gone.collect();
    if gone.is_empty() {
        return Ok(gone);
    }
    let lines = read(&gone)?.map(|it| it.lines).unwrap_or_default();
    Ok(lines.into_iter().map(|it| it.text).collect())
}
