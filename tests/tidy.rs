//! Checks of the sources that no compiler makes: who may know whom, what the core must not touch,
//! and how long things may get. Each complaint says what to do.
//!
//! The sources are read as text, without a parser: comments and strings are blanked first, so
//! that prose about `HashMap` is no offence.

mod circles;
mod profiles;
mod rooms;
mod wording;

use crate::sources::{read, sources};

/// A module of a crate, by the crate's folder, and the modules of the same crate it may `use`. A
/// module always knows itself. Edges between crates are kept by the compiler.
const EDGES: &[(&str, &str, &[&str])] = &[
    ("crates/core", "lang", &[]),
    ("crates/core", "textfile", &[]),
    ("crates/core", "clock", &[]),
    ("crates/core", "progress", &[]),
    ("crates/core", "caught", &[]),
    ("crates/core", "gather", &[]),
    ("crates/core", "prelude", &["engine", "gather", "lang"]),
    ("crates/core", "engine", &["gather", "lang", "textfile"]),
    ("crates/core", "fault", &["clock", "lang"]),
    ("crates/store", "config", &[]),
    ("", "games", &["engine", "report"]),
    ("", "desk", DESK),
    ("", "cli", EVERYTHING),
    ("", "main", &["cli", "games"]),
];

/// What `desk` knows: all but the command line.
const DESK: &[&str] = &[
    "caught", "clock", "config", "engine", "fault", "games", "lang", "mail", "progress", "report",
    "store", "textfile",
];

const EVERYTHING: &[&str] = &[
    "clock", "config", "desk", "engine", "fault", "games", "lang", "mail", "progress", "report",
    "store", "textfile",
];

/// Modules of the engine that these crates may name.
const ENGINE_SHOWN: &[(&str, &[&str])] = &[
    (
        "crates/store",
        &["data", "dice", "language", "pages", "rules", "seat"],
    ),
    ("crates/mail", &["seat"]),
    (
        "crates/report",
        &[
            "account", "cause", "data", "game", "language", "luck", "reason", "rules", "scene",
            "schema", "seat",
        ],
    ),
];

/// What the core must not name, and why.
const CORE_WORDS: &[(&str, &str)] = &[
    (
        "std::fs",
        "the core has no files: let the desk read and write",
    ),
    (
        "std::env",
        "the core has no environment: pass what it needs",
    ),
    (
        "std::time",
        "the core has no clock: pass a moment from `clock`",
    ),
    (
        "SystemTime",
        "the core has no clock: pass a moment from `clock`",
    ),
    (
        "println",
        "the core does not print: return what there is to say",
    ),
    ("HashMap", "its order is arbitrary: use a BTreeMap"),
    ("HashSet", "its order is arbitrary: use a BTreeSet"),
    ("f32", "floats differ between machines: use whole numbers"),
    ("f64", "floats differ between machines: use whole numbers"),
    ("rand", "the only randomness is Cx::dice"),
    ("rand_chacha", "the only randomness is Cx::dice"),
];

/// Folders and files that are the core.
const CORE: &[&str] = &["crates/core/src/engine", "crates/core/src/lang", "games/"];

/// Words for unfinished work, wherever they stand.
const UNFINISHED: &[&str] = &["todo!", "unimplemented!", "dbg!"];

const FILE_LINES_MAX: usize = 700;
const FUNCTION_LINES_MAX: usize = 70;
const LINE_COLUMNS_MAX: usize = 100;

/// All complaints about one file; `path` is from the root.
fn complaints(path: &str, text: &str) -> Vec<String> {
    let code = blanked(text);
    let live = without_tests(&code);
    let mut found = Vec::new();
    if let Some((member, module)) = home(path) {
        edges((member, module), path, &code, &mut found);
        words(path, &code, &mut found);
        stored_usize(path, &code, &mut found);
        // Checks of games are no tests to the compiler, and say at the top that they may.
        let may = code.contains("clippy::unwrap_used");
        for (number, line) in (1..).zip(live.lines()).filter(|_| !may) {
            if line.contains(".unwrap()") {
                found.push(format!(
                    "{path}:{number}: `.unwrap()` outside tests: say `expect(\"why it cannot \
                     fail\")`, or return the error"
                ));
            }
        }
    }
    unfinished(path, text, &code, &mut found);
    lengths(path, text, &code, &mut found);
    wording::complaints(path, text, &code, &mut found);
    found
}

/// The folder of the crate that a source belongs to, and its module in it; tests and benchmarks
/// belong to none.
fn home(path: &str) -> Option<(&str, &str)> {
    let (member, inner) = match path.strip_prefix("src/") {
        Some(inner) => ("", inner),
        None => path.split_once("/src/")?,
    };
    let first = inner.split('/').next()?;
    Some((member, first.strip_suffix(".rs").unwrap_or(first)))
}

fn edges((member, module): (&str, &str), path: &str, code: &str, found: &mut Vec<String>) {
    let of_crate = || EDGES.iter().filter(|it| it.0 == member);
    let known = of_crate().find(|it| it.1 == module).map(|it| it.2);
    // Of the store's modules one has edges; those of these two are all listed.
    let listed = ["", "crates/core"].contains(&member) && module != "lib";
    if listed && known.is_none() {
        found.push(format!(
            "{path}: `{module}` is not a module this test knows: put it and the modules it may use \
             into EDGES"
        ));
        return;
    }
    for (number, line) in (1..).zip(code.lines()) {
        for used in paths(line, "crate::").into_iter().chain(match module {
            "main" => paths(line, "packetboat::"),
            _ => Vec::new(),
        }) {
            let name = used.split("::").next().unwrap_or_default();
            if name != module && known.is_some_and(|it| !it.contains(&name)) {
                found.push(format!(
                    "{path}:{number}: `{module}` may not know `{name}`: it may use {known:?}; \
                     turn the call round, or move what is shared down"
                ));
            }
            // The files that a referee writes lie above those that the store keeps.
            if member == "crates/store" && name == "config" && !["config", "lib"].contains(&module)
            {
                found.push(format!(
                    "{path}:{number}: `{module}` may not know `config`: move what is shared down"
                ));
            }
        }
        let shown = ENGINE_SHOWN.iter().find(|it| it.0 == member);
        for used in paths(line, "packetboat_core::engine::") {
            let inner = used.split("::").next().unwrap_or_default();
            if let Some((_, shown)) = shown
                && !shown.contains(&inner)
            {
                found.push(format!(
                    "{path}:{number}: of the engine `{member}` may name {shown:?} only, not \
                     `{inner}`"
                ));
            }
        }
    }
}

/// The paths behind this beginning in a line; a group gives each.
fn paths(line: &str, prefix: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (at, _) in line.match_indices(prefix) {
        let before = line[..at].chars().next_back();
        if before.is_some_and(|it| is_word(it) || it == ':' || it == '$') {
            continue;
        }
        let rest = &line[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => {
                let items = group.split('}').next().unwrap_or_default().split(',');
                all.extend(items.map(path_of).filter(|it| !it.is_empty()));
            }
            None => all.push(path_of(rest)),
        }
    }
    all
}

fn path_of(text: &str) -> String {
    let text = text.trim_start();
    let end = text
        .find(|it| !is_word(it) && it != ':')
        .unwrap_or(text.len());
    text[..end].trim_end_matches(':').to_owned()
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether `word` stands in `line` and is no part of a longer one.
fn names(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

fn words(path: &str, code: &str, found: &mut Vec<String>) {
    let core = CORE.iter().any(|it| path.starts_with(it));
    for (number, line) in (1..).zip(code.lines()) {
        for (word, why) in CORE_WORDS.iter().filter(|_| core) {
            let dice = path == "crates/core/src/engine/dice.rs" && word.starts_with("rand");
            if !dice && names(line, word) {
                found.push(format!("{path}:{number}: `{word}` in the core: {why}"));
            }
        }
        let clock = path.starts_with("crates/core/src/clock");
        if !clock && (names(line, "chrono") || names(line, "chrono_tz")) {
            found.push(format!(
                "{path}:{number}: only `clock` knows chrono: use its Moment, Zone, Day"
            ));
        }
        if path != "crates/mail/src/library.rs" && names(line, "mail_parser") {
            found.push(format!(
                "{path}:{number}: only crates/mail/src/library.rs knows mail_parser: ask it"
            ));
        }
    }
}

/// `usize` in an item that is stored: its width differs between machines.
fn stored_usize(path: &str, code: &str, found: &mut Vec<String>) {
    let mut stored = false;
    let mut depth = 0_usize;
    for (number, line) in (1..).zip(code.lines()) {
        let derive = line.trim_start().starts_with("#[derive(");
        if derive && names(line, "Deserialize") {
            (stored, depth) = (true, 0);
            continue;
        }
        // What is written and read as a text has no width.
        let as_text = line.trim_start().starts_with("#[serde(") && line.contains("into =");
        if !stored || as_text {
            stored = false;
            continue;
        }
        if names(line, "usize") {
            found.push(format!(
                "{path}:{number}: `usize` in a stored type: use u32, or say why not with a type"
            ));
        }
        depth += line.matches(['{', '(']).count();
        depth = depth.saturating_sub(line.matches(['}', ')']).count());
        let ends = line.trim_end().ends_with(['}', ';']);
        stored = !(ends && depth == 0);
    }
}

fn unfinished(path: &str, text: &str, code: &str, found: &mut Vec<String>) {
    for (number, (line, code)) in (1..).zip(text.lines().zip(code.lines())) {
        for word in UNFINISHED {
            let bare = word.trim_end_matches('!');
            if names(code, bare) && code.contains(word) {
                found.push(format!(
                    "{path}:{number}: `{word}`: finish it or leave it out"
                ));
            }
        }
        let mark = ["FIX", "ME"].concat();
        if names(line, &mark) {
            found.push(format!(
                "{path}:{number}: {mark}: mend it, or assert today's behaviour"
            ));
        }
    }
}

fn lengths(path: &str, text: &str, code: &str, found: &mut Vec<String>) {
    let lines = text.lines().count();
    if lines > FILE_LINES_MAX {
        found.push(format!(
            "{path}: {lines} lines, more than {FILE_LINES_MAX}: part it by subject"
        ));
    }
    for (number, line) in (1..).zip(text.lines()) {
        let columns = line.chars().count();
        if columns > LINE_COLUMNS_MAX {
            found.push(format!(
                "{path}:{number}: {columns} columns, more than {LINE_COLUMNS_MAX}: run rustfmt, \
                 break strings and comments by hand"
            ));
        }
    }
    // rustfmt puts the end of a function under its beginning.
    let mut open: Option<(usize, String, &str)> = None;
    let mut length = 0;
    for (number, line) in (1..).zip(code.lines()) {
        // Comments, and rows of a list of texts, are no code.
        length += usize::from(line.contains(|it: char| !it.is_whitespace() && it != ','));
        let indent = &line[..line.len() - line.trim_start().len()];
        let begins = line.trim_end().ends_with(';') || line.contains('}');
        match &open {
            None if is_function(line) && !begins => {
                open = Some((number, indent.to_owned(), line.trim()));
                length = 1;
            }
            Some((begin, at, name)) if at == indent && line.trim_start().starts_with('}') => {
                if length > FUNCTION_LINES_MAX {
                    found.push(format!(
                        "{path}:{begin}: {length} lines of code, more than \
                         {FUNCTION_LINES_MAX}, in `{name}`: give parts of it names"
                    ));
                }
                open = None;
            }
            // A signature over several lines without a body: a method of a trait.
            Some((_, at, _)) if at == indent && line.trim_end().ends_with(';') => open = None,
            _ => {}
        }
    }
}

fn is_function(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let modifiers = [
        "pub",
        "pub(super)",
        "pub(crate)",
        "const",
        "unsafe",
        "async",
    ];
    words.find(|it| !modifiers.contains(it)) == Some("fn")
}

/// The text with everything inside comments and string literals made blank, line by line.
fn blanked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = literal(rest, out.chars().next_back());
        if length == 0 {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let blank = rest[..length]
            .chars()
            .map(|it| if it == '\n' { '\n' } else { ' ' });
        out.extend(blank);
        rest = &rest[length..];
    }
    out
}

/// How long the comment, string or character is that begins here; 0: none begins.
pub(crate) fn literal(text: &str, before: Option<char>) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return text.find("*/").map_or(text.len(), |it| it + 2);
    }
    if text.starts_with('r') && !before.is_some_and(is_word) {
        let hashes = text[1..].chars().take_while(|it| *it == '#').count();
        if text[1 + hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let body = 2 + hashes;
            return text[body..]
                .find(&end)
                .map_or(text.len(), |it| body + it + end.len());
        }
    }
    match text.as_bytes()[0] {
        b'"' => quoted(text, '"'),
        // A lifetime has no closing mark two characters on.
        b'\'' if text[1..].starts_with('\\') => quoted(text, '\''),
        b'\'' => {
            let mut inner = text[1..].char_indices();
            match (inner.next(), inner.next()) {
                (Some(_), Some((at, '\''))) => at + 2,
                _ => 0,
            }
        }
        _ => 0,
    }
}

fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The code up to the test module, which stands at the end of a file.
pub(crate) fn without_tests(code: &str) -> &str {
    &code[..code.find("#[cfg(test)]").unwrap_or(code.len())]
}

#[test]
fn the_sources_are_tidy() {
    let all = sources();
    let found = all.iter().flat_map(|(path, text)| complaints(path, text));
    let found: Vec<String> = found.collect();
    assert!(
        found.is_empty(),
        "{} complaints:\n{}",
        found.len(),
        found.join("\n")
    );
}

/// A file that no `mod` line names is never compiled, and so never checked.
#[test]
fn every_file_is_declared() {
    let all = sources();
    let is_root = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let at_the_top = path.ends_with("src/lib.rs") || path.ends_with("src/main.rs");
        let by_manifest = ["tests/it.rs", "tests/with_toys.rs", "games/toy/toys.rs"];
        // A benchmark is named in its manifest.
        at_the_top || by_manifest.iter().any(|it| path.ends_with(it)) || {
            let stem = name.trim_end_matches(".rs");
            let manifest = read("benches/Cargo.toml");
            path.starts_with("benches/") && manifest.contains(&format!("name = \"{stem}\""))
        }
    };
    let undeclared = |path: &str| {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.strip_suffix(".rs").unwrap();
        let (folder, stem) = match stem {
            "mod" => folder.rsplit_once('/').unwrap_or(("", folder)),
            stem => (folder, stem),
        };
        let mut parents = vec![format!("{folder}.rs"), format!("{folder}/mod.rs")];
        parents.extend(["lib", "main", "it"].map(|it| format!("{folder}/{it}.rs")));
        // Benchmarks share modules.
        let line = format!("mod {stem};");
        let beside = |it: &str| folder == "benches" && it.starts_with("benches/");
        let mut declared = all
            .iter()
            .filter(|it| parents.contains(&it.0) || beside(&it.0));
        !declared.any(|(_, text)| text.lines().any(|it| it.trim().ends_with(&line)))
    };
    let files = all.iter().map(|it| it.0.as_str()).filter(|it| !is_root(it));
    let lost: Vec<&str> = files.filter(|it| undeclared(it)).collect();
    assert!(
        lost.is_empty(),
        "put a `mod` line for {lost:?}, or delete them"
    );
}

/// Snippets a check is meant for: path, text, part of the complaint.
const BAD: &[(&str, &str, &str)] = &[
    (
        "crates/core/src/lang/cut.rs",
        "use crate::engine::seat::Seat;",
        "`lang` may not know `engine`",
    ),
    (
        "crates/core/src/engine/run.rs",
        "use crate::games;",
        "`engine` may not know `games`",
    ),
    (
        "crates/core/src/engine/run.rs",
        "fn x() { crate::store::y(); }",
        "may not know `store`",
    ),
    (
        "crates/core/src/engine/run.rs",
        "use crate::{lang, mail::x};",
        "may not know `mail`",
    ),
    (
        "src/games.rs",
        "use crate::desk::open;",
        "may not know `desk`",
    ),
    ("src/desk/tick.rs", "use crate::cli;", "may not know `cli`"),
    (
        "crates/store/src/fs.rs",
        "use crate::config::club::ClubConfig;",
        "may not know `config`",
    ),
    (
        "crates/report/src/builtin.rs",
        "use packetboat_core::engine::run::Run;",
        "not `run`",
    ),
    (
        "crates/store/src/fs.rs",
        "use packetboat_core::engine::table::x;",
        "not `table`",
    ),
    ("src/clockwork.rs", "", "`clockwork` is not a module"),
    (
        "games/a/src/rules.rs",
        "use std::fs;",
        "`std::fs` in the core",
    ),
    (
        "games/a/src/rules.rs",
        "let x: HashMap<u8, u8>;",
        "`HashMap` in the core",
    ),
    (
        "crates/core/src/lang/read.rs",
        "let x: f64 = y;",
        "`f64` in the core",
    ),
    (
        "crates/core/src/engine/run.rs",
        "use rand_chacha::X;",
        "`rand_chacha` in the core",
    ),
    (
        "games/toy/a/src/a.rs",
        "println!(x);",
        "`println` in the core",
    ),
    (
        "src/desk/tick.rs",
        "use chrono::Utc;",
        "only `clock` knows chrono",
    ),
    (
        "crates/mail/src/body.rs",
        "use mail_parser::X;",
        "only crates/mail/src/library.rs",
    ),
    (
        "src/desk/tick.rs",
        "let x = y.unwrap();",
        "`.unwrap()` outside tests",
    ),
    ("src/desk/tick.rs", "fn x() { todo!() }", "`todo!`"),
    ("tests/a.rs", "dbg!(x);", "`dbg!`"),
    (
        "crates/core/src/engine/a.rs",
        "#[derive(Serialize, Deserialize)]\nstruct A {\n    b: usize,\n}",
        "`usize` in a stored type",
    ),
];

/// Their neighbours, of which nothing is to be said.
const GOOD: &[(&str, &str)] = &[
    (
        "crates/core/src/engine/a.rs",
        "#[derive(Deserialize)]\n#[serde(into = \"String\")]\nstruct A {\n    b: usize,\n}",
    ),
    (
        "crates/core/src/lang/cut.rs",
        "// use crate::engine; HashMap, f64\nlet x = \"std::fs todo!\";",
    ),
    (
        "crates/core/src/lang/cut.rs",
        "let x = r#\"println \" HashMap\"#; let y = '\"'; let z = b'\\'';",
    ),
    (
        "crates/core/src/engine/dice.rs",
        "use rand_chacha::ChaCha20Rng;",
    ),
    (
        "crates/core/src/engine/run.rs",
        "use crate::lang::form::Tried; let operand = 1;",
    ),
    ("src/games.rs", "use crate::engine::game::Game;"),
    (
        "src/desk/tick.rs",
        "fn x() {}\n#[cfg(test)]\nmod tests { fn y() { z.unwrap(); } }",
    ),
    ("crates/core/src/clock/zone.rs", "use chrono::Utc;"),
    ("crates/mail/src/library.rs", "use mail_parser::X;"),
    (
        "crates/core/src/engine/a.rs",
        "#[derive(Deserialize)]\nstruct A(u8);\nstruct B {\n    b: usize,\n}",
    ),
    ("src/main.rs", "fn main() { packetboat::cli::main() }"),
];

fn complains(path: &str, text: &str, wanted: &str) {
    let found = complaints(path, text);
    let fits = found.len() == 1 && found[0].contains(wanted);
    assert!(fits, "{path}: {text}: wanted `{wanted}`, found {found:?}");
}

fn is_silent(path: &str, text: &str) {
    let found = complaints(path, text);
    assert!(found.is_empty(), "{path}: {text}: {found:?}");
}

#[test]
fn the_checks_can_fail() {
    for (path, text, wanted) in BAD {
        complains(path, text, wanted);
    }
    for (path, text) in GOOD {
        is_silent(path, text);
    }
    let mark = ["// FIX", "ME\n"].concat();
    complains("src/desk/tick.rs", &mark, "mend it");
}

#[test]
fn lengths_are_measured() {
    let path = "src/desk/tick.rs";
    let line = |columns: usize| format!("//{}\n", "x".repeat(columns - 2));
    is_silent(path, &line(100));
    complains(path, &line(101), "101 columns");
    is_silent(path, &"\n".repeat(700));
    complains(path, &"\n".repeat(701), "701 lines");
    let function = |lines: usize| {
        format!(
            "    fn f() {{\n{}    }}\n",
            "        x;\n".repeat(lines - 2)
        )
    };
    is_silent(path, &function(70));
    complains(
        path,
        &function(71),
        "71 lines of code, more than 70, in `fn f() {`",
    );
    let list = format!("fn f() {{\n{}}}\n", "    \"text\",\n".repeat(90));
    is_silent(path, &list);
    let declared = format!(
        "    fn f(\n        x: u8,\n    ) -> u8;\n{}",
        "    // y\n".repeat(90)
    );
    is_silent(path, &declared);
}

/// A list that names modules nobody can write any more would let edges in unseen.
#[test]
fn the_list_of_edges_is_sound() {
    let all = sources();
    for (member, module, known) in EDGES {
        let exists = |module: &str| {
            let begin = [member, "src"].map(str::to_owned).join("/");
            let begin = begin.trim_start_matches('/');
            let (file, folder) = (format!("{begin}/{module}.rs"), format!("{begin}/{module}/"));
            all.iter()
                .any(|it| it.0 == file || it.0.starts_with(&folder))
        };
        assert!(exists(module), "{member} has no `{module}`");
        let lib = read(format!("{member}/src/lib.rs").trim_start_matches('/'));
        for name in *known {
            let named = exists(name) || lib.contains(name);
            assert!(named, "{module} may use `{name}`, which is not a module");
        }
    }
    let core = EDGES.iter().filter(|it| it.0 == "crates/core");
    assert!(core.count() >= 6, "the core has lost its edges");
}
