//! `schedule`: the next deadlines of a campaign, and why each is where it is.
//!
//! Not here: working them out (`calendar::outlook`).

use crate::clock::Moment;
use crate::desk::club::open::Club;
use crate::desk::club::ready::open;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::intake::outlook;
use crate::store::deadline::MovedBy;
use serde::Serialize;

/// What is to come in a campaign.
#[derive(Debug, Serialize)]
pub struct Schedule {
    /// The campaign.
    pub campaign: String,
    /// The zone that deadlines are civil times of.
    pub zone: String,
    /// The next deadlines, soonest first.
    pub deadlines: Vec<Deadline>,
    /// The last turn there can be, if that is known.
    pub last_turn: Option<u32>,
    /// The same in words.
    #[serde(skip)]
    pub last: Option<String>,
    /// When it closes at the latest if nothing else moves a deadline, in UTC.
    pub ends_at: Option<Moment>,
    /// The same in the campaign's zone.
    pub ends: Option<String>,
    /// How long after each deadline missing orders are waited for.
    pub grace: String,
}

/// A deadline to come.
#[derive(Debug, Serialize)]
pub struct Deadline {
    /// The sheet that is due.
    pub sheet: String,
    /// What the game calls it; empty: nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sheet_name: String,
    /// The moment it is due, in the campaign's zone.
    pub at: String,
    /// The same in UTC.
    pub deadline_at: Moment,
    /// What moves it from where it would usually be, a clause each.
    pub because: Vec<String>,
}

/// The next deadlines of a campaign.
///
/// # Errors
/// A campaign that does not exist, or is halted.
pub fn schedule(club: &Club, name: &str, now: Moment) -> anyhow::Result<Schedule> {
    let templates = club.templates()?;
    let mut campaign = open(club, name)?;
    let work = EntryBuilder::begin(club, &templates, &mut campaign, now);
    let zone = work.campaign.config.schedule.zone;
    let shown = |it: Moment| it.for_people(zone, now);
    let today = now.date(zone);
    let because = |by: &MovedBy| match by {
        MovedBy::Holiday { dates } => format!("holidays, {}", dates.for_people(today)),
        MovedBy::Absence { seat, dates, days } => {
            let days = crate::report::counted(*days, "day", "days");
            format!("{seat} is away {}: {days}", dates.for_people(today))
        }
        MovedBy::Outage { from, to } => {
            format!("no mail was read from {} to {}", shown(*from), shown(*to))
        }
        MovedBy::Missing { seats } => {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            format!("no orders came from {}", seats.join(", "))
        }
        MovedBy::Vote {} => "a vote".to_owned(),
        MovedBy::Referee {} => "set by the referee".to_owned(),
        MovedBy::Hold {} => "the game was on hold".to_owned(),
    };
    let ahead = outlook::ahead(&work);
    let names = work.campaign.sheet_names();
    let rows = ahead.coming.iter().map(|next| Deadline {
        sheet: next.sheet.to_string(),
        sheet_name: work.campaign.sheet_name(next.sheet),
        at: shown(next.at),
        deadline_at: next.at,
        because: next.moved.iter().map(|it| because(&it.by)).collect(),
    });
    Ok(Schedule {
        campaign: work.campaign.id.to_string(),
        zone: zone.name().to_owned(),
        deadlines: rows.collect(),
        last_turn: work.campaign.table.last_turn(),
        last: work.campaign.table.last_turn().map(|it| names.whole(it)),
        ends_at: ahead.last,
        ends: ahead.last.map(shown),
        grace: work.campaign.config.schedule.grace.to_string(),
    })
}

impl Schedule {
    /// In words.
    pub fn text(&self) -> String {
        if self.deadlines.is_empty() {
            return format!("{}: no deadline is set.\n", self.campaign);
        }
        let mut text = format!("{} ({}):\n", self.campaign, self.zone);
        for row in &self.deadlines {
            let because = match row.because.as_slice() {
                [] => String::new(),
                all => format!("  moved: {}", all.join("; ")),
            };
            let turn = match row.sheet_name.as_str() {
                "" => format!("turn {:4}", row.sheet),
                name => name.to_owned(),
            };
            text += &format!("  {turn} {}{because}\n", row.at);
        }
        text += &format!(
            "If orders are missing, a turn stays open {} longer; it may close earlier.\n",
            self.grace
        );
        if let (Some(turn), Some(ends)) = (&self.last, &self.ends) {
            text += &format!(
                "The game ends at the latest after {turn}, which closes by {ends} unless a \
                 deadline moves.\n"
            );
        }
        text
    }
}
