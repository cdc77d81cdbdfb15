//! Units as orders name them.

use super::super::ids::LeaderId;
use super::super::men::{Kind, Men};

/// `3 colonists, 2 soldiers, leader cortes`.
pub(super) fn units<'a>(men: &Men, leaders: impl IntoIterator<Item = &'a LeaderId>) -> String {
    let kinds = Kind::ALL.into_iter();
    let kinds = kinds.filter(|it| men.get(*it) > 0);
    let men = kinds.map(|it| counted(men.get(it), it.word()));
    let leaders = leaders.into_iter().map(|it| format!("leader {it}"));
    men.chain(leaders).collect::<Vec<_>>().join(", ")
}

/// `1 carrack`, `2 carracks`, `2 missionaries`.
pub(super) fn counted(number: u32, word: &str) -> String {
    match (number, word.strip_suffix('y')) {
        (1, _) => format!("1 {word}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {word}s"),
    }
}
