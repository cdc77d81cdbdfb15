//! What every mail of a campaign knows: who reads it, how far the campaign is, what the dice show.
//!
//! Not here: the position and the events (`PageData`).

use super::own::Own;
use super::text::{after_marks, counted, one_line};
use packetboat_core::engine::game::PageData;
use packetboat_core::engine::rules::{Measure, Outcome};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::sheet_names::SheetNames;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The frame of a mail, made for one reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// Name of the club.
    pub club: String,
    /// Where the referee is written to.
    pub referee: String,
    /// Id of the campaign.
    pub campaign: String,
    /// Id of the game: the folder of its templates.
    pub game: String,
    /// Title of the game.
    pub title: String,
    /// The reader's seat; `None` for the public and the referee.
    pub seat: Option<Seat>,
    /// Title of that seat; empty if there is none.
    pub seat_title: String,
    /// Name of the player; empty if there is none.
    pub player: String,
    /// The last day on which the reader plays the seat for its player; empty: they are the player,
    /// or play it together with them.
    pub plays_until: String,
    /// What points are, one of them.
    pub point: String,
    /// The seats taken, in table order.
    pub seats: Vec<SeatAt>,
    /// Whether one of them referees: what happens then no default says.
    pub refereed: bool,
    /// Whether the reader does.
    pub referees: bool,
    /// The sheet now being played, or called for.
    pub sheet: SheetNo,
    /// What the game calls its sheets.
    pub sheet_names: SheetNames,
    /// Until when orders are wanted, printed for this reader; `None`: no time is set.
    pub deadline: Option<String>,
    /// What closes the turn before the deadline, such as `2 hours after everyone's orders are in`;
    /// empty: the deadline is waited for.
    pub early: String,
    /// What becomes of the deadline as all orders are in; `None`: they are not, or it is waited
    /// for. If the turn closes later, `deadline` is the moment at which it does.
    pub closing: Option<Closing>,
    /// How often turns are closed, a sentence; empty: the mail need not say.
    pub pace: String,
    /// The options of the game, as this campaign was founded with them.
    pub options: Vec<OptionAt>,
    /// What the campaign waits for, as this reader may know it.
    pub stop: Stop,
    /// What else the reader must know, a sentence or two each: the deadline moved, dice not
    /// sealed.
    pub notes: Vec<String>,
    /// Why the deadline is not the usual one; empty: it is.
    pub moved: Vec<Moved>,
    /// Who is away now or soon. Absences are public, unless it hides who plays what.
    pub away: Vec<AwayAt>,
    /// Whether nobody may learn who plays which seat until the game is over.
    pub anonymous: bool,
    /// The players' seats for which a robot writes until a sheet comes from the player. Public, as
    /// robots are.
    pub stood_in_for: Vec<Seat>,
    /// What is shown of the dice.
    pub dice: DiceShown,
    /// What players have added to them, by seat in table order; empty: the mail does not say.
    pub salts: Vec<SaltAt>,
    /// The reader's own words for them; empty: none.
    pub own_salt: String,
    /// Whether the reader may add some still.
    pub may_salt: bool,
    /// Whether the referee has closed the turn that this is about, whoever was missing.
    pub by_hand: bool,
    /// What players wrote for everybody, in the report of the turn that prints it; empty else.
    pub newspaper: Vec<NewsAt>,
    /// What the reader has noted for themself, and the referee says to them.
    pub own: Own,
    /// What the campaign passes on between players.
    pub press: PressAt,
}

/// Lines that a player wrote for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewsAt {
    /// Whose, as printed; empty: their writer is not named.
    pub from: String,
    /// They, each after the mark of a letter.
    pub lines: Vec<String>,
}

/// An option of the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptionAt {
    /// The option's name in campaign.toml.
    pub name: String,
    /// Its value, as printed.
    pub value: String,
    /// What it does, in a sentence or two.
    pub help: String,
    /// Whether it is as usual.
    pub usual: bool,
}

/// What a seat has added to the dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SaltAt {
    /// How the seat is printed.
    pub title: String,
    /// The digest of its words, in hex; empty: none.
    pub digest: String,
}

/// Why a deadline is not the usual one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Moved {
    /// It would have fallen on a holiday of the campaign.
    Holiday {
        /// Which, as printed.
        dates: String,
    },
    /// A seat that owes a sheet is away.
    Absence {
        /// The seat that is away.
        seat: Seat,
        /// When, as printed.
        dates: String,
    },
    /// Some seat is away that owes a sheet; which one is nobody's business.
    Away,
    /// For a while no mail was read here, as printed for the reader.
    Outage {
        /// Since when.
        from: String,
        /// Until when.
        to: String,
    },
    /// Orders of these seats were missing, and there is time left for that: how often more for
    /// each.
    Missing {
        /// The seats, in table order.
        seats: Vec<(Seat, u32)>,
    },
    /// The players have voted for more time.
    Vote,
    /// The referee has set it.
    Referee,
    /// The campaign was on hold.
    Hold,
}

/// The turn closes early, since all orders are in. That is no secret: STATUS counts them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Closing {
    /// Whether it closes at once.
    pub now: bool,
    /// Until when WAIT gives time, as printed; empty: until the referee closes the turn.
    pub latest: String,
}

/// A seat whose player is away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AwayAt {
    /// The seat that is away.
    pub seat: Seat,
    /// When, as printed, in order.
    pub dates: Vec<String>,
}

/// One seat of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatAt {
    /// The seat's name.
    pub name: Seat,
    /// How it is printed.
    pub title: String,
    /// Who plays it; empty for a robot.
    pub player: String,
    /// Whether a robot does.
    pub robot: bool,
}

/// What the campaign waits for, as one reader may know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// A gate that calls this seat (or, on a public page, some seats).
    Gate,
    /// A gate that does not call this seat.
    Elsewhere,
    /// A question to others in the middle of a sheet: the turn is being played.
    Pending,
    /// A question to this seat in the middle of a sheet.
    Interrupt,
    /// Nothing: the game is over.
    Over,
    /// The referee, who holds the campaign.
    Held,
}

/// What a mail shows of the dice, in hex digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "shown", rename_all = "kebab-case")]
pub enum DiceShown {
    /// Nothing new.
    Nothing,
    /// The seals, in a first report, and where new dice were founded.
    Sealed {
        /// Whether these are not the first: the seed of those was published.
        anew: bool,
        /// The end of the chain of open keys, link 0.
        chain: String,
        /// BLAKE3 of the seed.
        seed_hash: String,
        /// The link that was drawn with; empty if none was.
        link: String,
    },
    /// One link more of the chain.
    Link {
        /// Whether this chain is not the first.
        anew: bool,
        /// Its number, from 1.
        number: u32,
        /// The link.
        link: String,
        /// How often the referee has gone back: each time draws are made from scratch.
        timeline: u32,
    },
    /// The seed, when the game is over.
    Opened {
        /// Whether it is not the first.
        anew: bool,
        /// The last link used, from 1; 0 if none was.
        number: u32,
        /// The seed.
        seed: String,
    },
    /// The seed was given by hand: tests and demonstrations.
    NotSealed,
}

impl Frame {
    /// At a gate, and of nobody and no game: what its maker does not fill in says nothing.
    pub fn bare(sheet: SheetNo) -> Frame {
        Frame {
            club: String::new(),
            referee: String::new(),
            campaign: String::new(),
            game: String::new(),
            title: String::new(),
            seat: None,
            seat_title: String::new(),
            player: String::new(),
            plays_until: String::new(),
            point: "point".to_owned(),
            seats: Vec::new(),
            refereed: false,
            referees: false,
            sheet,
            sheet_names: SheetNames::NONE,
            deadline: None,
            early: String::new(),
            closing: None,
            pace: String::new(),
            options: Vec::new(),
            stop: Stop::Gate,
            notes: Vec::new(),
            moved: Vec::new(),
            away: Vec::new(),
            anonymous: false,
            stood_in_for: Vec::new(),
            dice: DiceShown::Nothing,
            salts: Vec::new(),
            own_salt: String::new(),
            may_salt: false,
            newspaper: Vec::new(),
            own: Own::default(),
            press: PressAt::default(),
            by_hand: false,
        }
    }

    /// The sheet in a sentence: `turn 6b`, or as the game calls it.
    pub fn turn(&self) -> String {
        self.sheet_names.turn(self.sheet)
    }

    /// The same, with all that people typed made harmless: each in one line.
    pub(super) fn cleaned(&self) -> Frame {
        let mut frame = self.clone();
        for text in [
            &mut frame.club,
            &mut frame.referee,
            &mut frame.title,
            &mut frame.seat_title,
            &mut frame.player,
            &mut frame.early,
            &mut frame.own_salt,
        ] {
            *text = one_line(text);
        }
        for seat in &mut frame.seats {
            seat.title = one_line(&seat.title);
            seat.player = one_line(&seat.player);
        }
        for note in &mut frame.notes {
            *note = one_line(note);
        }
        frame.own = frame.own.cleaned();
        for news in &mut frame.newspaper {
            news.from = one_line(&news.from);
            news.lines = after_marks(&news.lines.join("\n"));
        }
        frame
    }

    /// The same, with what may close the turn earlier said after the deadline.
    pub(super) fn with_early(mut self) -> Frame {
        if let Some(deadline) = self.deadline.as_mut().filter(|_| !self.early.is_empty()) {
            *deadline = format!("{deadline} (or sooner: the turn closes {})", self.early);
        }
        self
    }

    /// How a seat is printed: `North (Ana Torres)`, `France (a robot)`, `South`.
    pub(super) fn name_of(&self, seat: Seat) -> String {
        let Some(at) = self.seats.iter().find(|it| it.name == seat) else {
            return seat.to_string();
        };
        match (at.robot, at.player.is_empty()) {
            (true, _) => format!("{} (a robot)", at.title),
            (false, true) => at.title.clone(),
            (false, false) => format!("{} ({})", at.title, at.player),
        }
    }

    /// One line for each place, best first, with the points where there are any; seats that share a
    /// place share its line.
    pub(super) fn places(&self, outcome: &Outcome, points: &BTreeMap<Seat, i64>) -> Vec<Place> {
        let mut places: Vec<u8> = outcome.placings.values().copied().collect();
        places.sort_unstable();
        places.dedup();
        places
            .into_iter()
            .map(|place| {
                let here = |seat: &&SeatAt| outcome.placings.get(&seat.name) == Some(&place);
                let seats: Vec<Seat> = self.seats.iter().filter(here).map(|it| it.name).collect();
                let of = |seat: &Seat| points.get(seat).copied();
                // What all of them have is said once, after the last.
                let each = seats.len() > 1 && seats.iter().all(|it| of(it) == of(&seats[0]));
                let named = |(at, seat): (usize, &Seat)| match of(seat) {
                    Some(_) if each && at + 1 < seats.len() => self.name_of(*seat),
                    Some(points) => {
                        let points = counted(points, &self.point, &format!("{}s", self.point));
                        let each = if each { " each" } else { "" };
                        format!("{} with {points}{each}", self.name_of(*seat))
                    }
                    None => self.name_of(*seat),
                };
                Place {
                    place,
                    names: seats.iter().enumerate().map(named).collect(),
                    why: String::new(),
                }
            })
            .collect()
    }
}

impl Frame {
    /// For readers outside the club: nobody is named but those that `named` names, and nothing is
    /// said of deadlines and absences.
    #[must_use]
    pub fn for_readers(self, named: impl Fn(Seat) -> Option<String>) -> Frame {
        let mut frame = Frame {
            referee: String::new(),
            player: String::new(),
            deadline: None,
            early: String::new(),
            closing: None,
            moved: Vec::new(),
            away: Vec::new(),
            stood_in_for: Vec::new(),
            ..self
        };
        for seat in &mut frame.seats {
            seat.player = named(seat.name).unwrap_or_default();
        }
        frame
    }

    /// The places at the end, with what came from elsewhere in one line each.
    pub fn placed(&self, outcome: &Outcome, points: &BTreeMap<Seat, i64>) -> Vec<Place> {
        self.cleaned().places(outcome, points)
    }

    /// The same for readers outside, with why a seat is below another where points do not say it;
    /// none: the game has no outcome.
    pub fn placed_by(&self, page: &PageData) -> Vec<Place> {
        let Some(outcome) = &page.outcome else {
            return Vec::new();
        };
        let mut places = self.placed(outcome, &page.points);
        let of = |place: u8| {
            let mut seats = outcome.placings.iter().filter(|it| *it.1 == place);
            seats.next().map(|it| *it.0)
        };
        let mut above = None;
        for place in &mut places {
            let seat = of(place.place);
            if let (Some(above), Some(seat)) = (above, seat) {
                place.why = decided(page, above, seat);
            }
            above = seat;
        }
        places
    }
}

/// Why a seat is placed below another: what it has less of, where points do not say it.
fn decided(page: &PageData, above: Seat, below: Seat) -> String {
    if page.points.get(&above) > page.points.get(&below) {
        return String::new();
    }
    let differs = |it: &&Measure| it.seats.get(&above) != it.seats.get(&below);
    let Some(measure) = page.measures.iter().find(differs) else {
        return String::new();
    };
    match (measure.seats.get(&below), measure.seats.get(&above)) {
        (Some(less), Some(more)) if measure.counted => {
            format!("{} ({less} against {more})", measure.less)
        }
        (Some(_), _) => measure.less.to_owned(),
        (None, _) => "out of the game".to_owned(),
    }
}

/// A place at the end and who shares it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// From 1; those that share one share it.
    pub place: u8,
    /// Title and player of each, with the points where there are any; points that all have are
    /// after the last, `with 5 points each`.
    pub names: Vec<String>,
    /// Why it is below the place before it, where points do not say so; empty: they do.
    pub why: String,
}

/// What a campaign passes on between players.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PressAt {
    /// Which letters: `private`, `public`, `anonymous` or `none`; empty: nobody knows.
    pub letters: String,
    /// The same in sentences; empty: letters, as everywhere.
    pub said: String,
}
