//! The keywords of a game: all words of its forms that are not names.

use super::form::{Count, Grammar, Slot};
use super::names::Noun;
use super::sign;
use std::collections::BTreeSet;

/// All keywords of a game, in capitals: no name of several words goes on over one of them.
pub(super) fn keywords(grammar: &Grammar) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for form in grammar.orders.iter().chain(&grammar.tests) {
        gather(&form.slots, &mut words);
    }
    words.extend(sign::words().map(str::to_owned));
    words.retain(|it| it.starts_with(char::is_alphabetic));
    words
}

/// The keywords of slots, in capitals.
pub(super) fn words_of(slots: &[Slot]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    gather(slots, &mut words);
    words
}

fn gather(slots: &[Slot], into: &mut BTreeSet<String>) {
    for slot in slots {
        match slot {
            Slot::Word { words } | Slot::Filler { words, .. } => {
                into.extend(words.iter().map(|it| it.to_uppercase()));
            }
            Slot::Choice { of, .. } => {
                into.extend(of.iter().copied().flatten().map(|it| it.to_uppercase()));
            }
            Slot::Counted {
                count: Count::OrMax,
                ..
            } => {
                into.insert("MAX".to_owned());
            }
            Slot::List { of, .. } | Slot::Maybe { of } | Slot::Refused { of, .. } => {
                gather(of, into);
            }
            Slot::Either { of } => of.iter().for_each(|it| gather(it, into)),
            Slot::By { of, .. } => of.iter().for_each(|it| gather(&it.slots, into)),
            Slot::Clauses { of } => of.iter().for_each(|it| gather(&it.slots, into)),
            _ => {}
        }
    }
}

/// Every spelling of every name in these slots.
pub(super) fn each_name(slots: &[Slot], with: &mut impl FnMut(&str)) {
    for slot in slots {
        match slot {
            Slot::Name { of, .. } | Slot::Counted { of, .. } | Slot::Numbered { of, .. } => {
                of.of.iter().flat_map(Noun::spellings).for_each(&mut *with);
            }
            Slot::List { of, .. } | Slot::Maybe { of } => each_name(of, with),
            Slot::Either { of } => of.iter().for_each(|it| each_name(it, with)),
            Slot::By { of, .. } => of.iter().for_each(|it| each_name(&it.slots, with)),
            Slot::Clauses { of } => of.iter().for_each(|it| each_name(&it.slots, with)),
            _ => {}
        }
    }
}
