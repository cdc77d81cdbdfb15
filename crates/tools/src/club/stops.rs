//! Deadlines: invariants 5 (a deadline opens one stop, in its time) and 20 (what arrived later
//! could not change what it resolved).

use super::places::layout;
use packetboat::config::campaign::CampaignConfig;
use packetboat::config::schedule::WhenAllIn;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::open::Source;
use packetboat::desk::club::rules_cache::Shelf;
use packetboat::store::entry::{Because, Cause, Note, Stop, Verdict};
use packetboat::store::layout::{CampaignDir, CampaignId};
use packetboat::store::memfs::MemFs;
use packetboat_core::clock::Moment;
use packetboat_core::engine::game::Gate;

/// What happened since the stop was opened.
#[derive(Debug, Default)]
pub(super) struct Stops {
    /// Whether the referee had a hand in it: then their decision counts, not the schedule.
    handled: bool,
    /// When the mails came that count for it.
    arrived: Vec<Moment>,
}

/// An entry and the one before.
pub(super) struct Resolution<'a> {
    pub(super) disk: &'a MemFs,
    pub(super) shelf: &'a Shelf,
    pub(super) dir: &'a CampaignDir,
    pub(super) id: &'a CampaignId,
    pub(super) before: &'a Note,
    pub(super) note: &'a Note,
}

impl Stops {
    /// Goes along with one more entry.
    pub(super) fn follow(&mut self, resolution: &Resolution<'_>) -> Result<(), String> {
        match &resolution.note.cause {
            Cause::Mail {} => {
                for mail in &resolution.note.mail {
                    if mail.file == packetboat::store::entry::MailNote::BY_COMMAND {
                        self.handled = true;
                    } else if mail.verdict == Verdict::Accepted {
                        self.arrived.push(mail.arrived);
                    }
                }
                Ok(())
            }
            Cause::Resolved { because, .. } => {
                resolution.opened(*because)?;
                if !self.handled && *because != Because::Referee {
                    resolution.in_time(&self.arrived)?;
                }
                *self = Stops::default();
                Ok(())
            }
            Cause::Reminded { .. } => match resolution.before.desk.deadline {
                Some(deadline) if resolution.note.written < deadline => Ok(()),
                _ => Err("5: a reminder after the deadline".to_owned()),
            },
            Cause::Summed { .. } | Cause::Unsigned {} => Ok(()),
            Cause::Founded {}
            | Cause::Held { .. }
            | Cause::Released { .. }
            | Cause::Extended { .. }
            | Cause::Waited { .. }
            | Cause::VotedTime { .. }
            | Cause::VotedEnd { .. }
            | Cause::Adopted { .. }
            | Cause::RolledBack { .. }
            | Cause::Looked {}
            | Cause::Replaced { .. }
            | Cause::Moved { .. }
            | Cause::Booked { .. }
            | Cause::Substituted { .. }
            | Cause::Renewed { .. }
            | Cause::Robots { .. }
            | Cause::Told { .. }
            | Cause::Resent { .. }
            | Cause::Packed {}
            | Cause::Ended { .. } => {
                self.handled = true;
                Ok(())
            }
        }
    }
}

impl Resolution<'_> {
    /// Invariant 5: the stop was open, its time had come, and it is another one now.
    fn opened(&self, because: Because) -> Result<(), String> {
        let (desk, written) = (&self.before.desk, self.note.written);
        let fault = |what: String| Err(format!("5: resolved by {because:?} at {written}, {what}"));
        if desk.stop == Stop::Over {
            return fault("and it was over".to_owned());
        }
        if self.note.desk.asked_at != written {
            return fault("and the next stop does not begin then".to_owned());
        }
        if because == Because::Referee {
            return Ok(());
        }
        if desk.held.is_some() {
            return fault("and it was held".to_owned());
        }
        let config = self.config()?;
        let gates = self.gates()?;
        match (because, desk.deadline) {
            (Because::Deadline, None) => fault("and it has none".to_owned()),
            (Because::Deadline, Some(at)) => {
                let silent = gates.contains(&Gate::NoSheet);
                let at = if silent {
                    at.plus(config.schedule.grace)
                } else {
                    at
                };
                if written < at || at <= desk.asked_at {
                    return fault(format!("but it ends at {at}, asked at {}", desk.asked_at));
                }
                Ok(())
            }
            (Because::AllIn | Because::Referee, _) => {
                // A robot writes for who stays away, and nobody waits for it.
                let robot_may = config.absence.robot_after_missed > 0;
                let is_in = |gate: &Gate| match gate {
                    Gate::Ready | Gate::NotCalled => true,
                    Gate::NoSheet => robot_may,
                    Gate::Waits | Gate::Earlier => false,
                };
                if !gates.iter().all(is_in) {
                    return fault(format!("but not all were in: {gates:?}"));
                }
                let last = desk.last_sheet_at.unwrap_or(desk.asked_at);
                match config.schedule.when_all_in {
                    WhenAllIn::WaitForDeadline => fault("and not at the deadline".to_owned()),
                    WhenAllIn::ResolveAfter(length) if written < last.plus(length) => {
                        fault(format!("before the time to think again was over, {last}"))
                    }
                    WhenAllIn::ResolveAfter(_) | WhenAllIn::ResolveAtOnce => Ok(()),
                }
            }
        }
    }

    /// Invariant 20, first half: no mail that counts came after the end of grace.
    fn in_time(&self, arrived: &[Moment]) -> Result<(), String> {
        let Some(deadline) = self.before.desk.deadline else {
            return Ok(());
        };
        let end = deadline.plus(self.config()?.schedule.grace);
        match arrived.iter().find(|it| **it > end) {
            None => Ok(()),
            Some(late) => Err(format!(
                "20: a mail of {late} counts for a stop that ended {end}"
            )),
        }
    }

    fn config(&self) -> Result<CampaignConfig, String> {
        let bytes = self
            .disk
            .bytes(&self.dir.config())
            .ok_or("campaign.toml is gone")?;
        let text = String::from_utf8_lossy(&bytes);
        CampaignConfig::parse("campaign.toml", &text).map_err(|it| it.to_string())
    }

    /// The gate of each called seat.
    fn gates(&self) -> Result<Vec<Gate>, String> {
        let at = Some(self.before.number);
        let source = Source {
            without_secret: false,
            secret: None,
            fs: self.disk,
            shelf: self.shelf,
            known: None,
        };
        let campaign = Campaign::open_at(source, &layout().campaign(self.id), self.id, at);
        let campaign = campaign.map_err(|it| format!("15: {it:?}"))?;
        let desk = &self.before.desk;
        let called = desk.called.iter().map(|it| (it, campaign.table.gate(*it)));
        // Nobody waits for who has left.
        let waited = called.filter(|it| it.1 != Gate::NoSheet || !desk.seats.get(*it.0).left);
        Ok(waited.map(|it| it.1).collect())
    }
}
