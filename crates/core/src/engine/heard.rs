//! What a viewer hears of what happened: which events, and how much of each.

use super::chronicle::Announced;
use super::journal::{Item, ItemOf};
use super::seat::Viewer;
use super::whole::GameRules;
use std::borrow::Cow;

/// What a viewer hears of all this.
pub(super) fn heard<'a, R: GameRules>(
    rules: &R,
    viewer: Viewer,
    items: impl Iterator<Item = &'a ItemOf<R>>,
) -> Vec<Cow<'a, R::Event>> {
    let all = items.flat_map(Item::events);
    let heard = all.filter(|it| it.reaches(viewer));
    heard.map(|it| as_heard(rules, viewer, it)).collect()
}

/// An event as a viewer hears it whom it reaches.
pub(super) fn as_heard<'a, R: GameRules>(
    rules: &R,
    viewer: Viewer,
    told: &'a Announced<R::Event>,
) -> Cow<'a, R::Event> {
    if told.is_whole_for(viewer) {
        Cow::Borrowed(&told.event)
    } else {
        let mut event = told.event.clone();
        rules.outside(&mut event);
        Cow::Owned(event)
    }
}
