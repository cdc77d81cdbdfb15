//! What is left out where orders are taken from the text of a reply, so that its player is told.
//!
//! Not here: taking them (`reply`).

use super::answered::Ours;
use super::blocks::is_live;
use crate::desk::club::errors::CampaignError;
use crate::engine::game::{InForce, Understood};
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
    // What was filed before is listed as replaced, and what has a standing order is played.
    let is_said = |text: &String| {
        let stands = |it: &InForce| it.sheet.is_none() && it.text.ends_with(text.as_str());
        orders.lines.iter().any(|it| it.text == *text)
            || orders.replaced.contains(text)
            || orders.in_force.iter().any(stands)
    };
    let lines = lines.into_iter().filter(|it| is_replaced(it.sheet));
    Ok(lines.map(|it| it.text).filter(|it| !is_said(it)).collect())
}
