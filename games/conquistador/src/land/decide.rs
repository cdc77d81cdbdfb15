//! What a power's lines make of the questions of the land phase, what happens when they make
//! nothing, and what it may choose at all.

use super::plan::{Ask, Deed, Stowage, Work};
use super::{homeward, march, natives, parties, retreat, stow};
use crate::ids::At;
use crate::orders::{Miners, Order};
use crate::reckon::loot::loot;
use crate::reckon::{income, march as marches};
use crate::state::Stage;
use crate::view::View;
use packetboat_core::engine::decide::{Decision, Lines, Live, Verdict};
use packetboat_kit::hex::Hex;

pub(super) fn decide(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Decision<Deed> {
    match ask {
        Ask::Prospect { hex } => lines.first(
            |line| match line.order {
                Order::Prospect { place, yes } if names(*place, *hex) => {
                    Verdict::Always(Deed::Prospect { yes: *yes })
                }
                _ => Verdict::NotMine,
            },
            |deed| permits(view, ask, deed),
        ),
        Ask::Mine { hex } => lines.first(
            |line| match line.order {
                Order::Mine { place, miners } if names(*place, *hex) => {
                    match diggers(view, *hex, *miners) {
                        Ok(diggers) => Verdict::Always(Deed::Mine { diggers }),
                        Err(why) => Verdict::Refuse(why),
                    }
                }
                _ => Verdict::NotMine,
            },
            |deed| permits(view, ask, deed),
        ),
        Ask::Loot { hex } => lines.first(
            |line| match line.order {
                Order::Loot { place, yes } if names(*place, *hex) => {
                    Verdict::Always(Deed::Loot { yes: *yes })
                }
                _ => Verdict::NotMine,
            },
            |deed| permits(view, ask, deed),
        ),
        Ask::Retreat { hex } => retreat::decide(view, *hex, lines).map(|to| Deed::Retreat { to }),
        Ask::Line => next_line(view, lines),
    }
}

/// Whether a line about this place, or about all, speaks of a hex.
fn names(place: Option<At>, hex: Hex) -> bool {
    place.is_none_or(|it| it == At::Hex(hex))
}

fn diggers(view: &View, hex: Hex, miners: Miners) -> Result<u32, String> {
    let (tables, open, seat) = (&view.tables, &view.open, view.me());
    match miners {
        Miners::None | Miners::Number(0) => Ok(0),
        Miners::Max => match income::most_diggers(tables, open, seat, hex) {
            0 => Err(too_few(view, hex)),
            most => Ok(most),
        },
        Miners::Auto => Ok(income::best_diggers(tables, open, seat, hex)),
        Miners::Number(number) => {
            let diggers = number.min(open.men(hex, seat).colonists);
            match income::mine_yield(tables, open, seat, hex, diggers) {
                0 => Err(too_few(view, hex)),
                _ => Ok(diggers),
            }
        }
    }
}

fn too_few(view: &View, hex: Hex) -> String {
    format!(
        "they are too few to raise anything at {}",
        view.tables.map.name_of(hex)
    )
}

fn next_line(view: &View, lines: &Lines<'_, Order>) -> Decision<Deed> {
    let stage = view.open.stage;
    let decision = lines.first(|line| answer(view, stage, line), |work| check(view, work));
    decision.map(|work| Deed::Line { work })
}

fn answer(view: &View, stage: Stage, line: &Live<'_, Order>) -> Verdict<Work> {
    let work = match (stage, line.order) {
        (
            Stage::March,
            Order::Party {
                label,
                units,
                at,
                quests,
            },
        ) => parties::plan(view, *label, units, *at, quests).map(Work::Party),
        (Stage::March, Order::Move(march)) => marches::plan(view, march).map(Work::March),
        (Stage::March, Order::Embark { label, units }) => {
            march::plan_embark(view, *label, units).map(Work::Embark)
        }
        (Stage::March, Order::Debark { label, units }) => {
            march::plan_debark(view, *label, units).map(Work::Debark)
        }
        (Stage::March, Order::DebarkGold { .. }) => Err("gold comes ashore in B2 only".to_owned()),
        (Stage::Natives, Order::Natives { area, with, from }) => {
            let from = natives::plan(view, *area, *with, from);
            from.map(|from| Work::Natives { area: *area, from })
        }
        (Stage::Natives, Order::Preach { area }) => {
            natives::may_preach(view, *area).map(|()| Work::Preach { area: *area })
        }
        (Stage::Loading, Order::Stow { label, gold, of }) => {
            let label = *label;
            // It is kept, so that the default leaves its expedition alone afterwards.
            return match stow::plan(view, label, *gold, *of) {
                Ok((lots, short)) => Verdict::Always(Work::Stow { label, lots, short }),
                Err(why) => Verdict::Refuse(why),
            };
        }
        _ => return Verdict::NotMine,
    };
    match work {
        Ok(work) => Verdict::Once(work),
        Err(why) => Verdict::Refuse(why),
    }
}

pub(super) fn silence(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Deed {
    match ask {
        Ask::Prospect { .. } => Deed::Prospect { yes: true },
        Ask::Loot { .. } => Deed::Loot { yes: true },
        Ask::Mine { hex } => Deed::Mine {
            diggers: income::best_diggers(&view.tables, &view.open, view.me(), *hex),
        },
        Ask::Retreat { hex } => Deed::Retreat {
            to: retreat::silence(view, *hex),
        },
        Ask::Line => match view.open.stage {
            Stage::March => Deed::Done {
                home: march::duty(view, &homeward::homeward(view, lines)),
                stow: Vec::new(),
            },
            Stage::Loading => Deed::Done {
                home: Vec::new(),
                stow: stow::silence(view, lines),
            },
            _ => Deed::DONE,
        },
    }
}

pub(super) fn permits(view: &View, ask: &Ask, deed: &Deed) -> Result<(), String> {
    let (tables, open, seat) = (&view.tables, &view.open, view.me());
    match (ask, deed) {
        (Ask::Prospect { .. }, Deed::Prospect { .. })
        | (Ask::Loot { .. }, Deed::Loot { yes: false }) => Ok(()),
        (Ask::Loot { hex }, Deed::Loot { yes: true }) => match loot(tables, open, seat, *hex) {
            0 => Err("there is nothing for you to loot".to_owned()),
            _ => Ok(()),
        },
        (Ask::Mine { hex }, Deed::Mine { diggers }) => {
            if *diggers <= open.men(*hex, seat).colonists {
                Ok(())
            } else {
                Err("there are not so many Colonists".to_owned())
            }
        }
        (Ask::Retreat { hex }, Deed::Retreat { to }) => retreat::permits(view, *hex, *to),
        (Ask::Line, Deed::Line { work }) => check(view, work),
        (Ask::Line, Deed::Done { home, stow }) => {
            for boarding in home {
                march::check_embark(view, boarding)?;
            }
            stow.iter().try_for_each(|it| stow::check(view, it))
        }
        _ => Err("that answers another question".to_owned()),
    }
}

fn check(view: &View, work: &Work) -> Result<(), String> {
    match work {
        Work::Party(party) => {
            if view.mine().parties.contains_key(&party.label) {
                Err(format!("{} is taken", party.label))
            } else {
                Ok(())
            }
        }
        Work::March(route) => marches::check(view, route),
        Work::Embark(boarding) => march::check_embark(view, boarding),
        Work::Debark(landing) => march::check_debark(view, landing),
        Work::Natives { area, from } => natives::check(view, *area, from),
        Work::Preach { area } => natives::may_preach(view, *area),
        Work::Stow { label, lots, .. } => {
            let (label, lots) = (*label, lots.clone());
            stow::check(view, &Stowage { label, lots })
        }
    }
}
