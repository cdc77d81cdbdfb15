//! What is said of a line whose turn is over and that nothing ever asked for: an order that acts
//! says what it lacked; one that only rules how others act was not needed.
//!
//! Not here: lines that were reached and could not be carried out (each part's `decide`).

use super::ids::{At, Label};
use super::orders::Order;
use super::view::View;
use packetboat_core::engine::ends::Idle;
use packetboat_core::engine::reason::{EngineReason, Reason};

/// What is said of this order.
pub(super) fn idle(view: &View, order: &Order) -> Idle {
    let why = match order {
        // Upkeep was paid in full.
        Order::Keep { .. } => return Idle::Done,
        Order::Prospect { place, yes: true } => {
            at_site(view, *place, "none of your units was there")
        }
        Order::Mine { place, .. } => at_site(view, *place, "no Colonist of yours dug there"),
        Order::Loot { place, yes: true } => {
            let hex = place.and_then(At::hex);
            let area = hex.and_then(|it| view.tables.map.area(it));
            match area.map_or(0, |it| view.open.natives(it)) {
                0 => at_site(view, *place, "there was nothing to loot"),
                level => {
                    let what = format!("looting needs Native Level 0, and it was {level}");
                    at_site(view, *place, &what)
                }
            }
        }
        Order::Sail { label, .. } => label.map(|label| away(view, label).unwrap_or_default()),
        // Nobody attacked it.
        Order::Stance { label, .. } => label.and_then(|label| away(view, label)),
        Order::Hemi { label, .. }
        | Order::Attack { label, .. }
        | Order::Invade { label, .. }
        | Order::Embark { label, .. }
        | Order::Debark { label, .. }
        | Order::DebarkGold { label, .. }
        | Order::Stow { label, .. } => Some(away(view, *label).unwrap_or_default()),
        Order::Deal { .. } => Some("nobody wrote the same DEAL".to_owned()),
        Order::Gift { .. }
        | Order::Buy { .. }
        | Order::Expedition(_)
        | Order::Bank { .. }
        | Order::Party { .. }
        | Order::Move(_)
        | Order::Natives { .. }
        | Order::Preach { .. }
        | Order::Disband { .. } => Some(String::new()),
        Order::Prospect { yes: false, .. }
        | Order::Loot { yes: false, .. }
        | Order::Retreat { .. }
        | Order::IgnoreEvent { .. }
        | Order::EventLosses { .. } => None,
    };
    match why {
        None => Idle::NotNeeded,
        Some(why) if why.is_empty() => Idle::PassedOver(EngineReason::NotReached.into()),
        Some(why) => Idle::PassedOver(Reason::of(&why)),
    }
}

/// Of a line about all sites there is nothing to say.
fn at_site(view: &View, place: Option<At>, what: &str) -> Option<String> {
    let hex = place?.hex()?;
    Some(format!("{what} ({})", view.tables.map.name_of(hex)))
}

/// That there is no such expedition overseas.
fn away(view: &View, label: Label) -> Option<String> {
    let own = view.own.as_ref()?;
    let there = own.expeditions.contains_key(&label);
    (!there).then(|| format!("you had no expedition {label}"))
}
