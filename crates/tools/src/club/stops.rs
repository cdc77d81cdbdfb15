//! Deadlines: invariants 5 (a deadline opens one stop, in its time) and 20 (what arrived later
//! could not change what it resolved).

use super::places::layout;
use packetboat::config::campaign::CampaignConfig;
use packetboat::config::schedule::WhenAllIn;
use packetboat::desk::calendar::stop::is_ruling;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::open::Source;
use packetboat::desk::club::rules_cache::Shelf;
use packetboat::store::entry::{Because, Cause, Note, Stop, Verdict};
use packetboat::store::layout::{CampaignDir, CampaignId};
use packetboat::store::memfs::MemFs;
use packetboat_core::clock::Moment;
use packetboat_core::engine::game::Gate;
use packetboat_core::engine::seat::Seat;

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
            Cause::Waited { seats, .. } => {
                resolution.waited(seats)?;
                self.handled = true;
                Ok(())
            }
            Cause::VotedTime { .. } | Cause::VotedEnd { .. } => {
                resolution.voted()?;
                self.handled = true;
                Ok(())
            }
            Cause::Founded {}
            | Cause::Held { .. }
            | Cause::Released { .. }
            | Cause::Extended { .. }
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
        self.missing()?;
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
                    // Whoever referees rules as soon as they have written.
                    _ if is_ruling(&*self.before()?.table, desk) => Ok(()),
                    WhenAllIn::WaitForDeadline => fault("and not at the deadline".to_owned()),
                    WhenAllIn::ResolveAfter(length) if written < last.plus(length) => {
                        fault(format!("before the time to think again was over, {last}"))
                    }
                    WhenAllIn::ResolveAfter(_) | WhenAllIn::ResolveAtOnce => Ok(()),
                }
            }
        }
    }

    /// Invariant 27: more time where orders are missing, after the deadline, for those who have
    /// some left.
    fn waited(&self, seats: &[Seat]) -> Result<(), String> {
        let (desk, config) = (&self.before.desk, self.config()?);
        let each = config.absence.extend.map_or(0, |it| it.each);
        let end = desk.deadline.map(|it| it.plus(config.schedule.grace));
        if end.is_none_or(|it| self.note.written < it) {
            return Err("27: more time is given before the deadline".to_owned());
        }
        for seat in seats {
            if self.gate_of(*seat)? != Gate::NoSheet {
                return Err(format!("27: {seat} is waited for, and its orders had come"));
            }
            if self.note.desk.seats.get(*seat).extended > u32::from(each) {
                return Err(format!("27: {seat} is waited for more often than allowed"));
            }
        }
        Ok(())
    }

    /// Invariant 27: votes count only where enough have voted.
    fn voted(&self) -> Result<(), String> {
        let any = self.before.desk.seats.any(|it| !it.votes.is_empty());
        if any {
            Ok(())
        } else {
            Err("27: something was voted for, and nobody has voted".to_owned())
        }
    }

    /// Invariant 27: nobody is counted as missing whose orders had come.
    fn missing(&self) -> Result<(), String> {
        for seat in &self.before.desk.called {
            let of = |note: &Note| note.desk.seats.get(*seat).missed;
            if of(self.note) > of(self.before) && self.gate_of(*seat)? != Gate::NoSheet {
                return Err(format!(
                    "27: {seat} counts as missing, and its orders had come"
                ));
            }
        }
        Ok(())
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

    /// The gate of one seat before the entry.
    fn gate_of(&self, seat: Seat) -> Result<Gate, String> {
        Ok(self.before()?.table.gate(seat))
    }

    fn before(&self) -> Result<Campaign, String> {
        let at = Some(self.before.number);
        let source = Source {
            without_secret: false,
            secret: None,
            fs: self.disk,
            shelf: self.shelf,
            known: None,
        };
        let campaign = Campaign::open_at(source, &layout().campaign(self.id), self.id, at);
        campaign.map_err(|it| format!("15: {it:?}"))
    }

    /// The gate of each called seat.
    fn gates(&self) -> Result<Vec<Gate>, String> {
        let campaign = self.before()?;
        let desk = &self.before.desk;
        let called = desk.called.iter().map(|it| (it, campaign.table.gate(*it)));
        // Nobody waits for who has left, or has missed so many that a robot writes.
        let absence = self.config()?.absence;
        let after = [absence.skip_after, absence.robot_after_missed];
        let is_out = |seat: &Seat| {
            let record = desk.seats.get(*seat);
            let has = |after: &u8| *after > 0 && record.missed >= u32::from(*after);
            record.left || after.iter().any(has)
        };
        let waited = called.filter(|it| it.1 != Gate::NoSheet || !is_out(it.0));
        Ok(waited.map(|it| it.1).collect())
    }
}
