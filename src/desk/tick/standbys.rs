//! People who stand by: a seat that its player has left, that nobody waits for any more, or for
//! which a substitute is wanted, is offered to the first of them for two days, then to the next.
//!
//! Which seats these are is read from the last entry of a campaign, whenever it has a new one; what
//! plays them meanwhile is the campaign's affair. Whoever lets two offers pass leaves the list. Not
//! here: what people write (`inbox::join`), and what changes in a campaign (`turn::seat_change`,
//! `entry::substitution`).

use crate::clock::Moment;
use crate::clock::civil::Dates;
use crate::config::address::Address;
use crate::config::campaign::{Holder, Partner, Player};
use crate::config::join::Join;
use crate::config::join::may_join;
use crate::config::secret::SecretConfig;
use crate::desk::calendar::stop::is_out;
use crate::desk::club::campaign::{Roster, read_text};
use crate::desk::club::open::Club;
use crate::desk::club::record;
use crate::desk::club::register::Register;
use crate::desk::club::standby_list::{self, OFFERED, Offer, Standby, StandbyList, Vacancy};
use crate::desk::club::summary::Summary;
use crate::desk::entry::substitution;
use crate::desk::outbox::desk_letters::{self, DeskLetter, Reader};
use crate::desk::turn::act::act;
use crate::desk::turn::seat_change::{self, Decided, Lines};
use crate::engine::game::card;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::mail::token::{Token, TokenKey};
use crate::report::{DeskMail, Joining, OfferedSeat};
use crate::store::desk_state::DeskState;
use crate::store::entry::{Cause, Stop};
use crate::store::layout::CampaignId;
use anyhow::Context;

/// How many people may stand by; whoever comes later is told so.
const PEOPLE_MAX: usize = 200;

/// How many offers somebody may let pass.
const PASSED_MAX: u32 = 2;

/// Puts somebody on the list, at its end, unless they are there already.
///
/// # Errors
/// The disk's.
pub fn stand_by(
    club: &Club,
    who: &Partner,
    campaign: Option<CampaignId>,
    at: Moment,
) -> anyhow::Result<Joining> {
    if let Some(why) = record::kept_out(club, who.address.as_str())? {
        return Ok(why);
    }
    let mut list = StandbyList::read(club)?;
    let is_theirs = |it: &Standby| it.who.address.same_as(who.address.as_str());
    let same = |it: &Standby| is_theirs(it) && it.campaign == campaign;
    if !list.people.iter().any(same) {
        if list.people.len() >= PEOPLE_MAX {
            return Ok(Joining::ListFull);
        }
        let number = list.next_number();
        list.people.push(Standby {
            number,
            at,
            who: who.clone(),
            campaign: campaign.clone(),
            passed: 0,
        });
        list.keep(club)?;
    }
    let about = campaign.as_ref();
    let concerns =
        |it: &&Standby| about.is_none() || it.campaign.is_none() || it.campaign.as_ref() == about;
    let place = list.people.iter().filter(concerns).position(same);
    Ok(Joining::StandsBy {
        campaign: campaign.map_or_else(String::new, |it| it.to_string()),
        place: place.map_or(1, |it| it + 1),
    })
}

/// Takes somebody off the list, for one campaign or for all; a seat that is offered to them goes to
/// the next.
///
/// # Errors
/// The disk's.
pub fn stand_down(
    club: &Club,
    address: &str,
    campaign: Option<&CampaignId>,
) -> anyhow::Result<Joining> {
    let mut list = StandbyList::read(club)?;
    let concerns = |it: &Standby| campaign.is_none() || it.campaign.as_ref() == campaign;
    let goes = |it: &Standby| it.who.address.same_as(address) && concerns(it);
    let before = list.people.len();
    list.people.retain(|it| !goes(it));
    for vacancy in &mut list.vacancies {
        let is_it = campaign.is_none_or(|it| *it == vacancy.campaign);
        let theirs = |it: &mut Offer| is_it && !it.taken && it.who.address.same_as(address);
        let offer = vacancy.offer.take_if(theirs);
        vacancy.passed.extend(offer);
    }
    let any = list.people.len() < before;
    list.keep(club)?;
    Ok(Joining::StandsDown { any })
}

/// What a code comes to that somebody was sent with an offer; `None`: nobody was sent it.
pub struct Confirmed {
    /// What became of it.
    pub became: Joining,
    /// Who was sent it.
    pub who: Partner,
    /// About which campaign.
    pub campaign: CampaignId,
}

/// Takes an offer, by its code: the seat is theirs, or the referee is asked.
///
/// # Errors
/// The disk's.
pub fn confirm(club: &Club, code: &Token, now: Moment) -> anyhow::Result<Option<Confirmed>> {
    if !StandbyList::is_there(club) {
        return Ok(None);
    }
    let mut list = StandbyList::read(club)?;
    for at in 0..list.vacancies.len() {
        let vacancy = &list.vacancies[at];
        let Ok(key) = key(club, &vacancy.campaign) else {
            continue;
        };
        let is_it = |it: &&Offer| standby_list::code(&key, vacancy, it) == *code;
        let campaign = vacancy.campaign.clone();
        let confirmed = |became, who| {
            Some(Confirmed {
                became,
                who,
                campaign: campaign.clone(),
            })
        };
        if let Some(passed) = vacancy.passed.iter().find(is_it) {
            return Ok(confirmed(Joining::TooLate, passed.who.clone()));
        }
        let Some(offer) = vacancy.offer.as_ref().filter(is_it) else {
            continue;
        };
        let who = offer.who.clone();
        let by_itself =
            club.config.club.join == Join::Vouched && club.config.mail_in.authserv_id.is_some();
        if !by_itself {
            ask_referee(club, vacancy, &who, now)?;
            return Ok(confirmed(Joining::Waits, who));
        }
        let dates = dates_for_people(club, vacancy, now);
        if let Some(offer) = &mut list.vacancies[at].offer {
            offer.taken = true;
        }
        list.keep(club)?;
        return Ok(confirmed(Joining::Takes { dates }, who));
    }
    Ok(None)
}

/// Looks for seats that are free, gives those that were taken, and offers the others. A campaign
/// that cannot be read or changed is reported, and keeps nothing else waiting.
///
/// # Errors
/// The disk's, which cannot even read the list.
pub fn go_on(club: &Club, now: Moment, summary: &mut Summary) -> anyhow::Result<()> {
    if !StandbyList::is_there(club) {
        return Ok(());
    }
    let before = StandbyList::read(club)?;
    let mut list = before.clone();
    look(club, &mut list, summary)?;
    let mut left = Vec::new();
    for vacancy in std::mem::take(&mut list.vacancies) {
        let taken = vacancy.offer.as_ref().is_some_and(|it| it.taken);
        if !taken {
            left.push(vacancy);
            continue;
        }
        match give(club, &vacancy, now) {
            Ok(said) => {
                summary.say(&vacancy.campaign, said);
                leave_list(&mut list, &vacancy);
            }
            Err(error) => {
                summary.wait(vacancy.campaign.as_str(), format!("{error:#}"));
                left.push(vacancy);
            }
        }
    }
    list.vacancies = left;
    for at in 0..list.vacancies.len() {
        if let Err(error) = offer(club, &mut list, at, now) {
            let campaign = &list.vacancies[at].campaign;
            summary.wait(campaign.as_str(), format!("{error:#}"));
        }
    }
    if list != before {
        list.keep(club)?;
    }
    Ok(())
}

/// Whoever has a seat stands by for it no longer, nor for any.
fn leave_list(list: &mut StandbyList, vacancy: &Vacancy) {
    let Some(offer) = &vacancy.offer else { return };
    let is_it = |it: &Standby| it.who.address.same_as(offer.who.address.as_str());
    let is_here = |it: &CampaignId| *it == vacancy.campaign;
    let concerns = |it: &Standby| it.campaign.as_ref().is_none_or(is_here);
    list.people.retain(|it| !(is_it(it) && concerns(it)));
}

/// Looks through the campaigns that have new entries.
fn look(club: &Club, list: &mut StandbyList, summary: &mut Summary) -> anyhow::Result<()> {
    let register = Register::read(club)?;
    let ids = club.campaign_names()?;
    list.vacancies.retain(|it| ids.contains(&it.campaign));
    list.seen.retain(|it, _| ids.contains(it));
    for id in ids {
        let Some(row) = register.row(&id) else {
            continue;
        };
        if list.seen.get(&id) == Some(&row.last) {
            continue;
        }
        let found = match vacancies(club, &id) {
            Ok(found) => found,
            Err(error) => {
                summary.wait(id.as_str(), format!("{error:#}"));
                continue;
            }
        };
        let mut known = Vec::new();
        for vacancy in std::mem::take(&mut list.vacancies) {
            let is_there = found.contains(&(vacancy.seat, vacancy.dates));
            if is_there || vacancy.campaign != id {
                known.push(vacancy);
            }
        }
        let is_known = |(seat, dates): &(Seat, Option<Dates>)| {
            let mut known = known.iter().filter(|it| it.campaign == id);
            known.any(|it| it.seat == *seat && it.dates == *dates)
        };
        let new: Vec<_> = found.iter().filter(|it| !is_known(it)).copied().collect();
        known.extend(new.into_iter().map(|(seat, dates)| Vacancy {
            campaign: id.clone(),
            seat,
            dates,
            offer: None,
            passed: Vec::new(),
        }));
        list.vacancies = known;
        list.seen.insert(id, row.last);
    }
    Ok(())
}

/// The seats of a campaign that somebody is looked for: for good, or for days.
fn vacancies(club: &Club, id: &CampaignId) -> anyhow::Result<Vec<(Seat, Option<Dates>)>> {
    let (roster, desk) = record::looked_at(club, id, &club.layout.campaign(id))?;
    if desk.stop == Stop::Over {
        return Ok(Vec::new());
    }
    let seats = roster.players().filter_map(|(seat, _)| {
        let record = desk.seats.get(seat);
        if is_out(roster.config(), record) {
            return Some((seat, None));
        }
        Some((seat, Some(record.wanted?)))
    });
    Ok(seats.collect())
}

/// Gives a seat to whoever has taken it.
fn give(club: &Club, vacancy: &Vacancy, now: Moment) -> anyhow::Result<String> {
    let offer = vacancy.offer.as_ref().context("nobody has taken it")?;
    let (id, seat) = (&vacancy.campaign, vacancy.seat);
    match vacancy.dates {
        None => {
            let holder = (Holder::Player(Player::of(offer.who.clone())), Lines::Keep);
            seat_change::give(club, id.as_str(), seat, holder, Decided::Standby, now)?;
            Ok(format!("{seat} goes to {}, who stood by", offer.who.name))
        }
        Some(dates) => {
            act(club, id.as_str(), now, Cause::Booked { seat }, |work| {
                substitution::found(work, seat, (&offer.who, dates))
            })?;
            Ok(format!("{} plays {seat} as a substitute", offer.who.name))
        }
    }
}

/// Offers a seat to the next who stands by, if it is offered to nobody.
fn offer(club: &Club, list: &mut StandbyList, at: usize, now: Moment) -> anyhow::Result<()> {
    let vacancy = &mut list.vacancies[at];
    let lapses = |it: &mut Offer| !it.taken && it.at.plus(OFFERED) <= now;
    if let Some(offer) = vacancy.offer.take_if(lapses) {
        let theirs = |it: &&mut Standby| it.number == offer.to;
        if let Some(person) = list.people.iter_mut().find(theirs) {
            person.passed += 1;
        }
        vacancy.passed.push(offer);
        list.people.retain(|it| it.passed < PASSED_MAX);
    }
    let today = now.date(club.config.club.zone);
    let over = vacancy.dates.is_some_and(|it| it.last() < today);
    if vacancy.offer.is_some() || over || list.people.is_empty() {
        return Ok(());
    }
    let (roster, desk) = record::looked_at(
        club,
        &vacancy.campaign,
        &club.layout.campaign(&vacancy.campaign),
    )?;
    let vacancy = &list.vacancies[at];
    let Some(person) = next(club, list, vacancy, (&roster, &desk)).cloned() else {
        return Ok(());
    };
    let number = list.next_number();
    let offer = Offer {
        number,
        to: person.number,
        who: person.who,
        at: now,
        taken: false,
    };
    let vacancy = &mut list.vacancies[at];
    vacancy.offer = Some(offer.clone());
    let seat = offered(club, vacancy, (&roster, &desk), now)?;
    let code = standby_list::code(&key(club, &vacancy.campaign)?, vacancy, &offer);
    let mail = DeskMail::Join {
        became: Joining::Offered {
            code: code.as_str().to_owned(),
            seat,
            until: offer
                .at
                .plus(OFFERED)
                .for_people(club.config.club.zone, now),
        },
        club_address: club.house.address(),
        referee: club.config.club.referee.to_string(),
    };
    let letter = DeskLetter {
        key: &format!("offer.{number}"),
        about: Some(&vacancy.campaign),
        to: Reader::Address(offer.who.address.as_str()),
        mail: &mail,
    };
    desk_letters::put(club, &letter, now)
}

/// The first in line who may have a seat: who does not play there, was not offered it before, and
/// has no other offer.
fn next<'l>(
    club: &Club,
    list: &'l StandbyList,
    vacancy: &Vacancy,
    (roster, desk): (&Roster, &DeskState),
) -> Option<&'l Standby> {
    let plays = |address: &Address| {
        let mut players = roster.players();
        players.any(|(seat, player)| {
            let also = player.also.iter().map(|it| &it.address);
            let substitute = desk.seats.get(seat).substitute.as_ref();
            let all = also.chain(substitute.map(|it| &it.who.address));
            let mut all = all.chain([&player.address]);
            all.any(|it| it.same_as(address.as_str()))
        })
    };
    let (allowed, banned) = (&club.config.club.allowed, &club.config.club.banned);
    let is_offered = |person: &Standby| {
        let offers = list.vacancies.iter().filter_map(|it| it.offer.as_ref());
        let mut offers = offers.chain(&vacancy.passed);
        offers.any(|it| it.who.address.same_as(person.who.address.as_str()))
    };
    list.people.iter().find(|person| {
        let campaign = person.campaign.as_ref();
        campaign.is_none_or(|it| *it == vacancy.campaign)
            && may_join(allowed, banned, person.who.address.as_str())
            && !is_offered(person)
            && !plays(&person.who.address)
    })
}

/// A seat as whoever is offered it may know it.
fn offered(
    club: &Club,
    vacancy: &Vacancy,
    (roster, desk): (&Roster, &DeskState),
    now: Moment,
) -> anyhow::Result<OfferedSeat> {
    let game = club.shelf.games.game(&roster.config().game);
    let game = game.context("its game is not known")?;
    let card = card(&club.pack(game.id())?).map_err(|it| Fault::usage(it.to_string()))?;
    let names = card
        .sheet_names()
        .map_err(|it| Fault::usage(it.to_string()))?;
    let title = card.seats.iter().find(|it| it.name == vacancy.seat);
    let zone = club.config.club.zone;
    Ok(OfferedSeat {
        title: card.title.clone(),
        seat: title.map_or_else(|| vacancy.seat.to_string(), |it| it.title.clone()),
        dates: dates_for_people(club, vacancy, now),
        pace: roster
            .config()
            .schedule
            .pace(card.sheet_parts, &names.kinds()),
        deadline: desk
            .deadline
            .map_or_else(String::new, |it| it.for_people(zone, now)),
    })
}

fn dates_for_people(club: &Club, vacancy: &Vacancy, now: Moment) -> String {
    let today = now.date(club.config.club.zone);
    let dates = vacancy.dates.map(|it| it.for_people(today));
    dates.unwrap_or_default()
}

/// The key of which a campaign's codes are made.
fn key(club: &Club, id: &CampaignId) -> anyhow::Result<TokenKey> {
    let dir = club.layout.campaign(id);
    let text = read_text(&*club.fs, &dir, &dir.secret());
    let text = text.map_err(|it| crate::desk::club::errors::fault(id, it))?;
    let secret = SecretConfig::parse(&dir.shown(&dir.secret()), &text);
    let secret = secret.map_err(|it| Fault::usage(it.to_string()))?;
    Ok(TokenKey::new(secret.token_key.0))
}

/// Somebody wants a seat that only the referee gives.
fn ask_referee(club: &Club, vacancy: &Vacancy, who: &Partner, now: Moment) -> anyhow::Result<()> {
    let mail = DeskMail::WantsSeat {
        name: who.name.clone(),
        address: who.address.to_string(),
        seat: vacancy.seat.to_string(),
        dates: vacancy.dates.map_or_else(String::new, |it| it.to_string()),
    };
    let number = vacancy.offer.as_ref().map_or(0, |it| it.number);
    let key = format!("wants-seat.{number}");
    desk_letters::notify_referee(club, Some(&vacancy.campaign), &key, &mail, now)
}
