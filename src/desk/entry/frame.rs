//! What every mail to a reader knows: names, the stop, the deadline and what moved it, who is away.
//!
//! Not here: what a mail says besides (`publish`), and the words (`report`).

use super::builder::EntryBuilder;
use super::deadline::closes_early;
use crate::clock::{Moment, Zone};
use crate::config::campaign::Partner;
use crate::desk::calendar::stop::is_ruling;
use crate::desk::calendar::substitute;
use crate::desk::club::options::{early, options};
use crate::desk::club::partners;
use crate::desk::club::press;
use crate::engine::seat::Seat;
use crate::report::{AwayAt, Closing, Frame, Moved, SeatAt, Stop as Shown};
use crate::store::deadline::{self, MovedBy};
use crate::store::entry::Stop;

/// How many days before an absence reports begin to tell of it.
const AWAY_SOON_DAYS: u16 = 14;

impl EntryBuilder<'_> {
    /// In whose zone a seat reads times.
    pub fn zone_of(&self, seat: Option<Seat>) -> Zone {
        let is_own = |it: &Seat| !self.desk.seats.get(*it).has_substitute();
        let player = seat.filter(is_own).and_then(|it| self.campaign.player(it));
        let zone = player.and_then(|it| it.zone);
        zone.unwrap_or(self.campaign.config.schedule.zone)
    }

    /// What every mail to this reader knows; with no seat, to anybody outside.
    pub fn frame(&self, seat: Option<Seat>) -> Frame {
        self.frame_of(seat, self.hides_players())
    }

    /// What every mail to the referee knows: who plays, too.
    pub fn referee_frame(&self) -> Frame {
        let frame = self.frame_of(None, false);
        let anonymous = self.hides_players();
        Frame { anonymous, ..frame }
    }

    /// What every mail to people who look on knows: nobody is named who has not agreed.
    pub fn public_frame(&self) -> Frame {
        let hidden = self.hides_players();
        let named = |seat: Seat| {
            let player = self.campaign.player(seat).filter(|_| !hidden)?;
            player.public_name().map(str::to_owned)
        };
        self.frame(None).for_readers(named)
    }

    fn frame_of(&self, seat: Option<Seat>, hidden: bool) -> Frame {
        let campaign = &*self.campaign;
        let table = self.table_of(seat);
        let seats = table.seats();
        let is_own = |each: Seat| seat == Some(each);
        let is_shown = |each: &Seat| !hidden || is_own(*each);
        let who = |each: Seat| self.who_plays(each, is_own(each));
        let player = |each: Seat| Some(each).filter(is_shown).and_then(who);
        let called = seat.is_none_or(|it| self.desk.called.contains(&it));
        let zone = self.zone_of(seat);
        let printed = |it: Moment| it.for_people(zone, self.now);
        let announced = self.desk.deadline.map(printed);
        let closes = closes_early(self).filter(|_| called);
        let closing = closes.map(|at| Closing {
            now: at <= self.now,
            latest: announced.clone().unwrap_or_default(),
        });
        let waits = closing.is_none();
        Frame {
            club: self.club.config.club.name.clone(),
            referee: self.club.config.club.referee.to_string(),
            campaign: campaign.id.to_string(),
            game: campaign.game.id().to_owned(),
            title: campaign.card.title.clone(),
            seat,
            seat_title: seat.map_or_else(String::new, |it| campaign.title(it)),
            player: seat.and_then(player).unwrap_or_default(),
            plays_until: seat.map_or_else(String::new, |it| self.plays_until(it)),
            point: campaign.card.point.clone(),
            seats: seats
                .iter()
                .map(|each_seat| SeatAt {
                    name: *each_seat,
                    title: campaign.title(*each_seat),
                    player: player(*each_seat).unwrap_or_default(),
                    robot: campaign.is_robot(*each_seat),
                })
                .collect(),
            sheet_names: table.sheet_names().clone(),
            deadline: match &closing {
                Some(closing) if closing.now => None,
                _ => closes.map(printed).or(announced),
            },
            early: match (waits, is_ruling(table, &self.desk)) {
                (false, _) => String::new(),
                (true, false) => early(&campaign.config.schedule.when_all_in),
                (true, true) if called && seat.is_some() => {
                    "when you have written to every player".to_owned()
                }
                (true, true) => "when the ruling is in".to_owned(),
            },
            closing,
            pace: {
                let kinds = table.sheet_names().kinds();
                campaign.config.schedule.pace(table.parts(), &kinds)
            },
            options: options(campaign),
            stop: self.shown_stop(seat, called),
            moved: self.why_moved(called, (seat, zone)),
            away: self.who_is_away(seat),
            anonymous: hidden,
            stood_in_for: substitute::stood_in_for(table, &campaign.config, &self.desk),
            press: press::shown(&campaign.config.press, table.sheet_names()),
            by_hand: self.is_by_hand(),
            refereed: table.referee().is_some(),
            referees: seat.is_some() && table.referee() == seat,
            ..Frame::bare(table.sheet())
        }
    }

    /// Whom a mail names as the player of a seat; `own`: it goes to that seat.
    fn who_plays(&self, seat: Seat, own: bool) -> Option<String> {
        let alone = self.only.as_ref();
        let writer = self.writer_for(seat).map(|it| &it.who);
        if let Some(who) = alone.or(writer).filter(|_| own) {
            return Some(who.name.clone());
        }
        let all = partners::readers(self.campaign, &self.desk, seat);
        all.into_iter().next().map(|it| it.who.name)
    }

    /// What the campaign waits for, as a seat may know it, or everybody.
    fn shown_stop(&self, seat: Option<Seat>, called: bool) -> Shown {
        match (self.desk.stop, called) {
            (Stop::Over, _) => Shown::Over,
            _ if self.desk.held.is_some() => Shown::Held,
            (Stop::Gate, true) => Shown::Gate,
            (Stop::Interrupt, true) if seat.is_some() => Shown::Interrupt,
            (Stop::Interrupt, false) => Shown::Pending,
            (Stop::Gate | Stop::Interrupt, _) => Shown::Elsewhere,
        }
    }

    /// The last day on which a substitute plays a seat, if its mails go to one; else empty.
    fn plays_until(&self, seat: Seat) -> String {
        let substitute = self.desk.seats.get(seat).substitute.as_ref();
        let reader = self.only.as_ref();
        let reader = reader.or(self.writer_for(seat).map(|it| &it.who));
        let is_read = |who: &Partner| reader.is_none_or(|it| it == who);
        let substitute = substitute.filter(|it| it.plays && is_read(&it.who));
        let today = self.now.date(self.campaign.config.schedule.zone);
        let last = substitute.map(|it| it.dates.last().for_people(today));
        last.unwrap_or_default()
    }

    /// Why the deadline is not the usual one, for a reader who is called.
    fn why_moved(&self, called: bool, reader: (Option<Seat>, Zone)) -> Vec<Moved> {
        if called {
            self.told_of_moves(self.moved(), reader)
        } else {
            Vec::new()
        }
    }

    /// Whether nobody but the referee may learn who plays which seat.
    pub fn hides_players(&self) -> bool {
        let is_over = self.desk.stop == Stop::Over;
        self.campaign.config.hides_players(is_over)
    }

    /// What moved a deadline, as a seat is told, or everybody.
    pub fn told_of_moves(
        &self,
        moved: &[deadline::Moved],
        (reader, zone): (Option<Seat>, Zone),
    ) -> Vec<Moved> {
        let hidden = self.hides_players();
        let today = self.now.date(self.campaign.config.schedule.zone);
        let shown = |it: Moment| it.for_people(zone, self.now);
        let told = moved.iter().map(|it| match &it.by {
            MovedBy::Holiday { dates } => Moved::Holiday {
                dates: dates.for_people(today),
            },
            // Who is away elsewhere on the same days would be known.
            MovedBy::Absence { seat, .. } if hidden && reader != Some(*seat) => Moved::Away,
            MovedBy::Absence { seat, dates, .. } => Moved::Absence {
                seat: *seat,
                dates: dates.for_people(today),
            },
            MovedBy::Outage { from, to } => Moved::Outage {
                from: shown(*from),
                to: shown(*to),
            },
            MovedBy::Missing { seats } => Moved::Missing {
                seats: seats.iter().map(|it| (*it, self.time_left(*it))).collect(),
            },
            MovedBy::Vote {} => Moved::Vote,
            MovedBy::Referee {} => Moved::Referee,
            MovedBy::Hold {} => Moved::Hold,
        });
        told.collect()
    }

    /// How often a deadline may still be moved because orders of this seat are missing.
    pub fn time_left(&self, seat: Seat) -> u32 {
        let each = self.campaign.config.absence.extend.map_or(0, |it| it.each);
        u32::from(each).saturating_sub(self.desk.seats.get(seat).extended)
    }

    /// Who is away now or soon: what is far ahead is told when it is noted, and again in time.
    fn who_is_away(&self, reader: Option<Seat>) -> Vec<AwayAt> {
        if self.desk.stop == Stop::Over {
            return Vec::new();
        }
        let today = self.now.date(self.campaign.config.schedule.zone);
        let hidden = self.hides_players();
        let told = self.desk.seats.iter();
        let told = told.filter(|it| !hidden || reader == Some(it.0));
        let away = told.map(|(seat, state)| {
            let soon = today.plus_days(AWAY_SOON_DAYS);
            let to_come = state.away.iter();
            let to_come = to_come.filter(|it| it.last() >= today && it.first() <= soon);
            AwayAt {
                seat,
                dates: to_come.map(|it| it.for_people(today)).collect(),
            }
        });
        away.filter(|it| !it.dates.is_empty()).collect()
    }
}
