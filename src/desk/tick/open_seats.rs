//! Seats that wait for players: whoever asks for one and confirms it has it, and the campaign
//! begins when the last one is taken. Those who wait are told who else does, once a day.
//!
//! Anybody can write to the club. Answers go only to whom its own mail server vouches for, within
//! the answers of a day for strangers; where it vouches for nobody, to the address in the mail, and
//! the referee admits. A code proves who reads the mail there. Not here: what is asked
//! (`inbox::join`), and where it is kept (`club::waiting`).

use super::standbys;
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::config::address::Address;
use crate::config::campaign::{Holder, Partner, Player};
use crate::config::check_line;
use crate::config::join::Join;
use crate::desk::club::addresses::Addresses;
use crate::desk::club::ledger::LedgerLine;
use crate::desk::club::open::Club;
use crate::desk::club::record;
use crate::desk::club::summary::Summary;
use crate::desk::club::waiting::{self, WaitingCampaign, Wish};
use crate::desk::inbox::join::Wanted;
use crate::desk::inbox::opened::OpenedMail;
use crate::desk::inbox::strangers::Strangers;
use crate::desk::outbox::desk_letters::{self, DeskLetter, Reader};
use crate::desk::turn::founding;
use crate::engine::seat::Seat;
use crate::mail::token::Token;
use crate::report::{DeskMail, Joining};
use crate::store::fs::exists;
use crate::store::layout::CampaignId;

/// How long a code waits to be confirmed.
const PATIENCE: Length = Length::hours(14 * 24);

/// How many wishes are kept for one campaign.
const WISHES_MAX: usize = 60;

/// How often those who wait are told who else does.
const TOLD_EVERY: Length = Length::hours(24);

/// What may be done for a mail.
struct Asker<'m> {
    from: Address,
    name: &'m str,
    /// The name of the mail.
    mail: &'m str,
    arrived: Moment,
    vouched: bool,
}

/// Does what a mail asks for, and answers it if that may be; what the ledger says of it. `None`: it
/// asks for nothing that there is, and is a mail like any other.
///
/// # Errors
/// The disk's; a file of a campaign that waits, which cannot be read.
pub fn take(
    club: &Club,
    (line, wanted, mail): (&LedgerLine, &Wanted, &OpenedMail),
    now: Moment,
    (strangers, players): (&mut Option<Strangers>, &mut Addresses<'_>),
) -> anyhow::Result<Option<LedgerLine>> {
    let said = |why: String| LedgerLine {
        why,
        ..line.clone()
    };
    let Ok(from) = line.from.parse::<Address>() else {
        return Ok(None);
    };
    let asker = Asker {
        from,
        name: &mail.from_name,
        mail: &line.id,
        arrived: line.arrived,
        vouched: mail.vouched,
    };
    if let Wanted::Confirm(code) = wanted {
        return Ok(confirm(club, &asker, code, now)?.map(said));
    }
    let vouches = club.config.mail_in.authserv_id.is_some();
    if vouches && !asker.vouched {
        // Anybody may have written it, so it is the referee's to read.
        return Ok(None);
    }
    let strangers = Strangers::once(club, strangers)?;
    if !strangers.may_hear((&line.from, &line.id), now, players) {
        let why = "it asks for a seat; not answered, as the answers of a day are used up";
        return Ok(Some(said(why.to_owned())));
    }
    let (became, about) = match wanted {
        Wanted::List => (
            Joining::Listed {
                tables: waiting::shown(club)?,
            },
            None,
        ),
        Wanted::Leave(name) => leave(club, &asker, name)?,
        Wanted::Join(name, seat) => join(club, &asker, (name, *seat), now)?,
        Wanted::StandBy(campaign) => {
            let who = Partner {
                name: plain_name(&asker),
                address: asker.from.clone(),
            };
            let became = standbys::stand_by(club, &who, campaign.clone(), asker.arrived)?;
            (became, campaign.clone())
        }
        Wanted::StandDown(campaign) => {
            let about = campaign.as_ref();
            let became = standbys::stand_down(club, asker.from.as_str(), about)?;
            (became, campaign.clone())
        }
        Wanted::Confirm(_) => return Ok(None),
    };
    let why = became.words().to_owned();
    answer(club, &asker, about.as_ref(), (became, now))?;
    Ok(Some(said(why)))
}

/// Sends what became of a mail.
fn answer(
    club: &Club,
    asker: &Asker<'_>,
    about: Option<&CampaignId>,
    (became, now): (Joining, Moment),
) -> anyhow::Result<()> {
    let mail = DeskMail::Join {
        became,
        club_address: club.house.address(),
        referee: club.config.club.referee.to_string(),
    };
    let mark = blake3::hash(asker.mail.as_bytes()).to_hex();
    let letter = DeskLetter {
        key: &format!("join.{}", &mark.as_str()[..16]),
        about,
        to: Reader::Address(asker.from.as_str()),
        mail: &mail,
    };
    desk_letters::put(club, &letter, now)
}

/// Notes a wish for a seat, and asks for its code.
fn join(
    club: &Club,
    asker: &Asker<'_>,
    (name, seat): (&str, Option<Seat>),
    now: Moment,
) -> anyhow::Result<(Joining, Option<CampaignId>)> {
    let id = name.parse::<CampaignId>().ok();
    let Some(id) = id.filter(|it| waiting::is_waiting(club, it)) else {
        return Ok((
            Joining::NoSuch {
                tables: waiting::shown(club)?,
            },
            None,
        ));
    };
    let mut open = waiting::read(club, &id)?;
    if let Some(why) = record::kept_out(club, asker.from.as_str())? {
        return Ok((why, None));
    }
    if let Some(seat) = open.seat_of(asker.from.as_str()) {
        let seat = open.title(seat);
        return Ok((Joining::Already { seat }, Some(id)));
    }
    let free = open.free();
    if free.is_empty() {
        return Ok((Joining::Full, Some(id)));
    }
    if seat.is_some_and(|it| !free.contains(&it)) {
        let table = open.shown();
        return Ok((Joining::Taken { table }, Some(id)));
    }
    let wish = wish(&mut open, asker, seat, now);
    open.keep(club)?;
    let code = open.code(&wish).as_str().to_owned();
    let seat = seat.map(|it| open.title(it));
    Ok((
        Joining::Asked {
            code,
            seat,
            table: open.shown(),
        },
        Some(id),
    ))
}

/// A newer wish takes the place of an older one from there, and the oldest that is not confirmed
/// that of all if there are too many.
fn wish(open: &mut WaitingCampaign, asker: &Asker<'_>, seat: Option<Seat>, now: Moment) -> Wish {
    let wishes = &mut open.wishes;
    let is_new = |it: &Wish| it.confirmed || now < it.at.plus(PATIENCE);
    let is_theirs = |it: &Wish| it.address.same_as(asker.from.as_str());
    wishes.all.retain(|it| is_new(it) && !is_theirs(it));
    if wishes.all.len() >= WISHES_MAX
        && let Some(oldest) = wishes.all.iter().position(|it| !it.confirmed)
    {
        wishes.all.remove(oldest);
    }
    wishes.number += 1;
    let wish = Wish {
        number: wishes.number,
        at: asker.arrived,
        address: asker.from.clone(),
        name: plain_name(asker),
        seat,
        confirmed: false,
    };
    wishes.all.push(wish.clone());
    wish
}

/// The name of a person as letters can show it: that of the mail, or else of the address.
fn plain_name(asker: &Asker<'_>) -> String {
    let name: String = asker.name.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = !name.is_empty() && !name.contains('@') && check_line("a name", &name).is_ok();
    if fits {
        name
    } else {
        asker.from.local().to_owned()
    }
}

/// Takes a wish back, or a seat.
fn leave(
    club: &Club,
    asker: &Asker<'_>,
    name: &str,
) -> anyhow::Result<(Joining, Option<CampaignId>)> {
    let id = name.parse::<CampaignId>().ok();
    let Some(id) = id.filter(|it| waiting::is_waiting(club, it)) else {
        return Ok((
            Joining::NoSuch {
                tables: waiting::shown(club)?,
            },
            None,
        ));
    };
    let mut open = waiting::read(club, &id)?;
    let before = open.wishes.all.len();
    let from = asker.from.as_str();
    open.wishes.all.retain(|it| !it.address.same_as(from));
    let wished = open.wishes.all.len() < before;
    if let Some(seat) = open.seat_of(from) {
        open.give(club, seat, Holder::Open)?;
    } else if wished {
        open.keep(club)?;
    } else {
        return Ok((
            Joining::NoSuch {
                tables: waiting::shown(club)?,
            },
            None,
        ));
    }
    Ok((Joining::Left, Some(id)))
}

/// Gives the seat that a code is for, or leaves it to the referee; `None`: nobody was sent it.
fn confirm(
    club: &Club,
    asker: &Asker<'_>,
    code: &str,
    now: Moment,
) -> anyhow::Result<Option<String>> {
    let Some(code) = Token::read_code(code) else {
        return Ok(None);
    };
    for id in waiting::ids(club)? {
        let Ok(mut open) = waiting::read(club, &id) else {
            continue;
        };
        let waits = |it: &&Wish| !it.confirmed && now < it.at.plus(PATIENCE);
        let mut wishes = open.wishes.all.iter().filter(waits);
        let Some(wish) = wishes.find(|it| open.code(it) == code).cloned() else {
            continue;
        };
        // It is where the code went that has the seat, wherever the answer comes from.
        let to = Asker {
            from: wish.address.clone(),
            name: &wish.name,
            ..*asker
        };
        let by_vouched = club.config.mail_in.authserv_id.is_some();
        let became = if club.config.club.join == Join::Vouched && by_vouched {
            admit(club, &mut open, &wish)?
        } else {
            let mut all = open.wishes.all.iter_mut();
            if let Some(own) = all.find(|it| it.number == wish.number) {
                own.confirmed = true;
            }
            open.keep(club)?;
            ask_referee(club, &open, &wish, now)?;
            Joining::Waits
        };
        let why = became.words().to_owned();
        answer(club, &to, Some(&id), (became, now))?;
        return Ok(Some(why));
    }
    let Some(taken) = standbys::confirm(club, &code, now)? else {
        return Ok(None);
    };
    let to = Asker {
        from: taken.who.address.clone(),
        name: &taken.who.name,
        ..*asker
    };
    let why = taken.became.words().to_owned();
    answer(club, &to, Some(&taken.campaign), (taken.became, now))?;
    Ok(Some(why))
}

/// Gives somebody the seat that they want, or the first that is free.
///
/// # Errors
/// The disk's; a `campaign.toml` that does not read.
pub fn admit(club: &Club, open: &mut WaitingCampaign, wish: &Wish) -> anyhow::Result<Joining> {
    let free = open.free();
    open.wishes.all.retain(|it| it.number != wish.number);
    let seat = match wish.seat {
        Some(seat) if free.contains(&seat) => seat,
        Some(_) if !free.is_empty() => {
            open.keep(club)?;
            return Ok(Joining::Taken {
                table: open.shown(),
            });
        }
        _ => match free.first() {
            Some(first) => *first,
            None => {
                open.keep(club)?;
                return Ok(Joining::Full);
            }
        },
    };
    let player = Player::of(Partner {
        name: wish.name.clone(),
        address: wish.address.clone(),
    });
    open.give(club, seat, Holder::Player(player))?;
    Ok(Joining::Joined {
        seat: open.title(seat),
        table: open.shown(),
    })
}

fn ask_referee(
    club: &Club,
    open: &WaitingCampaign,
    wish: &Wish,
    now: Moment,
) -> anyhow::Result<()> {
    let mail = DeskMail::Applies {
        name: wish.name.clone(),
        address: wish.address.to_string(),
        seat: wish.seat.map(|it| open.title(it)),
    };
    let key = format!("applies.{}.{}", open.id, wish.number);
    desk_letters::notify_referee(club, Some(&open.id), &key, &mail, now)
}

/// Lets campaigns begin whose seats are all taken, and tells those who wait who else does. One that
/// cannot be read or begin is reported, and keeps nothing else waiting.
///
/// # Errors
/// The disk's, which cannot even list them.
pub fn go_on(club: &Club, now: Moment, summary: &mut Summary) -> anyhow::Result<()> {
    for id in waiting::ids(club)? {
        if let Err(error) = one(club, &id, now, summary) {
            summary.wait(id.as_str(), format!("{error:#}"));
        }
    }
    Ok(())
}

fn one(club: &Club, id: &CampaignId, now: Moment, summary: &mut Summary) -> anyhow::Result<()> {
    if exists(&*club.fs, club.layout.campaign(id).root()) {
        // It has begun, and the power was cut.
        return waiting::take_away(club, id);
    }
    if !waiting::is_waiting(club, id) {
        return Ok(());
    }
    let mut open = waiting::read(club, id)?;
    if open.free().is_empty() && !open.players().is_empty() {
        let said = begin(club, open, now)?;
        summary.say(id, said);
        return Ok(());
    }
    match open.wishes.told {
        // Whoever took a seat has just read how things are.
        None if open.wishes.news => {
            open.wishes.told = Some(now);
            open.keep(club)
        }
        Some(told) if open.wishes.news && told.plus(TOLD_EVERY) <= now => tell(club, open, now),
        Some(_) | None => Ok(()),
    }
}

/// Lets a campaign begin, with robots or nobody in no seat that is open.
///
/// # Errors
/// What does not fit; the disk's.
pub fn begin(club: &Club, open: WaitingCampaign, now: Moment) -> anyhow::Result<String> {
    let WaitingCampaign {
        id,
        config,
        secret,
        game,
        brought,
        ..
    } = open;
    let said = founding::found(club, &id, (game, config, secret, &brought), now)?;
    waiting::take_away(club, &id)?;
    Ok(said)
}

/// Tells those who have a seat, and the referee, who waits.
fn tell(club: &Club, mut open: WaitingCampaign, now: Moment) -> anyhow::Result<()> {
    let hidden = open.config.anonymous;
    let waits = |name: &str| DeskMail::Gathering {
        name: name.to_owned(),
        players: open
            .players()
            .iter()
            .filter(|_| !hidden || name.is_empty())
            .map(|(seat, player)| format!("{} ({})", player.name, open.title(*seat)))
            .collect(),
        table: open.shown(),
        club_address: club.house.address(),
    };
    let mut letters: Vec<(String, Option<Player>, DeskMail)> = Vec::new();
    for (seat, player) in open.players() {
        let key = format!("gathering.{}.{}.{seat}", open.id, now.seconds());
        letters.push((key, Some(player.clone()), waits(&player.name)));
    }
    let key = format!("gathering.{}.{}.referee", open.id, now.seconds());
    letters.push((key, None, waits("")));
    for (key, player, mail) in &letters {
        let letter = DeskLetter {
            key,
            about: Some(&open.id),
            to: player.as_ref().map_or(Reader::Referee, Reader::Player),
            mail,
        };
        desk_letters::put(club, &letter, now)?;
    }
    open.wishes.told = Some(now);
    open.wishes.news = false;
    open.keep(club)
}
