//! `VOTE`: what a player votes for is noted, and said to nobody else.
//!
//! Not here: counting (`calendar::votes`), and doing what has passed (`turn::decided`).

use super::substitutes;
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::config::votes::Needs;
use crate::desk::calendar::{schedule, votes};
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::game::Understood;
use crate::engine::rules::Agreed;
use crate::engine::seat::Seat;
use crate::lang::request::{Request, Vote as Written};
use crate::report::{Answer, VoteFor};
use crate::store::entry::Stop;
use crate::store::seat_desk::{Motion, Vote};

/// Notes what a mail votes for, unless it is only to be read; says what is noted of its player now.
/// `by_mail`: whether it is the player's own, not by a button or a code.
pub fn asked(
    work: &mut EntryBuilder<'_>,
    (seat, arrived): (Seat, Moment),
    understood: &Understood,
    by_mail: bool,
) -> Option<Answer> {
    let requests = understood.requests.iter().filter(|_| !understood.check);
    let wanted = requests.filter_map(|request| match request {
        Request::Vote(vote) => Some(vote.clone()),
        _ => None,
    });
    let wanted: Vec<Written> = wanted.collect();
    if wanted.is_empty() {
        return None;
    }
    let mut refused = None;
    for vote in wanted {
        let request = Request::Vote(vote.clone());
        if let Some(player) = substitutes::not_theirs(work, seat, &request) {
            return Some(Answer::NotYours { player });
        }
        match may(work, seat, &vote, by_mail) {
            Err(why) => refused = Some(why),
            Ok(None) => work.desk.seats.of(seat).votes.clear(),
            Ok(Some(motion)) => {
                let votes = &mut work.desk.seats.of(seat).votes;
                // Twice is as good as once, and no later.
                if !votes.iter().any(|it| it.of == motion) {
                    votes.retain(|it| !it.of.is_like(&motion));
                    votes.push(Vote {
                        at: arrived,
                        of: motion,
                    });
                }
            }
        }
    }
    Some(match refused {
        Some(why) => Answer::NotVoted { why },
        None => Answer::Voted {
            of: own(work, seat),
            counted: counted(work, arrived),
            needs: needs(work, seat),
            alone: is_alone(work, seat),
        },
    })
}

/// What a seat votes for, as it is printed.
pub fn own(work: &EntryBuilder<'_>, seat: Seat) -> Vec<VoteFor> {
    let votes = work.desk.seats.get(seat).votes.iter();
    let votes = votes.map(|it| match it.of {
        Motion::Extend { by } => VoteFor::Time { by: by.to_string() },
        Motion::End {
            how: Agreed::Draw {},
        } => VoteFor::Draw,
        Motion::End {
            how: Agreed::Concession { to },
        } => VoteFor::Concession {
            to: work.campaign.title(to),
        },
        Motion::End {
            how: Agreed::End {},
        } => VoteFor::End,
    });
    votes.collect()
}

/// How many must vote for the same, for each thing that a seat votes for, in words.
fn needs(work: &EntryBuilder<'_>, seat: Seat) -> Vec<&'static str> {
    let rules = &work.campaign.config.votes;
    let votes = work.desk.seats.get(seat).votes.iter();
    let needs = votes.map(|it| match it.of {
        Motion::Extend { .. } => rules.extend,
        Motion::End {
            how: Agreed::Draw {},
        } => rules.draw,
        Motion::End {
            how: Agreed::Concession { .. },
        } => rules.concede,
        Motion::End {
            how: Agreed::End {},
        } => rules.end,
    });
    let said = needs.map(|it| match it {
        Needs::Majority => "more than half of the players",
        Needs::All | Needs::Never => "all players",
    });
    said.collect()
}

/// Whether all others are robots by what everybody may know.
fn is_alone(work: &EntryBuilder<'_>, seat: Seat) -> bool {
    let campaign = &*work.campaign;
    let mut others = campaign.table.seats().into_iter().filter(|it| *it != seat);
    others.all(|it| campaign.is_robot(it))
}

/// When votes are counted next, as printed for nobody in particular; empty: not before orders are
/// asked for.
fn counted(work: &EntryBuilder<'_>, from: Moment) -> String {
    if work.desk.stop != Stop::Gate {
        return String::new();
    }
    let schedule = &work.campaign.config.schedule;
    let at = schedule::next_count(schedule, work.desk.deadline, from);
    at.for_people(schedule.zone, work.now)
}

/// What a vote is for, if this seat may vote for that; `None`: it takes all back.
fn may(
    work: &EntryBuilder<'_>,
    seat: Seat,
    vote: &Written,
    by_mail: bool,
) -> Result<Option<Motion>, String> {
    let campaign = &*work.campaign;
    let refused = |why: &str| Err(why.to_owned());
    if !by_mail {
        return refused("votes are taken from your own mails only");
    }
    if work.desk.stop == Stop::Over {
        return refused("the game is over");
    }
    if work.desk.seats.get(seat).left {
        return refused("you have left the game");
    }
    let rules = &campaign.config.votes;
    let needs = match vote {
        Written::None => return Ok(None),
        Written::Extend(_) => rules.extend,
        Written::Draw => rules.draw,
        Written::Concede(_) => rules.concede,
        Written::End => rules.end,
    };
    if needs == Needs::Never {
        return refused("in this campaign that is not voted on");
    }
    Ok(Some(match vote {
        Written::Extend(_) if work.desk.deadline.is_none() => {
            return refused("no deadline is set that could be moved");
        }
        Written::Extend(hours) => Motion::Extend {
            by: Length::hours(*hours),
        },
        Written::Draw => Motion::End {
            how: Agreed::Draw {},
        },
        Written::End => Motion::End {
            how: Agreed::End {},
        },
        Written::Concede(to) => {
            let to: Option<Seat> = campaign
                .table
                .seats()
                .into_iter()
                .find(|it| it.as_str() == to);
            match to {
                None => return refused("there is no such seat"),
                Some(to) if to == seat && voters(work) == [seat] => {
                    return refused("you can't concede to yourself");
                }
                Some(to) => Motion::End {
                    how: Agreed::Concession { to },
                },
            }
        }
        Written::None => return Ok(None),
    }))
}

fn voters(work: &EntryBuilder<'_>) -> Vec<Seat> {
    let campaign = &*work.campaign;
    let voters = votes::voters(&*campaign.table, &campaign.config, &work.desk);
    voters.into_iter().collect()
}
