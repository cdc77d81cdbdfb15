//! Circles of files: no file of `src/` may come to itself by way of those it uses. Whoever changes
//! one file of a circle must have all of it in mind.
//!
//! A file uses another if it names something in it: in a `use`, or by a path in the code that
//! begins with `crate`, `super` or `self`, a child, or a module that was imported. A `mod` line is
//! no use, nor is the name of a module alone; so a file that declares its children, and is what
//! `super::sibling` goes through, stands in no circle for that. One that calls its children and
//! lends them a type does. Test modules and comments do not count.

use super::{blanked, is_word, without_tests};
use crate::sources::sources;
use std::collections::{BTreeMap, BTreeSet};

/// The files that each file uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Who uses whom among these sources, each with its path from `src`.
fn uses(sources: &[(String, String)]) -> Uses {
    let paths = sources.iter().map(|it| it.0.as_str());
    let files: BTreeMap<Vec<&str>, &str> = paths.map(|it| (module(it), it)).collect();
    let used = sources.iter().map(|(path, text)| {
        let code = blanked(text);
        let used = used_by(&module(path), without_tests(&code), &files);
        let others = used.into_iter().filter(|it| it != path);
        (path.clone(), others.map(str::to_owned).collect())
    });
    used.collect()
}

/// The module that a file holds, from the crate on.
fn module(path: &str) -> Vec<&str> {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    match stem {
        "lib" => Vec::new(),
        _ => stem.split('/').collect(),
    }
}

fn used_by<'f>(
    module: &[&str],
    code: &str,
    files: &BTreeMap<Vec<&'f str>, &'f str>,
) -> BTreeSet<&'f str> {
    let (imports, rest) = parted(code);
    let mut used = BTreeSet::new();
    // Modules that were imported, by the names they have here.
    let mut known: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut named = Vec::new();
    for import in &imports {
        let (path, name) = import.split_once(" as ").unwrap_or((import, ""));
        let Some(path) = whole(path, module, &BTreeMap::new(), files) else {
            continue;
        };
        if files.contains_key(&path) {
            let last = path.last().copied().unwrap_or_default();
            known.insert(if name.is_empty() { last } else { name }, path);
        } else {
            named.push(path);
        }
    }
    let paths = rest.split(|it| !is_word(it) && it != ':');
    let paths = paths.filter(|it| it.contains("::"));
    named.extend(paths.filter_map(|it| whole(it, module, &known, files)));
    for path in named {
        let holder = (1..path.len()).rev().find_map(|it| files.get(&path[..it]));
        used.extend(holder.filter(|_| !files.contains_key(&path)));
    }
    used
}

/// What the code imports, a path each, and the code without that.
fn parted(code: &str) -> (Vec<String>, String) {
    let (mut imports, mut rest) = (Vec::new(), String::new());
    let mut code = code;
    while let Some(at) = code.find("use ") {
        let (before, found) = code.split_at(at);
        rest += before;
        code = &found["use ".len()..];
        if !before.ends_with(is_word) {
            let (tree, behind) = code.split_once(';').unwrap_or((code, ""));
            leaves("", tree, &mut imports);
            code = behind;
        }
    }
    (imports, rest + code)
}

/// The paths of a tree of imports.
fn leaves(prefix: &str, tree: &str, all: &mut Vec<String>) {
    let Some((path, group)) = tree.split_once('{') else {
        let words: Vec<&str> = tree.split_whitespace().collect();
        let path = format!("{prefix}{}", words.join(" "));
        all.extend((!words.is_empty()).then(|| path.replace("::self", "")));
        return;
    };
    let prefix = format!("{prefix}{}", path.trim());
    let (mut depth, mut begin) = (1, 0);
    for (at, letter) in group.char_indices() {
        depth = match letter {
            '{' => depth + 1,
            '}' => depth - 1,
            _ => depth,
        };
        if (letter == ',' && depth == 1) || depth == 0 {
            leaves(&prefix, &group[begin..at], all);
            begin = at + 1;
        }
        if depth == 0 {
            return;
        }
    }
}

/// A path from the crate on; `None`: it leads out of it, or begins with no module.
fn whole<'p>(
    path: &'p str,
    module: &[&'p str],
    known: &BTreeMap<&str, Vec<&'p str>>,
    files: &BTreeMap<Vec<&str>, &str>,
) -> Option<Vec<&'p str>> {
    let mut path = path.trim_matches(':').split("::").peekable();
    let first = path.next()?;
    let child = || [module, &[first]].concat();
    let mut begin = match first {
        "crate" => Vec::new(),
        "self" => module.to_vec(),
        "super" => module[..module.len().checked_sub(1)?].to_vec(),
        _ => match known.get(first) {
            Some(known) => known.clone(),
            None => Some(child()).filter(|it| files.contains_key(it))?,
        },
    };
    while path.next_if_eq(&"super").is_some() {
        begin.pop();
    }
    begin.extend(path);
    Some(begin)
}

/// Circles, each with its files: those that come to each other.
fn circles(uses: &Uses) -> BTreeSet<BTreeSet<&str>> {
    let reached = uses.keys().map(|it| (it.as_str(), reached(it, uses)));
    let reached: BTreeMap<&str, BTreeSet<&str>> = reached.collect();
    let mut circles = BTreeSet::new();
    for (path, there) in &reached {
        let back = there.iter().filter(|it| reached[*it].contains(path));
        circles.insert(back.copied().collect());
    }
    circles.remove(&BTreeSet::new());
    circles
}

/// All files that one comes to by way of those it uses.
fn reached<'u>(path: &'u str, uses: &'u Uses) -> BTreeSet<&'u str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![path];
    while let Some(path) = open.pop() {
        let new = uses[path].iter().filter(|it| reached.insert(it.as_str()));
        open.extend(new.map(String::as_str));
    }
    reached
}

/// A circle in words: who uses whom in it.
fn shown(circle: &BTreeSet<&str>, uses: &Uses) -> String {
    let inside = |it: &&String| circle.contains(it.as_str());
    let lines = circle.iter().map(|path| {
        let used: Vec<&str> = uses[*path]
            .iter()
            .filter(inside)
            .map(String::as_str)
            .collect();
        format!("  {path} uses {}\n", used.join(", "))
    });
    lines.collect()
}

/// The sources of each crate, by the folder they lie in, with their paths from there. Between
/// crates the compiler allows no circle.
fn by_crate(sources: Vec<(String, String)>) -> BTreeMap<String, Vec<(String, String)>> {
    let mut all: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, text) in sources {
        let at = path.find("src/").map(|it| it + "src/".len());
        // Neither tests nor benchmarks: there everything knows everything.
        if let Some(at) = at {
            let (home, inner) = path.split_at(at);
            let files = all.entry(home.to_owned()).or_default();
            files.push((inner.to_owned(), text));
        }
    }
    all
}

/// Who uses whom in a crate, with paths from the root.
fn uses_in(home: &str, files: &[(String, String)]) -> Uses {
    let whole = |it: &String| format!("{home}{it}");
    let found = uses(files).into_iter();
    found
        .map(|(path, used)| (whole(&path), used.iter().map(whole).collect()))
        .collect()
}

#[test]
fn no_circle_of_files() {
    let all = by_crate(sources());
    assert!(all.len() > 15, "only {} crates were found", all.len());
    let uses: Uses = all.iter().flat_map(|it| uses_in(it.0, it.1)).collect();
    let found: Vec<String> = circles(&uses).iter().map(|it| shown(it, &uses)).collect();
    assert!(
        found.is_empty(),
        "files use each other in a circle; move what closes it to a file below its users:\n{}",
        found.join("\n")
    );
}

/// The circles among these made-up files.
fn found_in(files: &[(&str, &str)]) -> Vec<String> {
    let files = files.iter().map(|it| (it.0.to_owned(), it.1.to_owned()));
    let uses = uses(&files.collect::<Vec<_>>());
    let shown = |it: BTreeSet<&str>| it.into_iter().collect::<Vec<_>>().join(" ");
    circles(&uses).into_iter().map(shown).collect()
}

#[test]
fn circles_are_found() {
    let ring: &[(&str, &str)] = &[
        (
            "a.rs",
            "use crate::{\n    b::{self, c::{C, D as E}},\n    d,\n};",
        ),
        ("b.rs", "pub mod c;"),
        ("b/c.rs", "use super::super::d::e::{F};\npub struct C;"),
        ("d/mod.rs", "pub mod e;"),
        ("d/e.rs", "fn f() { crate::a::g(); }"),
        ("f.rs", "use crate::a::A;"),
    ];
    assert_eq!(found_in(ring), ["a.rs b/c.rs d/e.rs"]);
    let by_module = [
        ("a.rs", "use crate::b::c as other;\nfn f() { other::g(); }"),
        ("b/c.rs", "fn g() -> crate::a::A {}"),
        ("b/d.rs", "fn g() { self::e::f(); }"),
        ("b/d/e.rs", "fn f() { super::g(); }"),
        ("b/f.rs", "mod g;\nfn f() -> g::G {}"),
        ("b/f/g.rs", "use super::*;"),
    ];
    let rings = ["a.rs b/c.rs", "b/d.rs b/d/e.rs", "b/f.rs b/f/g.rs"];
    assert_eq!(found_in(&by_module), rings);
}

#[test]
fn what_is_no_circle() {
    let none: &[(&str, &str)] = &[
        // Declares its children, and one goes through it to the other.
        ("a.rs", "pub mod b;\npub mod c;"),
        ("a/b.rs", "use super::c::C;\nuse super::d;"),
        // In a comment, in a text, in tests, and a module that is only named.
        (
            "a/c.rs",
            "// crate::a::b::B\nconst C: &str = \"crate::a::b::B\";\nuse super::b;",
        ),
        (
            "a/d.rs",
            "pub(in crate::a) struct D;\n#[cfg(test)]\nmod tests { use crate::a::b::B; }",
        ),
        // Of another crate, and of something that is called like a module.
        ("b.rs", "use std::a::b::B;\nfn f() { a::b(); }"),
    ];
    assert!(found_in(none).is_empty());
}
