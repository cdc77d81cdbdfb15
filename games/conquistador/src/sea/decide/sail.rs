//! SAIL, and what an expedition does in D1 without it (7.1).

use super::super::super::ids::{At, Label};
use super::super::super::orders::{Course, Order, Return};
use super::super::super::state::Expedition;
use super::super::super::view::View;
use super::super::plan::{Deed, Voyage};
use super::super::sailing::may_sail;
use packetboat_core::engine::decide::{Live, Verdict};

/// What a line has to say.
pub(super) fn answer(view: &View, label: Label, live: &Live<'_, Order>) -> Verdict<Deed> {
    let Order::Sail {
        label: whose,
        to,
        exceed,
    } = live.order
    else {
        return Verdict::NotMine;
    };
    if whose.is_some_and(|it| it != label) {
        return Verdict::NotMine;
    }
    let Some(expedition) = view.mine().expeditions.get(&label) else {
        return Verdict::NotMine;
    };
    let exceed = *exceed;
    let voyage = match *to {
        Course::Home if expedition.at == At::Europe => Voyage::Stay,
        Course::Home => Voyage::Cross {
            to: At::Europe,
            exceed,
        },
        Course::Stay => Voyage::Stay,
        Course::Across { place } => Voyage::Cross { to: place, exceed },
        Course::Circumnavigate => Voyage::Circumnavigate { exceed },
    };
    Verdict::Always(Deed::Sail { voyage })
}

/// Home if its Bounds suffice and its block says so; without a RETURN clause if it carries gold,
/// or nothing but leaders. Else it stays.
pub(super) fn silence(view: &View, label: Label) -> Voyage {
    let expedition = view.mine().expeditions.get(&label);
    expedition.map_or(Voyage::Stay, |it| unordered(view, it))
}

/// The same of an expedition as it is then.
pub(in super::super::super) fn unordered(view: &View, expedition: &Expedition) -> Voyage {
    let home = Voyage::Cross {
        to: At::Europe,
        exceed: None,
    };
    let wants = match expedition.returns {
        Some(Return::Home) => true,
        Some(Return::Stay) => false,
        None => expedition.gold() > 0 || expedition.men().is_empty(),
    };
    let may = may_sail(&view.tables, &view.open, view.me(), expedition, home);
    if wants && may.is_ok() {
        home
    } else {
        Voyage::Stay
    }
}

/// Whether an expedition may do this in D1.
pub(super) fn lawful(view: &View, label: Label, voyage: Voyage) -> Result<(), String> {
    let expedition = view.mine().expeditions.get(&label);
    let expedition = expedition.ok_or_else(|| format!("there is no expedition {label}"))?;
    may_sail(&view.tables, &view.open, view.me(), expedition, voyage)
}
