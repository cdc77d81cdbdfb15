//! Sets and maps, filled one by one.
//!
//! `collect` sorts all that a set or map is made of before it builds it: a sort of nine kilobytes
//! of machine code, compiled again for each kind of thing. What we gather is a handful, and the
//! code that inserts is there anyway.

use std::collections::{BTreeMap, BTreeSet};

/// What sets and maps are filled from.
pub trait Gather: Iterator + Sized {
    /// The set of them; of those that are equal, the first.
    fn into_set(self) -> BTreeSet<Self::Item>
    where
        Self::Item: Ord,
    {
        let mut set = BTreeSet::new();
        for item in self {
            set.insert(item);
        }
        set
    }

    /// The map of them; of those with equal keys, the last.
    fn into_map<K: Ord, V>(self) -> BTreeMap<K, V>
    where
        Self: Iterator<Item = (K, V)>,
    {
        let mut map = BTreeMap::new();
        for (key, value) in self {
            map.insert(key, value);
        }
        map
    }
}

impl<I: Iterator> Gather for I {}
